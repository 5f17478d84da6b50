package acoustic

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"halocline/phy"
	"halocline/phy/ray"
	"halocline/phy/ray/arr"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/trace"
)

// pool is water of 1500 m/s.
func pool(t testing.TB) *ocean.Water {
	t.Helper()
	w, err := ocean.Default().Build(ocean.Site{})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// imaged is a file for 25 kHz of the images in that water, 100 m deep, where each reflection at the bottom takes 3 dB.
func imaged(bounces int, sources, depths, ranges []float64) *arr.File {
	f := &arr.File{Frequency: 25e3, Sources: sources, Depths: depths, Ranges: ranges}
	layer := Layer{Depth: 100, Speed: 1500, BottomLoss: 3, MaxBounces: bounces}
	for _, s := range sources {
		for _, d := range depths {
			for _, r := range ranges {
				f.Arrivals = append(f.Arrivals, layer.Arrivals(nil, geom.Vec{Z: -s}, geom.Vec{X: r, Z: -d}, PathLoss{Spreading: 2}))
			}
		}
	}
	return f
}

// files opens texts by name.
func files(texts map[string]string) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		if text, ok := texts[name]; ok {
			return []byte(text), nil
		}
		return nil, os.ErrNotExist
	}
}

// load builds the channel of a file around 25 kHz, after a change to its description.
func load(t testing.TB, f *arr.File, change func(*ArrivalsConfig)) *imported {
	t.Helper()
	var text bytes.Buffer
	if err := f.Write(&text); err != nil {
		t.Fatal(err)
	}
	config := DefaultArrivals()
	config.File, config.Noise = "a.arr", &NoNoise{}
	change(config)
	env := phy.ChannelEnv{Water: pool(t), Band: inBand(), Open: files(map[string]string{"a.arr": text.String()})}
	c, err := config.Build(env)
	if err != nil {
		t.Fatal(err)
	}
	return c.(*imported)
}

// At the places of the file the channel is that of the images, which the sea with echoes computes by itself: the same window,
// the same antennas, the same absorption. The way back is the same.
func TestImportedArrivalsAreThoseOfTheImages(t *testing.T) {
	imported := load(t, imaged(3, []float64{20, 30}, []float64{50, 60}, []float64{400, 500}), func(*ArrivalsConfig) {})
	echoing := build(t, func(c *ChannelConfig, w *ocean.Config) {
		w.Seabed = &ocean.SeabedConfig{Depth: 100, Values: "depth"}
		c.Spreading = 2
		c.Echoes = &Echoes{Bounces: 3, SurfaceLoss: 0, BottomLoss: 3, Sum: "power"}
	})
	antenna := Transducer{Pattern: Piston{Diameter: 0.1, Wavelength: 0.06}, Axis: geom.Vec{X: 1, Z: 0.2}}
	for _, z := range [][2]float64{{20, 50}, {30, 60}, {20, 60}} {
		for _, window := range []phy.Window{{}, {Span: 5 * time.Millisecond, Symbol: time.Millisecond}} {
			a := phy.NewReceiver(turned{phy.Fixed{X: 7, Y: 1, Z: -z[0]}, 0.5}, antenna, window)
			b := phy.NewReceiver(phy.Fixed{X: 7 + 240, Y: 1 + 320, Z: -z[1]}, nil, window) // 400 m
			for _, ends := range [][2]phy.End{{a, b}, {b, a}} {
				got, want := imported.Path(ends[0], ends[1], 0), echoing.Path(ends[0], ends[1], 0)
				near(t, "gain", got.Gain/want.Gain, 1, 1e-9)
				near(t, "echo", got.Echo.Gain/max(want.Echo.Gain, 1e-300), math.Min(1, got.Echo.Gain*1e300), 1e-9)
				near(t, "delay", float64(got.Delay-want.Delay), 0, 1)
				near(t, "echo's delay", float64(got.Echo.Delay-want.Echo.Delay), 0, 2)
				if got.Doppler != 1 || got.Lost != trace.NoCause {
					t.Errorf("Doppler %g, lost by %v", got.Doppler, got.Lost)
				}
			}
		}
	}
}

