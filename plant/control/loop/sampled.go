package loop

import (
	"errors"
	"fmt"
	"math"
	"math/cmplx"

	"gonum.org/v1/gonum/mat"

	"halocline/sim/numeric"
)

// Sampled is a loop whose controller is a computer: it samples with a period, and
// its output is held until the next sample. The discretisation is exact, for any
// delay.
type Sampled struct {
	Plant      Transfer // in s
	Controller Transfer // in z
	Delay      float64  // s
	Period     float64  // s
	Ahead      bool     // as in Loop
	// Reference is the controller of the reference where that is another one, as with D on the measurement; a Transfer
	// without numerator is Controller. Poles and margins are the same, the step response is not.
	Reference Transfer
}

// PIDSampled returns the PID in z as package control steps it, from the gains of
// PID and the period in s:
//
//	C = Kp (1 + ni T/2 A + nd (z-1)/(z T))
//
// with A = (z+1)/(z-1) where I is accumulated, and (z+1)/z where it is per sample,
// as equation 4.3 of Erdemir (2018) is printed.
func PIDSampled(kp, nd, ni, period float64, accumulated bool) Transfer {
	d, i := kp*nd/period, kp*ni*period/2
	if accumulated && i != 0 { // over z (z-1)
		return Transfer{Poly{d, -kp - 2*d + i, kp + d + i}, Poly{0, -1, 1}}.reduced()
	}
	return Transfer{Poly{i - d, kp + d + i}, Poly{0, 1}}.reduced()
}

// PIDSeries is the controller of control.PID with its I in the series form, Kp (1 + ni/s)(1 + nd s): that of the
// parallel form with an accumulated I and Kp (1 + nd ni), exactly, also in samples. How the reference comes in is
// left out: there the series form has P and D on less of it.
func PIDSeries(kp, nd, ni, period float64) Transfer {
	more := 1 + nd*ni
	return PIDSampled(kp*more, nd/more, ni/more, period, true)
}

// Validate reports what cannot be analysed.
func (l Sampled) Validate() error {
	if err := (Loop{Forward: l.Plant, Delay: l.Delay}).Validate(); err != nil {
		return err
	}
	const most = 50
	switch {
	case !(l.Period > 0) || math.IsInf(l.Period, 0):
		return fmt.Errorf("the period is %g s; write more than 0", l.Period)
	case l.Delay > most*l.Period:
		return fmt.Errorf("the delay is %g periods; write at most %d", l.Delay/l.Period, most)
	case l.Controller.Num.degree() > l.Controller.Den.degree():
		return errors.New("the controller answers before it is asked: it has more zeros than poles")
	}
	if open := l.Open(); !open.Den.finite() || !open.closed(1).finite() {
		return fmt.Errorf("the plant grows beyond all numbers within a period of %g s; sample more often", l.Period)
	}
	return nil
}

// Open returns the open loop in z.
func (l Sampled) Open() Transfer { return l.Controller.Times(pulse(l.Plant, l.Delay, l.Period)) }

// Poles returns the poles of the closed loop in z; it is stable if they lie within
// the unit circle.
func (l Sampled) Poles() []complex128 { return l.Open().closedPoles(1) }

// Unstable returns how many poles lie on or outside of the unit circle when the
// loop is closed with a gain in front.
func (l Sampled) Unstable(gain float64) int { return outside(l.Open(), gain) }

func outside(open Transfer, gain float64) int {
	count := 0
	for _, z := range open.closedPoles(gain) {
		if cmplx.Abs(z) >= 1-1e-13 {
			count++
		}
	}
	return count
}

// Margins returns the margins of the loop. The delay margin is where the loop
// first fails to be stable as the delay grows, in steps of a quarter of a period
// that are halved in the end. Beyond 25 periods it is what takes the phase: exact for whole
// periods, and else too short or too long by a small part of one.
func (l Sampled) Margins() Margins {
	m := gains(l.fixed())
	m.Delay, m.DelayAt = math.NaN(), math.NaN()
	if !m.Stable {
		return m
	}
	stays := func(more float64) bool {
		longer := l
		longer.Delay += more
		return longer.Unstable(1) == 0
	}
	m.Delay, m.DelayAt = late(l.fixed())
	low := 0.0
	for low < 25*l.Period {
		high := low + l.Period/4
		if stays(high) {
			low = high
			continue
		}
		_, m.Delay = numeric.Bisect(low, high, 50, stays)
		m.DelayAt = math.NaN()
		break
	}
	m.Delay = max(m.Delay, low)
	return m
}

// fixed is a sampled loop whose open loop has been worked out.
type fixed struct {
	open   Transfer
	period float64
}

