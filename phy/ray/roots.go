package ray

import "math"

// Where rays of a band come down is found without a search that may miss any. As functions of z^2, what a ray goes
// within layers that it passes falls and is convex, and what it goes up to a turn rises and is concave. So tangents
// and chords bound the range between two rays, and their derivatives tell whether it rises or falls all the way. A
// cell between two rays is halved until it is known to hold no root or one.

const (
	// levelest is the least z of a cell, in m/s: a ray that is level but for 1e-30.
	levelest = 1e-27
	// halvings is how many times a cell is halved at most. Two rays that are nearer than 1e-12 of the band touch a
	// caustic at the end, and count as none.
	halvings = 40
)

// ray is a ray of a band.
type ray struct {
	fast, z float64 // m/s, see band
	p       float64 // s/m
	x, dx   float64 // m and s^2/m, range of the way and its derivative in z^2
	moment  float64 // m^2/s, the integral of the speed over a ray straight up and down
	level   bool    // and as long as the reach
}

// sine returns the sine of the angle to the horizontal at a speed. Up and down it is 1.
func (r *ray) sine(c float64) float64 {
	if r.p == 0 {
		return 1
	}
	return r.p * math.Sqrt(r.z*r.z+(r.fast-c)*(r.fast+c))
}

// part is the range of a leg and its derivative in z^2, in layers that are passed and up to the turn.
type part struct{ pass, dpass, turn, dturn float64 }

func (p *part) add(times float64, q *part) {
	p.pass += times * q.pass
	p.dpass += times * q.dpass
	p.turn += times * q.turn
	p.dturn += times * q.dturn
}

// sample is the legs of one ray.
type sample struct {
	z             float64
	up, mid, down part
}

// of returns the sum of the legs of a way.
func (s *sample) of(w way) (sum part) {
	above, below := w.turns()
	sum.add(float64(1+2*w.cycles), &s.mid)
	if above > 0 {
		sum.add(float64(2*above), &s.up)
	}
	if below > 0 {
		sum.add(float64(2*below), &s.down)
	}
	return sum
}

// span returns the first layers of a leg, and the turn in the next one if there is one. See arc for the formulas, of
// which it has those of many layers in fewer operations: with v = w/p a range is h (ca + cb)/(va + vb), and its
// derivative in z^2 is that over -2 va vb; to the turn they are va/g and 1/(2 g va).
func span(layers []layer, passed int, fast, z2 float64) (p part) {
	if len(layers) == 0 {
		return p
	}
	c := layers[0].ca
	near := math.Sqrt(z2 + (fast-c)*(fast+c))
	for i := range layers[:passed] {
		l := &layers[i]
		far := math.Sqrt(z2 + (fast-l.cb)*(fast+l.cb))
		both := near * far
		k := l.h * (l.ca + l.cb) / ((near + far) * both)
		p.pass += k * both
		p.dpass -= k / 2
		near = far
	}
	if passed < len(layers) {
		g := layers[passed].g
		p.turn, p.dturn = near/g, 1/(2*g*near)
	}
	return p
}

// sampled returns the legs of a ray; at infinity they have no range.
func (e *ends) sampled(b *band, z float64) sample {
	s := sample{z: z}
	if !math.IsInf(z, 1) {
		s.up = span(e.up, b.up, b.fast, z*z)
		s.mid = span(e.mid, len(e.mid), b.fast, z*z)
		s.down = span(e.down, b.down, b.fast, z*z)
	}
	return s
}

// bands finds the arrivals of all bands.
func (s *Solver) bands() {
	b, ok := s.ends.firstBand(), true
	for ok {
		if b.limit > levelest {
			lo, hi := s.ends.sampled(&b, levelest), s.ends.sampled(&b, b.limit)
			s.cell(&b, &lo, &hi, halvings)
		}
		b, ok = s.ends.nextBand(b)
	}
}

// root is a way with one ray in a cell, and whether its range there rises with z.
type root struct {
	way
	rises bool
}

// cell finds the arrivals between two rays.
func (s *Solver) cell(b *band, lo, hi *sample, left int) {
	s.roots = s.roots[:0]
	open := false
	for f := upDown; f <= downUp; f++ {
		open = s.judgeAll(b, lo, hi, f) || open
	}
	if open && left > 0 {
		middle := s.ends.sampled(b, (lo.z+hi.z)/2)
		s.cell(b, lo, &middle, left-1)
		s.cell(b, &middle, hi, left-1)
		return
	}
	for _, r := range s.roots {
		s.add(b, r.way, s.newton(b, r, lo, hi))
	}
}

