// Package tdma is time division multiple access: time is cut into frames of equal length, a frame into
// slots, and in a slot only its owner sends. There are two frames: Config gives every node slots of
// its own, and Docking is that of a docking station and its vehicles (O. Erdemir, thesis, 2018,
// section 4.4.1).
//
// A slot has three parts: the airtime of its packets, the propagation time to the farthest node, and
// the guard time, for clocks that disagree and nodes that move apart. A node with packets sends one at
// the beginning of its next slot, and more of them as far as the slot has room. A packet that comes
// after the beginning of the slot waits for the next one. So does a packet that the radio does not take.
//
// A frame begins whenever the node's own clock shows a multiple of the frame's length. Airtime is true
// time. Frames of two nodes collide if the clocks of the owners of neighbouring slots differ by more
// than the guard time.
//
// Slots may have a start each, in a frame of a given length: a schedule in which nodes that are far from
// each other send at once, such as that of a line in bench/reproduce/theory.
//
// Begin with Default and Config, or with DefaultDocking and Docking. What keeps clocks together is mac/sync.
//
// Left out: slots that are handed out during the run, acknowledgements and retransmission, and the
// radio's turnaround, which the guard has to cover.
package tdma

import (
	"cmp"
	"fmt"
	"time"

	"halocline/mac"
	"halocline/sim/fault"
)

// Config describes a frame in which nodes have slots of their own.
type Config struct {
	Size  int           `yaml:"size" unit:"bit" range:"[1,1e9]" doc:"bits of the largest packet, without the header; a longer one is refused"`
	Slots []Slot        `yaml:"slots" min:"1" doc:"the slots of a frame, in their order; one for each node of the link if left out"`
	Frame time.Duration `yaml:"frame" range:"[0,1e6]" doc:"length of a frame whose slots all have a start; 0 where slots follow each other"`
	Timing
}

// Slot is a slot of a frame, or one for each node of a group. A node may own several; one without
// any cannot send.
type Slot struct {
	Node    string         `yaml:"node" bare:"true" required:"true" doc:"name of the slot's owner, or of a group: each of its nodes has such a slot, in their order"`
	Packets int            `yaml:"packets" range:"[1,1000]" doc:"packets of the largest size that it has room for"`
	Per     string         `yaml:"per" doc:"group by whose number of nodes the room for packets is multiplied; once if left out"`
	Start   *time.Duration `yaml:"start" range:"[0,1e6]" doc:"time from the start of the frame to that of the slot, with the key frame; slots may overlap if their owners are far apart. If left out, the slot follows the one before"`
	Size    int            `yaml:"size" unit:"bit" range:"[0,1e9]" doc:"bits of the largest packet in this slot, without the header; 0 for the protocol's size; a longer packet waits for a larger slot of its node"`
}

// Defaults makes room for one packet.
func (s *Slot) Defaults() { s.Packets = 1 }

// Timing is what both frames have in common.
type Timing struct {
	Propagation *time.Duration `yaml:"propagation" range:"[0,3600]" doc:"time in a slot for the frame to reach all nodes; the longest delay between two nodes at the start if left out"`
	Guard       time.Duration  `yaml:"guard" range:"[0,3600]" doc:"time at the end of a slot for clocks that disagree and nodes that move apart"`
	Multiple    time.Duration  `yaml:"multiple" range:"[0,3600]" doc:"unit of the frame's length: longer guards make the frame a multiple of it; 0 changes nothing"`
	Sleep       bool           `yaml:"sleep" doc:"whether the radio sleeps in the slots in which nobody sends to its node: its own and, with tdma-docking, those of other vehicles, which then send to the station only. A packet to everybody reaches those that are awake. A frame that comes later than propagation and guard is lost"`
	Header      int            `yaml:"header" unit:"bit" range:"[0,1e6]" doc:"bits that the protocol adds to each packet"`
	mac.QueueConfig
}

// Default returns a slot for each node.
func Default() mac.Config {
	return &Config{Size: 512, Timing: Timing{Header: 24, QueueConfig: mac.DefaultQueue()}}
}

// About says what the model is.
func (*Config) About() string { return "TDMA: a frame of slots in each of which one node sends" }

// Largest returns what the largest slot has room for.
func (c *Config) Largest() int {
	if c.Slots == nil {
		return c.Size
	}
	largest := 0
	for _, s := range c.Slots {
		largest = max(largest, cmp.Or(s.Size, c.Size))
	}
	return largest
}

// Validate checks the queue, and that either all slots have a start or none.
func (c *Config) Validate() error {
	if c.Frame > 0 && (c.Slots == nil || c.Multiple > 0) {
		return fault.In("frame", "slots with a start each make up a frame of a given length; write slots: [{node: a, start: 0s}], and leave out multiple")
	}
	for i, s := range c.Slots {
		key := fmt.Sprintf("slots[%d].start", i)
		switch {
		case s.Start == nil && c.Frame > 0:
			return fault.In(fmt.Sprintf("slots[%d]", i), "the frame lasts %v, and this slot has no start; give all slots one", c.Frame)
		case s.Start != nil && c.Frame == 0:
			return fault.In(key, "a slot begins %v after a frame of no length; give frame its length", *s.Start)
		case s.Start != nil && *s.Start >= c.Frame:
			return fault.In(key, "a slot begins %v after the beginning of a frame of %v; make it less", *s.Start, c.Frame)
		}
	}
	return c.Timing.check()
}

