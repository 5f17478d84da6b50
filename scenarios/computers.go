package scenarios

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/plant/ncs"
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/geom"
)

// programmed is a node with a program.
type programmed struct {
	*node
	addr  int32
	key   string // path of the program in the document
	group *Node
	place int // in its group, from 0
}

// install gives every node with a program its computer. Stations come first: the
// others are theirs.
func (b *builder) install() {
	stations := map[int]*ncs.Station{}
	docks := map[int]*ncs.Dock{}
	for _, n := range b.programmed() {
		if c, ok := n.group.Run.(*ncs.StationConfig); ok {
			if s := b.station(n, c); s != nil {
				stations[int(n.addr)], docks[int(n.addr)] = s, ncs.NewDock(s)
			}
		}
	}
	for _, n := range b.programmed() {
		switch c := n.group.Run.(type) {
		case *ncs.VehicleConfig:
			if at, ok := b.home(n, c.Station, stations); ok {
				b.pilot(n, c, at, stations[at], docks[at])
			}
		case *ncs.ResponderConfig:
			if at, ok := b.home(n, c.Station, stations); ok {
				b.responder(n, c, at, stations[at])
			}
		}
	}
}

// programmed returns the nodes with programs, in their order.
func (b *builder) programmed() []programmed {
	var found []programmed
	first := 0
	for i := range b.plan.Nodes {
		group := &b.plan.Nodes[i]
		for k := range group.size() {
			if group.Run != nil {
				key := "nodes[" + strconv.Itoa(i) + "].run"
				found = append(found, programmed{b.nodes[first+k], int32(first + k), key, group, k})
			}
		}
		first += group.size()
	}
	return found
}

// home finds the station that a program names.
func (b *builder) home(n programmed, name string, stations map[int]*ncs.Station) (int, bool) {
	at, err := b.oneNode(name, "station")
	if err == nil && stations[at] == nil {
		err = fmt.Errorf("node %q runs no docking-station", name)
	}
	if err != nil {
		b.plan.doc.Fault(n.key+".station", "%v", err)
	}
	return at, err == nil
}

// station makes the computer of a docking station.
func (b *builder) station(n programmed, c *ncs.StationConfig) *ncs.Station {
	far, err := b.wiring(n, c.Acoustic.Link)
	if err != nil {
		b.plan.doc.Fault(n.key+".acoustic.link", "%v", err)
		return nil
	}
	var near *ncs.Wiring
	if c.Method == "hybrid" {
		if near, err = b.wiring(n, c.RF.Link); err != nil {
			b.plan.doc.Fault(n.key+".rf.link", "%v", err)
			return nil
		}
	}
	s, err := ncs.NewStation(b.computer(n), c, n.clock, n.at.Position(0), *far, near)
	if b.plan.doc.FaultFrom(n.key, err) {
		return nil
	}
	b.connect(n, c.Acoustic.Link, s.ReceiveAcoustic)
	if near != nil {
		b.connect(n, c.RF.Link, s.ReceiveRF)
	}
	return s
}

// pilot makes the computer of a vehicle that docks.
func (b *builder) pilot(n programmed, c *ncs.VehicleConfig, at int, station *ncs.Station, dock *ncs.Dock) {
	if n.body == nil {
		b.plan.doc.Fault(n.key, "node %q is no vehicle; give it one, as in vehicle: rexrov", n.name)
		return
	}
	if slices.Contains(append(b.names.Links, "run", "packets", "frames", "energy", "vehicles"), n.name) {
		b.plan.doc.Fault(strings.TrimSuffix(n.key, ".run")+".name", "a vehicle that docks is not named %q: its metrics would have the names of others", n.name)
		return
	}
	own := *c
	own.Start += time.Duration(n.place) * c.Stagger
	far, err := b.wiring(n, c.Acoustic.Link)
	if err != nil {
		b.plan.doc.Fault(n.key+".acoustic.link", "%v", err)
		return
	}
	near, err := b.wiring(n, c.RF.Link)
	if err != nil && c.RF.Link != ncs.DefaultVehicle().RF.Link {
		b.plan.doc.Fault(n.key+".rf.link", "%v", err)
		return
	}
	home := b.nodes[at].at.Position(0)
	p, err := ncs.NewPilot(b.computer(n), &own, n.clock, n.body, n.model, int32(at), home, *far, near)
	if b.plan.doc.FaultFrom(n.key, err) {
		return
	}
	b.connect(n, c.Acoustic.Link, p.ReceiveAcoustic)
	if near != nil {
		b.connect(n, c.RF.Link, p.ReceiveRF)
	}
	berth := home.Add(c.Berth)
	guest := &ncs.Guest{Addr: n.addr, Acoustic: true, RF: near != nil, Berth: berth, Measure: b.measure(n, at)}
	station.Guide(guest)
	m := &ncs.Mooring{Pilot: p, Hull: n.body, Start: sim.Time(own.Start), Berth: berth}
	dock.Expect(m)
	b.voyages = append(b.voyages, newVoyage(n, p, m, dock.Limit(m)))
}

