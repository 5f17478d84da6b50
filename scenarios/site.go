package scenarios

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/plant"
	"halocline/plant/program"
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/solid"
	"halocline/sim/trace"
)

// site is a node as its program knows it.
type site struct {
	*installer
	node  *node
	addr  int32
	key   string // path of the program in the document
	place int    // in its group, from 0
}

func (s *site) Name() string                   { return s.node.name }
func (s *site) Group() string                  { return s.node.group.Name }
func (s *site) Place() (i, of int)             { return s.place, s.node.group.size() }
func (s *site) Addr() int32                    { return s.addr }
func (s *site) Kernel() *sim.Kernel            { return s.Simulation.Kernel }
func (s *site) Clock() clock.Clock             { return s.node.clock }
func (s *site) Warmup() sim.Time               { return sim.Time(s.warmup) }
func (s *site) End() sim.Time                  { return sim.Time(s.duration) }
func (s *site) Stream(name string) *rng.Stream { return s.streams.Stream(s.node.name + "/" + name) }
func (s *site) Streams() *rng.Source           { return s.streams }
func (s *site) Water() sensor.Water            { return s.water }
func (s *site) Down() bool                     { return s.node.isDown() }
func (s *site) Warn(format string, args ...any) {
	s.warn("%s: "+format, append([]any{s.node.group.Name}, args...)...)
}

// Emit fills in time and node, and tells a fact.
func (s *site) Emit(r trace.Record) {
	if s.tracer != nil {
		r.At, r.Node = s.Simulation.Kernel.Now(), s.addr
		s.tracer.Emit(r)
	}
}

// Body returns the vehicle.
func (s *site) Body() program.Body {
	if s.node.body == nil {
		return nil
	}
	return s.node.body
}

// Battery returns the battery.
func (s *site) Battery() program.Battery {
	if s.node.group.Battery == nil {
		return nil
	}
	return plug{s.node}
}

// Contacts returns the number of contacts of the vehicle.
func (s *site) Contacts() int {
	if t := s.node.touched; t != nil {
		return int(t.contacts)
	}
	return 0
}

// Clearance returns how far a place is from obstacles and from the ground below it.
func (s *site) Clearance(at geom.Vec) float64 {
	least := s.water.Seabed(at) - at.Depth()
	for i := range s.obstacles {
		d, _, _ := s.obstacles[i].Solid.Near(at)
		least = min(least, d)
	}
	return least
}

// Open returns the contents of a file that the scenario names.
func (s *site) Open(file string) ([]byte, error) { return s.open(file) }

// Digest returns the digest of the run. One that is first asked for later would not be told.
func (s *site) Digest() *trace.Digester {
	if s.digest == nil {
		s.installing("the digest")
	}
	return s.digesting().Digester
}

// installing panics where a program asks for something that has its place in the run from the beginning on.
func (s *site) installing(what string) {
	if s.started {
		panic(fmt.Sprintf("scenarios: the program of node %s asks for %s first while the run goes on; ask in Install", s.node.name, what))
	}
}

// Instruments returns what the node carries. They are read in phase sim.Comm then, before the programs of an instant.
func (s *site) Instruments() []program.Instrument {
	var all []program.Instrument
	for _, i := range s.instruments {
		if i.node == int(s.addr) {
			if !i.steered {
				s.installing("its instruments")
			}
			i.steered, i.early = true, true
			all = append(all, i)
		}
	}
	return all
}

// Obstacle puts something into the water.
func (s *site) Obstacle(name string, shape solid.Solid, touched func(program.Touch)) {
	s.installing("an obstacle")
	s.addObstacle(obstacle{plant.Thing{Name: name, Solid: shape}, s.addr, touched})
}

// trueEstimator is the Estimator of a node whose program has no other: the truth.
type trueEstimator struct {
	node  *node
	water sensor.Water
}

// Motion returns how the node moves.
func (a trueEstimator) Motion(now sim.Time) (*vehicle.Motion, bool) {
	if a.node.body != nil {
		return &a.node.body.At(now).Motion, true
	}
	m, _ := a.node.motion(now)
	return &m, true
}

// Current returns the current around the node.
func (a trueEstimator) Current(now sim.Time) (geom.Vec, bool) {
	if a.node.body != nil {
		return a.node.body.Current(now), true
	}
	at, _ := a.node.moves(now)
	return a.water.Current(at, now), true
}

// Motion returns where the node is and how fast it moves over ground.
func (s *site) Motion(now sim.Time) (at, velocity geom.Vec) { return s.node.moves(now) }

// Located returns where the node is, or was on a clock that goes another way: see Plan.Skew.
func (s *site) Located(now sim.Time) geom.Vec {
	at, velocity := s.node.moves(now)
	if s.plan.Skew == nil {
		return at
	}
	return at.Add(velocity.Scale(s.plan.Skew(now)))
}

// Still reports whether the node never moves.
func (s *site) Still() bool { return s.node.still() }

// still reports whether the node never moves.
func (n *node) still() bool {
	g := n.group
	return n.body == nil && g.Velocity == (geom.Vec{}) && !g.Drift && g.Mooring == nil
}

// Node returns the address of another node.
func (s *site) Node(name string) (int32, error) {
	at, err := s.oneNode(name, "node")
	if err == nil && int32(at) == s.addr {
		err = fmt.Errorf("%q is the node itself; name another one", name)
	}
	return int32(at), err
}

