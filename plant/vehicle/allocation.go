package vehicle

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Axis is one of the six components of a force and moment in the body frame.
type Axis uint8

// The axes, in the order of Six.
const (
	Surge Axis = iota
	Sway
	Heave
	Roll
	Pitch
	Yaw
)

// Axes returns all six.
func Axes() []Axis { return []Axis{Surge, Sway, Heave, Roll, Pitch, Yaw} }

// String returns the word that a vehicle file uses.
func (a Axis) String() string {
	return [...]string{"surge", "sway", "heave", "roll", "pitch", "yaw"}[a]
}

// Allocation shares a wanted force and moment out among the thrusters. With T
// the 6 x n matrix of what each thruster does at 1 N, of which the rows of the
// axes are used, the thrusts are the smallest that do it,
//
//	f = W^-1 T^t (T W^-1 T^t)^-1 tau
//
// which minimises f^t W f (Fossen, Handbook of Marine Craft Hydrodynamics and
// Motion Control, 2011, section 12.3.2). What the thrusters do along other axes
// is left as it comes. Where a thruster cannot give its share, the moment comes first: it
// is scaled until all thrusters can, and then the force is, by what they have left. So
// either keeps its direction, and a force that is too great does not tilt a vehicle, as it
// would if each thrust were clipped alone.
type Allocation struct {
	share  [MaxThrusters]Six // thrust per N and N m along each axis
	most   [MaxThrusters]float64
	astern [MaxThrusters]float64
	count  int
}

// NewAllocation returns the allocation of a vehicle's thrusters to some axes;
// without axes to those of its Controls, and without these to all six. A thruster
// of twice the weight is used half as much; nil weights are equal. It is an error
// if the thrusters cannot act on the axes independently.
func NewAllocation(m *Model, weights []float64, axes ...Axis) (*Allocation, error) {
	n := len(m.Thrusters)
	if len(axes) == 0 {
		axes = m.Controls
	}
	if len(axes) == 0 {
		axes = Axes()
	}
	if n == 0 {
		return nil, errors.New("the vehicle has no thrusters")
	}
	scale, err := rootsOf(weights, n)
	if err != nil {
		return nil, err
	}
	effect := mat.NewDense(len(axes), n, nil)
	for row, axis := range axes {
		for i := range n {
			effect.Set(row, i, m.columns[i][axis]*scale[i])
		}
	}
	inverse, err := pseudoInverse(effect, axes, "thrusters")
	if err != nil {
		return nil, err
	}
	a := &Allocation{count: n}
	for i, t := range m.Thrusters {
		for row, axis := range axes {
			a.share[i][axis] = inverse.At(i, row) * scale[i]
		}
		a.most[i], a.astern[i] = t.Max, t.MaxAstern
	}
	return a, nil
}

// Thrusts sets the wanted thrusts to those that give the force and moment tau, in
// N and N m, as far as the thrusters can, and reports whether they can.
func (a *Allocation) Thrusts(tau *Six, in *Input) bool {
	able := true
	for i := range a.count {
		s := &a.share[i]
		f := s[0]*tau[0] + s[1]*tau[1] + s[2]*tau[2] + s[3]*tau[3] + s[4]*tau[4] + s[5]*tau[5]
		in[i] = f
		able = able && f >= -a.astern[i] && f <= a.most[i]
	}
	if !able {
		a.scale(tau, in)
	}
	return able
}

// scale sets the thrusts to the greatest part of the moment that all thrusters can give, and
// with it the greatest part of the force.
func (a *Allocation) scale(tau *Six, in *Input) {
	var force, moment, none [MaxThrusters]float64
	for i := range a.count {
		s := &a.share[i]
		force[i] = s[0]*tau[0] + s[1]*tau[1] + s[2]*tau[2]
		moment[i] = s[3]*tau[3] + s[4]*tau[4] + s[5]*tau[5]
	}
	part := a.part(&none, &moment)
	for i := range a.count {
		moment[i] *= part
	}
	part = a.part(&moment, &force)
	for i := range a.count { // what is over is rounding
		in[i] = clamp(moment[i]+part*force[i], -a.astern[i], a.most[i])
	}
}

