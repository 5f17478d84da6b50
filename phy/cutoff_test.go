package phy

import (
	"math"
	"runtime"
	"slices"
	"testing"
	"time"
	"unsafe"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// A cutoff below everything that there is changes nothing at all.
func TestCutoffBelowEverything(t *testing.T) {
	for seed := range uint64(symmetrySeeds) {
		s := randomScene(seed, wild{moving: seed%3 == 0, random: seed%2 == 1})
		exact, cut := trace.NewFingerprint(), trace.NewFingerprint()
		s.play(t, nil, exact)
		s.cutoff = 300
		s.play(t, nil, cut)
		if exact.Sum() != cut.Sum() {
			t.Errorf("seed %d: %s without a cutoff, %s with one of 300 dB", seed, exact.Sum(), cut.Sum())
		}
	}
}

// wideScene is a random scene some times as wide. Its noise is that of a frame from
// 1000 to 3162 m, so that cutoffs of a few dB cut within the scene.
func wideScene(seed uint64, w wild, times float64) *scene {
	s := randomScene(seed, w)
	for i := range s.nodes {
		s.nodes[i].place = s.nodes[i].place.Scale(times)
	}
	return s
}

// With a cutoff the medium and the oracle still agree on every frame, where the
// oracle has never heard of the waves that are cut off.
func TestOracleOfCutoff(t *testing.T) {
	all, kept := 0, 0
	for seed := range uint64(300) {
		s := wideScene(seed, wild{tidy: true}, 3)
		all += len(s.fates(t))
		s.cutoff = rng.New(seed).Stream("cutoff").Uniform(0.01, 3)
		o := newOracle(s)
		var want []fate
		for _, n := range s.nodes {
			fates := o.hear(n)
			slices.SortFunc(fates, func(a, b fate) int { return int(a.pkt) - int(b.pkt) })
			want = append(want, fates...)
		}
		kept += len(want)
		same(t, "cutoff", seed, want, s.fates(t), slack{sinr: 1e-10})
	}
	if share := float64(kept) / float64(all); share < 0.3 || share > 0.95 {
		t.Errorf("a share of %g of the waves is kept; the scenes are no test", share)
	}
}

// Packets have the same fate and the same cause with a cutoff as without one, where nothing
// beyond it can be received: radios in clusters 10,000 km apart, from where a wave comes 76 dB
// or more below the noise. Fading would have to lift it by as much, and a Rayleigh factor
// above 60 dB has a chance of e^-10^6. Half of the runs end while frames are still under
// way, 6700 s or more to the other cluster. A packet for everybody counts as lost when it has
// passed the first radio, which may be another one with a cutoff: none is sent in those runs.
func TestCutoffKeepsTheCauses(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	far, alone, broadcasts := 0, 0, 0
	for seed := range uint64(1000) {
		s := randomScene(seed, wild{moving: seed%3 == 0, random: seed%4 == 1})
		r := rng.New(seed).Stream("clusters")
		s.end = sim.Time(24 * time.Hour)
		if seed%2 == 0 {
			s.end = sim.Time(r.Intn(15_000)) * sim.Time(time.Second)
		}
		clusters := make([]int, len(s.nodes))
		for i := range s.nodes {
			clusters[i] = r.Intn(3)
			s.nodes[i].place.X += 1e7 * float64(clusters[i])
		}
		for i := range s.acts {
			f := &s.acts[i].frame
			if by := s.acts[i].by; seed%2 == 0 || r.Float64() < 0.7 {
				f.Dst = (by + 1 + Addr(r.Intn(len(s.nodes)-1))) % Addr(len(s.nodes))
				if clusters[by] != clusters[f.Dst] {
					far++
				}
				if r.Float64() < 0.2 {
					f.Dst, f.Payload = Everybody, enclosed(f.Dst)
				}
			} else {
				broadcasts++
			}
		}
		exact := s.packets(t)
		s.cutoff = 60
		if cut := s.packets(t); cut != exact {
			t.Errorf("seed %d: %+v with a cutoff, %+v without", seed, cut, exact)
		}
		if exact.Lost[trace.BelowThreshold] > 0 && exact.InFlight > 0 {
			alone++
		}
	}
	if far < 10_000 || broadcasts < 3000 || alone < 50 {
		t.Errorf("%d packets for another cluster, %d for everybody, %d runs that end amid frames", far, broadcasts, alone)
	}
}

// enclosed is what a frame for everybody carries for one.
type enclosed Addr

// Addressee implements Addressed.
func (e enclosed) Addressee() Addr { return Addr(e) }

// packets plays a scene and returns what became of its packets.
func (s *scene) packets(t *testing.T) trace.Packets {
	ledger := trace.NewLedger(trace.Names{Nodes: make([]string, len(s.nodes)), Links: make([]string, 4)})
	s.play(t, nil, &carrier{Ledger: ledger, scene: s, to: make(map[uint64]Addr)})
	sum := ledger.Close(s.end).Total.Packets
	return trace.Packets{Offered: sum.Offered, Delivered: sum.Delivered, Lost: sum.Lost, InFlight: sum.InFlight}
}

// carrier is a ledger that is told of a packet when the frame that carries it is sent, and
// when that is received by whom it is for.
type carrier struct {
	*trace.Ledger
	scene *scene
	to    map[uint64]Addr
}

// Emit implements trace.Tracer.
func (c *carrier) Emit(r trace.Record) {
	fact := trace.Record{At: r.At, Link: r.Link, Node: r.Node, Peer: r.Peer, Pkt: r.Pkt, Value: 1}
	switch r.Kind {
	case trace.TxStart:
		for _, a := range c.scene.acts {
			if e, ok := a.frame.Payload.(enclosed); ok && a.frame.Pkt == r.Pkt {
				fact.Peer = Addr(e)
			}
		}
		c.to[r.Pkt] = fact.Peer
		fact.Kind = trace.Offered
		c.Ledger.Emit(fact)
	case trace.RxOK:
		if to := c.to[r.Pkt]; to == Everybody || to == r.Node {
			fact.Kind = trace.Delivered
			c.Ledger.Emit(fact)
		}
	}
	c.Ledger.Emit(r)
}

// mute hides that a channel knows its reach.
type mute struct{ Channel }

// The grid is a short cut: a channel that does not say how far it reaches is asked
// for every path, and the same waves are left out, among radios that move as well.
func TestGridDoesNotMatter(t *testing.T) {
	fewer := 0
	for seed := range uint64(symmetrySeeds) {
		s := wideScene(seed, wild{moving: seed%2 == 0, random: seed%3 == 1}, float64(3+seed%8))
		s.cutoff = rng.New(seed).Stream("cutoff").Uniform(0.01, 3)
		c := *s
		c.channel = mute{s.channel}
		same(t, "without grid", seed, c.fates(t), s.fates(t), slack{})
		if s.paths(t) < c.paths(t) {
			fewer++
		}
	}
	if fewer < symmetrySeeds/2 {
		t.Errorf("the grid saves paths in %d scenes only", fewer)
	}
}

// paths plays a scene and returns how many paths were computed.
func (s *scene) paths(t *testing.T) uint64 {
	for _, e := range s.play(t, nil, nil) {
		return e.medium.PathsComputed()
	}
	return 0
}

// What is left out adds less than the cutoff to the noise of a frame for each radio
// that may be sending, which are all but the two ends of the frame.
func TestErrorOfCutoffIsBounded(t *testing.T) {
	compared := 0
	for seed := range uint64(symmetrySeeds) {
		s := wideScene(seed, wild{tidy: true}, 3)
		exact := s.fates(t)
		s.cutoff = 3
		left := make(map[[2]uint64]fate)
		for _, f := range s.fates(t) {
			left[[2]uint64{uint64(f.node), f.pkt}] = f
		}
		k := float64(len(s.nodes) - 2)
		for _, f := range exact {
			g, ok := left[[2]uint64{uint64(f.node), f.pkt}]
			if !ok || f.kind != trace.RxOK || g.kind != trace.RxOK {
				continue
			}
			compared++
			if off := g.sinr/f.sinr - 1; off < -1e-10 || off > k*fromDB(-s.cutoff) {
				t.Errorf("seed %d: a cutoff of %g dB changes a ratio by %g of it", seed, s.cutoff, off)
			}
		}
	}
	if compared < 500 {
		t.Errorf("%d frames are compared", compared)
	}
}

// field is n radios at a constant density in the plane, each of which has some 28
// others within a reach of 300 m. The share that moves drifts.
func field(n int, cutoff float64, moving int) *Medium {
	m := NewMedium(sim.New(nil), sphere{Ideal{1500}, 1. / (1 + 300*300)}, nil, 0)
	if cutoff > 0 {
		m.CutOff(cutoff)
	}
	modem := plainModem()
	modem.SelfNoise = 0
	modem.Power = fromDB(-cutoff) // so that the cutoff is at 300 m
	place := rng.New(7).Stream("place")
	edge := 100 * math.Sqrt(float64(n))
	for i := range n {
		at := geom.Vec{X: place.Uniform(0, edge), Y: place.Uniform(0, edge)}
		end := Locator(Fixed(at))
		if i < moving {
			end = cruise{at, geom.Vec{X: 1}}
		}
		m.Attach(Addr(i), end, modem, nil).Listen(quiet{})
	}
	return m
}

// Unlike radios share one grid, whose edge is the reach of the strongest sender at the
// keenest receiver, wherever these stand in the list. The noise of the keen one is the
// gain at 300 m, that of the dull one a hundred times as much: the keen one at 250 m is
// reached, and the dull one there is not.
func TestReachOfUnlikeRadios(t *testing.T) {
	noise := 1. / (1 + 300*300)
	strong, keen, dull := plainModem(), plainModem(), plainModem()
	strong.SelfNoise, keen.SelfNoise, dull.SelfNoise = 0, 0, 99*noise
	strong.Power, keen.Power, dull.Power = fromDB(-20), fromDB(-50), fromDB(-50)
	for _, order := range [][]*Modem{{strong, keen, dull}, {strong, dull, keen}} {
		m := NewMedium(sim.New(nil), sphere{Ideal{1500}, noise}, nil, 0)
		m.CutOff(20)
		var reached []bool
		for i, modem := range order {
			m.Attach(Addr(i), Fixed{X: 250 * float64(min(i, 1))}, modem, nil)
			reached = append(reached, modem == keen)
		}
		arms := m.pathsOf(m.radios[0])
		if len(arms) != 1 || !reached[arms[0].to] {
			t.Errorf("arms %+v, want one to the keen radio", arms)
		}
	}
}

// meeting is a sphere whose gain is that of the way to where the wave meets the
// receiver.
type meeting struct{ sphere }

// Path returns the path.
func (c meeting) Path(tx, rx End, t sim.Time) Path {
	p, ray := c.sphere.Path(tx, rx, t), Straight(tx, rx, t, c.Speed)
	p.Gain = 1 / (1 + math.Pow(ray.To.Dist(ray.From), 2))
	return p
}

// A receiver that comes closer at a third of the speed of sound meets a wave after
// three quarters of the way: from 360 m at 270 m, within the 300 m of the cutoff, and
// from 440 m at 330 m, outside.
func TestReceiverComesIntoReach(t *testing.T) {
	m := NewMedium(sim.New(nil), meeting{sphere{Ideal{1500}, 1. / (1 + 300*300)}}, nil, 0)
	m.CutOff(20)
	modem := plainModem()
	modem.SelfNoise, modem.Power = 0, fromDB(-20)
	m.Attach(0, Fixed{}, modem, nil)
	for i, x := range []float64{360, 440} {
		m.Attach(Addr(i+1), cruise{geom.Vec{X: x}, geom.Vec{X: -500}}, modem, nil)
	}
	tx := transmission{from: m.radios[0]}
	if m.findPaths(&tx); len(tx.paths) != 1 || tx.paths[0].to != 1 {
		t.Errorf("arms %+v, want one to the nearer radio", tx.paths)
	}
}

// At constant density the paths, those that are kept and the memory of a radio do not grow
// with the network.
func TestGrowth(t *testing.T) {
	type cost struct{ paths, arms, bytes float64 }
	measure := func(n int) cost {
		before := heap()
		m := field(n, 20, 0)
		held := 0
		for _, r := range m.radios {
			held += len(m.pathsOf(r))
		}
		bytes := float64(heap()-before) / float64(n)
		runtime.KeepAlive(m)
		return cost{float64(m.PathsComputed()) / float64(n), float64(held) / float64(n), bytes}
	}
	small, large := measure(400), measure(10_000)
	// Away from the edge a radio has pi 300^2 / 100^2 = 28.3 others within reach, less
	// itself and those beyond the edge. No other is asked for.
	if large.arms < 25 || large.arms > 28.3 || large.paths > 28.3 {
		t.Errorf("%g arms and %g paths a radio, want 25 to 28.3", large.arms, large.paths)
	}
	if large.arms > 1.5*small.arms || large.paths > 1.5*small.paths {
		t.Errorf("a radio among 10,000 costs %+v, among 400 %+v", large, small)
	}
	if large.bytes > 2048 {
		t.Errorf("%g bytes a radio, of which %d are arms", large.bytes, int(large.arms)*int(unsafe.Sizeof(storedPath{})))
	}
}

// heap returns the bytes that are in use.
func heap() int64 {
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapAlloc)
}