// judgeAll notes the ways of a family with one ray in a cell, and tells whether there are others that may have more.
func (s *Solver) judgeAll(b *band, lo, hi *sample, f family) (open bool) {
	for n := 0; s.allowed(b, way{f, n}); n++ {
		w := way{f, n}
		low, high := lo.of(w), hi.of(w)
		v, rises := judge(&low, &high, s.ends.reach, hi.z*hi.z-lo.z*lo.z)
		switch v {
		case beyond: // and with more cycles yet farther
			return open
		case single:
			s.roots = append(s.roots, root{w, rises})
		case unclear:
			open = true
			if low.pass+low.turn < s.ends.reach != (high.pass+high.turn < s.ends.reach) {
				s.roots = append(s.roots, root{w, rises}) // for the last halving
			}
		}
	}
	return open
}

type verdict int

const (
	short   verdict = iota // all come down before the reach
	beyond                 // all come down beyond it
	single                 // one comes down there
	unclear                // some may
)

// judge compares the range in a cell with a reach, and tells whether it is greater at the end of the cell. The width
// is that of z^2.
func judge(lo, hi *part, reach, width float64) (v verdict, rises bool) {
	f1, f2 := lo.pass+lo.turn-reach, hi.pass+hi.turn-reach
	one := hi.dpass+lo.dturn <= 0 || lo.dpass+hi.dturn >= 0
	switch {
	case (f1 < 0) != (f2 < 0):
		if one {
			return single, f1 < 0
		}
		return unclear, f1 < 0
	case f1 < 0:
		chord := (hi.pass - lo.pass) / width
		if one || !passes(-f1, -f2, -chord-lo.dturn, -chord-hi.dturn, width) {
			return short, false
		}
	default:
		chord := (hi.turn - lo.turn) / width
		if one || !passes(f1, f2, chord+lo.dpass, chord+hi.dpass, width) {
			return beyond, false
		}
	}
	return unclear, false
}

// passes tells whether the greater of two straight lines is below 0 somewhere between two places. One has the value f1
// and the slope s1 at the first place, the other f2 and s2 at the second; both values are at least 0.
func passes(f1, f2, s1, s2, width float64) bool {
	if s1 >= 0 || s2 <= 0 {
		return false
	}
	cross := (f2 - f1 - s2*width) / (s1 - s2) // from the first place
	return f2+s2*(cross-width) <= 0
}

// rangeOf returns the range of a way and its derivative in z^2.
func (e *ends) rangeOf(b *band, w way, z float64) (x, dx float64) {
	above, below := w.turns()
	var sum part
	mid := span(e.mid, len(e.mid), b.fast, z*z)
	sum.add(float64(1+2*w.cycles), &mid)
	if above > 0 {
		up := span(e.up, b.up, b.fast, z*z)
		sum.add(float64(2*above), &up)
	}
	if below > 0 {
		down := span(e.down, b.down, b.fast, z*z)
		sum.add(float64(2*below), &down)
	}
	return sum.pass + sum.turn, sum.dpass + sum.dturn
}

// newton finds the one root of a way in a cell, by Newton's method for 1/x, which in water of one speed is a
// straight line, within a bracket.
func (s *Solver) newton(b *band, r root, lo, hi *sample) ray {
	e := &s.ends
	z1, z2 := lo.z, hi.z
	z := b.fast
	if !math.IsInf(z2, 1) {
		low, high := lo.of(r.way), hi.of(r.way)
		y1, y2 := 1/(low.pass+low.turn), 1/(high.pass+high.turn)
		z = z1 + (z2-z1)*(1/e.reach-y1)/(y2-y1)
	}
	if !(z > z1 && z < z2) {
		z = between(z1, z2)
	}
	for i := 0; ; i++ {
		x, dx := e.rangeOf(b, r.way, z)
		next := step(e.reach, z, x, dx)
		if i == 100 || math.Abs(x-e.reach) <= 1e-13*e.reach || math.Abs(next-z) <= 1e-15*z {
			return ray{fast: b.fast, z: z, p: 1 / math.Hypot(b.fast, z), x: x, dx: dx}
		}
		if (x < e.reach) == r.rises {
			z1 = z
		} else {
			z2 = z
		}
		if !(next > z1 && next < z2) || i > 10 && i%2 == 0 {
			next = between(z1, z2)
		}
		if next == z {
			i = 99
		}
		z = next
	}
}

// step returns the z of Newton's method for 1/x.
func step(reach, z, x, dx float64) float64 { return z + x/reach*(reach-x)/(2*z*dx) }

// between returns a middle of a bracket.
func between(z1, z2 float64) float64 {
	switch {
	case math.IsInf(z2, 1):
		return 2 * (z1 + 1)
	case z2 > 10*z1:
		return math.Sqrt(z1 * z2)
	}
	return (z1 + z2) / 2
}
