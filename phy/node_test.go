package phy

import (
	"math"
	"slices"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// A radio idles but for a second of sending, a second of receiving and two of
// sleep in ten. At 35, 1.1, 0.5 and 0.01 W that is 35 + 1.1 + 6 * 0.5 + 0.02 J.
func TestUsage(t *testing.T) {
	k := sim.New(nil)
	m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: 100}, nil, 0)
	r, _ := join(m, Fixed{}, plainModem())
	a, _ := join(m, Fixed{X: 1500}, plainModem())
	sendAt(t, r, 0, Frame{Bits: 1000})
	sendAt(t, a, 2e9, Frame{Bits: 1000}) // heard in [3, 4)
	for at, asleep := range map[sim.Time]bool{5e9: true, 7e9: false} {
		k.NewTimer(sim.Comm, func(sim.Time) { r.Sleep(asleep) }).Arm(at)
	}
	k.NewTimer(sim.Probe, func(sim.Time) {
		if u := r.Usage(); u != (Usage{Idling: 2 * time.Second, Receiving: 500 * time.Millisecond, Transmitting: time.Second}) {
			t.Errorf("in the middle of the reception: %v", u)
		}
	}).Arm(3.5e9)
	k.NewTimer(sim.Probe, func(sim.Time) {}).Arm(10e9)
	for k.Pending() > 0 {
		if err := k.Run(t.Context(), 10e9); err != nil {
			t.Fatal(err)
		}
	}
	u := r.Usage()
	if u != (Usage{Idling: 6 * time.Second, Receiving: time.Second, Transmitting: time.Second, Sleeping: 2 * time.Second}) {
		t.Errorf("%v", u)
	}
	within(t, "energy", u.Energy(Draw{Transmit: 35, Receive: 1.1, Idle: 0.5, Sleep: 0.01}), 39.12, 1e-12)
	for s, want := range map[State]string{Idling: "idle", Receiving: "receive", Transmitting: "transmit", Sleeping: "sleep"} {
		if s.String() != want {
			t.Errorf("%d is %s, want %s", s, s, want)
		}
	}
}

// Whatever happens, the times in all states add up to the time of the run, and
// the time of transmitting is that on the air.
func TestUsageAddsUp(t *testing.T) {
	for seed := range uint64(50) {
		s := randomScene(seed, wild{moving: true, random: seed%2 == 1})
		d := new(diary)
		ears := s.play(t, nil, d)
		onAir := make(map[Addr]time.Duration)
		for _, r := range d.records {
			switch r.Kind {
			case trace.TxStart:
				onAir[r.Node] += sim.Seconds(r.Value)
			case trace.TxAbort:
				onAir[r.Node] -= s.airtime(r.Pkt) - sim.Seconds(r.Value)
			}
		}
		for _, r := range ears[0].medium.radios {
			u := r.Usage()
			sum := time.Duration(0)
			for _, d := range u {
				sum += d
			}
			if total := r.medium.kernel.Now().Sub(0); sum != total || u[Transmitting] != onAir[r.Node()] {
				t.Errorf("seed %d, radio %d: %v of %v, on the air for %v", seed, r.Node(), u, total, onAir[r.Node()])
			}
		}
	}
}

// airtime is that of a packet of the scene.
func (s *scene) airtime(pkt uint64) time.Duration {
	for _, a := range s.acts {
		if a.frame.Pkt == pkt {
			return s.nodes[0].modem().Airtime(a.frame.Bits)
		}
	}
	panic("phy: no such packet")
}

