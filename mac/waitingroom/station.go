package waitingroom

import (
	"slices"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
)

// station keeps the room and the door. What a vehicle is to it:
//
//	outside --registers--> waiting --place free, and first in the order--> in the room
//	waiting, in the room --says farewell, or is silent in so many slots--> outside
//
// Places are given when a frame begins. First in the order is the vehicle nearest to the station, or
// the one that has waited longest. A vehicle in the room stays there until it leaves. A frame has one
// slot for each vehicle in the room, and in every k-th frame one more, for the waiting vehicle that
// has had none for longest.
//
// The beacon has the number of the frame. It takes along one packet for everybody, or for a vehicle
// that is neither in the room nor waiting. A slot has an update if there is a packet for its vehicle.
//
// What a vehicle sends reaches the station later than it would from close by, by twice the way. So
// door and slots are longer by twice the longest way. The station knows when a vehicle has sent, and
// so its way, from the first registration on.
//
// If it is asked for, the station's radio sleeps but for the door and the reports. Where the radio
// does not take a beacon, it is tried again after the guard. A packet whose frame is not taken goes
// back into its queue and waits for the next frame.
type station struct {
	node
	notices   *mac.Queue // for everybody
	clients   []*client
	byAddr    map[mac.Addr]*client
	room      []*client // those who have a place, in the order in which they got it
	waiting   []*client // in the order in which they came
	slots     []*client // those who have a slot in this frame
	slot      int       // the one that begins when the timer fires
	reference sim.Time  // end of the beacon, on the station's clock
	number    uint32    // of the frame
	outsider  int       // index of the client that the last beacon had a packet for
	announces bool      // a beacon is on the air
}

// client is a vehicle as the station knows it.
type client struct {
	addr    mac.Addr
	queue   *mac.Queue
	known   bool          // in the room, or waiting
	way     time.Duration // from here to there, as last measured
	served  uint32        // the frame in which it last had a slot, or registered
	silent  int           // slots in a row without a report
	heard   bool          // in this frame
	leaving bool          // has said farewell
}

// Start begins the first frame.
func (s *station) Start() {
	s.lay()
	s.plan(s.Local())
}

func (s *station) Send(p *mac.Packet) error {
	switch {
	case p.Bits > s.config.Size:
		return mac.ErrTooLong
	case p.Dst == mac.Everybody:
		return s.notices.Push(p)
	}
	return s.byAddr[p.Dst].queue.Push(p)
}

// TxDone fixes the times of the frame when its beacon is out.
func (s *station) TxDone(f *phy.Frame) {
	s.Terminal.TxDone(f)
	if s.announces {
		s.announces = false
		s.reference = s.Local()
		s.slot = 0
		s.plan(s.reference.Add(s.layout.begin(0)))
		s.Rest.Until(s.reference, s.layout.registration)
	}
}

// Receive takes note of who is there.
func (s *station) Receive(f *phy.Frame, info phy.RxInfo) {
	if c := s.byAddr[f.Src]; c != nil && f.Seq == s.number {
		s.hear(c, f)
	}
	s.Deliver(f, info)
}

func (s *station) Collision() {}

// hear takes note of a vehicle, which is new if it registers, because the beacon
// did not name it. It measures the way: both ways lie between the beacon and what
// is heard.
func (s *station) hear(c *client, f *phy.Frame) {
	sent := s.layout.registration
	if f.Kind == registration {
		c.known, c.served = true, s.number
		c.queue.Unheard(false)
		s.waiting = append(s.waiting, c)
	} else {
		slot := slices.Index(s.slots, c)
		if slot < 0 {
			return
		}
		sent = s.layout.begin(slot) + s.layout.report
		c.heard, c.leaving = true, f.Kind == farewell
		if slot == s.slot-1 { // the one that has begun last
			s.Rest.Sleep()
		}
	}
	both := s.Local().Sub(s.reference) - sent - s.Env.PHY.Airtime(f.Bits)
	c.way = max(both/2, 0)
}

