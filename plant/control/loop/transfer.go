// Package loop analyses linear control loops of one input and one output with a
// delay: poles, zeros, root locus, step response, and the margins of gain, phase
// and delay; in continuous time with the delay exact or by a Pade approximation,
// and sampled with a zero-order hold.
//
// Begin with Loop. Its Forward is made of transfer functions, such as
// PID(...).Times(Plant(...)); then there are Loop.Poles, Loop.Margins and Loop.Step.
// Sampled is the same for a controller that acts at a period.
//
// It is for loops of a few poles, whose polynomials hold without scaling.
//
// Left out: several inputs, limits of the actuators, jitter and lost samples, which
// are what the simulation is for.
package loop

import (
	"cmp"
	"math"
	"math/cmplx"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Poly is a polynomial by its coefficients from the constant one up.
type Poly []float64

// Transfer is a transfer function, in s or in z.
type Transfer struct{ Num, Den Poly }

// Plant returns the plant 1/(a s^2 + b s) from a force in N to a position in m, of
// a mass a in kg with its added mass and a linear drag b in kg/s: equation 4.9 of
// Erdemir, Design of a co-simulation environment for the docking
// maneuver of an autonomous underwater vehicle (M.Sc. thesis, 2018).
func Plant(a, b float64) Transfer { return Transfer{Poly{1}, Poly{0, b, a}} }

// PID returns the controller Kp (nd s^2 + s + ni) / s, equation 4.10 of Erdemir
// (2018): Kd = nd Kp, with nd in s, and Ki = ni Kp, with ni in 1/s. The text around
// the equation divides by nd and ni, which its own numbers contradict.
func PID(kp, nd, ni float64) Transfer {
	return Transfer{Poly{kp * ni, kp, kp * nd}, Poly{0, 1}}.reduced()
}

// pade returns the approximation of a delay of T s by a quotient of two
// polynomials of order n, equation 4.11 of Erdemir (2018) for n = 1:
//
//	exp(-sT) ~ p(-sT) / p(sT), p(x) = sum over k of (2n-k)! n! / ((2n)! k! (n-k)!) x^k
//
// (Golub and Van Loan, Matrix Computations, 4th ed., section 9.3). Its gain is 1 at all
// frequencies, and its phase is right up to about n/T rad/s.
func pade(delay float64, order int) Transfer {
	num, den := make(Poly, order+1), make(Poly, order+1)
	c := 1.0
	for k := range den {
		den[k], num[k] = c, c
		if k%2 == 1 {
			num[k] = -c
		}
		c *= delay * float64(order-k) / float64((2*order-k)*(k+1))
	}
	return Transfer{num, den}.trimmed()
}

// Times returns the two in series.
func (t Transfer) Times(u Transfer) Transfer {
	return Transfer{t.Num.times(u.Num), t.Den.times(u.Den)}.reduced()
}

// At returns the value at a complex frequency.
func (t Transfer) At(s complex128) complex128 { return t.Num.At(s) / t.Den.At(s) }

// Zeros returns the roots of the numerator.
func (t Transfer) Zeros() []complex128 { return t.Num.roots() }

// Poles returns the roots of the denominator.
func (t Transfer) Poles() []complex128 { return t.Den.roots() }

// closedPoles returns the poles of the loop that is closed with a gain.
func (t Transfer) closedPoles(gain float64) []complex128 { return t.closed(gain).roots() }

// closed returns the characteristic polynomial of the closed loop.
func (t Transfer) closed(gain float64) Poly { return t.Den.plus(t.Num.scaled(gain)) }

// reduced cancels what is common at the origin: an integrator against a zero there.
func (t Transfer) reduced() Transfer {
	t = t.trimmed()
	for len(t.Num) > 1 && len(t.Den) > 1 && t.Num[0] == 0 && t.Den[0] == 0 {
		t.Num, t.Den = t.Num[1:], t.Den[1:]
	}
	return t
}

func (t Transfer) trimmed() Transfer { return Transfer{t.Num.trimmed(), t.Den.trimmed()} }

// At returns the value of the polynomial.
func (p Poly) At(s complex128) complex128 {
	var v complex128
	for i := len(p) - 1; i >= 0; i-- {
		v = v*s + complex(p[i], 0)
	}
	return v
}

// slope returns the value of the derivative.
func (p Poly) slope(s complex128) complex128 {
	var v complex128
	for i := len(p) - 1; i >= 1; i-- {
		v = v*s + complex(float64(i)*p[i], 0)
	}
	return v
}

// trimmed drops powers that do not occur.
func (p Poly) trimmed() Poly {
	n := len(p)
	for n > 1 && p[n-1] == 0 {
		n--
	}
	return p[:n]
}

// finite reports whether the coefficients over the leading one are numbers.
func (p Poly) finite() bool {
	for _, c := range p {
		if ratio := c / p[len(p)-1]; ratio-ratio != 0 {
			return false
		}
	}
	return true
}

func (p Poly) degree() int { return len(p.trimmed()) - 1 }

func (p Poly) scaled(k float64) Poly {
	q := make(Poly, len(p))
	for i := range p {
		q[i] = k * p[i]
	}
	return q
}

func (p Poly) plus(q Poly) Poly {
	r := make(Poly, max(len(p), len(q)))
	copy(r, p)
	for i := range q {
		r[i] += q[i]
	}
	return r
}

func (p Poly) times(q Poly) Poly {
	r := make(Poly, len(p)+len(q)-1)
	for i := range p {
		for j := range q {
			r[i+j] += p[i] * q[j]
		}
	}
	return r
}

// roots returns the roots, those farthest to the right first: the eigenvalues of
// the companion matrix, polished by Newton's method. Roots at 0 are exact; a
// multiple root elsewhere loses digits. Where the coefficients over the leading one are
// beyond all numbers, all roots are taken to be at infinity.
func (p Poly) roots() []complex128 {
	p = p.trimmed()
	if !p.finite() { // the search for eigenvalues would not end
		return slices.Repeat([]complex128{cmplx.Inf()}, len(p)-1)
	}
	var roots []complex128
	for len(p) > 1 && p[0] == 0 {
		roots, p = append(roots, 0), p[1:]
	}
	if n := len(p) - 1; n > 0 {
		companion := mat.NewDense(n, n, nil)
		for i := range n {
			companion.Set(i, n-1, -p[i]/p[n])
			if i > 0 {
				companion.Set(i, i-1, 1)
			}
		}
		var eigen mat.Eigen
		if !eigen.Factorize(companion, mat.EigenNone) {
			panic("loop: the eigenvalues of a companion matrix do not converge")
		}
		for _, z := range eigen.Values(nil) {
			roots = append(roots, polish(z, p.At, p.slope))
		}
	}
	slices.SortFunc(roots, rightmost)
	return roots
}

// polish improves a root of a function as long as Newton's steps make it smaller.
func polish(z complex128, f, slope func(complex128) complex128) complex128 {
	best := cmplx.Abs(f(z))
	for range 20 {
		next := z - f(z)/slope(z)
		if imag(z) == 0 {
			next = complex(real(next), 0)
		}
		size := cmplx.Abs(f(next))
		if !(size < best) {
			break
		}
		z, best = next, size
	}
	return z
}

// rightmost orders by falling real part; of a pair the upper one comes first.
func rightmost(a, b complex128) int {
	if math.Abs(real(a)-real(b)) > 1e-12*(cmplx.Abs(a)+cmplx.Abs(b)) {
		return cmp.Compare(real(b), real(a))
	}
	return cmp.Compare(imag(b), imag(a))
}
