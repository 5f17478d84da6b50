package peers

import (
	"context"
	"fmt"
	"testing"

	"halocline/bench/study/measure"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// The counts of ns-3 3.37 (Debian's libns3-dev 3.37-2, UAN module) for these
// workloads, which its program in the folder others printed on the same files; make
// peers compares the two live. Each run is that of a scenario file with a trace file
// of packets, under the access protocol.
func TestCountsOfNS3(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, c := range []struct {
		Workload
		want Counts
	}{
		{Workload{10, 355_555, 1}, Counts{178257, 173416, 1560744, 1001719, 213955, 110254}},
		{Workload{50, 65_306, 1}, Counts{32548, 32375, 1586375, 973481, 257148, 19772}},
		{Workload{50, 65_306, 2}, Counts{32718, 32542, 1594558, 974393, 259747, 19800}}, // two frames begin in one nanosecond at node 43
		{Workload{100, 32_323, 1}, Counts{16104, 16068, 1590732, 974423, 260400, 9754}},

		{Workload{200, 3015, 1}, Counts{1571, 1569, 312231, 186136, 53903, 924}},
		{Workload{200, 3015, 2}, Counts{1495, 1492, 296908, 184394, 47986, 914}},
		{Workload{200, 3015, 3}, Counts{1460, 1458, 290142, 178455, 47338, 888}},
		{Workload{500, 1202, 1}, Counts{637, 637, 317863, 199641, 50983, 388}},
		{Workload{500, 1202, 2}, Counts{583, 583, 290917, 185276, 46470, 381}},
		{Workload{500, 1202, 3}, Counts{592, 592, 295408, 175490, 51272, 353}},
		{Workload{1000, 600, 1}, Counts{303, 303, 302697, 189391, 51853, 190}},
		{Workload{1000, 600, 2}, Counts{303, 303, 302697, 196608, 45950, 193}},
		{Workload{1000, 600, 3}, Counts{283, 283, 282717, 179180, 45127, 175}},
	} {
		t.Run(fmt.Sprintf("%d nodes, seed %d", c.Nodes, c.Seed), func(t *testing.T) {
			t.Parallel()
			plan, err := c.Plan()
			if err != nil {
				t.Fatal(err)
			}
			got, err := Run(context.Background(), plan, false)
			if err != nil {
				t.Fatal(err)
			}
			if got.Counts != c.want {
				t.Errorf("%+v, want %+v", got.Counts, c.want)
			}
		})
	}
}

// The three ways to run a workload count the same, and one of them is a run as
// the program makes it. Every frame that is sent is looked at by all other nodes.
func TestWaysAgree(t *testing.T) {
	w := Workload{Nodes: 30, Seconds: 500, Seed: 2}
	plan, err := w.Plan()
	if err != nil {
		t.Fatal(err)
	}
	counts, err := Run(context.Background(), plan, false)
	if err != nil {
		t.Fatal(err)
	}
	books, err := Run(context.Background(), plan, true)
	if err != nil {
		t.Fatal(err)
	}
	out, err := measure.Run(context.Background(), plan, measure.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if books.Counts != counts.Counts || CountsOf(&out.Summary) != counts.Counts || books.Events != counts.Events {
		t.Errorf("%+v, %+v, %+v", counts, books, CountsOf(&out.Summary))
	}
	if books.Fingerprint != out.Fingerprint || counts.Fingerprint != "" {
		t.Errorf("fingerprints %q and %q, want none and %q", counts.Fingerprint, books.Fingerprint, out.Fingerprint)
	}
	if counts.Receptions != 29*counts.Sent || counts.Sent == 0 || counts.Errors == 0 || counts.Sink == 0 {
		t.Errorf("%+v", counts)
	}
	if out.Summary.Total.Packets.InFlight != 0 {
		t.Errorf("%d packets are still under way at the end", out.Summary.Total.Packets.InFlight)
	}
	folder := t.TempDir()
	if err := w.WriteFiles(folder); err != nil {
		t.Fatal(err)
	}
	file, err := RunFile(context.Background(), folder+"/"+ScenarioFile, false)
	if err != nil || file.Counts != counts.Counts {
		t.Errorf("from files: %+v, %v", file.Counts, err)
	}
	if _, err := RunFile(context.Background(), folder+"/none.yaml", false); err == nil {
		t.Error("a file that is not there is run")
	}
}

// What each kind of record counts as.
func TestCounts(t *testing.T) {
	var c Counts
	for _, r := range []trace.Record{
		{Kind: trace.Offered},
		{Kind: trace.Offered},
		{Kind: trace.Refused},
		{Kind: trace.TxStart},
		{Kind: trace.RxOK},
		{Kind: trace.RxOK, Node: 1},
		{Kind: trace.RxLost, Cause: trace.Collision},
		{Kind: trace.RxLost, Cause: trace.HalfDuplex},
		{Kind: trace.RxMissed, Cause: trace.Collision},
		{Kind: trace.Delivered},
	} {
		c.Emit(r)
	}
	if want := (Counts{Attempts: 2, Sent: 1, Receptions: 5, OK: 2, Errors: 1, Sink: 1}); c != want {
		t.Errorf("%+v, want %+v", c, want)
	}
}

// A run that is stopped says so.
func TestRunStopped(t *testing.T) {
	plan, err := Workload{Nodes: 2, Seconds: 100, Seed: 1}.Plan()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, plan, false); err == nil {
		t.Error("no error")
	}
}
