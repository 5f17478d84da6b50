package ray

import "math"

// tally is the sum over the arcs of a ray.
type tally struct{ time, length, absorption float64 }

func (t *tally) add(times float64, q tally) {
	t.time += times * q.time
	t.length += times * q.length
	t.absorption += times * q.absorption
}

// along returns the sum over the layers of a leg that a ray passes, and to the turn if there is one.
func along(layers []layer, passed int, r *ray) (sum tally) {
	if len(layers) == 0 {
		return sum
	}
	near := r.sine(layers[0].ca)
	for i := range layers[:passed] {
		l := &layers[i]
		far := r.sine(l.cb)
		a := arc{r.p, l.h, l.g, l.ca, l.cb, near, far}
		sum.over(l, &a)
		near = far
	}
	if passed < len(layers) {
		l := &layers[passed]
		a := turning(r.p, l.g, l.ca, near)
		sum.over(l, &a)
	}
	return sum
}

// over adds an arc that begins where a layer does.
func (t *tally) over(l *layer, a *arc) {
	time, length, lean := a.measure()
	mean := l.fa + (l.fb-l.fa)/l.h*(a.h/2+lean)
	t.time += time
	t.length += length
	t.absorption += length * mean
}

// add notes the arrival of a ray, unless it is too steep or silent.
//
// The energy between two rays that leave at nearly one angle gives A^2 = p ca cb/(x |dx/dp| wa wb), re 1 m: Jensen et al.,
// eq. (3.56), with the ring of the source and that of the receiver as functions of p. Of p = (fast^2 + z^2)^(-1/2),
// dp/d(z^2) is -p^3/2. Straight up and down A^2 goes to ca cb over the square of the integral of the speed.
//
// Just behind a turn dx/dp is minus infinity, just before the next it is plus infinity, and each layer in between adds
// to it: there a ray touches one caustic. Behind the last turn it has touched one if dx/dp has become positive.
func (s *Solver) add(b *band, w way, r ray) {
	e := &s.ends
	a := Arrival{Leave: r.sine(e.ca), Arrive: r.sine(e.cb)}
	a.Surface, a.Bottom = s.bounces(b, w)
	if a.Surface+a.Bottom > 0 && max(a.Leave, a.Arrive) > s.options.Steepest {
		return
	}
	above, below := w.turns()
	if !b.surface(e) {
		a.Caustics += above
	}
	if !b.bottom(e) {
		a.Caustics += below
	}
	if a.Caustics > 0 && r.dx > 0 {
		a.Caustics--
	}
	sum := s.sum(b, w, &r)
	a.Delay, a.Length, a.Absorption = sum.time+float64(r.p*(e.reach-r.x)), sum.length, sum.absorption
	if a.Amplitude = s.spread(&r, &sum); !(a.Amplitude > 0) {
		return
	}
	a.Phase = -math.Pi / 2 * float64(a.Caustics)
	s.reflect(&a, s.water.Surface, a.Surface, r.sine(edge(e.up, e.ca)))
	s.reflect(&a, s.water.Bottom, a.Bottom, r.sine(edge(e.down, e.cb)))
	if !(a.Amplitude > 0) {
		return
	}
	a.Phase = math.Remainder(a.Phase, 2*math.Pi)
	if !w.leavesUp() {
		a.Leave = 0 - a.Leave
	}
	if !w.arrivesUp() {
		a.Arrive = 0 - a.Arrive
	}
	if e.swapped {
		a.Leave, a.Arrive = 0-a.Arrive, 0-a.Leave
	}
	s.found = append(s.found, found{a, w})
}

// sum returns the sum over the arcs of a way.
func (s *Solver) sum(b *band, w way, r *ray) (sum tally) {
	e := &s.ends
	if r.level {
		return tally{e.reach / e.ca, e.reach, e.reach * s.fadeAt(s.above(e.a), e.a)}
	}
	above, below := w.turns()
	sum.add(float64(1+2*w.cycles), along(e.mid, len(e.mid), r))
	if above > 0 {
		sum.add(float64(2*above), along(e.up, b.up, r))
	}
	if below > 0 {
		sum.add(float64(2*below), along(e.down, b.down, r))
	}
	return sum
}

// spread returns the amplitude before reflections.
func (s *Solver) spread(r *ray, sum *tally) float64 {
	e := &s.ends
	amplitude := 1 / sum.length
	switch {
	case r.level:
	case r.p == 0:
		amplitude = math.Sqrt(e.ca*e.cb) / r.moment
	default:
		va, vb := r.sine(e.ca)/r.p, r.sine(e.cb)/r.p
		amplitude = r.p * math.Sqrt(e.ca*e.cb/(2*e.reach*math.Abs(r.dx)*va*vb))
	}
	return min(amplitude, focus/sum.length, 1)
}

// edge returns the speed at the end of a leg that begins with a speed.
func edge(leg []layer, c float64) float64 {
	if n := len(leg); n > 0 {
		return leg[n-1].cb
	}
	return c
}

// reflect takes reflections at a boundary in.
func (s *Solver) reflect(a *Arrival, by Reflector, times int, sine float64) {
	if times == 0 {
		return
	}
	r := by.Reflect(min(sine, 1))
	size, angle := math.Hypot(real(r), imag(r)), math.Atan2(imag(r), real(r))
	for range times {
		a.Amplitude *= size
	}
	a.Phase += angle * float64(times)
}
