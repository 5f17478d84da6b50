// Package vehicle holds the equations of motion of a rigid vehicle in six degrees of freedom, its
// actuators, and the library of vehicles. Parameters are constant data, a state is a value, and a step
// is a pure function of both; there is no kernel and no clock here.
//
// The equations are those of Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control (2011),
// chapters 3, 6 and 8; they stand with Model. At the surface, buoyancy, added mass and drag act by the
// share of the hull that is under water.
//
// Frames: the world is x, y horizontal and z up; the body is x forward, y left and z up. Published
// matrices are as a rule in forward, right, down: the signs of diag(1, -1, -1, 1, -1, -1) on both sides
// bring them here, and FromFRD does it.
//
// Begin with NewModel, or with a vehicle file: Config is its language, Library holds those that come
// with the program, and LoadVehicle of scenarios.Library reads one. Model.Stepper takes a State
// through time; an Allocation finds the thrusts that make a wanted force. Dynamics is what a vehicle
// of other equations implements, such as KinematicConfig.
//
// Left out: diffraction and radiation of waves, the moment of a hull that floats askew, slamming, the memory of the flow, lift of
// the hull beyond what C_A and fixed fins give, the lift and the turning that sheared water causes
// across the hull (the current is that at the body's origin), the torque of propellers, and the
// influence of thrusters on each other and on the hull.
package vehicle

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"halocline/sim/geom"
)

// Six is a vector of three translations and three rotations in the body frame.
type Six [6]float64

// Matrix is a 6x6 matrix on such vectors.
type Matrix [6]Six

// Model holds the constants of a vehicle, ready for use. NewModel makes it. Its equations are
//
//	M_RB v' + C_RB(v) v + M_A v_r' + C_A(v_r) v_r + D_l v_r + D_q |v_r| v_r + g(eta) = tau
//
// with v_r the velocity relative to the water. The added mass acts on the acceleration relative to
// the water, so a uniform current is felt as a moving frame and as nothing else. Where the current
// changes with time, the pressure that speeds the water up also pushes the vehicle, at its centre of
// buoyancy, with the density times the volume times that change (Thomasson and Woolsey, Vehicle Motion
// in Currents, IEEE Journal of Oceanic Engineering 38(2), 2013).
type Model struct {
	Body
	Thrusters []Thruster
	Fins      []Fin
	Controls  []Axis            // what the thrusters are there for; empty for all six
	inverse   Matrix            // of rigid-body inertia plus added mass
	columns   [MaxThrusters]Six // force and moment of a thrust of 1 N
	curves    [MaxThrusters]Curve
	diagonal  bool    // the damping matrices are
	drag      [6]drag // their diagonals
	flowing   bool    // some actuator depends on the flow
	eccentric bool    // the centre of gravity is not at the origin
	surfacing float64 // height of the origin over the surface from which on a part may be out of the water, m
}

// drag is the damping along one axis: N s/m and N s2/m2, or those of a moment.
type drag struct{ linear, quadratic float64 }

// at returns the force against a velocity x.
func (d *drag) at(x float64) float64 { return (d.linear + d.quadratic*math.Abs(x)) * x }

// Body holds the constants of the hull.
type Body struct {
	Mass      float64     // kg
	Volume    float64     // displaced volume, m3
	Inertia   [3]geom.Vec // rows of the inertia tensor about the body's origin, kg m2
	Weight    geom.Vec    // centre of gravity in the body frame, m
	Buoyancy  geom.Vec    // centre of buoyancy in the body frame, m
	AddedMass Matrix      // kg, kg m, kg m2; the symmetric part is used
	Linear    Matrix      // linear damping, N s/m and so on
	Quadratic Matrix      // quadratic damping, N s2/m2 and so on; acts on |v| v of each component
	Gravity   float64     // m/s2
	Draught   float64     // from the lowest to the highest point of the hull, m; 0 for the height of Size
	Size      geom.Vec    // length, width and height of the hull about its centre of buoyancy, m; 0 for those of a cube of the volume
}

// Actuator counts are bounded so that a state is a value without pointers.
const (
	MaxThrusters = 12
	MaxFins      = 8
)

