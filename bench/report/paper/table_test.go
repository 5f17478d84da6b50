package paper

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"halocline/bench/report/table"
	"halocline/bench/study"
	"halocline/bench/study/results"
	"halocline/scenarios/strict"
	"halocline/sim/simtest"
)

// Five values with the mean 12 and the standard deviation 1.58114: with t = 2.776 for
// four degrees of freedom (any printed table) the half-width is 2.776 * 0.70711 = 1.963.
// Against the baseline the differences have the means 2 and 1 and the deviations
// 0.70711 and 1.58114, so that t is 6.32456 and 1.41421. For four degrees of freedom
// P(T <= t) = 1/2 + 3/8 t / sqrt(1 + t^2/4) (1 - t^2 / (12 (1 + t^2/4))): two-sided 0.003198
// and 0.2302. Holm doubles the first.
func TestMeans(t *testing.T) {
	p := written(t, small, nil)
	got := made(t, p, p.Tables[0], Options{})
	want := [][]table.Cell{
		{{Estimate: 12, Low: 10.037, High: 13.963, N: 5}, {Estimate: 22, Low: 20.037, High: 23.963, N: 5}},
		{{Estimate: 14, Low: 11.677, High: 16.323, N: 5, Tested: true, P: 0.006396}, {Estimate: 23, Low: 19.959, High: 26.041, N: 5, Tested: true, P: 0.2302}},
	}
	same(t, got, want)
	if got.Rows != "MAC protocol" || got.RowLabels[0] != "TDMA" || got.RowLabels[1] != "ALOHA" {
		t.Errorf("rows %s: %v", got.Rows, got.RowLabels)
	}
	if c := got.ColumnLabels[1]; got.Columns != "current (cm/s)" || c.Label != "10" || c.Group != "mean delay (s)" {
		t.Errorf("columns %s: %+v", got.Columns, c)
	}
	if got.Test.Name != "Student's t-test of pairs on common random numbers" || got.Test.Adjusted != "Holm's method, 2 comparisons" || got.Test.Baseline != "MAC protocol TDMA" {
		t.Errorf("test %+v", got.Test)
	}
	// 2 and 1, -+ 2.77645 times 0.70711/sqrt(5) and 1.58114/sqrt(5).
	if notes := []string{"ALOHA, 0 less the baseline: 2, 95 % interval 1.122 to 2.878", "ALOHA, 10 less the baseline: 1, 95 % interval -0.9632 to 2.963", "compared: 5 pairs of runs in each cell"}; !slices.Equal(got.Notes, notes) {
		t.Errorf("%q", got.Notes)
	}
	if s := got.Source; s.Command != "halocline table r.db" || s.Version != "1.2.3" || s.Repetitions != 5 || s.Most != 0 || s.Seeds != "made from 1, common to all cells" {
		t.Errorf("source %+v", s)
	}
	if page := text(t, got, table.Text); !strings.Contains(page, "14.0 ± 2.3**") || strings.Contains(page, "23.0 ± 3.0*") {
		t.Error(page)
	}
}

// An interval that is narrow beside its place is written with the digits that tell its
// ends apart: a tenth of its width moves the last of them.
func TestDigits(t *testing.T) {
	for _, row := range []struct {
		low, high float64
		want      int
	}{
		{1.122, 2.878, 4}, // as ever
		{-0.9632, 2.963, 4},
		{-12.0700, -12.0660, 6}, // width 0.004: -12.0700, the fourth decimal
		{-13.87, -13.83, 5},     // width 0.04: -13.870, the third
		{100000.5, 100001.5, 7}, // width 1: the first decimal
		{3, 3, 4},
		{0, 0, 4},
	} {
		if got := digits(row.low, row.high); got != row.want {
			t.Errorf("%g to %g with %d digits, not %d", row.low, row.high, got, row.want)
		}
	}
}

// same compares cells.
func same(t *testing.T, got table.Table, want [][]table.Cell) {
	t.Helper()
	if len(got.Cells) != len(want) {
		t.Fatalf("%d rows, want %d", len(got.Cells), len(want))
	}
	for i := range want {
		if len(got.Cells[i]) != len(want[i]) {
			t.Fatalf("row %d has %d columns, want %d", i, len(got.Cells[i]), len(want[i]))
		}
		for j, w := range want[i] {
			g := got.Cells[i][j]
			if !near(g.Estimate, w.Estimate, 1e-4) || !near(g.Low, w.Low, 1e-3) || !near(g.High, w.High, 1e-3) || !near(g.P, w.P, 1e-6*math.Max(1, 1e3*w.P)) ||
				g.N != w.N || g.Left != w.Left || g.Tested != w.Tested || g.Why != w.Why {
				t.Errorf("row %d, column %d: %+v, want %+v", i, j, g, w)
			}
		}
	}
}

