// Package trace holds the facts of a run. Models emit flat records; whoever wants to count, print or
// hash them does so in a sink, outside the models. A nil Tracer costs its owner one comparison.
//
// Begin with Record, and Kind, which says what each fact is. Sinks that write are Text, CSV and
// JSONLines; they are buffered, so Flush comes last. Sinks that count are the Ledger, which says what
// became of every packet, and Loops, which does so for control loops. A Fingerprint tells whether two
// runs are the same. Books are these three at once. Tee feeds several sinks, and one of your own is
// anything with a method Emit.
//
// Left out: timestamps of the machine, levels, and formatting in the models.
package trace

import (
	"math"

	"halocline/sim"
)

// Record is one fact. Which fields mean something depends on Kind; the others
// are zero.
type Record struct {
	At    sim.Time
	Pkt   uint64  // number of the packet, from 1; 0 where no packet is concerned
	Value float64 // what Kind says, in SI units
	Note  string  // name of the quantity (Sample) or of the fact (Fact), Hop (Offered, Delivered), or empty
	Node  int32   // where it happened: index of the node in the run
	Peer  int32   // the other end, or None
	Frame uint32  // TxStart to RxMissed: number of the frame on its link, from 1; not part of the fingerprint
	Link  uint8   // index of the link in the run
	Kind  Kind
	Event bool  // Offered: it is sent on an event, as a request is, and is no status that has an age; not part of the fingerprint
	Cause Cause // why, for Refused, Dropped, RxLost, RxMissed, Unsent and Down
}

// Written returns the value as the sinks that write have it: the SINR of a
// reception in dB, which is -Inf for a ratio of 0 and +Inf where there is no noise,
// and any other value as it is. The record holds the ratio because most records are
// of receptions and few are ever written: a logarithm for each would slow down
// every run.
func (r Record) Written() float64 {
	switch r.Kind {
	case RxOK, RxLost, RxMissed:
		return 10 * math.Log10(r.Value)
	}
	return r.Value
}

// OnLink reports whether the record is about a link, which readings of a node are not.
func (r Record) OnLink() bool { return r.Kind != Digest && (r.Kind != Sample || r.Node == None) }

// HasPeer reports whether the record is of a kind that has another end.
func (r Record) HasPeer() bool { return r.Kind != Sample && r.Kind != Digest && r.Kind != State }

// None is the Peer of a record that has no other end; it is also the address
// of everybody.
const None int32 = -1

// Hop is the note of a packet that takes a datagram of a network to the next node. It counts on its link only.
const Hop = "hop"

// Kind says what happened.
type Kind uint8

// The kinds of record.
const (
	Offered   Kind = iota + 1 // an application hands over a packet: Peer destination, Value bits
	Refused                   // the MAC did not take it: Peer destination, Cause
	Dropped                   // the MAC gives up a packet that it had taken: Peer destination, Cause
	Requeued                  // the MAC will try a packet again: Peer destination
	Delivered                 // a packet reaches an application for the first time: Peer source, Value delay in s
	Duplicate                 // the same packet once more: Peer source, Value delay in s
	TxStart                   // a frame enters the water: Peer destination, Value airtime in s
	TxAbort                   // its sender stops before the end: Peer destination, Value time on the air in s
	RxOK                      // an intact frame: Peer transmitter, Value SINR as a ratio
	RxLost                    // a frame that the radio began to receive and lost: Peer transmitter, Cause, Value SINR as a ratio
	RxMissed                  // a frame that arrived and was never begun to be received: Peer transmitter, Cause, Value SINR as a ratio
	Sample                    // a probe's reading, of a node, or of a link where Node is None: Note the quantity, Value the reading; not part of the fingerprint
	Used                      // a controller acts on a measurement that came in a packet: Peer source, Value age of the measurement in s
	Outdated                  // it does not: it has a newer one, or does not listen now: Peer source, Value age of the measurement in s
	Switched                  // a controller goes over to what comes on this link
	Powered                   // a sender changes the power of what it sends: Peer receiver, Value dB below full power
	Docked                    // a vehicle has reached its berth: Peer station, Value distance in m
	Unsent                    // a frame that its radio should have sent and did not: Peer destination, Cause
	Down                      // a node is silent on a link from now on: Cause
	Up                        // it is not any more
	Digest                    // once a second and at the end, where anything moves or is measured: Value a whole number that all motion and all readings so far have been reduced to
	Fact                      // what a model tells of its own: Note its name, Value a number, Peer, Link and Pkt where the model gives them a meaning
	State                     // a state that an access protocol is in: Note its name, Value what goes with it; not part of the fingerprint
)

