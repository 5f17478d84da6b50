package view_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/bench/record/columns"
	"halocline/bench/record/recorder"
	"halocline/bench/study/measure"
	"halocline/bench/view"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/rtos"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// told is what an answer tells of a record.
type told struct {
	Index             int64
	T                 float64
	Node, Link, Peer  int32
	Kind, Cause, Note string
	Packet, Frame     int64
	Text              string
	Value             *float64
}

// log keeps the records of a run, but for readings, with their numbers.
type log struct {
	all     []trace.Record
	numbers []int64
	n       int64
}

func (l *log) Emit(r trace.Record) {
	if r.Kind != trace.Sample {
		l.all, l.numbers = append(l.all, r), append(l.numbers, l.n)
	}
	l.n++
}

// logged carries a run out that is taken down by the server's means and by a log.
func logged(t testing.TB, name string, sets ...strict.Set) (*view.Server, *log, *scenarios.Plan) {
	t.Helper()
	plan, err := scenarios.Standard().Load(name, sets)
	if err != nil {
		t.Fatal(err)
	}
	l := &log{}
	if _, err := measure.Run(t.Context(), plan, measure.Options{Tracer: l}); err != nil {
		t.Fatal(err)
	}
	kept, _ := carryOut(t, name, sets...)
	return serve(t, kept), l, plan
}

// Events of random windows and filters, and the next one before and after random moments, are those that a search through the records of a
// trace gives, of another run without a recorder.
func TestEvents(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	s, l, plan := logged(t, "docking")
	names := plan.Names()
	rand := rand.New(rand.NewPCG(1, 2))
	kinds := []string{"", "", "rx-missed", "used", "tx-start", "delivered", "digest", "docked"}
	isLoss := func(r *trace.Record) bool {
		return r.Kind == trace.RxLost || r.Kind == trace.RxMissed && r.Cause != trace.BelowThreshold
	}
	found, empty := 0, 0
	for range 400 {
		from := math.Round(rand.Float64()*115e6) / 1e6
		to := from + math.Round(rand.Float64()*rand.Float64()*40e6)/1e6
		kind, node, link, dir := kinds[rand.IntN(len(kinds))], rand.IntN(7)-1, rand.IntN(3)-1, 2*rand.IntN(2)-1
		fits := func(r *trace.Record) bool {
			return (kind == "" || r.Kind.String() == kind) && (node < 0 || int(r.Node) == node) && (link < 0 || int(r.Link) == link)
		}
		q := fmt.Sprintf("dir=%d&node=%d&link=%d", dir, node, link)
		var want []int64
		for i := range l.all {
			if r := &l.all[i]; int64(r.At) >= int64(math.Round(from*1e9)) && int64(r.At) <= int64(math.Round(to*1e9)) && fits(r) {
				want = append(want, l.numbers[i])
			}
		}
		if dir < 0 {
			slices.Reverse(want)
		}
		got := take[struct {
			Rows []told
			More bool
		}](t, s, "0/events?from=%.9f&to=%.9f&kind=%s&most=50&%s", from, to, kind, q)
		if got.More != (len(want) > 50) {
			t.Errorf("more is %t of %d", got.More, len(want))
		}
		want = want[:min(len(want), 50)]
		if len(got.Rows) != len(want) {
			t.Fatalf("%d events, want %d", len(got.Rows), len(want))
		}
		found += len(want)
		for i, e := range got.Rows {
			k, _ := slices.BinarySearch(l.numbers, e.Index)
			r := &l.all[k]
			if e.Index != want[i] || e.Node != r.Node || e.Peer != r.Peer || e.Kind != r.Kind.String() || e.Packet != int64(r.Pkt) || e.Cause != r.Cause.String() || e.T != r.At.Seconds() {
				t.Errorf("%+v, want number %d: %+v", e, want[i], r)
			}
			if !strings.HasSuffix(e.Text, ".") || r.Node >= 0 && !strings.Contains(e.Text, names.Nodes[r.Node]) {
				t.Errorf("%q says too little of %+v", e.Text, r)
			}
		}
		what := []string{"event", "loss", "send"}[rand.IntN(3)]
		next := take[*told](t, s, "0/next?t=%.9f&what=%s&%s", from, what, q)
		at := -1
		for i := range l.all {
			r := &l.all[i]
			ok := fits(r) || kind != "" && (node < 0 || int(r.Node) == node) && (link < 0 || int(r.Link) == link)
			if !ok || what == "loss" && !isLoss(r) || what == "send" && r.Kind != trace.TxStart {
				continue
			}
			if now := int64(math.Round(from * 1e9)); dir > 0 && int64(r.At) > now {
				at = i
				break
			} else if dir < 0 && int64(r.At) < now {
				at = i
			}
		}
		switch {
		case at < 0 && next != nil || at >= 0 && (next == nil || next.Index != l.numbers[at]):
			t.Errorf("next %s to %g (%s): %+v, want number %d", what, from, q, next, at)
		case at < 0:
			empty++
		}
	}
	// From record to record, all of them are passed.
	index, n := int64(-1), 0
	for e := take[*told](t, s, "0/next?t=-1"); e != nil && n < 300; e = take[*told](t, s, "0/next?index=%d&dir=1", index) {
		if e.Index != l.numbers[n] {
			t.Fatalf("the record after %d is %d, want %d", index, e.Index, l.numbers[n])
		}
		if back := take[*told](t, s, "0/next?index=%d&dir=-1", e.Index); n > 0 && back.Index != index {
			t.Fatalf("the record before %d is %d, want %d", e.Index, back.Index, index)
		}
		index, n = e.Index, n+1
	}
	t.Logf("%d events found; %d times there was none; %d passed one by one", found, empty, n)
}

