package grid

import (
	"math"

	"halocline/sim/geom"
)

// Sees reports whether the straight line between the centres of two cells goes through free cells only. Where it goes through a corner,
// the two cells beside that have to be free too, unless corners may be cut.
func (m *Map) Sees(i, j, toI, toJ int, corners bool) bool {
	return m.clear(walk(float64(i)+0.5, float64(toI)+0.5), walk(float64(j)+0.5, float64(toJ)+0.5), corners)
}

// sees is Sees for places.
func (m *Map) sees(a, b geom.Vec, corners bool) bool {
	return m.clear(walk(m.cells(a.X-m.Origin.X), m.cells(b.X-m.Origin.X)), walk(m.cells(a.Y-m.Origin.Y), m.cells(b.Y-m.Origin.Y)), corners)
}

// cells returns a length in cells. That of the middle of a cell is exact, or corners would be missed by rounding.
func (m *Map) cells(length float64) float64 {
	x := length / m.Cell
	if middle := math.Floor(x) + 0.5; math.Abs(x-middle) < 1e-9 {
		return middle
	}
	return x
}

// clear follows a line from cell to cell. It meets the next border along x before the next one along y if border/length is less along x;
// multiplied by both lengths, that is exact between middles of cells.
func (m *Map) clear(x, y axis, corners bool) bool {
	for {
		if m.Taken(x.cell, y.cell) {
			return false
		}
		if x.left == 0 && y.left == 0 {
			return true
		}
		switch byX, byY := x.border*y.length, y.border*x.length; {
		case y.left == 0 || x.left > 0 && byX < byY:
			x.next()
		case x.left == 0 || byY < byX:
			y.next()
		default:
			if !corners && (m.Taken(x.cell+x.step, y.cell) || m.Taken(x.cell, y.cell+y.step)) {
				return false
			}
			x.next()
			y.next()
		}
	}
}

// runs returns how many free cells there are from each cell on, itself among them, along x and along y.
func (m *Map) runs() (alongX, alongY []int32) {
	alongX, alongY = make([]int32, len(m.taken)), make([]int32, len(m.taken))
	for n := len(m.taken) - 1; n >= 0; n-- {
		if m.taken[n] {
			continue
		}
		alongX[n], alongY[n] = 1, 1
		if n%m.Width < m.Width-1 {
			alongX[n] += alongX[n+1]
		}
		if n/m.Width < m.Height-1 {
			alongY[n] += alongY[n+m.Width]
		}
	}
	return alongX, alongY
}

// inSight is Sees between two cells, run by run: a line is in a row from where it crosses the border to the last row to where it crosses
// that to the next, or in a column likewise, whichever are fewer. From the middle of the first cell on, it crosses border k of the rows
// (2k+1) along/(2 across) cells along, in cell q of them, or in the corner before that if the quotient is whole.
func (f *finder) inSight(from, to int) bool {
	along, across := to%f.Width-from%f.Width, to/f.Width-from/f.Width
	runs, step, stride := f.runsX, 1, f.Width
	if max(along, -along) < max(across, -across) {
		runs, step, stride = f.runsY, f.Width, 1
		along, across = across, along
	}
	if along < 0 {
		along, step = -along, -step
	}
	if across < 0 {
		across, stride = -across, -stride
	}
	at := 0
	for k := range across + 1 {
		end, next := along, 0
		if k < across {
			q := ((2*k+1)*along + across) / (2 * across)
			end, next = q, q
			switch corner := 2*across*q == (2*k+1)*along+across; {
			case corner && f.Corners:
				end--
			case corner:
				next--
			}
		}
		low := from + k*stride + at*step
		if step < 0 {
			low = from + k*stride + end*step
		}
		if int(runs[low]) <= end-at {
			return false
		}
		at = next
	}
	return true
}

// axis is how a line goes along one axis, in cells.
type axis struct {
	cell, step int
	left       int     // borders still to cross
	border     float64 // from the beginning of the line to the next border
	length     float64 // of the line
}

// walk returns how a line goes from a to b.
func walk(a, b float64) axis {
	from, to := math.Floor(a), math.Floor(b)
	if to < from {
		return axis{int(from), -1, int(from - to), a - from, a - b}
	}
	return axis{int(from), 1, int(to - from), from + 1 - a, b - a}
}

// next crosses a border.
func (x *axis) next() {
	x.cell += x.step
	x.border++
	x.left--
}
