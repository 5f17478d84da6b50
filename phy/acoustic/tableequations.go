package acoustic

import (
	"math"

	"halocline/phy/ray"
	"halocline/sim"
	"halocline/sim/equation"
	"halocline/sim/geom"
)

// Equations returns the gain between two rows.
func (*MeasuredPattern) Equations() []equation.Equation {
	return []equation.Equation{equation.Interpolation(
		"gain",
		equation.Symbol{Name: "G", Unit: "dB", Key: "gain", Meaning: "gain", Min: -60, Max: 20},
		equation.Symbol{Name: "phi", Unit: "rad", Key: "angle", Meaning: "angle from the axis", Max: math.Pi},
		func(before, after, at, first, second float64) float64 {
			return Table{[]Sample{{before, first}, {after, second}}}.Gain(at)
		},
	)}
}

// Equations returns the gain between four nodes.
func (*GridPattern) Equations() []equation.Equation {
	gain := func(name, meaning string) equation.Symbol {
		return equation.Symbol{Name: name, Unit: "dB", Key: "gain", Meaning: meaning, Min: -60, Max: 20}
	}
	angle := func(name, key, meaning string, low, high float64) equation.Symbol {
		return equation.Symbol{Name: name, Unit: "rad", Key: key, Meaning: meaning, Min: low, Max: high}
	}
	return []equation.Equation{{
		Of: "gain between four nodes of the grid", Source: "definition: linear in azimuth and in elevation", Step: 1e-9,
		Text: "G = (1 - b) (G_1 + (G_2 - G_1) a) + b (G_3 + (G_4 - G_3) a)\na = (phi - phi_0)/(phi_1 - phi_0)\nb = (e - e_0)/(e_1 - e_0)",
		Symbols: []equation.Symbol{
			{Name: "G", Unit: "dB", Meaning: "gain"},
			gain("G_1", "that before and below"), gain("G_2", "that after and below"), gain("G_3", "that before and above"), gain("G_4", "that after and above"),
			angle("phi", "", "azimuth", 0.6, 1.2), angle("phi_0", "azimuth", "that of the node before", 0, 0.5), angle("phi_1", "azimuth", "that of the node after", 1.3, 2),
			angle("e", "", "elevation", -0.4, 0.4), angle("e_0", "elevation", "that of the node below", -1.4, -0.5), angle("e_1", "elevation", "that of the node above", 0.5, 1.4),
		},
		Code: func(v equation.Values) float64 {
			grid, err := newGrid(
				[]float64{v["phi_0"], v["phi_1"]}, []float64{-math.Pi / 2, v["e_0"], v["e_1"], math.Pi / 2},
				[]float64{0, 0, v["G_1"], v["G_2"], v["G_3"], v["G_4"], 0, 0},
			)
			if err != nil {
				panic("acoustic: " + err.Error()) // the ranges have no such values
			}
			flat := math.Cos(v["e"])
			return grid.Gain(geom.FromEuler(0, 0, 0), geom.Vec{X: flat * math.Cos(v["phi"]), Y: flat * math.Sin(v["phi"]), Z: math.Sin(v["e"])})
		},
	}}
}

// Equations returns what is received between two times of the file, and its loss.
func (*ReplayConfig) Equations() []equation.Equation {
	played := func(of string, value equation.Symbol, signal func(x float64) ray.Signal, read func(ray.Signal) float64) equation.Equation {
		time := equation.Symbol{Name: "t", Unit: "s", Meaning: "time in the file", Max: 100}
		e := equation.Interpolation(of, value, time, func(before, after, at, first, second float64) float64 {
			c := &replayed{times: []float64{0, after - before}}
			i, next, share, _ := c.at(sim.Time(0).Add(sim.Seconds(at - before)))
			signals, b := []ray.Signal{signal(first), signal(second)}, blend{}
			b.add(&signals[i], 1-share, 1)
			b.add(&signals[next], share, 1)
			return read(b.signal())
		})
		e.When = "between: interpolate"
		return e
	}
	gain := equation.Symbol{Name: "g", Meaning: "energy of the taps in the window, over the mean of all times", Min: 0.01, Max: 10}
	late := equation.Symbol{Name: "d", Unit: "s", Meaning: "delay after that of the straight line", Max: 1}
	level := played("gain of the file", gain, func(x float64) ray.Signal { return ray.Signal{Gain: x} }, func(s ray.Signal) float64 { return s.Gain })
	level.Note = "The loss on the way is that of the key loss, less 10 log10(g)"
	return []equation.Equation{level, played("delay of the file", late, func(x float64) ray.Signal { return ray.Signal{Gain: 1, Delay: x} }, func(s ray.Signal) float64 { return s.Delay })}
}
