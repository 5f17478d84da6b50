package cosim

import (
	"context"
	"errors"
	"fmt"
	"time"

	"halocline/scenarios"
	"halocline/sim"
)

// Order is what a client in lock step asks for.
type Order struct {
	To       sim.Time
	Received bool // to stop before, as soon as a message has come
	In       []scenarios.Input
	Bye      bool // nothing more will come: the run ends where it is
}

// stepping is an order of a client that waits.
type stepping struct {
	Order
	reply chan<- answer
}

// answer is what became of an order.
type answer struct {
	frame *Frame
	err   error
}

// ErrEnded says that the run is over.
var ErrEnded = errors.New("the run has ended")

// Go brings in what a client gives, carries the run on, and returns what it has come to. It is for lock step only.
func (s *Session) Go(ctx context.Context, o Order) (*Frame, error) {
	if !s.Lockstep() {
		return nil, errors.New("the run goes on in real time; to step it, serve it with --lockstep")
	}
	reply := make(chan answer, 1)
	select {
	case s.asked <- stepping{o, reply}:
	case <-ctx.Done():
		return nil, ErrEnded
	}
	select {
	case a := <-reply:
		return a.frame, a.err
	case <-ctx.Done():
		return nil, ErrEnded
	}
}

// followClient carries the run on as a client says.
func (s *Session) followClient(ctx context.Context) error {
	for {
		o, err := s.next(ctx)
		if err != nil {
			return err
		}
		frame, ended, err := s.obey(ctx, &o.Order)
		o.reply <- answer{frame, err}
		if ended {
			return err
		}
	}
}

// next waits for what a client asks.
func (s *Session) next(ctx context.Context) (stepping, error) {
	var late <-chan time.Time
	if s.config.Timeout > 0 {
		timer := time.NewTimer(s.config.Timeout)
		defer timer.Stop()
		late = timer.C
	}
	began := s.config.Wall.Now()
	select {
	case o := <-s.asked:
		now := s.config.Wall.Now()
		s.report.waited(s.run.Kernel.Now(), now, now.Sub(began))
		return o, nil
	case <-late:
		return stepping{}, fmt.Errorf("no client has asked to go on for %v at %v; start one, or give it longer by --timeout", s.config.Timeout, s.run.Kernel.Now())
	case <-ctx.Done():
		return stepping{}, ctx.Err()
	}
}

// obey does what a client asks for. What it gives comes in where the run stands, all of it or nothing.
func (s *Session) obey(ctx context.Context, o *Order) (frame *Frame, ended bool, err error) {
	now := s.run.Kernel.Now()
	if o.Bye {
		s.report.bye()
		frame = s.look(true)
		s.publish(frame)
		return frame, true, nil
	}
	if o.To < now {
		return nil, false, fmt.Errorf("the run is at %v already, and cannot go to %v", now, o.To)
	}
	for i := range o.In {
		if err := s.check(&o.In[i]); err != nil {
			s.report.refused.Add(1)
			return nil, false, err
		}
	}
	for _, in := range o.In {
		s.inbox.push(entry{in, s.config.Wall.Now()})
	}
	if err := s.takeAll(s.config.Wall.Now()); err != nil {
		return nil, true, err
	}
	if ended, err = s.advance(ctx, o); err != nil {
		return nil, true, err
	}
	frame = s.look(ended)
	s.publish(frame)
	return frame, ended, nil
}

// advance goes on to where a client wants to, or until a message comes.
func (s *Session) advance(ctx context.Context, o *Order) (ended bool, err error) {
	for {
		to := o.To
		if o.Received {
			next, ok := s.run.Next()
			if ok && next < to {
				to = next
			}
		}
		ended, err = s.run.RunUntil(ctx, to)
		if ended || err != nil || to == o.To || o.Received && len(s.mail) > 0 {
			return ended, err
		}
	}
}
