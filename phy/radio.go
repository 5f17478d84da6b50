package phy

import (
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/trace"
)

// Radio is one modem in the water: a transmitter and a receiver for one frame
// at a time. It keeps the arrivals that overlap at it. Interference is the sum
// of their powers from the oldest to the newest: a new one is added to the sum,
// and when one ends the sum is made afresh, so that it carries no rounding from
// the past.
type Radio struct {
	// The fields stand in the order in which a large network asks for them, 64 bytes to a
	// cache line: what a frame touches that is received, what one touches that is sent,
	// then the rest. A wave that comes alone is dealt with by its idle receiver.

	*thresholds
	medium   *Medium
	listener Listener
	sending  *transmission
	node     Addr
	index    int32 // among the radios of the medium
	link     uint8
	plain    bool // the idle receiver deals with waves that come alone
	attends  bool // the listener is a ReceptionListener
	busy     bool
	asleep   bool
	off      trace.Cause // why it has no power; NoCause while it has
	fixed    bool
	turned   bool // the radio gave another frame up for the one that it receives
	modem    *Modem

	paths    []storedPath // to the other fixed radios, by delay, once known
	sends    uint64       // transmissions so far
	sendEnd  sim.Time     // of the own transmission
	done     sim.Handle   // end of sending
	key      uint64       // names the radio to the chances of fading and bit errors
	together *transducer  // nil where the radio has one of its own

	meter    meter
	arrivals []arrival // in the order in which they began
	heard    float64   // power of all arrivals
	lock     lock
	at       End
	room     [3]arrival // for the first arrivals
}

// arrival is a wave that is passing the radio.
type arrival struct {
	tx     *transmission
	power  float64     // with fading
	path   int32       // index of the way that it has come
	begun  bool        // the radio locked on to it
	quit   bool        // and gave it up itself: to send, to sleep, or without power
	missed trace.Cause // why the radio does not receive it; NoCause while it does
}

// way is the way that it has come.
func (a *arrival) way() *storedPath { return &a.tx.paths[a.path] }

// mean is the power without fading.
func (a *arrival) mean() float64 { return a.tx.power * a.way().gain }

// end is when the arrival is over, unless its sender stops before.
func (a *arrival) end() sim.Time {
	way := a.way()
	return a.tx.start.Add(way.delay + a.tx.length(way))
}

// Listen names the access protocol of the radio. It must be called before the
// run begins.
func (r *Radio) Listen(l Listener) {
	r.listener = l
	s := r.idle()
	r.medium.putOff(s) // of a frame that was sent before the run
	_, s.senses = l.(CarrierListener)
	if _, r.attends = l.(ReceptionListener); r.attends {
		r.receiveAll()
	}
}

// overheard is who is told of frames beside the protocol.
type overheard func(*Frame, RxInfo)

// Overhear has a function be told of each intact frame too, whoever it is for, after the protocol: it changes nothing of what
// the radio does. It must be called before the run begins.
func (r *Radio) Overhear(fn func(*Frame, RxInfo)) {
	m := r.medium
	if m.overhear == nil {
		m.overhear = map[*Radio]overheard{}
	}
	if first, second := m.overhear[r], fn; first != nil {
		fn = func(f *Frame, info RxInfo) { first(f, info); second(f, info) }
	}
	m.overhear[r] = fn
}

// Modem returns the constants of the radio.
func (r *Radio) Modem() *Modem { return r.modem }

// Node returns the address of the radio's node.
func (r *Radio) Node() Addr { return r.node }

// Airtime is how long a frame of so many bits is on the air, rounded to the
// nearest nanosecond.
func (r *Radio) Airtime(bits int) time.Duration { return r.modem.Airtime(bits) }

// Turnaround is how long the radio is deaf after its own transmission.
func (r *Radio) Turnaround() time.Duration { return r.modem.Turnaround }

// Busy is the carrier sense. Within Receive the frame is over, and Carrier has not
// been called yet.
func (r *Radio) Busy() bool {
	return r.sending != nil || !r.asleep && r.off == trace.NoCause && r.level() > r.senseLevel
}

