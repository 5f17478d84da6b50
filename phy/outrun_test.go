package phy

import (
	"context"
	"strings"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
)

// A node that runs away from a signal as fast as it comes is never reached, and one
// that is faster than its own signal has no wave ahead of it; neither way has a
// delay, so the run ends and says between whom. A little slower, and the wave
// arrives: of 10 m it makes up 1 m/s against a node at 99 of 100 m/s, in 10 s.
func TestSignalThatNeverArrives(t *testing.T) {
	run := func(sender, receiver geom.Vec) (*ear, error) {
		k := sim.New(nil)
		m := NewMedium(k, Ideal{Speed: 100}, nil, 0)
		modem := &Modem{Rate: 1000, Power: 1, Capture: CaptureOff}
		from := m.Attach(3, cruise{velocity: sender}, modem, nil)
		to := m.Attach(7, cruise{start: geom.Vec{X: 10}, velocity: receiver}, modem, nil)
		hears := &ear{medium: m}
		from.Listen(quiet{})
		to.Listen(hears)
		k.NewTimer(sim.Comm, func(sim.Time) { from.Transmit(&Frame{Src: 3, Dst: 7, Bits: 1}) }).Arm(0)
		return hears, k.Run(context.Background(), sim.Time(time.Minute))
	}
	for what, c := range map[string]struct{ sender, receiver geom.Vec }{
		"as fast as the signal": {geom.Vec{}, geom.Vec{X: 100}},
		"faster":                {geom.Vec{}, geom.Vec{Y: 150}},
		"faster, towards it":    {geom.Vec{}, geom.Vec{X: -150}},
		"sender faster":         {geom.Vec{X: -101}, geom.Vec{}},
		"so little slower that it takes longer than anybody waits": {geom.Vec{}, geom.Vec{X: 100 - 1e-9}},
	} {
		hears, err := run(c.sender, c.receiver)
		if err == nil || !strings.Contains(err.Error(), "node 3 does not reach node 7") || len(hears.received) > 0 {
			t.Errorf("%s: %v, %d frames", what, err, len(hears.received))
		}
	}
	hears, err := run(geom.Vec{}, geom.Vec{X: 99})
	if err != nil || len(hears.received) != 1 {
		t.Fatalf("%v, %d frames", err, len(hears.received))
	}
	// The first of its millisecond's waves takes 10 s, and the last, sent 1 ms later,
	// 0.1 s more, since the receiver is 0.099 m farther by then.
	if at := hears.received[0].at.Seconds(); at < 10 || at > 10.1+1e-6 {
		t.Errorf("received at %g s", at)
	}
}
