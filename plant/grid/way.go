package grid

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"halocline/sim/geom"
)

// Algorithm is how a way is found.
type Algorithm string

// The algorithms.
const (
	AStar     Algorithm = "a-star"
	Dijkstra  Algorithm = "dijkstra"
	ThetaStar Algorithm = "theta-star"
)

// Search says how to look for a way.
type Search struct {
	Algorithm Algorithm
	Diagonal  bool // whether a way goes to all eight neighbours of a cell, not only to the four beside it
	Corners   bool // whether a diagonal may pass a taken cell
}

// Way is a way through a map.
type Way struct {
	Points              []geom.Vec // from the start to the goal, over centres of cells
	Straight, Diagonals int        // steps from cell to cell; 0 and 0 of theta*
	Length              float64    // of the steps, or of the lines of theta*, m
	Cells               int        // that were looked at
}

// ErrNoWay says that the goal cannot be reached.
var ErrNoWay = errors.New("there is no way to the goal through the free cells of the map")

// Way finds the shortest way from one place to another. All its legs are free: where that from a place in its cell to the next point would
// not be, the way goes over the centre of the cell first. A start in a taken cell, as after a map was inflated, is left by the nearest
// free cell; a goal has to be free. The first and last points of the way are the places themselves, and those between have the height of the
// goal.
func (m *Map) Way(s Search, from, to geom.Vec) (Way, error) {
	switch s.Algorithm {
	case AStar, Dijkstra, ThetaStar:
	default:
		return Way{}, fmt.Errorf("a way cannot be found by %q; write %s, %s or %s", s.Algorithm, AStar, Dijkstra, ThetaStar)
	}
	start, err := m.index(from, "start")
	if err != nil {
		return Way{}, err
	}
	goal, err := m.index(to, "goal")
	if err != nil {
		return Way{}, err
	}
	if m.taken[goal] {
		return Way{}, fmt.Errorf("the goal (%g, %g) lies in a cell that is taken, or too near to one for the vehicle", to.X, to.Y)
	}
	if m.taken[start] {
		if start = m.nearest(start); start < 0 {
			return Way{}, ErrNoWay
		}
	}
	f := newFinder(m, s, start, goal)
	if !f.find() {
		return Way{Cells: f.looked}, ErrNoWay
	}
	return f.way(from, to), nil
}

// index returns the number of the cell of a place.
func (m *Map) index(at geom.Vec, what string) (int, error) {
	i, j, ok := m.At(at)
	if !ok {
		return 0, fmt.Errorf("the %s (%g, %g) lies beyond the map, which reaches from (%g, %g) to (%g, %g)", what, at.X, at.Y,
			m.Origin.X, m.Origin.Y, m.Origin.X+float64(m.Width)*m.Cell, m.Origin.Y+float64(m.Height)*m.Cell)
	}
	return j*m.Width + i, nil
}

// nearest returns the free cell that is nearest to another, the first of several; -1 for none.
func (m *Map) nearest(to int) int {
	best, least := -1, math.MaxInt
	for n, taken := range m.taken {
		dx, dy := n%m.Width-to%m.Width, n/m.Width-to/m.Width
		if d := dx*dx + dy*dy; !taken && d < least {
			best, least = n, d
		}
	}
	return best
}

// Smooth leaves points of a way out as long as the next one but some is seen from the last one that is kept: "visible" shortcuts.
func (m *Map) Smooth(w Way, corners bool) Way {
	if len(w.Points) < 3 {
		return w
	}
	points := []geom.Vec{w.Points[0]}
	for n := 2; n < len(w.Points); n++ {
		if !m.sees(points[len(points)-1], w.Points[n], corners) {
			points = append(points, w.Points[n-1])
		}
	}
	w.Points = append(points, w.Points[len(w.Points)-1])
	w.Length = length(w.Points)
	return w
}

// length returns the length of a row of points in the plane.
func length(points []geom.Vec) float64 {
	sum := 0.0
	for n := 1; n < len(points); n++ {
		sum += math.Hypot(points[n].X-points[n-1].X, points[n].Y-points[n-1].Y)
	}
	return sum
}

// cost is a + b sqrt 2 cells, or the length of lines for theta*. Costs with other a and b differ by 1/(|da| + |db| sqrt 2) at least, since
// |da^2 - 2 db^2| >= 1. In a map of MostCells that is 2.4e-8, and rounding is below 7.5e-9 for each, so that to compare them as float64 is exact.
type cost struct {
	a, b int32
	line float64
}

func (c cost) float() float64 { return float64(c.a) + math.Sqrt2*float64(c.b) + c.line }

// finder looks for a way.
type finder struct {
	*Map
	Search
	start, goal  int
	costs        []cost
	before       []int32 // the cell from which a cell is reached; -1 for none yet
	closed       []bool
	open         queue
	looked       int
	runsX, runsY []int32 // of theta*: how many free cells there are from a cell on, along x and along y
}

func newFinder(m *Map, s Search, start, goal int) *finder {
	f := &finder{Map: m, Search: s, start: start, goal: goal, costs: make([]cost, len(m.taken)), before: make([]int32, len(m.taken)), closed: make([]bool, len(m.taken))}
	for n := range f.before {
		f.before[n] = -1
	}
	f.before[start] = int32(start)
	f.push(start)
	if s.Algorithm == ThetaStar {
		f.runsX, f.runsY = m.runs()
	}
	return f
}

