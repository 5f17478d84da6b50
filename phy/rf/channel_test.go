package rf

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/ocean"
)

// The link of Erdemir's thesis over 10 m and the others of TestPropagation and
// TestLossLaws, whose losses and phase speeds were computed in Python.
func TestPathInWater(t *testing.T) {
	for _, c := range []struct {
		name                string
		hz, sigma, distance float64
		loss                string
		dB, speed           float64
	}{
		{"thesis", 10e6, 0.01, 10, "absorption", 18.17940604, 33310834.62},
		{"thesis with spreading", 10e6, 0.01, 10, "friis", 49.71189304, 33310834.62},
		{"sea", 10e3, 4, 5, "absorption", 17.25805145, 158113.0033},
		{"river", 433e6, 0.05, 2, "friis", 68.52059896, 33514996.18},
	} {
		ch := build(t, c.hz, water(t, 0.5), &ChannelConfig{Conductivity: c.sigma, Permittivity: 80, Loss: c.loss})
		p := ch.Path(at(0, 0, -5), at(0, c.distance, -5), 0)
		near(t, c.name+": loss", -10*math.Log10(p.Gain), c.dB, 5e-9)
		if want := time.Duration(c.distance / c.speed * 1e9); p.Delay != want || p.Doppler != 1 {
			t.Errorf("%s: delay %v and Doppler %v, want %v and 1", c.name, p.Delay, p.Doppler, want)
		}
		if ch.Noise() != 0 {
			t.Errorf("%s: noise of %g W", c.name, ch.Noise())
		}
	}
}

// Without a conductivity of its own the channel takes that of the water in the
// middle of the path: 0.01 S/m make 1.8179406 dB/m at 10 MHz; in the sea the
// good conductor's sqrt(pi f mu sigma) Np/m is 0.6 % high (half of 1/86, the
// inverse loss tangent). The lower half of a path counts as its middle does.
func TestConductivityIsThatOfTheMiddle(t *testing.T) {
	ch := build(t, 10e6, water(t, 0.01), DefaultChannel())
	loss := func(from, to phy.Fixed) float64 { return -10 * math.Log10(ch.Path(from, to, 0).Gain) }
	near(t, "fresh water", loss(at(0, 0, -1), at(3, 4, -1)), 5*1.817940604, 5e-9)

	ch = build(t, 10e6, halocline(t), DefaultChannel())
	sea := math.Sqrt(math.Pi*10e6*4e-7*math.Pi*ocean.Conductivity(10, 35, 20)) * 20 / math.Ln10
	near(t, "sea", loss(at(0, 0, -20), at(1, 0, -20)), sea, 0.01)
	near(t, "middle in the sea", loss(at(0, 0, -2), at(0, 0, -22)), 20*sea, 0.01)
	fresh := loss(at(0, 0, -1), at(1, 0, -1))
	near(t, "middle in fresh water", loss(at(0, 0, -1), at(0, 0, -18)), 17*fresh, 1e-2)
}

// 5 m of water at 33310834.62 m/s and 3 m of air make 160.1 ns. The loss is
// that of the surface, 4.480014044 dB, and of 5 m at 1.817940604 dB/m; with
// spreading, 22.5506593 dB on top: in Python, by the formula, and by tracing a
// narrow bundle of rays through the surface with Snell's law, from either side. Without
// spreading in the water, 20 log10(2 x 1.886228724/m x 3 m) = 21.07491209 dB on top.
func TestCrossingUpright(t *testing.T) {
	deep, high := at(0, 0, -5), at(0, 0, 3)
	for _, c := range []struct {
		loss string
		dB   float64
	}{{"absorption", 13.569717059 + 21.07491209}, {"friis", 13.569717059 + 22.550659259}} {
		ch := build(t, 10e6, nil, &ChannelConfig{Conductivity: 0.01, Permittivity: 80, Loss: c.loss})
		up, down := ch.Path(deep, high, 0), ch.Path(high, deep, 0)
		near(t, c.loss, -10*math.Log10(up.Gain), c.dB, 5e-9)
		if up.Delay != 160 || up != down {
			t.Errorf("%s: %+v upwards and %+v downwards, want 160 ns both ways", c.loss, up, down)
		}
	}
}

// Just below the surface there is no water to spread in: both laws are one, 23.8 m along
// the surface as well.
func TestBothLawsAgreeAtTheSurface(t *testing.T) {
	both := map[string]float64{}
	for _, loss := range []string{"absorption", "friis"} {
		ch := build(t, 10e6, nil, &ChannelConfig{Conductivity: 0.01, Permittivity: 80, Loss: loss})
		both[loss] = ch.Path(at(0, 0, -1e-9), at(23.8, 0, 3), 0).Gain
	}
	near(t, "absorption", both["absorption"], both["friis"], 1e-8)
}

