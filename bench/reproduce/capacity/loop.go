package capacity

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"halocline/sim/numeric"
)

// timing is when positions reach the controller: each is made a period after the one before, comes late by a delay, and
// is lost with a probability, independently of the others.
type timing struct{ Period, Delay, Loss float64 }

// axis is what a loop moves: the mass that the gains are made for over that which it moves, and the drag over mass, linear in 1/s and
// quadratic in 1/m. It swings by the distance, in m, within which the vehicle has to stay.
type axis struct{ ratio, linear, quadratic, swing float64 }

// surge is RexROV ahead, which has the most gain for its mass. Gains are made for the mean of 2642.66 kg along x and 3084.87 kg along y, its
// mass and added mass. The drag is 74.82 v + 748.22 v^2 N.
func surge(swing float64) axis {
	const ahead, across = 2642.66, 3084.87
	return axis{(ahead + across) / 2 / ahead, 74.82 / ahead, 748.22 / ahead, swing}
}

// drag, in 1/s, is that of a vehicle that swings about once in tau radians: v |v| of a velocity of amplitude V has the
// first harmonic (8/3pi) V v (harmonic balance). A loop that is just stable with it swings by that amplitude, and less beyond.
func (a axis) drag(tau float64) float64 {
	return a.linear + 8/(3*math.Pi)*a.quadratic*a.swing/tau
}

// memory is the number of periods without a position that are told apart.
const memory = 25

// lossy is the loop on one axis at the instants at which positions come, if they come. Its state is position and velocity,
// the positions that are on their way, the last error, I and the force that is held.
type lossy struct {
	timing
	ratio   float64
	drag    float64 // over mass, 1/s
	tau     float64 // time constant that the gains are made for, s
	whole   int     // periods in the delay
	rest    float64 // of the delay, s
	size    int
	advance *mat.Dense
}

// Places in the state; positions on their way lie between velocity and the last error.
const (
	place = iota
	speed
	newest
)

func newLossy(t timing, a axis, tau float64) *lossy {
	l := &lossy{timing: t, ratio: a.ratio, drag: a.drag(tau), tau: tau}
	l.whole = int(math.Floor(t.Delay/t.Period + 1e-9))
	l.rest = max(0, t.Delay-float64(l.whole)*t.Period)
	l.size = newest + l.whole + 1 + 3
	l.advance = l.period()
	return l
}

func (l *lossy) oldest() int { return newest + l.whole }
func (l *lossy) last() int   { return l.oldest() + 1 }
func (l *lossy) sum() int    { return l.oldest() + 2 }
func (l *lossy) force() int  { return l.oldest() + 3 }

// moved returns the rows of position and velocity after a time t under a constant force: v' = u - b v.
func (l *lossy) moved(t float64) (position, velocity []float64) {
	b := l.drag
	decay := math.Exp(-b * t)
	position, velocity = make([]float64, l.size), make([]float64, l.size)
	position[place], position[speed], position[l.force()] = 1, (1-decay)/b, (t-(1-decay)/b)/b
	velocity[speed], velocity[l.force()] = decay, (1-decay)/b
	return position, velocity
}

// period is the state a period later: the position that comes at the end of it plus its whole periods of delay is made within it.
func (l *lossy) period() *mat.Dense {
	m := mat.NewDense(l.size, l.size, nil)
	position, velocity := l.moved(l.Period)
	m.SetRow(place, position)
	m.SetRow(speed, velocity)
	made, _ := l.moved(l.Period - l.rest)
	m.SetRow(newest, made)
	for i := newest + 1; i <= l.oldest(); i++ {
		m.Set(i, i-1, 1)
	}
	for i := l.last(); i < l.size; i++ {
		m.Set(i, i, 1)
	}
	return m
}

