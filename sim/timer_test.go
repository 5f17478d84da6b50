package sim

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"
)

func TestTimerFiresWhenItWasSetLast(t *testing.T) {
	k := New(nil)
	var fired []Time
	timer := k.NewTimer(Comm, func(now Time) { fired = append(fired, now) })
	if timer.Armed() || timer.Stop() {
		t.Error("a new timer is armed")
	}
	timer.Arm(9)
	timer.Arm(3)
	timer.Arm(5)
	if !timer.Armed() || k.Pending() != 1 {
		t.Errorf("%d pending, want 1", k.Pending())
	}
	run(t, k, 6)
	if timer.Armed() || timer.Stop() {
		t.Error("the timer is armed after it fired")
	}
	timer.Arm(8)
	if !timer.Stop() || timer.Stop() || timer.Armed() {
		t.Error("the timer did not stop")
	}
	run(t, k, 20)
	if !slices.Equal(fired, []Time{5}) {
		t.Errorf("fired at %v, want 5", fired)
	}
}

// Arming again puts a timer behind what was scheduled for the same moment.
func TestTimerArmedAgainGoesBehind(t *testing.T) {
	k := New(nil)
	var fired []string
	timer := k.NewTimer(Comm, func(Time) { fired = append(fired, "timer") })
	timer.Arm(5)
	k.At(5, Comm, call(func(Time) { fired = append(fired, "event") }))
	timer.Arm(5)
	run(t, k, 5)
	if !slices.Equal(fired, []string{"event", "timer"}) {
		t.Errorf("fired %v", fired)
	}
}

func TestTimerArmsItself(t *testing.T) {
	k := New(nil)
	var timer *Timer
	var fired []Time
	timer = k.NewTimer(Ending, func(now Time) {
		if timer.Armed() || timer.Stop() {
			t.Error("the timer is armed while it fires")
		}
		fired = append(fired, now)
		if now < 12 {
			timer.Arm(now + 4)
		}
	})
	timer.Arm(4)
	run(t, k, 100)
	if !slices.Equal(fired, []Time{4, 8, 12}) {
		t.Errorf("fired at %v", fired)
	}
}

func TestTimerIntoThePastPanics(t *testing.T) {
	k := New(nil)
	run(t, k, 5)
	timer := k.NewTimer(Comm, func(Time) {})
	wantPanic(t, func() { timer.Arm(4) }, "0.000000004s", "0.000000005s")
	if timer.Armed() {
		t.Error("the timer is armed")
	}
}

// A third of a second is 333,333,333 ns when rounded, so call n comes at
// start + 333,333,333 n ns exactly, and number 10^6 at start + 333,333.333 s.
func TestEveryDoesNotDrift(t *testing.T) {
	k := New(nil)
	const start, last = Time(250_000_000), 1_000_000
	n := int64(0)
	k.Every(Control, start, Seconds(1.0/3), func(now Time) {
		if want := start + Time(n*333_333_333); now != want {
			t.Fatalf("call %d at %v, want %v", n, now, want)
		}
		n++
	})
	run(t, k, start+333_333_333_000_000)
	if n != last+1 {
		t.Errorf("%d calls, want %d", n, last+1)
	}
	run(t, k, start+333_333_333_000_000+333_333_332)
	if n != last+1 || k.Pending() != 1 {
		t.Errorf("%d calls, want %d; %d pending, want 1", n, last+1, k.Pending())
	}
}

// A cycle goes on as long as its next time can be written.
func TestEveryStopsAtTheEndOfTime(t *testing.T) {
	const p = 1_000_000_007
	for _, c := range []struct {
		start  Time
		period time.Duration
		want   []Time
	}{
		{Never - 2*p - 1, p, []Time{Never - 2*p - 1, Never - p - 1, Never - 1}},
		{Never - 2*p, p, []Time{Never - 2*p, Never - p, Never}},
		{Never - 2*p + 1, p, []Time{Never - 2*p + 1, Never - p + 1}},
		{Never, 1, []Time{Never}},
		{0, math.MaxInt64, []Time{0, Never}},
		{1, math.MaxInt64, []Time{1}},
		{0, math.MaxInt64/2 + 1, []Time{0, math.MaxInt64/2 + 1}},
	} {
		k := New(nil)
		var fired []Time
		k.Every(Plant, c.start, c.period, func(now Time) { fired = append(fired, now) })
		run(t, k, Never)
		if !slices.Equal(fired, c.want) || k.Pending() != 0 {
			t.Errorf("every %v from %v: at %v, want %v", c.period, c.start, fired, c.want)
		}
	}
}

