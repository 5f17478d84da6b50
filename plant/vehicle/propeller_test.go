package vehicle

import (
	"math"
	"testing"

	"halocline/sim/geom"
)

// cork is a body of 100 kg and 10 kg m2 without damping that weighs nothing in water of 1000 kg/m3.
func cork() Body {
	return Body{Mass: 100, Volume: 0.1, Gravity: 10, Inertia: [3]geom.Vec{{X: 10}, {Y: 10}, {Z: 10}}}
}

// A propeller of 0.2 m with K_T = 0.4 - 0.4 J and K_Q = 0.05 - 0.03 J, 0.5 m to the left, turns at 10 rev/s while the vehicle goes ahead
// at 1 m/s: J = 1/(10 x 0.2) = 0.5, K_T = 0.2, K_Q = 0.035. T = 1000 x 0.2^4 x 0.2 x 100 = 32 N, with -16 N m about z by the lever, and
// Q = 1000 x 0.2^5 x 0.035 x 100 = 1.12 N m, which heels the hull of a right-handed one to the left: -1.12 N m about x. At rest
// it is 64 N and 1.6 N m. Astern at 1 m/s, turning the other way, J is 0.5 again, the torque changes its sign, and
// the thrust is -32 N times 0.5 of the share astern.
func TestTorqueOfAPropeller(t *testing.T) {
	for _, row := range []struct {
		left                  bool
		turns, ahead          float64
		thrust, about, about3 float64
	}{
		{false, 10, 1, 32, -1.12, -16},
		{true, 10, 1, 32, 1.12, -16},
		{false, 10, 0, 64, -1.6, -32},
		{false, -10, -1, -16, 1.12, 8},
		{false, 0, 1, 0, 0, 0},
		{false, 2, 1, 0, -0.0256, 0}, // J = 2.5, beyond the table: K_T 0 and K_Q 0.02
	} {
		p := &Propeller{Diameter: 0.2, Left: row.left, Astern: 0.5, Advance: []float64{0, 1}, Thrust: []float64{0.4, 0}, Torque: []float64{0.05, 0.02}}
		m, err := NewModel(cork(), []Thruster{{Position: geom.Vec{Y: 0.5}, Axis: geom.Vec{X: 1}, Curve: p.curve(), Max: 100, MaxAstern: 100, Propeller: p}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range []Water{{Density: 1000}, {Density: 1000, Free: true}} {
			s := AtRest(geom.Vec{Z: -0.61}, 0) // where the second water asks how much is under it
			s.Velocity[0], s.Inner[0] = row.ahead, 2*math.Pi*row.turns
			a := m.Acceleration(&s, &w)
			if math.Abs(a[0]*100-row.thrust) > 1e-9 || math.Abs(a[3]*10-row.about) > 1e-9 || math.Abs(a[5]*10-row.about3) > 1e-9 {
				t.Errorf("%+v: %.6f N, %.6f N m about x, %.6f N m about z", row, a[0]*100, a[3]*10, a[5]*10)
			}
		}
	}
}

// The speed that is chosen for a thrust gives it at rest: 64 N x 1.025 at 10 rev/s.
func TestSpeedOfAPropeller(t *testing.T) {
	p := &Propeller{Diameter: 0.2, Astern: 0.5, Advance: []float64{0, 1}, Thrust: []float64{0.4, 0}, Torque: []float64{0.05, 0.02}}
	th := &Thruster{Curve: p.curve(), Max: 100, MaxAstern: 100, Propeller: p}
	for thrust, want := range map[float64]float64{65.6: 20 * math.Pi, -32.8: -20 * math.Pi, 0: 0} {
		if n := th.speedFor(thrust); math.Abs(n-want) > 1e-9 {
			t.Errorf("%g N at %g rad/s, want %g rad/s", thrust, n, want)
		}
	}
}

// A controller in steps of 20 us with -40 N, 0, 0 and 50 N at 1100, 1470, 1530 and 1900 us. For 25 N it is 1715 us, so 1720 us, which
// give 50 x 190/370 = 25.6757 N for 400 x 190/370 = 205.405 W; for -10 N 1377.5, so 1380 us and -40 x 90/370 = -9.7297 N for 72.973 W; for 0.5 N
// 1533.7, so 1540 us and 1.3514 N; for 0.1 N 1530.74 us, so 1540 us too.
func TestPulsesOfAController(t *testing.T) {
	d := &Driver{Pulse: []float64{1100, 1470, 1530, 1900}, Thrust: []float64{-40, 0, 0, 50}, Power: []float64{300, 0, 0, 400}, Step: 20}
	th := &Thruster{Axis: geom.Vec{X: 1}, Curve: Curve{Ahead: 1, Astern: 1}, Max: 50, MaxAstern: 40, Driver: d}
	m, err := NewModel(cork(), []Thruster{*th}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for wanted, want := range map[float64][2]float64{
		25: {25.675676, 205.405405}, -10: {-9.729730, 72.972973}, 0.5: {1.351351, 10.810811}, 0: {0, 0}, 60: {50, 400}, -60: {-40, 300},
		-0.2: {-1.081081, 8.108108}, // 1468.15, so 1460 us
	} {
		s := AtRest(geom.Vec{}, 0)
		s.Inner[0] = th.speedFor(wanted)
		if thrust, power := m.Thrust(&s, 0), m.Power(&s); math.Abs(thrust-want[0]) > 1e-6 || math.Abs(power-want[1]) > 1e-5 {
			t.Errorf("for %g N it gives %.6f N for %.6f W, want %v", wanted, thrust, power, want)
		}
	}
}

// A fin of 0.02 m2 at 2 m/s in water of 1000 kg/m3, 40 N for each unit of its coefficients, stalls at 0.3 rad. There s = 1/2, and
// C_L = 3 sin(0.6)/4 + sin^2(0.3) cos(0.3) = 0.506913; at 1 rad all of it has stalled, and C_L = 2 sin^2(1) cos(1) = 0.765147 and
// C_D = 2 sin^3(1) = 1.191646, where without a stall C_L would be 3 sin(2)/2 = 1.363946; and at 0.1 rad, with
// s = 1/(1 + e^10), C_L is 3 sin(0.2)/2 but for a part in 10,000. The other way round it is the same.
func TestStall(t *testing.T) {
	fin := Fin{Hinge: geom.Vec{Z: 1}, Chord: geom.Vec{X: 1}, Area: 0.02, Slope: 3, MaxAngle: 1.5, Stall: 0.3}
	for _, row := range []struct{ angle, lift, drag, part float64 }{
		{0.3, 0.506913, 0.025808, 1e-5},
		{1, 0.765147, 1.191646, 1e-5},
		{0.1, 0.298004, 0, 1e-4},
	} {
		for _, sign := range []float64{1, -1} {
			f := fin.force(sign*row.angle, geom.Vec{X: 2}, 1000)
			if math.Abs(sign*f.Y/40-row.lift) > row.part || math.Abs(-f.X/40-row.drag) > row.part {
				t.Errorf("at %g rad C_L = %.6f and C_D = %.6f, want %g and %g", sign*row.angle, f.Y/40, -f.X/40, row.lift, row.drag)
			}
		}
	}
	fin.Stall = 0
	if f := fin.force(1, geom.Vec{X: 2}, 1000); math.Abs(f.Y/40-1.363946) > 1e-6 {
		t.Errorf("without a stall C_L = %.6f at 1 rad, want 1.363946", f.Y/40)
	}
}