// Resolve returns the configuration with a slot for each node that a group stands for.
func (c *Config) Resolve(nodes func(name string) ([]string, error)) (mac.Config, error) {
	resolved := *c
	resolved.Slots = nil
	for i, s := range c.Slots {
		owners, err := nodes(s.Node)
		if err != nil {
			return nil, fault.In(fmt.Sprintf("slots[%d].node", i), "%v", err)
		}
		if s.Per != "" {
			served, err := nodes(s.Per)
			if err != nil {
				return nil, fault.In(fmt.Sprintf("slots[%d].per", i), "%v", err)
			}
			s.Packets, s.Per = s.Packets*len(served), ""
		}
		for _, s.Node = range owners {
			resolved.Slots = append(resolved.Slots, s)
		}
	}
	return &resolved, nil
}

// Pace is that of the node's slots.
func (c *Config) Pace(env mac.Env, _ func(a, b mac.Addr) time.Duration, to mac.Addr, _ int) time.Duration {
	f := c.frame(env)
	return f.pace(env.Addr, to)
}

// Build makes the protocol of one node.
func (c *Config) Build(env mac.Env) mac.MAC { return newNode(env, c.Timing, c.frame) }

// frame lays out the slots.
func (c *Config) frame(env mac.Env) frame {
	spare := c.spare(env)
	var f frame
	add := func(owner mac.Addr, packets, bits int, start *time.Duration) {
		s := slot{owner: owner, to: anybody, listener: everywhere, bits: bits, packets: packets, guarded: true}
		if start != nil {
			f.put(s, *start, c.Frame)
			return
		}
		f.add(s, env.PHY.Airtime(bits+c.Header), spare)
	}
	for _, s := range c.Slots {
		owner, known := env.Named[s.Node]
		if !known {
			panic("tdma: a slot belongs to " + s.Node + ", which is not on the link")
		}
		add(owner, s.Packets, cmp.Or(s.Size, c.Size), s.Start)
	}
	if c.Slots == nil {
		for _, owner := range env.Stations {
			add(owner, 1, c.Size, nil)
		}
	}
	f.roundUp(c.Multiple)
	return f
}

// check finds a queue in which no packet can wait for its slot.
func (t *Timing) check() error {
	return fault.Keep(t.Bounds())
}

// Bounds returns what the queue keeps to.
func (t *Timing) Bounds() []fault.Bound {
	return []fault.Bound{t.Holds("a packet waits for its slot in the queue; its length must be 1 at least")}
}

// Doubts tells of slots that end before what was sent in them has passed all nodes, or that are
// longer than what is sent in them, and of slots that begin before the modem of the last one's owner
// hears again. A frame that is rounded up has longer guards.
func (c *Config) Doubts(at mac.Conditions) []string {
	if c.Frame > 0 {
		return at.Roomy("size", c.Largest(), c.Header) // who sends when is the author's business
	}
	var doubts []string
	if c.Propagation != nil && !c.nextIsNear(at, *c.Propagation+c.Guard) {
		doubts = c.short(at, "")
	}
	doubts = append(doubts, at.Roomy("size", c.Largest(), c.Header)...)
	if c.Multiple > 0 || at.Turnaround <= c.Guard {
		return doubts
	}
	silence := c.Guard
	if c.Propagation != nil {
		silence += *c.Propagation
	} else {
		silence += at.Longest("")
	}
	return append(doubts, at.Deaf("guard", c.Guard, silence, "", 1)...)
}

// nextIsNear reports whether the owners of slots that follow each other are no further apart than sound
// gets in the silent part of a slot. Frames of neighbouring slots then overlap nowhere, however far they go: the way
// from the first owner to a receiver is longer than that from the second by at most the way between the two.
func (c *Config) nextIsNear(at mac.Conditions, silent time.Duration) bool {
	for i, s := range c.Slots {
		if next := c.Slots[(i+1)%len(c.Slots)]; next.Node != s.Node && at.Between(s.Node, next.Node) > silent {
			return false
		}
	}
	return len(c.Slots) > 0
}

// short tells of slots that are too short for what is sent between all nodes, or from and to
// the station of a name.
func (t *Timing) short(at mac.Conditions, from string) []string {
	if t.Propagation == nil {
		return nil
	}
	longest := at.Longest(from)
	return mac.Short("propagation", *t.Propagation, longest-t.Guard, longest, "frames of one slot are still on their way when those of the next come, and collide with them")
}

// spare returns the silent part of a slot.
func (t *Timing) spare(env mac.Env) time.Duration {
	if t.Propagation == nil {
		return env.MaxDelay() + t.Guard
	}
	return *t.Propagation + t.Guard
}
