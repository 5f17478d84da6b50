package vehicle

import (
	"math"
	"time"

	"halocline/sim/geom"
)

// PointConfig describes a vehicle as a point that goes at the velocity through the water that is asked of it, each component with
// a lag of first order,
//
//	T v' + v = v_c
//
// in the world frame, and turns as it is asked to. It is the model for which laws of guidance and formations are derived; with
// a lag of 0 it is an integrator. It keeps level, the water carries it along, and it climbs to the surface at most.
//
// Left out: masses and forces, and limits of speed: a load has no effect.
type PointConfig struct {
	Velocity geom.Vec      `yaml:"velocity" as:"vector" unit:"m/s" range:"[-20,20]" doc:"commanded velocity through the water, from the beginning on"`
	Turn     float64       `yaml:"turn" unit:"rad/s" range:"[-10,10]" doc:"commanded rate of turning to the left"`
	Lag      time.Duration `yaml:"lag" range:"[0,3600]" doc:"time constant of the velocity; 0 for a vehicle that follows at once"`
	TurnLag  time.Duration `yaml:"turn_lag" range:"[0,3600]" doc:"time constant of the rate of turning"`
}

// DefaultPoint returns a vehicle without lags that is asked for nothing.
func DefaultPoint() *PointConfig { return &PointConfig{} }

// About says what it is.
func (*PointConfig) About() string {
	return "a point that follows the commanded velocity with a lag; no masses, no forces"
}

// Validate finds nothing beyond the ranges of the fields.
func (*PointConfig) Validate() error { return nil }

// Build makes the dynamics.
func (c *PointConfig) Build(Setup) (Dynamics, error) { return &point{c}, nil }

// point are the dynamics. Their inner state is the velocity through the water in the world frame.
type point struct{ config *PointConfig }

// Actuators implements Dynamics.
func (*point) Actuators() []Actuator {
	inf := math.Inf(1)
	return []Actuator{
		{Name: "east", Unit: "m/s", Least: -inf, Most: inf, Powered: true},
		{Name: "north", Unit: "m/s", Least: -inf, Most: inf, Powered: true},
		{Name: "up", Unit: "m/s", Least: -inf, Most: inf, Powered: true},
		{Name: "turn", Unit: "rad/s", Least: -inf, Most: inf, Powered: true},
	}
}

// Command implements Commanded.
func (p *point) Command() Input {
	v := p.config.Velocity
	return Input{v.X, v.Y, v.Z, p.config.Turn}
}

// Direct implements Directed: it turns by its error of heading in a second, by 1 rad/s at most.
func (p *point) Direct(velocity geom.Vec, heading float64, s *Motion) Input {
	now, _, _ := s.Attitude.Euler()
	turn := geom.WrapAngle(heading-now) / max(1, 4*p.config.TurnLag.Seconds())
	return Input{velocity.X, velocity.Y, velocity.Z, max(-1, min(1, turn))}
}

// Sways implements Directed.
func (*point) Sways() bool { return true }

// Step implements Dynamics. It is solved exactly, in a current that changes steadily over the step.
func (p *point) Step(s *State, in *Input, w *Water, _ *Six, dt float64) error {
	var way, through geom.Vec
	s.Inner[0], way.X = follow(s.Inner[0], in[0], p.config.Lag, dt)
	s.Inner[1], way.Y = follow(s.Inner[1], in[1], p.config.Lag, dt)
	s.Inner[2], way.Z = follow(s.Inner[2], in[2], p.config.Lag, dt)
	turn, mean := follow(s.Velocity[Yaw], in[3], p.config.TurnLag, dt)
	through = geom.Vec{X: s.Inner[0], Y: s.Inner[1], Z: s.Inner[2]}

	s.Position = s.Position.Add(way.Add(w.Current).Add(w.Change.Scale(dt / 2)).Scale(dt))
	if w.Free && s.Position.Z > w.Surface { // it does not leave the water
		s.Position.Z = w.Surface
	}
	heading, _, _ := s.Attitude.Euler()
	s.Attitude = geom.FromEuler(heading+mean*dt, 0, 0)
	v := s.Attitude.RotateInverse(through.Add(w.Current).Add(w.Change.Scale(dt)))
	s.Velocity = Six{Surge: v.X, Sway: v.Y, Heave: v.Z, Yaw: turn}
	return nil
}
