package optical

import (
	"math"

	"halocline/phy"
	"halocline/sim/geom"
)

// Antennas returns the antennas for light by name.
func Antennas() map[string]func() phy.AntennaConfig {
	return map[string]func() phy.AntennaConfig{
		"light": func() phy.AntennaConfig { return defaultOptics() },
	}
}

// Optics describes a lamp and a receiver side by side, which look the same way.
type Optics struct {
	phy.Mounting
	Beam         float64 `yaml:"beam" unit:"rad" range:"[1e-4,1.5707963267948967]" doc:"angle from the axis at which the lamp has half of its intensity on the axis: 60deg for a bare diode, 90deg for an even half-space"`
	Aperture     float64 `yaml:"aperture" unit:"m2" range:"(0,10]" doc:"area through which light comes to the detector"`
	View         float64 `yaml:"view" unit:"rad" range:"(0,1.5707963267948967]" doc:"field of view: greatest angle from the axis at which the receiver detects light"`
	Transmission float64 `yaml:"transmission" range:"(0,1]" doc:"share of the light on the aperture that comes through window, filter and lens"`
}

// defaultOptics returns a bare diode and an aperture of 10 cm2 that sees as far round, forward.
func defaultOptics() *Optics {
	const degree = math.Pi / 180
	return &Optics{Mounting: phy.Mounting{Axis: geom.Vec{X: 1}}, Beam: 60 * degree, Aperture: 1e-3, View: 60 * degree, Transmission: 1}
}

// About says what the model is.
func (*Optics) About() string {
	return "lamp with a Lambertian beam, and a receiver of light with a field of view"
}

// Antenna returns the lamp and the receiver. A band that is none of light is an error.
func (c *Optics) Antenna(b phy.Band, _ float64) (phy.Antenna, error) {
	if err := visible("frequency", b.Centre); err != nil {
		return nil, err
	}
	area, sin := c.Aperture*c.Transmission, math.Sin(c.View)
	return &optics{
		axis:  c.Axis.Scale(1 / c.Axis.Norm()),
		order: lambertianOrder(c.Beam),
		area:  area,
		edge:  math.Cos(c.View),
		index: -decibel(area * sin * sin),
	}, nil
}

// lambertianOrder returns the order m of a Lambertian lamp whose intensity is half of that on the axis at an angle in rad,
//
//	m = -ln 2 / ln cos(angle)
//
// (Kahn and Barry 1997). It is 1 at 60 degrees. A narrow beam is one of Gauss then, for cos^m(x) is nearly
// exp(-m x^2/2).
func lambertianOrder(angle float64) float64 { return -math.Ln2 / math.Log(math.Cos(angle)) }

// optics is a lamp and a receiver, ready for use.
type optics struct {
	axis  geom.Vec // in the body frame, of length 1
	order float64  // of the lamp
	area  float64  // of the aperture, with what comes through, m^2
	edge  float64  // cosine at which the receiver sees no further
	index float64  // dB
}

// Index returns by how many dB less daylight comes to the detector than on 1 m^2 that sees half of all directions alike:
// the aperture, and of such light the share sin^2(view).
func (o *optics) Index() float64 { return o.index }

// Gain returns the intensity in a direction over that of a lamp of as much power that is the same in all directions,
//
//	2 (m+1) cos^m(angle), in front
//
// in dB: 4 pi times (m+1)/(2 pi) cos^m(angle) of Kahn and Barry.
func (o *optics) Gain(attitude geom.Quat, direction geom.Vec) float64 {
	send, _ := o.Axes()
	if cos := o.cosine(attitude, direction); cos > 0 {
		return send + o.order*decibel(cos)
	}
	return math.Inf(-1)
}

// Receive returns the area that the receiver turns to light from a direction, in dB re 1 m^2: aperture times cosine,
// within the field of view (Kahn and Barry, without a concentrator).
func (o *optics) Receive(attitude geom.Quat, direction geom.Vec) float64 {
	const rounding = 1e-12
	if cos := o.cosine(attitude, direction); cos > 0 && cos >= o.edge-rounding {
		return decibel(o.area * cos)
	}
	return math.Inf(-1)
}

// Axes returns both on the axis.
func (o *optics) Axes() (send, receive float64) { return decibel(2 * (o.order + 1)), decibel(o.area) }

// cosine returns that of the angle between the axis and a direction in the world frame. A direction without length
// counts as the axis.
func (o *optics) cosine(attitude geom.Quat, direction geom.Vec) float64 {
	length := direction.Norm()
	if length == 0 {
		return 1
	}
	return attitude.Rotate(o.axis).Dot(direction) / length
}

// decibel returns a ratio of powers in dB.
func decibel(ratio float64) float64 { return 10 * math.Log10(ratio) }
