package scenarios

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"halocline/plant"
	"halocline/plant/vehicle"
	"halocline/scenarios/strict"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// VehicleConfig makes a node a vehicle that moves by its equations of motion.
type VehicleConfig struct {
	Model      string                 `yaml:"model" bare:"true" doc:"vehicle of the library, or vehicle file beside the scenario; left out where dynamics is given"`
	Dynamics   vehicle.DynamicsConfig `yaml:"dynamics" doc:"equations of motion other than those of a vehicle file, in place of a model"`
	Step       time.Duration          `yaml:"step" range:"(0,1]" doc:"step of the integration"`
	Integrator string                 `yaml:"integrator" oneof:"rk4|semi-implicit-euler" doc:"method of integration. rk4: the classical Runge-Kutta method of fourth order; semi-implicit-euler: one evaluation a step, first the velocity, then the position with the new velocity"`
	Ground     string                 `yaml:"ground" oneof:"ignore|rest|crash" doc:"what happens at the seabed. ignore: nothing; rest: the vehicle rests there; crash: the run ends"`
	Force      geom.Vec               `yaml:"force" as:"vector" unit:"N" doc:"constant force asked of the thrusters, in the body frame: forward, left, up"`
	Moment     geom.Vec               `yaml:"moment" as:"vector" unit:"N.m" doc:"constant moment asked of the thrusters, about the same axes"`
	Contact    ContactConfig          `yaml:"contact" doc:"contact with the bottom, obstacles and other vehicles"`
	Failures   []FailureConfig        `yaml:"failures" doc:"thrusters, fins and instruments that fail during the run, for good or for a time. Programs do not know of it: they still assign forces to a thruster that has failed"`
}

// Defaults makes steps of a millisecond.
func (c *VehicleConfig) Defaults() {
	c.Step, c.Integrator, c.Ground = time.Millisecond, "rk4", "rest"
	c.Contact.Defaults()
}

// Validate checks that one thing alone says how the vehicle moves.
func (c *VehicleConfig) Validate() error {
	switch {
	case c.Model == "" && c.Dynamics == nil:
		return fault.In("model", "a vehicle has no model; write one of the library, as in vehicle: rexrov, the name of a vehicle file, or dynamics")
	case c.Model != "" && c.Dynamics != nil:
		return fault.In("dynamics", "the vehicle has a model, which is its dynamics; leave one of the two out; null takes out what a base has")
	}
	return nil
}

// buildVehicles makes the bodies of all nodes that are vehicles.
func (b *builder) buildVehicles() {
	first := 0
	for i := range b.plan.Nodes {
		group := &b.plan.Nodes[i]
		nodes := b.nodes[first : first+group.size()]
		first += group.size()
		if group.Vehicle == nil {
			continue
		}
		key := "nodes[" + strconv.Itoa(i) + "]"
		if group.Velocity != (geom.Vec{}) {
			b.plan.doc.Fault(key+".velocity", "a vehicle moves by its equations; write force into the vehicle, or leave vehicle out")
			continue
		}
		if fresh, err := b.dynamics(group.Vehicle); !b.plan.doc.FaultFrom(key+".vehicle", err) {
			b.buildVehicleGroup(key+".vehicle", group, nodes, fresh)
		}
	}
}

// buildVehicleGroup makes the bodies of the nodes of a group, whose vehicle has a key.
func (b *builder) buildVehicleGroup(key string, group *Node, nodes []*node, fresh func() (vehicle.Dynamics, error)) {
	var demand *vehicle.Input // of all alike
	for i, n := range nodes {
		d, err := fresh()
		if b.plan.doc.FaultFrom(key+".dynamics", err) {
			return
		}
		if demand == nil {
			if demand, err = group.Vehicle.demand(d); b.plan.doc.FaultFrom(key, err) {
				return
			}
		}
		body := plant.NewBody(b.Kernel, n.name, d, b.water,
			vehicle.AtRest(n.at.Position(0), group.Heading), group.Vehicle.Step, group.Vehicle.ground(d))
		if m := body.Model(); m != nil && i == 0 {
			b.warnVehicle(group, m, demand, n.at.Position(0))
		}
		body.Command(demand)
		n.at, n.body = body, body
		b.failActuators(key, n, group.Vehicle.Failures)
	}
}

