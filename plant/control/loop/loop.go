package loop

import (
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"slices"
)

// Loop is a loop in continuous time that is closed with negative feedback over a
// delay.
type Loop struct {
	Forward Transfer // controller and plant
	Delay   float64  // s
	// Order is the order of the Pade approximation of the delay, 1 to MaxOrder; 0
	// takes the delay as it is.
	Order int
	// Ahead puts the delay in front of the output, as equation 4.5 of Erdemir (2018)
	// has it; otherwise it lies in the feedback, as in figure 4.3 there. The poles
	// and the margins are the same, the step response is not.
	Ahead bool
}

// MaxOrder is the highest order of a Pade approximation.
const MaxOrder = 4

// Validate reports what cannot be analysed.
func (l Loop) Validate() error {
	for _, p := range []Poly{l.Forward.Num, l.Forward.Den} {
		for _, c := range p {
			if c-c != 0 {
				return errors.New("a coefficient is not a finite number")
			}
		}
	}
	num, den := l.Forward.Num.degree(), l.Forward.Den.degree()
	switch {
	case den < 1 || num >= den:
		return fmt.Errorf("the loop has %d zeros and %d poles; write fewer zeros than poles", num, den)
	case l.Forward.Num[num] == 0:
		return errors.New("the loop has no gain")
	case !(l.Delay >= 0) || math.IsInf(l.Delay, 0):
		return fmt.Errorf("the delay is %g s; write at least 0", l.Delay)
	case l.Order < 0 || l.Order > MaxOrder:
		return fmt.Errorf("the order is %d; write 0 to %d", l.Order, MaxOrder)
	}
	return nil
}

// exact tells whether the loop is no quotient of polynomials.
func (l Loop) exact() bool { return l.Order == 0 && l.Delay > 0 }

// Open returns the open loop, without the delay where that is exact.
func (l Loop) Open() Transfer {
	if l.Order == 0 || l.Delay == 0 {
		return l.Forward.reduced()
	}
	return l.Forward.Times(pade(l.Delay, l.Order))
}

// Closed returns the closed loop from the reference to the output. It panics where
// the delay is exact.
func (l Loop) Closed() Transfer {
	if l.exact() {
		panic("loop: an exact delay has no transfer function of finite order")
	}
	open := l.Open()
	if l.Ahead || l.Delay == 0 {
		return Transfer{open.Num, open.closed(1)}
	}
	return Transfer{l.Forward.Num.times(pade(l.Delay, l.Order).Den), l.Forward.Times(pade(l.Delay, l.Order)).closed(1)}.reduced()
}

// Response returns the open loop at an angular frequency in rad/s.
func (l Loop) Response(w float64) complex128 {
	v := l.Open().At(complex(0, w))
	if l.exact() {
		v *= cmplx.Rect(1, -w*l.Delay)
	}
	return v
}

// Poles returns the poles of the closed loop. An exact delay makes infinitely many;
// those are given to which Newton's method leads from the poles of the
// approximation of the highest order. They are the slow ones; where the delay is
// long against the loop, others may lie farther to the right.
func (l Loop) Poles() []complex128 {
	if !l.exact() {
		return l.Open().closedPoles(1)
	}
	near := l
	near.Order = MaxOrder
	p, q, delay := l.Forward.Den, l.Forward.Num, complex(l.Delay, 0)
	f := func(s complex128) complex128 { return p.At(s) + q.At(s)*cmplx.Exp(-s*delay) }
	slope := func(s complex128) complex128 {
		return p.slope(s) + (q.slope(s)-delay*q.At(s))*cmplx.Exp(-s*delay)
	}
	var poles []complex128
	for _, start := range near.Poles() {
		z := polish(start, f, slope)
		scale := cmplx.Abs(p.At(z)) + cmplx.Abs(q.At(z)*cmplx.Exp(-z*delay))
		same := func(other complex128) bool { return cmplx.Abs(z-other) < 1e-6*cmplx.Abs(z) }
		if cmplx.Abs(f(z)) < 1e-9*scale && !slices.ContainsFunc(poles, same) {
			poles = append(poles, z)
		}
	}
	slices.SortFunc(poles, rightmost)
	return poles
}

// Unstable returns how many poles the loop has in the right half plane or, for a
// quotient of polynomials, on the axis, when it is closed with a gain in front.
//
// For an exact delay it counts those of the loop without delay, and those that
// cross the axis while the delay grows: at each w > 0 at which |Q(jw)| =
// |P(jw)|, with P + Q exp(-sT) the characteristic function, a pair crosses at a
// series of delays 2 pi/w apart, to the right if |P|^2 - |Q|^2 grows with w^2 and
// to the left if it falls (Walton and Marshall, Direct method for TDS stability
// analysis, IEE Proceedings D 134, 1987). As there are fewer zeros than poles, no
// pole comes from infinity on the right.
func (l Loop) Unstable(gain float64) int {
	count := 0
	for _, z := range l.Open().closedPoles(gain) {
		if real(z) >= -1e-13*cmplx.Abs(z) {
			count++
		}
	}
	if !l.exact() {
		return count
	}
	p, q := l.Open().Den, l.Open().Num.scaled(gain)
	gap := square(p).plus(square(q).scaled(-1)).trimmed()
	for _, x := range gap.roots() {
		if real(x) <= 0 || math.Abs(imag(x)) > 1e-9*real(x) {
			continue
		}
		w := math.Sqrt(real(x))
		s := complex(0, w)
		angle := cmplx.Phase(-q.At(s) / p.At(s))
		if angle < -1e-9 { // rounding apart: 0 is a pair that lies on the axis without delay
			angle += 2 * math.Pi
		}
		crossings := 2 * int(math.Max(0, math.Ceil((l.Delay*w-angle)/(2*math.Pi))))
		if real(gap.slope(x)) > 0 {
			count += crossings
		} else {
			count -= crossings
		}
	}
	return count
}

// square returns |p(jw)|^2 as a polynomial in w^2: p(s) p(-s) at s^2 = -w^2.
func square(p Poly) Poly {
	mirror := slices.Clone(p)
	for i := 1; i < len(mirror); i += 2 {
		mirror[i] = -mirror[i]
	}
	product := p.times(mirror)
	out := make(Poly, len(p))
	for i := range out {
		out[i] = product[2*i]
		if i%2 == 1 {
			out[i] = -out[i]
		}
	}
	return out
}

// grid returns frequencies in rad/s between any two of which the open loop crosses
// the real axis or the unit circle once at the most, as far as that can be known:
// from far below its corners to far above them, and dense against the delay.
func (l Loop) grid() []float64 {
	low, high := math.Inf(1), 0.0
	open := l.Open()
	for _, z := range append(append(open.Zeros(), open.Poles()...), l.Poles()...) {
		if size := cmplx.Abs(z); size > 0 {
			low, high = min(low, size), max(high, size)
		}
	}
	if high == 0 {
		low, high = 1, 1
	}
	const perDecade = 200
	var ws []float64
	low, high = math.Log10(low)-3, math.Log10(high)+4
	for i := range int((high-low)*perDecade) + 1 {
		ws = append(ws, math.Pow(10, low+float64(i)/perDecade))
	}
	if l.exact() {
		for i := 1; i < 2000; i++ {
			ws = append(ws, float64(i)*0.1/l.Delay)
		}
		slices.Sort(ws)
	}
	return ws
}
