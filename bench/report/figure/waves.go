package figure

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Waves is what goes through a medium: along X the time in seconds, along Y the nodes
// in their places. A transmission is a bar above the line of its sender and a
// slanting band to each receiver, where it is a bar below the line. The figure for it
// is made by SpaceTime.
type Waves struct {
	Places []float64 // of the nodes, along Y
	Waves  []Wave
	Fronts bool // a wave is drawn as the line of its beginning, not as a band
}

// Wave is one transmission.
type Wave struct {
	Sender         int // index of the node
	Start, Airtime float64
	Arrivals       []Arrival
}

// Arrival is a transmission at one receiver: it is there from Start + Delay for its
// airtime.
type Arrival struct {
	Node  int
	Delay float64 // s
	Fate  Fate
}

// Fate is what became of a transmission at a receiver.
type Fate uint8

// The fates.
const (
	Received Fate = iota
	Collided      // lost to another transmission at the receiver
	Lost          // lost to anything else
	Missed        // never begun to be received
)

// Node is a line of a figure in space and time.
type Node struct {
	Name  string
	Place float64 // m, from what the distances are measured from
}

// SpaceTime returns the figure of waves among nodes that stand in a line or nearly so:
// they are drawn at their distances, so that all waves slant by the same speed. Where
// two are less than a fourteenth of the whole apart their lines would run into each
// other; then all are drawn at equal distances, the slant means nothing, and only the
// fronts of the waves are shown.
func SpaceTime(title string, nodes []Node, waves []Wave) Figure {
	low, high := math.Inf(1), math.Inf(-1)
	for _, n := range nodes {
		low, high = math.Min(low, n.Place), math.Max(high, n.Place)
	}
	near := false
	y := Axis{Quantity: "Distance", Unit: "m"}
	for i, n := range nodes {
		for _, o := range nodes[:i] {
			near = near || math.Abs(n.Place-o.Place) < (high-low)/14
		}
		y.Names = append(y.Names, fmt.Sprintf("%s (%.4g)", n.Name, n.Place))
		y.Places = append(y.Places, n.Place)
	}
	if near {
		y = Axis{Quantity: "Node"}
		for i, n := range nodes {
			y.Names = append(y.Names, n.Name)
			y.Places = append(y.Places, float64(i))
		}
	}
	return Figure{
		Title:  title,
		X:      Axis{Quantity: "Time", Unit: "s"},
		Y:      y,
		Layers: []Layer{Waves{Places: y.Places, Waves: waves, Fronts: near}},
		Width:  Page,
		Height: min(max(7, 2+0.6*float64(len(nodes))), tallest),
		Legend: Above,
	}
}

// paint returns the colour of a fate.
func (f Fate) paint() color.NRGBA {
	switch f {
	case Received:
		return Look{colour: 2}.Colour() // bluish green
	case Collided:
		return Look{colour: 1}.Colour() // vermilion
	case Lost:
		return Look{colour: 4}.Colour() // orange
	}
	return color.NRGBA{0x9a, 0x9a, 0x9a, 0xff}
}

// name returns what the legend calls a fate.
func (f Fate) name() string {
	return [...]string{"received", "lost in a collision", "lost otherwise", "missed"}[f]
}

// Label implements Layer.
func (w Waves) Label() (name, group string) { return "", "" }

// Check implements Layer.
func (w Waves) Check() error {
	if len(w.Places) == 0 {
		return errors.New("there is no node: waves go between nodes")
	}
	if len(w.Waves) == 0 {
		return errors.New("nothing was transmitted: there is no wave to draw")
	}
	for _, v := range w.Waves {
		nodes := []int{v.Sender}
		for _, a := range v.Arrivals {
			nodes = append(nodes, a.Node)
			if a.Fate > Missed {
				panic(fmt.Sprintf("figure: a wave has the fate %d", a.Fate))
			}
		}
		for _, n := range nodes {
			if n < 0 || n >= len(w.Places) {
				panic(fmt.Sprintf("figure: a wave of %d nodes goes by node %d", len(w.Places), n))
			}
		}
	}
	return nil
}

// Reach implements Layer.
func (w Waves) Reach(x, y *Span) {
	for _, v := range w.Waves {
		x.Add(v.Start, v.Start+v.Airtime)
		for _, a := range v.Arrivals {
			x.Add(v.Start+a.Delay, v.Start+a.Delay+v.Airtime)
		}
	}
	y.Add(w.Places...)
	low, high := y.min, y.max
	room := high - low
	if room == 0 {
		room = 10
	}
	y.Add(low-0.12*room, high+0.07*room) // bars hang lower than they stand high
}

// barHeight is how high the bars on the line of a node are, in points.
const barHeight = 4.0

// Draw implements Layer.
func (w Waves) Draw(c *Chart, _ Look) {
	for _, place := range w.Places {
		y := c.y.at(place)
		c.polyline(plain(spine(), spineWidth), []vg.Point{{X: c.frame.Min.X, Y: y}, {X: c.frame.Max.X, Y: y}})
	}
	for _, f := range []Fate{Missed, Received, Lost, Collided} {
		w.each(f, func(v Wave, a Arrival) { w.band(c, v, a) })
	}
	for _, v := range w.Waves {
		y := c.y.at(w.Places[v.Sender])
		from, to := vg.Point{X: c.x.at(v.Start), Y: y}, vg.Point{X: c.x.at(v.Start + v.Airtime), Y: y + barHeight}
		c.rectangle(Look{}.Colour(), from, to)
		c.begin(from, to)
	}
	lanes := w.lanes()
	for i, v := range w.Waves {
		for k, a := range v.Arrivals {
			w.bar(c, v, a, lanes[i][k])
		}
	}
}

