package arq

import (
	"errors"
	"slices"

	"halocline/mac"
	"halocline/sim"
	"halocline/sim/trace"
)

// flow is the packets under way to one receiver.
type flow struct {
	layer  *Layer
	to     mac.Addr
	oldest uint32     // number of the first one under way
	sent   []*outward // under way, by number
	train  int        // packets handed down since one has asked
	wait   estimate
	timer  *sim.Timer // until the first time-out
}

// outward is a packet under way.
type outward struct {
	packet  *mac.Packet // nil once the port knows what became of it
	number  uint32
	tries   int             // that came to nothing; with go-back-N, while it was the oldest
	handed  int             // times that it was handed down
	asked   bool            // the last time
	ended   [tries]sim.Time // of its last tries, on the node's own clock
	due     sim.Time        // when to repeat it; 0 while it is not known
	below   bool            // the access protocol has it
	again   bool            // it is to be handed down once more
	done    bool            // acknowledged, or given up
	dropped trace.Cause     // why it was given up; NoCause where it was not
	last    trace.Cause     // why the access protocol dropped the last try
	out     bool            // it has been on the air
}

func newFlow(l *Layer, to mac.Addr) *flow {
	f := &flow{layer: l, to: to, wait: estimate{fixed: l.config.Timeout}}
	f.timer = l.env.Kernel.NewTimer(sim.Comm, f.timeOut)
	return f
}

// dispatch hands down what may go: what is to be repeated, and new packets as far as the window
// has room. The access protocol has a train at a time, or two packets, so that what it sends next is
// still open when an acknowledgement comes. It reports whether the access protocol took all of it.
func (f *flow) dispatch() (taken bool) {
	l := f.layer
	batch, room := l.batch[:0], f.room()
	more := false
	for _, o := range f.sent {
		switch {
		case !o.again || o.below:
		case len(batch) < room:
			batch = append(batch, o)
		default:
			more = true
		}
	}
	for len(f.sent) < l.config.Window && len(batch) < room {
		p := l.queue.PopTo(f.to)
		if p == nil {
			break
		}
		o := &outward{packet: p, number: f.oldest + uint32(len(f.sent)), again: true}
		f.sent = append(f.sent, o)
		batch = append(batch, o)
	}
	more = more || len(f.sent) < l.config.Window && l.queue.Has(f.to)
	taken = true
	for k, o := range batch {
		f.train++
		asks := f.train >= l.config.Train || k == len(batch)-1 && (!more || f.wait.troubled())
		if asks {
			f.train = 0
		}
		if taken = f.hand(o, asks); !taken {
			break
		}
	}
	l.batch = batch[:0]
	f.takeBack()
	f.settle()
	return taken
}

// room returns how many packets may be handed down now. After two time-outs in a row they go one by
// one until an acknowledgement comes: what a sender sends next may be what keeps it from hearing one.
func (f *flow) room() int {
	room, waiting := max(f.layer.config.Train, 2), 0
	for _, o := range f.sent {
		if o.below {
			room--
		}
		if o.below || o.waits() {
			waiting++
		}
	}
	switch {
	case !f.wait.troubled():
		return room
	case waiting > 0:
		return 0
	}
	return 1
}

// hand hands down a packet, and reports whether the access protocol took it.
func (f *flow) hand(o *outward, asks bool) bool {
	l, p := f.layer, o.packet
	s := &segment{packet: p, number: o.number, oldest: f.oldest, asks: asks, try: uint8(o.handed % tries)}
	s.carrier = mac.Packet{ID: p.ID, Src: p.Src, Dst: p.Dst, Bits: p.Bits + l.config.Header, Created: p.Created, Cut: p.Cut, Payload: s, Service: p.Service}
	before := *o
	o.below, o.again, o.asked, o.due = true, false, asks, 0
	o.handed++
	err := l.hand(s)
	switch {
	case err == nil:
		if o.out && o.below {
			l.env.Up.Requeue(p)
		}
		return true
	case errors.Is(err, mac.ErrTooLong):
		o.below, o.done, o.dropped = false, true, trace.TooLong
		return true
	}
	*o = before
	return false
}

// takeBack puts packets into the queue again that were never handed down.
func (f *flow) takeBack() {
	for n := len(f.sent); n > 0; n-- {
		o := f.sent[n-1]
		if o.handed > 0 || o.done {
			return
		}
		f.sent = f.sent[:n-1]
		f.layer.queue.Return(o.packet)
	}
}

