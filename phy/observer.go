package phy

import (
	"time"

	"halocline/sim"
	"halocline/sim/trace"
)

// Observer is told of each frame that is sent, and of each wave of one that passes a radio.
// It must change nothing: what it is given is lent for the length of the call. With an
// observer a run takes more events, because a radio that waits is told of each wave when it
// begins; nothing else differs.
type Observer interface {
	Sent(*Sent)
	Began(*Heard)
	Ended(*Heard)
}

// DisturbanceObserver is an Observer that is told as well of waves that no radio receives, whatever their power, and that disturb
// others: echoes of frames, what a Source sends, and frames of another link that a modem does not understand. Nothing is
// decided about them. A Number of 0 is that of no frame.
type DisturbanceObserver interface {
	Observer
	DisturbanceBegan(*Heard)
	DisturbanceEnded(*Heard)
}

// Sent is a frame that has just begun to be sent.
type Sent struct {
	Frame   *Frame
	Link    uint8  // of the sender's radio, as in the trace
	Number  uint32 // of the frame on its link, as in the trace
	At      sim.Time
	Airtime time.Duration // unless the sender stops before
	Power   float64       // transmitted, in the unit of the link budget
}

// Heard is the wave of a frame at a radio.
type Heard struct {
	Frame   *Frame
	Link    uint8  // of the sender's radio, as in the trace
	Number  uint32 // of the frame on its link, as in the trace
	Node    Addr   // of the radio
	Radio   uint8  // link of the radio: another than Link where links share the water
	Began   sim.Time
	Delay   time.Duration // since the frame began to be sent
	Power   float64       // received
	Mean    float64       // received without fading
	Noise   float64       // ambient and of the vehicle, in the same unit
	Doppler float64       // received over sent frequency
	Locked  bool          // the radio began to receive it

	// When it has ended:
	Ended    sim.Time
	Received bool    // intact
	Judged   bool    // the radio received it to its end, intact or not
	SINR     float64 // linear; of one that was judged as its modem's Overlap says, of others over the noise alone

	Cause trace.Cause // why it is not received; NoCause while it may be
}

// watch is an observer, and what it is lent.
type watch struct {
	observer Observer
	noise    DisturbanceObserver // nil where it is none
	sent     Sent
	heard    Heard
}

// Observe has an observer told of what happens. It is called before the first transmission.
func (m *Medium) Observe(o Observer) {
	noise, _ := o.(DisturbanceObserver)
	m.watch, m.watched = &watch{observer: o, noise: noise}, true
}

func (w *watch) tellSent(tx *transmission) {
	w.sent = Sent{Frame: &tx.frame, Link: tx.from.link, Number: tx.serial, At: tx.start, Airtime: tx.airtime, Power: tx.power}
	w.observer.Sent(&w.sent)
}

// describe writes down what is known of an arrival while it passes.
func (w *watch) describe(r *Radio, in *arrival) {
	tx, way := in.tx, in.way()
	w.heard = Heard{
		Frame: &tx.frame, Link: tx.from.link, Number: tx.serial, Node: r.node, Radio: r.link, Began: tx.start.Add(way.delay), Delay: way.delay,
		Power: in.power, Mean: in.mean(), Noise: r.noise, Doppler: tx.doppler(way), Locked: in.begun, Cause: in.missed,
	}
}

func (w *watch) tellBegan(r *Radio, in *arrival) {
	w.describe(r, in)
	switch {
	case !r.ignores(in.tx):
		w.observer.Began(&w.heard)
	case w.noise != nil:
		w.noise.DisturbanceBegan(&w.heard)
	}
}

// tellPassed tells of the end of a wave that the radio ignores.
func (w *watch) tellPassed(r *Radio, in *arrival, now sim.Time) {
	if w.noise != nil {
		w.describe(r, in)
		w.heard.Ended = now
		w.noise.DisturbanceEnded(&w.heard)
	}
}

// tellBeganAlone is tellBegan of a wave that the radio's idle receiver deals with.
func (w *watch) tellBeganAlone(m *Medium, tx *transmission, i int) {
	r := m.radios[tx.paths[i].to]
	in := arrival{tx: tx, path: int32(i)}
	in.power = in.mean()
	in.missed = r.missed(in.power)
	in.begun = in.missed == trace.NoCause
	w.tellBegan(r, &in)
}

func (w *watch) tellEnded(r *Radio, in *arrival, now sim.Time, kind trace.Kind, cause trace.Cause, sinr float64) {
	w.describe(r, in)
	w.heard.Ended, w.heard.SINR, w.heard.Cause = now, sinr, cause
	w.heard.Received, w.heard.Locked = kind == trace.RxOK, kind != trace.RxMissed
	w.heard.Judged = w.heard.Locked && in.missed == trace.NoCause
	w.observer.Ended(&w.heard)
}