// NewModel checks the constants and factorises the mass matrix.
func NewModel(b Body, thrusters []Thruster, fins []Fin) (*Model, error) {
	if len(thrusters) > MaxThrusters || len(fins) > MaxFins {
		return nil, fmt.Errorf("%d thrusters and %d fins; at most %d and %d are possible", len(thrusters), len(fins), MaxThrusters, MaxFins)
	}
	if !(b.Mass > 0) || !(b.Volume >= 0) || !(b.Draught >= 0) {
		return nil, errors.New("the mass must be positive, and the volume and the draught not negative")
	}
	if !b.finite() {
		return nil, errors.New("a constant of the hull is not a finite number")
	}
	if _, err := b.rigid().invert(); err != nil {
		return nil, fmt.Errorf("the inertia of the body is not positive definite: %w", err)
	}
	b.AddedMass = b.AddedMass.symmetric()
	if b.Size == (geom.Vec{}) {
		side := cube(b.Volume)
		b.Size = geom.Vec{X: side, Y: side, Z: side}
	}
	if b.Draught == 0 {
		b.Draught = b.Size.Z
	}
	m := &Model{Body: b, Thrusters: slices.Clone(thrusters), Fins: slices.Clone(fins)}
	inverse, err := b.rigid().plus(b.AddedMass).invert()
	if err != nil {
		return nil, fmt.Errorf("the mass matrix with added mass is not positive definite: %w", err)
	}
	m.inverse = inverse
	m.diagonal = b.Linear == b.Linear.onDiagonal() && b.Quadratic == b.Quadratic.onDiagonal()
	for i := range m.drag {
		m.drag[i] = drag{b.Linear[i][i], b.Quadratic[i][i]}
	}
	m.eccentric = b.Weight != geom.Vec{}
	if err := m.prepareActuators(); err != nil {
		return nil, err
	}
	m.surfacing = m.surfaces()
	return m, nil
}

// prepareActuators checks the fins and the thrusters, and works out what each step needs of them.
func (m *Model) prepareActuators() error {
	m.flowing = len(m.Fins) > 0
	for i := range m.Fins {
		if err := m.Fins[i].check(); err != nil {
			return fmt.Errorf("fin %d: %w", i+1, err)
		}
	}
	for i, t := range m.Thrusters {
		if err := t.check(); err != nil {
			return fmt.Errorf("thruster %d: %w", i+1, err)
		}
		m.curves[i] = t.Curve
		m.columns[i] = six(t.Axis, t.Position.Cross(t.Axis))
		m.flowing = m.flowing || t.Curve.Advance != 0 || t.Propeller != nil
		if t.Propeller != nil { // all of its thrust depends on the flow
			m.curves[i] = Curve{}
		}
	}
	return nil
}

// finite reports whether every constant is a finite number.
func (b *Body) finite() bool {
	sum := b.Mass + b.Volume + b.Gravity + b.Draught
	for _, v := range [...]geom.Vec{b.Weight, b.Buoyancy, b.Size, b.Inertia[0], b.Inertia[1], b.Inertia[2]} {
		sum += v.X + v.Y + v.Z
	}
	for _, m := range [...]*Matrix{&b.AddedMass, &b.Linear, &b.Quadratic} {
		for i := range m {
			for _, v := range m[i] {
				sum += v
			}
		}
	}
	return sum-sum == 0
}

// rigid returns the rigid-body mass matrix about the origin (Fossen, eq. 3.44).
func (b *Body) rigid() Matrix {
	m, r := b.Mass, b.Weight
	cross := [3][3]float64{{0, -r.Z, r.Y}, {r.Z, 0, -r.X}, {-r.Y, r.X, 0}}
	var out Matrix
	for i := range 3 {
		out[i][i] = m
		for j := range 3 {
			out[i][j+3] = -m * cross[i][j]
			out[i+3][j] = m * cross[i][j]
		}
		out[i+3][3], out[i+3][4], out[i+3][5] = b.Inertia[i].X, b.Inertia[i].Y, b.Inertia[i].Z
	}
	return out
}

