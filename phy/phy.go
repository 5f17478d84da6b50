// Package phy models a shared medium and the radios in it. A Medium joins the radios of one band; a
// Channel says what one path does to a signal; a Radio decides which of the waves that reach it become
// frames. Water and air use the same Medium and the same Radio: phy/acoustic and phy/rf supply
// channels, noise and modems.
//
// A transmission is a wave front. It reaches the radios in the order of their delays, its end follows
// one airtime later, and what overlaps at one radio need not overlap at another. Intervals are
// half-open: a frame that starts exactly when another ends does not collide with it.
//
// Levels are linear powers in the unit of the link budget: uPa^2 where it is made in decibels, W where
// it is made in watts.
//
// Begin with NewMedium, and Medium.Attach, which makes a Radio for each node. Radio.Listen says who
// gets what a radio hears: a Listener, as a rule the access protocol of package mac. Radio.Transmit
// sends. Ideal is a channel whose delays can be computed by hand, and a Modem literal with a Rate and a
// Power is enough for it. What scenarios write are a ChannelConfig and a ModemConfig, such as
// DefaultModem; their Build makes a Channel and a Modem.
//
// A channel may have several arrivals of one signal. Those in the window of a receiver are the frame, and the rest is an
// echo, a wave that disturbs.
//
// Left out: signal waveforms and symbol timing (a frame is an interval of constant power), and frequency-selective effects
// within the band.
package phy

import (
	"errors"
	"time"

	"halocline/sim"
	"halocline/sim/trace"
)

// Addr is the address of a node: its index in the run.
type Addr = int32

// Everybody is the destination of a broadcast.
const Everybody Addr = trace.None

// Frame is what one transmission carries. Kind, Seq and Payload belong to the
// access protocol; the physical layer hands them on.
type Frame struct {
	Src, Dst Addr
	Bits     int
	Kind     uint8
	Mode     uint8 // of the sender's modem; 0 for that of its rate
	Seq      uint32
	Pkt      uint64  // number of the packet it carries, for the trace; 0 for none
	Cut      float64 // dB below the modem's full power at which it is sent
	Payload  any     // a pointer, so that it is not copied to the heap
}

// Addressed is a Payload that says for whom the packet is that the frame carries, where
// that is another than Dst: a beacon for everybody may carry a packet for one.
type Addressed interface{ Addressee() Addr }

// RxInfo is what the radio knows of a frame that it received.
type RxInfo struct {
	Began   sim.Time // when the frame began to arrive
	SINR    float64  // linear, as the radio's way of judging overlaps gives it
	Power   float64  // received power
	Doppler float64  // received over sent frequency
}

// PHY is what an access protocol sees of its radio.
type PHY interface {
	// Transmit starts to send a copy of f. It returns ErrBusy while the radio
	// is transmitting. A reception under way is lost on a half-duplex radio.
	Transmit(f *Frame) error
	// Abort stops the transmission under way, if there is one. TxDone follows.
	Abort()
	// Airtime is how long a frame of so many bits is on the air.
	Airtime(bits int) time.Duration
	// Busy is the carrier sense, the radio's own transmission included.
	Busy() bool
	// Sleep switches the receiver off, or on again. A sleeping radio can transmit. A
	// reception under way is lost.
	Sleep(asleep bool)
	// Turnaround is how long the radio is deaf after its own transmission.
	Turnaround() time.Duration
}

// ErrBusy says that the radio is transmitting.
var ErrBusy = errors.New("the radio is transmitting")

// Listener is what a radio sees of its access protocol. Frames are lent for the
// length of the call.
type Listener interface {
	// TxDone says that a transmission is over, or was aborted.
	TxDone(f *Frame)
	// Receive hands up an intact frame, whoever it is for.
	Receive(f *Frame, info RxInfo)
	// Collision says that another frame is heard during the radio's own
	// transmission. Only a full-duplex radio can tell.
	Collision()
}

// CarrierListener is a Listener that wants to know of the carrier. A radio has more to do
// for it, so one that does not care has no such method.
type CarrierListener interface {
	// Carrier says that the carrier sense has changed. It comes after Receive,
	// and at the end of an own transmission before TxDone: a protocol that has
	// sent waits for TxDone.
	Carrier(busy bool)
}

// ReceptionListener is a Listener that wants to know of receptions, and not only of the frames that come of
// them. A radio has more to do for it.
type ReceptionListener interface {
	// Began says that the radio has begun to receive a frame: it knows no more than that. It comes after Carrier.
	Began()
	// Lost says that a reception has ended without a frame, and why. One that the radio itself has given up, to send, to
	// sleep, or because it has no power, is not told of. It comes when Receive would have come. There is no cause where the
	// frame is intact and of another link.
	Lost(why trace.Cause)
}
