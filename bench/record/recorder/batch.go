package recorder

import (
	"math"

	"halocline/bench/record/columns"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// batchSize is how many things a batch has at most.
const batchSize = 4096

// batch is what the run has told, as it was told.
type batch struct {
	head     *Head // where more is known of the run than before
	records  []record
	sends    []send
	arrivals []arrival
	noises   []arrival
	poses    []pose
	readings []reading
	facts    []fact
	last     bool
}

type (
	record struct {
		trace.Record
		index int64
	}
	pose struct {
		at   sim.Time
		node int32
		seen scenarios.Seen
	}
	reading struct {
		at     sim.Time
		series int64
		value  float64
	}
	fact struct {
		rtos.Fact
		computer int64
	}
)

func newBatch() *batch { return &batch{} }

func (b *batch) size() int {
	return max(len(b.records), len(b.sends), len(b.arrivals), len(b.noises), len(b.poses), len(b.readings), len(b.facts))
}

func (b *batch) clear() {
	b.records, b.sends, b.arrivals, b.noises = b.records[:0], b.sends[:0], b.arrivals[:0], b.noises[:0]
	b.poses, b.readings, b.facts = b.poses[:0], b.readings[:0], b.facts[:0]
	b.head = nil
}

// blocks turns batches into blocks, and uses these again when sinks have to be done with them.
type blocks struct {
	sink Sink
	grid int64            // ns
	open []*columns.Block // in the order of Tables.All

	step    int64              // of the grid, of the last block
	lent    []*columns.Block   // of this step
	resting []*columns.Block   // of the one before
	free    [][]*columns.Block // by table
	places  map[*columns.Table]int
}

// The places of tables in blocks.open.
const (
	ofRecords = iota
	ofSends
	ofArrivals
	ofPoses
	ofSeries
	ofSchedule
	ofDisturbances
)

func newBlocks(to Sink, tables *Tables, grid int64) *blocks {
	w := &blocks{sink: to, grid: grid, places: map[*columns.Table]int{}}
	for i, t := range tables.All() {
		w.open, w.places[t] = append(w.open, columns.New(t, leastRoom)), i
	}
	w.free = make([][]*columns.Block, len(w.open))
	return w
}

// row begins a row of a table for a time, in a fresh block where the open one is full.
func (w *blocks) row(table int, now sim.Time) *columns.Block {
	b := w.open[table]
	if b.Rows == columns.Most {
		b = w.put(table)
	}
	b.Row()
	b.Int(0, int64(now))
	return b
}

// put puts a block, and opens another.
func (w *blocks) put(table int) *columns.Block {
	b := w.open[table]
	if step := b.First() / w.grid; step != w.step {
		w.step = step
		w.reclaim()
	}
	w.sink.Put(b)
	w.lent = append(w.lent, b)
	if n := len(w.free[table]); n > 0 {
		w.open[table], w.free[table] = w.free[table][n-1], w.free[table][:n-1]
	} else {
		w.open[table] = columns.New(b.Table, min(b.Rows+b.Rows/4+leastRoom, columns.Most))
	}
	return w.open[table]
}

// reclaim takes back the blocks of the step before the last one.
func (w *blocks) reclaim() {
	for _, b := range w.resting {
		b.Reset()
		table := w.places[b.Table]
		w.free[table] = append(w.free[table], b)
	}
	w.resting, w.lent = w.lent, w.resting[:0]
}

// leastRoom is for how many rows a block has room at least.
const leastRoom = 32

// flush puts what there is.
func (w *blocks) flush() {
	for i, b := range w.open {
		if b.Rows > 0 {
			w.put(i)
		}
	}
}

func (w *blocks) take(b *batch) {
	if to, asks := w.sink.(Informed); asks && b.head != nil {
		to.Inform(b.head)
	}
	for i := range b.records {
		w.takeRecord(&b.records[i])
	}
	for i := range b.sends {
		w.takeSend(&b.sends[i])
	}
	for i := range b.arrivals {
		w.takeArrival(&b.arrivals[i])
	}
	for i := range b.noises {
		w.takeNoise(&b.noises[i])
	}
	for i := range b.poses {
		w.takePose(&b.poses[i])
	}
	for i := range b.readings {
		x := &b.readings[i]
		to := w.row(ofSeries, x.at)
		to.Int(SeriesNumber, x.series)
		to.Float(SeriesValue, x.value)
	}
	for i := range b.facts {
		x := &b.facts[i]
		to := w.row(ofSchedule, x.At)
		for k, v := range [...]int64{x.computer, int64(x.Task), x.Job, int64(x.Release), int64(x.Kind)} {
			to.Int(ScheduleComputer+k, v)
		}
	}
}

func (w *blocks) takeRecord(x *record) {
	to := w.row(ofRecords, x.At)
	event := int64(0)
	if x.Event {
		event = 1
	}
	to.Int(RecordIndex, x.index)
	to.Int(RecordNode, int64(x.Node))
	to.Int(RecordLink, int64(x.Link))
	to.Int(RecordKind, int64(x.Kind))
	to.Int(RecordPacket, int64(x.Pkt))
	to.Int(RecordFrame, int64(x.Frame))
	to.Int(RecordPeer, int64(x.Peer))
	to.Int(RecordCause, int64(x.Cause))
	to.Float(RecordValue, x.Value)
	to.Word(RecordNote, x.Note)
	to.Int(RecordEvent, event)
}

func (w *blocks) takeSend(x *send) {
	to := w.row(ofSends, x.at)
	to.Int(SendLink, int64(x.link))
	to.Int(SendNumber, int64(x.number))
	to.Int(SendNode, int64(x.node))
	to.Int(SendDest, int64(x.dest))
	to.Int(SendAirtime, int64(x.airtime))
	to.Short(SendPower, bounded(x.power))
	to.Int(SendBits, int64(x.bits))
	to.Int(SendKind, int64(x.kind))
	to.Int(SendPacket, int64(x.packet))
	to.Short(SendX, x.from.X)
	to.Short(SendY, x.from.Y)
	to.Short(SendZ, x.from.Z)
	to.Int(SendBand, int64(x.band))
}

func (w *blocks) takeNoise(x *arrival) {
	to := w.row(ofDisturbances, x.ended)
	to.Int(DisturbanceBegan, int64(x.began))
	to.Int(DisturbanceLink, int64(x.link))
	to.Int(DisturbanceNumber, int64(x.number))
	to.Int(DisturbanceNode, int64(x.node))
	to.Int(DisturbanceSender, int64(x.sender))
	to.Short(DisturbancePower, bounded(x.power))
	to.Int(DisturbanceBand, int64(x.band))
	to.Int(DisturbanceRadio, int64(x.radio))
}

func (w *blocks) takeArrival(x *arrival) {
	to := w.row(ofArrivals, x.ended)
	to.Int(ArrivalBegan, int64(x.began))
	to.Int(ArrivalLink, int64(x.link))
	to.Int(ArrivalNumber, int64(x.number))
	to.Int(ArrivalNode, int64(x.node))
	to.Int(ArrivalSender, int64(x.sender))
	to.Int(ArrivalDelay, int64(x.delay))
	to.Float(ArrivalDistance, x.distance)
	to.Short(ArrivalPower, bounded(x.power))
	to.Short(ArrivalMean, bounded(x.mean))
	to.Short(ArrivalNoise, bounded(x.noise))
	to.Short(ArrivalDoppler, x.shift)
	to.Short(ArrivalSINR, x.sinr)
	to.Int(ArrivalFate, int64(x.fate))
	to.Int(ArrivalCause, int64(x.cause))
	to.Int(ArrivalBand, int64(x.band))
	to.Int(ArrivalRadio, int64(x.radio))
	to.Int(ArrivalReception, int64(x.reception))
}

func (w *blocks) takePose(x *pose) {
	to := w.row(ofPoses, x.at)
	m, believed, knows := &x.seen.True, &x.seen.Believed, int64(0)
	if x.seen.Knows && *believed != *m {
		knows = 1
	} else {
		believed = m
	}
	to.Int(PoseNode, int64(x.node))
	putAll(to, PoseX, m.Position.X, m.Position.Y, m.Position.Z, m.Attitude.W, m.Attitude.X, m.Attitude.Y, m.Attitude.Z, m.Velocity[0], m.Velocity[1], m.Velocity[2])
	to.Int(PoseKnows, knows)
	putAll(to, PoseBelievedX, believed.Position.X, believed.Position.Y, believed.Position.Z, believed.Attitude.W, believed.Attitude.X, believed.Attitude.Y, believed.Attitude.Z)
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

// bounded returns a number that a Short can hold.
func bounded(x float64) float64 {
	return max(-math.MaxFloat32, min(x, math.MaxFloat32))
}
