package scenarios

import (
	"fmt"
	"math"
	"strconv"

	"halocline/plant"
	"halocline/plant/contact"
	"halocline/plant/program"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/metric"
	"halocline/sim/solid"
	"halocline/sim/trace"
)

// World is what is in the water beside nodes.
type World struct {
	Obstacles []solid.Config `yaml:"obstacles" doc:"fixed obstacles; a vehicle that touches one is pushed back"`
}

// Validate checks that no two things have one name.
func (w *World) Validate() error {
	seen := map[string]bool{}
	for i, o := range w.Obstacles {
		if seen[o.Label()] {
			return fault.In("obstacles["+strconv.Itoa(i)+"].name", "%q is the name of another obstacle; choose another", o.Label())
		}
		seen[o.Label()] = true
	}
	return nil
}

// ContactConfig describes how a vehicle touches the bottom, things and other vehicles.
type ContactConfig struct {
	Sinks    float64    `yaml:"sinks" unit:"m" range:"(0,1]" doc:"depth to which the vehicle's weight in air presses one of its points into what it touches; it sets the stiffness of contacts"`
	Damping  float64    `yaml:"damping" unit:"s/m" range:"[0,10]" doc:"coefficient c of the law of Hunt and Crossley: a slow bounce at a speed v leaves the share 1 - c v of the speed"`
	Friction float64    `yaml:"friction" range:"[0,10]" doc:"coefficient of friction"`
	Creep    float64    `yaml:"creep" unit:"m/s" range:"(0,1]" doc:"sliding speed below which friction falls with the speed, so that a vehicle that rests on a slope creeps"`
	Crash    float64    `yaml:"crash_speed" unit:"m/s" range:"[0,100]" doc:"speed of a contact above which the run ends with an error; 0 for no such speed"`
	Points   []geom.Vec `yaml:"points" as:"vector" unit:"m" range:"[-1e3,1e3]" doc:"points in the body frame that touch the bottom and obstacles; the corners of the hull's size if left out"`
}

// Defaults sets a hard and rough contact.
func (c *ContactConfig) Defaults() {
	*c = ContactConfig{Sinks: 0.01, Damping: 0.3, Friction: 0.5, Creep: 0.01}
}

// Metrics implements metric.Config.
func (*ContactConfig) Metrics() []metric.Def { return contactMetrics().Defs() }

func contactMetrics() metric.List[touched] {
	var l metric.List[touched]
	l.Add("contacts", "", metric.Count, "contacts with the bottom, obstacles and other vehicles", func(t *touched) float64 { return t.contacts })
	l.Add("collisions", "", metric.Count, "contacts with other vehicles", func(t *touched) float64 { return t.collisions })
	l.Add("impulse_max", "N.s", metric.Maximum, "greatest impulse of a contact, which is force times time and grows for as long as something pushes the vehicle against it; 0 without any", func(t *touched) float64 { return t.impulse })
	l.Add("contact_speed_max", "m/s", metric.Maximum, "greatest speed with which the vehicle came into a contact; 0 without any", func(t *touched) float64 { return t.speed })
	return l
}

// touched counts what a vehicle has touched.
type touched struct{ contacts, collisions, impulse, speed float64 }

// Values implements metric.Source.
func (t *touched) Values(put func(def int, subject string, v float64)) {
	contactMetrics().Put(t, "", put)
}

// law returns the law of contact of a vehicle of a mass.
func (c *ContactConfig) law(mass float64) contact.Law {
	const gravity = 9.80665 // m/s2
	return contact.Law{Stiffness: contact.Stiff(mass*gravity, c.Sinks), Damping: c.Damping, Friction: c.Friction, Creep: c.Creep}
}

// MeasuredOfVehicles returns what every vehicle measures, whatever runs on it.
func MeasuredOfVehicles() Measured {
	return Measured{Thing: "<vehicle>", Defs: contactMetrics().Defs()}
}

// touching tells and counts what vehicles touch.
type touching struct {
	*Simulation
	nodes  []int // by body
	counts []*touched
}

// obstacle is a thing in the water.
type obstacle struct {
	plant.Thing
	of      int32               // the node whose program has put it there; trace.None where that is the scenario
	touched func(program.Touch) // nil: the program does not ask
}

// buildContacts has vehicles touch the bottom, things and each other. Those of which only a motion is known, without masses,
// pass through all of them.
func (b *builder) buildContacts() {
	all := &touching{Simulation: b.Simulation}
	var floor plant.Floor
	for _, n := range b.nodes {
		if n.group.Vehicle != nil && n.group.Vehicle.Ground == "rest" && !math.IsInf(b.water.Seabed(n.at.Position(0)), 1) {
			floor = b.water
		}
	}
	b.touching = all
	b.contacts = plant.NewContacts(b.Kernel, floor, all.begin, all.end)
	for _, o := range b.plan.World.Obstacles {
		b.addObstacle(obstacle{plant.Thing{Name: o.Label(), Solid: o.Solid()}, trace.None, nil})
	}
	for i, n := range b.nodes {
		if n.body == nil || n.body.Model() == nil {
			continue
		}
		config := n.group.Vehicle.Contact
		hull := plant.HullOf(n.body.Model(), config.law(n.body.Model().Mass))
		if config.Points != nil {
			hull.Points = config.Points
		}
		hull.Bottomless = n.group.Vehicle.Ground != "rest"
		n.hull, n.touched = &hull.Capsule, &touched{}
		b.contacts.Add(n.body, hull)
		all.nodes, all.counts = append(all.nodes, i), append(all.counts, n.touched)
	}
}

