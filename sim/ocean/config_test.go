package ocean

import (
	"math"
	"slices"
	"testing"
	"time"
)

// keys returns the keys that the faults of an error name, in order.
func keys(err error) []string {
	var out []string
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			out = append(out, keys(e)...)
		}
	} else if named, ok := err.(interface{ Field() string }); ok {
		out = append(out, named.Field())
	} else if err != nil {
		out = append(out, "no key: "+err.Error())
	}
	return out
}

func TestDefaultIsValid(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Error(err)
	}
}

func TestConfigFaultsNameTheirKeys(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	tests := []struct {
		change func(c *Config)
		want   []string
	}{
		{func(c *Config) { c.Temperature = -3 }, []string{"temperature"}},
		{func(c *Config) { c.Temperature = nan }, []string{"temperature"}},
		{func(c *Config) { c.Salinity = 400 }, []string{"salinity"}},
		{func(c *Config) { c.Salinity = -1 }, []string{"salinity"}},
		{func(c *Config) { c.PH = 1 }, []string{"ph"}},
		{func(c *Config) { c.Latitude = 45 }, []string{"latitude"}}, // degrees
		{func(c *Config) { c.Density = 1.025 }, []string{"density"}},
		{func(c *Config) { c.Density = nan }, []string{"density"}},
		{func(c *Config) { c.Conductivity = -1 }, []string{"conductivity"}},
		{func(c *Config) { c.Conductivity = inf }, []string{"conductivity"}},
		{func(c *Config) { c.Speed = 340 }, []string{"speed"}},
		{func(c *Config) { c.SoundSpeed = "wilson" }, []string{"sound_speed"}},
		{func(c *Config) { c.SoundSpeed, c.Speed = "medwin", 1480 }, []string{"speed"}},
		{func(c *Config) { c.SoundSpeed = "profile" }, []string{"sound_speed"}},
		{func(c *Config) { measured(c); c.SoundSpeed = "medwin" }, []string{"sound_speed"}},
		{func(c *Config) { thermocline("profile")(c) }, []string{"sound_speed"}},
		{func(c *Config) { c.Temperature, c.Salinity = 99, 99 }, []string{"temperature", "salinity"}},

		{func(c *Config) { c.Profile = &ProfileConfig{} }, []string{"profile.depth"}},
		{func(c *Config) { c.Profile = &ProfileConfig{Depth: []float64{0}} }, []string{"profile.depth"}},
		{func(c *Config) {
			c.Profile = &ProfileConfig{Depth: []float64{0, 10, 10}, Temperature: []float64{1, 99, nan}}
		}, []string{"profile.depth[2]", "profile.temperature[1]", "profile.temperature[2]"}},
		{func(c *Config) {
			c.Profile = &ProfileConfig{Depth: []float64{0, 10}, Temperature: []float64{1}, Salinity: []float64{35, 50}}
		}, []string{"profile.temperature", "profile.salinity[1]"}},
		{func(c *Config) { measured(c); c.Profile.SoundSpeed[0] = 1 }, []string{"profile.sound_speed[0]"}},
		{func(c *Config) { c.Profile = &ProfileConfig{File: "f", Depth: []float64{0}} }, []string{"profile.depth"}},

		{func(c *Config) { c.Seabed = &SeabedConfig{} }, []string{"seabed.depth"}},
		{func(c *Config) { c.Seabed = &SeabedConfig{Depth: nan} }, []string{"seabed.depth"}},
		{func(c *Config) { c.Seabed = &SeabedConfig{Depth: 5, File: "f", Values: "depth"} }, []string{"seabed.depth"}},
		{func(c *Config) { c.Seabed = &SeabedConfig{File: "f", Values: "feet"} }, []string{"seabed.values"}},
		{
			func(c *Config) { c.Seabed = &SeabedConfig{Depth: 5, OriginX: inf, OriginY: nan} },
			[]string{"seabed.origin_x", "seabed.origin_y"},
		},

		{func(c *Config) { c.Current = &UniformConfig{Speed: 1e3} }, []string{"current.speed"}},
	}
	for _, tt := range tests {
		c := Default()
		tt.change(&c)
		err := c.Validate()
		if got := keys(err); !slices.Equal(got, tt.want) {
			t.Errorf("got %q (%v), want %q", got, err, tt.want)
		}
		if w, err := c.Build(Site{}); err == nil {
			t.Errorf("%q: built all the same: %v", tt.want, w)
		}
	}
}

func TestCurrentFaultsNameTheirKeys(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	side := func(s string) Direction { return Direction{From: &Bearing{Side: s}} }
	markov := func(change func(c *GaussMarkovConfig)) *GaussMarkovConfig {
		c := wandering()
		change(c)
		return c
	}
	tests := []struct {
		config CurrentConfig
		want   []string
	}{
		{&UniformConfig{}, nil},
		{&UniformConfig{Speed: -1, Up: nan}, []string{"speed", "up"}},
		{&UniformConfig{Direction: Direction{Toward: inf}}, []string{"toward"}},
		{&UniformConfig{Direction: side("below")}, []string{"from.side"}},
		{&UniformConfig{Direction: Direction{Toward: 1, From: &Bearing{Side: "head"}}}, []string{"toward"}},
		{&LayeredConfig{}, []string{"depth", "speed", "toward"}},
		{
			&LayeredConfig{Depth: []float64{3, 1}, Speed: []float64{1, 11}, Toward: []float64{nan, 0}},
			[]string{"depth[1]", "speed[1]", "toward[0]"},
		},
		{&LayeredConfig{File: "f", Toward: []float64{0}}, []string{"toward"}},
		{&TidalConfig{Amplitude: inf, Phase: nan}, []string{"amplitude", "period", "phase"}},
		{&TidalConfig{Period: -time.Second, Direction: side("")}, []string{"period", "from.side"}},
		{
			markov(func(c *GaussMarkovConfig) { c.Speed, c.SpeedDeviation, c.TowardDeviation = -1, nan, inf }),
			[]string{"speed", "speed_deviation", "toward_deviation"},
		},
		{markov(func(c *GaussMarkovConfig) { c.SpeedTime = 0 }), []string{"speed_time", "step"}},
		{markov(func(c *GaussMarkovConfig) { c.TowardTime = time.Second }), []string{"step"}},
		{markov(func(c *GaussMarkovConfig) { c.Step = 0 }), []string{"step"}},
		{markov(func(c *GaussMarkovConfig) { c.Step = time.Microsecond - 1 }), []string{"step"}},
		{markov(func(c *GaussMarkovConfig) { c.Toward = nan }), []string{"toward"}},
		{&SumConfig{}, []string{"of"}},
		{&SumConfig{Of: []CurrentConfig{&UniformConfig{}, nil, &UniformConfig{Up: 99}}}, []string{"of[1]", "of[2].up"}},
	}
	for _, tt := range tests {
		err := tt.config.Validate()
		if got := keys(err); !slices.Equal(got, tt.want) {
			t.Errorf("%T: got %q (%v), want %q", tt.config, got, err, tt.want)
		}
	}
}
