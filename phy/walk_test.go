package phy

import (
	"slices"
	"testing"
	"time"

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
