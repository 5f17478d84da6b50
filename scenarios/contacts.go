package scenarios

import (
	"math"
	"strconv"

	"halocline/plant"
	"halocline/plant/contact"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/metric"
	"halocline/sim/solid"
	"halocline/sim/trace"
)

// World is what is in the water beside nodes.
type World struct {
	Obstacles []solid.Config `yaml:"obstacles" doc:"things that stay where they are: vehicles that touch them are pushed back"`
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
	Sinks    float64    `yaml:"sinks" unit:"m" range:"(0,1]" doc:"depth to which the weight of the vehicle in air presses one point of it into what it touches"`
	Damping  float64    `yaml:"damping" unit:"s/m" range:"[0,10]" doc:"c of Hunt and Crossley's law: after a slow bounce at a speed v the share 1 - c v of it is left"`
	Friction float64    `yaml:"friction" range:"[0,10]" doc:"coefficient of friction"`
	Creep    float64    `yaml:"creep" unit:"m/s" range:"(0,1]" doc:"sliding speed below which friction falls with the speed, so that what rests on a slope creeps"`
	Points   []geom.Vec `yaml:"points" as:"vector" unit:"m" range:"[-1e3,1e3]" doc:"points in the body frame that touch the bottom and things; the corners of the hull's size if left out"`
}

// Defaults sets a hard and rough contact.
func (c *ContactConfig) Defaults() {
	*c = ContactConfig{Sinks: 0.01, Damping: 0.3, Friction: 0.5, Creep: 0.01}
}

// Metrics implements metric.Config.
func (*ContactConfig) Metrics() []metric.Def { return contactMetrics().Defs() }

func contactMetrics() metric.List[touched] {
	var l metric.List[touched]
	l.Add("contacts", "", metric.Count, "contacts with the bottom, things and other vehicles", func(t *touched) float64 { return t.contacts })
	l.Add("collisions", "", metric.Count, "contacts with other vehicles", func(t *touched) float64 { return t.collisions })
	l.Add("impulse_max", "N.s", metric.Maximum, "greatest impulse of a contact; 0 without any", func(t *touched) float64 { return t.impulse })
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
	things []plant.Thing
	nodes  []int // by body
	counts []*touched
}

// buildContacts has vehicles touch the bottom, things and each other. Those of which only a motion is known, without masses,
// pass through all of them.
func (b *builder) buildContacts() {
	all := &touching{Simulation: b.Simulation}
	for _, o := range b.plan.World.Obstacles {
		all.things = append(all.things, plant.Thing{Name: o.Label(), Solid: o.Solid()})
	}
	var floor plant.Floor
	for _, n := range b.nodes {
		if n.group.Vehicle != nil && n.group.Vehicle.Ground == "rest" && !math.IsInf(b.water.Seabed(n.at.Position(0)), 1) {
			floor = b.water
		}
	}
	contacts := plant.NewContacts(b.Kernel, floor, all.things, all.begin, all.end)
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
		contacts.Add(n.body, hull)
		all.nodes, all.counts = append(all.nodes, i), append(all.counts, &touched{})
	}
	if len(all.nodes) == 0 || len(all.nodes) == 1 && floor == nil && len(all.things) == 0 {
		return
	}
	for k, i := range all.nodes {
		b.measure("<vehicle>", b.nodes[i].name, &b.nodes[i].group.Vehicle.Contact, all.counts[k])
	}
	contacts.Start()
	b.contacts = contacts
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
}

// end tells a contact with its impulse.
func (a *touching) end(t *plant.Touch) {
	a.both(t, func(of *touched) { of.impulse = max(of.impulse, t.Impulse) })
	a.tell(t, "impulse", t.Impulse)
}

func (a *touching) both(t *plant.Touch, count func(*touched)) {
	count(a.counts[t.Body])
	if t.Other >= 0 {
		count(a.counts[t.Other])
	}
}

// tell emits a fact, with the name of what is touched.
func (a *touching) tell(t *plant.Touch, what string, value float64) {
	if a.tracer == nil {
		return
	}
	r := trace.Record{At: a.Kernel.Now(), Kind: trace.Fact, Node: int32(a.nodes[t.Body]), Peer: trace.None, Value: value}
	switch {
	case t.Other >= 0:
		r.Peer, r.Note = int32(a.nodes[t.Other]), what
	case t.Other == plant.Bottom:
		r.Note = what + "_bottom"
	default:
		r.Note = what + "_" + a.things[plant.Bottom-1-t.Other].Name
	}
	a.tracer.Emit(r)
}