// The life of a packet is all that a trace tells of it.
func TestPacket(t *testing.T) {
	t.Parallel()
	s, l, _ := logged(t, "aloha20", strict.Set{Path: "duration", Value: "100s"})
	for _, number := range []uint64{1, 7, 30, 90} {
		var want []int64
		for i := range l.all {
			if l.all[i].Pkt == number {
				want = append(want, l.numbers[i])
			}
		}
		var got []int64
		for _, e := range take[struct{ Rows []told }](t, s, "0/packet?number=%d", number).Rows {
			got = append(got, e.Index)
		}
		if !slices.Equal(got, want) || len(want) < 3 {
			t.Errorf("packet %d: %v, want %v", number, got, want)
		}
	}
}

// series is one as it is sent.
type series struct {
	Name, Unit string
	T          []float64
	Low, High  []*float64
}

// Series that change at moments of their own are those that package measure collects, and in bins low and high are the least and the
// greatest value.
func TestSeries(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	plan, err := scenarios.Standard().Load("docking", nil)
	if err != nil {
		t.Fatal(err)
	}
	collected := measure.NewSeries(plan, 100*time.Millisecond, nil)
	if _, err := measure.Run(t.Context(), plan, measure.Options{Series: collected}); err != nil {
		t.Fatal(err)
	}
	kept, _ := carryOut(t, "docking")
	s := serve(t, kept)
	compared := 0
	for _, line := range collected.Lines() {
		if strings.HasSuffix(line.Name, ".frames") || strings.Contains(line.Name, ".power_below_full") && !strings.HasPrefix(line.Name, "auv") {
			continue
		}
		if node, _, _ := strings.Cut(line.Name, "."); node != "auv" {
			continue
		}
		got := take[struct{ Series []series }](t, s, "0/series?names=%s&points=20000", url.QueryEscape(line.Name)).Series[0]
		n := len(line.Times)
		if got.Unit != line.Unit || len(got.T) < n {
			t.Errorf("%s: %d points in %q, want %d in %q", line.Name, len(got.T), got.Unit, n, line.Unit)
			continue
		}
		for i, at := range line.Times {
			if got.T[i] != at || *got.Low[i] != line.Values[i] || *got.High[i] != line.Values[i] {
				t.Errorf("%s at %g s: %g to %g at %g s, want %g", line.Name, at, *got.Low[i], *got.High[i], got.T[i], line.Values[i])
				break
			}
		}
		compared++
		thin := take[struct{ Series []series }](t, s, "0/series?names=%s&points=20", url.QueryEscape(line.Name)).Series[0]
		if n > 20 && (len(thin.T) > 21 || least(thin.Low, math.Min) != least(got.Low, math.Min) || least(thin.High, math.Max) != least(got.High, math.Max)) {
			t.Errorf("%s: of %d points %d are left, from %g to %g, want %g to %g", line.Name, n, len(thin.T), least(thin.Low, math.Min), least(thin.High, math.Max), least(got.Low, math.Min), least(got.High, math.Max))
		}
	}
	if t.Logf("%d series are those of package measure", compared); compared < 10 {
		t.Errorf("only %d series were compared", compared)
	}
}

func least(all []*float64, of func(a, b float64) float64) float64 {
	out := *all[0]
	for _, v := range all {
		out = of(out, *v)
	}
	return out
}

