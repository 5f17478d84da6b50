package vehicle

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Steering shares a wanted moment out among the fins that can turn, as Allocation
// does among thrusters. What a fin gives is taken at small angles in a flow that
// comes straight from ahead: the slope of its lift times its area, times the
// dynamic pressure rho u^2/2, per rad. Each angle is clipped to what its fin can do.
type Steering struct {
	share [MaxFins]Six // angle times pressure per N m about each axis
	most  [MaxFins]float64
	first int // of the fins in an input
	count int
}

// NewSteering returns the steering of a vehicle's fins about some axes. It is an
// error if the fins cannot act on them independently.
func NewSteering(m *Model, axes ...Axis) (*Steering, error) {
	s := &Steering{first: len(m.Thrusters), count: len(m.Fins)}
	effect := mat.NewDense(len(axes), max(len(m.Fins), 1), nil)
	turning := false
	for i := range m.Fins {
		f := &m.Fins[i]
		if s.most[i] = f.MaxAngle; f.MaxAngle == 0 {
			continue
		}
		turning = true
		column := f.effect()
		for row, axis := range axes {
			effect.Set(row, i, column[axis])
		}
	}
	if !turning {
		return nil, errors.New("the vehicle has no fins that can turn")
	}
	inverse, err := pseudoInverse(effect, axes, "fins")
	if err != nil {
		return nil, err
	}
	for i := range m.Fins {
		for row, axis := range axes {
			s.share[i][axis] = inverse.At(i, row)
		}
	}
	return s, nil
}

// effect returns force and moment of a fin per rad and Pa of dynamic pressure. The
// derivative of its lift coefficient at angle 0 is Slope (a^2 - b^2)/(a^2 + b^2), with a
// and b the parts of the flow along the chord and across it.
func (f *Fin) effect() Six {
	normal := f.Hinge.Cross(f.Chord)
	along, across := f.Chord.X, normal.X
	square := along*along + across*across
	if square == 0 {
		return Six{}
	}
	aside := normal.Scale(along).Sub(f.Chord.Scale(across))
	force := aside.Scale(f.Slope * f.Area * (along*along - across*across) / math.Sqrt(square))
	return six(force, f.Position.Cross(force))
}

// Angles sets the wanted angles of the fins to those that give the force and moment tau
// at a dynamic pressure in Pa, as far as the fins can.
func (s *Steering) Angles(tau *Six, pressure float64, in *Input) {
	for i := range s.count {
		c := &s.share[i]
		sum := c[0]*tau[0] + c[1]*tau[1] + c[2]*tau[2] + c[3]*tau[3] + c[4]*tau[4] + c[5]*tau[5]
		if in[s.first+i] = 0; sum != 0 {
			in[s.first+i] = clamp(sum/pressure, -s.most[i], s.most[i])
		}
	}
}

// Most returns the greatest moment about an axis alone at a dynamic pressure in Pa, N m.
func (s *Steering) Most(axis Axis, pressure float64) float64 {
	most := math.Inf(1)
	for i := range s.count {
		if c := math.Abs(s.share[i][axis]); c > 0 {
			most = min(most, s.most[i]*pressure/c)
		}
	}
	return most
}
