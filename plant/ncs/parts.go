package ncs

import (
	"time"

	"halocline/plant/control"
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

func (c ComputerConfig) policy() rtos.Policy {
	switch c.Scheduling {
	case "deadline-monotonic":
		return rtos.DeadlineMonotonic
	case "edf":
		return rtos.EDF
	}
	return rtos.FixedPriority
}

// demand returns the processor time of a job, and whether it is drawn at random.
func (c TaskConfig) demand() (time rtos.Demand, random bool) {
	switch {
	case len(c.Measured) > 0:
		return rtos.Table(c.Measured), true
	case c.Spread > 0:
		return rtos.Uniform{Min: c.Demand, Max: c.Demand + c.Spread}, true
	}
	return rtos.Fixed(c.Demand), false
}

// task returns the configuration of a task of one segment, which reads when it begins and
// works when it has had its processor time. There may be nothing to read.
func (n *Node) task(c TaskConfig, name string, period, offset time.Duration, read, work func(now sim.Time)) rtos.TaskConfig {
	demand, random := c.demand()
	t := rtos.TaskConfig{
		Name: name, Priority: c.Priority, Deadline: c.Deadline, Period: period, Offset: offset, Backlog: rtos.Unlimited,
		Segments: []rtos.Segment{{Begin: read, Demand: demand, End: work}},
	}
	if random {
		t.Rand = n.Stream(name)
	}
	return t
}
