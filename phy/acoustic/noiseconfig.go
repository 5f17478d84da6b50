package acoustic

import "halocline/sim/ocean"

// NoiseConfig describes the ambient noise of a link.
type NoiseConfig interface {
	Validate() error
	Noise() Noise // nil for none
}

// Tuned is a NoiseConfig that follows wind and ships.
type Tuned interface {
	Wind() (speed *float64, within ocean.Limit)  // m/s
	Ships() (index *float64, within ocean.Limit) // in the model's own measure
}

// Noises returns the kinds of noise by name.
func Noises() map[string]func() NoiseConfig {
	return map[string]func() NoiseConfig{
		"none":   func() NoiseConfig { return &NoNoise{} },
		"wenz":   func() NoiseConfig { return defaultWenz() },
		"thetis": func() NoiseConfig { return &ThetisNoise{Traffic: 4, Speed: 5 * knot} },
		"flat":   func() NoiseConfig { return &FlatNoise{Level: 50} },
	}
}

// NoNoise is silence.
type NoNoise struct{}

// About says what the model is.
func (*NoNoise) About() string { return "silence" }

// Validate finds nothing.
func (*NoNoise) Validate() error { return nil }

// Noise returns nil.
func (*NoNoise) Noise() Noise { return nil }

// WenzNoise describes a Wenz.
type WenzNoise struct {
	Speed    float64 `yaml:"wind" unit:"m/s" range:"[0,60]" doc:"speed of the wind"`
	Shipping float64 `yaml:"shipping" range:"[0,1]" doc:"density of ships, from none to heavy"`
	Rain     float64 `yaml:"rain" unit:"mm/h" range:"[0,100]" doc:"rate of rain: 1mm/h is light, 10mm/h is heavy; its noise follows the fit of Torres and Costa (2019)"`
	Band     string  `yaml:"band" oneof:"integral|centre" doc:"noise power in the band. integral: the integral of the density over the band; centre: the density at the centre times the width"`
}

func defaultWenz() *WenzNoise { return &WenzNoise{Speed: 1, Band: "integral"} }

// About says what the model is.
func (*WenzNoise) About() string { return "ambient noise of the sea after Wenz, in the form of Coates" }

// Validate finds nothing beyond the ranges of the fields.
func (*WenzNoise) Validate() error { return nil }

// Noise returns the noise.
func (n *WenzNoise) Noise() Noise {
	return Wenz{Shipping: n.Shipping, Wind: n.Speed, Rain: n.Rain, AtCentre: n.Band == "centre"}
}

// Wind implements Tuned.
func (n *WenzNoise) Wind() (speed *float64, within ocean.Limit) {
	return &n.Speed, ocean.Limit{Unit: "m/s", Max: 60}
}

// Ships implements Tuned.
func (n *WenzNoise) Ships() (index *float64, within ocean.Limit) {
	return &n.Shipping, ocean.Limit{Max: 1}
}

// ThetisNoise describes a Thetis.
type ThetisNoise struct {
	Traffic float64 `yaml:"traffic" range:"[1,7]" doc:"traffic index, from low to strong"`
	Speed   float64 `yaml:"wind" unit:"m/s" range:"[0,30]" doc:"speed of the wind"`
}

// About says what the model is.
func (*ThetisNoise) About() string { return "the ambient noise of the simulator Thetis, after Wenz" }

// Validate finds nothing beyond the ranges of the fields.
func (*ThetisNoise) Validate() error { return nil }

// Noise returns the noise. The formula counts the wind in knots.
func (n *ThetisNoise) Noise() Noise {
	return Thetis{Traffic: n.Traffic, Wind: n.Speed / knot}
}

// Wind implements Tuned.
func (n *ThetisNoise) Wind() (speed *float64, within ocean.Limit) {
	return &n.Speed, ocean.Limit{Unit: "m/s", Max: 30}
}

// Ships implements Tuned.
func (n *ThetisNoise) Ships() (index *float64, within ocean.Limit) {
	return &n.Traffic, ocean.Limit{Min: 1, Max: 7}
}

// FlatNoise describes a Flat.
type FlatNoise struct {
	Level float64 `yaml:"level" unit:"dB" range:"[-100,200]" doc:"density, dB re 1 uPa^2/Hz"`
}

// About says what the model is.
func (*FlatNoise) About() string { return "one density at all frequencies" }

// Validate finds nothing beyond the range of the field.
func (*FlatNoise) Validate() error { return nil }

// Noise returns the noise.
func (n *FlatNoise) Noise() Noise { return Flat{Level: n.Level} }

// knot is one nautical mile of 1852 m per hour, in m/s.
const knot = 1852.0 / 3600