// A receiver 40 m to the side changes the leg in the air only: hypot(40, 3) m.
func TestCrossingAslantGoesUpFirst(t *testing.T) {
	ch := build(t, 10e6, nil, &ChannelConfig{Conductivity: 0.01, Permittivity: 80, Loss: "friis"})
	p := ch.Path(at(7, 0, -5), at(47, 0, 3), 0)
	near(t, "loss", -10*math.Log10(p.Gain), 13.569717059+43.717523465, 5e-9)
	if p.Delay != 284 {
		t.Errorf("delay %v, want 283.9 ns", p.Delay)
	}
}

// Where the water is no other medium than the air, the surface is none: 8 m in
// all, 20 log10(4 pi 8 m / 29.9792458 m) = 10.5088 dB.
func TestSurfaceBetweenEqualMediaIsNone(t *testing.T) {
	ch := build(t, 10e6, nil, &ChannelConfig{Conductivity: 1e-9, Permittivity: 1, Loss: "friis"})
	for _, ends := range [][2]phy.End{{at(0, 0, -5), at(0, 0, 3)}, {at(0, 0, -9), at(0, 0, -1)}, {at(0, 0, 9), at(0, 0, 1)}} {
		near(t, "loss", -10*math.Log10(ch.Path(ends[0], ends[1], 0).Gain), 20*math.Log10(4*math.Pi*8/29.9792458), 2e-6)
	}
}

// Two ends in the air: free space, by the rule of radio engineers 32.45 dB at 1
// km and 1 MHz, so 32.45 - 20 + 20 at 100 m and 10 MHz, whatever the law in water. At
// 100 km it is 60 dB more.
func TestPathInAir(t *testing.T) {
	for loss, want := range map[string]float64{"friis": 32.45, "absorption": 32.45} {
		ch := build(t, 10e6, nil, &ChannelConfig{Conductivity: 0.01, Permittivity: 80, Loss: loss})
		p := ch.Path(at(0, 0, 2), at(100, 0, 2), 0)
		if got := -10 * math.Log10(p.Gain); math.Abs(got-want) > 0.005 {
			t.Errorf("%s: loss of %g dB, want %g", loss, got, want)
		}
		far := ch.Path(at(0, 0, 2), at(100e3, 0, 2), 0)
		if got := -10 * math.Log10(far.Gain); math.Abs(got-want-60) > 0.005 {
			t.Errorf("%s: loss of %g dB over 100 km, want %g", loss, got, want+60)
		}
		if p.Delay != 333 { // 100 m at 299792458 m/s are 333.56 ns
			t.Errorf("delay %v", p.Delay)
		}
	}
}

// A closing speed v raises the frequency by v over the speed of the wave: in
// the water 33310834.62 m/s, in the air 299792458 m/s. The end in the water sees
// only its own vertical motion, the other one that towards the surface.
func TestDoppler(t *testing.T) {
	ch := build(t, 10e6, nil, &ChannelConfig{Conductivity: 0.01, Permittivity: 80, Loss: "absorption"})
	const slow, fast = 33310834.62, 299792458.0
	for _, c := range []struct {
		name   string
		tx, rx phy.End
		want   float64
	}{
		{"receiver comes closer", at(0, 0, -5), phy.NewEnd(drift{geom.Vec{X: 10, Z: -5}, geom.Vec{X: -2}}, nil), 2 / slow},
		{"sender rises", phy.NewEnd(drift{geom.Vec{Z: -5}, geom.Vec{X: 9, Z: 2}}, nil), at(0, 0, 3), 2 / slow},
		{"receiver sinks", at(0, 0, 3), phy.NewEnd(drift{geom.Vec{Z: -5}, geom.Vec{Z: -2}}, nil), -2 / slow},
		{"receiver flies to it", at(0, 0, -5), phy.NewEnd(drift{geom.Vec{X: 3, Z: 4}, geom.Vec{X: -30, Z: -40}}, nil), 50 / fast},
		{"sender flies away", phy.NewEnd(drift{geom.Vec{X: 3, Z: 4}, geom.Vec{X: 30, Z: 40}}, nil), at(0, 0, -5), -50 / fast},
	} {
		got := ch.Path(c.tx, c.rx, 0).Doppler - 1
		if math.Abs(got-c.want) > 1e-5*math.Abs(c.want) {
			t.Errorf("%s: shift of %g, want %g", c.name, got, c.want)
		}
	}
}

