package ray

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"halocline/sim/simtest"
)

// seas are columns of some kinds.
func seas() map[string]Column {
	return map[string]Column{
		"one speed":   {Depth: []float64{0}, Speed: []float64{1500}, Absorption: []float64{0.004}},
		"rising":      {Depth: []float64{0, 150}, Speed: []float64{1480, 1510}, Absorption: []float64{0.004, 0.003}},
		"falling":     {Depth: []float64{0, 150}, Speed: []float64{1530, 1490}},
		"thermocline": {Depth: []float64{0, 12, 20, 35, 100}, Speed: []float64{1522, 1522, 1500, 1488, 1489}, Absorption: []float64{0.005, 0.004, 0.004, 0.003, 0.002}},
		"duct":        {Depth: []float64{0, 30, 60, 90, 150}, Speed: []float64{1510, 1500, 1490, 1495, 1502}},
	}
}

// same compares arrivals one by one within 1e-9 of what they are. Equal delays may come in another order.
func same(t *testing.T, got, want []Arrival) {
	t.Helper()
	order := func(a, b Arrival) int {
		if d := a.Delay - b.Delay; math.Abs(d) > 1e-10 {
			return cmp.Compare(d, 0)
		}
		return cmp.Compare(a.Leave, b.Leave)
	}
	got, want = slices.Clone(got), slices.Clone(want)
	slices.SortFunc(got, order)
	slices.SortFunc(want, order)
	if len(got) != len(want) {
		t.Errorf("%d arrivals, want %d", len(got), len(want))
		return
	}
	for i, a := range got {
		b := want[i]
		for _, q := range []struct {
			what      string
			got, want float64
			within    float64
		}{
			{"delay", a.Delay, b.Delay, 1e-9 * b.Delay},
			{"length", a.Length, b.Length, 1e-9 * b.Length},
			{"amplitude", a.Amplitude, b.Amplitude, 1e-9 * b.Amplitude},
			{"absorption", a.Absorption, b.Absorption, 1e-9 * (1 + b.Absorption)},
			{"leaving", a.Leave, b.Leave, 1e-9},
			{"arriving", a.Arrive, b.Arrive, 1e-9},
			{"phase", math.Remainder(a.Phase-b.Phase, 2*math.Pi), 0, 1e-9},
		} {
			if !(math.Abs(q.got-q.want) <= q.within) {
				t.Errorf("%s of arrival %d: %.15g, want %.15g", q.what, i, q.got, q.want)
			}
		}
		if a.Surface != b.Surface || a.Bottom != b.Bottom || a.Caustics != b.Caustics {
			t.Errorf("arrival %d: %+v, want %+v", i, a, b)
		}
	}
}

// level is a flat floor of some facets.
func level(depth, reach float64, facets int) (f Floor) {
	for i := range facets + 1 {
		f = append(f, Point{reach * float64(i) / float64(facets), depth})
	}
	return f
}

// Over a flat floor all is as the closed sums have it, however many facets it has, at ranges from some m on.
func TestOverAFlatFloor(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	n := 0
	for _, name := range slices.Sorted(maps.Keys(seas())) {
		c := seas()[name]
		s := solver(t, c, Options{8, math.Sin(80 * math.Pi / 180)})
		for i := range 40 {
			reach := math.Exp(math.Log(5) + rnd.Float64()*math.Log(1000))
			from, to := 1+98*rnd.Float64(), 1+98*rnd.Float64()
			if i%5 == 0 {
				to = from
			}
			want := s.Arrivals(nil, from, to, reach, 100)
			same(t, s.Over(nil, level(100, reach, 1+6*(i%2)), from, to), want)
			if t.Failed() {
				t.Fatalf("%s, %g m to %g m over %g m", name, from, to, reach)
			}
			n += len(want)
		}
	}
	t.Logf("%d arrivals", n)
}

