package ray

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"halocline/sim/simtest"
)

// plain is a second way to follow rays over a floor, written for tests. It takes steps that end where the ray is level,
// where it is along the facet below it, or at the end of that. Within a step it can cross an edge of its layer or the
// facet once: the place is found by halving. It knows no derivative, and shares nothing with the solver.
type plain struct {
	depth, speed []float64 // of the nodes, from the surface to below all floors
	floor        Floor
	bounces      int
}

// plainRay is a ray at its end.
type plainRay struct {
	x, z, angle     float64 // m, and rad below the horizontal
	layer, facet    int
	time, length    float64
	sideways        float64 // m^2/s, the integral of c ds
	seen            uint64  // what reflected it, as a number of base 101
	surface, bottom int
	arrived         bool
}

func newPlain(c Column, floor Floor, bounces int) *plain {
	p := &plain{depth: []float64{0}, speed: c.Speed[:1:1], floor: floor, bounces: bounces}
	for i := 1; i < len(c.Depth); i++ {
		p.depth, p.speed = append(p.depth, c.Depth[i]), append(p.speed, c.Speed[i])
	}
	p.depth, p.speed = append(p.depth, 1e4), append(p.speed, p.speed[len(p.speed)-1])
	return p
}

// water returns the speed and its growth by depth in a layer.
func (p *plain) water(layer int, z float64) (c, g float64) {
	g = (p.speed[layer+1] - p.speed[layer]) / (p.depth[layer+1] - p.depth[layer])
	return p.speed[layer] + g*(z-p.depth[layer]), g
}

// send follows a ray from the beginning of the floor to its end.
func (p *plain) send(z, angle float64) plainRay {
	r := plainRay{z: z, angle: angle}
	for r.layer+2 < len(p.depth) && (p.depth[r.layer+1] < z || p.depth[r.layer+1] == z && angle > 0) {
		r.layer++
	}
	far := p.floor[len(p.floor)-1].Range
	for steps := 0; r.x < far && steps < 5000; steps++ {
		if math.Abs(r.angle) >= math.Pi/2 || r.surface+r.bottom > p.bounces {
			return r
		}
		p.step(&r)
	}
	r.arrived = r.x >= far
	return r
}

func (p *plain) step(r *plainRay) {
	for r.facet+2 < len(p.floor) && r.x >= p.floor[r.facet+1].Range {
		r.facet++
	}
	a, b := p.floor[r.facet], p.floor[r.facet+1]
	fall := (b.Depth - a.Depth) / (b.Range - a.Range)
	slope := math.Atan(fall)
	c, g := p.water(r.layer, r.z)
	sin, cos := math.Sincos(r.angle)
	pg := cos / c * g
	after := func(d float64) (z, sine float64) {
		sine = min(1, max(-1, sin-pg*d)) // upright is beyond the layer
		return r.z + d*(sin+sine)/(cos+math.Sqrt(1-sine*sine)), sine
	}
	d := b.Range - r.x
	for _, along := range []float64{0, slope} {
		if to := (sin - math.Sin(along)) / pg; to > 1e-9 && to < d {
			d = to
		}
	}
	event := 0
	for i, beyond := range []func(d float64) bool{
		func(d float64) bool { z, _ := after(d); return z < p.depth[r.layer] },
		func(d float64) bool { z, _ := after(d); return z > p.depth[r.layer+1] },
		func(d float64) bool { z, _ := after(d); return z > a.Depth+fall*(r.x+d-a.Range) },
	} {
		if beyond(d) {
			d, event = halve(0, d, beyond), i+1
		}
	}
	z, sine := after(d)
	angle := math.Asin(sine)
	r.sideways += d * c / cos
	if arc := r.angle - angle; pg != 0 && math.Abs(arc) > 1e-9 {
		r.length += arc / pg
		r.time += (math.Atanh(sin) - math.Atanh(sine)) / g
	} else {
		r.length += math.Hypot(d, z-r.z)
		r.time += math.Hypot(d, z-r.z) / c
	}
	if r.x += d; b.Range-r.x < 1e-12*b.Range && event == 0 {
		r.x = b.Range
	}
	r.z, r.angle = z, angle
	p.meet(r, event, slope)
}

