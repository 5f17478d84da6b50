package scenarios

import (
	"fmt"
	"math"
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
	"halocline/sim/rng"
)

// programmed is a node with a program.
type programmed struct {
	*node
	addr  int32
	key   string // path of the program in the document
	group *Node
	place int // in its group, from 0
}

// harbour is the computers of a run while they are installed.
type harbour struct {
	*builder
	stations map[int]*ncs.Station
	docks    map[int]*ncs.Dock
	blamed   map[string]bool // keys with a fault: the nodes of a group have theirs in common
}

// install gives every node with a program its computer. Stations come first: the
// others are theirs.
func (b *builder) install() {
	h := &harbour{b, map[int]*ncs.Station{}, map[int]*ncs.Dock{}, map[string]bool{}}
	for _, n := range b.programmed() {
		if config, ok := n.group.Run.(*ncs.StationConfig); ok {
			h.station(n, config)
		}
	}
	for _, n := range b.programmed() {
		switch config := n.group.Run.(type) {
		case *ncs.VehicleConfig:
			if at, ok := h.home(n, config.Station); ok {
				h.pilot(n, config, at)
			}
		case *ncs.ResponderConfig:
			if at, ok := h.home(n, config.Station); ok {
				h.responder(n, config, at)
			}
		case *ncs.SurveyConfig:
			h.surveyor(n, config)
		}
	}
}

