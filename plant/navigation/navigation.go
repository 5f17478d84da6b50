// Package navigation is how a vehicle finds out where it is: exactly, by dead reckoning, or by an error-state Kalman
// filter over the instruments that it carries. A program steers by an Estimator of this package and never by the
// body itself, so that errors of instruments are part of its control loop.
//
// An Estimator is told what instruments read and which fixes come over a link, each with the time of the measurement and the time
// from which it is known, and is asked for the motion now. It has no kernel, link or instrument: whoever has them tells it.
// What comes late is put where it belongs, by a history of measurements and states that is worked through again. So
// it does not matter to the estimate when somebody looks, or in which order measurements become known.
//
// Truth knows the motion as it is. A reckoner adds up the velocity of a Doppler log and corrects that by fixes with a
// Kalman filter along each axis. A filter estimates place, velocity, attitude and the errors of the instruments together, with
// the covariance of all of them.
//
// Begin with Config and Estimator, and with FilterConfig.
//
// Left out: magnetometers, maps and sonar images, models of the vehicle as an instrument, smoothing after the run, integrity
// beyond a gate of chi^2, beacons that move, and correlated errors of fixes.
package navigation

import (
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// Config describes how a vehicle finds out where it is. An error of package fault names the key that is wrong.
type Config interface {
	Validate() error
	Name() string        // that of its kind, such as truth
	Fixing() FixesConfig // how fixes come that it takes
	Build(*Site) (Estimator, error)
}

// FixesConfig says how fixes come. Where it is empty, that is left to the program.
type FixesConfig struct {
	Link    string `yaml:"link" bare:"true" doc:"link over which a docking-station tells the vehicle where it is"`
	Station string `yaml:"station" doc:"node of that station; a docking-vehicle has its own"`
}

// Use is what a program says of how it uses its navigation.
type Use struct {
	Config
	Fixes    bool // it has fixes that come over a link
	Begins   bool // it must know where it is at the beginning of the run
	Optional bool // it may have none; then nothing says where the node takes itself to be
}

// Site is what an estimator is built from, beside its configuration.
type Site struct {
	Use
	Node        string      // its name
	Streams     *rng.Source // of the run; those of an estimator begin with NODE/navigation
	Instruments []Carried   // that the node carries

	Motion  func(now sim.Time) *vehicle.Motion          // as it is
	Current func(now sim.Time) geom.Vec                 // as it is
	Beacon  func(node string) (at geom.Vec, still bool) // another node at the beginning
	Bottom  float64                                     // depth of the bottom where the vehicle begins, m; +Inf for none
}

// start returns where a vehicle that is at a place takes itself to be at the beginning, and how wrong that may be along each axis.
func (s *Site) start(place geom.Vec, sigma *float64) (geom.Vec, float64) {
	if sigma == nil || *sigma == 0 {
		return place, 0
	}
	r := s.Streams.Stream(s.Node + "/navigation/start")
	return place.Add(geom.Vec{X: *sigma * r.Normal(), Y: *sigma * r.Normal(), Z: *sigma * r.Normal()}), *sigma
}

// Carried is an instrument of a node.
type Carried struct {
	Name   string // such as dvl; the second of a kind is dvl2
	Config sensor.Config
}

// Estimator says where a vehicle takes itself to be.
type Estimator interface {
	// Motion returns the estimated motion; false before there is one. It holds until it is asked again.
	Motion(now sim.Time) (*vehicle.Motion, bool)
	// Current returns the estimated current around the vehicle, m/s in the world frame.
	Current(now sim.Time) (geom.Vec, bool)
}

// Estimating is an Estimator that goes by measurements.
type Estimating interface {
	Estimator
	// Sources returns the names of the instruments that it reads.
	Sources() []string
	// Read tells what the instrument of a number in Sources has read, when it did and from when on that is known. It is
	// told at the moment of the measurement.
	Read(source int, taken, known sim.Time, values []float64)
	// Fix tells where somebody else has measured the vehicle to be. It reports whether that is of use.
	Fix(now sim.Time, p *PositionFix) bool
	// Covariance returns what the errors of the estimated place are taken to be, m2; false before there is an estimate.
	Covariance(now sim.Time) ([3][3]float64, bool)
	// Innovations returns what came of the measurements so far.
	Innovations() Innovations
}

// PositionFix is the place of a vehicle, measured from elsewhere by range and direction.
type PositionFix struct {
	At       sim.Time // of the measurement
	Position geom.Vec // m
	From     geom.Vec // place of who has measured, m

	Range, Bearing, Elevation float64 // standard deviations, m and rad
}

// TruthConfig describes a vehicle that knows where it is.
type TruthConfig struct{}

// About says what it is.
func (*TruthConfig) About() string {
	return "the vehicle knows its motion and the current exactly; one that docks knows its attitude exactly, and its position from the updates of its station"
}

// Validate finds nothing.
func (*TruthConfig) Validate() error { return nil }

// Name implements Config.
func (*TruthConfig) Name() string { return "truth" }

// Fixing implements Config.
func (*TruthConfig) Fixing() FixesConfig { return FixesConfig{} }

// Build makes the estimator.
func (*TruthConfig) Build(site *Site) (Estimator, error) { return truth{site}, nil }

// truth is the Estimator that knows how a vehicle moves, and how the water around it does.
type truth struct{ site *Site }

// Motion returns the motion as it is.
func (t truth) Motion(now sim.Time) (*vehicle.Motion, bool) { return t.site.Motion(now), true }

// Current returns the current as it is.
func (t truth) Current(now sim.Time) (geom.Vec, bool) { return t.site.Current(now), true }
