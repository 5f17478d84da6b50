package sim

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// call is an event made of a function.
type call func(now Time)

func (c call) Fire(now Time) { c(now) }

// idle is an event that does nothing.
type idle struct{}

func (idle) Fire(Time) {}

// run runs k until the given time and fails the test if that does not succeed.
func run(t *testing.T, k *Kernel, until Time) {
	t.Helper()
	if err := k.Run(context.Background(), until); err != nil {
		t.Fatal(err)
	}
}

// wantPanic calls f, which has to panic with a text that holds all of wants.
func wantPanic(t *testing.T, f func(), wants ...string) {
	t.Helper()
	defer func() {
		t.Helper()
		text, ok := recover().(string)
		if !ok {
			t.Error("no panic with a text")
		}
		for _, want := range append(wants, "sim: ") {
			if !strings.Contains(text, want) {
				t.Errorf("panic %q does not say %q", text, want)
			}
		}
	}()
	f()
}

func TestRunIncludesItsLastMoment(t *testing.T) {
	k := New(nil)
	var fired []Time
	note := call(func(now Time) { fired = append(fired, now) })
	for _, at := range []Time{11, 10, 9} {
		k.At(at, Comm, note)
	}
	for _, step := range []struct {
		until Time
		want  []Time
	}{{8, nil}, {10, []Time{9, 10}}, {10, []Time{9, 10}}, {100, []Time{9, 10, 11}}} {
		run(t, k, step.until)
		if !slices.Equal(fired, step.want) || k.Now() != step.until {
			t.Errorf("until %v: fired %v, want %v; stands at %v", step.until, fired, step.want, k.Now())
		}
	}
	if k.Fired() != 3 || k.Pending() != 0 {
		t.Errorf("%d fired, %d pending", k.Fired(), k.Pending())
	}
}

func TestRunIntoThePastPanics(t *testing.T) {
	k := New(nil)
	run(t, k, 2_000_000_000)
	wantPanic(t, func() { _ = k.Run(context.Background(), 1_999_999_999) }, "1.999999999s", "2.000000000s")
}

func TestPhasesOfOneInstant(t *testing.T) {
	k := New(nil)
	var fired []Phase
	for _, p := range []Phase{Probe, Control, Comm, Ending, Plant, Comm, Probe} {
		k.At(7, p, call(func(Time) { fired = append(fired, p) }))
	}
	run(t, k, 7)
	if want := []Phase{Plant, Ending, Comm, Comm, Control, Probe, Probe}; !slices.Equal(fired, want) {
		t.Errorf("fired %v, want %v", fired, want)
	}
}

// What a controller sends at once goes out before the next controller acts,
// and what it schedules in its own phase waits its turn.
func TestEarlierPhaseOfTheSameInstantFiresNext(t *testing.T) {
	k := New(nil)
	var fired []string
	note := func(s string) Event { return call(func(Time) { fired = append(fired, s) }) }
	k.At(5, Control, call(func(now Time) {
		fired = append(fired, "control 1")
		k.At(now, Control, note("control 3"))
		k.At(now, Comm, note("comm"))
		k.At(now, Plant, note("plant"))
	}))
	k.At(5, Control, note("control 2"))
	k.At(5, Probe, note("probe"))
	k.At(6, Plant, note("later"))
	run(t, k, 6)
	want := []string{"control 1", "plant", "comm", "control 2", "control 3", "probe", "later"}
	if !slices.Equal(fired, want) {
		t.Errorf("fired %v, want %v", fired, want)
	}
}

// An input is the last of its instant. Given before a run, or while the run waits at that
// instant, it finds the same done, and what it schedules for the instant comes next.
func TestInputsComeLast(t *testing.T) {
	for _, waits := range []bool{false, true} {
		k := New(nil)
		var fired []string
		note := func(s string) Event { return call(func(Time) { fired = append(fired, s) }) }
		give := func() {
			for _, name := range []string{"first", "second"} {
				k.At(5, Input, call(func(now Time) {
					fired = append(fired, name)
					k.At(now, Comm, note("answer to "+name))
				}))
			}
		}
		if !waits {
			give()
		}
		k.At(5, Probe, note("probe"))
		k.At(5, Control, note("control"))
		k.At(6, Plant, note("plant"))
		if waits {
			run(t, k, 5)
			give()
		}
		run(t, k, 6)
		want := []string{"control", "probe", "first", "answer to first", "second", "answer to second", "plant"}
		if !slices.Equal(fired, want) {
			t.Errorf("waits %t: fired %v, want %v", waits, fired, want)
		}
	}
}

