package phy

import (
	"math"
	"slices"
	"testing"
	"time"
	"unsafe"

	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// Two idle receivers share a cache line, and a radio takes six. The runtime gives a radio of a
// word more 32 bytes more.
func TestSizeOfIdleReceiver(t *testing.T) {
	if n := unsafe.Sizeof(idleReceiver{}); n != 32 {
		t.Errorf("an idle receiver has %d bytes", n)
	}
	if n := unsafe.Sizeof(Radio{}); n > 384 {
		t.Errorf("a radio has %d bytes", n)
	}
}

// A radio is asked before, while and after a wave of one second passes, in [1, 2), once at
// twice the power that it senses and receives from, 4, and once at a tenth of it. It
// answers the same whether it or its idle receiver deals with the wave.
func TestAskedWhileAWavePasses(t *testing.T) {
	for _, c := range []struct {
		gain      float64
		busy      bool
		receiving time.Duration // until 1.5 s
	}{{8, true, 500 * time.Millisecond}, {0.4, false, 0}} {
		for _, dismissed := range []bool{false, true} {
			k := sim.New(nil)
			m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: c.gain}, nil, 0)
			r, hears := join(m, Fixed{}, plainModem())
			a, _ := join(m, Fixed{X: 1500}, plainModem())
			if dismissed {
				r.receiveAll()
			}
			sendAt(t, a, 0, Frame{Bits: 1000})
			for _, ask := range []struct {
				at        sim.Time
				busy      bool
				receiving time.Duration
			}{{0.5e9, false, 0}, {1.5e9, c.busy, c.receiving}, {2.5e9, false, 2 * c.receiving}} {
				k.NewTimer(sim.Probe, func(now sim.Time) {
					u := r.Usage()
					idling := now.Sub(0) - ask.receiving
					if r.Busy() != ask.busy || u[Receiving] != ask.receiving || u[Idling] != idling {
						t.Errorf("gain %g, dismissed %t, at %v: busy %t, used %v", c.gain, dismissed, now, r.Busy(), u)
					}
				}).Arm(ask.at)
			}
			run(t, k)
			if c.busy != (len(hears.carrier) == 2) || c.busy != (len(hears.received) == 1) {
				t.Errorf("gain %g: carrier changes at %v, %d frames", c.gain, hears.carrier, len(hears.received))
			}
		}
	}
}

// What the protocol does while a wave passes is done by the radio: it loses the frame
// that is in the air in [1, 2) when it sends, in [1.5, 1.6), or sleeps.
func TestDisturbedWhileAWavePasses(t *testing.T) {
	for name, act := range map[string]func(*Radio){
		"sends":        func(r *Radio) { r.Transmit(&Frame{Bits: 100}) },
		"falls asleep": func(r *Radio) { r.Sleep(true); r.Sleep(false) },
	} {
		k := sim.New(nil)
		m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: 100}, nil, 0)
		r, hears := join(m, Fixed{}, plainModem())
		a, _ := join(m, Fixed{X: 1500}, plainModem())
		sendAt(t, a, 0, Frame{Bits: 1000})
		sendAt(t, a, 2e9, Frame{Bits: 1000}) // is received as always
		k.NewTimer(sim.Comm, func(sim.Time) { act(r) }).Arm(1.5e9)
		run(t, k)
		if len(hears.received) != 1 || hears.received[0].at != 4e9 || r.Usage()[Receiving] != 1500*time.Millisecond {
			t.Errorf("%s: received %v, used %v", name, hears.received, r.Usage())
		}
	}
}

// An answer that is sent at the very end of a frame makes the carrier's end that of the
// answer: busy from 1 to 2.1 s, without a break.
func TestAnswerKeepsTheCarrierBusy(t *testing.T) {
	k := sim.New(nil)
	m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: 100}, nil, 0)
	r, hears := join(m, Fixed{}, plainModem())
	a, _ := join(m, Fixed{X: 1500}, plainModem())
	r.Listen(&answering{ear: hears, radio: r})
	sendAt(t, a, 0, Frame{Bits: 1000})
	run(t, k)
	if c := hears.carrier; len(c) != 2 || c[0] != 1e9 || c[1] != 2.1e9 {
		t.Errorf("the carrier changes at %v", c)
	}
	if u := r.Usage(); u[Receiving] != time.Second || u[Transmitting] != 100*time.Millisecond {
		t.Errorf("used %v", u)
	}
}

