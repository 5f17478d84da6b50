// Package recorder takes down a run: what happened, which frames were sent and how each of them came to each radio, where what
// moves was, what a probe would read, and what the computers of nodes did. It changes nothing of the run but the number of its
// events.
//
// Begin with Recorder. It is the Tracer of the run; Attach has it told of the rest, and Close ends the recording. What it takes
// goes in blocks to a Sink: a file of package bench/record/mcap, or the memory of a view.
//
// The run itself only copies what it is told, in batches. A goroutine turns these into blocks and hands them on, so that a run
// on a machine with two processors loses little time.
//
// A block is of one step of the grid, so that who wants what is from a time on begins to read at the step before it. No block of
// a step is put before those of the step before.
//
// Left out: what frames carry, and readings of instruments, which bench/record writes as tables.
package recorder

import (
	"time"

	"halocline/bench/record/columns"
	"halocline/phy"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// Sink takes the blocks of a recording. A block is lent until the first one of the step of the grid after the next; then it is used
// again. Put is called by one goroutine at a time; its errors wait for the end.
type Sink interface{ Put(b *columns.Block) }

// Informed is a Sink that is informed of what is known of the run: before the first block, and before those that more has to be known
// for.
type Informed interface{ Inform(h *Head) }

// Recorder takes down a run.
type Recorder struct {
	Tables *Tables
	Head   Head // what is known of the run, as far as it has come

	run    *scenarios.Simulation
	ears   []*ear
	index  int64 // of the next record
	moving []int32
	series map[quantity]int64

	told  [2]int // how many series and computers the sink knows of, and 1
	batch *batch
	next  sim.Time // at which another step of the grid begins
	full  chan *batch
	empty chan *batch
	done  chan struct{} // everything is in blocks
}

// quantity is what a probe reads.
type quantity struct {
	name string
	node int32
}

// Poses are taken 20 times a second, and readings half as often; where that would make more of all vehicles, as often as makes about
// this many.
const (
	posePeriod = 50 * time.Millisecond
	mostPoses  = 25_000
)

// batches is how many wait at most to be turned into blocks. The run then waits for them.
const batches = 16

// New returns a recorder of a run of a plan. It must be closed.
func New(plan *scenarios.Plan, to Sink) *Recorder {
	r := &Recorder{
		Tables: NewTables(), Head: newHead(plan), series: map[quantity]int64{}, batch: newBatch(),
		full: make(chan *batch, batches), empty: make(chan *batch, batches), done: make(chan struct{}),
	}
	go r.write(newBlocks(to, r.Tables, r.Head.Grid))
	return r
}

// write turns batches into blocks.
func (r *Recorder) write(to *blocks) {
	defer close(r.done)
	for b := range r.full {
		to.take(b)
		if b.last {
			to.flush()
		}
		b.clear()
		select {
		case r.empty <- b:
		default:
		}
	}
}

// room returns the batch, with room for one thing more, of a time. A batch is of one step of the grid.
func (r *Recorder) room(now sim.Time) *batch {
	if now >= r.next {
		r.hand(true)
		grid := sim.Time(r.Head.Grid)
		r.next = (now/grid + 1) * grid
	} else if r.batch.size() >= batchSize {
		r.hand(false)
	}
	return r.batch
}

// hand hands the batch on. After the last one of a step, blocks are put that are not full.
func (r *Recorder) hand(last bool) {
	r.batch.last = last
	if known := [2]int{1 + len(r.Head.Series), 1 + len(r.Head.Computers)}; known != r.told {
		head := r.Head
		r.told, r.batch.head = known, &head
	}
	r.full <- r.batch
	select {
	case r.batch = <-r.empty:
	default:
		r.batch = newBatch()
	}
}

// Emit implements trace.Tracer.
func (r *Recorder) Emit(x trace.Record) {
	index := r.index
	r.index++
	if x.Kind == trace.Sample {
		return
	}
	b := r.room(x.At)
	b.records = append(b.records, record{x, index})
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
	s.ObserveMedia(r.Observer)
	every := time.Duration(r.Head.Duration) * time.Duration(len(r.moving)) / mostPoses
	period := max(posePeriod, (every + time.Millisecond).Truncate(time.Millisecond))
	r.Head.Period = int64(period)
	if len(r.moving) > 0 {
		s.Sample(period, r.takePoses)
		s.Sample(2*period, r.takeReadings)
	}
}

// Observer returns what is to be told of the frames of a link in a band. Attach has that done.
func (r *Recorder) Observer(_ uint8, band int) phy.Observer {
	e := &ear{to: r, band: uint8(band), waves: make([][]wave, len(r.Head.Nodes)), noise: make([][]wave, len(r.Head.Nodes))}
	r.ears = append(r.ears, e)
	return e
}

// takePoses takes how everything moves.
func (r *Recorder) takePoses(now sim.Time) {
	for _, i := range r.moving {
		b := r.room(now)
		b.poses = append(b.poses, pose{now, i, r.run.See(i, now)})
	}
}

// takeReadings takes what a probe reads of what moves, and of its program.
func (r *Recorder) takeReadings(now sim.Time) {
	r.run.Probe(now, func(node int32, _ uint8, name string, value float64) {
		if node == trace.None || !r.Head.Nodes[node].Moves && (name == "x_m" || name == "y_m" || name == "z_m") {
			return
		}
		q := quantity{name, node} // whatever link the program listens to now
		n, known := r.series[q]
		if !known {
			n = int64(len(r.series))
			r.series[q] = n
			r.Head.Series = append(r.Head.Series, Series{Name: name, Node: node})
		}
		b := r.room(now)
		b.readings = append(b.readings, reading{now, n, value})
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
	b := c.to.room(f.At)
	b.facts = append(b.facts, fact{f, c.number})
}

// Flush hands on what there is so far, and what is known of the run, for who follows a run while it goes on.
func (r *Recorder) Flush() {
	r.told = [2]int{}
	r.hand(true)
}

// Close takes down what is still in the water at the end, and returns when everything is in the sink.
func (r *Recorder) Close(reached sim.Time) {
	for _, e := range r.ears {
		e.close(reached)
	}
	r.hand(true)
	close(r.full)
	<-r.done
}
