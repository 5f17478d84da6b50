package view_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"testing"
	"time"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
	"halocline/bench/view"
	"halocline/scenarios/strict"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// count is a row of the counts.
type count struct {
	Node, Link  int
	Kind, Cause string
	N           int64
}

// sum adds up the counts of a kind that fit.
func sum(all []count, kind string, fits func(c count) bool) (n int64) {
	for _, c := range all {
		if c.Kind == kind && fits(c) {
			n += c.N
		}
	}
	return n
}

// The counts are those of the summary of the run, which run --json prints: of each node and of each link, with a warm-up and without.
func TestCountsAreThoseOfTheSummary(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	for _, c := range []struct{ name, warmup string }{
		{"aloha20", "0s"}, {"aloha20", "333.3s"}, {"docking", "0s"}, {"csma-cd", "0s"}, {"csma-cd", "0.5001s"}, {"waiting-room", "60s"}, {"fdma8", "100s"}, {"docking-rays", "7s"},
	} {
		kept, out := carryOut(t, c.name, strict.Set{Path: "warmup", Value: c.warmup})
		s := serve(t, kept)
		rows := take[struct{ Rows []count }](t, s, "0/counts").Rows
		check := func(where string, a *trace.Account, fits func(c count) bool) {
			t.Helper()
			for _, x := range []struct {
				kind string
				want int64
			}{
				{"tx-start", a.Frames.Sent},
				{"tx-abort", a.Frames.Aborted},
				{"rx-ok", a.Frames.Received},
				{"offered", a.Packets.Offered},
				{"requeued", a.Packets.Requeued},
				{"rx-lost", a.Frames.Lost.Sum()},
				{"rx-missed", a.Frames.Missed.Sum()},
			} {
				if got := sum(rows, x.kind, fits); got != x.want {
					t.Errorf("%s from %s on, %s: %d %s, and %d in the summary", c.name, c.warmup, where, got, x.kind, x.want)
				}
			}
			for cause := trace.NoCause + 1; cause.String() != "unknown"; cause++ {
				of := func(c count) bool { return c.Cause == cause.String() && fits(c) }
				if lost, missed := sum(rows, "rx-lost", of), sum(rows, "rx-missed", of); lost != a.Frames.Lost[cause] || missed != a.Frames.Missed[cause] {
					t.Errorf("%s from %s on, %s: %d lost and %d missed by %s, and %d and %d in the summary", c.name, c.warmup, where, lost, missed, cause, a.Frames.Lost[cause], a.Frames.Missed[cause])
				}
			}
		}
		for i := range out.Summary.PerNode {
			n := &out.Summary.PerNode[i]
			check(n.Node, &n.Account, func(c count) bool { return c.Node == i })
			if got := sum(rows, "delivered", func(c count) bool { return c.Node == i }); got != n.Received {
				t.Errorf("%s: %d delivered to %s, and %d in the summary", c.name, got, n.Node, n.Received)
			}
		}
		for i := range out.Summary.PerLink {
			check(out.Summary.PerLink[i].Link, &out.Summary.PerLink[i].Account, func(c count) bool { return c.Link == i })
		}
		t.Logf("%s from %s on: %d frames, %d arrivals received, %d lost", c.name, c.warmup, out.Summary.Total.Frames.Sent, out.Summary.Total.Frames.Received, out.Summary.Total.Frames.Lost.Sum())
	}
}

// answer is an answer in columns, read as the page does.
type answer struct {
	Exact, Partial bool
	From, Width    float64
	Bins           int
	Words, Causes  []string
	Tables         map[string]struct {
		Rows    int
		Columns []struct {
			Name, Type string
			Offset     int
		}
	}
	data []byte
}

// columnsOf asks for columns.
func columnsOf(t testing.TB, s *view.Server, format string, args ...any) *answer {
	t.Helper()
	code, data := get(s, fmt.Sprintf(format, args...))
	if code != http.StatusOK {
		t.Fatalf("%d: %s", code, data)
	}
	length := int(binary.LittleEndian.Uint32(data))
	if (4+length)%8 != 0 {
		t.Fatalf("the header has %d bytes", length)
	}
	a := &answer{}
	if err := json.Unmarshal(data[4:4+length], a); err != nil {
		t.Fatal(err)
	}
	a.data = data[4+length:]
	return a
}

