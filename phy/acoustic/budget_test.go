package acoustic

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/phy"
)

// unknown returns a budget of which only the path's law is known.
func unknown() Budget {
	nan := math.NaN()
	return Budget{
		Frequency: 100e3, Bandwidth: nan, Range: nan, Spreading: 1.5,
		Absorption: Absorption{Name: "thorp", DBPerKm: Thorp},
		Water:      Conditions{Temperature: 4, Salinity: 35, PH: 8},
		SoundSpeed: 1500, SourceLevel: nan, Power: nan, Threshold: nan,
		Rate: nan, Bits: nan,
	}
}

func compute(t *testing.T, b Budget) Report {
	t.Helper()
	r, err := b.Compute()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The acoustic link of Erdemir 2018 at 50 m: a loss of 27.188 dB is quoted for
// it; 4.5 W less that is 8.598 mW, 6.557 dB above 1.9 mW; 512 bit at 10 kbit/s
// last 51.2 ms and 50 m take 50/1500 s. With Rayleigh fading of mean m the power
// is below the threshold with 1 - exp(-threshold/m). The range is a root found
// with mpmath: 15 log r + 34.06866276 r/1000 = 10 log (4.5/0.0019).
func TestBudgetInWatts(t *testing.T) {
	b := unknown()
	b.Unit, b.Power, b.Threshold = phy.Watt, 4.5, 0.0019
	b.Range, b.Rate, b.Bits = 50, 10e3, 512
	b.Fade, _ = NewFade(&phy.RayleighFading{})
	r := compute(t, b)
	received := 4.5 * math.Pow(10, -2.7188)
	near(t, "absorption", r.Absorption, 34.069, 0.0005)
	near(t, "spreading loss", r.SpreadingLoss, 15*math.Log10(50), 1e-12)
	near(t, "absorption loss", r.AbsorptionLoss, 34.06866276*0.05, 1e-8)
	near(t, "loss", r.Loss, 27.188, 0.0005)
	near(t, "received power", r.ReceivedPower/received, 1, 2e-4)
	near(t, "margin", r.Margin, 10*math.Log10(received/0.0019), 1e-3)
	near(t, "delay", r.Delay, 1.0/30, 1e-15)
	near(t, "airtime", r.Airtime, 0.0512, 1e-15)
	near(t, "outage", r.Outage, 1-math.Exp(-0.0019/received), 1e-4)
	near(t, "range", r.MaxRange, 103.442050313, 1e-8)
	for name, v := range map[string]float64{"level": r.ReceivedLevel, "noise": r.NoiseBand, "SNR": r.SNR, "BER": r.BER, "PER": r.PER} {
		if !math.IsNaN(v) {
			t.Errorf("%s is %g in a budget in watts without noise", name, v)
		}
	}
	b.SelfNoise = 1e-5
	near(t, "SNR", compute(t, b).SNR, 10*math.Log10(received/1e-5), 1e-3)
}

// The modems of Thetis (177 dB, 33 kHz, 6 kHz wide, 15 dB over the noise of a wind
// of 5 knots) reach 1900 m, as its authors state.
func TestBudgetOfThetis(t *testing.T) {
	b := unknown()
	b.Frequency, b.Bandwidth, b.Spreading = 33e3, 6e3, 2
	b.Absorption.DBPerKm = Sulfate
	b.Noise = Thetis{Traffic: 4, Wind: 5}
	b.SourceLevel, b.Threshold = 177, 15
	r := compute(t, b)
	near(t, "range", r.MaxRange, 1900, 1)
	if !math.IsNaN(r.Margin) || !math.IsNaN(r.Loss) || !math.IsNaN(r.Delay) {
		t.Errorf("without a range there is a margin of %g, a loss of %g, a delay of %g", r.Margin, r.Loss, r.Delay)
	}
	b.Range = r.MaxRange
	near(t, "margin at the end of the range", compute(t, b).Margin, 0, 1e-9)
}

// By hand: flat noise of 50 dB in 1 kHz is 80 dB; 160 dB less 20 log 100 less 3 dB/km
// * 0.1 km is 119.7 dB, so 39.7 dB over the noise, and 10 log 2 less over the sum with
// as much self noise. At 500 bit/s, Eb/N0 is the SNR times 1000/500.
func TestBudgetInDecibels(t *testing.T) {
	b := unknown()
	b.Bandwidth, b.Spreading, b.Range = 1000, 2, 100
	b.Absorption.DBPerKm = func(float64, Conditions) float64 { return 3 }
	b.Noise, b.SourceLevel, b.Threshold = Flat{Level: 50}, 160, 10
	r := compute(t, b)
	near(t, "density", r.NoiseDensity, 50, 1e-12)
	near(t, "noise", r.NoiseBand, 80, 1e-12)
	near(t, "level", r.ReceivedLevel, 119.7, 1e-12)
	near(t, "SNR", r.SNR, 39.7, 1e-12)
	near(t, "margin", r.Margin, 29.7, 1e-12)
	b.SelfNoise = 1e8
	near(t, "SNR with self noise", compute(t, b).SNR, 39.7-10*math.Log10(2), 1e-12)

	b.SelfNoise, b.SourceLevel, b.Rate, b.Bits, b.Preamble = 0, 117.3, 500, 100, 0.5
	b.Errors, _ = (&phy.BitErrors{Modulation: phy.DPSK}).Build(phy.ErrorEnv{Bandwidth: 1000, BitRate: 500})
	r = compute(t, b) // SNR -3 dB, so Eb/N0 = 2 * 10^-0.3
	ber := 0.5 * math.Exp(-2*math.Pow(10, -0.3))
	near(t, "BER", r.BER, ber, 1e-9)
	near(t, "PER", r.PER, 1-math.Pow(1-ber, 100), 1e-9)
	near(t, "airtime", r.Airtime, 0.7, 1e-12)
	if !math.IsNaN(r.Outage) {
		t.Errorf("an outage of %g without fading", r.Outage)
	}
}

// Urick, Principles of Underwater Sound: 1 W of sound is 170.8 dB; a factor of ten
// is 10 dB, and a directivity index counts in full.
func TestSourceLevel(t *testing.T) {
	near(t, "1 W", SourceLevel(1, 0), 170.8, 1e-12)
	near(t, "100 W, index 6 dB", SourceLevel(100, 6), 196.8, 1e-12)
}

func TestBudgetRefusesWhatNoLinkHas(t *testing.T) {
	for _, c := range []struct {
		field  string
		change func(b *Budget)
		want   string
	}{
		{"frequency", func(b *Budget) { b.Frequency = 0 }, "0 Hz is given"},
		{"frequency", func(b *Budget) { b.Frequency = math.NaN() }, "NaN Hz is given"},
		{"range", func(b *Budget) { b.Range = -1 }, "-1 m is given"},
		{"range", func(b *Budget) { b.Range = math.Inf(1) }, "+Inf m is given"},
		{"bandwidth", func(b *Budget) { b.Bandwidth = 200e3 }, "200000 Hz around 100000 Hz"},
		{"spreading", func(b *Budget) { b.Spreading = -0.5 }, "-0.5 is given"},
		{"sound-speed", func(b *Budget) { b.SoundSpeed = 0 }, "0 m/s is given"},
		{"power", func(b *Budget) { b.Unit, b.Power = phy.Watt, 0 }, "0 W is given"},
		{"threshold", func(b *Budget) { b.Unit, b.Power, b.Threshold = phy.Watt, 1, -2 }, "-2 W is given"},
		{"noise", func(b *Budget) { b.SelfNoise = -1 }, "a power of -1"},
		{"rate", func(b *Budget) { b.Rate = 0 }, "0 bit/s is given"},
		{"bits", func(b *Budget) { b.Bits = -8 }, "-8 are given"},
		{"bits", func(b *Budget) { b.Bits = math.Inf(1) }, "+Inf are given"},
	} {
		b := unknown()
		c.change(&b)
		_, err := b.Compute()
		var at interface{ Field() string }
		if !errors.As(err, &at) || at.Field() != c.field || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q about %s", err, c.want, c.field)
		}
	}
}

