package ray

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"halocline/sim/simtest"
)

// marched is a ray that is followed in steps of range: dz/dx = tan(th), dth/dx = -c'/c, dt/dx = 1/(c cos(th)), with th
// downwards and Runge and Kutta's method of order 4. Nothing of it is shared with the solver.
type marched struct {
	edges           []float64 // m, of the layers from the surface to the bottom
	c, f            []float64 // m/s and dB/m at the edges
	layer           int
	z, th           float64
	time, length    float64
	absorption      float64
	surface, bottom int
	turns           int
	reflected       complex128 // the product of all reflections
}

// tilted reflects with a loss and a phase that depend on the angle.
type tilted struct{ loss, phase float64 }

func (r tilted) Reflect(sin float64) complex128 { return cmplx.Rect(1-r.loss*sin, math.Pi-r.phase*sin) }

// waters returns the water of the marched rays.
func waters(c Column) Water { return Water{c, tilted{0.3, 0.5}, tilted{0.6, 2.5}} }

func march(c Column, bottom, z, th float64) *marched {
	m := &marched{z: z, th: th, reflected: 1}
	at := func(z float64, of []float64) float64 {
		n := len(c.Depth)
		if z <= c.Depth[0] {
			return of[0]
		}
		for i := 1; i < n; i++ {
			if z <= c.Depth[i] {
				return of[i-1] + (of[i]-of[i-1])*(z-c.Depth[i-1])/(c.Depth[i]-c.Depth[i-1])
			}
		}
		return of[n-1]
	}
	m.edges = append(m.edges, 0)
	for _, d := range c.Depth {
		if d > 0 && d < bottom {
			m.edges = append(m.edges, d)
		}
	}
	m.edges = append(m.edges, bottom)
	for _, d := range m.edges {
		m.c, m.f = append(m.c, at(d, c.Speed)), append(m.f, at(d, c.Absorption))
	}
	for m.layer+2 < len(m.edges) && (m.edges[m.layer+1] < z || m.edges[m.layer+1] == z && th > 0) {
		m.layer++
	}
	return m
}

// speed returns the speed and its slope in the layer.
func (m *marched) speed(z float64) (c, g float64) {
	i := m.layer
	g = (m.c[i+1] - m.c[i]) / (m.edges[i+1] - m.edges[i])
	return m.c[i] + g*(z-m.edges[i]), g
}

func (m *marched) rates(y [5]float64) [5]float64 {
	c, g := m.speed(y[0])
	cos := math.Cos(y[1])
	i := m.layer
	f := m.f[i] + (m.f[i+1]-m.f[i])/(m.edges[i+1]-m.edges[i])*(y[0]-m.edges[i])
	return [5]float64{math.Tan(y[1]), -g / c, 1 / (c * cos), 1 / cos, f / cos}
}

func (m *marched) step(dx float64) [5]float64 {
	y := [5]float64{m.z, m.th, m.time, m.length, m.absorption}
	plus := func(k [5]float64, h float64) (out [5]float64) {
		for i := range y {
			out[i] = y[i] + h*k[i]
		}
		return out
	}
	k1 := m.rates(y)
	k2 := m.rates(plus(k1, dx/2))
	k3 := m.rates(plus(k2, dx/2))
	k4 := m.rates(plus(k3, dx))
	for i := range y {
		y[i] += dx / 6 * (k1[i] + 2*k2[i] + 2*k3[i] + k4[i])
	}
	return y
}

