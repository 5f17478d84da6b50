package paper

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halocline/bench/report/figure"
	"halocline/bench/report/table"
	"halocline/bench/study"
	"halocline/bench/study/results"
	kinds "halocline/sim/metric"
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

// What holds of the time to dock holds of every time to an event, by its kind and not by
// its name: of nine runs seven finished their path, and the mean says of how many it is.
func TestNotFinished(t *testing.T) {
	rename := func(text string) string { return strings.ReplaceAll(text, "auv.time_to_dock", "auv.time_to_finish") }
	p := written(t, rename(timed()), func(r *results.Run) bool {
		late(map[int]int{1: 7, 2: 0})(r)
		r.Metrics[0].Name, r.Metrics[0].Kind = "auv.time_to_finish", kinds.TimeToEvent
		return true
	})
	page := text(t, made(t, p, study.Table{Rows: "mac", Columns: "speed", Metric: "auv.time_to_finish", Baseline: "tdma"}, Options{}), table.Text)
	for _, want := range []string{"from 7 of 9 runs: 2 did not finish within 400 s", "no run finished within 400 s", "not compared: 2 cells"} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %q in\n%s", want, page)
		}
	}
	page = text(t, made(t, p, study.Table{Rows: "mac", Columns: "speed", Metric: "auv.time_to_finish", Statistic: "median"}, Options{}), table.Text)
	if !strings.Contains(page, "> 400 s") || !strings.Contains(page, "a run that did not finish within 400 s is later than all others") {
		t.Error(page)
	}
	f, err := p.Figure(study.Figure{Kind: "lines", X: "speed", Y: "auv.time_to_finish", By: "mac"}, Options{})
	if err != nil || !strings.Contains(strings.Join(f.Notes, "|"), "no mean is drawn where runs did not finish within 400 s: 11 of 36 runs, in 2 cells") {
		t.Errorf("%q, %v", f.Notes, err)
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
		t.Fatalf("%q: %v", f.Notes, err)
	}
	if c := f.Layers[1].(figure.Curve); c.Y[0] != 105 || !math.IsNaN(c.Y[1]) {
		t.Errorf("%+v", c)
	}
	marks, ok := f.Layers[2].(figure.Absent)
	if !ok || marks.Name != f.Layers[1].(figure.Curve).Name || !slices.Equal(marks.X, []float64{10}) || marks.Meaning != "runs that did not dock within 400 s" || !strings.HasPrefix(f.Notes[1], "×: ") {
		t.Errorf("a cross is due at 10 cm/s: %+v, %q", f.Layers, f.Notes)
	}
}

// A deadline is in the unit in which the study has it; one that cells do not have in common
// is that of none.
func TestDeadline(t *testing.T) {
	for set, want := range map[string]string{
		"set: {duration: 7min}":              "no run docked within 7 min",
		"set: {duration: 400s}":              "no run docked within 400 s",
		"let: {duration: speed / 1m/s * 9s}": "no run docked",
		"":                                   "no run docked",
	} {
		p := written(t, strings.Replace(timed(), "set: {duration: 400s}", set, 1), late(map[int]int{2: 0}))
		got := made(t, p, study.Table{Rows: "mac", Columns: "speed", Metric: "auv.time_to_dock"}, Options{})
		if why := got.Cells[1][0].Why; why != want {
			t.Errorf("%s: %q, want %q", set, why, want)
		}
	}
}

// A cell that the study leaves out, and one whose runs are of other repetitions than those of its
// baseline, are not compared: of four cells one comparison in three pairs is left, and with no cell
// left out another in two.
func TestComparedCells(t *testing.T) {
	compared := func(p *Paper) string {
		page := text(t, made(t, p, p.Tables[0], Options{}), table.Text)
		at := strings.Index(page, "compared: ")
		if at < 0 || strings.Contains(page, "not compared") {
			t.Fatal(page)
		}
		line, _, _ := strings.Cut(page[at:], "\n")
		return line
	}
	for _, c := range []struct {
		where string
		only  func(r *results.Run) bool
		want  string
	}{
		{`where: ["speed > 0m/s or mac == 'tdma'"]`, func(r *results.Run) bool { return r.Cell != 1 || r.Repetition > 1 }, "compared: 3 pairs of runs in each cell"},
		{"", func(r *results.Run) bool { return r.Cell != 1 || r.Repetition > 2 }, "compared: 2 to 5 pairs of runs in each cell"},
		{"", func(r *results.Run) bool { return r.Cell != 1 && r.Cell != 3 || (r.Repetition > 2) == (r.Cell == 1) }, "compared: 5 pairs of runs in each cell"},
	} {
		if got := compared(written(t, strings.Replace(small, "repeat: 5", "repeat: 5\n"+c.where, 1), c.only)); got != c.want {
			t.Errorf("%s: %q, want %q", c.where, got, c.want)
		}
	}
}

