// Package sfama holds slotted FAMA (floor acquisition multiple access) after Molins and Stojanovic ("Slotted FAMA: a
// MAC protocol for underwater acoustic networks", OCEANS Asia Pacific, 2006).
//
// All frames begin at the edges of slots that last as long as a control frame, the longest way and a guard. A station with a
// packet asks at the edge of a slot, if the channel is idle (RTS). The answer comes in the next slot (CTS), the packet
// follows in the one after, and its acknowledgement in the slot after its last (ACK):
//
//	resting --RTS--> asked --CTS comes--> granted --data--> sending --done--> unconfirmed --ACK comes--> resting
//	resting --RTS comes, CTS--> answering --> serving --data comes, ACK--> confirming --> resting
//
// Who overhears one of these frames is silent: two slots after an RTS, until data and ACK could be over after a CTS or after a frame
// that was lost, for the ACK and two slots more after data. The ACK ends the silence. Where a CTS or an ACK does not come, the
// sender waits a random number of slots. If others interrupt that it draws the number anew, or goes on, by a key. How long each
// silence is, where the paper leaves that open, is as in UnetStack's implementation (P. Nahar, unet-contrib, 2016).
//
// Begin with Default.
//
// Left out: trains of packets, and negative acknowledgements. A packet to everybody is sent without being asked for.
package sfama

import (
	"fmt"
	"time"

	"halocline/mac"
	"halocline/sim/fault"
)

// interruption says what becomes of a wait that others interrupt.
type interruption string

// The ways.
const (
	redrawn   interruption = "redrawn"
	continued interruption = "continued"
)

// backoffConfig describes the wait after an RTS without a CTS, or a packet without an ACK.
type backoffConfig struct {
	From        int          `yaml:"from" range:"[0,1e6]" doc:"least number of slots"`
	To          int          `yaml:"to" range:"[0,1e6]" doc:"greatest number of slots"`
	Interrupted interruption `yaml:"interrupted" oneof:"redrawn|continued" doc:"what becomes of the wait when the station overhears others. Under load this decides who sends. redrawn: it begins anew after their exchange. A station with a backlog then asks again before those that wait, sends its whole queue, and others may deliver nothing; continued: it ends when it would have. Stations take turns, more requests collide, and all together deliver less"`
}

// Defaults sets what UnetStack's implementation has.
func (b *backoffConfig) Defaults() { *b = backoffConfig{From: 3, To: 14, Interrupted: redrawn} }

// Validate checks the bounds.
func (b *backoffConfig) Validate() error {
	return fault.Keep(b.Bounds())
}

// Bounds returns what the greatest wait keeps to.
func (b *backoffConfig) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "to", Value: float64(b.To), Op: fault.AtLeast, Than: "from", Limit: float64(b.From),
		Why: fmt.Sprintf("the greatest wait of %d slots is less than the least one, of %d", b.To, b.From),
	}}
}

// config describes slotted FAMA.
type config struct {
	Control int           `yaml:"control" unit:"bit" range:"[1,1e6]" doc:"bits of an RTS, a CTS and an ACK, all included"`
	Size    int           `yaml:"size" unit:"bit" range:"[1,1e9]" doc:"bits of the largest packet; longer ones are refused. After a lost frame, a station is silent for a packet of this size. An exchange takes one slot each for RTS, CTS and ACK, and as many as the packet lasts over the longest delay"`
	Header  int           `yaml:"header" unit:"bit" range:"[0,1e6]" doc:"bits that the protocol adds to each packet"`
	Delay   time.Duration `yaml:"max_delay" range:"[0,1e4]" doc:"longest delay that a slot has room for; 0 for the longest between two stations that hear each other at the start of the run"`
	Guard   time.Duration `yaml:"guard" range:"[0,1e4]" doc:"time added to a slot, for clocks that disagree"`
	Retries int           `yaml:"retries" range:"[0,1e6]" doc:"number of times that an RTS or a packet without an answer is repeated before the packet is dropped"`
	Backoff backoffConfig `yaml:"backoff" doc:"wait after an RTS without a CTS, or a packet without an ACK"`
	mac.QueueConfig
}

