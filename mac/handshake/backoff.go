package handshake

import (
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/trace"
)

// round is how long a slot of the back-off of those is that do not listen: an RTS has come everywhere.
func (t *times) round() time.Duration { return t.rts + t.longest }

// backingOff is a station that waits a random number of slots before it asks, and does not listen to the carrier.
type backingOff struct {
	station
	slots int64    // of the back-off that are to pass yet
	began sim.Time // when they began to, if the station was not busy or silent then
	quiet sim.Time // until when others are not disturbed
}

// Start draws the first back-off.
func (s *backingOff) Start() {
	s.station.Start()
	s.slots = int64(s.draw())
}

// Send begins the back-off of a packet.
func (s *backingOff) Send(p *mac.Packet) error {
	if s.out.Packet() == nil {
		s.began = s.now()
	}
	return s.station.Send(p)
}

// backOff sets the number of slots.
func (s *backingOff) backOff(slots int) { s.slots = int64(slots) }

// contend has the timer wait for the end of the back-off.
func (s *backingOff) contend() {
	s.until(resting, s.from().Add(mac.Slots(s.slots, s.times.round())))
}

// from is when the slots that are left begin to pass.
func (s *backingOff) from() sim.Time { return max(s.began, s.rested, s.quiet) }

// count takes away the slots that have passed.
func (s *backingOff) count() {
	if s.phase != resting || s.out.Packet() == nil {
		return
	}
	from, slot := s.from(), s.times.round()
	if passed := min(int64(s.now().Sub(from)/slot), s.slots); passed > 0 {
		s.slots -= passed
		s.began = from.Add(mac.Slots(passed, slot))
	}
}

// Receive counts the slots up to a frame, which may end their count.
func (s *backingOff) Receive(f *phy.Frame, info phy.RxInfo) {
	s.count()
	s.station.Receive(f, info)
}

// turn asks.
func (s *backingOff) turn() { s.ask(true) }

// open reports whether an RTS is answered.
func (s *backingOff) open() bool { return s.phase == resting && s.now() >= s.quiet }

// keep has the station be silent so long, and give up what it asks for.
func (s *backingOff) keep(silence time.Duration) {
	s.quiet = max(s.quiet, s.now().Add(silence))
	switch {
	case s.phase != resting:
		s.fail(trace.NoAnswer)
	case s.out.Packet() != nil:
		s.contend()
	}
}
