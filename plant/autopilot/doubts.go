package autopilot

import (
	"fmt"
	"math"

	"halocline/plant/vehicle"
	"halocline/sim/geom"
	"halocline/sim/numeric"
)

// Doubts says what a vehicle hardly does at a speed in m/s in water of a density, each as the rest of a sentence about the vehicle.
func (a *Autopilot) Doubts(m *vehicle.Model, speed, density float64) (all []string) {
	doubt := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	if top := a.Fastest(); speed > top {
		doubt("it is to swim at %.4g m/s, and by the drag along surge its thrusters give it %.4g m/s at most; let it swim slower", speed, top)
	}
	if !a.trims(m, speed, density) {
		doubt("at %.4g m/s its fins do not hold its depth in water of %.4g kg/m3, where it displaces %.4g N and weighs %.4g N; let it swim faster, or trim its mass or its volume",
			speed, density, density*m.Volume*m.Gravity, m.Mass*m.Gravity)
	}
	for _, axis := range a.unheld {
		righting := "no moment turns it back" // in yaw
		if axis == vehicle.Pitch {
			_, most := m.Rest(density)
			righting = fmt.Sprintf("its righting moment is %.3g N m", most)
		}
		_, least := numeric.Bisect(0, speed, 40, func(v float64) bool { return !(Divergence(m, axis, v) > 0) })
		doubt("at %.4g m/s the water turns its hull off its way in %s (Munk's moment), and nothing holds it there: %s, and from %.3g m/s on that is too little; let it swim slower",
			speed, axis, righting, least)
	}
	return all
}

// Turning returns the radius in m of the turning circle of a vehicle that fins turn, with its rudder as far as it goes, or as fast as the
// autopilot has it turn, in the plane, at a speed in m/s ahead in water of a density. It is 0 for others.
func (a *Autopilot) Turning(m *vehicle.Model, speed, density float64) float64 {
	if a.steering == nil || a.Sways() || math.IsInf(a.steering.Most(vehicle.Yaw, pressure(speed)), 1) {
		return 0
	}
	const step, time = 0.01, 100.0 // s
	var in vehicle.Input
	a.steering.Angles(&vehicle.Six{vehicle.Yaw: a.steering.Most(vehicle.Yaw, pressure(speed))}, pressure(speed), &in)
	s, water := m.Steered(vehicle.Motion{Attitude: geom.FromEuler(0, 0, 0)}, &in), vehicle.Water{Density: density}
	s.Velocity[vehicle.Surge] = speed
	for range int(time / step) {
		got := m.Acceleration(&s, &water)
		s.Velocity[vehicle.Sway] += step * got[vehicle.Sway]
		s.Velocity[vehicle.Yaw] += step * got[vehicle.Yaw]
	}
	rate := min(math.Abs(s.Velocity[vehicle.Yaw]), a.cascade.Attitude[2].High)
	return math.Hypot(speed, s.Velocity[vehicle.Sway]) / rate
}
