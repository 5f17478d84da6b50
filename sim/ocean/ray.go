package ocean

import (
	"math"

	"halocline/sim/geom"
)

// CastSeabed returns how far along a ray, whose direction has the length 1, it comes to the bottom within so many m,
// and the normal of the bottom there, which points up. A ray that begins below the bottom is there at once.
func (w *Water) CastSeabed(from, dir geom.Vec, most float64) (distance float64, normal geom.Vec, ok bool) {
	if w.seabed == nil {
		return 0, geom.Vec{}, false
	}
	return w.seabed.cast(from, dir, most)
}

// blockCells is how many cells along each axis share one value of how shallow they are.
const blockCells = 32

// index finds how shallow each block of cells is, so that rays pass above it in one step. Cells count from that
// beyond the first line; each has the depths of four corners, of which those beyond an edge are at the edge.
func (g *Grid) index() {
	g.columns = len(g.x)/blockCells + 1
	g.shallow = make([]float64, g.columns*(len(g.y)/blockCells+1))
	for i := range g.shallow {
		g.shallow[i] = math.Inf(1)
	}
	for ky := range len(g.y) + 1 {
		for kx := range len(g.x) + 1 {
			block := &g.shallow[ky/blockCells*g.columns+kx/blockCells]
			a, b, c, d := g.corners(kx, ky)
			*block = min(*block, a, b, c, d)
		}
	}
}

// corners returns the depths at the corners of a cell: the near and the far one along x, and behind these along y.
func (g *Grid) corners(kx, ky int) (a, b, c, d float64) {
	x0, x1 := max(kx-1, 0), min(kx, len(g.x)-1)
	y0, y1 := max(ky-1, 0), min(ky, len(g.y)-1)
	near, far := g.depth[y0*len(g.x):], g.depth[y1*len(g.x):]
	return near[x0], near[x1], far[x0], far[x1]
}

// floor returns the height of the bottom at a point, and its normal.
func (g *Grid) floor(x, y float64) (height float64, normal geom.Vec) {
	lx, ly := line{lines: g.x, at: x}, line{lines: g.y, at: y}
	kx, ky := lx.cell(0), ly.cell(0)
	u, _ := lx.across(kx, 0)
	v, _ := ly.across(ky, 0)
	d00, d10, d01, d11 := g.corners(kx, ky)
	b, c, e := d10-d00, d01-d00, d11-d10-d01+d00
	slope := geom.Vec{X: (b + e*v) * lx.scale(kx), Y: (c + e*u) * ly.scale(ky), Z: 1}
	return 0 - (d00 + b*u + c*v + e*u*v), slope.Scale(1 / slope.Norm())
}

// cast follows a ray over blocks of cells, and within those that reach up to it over cells.
func (g *Grid) cast(from, dir geom.Vec, most float64) (float64, geom.Vec, bool) {
	x, y := line{g.x, from.X, dir.X}, line{g.y, from.Y, dir.Y}
	blocks := newWalk(x, y, blockCells, 0, most)
	for blocks.next() {
		if lowest(from.Z, dir.Z, blocks.from, blocks.to) > 0-g.shallow[blocks.ky/blockCells*g.columns+blocks.kx/blockCells] {
			continue
		}
		cells := newWalk(x, y, 1, blocks.from, blocks.to)
		for cells.next() {
			if at, normal, ok := g.meet(&cells, from, dir); ok {
				return at, normal, at <= most
			}
		}
	}
	return 0, geom.Vec{}, false
}

// lowest returns the least height of a part of a ray.
func lowest(z, dz, from, to float64) float64 {
	if dz < 0 {
		return z + dz*to
	}
	return z + dz*from
}

