package main

import (
	"halocline/plant/vehicle"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// Glider is a vehicle of three equations: it goes ahead through the water at one speed, along its heading, and sinks and rises in
// turn between two depths,
//
//	x' = u cos(psi),  y' = u sin(psi),  z' = -w while it dives, w while it climbs
//
// and the current carries it along. Left out: the change of its trim, which takes no time here, turns, and pitch.
type Glider struct {
	Speed  float64 `yaml:"speed" unit:"m/s" range:"(0,5]" doc:"speed ahead through the water"`
	Sink   float64 `yaml:"sink" unit:"m/s" range:"(0,5]" doc:"rate at which it sinks, and rises"`
	Top    float64 `yaml:"top" unit:"m" range:"[0,1e4]" doc:"depth at which it begins to sink"`
	Bottom float64 `yaml:"bottom" unit:"m" range:"(0,1e4]" doc:"depth at which it begins to rise"`
}

// DefaultGlider returns 0.25 m/s ahead and 0.1 m/s down, as gliders do, between 5 m and 100 m.
func DefaultGlider() vehicle.DynamicsConfig {
	return &Glider{Speed: 0.25, Sink: 0.1, Top: 5, Bottom: 100}
}

// About says what the model is.
func (*Glider) About() string { return "sinks and rises in turn while it goes ahead" }

// Validate finds depths that are no way.
func (c *Glider) Validate() error {
	if c.Bottom <= c.Top {
		return fault.In("bottom", "%g m is not below the top, %g m; give a greater depth", c.Bottom, c.Top)
	}
	return nil
}

// Build makes the equations of one vehicle.
func (c *Glider) Build(vehicle.Setup) (vehicle.Dynamics, error) { return glider{c}, nil }

// glider are the equations. The inner state is -1 while it climbs.
type glider struct{ config *Glider }

// Actuators returns nothing: nobody steers it.
func (glider) Actuators() []vehicle.Actuator { return nil }

// Step carries the vehicle on.
func (g glider) Step(s *vehicle.State, _ *vehicle.Input, w *vehicle.Water, _ *vehicle.Six, dt float64) error {
	switch depth := s.Position.Depth(); {
	case depth >= g.config.Bottom:
		s.Inner[0] = -1
	case depth <= g.config.Top:
		s.Inner[0] = 1
	}
	rise := -g.config.Sink
	if s.Inner[0] < 0 {
		rise = g.config.Sink
	}
	heading, _, _ := s.Attitude.Euler()
	level := geom.FromEuler(heading, 0, 0)
	through := level.Rotate(geom.Vec{X: g.config.Speed, Z: rise})
	over := through.Add(w.Current)
	s.Position = s.Position.Add(over.Scale(dt)).Add(w.Change.Scale(dt * dt / 2))
	v := level.RotateInverse(over.Add(w.Change.Scale(dt)))
	s.Attitude, s.Velocity = level, vehicle.Six{v.X, v.Y, v.Z}
	return nil
}
