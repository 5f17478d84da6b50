package paper

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"halocline/bench/report/figure"
	"halocline/bench/study/measure"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/sim/geom"
	"halocline/sim/solid"
	"halocline/sim/trace"
)

// Picture is a picture of one run.
type Picture struct {
	Name string
	Drawing
}

// Drawing is what can be written as SVG, PDF or PNG.
type Drawing interface {
	Write(w io.Writer, format string) error
}

// Pictures returns the names of the pictures that a run can have.
func Pictures() []string {
	return []string{"distance", "track", "depth", "thrust", "motive-power", "power-level", "estimate-error", "age", "space-time", "schedule"}
}

// wanted tells whether a time series is needed for the pictures of a run.
func wanted(name string) bool {
	switch quantityOf(name) {
	case "x", "y", "z", "distance", "motive_power", "asked_motive_power", "estimate_error", "age":
		return true
	}
	return strings.HasPrefix(quantityOf(name), "power_below_full") || strings.HasPrefix(quantityOf(name), thrustOf)
}

// thrustOf begins the names of the thrusts of single thrusters.
const thrustOf = "thrust_"

// quantityOf splits the name of a series, such as auv.distance.
func quantityOf(name string) string { return name[strings.Index(name, ".")+1:] }

// runPictures draws pictures of one run from its time series, of space and time from its
// waves, and of its computers from their schedule. Quantities over time are drawn from
// one time to another, in s, or as a whole where both are 0. A picture for which the run
// has nothing is left out. Obstacles, and paths that vehicles are to go along, lie under their tracks.
func runPictures(lines []measure.Line, waves *waveLog, schedule *scheduleLog, names trace.Names, what []string, from, to float64, of parts, obstacles []solid.Solid, paths ...[]geom.Vec) []Picture {
	r := run{lines: lines, names: names, from: from, to: to, obstacles: obstacles, paths: paths}
	var out []Picture
	add := func(name string, f figure.Figure) {
		if len(f.Layers) > 0 && slices.Contains(what, name) {
			out = append(out, Picture{name, f})
		}
	}
	add("distance", r.over("Distance to the berth", "distance", figure.Straight))
	add("track", r.track())
	add("depth", r.depth())
	add("thrust", r.thrusts(of))
	add("motive-power", r.over("Motive power", "motive_power", figure.Straight))
	level := r.over("Power below full", "power_below_full", figure.Steps)
	if level.Y.Down = true; nothing(level) { // full power throughout
		level.Y.From, level.Y.To = 0, 1
	}
	add("power-level", level)
	add("estimate-error", r.over("Error of the estimate", "estimate_error", figure.Straight))
	age := r.over("Age of information", "age", figure.Straight)
	age.Width = figure.Page // a tooth for each update
	add("age", age)
	if waves != nil {
		add("space-time", r.spaceTime(waves))
	}
	if schedule != nil {
		add("schedule", schedule.draw())
	}
	return out
}

// run is one run to be drawn.
type run struct {
	lines    []measure.Line
	names    trace.Names
	from, to float64 // s
	paths    [][]geom.Vec

	obstacles []solid.Solid
}

// time returns the axis of time.
func (r run) time() figure.Axis {
	a := figure.Axis{Quantity: "Time", Unit: "s", From: r.from, To: r.to}
	if r.to == 0 && r.from > 0 { // to the end
		for _, l := range r.lines {
			if n := len(l.Times); n > 0 {
				a.To = max(a.To, l.Times[n-1])
			}
		}
	}
	return a
}

// line returns a series of a node; nil if there is none.
func (r run) line(owner, quantity string) *measure.Line {
	for i := range r.lines {
		if r.lines[i].Name == owner+"."+quantity {
			return &r.lines[i]
		}
	}
	return nil
}

