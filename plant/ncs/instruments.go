package ncs

import (
	"halocline/plant/sensor"
	"halocline/sim"
	"halocline/sim/geom"
)

// inertialReader reads the inertial unit of a vehicle, if it has a reading now. It is called
// once for each measurement, with the time.
type inertialReader func(now sim.Time) (sensor.Inertial, bool)

// orientation is how a vehicle takes itself to be turned: as it is; or, with an inertial
// unit, by the last reading that has come out, and before the first one as it was made.
type orientation struct {
	hull   hull
	config *IMUConfig
	unit   inertialReader // nil: exactly
	next   sim.Time       // measurement
	coming []sensor.Inertial

	attitude geom.Quat // by the unit
	rate     geom.Vec  // of turning, in the body frame, rad/s; by the unit
}

func newOrientation(hull hull) *orientation {
	return &orientation{hull: hull, attitude: hull.At(0).Attitude}
}

// at returns the attitude and the rate of turning in rad/s in the body frame.
func (p *orientation) at(now sim.Time) (geom.Quat, geom.Vec) {
	if p.unit == nil {
		s := p.hull.At(now)
		return s.Attitude, geom.Vec{X: s.Velocity[3], Y: s.Velocity[4], Z: s.Velocity[5]}
	}
	p.look(now)
	return p.attitude, p.rate
}

// look measures if that is due, and takes the readings that have come out. Whoever wants
// to know how the vehicle is turned looks first, so that it does not matter which of the
// events of an instant comes before the unit's.
func (p *orientation) look(now sim.Time) {
	if p.next <= now {
		p.next = now.Add(p.config.Interval())
		if r, ok := p.unit(now); ok {
			p.coming = append(p.coming, r)
		}
	}
	n := 0
	for n < len(p.coming) && p.coming[n].Available <= now {
		p.attitude, p.rate = p.coming[n].Attitude(), p.coming[n].Rate
		n++
	}
	p.coming = append(p.coming[:0], p.coming[n:]...)
}

// addIMU gives the vehicle the inertial unit that its configuration describes. It is read
// from now on, in phase Comm.
func (p *Pilot) addIMU(unit inertialReader) {
	c := p.config.Reckoning.IMU
	p.orientation.config, p.orientation.unit, p.orientation.next = c, unit, c.Due(0)
	p.Kernel.Every(sim.Comm, c.Due(0), c.Interval(), p.orientation.look)
}

// gaugeReader reads the pressure gauge of a vehicle, if it has a reading now. It is called once
// for each measurement, with the time.
type gaugeReader func(now sim.Time) (sensor.Depth, bool)

// gauge is the readings of a pressure gauge that have not come out yet.
type gauge struct {
	turning *orientation
	config  *sensor.DepthConfig
	coming  []depth
}

// depth is a reading: the height in the world, in m, that the origin of the vehicle has by
// it.
type depth struct {
	at, out sim.Time // when it holds, and when it is known
	z       float64
}

// note takes a reading when it is measured. The attitude that is known then says how far
// above the gauge the origin is.
func (g *gauge) note(d *sensor.Depth) {
	attitude, _ := g.turning.at(d.Taken)
	z := -d.Depth - attitude.Rotate(g.config.Position).Z
	g.coming = append(g.coming, depth{at: d.Taken, out: d.Available, z: z})
}

// take returns the first of the readings that have come out; each once.
func (g *gauge) take(now sim.Time) (d depth, ok bool) {
	if len(g.coming) == 0 || g.coming[0].out > now {
		return depth{}, false
	}
	d = g.coming[0]
	g.coming = append(g.coming[:0], g.coming[1:]...)
	return d, true
}

// addGauge gives the vehicle the pressure gauge that its configuration describes. It is
// read from now on, in phase Comm.
func (p *Pilot) addGauge(read gaugeReader) {
	c := p.config.Reckoning.Depth
	p.Kernel.Every(sim.Comm, c.Due(0), c.Interval(), func(now sim.Time) {
		if reading, ok := read(now); ok {
			p.reckoning.gauge.note(&reading)
		}
		p.reckoning.look(now)
	})
}
