package trace

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"halocline/sim"
	"halocline/sim/simtest"
)

// Computed by the program xxhsum 0.8.1 (xxhsum -H64) of Debian 12 from bytes that
// Python's struct laid out, and once more by the steps of the specification in
// Python's integers:
//
//	def rec(at, pkt, val, note, node, peer, link, kind, cause):
//	    n = note.encode()
//	    return struct.pack('<qQdiiBBBI', at, pkt, val, node, peer, link, kind, cause, len(n)) + n
//	two = rec(1_500_000_000, 7, 512.0, "", 2, -1, 1, 1, 0) + rec(2_000_000_001, 7, -3.25, "né", 0, 2, 1, 10, 6)
//	def numbered(i):
//	    return rec(i*i*i, i*0x9E3779B97F4A7C15 % 2**64, i/8-20, "n"*(i%3) if i%7 == 0 else "",
//	        i%49-1, -1 if i%5 == 0 else i%40, i%4, i%11+1, i%16)
//	thousand = b"".join(numbered(i) for i in range(1000))
//	long = numbered(1) + rec(5, 1, 2.0, "note"*3000, 1, 2, 0, 9, 0) + numbered(3)
func TestFingerprintAgainstTheReference(t *testing.T) {
	f := NewFingerprint()
	if got := f.Sum(); got != "ef46db3751d8e999" {
		t.Errorf("empty run: %s", got)
	}
	f.Emit(Record{At: 1_500_000_000, Pkt: 7, Value: 512, Node: 2, Peer: None, Link: 1, Kind: Offered})
	f.Emit(Record{At: 2_000_000_001, Pkt: 7, Value: -3.25, Note: "né", Node: 0, Peer: 2, Link: 1, Kind: RxLost, Cause: Collision})
	for range 2 { // asking changes nothing
		if got := f.Sum(); got != "91e53ded444420f0" {
			t.Errorf("two records: %s, want 91e53ded444420f0", got)
		}
	}
	f = NewFingerprint()
	sum := uint64(0) // of all beginnings of 0 to 64 records: the ends of stripes of all lengths
	for i := range 1000 {
		if i < 65 {
			sum += word(t, f)
		}
		f.Emit(numbered(i))
	}
	if sum != 0x4b1c4deda45607bc {
		t.Errorf("beginnings: %016x", sum)
	}
	if got := f.Sum(); got != "b683884d580f7ae1" {
		t.Errorf("a thousand records: %s, want b683884d580f7ae1", got)
	}
	f = NewFingerprint()
	f.Emit(numbered(1))
	f.Emit(Record{At: 5, Pkt: 1, Value: 2, Note: strings.Repeat("note", 3000), Node: 1, Peer: 2, Kind: RxOK})
	f.Emit(numbered(3))
	if got := f.Sum(); got != "24dd5aafc11f9412" {
		t.Errorf("a note longer than the buffer: %s", got)
	}
}

// numbered returns one of the records of the rule above.
func numbered(i int) Record {
	r := Record{
		At: sim.Time(i * i * i), Pkt: uint64(i) * 0x9E3779B97F4A7C15, Value: float64(i)/8 - 20,
		Node: int32(i%49 - 1), Peer: int32(i % 40), Link: uint8(i % 4), Kind: Kind(i%11 + 1), Cause: Cause(i % 16),
	}
	if i%5 == 0 {
		r.Peer = None
	}
	if i%7 == 0 {
		r.Note = strings.Repeat("n", i%3)
	}
	return r
}