// Measured at 2.4 GHz and 20 degC in two basins: ten times the power adds 3.5 cm
// in fresh water and 1 cm in sea water of 4 S/m (2.4 GHz Radio Transmission
// Measurements in a Basin filled with Sea Water, HAL archive, 01006047). Ten
// decibels at those slopes are 286 and 1000 dB/m. Without the relaxation fresh
// water would absorb 1.8 dB/m.
func TestRelaxationAgainstMeasurement(t *testing.T) {
	for _, c := range []struct{ sigma, distance, step float64 }{{0.01, 0.25, 0.035}, {4, 0.10, 0.01}} {
		ch := build(t, 2.4e9, nil, &ChannelConfig{Conductivity: c.sigma, Permittivity: 80, Loss: "friis", Relaxation: true})
		gain := func(r float64) float64 { return 10 * math.Log10(ch.Path(at(0, 0, -1), at(r, 0, -1), 0).Gain) }
		near(t, "loss over the step", gain(c.distance-c.step)-gain(c.distance), 10, 0.1)
	}
}

// An end that has no place ends the run by a delay below 0, as phy.Channel has it, and
// not the program, whichever side of the surface the other end is on.
func TestNoPathToNowhere(t *testing.T) {
	ch := build(t, 10e6, water(t, 0.5), &ChannelConfig{Conductivity: 0.01, Permittivity: 80, Loss: "friis"})
	nan, inf := math.NaN(), math.Inf(1)
	for _, here := range []phy.Fixed{at(0, 0, -5), at(0, 0, 5)} {
		for _, bad := range []geom.Vec{{X: nan}, {Z: nan}, {Y: inf}, {Z: inf}, {Z: -inf}} {
			for _, end := range []phy.End{phy.Fixed(bad), phy.NewEnd(drift{bad, geom.Vec{X: 1}}, nil)} {
				for _, p := range []phy.Path{ch.Path(here, end, 0), ch.Path(end, here, 0)} {
					if p.Delay >= 0 {
						t.Errorf("between %v and %v: %+v", here, bad, p)
					}
				}
			}
		}
	}
}

func TestWarnings(t *testing.T) {
	positions := []geom.Vec{{Z: 2}, {Z: -1}}
	for _, c := range []struct {
		name       string
		hz, sigma  float64
		relaxation bool
		want       string
	}{
		{"thesis", 10e6, 0.01, false, ""},
		{"433 MHz in a river", 433e6, 0.05, false, "433 MHz"},
		{"433 MHz in the sea", 433e6, 4, false, ""},
		{"Wi-Fi", 2.4e9, 4, false, "2400 MHz"},
		{"Wi-Fi with relaxation", 2.4e9, 4, true, ""},
		{"5.8 GHz with relaxation", 5.8e9, 4, true, "frequency 5.8 GHz is outside"},
	} {
		ch := build(t, c.hz, nil, &ChannelConfig{Conductivity: c.sigma, Permittivity: 80, Loss: "friis", Relaxation: c.relaxation})
		got := strings.Join(ch.(*channel).Warnings(positions), "\n")
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want something with %q", c.name, got, c.want)
		}
		if air := ch.(*channel).Warnings(positions[:1]); !c.relaxation && air != nil {
			t.Errorf("%s: warns of water in the air: %q", c.name, air)
		}
	}
}

// A budget in decibels of sound is refused at the key modem, and the text names
// the two that are possible.
func TestBudgetOfSoundIsRefused(t *testing.T) {
	for _, b := range []phy.BudgetConfig{phy.DefaultDecibels(), phy.DefaultWatts(), phy.DefaultPowerLevels()} {
		_, err := DefaultChannel().Build(phy.ChannelEnv{Water: water(t, 0.01), Band: phy.Band{Centre: 10e6}, Unit: b.Unit()})
		if b.Unit() == phy.Watt {
			if err != nil {
				t.Errorf("%T: %v", b, err)
			}
			continue
		}
		if keyOf(err) != "modem" || !strings.Contains(err.Error(), "dB re 1 uPa") || !strings.Contains(err.Error(), "watts or dbm") {
			t.Errorf("%T: %v", b, err)
		}
	}
}

func TestConfigFaultsNameTheirKeys(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		key    string
		config ChannelConfig
	}{
		{"", *DefaultChannel()},
		{"conductivity", ChannelConfig{Conductivity: -1, Permittivity: 80, Loss: "friis"}},
		{"conductivity", ChannelConfig{Conductivity: nan, Permittivity: 80, Loss: "friis"}},
		{"conductivity", ChannelConfig{Conductivity: 38, Permittivity: 80, Loss: "friis"}}, // mS/cm
		{"permittivity", ChannelConfig{Loss: "friis"}},
		{"permittivity", ChannelConfig{Permittivity: nan, Loss: "friis"}},
		{"loss", ChannelConfig{Permittivity: 80, Loss: "frii"}},
	} {
		if err := c.config.Validate(); keyOf(err) != c.key {
			t.Errorf("%+v: got %v, want a fault of %q", c.config, err, c.key)
		}
		_, err := c.config.Build(phy.ChannelEnv{Water: water(t, 0.01), Band: phy.Band{Centre: 10e6}, Unit: phy.Watt})
		if keyOf(err) != c.key {
			t.Errorf("%+v: built all the same: %v", c.config, err)
		}
	}
}

