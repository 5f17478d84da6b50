package ray

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"halocline/sim/simtest"
)

// The way back has the same bits, with the directions of travel exchanged; and an answer does not depend on what was
// asked before.
func TestTheWayBackIsTheSame(t *testing.T) {
	rnd := rand.New(rand.NewPCG(13, 14))
	n := 2000
	if testing.Short() {
		n = 100
	}
	for range n {
		c := wild(rnd)
		s, fresh := solver(t, c, Options{4, 1}), solver(t, c, Options{4, 1})
		var there, back []Arrival
		for range 50 {
			from, to, reach := 100*rnd.Float64(), 100*rnd.Float64(), math.Pow(10, 3.5*rnd.Float64())
			there, back = s.Arrivals(there[:0], from, to, reach, 100), s.Arrivals(back[:0], to, from, reach, 100)
			for i := range back {
				back[i].Leave, back[i].Arrive = -back[i].Arrive, -back[i].Leave
			}
			if !slices.Equal(there, back) {
				t.Fatalf("from %g to %g m over %g m in %+v:\n%+v\nand back\n%+v", from, to, reach, c, there, back)
			}
			if reach < 100 && !slices.Equal(there, fresh.Arrivals(nil, from, to, reach, 100)) {
				t.Fatalf("from %g to %g m over %g m another solver finds other arrivals", from, to, reach)
			}
		}
	}
}

// What moved a little is what is found anew, and none is made up.
func TestRefine(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	rnd := rand.New(rand.NewPCG(15, 16))
	refined, lost := 0, 0
	for name, c := range columns() {
		s := solver(t, c, Options{8, 1})
		for _, q := range questions(c, rnd, 300) {
			from, to, reach := min(q.from+0.2*rnd.Float64(), q.bottom), min(q.to+0.2*rnd.Float64(), q.bottom), q.reach+0.5*rnd.Float64()
			for _, a := range s.Arrivals(nil, q.from, q.to, q.reach, q.bottom) {
				b, ok := s.Refine(a, from, to, reach, q.bottom)
				if !ok {
					lost++
					continue
				}
				refined++
				all := s.Arrivals(nil, from, to, reach, q.bottom)
				i := slices.IndexFunc(all, func(o Arrival) bool {
					return math.Abs(o.Leave-b.Leave) < 1e-7 && o.Surface == b.Surface && o.Bottom == b.Bottom && math.Abs(o.Delay-b.Delay) < 1e-10
				})
				if i < 0 || math.Abs(all[i].Amplitude/b.Amplitude-1) > 1e-5 || all[i].Caustics != b.Caustics {
					t.Errorf("%s: %+v\nrefined to %+v\namong %+v", name, a, b, all)
				}
			}
		}
	}
	t.Logf("%d refined, %d of them not", refined, lost)
	if lost > refined/50 {
		t.Errorf("%d arrivals could not be refined, and %d could", lost, refined)
	}
}

