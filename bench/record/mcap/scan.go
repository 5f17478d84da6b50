package mcap

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/klauspost/compress/zstd"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
)

// Most bytes that a record may have which is read whole, and most that a chunk may unpack to.
const (
	mostRecord = 64 << 20
	mostChunk  = 16 << 20
)

// chunk is where the packed messages of a chunk are in the file, and what they unpack to.
type chunk struct {
	from, size int64
	unpacked   int
	sum        uint32
}

// errDamaged is the error of a file whose bytes are not what its writer wrote.
var errDamaged = errors.New("a chunk is damaged")

// scanner goes through a file once, from its beginning.
type scanner struct {
	*File
	schemas  map[uint16]*table // by number
	channels map[uint16]*table
	unpacked []byte
	last     int64 // beginning of the last block
	ended    bool
}

// scan takes down where blocks are, until the end or what cannot be read.
func (s *scanner) scan() error {
	magic := make([]byte, len(mcap.Magic))
	if _, err := s.data.ReadAt(magic, 0); err != nil || !bytes.Equal(magic, mcap.Magic) {
		return errForeign
	}
	var top [9]byte
	for at := int64(len(magic)); ; {
		if at > s.size-int64(len(top)) {
			return nil
		}
		if _, err := s.data.ReadAt(top[:], at); err != nil {
			return err
		}
		at += int64(len(top))
		size := binary.LittleEndian.Uint64(top[1:])
		if size > uint64(s.size-at) {
			return nil
		}
		if done, err := s.record(mcap.OpCode(top[0]), at, int64(size)); done || err != nil {
			return err
		}
		at += int64(size)
	}
}

// record takes a record.
func (s *scanner) record(op mcap.OpCode, at, size int64) (done bool, err error) {
	switch op {
	case mcap.OpDataEnd:
		return true, nil
	case mcap.OpMetadata:
		data, err := s.whole(at, size)
		if err != nil {
			return true, err
		}
		return false, s.metadata(cursor{rest: data})
	case mcap.OpChunk:
		return false, s.chunkAt(at, size)
	}
	return false, nil
}

// whole reads bytes of the file.
func (s *scanner) whole(at, size int64) ([]byte, error) {
	if size > mostRecord {
		return nil, errDamaged
	}
	data := make([]byte, size)
	_, err := s.data.ReadAt(data, at)
	return data, err
}

// metadata takes what is known of the run.
func (s *scanner) metadata(c cursor) error {
	name, all := c.text(), c.texts()
	if c.cut {
		return errDamaged
	}
	switch name {
	case metadataHead:
		before := s.head
		if err := s.readHead(all[metadataKey]); err != nil && before != nil {
			return errDamaged
		} else if err != nil {
			return err
		}
	case metadataEnd:
		s.ended = true
	}
	return nil
}

// chunkAt takes the messages of a chunk. Its first fields are, in bytes: times of the first and last message, 8 each,
// unpacked size, 8, checksum, 4, name of the packing with its length, 4, and packed size, 8.
func (s *scanner) chunkAt(at, size int64) error {
	const fields = 8 + 8 + 8 + 4 + 4 + int64(len(compression)) + 8
	if size < fields {
		return errDamaged
	}
	data, err := s.whole(at, fields)
	if err != nil {
		return err
	}
	c := cursor{rest: data}
	c.u64()
	c.u64()
	unpackedSize, sum, packing, packed := c.u64(), c.u32(), c.text(), c.u64()
	if s.head == nil || packing != compression { // it comes before all that a recording has
		return errForeign
	}
	if c.cut || unpackedSize > mostChunk || packed != uint64(size-fields) {
		return errDamaged
	}
	place := chunk{from: at + fields, size: size - fields, unpacked: int(unpackedSize), sum: sum}
	if s.unpacked, err = s.packer.unpack(s.data, &place, s.unpacked); err != nil {
		return err
	}
	s.chunks = append(s.chunks, place)
	return s.messages(s.unpacked)
}

