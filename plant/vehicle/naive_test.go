package vehicle

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"halocline/sim/geom"
)

// naive is the same vehicle written down as the textbook has it (Fossen 2011,
// eq. 6.46 and chapter 3): matrices for everything, C(v) from the blocks of M, and
// a linear system solved in each evaluation. It shares nothing with the model but
// its constants. Its rotors have no lag, and the water is at rest.
type naive struct {
	model *Model
	total *mat.Dense // M_RB + M_A
	rigid *mat.Dense
	added *mat.Dense
	push  *mat.VecDense
}

func newNaive(m *Model, thrusts []float64) *naive {
	n := &naive{model: m, rigid: mat.NewDense(6, 6, nil), added: mat.NewDense(6, 6, nil), push: mat.NewVecDense(6, nil)}
	r := skew(m.Weight.X, m.Weight.Y, m.Weight.Z)
	for i := range 3 {
		n.rigid.Set(i, i, m.Mass)
		for j := range 3 {
			n.rigid.Set(i, j+3, -m.Mass*r.At(i, j))
			n.rigid.Set(i+3, j, m.Mass*r.At(i, j))
			n.rigid.Set(i+3, j+3, [3]float64{m.Inertia[i].X, m.Inertia[i].Y, m.Inertia[i].Z}[j])
		}
	}
	for i := range 6 {
		for j := range 6 {
			n.added.Set(i, j, (m.AddedMass[i][j]+m.AddedMass[j][i])/2)
		}
	}
	n.total = mat.NewDense(6, 6, nil)
	n.total.Add(n.rigid, n.added)
	for i, f := range thrusts {
		t := m.Thrusters[i]
		moment := t.Position.Cross(t.Axis)
		for j, c := range []float64{t.Axis.X, t.Axis.Y, t.Axis.Z, moment.X, moment.Y, moment.Z} {
			n.push.SetVec(j, n.push.AtVec(j)+f*c)
		}
	}
	return n
}

func skew(x, y, z float64) *mat.Dense {
	return mat.NewDense(3, 3, []float64{0, -z, y, z, 0, -x, -y, x, 0})
}

// coriolis is C(v) of a mass matrix by its blocks (Fossen, theorem 3.2): with a =
// M11 v1 + M12 v2 and b = M21 v1 + M22 v2 it is [0, -S(a); -S(a), -S(b)].
func coriolis(m *mat.Dense, v *mat.VecDense) *mat.Dense {
	var p mat.VecDense
	p.MulVec(m, v)
	a := skew(p.AtVec(0), p.AtVec(1), p.AtVec(2))
	b := skew(p.AtVec(3), p.AtVec(4), p.AtVec(5))
	c := mat.NewDense(6, 6, nil)
	for i := range 3 {
		for j := range 3 {
			c.Set(i, j+3, -a.At(i, j))
			c.Set(i+3, j, -a.At(i, j))
			c.Set(i+3, j+3, -b.At(i, j))
		}
	}
	return c
}

// rate is the derivative of the 13 numbers of a state: position, quaternion,
// velocity.
func (n *naive) rate(x []float64, density float64) []float64 {
	w, i, j, k := x[3], x[4], x[5], x[6]
	rotation := mat.NewDense(3, 3, []float64{
		1 - 2*(j*j+k*k), 2 * (i*j - k*w), 2 * (i*k + j*w),
		2 * (i*j + k*w), 1 - 2*(i*i+k*k), 2 * (j*k - i*w),
		2 * (i*k - j*w), 2 * (j*k + i*w), 1 - 2*(i*i+j*j),
	})
	v := mat.NewVecDense(6, x[7:13])
	var force, part mat.VecDense
	force.CloneFromVec(n.push)
	for _, m := range []*mat.Dense{n.rigid, n.added} {
		part.MulVec(coriolis(m, v), v)
		force.SubVec(&force, &part)
	}
	damping := mat.NewDense(6, 6, nil)
	for r := range 6 {
		for c := range 6 {
			damping.Set(r, c, n.model.Linear[r][c]+n.model.Quadratic[r][c]*math.Abs(v.AtVec(c)))
		}
	}
	part.MulVec(damping, v)
	force.SubVec(&force, &part)
	force.AddVec(&force, n.restoring(rotation, density))
	var acceleration mat.VecDense
	if err := acceleration.SolveVec(n.total, &force); err != nil {
		panic("vehicle: " + err.Error())
	}
	var moving mat.VecDense
	moving.MulVec(rotation, v.SliceVec(0, 3))
	p, q, r := x[10], x[11], x[12]
	return append([]float64{
		moving.AtVec(0), moving.AtVec(1), moving.AtVec(2),
		(-i*p - j*q - k*r) / 2, (w*p + j*r - k*q) / 2, (w*q - i*r + k*p) / 2, (w*r + i*q - j*p) / 2,
	}, acceleration.RawVector().Data...)
}