func TestPathsDoNotAllocate(t *testing.T) {
	ch := build(t, 10e6, water(t, 0.01), &ChannelConfig{Permittivity: 80, Loss: "friis", Relaxation: true})
	ends := []phy.End{phy.NewEnd(drift{geom.Vec{Z: -5}, geom.Vec{X: 1}}, nil), phy.NewEnd(drift{geom.Vec{X: 9, Z: -6}, geom.Vec{Y: 1}}, nil), at(3, 0, 2)}
	if n := testing.AllocsPerRun(100, func() {
		ch.Path(ends[0], ends[1], 0)
		ch.Path(ends[0], ends[2], 0)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func build(t *testing.T, hz float64, w *ocean.Water, c *ChannelConfig) phy.Channel {
	t.Helper()
	ch, err := c.Build(phy.ChannelEnv{Water: w, Band: phy.Band{Centre: hz, Width: hz / 10}, Unit: phy.Watt})
	if err != nil {
		t.Fatal(err)
	}
	return ch
}

// water is water of one conductivity in S/m.
func water(t *testing.T, sigma float64) *ocean.Water {
	t.Helper()
	c := ocean.Default()
	c.Conductivity = sigma
	return waterOf(t, c)
}

// halocline is fresh water of 0.05 psu over sea water of 35 psu, with the step
// from 10 to 11 m, all of 10 degC.
func halocline(t *testing.T) *ocean.Water {
	t.Helper()
	c := ocean.Default()
	c.Temperature = 10
	c.Profile = &ocean.ProfileConfig{Depth: []float64{10, 11}, Salinity: []float64{0.05, 35}}
	return waterOf(t, c)
}

func waterOf(t *testing.T, c ocean.Config) *ocean.Water {
	t.Helper()
	w, err := c.Build(ocean.Site{})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func at(x, y, z float64) phy.Fixed { return phy.Fixed{X: x, Y: y, Z: z} }

// An antenna of 3 dB towards +x and one of 4 dB towards -x make the loss of 10 m, 18.17940604
// dB, to 11.17940604 dB.
func TestPathBetweenAntennas(t *testing.T) {
	k := sim.New(nil)
	ch := build(t, 10e6, water(t, 0.5), &ChannelConfig{Conductivity: 0.01, Permittivity: 80, Loss: "absorption"})
	m := phy.NewMedium(k, ch, nil, 0)
	heard := &power{}
	for i, a := range []phy.Antenna{lobe{3, 1}, lobe{4, -1}} {
		modem := &phy.Modem{Rate: 1000, Power: 1, Acquire: 1, Sensitivity: 1e-3, SelfNoise: 1e-9, Antenna: a}
		r := m.Attach(phy.Addr(i), at(10*float64(i), 0, -5), modem, nil)
		r.Listen(heard)
		if i == 0 {
			k.At(0, sim.Comm, send{r})
		}
	}
	if err := k.Run(t.Context(), sim.Time(0).Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	near(t, "loss", -10*math.Log10(heard.watts), 11.17940604, 5e-9)
}

// lobe is an antenna of so many dB ahead or behind, along x, and of 0 dB elsewhere.
type lobe struct{ dB, x float64 }

func (l lobe) Index() float64 { return 0 }

func (l lobe) Gain(_ geom.Quat, direction geom.Vec) float64 {
	if direction.X*l.x > 0 {
		return l.dB
	}
	return 0
}

// send sends a frame.
type send struct{ radio *phy.Radio }

func (s send) Fire(sim.Time) {
	if err := s.radio.Transmit(&phy.Frame{Bits: 10}); err != nil {
		panic("rf: " + err.Error())
	}
}

// power keeps the power of the last frame.
type power struct{ watts float64 }

func (p *power) Receive(_ *phy.Frame, info phy.RxInfo) { p.watts = info.Power }
func (*power) TxDone(*phy.Frame)                       {}
func (*power) Collision()                              {}

type drift struct{ start, velocity geom.Vec }

// Position returns the position.
func (d drift) Position(t sim.Time) geom.Vec { return d.start.Add(d.velocity.Scale(t.Seconds())) }

// Velocity returns the velocity.
func (d drift) Velocity(sim.Time) geom.Vec { return d.velocity }

func keyOf(err error) string {
	var at interface{ Field() string }
	switch {
	case err == nil:
		return ""
	case errors.As(err, &at):
		return at.Field()
	}
	return "no key"
}
