package ray

import (
	"math"

	"halocline/phy"
	"halocline/sim"
)

// Sum says how the arrivals of a signal add up.
type Sum string

// The ways. Arrivals that the band does not resolve add up as pressures under both.
const (
	PowerSum    Sum = "power"    // as powers
	CoherentSum Sum = "coherent" // as pressures with their phases
)

// Signal is what a receiver makes of the arrivals of one signal.
type Signal struct {
	Delay   float64 // s, to the start of the window
	Gain    float64 // received over sent power, re 1 m, inside the window
	Doppler float64 // received over sent frequency, mean of what is inside
	Echo    Echo

	// Of all arrivals, inside and outside:
	Arrivals  int
	First     float64 // delay of the first, s
	Strongest float64 // delay of the strongest, s
	Spread    float64 // standard deviation of the delay, weighted by energy, s
}

// Echo is what arrives outside of the window.
type Echo struct {
	Delay float64 // s, mean excess over that of the signal, weighted by energy; negative where most of it comes before the window
	Gain  float64 // received over sent power, re 1 m
}

// Path returns the signal as a channel answers. No echo comes before it is sent: rounding may say so, and a mean of signals.
func (s Signal) Path() phy.Path {
	delay := phy.Ray{Time: s.Delay}.Delay()
	return phy.Path{
		Delay:   delay,
		Gain:    s.Gain,
		Doppler: s.Doppler,
		Echo:    phy.Echo{Delay: max(sim.Seconds(s.Echo.Delay), -delay), Gain: s.Echo.Gain},
	}
}

// Gatherer sums up arrivals in a band. It keeps memory for one calculation.
type Gatherer struct {
	sum   Sum
	band  phy.Band
	reach float64 // s, below which a pair of arrivals adds up as pressures

	pressure []float64 // of each arrival, with absorption and antennas
	cross    []float64 // of each pair within reach, in the order of its first and then its second
	weight   []float64
}

// NewGatherer returns a Gatherer.
func NewGatherer(sum Sum, band phy.Band) *Gatherer { return &Gatherer{sum: sum, band: band} }

// Gather sums up arrivals, which are sorted by delay, for a receiver of a window. Without arrivals the Signal is zero
// but for its Doppler of 1.
//
// A receiver sets its window to the arrival from which it gathers most, the earliest of equals. The pressure of an
// arrival has a weight v, 1 in the span and falling to 0 over a symbol on both sides. The Gain is the energy of the
// pressures a v,
//
//	sum a^2 v^2 + 2 sum ai aj vi vj cos(2 pi f dt + dphi) sinc(B dt)
//
// over all pairs, which is |sum a v exp(i phi)|^2, averaged over the band of the width B around f. That is CoherentSum.
// Under PowerSum the second sum has those pairs alone that the band does not resolve, less than 1/B apart: just below
// the surface, the direct ray and that from the surface differ by microseconds and cancel in any channel. Nothing jumps
// at 1/B, as sinc(1) is 0. The Echo is the same with sqrt(1 - v^2) for v, so that the energy of an arrival is split
// between the two. An arrival that drifts out of the span passes smoothly from one to the other.
//
// The window is chosen under PowerSum always, so that the delay does not change with the phase of the carrier. Its edge
// is at least 1/B wide, for no receiver cuts what it does not resolve. It begins with an arrival, since that is what a
// receiver finds. A start between arrivals would gather at most twice as much. Let F be what the best window has of the
// arrivals before it, on its edge, and I the rest. A window that begins with the last of the former has all of F, and
// one that begins with the first of the latter all of I; one of the two is half of F + I. The greatest of finitely many
// sums that have no steps has none either.
func (g *Gatherer) Gather(arrivals []Arrival, w phy.Window) Signal {
	s := g.measure(arrivals)
	if s.Arrivals == 0 {
		return s
	}
	g.reach = 1 / g.band.Width
	g.pair(arrivals)
	s.Delay = g.start(arrivals, w)
	if g.sum == CoherentSum {
		g.reach = math.Inf(1)
		g.pair(arrivals)
	}
	g.weigh(arrivals, w, s.Delay)
	s.Gain = g.energy(arrivals)

	inside, shift, outside, late := 0.0, 0.0, 0.0, 0.0
	for i := range arrivals {
		a, v := &arrivals[i], g.weight[i]
		power := g.pressure[i] * g.pressure[i]
		rest := (1 - v) * (1 + v)
		inside += power * v * v
		shift += power * v * v * (a.Doppler - 1) // so that it stays 1, to the bit, between ends that stand still
		outside += power * rest
		late += power * rest * (a.Delay - s.Delay)
		g.weight[i] = math.Sqrt(rest)
	}
	if inside > 0 {
		s.Doppler = 1 + shift/inside
	}
	if outside > 0 {
		s.Echo = Echo{Delay: late / outside, Gain: g.energy(arrivals)}
	}
	return s
}