// Next names the time of the next event, and fires nothing.
func TestNext(t *testing.T) {
	for _, q := range []Queue{NewHeap(), NewTree()} {
		k := New(q)
		if at, ok := k.Next(); ok {
			t.Errorf("an event at %v in an empty queue", at)
		}
		k.At(9, Comm, idle{})
		first := k.At(7, Comm, idle{})
		if at, ok := k.Next(); !ok || at != 7 || k.Fired() != 0 {
			t.Errorf("next at %v, want 7", at)
		}
		k.Cancel(first)
		if at, ok := k.Next(); !ok || at != 9 {
			t.Errorf("next at %v after a cancel, want 9", at)
		}
	}
}

// The place of an instant does not go back when an event is added to an earlier phase,
// nor between runs: a place booked before has been passed once, and stays so. A run that
// is interrupted has not passed what is left at its instant, and one that comes to its end has.
func TestPlaceDoesNotGoBack(t *testing.T) {
	k := New(nil)
	ctx, cancel := context.WithCancel(t.Context())
	early, late := k.Book(5, Comm), k.Book(5, Control)
	check := func(when string, passedEarly, passedLate bool) {
		if place := k.Place(); early.Before(place) != passedEarly || late.Before(place) != passedLate {
			t.Errorf("%s: at %+v, passed %t, %t", when, place, early.Before(place), late.Before(place))
		}
	}
	k.At(5, Ending, call(func(Time) { check("before", false, false) }))
	k.At(5, Comm, call(func(now Time) {
		check("between", true, false)
		k.At(now, Ending, call(func(now Time) {
			check("in an earlier phase", true, false)
			k.At(now, Plant, call(func(Time) { check("once more", true, false); cancel() }))
		}))
	}))
	check("at first", false, false)
	if err := k.Run(ctx, 5); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	check("after an interruption", true, false)
	k.At(5, Plant, call(func(Time) { check("in another run", true, false) }))
	run(t, k, 5)
	check("after the run", true, true)
	k.At(5, Plant, call(func(Time) { check("in a run of the same instant", true, true) }))
	run(t, k, 6)
	early.At = 7
	k.At(7, Ending, call(func(Time) { check("later", false, true) }))
	run(t, k, 7)
}

func TestSchedulingBeforeNowPanics(t *testing.T) {
	k := New(nil)
	run(t, k, 3_000_000_000)
	wantPanic(t, func() { k.At(2_999_999_999, Comm, idle{}) }, "2.999999999s", "3.000000000s")
	wantPanic(t, func() { k.At(-1, Comm, idle{}) }, "-0.000000001s")
	wantPanic(t, func() { k.At(Never.Add(1), Comm, idle{}) }, "before now")
	if k.Pending() != 0 {
		t.Errorf("%d pending", k.Pending())
	}
}

// The phase has three bits in the order of events: a greater number would
// stand for one of the phases.
func TestSchedulingInNoPhasePanics(t *testing.T) {
	k := New(nil)
	for _, p := range []Phase{Input + 1, 8, 255} {
		wantPanic(t, func() { k.At(1, p, idle{}) }, fmt.Sprintf("phase(%d)", p))
	}
}

func TestProbesOnlyLook(t *testing.T) {
	k := New(nil)
	later := 0
	k.At(5, Probe, call(func(now Time) {
		wantPanic(t, func() { k.At(now, Probe, idle{}) }, "same instant", "0.000000005s")
		wantPanic(t, func() { k.At(now, Comm, idle{}) }, "same instant")
		for _, p := range []Phase{Plant, Ending, Comm, Control, Input} {
			wantPanic(t, func() { k.At(now+1, p, idle{}) }, p.String(), "0.000000005s", "0.000000006s")
		}
		k.At(now+1, Probe, call(func(Time) { later++ }))
	}))
	run(t, k, 6)
	if later != 1 {
		t.Errorf("the probe of a probe fired %d times", later)
	}
	// Between runs nobody is a probe, also when a probe ended the run.
	k.At(6, Plant, call(func(Time) { later++ }))
	run(t, k, 6)
	ctx, cancel := context.WithCancel(context.Background())
	k.At(7, Probe, call(func(Time) { cancel() }))
	if err := k.Run(ctx, 9); err == nil {
		t.Error("the run was not stopped")
	}
	k.At(7, Comm, call(func(Time) { later++ }))
	run(t, k, 7)
	if later != 3 {
		t.Errorf("%d events fired after the probes, want 3", later)
	}
}