// wedge returns the images between a surface and a bottom that falls by an angle, with the apex at the depth 0. Ends
// are at the distances a and b from the apex, at angles below the surface. Unfolded at its planes the wedge is a fan
// of wedges of the angle beta, in which all rays are straight: what leaves downwards with k reflections ends k wedges
// below, at the angle k beta + phi for an even k, and (k+1) beta - phi for an odd one; likewise upwards.
func wedge(a, phiA, b, phiB, beta float64, most int) (all []Arrival) {
	for k := range most + 1 {
		for _, up := range []bool{false, true} {
			if k == 0 && up {
				continue
			}
			n := float64(k)
			first, other := (k+1)/2, k/2
			image, sense := n*beta+phiB, 1.0
			if k%2 == 1 {
				image, sense = (n+1)*beta-phiB, -1
			}
			arrival := Arrival{Surface: other, Bottom: first}
			if up {
				arrival = Arrival{Surface: first, Bottom: other}
				image = -n*beta + phiB
				if k%2 == 1 {
					image = -(n-1)*beta - phiB
				}
			}
			dx, dz := b*math.Cos(image)-a*math.Cos(phiA), b*math.Sin(image)-a*math.Sin(phiA)
			length := math.Hypot(dx, dz)
			direction := math.Atan2(dz, dx)
			arrival.Leave = -math.Sin(direction)
			// folded back, the direction is as far from that away from the apex, in its sense
			arrival.Arrive = -math.Sin(phiB + sense*(direction-image))
			arrival.Delay, arrival.Length, arrival.Amplitude = length/1500, length, 1/length
			arrival.Absorption = 0.004 * length
			arrival.Phase = math.Pi * float64(arrival.Surface)
			all = append(all, arrival)
		}
	}
	slices.SortFunc(all, func(a, b Arrival) int { return int(math.Copysign(1, a.Delay-b.Delay)) })
	return all
}

// An inclined plane below water of one speed: images in a wedge, down and up the slope.
func TestOverAPlane(t *testing.T) {
	s := solver(t, seas()["one speed"], Options{6, 1})
	rnd := rand.New(rand.NewPCG(8, 8))
	for range 50 {
		beta := (0.2 + 1.8*rnd.Float64()) * math.Pi / 180
		x1 := 40/math.Tan(beta) + 1000*rnd.Float64() // from the apex
		x2 := x1 + 100 + 2000*rnd.Float64()
		z1, z2 := x1*math.Tan(beta)*rnd.Float64(), x2*math.Tan(beta)*rnd.Float64()
		want := wedge(math.Hypot(x1, z1), math.Atan2(z1, x1), math.Hypot(x2, z2), math.Atan2(z2, x2), beta, 6)
		down := Floor{{0, x1 * math.Tan(beta)}, {x2 - x1, x2 * math.Tan(beta)}}
		same(t, s.Over(nil, down, z1, z2), want)
		for i := range want {
			want[i].Leave, want[i].Arrive = -want[i].Arrive, -want[i].Leave
		}
		up := Floor{{0, down[1].Depth}, {x2 - x1, down[0].Depth}}
		same(t, s.Over(nil, up, z2, z1), want)
		if t.Failed() {
			t.Fatalf("%g deg, %g m and %g m to %g m and %g m", beta*180/math.Pi, x1, z1, x2, z2)
		}
	}
}

// asked keeps the sines at which it is met.
type asked struct{ sines []float64 }

func (a *asked) Reflect(sin float64) complex128 {
	a.sines = append(a.sines, sin)
	return complex(sin, 0)
}

// A bottom is met at the angle to its slope. Over a plane of the slope b below ends at the heights ha and hb above it,
// along it at a distance d, one reflection has the grazing angle atan((ha + hb)/d), and goes hypot(d, ha + hb).
func TestGrazingAngleIsToTheSlope(t *testing.T) {
	bottom := &asked{}
	s, err := NewSolver(Water{seas()["one speed"], nil, bottom}, Options{1, 1})
	if err != nil {
		t.Fatal(err)
	}
	b := 10 * math.Pi / 180
	// depth of the plane: 100 m + x tan(b); a height above it is its vertical part times cos(b)
	ends := [2]Point{{0, 40}, {500, 150}}
	along := func(p Point) float64 { return p.Range*math.Cos(b) + (p.Depth-100)*math.Sin(b) }
	above := func(p Point) float64 { return (100 + p.Range*math.Tan(b) - p.Depth) * math.Cos(b) }
	d, h := along(ends[1])-along(ends[0]), above(ends[1])+above(ends[0])
	got := s.Over(nil, Floor{{0, 100}, {500, 100 + 500*math.Tan(b)}}, 40, 150)
	if len(got) != 2 || got[1].Bottom != 1 || len(bottom.sines) != 1 {
		t.Fatalf("%+v, %v", got, bottom.sines)
	}
	near(t, "sine", bottom.sines[0], h/math.Hypot(d, h), 1e-12)
	near(t, "amplitude", got[1].Amplitude, h/math.Hypot(d, h)/math.Hypot(d, h), 1e-12)
}

