package sim

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// strider walks through moments of its own. It takes its steps one by one as
// events, or in strides: all that are next are taken inside one event.
type strider struct {
	kernel  *Kernel
	phase   Phase
	moments []Time
	strides bool
	taken   func(now Time)
	next    Entry
}

// Fire takes a step, or all that follow as well.
func (s *strider) Fire(now Time) {
	for {
		s.moments = s.moments[1:]
		s.taken(now)
		if len(s.moments) == 0 {
			return
		}
		now = s.moments[0]
		if !s.strides {
			s.kernel.At(now, s.phase, s)
			return
		}
		if len(s.moments)%2 == 0 { // one of the two ways to go on
			if s.kernel.Step(now, s.phase) {
				continue
			}
			s.kernel.At(now, s.phase, s)
			return
		}
		s.next = s.kernel.Book(now, s.phase)
		if !s.kernel.Advance(s.next) {
			s.kernel.AtEntry(s.next, s)
			return
		}
	}
}

// footprint is a step as the test sees it: whose, and what the kernel said.
type footprint struct {
	who   int
	now   Time
	fired uint64
}

// race lets striders and single events run through each other, with many ties. Some
// of them schedule and cancel others.
func race(t *testing.T, seed uint64, q Queue, strides, slices bool) []footprint {
	r := rand.New(rand.NewPCG(seed, 5))
	k := New(q)
	var prints []footprint
	var print func(who int) func(Time)
	print = func(who int) func(Time) {
		return func(now Time) {
			if now != k.Now() {
				t.Errorf("a step of %v is taken at %v", now, k.Now())
			}
			prints = append(prints, footprint{who, now, k.Fired()})
			if n := len(prints); n%5 == 0 && n < 200 {
				k.At(now+Time(n%4), Phase(n%3+n%4/2), call(print(500)))
			}
		}
	}
	for who := range 2 + r.IntN(6) {
		s := &strider{kernel: k, phase: Phase(r.IntN(4)), strides: strides, taken: print(who)}
		at := Time(0)
		for range 1 + r.IntN(60) {
			s.moments = append(s.moments, at)
			at += Time(r.IntN(4))
		}
		k.At(0, s.phase, s)
	}
	var victim Handle
	for who := range r.IntN(40) {
		phase, later, back := Phase(r.IntN(4)), Time(r.IntN(3)), r.IntN(3) == 0
		tell := print(-1 - who)
		k.At(Time(r.IntN(120)), phase, call(func(now Time) {
			tell(now)
			if back {
				k.Cancel(victim)
			}
			victim = k.At(now+later, Phase(uint8(later)), call(print(1000+who)))
		}))
	}
	for at := Time(0); slices && at < 300; at += Time(r.IntN(5)) {
		run(t, k, at)
	}
	run(t, k, 300)
	if k.Pending() != 0 {
		t.Errorf("seed %d: %d events are left", seed, k.Pending())
	}
	return prints
}

// Steps taken in strides are taken in the same order, and counted the same, as
// steps that are events each, whatever else happens at the same moments.
func TestStridesKeepTheOrder(t *testing.T) {
	for seed := range uint64(500) {
		want := race(t, seed, NewTree(), false, false)
		for name, q := range queues() {
			if got := race(t, seed, q, true, seed%2 == 0); !slices.Equal(got, want) {
				t.Fatalf("seed %d, %s: %v, want %v", seed, name, got, want)
			}
		}
	}
}

// A run that ends, fails or stops takes no further step.
func TestStridesEndWithTheRun(t *testing.T) {
	for _, c := range []struct {
		name string
		act  func(k *Kernel, cancel func())
		want int // steps
	}{
		{"end", func(*Kernel, func()) {}, 11},
		{"stop", func(k *Kernel, _ func()) { k.Stop() }, 5},
		{"fail", func(k *Kernel, _ func()) { k.Fail(errors.New("on purpose")) }, 5},
		{"cancel", func(_ *Kernel, cancel func()) { cancel() }, 11}, // too few steps for a look
	} {
		k := New(nil)
		ctx, cancel := context.WithCancel(t.Context())
		steps := 0
		s := &strider{kernel: k, phase: Comm, strides: true, taken: func(now Time) {
			if steps++; steps == 5 {
				c.act(k, cancel)
			}
		}}
		for at := range Time(100) {
			s.moments = append(s.moments, at)
		}
		k.At(0, Comm, s)
		k.Run(ctx, 10)
		if steps != c.want || k.Pending() != 1 {
			t.Errorf("%s: %d steps and %d events pending, want %d and 1", c.name, steps, k.Pending(), c.want)
		}
		cancel()
	}
}

// Run sees within some 1000 steps that its context is done, and that time stands
// still.
func TestStridesAreWatched(t *testing.T) {
	for _, pace := range []Time{0, 1} {
		k := New(nil)
		ctx, cancel := context.WithCancel(t.Context())
		steps := 0
		s := &strider{kernel: k, phase: Comm, strides: true, taken: func(Time) {
			if steps++; pace > 0 && steps == 10 {
				cancel()
			}
		}}
		for i := range Time(CrowdLimit + 10) {
			s.moments = append(s.moments, i*pace)
		}
		k.At(0, Comm, s)
		err := k.Run(ctx, Never)
		if pace == 0 && (!errors.Is(err, ErrCrowded) || steps != CrowdLimit) {
			t.Errorf("%v after %d steps at one instant, want %v after %d", err, steps, ErrCrowded, CrowdLimit)
		}
		if pace > 0 && (!errors.Is(err, context.Canceled) || steps > 1100) {
			t.Errorf("%v after %d steps of a cancelled run", err, steps)
		}
		cancel()
	}
}

func TestWrongStridesPanic(t *testing.T) {
	k := New(nil)
	run(t, k, 5)
	wantPanic(t, func() { k.Book(4, Comm) }, "0.000000004s")
	wantPanic(t, func() { k.Book(5, Probe) }, "probe")
	wantPanic(t, func() { k.AtEntry(Entry{At: 4}, idle{}) }, "before now")
	wantPanic(t, func() { k.AtEntry(Entry{At: 6}, nil) }, "no event")
	k.At(6, Comm, call(func(Time) {
		if !k.Step(7, Comm) || !k.Step(8, Comm) {
			t.Error("nothing is pending before the probe, but the clock is not brought on")
		}
	}))
	k.At(9, Probe, call(func(Time) {
		if k.Step(10, Comm) || k.Step(10, Probe) {
			t.Error("a probe brings the clock on")
		}
		k.Book(11, Comm)
	}))
	wantPanic(t, func() { run(t, k, 12) }, "probe")
	if k.Step(18, Comm) || k.Advance(Entry{At: 18}) {
		t.Error("the clock is brought on without a run")
	}
}
