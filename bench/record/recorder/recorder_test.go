package recorder_test

import (
	"bytes"
	"fmt"
	"testing"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// memory keeps blocks, by table, as a file would give them back.
type memory struct {
	blocks map[string][]*columns.Block
	t      *testing.T
}

// Put turns a block into bytes and back.
func (m *memory) Put(b *columns.Block) {
	data := b.Append(nil)
	back, err := columns.Decode(b.Table, data)
	if err != nil || !bytes.Equal(back.Append(nil), data) {
		m.t.Errorf("a block of %s with %d rows does not come back: %v", b.Table.Name, b.Rows, err)
		return
	}
	m.blocks[b.Table.Name] = append(m.blocks[b.Table.Name], back)
}

// each calls a function for each row of a table.
func (m *memory) each(table string, f func(b *columns.Block, row int)) (rows int) {
	for _, b := range m.blocks[table] {
		for i := range b.Rows {
			f(b, i)
			rows++
		}
	}
	return rows
}

// A recording changes no fingerprint. It holds every record of the trace but the readings of probes; each frame that the
// trace says was sent stands once among the sends, and each of its arrivals once among these, with the same fate.
func TestRecordingIsTheTrace(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for _, name := range []string{"docking", "aloha20", "waiting-room", "fleet", "two-nodes", "tour"} {
		t.Run(name, func(t *testing.T) {
			plan, err := scenarios.Standard().Load(name, nil)
			if err != nil {
				t.Fatal(err)
			}
			plain, err := measure.Run(t.Context(), plan, measure.Options{})
			if err != nil {
				t.Fatal(err)
			}
			kept := &memory{map[string][]*columns.Block{}, t}
			taken := recorder.New(plan, kept)
			told := tally{sent: map[string]int{}, heard: map[string]int{}}
			out, err := measure.Run(t.Context(), plan, measure.Options{Tracer: trace.Tee(taken, &told), Built: taken.Attach, Computer: taken.Computer})
			if err != nil {
				t.Fatal(err)
			}
			taken.Close(sim.Time(sim.Seconds(out.Reached)))
			if out.Fingerprint != plain.Fingerprint {
				t.Errorf("fingerprint %s with a recording, %s without", out.Fingerprint, plain.Fingerprint)
			}
			if n := kept.each("records", func(*columns.Block, int) {}); n != told.records {
				t.Errorf("%d records, and %d in the trace", n, told.records)
			}
			sent := kept.each("sends", func(b *columns.Block, i int) {
				told.sent[fmt.Sprint(b.Ints[recorder.SendLink][i], b.Ints[recorder.SendNumber][i], b.Ints[recorder.SendAt][i], b.Ints[recorder.SendNode][i])]--
			})
			heard := kept.each("arrivals", func(b *columns.Block, i int) {
				if b.Ints[recorder.ArrivalFate][i] == recorder.InFlight {
					return
				}
				kind := [...]trace.Kind{recorder.Received: trace.RxOK, recorder.Collided: trace.RxLost, recorder.Lost: trace.RxLost, recorder.Missed: trace.RxMissed}[b.Ints[recorder.ArrivalFate][i]]
				told.hear(kind, b.Ints[recorder.ArrivalCause][i], b.Ints[recorder.ArrivalLink][i], b.Ints[recorder.ArrivalNumber][i], b.Ints[recorder.ArrivalNode][i], -1)
			})
			told.check(t)
			t.Logf("%d records, %d frames, %d arrivals, %d poses, %d readings, %d facts of computers", told.records, sent, heard,
				kept.each("poses", func(*columns.Block, int) {}), kept.each("series", func(*columns.Block, int) {}), kept.each("schedule", func(*columns.Block, int) {}))
		})
	}
}

// tally counts what a trace tells.
type tally struct {
	sent, heard map[string]int
	records     int
}

// Emit implements trace.Tracer.
func (c *tally) Emit(r trace.Record) {
	if r.Kind != trace.Sample {
		c.records++
	}
	switch r.Kind {
	case trace.TxStart:
		c.sent[fmt.Sprint(r.Link, r.Frame, int64(r.At), r.Node)]++
	case trace.RxOK, trace.RxLost, trace.RxMissed:
		c.hear(r.Kind, int64(r.Cause), int64(r.Link), int64(r.Frame), int64(r.Node), 1)
	}
}

// hear counts an arrival. One by collision is one of its own, whether or not the radio had begun to receive it.
func (c *tally) hear(kind trace.Kind, cause, link, frame, node int64, n int) {
	if trace.Cause(cause) == trace.Collision {
		kind = trace.RxLost
	}
	c.heard[fmt.Sprint(kind, cause, link, frame, node)] += n
}

func (c *tally) check(t *testing.T) {
	t.Helper()
	for _, m := range []map[string]int{c.sent, c.heard} {
		wrong := 0
		for what, n := range m {
			if n != 0 && wrong < 5 {
				wrong++
				t.Errorf("%s: %+d more in the trace than in the recording", what, n)
			}
		}
	}
}
