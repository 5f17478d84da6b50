package ray

import (
	"math"
	"math/cmplx"
)

// note is what a ray gathers on its way.
type note struct {
	time, length, absorbed float64
	moment                 float64 // m^2/s, the integral of c ds
	gain, phase            float64 // of boundaries
	draws                  bool
	path                   []Point // if it draws
}

// arc adds the way through an arc, which is cut where it turns.
func (n *note) arc(r *track, l *sheet, s *stretch) {
	n.moment += s.moment
	if n.draws {
		n.draw(r, l, s)
	}
	a := arc{p: r.p, ca: r.c, cb: s.c, wa: math.Abs(r.w), wb: math.Abs(s.w)}
	switch {
	case a.wa+a.wb == 0: // level, straight
		n.time += s.dx / r.c
		n.length += s.dx
		n.absorbed += s.dx * l.takes(r.z)
	case r.w*s.w < 0:
		end := turning(r.p, math.Abs(l.g), s.c, a.wb)
		a = turning(r.p, math.Abs(l.g), r.c, a.wa)
		n.piece(&a, l, r.z, l.g)
		n.piece(&end, l, s.z, l.g)
	default:
		a.h = s.moment * (a.wa + a.wb) / (a.ca + a.cb)
		a.g = math.Copysign(1, r.w+s.w) * l.g
		n.piece(&a, l, r.z, r.w+s.w)
	}
}

// piece adds an arc that goes all the way down from a depth, or up from it if down is negative.
func (n *note) piece(a *arc, l *sheet, z, down float64) {
	time, length, lean := a.measure()
	n.time += time
	n.length += length
	n.absorbed += length * l.takes(z+math.Copysign(a.h/2+lean, down))
}

// takes returns the absorption in dB/m at a depth in the layer.
func (l *sheet) takes(z float64) float64 { return l.aa + l.ga*(z-l.top) }

// meet adds a reflection at a grazing angle of this sine.
func (n *note) meet(boundary Reflector, sin float64) {
	ratio := boundary.Reflect(min(1, sin))
	n.gain *= cmplx.Abs(ratio)
	n.phase += cmplx.Phase(ratio)
}

// draw appends an arc to the path, with a dozen points, and one more for about each degree that it turns: what is nearly
// level is bent, too, where depth is drawn larger than range.
func (n *note) draw(r *track, l *sheet, s *stretch) {
	parts := 12 + min(90, math.Floor(math.Abs(r.w-s.w)/0.02))
	for i := 1.0; i < parts; i++ {
		on := s.dx * i / parts
		_, _, z := r.after(l, on)
		n.path = append(n.path, Point{r.x + on, z})
	}
	n.path = append(n.path, Point{r.x + s.dx, s.z})
}