// on goes on by a range. A step ends at an edge of its layer.
func (m *marched) on(dx float64) {
	for dx > 0 {
		top, bottom := m.edges[m.layer], m.edges[m.layer+1]
		h, y := dx, m.step(dx)
		out := y[0] < top || y[0] > bottom
		if out {
			edge := min(max(y[0], top), bottom)
			low, high := 0.0, dx
			for range 60 {
				if math.Abs(y[0]-edge) < 1e-12 {
					break
				}
				if h -= (y[0] - edge) / math.Tan(y[1]); !(h > low && h < high) {
					h = (low + high) / 2
				}
				if y = m.step(h); y[0] < top || y[0] > bottom {
					high = h
				} else {
					low = h
				}
			}
		}
		if m.th*y[1] < 0 {
			m.turns++
		}
		m.z, m.th, m.time, m.length, m.absorption = y[0], y[1], y[2], y[3], y[4]
		dx -= h
		if out {
			m.cross()
		}
	}
}

// cross goes into the next layer, or back from a boundary.
func (m *marched) cross() {
	switch {
	case m.th > 0 && m.layer+2 < len(m.edges):
		m.layer++
		m.z = m.edges[m.layer]
	case m.th > 0:
		m.reflected *= waters(Column{}).Bottom.Reflect(math.Sin(m.th))
		m.z, m.th = m.edges[m.layer+1], -m.th
		m.bottom++
	case m.layer > 0:
		m.z = m.edges[m.layer]
		m.layer--
	default:
		m.z, m.th = 0, -m.th
		m.reflected *= waters(Column{}).Surface.Reflect(math.Sin(m.th))
		m.surface++
	}
}

func (m *marched) history() [3]int { return [3]int{m.surface, m.bottom, m.turns} }

// to goes on to a range in even steps of at most dx.
func (m *marched) to(reach, dx float64) *marched {
	n := math.Ceil(reach / dx)
	for range int(n) {
		m.on(reach / n)
	}
	return m
}

// wild returns a column of up to 8 nodes, some of them of one speed, over 100 m.
func wild(rnd *rand.Rand) (c Column) {
	z, v := 0.0, 1480+40*rnd.Float64()
	for z < 110 {
		c.Depth, c.Speed = append(c.Depth, z), append(c.Speed, v)
		c.Absorption = append(c.Absorption, 0.01*rnd.Float64())
		z += 8 + 30*rnd.Float64()
		if rnd.IntN(4) > 0 {
			v = 1480 + 40*rnd.Float64()
		}
	}
	return c
}

// pair is a question about a column.
type pair struct {
	Column
	question
}

func pairs(n int) (all []pair) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for i := range n {
		c := wild(rnd)
		q := question{100 * rnd.Float64(), 100 * rnd.Float64(), 100 + 2500*rnd.Float64(), 100}
		if i%5 == 1 {
			q.to = q.from
		}
		if i%5 == 2 {
			q.from = c.Depth[1]
		}
		all = append(all, pair{c, q})
	}
	return all
}

// Each arrival comes down at the other end when it is marched, in the same time, with the same absorption, and spread as
// two rays beside it. Beside the ray at a reach, A^2 = cos(th0) c / (c0 reach |dz/dth0| cos(th)), the ends' angles th0 and th:
// the energy of a tube of rays; Jensen et al., eq. (3.56). Caustics are where the two rays cross.
func TestArrivalsComeDownThere(t *testing.T) {
	count, touched, many := 0, 0, 60
	if testing.Short() {
		many = 10
	}
	for i, q := range pairs(many) {
		s, err := NewSolver(waters(q.Column), Options{6, math.Sin(80 * math.Pi / 180)})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range s.Arrivals(nil, q.from, q.to, q.reach, q.bottom) {
			count++
			touched += a.Caustics
			if a.Leave == 0 {
				continue // a case of its own, see TestLevel
			}
			th := math.Asin(-a.Leave)
			step := 2.0
			m := march(q.Column, q.bottom, q.from, th).to(q.reach, step)
			if math.Abs(m.z-q.to) > 1e-3 { // such steps go past a brief visit to the next layer
				step = 0.1
				m = march(q.Column, q.bottom, q.from, th).to(q.reach, step)
			}
			near(t, "depth", m.z, q.to, 1e-3)
			near(t, "delay", a.Delay, m.time, 1e-9)
			near(t, "length", a.Length, m.length, 1e-5)
			near(t, "absorption", a.Absorption, m.absorption, 1e-7)
			near(t, "arrive", a.Arrive, math.Sin(-m.th), 1e-6)
			if a.Surface != m.surface || a.Bottom != m.bottom {
				t.Errorf("%d and %d reflections, want %d and %d", a.Surface, a.Bottom, m.surface, m.bottom)
			}
			tube(t, q, a, m.reflected, step)
			if t.Failed() {
				t.Fatalf("pair %d: %+v\nof %+v", i, a, q)
			}
		}
	}
	t.Logf("%d arrivals, %d caustics", count, touched)
}

