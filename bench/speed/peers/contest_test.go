package peers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halocline/bench/speed/calibrate/gauge"
)

// echo is a side that prints counts which depend on the folder and the duration that it
// is given.
func echo(name, errors string) Side {
	script := `test -f "$0/packets.csv" && test -f "$0/nodes.csv" || exit 3
echo "{\"attempts\":${1%.*},\"errors\":` + errors + `,\"receptions\":100,\"loop_s\":0.5,\"total_s\":2,\"peak_bytes\":7}"`
	return Side{name, []string{"sh", "-c", script}}
}

// Sides take turns, and the rounds go through the seeds.
func TestContest(t *testing.T) {
	var told []string
	c := Contest{Nodes: []int{2, 3}, Seeds: 2, Rounds: 3, Receptions: 5, Told: func(s string) { told = append(told, s) }}
	sides := []Side{echo("a", "0"), echo("b", "0")}
	trials, err := c.Hold(context.Background(), sides)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, trial := range trials {
		got = append(got, fmt.Sprint(trial.Nodes, trial.Seed, trial.Seconds, trial.Reports[0].Attempts, trial.Reports[1].Attempts))
	}
	// 5 receptions by 1 or 2 listeners of 0.5 packets per second are 10 or 5 s, and
	// the rest of the run 10 s.
	if want := []string{"2 1 10 20 20", "2 2 10 20 20", "2 1 10 20 20", "3 1 5 15 15", "3 2 5 15 15", "3 1 5 15 15"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(told) != 12 || told[0] != "2 nodes, seed 1, round 1: a" || told[1] != "2 nodes, seed 1, round 1: b" {
		t.Errorf("%q", told)
	}
	if d := Differences(sides, trials); d != nil {
		t.Errorf("%q", d)
	}
	c.Rounds = 1
	if trials, err = c.Hold(context.Background(), []Side{echo("a", "0"), echo("b", "1")}); err != nil || len(trials) != 4 {
		t.Fatalf("%d trials, %v; each seed is due once", len(trials), err)
	}
	if d := Differences(sides, trials); len(d) != 4 || !strings.Contains(d[0], "2 nodes, seed 1: a counts") || !strings.Contains(d[0], "and b") {
		t.Errorf("%q", d)
	}
}

// A side that fails says what it said.
func TestSideFails(t *testing.T) {
	for _, script := range []string{"echo no water >&2; exit 1", "echo no water >&2; echo '{'"} {
		c := Contest{Nodes: []int{2}, Seeds: 1, Rounds: 1, Receptions: 1, Told: func(string) {}}
		_, err := c.Hold(context.Background(), []Side{{"x", []string{"sh", "-c", script}}})
		if err == nil || !strings.Contains(err.Error(), "no water") {
			t.Errorf("%s: %v", script, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := echo("x", "0").Run(ctx, t.TempDir(), Workload{2, 1, 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// Two rounds of two sides. First: 100 and 300 receptions/s, second: 800 and 900, so
// the medians are 200 and 850, and the rounds by themselves 8 and 3.
func TestStandings(t *testing.T) {
	report := func(loop, total float64, peak int64) Report {
		return Report{Counts: Counts{Receptions: 7200}, Loop: loop, Total: total, Peak: peak}
	}
	trials := []Trial{
		{Workload{5, 1, 1}, []Report{report(72, 144, 10), report(9, 36, 40), report(0, 72, 50)}},
		{Workload{5, 1, 2}, []Report{report(24, 72, 20), report(8, 36, 40), report(0, 36, 50)}},
		{Workload{6, 1, 1}, []Report{report(1, 2, 10), report(1, 1, 40), report(0, 2, 50)}},
	}
	got := Standings([]Side{{Name: "a"}, {Name: "b"}, {Name: "c"}}, trials)
	if len(got) != 6 || got[1].Nodes != 5 || got[1].Side != "b" || got[5].Nodes != 6 || got[5].Side != "c" {
		t.Fatalf("%+v", got)
	}
	b := *got[1].Loop
	if want := (Cost{gauge.Spread{Median: 850, Low: 800, High: 900}, 4.25, gauge.Spread{Median: 5.5, Low: 3, High: 8}}); b != want {
		t.Errorf("%+v, want %+v", b, want)
	}
	// As processes: 50 and 100 against 200 and 200, and against 100 and 200.
	if r := got[1].Whole.Ratio; math.Abs(r-200.0/75) > 1e-12 {
		t.Errorf("process: %v", r)
	}
	if got[0].Peak != 15 || got[0].Loop.Ratio != 1 || got[2].Loop != nil || got[2].Whole.Ratio != 2 {
		t.Errorf("%+v", got)
	}
}

// Queues that would take too long are left out, and few events are not weighed.
func TestHoldContest(t *testing.T) {
	queue := func(name, loop string, most int) Queue {
		return Queue{name, []string{"sh", "-c", `echo "{\"loop_s\":` + loop + `,\"bytes\":$0}"`}, most}
	}
	var told int
	c := HoldContest{Pending: []int{10, 20_000}, Holds: 100, Rounds: 3, Told: func(string) { told++ }}
	got, err := c.Hold(context.Background(), []Queue{queue("a", "2", 0), queue("b", "1", 10), queue("c", "0.5", 0)})
	if err != nil {
		t.Fatal(err)
	}
	same := func(x float64) gauge.Spread { return gauge.Spread{Median: x, Low: x, High: x} }
	if want := []HoldStanding{
		{10, "a", same(50), 0, 1},
		{10, "b", same(100), 0, 2},
		{10, "c", same(200), 0, 4},
		{20_000, "a", same(50), 20_000, 1},
		{20_000, "c", same(200), 20_000, 4},
	}; !slices.Equal(got, want) || told != 15 {
		t.Errorf("%+v, want %+v; told %d times", got, want, told)
	}
	if _, err := c.Hold(context.Background(), []Queue{{Name: "x", Command: []string{"false"}}}); err == nil {
		t.Error("no error")
	}
}

// Where ns-3 is not installed, the error says what to do.
func TestWithoutNS3(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	folder := t.TempDir()
	if _, err := BuildNS3(context.Background(), folder); !errors.Is(err, ErrNoNS3) || !strings.Contains(err.Error(), "libns3-dev") {
		t.Errorf("%v", err)
	}
	for _, name := range []string{"uan.cc", "hold.cc", "meter.h", "hold.py"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
}

// A compiler is called with the libraries that pkg-config names.
func TestBuildNS3(t *testing.T) {
	tools := t.TempDir()
	for name, script := range map[string]string{
		"pkg-config": `test "$1" = --modversion && echo 3.99 || echo "-l$2 -lother"`,
		"g++":        `while test "$1" != -o; do shift; done; echo "$@" > "$2.said"`,
	} {
		if err := os.WriteFile(filepath.Join(tools, name), []byte("#!/bin/sh\n"+script+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", tools+":"+os.Getenv("PATH"))
	folder := t.TempDir()
	ns3, err := BuildNS3(context.Background(), folder)
	if err != nil {
		t.Fatal(err)
	}
	if ns3.Version != "3.99" || ns3.Crowd != filepath.Join(folder, "uan") || ns3.SchedulersOfNS3()[0].Command[1] != "MapScheduler" {
		t.Errorf("%+v", ns3)
	}
	for program, library := range map[string]string{"uan": "ns3-uan", "hold": "ns3-core"} {
		said, err := os.ReadFile(filepath.Join(folder, program+".said"))
		if want := fmt.Sprintf("-o %[1]s/%[2]s %[1]s/%[2]s.cc -l%[3]s -lother\n", folder, program, library); string(said) != want || err != nil {
			t.Errorf("g++ is called with %q, want %q", said, want)
		}
	}
}

// The list has the mean and the deviation of an exponential law, one second, within five
// standard errors: 1/128 and, for the square of a deviation, sqrt(8)/128.
func TestGaps(t *testing.T) {
	gaps := Gaps()
	// Of splitmix64 from 1 in Python.
	if gaps[0] != 836_005_535 || gaps[1] != 1_369_562_158 || gaps[2] != 3_540_554_405 {
		t.Errorf("%v", gaps[:3])
	}
	sum, squares := 0.0, 0.0
	for _, g := range gaps {
		sum += g.Seconds()
		squares += (g.Seconds() - 1) * (g.Seconds() - 1)
	}
	n := float64(len(gaps))
	if n != 16384 || math.Abs(sum/n-1) > 5.0/128 || math.Abs(squares/n-1) > 5*math.Sqrt(8)/128 {
		t.Errorf("%v gaps, mean %v, variance %v", n, sum/n, squares/n)
	}
}
