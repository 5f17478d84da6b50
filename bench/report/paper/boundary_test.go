package paper

import (
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/bench/report/figure"
	"halocline/bench/report/table"
	"halocline/bench/study"
	"halocline/bench/study/boundary"
	"halocline/bench/study/results"
	kinds "halocline/sim/metric"
)

// What is known of a boundary, and what is not, as a cell of the table of them.
func TestCrossing(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		of       boundary.Result
		estimate float64
		runs     int
		why      string
	}{
		{boundary.Result{State: boundary.Found, Low: 1, Estimate: 2, High: 3, Runs: 100}, 2, 100, ""},
		{boundary.Result{State: boundary.Ended, Low: 1, Estimate: 2, High: 3, Runs: 100}, 2, 100, "wider than the study asks"},
		{boundary.Result{State: boundary.Ended, Low: 1, Estimate: 2, High: inf, Runs: 100}, math.NaN(), 0, "not found by 100 runs"},
		{boundary.Result{State: boundary.None, Low: 1, Estimate: 2, High: inf, Runs: 100}, math.NaN(), 0, "no boundary in the range, by 100 runs"},
		{boundary.Result{State: boundary.Open, Low: math.NaN(), Estimate: math.NaN(), High: math.NaN(), Runs: 72}, math.NaN(), 0, "not known yet"},
	} {
		got := crossing(c.of)
		if got.N != c.runs || got.Why != c.why || got.Estimate != c.estimate && !(math.IsNaN(got.Estimate) && math.IsNaN(c.estimate)) {
			t.Errorf("%+v gives %+v", c.of, got)
		}
	}
}

// edged is a study of where docking fails along a current, with results in which it does so from 0.5 m/s on with one protocol, from
// 0.7 m/s on with another, and nowhere with a third, with each of two vehicles.
func edged(t *testing.T, more string) *Paper {
	t.Helper()
	text := "name: s\nbase: docking.yaml\nsweep:\n  links.acoustic.mac: [tdma, aloha, csma]\n  nodes.auv.count: [1, 2]\n" +
		"  water.current.speed: {from: 0m/s, to: 0.9m/s, step: 0.1m/s}\n" +
		"boundary: {metric: auv.docked, at: 0.5, along: speed, within: 0.05m/s, max: 100}\n" + more
	return written(t, text, func(r *results.Run) bool {
		beyond := []int{5, 7, 10}[r.Cell/20]
		for i := range r.Metrics {
			if m := &r.Metrics[i]; m.Name == "auv.docked" {
				m.Kind, m.Value = kinds.Share, 0
				if r.Cell%10 < beyond {
					m.Value = 1
				}
			}
		}
		return r.Repetition < 30
	})
}

// The table of boundaries has a row and a column for what else is varied, and the axis with its unit above. A boundary lies between the
// last current at which all dock and the first at which none does; the third protocol has none.
func TestBoundaries(t *testing.T) {
	p := edged(t, "")
	got := made(t, p, p.Tables[0], Options{})
	if got.Rows != "links.acoustic.mac" || !slices.Equal(got.RowLabels, []string{"tdma", "aloha", "csma"}) || got.Columns != "nodes.auv.count" ||
		got.ColumnLabels[1].Label != "2" || got.ColumnLabels[1].Group != "water.current.speed (m/s)" || got.ColumnLabels[0].Style.Interval != table.Bounds {
		t.Errorf("%+v", got)
	}
	for j := range 2 {
		for i, from := range []float64{0.4, 0.6} {
			if c := got.Cells[i][j]; c.Estimate < from || c.Estimate > from+0.1 || c.Low > c.Estimate || c.High < c.Estimate {
				t.Errorf("row %d: %+v", i, c)
			}
		}
		if c := got.Cells[2][j]; !math.IsNaN(c.Estimate) || c.Why == "" {
			t.Errorf("a boundary that there is not: %+v", c)
		}
	}
}

