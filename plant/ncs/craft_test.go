package ncs

import (
	"math"
	"testing"
	"time"

	"halocline/plant"
	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// raft is a vehicle that is no model of a vehicle file: a mass of 100 kg, with 10 kg of water about it, that linear drag
// of 55 N s/m holds back along x, y and z, and that keeps its heading. It has a winch along each.
type raft struct{}

func (raft) Actuators() []vehicle.Actuator {
	return []vehicle.Actuator{{Name: "x", Unit: "N"}, {Name: "y", Unit: "N"}, {Name: "z", Unit: "N"}}
}

func (raft) Step(s *vehicle.State, in *vehicle.Input, _ *vehicle.Water, _ *vehicle.Six, dt float64) error {
	v := [3]float64{}
	for i := range v {
		v[i] = s.Velocity[i] // the way of a step is that of the old velocity
		s.Velocity[i] += (in[i] - 55*v[i]) / 110 * dt
	}
	s.Position = s.Position.Add(s.Attitude.Rotate(geom.Vec{X: v[0], Y: v[1], Z: v[2]}).Scale(dt))
	return nil
}

func (raft) Controlled() []vehicle.Axis {
	return []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Heave}
}

func (raft) Allocate(...vehicle.Axis) (vehicle.Allocator, error) { return raft{}, nil }

func (raft) Thrusts(tau *vehicle.Six, in *vehicle.Input) bool {
	in[0], in[1], in[2] = tau[0], tau[1], tau[2]
	return true
}

func (raft) Most(vehicle.Axis) (ahead, astern float64) { return math.Inf(1), math.Inf(1) }

func (raft) Force(in *vehicle.Input) geom.Vec { return geom.Vec{X: in[0], Y: in[1], Z: in[2]} }

func (raft) Masses() vehicle.Six { return vehicle.Six{110, 110, 110, 7, 8, 9} }

func (raft) Dampings() vehicle.Six { return vehicle.Six{55, 55, 55, 1, 1, 1} }

// A vehicle of other equations docks as one of a vehicle file does: 10 N that its controller wants at 1 N/m and 10 m make
// 10/55 (1 - exp(-t/2)) m/s of it. What work that takes is not known.
func TestPilotOfOtherEquations(t *testing.T) {
	k := sim.New(nil)
	body := plant.NewBody(k, "raft", raft{}, swell{}, vehicle.AtRest(geom.Vec{X: -10, Z: -5}, 0), time.Millisecond, plant.Ignore)
	c := DefaultVehicle()
	s := &c.Acoustic
	s.Kp, s.Ki, s.Kd, s.Waypoint, s.Request.Off = &geom.Vec{X: 1}, new(geom.Vec), new(geom.Vec), new(0.0), true
	p, err := newPilot(Node{Kernel: k}, c, body, raft{}, exact{body}, 0, geom.Vec{}, &tape{kernel: k}, nil)
	if err != nil {
		t.Fatal(err)
	}
	k.NewTimer(sim.Comm, func(sim.Time) { p.Receive(acoustic, program.Mail{Body: &Update{Reference: geom.Vec{X: 10}}}) }).Arm(0)
	v := newVoyage("raft", body, &Docking{Pilot: p, Hull: body, Berth: geom.Vec{Z: -5}, Docked: -1})
	k.Every(sim.Probe, 0, 10*time.Millisecond, v.Watch)
	if err := k.Run(t.Context(), sim.Time(4e9)); err != nil {
		t.Fatal(err)
	}
	if got, want := body.At(k.Now()).Velocity[vehicle.Surge], 10./55*(1-math.Exp(-2)); math.Abs(got-want) > 1e-3 {
		t.Errorf("%g m/s, want %g m/s", got, want)
	}
	if got := v.Summary(k.Now()); !math.IsNaN(float64(got.Motive)) || !math.IsNaN(float64(got.Thrusters)) || !(got.Way > 0.1) {
		t.Errorf("%+v", got)
	}
}

// The gains that are left out come from its masses: with c of 3 s, three periods of a second, kp is m/(4 c^2), kd is m/c,
// and with w of 1 rad/s about z the gain of yaw is J w^2.
func TestGainsOfOtherEquations(t *testing.T) {
	c := DefaultVehicle()
	c.Acoustic.Period = time.Second
	own := c.Fitted(raft{})
	for _, row := range []struct{ got, want float64 }{
		{own.Acoustic.Kp.X, 110. / 36}, {own.Acoustic.Kd.Z, 110. / 3}, {own.Attitude.Kp.Z, 9}, {own.Attitude.Kd.X, 2 * 3 * 7},
	} {
		if math.Abs(row.got-row.want) > 1e-9 {
			t.Errorf("%g, want %g", row.got, row.want)
		}
	}
	predictor, err := newPredictor(&SmithConfig{}, raft{})
	if err != nil || predictor.smith == nil {
		t.Error(err)
	}
}
