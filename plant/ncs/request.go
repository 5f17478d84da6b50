package ncs

import (
	"time"

	"halocline/plant/program"
	"halocline/sim/rtos"

	"halocline/sim"
	"halocline/sim/geom"
)

// requester notices when updates of a link do not come, and asks for power.
type requester struct {
	node    Node
	link    program.Link
	config  RequestConfig
	station int32
	home    geom.Vec // where the station is
	period  time.Duration
	timer   *sim.Timer
	own     geom.Vec // where the vehicle was last said to be
	known   bool
	cut     float64 // of the last update that came
}

func newRequester(node Node, link program.Link, c RequestConfig, period time.Duration, station int32, home geom.Vec) *requester {
	a := &requester{node: node, link: link, config: c, station: station, home: home, period: period}
	a.timer = node.Kernel.NewTimer(sim.Control, a.request)
	return a
}

// wait begins to wait for an update. One that is half a period late is missing.
func (a *requester) wait(now sim.Time) {
	if !a.config.Off {
		a.timer.Arm(a.node.after(now, a.period+a.period/2+a.spread()))
	}
}

// spread draws how much longer a request waits.
func (a *requester) spread() time.Duration {
	if a.config.Spread == 0 {
		return 0
	}
	return time.Duration(a.node.Rand.Float64() * float64(a.config.Spread))
}

// stop stops waiting.
func (a *requester) stop() { a.timer.Stop() }

// received takes note of an update.
func (a *requester) received(u *Update, now sim.Time) {
	a.own, a.cut, a.known = u.Position, u.Cut, true
	a.wait(now)
}

// request sends a request. A vehicle that does not know where it is asks for full power.
func (a *requester) request(now sim.Time) {
	a.timer.Arm(a.node.after(now, a.period+a.spread()))
	r := &powerRequest{}
	if a.known {
		r.Cut = a.config.cut(a.link.Spare(a.station, a.home, a.own), a.cut)
	}
	a.link.Send(a.station, program.Message{Bits: a.config.Bits, Body: r}) // a refusal is in the trace, and another request follows
}

// cut returns by how much below full power an update is asked for, dB: by what the distance spares, and by less than that of the last update that came.
func (c *RequestConfig) cut(spare, last float64) float64 {
	return max(0, min(spare-c.Margin, last-c.Step))
}

// responder is the computer of a node that only answers.
type responder struct{ *requester }

// newResponder returns a responder that knows where it and the station are.
func newResponder(node Node, c *ResponderConfig, link program.Link, station int32, at, home geom.Vec) *responder {
	r := &responder{newRequester(node, link, c.Request, c.Period, station, home)}
	r.own, r.known = at, true
	r.wait(node.Kernel.Now())
	return r
}

// CPU implements program.Running: it has no tasks.
func (*responder) CPU() *rtos.CPU { return nil }

// Receive takes a message from the link.
func (r *responder) Receive(m program.Mail) {
	if u, ok := m.Body.(*Update); ok {
		r.received(u, r.node.Kernel.Now())
	}
}
