package rf

import (
	"math"
	"strings"
	"testing"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
)

// noisyChannel makes the channel of the thesis with noise in a band of 10 kHz at 10 MHz.
func noisyChannel(t *testing.T, loss string, noise *NoiseConfig) phy.Channel {
	t.Helper()
	ch, err := (&ChannelConfig{Conductivity: 0.01, Permittivity: 80, Loss: loss, Noise: noise}).Build(phy.ChannelEnv{
		Unit: phy.Watt, Band: phy.Band{Centre: 10e6, Width: 10e3},
	})
	if err != nil {
		t.Fatal(err)
	}
	return ch
}

// The heat in 10 kHz is 1.380649e-23 290 10^4 = 4.0038821e-17 W.
const heat = 4.0038821e-17

// Noise figures by hand at 10 MHz, where log f is 1, and at 3 MHz: 67.2 - 27.7 0.4771213 = 53.9837 dB. At 100 MHz 53.6 - 28.6 2 is below 0,
// and counts as the heat. At 10 MHz in air the noise is the heat times the factor.
func TestNoiseFigures(t *testing.T) {
	for place, want := range map[Place]float64{
		city: 49.1, residential: 44.8, rural: 39.5, quietRural: 25, galaxy: 29, thermal: 0, measured: 31,
	} {
		c := &NoiseConfig{Place: place}
		if place == measured {
			c.Figure = 31
		}
		if err := c.Validate(); err != nil {
			t.Error(err)
		}
		near(t, string(place), c.figure(10e6), want, 1e-9)
		ch := noisyChannel(t, "absorption", c)
		around, directed := ch.(phy.LocalNoise).NoiseAt(at(0, 0, 2), 0)
		near(t, string(place)+": in air", 10*math.Log10((ch.Noise()+around)/heat), want, 1e-6)
		if directed != 0 {
			t.Errorf("%s: %g W from a direction", place, directed)
		}
	}
	near(t, "rural at 3 MHz", (&NoiseConfig{Place: rural}).figure(3e6), 53.9837, 1e-4)
	near(t, "quiet rural at 100 MHz", (&NoiseConfig{Place: quietRural}).figure(100e6), 0, 0)
}

// At a depth of 5 m what is above the heat has lost 4.480014044 dB at the surface and 5 times 1.817940604 dB, as in
// TestCrossingUpright, and 20 log(299792458 / 33310834.62) = 19.084704 dB by the area of the antenna: 32.654421 dB. Of the 315.2278
// times the heat of a quiet rural place that leaves 0.17107336 times. An antenna of -3 dB upwards hears half of it. Deeper
// down the heat is all: at 60 m another 99.987 dB less.
func TestNoiseInWater(t *testing.T) {
	ch := noisyChannel(t, "absorption", &NoiseConfig{Place: quietRural}).(phy.LocalNoise)
	share := func(rx phy.End) float64 {
		around, directed := ch.NoiseAt(rx, 0)
		if around != 0 {
			t.Errorf("%g W from everywhere", around)
		}
		return directed / heat
	}
	near(t, "5 m deep", share(at(0, 0, -5)), 0.17107336, 2e-6)
	near(t, "half deaf", share(phy.NewEnd(at(0, 0, -5), hat{})), 0.17107336*math.Pow(10, -0.3), 2e-6)
	near(t, "60 m deep", 10*math.Log10(share(at(0, 0, -60))), 10*math.Log10(0.17107336)-55*1.817940604, 1e-4)

	// That is what the channel takes from a signal of far above, beside what the same signal has in the air.
	for _, loss := range []string{"absorption", "friis"} {
		paths := noisyChannel(t, loss, nil)
		gain := func(z float64) float64 { return paths.Path(at(0, 0, 1e7), at(0, 0, z), 0).Gain }
		near(t, loss+": by a signal of far above", 315.2278*gain(-5)/gain(1e-9), 0.17107336, 2e-6)
	}
}

// hat is an antenna that hears less from above.
type hat struct{}

func (hat) Index() float64 { return 0 }

func (hat) Gain(_ geom.Quat, direction geom.Vec) float64 {
	if direction.Z > 0 {
		return -3
	}
	return 0
}

// A receiver has the noise of its place beside that of its budget: 5 m deep 1.17107336 times the heat, and in air 316.2278 times.
func TestNoiseOfAReceiver(t *testing.T) {
	ch := noisyChannel(t, "absorption", &NoiseConfig{Place: quietRural})
	for z, want := range map[float64]float64{-5: 1.17107336*heat + 1e-16, 2: 316.2278*heat + 1e-16} {
		m := phy.NewMedium(sim.New(nil), ch, nil, 0)
		r := m.Attach(0, at(0, 0, z), &phy.Modem{Rate: 1, Power: 1, SelfNoise: 1e-16, Acquire: 1}, nil)
		gain := ch.Path(at(0, 0, z), at(0, 3, z), 0).Gain
		near(t, "noise", gain/r.SNR(geom.Vec{Z: z}, geom.Vec{Y: 3, Z: z})/want, 1, 1e-5)
	}
	local := ch.(phy.LocalNoise)
	if !local.Local() || noisyChannel(t, "absorption", &NoiseConfig{Place: thermal}).(phy.LocalNoise).Local() {
		t.Error("the heat is not everywhere, or nothing else is local")
	}
	rx := phy.NewEnd(at(0, 0, -5), hat{})
	if n := testing.AllocsPerRun(100, func() { local.NoiseAt(rx, 0) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if _, is := noisyChannel(t, "absorption", nil).(phy.LocalNoise); is {
		t.Error("a channel without noise has some")
	}
}

// A figure belongs to a measurement, and medians to their frequencies.
func TestFaultsOfNoise(t *testing.T) {
	if err := (&NoiseConfig{Place: city, Figure: 3}).Validate(); keyOf(err) != "figure" || !strings.Contains(err.Error(), "write place: measured") {
		t.Errorf("error %v", err)
	}
	for _, c := range []struct {
		place Place
		hz    float64
		want  string
	}{
		{city, 10e6, ""},
		{city, 433e6, "noise city: frequency 433 MHz is outside the formula's range, 0.3 to 250 MHz"},
		{galaxy, 200e6, "noise galaxy: frequency 200 MHz is outside"},
		{thermal, 433e6, ""},
		{measured, 10e3, ""},
	} {
		got := strings.Join((&NoiseConfig{Place: c.place}).outside(c.hz), "\n")
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s at %g Hz: %q, want %q", c.place, c.hz, got, c.want)
		}
	}
	ch := noisyChannel(t, "friis", &NoiseConfig{Place: quietRural}).(*noisy)
	ch.hz = 433e6
	if got := strings.Join(ch.Warnings(nil), "\n"); !strings.Contains(got, "noise quiet-rural") {
		t.Errorf("warnings %q", got)
	}
}
