package scenarios

import (
	"fmt"

	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/numeric"
	"halocline/sim/trace"
)

// world is what is around a node for its sensors: the bottom and the other nodes. These are points, so
// that no ray meets them, and the surface lets rays through.
type world struct {
	nodes []*node
	water sensor.Water
}

// Peer implements sensor.World.
func (w *world) Peer(id int32, t sim.Time) vehicle.Motion {
	if id < 0 || int(id) >= len(w.nodes) {
		panic(fmt.Sprintf("scenarios: an instrument asks where node %d is, and there is none; take the addresses that Site.Node gives when it is built", id))
	}
	m, _ := w.nodes[id].motion(t)
	return m
}

// Cast implements sensor.World. It goes along the ray by a fifth of the height over the bottom, which
// does not pass through slopes of up to 78 degrees (tan 78 = 4.7, and |dir| = 1), and by castStep at
// least; then it halves the last piece until it has the place.
func (w *world) Cast(from, dir geom.Vec, most float64, _ sim.Time) (sensor.Hit, bool) {
	above := func(d float64) float64 {
		at := from.Add(dir.Scale(d))
		return w.water.Seabed(at) - at.Depth()
	}
	most = min(most, castMost)
	low, high, height := 0.0, 0.0, above(0)
	if !(height >= 0) {
		return sensor.Hit{}, false
	}
	for height > 0 {
		if high >= most {
			return sensor.Hit{}, false
		}
		low, high = high, min(high+max(castStep, height/5), most)
		height = above(high)
	}
	_, high = numeric.Bisect(low, high, 50, func(d float64) bool { return above(d) > 0 })
	return sensor.Hit{Distance: high, Normal: w.normal(from.Add(dir.Scale(high))), Node: trace.None}, true
}

const (
	castStep = 0.1 // m; narrower ridges may be missed
	castMost = 1e5 // m, beyond which nothing is looked for
)

// normal returns the direction across the bottom at a place, upwards.
func (w *world) normal(at geom.Vec) geom.Vec {
	const off = 0.05 // m
	slope := func(x, y float64) float64 {
		d := geom.Vec{X: x, Y: y}
		return (w.water.Seabed(at.Add(d)) - w.water.Seabed(at.Sub(d))) / (2 * off)
	}
	n := geom.Vec{X: slope(off, 0), Y: slope(0, off), Z: 1}
	return n.Scale(1 / n.Norm())
}
