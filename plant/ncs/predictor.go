package ncs

import (
	"halocline/plant/control"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// predictor is a vehicle's Smith predictor, which knows the forces that it asks of its
// thrusters. None, nil, takes the vehicle to be where it was measured.
type predictor struct {
	vehicle craft
	smith   *control.Smith
}

// newPredictor returns the predictor for a vehicle, by default with what it is. Only
// what lies on the diagonals is taken, of translations.
func newPredictor(c *SmithConfig, m craft) (*predictor, error) {
	own := func(along vehicle.Six) geom.Vec {
		return geom.Vec{X: along[vehicle.Surge], Y: along[vehicle.Sway], Z: along[vehicle.Heave]}
	}
	mass, drag := own(m.Masses()), own(m.Dampings())
	if c.Mass != nil {
		mass = *c.Mass
	}
	if c.Drag != nil {
		drag = *c.Drag
	} else if min(drag.X, drag.Y, drag.Z) <= 0 {
		return nil, fault.In("smith", "the vehicle has no linear drag along each of its axes, and without it the error by a force that the model does not know grows without bound; give drag")
	}
	smith, err := control.NewSmith(mass, drag)
	if err != nil {
		return nil, fault.In("smith", "%v", err)
	}
	return &predictor{vehicle: m, smith: smith}, nil
}

// place returns where the vehicle is when an update comes. Updates come in the order of
// their measurement.
func (f *predictor) place(u *Update, now sim.Time) geom.Vec {
	if f == nil {
		return u.Position
	}
	place := u.Position.Add(f.smith.Way(u.Taken, now))
	f.smith.Forget(u.Taken)
	return place
}

// record takes down the thrusts that are asked for from now on, as far as the thrusters can
// give them.
func (f *predictor) record(now sim.Time, attitude geom.Quat, in *vehicle.Input) {
	if f != nil {
		f.smith.Push(now, attitude, f.vehicle.Force(in))
	}
}
