package optical

import (
	"math"

	"halocline/phy"
	"halocline/sim/equation"
	"halocline/sim/geom"
)

const kahn = "J. M. Kahn and J. R. Barry, Proc. IEEE 85 (1997) 265"

// Equations returns the gain of a path, and the daylight at receivers.
func (*ChannelConfig) Equations() []equation.Equation {
	return []equation.Equation{
		{
			Of: "gain of a path", Text: "g = min(exp(-c r)/(4 pi r^2), 1)", Source: "the law of Beer and Lambert; " + kahn,
			Note: "Gains of lamp and receiver multiply it. Light that comes back into the beam after it was scattered is left out",
			Symbols: []equation.Symbol{
				{Name: "g", Unit: "1/m2", Meaning: "received power on 1 m2 over sent power"},
				{Name: "c", Unit: "/m", Key: "attenuation", Min: 1e-3, Max: 100},
				{Name: "r", Unit: "m", Meaning: "distance", Min: 0.01, Max: 300},
			},
			Code: func(v equation.Values) float64 { return pathGain(0, v["c"], v["r"]) },
		},
		{
			Of: "daylight in the band", Text: "E = D w/300 * exp(-K z) S", Source: "the law of Beer and Lambert for diffuse light",
			Symbols: []equation.Symbol{
				{Name: "E", Unit: "W/m2", Meaning: "irradiance of a receiver that sees half of all directions"},
				{Name: "D", Unit: "W/m2", Key: "ambient.daylight", Min: 1e-6, Max: 1000},
				{Name: "w", Unit: "nm", Meaning: "width of the band", Min: 1, Max: 300},
				{Name: "K", Unit: "/m", Key: "ambient.diffuse", Min: 1e-3, Max: 5},
				{Name: "z", Unit: "m", Key: "ambient.depth", Max: 100},
				{Name: "S", Key: "ambient.seen", Min: 1e-3, Max: 1},
			},
			Code: func(v equation.Values) float64 {
				const short = 400 // nm, the shorter end of the band
				long := short + v["w"]
				high, low := lightSpeed/(short*1e-9), lightSpeed/(long*1e-9)
				a := Ambient{Daylight: v["D"], Diffuse: v["K"], Depth: v["z"], Seen: v["S"]}
				return a.irradiance(phy.Band{Centre: (high + low) / 2, Width: high - low})
			},
		},
	}
}

// Equations returns the gain of the lamp and the area of the receiver.
func (*Optics) Equations() []equation.Equation {
	angle := equation.Symbol{Name: "phi", Unit: "rad", Meaning: "angle from the axis", Max: 1.5}
	at := func(o phy.Antenna, angle float64) (send, receive float64) {
		direction := geom.Vec{X: math.Cos(angle), Y: math.Sin(angle)}
		level := geom.FromEuler(0, 0, 0)
		return math.Pow(10, o.Gain(level, direction)/10), math.Pow(10, o.(*optics).Receive(level, direction)/10)
	}
	build := func(beam, aperture, view, transmission float64) phy.Antenna {
		c := Optics{Mounting: phy.Mounting{Axis: geom.Vec{X: 1}}, Beam: beam, Aperture: aperture, View: view, Transmission: transmission}
		o, err := c.Antenna(phy.Band{Centre: lightSpeed / 500e-9}, 0)
		if err != nil {
			panic("optical: " + err.Error()) // the band is one of light
		}
		return o
	}
	return []equation.Equation{
		{
			Of: "gain of the lamp", Text: "G = 2 (m + 1) cos(phi)^m\nm = -ln(2)/ln(cos(b))", Source: kahn, Note: "It is 0 behind the lamp",
			Symbols: []equation.Symbol{
				{Name: "G", Meaning: "intensity over that of a lamp of as much power that is the same in all directions"},
				angle,
				{Name: "b", Unit: "rad", Key: "beam", Min: 0.1, Max: 1.5},
			},
			Code: func(v equation.Values) float64 {
				send, _ := at(build(v["b"], 1, 1, 1), v["phi"])
				return send
			},
		},
		{
			Of: "area of the receiver", Text: "A = a T cos(phi) if phi <= V; 0 otherwise", Source: kahn,
			Symbols: []equation.Symbol{
				{Name: "A", Unit: "m2", Meaning: "area that is turned to the light"},
				{Name: "a", Unit: "m2", Key: "aperture", Min: 1e-6, Max: 10},
				{Name: "T", Key: "transmission", Min: 0.01, Max: 1},
				angle,
				{Name: "V", Unit: "rad", Key: "view", Min: 0.01, Max: 1.5},
			},
			Code: func(v equation.Values) float64 {
				_, receive := at(build(1, v["a"], v["V"], v["T"]), v["phi"])
				return receive
			},
		},
	}
}

// Equations returns the chance of a bit.
func (*OnOff) Equations() []equation.Equation {
	return []equation.Equation{{
		Of: "chance that a bit is wrong", Text: "p = 0.5 erfc(Q/sqrt(2))\nQ = sqrt(n_1) - sqrt(n_0)\nn_1 = n_0 (1 + 2 s)\nn_0 = eta N/(h f R F)\nh = 6.62607015e-34",
		Source: "G. P. Agrawal, Fiber-Optic Communication Systems, 3rd ed., sections 4.4 and 4.5", Note: "Below some ten photoelectrons a bit it is too cautious",
		Symbols: []equation.Symbol{
			{Name: "p", Meaning: "chance"},
			{Name: "s", Meaning: "mean power of the signal over that of the noise", Min: 0.01, Max: 3},
			{Name: "N", Unit: "W", Meaning: "power of the noise: daylight, and steady light that makes the noise of the detector", Min: 1e-14, Max: 1e-12},
			{Name: "eta", Key: "efficiency", Min: 0.1, Max: 1},
			{Name: "F", Key: "excess", Min: 1, Max: 100},
			{Name: "f", Unit: "Hz", Meaning: "frequency of the light", Min: 3e14, Max: 1e15},
			{Name: "R", Unit: "bit/s", Meaning: "bit rate", Min: 1e4, Max: 1e6},
		},
		Code: func(v equation.Values) float64 {
			m, err := (&OnOff{Efficiency: v["eta"], Excess: v["F"]}).Build(phy.ErrorEnv{Frequency: v["f"], BitRate: v["R"]})
			if err != nil {
				panic("optical: " + err.Error()) // the range is that of light
			}
			return bitError(m.(counter).Amid(v["N"]).(counter).dark, v["s"])
		},
	}}
}