// A tenth of the radios moves: a fixed sender is asked for paths to these only, a
// moving one for all. With a cutoff those far away are not even asked for. The paths
// are in their order, and the same as if all had been computed.
func TestMoversAmongMany(t *testing.T) {
	const n, moving = 300, 30
	for _, cutoff := range []float64{0, 20} {
		m := field(n, cutoff, moving)
		for _, r := range m.radios[moving:] {
			m.pathsOf(r)
		}
		for i, s := range m.radios {
			tx := transmission{from: s}
			before := m.PathsComputed()
			m.findPaths(&tx)
			paths := m.PathsComputed() - before
			want := uint64(n - 1)
			if i >= moving {
				want = moving
			}
			if cutoff == 0 && paths != want || cutoff > 0 && paths > want {
				t.Errorf("radio %d, cutoff %g dB: %d paths, want %d", i, cutoff, paths, want)
			}
			var all []storedPath
			var each transmission
			for _, r := range m.radios {
				if r != s {
					all = m.extend(&each, s, r.index, r.faintest()*m.cutoff, m.channel.Path(s.at, r.at, 0), all)
				}
			}
			slices.SortFunc(all, m.sooner)
			if !slices.EqualFunc(tx.paths, all, func(a, b storedPath) bool {
				return a.delay == b.delay && a.gain == b.gain && a.to == b.to && tx.doppler(&a) == each.doppler(&b)
			}) {
				t.Errorf("radio %d, cutoff %g dB: arms are not those of all radios in their order", i, cutoff)
			}
		}
		if cutoff > 0 && m.PathsComputed() > n*n*5/2 { // n^2 of the check, and all within 600 m
			t.Errorf("%d paths with a cutoff", m.PathsComputed())
		}
	}
}