// addObstacle puts a thing into the water.
func (b *builder) addObstacle(o obstacle) {
	b.obstacles = append(b.obstacles, o)
	b.contacts.AddThing(o.Thing)
}

// startContacts begins to look for contacts, when all obstacles are there, if there can be any.
func (b *builder) startContacts() {
	if b.contacts.Idle() {
		b.contacts = nil
		return
	}
	for k, i := range b.touching.nodes {
		b.measure("<vehicle>", b.nodes[i].name, &b.nodes[i].group.Vehicle.Contact, b.touching.counts[k])
	}
	for _, o := range b.contacts.Overlaps() {
		b.overlap(o)
	}
	b.contacts.Start()
}

// overlap reports a vehicle that begins in something.
func (b *builder) overlap(o plant.Overlap) {
	t := &plant.Touch{Body: o.Body, Other: o.Other}
	n, i := b.touching.nodes[o.Body], 0
	for first := 0; n >= first+b.plan.Nodes[i].size(); i++ {
		first += b.plan.Nodes[i].size()
	}
	b.plan.doc.Fault(fmt.Sprintf("nodes[%d].at", i), "node %s begins %.2f m deep in %s, which would throw it out; give it another place", b.names.Nodes[n], o.Depth, b.touching.what(t))
}

// begin counts a contact for both, and tells it with its speed.
func (a *touching) begin(t *plant.Touch) {
	a.both(t, func(of *touched) {
		of.contacts++
		of.speed = max(of.speed, t.Speed)
		if t.Other >= 0 {
			of.collisions++
		}
	})
	a.tell(t, "contact", t.Speed)
	a.report(t, true)
	a.crash(t)
}

// crash ends the run where a contact is faster than one of its vehicles may come into.
func (a *touching) crash(t *plant.Touch) {
	most := a.mostSpeed(t.Body)
	if t.Other >= 0 {
		most = min(most, a.mostSpeed(t.Other))
	}
	if t.Speed <= most {
		return
	}
	a.Kernel.Fail(fmt.Errorf("node %s comes into contact with %s at %.3g m/s; its crash_speed is %g m/s", a.names.Nodes[a.nodes[t.Body]], a.what(t), t.Speed, most))
}

// what names what is touched.
func (a *touching) what(t *plant.Touch) string {
	o := a.obstacle(t)
	switch {
	case t.Other >= 0:
		return "node " + a.names.Nodes[a.nodes[t.Other]]
	case o == nil:
		return "the bottom"
	case o.of != trace.None:
		return "the " + o.Name + " of node " + a.names.Nodes[o.of]
	}
	return o.Name
}

// mostSpeed returns the speed above which a contact of a body is a crash, m/s.
func (a *touching) mostSpeed(body int) float64 {
	if c := a.Simulation.nodes[a.nodes[body]].group.Vehicle.Contact.Crash; c > 0 {
		return c
	}
	return math.Inf(1)
}

// end tells a contact with its impulse.
func (a *touching) end(t *plant.Touch) {
	a.both(t, func(of *touched) { of.impulse = max(of.impulse, t.Impulse) })
	a.tell(t, "impulse", t.Impulse)
	a.report(t, false)
}

func (a *touching) both(t *plant.Touch, count func(*touched)) {
	count(a.counts[t.Body])
	if t.Other >= 0 {
		count(a.counts[t.Other])
	}
}

// obstacle returns what is touched; nil where that is the bottom or a vehicle.
func (a *touching) obstacle(t *plant.Touch) *obstacle {
	if t.Other >= plant.Bottom {
		return nil
	}
	return &a.obstacles[plant.Bottom-1-t.Other]
}

// report tells the program whose obstacle is touched.
func (a *touching) report(t *plant.Touch, begins bool) {
	if o := a.obstacle(t); o != nil && o.touched != nil {
		o.touched(program.Touch{Node: int32(a.nodes[t.Body]), Begins: begins, Speed: t.Speed})
	}
}

// tell emits a fact, with the name of what is touched.
func (a *touching) tell(t *plant.Touch, what string, value float64) {
	if a.tracer == nil {
		return
	}
	r := trace.Record{At: a.Kernel.Now(), Kind: trace.Fact, Node: int32(a.nodes[t.Body]), Peer: trace.None, Value: value}
	switch o := a.obstacle(t); {
	case t.Other >= 0:
		r.Peer, r.Note = int32(a.nodes[t.Other]), what
	case o == nil:
		r.Note = what + "_bottom"
	default:
		r.Peer, r.Note = o.of, what+"_"+o.Name
	}
	a.tracer.Emit(r)
}