// acted is the state after the controller has taken the oldest position, the first after n periods: control.PID with the gains of
// ncs.VehicleConfig.Fitted, D on the measurement and I in the series form, of which at most two periods of the gains count.
func (l *lossy) acted(n int) *mat.Dense {
	kp := l.ratio / (4 * l.tau * l.tau)
	ki, kd := kp/(4*l.tau), 4*l.tau*kp
	dt := float64(n) * l.Period
	counted := min(dt, 2*l.tau/3)
	m := mat.NewDense(l.size, l.size, nil)
	for i := range l.size {
		m.Set(i, i, 1)
	}
	// The error is minus the position y. D = kd (last + y)/dt of last, the last error, has the sign of the measurement: -kd (y + last)/dt.
	d := map[int]float64{l.oldest(): -kd / dt, l.last(): -kd / dt}
	i := map[int]float64{l.oldest(): -ki * counted / 2, l.last(): ki * counted / 2, l.sum(): 1}
	for k, v := range d {
		i[k] += ki / kp * counted * v
	}
	row := make([]float64, l.size)
	sum := make([]float64, l.size)
	for k, v := range i {
		sum[k] = v
		row[k] += v
	}
	for k, v := range d {
		row[k] += v
	}
	row[l.oldest()] -= kp
	m.SetRow(l.sum(), sum)
	m.SetRow(l.force(), row)
	last := make([]float64, l.size)
	last[l.oldest()] = -1
	m.SetRow(l.last(), last)
	return m
}

// growth returns by what factor the second moment of the state grows in a period in the long run. Modes n are the periods since the last position:
//
//	X(1)   <- (1-p) sum over n of A(n) X(n) A(n)'
//	X(n+1) <- p B X(n) B'
//
// with A(n) the controller and a period, and B the period alone: a Markov jump linear system, whose second moment converges if this
// factor is below 1 (Costa, Fragoso and Marques, Discrete-Time Markov Jump Linear Systems, 2005, chapter 3).
func (l *lossy) growth() float64 {
	m := l.moments()
	const settle, count = 200, 100 // of loops up to 10 s, whose slowest part decays within 40 s
	factor := 0.0
	for k := range settle + count {
		size := m.next()
		if !(size > 0) || math.IsInf(size, 0) {
			return math.Inf(1)
		}
		if k >= settle {
			factor += math.Log(size) / count
		}
	}
	return math.Exp(factor)
}

// moments are the second moments of the state, by the periods since the last position.
type moments struct {
	*lossy
	acts []*mat.Dense // the controller and a period
	x    []*mat.Dense
}

// moments begins in the first mode, with the identity.
func (l *lossy) moments() *moments {
	m := &moments{lossy: l}
	modes := memory
	if l.Loss == 0 {
		modes = 1
	}
	for n := range modes {
		a := l.zero()
		a.Mul(l.advance, l.acted(n+1))
		m.acts, m.x = append(m.acts, a), append(m.x, l.zero())
	}
	for i := range l.size {
		m.x[0].Set(i, i, 1/float64(l.size))
	}
	return m
}

func (l *lossy) zero() *mat.Dense { return mat.NewDense(l.size, l.size, nil) }

// next is a period. It returns by what factor the trace of all grows, and divides by it.
func (m *moments) next() float64 {
	next := make([]*mat.Dense, len(m.x))
	for n := range next {
		next[n] = m.zero()
	}
	for n, x := range m.x {
		next[0].Add(next[0], through(m.acts[n], x, 1-m.Loss))
		to := min(n+1, len(m.x)-1)
		next[to].Add(next[to], through(m.advance, x, m.Loss))
	}
	size := 0.0
	for _, x := range next {
		size += mat.Trace(x)
	}
	for _, x := range next {
		x.Scale(1/size, x)
	}
	m.x = next
	return size
}

// through returns w A X A'.
func through(a, x *mat.Dense, w float64) *mat.Dense {
	var half, whole mat.Dense
	half.Mul(a, x)
	whole.Mul(&half, a.T())
	whole.Scale(w, &whole)
	return &whole
}

// tightest returns the least time constant up to 10 s, in s, of a loop that is stable in the mean square where it swings by the bound.
func tightest(t timing, a axis) float64 {
	_, least := numeric.Bisect(0.3, 10, 12, func(tau float64) bool { return newLossy(t, a, tau).growth() >= 1 })
	return least
}
