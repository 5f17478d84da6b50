package capacity

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"halocline/sim/numeric"
)

// current is one along the axis of the loop that wanders about a mean: an Ornstein-Uhlenbeck process with a standard deviation and a
// correlation time.
type current struct{ mean, deviation, time float64 } // m/s, m/s, s

// drag, in 1/s, is that of a vehicle that stays where it is: w |w| of a Gaussian w about a mean has the gain 2 E|w| (statistical
// linearization: Gelb and Vander Velde, Multiple-Input Describing Functions, 1968).
func (c current) drag(a axis) float64 {
	s := c.deviation
	mean := s*math.Sqrt(2/math.Pi)*math.Exp(-c.mean*c.mean/(2*s*s)) + c.mean*math.Erf(c.mean/(s*math.Sqrt2))
	return a.linear + a.quadratic*2*mean
}

// pushed is a lossy loop in a current, with a vehicle as heavy as its water: what speeds the water up speeds the vehicle up alike (Thomasson and
// Woolsey, Vehicle Motion in Currents, IEEE Journal of Oceanic Engineering 38(2), 2013). So its velocity through the water is in the state, and the current
// the last of it:
//
//	x' = r + c,  r' = u - b r
type pushed struct {
	*lossy
	current current
	noise   *mat.Dense // what a period adds to the second moment
}

func newPushed(t timing, a axis, tau float64, c current) *pushed {
	p := &pushed{lossy: newLossy(t, a, tau), current: c}
	p.drag = c.drag(a)
	p.size++
	first, q1 := p.moves(p.Period - p.rest)
	second, q2 := p.moves(p.rest)
	made := p.zero() // a position is made, and the others are a period older
	for i := range p.size {
		made.Set(i, i, 1)
	}
	for i := newest; i <= p.oldest(); i++ {
		made.Set(i, i, 0)
		made.Set(i, max(i-1, newest), 1)
	}
	made.Set(newest, newest, 0)
	made.Set(newest, place, 1)
	var then mat.Dense
	then.Mul(second, made)
	p.advance = p.zero()
	p.advance.Mul(&then, first)
	p.noise = through(&then, q1, 1)
	p.noise.Add(p.noise, q2)
	return p
}

// moves returns how the state moves in a time under a constant force, and the second moment that the current adds meanwhile (Van Loan,
// Computing integrals involving the matrix exponential, IEEE Transactions on Automatic Control 23, 1978).
func (p *pushed) moves(t float64) (f, q *mat.Dense) {
	n := p.size
	block := mat.NewDense(2*n, 2*n, nil)
	set := func(i, j int, v float64) {
		block.Set(i, j, -v)
		block.Set(n+j, n+i, v)
	}
	c := n - 1
	set(place, speed, 1)
	set(place, c, 1)
	set(speed, speed, -p.drag)
	set(speed, p.force(), 1)
	set(c, c, -1/p.current.time)
	block.Set(c, n+c, 2*p.current.deviation*p.current.deviation/p.current.time)
	block.Scale(t, block)
	var e mat.Dense
	e.Exp(block)
	f = mat.DenseCopyOf(e.Slice(n, 2*n, n, 2*n).T())
	q = p.zero()
	q.Mul(f, e.Slice(0, n, n, 2*n))
	return f, q
}

// spread returns the standard deviations of the place and of the velocity in the long run, at the instants at which positions are due.
// With the share (1-p) p^n of mode n, each period adds the noise to where it leads. See lossy.growth for the rest.
func (p *pushed) spread() (off, velocity float64) {
	m := p.moments()
	for _, x := range m.x {
		x.Zero()
	}
	const settle = 400 // periods
	for range settle {
		next := make([]*mat.Dense, len(m.x))
		for n := range next {
			next[n] = p.zero()
		}
		share := 1 - p.Loss
		for n, x := range m.x {
			to := min(n+1, len(m.x)-1)
			next[0].Add(next[0], through(m.acts[n], x, 1-p.Loss))
			next[to].Add(next[to], through(p.advance, x, p.Loss))
			var q mat.Dense
			q.Scale(share*(1-p.Loss), p.noise)
			next[0].Add(next[0], &q)
			q.Scale(share*p.Loss, p.noise)
			next[to].Add(next[to], &q)
			share *= p.Loss
		}
		m.x = next
	}
	var all mat.Dense
	all.CloneFrom(p.zero())
	for _, x := range m.x {
		all.Add(&all, x)
	}
	c := p.size - 1
	over := all.At(speed, speed) + 2*all.At(speed, c) + all.At(c, c) // ground
	return math.Sqrt(all.At(place, place)), math.Sqrt(over)
}

// settles is the time until a vehicle that is at rest in its place when the mean of the current sets in is back within a bound, in s. Then its
// thrusters and I have to find the force against the drag, and the state is what is off from that; losses are left out.
func (p *pushed) settles(a axis, bound float64) float64 {
	const most = 200 // periods
	missing := a.linear*p.current.mean + a.quadratic*p.current.mean*p.current.mean
	x := mat.NewVecDense(p.size, nil)
	x.SetVec(p.sum(), missing)
	x.SetVec(p.force(), missing)
	var m mat.Dense
	m.Mul(p.advance, p.acted(1))
	outside := 0
	x.MulVec(p.advance, x) // until the first position
	for k := range most {
		if math.Abs(x.AtVec(place)) > bound {
			outside = k + 1
		}
		x.MulVec(&m, x)
	}
	return float64(outside) * p.Period
}

// stays is the probability that a place that spreads so stays within a bound for a time L without a break, somewhere in a span W of up to three times
// that. While it is within, it leaves at Rice's rate to either side over the share of the time in which it is (Mathematical analysis of random noise, Bell
// System Technical Journal 23 and 24, 1944-45), as a Poisson process does. A gap of L is complete for the first time at W at the rate r e^(-r L) (1 - P(W - L)),
// where P is what is looked for, and e^(-r L) at L.
func stays(off, velocity, bound, length, span float64) float64 {
	rate := velocity / (math.Pi * off) * math.Exp(-bound*bound/(2*off*off)) / math.Erf(bound/(off*math.Sqrt2))
	if span < length {
		return 0
	}
	free := math.Exp(-rate * length)
	rest := max(0, span-2*length)
	return free*(1+rate*(span-length)) - rate*free*free*(rest+rate*rest*rest/2)
}

// strongest returns the largest deviation of a current in which half of the vehicles stay within a bound for 80 s of 230 s.
func strongest(t timing, a axis, tau float64, c current, bound float64) float64 {
	const length, run = 80, 230 // s
	c.deviation = 1e-3
	calm := newPushed(t, a, tau, c)
	if calm.growth() >= 1 {
		return 0
	}
	span := run - calm.settles(a, bound)
	most, _ := numeric.Bisect(1e-3, 1, 9, func(s float64) bool {
		c.deviation = s
		x, v := newPushed(t, a, tau, c).spread()
		return stays(x, v, bound, length, span) >= 0.5
	})
	return most
}
