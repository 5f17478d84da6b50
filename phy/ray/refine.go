package ray

import "math"

// Refine returns what an arrival becomes when the ends have moved a little since it was found. It follows the same way
// through the same layers by Newton's method. Where that finds nothing, it returns false: then ask Arrivals.
//
// The last bits depend on the arrival that it begins with. For ends one above the other it returns false.
func (s *Solver) Refine(a Arrival, from, to, reach, bottom float64) (Arrival, bool) {
	b, w, r, ok := s.follow(&a, from, to, reach, bottom)
	if s.found = s.found[:0]; ok {
		s.add(&b, w, r)
	}
	if len(s.found) == 0 {
		return Arrival{}, false
	}
	return s.found[0].Arrival, true
}

// follow returns the ray that an arrival becomes, with its band and way.
func (s *Solver) follow(a *Arrival, from, to, reach, bottom float64) (b band, w way, r ray, ok bool) {
	if !s.place(from, to, reach, bottom) || reach < closest {
		return b, w, r, false
	}
	e := &s.ends
	const steep = 1e9 // as the tangent of the angle, where the sine is 1 as rounded
	c := e.ca
	sine, _ := e.sines(a)
	v := c * min(math.Abs(sine)/math.Sqrt((1-sine)*(1+sine)), steep)
	if b, ok = e.bandOf(c, v); !ok {
		return b, w, r, false
	}
	if w, ok = s.wayOf(&b, a); !ok || !s.allowed(&b, w) {
		return b, w, r, false
	}
	z := math.Sqrt(max(v*v-(b.fast-c)*(b.fast+c), levelest*levelest))
	for range 12 {
		x, dx := e.rangeOf(&b, w, z)
		if math.Abs(x-reach) <= 1e-13*reach {
			return b, w, ray{fast: b.fast, z: z, p: 1 / math.Hypot(b.fast, z), x: x, dx: dx}, true
		}
		if z = step(reach, z, x, dx); !(z > 0 && z < b.limit) {
			break
		}
	}
	return b, w, r, false
}

// bandOf returns the band of the rays that have w/p = v at a depth with a speed: where 1/p^2 = c^2 + v^2 is not
// beyond the next speed.
func (e *ends) bandOf(c, v float64) (b band, ok bool) {
	for b, ok = e.firstBand(), true; ok; b, ok = e.nextBand(b) {
		if next := b.next(e); (next-c)*(next+c) > v*v {
			return b, true
		}
	}
	return b, false
}

// sines returns those of an arrival at the upper and at the lower end, on the way to the lower one.
func (e *ends) sines(a *Arrival) (leave, arrive float64) {
	if e.swapped {
		return 0 - a.Arrive, 0 - a.Leave
	}
	return a.Leave, a.Arrive
}

// wayOf returns the way of an arrival in a band, by its reflections, caustics and directions. With turns alone, they are as many as the caustics, or one more: an odd number where it arrives as it
// has not left.
func (s *Solver) wayOf(b *band, a *Arrival) (w way, ok bool) {
	e := &s.ends
	leave, arrive := e.sines(a)
	switch {
	case leave > 0 && arrive > 0:
		w.family = upUp
	case leave <= 0 && arrive <= 0:
		w.family = downDown
	case arrive > 0:
		w.family = downUp
	}
	above, below := w.turns() // of no cycle
	switch {
	case b.surface(e):
		w.cycles = a.Surface - above
	case b.bottom(e):
		w.cycles = a.Bottom - below
	default:
		w.cycles = (a.Caustics + 1 - above - below) / 2
	}
	surface, bottom := s.bounces(b, w)
	return w, w.cycles >= 0 && surface == a.Surface && bottom == a.Bottom
}
