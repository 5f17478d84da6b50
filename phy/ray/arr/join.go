package arr

import (
	"cmp"
	"math"
	"math/cmplx"
	"slices"

	"halocline/phy/ray"
)

// Neighbours are one way where they have the same reflections and differ by no more than this: in the angle at which they
// leave, in rad, in delay, in s, and in phase, in rad. The three are choices. Bellhop joins what differs by 0.05 rad in phase
// and in w t (PhaseTol in ArrMod.f90), which at kilohertz leaves both halves of most ways apart: the two beams on the sides of a
// ray differ by the step of the fan in angle and by some microseconds. Two ways of equal reflections on both sides of a
// caustic differ by 90 degrees in phase and stay two.
const (
	sameAngle = 1 * math.Pi / 180
	sameDelay = 10e-6
	samePhase = 30 * math.Pi / 180
)

// join puts neighbours in angle together, of a file for so many Hz, and sorts what is left by delay. Pressures add with the
// phases that they have at that frequency, so that the sum of all stays what it is.
func join(arrivals []ray.Arrival, hz float64) []ray.Arrival {
	slices.SortStableFunc(arrivals, func(a, b ray.Arrival) int {
		return cmp.Or(cmp.Compare(a.Surface, b.Surface), cmp.Compare(a.Bottom, b.Bottom), cmp.Compare(a.Leave, b.Leave))
	})
	joined := arrivals[:0]
	for from := 0; from < len(arrivals); {
		to := from + 1
		for to < len(arrivals) && same(arrivals[to-1], arrivals[to]) {
			to++
		}
		joined = append(joined, sum(arrivals[from:to], hz))
		from = to
	}
	slices.SortStableFunc(joined, func(a, b ray.Arrival) int { return cmp.Compare(a.Delay, b.Delay) })
	return joined
}

// same reports whether two neighbours are one way.
func same(a, b ray.Arrival) bool {
	return a.Surface == b.Surface && a.Bottom == b.Bottom &&
		math.Abs(math.Asin(a.Leave)-math.Asin(b.Leave)) <= sameAngle &&
		math.Abs(a.Delay-b.Delay) <= sameDelay &&
		math.Abs(math.Remainder(a.Phase-b.Phase, 2*math.Pi)) <= samePhase
}

// sum adds the pressures of arrivals that are one way. Its delay, angles and absorption are means, weighted by amplitude.
func sum(parts []ray.Arrival, hz float64) ray.Arrival {
	if len(parts) == 1 {
		return parts[0]
	}
	whole, weight := parts[0], 0.0
	whole.Delay, whole.Leave, whole.Arrive, whole.Absorption = 0, 0, 0, 0
	for _, p := range parts {
		weight += p.Amplitude
		whole.Delay += p.Amplitude * p.Delay
		whole.Leave += p.Amplitude * p.Leave
		whole.Arrive += p.Amplitude * p.Arrive
		whole.Absorption += p.Amplitude * p.Absorption
	}
	if weight == 0 {
		return parts[0]
	}
	whole.Delay /= weight
	whole.Leave /= weight
	whole.Arrive /= weight
	whole.Absorption /= weight
	var pressure complex128
	for _, p := range parts {
		pressure += cmplx.Rect(p.Amplitude, p.Phase+2*math.Pi*hz*(p.Delay-whole.Delay))
	}
	whole.Amplitude = cmplx.Abs(pressure)
	whole.Phase = parts[0].Phase + math.Remainder(cmplx.Phase(pressure)-parts[0].Phase, 2*math.Pi)
	return whole
}
