package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"halocline/bench/speed/calibrate"
	"halocline/bench/speed/calibrate/gauge"
	"halocline/bench/speed/peers"
)

// runBench runs the command with arguments.
func runBench(args ...string) (out, diagnostics string, err error) {
	var o, e bytes.Buffer
	c := newBench(stdio{&o, &e})
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetArgs(args)
	c.SetOut(&o)
	c.SetErr(&e)
	err = c.ExecuteContext(context.Background())
	return o.String(), e.String(), err
}

// Three digits at every size, and the prefix that goes with it.
func TestScaled(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0.00", 0.0042: "0.00", 0.125: "0.12", 9.994: "9.99", 9.996: "10.0", 99.94: "99.9", 99.96: "100", 999.4: "999",
		999.6: "1.00 k", 1000: "1.00 k", 12_345: "12.3 k", 999_600: "1.00 M", 2.5e6: "2.50 M", 3.14e9: "3.14 G", 2e12: "2000 G",
	} {
		if got := scaled(x); got != want {
			t.Errorf("%v is written %q, want %q", x, got, want)
		}
	}
}

// The form of the table.
func TestBenchTable(t *testing.T) {
	var out bytes.Buffer
	s := &calibrate.Sheet{
		Machine: calibrate.Machine{System: "linux/amd64", Processor: "Abacus 2", Processors: 2, Go: "go1.26"},
		Rounds:  3,
		Loop:    gauge.Spread{Median: 2e8, Low: 1e8, High: 3e8},
		Figures: []calibrate.Figure{
			{Name: "kernel", Unit: "events", Clock: "processor", Rate: gauge.Spread{Median: 5e6, Low: 4e6, High: 6e6}, Ratio: gauge.Spread{Median: 25e3, Low: 2e4, High: 3e4}},
			{Name: "study", Unit: "runs", Clock: "wall", Rate: gauge.Spread{Median: 500, Low: 40, High: 6000}, Ratio: gauge.Spread{Median: 2.5, Low: 1, High: 3}},
		},
	}
	if err := benchTable(stdio{&out, nil}, s); err != nil {
		t.Fatal(err)
	}
	want := `Abacus 2, 2 processors, linux/amd64, go1.26; median of 3 rounds

what    unit               per second     min     max  per Mloop     min     max
──────────────────────────────────────────────────────────────────────────────────
loop    steps                   200 M   100 M   300 M     1.00 M  1.00 M  1.00 M
kernel  events                 5.00 M  4.00 M  6.00 M     25.0 k  20.0 k  30.0 k
study   runs, by the wall         500    40.0  6.00 k       2.50    1.00    3.00
`
	if out.String() != want {
		t.Errorf("\n%s\nwant\n%s", out.String(), want)
	}
}

// All figures are there, for people and for programs, and none is empty.
func TestBench(t *testing.T) {
	out, diagnostics, err := runBench("--rounds", "1", "--json")
	if err != nil || diagnostics != "" {
		t.Fatal(err, diagnostics)
	}
	var sheet struct {
		Version string
		calibrate.Sheet
	}
	if err := json.Unmarshal([]byte(out), &sheet); err != nil {
		t.Fatal(err)
	}
	if sheet.Version == "" || sheet.Rounds != 1 || len(sheet.Figures) != len(calibrate.Items()) || !(sheet.Loop.Median > 0) {
		t.Errorf("%+v", sheet)
	}
	for _, f := range sheet.Figures {
		if !(f.Rate.Median > 0) || f.Rate.Low != f.Rate.High || !(f.Ratio.Median > 0) {
			t.Errorf("%+v", f)
		}
	}
}

// trials is a contest of two sides with two rounds.
func trials(different int64) ([]peers.Side, []peers.Trial) {
	counts := peers.Counts{Attempts: 12, Sent: 11, Receptions: 1000, OK: 700, Errors: 200, Sink: 70}
	other := counts
	other.OK += different
	report := func(c peers.Counts, loop, total float64) peers.Report {
		return peers.Report{Counts: c, Loop: loop, Total: total, Peak: 12_340_000}
	}
	w := peers.Workload{Nodes: 10, Seconds: 44, Seed: 1}
	return []peers.Side{{Name: "ns-3"}, {Name: "halocline run"}}, []peers.Trial{
		{Workload: w, Reports: []peers.Report{report(counts, 2, 4), report(counts, 0, 1)}},
		{Workload: w, Reports: []peers.Report{report(counts, 1, 2), report(other, 0, 2)}},
	}
}

