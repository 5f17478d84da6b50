// Package polling is access by invitation: a station asks one vehicle after the other, and only the
// vehicle that is asked may send (H. Takagi, "Queuing analysis of polling models", ACM Computing
// Surveys 20(1), 1988). Nothing collides, clocks need not agree, and each turn costs two ways through
// the water.
//
//	station:  pausing --after the turnaround--> asking --poll is out--> awaiting
//	          awaiting --answer--> pausing, and the next vehicle
//	          awaiting --time is up, nothing heard--> pausing, and the next vehicle
//	          awaiting --time is up, carrier busy--> listening
//	          listening --answer, or carrier idle--> pausing, and the next vehicle
//	vehicle:  silent --poll for it--> turning --after the turnaround--> answering --> silent
//
// A poll takes along one of the station's packets for that vehicle. The vehicle answers with one
// packet, or says that it has none. The packet may be for anybody: its receiver hears it directly.
// What the station has for everybody it sends by itself, one packet at the beginning of each cycle.
//
// Begin with Default and Config, which explains time-outs and sleep.
//
// Left out: acknowledgements and retransmission (what is lost in the water is lost), several packets
// in one turn, an order that follows the load, and a station that gives its role away.
package polling

import (
	"fmt"
	"time"

	"halocline/mac"
	"halocline/sim"
	"halocline/sim/fault"
)

// Config describes polling.
//
// The time-out runs from the end of the poll to the beginning of the answer, so
// that answers may be of any length; this takes a modem that senses a carrier
// wherever it can receive. A vehicle that has not answered is asked again after
// 1, 2, 4 cycles and so on up to a limit, without a packet: those for it wait
// until it has answered. A cycle in which nobody is to be asked takes no time.
//
// If it is asked for, radios sleep while nobody sends to their node. The station knows which
// vehicles are asked before a vehicle's next turn, and how far away they were when they last
// answered. A poll tells the vehicle how long that takes at least, and it sleeps until then. The
// station sleeps in its pauses, and until an answer can come. What it has for everybody is then
// announced in the polls of a cycle, so that all are awake at the beginning of the next one.
//
// Where a radio does not take a frame, the packet goes back into its queue; a
// station tries again after a time-out, a vehicle waits to be asked again.
type Config struct {
	StationName string        `yaml:"station" required:"true" doc:"name of the node that asks"`
	Poll        int           `yaml:"poll" unit:"bit" range:"[1,1e6]" doc:"bits of a poll, and of what the station sends to everybody, without the packet"`
	Answer      int           `yaml:"answer" unit:"bit" range:"[1,1e6]" doc:"bits of an answer without the packet"`
	Turnaround  time.Duration `yaml:"turnaround" range:"[0,60]" doc:"pause of a node before it sends; longer than the turnaround of the modem"`
	Timeout     time.Duration `yaml:"timeout" range:"[0,3600]" doc:"time from the end of a poll to the latest beginning of the answer; 0 for the turnaround, twice the longest delay between two nodes at the start of the run, and the margin"`
	Margin      time.Duration `yaml:"margin" range:"(0,3600]" doc:"time added to a computed timeout, for vehicles that move away; with sleep, the station also wakes this much earlier than the last answer of the vehicle came"`
	Limit       int           `yaml:"backoff_limit" range:"[1,1e6]" doc:"greatest number of cycles after which a vehicle that does not answer is asked again"`
	Sleep       bool          `yaml:"sleep" doc:"whether radios sleep while nobody sends to their node. A vehicle sleeps from its poll until the earliest next one, which the poll tells; the station sleeps until an answer can come. A packet from a vehicle to others reaches those that are awake. A packet of the station to everybody waits a cycle longer. An answer that begins after the timeout is lost"`
	mac.QueueConfig
}

// Default returns polling with short control frames. The station has to be named.
func Default() mac.Config {
	return &Config{
		Poll:        24,
		Answer:      24,
		Turnaround:  50 * time.Millisecond,
		Margin:      250 * time.Millisecond,
		Limit:       16,
		QueueConfig: mac.DefaultQueue(),
	}
}

