package vehicle

import (
	"math"
	"math/rand/v2"
	"testing"

	"halocline/sim/geom"
)

// bench returns a vehicle with one thruster ahead and nothing else that acts.
func bench(t *testing.T, thruster Thruster) *Model {
	thruster.Axis = geom.Vec{X: 1}
	b := Body{Mass: 100, Inertia: [3]geom.Vec{{X: 3}, {Y: 3}, {Z: 3}}}
	return build(t, b, []Thruster{thruster}, nil)
}

// A rotor that is asked for T turns at sqrt(T/K) (1 - exp(-t/lag)), whatever the
// steps: with T = 100 N, K = 0.00031 N s2 and 0.05 s, after 70 ms at
// 567.961834 x 0.753403036 = 427.904171 rad/s.
func TestRotorLag(t *testing.T) {
	m := bench(t, Thruster{Curve: Curve{Ahead: 0.00031, Astern: 0.00031}, Lag: 0.05, Max: 2000, MaxAstern: 2000})
	for _, n := range []int{1, 7, 70} {
		for _, how := range []Integrator{RK4, SemiImplicitEuler} {
			s := AtRest(geom.Vec{}, 0)
			in := &Input{}
			in[0] = 100
			sail(m, &s, in, still(), 0.07/float64(n), how, n)
			near(t, "speed", s.Inner[0], 427.904171, 1e-6)
			near(t, "thrust", m.Thrust(&s, 0), 0.00031*427.904171*427.904171, 1e-6)
		}
	}
}

// Without lag the thrust is there at the end of the step; limits, dead zone and dead
// band act on what is asked for; astern has constants of its own.
func TestThrustLimits(t *testing.T) {
	m := bench(t, Thruster{
		Curve: Curve{Ahead: 0.004, Astern: 0.001, Band: 50}, Max: 100, MaxAstern: 60, DeadZone: 5,
	})
	for _, c := range []struct{ wanted, thrust, speed float64 }{
		{40, 40, math.Sqrt(40/0.004 + 50)},
		{100, 100, math.Sqrt(100/0.004 + 50)},
		{1e9, 100, math.Sqrt(100/0.004 + 50)},
		{math.Inf(1), 100, math.Sqrt(100/0.004 + 50)},
		{-40, -40, -math.Sqrt(40/0.001 + 50)},
		{-61, -60, -math.Sqrt(60/0.001 + 50)},
		{5, 5, math.Sqrt(5/0.004 + 50)},
		{4.999, 0, 0},
		{-4.999, 0, 0},
		{0, 0, 0},
	} {
		s := AtRest(geom.Vec{}, 0)
		in := &Input{}
		in[0] = c.wanted
		sail(m, &s, in, still(), 0.1, RK4, 1)
		near(t, "thrust", m.Thrust(&s, 0), c.thrust, 1e-10)
		near(t, "speed", s.Inner[0], c.speed, 1e-10)
	}
	s := AtRest(geom.Vec{}, 0)
	s.Inner[0] = -math.Sqrt(49) // within the dead band
	near(t, "in the dead band", m.Thrust(&s, 0), 0, 0)
}

// A propeller of D = 0.2 m with K_T = 0.4 - 0.3 J at 600/min in water of 1000 kg/m3
// gives, at 1 m/s ahead, T = 1000 x 0.0016 x (0.4 - 0.3 x 0.5) x 100 = 40 N, since
// J = 1/(10 x 0.2) = 0.5; astern, where J counts the other way, -88 N.
func TestThrustFallsWithAdvance(t *testing.T) {
	const d, rho = 0.2, 1000.0
	curve := Curve{Ahead: rho * math.Pow(d, 4) * 0.4 / (4 * math.Pi * math.Pi), Advance: rho * d * d * d * 0.3 / (2 * math.Pi)}
	curve.Astern = curve.Ahead
	m := bench(t, Thruster{Curve: curve, Max: 1000, MaxAstern: 1000})
	s := AtRest(geom.Vec{}, 0)
	s.Velocity[Surge] = 1
	s.Inner[0] = 20 * math.Pi
	near(t, "ahead", 100*m.Acceleration(&s, still())[Surge], 40, 1e-9)
	near(t, "in a current", 100*m.Acceleration(&s, &Water{Density: rho, Current: geom.Vec{X: 1}})[Surge], 64, 1e-9)
	s.Inner[0] = -20 * math.Pi
	near(t, "astern", 100*m.Acceleration(&s, still())[Surge], -88, 1e-9)

	// 1 m to the left of the origin, turning to the right at 1 rad/s is 1 m/s ahead, and
	// the thrust that is left turns it with its lever of 1 m.
	m = bench(t, Thruster{Position: geom.Vec{Y: 1}, Curve: curve, Max: 1000, MaxAstern: 1000})
	s.Velocity, s.Inner[0] = Six{Yaw: -1}, 20*math.Pi
	a := m.Acceleration(&s, still())
	near(t, "turning", 100*a[Surge], 40, 1e-9)
	near(t, "moment", m.Inertia[2].Z*a[Yaw], -40, 1e-9)
}

