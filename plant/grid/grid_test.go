package grid

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"halocline/sim/geom"
)

// drawn returns the map of a drawing with cells of 1 m, in which # is taken; the first row is that of the greatest y.
func drawn(t testing.TB, rows ...string) *Map {
	t.Helper()
	m, err := New(len(rows[0]), len(rows), 1, geom.Vec{})
	if err != nil {
		t.Fatal(err)
	}
	for r, row := range rows {
		for i, c := range row {
			m.taken[(len(rows)-1-r)*m.Width+i] = c == '#'
		}
	}
	return m
}

// drawing returns what is taken of a map.
func (m *Map) drawing() string {
	var b strings.Builder
	for j := m.Height - 1; j >= 0; j-- {
		for i := range m.Width {
			b.WriteByte(map[bool]byte{true: '#', false: '.'}[m.Taken(i, j)])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Ways worked by hand, as a straight steps and b diagonals.
func TestWays(t *testing.T) {
	room := []string{".....", ".....", "....."}
	door := []string{"..#..", "..#..", "....."}
	corner := []string{"#.", ".."}
	comb := []string{
		".......",
		".#.#.#.",
		".#.#.#.",
		".#.#.#.",
	}
	for name, row := range map[string]struct {
		rows     []string
		from, to [2]int
		search   Search
		a, b     int
		err      error
	}{
		// From (0, 0) to (4, 2): two diagonals take both rows, and two steps are left.
		"room": {room, [2]int{0, 0}, [2]int{4, 2}, Search{Diagonal: true}, 2, 2, nil},
		// With four neighbours 4 + 2.
		"room of streets": {room, [2]int{0, 0}, [2]int{4, 2}, Search{}, 6, 0, nil},
		// From (0, 2) through the door in row 0, whose corners are not cut: (1, 1) by a diagonal, (1, 0), (2, 0), (3, 0), (4, 1) by a
		// diagonal, (4, 2): 4 steps and 2 diagonals.
		"door": {door, [2]int{0, 2}, [2]int{4, 2}, Search{Diagonal: true}, 4, 2, nil},
		// With corners cut: (1, 1), (2, 0), (3, 1), (4, 2) are four diagonals.
		"door by its corners": {door, [2]int{0, 2}, [2]int{4, 2}, Search{Diagonal: true, Corners: true}, 0, 4, nil},
		// A single taken cell beside the diagonal.
		"corner":     {corner, [2]int{0, 0}, [2]int{1, 1}, Search{Diagonal: true}, 2, 0, nil},
		"corner cut": {corner, [2]int{0, 0}, [2]int{1, 1}, Search{Diagonal: true, Corners: true}, 0, 1, nil},
		// From the first to the last gap of the comb: up 3, across 6, down 3; no diagonal, each passes a tooth.
		"comb": {comb, [2]int{0, 0}, [2]int{6, 0}, Search{Diagonal: true}, 12, 0, nil},
		// With corners cut each end of the way up saves a step by a diagonal: 2 up, a diagonal, 4 across, a diagonal, 2 down.
		"comb cut": {comb, [2]int{0, 0}, [2]int{6, 0}, Search{Diagonal: true, Corners: true}, 8, 2, nil},
		"no way":   {[]string{"..#..", "..#..", "..#.."}, [2]int{0, 0}, [2]int{4, 0}, Search{Diagonal: true, Corners: true}, 0, 0, ErrNoWay},
		// Two taken cells touch by their corners: a diagonal between them is none unless corners may be cut.
		"touching": {[]string{".#", "#."}, [2]int{0, 0}, [2]int{0, 0}, Search{Diagonal: true}, 0, 0, errTaken},
	} {
		m := drawn(t, row.rows...)
		if row.err == errTaken {
			row.from, row.to = [2]int{1, 0}, [2]int{0, 1}
			if _, err := m.Way(Search{Algorithm: AStar, Diagonal: true}, m.Centre(1, 0), m.Centre(0, 1)); !errors.Is(err, ErrNoWay) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		for _, algorithm := range []Algorithm{AStar, Dijkstra} {
			row.search.Algorithm = algorithm
			w, err := m.Way(row.search, m.Centre(row.from[0], row.from[1]), m.Centre(row.to[0], row.to[1]))
			if !errors.Is(err, row.err) || err == nil && (w.Straight != row.a || w.Diagonals != row.b) {
				t.Errorf("%s by %s: %d + %d sqrt 2, %v; want %d + %d sqrt 2", name, algorithm, w.Straight, w.Diagonals, err, row.a, row.b)
			}
		}
	}
}

var errTaken = errors.New("the first and last cells touch by a corner only")

// reference returns the least cost of a way by Bellman's equation, relaxed until nothing changes: no queue, no order, and costs as pairs.
func reference(m *Map, s Search, from, to [2]int) (pair [2]int, ok bool) {
	far := [2]int{1 << 30, 0}
	less := func(x, y [2]int) bool {
		return float64(x[0])+math.Sqrt2*float64(x[1]) < float64(y[0])+math.Sqrt2*float64(y[1])
	}
	best := map[[2]int][2]int{from: {}}
	get := func(c [2]int) [2]int {
		if v, ok := best[c]; ok {
			return v
		}
		return far
	}
	for changed := true; changed; {
		changed = false
		for i := range m.Width {
			for j := range m.Height {
				for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
					k, l := i+d[0], j+d[1]
					slant := d[0] != 0 && d[1] != 0
					if m.Taken(i, j) || m.Taken(k, l) || slant && (!s.Diagonal || !s.Corners && (m.Taken(k, j) || m.Taken(i, l))) {
						continue
					}
					c := get([2]int{k, l})
					if c == far {
						continue
					}
					if slant {
						c[1]++
					} else {
						c[0]++
					}
					if less(c, get([2]int{i, j})) {
						best[[2]int{i, j}], changed = c, true
					}
				}
			}
		}
	}
	v, ok := best[to]
	return v, ok
}

// random returns a map of which a share is taken.
func random(t testing.TB, r *rand.Rand, width, height int, share float64) *Map {
	t.Helper()
	m, err := FromFunc(width, height, 1, geom.Vec{}, func(geom.Vec) bool { return r.Float64() < share })
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// steps adds up the steps of a way of cells, each of which has to be allowed.
func steps(t *testing.T, m *Map, s Search, w Way) (a, b int) {
	for n := 1; n < len(w.Points); n++ {
		i, j, _ := m.At(w.Points[n-1])
		k, l, _ := m.At(w.Points[n])
		switch dx, dy := abs(int32(k-i)), abs(int32(l-j)); {
		case m.Taken(k, l) || max(dx, dy) != 1:
			t.Fatalf("a step from (%d, %d) to (%d, %d)", i, j, k, l)
		case dx+dy == 1:
			a++
		case !s.Diagonal || !s.Corners && (m.Taken(k, j) || m.Taken(i, l)):
			t.Fatalf("a diagonal from (%d, %d) to (%d, %d)", i, j, k, l)
		default:
			b++
		}
	}
	return a, b
}

// A* finds what Dijkstra's algorithm and Bellman's equation find, on 200 random maps: the same pair (a, b), or no way. Theta* finds a
// way iff they do, which is never longer, and sees every line of it; so does the smoothed way.
func TestAlgorithmsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 0))
	none := 0
	for n := range 200 {
		m := random(t, r, 8+r.IntN(14), 8+r.IntN(14), 0.1+0.35*r.Float64())
		s := Search{Diagonal: n%4 != 0, Corners: n%3 == 0}
		m.taken[0], m.taken[len(m.taken)-1] = false, false
		to := [2]int{m.Width - 1, m.Height - 1}
		want, ok := reference(m, s, [2]int{}, to)
		for _, s.Algorithm = range []Algorithm{AStar, Dijkstra} {
			w, err := m.Way(s, m.Centre(0, 0), m.Centre(to[0], to[1]))
			if errors.Is(err, ErrNoWay) != !ok {
				t.Fatalf("map %d by %s: %v\n%s", n, s.Algorithm, err, m.drawing())
			}
			if !ok {
				none++
				continue
			}
			a, b := steps(t, m, s, w)
			if a != want[0] || b != want[1] || w.Straight != a || w.Diagonals != b {
				t.Fatalf("map %d by %s: (%d, %d), said to be (%d, %d); want %v\n%s", n, s.Algorithm, a, b, w.Straight, w.Diagonals, want, m.drawing())
			}
			if smooth := m.Smooth(w, s.Corners); smooth.Length > w.Length+1e-9 || !seen(m, smooth, s.Corners) {
				t.Fatalf("map %d: smoothed to %g from %g m\n%s", n, smooth.Length, w.Length, m.drawing())
			}
		}
		if s.Algorithm = ThetaStar; !s.Diagonal {
			continue
		}
		w, err := m.Way(s, m.Centre(0, 0), m.Centre(to[0], to[1]))
		if (err == nil) != ok || ok && (w.Length > float64(want[0])+math.Sqrt2*float64(want[1])+1e-9 || !seen(m, w, s.Corners) || math.Abs(w.Length-length(w.Points)) > 1e-9) {
			t.Fatalf("map %d by theta*: %g m, %v\n%s", n, w.Length, err, m.drawing())
		}
	}
	if none < 40 || none > 300 {
		t.Errorf("%d of 400 have no way", none)
	}
}

// seen tells whether each line of a way is seen.
func seen(m *Map, w Way, corners bool) bool {
	for n := 1; n < len(w.Points); n++ {
		if !m.sees(w.Points[n-1], w.Points[n], corners) {
			return false
		}
	}
	return true
}

// A* looks at fewer cells than Dijkstra's algorithm: in an open room of 101 x 101 from its middle to the right, at 51 of the row only.
func TestAStarLooksAhead(t *testing.T) {
	m, err := New(101, 101, 1, geom.Vec{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := m.Way(Search{Algorithm: AStar, Diagonal: true}, m.Centre(50, 50), m.Centre(100, 50))
	if err != nil || w.Cells != 51 || w.Straight != 50 {
		t.Errorf("%d cells, %v", w.Cells, err)
	}
	if w, err = m.Way(Search{Algorithm: Dijkstra, Diagonal: true}, m.Centre(50, 50), m.Centre(100, 50)); err != nil || w.Cells < 5000 {
		t.Errorf("%d cells, %v", w.Cells, err)
	}
}

// Inflation by hand: 1 takes the four beside, 1.41 no more than that, 1.4143 the diagonals too, 2 the 13 cells of Gauss's circle, and 2.2
// no more, 2.2361 21.
func TestInflate(t *testing.T) {
	for radius, want := range map[float64]int{0: 1, 0.99: 1, 1: 5, 1.41: 5, math.Sqrt2: 9, 1.4143: 9, 2: 13, 2.2: 13, math.Sqrt(5): 21, 3: 29} {
		m := drawn(t, slices.Repeat([]string{"........."}, 9)...)
		m.taken[4*9+4] = true
		if got := strings.Count(m.Inflate(radius).drawing(), "#"); got != want {
			t.Errorf("%g: %d cells\n%s", radius, got, m.Inflate(radius).drawing())
		}
	}
	if got := drawn(t, "#...", "....", "...#").Inflate(1).drawing(); got != "##..\n#..#\n..##\n" {
		t.Error(got)
	}
}

// The same by looking at every pair of cells, on random maps with cells of 0.5 m.
func TestInflateIsDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 0))
	for range 30 {
		m := random(t, r, 5+r.IntN(30), 5+r.IntN(30), 0.05)
		m.Cell = 0.5
		radius := 3 * r.Float64()
		fat := m.Inflate(radius)
		for n := range m.taken {
			want := m.Clearance(m.Centre(n%m.Width, n/m.Width)) <= radius
			if fat.taken[n] != want {
				t.Fatalf("cell %d at %g m: %t\n%s", n, radius, fat.taken[n], m.drawing())
			}
		}
	}
}