// With seeds of their own the protocols differ by 2 and by 1 at equal deviations of
// 1.58114 and, of the second, 1.87083, 1.58114 and 2.44949: t = 2/sqrt((2.5+3.5)/5) = 1.82574
// with 7.784 degrees of freedom, and 1/sqrt((2.5+6)/5) = 0.76696 with 6.837 degrees.
// Interpolated between whole degrees of a printed table 0.106 and 0.469; Holm doubles the first.
func TestWelch(t *testing.T) {
	p := written(t, strings.Replace(small, "repeat: 5", "repeat: 5\nseeds: independent", 1), nil)
	got := made(t, p, p.Tables[0], Options{})
	if a, b := got.Cells[1][0].P, got.Cells[1][1].P; !near(a, 0.212, 0.004) || !near(b, 0.469, 0.004) {
		t.Errorf("p-values %g and %g", a, b)
	}
	// Welch: 2 -+ t(7.784) 1.09545 and t of 2.306 to 2.365 for eight and seven degrees.
	var low, high float64
	if _, err := fmt.Sscanf(got.Notes[0], "ALOHA, 0 less the baseline: 2, 95 %% interval %g to %g", &low, &high); err != nil || !near(low, 2-2.32*1.09545, 0.03) || !near(high, 2+2.32*1.09545, 0.03) {
		t.Errorf("%q: %v", got.Notes, err)
	}
	if got.Test.Name != "Welch's t-test" || got.Source.Seeds != "made from 1, of each cell its own" {
		t.Errorf("%+v, %+v", got.Test, got.Source)
	}
}

// Wilson for 4 of 5: (2 4 + 3.8415 -+ 1.95996 sqrt(3.8415 + 4 5 0.8 0.2)) / (2 (5 + 3.8415))
// is 0.3755 to 0.9638; for 5 of 5 it is 5/8.8415 = 0.5655 to 1, for none 0 to 0.4345. One pair differs
// without a current, p = 1, and five with it, p = 2/2^5 = 0.0625, which Holm doubles.
func TestShares(t *testing.T) {
	p := written(t, small, nil)
	of := p.Tables[1]
	of.Baseline = "tdma"
	got := made(t, p, of, Options{})
	same(t, got, [][]table.Cell{
		{{Estimate: 1, Low: 0.5655, High: 1, N: 5}, {Estimate: 0, Low: 0, High: 0.4345, N: 5}},
		{{Estimate: 0.8, Low: 0.3755, High: 0.9638, N: 5, Tested: true, P: 1}, {Estimate: 1, Low: 0.5655, High: 1, N: 5, Tested: true, P: 0.125}},
	})
	if c := got.ColumnLabels[0]; c.Group != "docked (%)" || !c.Style.Percent || got.Name != "docked-1" || !strings.Contains(got.Test.Name, "McNemar") {
		t.Errorf("%+v, name %s, test %s", c, got.Name, got.Test.Name)
	}
	if got.Caption != "Docked (%) by MAC protocol and current" {
		t.Errorf("caption %q", got.Caption)
	}
}

// The lady tasting tea (Fisher, The Design of Experiments, 1935): three of four cups and one
// of four, p = 34/70 on two sides. Five of five against none: 2/252. McNemar: of seven pairs
// that differ one goes the other way, p = 2 (1 + 7)/128.
func TestExactTests(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name      string
		x, y      []float64
		test      func(x, y []float64) float64
		wantValue float64
	}{
		{"tea", []float64{1, 1, 1, 0}, []float64{1, 0, 0, 0}, fisher, 34.0 / 70},
		{"all against none", []float64{1, 1, 1, 1, 1}, []float64{0, 0, 0, 0, 0, nan}, fisher, 2.0 / 252},
		{"nothing", []float64{nan}, []float64{1}, fisher, nan},
		{"seven pairs", []float64{1, 1, 1, 1, 1, 1, 0, 1, nan}, []float64{0, 0, 0, 0, 0, 0, 1, 1, 1}, mcNemar, 0.125},
		{"no pair differs", []float64{1, 0}, []float64{1, 0}, mcNemar, 1},
		{"no pair", []float64{1, nan}, []float64{nan, 1}, mcNemar, nan},
	} {
		if got := c.test(c.x, c.y); !near(got, c.wantValue, 1e-12) {
			t.Errorf("%s: %g, want %g", c.name, got, c.wantValue)
		}
	}
}

