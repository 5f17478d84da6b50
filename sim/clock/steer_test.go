package clock

import (
	"testing"
	"time"

	"halocline/sim"
)

// A clock that gains 50 ppm shows 100 s + 5 ms after 100 s. Set back by that, and made to lose 50 ppm of its oscillator's
// time, it shows after another 100 s: 100 s + 100.005 s (1 - 50e-6) = 200 s + 5 ms - 5.00025 ms = 200 s - 0.25 us.
func TestSteer(t *testing.T) {
	c := Steerable(mustNew(t, 0, 50_000))
	other := c // all copies follow
	told := 0
	c.OnSteer(func() { told++ })
	if got, want := c.Local(100*second), 100*second+5_000_000; got != want {
		t.Errorf("before: %d, not %d", got, want)
	}
	c.Steer(100*second, -5*time.Millisecond, -50_000)
	for at, want := range map[sim.Time]sim.Time{
		100 * second:     100 * second,
		200 * second:     200*second - 250,
		100*second - 1e9: 99*second + 4_950_000,
	} {
		if got := other.Local(at); got != want {
			t.Errorf("at %v it shows %d, not %d", at, got, want)
		}
	}
	if told != 1 || c.Rate() != -50_000 {
		t.Errorf("told %d times, rate %d", told, c.Rate())
	}
	c.Steer(200*second, 0, 5_000_000)
	if c.Rate() != MaxDrift {
		t.Errorf("rate %d", c.Rate())
	}
}

// Kernel is the first time at which a steered clock shows a time or more, from the present on, whatever was done to it.
func TestKernelOfSteered(t *testing.T) {
	for _, step := range []time.Duration{0, time.Hour, -time.Hour, 1, -1} {
		for _, rate := range []int64{0, 1, -1, 700_000, -700_000} {
			c := Steerable(mustNew(t, 3*time.Hour, 40_000))
			c.Steer(hour, step, rate)
			c.Steer(2*hour, step/2, -rate)
			for _, at := range []sim.Time{2 * hour, 2*hour + 1, 3*hour + 12345} {
				local := c.Local(at)
				k := c.Kernel(local)
				if k > at || c.Local(k) < local || k > 2*hour && c.Local(k-1) >= local {
					t.Fatalf("step %v, rate %d: %d is shown at %d, and Kernel says %d", step, rate, local, at, k)
				}
			}
		}
	}
}

// A steerable clock that nobody steers is the same as one that is not.
func TestSteerableChangesNothing(t *testing.T) {
	forAnyClock(t, func(c Clock, at sim.Time) {
		s := Steerable(c)
		if s.Local(at) != c.Local(at) || s.Kernel(at) != c.Kernel(at) || s.Rate() != 0 {
			t.Fatalf("%+v: %d and %d", c, s.Local(at), c.Local(at))
		}
	})
	mustNew(t, 0, 0).OnSteer(func() {})
}
