package showing

import (
	"context"
	"net"
	"time"

	"halocline/bench/cosim"
	"halocline/bench/record/recorder"
	"halocline/bench/study/measure"
	"halocline/bench/view"
	"halocline/scenarios"
	"halocline/sim"
)

// Live shows a run while it goes on. It is an adapter of a session. The run never waits for who looks on: it hands over what has
// happened some times a second, and the answers are made beside it.
type Live struct {
	Page

	kept  *view.Memory
	taken *recorder.Recorder
	built chan *view.Server
}

// NewLive returns a page of a run to come.
func NewLive(p Page) *Live { return &Live{Page: p, built: make(chan *view.Server, 1)} }

// fresh is how often a page hears of what is new, by the clock on the wall.
const fresh = 100 * time.Millisecond

// Join has a run be taken down that goes on at a rate, of simulated to wall time; 0 in lock step. What repeats it is written into the
// head by recipe.
func (l *Live) Join(plan *scenarios.Plan, o *measure.Options, rate float64, recipe func(*recorder.Head)) {
	l.kept = view.NewMemory()
	l.taken = recorder.New(plan, l.kept)
	recipe(&l.taken.Head)
	period := time.Duration(float64(fresh) * min(max(rate, 0.01), 1e6))
	if rate == 0 {
		period = fresh
	}
	Take(l.taken, o)
	attach := o.Built
	o.Built = func(s *scenarios.Simulation) {
		attach(s)
		last := sim.Time(0)
		s.Sample(period, func(now sim.Time) {
			l.taken.Head.Reached = max(int64(last), 1) // until then everything has been handed over
			last = now
			l.taken.Flush()
		})
		l.taken.Head.Reached = 1 // ns: nothing yet
		head := l.taken.Head
		l.kept.Inform(&head)
		if data, err := view.NewLive(l.Version, l.kept); err == nil { // an empty recording has no faults
			l.built <- data
		}
	}
}

// Addr implements cosim.Located.
func (l *Live) Addr() net.Addr { return l.Listener.Addr() }

// Serve implements cosim.Adapter.
func (l *Live) Serve(ctx context.Context, _ *cosim.Session) error { return l.Show(ctx) }

// Show serves the page until ctx is done, from when the run has been built.
func (l *Live) Show(ctx context.Context) error {
	select {
	case data := <-l.built:
		return l.serve(ctx, data)
	case <-ctx.Done():
		return nil
	}
}

// End takes down what came of the run; nil for one that was not carried out.
func (l *Live) End(o *measure.Outcome) {
	if o == nil {
		l.taken.Close(0)
		return
	}
	l.taken.Close(sim.Time(sim.Seconds(o.Reached)))
	Result(&l.taken.Head, o)
	l.kept.Inform(&l.taken.Head)
}

// Follow carries a session out and shows it, also when it has ended, until ctx is done.
func (l *Live) Follow(ctx context.Context, s *cosim.Session, plan *scenarios.Plan, recipe func(*recorder.Head)) error {
	o := measure.Options{Drive: s.Drive, Readings: s.Reading}
	l.Join(plan, &o, s.Rate(), recipe)
	showing, cancel := context.WithCancel(ctx)
	defer cancel()
	shown := make(chan error, 1)
	go func() { shown <- l.Show(showing) }()
	out, err := measure.Run(ctx, plan, o)
	l.End(out)
	switch {
	case ctx.Err() != nil:
		return <-shown
	case err != nil:
		cancel()
		<-shown
		return err
	}
	return <-shown
}
