package ray

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"halocline/sim/simtest"
)

// loss reflects at all angles alike.
type loss struct{ size, phase float64 }

func (l loss) Reflect(float64) complex128 {
	return complex(l.size*math.Cos(l.phase), l.size*math.Sin(l.phase))
}

// solver returns a solver of a column with a soft surface and a rigid bottom.
func solver(t testing.TB, c Column, o Options) *Solver {
	t.Helper()
	s, err := NewSolver(Water{c, loss{1, math.Pi}, loss{1, 0}}, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// image is what the method of images says of one arrival.
type image struct {
	length        float64 // m
	surface, base int
	leave, arrive float64 // sines
}

// images returns those of a layer up to so many reflections. Unfolded at its boundaries the layer is a stack, in
// which all rays are straight: those that leave up with k reflections cross k boundaries in turn, surface first.
func images(from, to, reach, bottom float64, most int) (all []image) {
	for k := range most + 1 {
		for _, up := range []bool{true, false} {
			if k == 0 && up != (to < from) {
				continue
			}
			// The vertical way: to the first boundary, then the whole depth each time, then from the last one.
			rises, last := up, 0.0
			h := math.Abs(from - to)
			im := image{}
			for i := range k {
				at := bottom
				if rises {
					at = 0
					im.surface++
				} else {
					im.base++
				}
				if i == 0 {
					h = math.Abs(from - at)
				} else {
					h += bottom
				}
				rises, last = !rises, at
			}
			if k > 0 {
				h += math.Abs(last - to)
			}
			im.length = math.Hypot(reach, h)
			im.leave, im.arrive = h/im.length, h/im.length
			if !up {
				im.leave = -im.leave
			}
			if !rises {
				im.arrive = -im.arrive
			}
			all = append(all, im)
		}
	}
	slices.SortStableFunc(all, func(a, b image) int { return cmp.Compare(a.length, b.length) })
	return all
}

// In water of one speed the arrivals are those of the images: 1/length, times the loss of each reflection.
func TestArrivalsAreImages(t *testing.T) {
	const c, bottom, bounces = 1500.0, 80.0, 50
	surface, base := loss{0.9, math.Pi}, loss{0.8, 0.3}
	s, err := NewSolver(Water{Column{Depth: []float64{10}, Speed: []float64{c}, Absorption: []float64{0.002}}, surface, base}, Options{bounces, 1})
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		from, to, reach := bottom*rnd.Float64(), bottom*rnd.Float64(), math.Pow(10, 4*rnd.Float64())
		want, got := images(from, to, reach, bottom, bounces), s.Arrivals(nil, from, to, reach, bottom)
		if len(got) != len(want) {
			t.Fatalf("%d arrivals from %g to %g m over %g m, want %d", len(got), from, to, reach, len(want))
		}
		for i, w := range want {
			a := got[i]
			amplitude := math.Pow(surface.size, float64(w.surface)) * math.Pow(base.size, float64(w.base)) / w.length
			turn := math.Remainder(a.Phase-surface.phase*float64(w.surface)-base.phase*float64(w.base), 2*math.Pi)
			near(t, "length", a.Length/w.length, 1, 1e-9)
			near(t, "delay", a.Delay*c/w.length, 1, 1e-12)
			near(t, "amplitude", a.Amplitude/amplitude, 1, 1e-9)
			near(t, "absorption", a.Absorption, 0.002*w.length, 1e-9*w.length)
			near(t, "phase", turn, 0, 1e-9)
			near(t, "leave", a.Leave, w.leave, 1e-9)
			near(t, "arrive", a.Arrive, w.arrive, 1e-9)
			if a.Surface != w.surface || a.Bottom != w.base || a.Caustics != 0 {
				t.Errorf("%+v: want %d and %d reflections and no caustic", a, w.surface, w.base)
			}
		}
		if t.Failed() {
			t.Fatalf("from %g to %g m over %g m", from, to, reach)
		}
	}
}

// munk returns Munk's profile in steps: 1500 (1 + 0.00737 (y - 1 + exp(-y))), y = 2 (z - 1300)/1300, in m/s and m; W.
// H. Munk, J. Acoust. Soc. Am. 55 (1974) 220, with the figures of most test cases.
func munk(step float64) (c Column) {
	for z := 0.0; z <= 5000; z += step {
		y := 2 * (z - 1300) / 1300
		c.Depth, c.Speed = append(c.Depth, z), append(c.Speed, 1500*(1+0.00737*(y-1+math.Exp(-y))))
	}
	return c
}

func columns() map[string]Column {
	ten := Column{}
	for i := range 11 {
		z := 10 * float64(i)
		ten.Depth, ten.Speed = append(ten.Depth, z), append(ten.Speed, 1500-15*math.Tanh((z-35)/15)+0.017*z)
	}
	return map[string]Column{
		"01 layer":  {Depth: []float64{0}, Speed: []float64{1500}},
		"02 slope":  {Depth: []float64{0, 100}, Speed: []float64{1500, 1490}},
		"05 layers": {Depth: []float64{0, 12, 20, 28, 35, 100}, Speed: []float64{1520, 1520, 1510, 1498, 1492, 1493}},
		"10 layers": ten,
		"50 layers": munk(100),
	}
}

// question is one pair.
type question struct{ from, to, reach, bottom float64 }

func questions(c Column, rnd *rand.Rand, n int) (all []question) {
	bottom := max(100, c.Depth[len(c.Depth)-1])
	for range n {
		all = append(all, question{bottom * rnd.Float64(), bottom * rnd.Float64(), bottom * (1 + 20*rnd.Float64()), bottom})
	}
	return all
}

// All that a question needs is kept.
func TestArrivalsAllocateNothing(t *testing.T) {
	if simtest.Race {
		t.Skip("the race detector allocates")
	}
	for name, c := range columns() {
		s := solver(t, c, Options{8, 1})
		qs := questions(c, rand.New(rand.NewPCG(5, 6)), 20)
		var dst []Arrival
		ask := func() {
			for _, q := range qs {
				dst = s.Arrivals(dst[:0], q.from, q.to, q.reach, q.bottom)
			}
		}
		ask()
		if n := testing.AllocsPerRun(10, ask); n != 0 {
			t.Errorf("%s: %g allocations", name, n)
		}
	}
}

func BenchmarkArrivals(b *testing.B) {
	for _, name := range []string{"01 layer", "02 slope", "05 layers", "10 layers", "50 layers"} {
		b.Run(name, func(b *testing.B) {
			c := columns()[name]
			s := solver(b, c, Options{8, math.Sin(80 * math.Pi / 180)})
			qs := questions(c, rand.New(rand.NewPCG(5, 6)), 200)
			var dst []Arrival
			n := 0
			for i := range b.N {
				q := qs[i%len(qs)]
				dst = s.Arrivals(dst[:0], q.from, q.to, q.reach, q.bottom)
				n += len(dst)
			}
			b.ReportMetric(float64(n)/float64(b.N), "arrivals/op")
		})
	}
}
