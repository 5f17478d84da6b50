package paper

import (
	"math"
	"strings"
	"testing"

	"halocline/bench/results"
	"halocline/bench/study"
	"halocline/bench/table"
)

// timed is the small study with times to dock in place of the delays; runs end after 400 s.
func timed() string {
	return strings.NewReplacer("delay", "auv.time_to_dock", "repeat: 5", "repeat: 9\nset: {duration: 400s}", "title: mean auv.time_to_dock", "title: time").Replace(small)
}

// late makes some runs of a cell without time to dock: those from a repetition on. The others have
// the times 101, 102 and so on.
func late(from map[int]int) func(r *results.Run) bool {
	return func(r *results.Run) bool {
		r.Metrics[0].Name, r.Metrics[0].Value = "auv.time_to_dock", float64(101+r.Repetition)
		if n, ok := from[r.Cell]; ok && r.Repetition >= n {
			r.Metrics[0].Value = math.NaN()
		}
		return true
	}
}

// Of nine runs the median is the fifth. Its interval at 95 % lies between the second and third and
// the seventh and eighth (a binomial of 9 and 1/2 is below 2 in 10/512, and below 3 in 46/512): from
// 101 to 109 it is within 102 to 103 and 107 to 108. With seven runs that docked the upper end lies beyond
// the last of them, and with four the median does.
func TestNotDocked(t *testing.T) {
	p := written(t, timed(), late(map[int]int{1: 7, 2: 4}))
	got := made(t, p, study.Table{Rows: "mac", Columns: "speed", Metric: "auv.time_to_dock", Statistic: "median"}, Options{})
	inf := math.Inf(1)
	for _, c := range []struct {
		i, j            int
		estimate        float64
		low, high, last float64
	}{{0, 0, 105, 102, 107, 108}, {0, 1, 105, 102, inf, inf}, {1, 1, 105, 102, 107, 108}} {
		cell := got.Cells[c.i][c.j]
		if cell.Estimate != c.estimate || cell.Low < c.low || cell.Low > c.low+1 || cell.High < c.high || cell.High > c.last || cell.N != 9 || cell.Left != 0 {
			t.Errorf("%d, %d: %+v", c.i, c.j, cell)
		}
	}
	if cell := got.Cells[1][0]; cell.Estimate != inf || cell.N != 9 {
		t.Errorf("%+v", cell)
	}
	page := text(t, got, table.Text)
	for _, want := range []string{"> 400 s", "∞]", "a run that did not dock within 400 s is later than all others"} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %q in\n%s", want, page)
		}
	}
	if tex := text(t, got, table.LaTeX); !strings.Contains(tex, " $>$ 400 s ") {
		t.Error(tex)
	}
}

// Means of those that docked carry no marks, and say why; the others are compared in nine pairs.
func TestSurvivors(t *testing.T) {
	p := written(t, timed(), late(map[int]int{1: 7, 2: 0}))
	of := study.Table{Rows: "mac", Columns: "speed", Metric: "auv.time_to_dock", Baseline: "tdma"}
	got := made(t, p, of, Options{})
	if got.Test != nil || got.Cells[1][1].Tested || got.Cells[1][0].Tested {
		t.Errorf("%+v", got)
	}
	page := text(t, got, table.Text)
	for _, want := range []string{"from 7 of 9 runs: 2 did not dock within 400 s", "no run docked within 400 s", "not compared: 2 cells, where runs did not dock within 400 s, there or in the baseline"} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %q in\n%s", want, page)
		}
	}
	p = written(t, timed(), late(map[int]int{3: 8}))
	page = text(t, made(t, p, of, Options{}), table.Text)
	for _, want := range []string{"not compared: 1 cell,", "compared: 9 pairs of runs in each cell", "p-values not adjusted"} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %q in\n%s", want, page)
		}
	}
	f, err := p.Figure(study.Figure{Kind: "lines", X: "speed", Y: "auv.time_to_dock", By: "mac"}, Options{})
	if err != nil || !strings.Contains(strings.Join(f.Notes, "|"), "no mean is drawn where runs did not dock within 400 s: 1 of 36 runs, in 1 cell") {
		t.Errorf("%q: %v", f.Notes, err)
	}
}

