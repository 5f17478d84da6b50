package acoustic

import (
	"math"
	"sort"

	"halocline/sim/geom"
)

// cell is where two ends lie in an arrivals file, on the axes of source, receiver and distance.
type cell struct {
	at    [3]int     // the place before
	share [3]float64 // of the step from there to the next place
	back  bool       // the receiver of the signal is where the file has its source
}

// cell finds two ends in the file.
func (c *imported) cell(from, to geom.Vec) (cell, bool) {
	a, b := from.Depth(), to.Depth()
	ours, theirs := gap(c.file.Sources, a), gap(c.file.Sources, b)
	back := theirs < ours || theirs == ours && b < a
	distance := math.Hypot(to.X-from.X, to.Y-from.Y)
	for range 2 {
		values := [3]float64{a, b, distance}
		if back {
			values[0], values[1] = b, a
		}
		found, inside := cell{back: back}, true
		for i, axis := range [3][]float64{c.file.Sources, c.file.Depths, c.file.Ranges} {
			var within bool
			found.at[i], found.share[i], within = locate(axis, values[i])
			inside = inside && within
		}
		if inside {
			if c.nearest {
				found = found.round()
			}
			return found, true
		}
		back = !back
	}
	return cell{}, false
}

// gap returns the distance from a value to the nearest of an axis.
func gap(axis []float64, v float64) float64 {
	least := math.Inf(1)
	for _, x := range axis {
		least = min(least, math.Abs(x-v))
	}
	return least
}

// locate finds a value on an axis: the place before it, the share of the step to the next one, and whether it lies at most
// half a step outside.
func locate(axis []float64, v float64) (at int, share float64, within bool) {
	if len(axis) == 1 {
		const half = 0.5 // m
		return 0, 0, math.Abs(v-axis[0]) <= half
	}
	at = min(max(sort.SearchFloat64s(axis, v)-1, 0), len(axis)-2)
	share = (v - axis[at]) / (axis[at+1] - axis[at])
	return at, min(max(share, 0), 1), share >= -0.5 && share <= 1.5
}

// round returns the nearest place.
func (c cell) round() cell {
	for i, share := range c.share {
		if share >= 0.5 {
			c.at[i]++
		}
		c.share[i] = 0
	}
	return c
}

// corners returns how many places are around.
func (c *cell) corners() int { return 1 << len(c.at) }

// corner returns a place around, and its weight.
func (c *cell) corner(k int) (at [3]int, weight float64) {
	at, weight = c.at, 1
	for i, share := range c.share {
		if k>>i&1 == 1 {
			at[i]++
			weight *= share
		} else {
			weight *= 1 - share
		}
	}
	return at, weight
}