// responder makes the computer of a node that only answers.
func (b *builder) responder(n programmed, c *ncs.ResponderConfig, at int, station *ncs.Station) {
	far, err := b.wiring(n, c.Link)
	if err != nil {
		b.plan.doc.Fault(n.key+".link", "%v", err)
		return
	}
	home := b.nodes[at].at.Position(0)
	r := ncs.NewResponder(b.computer(n), c, far.Link, int32(at), n.at.Position(0), home)
	b.connect(n, c.Link, r.Receive)
	station.Guide(&ncs.Guest{Addr: n.addr, Acoustic: true, Berth: home, Measure: b.measure(n, at)})
}

// computer returns what a computer is given of its node.
func (b *builder) computer(n programmed) ncs.Node {
	return ncs.Node{Kernel: b.Kernel, Addr: n.addr, Tracer: b.tracer}
}

// wiring returns a link of a node as its computer sees it.
func (b *builder) wiring(n programmed, name string) (*ncs.Wiring, error) {
	i := slices.Index(b.names.Links, name)
	if i < 0 {
		return nil, errors.New(strict.Unknown("link", name, b.names.Links))
	}
	if n.ports[i] == nil {
		return nil, b.noRadio(int(n.addr), i)
	}
	for _, r := range b.radios {
		if r.node == int(n.addr) && r.link == i {
			return &ncs.Wiring{Link: wire{n.ports[i], r.Radio}, Number: uint8(i)}, nil
		}
	}
	panic("scenarios: a port without a radio")
}

// wire is a link as a computer sees it.
type wire struct {
	*mac.Port
	radio *phy.Radio
}

// Spare implements ncs.Link.
func (w wire) Spare(from, to geom.Vec) float64 { return w.radio.Spare(from, to) }

// connect hands the messages of a link to a computer.
func (b *builder) connect(n programmed, name string, receive func(ncs.Mail)) {
	n.ports[slices.Index(b.names.Links, name)].OnDeliver(func(p *mac.Packet) {
		receive(ncs.Mail{Number: p.ID, From: p.Src, Message: p.Payload})
	})
}

// measure returns how a station finds a node: exactly, or by its instrument, whose
// readings are there when they have come out.
func (b *builder) measure(n programmed, at int) func(now sim.Time) (geom.Vec, sim.Time, bool) {
	station := b.nodes[at]
	config := b.groupOf(at).Run.(*ncs.StationConfig).USBL
	if config == nil {
		return func(now sim.Time) (geom.Vec, sim.Time, bool) { return n.at.Position(now), now, true }
	}
	u := config.Build(b.streams, station.name+"/usbl/"+n.name)
	home := station.at.Position(0)
	speed := b.water.SoundSpeed(home)
	here := &vehicle.Motion{Position: home, Attitude: geom.FromEuler(0, 0, 0)}
	var last, next sensor.Fix
	var fixed, coming bool
	return func(now sim.Time) (geom.Vec, sim.Time, bool) {
		if coming && next.Available <= now {
			last, fixed, coming = next, true, false
		}
		if !coming {
			there := &vehicle.Motion{Position: n.at.Position(now), Attitude: geom.FromEuler(0, 0, 0)}
			v := n.at.Velocity(now)
			there.Velocity = vehicle.Six{v.X, v.Y, v.Z}
			if next, coming = u.Sample(now, here, there, speed); coming && next.Available <= now {
				last, fixed, coming = next, true, false
			}
		}
		return home.Add(last.Offset()), last.Taken, fixed
	}
}

// groupOf returns the group of a node.
func (b *builder) groupOf(node int) *Node {
	for i := range b.plan.Nodes {
		if node -= b.plan.Nodes[i].size(); node < 0 {
			return &b.plan.Nodes[i]
		}
	}
	panic("scenarios: a node without a group")
}