// halve returns where something begins to be so, just beyond it.
func halve(not, so float64, is func(float64) bool) float64 {
	for {
		middle := (not + so) / 2
		if middle <= not || middle >= so {
			return so
		}
		if is(middle) {
			so = middle
		} else {
			not = middle
		}
	}
}

// meet does what an edge of the layer or the bottom asks for.
func (p *plain) meet(r *plainRay, event int, slope float64) {
	switch {
	case event == 1 && r.layer > 0:
		r.z = p.depth[r.layer]
		r.layer--
	case event == 1:
		r.z, r.angle = 0, -r.angle
		r.surface++
		r.seen = r.seen*101 + 1
	case event == 2:
		r.z = p.depth[r.layer+1]
		r.layer++
	case event == 3:
		a := p.floor[r.facet]
		r.z = min(r.z, a.Depth+math.Tan(slope)*(r.x-a.Range))
		r.angle = 2*slope - r.angle
		r.bottom++
		r.seen = r.seen*101 + 2 + uint64(r.facet)
	}
}

// brute sends n rays, at most so steeply, and closes in on the other end between neighbours that met the same things.
func (p *plain) brute(from, to float64, n int, most float64) (all []Arrival) {
	var last plainRay
	for i := range n {
		angle := most * float64(2*i-n+1) / float64(n-1)
		r := p.send(from, angle)
		if r.arrived && last.arrived && r.seen == last.seen && (r.z < to) != (last.z < to) {
			same := true
			root := halve(angle-2*most/float64(n-1), angle, func(a float64) bool {
				m := p.send(from, a)
				same = same && m.arrived && m.seen == r.seen
				return (m.z < to) == (r.z < to)
			})
			if a, ok := p.arrival(from, to, root); same && ok {
				all = append(all, a)
			}
		}
		last = r
	}
	return all
}

// arrival returns what arrives of a ray, if it comes to the other end.
func (p *plain) arrival(from, to, angle float64) (Arrival, bool) {
	const d = 1e-6
	r, less, more := p.send(from, angle), p.send(from, angle-d), p.send(from, angle+d)
	c, _ := p.water(r.layer, r.z)
	spread := math.Abs(more.z-less.z) / (2 * d) * math.Cos(r.angle)
	return Arrival{
		Delay: r.time, Length: r.length, Amplitude: math.Sqrt(c / (spread * r.sideways)),
		Leave: -math.Sin(angle), Arrive: -math.Sin(r.angle), Surface: r.surface, Bottom: r.bottom,
	}, math.Abs(r.z-to) < 1e-6 && less.seen == r.seen && more.seen == r.seen
}

// shapes are floors of one length.
func shapes(reach float64) map[string]Floor {
	all := map[string]Floor{
		"ridge":    {{0, 100}, {0.45, 100}, {0.5, 40}, {0.55, 100}, {1, 100}},
		"seamount": {{0, 100}, {0.3, 98}, {0.4, 70}, {0.45, 50}, {0.5, 45}, {0.55, 55}, {0.6, 75}, {0.7, 95}, {1, 100}},
		"slope":    {{0, 60}, {1, 140}},
		"upwards":  {{0, 140}, {1, 60}},
		"rough":    roughFloor(rand.New(rand.NewPCG(5, 5)), 1),
	}
	for _, f := range all {
		for i := range f {
			f[i].Range *= reach
		}
	}
	return all
}

