package phy

import (
	"math"
	"math/big"
	"slices"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// A wave leaves at 7.3 s, 1000 m from a receiver. The time on the way must be
// that of the exact root rounded down, the Doppler factor the ratio of
// (c - v_rx) to (c - v_tx) along the path; both are found by bisection with 200
// bits. Motion along the path has closed forms too: 1000 m / 1498 m/s =
// 667,556,742.32 ns away from the sender, 1000/1502 = 665,778,961.38 towards it,
// and 1000 / sqrt(1500^2 - 2^2) = 666,667,259.26 across.
func TestMovingEnds(t *testing.T) {
	const left = sim.Time(7_300_000_000)
	away, across, up := geom.Vec{X: 2}, geom.Vec{Y: 2}, geom.Vec{Z: 2}
	slant := geom.Vec{X: -1.2, Y: 0.96, Z: 1.28} // 2 m/s
	for name, c := range map[string]struct {
		tx, rx geom.Vec // velocities, m/s
		ns     int64    // time on the way, 0 for no closed form
		fixed  bool     // both are Fixed
	}{
		"both fixed":               {fixed: true, ns: 666_666_666},
		"both at rest":             {ns: 666_666_666},
		"receiver away":            {rx: away, ns: 667_556_742},
		"receiver closer":          {rx: away.Scale(-1), ns: 665_778_961},
		"receiver across":          {rx: across, ns: 666_667_259},
		"receiver up":              {rx: up, ns: 666_667_259},
		"receiver at a slant":      {rx: slant},
		"receiver fast":            {rx: slant.Scale(300)}, // 600 m/s
		"sender away":              {tx: away.Scale(-1), ns: 666_666_666},
		"sender closer":            {tx: away, ns: 666_666_666},
		"sender across":            {tx: across, ns: 666_666_666},
		"both in a convoy":         {tx: away, rx: away, ns: 667_556_742},
		"both closer":              {tx: away, rx: away.Scale(-1), ns: 665_778_961},
		"both, each its own way":   {tx: geom.Vec{X: 1, Y: -2, Z: 0.5}, rx: slant},
		"both fast, each its way":  {tx: geom.Vec{X: 400, Y: -200, Z: 50}, rx: slant.Scale(400)},
		"receiver a little closer": {rx: geom.Vec{X: -1e-6}},
	} {
		k := sim.New(nil)
		m := NewMedium(k, Ideal{Speed: 1500}, nil, 0)
		tx := Locator(passing(geom.Vec{X: 10, Y: 20, Z: -30}, c.tx, left))
		rx := Locator(passing(geom.Vec{X: 1010, Y: 20, Z: -30}, c.rx, left))
		if c.fixed {
			tx, rx = Fixed(tx.Position(left)), Fixed(rx.Position(left))
		}
		modem := &Modem{Rate: 1000, Power: 1}
		a, _ := join(m, tx, modem)
		_, hears := join(m, rx, modem)
		sendAt(t, a, left, Frame{Bits: 1})
		run(t, k)

		delay, doppler := exactPath(tx, rx, left, 1500)
		got := float64(hears.carrier[0].Sub(left))
		if late := delay - got; late < -1e-5 || late >= 1+1e-5 {
			t.Errorf("%s: %.0f ns on the way, exactly %.6f", name, got, delay)
		}
		if c.ns != 0 && got != float64(c.ns) {
			t.Errorf("%s: %.0f ns on the way, want %d", name, got, c.ns)
		}
		within(t, name+": doppler", hears.received[0].info.Doppler, doppler, 1e-12)
	}
}

// passing moves at a velocity and is at a place at a time.
func passing(place, velocity geom.Vec, at sim.Time) cruise {
	return cruise{start: place.Sub(velocity.Scale(at.Seconds())), velocity: velocity}
}

// exactPath returns the time on the way in ns and the Doppler factor.
func exactPath(tx, rx Locator, t sim.Time, speed float64) (ns, doppler float64) {
	exact := func(x float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(x) }
	add := func(x, y *big.Float) *big.Float { return exact(0).Add(x, y) }
	mul := func(x, y *big.Float) *big.Float { return exact(0).Mul(x, y) }
	axes := func(v geom.Vec) [3]*big.Float { return [3]*big.Float{exact(v.X), exact(v.Y), exact(v.Z)} }
	from, at := axes(tx.Position(t)), axes(rx.Position(t))
	vTx, vRx := axes(tx.Velocity(t)), axes(rx.Velocity(t))
	c := exact(speed)
	// way returns the vector from the sender to where the receiver is after d.
	way := func(d *big.Float) (w [3]*big.Float) {
		for i := range w {
			w[i] = add(add(at[i], exact(0).Neg(from[i])), mul(vRx[i], d))
		}
		return w
	}
	dot := func(v, w [3]*big.Float) *big.Float {
		return add(add(mul(v[0], w[0]), mul(v[1], w[1])), mul(v[2], w[2]))
	}
	low, high := exact(0), exact(1000)
	for range 180 {
		d := mul(add(low, high), exact(0.5))
		w, reach := way(d), mul(c, d)
		if dot(w, w).Cmp(mul(reach, reach)) > 0 {
			low = d
		} else {
			high = d
		}
	}
	w, length := way(low), mul(c, low)
	along := func(v [3]*big.Float) *big.Float {
		part := exact(0).Quo(dot(v, w), length)
		return add(c, part.Neg(part))
	}
	ns, _ = mul(low, exact(1e9)).Float64()
	doppler, _ = exact(0).Quo(along(vRx), along(vTx)).Float64()
	return ns, doppler
}

// A receiver at the sender's own place hears at once, whichever way it moves.
func TestEndsAtOnePlace(t *testing.T) {
	here := geom.Vec{X: 3, Y: 4, Z: -5}
	for _, v := range []geom.Vec{{}, {X: 2}, {Y: -2}} {
		ray := Straight(Fixed(here), cruise{here, v}, 0, 1500)
		if ray.Time != 0 || ray.Delay() != 0 || ray.Doppler != 1 {
			t.Errorf("at %v m/s: %+v", v, ray)
		}
	}
}

// A radio that sends frame after frame comes closer by 1.5 m in each second, so
// that each front is a millisecond earlier at the receiver than the end of the
// frame before it: 1000, 998.5 and 997 m are 0.666666666, 0.665666666 and
// 0.664666666 s. The frames do not collide with each other. When it goes away
// there are gaps between them instead. When the receiver comes closer the ways
// are 1000, 998.5 and 997 m at 1501.5 m/s: 0.666000666, 0.665001665, 0.664002664.
func TestFramesOfAMovingSenderFollowEachOther(t *testing.T) {
	for name, c := range map[string]struct {
		tx, rx geom.Vec // m/s
		want   []sim.Time
	}{
		"sender closer":   {tx: geom.Vec{X: 1.5}, want: []sim.Time{1_665_666_666, 2_664_666_666, 3_664_666_666}},
		"sender away":     {tx: geom.Vec{X: -1.5}, want: []sim.Time{1_666_666_666, 2_667_666_666, 3_668_666_666}},
		"receiver closer": {rx: geom.Vec{X: -1.5}, want: []sim.Time{1_665_001_665, 2_664_002_664, 3_664_002_664}},
	} {
		end := func(x float64, velocity geom.Vec) Locator {
			if velocity == (geom.Vec{}) {
				return Fixed{X: x}
			}
			return cruise{geom.Vec{X: x}, velocity}
		}
		for _, capture := range []Capture{FirstLock, CaptureOff, MessageInMessage} {
			k := sim.New(nil)
			d := new(diary)
			m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: 100}, d, 0)
			modem := plainModem()
			modem.Capture = capture
			a, sends := join(m, end(0, c.tx), modem)
			_, hears := join(m, end(1000, c.rx), modem)
			for i := range sim.Time(3) {
				sendAt(t, a, i*1e9, Frame{Bits: 1000, Pkt: uint64(i + 1)})
			}
			run(t, k)
			var got []sim.Time
			for i, r := range hears.received {
				got = append(got, r.at)
				if r.frame.Pkt != uint64(i+1) || r.info.SINR != 100 {
					t.Errorf("%s: %d. frame is %+v", name, i+1, r)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s, capture %d: received at %v, want %v", name, capture, got, c.want)
			}
			if n := len(d.records); n != 6 || sends.done != 3 || m.OnAir() != 0 {
				t.Errorf("%s: %d records of 3 frames, %d done, %d on the air", name, n, sends.done, m.OnAir())
			}
		}
	}
}

