// Package tunnel has two real programs talk through a link of the simulation, as they would through two modems: a datagram of UDP that
// one sends to the port of its modem is a packet of one node to another. It comes out at the other node's modem, unchanged or not at
// all. Both ways of a tunnel are alike. Several datagrams keep neither their order nor their number: the link decides.
//
// A modem sends what comes out to the program that it has heard last. A program that only listens sends an empty datagram first, which
// is not passed on, or the flag names the port on which it listens.
//
// Begin with Open.
//
// Left out: commands of real modems, streams, programs on other machines, and one modem that talks to several others.
package tunnel

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"regexp"
	"strings"
	"sync"

	"halocline/bench/cosim"
	"halocline/plant/program/external"
)

// tunnels are pairs of modems.
type tunnels struct{ ends []*end }

// end is the modem of a node.
type end struct {
	node, link string // no link is the only one
	peer       *end
	conn       net.PacketConn

	lock sync.Mutex
	to   net.Addr // the program; nil before it is known
}

// form is that of a tunnel.
var form = regexp.MustCompile(`^([^:=,]+):(\d+)(?:/(\d+))?=([^:=,]+):(\d+)(?:/(\d+))?(?:@([^:=,@]+))?$`)

// Open opens tunnels: NODE:PORT=NODE:PORT, with PORT/OUT where the program listens on OUT, and @LINK behind it where a node has more than one
// link; several are joined by commas. They are for programs on this machine only.
func Open(ctx context.Context, a cosim.Access, text string) (cosim.Adapter, error) {
	t := &tunnels{}
	for _, one := range strings.Split(text, ",") {
		if err := t.add(ctx, a, one); err != nil {
			t.close()
			return nil, err
		}
	}
	return t, nil
}

// add adds a tunnel.
func (t *tunnels) add(ctx context.Context, a cosim.Access, text string) error {
	p := form.FindStringSubmatch(strings.TrimSpace(text))
	if p == nil {
		return fmt.Errorf("%q is no tunnel; write NODE:PORT=NODE:PORT, as in auv:7501=dock:7502", text)
	}
	left, right := &end{node: p[1], link: p[7]}, &end{node: p[4], link: p[7]}
	left.peer, right.peer = right, left
	if err := t.check(left); err != nil {
		return err
	}
	if err := t.open(ctx, a, left, p[2], p[3]); err != nil {
		return err
	}
	return t.open(ctx, a, right, p[5], p[6])
}

// check checks that what arrives through a new tunnel does not arrive through another one too.
func (t *tunnels) check(n *end) error {
	if n.node == n.peer.node {
		return fmt.Errorf("a tunnel from %s to itself leads through no water; name another node", n.node)
	}
	for _, e := range t.ends {
		if e.node == n.node && e.peer.node == n.peer.node && (e.link == n.link || e.link == "" || n.link == "") {
			return fmt.Errorf("two tunnels join %s and %s; take one, or name a link for each, as in %s:7501=%s:7502@acoustic", n.node, n.peer.node, n.node, n.peer.node)
		}
	}
	return nil
}

// open opens an end on a port, for a program on another one or one that is heard later.
func (t *tunnels) open(ctx context.Context, a cosim.Access, e *end, port, out string) (err error) {
	if out != "" {
		if e.to, err = net.ResolveUDPAddr("udp", "127.0.0.1:"+out); err != nil {
			return fmt.Errorf("%s is no port; write one from 1 to 65535", out)
		}
	}
	if e.conn, err = a.ListenPacket(ctx, port); err == nil {
		t.ends = append(t.ends, e)
	}
	return err
}

// close closes all ends.
func (t *tunnels) close() {
	for _, e := range t.ends {
		e.conn.Close()
	}
}

// room is how many frames may wait for being looked at.
const room = 1024

// Check implements cosim.Checked.
func (t *tunnels) Check(s *cosim.Session) error {
	for _, e := range t.ends {
		if _, err := s.Node(e.node); err != nil {
			return fmt.Errorf("--tunnel: %w", err)
		}
	}
	return nil
}

// Serve implements cosim.Adapter.
func (t *tunnels) Serve(ctx context.Context, s *cosim.Session) error {
	stop := context.AfterFunc(ctx, t.close)
	defer stop()
	for _, e := range t.ends {
		if _, ok := s.Ports()[e.node+".send"]; !ok {
			return fmt.Errorf("--tunnel: node %s sends nothing for programs outside; give it run: {type: external} and a link, or name another node", e.node)
		}
		defer s.Client()()
	}
	frames := s.Subscribe(room)
	defer s.Unsubscribe(frames)
	failed := make(chan error, len(t.ends))
	for _, e := range t.ends {
		go func() { failed <- e.forward(ctx, s) }()
	}
	for {
		select {
		case f := <-frames.C:
			for i := range f.Mail {
				t.deliver(s, &f.Mail[i])
			}
		case err := <-failed:
			if err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// forward sends what a program sends.
func (e *end) forward(ctx context.Context, s *cosim.Session) error {
	buffer := make([]byte, external.MostBytes)
	for {
		n, from, err := e.conn.ReadFrom(buffer)
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		e.lock.Lock()
		e.to = from
		e.lock.Unlock()
		if n > 0 {
			e.send(s, buffer[:n])
		}
	}
}

// send sends a datagram through the water. What is refused is counted by the session.
func (e *end) send(s *cosim.Session, data []byte) {
	text, err := json.Marshal(external.Sending{Link: e.link, To: e.peer.node, Data: data})
	if err == nil {
		_ = s.SendBytes(e.node+".send", string(text))
	}
}

// deliver gives a message to the program for which it is, if there is one.
func (t *tunnels) deliver(s *cosim.Session, m *cosim.Mail) {
	payload, ok := m.Body.(external.Payload)
	if !ok {
		return
	}
	for _, e := range t.ends {
		if s.Names.Nodes[m.Node] != e.node || s.Names.Nodes[m.From] != e.peer.node || e.link != "" && s.Names.Links[m.Link] != e.link {
			continue
		}
		e.lock.Lock()
		to := e.to
		e.lock.Unlock()
		if to != nil {
			e.conn.WriteTo([]byte(payload.Data), to)
		}
	}
}
