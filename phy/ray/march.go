package ray

import "math"

// A ray over terrain goes from arc to arc. Here w and u are the sine and the cosine of its angle below the horizontal.
// In a layer of the gradient g, p = u/c stays and w falls as the range grows: dw/dx = -p g.
//
// Beside it goes its neighbour, which leaves at an angle greater by a little: q is how far that is off across the ray,
// n is its slowness across the ray, both for 1 rad. By dynamic ray tracing (Jensen et al., Computational Ocean
// Acoustics, 2nd ed., chapter 3) dq/ds = c n, and dn/ds = 0 where the speed is linear: q grows by n times the integral
// of c ds, which is dx/p. At one range the neighbour is deeper by q/u. What is the same on both sides of a boundary
// tells n behind it, see enter and reflect.

// section is the water and the floor that rays go through.
type section struct {
	layers  []sheet
	facets  []facet
	top     float64 // m, where the floor comes nearest to the surface
	far     float64 // m, the range at which rays end
	bounces int     // at most

	surface, bottom Reflector // nil sends nothing back
}

// sheet is a layer of water.
type sheet struct {
	top, bottom float64 // m; the last has no bottom
	ca, cb      float64 // m/s, at both
	g           float64 // 1/s
	aa, ga      float64 // dB/m, absorption at the top, and by how much it grows with each m
}

// sheets returns the layers from the surface down.
func (s *Solver) sheets() []sheet {
	all := make([]sheet, len(s.bend))
	for i := range all {
		all[i] = sheet{
			top: s.depth[i], bottom: s.depth[i+1], ca: s.speed[i], cb: s.speed[i+1], g: s.bend[i], aa: s.absorption[i], ga: s.fade[i],
		}
	}
	return all
}

// track is the state of a ray on its way.
type track struct {
	x, z            float64 // m
	c               float64 // m/s
	w, u, p         float64 // sine, cosine, and p in s/m
	q, n            float64 // m/rad, s/(m rad): its neighbour
	layer, facet    int
	surface, bottom int // reflections
	caustics, turns int
	hard, soft      uint64 // numbers of its history: of what it met, and also of where it turned and of its caustics
}

// mostArcs ends a ray that stands still, such as a level one on the kink of a duct.
const mostArcs = 100000

// stretch is an arc on its way to the next thing that happens.
type stretch struct {
	dx, w, u, c, z float64
	moment         float64 // m^2/s, the integral of c ds
	event          event
}

type event uint8

const (
	arrives event = iota
	sinks         // to the layer below
	rises         // to the layer above or the surface
	strikes       // the floor
)

// fate tells how a ray ended.
type fate uint8

const (
	lit    fate = iota // at the range of the other end
	spent              // more reflections than allowed, or one where nothing comes back
	turned             // back
	lost               // too many turns
)

// launch returns a ray at the first end.
func (m *section) launch(z, w, u float64) track {
	k := 0
	for k+1 < len(m.layers) && m.layers[k].bottom <= z {
		k++
	}
	l := &m.layers[k]
	if k > 0 && z == l.top && (w < 0 || w == 0 && l.g > 0) {
		k--
	}
	c := m.layers[k].speed(z)
	return track{z: z, c: c, w: w, u: u, p: u / c, n: 1 / c, layer: k, hard: 1, soft: 1}
}

func (l *sheet) speed(z float64) float64 { return l.ca + l.g*(z-l.top) }

// run follows a ray to the end. note, if there is one, hears of each arc and of each reflection.
func (m *section) run(r *track, note *note) fate {
	for range mostArcs {
		l := &m.layers[r.layer]
		s := r.next(l, m.far-r.x)
		sin, cos := m.strike(r, l, &s)
		if note != nil {
			note.arc(r, l, &s)
		}
		r.advance(&s)
		switch {
		case s.event == arrives:
			return lit
		case s.event == sinks:
			r.enter(m.layers, 1)
		case s.event == rises && r.layer > 0:
			r.enter(m.layers, -1)
		default:
			if end := m.bounce(r, l, s.event, sin, cos, note); end != lit {
				return end
			}
		}
		if r.turns > 2*maxCycles {
			return lost
		}
	}
	return lost
}

