package control

import (
	"math"
	"testing"

	"halocline/sim/geom"
)

// The arc of radius 5 m that leaves (2, 1) along y and bends to the left has its centre at (-3, 1), and passes (0, 5). To the
// right, the mirror image. Straight ahead, and straight up, there is no bend.
func TestCurvature(t *testing.T) {
	at := geom.Vec{X: 2, Y: 1, Z: -3}
	for aim, want := range map[geom.Vec]float64{
		{X: 0, Y: 5}:         1.0 / 5,
		{X: 4, Y: 5, Z: 7}:   -1.0 / 5,
		{X: -8, Y: 1}:        1.0 / 5, // half around
		{X: 2, Y: 9}:         0,
		{X: 2, Y: 1, Z: 1}:   0,
		{X: 2 - 3, Y: 1 + 3}: 1.0 / 3,
		{X: 2.5, Y: 0}:       -2 * .5 / 1.25, // behind
	} {
		if got := Curvature(at, math.Pi/2, aim); !(math.Abs(got-want) <= 1e-15) {
			t.Errorf("to %v: %g, want %g", aim, got, want)
		}
	}
}

// follower is a point with a speed of 1 m/s; its turn rate is the curvature to its aim, after a lag if there is one.
type follower struct {
	at        geom.Vec
	psi, rate float64
	lag       float64                 // s
	aim       func(geom.Vec) geom.Vec // on its path
	straight  bool                    // heading pursuit: the heading is that to the aim
}

// slope returns the derivatives of x, y, psi and rate.
func (f follower) slope() [4]float64 {
	rate := f.rate
	if f.straight {
		f.psi, rate = Heading(f.at, f.aim(f.at), f.psi), 0
	}
	want := Curvature(f.at, f.psi, f.aim(f.at))
	if f.lag == 0 && !f.straight {
		rate = want
	}
	sin, cos := math.Sincos(f.psi)
	d := [4]float64{cos, sin, rate, 0}
	if f.lag > 0 {
		d[3] = (want - f.rate) / f.lag
	}
	return d
}

func (f follower) moved(d [4]float64, h float64) follower {
	f.at = f.at.Add(geom.Vec{X: h * d[0], Y: h * d[1]})
	f.psi += h * d[2]
	f.rate += h * d[3]
	return f
}

// step goes on by h by the midpoint rule, whose error is of second order.
func (f *follower) step(h float64) { *f = f.moved(f.moved(f.slope(), h/2).slope(), h) }

// alongX aims along the x axis, by Path.Pursue.
func alongX(ahead float64) func(geom.Vec) geom.Vec {
	path := Path{{X: -1000 * ahead}, {X: 1000 * ahead}}
	return func(at geom.Vec) geom.Vec {
		aim, _ := path.Pursue(0, at, ahead)
		return aim
	}
}

// around aims at the place ahead on a circle about the origin, from x to y. In the triangle of origin, vehicle and aim the sides are
// r, R and ahead, so the law of cosines has the angle at the origin.
func around(radius, ahead float64) func(geom.Vec) geom.Vec {
	return func(at geom.Vec) geom.Vec {
		r := math.Hypot(at.X, at.Y)
		phi := math.Acos(max(-1, min(1, (r*r+radius*radius-ahead*ahead)/(2*r*radius))))
		sin, cos := math.Sincos(math.Atan2(at.Y, at.X) + phi)
		return geom.Vec{X: radius * cos, Y: radius * sin}
	}
}

// Near a straight line the aim lies at y = -(e + L psi) in the frame of the vehicle. With de/ds = psi and dpsi/ds = 2 y/L^2 along the way s,
//
//	d2e/ds2 + (2/L) de/ds + (2/L^2) e = 0,
//
// which has the damping 1/sqrt 2 for every L. From a parallel start it overshoots by exp(-pi zeta/sqrt(1 - zeta^2)) = exp(-pi) of e0.
// What is left out is of the order (e0/L)^2, and of the step squared.
func TestCurvaturePursuitOvershoots(t *testing.T) {
	for _, ahead := range []float64{0.3, 2, 17} {
		for _, h := range []float64{0.1, 0.05, 0.025, 0.0125} {
			e0 := 1e-4 * ahead
			f := follower{at: geom.Vec{Y: e0}, aim: alongX(ahead)}
			least := e0
			for range int(12 / h) {
				f.step(h * ahead)
				least = min(least, f.at.Y)
			}
			if got, want := -least/e0, math.Exp(-math.Pi); math.Abs(got-want) > 0.15*h*h+1e-7 {
				t.Errorf("L %g m, step %g L: overshoot %g, want %g, off by %g", ahead, h, got, want, got-want)
			}
		}
	}
}

