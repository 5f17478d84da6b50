package main

import (
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// Pier is water with a wall across it, from the surface down to a depth and as long as you like: a wave that would go
// straight through it is lost, by the cause shadow. What passes below goes on without loss.
type Pier struct {
	Speed float64 `yaml:"speed" unit:"m/s" range:"[1,3e8]" doc:"speed of the wave"`
	X     float64 `yaml:"x" unit:"m" range:"[-1e6,1e6]" doc:"where along the x axis the wall stands"`
	Depth float64 `yaml:"depth" unit:"m" range:"[0,1e4]" doc:"down to which it goes"`
}

// DefaultPier returns a wall of 10 m at x = 0.
func DefaultPier() phy.ChannelConfig { return &Pier{Speed: 1500, Depth: 10} }

// About says what the model is.
func (*Pier) About() string {
	return "a wall that lets nothing through, and passes nothing on around it"
}

// Validate finds nothing that the ranges do not.
func (*Pier) Validate() error { return nil }

// Build makes the channel of one band.
func (c *Pier) Build(phy.ChannelEnv) (phy.Channel, error) { return pier{c}, nil }

type pier struct{ config *Pier }

// Path goes straight on, or ends at the wall.
func (p pier) Path(tx, rx phy.End, t sim.Time) phy.Path {
	ray := phy.Straight(tx, rx, t, p.config.Speed)
	if p.stops(ray.From, ray.To) {
		return phy.Path{Lost: trace.Shadow}
	}
	return phy.Path{Delay: ray.Delay(), Gain: 1, Doppler: ray.Doppler}
}

// stops reports whether the wall stands between two places.
func (p pier) stops(a, b geom.Vec) bool {
	if (a.X < p.config.X) == (b.X < p.config.X) {
		return false
	}
	at := a.Add(b.Sub(a).Scale((p.config.X - a.X) / (b.X - a.X)))
	return at.Depth() < p.config.Depth
}

// Noise is none.
func (pier) Noise() float64 { return 0 }
