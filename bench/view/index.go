package view

import (
	"math"
	"sort"
	"strings"
	"sync"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
	"halocline/sim"
	"halocline/sim/trace"
)

// index knows of a recording what is asked for often: counts, how long things last, and where what stands. It is made in one pass, and
// goes on with the blocks that come.
type index struct {
	cache *cache
	nodes int
	links int
	head  *recorder.Head

	lock  sync.RWMutex
	done  map[string]int // blocks that are in, by table
	lanes *counts        // by node and link
	total *counts        // in one lane
	of    []ofLink
	span  int64               // longest time in which an arrival passes a radio, ns
	tally [][][]int64         // records from the end of the warm-up on, by kind, cause, and place
	cut   map[frameID]int64   // airtimes of frames that their senders stopped, ns
	marks []mark              // of the blocks of records
	told  map[stateID][]int32 // blocks of records that have a state
	lines lines
	jobs  jobs

	failures []failureShown
}

// frameID names a frame.
type frameID struct {
	link   uint8
	number int64
}

// ofLink is what is known of a link.
type ofLink struct {
	airtime   int64 // longest, ns
	delay     int64 // longest, ns
	after     int64 // longest time from the beginning of a frame to the end of an arrival, ns
	low, high float64
	speed     float64 // by the longest delay, m/s
	by        int64   // this delay, ns
	begun     []begun
}

// begun says with which number of a link a block of sends begins.
type begun struct {
	number int64
	block  int
}

// mark says what a block of records has, so that who looks for something passes over it. Bits stand for numbers modulo 64.
type mark struct {
	kinds, causes, nodes, links uint64
	low, high                   int64 // packets
	loss                        bool
}

// stateID names a state of a protocol.
type stateID struct {
	node int32
	link uint8
	name string
}

func newIndex(c *cache) *index {
	h := c.source.Head()
	x := &index{
		cache: c, nodes: len(h.Nodes), links: len(h.Links), head: h, done: map[string]int{}, of: make([]ofLink, len(h.Links)),
		tally: make([][][]int64, len(h.Kinds)), cut: map[frameID]int64{}, told: map[stateID][]int32{},
	}
	long := max(h.Duration, h.Reached)
	for _, t := range []string{records, sends, arrivals} {
		if all := c.source.Blocks(t); len(all) > 0 {
			long = max(long, all[len(all)-1].Last)
		}
	}
	for i := range x.tally {
		x.tally[i] = make([][]int64, len(h.Causes))
	}
	for i := range x.of {
		x.of[i].low, x.of[i].high = math.Inf(1), math.Inf(-1)
	}
	x.lanes, x.total = newCounts(max(x.nodes*x.links, 1), long, mostCells), newCounts(1, long, 1<<16)
	x.lines.begin(h)
	x.jobs.begin(h, long)
	return x
}

// update takes in the blocks that have come.
func (x *index) update() error {
	for _, t := range []struct {
		name string
		take func(b *columns.Block, i int)
	}{{sends, x.takeSends}, {arrivals, x.takeArrivals}, {records, x.takeRecords}, {schedule, x.takeSchedule}, {noises, x.takeNoises}} {
		for n := len(x.cache.source.Blocks(t.name)); ; {
			x.lock.RLock()
			i := x.done[t.name]
			x.lock.RUnlock()
			if i >= n {
				break
			}
			b, err := x.cache.load(place{t.name, i})
			if err != nil {
				return err
			}
			x.lock.Lock()
			if x.done[t.name] == i { // nobody else was faster
				t.take(b, i)
				x.done[t.name]++
			}
			x.lock.Unlock()
		}
	}
	return nil
}

func (x *index) takeSends(b *columns.Block, block int) {
	at, links, numbers := b.Ints[recorder.SendAt], b.Ints[recorder.SendLink], b.Ints[recorder.SendNumber]
	nodes, airtimes := b.Ints[recorder.SendNode], b.Ints[recorder.SendAirtime]
	seen := make([]bool, x.links)
	for i := range b.Rows {
		l := &x.of[links[i]]
		l.airtime = max(l.airtime, airtimes[i])
		l.after = max(l.after, airtimes[i])
		if !seen[links[i]] {
			seen[links[i]] = true
			l.begun = append(l.begun, begun{numbers[i], block})
		}
		x.lanes.add(at[i], int(nodes[i])*x.links+int(links[i]), classSent)
		x.total.add(at[i], 0, classSent)
	}
}

func (x *index) takeArrivals(b *columns.Block, _ int) {
	ends, begins, links := b.Ints[recorder.ArrivalEnded], b.Ints[recorder.ArrivalBegan], b.Ints[recorder.ArrivalLink]
	nodes, delays, fates := b.Ints[recorder.ArrivalNode], b.Ints[recorder.ArrivalDelay], b.Ints[recorder.ArrivalFate]
	distances := b.Floats[recorder.ArrivalDistance]
	for i := range b.Rows {
		l := &x.of[links[i]]
		l.delay = max(l.delay, delays[i])
		l.after = max(l.after, ends[i]-begins[i]+delays[i])
		x.span = max(x.span, ends[i]-begins[i])
		l.time(distances[i], delays[i])
		if fate := fates[i]; fate != recorder.InFlight {
			x.lanes.add(ends[i], int(nodes[i])*x.links+int(links[i]), int(fate))
			x.total.add(ends[i], 0, int(fate))
		}
	}
}

func (x *index) takeNoises(b *columns.Block, _ int) {
	for i, end := range b.Ints[recorder.DisturbanceEnded] {
		x.span = max(x.span, end-b.Ints[recorder.DisturbanceBegan][i])
	}
}

