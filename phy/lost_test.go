package phy_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// sea is radios in a channel, by node.
type sea struct {
	kernel *sim.Kernel
	medium *phy.Medium
	radios []*phy.Radio
	facts  facts
}

func newSea(channel phy.Channel, at ...phy.Locator) *sea {
	s := &sea{kernel: sim.New(nil)}
	s.medium = phy.NewMedium(s.kernel, channel, &s.facts, 0)
	for i, where := range at {
		r := s.medium.Attach(phy.Addr(i), where, &phy.Modem{Rate: 1000, Power: 1}, nil)
		r.Listen(&carriers{})
		s.radios = append(s.radios, r)
	}
	return s
}

// carriers counts what a radio tells.
type carriers struct {
	deaf
	carrier, received int
}

func (c *carriers) Carrier(bool)                   { c.carrier++ }
func (c *carriers) Receive(*phy.Frame, phy.RxInfo) { c.received++ }

// send has a node send 100 bit, which are on the air for 0.1 s, at a time in s.
func (s *sea) send(t *testing.T, from phy.Addr, seconds float64, f phy.Frame) {
	f.Src, f.Bits = from, 100
	s.kernel.NewTimer(sim.Comm, func(sim.Time) {
		if err := s.radios[from].Transmit(&f); err != nil {
			t.Error(err)
		}
	}).Arm(sim.Time(0).Add(sim.Seconds(seconds)))
}

func (s *sea) run(t *testing.T) {
	t.Helper()
	if err := s.kernel.Run(context.Background(), sim.Time(time.Hour)); err != nil {
		t.Fatal(err)
	}
}

// told writes down the receptions and losses.
func (s *sea) told() (lines []string) {
	for _, r := range s.facts {
		if r.Kind != trace.TxStart {
			lines = append(lines, fmt.Sprintf("%v node %d: %v %v of node %d, frame %d, packet %d", r.At, r.Node, r.Kind, r.Cause, r.Peer, r.Frame, r.Pkt))
		}
	}
	return lines
}

// At 1 km from one to the next and a range of 1.5 km the middle node of three hears both
// others, and they do not hear each other: no frame, no carrier. Whom a frame is for is said
// to have lost it when it is sent; of a broadcast that somebody hears nobody has. What lies
// at the range exactly arrives.
func TestOutOfRange(t *testing.T) {
	channel := phy.Ranged{Ideal: phy.Ideal{Speed: 1000}, Range: 1500}
	s := newSea(channel, phy.Fixed{}, phy.Fixed{X: 1000}, phy.Fixed{X: 2000})
	far, middle := &carriers{}, &carriers{}
	s.radios[2].Listen(far)
	s.radios[1].Listen(middle)
	s.send(t, 0, 1, phy.Frame{Dst: 2, Pkt: 7})
	s.send(t, 0, 2, phy.Frame{Dst: 2})
	s.send(t, 0, 3, phy.Frame{Dst: phy.Everybody, Pkt: 8})
	s.kernel.NewTimer(sim.Probe, func(sim.Time) {
		if !s.radios[1].Busy() || s.radios[2].Busy() {
			t.Errorf("busy in the middle: %v, at the far end: %v", s.radios[1].Busy(), s.radios[2].Busy())
		}
	}).Arm(sim.Time(2050 * time.Millisecond))
	s.run(t)
	want := []string{
		"1.000000000s node 2: rx-missed out-of-range of node 0, frame 1, packet 7",
		"2.000000000s node 2: rx-missed out-of-range of node 0, frame 2, packet 0",
		"2.100000000s node 1: rx-ok  of node 0, frame 1, packet 7",
		"3.100000000s node 1: rx-ok  of node 0, frame 2, packet 0",
		"4.100000000s node 1: rx-ok  of node 0, frame 3, packet 8",
	}
	if got := s.told(); !slices.Equal(got, want) {
		t.Errorf("told %q", got)
	}
	if *far != (carriers{}) || middle.received != 3 || middle.carrier != 6 {
		t.Errorf("far %+v, middle %+v", *far, *middle)
	}
	if d := s.medium.MaxDelay(); d != time.Second {
		t.Errorf("longest way %v", d)
	}
	if s.radios[0].Reaches(geom.Vec{}, geom.Vec{X: 1501}) || !s.radios[0].Reaches(geom.Vec{}, geom.Vec{X: 1500}) {
		t.Error("reaches")
	}
	places := rng.New(1).Stream("places")
	for range 1000 {
		a, b := geom.Vec{X: 1500 * places.Float64(), Y: 900 * places.Float64()}, geom.Vec{X: 1500 * places.Float64(), Z: -900 * places.Float64()}
		if p, q := channel.Path(phy.Fixed(a), phy.Fixed(b), 0), channel.Between(a, b); p != q {
			t.Fatalf("between places %+v, between ends %+v", q, p)
		}
	}
	if n := testing.AllocsPerRun(100, func() { channel.Between(geom.Vec{}, geom.Vec{X: 1}) }); n != 0 {
		t.Errorf("%v allocations a path", n)
	}
	if p := channel.Path(phy.Fixed{}, phy.Fixed{X: 1500}, 0); p.Lost != trace.NoCause || p.Delay != 1500*time.Millisecond {
		t.Errorf("at the range: %+v", p)
	}
}

