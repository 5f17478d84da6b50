// Package sensor says what instruments read: measurement models of acoustic positioning at a station
// (USBL), inertial unit with attitude (IMU), pressure gauge, Doppler log (DVL), satellite positioning
// (GPS), CTD probe, and sonars of one beam or many.
//
// A reading is the truth plus a bias that wanders as a first-order Gauss-Markov process, plus white
// noise, rounded to the resolution. What lies outside an instrument's limits is not measured at all,
// which is not the same as zero. Error holds that model once, for every quantity of every instrument.
//
// There is no clock here. Timing says when measurements are due and when a reading is there to be
// used; whoever owns the kernel takes them at those moments. As in the ContrACT simulator, instruments
// read at once, split a measurement over several periods (Timing.Split), or wait for sound to travel.
//
// Begin with Sensor and Config, which every instrument implements, and with the example, which adds
// one. Config.Build makes the instrument, and Sensor.Sample reads it as numbers. The instruments here
// have readings of types of their own too: DVLConfig.New makes a DVL, whose Read returns a Doppler.
//
// Left out: errors of scale and of mounting except a DVL's, side lobes and cells of acoustic instruments,
// echoes that come by two ways or from moving things with their Doppler, sound that bends on its way,
// magnetic disturbance, vibration, lag of a thermometer or a conductivity cell, and filters inside the
// instruments.
package sensor

import (
	"time"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// Sensor is an instrument on a body. It has no clock: whoever owns the kernel takes its samples
// when Config.Schedule says, in order of time.
type Sensor interface {
	// Quantities returns what a sample has, always the same.
	Quantities() []Quantity
	// Sample measures at a moment, and writes a number for each of the quantities; NaN is one that is
	// not measured this time. It returns when the reading is known, now or later, and whether there is one: an
	// instrument that fails has none from then on. It draws the same number of random numbers whatever it finds.
	Sample(now sim.Time, s *Scene, out []float64) (known sim.Time, ok bool)
}

// Paced is a Sensor that says itself when it measures next, because that hangs on what it has measured. The first time is that of its
// schedule. While its node is down the period goes on.
type Paced interface {
	Next(now sim.Time) sim.Time // after now
}

// Quantity names one number of a reading.
type Quantity = vehicle.Quantity

// Config describes an instrument. What a scenario says is decoded over its defaults; package
// scenarios/strict has the tags of its fields, and plant/planttest a test that an instrument keeps its
// contract. It may also have these methods:
//
//   - About() string says in a line what it is;
//   - Unread() string says what to look at where it was asked and read nothing;
//   - Doubt(at geom.Vec, w Water) string says why it reads nothing at a place, and is empty where it reads;
//   - Interferes() *Disturbance returns what modems hear of it each time that it measures, nil for nothing;
//   - ReadsCurrent() bool reports whether it reads the motion of the water, so that a current has an effect.
type Config interface {
	Validate() error
	Schedule() Timing
	Build(Site) (Sensor, error) // an error of package fault names the key that is wrong
}

// Site is what an instrument is built from, beside its configuration.
type Site struct {
	Streams *rng.Source                      // of the run; the instrument owns those whose names begin with Name
	Name    string                           // of the instrument, such as auv/instruments/dvl
	Exact   bool                             // it has no errors: what it reads is true
	Node    func(name string) (int32, error) // finds another node, for World.Peer; its error says which there are
	Geo     *geom.Geo                        // where the origin of the world lies on the Earth; nil where nobody says
}

// Timing says when an instrument measures and when its readings come out.
type Timing struct {
	Period  time.Duration `yaml:"period" range:"[1e-6,86400]" doc:"time from one execution to the next"`
	Start   time.Duration `yaml:"start" range:"[0,inf)" doc:"time of the first execution"`
	Split   int           `yaml:"split" range:"[0,1000]" doc:"number of periods that a measurement takes: it is of the first and available after the last; 0 if it is done at once"`
	Latency time.Duration `yaml:"latency" range:"[0,3600]" doc:"time from the end of a measurement to its reading"`
}

// Schedule returns the timing.
func (t Timing) Schedule() Timing { return t }

// Interval is the time from one measurement to the next.
func (t Timing) Interval() time.Duration { return time.Duration(max(1, t.Split)) * t.Period }

// Due returns the moment of measurement n, from 0 on. It is computed from n, so
// it does not drift.
func (t Timing) Due(n int64) sim.Time {
	if n < 0 {
		panic("sensor: measurements are counted from 0")
	}
	return sim.Time(t.Start).Add(time.Duration(n) * t.Interval())
}

// Available returns the moment at which a measurement can be read that was taken
// at a moment.
func (t Timing) Available(taken sim.Time) sim.Time {
	return taken.Add(time.Duration(t.Split)*t.Period + t.Latency)
}

// mount returns the world position of a point of the body, and its velocity over
// ground in the body frame: v + omega x r.
func mount(s *vehicle.Motion, r geom.Vec) (position, velocity geom.Vec) {
	v, omega := parts(&s.Velocity)
	return s.Position.Add(s.Attitude.Rotate(r)), v.Add(omega.Cross(r))
}

// parts returns the translations and the rotations of a vector of six.
func parts(s *vehicle.Six) (linear, angular geom.Vec) {
	return geom.Vec{X: s[0], Y: s[1], Z: s[2]}, geom.Vec{X: s[3], Y: s[4], Z: s[5]}
}