// blame adds a fault at a key below a program, once for all nodes of a group.
func (h *harbour) blame(n programmed, key, format string, args ...any) {
	path := n.key + key
	if !h.blamed[path] {
		h.blamed[path] = true
		h.plan.doc.Fault(path, format, args...)
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
func (h *harbour) home(n programmed, name string) (int, bool) {
	at, err := h.oneNode(name, "station")
	if err == nil && h.stations[at] == nil {
		if _, ok := h.groupOf(at).Run.(*ncs.StationConfig); ok {
			return at, false // it has a fault of its own
		}
		err = fmt.Errorf("node %q runs no docking-station", name)
	}
	if err != nil {
		h.blame(n, ".station", "%v", err)
	}
	return at, err == nil
}

// station makes the computer of a docking station, and its dock.
func (h *harbour) station(n programmed, config *ncs.StationConfig) {
	if n.body != nil || n.group.Velocity != (geom.Vec{}) || n.group.Drift || n.group.Mooring != nil {
		h.blame(n, "", "node %q moves; a docking station stays where it is", n.name)
		return
	}
	far, ok := h.wiring(n, ".acoustic.link", config.Acoustic.Link)
	if !ok {
		return
	}
	var near *ncs.Wiring
	if config.Method == "hybrid" {
		if near, ok = h.secondWiring(n, config.RF.Link, config.Acoustic.Link); !ok {
			return
		}
	}
	s, err := ncs.NewStation(h.computer(n), config, n.at.Position(0), *far, near)
	if h.plan.doc.FaultFrom(n.key, err) {
		return
	}
	h.used[far.Number] = true
	h.connect(n, config.Acoustic.Link, s.ReceiveAcoustic)
	if near != nil {
		h.used[near.Number] = true
		h.connect(n, config.RF.Link, s.ReceiveRF)
	}
	n.cpu = s.Computer()
	h.stations[int(n.addr)], h.docks[int(n.addr)] = s, ncs.NewDock(s)
}

// pilot makes the computer of a vehicle that docks.
func (h *harbour) pilot(n programmed, config *ncs.VehicleConfig, at int) {
	if n.body == nil {
		h.blame(n, "", "node %q is no vehicle; give it one, as in vehicle: rexrov", n.name)
		return
	}
	if !h.nameable(n, "docks") {
		return
	}
	own := config.Fitted(n.model)
	own.Start += time.Duration(n.place) * config.Stagger
	far, ok := h.wiring(n, ".acoustic.link", config.Acoustic.Link)
	if !ok || !h.agreed(n, ".acoustic.link", config.Acoustic.Link, h.stationConfig(at).Acoustic.Link) {
		return
	}
	near, ok := h.radioOf(n, config, h.stationConfig(at))
	if !ok || !h.chooses(n, config, h.stationConfig(at)) {
		return
	}
	h.compare(n, config, h.stationConfig(at))
	if !h.warnUnsteered(n) && n.place == 0 {
		h.warnMotion(n, own)
	}
	home := h.nodes[at].at.Position(0)
	ring := Ring{Radius: config.BerthRing}
	berth := home.Add(config.Berth).Add(ring.Position(n.place, n.group.size(), nil))
	p, err := ncs.NewPilot(h.computer(n), own, n.body, n.model, int32(at), home, *far, near)
	if h.plan.doc.FaultFrom(n.key, err) {
		return
	}
	n.cpu = p.Computer()
	h.fit(n, p, config.Reckoning, berth)
	h.connect(n, config.Acoustic.Link, p.ReceiveAcoustic)
	if near != nil {
		h.connect(n, config.RF.Link, p.ReceiveRF)
	}
	m := &ncs.Mooring{Pilot: p, Hull: n.body, Start: sim.Time(own.Start), Period: config.Acoustic.Period, Berth: berth}
	h.moor(n, m, at, near != nil)
	h.warnAdrift(n, own, h.stationConfig(at), berth)
	h.warnSwings(n, own, h.stationConfig(at))
	h.warnUnstable(n, &own.Attitude)
	h.warnUnheard(n, m, h.stationConfig(at), far, near, home)
}

// moor has the station guide a vehicle and its dock expect it.
func (h *harbour) moor(n programmed, m *ncs.Mooring, at int, radio bool) {
	dock := h.docks[at]
	h.stations[at].Guide(&ncs.Guest{Addr: n.addr, Acoustic: true, RF: radio, Berth: m.Berth, Measure: h.measure(n, at)})
	dock.Expect(m)
	switch first := n.at.Position(0).Dist(m.Berth); {
	case m.Near == 0:
		h.blame(n, ".berth", "node %q begins at its berth, and a fraction of no distance is no distance; give within in metres at the berth of the station", n.name)
	case first <= m.Near:
		h.warn("%s: it begins %.3g m from its berth, and within %.3g m it is docked: it is so from the beginning; look at within of the station's berth", n.name, first, m.Near)
	}
	h.voyages = append(h.voyages, newVoyage(n, m))
}

// radioOf returns the RF link of a vehicle; none where it has no radio for the one
// that vehicles have if nothing is said.
func (h *harbour) radioOf(n programmed, config *ncs.VehicleConfig, station *ncs.StationConfig) (*ncs.Wiring, bool) {
	i := slices.Index(h.names.Links, config.RF.Link)
	if config.RF.Link == ncs.DefaultVehicle().RF.Link && (i < 0 || n.ports[i] == nil) {
		return nil, true
	}
	near, ok := h.secondWiring(n, config.RF.Link, config.Acoustic.Link)
	if ok && station.Method == "hybrid" {
		ok = h.agreed(n, ".rf.link", config.RF.Link, station.RF.Link)
	}
	return near, ok
}

// chooses reports whether a vehicle that chooses its link by quality has both to choose
// from, and otherwise adds that as a fault.
func (h *harbour) chooses(n programmed, config *ncs.VehicleConfig, station *ncs.StationConfig) bool {
	if config.Choice.By == "quality" && station.Method == "hybrid" && !station.Both {
		h.blame(n, ".choice.by", "a vehicle that chooses by quality needs updates over both links; write both: true into the program of the station")
		return false
	}
	return true
}

// compare warns where a station sends at other times than a vehicle reckons with, or
// oftener than it measures.
func (h *harbour) compare(n programmed, config *ncs.VehicleConfig, station *ncs.StationConfig) {
	check := func(link string, steer *ncs.SteerConfig, send *ncs.SendConfig) {
		if config.Reckoning != nil {
			return // its controllers have periods of their own
		}
		if steer.Sampling == "nominal" && steer.Period != send.Period {
			h.warn("%s: its %s controller reckons with a period of %v, and its station sends every %v", n.group.Name, link, steer.Period, send.Period)
		}
		if u := station.USBL; u != nil && steer.Sampling == "nominal" && u.Interval() > send.Period {
			h.warn("%s: its %s controller reckons with a period of %v, and the instrument of its station measures every %v only; write sampling: elapsed, or measure oftener", n.group.Name, link, steer.Period, u.Interval())
		}
	}
	check("acoustic", &config.Acoustic, &station.Acoustic)
	if station.Method == "hybrid" {
		check("rf", &config.RF, &station.RF)
	}
}

// warnMotion warns of what a vehicle does when its program has it move.
func (h *harbour) warnMotion(n programmed, config *ncs.VehicleConfig) {
	limit := math.Inf(1)
	if config.Acoustic.Limit > 0 {
		limit = config.Acoustic.Limit
	}
	var axes []vehicle.Axis
	if config.Allocated == "translation" {
		axes = []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Heave, vehicle.Yaw}
	}
	for _, w := range vehicle.UnlikelyMotion(n.model, h.water.Density(n.body.Position(0)), limit, false, axes...) {
		h.warn("node %s %s", n.group.Name, w)
	}
}

// warnUnsteered warns of a vehicle whose thrusters do not give all forces that its program
// wants, and reports whether it is one.
func (h *harbour) warnUnsteered(n programmed) bool {
	var missing []string
	for _, axis := range []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Heave} {
		if len(n.model.Controls) > 0 && !slices.Contains(n.model.Controls, axis) {
			missing = append(missing, axis.String())
		}
	}
	if missing != nil {
		h.warn("%s: its program wants forces in surge, sway and heave and moves no fins, and its thrusters act on no %s", n.group.Name, strings.Join(missing, " and no "))
	}
	return missing != nil
}

