package ray

import "math"

// arc is the part of a ray within one layer, in which the speed of sound goes linearly from ca to cb over the vertical
// way h: an arc of a circle. It goes up or down all the way: a ray is cut where it turns, and there w is 0.
//
// By Snell's law the cosine of the angle to the horizontal is p c all along the ray, and so w^2 = 1 - p^2 c^2. All
// forms below lose no digits and need no case for a layer of one speed. They follow from that of the circle, of
// radius 1/(p |g|): Jensen et al., Computational Ocean Acoustics, 2nd ed., section 3.3.
type arc struct {
	p      float64 // s/m: cos/c, the constant of the ray; 0 straight up or down
	h      float64 // m, at least 0, along the way: down or up
	g      float64 // 1/s: (cb - ca)/h, the change of speed along the vertical way
	ca, cb float64 // m/s, at both ends
	wa, wb float64 // sines of the angle to the horizontal at both ends, at least 0, and not both 0
}

// turning returns the arc from a depth with the speed ca and the sine wa to where the ray is level. The speed
// increases along the way: g > 0. Its vertical way is (1/p - ca)/g, its range wa/(p g).
func turning(p, g, ca, wa float64) arc {
	return arc{p: p, h: wa * wa / (p * g * (1 + p*ca)), g: g, ca: ca, cb: 1 / p, wa: wa}
}

// moment returns the integral of the speed over the arc, in m^2/s: h (ca + cb)/(wa + wb). Times p it is the range.
//
// With x = (wa - wb)/(p g) this follows from wa^2 - wb^2 = p^2 (cb^2 - ca^2) = p^2 g h (ca + cb).
func (a *arc) moment() float64 { return a.h * (a.ca + a.cb) / (a.wa + a.wb) }

// reach returns the horizontal range of the arc in m.
func (a *arc) reach() float64 { return a.p * a.moment() }

// slope returns dx/dp at fixed ends, in m^2/s: x/(p wa wb). Where the ray turns at the end, so that the end moves
// with p, it is -x/(p wa^2) instead, from x = wa/(p g).
func (a *arc) slope() float64 {
	if a.wb == 0 {
		return -a.moment() / (a.wa * a.wa)
	}
	return a.moment() / (a.wa * a.wb)
}

// measure returns the travel time in s, the length in m, and the lean: by how much the mean vertical way over the
// arc exceeds h/2, in m. What is linear in depth has over the arc the mean of its ends plus its slope times the lean.
//
// Time: with w = tanh(u) it is (ua - ub)/g, and tanh(ua - ub) = (wa - wb)/(1 - wa wb) = g k, where
// k = p x/(1 - wa wb) = moment (1 + wa wb)/(ca^2 + wa^2 cb^2); so it is k atanh(g k)/(g k).
// Length: half the angle that the arc turns has the sine s = chord p |g|/2; so it is chord asin(s)/s.
// Lean: the mean of the cosine over the arc is that of its ends times tan(d)/d, d = asin(s). The speed leans like
// the cosine, and the depth by 1/g of it: (ca + cb)/2 (tan(d)/d - 1)/g.
func (a *arc) measure() (time, length, lean float64) {
	m := a.moment()
	k := m * (1 + a.wa*a.wb) / (a.ca*a.ca + a.wa*a.wa*a.cb*a.cb)
	x := a.p * m
	chord2 := x*x + a.h*a.h
	half2 := a.p * a.p * chord2 / 4
	s2 := half2 * a.g * a.g
	return k * atanhOver(a.g*k), math.Sqrt(chord2) * asinOver(s2), (a.ca + a.cb) / 2 * a.g * half2 * leanOver(s2)
}

// atanhOver returns atanh(x)/x. The first term that the series leaves out is x^14/15.
func atanhOver(x float64) float64 {
	if y := x * x; y < 0.0025 {
		return 1 + y*(1./3+y*(1./5+y*(1./7+y*(1./9+y*(1./11+y/13)))))
	}
	return math.Atanh(x) / x
}

// asinOver returns asin(s)/s of y = s^2. The first term that the series leaves out is 231/13312 y^6.
func asinOver(y float64) float64 {
	if y < 0.0025 {
		return 1 + y*(1./6+y*(3./40+y*(5./112+y*(35./1152+y*63./2816))))
	}
	s := math.Sqrt(y)
	return math.Asin(s) / s
}

// leanOver returns (tan(d)/d - 1)/s^2, d = asin(s), of y = s^2. The first term that the series leaves out is some
// 0.17 y^3; what this is a factor of is small itself.
func leanOver(y float64) float64 {
	if y < 0.0025 {
		return 1./3 + y*(11./45+y*191./945)
	}
	return (1/(math.Sqrt(1-y)*asinOver(y)) - 1) / y
}
