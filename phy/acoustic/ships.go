package acoustic

import (
	"math"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/ocean"
)

// ShipConfig describes a ship at a place. Its source level is that of the JOMOPANS-ECHO model (A. MacGillivray and C. de Jong, A
// reference spectrum model for estimating source levels of marine shipping, J. Mar. Sci. Eng. 9 (2021) 369), with f in Hz and V
// in knots,
//
//	191 - 20 log f1 - 10 log((1 - f/f1)^2 + D^2) + 60 log(V/Vc) + 20 log(l/91.44 m),  f1 = 480/Vc
//
// in dB re 1 uPa^2/Hz at 1 m. Vc is the reference speed of the class, and D is 3, or 4 for cruise ships. It was fitted to measurements of
// 10 Hz to 31.5 kHz, with a standard deviation of 6 dB, for a source 6 m deep. Left out are the hump of cargo ships below
// 100 Hz, the bearing from the ship's own bow, and that it moves.
type ShipConfig struct {
	Bearing float64 `yaml:"bearing" unit:"rad" range:"[-6.3,6.3]" required:"true" doc:"direction of the ship from the origin: angle from the x axis towards the y axis"`
	Range   float64 `yaml:"range" unit:"m" range:"(0,1e6]" required:"true" doc:"horizontal distance of the ship from the origin"`
	Depth   float64 `yaml:"depth" unit:"m" range:"(0,20]" doc:"depth of its source, the propeller"`
	Class   Class   `yaml:"class" oneof:"bulker|container|cruise|dredger|fishing|government|naval|passenger|recreational|tanker|tug|vehicles|other" doc:"class of the ship; its source level is that of the class at the speed given here. bulker: 13.9kn; container: 18kn; cruise: 17.1kn; dredger: 9.5kn; fishing: 6.4kn; government: 8kn, also research ships; naval: 11.1kn; passenger: 9.7kn; recreational: 10.6kn; tanker: 12.4kn; tug: 3.7kn; vehicles: 15.8kn, ships that transport vehicles; other: 7.4kn"`
	Speed   float64 `yaml:"speed" unit:"m/s" range:"(0,30]" required:"true" doc:"speed through the water"`
	Length  float64 `yaml:"length" unit:"m" range:"(0,500]" required:"true" doc:"length of the ship"`
}

// Class is a class of ships.
type Class string

const cruiseShips Class = "cruise"

// Defaults sets the depth that the model is fitted for, and no class in particular.
func (c *ShipConfig) Defaults() { c.Depth, c.Class = 6, "other" }

// reference returns the reference speed of a class in knots, and its damping D.
func (c Class) reference() (speed, damping float64) {
	speeds := map[Class]float64{
		"bulker": 13.9, "container": 18, cruiseShips: 17.1, "dredger": 9.5, "fishing": 6.4, "government": 8, "naval": 11.1,
		"passenger": 9.7, "recreational": 10.6, "tanker": 12.4, "tug": 3.7, "vehicles": 15.8, "other": 7.4,
	}
	if c == cruiseShips {
		return speeds[c], 4
	}
	return speeds[c], 3
}

// density returns the source spectral density, in dB re 1 uPa^2/Hz at 1 m.
func (c *ShipConfig) density(hz float64) float64 {
	const length = 91.44 // m, which is 300 ft
	usual, damping := c.Class.reference()
	f1 := 480 / usual
	x := 1 - hz/f1
	return 191 - 20*math.Log10(f1) - decibel(x*x+damping*damping) + 60*math.Log10(c.Speed/knot/usual) + 20*math.Log10(c.Length/length)
}

// ship is a source of noise.
type ship struct {
	at    phy.End
	power float64 // in the band at 1 m, uPa^2
}

// fleet is what there is of ships.
type fleet []ship

// newFleet makes the ships in a band.
func newFleet(configs []ShipConfig, env phy.ChannelEnv) (all fleet, err error) {
	switch band := env.Band; {
	case len(configs) == 0:
	case env.Unit == phy.Watt:
		return nil, fault.In("ships", "the noise of ships is a level in decibels, but the modem's link budget is in watts; leave them out, or write a budget of type decibels into the modem")
	case band.Centre <= band.Width/2:
		return nil, fault.In("ships", "the noise of a band that reaches down to 0 Hz is not defined; make the modem's band narrower")
	}
	for i := range configs {
		c := &configs[i]
		sin, cos := math.Sincos(c.Bearing)
		all = append(all, ship{
			at:    phy.Fixed(geom.Vec{X: c.Range * cos, Y: c.Range * sin, Z: -c.Depth}),
			power: ratio(bandLevel(c.density, env.Band.Centre, env.Band.Width)),
		})
	}
	return all, nil
}

// noiseAt returns the noise of all of them at a receiver, by the ways of their sound, in uPa^2.
func (f fleet) noiseAt(rx phy.End, t sim.Time, path func(tx, rx phy.End, t sim.Time) phy.Path) float64 {
	sum := 0.0 // echoes outside of the window of the receiver count in full
	for i := range f {
		p := path(f[i].at, rx, t)
		sum += f[i].power * (p.Gain + p.Echo.Gain)
	}
	return sum
}

// outside returns a sentence where the model of ships does not hold.
func (f fleet) outside(hz float64) []string {
	if len(f) == 0 {
		return nil
	}
	const kHz = 1e3
	return ocean.Outside("ships", []ocean.Limit{{Name: "frequency", Unit: "kHz", Min: 0.1, Max: 31.5}}, hz/kHz)
}

// Local reports whether there are ships.
func (s *sea) Local() bool { return len(s.ships) > 0 }

// NoiseAt implements phy.LocalNoise.
func (c *channel) NoiseAt(rx phy.End, t sim.Time) (around, directed float64) {
	return 0, c.ships.noiseAt(rx, t, c.Path)
}

// NoiseAt implements phy.LocalNoise.
func (c *echoing) NoiseAt(rx phy.End, t sim.Time) (around, directed float64) {
	return 0, c.ships.noiseAt(rx, t, c.Path)
}

// NoiseAt implements phy.LocalNoise.
func (c *rays) NoiseAt(rx phy.End, t sim.Time) (around, directed float64) {
	return 0, c.ships.noiseAt(rx, t, c.oneWay)
}