// answering is an ear that answers.
type answering struct {
	*ear
	radio *Radio
}

// Receive sends.
func (a *answering) Receive(f *Frame, info RxInfo) {
	a.ear.Receive(f, info)
	if err := a.radio.Transmit(&Frame{Bits: 100}); err != nil {
		panic("phy: " + err.Error())
	}
}

// A front comes to two radios at the same instant, and the protocol of the first makes the
// second one send. That one has not been reached then: it misses the frame, since it sends,
// and has lost no reception.
func TestSendsBeforeTheFrontOfTheSameInstant(t *testing.T) {
	for _, dismissed := range []bool{false, true} {
		d := new(diary)
		k := sim.New(nil)
		m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: 100}, d, 0)
		sender, _ := join(m, Fixed{}, plainModem())
		first, _ := join(m, Fixed{X: -1500}, plainModem())
		second := m.Attach(2, Fixed{X: 1500}, plainModem(), nil)
		second.Listen(quiet{})
		first.Listen(parrot{radio: second})
		if dismissed {
			second.receiveAll()
		}
		sendAt(t, sender, 0, Frame{Bits: 1000})
		run(t, k)
		for _, r := range d.records {
			if r.Node == 2 && r.Kind != trace.TxStart && (r.Kind != trace.RxMissed || r.Cause != trace.HalfDuplex) {
				t.Errorf("dismissed %t: %v", dismissed, r)
			}
		}
		if n := len(d.records); n != 6 { // two frames begin, and end at two radios each
			t.Errorf("dismissed %t: %d records", dismissed, n)
		}
	}
}

// A radio is asked, and has to send, at the very instant at which a wave arrives, 1 s. A run
// that ends then has brought the wave, and an event that a controller adds to an earlier
// phase of that instant comes after it: the radio is busy and loses a reception. What
// a controller sends itself, to a radio at the same place, has still to arrive.
func TestAskedAtTheInstantOfArrival(t *testing.T) {
	const at = sim.Time(1e9)
	for name, c := range map[string]struct {
		distance float64 // m, at 1500 m/s
		lead     func(k *sim.Kernel, send, ask func())
		busy     bool
		fate     trace.Kind
	}{
		"between runs": {1500, func(k *sim.Kernel, send, ask func()) {
			send()
			k.Run(t.Context(), at)
			ask()
		}, true, trace.RxLost},
		"in an earlier phase": {1500, func(k *sim.Kernel, send, ask func()) {
			send()
			k.NewTimer(sim.Control, func(sim.Time) {
				k.NewTimer(sim.Ending, func(sim.Time) { ask() }).Arm(at)
			}).Arm(at)
		}, true, trace.RxLost},
		"by a controller that sends": {0, func(k *sim.Kernel, send, ask func()) {
			k.NewTimer(sim.Control, func(sim.Time) { send(); ask() }).Arm(at)
		}, false, trace.RxMissed},
	} {
		for _, dismissed := range []bool{false, true} {
			d := new(diary)
			k := sim.New(nil)
			m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: 100}, d, 0)
			r, hears := join(m, Fixed{}, plainModem())
			r.Listen(heedless{hears})
			other, _ := join(m, Fixed{X: c.distance}, plainModem())
			if dismissed {
				r.receiveAll()
			}
			c.lead(k, func() { other.Transmit(&Frame{Bits: 1000}) }, func() {
				if r.Busy() != c.busy {
					t.Errorf("%s, dismissed %t: busy %t", name, dismissed, r.Busy())
				}
				r.Transmit(&Frame{Bits: 10})
			})
			run(t, k)
			var fates []trace.Kind
			for _, record := range d.records {
				if record.Node == 0 && record.Kind != trace.TxStart {
					fates = append(fates, record.Kind)
				}
			}
			if !slices.Equal(fates, []trace.Kind{c.fate}) {
				t.Errorf("%s, dismissed %t: %v, want %v", name, dismissed, fates, c.fate)
			}
		}
	}
}

