// Package recorder takes down a run: what happened, which frames were sent and how each of them came to each radio, where what
// moves was, what a probe would read, and what the computers of nodes did. It changes nothing of the run but the number of its
// events.
//
// Begin with Recorder. It is the Tracer of the run; Attach has it told of the rest, and Close ends the recording. What it takes
// goes in blocks to a Sink: a file of package bench/record/mcap, or the memory of a view.
//
// A block is of one step of the grid, so that who wants what is from a time on begins to read at the step before it. No block of
// a step is put before those of the step before.
//
// Left out: what frames carry, and readings of instruments, which bench/record writes as tables.
package recorder

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"halocline/bench/record/columns"
	"halocline/phy"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// Sink takes the blocks of a recording. A block is its own from then on. Errors wait for the end.
type Sink interface{ Put(b *columns.Block) }

// Recorder takes down a run.
type Recorder struct {
	Tables *Tables
	Head   Head // what is known of the run, as far as it has come

	sink   Sink
	run    *scenarios.Simulation
	open   map[*columns.Table]*columns.Block // that are being filled
	grid   int64                             // ns
	next   int64                             // ns; where the step ends
	index  int64                             // of the next record
	inAir  map[key][]wave                    // that pass radios
	sent   [256]places                       // by link
	moving []int32
	series map[quantity]int64

	records, sends, arrivals *columns.Block // of open, for what is frequent
}

// key is a radio: of a node, on a link, in a band.
type key struct {
	node int32
	link uint8
	band uint8
}

// quantity is what a probe reads.
type quantity struct {
	name string
	node int32
	link uint8
}

// Poses are taken 20 times a second, and in runs of over an hour as often as makes 72,000 of each vehicle. Readings
// are taken half as often.
const (
	posePeriod = 50 * time.Millisecond
	mostPoses  = 72_000
)

// New returns a recorder of a run of a plan.
func New(plan *scenarios.Plan, to Sink) *Recorder {
	r := &Recorder{
		Tables: NewTables(), sink: to, open: map[*columns.Table]*columns.Block{},
		inAir: map[key][]wave{}, series: map[quantity]int64{},
	}
	r.Head = newHead(plan)
	r.grid = r.Head.Grid
	r.next = r.grid
	for _, t := range r.Tables.All() {
		r.open[t] = columns.New(t, leastRoom)
	}
	r.hold()
	return r
}

// leastRoom is for how many rows a block has room at least.
const leastRoom = 32

// put hands a block out, and opens another, which has room for as many rows.
func (r *Recorder) put(b *columns.Block) {
	r.sink.Put(b)
	r.open[b.Table] = columns.New(b.Table, min(b.Rows+b.Rows/4+leastRoom, columns.Most))
}

// hold keeps the open blocks of what is frequent at hand.
func (r *Recorder) hold() {
	r.records, r.sends, r.arrivals = r.open[r.Tables.Records], r.open[r.Tables.Sends], r.open[r.Tables.Arrivals]
}

// at returns the block of a table for a row of a time.
func (r *Recorder) at(t *columns.Table, now int64) *columns.Block { return r.roomy(r.open[t], now) }

// roomy returns a block, or another of its table where a row of a time does not fit into it any more. With a step of the grid
// all blocks end, so that what is known of a step is known of all tables.
func (r *Recorder) roomy(b *columns.Block, now int64) *columns.Block {
	if now < r.next && b.Rows < columns.Most {
		return b
	}
	if now >= r.next {
		r.Flush()
		r.next = (now/r.grid + 1) * r.grid
	} else {
		r.put(b)
		r.hold()
	}
	return r.open[b.Table]
}

// Emit implements trace.Tracer.
func (r *Recorder) Emit(x trace.Record) {
	index := r.index
	r.index++
	if x.Kind == trace.Sample {
		return
	}
	r.records = r.roomy(r.records, int64(x.At))
	b := r.records.Row()
	b.Int(RecordAt, int64(x.At))
	b.Int(RecordIndex, index)
	b.Int(RecordNode, int64(x.Node))
	b.Int(RecordLink, int64(x.Link))
	b.Int(RecordKind, int64(x.Kind))
	b.Int(RecordPacket, int64(x.Pkt))
	b.Int(RecordFrame, int64(x.Frame))
	b.Int(RecordPeer, int64(x.Peer))
	b.Int(RecordCause, int64(x.Cause))
	b.Float(RecordValue, x.Value)
	b.Word(RecordNote, x.Note)
	event := int64(0)
	if x.Event {
		event = 1
	}
	b.Int(RecordEvent, event)
}

