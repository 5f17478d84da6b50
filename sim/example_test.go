package sim_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"halocline/sim"
)

// Three things are to happen at 2 s. They are scheduled in the wrong order, and
// happen in that of their phases.
func Example() {
	k := sim.New(nil)
	say := func(what string) func(sim.Time) {
		return func(now sim.Time) { fmt.Println(now, what) }
	}
	at := sim.Time(2 * time.Second)
	k.NewTimer(sim.Control, say("the controller acts")).Arm(at)
	k.NewTimer(sim.Comm, say("a frame is sent")).Arm(at)
	k.NewTimer(sim.Plant, say("the vehicle is brought up to now")).Arm(at)
	if err := k.Run(context.Background(), sim.Time(time.Minute)); err != nil {
		fmt.Println(err)
	}
	fmt.Println(k.Now(), "the run is over")
	// Output:
	// 2.000000000s the vehicle is brought up to now
	// 2.000000000s a frame is sent
	// 2.000000000s the controller acts
	// 60.000000000s the run is over
}

// surfacing is an event of a model's own: anything with a method Fire.
type surfacing struct{ vehicle string }

// Fire is called by the kernel.
func (s *surfacing) Fire(now sim.Time) { fmt.Println(now, s.vehicle, "comes up") }

// A handle names an event that has still to happen. Once it has happened, or was
// cancelled, the handle names nothing, and to cancel it does nothing.
func ExampleKernel_Cancel() {
	k := sim.New(nil)
	k.At(sim.Time(3*time.Second), sim.Comm, &surfacing{"alba"})
	berta := k.At(sim.Time(5*time.Second), sim.Comm, &surfacing{"berta"})
	k.NewTimer(sim.Control, func(now sim.Time) {
		fmt.Println(now, "berta stays down:", k.Cancel(berta), k.Cancel(berta))
	}).Arm(sim.Time(4 * time.Second))
	if err := k.Run(context.Background(), sim.Time(10*time.Second)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 3.000000000s alba comes up
	// 4.000000000s berta stays down: true false
}

// A time-out is put off by whatever is heard: messages at 1, 2 and 3 s, and a
// patience of 1.5 s, which ends at 4.5 s.
func ExampleTimer() {
	k := sim.New(nil)
	timeout := k.NewTimer(sim.Comm, func(now sim.Time) { fmt.Println(now, "no more messages") })
	heard := 0
	k.Every(sim.Comm, sim.Time(time.Second), time.Second, func(now sim.Time) {
		if heard++; heard <= 3 {
			timeout.Arm(now.Add(1500 * time.Millisecond))
		}
	})
	if err := k.Run(context.Background(), sim.Time(10*time.Second)); err != nil {
		fmt.Println(err)
	}
	// Output: 4.500000000s no more messages
}

// Call n is at start + n period. A sixtieth of a second is 16666666 ns, two thirds
// of a nanosecond short, so call 60 is 40 ns early; nothing else adds up.
func ExampleKernel_Every() {
	k := sim.New(nil)
	n := 0
	k.Every(sim.Control, 0, time.Second/60, func(now sim.Time) {
		if n%30 == 0 {
			fmt.Println(n, now)
		}
		n++
	})
	if err := k.Run(context.Background(), sim.Time(time.Second)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0 0.000000000s
	// 30 0.499999980s
	// 60 0.999999960s
}

// A model that finds that it cannot go on ends the run. The kernel says when.
func ExampleKernel_Fail() {
	errAground := errors.New("the vehicle is aground")
	k := sim.New(nil)
	k.NewTimer(sim.Plant, func(sim.Time) { k.Fail(errAground) }).Arm(sim.Time(7 * time.Second))
	err := k.Run(context.Background(), sim.Time(time.Minute))
	fmt.Println(err)
	fmt.Println(errors.Is(err, errAground), k.Now())
	// Output:
	// run ended at 7.000000000s: the vehicle is aground
	// true 7.000000000s
}

// front is a wave that passes receivers 2, 4 and 6 ms after it left.
type front struct {
	kernel        *sim.Kernel
	passed, fired int
}

// Fire passes the next receiver, and those after it before which nothing else happens.
func (f *front) Fire(now sim.Time) {
	f.fired++
	for {
		f.passed++
		fmt.Println(now, "the front passes receiver", f.passed)
		if f.passed == 3 {
			return
		}
		next := f.kernel.Book(now.Add(2*time.Millisecond), sim.Comm)
		if !f.kernel.Advance(next) {
			f.kernel.AtEntry(next, f)
			return
		}
		now = next.At
	}
}

// A beacon at 5 ms comes between the second receiver and the third. The front is fired at
// 2 ms, and from there goes on to 4 ms by itself, since nothing else is before that. It
// cannot go on to 6 ms: its place there goes to the queue, and it is fired once more. The
// kernel counts three receivers and a beacon.
func ExampleKernel_Book() {
	k := sim.New(nil)
	beacon := k.NewTimer(sim.Comm, func(now sim.Time) { fmt.Println(now, "a beacon") })
	beacon.Arm(sim.Time(5 * time.Millisecond))
	wave := &front{kernel: k}
	k.AtEntry(k.Book(sim.Time(2*time.Millisecond), sim.Comm), wave)
	if err := k.Run(context.Background(), sim.Time(time.Second)); err != nil {
		fmt.Println(err)
	}
	fmt.Println(k.Fired(), "events,", wave.fired, "calls of the front")
	// Output:
	// 0.002000000s the front passes receiver 1
	// 0.004000000s the front passes receiver 2
	// 0.005000000s a beacon
	// 0.006000000s the front passes receiver 3
	// 4 events, 2 calls of the front
}