// A node with two radios on one transducer, in different bands: while one sends,
// until it has turned around, the other is deaf. With a transducer for each they
// do not mind.
func TestSharedTransducer(t *testing.T) {
	// A frame is heard in [1, 2) in the second band.
	for name, c := range map[string]struct {
		from   sim.Time // when the node sends 0.25 s in the first band, deaf 0.5 s more
		duplex bool
		shared trace.Cause
	}{
		"before":           {from: 250_000_000, shared: trace.NoCause}, // deaf until 1
		"just not before":  {from: 250_000_001, shared: trace.Turnaround},
		"just sending":     {from: 750_000_001, shared: trace.HalfDuplex},
		"has just sent":    {from: 750_000_000, shared: trace.Turnaround}, // until 1
		"during":           {from: 1_500_000_000, shared: trace.HalfDuplex},
		"just before ends": {from: 1_999_999_999, shared: trace.HalfDuplex},
		"as it ends":       {from: 2_000_000_000, shared: trace.NoCause},
		"full duplex":      {from: 1_500_000_000, duplex: true, shared: trace.NoCause},
	} {
		for _, shared := range []bool{false, true} {
			k := sim.New(nil)
			d := new(diary)
			channel := &tank{Ideal: Ideal{Speed: 1500}, far: 100}
			first, second := NewMedium(k, channel, nil, 0), NewMedium(k, channel, d, 1)
			modem := plainModem()
			modem.Turnaround, modem.FullDuplex = 500*time.Millisecond, c.duplex
			low, _ := join(first, Fixed{}, modem)
			high, _ := join(second, Fixed{}, modem)
			a, _ := join(second, Fixed{X: 1500}, modem)
			want := trace.NoCause
			if shared {
				ShareTransducer([]*Radio{low, high})
				want = c.shared
			}
			sendAt(t, a, 0, Frame{Bits: 1000})
			sendAt(t, low, c.from, Frame{Bits: 250})
			run(t, k)
			hearing := high.Usage()[Receiving]
			if full := hearing == time.Second; full != (want == trace.NoCause) || name == "during" && !full && hearing != 500*time.Millisecond {
				t.Errorf("%s, shared %v: receives for %v", name, shared, hearing)
			}
			last := d.records[len(d.records)-1]
			if last.Node != 0 || last.Cause != want || (last.Kind == trace.RxOK) != (want == trace.NoCause) {
				t.Errorf("%s, shared %v: %v, %q, want %q", name, shared, last.Kind, last.Cause, want)
			}
		}
	}
}

// turret stands still and turns by a quarter in each second.
type turret struct{ Fixed }

// Attitude is the attitude at time t.
func (turret) Attitude(t sim.Time) geom.Quat {
	return geom.FromAxisAngle(geom.Vec{Z: 1}, t.Seconds()*math.Pi/2)
}

// Still says that it turns.
func (turret) Still() bool { return false }

// mast is a locator of its own that says that it never moves.
type mast struct{ Fixed }

// Still says so.
func (mast) Still() bool { return true }

// directed is a channel that knows nothing but antennas.
type directed struct{ Ideal }

// Path returns the gains of the antennas.
func (c directed) Path(tx, rx End, t sim.Time) Path {
	p := c.Ideal.Path(tx, rx, t)
	way := rx.Position(t).Sub(tx.Position(t))
	p.Gain = fromDB(tx.Toward(way, t) + rx.Toward(way.Scale(-1), t))
	return p
}

// A beam of 6 dB ahead and -20 dB elsewhere. Its vehicle looks along x, then y.
func TestAntennaTurnsWithItsVehicle(t *testing.T) {
	east, north := geom.Vec{X: 5}, geom.Vec{Y: 0.1}
	plain := turret{}
	end := NewEnd(plain, new(beam))
	for _, c := range []struct {
		end       End
		direction geom.Vec
		at        sim.Time
		want      float64
	}{
		{NewEnd(plain, nil), east, 0, 0},
		{end, east, 0, 6},
		{end, north, 0, -20},
		{end, east, 1e9, -20},
		{end, north, 1e9, 6},
		{end, east.Scale(-1), 2e9, 6},
		{NewEnd(Fixed{}, new(beam)), east, 1e9, 6}, // not turned
	} {
		within(t, "gain", c.end.Toward(c.direction, c.at), c.want, 0)
	}
}

// The paths between radios that neither move nor turn are remembered, with or
// without antennas; those of one that turns are not, and its gain is that of the
// moment: 6 dB, then -20 dB, then 6 dB again after a full turn.
func TestAntennasInTheMedium(t *testing.T) {
	for name, c := range map[string]struct {
		at    Locator
		paths uint64
		power [3]float64
	}{
		"fixed":   {Fixed{}, 2, [3]float64{3.98107170553, 3.98107170553, 3.98107170553}},
		"a mast":  {mast{}, 2, [3]float64{3.98107170553, 3.98107170553, 3.98107170553}},
		"turning": {turret{}, 6, [3]float64{3.98107170553, 0.01, 3.98107170553}},
	} {
		k := sim.New(nil)
		m := NewMedium(k, directed{Ideal{Speed: 1500}}, nil, 0)
		modem := &Modem{Rate: 1000, Power: 1, Antenna: new(beam)}
		a := m.Attach(0, c.at, modem, rng.New(1).Stream("a"))
		a.Listen(quiet{})
		_, left := join(m, Fixed{X: 10}, &Modem{Rate: 1000, Power: 1})
		join(m, Fixed{X: -10}, &Modem{Rate: 1000, Power: 1})
		for i, at := range []sim.Time{0, 1e9, 4e9} {
			sendAt(t, a, at, Frame{Bits: 100, Pkt: uint64(i)})
		}
		run(t, k)
		if m.PathsComputed() != c.paths || len(left.received) != 3 {
			t.Fatalf("%s: %d paths, want %d; %d received", name, m.PathsComputed(), c.paths, len(left.received))
		}
		for i, want := range c.power {
			within(t, name, left.received[i].info.Power, want, 1e-10)
		}
	}
}

