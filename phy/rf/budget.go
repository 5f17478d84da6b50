package rf

import (
	"fmt"
	"math"

	"halocline/sim/fault"
	"halocline/sim/ocean"
)

// Budget is what the budget of one link is computed from: one frequency, one
// path, all of it in one kind of water, with isotropic antennas. A number that
// is not known is NaN, and so is, in the Report, what would follow from it.
//
// Left out, as far as a Channel knows them: the surface and the air above it,
// and the relaxation of water.
type Budget struct {
	Frequency    float64 // Hz; known
	Conductivity float64 // S/m; known
	Permittivity float64 // relative; known
	Range        float64 // m
	Friis        bool    // the loss is Wave.FriisLoss rather than Wave.AbsorptionLoss
	Power        float64 // transmitted, W
	Threshold    float64 // least received power, W
}

// Report is the budget, step by step.
type Report struct {
	Wave
	Loss          float64 // dB
	Delay         float64 // s
	ReceivedPower float64 // W
	Margin        float64 // of the received power over the threshold, dB
	MaxRange      float64 // at which the received power is at the threshold, m
}

// Outside returns one sentence for each input that lies outside the range of a
// formula that the budget uses.
func (b Budget) Outside() []string {
	var out []string
	if missing := relaxation(b.Frequency); missing > b.Conductivity/10 {
		out = append(out, fmt.Sprintf("radio: at %.4g MHz the relaxation of water, which is left out, absorbs like %.2g S/m, "+
			"beside the conductivity of %.2g S/m", b.Frequency/1e6, missing, b.Conductivity))
	}
	if b.Friis && !math.IsNaN(b.Range) {
		wave := Propagation(b.Frequency, b.Conductivity, b.Permittivity)
		far := []ocean.Limit{{Name: "range", Unit: "m", Min: wave.Wavelength / (2 * math.Pi), Max: math.Inf(1)}}
		out = append(out, ocean.Outside("friis", far, b.Range)...)
	}
	return out
}

// Compute returns the report. An error says which number no link can have.
func (b Budget) Compute() (Report, error) {
	if err := b.check(); err != nil {
		return Report{}, err
	}
	r := Report{Wave: Propagation(b.Frequency, b.Conductivity, b.Permittivity), Loss: math.NaN(), MaxRange: math.NaN()}
	if !math.IsNaN(b.Range) {
		r.Loss = b.loss(r.Wave, b.Range)
	}
	r.Delay = b.Range / r.Speed
	r.ReceivedPower = b.Power * math.Pow(10, -r.Loss/10)
	spare := 10 * math.Log10(b.Power/b.Threshold)
	r.Margin = spare - r.Loss
	if !math.IsNaN(spare) {
		r.MaxRange = b.maxRange(r.Wave, spare)
	}
	return r, nil
}

func (b Budget) loss(w Wave, r float64) float64 {
	if b.Friis {
		return w.FriisLoss(r)
	}
	return w.AbsorptionLoss(r)
}

// maxRange returns the distance in m at which the loss is as many dB. It is 0
// where even no loss would be too much, and infinite where nothing limits it.
func (b Budget) maxRange(w Wave, spare float64) float64 {
	if spare < 0 {
		return 0
	}
	// Absorption alone, and spreading alone, allow at least the distance sought.
	hi := math.Inf(1)
	if w.Attenuation > 0 {
		hi = spare / w.AttenuationDB
	}
	if !b.Friis {
		return hi
	}
	hi = math.Min(hi, math.Pow(10, spare/20)/(2*w.Phase))
	lo := 0.0
	for hi-lo > 1e-12*hi {
		if mid := (lo + hi) / 2; w.FriisLoss(mid) <= spare {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// check finds the numbers that no link can have, and names their inputs. What is
// not known passes.
func (b Budget) check() error {
	switch {
	case !(b.Frequency > 0) || math.IsInf(b.Frequency, 0):
		return fault.In("frequency", "%g Hz is given; it must be above 0 Hz", b.Frequency)
	case !(b.Conductivity >= 0) || math.IsInf(b.Conductivity, 0):
		return fault.In("conductivity", "%g S/m is given; it must be at least 0 S/m", b.Conductivity)
	case !(b.Permittivity >= 1) || math.IsInf(b.Permittivity, 0):
		return fault.In("permittivity", "%g is given; it must be at least 1", b.Permittivity)
	case b.Range < 0 || math.IsInf(b.Range, 0):
		return fault.In("range", "%g m is given; it must be at least 0 m", b.Range)
	case b.Power <= 0:
		return fault.In("power", "%g W is given; it must be above 0 W", b.Power)
	case b.Threshold <= 0:
		return fault.In("threshold", "%g W is given; it must be above 0 W", b.Threshold)
	}
	return nil
}
