package phy_test

import (
	"context"
	"math"
	"reflect"
	"testing"
	"time"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// witness keeps what it is told, in order.
type witness struct {
	sent         []phy.Sent
	sentFrames   []phy.Frame
	began, ended []phy.Heard
	frames       []phy.Frame // of ended
	open         map[[2]uint32]phy.Heard
}

func (w *witness) Sent(s *phy.Sent) {
	w.sent, w.sentFrames = append(w.sent, *s), append(w.sentFrames, *s.Frame)
}

func (w *witness) Began(h *phy.Heard) {
	w.began = append(w.began, *h)
	w.open[[2]uint32{h.Number, uint32(h.Node)}] = *h
}

func (w *witness) Ended(h *phy.Heard) {
	w.ended, w.frames = append(w.ended, *h), append(w.frames, *h.Frame)
}

// party is nodes that send at random over each other: some move, some hear while they
// send, some sleep or are off for a while, some fade.
func party(t *testing.T, capture phy.CaptureName, w *witness) facts {
	t.Helper()
	k, draw := sim.New(nil), rng.New(7).Stream("party")
	var all facts
	medium := phy.NewMedium(k, phy.Ideal{Speed: 1500}, &all, 3)
	if w != nil {
		w.open = map[[2]uint32]phy.Heard{}
		medium.Observe(w)
	}
	for node := range phy.Addr(30) {
		c := phy.DefaultModem()
		c.Budget = &phy.Watts{Power: 1, Threshold: 1e-3, Noise: 0.01, Acquire: 3}
		c.Capture, c.Turnaround, c.FullDuplex = capture, 50*time.Millisecond, node%5 == 0
		if node%3 == 0 {
			c.Fading = &phy.RayleighFading{}
		}
		modem, err := c.Build(phy.ModemEnv{})
		if err != nil {
			t.Fatal(err)
		}
		var at phy.Locator = phy.Fixed{X: 3e4 * draw.Float64()}
		if node%7 == 0 {
			at = wanderer{phy.Fixed{X: 3e4 * draw.Float64()}}
		}
		r := medium.Attach(node, at, modem, draw)
		r.Listen(deaf{})
		at3 := func(do func()) {
			k.NewTimer(sim.Comm, func(sim.Time) { do() }).Arm(sim.Time(0).Add(sim.Seconds(60 * draw.Float64())))
		}
		for i := range uint32(4) {
			at3(func() {
				_ = r.Transmit(&phy.Frame{Src: node, Dst: phy.Everybody, Kind: uint8(i), Seq: i, Bits: 100, Cut: 20 * draw.Float64()})
			})
		}
		at3(func() { r.Sleep(node%4 == 0) })
		at3(r.Abort)
		if node == 8 {
			at3(func() { r.Off(trace.Outage) })
		}
	}
	if err := k.Run(context.Background(), sim.Time(5*time.Minute)); err != nil {
		t.Fatal(err)
	}
	return all
}

// wanderer moves along x at 3 m/s.
type wanderer struct{ phy.Fixed }

func (w wanderer) Position(t sim.Time) (at geom.Vec) {
	at = w.Fixed.Position(t)
	at.X += 3 * time.Duration(t).Seconds()
	return at
}
func (wanderer) Velocity(sim.Time) geom.Vec { return geom.Vec{X: 3} }
func (wanderer) Still() bool                { return false }

// An observer changes nothing, and is told the same as the trace, and more: what began
// ends, once, with the same number; powers are those that were sent, where the channel
// takes nothing, times the fading.
func TestObserver(t *testing.T) {
	for _, capture := range []phy.CaptureName{phy.FirstLockName, phy.CaptureOffName, phy.MessageInMessageName} {
		w := new(witness)
		want, got := party(t, capture, nil), party(t, capture, w)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the observer changes the run", capture)
		}
		sent, ended, lost := 0, 0, 0
		for _, r := range got {
			switch r.Kind {
			case trace.TxStart:
				s, f := w.sent[sent], w.sentFrames[sent]
				if s.Number != r.Frame || int(r.Frame) != sent+1 || s.At != r.At || f.Src != r.Node || s.Airtime.Seconds() != r.Value ||
					math.Abs(s.Power*math.Pow(10, f.Cut/10)-1) > 1e-12 {
					t.Fatalf("%s: %+v is told as %+v of %+v", capture, r, s, f)
				}
				sent++
			case trace.RxOK, trace.RxLost, trace.RxMissed:
				h, f := w.ended[ended], w.frames[ended]
				s := w.sentFrames[h.Number-1]
				began := w.open[[2]uint32{h.Number, uint32(h.Node)}]
				if h.Number != r.Frame || h.Node != r.Node || h.Ended != r.At || h.Cause != r.Cause || h.SINR != r.Value || f.Src != r.Peer ||
					h.Received != (r.Kind == trace.RxOK) || h.Locked != (r.Kind != trace.RxMissed) {
					t.Fatalf("%s: %+v is told as %+v of %+v", capture, r, h, f)
				}
				if f != s || h.Mean != w.sent[h.Number-1].Power || h.Power != h.Mean && h.Node%3 != 0 || h.Noise != 0.01 ||
					began.Began != h.Began || began.Power != h.Power || h.Locked && !began.Locked {
					t.Fatalf("%s: it began as %+v and ended as %+v, of %+v", capture, began, h, s)
				}
				ended++
				if r.Kind == trace.RxLost {
					lost++
				}
			}
		}
		if sent != len(w.sent) || ended != len(w.ended) || len(w.began) != ended || ended < 2000 || lost == 0 {
			t.Errorf("%s: %d of %d sent, %d of %d ended, %d began, %d lost", capture, sent, len(w.sent), ended, len(w.ended), len(w.began), lost)
		}
	}
}

// The bands of a link number their frames together.
func TestFramesOfALink(t *testing.T) {
	k := sim.New(nil)
	var all facts
	var radios []*phy.Radio
	first := phy.NewMedium(k, phy.Ideal{}, &all, 0)
	second := phy.NewMedium(k, phy.Ideal{}, &all, 0)
	second.NumberWith(first)
	for i, m := range []*phy.Medium{first, second} {
		r := m.Attach(phy.Addr(i), phy.Fixed{}, &phy.Modem{Rate: 1000, Power: 1}, nil)
		r.Listen(deaf{})
		radios = append(radios, r)
	}
	for i := range 4 {
		k.NewTimer(sim.Comm, func(sim.Time) {
			if err := radios[i%2].Transmit(&phy.Frame{Src: phy.Addr(i % 2), Bits: 1}); err != nil {
				t.Error(err)
			}
		}).Arm(sim.Time(i) * sim.Time(time.Second))
	}
	if err := k.Run(context.Background(), sim.Time(time.Minute)); err != nil {
		t.Fatal(err)
	}
	var numbers []uint32
	for _, r := range all {
		numbers = append(numbers, r.Frame)
	}
	if !reflect.DeepEqual(numbers, []uint32{1, 2, 3, 4}) {
		t.Errorf("numbers %d", numbers)
	}
}