// wake is the beginning of a slot, or the end of the frame.
func (s *station) wake(sim.Time) {
	if s.slot < len(s.slots) {
		s.update(s.slots[s.slot])
		s.Rest.Until(s.reference, s.layout.begin(s.slot)+s.layout.report)
		s.slot++
		s.plan(s.reference.Add(s.layout.begin(s.slot)))
		return
	}
	s.review()
	s.admit()
	s.announce()
}

// update sends a packet to the vehicle whose slot begins.
func (s *station) update(c *client) {
	if p := c.queue.Pop(); p != nil {
		s.Transmit(phy.Frame{Dst: c.addr, Kind: update, Seq: s.number, Bits: s.config.Header}, p, c.queue)
	}
}

// review draws the conclusions from the frame that is over.
func (s *station) review() {
	for _, c := range s.slots {
		c.served = s.number
		if c.silent++; c.heard {
			c.silent = 0
		}
		if c.leaving || c.silent >= s.config.Patience {
			*c = client{addr: c.addr, queue: c.queue}
			c.queue.Unheard(true)
		}
		c.heard = false
	}
	gone := func(c *client) bool { return !c.known }
	s.room = slices.DeleteFunc(s.room, gone)
	s.waiting = slices.DeleteFunc(s.waiting, gone)
}

// admit gives the free places to those who wait.
func (s *station) admit() {
	for len(s.room) < s.config.Room && len(s.waiting) > 0 {
		first := 0
		if s.config.Priority == ByDistance {
			first = least(s.waiting, func(c *client) int64 { return int64(c.way) })
		}
		s.room = append(s.room, s.waiting[first])
		s.waiting = slices.Delete(s.waiting, first, first+1)
	}
}

// announce begins a frame.
func (s *station) announce() {
	s.Rest.Sleep()
	s.number++
	s.slots = append(s.slots[:0], s.room...)
	if len(s.waiting) > 0 && s.number%uint32(s.config.Every) == 0 {
		s.slots = append(s.slots, s.waiting[least(s.waiting, func(c *client) int64 { return int64(c.served) })])
	}
	p, queue := s.notice()
	b := s.write(p)
	named := len(b.slots) + len(b.waiting)
	f := phy.Frame{Dst: mac.Everybody, Kind: announcement, Seq: s.number, Bits: s.config.Beacon + named*s.config.Entry, Payload: b}
	s.announces = true
	if !s.Transmit(f, p, queue) {
		s.announces = false
		s.slots = s.slots[:0]
		s.plan(s.Local().Add(s.config.Guard))
	}
}

// write returns the beacon of the frame. It is not written again: a beacon may be
// in the water for longer than a frame.
func (s *station) write(p *mac.Packet) *beacon {
	b := &beacon{packet: p}
	for _, c := range s.slots {
		b.slots = append(b.slots, c.addr)
	}
	for _, c := range s.waiting {
		if !slices.Contains(b.slots, c.addr) {
			b.waiting = append(b.waiting, c.addr)
		}
	}
	return b
}

// notice returns the packet that goes with the beacon, and its queue: one for
// everybody, or for those outside in turn; or nil.
func (s *station) notice() (*mac.Packet, *mac.Queue) {
	if p := s.notices.Pop(); p != nil {
		return p, s.notices
	}
	for range s.clients {
		s.outsider = (s.outsider + 1) % len(s.clients)
		if c := s.clients[s.outsider]; !c.known {
			if p := c.queue.Pop(); p != nil {
				return p, c.queue
			}
		}
	}
	return nil, nil
}

// least returns the index of the first client with the least measure.
func least(clients []*client, measure func(*client) int64) int {
	first := 0
	for i, c := range clients {
		if measure(c) < measure(clients[first]) {
			first = i
		}
	}
	return first
}