// over is a quantity over time, of all that have it.
func (r run) over(title, quantity string, join figure.Join) figure.Figure {
	f := figure.Figure{X: r.time(), Y: figure.Axis{Quantity: title}}
	var found []*measure.Line
	end := 0.0
	for i := range r.lines {
		l := &r.lines[i]
		if n := len(l.Times); n > 0 {
			end = max(end, l.Times[n-1])
		}
		if of := quantityOf(l.Name); of == quantity || strings.HasPrefix(of, quantity+".") {
			found = append(found, l)
		}
	}
	for _, l := range found {
		f.Y.Unit = l.Unit
		c := figure.Curve{Name: strings.Replace(l.Name, "."+quantity, "", 1), X: l.Times, Y: l.Values, Join: join}
		c.Name = strings.ReplaceAll(c.Name, ".", ", ")
		if len(found) == 1 {
			c.Name = ""
		}
		if n := len(c.X); join == figure.Steps && n > 0 && c.X[n-1] < end { // it holds to the end
			c.X, c.Y = append(slices.Clone(c.X), end), append(slices.Clone(c.Y), c.Y[n-1])
		}
		f.Layers = append(f.Layers, c)
	}
	return f
}

// parts is what is known of the parts of vehicles.
type parts struct {
	failures []scenarios.Failed
	able     map[string][]vehicle.Actuator // by the name of the node
}

// named returns the name of a thruster for a legend. To one that is a number only, where the thruster is is added.
func (p parts) named(owner, thruster string) string {
	if strings.ContainsFunc(thruster, unicode.IsLetter) {
		return thruster
	}
	for i, a := range p.able[owner] {
		if a.Where != "" && a.Powered && cmp.Or(a.Name, strconv.Itoa(i+1)) == thruster {
			return thruster + " " + a.Where
		}
	}
	return thruster
}

// thrusts is what each thruster gives over time, with a colour for each of several vehicles. One that failed says so in the legend.
func (r run) thrusts(of parts) figure.Figure {
	f := figure.Figure{X: r.time(), Y: figure.Axis{Quantity: "Thrust", Unit: "N"}, Width: figure.Page}
	several := false
	for i := range r.lines {
		owner, thruster, ok := strings.Cut(r.lines[i].Name, "."+thrustOf)
		if !ok {
			continue
		}
		c := figure.Curve{Name: of.named(owner, thruster), Group: owner, X: r.lines[i].Times, Y: r.lines[i].Values}
		for _, f := range of.failures {
			if f.Node == owner && f.Part == thruster && !f.Works {
				c.Name += fmt.Sprintf(", failed at %.4g s", f.At)
			}
		}
		several = several || len(f.Layers) > 0 && f.Layers[0].(figure.Curve).Group != owner
		f.Layers = append(f.Layers, c)
	}
	for i, l := range f.Layers {
		if c := l.(figure.Curve); !several {
			c.Group = ""
			f.Layers[i] = c
		}
	}
	return f
}

// nothing tells whether all curves lie at 0.
func nothing(f figure.Figure) bool {
	return !slices.ContainsFunc(f.Layers, func(l figure.Layer) bool {
		return slices.ContainsFunc(l.(figure.Curve).Y, func(v float64) bool { return v != 0 })
	})
}

// still is how far a node may go, in m, and still be drawn as a place.
const still = 1e-6

// moves tells whether a node goes anywhere.
func (r run) moves(node string) bool {
	for _, axis := range []string{"x", "y", "z"} {
		if l := r.line(node, axis); l != nil && len(l.Values) > 0 && slices.Max(l.Values)-slices.Min(l.Values) > still {
			return true
		}
	}
	return false
}

