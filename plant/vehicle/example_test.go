package vehicle_test

import (
	"fmt"

	"halocline/plant/vehicle"
	"halocline/sim/geom"
)

// sphere returns a sphere of 100 kg that floats in fresh water, with one thruster.
// Its added mass is half of the water that it displaces, 50 kg. Drag is linear, 30 N
// for each m/s.
func sphere() (*vehicle.Model, error) {
	return vehicle.NewModel(vehicle.Body{
		Mass: 100, Volume: 0.1, Gravity: 9.81,
		Inertia:   [3]geom.Vec{{X: 4}, {Y: 4}, {Z: 4}},
		AddedMass: vehicle.Diagonal(vehicle.Six{50, 50, 50, 0, 0, 0}),
		Linear:    vehicle.Diagonal(vehicle.Six{30, 30, 30, 5, 5, 5}),
	}, []vehicle.Thruster{
		{Name: "stern", Axis: geom.Vec{X: 1}, Curve: vehicle.Curve{Ahead: 0.01, Astern: 0.01}, Max: 100, MaxAstern: 100},
	}, nil)
}

// A thrust of 60 N drives the sphere up to 60/30 = 2 m/s with a time constant of
// (100 + 50)/30 = 5 s. After 5 s it makes 2 (1 - 1/e) = 1.264 m/s and has come
// 2 (5 - 5 (1 - 1/e)) = 3.679 m.
func Example() {
	m, err := sphere()
	if err != nil {
		fmt.Println(err)
		return
	}
	state := vehicle.AtRest(geom.Vec{Z: -10}, 0)
	input := vehicle.Input{60}
	water := vehicle.Water{Density: 1000}
	stepper := m.Stepper(0.01, vehicle.RK4)
	for range 500 {
		if err := stepper.Step(&state, &input, &water, nil, 0.01); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Printf("%.3f m/s, %.3f m, depth %.3f m\n", state.Velocity[vehicle.Surge], state.Position.X, -state.Position.Z)
	// Output: 1.264 m/s, 3.679 m, depth 10.000 m
}

// A current of 0.5 m/s takes along what does nothing, with the same time constant:
// after 5 s the sphere has 0.5 (1 - 1/e) = 0.316 m/s.
func ExampleStepper_Step() {
	m, err := sphere()
	if err != nil {
		fmt.Println(err)
		return
	}
	state := vehicle.AtRest(geom.Vec{Z: -10}, 0)
	water := vehicle.Water{Density: 1000, Current: geom.Vec{Y: 0.5}}
	stepper := m.Stepper(0.01, vehicle.RK4)
	for range 500 {
		if err := stepper.Step(&state, &vehicle.Input{}, &water, nil, 0.01); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Printf("%.3f m/s\n", state.WorldVelocity().Y)
	// Output: 0.316 m/s
}