// each goes through the arrivals of one fate.
func (w Waves) each(f Fate, do func(Wave, Arrival)) {
	for _, v := range w.Waves {
		for _, a := range v.Arrivals {
			if a.Fate == f {
				do(v, a)
			}
		}
	}
}

// band draws the way to a receiver: from the sender, or from the last receiver that the
// wave passed before, so that what goes one way is drawn once.
func (w Waves) band(c *Chart, v Wave, a Arrival) {
	from := w.before(v, a)
	y0, y1 := c.y.at(w.Places[from.Node]), c.y.at(w.Places[a.Node])
	x := func(t float64) vg.Length { return c.x.at(v.Start + t) }
	corners := []vg.Point{
		{X: x(from.Delay), Y: y0},
		{X: x(from.Delay + v.Airtime), Y: y0},
		{X: x(a.Delay + v.Airtime), Y: y1},
		{X: x(a.Delay), Y: y1},
	}
	colour := a.Fate.paint()
	if w.Fronts {
		c.polyline(plain(colour, gridWidth), []vg.Point{corners[0], corners[3]})
		return
	}
	c.polygon(sheer(colour, 0.2), corners...)
	edge := plain(sheer(colour, 0.7), gridWidth)
	c.polyline(edge, []vg.Point{corners[0], corners[3]})
	c.polyline(edge, []vg.Point{corners[1], corners[2]})
}

// before returns where a wave was last before it came to a receiver: at the farthest of
// those that lie on the straight way from its sender, to a twentieth of the delay.
func (w Waves) before(v Wave, a Arrival) Arrival {
	last := Arrival{Node: v.Sender}
	whole := w.Places[a.Node] - w.Places[v.Sender]
	for _, b := range v.Arrivals {
		part := (w.Places[b.Node] - w.Places[v.Sender]) / whole
		if part > 0 && part < 1 && math.Abs(b.Delay-part*a.Delay) < a.Delay/20 && b.Delay >= last.Delay {
			last = b
		}
	}
	return last
}

// lanes returns for each arrival of each wave in which of the lanes below the line of
// its node it is drawn: receptions that overlap are drawn below each other.
func (w Waves) lanes() [][]int {
	type spot struct{ wave, arrival int }
	start := func(s spot) float64 { return w.Waves[s.wave].Start + w.Waves[s.wave].Arrivals[s.arrival].Delay }
	nodes := make([][]spot, len(w.Places))
	out := make([][]int, len(w.Waves))
	for i, v := range w.Waves {
		out[i] = make([]int, len(v.Arrivals))
		for k, a := range v.Arrivals {
			nodes[a.Node] = append(nodes[a.Node], spot{i, k})
		}
	}
	const most = 3
	for _, spots := range nodes {
		slices.SortStableFunc(spots, func(a, b spot) int { return cmp.Compare(start(a), start(b)) })
		var ends [most]float64
		for i := range ends {
			ends[i] = math.Inf(-1)
		}
		for _, s := range spots {
			lane := slices.IndexFunc(ends[:], func(end float64) bool { return end <= start(s) })
			lane = max(lane, 0) // a fourth one covers the first
			ends[lane] = start(s) + w.Waves[s.wave].Airtime
			out[s.wave][s.arrival] = lane
		}
	}
	return out
}

// bar draws a transmission at a receiver, with a cross on it if it was lost in a
// collision.
func (w Waves) bar(c *Chart, v Wave, a Arrival, lane int) {
	y := c.y.at(w.Places[a.Node]) - vg.Length(lane)*(barHeight+0.6)
	from := vg.Point{X: c.x.at(v.Start + a.Delay), Y: y - barHeight}
	to := vg.Point{X: c.x.at(v.Start + a.Delay + v.Airtime), Y: y}
	c.rectangle(a.Fate.paint(), from, to)
	c.begin(from, to)
	if mid := between(from, to, 0.5); a.Fate == Collided {
		c.inside(mid, func() { cross(c.on, mid) })
	}
}

// begin parts a bar from one that ends where it begins.
func (c *Chart) begin(from, to vg.Point) {
	c.polyline(plain(paper(), spineWidth), []vg.Point{from, {X: from.X, Y: to.Y}})
}

// cross draws the sign of a collision.
func cross(on vg.Canvas, at vg.Point) {
	arms := polygon(at, 2.8, 4, math.Pi/4)
	for i := range 2 {
		stroke(on, plain(ink(), 0.9), arms[i], arms[i+2])
	}
}

// Keys implements Layer.
func (w Waves) Keys(Look) []Key {
	out := []Key{{"sent", func(c *Chart, r vg.Rectangle) { c.shape(Look{}.Colour(), box(swatch(r))) }}}
	for _, f := range []Fate{Received, Collided, Lost, Missed} {
		seen := false
		w.each(f, func(Wave, Arrival) { seen = true })
		if !seen {
			continue
		}
		out = append(out, Key{f.name(), func(c *Chart, r vg.Rectangle) {
			s := swatch(r)
			c.shape(f.paint(), box(s))
			if f == Collided {
				cross(c.on, between(s.Min, s.Max, 0.5))
			}
		}})
	}
	return out
}
