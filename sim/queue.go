package sim

// Entry is a pending event's place in the order of events and the slot of the
// kernel that holds it.
//
// The order is total: first At, then Order, whose three top bits are the phase
// and whose other bits are the sequence number of scheduling. No two entries
// pending in one kernel share an Order, so the result of a run cannot depend on the
// queue.
type Entry struct {
	At    Time
	Order uint64
	Slot  uint32
}

// Before reports whether e runs before f.
func (e Entry) Before(f Entry) bool {
	return e.At < f.At || e.At == f.At && e.Order < f.Order
}

// Queue holds the pending entries of one kernel. A slot is in it at most once.
type Queue interface {
	// Push adds an entry.
	Push(e Entry)
	// PopUntil takes out and returns the first entry, unless there is none or
	// it lies after limit.
	PopUntil(limit Time) (Entry, bool)
	// Peek returns the first entry, unless there is none, and leaves it there.
	Peek() (Entry, bool)
	// Remove takes out the entry of a slot that is in the queue.
	Remove(slot uint32)
	// Len returns the number of entries.
	Len() int
}

// phaseShift leaves 61 bits for the sequence: 70 years at a thousand million
// events per second.
const phaseShift = 61

func order(p Phase, seq uint64) uint64 { return uint64(p)<<phaseShift | seq }

func phaseOf(order uint64) Phase { return Phase(order >> phaseShift) }
