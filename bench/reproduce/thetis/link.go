package thetis

import (
	"fmt"
	"math"

	"halocline/bench/report/figure"
	"halocline/bench/reproduce/claim"
	"halocline/phy/acoustic"
)

// The modem of the mission, and the speed of sound that we assume.
const (
	carrier     = 33e3  // Hz
	bandwidth   = 6e3   // Hz
	sourceLevel = 177.0 // dB re 1 uPa at 1 m
	threshold   = 15.0  // dB over the noise
	bitRate     = 20.0  // bit/s
	soundSpeed  = 1500.0
)

// Range reproduces the range of the modem, which the paper computes from eq. 6 to 10
// and finds in the data sheet too. Two things in the paper can be read otherwise; both
// readings are shown, and neither fits.
func Range() *claim.Report {
	const source = missions + ", and eq. 6 to 10"
	reach := func(what string, noise acoustic.Noise, absorption formula) claim.Claim {
		return claim.Number(what, "m", source, publishedRange, compute(math.NaN(), noise, absorption).MaxRange)
	}
	const other = "another reading, not judged, which misses by more than the rounding of 0.5 m"
	r := compute(math.NaN(), linear(), acoustic.Sulfate)
	curves := levels()
	return &claim.Report{
		Name: "thetis-range", Title: "Range of the Tapac modem by the link budget of Thetis",
		Assumptions: []string{
			"the wind's term of eq. 8 is sqrt(21) times the speed in knots; the bar of the printed root may cover the speed as well, " +
				"and the range would be that of the second claim",
			"absorption is 44 f^2/(4100 + f^2) dB/km, f in kHz, the sulfate's part alone; with the boric acid's, 0.11 f^2/(1 + f^2), it would be that of the third",
			fmt.Sprintf("spreading is spherical (eq. 7), and the noise at 33 kHz counts for all of the 6 kHz (eq. 9): %.2f dB re 1 uPa, with an absorption of %.3f dB/km",
				r.NoiseBand, r.Absorption),
		},
		Claims: []claim.Claim{
			reach("range, noise 95 + sqrt(21) v - 17 log f", linear(), acoustic.Sulfate).Off(0.5, "the published range is a whole number"),
			reach("range, noise 95 + sqrt(21 v) - 17 log f", rooted(), acoustic.Sulfate).Shown(other),
			reach("range, with the boric acid's absorption", linear(), acoustic.Thorp2).Shown(other),
		},
		Figures: []claim.Figure{{Name: "level", Figure: figure.Figure{
			X: figure.Axis{Quantity: "Range", Unit: "m"}, Y: figure.Axis{Quantity: "Level", Unit: "dB re 1 uPa"},
			Layers: []figure.Layer{curves[0], curves[1], curves[2], published("published range", r.NoiseBand+threshold, publishedRange)},
			Legend: figure.Above,
		}}},
		Sheets: []claim.Sheet{sheet("level", "range_m", curves...)},
	}
}

// formula is the absorption in dB/km at a frequency in Hz.
type formula = func(hz float64, w acoustic.Conditions) float64

// linear is the noise as the project has it, and rooted the one with the speed under
// the root, which is that of the speed v' with sqrt(21) v' = sqrt(21 v).
func linear() acoustic.Noise { return acoustic.Thetis{Traffic: 4, Wind: wind} }
func rooted() acoustic.Noise { return acoustic.Thetis{Traffic: 4, Wind: math.Sqrt(wind)} }

// compute returns the budget of the modem at a range in m.
func compute(distance float64, noise acoustic.Noise, absorption formula) acoustic.Report {
	report, err := acoustic.Budget{
		Frequency: carrier, Bandwidth: bandwidth, Range: distance, Spreading: 2,
		Absorption: acoustic.Absorption{DBPerKm: absorption}, SoundSpeed: soundSpeed,
		Noise: noise, SourceLevel: sourceLevel, Power: math.NaN(), Threshold: threshold,
		Rate: bitRate, Bits: float64(Bits),
	}.Compute()
	if err != nil {
		panic("thetis: a link that cannot be: " + err.Error())
	}
	return report
}

// levels returns the received level over the range, and the least one that is enough
// under both readings of the noise.
func levels() []figure.Curve {
	curves := []figure.Curve{{Name: "received"}, {Name: "needed, sqrt(21) v"}, {Name: "needed, sqrt(21 v)"}}
	for d := 100.0; d <= 4000; d += 20 {
		one, other := compute(d, linear(), acoustic.Sulfate), compute(d, rooted(), acoustic.Sulfate)
		for i, y := range []float64{one.ReceivedLevel, one.NoiseBand + threshold, other.NoiseBand + threshold} {
			curves[i].X = append(curves[i].X, d)
			curves[i].Y = append(curves[i].Y, y)
		}
	}
	return curves
}
