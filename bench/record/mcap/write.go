package mcap

import (
	"encoding/json"
	"io"
	"strconv"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/klauspost/compress/zstd"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
)

// Writer writes a recording. It implements recorder.Sink and recorder.Informed. The first error is kept until the end.
type Writer struct {
	out      *mcap.Writer
	options  *mcap.WriterOptions
	ids      map[string]uint16 // of channels, by the tables' names
	sequence map[uint16]uint32 // of the next message of a channel
	grid     int64
	chunk    int64 // number of the steps that are being written, by chunkSteps
	waiting  *columns.Block
	body     []byte
	foxglove *foxglove
	err      error
}

// New returns a writer of a recording.
func New(to io.Writer) *Writer {
	w := &Writer{ids: map[string]uint16{}, sequence: map[uint16]uint32{}}
	w.err = w.begin(to)
	return w
}

// Inform implements recorder.Informed.
func (w *Writer) Inform(h *recorder.Head) {
	if w.err != nil {
		return
	}
	known, err := json.Marshal(h)
	if err == nil { // before any block
		err = w.out.WriteMetadata(&mcap.Metadata{Name: metadataHead, Metadata: map[string]string{metadataKey: string(known)}})
	}
	if err == nil && w.foxglove == nil {
		w.grid, w.foxglove = h.Grid, &foxglove{to: w}
		err = w.foxglove.begin(h)
	}
	if err == nil {
		w.foxglove.know(h)
	}
	w.err = err
}

// Put implements recorder.Sink. A block waits for the next one, which tells whether the chunk ends with it.
func (w *Writer) Put(b *columns.Block) {
	if w.err != nil {
		return
	}
	if w.err = w.foxglove.put(b); w.err != nil {
		return
	}
	chunk := b.First() / (chunkSteps * w.grid)
	w.put(chunk != w.chunk)
	w.waiting, w.chunk = b, chunk
}

// Close ends the recording with what is known of the run in the end, and returns the first error.
func (w *Writer) Close(h *recorder.Head) error {
	if w.err == nil && w.foxglove != nil {
		w.err = w.foxglove.flush(h.Reached + 1)
	}
	w.put(true)
	w.Inform(h)
	if w.err == nil {
		w.err = w.out.WriteMetadata(&mcap.Metadata{Name: metadataEnd, Metadata: map[string]string{
			"fingerprint": h.Fingerprint, "events": strconv.FormatUint(h.Events, 10), "reached": strconv.FormatInt(h.Reached, 10),
		}})
	}
	if w.err == nil {
		w.err = w.out.Close()
	}
	return w.err
}

// begin writes what stands first.
func (w *Writer) begin(to io.Writer) error {
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false),
		zstd.WithWindowSize(chunkSize), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return err
	}
	w.options = &mcap.WriterOptions{IncludeCRC: true, Chunked: true, ChunkSize: chunkSize, Compressor: mcap.NewCustomCompressor(compression, packer)}
	if w.out, err = mcap.NewWriter(to, w.options); err != nil {
		return err
	}
	if err := w.out.WriteHeader(&mcap.Header{Profile: profile}); err != nil {
		return err
	}
	for _, t := range tables() {
		if w.ids[t.Name], err = w.add(topic(t), encoding, "halocline."+t.Name, encoding, t.Text()); err != nil {
			return err
		}
	}
	return nil
}

// add adds a channel and its schema.
func (w *Writer) add(topic, messages, name, kind, text string) (id uint16, err error) {
	id = uint16(len(w.sequence) + 1)
	w.sequence[id] = 0
	if err := w.out.WriteSchema(&mcap.Schema{ID: id, Name: name, Encoding: kind, Data: []byte(text)}); err != nil {
		return 0, err
	}
	return id, w.out.WriteChannel(&mcap.Channel{ID: id, SchemaID: id, Topic: topic, MessageEncoding: messages})
}

// put writes the block that waits, and has the chunk end with it or not.
func (w *Writer) put(end bool) {
	b := w.waiting
	if b == nil || w.err != nil {
		return
	}
	w.waiting = nil
	w.body = b.Append(w.body[:0])
	if end { // of which the library asks with each message
		w.options.ChunkSize = 0
	}
	w.err = w.message(w.ids[b.Table.Name], b.First(), b.Last(), w.body)
	w.options.ChunkSize = chunkSize
}

// message writes a message.
func (w *Writer) message(channel uint16, first, last int64, body []byte) error {
	n := w.sequence[channel]
	w.sequence[channel]++
	return w.out.WriteMessage(&mcap.Message{ChannelID: channel, Sequence: n, LogTime: uint64(first), PublishTime: uint64(last), Data: body})
}