// restoring is weight and buoyancy with their moments.
func (n *naive) restoring(rotation *mat.Dense, density float64) *mat.VecDense {
	out := mat.NewVecDense(6, nil)
	for _, f := range []struct {
		up float64
		at geom.Vec
	}{{-n.model.Mass * n.model.Gravity, n.model.Weight}, {density * n.model.Volume * n.model.Gravity, n.model.Body.Buoyancy}} {
		var body, moment mat.VecDense
		body.MulVec(rotation.T(), mat.NewVecDense(3, []float64{0, 0, f.up}))
		moment.MulVec(skew(f.at.X, f.at.Y, f.at.Z), &body)
		for i := range 3 {
			out.SetVec(i, out.AtVec(i)+body.AtVec(i))
			out.SetVec(i+3, out.AtVec(i+3)+moment.AtVec(i))
		}
	}
	return out
}

// step is one step of the Runge-Kutta method.
func (n *naive) step(x []float64, dt, density float64) []float64 {
	along := func(k []float64, h float64) []float64 {
		y := make([]float64, len(x))
		for i := range y {
			y[i] = x[i] + h*k[i]
		}
		return y
	}
	k1 := n.rate(x, density)
	k2 := n.rate(along(k1, dt/2), density)
	k3 := n.rate(along(k2, dt/2), density)
	k4 := n.rate(along(k3, dt), density)
	y := make([]float64, len(x))
	for i := range y {
		y[i] = x[i] + dt/6*(k1[i]+2*k2[i]+2*k3[i]+k4[i])
	}
	norm := math.Sqrt(y[3]*y[3] + y[4]*y[4] + y[5]*y[5] + y[6]*y[6])
	for i := 3; i < 7; i++ {
		y[i] /= norm
	}
	return y
}

// flat returns the 13 numbers of a state.
func flat(s *State) []float64 {
	q := s.Attitude
	return append([]float64{s.Position.X, s.Position.Y, s.Position.Z, q.W, q.X, q.Y, q.Z}, s.Velocity[:]...)
}

// From random states, over a second, both implementations of RexROV go the same
// way to 1e-9.
func TestStepAgreesWithTheTextbook(t *testing.T) {
	const seed = 3
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	m := rexrov(t)
	for i := range m.Thrusters {
		m.Thrusters[i].Lag = 0
	}
	for range 50 {
		s := AtRest(geom.Vec{Z: -20}, 6*r.Float64())
		s.Attitude = geom.FromEuler(6*r.Float64(), r.Float64()-0.5, r.Float64()-0.5)
		in := &Input{}
		thrusts := make([]float64, len(m.Thrusters))
		for i := range thrusts {
			thrusts[i] = 600 * (r.Float64() - 0.5)
			in[i] = thrusts[i]
		}
		for i := range s.Velocity {
			s.Velocity[i] = 2 * (r.Float64() - 0.5)
		}
		x := flat(&s)
		n, st := newNaive(m, thrusts), m.Stepper(0.01, RK4)
		for range 100 {
			x = n.step(x, 0.01, 1025)
			st.stride(&s, in, &Water{Density: 1025})
		}
		for i, got := range flat(&s) {
			if math.Abs(got-x[i]) > 1e-9 {
				t.Fatalf("number %d of the state: %.12g, the textbook has %.12g", i, got, x[i])
			}
		}
	}
}

// BenchmarkStepTextbook is for comparison with BenchmarkStepRexROV.
func BenchmarkStepTextbook(b *testing.B) {
	n := newNaive(rexrov(b), []float64{100, 100, 100, 100, 100, 100, 100, 100})
	s := AtRest(geom.Vec{Z: -20}, 0)
	x := flat(&s)
	b.ReportAllocs()
	for b.Loop() {
		x = n.step(x, 1e-3, 1025)
	}
}
