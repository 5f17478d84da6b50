package rf

import (
	"fmt"
	"math"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/ocean"
)

// ChannelConfig describes the way of a radio wave from one node to another. It
// counts power in watts, so the modem's link budget is in watts or in dBm. Without
// noise it adds none: the receiver's own, which is part of the budget, is what counts then.
type ChannelConfig struct {
	Conductivity float64      `yaml:"conductivity" unit:"S/m" range:"[1e-9,20]" doc:"conductivity of the water; that of the scenario's water in the middle of each path if left out"`
	Permittivity float64      `yaml:"permittivity" range:"[1,100]" doc:"relative permittivity of the water"`
	Relaxation   bool         `yaml:"relaxation" doc:"whether to include absorption by the relaxation of water molecules, which matters above about 50 MHz"`
	Loss         string       `yaml:"loss" oneof:"absorption|friis" doc:"path loss in water; in air a wave spreads with either. absorption: absorption alone, as in Erdemir's thesis, which leaves out all spreading of a real antenna; friis: absorption, and spreading between isotropic antennas"`
	Noise        *NoiseConfig `yaml:"noise" doc:"noise from outside, which adds to that of the modem's budget; none if left out"`
}

// DefaultChannel returns the channel of Erdemir's thesis (2018) in the water of
// the scenario: absorption alone.
func DefaultChannel() *ChannelConfig {
	return &ChannelConfig{Permittivity: WaterPermittivity, Loss: "absorption"}
}

// About says what the model is.
func (*ChannelConfig) About() string {
	return "radio in conductive water, through the surface, and in air; link budgets in watts or dBm"
}

// Air reports that its signals go through air too, so that a node may stand there.
func (*ChannelConfig) Air() bool { return true }

// Validate checks the values.
func (c *ChannelConfig) Validate() error {
	switch {
	case c.Conductivity != 0 && !(c.Conductivity >= 1e-9 && c.Conductivity <= 20):
		return fault.In("conductivity", "is %g S/m, allowed are 1e-9 to 20 S/m", c.Conductivity)
	case !(c.Permittivity >= 1 && c.Permittivity <= 100):
		return fault.In("permittivity", "is %g, allowed are 1 to 100", c.Permittivity)
	case c.Loss != "absorption" && c.Loss != "friis":
		return fault.In("loss", "%q is unknown; it is absorption or friis", c.Loss)
	}
	return nil
}

// Build returns the channel in one band. A budget in dB re 1 uPa is about sound
// and an error.
func (c *ChannelConfig) Build(env phy.ChannelEnv) (phy.Channel, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if env.Unit != phy.Watt {
		return nil, fault.In("modem", "the radio channel counts power in watts, but the modem's link budget is in dB re 1 uPa, "+
			"which is a level of sound; write a budget of type watts or dbm into the modem")
	}
	ch := &channel{
		water:        env.Water,
		hz:           env.Band.Centre,
		conductivity: c.Conductivity,
		permittivity: c.Permittivity,
		friis:        c.Loss == "friis",
		air:          Propagation(env.Band.Centre, 0, 1),
	}
	if c.Relaxation {
		ch.relaxation = relaxation(ch.hz)
	}
	if c.Noise != nil {
		return ch.withNoise(c.Noise, env.Band), nil
	}
	return ch, nil
}

// relaxation returns the conductivity in S/m that absorbs as the relaxation of
// water does at a frequency in Hz: w eps0 times the imaginary part of Debye's
// permittivity where w tau is small, eps0 (epsS - epsInf) tau w^2, with 75 and
// 9.36 ps of Kaatze (1989) at 20 degC. It is 3 % too large at 4 GHz; water of 0
// degC absorbs about twice that.
func relaxation(hz float64) float64 { return 2.4e-19 * hz * hz }

// channel is the water and the air in one band.
type channel struct {
	water        *ocean.Water
	hz           float64
	conductivity float64 // S/m; 0: that of the water
	permittivity float64
	relaxation   float64 // S/m, added to the conductivity
	friis        bool
	air          Wave
}

// Path finds the way of a signal. Between two ends in the water, or two in the
// air, it is straight; the water on it is that of its middle. The surface, above each
// end at the height of its waves, reflects nothing into the path. Nothing arrives at an end that is nowhere.
func (c *channel) Path(tx, rx phy.End, t sim.Time) phy.Path {
	from, to := tx.Position(t), rx.Position(t)
	if !(from.Dist(to) <= math.MaxFloat64) {
		return phy.Path{Delay: -1, Doppler: 1}
	}
	wave, spreads := c.air, true
	switch dry := inAir(c.level(from, t)); {
	case dry != inAir(c.level(to, t)):
		return c.crossing(tx, rx, t)
	case !dry:
		wave, spreads = c.wave(from.Add(to).Scale(0.5)), c.friis
	}
	ray := phy.Straight(tx, rx, t, wave.Speed)
	way := ray.To.Sub(ray.From)
	path := phy.Path{Delay: ray.Delay(), Doppler: ray.Doppler}
	if spreads {
		path.Gain = wave.FriisGain(way.Norm())
	} else {
		path.Gain = wave.AbsorptionGain(way.Norm())
	}
	if d := tx.Toward(way, t) + rx.Toward(way.Scale(-1), t.Add(path.Delay)); d != 0 {
		path.Gain *= math.Pow(10, d/10)
	}
	return path
}

// Noise returns zero: the noise of a radio is in its link budget.
func (c *channel) Noise() float64 { return 0 }

