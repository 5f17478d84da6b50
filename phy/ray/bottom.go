package ray

import (
	"fmt"
	"math"
	"math/cmplx"

	"halocline/sim/fault"
)

// BottomConfig describes what the bottom reflects.
type BottomConfig interface {
	Validate() error
	// Build returns the boundary, or nil where it sends nothing back.
	Build(env Env) (Reflector, error)
}

// Limited is a BottomConfig or a SurfaceConfig whose law does not hold everywhere.
type Limited interface {
	// Warnings returns a sentence for each reason not to trust it in these surroundings.
	Warnings(env Env) []string
}

// Env is what a boundary may need to know of its surroundings.
type Env struct {
	Speed     float64 // of sound in the water at the boundary, m/s
	Frequency float64 // Hz
	Wind      float64 // m/s, of the ambient noise; NaN if it knows none
	Steepest  float64 // sine of the steepest grazing angle at which the boundary is met
	// Open opens a file that the configuration names. It may be nil where none names one.
	Open func(name string) ([]byte, error)
}

// Bottoms returns the bottoms by name. The sediments are those of F. B. Jensen et al., Computational Ocean Acoustics,
// 2nd ed., table 1.3, as ratios to the water at the bottom.
func Bottoms() map[string]func() BottomConfig {
	named := func(name string, speed, density, attenuation float64, shear bool) func() BottomConfig {
		return func() BottomConfig { return &sediment{name, speed, density, attenuation, shear} }
	}
	return map[string]func() BottomConfig{
		"clay":       named("clay", 1, 1.5, 0.2, false),
		"silt":       named("silt", 1.05, 1.7, 1, false),
		"sand":       named("sand", 1.1, 1.9, 0.8, false),
		"gravel":     named("gravel", 1.2, 2, 0.6, false),
		"moraine":    named("moraine", 1.3, 2.1, 0.4, false),
		"chalk":      named("chalk", 1.6, 2.2, 0.2, true),
		"limestone":  named("limestone", 2, 2.4, 0.1, true),
		"basalt":     named("basalt", 3.5, 2.7, 0.1, true),
		"half-space": func() BottomConfig { return &halfSpace{} },
		"table":      func() BottomConfig { return &bottomTable{} },
		"loss":       func() BottomConfig { return &FixedLoss{Loss: 6} },
		"none":       func() BottomConfig { return &NoReflection{} },
	}
}

// sediment is a named half-space below the water.
type sediment struct {
	name        string
	speed       float64 // over that in the water
	density     float64 // over that of the water
	attenuation float64 // dB per wavelength
	shear       bool    // it carries shear waves that a fluid has not, and they matter
}

// About says what the model is.
func (s *sediment) About() string {
	return fmt.Sprintf("a fluid half-space with %g times the speed in the water, %g times its density, %g dB per wavelength (Jensen et al., Computational Ocean Acoustics, table 1.3)",
		s.speed, s.density, s.attenuation)
}

// Validate finds nothing.
func (*sediment) Validate() error { return nil }

// Build returns the half-space.
func (s *sediment) Build(Env) (Reflector, error) {
	return newFluid(s.speed, s.density, s.attenuation), nil
}

// Warnings says of rock that it is no fluid.
func (s *sediment) Warnings(Env) []string {
	if !s.shear {
		return nil
	}
	return []string{fmt.Sprintf("shear waves pass through %s, and the bottom is taken for a fluid, which reflects too much at some angles; a table of reflection coefficients can have them", s.name)}
}

// halfSpace is a fluid below the water that ends nowhere.
type halfSpace struct {
	Speed       float64 `yaml:"speed" unit:"m/s" range:"(0,10000]" required:"true" doc:"speed of sound in the bottom"`
	Density     float64 `yaml:"density" range:"(0,20]" required:"true" doc:"density of the bottom over that of the water"`
	Attenuation float64 `yaml:"attenuation" unit:"dB" range:"[0,50]" required:"true" doc:"attenuation in the bottom, per wavelength there"`
}

