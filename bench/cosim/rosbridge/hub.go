package rosbridge

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"halocline/bench/cosim"
)

// hub makes messages of frames, once for all clients, of those topics that somebody wants.
type hub struct {
	version Version
	session *cosim.Session
	in      map[string]*sink
	names   []string // of nodes

	lock sync.Mutex
	out  map[string]*source
}

// source is a topic that goes out.
type source struct {
	kind    string        // its type, by the name of ROS 1
	state   bool          // who comes gets the newest at once
	every   time.Duration // least time between two messages, on the wall
	last    time.Time
	of      func(*view) []any // the messages of a frame
	clients map[*client]bool
}

// view is a frame as sources see it.
type view struct {
	*cosim.Frame
	stamp any
	read  map[carrier][]sample
}

// room is how many frames may wait for the hub.
const room = 64

// newHub returns the hub of a session.
func newHub(v Version, s *cosim.Session) *hub {
	h := &hub{version: v, session: s, names: s.Names.Nodes, out: map[string]*source{}, in: map[string]*sink{}}
	h.addSources()
	h.addSinks()
	return h
}

// follow publishes frames until ctx is done.
func (h *hub) follow(ctx context.Context) {
	sub := h.session.Subscribe(room)
	defer h.session.Unsubscribe(sub)
	for {
		select {
		case f := <-sub.C:
			h.publish(f)
		case <-ctx.Done():
			return
		}
	}
}

// view returns a view of a frame, without samples.
func (h *hub) view(f *cosim.Frame) *view { return &view{Frame: f, stamp: h.version.stamp(f.At)} }

// publish gives clients what they want of a frame.
func (h *hub) publish(f *cosim.Frame) {
	h.lock.Lock()
	defer h.lock.Unlock()
	v, now := h.view(f), time.Now()
	for topic, s := range h.out {
		if len(s.clients) == 0 || now.Sub(s.last) < s.every && !f.Ended {
			continue
		}
		for _, message := range s.of(v) {
			s.last = now
			data := publication(topic, message)
			for c := range s.clients {
				c.offer(topic, data, now)
			}
		}
	}
}

// join has a client get the messages of a topic, the newest of a state at once.
func (h *hub) join(c *client, topic string, s *source) {
	h.lock.Lock()
	defer h.lock.Unlock()
	s.clients[c] = true
	if f := h.session.Latest(); s.state && f != nil {
		for _, message := range s.of(h.view(f)) {
			c.offer(topic, publication(topic, message), time.Now())
		}
	}
}

// part has a client not get them any more.
func (h *hub) part(c *client, s *source) {
	h.lock.Lock()
	defer h.lock.Unlock()
	delete(s.clients, c)
}

// leave forgets a client.
func (h *hub) leave(c *client) {
	h.lock.Lock()
	defer h.lock.Unlock()
	for _, s := range h.out {
		delete(s.clients, c)
	}
}

// publication is a message for clients. One that JSON has no words for is none.
func publication(topic string, message any) []byte {
	data, err := json.Marshal(struct {
		Op    string `json:"op"`
		Topic string `json:"topic"`
		Msg   any    `json:"msg"`
	}{"publish", topic, message})
	if err != nil {
		return nil
	}
	return data
}
