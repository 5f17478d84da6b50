package polling

import (
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
)

// station asks.
type station struct {
	node
	state    state
	patience time.Duration // for the beginning of an answer
	notices  *mac.Queue    // for everybody
	clients  []*client     // in the order in which they are asked
	byAddr   map[mac.Addr]*client
	turn     int    // index of the client that is asked, or is to be considered next
	cycle    int    // number, from 1
	seq      uint32 // number of the last poll
}

// client is a vehicle as the station knows it.
type client struct {
	addr   mac.Addr
	queue  *mac.Queue
	silent bool // it did not answer when it was last asked
	due    int  // the cycle from which on it is to be asked
	wait   int  // cycles from the last poll to that one
}

type state uint8

const (
	idle      state = iota // there is nobody to ask
	pausing                // before the station speaks
	asking                 // the poll is on the air
	notifying              // a packet for everybody is on the air
	awaiting               // the beginning of an answer
	listening              // to something that may be the answer
)

// Start begins the first cycle.
func (s *station) Start() {
	s.patience = s.config.Timeout
	if s.patience == 0 {
		s.patience = s.config.Turnaround + 2*s.env.MaxDelay() + s.config.Margin
	}
	s.pause(0)
}

func (s *station) Send(p *mac.Packet) error {
	queue := s.notices
	if p.Dst != mac.Everybody {
		queue = s.byAddr[p.Dst].queue
	}
	if err := queue.Push(p); err != nil {
		return err
	}
	if s.state == idle {
		s.pause(0)
	}
	return nil
}

// TxDone begins to wait for the answer.
func (s *station) TxDone(*phy.Frame) {
	if s.state == asking {
		s.state = awaiting
		s.wait(s.patience)
		return
	}
	s.pause(s.config.Turnaround)
}

// Receive goes on to the next vehicle if this is the answer, and not a late one to
// an earlier poll.
func (s *station) Receive(f *phy.Frame, _ phy.RxInfo) {
	if s.state == awaiting || s.state == listening {
		if c := s.clients[s.turn]; f.Kind == answer && f.Seq == s.seq {
			*c = client{addr: c.addr, queue: c.queue}
			s.proceed()
		}
	}
	s.deliver(f)
}

var _ phy.CarrierListener = (*station)(nil)

// Carrier ends the wait for an answer that was none, or got lost.
func (s *station) Carrier(busy bool) {
	if s.state == listening && !busy {
		s.miss()
	}
}

func (s *station) Collision() {}

// wake is the end of a pause, or of the wait for the beginning of an answer.
func (s *station) wake(sim.Time) {
	switch {
	case s.state == pausing:
		s.speak()
	case s.env.PHY.Busy():
		s.state = listening
	default:
		s.miss()
	}
}

// speak asks the next vehicle, or begins a cycle.
func (s *station) speak() {
	c := s.next()
	if c == nil {
		s.beginCycle()
		if p := s.notices.Pop(); p != nil {
			s.notify(p)
			return
		}
		c = s.next()
	}
	if c == nil {
		s.state = idle
		return
	}
	s.ask(c)
}

// next returns the next vehicle to be asked in this cycle, or nil.
func (s *station) next() *client {
	for ; s.turn < len(s.clients); s.turn++ {
		if c := s.clients[s.turn]; c.due <= s.cycle {
			return c
		}
	}
	return nil
}

// beginCycle begins the next cycle in which somebody is to be asked. Nobody is
// left out for more cycles than the limit.
func (s *station) beginCycle() {
	first := s.cycle + s.config.Limit
	for _, c := range s.clients {
		first = min(first, c.due)
	}
	s.turn, s.cycle = 0, max(first, s.cycle+1)
}

// ask sends a poll. To a vehicle that was silent it goes alone.
func (s *station) ask(c *client) {
	s.seq++
	var p *mac.Packet
	if !c.silent {
		p = c.queue.Pop()
	}
	s.state = asking
	if !s.transmit(phy.Frame{Dst: c.addr, Kind: poll, Seq: s.seq, Bits: s.config.Poll}, p, c.queue) {
		s.pause(s.patience)
	}
}

// notify sends a packet to everybody.
func (s *station) notify(p *mac.Packet) {
	s.state = notifying
	if !s.transmit(phy.Frame{Dst: mac.Everybody, Kind: notice, Bits: s.config.Poll}, p, s.notices) {
		s.pause(s.patience)
	}
}

// miss is the end of a turn without an answer.
func (s *station) miss() {
	c := s.clients[s.turn]
	c.silent = true
	c.wait = min(max(2*c.wait, 1), s.config.Limit)
	c.due = s.cycle + c.wait
	s.proceed()
}

// proceed goes on to the next vehicle.
func (s *station) proceed() {
	s.turn++
	s.pause(s.config.Turnaround)
}

// pause waits before the station speaks.
func (s *station) pause(d time.Duration) {
	s.state = pausing
	s.wait(d)
}
