package control

import (
	"fmt"
	"math"

	"halocline/sim"
	"halocline/sim/geom"
)

// Smith predicts where a vehicle is from where it was some time ago, by a model of the
// vehicle and the forces that it has had since,
//
//	a v' + b v = F along each axis, predicted = measured + x(now) - x(then)
//
// with x the place of the model (Smith, Closer control of loops with dead time, Chemical
// Engineering Progress 53, 1957). With an exact model the delay drops out of the
// characteristic equation, 1 + C P = 0 instead of 1 + C P exp(-s Td) = 0, and the loop is
// that without delay. As the forces are remembered with their times, a measurement may be
// of any age, and need not come with any period.
//
// A force is held until the next one, in the vehicle's frame and with the attitude that it
// had then, and the model is exact for that; along the axes of the vehicle, that do not know
// of each other. As the plant integrates, a constant force F that the model does not know,
// such as buoyancy, the drag in a current, or the part of the drag that is not linear, leaves
// it wrong by F Td/b where the vehicle stands still, even with an accumulated I (Astrom, Hang
// and Lim, IEEE Transactions on Automatic Control 39, 1994); without drag by more and more.
type Smith struct {
	mass, drag [3]float64 // along x, y, z of the vehicle: kg with the added mass, N s/m
	pieces     []piece
}

// piece is a time in which a force is held, and the model at its beginning.
type piece struct {
	from     sim.Time
	place    geom.Vec  // in the world, m, from where the model began
	velocity geom.Vec  // in the world, m/s
	force    geom.Vec  // in the vehicle's frame, N
	attitude geom.Quat // turns vectors of the vehicle into those of the world
}

// mostPieces bounds what a predictor remembers: some 80 s of a force that changes every
// 20 ms. Of the older half every second piece is joined to the one before then.
const mostPieces = 4096

// NewSmith returns the predictor for a vehicle that stands still, with its mass in kg with
// the added mass and its linear drag in N s/m along its own x, y and z.
func NewSmith(mass, drag geom.Vec) (*Smith, error) {
	p := &Smith{mass: [3]float64{mass.X, mass.Y, mass.Z}, drag: [3]float64{drag.X, drag.Y, drag.Z}}
	for i := range p.mass {
		axis := 'x' + rune(i)
		if a := p.mass[i]; !(a > 0) || math.IsInf(a, 0) {
			return nil, fmt.Errorf("axis %c: a mass of %g kg is given; write more than 0", axis, a)
		}
		if b := p.drag[i]; !(b >= 0) || math.IsInf(b, 0) {
			return nil, fmt.Errorf("axis %c: a drag of %g N s/m is given; write at least 0", axis, b)
		}
	}
	return p, nil
}

// Push gives the model a force in N in the vehicle's frame, from now on. Times do not go
// back.
func (p *Smith) Push(now sim.Time, attitude geom.Quat, force geom.Vec) {
	next := piece{from: now, force: force, attitude: attitude}
	if n := len(p.pieces); n > 0 {
		last := &p.pieces[n-1]
		if last.force == force && last.attitude == attitude {
			return
		}
		next.place, next.velocity = p.after(last, now)
		if last.from == now {
			*last = next
			return
		}
	}
	if len(p.pieces) == mostPieces {
		p.thin()
	}
	p.pieces = append(p.pieces, next)
}

// Way returns how far the model went between two moments, in the world, m. Before its
// first force it stood still.
func (p *Smith) Way(from, now sim.Time) geom.Vec { return p.place(now).Sub(p.place(from)) }

// Forget drops what only moments before one need.
func (p *Smith) Forget(before sim.Time) {
	n := 0
	for n+1 < len(p.pieces) && p.pieces[n+1].from <= before {
		n++
	}
	p.pieces = append(p.pieces[:0], p.pieces[n:]...)
}

// place returns where the model is at a moment.
func (p *Smith) place(t sim.Time) geom.Vec {
	for i := len(p.pieces) - 1; i >= 0; i-- {
		if c := &p.pieces[i]; c.from <= t {
			place, _ := p.after(c, t)
			return place
		}
	}
	if len(p.pieces) > 0 {
		return p.pieces[0].place
	}
	return geom.Vec{}
}

// after returns place and velocity of the model in a piece.
func (p *Smith) after(c *piece, t sim.Time) (place, velocity geom.Vec) {
	dt := t.Sub(c.from).Seconds()
	v, f := c.attitude.RotateInverse(c.velocity), c.force
	var way geom.Vec
	way.X, v.X = glide(p.mass[0], p.drag[0], v.X, f.X, dt)
	way.Y, v.Y = glide(p.mass[1], p.drag[1], v.Y, f.Y, dt)
	way.Z, v.Z = glide(p.mass[2], p.drag[2], v.Z, f.Z, dt)
	return c.place.Add(c.attitude.Rotate(way)), c.attitude.Rotate(v)
}

// glide returns how far a mass a with the drag b goes in t seconds under a force u, and how
// fast it is then.
func glide(a, b, v, u, t float64) (way, then float64) {
	x := b * t / a
	// (1 - exp(-x)) / x and (x - 1 + exp(-x)) / x^2, near 0 by their series.
	first, second := 1-x/2, 0.5-x*(1./6-x*(1./24-x*(1./120-x/720)))
	if x > 0.01 {
		second = (x + math.Expm1(-x)) / (x * x)
	}
	if x > 1e-9 {
		first = -math.Expm1(-x) / x
	}
	return t*first*v + t*t/a*second*u, math.Exp(-x)*v + t/a*first*u
}

// thin makes room: what is long ago is remembered less finely.
func (p *Smith) thin() {
	const half = mostPieces / 2
	kept := p.pieces[:0]
	for i, c := range p.pieces {
		if i >= half || i%2 == 0 {
			kept = append(kept, c)
		}
	}
	p.pieces = kept
}
