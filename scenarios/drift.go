package scenarios

import (
	"fmt"
	"math"
	"slices"

	"halocline/phy"
	"halocline/plant"
	"halocline/plant/sensor"
	"halocline/sim/geom"
)

// MooringConfig describes a float on a taut line: see plant.Mooring, which says what it leaves out.
type MooringConfig struct {
	Line     float64 `yaml:"line" unit:"m" range:"(0,1e4]" required:"true" doc:"length of the line, from the anchor to the float"`
	Buoyancy float64 `yaml:"buoyancy" unit:"N" range:"(0,1e7]" required:"true" doc:"net buoyancy: that of the float less the weight in water of its load and the line"`
	Diameter float64 `yaml:"diameter" unit:"m" range:"[0,100]" doc:"diameter of the float, a sphere; 0 for one that has that buoyancy and weighs nothing"`
	Drag     float64 `yaml:"drag" range:"[0,10]" doc:"drag coefficient of the float on its frontal area"`
	Rope     float64 `yaml:"line_diameter" unit:"m" range:"[0,1]" doc:"diameter of the line"`
	RopeDrag float64 `yaml:"line_drag" range:"[0,10]" doc:"drag coefficient of the line on its length times its diameter; up to 2.4 if it vibrates in the current"`
}

// Defaults makes it a smooth sphere below its critical Reynolds number, 4e5, and a round line of 8 mm,
// with the drag coefficients of Hoerner, Fluid-Dynamic Drag (1965), chapter 3.
func (c *MooringConfig) Defaults() { c.Drag, c.Rope, c.RopeDrag = 0.47, 0.008, 1.2 }

// mooring returns the float in water of a density in kg/m3.
func (c *MooringConfig) mooring(density float64) plant.Mooring {
	const gravity = 9.80665 // m/s2
	d := c.Diameter
	if d == 0 { // pi/6 d^3 rho g = buoyancy
		d = math.Cbrt(6 * c.Buoyancy / (math.Pi * density * gravity))
	}
	return plant.Mooring{Line: c.Line, Buoyancy: c.Buoyancy, Area: c.Drag * math.Pi / 4 * d * d, Breadth: c.RopeDrag * c.Rope}
}

// buildDrifters gives the current the nodes that drift or are moored. Where it is always the same these move
// straight on or not at all, at no cost.
func (b *builder) buildDrifters() {
	water := b.water.Calm()
	steady := water.Steady()
	for _, n := range b.nodes {
		at, turn := n.at.Position(0), geom.FromEuler(n.group.Heading, 0, 0)
		switch {
		case n.group.Drift && steady:
			u := water.Current(at, 0)
			u.Z = 0
			n.at = plant.Straight{From: at, Speed: u, Turn: turn}
		case n.group.Drift:
			n.at = plant.NewDrifter(b.Kernel, water, at, turn)
		case n.group.Mooring != nil:
			m := &plant.Moored{Mooring: n.group.Mooring.mooring(b.water.Density(at)), Rest: at, Ocean: water, Turn: turn}
			b.warnMooring(n, m)
			if n.at = phy.Locator(m); steady {
				n.at = plant.Straight{From: m.Position(0), Turn: turn}
			}
		}
	}
	b.warnIdleCurrent()
}

// warnMooring warns of a mooring whose anchor is not at the bottom, and of one that leans so far that
// the law does not hold.
func (b *builder) warnMooring(n *node, m *plant.Moored) {
	anchor, bottom := m.Rest.Depth()+m.Line, b.water.Seabed(m.Rest)
	warn := func(format string, args ...any) {
		b.warnings = append(b.warnings, "node "+n.name+": "+fmt.Sprintf(format, args...))
	}
	if off := anchor - bottom; !math.IsInf(bottom, 1) && math.Abs(off) > 0.01*bottom {
		side := "below"
		if off < 0 {
			side = "above"
		}
		warn("the anchor of its mooring is at %.4g m, %.3g m %s the seabed; make its line %.4g m long", anchor, math.Abs(off), side, bottom-m.Rest.Depth())
	}
	const most = math.Pi / 4
	u := m.Ocean.Current(m.Rest, 0)
	if lean := math.Acos(1 + (m.Position(0).Z-m.Rest.Z)/m.Line); lean > most {
		warn("a current of %.3g m/s lays its mooring over by %.0f degrees, and beyond 45 the drag of a line that leans is less than is taken here; give it more buoyancy", u.Norm(), lean*180/math.Pi)
	}
}

// feels reports whether the motion of the water moves a node by itself, or whether the node reads it.
func (n *node) feels() bool {
	return n.group.Vehicle != nil || slices.ContainsFunc(n.group.Instruments, func(c sensor.Config) bool {
		r, ok := c.(interface{ ReadsCurrent() bool })
		return ok && r.ReadsCurrent()
	})
}

// warnIdleCurrent says that a current or waves move nothing. Waves may still leave a node in the air.
func (b *builder) warnIdleCurrent() {
	if b.water.Wavy() && !slices.ContainsFunc(b.nodes, (*node).feels) {
		b.warnings = append(b.warnings, "water.waves moves nothing: no node is a vehicle, and those that drift or are moored go by the current alone")
	}
	water := b.water.Calm()
	flows := !water.Steady() || slices.ContainsFunc(b.plan.turns, turn.flows)
	for _, n := range b.nodes {
		g := n.group
		if g.Drift || g.Mooring != nil || n.feels() {
			return
		}
		flows = flows || water.Current(n.at.Position(0), 0) != (geom.Vec{})
	}
	if flows {
		b.warnings = append(b.warnings, "water.current acts on nothing: no node is a vehicle, and the others stay where they are or have a velocity over ground; give those that the water moves drift: true, or a mooring such as {line: 30m, buoyancy: 300N}")
	}
}