// The jobs of a window are those that a log of the computers has: released, started, ended and missed when that says so. And their shares of
// bins of time add up to how long they ran.
func TestSchedule(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	sets := []strict.Set{{Path: "nodes.auv.run.computer", Value: "{switch: 1ms, load: {sonar: {period: 70ms, demand: 25ms, deadline: 35ms, priority: 1}, camera: {period: 45ms, demand: 6ms, spread: 6ms, priority: 0}}}"}}
	plan, err := scenarios.Standard().Load("docking", sets)
	if err != nil {
		t.Fatal(err)
	}
	logs := map[string]*rtos.Log{}
	var nodes []string
	if _, err := measure.Run(t.Context(), plan, measure.Options{Computer: func(node string, _ []string) rtos.Observer {
		logs[node], nodes = &rtos.Log{}, append(nodes, node)
		return logs[node]
	}}); err != nil {
		t.Fatal(err)
	}
	kept, _ := carryOut(t, "docking", sets...)
	s := serve(t, kept)
	type job struct {
		Computer, Task  int32
		Release         float64
		Start, End      *float64
		Missed, Skipped bool
		Runs            [][2]float64
	}
	for _, w := range [][2]float64{{0, 1}, {30.01, 31}, {105, 111}} {
		got := take[struct {
			Exact bool
			Jobs  []job
		}](t, s, "0/schedule?from=%g&to=%g", w[0], w[1])
		have := map[string]job{}
		for _, j := range got.Jobs {
			have[fmt.Sprint(j.Computer, j.Task, math.Round(j.Release*1e9))] = j
		}
		n := 0
		for computer, node := range nodes {
			for _, f := range *logs[node] {
				if f.Release.Seconds() > w[1] || f.At.Seconds() < w[0] {
					continue
				}
				j, ok := have[fmt.Sprint(computer, f.Task, float64(f.Release))]
				if n++; !ok {
					t.Errorf("%s: the job of task %d from %v is not there", node, f.Task, f.Release)
					continue
				}
				if f.Kind == rtos.Started && (j.Start == nil || *j.Start != f.At.Seconds()) || f.Kind == rtos.Finished && (j.End == nil || *j.End != f.At.Seconds()) || f.Kind == rtos.Missed && !j.Missed || f.Kind == rtos.Skipped && !j.Skipped {
					t.Errorf("%s: the job %+v, and %v at %v", node, j, f.Kind, f.At)
				}
			}
		}
		if t.Logf("%v: %d jobs, %d facts", w, len(got.Jobs), n); n == 0 || !got.Exact {
			t.Error("nothing was compared")
		}
	}
	bins := take[struct {
		Exact       bool
		From, Width float64
		Busy        [][]float64
	}](t, s, "0/schedule?most=0")
	for computer, node := range nodes {
		ran, since := 0.0, 0.0
		for _, f := range *logs[node] {
			switch f.Kind {
			case rtos.Started, rtos.Resumed:
				since = f.At.Seconds()
			case rtos.Preempted, rtos.Finished, rtos.Lost:
				ran += f.At.Seconds() - since
			}
		}
		got := 0.0
		for _, b := range bins.Busy[computer] {
			got += b * bins.Width
		}
		if t.Logf("%s ran for %g s", node, ran); math.Abs(got-ran) > 1e-6 || bins.Exact {
			t.Errorf("%s ran for %g s, and by bins for %g s", node, ran, got)
		}
	}
}

// The states of a window are those of the trace, with the ones before it that hold at its beginning.
func TestStates(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	for _, name := range []string{"arq", "t-lohi", "sync"} {
		s, l, _ := logged(t, name)
		n := 0
		for _, w := range [][2]float64{{0, 5}, {50, 50.2}, {77.7, 120}} {
			type id struct {
				node int32
				link uint8
				note string
			}
			before := map[id]trace.Record{}
			var want []string
			text := func(r *trace.Record) string { return fmt.Sprint(r.Node, r.Link, r.Note, r.At.Seconds(), r.Value) }
			for i := range l.all {
				r := &l.all[i]
				if r.Kind != trace.State {
					continue
				}
				if at := r.At.Seconds(); at < w[0] {
					before[id{r.Node, r.Link, r.Note}] = *r
				} else if at <= w[1] {
					want = append(want, text(r))
				}
			}
			for _, r := range before {
				want = append(want, text(&r))
			}
			var got []string
			for _, e := range take[struct {
				Rows []struct {
					Node  int32
					Link  uint8
					T     float64
					Name  string
					Value float64
				}
			}](t, s, "0/states?from=%g&to=%g&most=5000", w[0], w[1]).Rows {
				got = append(got, fmt.Sprint(e.Node, e.Link, e.Name, e.T, e.Value))
			}
			if n += len(want); !slices.Equal(sorted(got), sorted(want)) {
				t.Errorf("%s, %v: %d states, want %d", name, w, len(got), len(want))
			}
		}
		t.Logf("%s: %d states", name, n)
	}
}