// A ridge between two ends blocks what goes straight and leaves what the surface sends over it: from 50 m to 50 m over
// 1 km the surface lies 50 m above; its one reflection passes the middle at the depth 0 and the shoulders of the
// ridge, at 450 m, at 5 m. A top at 20 m lies in the way of the straight line alone.
func TestARidgeBlocks(t *testing.T) {
	s := solver(t, seas()["one speed"], Options{1, 1})
	got := s.Over(nil, Floor{{0, 100}, {450, 100}, {500, 20}, {550, 100}, {1000, 100}}, 50, 50)
	if len(got) != 1 || got[0].Surface != 1 || got[0].Bottom != 0 {
		t.Fatalf("%+v", got)
	}
	length := 2 * math.Hypot(500, 50)
	near(t, "length", got[0].Length, length, 1e-9)
	near(t, "amplitude", got[0].Amplitude, 1/length, 1e-12)
	// Nothing passes a ridge that reaches the surface.
	s = solver(t, seas()["thermocline"], Options{8, 1})
	if got := s.Over(nil, Floor{{0, 100}, {450, 100}, {500, -1}, {550, 100}, {1000, 100}}, 50, 50); len(got) != 0 {
		t.Errorf("through an island: %+v", got)
	}
}

// A seamount whose top touches the line between the ends blocks it, and one that stays below does not. Where the line
// is an arc of gradient g, its sagitta is known: between ends at one depth with the speed c it is R - sqrt(R^2 - d^2/4)
// deeper in the middle, R = c/(g cos) = sqrt(d^2/4 + (c/g)^2).
func TestASeamountAtTheLine(t *testing.T) {
	const d, z, g = 2000.0, 40.0, 0.1
	deeper := func(g float64) float64 {
		if g == 0 {
			return 0
		}
		c := 1480 + g*z
		return d * d / 4 / (math.Hypot(d/2, c/g) + c/g)
	}
	for _, g := range []float64{0, g} {
		s := solver(t, Column{Depth: []float64{0, 200}, Speed: []float64{1480, 1480 + 200*g}}, Options{0, 1})
		for _, c := range []struct {
			below float64
			want  int
		}{{1e-3, 1}, {1e-6, 1}, {0, 0}, {-1e-6, 0}, {-1e-3, 0}, {-10, 0}} {
			top := z + deeper(g) + c.below
			if got := s.Over(nil, Floor{{0, 180}, {900, 150}, {1000, top}, {1100, 150}, {d, 180}}, z, z); len(got) != c.want && (c.below != 0 || g == 0) {
				t.Errorf("gradient %g, top %g m below the line: %d arrivals, want %d", g, c.below, len(got), c.want)
			}
		}
	}
}

// roughFloor returns a random floor.
func roughFloor(rnd *rand.Rand, reach float64) Floor {
	f := Floor{{0, 60 + 80*rnd.Float64()}}
	for range rnd.IntN(12) {
		f = append(f, Point{f[len(f)-1].Range + 0.1 + rnd.Float64(), 60 + 80*rnd.Float64()*rnd.Float64()})
	}
	f = append(f, Point{f[len(f)-1].Range + 0.5, 60 + 80*rnd.Float64()})
	for i, all := 0, f[len(f)-1].Range; i < len(f); i++ {
		f[i].Range *= reach / all
	}
	return f
}

// turnFloor returns a floor from its other end.
func turnFloor(f Floor) (b Floor) {
	for _, p := range slices.Backward(f) {
		b = append(b, Point{f[len(f)-1].Range - p.Range, p.Depth})
	}
	return b
}

// Where the ranges of a floor have no rounding, the way back has the same bits.
func TestTheWayBackOverAFloorHasTheSameBits(t *testing.T) {
	s := solver(t, seas()["thermocline"], Options{6, 1})
	for _, floor := range []Floor{
		{{0, 90}, {300, 70}, {800, 85}, {1200, 80}},
		{{0, 90}, {300, 70}, {900, 70}, {1200, 91}},
		{{0, 90}, {300, 70}, {800, 70}, {1200, 90}},
	} {
		for _, ends := range [][2]float64{{20, 30}, {30, 20}, {25, 25}} {
			if !slices.Equal(s.Over(nil, turnFloor(floor), ends[1], ends[0]), turnedRound(s.Over(nil, floor, ends[0], ends[1]))) {
				t.Errorf("%g m to %g m over %v", ends[0], ends[1], floor)
			}
		}
	}
}

