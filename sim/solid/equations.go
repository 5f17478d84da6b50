package solid

import (
	"halocline/sim/equation"
	"halocline/sim/geom"
)

// shape returns the equation of the distance of a shape: what of it is asked at the place x, y, z.
func shape(text, note string, sizes []equation.Symbol, solid func(equation.Values) Solid) equation.Equation {
	place := func(name, meaning string) equation.Symbol {
		return equation.Symbol{Name: name, Unit: "m", Meaning: meaning, Min: -150, Max: 150}
	}
	all := append([]equation.Symbol{{Name: "d", Unit: "m", Meaning: "distance from its surface, negative inside"}}, sizes...)
	along := []equation.Symbol{place("x", "place along the x axis of the shape, from its reference point"), place("y", "place along its y axis"), place("z", "place along its z axis")}
	return equation.Equation{
		Of: "distance from the surface", Text: text, Source: "geometry", Note: note, Step: 1e-9, Symbols: append(all, along...),
		Code: func(v equation.Values) float64 {
			d, _, _ := solid(v).Near(geom.Vec{X: v["x"], Y: v["y"], Z: v["z"]})
			return d
		},
	}
}

// size is a length of a shape, as a symbol.
func size(name, key string) equation.Symbol {
	return equation.Symbol{Name: name, Unit: "m", Key: key, Min: 1, Max: 200}
}

// outside adds up how far a place is beyond the pairs of planes of which a shape is made, or how far it is inside of all.
func outside(first string, others ...string) string {
	squares, most := "max(0, "+first+")^2", first
	for _, o := range others {
		squares += " + max(0, " + o + ")^2"
		most += ", " + o
	}
	return "d = sqrt(s) + min(0, max(" + most + "))\ns = " + squares + "\n"
}

// Equations returns the distance from the surface.
func (*SphereConfig) Equations() []equation.Equation {
	return []equation.Equation{shape("d = sqrt(x^2 + y^2 + z^2) - r", "", []equation.Symbol{size("r", "radius")}, func(v equation.Values) Solid {
		return (&SphereConfig{Radius: v["r"]}).Solid()
	})}
}

// Equations returns the distance from the surface.
func (*CylinderConfig) Equations() []equation.Equation {
	text := outside("a", "b") + "a = sqrt(x^2 + y^2) - r\nb = max(z - L, -z)"
	return []equation.Equation{shape(text, "The z axis is the key axis", []equation.Symbol{size("r", "radius"), size("L", "length")}, func(v equation.Values) Solid {
		return (&CylinderConfig{Axis: geom.Vec{Z: 1}, Radius: v["r"], Length: v["L"]}).Solid()
	})}
}

// Equations returns how wide the cone is: a place is inside where it is nearer to the axis.
func (*ConeConfig) Equations() []equation.Equation {
	const most = 1e4 // m, farther out than any cone of the range
	return []equation.Equation{{
		Of: "radius at a height", Text: "r = R + (S - R) z/L", Source: "geometry", Step: 1e-6,
		Note: "A place is inside where z is from 0 to L and its distance from the axis is less than r",
		Symbols: []equation.Symbol{
			{Name: "r", Unit: "m", Meaning: "radius"},
			size("R", "radius"), size("S", "tip"),
			{Name: "L", Unit: "m", Key: "length", Min: 101, Max: 1000},
			{Name: "z", Unit: "m", Meaning: "height over the base, along the axis", Min: 1, Max: 100},
		},
		Code: func(v equation.Values) float64 {
			cone := (&ConeConfig{Axis: geom.Vec{Z: 1}, Radius: v["R"], Tip: v["S"], Length: v["L"]}).Solid()
			hit, _ := cone.Cast(geom.Vec{X: most, Z: v["z"]}, geom.Vec{X: -1}, 2*most)
			return most - hit.Distance
		},
	}}
}

// Equations returns the distance from the surface.
func (*BoxConfig) Equations() []equation.Equation {
	text := outside("a", "b", "c") + "a = abs(x) - A/2\nb = abs(y) - B/2\nc = abs(z) - C/2"
	sizes := []equation.Symbol{size("A", "size"), {Name: "B", Unit: "m", Meaning: "width", Min: 1, Max: 200}, {Name: "C", Unit: "m", Meaning: "height", Min: 1, Max: 200}}
	sizes[0].Meaning = "length"
	return []equation.Equation{shape(text, "A, B and C are the three numbers of size. The axes are turned by heading and pitch", sizes, func(v equation.Values) Solid {
		return (&BoxConfig{Size: geom.Vec{X: v["A"], Y: v["B"], Z: v["C"]}}).Solid()
	})}
}

// Equations returns the distance from the surface.
func (*WallConfig) Equations() []equation.Equation {
	text := outside("a", "b", "c") + "a = max(x - L, -x)\nb = abs(y) - W/2\nc = max(z, -z - H)"
	length := equation.Symbol{Name: "L", Unit: "m", Meaning: "distance from at to to", Min: 1, Max: 200}
	return []equation.Equation{shape(text, "The x axis goes from at to to, and z is 0 at the upper edge", []equation.Symbol{length, size("W", "thickness"), size("H", "height")}, func(v equation.Values) Solid {
		return (&WallConfig{To: geom.Vec{X: v["L"]}, Thickness: v["W"], Height: v["H"]}).Solid()
	})}
}