// A single straight way goes through any place between those of the file, and through all pairs of depths: its gain is
// 1/r^2 with the absorption of its length, Thorp's 6.104805 dB/km, and it takes r/1500 s.
func TestInterpolationKeepsTheStraightWay(t *testing.T) {
	c := load(t, imaged(0, []float64{10, 40}, []float64{20, 50}, []float64{100, 400}), func(*ArrivalsConfig) {})
	for _, p := range []geom.Vec{{X: 100, Z: -20}, {X: 230, Z: -33}, {X: 400, Z: -50}, {X: 60, Z: -60}, {X: 500, Z: -10}} {
		from := geom.Vec{Z: -14}
		r := from.Dist(p)
		got := c.Path(phy.Fixed(from), phy.Fixed(p), 0)
		near(t, "gain", got.Gain*r*r*math.Pow(10, 0.6104805*r/1000), 1, 1e-6)
		near(t, "delay", got.Delay.Seconds(), r/1500, 1e-9)
	}
}

// Half way between two places of which one is in a shadow half of the energy arrives, when it does at the other. Energy and delay of
// the echo are interpolated too.
func TestInterpolationOfTheWindow(t *testing.T) {
	arrival := func(delay, amplitude float64) ray.Arrival { return ray.Arrival{Delay: delay, Amplitude: amplitude} }
	f := &arr.File{
		Frequency: 25e3, Sources: []float64{10}, Depths: []float64{10}, Ranges: []float64{1500, 3000, 4500},
		Arrivals: [][]ray.Arrival{{arrival(1.001, 0.1), arrival(1.051, 0.1)}, {arrival(2.003, 0.1), arrival(2.063, 0.2)}, {}},
	}
	c := load(t, f, func(*ArrivalsConfig) {})
	absorption := func(delay float64) float64 { return math.Pow(10, -0.6104805*delay*1.5) }
	to := func(x float64) phy.Path {
		rx := phy.NewReceiver(phy.Fixed{X: x, Z: -10}, nil, phy.Window{Span: time.Millisecond, Symbol: time.Millisecond})
		return c.Path(phy.Fixed{Z: -10}, rx, 0)
	}
	p := to(2250)
	// Both places are moved by half a step of 0.5 s: 1.501 and 1.503 s, 1.551 and 1.563 s. At the second the window takes the
	// stronger, later arrival, and the echo comes before it.
	first, second := 1500*1500/(2250.*2250), 3000*3000/(2250.*2250)
	near(t, "gain", p.Gain, 0.5*first*0.01*absorption(1.501)+0.5*second*0.04*absorption(1.563), 1e-9)
	near(t, "delay", p.Delay.Seconds(), (1.501+1.563)/2, 2e-9)
	e1, e2 := 0.5*first*0.01*absorption(1.551), 0.5*second*0.01*absorption(1.503)
	near(t, "echo", p.Echo.Gain, e1+e2, 1e-9)
	near(t, "echo's delay", p.Echo.Delay.Seconds(), (e1*0.05-e2*0.06)/(e1+e2), 2e-9)

	p = to(3750)
	near(t, "gain to the shadow", p.Gain, 0.5*0.64*0.04*absorption(2.563), 1e-9)
	near(t, "delay to the shadow", p.Delay.Seconds(), 2.563, 2e-9)
	if p := to(4500); p.Lost != trace.Shadow {
		t.Errorf("in the shadow: %+v", p)
	}

	// The nearest place keeps its gain, but for the absorption of the way that is longer.
	c = load(t, f, func(c *ArrivalsConfig) { c.Between = Nearest })
	near(t, "nearest", to(2240).Gain, 0.01*absorption(1.001+740/1500.), 1e-9)
	near(t, "nearest's delay", to(2240).Delay.Seconds(), 1.001+740/1500., 2e-9)
	near(t, "next", to(2260).Gain, 0.04*absorption(2.063-740/1500.), 1e-9)
}