// responder makes the computer of a node that only answers.
func (h *harbour) responder(n programmed, config *ncs.ResponderConfig, at int) {
	far, ok := h.wiring(n, ".link", config.Link)
	if !ok || !h.agreed(n, ".link", config.Link, h.stationConfig(at).Acoustic.Link) {
		return
	}
	home := h.nodes[at].at.Position(0)
	r := ncs.NewResponder(h.computer(n), config, far.Link, int32(at), n.at.Position(0), home)
	h.connect(n, config.Link, r.Receive)
	h.stations[at].Guide(&ncs.Guest{Addr: n.addr, Acoustic: true, Berth: home, Measure: h.measure(n, at)})
}

// computer returns what a computer is given of its node.
func (h *harbour) computer(n programmed) ncs.Node {
	draws := n.name + "/computer"
	return ncs.Node{
		Kernel: h.Kernel, Clock: n.clock, Addr: n.addr, Rand: h.streams.Stream(draws), Tracer: h.tracer,
		Stream: func(task string) *rng.Stream { return h.streams.Stream(draws + "/" + task) },
	}
}

// wiring returns a link of a node as its computer sees it; a fault is at a key
// below the program.
func (h *harbour) wiring(n programmed, key, name string) (*ncs.Wiring, bool) {
	i := slices.Index(h.names.Links, name)
	switch {
	case i < 0:
		h.blame(n, key, "%s", strict.Unknown("link", name, h.names.Links))
		return nil, false
	case n.ports[i] == nil:
		h.blame(n, key, "%v", h.noRadio(int(n.addr), i))
		return nil, false
	}
	for _, r := range h.radios {
		if r.node == n.addr && int(r.link) == i {
			return &ncs.Wiring{Link: wire{n.ports[i], r.Radio}, Number: uint8(i)}, true
		}
	}
	panic("scenarios: a port without a radio")
}

// secondWiring is wiring of the RF link, which is not the acoustic one.
func (h *harbour) secondWiring(n programmed, name, first string) (*ncs.Wiring, bool) {
	if name == first {
		h.blame(n, ".rf.link", "%q is the acoustic link already; the RF link is another one", name)
		return nil, false
	}
	return h.wiring(n, ".rf.link", name)
}

// agreed reports whether a node listens where its station sends, and otherwise adds
// that as a fault.
func (h *harbour) agreed(n programmed, key, own, station string) bool {
	if own != station {
		h.blame(n, key, "link %q is given; the station sends on %q", own, station)
	}
	return own == station
}

