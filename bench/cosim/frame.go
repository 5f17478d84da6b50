package cosim

import (
	"errors"
	"maps"
	"slices"

	"halocline/plant/program"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
)

// Frame is what there is to be known outside at a boundary. Nobody changes it.
type Frame struct {
	At       sim.Time
	Ended    bool
	Nodes    []scenarios.Seen    // by address
	Readings []scenarios.Reading // that have become available since the last frame
	Mail     []Mail              // that has come since the last frame
}

// Mail is a message that has come to a node.
type Mail struct {
	Node int32
	program.Mailed
}

// look makes a frame of what there is now.
func (s *Session) look(ended bool) *Frame {
	now := s.run.Kernel.Now()
	f := &Frame{At: now, Ended: ended, Nodes: make([]scenarios.Seen, len(s.Names.Nodes)), Mail: s.mail}
	var coming []scenarios.Reading
	for _, r := range s.readings {
		if r.Available <= now {
			f.Readings = append(f.Readings, r)
		} else {
			coming = append(coming, r)
		}
	}
	for i := range f.Nodes {
		f.Nodes[i] = s.run.See(int32(i), now)
	}
	s.readings, s.mail = coming, nil
	return f
}

// Subscription gets the frames of a run. A reader that is too slow misses the oldest of them, and keeps what was in those of
// readings and mail no more than the frames.
type Subscription struct {
	C    <-chan *Frame
	send chan *Frame
}

// Subscribe returns a subscription with room for so many frames; the first is the newest that there is.
func (s *Session) Subscribe(room int) *Subscription {
	c := make(chan *Frame, room)
	sub := &Subscription{C: c, send: c}
	s.lock.Lock()
	defer s.lock.Unlock()
	s.subscribers = append(s.subscribers, sub)
	if s.latest != nil {
		c <- s.latest
	}
	return sub
}

// Unsubscribe ends a subscription.
func (s *Session) Unsubscribe(sub *Subscription) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.subscribers = slices.DeleteFunc(s.subscribers, func(other *Subscription) bool { return other == sub })
}

// Latest returns the newest frame; nil before the run begins.
func (s *Session) Latest() *Frame {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.latest
}

// publish gives a frame to all who look on, and waits for none of them.
func (s *Session) publish(f *Frame) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.latest = f
	for _, sub := range s.subscribers {
		for sent := false; !sent; {
			select {
			case sub.send <- f:
				sent = true
			default:
				select {
				case <-sub.send:
					s.report.missed.Add(1)
				default:
				}
			}
		}
	}
}

// Ports returns the ports of all nodes by their full names. They are known from when adapters are served, and nobody changes them.
func (s *Session) Ports() map[string]scenarios.Port { return s.ports }

// ListPorts returns the ports in the order of their nodes, each of which has its own order.
func (s *Session) ListPorts() []scenarios.Port { return s.listed }

// Instruments returns the instruments of all nodes, whose readings are in frames.
func (s *Session) Instruments() []scenarios.Instrument { return s.run.Instruments() }

// Send brings a value in at the next boundary. An error says why it cannot come in.
func (s *Session) Send(port string, value float64) error {
	return s.Bring(scenarios.Input{Port: port, Value: value})
}

// SendBytes is Send for a port that takes bytes.
func (s *Session) SendBytes(port, data string) error {
	return s.Bring(scenarios.Input{Port: port, Data: data})
}

// Bring puts something into the queue for the next boundary, all of it or nothing.
func (s *Session) Bring(all ...scenarios.Input) error {
	entries, now := make([]entry, len(all)), s.config.Wall.Now()
	for i := range all {
		if err := s.check(&all[i]); err != nil {
			s.report.refused.Add(1)
			return err
		}
		entries[i] = entry{all[i], now}
	}
	s.report.dropped.Add(int64(s.inbox.push(entries...)))
	return nil
}

// check checks what a client brings in. The ports do not change while a run goes on, so that this needs no lock.
func (s *Session) check(in *scenarios.Input) error {
	if p, known := s.ports[in.Port]; known {
		return p.Takes(in)
	}
	if len(s.ports) == 0 {
		return errors.New("no node has a port; write run: {type: external} for one")
	}
	return errors.New(strict.Unknown("port", in.Port, slices.Sorted(maps.Keys(s.ports))))
}

// Junk counts something from outside that nobody can read.
func (s *Session) Junk() { s.report.junk.Add(1) }

// Miss counts what a client missed that was too slow for it.
func (s *Session) Miss() { s.report.missed.Add(1) }

// Client counts a client that has come, and returns what counts its leaving.
func (s *Session) Client() (leave func()) {
	s.report.clients.Add(1)
	return func() { s.report.clients.Add(-1) }
}
