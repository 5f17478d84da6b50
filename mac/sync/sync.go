// Package sync keeps the clocks of a link together, over any access protocol: each node steers its own
// clock towards that of a master. Its messages are packets of a service of the port, on the air like
// any others. A modem stamps them by the sender's clock when they begin to be sent, so that the access
// delay is in no error.
//
// Two-way: a node asks and the master answers. Of the times when the request left (T1, the node's clock),
// came (T2, the master's), and when the answer left (T3) and came (T4), the node is behind by
//
//	((T2 - T1) + (T3 - T4)) / 2
//
// which is wrong by half of what the way there takes longer than the way back (D. Mills, RFC 5905, 2010).
//
// TSHL (A. Syed, J. Heidemann, Time synchronization for high latency acoustic networks, INFOCOM 2006): the
// master sends a number of beacons, and each node fits a line through when they came and when they left,
// whose slope is the rate of its clock; then it asks as above. The line takes the way to be constant. A
// node that moves away at v takes its clock for v/c too fast: 667 ppm at 1 m/s, more than any quartz.
//
// Begin with Config. Left out: drift that changes, whose rate a filter would follow; outliers; a second
// master where the first is down: clocks then go on as they are.
package sync

import (
	"fmt"
	"time"

	"halocline/mac"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/fault"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// service is the number of the service on a port.
const service uint16 = 0xfff0

// Kind is the way to keep clocks together.
type Kind string

// The ways.
const (
	twoWay Kind = "two-way"
	tshl   Kind = "tshl"
)

// Config describes how the clocks of a link are kept together.
type Config struct {
	Kind    Kind          `yaml:"kind" oneof:"two-way|tshl" doc:"way of synchronising. two-way: a node asks the master for the time, and sets its clock; tshl: a node learns the rate of its clock from beacons of the master, and then asks for the time"`
	Master  string        `yaml:"master" required:"true" doc:"name of the node whose clock all others follow"`
	Period  time.Duration `yaml:"period" range:"(0,1e9]" doc:"time from one synchronisation to the next"`
	Size    int           `yaml:"size" unit:"bit" range:"[1,1e6]" doc:"bits of a request, of an answer, and of a beacon, with their time stamps"`
	Beacons int           `yaml:"beacons" range:"[1,1000]" doc:"beacons from which the rate is learnt, with tshl"`
	Spacing time.Duration `yaml:"spacing" range:"(0,1e6]" doc:"time from one beacon to the next, with tshl"`
}

// Defaults makes it a two-way exchange in each minute, and 25 beacons as in the paper.
func (c *Config) Defaults() {
	*c = Config{Kind: twoWay, Period: time.Minute, Size: 128, Beacons: 25, Spacing: 5 * time.Second}
}

// About says what the model is.
func (*Config) About() string {
	return "clocks that are kept together over any access protocol: two-way exchanges, or TSHL"
}

// Validate checks that a round of beacons ends before the next one.
func (c *Config) Validate() error {
	if c.Kind == tshl && c.Beacons < 2 {
		return fault.In("beacons", "a line goes through two points at least; make beacons 2 or more")
	}
	return fault.Keep(c.Bounds())
}

// Bounds returns what the period keeps to.
func (c *Config) Bounds() []fault.Bound {
	last := time.Duration(c.Beacons) * c.Spacing
	return []fault.Bound{{
		Key: "period", Value: c.Period.Seconds(), Op: fault.MoreThan, Than: "beacons times spacing", Limit: last.Seconds(), When: "with kind: tshl", Off: c.Kind != tshl,
		Why: fmt.Sprintf("%d beacons with %v from one to the next take %v, and after %v the next round begins; make period longer than that", c.Beacons, c.Spacing, last, c.Period),
	}}
}

// Env is what a node needs to keep its clock.
type Env struct {
	Kernel *sim.Kernel
	Clock  clock.Clock // Steerable, but for the master
	Rand   *rng.Stream // the service's own
	Port   *mac.Port
	Master mac.Addr
	Tracer trace.Tracer // nil: nobody wants to know
	Link   uint8
}

// message is the payload of a packet. The stamp is made when it is sent.
type message struct {
	kind    kind
	sent    sim.Time // when the frame began to be sent, by the sender's clock
	round   uint32
	last    bool     // of the beacons of a round
	asked   sim.Time // of an answer: when the request was sent, by its sender's clock
	arrived sim.Time // and when it began to arrive, by the master's
}

// Stamp implements mac.Stamped.
func (m *message) Stamp(at sim.Time) { m.sent = at }

// Occasional says that nobody waits for the next one.
func (*message) Occasional() {}

type kind uint8

const (
	beacon kind = iota
	request
	answer
)
