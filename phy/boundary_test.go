package phy

import (
	"math"
	"testing"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// ns-3's own case (src/uan/test/uan-test.cc, DoPhyTests, default PER and SINR):
// two packets of 17 bytes, to which its MAC adds 3, at 80 bit/s: 2 s on the air.
// The receiver stands between the senders, 50 m from each, at 1500 m/s and
// without loss. Sent at 1 and 3.001 s both arrive, at 1 and 2.99 s neither does.
// With half-open intervals the boundary is 3 s, to the nanosecond.
func TestBoundaryOfNS3(t *testing.T) {
	for second, want := range map[sim.Time]int{
		3_001_000_000: 2,
		3_000_000_000: 2,
		2_999_999_999: 0,
		2_990_000_000: 0,
		1_000_000_001: 0,
		1_000_000_000: 0,
	} {
		config := DefaultModem()
		config.Rate = 80
		modem, err := config.Build(ModemEnv{})
		if err != nil {
			t.Fatal(err)
		}
		k := sim.New(nil)
		m := NewMedium(k, Ideal{Speed: 1500}, nil, 0)
		_, hears := join(m, Fixed(geom.Vec{X: 50, Y: 50, Z: 50}), modem)
		a, _ := join(m, Fixed(geom.Vec{Y: 50, Z: 50}), modem)
		b, _ := join(m, Fixed(geom.Vec{X: 100, Y: 50, Z: 50}), modem)
		frame := Frame{Dst: Everybody, Bits: 8 * (17 + 3)}
		if d := a.Airtime(frame.Bits); d != 2e9 {
			t.Fatalf("%v on the air, want 2 s", d)
		}
		sendAt(t, a, 1e9, frame)
		sendAt(t, b, second, frame)
		run(t, k)
		if n := len(hears.received); n != want {
			t.Errorf("sent at 1 s and %v: %d received, want %d", second, n, want)
		}
	}
}

// A frame at a rate for which its time on the air is less than a nanosecond has
// one all the same, and arrives.
func TestShortestFrame(t *testing.T) {
	for bits, want := range map[int]sim.Time{1: 1, 400: 1, 1499: 1, 1501: 2} {
		modem := plainModem()
		modem.Rate = 1e12 // bit/s: 1000 bit are 1 ns
		k := sim.New(nil)
		m := NewMedium(k, &tank{far: 100}, nil, 0)
		a, sends := join(m, Fixed{}, modem)
		_, hears := join(m, Fixed{}, modem)
		sendAt(t, a, 0, Frame{Bits: bits})
		run(t, k)
		if len(hears.received) != 1 || hears.received[0].at != want || sends.done != 1 {
			t.Errorf("%d bit: %+v, want one at %v", bits, hears.received, want)
		}
	}
}

// What a frame carries arrives, and the sender's copy may change meanwhile.
func TestFrameIsCopied(t *testing.T) {
	k := sim.New(nil)
	m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: 100}, nil, 0)
	a, _ := join(m, Fixed{}, plainModem())
	_, hears := join(m, Fixed{X: 1500}, plainModem())
	payload := new(int)
	sent := Frame{Src: 0, Dst: 1, Bits: 1000, Kind: 7, Seq: 9, Pkt: 11, Cut: 3, Payload: payload}
	lent := sent
	if err := a.Transmit(&lent); err != nil {
		t.Fatal(err)
	}
	lent = Frame{}
	if err := a.Transmit(&sent); err != ErrBusy {
		t.Errorf("a second frame: %v, want %v", err, ErrBusy)
	}
	run(t, k)
	if len(hears.received) != 1 || hears.received[0].frame != sent {
		t.Errorf("received %+v, sent %+v", hears.received, sent)
	}
	// 3 dB below the full power of 1, over a path of gain 100.
	within(t, "power", hears.received[0].info.Power, 50.118723362727, 1e-9)
}

// Within Receive the frame is over: the carrier is no longer busy with it.
func TestCarrierWithinReceive(t *testing.T) {
	k := sim.New(nil)
	m := NewMedium(k, &tank{far: 100}, nil, 0)
	a, _ := join(m, Fixed{}, plainModem())
	b, _ := join(m, Fixed{}, plainModem())
	p := &probe{radio: b}
	b.Listen(p)
	sendAt(t, a, 0, Frame{Bits: 1000})
	run(t, k)
	if p.received != 1 || p.busy != 0 {
		t.Errorf("busy in %d of %d receptions", p.busy, p.received)
	}
}

// probe looks at the carrier when it receives.
type probe struct {
	quiet
	radio          *Radio
	received, busy int
}

// Receive counts.
func (p *probe) Receive(*Frame, RxInfo) {
	p.received++
	if p.radio.Busy() {
		p.busy++
	}
}

// A frame needs bits.
func TestFrameWithoutBits(t *testing.T) {
	m := NewMedium(sim.New(nil), Ideal{}, nil, 0)
	a, _ := join(m, Fixed{}, plainModem())
	defer func() {
		if recover() == nil {
			t.Error("a frame without bits is sent")
		}
	}()
	_ = a.Transmit(&Frame{})
}

// A radio that is alone sends into empty water.
func TestAloneInTheWater(t *testing.T) {
	for _, abort := range []bool{false, true} {
		k := sim.New(nil)
		m := NewMedium(k, Ideal{Speed: 1500}, nil, 0)
		a, hears := join(m, Fixed{}, plainModem())
		for range 3 {
			if err := a.Transmit(&Frame{Bits: 1000}); err != nil {
				t.Fatal(err)
			}
			if abort {
				a.Abort()
			}
			run(t, k)
		}
		if hears.done != 3 || m.OnAir() != 0 || m.PathsComputed() != 0 || a.Busy() {
			t.Errorf("abort %v: %d done, %d on the air, %d paths, busy %v",
				abort, hears.done, m.OnAir(), m.PathsComputed(), a.Busy())
		}
	}
}

// Radios that a wave reaches at one instant hear it in the order in which they
// were attached.
func TestEqualDelays(t *testing.T) {
	k := sim.New(nil)
	d := new(diary)
	m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: 100}, d, 0)
	for i := range 8 {
		s, c := math.Sincos(float64(i) * math.Pi / 2)
		join(m, Fixed{X: 30 * math.Round(c), Y: 30 * math.Round(s)}, plainModem())
	}
	a, _ := join(m, Fixed{}, plainModem())
	sendAt(t, a, 0, Frame{Bits: 1000})
	run(t, k)
	for i, r := range d.records[1:] {
		if r.Node != Addr(i) || r.Kind != trace.RxOK || r.At != 1_020_000_000 { // 30/1500 + 1
			t.Errorf("%d. to hear: %+v", i+1, r)
		}
	}
	if len(d.records) != 9 {
		t.Errorf("%d records", len(d.records))
	}
}