// String returns the name of the kind, as it is written in trace files.
func (k Kind) String() string {
	names := [...]string{
		Offered: "offered", Refused: "refused", Dropped: "dropped", Requeued: "requeued",
		Delivered: "delivered", Duplicate: "duplicate",
		TxStart: "tx-start", TxAbort: "tx-abort", RxOK: "rx-ok", RxLost: "rx-lost",
		RxMissed: "rx-missed",
		Sample:   "sample",
		Used:     "used", Outdated: "outdated", Switched: "switched", Powered: "powered", Docked: "docked",
		Unsent: "unsent", Down: "down", Up: "up", Digest: "digest", Fact: "fact", State: "state",
	}
	if int(k) < len(names) && names[k] != "" {
		return names[k]
	}
	return "unknown"
}

// Cause says why a packet or a reception came to nothing.
type Cause uint8

// The causes. NoCause is the zero value.
const (
	NoCause          Cause = iota
	QueueFull              // refused: no room in the MAC's queue
	RadioBusy              // refused: the radio is transmitting and the MAC has no queue
	Expired                // dropped: older than its time to live
	RetriesExhausted       // dropped: sent as often as the protocol allows
	Superseded             // dropped: a newer packet made it worthless
	Collision              // lost: overlapped by another frame at the receiver
	HalfDuplex             // lost: the receiver was transmitting
	BelowThreshold         // lost: too weak even without interference
	Fading                 // lost: would have been strong enough without fading
	BitError               // lost: the error model's draw went against it
	Doppler                // lost: shifted in frequency by more than the modem tolerates
	Asleep                 // lost: the receiver was asleep
	Aborted                // lost: its sender stopped in the middle
	TooLong                // refused: longer than the MAC can ever send
	InFlight               // neither delivered nor lost when the run ended
	Turnaround             // lost: the receiver had just transmitted and was still turning around
	NoAnswer               // dropped: never sent, because nobody answered what goes before it, or asked for it
	ChannelBusy            // dropped: never sent, because the channel was busy as often as the protocol looks
	Outage                 // refused, lost or not sent: a node or its radio was down
	OutOfRange             // lost: beyond the range of the channel, where nothing arrives
	Shadow                 // lost: something stands between the two, or the water bends all rays away, and nothing arrives
	OutOfWater             // lost: one of the two was in the air, which sound in water does not cross
	BatteryEmpty           // refused, lost or not sent: the battery of a node was empty
	NoRoute                // dropped: no way to its destination is known
	HopLimit               // dropped: it has gone over as many hops as it may
	DiedOut                // dropped: nobody sends a copy on any more, and none has arrived
	Echo                   // lost: would have been received without its own echoes
	OutOfView              // lost: the sender or the receiver looks another way, and nothing arrives
)

// causes is how many there are. A new one comes last: fingerprints hold the numbers.
const causes = int(OutOfView) + 1

