package view

// The classes in which frames are counted: what became of arrivals, and frames that were sent.
const (
	classReceived = iota
	classCollision
	classLost
	classMissed
	classInFlight // not counted
	classSent     = classInFlight
	classes       = classSent + 1
)

// counts says how many there are of each class in each lane and each bin of time. Bins are 4^k ns wide and begin at multiples of that,
// so that counts in wider bins are sums of those in narrower ones, and exact.
type counts struct {
	lanes int
	shift uint     // the width is 1 << shift ns
	cells []uint32 // by bin, lane and class
}

// mostCells bounds the cells of a table of counts, before classes.
const mostCells = 1 << 20

// newCounts returns a table for a run of so many ns.
func newCounts(lanes int, duration int64, most int) *counts {
	c := &counts{lanes: lanes}
	for c.shift < 62 && (duration>>c.shift+1)*int64(lanes) > int64(max(most, 4*lanes)) {
		c.shift += 2
	}
	return c
}

// add counts one.
func (c *counts) add(at int64, lane, class int) {
	i := (int(at>>c.shift)*c.lanes+lane)*classes + class
	if i >= len(c.cells) {
		if i >= 4*mostCells*classes { // of a recording that goes on far beyond its end
			return
		}
		bigger := make([]uint32, max(i/(c.lanes*classes)+1, 2*len(c.cells)/(c.lanes*classes))*c.lanes*classes)
		copy(bigger, c.cells)
		c.cells = bigger
	}
	c.cells[i]++
}

// bins is a window in bins of a width.
type bins struct {
	shift       uint
	first, last int64 // bins
}

// binned divides a window into at most so many bins.
func binned(from, to int64, most int) bins {
	b := bins{first: from, last: to}
	for b.last-b.first >= int64(most) {
		b.shift += 2
		b.first, b.last = from>>b.shift, to>>b.shift
	}
	return b
}

// number returns how many bins there are.
func (b *bins) number() int { return int(b.last-b.first) + 1 }

// from and width are in s.
func (b *bins) from() float64  { return float64(b.first<<b.shift) / 1e9 }
func (b *bins) width() float64 { return float64(int64(1)<<b.shift) / 1e9 }

// of returns the bin of a time, and whether it is in the window.
func (b *bins) of(at int64) (int, bool) {
	i := at>>b.shift - b.first
	return int(i), i >= 0 && i <= b.last-b.first
}

// sum returns the counts of a window, by bin, lane and class; b is no finer than the table.
func (c *counts) sum(b bins) []uint32 {
	out := make([]uint32, b.number()*c.lanes*classes)
	row := c.lanes * classes
	step := b.shift - c.shift
	for bin := b.first << step; bin < (b.last+1)<<step && int(bin)*row < len(c.cells); bin++ {
		to := out[int(bin>>step-b.first)*row:][:row]
		for i, n := range c.cells[int(bin)*row:][:row] {
			to[i] += n
		}
	}
	return out
}
