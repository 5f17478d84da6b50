package ray

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"
)

// direct returns the arrivals without a reflection.
func direct(all []Arrival) (some []Arrival) {
	for _, a := range all {
		if a.Surface+a.Bottom == 0 {
			some = append(some, a)
		}
	}
	return some
}

// Where the speed is c = |g| y, y from the plane where it would be 0, rays are geodesics of the hyperbolic half-space: with the
// straight distance d, cosh(|g| T) = 1 + g^2 d^2/(2 cs cr), and so T = 2/|g| asinh(|g| d/(2 sqrt(cs cr))). The sphere that
// sound gets to in T has the area (c sinh(|g| T)/|g|)^2 in each solid angle; p^2/c times the area stays, and it is 1/cs
// at 1 m: A = |g|/(sqrt(cs cr) sinh(|g| T)) = 1/(d sqrt(1 + g^2 d^2/(4 cs cr))).
//
// The ray is a circle about the point of that plane at x = (r^2 + yr^2 - ys^2)/(2 r). If that lies between the ends, it is
// the deepest there, or the shallowest.
func TestOneGradient(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	none := 0
	for i := range 1000 {
		g := 0.2 * (2*rnd.Float64() - 1)
		s := solver(t, Column{Depth: []float64{0, 100}, Speed: []float64{1500, 1500 + 100*g}}, Options{3, 1})
		from, to, r := 100*rnd.Float64(), 100*rnd.Float64(), math.Pow(10, 1+2.7*rnd.Float64())
		if i%4 == 0 {
			to = from
		}
		cs, cr := 1500+g*from, 1500+g*to
		d := math.Hypot(r, from-to)
		x := (r*r + (cr*cr-cs*cs)/(g*g)) / (2 * r)
		extreme := (math.Hypot(x, cs/g)*math.Abs(g) - 1500) / g
		got := direct(s.Arrivals(nil, from, to, r, 100))
		if x > 0 && x < r && (extreme < 0 || extreme > 100) {
			if none++; len(got) != 0 {
				t.Errorf("%d direct rays, want none: the arc comes to %g m", len(got), extreme)
			}
			continue
		}
		if len(got) != 1 {
			t.Errorf("%d direct rays from %g to %g m over %g m with %g/s, want 1", len(got), from, to, r, g)
			continue
		}
		near(t, "time", got[0].Delay, 2/math.Abs(g)*math.Asinh(math.Abs(g)*d/(2*math.Sqrt(cs*cr))), 1e-12)
		near(t, "level", got[0].Amplitude*d*math.Sqrt(1+g*g*d*d/(4*cs*cr)), 1, 1e-9)
		if got[0].Caustics != 0 {
			t.Errorf("%d caustics, want none", got[0].Caustics)
		}
	}
	if none < 50 || none > 900 {
		t.Errorf("%d of 1000 pairs without a direct ray: not a fair choice", none)
	}
}

// Nearly level rays keep their digits: in water of one speed the sine is the difference in depth over the distance. In
// other water the time is that of one gradient, see TestOneGradient.
func TestNearlyLevel(t *testing.T) {
	even := solver(t, Column{Depth: []float64{0}, Speed: []float64{1500}}, Options{1, 1})
	const g = 0.02
	bent := solver(t, Column{Depth: []float64{0, 100}, Speed: []float64{1500, 1500 + 100*g}}, Options{1, 1})
	for _, reach := range []float64{800, 20000} {
		for h := 1e-9; h <= 1; h *= 10 {
			to := 40 + h
			h := to - 40 // as rounded
			d := math.Hypot(reach, h)
			a := direct(even.Arrivals(nil, 40, to, reach, 100))
			if len(a) != 1 {
				t.Fatalf("%d direct rays at %g m, want 1", len(a), h)
			}
			near(t, "sine", a[0].Leave/(-h/d), 1, 1e-12)
			near(t, "amplitude", a[0].Amplitude*d, 1, 1e-12)
			near(t, "delay", a[0].Delay*1500/d, 1, 1e-15)
			if reach > 800 {
				continue // the arc leaves the water
			}
			b := direct(bent.Arrivals(nil, 40, to, reach, 100))
			if len(b) != 1 {
				t.Fatalf("%d direct rays at %g m in a gradient, want 1", len(b), h)
			}
			q := g * g * d * d / (4 * (1500 + 40*g) * (1500 + to*g))
			near(t, "time", b[0].Delay*g/2/math.Asinh(math.Sqrt(q)), 1, 1e-14)
			near(t, "level", b[0].Amplitude*d*math.Sqrt(1+q), 1, 1e-11)
		}
		// At one depth: a straight line.
		a := direct(even.Arrivals(nil, 40, 40, reach, 100))
		if len(a) != 1 || a[0].Leave != 0 || a[0].Arrive != 0 || a[0].Delay != reach/1500 || a[0].Amplitude != 1/reach || a[0].Length != reach {
			t.Errorf("at one depth: %+v", a)
		}
	}
}

