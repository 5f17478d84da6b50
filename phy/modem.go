package phy

import (
	"math"
	"time"
)

// Modem holds the constants of a radio, ready for use: linear powers and
// ratios. It is never changed after it was built, and radios that are alike can share one
// unless their Fading has a memory, as block fading has: that belongs to one radio.
type Modem struct {
	Rate        float64       // bit/s
	Preamble    time.Duration // on the air before the first bit
	Turnaround  time.Duration // deaf after its own transmission
	Power       float64       // full transmit power, at 1 m where the channel spreads
	SelfNoise   float64       // power that the vehicle adds to the ambient noise
	ThrustNoise float64       // power that its thrusters add at full thrust
	Sensitivity float64       // least power that can be received
	Acquire     float64       // SINR above which a reception begins
	Recapture   float64       // SINR above which a reception gives way to a new frame
	Sense       float64       // power over noise above which the carrier is sensed
	Capture     Capture
	Overlap     Overlap
	// ThrustExponent is the power to which a share of the full thrust makes a share of ThrustNoise.
	ThrustExponent float64
	Doppler        float64 // relative shift of frequency beyond which nothing is received; 0: no limit
	Draw           Draw
	FullDuplex     bool        // hears, and detects collisions, while it sends
	Errors         ErrorModel  // nil: what was acquired and not spoiled is received
	Loss           float64     // share of the frames, of those that Errors leaves, that are lost all the same
	Fading         Fading      // nil: none
	Antenna        Antenna     // nil: the same in all directions
	Modes          []Mode      // faster ones; see Frame.Mode
	Adapt          *Adaptation // nil: the radio chooses none of them by itself
	Window         Window      // in which arrivals of one symbol are gathered
}

// shifted reports whether a received frequency over that sent is beyond what the modem tolerates.
func (m *Modem) shifted(factor float64) bool { return math.Abs(factor-1) > m.Doppler }

// Airtime is how long a frame of so many bits is on the air, rounded to the
// nearest nanosecond. It is one at least: no end meets its own start. It is a
// thousand million seconds at most, so that slots and time-outs can be reckoned
// from it.
func (m *Modem) Airtime(bits int) time.Duration {
	body := math.Min(math.Round(float64(bits)/m.Rate*1e9), 1e18)
	return max(m.Preamble+time.Duration(body), time.Nanosecond)
}

// Capture says what a radio does when frames overlap.
type Capture uint8

// The ways of capture.
const (
	// FirstLock stays with the frame that it began to receive and lets the
	// error model decide what the interference did.
	FirstLock Capture = iota
	// CaptureOff loses every frame that overlaps another one that could be
	// heard: the assumption of the textbooks.
	CaptureOff
	// MessageInMessage turns to a later frame that is strong enough.
	MessageInMessage
)

// CaptureName is a Capture as descriptions write it.
type CaptureName string

// The names of the ways of capture.
const (
	FirstLockName        CaptureName = "first-lock"
	CaptureOffName       CaptureName = "off"
	MessageInMessageName CaptureName = "message-in-message"
)

func (n CaptureName) capture() Capture {
	switch n {
	case CaptureOffName:
		return CaptureOff
	case MessageInMessageName:
		return MessageInMessage
	}
	return FirstLock
}

// Name returns the name as descriptions write it.
func (c Capture) Name() CaptureName {
	return [...]CaptureName{FirstLock: FirstLockName, CaptureOff: CaptureOffName, MessageInMessage: MessageInMessageName}[c]
}

// Overlap says how the SINR of a frame follows from that of its pieces, which
// are the spans in which the interference is constant.
type Overlap uint8

// The ways to judge a frame.
const (
	// Worst judges the whole frame by its worst piece.
	Worst Overlap = iota
	// Mean judges it by its mean interference.
	Mean
	// Chunks multiplies the probabilities that each piece is intact.
	Chunks
	// Alone judges the frame as if nothing else had come.
	Alone
)

// OverlapName is an Overlap as descriptions write it.
type OverlapName string

// The names of the ways to judge a frame.
const (
	WorstName  OverlapName = "worst"
	MeanName   OverlapName = "mean"
	ChunksName OverlapName = "chunks"
	AloneName  OverlapName = "alone"
)

func (n OverlapName) overlap() Overlap {
	switch n {
	case MeanName:
		return Mean
	case ChunksName:
		return Chunks
	case AloneName:
		return Alone
	}
	return Worst
}

// Name returns the name as descriptions write it.
func (o Overlap) Name() OverlapName {
	return [...]OverlapName{Worst: WorstName, Mean: MeanName, Chunks: ChunksName, Alone: AloneName}[o]
}
