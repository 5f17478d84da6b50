package scenarios

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"halocline/plant"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/trace"
)

// FailureConfig is the failure of one part of a vehicle, for good or for a time. Its beginning and its end are facts of the trace:
// failed_<part>, with the share of the thrust that is left or the angle of the fin in rad, and repaired_<part>.
type FailureConfig struct {
	Thruster   string        `yaml:"thruster" doc:"name of the thruster in its vehicle that loses thrust; instead of fin and instrument"`
	Fin        string        `yaml:"fin" doc:"name of the fin in its vehicle that sticks"`
	Instrument string        `yaml:"instrument" doc:"name of the instrument of the node that fails, such as dvl; the second of a kind is dvl2"`
	At         time.Duration `yaml:"at" required:"true" range:"[0,1e9]" doc:"time at which it fails"`
	To         time.Duration `yaml:"to" range:"[0,1e9]" doc:"time at which it works again; 0 for never"`
	Left       float64       `yaml:"left" range:"[0,1)" doc:"share of the thrust asked for that is left to a thruster; its power is that of the thrust that it gives"`
	Angle      *float64      `yaml:"angle" unit:"rad" range:"[-3.2,3.2]" doc:"angle at which a fin sticks; if left out, its angle at that time"`
	Readings   string        `yaml:"readings" oneof:"none|frozen" doc:"what a failed instrument reads. none: nothing; frozen: its last numbers again and again"`
}

// Failed is the beginning of a failure, or its end.
type Failed struct {
	At    float64 `json:"at_s"`
	Node  string  `json:"node"`
	Part  string  `json:"part"`
	Works bool    `json:"works"` // again
}

// Failures returns what has failed and works again so far.
func (s *Simulation) Failures() []Failed { return slices.Clone(s.failed) }

// Validate checks that one part fails, and that what is said of it goes with it.
func (c *FailureConfig) Validate() error {
	parts := 0
	for _, part := range []string{c.Thruster, c.Fin, c.Instrument} {
		if part != "" {
			parts++
		}
	}
	switch {
	case parts != 1:
		return errors.New("a failure is that of one part; name a thruster, a fin or an instrument")
	case c.Left > 0 && c.Thruster == "":
		return fault.In("left", "left is the share of its thrust that a thruster keeps, and %s is no thruster; leave it out", c.part())
	case c.Angle != nil && c.Fin == "":
		return fault.In("angle", "angle is where a fin sticks, and %s is none; leave it out", c.part())
	case c.Readings == "frozen" && c.Instrument == "":
		return fault.In("readings", "readings is what an instrument reads, and %s is none; leave it out", c.part())
	}
	return fault.Keep(c.Bounds())
}

// Bounds returns what the end of a failure keeps to.
func (c *FailureConfig) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "to", Value: c.To.Seconds(), Op: fault.MoreThan, Than: "at", Limit: c.At.Seconds(), When: "or 0", Off: c.To == 0,
		Why: fmt.Sprintf("it works again at %v and fails at %v; to must be later than at", c.To, c.At),
	}}
}

// Defaults has an instrument read nothing.
func (c *FailureConfig) Defaults() { c.Readings = "none" }

// part returns the name of what fails.
func (c *FailureConfig) part() string { return c.Thruster + c.Fin + c.Instrument }

// how returns what happens to an actuator.
func (c *FailureConfig) how() plant.Failure {
	f := plant.Failure{Left: c.Left, Stuck: c.Fin != "", At: math.NaN()}
	if c.Angle != nil {
		f.At = *c.Angle
	}
	return f
}