// The form of the comparison, with counts that are equal and that are not.
func TestPrintPeers(t *testing.T) {
	var out bytes.Buffer
	sides, rounds := trials(0)
	ns3 := &peers.NS3{Version: "3.37"}
	if err := printPeers(stdio{&out, nil}, &peersFlags{}, ns3, sides, rounds, nil); err != nil {
		t.Fatal(err)
	}
	want := `counts of ns-3 3.37 and of halocline, equal in all 4 runs

nodes  seconds  seed  attempts  sent  receptions   ok  errors  at the sink
────────────────────────────────────────────────────────────────────────────
10          44     1        12    11        1000  700     200           70

receptions per second of processor time, and times ns-3 round by round

nodes  program        event loop  min     max  times ns-3   min   max  process  times ns-3  peak MB
─────────────────────────────────────────────────────────────────────────────────────────────────────
   10  ns-3                  750  500  1.00 k        1.00  1.00  1.00      375        1.00     12.3
   10  halocline run           -    -       -           -     -     -      750        2.00     12.3
`
	if out.String() != want {
		t.Errorf("\n%s\nwant\n%s", out.String(), want)
	}
	out.Reset()
	sides, rounds = trials(1)
	differences := peers.Differences(sides, rounds)
	if err := printPeers(stdio{&out, nil}, &peersFlags{}, ns3, sides, rounds, differences); err != nil || !strings.Contains(out.String(), "NOT EQUAL in 4 runs") {
		t.Errorf("%v\n%s", err, out.String())
	}
	out.Reset()
	if err := printPeers(stdio{&out, nil}, &peersFlags{json: true}, ns3, sides, rounds, differences); err != nil || !json.Valid(out.Bytes()) || !strings.Contains(out.String(), `"differences": [`) {
		t.Errorf("%v\n%s", err, out.String())
	}
}

func TestQueuesTable(t *testing.T) {
	var out bytes.Buffer
	rate := gauge.Spread{Median: 3e6, Low: 2e6, High: 4e6}
	if err := queuesTable(stdio{&out, nil}, []peers.HoldStanding{
		{Pending: 1000, Queue: "ns-3 MapScheduler", Rate: rate, Ratio: 1},
		{Pending: 100_000, Queue: "halocline heap", Rate: rate, Ratio: 2.5, Bytes: 68.6},
	}); err != nil {
		t.Fatal(err)
	}
	want := `pending  queue              events/s     min     max  times ns-3's default  byte per event
────────────────────────────────────────────────────────────────────────────────────────────
   1000  ns-3 MapScheduler    3.00 M  2.00 M  4.00 M                  1.00               -
 100000  halocline heap       3.00 M  2.00 M  4.00 M                  2.50              69
`
	if out.String() != want {
		t.Errorf("\n%s\nwant\n%s", out.String(), want)
	}
}

// The sides of a comparison do the same work, and report what it cost.
func TestBenchSides(t *testing.T) {
	folder := t.TempDir()
	if err := (peers.Workload{Nodes: 20, Seconds: 300, Seed: 1}).WriteFiles(folder); err != nil {
		t.Fatal(err)
	}
	var reports []peers.Report
	for _, how := range []string{"counts", "books", "run"} {
		out, _, err := runBench("side", how, folder, "310")
		if err != nil {
			t.Fatal(how, err)
		}
		var r peers.Report
		if err := json.Unmarshal([]byte(out), &r); err != nil || strings.Count(out, "\n") != 1 {
			t.Fatal(how, err, out)
		}
		if (how == "run") != (r.Loop == 0) || !(r.Total > r.Loop) || r.Events == 0 || r.Peak == 0 {
			t.Errorf("%s: %+v", how, r)
		}
		reports = append(reports, r)
	}
	if reports[1].Fingerprint == "" || reports[1].Fingerprint != reports[2].Fingerprint {
		t.Errorf("fingerprints %q and %q", reports[1].Fingerprint, reports[2].Fingerprint)
	}
	if reports[0].Counts != reports[1].Counts || reports[0].Counts != reports[2].Counts || reports[0].Sink == 0 {
		t.Errorf("%+v", reports)
	}
	out, _, err := runBench("side", "hold", "gods", "100", "1000")
	var h peers.HoldReport
	if err != nil || json.Unmarshal([]byte(out), &h) != nil || !(h.Loop > 0) {
		t.Errorf("%v: %s", err, out)
	}
}

