package clienttest

import (
	"context"
	"testing"
	"testing/fstest"

	"halocline/bench/cosim"
	"halocline/scenarios"
	"halocline/sim/trace"
)

// ball floats in still water, turns without damping, and is damped along its axes by 20 N s/m. With what the water adds, its mass is
// 100 kg and its moments of inertia are 2, 3 and 4 kg m2. Each pair of thrusters pushes along one axis and turns about another.
const ball = `
name: ball
about: a ball for tests
source: none
mass: 60kg
volume: 0.0585365854m3
gravity: 0m/s2
inertia: {xx: 2kg.m2, yy: 3kg.m2, zz: 4kg.m2}
added_mass: [40, 40, 40, 0, 0, 0]
linear_damping: [20, 20, 20, 0, 0, 0]
controls: [surge, sway, heave, roll, pitch, yaw]
thrusters:
  - {name: x1, position: [0m, 1m, 0m], axis: [1, 0, 0], max: 200N}
  - {name: x2, position: [0m, -1m, 0m], axis: [1, 0, 0], max: 200N}
  - {name: y1, position: [0m, 0m, 1m], axis: [0, 1, 0], max: 200N}
  - {name: y2, position: [0m, 0m, -1m], axis: [0, 1, 0], max: 200N}
  - {name: z1, position: [1m, 0m, 0m], axis: [0, 0, 1], max: 200N}
  - {name: z2, position: [-1m, 0m, 0m], axis: [0, 0, 1], max: 200N}
`

// Plan reads a scenario whose vehicles may be the model ball, for which closed forms are easy.
func Plan(t testing.TB, text string) *scenarios.Plan {
	t.Helper()
	library := scenarios.Standard()
	if err := library.AddVehicles(fstest.MapFS{"ball.yaml": {Data: []byte(ball)}}); err != nil {
		t.Fatal(err)
	}
	plan, err := library.Parse("test.yaml", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// Serve has a session with an adapter carry a plan out. The channel has what came of it.
func Serve(ctx context.Context, t testing.TB, plan *scenarios.Plan, c cosim.Config, tracer trace.Tracer, a cosim.Adapter) (*cosim.Session, <-chan error) {
	t.Helper()
	s, err := cosim.New(c, plan, a)
	if err != nil {
		t.Fatal(err)
	}
	run, err := plan.Build(nil, tracer)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := s.Drive(ctx, run)
		ended <- err
	}()
	return s, ended
}
