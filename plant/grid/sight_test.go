package grid

import (
	"errors"
	"math"
	"testing"

	"halocline/sim/geom"
	"halocline/sim/rng"
)

// free looks at 1001 places of a line: no walk from cell to cell.
func free(m *Map, a, b geom.Vec) bool {
	for k := range 1001 {
		i, j, ok := m.At(a.Add(b.Sub(a).Scale((float64(k) + 0.5) / 1001.7)))
		if !ok || m.Taken(i, j) {
			return false
		}
	}
	return true
}

// Ways between places anywhere in their cells, on maps with cells whose middles are no round numbers: all legs are free.
func TestLegsAreFree(t *testing.T) {
	s := rng.New(6).Stream("legs")
	ways := 0
	for range 300 {
		m, err := FromFunc(3+s.Intn(18), 3+s.Intn(18), 0.3, geom.Vec{X: -3.1, Y: 7}, func(geom.Vec) bool { return s.Float64() < 0.3 })
		if err != nil {
			t.Fatal(err)
		}
		var ends [2]geom.Vec
		for k := range ends {
			i, j := s.Intn(m.Width), s.Intn(m.Height)
			m.taken[j*m.Width+i] = false
			ends[k] = m.Centre(i, j).Add(geom.Vec{X: s.Uniform(-0.15, 0.15), Y: s.Uniform(-0.15, 0.15)})
		}
		for _, by := range []Algorithm{AStar, ThetaStar} {
			way, err := m.Way(Search{by, true, false}, ends[0], ends[1])
			if errors.Is(err, ErrNoWay) {
				continue
			}
			ways++
			for _, w := range []Way{way, m.Smooth(way, false)} {
				for k, p := range w.Points[1:] {
					if !free(m, w.Points[k], p) {
						t.Errorf("%s: the leg from %v to %v is not free", by, w.Points[k], p)
					}
				}
			}
		}
	}
	if ways < 300 {
		t.Errorf("only %d ways", ways)
	}
}

// A radius beyond all maps takes all, and an origin or a search that is none is refused.
func TestNonsense(t *testing.T) {
	m := drawn(t, "#..", "...")
	for _, radius := range []float64{1e18, 1e300, math.Inf(1)} {
		if got := m.Inflate(radius).drawing(); got != drawn(t, "###", "###").drawing() {
			t.Errorf("within %g m: %s", radius, got)
		}
	}
	if _, err := New(1, 1, 1, geom.Vec{X: math.NaN()}); err == nil {
		t.Error("an origin that is no number passes")
	}
	if way, err := m.Way(Search{Algorithm: "a*"}, m.Centre(1, 0), m.Centre(2, 0)); err == nil {
		t.Errorf("a search by a word that is none gives %v", way)
	}
}