// Tables of boundaries may be turned, have a part of what is varied, and the unit of the label: 0.4 to 0.5 m/s are 40 to 50 cm/s.
func TestOwnBoundaries(t *testing.T) {
	p := edged(t, "labels: {speed: {title: current, unit: cm/s}}\ntables: [{name: turned, rows: count, columns: mac, metric: auv.docked, statistic: boundary, where: mac != 'csma', caption: Edges}]\n")
	if len(p.Tables) != 1 {
		t.Fatalf("%+v", p.Tables)
	}
	got := made(t, p, p.Tables[0], Options{})
	if c := got.Cells[1][0]; len(got.Cells) != 2 || len(got.Cells[0]) != 2 || c.Estimate < 40 || c.Estimate > 50 || got.Caption != "Edges" || got.ColumnLabels[0].Group != "current (cm/s)" {
		t.Errorf("%+v", got)
	}
	for want, of := range map[string]study.Table{
		"boundaries lie along water.current.speed; name what else is varied":              {Rows: "speed", Statistic: "boundary"},
		"the boundary is one of auv.docked; name that metric":                             {Rows: "mac", Metric: "delay", Statistic: "boundary"},
		"takes a part of a boundary away; leave water.current.speed out":                  {Rows: "mac", Columns: "count", Where: "speed < 0.5m/s", Statistic: "boundary"},
		"cells that differ in nodes.auv.count would be mixed":                             {Rows: "mac", Statistic: "boundary"},
		"the statistic is median of what? Name rows":                                      {Metric: "auv.docked", Statistic: "median"},
		"table of auv.docked: it says where boundaries are, and has neither a baseline, ": {Statistic: "boundary", Baseline: "tdma"},
	} {
		if _, err := p.Table(of, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", of, err, want)
		}
	}
	if _, err := written(t, small, nil).Table(study.Table{Rows: "mac", Metric: "delay", Statistic: "boundary"}, Options{}); err == nil || !strings.Contains(err.Error(), "looks for no boundary") {
		t.Errorf("of a study without one: %v", err)
	}
}

// A heat map of a study of boundaries has them as colours, from the first to the last place where runs can be made, and half of each interval
// below. The third protocol has none: all its runs dock, and so its mean stays above the threshold.
func TestBoundaryMap(t *testing.T) {
	p := edged(t, "figures: [{name: map, kind: heat, x: count, by: mac, y: auv.docked}]\n")
	got, err := p.Figure(p.Figures[0], Options{})
	if err != nil {
		t.Fatal(err)
	}
	h, ok := got.Layers[0].(figure.Heat)
	if !ok || h.From != 0 || h.To != 0.9 || h.Unit != "m/s" || !slices.Equal(got.X.Names, []string{"1", "2"}) || !slices.Equal(got.Y.Names, []string{"tdma", "aloha", "csma"}) {
		t.Fatalf("%+v", got.Figure)
	}
	edges, err := p.edges("auv.docked", "count", "mac", "")
	if err != nil {
		t.Fatal(err)
	}
	c := edges.cells[0][1]
	if h.Values[1][0] != c.Estimate || h.Second[1][0] != "±"+halfWidth(c) || !math.IsNaN(h.Values[2][0]) || h.Second[2][0] != "above" {
		t.Errorf("%v with %v below, want %+v", h.Values, h.Second, c)
	}
	means, err := p.Figure(study.Figure{Kind: "heat", X: "speed", By: "mac", Y: "auv.docked", Where: "count == 1"}, Options{}) // along the axis there are means
	if h := means.Layers[0].(figure.Heat); err != nil || h.Second != nil || h.Values[0][0] != 100 {
		t.Errorf("%+v, %v", h, err)
	}
}

