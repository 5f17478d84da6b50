package acoustic

import (
	"math"

	"halocline/phy"
	"halocline/phy/ray"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// ChannelConfig describes the way of sound from one node to another.
type ChannelConfig struct {
	Spreading  float64      `yaml:"spreading" range:"[0,3]" doc:"spreading exponent: 1 cylindrical, 1.5 practical, 2 spherical"`
	Absorption string       `yaml:"absorption" oneof:"thorp|thorp-ns3|thorp2|sulfate|fisher-simmons|francois-garrison|ainslie-mccolm" doc:"formula for the absorption. thorp: Thorp (1967), four terms, for the sea at 4 degC; thorp-ns3: thorp as ns-3 changes it below 0.4 kHz; thorp2: two terms of thorp; sulfate: the term of thorp for magnesium sulfate, as in the simulator Thetis; fisher-simmons: Fisher and Simmons (1977), for 35 psu and pH 8; francois-garrison: Francois and Garrison (1982), also for fresh water; ainslie-mccolm: Ainslie and McColm (1998)"`
	Noise      NoiseConfig  `yaml:"noise" doc:"ambient noise"`
	Ships      []ShipConfig `yaml:"ships" doc:"ships at fixed places, with source levels of JOMOPANS-ECHO (MacGillivray and de Jong 2021). Their noise, after path loss and with the gain of the receiver's antenna, is added to the ambient noise"`
	Echoes     *Echoes      `yaml:"echoes" doc:"reflections at the surface and the seabed; none if left out"`
}

// Echoes describes the reflections between the surface and a flat bottom at the
// depth of the seabed under the middle of a path, or of its deeper end where that
// lies below.
type Echoes struct {
	Bounces     int     `yaml:"bounces" range:"[1,50]" doc:"greatest number of reflections of a path"`
	SurfaceLoss float64 `yaml:"surface_loss" unit:"dB" range:"[0,100]" doc:"loss of each reflection at the surface"`
	BottomLoss  float64 `yaml:"bottom_loss" unit:"dB" range:"[0,100]" doc:"loss of each reflection at the seabed"`
	Sum         ray.Sum `yaml:"sum" oneof:"power|coherent" doc:"how the paths in the window are added. power: as powers, except those that the band does not resolve; coherent: as pressures with their phases, averaged over the band"`
}

// Defaults makes three bounces that add up as powers.
func (e *Echoes) Defaults() {
	*e = Echoes{Bounces: 3, SurfaceLoss: 1, BottomLoss: 6, Sum: ray.PowerSum}
}

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

// Build returns the channel in one band.
func (c *ChannelConfig) Build(env phy.ChannelEnv) (phy.Channel, error) {
	if c.Echoes != nil && math.IsInf(env.Water.Seabed(geom.Vec{}), 1) {
		return nil, fault.In("echoes", "there is no seabed that would reflect; write seabed into the water")
	}
	sea, err := newSea(c.Absorption, c.Noise, env)
	if err != nil {
		return nil, err
	}
	if sea.ships, err = newFleet(c.Ships, env); err != nil {
		return nil, err
	}
	if c.Echoes != nil {
		return &echoing{sea: sea, multipath: newMultipath(c.Echoes.Sum, env.Band), echoes: c.Echoes}, nil
	}
	return &channel{sea: sea, spreading: c.Spreading}, nil
}

// channel is the water in one band, with straight paths.
type channel struct {
	sea
	spreading float64
}

// Path finds the straight path. Along it the speed of sound is the harmonic
// mean of the profile, so that the travel time is the integral of ds/c; the
// absorption is that of its middle. Where an end moves, the mean is taken twice:
// for where the receiver is, and for where it will be. The Doppler factor counts with
// that mean too: where the speed of sound at an end differs from it by 3 %, so does the
// part of the shift that comes from the motion of that end.
func (c *channel) Path(tx, rx phy.End, t sim.Time) phy.Path {
	line, none, ok := c.line(tx, rx, t)
	if !ok {
		return none
	}
	delay := line.Delay()
	return phy.Path{Delay: delay, Gain: c.gain(tx, rx, t, t.Add(delay), line), Doppler: line.Doppler}
}

// Between finds the path of Path between ends that stand still and are the same in all
// directions. The surface is that of still water.
func (c *channel) Between(from, to geom.Vec) phy.Path {
	if inAir(from, to) {
		return phy.Path{Lost: trace.OutOfWater}
	}
	length := to.Sub(from).Norm()
	ray := phy.Ray{Time: length / c.water.MeanSoundSpeed(from, to)}
	return phy.Path{Delay: ray.Delay(), Gain: c.loss(from, to).Gain(length), Doppler: 1}
}

// loss returns the loss along a path, with the absorption of its middle.
func (c *channel) loss(from, to geom.Vec) PathLoss {
	return PathLoss{c.spreading, c.absorb(middle(from, to))}
}

// middle returns the point half way between two.
func middle(from, to geom.Vec) geom.Vec { return from.Add(to).Scale(0.5) }

// gain returns received over sent power, with the directivity of both ends, of a signal that leaves at t and arrives at arrival.
func (c *channel) gain(tx, rx phy.End, t, arrival sim.Time, line phy.Ray) float64 {
	loss := c.loss(line.From, line.To)
	way := line.To.Sub(line.From)
	gain := loss.Gain(way.Norm())
	if d := tx.Toward(way, t) + rx.Toward(way.Scale(-1), arrival); d != 0 {
		gain *= ratio(d)
	}
	return gain
}
