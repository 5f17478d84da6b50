package sensor

import (
	"fmt"
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// Error is the error of one measured quantity, in the unit of that quantity, which the field that holds it names in
// its tags. Where nothing is given there is no error.
type Error struct {
	Noise      float64       `yaml:"noise" as:"difference" unit:"$unit" range:"[0,1e9]" doc:"standard deviation of white noise, per sample"`
	Density    float64       `yaml:"noise_density" range:"[0,1e9]" doc:"white noise in $unit per root hertz of the two-sided spectrum, beside noise"`
	Bias       float64       `yaml:"bias" as:"difference" unit:"$unit" range:"[0,1e9]" doc:"standard deviation of the bias, a first-order Gauss-Markov process"`
	BiasTime   time.Duration `yaml:"bias_time" range:"[0,1e9]" doc:"correlation time of the bias; 0 for a constant one"`
	Resolution float64       `yaml:"resolution" as:"difference" unit:"$unit" range:"[0,1e9]" doc:"resolution: readings are multiples of it; 0 for any number"`
	Range      float64       `yaml:"range" unit:"$unit" range:"[0,1e9]" doc:"greatest magnitude that is measured; 0 for no limit"`
}

// Validate reports what no instrument has.
func (e Error) Validate() error {
	for _, f := range [...]struct {
		key   string
		value float64
	}{
		{"noise", e.Noise},
		{"noise_density", e.Density},
		{"bias", e.Bias},
		{"bias_time", e.BiasTime.Seconds()},
		{"resolution", e.Resolution},
		{"range", e.Range},
	} {
		if !(f.value >= 0) || math.IsInf(f.value, 1) {
			return fault.In(f.key, "%g is not possible; write a finite number of at least 0", f.value)
		}
	}
	return fault.Keep(e.Bounds())
}

// Bounds returns what the resolution keeps to.
func (e Error) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "resolution", Value: e.Resolution, Op: fault.AtMost, Than: "range", Limit: e.Range, When: "unless range is 0", Off: !(e.Range > 0),
		Why: fmt.Sprintf("steps of %g leave nothing of a range of %g", e.Resolution, e.Range),
	}}
}

// White returns the standard deviation of the white noise of samples that are
// taken at an interval: that per sample, and density / sqrt(interval). The
// density is that of the two-sided spectrum, as in the angle random walk
// (rad/sqrt(s)) of a gyroscope: the mean of n samples over the time T = n times
// the interval then has the standard deviation density / sqrt(T), whatever the
// interval is (Crassidis, Sigma-Point Kalman Filtering for Integrated GPS and
// Inertial Navigation, IEEE Trans. Aerosp. Electron. Syst. 42(2), 2006, appendix).
func (e Error) White(interval time.Duration) float64 {
	if e.Density == 0 {
		return e.Noise
	}
	return math.Hypot(e.Noise, e.Density/math.Sqrt(interval.Seconds()))
}

// Process is the error of one quantity as it goes on in time. Noise and bias
// have streams of their own, so a change of one leaves the other as it was.
type Process struct {
	error       Error
	white       float64 // standard deviation of the noise of a sample
	limit       float64
	noise, bias *rng.Stream
	drift       float64 // the bias at the last sample
	at          sim.Time
	begun       bool
}

// Process returns the error of a quantity that is sampled at an interval. It
// owns the streams name/noise and name/bias.
func (e Error) Process(streams *rng.Source, name string, interval time.Duration) Process {
	if err := e.Validate(); err != nil || interval <= 0 {
		panic("sensor: the error of " + name + " has not been validated")
	}
	p := Process{
		error: e,
		white: e.White(interval),
		limit: math.MaxFloat64,
		noise: streams.Stream(name + "/noise"),
		bias:  streams.Stream(name + "/bias"),
	}
	if e.Range > 0 {
		p.limit = e.Range
	}
	return p
}

// Sample returns the reading of a quantity at a moment, and whether there is
// one: there is none where the quantity itself is beyond the range. Samples are
// taken in order of time, at any distances.
func (p *Process) Sample(t sim.Time, truth float64) (reading float64, ok bool) {
	reading = truth + p.wander(t) + p.white*p.noise.Normal()
	if !(math.Abs(truth) <= p.limit) {
		return 0, false
	}
	if q := p.error.Resolution; q > 0 {
		reading = math.Round(reading/q) * q
	}
	return reading, true
}

// wander returns the bias at a moment. Over a time dt it is, exactly,
//
//	b' = a b + sigma sqrt(1 - a^2) n,  a = exp(-dt/tau)
//
// with n normal of variance 1 (D. T. Gillespie, Exact numerical simulation of
// the Ornstein-Uhlenbeck process, Phys. Rev. E 54, 1996, 2084). It begins with a draw of its
// stationary law, so no moment of a run differs from another.
func (p *Process) wander(t sim.Time) float64 {
	n := p.error.Bias * p.bias.Normal()
	switch {
	case !p.begun:
		p.drift, p.begun = n, true
	case t < p.at:
		panic("sensor: samples go back in time")
	case p.error.BiasTime > 0:
		x := float64(t.Sub(p.at)) / float64(p.error.BiasTime)
		p.drift = math.Exp(-x)*p.drift + math.Sqrt(-math.Expm1(-2*x))*n
	}
	p.at = t
	return p.drift
}

// triad is the error of a vector, the same and independent on its axes.
type triad [3]Process

func (e Error) triad(streams *rng.Source, name string, interval time.Duration) triad {
	return triad{
		e.Process(streams, name+"/x", interval),
		e.Process(streams, name+"/y", interval),
		e.Process(streams, name+"/z", interval),
	}
}

// sample reads a vector; it is there if all of its components are.
func (p *triad) sample(t sim.Time, v geom.Vec) (geom.Vec, bool) {
	x, okX := p[0].Sample(t, v.X)
	y, okY := p[1].Sample(t, v.Y)
	z, okZ := p[2].Sample(t, v.Z)
	return geom.Vec{X: x, Y: y, Z: z}, okX && okY && okZ
}
