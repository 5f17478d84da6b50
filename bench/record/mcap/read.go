package mcap

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
	"halocline/scenarios/strict"
	"halocline/sim/fault"
)

// File is a recording. It implements recorder.Source.
type File struct {
	data   io.ReaderAt
	closer io.Closer
	size   int64
	head   *recorder.Head
	tables map[string]*table
	chunks []chunk

	mu     sync.Mutex
	packer *unpacker
	recent []unpacked // chunks that were read last
}

// table is what is known of a table of a file.
type table struct {
	*columns.Table
	blocks []recorder.Info
	places []place // of blocks
}

// place is where the bytes of a block are: in a chunk, behind so many bytes of it, and their number.
type place struct{ chunk, from, size int }

// unpacked is the messages of a chunk.
type unpacked struct {
	number int
	data   []byte
}

// mostRecent is how many chunks are kept in memory.
const mostRecent = 4

// Open opens a recording. One that was cut, or is damaged, is read as far as its chunks are whole, and its head has the reason.
func Open(name string) (*File, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, strict.Unread(err))
	case !info.Mode().IsRegular(): // a pipe would have to be waited for
		return nil, fmt.Errorf("%s: is a folder, a pipe or a device; name a file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, strict.Unread(err))
	}
	file, err := Read(f, info.Size())
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	file.closer = f
	return file, nil
}

// Read opens a recording of so many bytes.
func Read(data io.ReaderAt, size int64) (*File, error) {
	f := &File{data: data, size: size, tables: map[string]*table{}}
	packer, err := newUnpacker()
	if err != nil {
		return nil, err
	}
	f.packer = packer
	for _, t := range tables() {
		f.tables[t.Name] = &table{Table: t}
	}
	s := scanner{File: f, schemas: map[uint16]*table{}, channels: map[uint16]*table{}}
	fault := s.scan()
	var refused refusal
	if errors.As(fault, &refused) {
		return nil, fault
	}
	if f.head == nil {
		return nil, errForeign
	}
	if !s.ended {
		until := max(0, s.last/f.head.Grid*f.head.Grid)
		f.head.Fingerprint, f.head.Events = "", 0
		f.head.Complete, f.head.Reached, f.head.Reason = false, until, fmt.Sprintf("cut: ends at %v s", time.Duration(until).Seconds())
		if fault != nil {
			f.head.Reason += ", " + fault.Error()
		}
	}
	return f, nil
}

// refusal is why a file is not read at all.
type refusal string

func (r refusal) Error() string { return string(r) }

const errForeign = refusal("it is no recording of halocline run --record; write one with halocline run SCENARIO --record FILE.mcap")

// readHead reads what is known of the run.
func (f *File) readHead(text string) error {
	var version struct {
		Format *int64 `json:"format"`
	}
	if err := json.Unmarshal([]byte(text), &version); err != nil || version.Format == nil {
		return errForeign
	}
	if err := fault.Format(*version.Format, recorder.Format); err != nil {
		return refusal(err.Error())
	}
	h := &recorder.Head{}
	if err := json.Unmarshal([]byte(text), h); err != nil || h.Grid <= 0 || h.Duration < 0 {
		return errForeign
	}
	f.head = h
	return nil
}

// Close closes the file.
func (f *File) Close() error {
	if f.closer == nil {
		return nil
	}
	return f.closer.Close()
}

// Head implements recorder.Source.
func (f *File) Head() *recorder.Head { return f.head }

// Blocks implements recorder.Source.
func (f *File) Blocks(name string) []recorder.Info {
	if t := f.tables[name]; t != nil {
		return t.blocks
	}
	return nil
}

// Read implements recorder.Source.
func (f *File) Read(name string, i int) (*columns.Block, error) {
	t := f.tables[name]
	if t == nil || i < 0 || i >= len(t.places) {
		return nil, fmt.Errorf("no block %d of a table %s", i, name)
	}
	at := t.places[i]
	data, err := f.chunk(at.chunk)
	if err != nil {
		return nil, err
	}
	if at.from+at.size > len(data) {
		return nil, errors.New("the file has changed since it was opened")
	}
	b, err := columns.Decode(t.Table, data[at.from:at.from+at.size])
	if err != nil {
		return nil, err
	}
	if info := t.blocks[i]; b.Rows != info.Rows || b.First() != info.First || b.Last() != info.Last {
		return nil, errDamaged
	}
	return b, f.head.Check(b)
}

// chunk returns the messages of a chunk.
func (f *File) chunk(number int) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.recent {
		if c.number == number {
			return c.data, nil
		}
	}
	data, err := f.packer.unpack(f.data, &f.chunks[number], nil)
	if err != nil {
		return nil, err
	}
	if len(f.recent) == mostRecent {
		f.recent = append(f.recent[:0], f.recent[1:]...)
	}
	f.recent = append(f.recent, unpacked{number, data})
	return data, nil
}