// part returns the greatest share, 1 at most, of thrusts that the thrusters can give besides
// others, which they can.
func (a *Allocation) part(others, thrusts *[MaxThrusters]float64) float64 {
	part := 1.0
	for i := range a.count {
		switch f := thrusts[i]; {
		case others[i]+part*f > a.most[i]:
			part = (a.most[i] - others[i]) / f
		case others[i]+part*f < -a.astern[i]:
			part = (-a.astern[i] - others[i]) / f
		}
	}
	return max(0, part)
}

// Most returns the greatest force or moment along an axis alone, in its direction and
// against it, both positive: as much as the first thruster allows that is at its limit.
func (a *Allocation) Most(axis Axis) (ahead, astern float64) {
	ahead, astern = math.Inf(1), math.Inf(1)
	for i := range a.count {
		switch s := a.share[i][axis]; {
		case s > 0:
			ahead, astern = min(ahead, a.most[i]/s), min(astern, a.astern[i]/s)
		case s < 0:
			ahead, astern = min(ahead, -a.astern[i]/s), min(astern, -a.most[i]/s)
		}
	}
	return ahead, astern
}

// rootsOf returns 1/sqrt of each weight.
func rootsOf(weights []float64, n int) ([]float64, error) {
	if weights != nil && len(weights) != n {
		return nil, fmt.Errorf("%d weights are given for %d thrusters", len(weights), n)
	}
	scale := make([]float64, n)
	for i := range scale {
		scale[i] = 1
		if weights == nil {
			continue
		}
		if !(weights[i] > 0) || math.IsInf(weights[i], 1) {
			return nil, fmt.Errorf("weight %d is %g; write a positive number", i+1, weights[i])
		}
		scale[i] = 1 / math.Sqrt(weights[i])
	}
	return scale, nil
}

// pseudoInverse inverts a matrix with one row per axis, which must be of full rank; its
// columns are those of some actuators.
func pseudoInverse(effect *mat.Dense, axes []Axis, actuators string) (*mat.Dense, error) {
	const least = 1e-9 // singular value, of the greatest, that is more than rounding
	var svd mat.SVD
	if !svd.Factorize(effect, mat.SVDThin) {
		return nil, fmt.Errorf("the matrix of the %s has no singular values", actuators)
	}
	var u, v, out mat.Dense
	values := svd.Values(nil)
	rank := 0
	for _, v := range values {
		if v > least*values[0] {
			rank++
		}
	}
	if rank < len(axes) {
		svd.UTo(&u)
		return nil, lacking(effect, &u, rank, least*values[0], axes, actuators)
	}
	svd.UTo(&u)
	svd.VTo(&v)
	rows, _ := v.Dims()
	for i := range rows {
		for j, s := range values {
			v.Set(i, j, v.At(i, j)/s)
		}
	}
	out.Mul(&v, u.T())
	return &out, nil
}

// lacking names the axes along which the actuators do nothing, or else those that they
// do not reach one by one: an axis is reached if it lies in the space of the first
// columns of u, as many as the rank.
func lacking(effect, u *mat.Dense, rank int, nothing float64, axes []Axis, actuators string) error {
	var dead, tied []string
	for row, axis := range axes {
		if mat.Norm(effect.RowView(row), 2) <= nothing {
			dead = append(dead, axis.String())
		}
	}
	if len(dead) > 0 {
		return fmt.Errorf("the %s cannot give %s", actuators, strings.Join(dead, ", "))
	}
	for row, axis := range axes {
		if mat.Norm(u.Slice(row, row+1, 0, rank), 2) < 1-1e-9 {
			tied = append(tied, axis.String())
		}
	}
	return fmt.Errorf("the %s cannot give %s independently of each other", actuators, strings.Join(tied, ", "))
}
