package ncs

import (
	"time"

	"halocline/plant/control"
	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rtos"
)

// zones returns where which gains are used: those of the link are the last.
func (c *SteerConfig) zones() control.Zones {
	z := control.Zones{Hysteresis: c.Hysteresis}
	for _, zone := range c.Zones {
		z.Limits = append(z.Limits, zone.Within)
	}
	return z
}

// controllers returns those of the three axes, with the gains of each zone.
func (c *SteerConfig) controllers() control.Banks {
	var banks control.Banks
	base := c.base()
	add := func(kp, ki, kd geom.Vec) {
		for i, pid := range triple(base, kp, ki, kd) {
			banks[i].Sets = append(banks[i].Sets, pid)
			banks[i].Fade = c.Fade
		}
	}
	for _, z := range c.Zones {
		add(z.Kp, z.Ki, z.Kd)
	}
	add(*c.Kp, *c.Ki, *c.Kd)
	return banks
}

// base returns what the controllers of all axes and zones have in common.
func (c *SteerConfig) base() control.PID {
	base := control.PID{Filter: c.Filter, Clamp: c.Clamp, Low: -c.Limit, High: c.Limit}
	switch c.Integral {
	case "accumulated":
		base.Integral = control.Accumulated
	case "series":
		base.Integral = control.Series
	}
	if c.Sampling == "elapsed" {
		base.Longest = 2 * c.Period
	}
	if c.Derivative == "measurement" {
		base.Derivative = control.OnMeasurement
	}
	return base
}

// triple returns three controllers that differ in their gains.
func triple(base control.PID, kp, ki, kd geom.Vec) control.Triple {
	x, y, z := base, base, base
	x.Kp, y.Kp, z.Kp = kp.X, kp.Y, kp.Z
	x.Ki, y.Ki, z.Ki = ki.X, ki.Y, ki.Z
	x.Kd, y.Kd, z.Kd = kd.X, kd.Y, kd.Z
	return control.Triple{x, y, z}
}

func (c MissingConfig) missing() control.Missing {
	m := control.Missing{Due: c.Due, Patience: c.Patience}
	switch c.Policy {
	case "zero":
		m.Policy = control.Zero
	case "wane":
		m.Policy = control.Wane
	}
	return m
}

// task returns a task, see program.TaskConfig.
func (n *Node) task(c program.TaskConfig, name string, period time.Duration, read, work func(now sim.Time)) rtos.TaskConfig {
	return c.Task(n.Stream, name, period, read, work)
}
