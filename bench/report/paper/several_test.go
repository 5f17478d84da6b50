package paper

import (
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/bench/report/figure"
	"halocline/bench/study"
	"halocline/bench/study/results"
	metrics "halocline/sim/metric"
)

// fateRuns are runs of four cells: the first two deliver all packets but those that collide, a tenth in every second run, and the others
// half of them, and the rest is too weak.
func fateRuns(t *testing.T) *Paper {
	t.Helper()
	return written(t, strings.Replace(small, "[auv.docked, delay,", "[fates.*, auv.docked, delay,", 1), func(r *results.Run) bool {
		put := func(name string, kind metrics.Kind, v float64) {
			r.Metrics = append(r.Metrics, results.Metric{Name: "fates." + name, Kind: kind, Value: v})
		}
		switch {
		case r.Cell >= 2:
			put("delivered", metrics.Mean, 0.5)
			put("below_threshold", metrics.Part, 0.5)
		case r.Repetition%2 == 0: // three of five
			put("delivered", metrics.Mean, 0.9)
			put("collision", metrics.Part, 0.1)
		default:
			put("delivered", metrics.Mean, 1)
		}
		return true
	})
}

// A table of a pattern has a column for each metric that it covers, the fates in their order, and 0 where a run lacks a cause: a tenth in
// three of five runs is 0.06.
func TestFates(t *testing.T) {
	p := fateRuns(t)
	got := made(t, p, study.Table{Rows: "mac", Metric: "fates.*", Where: "speed == 0m/s"}, Options{})
	var heads []string
	for _, c := range got.ColumnLabels {
		heads = append(heads, c.Label)
	}
	if !slices.Equal(heads, []string{"delivered", "collision", "below threshold"}) || got.Caption != "Share of the packets offered by MAC protocol" {
		t.Errorf("%q, %q", heads, got.Caption)
	}
	for i, want := range [][]float64{{0.94, 0.06, 0}, {0.5, 0, 0.5}} {
		for j, w := range want {
			if c := got.Cells[i][j]; math.Abs(c.Estimate-w) > 1e-12 || c.N != 5 {
				t.Errorf("%s, %s: %+v, want %v of 5 runs", got.RowLabels[i], heads[j], c, w)
			}
		}
	}
	if c := made(t, p, study.Table{Rows: "mac", Metric: "fates.doppler", Where: "speed == 0m/s"}, Options{}).Cells[0][0]; c.Estimate != 0 || c.N != 5 {
		t.Errorf("a cause that no run has: %+v, want 0 of 5 runs", c)
	}
	for _, c := range []struct {
		of   study.Table
		o    Options
		want string
	}{
		{study.Table{Rows: "mac", Columns: "speed", Metric: "fates.*"}, Options{}, "leave columns out"},
		{study.Table{Rows: "mac", Metric: "fates.*", Baseline: "tdma"}, Options{}, "name one metric"},
		{study.Table{Rows: "mac", Metric: "fate.*"}, Options{}, "no run had a metric fate.*"},
	} {
		if _, err := p.Table(c.of, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.of, err)
		}
	}
}

// Stacked bars go from where the one below ends, and the last ends at 1, for each packet has one fate.
func TestStacked(t *testing.T) {
	p := fateRuns(t)
	got := drawn(t, p, study.Figure{Kind: "stacked", X: "mac", Y: "fates.*", Where: "speed == 0m/s"}, Options{})
	want := []figure.Stack{
		{Name: "delivered", From: []float64{0, 0}, To: []float64{0.94, 0.5}},
		{Name: "collision", From: []float64{0.94, 0.5}, To: []float64{1, 0.5}},
		{Name: "below threshold", From: []float64{1, 0.5}, To: []float64{1, 1}},
	}
	for k, w := range want {
		s := got.Layers[k].(figure.Stack)
		for i := range w.To {
			if s.Name != w.Name || math.Abs(s.From[i]-w.From[i]) > 1e-12 || math.Abs(s.To[i]-w.To[i]) > 1e-12 {
				t.Errorf("%+v, want %+v", s, w)
			}
		}
	}
	if len(got.Layers) != len(want) || !slices.Equal(got.X.Names, []string{"TDMA", "ALOHA"}) || got.Y.Quantity != "Share of the packets offered" {
		t.Errorf("%+v", got.Figure)
	}
	for _, c := range []struct {
		of   study.Figure
		want string
	}{
		{study.Figure{Kind: "stacked", X: "mac", Y: "fates.*", By: "speed"}, "leave by out"},
		{study.Figure{Kind: "stacked", X: "mac", Y: "fates.*", YScale: "log"}, "leave yscale out"},
		{study.Figure{Kind: "stacked", X: "mac", Y: "*", Where: "speed == 0m/s"}, "what stands one above the other has one unit"},
	} {
		if _, err := p.Figure(c.of, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.of, err)
		}
	}
}

// A table and a figure of delays say what part of the packets these are of: of four cells that deliver 40, 50, 60 and 95 % of them, 40 to
// 95 %, and of the last alone nothing, for 95 % is nearly all.
func TestDelaysOfDelivered(t *testing.T) {
	const note = "only delivered packets have a delay, here 40 to 95 % of those offered; where fewer are delivered it may be shorter: look at packets.delivery_ratio and packets.age_mean too"
	p := written(t, strings.Replace(small, "[auv.docked, delay,", "[packets.*, auv.docked, delay,", 1), func(r *results.Run) bool {
		ratio := []float64{0.4, 0.5, 0.6, 0.95}[r.Cell]
		r.Metrics = append(r.Metrics, results.Metric{Name: "packets.delay_mean", Unit: "s", Value: 1}, results.Metric{Name: "packets.delivery_ratio", Value: ratio})
		return true
	})
	of := study.Table{Rows: "mac", Columns: "speed", Metric: "packets.delay_mean"}
	if got := made(t, p, of, Options{}).Notes; !slices.Contains(got, note) {
		t.Errorf("%q", got)
	}
	if got := drawn(t, p, study.Figure{Kind: "lines", X: "speed", Y: "packets.delay_mean", By: "mac"}, Options{}).Notes; !slices.Contains(got, note) {
		t.Errorf("figure: %q", got)
	}
	of.Where = "mac == 'aloha' and speed == 0.1m/s"
	if got := strings.Join(made(t, p, of, Options{}).Notes, "\n"); strings.Contains(got, "only delivered") {
		t.Error(got)
	}
	if of.Metric, of.Where = "packets.delivery_ratio", ""; strings.Contains(strings.Join(made(t, p, of, Options{}).Notes, "\n"), "only delivered") {
		t.Error("a ratio has the note too")
	}
}
