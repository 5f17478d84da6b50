package ray

import "slices"

// Point is a place on the path of a ray.
type Point struct {
	Range float64 // m, from where the ray begins
	Depth float64 // m
}

// tracePoints is about how many points a path has.
const tracePoints = 200

// Trace appends to dst the path of an arrival that Arrivals found for the same ends, with its turns and reflections
// among the points, some 200 in all. It is for pictures: it appends nothing for what no ray of these ends is, and for rays so
// close to touching a node that their sine alone does not tell them.
func (s *Solver) Trace(dst []Point, a Arrival, from, to, reach, bottom float64) []Point {
	b, w, r, ok := s.follow(&a, from, to, reach, bottom)
	e := &s.ends
	switch {
	case ok:
	case a.Leave == 0 && a.Arrive == 0:
		return append(dst, Point{0, from}, Point{reach, to})
	case reach < closest && s.place(from, to, reach, bottom):
		b = band{up: len(e.up), down: len(e.down), fast: e.fastest()}
		if w, ok = s.wayOf(&b, &a); !ok {
			return dst
		}
	default:
		return dst
	}
	n := len(dst)
	dst = s.path(dst, &b, w, &r)
	if path := dst[n:]; e.swapped {
		slices.Reverse(path)
		for i := range path {
			path[i].Range = reach - path[i].Range
		}
	}
	return dst
}

// path appends the path from the upper end to the lower one.
func (s *Solver) path(dst []Point, b *band, w way, r *ray) []Point {
	e := &s.ends
	above, below := w.turns()
	share := 1 + tracePoints/(2*above*(b.up+1)+(1+2*w.cycles)*(len(e.mid)+1)+2*below*(b.down+1))
	up, mid, down := draw(e.up, b.up, share, r), draw(e.mid, len(e.mid), share, r), draw(e.down, b.down, share, r)
	dst = append(dst, Point{0, e.a})
	for rises := w.leavesUp(); ; rises = true {
		if rises {
			dst = back(ahead(dst, up, -1), up, 1)
			above--
		}
		if dst = ahead(dst, mid, 1); above+below == 0 {
			return dst
		}
		dst = back(ahead(dst, down, 1), down, -1)
		if below--; above+below == 0 {
			return dst
		}
		dst = back(dst, mid, -1)
	}
}

// ahead appends a leg to a path, downwards or, with a sign of -1, upwards.
func ahead(dst, leg []Point, sign float64) []Point {
	at := dst[len(dst)-1]
	for _, p := range leg[1:] {
		dst = append(dst, Point{at.Range + p.Range, at.Depth + sign*p.Depth})
	}
	return dst
}

// back appends a leg from its end to its beginning.
func back(dst, leg []Point, sign float64) []Point {
	at, last := dst[len(dst)-1], leg[len(leg)-1]
	for i := len(leg) - 2; i >= 0; i-- {
		dst = append(dst, Point{at.Range + last.Range - leg[i].Range, at.Depth + sign*(last.Depth-leg[i].Depth)})
	}
	return dst
}

// draw returns the points of a leg, as ranges and vertical ways from where it begins, with a share of them for each layer.
func draw(leg []layer, passed, share int, r *ray) []Point {
	points := []Point{{}}
	for i := range leg[:min(passed+1, len(leg))] {
		l := &leg[i]
		whole := arc{p: r.p, h: l.h, g: l.g, ca: l.ca, cb: l.cb, wa: r.sine(l.ca), wb: r.sine(l.cb)}
		if i == passed {
			whole = turning(r.p, l.g, l.ca, whole.wa)
		}
		at := points[len(points)-1]
		for k := 1; k <= share; k++ {
			part := whole
			if k < share {
				of := float64(k) / float64(share)
				if i == passed {
					of *= 2 - of // closer to each other towards the turn
				}
				part.h, part.cb = whole.h*of, whole.ca+(whole.cb-whole.ca)*of
				part.wb = r.sine(part.cb)
			}
			points = append(points, Point{at.Range + part.reach(), at.Depth + part.h})
		}
	}
	return points
}
