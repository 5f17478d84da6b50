package ncs

import (
	"slices"

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
// never less than a second: the attitude turns with some 1 rad/s, and thrusters lag.
func (c *VehicleConfig) Fitted(m vehicle.Linear) *VehicleConfig {
	own := *c
	own.Links = slices.Clone(c.Links)
	for _, n := range own.steers() {
		s := n.config
		period := s.Period
		if p := c.Force.Period; p > 0 {
			period = p
		}
		s.fit(m, period.Seconds())
	}
	own.Attitude.fit(m)
	return &own
}

// The numbers of the rule.
const (
	periodsOfLoop = 3.0 // tau in sampling periods
	shortestLoop  = 1.0 // tau at least, s
	approachSpeed = 0.3 // speed at which P and D balance, m/s
	turning       = 1.0 // natural frequency of the heading, rad/s
	levelling     = 3.0 // that of roll and pitch, which only have to be held, rad/s
)

// fit fills in the gains that are left out: with the inertia J and the added one about an axis,
// J s^2 + kd s + kp = J (s + w)^2, critically damped. Drag, and what rights the vehicle, add to that.
// The lag of a thruster, 50 ms or so, and half a period of 20 ms take 7 degrees of the heading's phase
// margin of 76, and 21 of those of roll and pitch.
func (c *AttitudeConfig) fit(m vehicle.Linear) {
	all := m.Masses()
	inertia := geom.Vec{X: all[vehicle.Roll], Y: all[vehicle.Pitch], Z: all[vehicle.Yaw]}
	if c.Kp == nil {
		c.Kp = &geom.Vec{X: levelling * levelling * inertia.X, Y: levelling * levelling * inertia.Y, Z: turning * turning * inertia.Z}
	}
	if c.Kd == nil {
		c.Kd = &geom.Vec{X: 2 * levelling * inertia.X, Y: 2 * levelling * inertia.Y, Z: 2 * turning * inertia.Z}
	}
}

// fit fills in what is left out, for forces that are computed at a period in s.
func (c *SteerConfig) fit(m vehicle.Linear, period float64) {
	all := m.Masses()
	across := (all[vehicle.Surge] + all[vehicle.Sway]) / 2
	masses := geom.Vec{X: across, Y: across, Z: all[vehicle.Heave]}
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
