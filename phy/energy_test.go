package phy

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
)

// silence is a protocol that does nothing.
type silence struct{}

func (silence) TxDone(*Frame)          {}
func (silence) Receive(*Frame, RxInfo) {}
func (silence) Collision()             {}

// One second of transmission at 7 W, two of reception at 3 W, five asleep at
// 0.5 W and the rest of ten seconds idle at 1 W: 7 + 6 + 2.5 + 2 = 17.5 J.
func TestEnergyByState(t *testing.T) {
	k := sim.New(nil)
	m := NewMedium(k, Ideal{}, nil, 0)
	modem := &Modem{Rate: 1000, Power: 1, Sensitivity: 0.5}
	a, b := m.Attach(0, Fixed{}, modem, nil), m.Attach(1, Fixed{}, modem, nil)
	a.Listen(silence{})
	b.Listen(silence{})
	at := func(s float64, fn func()) { k.NewTimer(sim.Comm, func(sim.Time) { fn() }).Arm(sim.Time(s * 1e9)) }
	at(0, func() { b.Transmit(&Frame{Bits: 1000}) })
	at(2, func() { a.Transmit(&Frame{Bits: 2000}) })
	at(4.5, func() { b.Sleep(true) })
	at(5, func() { a.Transmit(&Frame{Bits: 1000}) }) // b sleeps through it
	at(9.5, func() { b.Sleep(false) })
	if err := k.Run(t.Context(), 10e9); err != nil {
		t.Fatal(err)
	}
	want := Usage{Idling: 2 * time.Second, Receiving: 2 * time.Second, Transmitting: time.Second, Sleeping: 5 * time.Second}
	if b.Usage() != want {
		t.Errorf("usage %v, want %v", b.Usage(), want)
	}
	if e := b.Usage().Energy(Draw{Transmit: 7, Receive: 3, Idle: 1, Sleep: 0.5}); e != 17.5 {
		t.Errorf("energy %g J, want 17.5", e)
	}
}

// Two seconds at full power, 7 W of which 4 W are the signal's, and two at 10 dB
// less, of which one is cut off: 2 x 7 + 1 x (3 + 0.4) = 17.4 J, and 6 J for
// listening six seconds at 1 W. A second that is still on the air counts as well.
func TestLessPowerTakesLessEnergy(t *testing.T) {
	k := sim.New(nil)
	m := NewMedium(k, Ideal{}, nil, 0)
	modem := &Modem{Rate: 1000, Power: 1, Sensitivity: 0.5, Draw: Draw{Transmit: 7, Signal: 4, Receive: 1, Idle: 1}}
	a, b := m.Attach(0, Fixed{}, modem, nil), m.Attach(1, Fixed{}, modem, nil)
	a.Listen(silence{})
	b.Listen(silence{})
	at := func(s float64, fn func()) { k.NewTimer(sim.Comm, func(sim.Time) { fn() }).Arm(sim.Time(s * 1e9)) }
	at(1, func() { a.Transmit(&Frame{Bits: 2000}) })
	at(4, func() { a.Transmit(&Frame{Bits: 2000, Cut: 10}) })
	at(5, func() { a.Abort() })
	at(9, func() { a.Transmit(&Frame{Bits: 2000, Cut: 10}) })
	for _, c := range []struct{ until, want float64 }{{9, 17.4 + 6}, {10, 17.4 + 6 + 3.4}} {
		if err := k.Run(t.Context(), sim.Time(c.until*1e9)); err != nil {
			t.Fatal(err)
		}
		if got := a.Energy(); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("energy until %g s: %.15g J, want %g", c.until, got, c.want)
		}
	}
}

