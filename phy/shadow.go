package phy

import (
	"fmt"
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// ShadowFading is the shadow of what lies between two radios, which changes where they go and not with time. Its
// decibels are normal over many places, as those of LogNormalFading are. Where one end moves by d they correlate by
// exp(-d/Distance) (M. Gudmundson, Electronics Letters 27(23), 1991, pp. 2145-2146), in all directions alike; where both
// do, by the product. Neighbours have like shadows towards the same radio, and both directions have the same.
//
// The field over the places of both ends is a sum of 128 cosines with random phases. Their wave vectors are
// of the spectrum of that correlation, which is Cauchy's distribution in three dimensions. All pairs
// of a medium lie in one field, which follows from the seed and the name of the link. The mean of the power is 1 over
// many places, and not at one: a radio that stands still has one shadow for the whole run.
//
// Left out: what the bottom and the things in the world do, which does not shape this field.
type ShadowFading struct {
	Sigma    float64 `yaml:"sigma" unit:"dB" range:"[0,20]" doc:"standard deviation of the received power in decibels, over many places"`
	Distance float64 `yaml:"distance" unit:"m" range:"[0.1,100000]" doc:"distance moved by one end at which the correlation falls to 1/e"`
}

// About says what the model is.
func (*ShadowFading) About() string {
	return "shadowing by where both ends are: slow, alike at neighbours (Gudmundson 1991), and the same both ways"
}

// Validate checks Sigma and Distance.
func (c *ShadowFading) Validate() error {
	if err := checkRange("sigma", c.Sigma, 0, 20, "dB"); err != nil {
		return err
	}
	return checkRange("distance", c.Distance, 0.1, 1e5, "m")
}

// Distribution returns that of the power over many places.
func (c *ShadowFading) Distribution() Distribution {
	return Distribution{Law: LogNormal, Spread: c.Sigma * math.Ln10 / 10}
}

// Build returns the model.
func (c *ShadowFading) Build() Fading {
	return &shadow{logNormal: logNormal{spread: c.Sigma * math.Ln10 / 10}, distance: c.Distance}
}

// shadowWaves is the number of cosines of a field.
const shadowWaves = 128

// shadow holds the field of the water that was asked for last.
type shadow struct {
	logNormal
	distance float64 // m
	water    uint64
	waves    []ripple
}

// ripple is a cosine over the places of both ends.
type ripple struct {
	k     [2]geom.Vec // rad/m
	phase float64     // rad
}

// Steady returns 0.
func (f *shadow) Steady() time.Duration { return 0 }

// Gain returns exp(s n - s^2/2) with n of the field at the places of the ends. A place that is nowhere has no shadow.
func (f *shadow) Gain(p Pair, _ sim.Time) float64 {
	a, b := p.Ends[0], p.Ends[1]
	if isNone(a) || isNone(b) {
		return 1
	}
	if f.waves == nil || f.water != p.Water {
		f.settle(p.Water)
	}
	// F(a,b) and F(b,a) have the variance 1 and correlate by exp(-2 |a-b| / distance).
	alike := math.Exp(-2 * a.Dist(b) / f.distance)
	return f.power((f.field(a, b) + f.field(b, a)) / math.Sqrt(2+2*alike))
}

// field returns the sum of the cosines, of variance 1 over the phases.
func (f *shadow) field(a, b geom.Vec) float64 {
	sum := 0.0
	for i := range f.waves {
		w := &f.waves[i]
		sum += math.Cos(w.k[0].Dot(a) + w.k[1].Dot(b) + w.phase)
	}
	return sum * math.Sqrt(2.0/shadowWaves)
}

// settle draws the field of a water. Three normal numbers over the size of a fourth one are of Cauchy's distribution in
// three dimensions, whose characteristic function is exp(-|x|).
func (f *shadow) settle(water uint64) {
	draws := rng.Keyed(water, water, math.MaxUint64)
	cauchy := func() geom.Vec {
		scale := 1 / (math.Abs(draws.Normal()) * f.distance)
		return geom.Vec{X: draws.Normal(), Y: draws.Normal(), Z: draws.Normal()}.Scale(scale)
	}
	f.water, f.waves = water, make([]ripple, shadowWaves)
	for i := range f.waves {
		f.waves[i] = ripple{k: [2]geom.Vec{cauchy(), cauchy()}, phase: 2 * math.Pi * draws.Float64()}
	}
}

// ProductFading is several fadings at once, such as a slow shadow and fast waves: the product of their gains.
type ProductFading struct {
	Of []FadingConfig `yaml:"of" min:"1" doc:"fadings whose gains are multiplied. They must follow from place and time: clarke, clarke-rician, shadowing and product do"`
}

// About says what the model is.
func (*ProductFading) About() string { return "several fadings at once, such as shadowing and clarke" }

// Validate reports the faults of the factors.
func (c *ProductFading) Validate() error {
	if len(c.Of) == 0 {
		return fault.In("of", "it is empty; give fadings, such as shadowing and clarke")
	}
	for i, part := range c.Of {
		key := fmt.Sprintf("of[%d]", i)
		if part == nil {
			return fault.In(key, "it is empty; name a fading, such as shadowing")
		}
		if err := part.Validate(); err != nil {
			return fault.In(key, "%w", err)
		}
		if _, ok := part.Build().(Reciprocal); !ok {
			return fault.In(key, "this fading is drawn for each reception and cannot be a factor; take one that follows from place and time, such as clarke")
		}
	}
	return nil
}

// Build returns the product.
func (c *ProductFading) Build() Fading {
	var p product
	for _, part := range c.Of {
		p = append(p, part.Build().(Reciprocal))
	}
	return p
}

// product multiplies gains.
type product []Reciprocal

// Steady returns the shortest time of a factor that changes with time.
func (p product) Steady() time.Duration {
	shortest := time.Duration(0)
	for _, f := range p {
		if d := f.Steady(); d > 0 && (shortest == 0 || d < shortest) {
			shortest = d
		}
	}
	return shortest
}

// Gain returns the product of the gains.
func (p product) Gain(pair Pair, at sim.Time) float64 {
	gain := 1.0
	for _, f := range p {
		gain *= f.Gain(pair, at)
	}
	return gain
}

// Draw returns the product of a gain of each.
func (p product) Draw(r *rng.Stream, link int, at sim.Time) float64 {
	gain := 1.0
	for _, f := range p {
		gain *= f.Draw(r, link, at)
	}
	return gain
}