// column returns a column as numbers.
func (a *answer) column(t testing.TB, table, name string) (all []float64) {
	t.Helper()
	of := a.Tables[table]
	for _, c := range of.Columns {
		if c.Name != name {
			continue
		}
		if c.Offset%8 != 0 {
			t.Fatalf("%s.%s begins at byte %d", table, name, c.Offset)
		}
		for i := range of.Rows {
			d := a.data[c.Offset:]
			switch c.Type {
			case "f64":
				all = append(all, math.Float64frombits(binary.LittleEndian.Uint64(d[8*i:])))
			case "f32":
				all = append(all, float64(math.Float32frombits(binary.LittleEndian.Uint32(d[4*i:]))))
			case "i32":
				all = append(all, float64(int32(binary.LittleEndian.Uint32(d[4*i:]))))
			case "u8":
				all = append(all, float64(d[i]))
			}
		}
		return all
	}
	t.Fatalf("there is no column %s.%s", table, name)
	return nil
}

// each calls a function for each row of a table of a recording.
func each(t testing.TB, m recorder.Source, table string, f func(b *columns.Block, i int)) {
	t.Helper()
	for k := range m.Blocks(table) {
		b, err := m.Read(table, k)
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Rows {
			f(b, i)
		}
	}
}

// lane is a bin of a lane and a class.
type lane struct{ node, link, bin, class int }

// Counts in bins are those of the rows of the recording, one by one, in windows long and short, with bins wider and narrower than those that
// are kept; and the overview has their sums.
func TestBinsAreExact(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	kept, _ := carryOut(t, "aloha20")
	s := serve(t, kept)
	for _, w := range []struct {
		from, to float64
		bins     int
	}{{0, 1000, 100}, {0, 1e4, 4000}, {123.4, 130, 1000}, {92.5, 95, 4000}, {999, 999.5, 1}, {0, 0, 5}, {990, 99999, 700}} {
		a := columnsOf(t, s, "0/lanes?from=%g&to=%g&bins=%d&most=0", w.from, w.to, w.bins)
		if a.Exact { // there is nothing
			if a.Tables["sends"].Rows+a.Tables["arrivals"].Rows > 0 {
				t.Errorf("%v: exact, and nothing was asked for", w)
			}
			continue
		}
		o := take[struct {
			From, Width float64
			Bins        int
			Classes     map[string][]int64
		}](t, s, "0/overview?from=%g&to=%g&bins=%d", w.from, w.to, w.bins)
		if a.From > w.from || a.From+a.Width*float64(a.Bins) < min(w.to, 1e4) || a.Bins > w.bins || int64(math.Round(a.From*1e9))%int64(math.Round(a.Width*1e9)) != 0 {
			t.Errorf("%d bins of %g s from %g s on are not for %v", a.Bins, a.Width, a.From, w)
		}
		want, total := map[lane]int{}, map[lane]int{}
		put := func(ns int64, node, link int64, class int) {
			bin := func(from, width float64) int { return int(math.Floor((float64(ns) - from*1e9) / (width * 1e9))) }
			if i := bin(a.From, a.Width); i >= 0 && i < a.Bins {
				want[lane{int(node), int(link), i, class}]++
			}
			if i := bin(o.From, o.Width); i >= 0 && i < o.Bins {
				total[lane{bin: i, class: class}]++
			}
		}
		each(t, kept, "sends", func(b *columns.Block, i int) {
			put(b.Ints[recorder.SendAt][i], b.Ints[recorder.SendNode][i], b.Ints[recorder.SendLink][i], 4)
		})
		each(t, kept, "arrivals", func(b *columns.Block, i int) {
			if fate := b.Ints[recorder.ArrivalFate][i]; fate != recorder.InFlight {
				put(b.Ints[recorder.ArrivalEnded][i], b.Ints[recorder.ArrivalNode][i], b.Ints[recorder.ArrivalLink][i], int(fate))
			}
		})
		n, sum := 0, 0
		for class, name := range []string{"received", "collision", "lost", "missed", "sent"} {
			nodes, links, bins, counts := a.column(t, "bins", "node"), a.column(t, "bins", "link"), a.column(t, "bins", "bin"), a.column(t, "bins", name)
			for i, c := range counts {
				if got := want[lane{int(nodes[i]), int(links[i]), int(bins[i]), class}]; got != int(c) {
					t.Errorf("%v: %g %s of node %g in bin %g, want %d", w, c, name, nodes[i], bins[i], got)
				}
				if c > 0 {
					n++
					sum += int(c)
				}
			}
			for i, c := range o.Classes[name] {
				if got := total[lane{bin: i, class: class}]; got != int(c) {
					t.Errorf("%v: %d %s in bin %d of the overview, want %d", w, c, name, i, got)
				}
			}
		}
		if n != len(want) {
			t.Errorf("%v: %d bins and classes, want %d", w, n, len(want))
		}
		t.Logf("%v: %d bins of %g s, %d things", w, a.Bins, a.Width, sum)
	}
}

