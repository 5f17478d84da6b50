package acoustic

import (
	"math"
	"testing"
	"time"

	"halocline/phy"
	"halocline/phy/ray"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// inBand is where the rays of these tests are.
func inBand() phy.Band { return phy.Band{Centre: 25e3, Width: 6e3} }

// still is an end that stands still and gathers arrivals in a window.
func still(at geom.Vec, w phy.Window) phy.End { return phy.NewReceiver(phy.Fixed(at), nil, w) }

// traced builds a channel of rays after a change.
func traced(t testing.TB, change func(*RaysConfig, *ocean.Config)) phy.Channel {
	t.Helper()
	config, w := DefaultRays(), ocean.Default()
	w.Seabed = &ocean.SeabedConfig{Depth: 100, Values: "depth"}
	change(config, &w)
	water, err := w.Build(ocean.Site{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := config.Build(phy.ChannelEnv{Water: water, Band: inBand()})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// In water of one speed, with fixed losses, rays are images: gain, echo, delay and Doppler are those of straight paths with
// echoes, whatever the window, and for ends that move.
func TestRaysAreImages(t *testing.T) {
	echoes := build(t, func(c *ChannelConfig, w *ocean.Config) {
		c.Spreading, c.Noise = 2, &NoNoise{}
		c.Echoes = &Echoes{Bounces: 10, SurfaceLoss: 1, BottomLoss: 6, Sum: ray.PowerSum}
		w.Seabed = &ocean.SeabedConfig{Depth: 100, Values: "depth"}
	})
	rays := traced(t, func(c *RaysConfig, _ *ocean.Config) {
		c.Bottom, c.Surface = &ray.FixedLoss{Loss: 6}, ray.Surfaces()["loss"]()
		c.Bounces, c.Steepest, c.Faint = 10, math.Pi/2, 300
	})
	draw := rng.New(3).Stream("images")
	for i := range 1000 {
		w := phy.Window{Symbol: time.Duration(draw.Uniform(1e5, 1e8)), Span: time.Duration(draw.Uniform(0, 5e7))}
		from := geom.Vec{X: draw.Uniform(-1e3, 1e3), Y: draw.Uniform(-1e3, 1e3), Z: draw.Uniform(-100, 0)}
		to := geom.Vec{X: draw.Uniform(-1e3, 1e3), Z: draw.Uniform(-100, 0)}
		tx, rx := still(from, w), still(to, w)
		if i%2 == 1 {
			tx = phy.NewReceiver(drifting{from, geom.Vec{X: draw.Uniform(-5, 5), Z: draw.Uniform(-1, 1)}}, nil, w)
			rx = phy.NewReceiver(drifting{to, geom.Vec{Y: draw.Uniform(-5, 5), Z: draw.Uniform(-1, 1)}}, nil, w)
			if from.Depth() < 5 || to.Depth() < 5 || from.Depth() > 95 || to.Depth() > 95 {
				continue
			}
		}
		want, got := echoes.Path(tx, rx, 0), rays.Path(tx, rx, 0)
		if off := got.Delay - want.Delay; off < -1 || off > 1 {
			t.Errorf("%v to %v: a delay of %v, want %v", from, to, got.Delay, want.Delay)
		}
		if math.Abs(got.Gain/want.Gain-1) > 1e-9 || math.Abs(got.Doppler-want.Doppler) > 1e-9 ||
			math.Abs(got.Echo.Gain-want.Echo.Gain) > 1e-9*want.Gain || want.Echo.Gain > 1e-9*want.Gain && (got.Echo.Delay-want.Echo.Delay).Abs() > 2 {
			t.Errorf("%v to %v: %+v, want %+v", from, to, got, want)
		}
	}
}

// A frame alone whose echoes fall outside of the window has the ratio G/(N + E), that no power improves beyond G/E. Ends at
// half of 100 m of depth, 200 m apart: the direct way is 200 m, and those with one bounce hypot(200, 100) = 223.6 m, which
// come 15.7 ms later; spherical spreading, no absorption to speak of in the ratio, 6 dB at the bottom and 1 dB at the surface:
//
//	E/G = (200/223.6)^2 (10^-0.3 - 10^-0.05)^2 exp(-a (223.6 - 200))
//
// A span of 16 ms has all of it.
func TestWindowOfRays(t *testing.T) {
	c := traced(t, func(c *RaysConfig, _ *ocean.Config) {
		c.Bottom, c.Surface, c.Bounces = &ray.FixedLoss{Loss: 6}, ray.Surfaces()["loss"](), 1
	})
	from := geom.Vec{Z: -50}
	to := geom.Vec{X: 200, Z: -50}
	f2 := 625.0 // kHz2
	a := (0.11*f2/(1+f2) + 44*f2/(4100+f2) + 2.75e-4*f2 + 0.003) * math.Ln10 / 10_000
	longer := math.Hypot(200, 100)
	direct := math.Exp(-a*200) / 200 / 200
	// Both late ones take the same time, so that they add up as pressures: the bottom keeps the sign that the surface turns.
	late := math.Exp(-a*longer) / longer / longer * math.Pow(math.Pow(10, -0.3)-math.Pow(10, -0.05), 2)
	p := c.Path(still(from, phy.Window{}), still(to, phy.Window{Symbol: time.Millisecond}), 0)
	if math.Abs(p.Gain/direct-1) > 1e-9 || math.Abs(p.Echo.Gain/late-1) > 1e-9 {
		t.Errorf("gain %g and echo %g, want %g and %g", p.Gain, p.Echo.Gain, direct, late)
	}
	if want := (longer - 200) / 1500; math.Abs(p.Echo.Delay.Seconds()-want) > 2e-9 {
		t.Errorf("the echo comes %v later, want %.9f s", p.Echo.Delay, want)
	}
	p = c.Path(still(from, phy.Window{}), still(to, phy.Window{Span: 16 * time.Millisecond, Symbol: time.Millisecond}), 0)
	if math.Abs(p.Gain/(direct+late)-1) > 1e-9 || p.Echo != (phy.Echo{}) {
		t.Errorf("in a span of 16 ms: %+v, want a gain of %g and no echo", p, direct+late)
	}
}

// summer is a profile of the sea in summer: warm to 12 m, where it cools a little, a thermocline to 35 m.
func summer(_ *RaysConfig, w *ocean.Config) {
	w.SoundSpeed = "profile"
	w.Profile = &ocean.ProfileConfig{Depth: []float64{0, 12, 35, 100}, SoundSpeed: []float64{1522.5, 1522, 1491, 1488}}
}

// In water that is faster the nearer it is to the surface, the ray from 8 m depth that grazes the surface comes farthest at 60
// m: its cosine over the speed is p = 1/1522.5 s/m, and where the speed goes linearly from c1 to c2 over h it covers
//
//	x = h p (c1 + c2)/(sqrt(1 - p^2 c1^2) + sqrt(1 - p^2 c2^2))
//
// Beyond that the receiver is in a shadow, unless bottom or surface reflect.
func TestShadowOfAThermocline(t *testing.T) {
	quiet := traced(t, func(c *RaysConfig, w *ocean.Config) {
		summer(c, w)
		c.Bottom, c.Surface = &ray.NoReflection{}, &ray.NoReflection{}
	})
	const p = 1 / 1522.5
	x := func(h, c1, c2 float64) float64 {
		return h * p * (c1 + c2) / (math.Sqrt(1-p*p*c1*c1) + math.Sqrt(1-p*p*c2*c2))
	}
	c8, c60 := 1522.5-0.5*8/12, 1491-3.0*25/65
	farthest := x(8, c8, 1522.5) + x(12, 1522.5, 1522) + x(23, 1522, 1491) + x(25, 1491, c60)
	tx, rx := still(geom.Vec{Z: -8}, phy.Window{}), still(geom.Vec{X: farthest + 0.5, Z: -60}, phy.Window{})
	if p := quiet.Path(tx, rx, 0); p != (phy.Path{Lost: trace.Shadow}) {
		t.Errorf("beyond %g m: %+v, want a shadow", farthest, p)
	}
	if p := quiet.Path(tx, still(geom.Vec{X: farthest - 0.5, Z: -60}, phy.Window{}), 0); p.Lost != trace.NoCause || !(p.Gain > 0) {
		t.Errorf("up to %g m: %+v, want a ray", farthest, p)
	}
	loud := traced(t, summer)
	if p := loud.Path(tx, rx, 0); p.Lost != trace.NoCause || !(p.Gain > 0) {
		t.Errorf("with a bottom and a surface: %+v", p)
	}
	if p := loud.Path(tx, still(geom.Vec{X: 100, Z: 1}, phy.Window{}), 0); p != (phy.Path{Lost: trace.OutOfWater}) {
		t.Errorf("in the air: %+v", p)
	}
}

// The way back is the way there, to the bit, in water of layers over a level bottom and over a slope.
func TestRaysAreReciprocal(t *testing.T) {
	for name, change := range map[string]func(*RaysConfig, *ocean.Config){"level": summer} {
		c := traced(t, change)
		draw := rng.New(4).Stream("pairs")
		w := phy.Window{Symbol: 2 * time.Millisecond}
		for range 2000 {
			a := geom.Vec{X: draw.Uniform(-1e3, 1e3), Y: draw.Uniform(-1e3, 1e3), Z: draw.Uniform(-99, 0)}
			b := geom.Vec{X: draw.Uniform(-1e3, 1e3), Y: draw.Uniform(-1e3, 1e3), Z: draw.Uniform(-99, 0)}
			there, back := c.Path(still(a, w), still(b, w), 0), c.Path(still(b, w), still(a, w), 0)
			if there != back {
				t.Fatalf("%s, %v to %v: %+v, and back %+v", name, a, b, there, back)
			}
		}
	}
}

// A receiver that moves is met where it is when each arrival comes: the delay of the direct ray in water of a constant
// gradient g is that of its closed form T = (2/|g|) asinh(|g| d/(2 sqrt(cs cr))) to where the receiver is after T, found by
// repetition, and the Doppler factor is the frozen difference of two such delays 0.1 ms apart.
func TestRaysOfMovers(t *testing.T) {
	const g = 0.5
	c := traced(t, func(c *RaysConfig, w *ocean.Config) {
		w.SoundSpeed = "profile"
		w.Profile = &ocean.ProfileConfig{Depth: []float64{0, 100}, SoundSpeed: []float64{1480, 1480 + 100*g}}
		c.Bottom, c.Surface = &ray.NoReflection{}, &ray.NoReflection{}
	})
	speed := func(at geom.Vec) float64 { return 1480 + g*at.Depth() }
	direct := func(a, b geom.Vec) float64 {
		return 2 / g * math.Asinh(g*a.Dist(b)/(2*math.Sqrt(speed(a)*speed(b))))
	}
	tx := drifting{geom.Vec{Z: -60}, geom.Vec{X: 1, Y: 0.5, Z: 0.2}}
	rx := drifting{geom.Vec{X: 300, Y: 20, Z: -40}, geom.Vec{X: -3, Y: 2, Z: -0.5}}
	delay := func(t float64) (d float64) {
		from, to := tx.from.Add(tx.speed.Scale(t)), rx.from.Add(rx.speed.Scale(t))
		for range 20 {
			d = direct(from, to.Add(rx.speed.Scale(d)))
		}
		return d
	}
	p := c.Path(phy.NewEnd(tx, nil), phy.NewEnd(rx, nil), sim.Time(0))
	want, doppler := delay(0), 1/(1+(delay(1e-4)-delay(-1e-4))/2e-4)
	if math.Abs(p.Delay.Seconds()-want) > 1.1e-9 || math.Abs(p.Doppler-doppler) > 1e-9 {
		t.Errorf("a delay of %v and a Doppler of %.12f, want %.12f s and %.12f", p.Delay, p.Doppler, want, doppler)
	}
}

// A path takes no new memory.
func TestRaysDoNotAllocate(t *testing.T) {
	c := traced(t, summer)
	w := phy.Window{Symbol: 2 * time.Millisecond}
	tx, rx := still(geom.Vec{Z: -8}, w), phy.NewReceiver(drifting{geom.Vec{X: 800, Z: -60}, geom.Vec{Y: 1}}, nil, w)
	at := sim.Time(0)
	path := func() {
		at += sim.Time(time.Millisecond)
		c.Path(tx, rx, at)
	}
	for range 10 {
		path()
	}
	if n := testing.AllocsPerRun(20, path); n > 0 {
		t.Errorf("a path allocates %g times", n)
	}
}

// BenchmarkRays is a path through a thermocline with a window, between ends that stand still.
func BenchmarkRays(b *testing.B) {
	c := traced(b, summer)
	w := phy.Window{Symbol: 2 * time.Millisecond}
	tx, rx := still(geom.Vec{Z: -8}, w), still(geom.Vec{X: 800, Z: -60}, w)
	b.ReportAllocs()
	for b.Loop() {
		c.Path(tx, rx, 0)
	}
}

// Over a slope that falls from 60 to 100 m in the middle of a ridge, rays are marched; the way back is the same to 1e-9, and
// what the medium asks for is the same whether a way or its way back is asked for first.
func TestRaysOverTerrain(t *testing.T) {
	const grid = "y,-600,-200,0,200,600\n-600,60,70,40,90,100\n600,60,70,40,90,100\n"
	config, w := DefaultRays(), ocean.Default()
	summer(config, &w)
	w.Seabed = &ocean.SeabedConfig{File: "ridge.csv", Values: "depth"}
	site := ocean.Site{Open: func(string) ([]byte, error) { return []byte(grid), nil }}
	water, err := w.Build(site)
	if err != nil {
		t.Fatal(err)
	}
	w.SoundSpeed, w.Profile = "constant", nil
	even, err := w.Build(site)
	if err != nil {
		t.Fatal(err)
	}
	env := phy.ChannelEnv{Water: water, Band: inBand()}
	paths := func(pairs [][2]geom.Vec) (all []phy.Path) {
		c, err := config.Build(env)
		if err != nil {
			t.Fatal(err)
		}
		window := phy.Window{Symbol: 2 * time.Millisecond}
		for _, p := range pairs {
			all = append(all, c.Path(still(p[0], window), still(p[1], window), 0))
		}
		return all
	}
	draw, deep := rng.New(5).Stream("terrain"), 0
	for range 50 {
		a := geom.Vec{X: draw.Uniform(-600, -250), Y: draw.Uniform(-500, 500), Z: draw.Uniform(-60, -1)}
		b := geom.Vec{X: draw.Uniform(250, 600), Y: draw.Uniform(-500, 500), Z: draw.Uniform(-80, -1)}
		there, back := paths([][2]geom.Vec{{a, b}})[0], paths([][2]geom.Vec{{b, a}})[0]
		if there.Lost != trace.NoCause || math.Abs(there.Gain/back.Gain-1) > 1e-9 || (there.Delay-back.Delay).Abs() > 1 {
			t.Errorf("%v to %v: %+v, and back %+v", a, b, there, back)
		}
		// The top of the ridge is 40 m deep, and both ends are deeper: in water of one speed nothing comes straight.
		if max(a.Z, b.Z) < -41 {
			deep++
			c, err := config.Build(phy.ChannelEnv{Water: even, Band: inBand()})
			if err != nil {
				t.Fatal(err)
			}
			if p := c.Path(still(a, phy.Window{}), still(b, phy.Window{}), 0); p.Lost != trace.NoCause {
				t.Errorf("%v to %v: nothing comes by the surface: %+v", a, b, p)
			}
			for _, arrival := range c.(*rays).arrivals {
				if arrival.Surface+arrival.Bottom == 0 {
					t.Errorf("%v to %v: %+v comes through the ridge", a, b, arrival)
				}
			}
		}
	}
	if deep < 5 {
		t.Errorf("%d pairs are deeper than the ridge", deep)
	}
	// In one channel the way back is looked up, once.
	a, b := geom.Vec{X: -300, Z: -20}, geom.Vec{X: 300, Z: -30}
	config.Terrain = FlatTerrain
	c, err := config.Build(env)
	if err != nil {
		t.Fatal(err)
	}
	one, other := still(a, phy.Window{}), still(b, phy.Window{})
	first := c.Path(one, other, 0)
	for range 3 {
		if p, q := c.Path(other, one, 0), c.Path(one, other, 0); p != first || q != first {
			t.Errorf("%+v and %+v, want %+v", p, q, first)
		}
	}
	if n := len(c.(*rays).ways); n > 1 {
		t.Errorf("%d ways are kept of one pair", n)
	}
}

// BenchmarkCrowdOfRays lays out 1,000 radios that stand still, a ray of arrivals for each of the 500,000 pairs, in water of five
// layers.
func BenchmarkCrowdOfRays(b *testing.B) {
	change := func(c *RaysConfig, w *ocean.Config) {
		w.SoundSpeed = "profile"
		w.Profile = &ocean.ProfileConfig{Depth: []float64{0, 12, 25, 35, 60, 100}, SoundSpeed: []float64{1522.5, 1522, 1500, 1491, 1489, 1488}}
	}
	for b.Loop() {
		k := sim.New(nil)
		m := phy.NewMedium(k, traced(b, change), nil, 0)
		draw := rng.New(6).Stream("crowd")
		modem := &phy.Modem{Rate: 1000, Power: 1e18, Acquire: 10, Window: phy.Window{Symbol: time.Millisecond}}
		for i := range 1000 {
			at := phy.Fixed{X: draw.Uniform(0, 5000), Y: draw.Uniform(0, 5000), Z: draw.Uniform(-99, -1)}
			m.Attach(int32(i), at, modem, draw).Listen(deafListener{})
		}
		m.MaxDelay()
	}
}

type deafListener struct{}

func (deafListener) TxDone(*phy.Frame)              {}
func (deafListener) Receive(*phy.Frame, phy.RxInfo) {}
func (deafListener) Collision()                     {}