// What there is of the first cell: two runs of 10 and 14, one that failed, one without a value,
// and one that is not made. Their mean is 12, with t = 12.706 for one degree of freedom and
// s/sqrt(2) = 2 the half-width 25.412.
func TestMissing(t *testing.T) {
	p := written(t, small, func(r *results.Run) bool {
		switch {
		case r.Cell == 0 && r.Repetition == 1:
			r.Status, r.Reason, r.Metrics = results.Failed, "it sank", nil
		case r.Cell == 0 && r.Repetition == 2:
			r.Metrics = r.Metrics[1:]
		case r.Cell == 0 && r.Repetition == 3:
			return false
		case r.Cell == 1:
			r.Metrics[0].Value = math.NaN()
		case r.Cell == 2:
			return false
		}
		return true
	})
	of := p.Tables[0]
	of.Baseline = ""
	got := made(t, p, of, Options{})
	nan := math.NaN()
	same(t, got, [][]table.Cell{
		{{Estimate: 12, Low: -13.412, High: 37.412, N: 2, Left: 2, Why: "1 run failed, and 1 had no value"}, {Estimate: nan, Low: nan, High: nan, Left: 5}},
		{{Estimate: nan, Low: nan, High: nan, Why: "not run yet"}, {Estimate: 23, Low: 19.959, High: 26.041, N: 5}},
	})
	page := text(t, got, table.Text)
	for _, want := range []string{"from 2 of 4 runs: 1 run failed, and 1 had no value", "no value in any of 5 runs", "not run yet", "the study is not complete: 6 of 20 runs are missing", "0 to 5 repetitions"} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %q in\n%s", want, page)
		}
	}
	if s := p.State(); s != "4 cells, 14 runs, made by version 1.2.3; 1 of the runs failed; the study is not complete: 6 of 20 runs are missing." {
		t.Error(s)
	}
}

// Where cells are stopped early, further runs do not count: 10, 12 and 11 have the mean 11.
func TestStopped(t *testing.T) {
	p := written(t, strings.Replace(small, "repeat: 5", "until: {metric: delay, min: 3, max: 5}", 1), nil, 3, 5, 3, 3)
	got := made(t, p, p.Tables[0], Options{})
	if c := got.Cells[0][0]; c.Estimate != 11 || c.N != 3 || c.Left != 0 {
		t.Errorf("%+v", c)
	}
	if c := got.Cells[0][1]; c.Estimate != 22 || c.N != 5 {
		t.Errorf("%+v", c)
	}
	if got.Source.Repetitions != 3 || got.Source.Most != 5 {
		t.Errorf("%+v", got.Source)
	}
}

// Shares are per cent once, whether or not their label says so; what has another unit is no
// share, though it may be 0 and 1.
func TestShareUnits(t *testing.T) {
	p := written(t, strings.Replace(small, "{title: docked}", "{title: docked, unit: \"%\"}", 1), func(r *results.Run) bool {
		r.Metrics[3].Value = r.Metrics[1].Value // error, in m s
		return true
	})
	of := study.Table{Rows: "mac", Metric: "auv.docked", Where: "speed == 0m/s"}
	got := made(t, p, of, Options{})
	if c := got.Cells[1][0]; !near(c.Estimate, 0.8, 1e-12) || !near(c.Low, 0.3755, 1e-4) || got.ColumnLabels[0].Label != "docked (%)" {
		t.Errorf("%+v, %+v", c, got.ColumnLabels[0])
	}
	of.Metric = "error"
	if got := made(t, p, of, Options{}); got.ColumnLabels[0].Style.Percent {
		t.Errorf("%+v", got.ColumnLabels[0])
	}
}