// The figure of a study of boundaries has numbers along its axis and a curve for each name, with intervals, and a cross where there is
// no boundary. Over names they are bars. Panels have a part each.
func TestBoundaryFigure(t *testing.T) {
	p := edged(t, "")
	got, err := p.Figure(p.Figures[0], Options{})
	if err != nil {
		t.Fatal(err)
	}
	curve, ok := got.Layers[1].(figure.Curve)
	if !ok || len(got.Layers) != 3 || curve.Name != "aloha" || !slices.Equal(curve.X, []float64{1, 2}) || curve.Y[0] < 0.6 || curve.Y[0] > 0.7 || !(curve.Low[0] < curve.High[0]) ||
		got.X.Quantity != "Nodes.auv.count" && got.X.Quantity != "nodes.auv.count" || got.Y.Unit != "m/s" || got.Title != "Where auv.docked crosses 0.5" {
		t.Errorf("%+v", got.Figure)
	}
	if a, ok := got.Layers[2].(figure.Absent); !ok || a.Name != "csma" || len(a.X) != 2 || !strings.Contains(got.Notes[1], "1, csma: no boundary in the range") {
		t.Errorf("%+v, %v", got.Layers[2], got.Notes)
	}
	got, err = p.Figure(study.Figure{Kind: "boundary", Y: "auv.docked", X: "mac", By: "count"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if bars, ok := got.Layers[0].(figure.Bars); !ok || len(bars.Values) != 3 || bars.Values[1] < 0.6 || !math.IsNaN(bars.Values[2]) || !(bars.Low[0] < bars.High[0]) || !slices.Equal(got.X.Names, []string{"tdma", "aloha", "csma"}) {
		t.Errorf("%+v", got.Figure)
	}
	got, err = p.Figure(study.Figure{Kind: "boundary", Y: "auv.docked", Facet: "mac", X: "count"}, Options{})
	if err != nil || len(got.Panels) != 2 || !strings.HasPrefix(got.Notes[0], "no panel for csma: no boundary is known, as of 1: no boundary in the range, by ") {
		t.Errorf("%d panels, %v, %v", len(got.Panels), got.Notes, err)
	}
	var image strings.Builder
	if err := got.Write(&image, "svg"); err != nil {
		t.Error(err)
	}
}

// Nothing else is varied in a study of one boundary: its figure has the share of runs in per cent, 50 % as a line, and the boundary on that.
func TestSingleBoundary(t *testing.T) {
	const text = "name: s\nbase: docking.yaml\nsweep: {water.current.speed: {from: 0m/s, to: 0.9m/s, step: 0.1m/s}}\n" +
		"boundary: {metric: auv.docked, at: 0.5, along: speed, within: 0.05m/s, max: 100}\n"
	p := written(t, text, func(r *results.Run) bool {
		for i := range r.Metrics {
			if m := &r.Metrics[i]; m.Name == "auv.docked" {
				m.Kind, m.Value = kinds.Share, float64(min(1, r.Cell/4))
			}
		}
		return r.Repetition < 30
	})
	got, err := p.Figure(p.Figures[0], Options{})
	if err != nil || len(got.Layers) != 3 {
		t.Fatalf("%d layers, %v", len(got.Layers), err)
	}
	response, line, edge := got.Layers[0].(figure.Curve), got.Layers[1].(figure.Curve), got.Layers[2].(figure.Curve)
	if len(response.X) != 10 || response.Y[3] != 0 || response.Y[4] != 100 || line.Y[0] != 50 || line.X[1] != 0.9 || edge.Y[0] != 50 ||
		edge.X[0] < 0.3 || edge.X[0] > 0.4 || edge.Left[0] > edge.X[0] || got.Y.Unit != "%" {
		t.Errorf("%+v\n%+v\n%+v", response, line, edge)
	}
}

// A curve over the axis of a boundary has a point where runs are made, and no others.
func TestResponse(t *testing.T) {
	p := written(t, edged(t, "").Text, func(r *results.Run) bool { return r.Cell%10 == 0 || r.Cell%10 == 4 || r.Cell%10 == 9 })
	got, err := p.Figure(study.Figure{Kind: "lines", X: "speed", Y: "delay", By: "mac", Where: "count == 1"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if c := got.Layers[0].(figure.Curve); !slices.Equal(c.X, []float64{0, 0.4, 0.9}) || len(c.Low) != 3 || c.Band {
		t.Errorf("%+v", c)
	}
}