// Transmit starts to send a copy of f.
func (r *Radio) Transmit(f *Frame) error {
	if r.sending != nil {
		return ErrBusy
	}
	if f.Bits <= 0 {
		panic("phy: frame without bits")
	}
	r.takeOver()
	m := r.medium
	now := m.kernel.Now()
	mode := r.modeOf(f)
	airtime := r.modem.AirtimeIn(mode, f.Bits)
	if r.off != trace.NoCause {
		r.acceptUnsent(f, airtime)
		return nil
	}
	if r.lock.tx != nil && !r.modem.FullDuplex && r.lock.end() > now {
		r.abandon(trace.HalfDuplex)
	}
	r.meter.less = 1 - math.Pow(10, -f.Cut/10)
	r.sendUntil(now.Add(airtime))
	r.done = m.kernel.At(r.sendEnd, sim.Ending, r)
	r.sending = m.send(r, f, airtime)
	r.sending.frame.Mode = mode
	r.note(trace.TxStart, airtime)
	if m.watch != nil {
		m.watch.tellSent(r.sending)
	}
	if r.sending.lost != trace.NoCause {
		m.reportLost(r.sending)
	}
	r.silence()
	r.sense(now)
	if r.modem.FullDuplex && !r.asleep && r.audible(nil, now) {
		r.listener.Collision()
	}
	return nil
}

// Abort stops the transmission under way.
func (r *Radio) Abort() { r.stop(trace.Aborted) }

// stop ends the transmission under way, and why.
func (r *Radio) stop(why trace.Cause) {
	m := r.medium
	now := m.kernel.Now()
	if r.sending == nil || r.sending.cut != trace.NoCause || r.sendEnd <= now {
		return
	}
	if r.sending.unsent {
		r.doneAt(now)
		return
	}
	// A transmission lasts a nanosecond at least: its end never meets its start.
	onAir := max(now.Sub(r.sending.start), time.Nanosecond)
	r.sendUntil(r.sending.start.Add(onAir))
	r.doneAt(r.sendEnd)
	m.cut(r.sending, onAir, why)
	r.note(trace.TxAbort, onAir)
}

// doneAt has the transmission under way end at another time.
func (r *Radio) doneAt(end sim.Time) {
	r.medium.kernel.Cancel(r.done)
	r.sendEnd = end
	r.done = r.medium.kernel.At(end, sim.Ending, r)
}

// sendUntil sets the end of the own transmission.
func (r *Radio) sendUntil(end sim.Time) {
	r.sendEnd = end
	r.idle().deafUntil = end.Add(r.modem.Turnaround)
}

// Sleep switches the receiver off, or on again. A sleeping radio can transmit. A
// reception under way is lost.
func (r *Radio) Sleep(asleep bool) {
	r.takeOver()
	r.asleep = asleep
	if asleep && r.lock.tx != nil && r.lock.end() > r.medium.kernel.Now() {
		r.abandon(trace.Asleep)
	}
	r.sense(r.medium.kernel.Now())
}

// Fire ends the radio's own transmission. It is scheduled before the wave's own
// end, which may be at the same instant and lets the transmission be reused.
func (r *Radio) Fire(now sim.Time) {
	sent := &r.medium.sent
	*sent = r.sending.frame
	if r.sending.unsent {
		r.medium.reuse(r.sending)
	}
	r.sending = nil
	r.sense(now)
	r.listener.TxDone(sent)
}

// note records a fact of the radio's own transmission.
func (r *Radio) note(kind trace.Kind, onAir time.Duration) {
	if m := r.medium; m.tracer != nil {
		m.emit(trace.Record{
			At: r.medium.kernel.Now(), Link: r.link, Node: r.node, Peer: r.sending.frame.Dst,
			Kind: kind, Pkt: r.sending.frame.Pkt, Frame: r.sending.serial, Value: onAir.Seconds(),
		})
	}
}

