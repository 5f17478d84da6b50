package phy

import (
	"math"
	"strings"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// humming is a tank in which a place adds a noise of a share of its x from everywhere, and of that of its y from a direction.
type humming struct {
	tank
	around, directed float64 // per metre
}

// Local returns true.
func (c *humming) Local() bool { return true }

// NoiseAt returns the noise of a place.
func (c *humming) NoiseAt(rx End, t sim.Time) (around, directed float64) {
	at := rx.Position(t)
	return c.around * at.X, c.directed * at.Y
}

// worker is an end whose thrusters give their full thrust from a time on, and half of it before.
type worker struct {
	Locator
	kernel *sim.Kernel
	from   sim.Time
}

func (w worker) Thrust(exponent float64) float64 {
	if w.kernel.Now() >= w.from {
		return 1
	}
	return math.Pow(0.5, exponent)
}

// noisy is a modem of a power of 100 that receives from a ratio of 4 on, with a noise of its own of 1.
func noisy() *Modem {
	m := plainModem()
	m.Power = 100
	return m
}

// A receiver that stands still at x = 3 m and y = 2 m, in a noise of 2 + 0.5 x from everywhere and of 4 y from a direction, and with 1 of
// its own: 2 + 1.5 + 8 + 1 = 12.5, so that a power of 100 arrives at a ratio of 8. An antenna with an index of 10 dB keeps
// out nine tenths of what comes from everywhere: 0.35 + 8 + 1 = 9.35. Both stay in reach of the short cut for waves that come alone.
func TestNoiseOfAPlace(t *testing.T) {
	for index, noise := range map[float64]float64{0: 12.5, 10: 9.35} {
		k := sim.New(nil)
		m := NewMedium(k, &humming{tank{noise: 2, far: 1}, 0.5, 4}, nil, 0)
		modem := noisy()
		if index > 0 {
			modem.Antenna = aerial{index: index}
		}
		a, _ := join(m, Fixed{X: 100}, noisy())
		b, hears := join(m, Fixed{X: 3, Y: 2}, modem)
		sendAt(t, a, 0, Frame{Bits: 100})
		run(t, k)
		if len(hears.received) != 1 || !b.plain {
			t.Fatalf("index %g: %d frames received; short cut %v", index, len(hears.received), b.plain)
		}
		within(t, "ratio", hears.received[0].info.SINR, 100/noise, 1e-12)
	}
}

// A receiver that moves from x = 0 by 1 m/s hears 2 + 0.5 x of the tank and 1 of its own: at the beginning of frames that are sent at 4 s and
// at 14 s a noise of 5 and of 10, ratios of 20 and 10. What is sent at 20 s, at a noise of 13, meets a weaker wave after half a second
// that does not make it be judged anew, but disturbs: 100 / (13 + 2). At 60 s, with 33, it is too weak: 3.03.
func TestNoiseOfAReceiverThatMoves(t *testing.T) {
	k, d := sim.New(nil), new(diary)
	weak := geom.Vec{Z: 5}
	m := NewMedium(k, &humming{tank{noise: 2, far: 1, gain: map[[2]geom.Vec]float64{}}, 0.5, 0}, d, 0)
	a, _ := join(m, Fixed{X: -100}, noisy())
	_, hears := join(m, cruise{velocity: geom.Vec{X: 1}}, noisy())
	faint := noisy()
	faint.Power = 2
	c, _ := join(m, Fixed(weak), faint)
	for _, at := range []sim.Time{4e9, 14e9, 20e9, 60e9} {
		sendAt(t, a, at, Frame{Bits: 1000})
	}
	sendAt(t, c, 20.5e9, Frame{Bits: 1000, Src: 2})
	run(t, k)
	if len(hears.received) != 3 {
		t.Fatalf("%d frames received, want 3", len(hears.received))
	}
	for i, want := range []float64{100. / 5, 100. / 10, 100. / 15} {
		within(t, "ratio", hears.received[i].info.SINR, want, 1e-12)
	}
	last := d.records[len(d.records)-1]
	for _, r := range d.records {
		if r.Node == 1 && r.Peer == 0 {
			last = r
		}
	}
	if last.Kind != trace.RxMissed || last.Cause != trace.BelowThreshold {
		t.Errorf("the frame at 60 s: %v by %v", last.Kind, last.Cause)
	}
}

// Thrusters of a noise of 27 at full thrust and the exponent 3 make 27/8 at half of it. With 1 of its own and 2 of the tank a
// receiver has a noise of 6.375, and of 30 from 10 s on, in which it loses the frame as too weak.
func TestNoiseOfThrusters(t *testing.T) {
	k, d := sim.New(nil), new(diary)
	m := NewMedium(k, &tank{noise: 2, far: 1}, d, 0)
	modem := noisy()
	modem.ThrustNoise, modem.ThrustExponent = 27, 3
	a, deaf := join(m, Fixed{X: 100}, modem) // no thrusters
	b, hears := join(m, worker{Fixed{}, k, 10e9}, modem)
	sendAt(t, a, 1e9, Frame{Bits: 1000})
	sendAt(t, a, 11e9, Frame{Bits: 1000})
	sendAt(t, b, 20e9, Frame{Bits: 1000})
	run(t, k)
	if len(hears.received) != 1 || len(deaf.received) != 1 || !a.plain {
		t.Fatalf("received %d and %d frames, short cut %v; want 1, 1 and true", len(hears.received), len(deaf.received), a.plain)
	}
	within(t, "ratio at half thrust", hears.received[0].info.SINR, 100/6.375, 1e-12)
	within(t, "ratio without thrusters", deaf.received[0].info.SINR, 100./3, 1e-12)
	lost := d.records[3]
	if lost.Kind != trace.RxMissed || lost.Cause != trace.BelowThreshold || math.Abs(lost.Value-100./30) > 1e-12 {
		t.Errorf("at full thrust: %+v", lost)
	}
	if least := b.faintest(); least != 3 {
		t.Errorf("a cutoff counts from %g, want 3, what there is always", least)
	}
}

// lasting is a sphere half of whose noise is of places, the same at all of them.
type lasting struct{ sphere }

func (c lasting) Local() bool                                      { return true }
func (c lasting) Noise() float64                                   { return c.noise / 2 }
func (c lasting) NoiseAt(End, sim.Time) (around, directed float64) { return c.noise / 4, c.noise / 4 }

// A noise that could change and does not is the noise that it is: nothing comes out otherwise.
func TestNoiseThatDoesNotChange(t *testing.T) {
	for seed := range uint64(200) {
		s := randomScene(seed, wild{moving: true, random: seed%2 == 0})
		want := s.fates(t)
		s.channel = lasting{s.channel.(sphere)}
		same(t, "as noise of places", seed, want, s.fates(t), slack{sinr: 1e-12})
	}
}

// Noise that is none ends the run and names the node.
func TestNoiseThatIsNone(t *testing.T) {
	k := sim.New(nil)
	m := NewMedium(k, &humming{tank{far: 1}, math.NaN(), 0}, nil, 0)
	a, _ := join(m, Fixed{}, noisy())
	join(m, cruise{velocity: geom.Vec{X: 1}}, noisy())
	sendAt(t, a, 0, Frame{Bits: 10})
	if err := k.Run(t.Context(), sim.Time(time.Hour)); err == nil || !strings.Contains(err.Error(), "node 1 has a noise of NaN") {
		t.Errorf("error %v", err)
	}
}

func TestNoiseOfAPlaceDoesNotAllocate(t *testing.T) {
	k := sim.New(nil)
	m := NewMedium(k, &humming{tank{far: 1}, 0.01, 0.01}, nil, 0)
	a := m.Attach(0, Fixed{}, noisy(), nil)
	modem := noisy()
	modem.ThrustNoise, modem.ThrustExponent = 1, 3
	for i := range 9 {
		m.Attach(Addr(i+1), worker{cruise{start: geom.Vec{X: 10}, velocity: geom.Vec{Y: 1e-3}}, k, 0}, modem, nil)
	}
	for _, r := range m.radios {
		r.Listen(quiet{})
	}
	frame := Frame{Bits: 100}
	round := func() {
		if err := a.Transmit(&frame); err != nil {
			t.Fatal(err)
		}
		run(t, k)
	}
	for range 3 {
		round()
	}
	if n := testing.AllocsPerRun(100, round); n != 0 {
		t.Errorf("%v allocations in 9 receptions", n)
	}
}
