package vehicle

import (
	"math"
	"testing"

	"halocline/sim/geom"
)

// F = D_l v + D_q v^2 at the terminal speed. The speeds at 1000 N and 1000 N m
// are the positive roots, worked out in Python from RexROV's damping. There is no
// gravity: its rounding is enough to start the turning of Munk's moment.
func TestTerminalSpeeds(t *testing.T) {
	b := simple()
	b.Gravity = 0
	m := build(t, b, pushers(), nil)
	want := Six{1.107155247, 0.969364669, 0.567559151, 1.036161494, 0.953803712, 1.285716115}
	for _, axis := range Axes() {
		for _, sign := range []float64{1, -1} {
			for _, how := range []Integrator{RK4, SemiImplicitEuler} {
				s := AtRest(geom.Vec{Z: -50}, 0.3)
				sail(m, &s, push(axis, sign*1000), still(), 0.02, how, 5000)
				for i, v := range s.Velocity {
					expected := 0.0
					if i == int(axis) {
						expected = sign * want[axis]
					}
					near(t, axis.String(), v, expected, 1e-8)
				}
			}
		}
	}
}

// Drag is against the velocity: 74.82 x 0.4 + 748.22 x 0.16 = 149.6432 N ahead, 69.48 x 0.3 +
// 992.53 x 0.09 = 110.1717 N to the side and 728.4 x 0.2 + 1821.01 x 0.04 = 218.5204 N downwards.
func TestDrag(t *testing.T) {
	for _, m := range []*Model{build(t, simple(), nil, nil), rexrov(t)} {
		near(t, "surge", m.Drag(geom.Vec{X: 0.4}).X, -149.6432, 1e-9)
		near(t, "sway", m.Drag(geom.Vec{Y: -0.3}).Y, 110.1717, 1e-9)
		near(t, "heave", m.Drag(geom.Vec{Z: 0.2}).Z, -218.5204, 1e-9)
	}
}

// m v' = -D_l v - D_q v^2 from v0 to rest takes x = m/D_q ln(1 + D_q v0/D_l)
// (substitute v' = v dv/dx): with m = 1862.87 + 779.79 and v0 = 1.5 m/s
// 9.792675332557 m.
func TestCoasting(t *testing.T) {
	m := build(t, simple(), nil, nil)
	s := AtRest(geom.Vec{X: 3}, 0)
	s.Velocity[Surge] = 1.5
	sail(m, &s, &Input{}, still(), 0.02, RK4, 60000)
	near(t, "distance", s.Position.X, 3+9.792675332557, 1e-7)
}

// RexROV in sea water of 1025 kg/m3 is lifted by (1025 x 1.83826 - 1862.87) x 9.8
// = 209.1957 N and rises at the root of 728.4 v + 1821.01 v^2, 0.193547158 m/s.
func TestAscent(t *testing.T) {
	b := simple()
	b.Volume, b.Buoyancy = 1.83826, geom.Vec{Z: 0.3}
	m := build(t, b, nil, nil)
	s := AtRest(geom.Vec{Z: -100}, 0)
	sail(m, &s, &Input{}, &Water{Density: 1025}, 0.05, RK4, 4000)
	near(t, "speed", s.WorldVelocity().Z, 0.193547158, 1e-8)
}

// About its centre of buoyancy 0.3 m above the centre of gravity, a neutral
// vehicle without losses rolls as a pendulum: (I + A) phi” = -m g 0.3 phi. With
// 525.39 + 534.9 kg m2 and 1862.87 x 9.8 N the period is 2.764567903 s; for an
// amplitude of 1 mrad it is longer by 1/16 of its square.
func TestRollPeriod(t *testing.T) {
	b := simple()
	b.Linear, b.Quadratic, b.Buoyancy = Matrix{}, Matrix{}, geom.Vec{Z: 0.3}
	m := build(t, b, nil, nil)
	s := AtRest(geom.Vec{Z: -20}, 1)
	s.Attitude = geom.FromEuler(1, 0, 1e-3)
	const dt = 1e-3
	step := m.Stepper(dt, RK4)
	_, _, before := s.Attitude.Euler()
	var crossings []float64
	for n := 1; len(crossings) < 21; n++ {
		step.stride(&s, &Input{}, still())
		_, _, roll := s.Attitude.Euler()
		if before*roll < 0 {
			crossings = append(crossings, (float64(n)-roll/(roll-before))*dt)
		}
		before = roll
	}
	near(t, "period", (crossings[20]-crossings[0])/10, 2.764567903, 2e-6)
}

