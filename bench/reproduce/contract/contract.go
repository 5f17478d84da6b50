// Package contract reproduces what irregular periods do to a simulation, as
// the authors of a hardware-in-the-loop simulator for the vehicle JACK on the
// middleware ContrACT show it in their Tables 2 and 3.
//
// A vehicle with the acceleration cos t + 0.2 m/s^2 starts at rest; its position
// after 20 s is 1 - cos 20 + 0.1 20^2 = 40.592 m. (The caption of Table 2 says
// 5 s; the text says 20 s, and only that gives the theoretical value.) It is
// integrated twice by Euler's method with a period P that is too short by a part
// E of it.
//
// The paper prints the equations but not how E enters. This reading gives all
// five positions to the printed digits: the scheme believes in its nominal
// period, so there are 20 s / P steps and step i takes the acceleration of time
// i P; but a step lasts P (1 - E) only, and the integration advances by that;
// the position is advanced before the velocity; and E is cut to whole per cent.
// What the unrounded percentages give stands beside.
//
// Report compares the positions, and Drift draws how their errors come about over
// time, as in Figure 10.
//
// Left out: the Figure 9, which shows a computer's clock.
package contract

import "math"

// row is one entry of Tables 2 and 3.
type row struct {
	Period    float64 // s
	Error     float64 // of the period, as a fraction
	Published float64 // Table 2, m
	Deviation float64 // Table 3, as a fraction
}

// duration is the nominal time of a run, in s.
const duration = 20

// rows returns the entries that the paper prints.
func rows() []row {
	return []row{
		{Period: 0.001, Error: 0, Published: 40.58, Deviation: 0.00029},
		{Period: 0.001, Error: 0.0275, Published: 38.97, Deviation: 0.0399},
		{Period: 0.1, Error: 0, Published: 39.39, Deviation: 0.0296},
		{Period: 0.1, Error: 0.0275, Published: 37.83, Deviation: 0.0680},
		{Period: 0.1, Error: 0.1342, Published: 29.82, Deviation: 0.2655},
	}
}

// exact returns the position at a time in s, in m.
func exact(t float64) float64 { return 1 - math.Cos(t) + 0.1*t*t }

// truncated returns the error of the period in whole per cent, as a fraction.
func (r row) truncated() float64 { return math.Floor(r.Error*100) / 100 }

// position integrates with a period that is too short by a part of it, and
// returns the position after the duration, in m.
func (r row) position(periodError float64) float64 {
	positions := r.positions(periodError)
	return positions[len(positions)-1]
}

// positions returns the position at the start and after each step, in m.
func (r row) positions(periodError float64) []float64 {
	dt := r.Period * (1 - periodError)
	steps := int(math.Round(duration / r.Period))
	xs := make([]float64, 1, steps+1)
	x, v := 0.0, 0.0
	for i := 1; i <= steps; i++ {
		x += v * dt
		v += (math.Cos(float64(i)*r.Period) + 0.2) * dt
		xs = append(xs, x)
	}
	return xs
}

// deviation returns by which part a position at a time in s falls short of the exact one.
func deviation(t, position float64) float64 { return 1 - position/exact(t) }

// holds reports whether the position with the truncated error, and its
// deviation, agree with the paper to half a unit of the last printed digit.
// Table 3 gives 0.029 %, 3.99 % and so on: it is cut, not rounded, so a whole
// unit is allowed there.
func (r row) holds() bool {
	x := r.position(r.truncated())
	return math.Abs(x-r.Published) <= 0.005 && math.Abs(deviation(duration, x)-r.Deviation) <= r.unit()
}

// unit returns one unit of the last digit of a deviation in Table 3, as a fraction.
func (r row) unit() float64 {
	if r.Deviation < 0.001 {
		return 0.00001
	}
	return 0.0001
}
