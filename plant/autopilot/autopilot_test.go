package autopilot

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/plant/vehicle"
	"halocline/sim/geom"
)

// cross is a vehicle with two thrusters along x, 1 m to the left and to the right,
// and one along y and one along z at its origin.
func cross(t *testing.T) *vehicle.Model {
	t.Helper()
	push := func(at, axis geom.Vec) vehicle.Thruster {
		return vehicle.Thruster{Position: at, Axis: axis, Curve: vehicle.Curve{Ahead: 1, Astern: 1}, Max: 1e6, MaxAstern: 1e6}
	}
	m, err := vehicle.NewModel(vehicle.Body{
		Mass: 100, Volume: 0.1, Gravity: 10,
		Inertia: [3]geom.Vec{{X: 10}, {Y: 10}, {Z: 10}},
	}, []vehicle.Thruster{
		push(geom.Vec{Y: 1}, geom.Vec{X: 1}), push(geom.Vec{Y: -1}, geom.Vec{X: 1}),
		push(geom.Vec{}, geom.Vec{Y: 1}), push(geom.Vec{}, geom.Vec{Z: 1}),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A hull is turned off its way by (A22 - A11) v^2/I (Munk). With 80 kg of added mass to the side
// and 30 kg ahead it is 50 x 4/10 = 20 rad/s2 for each rad at 2 m/s, so that the heading gets w =
// sqrt(1.5 x 20/4) = 2.7386/s where 0.5 was asked for: 4 w I = 109.54 N m for each rad/s.
func TestAttitudeAgainstMunk(t *testing.T) {
	model := cross(t)
	body := model.Body
	body.AddedMass = vehicle.Diagonal(vehicle.Six{30, 80, 30})
	heavy, err := vehicle.NewModel(body, model.Thrusters, nil)
	if err != nil {
		t.Fatal(err)
	}
	heavy.Controls = []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Heave, vehicle.Yaw}
	a, err := New(heavy, 2, 0.5, 20*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	w := math.Sqrt(7.5)
	if yaw := a.cascade.Attitude[2]; math.Abs(yaw.Kp-w) > 1e-3 || math.Abs(yaw.Ki-w*w/4) > 2e-3 || math.Abs(a.cascade.Rate[2].Kp-40*w) > 0.05 {
		t.Errorf("%+v, %+v", yaw, a.cascade.Rate[2])
	}
	if got := a.cascade.Velocity[1]; math.Abs(got.Kp-90) > 1e-9 || math.Abs(got.Ki-90*0.125) > 1e-9 {
		t.Errorf("sway %+v", got)
	}
	if len(a.unheld) != 0 {
		t.Errorf("loose in %v", a.unheld)
	}
	body.AddedMass = vehicle.Diagonal(vehicle.Six{30, 30, 80}) // and nothing holds its pitch
	if heavy, err = vehicle.NewModel(body, model.Thrusters, nil); err != nil {
		t.Fatal(err)
	}
	heavy.Controls = []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Heave, vehicle.Yaw}
	if a, err = New(heavy, 2, 0.5, 20*time.Millisecond); err != nil || !slices.Equal(a.unheld, []vehicle.Axis{vehicle.Pitch}) {
		t.Errorf("%v, loose in %v", err, a.unheld)
	}
}

// Where it drifts aside at 0.5 m/s as wanted, nothing is asked of the loops but what the water takes, 40 x 0.5^2 = 10 N; along surge, whose
// controller has its drag in Ki, nothing. A turn that is led by 0.1 rad/s has 4 w I of it, 4 x 0.5 x 10 x 0.1 = 2 N m, once.
func TestWhatIsKnownAhead(t *testing.T) {
	model := cross(t)
	body := model.Body
	body.Quadratic = vehicle.Diagonal(vehicle.Six{20, 40, 60})
	m, err := vehicle.NewModel(body, model.Thrusters, nil)
	if err != nil {
		t.Fatal(err)
	}
	m.Controls = []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Heave, vehicle.Yaw}
	a, err := New(m, 2, 0.5, 20*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	s := vehicle.Motion{Attitude: geom.FromEuler(0, 0, 0)}
	for _, row := range []struct {
		velocity geom.Vec
		lead     float64
		want     [4]float64 // of surge, sway, heave, yaw
	}{
		{geom.Vec{X: 0.5, Y: 0.5}, 0, [4]float64{0, 10, 0, 0}},
		{geom.Vec{Y: -0.5, Z: 1}, 0, [4]float64{0, -10, 60, 0}},
		{geom.Vec{}, 0.1, [4]float64{0, 0, 0, 2}},
		{geom.Vec{}, 0, [4]float64{}},
	} {
		if row.lead != 0 {
			a.Lead(row.lead)
		}
		in := a.Steer(row.velocity, 0, 0, &s, row.velocity)
		var got [6]float64
		for i, th := range m.Thrusters {
			f, arm := th.Axis.Scale(in[i]), th.Position.Cross(th.Axis).Scale(in[i])
			got[0], got[1], got[2], got[3] = got[0]+f.X, got[1]+f.Y, got[2]+f.Z, got[3]+arm.Z
		}
		for i, want := range row.want {
			if math.Abs(got[i]-want) > 1e-9 {
				t.Errorf("%+v: %v", row, got)
			}
		}
	}
}

// Vehicles that cannot be steered are refused.
func TestVehiclesWithoutSteering(t *testing.T) {
	whole := cross(t)
	fin := vehicle.Fin{Position: geom.Vec{X: -1}, Hinge: geom.Vec{Z: 1}, Chord: geom.Vec{X: 1}, Area: 0.01, Slope: 2, MaxAngle: 0.3}
	for _, row := range []struct {
		thrusters []vehicle.Thruster
		fins      []vehicle.Fin
		controls  []vehicle.Axis
		want      string
	}{
		{nil, []vehicle.Fin{fin}, nil, "the vehicle has no thrusters"},
		{whole.Thrusters, nil, nil, "the thrusters cannot give roll"},
		{whole.Thrusters, nil, []vehicle.Axis{vehicle.Sway, vehicle.Heave}, "do not act along surge"},
		{whole.Thrusters, nil, []vehicle.Axis{vehicle.Surge, vehicle.Heave}, "nothing turns the vehicle or pushes it aside"},
		{whole.Thrusters, nil, []vehicle.Axis{vehicle.Surge, vehicle.Yaw}, "nothing makes the vehicle rise or pitch"},
		{whole.Thrusters[:2], []vehicle.Fin{fin}, nil, "it cannot be steered along a path: the fins cannot give pitch"},
		{whole.Thrusters, nil, []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Heave}, "<nil>"},
		{whole.Thrusters, []vehicle.Fin{fin}, []vehicle.Axis{vehicle.Surge, vehicle.Heave}, "<nil>"}, // the rudder is enough
	} {
		m, err := vehicle.NewModel(whole.Body, row.thrusters, row.fins)
		if err != nil {
			t.Fatal(err)
		}
		m.Controls = row.controls
		if _, err := New(m, 1, 0.5, 20*time.Millisecond); !strings.Contains(fmt.Sprint(err), row.want) {
			t.Errorf("%v: %v, want %s", row.controls, err, row.want)
		}
	}
}

// What a pilot is for: a point goes at the velocity, a vehicle that only turns goes ahead as far as its heading allows, and
// others are refused.
func TestPilots(t *testing.T) {
	point, err := vehicle.DefaultPoint().Build(vehicle.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := For(point, 1, 1, time.Second)
	if err != nil || !p.Sways() || p.Pitches() {
		t.Fatal(err)
	}
	var s vehicle.Motion
	s.Attitude = geom.FromEuler(0, 0, 0)
	if in := p.Steer(geom.Vec{X: 1, Y: 2, Z: 3}, 0.5, 0, &s, geom.Vec{}); *in != (vehicle.Input{1, 2, 3, 0.5}) {
		t.Error(*in)
	}
	if in := p.Stop(); *in != (vehicle.Input{}) {
		t.Error(*in)
	}
	turning, err := vehicle.DefaultKinematic().Build(vehicle.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if p, err = For(turning, 1, 1, time.Second); err != nil || p.Sways() {
		t.Fatal(err)
	}
	// Across its heading it has nothing of the velocity, and turns by pi/2 over four lags of 2 s.
	if in := p.Steer(geom.Vec{Y: 1}, math.Pi/2, 0, &s, geom.Vec{}); math.Abs(in[0]) > 1e-15 || math.Abs(in[1]-math.Pi/16) > 1e-15 {
		t.Error(*in)
	}
	if _, err := For(nil, 1, 1, time.Second); err == nil {
		t.Error("no dynamics have a pilot")
	}
}