// Attach has the recorder told of what is in no record. It is called before the run.
func (r *Recorder) Attach(s *scenarios.Simulation) {
	r.run = s
	r.Head.fill(s)
	for i, n := range r.Head.Nodes {
		if n.Moves {
			r.moving = append(r.moving, int32(i))
		}
	}
	s.ObserveMedia(func(_ uint8, band int) phy.Observer { return &ear{r, uint8(band)} })
	period := max(posePeriod, (time.Duration(r.Head.Duration)/mostPoses + time.Millisecond).Truncate(time.Millisecond))
	r.Head.Period = int64(period)
	s.Sample(period, r.takePoses)
	s.Sample(2*period*time.Duration(1+len(r.moving)/20), r.takeReadings)
}

// takePoses takes how everything moves.
func (r *Recorder) takePoses(now sim.Time) {
	for _, i := range r.moving {
		seen := r.run.See(i, now)
		b := r.at(r.Tables.Poses, int64(now)).Row()
		m, v := seen.True, seen.True.Velocity
		b.Int(PoseAt, int64(now))
		b.Int(PoseNode, int64(i))
		putAll(b, PoseX, m.Position.X, m.Position.Y, m.Position.Z, m.Attitude.W, m.Attitude.X, m.Attitude.Y, m.Attitude.Z, v[0], v[1], v[2])
		believed, knows := seen.Believed, int64(0)
		if seen.Knows && believed != seen.True {
			knows = 1
		}
		if knows == 0 {
			believed = m
		}
		b.Int(PoseKnows, knows)
		putAll(b, PoseBelievedX, believed.Position.X, believed.Position.Y, believed.Position.Z, believed.Attitude.W, believed.Attitude.X, believed.Attitude.Y, believed.Attitude.Z)
	}
}

// putAll puts numbers into columns from one on.
func putAll(b *columns.Block, from int, all ...float64) {
	for i, v := range all {
		if b.Table.Columns[from+i].Type == columns.Short {
			b.Short(from+i, v)
		} else {
			b.Float(from+i, v)
		}
	}
}

// takeReadings takes what a probe reads of what may change.
func (r *Recorder) takeReadings(now sim.Time) {
	r.run.Probe(now, func(node int32, link uint8, name string, value float64) {
		if node != trace.None && !r.Head.Nodes[node].Moves && (name == "x_m" || name == "y_m" || name == "z_m") {
			return
		}
		q := quantity{name, node, link}
		n, known := r.series[q]
		if !known {
			n = int64(len(r.series))
			r.series[q] = n
			r.Head.addSeries(q)
		}
		b := r.at(r.Tables.Series, int64(now)).Row()
		b.Int(SeriesAt, int64(now))
		b.Int(SeriesNumber, n)
		b.Float(SeriesValue, value)
	})
}

// Computer returns what is to be told of the computer of a node. It is what measure.Options.Computer is to be.
func (r *Recorder) Computer(node string, tasks []string) rtos.Observer {
	r.Head.Computers = append(r.Head.Computers, Computer{Node: node, Tasks: tasks})
	return &clerk{r, int64(len(r.Head.Computers) - 1)}
}

// clerk takes down what a computer does.
type clerk struct {
	to     *Recorder
	number int64
}

// Observe implements rtos.Observer.
func (c *clerk) Observe(f rtos.Fact) {
	b := c.to.at(c.to.Tables.Schedule, int64(f.At)).Row()
	for i, v := range [...]int64{int64(f.At), c.number, int64(f.Task), f.Job, int64(f.Release), int64(f.Kind)} {
		b.Int(i, v)
	}
}

// Flush puts what there is so far, for who follows a run while it goes on.
func (r *Recorder) Flush() {
	for _, t := range r.Tables.All() {
		if b := r.open[t]; b.Rows > 0 {
			r.put(b)
		}
	}
	r.hold()
}

// Close takes down what is still in the water at the end.
func (r *Recorder) Close(reached sim.Time) {
	radios := slices.SortedFunc(maps.Keys(r.inAir), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.link, b.link), cmp.Compare(a.band, b.band))
	})
	for _, where := range radios {
		waves := r.inAir[where]
		for i := range waves {
			r.arrive(&waves[i], where, int64(reached), ended{fate: InFlight})
		}
	}
	clear(r.inAir)
	r.Flush()
}
