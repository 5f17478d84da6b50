package contact

import (
	"math"
	"testing"

	"halocline/sim/geom"
)

// bounce drops a mass into a contact at a speed and returns that at which it leaves, by steps of the length that the
// law wants, in each of which the force is that of its middle.
func bounce(l *Law, mass, speed float64) float64 {
	h := l.Step(mass, speed, 0).Seconds()
	x, v := 0.0, speed // depth and its rate
	for {
		middle := x + v*h/2
		a := -l.Normal(middle, v) / mass
		x, v = x+v*h+a*h*h/2, v+a*h
		if x <= 0 {
			return -v
		}
	}
}

// Restitution does not depend on mass and stiffness: with the speed after over that before e, and x = 1.5 c v,
// m v dv/dx = -k x^1.5 (1 + 1.5 c v) parts the variables, and over the whole contact
//
//	x - ln(1 + x) = -e x - ln(1 - e x).
func TestRestitution(t *testing.T) {
	for _, cv := range []float64{0.01, 0.03, 0.1, 0.2, 0.3} {
		x := 1.5 * cv
		low, high := 0.0, 1.0
		for range 60 {
			e := (low + high) / 2
			if -e*x-math.Log(1-e*x) < x-math.Log(1+x) {
				low = e
			} else {
				high = e
			}
		}
		for _, c := range []struct{ mass, stiff, damping float64 }{{100, 1e5, 0.3}, {1, 1e7, 0.1}, {1800, 1e6, 0.3}} {
			l := &Law{Stiffness: c.stiff, Damping: c.damping}
			speed := cv / c.damping
			if got := bounce(l, c.mass, speed) / speed; math.Abs(got/low-1) > 0.01 {
				t.Errorf("c v %g, %+v: restitution %.4f, want %.4f", cv, c, got, low)
			}
		}
	}
}

// Friction is mu N against a fast slide, and in proportion to a slow one; nothing pulls what leaves fast.
func TestForce(t *testing.T) {
	l := &Law{Stiffness: 1e4, Damping: 0.5, Friction: 0.4, Creep: 0.01}
	up := geom.Vec{Z: 1}
	n := 1e4 * 0.001 // at 1 cm: 0.01^1.5 = 0.001
	for _, c := range []struct{ v, want geom.Vec }{
		{geom.Vec{}, geom.Vec{Z: n}},
		{geom.Vec{X: 2}, geom.Vec{X: -0.4 * n, Z: n}},
		{geom.Vec{Y: -0.005}, geom.Vec{Y: 0.2 * n, Z: n}},
		{geom.Vec{Z: -0.4}, geom.Vec{Z: n * 1.3}},
		{geom.Vec{Z: 2}, geom.Vec{}},
	} {
		if got := l.Force(0.01, up, c.v); got.Dist(c.want) > 1e-9 {
			t.Errorf("at %v: %v, want %v", c.v, got, c.want)
		}
	}
	if got := l.Force(-0.01, up, geom.Vec{}); got != (geom.Vec{}) {
		t.Errorf("without touch: %v", got)
	}
	if got := Stiff(98.1, 0.01); math.Abs(got-98100) > 1e-6 {
		t.Errorf("98.1 N that sink 1 cm: %g", got)
	}
}
