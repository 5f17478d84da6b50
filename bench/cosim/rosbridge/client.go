package rosbridge

import (
	"context"
	"sync"
	"time"
)

// client is a connection.
type client struct {
	hub     *hub
	level   level
	answers chan []byte
	wake    chan struct{}

	lock  sync.Mutex
	subs  map[string]*subscription // by topic
	count uint64                   // of messages that were offered
	bytes int                      // of those that wait
}

// subscription is what a client wants of a topic.
type subscription struct {
	source *source
	ids    map[string]terms
	terms
	sent    time.Time // when the last message was
	waiting []item
}

// terms are how messages are wanted.
type terms struct {
	every  time.Duration // least time between two
	length int           // of the queue; 0 for none
}

// item is a message that waits.
type item struct {
	number uint64
	data   []byte
}

// Bounds of what waits for a client: of a topic without a queue_length, of one with it, of bytes of all topics. And of its
// subscriptions.
const (
	unqueued   = 100
	mostQueued = 1000
	mostBytes  = 4 << 20
	mostIDs    = 1000
)

// newClient returns a client.
func newClient(h *hub) *client {
	return &client{hub: h, level: errorLevel, answers: make(chan []byte, 64), wake: make(chan struct{}, 1), subs: map[string]*subscription{}}
}

// join adds terms on which the client wants a topic. It reports whether there was room.
func (c *client) join(topic string, s *source, id string, t terms) bool {
	c.lock.Lock()
	sub := c.subs[topic]
	if sub == nil {
		sub = &subscription{source: s, ids: map[string]terms{}}
		c.subs[topic] = sub
	}
	n := 0
	for _, s := range c.subs {
		n += len(s.ids)
	}
	ok := n < mostIDs
	if ok {
		sub.ids[id] = t
		sub.settle()
	}
	c.lock.Unlock()
	if ok {
		c.hub.join(c, topic, s)
	}
	return ok
}

// settle takes the least of all times and the longest of all queues.
func (s *subscription) settle() {
	first := true
	for _, t := range s.ids {
		if first {
			s.terms, first = t, false
		}
		s.every, s.length = min(s.every, t.every), max(s.length, t.length)
	}
}

// part takes the terms of an id back, or all without one. It reports whether there were any.
func (c *client) part(topic, id string) bool {
	was, left := c.take(topic, id)
	if left != nil {
		c.hub.part(c, left)
	}
	return was
}

// take takes terms out. It returns the source that the client does not want any more, if it was the last of them.
func (c *client) take(topic, id string) (was bool, left *source) {
	c.lock.Lock()
	defer c.lock.Unlock()
	sub := c.subs[topic]
	if sub == nil {
		return false, nil
	}
	if _, ok := sub.ids[id]; id != "" && !ok {
		return false, nil
	}
	if delete(sub.ids, id); id != "" && len(sub.ids) > 0 {
		sub.settle()
		return true, nil
	}
	for len(sub.waiting) > 0 {
		c.drop(sub)
	}
	delete(c.subs, topic)
	return true, sub.source
}

// offer puts a message into the queue of its topic, if it is not too early. Nobody waits for a client: the oldest make room.
func (c *client) offer(topic string, data []byte, now time.Time) {
	c.lock.Lock()
	defer c.lock.Unlock()
	s := c.subs[topic]
	if s == nil || data == nil {
		return
	}
	most := s.length
	if s.length == 0 {
		if now.Sub(s.sent) < s.every {
			return
		}
		s.sent, most = now, unqueued
	}
	c.count++
	s.waiting = append(s.waiting, item{c.count, data})
	c.bytes += len(data)
	for len(s.waiting) > most {
		c.drop(s)
		c.hub.session.Miss()
	}
	for c.bytes > mostBytes {
		c.drop(c.oldest(func(*subscription) bool { return true }))
		c.hub.session.Miss()
	}
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// drop takes the oldest message of a topic out.
func (c *client) drop(s *subscription) []byte {
	data := s.waiting[0].data
	s.waiting[0].data = nil
	s.waiting = s.waiting[1:]
	c.bytes -= len(data)
	return data
}

// oldest returns the topic of the oldest message among those that may be taken; nil for none.
func (c *client) oldest(may func(*subscription) bool) (first *subscription) {
	for _, s := range c.subs {
		if len(s.waiting) > 0 && (first == nil || s.waiting[0].number < first.waiting[0].number) && may(s) {
			first = s
		}
	}
	return first
}

// next takes the oldest message that is due; or returns how long it is until one is, and false where none waits.
func (c *client) next(now time.Time) (data []byte, in time.Duration, waits bool) {
	c.lock.Lock()
	defer c.lock.Unlock()
	due := c.oldest(func(s *subscription) bool {
		early := s.every - now.Sub(s.sent)
		if s.length == 0 || early <= 0 {
			return true
		}
		if !waits || early < in {
			in, waits = early, true
		}
		return false
	})
	if due == nil {
		return nil, in, waits
	}
	if due.length > 0 {
		due.sent = now
	}
	return c.drop(due), 0, true
}

// write writes answers, which go first, and messages until ctx is done or the client is gone.
func (c *client) write(ctx context.Context, to func([]byte) error) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case answer := <-c.answers:
			if to(answer) != nil {
				return
			}
			continue
		default:
		}
		data, in, waits := c.next(time.Now())
		if data != nil {
			if to(data) != nil {
				return
			}
			continue
		}
		var later <-chan time.Time
		if waits {
			timer.Reset(in)
			later = timer.C
		}
		select {
		case answer := <-c.answers:
			if to(answer) != nil {
				return
			}
		case <-later:
		case <-c.wake:
		case <-ctx.Done():
			return
		}
	}
}
