package acoustic

import (
	"fmt"
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"halocline/phy"
	"halocline/phy/ray"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/rng"
)

// build makes a channel at 25 kHz in the default water, after a change to both.
func build(t *testing.T, change func(*ChannelConfig, *ocean.Config)) phy.Channel {
	t.Helper()
	config, water := DefaultChannel(), ocean.Default()
	config.Noise = &NoNoise{}
	change(config, &water)
	w, err := water.Build(ocean.Site{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := config.Build(phy.ChannelEnv{Water: w, Band: phy.Band{Centre: 25e3, Width: 6e3}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Over 500 m at 25 kHz and k = 1.5: 15 log 500 = 40.4846 dB of spreading; Thorp
// gives 0.11*625/626 + 44*625/4725 + 2.75e-4*625 + 0.003 = 6.104805 dB/km, so
// 3.0524025 dB. At 1500 m/s the way takes a third of a second.
func TestPathOfTheDefaultChannel(t *testing.T) {
	c := build(t, func(*ChannelConfig, *ocean.Config) {})
	p := c.Path(phy.Fixed{Z: -30}, phy.Fixed{X: 300, Z: -430}, 0)
	if got, want := 10*math.Log10(p.Gain), -(15*math.Log10(500) + 3.0524025); math.Abs(got-want) > 1e-6 {
		t.Errorf("gain %.9f dB, want %.9f", got, want)
	}
	if p.Delay != 333333333 {
		t.Errorf("delay %d ns, want 333333333", p.Delay)
	}
	if p.Doppler != 1 {
		t.Errorf("Doppler factor %g between fixed ends", p.Doppler)
	}
}

// Through layers of 1500 and 1450 m/s with a linear passage between them the
// time of a vertical path is a sum of closed forms: 100/1500 + 100/1450 +
// ln(1500/1450) 100/50 s.
func TestTravelTimeIntegratesTheProfile(t *testing.T) {
	c := build(t, func(_ *ChannelConfig, w *ocean.Config) {
		w.SoundSpeed = "profile"
		w.Profile = &ocean.ProfileConfig{Depth: []float64{100, 200}, SoundSpeed: []float64{1500, 1450}}
	})
	want := 100/1500. + 100/1450. + math.Log(1500/1450.)*2
	p := c.Path(phy.Fixed{}, phy.Fixed{Z: -300}, 0)
	if math.Abs(p.Delay.Seconds()-want) > 2e-9 {
		t.Errorf("delay %.9f s, want %.9f", p.Delay.Seconds(), want)
	}
}

// Where the water differs along the way the absorption is that of the middle: 10 degC
// at a depth of 100 m, half of the way from the warm surface. There Ainslie and
// McColm's formula gives 5.027164419 dB/km at 25 kHz, 35 psu and pH 8.
func TestAbsorptionOfTheMiddle(t *testing.T) {
	c := build(t, func(c *ChannelConfig, w *ocean.Config) {
		c.Absorption = "ainslie-mccolm"
		w.Salinity, w.PH = 35, 8
		w.Profile = &ocean.ProfileConfig{Depth: []float64{0, 200}, Temperature: []float64{20, 0}}
	})
	r := math.Hypot(1000, 200)
	want := -(15*math.Log10(r) + 5.027164419*r/1000)
	for _, p := range []phy.Path{
		c.Path(phy.Fixed{}, phy.Fixed{X: 1000, Z: -200}, 0),
		c.Path(phy.Fixed{X: 1000, Z: -200}, phy.Fixed{}, 0),
	} {
		if got := 10 * math.Log10(p.Gain); math.Abs(got-want) > 1e-6 {
			t.Errorf("gain %.9f dB, want %.9f", got, want)
		}
	}
}

// A receiver that sinks through a profile is met where it will be: the travel
// time d solves d = (integral of dz/c from the sender to the receiver at d).
func TestRetardedPathThroughAProfile(t *testing.T) {
	c := build(t, func(_ *ChannelConfig, w *ocean.Config) {
		w.SoundSpeed = "profile"
		w.Profile = &ocean.ProfileConfig{Depth: []float64{0, 1000}, SoundSpeed: []float64{1500, 1450}}
	})
	sinking := drifting{from: geom.Vec{Z: -900}, speed: geom.Vec{Z: -2}}
	p := c.Path(phy.Fixed{}, phy.NewEnd(sinking, nil), 0)
	d := 0.0
	for range 50 {
		z := 900 + 2*d
		d = math.Log(1500/(1500-0.05*z)) / 0.05
	}
	if math.Abs(p.Delay.Seconds()-d) > 5e-9 {
		t.Errorf("delay %.9f s, want %.9f", p.Delay.Seconds(), d)
	}
}

type drifting struct{ from, speed geom.Vec }

func (d drifting) Position(t sim.Time) geom.Vec { return d.from.Add(d.speed.Scale(t.Seconds())) }
func (d drifting) Velocity(sim.Time) geom.Vec   { return d.speed }

// One lossless bounce at the surface, powers added: sender and receiver 100 m
// deep and 240 m apart; the direct way is 240 m, the bounce sqrt(240^2 + 200^2) =
// 312.41 m. Without absorption the gain is 1/240^2 + 1/312.41^2.
func TestEchoesAddUp(t *testing.T) {
	c := build(t, func(c *ChannelConfig, w *ocean.Config) {
		c.Spreading = 2
		c.Echoes = &Echoes{Bounces: 1, BottomLoss: 200, Sum: "power"}
		c.Absorption = "thorp2"
		w.Seabed = &ocean.SeabedConfig{Depth: 1000, Values: "depth"}
	})
	p := c.Path(phy.Fixed{Z: -100}, phy.Fixed{X: 240, Z: -100}, 0)
	// thorp2 at 25 kHz: 0.11*625/626 + 44*625/4725 = 5.929930 dB/km.
	power := func(r float64) float64 { return math.Pow(10, -0.5929930*r/1000) / (r * r) }
	want := power(240) + power(math.Hypot(240, 200))
	if math.Abs(p.Gain/want-1) > 1e-6 {
		t.Errorf("gain %g, want %g", p.Gain, want)
	}
}

// Between two places is the path between fixed ends there, to the last bit, in each kind
// of water, with each formula and exponent, below the surface and above.
func TestBetweenPlaces(t *testing.T) {
	draw := rng.New(2).Stream("places")
	for i, a := range Absorptions() {
		for _, spreading := range []float64{1, 1.5, 1.7, 2} {
			c := build(t, func(config *ChannelConfig, w *ocean.Config) {
				config.Absorption, config.Spreading = a.Name, spreading
				if i%2 == 0 {
					w.SoundSpeed = "mackenzie"
					w.Profile = &ocean.ProfileConfig{Depth: []float64{0, 200, 1000}, Temperature: []float64{25, 15, 4}}
				}
			})
			for range 100 {
				from := geom.Vec{X: draw.Uniform(-1e3, 1e3), Y: draw.Uniform(-1e3, 1e3), Z: draw.Uniform(-1500, 10)}
				to := geom.Vec{X: draw.Uniform(-1e3, 1e3), Z: draw.Uniform(-1500, 10)}
				want := c.Path(phy.Fixed(from), phy.Fixed(to), 0)
				if got := c.(phy.Resting).Between(from, to); got != want {
					t.Fatalf("%s, k = %g: %+v from %v to %v, want %+v", a.Name, spreading, got, from, to, want)
				}
			}
		}
	}
}

// The same two ways, added as pressures in a band of 10 Hz: the surface turns the sign of the second, which is
// (sqrt(240^2 + 200^2) - 240) / 0.06 = 1206.83 wavelengths longer. It comes dt = 48.27 ms later, so that over the band the
// product of the two has sin(pi B dt)/(pi B dt) = 0.6584 of its value at the centre.
func TestEchoesInterfere(t *testing.T) {
	config, sea := DefaultChannel(), ocean.Default()
	config.Spreading, config.Absorption, config.Noise = 2, "thorp2", &NoNoise{}
	config.Echoes = &Echoes{Bounces: 1, BottomLoss: 200, Sum: ray.CoherentSum}
	sea.Seabed = &ocean.SeabedConfig{Depth: 1000, Values: "depth"}
	water, err := sea.Build(ocean.Site{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := config.Build(phy.ChannelEnv{Water: water, Band: phy.Band{Centre: 25e3, Width: 10}})
	if err != nil {
		t.Fatal(err)
	}
	p := c.Path(phy.Fixed{Z: -100}, phy.Fixed{X: 240, Z: -100}, 0)
	pressure := func(r float64) complex128 {
		return cmplx.Rect(math.Pow(10, -0.5929930*r/2000)/r, -2*math.Pi*r/0.06)
	}
	one, other := pressure(240), -pressure(math.Hypot(240, 200))
	half := math.Pi * 10 * (math.Hypot(240, 200) - 240) / 1500
	want := real(one*cmplx.Conj(one)+other*cmplx.Conj(other)) + 2*real(one*cmplx.Conj(other))*math.Sin(half)/half
	if math.Abs(p.Gain/want-1) > 1e-6 {
		t.Errorf("gain %g, want %g", p.Gain, want)
	}
}

// In layered water each input is named once, however many nodes there are, with the
// value that is the farthest from Thorp's 0 to 8 degC and 32 to 38 psu: at the surface 20
// degC and 30 psu, at 100 m 10 degC and 40 psu, linear in between.
func TestWarningsNameEachInputOnce(t *testing.T) {
	c := build(t, func(_ *ChannelConfig, w *ocean.Config) {
		w.Profile = &ocean.ProfileConfig{
			Depth: []float64{0, 100}, Temperature: []float64{20, 10}, Salinity: []float64{30, 40},
		}
	}).(*channel)
	at := func(depths ...float64) (positions []geom.Vec) {
		for _, d := range depths {
			positions = append(positions, geom.Vec{Z: -d})
		}
		return positions
	}
	const (
		warm  = "thorp: temperature %s degC is outside the formula's range, 0 to 8 degC"
		salty = "thorp: salinity %s psu is outside the formula's range, 32 to 38 psu"
	)
	for _, row := range []struct {
		depths                []float64
		temperature, salinity string
	}{
		{nil, "", ""},
		{[]float64{50}, "15", ""},
		{[]float64{60, 50, 40}, "16", ""},
		{[]float64{50, 10, 95, 30}, "19", "39.5"}, // 31 psu lies 1 psu below, 39.5 psu 1.5 above
		{[]float64{50, 95, 2, 30}, "19.8", "30.2"},
	} {
		var want []string
		if row.temperature != "" {
			want = append(want, fmt.Sprintf(warm, row.temperature))
		}
		if row.salinity != "" {
			want = append(want, fmt.Sprintf(salty, row.salinity))
		}
		if got := c.Warnings(at(row.depths...)); !slices.Equal(got, want) {
			t.Errorf("at %v m: %q, want %q", row.depths, got, want)
		}
	}
}

// Sound is for water: nothing goes from or to a transducer that has surfaced.
func TestNoSoundInAir(t *testing.T) {
	c := build(t, func(*ChannelConfig, *ocean.Config) {})
	for _, at := range []struct {
		from, to float64
		heard    bool
	}{{0.01, -10, false}, {-10, 0.01, false}, {0, -10, true}, {-10, 0, true}} {
		p := c.Path(phy.Fixed{Z: at.from}, phy.Fixed{X: 100, Z: at.to}, 0)
		if (p.Gain > 0) != at.heard || math.IsNaN(p.Gain) {
			t.Errorf("from z = %g m to %g m: gain %g", at.from, at.to, p.Gain)
		}
	}
}

// A piston that looks along x hears what comes from there at full level, and
// nothing from behind; the pattern turns with the vehicle.
func TestTransducerTurnsWithItsVehicle(t *testing.T) {
	k := sim.New(nil)
	c := build(t, func(*ChannelConfig, *ocean.Config) {})
	piston, err := (&CircularPiston{Mounting: phy.Mounting{Axis: geom.Vec{X: 1}}, Diameter: 0.1}).Antenna(phy.Band{Centre: 25e3}, 1500)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		heading float64
		heard   bool
	}{{0, true}, {math.Pi, false}} {
		m := phy.NewMedium(k, c, nil, 0)
		plain := &phy.Modem{Rate: 1000, Power: 1e18, Acquire: 1, Sensitivity: 1}
		directed := *plain
		directed.Antenna = piston
		tx := m.Attach(0, phy.Fixed{X: 100, Z: -10}, plain, nil)
		rx := m.Attach(1, turned{phy.Fixed{Z: -10}, row.heading}, &directed, nil)
		tx.Listen(deafen{})
		e := &ears{}
		rx.Listen(e)
		if err := tx.Transmit(&phy.Frame{Src: 0, Dst: 1, Bits: 10}); err != nil {
			t.Fatal(err)
		}
		if err := k.Run(t.Context(), k.Now().Add(sim.Seconds(5))); err != nil {
			t.Fatal(err)
		}
		if (e.frames == 1) != row.heard {
			t.Errorf("heading %g: %d frames heard", row.heading, e.frames)
		}
	}
}

type turned struct {
	phy.Fixed
	heading float64
}

func (v turned) Attitude(sim.Time) geom.Quat { return geom.FromEuler(v.heading, 0, 0) }

type deafen struct{}

func (deafen) TxDone(*phy.Frame)              {}
func (deafen) Receive(*phy.Frame, phy.RxInfo) {}
func (deafen) Collision()                     {}

type ears struct {
	deafen
	frames int
}

func (e *ears) Receive(*phy.Frame, phy.RxInfo) { e.frames++ }

func TestFaultsOfTheChannel(t *testing.T) {
	water, err := ocean.Default().Build(ocean.Site{})
	if err != nil {
		t.Fatal(err)
	}
	band := phy.Band{Centre: 25e3, Width: 6e3}
	for _, row := range []struct {
		name   string
		change func(*ChannelConfig)
		env    phy.ChannelEnv
		field  string
	}{
		{"unknown formula", func(c *ChannelConfig) { c.Absorption = "magic" }, phy.ChannelEnv{Water: water, Band: band}, "absorption"},
		{"noise with watts", func(*ChannelConfig) {}, phy.ChannelEnv{Water: water, Band: band, Unit: phy.Watt}, "noise"},
		{"band down to 0 Hz", func(*ChannelConfig) {}, phy.ChannelEnv{Water: water, Band: phy.Band{Centre: 3e3, Width: 6e3}}, "noise"},
		{"echoes with practical spreading", func(c *ChannelConfig) { c.Echoes = &Echoes{Bounces: 1} }, phy.ChannelEnv{Water: water, Band: band}, "spreading"},
		{"echoes without a seabed", func(c *ChannelConfig) { c.Spreading = 2; c.Echoes = &Echoes{Bounces: 1} }, phy.ChannelEnv{Water: water, Band: band}, "echoes"},
	} {
		c := DefaultChannel()
		row.change(c)
		err := c.Validate()
		if err == nil {
			_, err = c.Build(row.env)
		}
		named, ok := err.(interface{ Field() string })
		if !ok || named.Field() != row.field {
			t.Errorf("%s: error %v, want one about %s", row.name, err, row.field)
		}
	}
}
