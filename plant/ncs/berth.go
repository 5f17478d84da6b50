package ncs

import (
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// dock watches the vehicles of a station and says when one is docked. It sees
// where they are, not what was measured.
type dock struct {
	Node
	config   *BerthConfig
	station  *Station
	dockings []*Docking
	free     int        // vehicles that are not docked
	cones    []geom.Vec // berths whose cones are in the water
}

// Docking is a vehicle that is to dock.
type Docking struct {
	Pilot  *Pilot
	Hull   hull
	Start  sim.Time
	Period time.Duration // of its acoustic control
	Berth  geom.Vec      // in the world
	Near   float64       // distance at which it is docked, m
	inside sim.Time      // since when it is as it has to be; -1 while it is not
	Docked sim.Time      // when it was docked; -1 until then

	cone *coneDocking       // nil without a cone
	told func(now sim.Time) // of a vehicle that has other tasks, too: it is docked
}

// newDock returns the dock of a station, which looks at its vehicles for the whole
// run.
func newDock(s *Station) *dock {
	d := &dock{Node: s.Node, config: &s.config.Berth, station: s}
	d.Kernel.Every(sim.Control, sim.Time(d.config.Check), d.config.Check, d.look)
	return d
}

// expect adds a vehicle that is to dock, and holds it until it sets out.
func (d *dock) expect(m *Docking) {
	m.inside, m.Docked = -1, -1
	m.Near = d.config.near(m.Hull.At(0).Position.Dist(m.Berth))
	d.dockings = append(d.dockings, m)
	d.free++
	if m.Start > 0 {
		m.Hull.Hold()
		d.Kernel.NewTimer(sim.Control, func(sim.Time) { m.Hull.Release() }).Arm(m.Start)
	}
}

// near returns the distance at which a vehicle is docked that begins so far from its berth, m.
func (c *BerthConfig) near(start float64) float64 {
	if c.Tolerance > 0 {
		return c.Tolerance * start
	}
	return c.Within
}

// fits reports whether a vehicle at a distance from its berth can be taken hold of.
func (d *dock) fits(m *Docking, distance float64, now sim.Time) bool {
	if m.cone == nil && distance > m.Near {
		return false
	}
	s := m.Hull.At(now)
	if m.cone != nil && !m.cone.holds(s, now) {
		return false
	}
	up := s.Attitude.Rotate(geom.Vec{Z: 1})
	return d.config.calm(s.WorldVelocity().Norm(), math.Atan2(math.Hypot(up.X, up.Y), up.Z))
}

// calm reports whether a vehicle is slow and upright enough to be docked.
func (c *BerthConfig) calm(speed, tilt float64) bool {
	return (c.Speed == 0 || speed <= c.Speed) && (c.Tilt == 0 || tilt <= c.Tilt)
}

// look is done at each check.
func (d *dock) look(now sim.Time) {
	for _, m := range d.dockings {
		if m.Docked >= 0 && m.cone != nil && m.cone.hasLeft(m.Hull.At(now).Position) {
			d.done()
		}
		if m.Docked >= 0 || now < m.Start {
			continue
		}
		distance := m.Hull.At(now).Position.Dist(m.Berth)
		switch {
		case !d.fits(m, distance, now):
			m.inside = -1
			continue
		case m.inside < 0:
			m.inside = now
		}
		if now.Sub(m.inside) >= d.config.Dwell {
			d.dock(m, now, distance)
		}
	}
}

// dock takes hold of a vehicle.
func (d *dock) dock(m *Docking, now sim.Time, distance float64) {
	m.Docked = now
	m.Pilot.emit(trace.Record{Kind: trace.Docked, Peer: d.Addr, Value: distance})
	if !d.config.Release {
		m.Pilot.stop(now)
		m.Hull.Hold()
		if d.undocks(m, now) {
			return
		}
		d.station.dismiss(m.Pilot.Addr)
	}
	if m.told != nil {
		m.told(now)
	}
	d.done()
}

// undocks has a vehicle let go after a time, where that is asked for, and led out.
func (d *dock) undocks(m *Docking, now sim.Time) bool {
	if m.cone == nil || m.cone.config.Undock == 0 {
		return false
	}
	m.cone.phase = isHeld
	d.Kernel.NewTimer(sim.Control, func(now sim.Time) {
		m.cone.leave()
		m.Hull.Release()
		m.Pilot.resume(now)
	}).Arm(now.Add(m.cone.config.Undock))
	return true
}

// done takes note of a vehicle that needs nothing more, and ends the run after the last one.
func (d *dock) done() {
	d.free--
	if d.free == 0 && !d.config.Go {
		d.Kernel.Stop()
	}
}
