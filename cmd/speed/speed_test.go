package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"halocline/bench/speed/calibrate"
	"halocline/bench/speed/calibrate/gauge"
	"halocline/bench/speed/peers"
	"halocline/cmd/command"
	"halocline/sim/simtest"
)

// runSpeed runs the command with arguments.
func runSpeed(args ...string) (out, diagnostics string, err error) {
	var o, e bytes.Buffer
	c := newRoot(command.Streams{Out: &o, Err: &e})
	c.SetArgs(args)
	err = c.ExecuteContext(context.Background())
	return o.String(), e.String(), err
}

// All figures are there, for people and for programs, and none is empty.
func TestSpeed(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	out, diagnostics, err := runSpeed("--rounds", "1", "--json")
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
	if err := printPeers(command.Streams{Out: &out}, &peersFlags{}, ns3, sides, rounds, nil); err != nil {
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
	if err := printPeers(command.Streams{Out: &out}, &peersFlags{}, ns3, sides, rounds, differences); err != nil || !strings.Contains(out.String(), "NOT EQUAL in 4 runs") {
		t.Errorf("%v\n%s", err, out.String())
	}
	out.Reset()
	if err := printPeers(command.Streams{Out: &out}, &peersFlags{json: true}, ns3, sides, rounds, differences); err != nil || !json.Valid(out.Bytes()) || !strings.Contains(out.String(), `"differences": [`) {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// The sides of a comparison do the same work, and report what it cost.
func TestSides(t *testing.T) {
	folder := t.TempDir()
	if err := (peers.Workload{Nodes: 20, Seconds: 300, Seed: 1}).WriteFiles(folder); err != nil {
		t.Fatal(err)
	}
	var reports []peers.Report
	for _, how := range []string{"counts", "books", "run"} {
		out, _, err := runSpeed("side", how, folder, "310")
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
	out, _, err := runSpeed("side", "hold", "gods", "100", "1000")
	var h peers.HoldReport
	if err != nil || json.Unmarshal([]byte(out), &h) != nil || !(h.Loop > 0) {
		t.Errorf("%v: %s", err, out)
	}
}

// What is wrong with the input is said, with its exit code.
func TestFaults(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	for args, want := range map[string]struct {
		code int
		text string
	}{
		"--rounds 0":                     {command.BadInput, "--rounds is 0; write at least 1"},
		"pears":                          {command.BadInput, `"pears" is not a command below`},
		"--rounds x":                     {command.BadInput, "--rounds: x is not a whole number; write one such as 4; see speed --help"},
		"peers --nodes 1,x":              {command.BadInput, "--nodes: 1,x is not a list; write values with commas between them; see speed peers --help"},
		"peers ns4":                      {command.BadInput, `"ns4"`},
		"peers --nodes 10,1":             {command.BadInput, "--nodes has 1; from 2 to 10000 are possible"},
		"peers --nodes 10001":            {command.BadInput, "--nodes has 10001"},
		"peers --seeds 0":                {command.BadInput, "--seeds is 0"},
		"peers --rounds 0":               {command.BadInput, "--rounds is 0"},
		"peers --receptions 0":           {command.BadInput, "--receptions is 0"},
		"peers --receptions NaN":         {command.BadInput, "--receptions is NaN"},
		"queues --pending 0":             {command.BadInput, "--pending is 0"},
		"queues --holds 0":               {command.BadInput, "--holds is 0"},
		"side counts":                    {command.BadInput, "arguments are missing"},
		"side hold heap 10":              {command.BadInput, "arguments are missing"},
		"side hold heap ten 10":          {command.BadInput, "are not two numbers"},
		"side hold stack 10 10":          {command.BadInput, "stack"},
		"side guess a b":                 {command.BadInput, `"guess" is not one of`},
		"side counts " + nowhere + " 10": {command.Failed, "crowd.yaml"},
		"side run " + nowhere + " 10":    {command.Failed, "crowd.yaml"},
	} {
		_, _, err := runSpeed(strings.Fields(args)...)
		if err == nil || command.ExitCode(err) != want.code || !strings.Contains(err.Error(), want.text) {
			t.Errorf("speed %s: %v, want code %d and %q", args, err, want.code, want.text)
		}
	}
	t.Setenv("PATH", nowhere)
	for _, name := range []string{"peers", "queues"} {
		if _, _, err := runSpeed(name); !errors.Is(err, peers.ErrNoNS3) || command.ExitCode(err) != command.Failed {
			t.Errorf("speed %s without ns-3: %v", name, err)
		}
	}
}

// The whole of a comparison, with a compiler that makes a script in the place of ns-3's
// program: one that counts right, and one that counts wrong.
func TestPeers(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	speed := filepath.Join(t.TempDir(), "speed")
	if out, err := exec.Command("go", "build", "-o", speed, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
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
	for _, row := range []struct {
		report peers.Report
		code   int
		out    string
	}{
		{right, command.OK, "counts of ns-3 3.99 and of halocline, equal in all 4 runs"},
		{wrong, command.Failed, "NOT EQUAL"},
	} {
		line, err := json.Marshal(row.report)
		if err != nil {
			t.Fatal(err)
		}
		tools := t.TempDir()
		result := script(t, tools, "result", "#!/bin/sh\necho '"+string(line)+"'\n")
		for name, lines := range map[string]string{
			"pkg-config": "echo 3.99",
			"g++":        `while test "$1" != -o; do shift; done; cp ` + result + ` "$2"; chmod +x "$2"`,
		} {
			script(t, tools, name, "#!/bin/sh\n"+lines+"\n")
		}
		t.Setenv("PATH", tools+":"+os.Getenv("PATH"))
		c := exec.Command(speed, "peers", "--nodes", "10", "--seeds", "1", "--rounds", "1", "--receptions", "2000")
		var out, diagnostics bytes.Buffer
		c.Stdout, c.Stderr = &out, &diagnostics
		c.Run()
		code := c.ProcessState.ExitCode()
		if code != row.code || !strings.Contains(out.String(), row.out) || !strings.Contains(out.String(), "halocline run") {
			t.Errorf("exit code %d, want %d and %q\n%s%s", code, row.code, row.out, &out, &diagnostics)
		}
		if row.code != command.OK && !strings.Contains(diagnostics.String(), "10 nodes, seed 1: ns-3 counts") {
			t.Errorf("the difference is not told:\n%s", &diagnostics)
		}
	}
}

// A run of a crowd takes memory for its packets and its paths, and hardly any that is left behind by reading it: the most that the
// process holds does not depend on how busy the machine is. Where it was bounded, it took two thirds of this.
func TestPeakMemory(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	if gauge.PeakBytes() == 0 {
		t.Skip("this system does not tell the memory of a process")
	}
	speed := filepath.Join(t.TempDir(), "speed")
	build := exec.Command("go", "build", "-o", speed, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for nodes, most := range map[int]float64{10: 65e6, 1000: 90e6} {
		folder := t.TempDir()
		if err := peers.Sized(nodes, 1.6e6, 1).WriteFiles(folder); err != nil {
			t.Fatal(err)
		}
		report, err := peers.Side{Name: "run", Command: []string{speed, "side", "run"}}.Run(t.Context(), folder, peers.Sized(nodes, 1.6e6, 1))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d nodes: %.1f MB", nodes, float64(report.Peak)/1e6)
		if float64(report.Peak) > most {
			t.Errorf("%d nodes: the run held %.1f MB at once; %g MB are the bound", nodes, float64(report.Peak)/1e6, most/1e6)
		}
	}
}

// script makes a file in a folder and returns its name.
func script(t *testing.T, dir, name, text string) string {
	t.Helper()
	full := filepath.Join(dir, name)
	if err := os.WriteFile(full, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	return full
}

// Each command explains itself and gives an example.
func TestHelp(t *testing.T) {
	for _, args := range []string{"--help", "costs --help", "growth --help", "peers --help", "phases --help", "profile --help", "queues --help", "side --help", "help peers"} {
		out, _, err := runSpeed(strings.Fields(args)...)
		if err != nil || !strings.Contains(out, "Examples:\n  go run ./cmd/speed") {
			t.Errorf("%s: %v\n%s", args, err, out)
		}
	}
}