// A shard is a part of its study, and says so: the second of three has the runs 1, 4, 7 and so on to
// 19, seven of 20, and of the four cells with five repetitions those have 2, 1, 2 and 2.
func TestShard(t *testing.T) {
	s, err := reread(small)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "shard.db")
	w, err := results.Shard(t.Context(), path, s.Identity("1.2.3"), s.Cells(), s.Part(1, 3))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range w.Missing() {
		run := results.Run{Cell: k.Cell, Repetition: k.Repetition, Status: results.OK, Metrics: []results.Metric{{Name: "delay", Unit: "s", Value: 1}}}
		if err := w.Put(run); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	p := opened(t, path)
	got := made(t, p, study.Table{Rows: "mac", Columns: "speed", Metric: "delay"}, Options{})
	if want := "the study is not complete: 13 of 20 runs are missing"; !slices.Contains(got.Notes, want) || !strings.Contains(p.State(), want) {
		t.Errorf("%q, %s", got.Notes, p.State())
	}
	if got.Source.Repetitions != 1 || got.Source.Most != 2 {
		t.Errorf("%+v", got.Source)
	}
}

// A mean over the runs that did not fail says nothing about the others: it is not compared.
func TestFailedIsNotCompared(t *testing.T) {
	p := written(t, small, func(r *results.Run) bool {
		if r.Cell == 2 && r.Repetition == 4 {
			r.Status, r.Reason, r.Metrics = results.Failed, "it sank", nil
		}
		return true
	})
	got := made(t, p, p.Tables[0], Options{})
	if c := got.Cells[1][0]; c.Tested || c.N != 4 || c.Left != 1 || c.Why != "1 run failed" || !got.Cells[1][1].Tested {
		t.Errorf("%+v, %+v", c, got.Cells[1][1])
	}
	if want := "not compared: 1 cell, where runs failed or had no value, there or in the baseline"; !slices.Contains(got.Notes, want) {
		t.Errorf("%q", got.Notes)
	}
}

// A repetition that is averaged over cells is left out once, however many of its runs failed.
func TestFailedAverage(t *testing.T) {
	p := written(t, small, func(r *results.Run) bool {
		if r.Cell < 2 && r.Repetition == 2 {
			r.Status, r.Reason, r.Metrics = results.Failed, "it sank", nil
		}
		return true
	})
	got := made(t, p, study.Table{Rows: "mac", Metric: "delay"}, Options{Average: []string{"speed"}})
	if c := got.Cells[0][0]; c.N != 4 || c.Left != 1 || c.Estimate != 17.25 { // of 15, 17, 18 and 19
		t.Errorf("%+v", c)
	}
}

// One run has a mean without interval and no test of means; one pair of shares has a test, p = 1.
func TestOneRun(t *testing.T) {
	p := written(t, strings.Replace(small, "repeat: 5", "repeat: 1", 1), nil)
	of := p.Tables[0]
	for _, o := range []Options{{Difference: true}, {Effect: true}} {
		if _, err := p.Table(of, o); err == nil || !strings.Contains(err.Error(), "each needs two runs with values at least") {
			t.Error(err)
		}
	}
	alone := made(t, p, of, Options{})
	if alone.Test != nil || alone.Cells[1][0].Tested || !slices.Contains(alone.Notes, "not compared with MAC protocol TDMA: each comparison needs two runs with values at least") {
		t.Errorf("%+v, %q", alone.Test, alone.Notes)
	}
	of.Baseline = ""
	got := made(t, p, of, Options{})
	if c := got.Cells[0][0]; c.Estimate != 10 || !math.IsNaN(c.Low) || !math.IsNaN(c.High) || c.N != 1 {
		t.Errorf("%+v", c)
	}
	if page := text(t, got, table.Text); !strings.Contains(page, "one run gives no interval") {
		t.Error(page)
	}
	of = p.Tables[1]
	of.Baseline = "tdma"
	if c := made(t, p, of, Options{}).Cells[1][0]; !c.Tested || c.P != 1 {
		t.Errorf("%+v", c)
	}
}

