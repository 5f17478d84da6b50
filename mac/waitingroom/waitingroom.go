// Package waitingroom is access by admission. Vehicles that arrive at a docking station register; a
// few at a time have slots of their own in every frame, and the others wait and have a slot now and
// then. O. Erdemir (thesis, 2018) names the idea as future work and leaves it open. The definition is
// this package's own.
//
// A frame has as many slots as it needs:
//
//	| beacon | door | slot 1 | slot 2 | ... |
//
// The beacon names the vehicles that have a slot in the frame, in the order of the slots, and those
// that wait. In the door slot, vehicles that the beacon does not name may register; they contend. In
// a slot the station sends an update to its vehicle, and the vehicle answers with a report. Clocks
// need not agree, because a vehicle counts from the end of the beacon as it hears it.
//
// Begin with Default and Config. The types station and vehicle explain their parts of the protocol.
//
// Left out: acknowledgements and retransmission of packets; vehicles that lose their place to a better
// one; slots whose length depends on the distance of their vehicle; and vehicles farther away than the
// longest way that is allowed for, which spoil the slot behind theirs.
package waitingroom

import (
	"cmp"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/fault"
)

// Priority says who of those that wait gets the next place.
type Priority string

// The priorities.
const (
	ByDistance Priority = "distance" // the nearest
	ByAge      Priority = "age"      // who came first
)

// Config describes a waiting room.
type Config struct {
	StationName  string        `yaml:"station" required:"true" doc:"name of the docking station"`
	Room         int           `yaml:"room" range:"[1,1e4]" doc:"vehicles that have a slot in every frame"`
	Every        int           `yaml:"every" range:"[1,1e6]" doc:"one of this many frames has a slot for a waiting vehicle"`
	Priority     Priority      `yaml:"priority" oneof:"distance|age" doc:"waiting vehicle that gets the next free place. distance: the nearest; age: the one that came first"`
	Patience     int           `yaml:"patience" range:"[1,1e6]" doc:"slots in a row without a report after which a vehicle loses its place"`
	Leave        int           `yaml:"leave" range:"[0,1e6]" doc:"slots in a row without a packet either way after which a vehicle leaves by itself; 0: never"`
	Window       int           `yaml:"max_window" range:"[1,1e6]" doc:"largest window, in frames, from which the wait after a failed registration is drawn"`
	Size         int           `yaml:"size" unit:"bit" range:"[1,1e9]" doc:"bits of the largest packet, without the header; a longer one is refused"`
	Upstream     int           `yaml:"upstream" unit:"bit" range:"[0,1e9]" doc:"bits of the largest packet from a vehicle, without the header; a longer one is refused; 0 for size"`
	Header       int           `yaml:"header" unit:"bit" range:"[1,1e6]" doc:"bits of an update or a report without the packet"`
	Beacon       int           `yaml:"beacon" unit:"bit" range:"[1,1e6]" doc:"bits of a beacon that names nobody, without the packet"`
	Entry        int           `yaml:"entry" unit:"bit" range:"[0,1e6]" doc:"bits of the beacon for each vehicle that it names"`
	Registration int           `yaml:"registration" unit:"bit" range:"[1,1e6]" doc:"bits of a registration"`
	Delay        time.Duration `yaml:"max_delay" range:"[0,3600]" doc:"longest travel time of a frame that is allowed for; 0 for the longest between two nodes at the start of the run"`
	Turnaround   time.Duration `yaml:"turnaround" range:"[0,60]" doc:"pause between receiving and sending; longer than the turnaround of the modem"`
	Guard        time.Duration `yaml:"guard" range:"(0,3600]" doc:"time added to the door and to each slot, for nodes that move apart; with sleep, vehicles also wake this much early"`
	Sleep        bool          `yaml:"sleep" doc:"whether radios sleep while nobody sends to their node. A vehicle wakes for the beacon and for the update in its slot, the station for the door and the reports. A packet from a vehicle to others reaches those that are awake. A frame that comes later than max_delay is lost"`
	mac.QueueConfig
}

// Default returns a room for four. The station has to be named.
func Default() mac.Config {
	return &Config{
		Room:         4,
		Every:        1,
		Priority:     ByDistance,
		Patience:     3,
		Window:       16,
		Size:         512,
		Header:       24,
		Beacon:       32,
		Entry:        8,
		Registration: 24,
		Turnaround:   50 * time.Millisecond,
		Guard:        50 * time.Millisecond,
		QueueConfig:  mac.DefaultQueue(),
	}
}

// About says what the model is.
func (*Config) About() string {
	return "waiting room: vehicles register at a door, a few have slots in every frame, the others wait for a place"
}

// Largest returns what a slot has room for.
func (c *Config) Largest() int { return c.Size }

// upstream returns the bits of the largest packet from a vehicle.
func (c *Config) upstream() int { return cmp.Or(c.Upstream, c.Size) }

// Validate checks the queue.
func (c *Config) Validate() error {
	return fault.Keep(c.Bounds())
}

// Bounds returns what the queue keeps to.
func (c *Config) Bounds() []fault.Bound {
	return []fault.Bound{c.Holds("a packet waits for the next slot; the queue must hold 1 packet at least")}
}