// time learns of the speed of sound from an arrival. Delays are whole nanoseconds, so that short ones tell little.
func (l *ofLink) time(distance float64, delay int64) {
	if delay <= 0 || !(distance > 0) {
		return
	}
	speed := distance / (float64(delay) / 1e9)
	if delay > l.by {
		l.by, l.speed = delay, speed
	}
	if delay > 1e6 {
		l.low, l.high = min(l.low, speed), max(l.high, speed)
	}
}

// medium returns what a link goes through, and its speed, or 0 where there is none for all: sound in rays.
func (l *ofLink) medium() (medium string, speed float64) {
	const (
		even  = 5e-4 // relative difference, by which a front is drawn less than a pixel off in a picture of 2000
		light = 2.99792458e8
		quick = 1e6 // m/s; no sound is as fast
	)
	switch {
	case l.by == 0:
		return "rf", light
	case l.speed > quick:
		return "rf", l.speed
	case l.by <= 1e6 || l.high-l.low <= even*l.low:
		return "acoustic", l.speed
	}
	return "rays", 0
}

func (x *index) takeRecords(b *columns.Block, block int) {
	m := mark{low: math.MaxInt64}
	at, nodes, links, kinds := b.Ints[recorder.RecordAt], b.Ints[recorder.RecordNode], b.Ints[recorder.RecordLink], b.Ints[recorder.RecordKind]
	packets, causes := b.Ints[recorder.RecordPacket], b.Ints[recorder.RecordCause]
	for i := range b.Rows {
		m.kinds |= 1 << (kinds[i] & 63)
		m.causes |= 1 << (causes[i] & 63)
		m.nodes |= 1 << (nodes[i] & 63)
		m.links |= 1 << (links[i] & 63)
		m.low, m.high = min(m.low, packets[i]), max(m.high, packets[i])
		kind := trace.Kind(kinds[i])
		m.loss = m.loss || isLoss(kind, trace.Cause(causes[i]))
		x.count(kind, at[i], causes[i], b.Floats[recorder.RecordValue][i], int(nodes[i]+1)*max(x.links, 1)+int(links[i]))
		switch kind {
		case trace.TxAbort:
			x.cut[frameID{uint8(links[i]), b.Ints[recorder.RecordFrame][i]}] = int64(sim.Seconds(b.Floats[recorder.RecordValue][i]))
		case trace.State:
			id := stateID{int32(nodes[i]), uint8(links[i]), b.Text(recorder.RecordNote, i)}
			if all := x.told[id]; len(all) == 0 || all[len(all)-1] != int32(block) {
				x.told[id] = append(all, int32(block))
			}
		case trace.Fact:
			x.takeFact(b, i)
		case trace.Used, trace.Powered, trace.Switched:
			x.lines.take(kind, b, i)
		}
	}
	x.marks = append(x.marks, m)
}

// mostFailures bounds how many failures are told.
const mostFailures = 10_000

// takeFact takes in what is said of a part that fails, or works again.
func (x *index) takeFact(b *columns.Block, i int) {
	note := b.Text(recorder.RecordNote, i)
	part, failed := strings.CutPrefix(note, "failed_")
	if !failed {
		var works bool
		if part, works = strings.CutPrefix(note, "repaired_"); !works {
			return
		}
	}
	if len(x.failures) < mostFailures {
		x.failures = append(x.failures, failureShown{int32(b.Ints[recorder.RecordNode][i]), number(seconds(b.Ints[recorder.RecordAt][i])), part, !failed})
	}
}

// isCounted reports whether a record is of a packet, a frame or an arrival.
func isCounted(k trace.Kind) bool {
	return k >= trace.Offered && k <= trace.RxMissed || k == trace.Unsent
}

// isLoss reports whether a record is of an arrival that was lost. One that was too weak to be heard is none.
func isLoss(k trace.Kind, c trace.Cause) bool {
	return k == trace.RxLost || k == trace.RxMissed && c != trace.BelowThreshold
}

// count counts a record as the summary of a run does: by when it happens, and a frame that its sender stops by when that began.
func (x *index) count(kind trace.Kind, at, cause int64, value float64, where int) {
	if kind == trace.TxAbort {
		at -= int64(sim.Seconds(value))
	}
	if !isCounted(kind) || at < x.head.Warmup {
		return
	}
	by := x.tally[kind]
	if by[cause] == nil {
		by[cause] = make([]int64, (x.nodes+1)*max(x.links, 1))
	}
	by[cause][where]++
}

// longest returns how long before a moment a frame may have been sent of which something is in the water then, ns.
func (x *index) longest() (after int64) {
	for i := range x.of {
		after = max(after, x.of[i].after)
	}
	return after
}

// airtime returns how long a frame was sent.
func (x *index) airtime(id frameID, planned int64) (airtime int64, aborted bool) {
	if cut, ok := x.cut[id]; ok && cut <= planned {
		return cut, true
	}
	return planned, false
}

// sent finds a frame among the sends.
func (x *index) sent(id frameID) (b *columns.Block, row int, err error) {
	x.lock.RLock()
	all := x.of[id.link].begun
	i := sort.Search(len(all), func(i int) bool { return all[i].number > id.number }) - 1
	x.lock.RUnlock()
	if i < 0 {
		return nil, 0, nil
	}
	if b, err = x.cache.read(sends, all[i].block); err != nil {
		return nil, 0, err
	}
	links, numbers := b.Ints[recorder.SendLink], b.Ints[recorder.SendNumber]
	for row := range b.Rows {
		if links[row] == int64(id.link) && numbers[row] == id.number {
			return b, row, nil
		}
	}
	return nil, 0, nil
}
