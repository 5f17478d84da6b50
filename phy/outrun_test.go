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
	"halocline/sim/trace"
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

// unsure is a channel whose paths have something that no signal can have.
type unsure struct {
	Ideal
	spoil func(*Path)
}

// Path returns the path.
func (c unsure) Path(tx, rx End, t sim.Time) Path {
	p := c.Ideal.Path(tx, rx, t)
	c.spoil(&p)
	return p
}

// A path that no signal can take ends the run where it is first asked for, with what is wrong, and nothing is heard
// by it. Otherwise a gain that is no number would be in all sums of powers from then on, and every comparison with them
// false, and powers below 0 would take away from others.
func TestPathsThatNoSignalCanTake(t *testing.T) {
	for _, row := range []struct {
		spoil func(*Path)
		fixed bool // it may be between ends that stand still
		want  string
	}{
		{func(p *Path) { p.Gain = math.NaN() }, true, "a gain of NaN"},
		{func(p *Path) { p.Gain = -1 }, true, "a gain of -1"},
		{func(p *Path) { p.Delay = -1 }, true, "the signal of node 3 does not reach node 7"},
		{func(p *Path) { p.Delay = math.MaxInt64 }, true, "the signal of node 3 does not reach node 7"},
		{func(p *Path) { p.Lost = 200 }, true, "by cause 200, which is none of a loss"},
		{func(p *Path) { p.Doppler = 0 }, false, "a Doppler of 0"},
		{func(p *Path) { p.Doppler = math.NaN() }, false, "a Doppler of NaN"},
	} {
		for _, cutoff := range []float64{0, 20} {
			unheard(t, unsure{Ideal{Speed: 100}, row.spoil}, cruise{start: geom.Vec{X: 10}}, cutoff, row.want)
			if row.fixed {
				unheard(t, unsure{Ideal{Speed: 100}, row.spoil}, Fixed{X: 10}, cutoff, row.want)
			}
		}
	}
}

// unheard sends a frame to an end, and expects that the run fails then and nothing is heard.
func unheard(t *testing.T, c Channel, end Locator, cutoff float64, want string) {
	t.Helper()
	k := sim.New(nil)
	m := NewMedium(k, c, trace.NewBooks(trace.Names{Nodes: make([]string, 8), Links: make([]string, 1)}), 0)
	if cutoff > 0 {
		m.CutOff(cutoff)
	}
	from, to := m.Attach(3, Fixed{}, plainModem(), nil), m.Attach(7, end, plainModem(), nil)
	hears := &ear{medium: m}
	from.Listen(quiet{})
	to.Listen(hears)
	sendAt(t, from, 2e9, Frame{Src: 3, Dst: 7, Bits: 1})
	err := k.Run(t.Context(), sim.Time(time.Minute))
	failure := (*sim.Failure)(nil)
	if !errors.As(err, &failure) || failure.At != 2e9 || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "node 7") {
		t.Errorf("%T, cutoff %g: %v, want %s", end, cutoff, err, want)
	}
	if len(hears.received) > 0 || len(hears.carrier) > 0 {
		t.Errorf("%T, cutoff %g: %d frames, carrier at %v", end, cutoff, len(hears.received), hears.carrier)
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
