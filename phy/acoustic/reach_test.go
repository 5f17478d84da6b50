package acoustic

import (
	"math"
	"testing"

	"halocline/phy"
	"halocline/sim/ocean"
	"halocline/sim/rng"
)

// Beyond its reach no path has more than the gain, at any depth, slope and formula
// of absorption, in water whose temperature falls with depth. Where the absorption
// is the same everywhere, the reach is no more than a sixth too large.
func TestReach(t *testing.T) {
	for _, a := range Absorptions() {
		c := build(t, func(config *ChannelConfig, w *ocean.Config) {
			config.Absorption = a.Name
			w.Profile = &ocean.ProfileConfig{Depth: []float64{0, 200, 1000, 5000}, Temperature: []float64{25, 15, 4, 2}}
		})
		draw := rng.New(1).Stream(a.Name)
		loose := false
		for range 200 {
			gain := math.Pow(10, -draw.Uniform(3, 20))
			reach := c.(phy.Reaching).Reach(gain)
			for range 20 {
				from := phy.Fixed{X: draw.Uniform(-1e4, 1e4), Z: -draw.Uniform(0, 8000)}
				to := from
				distance := reach * draw.Uniform(1, 1.2)
				to.Z = -min(max(draw.Uniform(-from.Z-distance, -from.Z+distance), 0), 8000)
				to.X += math.Sqrt(distance*distance-(to.Z-from.Z)*(to.Z-from.Z)) * (1 + 1e-9)
				if got := c.Path(from, to, 0).Gain; got > gain*(1+1e-6) {
					t.Fatalf("%s: a gain of %g at %g m, beyond the reach of %g m for %g", a.Name, got, distance, reach, gain)
				}
				to = from
				to.X += reach / 1.17
				loose = loose || c.Path(from, to, 0).Gain < gain
			}
		}
		if loose && (a.Name == "thorp" || a.Name == "thorp-ns3") {
			t.Errorf("%s: the reach is more than a sixth too large", a.Name)
		}
	}
}

// A thin layer that absorbs little carries farther than the water around it: one of
// fresh water in the sea, and the middle of a steep step from warm brackish to cold fresh
// water at 275 kHz, where the sulfate absorbs less and less and the water itself more
// and more.
func TestReachAlongThinLayers(t *testing.T) {
	for _, row := range []struct {
		name    string
		hz      float64
		profile ocean.ProfileConfig
	}{
		{"fresh layer", 25e3, ocean.ProfileConfig{Depth: []float64{10, 25, 40}, Salinity: []float64{35, 5, 35}}},
		{"fresh film", 25e3, ocean.ProfileConfig{Depth: []float64{120, 121, 122}, Salinity: []float64{35, 5, 35}}},
		{"steep step", 275e3, ocean.ProfileConfig{
			Depth: []float64{10, 40, 60}, Temperature: []float64{38, 1, 38}, Salinity: []float64{9, 0, 40},
		}},
	} {
		for _, formula := range []string{"francois-garrison", "ainslie-mccolm"} {
			c := build(t, func(config *ChannelConfig, w *ocean.Config) {
				config.Absorption, w.Profile, w.PH = formula, &row.profile, 9
			})
			c.(*channel).hz = row.hz
			reach := c.(phy.Reaching).Reach(1e-9)
			for depth := 0.0; depth < 200; depth += 0.1 {
				from := phy.Fixed{Z: -depth}
				to := phy.Fixed{X: reach * 1.000001, Z: -depth}
				if got := c.Path(from, to, 0).Gain; got > 1e-9 {
					t.Fatalf("%s, %s: a gain of %.3g beyond the reach of %.0f m for 1e-9, %.1f m deep", row.name, formula, got, reach, depth)
				}
			}
		}
	}
}

// Echoes may add up to more than the direct path: no reach is known.
func TestReachWithEchoes(t *testing.T) {
	c := build(t, func(config *ChannelConfig, w *ocean.Config) {
		config.Spreading = 2
		config.Echoes = new(Echoes)
		config.Echoes.Defaults()
		w.Seabed = &ocean.SeabedConfig{Depth: 100}
	})
	if _, ok := c.(phy.Reaching); ok {
		t.Error("a reach is known with echoes")
	}
	if _, ok := c.(phy.Resting); ok {
		t.Error("paths with echoes hang on the receiver's window, and not on places alone")
	}
}