// The statistics of 10, 12, 11, 13 and 14. Quantiles of type 7 lie at 1 + 4p of the ordered
// values. At 95 % five values bound the median on neither side and the others on one: a
// binomial of 5 and 0.25 is at least 3 in 10.4 % and at least 4 in 1.6 %, so that the upper end of
// the lower quartile is between the third and fourth value; one of 5 and 0.05 is at least 1
// in 22.6 % and at least 2 in 2.3 %, so that of the 0.05-quantile is between the first and second.
func TestStatistics(t *testing.T) {
	p := written(t, small, nil)
	inf, nan := math.Inf(1), math.NaN()
	for statistic, want := range map[string]table.Cell{
		"mean":   {Estimate: 12, Low: 10.037, High: 13.963, N: 5},
		"median": {Estimate: 12, Low: -inf, High: inf, N: 5},
		"sd":     {Estimate: 1.58114, Low: nan, High: nan, N: 5},
		"min":    {Estimate: 10, Low: nan, High: nan, N: 5},
		"max":    {Estimate: 14, Low: nan, High: nan, N: 5},
		"count":  {Estimate: 5, Low: nan, High: nan},
	} {
		got := made(t, p, study.Table{Rows: "mac", Metric: "delay", Statistic: statistic, Where: "speed == 0cm/s and mac == 'tdma'"}, Options{})
		same(t, got, [][]table.Cell{{want}})
		for _, f := range table.Formats() {
			text(t, got, f)
		}
	}
	for statistic, want := range map[string]struct{ estimate, lowest, low, high, highest float64 }{
		"p25": {11, -inf, -inf, 12, 13}, "p5": {10.2, -inf, -inf, 10, 11}, "p75": {13, 11, 12, inf, inf}, "p95": {13.8, 13, 14, inf, inf},
	} {
		got := made(t, p, study.Table{Rows: "mac", Metric: "delay", Statistic: statistic, Where: "speed == 0m/s"}, Options{}).Cells[0][0]
		if !near(got.Estimate, want.estimate, 1e-12) || got.Low < want.lowest || got.Low > want.low || got.High < want.high || got.High > want.highest {
			t.Errorf("%s: %+v", statistic, got)
		}
	}
	// At 50 % the median of five lies within the second and fourth value at least.
	got := made(t, p, study.Table{Rows: "mac", Metric: "delay", Statistic: "median", Where: "speed == 0m/s"}, Options{Confidence: 0.5})
	if c := got.Cells[0][0]; !(c.Low >= 11 && c.Low < 12 && c.High > 12 && c.High <= 13) {
		t.Errorf("median %+v", c)
	}
	if s := got.ColumnLabels[0]; s.Label != "median of mean delay (s)" || s.Style.Meaning != "median, 50 % interval between order statistics" {
		t.Errorf("%+v", s)
	}
}

// Over both currents the five repetitions of TDMA have the means 15, 17, 16, 18 and 19. Were
// the ten values taken for independent, the interval would be wider by far.
func TestAverage(t *testing.T) {
	p := written(t, small, nil)
	got := made(t, p, study.Table{Rows: "mac", Metric: "delay"}, Options{Average: []string{"speed"}})
	if c := got.Cells[0][0]; c.Estimate != 17 || !near(c.High, 18.963, 1e-3) || c.N != 5 {
		t.Errorf("%+v", c)
	}
}

// Labels give the units of metrics: 1500 J are 1.5 kJ, 0.25 of all are 25 %.
func TestUnits(t *testing.T) {
	p := written(t, small, nil)
	for metric, want := range map[string]struct {
		label string
		value float64
	}{"energy": {"energy (kJ)", 1.5}, "error": {"error (m·s)", 7}, "ratio": {"ratio (%)", 50}} {
		got := made(t, p, study.Table{Rows: "mac", Metric: metric, Where: "speed == 0m/s"}, Options{})
		if c := got.Cells[0][0]; !near(c.Estimate, want.value, 1e-12) || got.ColumnLabels[0].Label != want.label || got.ColumnLabels[0].Style.Percent {
			t.Errorf("%s: %+v, %+v", metric, c, got.ColumnLabels[0])
		}
		if alike := metric != "ratio"; alike != slices.Contains(got.Notes, "an interval without width: all runs gave the same value, which does not bound that of others") {
			t.Errorf("%s: %v", metric, got.Notes)
		}
	}
}

