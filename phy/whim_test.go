package phy

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// whim is a listener that sends, stops and sleeps at random, inside the calls of its
// radio too, and writes down what it sees of it.
type whim struct {
	radio  *Radio
	friend *whim // that it sometimes calls
	rand   *rng.Stream
	sent   int
	depth  int  // of calls within calls
	tied   bool // it sends frames of some eighths of a second
	log    []string
}

func (w *whim) TxDone(*Frame) { w.note("done"); w.act(0.4) }

func (w *whim) Receive(f *Frame, info RxInfo) {
	w.note(fmt.Sprint("received ", f.Pkt, info))
	w.act(0.4)
}

func (w *whim) Carrier(busy bool) { w.note(fmt.Sprint("carrier ", busy)); w.act(0.15) }

func (w *whim) Collision() { w.note("collision"); w.act(0.2) }

// note writes down the time, a word, and what the radio says of itself.
func (w *whim) note(what string) {
	r := w.radio
	w.log = append(w.log, fmt.Sprint(r.medium.kernel.Now(), what, r.Busy(), r.Usage(), r.Energy()))
}

// act does something with a probability, and then perhaps something more.
func (w *whim) act(p float64) {
	if w.depth > 3 {
		return
	}
	w.depth++
	for w.rand.Float64() < p {
		switch w.rand.Intn(7) {
		case 0:
			w.radio.Abort()
		case 1:
			w.radio.Sleep(!w.radio.asleep)
		case 2:
			w.radio.Sleep(w.radio.asleep)
		case 3:
			w.friend.act(0.5)
		default:
			w.send()
		}
		w.note("acted")
	}
	w.depth--
}

// send sends a frame, if there were not too many.
func (w *whim) send() {
	const most = 60
	if w.sent == most {
		return
	}
	w.sent++
	f := Frame{Dst: Everybody, Bits: 1 + w.rand.Intn(900), Pkt: uint64(w.radio.node)*1000 + uint64(w.sent)}
	if w.tied {
		f.Bits = 125 * (1 + f.Bits/125)
	}
	if w.rand.Float64() < 0.3 {
		f.Cut = w.rand.Uniform(0, 6)
	}
	w.note(fmt.Sprint("sends ", w.radio.Transmit(&f)))
}

// playWhims runs a scene with whims instead of its acts and returns their logs.
func (s *scene) playWhims(t *testing.T, tracer trace.Tracer) (logs [][]string) {
	k := sim.New(nil)
	m := NewMedium(k, s.channel, tracer, 0)
	source := rng.New(s.seed)
	var whims []*whim
	for _, n := range s.nodes {
		modem := n.modem()
		modem.Draw = Draw{Transmit: 10, Signal: 4, Receive: 1, Idle: 0.3, Sleep: 0.01}
		r := m.Attach(n.addr, cruise{n.place, n.velocity}, modem, source.Stream(fmt.Sprint(n.addr)))
		w := &whim{radio: r, rand: source.Stream(fmt.Sprint("whim ", n.addr)), tied: s.tied}
		r.Listen(w)
		if n.addr%3 == 0 {
			r.Listen(heedless{w})
		}
		if s.plodding {
			r.receiveAll()
		}
		whims = append(whims, w)
	}
	for i, w := range whims {
		w.friend = whims[(i+2)%len(whims)]
	}
	start := source.Stream("start")
	for range 60 {
		w := whims[start.Intn(len(whims))]
		at := sim.Time(start.Intn(20e9))
		if s.tied {
			at -= at % 125e6
		}
		k.NewTimer(sim.Comm, func(sim.Time) { w.act(0.7) }).Arm(at)
	}
	for at := sim.Time(0); k.Pending() > 0; at = at.Add(317 * time.Millisecond) {
		if err := k.Run(t.Context(), at); err != nil {
			t.Fatal(err)
		}
		for _, w := range whims {
			w.note("between")
		}
	}
	for i, w := range whims {
		if r := w.radio; m.idle[i].wave != 0 || len(r.arrivals) != 0 || r.heard != 0 {
			t.Errorf("seed %d: radio %d still hears something", s.seed, i)
		}
		logs = append(logs, w.log)
	}
	return logs
}

// A protocol that does whatever comes to its mind, whenever it is called, sees the same
// of a radio with an idle receiver as of one that deals with all waves itself: the carrier, frames,
// the time in each state and the energy. Some of the radios are so fast that a frame
// overtakes the one before. In some scenes all that happens does so in eighths of a second.
func TestIdleReceiversDoNotMatter(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	rare := []uint64{339, 1415, 2279, 5048} // calls within calls that leave a radio to wait for another wave
	for seed := range uint64(150 + len(rare)) {
		if seed >= 150 {
			seed = rare[seed-150]
		}
		s := randomScene(seed, wild{moving: seed%2 == 0, random: seed%4 == 1})
		if seed%2 == 0 { // so that many waves come alone
			s.nodes = s.nodes[:min(3, len(s.nodes))]
		}
		s.tied = seed%5 == 4
		for i := range s.nodes {
			n := &s.nodes[i]
			if s.tied {
				n.place, n.velocity = geom.Vec{X: 1500. / 8 * float64(i)}, geom.Vec{}
			}
			n.velocity = n.velocity.Scale([]float64{1, 100, 300}[seed%3])
			n.place = n.place.Sub(n.velocity.Scale(10))
			build := n.modem
			n.modem = func() *Modem {
				m := build()
				m.FullDuplex = seed%3 == 1
				if s.tied {
					m.Preamble, m.Turnaround = 0, time.Duration(seed%4)*125e6
				}
				if seed%11 == 1 {
					m.Sensitivity, m.Sense = 3e-6, 20
				}
				return m
			}
		}
		want, got := trace.NewFingerprint(), trace.NewFingerprint()
		logs := s.playWhims(t, want)
		s.plodding = true
		for i, log := range s.playWhims(t, got) {
			if !slices.Equal(log, logs[i]) {
				t.Errorf("seed %d: radio %d is seen otherwise", seed, i)
			}
		}
		if got.Sum() != want.Sum() {
			t.Errorf("seed %d: %s, want %s", seed, got.Sum(), want.Sum())
		}
	}
}