// A frame that the next one of its sender ends, a millisecond early, has had the same
// interference all the time: 1 beside the noise of 1, in the mean too, so 100/2.
func TestMeanOfAFrameThatTheNextOneEnds(t *testing.T) {
	k := sim.New(nil)
	m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: 100}, nil, 0)
	modem, murmur := plainModem(), plainModem()
	modem.Overlap, murmur.Power = Mean, 0.01
	a, _ := join(m, cruise{geom.Vec{}, geom.Vec{X: 1.5}}, modem)
	_, hears := join(m, Fixed{X: 1000}, modem)
	b, _ := join(m, Fixed{X: 1015}, murmur)
	sendAt(t, b, 0, Frame{Bits: 5000})
	for i := range sim.Time(3) {
		sendAt(t, a, i*1e9, Frame{Bits: 1000})
	}
	run(t, k)
	if len(hears.received) != 3 {
		t.Fatalf("received %+v", hears.received)
	}
	for _, r := range hears.received {
		if math.Abs(r.info.SINR-50) > 1e-9 {
			t.Errorf("ratio %.12g, want 50", r.info.SINR)
		}
	}
}

// hurried is a channel whose delay is that of the moment at which a wave leaves.
type hurried struct {
	tank
	delays map[sim.Time]time.Duration
}

