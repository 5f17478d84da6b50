package vehicle

import (
	"math"
	"testing"

	"halocline/sim/geom"
)

// simple returns RexROV's masses and damping without what couples its axes, in
// neutral balance in water of 1000 kg/m3, so that motions along one axis have
// closed forms.
func simple() Body {
	return Body{
		Mass: 1862.87, Volume: 1.86287, Gravity: 9.8,
		Inertia:   [3]geom.Vec{{X: 525.39}, {Y: 794.2}, {Z: 691.23}},
		AddedMass: Diagonal(Six{779.79, 1222, 3659.9, 534.9, 842.69, 224.32}),
		Linear:    Diagonal(Six{74.82, 69.48, 728.4, 268.8, 309.77, 105}),
		Quadratic: Diagonal(Six{748.22, 992.53, 1821.01, 672, 774.44, 523.27}),
	}
}

// coupled returns RexROV's hull, with the full added mass, and a centre of gravity
// away from the origin.
func coupled(t testing.TB) Body {
	b := rexrov(t).Body
	b.Weight = geom.Vec{X: 0.05, Y: -0.03, Z: -0.1}
	return b
}

// pushers returns three pairs of thrusters without lag whose sums and differences
// are the six axes: the pairs i, i+1 push along x, y and z, 1 m to either side.
func pushers() []Thruster {
	axes := [3]geom.Vec{{X: 1}, {Y: 1}, {Z: 1}}
	arms := [3]geom.Vec{{Y: 1}, {Z: 1}, {X: 1}} // arm x axis: -z, -x, -y
	var out []Thruster
	for i := range axes {
		for _, side := range []float64{1, -1} {
			out = append(out, Thruster{
				Position: arms[i].Scale(side), Axis: axes[i], Max: 1e6, MaxAstern: 1e6,
				Curve: Curve{Ahead: 1e-3, Astern: 1e-3},
			})
		}
	}
	return out
}

// push returns the input that makes pushers give a force or moment along an axis.
func push(axis Axis, size float64) *Input {
	in := new(Input)
	pair := [6]int{0, 2, 4, 2, 4, 0}[axis]
	in[pair], in[pair+1] = size/2, size/2
	if axis >= Roll {
		in[pair] = -size / 2
	}
	return in
}

func build(t testing.TB, b Body, thrusters []Thruster, fins []Fin) *Model {
	t.Helper()
	m, err := NewModel(b, thrusters, fins)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// still is water at rest in which simple floats.
func still() *Water { return &Water{Density: 1000} }

// sail takes n steps of dt seconds.
func sail(m *Model, s *State, in *Input, w *Water, dt float64, how Integrator, n int) {
	step := m.Stepper(dt, how)
	for range n {
		step.stride(s, in, w)
	}
}

// stride takes a step of the usual length, with nothing around.
func (st *Stepper) stride(s *State, in *Input, w *Water) { _ = st.Step(s, in, w, nil, st.whole.dt) }

// fins returns the inner state of fins at angles.
func fins(angles ...float64) (inner [MaxInner]float64) {
	copy(inner[firstFin:], angles)
	return inner
}

func near(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %.12g, want %.12g (difference %.3g, allowed %.3g)", what, got, want, got-want, tolerance)
	}
}

// apart returns the greatest difference between two motions: positions in m, axes
// of the body, velocities in m/s and rad/s.
func apart(a, b *State) float64 {
	most := a.Position.Dist(b.Position)
	for _, axis := range []geom.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
		most = max(most, a.Attitude.Rotate(axis).Dist(b.Attitude.Rotate(axis)))
	}
	for i := range a.Velocity {
		most = max(most, math.Abs(a.Velocity[i]-b.Velocity[i]))
	}
	return most
}
