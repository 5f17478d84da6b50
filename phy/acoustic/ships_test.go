package acoustic

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"halocline/phy"
	"halocline/phy/ray"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/ocean"
)

// Source levels by hand. A container ship of 91.44 m at its 18 knots, at 25 kHz: f1 = 480/18 = 26.6667 Hz, of which 20 log is 28.5194; (1 -
// 937.5)^2 + 9 = 877041.25, of which 10 log is 59.4302: 191 - 28.5194 - 59.4302 = 103.0504. At half the speed 60 log 2 =
// 18.0618 dB less, at twice the length 6.0206 more. A cruise ship at f1 = 480/17.1 = 28.0702 Hz, whose 20 log is 28.9649, has 191 -
// 28.9649 - 10 log 16 = 149.9939.
func TestSourceLevelOfShips(t *testing.T) {
	for what, c := range map[string]struct {
		ship     ShipConfig
		hz, want float64
	}{
		"container":      {ShipConfig{Class: "container", Speed: 18 * knot, Length: 91.44}, 25e3, 103.0504},
		"at half speed":  {ShipConfig{Class: "container", Speed: 9 * knot, Length: 91.44}, 25e3, 84.9886},
		"twice as long":  {ShipConfig{Class: "container", Speed: 18 * knot, Length: 182.88}, 25e3, 109.0710},
		"cruise, at top": {ShipConfig{Class: "cruise", Speed: 17.1 * knot, Length: 91.44}, 480 / 17.1, 149.9939},
	} {
		near(t, what, c.ship.density(c.hz), c.want, 1e-4)
	}
	doc, _ := strings.CutPrefix(classDoc(), "class of the ship")
	for _, class := range strings.Split("bulker|container|cruise|dredger|fishing|government|naval|passenger|recreational|tanker|tug|vehicles|other", "|") {
		if speed, _ := Class(class).reference(); !(speed > 0) || !strings.Contains(doc, class+": ") {
			t.Errorf("class %s has a speed of %g", class, speed)
		}
	}
}

func classDoc() string {
	field, _ := reflect.TypeFor[ShipConfig]().FieldByName("Class")
	return field.Tag.Get("doc")
}