// FromFRD turns a matrix that is given in forward, right, down into the body
// frame of this package.
func FromFRD(m Matrix) Matrix {
	sign := Six{1, -1, -1, 1, -1, -1}
	for i := range m {
		for j := range m[i] {
			m[i][j] *= sign[i] * sign[j]
		}
	}
	return m
}

// Diagonal returns the matrix with these diagonal elements.
func Diagonal(d Six) Matrix {
	var m Matrix
	for i, v := range d {
		m[i][i] = v
	}
	return m
}

func (m Matrix) onDiagonal() Matrix {
	var d Matrix
	for i := range m {
		d[i][i] = m[i][i]
	}
	return d
}

// plus returns the sum of two matrices.
func (m Matrix) plus(o Matrix) Matrix {
	for i := range m {
		for j := range m[i] {
			m[i][j] += o[i][j]
		}
	}
	return m
}

func (m Matrix) symmetric() Matrix {
	var s Matrix
	for i := range m {
		for j := range m[i] {
			s[i][j] = (m[i][j] + m[j][i]) / 2
		}
	}
	return s
}

// invert returns the inverse of a symmetric positive definite matrix by
// Cholesky's factorisation. That of gonum differs in the last bits, and every
// fingerprint of a vehicle would with it.
func (m Matrix) invert() (Matrix, error) {
	var l Matrix
	for i := range l {
		for j := 0; j <= i; j++ {
			sum := m[i][j]
			for k := range j {
				sum -= l[i][k] * l[j][k]
			}
			if i != j {
				l[i][j] = sum / l[j][j]
				continue
			}
			if !(sum > 0) {
				return Matrix{}, fmt.Errorf("pivot %d is %g", i+1, sum)
			}
			l[i][i] = math.Sqrt(sum)
		}
	}
	var inverse Matrix
	for c := range inverse {
		var y Six
		for i := range y {
			sum := 0.0
			if i == c {
				sum = 1
			}
			for k := range i {
				sum -= l[i][k] * y[k]
			}
			y[i] = sum / l[i][i]
		}
		for i := 5; i >= 0; i-- {
			sum := y[i]
			for k := i + 1; k < 6; k++ {
				sum -= l[k][i] * inverse[k][c]
			}
			inverse[i][c] = sum / l[i][i]
		}
	}
	return inverse, nil
}

// on returns m times a vector of six, given and returned as its two halves. It is
// written out: a loop takes twice as long, and this is a fifth of a step.
func (m *Matrix) on(v, w geom.Vec) (linear, angular geom.Vec) {
	linear.X = m[0][0]*v.X + m[0][1]*v.Y + m[0][2]*v.Z + m[0][3]*w.X + m[0][4]*w.Y + m[0][5]*w.Z
	linear.Y = m[1][0]*v.X + m[1][1]*v.Y + m[1][2]*v.Z + m[1][3]*w.X + m[1][4]*w.Y + m[1][5]*w.Z
	linear.Z = m[2][0]*v.X + m[2][1]*v.Y + m[2][2]*v.Z + m[2][3]*w.X + m[2][4]*w.Y + m[2][5]*w.Z
	angular.X = m[3][0]*v.X + m[3][1]*v.Y + m[3][2]*v.Z + m[3][3]*w.X + m[3][4]*w.Y + m[3][5]*w.Z
	angular.Y = m[4][0]*v.X + m[4][1]*v.Y + m[4][2]*v.Z + m[4][3]*w.X + m[4][4]*w.Y + m[4][5]*w.Z
	angular.Z = m[5][0]*v.X + m[5][1]*v.Y + m[5][2]*v.Z + m[5][3]*w.X + m[5][4]*w.Y + m[5][5]*w.Z
	return linear, angular
}

// onLinear is on for a vector whose second half is zero.
func (m *Matrix) onLinear(v geom.Vec) (linear, angular geom.Vec) {
	return geom.Vec{X: m[0].linear().Dot(v), Y: m[1].linear().Dot(v), Z: m[2].linear().Dot(v)},
		geom.Vec{X: m[3].linear().Dot(v), Y: m[4].linear().Dot(v), Z: m[5].linear().Dot(v)}
}
