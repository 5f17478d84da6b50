package control

import (
	"math"

	"halocline/sim"
	"halocline/sim/equation"
	"halocline/sim/geom"
)

const (
	thesis  = "O. Erdemir, Design of a co-simulation environment for the docking maneuver of an autonomous underwater vehicle (M.Sc. thesis, 2018)"
	fossen  = "T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control (2011), chapter 10"
	coulter = "R. C. Coulter, Implementation of the pure pursuit path tracking algorithm, CMU-RI-TR-92-01 (1992)"
	astrom  = "K. J. Astrom and R. M. Murray, Feedback Systems, 2nd ed."
)

// Symbols of a PID. The keys are as a program names them.
func gain(name, key, unit string) equation.Symbol {
	return equation.Symbol{Name: name, Unit: unit, Key: key, Min: 0.1, Max: 10}
}

func part(name, of string) equation.Symbol {
	return equation.Symbol{Name: name, Unit: "N", Meaning: of, Min: -20, Max: 20}
}

func samples() []equation.Symbol {
	return []equation.Symbol{{Name: "e", Unit: "m", Meaning: "error", Min: -10, Max: 10}, {Name: "p", Unit: "m", Meaning: "error at the sample before", Min: -10, Max: 10}}
}

func step() equation.Symbol {
	return equation.Symbol{Name: "T", Unit: "s", Meaning: "time from one sample to the next", Min: 0.01, Max: 1}
}

func limit() equation.Symbol {
	return equation.Symbol{Name: "L", Unit: "N", Key: "limit", Min: 20, Max: 100}
}

// PIDEquations returns the output of a PID, its derivative part, and its integral parts with what stops their windup.
func PIDEquations() []equation.Equation {
	return []equation.Equation{
		{
			Of: "force along an axis", Text: "u = max(-L, min(L, K e + I + D))", Source: thesis + ", equations 4.1 to 4.4", Note: "A limit of 0 is none",
			Symbols: []equation.Symbol{{Name: "u", Unit: "N", Meaning: "force"}, limit(), gain("K", "kp", "N/m"), samples()[0], part("I", "integral part"), part("D", "derivative part")},
			Code: func(v equation.Values) float64 {
				c := PID{Kp: v["K"], Low: -v["L"], High: v["L"]}
				_, u := c.Step(PIDState{I: v["I"], D: v["D"], Begun: true}, v["e"], 0, 0)
				return u
			},
		},
		{
			Of: "derivative part", Text: "D = (F d + K (e - p))/(F + T)", Source: thesis + ", equation 4.2, with the low pass of " + astrom + ", chapter 11", Step: 1e-4, // of times in whole nanoseconds
			Note: "With derivative: measurement, -y takes the place of e, with the measured y",
			Symbols: append([]equation.Symbol{
				{Name: "D", Unit: "N", Meaning: "derivative part"}, {Name: "F", Unit: "s", Key: "filter", Max: 10}, part("d", "derivative part at the sample before"), gain("K", "kd", "N s/m"), step(),
			}, samples()...),
			Code: func(v equation.Values) float64 {
				c := PID{Kd: v["K"], Filter: sim.Seconds(v["F"])}
				return c.derivative(&PIDState{Error: v["p"], D: v["d"]}, v["e"], 0, sim.Seconds(v["T"]))
			},
		},
		summed("series", "x = G T ((e + p)/2 + D/K)", astrom+", section 11.1", Series),
		summed("accumulated", "x = G T (e + p)/2", thesis+", equation 4.3, added up", Accumulated),
		{
			Of: "integral part", When: "integral: per-sample", Text: "I = K T (e + p)/2", Source: thesis + ", equation 4.3", Step: 1e-6,
			Symbols: append([]equation.Symbol{{Name: "I", Unit: "N", Meaning: "integral part"}, gain("K", "ki", "N/(m s)"), step()}, samples()...),
			Code: func(v equation.Values) float64 {
				c := PID{Ki: v["K"]}
				return c.integral(&PIDState{Error: v["p"]}, v["e"], sim.Seconds(v["T"]))
			},
		},
	}
}

// summed is an integral part that adds up, and does not wind up.
func summed(word, piece, source string, as Integral) equation.Equation {
	return equation.Equation{
		Of: "integral part", When: "integral: " + word, Source: source, Step: 1e-6,
		Text: "I = max(-C, min(C, i + y))\ny = max(-L, min(L, f + x)) - f if abs(f) <= L; 0 if abs(f) > L and f x > 0; x otherwise\nf = K e + i + D\n" + piece,
		Note: "It adds up x as far as the force f + x keeps its limit. A clamp and a limit of 0 are none",
		Symbols: append([]equation.Symbol{
			{Name: "I", Unit: "N", Meaning: "integral part"},
			{Name: "C", Unit: "N", Key: "clamp", Min: 1, Max: 20},
			part("i", "integral part at the sample before"), limit(), gain("K", "kp", "N/m"), part("D", "derivative part"),
			{Name: "G", Unit: "N/(m s)", Key: "ki", Min: 0.01, Max: 0.1},
			step(),
		}, samples()...),
		Code: func(v equation.Values) float64 {
			c := PID{Kp: v["K"], Ki: v["G"], Clamp: v["C"], Low: -v["L"], High: v["L"], Integral: as}
			return c.integral(&PIDState{Error: v["p"], I: v["i"], D: v["D"]}, v["e"], sim.Seconds(v["T"]))
		},
	}
}

