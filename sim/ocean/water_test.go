package ocean

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// build returns the water of a configuration that needs no site.
func build(t *testing.T, change func(c *Config)) *Water {
	t.Helper()
	c := Default()
	change(&c)
	w, err := c.Build(Site{})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// thermocline is a sea with a steep step of temperature, and fresh water on top.
func thermocline(model string) func(c *Config) {
	return func(c *Config) {
		c.SoundSpeed = model
		c.Profile = &ProfileConfig{
			Depth:       []float64{0, 5, 20, 30, 200, 1000},
			Temperature: []float64{18, 18, 17, 8, 6, 4},
			Salinity:    []float64{1, 20, 34, 35, 35, 34.5},
		}
	}
}

// measured is a sea whose speed of sound was measured: 1500, 1480, 1490 m/s at
// 10, 50, 100 m.
func measured(c *Config) {
	c.SoundSpeed = "profile"
	c.Profile = &ProfileConfig{Depth: []float64{10, 50, 100}, SoundSpeed: []float64{1500, 1480, 1490}}
}

func at(depth float64) geom.Vec { return geom.Vec{X: 3, Y: -7, Z: -depth} }

func TestDefaultIsSeaWaterAtRest(t *testing.T) {
	w := build(t, func(*Config) {})
	p := at(100)
	near(t, "temperature", w.Temperature(p), 4, 0)
	near(t, "salinity", w.Salinity(p), 35, 0)
	near(t, "pH", w.PH(), 8, 0)
	near(t, "speed", w.SoundSpeed(p), 1500, 0)
	near(t, "mean speed", w.MeanSoundSpeed(p, at(0)), 1500, 0)
	if d := w.Seabed(p); !math.IsInf(d, 1) {
		t.Errorf("the seabed is %g m deep", d)
	}
	if v := w.Current(p, 0); v != (geom.Vec{}) {
		t.Errorf("the water moves by %v", v)
	}
	if got := w.Warnings(9000); got != nil {
		t.Errorf("warnings %q", got)
	}
}

func TestConstantsOverrideFormulas(t *testing.T) {
	w := build(t, func(c *Config) { c.Density, c.Conductivity, c.Speed = 1025, 0.01, 1450 })
	near(t, "density", w.Density(at(50)), 1025, 0)
	near(t, "conductivity", w.Conductivity(at(50)), 0.01, 0)
	near(t, "speed", w.SoundSpeed(at(50)), 1450, 0)
}

// Between the rows of a profile values are linear: at 25 m, midway between 20 m
// and 30 m, 12.5 degC and 34.5 psu. Beyond its ends they are those of the ends.
func TestProfileIsLinearAndHeld(t *testing.T) {
	w := build(t, thermocline("medwin"))
	near(t, "temperature", w.Temperature(at(25)), 12.5, 1e-12)
	near(t, "salinity", w.Salinity(at(25)), 34.5, 1e-12)
	near(t, "temperature in the air", w.Temperature(at(-3)), 18, 0)
	near(t, "temperature below", w.Temperature(at(5000)), 4, 0)
	near(t, "at a row", w.Temperature(at(30)), 8, 0)

	w = build(t, measured)
	near(t, "speed", w.SoundSpeed(at(75)), 1485, 1e-12)
	near(t, "speed above", w.SoundSpeed(at(1)), 1500, 0)
	near(t, "temperature of the constants", w.Temperature(at(75)), 4, 0)
}

// The tables of formulas keep their tolerance between their nodes.
func TestTablesFollowTheFormulas(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, m := range soundModels() {
		w := build(t, thermocline(m.name))
		for i := range 300000 {
			d := 1200 * float64(i) / 300000
			pos := at(d)
			temp, s, p := w.Temperature(pos), w.Salinity(pos), Pressure(d, 45*deg)
			near(t, m.name, w.SoundSpeed(pos), m.speed(temp, s, d, 45*deg), 1.01*speedTolerance)
			if m.name == "unesco" && i%10 == 0 {
				near(t, "density", w.Density(pos), Density(temp, s, p), 1.01*densityTolerance)
				near(t, "conductivity", w.Conductivity(pos), Conductivity(temp, s, p), 1.01*conductivityTolerance)
			}
			if t.Failed() {
				t.Fatalf("at %g m", d)
			}
		}
	}
}

// From 10 m to 50 m the speed falls by g = -0.5 /s, from 50 m to 100 m it rises
// by g = 0.2 /s; the time down is the sum of ln(c2/c1)/g.
func TestTravelTimeClosedForm(t *testing.T) {
	w := build(t, measured)
	time := math.Log(1480./1500)/-0.5 + math.Log(1490./1480)/0.2
	near(t, "10 m to 100 m", w.MeanSoundSpeed(at(10), at(100)), 90/time, 1e-9)

	// 40 m more above at 1500 m/s, of which 30 m in the air, and 60 m below.
	time += 40./1500 + 60./1490
	near(t, "-30 m to 160 m", w.MeanSoundSpeed(at(-30), at(160)), 190/time, 1e-9)

	near(t, "level", w.MeanSoundSpeed(at(30), at(30).Add(geom.Vec{X: 500})), 1490, 1e-9)
}

// The midpoint rule with steps of h is off by at most h^2 max|f”|/24 of the mean
// f = 1/c, where f” = 2 g^2/c^3 in each layer: with h = 0.1 mm and g < 10 /s that
// is 1e-10 m/s, and the kinks at the rows add as little.
func TestTravelTimeAgainstQuadrature(t *testing.T) {
	waters := []*Water{build(t, thermocline("unesco")), build(t, measured)}
	for _, w := range waters {
		for _, pair := range [][2]float64{{0, 40}, {19, 31}, {3.3, 3.4}, {25, 22.5}, {-5, 60}} {
			a, b := at(pair[0]), at(pair[1]).Add(geom.Vec{X: 30, Y: 40})
			const n = 600000
			slow := 0.0
			for i := range n {
				x := (float64(i) + 0.5) / n
				slow += 1 / w.SoundSpeed(a.Add(b.Sub(a).Scale(x))) / n
			}
			near(t, "mean speed", w.MeanSoundSpeed(a, b), 1/slow, 1e-8)
		}
	}
}

// Travel time is additive along a path, does not depend on its sense, and
// neither on x and y: turning a path about a vertical axis changes nothing.
func TestTravelTimeProperties(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	waters := []*Water{build(t, thermocline("leroy")), build(t, measured), build(t, func(*Config) {})}
	time := func(w *Water, a, b geom.Vec) float64 { return a.Dist(b) / w.MeanSoundSpeed(a, b) }
	point := func() geom.Vec {
		return geom.Vec{X: 300 * random.NormFloat64(), Y: 300 * random.NormFloat64(), Z: 2 - 300*random.Float64()}
	}
	for range 3000 {
		a, b := point(), point()
		for _, w := range waters {
			whole := time(w, a, b)
			middle := a.Add(b.Sub(a).Scale(random.Float64()))
			near(t, "split", time(w, a, middle)+time(w, middle, b), whole, 1e-12*whole)
			if time(w, b, a) != whole {
				t.Errorf("%v to %v takes another time than back", a, b)
			}
			yaw := geom.FromAxisAngle(geom.Vec{Z: 1}, 6*random.Float64())
			turned := w.MeanSoundSpeed(yaw.Rotate(a), yaw.Rotate(b))
			near(t, "turned", turned, w.MeanSoundSpeed(a, b), 1e-9)
			c := w.MeanSoundSpeed(a, b)
			low, high := w.sound.span(min(a.Depth(), b.Depth()), max(a.Depth(), b.Depth()))
			if c < low-1e-9 || c > high+1e-9 {
				t.Errorf("mean speed %g outside %g to %g", c, low, high)
			}
		}
	}
}

// Short paths keep their digits: from a depth to one a micrometre deeper the
// mean is the speed there.
func TestTravelTimeOfShortPaths(t *testing.T) {
	w := build(t, thermocline("unesco"))
	for d := 0.5; d < 900; d += 0.77 {
		near(t, "short", w.MeanSoundSpeed(at(d), at(d+1e-6)), w.SoundSpeed(at(d)), 1e-4)
	}
}

// With c2 = c1 (1 + x) the mean slowness is ln(1+x)/(x c1); the series and the
// logarithm meet without a step at x = 1e-3.
func TestMeanSlowness(t *testing.T) {
	near(t, "large x", meanSlowness(1000, 2000), math.Ln2/1000, 1e-18)
	near(t, "no x", meanSlowness(1500, 1500), 1./1500, 0)
	for _, x := range []float64{0.999e-3, 1.001e-3, -0.999e-3, -1.001e-3} {
		// ln(1+x)/x to twelve digits by its series, summed far beyond need.
		want, term := 0.0, 1.0
		for n := 1; n < 12; n++ {
			want += term / float64(n)
			term *= -x
		}
		near(t, "series", meanSlowness(1, 1+x), want, 1e-13) // 1+x rounds x by 1e-13 x
	}
}

func TestWarnings(t *testing.T) {
	tests := []struct {
		name   string
		change func(c *Config)
		depth  float64
		want   []string
	}{
		{"fresh water by mackenzie", func(c *Config) { c.Salinity, c.SoundSpeed = 0.05, "mackenzie" }, 10, []string{
			"mackenzie: salinity 0.05 psu is outside the formula's range, 25 to 40 psu",
		}},
		{"deep water by medwin", func(c *Config) { c.SoundSpeed = "medwin" }, 1500, []string{
			"medwin: depth 1500 m is outside the formula's range, 0 to 1000 m",
		}},
		{"shallow water by medwin", func(c *Config) { c.SoundSpeed = "medwin" }, 1000, nil},
		{"hot and salt", func(c *Config) { c.Temperature, c.Salinity = 39, 44 }, 10, []string{
			"eos-80: salinity 44 psu is outside the formula's range, 0 to 42 psu",
			"pss-78: temperature 39 degC is outside the formula's range, -2 to 35 degC",
			"pss-78: salinity 44 psu is outside the formula's range, 0 to 42 psu",
		}},
		{"given values need no formula", func(c *Config) {
			c.Temperature, c.Salinity, c.Density, c.Conductivity = 39, 44, 1030, 5
		}, 10, nil},
		{"one row of a profile", thermocline("mackenzie"), 100, []string{
			"mackenzie: salinity 1 psu is outside the formula's range, 25 to 40 psu",
		}},
	}
	for _, tt := range tests {
		got := build(t, tt.change).Warnings(tt.depth)
		if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}

	// 11000 m is the trench that F&M's 10000 dbar do not reach.
	got := build(t, func(c *Config) { c.SoundSpeed = "unesco" }).Warnings(11000)
	if len(got) != 3 || !strings.HasPrefix(got[2], "unesco: pressure 113") {
		t.Errorf("got %q, want eos-80, pss-78 and unesco with about 11300 dbar", got)
	}
}

func TestWaterDoesNotAllocate(t *testing.T) {
	c := Default()
	thermocline("unesco")(&c)
	markov := &GaussMarkovConfig{Speed: 0.2, SpeedDeviation: 0.1}
	markov.Defaults()
	c.Current = &SumConfig{Of: []CurrentConfig{markov, &UniformConfig{Speed: 1}}}
	c.Seabed = &SeabedConfig{Depth: 100}
	w, err := c.Build(Site{Stream: rng.New(1).Stream})
	if err != nil {
		t.Fatal(err)
	}
	now, sink := sim.Time(0), 0.0
	allocations := testing.AllocsPerRun(5000, func() {
		now += 3e8
		a, b := at(float64(now)*1e-9), at(12)
		sink += w.Temperature(a) + w.Salinity(a) + w.Density(a) + w.Conductivity(a) + w.SoundSpeed(a) +
			w.MeanSoundSpeed(a, b) + w.Seabed(a) + w.Current(a, now).X
	})
	if allocations != 0 {
		t.Errorf("%g allocations", allocations)
	}
}

func BenchmarkMeanSoundSpeed(b *testing.B) {
	c := Default()
	thermocline("unesco")(&c)
	w, err := c.Build(Site{})
	if err != nil {
		b.Fatal(err)
	}
	sink := 0.0
	for i := range b.N {
		sink += w.MeanSoundSpeed(at(float64(i%97)), at(float64(i%31)))
	}
	b.ReportMetric(float64(len(w.sound.depth)), "nodes")
}
