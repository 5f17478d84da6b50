package recorder

import (
	"fmt"

	"halocline/bench/record/columns"
)

// Check finds in a block what no recording has: times that go back, and numbers of nodes, links, words and so on that there are none
// of. Who reads a file checks its blocks; what is left is sound enough to be counted and looked up without further care.
func (h *Head) Check(b *columns.Block) error {
	fault := func(column int, v int64) error {
		return fmt.Errorf("a block of table %s is damaged: %s is %d", b.Table.Name, b.Table.Columns[column].Name, v)
	}
	if b.Rows == 0 {
		return fmt.Errorf("a block of table %s has no rows", b.Table.Name)
	}
	before := int64(0)
	for _, at := range b.Ints[0] {
		if at < before || at > mostTime {
			return fault(0, at)
		}
		before = at
	}
	for i, c := range b.Table.Columns {
		if c.Type != columns.Whole {
			continue
		}
		least, most := h.limits(b.Table.Name, c.Name)
		for _, v := range b.Ints[i] {
			if v < least || v > most {
				return fault(i, v)
			}
		}
	}
	return nil
}

// The greatest time, in ns, and the greatest number of anything, which a number of 8 bytes still holds exactly.
const (
	mostTime   = 9e18
	mostNumber = 1 << 53
)

// limits returns the range of a column of whole numbers.
func (h *Head) limits(table, column string) (least, most int64) {
	upTo := func(n int) (int64, int64) { return 0, int64(n) - 1 }
	switch column {
	case "node", "peer", "dest", "sender":
		if least, most = upTo(len(h.Nodes)); table == "records" || column != "node" {
			least = -1
		}
		return least, most
	case "link", "radio":
		if table == "records" { // of what is on no link, too
			return upTo(max(len(h.Links), 1))
		}
		return upTo(len(h.Links))
	case "kind":
		switch table {
		case "records":
			return upTo(len(h.Kinds))
		case "schedule":
			return upTo(len(h.Facts))
		}
		return 0, 255
	case "cause":
		return upTo(len(h.Causes))
	case "fate":
		return 0, InFlight
	case "reception":
		return 0, ToItsEnd
	case "series":
		return upTo(len(h.Series))
	case "computer":
		return upTo(len(h.Computers))
	case "band":
		return 0, 255
	case "began", "airtime", "delay", "release":
		return 0, mostTime
	}
	return 0, mostNumber
}
