package trace

import (
	"math"
	"math/rand/v2"
	"testing"

	"halocline/sim"
)

// One update per period F, delivered after d: the age runs from d to d + F, so
// its average over whole periods is d + F/2 and its peak d + F.
func TestAgeOfPeriodicUpdates(t *testing.T) {
	const (
		period = 4 * second
		delay  = 3 * second / 2
	)
	var a age
	for k := range sim.Time(25) {
		a.deliver(k*period+delay, k*period, 0)
	}
	mean, peak := a.whole(a.first, 0, 25*period+delay)
	equal(t, "mean", mean, 1.5+4.0/2)
	equal(t, "peak", peak, 1.5+4)
}

// With each update delivered with probability p the average age is
// d + F (1/p - 1/2): the gaps between deliveries are F times a geometric number
// G, and E[G^2]/(2 E[G]) = (2-p)/(2p). With p = 1/2, F = 1 s and d = 0.3 s it is
// 1.8 s. The standard error over 200,000 gaps is below 0.5 %.
func TestAgeWithLosses(t *testing.T) {
	const seed = 11
	rnd := rand.New(rand.NewPCG(seed, 0))
	var a age
	const updates = 400_000
	for k := range sim.Time(updates) {
		if rnd.IntN(2) == 0 {
			a.deliver(k*second+300_000_000, k*second, 0)
		}
	}
	mean, _ := a.whole(a.first, 0, updates*second)
	if math.Abs(float64(mean)-1.8) > 0.02*1.8 {
		t.Errorf("seed %d: mean age %v s, want 1.8 s within 2 %%", seed, mean)
	}
}

// Generated at 0, 4, 2 and delivered at 1, 5, 6 s: the third is older than what
// is known and changes nothing. Ages 1 to 5, then 1 to 6 at the end at 10 s:
// area 4*(1+5)/2 + 5*(1+6)/2 = 12 + 17.5 over 9 s.
func TestAgeIgnoresOldNews(t *testing.T) {
	var a age
	a.deliver(1*second, 0, 0)
	a.deliver(5*second, 4*second, 0)
	a.deliver(6*second, 2*second, 0)
	mean, peak := a.whole(a.first, 0, 10*second)
	equal(t, "mean", mean, 29.5/9)
	equal(t, "peak", peak, 6)
}

// What is first heard at the very end has an age, but no average of it.
func TestAgeAtTheEnd(t *testing.T) {
	var a age
	a.deliver(10*second, 3*second, 0)
	mean, peak := a.whole(a.first, 0, 10*second)
	equal(t, "mean", mean, Measure(math.NaN()))
	equal(t, "peak", peak, 7)
}
