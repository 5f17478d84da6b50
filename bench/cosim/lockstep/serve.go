package lockstep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"halocline/bench/cosim"
	"halocline/sim"
)

// patience is how long a client may be silent before another one may step the run.
const patience = 5 * time.Second

// Orders does what clients order, each order once. The adapters of a session share it, so that one client steps the run however it comes.
type Orders struct {
	Access cosim.Access

	lock sync.Mutex
	*describer
	frames *cosim.Subscription // in real time
	owner  string              // the client that steps; empty for none
	heard  time.Time
	seq    uint64 // its last order
	answer []byte // to it
}

// begin has the orders be those of a session, from the first one on.
func (s *Orders) begin(session *cosim.Session) {
	if s.describer != nil {
		return
	}
	s.describer = newDescriber(session)
	if !session.Lockstep() {
		s.frames = session.Subscribe(room)
	}
}

// room is how many frames wait for a client that is slow.
const room = 1024

// obey does what a client orders, and returns the answer to it; nil for none.
func (s *Orders) obey(ctx context.Context, session *cosim.Session, client string, data []byte) []byte {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.begin(session)
	o, err := parse(data)
	if address, isPacket := strings.CutPrefix(client, packets); isPacket && !s.Access.From(address, o.Token) {
		session.Junk()
		return nil // who does not know the token learns nothing
	}
	if err == nil {
		err = s.knows(&o)
	}
	if err != nil {
		session.Junk()
		return s.refuse(o.Seq, err)
	}
	now := time.Now()
	if s.owner != client {
		if s.owner != "" && now.Sub(s.heard) < patience {
			return s.refuse(o.Seq, errors.New("another client steps this run; only one can"))
		}
		s.owner, s.seq, s.answer = client, 0, nil
	}
	s.heard = now
	switch {
	case o.Bye:
		s.owner = ""
		return s.bye(ctx, &o)
	case o.Seq == s.seq && s.answer != nil:
		return s.answer
	case o.Seq <= s.seq:
		return nil // an old one, which came late
	}
	answer := s.do(ctx, &o)
	s.seq, s.answer, s.heard = o.Seq, answer, time.Now()
	return answer
}

// bye ends a run in lock step. One that goes by the wall clock goes on without the client.
func (s *Orders) bye(ctx context.Context, o *order) []byte {
	if s.session.Lockstep() {
		s.session.Go(ctx, cosim.Order{Bye: true}) // an error is that the run has ended already
	}
	return s.encode(s.describe(o, s.session.Latest()))
}

// do carries an order out.
func (s *Orders) do(ctx context.Context, o *order) []byte {
	in, err := o.inputs()
	if err != nil {
		return s.refuse(o.Seq, err)
	}
	latest := s.session.Latest()
	switch {
	case latest.Ended:
		return s.encode(s.describe(o, latest))
	case s.session.Lockstep():
		frame, err := s.session.Go(ctx, cosim.Order{To: o.to(latest.At), Received: o.Until != "", In: in})
		switch {
		case errors.Is(err, cosim.ErrEnded):
			frame = s.session.Latest()
		case err != nil:
			return s.refuse(o.Seq, err)
		}
		return s.encode(s.describe(o, frame))
	}
	if err := s.session.Bring(in...); err != nil {
		return s.refuse(o.Seq, err)
	}
	return s.encode(s.describe(o, s.until(ctx, o, latest.At)))
}

// until waits in real time for what a client has asked to go to, and returns a frame with all that has come since the one
// before. A client that says nothing of where to gets the next one, and none waits longer than the patience with it.
func (s *Orders) until(ctx context.Context, o *order, now sim.Time) *cosim.Frame {
	sum, to := *s.session.Latest(), o.to(now+1)
	sum.Readings, sum.Mail = nil, nil
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			return &sum
		case f := <-s.frames.C:
			sum.At, sum.Ended, sum.Nodes = f.At, f.Ended, f.Nodes
			sum.Readings, sum.Mail = append(sum.Readings, f.Readings...), append(sum.Mail, f.Mail...)
		case <-ctx.Done():
			sum.Ended = true
		}
		if sum.Ended || len(s.frames.C) == 0 && (sum.At >= to || o.Until != "" && len(sum.Mail) > 0) {
			return &sum
		}
	}
}

// refuse is the answer to an order that is not obeyed.
func (s *Orders) refuse(seq uint64, err error) []byte {
	f := s.session.Latest()
	return s.encode(&answer{Seq: seq, T: f.At.Seconds(), Ns: int64(f.At), Ended: f.Ended, Error: err.Error()})
}

// encode writes an answer.
func (s *Orders) encode(a *answer) []byte {
	data, err := json.Marshal(a)
	if err == nil && len(data) > mostAnswer {
		err = fmt.Errorf("the run is at %.9g s, and the answer has %d bytes, more than a datagram holds; take shorter steps, or say by nodes which ones you want to know of", a.T, len(data))
	}
	if err != nil { // a number that JSON has no word for
		data, _ = json.Marshal(&answer{Seq: a.Seq, T: a.T, Ns: a.Ns, Ended: a.Ended, Error: err.Error()})
	}
	return data
}

// UDP takes orders as datagrams.
type UDP struct {
	Conn   net.PacketConn
	Orders *Orders
}

// mostAnswer bounds an answer: a datagram of IPv4 holds 65,507 bytes.
const mostAnswer = 65_507

// packets begins the name of a client that sends datagrams; those of WebSockets have been asked for the token before.
const packets = "udp "

// Serve implements cosim.Adapter.
func (u *UDP) Serve(ctx context.Context, session *cosim.Session) error {
	stop := context.AfterFunc(ctx, func() { u.Conn.Close() })
	defer stop()
	buffer := make([]byte, 1<<16)
	for {
		n, from, err := u.Conn.ReadFrom(buffer)
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		if answer := u.Orders.obey(ctx, session, packets+from.String(), buffer[:n]); answer != nil {
			u.Conn.WriteTo(answer, from) // what is lost is asked for again
		}
	}
}

// Handler takes orders over WebSockets.
func (s *Orders) Handler(ctx context.Context, session *cosim.Session) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			return // Accept has told the client
		}
		defer c.CloseNow()
		defer session.Client()()
		c.SetReadLimit(cosim.MostMessage)
		for {
			_, data, err := c.Read(ctx)
			if err != nil {
				return
			}
			if answer := s.obey(ctx, session, "websocket "+r.RemoteAddr, data); answer != nil && c.Write(ctx, websocket.MessageText, answer) != nil {
				return
			}
		}
	})
}
