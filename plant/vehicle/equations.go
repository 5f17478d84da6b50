package vehicle

import (
	"math"
	"time"

	"halocline/sim/equation"
	"halocline/sim/geom"
)

const fossen = "T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control (2011), "

// Equations returns the motion, and the forces of damping, thrusters and fins.
func (*Config) Equations() []equation.Equation {
	return append([]equation.Equation{{
		Of: "motion", Source: fossen + "chapter 6",
		Note: "M v' + C(v) v + D(v) v + g = tau in six degrees of freedom, with the velocity relative to the water where the water acts. The terms are masses and added masses M, what turning makes of them C, damping D, weight and buoyancy g, and thrusters and fins tau",
	}, {
		Of: "damping along an axis", Text: "F = -(a + b abs(v)) v", Source: fossen + "chapter 6",
		Note: "Whole matrices act on the six velocities v and on abs(v) v in the same way",
		Symbols: []equation.Symbol{
			{Name: "F", Unit: "N or N m", Meaning: "force or moment"},
			{Name: "a", Meaning: "element of linear_damping", Max: 1e4},
			{Name: "b", Meaning: "element of quadratic_damping", Max: 1e4},
			{Name: "v", Unit: "m/s or rad/s", Meaning: "velocity relative to the water", Min: -3, Max: 3},
		},
		Code: func(v equation.Values) float64 {
			d := drag{linear: v["a"], quadratic: v["b"]}
			return -d.at(v["v"])
		},
	}}, append(thrusterEquations(), finEquations()...)...)
}

// thrusterEquations returns thrust, the speed of the rotor, and power.
func thrusterEquations() []equation.Equation {
	rotor := equation.Symbol{Name: "n", Unit: "rad/s", Meaning: "speed of the rotor", Min: -300, Max: 300}
	return []equation.Equation{
		{
			Of: "thrust in water at rest", Text: "T = 0 if n^2 <= b; a (n^2 - b) if n > 0; -s (n^2 - b) otherwise",
			Source: fossen + "chapter 12; with the band, W. M. Bessa et al., as in the UUV Simulator", Note: "Going ahead at u takes advance abs(n) u from it",
			Symbols: []equation.Symbol{
				{Name: "T", Unit: "N", Meaning: "thrust"},
				rotor,
				{Name: "a", Key: "thrusters[].ahead", Min: 1e-5, Max: 1},
				{Name: "s", Key: "thrusters[].astern", Min: 1e-5, Max: 1},
				{Name: "b", Key: "thrusters[].band", Max: 1e4},
			},
			Code: func(v equation.Values) float64 {
				c := Curve{Ahead: v["a"], Astern: v["s"], Band: v["b"]}
				return c.thrust(v["n"])
			},
		},
		{
			Of: "electrical power of a thruster", Text: "P = p abs(T)^1.5", Source: "momentum theory of W. J. M. Rankine (1865)",
			Symbols: []equation.Symbol{
				{Name: "P", Unit: "W", Meaning: "power"}, {Name: "p", Unit: "W", Key: "thrusters[].power", Max: 1e4}, {Name: "T", Unit: "N", Meaning: "thrust", Min: -1000, Max: 1000},
			},
			Code: func(v equation.Values) float64 { return (&Thruster{Power: v["p"]}).powerAt(v["T"]) },
		},
		{
			Of: "thrust of a propeller", Text: "T = rho D^4 K abs(N) N\nN = n/(2 pi)", Source: "J. S. Carlton, Marine Propellers and Propulsion (2007), chapter 6",
			Note: "It is that of a row of the table; K is K_T at the advance number J = u/(N D), and the torque has K_Q and D^5",
			Symbols: []equation.Symbol{
				{Name: "T", Unit: "N", Meaning: "thrust"},
				{Name: "rho", Unit: "kg/m3", Meaning: "density of the water", Min: 900, Max: 1100},
				{Name: "D", Unit: "m", Key: "thrusters[].propeller.diameter", Min: 0.02, Max: 10},
				{Name: "K", Key: "thrusters[].propeller.kt", Min: 0.01, Max: 1},
				rotor,
			},
			Code: func(v equation.Values) float64 {
				p := Propeller{Diameter: v["D"], Astern: 1, Advance: []float64{0}, Thrust: []float64{v["K"]}, Torque: []float64{0}}
				thrust, _ := p.push(v["n"], 0, v["rho"])
				return thrust
			},
		},
	}
}