// The longest way is that of the waves that are not left out.
func TestMaxDelayOfCutoff(t *testing.T) {
	for _, moving := range []int{0, 40} {
		m := field(400, 20, moving)
		if d := m.MaxDelay().Seconds(); d > 0.2 || d < 0.19 {
			t.Errorf("%g s, want the 0.2 s of 300 m", d)
		}
	}
}

func TestCutoffIsSetInTime(t *testing.T) {
	panics := func(f func()) (did bool) {
		defer func() { did = recover() != nil }()
		f()
		return false
	}
	m := field(10, 0, 0)
	if !panics(func() { m.CutOff(0) }) || !panics(func() { m.CutOff(math.NaN()) }) {
		t.Error("a cutoff that is none is taken")
	}
	m.radios[0].Transmit(&Frame{Bits: 100})
	if !panics(func() { m.CutOff(20) }) {
		t.Error("a cutoff is taken after the first transmission")
	}
}

// Arms are sorted by delay and node, whatever the delays: the result is that of the
// plain comparison. In a sphere most are long; among few times many are the same; two
// crowds that are far apart, and delays of all magnitudes up to 31 years, fill few buckets
// that are filled likewise inside.
func TestSortedPaths(t *testing.T) {
	random := rng.New(5).Stream("arms")
	m := &Medium{idle: make([]idleReceiver, 3001)}
	for i := range m.idle {
		m.idle[i].node = Addr(i * 2000 % 3001)
	}
	for name, delay := range map[string]func() float64{
		"sphere":     func() float64 { return 1e9 * math.Cbrt(random.Float64()) },
		"three":      func() float64 { return float64(random.Intn(3)) },
		"many":       func() float64 { return float64(random.Intn(1000)) },
		"equal":      func() float64 { return 7 },
		"two crowds": func() float64 { return 1e12*float64(random.Intn(2)) + 1e6*random.Float64() },
		"magnitudes": func() float64 { return math.Pow(1e18, random.Float64()) },
		"years":      func() float64 { return 1e18 * random.Float64() },
	} {
		var out []storedPath
		for _, n := range []int{500, 0, 1, 2, 17, 3000} {
			arms := make([]storedPath, n)
			for i := range arms {
				arms[i] = storedPath{delay: time.Duration(delay()), gain: random.Float64(), to: int32((i * 7) % 3001)}
			}
			want := slices.Clone(arms)
			slices.SortFunc(want, m.sooner)
			out = slices.Grow(out[:0], n)[:n]
			m.spread(slices.Clone(arms), out)
			for i, a := range out { // so that the rest is little work
				if place, _ := slices.BinarySearchFunc(want, a, m.sooner); max(place-i, i-place) >= 16 {
					t.Fatalf("%s: after spreading %d arms one is at %d, and its place is %d", name, n, i, place)
				}
			}
			if out = m.sorted(arms, out); !slices.Equal(out, want) {
				t.Errorf("%s: %d arms are out of order", name, n)
			}
		}
	}
}