// Exact lanes have every frame and every arrival that has a part in the window, and no other.
func TestExactLanes(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	for _, name := range []string{"aloha20", "docking", "csma-cd"} {
		kept, _ := carryOut(t, name)
		s := serve(t, kept)
		cut := map[[2]int64]int64{} // airtimes
		each(t, kept, "records", func(b *columns.Block, i int) {
			if trace.Kind(b.Ints[recorder.RecordKind][i]) == trace.TxAbort {
				cut[[2]int64{b.Ints[recorder.RecordLink][i], b.Ints[recorder.RecordFrame][i]}] = int64(math.Round(b.Floats[recorder.RecordValue][i] * 1e9))
			}
		})
		for _, w := range [][2]float64{{0, 3}, {17.3, 18.1}, {50, 50}, {92.5, 95}} {
			from, to := int64(w[0]*1e9), int64(w[1]*1e9)
			a := columnsOf(t, s, "0/lanes?from=%g&to=%g&most=100000", w[0], w[1])
			if !a.Exact {
				t.Fatal("not exact")
			}
			var sent, heard []string
			each(t, kept, "sends", func(b *columns.Block, i int) {
				start, airtime := b.Ints[recorder.SendAt][i], b.Ints[recorder.SendAirtime][i]
				if c, ok := cut[[2]int64{b.Ints[recorder.SendLink][i], b.Ints[recorder.SendNumber][i]}]; ok {
					airtime = c
				}
				if start <= to && start+airtime >= from {
					sent = append(sent, fmt.Sprint(b.Ints[recorder.SendLink][i], b.Ints[recorder.SendNumber][i], float64(start)/1e9, float64(airtime)/1e9))
				}
			})
			each(t, kept, "arrivals", func(b *columns.Block, i int) {
				if b.Ints[recorder.ArrivalBegan][i] <= to && b.Ints[recorder.ArrivalEnded][i] >= from {
					heard = append(heard, fmt.Sprint(b.Ints[recorder.ArrivalLink][i], b.Ints[recorder.ArrivalNumber][i], b.Ints[recorder.ArrivalNode][i], float64(b.Ints[recorder.ArrivalBegan][i])/1e9))
				}
			})
			texts := func(table string, names ...string) (all []string) {
				var of [][]float64
				for _, n := range names {
					of = append(of, a.column(t, table, n))
				}
				for i := range of[0] {
					var words []any
					for _, c := range of {
						words = append(words, c[i])
					}
					all = append(all, fmt.Sprint(words...))
				}
				return all
			}
			if got := texts("sends", "link", "number", "start", "airtime"); !slices.Equal(sorted(got), sorted(sent)) {
				t.Errorf("%s, %v: %d frames, want %d", name, w, len(got), len(sent))
			}
			if got := texts("arrivals", "link", "number", "node", "began"); !slices.Equal(sorted(got), sorted(heard)) {
				t.Errorf("%s, %v: %d arrivals, want %d", name, w, len(got), len(heard))
			}
			t.Logf("%s, %v: %d frames, %d arrivals", name, w, len(sent), len(heard))
		}
	}
}