// A broadcast that nobody hears is lost at one radio, so that its packet has a fate.
func TestBroadcastOutOfRange(t *testing.T) {
	s := newSea(phy.Ranged{Ideal: phy.Ideal{Speed: 1000}, Range: 10}, phy.Fixed{}, phy.Fixed{X: 1000}, phy.Fixed{X: 2000})
	s.send(t, 0, 1, phy.Frame{Dst: phy.Everybody, Pkt: 8})
	s.run(t)
	if got, want := s.told(), []string{"1.000000000s node 1: rx-missed out-of-range of node 0, frame 1, packet 8"}; !slices.Equal(got, want) {
		t.Errorf("told %q", got)
	}
}

// leaving moves along x at 10 m/s from 1000 m.
type leaving struct{ phy.Locator }

func (leaving) Position(t sim.Time) geom.Vec {
	return geom.Vec{X: 1000 + 10*time.Duration(t).Seconds()}
}
func (leaving) Velocity(sim.Time) geom.Vec { return geom.Vec{X: 10} }

// Who moves away is heard and hears until it is at the range, which is so after 50 s.
func TestMovesOutOfRange(t *testing.T) {
	s := newSea(phy.Ranged{Ideal: phy.Ideal{Speed: 1500}, Range: 1500}, phy.Fixed{}, leaving{})
	for _, at := range []float64{10, 49.9, 50.1, 90} {
		s.send(t, 0, at, phy.Frame{Dst: 1, Pkt: 1})
		s.send(t, 1, at+5, phy.Frame{Dst: 0, Pkt: 2})
	}
	s.run(t)
	counts := map[string]int{}
	for _, r := range s.facts {
		if r.Kind != trace.TxStart {
			counts[fmt.Sprintf("%d %v %v", r.Node, r.Kind, r.Cause)]++
		}
	}
	want := map[string]int{"1 rx-ok ": 2, "0 rx-ok ": 1, "1 rx-missed out-of-range": 2, "0 rx-missed out-of-range": 3}
	if !reflect.DeepEqual(counts, want) {
		t.Errorf("%v", counts)
	}
}

// mute hides how far a channel reaches, so that it is asked for every path.
type mute struct{ phy.Channel }

