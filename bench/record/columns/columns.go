// Package columns holds rows of a table by their columns, in blocks of some thousand rows, and turns blocks into bytes and
// back. A recording of a run is a sequence of blocks.
//
// A block is the number of its rows, four bytes, and its columns one after another: each the number of its bytes, four
// bytes, and these. All numbers are little-endian. Times and whole numbers are the differences from row to row, the first
// from 0, zigzagged, in 7 bits a byte, the lowest first. Of the numbers the first bytes of all rows stand together, then the second
// bytes, and so on: what packs bytes finds more that is alike. Words are their number, each word with its length, four bytes, and
// then for each row its number among these as a whole number. Table.Text says all this of a table.
//
// Begin with Table and Block.
//
// Left out: packing, which the file does; missing values, for which NaN stands.
package columns

import (
	"fmt"
	"math"
	"strings"
)

// Most is how many rows a block has at most.
const Most = 8192

// Type is the type of a column.
type Type uint8

// The types of columns.
const (
	Time   Type = iota + 1 // nanoseconds of simulated time
	Whole                  // whole number
	Number                 // 8 bytes
	Short                  // number of 4 bytes
	Word                   // text that comes again and again
)

// String returns the name of the type in a schema.
func (t Type) String() string {
	return [...]string{Time: "time", Whole: "whole", Number: "float64", Short: "float32", Word: "word"}[t]
}

// Column is a column of a table.
type Column struct {
	Name string
	Type Type
	Unit string
	Doc  string
}

// Table is a kind of rows. Rows stand in the order of their first column, a Time.
type Table struct {
	Name    string
	Doc     string
	Columns []Column
}

// Text returns the schema: what a reader has to know that has no other source.
func (t *Table) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "halocline columns 1\n# %s: %s\n", t.Name, t.Doc)
	b.WriteString("# u32 rows; then for each column u32 bytes and these. time, whole: zigzag varints of differences, the first from 0.\n" +
		"# float64, float32: the first bytes of all rows, then the second bytes ... word: u32 words, each u32 length and bytes; then for each row its number as of whole.\n" +
		"# Little-endian. time is in nanoseconds. Rows stand in the order of the first column.\n")
	for _, c := range t.Columns {
		fmt.Fprintf(&b, "%s %s %s # %s\n", c.Name, c.Type, dashed(c.Unit), c.Doc)
	}
	return b.String()
}

func dashed(unit string) string {
	if unit == "" {
		return "-"
	}
	return unit
}

// Block is some rows of a table. Of each column one of the slices is used, by its type.
type Block struct {
	Table  *Table
	Rows   int
	Ints   [][]int64   // of Time and Whole; of Word the numbers of the words
	Floats [][]float64 // of Number
	Shorts [][]float32 // of Short
	Words  [][]string  // of Word: those that occur

	numbers []map[string]int64 // of words
}

// New returns a block without rows, and with room for so many.
func New(t *Table, room int) *Block {
	n, wide, short := len(t.Columns), 0, 0
	for _, c := range t.Columns {
		switch c.Type {
		case Number:
			wide++
		case Short:
			short++
		}
	}
	ints, floats, shorts := make([]int64, (n-wide-short)*room), make([]float64, wide*room), make([]float32, short*room)
	b := &Block{Table: t, Ints: make([][]int64, n), Floats: make([][]float64, n), Shorts: make([][]float32, n), Words: make([][]string, n), numbers: make([]map[string]int64, n)}
	for i, c := range t.Columns {
		switch c.Type {
		case Number:
			b.Floats[i], floats = floats[:0:room], floats[room:]
		case Short:
			b.Shorts[i], shorts = shorts[:0:room], shorts[room:]
		case Word:
			b.numbers[i] = map[string]int64{}
			fallthrough
		default:
			b.Ints[i], ints = ints[:0:room], ints[room:]
		}
	}
	return b
}

// Row begins a row; its columns are then put in their order.
func (b *Block) Row() *Block {
	b.Rows++
	return b
}

// Int puts a time or a whole number into a column.
func (b *Block) Int(column int, v int64) { b.Ints[column] = append(b.Ints[column], v) }

// Float puts a number into a column of 8 bytes.
func (b *Block) Float(column int, v float64) { b.Floats[column] = append(b.Floats[column], v) }

// Short puts a number into a column of 4 bytes. One that is too large for them is infinite.
func (b *Block) Short(column int, v float64) { b.Shorts[column] = append(b.Shorts[column], float32(v)) }

// Word puts a word into a column.
func (b *Block) Word(column int, w string) {
	n, known := b.numbers[column][w]
	if !known {
		n = int64(len(b.Words[column]))
		b.numbers[column][w] = n
		b.Words[column] = append(b.Words[column], w)
	}
	b.Ints[column] = append(b.Ints[column], n)
}

// Text returns the word of a row.
func (b *Block) Text(column, row int) string { return b.Words[column][b.Ints[column][row]] }

// First returns the time of the first row, and Last that of the last.
func (b *Block) First() int64 { return b.Ints[0][0] }

// Last returns the time of the last row.
func (b *Block) Last() int64 { return b.Ints[0][b.Rows-1] }

// Value returns a value as a number; NaN for a word.
func (b *Block) Value(column, row int) float64 {
	switch b.Table.Columns[column].Type {
	case Number:
		return b.Floats[column][row]
	case Short:
		return float64(b.Shorts[column][row])
	case Word:
		return math.NaN()
	}
	return float64(b.Ints[column][row])
}

// Reset takes all rows out, and keeps the room.
func (b *Block) Reset() {
	b.Rows = 0
	for i := range b.Table.Columns {
		b.Ints[i], b.Floats[i], b.Shorts[i], b.Words[i] = b.Ints[i][:0], b.Floats[i][:0], b.Shorts[i][:0], b.Words[i][:0]
		clear(b.numbers[i])
	}
}
