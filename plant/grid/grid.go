// Package grid holds maps of what is taken and what is free in the horizontal plane, cell by cell, and finds ways through them.
// A* and Dijkstra's algorithm go from cell to cell, and theta* goes straight wherever it sees the way.
//
// Sources: Hart, Nilsson, Raphael, A formal basis for the heuristic determination of minimum cost paths, IEEE Trans. SSC 4, 1968.
// Daniel, Nash, Koenig, Felner, Theta*: any-angle path planning on grids, JAIR 39, 2010.
//
// A step along x or y costs 1 cell and a diagonal one sqrt 2, so that each way costs a + b sqrt 2 with whole a and b. As sqrt 2 is
// irrational, the least cost has one pair (a, b), while the way that has it need not be the only one.
//
// Begin with ReadPGM or FromFunc, then Map.Inflate by the size of the vehicle, then Map.Way.
//
// Left out: heights (a map is a cut), costs that differ from cell to cell, currents, and the least turning circle of the vehicle.
package grid

import (
	"fmt"
	"math"

	"halocline/sim/geom"
)

// Map is an occupancy grid. Cells are counted from 0 along x, by i, and along y, by j.
type Map struct {
	Width, Height int      // cells along x and y
	Cell          float64  // length of a side of a cell, m
	Origin        geom.Vec // corner of cell (0, 0) with the least x and y, m
	taken         []bool   // by j Width + i
}

// MostCells is how many cells a map may have. Up to here the costs of ways are told apart exactly.
const MostCells = 1 << 24

// New returns a map that is free everywhere.
func New(width, height int, cell float64, origin geom.Vec) (*Map, error) {
	switch {
	case width < 1 || height < 1 || width > MostCells/height:
		return nil, fmt.Errorf("a map of %d x %d cells; at least one and at most %d are possible", width, height, MostCells)
	case !(cell > 0) || math.IsInf(cell, 1):
		return nil, fmt.Errorf("cells of %g m; write a length above 0", cell)
	case math.IsNaN(origin.Norm()) || math.IsInf(origin.Norm(), 0):
		return nil, fmt.Errorf("a map with its origin at %g; write numbers of m", origin)
	}
	return &Map{Width: width, Height: height, Cell: cell, Origin: origin, taken: make([]bool, width*height)}, nil
}

// FromFunc returns a map that is taken where a function says so of the centre of a cell.
func FromFunc(width, height int, cell float64, origin geom.Vec, taken func(at geom.Vec) bool) (*Map, error) {
	m, err := New(width, height, cell, origin)
	if err != nil {
		return nil, err
	}
	for n := range m.taken {
		m.taken[n] = taken(m.Centre(n%width, n/width))
	}
	return m, nil
}

// At returns the cell of a place; false beyond the map.
func (m *Map) At(at geom.Vec) (i, j int, ok bool) {
	x, y := math.Floor((at.X-m.Origin.X)/m.Cell), math.Floor((at.Y-m.Origin.Y)/m.Cell)
	if !(x >= 0 && y >= 0 && x < float64(m.Width) && y < float64(m.Height)) {
		return 0, 0, false
	}
	return int(x), int(y), true
}

// Centre returns the middle of a cell, at height 0.
func (m *Map) Centre(i, j int) geom.Vec {
	return geom.Vec{X: m.Origin.X + (float64(i)+0.5)*m.Cell, Y: m.Origin.Y + (float64(j)+0.5)*m.Cell}
}

// Taken reports whether a cell is taken. All beyond the map is.
func (m *Map) Taken(i, j int) bool {
	return i < 0 || j < 0 || i >= m.Width || j >= m.Height || m.taken[j*m.Width+i]
}

// Take marks the cell of a place as taken, such as where a sonar has seen something, and reports whether it was free. Places
// beyond the map are left out.
func (m *Map) Take(at geom.Vec) bool {
	i, j, ok := m.At(at)
	if !ok || m.taken[j*m.Width+i] {
		return false
	}
	m.taken[j*m.Width+i] = true
	return true
}

// Clone returns a map of its own.
func (m *Map) Clone() *Map {
	c := *m
	c.taken = append([]bool(nil), m.taken...)
	return &c
}

// Inflate returns the map for the middle of a vehicle of a radius in m: a cell is free in it iff no taken cell's centre lies within
// that of its centre. The border of the map takes nothing.
//
// The centres within r cells of one that is g cells off in its column are those up to sqrt(r^2 - g^2) beside it. So one pass along
// columns finds g, and one along rows marks intervals; both are linear in the cells.
func (m *Map) Inflate(radius float64) *Map {
	out := m.Clone()
	const rounding = 1e-9 // of what is exactly at the radius
	reach := radius / m.Cell * (1 + rounding)
	if !(reach >= 1) {
		return out
	}
	reach = min(reach, float64(m.Width+m.Height))
	far := int(reach) + 1
	gaps := m.gaps(far)
	marks := make([]int, m.Width+1)
	for j := range m.Height {
		clear(marks)
		for i := range m.Width {
			g := gaps[j*m.Width+i]
			if float64(g) > reach {
				continue
			}
			half := int(math.Sqrt(reach*reach - float64(g)*float64(g)))
			marks[max(0, i-half)]++
			marks[min(m.Width, i+half+1)]--
		}
		open := 0
		for i := range m.Width {
			open += marks[i]
			out.taken[j*m.Width+i] = open > 0
		}
	}
	return out
}

// gaps returns for each cell how many cells off the next one is that is taken, along its column; far where none is as near as that.
func (m *Map) gaps(far int) []int {
	gaps := make([]int, len(m.taken))
	for i := range m.Width {
		since := far
		for j := range m.Height {
			if since = min(far, since+1); m.taken[j*m.Width+i] {
				since = 0
			}
			gaps[j*m.Width+i] = since
		}
		since = far
		for j := m.Height - 1; j >= 0; j-- {
			n := j*m.Width + i
			if since = min(far, since+1); m.taken[n] {
				since = 0
			}
			gaps[n] = min(gaps[n], since)
		}
	}
	return gaps
}

// Clearance returns the distance in m from a place to the nearest centre of a taken cell; +Inf without any. It looks at all cells.
func (m *Map) Clearance(at geom.Vec) float64 {
	least := math.Inf(1)
	for n, taken := range m.taken {
		if taken {
			c := m.Centre(n%m.Width, n/m.Width)
			least = min(least, math.Hypot(c.X-at.X, c.Y-at.Y))
		}
	}
	return least
}
