package lockstep

import (
	"context"
	"encoding/json"
	"errors"
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

// stepper does what clients order, each order once.
type stepper struct {
	*describer
	access cosim.Access
	frames *cosim.Subscription // in real time
	lock   sync.Mutex
	owner  string // the client that steps; empty for none
	heard  time.Time
	seq    uint64 // its last order
	answer []byte // to it
}

// newStepper returns a stepper.
func newStepper(s *cosim.Session) *stepper {
	st := &stepper{describer: newDescriber(s)}
	if !s.Lockstep() {
		st.frames = s.Subscribe(room)
	}
	return st
}

// room is how many frames wait for a client that is slow.
const room = 1024

// obey does what a client orders, and returns the answer to it; nil for none.
func (s *stepper) obey(ctx context.Context, client string, data []byte) []byte {
	o, err := parse(data)
	if err != nil {
		s.session.Junk()
		return refusal(o.Seq, err)
	}
	if address, isPacket := strings.CutPrefix(client, packets); isPacket && !s.access.From(address, o.Token) {
		s.session.Junk()
		return nil // who does not know the token learns nothing
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	now := time.Now()
	if s.owner != client {
		if s.owner != "" && now.Sub(s.heard) < patience {
			return refusal(o.Seq, errors.New("another client steps this run; only one can"))
		}
		s.owner, s.seq, s.answer = client, 0, nil
	}
	s.heard = now
	switch {
	case o.Bye:
		s.owner = ""
		return encode(&answer{Seq: o.Seq})
	case o.Seq == s.seq && s.answer != nil:
		return s.answer
	case o.Seq <= s.seq:
		return nil // an old one, which came late
	}
	answer := s.do(ctx, &o)
	s.seq, s.answer, s.heard = o.Seq, answer, time.Now()
	return answer
}

// do carries an order out.
func (s *stepper) do(ctx context.Context, o *order) []byte {
	in, err := o.inputs()
	if err != nil {
		return refusal(o.Seq, err)
	}
	latest := s.session.Latest()
	if s.session.Lockstep() && !latest.Ended {
		frame, err := s.session.Go(ctx, cosim.Order{To: o.to(latest.At), Received: o.Until != "", In: in})
		switch {
		case errors.Is(err, cosim.ErrEnded):
			frame = s.session.Latest()
		case err != nil:
			return refusal(o.Seq, err)
		}
		return encode(s.describe(o, frame))
	}
	for _, one := range in {
		if err := s.session.Bring(one); err != nil {
			return refusal(o.Seq, err)
		}
	}
	return encode(s.describe(o, s.until(ctx, o, latest.At)))
}

// until waits in real time for what a client has asked to go to, and returns a frame with all that has come since the one
// before. A client that says nothing of where to gets the next one.
func (s *stepper) until(ctx context.Context, o *order, now sim.Time) *cosim.Frame {
	sum, to := *s.session.Latest(), o.to(now+1)
	sum.Readings, sum.Mail = nil, nil
	for {
		select {
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

// refusal is the answer to an order that is not obeyed.
func refusal(seq uint64, err error) []byte { return encode(&answer{Seq: seq, Error: err.Error()}) }

// encode writes an answer.
func encode(a *answer) []byte {
	data, err := json.Marshal(a)
	if err != nil { // a number that JSON has no word for
		data, _ = json.Marshal(&answer{Seq: a.Seq, T: a.T, Ns: a.Ns, Ended: a.Ended, Error: err.Error()})
	}
	return data
}

// UDP takes orders as datagrams.
type UDP struct {
	Conn   net.PacketConn
	Access cosim.Access
}

// packets begins the name of a client that sends datagrams; those of WebSockets have been asked for the token before.
const packets = "udp "

// Serve implements cosim.Adapter.
func (u *UDP) Serve(ctx context.Context, session *cosim.Session) error {
	defer session.Client()()
	stop := context.AfterFunc(ctx, func() { u.Conn.Close() })
	defer stop()
	s, buffer := newStepper(session), make([]byte, 1<<16)
	s.access = u.Access
	for {
		n, from, err := u.Conn.ReadFrom(buffer)
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		if answer := s.obey(ctx, packets+from.String(), buffer[:n]); answer != nil {
			u.Conn.WriteTo(answer, from) // what is lost is asked for again
		}
	}
}

// Handler takes orders over WebSockets, one client after the other.
func Handler(ctx context.Context, session *cosim.Session) http.Handler {
	s := newStepper(session)
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
			if answer := s.obey(ctx, "websocket "+r.RemoteAddr, data); answer != nil && c.Write(ctx, websocket.MessageText, answer) != nil {
				return
			}
		}
	})
}
