package clock

import (
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/rng"
)

const (
	second = sim.Time(time.Second)
	hour   = sim.Time(time.Hour)
)

// Worked by hand: 1 ppm gains 1000 ns in a second; 40 ppb loses 144 us in an
// hour (3600 x 40 ns).
func TestLocal(t *testing.T) {
	for _, c := range []struct {
		offset  time.Duration
		drift   int64
		t, want sim.Time
	}{
		{0, 0, 123, 123},
		{time.Millisecond, 0, second, second + 1_000_000},
		{-time.Millisecond, 0, 0, -1_000_000},
		{0, 1000, second, second + 1000},
		{0, -1000, second, second - 1000},
		{5, -40, hour, hour - 144_000 + 5},
		// A drift of 1 ppb gains a nanosecond when a second is full, not before; one of
		// -1 ppb loses it at once and has lost only that one when the second is full.
		{0, 1, second - 1, second - 1},
		{0, 1, second, second + 1},
		{0, -1, 0, 0},
		{0, -1, 1, 0},
		{0, -1, second, second - 1},
		{0, -1, second + 1, second - 1},
		// Before the start floor still goes down.
		{0, 1, -1, -2},
		{0, 1, -second, -second - 1},
		{0, -1, -1, -1},
		{0, -1, -second, -second + 1},
	} {
		if got := mustNew(t, c.offset, c.drift).Local(c.t); got != c.want {
			t.Errorf("offset %v, drift %d: shows %v at %v, want %v", c.offset, c.drift, got, c.t, c.want)
		}
	}
}

// A slow clock shows some readings twice and a fast clock leaves some out. In
// both cases the first moment that is not too early counts.
func TestKernel(t *testing.T) {
	for _, c := range []struct {
		offset      time.Duration
		drift       int64
		local, want sim.Time
	}{
		{0, 0, 123, 123},
		{time.Millisecond, 0, 0, -1_000_000},
		{0, -1, 0, 0},                   // shown at 0 and at 1 ns
		{0, -1, second - 1, second},     // shown at 1 s and at 1 s + 1 ns
		{0, 1, second, second},          // never shown: after 1 s - 1 ns comes 1 s + 1 ns
		{0, 1, second + 1, second},      // shown at 1 s
		{0, 1, -1, 0},                   // never shown: after -2 ns comes 0
		{0, 1000, 1_000_001, 1_000_000}, // 1 ppm is 1 ns in 1 ms
		{0, -1000, 999_999, 1_000_000},  // 1 ns less in 1 ms
		{5, -40, hour - 144_000 + 5, hour},
	} {
		if got := mustNew(t, c.offset, c.drift).Kernel(c.local); got != c.want {
			t.Errorf("offset %v, drift %d: %v comes at %v, want %v", c.offset, c.drift, c.local, got, c.want)
		}
	}
}

func TestPerfectClockIsTheIdentity(t *testing.T) {
	var c Clock
	if c != mustNew(t, 0, 0) {
		t.Error("a clock without offset and drift is not the zero value")
	}
	for _, at := range append(edges(), random(rng.New(1).Stream("times"), 1000)...) {
		if got := c.Local(at); got != at {
			t.Errorf("shows %d at %d", got, at)
		}
		if got := c.Kernel(at); got != at {
			t.Errorf("%d comes at %d", at, got)
		}
	}
}

// The definition in the comment of Local, in math/big. Times and offsets run
// over the whole range of int64.
func TestLocalAgainstBig(t *testing.T) {
	forAnyClock(t, func(c Clock, at sim.Time) {
		if got, want := c.Local(at), bigLocal(c, at); got != want {
			t.Fatalf("%+v: shows %d at %d, want %d", c, got, at, want)
		}
	})
}

// Kernel is the earliest moment: there the reading has come, and one
// nanosecond before it had not.
func TestKernelIsTheEarliest(t *testing.T) {
	forAnyClock(t, func(c Clock, local sim.Time) {
		at := c.Kernel(local)
		if exact := bigShown(c, at); exact.Cmp(big.NewInt(int64(local))) < 0 && at != sim.Never {
			t.Fatalf("%+v: at %d it shows %v and not yet %d", c, at, exact, local)
		}
		if at == math.MinInt64 {
			return // there is no moment before
		}
		if exact := bigShown(c, at-1); exact.Cmp(big.NewInt(int64(local))) >= 0 {
			t.Fatalf("%+v: already at %d it shows %v, so %d comes too late", c, at-1, exact, at)
		}
	})
}

