package ocean

import (
	"testing"

	"halocline/sim/geom"
)

// Waters like one that was built share its layers, and others do not: each answers as it does alone.
func TestKept(t *testing.T) {
	kept := &Kept{}
	at := geom.Vec{Z: -30}
	var last *layers
	for _, row := range []struct {
		name string
		set  func(*Config)
		same bool // as the one before
	}{
		{"mackenzie", func(c *Config) { c.SoundSpeed = "mackenzie" }, false},
		{"again", func(c *Config) { c.SoundSpeed = "mackenzie" }, true},
		{"acidity, which no layer depends on", func(c *Config) { c.SoundSpeed, c.PH = "mackenzie", 7 }, true},
		{"warmer", func(c *Config) { c.SoundSpeed, c.Temperature = "mackenzie", 9 }, false},
		{"profile", func(c *Config) {
			c.Profile = &ProfileConfig{Depth: []float64{0, 50}, Temperature: []float64{20, 5}}
		}, false},
		{"the same profile", func(c *Config) {
			c.Profile = &ProfileConfig{Depth: []float64{0, 50}, Temperature: []float64{20, 5}}
		}, true},
		{"another profile", func(c *Config) {
			c.Profile = &ProfileConfig{Depth: []float64{0, 50}, Temperature: []float64{20, 6}}
		}, false},
	} {
		c := Default()
		row.set(&c)
		w, err := c.Build(Site{Kept: kept})
		if err != nil {
			t.Fatal(row.name, err)
		}
		alone, err := c.Build(Site{})
		if err != nil {
			t.Fatal(row.name, err)
		}
		if got := w.layers == last; got != row.same {
			t.Errorf("%s: shared with the water before is %t, want %t", row.name, got, row.same)
		}
		last = w.layers
		if w.SoundSpeed(at) != alone.SoundSpeed(at) || w.Density(at) != alone.Density(at) || w.Conductivity(at) != alone.Conductivity(at) || w.Temperature(at) != alone.Temperature(at) {
			t.Errorf("%s: it is another water than it is alone", row.name)
		}
	}
}