// A probe may stop another probe, and nothing else.
func TestProbesCancelProbesOnly(t *testing.T) {
	k := New(nil)
	model, probe := k.At(9, Comm, idle{}), k.At(9, Probe, idle{})
	k.At(5, Probe, call(func(Time) {
		wantPanic(t, func() { k.Cancel(model) }, "comm", "probes only look")
		if !k.Cancel(probe) {
			t.Error("a probe could not stop a probe")
		}
	}))
	run(t, k, 6)
	if k.Pending() != 1 {
		t.Errorf("%d events are pending, want 1", k.Pending())
	}
}

func TestMistakesPanicWhereTheyAreMade(t *testing.T) {
	k := New(nil)
	wantPanic(t, func() { k.At(3, Comm, nil) }, "no event", "0.000000003s")
	wantPanic(t, func() { k.Fail(nil) }, "without a reason")
	k.At(5, Comm, call(func(Time) {
		wantPanic(t, func() { k.Run(context.Background(), 9) }, "0.000000005s", "fired it")
	}))
	run(t, k, 6)
	run(t, k, 7)
}

func TestZeroHandleNamesNothing(t *testing.T) {
	k := New(nil)
	var zero Handle
	for _, when := range []string{"empty", "pending", "fired"} {
		if k.IsPending(zero) || k.Cancel(zero) {
			t.Errorf("%s: the zero handle names an event", when)
		}
		if when == "empty" {
			k.At(1, Comm, idle{})
		} else if when == "pending" {
			run(t, k, 1)
		}
	}
	if k.Fired() != 1 {
		t.Error("the zero handle cancelled an event")
	}
}

func TestStaleHandlesDoNothing(t *testing.T) {
	k := New(nil)
	fired := k.At(1, Comm, idle{})
	run(t, k, 1)
	cancelled := k.At(2, Comm, idle{})
	if !k.IsPending(cancelled) || !k.Cancel(cancelled) {
		t.Error("a pending event could not be cancelled")
	}
	pending := k.At(3, Comm, idle{})
	if fired.slot != pending.slot || cancelled.slot != pending.slot {
		t.Fatalf("the slot is not used again: %v %v %v", fired, cancelled, pending)
	}
	for _, h := range []Handle{fired, cancelled} {
		if k.IsPending(h) || k.Cancel(h) {
			t.Errorf("%v is stale and names an event", h)
		}
	}
	if !k.IsPending(pending) || k.Pending() != 1 {
		t.Error("a stale handle cancelled an event")
	}
	if other := New(nil); other.IsPending(pending) || other.Cancel(pending) {
		t.Error("the handle names an event of an empty kernel")
	}
}

// The kernel keeps as many slots as events were ever pending at once, however
// they went.
func TestSlotsAreUsedAgain(t *testing.T) {
	k := New(nil)
	for round := range Time(5) {
		var handles []Handle
		for range 100 {
			handles = append(handles, k.At(round, Comm, idle{}))
		}
		for _, h := range handles[:50] {
			k.Cancel(h)
		}
		run(t, k, round)
	}
	if k.Fired() != 250 || len(k.slots) != 100 {
		t.Errorf("%d fired from %d slots, want 250 from 100", k.Fired(), len(k.slots))
	}
}

// After 2^32-1 uses of a slot its count starts again, at 1: 0 is for the
// handle that names nothing.
func TestCountOfUsesSkipsZero(t *testing.T) {
	k := New(nil)
	k.Cancel(k.At(1, Comm, idle{}))
	k.slots[0].gen = math.MaxUint32
	last := k.At(1, Comm, idle{})
	run(t, k, 1)
	next := k.At(2, Comm, idle{})
	if k.IsPending(last) || k.IsPending(Handle{}) || !k.IsPending(next) || next.gen != 1 {
		t.Errorf("after %v comes %v", last, next)
	}
}

