package acoustic

import (
	"math"
	"testing"
)

func TestPathLoss(t *testing.T) {
	thorp := Thorp(100e3, Conditions{})
	// 15 log 50 + 34.0687 * 0.05
	near(t, "practical, 50 m", PathLoss{1.5, thorp}.At(50), 27.188, 0.0005)
	near(t, "spherical, 1 km", PathLoss{2, 3}.At(1000), 63, 1e-12)
	near(t, "cylindrical, 100 m", PathLoss{1, 0}.At(100), 20, 1e-12)
	near(t, "absorption only", PathLoss{0, 4}.At(2500), 10, 1e-12)
	for _, r := range []float64{0, 0.3, 1} {
		near(t, "within 1 m", PathLoss{1.5, 2}.At(r), 0.002, 1e-15)
	}
}

// The gain is the loss as a ratio: 15 log 100 dB and 1 dB of absorption leave 10^-3.1 =
// 7.943282347242815e-4. Over all distances it is 10^(-At/10), whose exponent of x dB is
// itself known to x 2^-52 only.
func TestGainIsTheLoss(t *testing.T) {
	near(t, "31 dB", PathLoss{1.5, 10}.Gain(100)/7.943282347242815e-4, 1, 1e-14)
	for _, k := range []float64{0, 1, 1.25, 1.5, 2, 3} {
		for _, a := range []float64{0, 0.05, 6, 300} {
			l := PathLoss{k, a}
			for _, r := range []float64{0, 0.5, 1, 1.5, 37.2, 499, 3518, 12_345, 1e5} {
				dB := l.At(r)
				if got, want := l.Gain(r), math.Pow(10, -dB/10); want > 1e-300 {
					near(t, "ratio", got/want, 1, 2e-15+dB*0x1p-52)
				}
			}
		}
	}
	if got := (PathLoss{2, 300}).Gain(1e6); got != 0 {
		t.Errorf("gain %g after 300,000 dB", got)
	}
}

func TestMaxRange(t *testing.T) {
	// Closed forms where one of the two losses is absent.
	near(t, "spreading only", PathLoss{2, 0}.MaxRange(60), 1000, 1e-6)
	near(t, "absorption only", PathLoss{0, 4}.MaxRange(10), 2500, 1e-6)
	// A root found with mpmath: 15 log r + 34.0687 r/1000 = 60.
	near(t, "both", PathLoss{1.5, 34.06866276}.MaxRange(60), 553.417772792, 1e-6)
	if got := (PathLoss{}).MaxRange(1); !math.IsInf(got, 1) {
		t.Errorf("without loss: %g m, want +Inf", got)
	}
	near(t, "budget spent at once", PathLoss{1.5, 30}.MaxRange(0.029), 0, 0)
	near(t, "budget for 1 m", PathLoss{1.5, 30}.MaxRange(0.03), 1, 1e-9)
	near(t, "no absorption, no budget", PathLoss{1.5, 0}.MaxRange(0), 1, 1e-9)
	near(t, "negative budget", PathLoss{1.5, 30}.MaxRange(-10), 0, 0)
	near(t, "huge budget", PathLoss{1, 0}.MaxRange(2000)/1e200, 1, 1e-9)
}
