package mactest

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// scene is what happens to a protocol, all of it drawn from a seed. Playing
// does not change it.
type scene struct {
	seed   uint64
	terms  Terms
	traits []string // for people
	at     []phy.Locator
	clocks []clock.Clock
	water  water
	modem  phy.Modem
	loss   float64  // chance that an intact frame is lost
	echo   float64  // chance that a packet is answered from within its delivery
	chase  float64  // chance that a packet is offered when a transmission ends
	staff  mac.Addr // node with a role, where the protocol gives one
	denial denial
	offers []offer // in order of time
	jams   []jam   // in order of time; none: there is no jammer
	end    sim.Time
	clear  bool // no data may collide
}

// offer is a packet that an application sends.
type offer struct {
	at   sim.Time
	from mac.Addr
	to   mac.Addr
	bits int
}

// jam is a burst of noise.
type jam struct {
	at     sim.Time
	length time.Duration
}

// denial says when the radios refuse to send although they could.
type denial struct {
	from, until sim.Time
	chance      float64
}

// newScene draws the scene of a seed.
func newScene(seed uint64, terms Terms) *scene {
	s := &scene{seed: seed, terms: terms}
	r := rng.New(seed).Stream("scene")
	s.placeNodes(r)
	s.buildModem(r)
	if r.Intn(4) == 0 {
		s.trait("clocks that are off")
		s.detune(r)
	}
	if r.Intn(4) == 0 {
		s.loss = 0.2
		s.trait("lost frames")
	}
	if r.Intn(3) == 0 {
		s.echo = 0.5
		s.trait("answers")
	}
	if r.Intn(3) == 0 {
		s.chase = 0.25
		s.trait("packets at the end of transmissions")
	}
	s.staff = mac.Addr(r.Intn(s.nodes()))
	s.writeOffers(r)
	s.writeDenial(r)
	if r.Intn(3) == 0 {
		s.trait("a jammer")
		s.writeJams(r)
	}
	return s
}

// String describes the scene.
func (s *scene) String() string { return strings.Join(s.traits, ", ") }

// names returns the names of the nodes, and of the jammer if there is one.
func (s *scene) names(config mac.Config) []string {
	var names []string
	for i := range s.at {
		names = append(names, strconv.Itoa(i))
	}
	if c, ok := config.(mac.Staffed); ok {
		names[s.staff] = c.Station()
	}
	return names
}

// misfit returns why a configuration does not fit the scene, or nil.
func (s *scene) misfit(config mac.Config) error {
	if c, ok := config.(mac.Fitted); ok {
		return c.Fit(s.names(config)[:s.nodes()])
	}
	return nil
}

func (s *scene) trait(format string, args ...any) {
	s.traits = append(s.traits, fmt.Sprintf(format, args...))
}

// nodes returns the number of nodes, without the jammer.
func (s *scene) nodes() int { return len(s.clocks) }

// placeNodes draws the nodes. The jammer, if there will be one, is where the
// first node is put off by 50 m.
func (s *scene) placeNodes(r *rng.Stream) {
	nodes := 2 + r.Intn(11)
	s.clocks = make([]clock.Clock, nodes)
	crossing := [...]float64{0, 0.1, 1, 5}[r.Intn(4)] // s, from one end of the scene to the other
	s.water.delayed = crossing > 0
	size := soundSpeed * max(crossing, 0.1) // m
	drifting := r.Intn(4) == 0
	shape := [...]string{"on a line", "in a box", "on a ring"}[r.Intn(3)]
	s.trait("%d nodes %s, %g s across", nodes, shape, crossing)
	for i := range nodes {
		at := position(shape, i, nodes, r).Scale(size)
		if drifting && r.Intn(2) == 0 {
			speed := geom.Vec{X: r.Uniform(-0.5, 0.5), Y: r.Uniform(-0.5, 0.5), Z: r.Uniform(-0.5, 0.5)}
			s.at = append(s.at, drift{from: at, speed: speed})
		} else {
			s.at = append(s.at, phy.Fixed(at))
		}
	}
	switch {
	case drifting:
		s.trait("drifting")
	case r.Intn(2) == 0:
		s.water.reach = size * r.Uniform(0.3, 0.9)
		s.trait("reach %.0f m", s.water.reach)
	}
}

