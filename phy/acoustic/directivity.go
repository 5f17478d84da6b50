package acoustic

import (
	"fmt"
	"math"
	"sort"

	"halocline/sim/geom"
)

// Transducer is what a node sends and hears with, and how it is mounted.
type Transducer struct {
	Pattern Pattern
	Axis    geom.Vec // the pattern's axis in the body frame, of any length but 0
}

// Index returns the directivity index of the pattern in dB.
func (t Transducer) Index() float64 { return t.Pattern.Index() }

// Gain returns the gain in dB towards a direction in the world frame, which need
// not be of unit length, when the body has that attitude. A direction without
// length counts as the axis.
func (t Transducer) Gain(attitude geom.Quat, direction geom.Vec) float64 {
	axis := attitude.Rotate(t.Axis)
	// The arc tangent keeps its digits at all angles; the arc cosine loses half
	// of them near the axis.
	angle := math.Atan2(axis.Cross(direction).Norm(), axis.Dot(direction))
	return t.Pattern.Gain(angle)
}

// Pattern is the directivity of a transducer that is symmetric about its axis.
// The same pattern holds for sending and for hearing.
type Pattern interface {
	// Gain is the gain in dB at an angle of 0 to pi rad from the axis, re the
	// direction of the main beam. It may be -Inf.
	Gain(angle float64) float64
	// Index is the directivity index in dB: the gain of the main beam over a
	// transducer that sends the same power everywhere.
	Index() float64
}

var (
	_ Pattern = Line{}
	_ Pattern = Piston{}
	_ Pattern = Table{}
)

// Line is a uniform line array: elements of equal weight and phase along the axis,
// so close (less than half a wavelength apart) that they act as one line. Its
// main beam is the plane across the axis, at pi/2 (L. Kinsler et al.,
// Fundamentals of Acoustics, 4th edition, section 7.3).
type Line struct {
	Length     float64 // m, above 0
	Wavelength float64 // m, above 0: sound speed over frequency
}

// Gain returns 20 log |sin u / u| with u = pi L/lambda cos(angle). The nulls
// between the lobes are as deep as the formula makes them.
func (l Line) Gain(angle float64) float64 {
	u := math.Pi * l.Length / l.Wavelength * math.Cos(angle)
	return 20 * math.Log10(math.Abs(sinc(u)))
}

// Index returns the mean over all directions, inverted: with a = pi L/lambda
//
//	1/DF = (Si(2a) - sin^2 a / a) / a
//
// which tends to 2 L/lambda for long arrays.
func (l Line) Index() float64 {
	a := math.Pi * l.Length / l.Wavelength
	si := integrate(sinc, 0, 2*a, 1)
	return -decibel((si - a*sinc(a)*sinc(a)) / a)
}

func sinc(u float64) float64 {
	if u == 0 {
		return 1
	}
	return math.Sin(u) / u
}

// Piston is a flat circular transducer in a rigid baffle without end. Its axis
// is its main beam. Behind the baffle there is silence; a table can say
// otherwise.
type Piston struct {
	Diameter   float64 // m, above 0
	Wavelength float64 // m, above 0: sound speed over frequency
}

// Gain returns 20 log |2 J1(x)/x| with x = pi D/lambda sin(angle), in front of the
// baffle (Kinsler et al., section 7.4).
func (p Piston) Gain(angle float64) float64 {
	if angle > math.Pi/2 {
		return math.Inf(-1)
	}
	x := math.Pi * p.Diameter / p.Wavelength * math.Sin(angle)
	if x == 0 {
		return 0
	}
	return 20 * math.Log10(math.Abs(2*math.J1(x)/x))
}

// Index returns 10 log of (ka)^2 / (1 - J1(2ka)/ka), ka = pi D/lambda (Kinsler et
// al., section 7.6). Where the difference would cancel, its series (ka)^2/2 - (ka)^4/12
// is used; the first term left out is 2e-10 of it at most.
func (p Piston) Index() float64 {
	ka := math.Pi * p.Diameter / p.Wavelength
	if ka < 0.01 {
		return decibel(2 / (1 - ka*ka/6))
	}
	return decibel(ka * ka / (1 - math.J1(2*ka)/ka))
}

// Sample is one row of a measured pattern.
type Sample struct {
	Angle float64 // rad from the axis
	Gain  float64 // dB
}

// Table is a measured pattern, interpolated linearly in angle and decibel. Its
// gains are re whatever direction the source level is stated for, as a rule the
// axis. The zero value is not a table.
type Table struct {
	samples []Sample
}

// NewTable returns the pattern through the samples. Their angles must rise from 0
// to pi, so that no direction is left to guess.
func NewTable(samples []Sample) (Table, error) {
	if len(samples) < 2 {
		return Table{}, fmt.Errorf("a directivity table needs at least 2 rows, not %d", len(samples))
	}
	for i, s := range samples {
		switch {
		case math.IsNaN(s.Angle) || math.IsInf(s.Angle, 0) || math.IsNaN(s.Gain) || math.IsInf(s.Gain, 0):
			return Table{}, fmt.Errorf("row %d of the directivity table is not finite", i+1)
		case i > 0 && !(s.Angle > samples[i-1].Angle):
			return Table{}, fmt.Errorf("row %d of the directivity table does not lie beyond the angle of row %d",
				i+1, i)
		}
	}
	const slack = 1e-9 // rad: what is left of 180 degrees after conversion
	last := len(samples) - 1
	if math.Abs(samples[0].Angle) > slack || math.Abs(samples[last].Angle-math.Pi) > slack {
		return Table{}, fmt.Errorf("the directivity table runs from %g to %g degrees, not from 0 to 180",
			samples[0].Angle*180/math.Pi, samples[last].Angle*180/math.Pi)
	}
	return Table{append([]Sample(nil), samples...)}, nil
}

// Gain returns the interpolated gain.
func (t Table) Gain(angle float64) float64 {
	i := sort.Search(len(t.samples)-2, func(i int) bool { return angle < t.samples[i+1].Angle })
	a, b := t.samples[i], t.samples[i+1]
	return a.Gain + (b.Gain-a.Gain)*(angle-a.Angle)/(b.Angle-a.Angle)
}

// Index returns the mean power over all directions, inverted. In one row of the
// table the power is p e^(q (x-x0)), and
//
//	integral of e^(q x) sin x dx = e^(q x) (q sin x - cos x) / (q^2 + 1)
func (t Table) Index() float64 {
	mean := 0.0
	for i := 1; i < len(t.samples); i++ {
		a, b := t.samples[i-1], t.samples[i]
		q := (b.Gain - a.Gain) / (b.Angle - a.Angle) * math.Ln10 / 10
		sinA, cosA := math.Sincos(a.Angle)
		sinB, cosB := math.Sincos(b.Angle)
		mean += (ratio(b.Gain)*(q*sinB-cosB) - ratio(a.Gain)*(q*sinA-cosA)) / (q*q + 1) / 2
	}
	return -decibel(mean)
}
