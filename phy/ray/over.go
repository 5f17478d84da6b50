package ray

import (
	"cmp"
	"math"
	"slices"
)

// Over a bottom that is not flat, rays are marched from the upper end to the range of the other: a fan of them first,
// then more between neighbours.
//   - Two of one history, of the same reflections, turns and caustics, have an arrival between them if they pass the
//     other end on different sides.
//   - If they pass on one side, they have two or none. The cubic through both and their derivatives tells whether they
//     may come near, at a caustic: then a ray is sent there.
//   - If their histories differ, a ray is sent between them until the gap is narrow and neither may come to the end in it.

// Choices, which no paper gives.
const (
	spread    = 201    // rays of the first fan
	steepmost = 1.5705 // rad, of the first fan
	finest    = 2e-6   // rad: in a narrower gap between two that met other things a third sort is not searched for
	brink     = 2e-4   // rad: likewise between two that turned elsewhere or touched other caustics
	doubt     = 4      // by how many times its slope a ray may change its depth within such a gap
	linear    = 1e-7   // m: the miss from which one step of Newton's method is the last
	mostRays  = 20000  // for one question; some 1,000 are usual
	clearance = 1e-3   // m, of the ends from the surface and the bottom
	nearest   = 1      // m: within this range the bottom is flat
)

// shot is what became of a ray that left at an angle.
type shot struct {
	angle      float64 // rad below the horizontal
	miss       float64 // m, by which it is deeper than the other end
	grows      float64 // m, the change of miss by 1 rad
	hard, soft uint64  // as in track; hard with the fate
	lit        bool
}

// fan is the search for the rays between two ends of a section.
type fan struct {
	section
	from, to float64 // m, depths
	steepest float64
	most     int // reflections
	shots    int
	found    []Arrival
}

// Over appends to dst what arrives at a depth from another over a floor, which begins at the one end and stops at the
// other. They are in the order of their delays. The way back has the same arrivals.
//
// The floor has the same shape at both sides of the bearing, as a slope has along its contours. There sound spreads
// sideways as the integral of the speed over the ray, and the amplitude is A^2 = ca cb/(|Q| integral of c ds), with
// Q = ca |dz cos(end)/d angle| in the plane of the bearing. Over an inclined plane this is that of images; over a flat
// bottom, that of Arrivals. Caustics have its limit.
//
// Left out is what Arrivals leaves out, and rays that a slope sends back. Rays are missing that turn more than 400
// times, or whose way only directions within 2e-6 rad have. Ends that touch the surface or the bottom are taken 1 mm
// off. Within 1 m of range the bottom is flat. Nothing arrives from or at a depth outside of the water, nor over a
// floor that Validate refuses.
func (s *Solver) Over(dst []Arrival, floor Floor, from, to float64) []Arrival {
	if !floor.holds(from, to) {
		return dst
	}
	if floor.span() < nearest {
		return s.Arrivals(dst, from, to, floor.span(), floor.level(from, to))
	}
	mirrored := s.fan.place(s, floor, from, to)
	s.fan.search()
	slices.SortFunc(s.fan.found, func(a, b Arrival) int {
		return cmp.Or(cmp.Compare(a.Delay, b.Delay), cmp.Compare(b.Leave, a.Leave))
	})
	for _, a := range s.fan.found {
		if mirrored {
			a.Leave, a.Arrive = 0-a.Arrive, 0-a.Leave
		}
		dst = append(dst, a)
	}
	return dst
}

// TraceOver appends to dst the path of an arrival that Over found for the same floor and ends, with its turns and
// reflections among the points. It is for pictures.
func (s *Solver) TraceOver(dst []Point, a Arrival, floor Floor, from, to float64) []Point {
	if !floor.holds(from, to) {
		return dst
	}
	if floor.span() < nearest {
		return s.Trace(dst, a, from, to, floor.span(), floor.level(from, to))
	}
	sine := a.Leave
	mirrored := s.fan.place(s, floor, from, to)
	if mirrored {
		sine = 0 - a.Arrive
	}
	begin := len(dst)
	n := note{draws: true, path: append(dst, Point{0, s.fan.from})}
	s.fan.send(0-math.Asin(sine), &n)
	if mirrored {
		slices.Reverse(n.path[begin:])
	}
	for i := begin; i < len(n.path); i++ {
		if mirrored {
			n.path[i].Range = s.fan.far - n.path[i].Range
		}
		n.path[i].Range += floor[0].Range
	}
	return n.path
}

// place takes a question in, and tells whether it is solved from the other end: from the upper one.
func (f *fan) place(s *Solver, floor Floor, from, to float64) (mirrored bool) {
	if f.layers == nil {
		f.layers = s.sheets()
		f.surface, f.bottom = s.water.Surface, s.water.Bottom
		f.most, f.steepest = s.options.Bounces, s.options.Steepest
	}
	mirrored = from > to || from == to && floor.mirrored()
	f.from, f.to = clear(from, floor[0].Depth), clear(to, floor[len(floor)-1].Depth)
	if mirrored {
		f.from, f.to = f.to, f.from
	}
	f.facets = floor.facets(f.facets[:0], mirrored)
	f.far, f.top, f.found, f.shots = floor.span(), math.Inf(1), f.found[:0], 0
	for i := range f.facets {
		f.top = min(f.top, f.facets[i].top)
	}
	return mirrored
}

// clear returns the depth of an end off the surface and the bottom.
func clear(depth, bottom float64) float64 {
	off := min(clearance, bottom/2)
	return min(max(depth, off), bottom-off)
}