// tube compares amplitude, phase and caustics with two rays beside an arrival, which has these reflections.
func tube(t *testing.T, q pair, a Arrival, reflected complex128, step float64) {
	const d = 1e-8
	th := math.Asin(-a.Leave)
	u, v := march(q.Column, q.bottom, q.from, th-d), march(q.Column, q.bottom, q.from, th+d)
	c0, _ := u.speed(q.from)
	n := int(math.Ceil(q.reach / step))
	caustics, sign, gap := 0, 1.0, 0.0
	for range n {
		u.on(q.reach / float64(n))
		v.on(q.reach / float64(n))
		if u.surface != v.surface || u.bottom != v.bottom {
			continue // one is reflected and the other not yet
		}
		gap = v.z - u.z
		if (u.surface+u.bottom)%2 == 1 {
			gap = -gap
		}
		if gap*sign < 0 {
			caustics++
			sign = -sign
		}
	}
	c, _ := v.speed(v.z)
	want := math.Sqrt(math.Cos(th) * c / (c0 * q.reach * math.Abs(gap) / (2 * d) * math.Cos(v.th)))
	if want > 0.9*focus/a.Length {
		return // at a caustic
	}
	near(t, "amplitude", a.Amplitude/(want*cmplx.Abs(reflected)), 1, 2e-3)
	// With exp(-i w t) a caustic is a factor of exp(-i pi/2); Bellhop, with exp(i w t), takes i.
	turned := reflected * cmplx.Pow(-1i, complex(float64(caustics), 0))
	near(t, "phase", math.Remainder(a.Phase-cmplx.Phase(turned), 2*math.Pi), 0, 1e-5)
	if a.Caustics != caustics {
		t.Errorf("%d caustics, want %d", a.Caustics, caustics)
	}
}

// Between two rays of a fine fan with one history that come down on both sides of an end, an arrival leaves.
func TestNoArrivalOfAFanIsMissed(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const steepest, bounces = 0.98, 6
	n, pairsOf, rays := 0, pairs(20), 600
	switch {
	case testing.Short():
		pairsOf = pairsOf[:5]
	case simtest.Long():
		pairsOf, rays = pairs(100), 3000
	}
	for i, q := range pairsOf {
		s := solver(t, q.Column, Options{bounces, 1})
		arrivals := s.Arrivals(nil, q.from, q.to, q.reach, q.bottom)
		var last *marched
		lastSine := 0.0
		for k := range rays {
			sine := steepest * (2*(float64(k)+0.5)/float64(rays) - 1) // downwards
			m := march(q.Column, q.bottom, q.from, math.Asin(sine)).to(q.reach, 10)
			if k > 0 && m.history() == last.history() && m.surface+m.bottom <= bounces && (m.z < q.to) != (last.z < q.to) {
				n++
				within := 0
				for _, a := range arrivals {
					if -a.Leave > lastSine && -a.Leave < sine && a.Surface == m.surface && a.Bottom == m.bottom {
						within++
					}
				}
				if within%2 == 0 {
					t.Errorf("pair %d: %d arrivals leave between %.9g and %.9g, where the fan has one (%v): %+v", i, within, lastSine, sine, m.history(), q)
				}
			}
			last, lastSine = m, sine
		}
	}
	t.Logf("%d brackets", n)
}
