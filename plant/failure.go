package plant

import (
	"math"
	"slices"

	"halocline/plant/vehicle"
)

// Failure is what is wrong with an actuator. The zero value is a total loss: it is asked for nothing, and the rotor of a
// thruster runs down with its lag.
type Failure struct {
	// Left is the share of what it is asked for, within its limits, that is left. A thruster takes the power of the thrust that it gives.
	Left float64
	// Stuck has it stay at a value, such as the angle of a fin, whatever it is asked for. It goes there as fast as it can.
	Stuck bool
	At    float64 // that value; NaN for where it is
}

// failing is a failure of an actuator.
type failing struct {
	Failure
	actuator int
}

// gives returns what the actuator is asked for in effect.
func (f *failing) gives(wanted float64, a *vehicle.Actuator) float64 {
	switch {
	case f.Stuck:
		return f.At
	case f.Left == 0:
		return 0
	}
	return f.Left * max(a.Least, min(wanted, a.Most))
}

// Fail makes an actuator fail from now on, and returns what repairs it. Failures add up.
func (b *Body) Fail(actuator int, how Failure) (repair func()) {
	b.catchUp()
	if how.Stuck && math.IsNaN(how.At) {
		how.At = b.stands(actuator)
	}
	f := &failing{how, actuator}
	b.failures = append(b.failures, f)
	b.drive()
	return func() {
		b.catchUp()
		b.failures = slices.DeleteFunc(b.failures, func(other *failing) bool { return other == f })
		b.drive()
	}
}

// stands returns where an actuator is: the angle of a fin of a model, and else what it was last asked for.
func (b *Body) stands(actuator int) float64 {
	if m := b.Model(); m != nil && actuator >= len(m.Thrusters) {
		return m.Angle(&b.state, actuator-len(m.Thrusters))
	}
	return b.input[actuator]
}

// Asked returns what an actuator is asked for, in effect.
func (b *Body) Asked(actuator int) float64 { return b.input[actuator] }
