package ray

import (
	"math"
)

// plain is a second way to follow rays, written for tests: it takes small steps of range, in each of which the angle
// and the depth follow the circle that the speed at its beginning asks for, and halves steps to where something
// happens. It knows no derivative.
type plain struct {
	depth, speed []float64 // of the nodes; the first is at the surface, the last below all floors
	floor        Floor
	step         float64
	bounces      int
}

type plainRay struct {
	z, sin       float64 // m, below the horizontal
	time, moment float64 // s; the integral of c ds
	length       float64
	seen         uint64 // what it met
	surf, bott   int
	arrived      bool
}

func (p *plain) layer(z float64, down bool) (k int) {
	for k = 0; k+2 < len(p.depth); k++ {
		if z < p.depth[k+1] || z == p.depth[k+1] && !down {
			break
		}
	}
	return k
}

func (p *plain) bottom(x float64) (z, slope float64, k int) {
	for k = 0; k+2 < len(p.floor) && x > p.floor[k+1].Range; k++ {
	}
	a, b := p.floor[k], p.floor[k+1]
	slope = (b.Depth - a.Depth) / (b.Range - a.Range)
	return a.Depth + slope*(x-a.Range), slope, k
}

// follow follows a ray from the depth z0 to the range far.
func (p *plain) follow(z0, angle, far float64) plainRay {
	r := plainRay{z: z0, sin: math.Sin(angle)}
	x := 0.0
	down := angle > 0
	kf := 0
	for steps := 0; x < far; steps++ {
		if steps > 20000 || math.Abs(r.sin) > 1-1e-9 {
			return r
		}
		if r.surf+r.bott > p.bounces {
			return r
		}
		k := p.layer(r.z, down)
		g := (p.speed[k+1] - p.speed[k]) / (p.depth[k+1] - p.depth[k])
		if r.sin == 0 {
			down = g < 0
		}
		c := p.speed[k] + g*(r.z-p.depth[k])
		cos := math.Sqrt(1 - r.sin*r.sin)
		pc := cos / c
		// within a step the ray stays on one facet and in one layer
		for kf+2 < len(p.floor) && x >= p.floor[kf+1].Range {
			kf++
		}
		fa, fb := p.floor[kf], p.floor[kf+1]
		slope := (fb.Depth - fa.Depth) / (fb.Range - fa.Range)
		at := func(d float64) (z, sin, cs float64) {
			sin = r.sin - pc*g*d
			cs = math.Sqrt(1 - sin*sin)
			return r.z + d*(r.sin+sin)/(cos+cs), sin, cs
		}
		h := min(p.step, far-x, fb.Range-x)
		if !(math.Abs(r.sin-pc*g*h) < 0.99999) {
			h /= 100
		}
		for _, level := range []float64{0, slope / math.Sqrt(1+slope*slope)} { // cut where it is level, or along the facet
			if d := (r.sin - level) / (pc * g); d > 1e-9 && d < h {
				h = d
			}
		}
		top, low := p.depth[k], p.depth[k+1]
		event := 0
		for pass, what := 0, []func(z, d float64) bool{
			func(z, d float64) bool { return z < top },
			func(z, d float64) bool { return z > low },
			func(z, d float64) bool { return z > fa.Depth+slope*(x+d-fa.Range) },
		}; pass < 3; pass++ {
			z, _, _ := at(h)
			if !what[pass](z, h) {
				continue
			}
			a, b := 0.0, h
			for range 200 {
				m := (a + b) / 2
				if m <= a || m >= b {
					break
				}
				if z, _, _ := at(m); what[pass](z, m) {
					b = m
				} else {
					a = m
				}
			}
			h, event = b, pass+1
		}
		z, sin, cs := at(h)
		ce := c + g*(z-r.z)
		ds := h
		if t := math.Asin(sin) - math.Asin(r.sin); true {
			chord := math.Hypot(h, z-r.z)
			ds = chord
			if math.Abs(t) > 1e-12 {
				ds = chord * (t / 2) / math.Sin(t/2)
			}
		}
		// Simpson over the arc, whose middle has the mean angle
		mid := math.Sin((math.Asin(sin) + math.Asin(r.sin)) / 2)
		cm := c
		if g != 0 {
			cm = math.Sqrt(1-mid*mid) / pc
		}
		r.time += ds / 6 * (1/c + 4/cm + 1/ce)
		r.moment += h / pc
		r.length += ds
		x += h
		r.z, r.sin = z, sin
		switch event {
		case 0:
			if r.sin != 0 {
				down = r.sin > 0
			}
		case 1:
			if k == 0 {
				r.z = 0
				r.sin = -r.sin
				r.surf++
				r.seen = r.seen*1000003 + 7
				down = true
			} else {
				r.z = top
				down = false
			}
		case 2:
			r.z = low
			down = true
		case 3:
			beta := math.Atan(slope)
			theta := math.Atan2(sin, cs)
			theta = 2*beta - theta
			r.z = min(r.z, fa.Depth+slope*(x-fa.Range))
			if math.Abs(theta) >= math.Pi/2 {
				return r
			}
			r.sin = math.Sin(theta)
			r.bott++
			r.seen = r.seen*1000003 + 11 + uint64(kf)
			down = r.sin > 0
		}
	}
	r.arrived = r.surf+r.bott <= p.bounces
	return r
}

// forced is an arrival by brute force.
type forced struct {
	leave, arrive, time, length, amplitude float64
	surf, bott                             int
}

// brute sends n rays and closes in on the other end between neighbours that met the same things.
func (p *plain) brute(from, to, far float64, n int) []forced {
	var all []forced
	const most = 1.5695
	var last plainRay
	var lastAngle float64
	for i := range n {
		angle := most * float64(2*i-n+1) / float64(n-1)
		r := p.follow(from, angle, far)
		if i > 0 && r.arrived && last.arrived && r.seen == last.seen && (r.z < to) != (last.z < to) {
			if f, ok := p.close(from, to, far, lastAngle, angle); ok {
				all = append(all, f)
			}
		}
		last, lastAngle = r, angle
	}
	return all
}

func (p *plain) close(from, to, far, a, b float64) (forced, bool) {
	ra := p.follow(from, a, far)
	seen := ra.seen
	for range 70 {
		m := (a + b) / 2
		if m <= a || m >= b {
			break
		}
		r := p.follow(from, m, far)
		if !r.arrived || r.seen != seen {
			return forced{}, false
		}
		if (r.z < to) == (ra.z < to) {
			a = m
		} else {
			b = m
		}
	}
	r := p.follow(from, b, far)
	if math.Abs(r.z-to) > 1e-6 {
		return forced{}, false
	}
	const d = 1e-6
	less, more := p.follow(from, b-d, far), p.follow(from, b+d, far)
	cos := math.Sqrt(1 - r.sin*r.sin)
	q := math.Abs(more.z-less.z) / (2 * d) * cos
	c := p.at(to)
	return forced{leave: -math.Sin(b), arrive: -r.sin, time: r.time, length: r.length, amplitude: math.Sqrt(c / (q * r.moment)), surf: r.surf, bott: r.bott}, true
}

// at returns the speed at a depth.
func (p *plain) at(z float64) float64 {
	k := p.layer(z, true)
	return p.speed[k] + (p.speed[k+1]-p.speed[k])*(z-p.depth[k])/(p.depth[k+1]-p.depth[k])
}
