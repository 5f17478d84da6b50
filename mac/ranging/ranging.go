// Package ranging measures how far a node is from others whose places are known, by the time that packets take, over any
// access protocol, and where it is then.
//
// Two-way: a node asks an anchor, which says in its answer how long it has held it, by its own clock. The range is
//
//	c ((T4 - T1) - hold) / 2
//
// With clocks that gain da and db seconds in a second, over a hold H and a range d, it is wrong by c H (da - db)/2 + d da.
// One-way: anchors send beacons, and the range is c (arrival - departure): wrong by c times what the clocks are apart,
// so that mac/sync has to keep them together.
//
// Multilateration is the least squares of ranges (Gauss and Newton), with the horizontal dilution of precision: by how
// much an error of the ranges is larger in the horizontal place (R. Langley, Dilution of precision, GPS World, 1999).
//
// Begin with Config, or with Locate. Left out: the bending of sound, motion between the ranges of a round, and
// ranges that are far off, which would have to be thrown out.
package ranging

import (
	"fmt"
	"time"

	"halocline/mac"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// service is the number of the service on a port.
const service uint16 = 0xfff1

// Kind is the way to measure.
type Kind string

// The ways.
const (
	twoWay Kind = "two-way"
	oneWay Kind = "one-way"
)

// Config describes how the nodes of a link find their ranges from anchors, and their places.
type Config struct {
	Kind    Kind          `yaml:"kind" oneof:"two-way|one-way" doc:"way of measuring. two-way: a node asks one anchor after the other, and subtracts the time that the anchor takes to answer; one-way: anchors send beacons, and clocks must agree"`
	Anchors []Anchor      `yaml:"anchors" min:"1" required:"true" doc:"nodes whose places are known; all others of the link measure"`
	Period  time.Duration `yaml:"period" range:"(0,1e9]" doc:"time from one round of ranges to the next"`
	Size    int           `yaml:"size" unit:"bit" range:"[1,1e6]" doc:"bits of a request, of an answer, and of a beacon, with their time stamps"`
	Speed   float64       `yaml:"speed" unit:"m/s" range:"(0,3e8]" doc:"speed of the signal from which ranges are computed"`
	Depth   *float64      `yaml:"depth" unit:"m" range:"[0,12000]" doc:"depth of the nodes that measure, known from a gauge: with it three ranges give a position, without it four"`
}

// Anchor is a node whose place is known.
type Anchor struct {
	Node string   `yaml:"node" required:"true" doc:"name of the node"`
	At   geom.Vec `yaml:"at" as:"vector" unit:"m" range:"[-1e7,1e7]" doc:"place of the anchor as it was surveyed; z is up"`
}

// Defaults makes it a two-way range in each minute, in sea water.
func (c *Config) Defaults() {
	*c = Config{Kind: twoWay, Period: time.Minute, Size: 128, Speed: 1500}
}

// About says what the model is.
func (*Config) About() string {
	return "ranges from anchors by the time that packets take, and places by multilateration"
}

// Validate checks that no anchor is named twice.
func (c *Config) Validate() error {
	for i, a := range c.Anchors {
		for _, b := range c.Anchors[:i] {
			if a.Node == b.Node {
				return fault.In(fmt.Sprintf("anchors[%d].node", i), "%s is an anchor already; leave one of the two out", a.Node)
			}
		}
	}
	return nil
}

// least is how many ranges make a place.
func (c *Config) least() int {
	if c.Depth != nil {
		return 3
	}
	return 4
}

// Env is what a node needs to measure.
type Env struct {
	Kernel  *sim.Kernel
	Clock   clock.Clock
	Rand    *rng.Stream // the service's own
	Port    *mac.Port
	Anchors []mac.Addr   // in the order of the configuration
	Tracer  trace.Tracer // nil: nobody wants to know
	Link    uint8
}

// message is the payload of a packet.
type message struct {
	kind  kind
	round uint32
	sent  sim.Time // when the frame began to be sent, by the sender's clock
	asked sim.Time // of an answer: when the request was sent, by its sender's clock
	came  sim.Time // and when it came, by the anchor's
}

// Stamp implements mac.Stamped.
func (m *message) Stamp(at sim.Time) { m.sent = at }

// Occasional says that nobody waits for the next one.
func (*message) Occasional() {}

type kind uint8

const (
	request kind = iota
	answer
	beacon
)

// Fix is where a node takes itself to be.
type Fix struct {
	At     geom.Vec
	HDOP   float64
	Ranges int      // that it is made of
	Known  sim.Time // by the node's own clock
}
