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
// when a packet newer than all before is delivered. Before the first delivery the
// destination knows nothing; what it waits for is then as old as the first offer.
type age struct {
	heard  bool
	first  sim.Time // first delivery
	mark   sim.Time // area and peak are known up to here
	newest sim.Time // generation time of the newest packet
	area   float64  // under the sawtooth from first to mark, s^2
	peak   float64  // s
}

// deliver takes in a packet that was generated at made and is delivered now. What lies
// before begin is not counted.
func (a *age) deliver(now, made, begin sim.Time) {
	if !a.heard {
		*a = age{heard: true, first: now, mark: now, newest: made}
		return
	}
	a.advance(now, begin)
	a.newest = max(a.newest, made)
}

// advance lets the age grow until now.
func (a *age) advance(now, begin sim.Time) {
	a.grow(a.newest, a.mark, now, begin)
	a.mark = now
}

// grow adds the piece of the sawtooth from one moment to another at which the newest packet is
// that of some time, as far as it does not lie before begin.
func (a *age) grow(newest, from, to, begin sim.Time) {
	from = max(from, begin)
	if to < from {
		return
	}
	before, after := from.Sub(newest).Seconds(), to.Sub(newest).Seconds()
	a.area += to.Sub(from).Seconds() * (before + after) / 2
	a.peak = max(a.peak, after)
}

// whole returns time average and largest value of the age from the first offer to end, in s,
// or from begin on if that is later. There is no average over no time.
func (a age) whole(offer, begin, end sim.Time) (mean, peak Measure) {
	if end < begin {
		return Measure(math.NaN()), Measure(math.NaN())
	}
	known := end
	if a.heard {
		a.advance(end, begin)
		offer, known = min(offer, a.first), a.first
	}
	a.grow(offer, offer, known, begin)
	return ratio(a.area, end.Sub(max(offer, begin)).Seconds()), Measure(a.peak)
}
