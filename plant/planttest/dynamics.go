package planttest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"halocline/plant/vehicle"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

const (
	steps  = 500  // of a vehicle for a seed
	length = 0.01 // of a step, s
	tiny   = 1e-5 // a step that shows a slope, s
)

// Dynamics checks the equations of a vehicle, which are made by a function, all alike and each new. Its steps are 10 ms long.
func Dynamics(t T, fresh func(vehicle.Setup) (vehicle.Dynamics, error)) {
	t.Helper()
	for seed := range uint64(seeds) {
		if err := checkDynamics(fresh, seed); err != nil {
			t.Errorf("seed %d: %v", seed, err)
			return
		}
	}
}

func checkDynamics(fresh func(vehicle.Setup) (vehicle.Dynamics, error), seed uint64) error {
	setup := vehicle.Setup{Step: length, Open: func(string) ([]byte, error) { return nil, errors.New("planttest has no files") }}
	d, err := fresh(setup)
	if err != nil {
		return fmt.Errorf("it cannot be built: %w", err)
	}
	again, err := fresh(setup)
	if err != nil {
		return err
	}
	if err := checkActuators(d); err != nil {
		return err
	}
	r := rng.New(seed).Stream("steps")
	s := vehicle.State{Motion: motion(r)}
	s.Attitude, s.Velocity = geom.FromEuler(r.Uniform(-3, 3), 0, 0), vehicle.Six{}
	if p, ok := d.(vehicle.Prepared); ok {
		p.Prepare(&s)
	}
	for i := range steps {
		in, w := input(r, d.Actuators()), water(r)
		if err := checkSlope(d, s, &in, &w); err != nil {
			return fmt.Errorf("step %d: %w", i, err)
		}
		if err := checkStep(d, again, &s, &in, &w); err != nil {
			return fmt.Errorf("step %d: %w", i, err)
		}
	}
	return checkOutputs(d, &s)
}

// checkActuators checks that actuators can be told apart, and have limits.
func checkActuators(d vehicle.Dynamics) error {
	all := d.Actuators()
	if len(all) > vehicle.MaxActuators || !slices.Equal(all, d.Actuators()) {
		return fmt.Errorf("there are %d actuators, of which %d are possible, always the same", len(all), vehicle.MaxActuators)
	}
	seen := map[string]bool{}
	for _, a := range all {
		if a.Name != "" && seen[a.Name] || !(a.Least <= a.Most) {
			return fmt.Errorf("actuator %q has the name of another, or gives from %g to %g", a.Name, a.Least, a.Most)
		}
		seen[a.Name] = true
	}
	return nil
}

// checkStep takes a step, and checks that it is a function of what it is given: after a trial from a copy, and of another
// vehicle that is alike, it leads to the same.
func checkStep(d, again vehicle.Dynamics, s *vehicle.State, in *vehicle.Input, w *vehicle.Water) error {
	before, trial, other := *s, *s, *s
	push := vehicle.Six{1, 2, 3, 1, 2, 3}
	for _, err := range []error{
		d.Step(&trial, &vehicle.Input{}, w, &push, length/3),
		d.Step(s, in, w, nil, length),
		again.Step(&other, in, w, nil, length),
	} {
		if err != nil {
			return err
		}
	}
	if part := s.Fault(); part != "" {
		return fmt.Errorf("its %s is not a finite number", part)
	}
	back := before
	if err := d.Step(&back, in, w, &vehicle.Six{}, length); err != nil {
		return err
	}
	if other != *s {
		return errors.New("a step that was tried before changes it; a step is a function of what it is given")
	}
	if !(back.Position.Dist(s.Position) < 1e-9) {
		return errors.New("a load of nothing is not the same as none")
	}
	if q := s.Attitude; !(math.Abs(q.W*q.W+q.X*q.X+q.Y*q.Y+q.Z*q.Z-1) < 1e-9) {
		return errors.New("its attitude is no unit quaternion")
	}
	trial = *s
	if n := testing.AllocsPerRun(1, func() { _ = d.Step(&trial, in, w, nil, length) }); n != 0 {
		return fmt.Errorf("a step allocates %g times", n)
	}
	return nil
}

// checkSlope checks that a vehicle goes where its velocity points, which is over ground in the body frame, and that
// its velocity changes as it says. What changes at once, as an actuator without lag does, has changed in the first tiny step.
func checkSlope(d vehicle.Dynamics, s vehicle.State, in *vehicle.Input, w *vehicle.Water) error {
	if err := d.Step(&s, in, w, nil, tiny); err != nil {
		return err
	}
	next := s
	if err := d.Step(&next, in, w, nil, tiny); err != nil {
		return err
	}
	way, v := next.Position.Sub(s.Position).Scale(1/tiny), s.WorldVelocity()
	if off := way.Dist(v); !(off < 1e-2*(1+v.Norm())) {
		return fmt.Errorf("it goes on at %v m/s, and its velocity, in the world, is %v m/s", way, v)
	}
	a, ok := d.(vehicle.Accelerating)
	if !ok {
		return nil
	}
	for i, want := range a.Acceleration(&s, in, w, nil) {
		if got := (next.Velocity[i] - s.Velocity[i]) / tiny; !(math.Abs(got-want) < 1e-2*(1+math.Abs(want))) {
			return fmt.Errorf("its velocity in %v changes by %g, and its acceleration is %g", vehicle.Axis(i), got, want)
		}
	}
	return nil
}

// checkOutputs checks what a probe reads, and what is shared out.
func checkOutputs(d vehicle.Dynamics, s *vehicle.State) error {
	if o, ok := d.(vehicle.Observed); ok {
		out := make([]float64, len(o.Outputs()))
		if o.Observe(s, out); !slices.Equal(o.Outputs(), o.Outputs()) || slices.ContainsFunc(out, func(v float64) bool { return math.IsNaN(v) }) {
			return fmt.Errorf("a probe reads %v as %v", o.Outputs(), out)
		}
	}
	allocating, ok := d.(vehicle.Allocating)
	if !ok {
		return nil
	}
	a, err := allocating.Allocate()
	if err != nil {
		return nil // it says so
	}
	axes := allocating.Controlled()
	if len(axes) == 0 {
		axes = vehicle.Axes()
	}
	for _, axis := range axes {
		most, _ := a.Most(axis)
		if axis > vehicle.Heave || !(most > 0) || math.IsInf(most, 1) {
			continue
		}
		var in vehicle.Input
		var tau vehicle.Six
		tau[axis] = most / 2
		able := a.Thrusts(&tau, &in)
		force := allocating.Force(&in)
		if got := [3]float64{force.X, force.Y, force.Z}[axis]; !able || !(math.Abs(got-most/2) < 1e-6*most) {
			return fmt.Errorf("half of the most in %v, %g N, is shared out as %g N", axis, most/2, got)
		}
	}
	return nil
}

// input asks each actuator for something that it gives, or for up to 1 of its unit where it has no limits.
func input(r *rng.Stream, actuators []vehicle.Actuator) (in vehicle.Input) {
	for i, a := range actuators {
		in[i] = r.Uniform(max(a.Least, -1e3), min(a.Most, 1e3))
		if math.IsInf(a.Most, 1) || math.IsInf(a.Least, -1) {
			in[i] = r.Uniform(max(a.Least, -1), min(a.Most, 1))
		}
	}
	return in
}

// water returns water in which a current flows.
func water(r *rng.Stream) vehicle.Water {
	return vehicle.Water{Density: r.Uniform(995, 1030), Current: geom.Vec{X: r.Uniform(-0.5, 0.5), Y: r.Uniform(-0.5, 0.5)}}
}
