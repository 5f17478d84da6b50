package rosbridge

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"halocline/bench/cosim"
)

// slow is a client from which nobody takes.
func slow(topics map[string]terms) *client {
	h := &hub{session: &cosim.Session{}}
	c := newClient(h)
	for topic, t := range topics {
		c.join(topic, &source{clients: map[*client]bool{}}, "", t)
	}
	return c
}

// taken takes all that is due at a time.
func (c *client) taken(now time.Time) (all []string) {
	for data, _, _ := c.next(now); data != nil; data, _, _ = c.next(now) {
		all = append(all, string(data))
	}
	return all
}

// By the specification of rosbridge: a message that comes sooner than throttle_rate after the last one is left out; with a queue_length
// that many wait, of which the oldest goes first and is the first to be dropped, and throttle_rate lies between two that are sent.
func TestTerms(t *testing.T) {
	start := time.Unix(1e9, 0)
	at := func(ms int) time.Time { return start.Add(time.Duration(ms) * time.Millisecond) }
	const every = 100 * time.Millisecond

	c := slow(map[string]terms{"a": {every: every}})
	for ms := 0; ms < 250; ms += 20 {
		c.offer("a", fmt.Append(nil, ms), at(ms))
	}
	if got := strings.Join(c.taken(at(250)), " "); got != "0 100 200" {
		t.Errorf("of one each 20 ms it gets those of %s ms", got)
	}

	c = slow(map[string]terms{"a": {every: every, length: 3}})
	for k := range 5 {
		c.offer("a", fmt.Append(nil, k), at(k))
	}
	var got []string
	for ms := 10; ms < 310; ms += 10 {
		for _, m := range c.taken(at(ms)) {
			got = append(got, fmt.Sprintf("%s at %d", m, ms))
		}
	}
	if all := strings.Join(got, ", "); all != "2 at 10, 3 at 110, 4 at 210" {
		t.Errorf("of 5 at once it gets %s", all)
	}
	c.offer("a", []byte("5"), at(300))
	if data, in, waits := c.next(at(301)); data != nil || !waits || in != 9*time.Millisecond {
		t.Errorf("%q is due in %v", data, in)
	}

	// Of two subscriptions the least time and the longest queue hold, and of what is left after one of them its own.
	c = slow(map[string]terms{"a": {every: every}})
	c.join("a", c.subs["a"].source, "second", terms{every: every / 10, length: 7})
	if got := c.subs["a"].terms; got != (terms{every / 10, 7}) {
		t.Errorf("the terms are %v", got)
	}
	if !c.part("a", "second") || c.subs["a"].terms != (terms{every, 0}) || c.part("a", "third") || !c.part("a", "") || len(c.subs) != 0 {
		t.Errorf("the terms are %v", c.subs["a"])
	}
}

// However much is offered, what waits for a client is bounded by number and by bytes, and is the newest.
func TestBounded(t *testing.T) {
	c := slow(map[string]terms{"a": {}, "b": {length: mostQueued}, "c": {length: mostQueued}})
	data := make([]byte, 10_000)
	for range 100_000 {
		for _, topic := range []string{"a", "b", "c"} {
			c.offer(topic, data, time.Now())
		}
	}
	waiting, held := 0, 0
	for _, s := range c.subs {
		waiting += len(s.waiting)
		held = max(held, cap(s.waiting))
	}
	if c.bytes > mostBytes || waiting != mostBytes/len(data) || held > 4*mostQueued {
		t.Errorf("%d messages wait, %d bytes, in room for %d", waiting, c.bytes, held)
	}
	for topic, s := range c.subs { // each third message is of a topic
		if n := len(s.waiting); n == 0 || s.waiting[n-1].number <= 300_000-3 || s.waiting[n-1].number-s.waiting[0].number != uint64(3*(n-1)) {
			t.Errorf("of topic %s %d messages wait, which are not the newest", topic, n)
		}
	}
}
