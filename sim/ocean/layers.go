package ocean

import (
	"math"
	"slices"
)

// SoundLayers returns depths in m, and the speed of sound there in m/s, between which a straight line is as good as a
// tolerance in m/s: of nodes that a formula needs, few are left for those who trace rays, and of a profile all that are no
// more than points on a line.
func (w *Water) SoundLayers(tolerance float64) (depths, speeds []float64) {
	c := w.sound.column
	last := len(c.depth) - 1
	depths, speeds = []float64{c.depth[0]}, []float64{c.value[0]}
	var thin func(i, k int)
	thin = func(i, k int) {
		worst, at := tolerance, 0
		for n := i + 1; n < k; n++ {
			line := lerp(c.value[i], c.value[k], (c.depth[n]-c.depth[i])/(c.depth[k]-c.depth[i]))
			if off := math.Abs(c.value[n] - line); off > worst {
				worst, at = off, n
			}
		}
		if at > 0 { // Douglas and Peucker, Cartographica 10 (1973), pp. 112-122
			thin(i, at)
			thin(at, k)
			return
		}
		depths, speeds = append(depths, c.depth[k]), append(speeds, c.value[k])
	}
	if last > 0 {
		thin(0, last)
	}
	return slices.Clip(depths), slices.Clip(speeds)
}
