package mac

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// drops is an Upper that keeps what is dropped.
type drops []string

func (d *drops) Drop(p *Packet, why trace.Cause) { *d = append(*d, fmt.Sprintf("%d %v", p.ID, why)) }
func (*drops) Deliver(*Packet, Arrival)          {}
func (*drops) Sent(*Packet, bool)                {}
func (*drops) Requeue(*Packet)                   {}

// Each line is a queue and what is done to it: "+3" pushes packet 3 for node 0,
// "+3b" for node 1 and "+3!" finds no room; "-3" pops packet 3 and "-0" nothing,
// "-3b" the one for node 1; "?3" looks which one is next; "r3" puts packet 3 back; "x3"
// says that packet 3 was dropped by then; "1s" lets a second go by.
func TestQueue(t *testing.T) {
	for _, c := range []struct {
		name   string
		config QueueConfig
		deeds  string
	}{
		{"zero length", QueueConfig{}, "+1! -0 +2! -0"},
		{"negative length", QueueConfig{Length: -1}, "+1! -0"},
		{"first in, first out", QueueConfig{Length: 3, Order: "fifo"}, "+1 +2 +3 +4! -1 +5 -2 -3 -5 -0 +6 -6 -0"},
		{"the same by default", QueueConfig{Length: 3}, "+1 +2 +3 +4! -1 +5 -2 -3 -5 -0"},
		{"last in, first out", QueueConfig{Length: 3, Order: "lifo"}, "+1 +2 +3 +4! -3 +5 -5 -2 +6 -6 -1 -0"},
		{"a look at the oldest", QueueConfig{Length: 3, Order: "fifo", TTL: time.Second}, "?0 +1 +2 ?1 ?1 -1 ?2 1s +3 1s ?3 x2 -3 ?0 -0"},
		{"a look at the newest", QueueConfig{Length: 3, Order: "lifo"}, "+1 +2 ?2 -2 ?1 -1 ?0"},
		{"by receiver, oldest first", QueueConfig{Length: 9, Order: "fifo"}, "+1 +2b +3 +4b +5 -2b -4b -0b -1 -3 -5 -0"},
		{"by receiver, newest first", QueueConfig{Length: 9, Order: "lifo"}, "+1 +2b +3 +4b +5 -4b -2b -0b -5 -3 -1 -0"},
		{"from the middle", QueueConfig{Length: 4}, "+1 +2 +3b +4 -3b +5 +6! -1 -2 -4 -5 -0"},
		{"the newest only", QueueConfig{Length: 2, Order: "newest"}, "+1 +2 x1 +3b +4 x2 +5b x3 -5 -4 -0"},
		{"the newest of a full queue", QueueConfig{Length: 1, Order: "newest"}, "+1 +2 x1 +3b! -2 +4b -4b -0"},
		{"the newest in the place of the old", QueueConfig{Length: 2, Order: "fresh"}, "+1 +2b +3 x1 +4b x2 -3 +5 -4b -5 -0"},
		{"fresh in a full queue", QueueConfig{Length: 1, Order: "fresh"}, "+1 +2 x1 +3b! -2 +4b -4b -0"},
		{"fresh put back", QueueConfig{Length: 3, Order: "fresh"}, "+1 +2b -1 r1 +3 x1 -3 -2 -0"},
		{"fresh put back in the place of the old", QueueConfig{Length: 3, Order: "fresh"}, "+1 +2b +3 x1 -3 r3 -3 r3 +4b x2 -4b r4b -3 -4 -0"},
		{"put back", QueueConfig{Length: 3}, "+1 +2 +3 -1 r1 -1 -2 r2 +4 -2 -3 r3 -3 -4 r4 -4 -0"},
		{"put back among others", QueueConfig{Length: 4}, "+1 +2b +3b +4 -2b r2b -1 -2 -3 r3 r2 -2 -3 -4 -0"},
		{"put back on top", QueueConfig{Length: 3, Order: "lifo"}, "+1 +2 +3 -3 r3 -3 -2 r2 -2 -1 -0"},
		// A packet of 2 s is not yet older than 2 s.
		{"time to live", QueueConfig{Length: 2, TTL: 2 * time.Second}, "+1 1s +2 1s -1 1s -2 -0"},
		{"overdue", QueueConfig{Length: 3, TTL: 2 * time.Second}, "+1 1s +2 1s +3 1s -2 x1 1s -3 -0"},
		{"all overdue", QueueConfig{Length: 2, TTL: time.Second}, "+1 +2 1s 1s -0 x1 x2 +3 -3"},
		{"overdue packets make room", QueueConfig{Length: 2, TTL: time.Second}, "+1 +2 +3! 1s +4! 1s +5 x1 x2 +6 +7! -5 -6 -0"},
		{"overdue for another", QueueConfig{Length: 3, TTL: time.Second}, "+1b 1s +2 1s -2 x1 -0b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, dropped := sim.New(nil), new(drops)
			q := c.config.Queue(Env{Kernel: k, Up: dropped})
			held := 0
			for i, deed := range strings.Fields(c.deeds) {
				if err := do(t, q, k, dropped, deed, &held); err != nil {
					t.Fatalf("%d: %s: %v", i+1, deed, err)
				}
			}
			if len(*dropped) != 0 {
				t.Errorf("dropped %q in silence", *dropped)
			}
		})
	}
}