// track is the way of those that move, seen from above, among the places of the
// others.
func (r run) track() figure.Figure {
	f := figure.Figure{X: figure.Axis{Quantity: "x", Unit: "m"}, Y: figure.Axis{Quantity: "y", Unit: "m"}, Equal: true}
	var places figure.Places
	for _, node := range r.names.Nodes {
		x, y := r.line(node, "x"), r.line(node, "y")
		switch {
		case x == nil || y == nil || len(x.Values) == 0:
		case r.moves(node):
			f.Layers = append(f.Layers, figure.Track{Name: node, X: x.Values, Y: y.Values})
		default:
			places.Names, places.X, places.Y = append(places.Names, node), append(places.X, x.Values[0]), append(places.Y, y.Values[0])
		}
	}
	if len(f.Layers) == 0 {
		return f
	}
	if len(places.Names) > 0 {
		f.Layers = append(f.Layers, places)
	}
	for i := len(r.paths) - 1; i >= 0; i-- {
		var plan figure.Plan
		for _, p := range r.paths[i] {
			plan.X, plan.Y = append(plan.X, p.X), append(plan.Y, p.Y)
		}
		f.Layers = slices.Insert(f.Layers, 0, figure.Layer(plan))
	}
	for _, o := range r.obstacles {
		if shape := outline(o); len(shape.X) > 0 {
			f.Layers = slices.Insert(f.Layers, 0, figure.Layer(shape))
		}
	}
	return f
}

// depth is the depth of those that move, over time.
func (r run) depth() figure.Figure {
	f := figure.Figure{X: r.time(), Y: figure.Axis{Quantity: "Depth", Unit: "m", Down: true}}
	var curves []figure.Curve
	for _, node := range r.names.Nodes {
		z := r.line(node, "z")
		if z == nil || !r.moves(node) {
			continue
		}
		c := figure.Curve{Name: node, X: z.Times}
		for _, v := range z.Values {
			c.Y = append(c.Y, -v)
		}
		curves = append(curves, c)
	}
	for _, c := range curves {
		if len(curves) == 1 {
			c.Name = ""
		}
		f.Layers = append(f.Layers, c)
	}
	return f
}

// spaceTime is what went through the water in a window of time. Nodes stand at their
// distances from the first of them, as they were when the window begins.
func (r run) spaceTime(w *waveLog) figure.Figure {
	waves, from, to := w.window()
	if len(waves) == 0 {
		return figure.Figure{}
	}
	var part []int
	for i := range r.names.Nodes {
		if takesPart(i, waves) {
			part = append(part, i)
		}
	}
	origin := r.names.Nodes[part[0]]
	place := func(i int) float64 { return r.apart(origin, r.names.Nodes[i], from) }
	slices.SortStableFunc(part, func(a, b int) int { return cmp.Compare(place(a), place(b)) })
	var nodes []figure.Node
	index := map[int]int{} // of the node in the run: in the figure
	for k, i := range part {
		index[i] = k
		nodes = append(nodes, figure.Node{Name: r.names.Nodes[i], Place: place(i)})
	}
	for i := range waves {
		waves[i].Sender = index[waves[i].Sender]
		for k := range waves[i].Arrivals {
			waves[i].Arrivals[k].Node = index[waves[i].Arrivals[k].Node]
		}
	}
	f := figure.SpaceTime("", nodes, waves)
	f.X.From, f.X.To = from, to
	if f.Y.Unit != "" {
		f.Y.Quantity = fmt.Sprintf("Distance from %s", origin)
	}
	return f
}

// apart returns the distance of two nodes at a time, in m.
func (r run) apart(a, b string, at float64) float64 {
	sum := 0.0
	for _, axis := range []string{"x", "y", "z"} {
		d := value(r.line(a, axis), at) - value(r.line(b, axis), at)
		sum += d * d
	}
	return math.Sqrt(sum)
}

// value returns the last reading before a time, or the first; 0 if there is none.
func value(l *measure.Line, at float64) float64 {
	if l == nil || len(l.Values) == 0 {
		return 0
	}
	i, exact := slices.BinarySearch(l.Times, at)
	if !exact {
		i--
	}
	return l.Values[max(i, 0)]
}
