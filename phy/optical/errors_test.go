package optical

import (
	"fmt"
	"math"
	"testing"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
)

// The tail of the normal distribution beyond 3, 4 and 6 (Abramowitz and Stegun, table 26.1 and 26.2): 1.34990e-3, 3.16712e-5 and
// 9.86588e-10. With 1 photoelectron of the noise and 16 in all, Q = 4 - 1 = 3; with 64 and 144, 12 - 8 = 4; with 100
// and 256, 16 - 10 = 6. The mean power of a signal is half of that of a one: (n1 - n0)/2 over n0.
func TestBitErrorAgainstTables(t *testing.T) {
	for _, c := range []struct{ n0, n1, want float64 }{{1, 16, 1.34990e-3}, {64, 144, 3.16712e-5}, {100, 256, 9.86588e-10}} {
		near(t, fmt.Sprintf("%g and %g photoelectrons", c.n0, c.n1), bitError(c.n0, (c.n1-c.n0)/2/c.n0), c.want, 1e-5)
	}
	if got := bitError(100, 0); got != 0.5 {
		t.Errorf("%g without a signal", got)
	}
}

// The same by currents, as textbooks have it, of a photodiode of 0.7 at 470 nm: 637.856 THz. In steady light of 1 uW, with 20 nW of signal in
// the mean and 10 Mbit/s: R = 0.7 q/(h f) = 0.265359 A/W, I0 = 265.359 nA, I1 - I0 = 10.6144 nA, the bandwidth is 5 MHz, and
// s^2 = 2 q I B. 8 bits are right with (1 - BER)^8. The excess noise multiplies the variance.
func TestErrorsAgainstCurrents(t *testing.T) {
	const (
		q, h, f     = 1.602176634e-19, 6.62607015e-34, 637.856e12
		rate        = 10e6
		steady      = 1e-6
		signal      = 20e-9
		responsible = 0.7 * q / (h * f)
	)
	near(t, "responsivity", responsible, 0.265359, 1e-5)
	for _, excess := range []float64{1, 1.3, 5} {
		i0, i1 := responsible*steady, responsible*(steady+2*signal)
		noise := func(i float64) float64 { return math.Sqrt(2 * q * i * rate / 2 * excess) }
		ber := 0.5 * math.Erfc((i1-i0)/(noise(i0)+noise(i1))/math.Sqrt2)
		m, err := (&OnOff{Efficiency: 0.7, Excess: excess}).Build(phy.ErrorEnv{Frequency: f, Bandwidth: 50e12, BitRate: rate})
		if err != nil {
			t.Fatal(err)
		}
		amid := m.(phy.Absolute).Amid(steady)
		near(t, fmt.Sprintf("excess %g", excess), phy.FrameError(amid, signal/steady, 1), ber, 1e-6)
		near(t, "a byte", amid.Success(signal/steady, 8), math.Pow(1-ber, 8), 1e-9)
	}
}

// Photoelectrons obey Poisson's law, and a receiver decides by the threshold that errs least. Sums of that law tell how good the normal
// one is: within 25 % of it where the light beside the signal makes 100 photoelectrons a bit and more, and never too small by more.
func TestBitErrorAgainstPoisson(t *testing.T) {
	for _, c := range []struct{ n0, q, low, high float64 }{{400, 3, 0.8, 1.25}, {100, 3, 0.75, 1.25}, {100, 4, 0.75, 1.25}, {9, 3, 0.75, 1.6}, {0.01, 3, 1, 100}} {
		n1 := math.Pow(math.Sqrt(c.n0)+c.q, 2)
		exact, below0, below1 := 0.5, 0.0, 0.0
		for n := range 2000 {
			exact = min(exact, (1-below0+below1)/2) // a one from n on
			below0 += poisson(n, c.n0)
			below1 += poisson(n, n1)
		}
		if ratio := bitError(c.n0, (n1-c.n0)/2/c.n0) / exact; ratio < c.low || ratio > c.high {
			t.Errorf("%g photoelectrons beside the signal, Q = %g: %.3g times Poisson's %.3g", c.n0, c.q, ratio, exact)
		}
	}
}

// poisson is the probability of n at a mean.
func poisson(n int, mean float64) float64 {
	l, _ := math.Lgamma(float64(n) + 1)
	return math.Exp(float64(n)*math.Log(mean) - mean - l)
}

// A radio judges by the noise that it has itself. Amid 1 uW of daylight the signal of the test above, at 0.02 of it, has the errors that were
// worked there by currents: 0.7 * 1e-6 / (h f 10e6) = 1.65623e5 photoelectrons a bit, Q = sqrt(1.65623e5) (sqrt(1.04) - 1) = 8.06, so
// that every frame is received; at a thousandth of the signal, Q = 0.008, none of 64 bits.
func TestRadioCountsAmidItsOwnNoise(t *testing.T) {
	for _, c := range []struct {
		power float64
		want  int
	}{{1, 20}, {1e-3, 0}} {
		modem := light(637.856e12, 68e12, 10e6)
		modem.Errors = &OnOff{Efficiency: 0.7, Excess: 1}
		modem.Antenna = &phy.Omni{}
		modem.Budget = &phy.Watts{Power: c.power, Threshold: 1e-15, Noise: 1e-6, Acquire: -60}
		k := sim.New(nil)
		m := phy.NewMedium(k, fixedGain(20e-9), nil, 0)
		built, err := modem.Build(phy.ModemEnv{})
		if err != nil {
			t.Fatal(err)
		}
		heard := &counted{}
		for i := range 2 {
			r := m.Attach(phy.Addr(i), phy.Fixed{X: float64(i)}, built, nil)
			r.Listen(heard)
			for n := range 20 * (1 - i) {
				k.At(sim.Time(n)*1e6, sim.Comm, send{r})
			}
		}
		if err := k.Run(t.Context(), sim.Time(1e9)); err != nil {
			t.Fatal(err)
		}
		if heard.frames != c.want {
			t.Errorf("%g W: %d of 20 frames, want %d", c.power, heard.frames, c.want)
		}
	}
}

// fixedGain is a channel of a gain.
type fixedGain float64

func (g fixedGain) Path(phy.End, phy.End, sim.Time) phy.Path {
	return phy.Path{Gain: float64(g), Doppler: 1}
}
func (fixedGain) Noise() float64 { return 0 }

// send sends a frame.
type send struct{ radio *phy.Radio }

func (s send) Fire(sim.Time) {
	if err := s.radio.Transmit(&phy.Frame{Bits: 64}); err != nil {
		panic("optical: " + err.Error())
	}
}

// counted counts frames.
type counted struct{ frames int }

func (c *counted) Receive(*phy.Frame, phy.RxInfo) { c.frames++ }
func (*counted) TxDone(*phy.Frame)                {}
func (*counted) Collision()                       {}

// attach makes a radio of a modem.
func attach(t *testing.T, ch phy.Channel, modem *phy.ModemConfig) *phy.Radio {
	t.Helper()
	built, err := modem.Build(phy.ModemEnv{})
	if err != nil {
		t.Fatal(err)
	}
	return phy.NewMedium(sim.New(nil), ch, nil, 0).Attach(0, phy.Fixed(geom.Vec{Z: -20}), built, nil)
}