// Two runs are the same until the first record in which their traces differ; a run and itself have none.
func TestCompare(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	kept, _ := carryOut(t, "docking")
	type meta struct {
		Compare *struct {
			T     float64
			Index int64
			A, B  *told
		}
	}
	if m := take[meta](t, serve(t, kept, kept), "meta"); m.Compare != nil {
		t.Errorf("a run differs from itself: %+v", m.Compare)
	}
	for _, set := range []strict.Set{{Path: "water.current.speed", Value: "0.1m/s"}, {Path: "duration", Value: "60s"}, {Path: "seed", Value: "2"}} {
		_, a, _ := logged(t, "docking")
		_, b, _ := logged(t, "docking", set)
		want := 0
		for want < min(len(a.all), len(b.all)) && a.all[want] == b.all[want] {
			want++
		}
		other, _ := carryOut(t, "docking", set)
		got := take[meta](t, serve(t, kept, other), "meta").Compare
		if got == nil || got.Index != a.numbers[want] || got.A == nil || got.A.T != a.all[want].At.Seconds() {
			t.Errorf("%s=%s: %+v, want number %d: %+v", set.Path, set.Value, got, a.numbers[want], a.all[want])
			continue
		}
		t.Logf("%s=%s: they differ from record %d on, at %g s: %s | %+v", set.Path, set.Value, got.Index, got.T, got.A.Text, got.B)
	}
}

// Nothing that is asked has an answer that is a fault of the program. What is wrong is said in a sentence.
func TestGarbage(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	kept, _ := carryOut(t, "docking", strict.Set{Path: "duration", Value: "20s"})
	s := serve(t, kept, kept)
	rand := rand.New(rand.NewPCG(3, 4))
	whats := []string{"counts", "overview", "lanes", "scene", "frame", "packet", "events", "next", "series", "schedule", "states"}
	names := []string{"from", "to", "bins", "most", "link", "number", "node", "kind", "cause", "dir", "t", "what", "index", "names", "points", "token"}
	values := []string{
		"", "0", "1", "-1", "2", "10", "19.99", "1e300", "-1e300", "NaN", "Inf", "-Inf", "1e9", "9e9", "9223372036854775807", "-9223372036854775808", "18446744073709551616",
		"collision", "rx-lost", "loss", "send", "auv.age", "auv.x,auv.y", "auv.x,,", "0x10", "1_000", "\x00", "é", strings.Repeat("9", 400), strings.Repeat("a,", 100), "<script>", "' OR 1", "4000", "0.000000001",
	}
	codes := map[int]int{}
	for range 10_000 {
		q := url.Values{}
		for range rand.IntN(7) {
			q.Set(names[rand.IntN(len(names))], values[rand.IntN(len(values))])
		}
		path := fmt.Sprintf("%d/%s?%s", rand.IntN(2), whats[rand.IntN(len(whats))], q.Encode())
		code, text := get(s, path)
		codes[code]++
		if code != 200 && (code != 400 || len(text) > 300 || strings.Count(strings.TrimSpace(string(text)), "\n") > 0) {
			t.Fatalf("%s: %d: %.400s", path, code, text)
		}
		if len(text) > 30e6 {
			t.Errorf("%s: %d bytes", path, len(text))
		}
	}
	for _, path := range []string{"7/meta", "-1/counts", "x/counts", "2/counts", "0/nothing"} {
		if code, _ := get(s, path); code != 400 && code != 404 {
			t.Errorf("%s: %d", path, code)
		}
	}
	t.Logf("answers by code: %v", codes)
}

// A recording with any bytes changed is refused, or is read without a fault of the program.
func TestDamagedBlocks(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	kept, _ := carryOut(t, "docking", strict.Set{Path: "duration", Value: "5s"})
	rand := rand.New(rand.NewPCG(5, 6))
	refused := 0
	for range 100 {
		s, err := view.New("test", &damaged{kept, rand})
		if err != nil {
			refused++
			continue
		}
		for _, path := range []string{"meta", "0/lanes?most=0", "0/lanes", "0/scene", "0/events", "0/frame?link=0&number=3", "0/schedule", "0/states", "0/series?names=auv.x", "0/packet?number=2"} {
			get(s, path)
		}
	}
	t.Logf("%d of 100 are refused", refused)
}

// damaged changes numbers of a recording.
type damaged struct {
	*view.Memory
	rand *rand.Rand
}

func (d *damaged) Read(table string, i int) (*columns.Block, error) {
	b, err := d.Memory.Read(table, i)
	if err != nil || d.rand.IntN(2000) > 0 {
		return b, err
	}
	data := b.Append(nil)
	for range 1 + d.rand.IntN(3) {
		data[d.rand.IntN(len(data))] ^= byte(1 << d.rand.IntN(8))
	}
	return columns.Decode(b.Table, data)
}

var _ recorder.Source = (*damaged)(nil)
