package plant

import (
	"math"

	"halocline/plant/vehicle"
	"halocline/sim"
)

// meter adds up the electrical energy of a body's thrusters, step by step.
type meter struct {
	on     bool
	energy float64 // until the last step, J
}

// Meter has the electrical energy of the thrusters added up from now on. It reports whether their power is known.
func (b *Body) Meter() bool {
	if math.IsNaN(b.ThrusterPower(b.at)) {
		return false
	}
	b.meter.on = true
	return true
}

// Draw returns the electrical power that the thrusters take, W. Without power, or held, they take none.
func (b *Body) Draw(now sim.Time) float64 {
	if b.dead || b.held || !b.meter.on {
		return 0
	}
	return b.ThrusterPower(now)
}

// Energy returns the electrical energy that the thrusters have taken since Meter, J.
func (b *Body) Energy(now sim.Time) float64 {
	if b.meter.on && now > b.at {
		return b.meter.energy + b.took(&b.state, b.At(now), now)
	}
	return b.meter.energy
}

// MostDraw returns the electrical power of all thrusters at their limits, W; it is infinite where only the dynamics know that.
func (b *Body) MostDraw() float64 {
	m := b.Model()
	if m == nil {
		return math.Inf(1)
	}
	return m.MostPower()
}

// took returns the electrical energy of a step from the last one to a time, J.
func (b *Body) took(from, to *vehicle.State, until sim.Time) float64 {
	if b.dead || b.held {
		return 0
	}
	seconds := until.Sub(b.at).Seconds()
	if m := b.Model(); m != nil {
		return m.Consumed(from, to, seconds)
	}
	d := b.dynamics.(vehicle.Powered)
	return (d.Power(from) + d.Power(to)) / 2 * seconds
}