// meet returns where a ray comes to the bottom of a cell: with u and v from 0 to 1 across it the depth is
// a + b u + c v + e u v, and so the height of the ray over the bottom a quadratic of the way from where it enters.
func (g *Grid) meet(w *walk, from, dir geom.Vec) (float64, geom.Vec, bool) {
	d00, d10, d01, d11 := g.corners(w.kx, w.ky)
	if lowest(from.Z, dir.Z, w.from, w.to) > 0-min(d00, d10, d01, d11) {
		return 0, geom.Vec{}, false
	}
	u, du := w.x.across(w.kx, w.from)
	v, dv := w.y.across(w.ky, w.from)
	b, c, e := d10-d00, d01-d00, d11-d10-d01+d00
	h0 := from.Z + dir.Z*w.from + d00 + b*u + c*v + e*u*v
	h1 := dir.Z + b*du + c*dv + e*(u*dv+v*du)
	h2 := e * du * dv
	on := 0.0
	if h0 > 0 {
		on = firstZero(h0, h1, h2)
	}
	if on > w.to-w.from || math.IsInf(on, 1) {
		return 0, geom.Vec{}, false
	}
	u, v = u+du*on, v+dv*on
	slope := geom.Vec{X: (b + e*v) * w.x.scale(w.kx), Y: (c + e*u) * w.y.scale(w.ky), Z: 1}
	return w.from + on, slope.Scale(1 / slope.Norm()), true
}

// firstZero returns the least positive zero of h0 + h1 t + h2 t^2 with a positive h0, or infinity.
func firstZero(h0, h1, h2 float64) float64 {
	d := h1*h1 - 4*h0*h2
	if d < 0 {
		return math.Inf(1)
	}
	q := (h1 + math.Copysign(math.Sqrt(d), h1)) / -2
	first, second := h0/q, q/h2 // their product is h0/h2, without a difference of near numbers
	least := math.Inf(1)
	for _, t := range [2]float64{first, second} {
		if t > 0 && t < least { // not NaN either, of 0/0
			least = t
		}
	}
	return least
}

// line is the motion of a ray along one axis, across the lines of a grid. Cell k lies between line k-1 and line k; the first and the
// last have no end.
type line struct {
	lines []float64
	at, v float64
}

// cell returns the cell at a place along the ray.
func (l line) cell(t float64) int {
	if t == 0 || l.v == 0 { // 0 times an infinite way is no place
		return below(l.lines, l.at)
	}
	return below(l.lines, l.at+l.v*t)
}

// leaves returns where the ray leaves the cells from one to another.
func (l line) leaves(first, last int) float64 {
	switch {
	case l.v > 0 && last < len(l.lines):
		return (l.lines[last] - l.at) / l.v
	case l.v < 0 && first > 0:
		return (l.lines[first-1] - l.at) / l.v
	}
	return math.Inf(1)
}

// across returns how far across a cell the ray is, from 0 to 1, and by how much it goes on each m. A cell without an
// end is the same everywhere.
func (l line) across(k int, t float64) (u, du float64) {
	s := l.scale(k)
	if s == 0 {
		return 0, 0
	}
	return (l.at + l.v*t - l.lines[k-1]) * s, l.v * s
}

// scale returns 1 over the width of a cell, and 0 of one without an end.
func (l line) scale(k int) float64 {
	if k == 0 || k == len(l.lines) {
		return 0
	}
	return 1 / (l.lines[k] - l.lines[k-1])
}

// walk goes along a ray over squares of cells.
type walk struct {
	x, y     line
	stride   int     // cells along each side of a square
	kx, ky   int     // the first cell of the square
	from, to float64 // the part of the ray in it, m
	end      float64
}

func newWalk(x, y line, stride int, from, end float64) walk {
	return walk{x: x, y: y, stride: stride, kx: x.cell(from) / stride * stride, ky: y.cell(from) / stride * stride, from: math.Inf(-1), to: from, end: end}
}

// next goes on to the next square.
func (w *walk) next() bool {
	begun := !math.IsInf(w.from, -1)
	if begun {
		if w.to >= w.end {
			return false
		}
		if w.x.leaves(w.kx, w.kx+w.stride-1) <= w.to {
			w.kx += step(w.x.v, w.stride)
		} else {
			w.ky += step(w.y.v, w.stride)
		}
	}
	w.from = w.to
	w.to = max(w.from, min(w.end, w.x.leaves(w.kx, w.kx+w.stride-1), w.y.leaves(w.ky, w.ky+w.stride-1)))
	return true
}

// step returns a stride in a direction.
func step(v float64, stride int) int {
	if v < 0 {
		return -stride
	}
	return stride
}