// dynamics returns what makes the equations of motion of each vehicle of a group.
func (b *builder) dynamics(c *VehicleConfig) (func() (vehicle.Dynamics, error), error) {
	setup := vehicle.Setup{Step: c.Step.Seconds(), Integrator: c.integrator(), Open: b.open}
	if c.Dynamics != nil {
		return func() (vehicle.Dynamics, error) {
			d, err := c.Dynamics.Build(setup)
			if err != nil {
				return nil, err
			}
			if d == nil {
				return nil, errNothing("Build")
			}
			if n := len(d.Actuators()); n > vehicle.MaxActuators {
				return nil, fmt.Errorf("a vehicle with %d actuators; at most %d are possible", n, vehicle.MaxActuators)
			}
			return d, nil
		}, nil
	}
	name := c.Model
	if !b.plan.files.Library.vehicles.has(name) {
		name = strict.Beside(b.plan.File, name)
	}
	_, model, err := b.plan.files.Library.readVehicle(b.plan.files.Data, name, nil)
	if err != nil {
		return nil, err
	}
	return func() (vehicle.Dynamics, error) { return model.Stepper(setup.Step, setup.Integrator), nil }, nil
}

// demand returns what is asked of the actuators from the beginning on: the constant force and moment, where they are given.
func (c *VehicleConfig) demand(d vehicle.Dynamics) (*vehicle.Input, error) {
	demand := &vehicle.Input{}
	if c, ok := d.(vehicle.Commanded); ok {
		*demand = c.Command()
	}
	tau := vehicle.Six{c.Force.X, c.Force.Y, c.Force.Z, c.Moment.X, c.Moment.Y, c.Moment.Z}
	if tau == (vehicle.Six{}) {
		return demand, nil
	}
	allocating, ok := d.(vehicle.Allocating)
	if !ok {
		key := "force"
		if c.Force == (geom.Vec{}) {
			key = "moment"
		}
		return nil, fault.In(key, "these dynamics do not share a force out among their actuators; leave it out")
	}
	axes := slices.Clone(allocating.Controlled())
	for i, axis := range vehicle.Axes() {
		if tau[i] != 0 && !slices.Contains(axes, axis) {
			axes = append(axes, axis)
		}
	}
	allocation, err := allocating.Allocate(axes...)
	if err != nil {
		return nil, err
	}
	allocation.Thrusts(&tau, demand)
	return demand, nil
}

// warnVehicle warns of what a vehicle that begins at a place is unlikely to do on purpose.
func (b *builder) warnVehicle(group *Node, m *vehicle.Model, demand *vehicle.Input, at geom.Vec) {
	for _, w := range unlikely(m, b.water.Density(at), group.Vehicle.Model) {
		b.warnings = append(b.warnings, "node "+group.Name+" "+w)
	}
	if group.Run == nil {
		b.warnPushed(group, m, demand, at)
	}
}

// unlikely says what a vehicle is unlikely to do on purpose in water of a density in kg/m3.
func unlikely(m *vehicle.Model, density float64, file string) []string {
	var said []string
	for _, w := range []string{unlikelyWeight(m, density, file), unlikelyRest(m, density, file), unlikelySize(m, file)} {
		if w != "" {
			said = append(said, w)
		}
	}
	return said
}

// unlikelyRest says that a vehicle does not stay level by itself; "" is that it does, or that its
// centres are together, so that nothing turns it.
func unlikelyRest(m *vehicle.Model, density float64, file string) string {
	const least = 1e-4 // m, of a lever
	tilt, moment := m.Rest(density)
	if tilt <= vehicle.MostTilt || moment <= least*m.Mass*m.Gravity {
		return ""
	}
	return fmt.Sprintf("capsizes: with nothing that holds it, it comes to rest at a tilt of %.0f degrees, turned by up to %.3g N m, because its centre of gravity is not below its centre of buoyancy; look at centre_of_gravity, centre_of_buoyancy and frame in %s: up is +z with frame: flu, and -z with frame: frd",
		tilt*180/math.Pi, moment, file)
}