// What is wrong with the input is said, with its exit code.
func TestBenchFaults(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	for args, want := range map[string]struct {
		code int
		text string
	}{
		"--rounds 0":                     {exitInput, "--rounds is 0; at least 1 is due"},
		"pears":                          {exitInput, `"pears" is not a command below`},
		"peers ns4":                      {exitInput, `"ns4"`},
		"peers --nodes 10,1":             {exitInput, "--nodes has 1; from 2 to 10000 are possible"},
		"peers --nodes 10001":            {exitInput, "--nodes has 10001"},
		"peers --seeds 0":                {exitInput, "--seeds is 0"},
		"peers --rounds 0":               {exitInput, "--rounds is 0"},
		"peers --receptions 0":           {exitInput, "--receptions is 0"},
		"peers --receptions NaN":         {exitInput, "--receptions is NaN"},
		"queues --pending 0":             {exitInput, "--pending is 0"},
		"queues --holds 0":               {exitInput, "--holds is 0"},
		"side counts":                    {exitInput, "arguments are missing"},
		"side hold heap 10":              {exitInput, "arguments are missing"},
		"side hold heap ten 10":          {exitInput, "are not two numbers"},
		"side hold stack 10 10":          {exitInput, "stack"},
		"side guess a b":                 {exitInput, `"guess" is not one of`},
		"side counts " + nowhere + " 10": {exitFailed, "crowd.yaml"},
		"side run " + nowhere + " 10":    {exitFailed, "crowd.yaml"},
	} {
		_, _, err := runBench(strings.Fields(args)...)
		if err == nil || exitCode(err) != want.code || !strings.Contains(err.Error(), want.text) {
			t.Errorf("bench %s: %v, want code %d and %q", args, err, want.code, want.text)
		}
	}
	t.Setenv("PATH", nowhere)
	for _, command := range []string{"peers", "queues"} {
		if _, _, err := runBench(command); !errors.Is(err, peers.ErrNoNS3) || exitCode(err) != exitFailed {
			t.Errorf("bench %s without ns-3: %v", command, err)
		}
	}
}

// The whole of a comparison, with a compiler that makes a script in the place of ns-3's
// program: one that counts right, and one that counts wrong.
func TestBenchPeers(t *testing.T) {
	plan, err := peers.Sized(10, 2000, 1).Plan()
	if err != nil {
		t.Fatal(err)
	}
	right, err := peers.Run(context.Background(), plan, false)
	if err != nil {
		t.Fatal(err)
	}
	right.Close()
	wrong := right
	wrong.OK++
	for _, c := range []struct {
		report peers.Report
		code   int
		out    string
	}{
		{right, exitOK, "counts of ns-3 3.99 and of halocline, equal in all 4 runs"},
		{wrong, exitFailed, "NOT EQUAL"},
	} {
		line, err := json.Marshal(c.report)
		if err != nil {
			t.Fatal(err)
		}
		tools := t.TempDir()
		result := write(t, tools, "result", "#!/bin/sh\necho '"+string(line)+"'\n")
		for name, script := range map[string]string{
			"pkg-config": "echo 3.99",
			"g++":        `while test "$1" != -o; do shift; done; cp ` + result + ` "$2"; chmod +x "$2"`,
		} {
			if err := os.Chmod(write(t, tools, name, "#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		t.Setenv("PATH", tools+":"+os.Getenv("PATH"))
		r := halocline(t, "", "bench", "peers", "--nodes", "10", "--seeds", "1", "--rounds", "1", "--receptions", "2000")
		if r.code != c.code || !strings.Contains(r.out, c.out) || !strings.Contains(r.out, "halocline run") {
			t.Errorf("exit code %d, want %d and %q\n%s%s", r.code, c.code, c.out, r.out, r.err)
		}
		if c.code != exitOK && !strings.Contains(r.err, "10 nodes, seed 1: ns-3 counts") {
			t.Errorf("the difference is not told:\n%s", r.err)
		}
	}
}