// begin is the start of an arrival.
func (r *Radio) begin(tx *transmission, i int, now sim.Time) {
	r.takeOver()
	if !r.fixed || !tx.fixed {
		r.overtake(tx, now)
		r.medium.putOff(r.idle()) // what the protocol has had another radio send at that
	}
	if r.varying != nil && r.lock.tx == nil {
		r.hearNoise(now)
	}
	power := tx.power * tx.paths[i].gain
	if r.modem.Fading != nil {
		power *= r.fade(tx, now)
	}
	before := r.heard
	r.heard += power
	r.arrivals = append(r.arrivals, arrival{tx: tx, power: power, path: int32(i)})
	this := &r.arrivals[len(r.arrivals)-1]
	this.missed = r.classify(this, before, now)
	if w := r.medium.watch; w != nil {
		w.tellBegan(r, this)
	}
	sending := r.sending // one that begins within sense looks around by itself
	r.sense(now)
	if sending != nil && r.modem.FullDuplex && !r.asleep && r.off == trace.NoCause && r.clear(power) && !tx.reflected() {
		r.listener.Collision()
	}
	if r.attends && r.lock.tx == tx {
		r.listener.(ReceptionListener).Began()
	}
}

// overtake ends the frame before from the same sender. A radio sends one frame
// at a time, but one may still be passing when the next arrives: where motion does not
// stretch frames and the ends come closer, or where the window of the receiver turns to
// an earlier arrival.
func (r *Radio) overtake(next *transmission, now sim.Time) {
	if next.reflected() {
		return
	}
	for i := range r.arrivals {
		if tx := r.arrivals[i].tx; tx.from == next.from && tx.start < next.start && !tx.reflected() {
			r.end(tx, now)
			return
		}
	}
}

// classify decides what a new arrival is to the radio: the frame that it begins to
// receive, or one that it misses, and why. What is lost is put down to the
// first of: too weak by itself, too much shifted, a radio that is off, one that is asleep,
// its own transmission, other frames. The power of these is given.
func (r *Radio) classify(in *arrival, others float64, now sim.Time) trace.Cause {
	if r.lock.tx != nil {
		r.disturb(in, now)
	}
	if r.lock.tx != nil && r.lock.began == now {
		r.reconsider()
	}
	switch {
	case r.ignores(in.tx):
		return trace.NoCause
	case !r.clear(in.power):
		if r.modem.Fading != nil && r.clear(in.mean()) {
			return trace.Fading
		}
		return trace.BelowThreshold
	case r.modem.Doppler > 0 && math.Abs(in.tx.doppler(in.way())-1) > r.modem.Doppler:
		return trace.Doppler
	case r.off != trace.NoCause:
		return r.off
	case r.asleep:
		return trace.Asleep
	}
	if why := r.deaf(now); why != trace.NoCause {
		return why
	}
	if !r.yields(in, others, now) {
		if echo := r.echoOf(in.tx); echo > 0 && r.yields(in, max(others-echo, 0), now) {
			return trace.Echo // which has come before it
		}
		return trace.Collision
	}
	if r.turned = r.lock.tx != nil; r.turned {
		r.abandon(trace.Collision)
	}
	in.begun = true
	r.lockOn(in, others, now)
	return trace.NoCause
}

// reconsider lets go of a frame that began at this very instant if what has
// begun with it leaves too little of it. So frames that begin together are
// judged together, whichever is looked at first; but that one is lost, and the others
// are missed, as in ns-3. A frame that had to give way to one of them is lost in any case:
// what was too strong for it is still there.
func (r *Radio) reconsider() {
	l, needed := &r.lock, r.acquire
	if r.turned {
		needed = r.modem.Recapture
	}
	if l.power/(r.noise+l.present) > needed {
		return
	}
	r.abandon(trace.Collision)
}

// yields reports whether the radio turns to a clear arrival in spite of all
// others, which are there already.
func (r *Radio) yields(in *arrival, others float64, now sim.Time) bool {
	m := r.modem
	sinr := in.power / (r.noise + others)
	switch {
	case m.Capture == CaptureOff:
		return r.lock.tx == nil && !r.audible(in.tx, now)
	case r.lock.tx == nil:
		return sinr > m.Acquire
	case m.Capture == MessageInMessage:
		return sinr > m.Recapture
	}
	return false
}

// end is the end of an arrival, unless the next one of its sender was its end.
func (r *Radio) end(tx *transmission, now sim.Time) {
	i := 0
	for i < len(r.arrivals) && r.arrivals[i].tx != tx {
		i++
	}
	if i == len(r.arrivals) {
		return
	}
	in := r.arrivals[i]
	if r.lock.tx != nil {
		r.closePiece(now)
	}
	r.remove(i)
	switch {
	case r.lock.tx == tx:
		r.endReception(&in, now)
	case r.lock.tx != nil:
		r.openPiece(now)
		fallthrough
	default:
		r.miss(&in, now)
		if r.attends && in.begun && !in.quit {
			r.listener.(ReceptionListener).Lost(in.missed)
		}
	}
	r.sense(now)
}