// On a circle of radius R > L/2 the aim lies on the circle too. The circle leaves the vehicle along its heading and meets the aim, so
// it is the arc: kappa = 1/R, and the vehicle stays on it. One that begins beside it comes onto it.
func TestCurvaturePursuitStaysOnCircles(t *testing.T) {
	const ahead = 2.0
	for _, radius := range []float64{0.6 * ahead, ahead, 5 * ahead} {
		for _, h := range []float64{0.04, 0.02, 0.01} {
			f := follower{at: geom.Vec{X: 1.05 * radius}, psi: math.Pi / 2, aim: around(radius, ahead)}
			for range int(100 / h) {
				f.step(h * ahead)
			}
			if e := math.Hypot(f.at.X, f.at.Y) - radius; math.Abs(e) > 0.5*h*h*radius {
				t.Errorf("R %g m, step %g L: %g m beside the circle, want 0", radius, h, e)
			}
		}
	}
}

// With a lag tau of the turn rate, tau s^3 + s^2 + (2 v/L) s + 2 v^2/L^2 = 0. By Routh, it is stable iff 2 v/L > tau 2 v^2/L^2:
// L > v tau. Offsets shrink or grow between two stretches of the way, down to 1 % from the limit.
func TestCurvaturePursuitWithLag(t *testing.T) {
	const tau = 3.0 // s, at 1 m/s
	for _, h := range []float64{0.04, 0.02, 0.01} {
		for _, side := range []float64{-1, 1} {
			margin := side * h
			ahead := tau * (1 + margin)
			f := follower{at: geom.Vec{Y: 1e-6}, lag: tau, aim: alongX(ahead)}
			n := int(60 / h)
			var early, late float64
			for k := range n {
				f.step(h * ahead)
				if e := math.Abs(f.at.Y); k >= n/4 && k < n/2 {
					early = max(early, e)
				} else if k >= 3*n/4 {
					late = max(late, e)
				}
			}
			if shrinks := late < early; shrinks != (margin > 0) {
				t.Errorf("L = %g v tau: %g m, then %g m", 1+margin, early, late)
			}
		}
	}
}

// Whoever looks straight at an aim L ahead has sin psi = -e/L, and so de/ds = -e/L: e0 exp(-s/L), however large e0 < L is.
func TestHeadingPursuitDecays(t *testing.T) {
	for _, ahead := range []float64{0.3, 2, 17} {
		for _, h := range []float64{0.1, 0.05, 0.025} {
			f := follower{at: geom.Vec{Y: 0.9 * ahead}, straight: true, aim: alongX(ahead)}
			for k := 1; k <= int(math.Round(4/h)); k++ {
				f.step(h * ahead)
				want := 0.9 * ahead * math.Exp(-float64(k)*h)
				if e := f.at.Y - want; math.Abs(e) > 0.1*h*h*ahead {
					t.Fatalf("L %g m, step %g L, %d steps: off by %g m of %g m", ahead, h, k, e, want)
				}
			}
		}
	}
}

// On a circle, the heading is along the tangent of the circle of radius r that the vehicle runs on, and the aim is L ahead on it: the
// right angle at the vehicle makes r^2 + L^2 = R^2.
func TestHeadingPursuitCutsCircles(t *testing.T) {
	const ahead = 2.0
	for _, radius := range []float64{1.2 * ahead, 2 * ahead, 5 * ahead} {
		for _, h := range []float64{0.04, 0.02, 0.01} {
			f := follower{at: geom.Vec{X: radius}, straight: true, aim: around(radius, ahead)}
			for range int(200 / h) {
				f.step(h * ahead)
			}
			want := math.Sqrt(radius*radius - ahead*ahead)
			if e := math.Hypot(f.at.X, f.at.Y) - want; math.Abs(e) > 0.5*h*h*radius {
				t.Errorf("R %g m, step %g L: off by %g m of %g m", radius, h, e, want)
			}
		}
	}
}