// Beyond half a step outside nothing is found. What is half a step inside is.
func TestOutsideOfTheFile(t *testing.T) {
	c := load(t, imaged(0, []float64{10}, []float64{20, 30, 50}, []float64{100, 200}), func(*ArrivalsConfig) {})
	for _, row := range []struct {
		name     string
		from, to geom.Vec
		inside   bool
	}{
		{"at a place", geom.Vec{Z: -10}, geom.Vec{X: 100, Z: -20}, true},
		{"the other way round", geom.Vec{Z: -20}, geom.Vec{X: 100, Z: -10}, true},
		{"near the source's depth", geom.Vec{Z: -10.5}, geom.Vec{X: 100, Z: -20}, true},
		{"no source", geom.Vec{Z: -10.6}, geom.Vec{X: 100, Z: -20}, false},
		{"half a step nearer", geom.Vec{Z: -10}, geom.Vec{X: 50, Z: -20}, true},
		{"too near", geom.Vec{Z: -10}, geom.Vec{X: 49, Z: -20}, false},
		{"half a step farther", geom.Vec{Z: -10}, geom.Vec{Y: 250, Z: -20}, true},
		{"too far", geom.Vec{Z: -10}, geom.Vec{Y: 251, Z: -20}, false},
		{"half a step above", geom.Vec{Z: -10}, geom.Vec{X: 100, Z: -15}, true},
		{"too shallow", geom.Vec{Z: -10}, geom.Vec{X: 100, Z: -14.9}, false},
		{"half a step below", geom.Vec{Z: -10}, geom.Vec{X: 100, Z: -60}, true},
		{"too deep", geom.Vec{Z: -10}, geom.Vec{X: 100, Z: -60.1}, false},
	} {
		want := trace.OutOfRange
		if row.inside {
			want = trace.NoCause
		}
		if p := c.Path(phy.Fixed(row.from), phy.Fixed(row.to), 0); p.Lost != want {
			t.Errorf("%s: lost by %v, want %v", row.name, p.Lost, want)
		}
		if n := len(c.Arrivals(phy.Fixed(row.from), phy.Fixed(row.to), 0, nil)); (n == 1) != row.inside {
			t.Errorf("%s: %d arrivals", row.name, n)
		}
		err := c.Serves([]geom.Vec{row.from, row.to})
		if (err == nil) != row.inside {
			t.Errorf("%s: %v", row.name, err)
		}
	}
	if p := c.Path(phy.Fixed{Z: 1}, phy.Fixed{X: 100, Z: -20}, 0); p.Lost != trace.OutOfWater {
		t.Errorf("from the air: lost by %v", p.Lost)
	}
}

// Either end may be the source: the way back is the same, to the bit, where both are as far from a source of the file, and where
// the end that is nearer to one has no partner there.
func TestEitherEndIsTheSource(t *testing.T) {
	f := &arr.File{Frequency: 25e3, Sources: []float64{10, 40, 60}, Depths: []float64{20, 30, 42}, Ranges: []float64{300}}
	for i := range 9 {
		f.Arrivals = append(f.Arrivals, []ray.Arrival{{Delay: 0.2 + float64(i)/100, Amplitude: 0.1 + float64(i)/10}})
	}
	c := load(t, f, func(*ArrivalsConfig) {})
	for _, z := range [][2]float64{{22, 28}, {41, 62}, {20, 30}} {
		a, b := phy.Fixed{Z: -z[0]}, phy.Fixed{X: 300, Z: -z[1]}
		there, back := c.Path(a, b, 0), c.Path(b, a, 0)
		if there != back || there.Lost != trace.NoCause {
			t.Errorf("between %g and %g m: %+v there, %+v back", z[0], z[1], there, back)
		}
	}
}

