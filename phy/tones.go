package phy

import (
	"time"

	"halocline/sim"
	"halocline/sim/trace"
)

// Tone describes the wake-up tones of a link and the receiver that hears them.
type Tone struct {
	Length time.Duration
	Draw   Draw // what the receiver takes, and the sender of tones
}

// Toner sends wake-up tones.
type Toner interface {
	// Tone begins to send a tone, unless one is being sent. The station is deaf to tones until its end.
	Tone()
}

// ToneListener is a Listener that is told of wake-up tones.
type ToneListener interface {
	// ToneHeard says that a tone has just ended: of whom nobody knows. Tones that overlap are told of one by one.
	ToneHeard()
}

// Tones is the band of the wake-up tones of a link. It has the losses and the noise of a channel, without fading, and lies apart
// from the band of the data: neither disturbs the other. A receiver hears every tone that is as strong as its modem needs frames
// to be, also those that overlap each other, but none that overlaps its own.
type Tones struct {
	medium *Medium
	tone   Tone
	radios []*ToneRadio // by node; nil for one that is not there
}

// NewTones returns a band without radios.
func NewTones(k *sim.Kernel, c Channel, tone Tone) *Tones {
	t := &Tones{medium: NewMedium(k, c, nil, 0), tone: tone}
	t.medium.Observe(toneCounter{t})
	return t
}

// CutOff leaves out what is fainter, as Medium.CutOff does.
func (t *Tones) CutOff(depth float64) { t.medium.CutOff(depth) }

// ToneRadio sends and hears the tones at one node.
type ToneRadio struct {
	*Radio
	listener ToneListener // nil: nobody wants to know
	frame    Frame
}

// Attach adds the radio of a node with the power and the threshold of its modem.
func (t *Tones) Attach(node Addr, at Locator, modem *Modem) *ToneRadio {
	const fast = 1e15 // bit/s, so that a tone is as long as the preamble
	r := &ToneRadio{
		Radio: t.medium.Attach(node, at, &Modem{
			Rate: fast, Preamble: t.tone.Length, Draw: t.tone.Draw, Antenna: modem.Antenna,
			Power: modem.Power, SelfNoise: modem.SelfNoise, ThrustNoise: modem.ThrustNoise, ThrustExponent: modem.ThrustExponent, Sensitivity: modem.Sensitivity, Acquire: modem.Acquire, Sense: modem.Sense,
		}, nil),
		frame: Frame{Src: node, Dst: Everybody, Bits: 1},
	}
	r.Radio.Listen(toneEars{})
	for int(node) >= len(t.radios) {
		t.radios = append(t.radios, nil)
	}
	t.radios[node] = r
	return r
}

// Listen names who is told of tones.
func (r *ToneRadio) Listen(l ToneListener) { r.listener = l }

// Tone implements Toner.
func (r *ToneRadio) Tone() {
	if r.sending == nil {
		_ = r.Transmit(&r.frame) // a radio that does not send takes every frame
	}
}

// toneEars is the listener of the radio, who need not know of frames.
type toneEars struct{}

func (toneEars) TxDone(*Frame)          {}
func (toneEars) Receive(*Frame, RxInfo) {}
func (toneEars) Collision()             {}

// toneCounter is told of every tone at every radio, also of those that overlap.
type toneCounter struct{ *Tones }

func (toneCounter) Sent(*Sent)   {}
func (toneCounter) Began(*Heard) {}

// Ended tells of a tone that was heard. One that others overlap, or its echo, is missed or lost by that for the radio.
func (t toneCounter) Ended(h *Heard) {
	r := t.radios[h.Node]
	switch h.Cause {
	case trace.NoCause, trace.Collision, trace.Echo:
		if r.listener != nil && r.off == trace.NoCause && !r.within(h.Began, h.Ended) {
			r.listener.ToneHeard()
		}
	}
}

// within reports whether the radio has sent a tone of its own at some time of an interval that ends now.
func (r *ToneRadio) within(began, ended sim.Time) bool {
	return began < r.sendEnd && r.sendEnd.Add(-r.Airtime(r.frame.Bits)) < ended
}