// A line of sight is that of a line that is cut into 2000 pieces, but for those that go through a corner of the cells.
func TestSees(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 0))
	for range 3000 {
		m := random(t, r, 15, 15, 0.15)
		i, j, k, l := r.IntN(15), r.IntN(15), r.IntN(15), r.IntN(15)
		free := true
		a, b := m.Centre(i, j), m.Centre(k, l)
		for n := range 2001 {
			x, y, _ := m.At(a.Add(b.Sub(a).Scale((float64(n) + 1e-6) / 2000.001)))
			free = free && !m.Taken(x, y)
		}
		if got := m.Sees(i, j, k, l, true); got != free && !corner(i, j, k, l) {
			t.Fatalf("from (%d, %d) to (%d, %d): %t\n%s", i, j, k, l, got, m.drawing())
		}
		if m.Sees(i, j, k, l, false) != m.Sees(k, l, i, j, false) {
			t.Fatal("it is not mutual")
		}
		for _, corners := range []bool{false, true} {
			f := newFinder(m, Search{Algorithm: ThetaStar, Corners: corners}, 0, 0)
			if got := f.inSight(j*15+i, l*15+k); got != m.Sees(i, j, k, l, corners) {
				t.Fatalf("theta*, from (%d, %d) to (%d, %d), corners cut %t: %t\n%s", i, j, k, l, corners, got, m.drawing())
			}
		}
	}
}