func TestEventIsGoneWhenItFires(t *testing.T) {
	for name, q := range queues() {
		k := New(q)
		var own, other, again Handle
		k.At(9, Comm, idle{})
		own = k.At(5, Comm, call(func(now Time) {
			if k.IsPending(own) || k.Cancel(own) {
				t.Errorf("%s: an event is pending while it fires", name)
			}
			if k.Pending() != 2 {
				t.Errorf("%s: %d pending, want 2", name, k.Pending())
			}
			again = k.At(now, Comm, call(func(Time) { t.Errorf("%s: cancelled, and fired", name) }))
			if k.Cancel(own) || !k.Cancel(again) || !k.Cancel(other) || k.Cancel(again) {
				t.Errorf("%s: a handle was mistaken for another", name)
			}
		}))
		other = k.At(5, Control, call(func(Time) { t.Errorf("%s: cancelled, and fired", name) }))
		run(t, k, 10)
		if k.Fired() != 2 || k.Pending() != 0 {
			t.Errorf("%s: %d fired, %d pending", name, k.Fired(), k.Pending())
		}
	}
}

func TestFailureSaysWhenAndWhy(t *testing.T) {
	k := New(nil)
	reason, second := errors.New("the hull leaks"), errors.New("so does the other")
	k.At(2_500_000_000, Comm, call(func(Time) {
		k.Fail(fmt.Errorf("auv1: %w", reason))
		k.Fail(second)
	}))
	k.At(2_500_000_000, Control, call(func(Time) { t.Error("an event fired after the failure") }))
	first := k.Run(context.Background(), 10_000_000_000)
	var f *Failure
	if !errors.As(first, &f) || f.At != 2_500_000_000 || !errors.Is(first, reason) || errors.Is(first, second) {
		t.Fatalf("got %v", first)
	}
	if want := "run ended at 2.500000000s: auv1: the hull leaks"; first.Error() != want {
		t.Errorf("got %q, want %q", first, want)
	}
	if k.Now() != f.At || k.Fired() != 1 || k.Pending() != 1 {
		t.Errorf("stands at %v, %d fired, %d pending", k.Now(), k.Fired(), k.Pending())
	}
	k.Fail(second)
	if again := k.Run(context.Background(), 20_000_000_000); again != first || k.Now() != f.At {
		t.Errorf("the second run gives %v at %v", again, k.Now())
	}
}

func TestFailureBeforeTheRun(t *testing.T) {
	k := New(nil)
	k.At(0, Plant, call(func(Time) { t.Error("an event fired") }))
	reason := errors.New("no water")
	k.Fail(reason)
	if err := k.Run(context.Background(), 5); !errors.Is(err, reason) || k.Now() != 0 {
		t.Errorf("got %v at %v", err, k.Now())
	}
}

func TestCancelledRunMayGoOn(t *testing.T) {
	k := New(nil)
	var fired []int
	ctx, cancel := context.WithCancel(context.Background())
	k.At(4, Comm, call(func(Time) { fired = append(fired, 1); cancel() }))
	k.At(4, Comm, call(func(Time) { fired = append(fired, 2) }))
	k.At(6, Comm, call(func(Time) { fired = append(fired, 3) }))
	for range 2 {
		err := k.Run(ctx, 9)
		var f *Failure
		if !errors.As(err, &f) || f.At != 4 || !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v", err)
		}
		if !slices.Equal(fired, []int{1}) || k.Now() != 4 {
			t.Fatalf("fired %v, stands at %v", fired, k.Now())
		}
	}
	run(t, k, 9)
	if !slices.Equal(fired, []int{1, 2, 3}) || k.Now() != 9 {
		t.Errorf("fired %v, stands at %v", fired, k.Now())
	}
}

func TestCancelledRunNamesTheCause(t *testing.T) {
	cause := errors.New("the operator is tired")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	if err := New(nil).Run(ctx, 9); !errors.Is(err, cause) {
		t.Errorf("got %v", err)
	}
}

// herd schedules itself again at the same instant until it has fired often
// enough.
type herd struct {
	kernel *Kernel
	left   int
	handle Handle
}

func (h *herd) Fire(now Time) {
	if h.left--; h.left > 0 {
		h.handle = h.kernel.At(now, Comm, h)
	}
}

// stampede fires n events at one instant.
func stampede(k *Kernel, at Time, n int) (*herd, error) {
	h := &herd{kernel: k, left: n}
	k.At(at, Comm, h)
	return h, k.Run(context.Background(), at)
}

func TestAMillionEventsAtOneInstant(t *testing.T) {
	k := New(nil)
	if _, err := stampede(k, 3, 1_000_000); err != nil {
		t.Fatal(err)
	}
	if _, err := stampede(k, 4, 1_000_000); err != nil {
		t.Errorf("the next instant is empty, yet: %v", err)
	}
	if k.Fired() != 2_000_000 {
		t.Errorf("%d fired", k.Fired())
	}
}

