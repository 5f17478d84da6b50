package formation

import (
	"math"

	"halocline/sim/fault"
	"halocline/sim/geom"
)

// ShapeConfig describes the virtual structure: points about a frame whose x is ahead and whose y is to the left.
type ShapeConfig struct {
	Type    string     `yaml:"type" oneof:"line|diamond|circle|points" doc:"points of the formation. line: beside each other, across the way, from left to right; diamond: ahead, left, right, behind, for up to four vehicles; circle: a regular polygon, the first point ahead; points: those that are given"`
	Spacing float64    `yaml:"spacing" unit:"m" range:"(0,1e5]" doc:"distance from one point to the next one"`
	Points  []geom.Vec `yaml:"points" as:"vector" unit:"m" range:"[-1e5,1e5]" doc:"points in the frame of the formation: ahead, to the left, up"`
}

// AroundConfig describes the points about a target.
type AroundConfig struct {
	Radius float64 `yaml:"radius" unit:"m" range:"(0,1e5]" doc:"distance from the target"`
	First  float64 `yaml:"first" unit:"rad" range:"[-6.2832,6.2832]" doc:"direction of the first point from the target, from east to north; the others follow at equal angles"`
}

// slots returns the points of a shape for n vehicles.
func (c *ShapeConfig) slots(n int) ([]geom.Vec, error) {
	switch c.Type {
	case "diamond":
		if n > 4 {
			return nil, fault.In("shape.type", "a diamond has four points, and there are %d vehicles; take circle, or points", n)
		}
		return ring(4, c.Spacing/math.Sqrt2, 0)[:n:n], nil
	case "circle":
		if n == 1 {
			return make([]geom.Vec, 1), nil
		}
		return ring(n, c.Spacing/(2*math.Sin(math.Pi/float64(n))), 0), nil
	case "points":
		if len(c.Points) < n {
			return nil, fault.In("shape.points", "there are %d points for %d vehicles; give each vehicle one", len(c.Points), n)
		}
		return c.Points, nil
	}
	all := make([]geom.Vec, n)
	for i := range all {
		all[i].Y = c.Spacing * (float64(n-1)/2 - float64(i))
	}
	return all, nil
}

// ring returns n points on a circle.
func ring(n int, radius, first float64) []geom.Vec {
	all := make([]geom.Vec, n)
	for i := range all {
		sin, cos := math.Sincos(first + 2*math.Pi*float64(i)/float64(n))
		all[i] = geom.Vec{X: radius * cos, Y: radius * sin}
	}
	return all
}

// structure is the virtual structure: the points, and the frame that carries them along a path and then to a target.
type structure struct {
	slots  []geom.Vec // about the frame
	around []geom.Vec // about the target; nil without one
	path   []geom.Vec
	speed  float64 // along it, m/s
	target geom.Vec
}

// frame is where the structure is.
type frame struct {
	known   bool
	origin  geom.Vec
	heading float64
	slots   []geom.Vec
}

// place returns the place of a point in the world.
func (f *frame) place(slot int) geom.Vec {
	sin, cos := math.Sincos(f.heading)
	p := f.slots[slot]
	return f.origin.Add(geom.Vec{X: p.X*cos - p.Y*sin, Y: p.X*sin + p.Y*cos, Z: p.Z})
}

// at returns the frame after so many seconds.
func (s *structure) at(seconds float64) frame {
	left := s.speed * seconds
	for i := range max(0, len(s.path)-1) {
		leg := s.path[i+1].Sub(s.path[i])
		length := leg.Norm()
		if last := i == len(s.path)-2; left < length || last && s.around == nil {
			return frame{known: true, origin: s.path[i].Add(leg.Scale(min(1, left/length))), heading: math.Atan2(leg.Y, leg.X), slots: s.slots}
		}
		left -= length
	}
	return frame{known: true, origin: s.target, slots: s.around}
}
