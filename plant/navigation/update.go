package navigation

import (
	"math"

	"halocline/sim/geom"
)

// innovation is what a measurement differs from what was expected, with how it hangs on the state and its own covariance.
type innovation struct {
	dims int
	y    [3]float64
	h    [3][size]float64
	r    [3][3]float64
}

// set writes a matrix into the derivatives by three numbers of the state.
func (n *innovation) set(at int, columns [3]geom.Vec) {
	for k, c := range columns {
		n.h[0][at+k], n.h[1][at+k], n.h[2][at+k] = c.X, c.Y, c.Z
	}
}

// update takes a measurement into the state, unless the gate is shut.
func (m *moment) update(t *tuning, u *inputs) {
	m.squared, m.dims, m.gated = 0, 0, false
	if m.kind == nothing {
		return
	}
	var n innovation
	if !m.expect(&n, t, u) {
		return
	}
	m.dims = uint8(n.dims)
	s := &m.after
	for {
		ph, inverse, ok := n.spread(s)
		if !ok {
			return // numbers without sense
		}
		m.squared = n.quadratic(&inverse)
		if m.squared <= t.gates[n.dims] || m.strikes[m.kind] > mostStrikes {
			m.strikes[m.kind] = 0
			s.correct(&n, &ph, &inverse)
			return
		}
		m.gated = true
		if m.strikes[m.kind]++; m.strikes[m.kind] <= mostStrikes {
			return
		}
		m.doubt(&n)
	}
}

// doubt adds to the variances of what is measured by as much as it differs.
func (m *moment) doubt(n *innovation) {
	square := 0.0
	for _, y := range n.y {
		square += y * y
	}
	at := atPlace
	if m.kind == overGround || m.kind == inWater || m.kind == gpsVelocity {
		at = atVelocity
	}
	for i := range 3 {
		m.after.p[at+i][at+i] += square
	}
}

// spread returns P H' and the inverse of S = H P H' + R.
func (n *innovation) spread(s *state) (ph [size][3]float64, inverse [3][3]float64, ok bool) {
	for i := range size {
		row := &s.p[i]
		for k := range n.dims {
			sum := 0.0
			for c, h := range &n.h[k] {
				if h != 0 {
					sum += row[c] * h
				}
			}
			ph[i][k] = sum
		}
	}
	var all [3][3]float64
	for i := range 3 {
		all[i][i] = 1
	}
	for i := range n.dims {
		for k := range n.dims {
			sum := n.r[i][k]
			for c, h := range &n.h[i] {
				if h != 0 {
					sum += h * ph[c][k]
				}
			}
			all[i][k] = sum
		}
	}
	inverse, ok = invert(&all)
	return ph, inverse, ok
}

// quadratic returns y' S^-1 y.
func (n *innovation) quadratic(inverse *[3][3]float64) float64 {
	sum := 0.0
	for i := range n.dims {
		for k := range n.dims {
			sum += n.y[i] * inverse[i][k] * n.y[k]
		}
	}
	return sum
}

// correct makes x + K y and P - K (P H')' of the state, with K = P H' S^-1. Both halves of P are kept equal.
func (s *state) correct(n *innovation, ph *[size][3]float64, inverse *[3][3]float64) {
	var gain [size][3]float64
	for i := range size {
		for k := range n.dims {
			for c := range n.dims {
				gain[i][k] += ph[i][c] * inverse[c][k]
			}
		}
		for k := range n.dims {
			s.x[i] += gain[i][k] * n.y[k]
		}
	}
	for i := range size {
		for k := i; k < size; k++ {
			sum := s.p[i][k]
			for c := range n.dims {
				sum -= gain[i][c] * ph[k][c]
			}
			s.p[i][k], s.p[k][i] = sum, sum
		}
		s.p[i][i] = max(0, s.p[i][i])
	}
}

// invert returns the inverse of a symmetric positive matrix, by its cofactors; false where it is none.
func invert(m *[3][3]float64) (inverse [3][3]float64, ok bool) {
	minor := func(r, c int) float64 {
		r1, r2, c1, c2 := (r+1)%3, (r+2)%3, (c+1)%3, (c+2)%3
		return m[r1][c1]*m[r2][c2] - m[r1][c2]*m[r2][c1]
	}
	det := m[0][0]*minor(0, 0) + m[0][1]*minor(0, 1) + m[0][2]*minor(0, 2)
	if !(det > 0) || math.IsInf(det, 1) {
		return inverse, false
	}
	for r := range 3 {
		for c := range 3 {
			inverse[c][r] = minor(r, c) / det
		}
	}
	return inverse, true
}
