package solid

import (
	"math"

	"halocline/sim/fault"
	"halocline/sim/geom"
)

// Config describes a thing of a shape. Package scenarios/strict has the tags of its fields.
type Config interface {
	Validate() error
	Label() string // what the thing is called
	Solid() Solid
}

// Configs is the list of shapes.
func Configs() map[string]func() Config {
	return map[string]func() Config{
		"sphere":   func() Config { return &SphereConfig{} },
		"cylinder": func() Config { return &CylinderConfig{Axis: geom.Vec{Z: 1}} },
		"cone":     func() Config { return &ConeConfig{Axis: geom.Vec{Z: 1}} },
		"box":      func() Config { return &BoxConfig{} },
		"wall":     func() Config { return &WallConfig{Thickness: 0.1} },
	}
}

// Named is what all things have.
type Named struct {
	Name string   `yaml:"name" required:"true" doc:"name in traces and metrics"`
	At   geom.Vec `yaml:"at" as:"vector" unit:"m" range:"[-1e7,1e7]" required:"true" doc:"position of its reference point; z is up, the surface is 0"`
}

// Label returns the name.
func (n Named) Label() string { return n.Name }

// SphereConfig describes a ball.
type SphereConfig struct {
	Named  `yaml:",inline"`
	Radius float64 `yaml:"radius" unit:"m" range:"(0,1e5]" required:"true" doc:"radius about its reference point"`
}

// About says what it is.
func (*SphereConfig) About() string { return "a ball about its place" }

// Validate finds nothing beyond the ranges of the fields.
func (*SphereConfig) Validate() error { return nil }

// Solid returns the shape.
func (c *SphereConfig) Solid() Solid { return Sphere{c.At, c.Radius} }

// CylinderConfig describes a pile.
type CylinderConfig struct {
	Named  `yaml:",inline"`
	Axis   geom.Vec `yaml:"axis" as:"vector" range:"[-1e3,1e3]" doc:"direction from its place to its other end, as a vector of any length; up if left out"`
	Length float64  `yaml:"length" unit:"m" range:"(0,1e5]" required:"true" doc:"length along the axis"`
	Radius float64  `yaml:"radius" unit:"m" range:"(0,1e5]" required:"true" doc:"radius"`
}

// About says what it is.
func (*CylinderConfig) About() string { return "a pile or a pipe from its place on, along an axis" }

// Validate checks the axis.
func (c *CylinderConfig) Validate() error { return checkAxis(c.Axis) }

// Solid returns the shape.
func (c *CylinderConfig) Solid() Solid {
	return NewCylinder(c.At, c.At.Add(unit(c.Axis, c.Axis).Scale(c.Length)), c.Radius)
}

// ConeConfig describes a cone or what is left of one.
type ConeConfig struct {
	Named  `yaml:",inline"`
	Axis   geom.Vec `yaml:"axis" as:"vector" range:"[-1e3,1e3]" doc:"direction from the middle of its base to its tip, as a vector of any length; up if left out"`
	Length float64  `yaml:"length" unit:"m" range:"(0,1e5]" required:"true" doc:"length along the axis"`
	Radius float64  `yaml:"radius" unit:"m" range:"(0,1e5]" required:"true" doc:"radius of the base"`
	Tip    float64  `yaml:"tip" unit:"m" range:"[0,1e5]" doc:"radius of the other end; 0 for a point"`
}

// About says what it is.
func (*ConeConfig) About() string { return "a cone on its place, along an axis, with a tip or cut off" }

// Validate checks the axis.
func (c *ConeConfig) Validate() error { return checkAxis(c.Axis) }

// Solid returns the shape.
func (c *ConeConfig) Solid() Solid {
	return NewCone(c.At, c.At.Add(unit(c.Axis, c.Axis).Scale(c.Length)), c.Radius, c.Tip)
}

// BoxConfig describes a box.
type BoxConfig struct {
	Named   `yaml:",inline"`
	Size    geom.Vec `yaml:"size" as:"vector" unit:"m" range:"(0,1e5]" required:"true" doc:"length, width and height"`
	Heading float64  `yaml:"heading" unit:"rad" range:"[-1e6,1e6]" doc:"direction of its length: angle from the x axis towards the y axis"`
	Pitch   float64  `yaml:"pitch" unit:"rad" range:"[-1e6,1e6]" doc:"angle of its length below the horizontal"`
}

// About says what it is.
func (*BoxConfig) About() string { return "a box about its place" }

// Validate finds nothing beyond the ranges of the fields.
func (*BoxConfig) Validate() error { return nil }

// Solid returns the shape.
func (c *BoxConfig) Solid() Solid {
	return Box{c.At, geom.FromEuler(c.Heading, c.Pitch, 0), c.Size.Scale(0.5)}
}

// WallConfig describes an upright plate.
type WallConfig struct {
	Named     `yaml:",inline"`
	To        geom.Vec `yaml:"to" as:"vector" unit:"m" range:"[-1e7,1e7]" required:"true" doc:"position of its other end, at the same height; at is the middle of one end of its upper edge"`
	Height    float64  `yaml:"height" unit:"m" range:"(0,1e5]" required:"true" doc:"height, downwards from at"`
	Thickness float64  `yaml:"thickness" unit:"m" range:"(0,1e3]" doc:"thickness"`
}

// About says what it is.
func (*WallConfig) About() string { return "an upright plate between two places" }

// Validate checks that the wall has a length and is level.
func (c *WallConfig) Validate() error {
	switch {
	case c.To.X == c.At.X && c.To.Y == c.At.Y:
		return fault.In("to", "the wall ends where it begins; give another x or y")
	case c.To.Z != c.At.Z:
		return fault.In("to", "the upper edge of the wall begins at z = %g m and ends at %g m; make them equal", c.At.Z, c.To.Z)
	}
	return nil
}

// Solid returns the shape.
func (c *WallConfig) Solid() Solid {
	along := c.To.Sub(c.At)
	middle := c.At.Add(along.Scale(0.5)).Sub(geom.Vec{Z: c.Height / 2})
	return Box{middle, heading(along), geom.Vec{X: along.Norm(), Y: c.Thickness, Z: c.Height}.Scale(0.5)}
}

// checkAxis finds an axis without a direction.
func checkAxis(axis geom.Vec) error {
	if axis == (geom.Vec{}) {
		return fault.In("axis", "the axis has no direction; [0, 0, 1] is up")
	}
	return nil
}

// heading returns the attitude of a body that points along a direction, level.
func heading(along geom.Vec) geom.Quat { return geom.FromEuler(math.Atan2(along.Y, along.X), 0, 0) }