// find looks for the goal. Of cells of equal f, the one with the least h goes first, and then the one of the least number.
func (f *finder) find() bool {
	for len(f.open) > 0 {
		n := int(f.open.pop().cell)
		if f.closed[n] {
			continue
		}
		f.closed[n] = true
		f.looked++
		if n == f.goal {
			return true
		}
		f.expand(n)
	}
	return false
}

// expand looks at the neighbours of a cell.
func (f *finder) expand(n int) {
	i, j := n%f.Width, n/f.Width
	for dj := -1; dj <= 1; dj++ {
		for di := -1; di <= 1; di++ {
			diagonal := di != 0 && dj != 0
			if di == 0 && dj == 0 || diagonal && !f.Diagonal || f.Taken(i+di, j+dj) {
				continue
			}
			if diagonal && !f.Corners && (f.Taken(i+di, j) || f.Taken(i, j+dj)) {
				continue
			}
			if to := (j+dj)*f.Width + i + di; !f.closed[to] {
				f.reach(n, to, diagonal)
			}
		}
	}
}

// reach takes a step to a cell, if that is the shortest way to it so far.
func (f *finder) reach(n, to int, diagonal bool) {
	c, from := f.costs[n], n
	switch {
	case f.Algorithm == ThetaStar:
		parent := int(f.before[n])
		straight := f.costs[parent].line + f.between(parent, to)
		if f.before[to] >= 0 && straight >= f.costs[to].line {
			return // over n it is no shorter, and to look takes long
		}
		if c.line += f.between(n, to); f.inSight(parent, to) {
			c.line, from = straight, parent
		}
	case diagonal:
		c.b++
	default:
		c.a++
	}
	if f.before[to] >= 0 && c.float() >= f.costs[to].float() {
		return
	}
	f.costs[to], f.before[to] = c, int32(from)
	f.push(to)
}

// between returns the distance of two cells, in cells.
func (f *finder) between(n, to int) float64 {
	return math.Hypot(float64(n%f.Width-to%f.Width), float64(n/f.Width-to/f.Width))
}

// push puts a cell among those to look at, by its f = g + h. The estimate h of what is left is the octile distance with eight neighbours, that
// of streets with four, the straight line for theta*, and nothing for Dijkstra's algorithm.
func (f *finder) push(n int) {
	dx, dy := abs(int32(n%f.Width-f.goal%f.Width)), abs(int32(n/f.Width-f.goal/f.Width))
	var h cost
	switch {
	case f.Algorithm == Dijkstra:
	case f.Algorithm == ThetaStar:
		h.line = f.between(n, f.goal)
	case f.Search.Diagonal:
		h.a, h.b = max(dx, dy)-min(dx, dy), min(dx, dy)
	default:
		h.a = dx + dy
	}
	g := f.costs[n]
	f.open.push(entry{f: cost{g.a + h.a, g.b + h.b, g.line + h.line}.float(), h: h.float(), cell: int32(n)})
}

func abs(x int32) int32 { return max(x, -x) }

// way returns the way that was found.
func (f *finder) way(from, to geom.Vec) Way {
	var cells []int
	for n := f.goal; ; n = int(f.before[n]) {
		cells = append(cells, n)
		if n == f.start {
			break
		}
	}
	w := Way{Straight: int(f.costs[f.goal].a), Diagonals: int(f.costs[f.goal].b), Length: f.costs[f.goal].float() * f.Cell, Cells: f.looked, Points: []geom.Vec{from}}
	for k := len(cells) - 2; k > 0; k-- {
		at := f.Centre(cells[k]%f.Width, cells[k]/f.Width)
		at.Z = to.Z
		w.Points = append(w.Points, at)
	}
	w.Points = append(w.Points, to)
	middle := func(cell int) geom.Vec {
		c := f.Centre(cell%f.Width, cell/f.Width)
		return geom.Vec{X: c.X, Y: c.Y, Z: to.Z}
	}
	if !f.sees(from, w.Points[1], f.Corners) {
		w.Points = slices.Insert(w.Points, 1, middle(f.start))
	}
	if last := len(w.Points) - 1; !f.sees(w.Points[last-1], to, f.Corners) {
		w.Points = slices.Insert(w.Points, last, middle(f.goal))
	}
	return w
}

// entry is a cell to look at.
type entry struct {
	f, h float64
	cell int32
}

// before reports whether a cell is looked at before another.
func (e entry) before(o entry) bool {
	if e.f != o.f {
		return e.f < o.f
	}
	if e.h != o.h {
		return e.h < o.h
	}
	return e.cell < o.cell
}

// queue is a binary heap of cells without boxes: there is one for each cell of a map.
type queue []entry

func (q *queue) push(e entry) {
	*q = append(*q, e)
	for n := len(*q) - 1; n > 0; {
		up := (n - 1) / 2
		if !(*q)[n].before((*q)[up]) {
			break
		}
		(*q)[n], (*q)[up] = (*q)[up], (*q)[n]
		n = up
	}
}

func (q *queue) pop() entry {
	old := *q
	top, last := old[0], len(old)-1
	old[0] = old[last]
	*q = old[:last]
	for n := 0; ; {
		least := n
		for _, down := range []int{2*n + 1, 2*n + 2} {
			if down < last && old[down].before(old[least]) {
				least = down
			}
		}
		if least == n {
			return top
		}
		old[n], old[least] = old[least], old[n]
		n = least
	}
}
