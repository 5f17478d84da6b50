package mactest

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"halocline/mac"
	"halocline/sim"
	"halocline/sim/metric"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// errRunaway ends a run in which the protocol does nothing but wake itself up.
var errRunaway = errors.New("more than 20000 events per node in a second: timers run away")

// busyNode is the most events that a node may cause in a second.
const busyNode = 20_000

// run is a scene as it is played once.
type run struct {
	scene    *scene
	kernel   *sim.Kernel
	governor *governor
	water    water
	stations []*station
	names    trace.Names
	errors   *lossy
	rand     *rng.Stream // of the applications and of the radios that refuse
	offers   []offer     // still to come
	timer    *sim.Timer
	over     bool          // the traffic has ended, and nothing goes wrong any more
	quiet    time.Duration // longer than any frame is in the water
	book     *book
	checks   []check
	course   course
	jammer   *jammer // nil: there is none

	delivered []int // packets by the node that offered them, once for each receiver
	served    []int // the same, while all nodes were under load
	lost      int64 // packets before the jam of a trial

	ledger *trace.Ledger // nil where the run has no tracer
	text   *trace.Text   // nil where no log is kept
	log    strings.Builder
}

// violation is a contract broken.
type violation struct{ text string }

// Error implements error.
func (b *violation) Error() string { return b.text }

// newRun prepares a scene whose nodes have these names.
func newRun(s *scene, names []string, queue sim.Queue, traced bool) *run {
	r := &run{
		scene:  s,
		names:  trace.Names{Nodes: names, Links: []string{"water"}},
		offers: s.offers,
		errors: &lossy{loss: s.loss},
		quiet:  30 * time.Second,
		book:   newBook(s.nodes(), s.terms.MaxHeld),
		checks: checks(),
		course: newCourse(),
	}
	g := &governor{Queue: queue, limit: busyNode * s.nodes()}
	r.kernel = sim.New(g)
	g.kernel, r.governor = r.kernel, g
	g.strays = func(p sim.Phase) {
		r.fail("at %v: a timer of the protocol is in phase %v; make all of them with env.Kernel.NewTimer(sim.Comm, ...)", r.kernel.Now(), p)
	}
	r.timer = r.kernel.NewTimer(sim.Comm, r.offer)
	if traced {
		r.ledger = trace.NewLedger(r.names)
	}
	return r
}

// keepLog makes the run write down its trace.
func (r *run) keepLog() { r.text = trace.NewText(&r.log, r.names) }

// guard returns what the protocol did wrong while f ran.
func (r *run) guard(f func()) (fault error) {
	defer func() {
		if r.text != nil {
			r.text.Flush()
		}
		p := recover()
		if p == nil {
			return
		}
		var b *violation
		if err, ok := p.(error); ok && errors.As(err, &b) {
			fault = b
			return
		}
		fault = fmt.Errorf("at %v: panics: %v\n%s", r.kernel.Now(), p, debug.Stack())
	}()
	f()
	return nil
}

// play plays the scene and returns what the protocol did wrong.
func (r *run) play(config func() mac.Config) error {
	return r.guard(func() {
		config := config()
		r.build(config)
		for _, s := range r.stations {
			s.Start()
		}
		r.timer.Arm(r.offers[0].at)
		r.advance(r.scene.end)
		r.over, r.errors.loss = true, 0
		r.settle()
		r.revive()
		r.balance()
		r.measure(config)
	})
}

// offer sends the packets that are due.
func (r *run) offer(now sim.Time) {
	for len(r.offers) > 0 && r.offers[0].at == now {
		o := r.offers[0]
		r.offers = r.offers[1:]
		number := len(r.book.packets)
		cut := float64(number%3) / 4 // dB: it must be copied, and is too little to matter
		r.stations[o.from].port.SendWith(o.to, o.bits, cut, &token{number: number})
	}
	if len(r.offers) > 0 {
		r.timer.Arm(r.offers[0].at)
	}
}

// see checks an act and enters it into the book.
func (r *run) see(a act) {
	a.at = r.kernel.Now()
	for _, c := range r.checks {
		if text := c(r.book, &a); text != "" {
			r.fail("at %v: node %d %s", a.at, a.node, text)
		}
	}
	r.course.add(&a)
	r.book.enter(&a)
}

// fail ends the run at once, from wherever in the protocol it is.
func (r *run) fail(format string, args ...any) {
	panic(fmt.Errorf("mactest: %w", &violation{fmt.Sprintf(format, args...)}))
}

// speak gives the protocol the word: what is scheduled meanwhile is its own.
func (r *run) speak(f func()) {
	before := r.governor.enter(true)
	f()
	r.governor.enter(before)
}

// advance lets time go by.
func (r *run) advance(until sim.Time) {
	var f *sim.Failure
	if err := r.kernel.Run(context.Background(), until); errors.As(err, &f) {
		r.fail("at %v: %v", f.At, f.Err)
	}
}