// Station returns the name of the docking station.
func (c *Config) Station() string { return c.StationName }

// Doubts tells of slots that are too short for the ways: an answer comes when the next slot
// has begun. The guard takes in what the way lacks, there and back. A slot may also be longer than
// what is sent in it, and an answer may begin before the modem of who has spoken hears again.
func (c *Config) Doubts(at mac.Conditions) []string {
	doubts := append(at.Roomy("size", c.Size, c.Header), at.Deaf("turnaround", c.Turnaround, c.Turnaround, c.StationName, 2)...)
	if c.Delay == 0 {
		return doubts
	}
	longest := at.Longest(c.StationName)
	return append(doubts, mac.Short("max_delay", c.Delay, longest-c.Guard/2, longest, "registrations and reports from there come into the next slot, and such vehicles may never be let in")...)
}

// Pace is that of the frames, in which each vehicle of the room has a slot, and one of those that wait
// in every so many; where vehicles leave, only the one that packets come from or go to has a slot.
func (c *Config) Pace(env mac.Env, _ func(a, b mac.Addr) time.Duration, to mac.Addr, bits int) time.Duration {
	l, vehicles := c.layout(env), len(env.Stations)-1
	if c.Leave > 0 {
		vehicles = 1
	}
	beacon := c.Beacon + vehicles*c.Entry
	if to == mac.Everybody && env.Addr == env.Named[c.StationName] {
		beacon += bits
	}
	frame := env.PHY.Airtime(beacon) + l.begin(min(vehicles, c.Room))
	if vehicles > c.Room {
		frame += l.slot / time.Duration(c.Every)
	}
	return frame
}

// Build makes the protocol of one node. The station has a queue for each vehicle
// and one for everybody.
func (c *Config) Build(env mac.Env) mac.MAC {
	n := node{Terminal: mac.NewTerminal(env, c.Sleep), config: *c}
	if keeper := env.Named[c.StationName]; env.Addr != keeper {
		v := &vehicle{node: n, station: keeper, queue: c.Queue(env)}
		v.queue.Unheard(true) // until it is named in a beacon
		v.Timer = env.Kernel.NewTimer(sim.Comm, v.wake)
		return v
	}
	s := &station{node: n, notices: c.Queue(env), byAddr: map[mac.Addr]*client{}}
	for _, addr := range env.Stations {
		if addr != env.Addr {
			v := &client{addr: addr, queue: c.Queue(env)}
			v.queue.Unheard(true) // until it registers
			s.clients = append(s.clients, v)
			s.byAddr[addr] = v
		}
	}
	s.Timer = env.Kernel.NewTimer(sim.Comm, s.wake)
	return s
}

// The kinds of frame. All have the number of the frame of slots in Seq; those of
// a vehicle, of the one in which they were sent.
const (
	announcement uint8 = iota // a beacon
	registration
	update
	report
	farewell
)

// FrameKinds implements mac.Naming.
func (*Config) FrameKinds() []string {
	return []string{announcement: "beacon", registration: "registration", update: "update", report: "report", farewell: "farewell"}
}

// beacon is the payload of an announcement.
type beacon struct {
	slots   []mac.Addr  // who has a slot, in the order of the slots
	waiting []mac.Addr  // who has none
	packet  *mac.Packet // nil: none
}

var _ phy.Addressed = (*beacon)(nil)

// Carried returns the packet that goes with the beacon.
func (b *beacon) Carried() *mac.Packet { return b.packet }

// Addressee implements phy.Addressed.
func (b *beacon) Addressee() mac.Addr {
	if b.packet == nil {
		return mac.Everybody
	}
	return b.packet.Dst
}

// node is what station and vehicles have in common.
type node struct {
	mac.Terminal
	config Config
	layout layout
}

// layout is what a frame looks like, counted from the end of the beacon.
type layout struct {
	registration time.Duration // when registrations are sent
	door         time.Duration // length of the door slot, after which slot 0 begins
	slot         time.Duration // length of a slot
	report       time.Duration // when the report is sent, from the beginning of its slot
}

// lay reckons the layout, when all stations are there.
func (n *node) lay() { n.layout = n.config.layout(n.Env) }

// layout returns what a frame looks like on a link.
func (c *Config) layout(env mac.Env) layout {
	radio, longest := env.PHY, c.Delay
	if longest == 0 {
		longest = env.MaxDelay()
	}
	down, up := radio.Airtime(c.Header+c.Size), radio.Airtime(c.Header+c.upstream())
	spare := 2*(longest+c.Turnaround) + c.Guard
	return layout{
		registration: c.Turnaround,
		door:         radio.Airtime(c.Registration) + spare,
		slot:         down + up + spare,
		report:       down + c.Turnaround,
	}
}

// begin returns when a slot begins. The end of the frame is the beginning of a
// slot that it does not have.
func (l *layout) begin(slot int) time.Duration { return l.door + time.Duration(slot)*l.slot }

// plan arms the timer for when the node's clock shows t.
func (n *node) plan(t sim.Time) {
	n.Timer.Arm(max(n.Env.Kernel.Now(), n.Env.Clock.Kernel(t)))
}
