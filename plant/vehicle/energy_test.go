package vehicle

import (
	"math"
	"math/big"
	"testing"

	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// times returns m v.
func (m *Matrix) times(v *Six) Six { return six(m.on(v.linear(), v.angular())) }

// kineticEnergy returns the energy in J of the body and of the water that it sets in
// motion, relative to water at rest: v^T (M_RB + M_A) v / 2.
func kineticEnergy(m *Model, s *State) float64 {
	rigid := m.Body.rigid()
	a, b := rigid.times(&s.Velocity), m.AddedMass.times(&s.Velocity)
	sum := 0.0
	for i, v := range s.Velocity {
		sum += v * (a[i] + b[i])
	}
	return sum / 2
}

// lossless returns the coupled body without damping and without weight.
func lossless(t testing.TB) Body {
	b := coupled(t)
	b.Linear, b.Quadratic, b.Gravity = Matrix{}, Matrix{}, 0
	return b
}

// tumbling is a motion in which every axis takes part.
func tumbling() State {
	s := AtRest(geom.Vec{X: 1, Y: 2, Z: -30}, 0)
	s.Attitude = geom.FromEuler(0.4, -0.3, 0.2)
	s.Velocity = Six{0.8, -0.4, 0.3, 0.2, -0.3, 0.25}
	return s
}

// Without damping the kinetic energy of body and water stays what it is.
func TestKineticEnergyStays(t *testing.T) {
	m := build(t, lossless(t), nil, nil)
	s := tumbling()
	start := kineticEnergy(m, &s)
	step := m.Stepper(1e-3, RK4)
	for n := range 100_000 {
		step.stride(&s, &Input{}, still())
		if n%1000 == 0 {
			if drift := math.Abs(kineticEnergy(m, &s)/start - 1); !(drift < 1e-6) {
				t.Fatalf("a drift of %g after %d ms", drift, n+1)
			}
		}
	}
}

// Without forces from outside, body and water together keep their momentum P and
// their angular momentum about a fixed point, x cross P + L (Kelvin and
// Kirchhoff; Lamb, Hydrodynamics, 1932, art. 120), with (P, L) = (M_RB + M_A) v
// turned into the world. This checks every sign of the Coriolis terms.
func TestMomentumStays(t *testing.T) {
	m := build(t, lossless(t), nil, nil)
	momenta := func(s *State) (geom.Vec, geom.Vec) {
		rigid := m.Body.rigid()
		a, b := rigid.times(&s.Velocity), m.AddedMass.times(&s.Velocity)
		for i := range a {
			a[i] += b[i]
		}
		linear := s.Attitude.Rotate(a.linear())
		return linear, s.Attitude.Rotate(a.angular()).Add(s.Position.Cross(linear))
	}
	s := tumbling()
	p, l := momenta(&s)
	sail(m, &s, &Input{}, still(), 1e-3, RK4, 20_000)
	p2, l2 := momenta(&s)
	near(t, "momentum", p2.Dist(p)/p.Norm(), 0, 1e-9)
	near(t, "angular momentum", l2.Dist(l)/l.Norm(), 0, 1e-9)
}

// Where neither damping nor a limit has a kink, half the step divides the error by
// 2^4 with Runge-Kutta and by 2 with Euler, against steps 40 times shorter.
func TestOrderOfConvergence(t *testing.T) {
	b := coupled(t)
	b.Quadratic = Matrix{}
	thrusters := pushers()
	for i := range thrusters {
		thrusters[i].Lag = 0.3
	}
	fin := Fin{Position: geom.Vec{X: -1}, Hinge: geom.Vec{Y: 1}, Chord: geom.Vec{X: 1}, Area: 0.5, Slope: 3, MaxAngle: 1, MaxRate: 0.1}
	m := build(t, b, thrusters, []Fin{fin})
	in := push(Surge, 900) // the fin's force has a kink in water at rest
	in[4], in[len(m.Thrusters)] = 200, 1
	w := &Water{Density: 1025, Current: geom.Vec{X: 0.2, Y: -0.1}}
	end := func(how Integrator, n int) State {
		s := tumbling()
		sail(m, &s, in, w, 4/float64(n), how, n)
		return s
	}
	reference := end(RK4, 8000)
	for _, c := range []struct {
		how   Integrator
		n     int
		order float64
	}{{RK4, 200, 4}, {SemiImplicitEuler, 400, 1}} {
		coarse, fine := end(c.how, c.n), end(c.how, 2*c.n)
		order := math.Log2(apart(&coarse, &reference) / apart(&fine, &reference))
		near(t, "order", order, c.order, 0.1)
	}
}

// energy is that of body and water in the frame of a uniform current: kinetic, and
// potential in weight and buoyancy. Rise is how far the current has risen, m.
func energy(m *Model, s *State, w *Water, rise float64) float64 {
	still := *s
	c := s.Attitude.RotateInverse(w.Current)
	still.Velocity[0] -= c.X
	still.Velocity[1] -= c.Y
	still.Velocity[2] -= c.Z
	height := func(v geom.Vec) float64 { return s.Position.Z - rise + s.Attitude.Rotate(v).Z }
	return kineticEnergy(m, &still) + m.Gravity*(m.Mass*height(m.Weight)-w.Density*m.Volume*height(m.Body.Buoyancy))
}

// Vehicles that nobody has built, in currents, with fins that move but without
// thrust: the energy relative to the water never grows, the attitude stays of unit
// length and nothing leaves the numbers.
func TestRandomVehicles(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const dt = 2e-3
	for seed := range uint64(1000) {
		r := rng.New(seed).Stream("vehicle")
		m := build(t, anyBody(r), nil, anyFins(r))
		s := AtRest(anyVec(r, 10), 0)
		s.Attitude = geom.FromEuler(r.Uniform(-3, 3), r.Uniform(-1.5, 1.5), r.Uniform(-3, 3))
		for i := range s.Velocity {
			s.Velocity[i] = r.Uniform(-1, 1)
		}
		w := &Water{Density: r.Uniform(990, 1030), Current: anyVec(r, 1)}
		in := &Input{}
		for i := range MaxFins {
			in[len(m.Thrusters)+i] = r.Uniform(-1, 1)
		}
		step := m.Stepper(dt, RK4)
		before, scale := energy(m, &s, w, 0), kineticEnergy(m, &s)
		for n := 1; n <= 500; n++ {
			step.stride(&s, in, w)
			now := energy(m, &s, w, float64(n)*dt*w.Current.Z)
			if grown := now - before; !(grown < 1e-7*scale) || s.Fault() != "" {
				t.Fatalf("seed %d, step %d: the energy grows by %g of %g J; fault %q", seed, n, grown, scale, s.Fault())
			}
			before = now
		}
		q := s.Attitude
		if norm := math.Sqrt(q.W*q.W + q.X*q.X + q.Y*q.Y + q.Z*q.Z); math.Abs(norm-1) > 1e-12 {
			t.Fatalf("seed %d: the attitude has the length %.15g", seed, norm)
		}
	}
}

// anyBody returns a body of some 10 to 1000 kg whose matrices are full and positive
// definite.
func anyBody(r *rng.Stream) Body {
	mass := math.Exp(r.Uniform(2.3, 6.9))
	b := Body{Mass: mass, Volume: mass / 1000 * r.Uniform(0.95, 1.05), Gravity: 9.81}
	b.Weight, b.Buoyancy = anyVec(r, 0.1), anyVec(r, 0.1)
	inertia := anyMatrix(r, mass/10) // its rotations, which are positive definite as well
	for i := range inertia {
		inertia[i][i] += mass / 10 // more than the centre of gravity takes off
	}
	for i := range 3 {
		b.Inertia[i] = geom.Vec{X: inertia[i+3][3], Y: inertia[i+3][4], Z: inertia[i+3][5]}
	}
	b.AddedMass, b.Linear = anyMatrix(r, mass), anyMatrix(r, mass/5)
	for i := range b.Quadratic {
		b.Quadratic[i][i] = r.Uniform(0, mass)
	}
	return b
}

// anyMatrix returns G G^t with random G: symmetric and positive semidefinite.
func anyMatrix(r *rng.Stream, size float64) Matrix {
	var g, out Matrix
	for i := range g {
		for j := range g[i] {
			g[i][j] = r.Uniform(-1, 1)
		}
	}
	for i := range g {
		for j := range g {
			for k := range g {
				out[i][j] += size / 6 * g[i][k] * g[j][k]
			}
		}
	}
	return out
}

func anyFins(r *rng.Stream) []Fin {
	fins := make([]Fin, r.Intn(MaxFins+1))
	for i := range fins {
		hinge, other := direction(anyVec(r, 1)), anyVec(r, 1)
		fins[i] = Fin{
			Position: anyVec(r, 0.5), Hinge: hinge, Chord: direction(hinge.Cross(other)),
			Area: r.Uniform(0, 0.01), Slope: r.Uniform(0, 4), Drag: r.Uniform(0, 0.1), Induced: r.Uniform(0, 0.3),
			MaxAngle: r.Uniform(0, 0.5), MaxRate: r.Uniform(0, 1),
		}
	}
	return fins
}

func anyVec(r *rng.Stream, size float64) geom.Vec {
	return geom.Vec{X: r.Uniform(-size, size), Y: r.Uniform(-size, size), Z: r.Uniform(-size, size)}
}

// The power x^1.5 of a thruster is that of 200 bits, rounded, to 2^-52, which is the last place of a float64, for thrusts from 1 mN to 1 MN.
func TestPowerIsExact(t *testing.T) {
	random := rng.New(1).Stream("thrusts")
	thruster := Thruster{Power: 1}
	for range 10_000 {
		x := math.Pow(10, -3+9*random.Float64())
		exact := new(big.Float).SetPrec(200).SetFloat64(x)
		exact.Sqrt(exact).Mul(exact, new(big.Float).SetFloat64(x))
		want, _ := exact.Float64()
		if got := thruster.powerAt(-x); math.Abs(got-want) > 0x1p-52*want {
			t.Fatalf("%g N: %.17g, want %.17g", x, got, want)
		}
	}
}