// Moving ahead at 1 m/s and to the left at 0.2 m/s, the water turns the hull
// further away from its course: N = -(v_r x M_A v_r)_z = -(1222 - 779.79) 0.2 =
// -88.442 N m, to the right, and yaws it at -88.442/(691.23 + 224.32) rad/s2. The
// current counts, not the ground.
func TestMunkMoment(t *testing.T) {
	b := simple()
	b.Linear, b.Quadratic = Matrix{}, Matrix{}
	m := build(t, b, nil, nil)
	s := AtRest(geom.Vec{}, 0)
	s.Velocity = Six{1, 0.2}
	want := -88.442 / 915.55
	near(t, "in still water", m.Acceleration(&s, still())[Yaw], want, 1e-12)
	s.Velocity = Six{1.4, -0.1}
	near(t, "in a current", m.Acceleration(&s, &Water{Density: 1000, Current: geom.Vec{X: 0.4, Y: -0.3}})[Yaw], want, 1e-12)
}

// A ball without drag is taken along by sheared water through its added mass
// alone: (m + a) v' = a du/dt. Climbing 1 m in 0.1/s, it gains 0.1 a/(m + a) m/s.
func TestShear(t *testing.T) {
	b := Body{Mass: 100, Inertia: [3]geom.Vec{{X: 3}, {Y: 3}, {Z: 3}}, AddedMass: Diagonal(Six{50, 50, 50})}
	m := build(t, b, nil, nil)
	for _, heading := range []float64{0, 2} {
		s := AtRest(geom.Vec{Z: -10}, heading)
		s.Velocity[Heave] = 1
		step := m.Stepper(0.1, RK4)
		for range 10 {
			w := Water{Density: 1000, Current: geom.Vec{X: 0.1 * (s.Position.Z + 10)}, Shear: geom.Vec{X: 0.1}}
			step.stride(&s, &Input{}, &w)
		}
		near(t, "gained", s.WorldVelocity().X, 0.1*50/150, 1e-12)
		near(t, "sideways", s.WorldVelocity().Y, 0, 1e-12)
	}
}

// Water that speeds up takes a ball along through its pressure on the displaced volume
// and through the added mass: (m + a) v' = (rho V + a) du/dt. With 100 kg, 50 kg and 0.06
// m3 in 1000 kg/m3 it gains 110/150 of what the water does.
func TestWaterThatSpeedsUp(t *testing.T) {
	b := Body{Mass: 100, Volume: 0.06, Inertia: [3]geom.Vec{{X: 3}, {Y: 3}, {Z: 3}}, AddedMass: Diagonal(Six{50, 50, 50})}
	m := build(t, b, nil, nil)
	for _, how := range []Integrator{RK4, SemiImplicitEuler} {
		s := AtRest(geom.Vec{Z: -10}, 2)
		sail(m, &s, &Input{}, &Water{Density: 1000, Change: geom.Vec{X: 0.3, Y: -0.1}}, 0.1, how, 10)
		near(t, "gained", s.WorldVelocity().X, 0.3*110/150, 1e-12)
		near(t, "sideways", s.WorldVelocity().Y, -0.1*110/150, 1e-12)
	}
}

// A vehicle that weighs what its water does, and whose centre of buoyancy is above that of
// gravity, goes along with water that speeds up, and comes to rest with its mast on the
// resultant of gravity and that acceleration: at atan(u'/g) to the front, bow down.
func TestTiltInWaterThatSpeedsUp(t *testing.T) {
	b := simple()
	b.Buoyancy = geom.Vec{Z: 0.3}
	b.Linear = Diagonal(Six{0, 0, 0, 2000, 4000, 2000})
	m := build(t, b, nil, nil)
	s := AtRest(geom.Vec{Z: -10}, 0)
	const dt, change = 0.01, 0.5
	step := m.Stepper(dt, RK4)
	for k := range 6000 {
		step.stride(&s, &Input{}, &Water{Density: 1000, Current: geom.Vec{X: change * (float64(k) + 0.5) * dt}, Change: geom.Vec{X: change}})
	}
	_, pitch, _ := s.Attitude.Euler()
	near(t, "pitch", pitch, math.Atan(change/9.8), 1e-6)
}

