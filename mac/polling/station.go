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

	// Where radios sleep:
	asked     sim.Time // end of the last poll, on the station's clock
	announced bool     // the polls of this cycle say that the next one begins with a packet for everybody
}

// client is a vehicle as the station knows it.
type client struct {
	addr   mac.Addr
	queue  *mac.Queue
	silent bool // it did not answer when it was last asked
	due    int  // the cycle from which on it is to be asked
	wait   int  // cycles from the last poll to that one

	trip time.Duration // the way there and back, as last measured; 0 where it is not known
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
		s.patience = s.config.Turnaround + 2*s.Env.MaxDelay() + s.config.Margin
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
func (s *station) TxDone(f *phy.Frame) {
	s.Terminal.TxDone(f)
	if s.state == asking {
		s.state = awaiting
		s.wait(s.patience)
		s.asked = s.Local()
		s.Rest.Until(s.asked, s.config.Turnaround+s.least(s.clients[s.turn]))
		return
	}
	s.pause(s.config.Turnaround)
}

// Receive goes on to the next vehicle if this is the answer, and not a late one to
// an earlier poll.
func (s *station) Receive(f *phy.Frame, info phy.RxInfo) {
	if s.state == awaiting || s.state == listening {
		if c := s.clients[s.turn]; f.Kind == answer && f.Seq == s.seq {
			trip := s.Local().Sub(s.asked) - s.config.Turnaround - s.Env.PHY.Airtime(f.Bits)
			*c = client{addr: c.addr, queue: c.queue, trip: max(trip, 0)}
			c.queue.Unheard(false)
			s.proceed()
		}
	}
	s.Deliver(f, info)
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
	case s.Env.PHY.Busy():
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
		if p := s.notice(); p != nil {
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

// notice returns the packet for everybody with which a cycle begins, or nil. Where radios
// sleep, it was announced in the cycle before.
func (s *station) notice() (p *mac.Packet) {
	if s.Rest == nil || s.announced {
		p = s.notices.Pop()
	}
	s.announced = s.notices.Len() > 0
	return p
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
	f := phy.Frame{Dst: c.addr, Kind: poll, Seq: s.seq, Bits: s.config.Poll}
	if s.Rest != nil {
		f.Payload = &invitation{packet: p, rest: s.silence()}
	}
	if !s.Transmit(f, p, c.queue) {
		s.pause(s.patience)
	}
}

// silence is how long nothing is sent to the vehicle that is asked from the end of the poll on, at
// least: until the others have had their turns who are to be asked before it in the next cycle, or
// until that begins with a packet for everybody. Who has not been asked by then is not silent yet.
func (s *station) silence() time.Duration {
	pause, poll := s.config.Turnaround, s.Env.PHY.Airtime(s.config.Poll)
	sum := s.answered(s.clients[s.turn]) + pause
	for i, c := range s.clients {
		later := i > s.turn && c.due <= s.cycle
		sooner := i < s.turn && c.due <= s.cycle+1 && !s.announced
		if later || sooner {
			sum += poll + s.answered(c) + pause
		}
	}
	return sum
}

// answered is how long it takes from the end of a poll to that of the turn, at least.
func (s *station) answered(c *client) time.Duration {
	return min(s.patience, s.config.Turnaround+s.least(c)+s.Env.PHY.Airtime(s.config.Answer))
}

// least is the shortest way to a client and back that is allowed for.
func (s *station) least(c *client) time.Duration { return max(c.trip-s.config.Margin, 0) }

// notify sends a packet to everybody.
func (s *station) notify(p *mac.Packet) {
	s.state = notifying
	if !s.Transmit(phy.Frame{Dst: mac.Everybody, Kind: notice, Bits: s.config.Poll}, p, s.notices) {
		s.pause(s.patience)
	}
}

// miss is the end of a turn without an answer.
func (s *station) miss() {
	c := s.clients[s.turn]
	c.silent, c.trip = true, 0
	c.queue.Unheard(true)
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
	s.Rest.Sleep()
	s.wait(d)
}