func TestWhatAFileIsDoubtedFor(t *testing.T) {
	f := imaged(0, []float64{10}, []float64{20, 30}, []float64{100, 200})
	c := load(t, f, func(*ArrivalsConfig) {})
	in, out := []geom.Vec{{Z: -10}, {X: 100, Z: -20}}, []geom.Vec{{Z: -10}, {X: 100, Z: -20}, {X: 200, Z: -30}}
	if err := c.Serves(append(in, geom.Vec{X: 1000, Z: -20})); err == nil || err.Error() != "a.arr has no arrivals between the node at (1000, 0, -20) m and any other: "+
		"its sources are at depths of 10 m, its receivers at 20 to 30 m, at distances of 100 to 200 m; run Bellhop for the depths and distances of the nodes" {
		t.Errorf("%v", err)
	}
	if err := c.Serves(in[:1]); err != nil {
		t.Errorf("a node alone: %v", err)
	}
	if doubts := c.Doubts(nil, in); doubts != nil {
		t.Errorf("%q", doubts)
	}
	if doubts := c.Doubts(nil, out); len(doubts) != 1 || !strings.HasPrefix(doubts[0], "a.arr lacks 1 of 3 pairs of nodes, and nothing arrives between those: ") {
		t.Errorf("%q", doubts)
	}
	f.Frequency = 10e3
	if doubts := load(t, f, func(*ArrivalsConfig) {}).Doubts(nil, in); len(doubts) != 1 || !strings.HasPrefix(doubts[0], "a.arr is for 10 kHz, and the band is around 25 kHz; ") {
		t.Errorf("%q", doubts)
	}
	f.Frequency = 24e3
	if doubts := load(t, f, func(*ArrivalsConfig) {}).Doubts(nil, in); doubts != nil {
		t.Errorf("%q", doubts)
	}
}

// A straight way between ends that move is that of phy.Straight, but for the angles, which are those at the places of the file. By the surface from 40 m to 40 m over 60 m a way leaves and arrives
// at the slope 4:3: an end that rises at 3 m/s and comes closer at 3 m/s moves along it at 3 (4 + 3)/5 = 4.2 m/s.
func TestMotionOnImportedWays(t *testing.T) {
	c := load(t, imaged(0, []float64{10, 40}, []float64{20, 50}, []float64{100, 400}), func(*ArrivalsConfig) {})
	tx := phy.NewEnd(drifting{geom.Vec{Z: -14}, geom.Vec{X: 3, Y: 1}}, nil)
	rx := phy.NewEnd(drifting{geom.Vec{X: 300, Z: -40}, geom.Vec{X: -2, Z: 2}}, nil)
	want := phy.Straight(tx, rx, 0, 1500)
	p := c.Path(tx, rx, 0)
	near(t, "delay", p.Delay.Seconds(), want.Time, 2e-9)
	near(t, "Doppler", p.Doppler, want.Doppler, 5e-6)

	bounce := imaged(1, []float64{40}, []float64{40}, []float64{60})
	bounce.Arrivals[0] = []ray.Arrival{bounce.Arrivals[0][1]} // that of the surface
	c = load(t, bounce, func(*ArrivalsConfig) {})
	rising := func(x, speed float64) phy.End {
		return phy.NewEnd(drifting{geom.Vec{X: x, Z: -40}, geom.Vec{X: speed, Z: 3}}, nil)
	}
	near(t, "sender", c.Path(rising(0, 3), phy.Fixed{X: 60, Z: -40}, 0).Doppler, 1/(1-4.2/1500), 1e-12)
	near(t, "receiver", c.Path(phy.Fixed{Z: -40}, rising(60, -3), 0).Doppler, 1+4.2/1500, 1e-4*4.2/1500)
	if !c.Stretches() {
		t.Error("frames keep their length")
	}
}