// search finds all arrivals. The first fan is denser near the horizontal, where reflections are few.
func (f *fan) search() {
	dense := f.directions()
	var last shot
	for i := range spread {
		s := f.shoot(dense.at(float64(2*i-spread+1) / (spread - 1)))
		if i > 0 {
			f.between(&last, &s)
		}
		last = s
	}
}

// directions are angles that are denser near the horizontal.
type directions struct{ scale, half float64 }

func (f *fan) directions() directions {
	deep := 0.0
	for i := range f.facets {
		deep = max(deep, f.facets[i].depth, f.facets[i].end)
	}
	scale := min(1, max(0.02, 4*deep/f.far))
	return directions{scale, math.Asinh(steepmost / scale)}
}

// at returns the angle at a part of them, from -1 to 1.
func (d directions) at(part float64) float64 { return d.scale * math.Sinh(d.half*part) }

// shoot follows the ray that leaves at an angle.
func (f *fan) shoot(angle float64) shot {
	r, end := f.send(angle, nil)
	return shot{
		angle: angle, miss: r.z - f.to, grows: r.q / r.u,
		hard: blend(r.hard, uint64(end)), soft: r.soft, lit: end == lit,
	}
}

// send follows the ray that leaves at an angle. A steep one has no reflections.
func (f *fan) send(angle float64, note *note) (track, fate) {
	f.shots++
	sin, cos := math.Sincos(angle)
	if f.bounces = f.most; math.Abs(sin) > f.steepest {
		f.bounces = 0
	}
	r := f.launch(f.from, sin, cos)
	return r, f.run(&r, note)
}

// between finds the arrivals between two rays.
func (f *fan) between(a, b *shot) {
	gap := b.angle - a.angle
	middle := a.angle + gap/2
	if !(a.angle < middle && middle < b.angle) || f.shots > mostRays {
		return
	}
	crosses := a.lit && b.lit && (a.miss < 0) != (b.miss < 0)
	split := false
	switch {
	case a.hard != b.hard:
		split = gap > finest || a.near(gap) || b.near(gap)
	case a.soft != b.soft && gap > brink:
		split = true
	case !a.lit:
	case a.soft != b.soft:
		if crosses && math.Abs(a.miss-b.miss) < linear {
			f.arrive(a)
			return
		}
		split = crosses || min(math.Abs(a.miss), math.Abs(b.miss)) < doubt*gap*max(math.Abs(a.grows), math.Abs(b.grows))
	case crosses:
		f.solve(*a, *b)
	default:
		middle, split = a.dip(b)
	}
	if split {
		f.halve(a, middle, b)
	}
}

// halve searches both sides of an angle between two rays.
func (f *fan) halve(a *shot, angle float64, b *shot) {
	s := f.shoot(angle)
	f.between(a, &s)
	f.between(&s, b)
}

// near tells whether a ray within a gap from this one may come to the other end.
func (s *shot) near(gap float64) bool {
	return s.lit && math.Abs(s.miss) < doubt*gap*math.Abs(s.grows)
}

// dip returns where the cubic through two rays on one side of the other end comes nearest to it, and whether it comes
// so near that it may touch it.
func (s *shot) dip(b *shot) (angle float64, near bool) {
	h := b.angle - s.angle
	fa, fb, da, db := math.Abs(s.miss), math.Abs(b.miss), s.grows*h, b.grows*h
	if s.miss < 0 {
		da, db = -da, -db
	}
	if da >= 0 || db <= 0 {
		return 0, false
	}
	// fa + da t + c2 t^2 + c3 t^3, of t from 0 to 1
	c2, c3 := 3*(fb-fa)-2*da-db, da+db-2*(fb-fa)
	t := min(max(-da/(c2+math.Sqrt(max(0, c2*c2-3*c3*da))), 0.02), 0.98)
	least := fa + t*(da+t*(c2+t*c3))
	return s.angle + t*h, least < min(fa, fb)-least
}

// solve finds the arrival between two rays of one history that pass the other end at different sides, by Newton's
// method within the bracket.
func (f *fan) solve(a, b shot) {
	best := a
	if math.Abs(b.miss) < math.Abs(a.miss) {
		best = b
	}
	for last := false; !last; {
		last = math.Abs(best.miss) < linear
		next := best.angle - best.miss/best.grows
		if !(a.angle < next && next < b.angle) {
			if next = a.angle + (b.angle-a.angle)/2; last || !(a.angle < next && next < b.angle) {
				break
			}
		}
		s := f.shoot(next)
		if s.soft != a.soft || s.hard != a.hard {
			f.between(&a, &s)
			f.between(&s, &b)
			return
		}
		if !last || math.Abs(s.miss) < math.Abs(best.miss) {
			best = s
		}
		if (s.miss < 0) == (a.miss < 0) {
			a = s
		} else {
			b = s
		}
	}
	f.arrive(&best)
}

// arrive notes the arrival of a ray, unless it is too steep or silent.
func (f *fan) arrive(s *shot) {
	n := note{gain: 1}
	r, end := f.send(s.angle, &n)
	sin := math.Sin(s.angle)
	if end != lit || r.surface+r.bottom > 0 && math.Abs(r.w) > f.steepest {
		return
	}
	amplitude := n.gain * min(math.Sqrt(r.c/(math.Abs(r.q)*n.moment)), focus/n.length, 1)
	if !(amplitude > 0) {
		return
	}
	f.found = append(f.found, Arrival{
		Delay:      n.time,
		Amplitude:  amplitude,
		Phase:      math.Remainder(n.phase-math.Pi/2*float64(r.caustics), 2*math.Pi),
		Length:     n.length,
		Absorption: n.absorbed,
		Leave:      0 - sin, Arrive: 0 - r.w,
		Surface: r.surface, Bottom: r.bottom, Caustics: r.caustics,
	})
}