// About says what the model is.
func (*Config) About() string {
	return "polling: a station asks one vehicle after the other, and only that one may send"
}

// Validate checks the queue and the time-out.
func (c *Config) Validate() error {
	return fault.Keep(c.Bounds())
}

// Bounds returns what the queue and the time-out keep to.
func (c *Config) Bounds() []fault.Bound {
	return []fault.Bound{c.Holds("a packet waits until its vehicle is asked; the queue must hold 1 packet at least"), {
		Key: "timeout", Value: c.Timeout.Seconds(), Op: fault.MoreThan, Than: "turnaround", Limit: c.Turnaround.Seconds(), When: "or 0", Off: c.Timeout == 0,
		Why: fmt.Sprintf("no answer begins within %v, because vehicles wait %v before they answer; the time-out must be longer", c.Timeout, c.Turnaround),
	}}
}

// Station returns the name of the node that asks.
func (c *Config) Station() string { return c.StationName }

// Doubts tells of a time-out that ends before an answer from afar can begin, and of answers that begin before
// the modem of who has asked hears again.
func (c *Config) Doubts(at mac.Conditions) []string {
	deaf := at.Deaf("turnaround", c.Turnaround, c.Turnaround, c.StationName, 2)
	if c.Timeout == 0 {
		return deaf
	}
	longest := at.Longest(c.StationName)
	return append(deaf, mac.Short("timeout", c.Timeout, c.Turnaround+2*longest, longest, "the station asks the next vehicle before the answer from there has begun")...)
}

// Pace is that of the cycles, in which all vehicles answer and only one frame has a packet. What is for
// everybody has a frame of its own.
func (c *Config) Pace(env mac.Env, way func(a, b mac.Addr) time.Duration, to mac.Addr, bits int) time.Duration {
	asker := env.Named[c.StationName]
	turn := env.PHY.Airtime(c.Poll) + env.PHY.Airtime(c.Answer) + 2*c.Turnaround
	packet := env.PHY.Airtime(c.Poll+bits) - env.PHY.Airtime(c.Poll)
	if env.Addr == asker && to == mac.Everybody {
		packet = env.PHY.Airtime(c.Poll+bits) + c.Turnaround
	}
	for _, a := range env.Stations {
		if a != asker {
			packet += turn + 2*way(asker, a)
		}
	}
	return packet
}

// Build makes the protocol of one node. The station has a queue for each vehicle
// and one for everybody.
func (c *Config) Build(env mac.Env) mac.MAC {
	n := node{Terminal: mac.NewTerminal(env, c.Sleep), config: *c}
	if asker := env.Named[c.StationName]; env.Addr != asker {
		v := &vehicle{node: n, station: asker, queue: c.Queue(env)}
		v.queue.Unheard(true) // until it is asked
		v.Timer = env.Kernel.NewTimer(sim.Comm, v.answer)
		return v
	}
	s := &station{node: n, notices: c.Queue(env), byAddr: map[mac.Addr]*client{}}
	for _, addr := range env.Stations {
		if addr != env.Addr {
			v := &client{addr: addr, queue: c.Queue(env)}
			s.clients = append(s.clients, v)
			s.byAddr[addr] = v
		}
	}
	s.turn = len(s.clients)
	s.Timer = env.Kernel.NewTimer(sim.Comm, s.wake)
	return s
}

// The kinds of frame. All but a notice have the number of the poll in Seq.
const (
	poll uint8 = iota
	answer
	notice // from the station to everybody
)

// FrameKinds implements mac.Naming.
func (*Config) FrameKinds() []string {
	return []string{poll: "poll", answer: "answer", notice: "notice"}
}

// node is what station and vehicles have in common.
type node struct {
	mac.Terminal
	config Config
}

// invitation is the payload of a poll where radios sleep.
type invitation struct {
	packet *mac.Packet   // nil: none
	rest   time.Duration // from the end of this poll to the next one, at least
}

// Carried returns the packet of the poll.
func (i *invitation) Carried() *mac.Packet { return i.packet }

// wait arms the timer for when the node's clock will have gone on by d.
func (n *node) wait(d time.Duration) {
	n.Timer.Arm(n.Env.After(d))
}