// remove takes out an arrival and adds up the others.
func (r *Radio) remove(i int) {
	last := len(r.arrivals) - 1
	for ; i < last; i++ {
		r.arrivals[i] = r.arrivals[i+1]
	}
	r.arrivals = r.arrivals[:last]
	r.heard = r.interference(nil)
}

// endReception ends the reception under way.
func (r *Radio) endReception(in *arrival, now sim.Time) {
	sinr, cause := r.decide(in, now)
	r.lock.tx = nil
	r.handUp(in, now, sinr, cause)
}

// handUp hands up a frame that the radio was receiving, or says why not.
func (r *Radio) handUp(in *arrival, now sim.Time, sinr float64, cause trace.Cause) {
	watched := r.medium.watched
	if cause != trace.NoCause {
		if watched {
			r.report(in, now, trace.RxLost, cause, sinr)
		}
		if r.attends {
			r.listener.(ReceptionListener).Lost(cause)
		}
		return
	}
	if watched {
		r.report(in, now, trace.RxOK, cause, sinr)
	}
	tx, way := in.tx, in.way()
	if tx.from.link != r.link {
		if r.attends {
			r.listener.(ReceptionListener).Lost(trace.NoCause)
		}
		return
	}
	if r.modem.Adapt != nil {
		r.learn(tx.frame.Src, sinr, now)
	}
	info := RxInfo{Began: tx.start.Add(way.delay), SINR: sinr, Power: in.power, Doppler: tx.doppler(way)}
	r.listener.Receive(&tx.frame, info)
	if r.medium.overhear != nil && r.medium.overhear[r] != nil {
		r.medium.overhear[r](&tx.frame, info)
	}
}

// ignores reports whether a wave cannot be received, whatever its power: it is noise, or a frame of another link that its
// modem does not understand.
func (r *Radio) ignores(tx *transmission) bool {
	if tx.noise {
		return true
	}
	own, other := r.modem, tx.from.modem
	return tx.from.link != r.link && (other.Rate != own.Rate || other.Preamble != own.Preamble)
}

// miss reports the end of an arrival that the radio was not receiving any more,
// or never was, to who wants to know.
func (r *Radio) miss(in *arrival, now sim.Time) {
	m := r.medium
	if !m.watched {
		return
	}
	if r.ignores(in.tx) {
		if m.watch != nil {
			m.watch.tellPassed(r, in, now)
		}
		return
	}
	kind := trace.RxMissed
	if in.begun {
		kind = trace.RxLost
	}
	r.report(in, now, kind, in.missed, in.power/r.noise)
}

// emit tells the tracer, which there is, of anything.
func (m *Medium) emit(r trace.Record) {
	m.record = r
	m.tracer.Take(&m.record)
	m.record = trace.Record{}
}

// tell tells it what became of an arrival at a node. All other fields of the record are 0: to make one
// each time and to copy it took a tenth of the time of a run.
func (m *Medium) tell(tx *transmission, link uint8, node Addr, pkt uint64, now sim.Time, kind trace.Kind, cause trace.Cause, sinr float64) {
	r := &m.record
	r.At, r.Pkt, r.Value = now, pkt, sinr
	r.Node, r.Peer, r.Frame = node, tx.from.node, tx.serial
	r.Link, r.Kind, r.Cause = link, kind, cause
	m.tracer.Take(r)
}

// report records what became of an arrival that is over. Somebody wants to know.
func (r *Radio) report(in *arrival, now sim.Time, kind trace.Kind, cause trace.Cause, sinr float64) {
	m, pkt := r.medium, in.tx.frame.Pkt
	if in.tx.from.link != r.link {
		pkt = 0 // whose fate is that of its own link
	}
	if m.tracer != nil {
		m.tell(in.tx, r.link, r.node, pkt, now, kind, cause, sinr)
	}
	if m.watch != nil {
		m.watch.tellEnded(r, in, now, kind, cause, sinr)
	}
}