// A frame is sent before the run, and only then a radio gets the protocol that wants to know
// of the carrier, or shares its transducer, whose other radio sends in [1.5, 1.6), while
// the frame arrives, in [1, 2). Both count.
func TestSetUpAfterTheFirstFrame(t *testing.T) {
	for _, shared := range []bool{false, true} {
		k := sim.New(nil)
		m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: 100}, nil, 0)
		r, hears := join(m, Fixed{}, plainModem())
		r.Listen(quiet{})
		a, _ := join(m, Fixed{X: 1500}, plainModem())
		b, _ := join(NewMedium(k, Ideal{}, nil, 1), Fixed{}, plainModem())
		if err := a.Transmit(&Frame{Bits: 1000}); err != nil {
			t.Fatal(err)
		}
		want := 1
		if shared {
			r.Listen(heedless{hears})
			ShareTransducer([]*Radio{r, b})
			want = 0
		} else {
			r.Listen(hears)
		}
		sendAt(t, b, 1.5e9, Frame{Bits: 100})
		run(t, k)
		if len(hears.received) != want {
			t.Errorf("shared %t: %d frames received, want %d", shared, len(hears.received), want)
		}
		if c := hears.carrier; !shared && !slices.Equal(c, []sim.Time{1e9, 2e9}) {
			t.Errorf("the carrier changes at %v", c)
		}
	}
}

// When a frame ends, at 2 s, the protocol switches its radio off and on again and has
// another one send, whose frame arrives in [4, 4.5). That of a third comes before it, in
// [3.5, 4). All three are received.
func TestHasAnotherRadioSend(t *testing.T) {
	k := sim.New(nil)
	m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: 100}, nil, 0)
	r, hears := join(m, Fixed{}, plainModem())
	var others []*Radio
	for _, x := range []float64{1500, 3000, -1500} {
		other, _ := join(m, Fixed{X: x}, plainModem())
		others = append(others, other)
	}
	r.Listen(&busybody{ear: hears, radio: r, friend: others[1]})
	sendAt(t, others[0], 0, Frame{Bits: 1000})
	sendAt(t, others[2], 2.5e9, Frame{Bits: 500})
	run(t, k)
	var got []sim.Time
	for _, f := range hears.received {
		got = append(got, f.at)
	}
	if want := []sim.Time{2e9, 4e9, 4.5e9}; !slices.Equal(got, want) {
		t.Errorf("received at %v, not %v", got, want)
	}
}

// busybody does not care for the carrier. After the first frame it switches its radio off
// and on and has another one send.
type busybody struct {
	quiet
	ear           *ear
	radio, friend *Radio
}

func (b *busybody) Receive(f *Frame, info RxInfo) {
	b.ear.Receive(f, info)
	if len(b.ear.received) > 1 {
		return
	}
	b.radio.Sleep(true)
	b.radio.Sleep(false)
	if err := b.friend.Transmit(&Frame{Bits: 500}); err != nil {
		panic("phy: " + err.Error())
	}
}

// Radios of two kinds, in any order, have two thresholds.
func TestRadiosAlikeShareThresholds(t *testing.T) {
	m := NewMedium(sim.New(nil), Ideal{}, nil, 0)
	loud := plainModem()
	loud.SelfNoise = 2
	for i := range 1000 {
		modem := plainModem()
		if i%2 == 1 {
			modem = loud
		}
		r := m.Attach(Addr(i), Fixed{}, modem, nil)
		if !r.plain || r.thresholds != m.thresholds[i%2] || r.noise != modem.SelfNoise {
			t.Fatalf("radio %d: %+v", i, r.thresholds)
		}
	}
	if len(m.thresholds) != 2 {
		t.Errorf("%d hearings of two kinds of radio", len(m.thresholds))
	}
}