// Default returns the protocol with the numbers of UnetStack's implementation, but for repetitions without end.
func Default() mac.Config {
	c := &config{Control: 96, Size: 4096, Header: 24, Guard: time.Millisecond, Retries: 20, QueueConfig: mac.DefaultQueue()}
	c.Backoff.Defaults()
	return c
}

// About says what the model is.
func (*config) About() string {
	return "slotted FAMA (Molins and Stojanovic 2006): ask for the channel, and keep it until the acknowledgement"
}

// Validate checks the queue.
func (c *config) Validate() error {
	return fault.Keep(c.Bounds())
}

// Bounds returns what the queue keeps to.
func (c *config) Bounds() []fault.Bound {
	return []fault.Bound{c.Holds("is 0; a packet waits here for the edge of a slot: write at least 1")}
}

// Largest returns the bits of the largest packet.
func (c *config) Largest() int { return c.Size }

// slot returns how long a slot is: a control frame, the longest way, or the turnaround of the modem if that takes longer, and
// the guard.
func (c *config) slot(longest time.Duration, control, turnaround time.Duration) time.Duration {
	if c.Delay > 0 {
		longest = c.Delay
	}
	return control + max(longest, turnaround) + c.Guard
}

// slots returns how many slots pass until a packet that begins at the edge of one has arrived everywhere.
func (c *config) slots(slot, airtime, control time.Duration) int64 {
	return int64((airtime+slot-control-1)/slot) + 1
}

// Doubts tells of ways that are longer than what a slot has room for, of clocks that come apart, and of a load at which some stations
// send everything and others nothing.
func (c *config) Doubts(at mac.Conditions) []string {
	var doubts []string
	longest := at.Longest("")
	if c.Delay > 0 {
		doubts = append(doubts, mac.Short("max_delay", c.Delay, longest, longest, "frames reach into the next slot")...)
	}
	if need := time.Duration(2 * at.Gain * float64(24*time.Hour)); c.Guard < need {
		doubts = append(doubts, fmt.Sprintf("guard: the clocks of two stations come %v apart in a day, which is more than %v: slots do not stay together; make it longer, or have clocks that agree", need.Round(time.Microsecond), c.Guard))
	}
	if b := c.Backoff; b.From == b.To && at.Stations > 2 {
		doubts = append(doubts, fmt.Sprintf("backoff: two stations whose RTS have met wait %d slots both, and theirs meet again, for ever; give to more than from", b.From))
	}
	return append(doubts, c.monopoly(at, longest)...)
}

// monopoly tells of a load beyond what exchanges one after the other deliver, where waits begin anew. Each exchange is of one
// slot for RTS, CTS and ACK each, and those of the packet.
func (c *config) monopoly(at mac.Conditions, longest time.Duration) []string {
	if c.Backoff.Interrupted != redrawn || at.Bits == 0 {
		return nil
	}
	control := at.Airtime(c.Control)
	slot := c.slot(longest, control, at.Turnaround)
	exchange := mac.Slots(3+c.slots(slot, at.Airtime(at.Bits+c.Header), control), slot)
	return at.Kept("backoff.interrupted", exchange, "redrawn", "write continued, with which they take turns and deliver less in all")
}

// Pace is that of an RTS, a CTS, the slots of a packet, and an ACK.
func (c *config) Pace(env mac.Env, _ func(a, b mac.Addr) time.Duration, to mac.Addr, bits int) time.Duration {
	control := env.PHY.Airtime(c.Control)
	slot := c.slot(env.MaxDelay(), control, env.PHY.Turnaround())
	n := c.slots(slot, env.PHY.Airtime(bits+c.Header), control)
	if to != mac.Everybody {
		n += 3
	}
	return mac.Slots(n, slot)
}

// Build makes the protocol of one node.
func (c *config) Build(env mac.Env) mac.MAC { return newStation(c, env) }