// corner tells whether a line between centres goes through a corner: where dx and dy, without their common factor, are both odd.
func corner(i, j, k, l int) bool {
	dx, dy := k-i, l-j
	for dx != 0 && dy != 0 && dx%2 == 0 && dy%2 == 0 {
		dx, dy = dx/2, dy/2
	}
	return dx%2 != 0 && dy%2 != 0
}

// Faults of ways say what is wrong where.
func TestWayFaults(t *testing.T) {
	m := drawn(t, "..#", "...")
	s := Search{Algorithm: AStar, Diagonal: true}
	for want, ends := range map[string][2]geom.Vec{
		"the start (9, 0.5) lies beyond the map, which reaches from (0, 0) to (3, 2)": {{X: 9, Y: 0.5}, {X: 0.5, Y: 0.5}},
		"the goal (0.5, -1) lies beyond the map":                                      {{X: 0.5, Y: 0.5}, {X: 0.5, Y: -1}},
		"the goal (2.5, 1.5) lies in a cell that is taken":                            {{X: 0.5, Y: 0.5}, {X: 2.5, Y: 1.5}},
		"the goal (NaN, 1.5) lies beyond":                                             {{X: 0.5, Y: 0.5}, {X: math.NaN(), Y: 1.5}},
	} {
		if _, err := m.Way(s, ends[0], ends[1]); !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	// A start in a taken cell is left by the nearest free one.
	w, err := m.Way(s, m.Centre(2, 1), m.Centre(0, 0))
	if err != nil || w.Points[0] != m.Centre(2, 1) || w.Points[1] != m.Centre(2, 0) {
		t.Errorf("%v, %v", w.Points, err)
	}
}

// A picture, plain and raw, with comments: black is taken, the first row is on top.
func TestReadPGM(t *testing.T) {
	for name, data := range map[string]string{
		"plain": "P2 # a pool\n3 2\n# levels\n255\n0 127 128\n255 255 0\n",
		"raw":   "P5\n3 2\n255\n\x00\x7f\x80\xff\xff\x00",
	} {
		m, err := ReadPGM([]byte(data), 0.5, geom.Vec{X: 10, Y: 20})
		if err != nil {
			t.Fatal(name, err)
		}
		if got := m.drawing(); got != "##.\n..#\n" {
			t.Errorf("%s:\n%s", name, got)
		}
		if i, j, ok := m.At(geom.Vec{X: 11.2, Y: 20.6}); i != 2 || j != 1 || !ok {
			t.Error(i, j, ok)
		}
		if got := m.Centre(2, 1); got != (geom.Vec{X: 11.25, Y: 20.75}) {
			t.Error(got)
		}
	}
	for want, data := range map[string]string{
		"no PGM picture":            "P6\n1 1\n255\n000",
		"its width is missing":      "P2",
		"greatest level is missing": "P2\n3 3\n",
		"at most 255 are read":      "P5\n1 1\n65535\n00",
		"at most 16777216":          "P5\n99999 99999\n255\n",
		"ends at cell 2 of 2 x 1":   "P5\n2 1\n255\n0",
		"has the level 9":           "P2\n1 1\n8\n9",
		"ends at cell 1":            "P2\n1 1\n8\n-1",
	} {
		if _, err := ReadPGM([]byte(data), 1, geom.Vec{}); !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// No picture makes it panic.
func FuzzReadPGM(f *testing.F) {
	f.Add([]byte("P2\n2 1\n255\n0 9"))
	f.Add([]byte("P5\n2 1\n255\n00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if m, err := ReadPGM(data, 1, geom.Vec{}); err == nil && len(m.taken) < 10_000 {
			m.Inflate(1.5).Way(Search{Algorithm: AStar, Diagonal: true}, m.Centre(0, 0), m.Centre(m.Width-1, m.Height-1))
		}
	})
}

// A map of a million cells, of which a tenth is taken.
func BenchmarkMillion(b *testing.B) {
	m := random(b, rand.New(rand.NewPCG(17, 0)), 1000, 1000, 0.1)
	m.taken[0], m.taken[len(m.taken)-1] = false, false
	for _, algorithm := range []Algorithm{AStar, Dijkstra} {
		b.Run(string(algorithm), func(b *testing.B) {
			for b.Loop() {
				if _, err := m.Way(Search{Algorithm: algorithm, Diagonal: true}, m.Centre(0, 0), m.Centre(999, 999)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	// A comb of corridors of 3 cells, of which all of the 750,000 that are free are looked at.
	comb, err := FromFunc(1000, 1000, 1, geom.Vec{}, func(at geom.Vec) bool {
		tooth, j := int(at.X)/4, int(at.Y)
		return int(at.X)%4 == 3 && j != 999*((tooth+1)%2)
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Run("theta-star in a comb", func(b *testing.B) {
		for b.Loop() {
			if _, err := comb.Way(Search{Algorithm: ThetaStar, Diagonal: true}, comb.Centre(0, 0), comb.Centre(998, 0)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("inflate", func(b *testing.B) {
		for b.Loop() {
			m.Inflate(5)
		}
	})
}