// messages takes the records of a chunk.
func (s *scanner) messages(data []byte) error {
	for c := (cursor{rest: data}); len(c.rest) > 0; {
		op := mcap.OpCode(c.u8())
		body := c.take(c.u64())
		if c.cut {
			return errDamaged
		}
		var err error
		switch in := (cursor{rest: body}); op {
		case mcap.OpSchema:
			err = s.schema(&in)
		case mcap.OpChannel:
			s.channel(&in)
		case mcap.OpMessage:
			err = s.message(&in, len(data)-len(c.rest))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// schema takes a schema. That of a table has to name the columns that this program knows.
func (s *scanner) schema(c *cursor) error {
	id, name, kind := c.u16(), c.text(), c.text()
	text := c.text()
	if c.cut || kind != encoding {
		return nil
	}
	t := s.tables[strings.TrimPrefix(name, "halocline.")]
	if t == nil {
		return nil
	}
	if bare(text) != bare(t.Text()) {
		return refusal(fmt.Sprintf("its table %s has other columns than this program knows", t.Name))
	}
	s.schemas[id] = t
	return nil
}

// channel takes a channel.
func (s *scanner) channel(c *cursor) {
	id, schema := c.u16(), c.u16()
	if t := s.schemas[schema]; t != nil && !c.cut {
		s.channels[id] = t
	}
}

// message takes where a block is, of a message that ends at a place in the last chunk.
func (s *scanner) message(c *cursor, end int) error {
	t := s.channels[c.u16()]
	if t == nil {
		return nil
	}
	c.u32()
	info := recorder.Info{First: int64(c.u64()), Last: int64(c.u64())}
	size := len(c.rest)
	info.Rows = int(c.u32())
	before := int64(0)
	if n := len(t.blocks); n > 0 {
		before = t.blocks[n-1].Last
	}
	if c.cut || info.Rows < 1 || info.Rows > columns.Most || info.First < before || info.Last < info.First {
		return errDamaged
	}
	t.blocks = append(t.blocks, info)
	t.places = append(t.places, place{len(s.chunks) - 1, end - size, size})
	s.last = max(s.last, info.First)
	return nil
}

// bare returns the columns of a schema, without what is said of them.
func bare(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			column, _, _ := strings.Cut(line, " # ")
			b.WriteString(strings.TrimSpace(column) + "\n")
		}
	}
	return b.String()
}

// unpacker unpacks chunks.
type unpacker struct {
	zstd *zstd.Decoder
	raw  []byte
}

func newUnpacker() (*unpacker, error) {
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostChunk))
	return &unpacker{zstd: z}, err
}

// unpack returns the messages of a chunk, in a buffer if it is large enough.
func (u *unpacker) unpack(from io.ReaderAt, c *chunk, buffer []byte) ([]byte, error) {
	if int64(cap(u.raw)) < c.size {
		u.raw = make([]byte, c.size)
	}
	u.raw = u.raw[:c.size]
	if _, err := from.ReadAt(u.raw, c.from); err != nil {
		return nil, err
	}
	if cap(buffer) < c.unpacked {
		buffer = make([]byte, 0, c.unpacked)
	}
	data, err := u.zstd.DecodeAll(u.raw, buffer[:0])
	if err != nil || len(data) != c.unpacked || crc32.ChecksumIEEE(data) != c.sum {
		return nil, errDamaged
	}
	return data, nil
}

// cursor takes numbers and texts from bytes. It is cut once there were too few.
type cursor struct {
	rest []byte
	cut  bool
}

func (c *cursor) take(n uint64) []byte {
	if n > uint64(len(c.rest)) {
		c.cut, c.rest = true, nil
		return nil
	}
	part := c.rest[:n]
	c.rest = c.rest[n:]
	return part
}

// number takes a number of so many bytes.
func (c *cursor) number(n int) (v uint64) {
	for i, b := range c.take(uint64(n)) {
		v |= uint64(b) << (8 * i)
	}
	return v
}

func (c *cursor) u8() uint8    { return uint8(c.number(1)) }
func (c *cursor) u16() uint16  { return uint16(c.number(2)) }
func (c *cursor) u32() uint32  { return uint32(c.number(4)) }
func (c *cursor) u64() uint64  { return c.number(8) }
func (c *cursor) text() string { return string(c.take(uint64(c.u32()))) }

// texts takes pairs of texts behind the number of their bytes.
func (c *cursor) texts() map[string]string {
	all, in := map[string]string{}, cursor{rest: c.take(uint64(c.u32()))}
	for len(in.rest) > 0 {
		key := in.text()
		all[key] = in.text()
	}
	c.cut = c.cut || in.cut
	return all
}
