package mac

import "github.com/emirpasic/gods/queues/circularbuffer"

// Queue is a bounded first-in first-out queue of packets. A queue of length 0
// takes nothing.
type Queue struct {
	ring *circularbuffer.Queue // nil where the length is 0
}

// NewQueue returns an empty queue for up to length packets.
func NewQueue(length int) Queue {
	if length <= 0 {
		return Queue{}
	}
	return Queue{ring: circularbuffer.New(length)}
}

// Len returns the number of waiting packets.
func (q *Queue) Len() int {
	if q.ring == nil {
		return 0
	}
	return q.ring.Size()
}

// Push adds a packet. It reports whether there was room.
func (q *Queue) Push(p *Packet) bool {
	if q.ring == nil || q.ring.Full() {
		return false
	}
	q.ring.Enqueue(p)
	return true
}

// Pop takes out the oldest packet, or returns nil.
func (q *Queue) Pop() *Packet {
	if q.ring == nil {
		return nil
	}
	p, ok := q.ring.Dequeue()
	if !ok {
		return nil
	}
	return p.(*Packet)
}