// All that a fan of 24,001 rays of an independent kind finds is found, with its amplitude by differences, and nothing
// is invented: a ray of that kind sent in the direction of each arrival comes to the other end. That is asked where 1e-16
// of the direction are not 1e-5 m of the end.
func TestNoArrivalOverAFloorIsMissed(t *testing.T) {
	reaches, wanted := []float64{2000}, "thermocline/ridge seamount slope"
	if simtest.Long() {
		reaches, wanted = []float64{500, 2000, 5000}, "one speed rising falling thermocline duct/ridge seamount slope upwards rough"
	}
	simtest.SkipShort(t, "it sends 24,001 rays for each question")
	which, where, _ := strings.Cut(wanted, "/")
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, name := range slices.Sorted(maps.Keys(seas())) {
		c := seas()[name]
		s := solver(t, c, Options{8, 1})
		for _, reach := range reaches {
			for _, shape := range slices.Sorted(maps.Keys(shapes(reach))) {
				floor := shapes(reach)[shape]
				if !strings.Contains(which, name) || !strings.Contains(where, shape) {
					continue
				}
				from, to := 2+50*rnd.Float64(), 2+50*rnd.Float64()
				p := newPlain(c, floor, 8)
				got, want := s.Over(nil, floor, from, to), p.brute(from, to, 24001, 1.55)
				missed, invented := compare(t, p, from, to, got, want)
				t.Logf("%s, %s, %g m: %d arrivals, the fan found %d; missed %d, invented %d", name, shape, reach, len(got), len(want), missed, invented)
				if missed+invented > 0 {
					t.Fatalf("from %g m to %g m", from, to)
				}
			}
		}
	}
}

// Here is an arrival 4 dB below the strongest in a sector of 0.001 rad, within one of 0.01 rad whose other rays all end
// alike, spent on the same facets. Only their caustics tell them apart.
func TestSectorsBetweenRaysThatEndAlikeAreSearched(t *testing.T) {
	floor := Floor{
		{0, 63.5},
		{128.9, 84.9},
		{236.9, 97.3},
		{266.4, 105.9},
		{496.2, 62.8},
		{903.9, 82.6},
		{1240.9, 67.3},
		{1567.7, 64.6},
		{1684.5, 128.7},
		{1781.1, 103.8},
		{1835.1, 103.7},
		{1893.7, 60.8},
		{2060.9, 92.5},
		{2483.3, 84.4},
		{2829, 122},
		{2984.8, 94.6},
		{3271.2, 87.1},
		{3577.8, 61.4},
		{3931.3, 78},
		{4328.7, 88.2},
		{4712.5, 61.4},
		{5000, 62.3},
	}
	c, z := seas()["duct"], 28.62810876954495
	p := newPlain(c, floor, 8)
	got, want := solver(t, c, Options{8, 1}).Over(nil, floor, z, z), p.brute(z, z, 2001, 0.05)
	missed, invented := compare(t, p, z, z, got, want)
	if len(want) == 0 || missed+invented > 0 {
		t.Errorf("the fan found %d; missed %d, invented %d", len(want), missed, invented)
	}
}

func compare(t *testing.T, p *plain, from, to float64, got, want []Arrival) (missed, invented int) {
	t.Helper()
	most := 0.0
	for _, a := range got {
		most = max(most, a.Amplitude)
	}
	for _, b := range want {
		if b.Amplitude < most/1000 {
			continue
		}
		missed++
		for _, a := range got {
			if math.Abs(a.Leave-b.Leave) > 1e-8 || a.Surface != b.Surface || a.Bottom != b.Bottom {
				continue
			}
			missed--
			near(t, "delay", a.Delay, b.Delay, 1e-9)
			near(t, "length", a.Length, b.Length, 1e-6)
			if a.Amplitude < focus/a.Length*0.9 { // else at a caustic, where differences are worthless
				near(t, "amplitude", a.Amplitude, b.Amplitude, 2e-3*b.Amplitude)
			}
			break
		}
	}
	for _, a := range got {
		r := p.send(from, math.Asin(-a.Leave))
		sensitive := 1e-16 / (a.Amplitude * a.Amplitude) // times 1 m is about what 1e-16 rad do
		if sensitive < 1e-5 && (math.Abs(r.z-to) > 1e-4 || r.surface != a.Surface || r.bottom != a.Bottom) {
			invented++
			t.Logf("%+v: comes down at %g m, not at %g m", a, r.z, to)
		}
	}
	return missed, invented
}
