package optical

import (
	"errors"
	"math"
	"strings"
	"testing"

	"halocline/phy"
	"halocline/sim/geom"
)

// Each preset reaches the range of its source in the water that it is said for, where its threshold is met to a percent, and where
// nine of ten frames of 512 bits are right.
func TestPresetsReachTheirRanges(t *testing.T) {
	for _, c := range []struct {
		preset      func() *phy.ModemConfig
		attenuation float64
	}{{BlueComm200, 0.1}, {LumaX, 0.151}} {
		modem := c.preset()
		for what, err := range map[string]error{"modem": modem.Validate(), "budget": modem.Budget.Validate(), "errors": modem.Errors.Validate(), "antenna": modem.Antenna.Validate()} {
			if err != nil {
				t.Errorf("%s: %s: %v", modem.Title, what, err)
			}
		}
		ch := build(t, &ChannelConfig{Water: clearOcean, Attenuation: c.attenuation}, modem)
		r := attach(t, ch, modem)
		from, to := geom.Vec{Z: -100}, geom.Vec{X: modem.Range, Z: -100}
		send, receive := r.Modem().Antenna.(phy.TwoSided).Axes()
		power := r.Modem().Power * ch.Path(phy.Fixed(from), phy.Fixed(to), 0).Gain * math.Pow(10, (send+receive)/10)
		near(t, modem.Title, power, r.Modem().Sensitivity, 0.01)
		if got := r.Modem().Errors.Success(r.SNR(from, to), 512); got < 0.9 {
			t.Errorf("%s: %.3g of the frames are right at %g m", modem.Title, got, modem.Range)
		}
		if modem.Budget = nil; c.preset().Budget == nil {
			t.Errorf("%s: two descriptions share their memory", modem.Title)
		}
	}
}

// By hand for LumaX at 50 m in the clear ocean: 3 W * 2/(2 pi) * 20e-4 m^2 / 2500 m^2 * exp(-7.55) = 3 * 0.3183099 * 8e-7 * 5.26130e-4 =
// 4.0193e-10 W. A photon of 638 THz has 4.22743e-19 J: in the mean 95.08 photons a bit, of which 1/4 make photoelectrons, over 1.3 18.284, and twice
// that in a one; the dark makes 0.45489. Q = sqrt(37.023) - sqrt(0.45489) = 5.4102, so a bit is wrong by 3.15e-8.
func TestLumaXByHand(t *testing.T) {
	modem := LumaX()
	r := attach(t, build(t, DefaultChannel(), modem), modem)
	ratio := r.SNR(geom.Vec{Z: -100}, geom.Vec{X: 50, Z: -100})
	near(t, "signal over the dark", ratio, 4.0193e-10/1e-11, 1e-4)
	near(t, "wrong bits", phy.FrameError(r.Modem().Errors, ratio, 1), 3.15e-8, 0.01)
}

// A lamp that shines all round on a receiver of 1 m^2 is hardly what anybody meant.
func TestLightWithoutAnAntennaIsDoubtful(t *testing.T) {
	modem := LumaX()
	if doubts := modem.Doubts(); len(doubts) > 0 {
		t.Errorf("%q", doubts)
	}
	modem.Antenna = &phy.Omni{}
	if doubts := modem.Doubts(); len(doubts) != 1 || !strings.Contains(doubts[0], "type: light") {
		t.Errorf("%q", doubts)
	}
}

func TestFaults(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		key    string
		config interface{ Validate() error }
	}{
		{"", DefaultChannel()},
		{"water", &ChannelConfig{Water: "muddy"}},
		{"attenuation", &ChannelConfig{Water: clearOcean, Attenuation: -1}},
		{"attenuation", &ChannelConfig{Water: clearOcean, Attenuation: nan}},
		{"attenuation", &ChannelConfig{Water: clearOcean, Attenuation: 1, Profile: &Profile{File: "c.csv"}}},
		{"", &Profile{File: "c.csv"}},
		{"file", &Profile{File: "c.csv", Depth: []float64{1}}},
		{"depth", &Profile{}},
		{"attenuation", &Profile{Depth: []float64{1, 2}, Attenuation: []float64{1}}},
		{"depth[1]", &Profile{Depth: []float64{2, 2}, Attenuation: []float64{1, 1}}},
		{"depth[0]", &Profile{Depth: []float64{nan}, Attenuation: []float64{1}}},
		{"depth[0]", &Profile{Depth: []float64{1}, Attenuation: []float64{nan}}},
		{"axis", &Optics{}},
		{"efficiency", &OnOff{Excess: 1}},
		{"excess", &OnOff{Efficiency: 1, Excess: nan}},
	} {
		if err := c.config.Validate(); keyOf(err) != c.key {
			t.Errorf("%+v: %v, want a fault of %q", c.config, err, c.key)
		}
	}
}

func TestFaultsOfBuilding(t *testing.T) {
	sound := env(LumaX(), nil)
	sound.Unit = phy.Micropascal
	radio := light(10e6, 1e6, 1e6)
	text := func(s string) func(string) ([]byte, error) {
		return func(string) ([]byte, error) { return []byte(s), nil }
	}
	file := &ChannelConfig{Water: clearOcean, Profile: &Profile{File: "c.csv"}}
	for _, c := range []struct {
		key    string
		config *ChannelConfig
		env    phy.ChannelEnv
	}{
		{"", DefaultChannel(), env(LumaX(), nil)},
		{"modem", DefaultChannel(), sound},
		{"modem", DefaultChannel(), env(radio, nil)},
		{"water", &ChannelConfig{}, env(LumaX(), nil)},
		{"profile", file, env(LumaX(), nil)},
		{"profile", file, env(LumaX(), func(string) ([]byte, error) { return nil, errors.New("none") })},
		{"profile", file, env(LumaX(), text("depth,c\n1,1\n"))},
		{"profile", file, env(LumaX(), text("depth,attenuation\n1,1\n1,1\n"))},
		{"profile", file, env(LumaX(), text("depth,attenuation\n"))},
	} {
		if _, err := c.config.Build(c.env); keyOf(err) != c.key {
			t.Errorf("%+v: %v, want a fault of %q", c.config, err, c.key)
		}
	}
	if _, err := (&OnOff{Efficiency: 1, Excess: 1}).Build(phy.ErrorEnv{Frequency: 25e3, Bandwidth: 5e3, BitRate: 1e3}); keyOf(err) != "frequency" {
		t.Errorf("photons of sound: %v", err)
	}
	if _, err := defaultOptics().Antenna(phy.Band{Centre: 25e3}, 1500); keyOf(err) != "frequency" {
		t.Errorf("a lamp of sound: %v", err)
	}
}

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