// In 64 groups of 64, each within 1000 ns and a second after the other, every group is
// spread by itself. The memory for the buckets is that of the largest step and not that of
// all steps together.
func TestMemoryOfSorting(t *testing.T) {
	m := &Medium{idle: make([]idleReceiver, 1)}
	arms := make([]storedPath, 64*64)
	for i := range arms {
		arms[i].delay = time.Duration(i/64)*time.Second + time.Duration(i*619%1000)
	}
	if m.sorted(arms, nil); cap(m.ends) > 6*len(arms) {
		t.Errorf("%d buckets for %d arms", cap(m.ends), len(arms))
	}
}

// The rows find every radio within an edge of a place, once, be the radios in a cube, in
// a plane, on a line along each axis, in two crowds that are 1000 km apart, or all in one
// place; and of the others not many: in the plane less than twice those within the edge.
func TestRows(t *testing.T) {
	const edge = 100.0
	random := rng.New(3).Stream("rows")
	side := func() float64 { return random.Uniform(-1000, 1000) }
	for name, place := range map[string]func() geom.Vec{
		"cube":       func() geom.Vec { return geom.Vec{X: side(), Y: side(), Z: side()} },
		"plane":      func() geom.Vec { return geom.Vec{X: side(), Y: side(), Z: -100} },
		"x":          func() geom.Vec { return geom.Vec{X: side()} },
		"y":          func() geom.Vec { return geom.Vec{Y: side()} },
		"z":          func() geom.Vec { return geom.Vec{Z: side()} },
		"two crowds": func() geom.Vec { return geom.Vec{X: 1e6 * float64(random.Intn(2)), Y: side() / 5, Z: side() / 5} },
		"one place":  func() geom.Vec { return geom.Vec{X: 3, Y: 4, Z: -5} },
	} {
		m := NewMedium(sim.New(nil), Ideal{}, nil, 0)
		for i := range 1000 {
			m.Attach(Addr(i), Fixed(place()), plainModem(), nil)
		}
		g := m.newGrid(edge)
		looked, within := 0, 0
		for i := range 200 {
			at := place()
			if i%2 == 0 { // also places beside the radios
				at = at.Add(geom.Vec{X: side() / 5, Y: side() / 5, Z: side() / 500})
			}
			met := make(map[int32]bool)
			for _, ends := range g.around(at) {
				for _, e := range ends {
					if e.X > at.X+edge {
						break
					}
					looked++
					if met[e.index] || e.place() != m.radios[e.index].at.Position(0) {
						t.Fatalf("%s: radio %d comes twice, or at a wrong place", name, e.index)
					}
					met[e.index] = true
				}
			}
			for _, r := range m.radios {
				if r.at.Position(0).Dist(at) <= edge {
					within++
					if !met[r.index] {
						t.Fatalf("%s: radio %d at %v is not found from %v", name, r.index, r.at, at)
					}
				}
			}
		}
		if name == "plane" && looked > 2*within { // 2 by 3 edges hold a circle of pi
			t.Errorf("%s: %d radios looked at for %d", name, looked, within)
		}
	}
}