// About says what the model is.
func (*halfSpace) About() string {
	return "a fluid half-space of any speed, density and attenuation, by the coefficient of Rayleigh"
}

// Validate finds nothing beyond the ranges of the fields.
func (*halfSpace) Validate() error { return nil }

// Build returns the half-space below water of the speed of env.
func (h *halfSpace) Build(env Env) (Reflector, error) {
	return newFluid(h.Speed/env.Speed, h.Density, h.Attenuation), nil
}

// fluid is a half-space that carries no shear waves. With the grazing angle t its coefficient of reflection is
// Rayleigh's,
//
//	R = (m sin t - w) / (m sin t + w),  w^2 = n^2 - cos^2 t,  n = (c1/c2) (1 + i d),  d = a ln 10/(40 pi)
//
// with m the ratio of the densities and a the attenuation in dB per wavelength (Jensen et al., chapter 1). Of the roots
// w is the one with Im w >= 0, whose wave dies away downwards under exp(-i w t).
type fluid struct {
	density complex128 // m
	index   complex128 // n^2 - 1
}

func newFluid(speed, density, attenuation float64) fluid {
	n := complex(1/speed, attenuation*math.Ln10/(40*math.Pi)/speed)
	return fluid{density: complex(density, 0), index: (n - 1) * (n + 1)}
}

// Reflect implements Reflector.
func (f fluid) Reflect(sin float64) complex128 {
	// The imaginary part below the root is at least 0, so that both parts of the principal root are.
	w := cmplx.Sqrt(f.index + complex(sin*sin, 0))
	m := f.density * complex(sin, 0)
	if m+w == 0 { // level, into what differs by its density only: the same at all angles
		return (f.density - 1) / (f.density + 1)
	}
	return (m - w) / (m + w)
}

// FixedLoss is a boundary that costs the same at all angles. At the surface it turns the sign of the pressure.
type FixedLoss struct {
	Loss float64 `yaml:"loss" unit:"dB" range:"[0,100]" doc:"loss of each reflection"`

	turns bool
}

// About says what the model is.
func (*FixedLoss) About() string { return "the same loss at all angles" }

// Validate finds nothing beyond the range of the field.
func (*FixedLoss) Validate() error { return nil }

// Build returns the boundary.
func (l *FixedLoss) Build(Env) (Reflector, error) {
	amplitude := math.Pow(10, -l.Loss/20)
	if l.turns {
		amplitude = -amplitude
	}
	return constant(amplitude), nil
}

// NoReflection is a boundary from which nothing returns.
type NoReflection struct{}

// About says what the model is.
func (*NoReflection) About() string { return "no reflection: what meets the boundary is lost" }

// Validate finds nothing.
func (*NoReflection) Validate() error { return nil }

// Build returns nil.
func (*NoReflection) Build(Env) (Reflector, error) { return nil, nil }

// constant is a ratio of pressures that is the same at all angles.
type constant float64

// Reflect implements Reflector.
func (c constant) Reflect(float64) complex128 { return complex(float64(c), 0) }

// bottomTable reads the coefficients of a bottom from a file.
type bottomTable struct {
	File string `yaml:"file" required:"true" doc:"table of reflection coefficients in the form of Bellhop's .brc: the number of rows, then rows of grazing angle in deg, amplitude, and phase in deg"`
}

// About says what the model is.
func (*bottomTable) About() string { return "reflection coefficients by angle from a file of Bellhop" }

// Validate checks that there is a name.
func (t *bottomTable) Validate() error {
	if t.File == "" {
		return fault.In("file", "is empty; write the name of a .brc file")
	}
	return nil
}

// Build reads the file.
func (t *bottomTable) Build(env Env) (Reflector, error) {
	if env.Open == nil {
		return nil, fault.In("file", "%s: files cannot be read here", t.File)
	}
	text, err := env.Open(t.File)
	if err != nil {
		return nil, fault.In("file", "%w", err)
	}
	read, err := readReflections(t.File, string(text))
	if err != nil {
		return nil, fault.In("file", "%w", err)
	}
	return read, nil
}