// unlikelySize says that a vehicle displaces more than its hull holds or next to nothing of it, or that a thruster is away
// from the hull by more than half of its greatest length; "" is neither. A hull whose size is left out is a cube of its volume.
func unlikelySize(m *vehicle.Model, file string) string {
	const rounding, frame = 0.99, 100 // an open frame displaces some thirds to tenths of its box
	size := m.Size
	box := size.X * size.Y * size.Z
	switch {
	case box < rounding*m.Volume:
		return fmt.Sprintf("displaces %.3g m3, and its hull of %.3g m x %.3g m x %.3g m has room for %.3g m3; look at size and volume in %s", m.Volume, size.X, size.Y, size.Z, box, file)
	case box > frame*m.Volume && m.Volume > 0:
		return fmt.Sprintf("displaces %.3g m3, and its hull of %.3g m x %.3g m x %.3g m is %.0f times as large; look at size and volume in %s", m.Volume, size.X, size.Y, size.Z, box/m.Volume, file)
	case math.Abs(box/m.Volume-1) < 1e-9 && size.X == size.Y && size.Y == size.Z:
		return ""
	}
	half, longest := size.Scale(0.5), max(size.X, size.Y, size.Z)
	for i, t := range m.Thrusters {
		at := t.Position.Sub(m.Body.Buoyancy)
		if out := max(math.Abs(at.X)-half.X, math.Abs(at.Y)-half.Y, math.Abs(at.Z)-half.Z); out > longest/2 {
			name := t.Name
			if name == "" {
				name = strconv.Itoa(i + 1)
			}
			return fmt.Sprintf("has its thruster %s %.3g m away from its hull, which is %.3g m x %.3g m x %.3g m about its centre of buoyancy; look at its position, and at size, in %s", name, out, size.X, size.Y, size.Z, file)
		}
	}
	return ""
}

// warnPushed warns of what a constant force, with nobody who steers, does to a vehicle.
func (b *builder) warnPushed(group *Node, m *vehicle.Model, demand *vehicle.Input, at geom.Vec) {
	density := b.water.Density(at)
	tilt, righting := m.Rest(density)
	turn, asked := m.Moment(demand), group.Vehicle.Moment
	if moment := math.Hypot(turn.X, turn.Y); asked.X == 0 && asked.Y == 0 && tilt <= vehicle.MostTilt && moment > righting {
		b.warn("node %s turns over: its force turns it with %.4g N m, which is more than its righting moment of %.4g N m; ask for less force, have the thrusters act at the height of its middle, or ask for a moment of 0 about roll and pitch with thrusters that act on them",
			group.Name, moment, righting)
	}
	if ahead := m.Force(demand).X; ahead > 0 {
		if w := vehicle.UnlikelyPitch(m, density, m.SpeedAt(ahead)); w != "" {
			b.warn("node %s %s", group.Name, w)
		}
	}
}

// unlikelyWeight says that a vehicle sinks or rises against all that its thrusters can do,
// or that its mass and its volume hardly belong together; "" is neither. Vehicles that
// weigh a little more or less than their water are trimmed, those with fins fly, and surface craft stay up.
func unlikelyWeight(m *vehicle.Model, density float64, file string) string {
	least := 0.02
	if len(m.Fins) > 0 {
		least = 0.2
	}
	weight, lift := m.Mass*m.Gravity, density*m.Volume*m.Gravity
	net, does, way, most := weight-lift, "weighs %.4g N more than it displaces", "up", 0.0
	if net < 0 {
		net, does, way = -net, "displaces %.4g N more than it weighs", "down"
	}
	for i := range m.Thrusters {
		up, down := m.Thrusters[i].Vertical()
		if way == "down" {
			up = down
		}
		most += up
	}
	solid := m.Mass / m.Volume // +Inf without volume
	switch {
	case net > most && net > least*weight && !(way == "down" && staysUp(m)):
		return fmt.Sprintf(does+", and its thrusters give at most %.4g N %s; look at mass and volume in %s, and at water.density, here %.4g kg/m3", net, most, way, file, density)
	case weight > 0 && (solid < 100 || solid > 10_000):
		return fmt.Sprintf("has %.4g kg in %.4g m3, which is %.4g kg/m3; look at mass and volume in %s", m.Mass, m.Volume, solid, file)
	}
	return ""
}

// staysUp reports whether a vehicle is a surface craft: it says what its thrusters act on, and nothing of it acts up and down.
func staysUp(m *vehicle.Model) bool {
	down := slices.ContainsFunc(m.Thrusters, func(t vehicle.Thruster) bool { return t.Axis.Z != 0 })
	dives := slices.ContainsFunc(m.Fins, func(f vehicle.Fin) bool { return f.MaxAngle > 0 && f.Hinge.Z == 0 })
	return len(m.Controls) > 0 && !down && !dives
}

func (c *VehicleConfig) integrator() vehicle.Integrator {
	if c.Integrator == "semi-implicit-euler" {
		return vehicle.SemiImplicitEuler
	}
	return vehicle.RK4
}

// ground says what the bottom does to a body by itself. One with a model is pushed back by a contact; others cannot be pushed.
func (c *VehicleConfig) ground(d vehicle.Dynamics) plant.Ground {
	_, pushed := d.(vehicle.Modelled)
	switch {
	case c.Ground == "crash":
		return plant.Crash
	case c.Ground == "rest" && !pushed:
		return plant.Rest
	}
	return plant.Ignore
}