// settle waits until no packet is held and none was sent for a while. What
// arrived must have been delivered by then.
func (r *run) settle() {
	since := r.kernel.Now()
	for carried := -1; carried != r.book.carried || r.book.open() != nil || r.book.unended() != nil; {
		if r.kernel.Now().Sub(since) > r.scene.terms.Settle {
			if p := r.book.open(); p != nil {
				r.fail("at %v: node %d still holds packet %d, offered at %v, although all is well since %v: it was neither sent nor dropped; "+
					"if the protocol needs longer than %v for all that waits, say how long in Terms.Settle",
					r.kernel.Now(), p.node, p.was.ID, p.was.Created, since, r.scene.terms.Settle)
			}
			if p := r.book.unended(); p != nil && carried == r.book.carried {
				r.fail("at %v: node %d has not said what became of packet %d, offered at %v, although all is well since %v: call Upper.Sent or Upper.Drop",
					r.kernel.Now(), p.node, p.was.ID, p.was.Created, since)
			}
			r.fail("at %v: packets are still being sent, although none was offered since %v; if the protocol needs longer than %v for them, say how long in Terms.Settle",
				r.kernel.Now(), since, r.scene.terms.Settle)
		}
		carried = r.book.carried
		r.advance(r.kernel.Now().Add(r.quiet))
	}
	if text := undelivered(r.book); text != "" && !r.scene.terms.Discards {
		r.fail("%s", text)
	}
}

// revive has each node send a packet to a neighbour, one after the other: a
// protocol that has seen the worst must still work. Where packets have a time to
// live it may need more than one.
func (r *run) revive() {
	const attempts = 20
	for _, s := range r.stations {
		to, ok := r.neighbour(s.addr)
		if !ok {
			continue
		}
		p := r.sendAlone(s, to)
		for n := 1; n < attempts && p.dropped && p.cause == trace.Expired; n++ {
			p = r.sendAlone(s, to)
		}
		if !p.reached.has(to) {
			end := "lost"
			if p.dropped {
				end = "dropped: " + p.cause.String()
			}
			r.fail("packet %d, offered to node %d at %v for node %d, alone in a quiet channel without loss, was %s",
				p.was.ID, s.addr, p.was.Created, to, end)
		}
	}
}

// sendAlone offers a packet and waits until all is quiet again.
func (r *run) sendAlone(s *station, to mac.Addr) *trackedPacket {
	const bits = 64
	err := s.port.Send(to, bits, &token{answer: true})
	number := uint64(len(r.book.packets))
	if err != nil {
		r.fail("at %v: node %d refuses packet %d although it holds none and nobody is sending: %v",
			r.kernel.Now(), s.addr, number, err)
	}
	r.settle()
	return r.book.packet(number)
}

// neighbour returns the next node that a node reaches.
func (r *run) neighbour(from mac.Addr) (to mac.Addr, ok bool) {
	now := r.kernel.Now()
	nodes := mac.Addr(r.scene.nodes())
	for i := range nodes - 1 {
		to = (from + 1 + i) % nodes
		if r.water.reaches(r.scene.at[from].Position(now), r.scene.at[to].Position(now)) {
			return to, true
		}
	}
	return 0, false
}

// balance compares the books of the trace with those of the kit.
func (r *run) balance() {
	if r.ledger == nil {
		return
	}
	sum := r.ledger.Close(r.kernel.Now())
	if text := unbalanced(r.book, sum.Total.Packets); text != "" {
		r.fail("%s", text)
	}
}

// chases reports whether a packet is to come as a transmission ends.
func (r *run) chases() bool {
	return !r.over && r.scene.chase > 0 && r.rand.Float64() < r.scene.chase
}

// echoes reports whether a packet is to be answered.
func (r *run) echoes() bool {
	return !r.over && r.scene.echo > 0 && r.rand.Float64() < r.scene.echo
}

// denied reports whether a radio that could send does not want to.
func (r *run) denied() bool {
	d := r.scene.denial
	now := r.kernel.Now()
	return !r.over && now >= d.from && now < d.until && r.rand.Float64() < d.chance
}

// measure asks each node for what the configuration declares to measure.
func (r *run) measure(config mac.Config) {
	declares, ok := config.(metric.Config)
	if !ok {
		return
	}
	defs := declares.Metrics()
	for _, s := range r.stations {
		source, gives := s.MAC.(metric.Source)
		if !gives {
			r.fail("Metrics of the configuration declare %d, and what Build returns has no method Values that gives them; see metric.Source", len(defs))
		}
		source.Values(func(def int, _ string, v float64) {
			if def < 0 || def >= len(defs) {
				r.fail("Values of node %d gives %g for metric %d, and Metrics of the configuration declare 0 to %d", s.addr, v, def, len(defs)-1)
			}
		})
	}
}