// ended takes note that the access protocol has sent a segment, or has dropped it.
func (f *flow) ended(s *segment, why trace.Cause) {
	o, env := f.find(s), &f.layer.env
	o.below, o.last = false, why
	o.out = o.out || why == trace.NoCause
	if why == trace.Expired {
		o.done, o.dropped = true, why
	}
	o.ended[s.try] = env.Clock.Local(env.Kernel.Now())
	if o.asked || why != trace.NoCause {
		f.expect()
	}
	f.settle()
}

// expect waits from now on for the acknowledgement of all that was sent.
func (f *flow) expect() {
	l := f.layer
	var due sim.Time
	for _, o := range f.sent {
		if o.done || o.below || o.again || o.due > 0 {
			continue
		}
		if due == 0 {
			due = l.env.After(f.wait.timeOut(&l.env, o.packet.Bits+l.config.Header, l.config.acknowledgement()))
		}
		o.due = due
	}
}

// find returns the packet of a segment that the access protocol had.
func (f *flow) find(s *segment) *outward {
	return f.sent[slices.IndexFunc(f.sent, func(o *outward) bool { return o.packet == s.packet })]
}

// acknowledged takes an acknowledgement: of all before a number, and of those behind it that the bitmap names.
func (f *flow) acknowledged(s *segment) {
	n := int(int32(s.number - f.oldest))
	if n < 0 {
		return // it is older than what is under way
	}
	if i := int(int32(s.answers - f.oldest)); i >= 0 && i < len(f.sent) && !f.sent[i].below {
		env := &f.layer.env
		f.wait.learn(env, env.Clock.Local(env.Kernel.Now()).Sub(f.sent[i].ended[s.try]))
	}
	for i, o := range f.sent {
		if i < n || s.bitmap>>(i-n)&1 == 1 {
			o.done, o.again = true, false
		}
	}
	f.settle()
}

// timeOut repeats what was not acknowledged in time.
func (f *flow) timeOut(now sim.Time) {
	for _, o := range f.awaited() {
		if !o.waits() || o.due > now {
			continue
		}
		f.fail(o)
		if f.layer.config.Kind == GoBackN {
			f.goBack()
		}
	}
	f.wait.fail()
	f.layer.env.Emit("arq time-out", f.wait.last.Seconds())
	f.settle()
	f.layer.proceed()
}

// awaited returns the packets whose time-outs count: with go-back-N that of the oldest.
func (f *flow) awaited() []*outward {
	if f.layer.config.Kind == GoBackN {
		return f.sent[:min(len(f.sent), 1)]
	}
	return f.sent
}

// waits reports whether a packet waits to be acknowledged until a time.
func (o *outward) waits() bool { return !o.done && !o.below && !o.again && o.due > 0 }

// goBack repeats all that is under way.
func (f *flow) goBack() {
	for _, o := range f.sent {
		o.again = !o.done
	}
}

// fail repeats a packet whose try has come to nothing, or gives it up.
func (f *flow) fail(o *outward) {
	o.tries++
	o.again, o.due = true, 0
	switch {
	case f.layer.queue.Overdue(o.packet):
		o.dropped = trace.Expired
	case o.tries <= f.layer.config.Retries:
		return
	case o.out:
		o.dropped = trace.RetriesExhausted
	default:
		o.dropped = o.last
	}
	o.done, o.again = true, false
}

// settle tells the port of the packets that have come to an end, moves the window on, and waits for the next time-out.
func (f *flow) settle() {
	up := f.layer.env.Up
	for _, o := range f.sent {
		if !o.done || o.below || o.packet == nil {
			continue
		}
		p := o.packet
		o.packet = nil
		if o.dropped != trace.NoCause {
			up.Drop(p, o.dropped)
		} else {
			up.Sent(p, true)
		}
	}
	for len(f.sent) > 0 && f.sent[0].packet == nil {
		f.sent = slices.Delete(f.sent, 0, 1)
		f.oldest++
	}
	if !slices.ContainsFunc(f.sent, func(o *outward) bool { return o.below || o.again }) {
		f.expect() // also of what did not ask, where nothing is to come that does
	}
	f.timer.Stop()
	first := sim.Never
	for _, o := range f.awaited() {
		if o.waits() {
			first = min(first, o.due)
		}
	}
	if first < sim.Never {
		f.timer.Arm(max(first, f.layer.env.Kernel.Now()))
	}
}
