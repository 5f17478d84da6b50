// Package pcapng writes what passes the radios of a run as a capture that Wireshark and tshark open: PCAP Next Generation
// (draft-ietf-opsawg-pcapng, sections 4.1 to 4.3), little-endian, with times in nanoseconds of simulated time.
//
// Each radio is an interface with the name node/link, where a link has more bands node/link.1 and so on; it stands in the file from
// its first packet on. A packet is a frame as it begins to be sent, outbound, or an arrival at a radio as it ends, inbound. One that was
// not received has the outcome and its cause as comment, such as "lost: fading"; one that collided, whether or not the radio had begun
// to receive it, has "collision".
//
// The link type is USER0, 147, and a packet is 52 bytes in network byte order, as the manual's page recordings lists them. The content of frames is not simulated: it
// counts in the length of a packet and is not captured.
//
// Begin with Writer.
//
// Left out: frames of which more than 16,384 others of their link were sent before they arrived, whose destination, kind and packet are
// then unknown (-1, 0, 0).
package pcapng

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
)

const (
	headerSize = 52
	linkType   = 147 // USER0
)

// Writer writes a capture. It implements recorder.Sink and recorder.Informed. The first error is kept until the end.
type Writer struct {
	out    *bufio.Writer
	head   *recorder.Head
	radios map[radio]uint32 // numbers of interfaces
	sent   *recorder.Frames
	step   int64 // of the grid, of the blocks that wait for its end
	blocks []*columns.Block
	rows   []row
	body   []byte
}

type radio struct{ node, link, band int64 }

// row is a packet to be written.
type row struct {
	at    int64
	block *columns.Block
	row   int
}

// New returns a writer of a capture.
func New(to io.Writer) *Writer {
	w := &Writer{out: bufio.NewWriterSize(to, 1<<16), radios: map[radio]uint32{}, sent: recorder.NewFrames()}
	b := binary.LittleEndian.AppendUint32(nil, 0x1A2B3C4D)
	b = binary.LittleEndian.AppendUint16(b, 1)
	b = binary.LittleEndian.AppendUint16(b, 0)
	b = binary.LittleEndian.AppendUint64(b, math.MaxUint64) // of unknown length
	w.block(0x0A0D0D0A, option(b, 4, []byte("halocline")))
	return w
}

// Inform implements recorder.Informed.
func (w *Writer) Inform(h *recorder.Head) { w.head = h }

// Put implements recorder.Sink.
func (w *Writer) Put(b *columns.Block) {
	if step := b.First() / w.head.Grid; step != w.step {
		w.flush()
		w.step = step
	}
	if b.Table.Name == "sends" || b.Table.Name == "arrivals" {
		w.blocks = append(w.blocks, b)
	}
}

// Close ends the capture, and returns the first error.
func (w *Writer) Close(h *recorder.Head) error {
	w.flush()
	return w.out.Flush()
}

// flush writes the packets of a step, by their times.
func (w *Writer) flush() {
	for _, b := range w.blocks {
		if b.Table.Name == "sends" {
			w.sent.Take(b)
		}
		for i := range b.Rows {
			w.rows = append(w.rows, row{b.Ints[0][i], b, i})
		}
	}
	slices.SortStableFunc(w.rows, func(a, b row) int { return cmp.Compare(a.at, b.at) })
	for _, r := range w.rows {
		if r.block.Table.Name == "sends" {
			w.send(r.block, r.row)
		} else {
			w.arrival(r.block, r.row)
		}
	}
	w.blocks, w.rows = w.blocks[:0], w.rows[:0]
}

// packet is what both kinds of packets have.
type packet struct {
	radio
	at, event, cause, of, sender, receiver, number, delay int64
	power, sinr, shift                                    float64
}

func (w *Writer) send(b *columns.Block, i int) {
	at := func(column int) int64 { return b.Ints[column][i] }
	w.write(&packet{
		radio: radio{at(recorder.SendNode), at(recorder.SendLink), at(recorder.SendBand)}, at: at(recorder.SendAt), of: at(recorder.SendLink),
		sender: at(recorder.SendNode), receiver: -1, number: at(recorder.SendNumber), delay: at(recorder.SendAirtime),
		power: float64(b.Shorts[recorder.SendPower][i]), sinr: math.NaN(),
	}, 2, "")
}