// There are 65,536 thresholds at most. A radio that would need another one deals with its
// waves itself, and hears what its own noise leaves.
func TestRadioBeyondTheLastThresholds(t *testing.T) {
	k := sim.New(nil)
	m := NewMedium(k, Ideal{}, nil, 0)
	for i := range math.MaxUint16 + 1 {
		modem := plainModem()
		modem.SelfNoise = float64(i)
		m.Attach(Addr(i), Fixed{}, modem, nil).Listen(quiet{})
	}
	loud, quieter := plainModem(), plainModem()
	loud.SelfNoise, quieter.SelfNoise = 1.5, 0.01 // 1 / 0.01 is 20 dB
	deaf, hearsNothing := join(m, Fixed{}, loud)
	keen, hears := join(m, Fixed{}, quieter)
	if deaf.plain || keen.plain || len(m.thresholds) != math.MaxUint16+1 {
		t.Errorf("%d hearings", len(m.thresholds))
	}
	sendAt(t, m.radios[0], 0, Frame{Bits: 1000})
	run(t, k)
	if len(hearsNothing.received) != 0 || len(hears.received) != 1 || hears.received[0].info.SINR != 100 {
		t.Errorf("received %v and %v, want nothing and a frame at 20 dB", hearsNothing.received, hears.received)
	}
}

// A wave may be clear of the noise and yet not above the SINR, by the rounding of the last
// digit. Then it is a collision with nothing, unless capture is off; the idle receiver and the
// radio itself say the same.
func TestRoundingOfTheLastDigit(t *testing.T) {
	random := rng.New(3).Stream("powers")
	tried := 0
	for tried < 20 {
		noise, acquire := random.Float64(), 1+9*random.Float64()
		power := math.Nextafter(noise*acquire, math.Inf(1))
		if power/noise > acquire {
			continue
		}
		tried++
		for capture, want := range map[Capture]trace.Cause{FirstLock: trace.Collision, CaptureOff: trace.NoCause} {
			for _, dismissed := range []bool{false, true} {
				d := new(diary)
				k := sim.New(nil)
				m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: power}, d, 0)
				modem := &Modem{Rate: 1000, Power: 1, SelfNoise: noise, Acquire: acquire, Capture: capture}
				r, _ := join(m, Fixed{}, modem)
				a, _ := join(m, Fixed{X: 1500}, modem)
				if dismissed {
					r.receiveAll()
				}
				sendAt(t, a, 0, Frame{Bits: 1000})
				run(t, k)
				if last := d.records[len(d.records)-1]; last.Node != r.node || last.Cause != want {
					t.Errorf("noise %g, acquire %g, power %g, capture %d, dismissed %t: %v", noise, acquire, power, capture, dismissed, last)
				}
			}
		}
	}
}

// A frame is received alone from the least power on, and not from the number below. With a
// noise of 2 and a SINR above 3 that is the number after 6; a sensitivity of 7 is enough
// itself; without noise any power is.
func TestLeastPowerOfThresholds(t *testing.T) {
	for _, row := range []struct {
		modem Modem
		noise float64
		want  float64
	}{
		{Modem{Acquire: 3}, 2, math.Nextafter(6, 7)},
		{Modem{Acquire: 3, Sensitivity: 7}, 2, 7},
		{Modem{Acquire: 3, Sensitivity: 7, Capture: CaptureOff}, 2, 7},
		{Modem{Acquire: 3}, 0, math.SmallestNonzeroFloat64},
		{Modem{Acquire: math.Inf(1)}, 2, math.Inf(1)},
	} {
		if got := thresholdsOf(&row.modem, row.noise).least; got != row.want {
			t.Errorf("%+v in noise %v: from %v on, want %v", row.modem, row.noise, got, row.want)
		}
	}
	rand := rng.New(1).Stream("hearings")
	for range 1000 {
		modem := Modem{Acquire: rand.Exp(), Sensitivity: rand.Exp() * float64(rand.Intn(2))}
		h := thresholdsOf(&modem, rand.Exp())
		if below := math.Nextafter(h.least, 0); h.missed(h.least) != trace.NoCause || h.missed(below) == trace.NoCause {
			t.Errorf("%+v in noise %v: %v is not the least power", modem, h.noise, h.least)
		}
	}
}
