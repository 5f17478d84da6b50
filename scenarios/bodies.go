package scenarios

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"time"

	"halocline/plant"
	"halocline/plant/vehicle"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/geom"
)

// VehicleConfig makes a node a vehicle that moves by its equations of motion.
type VehicleConfig struct {
	Model      string          `yaml:"model" bare:"true" required:"true" doc:"a vehicle of the library, or a vehicle file beside the scenario"`
	Step       time.Duration   `yaml:"step" range:"(0,1]" doc:"step of the integration"`
	Integrator string          `yaml:"integrator" oneof:"rk4|semi-implicit-euler" doc:"how a step is taken"`
	Ground     string          `yaml:"ground" oneof:"ignore|rest|crash" doc:"what happens at the seabed: nothing; the vehicle rests there; the run ends"`
	Force      geom.Vec        `yaml:"force" as:"vector" unit:"N" doc:"constant force asked of the thrusters, in the body frame: forward, left, up"`
	Moment     geom.Vec        `yaml:"moment" as:"vector" unit:"N.m" doc:"constant moment asked of the thrusters, about the same axes"`
	Failures   []FailureConfig `yaml:"failures" doc:"thrusters that fail during the run"`
}

// FailureConfig is the end of a thruster.
type FailureConfig struct {
	Thruster string        `yaml:"thruster" required:"true" doc:"name of the thruster in its vehicle"`
	At       time.Duration `yaml:"at" required:"true" range:"[0,1e9]" doc:"when it fails"`
}

// Defaults makes steps of a millisecond.
func (c *VehicleConfig) Defaults() {
	c.Step, c.Integrator, c.Ground = time.Millisecond, "rk4", "ignore"
}

// launch makes the bodies of all nodes that are vehicles.
func (b *builder) launch() {
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
		model, demand, err := b.crew(group.Vehicle)
		if b.plan.doc.FaultFrom(key+".vehicle", err) {
			continue
		}
		for _, w := range unlikely(model, b.water.Density(nodes[0].at.Position(0)), group.Vehicle.Model) {
			b.warnings = append(b.warnings, "node "+group.Name+" "+w)
		}
		if group.Run == nil {
			b.warnPushed(group, model, demand, nodes[0].at.Position(0))
		}
		for _, n := range nodes {
			body := plant.NewBody(b.Kernel, n.name, model.Stepper(group.Vehicle.Step.Seconds(), group.Vehicle.integrator()), b.water,
				vehicle.AtRest(n.at.Position(0), group.Heading), group.Vehicle.Step, group.Vehicle.ground())
			body.Command(demand)
			b.sabotage(key+".vehicle", body, model, group.Vehicle.Failures)
			n.at, n.body = body, body
		}
	}
}

// crew loads a vehicle and turns the demanded force and moment into thrusts.
func (b *builder) crew(c *VehicleConfig) (*vehicle.Model, *vehicle.Input, error) {
	name := c.Model
	if !slices.Contains(vehicle.Names(), name) && !path.IsAbs(name) {
		name = path.Join(path.Dir(b.plan.File), name)
	}
	_, model, err := readVehicle(b.plan.data, name, nil)
	if err != nil {
		return nil, nil, err
	}
	demand := &vehicle.Input{}
	tau := vehicle.Six{c.Force.X, c.Force.Y, c.Force.Z, c.Moment.X, c.Moment.Y, c.Moment.Z}
	if tau == (vehicle.Six{}) {
		return model, demand, nil
	}
	axes := slices.Clone(model.Controls)
	for i, axis := range vehicle.Axes() {
		if tau[i] != 0 && !slices.Contains(axes, axis) {
			axes = append(axes, axis)
		}
	}
	allocation, err := vehicle.NewAllocation(model, nil, axes...)
	if err != nil {
		return nil, nil, err
	}
	allocation.Thrusts(&tau, demand)
	return model, demand, nil
}

// unlikely says what a vehicle hardly is meant to do in water of a density in kg/m3.
func unlikely(m *vehicle.Model, density float64, file string) []string {
	var said []string
	for _, w := range []string{unlikelyWeight(m, density, file), unlikelyRest(m, density, file)} {
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
// weigh a little more or less than their water are trimmed, and those with fins fly.
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
	case net > most && net > least*weight:
		return fmt.Sprintf(does+", and its thrusters give at most %.4g N %s; look at mass and volume in %s, and at water.density, here %.4g kg/m3", net, most, way, file, density)
	case weight > 0 && (solid < 100 || solid > 10_000):
		return fmt.Sprintf("has %.4g kg in %.4g m3, which is %.4g kg/m3; look at mass and volume in %s", m.Mass, m.Volume, solid, file)
	}
	return ""
}

// sabotage schedules the failures of a vehicle's thrusters.
func (b *builder) sabotage(key string, body *plant.Body, model *vehicle.Model, failures []FailureConfig) {
	var names []string
	for _, t := range model.Thrusters {
		names = append(names, t.Name)
	}
	for i, f := range failures {
		thruster := slices.Index(names, f.Thruster)
		if thruster < 0 {
			b.plan.doc.Fault(key+".failures["+strconv.Itoa(i)+"].thruster", "%s", strict.Unknown("thruster", f.Thruster, names))
			continue
		}
		b.Kernel.NewTimer(sim.Control, func(sim.Time) { body.Break(thruster) }).Arm(sim.Time(f.At))
	}
}

func (c *VehicleConfig) integrator() vehicle.Integrator {
	if c.Integrator == "semi-implicit-euler" {
		return vehicle.SemiImplicitEuler
	}
	return vehicle.RK4
}

func (c *VehicleConfig) ground() plant.Ground {
	switch c.Ground {
	case "rest":
		return plant.Rest
	case "crash":
		return plant.Crash
	}
	return plant.Ignore
}
