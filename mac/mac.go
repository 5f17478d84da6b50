// Package mac is the contract of access protocols: what a protocol may touch, what it must do, and how
// it is configured. Each protocol family is a package below this one; mac/mactest checks that a
// protocol keeps the contract.
//
// A protocol is written against Env and nothing else. It gets packets by Send, frames by the methods of
// phy.Listener, changes of the carrier by that of phy.CarrierListener and receptions by those of
// phy.ReceptionListener if it has them, and time by timers on Env.Kernel in phase sim.Comm. It acts on
// the time of Env.Clock: RxInfo.Began is true time, which a node does not have.
//
// Begin with the two interfaces, Config and MAC. Queue, Outbox and Inbox are parts to build protocols
// from. To use a protocol without a scenario, take the Default of its package, Build it with an Env for
// each node, have the node's radio listen to it, and Bind it to a Port, through which applications
// send. File example_test.go does so for two nodes, and has a protocol of the fewest lines.
//
// Several services share a port, each with a number and a handler. A router stands between applications
// and ports: it handles packets whose payload is a datagram on each port of its node and sends them on
// by another one; service_test.go has a relay.
//
// Left out: routing, which is that of package route. A packet goes from one node to another, or to everybody, over one link in one hop.
package mac

import (
	"errors"
	"fmt"
	"time"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// Addr is the address of a node.
type Addr = phy.Addr

// Everybody is the destination of a broadcast.
const Everybody = phy.Everybody

// Packet is what an application sends. It is shared by its sender and all
// receivers, so nobody changes it after Send.
type Packet struct {
	ID       uint64 // dense from 1 over the whole run
	Src, Dst Addr
	Bits     int
	Created  sim.Time
	Cut      float64 // dB below full power at which its frames are sent
	Payload  any     // the application's own
	Service  uint16  // who gets it at its destination, see Port.Handle; it takes no bits on the air
}

// Arrival is what a node knows of how a packet has come to it.
type Arrival struct {
	Began   sim.Time // when the frame began to arrive that brought it, by the node's own clock
	SINR    float64  // of that frame, linear
	Doppler float64  // received over sent frequency
	Hop     Addr     // who sent that frame: where packets are relayed, not the packet's origin
}

// NewArrival returns what a node with this clock knows of a frame that it has received.
func NewArrival(c clock.Clock, f *phy.Frame, info phy.RxInfo) Arrival {
	return Arrival{Began: c.Local(info.Began), SINR: info.SINR, Doppler: info.Doppler, Hop: f.Src}
}

// MAC is an access protocol at one node.
type MAC interface {
	phy.Listener
	// Start is called once, at time 0, when all nodes of the link are built and before
	// the first event.
	Start()
	// Send accepts a packet, or refuses it with one of the errors below. A packet
	// that was accepted is given to Upper.Sent or to Upper.Drop in the end, once.
	Send(p *Packet) error
}

// Refusals of MAC.Send.
var (
	ErrQueueFull = errors.New("the queue of the access protocol is full")
	ErrRadioBusy = errors.New("the radio is transmitting and the access protocol keeps no queue")
	ErrTooLong   = errors.New("the packet is longer than the access protocol can ever send")
)

// Upper is what a protocol sees above it.
type Upper interface {
	// Deliver hands up a packet that is for this node or for everybody, once.
	Deliver(p *Packet, in Arrival)
	// Sent says that an accepted packet was sent, and is not the protocol's business any
	// more: acknowledged, its receiver has it; otherwise nobody knows.
	Sent(p *Packet, acknowledged bool)
	// Drop says that an accepted packet is given up, and why.
	Drop(p *Packet, why trace.Cause)
	// Requeue says that a packet that was sent will be sent again, because
	// nobody acknowledged it.
	Requeue(p *Packet)
}

// Env is all that a protocol may touch. The zero Clock is a perfect one.
type Env struct {
	Kernel   *sim.Kernel
	Clock    clock.Clock // the node's own clock; slot arithmetic uses it, not the kernel's time
	Rand     *rng.Stream // the protocol's own
	PHY      phy.PHY
	Bands    []phy.PHY // one radio per band, where the protocol asked for bands; the first is PHY
	Tones    phy.Toner // where the protocol is Toned; else nil
	Addr     Addr
	Up       Upper
	Stations []Addr                                          // all nodes of the link, this one included, in their order
	Named    map[string]Addr                                 // the same by name
	MaxDelay func() time.Duration                            // longest way between two of them that hear each other at the start of the run
	Delay    func(to Addr) (way time.Duration, reached bool) // to another one at the start, for Start: later a protocol learns its ways, or does not know them
	Tracer   trace.Tracer                                    // of Emit; nil: nobody wants to know
	Link     uint8                                           // index of the link, for Emit
}

// Emit records that the protocol is in a state of its own, with a value: a phase of a
// handshake, the length of a window. It changes nothing, and is no part of the fingerprint.
func (e *Env) Emit(state string, value float64) {
	if e.Tracer != nil {
		e.Tracer.Emit(trace.Record{
			At: e.Kernel.Now(), Link: e.Link, Node: e.Addr, Peer: trace.None,
			Kind: trace.State, Note: state, Value: value,
		})
	}
}

// After returns the kernel time at which the node's clock will have gone on by d,
// which is not negative.
func (e *Env) After(d time.Duration) sim.Time {
	now := e.Kernel.Now()
	return max(now, e.Clock.Kernel(e.Clock.Local(now).Add(d)))
}

// Slots returns how long n slots of a length are together, or a hundred years if that is
// less: longer than any run, and short enough to be added to any time of it.
func Slots(n int64, length time.Duration) time.Duration {
	const century = 100 * 365 * 24 * time.Hour
	if length > 0 && n > int64(century/length) {
		return century
	}
	return time.Duration(n) * length
}

// Config describes a protocol. Its zero value is not special: a Catalog gives
// fresh ones that hold the defaults. A method About() string, if there is one,
// says in a line what the protocol is.
type Config interface {
	// Validate reports the first fault. An error with a method Field() string
	// names the key at fault.
	Validate() error
	// Build makes the protocol of one node. The configuration is valid.
	Build(Env) MAC
}

// The following are what a Config may ask of the link that it is put on. Each is
// a method that a Config has only if it needs it.
type (
	// Staffed is a Config that gives one node a role.
	Staffed interface {
		// Station returns the name of the node, which must be on the link.
		Station() string
	}
	// Duplexed is a Config whose protocol detects collisions while it transmits.
	Duplexed interface {
		// FullDuplex reports whether radios that cannot do so are taken for such
		// that can, for comparison with the literature.
		FullDuplex() (assumed bool)
	}
	// Banded is a Config that divides the modem's band. Bit rate and noise follow
	// the width; the transmitter has its full power in whichever part it sends.
	// Each part has a radio of its own; what listening takes is shared among them.
	Banded interface {
		// Bands returns the parts of the modem's band, for so many stations. A
		// part is where it begins and how wide it is, as fractions of the band.
		Bands(stations int) []Part
		// SharedTransducer reports whether a node that transmits in one band is
		// deaf in all of them.
		SharedTransducer() bool
	}
	// Toned is a Config whose protocol sends wake-up tones, and is a phy.ToneListener. Each node has a radio for them, on a
	// band of their own.
	Toned interface {
		// Tone returns what the tones are like.
		Tone() phy.Tone
	}
	// Grouped is a Config that names nodes, each by its own name or by that of its group.
	Grouped interface {
		// Resolve returns the Config with the names of nodes in place of those of groups. The
		// function returns the nodes of a name that are on the link. The error may name a key.
		Resolve(nodes func(name string) ([]string, error)) (Config, error)
	}
	// Fitted is a Config that does not fit every link.
	Fitted interface {
		// Fit reports why it does not fit a link of these nodes, which are named
		// in their order. The error may name a key, as one of Validate may.
		Fit(nodes []string) error
	}
	// Doubtful is a Config that is valid and may still not do on a link.
	Doubtful interface {
		// Doubts returns a sentence for each setting that hardly does what it is
		// meant for on this link, which begins with its key and says what to do.
		Doubts(Conditions) []string
	}
	// Naming is a Config that names its kinds of frames, for who looks on. Others have data and acknowledgements.
	Naming interface {
		// FrameKinds returns the names of the kinds, by their numbers.
		FrameKinds() []string
	}
	// Paced is a Config that knows how often a node gets to send.
	Paced interface {
		// Pace returns the time from one packet of so many bits to the next, on average, from a node that
		// always has one to another or to everybody, when nobody else has any. Env is that of the node before a run:
		// it has radios, addresses and delays. Way is how long a frame takes between two nodes.
		Pace(env Env, way func(a, b Addr) time.Duration, to Addr, bits int) time.Duration
	}
	// Contended is a Config whose nodes send at random, so that more traffic delivers less beyond a peak.
	Contended interface {
		// Peak returns the load at which many nodes that all hear each other deliver the most, in
		// frames per frame time, and what they deliver of it then, in the same unit.
		Peak() (load, delivered float64)
	}
	// Limited is a Config that refuses long packets.
	Limited interface {
		// Largest returns the bits of the longest packet that is taken, without
		// the header.
		Largest() int
	}
)

// Conditions are what a link is like at the start of a run.
type Conditions struct {
	Stations   int
	Longest    func(from string) time.Duration // longest way from the station of a name to any other, or of all ways
	Shortest   func(from string) time.Duration // the shortest of them; 0 where nodes move
	Between    func(a, b string) time.Duration // way between the stations of two names
	Airtime    func(bits int) time.Duration    // of a frame
	Turnaround time.Duration                   // how long a radio is deaf after it has sent
	Bits       int                             // of the largest packet that is sent; 0 where that is not known
	Gain       float64                         // of the fastest clock, in s per s
	Load       float64                         // frames that all are to send in the time of one, as far as that is known
}

// Silent returns a doubt about a key that has a station be silent between two frames of its own,
// also where nobody else sends, if that leaves it less of the time on average, with the largest
// packets, than an even share among the senders: all stations but one. What to do ends the sentence.
func (at Conditions) Silent(key string, silent time.Duration, header int, do string) []string {
	if at.Bits == 0 {
		return nil
	}
	frame := at.Airtime(at.Bits + header)
	if share := time.Duration(max(at.Stations-1, 2)) * frame; frame+silent <= share {
		return nil
	}
	return []string{fmt.Sprintf("%s: a station, also a lone one, is silent for %v on average between two frames of %v, however idle the channel is, so that it sends for %.2g %% of the time at most, less than an even share; %s",
		key, silent.Round(time.Millisecond), frame.Round(time.Millisecond), 100*frame.Seconds()/(frame+silent).Seconds(), do)}
}

// Kept returns a doubt about the key of a wait with which a station that has a backlog asks again before those that failed, if all are to send
// more than exchanges of a length, one after the other, deliver: it keeps the channel then. With is the setting that has it so, and what to
// do ends the sentence.
func (at Conditions) Kept(key string, exchange time.Duration, with, do string) []string {
	if at.Bits == 0 || at.Stations < 3 {
		return nil
	}
	most := at.Airtime(at.Bits).Seconds() / exchange.Seconds()
	if at.Load <= most {
		return nil
	}
	return []string{fmt.Sprintf("%s: all nodes are to send %.3g frames in the time of one, and where all hear each other exchanges of %.3g s deliver %.2g at most; with %s a station with a backlog then sends its whole queue, and others may deliver nothing; have the traffic slower, or %s",
		key, at.Load, exchange.Seconds(), most, with, do)}
}

// Roomy returns a doubt about the key of a size, the bits that a slot has room for, if the largest
// packet leaves more than half of that empty.
func (at Conditions) Roomy(key string, size, header int) []string {
	if at.Bits == 0 || at.Airtime(size+header) <= 2*at.Airtime(at.Bits+header) {
		return nil
	}
	return []string{fmt.Sprintf("%s: a slot has room for %dbit, and the largest packet that traffic sends has %dbit, so that more than half of each stays empty; make it %[3]dbit", key, size, at.Bits)}
}

// Deaf returns a doubt about the key of a pause that ends before the modem hears again. Between two transmissions lies
// a silence, of which the pause is a part, and the second one arrives so many ways after it. The ways are between the
// station of a name and another node, or between any two, and as short as they come.
func (at Conditions) Deaf(key string, pause, silence time.Duration, from string, ways int) []string {
	if at.Turnaround <= silence {
		return nil
	}
	back := silence + time.Duration(ways)*at.Shortest(from)
	if at.Turnaround <= back {
		return nil
	}
	return []string{fmt.Sprintf("%s: %v is too short, because the modem is deaf for %v after it has sent, and from nearby the next frame comes %v after that: it is lost; make it %v or more",
		key, pause, at.Turnaround, back.Round(time.Microsecond), at.Turnaround-silence+pause)}
}

// Short returns a doubt about the key of a time that is shorter than is needed for the longest
// way. What happens then ends the sentence.
func Short(key string, have, need, longest time.Duration, then string) []string {
	if have >= need {
		return nil
	}
	need, longest = need.Round(time.Microsecond)+time.Microsecond, longest.Round(time.Microsecond)
	return []string{fmt.Sprintf("%s: %v is too short, because the longest way takes %v at the start: %s; make it %v or more", key, have, longest, then, need)}
}

// Part is a part of a band, as fractions of its width: 0 <= From,
// From + Width <= 1.
type Part struct{ From, Width float64 }

// Catalog names the protocols that a scenario can ask for.
type Catalog map[string]func() Config