// aerial is an antenna for tests: one gain in every direction and an index that need not
// fit it, in dB.
type aerial struct{ gain, index float64 }

// Gain returns the gain.
func (a aerial) Gain(geom.Quat, geom.Vec) float64 { return a.gain }

// Index returns the index.
func (a aerial) Index() float64 { return a.index }

// An antenna keeps out ambient noise and not that of its own vehicle. Of a noise of 30 in
// the water an index of 10 dB leaves 3; with 2 of the vehicle a frame of 160 stands at
// 160 / (3 + 2), and without an antenna, or with one that hears all directions alike, at
// 160 / (30 + 2). A frame of 40 is above 4 times the one and not above 4 times the other.
// With an index of 300 dB the vehicle's own 2 are all that is left.
func TestDirectivityKeepsOutAmbientNoise(t *testing.T) {
	for name, c := range map[string]struct {
		antenna Antenna
		sinr    float64 // of the frame of 160
		faint   bool    // the frame of 40 is received
	}{
		"no antenna":   {nil, 5, false},
		"index of 0":   {aerial{}, 5, false},
		"index of 10":  {aerial{index: 10}, 32, true},
		"gain of 10":   {aerial{gain: 10}, 5, false}, // belongs to the channel
		"index of 300": {aerial{index: 300}, 80, true},
	} {
		k := sim.New(nil)
		d := new(diary)
		m := NewMedium(k, &tank{noise: 30, far: 160}, d, 0)
		modem := plainModem()
		modem.SelfNoise, modem.Antenna = 2, c.antenna
		_, hears := join(m, Fixed{}, modem)
		a, _ := join(m, Fixed{X: 1}, plainModem())
		sendAt(t, a, 0, Frame{Bits: 1000})
		sendAt(t, a, 2e9, Frame{Bits: 1000, Cut: db(4)})
		run(t, k)
		if i := slices.IndexFunc(d.records, func(r trace.Record) bool { return r.Node == 0 }); i < 0 {
			t.Errorf("%s: no end of the frame", name)
		} else {
			within(t, name+": ratio", d.records[i].Value, c.sinr, 1e-12*c.sinr)
		}
		faint := slices.ContainsFunc(hears.received, func(r reception) bool { return r.at > 2e9 })
		if faint != c.faint {
			t.Errorf("%s: the frame of 40 is received: %v", name, faint)
		}
	}
}

// searchlight is a sphere in which antennas count.
type searchlight struct{ sphere }

// Path returns the path.
func (c searchlight) Path(tx, rx End, t sim.Time) Path {
	p := c.sphere.Path(tx, rx, t)
	way := rx.Position(t).Sub(tx.Position(t))
	p.Gain *= fromDB(tx.Toward(way, t) + rx.Toward(way.Scale(-1), t))
	return p
}

// Radios of a power of 0.01 reach 300 m without antennas, by a cutoff of 20 dB: the noise
// is the gain there. At 900 m they do not hear each other. Antennas of 40 dB together
// make the ratio 10^4 0.01 (1 + 300^2) / (1 + 900^2) = 11.1112, and a channel that knows
// how far it reaches without them must not be believed.
func TestAntennasReachBeyondTheCutoffWithoutThem(t *testing.T) {
	for name, c := range map[string]struct {
		near, far Antenna
		received  int
		paths     uint64
	}{
		"none":  {nil, nil, 0, 0}, // the grid says so, without a path
		"both":  {aerial{gain: 20}, aerial{gain: 20}, 1, 2},
		"one":   {nil, aerial{gain: 40}, 1, 2},
		"other": {aerial{gain: 40}, nil, 1, 2},
		"faint": {aerial{gain: 10}, aerial{gain: 5}, 0, 2}, // 15 dB of the 19.1 that are missing
	} {
		k := sim.New(nil)
		m := NewMedium(k, searchlight{sphere{Ideal{1500}, 1. / (1 + 300*300)}}, nil, 0)
		m.CutOff(20)
		near, far := plainModem(), plainModem()
		near.SelfNoise, near.Power, near.Antenna = 0, 0.01, c.near
		far.SelfNoise, far.Power, far.Antenna = 0, 0.01, c.far
		a, left := join(m, Fixed{}, near)
		b, right := join(m, Fixed{X: 540, Y: 720}, far)
		sendAt(t, a, 0, Frame{Bits: 1000})
		sendAt(t, b, 5e9, Frame{Bits: 1000})
		run(t, k)
		for _, hears := range []*ear{left, right} {
			if len(hears.received) != c.received {
				t.Errorf("%s: %d frames received, want %d", name, len(hears.received), c.received)
				continue
			}
			for _, r := range hears.received {
				within(t, name+": ratio", r.info.SINR, 100*90001./810001, 1e-9)
			}
		}
		if m.PathsComputed() != c.paths || m.OnAir() != 0 {
			t.Errorf("%s: %d paths, want %d; %d on the air", name, m.PathsComputed(), c.paths, m.OnAir())
		}
	}
}

