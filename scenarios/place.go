package scenarios

import (
	"fmt"
	"math"

	"halocline/sim/geom"
	"halocline/sim/rng"
)

// Placement says where the nodes of a group lie, relative to its reference
// point.
type Placement interface {
	Validate() error
	// Position returns the place of node i of n. It is called for i from 0 on.
	Position(i, n int, rand *rng.Stream) geom.Vec
}

func placements() map[string]func() Placement {
	return map[string]func() Placement{
		"ring": func() Placement { return &Ring{Radius: 100} },
		"line": func() Placement { return &Line{Step: geom.Vec{X: 100}} },
		"box":  func() Placement { return &Box{Size: geom.Vec{X: 1000, Y: 1000}} },
		"disc": func() Placement { return &Disc{Radius: 500} },
	}
}

// Ring puts the nodes on a horizontal circle at equal angles, from a direction on
// towards the y axis.
type Ring struct {
	Radius float64 `yaml:"radius" unit:"m" range:"[0,1e7]" doc:"radius of the circle around the reference point"`
	Turn   float64 `yaml:"turn" unit:"rad" range:"[-1e6,1e6]" doc:"direction of the first node: angle from the x axis towards the y axis"`
}

// About says what the model is.
func (*Ring) About() string { return "at equal angles on a horizontal circle" }

// Validate finds nothing beyond the range of the field.
func (r *Ring) Validate() error { return nil }

// Position returns a point of the circle.
func (r *Ring) Position(i, n int, _ *rng.Stream) geom.Vec {
	sin, cos := math.Sincos(r.Turn + 2*math.Pi*float64(i)/float64(n))
	return geom.Vec{X: r.Radius * cos, Y: r.Radius * sin}
}

// Line puts the nodes on a straight line from the reference point on.
type Line struct {
	Step geom.Vec `yaml:"step" as:"vector" unit:"m" range:"[-1e7,1e7]" doc:"distance and direction from one node to the next"`
}

// About says what the model is.
func (*Line) About() string { return "on a straight line, at equal distances" }

// Validate finds nothing beyond the range of the field.
func (l *Line) Validate() error { return nil }

// Position returns a point of the line.
func (l *Line) Position(i, _ int, _ *rng.Stream) geom.Vec { return l.Step.Scale(float64(i)) }

// Box puts the nodes at random into a box around the reference point.
type Box struct {
	Size geom.Vec `yaml:"size" as:"vector" unit:"m" range:"[0,1e7]" doc:"lengths of the box along x, y and z"`
}

// About says what the model is.
func (*Box) About() string { return "at random in a box" }

// Validate finds nothing beyond the range of the field.
func (b *Box) Validate() error { return nil }

// Position draws a point of the box: x, then y, then z.
func (b *Box) Position(_, _ int, rand *rng.Stream) geom.Vec {
	x := centred(rand.Float64(), b.Size.X)
	y := centred(rand.Float64(), b.Size.Y)
	z := centred(rand.Float64(), b.Size.Z)
	return geom.Vec{X: x, Y: y, Z: z}
}

// centred returns a place on a length, from its middle, for a uniform number.
func centred(u, length float64) float64 { return (u - 0.5) * length }

// warnPlaces names nodes that begin in the air or in the ground, which a radio
// may mean to and a modem does not.
func (b *builder) warnPlaces() {
	const most = 5
	found := 0
	for _, n := range b.nodes {
		at := n.at.Position(0)
		bottom := b.water.Seabed(at)
		if at.Z <= 0 && at.Depth() <= bottom || at.Z > 0 && b.isMast(n) {
			continue
		}
		switch found++; {
		case found > most:
		case at.Z > 0:
			b.warnings = append(b.warnings, fmt.Sprintf("node %s begins %.6g m above the surface; z is up, and negative under water", n.name, at.Z))
		default:
			b.warnings = append(b.warnings, fmt.Sprintf("node %s begins at a depth of %.6g m, where the seabed is at %.6g m; with channels other than rays, signals go through the ground as through water, and a vehicle stops at it", n.name, at.Depth(), bottom))
		}
	}
	if found > most {
		b.warnings = append(b.warnings, fmt.Sprintf("%d more nodes begin above the surface or below the seabed", found-most))
	}
}

// warnChart warns of nodes that begin where the file of the bottom does not reach: there it is that of the nearest edge.
func (b *builder) warnChart() {
	low, high := b.water.Charted()
	first, found := "", 0
	for _, n := range b.nodes {
		if at := n.at.Position(0); at.X < low.X || at.X > high.X || at.Y < low.Y || at.Y > high.Y {
			if found++; found == 1 {
				first = fmt.Sprintf("node %s begins at x = %.6g m, y = %.6g m", n.name, at.X, at.Y)
			}
		}
	}
	if found > 0 {
		b.warn("water.seabed: %s, and the file goes from x = %.6g m to %.6g m and from y = %.6g m to %.6g m: for %d of %d nodes the bottom is that of its nearest edge; put the world's origin into it by origin_x and origin_y, or by geo, or take a larger file",
			first, low.X, high.X, low.Y, high.Y, found, len(b.nodes))
	}
}

// isMast reports whether a node stands in the air on purpose: it is no vehicle, and all its links go through air.
func (b *builder) isMast(n *node) bool {
	radios := 0
	for i := range b.plan.Links {
		l := &b.plan.Links[i]
		if !n.group.on(l.Name) {
			continue
		}
		if c, ok := l.Channel.(interface{ Air() bool }); !ok || !c.Air() {
			return false
		}
		radios++
	}
	return radios > 0 && n.group.Vehicle == nil
}

// Disc puts the nodes at random into a horizontal disc around the reference
// point, each part of which is as likely as any other of its size.
type Disc struct {
	Radius float64 `yaml:"radius" unit:"m" range:"[0,1e7]" doc:"radius of the disc"`
}

// About says what the model is.
func (*Disc) About() string { return "at random in a horizontal disc" }

// Validate finds nothing beyond the range of the field.
func (d *Disc) Validate() error { return nil }

// Position draws a point of the disc: its distance from the middle, which is
// below r with probability (r/Radius)^2, then its direction.
func (d *Disc) Position(_, _ int, rand *rng.Stream) geom.Vec {
	r := d.distance(rand.Float64())
	sin, cos := math.Sincos(2 * math.Pi * rand.Float64())
	return geom.Vec{X: r * cos, Y: r * sin}
}

// distance returns that from the middle, for a uniform number.
func (d *Disc) distance(u float64) float64 { return d.Radius * math.Sqrt(u) }
