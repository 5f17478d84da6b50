package acoustic

import (
	"math"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/trace"
)

// ChannelConfig describes the way of sound from one node to another.
type ChannelConfig struct {
	Spreading  float64     `yaml:"spreading" range:"[0,3]" doc:"spreading exponent: 1 cylindrical, 1.5 practical, 2 spherical"`
	Absorption string      `yaml:"absorption" oneof:"thorp|thorp-ns3|thorp2|sulfate|fisher-simmons|francois-garrison|ainslie-mccolm" doc:"formula for the absorption. thorp: Thorp (1967), four terms, for the sea at 4 degC; thorp-ns3: thorp as ns-3 changes it below 0.4 kHz; thorp2: two terms of thorp; sulfate: the term of thorp for magnesium sulfate, as in the simulator Thetis; fisher-simmons: Fisher and Simmons (1977), for 35 psu and pH 8; francois-garrison: Francois and Garrison (1982), also for fresh water; ainslie-mccolm: Ainslie and McColm (1998)"`
	Noise      NoiseConfig `yaml:"noise" doc:"ambient noise"`
	Echoes     *Echoes     `yaml:"echoes" doc:"reflections at the surface and the seabed; none if left out"`
}

// Sum says how the paths of a signal add up.
type Sum string

// The ways.
const (
	PowerSum    Sum = "power"    // as powers
	CoherentSum Sum = "coherent" // as pressures with their phases at the centre of the band
)

// Echoes describes the reflections between the surface and a flat bottom at the
// depth of the seabed under the middle of a path, or of its deeper end where that
// lies below.
type Echoes struct {
	Bounces     int     `yaml:"bounces" range:"[1,50]" doc:"greatest number of reflections of a path"`
	SurfaceLoss float64 `yaml:"surface_loss" unit:"dB" range:"[0,100]" doc:"loss of each reflection at the surface"`
	BottomLoss  float64 `yaml:"bottom_loss" unit:"dB" range:"[0,100]" doc:"loss of each reflection at the seabed"`
	Sum         Sum     `yaml:"sum" oneof:"power|coherent" doc:"sum of the paths. power: they add up as powers; coherent: they add up as pressures with their phases at the centre of the band"`
}

// Defaults makes three bounces that add up as powers.
func (e *Echoes) Defaults() { *e = Echoes{Bounces: 3, SurfaceLoss: 1, BottomLoss: 6, Sum: PowerSum} }

// DefaultChannel returns the sea at calm weather: practical spreading, Thorp's
// absorption, and Wenz's noise with a light breeze.
func DefaultChannel() *ChannelConfig {
	return &ChannelConfig{Spreading: 1.5, Absorption: "thorp", Noise: defaultWenz()}
}

// About says what the model is.
func (*ChannelConfig) About() string {
	return "sound in water: spreading, absorption, ambient noise, travel time"
}

// Validate checks the name of the formula.
func (c *ChannelConfig) Validate() error {
	if _, err := AbsorptionByName(c.Absorption); err != nil {
		return fault.In("absorption", "%v", err)
	}
	if c.Echoes != nil && c.Spreading != 2 {
		return fault.In("spreading", "is %g, but echoes need 2: the reflections are what makes spreading less than spherical", c.Spreading)
	}
	return nil
}

// Build returns the channel in one band. A budget in watts has no ambient noise
// in decibels to go with it.
func (c *ChannelConfig) Build(env phy.ChannelEnv) (phy.Channel, error) {
	absorption, err := AbsorptionByName(c.Absorption)
	if err != nil {
		return nil, err
	}
	ch := &channel{water: env.Water, hz: env.Band.Centre, spreading: c.Spreading, absorption: absorption, echoes: c.Echoes}
	if absorption.OneWater {
		ch.everywhere = absorption.DBPerKm(ch.hz, Conditions{})
	}
	if c.Echoes != nil && math.IsInf(env.Water.Seabed(geom.Vec{}), 1) {
		return nil, fault.In("echoes", "there is no seabed that would reflect; write seabed into the water")
	}
	_, silent := c.Noise.(*NoNoise)
	switch {
	case silent:
	case env.Unit == phy.Watt:
		return nil, fault.In("noise", "the ambient noise is a level in decibels, but the modem's link budget is in watts; "+
			"write noise: none here, and the noise power into the modem's budget")
	case env.Band.Centre <= env.Band.Width/2:
		return nil, fault.In("noise", "the ambient noise of a band that reaches down to 0 Hz is not defined; make the modem's band narrower")
	default:
		ch.noise = math.Pow(10, c.Noise.Noise().BandLevel(env.Band.Centre, env.Band.Width)/10)
	}
	return ch, nil
}

// channel is the water in one band.
type channel struct {
	water      *ocean.Water
	hz         float64
	spreading  float64
	absorption Absorption
	everywhere float64 // absorption where it is the same everywhere, dB/km
	noise      float64 // uPa^2
	echoes     *Echoes // nil: the direct path only
	paths      []Echo  // memory for one calculation
}

