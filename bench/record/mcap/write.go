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

// waiting is how many blocks may wait for the writer. A run that is ahead of it by so many waits.
const waiting = 32

// Writer writes a recording. It implements recorder.Sink. Blocks become bytes in a goroutine of its own, so that the run goes on. The
// first error is kept until the end.
type Writer struct {
	head  *recorder.Head
	told  [2]int // series and computers that the file knows of
	queue chan order
	ended chan error
}

// order is what the goroutine is to write: a block, or what is known of the run.
type order struct {
	block *columns.Block
	head  []byte
	grid  int64
	err   error
	end   map[string]string
}

// New returns a writer of a recording.
func New(to io.Writer) *Writer {
	w := &Writer{queue: make(chan order, waiting), ended: make(chan error, 1)}
	go func() {
		f, err := begin(to)
		for o := range w.queue {
			if err == nil {
				err = f.write(&o)
			}
		}
		if err == nil {
			err = f.out.Close()
		}
		w.ended <- err
	}()
	return w
}

// Follow has the writer tell of a run what its recorder knows, as it knows more. It is called before the run.
func (w *Writer) Follow(h *recorder.Head) { w.head = h }

// Put implements recorder.Sink.
func (w *Writer) Put(b *columns.Block) {
	if known := [2]int{1 + len(w.head.Series), len(w.head.Computers)}; known != w.told {
		w.told = known
		w.tell()
	}
	w.queue <- order{block: b}
}

// tell writes down what is known of the run.
func (w *Writer) tell() {
	text, err := json.Marshal(w.head)
	w.queue <- order{head: text, grid: w.head.Grid, err: err}
}

// Close ends the recording with what is known of the run in the end, and returns the first error.
func (w *Writer) Close() error {
	if h := w.head; h != nil {
		w.tell()
		w.queue <- order{end: map[string]string{
			"fingerprint": h.Fingerprint, "events": strconv.FormatUint(h.Events, 10), "reached": strconv.FormatInt(h.Reached, 10),
		}}
	}
	close(w.queue)
	return <-w.ended
}

// file is what the goroutine writes.
type file struct {
	out      *mcap.Writer
	options  *mcap.WriterOptions
	ids      map[string]uint16 // of channels, by the tables' names
	sequence map[uint16]uint32 // of the next message of a channel
	grid     int64
	chunk    int64 // number of the steps that are being written, by chunkSteps
	waiting  *columns.Block
	body     []byte
}

// begin writes what stands first.
func begin(to io.Writer) (*file, error) {
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false),
		zstd.WithWindowSize(chunkSize), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, err
	}
	f := &file{options: &mcap.WriterOptions{
		IncludeCRC: true, Chunked: true, ChunkSize: chunkSize, Compressor: mcap.NewCustomCompressor(compression, packer),
	}, ids: map[string]uint16{}, sequence: map[uint16]uint32{}}
	if f.out, err = mcap.NewWriter(to, f.options); err != nil {
		return nil, err
	}
	if err := f.out.WriteHeader(&mcap.Header{Profile: profile}); err != nil {
		return nil, err
	}
	for _, t := range tables() {
		if f.ids[t.Name], err = f.add(topic(t), encoding, "halocline."+t.Name, encoding, t.Text()); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// add adds a channel and its schema.
func (f *file) add(topic, messages, name, kind, text string) (id uint16, err error) {
	id = uint16(len(f.sequence) + 1)
	f.sequence[id] = 0
	if err := f.out.WriteSchema(&mcap.Schema{ID: id, Name: name, Encoding: kind, Data: []byte(text)}); err != nil {
		return 0, err
	}
	return id, f.out.WriteChannel(&mcap.Channel{ID: id, SchemaID: id, Topic: topic, MessageEncoding: messages})
}

// write carries an order out. A block waits for the next one, which tells whether the chunk ends with it.
func (f *file) write(o *order) error {
	switch {
	case o.err != nil:
		return o.err
	case o.end != nil:
		if err := f.put(true); err != nil {
			return err
		}
		return f.out.WriteMetadata(&mcap.Metadata{Name: metadataEnd, Metadata: o.end})
	case o.head != nil:
		f.grid = o.grid
		return f.out.WriteMetadata(&mcap.Metadata{Name: metadataHead, Metadata: map[string]string{metadataKey: string(o.head)}})
	}
	chunk := o.block.First() / (chunkSteps * f.grid)
	err := f.put(chunk != f.chunk)
	f.waiting, f.chunk = o.block, chunk
	return err
}

// put writes the block that waits, and has the chunk end with it or not.
func (f *file) put(end bool) error {
	b := f.waiting
	if b == nil {
		return nil
	}
	f.waiting = nil
	f.body = b.Append(f.body[:0])
	if f.options.ChunkSize = chunkSize; end { // of which the library asks with each message
		f.options.ChunkSize = 0
	}
	return f.message(f.ids[b.Table.Name], b.First(), b.Last(), f.body)
}

// message writes a message.
func (f *file) message(channel uint16, first, last int64, body []byte) error {
	n := f.sequence[channel]
	f.sequence[channel]++
	return f.out.WriteMessage(&mcap.Message{ChannelID: channel, Sequence: n, LogTime: uint64(first), PublishTime: uint64(last), Data: body})
}
