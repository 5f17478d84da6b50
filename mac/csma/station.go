package csma

import (
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/fault"
)

// station is what the protocols of this package share: the queue, the packet in
// hand, the frame on the air and the carrier sense.
type station struct {
	env       mac.Env
	header    int // bit
	queue     *mac.Queue
	packet    *mac.Packet // in hand: taken out of the queue to be sent
	frame     phy.Frame
	busySince sim.Time // kernel time at which the carrier came last
}

func newStation(env mac.Env, header int, queue mac.QueueConfig) station {
	return station{env: env, header: header, queue: queue.Queue(env)}
}

// Receive hands up what is for this node.
func (s *station) Receive(f *phy.Frame, info phy.RxInfo) {
	if f.Dst == s.env.Addr || f.Dst == mac.Everybody {
		s.env.Up.Deliver(f.Payload.(*mac.Packet), mac.NewArrival(s.env.Clock, f, info))
	}
}

// sent takes the packet that was sent out of hand.
func (s *station) sent() {
	if p := s.packet; p != nil {
		s.packet = nil
		s.env.Up.Sent(p, false)
	}
}

// watch notes a change of the carrier.
func (s *station) watch(busy bool) {
	if busy {
		s.busySince = s.env.Kernel.Now()
	}
}

// hears is the carrier sense: whether a frame is heard that began to arrive
// before this instant. Who decides at one instant hears nothing of the others
// who do, in whatever order they are asked.
func (s *station) hears() bool {
	return s.env.PHY.Busy() && s.busySince < s.env.Kernel.Now()
}

// take takes the next packet in hand, unless there is one. It reports whether
// there is one now.
func (s *station) take() bool {
	if s.packet == nil {
		s.packet = s.queue.Pop()
	}
	return s.packet != nil
}

// transmit reports whether the radio took the packet in hand.
func (s *station) transmit() bool {
	p := s.packet
	s.frame = phy.Frame{Src: s.env.Addr, Dst: p.Dst, Bits: p.Bits + s.header, Pkt: p.ID, Cut: p.Cut, Payload: p}
	return s.env.PHY.Transmit(&s.frame) == nil
}

// bitTimes is how long it takes to send so many bits, without the preamble.
func (s *station) bitTimes(bits int) time.Duration {
	if bits == 0 {
		return 0
	}
	return s.env.PHY.Airtime(bits+1) - s.env.PHY.Airtime(1)
}

// checkQueue wants room for the packet that waits for the channel.
func checkQueue(c mac.QueueConfig) error { return fault.Keep(bounds(c)) }

// bounds returns what the queue keeps to.
func bounds(c mac.QueueConfig) []fault.Bound {
	return []fault.Bound{c.Holds("a packet waits in the queue while the channel is busy; its length must be 1 at least")}
}

// Bounds returns what the queue keeps to.
func (c *Config) Bounds() []fault.Bound { return bounds(c.QueueConfig) }

// Bounds returns what the queue keeps to.
func (c *CDConfig) Bounds() []fault.Bound { return bounds(c.QueueConfig) }

// Bounds returns what the queue keeps to.
func (c *CWConfig) Bounds() []fault.Bound { return bounds(c.QueueConfig) }
