package ray

import (
	"math"
	"sort"
)

// A ray between two ends is made of three legs: from the upper end up to where it turns or the surface, between the
// depths of the ends, and from the lower end down. A way says how many times it takes each.

// layer is a layer of a leg, in the direction of the leg: away from the upper end, and away from the lower one.
type layer struct {
	h      float64 // m
	g      float64 // 1/s, change of speed along the leg
	ca, cb float64 // m/s, at both ends
	fa, fb float64 // dB/m, likewise
}

// ends is a question with its legs. The end a is not below b.
type ends struct {
	a, b, reach   float64
	ca, cb        float64 // m/s
	swapped       bool    // the sound goes from b to a
	up, mid, down []layer
}

// fastest returns the greatest speed between the ends.
func (e *ends) fastest() float64 {
	fast := max(e.ca, e.cb)
	for i := range e.mid {
		fast = max(fast, e.mid[i].cb)
	}
	return fast
}

// place takes in a question, and tells whether it has an answer.
func (s *Solver) place(from, to, reach, bottom float64) bool {
	if !(from >= 0 && from <= bottom && to >= 0 && to <= bottom && reach >= 0) || math.IsInf(bottom+reach, 1) {
		return false
	}
	e := &s.ends
	e.a, e.b, e.reach, e.swapped = min(from, to), max(from, to), reach, from > to
	i, j := s.above(e.a), s.above(e.b)
	e.ca, e.cb = s.speedAt(i, e.a), s.speedAt(j, e.b)
	e.up = s.leg(e.up[:0], e.a, 0)
	e.mid = s.leg(e.mid[:0], e.a, e.b)
	e.down = s.leg(e.down[:0], e.b, bottom)
	return true
}

// above returns the last node that is not below a depth.
func (s *Solver) above(depth float64) int {
	return sort.SearchFloat64s(s.depth, math.Nextafter(depth, math.Inf(1))) - 1
}

func (s *Solver) speedAt(i int, depth float64) float64 {
	return s.speed[i] + float64(s.bend[i]*(depth-s.depth[i]))
}

func (s *Solver) fadeAt(i int, depth float64) float64 {
	return s.absorption[i] + float64(s.fade[i]*(depth-s.depth[i]))
}

// leg appends the layers from a depth down or up to another.
func (s *Solver) leg(dst []layer, from, to float64) []layer {
	i := s.above(from)
	c, f := s.speedAt(i, from), s.fadeAt(i, from)
	for from < to {
		next := min(s.depth[i+1], to)
		l := layer{h: next - from, g: s.bend[i], ca: c, fa: f}
		if from = next; next == s.depth[i+1] {
			i++
		}
		c, f = s.speedAt(i, next), s.fadeAt(i, next)
		l.cb, l.fb = c, f
		dst = append(dst, l)
	}
	if from == s.depth[i] {
		i--
	}
	for from > to {
		next := max(s.depth[i], to)
		l := layer{h: from - next, g: 0 - s.bend[i], ca: c, fa: f}
		c, f = s.speedAt(i, next), s.fadeAt(i, next)
		l.cb, l.fb = c, f
		dst = append(dst, l)
		if from = next; next == s.depth[i] {
			i--
		}
	}
	return dst
}

// family is the direction at the upper end and at the lower one, on the way down from the upper to the lower end.
type family int

const (
	upDown family = iota
	upUp
	downDown
	downUp
)

// way is a family, and how many cycles a ray makes beyond those of the shortest way of it.
type way struct {
	family family
	cycles int
}

// turns returns how many times the way goes up above the upper end, and down below the lower one. Between them it
// goes once more than twice for each cycle.
func (w way) turns() (above, below int) {
	above, below = w.cycles, w.cycles
	if w.leavesUp() {
		above++
	}
	if w.arrivesUp() {
		below++
	}
	return above, below
}

func (w way) leavesUp() bool  { return w.family <= upUp }
func (w way) arrivesUp() bool { return w.family == upUp || w.family == downUp }

// band is the rays that turn in the same layers, or at the boundaries. All pass the fastest of the depths that they
// reach, where the speed is fast; there z = sqrt(1/p^2 - fast^2) is 0 for the ray that is level. With it the sine is
// p sqrt(z^2 + fast^2 - c^2) everywhere: no difference of near numbers, for level rays and for steep ones.
type band struct {
	fast     float64 // m/s
	up, down int     // layers that are passed; the ray turns in the next one if there is one
	limit    float64 // m/s, z where the next band begins
}

// surface returns whether rays of the band come to the surface.
func (b *band) surface(e *ends) bool { return b.up == len(e.up) }

// bottom returns whether rays of the band come to the bottom.
func (b *band) bottom(e *ends) bool { return b.down == len(e.down) }

// firstBand returns the band of the most level rays.
func (e *ends) firstBand() band { return e.bandAt(e.fastest(), 0, 0) }

// nextBand returns the band beyond the limit of another, if there is one.
func (e *ends) nextBand(b band) (band, bool) {
	next := b.next(e)
	if math.IsInf(next, 1) {
		return band{}, false
	}
	return e.bandAt(next, b.up, b.down), true
}

func (e *ends) bandAt(fast float64, up, down int) band {
	b := band{fast: fast, up: up, down: down}
	for b.up < len(e.up) && e.up[b.up].cb <= fast {
		b.up++
	}
	for b.down < len(e.down) && e.down[b.down].cb <= fast {
		b.down++
	}
	next := b.next(e)
	b.limit = math.Sqrt((next - fast) * (next + fast))
	return b
}

// next returns the speed at which one of the legs gets longer.
func (b *band) next(e *ends) float64 {
	next := math.Inf(1)
	if b.up < len(e.up) {
		next = e.up[b.up].cb
	}
	if b.down < len(e.down) {
		next = min(next, e.down[b.down].cb)
	}
	return next
}

// bounces returns the reflections of a way at the surface and at the bottom.
func (s *Solver) bounces(b *band, w way) (surface, bottom int) {
	above, below := w.turns()
	if b.surface(&s.ends) {
		surface = above
	}
	if b.bottom(&s.ends) {
		bottom = below
	}
	return surface, bottom
}

// allowed tells whether a band has rays of a way that may count.
func (s *Solver) allowed(b *band, w way) bool {
	surface, bottom := s.bounces(b, w)
	return w.cycles <= maxCycles && surface+bottom <= s.options.Bounces &&
		(surface == 0 || s.water.Surface != nil) && (bottom == 0 || s.water.Bottom != nil)
}
