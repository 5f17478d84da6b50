package arq

import "halocline/mac"

// inbox is what a receiver knows of the packets of one sender.
type inbox struct {
	layer *Layer
	from  mac.Addr
	next  uint32 // all before it are here, or were given up
	have  uint64 // bit i: packet next+i is here; bit 0 never is
	due   bool   // an acknowledgement is
	asked uint32 // number of the packet that asked for it
	try   uint8  // of that packet
	below bool   // the access protocol has one
}

// take takes a segment that has come.
func (b *inbox) take(s *segment, in mac.Arrival) {
	l := b.layer
	if skipped := int32(s.oldest - b.next); skipped > 0 { // they were given up
		b.skip(uint32(skipped))
	}
	if s.asks {
		b.due, b.asked, b.try = true, s.number, s.try
	}
	switch ahead := int32(s.number - b.next); {
	case ahead < 0 || b.have>>ahead&1 == 1:
		l.duplicate(s.packet)
	case ahead == 0 || l.config.Kind == SelectiveRepeat:
		b.have |= 1 << ahead
		b.settle()
		l.env.Up.Deliver(s.packet, in)
	}
}

// skip goes on by so many packets.
func (b *inbox) skip(n uint32) {
	b.next += n
	b.have >>= n // 0 for 64 and more
	b.settle()
}

// settle goes on to the first packet that is not here.
func (b *inbox) settle() {
	for b.have&1 == 1 {
		b.have >>= 1
		b.next++
	}
}