// do does one thing to a queue.
func do(t *testing.T, q *Queue, k *sim.Kernel, dropped *drops, deed string, held *int) error {
	var id uint64
	fmt.Sscanf(strings.TrimLeft(deed, "+-?rx"), "%d", &id)
	dst := Addr(0)
	if strings.Contains(deed, "b") {
		dst = 1
	}
	switch deed[0] {
	case '+':
		err := q.Push(&Packet{ID: id, Dst: dst, Created: k.Now()})
		if full := strings.HasSuffix(deed, "!"); (err == ErrQueueFull) != full || (err == nil) == full {
			return fmt.Errorf("got %v", err)
		}
		if err == nil {
			*held++
		}
	case '-':
		p := q.Pop
		if dst == 1 {
			p = func() *Packet { return q.PopTo(1) }
		}
		got := uint64(0)
		if p := p(); p != nil {
			got = p.ID
			*held--
		}
		if got != id {
			return fmt.Errorf("got %d", got)
		}
	case '?':
		if p := q.Peek(); p == nil && id != 0 || p != nil && p.ID != id {
			return fmt.Errorf("sees %+v", p)
		}
	case 'r':
		q.Return(&Packet{ID: id, Dst: dst, Created: k.Now()})
		*held++
	case 'x':
		i := slices.IndexFunc(*dropped, func(s string) bool { return strings.HasPrefix(s, fmt.Sprint(id, " ")) })
		if i < 0 {
			return fmt.Errorf("not among the dropped: %q", *dropped)
		}
		why := trace.Expired
		if q.config.Order == "newest" || q.config.Order == "fresh" {
			why = trace.Superseded
		}
		if want := fmt.Sprint(id, " ", why); (*dropped)[i] != want {
			return fmt.Errorf("dropped as %q, not %q", (*dropped)[i], want)
		}
		*dropped = slices.Delete(*dropped, i, i+1)
		*held--
	default:
		at(t, k, k.Now().Add(time.Second), func() {})
	}
	if len(*dropped) == 0 && q.Len() != *held {
		return fmt.Errorf("holds %d packets, not %d", q.Len(), *held)
	}
	return nil
}

// A queue gives back what a plain list would, whatever is done to it: nothing is
// lost, doubled or put out of order where room is used again.
func TestQueueAgainstList(t *testing.T) {
	r := rng.New(1).Stream("queue")
	for _, order := range []Order{FIFO, LIFO} {
		q := QueueConfig{Length: 20, Order: order}.Queue(Env{})
		var list []*Packet
		// take removes what goes first among the packets for dst, or all for -1.
		take := func(dst Addr) *Packet {
			for i := range list {
				k := i
				if order == LIFO {
					k = len(list) - 1 - i
				}
				if p := list[k]; dst < 0 || p.Dst == dst {
					list = slices.Delete(list, k, k+1)
					return p
				}
			}
			return nil
		}
		for i := range uint64(100_000) {
			dst := Addr(r.Intn(4))
			var got, want *Packet
			switch r.Intn(7) {
			case 0, 1:
				got, want = q.Pop(), take(-1)
			case 2:
				got, want = q.PopTo(dst), take(dst)
			default:
				p := &Packet{ID: i, Dst: dst}
				full := len(list) == 20
				if !full {
					list = append(list, p)
				}
				if err := q.Push(p); (err != nil) != full {
					t.Fatalf("%s, step %d: %v with %d packets", order, i, err, len(list))
				}
			}
			if got != want || q.Len() != len(list) {
				t.Fatalf("%s, step %d: got %+v, not %+v, with %d packets, not %d", order, i, got, want, q.Len(), len(list))
			}
		}
	}
}

// A queue that has reached its length needs no more memory.
func TestQueueAllocations(t *testing.T) {
	q, p := DefaultQueue().Queue(Env{}), new(Packet)
	turn := func() {
		for q.Push(p) == nil {
		}
		for range 10 {
			q.Pop()
		}
	}
	for range 100 {
		turn()
	}
	if n := testing.AllocsPerRun(100, turn); n != 0 {
		t.Errorf("%v allocations for 10 packets", n)
	}
	if room := cap(q.waiting); room > 64 {
		t.Errorf("room for %d packets where 16 may wait", room)
	}
}

// way is the payload of a hop: from whom a datagram comes, and for whom it is.
type way struct{ from, to Addr }

func (w way) Carries() (from, to Addr) { return w.from, w.to }

// All hops have the same next node. A newer datagram takes the place of the one of its own flow only; packets that are
// of no network take that of their like; what routers tell each other waits, each of it.
func TestQueueOfRelay(t *testing.T) {
	report, update, table := way{3, 0}, way{0, 4}, way{Everybody, Everybody}
	for order, left := range map[Order]string{Fresh: "[5 2 6 4 7]", Newest: "[7 6 5 4 2]"} {
		dropped := new(drops)
		q := QueueConfig{Length: 9, Order: order}.Queue(Env{Kernel: sim.New(nil), Up: dropped})
		for i, payload := range []any{update, report, nil, table, update, nil, table} {
			if err := q.Push(&Packet{ID: uint64(i + 1), Payload: payload}); err != nil {
				t.Fatal(err)
			}
		}
		var got []uint64
		for p := q.Pop(); p != nil; p = q.Pop() {
			got = append(got, p.ID)
		}
		if want := []string{"1 superseded", "3 superseded"}; fmt.Sprint(got) != left || !slices.Equal(*dropped, want) {
			t.Errorf("%s: %v left, not %s; dropped %q", order, got, left, *dropped)
		}
	}
}
