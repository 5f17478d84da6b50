package paper

import (
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/bench/report/figure"
	"halocline/bench/report/table"
	"halocline/bench/study"
	"halocline/bench/study/results"
	"halocline/sim/simtest"
)

// judgedStudy is a study of a metric whose runs the tests make up.
const judgedStudy = `name: judged
base: nowhere.yaml
sweep: {a.b.small: {from: 0m, to: 1m}, a.b.large: {from: 1, to: 11, step: 10}}
labels: {small: {title: no. 1 of both}, delay: {unit: ms}}
repeat: 2
record: {metrics: [delay]}
`

// delayed makes the delay 1 s per small, and 3 s where large is 11, and what the runs have more.
func delayed(s *study.Study, more func(r *results.Run) float64) func(*results.Run) bool {
	return func(r *results.Run) bool {
		params := s.Cell(r.Cell).Params
		v := params[0].Value + 0.3*(params[1].Value-1) + more(r)
		r.Metrics = []results.Metric{{Name: "delay", Unit: "s", Value: v}}
		return true
	}
}

// With Morris the effect of small is 1 s over its range, 1000 ms as the label has it. That of large is 3 s in a step of 2/3
// of its range, thus 4.5 s over all. Chance that is 1 s more in all second repetitions of a trajectory cancels in effects.
func TestEffectsTable(t *testing.T) {
	text := judgedStudy + "sensitivity: {method: morris, rows: 6, of: [delay]}\n"
	s, err := reread(text)
	if err != nil {
		t.Fatal(err)
	}
	p := written(t, text, delayed(s, func(r *results.Run) float64 { return float64(r.Repetition * (r.Cell / 3 % 2)) }))
	got := made(t, p, p.Tables[0], Options{})
	if want := []string{"a.b.large", "no. 1 of both", "chance"}; !slices.Equal(got.RowLabels, want) {
		t.Fatalf("rows %v, want %v", got.RowLabels, want)
	}
	for i, want := range [][3]float64{ // of values with six digits
		{4500, 4500, 0},
		{1000, 1000, 0},
		{0, math.NaN(), 0},
	} {
		for j, x := range want {
			if c := got.Cells[i][j]; !near(c.Estimate, x, 1e-2) {
				t.Errorf("row %s, column %s: %g, want %g", got.RowLabels[i], got.ColumnLabels[j].Label, c.Estimate, x)
			}
		}
	}
	for _, f := range table.Formats() {
		if err := got.Write(io.Discard, f, table.Options{}); err != nil {
			t.Error(err)
		}
	}
	drawn, err := p.Figure(p.Figures[0], Options{})
	if err != nil {
		t.Fatal(err)
	}
	bars := drawn.Layers[0].(figure.Bars)
	if !slices.Equal(drawn.X.Names, []string{"large", "no. 1 of both", "chance"}) || bars.Name != "μ*" || !near(bars.Values[0], 4500, 1e-6) || drawn.Y.Unit != "ms" {
		t.Errorf("%s of %v: %v in %s", bars.Name, drawn.X.Names, bars.Values, drawn.Y.Unit)
	}
}

// With Sobol, small has the variance 1/12 s^2, large, which is 0 or 3 s, 9/4, and chance that is 0 or 1 s 1/4. The shares are
// 0.0323, 0.8710 and 0.0968, without interactions.
func TestIndicesTable(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	text := judgedStudy + "sensitivity: {method: sobol, rows: 400, of: [delay]}\n"
	s, err := reread(text)
	if err != nil {
		t.Fatal(err)
	}
	coin := func(r *results.Run) float64 { return float64(r.Seed % 2) }
	p := written(t, text, delayed(s, coin))
	got := made(t, p, p.Tables[0], Options{Confidence: 0.999})
	if want := []string{"a.b.large", "no. 1 of both", "chance"}; !slices.Equal(got.RowLabels, want) {
		t.Fatalf("rows %v, want %v", got.RowLabels, want)
	}
	for i, want := range []float64{0.8710, 0.0323, 0.0968} {
		for j, c := range got.Cells[i] {
			if i == 2 && j == 0 {
				continue // chance has no S1
			}
			if !(c.Low <= want && want <= c.High) || c.High-c.Low > 0.35 {
				t.Errorf("row %s, column %s: %g from %g to %g, want %g", got.RowLabels[i], got.ColumnLabels[j].Label, c.Estimate, c.Low, c.High, want)
			}
		}
	}
	if notes := strings.Join(got.Notes, "\n"); !strings.Contains(notes, "from 400 points in the space of 2 parameters") || !strings.Contains(notes, "not explained by parameters: ") {
		t.Error(notes)
	}
}

// Rows with a run that has no value are counted. One run of a cell does not tell chance. What has no cells to show is refused.
func TestEffectsNotes(t *testing.T) {
	text := strings.Replace(judgedStudy, "repeat: 2", "repeat: 1", 1) + "sensitivity: {method: morris, rows: 6, of: [delay]}\n"
	p := written(t, text, func(r *results.Run) bool {
		r.Metrics = []results.Metric{{Name: "delay", Unit: "s", Value: float64(r.Cell % 5)}}
		if r.Cell == 4 {
			r.Status, r.Reason = results.Failed, "it failed"
			r.Metrics = nil
		}
		return r.Cell != 17
	})
	notes := strings.Join(made(t, p, p.Tables[0], Options{}).Notes, "\n")
	for _, want := range []string{"from 4 trajectories", "2 trajectories are left out", "with repeat: 2 it is told apart", "1 of 18 runs are missing"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in:\n%s", want, notes)
		}
	}
	if _, err := p.Table(p.Tables[0], Options{Difference: true}); err == nil || !strings.Contains(err.Error(), "neither columns nor") {
		t.Error(err)
	}
}
