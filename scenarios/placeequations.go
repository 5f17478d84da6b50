package scenarios

import (
	"halocline/sim/equation"
	"halocline/sim/geom"
)

// number is which node of a group is placed, as a symbol.
func number() equation.Symbol {
	return equation.Symbol{Name: "k", Meaning: "number of the node in its group, from 0", Max: 100, Whole: true}
}

// coordinate is where a node is placed, as a symbol.
func coordinate(name string) equation.Symbol {
	return equation.Symbol{Name: name, Unit: "m", Meaning: "place from the reference point, along the " + name + " axis"}
}

// chance is a number drawn for a node, as a symbol.
func chance() equation.Symbol {
	return equation.Symbol{Name: "U", Meaning: "uniform number, drawn for the node", Min: 0.001, Max: 0.999}
}

// Equations returns the two coordinates.
func (*Ring) Equations() []equation.Equation {
	along := func(axis, text string, part func(geom.Vec) float64) equation.Equation {
		return equation.Equation{
			Of: "place along the " + axis + " axis", Text: text, Source: "definition",
			Symbols: []equation.Symbol{
				coordinate(axis),
				{Name: "R", Unit: "m", Key: "radius", Max: 1000},
				{Name: "theta", Unit: "rad", Key: "turn", Min: -3, Max: 3},
				number(),
				{Name: "n", Meaning: "number of nodes of the group", Min: 1, Max: 100, Whole: true},
			},
			Code: func(v equation.Values) float64 {
				return part((&Ring{Radius: v["R"], Turn: v["theta"]}).Position(int(v["k"]), int(v["n"]), nil))
			},
			Step: 1e-9,
		}
	}
	return []equation.Equation{
		along("x", "x = R cos(theta + 2 pi k/n)", func(at geom.Vec) float64 { return at.X }),
		along("y", "y = R sin(theta + 2 pi k/n)", func(at geom.Vec) float64 { return at.Y }),
	}
}

// Equations returns a coordinate.
func (*Line) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "place along an axis", Text: "x = k s", Source: "definition",
		Symbols: []equation.Symbol{coordinate("x"), number(), {Name: "s", Unit: "m", Key: "step", Meaning: "number of step for this axis", Min: -1000, Max: 1000}},
		Code: func(v equation.Values) float64 {
			return (&Line{Step: geom.Vec{X: v["s"]}}).Position(int(v["k"]), 0, nil).X
		},
	}}
}

// Equations returns a coordinate.
func (*Box) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "place along an axis", Text: "x = (U - 0.5) a", Source: "definition", Note: "Each axis has a number U of its own",
		Symbols: []equation.Symbol{coordinate("x"), chance(), {Name: "a", Unit: "m", Key: "size", Meaning: "number of size for this axis", Max: 1e6}},
		Code:    func(v equation.Values) float64 { return centred(v["U"], v["a"]) },
	}}
}

// Equations returns the distance from the middle.
func (*Disc) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "distance from the reference point", Text: "r = R sqrt(U)", Source: "definition: the chance to be within r is r^2/R^2",
		Note:    "The direction is uniform",
		Symbols: []equation.Symbol{{Name: "r", Unit: "m", Meaning: "distance"}, {Name: "R", Unit: "m", Key: "radius", Max: 1e6}, chance()},
		Code:    func(v equation.Values) float64 { return (&Disc{Radius: v["R"]}).distance(v["U"]) },
	}}
}
