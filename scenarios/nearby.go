package scenarios

import (
	"cmp"
	"math/bits"
	"slices"

	"halocline/phy"
	"halocline/sim/geom"
)

// nearby returns the indices of some places in an order in which those that lie together
// follow each other, as far as a line can: along Morton's curve (A Computer Oriented
// Geodetic Data Base and a New Technique in File Sequencing, IBM, 1966), through one
// octant of the cube around all of them after the other, and so within each. Places that
// agree stay in their order.
func nearby(places []geom.Vec) []int {
	type point struct {
		code  uint64
		index int
	}
	low, edge := cubeAround(places)
	points := make([]point, len(places))
	for i, p := range places {
		points[i] = point{code: mortonCode(p.Sub(low), edge), index: i}
	}
	slices.SortFunc(points, func(a, b point) int {
		return cmp.Or(cmp.Compare(a.code, b.code), cmp.Compare(a.index, b.index))
	})
	order := make([]int, len(points))
	for i, p := range points {
		order[i] = p.index
	}
	return order
}

// cubeAround returns the lowest corner of a cube around some places, and its edge in m.
func cubeAround(places []geom.Vec) (low geom.Vec, edge float64) {
	if len(places) == 0 {
		return low, 0
	}
	low, high := places[0], places[0]
	for _, p := range places {
		low = geom.Vec{X: min(low.X, p.X), Y: min(low.Y, p.Y), Z: min(low.Z, p.Z)}
		high = geom.Vec{X: max(high.X, p.X), Y: max(high.Y, p.Y), Z: max(high.Z, p.Z)}
	}
	size := high.Sub(low)
	return low, max(size.X, size.Y, size.Z)
}

// mortonCode returns the place on Morton's curve of a point in a cube: the bits of its
// three coordinates in turns, 21 of each.
func mortonCode(at geom.Vec, edge float64) uint64 {
	const most = 1<<21 - 1
	if edge == 0 {
		return 0
	}
	x, y, z := uint64(at.X/edge*most), uint64(at.Y/edge*most), uint64(at.Z/edge*most)
	code := uint64(0)
	for b := bits.Len64(x|y|z) - 1; b >= 0; b-- {
		code = code<<3 | z>>b&1<<2 | y>>b&1<<1 | x>>b&1
	}
	return code
}

// places returns where the stations are at the start.
func (l *linkBuilder) places() []geom.Vec {
	places := make([]geom.Vec, len(l.stations))
	for i, addr := range l.stations {
		places[i] = l.nodes[addr].at.Position(0)
	}
	return places
}

// checkPlaces asks a channel that knows some places only whether the stations are there.
func (l *linkBuilder) checkPlaces(channel phy.Channel) error {
	if c, ok := channel.(phy.Placed); ok {
		return c.Serves(l.places())
	}
	return nil
}
