package phy

import (
	"math"

	"halocline/sim"
	"halocline/sim/fault"
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

// TwoSided is an Antenna that receives by another pattern than it sends, as a lamp and the
// receiver beside it do. Gain is that of sending.
type TwoSided interface {
	Antenna
	// Receive is the gain in dB for what comes from a direction, as Gain is towards one.
	Receive(attitude geom.Quat, direction geom.Vec) float64
	// Axes returns the gains of sending and of receiving in dB along their axes. With other
	// antennas both are 0.
	Axes() (send, receive float64)
}

// AntennaConfig describes an antenna.
type AntennaConfig interface {
	Validate() error
	// Antenna makes the antenna for a band and a speed of the wave in m/s. It is
	// nil for one that is the same in all directions.
	Antenna(b Band, speed float64) (Antenna, error)
}

// Filed is an AntennaConfig that may stand in a file.
type Filed interface {
	// Read returns the description with what the files that it names say, which open opens. Those that are only
	// named are no antenna yet.
	Read(open func(name string) ([]byte, error)) (AntennaConfig, error)
}

// Omni describes an antenna that is the same in all directions.
type Omni struct{}

// About says what the model is.
func (*Omni) About() string { return "the same in all directions" }

// Validate finds nothing.
func (*Omni) Validate() error { return nil }

// Antenna returns nil.
func (*Omni) Antenna(Band, float64) (Antenna, error) { return nil, nil }

// Mounting is how an antenna sits on its vehicle.
type Mounting struct {
	Axis geom.Vec `yaml:"axis" as:"vector" doc:"axis of the transducer or antenna in the body frame: x forward, y left, z up"`
}

// Validate checks that the axis has a direction.
func (m Mounting) Validate() error {
	if n := m.Axis.Norm(); !(n > 0) || math.IsInf(n, 0) {
		return fault.In("axis", "the axis %v has no direction; write [1, 0, 0] for forward", m.Axis)
	}
	return nil
}

// Oriented is a Locator that knows how its vehicle is turned. Others are not
// turned.
type Oriented interface {
	Attitude(t sim.Time) geom.Quat
}

// end is an End of a Locator.
type end struct {
	Locator
	oriented Oriented // nil: it is not turned
	antenna  Antenna  // nil: the same in all directions
	window   Window
	still    bool
}

// NewEnd makes an End of where a radio is, with an antenna, which is nil for one that is the
// same in all directions.
func NewEnd(at Locator, antenna Antenna) End { return NewReceiver(at, antenna, Window{}) }

// NewReceiver makes an End with an antenna and a window.
func NewReceiver(at Locator, antenna Antenna, window Window) End {
	if e, ok := at.(End); ok && antenna == nil && window == (Window{}) {
		return e
	}
	oriented, _ := at.(Oriented)
	return &end{Locator: at, oriented: oriented, antenna: antenna, window: window, still: still(at)}
}

// Still reports whether the end neither moves nor turns.
func (e *end) Still() bool { return e.still }

// Attitude returns how the end is turned.
func (e *end) Attitude(t sim.Time) geom.Quat {
	if e.oriented == nil {
		return geom.Quat{W: 1}
	}
	return e.oriented.Attitude(t)
}

// Toward returns the gain in dB of the antenna towards a direction in the world frame.
func (e *end) Toward(direction geom.Vec, t sim.Time) float64 {
	if e.antenna == nil {
		return 0
	}
	return e.antenna.Gain(e.Attitude(t), direction)
}

// From returns the gain in dB with which an end receives what comes from a direction in the
// world frame: that of Toward, unless its antenna is TwoSided.
func From(rx End, direction geom.Vec, t sim.Time) float64 {
	if e, ok := rx.(*end); ok {
		if a, ok := e.antenna.(TwoSided); ok {
			return a.Receive(e.Attitude(t), direction)
		}
	}
	return rx.Toward(direction, t)
}

// Window returns the window of the receiver.
func (e *end) Window() Window { return e.window }

// still reports whether an end neither moves nor turns.
func still(at Locator) bool {
	switch e := at.(type) {
	case Fixed:
		return true
	case *end:
		return e.still
	case Stationary:
		return e.Still()
	}
	return false
}