// Inside returns the share of the energy of an arrival, of the last Gather, that the window had.
func (g *Gatherer) Inside(i int) float64 { return 1 - g.weight[i]*g.weight[i] }

// measure finds the pressures of arrivals, and what the signal says of all of them.
func (g *Gatherer) measure(arrivals []Arrival) Signal {
	s := Signal{Doppler: 1, Arrivals: len(arrivals)}
	g.pressure = g.pressure[:0]
	if len(arrivals) == 0 {
		return s
	}
	s.First = arrivals[0].Delay
	most, total, mean, square := -1.0, 0.0, 0.0, 0.0
	for i := range arrivals {
		a := &arrivals[i]
		pressure := a.Pressure()
		g.pressure = append(g.pressure, pressure)
		power, after := pressure*pressure, a.Delay-s.First
		if power > most {
			most, s.Strongest = power, a.Delay
		}
		total += power
		mean += power * after
		square += power * after * after
	}
	if total > 0 {
		mean /= total
		s.Spread = math.Sqrt(max(0, square/total-mean*mean))
	}
	return s
}

// pair finds the cross terms of all pairs within reach.
func (g *Gatherer) pair(arrivals []Arrival) {
	g.cross = g.cross[:0]
	for i := range arrivals {
		for j := i + 1; j < len(arrivals); j++ {
			apart := arrivals[j].Delay - arrivals[i].Delay
			if apart >= g.reach {
				break
			}
			_, cycle := math.Modf(apart * g.band.Centre)
			phase := 2*math.Pi*cycle + arrivals[j].Phase - arrivals[i].Phase
			g.cross = append(g.cross, 2*g.pressure[i]*g.pressure[j]*math.Cos(phase)*sinc(g.band.Width*apart))
		}
	}
}

// energy is that of all arrivals with their weights. Rounding, and under PowerSum the pairs that it leaves out, can make
// it negative where little is left.
func (g *Gatherer) energy(arrivals []Arrival) float64 {
	sum, k := 0.0, 0
	for i, v := range g.weight {
		a := g.pressure[i] * v
		sum += a * a
		for j := i + 1; j < len(arrivals) && arrivals[j].Delay-arrivals[i].Delay < g.reach; j++ {
			sum += v * g.weight[j] * g.cross[k]
			k++
		}
	}
	return max(0, sum)
}

// start returns the delay of the arrival from which a window gathers most. Where both ends lie on the kink of a duct,
// hundreds come at once, and the time goes with the cube of their number: of so many, those that come within 1/256 of the
// edge after a start are not tried, which would gather some 1 % more at most.
func (g *Gatherer) start(arrivals []Arrival, w phy.Window) float64 {
	best, most := arrivals[0].Delay, -1.0
	if w == (phy.Window{}) {
		return best
	}
	const crowd = 100
	tried := math.Inf(-1)
	for i := range arrivals {
		if len(arrivals) > crowd && arrivals[i].Delay-tried < g.edge(w)/256 {
			continue
		}
		tried = arrivals[i].Delay
		g.weigh(arrivals, w, tried)
		if e := g.energy(arrivals); e > most {
			best, most = tried, e
		}
	}
	return best
}

// edge returns how wide that of a window is, in s.
func (g *Gatherer) edge(w phy.Window) float64 { return max(w.Symbol.Seconds(), 1/g.band.Width) }

// weigh finds the weights of arrivals in a window from a delay on: those of phy.Window, in seconds, and with the width
// of the edge that the band allows.
func (g *Gatherer) weigh(arrivals []Arrival, w phy.Window, from float64) {
	span, edge := w.Span.Seconds(), g.edge(w)
	if w == (phy.Window{}) {
		edge = math.Inf(1)
	}
	g.weight = g.weight[:0]
	for i := range arrivals {
		after := arrivals[i].Delay - from
		outside := max(0, -after, after-span)
		g.weight = append(g.weight, max(0, 1-outside/edge))
	}
}

// sinc is sin(pi x)/(pi x).
func sinc(x float64) float64 {
	if x == 0 {
		return 1
	}
	return math.Sin(math.Pi*x) / (math.Pi * x)
}
