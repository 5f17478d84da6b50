package ncs

import (
	"halocline/plant/vehicle"
	"halocline/sim/geom"
)

// Fitted returns the configuration with what it leaves to the model of the vehicle: gains, and the
// waypoints that follow from them.
//
// The gains are Skogestad's for a double integrator, 1/(m s^2), with a delay (Simple analytic rules
// for model reduction and PID controller tuning, Journal of Process Control 13, 2003, table 1), which
// are of the series form kp (1 + 1/(4 tau s)) (1 + 4 tau s):
//
//	kp = m/(4 tau^2),  ki = kp/(4 tau),  kd = 4 tau kp
//
// with tau the closed-loop time constant and the delay together. The loop crosses a gain of 1 at some
// 1/tau with a phase margin of 62 degrees before delays, so that it stands a delay of 1.08 tau, half a period
// of which is the hold's. Drag only adds to that. With tau = 3 periods two periods are left, for updates
// that are lost or late, along each axis of a vehicle of the library; an update is as old as its way and the wait for the frame are
// long. Along x and y the vehicle may have any heading, so that m is the mean of surge and sway. tau is
// never less than a second: the yaw controller turns some 1 rad/s, and thrusters lag.
func (c *VehicleConfig) Fitted(m *vehicle.Model) *VehicleConfig {
	own := *c
	for _, s := range []*SteerConfig{&own.Acoustic, &own.RF} {
		period := s.Period
		if r := c.Reckoning; r != nil && r.Period > 0 {
			period = r.Period
		}
		s.fit(m, period.Seconds())
	}
	return &own
}

// The numbers of the rule.
const (
	periodsOfLoop = 3.0 // tau in sampling periods
	shortestLoop  = 1.0 // tau at least, s
	approachSpeed = 0.3 // speed at which P and D balance, m/s
)

// fit fills in what is left out, for forces that are computed at a period in s.
func (c *SteerConfig) fit(m *vehicle.Model, period float64) {
	mass := func(axis vehicle.Axis) float64 { return m.Mass + m.AddedMass[axis][axis] }
	across := (mass(vehicle.Surge) + mass(vehicle.Sway)) / 2
	masses := geom.Vec{X: across, Y: across, Z: mass(vehicle.Heave)}
	tau := max(shortestLoop, periodsOfLoop*period)
	left := func(gain **geom.Vec, perMass float64) {
		if *gain == nil {
			v := masses.Scale(perMass)
			*gain = &v
		}
	}
	left(&c.Kp, 1/(4*tau*tau))
	left(&c.Ki, 1/(16*tau*tau*tau))
	left(&c.Kd, 1/tau)
	if c.Waypoint == nil {
		ahead := 0.0
		if c.Kp.X > 0 {
			ahead = approachSpeed * c.Kd.X / c.Kp.X
		}
		c.Waypoint = &ahead
	}
}
