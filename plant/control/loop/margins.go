package loop

import (
	"cmp"
	"math"
	"math/cmplx"
	"slices"

	"halocline/sim/numeric"
)

// Margins says how far a stable loop is from instability. What is unlimited is
// +Inf.
type Margins struct {
	Stable bool
	// Low and High are the gains in front of the loop between which it is stable:
	// High is the gain margin. Where the loop is not stable, they bound the lowest
	// gains at which it would be; both are NaN if there are none.
	Low, High float64
	At        float64 // rad/s at which the loop oscillates at the gain High; NaN for none
	Phase     float64 // rad by which the phase may fall or rise; NaN where the loop is not stable
	PhaseAt   float64 // rad/s
	Delay     float64 // s by which the delay may grow; NaN where the loop is not stable
	DelayAt   float64 // rad/s
}

// system is a loop as the margins see it.
type system interface {
	Response(w float64) complex128
	Unstable(gain float64) int
	grid() []float64
}

// Margins returns the margins of the loop.
func (l Loop) Margins() Margins {
	m := gains(l)
	m.Delay, m.DelayAt = math.NaN(), math.NaN()
	if m.Stable {
		m.Delay, m.DelayAt = late(l)
	}
	return m
}

// late returns the delay in s that takes the phase of a stable loop, and the frequency in rad/s at which it does; +Inf and
// NaN where no delay does.
func late(s system) (delay, at float64) {
	delay, at = math.Inf(1), math.NaN()
	for _, w := range unity(s) {
		phase := cmplx.Phase(-s.Response(w))
		if phase < 0 {
			phase += 2 * math.Pi
		}
		if phase/w < delay {
			delay, at = phase/w, w
		}
	}
	return delay, at
}

// gains returns the margins of gain and phase.
func gains(s system) Margins {
	m := Margins{Low: math.NaN(), High: math.NaN(), At: math.NaN(), Phase: math.NaN(), PhaseAt: math.NaN()}
	m.Stable = s.Unstable(1) == 0
	ranges, at := stable(s)
	for i, r := range ranges {
		if m.Stable && (r[1] < 1 || r[0] > 1) || !m.Stable && i > 0 {
			continue
		}
		m.Low, m.High, m.At = r[0], r[1], at[i]
	}
	if m.Stable {
		m.Phase = math.Inf(1)
		for _, w := range unity(s) {
			if phase := math.Abs(cmplx.Phase(-s.Response(w))); phase < m.Phase {
				m.Phase, m.PhaseAt = phase, w
			}
		}
	}
	return m
}

// stable returns the ranges of gain, in front of what the loop has, in which it is
// stable, and the frequency at which each ends. The last one may be unlimited. A root
// crosses the axis only at a gain -1/L for which L is real and negative.
func stable(s system) (ranges [][2]float64, at []float64) {
	type edge struct{ gain, w float64 }
	var edges []edge
	ws := s.grid()
	add := func(w float64) {
		if v := s.Response(w); real(v) < 0 && !math.IsInf(real(v), 0) {
			edges = append(edges, edge{-1 / real(v), w})
		}
	}
	for _, w := range crossings(ws, func(w float64) float64 { return imag(s.Response(w)) }) {
		add(w)
	}
	for _, end := range []float64{0, ws[len(ws)-1]} {
		if v := s.Response(end); math.Abs(imag(v)) < 1e-9*math.Abs(real(v)) && math.Abs(real(v)) > 1e-12 {
			add(end)
		}
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Compare(a.gain, b.gain) })
	below := edge{0, math.NaN()}
	for i := range len(edges) + 1 {
		above := edge{math.Inf(1), math.NaN()}
		inside := 2*below.gain + 1
		if i < len(edges) {
			above = edges[i]
			inside = (below.gain + above.gain) / 2
		}
		last := len(ranges) - 1
		switch {
		case above.gain <= below.gain*(1+1e-9) || s.Unstable(inside) > 0:
		case last >= 0 && ranges[last][1] >= below.gain*(1-1e-9): // goes on
			ranges[last][1], at[last] = above.gain, above.w
		default:
			ranges, at = append(ranges, [2]float64{below.gain, above.gain}), append(at, above.w)
		}
		below = above
	}
	return ranges, at
}

// unity returns the frequencies at which the gain of the open loop is 1.
func unity(s system) []float64 {
	return crossings(s.grid(), func(w float64) float64 { return math.Log(cmplx.Abs(s.Response(w))) })
}

// crossings returns where a function changes its sign.
func crossings(ws []float64, f func(float64) float64) []float64 {
	var found []float64
	before := f(ws[0])
	for i := 1; i < len(ws); i++ {
		after := f(ws[i])
		if before < 0 && after >= 0 || before > 0 && after <= 0 {
			_, at := numeric.Bisect(ws[i-1], ws[i], 60, func(w float64) bool {
				v := f(w)
				return v < 0 == (before < 0) && v != 0
			})
			found = append(found, at)
		}
		before = after
	}
	return found
}

// Locus returns the poles of a loop that is closed with each of the gains, in
// branches: branches[i][k] goes on from branches[i][k-1], the nearest first. A
// pole that a gain drives to infinity or brings from there would change the number of
// branches; loops with fewer zeros than poles have none.
func (t Transfer) Locus(gains []float64) [][]complex128 {
	var branches [][]complex128
	for k, gain := range gains {
		poles := t.closedPoles(gain)
		if k == 0 {
			branches = make([][]complex128, len(poles))
		}
		for i := range branches {
			if k == 0 {
				branches[i] = []complex128{poles[i]}
			}
		}
		if k > 0 {
			extend(branches, poles)
		}
	}
	return branches
}

// extend adds one pole to each branch, the closest pair first.
func extend(branches [][]complex128, poles []complex128) {
	n := len(branches[0])
	for range min(len(poles), len(branches)) {
		best, branch, pole := math.Inf(1), 0, 0
		for i, b := range branches {
			for j, z := range poles {
				if d := cmplx.Abs(b[n-1] - z); len(b) == n && d < best {
					best, branch, pole = d, i, j
				}
			}
		}
		branches[branch] = append(branches[branch], poles[pole])
		poles = slices.Delete(slices.Clone(poles), pole, pole+1)
	}
}
