package helm

import (
	"halocline/plant/autopilot"
	"halocline/plant/control"
	"halocline/plant/vehicle"
	"halocline/sim/fault"
)

// Loops are the controllers of a vehicle, one inside the other: a depth asks for a velocity upwards or a climb, an attitude for a
// turn rate, and
// velocities and turn rates for forces and moments (Zhang et al., A modular simulation platform for underwater vehicles, 2022,
// figure 5). What is left out
// is as it follows from the vehicle.
type Loops struct {
	Depth   *Loop `yaml:"depth" doc:"controller from the error of depth or height, m, to the velocity upwards, m/s, if thrusters lift the vehicle; otherwise to the angle of climb, rad"`
	Speed   *Loop `yaml:"speed" doc:"controller from the error of the speed ahead, m/s, to the force ahead, N"`
	Rise    *Loop `yaml:"rise" doc:"controller from the error of the velocity upwards, m/s, to the force along heave, N, if thrusters lift the vehicle; the quadratic drag at the commanded velocity is added"`
	Heading *Loop `yaml:"heading" doc:"controller from the error of the heading, rad, to the turn rate, rad/s"`
	Pitch   *Loop `yaml:"pitch" doc:"controller from the error of the pitch, rad, to the turn rate, rad/s"`
	Rate    *Loop `yaml:"rate" doc:"controller from the errors of the turn rates in pitch and heading, rad/s, to the moments, N m"`
}

// Loop is a controller, output = kp e + ki integral of e + kd de/dt.
type Loop struct {
	Type string   `yaml:"type" bare:"true" required:"true" oneof:"p|pi|pd|pid" doc:"terms of the controller. p: proportional; pi: proportional and integral, which compensates a steady load; pd: proportional and derivative, which jumps at a step of the set-point; pid: all three"`
	Kp   *float64 `yaml:"kp" range:"[0,1e9]" doc:"output per error; computed from the vehicle if left out"`
	Ki   *float64 `yaml:"ki" range:"[0,1e9]" doc:"output per integral of the error; computed from the vehicle if left out, except for a turn rate, which has none"`
	Kd   *float64 `yaml:"kd" range:"[0,1e9]" doc:"output per derivative of the error"`
}

// named are the loops that are given, with their keys.
func (l *Loops) named(do func(key string, one *Loop) error) error {
	if l == nil {
		return nil
	}
	for _, of := range [...]struct {
		key string
		one *Loop
	}{{"depth", l.Depth}, {"speed", l.Speed}, {"rise", l.Rise}, {"heading", l.Heading}, {"pitch", l.Pitch}, {"rate", l.Rate}} {
		if of.one == nil {
			continue
		}
		if err := do(of.key, of.one); err != nil {
			return fault.In("loops."+of.key, "%w", err)
		}
	}
	return nil
}

// sums and differs report whether a controller has an integral and a derivative.
func (l *Loop) sums() bool    { return l.Type == "pi" || l.Type == "pid" }
func (l *Loop) differs() bool { return l.Type == "pd" || l.Type == "pid" }

// Validate checks that the gains are those of the terms.
func (l *Loop) Validate() error {
	switch {
	case !l.sums() && l.Ki != nil:
		return fault.In("ki", "a %s has no integral; leave ki out, or write type: pi or pid", l.Type)
	case !l.differs() && l.Kd != nil:
		return fault.In("kd", "a %s has no derivative; leave kd out, or write type: pd or pid", l.Type)
	case l.differs() && l.Kd == nil:
		return fault.In("kd", "a %s has a derivative, and its gain follows from nothing; give kd", l.Type)
	}
	return nil
}

// check checks the loops against what else is given.
func (l *Loops) check(gains *Gains) error {
	return l.named(func(key string, one *Loop) error {
		switch {
		case key == "rate" && one.sums() && one.Ki == nil:
			return fault.In("ki", "the integral of a turn rate follows from nothing; give ki")
		case gains != nil && key != "speed":
			return fault.In("type", "gains has what the fins do; leave out one of the two")
		}
		return nil
	})
}

// change changes a controller to what is given of it. Its limits stay.
func (l *Loop) change(c *control.PID) {
	gain := func(to *float64, has bool, given *float64) {
		switch {
		case !has:
			*to = 0
		case given != nil:
			*to = *given
		}
	}
	c.Integral = control.Accumulated
	gain(&c.Kp, true, l.Kp)
	gain(&c.Ki, l.sums(), l.Ki)
	gain(&c.Kd, l.differs(), l.Kd)
}

// setLoops changes the controllers that are given.
func (h *keeper) setLoops() error {
	ship, modelled := h.pilot.(*autopilot.Autopilot)
	return h.config.Loops.named(func(key string, one *Loop) error {
		if key == "depth" {
			one.change(&h.depth)
			h.rises = !h.pilot.Pitches()
			return nil
		}
		if !modelled {
			return fault.In("type", "the equations of motion of the vehicle follow a velocity and a heading by themselves; leave the loop out, or give it a model of forces, as in vehicle: remus-100")
		}
		axes, loops := []vehicle.Axis{vehicle.Pitch, vehicle.Yaw}, ship.Loops()
		triple := &loops.Rate
		switch key {
		case "speed", "rise":
			axes, triple = map[string][]vehicle.Axis{"speed": {vehicle.Surge}, "rise": {vehicle.Heave}}[key], &loops.Velocity
		case "heading":
			axes, triple = axes[1:], &loops.Attitude
		case "pitch":
			axes, triple = axes[:1], &loops.Attitude
		}
		acts := false
		for _, axis := range axes {
			if ship.Acts(axis) {
				acts = true
				one.change(&triple[axis%3])
			}
		}
		if !acts {
			return fault.In("type", "nothing of the vehicle acts along %s; leave the loop out", axes[0])
		}
		return nil
	})
}
