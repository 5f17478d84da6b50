package polling

import (
	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
)

// vehicle answers.
type vehicle struct {
	node
	station mac.Addr
	queue   *mac.Queue
	seq     uint32 // number of the last poll for it
	sending bool
}

func (v *vehicle) Start() {}

func (v *vehicle) Send(p *mac.Packet) error { return v.queue.Push(p) }

func (v *vehicle) TxDone(f *phy.Frame) {
	v.sending = false
	v.Terminal.TxDone(f)
}

// Receive takes note of a poll.
func (v *vehicle) Receive(f *phy.Frame, info phy.RxInfo) {
	if f.Kind == poll && f.Dst == v.Env.Addr {
		v.seq = f.Seq
		v.queue.Unheard(false)
		v.wait(v.config.Turnaround)
		if i, ok := f.Payload.(*invitation); ok {
			v.Rest.Until(v.Local(), i.rest)
		}
	}
	v.Deliver(f, info)
}

func (v *vehicle) Collision() {}

// answer answers the last poll, with a packet if there is one. A vehicle that
// hears while it sends may be asked again before its last answer is over; the
// station does not want that one any more.
func (v *vehicle) answer(sim.Time) {
	if v.sending {
		return
	}
	f := phy.Frame{Dst: v.station, Kind: answer, Seq: v.seq, Bits: v.config.Answer}
	p := v.queue.Pop()
	if p != nil {
		f.Dst = p.Dst
	}
	v.sending = true
	v.sending = v.Transmit(f, p, v.queue)
}
