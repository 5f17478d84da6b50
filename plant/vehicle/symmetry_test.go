package vehicle

import (
	"testing"

	"halocline/sim/geom"
)

// symmetric returns a vehicle that is its own mirror image left and right: the
// coupled body without the terms that are not, thrusters and fins in pairs.
func symmetric(t *testing.T) *Model {
	b := coupled(t)
	side := [6]bool{1: true, 3: true, 5: true} // sway, roll, yaw change their signs
	for i := range b.AddedMass {
		for j := range b.AddedMass[i] {
			if side[i] != side[j] {
				b.AddedMass[i][j] = 0
			}
		}
	}
	b.Inertia[0].Y, b.Inertia[1].X, b.Inertia[1].Z, b.Inertia[2].Y, b.Weight.Y = 0, 0, 0, 0, 0
	var thrusters []Thruster
	var fins []Fin
	for _, y := range []float64{0.5, -0.5} {
		thrusters = append(thrusters, Thruster{
			Position: geom.Vec{X: -0.8, Y: y, Z: 0.2}, Axis: direction(geom.Vec{X: 2, Y: -y, Z: 0.3}),
			Curve: Curve{Ahead: 1e-3, Astern: 2e-3, Advance: 0.5, Band: 3}, Lag: 0.2, Max: 500, MaxAstern: 300,
		})
		fins = append(fins, Fin{
			Position: geom.Vec{X: -1, Y: y}, Hinge: direction(geom.Vec{Y: 1, Z: y}), Chord: geom.Vec{X: 1},
			Area: 0.1, Slope: 3, Drag: 0.02, Induced: 0.1, MaxAngle: 0.4, MaxRate: 0.3,
		})
	}
	return build(t, b, thrusters, fins)
}

func asymmetricInput() *Input {
	in := new(Input)
	in[0], in[1] = 320, -110
	in[2], in[3] = 0.3, -0.2
	return in
}

// The mirrored input in the mirrored current gives the mirrored path. In a mirror
// a hinge, which is an axis of rotation, keeps its components in the mirror's plane
// reversed: a hinge (0, 1, y) becomes (0, 1, -y), that of the other fin.
func TestMirror(t *testing.T) {
	m := symmetric(t)
	for _, how := range []Integrator{RK4, SemiImplicitEuler} {
		in, other := asymmetricInput(), new(Input)
		other[0], other[1] = in[1], in[0]
		other[2], other[3] = in[3], in[2]
		left, right := tumbling(), State{}
		left.Position.Y = 0
		right.Motion = mirror(left.Motion)
		w := &Water{Density: 1025, Current: geom.Vec{X: 0.2, Y: 0.3, Z: -0.05}, Shear: geom.Vec{X: 0.01, Y: -0.02}}
		v := *w
		v.Current.Y, v.Shear.Y = -v.Current.Y, -v.Shear.Y
		sail(m, &left, in, w, 0.01, how, 3000)
		sail(m, &right, other, &v, 0.01, how, 3000)
		left.Motion = mirror(left.Motion)
		near(t, "difference", apart(&left, &right), 0, 1e-9)
		if left.Position.Norm() < 1 {
			t.Error("the vehicle did not move")
		}
	}
}

// mirror reflects a motion in the plane y = 0.
func mirror(s Motion) Motion {
	s.Position.Y = -s.Position.Y
	s.Attitude.X, s.Attitude.Z = -s.Attitude.X, -s.Attitude.Z
	for _, i := range []int{1, 3, 5} {
		s.Velocity[i] = -s.Velocity[i]
	}
	return s
}

// Turning start and current about the vertical, and shifting the start sideways,
// turns and shifts the path.
func TestTurnedWorld(t *testing.T) {
	m := symmetric(t)
	turn := geom.FromEuler(2.1, 0, 0)
	shift := geom.Vec{X: 100, Y: -40}
	a := tumbling()
	b := a
	b.Position, b.Attitude = turn.Rotate(a.Position).Add(shift), turn.Mul(a.Attitude)
	w := &Water{Density: 1025, Current: geom.Vec{X: 0.2, Y: 0.3}, Shear: geom.Vec{X: 0.01, Y: -0.02}}
	v := &Water{Density: 1025, Current: turn.Rotate(w.Current), Shear: turn.Rotate(w.Shear)}
	sail(m, &a, asymmetricInput(), w, 0.01, RK4, 3000)
	sail(m, &b, asymmetricInput(), v, 0.01, RK4, 3000)
	a.Position, a.Attitude = turn.Rotate(a.Position).Add(shift), turn.Mul(a.Attitude)
	near(t, "difference", apart(&a, &b), 0, 1e-9)
}

// In a uniform current a vehicle moves as in still water on a moving carpet.
func TestUniformCurrentIsAMovingFrame(t *testing.T) {
	m := symmetric(t)
	current := geom.Vec{X: 0.4, Y: -0.25, Z: 0.1}
	a := tumbling()
	b := a
	c := b.Attitude.RotateInverse(current)
	b.Velocity[0] += c.X
	b.Velocity[1] += c.Y
	b.Velocity[2] += c.Z
	sail(m, &a, asymmetricInput(), &Water{Density: 1025}, 0.01, RK4, 3000)
	sail(m, &b, asymmetricInput(), &Water{Density: 1025, Current: current}, 0.01, RK4, 3000)
	c = b.Attitude.RotateInverse(current)
	b.Velocity[0] -= c.X
	b.Velocity[1] -= c.Y
	b.Velocity[2] -= c.Z
	b.Position = b.Position.Sub(current.Scale(30))
	near(t, "difference", apart(&a, &b), 0, 1e-6)
}

// Where a uniform current speeds up, so does the carpet, for a vehicle that weighs what
// its water weighs, at the centre of it: on both an acceleration acts as a weight does,
// and the two cancel. The water of a step is that of its middle.
func TestChangingCurrentIsAMovingFrame(t *testing.T) {
	body := coupled(t)
	body.Volume, body.Buoyancy = body.Mass/1000, body.Weight
	m := build(t, body, pushers(), nil)
	in := push(Surge, 400)
	start, change := geom.Vec{X: 0.4, Y: -0.25, Z: 0.1}, geom.Vec{X: -0.03, Y: 0.05, Z: 0.02}
	a := tumbling()
	b := a
	c := b.Attitude.RotateInverse(start)
	b.Velocity.set(b.Velocity.linear().Add(c), b.Velocity.angular())
	const dt, n = 0.01, 2000
	sail(m, &a, in, still(), dt, RK4, n)
	step := m.Stepper(dt, RK4)
	for k := range n {
		step.stride(&b, in, &Water{Density: 1000, Current: start.Add(change.Scale((float64(k) + 0.5) * dt)), Change: change})
	}
	const end = n * dt
	c = b.Attitude.RotateInverse(start.Add(change.Scale(end)))
	b.Velocity.set(b.Velocity.linear().Sub(c), b.Velocity.angular())
	b.Position = b.Position.Sub(start.Scale(end)).Sub(change.Scale(end * end / 2))
	near(t, "difference", apart(&a, &b), 0, 1e-5)
}

// A body described in forward, right, down is the same body: published matrices
// change the sign where one of the two axes is y, z, pitch or yaw.
func TestFromFRD(t *testing.T) {
	var given, want Matrix
	for i := range given {
		for j := range given[i] {
			given[i][j] = float64(10*i + j + 1)
			want[i][j] = given[i][j]
			if turned := func(k int) bool { return k%3 != 0 }; turned(i) != turned(j) {
				want[i][j] = -given[i][j]
			}
		}
	}
	if got := FromFRD(given); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