// A thruster that points up at 30 deg over the bow gives half of its thrust ahead upward
// and half of that astern downward; one that points down has them the other way round.
func TestVerticalThrust(t *testing.T) {
	for _, sign := range []float64{1, -1} {
		thruster := Thruster{Axis: geom.Vec{X: math.Sqrt(0.75), Z: 0.5 * sign}, Max: 100, MaxAstern: 60}
		up, down := thruster.Vertical()
		if sign < 0 {
			up, down = down, up
		}
		near(t, "with thrust ahead", up, 50, 1e-12)
		near(t, "with thrust astern", down, 30, 1e-12)
	}
}

// Power grows with T^(3/2): 4 W at 1 N is 4 x 27 W at 9 N. Without such a number it is not
// known, which is not zero.
func TestPower(t *testing.T) {
	thruster := Thruster{Curve: Curve{Ahead: 1, Astern: 1}, Max: 10, MaxAstern: 10, Power: 4}
	m := bench(t, thruster)
	s := AtRest(geom.Vec{}, 0)
	s.Inner[0] = -3
	near(t, "power", m.Power(&s), 108, 1e-12)
	thruster.Power = 0
	if p := bench(t, thruster).Power(&s); !math.IsNaN(p) {
		t.Errorf("a power of %g W that nobody has named", p)
	}
}

// plane returns a vehicle with one fin 2 m behind the origin, with its hinge to the
// left, so that positive angles turn its leading edge down.
func plane(t *testing.T, f Fin) *Model {
	f.Position, f.Hinge, f.Chord = geom.Vec{X: -2}, geom.Vec{Y: 1}, geom.Vec{X: 1}
	b := Body{Mass: 100, Inertia: [3]geom.Vec{{X: 3}, {Y: 5}, {Z: 5}}}
	return build(t, b, nil, []Fin{f})
}

// At 2 m/s ahead, a plane of 0.1 m2 with slope 3 at 0.1 rad pulls the stern down
// with 1/2 rho V^2 A C_L = 200 x 3 sin(0.2)/2 = 59.600799 N, C_L = 0.298004: the
// bow goes up, which is negative pitch, with 2 m x 59.600799 N. Its drag is
// 200 (0.02 + 0.1 C_L^2) = 5.776127 N.
func TestFinForce(t *testing.T) {
	m := plane(t, Fin{Area: 0.1, Slope: 3, Drag: 0.02, Induced: 0.1, MaxAngle: 0.5})
	s := AtRest(geom.Vec{}, 0)
	s.Velocity[Surge], s.Inner[firstFin] = 2, 0.1
	a := m.Acceleration(&s, still())
	near(t, "drag", 100*a[Surge], -5.776127, 1e-6)
	near(t, "lift", 100*a[Heave], -59.600799, 1e-6)
	near(t, "pitch", 5*a[Pitch], -119.201599, 1e-6)

	// It is the water that counts: at rest in a current from ahead the same.
	s.Velocity[Surge] = 0
	b := m.Acceleration(&s, &Water{Density: 1000, Current: geom.Vec{X: -2}})
	for i := range a {
		near(t, "in a current", b[i], a[i], 1e-12)
	}
}

// A fin at angle 0 resists being carried across the flow: the lift on a fin that
// moves ahead at u and up at w is Slope rho A u w/2 downward, to first order in w.
// One that is turned about the origin at q meets the water at 2 q: bow-down turning
// lifts the stern, and the fin holds it down, against the turning.
func TestFinSteadies(t *testing.T) {
	m := plane(t, Fin{Area: 0.1, Slope: 3})
	s := AtRest(geom.Vec{}, 0)
	s.Velocity = Six{2, 0, 1e-4}
	near(t, "rising", 100*m.Acceleration(&s, still())[Heave], -3*1000*0.1*2*1e-4/2, 1e-9)
	s.Velocity = Six{2, 0, 0, 0, 1e-4}
	near(t, "turning", 5*m.Acceleration(&s, still())[Pitch], -2*3*1000*0.1*2*2e-4/2, 1e-8)
}