// Path finds the straight path. Along it the speed of sound is the harmonic
// mean of the profile, so that the travel time is the integral of ds/c; the
// absorption is that of its middle. Where an end moves, the mean is taken twice:
// for where the receiver is, and for where it will be. The Doppler factor counts with
// that mean too: where the speed of sound at an end differs from it by 3 %, so does the
// part of the shift that comes from the motion of that end.
func (c *channel) Path(tx, rx phy.End, t sim.Time) phy.Path {
	from, to := tx.Position(t), rx.Position(t)
	if c.dry(from, t) || c.dry(to, t) {
		return phy.Path{Lost: trace.OutOfWater}
	}
	ray := phy.Straight(tx, rx, t, c.water.MeanSoundSpeed(from, to))
	if ray.To != to {
		ray = phy.Straight(tx, rx, t, c.water.MeanSoundSpeed(from, ray.To))
	}
	delay := ray.Delay()
	return phy.Path{Delay: delay, Gain: c.gain(tx, rx, t, t.Add(delay), ray), Doppler: ray.Doppler}
}

// Between finds the path of Path between ends that stand still and are the same in all
// directions. The surface is that of still water.
func (c *channel) Between(from, to geom.Vec) phy.Path {
	if c.echoes != nil {
		return c.Path(phy.Fixed(from), phy.Fixed(to), 0)
	}
	if inAir(from, to) {
		return phy.Path{Lost: trace.OutOfWater}
	}
	length := to.Sub(from).Norm()
	ray := phy.Ray{Time: length / c.water.MeanSoundSpeed(from, to)}
	return phy.Path{Delay: ray.Delay(), Gain: c.loss(from, to).Gain(length), Doppler: 1}
}

// Noise returns the ambient noise power in the band.
func (c *channel) Noise() float64 { return c.noise }

// Speed returns the speed of sound at a position, in m/s.
func (c *channel) Speed(at geom.Vec) float64 { return c.water.SoundSpeed(at) }

// Warnings returns a sentence for each input of the absorption formula that is
// outside its range at one of the positions, with the value that is the farthest
// outside: a network in a layered sea would make one for each of its nodes.
func (c *channel) Warnings(positions []geom.Vec) []string {
	waters := make([]Conditions, len(positions))
	for i, at := range positions {
		waters[i] = c.conditions(at)
	}
	return c.absorption.Outside(c.hz, waters...)
}

// dry reports whether an end is above the surface at a time.
func (c *channel) dry(at geom.Vec, t sim.Time) bool { return at.Z > c.water.Surface(at, t) }

// inAir reports whether an end is above still water.
func inAir(from, to geom.Vec) bool { return from.Z > 0 || to.Z > 0 }

// loss returns the loss along a path, with the absorption of its middle.
func (c *channel) loss(from, to geom.Vec) PathLoss {
	if c.absorption.OneWater {
		return PathLoss{c.spreading, c.everywhere}
	}
	return PathLoss{c.spreading, c.absorption.DBPerKm(c.hz, c.conditions(middle(from, to)))}
}

// middle returns the point half way between two.
func middle(from, to geom.Vec) geom.Vec { return from.Add(to).Scale(0.5) }

// gain returns received over sent power, of all paths together and with the
// directivity of both ends, of a signal that leaves at t and arrives at arrival.
func (c *channel) gain(tx, rx phy.End, t, arrival sim.Time, ray phy.Ray) float64 {
	if c.dry(ray.From, t) || c.dry(ray.To, arrival) {
		return 0
	}
	loss := c.loss(ray.From, ray.To)
	if c.echoes != nil {
		return ratio(c.echoing(tx, rx, t, arrival, ray, loss))
	}
	way := ray.To.Sub(ray.From)
	gain := loss.Gain(way.Norm())
	if d := tx.Toward(way, t) + rx.Toward(way.Scale(-1), arrival); d != 0 {
		gain *= ratio(d)
	}
	return gain
}

// echoing returns the gain in dB re 1 m of the straight path and its echoes.
func (c *channel) echoing(tx, rx phy.End, t, arrival sim.Time, ray phy.Ray, loss PathLoss) float64 {
	layer := Layer{
		Depth:       max(c.water.Seabed(middle(ray.From, ray.To)), ray.From.Depth(), ray.To.Depth()),
		Speed:       c.water.MeanSoundSpeed(ray.From, ray.To),
		SurfaceLoss: c.echoes.SurfaceLoss,
		BottomLoss:  c.echoes.BottomLoss,
		MaxBounces:  c.echoes.Bounces,
	}
	c.paths = layer.Echoes(c.paths[:0], ray.From, ray.To)
	for i := range c.paths {
		p := &c.paths[i]
		p.Gain = tx.Toward(p.Leave, t) + rx.Toward(p.Arrive.Scale(-1), arrival)
	}
	if c.echoes.Sum == CoherentSum {
		return layer.CoherentGain(c.paths, loss, c.hz)
	}
	return layer.PowerGain(c.paths, loss)
}

// conditions returns what absorption depends on, at a position.
func (c *channel) conditions(at geom.Vec) Conditions {
	return Conditions{
		Temperature: c.water.Temperature(at),
		Salinity:    c.water.Salinity(at),
		Depth:       max(at.Depth(), 0),
		PH:          c.water.PH(),
	}
}
