// Package arq repeats what was lost, between a port and any access protocol: automatic repeat request
// with a window of packets under way to each receiver. What the access protocol below delivers,
// refuses or drops, it does to the segments of this layer.
//
// Go-back-N: the receiver takes packets in their order only, and the sender sends again from the
// oldest packet that is not acknowledged. Selective repeat: the receiver takes every packet that is
// new and tells which ones it has by a bitmap, and the sender repeats the others. With a window of 1
// both are stop and wait (D. Bertsekas, R. Gallager, Data Networks, 1992, section 2.4).
//
// A train is packets of which only the last asks for an acknowledgement: the group of S&W-2 in
// M. Stojanovic, Optimization of a data link protocol for an underwater acoustic channel (OCEANS 2005).
//
// The time-out is that of RFC 6298. It begins with the end of a transmission, so that the access delay
// of the sender is not in it and that of the receiver is. An acknowledgement names the try that it
// answers, in two bits, so that repeated packets teach too. After two time-outs in a row the next ones
// are longer by chance, for senders that have collided, and packets go one by one, so that a half-duplex
// sender hears what comes back. A packet is given up after its last repetition. Each segment says which
// is the oldest that its sender still has, so that the receiver waits for none that was given up.
//
// Begin with Config. Left out: acknowledgements that ride on data, negative ones, and order at the
// receiver of selective repeat, which delivers a packet as it comes. Numbers of packets have 32 bits,
// whatever the header is said to take, so that they are never mistaken.
package arq

import (
	"fmt"
	"math"
	"time"

	"halocline/mac"
	"halocline/sim/fault"
)

// Kind is the way to repeat.
type Kind string

// The ways to repeat.
const (
	GoBackN         Kind = "go-back-n"
	SelectiveRepeat Kind = "selective-repeat"
)

// Config describes the repetition of packets over an access protocol. A packet to everybody passes as it is.
type Config struct {
	Kind    Kind          `yaml:"kind" oneof:"go-back-n|selective-repeat" doc:"way of repeating. go-back-n: all packets from the oldest one without acknowledgement on; selective-repeat: only packets that are missing by the receiver's bitmap, and packets are delivered as they come"`
	Window  int           `yaml:"window" range:"[1,64]" doc:"packets that may be under way to one receiver; 1 is stop and wait"`
	Train   int           `yaml:"train" range:"[1,64]" doc:"greatest number of packets sent in a row, the last of which asks for an acknowledgement"`
	Retries int           `yaml:"retries" range:"[0,1e6]" doc:"number of repetitions of a packet before it is dropped"`
	Timeout time.Duration `yaml:"timeout" range:"[0,1e6]" doc:"time from the end of a packet after which it is repeated; 0 to learn it from acknowledgements. After two in a row without one, it is longer by a random time"`
	Header  int           `yaml:"header" unit:"bit" range:"[0,1e6]" doc:"bits added to each packet for its sequence number, beside the header of the access protocol"`
	AckBits int           `yaml:"ack_size" unit:"bit" range:"[1,1e6]" doc:"bits of an acknowledgement; with selective-repeat the bitmap of the window comes on top"`
	mac.QueueConfig
}

// Defaults makes it selective repeat with a window of 8.
func (c *Config) Defaults() {
	*c = Config{Kind: SelectiveRepeat, Window: 8, Train: 1, Retries: 5, Header: 24, AckBits: 24, QueueConfig: mac.DefaultQueue()}
}

// About says what the model is.
func (*Config) About() string {
	return "repetition over any access protocol: go-back-N or selective repeat, with windows, trains and time-outs that are learnt"
}

// Validate checks what no range shows.
func (c *Config) Validate() error {
	return fault.Keep(c.Bounds())
}

// Bounds returns what the train and the queue keep to.
func (c *Config) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "train", Value: float64(c.Train), Op: fault.AtMost, Than: "window", Limit: float64(c.Window),
		Why: fmt.Sprintf("a train of %d packets does not fit into a window of %d; make window %[1]d or more", c.Train, c.Window),
	}, c.Holds("a packet waits for the window in the queue; its length must be 1 at least")}
}

// acknowledgement returns the bits of one.
func (c *Config) acknowledgement() int {
	if c.Kind == SelectiveRepeat {
		return c.AckBits + c.Window
	}
	return c.AckBits
}

// Largest returns the bits of the longest packet that goes over a protocol, or of any.
func (c *Config) Largest(below mac.Config) int {
	if l, ok := below.(mac.Limited); ok {
		return l.Largest() - c.Header
	}
	return math.MaxInt
}

// Doubts tells of a window that is too small for the way, of time-outs that end before an acknowledgement
// can come, and of what a protocol below does that is at odds with repetition.
func (c *Config) Doubts(at mac.Conditions, below mac.Config) []string {
	var doubts []string
	if l := c.Largest(below); l < 1 {
		doubts = append(doubts, fmt.Sprintf("header: %d bit are more than the %d bit of the largest packet of the access protocol, so that nothing can be sent", c.Header, l+c.Header))
	}
	if q, ok := below.(interface{ Supersedes() bool }); ok && q.Supersedes() {
		doubts = append(doubts, "kind: the queue of the access protocol drops a packet where another one for the same receiver comes, so that a window of packets never gets out; give mac an order of fifo, and arq the order that you want")
	}
	if a, ok := below.(interface{ Acknowledges() bool }); ok && a.Acknowledges() {
		doubts = append(doubts, "kind: the access protocol acknowledges and repeats packets too, so that each is acknowledged twice; leave out mac.ack or arq")
	}
	if at.Bits == 0 {
		return doubts
	}
	frame := at.Airtime(at.Bits + c.Header)
	answer := 2*at.Longest("") + at.Airtime(c.acknowledgement())
	if c.Timeout > 0 && c.Timeout < answer {
		doubts = append(doubts, fmt.Sprintf("timeout: %v is too short, because over the longest delay an acknowledgement ends %v after its packet, if it is sent at once: all packets that go so far are repeated; make it longer, or 0s to learn it",
			c.Timeout, answer.Round(time.Millisecond)))
	}
	if need := int((frame+answer-1)/frame) + 1; c.Window < need {
		doubts = append(doubts, fmt.Sprintf("window: over the longest delay, %d frames of %v go out within the %v until the first one can be acknowledged, and no more than %d may. So a sender sends for at most %.2g %% of the time to a receiver so far away; %s",
			need, frame.Round(time.Millisecond), (frame+answer).Round(time.Millisecond), c.Window, 100*float64(c.Window)*frame.Seconds()/(frame+answer).Seconds(), larger(need)))
	}
	return doubts
}

// larger says what to do about a window that should be larger.
func larger(need int) string {
	const most = 64
	if need > most {
		return "send larger packets"
	}
	return fmt.Sprintf("make it %d, or send larger packets", need)
}

// segment is what the layer has the access protocol send: a packet behind a header, or an acknowledgement.
type segment struct {
	carrier mac.Packet // what the access protocol is given
	packet  *mac.Packet
	number  uint32
	oldest  uint32 // number of the oldest that the sender still has
	asks    bool   // for an acknowledgement
	try     uint8  // of the packet, or of the one that an acknowledgement answers

	acks    bool   // it is an acknowledgement: all before number are here
	bitmap  uint64 // and of those behind it the ones whose bit is set
	answers uint32 // number of the packet that has asked for it
}

// tries is how many tries of a packet are told apart.
const tries = 4

// Carried returns the packet of the port that it carries, or nil.
func (s *segment) Carried() *mac.Packet { return s.packet }
