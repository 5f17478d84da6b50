package phy_test

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// tonal is a station that notes when it hears tones.
type tonal struct {
	*phy.ToneRadio
	kernel *sim.Kernel
	heard  []time.Duration
}

func (s *tonal) ToneHeard() { s.heard = append(s.heard, s.kernel.Now().Sub(0)) }

// tonals are stations on a line, with sound of 1000 m/s: a metre is a millisecond. A tone lasts 10 ms and is sent with 2 W; the
// receiver takes 1 mW.
func tonals(modem *phy.Modem, channel phy.Channel, places ...float64) (*sim.Kernel, []*tonal) {
	k := sim.New(nil)
	tones := phy.NewTones(k, channel, phy.Tone{Length: 10 * time.Millisecond, Draw: phy.Draw{Transmit: 2, Receive: 1e-3, Idle: 1e-3}})
	var all []*tonal
	for i, x := range places {
		s := &tonal{ToneRadio: tones.Attach(phy.Addr(i), phy.Fixed(geom.Vec{X: x}), modem), kernel: k}
		s.Listen(s)
		all = append(all, s)
	}
	return k, all
}

// runTones runs to the end, and sends tones on the way.
func runTones(t *testing.T, k *sim.Kernel, end time.Duration, sent map[*tonal]time.Duration) {
	t.Helper()
	for s, at := range sent {
		k.NewTimer(sim.Comm, func(sim.Time) { s.Tone() }).Arm(sim.Time(at))
	}
	if err := k.Run(context.Background(), sim.Time(end)); err != nil {
		t.Fatal(err)
	}
}

func millis(all ...float64) []time.Duration {
	var d []time.Duration
	for _, ms := range all {
		d = append(d, time.Duration(ms*1e6))
	}
	return d
}

// Tones that overlap are heard one by one, at their ends.
func TestOverlappingTonesAreCounted(t *testing.T) {
	k, s := tonals(&phy.Modem{Power: 1}, phy.Ideal{Speed: 1000}, 0, 100, 103, 203)
	runTones(t, k, time.Second, map[*tonal]time.Duration{s[1]: 0, s[2]: 0, s[3]: 0})
	if want := millis(110, 113, 213); !slices.Equal(s[0].heard, want) {
		t.Errorf("heard at %v, not %v", s[0].heard, want)
	}
	if want := millis(113); !slices.Equal(s[1].heard, want) { // the one 3 m away came during its own
		t.Errorf("a station that sends a tone hears others at %v, not %v", s[1].heard, want)
	}
}

// A station is deaf to tones that overlap its own for a nanosecond, and not to those that touch it.
func TestDeafDuringOwnTone(t *testing.T) {
	const tone, way = 10 * time.Millisecond, 50 * time.Millisecond
	for _, c := range []struct {
		own   time.Duration
		hears bool
	}{{way - tone, true}, {way - tone + 1, false}, {way, false}, {way + tone - 1, false}, {way + tone, true}} {
		k, s := tonals(&phy.Modem{Power: 1}, phy.Ideal{Speed: 1000}, 0, 50)
		runTones(t, k, time.Second, map[*tonal]time.Duration{s[1]: 0, s[0]: c.own})
		if hears := len(s[0].heard) == 1; hears != c.hears {
			t.Errorf("own tone at %v, the other one's comes at %v: heard %v", c.own, way, hears)
		}
	}
}

// Of two tones that overlap at a station, both are lost where its own begins before they end, and the first alone where it begins
// between their ends.
func TestDeafToOverlappingTones(t *testing.T) {
	for own, want := range map[float64][]time.Duration{108: nil, 112: millis(110), 115: millis(110, 115)} {
		k, s := tonals(&phy.Modem{Power: 1}, phy.Ideal{Speed: 1000}, 0, 100, -105)
		runTones(t, k, time.Second, map[*tonal]time.Duration{s[1]: 0, s[2]: 0, s[0]: millis(own)[0]})
		if !slices.Equal(s[0].heard, want) {
			t.Errorf("own tone at %g ms: heard at %v, not %v", own, s[0].heard, want)
		}
	}
}

// Who is out of reach, has no power, or is below the threshold of its modem hears no tone.
func TestUnheardTones(t *testing.T) {
	far := phy.Ranged{Ideal: phy.Ideal{Speed: 1000}, Range: 49}
	for what, c := range map[string]struct {
		modem   *phy.Modem
		channel phy.Channel
		off     bool
		hears   int
	}{
		"near":            {&phy.Modem{Power: 1}, phy.Ideal{Speed: 1000}, false, 1},
		"out of range":    {&phy.Modem{Power: 1}, far, false, 0},
		"off":             {&phy.Modem{Power: 1}, phy.Ideal{Speed: 1000}, true, 0},
		"too weak":        {&phy.Modem{Power: 1, Sensitivity: 1.01}, phy.Ideal{Speed: 1000}, false, 0},
		"just not weak":   {&phy.Modem{Power: 1, Sensitivity: 1}, phy.Ideal{Speed: 1000}, false, 1},
		"below the noise": {&phy.Modem{Power: 1, SelfNoise: 0.2, Acquire: 10}, phy.Ideal{Speed: 1000}, false, 0},
	} {
		k, s := tonals(c.modem, c.channel, 0, 50)
		if c.off {
			s[0].Off(trace.Outage)
		}
		runTones(t, k, time.Second, map[*tonal]time.Duration{s[1]: 0})
		if len(s[0].heard) != c.hears {
			t.Errorf("%s: %d tones heard, not %d", what, len(s[0].heard), c.hears)
		}
	}
}

// A tone of 10 ms takes 2 W 10 ms = 20 mJ, and the other 990 ms of a second 1 mW, whether tones come or not.
func TestEnergyOfTones(t *testing.T) {
	k, s := tonals(&phy.Modem{Power: 1}, phy.Ideal{Speed: 1000}, 0, 50)
	runTones(t, k, time.Second, map[*tonal]time.Duration{s[1]: 0})
	for i, want := range []float64{1e-3, 20e-3 + 0.99e-3} {
		if got := s[i].Energy(); math.Abs(got-want) > 1e-12 {
			t.Errorf("station %d takes %g J, not %g", i, got, want)
		}
	}
}

// Tones cost no memory once there were some.
func TestTonesDoNotAllocate(t *testing.T) {
	k, s := tonals(&phy.Modem{Power: 1}, phy.Ideal{Speed: 1000}, 0, 50, 80)
	for _, one := range s {
		one.heard = make([]time.Duration, 0, 10_000)
	}
	end := sim.Time(0)
	if n := testing.AllocsPerRun(1000, func() {
		s[0].Tone()
		s[1].Tone()
		end = end.Add(time.Second)
		if err := k.Run(context.Background(), end); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%g allocations", n)
	}
}
