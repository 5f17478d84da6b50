package sensitivity

import (
	"math"

	"halocline/bench/study/stats"
)

// effect is what a step of a factor does, in the unit of the value for a step over its whole range.
type effect struct {
	Size stats.Interval // mean of the magnitudes, mu*
	Mean stats.Interval // mean, mu, which is smaller where effects have both signs
	SD   float64        // standard deviation, sigma: how much the effect depends on the other factors, and on chance
}

// Effects are the elementary effects of all factors.
type Effects struct {
	Factors []effect
	Floor   float64 // standard deviation of an elementary effect that is chance alone; NaN where points are not repeated
	Chance
}

// Magnitude returns the mean magnitude of elementary effects that are chance alone, if that is normal.
func (e Effects) Magnitude() float64 { return e.Floor * math.Sqrt(2/math.Pi) }

// Effects estimates elementary effects from the values of each point's repetitions. A value that is NaN
// or infinite, or a missing repetition, takes its row away.
func (d Design) Effects(values [][]float64, confidence float64) Effects {
	rows, left := d.complete(values)
	out := Effects{Chance: chanceOf(rows, left, confidence)}
	effects := make([][]float64, d.Factors)
	points, floor, steps := d.Draw(), 0.0, 0.0
	for _, r := range rows {
		for p := 1; p <= d.Factors; p++ {
			j, by := moved(points[r.first+p-1], points[r.first+p])
			change := difference(r.values[p], r.values[p-1])
			effects[j] = append(effects[j], mean(change)/by)
			sd := stats.Summarise(change).SD / step
			floor += sd * sd / float64(len(change))
			steps++
		}
	}
	out.Floor = math.Sqrt(floor / steps)
	for _, of := range effects {
		sizes := make([]float64, len(of))
		for i, x := range of {
			sizes[i] = math.Abs(x)
		}
		out.Factors = append(out.Factors, effect{stats.Mean(sizes, confidence), stats.Mean(of, confidence), stats.Summarise(of).SD})
	}
	return out
}

// moved returns the factor in which two points differ, and by how much.
func moved(from, to []float64) (factor int, by float64) {
	for j := range from {
		if from[j] != to[j] {
			return j, to[j] - from[j]
		}
	}
	panic("sensitivity: a step of a trajectory changes nothing")
}