// reply is a listener that sends a frame when it receives one.
type reply struct {
	quiet
	radio *Radio
}

// Receive sends.
func (r *reply) Receive(*Frame, RxInfo) {
	if err := r.radio.Transmit(&Frame{Bits: 100}); err != nil {
		panic("phy: " + err.Error())
	}
}

// Both radios of a transducer receive until the same instant; the first that is
// told answers at once. The second has received its frame all the same.
func TestSharedTransducerAtTheEndOfAFrame(t *testing.T) {
	k := sim.New(nil)
	channel := &tank{Ideal: Ideal{Speed: 1500}, far: 100}
	first, second := NewMedium(k, channel, nil, 0), NewMedium(k, channel, nil, 1)
	low, _ := join(first, Fixed{}, plainModem())
	high, hears := join(second, Fixed{}, plainModem())
	low.Listen(&reply{radio: low})
	ShareTransducer([]*Radio{low, high})
	a, _ := join(first, Fixed{X: 1500}, plainModem())
	b, _ := join(second, Fixed{X: 1500}, plainModem())
	sendAt(t, a, 0, Frame{Bits: 1000})
	sendAt(t, b, 0, Frame{Bits: 1000})
	run(t, k)
	if u := low.Usage(); u[Transmitting] != 100*time.Millisecond || len(hears.received) != 1 {
		t.Errorf("answers for %v, and the other radio receives %d", u[Transmitting], len(hears.received))
	}
}

// A full-duplex radio that begins to send during another frame notices the collision,
// unless it is asleep.
func TestNoCollisionIsNoticedAsleep(t *testing.T) {
	for asleep, want := range map[bool]int{false: 1, true: 0} {
		k := sim.New(nil)
		m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: 100}, nil, 0)
		modem := plainModem()
		modem.FullDuplex = true
		a, hears := join(m, Fixed{}, modem)
		b, _ := join(m, Fixed{X: 150}, modem)
		sendAt(t, b, 0, Frame{Bits: 1000})
		sendAt(t, a, 500_000_000, Frame{Bits: 100})
		a.Sleep(asleep)
		run(t, k)
		if hears.crashes != want {
			t.Errorf("asleep %t: %d collisions noticed, want %d", asleep, hears.crashes, want)
		}
	}
}

// A full-duplex radio sends in [0, 1) and another wave reaches it at 0.6 s. It notices
// unless it is asleep then, whatever it was when it began to send.
func TestNoCollisionIsNoticedThatBeginsAsleep(t *testing.T) {
	for name, c := range map[string]struct {
		sleep, wake sim.Time // 0: never
		want        int
	}{
		"awake":                 {want: 1},
		"asleep":                {sleep: 300_000_000, want: 0},
		"asleep as it begins":   {sleep: 600_000_000 - 1, want: 0},
		"asleep later":          {sleep: 600_000_000 + 1, want: 1},
		"awake again":           {sleep: 300_000_000, wake: 600_000_000 - 1, want: 1},
		"awake again, but late": {sleep: 300_000_000, wake: 600_000_000 + 1, want: 0},
	} {
		k := sim.New(nil)
		m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: 100}, nil, 0)
		modem := plainModem()
		modem.FullDuplex = true
		a, hears := join(m, Fixed{}, modem)
		b, _ := join(m, Fixed{X: 150}, plainModem())
		sendAt(t, a, 0, Frame{Bits: 1000})
		sendAt(t, b, 500_000_000, Frame{Bits: 100})
		for at, asleep := range map[sim.Time]bool{c.sleep: true, c.wake: false} {
			if at > 0 {
				k.NewTimer(sim.Comm, func(sim.Time) { a.Sleep(asleep) }).Arm(at)
			}
		}
		run(t, k)
		if hears.crashes != c.want {
			t.Errorf("%s: %d collisions noticed, want %d", name, hears.crashes, c.want)
		}
	}
}