// Bellhop's own field of the run behind the file: coherently, in a narrow band, with Thorp's absorption by the length of a way
// at the mean speed. In the fades between ways, small errors are large: 0.2 dB are allowed, of
// 0.17 that there are at -77 dB.
func TestPathIsTheFieldOfBellhop(t *testing.T) {
	const folder = "../ray/arr/testdata/"
	config := DefaultArrivals()
	config.File, config.Noise, config.Sum = folder+"duct-binary.arr", &NoNoise{}, ray.CoherentSum
	water := ocean.Default()
	water.SoundSpeed = "profile"
	water.Profile = &ocean.ProfileConfig{Depth: []float64{0, 15, 25, 40, 60}, SoundSpeed: []float64{1510, 1508, 1490, 1488, 1492}}
	w, err := water.Build(ocean.Site{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := config.Build(phy.ChannelEnv{Water: w, Band: phy.Band{Centre: 20e3, Width: 1}, Open: os.ReadFile})
	if err != nil {
		t.Fatal(err)
	}
	field, err := os.ReadFile(folder + "duct.shd")
	if err != nil {
		t.Fatal(err)
	}
	// A shade file has records of as many words of 4 bytes as its first word says; the pressures at the distances are in those
	// from the eleventh on, one for each source and depth.
	length := 4 * int(binary.LittleEndian.Uint32(field))
	for s, source := range []float64{10, 35} {
		for d, depth := range []float64{8, 30, 50} {
			for r, distance := range []float64{300, 600, 1200} {
				at := field[(10+3*s+d)*length+8*r:]
				re, im := math.Float32frombits(binary.LittleEndian.Uint32(at)), math.Float32frombits(binary.LittleEndian.Uint32(at[4:]))
				want := 20 * math.Log10(math.Hypot(float64(re), float64(im)))
				got := 10 * math.Log10(c.Path(phy.Fixed{Z: -source}, phy.Fixed{X: distance, Z: -depth}, 0).Gain)
				near(t, "level", got, want, 0.2)
			}
		}
	}
}

func TestImportedPathsCostNoMemory(t *testing.T) {
	c := load(t, imaged(3, []float64{10, 40}, []float64{20, 50}, []float64{100, 400}), func(*ArrivalsConfig) {})
	tx := phy.NewEnd(drifting{geom.Vec{Z: -14}, geom.Vec{X: 3}}, nil)
	rx := phy.NewReceiver(drifting{geom.Vec{X: 300, Z: -40}, geom.Vec{X: -2}}, nil, phy.Window{Symbol: time.Millisecond})
	c.Path(tx, rx, 0)
	if n := testing.AllocsPerRun(100, func() { c.Path(tx, rx, sim.Time(1e9)) }); n != 0 {
		t.Errorf("%g allocations a path", n)
	}
}

func TestFaultsOfAnArrivalsFile(t *testing.T) {
	env := phy.ChannelEnv{Water: pool(t), Band: inBand(), Open: files(map[string]string{"bad.arr": "'3D'"})}
	for _, row := range []struct {
		key, want string
		change    func(*ArrivalsConfig, *phy.ChannelEnv)
	}{
		{"file", "bad.arr:1: the file is one of Bellhop3D", func(c *ArrivalsConfig, _ *phy.ChannelEnv) { c.File = "bad.arr" }},
		{"file", "not exist", func(c *ArrivalsConfig, _ *phy.ChannelEnv) { c.File = "none.arr" }},
		{"file", "none.arr: files cannot be read here", func(c *ArrivalsConfig, e *phy.ChannelEnv) { c.File, e.Open = "none.arr", nil }},
		{"file", "the name is empty", func(*ArrivalsConfig, *phy.ChannelEnv) {}},
		{"absorption", "no absorption formula", func(c *ArrivalsConfig, _ *phy.ChannelEnv) { c.File, c.Absorption = "bad.arr", "magic" }},
		{"noise", "the ambient noise is a level in decibels", func(c *ArrivalsConfig, e *phy.ChannelEnv) { c.File, e.Unit = "bad.arr", phy.Watt }},
	} {
		config, e := DefaultArrivals(), env
		row.change(config, &e)
		err := config.Validate()
		if err == nil {
			_, err = config.Build(e)
		}
		var of interface{ Field() string }
		if !errors.As(err, &of) || of.Field() != row.key || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%v, want %s at %s", err, row.want, row.key)
		}
	}
}
