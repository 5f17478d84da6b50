package ocean

import (
	"cmp"
	"math"
	"slices"

	"halocline/sim/geom"
)

// Sounding is the depth of the bottom on a way.
type Sounding struct {
	Along float64 // m, horizontal
	Depth float64 // m
}

// Soundings appends the depths of the bottom from under one place to under another: at both, and wherever the way crosses a
// line of the grid. In between a cell is a little curved where it is crossed at a slant. Without a bottom, and from a place
// to itself, there are none.
func (w *Water) Soundings(dst []Sounding, a, b geom.Vec) []Sounding {
	way := geom.Vec{X: b.X - a.X, Y: b.Y - a.Y}
	length := way.Norm()
	if w.seabed == nil || !(length > 0) || math.IsInf(length, 1) {
		return dst
	}
	g, begin := w.seabed, len(dst)
	dst = append(dst, Sounding{Along: 0}, Sounding{Along: 1})
	dst = crossings(dst, g.x, a.X, b.X)
	dst = crossings(dst, g.y, a.Y, b.Y)
	way = way.Scale(1 / length)
	some := dst[begin:]
	for i := range some {
		some[i].Along *= length
	}
	slices.SortFunc(some, func(a, b Sounding) int { return cmp.Compare(a.Along, b.Along) })
	const apart = 1e-6 // m: a way through a crossing meets two lines at once
	some = slices.CompactFunc(some, func(a, b Sounding) bool { return math.Abs(b.Along-a.Along) < apart })
	some[len(some)-1].Along = length
	for i := range some {
		some[i].Depth = g.At(a.X+some[i].Along*way.X, a.Y+some[i].Along*way.Y)
	}
	return dst[:begin+len(some)]
}

// crossings appends where a way from one coordinate to another crosses lines, as a share of the way.
func crossings(dst []Sounding, lines []float64, from, to float64) []Sounding {
	low, high := min(from, to), max(from, to)
	for i := below(lines, low); i < len(lines) && lines[i] < high; i++ {
		dst = append(dst, Sounding{Along: (lines[i] - from) / (to - from)})
	}
	return dst
}