// A protocol that waits for a reading does so once: the moment it is woken at
// leads back to the same moment. And time never runs backwards.
func TestWakingUpIsStable(t *testing.T) {
	s := rng.New(1).Stream("wake")
	for range 20_000 {
		c := mustNew(t, time.Duration(s.Uniform(-1e12, 1e12)), int64(s.Intn(2*int(MaxDrift)+1))-MaxDrift)
		local := sim.Time(s.Uniform(-1e15, 1e15))
		at := c.Kernel(local)
		if got := c.Kernel(c.Local(at)); got != at {
			t.Fatalf("%+v: woken at %d for %d, would wait again for %d", c, at, local, got)
		}
		if c.Local(at+1) < c.Local(at) {
			t.Fatalf("%+v runs backwards at %d", c, at)
		}
	}
}

func TestNewRefusesTooMuchDrift(t *testing.T) {
	for _, drift := range []int64{MaxDrift + 1, -MaxDrift - 1, math.MaxInt64, math.MinInt64} {
		if _, err := New(0, drift); err == nil || !strings.Contains(err.Error(), "-1000000 to 1000000") {
			t.Errorf("drift %d: error %v does not say what is allowed", drift, err)
		}
	}
	mustNew(t, math.MinInt64, MaxDrift)
	mustNew(t, math.MaxInt64, -MaxDrift)
}

func TestReadingDoesNotAllocate(t *testing.T) {
	c := mustNew(t, time.Second, -40_000)
	var sum sim.Time
	if n := testing.AllocsPerRun(100, func() { sum += c.Local(hour) - c.Kernel(hour) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// forAnyClock calls check for clocks and times of every size, ends of the
// range included.
func forAnyClock(t *testing.T, check func(c Clock, at sim.Time)) {
	t.Helper()
	s := rng.New(1).Stream("clocks")
	drifts := []int64{0, 1, -1, MaxDrift, -MaxDrift}
	for range 20_000 {
		drift := int64(s.Intn(2*int(MaxDrift)+1)) - MaxDrift
		if s.Intn(4) == 0 {
			drift = drifts[s.Intn(len(drifts))]
		}
		pair := random(s, 2)
		for i := range pair {
			if s.Intn(8) == 0 {
				pair[i] = edges()[s.Intn(len(edges()))]
			}
		}
		check(mustNew(t, time.Duration(pair[0]), drift), pair[1])
	}
}

// edges returns the times at which an integer is likely to go wrong.
func edges() []sim.Time {
	return []sim.Time{0, 1, -1, second, -second, second - 1, second + 1, math.MaxInt64, math.MaxInt64 - 1, math.MinInt64, math.MinInt64 + 1}
}

// random returns n times of either sign and of any number of bits.
func random(s *rng.Stream, n int) []sim.Time {
	times := make([]sim.Time, n)
	for i := range times {
		times[i] = sim.Time(int64(s.Uint64()) >> s.Intn(64))
	}
	return times
}

// bigShown returns t + offset + floor(t drift / 1e9) without any bound.
func bigShown(c Clock, at sim.Time) *big.Int {
	gain := new(big.Int).Mul(big.NewInt(int64(at)), big.NewInt(c.drift))
	gain.Div(gain, big.NewInt(1e9)) // Euclidean, which is floor for a positive divisor
	gain.Add(gain, big.NewInt(int64(at)))
	return gain.Add(gain, big.NewInt(int64(c.offset)))
}

// bigLocal holds bigShown within the range of sim.Time.
func bigLocal(c Clock, at sim.Time) sim.Time {
	shown := bigShown(c, at)
	if shown.IsInt64() {
		return sim.Time(shown.Int64())
	}
	if shown.Sign() < 0 {
		return math.MinInt64
	}
	return math.MaxInt64
}

func mustNew(t *testing.T, offset time.Duration, drift int64) Clock {
	t.Helper()
	c, err := New(offset, drift)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
