package scenarios

import (
	"fmt"
	"math"
	"slices"

	"halocline/plant/control/loop"
	"halocline/plant/ncs"
	"halocline/plant/vehicle"
	"halocline/sim/geom"
)

// warnUnheard warns of a station that goes over to radio where the vehicle, on the straight
// way to its berth, does not hear that yet: it would get no update any more.
func (h *harbour) warnUnheard(n programmed, m *ncs.Mooring, station *ncs.StationConfig, near *ncs.Wiring, home geom.Vec) {
	way := n.at.Position(0).Sub(m.Berth)
	if station.Method != "hybrid" || station.Both || way.Norm() == 0 {
		return
	}
	heard := func(d float64) bool { return near.Spare(home, m.Berth.Add(way.Scale(d/way.Norm()))) >= 0 }
	far := min(station.Threshold, way.Norm())
	if heard(far) {
		return
	}
	low := 0.0
	for range 50 { // halves the way between heard and unheard
		if middle := (low + far) / 2; heard(middle) {
			low = middle
		} else {
			far = middle
		}
	}
	h.warn("%s: its station goes over to link %s at %g m, and without fading that is heard up to %.2g m from the berth only; lower the threshold of the station, write both: true, or look at the water's conductivity", n.group.Name, station.RF.Link, station.Threshold, low)
}

// warnAdrift warns of a vehicle that its acoustic controller does not hold where it begins, against
// the current and its weight in water. A waypoint lies no further ahead than w, so that the steady
// force F with the gains k = Kp + Ki T, where I does not add up, meets sum((F_i / (k_i w))^2) <= 1.
func (h *harbour) warnAdrift(n programmed, config *ncs.VehicleConfig, station *ncs.StationConfig, berth geom.Vec) {
	steer, way := &config.Acoustic, berth.Sub(n.body.Position(0))
	if station.Method == "hybrid" && (station.Both || way.Norm() <= station.Threshold) {
		return // it may have radio at once
	}
	load := h.load(n, config)
	drifts := func(why, raise string) {
		h.warn("%s: where it begins, current, weight and buoyancy push it with %.3g N, %.3g N and %.3g N along x, y and z, and %s: it drifts off; raise %s",
			n.group.Name, load.X, load.Y, load.Z, why, raise)
	}
	if most := max(math.Abs(load.X), math.Abs(load.Y), math.Abs(load.Z)); steer.Limit > 0 && most > steer.Limit {
		drifts(fmt.Sprintf("its acoustic controller gives at most its limit of %.4g N along each", steer.Limit), "acoustic.limit")
		return
	}
	if steer.Waypoint == 0 || steer.Waypoint > way.Norm() || steer.Integral != "per-sample" || steer.Sampling != "nominal" || steer.Zones != nil || config.Reckoning != nil {
		return
	}
	most := steer.Kp.Add(steer.Ki.Scale(steer.Period.Seconds())).Scale(steer.Waypoint)
	if share := (geom.Vec{X: load.X / most.X, Y: load.Y / most.Y, Z: load.Z / most.Z}).Norm(); share > 1 {
		drifts(fmt.Sprintf("that is %.3g times what its acoustic gains give with a waypoint %.4g m ahead", share, steer.Waypoint), "acoustic.waypoint or acoustic.kp")
	}
}

// load returns the force, in the world frame, on a vehicle that is held level where it begins. One that
// heads for its berth faces the current in the end: that carries it to where the berth lies upstream.
func (h *harbour) load(n programmed, config *ncs.VehicleConfig) geom.Vec {
	at := n.body.Position(0)
	flow := h.water.Current(at, 0).Scale(-1)
	yaw, _, _ := n.body.Attitude(0).Euler()
	if config.Attitude.Heading == "berth" {
		yaw = math.Atan2(flow.Y, flow.X)
	}
	turned := geom.FromEuler(yaw, 0, 0)
	force := turned.Rotate(n.model.Drag(turned.RotateInverse(flow)))
	force.Z += (h.water.Density(at)*n.model.Volume - n.model.Mass) * n.model.Gravity
	return force
}

// warnUnstable warns of a vehicle that its attitude controller would not keep at a heading, even if
// its thrusters answered at once: the linear loop of yaw, with inertia and added mass and with
// linear damping, has a pole that is not within the unit circle. That is what comes of gains for
// a heavy vehicle on a light one: the thrusters jerk to and fro, and it does not get away.
func (h *harbour) warnUnstable(n programmed, c *ncs.AttitudeConfig) {
	const yaw = 5
	inertia, damping := n.model.Inertia[2].Z+n.model.AddedMass[yaw][yaw], n.model.Linear[yaw][yaw]
	kp, nd, ni, period := c.Kp.Z, c.Kd.Z/c.Kp.Z, c.Ki.Z/c.Kp.Z, c.Period.Seconds()
	if !(kp > 0) || len(n.model.Controls) > 0 && !slices.Contains(n.model.Controls, vehicle.Yaw) {
		return
	}
	if a, g := kp*nd*period/(2*inertia), kp*period*period/(2*inertia); ni == 0 && a < 0.5 && g < a/2 {
		return // by Jury's criterion, which is quicker than to look for the poles
	}
	l := loop.Sampled{Plant: loop.Plant(inertia, damping), Controller: loop.PIDSampled(kp, nd, ni, period, false), Period: period}
	if l.Validate() != nil || l.Unstable(1) == 0 {
		return
	}
	h.warn("%s: its attitude controller does not keep it at a heading: with %.3g kg m2 about z, added mass included, a yaw gain of %g N m/rad and %g N m s/rad each %v are unstable; lower attitude.kp and attitude.kd, or the period; halocline loop --a %.4g --b %.4g --kp %g --nd %.4g --ni %.4g --sampled %v --integral per-sample shows the loop",
		n.group.Name, inertia, kp, c.Kd.Z, c.Period, inertia, damping, kp, nd, ni, c.Period)
}