func TestEveryNeedsAPeriodAndAFuture(t *testing.T) {
	k := New(nil)
	run(t, k, 5)
	wantPanic(t, func() { k.Every(Plant, 5, 0, func(Time) {}) }, "period of 0s")
	wantPanic(t, func() { k.Every(Plant, 5, -1, func(Time) {}) }, "period of -1ns")
	wantPanic(t, func() { k.Every(Plant, 4, 1, func(Time) {}) }, "before now")
}

// A cycle that is stopped, from within a call or between two, calls no more.
func TestCycleStops(t *testing.T) {
	k := New(nil)
	within, between := 0, 0
	var c *Cycle
	c = k.Every(Comm, 0, 10, func(Time) {
		if within++; within == 3 && !c.Stop() {
			t.Error("another call would have come")
		}
	})
	other := k.Every(Comm, 0, 10, func(Time) { between++ })
	run(t, k, 45)
	if !other.Stop() || other.Stop() || c.Stop() {
		t.Error("a cycle stops once")
	}
	run(t, k, 100)
	if within != 3 || between != 5 || k.Pending() != 0 {
		t.Errorf("%d and %d calls, want 3 and 5; %d pending", within, between, k.Pending())
	}
}

// The next call is scheduled before the function runs, so what the function
// schedules for that moment comes after the call.
func TestEveryGoesBeforeWhatItSchedules(t *testing.T) {
	k := New(nil)
	var fired []string
	k.Every(Comm, 0, 10, func(now Time) {
		fired = append(fired, "cycle")
		k.At(now+10, Comm, call(func(Time) { fired = append(fired, "event") }))
	})
	run(t, k, 20)
	if want := []string{"cycle", "cycle", "event", "cycle", "event"}; !slices.Equal(fired, want) {
		t.Errorf("fired %v, want %v", fired, want)
	}
}

// walker schedules itself again a little later.
type walker struct {
	kernel *Kernel
	step   Time
}

func (w *walker) Fire(now Time) { w.kernel.At(now+w.step, Comm, w) }

// A thousand events go into each measurement, so that the average, which is
// rounded down, cannot hide one allocation among them.
func TestSteadyStateDoesNotAllocate(t *testing.T) {
	ctx := context.Background()
	measure := func(name string, k *Kernel, until func() Time, events uint64) {
		t.Helper()
		run(t, k, until())
		before := k.Fired()
		const rounds = 100
		allocs := testing.AllocsPerRun(rounds, func() {
			if err := k.Run(ctx, until()); err != nil {
				t.Fatal(err)
			}
		})
		if fired := k.Fired() - before; fired != (rounds+1)*events { // one round warms up
			t.Errorf("%s: %d events fired, want %d", name, fired, (rounds+1)*events)
		}
		if allocs != 0 {
			t.Errorf("%s: %v allocations for %d events", name, allocs, events)
		}
	}
	after := func(k *Kernel, d Time) func() Time { return func() Time { return k.Now() + d } }

	k := New(nil)
	for i := range Time(10) {
		k.At(i, Comm, &walker{k, 10})
	}
	measure("At", k, after(k, 1_000), 1_000)

	k = New(nil)
	for i := range Time(2000) {
		k.At(i*1_000_000, Comm, &walker{k, 2_000_000_000})
	}
	measure("At with many pending", k, after(k, 1_000_000_000), 1_000)

	k = New(nil)
	for i := range Time(10) {
		k.Every(Control, i, 10, func(Time) {})
	}
	measure("Every", k, after(k, 1_000), 1_000)

	k = New(nil)
	var ping, timeout *Timer
	timeout = k.NewTimer(Comm, func(Time) { t.Error("the time-out fired") })
	ping = k.NewTimer(Comm, func(now Time) {
		if !timeout.Stop() && now != 0 {
			t.Error("no time-out was pending")
		}
		ping.Arm(now + 1)
		timeout.Arm(now + 50)
		timeout.Arm(now + 70)
	})
	ping.Arm(0)
	measure("Timer", k, after(k, 1_000), 1_000)
}