// The event that is one too many does not fire, and its handle must not reach
// the event that stands first in the queue instead.
func TestOneEventTooManyAtOneInstant(t *testing.T) {
	for name, q := range queues() {
		k := New(q)
		later := k.At(9, Comm, idle{})
		h, err := stampede(k, 3, 1_000_001)
		var f *Failure
		if !errors.Is(err, ErrCrowded) || !errors.As(err, &f) || f.At != 3 || k.Now() != 3 {
			t.Fatalf("%s: got %v", name, err)
		}
		if h.left != 1 || k.Fired() != 1_000_000 {
			t.Errorf("%s: %d fired, want a million", name, k.Fired())
		}
		if k.IsPending(h.handle) || k.Cancel(h.handle) || !k.IsPending(later) || k.Pending() != 1 {
			t.Errorf("%s: %d pending, want the one at 9", name, k.Pending())
		}
	}
}

// restless arms its timer for the instant at which it fires.
type restless struct{ timer *Timer }

func (r *restless) again(now Time) { r.timer.Arm(now) }

// A failure at one instant names the code that goes on.
func TestCrowdHasAName(t *testing.T) {
	k := New(nil)
	r := &restless{}
	r.timer = k.NewTimer(Comm, r.again)
	r.timer.Arm(2)
	if err := k.Run(context.Background(), 3); !errors.Is(err, ErrCrowded) || !strings.HasSuffix(err.Error(), "; the last one is of halocline/sim.(*restless).again") {
		t.Error(err)
	}
	if _, err := stampede(New(nil), 3, 1_000_001); !strings.HasSuffix(err.Error(), "; the last one is of *sim.herd") {
		t.Error(err)
	}
}

// An instant is a moment of simulated time: a second run at it adds to the
// crowd, and a run that only lets time go by ends it.
func TestCrowdIsCountedByInstantNotByRun(t *testing.T) {
	k := New(nil)
	if _, err := stampede(k, 3, 600_000); err != nil {
		t.Fatal(err)
	}
	run(t, k, 4)
	if _, err := stampede(k, 4, 600_000); err != nil {
		t.Fatalf("600,000 events at 3 and as many at 4: %v", err)
	}
	if _, err := stampede(k, 4, 600_000); !errors.Is(err, ErrCrowded) {
		t.Errorf("1,200,000 events at 4: %v", err)
	}
}

// Stop ends a run after the event that calls it: what is due later, at the same
// instant too, is left. It is no failure, and the end stays: a second run fires nothing, and
// time stands still.
func TestStopEndsTheRun(t *testing.T) {
	for _, q := range []Queue{NewHeap(), NewTree()} {
		k := New(q)
		var fired []string
		note := func(name string) call { return func(Time) { fired = append(fired, name) } }
		k.At(5, Comm, note("before"))
		k.At(7, Comm, call(func(Time) { fired = append(fired, "stop"); k.Stop() }))
		k.At(7, Comm, note("same instant"))
		k.At(7, Probe, note("probe"))
		k.At(9, Comm, note("later"))
		run(t, k, 20)
		if !slices.Equal(fired, []string{"before", "stop"}) || k.Now() != 7 || k.Pending() != 3 || k.Fired() != 2 {
			t.Errorf("fired %v, stands at %v with %d pending", fired, k.Now(), k.Pending())
		}
		run(t, k, 20)
		if len(fired) != 2 || k.Now() != 7 || !k.Stopped() || k.Failed() {
			t.Errorf("after the end: fired %v, stands at %v", fired, k.Now())
		}
	}
}

// A failure outlasts a Stop, and a Stop between two runs is one.
func TestStopAndFailure(t *testing.T) {
	k := New(nil)
	k.Stop()
	run(t, k, 10)
	if k.Now() != 0 || !k.Stopped() {
		t.Errorf("stopped before it began, it stands at %v", k.Now())
	}
	k = New(nil)
	k.At(12, Comm, call(func(Time) { k.Stop(); k.Fail(errors.New("leak")) }))
	var failure *Failure
	if err := k.Run(context.Background(), 20); !errors.As(err, &failure) || failure.At != 12 || k.Now() != 12 {
		t.Errorf("%v at %v", err, k.Now())
	}
}