// Sound takes the same ways back. The solver begins at the upper end, and so does nothing new on the way back; march
// from the lower end too. What is 60 dB below the strongest is near the edge of a shadow, and is not compared.
func TestTheWayBackOverAFloor(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 9))
	n := 0
	for _, name := range slices.Sorted(maps.Keys(seas())) {
		c := seas()[name]
		s := solver(t, c, Options{6, 1})
		for range 20 {
			floor := roughFloor(rnd, 300+3000*rnd.Float64())
			from, to := 2+50*rnd.Float64(), 2+50*rnd.Float64()
			there := s.Over(nil, floor, from, to)
			again := s.Over(nil, turnFloor(floor), to, from)
			same(t, again, turnedRound(there))
			// the same search from the other end
			s.fan.place(s, floor, from, to)
			f := &s.fan
			f.from, f.to = f.to, f.from
			f.facets = floor.facets(f.facets[:0], !(from > to))
			f.search()
			lower := slices.Clone(f.found)
			if from < to {
				lower = turnedRound(lower)
			}
			slices.SortFunc(lower, func(a, b Arrival) int { return int(math.Copysign(1, a.Delay-b.Delay)) })
			same(t, loud(lower), loud(there))
			if t.Failed() {
				t.Fatalf("%s, %g m to %g m over %v", name, from, to, floor)
			}
			n += len(there)
		}
	}
	t.Logf("%d arrivals", n)
}

func turnedRound(all []Arrival) []Arrival {
	all = slices.Clone(all)
	for i, a := range all {
		all[i].Leave, all[i].Arrive = -a.Arrive, -a.Leave
	}
	return all
}

// loud returns what is at most 60 dB below the strongest.
func loud(all []Arrival) (some []Arrival) {
	most := 0.0
	for _, a := range all {
		most = max(most, a.Amplitude)
	}
	for _, a := range all {
		if a.Amplitude > most/1000 {
			some = append(some, a)
		}
	}
	return some
}

// An answer has the same bits whatever was asked before, and asks for no memory.
func TestOverIsAFunctionOfItsQuestion(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	for _, name := range slices.Sorted(maps.Keys(seas())) {
		c := seas()[name]
		s := solver(t, c, Options{8, 1})
		var floors []Floor
		var answers [][]Arrival
		for i := range 6 {
			floors = append(floors, roughFloor(rnd, 500+1000*float64(i)))
			answers = append(answers, solver(t, c, Options{8, 1}).Over(nil, floors[i], 20, 30))
		}
		for _, i := range []int{5, 0, 3, 3, 1, 2, 4} {
			if !slices.Equal(s.Over(nil, floors[i], 20, 30), answers[i]) {
				t.Errorf("%s: floor %d has another answer", name, i)
			}
		}
		if simtest.Race {
			continue
		}
		var dst []Arrival
		if n := testing.AllocsPerRun(5, func() {
			for _, f := range floors {
				dst = s.Over(dst[:0], f, 20, 30)
			}
		}); n != 0 {
			t.Errorf("%s: %g allocations", name, n)
		}
	}
}