// rested is a channel that says which paths it was asked for.
type rested struct {
	Ideal
	ends, places *int
}

func (c rested) Path(tx, rx End, t sim.Time) Path {
	*c.ends++
	return c.Ideal.Path(tx, rx, t)
}

func (c rested) Between(from, to geom.Vec) Path {
	*c.places++
	return c.Ideal.Path(Fixed(from), Fixed(to), 0)
}

// A channel that needs only the places of ends that stand still is asked that way, unless
// an end moves or a radio has an antenna.
func TestPathsBetweenPlaces(t *testing.T) {
	directed := plainModem()
	directed.Antenna = &beam{}
	for _, row := range []struct {
		third        Locator
		modem        *Modem
		ends, places int
	}{
		{Fixed{X: 200}, plainModem(), 0, 6},
		{cruise{geom.Vec{X: 200}, geom.Vec{X: 1}}, plainModem(), 4, 2},
		{Fixed{X: 200}, directed, 6, 0},
	} {
		ends, places := 0, 0
		m := NewMedium(sim.New(nil), rested{Ideal{1500}, &ends, &places}, nil, 0)
		m.Attach(0, Fixed{}, plainModem(), nil)
		m.Attach(1, Fixed{X: 100}, plainModem(), nil)
		m.Attach(2, row.third, row.modem, nil)
		for _, r := range m.radios {
			tx := transmission{from: r}
			if m.findPaths(&tx); len(tx.paths) != 2 {
				t.Errorf("%d arms, want 2", len(tx.paths))
			}
		}
		if ends != row.ends || places != row.places {
			t.Errorf("%d paths between ends and %d between places, want %d and %d", ends, places, row.ends, row.places)
		}
	}
}

