package phy

import (
	"cmp"
	"maps"
	"slices"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// The short cuts decide nothing: that of a radio at which a wave comes alone, and
// that of steps that are taken one after the other without the kernel's queue, which
// ends wherever a run is cut.
func TestShortCutsDoNotMatter(t *testing.T) {
	for seed := range uint64(2 * symmetrySeeds) {
		s := randomScene(seed, wild{moving: seed%5 == 0, random: seed%2 == 1})
		if seed%3 == 0 { // a budget without noise
			s.channel = sphere{Ideal{1500}, 0}
			build := s.nodes[0].modem
			for i := range s.nodes {
				s.nodes[i].modem = func() *Modem { m := build(); m.Sensitivity = 3e-6; return m }
			}
		}
		want := trace.NewFingerprint()
		ears := s.play(t, nil, want)
		for _, c := range []struct {
			name     string
			plodding bool
			slice    time.Duration
		}{{"no short cut", true, 0}, {"in slices", false, 7 * time.Millisecond}, {"neither", true, 100 * time.Millisecond}} {
			s.plodding, s.slice = c.plodding, c.slice
			got := trace.NewFingerprint()
			for addr, e := range s.play(t, nil, got) {
				w := ears[addr]
				if !slices.Equal(e.received, w.received) || !slices.Equal(e.carrier, w.carrier) || e.crashes != w.crashes || e.done != w.done {
					t.Errorf("seed %d, %s: radio %d hears something else", seed, c.name, addr)
				}
			}
			if got.Sum() != want.Sum() {
				t.Errorf("seed %d, %s: %s, want %s", seed, c.name, got.Sum(), want.Sum())
			}
		}
		s.plodding, s.slice = false, 0
	}
}

// Two fronts from one place reach radio after radio at the same moments. Of two steps
// at one moment the one that was booked first is taken first, so that the order of
// the senders is kept all the way, by the fronts and by the ends.
func TestFrontsThatTravelTogether(t *testing.T) {
	d := new(diary)
	k := sim.New(nil)
	m := NewMedium(k, Ideal{Speed: 1500}, d, 0)
	const receivers = 20
	for i := range 3 + receivers {
		join(m, Fixed{X: float64(max(i-2, 0)) * 150}, plainModem())
	}
	for _, i := range []int{1, 0, 2} {
		sendAt(t, m.radios[i], 0, Frame{Bits: 500, Dst: Everybody})
	}
	run(t, k)
	var from []Addr
	for _, r := range d.records {
		if r.Node > 2 {
			if want := sim.Time(r.Node-2)*1e8 + 5e8; r.At != want {
				t.Errorf("a frame ends at radio %d at %v, want %v", r.Node, r.At, want)
			}
			from = append(from, r.Peer)
		}
	}
	var want []Addr
	for range receivers {
		want = append(want, 1, 0, 2)
	}
	if !slices.Equal(from, want) {
		t.Errorf("frames end in the order of the senders %v, want %v", from, want)
	}
}

// parrot sends as soon as it hears something.
type parrot struct {
	quiet
	radio *Radio
}

func (p parrot) Carrier(busy bool) {
	if busy && p.radio.sending == nil {
		p.radio.Transmit(&Frame{Bits: 10_000, Dst: Everybody})
	}
}

// The answer to a front comes to other radios while that front is on its way from one
// to the next: to the sender at 200 ms, when the front has 1.8 s to go to the last one.
func TestAnswersOvertakeFronts(t *testing.T) {
	d := new(diary)
	k := sim.New(nil)
	m := NewMedium(k, Ideal{Speed: 1500}, d, 0)
	duplex := plainModem()
	duplex.FullDuplex, duplex.Power = true, 100
	for _, x := range []float64{0, 150, 151.5, 3000} {
		r := m.Attach(Addr(len(m.radios)), Fixed{X: x}, duplex, nil)
		r.Listen(quiet{})
		if x == 150 {
			r.Listen(parrot{radio: r})
		}
	}
	sendAt(t, m.radios[0], 0, Frame{Bits: 5000, Dst: Everybody})
	run(t, k)
	type end struct {
		at       sim.Time
		node, by Addr
	}
	var got []end
	for _, r := range d.records {
		if r.Kind != trace.TxStart {
			got = append(got, end{r.At, r.Node, r.Peer})
		}
	}
	want := []end{
		{51e8, 1, 0}, {5101e6, 2, 0}, {7e9, 3, 0}, {10_101e6, 2, 1}, {102e8, 0, 1}, {12e9, 3, 1},
	}
	if !slices.Equal(got, want) {
		t.Errorf("frames end %v, want %v", got, want)
	}
}

// Walks come, take a step and end in any order, many of them at equal moments. The first
// one is always the least by moment, endings before beginnings, and then by what
// was booked first; the limit of its walk is the moment of the next.
func TestFirstOfManyWalks(t *testing.T) {
	type place struct {
		at     sim.Time
		front  int // 1 of a front
		booked int
	}
	m := NewMedium(sim.New(nil), Ideal{Speed: 1500}, nil, 0)
	source := rng.New(1).Stream("walks")
	places := map[uint32]place{}
	order := func(a, b uint32) int {
		p, q := places[a], places[b]
		return cmp.Or(cmp.Compare(p.at, q.at), p.front-q.front, p.booked-q.booked)
	}
	const rounds = 3000
	for round := range rounds {
		slot := uint32(source.Intn(2 + round/20))
		if _, ok := places[slot]; ok {
			m.enter(nobody(slot))
			delete(places, slot)
		} else {
			w := m.kernel.Book(sim.Time(source.Intn(20+1000*(round%2))), phaseOf(slot))
			w.Slot = slot
			m.enter(w)
			places[slot] = place{w.At, int(1 - slot%2), round}
		}
		sorted := slices.SortedFunc(maps.Keys(places), order)
		if len(sorted) == 0 {
			if m.walks.first().Order != vacant || m.kernel.Pending() != 0 {
				t.Fatalf("round %d: %+v is the first of no walks", round, m.walks.first())
			}
			continue
		}
		first, limit := sorted[0], sim.Never
		switch {
		case len(m.walks.entries) > fewWalks:
			limit = 0
		case len(sorted) > 1:
			limit = places[sorted[1]].at
		}
		if w := m.walks.first(); w.Slot != first || w.At != places[first].at || m.walks.second(first) != limit {
			t.Fatalf("round %d: %+v is the first until %v, want that of slot %d, %+v, until %v",
				round, w, m.walks.second(first), first, places[first], limit)
		}
		if !m.kernel.IsPending(m.waiting) || m.kernel.Pending() != 1 {
			t.Fatalf("round %d: the kernel has %d events, want the first step", round, m.kernel.Pending())
		}
	}
}
