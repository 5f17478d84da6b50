// Package cosim runs a scenario together with programs outside of it: controllers, modem software, hardware, people. A Session
// advances the run in steps, and the time between two steps is a boundary. In real time a boundary waits for the wall clock, and
// in lock step for a client that says how far to go. Adapters, in packages below, speak the protocols of those programs.
//
// An input takes effect at a boundary and nowhere else, after all other events of its instant. The journal has its time, its port
// and its value. Replayed, it makes the same run again, to the bit, without the hardware.
//
// A Session never waits for clients that only receive: what it publishes goes into queues that drop their oldest entry. How late
// its boundaries were stands in its Report.
//
// Begin with Session, Config and Adapter.
//
// Left out: several clients that advance one run together; going back in time, for which a journal is replayed up to that time;
// real time of the operating system, so that other programs of the machine may make a boundary late.
package cosim

import (
	"context"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"halocline/plant/program"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// Config says how a session goes on.
type Config struct {
	Step     time.Duration // between boundaries, of simulated time
	Rate     float64       // simulated over wall time; 0 for lock step
	Late     Late          // what is done about a boundary that is late
	Deadline time.Duration // by which a boundary may be late; 0 for Step/Rate
	Timeout  time.Duration // for which a client in lock step may be silent; 0 for ever
	Journal  io.Writer     // gets what comes in; nil for none
	Wall     Wall          // nil for that of the machine
}

// Late says what is done about a boundary that is late.
type Late string

// What is done. To catch up, boundaries follow each other as fast as they can; to slip, the run is behind from then on.
const (
	Catch Late = "warn"
	Stop  Late = "stop"
	Slip  Late = "slip"
)

// Wall is a clock on the wall.
type Wall interface {
	Now() time.Time
	Until(ctx context.Context, t time.Time) error
}

// Adapter speaks a protocol with programs outside.
type Adapter interface {
	// Serve carries on until ctx is done, which is some time after the end of the run. An error ends the run.
	Serve(ctx context.Context, s *Session) error
}

// The following are what an Adapter may be too.
type (
	// checked is an Adapter that finds what does not fit the scenario before the run begins.
	checked interface{ Check(s *Session) error }
	// Located is an Adapter that says where it listens, as when any port will do.
	Located interface{ Addr() net.Addr }
)

// Session is a run in step with programs outside.
type Session struct {
	Names trace.Names // of the scenario
	Title string      // the scenario's name
	Geo   *geom.Geo   // nil where the origin has no place on the Earth

	config   Config
	vehicle  int32 // the first; -1 for none
	adapters []Adapter
	run      *scenarios.Simulation
	ports    map[string]scenarios.Port
	listed   []scenarios.Port
	inbox    *queue[entry]
	asked    chan stepping // by clients in lock step
	report   recorder

	lock        sync.Mutex
	subscribers []*Subscription
	latest      *Frame

	unwritten error // of the journal

	readings []scenarios.Reading // since the last frame
	mail     []Mail
}

// entry is something that a client brings in.
type entry struct {
	scenarios.Input
	came time.Time
}

// most is how much may wait to come in at a boundary.
const most = 4096

// New returns a session of a run.
func New(c Config, plan *scenarios.Plan, adapters ...Adapter) (*Session, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	s := &Session{
		Names: plan.Names(), Title: plan.Name, config: c, vehicle: firstVehicle(plan), adapters: adapters,
		inbox: newQueue[entry](most), asked: make(chan stepping),
	}
	if g := plan.Geo; g != nil {
		s.Geo = &geom.Geo{Latitude: g.Latitude, Longitude: g.Longitude}
	}
	for _, a := range adapters {
		if c, ok := a.(checked); ok {
			if err := c.Check(s); err != nil {
				return nil, err
			}
		}
	}
	s.report.begin(&s.config)
	return s, nil
}

// check checks what only a program can get wrong that does not read flags.
func (c *Config) check() error {
	if c.Step <= 0 {
		return fmt.Errorf("a session steps by %v; it needs a step above 0", c.Step)
	}
	if c.Rate < 0 {
		return fmt.Errorf("a session at rate %g goes backwards; 1 is real time, and 0 is lock step", c.Rate)
	}
	if c.Deadline == 0 && c.Rate > 0 {
		c.Deadline = time.Duration(float64(c.Step) / c.Rate)
	}
	if c.Wall == nil {
		c.Wall = machine{}
	}
	return nil
}

// WriteJournal has what comes in written down, as Config.Journal does. It must be called before the run.
func (s *Session) WriteJournal(w io.Writer) { s.config.Journal = w }

// Lockstep reports whether the run waits for a client.
func (s *Session) Lockstep() bool { return s.config.Rate == 0 }

// Rate returns simulated over wall time; 0 in lock step.
func (s *Session) Rate() float64 { return s.config.Rate }

// Step returns the time between two boundaries.
func (s *Session) Step() time.Duration { return s.config.Step }

// Reading takes what an instrument has read. It is what measure.Options.Readings is to be.
func (s *Session) Reading(r scenarios.Reading) { s.readings = append(s.readings, r) }

// Drive carries a run out, with the adapters. It is what measure.Options.Drive is to be.
func (s *Session) Drive(ctx context.Context, run *scenarios.Simulation) (sim.Time, error) {
	s.run, s.ports, s.listed = run, map[string]scenarios.Port{}, run.Ports()
	for _, p := range s.listed {
		s.ports[p.Full()] = p
	}
	run.Forward(func(node int32, m program.Mailed) { s.mail = append(s.mail, Mail{node, m}) })
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	run.Note(s.note)
	run.Start()
	s.report.start(s.config.Wall.Now())
	s.publish(s.look(false))
	wait := s.serve(ctx, cancel)
	var err error
	if s.Lockstep() {
		err = s.followClient(ctx)
	} else {
		err = s.followWall(ctx)
	}
	if err != nil { // what came in at the last boundary takes effect; then the run is told why it does not go on
		run.RunUntil(context.WithoutCancel(ctx), run.Kernel.Now())
		cancel(err)
		run.RunUntil(ctx, run.Kernel.Now())
	}
	s.publish(s.look(true))
	reached, err := run.Close()
	if unwritten := s.endJournal(reached); err == nil {
		err = unwritten
	}
	s.report.end(reached)
	if failed := wait(); err == nil {
		err = failed
	}
	return reached, err
}

// serve has the adapters carry on. The function that it returns ends them, after a while in which clients take the last frame and those that
// the session has started come to their own ends. It returns why one of them failed.
func (s *Session) serve(ctx context.Context, cancel context.CancelCauseFunc) (wait func() error) {
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	var all, started sync.WaitGroup
	var failed atomic.Pointer[error]
	for _, a := range s.adapters {
		all.Add(1)
		_, own := a.(*Client)
		if own {
			started.Add(1)
		}
		go func() {
			defer all.Done()
			if own {
				defer started.Done()
			}
			if err := a.Serve(serving, s); err != nil && serving.Err() == nil {
				failed.CompareAndSwap(nil, &err)
				cancel(err)
			}
		}()
	}
	return func() error {
		if len(s.adapters) > 0 {
			time.Sleep(linger)
		}
		late := time.AfterFunc(clientPatience, stop)
		started.Wait()
		late.Stop()
		stop()
		all.Wait()
		if err := failed.Load(); err != nil {
			return *err
		}
		return nil
	}
}

// clientPatience is how long clients that the session has started may go on after its end.
const clientPatience = 10 * time.Second

// linger is how long adapters go on after the end, for answers that were lost.
const linger = 300 * time.Millisecond

// followWall carries the run along with the clock on the wall.
func (s *Session) followWall(ctx context.Context) error {
	start := s.config.Wall.Now()
	for k := int64(1); ; k++ {
		t := sim.Time(k * int64(s.config.Step))
		due := start.Add(time.Duration(float64(t) / s.config.Rate))
		if err := s.config.Wall.Until(ctx, due); err != nil {
			return err
		}
		ended, err := s.run.RunUntil(ctx, t)
		if err != nil {
			return err
		}
		now := s.config.Wall.Now()
		late := s.report.boundary(t, now, now.Sub(due))
		if ended {
			return nil
		}
		s.publish(s.look(false))
		if err := s.takeAll(now); err != nil {
			return err
		}
		switch {
		case late && s.config.Late == Stop:
			return fmt.Errorf("the boundary at %v is late by %v, and late is stop; a longer step or a lower rate leaves more time", t, now.Sub(due).Round(time.Microsecond))
		case late && s.config.Late == Slip:
			start = start.Add(now.Sub(due))
			s.report.slip(t, now.Sub(due))
		}
	}
}

// takeAll brings in what has come since the last boundary.
func (s *Session) takeAll(now time.Time) error {
	for _, e := range s.inbox.drain() {
		e.At = s.run.Kernel.Now()
		if err := s.run.Bring(e.Input); err != nil {
			s.report.refused.Add(1)
			continue
		}
		s.report.input(&e, now)
	}
	return s.unwritten
}

// machine is the clock of the machine.
type machine struct{}

// Now implements Wall.
func (machine) Now() time.Time { return time.Now() }

// Until implements Wall. It sleeps: to spin takes a core, and is worse on a machine that has other work.
func (machine) Until(ctx context.Context, t time.Time) error {
	d := time.Until(t)
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
