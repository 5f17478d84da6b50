// Package vehicles holds how the vehicles of the library move against what is published of
// them: speeds, drag coefficients and turning circles, worked out from their files.
//
// A speed is that at which the drag along an axis is all that the thrusters give along it. A drag
// coefficient is of the volume, 2 D / (rho v^2 V^(2/3)), at 1 m/s, because it needs no
// drawing. A vehicle with a rudder turns in the plane, with the rudder as far as it goes and
// the thrust that it swims straight on at 1.5 m/s with; one without turns on the spot.
//
// Left out: currents, the surface, and that thrusters give less the faster they go, but for
// those whose file says so.
package vehicles

import (
	"math"
	"slices"

	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/sim/geom"
)

// water is sea water at rest.
func water() vehicle.Water { return vehicle.Water{Density: 1025} }

// moves is how a vehicle moves. NaN is what it does not do, or what makes no sense for it.
type moves struct {
	name                         string
	mass                         float64 // kg
	volume                       float64 // m3
	ahead, aside, up, down       float64 // top speeds, m/s
	dragAhead, dragAside, dragUp float64 // of the volume
	diameter                     float64 // of its turning circle, m
	rate                         float64 // of turning on the spot, rad/s
}

// library works out how each vehicle of the library moves.
func library() ([]moves, error) {
	var all []moves
	for _, name := range vehicle.Names() {
		m, err := scenarios.Standard().LoadVehicle(name)
		if err != nil {
			return nil, err
		}
		of, err := movesOf(name, m)
		if err != nil {
			return nil, err
		}
		all = append(all, of)
	}
	return all, nil
}

func movesOf(name string, m *vehicle.Model) (moves, error) {
	a, err := vehicle.NewAllocation(m, nil)
	if err != nil {
		return moves{}, err
	}
	top := func(axis vehicle.Axis) (forward, back float64) {
		ahead, astern := a.Most(axis)
		return speed(m, axis, ahead), speed(m, axis, astern)
	}
	of := moves{
		name: name, mass: m.Mass, volume: m.Volume, diameter: math.NaN(), rate: math.NaN(),
		dragAhead: coefficient(m, geom.Vec{X: 1}), dragAside: coefficient(m, geom.Vec{Y: 1}), dragUp: coefficient(m, geom.Vec{Z: 1}),
	}
	of.ahead, _ = top(vehicle.Surge)
	of.aside, _ = top(vehicle.Sway)
	of.up, of.down = top(vehicle.Heave)
	if i := rudder(m); i >= 0 {
		of.diameter = 2 * turn(m, i, 1.5)
	} else {
		of.rate, _ = top(vehicle.Yaw)
	}
	return of, nil
}

// speed returns the speed, or the turn rate, at which the drag along an axis is a force or a moment:
// that of a linear and a quadratic part.
func speed(m *vehicle.Model, axis vehicle.Axis, force float64) float64 {
	if math.IsInf(force, 1) {
		return math.NaN() // no thruster acts there
	}
	b, c := m.Linear[axis][axis], m.Quadratic[axis][axis]
	switch {
	case c > 0:
		return (math.Sqrt(b*b+4*c*force) - b) / (2 * c)
	case b > 0:
		return force / b
	}
	return math.NaN()
}

// coefficient returns the drag coefficient of the volume at a velocity of 1 m/s.
func coefficient(m *vehicle.Model, v geom.Vec) float64 {
	return 2 * m.Drag(v).Norm() / (water().Density * area(m.Volume))
}

// area is the one that drag coefficients are of: the volume to the power 2/3.
func area(volume float64) float64 { return math.Cbrt(volume * volume) }

// rudder returns the fin that turns a vehicle to a side, or -1.
func rudder(m *vehicle.Model) int {
	return slices.IndexFunc(m.Fins, func(f vehicle.Fin) bool { return f.MaxAngle > 0 && math.Abs(f.Hinge.Z) > 0.5 })
}

// turn returns the radius in m of the circle in the plane on which a vehicle comes to swim with its
// rudder as far as it goes and the thrust for a straight speed.
func turn(m *vehicle.Model, rudder int, straight float64) float64 {
	const step, time = 0.01, 300.0 // s
	s, sea := vehicle.AtRest(geom.Vec{Z: -50}, 0), water()
	s.Velocity[vehicle.Surge] = straight
	s.Inner[0] = math.Sqrt(m.Drag(geom.Vec{X: straight}).Norm() / m.Thrusters[0].Curve.Ahead)
	s.Inner[vehicle.MaxThrusters+rudder] = m.Fins[rudder].MaxAngle
	for range int(time / step) {
		a := m.Acceleration(&s, &sea)
		for _, axis := range []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Yaw} {
			s.Velocity[axis] += step * a[axis]
		}
	}
	return math.Hypot(s.Velocity[vehicle.Surge], s.Velocity[vehicle.Sway]) / math.Abs(s.Velocity[vehicle.Yaw])
}
