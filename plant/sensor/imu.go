package sensor

import (
	"math"
	"slices"
	"time"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// IMUConfig describes an inertial unit: gyroscopes, accelerometers and an
// attitude of its own.
type IMUConfig struct {
	Timing   `yaml:",inline"`
	Position geom.Vec `yaml:"position" as:"vector" unit:"m" range:"[-1e3,1e3]" doc:"position of the instrument in the body frame"`
	Gravity  float64  `yaml:"gravity" unit:"m/s2" range:"[0,100]" doc:"acceleration of gravity"`
	Rate     Error    `yaml:"rate" unit:"rad/s" doc:"error of each gyroscope"`
	Force    Error    `yaml:"force" unit:"m/s2" doc:"error of each accelerometer"`
	Tilt     Error    `yaml:"tilt" unit:"rad" doc:"error of pitch and roll"`
	Heading  Error    `yaml:"heading" unit:"rad" doc:"error of the heading"`
}

// DefaultIMU returns the inertial unit of the UUV Simulator (an ADIS16448: noise
// densities 2 x 35 deg/h and 4 mm/s2 per root hertz, in-run biases of K
// sqrt(tau/2) for the random walks K and correlation times tau given there), with
// the attitude of an AHRS of 0.5 degrees and 1 degree (Xsens MTi-30, in motion).
// These errors of the attitude are assumed to stay for the run: what a compass is off by hangs on
// the vehicle that it sits in, and does not average out.
func DefaultIMU() *IMUConfig {
	const deg = math.Pi / 180
	return &IMUConfig{
		Timing:  Timing{Period: 10 * time.Millisecond},
		Gravity: 9.80665,
		Rate:    Error{Density: 2 * 35. / 3600 * deg, Bias: 8.7e-4, BiasTime: 1000 * time.Second, Range: 1000 * deg},
		Force:   Error{Density: 4e-3, Bias: 0.073, BiasTime: 300 * time.Second, Range: 18 * 9.80665},
		Tilt:    Error{Noise: 0.05 * deg, Bias: 0.5 * deg, Resolution: 0.05 * deg},
		Heading: Error{Noise: 0.05 * deg, Bias: deg, Resolution: 0.05 * deg},
	}
}

// About says what the instrument is.
func (*IMUConfig) About() string { return "inertial unit: rates, specific force and attitude" }

// Validate finds nothing beyond the ranges of the fields.
func (*IMUConfig) Validate() error { return nil }

// IMU is an inertial unit.
type IMU struct {
	config               IMUConfig
	rate, force          triad
	heading, pitch, roll Process
}

// New makes the instrument, which owns the streams below its name.
func (c *IMUConfig) New(streams *rng.Source, name string) *IMU {
	every := c.Interval()
	return &IMU{
		config:  *c,
		rate:    c.Rate.triad(streams, name+"/rate", every),
		force:   c.Force.triad(streams, name+"/force", every),
		heading: c.Heading.Process(streams, name+"/heading", every),
		pitch:   c.Tilt.Process(streams, name+"/pitch", every),
		roll:    c.Tilt.Process(streams, name+"/roll", every),
	}
}

// Build makes the instrument.
func (c *IMUConfig) Build(s Site) (Sensor, error) {
	own := *c
	if s.Exact {
		own.Rate, own.Force, own.Tilt, own.Heading = Error{}, Error{}, Error{}, Error{}
	}
	return own.New(s.Streams, s.Name), nil
}

// Inertial is what an inertial unit reads.
type Inertial struct {
	Rate                 geom.Vec // of turning, in the body frame, rad/s
	Force                geom.Vec // specific force in the body frame, m/s2
	Heading, Pitch, Roll float64  // as geom.FromEuler takes them, rad
	Taken, Available     sim.Time
}

// Attitude returns the attitude that the angles give.
func (r *Inertial) Attitude() geom.Quat { return geom.FromEuler(r.Heading, r.Pitch, r.Roll) }

// Read takes a reading of the unit. Acceleration is the rate of change of the body's
// velocity in the body frame, as vehicle.Model gives it. The specific force at r
// is what holds a mass there against inertia and gravity,
//
//	f = v' + omega x v + omega' x r + omega x (omega x r) - R^T g
//
// (Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2011,
// chapter 11); at rest it points up. With the bow near the vertical, heading and
// roll are about the same axis and so are their errors.
func (u *IMU) Read(t sim.Time, s *vehicle.Motion, acceleration *vehicle.Six) (Inertial, bool) {
	r := u.config.Position
	v, omega := parts(&s.Velocity)
	linear, angular := parts(acceleration)
	up := s.Attitude.RotateInverse(geom.Vec{Z: u.config.Gravity})
	force := linear.Add(omega.Cross(v)).Add(angular.Cross(r)).Add(omega.Cross(omega.Cross(r))).Add(up)
	yaw, pitch, roll := s.Attitude.Euler()

	out := Inertial{Taken: t, Available: u.config.Available(t)}
	var ok [5]bool
	out.Rate, ok[0] = u.rate.sample(t, omega)
	out.Force, ok[1] = u.force.sample(t, force)
	out.Heading, ok[2] = u.heading.Sample(t, yaw)
	out.Pitch, ok[3] = u.pitch.Sample(t, pitch)
	out.Roll, ok[4] = u.roll.Sample(t, roll)
	if ok != [5]bool{true, true, true, true, true} {
		return Inertial{}, false
	}
	out.Heading, out.Roll = geom.WrapAngle(out.Heading), geom.WrapAngle(out.Roll)
	return out, true
}

// Quantities implements Sensor.
func (*IMU) Quantities() []Quantity {
	return slices.Concat(vector("rate", "rad/s"), vector("force", "m/s2"), []Quantity{{Name: "heading", Unit: "rad"}, {Name: "pitch", Unit: "rad"}, {Name: "roll", Unit: "rad"}})
}

// Sample implements Sensor.
func (u *IMU) Sample(now sim.Time, s *Scene, out []float64) (known sim.Time, ok bool) {
	r, ok := u.Read(now, &s.Motion, &s.Acceleration)
	put(out, r.Rate)
	put(out[3:], r.Force)
	out[6], out[7], out[8] = r.Heading, r.Pitch, r.Roll
	return r.Available, ok
}
