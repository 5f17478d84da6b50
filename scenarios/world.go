package scenarios

import (
	"fmt"

	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/solid"
	"halocline/sim/trace"
)

// world is what is around a node for its sensors: the bottom, the surface, obstacles, and the hulls of the other vehicles. Nodes that
// are no vehicles, and vehicles without a size, are points, which no ray meets.
type world struct {
	run   *Simulation
	water *ocean.Water
	own   int // the node that looks
}

// Peer implements sensor.World.
func (w *world) Peer(id int32, t sim.Time) vehicle.Motion {
	if id < 0 || int(id) >= len(w.run.nodes) {
		panic(fmt.Sprintf("scenarios: an instrument asks where node %d is, and there is none; take the addresses that Site.Node gives when it is built", id))
	}
	m, _ := w.run.nodes[id].motion(t)
	return m
}

// castMost is beyond what nothing is looked for, m.
const castMost = 1e5

// Cast implements sensor.World: the nearest hit counts.
func (w *world) Cast(from, dir geom.Vec, most float64, t sim.Time) (sensor.Hit, bool) {
	seen := castRay{from: from, dir: dir, most: min(most, castMost)}
	if w.water.Seabed(from) <= from.Depth() {
		return seen.hit, false // it is in the ground
	}
	w.castBounds(&seen)
	for i := range w.run.obstacles {
		seen.meets(w.run.obstacles[i].Solid)
	}
	for i, n := range w.run.nodes {
		if i != w.own && n.hull != nil {
			w.castHull(&seen, i, n, t)
		}
	}
	return seen.hit, seen.met
}

// castRay is a ray with the nearest thing that it has met so far, beyond which nothing counts.
type castRay struct {
	from, dir geom.Vec
	most      float64 // m
	hit       sensor.Hit
	met       bool
}

// take takes a hit that is nearer than those before.
func (r *castRay) take(h sensor.Hit) {
	if h.Distance <= r.most {
		r.hit, r.most, r.met = h, h.Distance, true
	}
}

// meets takes what stands still.
func (r *castRay) meets(s solid.Solid) {
	if h, ok := s.Cast(r.from, r.dir, r.most); ok {
		r.take(sensor.Hit{Distance: h.Distance, Normal: h.Normal, Node: trace.None})
	}
}

// castBounds takes the bottom and the surface, which is seen from below as its mean level, without waves.
func (w *world) castBounds(r *castRay) {
	if d, normal, ok := w.water.CastSeabed(r.from, r.dir, r.most); ok {
		r.take(sensor.Hit{Distance: d, Normal: normal, Node: trace.None})
	}
	if r.dir.Z > 0 && r.from.Z < 0 {
		r.take(sensor.Hit{Distance: -r.from.Z / r.dir.Z, Normal: geom.Vec{Z: -1}, Node: trace.None})
	}
}

// castHull takes the hull of a vehicle.
func (w *world) castHull(r *castRay, id int, n *node, t sim.Time) {
	m := &n.body.At(t).Motion
	hull := solid.Capsule{From: m.Position.Add(m.Attitude.Rotate(n.hull.From)), To: m.Position.Add(m.Attitude.Rotate(n.hull.To)), Radius: n.hull.Radius}
	middle, reach := hull.From.Add(hull.To).Scale(0.5), hull.From.Dist(hull.To)/2+hull.Radius
	if to := middle.Sub(r.from); to.Norm() > r.most+reach || to.Cross(r.dir).Norm() > reach {
		return
	}
	h, ok := hull.Cast(r.from, r.dir, r.most)
	if !ok {
		return
	}
	at := r.from.Add(r.dir.Scale(h.Distance))
	linear, turn := geom.Vec{X: m.Velocity[0], Y: m.Velocity[1], Z: m.Velocity[2]}, geom.Vec{X: m.Velocity[3], Y: m.Velocity[4], Z: m.Velocity[5]}
	moves := m.Attitude.Rotate(linear.Add(turn.Cross(m.Attitude.RotateInverse(at.Sub(m.Position)))))
	r.take(sensor.Hit{Distance: h.Distance, Normal: h.Normal, Velocity: moves, Node: int32(id)})
}
