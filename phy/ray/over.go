package ray

import "math"

// shot is what became of a ray that left at an angle.
type shot struct {
	angle      float64 // rad below the horizontal
	miss       float64 // m, by which it is deeper than the other end
	grows      float64 // m, change of miss by 1 rad
	hard, soft uint64
	lit        bool
}

// fan searches the rays between two ends.
type fan struct {
	section
	water    Water
	from, to float64 // m, depths of the first and the other end
	dst      []Arrival
	shots    int
}

const (
	spread    = 201  // rays of the first fan
	finest    = 5e-5 // rad: below, neighbours of different histories are not searched for a third between them
	farthest  = 4    // how many times the miss may change by more than its slope says before a ray comes to the other end
	straight  = 1e-7 // m: a miss from which one step of Newton's goes to the end
	fewShots  = 20000
	steepmost = 1.5695 // rad
)

// search finds all arrivals.
func (f *fan) search() {
	deep := 0.0
	for i := range f.facets {
		deep = max(deep, f.facets[i].depth, f.facets[i].end)
	}
	scale := min(1, max(0.02, 4*deep/f.far))
	most := math.Asinh(steepmost / scale)
	var last shot
	for i := range spread {
		s := f.shoot(scale * math.Sinh(most*float64(2*i-spread+1)/(spread-1)))
		if i > 0 {
			f.between(last, s)
		}
		last = s
	}
}

func (f *fan) shoot(angle float64) shot {
	sin, cos := math.Sincos(angle)
	r := f.launch(f.from, sin, cos)
	fate := f.run(&r, nil)
	f.shots++
	return shot{angle: angle, miss: r.z - f.to, grows: r.q / r.u, hard: blend(r.hard, uint64(fate)), soft: r.soft, lit: fate == lit}
}

// between finds the arrivals between two rays.
func (f *fan) between(a, b shot) {
	gap := b.angle - a.angle
	middle := a.angle + gap/2
	if middle <= a.angle || middle >= b.angle || f.shots > fewShots {
		return
	}
	crosses := a.lit && b.lit && (a.miss < 0) != (b.miss < 0)
	split := false
	switch {
	case a.hard != b.hard:
		split = gap > finest || a.near(gap) || b.near(gap)
	case !a.lit:
	case a.soft != b.soft:
		split = crosses || min(math.Abs(a.miss), math.Abs(b.miss)) < farthest*gap*max(math.Abs(a.grows), math.Abs(b.grows))
		if crosses && math.Abs(a.miss-b.miss) < straight {
			f.arrive(a)
			return
		}
	case crosses:
		f.solve(a, b)
		return
	default:
		middle, split = a.dip(b)
	}
	if split {
		s := f.shoot(middle)
		f.between(a, s)
		f.between(s, b)
	}
}

// near tells whether a ray that is so near in angle may come to the other end.
func (s *shot) near(gap float64) bool {
	return s.lit && math.Abs(s.miss) < farthest*gap*math.Abs(s.grows)
}

// dip returns where the cubic through two rays on one side of the other end comes nearest to it, and whether it may
// come there.
func (s *shot) dip(b shot) (angle float64, near bool) {
	h := b.angle - s.angle
	fa, fb, da, db := math.Abs(s.miss), math.Abs(b.miss), s.grows*h, b.grows*h
	if s.miss < 0 {
		da, db = -da, -db
	}
	if da >= 0 || db <= 0 {
		return 0, false
	}
	// fa + da t + (3 (fb-fa) - 2 da - db) t^2 + (da + db - 2 (fb-fa)) t^3
	c2, c3 := 3*(fb-fa)-2*da-db, da+db-2*(fb-fa)
	t := -da / (c2 + math.Sqrt(max(0, c2*c2-3*c3*da)))
	t = min(max(t, 0.02), 0.98)
	least := fa + t*(da+t*(c2+t*c3))
	return s.angle + t*h, least < min(fa, fb)-least
}

// solve finds the root between two rays of one history and of different sign.
func (f *fan) solve(a, b shot) {
	best := a
	if math.Abs(b.miss) < math.Abs(a.miss) {
		best = b
	}
	for range 100 {
		next := best.angle - best.miss/best.grows
		if math.Abs(best.miss) < straight && !(next > a.angle && next < b.angle) {
			break
		}
		if !(next > a.angle && next < b.angle) {
			next = a.angle + (b.angle-a.angle)/2
			if next <= a.angle || next >= b.angle {
				break
			}
		}
		s := f.shoot(next)
		if s.soft != a.soft || s.hard != a.hard || !s.lit {
			f.between(a, s)
			f.between(s, b)
			return
		}
		done := math.Abs(best.miss) < straight
		if math.Abs(s.miss) < math.Abs(best.miss) || !done {
			best = s
		}
		if done {
			break
		}
		if (s.miss < 0) == (a.miss < 0) {
			a = s
		} else {
			b = s
		}
	}
	f.arrive(best)
}

// arrive appends the arrival of a ray.
func (f *fan) arrive(s shot) {
	sin, cos := math.Sincos(s.angle)
	r := f.launch(f.from, sin, cos)
	n := note{surface: f.water.Surface, bottom: f.water.Bottom, gain: 1}
	if f.run(&r, &n) != lit {
		return
	}
	f.dst = append(f.dst, Arrival{
		Delay:      n.time + r.w/r.c*(f.to-r.z),
		Amplitude:  n.gain * math.Sqrt(r.c/(math.Abs(r.q)*n.moment)),
		Phase:      n.phase - math.Pi/2*float64(r.caustics),
		Length:     n.length,
		Absorption: n.absorbed,
		Leave:      -sin,
		Arrive:     -r.w,
		Surface:    r.surface, Bottom: r.bottom, Caustics: r.caustics,
	})
}

// over appends the arrivals between two depths at the ends of a floor, which it goes along from its far end if told so.
func (f *fan) over(dst []Arrival, floor Floor, from, to float64, mirror bool) []Arrival {
	f.facets = floor.facets(f.facets[:0], mirror)
	f.far, f.top = floor.span(), math.Inf(1)
	for i := range f.facets {
		f.top = min(f.top, f.facets[i].top)
	}
	f.from, f.to = from, to
	if mirror {
		f.from, f.to = to, from
	}
	f.dst, f.shots = dst, 0
	f.search()
	if mirror {
		for i := len(dst); i < len(f.dst); i++ {
			a := &f.dst[i]
			a.Leave, a.Arrive = -a.Arrive, -a.Leave
		}
	}
	return f.dst
}
