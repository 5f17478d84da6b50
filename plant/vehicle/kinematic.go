package vehicle

import (
	"math"
	"time"

	"halocline/sim/geom"
)

// KinematicConfig describes a vehicle by three equations, without masses and forces: its speed ahead through
// the water u, its rate of turning r and its rate of climbing through the water w follow what is asked of them, each
// with a lag,
//
//	T u' + u = u_c,  T r' + r = r_c,  T w' + w = w_c
//
// of which that in r is Nomoto's first-order law (Fossen, Handbook of Marine Craft Hydrodynamics and Motion
// Control, 2011, section 7.2). It keeps level, the water carries it along, and it climbs to the surface at most.
//
// Left out: sideslip, pitch and roll, limits, and what pushes it: a load has no effect.
type KinematicConfig struct {
	Speed    float64       `yaml:"speed" unit:"m/s" range:"[-20,20]" doc:"commanded speed ahead through the water, from the beginning on"`
	Turn     float64       `yaml:"turn" unit:"rad/s" range:"[-10,10]" doc:"commanded rate of turning to the left"`
	Climb    float64       `yaml:"climb" unit:"m/s" range:"[-20,20]" doc:"commanded rate of climbing through the water"`
	SpeedLag time.Duration `yaml:"speed_lag" range:"[0,3600]" doc:"time constant of the speed"`
	TurnLag  time.Duration `yaml:"turn_lag" range:"[0,3600]" doc:"time constant of the rate of turning"`
	ClimbLag time.Duration `yaml:"climb_lag" range:"[0,3600]" doc:"time constant of the rate of climbing"`
}

// DefaultKinematic returns a vehicle that is asked for nothing. Its lags are assumed; they are of the order of those of
// small vehicles.
func DefaultKinematic() *KinematicConfig {
	return &KinematicConfig{SpeedLag: 5 * time.Second, TurnLag: 2 * time.Second, ClimbLag: 5 * time.Second}
}

// About says what it is.
func (*KinematicConfig) About() string {
	return "speed, turn and climb follow their commands, each with a lag; no masses, no forces"
}

// Validate finds nothing beyond the ranges of the fields.
func (*KinematicConfig) Validate() error { return nil }

// Build makes the dynamics.
func (c *KinematicConfig) Build(Setup) (Dynamics, error) { return &kinematic{c}, nil }

// kinematic are the dynamics. Their inner state is the speed and the rate of climbing through the water.
type kinematic struct{ config *KinematicConfig }

// Actuators implements Dynamics.
func (*kinematic) Actuators() []Actuator {
	inf := math.Inf(1)
	return []Actuator{
		{Name: "speed", Unit: "m/s", Least: -inf, Most: inf, Powered: true},
		{Name: "turn", Unit: "rad/s", Least: -inf, Most: inf, Powered: true},
		{Name: "climb", Unit: "m/s", Least: -inf, Most: inf, Powered: true},
	}
}

// Command implements Commanded.
func (k *kinematic) Command() Input { return Input{k.config.Speed, k.config.Turn, k.config.Climb} }

// Direct implements Directed: the vehicle turns by its error of heading in the time of its lag, by 1 rad/s at most, and goes ahead as
// fast as its direction has of the wanted velocity.
func (k *kinematic) Direct(velocity geom.Vec, heading float64, s *Motion) Input {
	now, _, _ := s.Attitude.Euler()
	turn := geom.WrapAngle(heading-now) / (4 * max(k.config.TurnLag.Seconds(), quickestTurn)) // two equal poles at half of 1/T
	ahead := velocity.X*math.Cos(now) + velocity.Y*math.Sin(now)
	return Input{max(0, ahead), max(-1, min(1, turn)), velocity.Z}
}

// quickestTurn is the least lag in s for which a turn is reckoned.
const quickestTurn = 0.1

// Sways implements Directed.
func (*kinematic) Sways() bool { return false }

// Step implements Dynamics. The three are solved exactly; the way is that of their means, at the heading half way.
func (k *kinematic) Step(s *State, in *Input, w *Water, _ *Six, dt float64) error {
	u, meanU := follow(s.Inner[0], in[0], k.config.SpeedLag, dt)
	r, meanR := follow(s.Velocity[Yaw], in[1], k.config.TurnLag, dt)
	climb, meanClimb := follow(s.Inner[1], in[2], k.config.ClimbLag, dt)
	s.Inner[0], s.Inner[1] = u, climb

	heading, _, _ := s.Attitude.Euler()
	way := geom.FromEuler(heading+meanR*dt/2, 0, 0).Rotate(geom.Vec{X: meanU, Z: meanClimb})
	carried := w.Current.Add(w.Change.Scale(dt / 2))
	s.Position = s.Position.Add(way.Add(carried).Scale(dt))
	if w.Free && s.Position.Z > w.Surface { // it does not leave the water
		s.Position.Z = w.Surface
	}
	s.Attitude = geom.FromEuler(heading+meanR*dt, 0, 0)
	current := s.Attitude.RotateInverse(w.Current.Add(w.Change.Scale(dt)))
	s.Velocity = Six{Surge: u + current.X, Sway: current.Y, Heave: climb + current.Z, Yaw: r}
	return nil
}

// follow returns what has followed a wanted value with a lag for dt seconds, and its mean over them.
func follow(have, wanted float64, lag time.Duration, dt float64) (end, mean float64) {
	if lag == 0 {
		return wanted, wanted
	}
	x := dt / lag.Seconds()
	off, gone := have-wanted, -math.Expm1(-x)
	return have - off*gone, wanted + off*gone/x
}
