package plant

import (
	"math"

	"halocline/plant/vehicle"
)

// Thrust returns how hard the thrusters worked at the last step: the mean over them of the thrust of each in water at rest, as
// a share of its greatest in that direction, to the power of an exponent. Of dynamics that do not tell the thrust it is that
// which they are asked for. A vehicle that is held has its thrusters off.
func (b *Body) Thrust(exponent float64) float64 {
	if b.held {
		return 0
	}
	model, sum, thrusters := b.Model(), 0.0, 0
	for i := range b.actuators {
		a := &b.actuators[i]
		if !isThruster(a) {
			continue
		}
		thrusters++
		thrust := b.input[i]
		if model != nil {
			thrust = model.Thrust(&b.state, i)
		}
		most := a.Most
		if thrust < 0 {
			most = a.Least
		}
		if most != 0 {
			sum += math.Pow(min(thrust/most, 1), exponent)
		}
	}
	if thrusters == 0 {
		return 0
	}
	return sum / float64(thrusters)
}

// HasThrusters reports whether the vehicle has thrusters whose greatest thrust is known.
func (b *Body) HasThrusters() bool {
	for i := range b.actuators {
		if isThruster(&b.actuators[i]) {
			return true
		}
	}
	return false
}

// isThruster reports whether an actuator gives a thrust between limits.
func isThruster(a *vehicle.Actuator) bool {
	return a.Powered && a.Unit == "N" && !math.IsInf(a.Most, 1)
}