// Between ends above each other sound goes straight: it takes the integral of 1/c, and A = sqrt(ca cb) over that of c,
// which is |c2^2 - c1^2|/(2 g) in one gradient; TestOneGradient has the same in the limit of no range, with d = h:
// ((c1 + c2)/2)^2 = c1 c2 + g^2 h^2/4. A range of 1 um changes nothing but the angles.
func TestStraightDown(t *testing.T) {
	const g = 0.5
	s := solver(t, Column{Depth: []float64{0, 100}, Speed: []float64{1500, 1500 + 100*g}, Absorption: []float64{0, 0.1}}, Options{5, 1})
	for _, reach := range []float64{0, 1e-10, 1e-6} {
		all := s.Arrivals(nil, 30, 80, reach, 100)
		if len(all) != 11 { // as the images
			t.Fatalf("%d arrivals over %g m, want 11", len(all), reach)
		}
		near(t, "time", all[0].Delay, math.Log(1540./1515)/g, 1e-15)
		near(t, "amplitude", all[0].Amplitude, math.Sqrt(1540*1515)/(50*(1540+1515)/2), 1e-12)
		near(t, "absorption", all[0].Absorption, 50*0.055, 1e-12)
		// Then by the bottom: 70 m and 20 m.
		near(t, "time by the bottom", all[1].Delay, (math.Log(1550./1515)+math.Log(1550./1540))/g, 1e-14)
		near(t, "amplitude by the bottom", all[1].Amplitude, math.Sqrt(1540*1515)/(70*1532.5+20*1545), 1e-10)
		near(t, "leave", all[1].Leave, -1, 1e-14)
		near(t, "arrive", all[1].Arrive, 1, 1e-14)
	}
	same := s.Arrivals(nil, 30, 30, 0, 100)
	if a := same[0]; a.Delay != 0 || a.Amplitude != 1 || a.Length != 0 {
		t.Errorf("at one place: %+v, want amplitude 1 after 0 s", a)
	}
	// 80 deg leaves the direct way alone.
	steep := solver(t, s.water.Column, Options{5, math.Sin(80 * math.Pi / 180)})
	if all := steep.Arrivals(nil, 30, 80, 0, 100); len(all) != 1 {
		t.Errorf("%d arrivals straight down with a steepest ray, want 1", len(all))
	}
}

// At a soft surface the pressure is 0: each ray that leaves down has a twin that is reflected first. At a rigid bottom it
// doubles: each ray that arrives there has a twin that is reflected last. At 1 kHz, of all rays whose twin may count.
func TestEndsOnBoundaries(t *testing.T) {
	for name, c := range columns() {
		s := solver(t, c, Options{7, 1})
		bottom := max(100, c.Depth[len(c.Depth)-1])
		pressure := func(a Arrival) complex128 { return cmplx.Rect(a.Amplitude, 2*math.Pi*1000*a.Delay+a.Phase) }
		for _, other := range []float64{0, 0.3 * bottom, bottom} {
			var sum complex128
			power := 0.0
			for _, a := range s.Arrivals(nil, 0, other, 7*bottom, bottom) {
				if a.Leave > 0 || a.Surface+a.Bottom < 7 {
					sum += pressure(a)
					power += a.Amplitude * a.Amplitude
				}
			}
			if power == 0 || cmplx.Abs(sum) > 1e-6*math.Sqrt(power) {
				t.Errorf("%s: pressure %g of a power of %g from the surface to %g m", name, sum, power, other)
			}
			var up, down complex128
			power = 0
			for _, a := range s.Arrivals(nil, other, bottom, 7*bottom, bottom) {
				if a.Arrive > 0 || a.Arrive == 0 && a.Bottom == 1 {
					up += pressure(a)
				} else if a.Surface+a.Bottom < 7 {
					down += pressure(a)
				}
				power += a.Amplitude * a.Amplitude
			}
			if power == 0 || cmplx.Abs(up-down) > 1e-6*math.Sqrt(power) {
				t.Errorf("%s: pressures %g and %g of a power of %g from %g m to the bottom", name, up, down, power, other)
			}
		}
		if a := s.Arrivals(nil, 0, 0, 50, bottom); name == "01 layer" && (a[0].Delay != a[1].Delay || a[0].Amplitude != a[1].Amplitude || math.Abs(a[0].Phase-a[1].Phase) != math.Pi) {
			t.Errorf("along the surface: %+v and %+v, want twins", a[0], a[1])
		}
	}
}