// wire is a link as a computer sees it.
type wire struct {
	*mac.Port
	radio *phy.Radio
}

// Spare implements ncs.Link.
func (w wire) Spare(from, to geom.Vec) float64 { return w.radio.Spare(from, to) }

// connect hands the messages of a link to a computer.
func (h *harbour) connect(n programmed, name string, receive func(ncs.Mail)) {
	n.ports[slices.Index(h.names.Links, name)].OnDeliver(func(p *mac.Packet) {
		receive(ncs.Mail{Number: p.ID, From: p.Src, Message: p.Payload})
	})
}

// measure returns how a station finds a node: exactly, or by the newest reading
// that its instrument has come out with. A node that is down is not found.
func (h *harbour) measure(n programmed, at int) func(now sim.Time) (geom.Vec, sim.Time, bool) {
	find := h.finding(n, at)
	return func(now sim.Time) (geom.Vec, sim.Time, bool) {
		at, taken, ok := find(now)
		return at, taken, ok && !n.isDown()
	}
}

// finding is measure of a node that is not down.
func (h *harbour) finding(n programmed, at int) func(now sim.Time) (geom.Vec, sim.Time, bool) {
	config := h.stationConfig(at).USBL
	if config == nil {
		return h.exactly(n)
	}
	station := h.nodes[at]
	home := station.at.Position(0)
	f := &finder{
		target: n.node, dark: func() bool { return n.isDown() || station.isDown() }, usbl: config.New(h.streams, station.name+"/usbl/"+n.name), speed: h.water.SoundSpeed(home),
		here:   vehicle.Motion{Position: home, Attitude: geom.FromEuler(0, 0, 0)},
		digest: h.digesting(),
	}
	h.Kernel.Every(sim.Comm, config.Due(0), config.Interval(), f.sample)
	return f.read
}

// exactly returns the measurement of what is so, or was so on a clock that goes
// another way: see Plan.Skew.
func (h *harbour) exactly(n programmed) func(now sim.Time) (geom.Vec, sim.Time, bool) {
	skew := h.plan.Skew
	if skew == nil {
		return func(now sim.Time) (geom.Vec, sim.Time, bool) {
			at, _ := n.moves(now)
			return at, now, true
		}
	}
	return func(now sim.Time) (geom.Vec, sim.Time, bool) {
		at, velocity := n.moves(now)
		return at.Add(velocity.Scale(skew(now))), now, true
	}
}

// finder finds a node with an instrument that measures at its own times.
type finder struct {
	target *node
	dark   func() bool // one of the two has no power
	usbl   *sensor.USBL
	here   vehicle.Motion // the station
	speed  float64        // of sound, m/s
	coming []sensor.Fix   // that have not come out yet, by the time at which they will
	last   sensor.Fix     // that has
	fixed  bool
	digest *digest
}

// sample begins a measurement.
func (f *finder) sample(now sim.Time) {
	f.take(now)
	if f.dark() {
		return
	}
	at, v := f.target.moves(now)
	there := &vehicle.Motion{Position: at, Attitude: geom.FromEuler(0, 0, 0), Velocity: vehicle.Six{v.X, v.Y, v.Z}}
	fix, ok := f.usbl.Read(now, &f.here, there, f.speed)
	f.digest.measured(now, ok, fix.Distance, fix.Bearing, fix.Elevation)
	if ok {
		f.coming = append(f.coming, fix)
	}
}

// take keeps the newest reading that has come out.
func (f *finder) take(now sim.Time) {
	n := 0
	for n < len(f.coming) && f.coming[n].Available <= now {
		f.last, f.fixed = f.coming[n], true
		n++
	}
	f.coming = append(f.coming[:0], f.coming[n:]...)
}

// read returns where the node is, and since when that holds.
func (f *finder) read(now sim.Time) (geom.Vec, sim.Time, bool) {
	f.take(now)
	return f.here.Position.Add(f.last.Offset()), f.last.Taken, f.fixed
}

// stationConfig returns the program of a station.
func (b *builder) stationConfig(node int) *ncs.StationConfig {
	return b.groupOf(node).Run.(*ncs.StationConfig)
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
