package skew

import (
	"fmt"
	"math"

	"halocline/sim"
	"halocline/sim/rng"
)

// Explanation is one cause of the skew's variation, with its one number.
type Explanation struct {
	Name  string
	About string
	Unit  string  // empty for a pure number
	Value float64 // fitted to Table 5.1, see fit
	// Rejected says that it does not fit and is shown for that.
	Rejected bool
	host     func(value float64) Host // the rest of it is even and takes no time
}

// Host returns the host of an explanation.
func (e Explanation) Host() Host { return e.host(e.Value) }

// LateClock is the explanation that fits best: the pacer finds an old clock. MATLAB
// takes in messages when it has time for them.
func LateClock() Explanation {
	return Explanation{
		Name:  "late clock",
		About: "the clock that the pacer finds has an exponentially distributed age",
		Unit:  "ms", Value: 8.65,
		host: func(ms float64) Host { return Host{Age: sim.Seconds(ms / 1000)} },
	}
}

// latePause is the second: MATLAB's pause ends late.
func latePause() Explanation {
	return Explanation{
		Name:  "late pause",
		About: "a pause lasts longer than asked, by an exponentially distributed time",
		Unit:  "ms", Value: 3.82,
		host: func(ms float64) Host { return Host{Overshoot: sim.Seconds(ms / 1000)} },
	}
}

// unevenSteps does not fit: with it the skew hardly depends on the real-time factor.
// With n = 2 ms/step steps of Gazebo in a major step, unevenness u makes the variance
// of what Gazebo advances in it step^2 n u^2, and that of the skew this over
// rho (2 - rho). The step is rho times what it lasts, which is the same in all rows, so
// that the variance goes with 1/(2 - rho).
func unevenSteps() Explanation {
	return Explanation{
		Name:  "uneven steps",
		About: "the steps of Gazebo last unevenly long, log-normally and independently",
		Unit:  "", Value: 1.61, Rejected: true,
		host: func(u float64) Host { return Host{Unevenness: u} },
	}
}

// coarsePause does not fit either: a skew that goes with the real-time factor itself is
// too small where Gazebo is slow.
func coarsePause() Explanation {
	return Explanation{
		Name:  "coarse pause",
		About: "a pause ends at a whole multiple of a time",
		Unit:  "ms", Value: 17.3, Rejected: true,
		host: func(ms float64) Host { return Host{Resolution: sim.Seconds(ms / 1000)} },
	}
}

// explanations returns those that were tried, the best first.
func explanations() []Explanation {
	return []Explanation{LateClock(), latePause(), coarsePause(), unevenSteps()}
}

// brief is how many samples a recording has while a number is sought.
const brief = 6000

// fit returns the number of an explanation that makes the rows' deviations least wrong:
// the sum of the squares of ln(ours/published) is least. It is sought by the golden
// section between a quarter and four times the Value, in the logarithm, on the same
// random numbers throughout.
func (e Explanation) fit(rows []Row, seed uint64) float64 {
	wrong := func(x float64) float64 { return e.misfit(rows, math.Exp(x), seed) }
	golden := (math.Sqrt(5) - 1) / 2
	low, high := math.Log(e.Value/4), math.Log(e.Value*4)
	a, b := high-golden*(high-low), low+golden*(high-low)
	atA, atB := wrong(a), wrong(b)
	for high-low > 0.01 {
		if atA < atB {
			high, b, atB = b, a, atA
			a = high - golden*(high-low)
			atA = wrong(a)
		} else {
			low, a, atA = a, b, atB
			b = low + golden*(high-low)
			atB = wrong(b)
		}
	}
	return math.Exp((low + high) / 2)
}

// misfit returns the root mean square of ln(ours/published) over the rows.
func (e Explanation) misfit(rows []Row, value float64, seed uint64) float64 {
	streams := rng.New(seed)
	sum := 0.0
	for _, row := range rows {
		ours := row.record(e.host(value), streams.Stream(fmt.Sprintf("fit/%g", row.Rate)), brief).Deviation
		off := math.Log(ours / row.Published)
		sum += off * off
	}
	return math.Sqrt(sum / float64(len(rows)))
}

// without returns the table but for one row.
func without(i int) []Row {
	table := Table()
	return append(table[:i:i], table[i+1:]...)
}
