package external

import (
	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/trace"
)

// RangingConfig describes how a node measures how far it is from another one.
type RangingConfig struct {
	Size  int     `yaml:"size" unit:"bit" range:"[1,1e6]" doc:"bits of a request and of an answer, with their time stamps"`
	Speed float64 `yaml:"speed" unit:"m/s" range:"(0,3e8]" doc:"speed of the signal from which ranges are computed"`
}

// Defaults are those of the service ranging of a link.
func (c *RangingConfig) Defaults() { *c = RangingConfig{Size: 128, Speed: 1500} }

// rangeService is that of the messages that measure.
const rangeService = "range"

// network is the name of what has hops.
const network = "network"

// request asks for an answer. Its sender and who answers say when its frame began to be sent and to arrive, each by its own clock.
type request struct {
	id   uint64
	sent sim.Time
}

// answer answers a request at once.
type answer struct {
	id                uint64
	asked, came, sent sim.Time
}

// Stamp implements mac.Stamped.
func (r *request) Stamp(at sim.Time) { r.sent = at }

// Occasional implements mac.Occasional: who sends it does so when it has to.
func (*request) Occasional() {}

// Stamp implements mac.Stamped.
func (a *answer) Stamp(at sim.Time) { a.sent = at }

// Occasional implements mac.Occasional.
func (*answer) Occasional() {}

// Stamps implements program.Stamping.
func (*Config) Stamps() bool { return true }

// Range is how far another node is, which sends it as a message.
type Range struct {
	ID    uint64  // that of who asked
	Range float64 // m
}

// List implements program.Listed.
func (r *Range) List(put func(name string, values ...float64)) {
	put("id", float64(r.ID))
	put("range", r.Range)
}

// ask asks another node how far it is.
func (n *node) ask(_ sim.Time, data string) {
	s, link, to, err := n.read(data, 0)
	if err == nil {
		n.offer(n.links[link], to, s.ID, program.Message{Bits: n.ranging.Size, Service: rangeService, Body: &request{id: s.ID}})
	}
}

// hear hears a request, or an answer. The range is
//
//	c ((T4 - T1) - (T3 - T2)) / 2
//
// as in package mac/ranging, with T1 and T3 when the frames of request and answer began to be sent, and T2 and T4 when they
// began to arrive, T1 and T4 by the clock of who asks, T2 and T3 by that of who answers. Clocks tell whole nanoseconds, so that
// a range is right to c times 1 ns in water of that speed, 1.5 um, if clocks do not drift.
func (n *node) hear(l program.Link, m program.Mail) {
	switch b := m.Body.(type) {
	case *request:
		n.offer(l, int(m.From), 0, program.Message{Bits: n.ranging.Size, Service: rangeService, Body: &answer{id: b.id, asked: b.sent, came: m.Began}})
	case *answer:
		both := m.Began.Sub(b.asked) - b.sent.Sub(b.came)
		m.Body = &Range{ID: b.id, Range: n.ranging.Speed * both.Seconds() / 2}
		n.site.Emit(trace.Record{Kind: trace.Fact, Link: l.Number(), Peer: m.From, Note: "ranged", Value: m.Body.(*Range).Range})
		n.tell(l, m)
	}
}