// A path begins and ends where the question says, has its reflections and turns, and is where a marched ray is.
func TestTrace(t *testing.T) {
	for i, q := range pairs(15) {
		s := solver(t, q.Column, Options{3, 1})
		for _, a := range s.Arrivals(nil, q.from, q.to, q.reach, q.bottom) {
			path := s.Trace(nil, a, q.from, q.to, q.reach, q.bottom)
			if len(path) < 2 || len(path) > 600 {
				t.Fatalf("%d points", len(path))
			}
			first, last := path[0], path[len(path)-1]
			near(t, "first range", first.Range, 0, 1e-6)
			near(t, "first depth", first.Depth, q.from, 1e-9)
			near(t, "last range", last.Range, q.reach, 1e-6)
			near(t, "last depth", last.Depth, q.to, 1e-9)
			surface, bottom := 0, 0
			m := march(q.Column, q.bottom, q.from, math.Asin(-a.Leave))
			for k, p := range path {
				if p.Depth < 1e-9 && k > 0 && k < len(path)-1 {
					surface++
				}
				if p.Depth > q.bottom-1e-9 && k > 0 && k < len(path)-1 {
					bottom++
				}
				if k > 0 {
					dx := p.Range - path[k-1].Range
					m.on(dx / 2)
					m.on(dx / 2)
				}
				if a.Amplitude > 1e-4 && math.Abs(m.z-p.Depth) > 0.01 {
					t.Errorf("at %g m the path is at %g m, and the ray at %g m", p.Range, p.Depth, m.z)
				}
			}
			if surface != a.Surface || bottom != a.Bottom {
				t.Errorf("%d and %d reflections on the path, want %d and %d", surface, bottom, a.Surface, a.Bottom)
			}
			if t.Failed() {
				t.Fatalf("pair %d, %+v, %+v", i, q, a)
			}
		}
	}
	// Straight down by the surface: and by the bottom.
	s := solver(t, Column{Depth: []float64{0, 50}, Speed: []float64{1500, 1480}}, Options{1, 1})
	for _, reach := range []float64{0, 1e-7} {
		for _, a := range s.Arrivals(nil, 80, 30, reach, 100) {
			path := s.Trace(nil, a, 80, 30, reach, 100)
			way := 0.0
			for k := 1; k < len(path); k++ {
				way += math.Abs(path[k].Depth - path[k-1].Depth)
			}
			near(t, "way", way, a.Length, 1e-9)
			near(t, "end", path[len(path)-1].Depth, 30, 1e-9)
		}
	}
}

// On the kink of a duct rays are as many as the cap lets through: with the ends on it all four families have one for
// each number of cycles. 1/(2 g) of sine w a side: w falls with the number.
func TestMicroRaysAreCapped(t *testing.T) {
	s := solver(t, Column{Depth: []float64{0, 50, 100}, Speed: []float64{1510, 1500, 1510}}, Options{0, 1})
	if n := len(s.Arrivals(nil, 50, 50, 5000, 100)); n < 2*maxCycles || n > 4*(maxCycles+1) {
		t.Errorf("%d arrivals, want some %d", n, 4*maxCycles)
	}
}

// A cap of the steepness leaves out what is steeper at one of the ends, but for what has no reflection.
func TestSteepest(t *testing.T) {
	for i, q := range pairs(40) {
		all := solver(t, q.Column, Options{6, 1}).Arrivals(nil, q.from, q.to, q.reach/10, q.bottom)
		last := all[len(all)-1]
		steepest := math.Abs(last.Leave+last.Arrive) / 2 // between the two, if they differ
		if last.Leave*last.Arrive < 0 {
			steepest = math.Abs(last.Leave-last.Arrive) / 2
		}
		n := len(all)
		all = slices.DeleteFunc(all, func(a Arrival) bool {
			return a.Surface+a.Bottom > 0 && (math.Abs(a.Leave) > steepest || math.Abs(a.Arrive) > steepest)
		})
		if got := solver(t, q.Column, Options{6, steepest}).Arrivals(nil, q.from, q.to, q.reach/10, q.bottom); !slices.Equal(got, all) {
			t.Errorf("pair %d: %d arrivals of %d, want %d", i, len(got), n, len(all))
		}
	}
}

// Equal delays are in the order of the directions and then of the reflections: on the surface each ray that leaves up
// stands before its twin.
func TestOrderOfEqualDelays(t *testing.T) {
	s := solver(t, Column{Depth: []float64{0}, Speed: []float64{1500}}, Options{40, 1})
	all := s.Arrivals(nil, 0, 30, 500, 100)
	for i := 0; i < 80; i += 2 {
		a, b := all[i], all[i+1]
		if a.Delay != b.Delay || a.Leave < 0 || b.Leave > 0 || i > 0 && a.Delay < all[i-1].Delay {
			t.Errorf("%+v stands before %+v", a, b)
		}
	}
}

