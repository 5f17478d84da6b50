package tdma

import (
	"slices"
	"sort"
	"time"

	"halocline/mac"
)

// frame is what repeats. The zero value is empty.
type frame struct {
	slots   []slot
	length  time.Duration
	seconds float64 // the length once more, for frames beyond the range of length
}

// slot is a part of a frame in which one node sends.
type slot struct {
	owner    mac.Addr      // or nobody
	to       mac.Addr      // the one receiver that it is for, or anybody
	listener mac.Addr      // the one node that listens in it where radios sleep, or everywhere
	bits     int           // of the largest packet, without the header
	packets  int           // it has room for so many
	start    time.Duration // after the beginning of the frame
	guarded  bool          // ends with a guard
}

// What stands for no node in particular. No node has such an address.
const (
	anybody = mac.Everybody - 1
	nobody  = mac.Everybody - 1

	everywhere = mac.Everybody - 2
)

// longest is more than any run lasts, in s.
const longest = 2e9

// add puts a slot behind the others: room for its packets, which are on the air
// for airtime each, and the silent time spare.
func (f *frame) add(s slot, airtime, spare time.Duration) {
	s.start = f.length
	f.slots = append(f.slots, s)
	f.length += time.Duration(s.packets)*airtime + spare
	f.seconds += float64(s.packets)*airtime.Seconds() + spare.Seconds()
}

// put puts a slot where it begins, in a frame of a length.
func (f *frame) put(s slot, start, length time.Duration) {
	s.start = start
	i := sort.Search(len(f.slots), func(i int) bool { return f.slots[i].start > start })
	f.slots = slices.Insert(f.slots, i, s)
	f.length, f.seconds = length, length.Seconds()
}

// pause leaves time behind the last slot.
func (f *frame) pause(d time.Duration) {
	f.length += d
	f.seconds += d.Seconds()
}

// roundUp makes the frame last a multiple of a period, unless that is zero. What
// is added is shared by the guards; the nanoseconds that cannot be shared are left
// at the end of the frame.
func (f *frame) roundUp(period time.Duration) {
	if period == 0 || f.length%period == 0 {
		return
	}
	added := period - f.length%period
	f.pause(added)
	guards := 0
	for _, s := range f.slots {
		if s.guarded {
			guards++
		}
	}
	before := 0
	for i := range f.slots {
		s := &f.slots[i]
		s.start += added / time.Duration(guards) * time.Duration(before)
		if s.guarded {
			before++
		}
	}
}

// pace returns the frame's share of each packet that a node may send to another, or to everybody.
// Where it may send none, that is longer than any run.
func (f *frame) pace(from, to mac.Addr) time.Duration {
	packets := 0
	for _, s := range f.slots {
		if s.owner == from && (s.to == anybody || s.to == to || to == mac.Everybody) {
			packets += s.packets
		}
	}
	if packets == 0 {
		return mac.Slots(longest, time.Second)
	}
	return f.length / time.Duration(packets)
}
