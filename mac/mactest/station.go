package mactest

import (
	"fmt"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/trace"
)

// station is a node of a run. It stands between the protocol and what is above
// it: it is the protocol to the port, and the port to the protocol.
type station struct {
	mac.MAC // the protocol
	run     *run
	env     mac.Env // what it was built with
	addr    mac.Addr
	port    *mac.Port
	chaser  *sim.Timer
}

var (
	_ mac.MAC     = (*station)(nil)
	_ mac.Upper   = (*station)(nil)
	_ mac.Auditor = (*station)(nil)
)

// token is the payload of the packets.
type token struct {
	number int
	answer bool
}

// Start implements mac.MAC.
func (s *station) Start() { s.run.speak(s.MAC.Start) }

// Send implements mac.MAC.
func (s *station) Send(p *mac.Packet) (err error) {
	s.run.see(act{node: s.addr, action: offers, packet: p})
	s.run.speak(func() { err = s.MAC.Send(p) })
	s.run.see(act{node: s.addr, action: answers, packet: p, err: err})
	return err
}

// Deliver implements mac.Upper.
func (s *station) Deliver(p *mac.Packet, in mac.Arrival) {
	s.run.see(act{node: s.addr, action: delivers, packet: p, in: in})
	s.port.Deliver(p, in)
}

// Sent implements mac.Upper.
func (s *station) Sent(p *mac.Packet, acknowledged bool) {
	s.run.see(act{node: s.addr, action: finishes, packet: p, acked: acknowledged})
	s.port.Sent(p, acknowledged)
}

// Drop implements mac.Upper.
func (s *station) Drop(p *mac.Packet, why trace.Cause) {
	s.run.see(act{node: s.addr, action: drops, packet: p, cause: why})
	s.port.Drop(p, why)
}

// Requeue implements mac.Upper.
func (s *station) Requeue(p *mac.Packet) {
	s.run.see(act{node: s.addr, action: requeues, packet: p})
	s.port.Requeue(p)
}

// Duplicate implements mac.Auditor.
func (s *station) Duplicate(p *mac.Packet) {
	s.run.see(act{node: s.addr, action: repeats, packet: p})
	s.port.Duplicate(p)
}

// take is the application: it answers some of the packets.
func (s *station) take(p *mac.Packet, _ mac.Arrival) {
	s.run.delivered[p.Src]++
	if p.Payload.(*token).answer || !s.run.echoes() {
		return
	}
	s.port.Send(p.Src, 64, &token{answer: true})
}

// pursue offers a packet when a transmission has just ended.
func (s *station) pursue(sim.Time) {
	s.port.Send(s.run.scene.destination(s.addr, s.run.rand), 64, &token{})
}

// transceiver is one radio of a station. It stands between the protocol and the
// radio: it is either to the other.
type transceiver struct {
	*phy.Radio
	station *station
	band    int
}

var (
	_ phy.PHY      = (*transceiver)(nil)
	_ phy.Listener = (*transceiver)(nil)
)

// see reports an act of the radio or of the protocol towards it.
func (t *transceiver) see(a act) {
	a.node, a.band = t.station.addr, t.band
	t.station.run.see(a)
}

// Transmit implements phy.PHY.
func (t *transceiver) Transmit(f *phy.Frame) error {
	t.see(act{action: requests, frame: f})
	if t.station.run.denied() {
		t.see(act{action: denies, frame: f})
		return phy.ErrBusy
	}
	t.see(act{action: begins, frame: f})
	before := t.station.run.governor.enter(false)
	err := t.Radio.Transmit(f)
	t.station.run.governor.enter(before)
	if err != nil {
		panic(fmt.Sprintf("mactest: the radio refuses although it has ended: %v", err))
	}
	return nil
}

// Abort implements phy.PHY.
func (t *transceiver) Abort() {
	t.see(act{action: aborts})
	before := t.station.run.governor.enter(false)
	t.Radio.Abort()
	t.station.run.governor.enter(before)
}

// TxDone implements phy.Listener. Sometimes a packet comes at this very
// instant.
func (t *transceiver) TxDone(f *phy.Frame) {
	t.see(act{action: ends, frame: f})
	if t.station.run.chases() {
		t.station.chaser.Arm(t.station.run.kernel.Now())
	}
	t.station.run.speak(func() { t.station.MAC.TxDone(f) })
}

// Receive implements phy.Listener. The protocol does not get the jammer's
// frames, which mean nothing: what it began to receive was none.
func (t *transceiver) Receive(f *phy.Frame, info phy.RxInfo) {
	if int(f.Src) >= t.station.run.scene.nodes() {
		if r, ok := t.station.MAC.(phy.ReceptionListener); ok {
			t.station.run.speak(func() { r.Lost(trace.BitError) })
		}
		return
	}
	t.see(act{action: receives, frame: f, in: mac.NewArrival(t.station.env.Clock, f, info)})
	was := *f
	t.station.run.speak(func() { t.station.MAC.Receive(f, info) })
	if *f != was {
		t.station.run.fail("at %v: node %d has changed a frame that was lent to it from %+v to %+v", t.station.run.kernel.Now(), t.station.addr, was, *f)
	}
}

// Collision implements phy.Listener.
func (t *transceiver) Collision() { t.station.run.speak(t.station.MAC.Collision) }

// toner is the radio for the tones of a station. It stands between the protocol and that.
type toner struct {
	*phy.ToneRadio
	run      *run
	protocol phy.ToneListener
}

// listen has a protocol told of tones.
func (t *toner) listen(protocol mac.MAC) {
	t.protocol = protocol.(phy.ToneListener)
	t.Listen(t)
}

// Tone implements phy.Toner.
func (t *toner) Tone() {
	before := t.run.governor.enter(false)
	t.ToneRadio.Tone()
	t.run.governor.enter(before)
}

// ToneHeard implements phy.ToneListener.
func (t *toner) ToneHeard() { t.run.speak(t.protocol.ToneHeard) }

// listener returns what a radio listens to for a protocol, with the methods that the protocol has.
func (t *transceiver) listener(protocol mac.MAC) phy.Listener {
	c, senses := protocol.(phy.CarrierListener)
	r, attends := protocol.(phy.ReceptionListener)
	switch {
	case senses && attends:
		return struct {
			*transceiver
			sensing
			attending
		}{t, sensing{t.station.run, c}, attending{t.station.run, r}}
	case senses:
		return struct {
			*transceiver
			sensing
		}{t, sensing{t.station.run, c}}
	case attends:
		return struct {
			*transceiver
			attending
		}{t, attending{t.station.run, r}}
	}
	return t
}

// sensing tells a protocol of the carrier.
type sensing struct {
	run      *run
	protocol phy.CarrierListener
}

// Carrier implements phy.CarrierListener.
func (s sensing) Carrier(busy bool) { s.run.speak(func() { s.protocol.Carrier(busy) }) }

// attending tells a protocol of receptions.
type attending struct {
	run      *run
	protocol phy.ReceptionListener
}

// Began implements phy.ReceptionListener.
func (a attending) Began() { a.run.speak(a.protocol.Began) }

// Lost implements phy.ReceptionListener.
func (a attending) Lost(why trace.Cause) { a.run.speak(func() { a.protocol.Lost(why) }) }