func (w *Writer) arrival(b *columns.Block, i int) {
	at := func(column int) int64 { return b.Ints[column][i] }
	p := &packet{
		radio: radio{at(recorder.ArrivalNode), at(recorder.ArrivalRadio), at(recorder.ArrivalBand)}, at: at(recorder.ArrivalEnded),
		event: 1 + at(recorder.ArrivalFate), cause: at(recorder.ArrivalCause), of: at(recorder.ArrivalLink), sender: at(recorder.ArrivalSender),
		receiver: at(recorder.ArrivalNode), number: at(recorder.ArrivalNumber), delay: at(recorder.ArrivalDelay),
		power: float64(b.Shorts[recorder.ArrivalPower][i]), sinr: float64(b.Shorts[recorder.ArrivalSINR][i]), shift: float64(b.Shorts[recorder.ArrivalDoppler][i]),
	}
	outcome := ""
	switch cause := w.head.Causes[p.cause]; at(recorder.ArrivalFate) {
	case recorder.Collided:
		outcome = "collision"
	case recorder.Lost:
		outcome = "lost: " + cause
	case recorder.Missed:
		outcome = "missed: " + cause
	case recorder.InFlight:
		outcome = "in flight at the end"
	}
	w.write(p, 1, outcome)
}

// write writes a packet that goes in (1) or out (2) at a radio, with a comment or "".
func (w *Writer) write(p *packet, direction uint32, comment string) {
	number := w.number(p.radio)
	f, _ := w.sent.Of(p.of, p.number)
	b := w.body[:0]
	for _, v := range [...]uint32{number, uint32(p.at >> 32), uint32(p.at), headerSize, headerSize + uint32(f.Bits+7)/8} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	b = append(b, 1, byte(p.event), byte(p.cause), byte(f.Kind))
	b = binary.BigEndian.AppendUint16(b, uint16(p.of))
	b = binary.BigEndian.AppendUint16(b, uint16(p.link))
	for _, v := range [...]int64{p.sender, f.Dest, p.receiver, p.number, f.Packet, f.Bits} {
		b = binary.BigEndian.AppendUint32(b, uint32(v))
	}
	b = binary.BigEndian.AppendUint64(b, uint64(p.delay))
	for _, v := range [...]float64{10 * math.Log10(p.power), 10 * math.Log10(p.sinr), p.shift} {
		b = binary.BigEndian.AppendUint32(b, math.Float32bits(float32(v)))
	}
	if comment != "" {
		b = option(b, 1, []byte(comment))
	}
	b = option(b, 2, binary.LittleEndian.AppendUint32(nil, direction))
	w.block(6, b)
	w.body = b
}

// number returns the number of a radio's interface, which is described first where it is new.
func (w *Writer) number(r radio) uint32 {
	n, known := w.radios[r]
	if !known {
		n = uint32(len(w.radios))
		w.radios[r] = n
		name := w.head.Nodes[r.node].Name + "/" + w.head.Links[r.link].Name
		if r.band > 0 {
			name += fmt.Sprint(".", r.band)
		}
		b := binary.LittleEndian.AppendUint16(nil, linkType)
		b = binary.LittleEndian.AppendUint16(b, 0)
		b = binary.LittleEndian.AppendUint32(b, 0) // packets are as long as they are
		b = option(b, 2, []byte(name[:min(len(name), math.MaxUint16)]))
		w.block(1, option(b, 9, []byte{9}))
	}
	return n
}

// option appends an option of a block: its number, the length of its value, and the value, filled up to four bytes.
func option(b []byte, number uint16, value []byte) []byte {
	b = binary.LittleEndian.AppendUint16(b, number)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(value)))
	b = append(b, value...)
	return append(b, make([]byte, -len(value)&3)...)
}

// block writes a block: its type and length, what is in it with the end of its options, and its length again.
func (w *Writer) block(kind uint32, body []byte) {
	var top [8]byte
	size := uint32(len(body) + 16)
	binary.LittleEndian.PutUint32(top[:], kind)
	binary.LittleEndian.PutUint32(top[4:], size)
	w.out.Write(top[:]) // the writer keeps an error
	w.out.Write(body)
	binary.LittleEndian.PutUint32(top[:], 0)
	binary.LittleEndian.PutUint32(top[4:], size)
	w.out.Write(top[:])
}