// With drag the same ball lags behind the water that it climbs into at w = 1 m/s:
// for r = v - u, (m + a) r' = -m s w - D r, so r = -(m s w/D)(1 - exp(-D t/(m+a))).
// With D = 150 kg/s in 0.1/s it lags by 0.1 x (2/3)(1 - 1/e) = 0.042141370 m/s after
// 1 s. Steps of 50 ms see the water change within them.
func TestDragInShear(t *testing.T) {
	b := Body{Mass: 100, Inertia: [3]geom.Vec{{X: 3}, {Y: 3}, {Z: 3}}}
	b.AddedMass, b.Linear = Diagonal(Six{50, 50, 50}), Diagonal(Six{150})
	m := build(t, b, nil, nil)
	s := AtRest(geom.Vec{Z: -10}, 0)
	s.Velocity[Heave] = 1
	step := m.Stepper(0.05, RK4)
	for range 20 {
		w := Water{Density: 1000, Current: geom.Vec{X: 0.1 * (s.Position.Z + 10)}, Shear: geom.Vec{X: 0.1}}
		step.stride(&s, &Input{}, &w)
	}
	near(t, "relative to the water", s.Velocity[Surge]-0.1, -0.042141370, 1e-8)
}

// What has no lag acts from the beginning of a step on, so that a step with the
// force held is exact: 50 N on 100 kg for 0.1 s give 0.05 m/s and 0.0025 m.
func TestActuatorsWithoutLag(t *testing.T) {
	m := bench(t, Thruster{Curve: Curve{Ahead: 2, Astern: 2}, Max: 50, MaxAstern: 50})
	s := AtRest(geom.Vec{}, 0)
	in := new(Input)
	in[0] = 50
	sail(m, &s, in, still(), 0.1, RK4, 1)
	near(t, "speed", s.Velocity[Surge], 0.05, 1e-15)
	near(t, "way", s.Position.X, 0.0025, 1e-15)

	// A fin that jumps is one that was there already.
	m = plane(t, Fin{Area: 0.1, Slope: 3, MaxAngle: 0.5})
	in[0] = 0.2
	a, b := AtRest(geom.Vec{}, 0), AtRest(geom.Vec{}, 0)
	a.Velocity[Surge], b.Velocity[Surge], b.Inner[firstFin] = 2, 2, 0.2
	sail(m, &a, in, still(), 0.1, RK4, 1)
	sail(m, &b, in, still(), 0.1, RK4, 1)
	near(t, "difference", apart(&a, &b), 0, 0)
}

// Semi-implicit Euler moves with the new velocity: from rest, a force of 50 N on
// 100 kg gives v = F/m dt and x = v dt = 0.005 m in a first step of 0.1 s.
func TestSemiImplicit(t *testing.T) {
	m := bench(t, Thruster{Curve: Curve{Ahead: 2, Astern: 2}, Max: 50, MaxAstern: 50})
	s := AtRest(geom.Vec{}, 0)
	in := new(Input)
	in[0] = 50
	sail(m, &s, in, still(), 0.1, SemiImplicitEuler, 1)
	near(t, "speed", s.Velocity[Surge], 0.05, 1e-15)
	near(t, "way", s.Position.X, 0.005, 1e-15)
}

