package recorder

import "halocline/bench/record/columns"

// mostFrames is how many frames of a link are remembered.
const mostFrames = 1 << 14

// Frames remembers the last frames of each link, for who meets their arrivals.
type Frames struct{ rings map[int64][]Frame }

// Frame is what is known of a frame that was sent.
type Frame struct{ Number, Dest, Kind, Packet, Bits int64 }

// NewFrames remembers none.
func NewFrames() *Frames { return &Frames{map[int64][]Frame{}} }

// Take remembers the frames of a block of sends.
func (f *Frames) Take(sends *columns.Block) {
	for i, number := range sends.Ints[SendNumber] {
		link := sends.Ints[SendLink][i]
		if f.rings[link] == nil {
			f.rings[link] = make([]Frame, mostFrames)
		}
		f.rings[link][number%mostFrames] = Frame{number, sends.Ints[SendDest][i], sends.Ints[SendKind][i], sends.Ints[SendPacket][i], sends.Ints[SendBits][i]}
	}
}

// Of returns a frame, and whether it is remembered. One that is not is for everybody.
func (f *Frames) Of(link, number int64) (Frame, bool) {
	if ring := f.rings[link]; ring != nil && ring[number%mostFrames].Number == number {
		return ring[number%mostFrames], true
	}
	return Frame{Number: number, Dest: -1}, false
}
