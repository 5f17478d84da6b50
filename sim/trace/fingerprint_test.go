package trace

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// Computed with Python's hashlib and struct:
//
//	def rec(at, pkt, val, note, node, peer, link, kind, cause):
//	    n = note.encode()
//	    return struct.pack('<qQdiiBBBI', at, pkt, val, node, peer, link, kind, cause, len(n)) + n
//	b = rec(1_500_000_000, 7, 512.0, "", 2, -1, 1, 1, 0) + rec(2_000_000_001, 7, -3.25, "né", 0, 2, 1, 10, 6)
//	hashlib.sha256(b).hexdigest()[:16]
func TestFingerprintAgainstPython(t *testing.T) {
	f := NewFingerprint()
	if got := f.Sum(); got != "e3b0c44298fc1c14" { // SHA-256 of nothing
		t.Errorf("empty run: %s", got)
	}
	f.Emit(Record{At: 1_500_000_000, Pkt: 7, Value: 512, Node: 2, Peer: None, Link: 1, Kind: Offered})
	f.Emit(Record{At: 2_000_000_001, Pkt: 7, Value: -3.25, Note: "né", Node: 0, Peer: 2, Link: 1, Kind: RxLost, Cause: Collision})
	for range 2 { // asking changes nothing
		if got := f.Sum(); got != "e19eba3752826262" {
			t.Errorf("two records: %s, want e19eba3752826262", got)
		}
	}
}

func fingerprintOf(records []Record) string {
	f := NewFingerprint()
	for _, r := range records {
		f.Emit(r)
	}
	return f.Sum()
}

// Every way to differ in one place, at every place of a run that is longer than
// the buffer, gives a fingerprint of its own.
func TestFingerprintSeesEveryChange(t *testing.T) {
	const seed = 7
	rnd := rand.New(rand.NewPCG(seed, 0))
	records := make([]Record, 500)
	for i := range records {
		records[i] = Record{
			At: 1000, Pkt: rnd.Uint64(), Value: rnd.Float64(), Node: rnd.Int32(), Peer: rnd.Int32(),
			Link: uint8(rnd.Uint32()), Kind: Kind(rnd.IntN(int(RxMissed))) + 1, Cause: Cause(rnd.IntN(causes)),
			Note: strings.Repeat("n", i%5),
		}
	}
	if bytes := len(records) * 39; bytes < 2*fingerprintBuffer {
		t.Fatalf("%d bytes do not fill the buffer twice", bytes)
	}
	changes := map[string]func(r *Record){
		"At":         func(r *Record) { r.At++ },
		"Pkt":        func(r *Record) { r.Pkt ^= 1 << 63 },
		"Value":      func(r *Record) { r.Value = math.Nextafter(r.Value, 2) },
		"Value sign": func(r *Record) { r.Value = -r.Value },
		"Note":       func(r *Record) { r.Note += "x" },
		"Node":       func(r *Record) { r.Node ^= 1 << 30 },
		"Peer":       func(r *Record) { r.Peer ^= 1 },
		"Link":       func(r *Record) { r.Link ^= 128 },
		"Kind":       func(r *Record) { r.Kind = r.Kind%RxMissed + 1 },
		"Cause":      func(r *Record) { r.Cause ^= 16 },
	}
	seen := map[string]string{fingerprintOf(records): "no change"}
	expect := func(what string, changed []Record) {
		sum := fingerprintOf(changed)
		if other, ok := seen[sum]; ok {
			t.Errorf("seed %d: %s gives the fingerprint of %s", seed, what, other)
		}
		seen[sum] = what
	}
	for _, at := range []int{0, 1, 207, 208, 209, 498, 499} {
		for what, change := range changes {
			changed := append([]Record(nil), records...)
			change(&changed[at])
			expect(fmt.Sprintf("%s at %d", what, at), changed)
		}
		changed := append([]Record(nil), records...)
		other := (at + 1) % len(records)
		changed[at], changed[other] = changed[other], changed[at]
		expect("order", changed)
		expect("one less", append(append([]Record(nil), records[:at]...), records[at+1:]...))
		expect("one twice", append(append([]Record(nil), records[:at+1]...), records[at:]...))
	}
}

// Without the length of a note, bytes could move between it and its
// neighbours unseen.
func TestFingerprintSeesWhereANoteEnds(t *testing.T) {
	note := func(a, b string) string {
		return fingerprintOf([]Record{{Kind: RxOK, Note: a}, {Kind: RxOK, Note: b}})
	}
	if note("ab", "c") == note("a", "bc") {
		t.Error("a note's end is not part of the fingerprint")
	}
}

func TestFingerprintLeavesSamplesOut(t *testing.T) {
	run := []Record{{Kind: TxStart, Value: 1}, {At: 5, Kind: RxOK}}
	probed := []Record{{Kind: Sample, Note: "depth", Value: 3}, run[0], {At: 2, Kind: Sample}, run[1], {At: 9, Kind: Sample}}
	if fingerprintOf(run) != fingerprintOf(probed) {
		t.Error("a probe changes the fingerprint")
	}
}

func TestFingerprintDoesNotAllocate(t *testing.T) {
	f := NewFingerprint()
	r := Record{Kind: RxLost, Note: "a note", Peer: None}
	if n := testing.AllocsPerRun(10_000, func() { r.At++; f.Emit(r) }); n != 0 {
		t.Errorf("%v allocations per record, want 0", n)
	}
}

func BenchmarkFingerprint(b *testing.B) { benchmark(b, NewFingerprint()) }
