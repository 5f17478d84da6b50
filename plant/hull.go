package plant

import (
	"halocline/plant/contact"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/solid"
)

// Thing is something in the water that stays where it is.
type Thing struct {
	Name  string
	Solid solid.Solid
}

// Hull is what of a body touches others.
type Hull struct {
	Points  []geom.Vec    // that touch the bottom and things, in the body frame, m
	Capsule solid.Capsule // that touches other bodies, in the body frame
	Mass    float64       // kg
	Inertia geom.Vec      // about the axes of the body, kg m2
	Law     contact.Law

	Bottomless bool // the bottom does not stop it
}

// HullOf returns the hull of a vehicle: the corners of its box touch the bottom and things, and a capsule along the longest
// side of it, as wide as the next, touches other bodies.
func HullOf(m *vehicle.Model, law contact.Law) Hull {
	half, at := m.Size.Scale(0.5), m.Body.Buoyancy
	h := Hull{Mass: m.Mass, Inertia: geom.Vec{X: m.Inertia[0].X, Y: m.Inertia[1].Y, Z: m.Inertia[2].Z}, Law: law}
	for _, x := range [2]float64{half.X, -half.X} {
		for _, y := range [2]float64{half.Y, -half.Y} {
			for _, z := range [2]float64{half.Z, -half.Z} {
				h.Points = append(h.Points, at.Add(geom.Vec{X: x, Y: y, Z: z}))
			}
		}
	}
	long := geom.Vec{X: half.X}
	radius := max(half.Y, half.Z)
	switch {
	case half.Y > half.X && half.Y >= half.Z:
		long, radius = geom.Vec{Y: half.Y}, max(half.X, half.Z)
	case half.Z > half.X:
		long, radius = geom.Vec{Z: half.Z}, max(half.X, half.Y)
	}
	if n := long.Norm(); n > radius {
		long = long.Scale((n - radius) / n)
	} else {
		long = geom.Vec{}
	}
	h.Capsule = solid.Capsule{From: at.Sub(long), To: at.Add(long), Radius: radius}
	return h
}

// Touch is a contact from its beginning to its end.
type Touch struct {
	Body, Other int // places in the order of Add; Other is Bottom, or below that the things: Bottom-1 is the first
	From, To    sim.Time
	At          geom.Vec // where it began, m
	Speed       float64  // with which the two came together there, m/s
	Impulse     float64  // of the forces between them over its time, N s
}

// Bottom is the bottom in a Touch.
const Bottom = -1

// Floor is the bottom of the water: its height at a place, m, -Inf for none, and its normal.
type Floor interface {
	Floor(at geom.Vec) (height float64, normal geom.Vec)
}