// finEquations returns lift and drag.
func finEquations() []equation.Equation {
	symbols := []equation.Symbol{
		{Name: "C", Key: "fins[].lift_slope", Min: 0.1, Max: 10},
		{Name: "A", Unit: "m2", Key: "fins[].area", Min: 1e-3, Max: 10},
		{Name: "rho", Unit: "kg/m3", Meaning: "density of the water", Min: 900, Max: 1100},
		{Name: "v", Unit: "m/s", Meaning: "speed through the water", Min: 0.01, Max: 10},
		{Name: "alpha", Unit: "rad", Meaning: "angle of attack", Min: 0.01, Max: 1.5},
	}
	force := func(v equation.Values) geom.Vec {
		f := Fin{Hinge: geom.Vec{Y: 1}, Chord: geom.Vec{X: 1}, Area: v["A"], Slope: v["C"], Drag: v["d"], Induced: v["i"]}
		return f.force(v["alpha"], geom.Vec{X: v["v"]}, v["rho"])
	}
	return []equation.Equation{
		{
			Of: "lift of a fin", Text: "L = rho A v^2 C sin(2 alpha)/4", Source: "R. W. Beard and T. W. McLain, Small Unmanned Aircraft (2012), section 4.2",
			Note: "From the angle stall on it becomes that of a flat plate, by their equation 4.9", Symbols: append([]equation.Symbol{{Name: "L", Unit: "N", Meaning: "force across the flow"}}, symbols...),
			Code: func(v equation.Values) float64 { return -force(v).Z },
		},
		{
			Of: "drag of a fin", Text: "F = rho A v^2/2 * (d + i (C sin(2 alpha)/2)^2)", Source: "R. W. Beard and T. W. McLain, Small Unmanned Aircraft (2012), section 4.2",
			Symbols: append([]equation.Symbol{{Name: "F", Unit: "N", Meaning: "force against the flow"}, {Name: "d", Key: "fins[].drag", Min: 0.001, Max: 2}, {Name: "i", Key: "fins[].induced_drag", Min: 0.001, Max: 2}}, symbols...),
			Code:    func(v equation.Values) float64 { return -force(v).X },
		},
	}
}

// lag is what a vehicle does of what is asked, a time after it was asked.
func lag(of, unit, key string) equation.Equation {
	return equation.Equation{
		Of: of, Text: "v = w + (v_0 - w) exp(-t/T)", Source: "solution of T v' + v = w; of the turn, " + fossen + "chapter 7", Step: 1e-7,
		Symbols: []equation.Symbol{
			{Name: "v", Unit: unit, Meaning: "what it does"},
			{Name: "w", Unit: unit, Meaning: "what is asked", Min: -10, Max: 10},
			{Name: "v_0", Unit: unit, Meaning: "what it did when that was asked", Min: -10, Max: 10},
			{Name: "t", Unit: "s", Meaning: "time since then", Min: 0.001, Max: 100},
			{Name: "T", Unit: "s", Key: key, Min: 0.1, Max: 3600},
		},
		Code: func(v equation.Values) float64 {
			end, _ := follow(v["v_0"], v["w"], time.Duration(math.Round(v["T"]*1e9)), v["t"])
			return end
		},
	}
}

// Equations returns how it follows what is asked.
func (*KinematicConfig) Equations() []equation.Equation {
	return []equation.Equation{lag("speed", "m/s", "speed_lag"), lag("rate of turning", "rad/s", "turn_lag"), lag("rate of climbing", "m/s", "climb_lag")}
}

// Equations returns how it follows what is asked.
func (*PointConfig) Equations() []equation.Equation {
	return []equation.Equation{lag("each component of the velocity", "m/s", "lag"), lag("rate of turning", "rad/s", "turn_lag")}
}