// Speed returns the phase speed of the wave at a position, in m/s.
func (c *channel) Speed(at geom.Vec) float64 {
	if inAir(at) {
		return c.air.Speed
	}
	return c.wave(at).Speed
}

// crossing finds the way through the surface. It has two straight legs: one
// between the end in the water and the point of the surface above it, and one
// between that point and the end in the air. Refraction makes it so: the index of
// refraction of water is about 9 or more, so a wave that comes from the air goes
// down within 6.4 degrees of the vertical whatever its incidence, and the leg in
// the water is at most 0.6 % longer than the depth. (One straight line would lead
// a flat path through metres of water that no wave passes.) The ends are taken
// where they are when the signal leaves: in a microsecond they do not move.
//
// At the surface the wave loses Wave.InterfaceLoss, of normal incidence. As to
// spreading, a bundle of rays that passes r1 in water and r2 in air has the
// cross-section of one that passes r1 + n r2 in water alone (for small angles,
// seen from air, the depth appears to be r1/n), so with n the ratio of the
// phase constants Friis' 20 log(2 beta r) becomes
//
//	20 log(2 (beta_air r1 + beta_water r2))
//
// the same both ways. With absorption alone in the water r1 counts as 0 there: just
// below the surface both laws are one. At flat incidence the loss is greater than that, and
// depends on the polarisation; a wave guided by the surface is left out.
func (c *channel) crossing(tx, rx phy.End, t sim.Time) phy.Path {
	wet, dry := c.level(tx.Position(t), t), c.level(rx.Position(t), t)
	falls := inAir(wet)
	if falls {
		wet, dry = dry, wet
	}
	up := geom.Vec{Z: 1}
	out := dry.Sub(geom.Vec{X: wet.X, Y: wet.Y})
	depth, height := wet.Depth(), out.Norm()
	wave := c.wave(geom.Vec{X: wet.X, Y: wet.Y, Z: wet.Z / 2})

	loss := wave.InterfaceLoss() + wave.AbsorptionLoss(depth)
	x := 2 * wave.Phase * height
	if c.friis {
		x += 2 * c.air.Phase * depth
	}
	if x > 1 {
		loss += 20 * math.Log10(x)
	}
	p := phy.Path{Delay: sim.Seconds(depth/wave.Speed + height/c.air.Speed)}
	leave, arrive, sent, received := up, out, wave.Speed, c.air.Speed
	if falls {
		leave, arrive, sent, received = out.Scale(-1), up.Scale(-1), c.air.Speed, wave.Speed
	}
	p.Doppler = (1 - along(rx.Velocity(t), arrive)/received) / (1 - along(tx.Velocity(t), leave)/sent)
	gain := tx.Toward(leave, t) + rx.Toward(arrive.Scale(-1), t.Add(p.Delay)) - loss
	p.Gain = math.Pow(10, gain/10)
	return p
}

// Warnings returns a sentence where the water absorbs more than the channel
// counts, at one of the positions.
func (c *channel) Warnings(positions []geom.Vec) []string {
	if c.relaxation > 0 {
		limit := []ocean.Limit{{Name: "frequency", Unit: "GHz", Max: 4}}
		return ocean.Outside("relaxation of water", limit, c.hz/1e9)
	}
	for _, at := range positions {
		missing, counted := relaxation(c.hz), c.conduction(at)
		if !inAir(at) && missing > counted/10 {
			return []string{fmt.Sprintf("radio: at %.4g MHz the relaxation of water absorbs like %.2g S/m, "+
				"beside the conductivity of %.2g S/m; relaxation: true adds it", c.hz/1e6, missing, counted)}
		}
	}
	return nil
}

// Doubts returns a sentence where the law of the loss in water was not chosen: the default
// leaves out most of what a link over some metres loses.
func (c *channel) Doubts(given func(key string) bool, positions []geom.Vec) []string {
	const way = 10 // m
	for _, at := range positions {
		if !c.friis && !given("loss") && !inAir(at) {
			wave := c.wave(at)
			return []string{fmt.Sprintf("the law of the loss in water is not chosen, and by absorption alone, which is the law of Erdemir's thesis, a wave does not spread: "+
				"that leaves out %.3g dB over %d m here; write loss: friis to count it, or loss: absorption to leave it out", wave.FriisLoss(way)-wave.AbsorptionLoss(way), way)}
		}
	}
	return nil
}

// wave returns the wave in the water at a position.
func (c *channel) wave(at geom.Vec) Wave {
	return Propagation(c.hz, c.conduction(at)+c.relaxation, c.permittivity)
}

// conduction returns the conductivity of the water at a position, in S/m.
func (c *channel) conduction(at geom.Vec) float64 {
	if c.conductivity > 0 {
		return c.conductivity
	}
	return c.water.Conductivity(at)
}

// Varies reports whether waves pass, which change how deep ends are.
func (c *channel) Varies() bool { return c.water != nil && c.water.Wavy() }

// level returns a position by its height over the surface.
func (c *channel) level(at geom.Vec, t sim.Time) geom.Vec {
	if c.water != nil {
		at.Z -= c.water.Surface(at, t)
	}
	return at
}

// inAir reports whether a position is above the surface.
func inAir(at geom.Vec) bool { return at.Z > 0 }

// along returns the part of a velocity in a direction of any length but 0.
func along(velocity, direction geom.Vec) float64 {
	return velocity.Dot(direction) / direction.Norm()
}