// word returns a fingerprint as a number.
func word(t *testing.T, f *Fingerprint) uint64 {
	t.Helper()
	w, err := strconv.ParseUint(f.Sum(), 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func fingerprintOf(records []Record) string { return of(records).Sum() }

func of(records []Record) *Fingerprint {
	f := NewFingerprint()
	for _, r := range records {
		f.Emit(r)
	}
	return f
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
	for _, at := range []int{0, 1, 104, 105, 106, 498, 499} {
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

// fieldBits is how many bits the fields of a record have together, without its note.
const fieldBits = 8 * recordBytes

// flip changes one bit of a field. What would change the length of the note gives it
// one.
func flip(r *Record, bit int) {
	switch {
	case bit < 64:
		r.At ^= 1 << bit
	case bit < 128:
		r.Pkt ^= 1 << (bit - 64)
	case bit < 192:
		r.Value = math.Float64frombits(math.Float64bits(r.Value) ^ 1<<(bit-128))
	case bit < 224:
		r.Node ^= 1 << (bit - 192)
	case bit < 256:
		r.Peer ^= 1 << (bit - 224)
	case bit < 264:
		r.Link ^= 1 << (bit - 256)
	case bit < 272:
		r.Kind ^= 1 << (bit - 264)
	case bit < 280:
		r.Cause ^= 1 << (bit - 272)
	default:
		r.Note = strings.Repeat("\x00", 1+bit-280)
	}
}

// A change of any one bit of a run gives another fingerprint, in which each bit has
// changed with probability one half: of n = 14 * 312 changes the fraction that turned
// a bit of the fingerprint has the standard deviation 0.5/sqrt(n) = 0.0076, and 0.045
// are six of them.
func TestFingerprintAvalanche(t *testing.T) {
	run := make([]Record, 14)
	for i := range run { // a run like any other: few of its bits are set
		run[i] = Record{At: sim.Time(i) * 1e6, Pkt: uint64(i/4 + 1), Value: float64(i), Node: int32(i % 3), Kind: RxOK}
	}
	before := word(t, of(run))
	seen := map[uint64]bool{before: true}
	var turned [64]int
	for at := range run {
		for bit := range fieldBits {
			changed := slices.Clone(run)
			flip(&changed[at], bit)
			after := word(t, of(changed))
			if changed[at].Kind == Sample {
				t.Fatal("a change has made a sample, which is left out")
			}
			if seen[after] {
				t.Errorf("bit %d of record %d: a fingerprint that has been there", bit, at)
			}
			seen[after] = true
			for i := range turned {
				turned[i] += int((before ^ after) >> i & 1)
			}
		}
	}
	for i, n := range turned {
		if fraction := float64(n) / float64(len(run)*fieldBits); math.Abs(fraction-0.5) > 0.045 {
			t.Errorf("bit %d of the fingerprint turns with probability %.3f", i, fraction)
		}
	}
}

// The order counts: all 5040 orders of seven records, of which some differ in one
// field only, have fingerprints of their own. So has each beginning of a run, even
// of one that is zeros all over.
func TestFingerprintSeesOrderAndLength(t *testing.T) {
	run := []Record{{}, {At: 1}, {Pkt: 1}, {Value: 1}, {Node: 1}, {Peer: 1}, {Kind: 1}}
	seen := map[uint64]bool{}
	var order func(n int)
	order = func(n int) {
		if n == len(run) {
			seen[word(t, of(run))] = true
			return
		}
		for i := n; i < len(run); i++ {
			run[n], run[i] = run[i], run[n]
			order(n + 1)
			run[n], run[i] = run[i], run[n]
		}
	}
	order(0)
	if len(seen) != 5040 {
		t.Errorf("%d fingerprints of 5040 orders", len(seen))
	}
	f, zeros := NewFingerprint(), map[string]bool{}
	for range 1000 {
		zeros[f.Sum()] = true
		f.Emit(Record{})
	}
	if len(zeros) != 1000 {
		t.Errorf("%d fingerprints of 1000 runs of zeros", len(zeros))
	}
}

// Half a fingerprint has as many collisions as chance allows: among m = 2^19 words of
// 32 bits m^2/2^33 = 32 are expected, with a standard deviation of sqrt(32) = 5.7. The
// runs differ as little as runs can.
func TestFingerprintBirthdays(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const m = 1 << 19
	for what, number := range map[string]func(r *Record, i int){
		"At":    func(r *Record, i int) { r.At = sim.Time(i) },
		"Pkt":   func(r *Record, i int) { r.Pkt = uint64(i) << 44 },
		"Value": func(r *Record, i int) { r.Value = math.Float64frombits(math.Float64bits(1) + uint64(i)) },
		"Node":  func(r *Record, i int) { r.Node, r.Peer = int32(i&1023), int32(i>>10) },
	} {
		f := NewFingerprint()
		low, high := make([]uint32, m), make([]uint32, m)
		for i := range m {
			f.hash.Reset()
			f.filled = 0
			r := Record{Kind: RxOK}
			number(&r, i)
			f.Emit(r)
			f.drain()
			w := f.hash.Sum64()
			low[i], high[i] = uint32(w), uint32(w>>32)
		}
		for _, words := range [][]uint32{low, high} {
			slices.Sort(words)
			if n := m - len(slices.Compact(words)); n < 8 || n > 66 {
				t.Errorf("%s: %d collisions, expected 32", what, n)
			}
		}
	}
}

// The number of a frame fills what was padding, and is no part of the fingerprint: the sums
// of runs of before hold.
func TestFrameCostsNothing(t *testing.T) {
	if size := unsafe.Sizeof(Record{}); size != 56 {
		t.Errorf("a record has %d bytes", size)
	}
	f, g := NewFingerprint(), NewFingerprint()
	f.Emit(Record{At: 1, Kind: RxOK})
	g.Emit(Record{At: 1, Kind: RxOK, Frame: 7})
	if f.Sum() != g.Sum() {
		t.Error("the fingerprint hangs on it")
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