// Peer returns the program of another node.
func (s *site) Peer(name string) (program.Running, error) {
	at, err := s.oneNode(name, "node")
	switch {
	case err != nil:
		return nil, err
	case int32(at) == s.addr:
		return nil, fmt.Errorf("%q is the node itself; name another one", name)
	case s.sites[at] == nil:
		return nil, fmt.Errorf("node %q %w", name, program.ErrNone)
	case s.state[at] == failed:
		return nil, program.ErrFaulty
	case s.state[at] == begun:
		return nil, fmt.Errorf("the programs of %s and %s each need the other one first: %w", s.node.name, name, program.ErrLater)
	case s.state[at] != done:
		return nil, fmt.Errorf("the program of %s is needed; name it in a method Needs: %w", name, program.ErrLater)
	}
	return s.running[int32(at)], nil
}

// Link returns a link of the node, which is used.
func (s *site) Link(name string) (program.Link, error) {
	l, err := s.Replies(name)
	if err == nil {
		s.used[l.Number()] = true
	}
	return l, err
}

// Replies returns a link of the node.
func (s *site) Replies(name string) (program.Link, error) {
	i, err := s.findLink(name)
	switch {
	case err != nil:
		return nil, err
	case s.started:
		return nil, fmt.Errorf("node %s: a program asks for its links in Install; now the run goes on, and a link that nobody has asked for is off", s.node.name)
	case s.node.ports[i] == nil:
		return nil, s.noRadio(int(s.addr), i)
	}
	return &link{port: s.node.ports[i], run: s.Simulation, radio: s.radio(s.addr, uint8(i)), number: uint8(i), services: s.services}, nil
}

// link is a link as a program sees it.
type link struct {
	port   *mac.Port
	run    *Simulation
	radio  *phy.Radio
	number uint8

	services services
}

// services are the numbers of the services of a run, by their names.
type services map[string]uint16

// number returns the number of a service, which it gets when it is first named.
func (s services) number(name string) uint16 {
	n, known := s[name]
	if !known {
		n = uint16(len(s))
		s[name] = n
	}
	return n
}

// Number implements program.Link.
func (l *link) Number() uint8 { return l.number }

// Send implements program.Link.
func (l *link) Send(to int32, m program.Message) (packet uint64, err error) {
	if !l.run.started {
		l.run.early = errors.New("a message is sent in Install, and the run has not begun; send in an event, which may be at 0")
		return 0, l.run.early
	}
	if to != mac.Everybody && !l.goesTo(to) {
		panic(fmt.Sprintf("scenarios: node %s sends to address %d, which is no other node with a radio for link %s", l.run.names.Nodes[l.port.Addr()], to, l.run.names.Links[l.number]))
	}
	return l.port.SendFor(l.services.number(m.Service), to, m.Bits, m.Cut, m.Body)
}

// goesTo reports whether an address is of another node on the link.
func (l *link) goesTo(to int32) bool {
	return to != l.port.Addr() && to >= 0 && int(to) < len(l.run.nodes) && l.run.nodes[to].ports[l.number] != nil
}

// Handle implements program.Link.
func (l *link) Handle(service string, fn func(program.Mail)) error {
	err := l.port.Handle(l.services.number(service), func(p *mac.Packet, in mac.Arrival) {
		fn(program.Mail{Number: p.ID, From: p.Src, Body: p.Payload, Began: in.Began, SINR: in.SINR, Doppler: in.Doppler})
	})
	if err != nil {
		return fmt.Errorf("the service %q has a handler on this link already; each has one", service)
	}
	return nil
}

// Overhear implements program.Link.
func (l *link) Overhear(service string, fn func(program.Mail)) error {
	if l.radio == nil {
		return errors.New("a network has no radio that could overhear others; name one of its links")
	}
	number, own := l.services.number(service), l.port.Addr()
	hear := func(f *phy.Frame, info phy.RxInfo) {
		if p := mac.Innermost(f); p != nil && p.Dst != own && p.Dst != mac.Everybody && p.Service == number {
			in := mac.NewArrival(l.run.nodes[own].clock, f, info)
			fn(program.Mail{Number: p.ID, From: p.Src, Body: p.Payload, Began: in.Began, SINR: in.SINR, Doppler: in.Doppler})
		}
	}
	for i := range l.run.radios {
		if r := &l.run.radios[i]; r.link == l.number && r.node == own { // one for each band
			r.Overhear(hear)
		}
	}
	return nil
}

// Outcomes implements program.Link.
func (l *link) Outcomes(service string, fn func(packet uint64, how program.Outcome)) error {
	err := l.port.OnOutcome(l.services.number(service), func(p *mac.Packet, how mac.Outcome) { fn(p.ID, program.Outcome(how)) })
	if err != nil {
		return fmt.Errorf("the service %q tells of outcomes on this link already; each tells one", service)
	}
	return nil
}

// Spare implements program.Link.
func (l *link) Spare(to int32, from, at geom.Vec) float64 {
	if l.radio == nil { // a network, whose hops have full power
		return 0
	}
	if rx := l.run.radio(to, l.number); rx != nil {
		return l.radio.SpareTo(rx, from, at)
	}
	return math.Inf(-1) // it has no radio for this link
}

// Airtime implements program.Timed. On a network it is not known.
func (l *link) Airtime(bits int) time.Duration {
	if l.radio == nil {
		return 0
	}
	return l.radio.Airtime(bits)
}

// radio returns the radio of a node for a link, in the first of its bands, or nil.
func (s *Simulation) radio(node int32, number uint8) *phy.Radio {
	i, ok := slices.BinarySearchFunc(s.radios, 0, func(r radio, _ int) int {
		return cmp.Or(cmp.Compare(r.link, number), cmp.Compare(r.node, node), cmp.Compare(r.band, 0))
	})
	if !ok {
		return nil
	}
	return s.radios[i].Radio
}
