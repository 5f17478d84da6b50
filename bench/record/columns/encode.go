package columns

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Append appends the bytes of a block.
func (b *Block) Append(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(b.Rows))
	for i, c := range b.Table.Columns {
		start := len(dst)
		dst = append(dst, 0, 0, 0, 0)
		switch c.Type {
		case Number:
			dst = spread(dst, b.Rows, 8, func(row int) uint64 { return math.Float64bits(b.Floats[i][row]) })
		case Short:
			dst = spread(dst, b.Rows, 4, func(row int) uint64 { return uint64(math.Float32bits(b.Shorts[i][row])) })
		case Word:
			dst = binary.LittleEndian.AppendUint32(dst, uint32(len(b.Words[i])))
			for _, w := range b.Words[i] {
				dst = binary.LittleEndian.AppendUint32(dst, uint32(len(w)))
				dst = append(dst, w...)
			}
			fallthrough
		default:
			dst = appendDifferences(dst, b.Ints[i])
		}
		binary.LittleEndian.PutUint32(dst[start:], uint32(len(dst)-start-4))
	}
	return dst
}

// appendDifferences appends each number less the one before.
func appendDifferences(dst []byte, all []int64) []byte {
	before := int64(0)
	for _, v := range all {
		dst = binary.AppendVarint(dst, v-before)
		before = v
	}
	return dst
}

// spread appends the first bytes of n numbers of a width, then their second bytes, and so on.
func spread(dst []byte, n, width int, bits func(i int) uint64) []byte {
	start := len(dst)
	dst = append(dst, make([]byte, width*n)...)
	for i := range n {
		v, to := bits(i), dst[start+i:]
		for k := range width {
			to[k*n] = byte(v >> (8 * k))
		}
	}
	return dst
}

// gather returns number i of n that were spread.
func gather(data []byte, n, width, i int) (bits uint64) {
	for k := range width {
		bits |= uint64(data[k*n+i]) << (8 * k)
	}
	return bits
}

// errCut is the error of a block that ends too early.
var errCut = errors.New("a block of a recording ends before its last column")

// Decode reads a block. What it allocates is bounded by the bytes that there are.
func Decode(t *Table, data []byte) (*Block, error) {
	if len(data) < 4 {
		return nil, errCut
	}
	rows := int(binary.LittleEndian.Uint32(data))
	if data = data[4:]; rows > Most {
		return nil, fmt.Errorf("a block of a recording has %d rows; at most %d are possible", rows, Most)
	}
	n := len(t.Columns)
	b := &Block{Table: t, Rows: rows, Ints: make([][]int64, n), Floats: make([][]float64, n), Shorts: make([][]float32, n), Words: make([][]string, n)}
	for i := range t.Columns {
		if len(data) < 4 {
			return nil, errCut
		}
		size := int(binary.LittleEndian.Uint32(data))
		if data = data[4:]; size > len(data) {
			return nil, errCut
		}
		if err := b.decode(i, data[:size]); err != nil {
			return nil, fmt.Errorf("table %s, column %s: %w", t.Name, t.Columns[i].Name, err)
		}
		data = data[size:]
	}
	return b, nil
}

// decode reads a column.
func (b *Block) decode(i int, data []byte) (err error) {
	switch b.Table.Columns[i].Type {
	case Number:
		if len(data) != 8*b.Rows {
			return errCut
		}
		b.Floats[i] = make([]float64, b.Rows)
		for row := range b.Rows {
			b.Floats[i][row] = math.Float64frombits(gather(data, b.Rows, 8, row))
		}
	case Short:
		if len(data) != 4*b.Rows {
			return errCut
		}
		b.Shorts[i] = make([]float32, b.Rows)
		for row := range b.Rows {
			b.Shorts[i][row] = math.Float32frombits(uint32(gather(data, b.Rows, 4, row)))
		}
	case Word:
		if b.Words[i], data, err = readWords(data); err != nil {
			return err
		}
		if b.Ints[i], err = readDifferences(data, b.Rows); err != nil {
			return err
		}
		for _, n := range b.Ints[i] {
			if n < 0 || n >= int64(len(b.Words[i])) {
				return fmt.Errorf("word %d, and there are %d", n, len(b.Words[i]))
			}
		}
	default:
		b.Ints[i], err = readDifferences(data, b.Rows)
	}
	return err
}

func readDifferences(data []byte, rows int) ([]int64, error) {
	if len(data) < rows {
		return nil, errCut
	}
	all, value := make([]int64, rows), int64(0)
	for i := range all {
		d, n := binary.Varint(data)
		if n <= 0 {
			return nil, errCut
		}
		data = data[n:]
		value += d
		all[i] = value
	}
	return all, nil
}

func readWords(data []byte) (words []string, rest []byte, err error) {
	if len(data) < 4 {
		return nil, nil, errCut
	}
	n := int(binary.LittleEndian.Uint32(data))
	data = data[4:]
	for range n {
		if len(data) < 4 {
			return nil, nil, errCut
		}
		size := int(binary.LittleEndian.Uint32(data))
		if data = data[4:]; size > len(data) {
			return nil, nil, errCut
		}
		words, data = append(words, string(data[:size])), data[size:]
	}
	return words, data, nil
}
