package acoustic

import (
	"math"

	"halocline/sim/geom"
)

// Reach returns the distance in m beyond which no path between ends without
// directivity has more than a gain: with the least absorption that there is at any
// depth. Echoes can add up anywhere, and with them it is infinite.
func (c *channel) Reach(gain float64) float64 {
	if c.echoes != nil {
		return math.Inf(1)
	}
	const deepest, step, margin = 12_000, 50, 0.9 // m, m, for what lies between two steps
	least := math.Inf(1)
	for depth := 0.0; depth <= deepest; depth += step {
		least = min(least, c.absorption.DBPerKm(c.hz, c.conditions(geom.Vec{Z: -depth})))
	}
	return PathLoss{Spreading: c.spreading, Absorption: max(margin*least, 0)}.MaxRange(-decibel(gain))
}
