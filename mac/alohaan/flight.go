package alohaan

import (
	"time"

	"halocline/mac"
	"halocline/sim"
)

// ways are how long frames of a station take to the others, by address; negative where they do not come.
type ways []time.Duration

// to returns the way to a station.
func (w ways) to(a mac.Addr) (way time.Duration, reached bool) {
	if int(a) >= len(w) || w[a] < 0 {
		return 0, false
	}
	return w[a], true
}

// flight is a frame that is sent at a time, by the clock of the station that keeps it.
type flight struct {
	from, to mac.Addr
	start    sim.Time
	length   time.Duration
	ways     ways
}

// isFor reports whether a station is to receive the frame.
func (f *flight) isFor(a mac.Addr) bool { return a != f.from && (a == f.to || f.to == mac.Everybody) }

// at returns when the frame begins to be at a station, where it is sent or heard.
func (f *flight) at(a mac.Addr) (begin sim.Time, there bool) {
	if a == f.from {
		return f.start, true
	}
	way, reached := f.ways.to(a)
	return f.start.Add(way), reached
}

// spoils reports whether the frame is at a station while another one is that is for that station.
func (f *flight) spoils(other *flight, stations []mac.Addr) bool {
	for _, a := range stations {
		if !other.isFor(a) {
			continue
		}
		mine, here := f.at(a)
		theirs, there := other.at(a)
		if here && there && mine < theirs.Add(other.length) && theirs < mine.Add(f.length) {
			return true
		}
	}
	return false
}

// clash reports whether one of two frames spoils the other.
func clash(a, b *flight, stations []mac.Addr) bool {
	return a.spoils(b, stations) || b.spoils(a, stations)
}

// passed reports whether the frame is over everywhere.
func (f *flight) passed(now sim.Time) bool {
	longest := time.Duration(0)
	for _, w := range f.ways {
		longest = max(longest, w)
	}
	return f.start.Add(f.length+longest) <= now
}