// A fin turns at its rate and stops at its limit; without a rate it jumps.
func TestFinLimits(t *testing.T) {
	slow := plane(t, Fin{Area: 0.1, MaxAngle: 0.35, MaxRate: 0.5})
	quick := plane(t, Fin{Area: 0.1, MaxAngle: 0.35})
	fixed := plane(t, Fin{Area: 0.1})
	for _, c := range []struct {
		m         *Model
		wanted, t float64
		angle     float64
	}{
		{slow, 0.2, 0.1, 0.05},
		{slow, 0.2, 0.4, 0.2},
		{slow, 0.2, 1, 0.2},
		{slow, 9, 0.6, 0.3},
		{slow, 9, 5, 0.35},
		{slow, -9, 0.2, -0.1},
		{slow, -9, 5, -0.35},
		{quick, 0.2, 0.01, 0.2},
		{quick, -9, 0.01, -0.35},
		{fixed, 0.2, 1, 0},
	} {
		s := AtRest(geom.Vec{}, 0)
		in := &Input{}
		in[0] = c.wanted
		sail(c.m, &s, in, still(), c.t/4, RK4, 4)
		near(t, "angle", s.Inner[firstFin], c.angle, 1e-12)
		if s.Fault() != "" {
			t.Error("a fin in water at rest has no force, but got", s.Fault())
		}
	}
}

// Constants that no actuator has are refused.
func TestActuatorFaults(t *testing.T) {
	good := Thruster{Axis: geom.Vec{X: 1}, Curve: Curve{Ahead: 1, Astern: 1}, Max: 1, MaxAstern: 1}
	bad := map[string]func(*Thruster){
		"axis":     func(f *Thruster) { f.Axis.Y = 1 },
		"no axis":  func(f *Thruster) { f.Axis = geom.Vec{} },
		"thrust":   func(f *Thruster) { f.Max, f.MaxAstern = 0, 0 },
		"negative": func(f *Thruster) { f.MaxAstern = -1 },
		"ahead":    func(f *Thruster) { f.Curve.Ahead = 0 },
		"astern":   func(f *Thruster) { f.Curve.Astern = 0 },
		"advance":  func(f *Thruster) { f.Curve.Advance = -1 },
		"lag":      func(f *Thruster) { f.Lag = math.NaN() },
	}
	for what, spoil := range bad {
		f := good
		spoil(&f)
		if _, err := NewModel(simple(), []Thruster{good, f}, nil); err == nil {
			t.Error("thruster:", what, "is accepted")
		}
	}
	fin := Fin{Hinge: geom.Vec{Y: 1}, Chord: geom.Vec{X: 1}, Area: 1}
	for what, spoil := range map[string]func(*Fin){
		"hinge": func(f *Fin) { f.Hinge.Y = 2 },
		"chord": func(f *Fin) { f.Chord = f.Hinge },
		"area":  func(f *Fin) { f.Area = -1 },
		"limit": func(f *Fin) { f.MaxAngle = math.NaN() },
	} {
		f := fin
		spoil(&f)
		if _, err := NewModel(simple(), nil, []Fin{fin, f}); err == nil {
			t.Error("fin:", what, "is accepted")
		}
	}
	if _, err := NewModel(simple(), []Thruster{good}, []Fin{fin}); err != nil {
		t.Error(err)
	}
	if _, err := NewModel(simple(), make([]Thruster, MaxThrusters+1), nil); err == nil {
		t.Error("too many thrusters are accepted")
	}
}

// Constants that no hull has are refused.
func TestBodyFaults(t *testing.T) {
	for what, spoil := range map[string]func(*Body){
		"no mass":              func(b *Body) { b.Mass = 0 },
		"endless mass":         func(b *Body) { b.Mass = math.Inf(1) },
		"negative volume":      func(b *Body) { b.Volume = -1 },
		"gravity":              func(b *Body) { b.Gravity = math.NaN() },
		"centre of buoyancy":   func(b *Body) { b.Buoyancy.Y = math.NaN() },
		"damping":              func(b *Body) { b.Quadratic[2][4] = math.Inf(-1) },
		"inertia":              func(b *Body) { b.Inertia[1].Y = 0 },
		"centre of gravity":    func(b *Body) { b.Weight.X = 1 }, // 1862.87 x 1^2 > 794.2
		"negative added mass":  func(b *Body) { b.AddedMass[0][0] = -1862.88 },
		"coupled by more mass": func(b *Body) { b.AddedMass[0][1], b.AddedMass[1][0] = 3000, 3000 },
	} {
		b := simple()
		spoil(&b)
		if _, err := NewModel(b, nil, nil); err == nil {
			t.Error(what, "is accepted")
		}
	}
}

