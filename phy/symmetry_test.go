package phy

import (
	"slices"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

const symmetrySeeds = 150

// Places are on a grid of 1/64 m, so that a shift by multiples of it keeps every
// distance to the last bit, and a later start keeps every span: nothing at all
// may change. Movers and rotations round, by a nanosecond on the way.
func TestSpaceAndTimeAreTheSameEverywhere(t *testing.T) {
	exact, rounded := slack{}, slack{time: 2 * time.Nanosecond, sinr: 1e-7}
	for seed := range uint64(symmetrySeeds) {
		w := wild{random: seed%2 == 1}
		still := randomScene(seed, w)
		want := still.fates(t)
		same(t, "again", seed, want, still.fates(t), exact)
		same(t, "moved", seed, want, still.moved(geom.Vec{X: 4096, Y: -512.5, Z: -1000.015625}).fates(t), exact)
		const later = 1000 * time.Second
		late := still.delayed(later).fates(t)
		for i := range late {
			late[i].at = late[i].at.Add(-later)
		}
		same(t, "later", seed, want, late, exact)

		w.moving = true
		moving := randomScene(seed, w)
		want = moving.fates(t)
		turn := rng.New(seed).Stream("turn")
		axis := geom.Vec{X: turn.Normal(), Y: turn.Normal(), Z: turn.Normal()}
		same(t, "turned", seed, want, moving.turned(axis, turn.Uniform(-3, 3)).fates(t), rounded)
		same(t, "moved while moving", seed, want, moving.moved(geom.Vec{X: -77.7, Y: 31, Z: -99}).fates(t), rounded)
		late = moving.delayed(later).fates(t)
		for i := range late {
			late[i].at = late[i].at.Add(-later)
		}
		same(t, "later while moving", seed, want, late, rounded)
	}
}

// moved returns the scene elsewhere.
func (s *scene) moved(by geom.Vec) *scene {
	c := *s
	c.nodes = slices.Clone(s.nodes)
	for i := range c.nodes {
		c.nodes[i].place = c.nodes[i].place.Add(by)
	}
	return &c
}

// turned returns the scene rotated about an axis through the origin.
func (s *scene) turned(axis geom.Vec, angle float64) *scene {
	c := *s
	c.nodes = slices.Clone(s.nodes)
	q := geom.FromAxisAngle(axis.Scale(1/axis.Norm()), angle)
	for i := range c.nodes {
		n := &c.nodes[i]
		n.place, n.velocity = q.Rotate(n.place), q.Rotate(n.velocity)
		if s.nodes[i].velocity == (geom.Vec{}) {
			n.velocity = geom.Vec{}
		}
	}
	return &c
}

// delayed returns the scene at a later time.
func (s *scene) delayed(by time.Duration) *scene {
	c := *s
	c.nodes, c.acts = slices.Clone(s.nodes), slices.Clone(s.acts)
	for i := range c.nodes {
		n := &c.nodes[i]
		n.place = n.place.Sub(n.velocity.Scale(by.Seconds()))
	}
	for i := range c.acts {
		c.acts[i].at = c.acts[i].at.Add(by)
	}
	return &c
}

// The order in which radios are attached numbers them and decides nothing.
func TestOrderOfRadiosDoesNotMatter(t *testing.T) {
	for seed := range uint64(symmetrySeeds) {
		s := randomScene(seed, wild{moving: seed%3 == 0, random: seed%2 == 1})
		want := s.fates(t)
		slices.Reverse(s.nodes)
		same(t, "reversed", seed, want, s.fates(t), slack{})
		first := s.nodes[0]
		s.nodes = append(s.nodes[1:], first)
		same(t, "rotated", seed, want, s.fates(t), slack{})
	}
}

// muffled is a channel in which one radio hardly hears or is heard.
type muffled struct {
	sphere
	place geom.Vec
	gain  float64
}

// Path returns the path.
func (c muffled) Path(tx, rx End, t sim.Time) Path {
	p := c.sphere.Path(tx, rx, t)
	if tx.Position(t) == c.place || rx.Position(t) == c.place {
		p.Gain = c.gain
	}
	return p
}

// A radio out of reach changes nobody's fate: one without any gain, or one that
// is 180 dB below the noise, so that its power is lost in the rounding. Its
// waves still divide others into more pieces, whose mean may round differently.
// It talks in scenes without fading; with fading it only listens, because every
// arrival takes a number from its receiver's stream.
func TestOutOfReach(t *testing.T) {
	for seed := range uint64(symmetrySeeds) {
		s := randomScene(seed, wild{moving: seed%3 == 0, random: seed%2 == 1})
		want := s.fates(t)
		silent := s.nodes[0].modem().Fading != nil
		for _, gain := range []float64{0, 1e-25} {
			c := *s
			far := node{addr: 1000, place: geom.Vec{X: 1, Y: 2, Z: 3}, modem: s.nodes[0].modem}
			c.channel = muffled{s.channel.(sphere), far.place, gain}
			c.nodes = slices.Insert(slices.Clone(s.nodes), 1, far)
			if !silent {
				for i := range 20 {
					c.acts = append(slices.Clone(c.acts), act{
						at: sim.Time(i)*1e9 + 1, by: far.addr, frame: Frame{Bits: 500, Pkt: uint64(1000 + i)},
					})
				}
			}
			got := slices.DeleteFunc(c.fates(t), func(f fate) bool {
				if f.node != far.addr && f.from != far.addr {
					return false
				}
				if f.kind != trace.RxMissed {
					t.Errorf("seed %d: out of reach: %+v", seed, f)
				}
				return true
			})
			same(t, "out of reach", seed, want, got, slack{sinr: 1e-10})
		}
	}
}

// The queue decides nothing, and neither does whoever watches.
func TestQueueAndTracerDoNotMatter(t *testing.T) {
	for seed := range uint64(symmetrySeeds) {
		s := randomScene(seed, wild{moving: seed%3 == 0, random: seed%2 == 1})
		heap, tree := trace.NewFingerprint(), trace.NewFingerprint()
		want := s.play(t, sim.NewHeap(), heap)
		s.play(t, sim.NewTree(), tree)
		if heap.Sum() != tree.Sum() {
			t.Errorf("seed %d: %s with a heap, %s with a tree", seed, heap.Sum(), tree.Sum())
		}
		for addr, got := range s.play(t, nil, nil) {
			w := want[addr]
			if !slices.Equal(got.received, w.received) || !slices.Equal(got.carrier, w.carrier) ||
				got.crashes != w.crashes || got.done != w.done {
				t.Errorf("seed %d: radio %d hears something else when nobody watches", seed, addr)
			}
		}
	}
}

// The scenes are worth it: every fate occurs in them, many times.
func TestScenesHoldEveryFate(t *testing.T) {
	count := make(map[trace.Cause]int)
	crashes := 0
	for seed := range uint64(symmetrySeeds) {
		s := randomScene(seed, wild{moving: true, random: seed%2 == 1})
		for _, f := range s.fates(t) {
			count[f.cause]++
		}
		for _, e := range s.play(t, nil, nil) {
			crashes += e.crashes
		}
	}
	for _, c := range []trace.Cause{
		trace.NoCause, trace.Collision, trace.HalfDuplex, trace.Turnaround, trace.BelowThreshold, trace.Fading, trace.BitError, trace.Aborted,
	} {
		if count[c] < 50 {
			t.Errorf("%d frames have the fate %q", count[c], c)
		}
	}
	if crashes < 100 {
		t.Errorf("%d collisions were detected", crashes)
	}
}
