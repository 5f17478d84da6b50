package formation

import (
	"math"
	"math/bits"
	"math/rand"
	"testing"

	"halocline/sim/geom"
)

// near checks a number.
func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %.9g, want %.9g", what, got, want)
	}
}

// The field by hand. Attraction: 0.25/s x 2 m = 0.5 m/s. Repulsion at 1 m with eps_b 0.2 and d0 1.5 m: 0.2 (1 - 2/3)/1 =
// 0.0666667 m/s; at 0.5 m: 0.2 (2 - 2/3)/0.25 = 1.0666667 m/s; at d0 it is 0. Cohesion with 0.02/s and R 8 m: none at 3.9 m,
// 0.08 m/s at 4 m, 0.16 m/s at 8 m and at 20 m, where beyond: drop has none.
func TestFieldByHand(t *testing.T) {
	f := Default().Field
	none := geom.Vec{}
	if got := f.velocity(none, &geom.Vec{X: 2}, nil); got != (geom.Vec{X: 0.5}) {
		t.Errorf("attraction %v", got)
	}
	for _, row := range []struct {
		r, want float64 // the other is at x = r
		beyond  string
	}{
		{1, -0.2 / 3, keep},
		{0.5, -3.2 / 3, keep},
		{1.5, 0, keep},
		{3.9, 0, keep},
		{4, 0.08, keep},
		{8, 0.16, keep},
		{20, 0.16, keep},
		{8, 0.16, "drop"},
		{20, 0, "drop"},
	} {
		f.Beyond = row.beyond
		got := f.velocity(none, nil, []other{{counts: true, at: geom.Vec{X: row.r}}})
		near(t, "field", got.X, row.want, 1e-12)
		if lost := f.velocity(none, nil, []other{{at: geom.Vec{X: row.r}}}); lost != none {
			t.Errorf("one of whom nothing is known pushes by %v", lost)
		}
	}
}

// The repulsion is minus the gradient of its potential, eps_b/2 (1/r - 1/d0)^2, here by central differences in a direction off the
// axes.
func TestRepulsionIsAGradient(t *testing.T) {
	f := Default().Field
	at, them := geom.Vec{X: 0.3, Y: -0.4, Z: 0.2}, []other{{counts: true, at: geom.Vec{X: -0.2, Y: 0.1}}}
	potential := func(p geom.Vec) float64 {
		x := 1/p.Dist(them[0].at) - 1/f.Within
		return f.Repel / 2 * x * x
	}
	const h = 1e-5
	got := f.velocity(at, nil, them)
	slope := func(d geom.Vec) float64 { return (potential(at.Add(d)) - potential(at.Sub(d))) / (2 * h) }
	near(t, "x", got.X, -slope(geom.Vec{X: h}), 1e-7)
	near(t, "y", got.Y, -slope(geom.Vec{Y: h}), 1e-7)
	near(t, "z", got.Z, -slope(geom.Vec{Z: h}), 1e-7)
}

// Two at the same place part, the first of them towards +x.
func TestSamePlace(t *testing.T) {
	f := Default().Field
	first := f.velocity(geom.Vec{}, nil, []other{{counts: true, side: 1}})
	second := f.velocity(geom.Vec{}, nil, []other{{counts: true, side: -1}})
	if !(first.X > 1) || second != first.Scale(-1) || math.IsInf(first.X, 0) {
		t.Errorf("%v and %v", first, second)
	}
}

// With g = 0.5 one at half the distance of the furthest has 0.4 (1 - 0.5 x 0.5) = 0.3 m/s, the furthest 0.4 m/s.
func TestBalance(t *testing.T) {
	f := Default().Field
	f.Balance = 0.5
	near(t, "limit", f.limit(1, 2), 0.3, 1e-12)
	near(t, "limit of the furthest", f.limit(2, 2), 0.4, 1e-12)
	near(t, "limit where all are there", f.limit(0, 0), 0.4, 1e-12)
	near(t, "length", saturated(geom.Vec{X: 3, Y: 4}, 0.4).Norm(), 0.4, 1e-12)
}

// The mean of a exp(-mu^2/(2 c^2)) over the standard normal distribution, by the trapezoidal rule.
func TestBiasOfTheFix(t *testing.T) {
	for _, c := range []FixConfig{{A: 0.1, C: 1}, {A: -2, C: 0.3}, {A: 1, C: 5}} {
		const h = 1e-3
		sum := 0.0
		for mu := -12.0; mu <= 12; mu += h {
			sum += h * c.A * math.Exp(-mu*mu/(2*c.C*c.C)) * math.Exp(-mu*mu/2) / math.Sqrt(2*math.Pi)
		}
		near(t, "bias", c.bias(), sum, 1e-9)
	}
}

// brute returns the least sum by trying all.
func brute(cost [][]float64, row int, used []bool) float64 {
	if row == len(cost) {
		return 0
	}
	best := math.Inf(1)
	for j := range used {
		if !used[j] {
			used[j] = true
			best = min(best, cost[row][j]+brute(cost, row+1, used))
			used[j] = false
		}
	}
	return best
}