// bounce reflects a ray at the surface, or at the facet that it strikes at an angle of this sine and cosine. It returns
// how the ray ends there, or lit.
func (m *section) bounce(r *track, l *sheet, at event, sin, cos float64, note *note) fate {
	boundary, what := m.bottom, 2+uint64(r.facet)
	if at == rises {
		boundary, what, sin = m.surface, 1, -r.w
	}
	if boundary == nil {
		return spent
	}
	if note != nil {
		note.meet(boundary, sin)
	}
	r.mark(what)
	if at == rises {
		r.surface++
		r.mirror(l.g)
	} else {
		r.bottom++
		r.reflect(&m.facets[r.facet], l.g, sin, cos)
	}
	switch {
	case r.u <= 0:
		return turned
	case r.surface+r.bottom > m.bounces:
		return spent
	}
	return lit
}

// mark adds to what a ray has met.
func (r *track) mark(what uint64) {
	r.hard = blend(r.hard, what)
	r.soft = blend(r.soft, what+uint64(r.caustics)<<33)
}

// blend returns the number of a history with one more thing in it.
func blend(history, what uint64) uint64 {
	h := (history ^ what) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// next returns the arc through the rest of a layer, or to the range at which rays end.
func (r *track) next(l *sheet, left float64) stretch {
	s := stretch{dx: math.Inf(1)}
	switch pp := r.p * r.p; {
	case r.w > 0 || r.w == 0 && l.g < 0:
		if w2 := r.w*r.w - pp*(l.cb-r.c)*(l.cb+r.c); w2 > 0 {
			s = stretch{event: sinks, z: l.bottom, w: math.Sqrt(w2), c: l.cb}
			s.moment = (l.bottom - r.z) * (r.c + l.cb) / (r.w + s.w)
			s.dx = r.p * s.moment
		} else {
			s = stretch{event: rises, z: l.top, w: -math.Sqrt(r.w*r.w + pp*(r.c-l.ca)*(r.c+l.ca)), c: l.ca}
			s.dx = (r.w - s.w) / (r.p * l.g)
			s.moment = s.dx / r.p
		}
	case r.w < 0 || l.g > 0:
		if w2 := r.w*r.w - pp*(l.ca-r.c)*(l.ca+r.c); w2 > 0 {
			s = stretch{event: rises, z: l.top, w: -math.Sqrt(w2), c: l.ca}
			s.moment = (l.top - r.z) * (r.c + l.ca) / (r.w + s.w)
			s.dx = r.p * s.moment
		} else {
			s = stretch{event: sinks, z: l.bottom, w: math.Sqrt(r.w*r.w + pp*(r.c-l.cb)*(r.c+l.cb)), c: l.cb}
			s.dx = (r.w - s.w) / (r.p * l.g)
			s.moment = s.dx / r.p
		}
	}
	if s.dx < left {
		s.u = r.p * s.c
		return s
	}
	s = stretch{dx: left, event: arrives, moment: left / r.p}
	s.w, s.u, s.z = r.after(l, left)
	s.c = r.c + l.g*(s.z-r.z)
	return s
}

// after returns the sine, the cosine and the depth further on in an arc.
func (r *track) after(l *sheet, dx float64) (w, u, z float64) {
	w = r.w - r.p*l.g*dx
	u = math.Sqrt((1 - w) * (1 + w))
	return w, u, r.z + dx*(r.w+w)/(r.u+u)
}

// deepest returns the greatest depth of an arc.
func (r *track) deepest(l *sheet, s *stretch) float64 {
	if r.w > 0 && s.w < 0 {
		return r.z + r.c*r.w*r.w/(r.u*(1+r.u)*l.g)
	}
	return max(r.z, s.z)
}

// strike cuts an arc where it comes to the floor first, and returns the sine and the cosine to the facet there.
func (m *section) strike(r *track, l *sheet, s *stretch) (sin, cos float64) {
	deepest, end := r.deepest(l, s), r.x+s.dx
	if deepest < m.top {
		return 0, 0
	}
	for r.facet+1 < len(m.facets) && m.facets[r.facet].to < r.x {
		r.facet++
	}
	for k := r.facet; k < len(m.facets) && m.facets[k].from < end; k++ {
		f := &m.facets[k]
		if f.top > deepest {
			continue
		}
		first, last := max(r.x, f.from), min(f.to, end)
		if !r.below(l, s, f, last) && !r.dips(l, f, first, last) {
			continue
		}
		if dx, sin, cos, ok := f.meets(r.x, r.z, r.w, r.u, r.p*l.g); ok {
			r.facet = k
			s.cut(r, l, f, min(max(r.x+dx, first), last))
			return sin, cos
		}
	}
	return 0, 0
}

// below tells whether an arc is below a facet at a range. At the end of the facet it is if it touches it.
func (r *track) below(l *sheet, s *stretch, f *facet, x float64) bool {
	if x == r.x+s.dx {
		return s.z > f.at(x)
	}
	_, _, z := r.after(l, x-r.x)
	return z > f.end || z == f.end && x > r.x
}

// dips tells whether an arc that bends up comes to the line of a facet and back between two ranges.
func (r *track) dips(l *sheet, f *facet, first, last float64) bool {
	bend := r.p * l.g
	if bend <= 0 {
		return false
	}
	w, u, _ := r.after(l, first-r.x)
	if s, _ := f.lean(w, u); s <= 0 {
		return false
	}
	w, u, _ = r.after(l, last-r.x)
	if s, _ := f.lean(w, u); s >= 0 {
		return false
	}
	s, c := f.lean(r.w, r.u)
	return s*s > bend*f.off(r.x, r.z)*(1+c)
}

// cut ends an arc on a facet.
func (s *stretch) cut(r *track, l *sheet, f *facet, x float64) {
	s.event = strikes
	s.dx = x - r.x
	s.moment = s.dx / r.p
	s.z = min(max(f.at(x), l.top), l.bottom)
	s.c = r.c + l.g*(s.z-r.z)
	s.w, s.u, _ = r.after(l, s.dx)
}

// advance goes to the end of an arc.
func (r *track) advance(s *stretch) {
	if r.w*s.w < 0 {
		r.turns++
		r.soft = blend(r.soft, 1<<32+uint64(r.layer))
	}
	q := r.q + r.n*s.moment
	if q*r.q < 0 {
		r.caustics++
	}
	r.x, r.z, r.c, r.w, r.u, r.q = r.x+s.dx, s.z, s.c, s.w, s.u, q
}

// enter goes into the layer below or above: w n + p^2 g q is the same on both sides, the change of p that the
// neighbour has.
func (r *track) enter(layers []sheet, by int) {
	g := layers[r.layer].g
	r.layer += by
	r.n += r.p * r.p * (g - layers[r.layer].g) * r.q / r.w
}

// mirror turns a ray at the surface.
func (r *track) mirror(g float64) {
	r.n = -r.n - 2*r.p*r.p*g*r.q/r.w
	r.q, r.w = -r.q, -r.w
}

// reflect turns a ray at a facet that it meets at an angle of this sine and cosine; back if then u <= 0. Its neighbour
// comes to the facet q/sin before it, and turns there to the opposite of its own angle.
func (r *track) reflect(f *facet, g, sin, cos float64) {
	r.w, r.u = cos*f.sin-sin*f.cos, cos*f.cos+sin*f.sin
	r.n = -r.n - 2*f.cos*cos*cos*g*r.q/(r.c*r.c*sin)
	r.q, r.p = -r.q, r.u/r.c
}
