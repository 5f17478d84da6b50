package phy

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// scene is a run as data, so that it can be moved, turned, delayed and made
// again.
type scene struct {
	channel  Channel
	nodes    []node
	acts     []act
	seed     uint64
	cutoff   float64       // dB; 0: none
	end      sim.Time      // of the run; 0: when all is over
	slice    time.Duration // the run is cut into slices of this length; 0: it is not
	plodding bool          // radios take no short cut for waves that come alone
	tied     bool          // whims act and send for eighths of a second
}

// node is a radio of a scene. Its modem is built afresh for each run.
type node struct {
	addr     Addr
	place    geom.Vec // m, at time 0
	velocity geom.Vec // m/s
	modem    func() *Modem
}

// act is a frame to be sent, or an abort where it has no bits.
type act struct {
	at    sim.Time
	by    Addr
	frame Frame
	radio *Radio
}

// Fire sends or aborts. A radio that is sending refuses.
func (a *act) Fire(sim.Time) {
	if a.frame.Bits == 0 {
		a.radio.Abort()
	} else if err := a.radio.Transmit(&a.frame); err != nil && err != ErrBusy {
		panic("phy: " + err.Error())
	}
}

// fate is what became of a frame at a radio.
type fate struct {
	node, from Addr
	pkt        uint64
	at         sim.Time
	kind       trace.Kind
	cause      trace.Cause
	sinr       float64
}

// play runs a scene. Either of queue and tracer may be nil.
func (s *scene) play(t testing.TB, queue sim.Queue, tracer trace.Tracer) map[Addr]*ear {
	k := sim.New(queue)
	m := NewMedium(k, s.channel, tracer, 3)
	if s.cutoff > 0 {
		m.CutOff(s.cutoff)
	}
	source := rng.New(s.seed)
	radios, ears := make(map[Addr]*Radio), make(map[Addr]*ear)
	for _, n := range s.nodes {
		at := Locator(Fixed(n.place))
		if n.velocity != (geom.Vec{}) {
			at = cruise{n.place, n.velocity}
		}
		r := m.Attach(n.addr, at, n.modem(), source.Stream(fmt.Sprint(n.addr)))
		e := &ear{medium: m}
		r.Listen(e)
		if n.addr%3 == 0 {
			r.Listen(heedless{e})
		}
		if s.plodding {
			r.receiveAll()
		}
		radios[n.addr], ears[n.addr] = r, e
	}
	for _, a := range s.acts {
		a.radio = radios[a.by]
		k.At(a.at, sim.Comm, &a)
	}
	for at := sim.Time(0); s.slice > 0 && k.Pending() > 0; at = at.Add(s.slice) {
		if err := k.Run(t.Context(), at); err != nil {
			t.Fatal(err)
		}
	}
	if s.end > 0 {
		if err := k.Run(t.Context(), s.end); err != nil {
			t.Fatal(err)
		}
		return ears
	}
	run(t, k)
	if m.OnAir() != 0 {
		t.Errorf("%d transmissions are still on the air", m.OnAir())
	}
	return ears
}

// fates plays a scene and returns what became of each frame at each radio, by
// radio and frame. Each must have come to one end, unless it was cut off.
func (s *scene) fates(t testing.TB) []fate {
	d := new(diary)
	s.play(t, nil, d)
	var all []fate
	sent := 0
	for _, r := range d.records {
		switch r.Kind {
		case trace.TxStart:
			sent++
		case trace.RxOK, trace.RxLost, trace.RxMissed:
			all = append(all, fate{r.Node, r.Peer, r.Pkt, r.At, r.Kind, r.Cause, r.Value})
		}
	}
	if want := sent * (len(s.nodes) - 1); len(all) != want && s.cutoff == 0 {
		t.Fatalf("seed %d: %d ends of %d frames at %d radios, want %d", s.seed, len(all), sent, len(s.nodes), want)
	}
	slices.SortFunc(all, func(a, b fate) int {
		if a.node != b.node {
			return int(a.node - b.node)
		}
		return int(a.pkt) - int(b.pkt)
	})
	for i := 1; i < len(all); i++ {
		if a, b := all[i-1], all[i]; a.node == b.node && a.pkt == b.pkt {
			t.Fatalf("seed %d: two ends: %+v, %+v", s.seed, a, b)
		}
	}
	return all
}