// Path returns the path.
func (c *hurried) Path(tx, rx End, t sim.Time) Path {
	p := c.tank.Path(tx, rx, t)
	p.Delay = c.delays[t]
	return p
}

// A frame that leaves in [0, 1) is passed on its way by the next one of its sender, which
// leaves in [1, 2) and arrives in [1.5, 2.5). When the first begins to arrive the second
// is not over: all of its end is still to come. So the two are waves like those of two
// senders. Heard at 10 and 1000 over a noise of 1 they leave the second at 1000 / (1 + 10)
// and the first is missed, unless a radio loses whatever overlaps. With half-open
// intervals they do not meet where the first begins at 2.5 s.
func TestLaterFrameIsNotEndedByAnEarlierOne(t *testing.T) {
	for name, c := range map[string]struct {
		delay   time.Duration // of the first frame
		capture Capture
		sinr    float64 // of the second frame; 0: it is lost
		first   trace.Cause
	}{
		"in the middle":           {2e9, FirstLock, 1000. / 11, trace.Collision},
		"message in message":      {2e9, MessageInMessage, 1000. / 11, trace.Collision},
		"no capture":              {2e9, CaptureOff, 0, trace.Collision},
		"just before the end":     {2_499_999_999, FirstLock, 1000. / 11, trace.Collision},
		"at the end":              {2_500_000_000, FirstLock, 1000, trace.NoCause},
		"no capture, at the end":  {2_500_000_000, CaptureOff, 1000, trace.NoCause},
		"no capture, just before": {2_499_999_999, CaptureOff, 0, trace.Collision},
	} {
		k := sim.New(nil)
		d := new(diary)
		channel := &hurried{tank{far: 1000}, map[sim.Time]time.Duration{0: c.delay, 1e9: 500 * time.Millisecond}}
		m := NewMedium(k, channel, d, 0)
		modem := plainModem()
		modem.Capture = c.capture
		a, _ := join(m, cruise{}, modem)
		_, hears := join(m, Fixed{X: 1000}, modem)
		sendAt(t, a, 0, Frame{Bits: 1000, Pkt: 1, Cut: 20})
		sendAt(t, a, 1e9, Frame{Bits: 1000, Pkt: 2})
		run(t, k)
		ends := make(map[uint64]trace.Record)
		for _, r := range d.records {
			if r.Node == 1 {
				ends[r.Pkt] = r
			}
		}
		first, second := ends[1], ends[2]
		if first.At != sim.Time(c.delay+time.Second) || first.Cause != c.first {
			t.Errorf("%s: the first frame ends at %v, %v, %q, want %q", name, first.At, first.Kind, first.Cause, c.first)
		}
		if second.At != 2_500_000_000 || (second.Kind == trace.RxOK) != (c.sinr > 0) {
			t.Errorf("%s: the second frame ends at %v, %v, %q", name, second.At, second.Kind, second.Cause)
		}
		for _, r := range hears.received {
			if r.frame.Pkt == 2 {
				within(t, name+": ratio", r.info.SINR, c.sinr, 1e-9)
			}
		}
	}
}

// Between fixed radios a path is asked for once, n(n-1) in all. A radio that
// moves costs one path for each of its pairs when the pair is used.
func TestPathsComputed(t *testing.T) {
	const n, rounds = 7, 5
	for _, moving := range []int{0, 1, 2} {
		k := sim.New(nil)
		channel := &tank{Ideal: Ideal{Speed: 1500}, far: 100}
		m := NewMedium(k, channel, nil, 0)
		for i := range n {
			at := geom.Vec{X: 100 * float64(i), Y: float64(i * i)}
			if i < moving {
				join(m, cruise{at, geom.Vec{Z: 1}}, plainModem())
			} else {
				join(m, Fixed(at), plainModem())
			}
		}
		fixed := n - moving
		want := uint64(0)
		for round := range rounds {
			for i, r := range m.radios {
				if err := r.Transmit(&Frame{Bits: 10}); err != nil {
					t.Fatal(err)
				}
				switch {
				case i < moving:
					want += n - 1 // all its pairs
				case round == 0:
					want += n - 1 // the first from here
				default:
					want += uint64(moving)
				}
				if m.PathsComputed() != want || channel.paths != int(want) {
					t.Fatalf("%d moving, round %d, radio %d: %d paths, the channel was asked for %d, want %d",
						moving, round, i, m.PathsComputed(), channel.paths, want)
				}
			}
			run(t, k)
		}
		if total := fixed*(fixed-1) + rounds*(moving*(n-1)+fixed*moving); want != uint64(total) {
			t.Errorf("%d moving: %d paths, want %d", moving, want, total)
		}
	}
}

