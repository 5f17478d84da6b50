package mavlink

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"halocline/bench/cosim"
	"halocline/sim"
)

// Link speaks MAVLink with all who have said something that it can read.
type Link struct {
	Conn   net.PacketConn
	Node   string   // empty for the first vehicle
	Target net.Addr // told from the beginning, whether it has said something or not; nil for nobody
}

// Open listens on what the flag says, ADDRESS, ADDRESS,NODE or ADDRESS,NODE,TARGET.
func Open(ctx context.Context, a cosim.Access, text string) (cosim.Adapter, error) {
	address, node := cosim.AddressAndNode(text)
	node, target, aimed := strings.Cut(node, ",")
	l := &Link{Node: node}
	var err error
	if l.Conn, err = (cosim.Access{}).ListenPacket(ctx, address); err != nil {
		if a.Remote {
			err = errors.New("MAVLink is spoken with programs on this machine only, since its packets cannot give the token; write a port, as in 14551")
		}
		return nil, err
	}
	if aimed {
		if target, err = (cosim.Access{}).Address(target); err == nil {
			l.Target, err = net.ResolveUDPAddr("udp", target)
		}
		if err != nil {
			l.Conn.Close()
			return nil, fmt.Errorf("the address that is told from the beginning: %w", err)
		}
	}
	return l, nil
}

// Periods: in simulated time that of what tells how the vehicle moves, in that of the wall that of the heartbeat, by which clients know that
// there is somebody, and with which all is told once more; and for how long one who is silent is told things.
const (
	period   = 20 * time.Millisecond
	beat     = time.Second
	patience = 30 * time.Second
	room     = 64 // frames
)

// speaker is the vehicle as clients see it. What is received and what is told share it.
type speaker struct {
	link    *Link
	session *cosim.Session
	node    int32
	lock    sync.Mutex
	pilot   *pilot
	down    bool
	number  byte
	clients map[string]*client // by address
	gauge   gauge
}

// client is one who is told things.
type client struct {
	addr  net.Addr
	heard time.Time
	leave func()
}

// Addr implements cosim.Located.
func (l *Link) Addr() net.Addr { return l.Conn.LocalAddr() }

// Check implements cosim.Checked.
func (l *Link) Check(s *cosim.Session) error {
	if _, err := s.Node(l.Node); err != nil {
		return fmt.Errorf("--mavlink: %w", err)
	}
	return nil
}

// Serve implements cosim.Adapter.
func (l *Link) Serve(ctx context.Context, s *cosim.Session) error {
	defer l.Conn.Close()
	node, err := s.Node(l.Node)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { l.Conn.Close() })()
	v := &speaker{link: l, session: s, node: node, pilot: newPilot(s, s.Names.Nodes[node]), clients: map[string]*client{}}
	defer v.leaveAll()
	var telling sync.WaitGroup
	telling.Go(func() { v.tell(ctx) })
	defer telling.Wait()
	for buffer := make([]byte, 1<<16); ; {
		n, from, err := l.Conn.ReadFrom(buffer)
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		v.hear(from, buffer[:n])
	}
}

// hear does what a datagram asks for, and answers.
func (v *speaker) hear(from net.Addr, data []byte) {
	v.lock.Lock()
	defer v.lock.Unlock()
	var answers []any
	for len(data) > 0 {
		p, rest, ok := unpack(data)
		data = rest
		if !ok {
			v.session.Junk()
			continue
		}
		v.meet(from)
		if !v.down {
			answers = append(answers, v.pilot.hear(p)...)
		}
	}
	v.send(answers, from)
}

// meet takes note that a client is there. There is room for so many; the one that was silent for the longest makes room.
func (v *speaker) meet(from net.Addr) {
	if c := v.clients[from.String()]; c != nil {
		c.heard = time.Now()
		return
	}
	var oldest *client
	for _, c := range v.clients {
		if oldest == nil || c.heard.Before(oldest.heard) {
			oldest = c
		}
	}
	if len(v.clients) >= cosim.MostClients {
		v.forget(oldest)
	}
	v.clients[from.String()] = &client{from, time.Now(), v.session.Client()}
}

// forget forgets a client.
func (v *speaker) forget(c *client) {
	c.leave()
	delete(v.clients, c.addr.String())
}

// leaveAll forgets all clients.
func (v *speaker) leaveAll() {
	for _, c := range v.clients {
		v.forget(c)
	}
}

// send sends messages to one; a datagram that is lost is not sent again.
func (v *speaker) send(messages []any, to net.Addr) {
	for _, m := range messages {
		v.link.Conn.WriteTo(pack(nil, v.number, m), to)
		v.number++
	}
}

// sendAll sends messages to all.
func (v *speaker) sendAll(messages []any) {
	told := map[string]bool{}
	for _, c := range v.clients {
		if time.Since(c.heard) > patience {
			v.forget(c)
			continue
		}
		told[c.addr.String()] = true
	}
	for _, m := range messages {
		data := pack(nil, v.number, m)
		v.number++
		for _, c := range v.clients {
			v.link.Conn.WriteTo(data, c.addr)
		}
		if t := v.link.Target; t != nil && !told[t.String()] {
			v.link.Conn.WriteTo(data, t)
		}
	}
}

// tell tells all how the vehicle is, until the session ends.
func (v *speaker) tell(ctx context.Context) {
	frames := v.session.Subscribe(room)
	defer v.session.Unsubscribe(frames)
	heart := time.NewTicker(beat)
	defer heart.Stop()
	next, latest := sim.Time(0), v.session.Latest()
	for {
		var messages []any
		select {
		case <-ctx.Done():
			return
		case <-heart.C:
			messages = v.slow(latest)
		case latest = <-frames.C:
			messages = v.fast(latest, &next)
		}
		v.lock.Lock()
		if v.down = latest.Nodes[v.node].Down; !v.down {
			v.sendAll(messages)
		}
		v.lock.Unlock()
	}
}

// fast returns what is told each period.
func (v *speaker) fast(f *cosim.Frame, next *sim.Time) []any {
	v.gauge.read(f, v.node)
	if f.At < *next {
		return nil
	}
	*next = f.At.Add(period)
	return v.motion(f)
}

// motion returns what is told of how the vehicle moves, if its node knows that.
func (v *speaker) motion(f *cosim.Frame) []any {
	seen := &f.Nodes[v.node]
	if !seen.Knows {
		return nil
	}
	return motion(v.session, milliseconds(seen.Local), &seen.Believed)
}

// slow returns what is told with each beat of the heart.
func (v *speaker) slow(f *cosim.Frame) []any {
	v.lock.Lock()
	armed := v.pilot.armed
	v.lock.Unlock()
	beat := &heartbeat{Type: typeSubmarine, Autopilot: autopilotGeneric, BaseMode: modeManual | modeSimulated, Status: stateStandby, VersionOfMAVLink: 3}
	if armed {
		beat.BaseMode, beat.Status = beat.BaseMode|modeArmed, stateActive
	}
	local := f.Nodes[v.node].Local
	all := []any{beat, clockOf(local)}
	if v.gauge.told {
		all = append(all, &scaledPressure{Boot: milliseconds(local), Absolute: float32(atmosphere + perMetre*v.gauge.depth)})
	}
	return append(all, v.motion(f)...)
}

// gauge is what is known of the depth by an instrument.
type gauge struct {
	depth float64 // m
	told  bool
}

// read takes the readings of a node from a frame.
func (g *gauge) read(f *cosim.Frame, node int32) {
	for _, r := range f.Readings {
		if r.Node == node && r.Name == "depth_m" {
			g.depth, g.told = r.Value, true
		}
	}
}