// The assignment costs as little as the best of all permutations, for up to six vehicles and seven points, negative costs included, and
// no point is taken twice.
func TestAssignmentAgainstAllPermutations(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 300 {
		n := 1 + r.Intn(6)
		m := n + r.Intn(2)
		a, cost := newAssignment(n, m), make([][]float64, n)
		for range 2 { // the tables are used again
			for i := range cost {
				cost[i] = make([]float64, m)
				for j := range m {
					cost[i][j] = float64(r.Intn(40) - 10)
					a.set(i, j, cost[i][j])
				}
			}
			sum, used := 0.0, make([]bool, m)
			for i, j := range a.solve() {
				if used[j] {
					t.Fatalf("point %d is taken twice", j)
				}
				used[j] = true
				sum += cost[i][j]
			}
			near(t, "cost", sum, brute(cost, 0, make([]bool, m)), 1e-9)
		}
	}
}

// leastSum returns the least sum of costs by dynamic programming over the sets of points that the first vehicles have taken.
func leastSum(cost [][]float64) float64 {
	n := len(cost)
	best := make([]float64, 1<<n)
	for set := 1; set < len(best); set++ {
		row := bits.OnesCount(uint(set)) - 1
		best[set] = math.Inf(1)
		for j := range n {
			if set>>j&1 == 1 {
				best[set] = min(best[set], best[set&^(1<<j)]+cost[row][j])
			}
		}
	}
	return best[len(best)-1]
}

// Twelve vehicles, all within centimetres of each other, and twelve points about them: sums of distances differ by centimetres, and
// the order of members has no say in what is less. Where they are in a row and their points lie further along it, whoever takes which: all
// sums are alike, but for rounding, and the order decides.
func TestTiesOfTwelve(t *testing.T) {
	const n = 12
	r := rand.New(rand.NewSource(3))
	for round := range 40 {
		_, m := install(t, geom.Vec{}, nil)
		m.assign, m.index, m.frame = newAssignment(n, n), 0, frame{known: true, slots: ring(n, 5, 0.1)}
		m.chosen, m.known, m.slots, m.others = make([]geom.Vec, n), make([]bool, n), make([]int, n), make([]other, n-1)
		row := round%2 == 1
		at := make([]geom.Vec, n)
		for i := range at {
			at[i] = geom.Vec{X: 0.03 * r.Float64(), Y: 0.03 * r.Float64()}
			if row {
				at[i], m.frame.slots[i] = geom.Vec{X: r.Float64()}, geom.Vec{X: 7 + 0.3*float64(i)}
			}
			if i > 0 {
				m.others[i-1] = other{heard: true, at: at[i]}
			}
		}
		m.share(at[0])
		cost, sum := make([][]float64, n), 0.0
		for i, j := range m.slots {
			cost[i] = make([]float64, n)
			for k := range n {
				cost[i][k] = at[i].Dist(m.frame.slots[k])
			}
			sum += cost[i][j]
			if row && j != i {
				t.Errorf("vehicle %d takes point %d", i+1, j+1)
			}
		}
		near(t, "sum", sum, leastSum(cost), 1e-6)
	}
}

// Neighbours on a polygon are as far from each other as the spacing says, and a diamond has four equal sides.
func TestShapes(t *testing.T) {
	for n := 2; n < 9; n++ {
		for _, kind := range []string{"line", "circle"} {
			slots, err := (&ShapeConfig{Type: kind, Spacing: 3}).slots(n)
			if err != nil || len(slots) != n {
				t.Fatalf("%v, %d points", err, len(slots))
			}
			for i := range slots[1:] {
				near(t, kind, slots[i].Dist(slots[i+1]), 3, 1e-12)
			}
		}
	}
	slots, _ := (&ShapeConfig{Type: "diamond", Spacing: 2}).slots(4)
	for i, j := range []int{1, 2, 3, 0} {
		near(t, "side", slots[i].Dist(slots[j]), 2, 1e-12)
	}
	for want, c := range map[string]ShapeConfig{
		"a diamond has four points, and there are 5 vehicles; take circle, or points": {Type: "diamond"},
		"there are 1 points for 5 vehicles; give each vehicle one":                    {Type: "points", Points: make([]geom.Vec, 1)},
	} {
		if _, err := c.slots(5); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A frame that goes 3 m east and then 4 m north at 1 m/s heads east first, and 5 s later it is 2 m up the second leg; a point
// 2 m to its left is west of it then. After 7 s it surrounds the target, or without one stays at the end.
func TestFrameAlongAPath(t *testing.T) {
	s := structure{slots: []geom.Vec{{Y: 2}}, path: []geom.Vec{{}, {X: 3}, {X: 3, Y: 4}}, speed: 1}
	for _, row := range []struct {
		seconds float64
		want    geom.Vec
	}{{1, geom.Vec{X: 1, Y: 2}}, {5, geom.Vec{X: 1, Y: 2}}, {100, geom.Vec{X: 1, Y: 4}}} {
		f := s.at(row.seconds)
		near(t, "distance", f.place(0).Dist(row.want), 0, 1e-12)
	}
	s.target, s.around = geom.Vec{X: 9, Y: 9}, ring(1, 1.5, math.Pi/2)
	f := s.at(7.001)
	near(t, "distance", f.place(0).Dist(geom.Vec{X: 9, Y: 10.5}), 0, 1e-12)
}
