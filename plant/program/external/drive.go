package external

import (
	"fmt"
	"math"
	"slices"
	"time"

	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// DriveConfig describes what ports ask of the actuators of a vehicle.
type DriveConfig struct {
	In      string        `yaml:"in" oneof:"wrench|actuators" doc:"what the ports are. wrench: surge, sway and heave in N and roll, pitch and yaw in N m, about the vehicle's own axes, shared out among its thrusters; actuators: one port each, thrusters in N and fins in rad, named by their names in the vehicle's file or actuator1 and so on"`
	Limit   float64       `yaml:"limit" unit:"N" range:"[0,1e9]" doc:"greatest force that is asked for through a port, either way; 0 for no limit beside that of the thrusters"`
	Stale   time.Duration `yaml:"stale" range:"[0,3600]" doc:"time without input after which the last input is stale; 0 for never. It counts from the first input"`
	OnStale string        `yaml:"on_stale" oneof:"hold|zero|stop" doc:"what happens when the last input is stale. hold: it stays in force; zero: all inputs are 0 until the next one; stop: the run ends with an error"`
}

// Defaults makes it a wrench that is held.
func (c *DriveConfig) Defaults() { c.In, c.OnStale = "wrench", "hold" }

// Validate checks that what on_stale says can happen.
func (c *DriveConfig) Validate() error {
	if c.Stale == 0 && c.OnStale != "hold" {
		return fault.In("on_stale", "nothing is ever stale without a time; give one by stale: 0.5s, or leave on_stale out")
	}
	return nil
}

// Drive is what ports ask of the actuators of a vehicle.
type Drive struct {
	site    program.Site
	config  *DriveConfig
	body    program.Body
	shares  vehicle.Allocator // of a wrench
	ports   []program.Port
	wrench  vehicle.Six
	input   vehicle.Input
	late    *sim.Timer
	asked   func(now sim.Time) // told of each thing that is asked; may be nil
	blocked bool               // nothing is asked for now
}

// NewDrive returns the drive of the vehicle of a node.
func NewDrive(c *DriveConfig, site program.Site) (*Drive, error) {
	d := &Drive{site: site, config: c, body: site.Body()}
	if d.body == nil {
		return nil, fmt.Errorf("node %q is no vehicle; give it one, as in vehicle: rexrov", site.Name())
	}
	d.late = site.Kernel().NewTimer(sim.Control, d.stale)
	if c.In == "actuators" {
		d.addActuators()
		return d, nil
	}
	allocating, ok := d.body.Dynamics().(vehicle.Allocating)
	if !ok {
		return nil, fault.In("in", "node %q moves by equations without thrusters that a wrench can be shared out to; write in: actuators, or take a vehicle with a model", site.Name())
	}
	var err error
	if d.shares, err = allocating.Allocate(); err != nil {
		return nil, fault.In("in", "%w; write in: actuators", err)
	}
	controlled := allocating.Controlled()
	for _, axis := range vehicle.Axes() {
		if controlled == nil || slices.Contains(controlled, axis) {
			d.addAxis(axis)
		}
	}
	return d, nil
}

// addAxis adds the port of an axis.
func (d *Drive) addAxis(axis vehicle.Axis) {
	unit, limit := "N", d.config.Limit
	if axis >= vehicle.Roll {
		unit, limit = "N.m", 0
	}
	ahead, astern := d.shares.Most(axis)
	least, most := bounds(-astern, ahead, limit)
	d.ports = append(d.ports, program.Port{
		Name: axis.String(), Unit: unit, Doc: "wanted along the vehicle's own axis", Kind: program.WrenchPort, Least: least, Most: most,
		In: func(now sim.Time, value float64) {
			d.wrench[axis] = limited(value, limit)
			d.shares.Thrusts(&d.wrench, &d.input)
			d.ask(now)
		},
	})
}

// addActuators adds a port for each actuator.
func (d *Drive) addActuators() {
	for i, a := range d.body.Dynamics().Actuators() {
		name := a.Name
		if name == "" {
			name = fmt.Sprintf("actuator%d", i+1)
		}
		limit := d.config.Limit
		if a.Unit != "N" {
			limit = 0
		}
		least, most := bounds(a.Least, a.Most, limit)
		d.ports = append(d.ports, program.Port{
			Name: name, Unit: a.Unit, Doc: fmt.Sprintf("wanted, from %.4g to %.4g", a.Least, a.Most),
			Kind: program.ActuatorPort, Least: least, Most: most,
			In: func(now sim.Time, value float64) {
				d.input[i] = limited(value, limit)
				d.ask(now)
			},
		})
	}
}

// bounds returns what an actuator gives, or all of them along an axis, within a limit; 0 is none, and what has no bounds has none.
func bounds(least, most, limit float64) (float64, float64) {
	least, most = limited(least, limit), limited(most, limit)
	if math.IsInf(least, 0) || math.IsInf(most, 0) {
		return 0, 0
	}
	return least, most
}

// limited returns a value within a limit; 0 is none.
func limited(value, limit float64) float64 {
	if limit == 0 {
		return value
	}
	return math.Max(-limit, math.Min(limit, value))
}

// Ports returns the ports.
func (d *Drive) Ports() []program.Port { return d.ports }

// Force returns the force that is asked for, in N in the vehicle's own axes.
func (d *Drive) Force() geom.Vec {
	if d.shares == nil {
		return geom.Vec{}
	}
	return geom.Vec{X: d.wrench[0], Y: d.wrench[1], Z: d.wrench[2]}
}

// Asked has each thing told that is asked through a port.
func (d *Drive) Asked(to func(now sim.Time)) { d.asked = to }

// Block has nothing asked of the vehicle any more, or has it asked again.
func (d *Drive) Block(block bool) {
	if d.blocked = block; block {
		d.body.Command(&vehicle.Input{})
	}
}

// ask commands the vehicle.
func (d *Drive) ask(now sim.Time) {
	if d.config.Stale > 0 {
		d.late.Arm(now.Add(d.config.Stale))
	}
	if d.blocked || d.site.Down() {
		return
	}
	d.body.Command(&d.input)
	if d.asked != nil {
		d.asked(now)
	}
}

// stale is due when nothing has come in for a while. Where nothing is asked anyway, nothing has to come in.
func (d *Drive) stale(now sim.Time) {
	switch {
	case d.blocked:
	case d.config.OnStale == "zero":
		d.wrench, d.input = vehicle.Six{}, vehicle.Input{}
		d.body.Command(&d.input)
	case d.config.OnStale == "stop":
		d.site.Kernel().Fail(fmt.Errorf("node %s: nothing has come in through its ports for %v at %v, and on_stale is stop", d.site.Name(), d.config.Stale, now))
	}
}
