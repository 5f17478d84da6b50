package phy

import (
	"math"
	"slices"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// hall is a tank with an echo on each path, and frames that motion stretches.
type hall struct {
	tank
	echo  Echo
	rigid bool
}

// Path returns the path of the tank with the echo.
func (c *hall) Path(tx, rx End, t sim.Time) Path {
	p := c.tank.Path(tx, rx, t)
	p.Echo = c.echo
	return p
}

// Stretches reports whether it does.
func (c *hall) Stretches() bool { return !c.rigid }

// newHall has echoes 10 ms after a frame. Frames arrive with a power of 100 over a noise of 1 after 1 s in 1500 m.
func newHall(echo float64) *hall {
	return &hall{tank: tank{Ideal: Ideal{Speed: 1500}, far: 100}, echo: Echo{Delay: 10 * time.Millisecond, Gain: echo}}
}

// The ratio of a frame that its own echo overlaps is G/(N + E), as worst judges it: E is 4 and 24, so that
// 100/5 = 20 is received above 4 and 100/25 = 4 just so; with E = 49, 100/50 = 2 is not, and neither is it with a power
// of 10^6: 10^8/(1 + 49*10^6) = 2.04.
func TestEchoesDisturbTheirFrame(t *testing.T) {
	for _, c := range []struct{ echo, power, sinr float64 }{{4, 1, 20}, {24, 1, 4}, {49, 1, 2}, {49, 1e6, 1e8 / (1 + 49e6)}} {
		k, d := sim.New(nil), &diary{}
		m := NewMedium(k, newHall(c.echo), d, 0)
		modem := plainModem()
		modem.Power = c.power
		a, _ := join(m, Fixed{}, modem)
		_, hears := join(m, Fixed{X: 1500}, modem)
		sendAt(t, a, 0, Frame{Src: 0, Dst: 1, Bits: 1000})
		run(t, k)
		last := d.records[len(d.records)-1]
		if ok := c.sinr >= 4; ok != (len(hears.received) == 1) || ok == (last.Cause == trace.Echo) || math.Abs(last.Value/c.sinr-1) > 1e-12 {
			t.Errorf("echo %g, power %g: %d received, %v of %v at a ratio of %g; want %g", c.echo, c.power, len(hears.received), last.Kind, last.Cause, last.Value, c.sinr)
		}
		if m.OnAir() != 0 || len(m.spare) != 2 {
			t.Errorf("%d waves are on the air, and %d of 2 are used again", m.OnAir(), len(m.spare))
		}
	}
}

// An echo ends 10 ms after its frame, and a frame that another node sends meanwhile is disturbed by it: alone it has 100.
// A frame that comes later is not.
func TestEchoesDisturbTheNextFrame(t *testing.T) {
	for _, c := range []struct {
		gap  time.Duration
		sinr float64
	}{{9 * time.Millisecond, 100.0 / 20}, {10 * time.Millisecond, 100}} {
		k := sim.New(nil)
		h := newHall(19)
		m := NewMedium(k, h, nil, 0)
		a, _ := join(m, Fixed{}, plainModem())
		b, _ := join(m, Fixed{Y: 1500}, plainModem())
		_, hears := join(m, Fixed{X: 1500}, plainModem())
		// From b it is 1500*sqrt(2) m, which take sqrt(2) s.
		later := time.Second - Ray{Time: math.Sqrt2}.Delay()
		sendAt(t, a, 0, Frame{Src: 0, Dst: 2, Bits: 1000})
		k.NewTimer(sim.Comm, func(sim.Time) { h.echo = Echo{} }).Arm(sim.Time(500 * time.Millisecond))
		sendAt(t, b, sim.Time(time.Second+later+c.gap), Frame{Src: 1, Dst: 2, Bits: 1000})
		run(t, k)
		if len(hears.received) != 2 || math.Abs(hears.received[1].info.SINR-c.sinr) > 1e-9 {
			t.Errorf("%v after a frame: %+v; want a ratio of %g", c.gap, hears.received, c.sinr)
		}
	}
}

// A radio that loses what overlaps another frame does not lose a frame by its own echo, and one that hears while it sends
// does not take an echo for a collision.
func TestEchoesAreNoFrames(t *testing.T) {
	k := sim.New(nil)
	m := NewMedium(k, newHall(24), nil, 0)
	modem := plainModem()
	modem.Capture, modem.FullDuplex = CaptureOff, true
	a, _ := join(m, Fixed{}, modem)
	b, hears := join(m, Fixed{X: 1500}, modem)
	sendAt(t, a, 0, Frame{Src: 0, Dst: 1, Bits: 1000})
	sendAt(t, b, sim.Time(2*time.Second+time.Millisecond), Frame{Src: 1, Dst: 0, Bits: 1000})
	run(t, k)
	if len(hears.received) != 1 || hears.crashes != 0 {
		t.Errorf("%d frames are received, and %d collisions are told; want 1 and none", len(hears.received), hears.crashes)
	}
}

// loudEchoes has echoes ten times as strong as in the mean.
type loudEchoes struct{}

// Draw returns the factor of a wave.
func (loudEchoes) Draw(_ *rng.Stream, memory int, _ sim.Time) float64 {
	if memory < 0 {
		return 10
	}
	return 1
}

// A frame of a power of 100 is received from 4 times noise and interference on, and the noise is 1. Of two frames that
// meet, each is lost by the other: 100/101. So the cause is the echo where that alone leaves less than 4, whenever it
// begins and however it fades: 100/50 = 2 and 100/41 = 2.4. An echo that begins when its frame of 5 ms is over has nothing to do with it.
func TestLossesByEchoes(t *testing.T) {
	const ms = time.Millisecond
	for name, c := range map[string]struct {
		echo   float64
		delay  time.Duration
		bits   int
		fading Fading
		other  bool
		later  time.Duration // other
		want   trace.Cause
	}{
		"before the frame":      {49, -100 * ms, 1000, nil, false, 0, trace.Echo},
		"before it, and other":  {4, -100 * ms, 1000, nil, true, 0, trace.Collision},
		"stronger than usually": {4, 10 * ms, 1000, loudEchoes{}, false, 0, trace.Echo},
		"after the frame":       {49, 10 * ms, 5, nil, true, ms, trace.Collision},
	} {
		k, d := sim.New(nil), &diary{}
		h := newHall(c.echo)
		h.echo.Delay = c.delay
		m := NewMedium(k, h, d, 0)
		modem := plainModem()
		modem.Fading = c.fading
		a, _ := join(m, Fixed{}, modem)
		b, _ := join(m, Fixed{X: 3000}, modem)
		join(m, Fixed{X: 1500}, modem)
		sendAt(t, a, 0, Frame{Src: 0, Dst: 2, Bits: c.bits})
		if c.other {
			sendAt(t, b, sim.Time(c.later), Frame{Src: 1, Dst: 2, Bits: c.bits})
		}
		run(t, k)
		i := slices.IndexFunc(d.records, func(r trace.Record) bool { return r.Node == 2 && r.Peer == 0 })
		if got := d.records[i]; got.Cause != c.want {
			t.Errorf("an echo %s: %v of %v, want %v", name, got.Kind, got.Cause, c.want)
		}
	}
}

// What precedes the window is heard before the frame: the carrier is busy from 0.9 s on, and the frame begins at 1 s.
// The frame is aborted after 0.3 s, and both end that long after they began.
func TestEarlyEchoesAndAborts(t *testing.T) {
	k := sim.New(nil)
	h := newHall(24)
	h.echo.Delay = -100 * time.Millisecond
	m := NewMedium(k, h, nil, 0)
	a, _ := join(m, Fixed{}, plainModem())
	_, hears := join(m, Fixed{X: 1500}, plainModem())
	sendAt(t, a, 0, Frame{Src: 0, Dst: 1, Bits: 1000})
	k.NewTimer(sim.Comm, func(sim.Time) { a.Abort() }).Arm(sim.Time(300 * time.Millisecond))
	run(t, k)
	want := []sim.Time{sim.Time(900 * time.Millisecond), sim.Time(1300 * time.Millisecond)}
	if len(hears.carrier) != 2 || hears.carrier[0] != want[0] || hears.carrier[1] != want[1] || m.OnAir() != 0 {
		t.Errorf("the carrier changes at %v, want %v; %d waves are on the air", hears.carrier, want, m.OnAir())
	}
}

// A receiver at 1500 m closes in at 15 m/s and another one behind it flees at 15 m/s. Sound that leaves at 0 s meets them
// after 1500/1515 s and 1501.5/1485 s, and what leaves a second later, from 0, when they are at 1485 and 1516.5 m, after
// 1485/1515 and 1516.5/1485 s. So a frame of a second takes 0.990099 and 1.010101 s to pass them, and where it does not
// stretch 1 s. A third one, which stands 0.1 ms behind the second one's meeting place, has it end before that one.
func TestMotionStretchesFrames(t *testing.T) {
	for _, rigid := range []bool{false, true} {
		k, d := sim.New(nil), &diary{}
		h := newHall(0)
		h.rigid = rigid
		m := NewMedium(k, h, d, 0)
		a, _ := join(m, Fixed{}, plainModem())
		join(m, cruise{geom.Vec{X: 1500}, geom.Vec{X: -15}}, plainModem())
		join(m, cruise{geom.Vec{X: 1501.5}, geom.Vec{X: 15}}, plainModem())
		join(m, Fixed{Y: 1500 * (1501.5/1485 + 1e-4)}, plainModem())
		sendAt(t, a, 0, Frame{Src: 0, Dst: Everybody, Bits: 1000})
		run(t, k)
		ends := map[Addr]float64{1: 1 + 1485.0/1515, 2: 1 + 1516.5/1485, 3: 1 + 1501.5/1485 + 1e-4}
		order := []Addr{1, 3, 2}
		if rigid {
			ends[1], ends[2] = 1+1500.0/1515, 1+1501.5/1485
			order = []Addr{1, 2, 3}
		}
		var got []Addr
		for _, r := range d.records {
			if r.Kind != trace.RxOK {
				continue
			}
			got = append(got, r.Node)
			if at := r.At.Seconds(); math.Abs(at-ends[r.Node]) > 3e-9 {
				t.Errorf("rigid %v: it has passed node %d at %.9f s, want %.9f s", rigid, r.Node, at, ends[r.Node])
			}
		}
		if len(got) != 3 || got[0] != order[0] || got[1] != order[1] || got[2] != order[2] {
			t.Errorf("rigid %v: the frame passes the nodes %v, want %v", rigid, got, order)
		}
	}
}

// A crowd that moves sends frames with echoes without new memory, and a sender that gives up in the middle leaves nothing behind.
func TestEchoesTakeNoMemory(t *testing.T) {
	k := sim.New(nil)
	m := NewMedium(k, newHall(2), nil, 0)
	var radios []*Radio
	for i := range 6 {
		at := Locator(cruise{geom.Vec{X: 100 * float64(i)}, geom.Vec{Y: float64(i)}})
		if i%2 == 0 {
			at = Fixed{X: 100 * float64(i)}
		}
		r, _ := join(m, at, plainModem())
		r.Listen(quiet{})
		radios = append(radios, r)
	}
	turn := 0
	round := func() {
		r := radios[turn%len(radios)]
		turn++
		if err := r.Transmit(&Frame{Src: r.node, Dst: Everybody, Bits: 100}); err != nil {
			t.Fatal(err)
		}
		if turn%4 == 0 {
			k.NewTimer(sim.Comm, func(sim.Time) { r.Abort() }).Arm(k.Now().Add(20 * time.Millisecond))
		}
		run(t, k)
	}
	for range 50 {
		round()
	}
	turn = 0
	if n := testing.AllocsPerRun(3, round); n > 0 && !simtest.Race {
		t.Errorf("a transmission allocates %g times", n)
	}
	if m.OnAir() != 0 {
		t.Errorf("%d waves are on the air", m.OnAir())
	}
}

// The window of a modem is open for one bit where nothing is written, and where there are several paths only.
func TestWindowOfAModem(t *testing.T) {
	const bit = time.Millisecond // at 1000 bit/s
	for _, c := range []struct {
		config    *WindowConfig
		multipath bool
		want      Window
	}{
		{nil, false, Window{}},
		{&WindowConfig{Span: time.Second}, false, Window{}},
		{nil, true, Window{Symbol: bit}},
		{&WindowConfig{Span: 5 * bit}, true, Window{Span: 5 * bit, Symbol: bit}},
		{&WindowConfig{Symbol: 2 * bit}, true, Window{Symbol: 2 * bit}},
	} {
		config := DefaultModem()
		config.Window = c.config
		m, err := config.Build(ModemEnv{Multipath: c.multipath})
		if err != nil || m.Window != c.want {
			t.Errorf("%+v, several paths %v: %+v, %v; want %+v", c.config, c.multipath, m.Window, err, c.want)
		}
	}
}

// An echo 10 ms before its frame leaves 100/(1 + 49) = 2 of it, too little to begin to receive it. One 3 s after it has
// nothing to do with what another frame of the same power spoils.
func TestEchoesAreToBlame(t *testing.T) {
	for _, c := range []struct {
		late  time.Duration
		other bool // node sends, too
		want  []trace.Cause
	}{
		{-10 * time.Millisecond, false, []trace.Cause{trace.Echo}},
		{3 * time.Second, true, []trace.Cause{trace.Collision, trace.Collision}},
		{10 * time.Millisecond, true, []trace.Cause{trace.Echo, trace.Collision}},
	} {
		k, d := sim.New(nil), &diary{}
		h := newHall(49)
		h.echo.Delay = c.late
		m := NewMedium(k, h, d, 0)
		a, _ := join(m, Fixed{}, plainModem())
		b, _ := join(m, Fixed{X: 3000}, plainModem())
		join(m, Fixed{X: 1500}, plainModem())
		sendAt(t, a, 0, Frame{Src: 0, Dst: 2, Bits: 1000})
		if c.other {
			sendAt(t, b, sim.Time(time.Millisecond), Frame{Src: 1, Dst: 2, Bits: 1000})
		}
		run(t, k)
		var got []trace.Cause
		for _, r := range d.records {
			if r.Node == 2 {
				got = append(got, r.Cause)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("an echo %v after the frame, another node sends %v: %v, want %v", c.late, c.other, got, c.want)
		}
	}
}

// A receiver 1 m away comes at 15 m/s and meets the sender after 1/15 s. What is sent later it hears as it goes away, and no
// end before it is sent: a frame of 1 s would have passed it 1/1515 + 1500/1515 = 0.9908 s after its start. The sender may
// still abort it after 0.995 s, and is told of its own frame.
func TestNoFrameEndsBeforeItIsSent(t *testing.T) {
	for _, abort := range []bool{false, true} {
		k, d := sim.New(nil), &diary{}
		m := NewMedium(k, newHall(0), d, 0)
		a, _ := join(m, Fixed{}, plainModem())
		join(m, cruise{geom.Vec{X: 1}, geom.Vec{X: -15}}, plainModem())
		sent := &log{}
		a.Listen(sent)
		sendAt(t, a, 0, Frame{Src: 0, Dst: 1, Bits: 1000, Seq: 7})
		want := sim.Time(time.Second)
		if abort {
			want = sim.Time(995 * time.Millisecond)
			k.NewTimer(sim.Comm, func(sim.Time) { a.Abort() }).Arm(want)
		}
		run(t, k)
		if last := d.records[len(d.records)-1]; last.Node != 1 || last.At != want || (last.Cause == trace.Aborted) != abort {
			t.Errorf("abort %v: %+v; want an end at %v", abort, last, want)
		}
		if len(sent.seqs) != 1 || sent.seqs[0] != 7 {
			t.Errorf("abort %v: the frames %v are done, want 7", abort, sent.seqs)
		}
	}
}

// log keeps the numbers of the frames that are done.
type log struct {
	quiet
	seqs []uint32
}

func (l *log) TxDone(f *Frame) { l.seqs = append(l.seqs, f.Seq) }

// Who asks for the longest way, in a medium with a cutoff, asks for the echoes of a radio that moves, and sends nothing. They
// are none of the fixed radio that is asked for next, which has one to the other.
func TestEchoesOfThoseWhoDoNotSend(t *testing.T) {
	m := NewMedium(sim.New(nil), newHall(49), nil, 0)
	join(m, cruise{geom.Vec{Y: 300}, geom.Vec{X: 1}}, plainModem())
	a, _ := join(m, Fixed{}, plainModem())
	b, _ := join(m, Fixed{X: 1500}, plainModem())
	m.CutOff(100)
	m.MaxDelay()
	if kept := m.echoes[a]; len(kept) != 1 || kept[0].to != b.index {
		t.Errorf("%d echoes are kept: %+v; want one, to radio %d", len(kept), kept, b.index)
	}
}