// Thorp's formula holds below 50 kHz, and the loss begins at 1 m.
func TestBudgetNamesWhatIsOutside(t *testing.T) {
	b := unknown()
	b.Absorption, _ = AbsorptionByName("thorp")
	b.Range = 0.5
	got := strings.Join(b.Outside(), "\n")
	want := "thorp: frequency 100 kHz is outside the formula's range, 0.4 to 50 kHz\n" +
		"spreading: range 0.5 m is outside the formula's range, at least 1 m"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	b.Frequency, b.Range = 20e3, 100
	if got := b.Outside(); len(got) > 0 {
		t.Errorf("within its range: %q", got)
	}
}

// Rician: the sum over n of Poisson(n; K) times the regularised incomplete gamma
// function P(n+1, (K+1) x), another form of the law than the code's. Both it and
// the normal distribution were computed with mpmath at 30 digits. Rayleigh is by
// hand.
func TestFadeBelow(t *testing.T) {
	for _, c := range []struct {
		fading  phy.FadingConfig
		x, want float64
	}{
		{&phy.NoFading{}, 0.999, 0},
		{&phy.NoFading{}, 1.001, 1},
		{&phy.RayleighFading{}, 0.01, 1 - math.Exp(-0.01)},
		{&phy.BlockRayleighFading{}, 2, 1 - math.Exp(-2)},
		{&phy.RicianFading{K: 10}, 0.1, 0.00073870406349109},
		{&phy.RicianFading{K: 10}, 1, 0.54309496437377},
		{&phy.RicianFading{K: 10}, 3, 0.99982138766958},
		{&phy.RicianFading{K: 10}, 1e-4, 5.0187437690525e-8},
		{&phy.RicianFading{K: 0}, 0.01, 0.0073573451993717},
		{&phy.RicianFading{K: -20}, 0.5, 0.39345808495129},
		{&phy.BlockRicianFading{K: 20}, 0.5, 1.7821436176579e-5},
		{&phy.RicianFading{K: 20}, 1.2, 0.91824397715121},
		{&phy.LogNormalFading{Sigma: 3}, 0.5, 0.25525442959044},
		{&phy.LogNormalFading{Sigma: 8}, 0.1, 0.371090707603},
		{&phy.LogNormalFading{Sigma: 0}, 1.001, 1},
	} {
		f, err := NewFade(c.fading)
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprintf("%T %+v below %g", c.fading, c.fading, c.x), f.Below(c.x), c.want, 1e-10*c.want)
	}
}