// What is no floor is named, and sends nothing; what is an odd one has an answer.
func TestOddFloors(t *testing.T) {
	s := solver(t, seas()["thermocline"], Options{4, 1})
	for _, f := range []Floor{nil, {{0, 100}, {-1, 100}}, {{0, 100}, {math.NaN(), 100}}, {{0, 100}, {1, math.Inf(1)}}} {
		if f.Validate() == nil || len(s.Over(nil, f, 10, 10)) != 0 {
			t.Errorf("%v is a floor", f)
		}
	}
	for _, c := range []struct {
		what     string
		floor    Floor
		from, to float64
		want     bool
	}{
		{"floor above an end", Floor{{0, 100}, {500, 40}}, 20, 50, false},
		{"above the surface", Floor{{0, 100}, {500, 100}}, -1, 50, false},
		{"not a number", Floor{{0, 100}, {500, 100}}, math.NaN(), 50, false},
		{"one facet", Floor{{0, 100}, {500, 60}}, 20, 50, true},
		{"a step down", Floor{{0, 60}, {200, 60}, {200, 100}, {500, 100}}, 20, 50, true},
		{"a step up", Floor{{0, 100}, {200, 100}, {200, 60}, {500, 60}}, 20, 50, true},
		{"a wall to the surface", Floor{{0, 100}, {200, 100}, {200, 0}, {200, 100}, {500, 100}}, 20, 50, false},
		{"points twice", Floor{{0, 100}, {0, 100}, {200, 100}, {200, 100}, {500, 100}, {500, 100}}, 20, 50, true},
		{"ends on the boundaries", Floor{{0, 100}, {500, 60}}, 0, 60, true},
		{"within 1 m", Floor{{0, 100}, {0.5, 100}}, 20, 50, true},
		{"one above the other", Floor{{0, 100}}, 20, 50, true},
		{"ranges that begin elsewhere", Floor{{1000, 100}, {1500, 60}}, 20, 50, true},
	} {
		if got := s.Over(nil, c.floor, c.from, c.to); len(got) > 0 != c.want {
			t.Errorf("%s: %d arrivals", c.what, len(got))
		}
		for _, a := range s.Over(nil, c.floor, c.from, c.to) {
			if math.IsNaN(a.Delay+a.Amplitude+a.Phase+a.Length+a.Absorption+a.Leave+a.Arrive) || a.Delay <= 0 {
				t.Errorf("%s: %+v", c.what, a)
			}
		}
	}
}

// A path is as long as its arrival says, begins and ends at the ends, and stays in the water.
func TestTraceOver(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	for _, name := range slices.Sorted(maps.Keys(seas())) {
		c := seas()[name]
		s := solver(t, c, Options{6, 1})
		for range 5 {
			floor := roughFloor(rnd, 300+2000*rnd.Float64())
			from, to := 2+50*rnd.Float64(), 2+50*rnd.Float64()
			for _, a := range loud(s.Over(nil, floor, from, to)) {
				path := s.TraceOver(nil, a, floor, from, to)
				long := 0.0
				k := 0
				for i, q := range path {
					for k+2 < len(floor) && floor[k+1].Range < q.Range {
						k++
					}
					f, g := floor[k], floor[k+1]
					if bottom := f.Depth + (g.Depth-f.Depth)*(q.Range-f.Range)/(g.Range-f.Range); q.Depth < 0 || q.Depth > bottom+1e-9 {
						t.Errorf("%s: at %g m it is %g m deep and the bottom is %g m", name, q.Range, q.Depth, bottom)
					}
					if i > 0 {
						long += math.Hypot(q.Range-path[i-1].Range, q.Depth-path[i-1].Depth)
					}
				}
				near(t, "length", long, a.Length, 2e-5*a.Length)
				near(t, "first range", path[0].Range, 0, 1e-9)
				near(t, "first depth", path[0].Depth, from, 1e-3)
				near(t, "last range", path[len(path)-1].Range, floor.span(), 1e-9)
				near(t, "last depth", path[len(path)-1].Depth, to, 1e-3)
			}
		}
	}
}

// Pairs over floors of up to 13 facets, 0.5 km to 5 km long.
func BenchmarkOver(b *testing.B) {
	nodes := []float64{0, 12, 20, 35, 60, 80, 150}
	speeds := []float64{1522, 1521, 1500, 1488, 1489, 1490, 1492}
	for layers := 1; layers <= 6; layers++ {
		b.Run(fmt.Sprintf("%d layers", layers), func(b *testing.B) {
			c := Column{Depth: append(slices.Clone(nodes[:layers]), 150), Speed: append(slices.Clone(speeds[:layers]), 1492)}
			s := solver(b, c, Options{8, math.Sin(80 * math.Pi / 180)})
			rnd := rand.New(rand.NewPCG(5, 6))
			var floors []Floor
			for range 50 {
				floors = append(floors, roughFloor(rnd, 500+4500*rnd.Float64()))
			}
			var dst []Arrival
			n, shots := 0, 0
			for i := range b.N {
				dst = s.Over(dst[:0], floors[i%len(floors)], 2+float64(i%50), 50-float64(i%7))
				n += len(dst)
				shots += s.fan.shots
			}
			b.ReportMetric(float64(n)/float64(b.N), "arrivals/op")
			b.ReportMetric(float64(shots)/float64(b.N), "rays/op")
		})
	}
}