// Differences that are the same in all pairs have p = 0, though two pairs prove little.
func TestDifferenceWithoutSpread(t *testing.T) {
	p := written(t, strings.Replace(small, "repeat: 5", "repeat: 2", 1), func(r *results.Run) bool {
		r.Metrics[0].Value = float64(10*r.Repetition + r.Cell)
		return true
	})
	const want = "a difference without spread, the same in all runs that are compared, has p = 0 however few they are"
	for _, difference := range []bool{false, true} {
		got := made(t, p, p.Tables[0], Options{Difference: difference})
		if last := got.Cells[len(got.Cells)-1][0]; !last.Tested || last.P != 0 || !slices.Contains(got.Notes, want) {
			t.Errorf("%+v: %q", last, got.Notes)
		}
	}
	p = written(t, small, nil)
	if got := made(t, p, p.Tables[0], Options{}); slices.Contains(got.Notes, want) {
		t.Errorf("%q", got.Notes)
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
	// Welch of the other way: 1.3784 = sqrt(0.7 + 1.2) times 2.334, t of 7.48 degrees of freedom.
	of.Baseline = "0m/s"
	if page := text(t, made(t, p, of, Options{Difference: true}), table.Text); !strings.Contains(page, "ALOHA, 10: ± 2 in pairs; on random numbers of their own it would be ± 3.2 (Welch)") {
		t.Error(page)
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

// Hedges' g by hand: the variances of the four cells are 2.5, 2.5, 3.5 and 6 (see delays), so
// that the differences of 2 and 1 are 2/sqrt(3) and 1/sqrt(4.25) pooled deviations; the factor
// for 8 degrees of freedom is gamma(4)/(2 gamma(7/2)) = 6/(2 x 3.323351) = 0.902703.
func TestEffects(t *testing.T) {
	p, nan := written(t, small, nil), math.NaN()
	got := made(t, p, p.Tables[0], Options{Effect: true})
	same(t, got, [][]table.Cell{{
		{Estimate: 1.04235, Low: nan, High: nan, N: 5, Tested: true, P: 0.006396}, {Estimate: 0.43788, Low: nan, High: nan, N: 5, Tested: true, P: 0.2302},
	}})
	page := text(t, got, table.Text)
	for _, want := range []string{"effect on mean delay", "1.042**", "Hedges' g: difference from MAC protocol TDMA in standard deviations of single runs", "compared: 5 pairs"} {
		if !strings.Contains(page, want) || strings.Contains(page, "(Welch)") {
			t.Errorf("there is no %q in\n%s", want, page)
		}
	}
}

// By hand, with any printed table of t: 5 % of the means 12, 22, 14 and 23 are 0.6, 1.1, 0.7 and
// 1.15, and the deviations 1.58114, 1.58114, 1.87083 and 2.44949. So t s/sqrt(n) is small enough
// first with 30 runs (0.5904; 0.6014 with 29), 11 (1.0622; 1.1311), 30 (0.6986; 0.7116) and 20
// (1.1464; 1.1806).
func TestWishedPrecision(t *testing.T) {
	p := written(t, small, nil)
	note := func(of study.Table, o Options) string {
		notes := made(t, p, of, o).Notes
		return notes[len(notes)-1]
	}
	of := p.Tables[0]
	if got, want := note(of, Options{Precision: 0.05}), "for ± 5 % of the mean, by what these runs vary: 11 to 30 repetitions, most for TDMA, 0"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	of.Rows, of.Columns, of.Baseline, of.Where = "mac", "", "", "speed == 0.1m/s and mac == 'tdma'"
	if got, want := note(of, Options{Precision: 0.05}), "for ± 5 % of the mean, by what these runs vary: 11 repetitions"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := note(of, Options{Precision: 1e-6}); !strings.HasSuffix(got, ": a million or more repetitions") {
		t.Errorf("%q", got)
	}
	for _, c := range []struct {
		statistic, metric string
		Options
		want string
	}{
		{"median", "delay", Options{Precision: 0.05}, "a precision is wished of means, and this is a median"},
		{"", "auv.docked", Options{Precision: 0.05}, "a precision is wished of means, and this is a number or share of runs"},
		{"", "delay", Options{Precision: 1}, "precision 1: it is a part of the mean"},
		{"", "delay", Options{Precision: 0.05, Difference: true}, "the table shows differences"},
		{"", "delay", Options{Effect: true, Difference: true}, "differences or their effect sizes, and not both"},
	} {
		of := p.Tables[0]
		of.Baseline, of.Statistic, of.Metric = "", c.statistic, c.metric
		if _, err := p.Table(of, c.Options); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.Options, err, c.want)
		}
	}
	p = written(t, strings.Replace(small, "repeat: 5", "repeat: 1", 1), nil)
	of.Where = "speed == 0m/s"
	if got := note(of, Options{Precision: 0.05}); !strings.Contains(got, "cannot be told: that takes two runs") {
		t.Errorf("%q", got)
	}
}

// Notes say that the data chose the number of runs, and what a repetition of averaged cells is.
func TestNotesOfRuns(t *testing.T) {
	p := written(t, strings.Replace(small, "repeat: 5", "until: {metric: delay, min: 3, max: 5}", 1), nil, 3, 5, 3, 3)
	page := text(t, made(t, p, p.Tables[0], Options{}), table.Text)
	for _, want := range []string{
		"the data chose the number of runs (until mean delay is known to ± 5 %), so that intervals may cover with a little less than their nominal 95 %",
		"number of runs: TDMA 3, 5; ALOHA 3, 3\n",
		"1 of 4 cells have all 5 runs that they may have, and are not known to ± 5 %: MAC protocol TDMA, current 10cm/s: mean delay 22 ± 2 s\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %q in\n%s", want, page)
		}
	}
	if state := p.State(); !strings.Contains(state, "; 3 to 5 runs of a cell; 1 of 4 cells have all 5 runs") {
		t.Error(state)
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
