package trace

import (
	"math"

	"halocline/sim"
)

// age follows the age of information at one destination about one source:
//
//	age(t) = t - generation time of the newest packet delivered by t
//
// (Kaul, Yates and Gruteser, "Real-time status: how often should one update?",
// INFOCOM 2012). It is a sawtooth: it grows by a second per second and falls
// when a packet newer than all before is delivered. It starts at the first
// delivery; before, the destination knows nothing that could have an age.
type age struct {
	heard  bool
	first  sim.Time // first delivery
	mark   sim.Time // area and peak are known up to here
	newest sim.Time // generation time of the newest packet
	area   float64  // under the sawtooth from first to mark, s^2
	peak   float64  // s
}

// deliver takes in a packet that was generated at made and is delivered now.
func (a *age) deliver(now, made sim.Time) {
	if !a.heard {
		*a = age{heard: true, first: now, mark: now, newest: made}
		return
	}
	a.advance(now)
	a.newest = max(a.newest, made)
}

// advance lets the age grow until now.
func (a *age) advance(now sim.Time) {
	before, after := a.mark.Sub(a.newest).Seconds(), now.Sub(a.newest).Seconds()
	a.area += now.Sub(a.mark).Seconds() * (before + after) / 2
	a.peak = max(a.peak, after)
	a.mark = now
}

// close returns time average and largest value of the age from the first
// delivery to end, in s. There is no average over no time.
func (a age) close(end sim.Time) (mean, peak Measure) {
	if !a.heard {
		return Measure(math.NaN()), Measure(math.NaN())
	}
	a.advance(end)
	return ratio(a.area, end.Sub(a.first).Seconds()), Measure(a.peak)
}
