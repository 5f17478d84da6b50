package formation

import (
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
)

// packet is what a vehicle tells of itself.
type packet struct {
	at, velocity geom.Vec // as it takes itself to be and to go over ground, m and m/s
	stamp        sim.Time // when that was, by its own clock
}

// The numbers of a packet, which are ours: a place in cm, of 24 bits with the sign along each axis; a velocity in mm/s, of 16 bits; a time in ms,
// of 32 bits, which begin again after 49.7 days: who hears it knows better than that which day it is.
const (
	perMetre   = 100
	furthestAt = (1<<23 - 1) / float64(perMetre) // m
	perSpeed   = 1000
	fastestAt  = (1<<15 - 1) / float64(perSpeed) // m/s
	tick       = time.Millisecond
)

// rounded returns what of a packet its bits carry. What is beyond their range is at its edge.
func (p packet) rounded() packet {
	p.at = each(p.at, perMetre, furthestAt)
	p.velocity = each(p.velocity, perSpeed, fastestAt)
	p.stamp = sim.Time(time.Duration(p.stamp).Round(tick))
	return p
}

// each rounds the components of a vector to whole steps, of which there are so many in a unit.
func each(v geom.Vec, steps, most float64) geom.Vec {
	one := func(x float64) float64 { return max(-most, min(most, math.Round(x*steps)/steps)) }
	return geom.Vec{X: one(v.X), Y: one(v.Y), Z: one(v.Z)}
}

// beyond reports whether a place is further away than a packet can say.
func beyond(v geom.Vec) bool {
	return max(math.Abs(v.X), math.Abs(v.Y), math.Abs(v.Z)) > furthestAt
}
