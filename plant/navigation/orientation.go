package navigation

import (
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// posture is how a vehicle is turned, and how fast it turns, in the body frame.
type posture struct {
	attitude geom.Quat
	rate     geom.Vec // rad/s
}

// postureOf returns that of a motion.
func postureOf(m *vehicle.Motion) posture {
	return posture{m.Attitude, geom.Vec{X: m.Velocity[3], Y: m.Velocity[4], Z: m.Velocity[5]}}
}

// orientation is how a vehicle takes itself to be turned: as it is; or, with an inertial unit, by the last reading that has come
// out, and before the first one as it was made.
type orientation struct {
	exact func(t sim.Time) *vehicle.Motion
	unit  bool // there is an inertial unit
	made  posture
	past  []attitude // by the time at which they come out
}

// attitude is a reading of the inertial unit.
type attitude struct {
	out sim.Time
	posture
}

// at returns how the vehicle takes itself to be turned.
func (p *orientation) at(now sim.Time) posture {
	if !p.unit {
		return postureOf(p.exact(now))
	}
	for i := len(p.past) - 1; i >= 0; i-- {
		if p.past[i].out <= now {
			return p.past[i].posture
		}
	}
	return p.made
}

// then is at for a reading that was taken at a time, and came with what is exact.
func (p *orientation) then(t sim.Time, exact *posture) posture {
	if p.unit {
		return p.at(t)
	}
	return *exact
}

// forget drops the readings that nobody asks for who only asks for times from one on.
func (p *orientation) forget(from sim.Time) {
	n := 0
	for n+1 < len(p.past) && p.past[n+1].out <= from {
		n++
	}
	p.past = append(p.past[:0], p.past[n:]...)
}

// gauge is the readings of a pressure gauge that have not come out yet.
type gauge struct {
	turning *orientation
	config  *sensor.DepthConfig
	coming  []sounding
}

// sounding is a reading of a pressure gauge.
type sounding struct {
	at, out sim.Time // when it holds, and when it is known
	depth   float64  // m
	posture
}

// take returns the first of the readings that have come out, each once: when it was taken, and the height in the world, in
// m, that the origin of the vehicle has by it. The attitude that was known then says how far above the gauge that is.
func (g *gauge) take(now sim.Time) (at, out sim.Time, z float64, ok bool) {
	if len(g.coming) == 0 || g.coming[0].out > now {
		return 0, 0, 0, false
	}
	d := g.coming[0]
	g.coming = append(g.coming[:0], g.coming[1:]...)
	turned := g.turning.then(d.at, &d.posture)
	return d.at, d.out, -d.depth - turned.attitude.Rotate(g.config.Position).Z, true
}
