// Package tlohi holds T-Lohi (tone Lohi) after Syed, Ye and Heidemann ("T-Lohi: a new class of MAC protocols for underwater
// acoustic sensor networks", INFOCOM 2008).
//
// A station with a packet contends for the channel in rounds: it sends a short wake-up tone and listens for tones until the
// round ends. Who hears none has the channel, and sends its packet. Who hears some counts the contenders, N with itself, and
// contends again after a number of rounds that is drawn from 0 to N - 1:
//
//	resting --packet--> contending --no tone--> sending --done--> resting
//	resting <--tones: N rounds to draw from-- contending
//
// Others have the channel, for a station that hears a tone while it does not contend, until it has heard their data: so the
// first to contend again leave out the rest. Where no data come it goes on when all that it has heard have had their rounds,
// and one more. A round lasts a tone, the longest way and a guard, and begins at the same time everywhere (ST: synchronized) or
// whenever a station begins to contend (aUT: aggressive unsynchronized). With twice the longest way (cUT: conservative) it is
// long enough to hear also who began just before one's own tone came.
//
// That stations leave out until data has come, and the numbers of Default, are those of DESERT (uw-t-lohi, SIGNET, University of
// Padova). That all wait until data has passed everywhere is of this model. Begin with Default and config.
//
// Left out: acknowledgements, which the link's arq adds; and data receivers that sleep until a tone wakes them.
package tlohi

import (
	"fmt"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim/fault"
)

// kind says when rounds begin and how long they are.
type kind string

// The kinds.
const (
	synchronized kind = "synchronized" // ST
	conservative kind = "conservative" // cUT
	aggressive   kind = "aggressive"   // aUT
)

// config describes T-Lohi.
type config struct {
	Kind      kind          `yaml:"kind" oneof:"synchronized|conservative|aggressive" doc:"when rounds of contention begin, and how long they are. synchronized: at the same time everywhere, for the longest delay and a tone; conservative: when a station begins to contend, for twice the longest delay and a tone; aggressive: as conservative, but for the longest delay once, so that data may collide"`
	Length    time.Duration `yaml:"tone" range:"(0,60]" doc:"length of a tone. Two stations with a shorter delay between them do not hear each other's tones if these begin together"`
	Draw      float64       `yaml:"tone_draw" unit:"W" range:"[0,1e6]" doc:"power taken while a tone is sent"`
	Wake      float64       `yaml:"wake_draw" unit:"W" range:"[0,1e6]" doc:"power that the receiver of tones takes all the time"`
	Delay     time.Duration `yaml:"max_delay" range:"[0,1e4]" doc:"longest delay that a round has room for; 0 for the longest between two stations that hear each other at the start of the run"`
	Guard     time.Duration `yaml:"guard" range:"[0,1e4]" doc:"time added to a round, for clocks that disagree"`
	Recontend time.Duration `yaml:"recontend" range:"[0,1e4]" doc:"longest time from the end of data until a station contends again, where rounds are not synchronized: it is drawn uniformly from 0 to this"`
	Header    int           `yaml:"header" unit:"bit" range:"[0,1e6]" doc:"bits that the protocol adds to each packet"`
	mac.QueueConfig
}

// Default returns synchronized T-Lohi with DESERT's tone of 5 ms, after data within 15 ms. The power of 2 W for a tone and of 0.5 mW
// for its receiver is assumed.
func Default() mac.Config {
	return &config{
		Kind: synchronized, Length: 5 * time.Millisecond, Draw: 2, Wake: 0.5e-3, Guard: time.Millisecond, Recontend: 15 * time.Millisecond,
		Header: 24, QueueConfig: mac.DefaultQueue(),
	}
}

// About says what the model is.
func (*config) About() string {
	return "T-Lohi: contend with short tones, count who else does, and send when alone"
}

// Validate checks the queue.
func (c *config) Validate() error {
	return fault.Keep(c.Bounds())
}

// Bounds returns what the queue keeps to.
func (c *config) Bounds() []fault.Bound {
	return []fault.Bound{c.Holds("is 0; a packet waits here for the end of a round: write at least 1")}
}

// Tone implements mac.Toned. Its receiver takes the same whether it hears a tone or not.
func (c *config) Tone() phy.Tone {
	return phy.Tone{Length: c.Length, Draw: phy.Draw{Transmit: c.Draw, Receive: c.Wake, Idle: c.Wake, Sleep: c.Wake}}
}

// longest returns the longest way that a round has room for.
func (c *config) longest(measured time.Duration) time.Duration {
	if c.Delay > 0 {
		return c.Delay
	}
	return measured
}

// round returns how long a round is.
func (c *config) round(longest time.Duration) time.Duration {
	if c.Kind == conservative {
		longest *= 2
	}
	return longest + c.Length + c.Guard
}

// Doubts tells of stations that are too near to hear each other's tones, of ways that are longer than what a round has room
// for, and of clocks that come apart.
func (c *config) Doubts(at mac.Conditions) []string {
	var doubts []string
	longest := at.Longest("")
	if c.Delay > 0 {
		doubts = append(doubts, mac.Short("max_delay", c.Delay, longest, longest, "tones come after the end of a round")...)
	}
	if nearest := at.Shortest(""); nearest < c.Length && longest > 0 && (nearest > 0 || longest < c.Length) {
		doubts = append(doubts, fmt.Sprintf("tone: the shortest way takes %v, less than a tone of %v: stations so near that contend together are deaf to each other, both think that they are alone, and their data collide; make the tone no longer than the way",
			nearest.Round(time.Microsecond), c.Length))
	}
	if need := time.Duration(2 * at.Gain * float64(24*time.Hour)); c.Kind == synchronized && c.Guard < need {
		doubts = append(doubts, fmt.Sprintf("guard: the clocks of two stations come %v apart in a day, which is more than %v: rounds do not stay together; make it longer, have clocks that agree, or take another kind", need.Round(time.Microsecond), c.Guard))
	}
	return doubts
}

// Pace is that of a round, a frame, and the longest way that it takes to pass; then comes the next round.
func (c *config) Pace(env mac.Env, _ func(a, b mac.Addr) time.Duration, _ mac.Addr, bits int) time.Duration {
	longest := c.longest(env.MaxDelay())
	round := c.round(longest)
	pace := round + env.PHY.Airtime(bits+c.Header) + longest
	if c.Kind == synchronized {
		return mac.Slots(int64((pace+round-1)/round), round)
	}
	return pace + c.Recontend/2
}

// Build makes the protocol of one node.
func (c *config) Build(env mac.Env) mac.MAC { return newStation(c, env) }