// A network of 300 nodes at random, of which some move, in which one hears 14 others on the
// average: what is out of range is left out without a look, and the facts are those of asking
// for every path, with and without a cutoff.
func TestRangeAgainstAllPaths(t *testing.T) {
	channel := phy.Ranged{Ideal: phy.Ideal{Speed: 1500}, Range: 1200}
	var want facts
	for i, c := range []struct {
		channel phy.Channel
		cutoff  float64
	}{{mute{channel}, 0}, {channel, 0}, {channel, 20}, {mute{channel}, 20}} {
		draw := rng.New(3).Stream("places")
		k := sim.New(nil)
		var got facts
		m := phy.NewMedium(k, c.channel, &got, 0)
		if c.cutoff > 0 {
			m.CutOff(c.cutoff)
		}
		modem := &phy.Modem{Rate: 1000, Power: 1, SelfNoise: 0.01, Acquire: 4, Sense: 4, Capture: phy.CaptureOff}
		for node := range phy.Addr(300) {
			at := phy.Locator(phy.Fixed{X: 9000 * draw.Float64(), Y: 9000 * draw.Float64()})
			if node%20 == 0 {
				at = wanderer{at.(phy.Fixed)}
			}
			r := m.Attach(node, at, modem, draw)
			r.Listen(deaf{})
			for range 5 {
				dst := phy.Addr(draw.Intn(310)) - 10 // some to everybody
				if dst < 0 || dst == node {
					dst = phy.Everybody
				}
				k.NewTimer(sim.Comm, func(sim.Time) {
					_ = r.Transmit(&phy.Frame{Src: node, Dst: dst, Bits: 100, Pkt: 1})
				}).Arm(sim.Time(0).Add(sim.Seconds(100 * draw.Float64())))
			}
		}
		if err := k.Run(context.Background(), sim.Time(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			want = got
			lost := 0
			for _, r := range got {
				if r.Cause == trace.OutOfRange {
					lost++
				}
			}
			if lost < 1000 || len(got) < 10_000 {
				t.Errorf("%d lost of %d", lost, len(got))
			}
			continue
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("case %d: other facts: %d and %d", i, len(got), len(want))
		}
		if p := m.PathsComputed(); i == 1 && p > 60_000 {
			t.Errorf("%d paths computed, of 90,000 between fixed nodes alone", p)
		}
	}
}

// echoing is sound over a floor: a straight arrival, and one from the mirror image of the
// sender in the floor at z = -100 m. The window of the receiver decides what of it helps.
type echoing struct{ phy.Ideal }

func (c echoing) Arrivals(tx, rx phy.End, t sim.Time, buf []phy.Path) []phy.Path {
	from, to := tx.Position(t), rx.Position(t)
	image := geom.Vec{X: from.X, Y: from.Y, Z: -200 - from.Z}
	for _, way := range []geom.Vec{to.Sub(from), to.Sub(image)} {
		length := way.Norm()
		buf = append(buf, phy.Path{Delay: sim.Seconds(length / c.Speed), Gain: 1 / (1 + length*length), Doppler: 1})
	}
	return buf
}

func (c echoing) Path(tx, rx phy.End, t sim.Time) phy.Path {
	var room [2]phy.Path
	all, window := c.Arrivals(tx, rx, t, room[:0]), rx.Window()
	path := all[0]
	for _, a := range all[1:] {
		v := window.Weight(a.Delay - path.Delay)
		path.Gain += v * v * a.Gain
	}
	return path
}

// At 300 m, 60 m above the floor, the echo is 323.1 m long and comes 15.4 ms later: hypot(300,
// 120) = 323.110. A receiver that gathers all has both powers, one with a window of 10 ms and
// symbols of 2 ms the first alone, and one whose weight (amplitude) has fallen to 0.8 by then 0.64 of the second.
func TestWindowOfAReceiver(t *testing.T) {
	direct, echo := 1/(1+300.*300), 1/(1+300.*300+120.*120)
	late := (math.Hypot(300, 120) - 300) / 1500 // s
	var _ phy.Multipath = echoing{}
	for _, c := range []struct {
		window phy.Window
		gain   float64
	}{
		{phy.Window{}, direct + echo},
		{phy.Window{Span: 20 * time.Millisecond, Symbol: time.Millisecond}, direct + echo},
		{phy.Window{Span: 10 * time.Millisecond, Symbol: 2 * time.Millisecond}, direct},
		{phy.Window{Span: sim.Seconds(late) - 2*time.Millisecond, Symbol: 10 * time.Millisecond}, direct + 0.64*echo},
	} {
		k := sim.New(nil)
		m := phy.NewMedium(k, echoing{phy.Ideal{Speed: 1500}}, nil, 0)
		s := &sea{kernel: k, medium: m}
		var got []phy.Heard
		m.Observe(&recorder{&got})
		for i, x := range []float64{0, 300} {
			r := m.Attach(phy.Addr(i), phy.Fixed{X: x, Z: -40}, &phy.Modem{Rate: 1000, Power: 1, Window: c.window}, nil)
			r.Listen(deaf{})
			s.radios = append(s.radios, r)
		}
		s.send(t, 0, 0, phy.Frame{Dst: 1})
		s.run(t)
		if len(got) != 1 || math.Abs(got[0].Power/c.gain-1) > 1e-6 || got[0].Began != sim.Time(200*time.Millisecond) {
			t.Errorf("%+v: %+v, want a power of %g", c.window, got, c.gain)
		}
	}
}

// recorder keeps what has ended.
type recorder struct{ heard *[]phy.Heard }

func (recorder) Sent(*phy.Sent)       {}
func (recorder) Began(*phy.Heard)     {}
func (h recorder) Ended(e *phy.Heard) { *h.heard = append(*h.heard, *e) }
