package scenarios

import (
	"fmt"
	"math"
	"slices"
	"time"

	"halocline/plant/ncs"
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// fit gives a vehicle its instruments, and warns of those that read nothing where it begins
// or at its berth.
func (h *harbour) fit(n programmed, p *ncs.Pilot, c *ncs.ReckoningConfig, berth geom.Vec) {
	if c == nil {
		return
	}
	h.warnOutOfReach(n, c, n.at.Position(0), "where it begins")
	h.warnOutOfReach(n, c, berth, "at its berth")
	if c.DVL != nil {
		h.warnTooLate(n.group, "dvl", "run.reckoning.dvl", c.DVL.Schedule())
		p.Fit(h.log(n, c.DVL))
	}
	if c.Depth != nil {
		h.warnTooLate(n.group, "depth", "run.reckoning.depth", c.Depth.Schedule())
		p.FitGauge(h.gauge(n, c.Depth))
	}
	if c.IMU != nil {
		h.warnTooLate(n.group, "imu", "run.reckoning.imu", c.IMU.Schedule())
		p.FitIMU(h.imu(n, c.IMU))
	}
}

// imu returns how a vehicle reads its inertial unit.
func (h *harbour) imu(n programmed, c *ncs.IMUConfig) ncs.Inertial {
	imu, unmoved := c.New(h.streams, n.name+"/imu"), new(vehicle.Six) // nobody reads the accelerometers
	digest := h.digesting()
	return func(now sim.Time) (sensor.Inertial, bool) {
		r, ok := imu.Read(now, &n.body.At(now).Motion, unmoved)
		digest.measured(now, ok, r.Rate.X, r.Rate.Y, r.Rate.Z, r.Heading, r.Pitch, r.Roll)
		return r, ok
	}
}

// gauge returns how a vehicle reads its pressure gauge.
func (h *harbour) gauge(n programmed, c *ncs.DepthConfig) ncs.Gauge {
	gauge := c.New(h.streams, n.name+"/depth")
	digest := h.digesting()
	return func(now sim.Time) (sensor.Depth, bool) {
		r, ok := gauge.Read(now, &n.body.At(now).Motion)
		digest.measured(now, ok, r.Depth)
		return r, ok
	}
}

// log returns how a vehicle reads its Doppler log.
func (h *harbour) log(n programmed, c *ncs.DVLConfig) ncs.Log {
	if c.Track == "bottom" && math.IsInf(h.water.Seabed(n.at.Position(0)), 1) {
		h.blame(n, ".reckoning.dvl.track", "a log that follows the bottom reads nothing in water without one; give the water a seabed, or write track: either")
	}
	dvl := c.New(h.streams, n.name+"/dvl")
	digest := h.digesting()
	return func(now sim.Time) (sensor.Doppler, bool) {
		s := n.body.At(now)
		r, ok := dvl.Read(now, &s.Motion, h.water.Seabed(s.Position), h.water.Current(s.Position, now))
		digest.measured(now, ok, r.Velocity.X, r.Velocity.Y, r.Velocity.Z, r.Altitude)
		return r, ok
	}
}

// warnOutOfReach warns of instruments that read nothing at a place. A log that may follow the
// water reads there too.
func (h *harbour) warnOutOfReach(n programmed, c *ncs.ReckoningConfig, at geom.Vec, where string) {
	warn := func(what string, c interface {
		Doubt(at geom.Vec, w sensor.Water) string
	},
	) {
		if why := c.Doubt(at, h.water); why != "" {
			h.warn("%s: its %s reads nothing %s: %s", n.group.Name, what, where, why)
		}
	}
	if c.DVL != nil {
		warn("log", c.DVL)
	}
	if c.Depth != nil {
		warn("pressure gauge", c.Depth)
	}
}

// warnTooLate warns of an instrument whose first reading comes out after the run, once for
// the nodes of a group.
func (b *builder) warnTooLate(group *Node, name, key string, t sensor.Timing) {
	if takes := time.Duration(t.Available(0)); t.Start > b.duration-takes { // start is without bounds
		w := fmt.Sprintf("%s: nothing that its instrument %s reads is known within the run, which lasts %v: the first measurement is at %v, and its reading comes %v later; look at latency, split and start of nodes.%s.%s",
			group.Name, name, b.duration, t.Start, takes, group.Name, key)
		if !slices.Contains(b.warnings, w) {
			b.warnings = append(b.warnings, w)
		}
	}
}