// cycle returns twice the range over a column between a depth and the turn below it, of rays whose constant is 1/v:
// midpoints over each layer, closer to each other towards the turn.
func cycle(c Column, depth, v float64) (x float64) {
	for i := 1; i < len(c.Depth); i++ {
		z1, z2, c1, c2 := c.Depth[i-1], c.Depth[i], c.Speed[i-1], c.Speed[i]
		g := (c2 - c1) / (z2 - z1)
		if z2 <= depth {
			continue
		}
		if z1 < depth {
			z1, c1 = depth, c1+g*(depth-z1)
		}
		end := z2
		if c2 > v {
			end = z1 + (v-c1)/g
		}
		x += (end - z1) * midpoints(100, func(u float64) float64 {
			at := c1 + g*(end-z1)*u*(2-u)
			return 2 * (1 - u) * 2 * at / math.Sqrt((v-at)*(v+at))
		})
		if c2 > v {
			return x
		}
	}
	return math.Inf(1)
}

// In deep water the rays that go down come back at a distance, and none before: the least cycle, by integrals over
// the same polygon.
func TestConvergenceZone(t *testing.T) {
	c := munk(100)
	s := solver(t, c, Options{0, 1})
	for _, depth := range []float64{100, 150, 230} {
		at := c.Speed[1] + (c.Speed[2]-c.Speed[1])*(depth-100)/100
		if depth > 200 {
			at = c.Speed[2] + (c.Speed[3]-c.Speed[2])*(depth-200)/100
		}
		least := math.Inf(1)
		for v := at + 1e-4; v < c.Speed[len(c.Speed)-1]; v += 0.01 {
			least = min(least, cycle(c, depth, v))
		}
		count := func(reach float64) (n int) {
			for _, a := range s.Arrivals(nil, depth, depth, reach, 5000) {
				if a.Leave < 0 && a.Arrive > 0 {
					n++
				}
			}
			return n
		}
		t.Logf("from %g m the zone begins at %.0f m", depth, least)
		if a, b := count(least*0.999), count(least*1.001); a != 0 || b == 0 {
			t.Errorf("%d rays before and %d behind %g m, want none and some", a, b, least)
		}
	}
}

// Below a mixed layer with a thermocline under it there is a shadow: it begins where the ray comes down that is level at
// the end of the layer. Its sine is w = sqrt(1 - (c/c12)^2) at a speed c, and a layer's range is the difference of w over
// g/c12.
func TestShadowOfAThermocline(t *testing.T) {
	c := Column{Depth: []float64{0, 12, 35, 100}, Speed: []float64{1520, 1520.2, 1495, 1496}}
	s, err := NewSolver(Water{Column: c}, Options{8, 1})
	if err != nil {
		t.Fatal(err)
	}
	w := func(c float64) float64 { return math.Sqrt(1 - c*c/(1520.2*1520.2)) }
	c8, c60 := 1520+0.2*8/12, 1495+25./65
	edge := 1520.2 * (w(c8)*12/0.2 + w(1495)*23/25.2 + (w(1495)-w(c60))*65)
	t.Logf("the shadow begins at %.1f m", edge)
	if n := len(s.Arrivals(nil, 8, 60, edge*(1-1e-6), 100)); n != 1 {
		t.Errorf("%d rays before the shadow, want 1", n)
	}
	if n := len(s.Arrivals(nil, 8, 60, edge*(1+1e-9), 100)); n != 0 {
		t.Errorf("%d rays in the shadow, want none", n)
	}
}
