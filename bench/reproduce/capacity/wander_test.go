package capacity

import (
	"math"
	"math/rand"
	"testing"

	"halocline/sim/simtest"
)

// The second moment is that of a long run of the same equations in small steps, in which the controller acts on a position 1.5 s after it was made.
func TestSpreadAgainstSteps(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const tau, step, span = 3.0, 0.02, 300000.0
	a := surge(1)
	c := current{0.5, 0.1, 20}
	at := timing{1, 1.5, 0}
	got, _ := newPushed(at, a, tau, c).spread()
	kp := a.ratio / (4 * tau * tau)
	ki, kd := kp/(4*tau), 4*tau*kp
	b := c.drag(a)
	x, r, drift, force, sum, last := 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
	keep := math.Exp(-step / c.time)
	noise := rand.New(rand.NewSource(7)).NormFloat64
	places := make([]float64, int(1.5/step)+1)
	square, n := 0.0, 0
	for k := range int(span / step) {
		places[k%len(places)] = x
		if k%50 == 25 { // a position that was made 1.5 s ago, of a period of 1 s
			seen := places[(k+1)%len(places)]
			d := -kd * (seen - last)
			sum += ki*(-seen-last)/2 + ki/kp*d
			force, last = -kp*seen+sum+d, seen
		}
		x, r = x+step*(r+drift), r+step*(force-b*r)
		drift = keep*drift + c.deviation*math.Sqrt(1-keep*keep)*noise()
		square, n = square+x*x, n+1
	}
	want := math.Sqrt(square / float64(n))
	if math.Abs(got/want-1) > 0.05 {
		t.Errorf("%.4f m, and %.4f m in small steps", got, want)
	}
}

// A place that never leaves its bound stays, and one that leaves at the rate r has a gap of 80 s in 160 s with the probability e^(-80 r) (1 + 80 r):
// 0.7358 for r = 1/80 s. A deviation of 0.5 m leaves a bound of 1 m, in which it is for erf(sqrt 2) = 0.9545 of the time, so often if its velocity is
// pi 0.5 0.9545/80 e^2 = 0.13848 m/s.
func TestStays(t *testing.T) {
	if got := stays(0.5, 0.13848, 1, 80, 160); math.Abs(got-2/math.E) > 1e-4 {
		t.Errorf("%g, want %g", got, 2/math.E)
	}
	// In 240 s it is what is left after those gaps that come later: e^-1 (1 + 2) - e^-2 (1 + 1/2) = 0.90064.
	if got := stays(0.5, 0.13848, 1, 80, 240); math.Abs(got-0.90064) > 1e-4 {
		t.Errorf("%g, want 0.90064", got)
	}
	if got := stays(0.01, 0.1, 1, 80, 160); got != 1 {
		t.Errorf("%g, want 1", got)
	}
}

// With statistical linearization a current without a mean has the drag of 2 sqrt(2/pi) s, and one with a mean far above its deviation that of 2 U.
func TestDragOfACurrent(t *testing.T) {
	a := axis{1, 0, 1, 1}
	for _, c := range []struct {
		current
		want float64
	}{{current{0, 0.5, 1}, math.Sqrt(2 / math.Pi)}, {current{2, 0.1, 1}, 4}} {
		if got := c.drag(a); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%+v: %g, want %g", c, got, c.want)
		}
	}
}
