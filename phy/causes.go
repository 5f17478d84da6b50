package phy

import (
	"math"

	"halocline/sim"
	"halocline/sim/equation"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// lost is the result of a condition under which a frame is lost.
func lost() equation.Symbol {
	return equation.Symbol{Name: "L", Meaning: "1 where the frame is lost, 0 where not"}
}

// whether returns 1 for yes.
func whether(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Causes returns the conditions under which frames are lost by a cause, as far as numbers say it.
func Causes() map[trace.Cause]equation.Equation {
	all := levelCauses()
	all[trace.OutOfRange] = equation.Equation{
		Of: "whether it is out of range, with channel: ideal", Text: "L = 1 if r > R; 0 otherwise", Source: "definition", Note: "Other channels have the ranges of their files",
		Symbols: []equation.Symbol{lost(), {Name: "r", Unit: "m", Meaning: "distance when the frame leaves", Max: 1000}, {Name: "R", Unit: "m", Meaning: "range of the channel", Min: 1, Max: 1000}},
		Code: func(v equation.Values) float64 {
			return whether(Ranged{Range: v["R"]}.Between(geom.Vec{}, geom.Vec{X: v["r"]}).Lost == trace.OutOfRange)
		},
	}
	all[trace.Doppler] = equation.Equation{
		Of: "whether it is shifted too much", Text: "L = 1 if abs(f - 1) > D; 0 otherwise", Source: "definition", Note: "With doppler: 0 any shift is tolerated",
		Symbols: []equation.Symbol{lost(), {Name: "f", Meaning: "received frequency over that sent", Min: 0.99, Max: 1.01}, {Name: "D", Meaning: "key doppler of the modem", Min: 1e-4, Max: 0.01}},
		Code:    func(v equation.Values) float64 { return whether((&Modem{Doppler: v["D"]}).shifted(v["f"])) },
	}
	deaf := func(cause trace.Cause, text string) equation.Equation {
		return equation.Equation{
			Of: "whether the receiver cannot hear it", Text: text, Source: "definition", Note: "A frame that is being received is lost as soon as the receiver sends. With full_duplex none is",
			Symbols: []equation.Symbol{
				lost(),
				{Name: "t", Unit: "s", Meaning: "time at which the frame begins to arrive", Max: 10},
				{Name: "e", Unit: "s", Meaning: "end of the receiver's own frame", Min: 1, Max: 9},
				{Name: "T", Unit: "s", Meaning: "key turnaround of the modem", Max: 2},
			},
			Code: func(v equation.Values) float64 {
				at := func(s float64) sim.Time { return sim.Time(0).Add(sim.Seconds(s)) }
				pause := sim.Seconds(v["T"])
				return whether((&Modem{Turnaround: pause}).deaf(at(v["t"]), at(v["e"]).Add(pause)) == cause)
			},
		}
	}
	half := deaf(trace.HalfDuplex, "L = 1 if t < e; 0 otherwise")
	half.Symbols = half.Symbols[:3]
	all[trace.HalfDuplex], all[trace.Turnaround] = half, deaf(trace.Turnaround, "L = 1 if t >= e and t < e + T; 0 otherwise")
	return all
}

// levelCauses returns the conditions that levels decide.
func levelCauses() map[trace.Cause]equation.Equation {
	level := func(name, meaning string) equation.Symbol {
		return equation.Symbol{Name: name, Unit: "W or uPa2", Meaning: meaning, Min: 0.01, Max: 100}
	}
	noise, acquire := level("N", "noise, ambient and of the receiver"), equation.Symbol{Name: "a", Meaning: "ratio that begins a reception, key acquire of the budget, not in dB", Min: 0.1, Max: 10}
	waiting := func(v equation.Values) *thresholds {
		return thresholdsOf(&Modem{Sensitivity: v["S"], Acquire: v["a"]}, v["N"])
	}
	return map[trace.Cause]equation.Equation{
		trace.BelowThreshold: {
			Of: "whether it is too weak", Text: "L = 0 if P > a N and P >= S; 1 otherwise", Source: "definition", Note: "A frame that is strong enough and that the error model refuses even without fading counts, too",
			Symbols: []equation.Symbol{lost(), level("P", "received power"), acquire, noise, level("S", "least power that can be received, key threshold of the budget")},
			Code:    func(v equation.Values) float64 { return whether(!waiting(v).clear(v["P"])) },
		},
		trace.Fading: {
			Of: "whether fading makes it too weak", Text: "L = 1 if g P <= a N and P > a N; 0 otherwise", Source: "definition",
			Note:    "The same holds for the least power that can be received, and for frames that the error model refuses with fading and not without",
			Symbols: []equation.Symbol{lost(), {Name: "g", Meaning: "power over its mean, of the fading", Min: 0.01, Max: 5}, level("P", "mean received power"), acquire, noise},
			Code: func(v equation.Values) float64 {
				return whether(!waiting(v).clear(v["g"]*v["P"]) && waiting(v).clear(v["P"]))
			},
		},
		trace.Collision: {
			Of: "whether the interference is too strong", Text: "L = 0 if P/(N + I) > a; 1 otherwise", Source: "definition",
			Note: "It is that of a receiver that waits, with capture: first-lock. One that receives turns to another frame only with message-in-message, above recapture. " +
				"A frame that has begun is lost where the error model refuses it with I and not without",
			Symbols: []equation.Symbol{lost(), level("P", "received power"), noise, level("I", "power of all other frames at the receiver"), acquire},
			Code: func(v equation.Values) float64 {
				r := &Radio{modem: &Modem{Acquire: v["a"], Capture: FirstLock}, thresholds: &thresholds{noise: v["N"]}}
				return whether(!r.yields(&arrival{power: v["P"]}, v["I"], 0))
			},
		},
		trace.BitError: {
			Of: "whether a bit is wrong", Text: "L = 0 if U < P; 1 otherwise", Source: "definition", Note: "P is by the error model of the modem, times 1 - loss; what would be lost without interference and without fading counts here",
			Symbols: []equation.Symbol{lost(), {Name: "U", Meaning: "uniform number, drawn for the frame and the receiver", Max: 1}, {Name: "P", Meaning: "chance that the frame is intact", Min: math.SmallestNonzeroFloat64, Max: 1}},
			Code:    func(v equation.Values) float64 { return whether(!spared(v["U"], v["P"])) },
		},
	}
}