// WaypointEquation returns how far ahead the reference is.
func WaypointEquation() equation.Equation {
	return equation.Equation{
		Of: "distance of the reference ahead", Text: "x = min(r, a)", Source: thesis + ", equation 4.13, which has no end at the berth",
		Symbols: []equation.Symbol{
			{Name: "x", Unit: "m", Meaning: "distance, on the way to the berth"}, {Name: "r", Unit: "m", Meaning: "distance to the berth", Max: 1000}, {Name: "a", Unit: "m", Key: "waypoint", Max: 1000},
		},
		Code: func(v equation.Values) float64 { return Waypoint(geom.Vec{}, geom.Vec{X: v["r"]}, v["a"]).X },
	}
}

// SmithEquations returns what the model of a Smith predictor adds to a measured place.
func SmithEquations() []equation.Equation {
	const source = "O. J. M. Smith, Closer control of loops with dead time, Chemical Engineering Progress 53 (1957), for a v' + b v = u"
	symbols := func(of equation.Symbol) []equation.Symbol {
		return []equation.Symbol{
			of,
			{Name: "v", Unit: "m/s", Meaning: "its velocity at the beginning", Min: -2, Max: 2},
			{Name: "u", Unit: "N", Meaning: "force, which is held for t", Min: -100, Max: 100},
			{Name: "t", Unit: "s", Meaning: "time", Min: 0.1, Max: 100},
			{Name: "a", Unit: "kg", Key: "mass", Min: 10, Max: 1000},
			{Name: "b", Key: "drag", Min: 5, Max: 500},
		}
	}
	return []equation.Equation{
		{
			Of: "way of the model along an axis", Text: "s = h v + u (t - h)/b\nh = a (1 - exp(-b t/a))/b", Source: source,
			Note: "The place is the measured one, and the ways of the model since the measurement", Step: 1e-7, // of small differences of the text
			Symbols: symbols(equation.Symbol{Name: "s", Unit: "m", Meaning: "way of the model while a force is held"}),
			Code: func(v equation.Values) float64 {
				way, _ := glide(v["a"], v["b"], v["v"], v["u"], v["t"])
				return way
			},
		},
		{
			Of: "velocity of the model along an axis", Text: "w = v exp(-b t/a) + u (1 - exp(-b t/a))/b", Source: source,
			Symbols: symbols(equation.Symbol{Name: "w", Unit: "m/s", Meaning: "velocity of the model at the end"}),
			Code: func(v equation.Values) float64 {
				_, then := glide(v["a"], v["b"], v["v"], v["u"], v["t"])
				return then
			},
		},
	}
}

// SightEquation returns the course by line of sight.
func SightEquation() equation.Equation {
	return equation.Equation{
		Of: "course along a leg", Text: "c = alpha - atan(e/a)", Source: fossen + ", lookahead-based steering",
		Symbols: []equation.Symbol{
			{Name: "c", Unit: "rad", Meaning: "course, from x to y"},
			{Name: "alpha", Unit: "rad", Meaning: "direction of the leg", Min: -3, Max: 3},
			{Name: "e", Unit: "m", Meaning: "distance to the left of the leg", Min: -100, Max: 100},
			{Name: "a", Unit: "m", Key: "ahead", Min: 0.1, Max: 1000},
		},
		Code: func(v equation.Values) float64 {
			sin, cos := math.Sincos(v["alpha"])
			return Leg{To: geom.Vec{X: cos, Y: sin}}.LineOfSight(geom.Vec{X: -v["e"] * sin, Y: v["e"] * cos}, v["a"], v["alpha"])
		},
	}
}

// PursuitEquations returns the point at which a pursuit aims, and the arc that leads there.
func PursuitEquations() (aim, arc equation.Equation) {
	aim = equation.Equation{Of: "point to head for", Source: coulter, Note: "where the path leaves the circle of the radius ahead about the vehicle, or the nearest point of the leg"}
	arc = equation.Equation{
		Of: "curvature of the arc to the point ahead", Text: "k = 2 y/r^2", Source: coulter,
		Symbols: []equation.Symbol{
			{Name: "k", Unit: "1/m", Meaning: "curvature, positive from x to y"}, {Name: "y", Unit: "m", Meaning: "distance of the point to the left of the course", Min: -1, Max: 1}, {Name: "r", Unit: "m", Meaning: "distance of the point", Min: 1, Max: 100},
		},
		Code: func(v equation.Values) float64 {
			return Curvature(geom.Vec{}, 0, geom.Vec{X: math.Sqrt(v["r"]*v["r"] - v["y"]*v["y"]), Y: v["y"]})
		},
	}
	return aim, arc
}