// position returns the place of node i of n in a scene of size 1.
func position(shape string, i, n int, r *rng.Stream) geom.Vec {
	switch shape {
	case "on a line":
		return geom.Vec{X: float64(i) / float64(n-1)}
	case "on a ring":
		return onCircle(float64(i) / float64(n))
	}
	return geom.Vec{X: r.Float64(), Y: r.Float64(), Z: -r.Float64()}.Scale(0.57)
}

// buildModem draws a modem of 1000 bit/s.
func (s *scene) buildModem(r *rng.Stream) {
	s.modem = phy.Modem{
		Rate:      1000,
		Power:     1,
		Acquire:   10,
		Recapture: 10,
		Sense:     10,
		Capture:   phy.Capture(r.Intn(3)),
		Overlap:   phy.Overlap(r.Intn(3)),
	}
	if r.Intn(3) == 0 {
		s.modem.Preamble = 20 * time.Millisecond
		s.modem.Turnaround = 50 * time.Millisecond
	}
	if r.Intn(4) == 0 {
		s.modem.FullDuplex = true
		s.trait("full duplex")
	}
}

// detune draws clocks that are up to 5 ms and 50 parts per million off.
func (s *scene) detune(r *rng.Stream) {
	for i := range s.clocks {
		offset := time.Duration(r.Intn(10_000_001) - 5_000_000)
		c, err := clock.New(offset, int64(r.Intn(100_001)-50_000))
		if err != nil {
			panic("mactest: " + err.Error())
		}
		s.clocks[i] = c
	}
}

// writeOffers draws the packets. Times lie on a grid, so that several things
// happen at one instant.
func (s *scene) writeOffers(r *rng.Stream) {
	const grid = time.Second / 64
	load := [...]int{1, 16, 128, 512}[r.Intn(4)] // mean gap, in grid steps
	flood := r.Intn(6) == 0
	at := sim.Time(0)
	for range 10 + r.Intn(31) {
		switch r.Intn(4) {
		case 0: // at the same instant
		case 1:
			at = at.Add(time.Duration(r.Intn(8*load)) * grid)
		default:
			at = at.Add(time.Duration(r.Intn(load+1)) * grid)
		}
		from := mac.Addr(r.Intn(s.nodes()))
		switch r.Intn(6) {
		case 0:
			s.burst(at, from, 2+r.Intn(12), r)
		case 1:
			for i := range s.nodes() {
				s.burst(at, mac.Addr(i), 1, r)
			}
		default:
			s.burst(at, from, 1, r)
		}
		if flood {
			s.trait("a flood")
			s.burst(at, from, s.terms.MaxHeld+10, r)
			flood = false
		}
	}
	s.trait("%d packets", len(s.offers))
	s.end = at.Add(time.Second)
}

// burst adds packets of one node at one instant.
func (s *scene) burst(at sim.Time, from mac.Addr, packets int, r *rng.Stream) {
	for range packets {
		s.offers = append(s.offers, offer{at: at, from: from, to: s.destination(from, r), bits: s.bits(r)})
	}
}

// destination draws a node other than from, or everybody.
func (s *scene) destination(from mac.Addr, r *rng.Stream) mac.Addr {
	if r.Intn(6) == 0 {
		return mac.Everybody
	}
	return (from + 1 + mac.Addr(r.Intn(s.nodes()-1))) % mac.Addr(s.nodes())
}

// bits draws the size of a packet.
func (s *scene) bits(r *rng.Stream) int {
	size := [...]int{8, 256, 512, s.terms.MaxBits, 8 + r.Intn(s.terms.MaxBits)}[r.Intn(5)]
	return min(size, s.terms.MaxBits)
}

// writeDenial draws when radios refuse.
func (s *scene) writeDenial(r *rng.Stream) {
	switch r.Intn(4) {
	case 0:
		s.denial = denial{until: s.end, chance: 0.3}
		s.trait("radios that refuse at random")
	case 1:
		from := sim.Time(r.Intn(int(s.end)/2 + 1))
		s.denial = denial{from: from, until: from + s.end/2, chance: 1}
		s.trait("radios that refuse for %v", (s.end / 2))
	}
}

// writeJams draws the bursts of the jammer and puts it near the first node.
func (s *scene) writeJams(r *rng.Stream) {
	off := geom.Vec{X: 30, Y: 40}
	s.at = append(s.at, phy.Fixed(s.at[0].Position(0).Add(off)))
	for at := sim.Time(0); at < s.end; {
		at = at.Add(time.Duration(1 + r.Intn(int(4*time.Second))))
		s.jams = append(s.jams, jam{at: at, length: time.Duration(64+r.Intn(1000)) * time.Millisecond})
	}
}