// Every error says what is wrong and what to do.
func TestTableErrors(t *testing.T) {
	p := written(t, small, nil)
	odd := written(t, strings.Replace(small, "unit: kJ", "unit: m", 1), nil)
	none := written(t, small, func(r *results.Run) bool { return false })
	for _, c := range []struct {
		paper *Paper
		table study.Table
		opts  Options
		want  string
	}{
		{p, study.Table{Rows: "mac", Metric: "delai"}, Options{}, `table of delai: no run had it: unknown metric "delai"; did you mean "delay"?`},
		{p, study.Table{Rows: "mac", Metric: "delay"}, Options{}, `cells that differ in water.current.speed would be mixed; choose one value of it with where, as in where "speed == 0m/s", or say that it is averaged over`},
		{p, study.Table{Rows: "speed", Metric: "delay"}, Options{}, `as in where "mac == 'tdma'"`},
		{p, study.Table{Name: "x", Rows: "mak", Metric: "delay"}, Options{}, `table x: unknown path or variable of the sweep "mak"; known: links.acoustic.mac, water.current.speed`},
		{p, study.Table{Rows: "mac", Columns: "links.acoustic.mac", Metric: "delay"}, Options{}, "links.acoustic.mac cannot be both ways"},
		{p, study.Table{Rows: "mac", Metric: "delay"}, Options{Average: []string{"mac"}}, "links.acoustic.mac is both shown and averaged over; leave one of them out"},
		{p, study.Table{Rows: "mac", Metric: "delay"}, Options{Average: []string{"spede"}}, `average: unknown path or variable of the sweep "spede"`},
		{p, study.Table{Metric: "delay"}, Options{}, "name rows and a metric"},
		{p, study.Table{Rows: "mac", Metric: "delay", Where: "speed <"}, Options{}, `where "speed <": the expression ends where it needs a value`},
		{p, study.Table{Rows: "mac", Metric: "delay", Where: "speed > 1m/s"}, Options{}, `no cell of the study meets the condition "speed > 1m/s"; there are mac 'tdma', 'aloha'; speed 0m/s, 0.1m/s`},
		{p, study.Table{Rows: "mac", Columns: "speed", Metric: "delay", Statistic: "mode"}, Options{}, `unknown statistic "mode"`},
		{p, study.Table{Rows: "mac", Columns: "speed", Metric: "delay", Baseline: "csma"}, Options{}, `baseline: unknown value of the rows or columns "csma"`},
		{p, study.Table{Rows: "mac", Columns: "speed", Metric: "delay", Statistic: "p95", Baseline: "tdma"}, Options{}, "baseline: means are compared, and the statistic is p95; leave one of them out"},
		{p, study.Table{Rows: "mac", Metric: "delay", Where: "mac == 'tdma' and speed == 0m/s", Baseline: "tdma"}, Options{}, "baseline: nothing is there to be compared with MAC protocol TDMA"},
		{p, study.Table{Rows: "mac", Metric: "delay"}, Options{Confidence: 95}, "confidence 95: it lies between 0 and 1, such as 0.95"},
		{p, study.Table{Rows: "mac", Metric: "delay"}, Options{Digits: 20}, "20 digits: at least 1 and at most 15"},
		{odd, study.Table{Rows: "mac", Columns: "speed", Metric: "energy"}, Options{}, `the label of energy has the unit "m"; the metric is in J`},
		{none, study.Table{Rows: "mac", Columns: "speed", Metric: "delay"}, Options{}, "no run has any metric; the file holds no finished run"},
	} {
		if _, err := c.paper.Table(c.table, c.opts); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.table, err, c.want)
		}
	}
}

// A baseline may be named as the study has it, as it is shown, or in another unit.
func TestBaselineNames(t *testing.T) {
	p := written(t, small, nil)
	for _, name := range []string{"0.1m/s", "10cm/s", "10", "100mm/s"} {
		got := made(t, p, study.Table{Rows: "mac", Columns: "speed", Metric: "delay", Baseline: strict.Raw(name)}, Options{})
		if got.Test.Baseline != "current (cm/s) 10" || got.Cells[0][1].Tested || !got.Cells[0][0].Tested {
			t.Errorf("%s: %+v", name, got.Test)
		}
	}
}

// The numbers of a CSV file are those of the table, with all digits.
func TestCSV(t *testing.T) {
	p := written(t, small, nil)
	of := made(t, p, p.Tables[0], Options{})
	lines, err := csv.NewReader(strings.NewReader(text(t, of, table.CSV))).ReadAll()
	if err != nil || len(lines) != 5 {
		t.Fatal(lines, err)
	}
	if got := lines[0][:4]; strings.Join(got, "|") != "MAC protocol|group|current (cm/s)|estimate" {
		t.Error(got)
	}
	for k, line := range lines[1:] {
		c := of.Cells[k/2][k%2]
		for i, want := range []float64{c.Estimate, c.Low, c.High} {
			if got, err := strconv.ParseFloat(line[3+i], 64); err != nil || got != want {
				t.Errorf("line %d: %s, want %g", k+2, line[3+i], want)
			}
		}
	}
}

