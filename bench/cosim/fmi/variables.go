package fmi

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/sim"
)

// kind is the type of a variable, as the description has it.
type kind string

// The types in use.
const (
	float   kind = "Float64"
	boolean kind = "Boolean"
	text    kind = "String"
)

// causality is what a variable is to the importer.
type causality string

// The causalities in use.
const (
	input       causality = "input"
	output      causality = "output"
	independent causality = "independent"
)

// variable is one of an FMU. Its reference is its place in the list, which follows from the plan alone.
type variable struct {
	kind      kind
	causality causality
	name      string
	unit      string // of a Float64; 1 for none
	about     string
	jumps     bool // a Float64 that changes at instants only

	port    string // of an input
	number  func(now sim.Time) float64
	truth   func(now sim.Time) bool
	word    func() string
	written string // the input that was set last
	value   float64
}

// variables makes the list of an instance: time, what is said of the run, inputs, and what each node believes and reads.
func (i *Instance) variables() error {
	i.all = []variable{
		{kind: float, causality: independent, name: "time", unit: "s", about: "simulated time", number: sim.Time.Seconds},
		{kind: text, causality: output, name: "fingerprint", about: "fingerprint of the run so far; at its end, after the last step or fmi3Terminate, that which halocline run prints", word: i.fingerprint.Sum},
		{kind: boolean, causality: output, name: "ended", about: "whether the run has ended: by its duration, or because what was to be simulated is over", truth: func(sim.Time) bool { return i.ended }},
	}
	ported := map[string]bool{}
	for _, p := range i.run.Ports() {
		ported[p.Node] = true
		in := variable{kind: float, causality: input, name: p.Full(), port: p.Full(), unit: cmp.Or(p.Unit, "1"), about: fmt.Sprintf("port %s of node %s: %s", p.Name, p.Node, p.Doc)}
		if p.Take != nil {
			in.kind, in.unit = text, ""
		}
		i.all = append(i.all, in)
	}
	gauges := i.run.Gauges()
	for n, name := range i.names.Nodes {
		if ported[name] || i.run.See(int32(n), 0).Moves {
			i.addMotion(int32(n), name)
			for k := range gauges {
				if gauges[k].Node == int32(n) {
					i.addGauge(&gauges[k], name)
				}
			}
		}
	}
	return i.unique()
}

// unique checks that no two variables have one name.
func (i *Instance) unique() error {
	seen := map[string]bool{}
	for k := range i.all {
		name := i.all[k].name
		if seen[name] {
			return fmt.Errorf("two variables have the name %s; give the node or its port another name", name)
		}
		seen[name] = true
	}
	return nil
}

// addMotion adds how a node believes to move.
func (i *Instance) addMotion(n int32, name string) {
	add := func(what, unit, about string, of func(*vehicle.Motion) float64) {
		i.all = append(i.all, variable{
			kind: float, causality: output, name: name + "." + what, unit: unit,
			about: about + ", as node " + name + " believes, which is the truth where nothing estimates it; NaN before it knows",
			number: func(now sim.Time) float64 {
				seen := i.run.See(n, now)
				if !seen.Knows {
					return math.NaN()
				}
				return of(&seen.Believed)
			},
		})
	}
	add("position.x", "m", "position along x of the world", func(m *vehicle.Motion) float64 { return m.Position.X })
	add("position.y", "m", "position along y of the world", func(m *vehicle.Motion) float64 { return m.Position.Y })
	add("position.z", "m", "position along z of the world, which is up from the surface", func(m *vehicle.Motion) float64 { return m.Position.Z })
	add("attitude.roll", "rad", "roll, positive with the right side down", func(m *vehicle.Motion) float64 { _, _, roll := m.Attitude.Euler(); return roll })
	add("attitude.pitch", "rad", "pitch, positive with the bow down", func(m *vehicle.Motion) float64 { _, pitch, _ := m.Attitude.Euler(); return pitch })
	add("attitude.yaw", "rad", "heading, from x of the world to its y", func(m *vehicle.Motion) float64 { yaw, _, _ := m.Attitude.Euler(); return yaw })
	for _, axis := range vehicle.Axes() {
		unit, about := "m/s", "velocity over ground along the vehicle's own axis "+axis.String()
		if axis >= vehicle.Roll {
			unit, about = "rad/s", "rate about the vehicle's own axis "+axis.String()
		}
		add("velocity."+axis.String(), unit, about, func(m *vehicle.Motion) float64 { return m.Velocity[axis] })
	}
	i.all = append(i.all,
		variable{kind: float, causality: output, name: name + ".clock", unit: "s", about: "time by the clock of node " + name, number: func(now sim.Time) float64 { return i.run.See(n, now).Local.Seconds() }},
		variable{kind: boolean, causality: output, name: name + ".down", about: "whether node " + name + " has no power", truth: func(now sim.Time) bool { return i.run.See(n, now).Down }})
}

// addGauge adds what an instrument reads.
func (i *Instance) addGauge(g *scenarios.Gauge, node string) {
	add := func(name, unit, about string, number func(sim.Time) float64) {
		i.all = append(i.all, variable{kind: float, causality: output, jumps: true, name: node + "." + g.Instrument + "." + name, unit: unit, about: about, number: number})
	}
	newest := &reading{taken: math.NaN()}
	for _, q := range g.Quantities {
		r := &reading{value: math.NaN(), all: newest}
		i.readings[gauge{g.Node, g.Instrument, q.Column()}] = r
		add(q.Column(), cmp.Or(q.Unit, "1"), fmt.Sprintf("newest reading of %s by instrument %s of node %s that is available; NaN before the first", strings.ReplaceAll(q.Name, "_", " "), g.Instrument, node),
			func(now sim.Time) float64 { r.advance(now); return r.value })
	}
	add("taken", "s", fmt.Sprintf("time at which the newest available reading of instrument %s of node %s was taken; NaN before the first", g.Instrument, node),
		func(now sim.Time) float64 { return newest.taken })
}

// gauge names a number that an instrument reads.
type gauge struct {
	node             int32
	instrument, name string
}

// reading is the newest of such a number.
type reading struct {
	value, taken float64
	coming       []scenarios.Reading // that are not available yet
	all          *reading            // of the instrument
}

// advance takes what is available by now. A later reading may be available earlier: then those before it are not waited for.
func (r *reading) advance(now sim.Time) {
	last := len(r.coming) - 1
	for last >= 0 && r.coming[last].Available > now {
		last--
	}
	if last >= 0 {
		r.value, r.all.taken = r.coming[last].Value, r.coming[last].Taken.Seconds()
		r.coming = append(r.coming[:0], r.coming[last+1:]...)
	}
}

// find returns the variable of a reference.
func (i *Instance) find(reference uint32, of kind) (*variable, error) {
	if uint64(reference) >= uint64(len(i.all)) {
		return nil, fmt.Errorf("there is no variable with value reference %d; they go from 0 to %d, see modelDescription.xml", reference, len(i.all)-1)
	}
	v := &i.all[reference]
	if v.kind != of {
		return nil, fmt.Errorf("variable %s is a %s, and a %s is asked for", v.name, v.kind, of)
	}
	return v, nil
}

// units returns the units of the variables, each once.
func (i *Instance) units() []string {
	var all []string
	seen := map[string]bool{}
	for k := range i.all {
		if u := i.all[k].unit; u != "" && !seen[u] {
			seen[u], all = true, append(all, u)
		}
	}
	return all
}
