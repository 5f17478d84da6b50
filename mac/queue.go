package mac

import (
	"slices"
	"time"

	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/trace"
)

// Order says which packet of a queue goes first, and what a new one does to those that wait.
type Order string

// The orders.
const (
	FIFO   Order = "fifo"   // the oldest
	LIFO   Order = "lifo"   // the newest
	Newest Order = "newest" // the newest; a new packet discards the one waiting for the same receiver
	Fresh  Order = "fresh"  // the oldest; a new packet takes the place of the one waiting for the same receiver
)

// QueueConfig describes where packets wait for a protocol. Protocols embed it.
type QueueConfig struct {
	Length int           `yaml:"queue" range:"[0,1e6]" doc:"packets that may wait"`
	Order  Order         `yaml:"order" oneof:"fifo|lifo|newest|fresh" doc:"order in which packets are sent. fifo: the oldest first; lifo: the newest first; newest: the newest first, and a new packet discards the one waiting for the same receiver; fresh: the oldest first, and a new packet takes the place of the one waiting for the same receiver, so that all receivers get their turn"`
	TTL    time.Duration `yaml:"ttl" range:"[0,1e9]" doc:"time to live: a packet that is older when its turn comes is dropped; 0 for no limit"`
}

// DefaultQueue returns a short first-in first-out queue.
func DefaultQueue() QueueConfig { return QueueConfig{Length: 16, Order: FIFO} }

// Supersedes reports whether a packet takes the place of one that waits: who offers more than is
// sent then has the newest of them sent.
func (c QueueConfig) Supersedes() bool { return c.Order == Newest || c.Order == Fresh }

// Holds is the bound of a queue that holds a packet at least, and why it must.
func (c QueueConfig) Holds(why string) fault.Bound {
	return fault.Bound{Key: "queue", Value: float64(c.Length), Op: fault.AtLeast, Than: "1", Limit: 1, Why: why}
}

// Queue makes the queue of one node.
func (c QueueConfig) Queue(env Env) *Queue { return &Queue{config: c, kernel: env.Kernel, up: env.Up} }

func (c QueueConfig) newestFirst() bool { return c.Order == LIFO || c.Order == Newest }

// Queue is a bounded queue of packets. A packet that it gives up it drops with
// the cause.
type Queue struct {
	config  QueueConfig
	kernel  *sim.Kernel
	up      Upper
	waiting []*Packet // by arrival; the oldest at index head
	head    int       // entries before it are gone
	taken   int       // index after head of the packet that was taken out last
	unheard bool      // nobody answers what goes before the packets
}

// Len returns the number of waiting packets, overdue ones included.
func (q *Queue) Len() int { return len(q.waiting) - q.head }

// Push adds a packet, or returns ErrQueueFull.
func (q *Queue) Push(p *Packet) error {
	if q.config.Order == Newest {
		if i := q.outdated(p); i >= 0 {
			q.up.Drop(q.take(i), q.replaced())
		}
	}
	if q.config.Order == Fresh {
		if i := q.outdated(p); i >= 0 {
			q.up.Drop(q.waiting[i], q.replaced())
			q.waiting[i] = p
			return nil
		}
	}
	if q.Len() >= q.config.Length {
		q.expire()
	}
	if q.Len() >= q.config.Length {
		return ErrQueueFull
	}
	q.waiting = append(q.waiting, p)
	return nil
}

// Unheard says whether nobody answers what goes before the packets, such as a poll, or asks for
// them. A packet in whose place a newer one comes meanwhile is lost for that, and not by the
// policy of the queue: nothing would have been sent without the newer one either.
func (q *Queue) Unheard(is bool) { q.unheard = is }

// replaced returns the cause for which a packet is dropped in whose place another one comes.
func (q *Queue) replaced() trace.Cause {
	if q.unheard {
		return trace.NoAnswer
	}
	return trace.Superseded
}

