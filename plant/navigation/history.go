package navigation

import "halocline/sim"

// openAt opens a place for what holds at a time in a history that is in order of time, behind what holds at the same time. The
// history moves along in a room that is twice as long, so that in steady state nothing is allocated.
func openAt[T any](past, room []T, t sim.Time, at func(*T) sim.Time) (opened, in []T, place int) {
	if len(past) == cap(past) {
		if len(past) >= len(room)/2 { // moving along would not make enough room
			room = make([]T, 2*len(room)+16)
		}
		past = room[:copy(room, past)]
	}
	place = len(past)
	for place > 0 && at(&past[place-1]) > t {
		place--
	}
	past = past[:len(past)+1]
	copy(past[place+1:], past[place:])
	return past, room, place
}