func sorted(all []string) []string {
	slices.Sort(all)
	return all
}

// A scene has every frame of which anything is in the water in the window, each with all of its arrivals, and no other; and of each vehicle the
// poses of the window with one before and one after.
func TestScene(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	kept, _ := carryOut(t, "docking")
	s := serve(t, kept)
	for _, w := range [][2]float64{{0, 0.5}, {10, 13}, {92.56, 92.57}, {100, 111}} {
		from, to := int64(math.Round(w[0]*1e9)), int64(math.Round(w[1]*1e9))
		last, start := map[[2]int64]int64{}, map[[2]int64]int64{}
		each(t, kept, "sends", func(b *columns.Block, i int) {
			id := [2]int64{b.Ints[recorder.SendLink][i], b.Ints[recorder.SendNumber][i]}
			start[id] = b.Ints[recorder.SendAt][i]
			last[id] = start[id] + b.Ints[recorder.SendAirtime][i]
		})
		each(t, kept, "arrivals", func(b *columns.Block, i int) {
			id := [2]int64{b.Ints[recorder.ArrivalLink][i], b.Ints[recorder.ArrivalNumber][i]}
			last[id] = max(last[id], b.Ints[recorder.ArrivalEnded][i])
		})
		want, heard := 0, 0
		for id := range last {
			if start[id] <= to && last[id] >= from {
				want++
			}
		}
		each(t, kept, "arrivals", func(b *columns.Block, i int) {
			id := [2]int64{b.Ints[recorder.ArrivalLink][i], b.Ints[recorder.ArrivalNumber][i]}
			if start[id] <= to && last[id] >= from {
				heard++
			}
		})
		a := columnsOf(t, s, "0/scene?from=%g&to=%g", w[0], w[1])
		numbers, links := a.column(t, "sends", "number"), a.column(t, "sends", "link")
		for i, end := range a.column(t, "sends", "last") {
			if id := [2]int64{int64(links[i]), int64(numbers[i])}; end != float64(last[id])/1e9 || start[id] > to || last[id] < from {
				t.Errorf("frame %v is there until %g s, want %d ns", id, end, last[id])
			}
		}
		if len(numbers) != want || a.Tables["arrivals"].Rows != heard || a.Partial {
			t.Errorf("%v: %d frames and %d arrivals, want %d and %d", w, len(numbers), a.Tables["arrivals"].Rows, want, heard)
		}
		times := a.column(t, "poses", "t")
		poses := 0
		each(t, kept, "poses", func(b *columns.Block, i int) {
			if at := b.Ints[recorder.PoseAt][i]; at >= from && at <= to {
				poses++
			}
		})
		if w[0] > 0 && times[0] >= w[0] || w[1] < 110 && times[len(times)-1] <= w[1] || len(times) < poses || len(times) > poses+2 {
			t.Errorf("%v: %d poses from %g to %g s, and %d are inside", w, len(times), times[0], times[len(times)-1], poses)
		}
	}
}

// To look a recording through takes a few times as long as to read its blocks, which is a second for ten million rows: the least ratio of
// five rounds, as others may use the machine.
func TestIndexIsFast(t *testing.T) {
	simtest.SkipShort(t, "measures time")
	kept, _ := carryOut(t, "aloha20", strict.Set{Path: "duration", Value: "4000s"})
	ratio := math.Inf(1)
	for range 5 {
		begun, n := time.Now(), 0
		for _, table := range []string{"records", "arrivals", "sends"} {
			for i := range kept.Blocks(table) {
				b, err := kept.Read(table, i)
				if err != nil {
					t.Fatal(err)
				}
				n += b.Rows
			}
		}
		read := time.Since(begun)
		begun = time.Now()
		serve(t, kept)
		took := time.Since(begun)
		ratio = min(ratio, took.Seconds()/read.Seconds())
		t.Logf("%d rows are read in %v and looked through in %v", n, read, took)
	}
	if ratio > 4 {
		t.Errorf("to look a recording through takes %.1f times as long as to read it", ratio)
	}
}
