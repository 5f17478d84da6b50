package phy

import (
	"halocline/sim"
	"halocline/sim/geom"
)

// Antenna is the directivity of a transducer or an antenna that is fixed to its
// vehicle. Ambient noise is taken to come from everywhere alike.
type Antenna interface {
	// Index is the directivity index in dB: by how much the antenna keeps out noise
	// that comes from everywhere alike.
	Index() float64
	// Gain is the gain in dB towards a direction in the world frame, of any
	// length, when the vehicle has that attitude.
	Gain(attitude geom.Quat, direction geom.Vec) float64
}

// AntennaConfig describes an antenna.
type AntennaConfig interface {
	Validate() error
	// Antenna makes the antenna for a band and a speed of the wave in m/s. It is
	// nil for one that is the same in all directions.
	Antenna(b Band, speed float64) (Antenna, error)
}

// Omni describes an antenna that is the same in all directions.
type Omni struct{}

// About says what the model is.
func (*Omni) About() string { return "the same in all directions" }

// Validate finds nothing.
func (*Omni) Validate() error { return nil }

// Antenna returns nil.
func (*Omni) Antenna(Band, float64) (Antenna, error) { return nil, nil }

// Oriented is a Locator that knows how its vehicle is turned. Others are not
// turned.
type Oriented interface {
	Attitude(t sim.Time) geom.Quat
}

// mounted is an end with an antenna.
type mounted struct {
	Locator
	antenna Antenna
}

// Toward returns the gain in dB of an end towards a direction in the world
// frame. It is 0 where the end is the same in all directions.
func Toward(end Locator, direction geom.Vec, t sim.Time) float64 {
	m, ok := end.(mounted)
	if !ok {
		return 0
	}
	attitude := geom.Quat{W: 1}
	if o, ok := m.Locator.(Oriented); ok {
		attitude = o.Attitude(t)
	}
	return m.antenna.Gain(attitude, direction)
}

// still reports whether an end neither moves nor turns.
func still(end Locator) bool {
	switch e := end.(type) {
	case mounted:
		return still(e.Locator)
	case Stationary:
		return e.Still()
	}
	return false
}
