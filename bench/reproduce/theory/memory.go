package theory

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// row is the probability of one more loss after many in a row, where a packet is lost if its power is below a threshold. The power
// is that of a complex Gaussian gain with the correlation rho from one packet to the next, and 1 on average.
//
// Given the power x, that of the next packet has the density
//
//	f(y|x) = e^(-(y + r x)/(1-r)) I0(2 sqrt(r x y)/(1-r))/(1-r),  r = rho^2.
//
// So the losses in a row have the probability of the k-th power of the integral operator with f up to the threshold. With the
// factor e^((y-x)/2) it is symmetric, and its spectral radius is what k more losses cost each.
func row(threshold, rho float64) float64 {
	const nodes = 24
	r := rho * rho
	x, w := make([]float64, nodes), make([]float64, nodes)
	quad.Legendre{}.FixedLocations(x, w, 0, threshold)
	f, radius := make([]float64, nodes), 0.0
	for i := range f {
		f[i] = 1
	}
	for range 100 { // powers of the operator
		next := make([]float64, nodes)
		size := 0.0
		for i := range next {
			for j := range f {
				next[i] += w[j] * f[j] * math.Exp(-(x[i]+x[j])*(1+r)/(2*(1-r))) * besselI0(2*math.Sqrt(r*x[i]*x[j])/(1-r)) / (1 - r)
			}
			size = max(size, next[i])
		}
		radius = size
		for i := range f {
			f[i] = next[i] / size
		}
	}
	return radius
}

// besselI0 is the modified Bessel function of order 0, by its series (Abramowitz and Stegun 1964, 9.6.12).
func besselI0(z float64) float64 {
	sum, term := 1.0, 1.0
	for k := 1.0; term > 1e-17*sum; k++ {
		term *= z * z / 4 / (k * k)
		sum += term
	}
	return sum
}

// powerWithMemory returns the mean power over the threshold at which the probability of one more loss after many is critical.
func powerWithMemory(critical, rho float64) float64 {
	low, high := 0.1, 10.0
	for range 40 {
		if middle := (low + high) / 2; row(1/middle, rho) > critical {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