// A ship 1 km to the left, at a depth of 6 m, in spherical spreading and the absorption of the sulfate, 44 625/4725 = 5.8201 dB/km at
// 25 kHz. In a band of 1 kHz it has 103.0504 + 30 dB, and 0.0017 more, as it falls with the square of the frequency. At 500 m from it that
// makes 133.0521 - 53.9794 - 2.9101 = 76.1626 dB, at 1 km 133.0521 - 60 - 5.8201 = 67.2320. A receiver with a gain of -7 dB to its left
// has 7 dB less. Another ship at the same place adds 3.0103 dB. The ambient noise is what it was.
func TestNoiseOfShips(t *testing.T) {
	ship := ShipConfig{Bearing: math.Pi / 2, Range: 1000, Depth: 6, Class: "container", Speed: 18 * knot, Length: 91.44}
	channel := func(noise NoiseConfig, ships ...ShipConfig) phy.Channel {
		water := ocean.Default()
		w, err := water.Build(ocean.Site{})
		if err != nil {
			t.Fatal(err)
		}
		c := &ChannelConfig{Spreading: 2, Absorption: "sulfate", Noise: noise, Ships: ships}
		ch, err := c.Build(phy.ChannelEnv{Water: w, Band: phy.Band{Centre: 25e3, Width: 1e3}})
		if err != nil {
			t.Fatal(err)
		}
		return ch
	}
	sideways := phy.NewEnd(phy.Fixed{Y: 500, Z: -6}, grid(t, []float64{0, 90}, []float64{-90, 0, 90}, []float64{0, 0, 0, -7, 0, 0}))
	for what, c := range map[string]struct {
		ships []ShipConfig
		rx    phy.End
		want  float64
	}{
		"500 m away":  {[]ShipConfig{ship}, phy.Fixed{Y: 500, Z: -6}, 76.1626},
		"1 km away":   {[]ShipConfig{ship}, phy.Fixed{Z: -6}, 67.2320},
		"two of them": {[]ShipConfig{ship, ship}, phy.Fixed{Z: -6}, 70.2423},
		"to its left": {[]ShipConfig{ship}, sideways, 69.1626},
		"in the air":  {[]ShipConfig{ship}, phy.Fixed{Z: 2}, math.Inf(-1)},
	} {
		ch := channel(&FlatNoise{Level: 50}, c.ships...)
		around, directed := ch.(phy.LocalNoise).NoiseAt(c.rx, 0)
		if got := decibel(directed); around != 0 || got != c.want && !(math.Abs(got-c.want) < 2e-4) {
			t.Errorf("%s: %.4f dB and %g from everywhere, want %.4f", what, got, around, c.want)
		}
		near(t, what+": ambient", decibel(ch.Noise()), 80, 1e-9)
	}
	if silent := channel(&NoNoise{}, ship); silent.Noise() != 0 {
		t.Errorf("ambient noise of %g", silent.Noise())
	}
	if channel(&FlatNoise{Level: 50}).(phy.LocalNoise).Local() {
		t.Error("without ships the noise is local")
	}
	far := channel(&NoNoise{}, ship)
	if n := testing.AllocsPerRun(100, func() { far.(phy.LocalNoise).NoiseAt(sideways, 0) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if _, ok := far.(phy.Resting); !ok {
		t.Error("ships take the short way between ends that stand still")
	}

	// A radio hears it: 177 dB over 500 m, against 80 dB in the water and 76.1626 dB of the ship, which are 81.5023 together.
	k := sim.New(nil)
	m := phy.NewMedium(k, channel(&FlatNoise{Level: 50}, ship), nil, 0)
	modem := &phy.Modem{Rate: 1000, Power: ratio(177), Acquire: 1}
	a := m.Attach(0, phy.Fixed{Z: -6}, modem, nil)
	hears := &level{}
	a.Listen(hears)
	m.Attach(1, phy.Fixed{Y: 500, Z: -6}, modem, nil).Listen(hears)
	if err := a.Transmit(&phy.Frame{Bits: 10}); err != nil {
		t.Fatal(err)
	}
	if err := k.Run(t.Context(), 10e9); err != nil {
		t.Fatal(err)
	}
	near(t, "ratio", decibel(hears.sinr), 177-56.8895-81.5023, 1e-3)
}

// By echoes and by rays the noise of a ship is what the channel makes of its sound, with what the window of the receiver leaves out.
// To hear it allocates nothing and keeps no way.
func TestShipsByEveryWay(t *testing.T) {
	water := ocean.Default()
	water.Seabed = &ocean.SeabedConfig{Depth: 100}
	w, err := water.Build(ocean.Site{})
	if err != nil {
		t.Fatal(err)
	}
	ships := []ShipConfig{{Range: 700, Depth: 6, Class: "tug", Speed: 2, Length: 30}}
	images, bent := DefaultChannel(), DefaultRays()
	images.Spreading, images.Echoes, images.Ships = 2, &Echoes{Bounces: 2, BottomLoss: 3, Sum: ray.PowerSum}, ships
	bent.Ships, bent.Surface = ships, ray.Surfaces()["loss"]()
	env := phy.ChannelEnv{Water: w, Band: phy.Band{Centre: 25e3, Width: 1e3}}
	power := ratio(bandLevel(ships[0].density, 25e3, 1e3))
	for name, c := range map[string]phy.ChannelConfig{"echoes": images, "rays": bent} {
		ch, err := c.Build(env)
		if err != nil {
			t.Fatal(err)
		}
		rx := phy.NewReceiver(phy.Fixed{Y: 300, Z: -40}, nil, phy.Window{Span: time.Millisecond, Symbol: time.Millisecond})
		local := ch.(phy.LocalNoise)
		_, directed := local.NoiseAt(rx, 0)
		p := ch.Path(phy.Fixed{X: 700, Z: -6}, rx, 0)
		if p.Echo.Gain == 0 || !local.Local() {
			t.Fatalf("%s: nothing outside of the window: %+v", name, p)
		}
		near(t, name, decibel(directed), decibel(power*(p.Gain+p.Echo.Gain)), 1e-9)
		if n := testing.AllocsPerRun(100, func() { local.NoiseAt(rx, 0) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
		if r, ok := ch.(*rays); ok && len(r.ways) > 1 {
			t.Errorf("%d ways are kept", len(r.ways))
		}
	}
}

// level keeps the ratio of what is received.
type level struct {
	deafen
	sinr float64
}

func (l *level) Receive(_ *phy.Frame, info phy.RxInfo) { l.sinr = info.SINR }

// What ships cannot be, and where their model does not hold.
func TestFaultsOfShips(t *testing.T) {
	water, err := ocean.Default().Build(ocean.Site{})
	if err != nil {
		t.Fatal(err)
	}
	c := DefaultChannel()
	c.Noise, c.Ships = &NoNoise{}, []ShipConfig{{Range: 1000, Depth: 6, Class: "tug", Speed: 2, Length: 20}}
	_, err = c.Build(phy.ChannelEnv{Water: water, Band: band(), Unit: phy.Watt})
	says(t, "watts", err, "ships", "budget is in watts")
	for hz, want := range map[float64]string{25e3: "", 60e3: "ships: frequency 60 kHz is outside the formula's range, 0.1 to 31.5 kHz"} {
		ch, err := c.Build(phy.ChannelEnv{Water: water, Band: phy.Band{Centre: hz, Width: 1e3}})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(ch.(phy.Warner).Warnings([]geom.Vec{{Z: -10}}), "\n")
		if (want == "") != !strings.Contains(got, "ships") || !strings.Contains(got, want) {
			t.Errorf("%g Hz: %q, want %q", hz, got, want)
		}
	}
}
