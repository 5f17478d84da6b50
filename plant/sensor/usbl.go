package sensor

import (
	"math"
	"time"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// USBLConfig describes acoustic positioning with an ultra-short baseline: a
// station asks, the transponder of the target replies, and the station has the
// distance from the time and the direction from the phases.
type USBLConfig struct {
	Timing     `yaml:",inline"`
	Mode       string        `yaml:"mode" oneof:"round-trip|instant" doc:"time that asking and replying take. round-trip: the travel times of the sound and the turnaround; instant: none"`
	Turnaround time.Duration `yaml:"turnaround" range:"[0,60]" doc:"time from the target's reception of the request to its reply; the station subtracts it"`
	SoundSpeed float64       `yaml:"sound_speed" unit:"m/s" range:"[0,2000]" doc:"speed of sound that the station assumes; 0 for the true one"`
	Distance   Error         `yaml:"distance" unit:"m" doc:"error of the slant range"`
	Bearing    Error         `yaml:"bearing" unit:"rad" doc:"error of the bearing, from the station's x axis to the left"`
	Elevation  Error         `yaml:"elevation" unit:"rad" doc:"error of the elevation over the station's x-y plane"`
	Outliers   float64       `yaml:"outliers" range:"[0,1]" doc:"probability that a reflection is taken for the reply, from a random direction and a longer range"`
	Excess     float64       `yaml:"outlier_excess" unit:"m" range:"[0,1e6]" doc:"mean excess of the slant range of a reflection, exponentially distributed"`
}

// DefaultUSBL returns a modem with USBL of 1 cm and 0.1 degrees, up to 1 km. The
// numbers are assumed; they are of the order of what makers state.
func DefaultUSBL() *USBLConfig {
	angle := Error{Noise: 0.1 * math.Pi / 180, Resolution: 0.1 * math.Pi / 180}
	return &USBLConfig{
		Timing:     Timing{Period: time.Second},
		Mode:       "round-trip",
		Turnaround: 10 * time.Millisecond,
		Distance:   Error{Noise: 0.01, Resolution: 0.01, Range: 1000},
		Bearing:    angle,
		Elevation:  angle,
		Excess:     20,
	}
}

// About says what the instrument is.
func (*USBLConfig) About() string {
	return "acoustic positioning at a station: range, bearing, elevation"
}

// Validate finds nothing beyond the ranges of the fields.
func (*USBLConfig) Validate() error { return nil }

// USBL is a station's positioning of one target.
type USBL struct {
	config                       USBLConfig
	distance, bearing, elevation Process
	outliers                     *rng.Stream
	taken                        sim.Time // of the last measurement
}

// New makes the instrument, which owns the streams below its name.
func (c *USBLConfig) New(streams *rng.Source, name string) *USBL {
	every := c.Interval()
	return &USBL{
		config:    *c,
		distance:  c.Distance.Process(streams, name+"/distance", every),
		bearing:   c.Bearing.Process(streams, name+"/bearing", every),
		elevation: c.Elevation.Process(streams, name+"/elevation", every),
		outliers:  streams.Stream(name + "/outliers"),
	}
}

// Fix is where a station finds its target.
type Fix struct {
	Distance  float64  // slant range, m; see Trip.Range
	Bearing   float64  // from the station's x axis to the left, rad, in (-pi, pi]
	Elevation float64  // over the station's x-y plane, rad
	Taken     sim.Time // the moment that the fix holds for: that of the reply
	Available sim.Time // the moment from which the station has it
}

// Offset returns the target in the station's frame, m.
func (f *Fix) Offset() geom.Vec {
	sinB, cosB := math.Sincos(f.Bearing)
	sinE, cosE := math.Sincos(f.Elevation)
	return geom.Vec{X: f.Distance * cosE * cosB, Y: f.Distance * cosE * sinB, Z: f.Distance * sinE}
}

// Read measures once: an instant measurement is taken at t; a round trip
// begins at t, with both ends going straight on for as long as it takes. Speed is
// that of sound between the two, m/s. There is no fix of a target out of range,
// or of one that outruns the sound.
func (u *USBL) Read(t sim.Time, station, target *vehicle.Motion, speed float64) (Fix, bool) {
	if u.config.Mode == "round-trip" {
		trip, ok := RoundTrip(t, station, target, u.config.Turnaround, speed)
		if !ok {
			return Fix{}, false
		}
		return u.Fix(&trip, speed)
	}
	offset := station.Attitude.RotateInverse(target.Position.Sub(station.Position))
	return u.fix(t, t, offset.Norm()*u.scale(speed), offset)
}

// Fix measures on a round trip whose times are known, such as that of a packet
// and its reply. The trips of a target come in the order of their replies.
func (u *USBL) Fix(trip *Trip, speed float64) (Fix, bool) {
	return u.fix(trip.Replied, trip.Back, trip.Range(speed*u.scale(speed)), trip.Offset)
}

// scale is the speed of sound that the station counts with, over the true one.
func (u *USBL) scale(speed float64) float64 {
	if u.config.SoundSpeed == 0 {
		return 1
	}
	return u.config.SoundSpeed / speed
}

// fix adds the errors to a measurement of what was so at one moment and is known
// at another.
func (u *USBL) fix(taken, known sim.Time, distance float64, offset geom.Vec) (Fix, bool) {
	bearing := math.Atan2(offset.Y, offset.X)
	elevation := math.Atan2(offset.Z, math.Hypot(offset.X, offset.Y))
	// A target that is stopped short while it recedes, as by the seabed, would hear a question
	// before the one before; it hears them at once.
	taken = max(taken, u.taken)
	u.taken = taken
	stray := u.outliers.Float64() < u.config.Outliers
	excess := u.config.Excess * u.outliers.Exp()
	around := u.outliers.Uniform(-math.Pi, math.Pi)
	above := math.Asin(u.outliers.Uniform(-1, 1)) // all directions alike
	if stray {
		distance, bearing, elevation = distance+excess, around, above
	}
	r, okR := u.distance.Sample(taken, distance)
	b, okB := u.bearing.Sample(taken, bearing)
	e, okE := u.elevation.Sample(taken, elevation)
	if !okR || !okB || !okE {
		return Fix{}, false
	}
	if math.Abs(e) > math.Pi/2 { // past the vertical is down the other side
		b, e = b+math.Pi, math.Copysign(math.Pi, e)-e
	}
	return Fix{
		Distance:  max(0, r),
		Bearing:   geom.WrapAngle(b),
		Elevation: e,
		Taken:     taken,
		Available: u.config.Available(known),
	}, true
}

// Trip is a question and its reply on their way through the water.
type Trip struct {
	Asked   sim.Time // the station sends the question
	Heard   sim.Time // the target has it
	Replied sim.Time // the target sends the reply
	Back    sim.Time // the station has it
	Offset  geom.Vec // from the station when the reply is back to the target when it replied, in the station's frame, m
}

// Range returns the slant range in m that a station has from the times, with a
// speed of sound in m/s: half of the time under way. For a station at rest it is
// the mean of the target's distances when it heard and when it replied, so a
// target that recedes at v seems closer than at the reply by v times half of the
// turnaround.
func (t *Trip) Range(speed float64) float64 {
	return speed * (t.Heard.Sub(t.Asked) + t.Back.Sub(t.Replied)).Seconds() / 2
}

// RoundTrip follows a question that is asked at a moment and its reply, at a
// speed of sound in m/s, between two ends that go straight on with their
// velocities; the station keeps its attitude. It reports false if one of them
// outruns the sound. An acceleration a makes an error of a T^2/2 in the position
// over a trip of time T.
func RoundTrip(asked sim.Time, station, target *vehicle.Motion, turnaround time.Duration, speed float64) (Trip, bool) {
	vs, vt := station.WorldVelocity(), target.WorldVelocity()
	apart := target.Position.Sub(station.Position)
	out, ok := flight(apart, vt, speed)
	heard := asked.Add(out)
	replied := heard.Add(turnaround)
	until := replied.Sub(asked).Seconds()
	from := target.Position.Add(vt.Scale(until))
	to := station.Position.Add(vs.Scale(until))
	back, okBack := flight(to.Sub(from), vs, speed)
	if !ok || !okBack {
		return Trip{}, false
	}
	to = to.Add(vs.Scale(back.Seconds()))
	return Trip{
		Asked:   asked,
		Heard:   heard,
		Replied: replied,
		Back:    replied.Add(back),
		Offset:  station.Attitude.RotateInverse(from.Sub(to)),
	}, true
}

// flight returns how long sound takes to reach a receiver that is at w from the
// source, in m, and moves at v in m/s: the positive root of |w + v t| = c t,
//
//	t = (w.v + sqrt((w.v)^2 + (c^2 - v^2) w^2)) / (c^2 - v^2)
func flight(w, v geom.Vec, c float64) (time.Duration, bool) {
	rest := c*c - v.Dot(v)
	if !(c > 0 && rest > 0) {
		return 0, false
	}
	along := w.Dot(v)
	return sim.Seconds((along + math.Sqrt(along*along+rest*w.Dot(w))) / rest), true
}