// Closed forms of the mean bit error probability at a mean Eb/N0 of g (Proakis and
// Salehi, Digital Communications, 5th edition, section 13.3, and, for the direct
// wave, the moment generating function of the Rician power). A step has the
// distribution itself for its mean. "mpmath" are integrals by another rule.
func TestFadeMean(t *testing.T) {
	bit := func(m phy.Modulation, g float64) func(float64) float64 {
		return func(power float64) float64 { return m.BitError(g * power) }
	}
	frame := func(g, bits float64) func(float64) float64 {
		return func(power float64) float64 { return -math.Expm1(bits * math.Log1p(-phy.FSK.BitError(g*power))) }
	}
	step := func(at float64) func(float64) float64 {
		return func(power float64) float64 {
			if power < at {
				return 1
			}
			return 0
		}
	}
	direct := func(k, g float64) float64 { return 0.5 * (1 + k) / (1 + k + g) * math.Exp(-k*g/(1+k+g)) }
	for _, c := range []struct {
		name   string
		fading phy.FadingConfig
		g      func(float64) float64
		want   float64
	}{
		{"DPSK", &phy.RayleighFading{}, bit(phy.DPSK, 20), 1.0 / 42},
		{"FSK", &phy.RayleighFading{}, bit(phy.FSK, 20), 1.0 / 22},
		{"BPSK", &phy.RayleighFading{}, bit(phy.BPSK, 20), 0.5 * (1 - math.Sqrt(20.0/21))},
		{"DPSK, deep", &phy.RayleighFading{}, bit(phy.DPSK, 1e8), 0.5 / (1 + 1e8)},
		{"DPSK, K 10 dB", &phy.RicianFading{K: 10}, bit(phy.DPSK, 5), direct(10, 5)},
		{"DPSK, K -20 dB", &phy.RicianFading{K: -20}, bit(phy.DPSK, 5), direct(0.01, 5)},
		{"DPSK, K 60 dB", &phy.RicianFading{K: 60}, bit(phy.DPSK, 5), direct(1e6, 5)},
		{"step", &phy.RayleighFading{}, step(0.2), 1 - math.Exp(-0.2)},
		{"step, K 10 dB", &phy.RicianFading{K: 10}, step(0.1), 0.00073870406349109},
		{"step, log-normal", &phy.LogNormalFading{Sigma: 3}, step(0.5), 0.25525442959044},
		{"BPSK, log-normal", &phy.LogNormalFading{Sigma: 3}, bit(phy.BPSK, 10), 0.002248456550274}, // mpmath
		{"512 bits of FSK", &phy.RayleighFading{}, frame(1000, 512), 0.012168809789589},            // mpmath
		{"512 bits of FSK, K 6 dB", &phy.RicianFading{K: 6}, frame(100, 512), 0.02266471279554},    // mpmath
		{"no spread", &phy.LogNormalFading{Sigma: 0}, bit(phy.DPSK, 3), 0.5 * math.Exp(-3)},        // the mean power
		{"none", &phy.NoFading{}, bit(phy.FSK, 3), 0.5 * math.Exp(-1.5)},                           // the mean power
		{"nothing lost", &phy.RicianFading{K: 20}, func(float64) float64 { return 1 }, 1},          // total probability
		{"nothing lost", &phy.LogNormalFading{Sigma: 20}, func(float64) float64 { return 1 }, 1},   // total probability
		{"nothing lost", &phy.RayleighFading{}, func(float64) float64 { return 1 }, 1},             // total probability
	} {
		f, err := NewFade(c.fading)
		if err != nil {
			t.Fatal(err)
		}
		near(t, c.name, f.Mean(c.g), c.want, 1e-8*c.want)
	}
}

// mpmath at 30 digits, on both sides of the change of series.
func TestScaledBessel(t *testing.T) {
	for z, want := range map[float64]float64{
		0: 1, 1: 0.46575960759364044, 10: 0.12783333716342861, 29.9: 0.073269219046001908,
		30.1: 0.073023294131060942, 100: 0.039944379299096683, 1e6: 0.00039894233026924578,
	} {
		near(t, fmt.Sprintf("scaled I0(%g)", z), scaledBessel(z), want, 1e-14*want)
	}
}

type strangeFading struct{ phy.FadingConfig }

func TestUnknownFading(t *testing.T) {
	if _, err := NewFade(&strangeFading{}); err == nil {
		t.Error("a fading model of unknown distribution is accepted")
	}
}
