package paper

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"halocline/bench/report/figure"
	"halocline/bench/study/measure"
	"halocline/plant/ncs"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/solid"
)

// View says which pictures are drawn of one run. Its faults begin with one of the words what and node.
type View struct {
	What     []string // of Pictures; all that apply where it is empty
	Link     int      // of the waves; -1 is the first on which anything is sent
	Nodes    []string // whose computers are drawn; all that have one where it is empty
	From, To time.Duration
	Size
}

// Watched is a run that is to be drawn.
type Watched struct {
	View
	plan     *scenarios.Plan
	waves    *waveLog
	schedule *scheduleLog
	series   *measure.Series
	able     map[string][]vehicle.Actuator // what each vehicle can be asked for
}

// Watch returns what a run has to be observed with to be drawn.
func (v View) Watch(plan *scenarios.Plan) (*Watched, error) {
	for _, node := range v.Nodes {
		if names := plan.Names().Nodes; !slices.Contains(names, node) {
			return nil, fmt.Errorf("node: %s", strict.Unknown("node", node, names))
		}
	}
	const readings = 4000 // of each quantity
	return &Watched{
		View: v, plan: plan,
		waves:    &waveLog{Link: v.Link, From: v.From.Seconds(), To: v.To.Seconds()},
		schedule: &scheduleLog{Nodes: v.Nodes, From: sim.Time(v.From), To: sim.Time(v.To)},
		series:   measure.NewSeries(plan, max(plan.Duration/readings, time.Millisecond), wanted),
	}, nil
}

// Options returns how the run is made.
func (w *Watched) Options() measure.Options {
	return measure.Options{
		Tracer: w.waves, Series: w.series, Computer: w.schedule.Observer,
		Built: func(s *scenarios.Simulation) { w.able = s.Actuators() },
	}
}

// Pictures draws the run, which has been made. Their names begin with that of the scenario.
func (w *Watched) Pictures(out *measure.Outcome) ([]Picture, error) {
	schedule, what := w.schedule, w.What
	schedule.Close(sim.Time(0).Add(sim.Seconds(out.Reached)))
	for _, node := range w.Nodes {
		if !slices.Contains(schedule.Has(), node) {
			return nil, fmt.Errorf("node %s: its computer has no tasks; %s", node, having(schedule.Has()))
		}
	}
	if len(what) == 0 {
		what = Pictures()
		if !schedule.Applies() {
			schedule = nil
		}
	}
	var paths [][]geom.Vec
	for _, s := range measure.Reports[ncs.SurveySummary](out) {
		paths = append(paths, s.Path)
	}
	var obstacles []solid.Solid
	for _, o := range w.plan.World.Obstacles {
		obstacles = append(obstacles, o.Solid())
	}
	pictures := runPictures(w.series.Lines(), w.waves, schedule, w.plan.Names(), what, w.waves.From, w.waves.To, parts{out.Failures, w.able}, obstacles, paths...)
	for _, asked := range w.What {
		if !slices.ContainsFunc(pictures, func(p Picture) bool { return p.Name == asked }) {
			return nil, fmt.Errorf("what %s: the run has nothing to draw there%s", asked, drawnOf(pictures))
		}
	}
	for i := range pictures {
		pictures[i].Name = w.plan.Name + "-" + pictures[i].Name
		if f, ok := pictures[i].Drawing.(figure.Figure); ok {
			pictures[i].Drawing = w.of(f)
		}
	}
	return pictures, nil
}

// having says which nodes have computers with tasks.
func having(nodes []string) string {
	if len(nodes) == 0 {
		return "there is no node with run: docking-station or docking-vehicle"
	}
	return "there are " + strings.Join(nodes, ", ")
}

// drawnOf says which pictures there are.
func drawnOf(pictures []Picture) string {
	var names []string
	for _, p := range pictures {
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return ""
	}
	return "; it has " + strings.Join(names, ", ")
}