// Whatever happens, the times of a radio add up to the time of the run exactly,
// the time of transmission is that of its frames, and the energy is the sum of
// power times time to 1e-9.
func TestEnergyOfARandomRunAddsUp(t *testing.T) {
	const seed = 11
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	k := sim.New(nil)
	m := NewMedium(k, Ideal{Speed: 1500}, nil, 0)
	draw := Draw{Transmit: 7.3, Receive: 1.1, Idle: 0.31, Sleep: 0.007}
	modem := &Modem{Rate: 1000, Power: 1, Sensitivity: 0.5, Draw: draw}
	radios := make([]*Radio, 8)
	sent := make([]time.Duration, len(radios))
	for i := range radios {
		radios[i] = m.Attach(Addr(i), Fixed(geom.Vec{X: 900 * r.Float64(), Z: -100 * r.Float64()}), modem, nil)
		radios[i].Listen(silence{})
		for range 60 {
			bits := 50 + r.IntN(900)
			act := r.IntN(5)
			k.NewTimer(sim.Comm, func(sim.Time) {
				switch {
				case act == 0:
					radios[i].Sleep(!radios[i].asleep)
				case radios[i].Transmit(&Frame{Bits: bits}) == nil:
					sent[i] += radios[i].Airtime(bits)
				}
			}).Arm(sim.Time(r.Int64N(97e9)))
		}
	}
	const end = 99_123_456_789
	if err := k.Run(t.Context(), end); err != nil {
		t.Fatal(err)
	}
	for i, radio := range radios {
		u := radio.Usage()
		sum := time.Duration(0)
		for _, d := range u {
			sum += d
		}
		if sum != end {
			t.Errorf("radio %d: its times add up to %v, the run took %v", i, sum, time.Duration(end))
		}
		if u[Transmitting] != sent[i] {
			t.Errorf("radio %d transmitted for %v, its frames take %v", i, u[Transmitting], sent[i])
		}
		if u[Receiving] == 0 || u[Sleeping] == 0 {
			t.Errorf("radio %d never received or never slept; the test shows nothing", i)
		}
		byHand := 7.3*u[Transmitting].Seconds() + 1.1*u[Receiving].Seconds() + 0.31*u[Idling].Seconds() + 0.007*u[Sleeping].Seconds()
		if got := u.Energy(draw); math.Abs(got-byHand) > 1e-9*byHand {
			t.Errorf("radio %d: energy %.12g J, want %.12g", i, got, byHand)
		}
	}
}

// Two bands with one transducer: a node that sends in one band loses what it was
// receiving in the other, and begins to receive nothing there. With two
// transducers it would receive both frames.
func TestSharedTransducerIsDeafInAllBands(t *testing.T) {
	for _, shared := range []bool{true, false} {
		k := sim.New(nil)
		low, high := NewMedium(k, Ideal{}, nil, 0), NewMedium(k, Ideal{}, nil, 0)
		modem := &Modem{Rate: 1000, Power: 1, Sensitivity: 0.5}
		own, ear := low.Attach(0, Fixed{}, modem, nil), high.Attach(0, Fixed{}, modem, nil)
		other, mute := high.Attach(1, Fixed{}, modem, nil), low.Attach(1, Fixed{}, modem, nil)
		if shared {
			ShareTransducer([]*Radio{own, ear})
		}
		heard := &counting{}
		ear.Listen(heard)
		for _, r := range []*Radio{own, other, mute} {
			r.Listen(silence{})
		}
		at := func(s float64, r *Radio, bits int) {
			k.NewTimer(sim.Comm, func(sim.Time) { r.Transmit(&Frame{Bits: bits}) }).Arm(sim.Time(s * 1e9))
		}
		at(0, other, 1000)   // until 1 s
		at(0.5, own, 1000)   // until 1.5 s
		at(1.2, other, 1000) // begins while own is sending
		at(2.2, other, 1000) // nothing in the way
		if err := k.Run(t.Context(), 5e9); err != nil {
			t.Fatal(err)
		}
		want := 3
		if shared {
			want = 1
		}
		if heard.frames != want {
			t.Errorf("shared %v: %d frames received, want %d", shared, heard.frames, want)
		}
	}
}

type counting struct {
	silence
	frames int
}

func (c *counting) Receive(*Frame, RxInfo) { c.frames++ }