// Peek returns the packet whose turn it is and leaves it where it is, or returns nil.
func (q *Queue) Peek() *Packet {
	q.expire()
	if q.Len() == 0 {
		return nil
	}
	return q.waiting[q.first()]
}

// Pop takes out the packet whose turn it is, or returns nil.
func (q *Queue) Pop() *Packet {
	q.expire()
	if q.Len() == 0 {
		return nil
	}
	return q.take(q.first())
}

// first returns the index of the packet whose turn it is. There is one.
func (q *Queue) first() int {
	if q.config.newestFirst() {
		return len(q.waiting) - 1
	}
	return q.head
}

// PopTo takes out the packet for dst whose turn it is, or returns nil.
func (q *Queue) PopTo(dst Addr) *Packet {
	q.expire()
	if i := q.find(dst); i >= 0 {
		return q.take(i)
	}
	return nil
}

// Has reports whether a packet for dst waits, also an overdue one.
func (q *Queue) Has(dst Addr) bool { return q.find(dst) >= 0 }

// Return puts back a packet that was just taken out, to where it was.
func (q *Queue) Return(p *Packet) {
	i := q.head
	if q.config.Order == Fresh { // a packet may wait where an older one came
		i += min(q.taken, q.Len())
	} else {
		for i < len(q.waiting) && q.waiting[i].ID < p.ID {
			i++
		}
	}
	q.waiting = slices.Insert(q.waiting, i, p)
}

// find returns the index of the packet for dst that goes first, or -1.
func (q *Queue) find(dst Addr) int {
	found := -1
	for i := q.head; i < len(q.waiting); i++ {
		if q.waiting[i].Dst == dst {
			found = i
			if !q.config.newestFirst() {
				break
			}
		}
	}
	return found
}

// outdated returns the index of the packet in whose place a new one comes, or -1. Of what a relay passes on, that is
// one of the same flow: the next node is the same for many, and the news of one is none of another.
func (q *Queue) outdated(p *Packet) int {
	for i := q.head; i < len(q.waiting); i++ {
		if old := q.waiting[i]; old.Dst == p.Dst && sameFlow(old, p) {
			return i
		}
	}
	return -1
}

// sameFlow reports whether two packets for the same receiver go the same way in all.
func sameFlow(a, b *Packet) bool {
	hopA, isA := a.Payload.(Carrier)
	hopB, isB := b.Payload.(Carrier)
	if !isA || !isB {
		return isA == isB
	}
	from, to := hopA.Carries()
	otherFrom, otherTo := hopB.Carries()
	return from != Everybody && from == otherFrom && to == otherTo
}

// Overdue reports whether a packet has outlived its time to live.
func (q *Queue) Overdue(p *Packet) bool {
	return q.config.overdue(q.kernel.Now().Sub(p.Created))
}

// overdue reports whether a packet of an age has outlived its time to live.
func (c QueueConfig) overdue(age time.Duration) bool { return c.TTL > 0 && age > c.TTL }

// expire drops the packets that are overdue.
func (q *Queue) expire() {
	if q.config.TTL == 0 {
		return
	}
	fresh := slices.DeleteFunc(q.waiting[q.head:], func(p *Packet) bool {
		overdue := q.Overdue(p)
		if overdue {
			q.up.Drop(p, trace.Expired)
		}
		return overdue
	})
	q.waiting = q.waiting[:q.head+len(fresh)]
}

// take removes and returns the packet at an index. The room of packets that
// left at the head is used again once it is more than half.
func (q *Queue) take(i int) *Packet {
	p := q.waiting[i]
	q.taken = i - q.head
	if i == q.head {
		q.waiting[i] = nil
		q.head++
	} else {
		q.waiting = slices.Delete(q.waiting, i, i+1)
	}
	if 2*q.head > len(q.waiting) {
		q.waiting = slices.Delete(q.waiting, 0, q.head)
		q.head = 0
	}
	return p
}