// Full matrices couple the axes: with D_l = 5 N s/m from sway to surge and D_q = 7
// from yaw to sway, 0.2 m/s to the left and -0.5 rad/s give -1 N ahead and +1.75 N
// to the left beside what the diagonals of 100 N s/m and 10 N m s give.
func TestFullDamping(t *testing.T) {
	b := Body{Mass: 100, Inertia: [3]geom.Vec{{X: 3}, {Y: 3}, {Z: 3}}}
	b.Linear = Diagonal(Six{100, 100, 100, 10, 10, 10})
	b.Linear[Surge][Sway], b.Quadratic[Sway][Yaw] = 5, 7
	m := build(t, b, nil, nil)
	s := AtRest(geom.Vec{}, 0)
	s.Velocity = Six{Sway: 0.2, Yaw: -0.5}
	a := m.Acceleration(&s, still())
	near(t, "surge", 100*(a[Surge]+0.5*0.2), -1, 1e-12) // in the frame that turns: + omega x v
	near(t, "sway", 100*a[Sway], -20+1.75, 1e-12)
	near(t, "yaw", 3*a[Yaw], 5, 1e-12)
}

// A body that turns about a centre of gravity away from its origin, in nothing
// that resists, keeps that centre moving straight on at one speed.
func TestFreeCentreOfGravity(t *testing.T) {
	b := coupled(t)
	b.AddedMass, b.Linear, b.Quadratic, b.Gravity = Matrix{}, Matrix{}, Matrix{}, 0
	m := build(t, b, nil, nil)
	s := AtRest(geom.Vec{}, 0)
	s.Velocity = Six{0.5, -0.2, 0.1, 0.4, -0.3, 0.6}
	omega := s.Velocity.angular()
	centre := func() geom.Vec { return s.Position.Add(s.Attitude.Rotate(b.Weight)) }
	start := centre()
	velocity := s.Attitude.Rotate(s.Velocity.linear().Add(omega.Cross(b.Weight)))
	sail(m, &s, &Input{}, still(), 1e-3, RK4, 20000)
	near(t, "centre of gravity", centre().Dist(start.Add(velocity.Scale(20))), 0, 1e-9)
}

// Under gravity alone the body falls as a stone, whatever its centre of gravity.
func TestFreeFall(t *testing.T) {
	b := coupled(t)
	b.AddedMass, b.Linear, b.Quadratic, b.Volume = Matrix{}, Matrix{}, Matrix{}, 0
	m := build(t, b, nil, nil)
	s := AtRest(geom.Vec{}, 0.7)
	s.Attitude = geom.FromEuler(0.7, 0.4, -0.9)
	sail(m, &s, &Input{}, still(), 1e-2, RK4, 200)
	near(t, "fallen", s.Position.Dist(geom.Vec{Z: -9.8 * 2}), 0, 1e-9)
	near(t, "turned", s.Velocity.angular().Norm(), 0, 1e-10)
}

// A state that is no number any more is noticed wherever it starts.
func TestFault(t *testing.T) {
	spoil := map[string]func(*State){
		"position":    func(s *State) { s.Position.Y = math.Inf(1) },
		"attitude":    func(s *State) { s.Attitude.Z = math.NaN() },
		"yaw rate":    func(s *State) { s.Velocity[5] = math.NaN() },
		"inner state": func(s *State) { s.Inner[MaxInner-1] = math.Inf(-1) },
	}
	for what, spoil := range spoil {
		s := AtRest(geom.Vec{}, 0)
		if s.Fault() != "" {
			t.Error("a state at rest is not finite")
		}
		if spoil(&s); s.Fault() != what {
			t.Errorf("%s: got %q", what, s.Fault())
		}
	}
}

// No number of a state can hide.
func TestFaultOfEachNumber(t *testing.T) {
	var s State
	numbers := []*float64{
		&s.Position.X, &s.Position.Y, &s.Position.Z,
		&s.Attitude.W, &s.Attitude.X, &s.Attitude.Y, &s.Attitude.Z,
	}
	for _, part := range [][]float64{s.Velocity[:], s.Inner[:]} {
		for i := range part {
			numbers = append(numbers, &part[i])
		}
	}
	for i, x := range numbers {
		for _, wrong := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			if *x = wrong; s.Fault() == "" {
				t.Errorf("number %d may be %g", i+1, wrong)
			}
		}
		*x = -1e300
	}
	if s.Fault() != "" {
		t.Errorf("large numbers are finite, but got %q", s.Fault())
	}
}