func (l Sampled) fixed() fixed { return fixed{l.Open(), l.Period} }

func (f fixed) Response(w float64) complex128 { return f.open.At(cmplx.Rect(1, w*f.period)) }
func (f fixed) Unstable(gain float64) int     { return outside(f.open, gain) }

// grid returns frequencies in rad/s up to half of the sampling frequency.
func (f fixed) grid() []float64 {
	const decades, perDecade, linear = 7, 200, 4000
	top := math.Pi / f.period
	var ws []float64
	for i := range decades * perDecade {
		if w := top * math.Pow(10, float64(i)/perDecade-decades); w < top/linear {
			ws = append(ws, w)
		}
	}
	for i := range linear {
		ws = append(ws, top*float64(i+1)/linear)
	}
	return ws
}

// pulse returns a plant in z with a zero-order hold in front and a delay in s
// behind it. With d the whole periods in the delay, r the rest of it, and x' = A x
// + B u, y = C x the plant,
//
//	x(k+1) = F x(k) + G1 u(k-d-1) + G0 u(k-d), F = exp(A T)
//	G0 = int 0..T-r exp(As) B ds, G1 = exp(A (T-r)) int 0..r exp(As) B ds
//
// (Astrom and Wittenmark, Computer-Controlled Systems, 3rd ed., section 2.3). The
// plant must have fewer zeros than poles.
func pulse(plant Transfer, delay, period float64) Transfer {
	whole := math.Round(delay / period)
	if math.Abs(delay/period-whole) > 1e-9 {
		whole = math.Floor(delay / period)
	}
	rest := math.Max(0, delay-whole*period)
	if delay/period-whole < 1e-9 {
		rest = 0
	}
	m := realise(plant)
	f, _ := m.hold(period)
	keep, g0 := m.hold(period - rest)
	_, late := m.hold(rest)
	var g1 mat.VecDense
	g1.MulVec(keep, late)

	num0, den := m.transfer(f, g0)
	num1, _ := m.transfer(f, &g1)
	num := append(Poly{0}, num0...).plus(num1)
	shift := make(Poly, int(whole)+2)
	shift[len(shift)-1] = 1
	return Transfer{num, den.times(shift)}.reduced()
}

// model is a transfer function as x' = A x + B u, y = C x, in the form of a
// controller: B is the last unit vector.
type model struct {
	a *mat.Dense
	c []float64
}

// realise returns the model of a transfer function with fewer zeros than poles.
func realise(t Transfer) model {
	t = t.trimmed()
	n := t.Den.degree()
	m := model{mat.NewDense(n, n, nil), make([]float64, n)}
	for i := range n {
		if i < n-1 {
			m.a.Set(i, i+1, 1)
		}
		m.a.Set(n-1, i, -t.Den[i]/t.Den[n])
		if i < len(t.Num) {
			m.c[i] = t.Num[i] / t.Den[n]
		}
	}
	return m
}

// hold returns exp(A t) and int 0..t exp(A s) B ds, from one exponential of [A B; 0
// 0] (Van Loan, IEEE Transactions on Automatic Control 23, 1978).
func (m model) hold(t float64) (f *mat.Dense, g *mat.VecDense) {
	n := len(m.c)
	both := mat.NewDense(n+1, n+1, nil)
	for i := range n {
		for j := range n {
			both.Set(i, j, m.a.At(i, j)*t)
		}
	}
	both.Set(n-1, n, t)
	var e mat.Dense
	e.Exp(both)
	f, g = mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
	f.Copy(e.Slice(0, n, 0, n))
	g.CopyVec(e.ColView(n).(*mat.VecDense).SliceVec(0, n))
	return f, g
}

// transfer returns C adj(zI - F) G and det(zI - F) by the recursion of Leverrier
// and Faddeev.
func (m model) transfer(f *mat.Dense, g *mat.VecDense) (num, den Poly) {
	n := len(m.c)
	num, den = make(Poly, n), make(Poly, n+1)
	den[n] = 1
	c := mat.NewVecDense(n, m.c)
	r := mat.NewDense(n, n, nil)
	for i := range n {
		r.Set(i, i, 1)
	}
	for k := n - 1; k >= 0; k-- {
		var rg mat.VecDense
		rg.MulVec(r, g)
		num[k] = mat.Dot(c, &rg)
		var next mat.Dense
		next.Mul(f, r)
		den[k] = -mat.Trace(&next) / float64(n-k)
		for i := range n {
			next.Set(i, i, next.At(i, i)+den[k])
		}
		r = &next
	}
	return num, den
}
