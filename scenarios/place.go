package scenarios

import (
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
	}
}

// Ring puts the nodes on a horizontal circle at equal angles, from the x axis
// towards the y axis.
type Ring struct {
	Radius float64 `yaml:"radius" unit:"m" range:"[0,1e7]" doc:"radius of the circle around the reference point"`
}

// About says what the model is.
func (*Ring) About() string { return "at equal angles on a horizontal circle" }

// Validate finds nothing beyond the range of the field.
func (r *Ring) Validate() error { return nil }

// Position returns a point of the circle.
func (r *Ring) Position(i, n int, _ *rng.Stream) geom.Vec {
	sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
	return geom.Vec{X: r.Radius * cos, Y: r.Radius * sin}
}

// Line puts the nodes on a straight line from the reference point on.
type Line struct {
	Step geom.Vec `yaml:"step" as:"vector" unit:"m" doc:"from one node to the next"`
}

// About says what the model is.
func (*Line) About() string { return "on a straight line, at equal distances" }

// Validate finds nothing.
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
	x := (rand.Float64() - 0.5) * b.Size.X
	y := (rand.Float64() - 0.5) * b.Size.Y
	z := (rand.Float64() - 0.5) * b.Size.Z
	return geom.Vec{X: x, Y: y, Z: z}
}