// A step allocates nothing, whichever way it is taken.
func TestStepAllocates(t *testing.T) {
	m := symmetric(t)
	alloc, err := NewAllocation(m, nil, Surge, Yaw)
	if err != nil {
		t.Fatal(err)
	}
	in, tau := asymmetricInput(), &Six{10, 0, 0, 0, 0, 5}
	w := &Water{Density: 1025, Current: geom.Vec{X: 0.2}, Shear: geom.Vec{Y: 0.1}}
	for _, how := range []Integrator{RK4, SemiImplicitEuler} {
		s, step := tumbling(), m.Stepper(1e-3, how)
		if n := testing.AllocsPerRun(100, func() {
			alloc.Thrusts(tau, in)
			step.stride(&s, in, w)
		}); n != 0 {
			t.Errorf("%g allocations per step", n)
		}
	}
}

// What a stepper remembers changes no bit: one that carries two vehicles by turns,
// whose commands, rotors and water change between the steps, gives what a new stepper
// gives for each step.
func TestStepperRemembersNothing(t *testing.T) {
	thrusters := pushers()
	for i := range thrusters {
		thrusters[i].Curve.Advance = 0.01
		thrusters[i].Lag = float64(i%2) * 0.05
	}
	fin := Fin{Position: geom.Vec{X: -1}, Hinge: geom.Vec{Y: 1}, Chord: geom.Vec{X: 1}, Area: 0.5, Slope: 3, MaxAngle: 1, MaxRate: 0.1}
	m := build(t, coupled(t), thrusters, []Fin{fin})
	const dt = 0.01
	for _, how := range []Integrator{RK4, SemiImplicitEuler} {
		r := rand.New(rand.NewPCG(1, 2))
		ships := [2]State{tumbling(), AtRest(geom.Vec{Z: -10}, 0)}
		in, w, step := Input{}, still(), m.Stepper(dt, how)
		for n := range 2000 {
			s := &ships[n/3%2]
			switch r.IntN(40) {
			case 0:
				in[r.IntN(len(thrusters))] = r.Float64()*1000 - 500
			case 1:
				s.Inner[r.IntN(len(thrusters))] = r.Float64()*100 - 50
			case 2:
				in, s.Inner = Input{}, [MaxInner]float64{}
			case 3:
				w.Density = 1000 + 30*r.Float64()
			case 4:
				w.Current, w.Shear = geom.Vec{}, geom.Vec{}
			case 5:
				w.Current, w.Shear = geom.Vec{X: r.Float64()}, geom.Vec{Y: r.Float64()}
			}
			want := *s
			m.Stepper(dt, how).stride(&want, &in, w)
			if step.stride(s, &in, w); *s != want {
				t.Fatalf("integrator %d, step %d: got %v, want %v", how, n, *s, want)
			}
		}
	}
}

// Where a thruster is, by its place and its axis in the body frame: x is forward, y to port and z up. On the line of a quarter it is on
// neither side, and at 45 degrees it pushes along.
func TestWhereThrustersAre(t *testing.T) {
	for want, th := range map[string]Thruster{
		"fore port":             {Position: geom.Vec{X: 2, Y: 1}, Axis: geom.Vec{X: math.Sqrt2 / 2, Z: math.Sqrt2 / 2}},
		"aft starboard upright": {Position: geom.Vec{X: -0.9, Y: -0.3, Z: 5}, Axis: geom.Vec{Z: -1}},
		"aft":                   {Position: geom.Vec{X: -3, Y: 0.1}, Axis: geom.Vec{X: 1}},
		"starboard":             {Position: geom.Vec{Y: -1}, Axis: geom.Vec{X: 1}},
		"upright":               {Position: geom.Vec{Z: 1}, Axis: geom.Vec{Z: 1}},
		"":                      {Axis: geom.Vec{X: 1}},
	} {
		m := Model{Thrusters: []Thruster{th}}
		if got := m.Actuators()[0].Where; got != want {
			t.Errorf("%v: %q, want %q", th, got, want)
		}
	}
}