// The first transmission settles who is there.
func TestAttachTooLate(t *testing.T) {
	k := sim.New(nil)
	m := NewMedium(k, Ideal{}, nil, 0)
	r, _ := join(m, Fixed{}, plainModem())
	for _, when := range []string{"during", "after"} {
		if when == "during" {
			if err := r.Transmit(&Frame{Bits: 10}); err != nil {
				t.Fatal(err)
			}
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a radio is attached %s the first transmission", when)
				}
			}()
			m.Attach(1, Fixed{}, plainModem(), nil)
		}()
		run(t, k)
	}
}

// A modem that stands a relative shift of 1/1500 receives at 1 m/s and not at
// 1.01 m/s, whichever way.
func TestDopplerTolerance(t *testing.T) {
	for speed, want := range map[float64]trace.Kind{
		1.01: trace.RxMissed, 1: trace.RxOK, 0: trace.RxOK, -1: trace.RxOK, -1.01: trace.RxMissed,
	} {
		k := sim.New(nil)
		d := new(diary)
		m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: 100}, d, 0)
		modem := plainModem()
		modem.Doppler = 1/1500.0 + 1e-12
		a, _ := join(m, Fixed{}, modem)
		join(m, cruise{geom.Vec{X: 100}, geom.Vec{X: speed}}, modem)
		sendAt(t, a, 0, Frame{Bits: 1000})
		run(t, k)
		last := d.records[len(d.records)-1]
		if last.Kind != want || want == trace.RxMissed && last.Cause != trace.Doppler {
			t.Errorf("at %v m/s: %v, %v", speed, last.Kind, last.Cause)
		}
	}
}

// A sender comes closer at 700 m/s and sends frames of a nanosecond, one after the other.
// Delays are whole nanoseconds, rounded down, so the next frame may begin to arrive in the
// same one, which is then all that the radio had of the first. Nothing disturbs them: with
// power 1 and noise 0.01 each is received with 100.
func TestFrameThatIsOvertakenAtOnce(t *testing.T) {
	for _, overlap := range []Overlap{Worst, Mean, Chunks} {
		m := NewMedium(sim.New(nil), Ideal{Speed: 1500}, nil, 0)
		modem := &Modem{Rate: 1e9, Power: 1, SelfNoise: 0.01, Acquire: 4, Overlap: overlap, Errors: threshold(4)}
		_, dock := join(m, Fixed{}, modem)
		vehicle := m.Attach(1, cruise{geom.Vec{X: 100}, geom.Vec{X: -700}}, modem, nil)
		vehicle.Listen(&burst{radio: vehicle, left: 50})
		sendAt(t, vehicle, 0, Frame{Bits: 1})
		run(t, m.kernel)
		overtaken := 0
		for _, f := range dock.received {
			if f.info.SINR != 100 {
				t.Errorf("overlap %d: SINR %v", overlap, f.info.SINR)
			}
			if f.at == f.info.Began {
				overtaken++
			}
		}
		if len(dock.received) != 51 || overtaken == 0 {
			t.Errorf("overlap %d: %d frames, %d of them overtaken at once", overlap, len(dock.received), overtaken)
		}
	}
}

// burst sends frames without a gap.
type burst struct {
	quiet
	radio *Radio
	left  int
}

// TxDone sends the next one.
func (b *burst) TxDone(*Frame) {
	if b.left > 0 {
		b.left--
		b.radio.Transmit(&Frame{Bits: 1})
	}
}

// From anywhere on a circle the way to its middle is the same: R/1500 s, which for
// these is a whole number of nanoseconds.
func TestEqualWaysTakeEqualTimes(t *testing.T) {
	for _, radius := range []float64{75, 150, 750, 1500, 3000} {
		for _, middle := range []geom.Vec{{}, {Z: -100}, {X: 312.7, Y: -77.3, Z: -99.9}} {
			for i := range 200 {
				sin, cos := math.Sincos(2 * math.Pi * float64(i) / 200)
				place := middle.Add(geom.Vec{X: radius * cos, Y: radius * sin})
				want := time.Duration(radius) * 2_000_000 / 3
				for _, r := range []Ray{
					Straight(Fixed(place), Fixed(middle), 0, 1500),
					Straight(Fixed(place), passing(middle, geom.Vec{Z: 1e-9}, 0), 0, 1500),
				} {
					if got := r.Delay(); got != want {
						t.Errorf("from %v to %v: %v, want %v", place, middle, got, want)
					}
				}
			}
		}
	}
}