// A radio at no place, or at the end of the world, has no path to anybody, and that is
// said. It does not keep the others from hearing each other meanwhile.
func TestPlacesThatAreNone(t *testing.T) {
	for _, bad := range []geom.Vec{{Y: math.NaN()}, {Z: math.NaN()}, {X: math.Inf(1)}, {Y: -1e300}, {Z: 1e300}} {
		m := NewMedium(sim.New(nil), sphere{Ideal{1500}, 1e-3}, nil, 0)
		m.CutOff(20)
		modem := plainModem()
		modem.SelfNoise = 0
		for i, at := range []geom.Vec{{}, bad, {X: 10}, {X: 20}} {
			m.Attach(Addr(i), Fixed(at), modem, nil).Listen(quiet{})
		}
		m.radios[0].Transmit(&Frame{Bits: 100})
		if err := m.kernel.Run(t.Context(), 1e9); err == nil {
			t.Errorf("a radio at %v: no error", bad)
		}
		near := 0
		for _, a := range m.pathsOf(m.radios[0]) {
			if a.to != 1 {
				near++
			}
		}
		if near != 2 {
			t.Errorf("a radio at %v: %d of 2 others are reached", bad, near)
		}
	}
}

// A vehicle that is nowhere ends the run when it sends, with a cutoff and without.
func TestMoverThatIsNowhere(t *testing.T) {
	for _, bad := range []geom.Vec{{X: math.NaN()}, {Y: math.NaN()}, {Z: math.Inf(1)}, {X: math.Inf(-1)}} {
		for _, depth := range []float64{0, 20} {
			m := NewMedium(sim.New(nil), sphere{Ideal{1500}, 1e-3}, nil, 0)
			if depth > 0 {
				m.CutOff(depth)
			}
			vehicle, _ := join(m, cruise{start: bad}, plainModem())
			join(m, Fixed{X: 1}, plainModem())
			vehicle.Transmit(&Frame{Bits: 100})
			if err := m.kernel.Run(t.Context(), 1e9); err == nil {
				t.Errorf("a vehicle at %v, cutoff %v dB: no error", bad, depth)
			}
		}
	}
}