// Near a caustic the amplitude stays below the cap, where geometry goes to infinity.
func TestAmplitudeIsCapped(t *testing.T) {
	c := munk(100)
	s := solver(t, c, Options{0, 1})
	capped := 0
	for reach := 60000.0; reach < 62000; reach += 0.5 {
		for _, a := range s.Arrivals(nil, 100, 100, reach, 5000) {
			switch most := math.Pow(10, 15./20) / a.Length; {
			case a.Amplitude > most*(1+1e-12):
				t.Fatalf("amplitude %g over %g m, want at most %g", a.Amplitude, a.Length, most)
			case a.Amplitude > most*(1-1e-12):
				capped++
			}
		}
	}
	if capped == 0 {
		t.Error("no ray came near a caustic")
	}
}

// Questions from outside of the water have no answer, and faults of the input are told.
func TestFaults(t *testing.T) {
	one := Column{Depth: []float64{0}, Speed: []float64{1500}}
	s := solver(t, one, Options{1, 1})
	nan := math.NaN()
	for _, q := range []question{{-1, 5, 10, 20}, {5, 21, 10, 20}, {5, 5, -1, 20}, {5, 5, nan, 20}, {nan, 5, 5, 20}, {5, 5, 5, math.Inf(1)}} {
		if all := s.Arrivals(nil, q.from, q.to, q.reach, q.bottom); len(all) != 0 {
			t.Errorf("%+v has %d arrivals, want none", q, len(all))
		}
	}
	for _, f := range []struct {
		Column
		Options
		want string
	}{
		{Column{}, Options{1, 1}, "ray: the column has no depths; give at least one"},
		{Column{Depth: []float64{0}}, Options{1, 1}, "ray: the column has 0 speeds for 1 depths; give as many"},
		{Column{Depth: []float64{0}, Speed: []float64{1500}, Absorption: []float64{1, 2}}, Options{1, 1}, "ray: the column has 2 absorptions for 1 depths; give as many, or none"},
		{one, Options{-1, 1}, "ray: -1 bounces are not allowed; give 0 or more"},
		{one, Options{1, 1.1}, "ray: a steepest sine of 1.1 is not allowed; give one above 0 and up to 1"},
		{one, Options{1, nan}, "ray: a steepest sine of NaN is not allowed; give one above 0 and up to 1"},
		{Column{Depth: []float64{5, 5}, Speed: []float64{1500, 1500}}, Options{1, 1}, "ray: the depth 5 m of node 1 is not allowed; depths begin at 0 m or below and increase"},
		{Column{Depth: []float64{5}, Speed: []float64{0}}, Options{1, 1}, "ray: the speed 0 m/s of node 0 is not allowed; give one above 0"},
		{Column{Depth: []float64{5}, Speed: []float64{1500}, Absorption: []float64{nan}}, Options{1, 1}, "ray: the absorption NaN dB/m of node 0 is not allowed; give 0 or more"},
	} {
		if _, err := NewSolver(Water{Column: f.Column}, f.Options); err == nil || err.Error() != f.want {
			t.Errorf("%v, want %s", err, f.want)
		}
	}
	// A boundary that is nil, and one that swallows all, send nothing back.
	for _, w := range []Water{{Column: one, Bottom: loss{1, 0}}, {Column: one, Surface: loss{0, 0}, Bottom: loss{1, 0}}} {
		s, err := NewSolver(w, Options{9, 1})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(s.Arrivals(nil, 5, 50, 300, 100)); n != 2 {
			t.Errorf("%d arrivals, want that straight on and that by the bottom", n)
		}
	}
}

func BenchmarkRefine(b *testing.B) {
	for _, name := range []string{"01 layer", "02 slope", "05 layers", "10 layers", "50 layers"} {
		b.Run(name, func(b *testing.B) {
			c := columns()[name]
			s := solver(b, c, Options{4, 1})
			var all []Arrival
			var of []question
			for _, q := range questions(c, rand.New(rand.NewPCG(5, 6)), 100) {
				n := len(all)
				all = s.Arrivals(all, q.from, q.to, q.reach, q.bottom)
				for range all[n:] {
					of = append(of, q)
				}
			}
			b.ResetTimer()
			for i := range b.N {
				q := of[i%len(of)]
				s.Refine(all[i%len(of)], q.from, q.to, q.reach+0.1, q.bottom)
			}
		})
	}
}