// slack is by how much two fates may differ and still be the same.
type slack struct {
	time time.Duration
	sinr float64 // part of the ratio
}

// same requires two lists of fates to be the same.
func same(t *testing.T, what string, seed uint64, want, got []fate, s slack) {
	t.Helper()
	if len(want) != len(got) {
		t.Fatalf("seed %d, %s: %d fates, want %d", seed, what, len(got), len(want))
	}
	for i, w := range want {
		g := got[i]
		near := w.sinr == g.sinr || math.Abs(w.sinr-g.sinr) < s.sinr*w.sinr
		off := g.at.Sub(w.at)
		if g.at, g.sinr = w.at, w.sinr; off.Abs() > s.time || !near || g != w {
			t.Errorf("seed %d, %s: %+v, want %+v", seed, what, got[i], w)
		}
	}
}

// wild says how far a random scene may go.
type wild struct {
	moving bool // radios that move
	random bool // fading and bit errors
	tidy   bool // half duplex, threshold, worst moment: what the oracle knows
}

// randomScene makes up a scene of radios in a cube of 1000 m that send frames of
// 0.05 to 0.8 s within 20 s. A frame is heard over some 300 to 900 m.
func randomScene(seed uint64, w wild) *scene {
	r := rng.New(seed).Stream("scene")
	chance := func(p float64) bool { return r.Float64() < p }
	s := &scene{seed: seed, channel: sphere{Ideal{1500}, math.Pow(10, r.Uniform(-7, -6))}}
	modem := Modem{
		Rate: 1000, Power: 1,
		Acquire: r.Uniform(1.5, 10), Recapture: r.Uniform(1.5, 10), Sense: r.Uniform(1, 10),
		Capture: Capture(r.Intn(3)), Overlap: Overlap(r.Intn(3)), FullDuplex: chance(0.3),
		Errors: threshold(r.Uniform(1.5, 6)),
	}
	if chance(0.5) {
		modem.Preamble = time.Duration(r.Intn(2e8))
	}
	if chance(0.5) {
		modem.Turnaround = time.Duration(r.Intn(2e8))
	}
	fading := 0
	if w.tidy {
		modem.Overlap = Worst
	}
	if w.random {
		modem.Errors = bitErrors{DPSK, r.Uniform(1, 3)}
		fading = r.Intn(3)
	}
	build := func() *Modem {
		m := modem
		switch fading {
		case 1:
			m.Fading = RayleighFading{}
		case 2:
			m.Fading = newBlock(2, time.Second)
		}
		return &m
	}
	coordinate := func() float64 { return float64(r.Intn(64_001))/64 - 500 }
	for i := range 2 + r.Intn(7) {
		n := node{addr: Addr(i), place: geom.Vec{X: coordinate(), Y: coordinate(), Z: coordinate()}, modem: build}
		if w.moving && chance(0.4) {
			n.velocity = geom.Vec{X: r.Uniform(-3, 3), Y: r.Uniform(-3, 3), Z: r.Uniform(-3, 3)}
		}
		s.nodes = append(s.nodes, n)
	}
	for i := range 60 {
		a := act{at: sim.Time(r.Intn(20e9)), by: Addr(r.Intn(len(s.nodes)))}
		if !chance(0.1) {
			a.frame = Frame{Src: a.by, Dst: Everybody, Bits: 50 + r.Intn(750), Pkt: uint64(i + 1)}
			if chance(0.3) {
				a.frame.Cut = r.Uniform(0, 6)
			}
		}
		s.acts = append(s.acts, a)
	}
	return s
}
