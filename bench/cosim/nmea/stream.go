package nmea

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"halocline/bench/cosim"
	"halocline/sim"
)

// Stream tells clients over TCP where a node is.
type Stream struct {
	Listener net.Listener
	Node     string // empty for the first vehicle
}

// Open listens on what the flag says, ADDRESS or ADDRESS,NODE.
func Open(ctx context.Context, a cosim.Access, text string) (cosim.Adapter, error) {
	address, node := cosim.AddressAndNode(text)
	l, err := a.Listen(ctx, address)
	if err != nil {
		return nil, err
	}
	return &Stream{Listener: l, Node: node}, nil
}

// Addr implements cosim.Located.
func (t *Stream) Addr() net.Addr { return t.Listener.Addr() }

// Check implements cosim.Checked.
func (t *Stream) Check(s *cosim.Session) error {
	if s.Geo == nil {
		return errors.New("--nmea: NMEA tells places on the Earth, and the scenario does not say where it is; write geo: {latitude: 43.5deg, longitude: 4deg} there")
	}
	if _, err := s.Node(t.Node); err != nil {
		return fmt.Errorf("--nmea: %w", err)
	}
	return nil
}

// Serve implements cosim.Adapter.
func (t *Stream) Serve(ctx context.Context, s *cosim.Session) error {
	defer t.Listener.Close()
	node, err := s.Node(t.Node)
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { t.Listener.Close() })
	defer stop()
	l := cosim.Limit(t.Listener, cosim.MostClients)
	var all sync.WaitGroup
	defer all.Wait()
	for {
		c, err := l.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		all.Go(func() { tell(ctx, s, node, c) })
	}
}

// room is how many frames wait for a client that reads slowly.
const room = 64

// tell tells one client, until it or the session goes.
func tell(ctx context.Context, s *cosim.Session, node int32, c net.Conn) {
	defer s.Client()()
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	context.AfterFunc(ctx, func() { c.Close() })
	go hear(s, c, leave)
	frames := s.Subscribe(room)
	defer s.Unsubscribe(frames)
	for next := sim.Never; ; {
		select {
		case <-ctx.Done():
			return
		case f := <-frames.C:
			if next == sim.Never { // it has just come
				next = second(f.At + sim.Time(time.Second) - 1)
			}
			if f.At < next || f.Nodes[node].Down {
				continue
			}
			next = second(f.At) + sim.Time(time.Second)
			if _, err := io.WriteString(c, look(s, f, node).sentences()); err != nil {
				return
			}
		}
	}
}

// second returns the whole second of a time.
func second(t sim.Time) sim.Time { return t - t%sim.Time(time.Second) }

// hear counts what a client says, which nobody reads, until it goes.
func hear(s *cosim.Session, c net.Conn, leave func()) {
	defer leave()
	for buffer := make([]byte, 1<<12); ; {
		if _, err := c.Read(buffer); err != nil {
			return
		}
		s.Junk()
	}
}

// look finds what is told of a node.
func look(s *cosim.Session, f *cosim.Frame, node int32) *fix {
	seen := &f.Nodes[node]
	out := &fix{at: f.At, known: seen.Knows, motion: &seen.Believed}
	if out.known {
		out.latitude, out.longitude = s.Degrees(seen.Believed.Position)
	}
	return out
}