// String returns the name of the cause, as it is written in trace files. It is
// empty for NoCause.
func (c Cause) String() string {
	names := [...]string{
		QueueFull: "queue-full", RadioBusy: "radio-busy", Expired: "expired",
		RetriesExhausted: "retries-exhausted", Superseded: "superseded",
		Collision: "collision", HalfDuplex: "half-duplex", BelowThreshold: "below-threshold",
		Fading: "fading", BitError: "bit-error", Doppler: "doppler", Asleep: "asleep", Aborted: "aborted", TooLong: "too-long", InFlight: "in-flight",
		Turnaround: "turnaround", NoAnswer: "no-answer", ChannelBusy: "channel-busy", Outage: "outage", OutOfRange: "out-of-range", Shadow: "shadow",
		OutOfWater: "out-of-water", BatteryEmpty: "battery-empty", NoRoute: "no-route", HopLimit: "hop-limit", DiedOut: "died-out",
		Echo: "echo", OutOfView: "out-of-view",
	}
	if int(c) < len(names) {
		return names[c]
	}
	return "unknown"
}

// OfLoss reports whether the cause says why something was lost, dropped or refused.
func (c Cause) OfLoss() bool { return c != NoCause && c != InFlight && int(c) < causes }

// Causes returns the causes in the order of their numbers, without NoCause.
func Causes() []Cause {
	var all []Cause
	for c := NoCause + 1; int(c) < causes; c++ {
		all = append(all, c)
	}
	return all
}

// Meaning says in words what came to nothing, and why. It is empty for NoCause.
func (c Cause) Meaning() string {
	meanings := [...]string{
		QueueFull: "refused: the queue of the access protocol was full",
		RadioBusy: "refused: the radio was sending, and the access protocol has no queue",
		Expired:   "dropped: the packet was older than its time to live", RetriesExhausted: "dropped: sent as often as the protocol allows",
		Superseded: "dropped: a newer packet took its place", Collision: "lost: another frame overlapped with it at the receiver",
		HalfDuplex: "lost: the receiver was sending", BelowThreshold: "lost: too weak, even without interference",
		Fading:   "lost: too weak with fading, and strong enough without it",
		BitError: "lost: the error model drew so, by the ratio of signal to noise",
		Doppler:  "lost: shifted in frequency by more than the modem tolerates", Asleep: "lost: the receiver was asleep",
		Aborted: "lost: its sender stopped before the end", TooLong: "refused: longer than the access protocol can ever send",
		InFlight:    "neither delivered nor lost when the run ended",
		Turnaround:  "lost: the receiver had just sent and was still turning around",
		NoAnswer:    "dropped: never sent, because nobody answered what goes before it, or asked for it",
		ChannelBusy: "dropped: never sent, because the channel was busy as often as the protocol looks",
		Outage:      "refused, lost or not sent: a node or its radio was down", OutOfRange: "lost: beyond the range of the channel",
		Shadow:     "lost: something stands between the two, or the water bends all rays away",
		OutOfWater: "lost: one of the two was in the air, and sound in water does not leave it", BatteryEmpty: "refused, lost or not sent: the battery of a node was empty",
		NoRoute: "dropped: no way to its destination is known", HopLimit: "dropped: it went over as many hops as it may",
		DiedOut: "dropped: nobody sends a copy on any more, and none arrived",
		Echo:    "lost: its own echoes disturbed it", OutOfView: "lost: the sender or the receiver looks another way",
	}
	if int(c) < len(meanings) {
		return meanings[c]
	}
	return "unknown"
}

// Tracer receives the records of a run in the order in which they happen.
type Tracer interface {
	Emit(r Record)
}

// Taker is a Tracer that takes a record from where its maker has it, which is the same without
// a copy: the next record may stand in its place. It changes nothing of it.
type Taker interface{ Take(r *Record) }

// TakerOf returns a tracer as a Taker, and nil for nil.
func TakerOf(t Tracer) Taker {
	if taker, ok := t.(Taker); ok || t == nil {
		return taker
	}
	return copying{t}
}

// copying hands copies on.
type copying struct{ to Tracer }

func (c copying) Take(r *Record) { c.to.Emit(*r) }
