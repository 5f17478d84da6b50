// Package alohaan holds ALOHA-AN (ALOHA with advance notification) after Chirdchoo, Soh and Chua ("Aloha-based MAC protocols with
// collision avoidance for underwater acoustic networks", INFOCOM 2007).
//
// A station with a packet sends a short notification, waits for the lag time, in which all others hear it, and sends the packet.
// From each notification a station knows when that packet will be at each other one, and does not disturb it. It does not notify
// while its notification would meet a packet at any station, or its own packet would meet another one at a receiver of either. It
// tries again after a random time:
//
//	resting --notification--> notified --lag--> sending --done--> resting
//	resting <--not now, or who was first needs the time-- notified
//
// Two that notify before they hear each other may be in each other's way. Who notified first sends, and the other tries again; of two
// at the same instant the one with the lower address. A packet that was put off too often is dropped.
//
// A station knows its own ways to the others. Those between others come with their notifications. The random times are those of
// UnetStack's implementation (P. Nahar, unet-contrib, 2016). Its table keeps the entry of a packet that was put off, which then is in
// its own way; here the next notification of a sender takes the place of the one before.
//
// Begin with Default and config.
//
// Left out: acknowledgements, which the link's arq adds, and ways that change.
package alohaan

import (
	"fmt"
	"time"

	"halocline/mac"
	"halocline/sim/fault"
)

// backoffConfig describes the wait of a packet that is put off.
type backoffConfig struct {
	From int `yaml:"from" range:"[0,1e6]" doc:"least wait, in multiples of the packet's time on the air"`
	To   int `yaml:"to" range:"[0,1e6]" doc:"greatest wait, in multiples of the packet's time on the air"`
}

// Defaults sets what UnetStack's implementation has.
func (b *backoffConfig) Defaults() { *b = backoffConfig{From: 3, To: 31} }

// Validate checks the bounds.
func (b *backoffConfig) Validate() error {
	return fault.Keep(b.Bounds())
}

// Bounds returns what the greatest wait keeps to.
func (b *backoffConfig) Bounds() []fault.Bound {
	why := fmt.Sprintf("the greatest wait of %d packets is less than the least one, of %d, or none: write from or more, and at least 1", b.To, b.From)
	return []fault.Bound{
		{Key: "to", Value: float64(b.To), Op: fault.AtLeast, Than: "from", Limit: float64(b.From), Why: why},
		{Key: "to", Value: float64(b.To), Op: fault.AtLeast, Than: "1", Limit: 1, Why: why},
	}
}

// config describes ALOHA-AN.
type config struct {
	Control   int           `yaml:"control" unit:"bit" range:"[1,1e6]" doc:"all bits of a notification, with the delays from its sender to the others where these are not known beforehand"`
	Lag       time.Duration `yaml:"lag" range:"[0,1e4]" doc:"time from the start of a notification to that of the packet; 0 for the length of the notification and the longest delay between two stations at the start of the run"`
	Deferrals int           `yaml:"deferrals" range:"[0,1e6]" doc:"number of times that a packet is put off before it is dropped"`
	Backoff   backoffConfig `yaml:"backoff" doc:"wait of a packet that is put off, drawn uniformly"`
	Header    int           `yaml:"header" unit:"bit" range:"[0,1e6]" doc:"bits that the protocol adds to each packet"`
	mac.QueueConfig
}

// Default returns the protocol with the numbers of UnetStack's implementation.
func Default() mac.Config {
	c := &config{Control: 32, Deferrals: 10, Header: 24, QueueConfig: mac.DefaultQueue()}
	c.Backoff.Defaults()
	return c
}

// About says what the model is.
func (*config) About() string {
	return "ALOHA with advance notification: announce a packet, and avoid those that others announce"
}

// Validate checks the queue.
func (c *config) Validate() error {
	return fault.Keep(c.Bounds())
}

// Bounds returns what the queue keeps to.
func (c *config) Bounds() []fault.Bound {
	return []fault.Bound{c.Holds("is 0; a packet waits here while the one before it is announced: write at least 1")}
}

// lag returns the time from the begin of a notification, which takes control on the air, to that of its packet.
func (c *config) lag(longest, control time.Duration) time.Duration {
	if c.Lag > 0 {
		return max(c.Lag, control)
	}
	return longest + control
}

// Doubts tells of a lag in which a notification does not come to all.
func (c *config) Doubts(at mac.Conditions) []string {
	if c.Lag == 0 {
		return nil
	}
	longest := at.Longest("")
	return mac.Short("lag", c.Lag, at.Airtime(c.Control)+longest, longest, "a packet begins before all have heard that it will")
}

// Pace is that of the lag and the packet.
func (c *config) Pace(env mac.Env, _ func(a, b mac.Addr) time.Duration, _ mac.Addr, bits int) time.Duration {
	return c.lag(env.MaxDelay(), env.PHY.Airtime(c.Control)) + env.PHY.Airtime(bits+c.Header)
}

// Build makes the protocol of one node.
func (c *config) Build(env mac.Env) mac.MAC { return newStation(c, env) }