// The width that a study gives a table is that in LaTeX: a column of the page unless it says page.
func TestTableWidth(t *testing.T) {
	for width, want := range map[string]string{"": "\\begin{table}[", ", width: column": "\\begin{table}[", ", width: page": "\\begin{table*}["} {
		p := written(t, strings.Replace(small, "caption: Delays", "caption: Delays"+width, 1), nil)
		if got := text(t, made(t, p, p.Tables[0], Options{}), table.LaTeX); !strings.Contains(got, want) {
			t.Errorf("%q: there is no %s in\n%s", width, want, got)
		}
	}
}

// Names that LaTeX would take for commands compile.
func TestLaTeX(t *testing.T) {
	simtest.SkipShort(t, "needs pdflatex")
	program, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Fatal("pdflatex is missing: the Debian packages texlive-latex-base and texlive-latex-recommended have it")
	}
	hard := strings.NewReplacer("title: MAC protocol", `title: "MAC_protocol & 100 % #1 {x} $y$ ~^\\"`, "caption: Delays", `caption: "50 % of A_B & C #2"`,
		"tdma: TDMA", `tdma: "TD_MA & 5 % #"`).Replace(small)
	p := written(t, hard, nil)
	body := text(t, made(t, p, study.Table{Name: "second_one", Rows: "mac", Columns: "speed", Metric: "error"}, Options{}), table.LaTeX)
	var document strings.Builder
	if err := made(t, p, p.Tables[0], Options{}).Write(&document, table.LaTeX, table.Options{Standalone: true}); err != nil {
		t.Fatal(err)
	}
	whole := strings.Replace(document.String(), `\end{document}`, body+`\end{document}`, 1)
	document.Reset()
	document.WriteString(whole)
	if !strings.Contains(whole, `m\ensuremath{\cdot}s`) && !strings.Contains(whole, `m$\cdot$s`) {
		t.Errorf("there is no second table with m s in\n%s", whole)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "t.tex"), []byte(document.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "t.tex")
	cmd.Dir = dir
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\n%s", err, said, document.String())
	}
	if !strings.Contains(document.String(), `TD\_MA \& 5 \% \#`) {
		t.Error(document.String())
	}
}

// A study whose text this program cannot read, or that has other cells, is refused.
func TestOpen(t *testing.T) {
	for _, c := range []struct {
		text  string
		cells int
		want  string
	}{
		{"name: small\nbase: x\nsweeep: {duration: [1s]}\n", 1, "the study in the result file, which version 9 wrote, cannot be read: study.yaml:3:1"},
		{"name: small\nbase: x\nsweep: {duration: [1s, 2s]}\n", 1, "the result file has 1 cells and its study 2; it was not made by this program"},
	} {
		path := filepath.Join(t.TempDir(), "r.db")
		w, err := results.Create(t.Context(), path, results.Study{Name: "small", Text: c.text, Hash: "1", Version: "9", Cells: c.cells, Repeat: 1}, []results.Cell{{}})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		f, err := results.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := Open(f, "x"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// A cell links to that of its runs whose value is nearest to what it shows. The means are 12, 22, 14 and 23, see TestMeans: the
// first runs with these values are the second, the second, the second and the third.
func TestCellsNameTypicalRuns(t *testing.T) {
	p := written(t, small, nil)
	got := made(t, p, p.Tables[0], Options{})
	for i, row := range [][]string{{"0:1", "1:1"}, {"2:1", "3:2"}} {
		for j, want := range row {
			if run := got.Cells[i][j].Run; run != want {
				t.Errorf("cell %d, %d names run %s, want %s", i, j, run, want)
			}
		}
	}
	var page strings.Builder
	if err := got.Write(&page, table.HTML, table.Options{View: "http://127.0.0.1:7410/"}); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(page.String(), `<a href="http://127.0.0.1:7410/`); n != 4 || !strings.Contains(page.String(), `/3:2/">23`) {
		t.Errorf("%d links in %s", n, page.String())
	}
	if page := text(t, got, table.HTML); strings.Contains(page, "<a ") {
		t.Errorf("links that nobody asked for: %s", page)
	}
}
