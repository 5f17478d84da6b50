package ray

import (
	"fmt"
	"math"

	"halocline/sim/fault"
)

// SurfaceConfig describes what the surface reflects. A BottomConfig has the same methods, and is on another shelf.
type SurfaceConfig interface {
	Validate() error
	// Build returns the boundary, or nil where it sends nothing back.
	Build(env Env) (Reflector, error)
}

// Surfaces returns the surfaces by name. All turn the sign of the pressure.
func Surfaces() map[string]func() SurfaceConfig {
	return map[string]func() SurfaceConfig{
		"apl":    func() SurfaceConfig { return &windySurface{law: apl} },
		"coates": func() SurfaceConfig { return &windySurface{law: coates} },
		"eckart": func() SurfaceConfig { return &windySurface{law: eckart} },
		"loss":   func() SurfaceConfig { return &FixedLoss{Loss: 1, turns: true} },
		"none":   func() SurfaceConfig { return &NoReflection{} },
	}
}

// windySurface is a surface whose loss depends on the wind.
type windySurface struct {
	Wind *float64 `yaml:"wind" unit:"m/s" range:"[0,60]" doc:"speed of the wind; that of the ambient noise if left out"`

	law law
}

// law is how wind makes loss.
type law string

const (
	apl    law = "apl"
	coates law = "coates"
	eckart law = "eckart"
)

// About says what the model is.
func (s *windySurface) About() string {
	switch s.law {
	case apl:
		return "loss in bubbles below waves, at most 15 dB, from 10 to 100 kHz, after the report APL-UW TR 9407"
	case coates:
		return "loss by scattering at waves after Beckmann and Spizzichino, in the form of Coates (1988)"
	}
	return "coherent reflection at waves, after Eckart (1953): scattered sound is lost, which is nearly all above 10 kHz"
}

// Validate finds nothing beyond the range of the field.
func (*windySurface) Validate() error { return nil }

// Build returns the surface.
func (s *windySurface) Build(env Env) (Reflector, error) {
	wind := s.wind(env)
	if math.IsNaN(wind) {
		return nil, fault.In("wind", "the loss at the surface needs a wind, and the ambient noise knows none; write surface: {wind: 5m/s}")
	}
	switch s.law {
	case apl:
		return newBubbles(wind, env.Frequency), nil
	case coates:
		return newScattering(wind, env.Frequency), nil
	}
	return rough{wind: wind, hz: env.Frequency, speed: env.Speed}, nil
}

func (s *windySurface) wind(env Env) float64 {
	if s.Wind != nil {
		return *s.Wind
	}
	return env.Wind
}

// Warnings says where a law does not hold, and that two winds blow.
func (s *windySurface) Warnings(env Env) []string {
	var w []string
	if s.law == apl && !(env.Frequency >= 10e3 && env.Frequency <= 100e3) {
		w = append(w, fmt.Sprintf("the loss apl of the surface holds from 10 to 100 kHz, and the band is at %g kHz", env.Frequency/1e3))
	}
	if steepest := math.Asin(min(env.Steepest, 1)) * 180 / math.Pi; s.law == coates && steepest > 60+1e-9 {
		w = append(w, fmt.Sprintf("the loss coates of the surface holds up to 60 deg from the horizontal, and paths are as steep as %.3g deg", steepest))
	}
	if s.Wind != nil && !math.IsNaN(env.Wind) && *s.Wind != env.Wind {
		w = append(w, fmt.Sprintf("the wind at the surface is %g m/s, and that of the ambient noise is %g m/s", *s.Wind, env.Wind))
	}
	return w
}

// bubbles is the loss by the bubbles that breaking waves leave in the water,
//
//	1.26e-3/sin t u^1.57 f^0.85 dB,  u >= 6 m/s
//	1.26e-3/sin t 6^1.57 f^0.85 exp(1.2 (u - 6)) dB below that
//
// with the grazing angle t, the wind u in m/s and the frequency f in kHz, 10 to 100 (APL-UW High-Frequency Ocean
// Environmental Acoustic Models Handbook, TR 9407, 1994, page II-21, as UnderwaterAcoustics.jl has it). Waves scatter
// forward what they do not swallow, so that this is the loss for communication. It has no bound for level rays; that of
// 15 dB is a choice.
type bubbles float64 // dB at right angles

func newBubbles(wind, hz float64) bubbles {
	loss := 1.26e-3 * math.Pow(hz/1e3, 0.85) * math.Pow(max(wind, 6), 1.57)
	return bubbles(loss * math.Exp(1.2*min(wind-6, 0)))
}

// Reflect implements Reflector.
func (b bubbles) Reflect(sin float64) complex128 {
	return complex(-math.Pow(10, -min(float64(b)/sin, 15)/20), 0)
}

// scattering is the loss by the roughness of the surface,
//
//	-10 log((1 + (f/f1)^2) / (1 + (f/f2)^2)) + (1 + (90 - w)/60) (t/30)^2 dB
//	f1 = sqrt(10) f2,  f2 = 378/w^2
//
// with the wind w in knots, the frequency f in kHz and the grazing angle t in deg, up to 60 (R. Coates, An empirical
// formula for computing the Beckmann-Spizzichino surface reflection loss coefficient, IEEE Trans. UFFC 35(4), 1988,
// pp. 522-523).
type scattering struct {
	level float64 // dB, of level rays
	steep float64 // dB/rad^2
}

func newScattering(wind, hz float64) scattering {
	knots := wind * 3600 / 1852
	x := hz / 1e3 * knots * knots / 378 // f/f2
	return scattering{
		level: 10 * math.Log10((1+x*x)/(1+x*x/10)),
		steep: (1 + (90-knots)/60) * 36 / (math.Pi * math.Pi),
	}
}

// Reflect implements Reflector.
func (s scattering) Reflect(sin float64) complex128 {
	t := math.Asin(min(sin, 1))
	return complex(-math.Pow(10, -(s.level+s.steep*t*t)/20), 0)
}

// rough keeps the coherent amplitude.
type rough struct{ wind, hz, speed float64 }

// Reflect implements Reflector.
func (r rough) Reflect(sin float64) complex128 {
	return complex(-math.Sqrt(coherent(sin, r.hz, r.speed, r.wind)), 0)
}

// coherent returns the share of its power that a wave of so many Hz keeps as one wave with a phase at a rough surface,
// met at a grazing angle of this sine,
//
//	exp(-4 k^2 h^2 sin^2 t),  h = 0.21 u^2/(4 g)
//
// with the wave number k, speed in m/s, and the rms height h of the waves of a wind u in m/s (C. Eckart, The scattering
// of sound from the sea surface, J. Acoust. Soc. Am. 25, 1953, pp. 566-570; the significant height 4 h is that of
// W. J. Pierson and L. Moskowitz, J. Geophys. Res. 69, 1964, pp. 5181-5190, for waves that have grown in full). The rest
// is scattered.
func coherent(sin, hz, speed, wind float64) float64 {
	const gravity = 9.80665 // m/s2
	x := 4 * math.Pi * hz / speed * 0.21 * wind * wind / (4 * gravity) * sin
	return math.Exp(-x * x)
}
