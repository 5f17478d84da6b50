package ray

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Water is what sound goes through. A boundary that is nil sends nothing back.
type Water struct {
	Column
	Surface, Bottom Reflector
}

// Options say which arrivals are left out.
type Options struct {
	Bounces  int     // reflections at most, at surface and bottom together; refracted turns are free
	Steepest float64 // sine of the angle to the horizontal, at either end, up to which rays with reflections count; up to 1
}

// Choices, which no paper gives.
const (
	// maxCycles is how many times at most a ray turns above and below both ends. Between ends on the kink of a duct
	// there is a ray for each number of cycles, without an end.
	maxCycles = 200
	// focus is the greatest amplitude of a ray times its length, 15 dB: that of a straight ray is 1 m. Ray theory
	// gives infinity at a caustic.
	focus = 5.623413251903491
	// closest is the range in m below which the ends are one above the other.
	closest = 1e-9
)

// Solver finds the arrivals between places in water. An answer depends on the question alone.
// A Solver is not for use by several goroutines at once: it keeps its working memory.
type Solver struct {
	water   Water
	options Options

	// The nodes of the column, from the surface to infinity, with the slopes below each.
	depth, speed, absorption []float64
	bend, fade               []float64 // 1/s, dB/m^2

	ends  ends
	fan   fan
	found []found
	roots []root
}

// found is an arrival with what orders equal delays.
type found struct {
	Arrival
	way way
}

// NewSolver returns a solver for a water. It keeps a copy of the column.
func NewSolver(w Water, o Options) (*Solver, error) {
	if err := check(w.Column, o); err != nil {
		return nil, err
	}
	s := &Solver{water: w, options: o}
	node := func(depth float64, i int) {
		absorption := 0.0
		if w.Absorption != nil {
			absorption = w.Absorption[i]
		}
		s.depth, s.speed, s.absorption = append(s.depth, depth), append(s.speed, w.Speed[i]), append(s.absorption, absorption)
	}
	if w.Depth[0] > 0 {
		node(0, 0)
	}
	for i, d := range w.Depth {
		node(d, i)
	}
	node(math.Inf(1), len(w.Depth)-1)
	for i, d := range s.depth[1:] {
		h := d - s.depth[i]
		s.bend = append(s.bend, (s.speed[i+1]-s.speed[i])/h)
		s.fade = append(s.fade, (s.absorption[i+1]-s.absorption[i])/h)
	}
	return s, nil
}

// check returns the first fault of what a solver is made of.
func check(c Column, o Options) error {
	switch n := len(c.Depth); {
	case n == 0:
		return fmt.Errorf("ray: the column has no depths; give at least one")
	case len(c.Speed) != n:
		return fmt.Errorf("ray: the column has %d speeds for %d depths; give as many", len(c.Speed), n)
	case c.Absorption != nil && len(c.Absorption) != n:
		return fmt.Errorf("ray: the column has %d absorptions for %d depths; give as many, or none", len(c.Absorption), n)
	case o.Bounces < 0:
		return fmt.Errorf("ray: %d bounces are not allowed; give 0 or more", o.Bounces)
	case !(o.Steepest > 0 && o.Steepest <= 1):
		return fmt.Errorf("ray: a steepest sine of %g is not allowed; give one above 0 and up to 1", o.Steepest)
	}
	for i := range c.Depth {
		if err := checkNode(c, i); err != nil {
			return err
		}
	}
	return nil
}

// checkNode returns what is wrong with a node.
func checkNode(c Column, i int) error {
	d, v, f := c.Depth[i], c.Speed[i], 0.0
	if c.Absorption != nil {
		f = c.Absorption[i]
	}
	switch inf := math.Inf(1); {
	case !(d >= 0 && d < inf) || i > 0 && d <= c.Depth[i-1]:
		return fmt.Errorf("ray: the depth %g m of node %d is not allowed; depths begin at 0 m or below and increase", d, i)
	case !(v > 0 && v < inf):
		return fmt.Errorf("ray: the speed %g m/s of node %d is not allowed; give one above 0", v, i)
	case !(f >= 0 && f < inf):
		return fmt.Errorf("ray: the absorption %g dB/m of node %d is not allowed; give 0 or more", f, i)
	}
	return nil
}

// Arrivals appends to dst what arrives at a depth from another, over a horizontal reach, with the bottom at a depth; all
// in m. They are in the order of their delays; equal ones in that of the directions at the upper end and then the
// lower one, up before down and down before up, and then of their reflections. The way back has the same bits.
//
// All rays of the water's column are found, but those with more than 200 cycles, and those that the options leave
// out. A ray without a reflection is never too steep. There is none from or to a depth outside of the water.
//
// The amplitude is at most 15 dB above that of a straight ray of the same length, and at most that at 1 m.
func (s *Solver) Arrivals(dst []Arrival, from, to, reach, bottom float64) []Arrival {
	if !s.place(from, to, reach, bottom) {
		return dst
	}
	s.found = s.found[:0]
	if reach < closest {
		s.vertical()
	} else {
		s.level()
		s.bands()
	}
	slices.SortFunc(s.found, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.Delay, b.Delay), cmp.Compare(a.way.family, b.way.family), cmp.Compare(a.way.cycles, b.way.cycles))
	})
	for i := range s.found {
		dst = append(dst, s.found[i].Arrival)
	}
	return dst
}

// vertical finds what goes straight up and down.
func (s *Solver) vertical() {
	b := band{up: len(s.ends.up), down: len(s.ends.down), fast: s.ends.fastest()}
	for f := upDown; f <= downUp; f++ {
		for n := 0; ; n++ {
			w := way{f, n}
			if !s.allowed(&b, w) {
				break
			}
			above, below := w.turns()
			moment := float64(2*above)*moment(s.ends.up) + float64(1+2*n)*moment(s.ends.mid) + float64(2*below)*moment(s.ends.down)
			s.add(&b, w, ray{moment: moment})
		}
	}
}

// moment returns the integral of the speed over a leg, straight up and down.
func moment(leg []layer) (sum float64) {
	for _, l := range leg {
		sum += l.h * (l.ca + l.cb) / 2
	}
	return sum
}

// level finds the ray between ends at one depth in a layer of one speed, that no sum over layers knows, and those
// that go along a boundary with it.
func (s *Solver) level() {
	e := &s.ends
	even := len(e.up) > 0 && e.up[0].g == 0 || len(e.down) > 0 && e.down[0].g == 0
	if e.a != e.b || !even {
		return
	}
	r := ray{p: 1 / e.ca, fast: e.ca, x: e.reach, level: true}
	b := band{up: len(e.up), down: len(e.down), fast: e.ca}
	s.add(&b, way{downDown, 0}, r)
	if w := (way{upDown, 0}); len(e.up) == 0 && s.allowed(&b, w) {
		s.add(&b, w, r)
	}
	if w := (way{downUp, 0}); len(e.down) == 0 && s.allowed(&b, w) {
		s.add(&b, w, r)
	}
}
