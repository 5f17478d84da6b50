package acoustic

import (
	"math"
	"slices"

	"halocline/sim/geom"
)

// Reach returns the distance in m beyond which no path between ends without
// directivity has more than a gain: with the least absorption that there is at any
// depth.
func (c *channel) Reach(gain float64) float64 {
	if gain == 0 {
		return math.Inf(1)
	}
	const margin = 0.9 // for what lies between the depths that are tried
	return PathLoss{Spreading: c.spreading, Absorption: max(margin*c.leastAbsorption(), 0)}.MaxRange(-decibel(gain))
}

// leastAbsorption tries nine depths in each stretch of water in which temperature and
// salinity are straight lines, or in 50 m of a longer one. In a steep stretch the
// absorption can be far less in the middle than at both ends; less than the least of nine
// it is by some 3 % at most, with each formula in any water that a scenario may have.
func (c *channel) leastAbsorption() float64 {
	const deepest, step, parts = 12_000, 50, 8 // m, m
	depths := c.water.Rows()
	for depth := 0.0; depth <= deepest; depth += step {
		depths = append(depths, depth)
	}
	slices.Sort(depths)
	least := math.Inf(1)
	for i, top := range depths {
		bottom := depths[min(i+1, len(depths)-1)]
		for part := range parts {
			depth := top + (bottom-top)*float64(part)/parts
			least = min(least, c.absorption.DBPerKm(c.hz, c.conditions(geom.Vec{Z: -depth})))
		}
	}
	return least
}
