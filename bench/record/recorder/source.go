package recorder

import "halocline/bench/record/columns"

// Source gives a recording back. It may be asked from several goroutines at once, and it may grow meanwhile: a block that it has
// once stays what it is.
type Source interface {
	// Head returns what is known of the run by now. It is not changed any more.
	Head() *Head

	// Blocks lists the blocks of a table, by its name, in the order in which they were written: none begins before the one
	// before it ends. The list is not changed any more.
	Blocks(table string) []Info

	// Read returns a block by its index in that list. Nobody changes it.
	Read(table string, i int) (*columns.Block, error)
}

// Info says what is in a block without reading it: the first and the last time of its rows, in ns, and their number.
type Info struct {
	First, Last int64
	Rows        int
}
