package phy

import (
	"context"
	"errors"
	"math"
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

// unsure is a channel that has no number for the gain of a path.
type unsure struct{ Ideal }

// Path returns the path.
func (c unsure) Path(tx, rx End, t sim.Time) Path {
	p := c.Ideal.Path(tx, rx, t)
	p.Gain = math.NaN()
	return p
}

// A gain that is no number ends the run where the path is first asked for, and nothing
// is heard by that path. Otherwise it would be in all sums of powers from then on, and
// every comparison with them false.
func TestGainThatIsNoNumber(t *testing.T) {
	for name, end := range map[string]Locator{"fixed": Fixed{X: 10}, "moving": cruise{start: geom.Vec{X: 10}}} {
		for _, cutoff := range []float64{0, 20} {
			k := sim.New(nil)
			m := NewMedium(k, unsure{Ideal{Speed: 100}}, nil, 0)
			if cutoff > 0 {
				m.CutOff(cutoff)
			}
			from := m.Attach(3, Fixed{}, plainModem(), nil)
			to := m.Attach(7, end, plainModem(), nil)
			hears := &ear{medium: m}
			from.Listen(quiet{})
			to.Listen(hears)
			sendAt(t, from, 2e9, Frame{Src: 3, Dst: 7, Bits: 1})
			err := k.Run(t.Context(), sim.Time(time.Minute))
			failure := (*sim.Failure)(nil)
			if !errors.As(err, &failure) || failure.At != 2e9 || !strings.Contains(err.Error(), "node 3 does not reach node 7") {
				t.Errorf("%s, cutoff %g: %v", name, cutoff, err)
			}
			if len(hears.received) > 0 || len(hears.carrier) > 0 {
				t.Errorf("%s, cutoff %g: %d frames, carrier at %v", name, cutoff, len(hears.received), hears.carrier)
			}
		}
	}
}

// A channel that shifts the frequency between ends that stand still is a fault of the
// program, and is told so: also one that leaves the factor of its paths at 0.
func TestShiftBetweenEndsThatStandStill(t *testing.T) {
	m := NewMedium(sim.New(nil), shifting{}, nil, 0)
	sender, _ := join(m, Fixed{}, plainModem())
	join(m, Fixed{X: 1}, plainModem())
	defer func() {
		if said, _ := recover().(string); !strings.Contains(said, "stand still") {
			t.Errorf("panic %q", said)
		}
	}()
	sender.Transmit(&Frame{Bits: 1})
}

// shifting is a channel whose paths have no Doppler factor.
type shifting struct{ Ideal }

// Path returns a path with a gain only.
func (shifting) Path(End, End, sim.Time) Path { return Path{Gain: 1} }
