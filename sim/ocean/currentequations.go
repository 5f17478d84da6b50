package ocean

import (
	"fmt"
	"math"

	"halocline/sim"
	"halocline/sim/equation"
	"halocline/sim/geom"
)

// Equations returns the two components of the velocity.
func (UniformConfig) Equations() []equation.Equation {
	along := func(axis, text string, part func(geom.Vec) float64) equation.Equation {
		return equation.Equation{
			Of: "velocity along the " + axis + " axis", Text: text, Source: "definition", Note: "With from in place of toward, the angle follows from where the vehicle and its target are",
			Symbols: []equation.Symbol{
				{Name: "u", Unit: "m/s", Meaning: "velocity"}, {Name: "v", Unit: "m/s", Key: "speed", Max: 10}, {Name: "theta", Unit: "rad", Key: "toward", Min: -3, Max: 3},
			},
			Code: func(v equation.Values) float64 {
				return part(velocityAt(UniformConfig{Speed: v["v"], Direction: Direction{Toward: v["theta"]}}, 0))
			},
		}
	}
	return []equation.Equation{
		along("x", "u = v cos(theta)", func(v geom.Vec) float64 { return v.X }),
		along("y", "u = v sin(theta)", func(v geom.Vec) float64 { return v.Y }),
	}
}

// velocityAt returns the velocity of a current at a depth.
func velocityAt(c CurrentConfig, depth float64) geom.Vec {
	current, err := c.Build(Site{}, "")
	if err != nil {
		panic("ocean: " + err.Error()) // the ranges have no such values
	}
	return current.Velocity(geom.Vec{Z: -depth}, sim.Time(0))
}

// Equations returns the velocity between two depths.
func (LayeredConfig) Equations() []equation.Equation {
	e := equation.Interpolation(
		"velocity along an axis, between two depths",
		equation.Symbol{Name: "u", Unit: "m/s", Meaning: "velocity along the x or the y axis", Min: -10, Max: 10},
		equation.Symbol{Name: "D", Unit: "m", Key: "depth", Meaning: "depth", Max: 1000},
		func(before, after, depth, first, second float64) float64 {
			c := LayeredConfig{Depth: []float64{before, after}, Speed: []float64{math.Abs(first), math.Abs(second)}, Toward: []float64{way(first), way(second)}}
			return velocityAt(c, depth).X
		},
	)
	e.Note = "The values of the rows are speed times the cosine or the sine of toward. Above the first depth and below the last one the velocity stays"
	return []equation.Equation{e}
}

// way returns the direction of a velocity along the x axis.
func way(u float64) float64 {
	if u < 0 {
		return math.Pi
	}
	return 0
}

// Equations returns the sum.
func (SumConfig) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "velocity along an axis", Text: "u = sum(i, 1, n, u_i)", Source: "definition",
		Symbols: []equation.Symbol{
			{Name: "u", Unit: "m/s", Meaning: "velocity"},
			{Name: "n", Meaning: "number of currents", Min: 1, Max: math.Inf(1), Whole: true},
			{Name: "u_i", Unit: "m/s", Meaning: "velocity of each of them", Max: 10},
		},
		Code: func(v equation.Values) float64 {
			var c SumConfig
			for i := range int(v["n"]) {
				c.Of = append(c.Of, UniformConfig{Speed: v[fmt.Sprintf("u_%d", i+1)]})
			}
			return velocityAt(c, 0).X
		},
	}}
}
