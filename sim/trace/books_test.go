package trace

import (
	"encoding/json"
	"testing"
)

// Books hold what the three sinks hold that are given the same records one by one.
func TestBooksAreTheThree(t *testing.T) {
	records := append(handWorked(),
		Record{At: 99 * second, Kind: Used, Link: rf, Node: auv, Peer: dock, Value: 2},
		Record{At: 99 * second, Kind: Outdated, Link: rf, Node: auv, Peer: dock, Value: 3},
	)
	for i := range records { // in order of time: the last of those worked by hand is later
		records[i].At = min(records[i].At, 99*second)
	}
	books := NewBooks(testNames())
	fingerprint, ledger, loops := NewFingerprint(), NewLedger(testNames()), NewLoops(len(testNames().Nodes))
	apart := Tee(fingerprint, ledger, loops)
	for _, r := range records {
		books.Emit(r)
		apart.Emit(r)
	}
	if got, want := books.Fingerprint.Sum(), fingerprint.Sum(); got != want || got == NewFingerprint().Sum() {
		t.Errorf("fingerprint %s, want %s", got, want)
	}
	if got, want := text(t, books.Ledger.Close(100*second)), text(t, ledger.Close(100*second)); got != want {
		t.Errorf("ledger %s, want %s", got, want)
	}
	want := loops.Close(testNames(), 100*second)
	if len(want) != 1 || want[0].Used != 1 || want[0].Outdated != 1 {
		t.Fatalf("%+v is not a test of loops", want)
	}
	if got, want := text(t, books.Loops.Close(testNames(), 100*second)), text(t, want); got != want {
		t.Errorf("loops %s, want %s", got, want)
	}
}

// text is what the program prints of a summary.
func text(t *testing.T, summary any) string {
	t.Helper()
	b, err := json.Marshal(summary)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestBooksDoNotAllocate(t *testing.T) {
	books := NewBooks(testNames())
	books.Emit(Record{Kind: Offered, Pkt: 1, Node: dock, Peer: auv, Value: 512})
	r := Record{Kind: RxLost, Cause: Collision, Pkt: 1, Node: auv, Peer: dock, Value: 3}
	if n := testing.AllocsPerRun(10_000, func() { r.At++; books.Emit(r) }); n != 0 {
		t.Errorf("%v allocations per record, want 0", n)
	}
}

// A reception, which is what nearly all records of a crowd are.
func BenchmarkBooks(b *testing.B) {
	b.ReportAllocs()
	books := NewBooks(testNames())
	books.Emit(Record{Kind: Offered, Pkt: 1, Node: dock, Peer: auv, Value: 512})
	r := Record{Kind: RxOK, Pkt: 1, Node: auv, Peer: dock, Value: 12}
	for b.Loop() {
		r.At += 1000
		books.Emit(r)
	}
}