// failActuators schedules the failures of a vehicle's thrusters and fins. Thrusters are what needs power of its actuators.
func (b *builder) failActuators(key string, n *node, failures []FailureConfig) {
	actuators := n.body.Dynamics().Actuators()
	for i := range failures {
		f := &failures[i]
		if f.Instrument != "" {
			continue
		}
		kind, name := "thruster", f.Thruster
		if f.Fin != "" {
			kind, name = "fin", f.Fin
		}
		var names []string
		which := -1
		for k, a := range actuators {
			if a.Powered != (kind == "thruster") {
				continue
			}
			if names = append(names, a.Name); a.Name == name {
				which = k
			}
		}
		at := key + ".failures[" + strconv.Itoa(i) + "]"
		if which < 0 {
			b.plan.doc.Fault(at+"."+kind, "%s", strict.Unknown(kind, name, names))
			continue
		}
		var repair func()
		b.scheduleFailure(at, n, f, func() float64 {
			how := f.how()
			repair = n.body.Fail(which, how)
			if how.Stuck {
				return n.body.Asked(which)
			}
			return how.Left
		}, func() { repair() })
	}
}

// failInstruments schedules the failures of instruments.
func (b *builder) failInstruments() {
	for i := range b.plan.Nodes {
		v := b.plan.Nodes[i].Vehicle
		if v == nil {
			continue
		}
		for k := range v.Failures {
			if f := &v.Failures[k]; f.Instrument != "" {
				b.failInstrument(fmt.Sprintf("nodes[%d].vehicle.failures[%d]", i, k), &b.plan.Nodes[i], f)
			}
		}
	}
}

// failInstrument schedules the failure of an instrument at all nodes of a group.
func (b *builder) failInstrument(key string, group *Node, f *FailureConfig) {
	var names []string
	found := false
	for _, made := range b.instruments {
		n := b.nodes[made.node]
		if n.group != group {
			continue
		}
		if !slices.Contains(names, made.name) {
			names = append(names, made.name)
		}
		if made.name == f.Instrument {
			found = true
			b.scheduleFailure(key, n, f, func() float64 {
				made.failure.begin(f.Readings == "frozen")
				return 0
			}, func() { made.failure.end(f.Readings == "frozen") })
		}
	}
	switch {
	case len(names) == 0:
		b.plan.doc.Fault(key+".instrument", "node %s has no instruments; list them under instruments of the node. Those that its program has by itself do not fail", group.Name)
	case !found:
		b.plan.doc.Fault(key+".instrument", "%s", strict.Unknown("instrument", f.Instrument, names))
	}
}

// scheduleFailure schedules the beginning of a failure, which returns the number of its fact, and its end.
func (b *builder) scheduleFailure(key string, n *node, f *FailureConfig, begin func() float64, end func()) {
	if f.At >= b.duration {
		b.warn("%s: %s fails at %v, and the run ends at %v", key, f.part(), f.At, b.duration)
	}
	addr := int32(slices.Index(b.nodes, n))
	tell := func(what string, value float64) {
		b.failed = append(b.failed, Failed{At: b.Kernel.Now().Seconds(), Node: n.name, Part: f.part(), Works: what == "repaired"})
		if b.tracer != nil {
			b.tracer.Emit(trace.Record{At: b.Kernel.Now(), Kind: trace.Fact, Node: addr, Peer: trace.None, Note: what + "_" + f.part(), Value: value})
		}
	}
	b.Kernel.NewTimer(sim.Control, func(sim.Time) { tell("failed", begin()) }).Arm(sim.Time(f.At))
	if f.To > 0 {
		b.Kernel.NewTimer(sim.Control, func(sim.Time) {
			end()
			tell("repaired", 0)
		}).Arm(sim.Time(f.To))
	}
}

// failure is what fails of an instrument, at the moment. What it draws at random it draws all the same.
type failure struct {
	silent, frozen int       // failures that go on
	last           []float64 // the last numbers before; nil before there are any
}

func (f *failure) begin(frozen bool) {
	if frozen {
		f.frozen++
	} else {
		f.silent++
	}
}

func (f *failure) end(frozen bool) {
	if frozen {
		f.frozen--
	} else {
		f.silent--
	}
}

// affects changes what an instrument reads, and reports whether it reads anything.
func (f *failure) affects(values []float64, ok bool) bool {
	switch {
	case f.silent > 0:
		return false
	case f.frozen > 0:
		copy(values, f.last)
		return f.last != nil
	case ok:
		f.last = append(f.last[:0], values...)
	}
	return ok
}