// A metric is a share by what it is: a count that happens to be 0 or 1 has a mean, and so has the fraction of
// several vehicles.
func TestWhatIsAShare(t *testing.T) {
	of := study.Table{Rows: "mac", Columns: "speed"}
	for _, c := range []struct {
		name, sweep string
		want        bool
	}{
		{"auv.docked", "", true},
		{"packets.lost", "", false},
		{"packets.ratio", "", false},
		{"vehicles.docked", "", false},
		{"vehicles.docked", "auv", true},
	} {
		p := written(t, strings.Replace(small, "auv.docked", c.name, -1), func(r *results.Run) bool {
			r.Metrics[1].Name = c.name
			if c.sweep != "" {
				r.Metrics = append(r.Metrics, results.Metric{Name: c.sweep + ".docked", Value: r.Metrics[1].Value})
			}
			return true
		})
		of.Metric = c.name
		if got := made(t, p, of, Options{}); got.ColumnLabels[0].Style.Percent != c.want {
			t.Errorf("%s: %+v", c.name, got.ColumnLabels[0])
		}
	}
}

// The differences of the protocols are 2 +- 0.878 and 1 +- 1.963 (see TestMeans), and on random numbers
// of their own their half-widths would be 2.32 * 1.095 and 2.37 * 1.304 (see TestWelch).
func TestDifferences(t *testing.T) {
	p := written(t, small, nil)
	got := made(t, p, p.Tables[0], Options{Difference: true})
	same(t, got, [][]table.Cell{{
		{Estimate: 2, Low: 1.122, High: 2.878, N: 5, Tested: true, P: 0.006396}, {Estimate: 1, Low: -0.9632, High: 2.963, N: 5, Tested: true, P: 0.2302},
	}})
	page := text(t, got, table.Text)
	for _, want := range []string{"difference of mean delay (s)", "2.00 ± 0.88**", "difference from MAC protocol TDMA, 95 % Student's interval of pairs", "ALOHA, 0: ± 0.88 in pairs; on random numbers of their own it would be ± 2.5 (Welch)", "ALOHA, 10: ± 2 in pairs; on random numbers of their own it would be ± 3.1 (Welch)"} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %q in\n%s", want, page)
		}
	}
	of := p.Tables[0]
	of.Baseline = "0.1m/s" // a column
	got = made(t, p, of, Options{Difference: true})
	if len(got.Cells) != 2 || len(got.Cells[0]) != 1 || got.Cells[0][0].Estimate != -10 || got.Cells[1][0].Estimate != -9 || got.ColumnLabels[0].Label != "0" {
		t.Errorf("%+v", got)
	}
	of.Baseline = ""
	if _, err := p.Table(of, Options{Difference: true}); err == nil || !strings.Contains(err.Error(), "a difference needs a baseline") {
		t.Error(err)
	}
	of = p.Tables[1]
	of.Baseline = "tdma"
	if _, err := p.Table(of, Options{Difference: true}); err == nil || !strings.Contains(err.Error(), "differences are those of means") {
		t.Error(err)
	}
}

// Notes say that the data chose the number of runs, and what a repetition of averaged cells is.
func TestNotesOfRuns(t *testing.T) {
	p := written(t, strings.Replace(small, "repeat: 5", "until: {metric: delay, min: 3, max: 5}", 1), nil, 3, 5, 3, 3)
	page := text(t, made(t, p, p.Tables[0], Options{}), table.Text)
	if !strings.Contains(page, "the data chose the number of runs (until delay is known well enough), so that intervals cover with less than their nominal 95 %") {
		t.Error(page)
	}
	p = written(t, small, nil)
	page = text(t, made(t, p, study.Table{Rows: "mac", Metric: "delay"}, Options{Average: []string{"speed"}}), table.Text)
	if !strings.Contains(page, "each value from 5 repetitions, each a mean over 2 cells") {
		t.Error(page)
	}
}

// The runs that failed, and those that took longest, the slowest first.
func TestNotable(t *testing.T) {
	p := written(t, small, func(r *results.Run) bool {
		r.Wall = float64((7*r.Cell + 3*r.Repetition) % 11)
		if r.Cell == 2 && r.Repetition == 4 {
			r.Status, r.Reason, r.Metrics = results.Failed, "it sank", nil
		}
		return true
	})
	n, err := p.Notable(3)
	if err != nil || len(n.Failed) != 1 || n.Failed[0].Reason != "it sank" || len(n.Slowest) != 3 {
		t.Fatalf("%+v: %v", n, err)
	}
	if a, b, c := n.Slowest[0].Wall, n.Slowest[1].Wall, n.Slowest[2].Wall; a != 10 || b > a || c > b || c < 9 {
		t.Errorf("%g, %g, %g", a, b, c)
	}
}
