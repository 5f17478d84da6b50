package view

import (
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
)

// Memory keeps a recording, packed. It is a recorder.Sink and a recorder.Source, also while the run still goes on.
type Memory struct {
	pack   *zstd.Encoder
	unpack *zstd.Decoder

	lock   sync.RWMutex
	head   recorder.Head
	tables map[string]*shelf
}

// shelf has the blocks of a table.
type shelf struct {
	of     *columns.Table
	infos  []recorder.Info
	packed [][]byte
}

// NewMemory returns a memory without blocks.
func NewMemory() *Memory {
	pack, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
	if err != nil {
		panic("view: " + err.Error()) // the options are valid
	}
	unpack, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0))
	if err != nil {
		panic("view: " + err.Error())
	}
	return &Memory{pack: pack, unpack: unpack, tables: map[string]*shelf{}}
}

// Put implements recorder.Sink. One goroutine puts.
func (m *Memory) Put(b *columns.Block) {
	packed := m.pack.EncodeAll(b.Append(nil), nil)
	info := recorder.Info{First: b.First(), Last: b.Last(), Rows: b.Rows}
	m.lock.Lock()
	defer m.lock.Unlock()
	s := m.tables[b.Table.Name]
	if s == nil {
		s = &shelf{of: b.Table}
		m.tables[b.Table.Name] = s
	}
	s.infos, s.packed = append(s.infos, info), append(s.packed, packed)
}

// Inform implements recorder.Informed.
func (m *Memory) Inform(h *recorder.Head) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.head = *h
}

// Head implements recorder.Source.
func (m *Memory) Head() *recorder.Head {
	m.lock.RLock()
	defer m.lock.RUnlock()
	h := m.head
	return &h
}

// Blocks implements recorder.Source.
func (m *Memory) Blocks(table string) []recorder.Info {
	m.lock.RLock()
	defer m.lock.RUnlock()
	if s := m.tables[table]; s != nil {
		return s.infos
	}
	return nil
}

// Read implements recorder.Source.
func (m *Memory) Read(table string, i int) (*columns.Block, error) {
	m.lock.RLock()
	s := m.tables[table]
	if s == nil || i < 0 || i >= len(s.packed) {
		m.lock.RUnlock()
		return nil, fmt.Errorf("there is no block %d of the table %s", i, table)
	}
	of, packed := s.of, s.packed[i]
	m.lock.RUnlock()
	data, err := m.unpack.DecodeAll(packed, nil)
	if err != nil {
		return nil, err
	}
	return columns.Decode(of, data)
}
