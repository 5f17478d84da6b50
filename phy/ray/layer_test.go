package ray

import (
	"math"
	"math/rand/v2"
	"testing"
)

// midpoints integrates f from 0 to 1 by n midpoints.
func midpoints(n int, f func(u float64) float64) float64 {
	sum := 0.0
	for i := range n {
		sum += f((float64(i) + 0.5) / float64(n))
	}
	return sum / float64(n)
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s: %.15g, want %.15g within %g", what, got, want, within)
	}
}

// An arc agrees with the integrals over depth that define it: range p c/w, time 1/(c w), length 1/w, by midpoints. Up to
// where it turns w falls as a root of the depth, and so the depth is taken in squares there.
func TestArcsAreIntegralsOverDepth(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		h, ca, cb := 200*rnd.Float64(), 1450+100*rnd.Float64(), 1450+100*rnd.Float64()
		if i%10 == 0 {
			cb = ca
		}
		g := (cb - ca) / h
		p := rnd.Float64() / max(ca, cb)
		sine := func(c float64) float64 { return math.Sqrt(1 - p*p*c*c) }
		a := arc{p: p, h: h, g: g, ca: ca, cb: cb, wa: sine(ca), wb: sine(cb)}
		if i%2 == 0 && g > 0 {
			p = 1 / (ca + (cb-ca)*rnd.Float64())
			a = turning(p, g, ca, sine(ca))
			near(t, "vertical way of a turn", a.h, (1/p-ca)/g, 1e-8)
		}
		over := func(f func(z, c, w float64) float64) float64 {
			return a.h * midpoints(20000, func(u float64) float64 {
				z := a.h * u * (2 - u) // 2 (1-u) du is its share
				c := ca + g*z
				return 2 * (1 - u) * f(z, c, math.Sqrt(max(0, (1-p*c)*(1+p*c))))
			})
		}
		time, length, lean := a.measure()
		near(t, "range", a.reach(), over(func(_, c, w float64) float64 { return p * c / w }), 1e-6*a.reach())
		near(t, "time", time, over(func(_, c, w float64) float64 { return 1 / (c * w) }), 1e-6*time)
		near(t, "length", length, over(func(_, _, w float64) float64 { return 1 / w }), 1e-6*length)
		near(t, "lean", a.h/2+lean, over(func(z, _, w float64) float64 { return z / w })/length, 1e-6*a.h)
	}
}

// The change of range with p is that between two neighbours; the turn moves with p.
func TestSlopesAreDifferencesOfRanges(t *testing.T) {
	const ca, cb, h, d = 1480.0, 1500.0, 40.0, 1e-10
	through := func(p float64) arc {
		return arc{p: p, h: h, g: (cb - ca) / h, ca: ca, cb: cb, wa: math.Sqrt(1 - p*p*ca*ca), wb: math.Sqrt(1 - p*p*cb*cb)}
	}
	turned := func(p float64) arc { return turning(p, (cb-ca)/h, ca, math.Sqrt(1-p*p*ca*ca)) }
	for name, f := range map[string]func(float64) arc{"through": through, "turned": turned} {
		p := 0.9 / cb
		if name == "turned" {
			p = 1 / 1490.0
		}
		a, less, more := f(p), f(p-d), f(p+d)
		near(t, name, a.slope(), (more.reach()-less.reach())/(2*d), 1e-5*math.Abs(a.slope()))
	}
}

// Straight down it takes ln(cb/ca)/g, and layers of nearly one speed take what those of one speed do.
func TestArcsStraightDownAndInOneSpeed(t *testing.T) {
	down := arc{h: 100, g: 0.2, ca: 1480, cb: 1500, wa: 1, wb: 1}
	time, length, _ := down.measure()
	near(t, "time straight down", time, math.Log(1500./1480)/0.2, 1e-15)
	near(t, "length straight down", length, 100, 1e-13)
	// A slope of 3 in 5 over 30 m in 1500 m/s: 50 m, 40 m of range.
	flat := arc{p: 0.8 / 1500, h: 30, ca: 1500, cb: 1500, wa: 0.6, wb: 0.6}
	bent := arc{p: 0.8 / 1500, h: 30, g: 1e-13 / 30, ca: 1500, cb: 1500 + 1e-13, wa: 0.6, wb: 0.6}
	for _, a := range []arc{flat, bent} {
		time, length, _ := a.measure()
		near(t, "time", time, 50./1500, 1e-16)
		near(t, "length", length, 50, 1e-13)
		near(t, "range", a.reach(), 40, 1e-13)
	}
}

// The series meet the functions where they take over.
func TestSeriesMeetFunctions(t *testing.T) {
	const edge = 0.0025
	s := math.Sqrt(edge)
	below := edge * (1 - 1e-12)
	near(t, "atanh", atanhOver(math.Sqrt(below)), math.Atanh(s)/s, 3e-15)
	near(t, "asin", asinOver(below), math.Asin(s)/s, 3e-15)
	near(t, "lean", leanOver(below), (math.Tan(math.Asin(s))/math.Asin(s)-1)/edge, 3e-9)
}
