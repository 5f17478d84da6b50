package sim

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"time"
)

// Timer is an event that is bound to its function once and armed as often as
// needed. Arming does not allocate.
type Timer struct {
	kernel *Kernel
	phase  Phase
	fn     func(Time)
	handle Handle
}

// NewTimer returns a timer that calls fn in phase p. It is not armed.
func (k *Kernel) NewTimer(p Phase, fn func(Time)) *Timer {
	return &Timer{kernel: k, phase: p, fn: fn}
}

// Arm sets the timer to t, instead of whatever it was set to.
func (t *Timer) Arm(at Time) {
	t.kernel.Cancel(t.handle)
	t.handle = t.kernel.At(at, t.phase, t)
}

// Stop disarms the timer. It reports whether the timer was armed.
func (t *Timer) Stop() bool { return t.kernel.Cancel(t.handle) }

// Armed reports whether the timer has still to fire.
func (t *Timer) Armed() bool { return t.kernel.IsPending(t.handle) }

// Fire is called by the kernel.
func (t *Timer) Fire(now Time) { t.fn(now) }

// code names what an event calls, for whoever has to find a fault there: the function of a timer, or the type.
func code(ev Event) string {
	var fn func(Time)
	switch ev := ev.(type) {
	case *Timer:
		fn = ev.fn
	case *Cycle:
		fn = ev.fn
	default:
		return fmt.Sprintf("%T", ev)
	}
	return strings.TrimSuffix(runtime.FuncForPC(reflect.ValueOf(fn).Pointer()).Name(), "-fm")
}

// Every calls fn in phase p at start, start + period, start + 2 period and so
// on, until it is stopped or the run ends. The n-th time is computed from n, so it does
// not drift.
func (k *Kernel) Every(p Phase, start Time, period time.Duration, fn func(Time)) *Cycle {
	if period <= 0 {
		panic(fmt.Sprintf("sim: period of %v", period))
	}
	c := &Cycle{kernel: k, phase: p, start: start, period: period, fn: fn}
	c.handle = k.At(start, p, c)
	return c
}

// Cycle is an event that comes again and again, made by Every.
type Cycle struct {
	kernel *Kernel
	phase  Phase
	start  Time
	period time.Duration
	n      int64 // the next call is number n
	fn     func(Time)
	handle Handle
}

// Stop ends it. It reports whether another call would have come.
func (c *Cycle) Stop() bool { return c.kernel.Cancel(c.handle) }

// Fire is called by the kernel.
func (c *Cycle) Fire(now Time) {
	c.n++
	if int64(Never-c.start)/c.n >= int64(c.period) {
		c.handle = c.kernel.At(c.start.Add(time.Duration(c.n)*c.period), c.phase, c)
	}
	c.fn(now)
}
