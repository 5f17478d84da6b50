package acoustic

import (
	"math"
	"math/bits"
	"testing"

	"halocline/phy"
)

// The Micro-Modem's error models meet the curves that they cite, computed here another way.
//
// FH-FSK: 26 tones of 160 Hz fill some 4 kHz, so the ratio of a tone is 25 times the SINR at 80 bit/s and a code of rate
// 1/2. A tone fails with p = 1/(2 + ratio) in Rayleigh fading. Another path at distance d is taken where at least d of
// 2d - 1 tries fail, a binomial tail (equal to Proakis's sum, whose form ns-3's UanPhyPerUmodem has). The paths are those of
// the trellis with 561 and 753, counted in phy's tests, up to distance 28. A packet of 32 B is right if no event begins at one of its
// 256 bits.
func TestMicroModemFHFSKMeetsItsCurve(t *testing.T) {
	choose := func(n, k int) float64 {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(k + 1))
		c, _ := math.Lgamma(float64(n - k + 1))
		return math.Exp(a - b - c)
	}
	paths := map[int]float64{12: 11, 14: 50, 16: 286, 18: 1630, 20: 9639, 22: 55152, 24: 320782, 26: 1859184, 28: 10777264}
	m := made(t, MicroModemFHFSK())
	for _, db := range []float64{-8, -7, -6, -5, -4} {
		p := 1 / (2 + 25*math.Pow(10, db/10))
		event := 0.0
		for d, n := range paths {
			for j := d; j < 2*d; j++ {
				event += n * choose(2*d-1, j) * math.Pow(p, float64(j)) * math.Pow(1-p, float64(2*d-1-j))
			}
		}
		want := 1 - math.Pow(1-min(1, event), 256)
		near(t, "FH-FSK", phy.FrameError(m.Errors, ratio(db), 256), want, 1e-9)
	}
	// By Python, in exact fractions, for -7.979400, -6.979400 and -5.979400 dB: 6, 7 and 8 dB of a tone.
	for db, want := range map[float64]float64{6: 1, 7: 0.7828023518, 8: 0.0627186590} {
		near(t, "FH-FSK", phy.FrameError(m.Errors, ratio(db)/25, 256), want, 1e-8)
	}
}

// PSK at rate 5: Eb/N0 is the SINR, as 5000 bit/s go through 5000 Hz. The 511 wrong words of 14 bits, whose columns
// (1, i) add up to zero, each win with Q(sqrt(2 d 9/14 Eb/N0)); a frame of 256 B has 2048/9 blocks.
func TestMicroModemPSKMeetsItsCurve(t *testing.T) {
	m := made(t, MicroModemPSK())
	for _, db := range []float64{3, 4, 5, 6, 8} {
		block := 0.0
		for w := uint(1); w < 1<<14; w++ {
			sum := uint(0)
			for i := range uint(14) {
				sum ^= i * (w >> i & 1)
			}
			if d := bits.OnesCount(w); sum == 0 && d%2 == 0 {
				block += math.Erfc(math.Sqrt(2*float64(d)*9/14*math.Pow(10, db/10))/math.Sqrt2) / 2
			}
		}
		near(t, "PSK", phy.FrameError(m.Errors, ratio(db), 2048), 1-math.Pow(1-block, 2048.0/9), 1e-9)
	}
}
