package cosim_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"

	"halocline/bench/cosim"
	"halocline/bench/cosim/lockstep"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/simtest"
)

// load loads a bundled scenario with some values set.
func load(t testing.TB, name string, sets ...string) *scenarios.Plan {
	t.Helper()
	var all []strict.Set
	for _, s := range sets {
		path, value, _ := strings.Cut(s, "=")
		all = append(all, strict.Set{Path: path, Value: value})
	}
	plan, err := scenarios.Standard().Load(name, all)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// python returns Python, which a test needs.
func python(t testing.TB) string {
	t.Helper()
	p, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("needs python3")
	}
	return p
}

// udp returns the adapter for orders as datagrams, and its port.
func udp(t testing.TB) (*lockstep.UDP, string) {
	t.Helper()
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return &lockstep.UDP{Conn: c, Orders: &lockstep.Orders{}}, c.LocalAddr().String()
}

// drive runs a plan as a session with a client in Python, and returns what came of it.
func drive(t testing.TB, c cosim.Config, plan *scenarios.Plan, client ...string) (*measure.Outcome, *cosim.Session) {
	t.Helper()
	orders, address := udp(t)
	_, port, _ := net.SplitHostPort(address)
	adapters := []cosim.Adapter{orders}
	var said bytes.Buffer
	if len(client) > 0 {
		adapters = append(adapters, &cosim.Client{Command: append([]string{python(t)}, client...), Env: []string{"HALOCLINE_PORT=" + port}, Out: &said})
	}
	if c.Step == 0 {
		c.Step = 20 * time.Millisecond
	}
	session, err := cosim.New(c, plan, adapters...)
	if err != nil {
		t.Fatal(err)
	}
	out, err := measure.Run(t.Context(), plan, measure.Options{Drive: session.Drive, Readings: session.Reading})
	if err != nil {
		t.Fatal(err)
	}
	if out.Stopped != nil {
		t.Fatalf("%v\n%s", out.Stopped, &said)
	}
	return out, session
}

// plain runs a plan in one go.
func plain(t testing.TB, plan *scenarios.Plan) *measure.Outcome {
	t.Helper()
	out, err := measure.Run(t.Context(), plan, measure.Options{})
	if err != nil || out.Stopped != nil {
		t.Fatal(err, out.Stopped)
	}
	return out
}

// A client in lock step makes no difference to a run, however long it thinks, whether it sends each order twice, and when a
// tenth of the datagrams is lost each way. Docking has vehicles, two media and a program that ends it, navigation has instruments.
func TestLockStepIsTheRun(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"docking", "navigation"} {
		plan := load(t, name, "duration=20s")
		want := plain(t, plan).Fingerprint
		for _, how := range []string{"pauses", "twice", "loses"} {
			t.Run(name+"/"+how, func(t *testing.T) {
				t.Parallel()
				out, session := drive(t, cosim.Config{}, load(t, name, "duration=20s"), "testdata/steps.py", how)
				if out.Fingerprint != want {
					t.Errorf("fingerprint %s, and that of run is %s", out.Fingerprint, want)
				}
				if n := session.Report().Boundaries; n != 1000 {
					t.Errorf("%d boundaries; 20 s have 1000 of 20 ms", n)
				}
			})
		}
	}
}

// A client that is silent for a second three times gives three stalls.
func TestStallsAreTold(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	_, session := drive(t, cosim.Config{}, load(t, "two-nodes", "duration=8s"), "testdata/steps.py", "stalls")
	long := 0
	for _, s := range session.Report().Stalls {
		if s.Length > 0.5 {
			long++
		}
	}
	if r := session.Report(); long != 3 || r.Max < 1 {
		t.Errorf("%d stalls over 0.5 s, the longest %.3g s; the client stalls three times for 1 s: %+v", long, r.Max, r.Stalls)
	}
}

// RexROV docks by the Python beside, at the same update times and with the same gains as by the program docking-vehicle, within 1 %
// of its time. The journal of it makes the same run again.
func TestPythonDocks(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	var journal bytes.Buffer
	plan := load(t, "docking-outside")
	if err := cosim.WriteHead(&journal, plan.Name, plan.Seed); err != nil {
		t.Fatal(err)
	}
	out, session := drive(t, cosim.Config{Journal: &journal}, plan, "testdata/dock.py")
	inside := plain(t, load(t, "docking"))
	if got, want := metric(t, out, "auv.time_to_dock"), metric(t, inside, "auv.time_to_dock"); math.Abs(got-want) > 0.01*want {
		t.Errorf("docked after %g s, and from inside after %g s", got, want)
	}
	if n := session.Report().Inputs; n < 6*1000 {
		t.Errorf("%d inputs", n)
	}
	for range 2 {
		if again := replay(t, load(t, "docking-outside"), journal.String()); again.Fingerprint != out.Fingerprint || again.Events != out.Events {
			t.Errorf("replayed: fingerprint %s, %d events; live: %s, %d", again.Fingerprint, again.Events, out.Fingerprint, out.Events)
		}
	}
	for name, other := range map[string]string{
		"without its last input": cutLines(journal.String(), 2),
		"with a value changed":   strings.Replace(journal.String(), `heave","value":-3`, `heave","value":-4`, 1),
	} {
		if replay(t, load(t, "docking-outside"), other).Fingerprint == out.Fingerprint {
			t.Errorf("a replay %s has the same fingerprint", name)
		}
	}
}

// metric returns a metric of an outcome.
func metric(t testing.TB, o *measure.Outcome, name string) float64 {
	t.Helper()
	for _, m := range o.Metrics() {
		if m.Name == name {
			return m.Value
		}
	}
	t.Fatalf("no metric %s", name)
	return 0
}

// cutLines takes the last lines off.
func cutLines(text string, n int) string {
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	return strings.Join(lines[:len(lines)-n], "")
}

// replay runs a plan by a journal.
func replay(t testing.TB, plan *scenarios.Plan, text string) *measure.Outcome {
	t.Helper()
	journal, err := cosim.ReadJournal(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	out, err := measure.Run(t.Context(), plan, measure.Options{Drive: journal.Drive})
	if err != nil || out.Stopped != nil {
		t.Fatal(err, out.Stopped)
	}
	return out
}

// longer returns the spells of more than so many seconds.
func longer(all []cosim.Stall, s float64) (long []cosim.Stall) {
	for _, one := range all {
		if one.Length > s {
			long = append(long, one)
		}
	}
	return long
}

// Journals that are cut off are read as far as they go, and damaged ones are refused with their line.
func TestReadJournal(t *testing.T) {
	head := `{"journal":"halocline","version":1,"scenario":"x","seed":3}` + "\n"
	const one, end = `{"at_ns":5,"port":"a.surge","value":0.1}` + "\n", `{"at_ns":9,"end":true}` + "\n"
	for text, want := range map[string]string{
		"":                        "no journal",
		"x\n":                     "no journal",
		one:                       "no journal",
		`{"journal":"halocline"}`: "its format is 0, and formats are numbered from 1; the file is damaged",
		`{"journal":"halocline","version":2,"new":1}`: "its format is 2, and this program reads formats up to 1; take a newer halocline",
		`{"journal":"halocline","version":-1}`:        "its format is -1, and formats are numbered from 1",
		`{"journal":"halocline","version":"x"}`:       "no journal",
		head:                                          "0 entries, end 0.000000000s, cut true",
		head + one + one + end:                        "2 entries, end 0.000000009s, cut false",
		head + one + `{"at_ns":7,`:                    "1 entries, end 0.000000005s, cut true",
		head + "x\n" + one:                            "line 2",
		head + one + end + `{"at_ns":9,"port":"a.surge","value":1}` + "\n": "after its end",
		head + end + one: "order of time",
		head + one + `{"at_ns":7,"prot":"x"}` + "\n" + end: "damaged",
	} {
		j, err := cosim.ReadJournal(strings.NewReader(text))
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprintf("%d entries, end %v, cut %t", len(j.Entries), j.End, j.Cut)
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
}

// wall is a clock that a test turns.
type wall struct {
	now   time.Time
	sleep func(until time.Time) time.Time // when it wakes up
}

func (w *wall) Now() time.Time { return w.now }

func (w *wall) Until(ctx context.Context, t time.Time) error {
	if t.After(w.now) {
		w.now = t
	}
	w.now = w.sleep(w.now)
	return ctx.Err()
}

// A boundary is late by what the clock says: of 100 boundaries of 20 ms, the 30th wakes up 50 ms late. With warn it and the next two are late by 50, 30 and
// 10 ms, of which two are over the deadline of 20 ms, in one stall that ends with the third, when the clock still says the same; with slip only it is, in a stall of 50 ms, and the run ends 50 ms later; with stop it ends there.
func TestLate(t *testing.T) {
	for how, want := range map[cosim.Late]string{
		cosim.Catch: "100 boundaries, 2 late, 1 stalls of 0.050 s, until 2 s after 2.000 s",
		cosim.Slip:  "100 boundaries, 1 late, 1 stalls of 0.050 s, until 2 s after 2.050 s",
		cosim.Stop:  "30 boundaries, 1 late, 1 stalls of 0.050 s, until 0.6 s after 0.650 s",
	} {
		n := 0
		start := time.Unix(1000, 0)
		w := &wall{now: start, sleep: func(t time.Time) time.Time {
			if n++; n == 30 {
				t = t.Add(50 * time.Millisecond)
			}
			return t
		}}
		plan := load(t, "two-nodes", "duration=2s")
		session, err := cosim.New(cosim.Config{Step: 20 * time.Millisecond, Rate: 1, Late: how, Wall: w}, plan)
		if err != nil {
			t.Fatal(err)
		}
		out, err := measure.Run(t.Context(), plan, measure.Options{Drive: session.Drive})
		if err != nil {
			t.Fatal(err)
		}
		if (out.Stopped != nil) != (how == cosim.Stop) {
			t.Errorf("%s: stopped by %v", how, out.Stopped)
		}
		r := session.Report()
		length := 0.0
		for _, s := range r.Stalls {
			length += s.Length
		}
		got := fmt.Sprintf("%d boundaries, %d late, %d stalls of %.3f s, until %g s after %.3f s", r.Boundaries, r.Late, len(r.Stalls), length, r.Reached, r.Wall)
		if got != want {
			t.Errorf("%s: %s, not %s", how, got, want)
		}
	}
}

// What a rate is: at rate 4 two seconds take half a second of the wall.
func TestRate(t *testing.T) {
	w := &wall{now: time.Unix(0, 0), sleep: func(t time.Time) time.Time { return t }}
	plan := load(t, "two-nodes", "duration=2s")
	session, err := cosim.New(cosim.Config{Step: 20 * time.Millisecond, Rate: 4, Wall: w}, plan)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := measure.Run(t.Context(), plan, measure.Options{Drive: session.Drive}); err != nil {
		t.Fatal(err)
	}
	if r := session.Report(); math.Abs(r.Wall-0.5) > 1e-9 || math.Abs(r.Period-0.005) > 1e-9 || r.Late != 0 || r.Max > 1e-9 {
		t.Errorf("%+v", r)
	}
}

// A client that is silent for longer than the time-out ends the run, which says so.
func TestTimeout(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	t.Parallel()
	plan := load(t, "two-nodes", "duration=2s")
	orders, _ := udp(t)
	session, err := cosim.New(cosim.Config{Step: time.Second, Timeout: 50 * time.Millisecond}, plan, orders)
	if err != nil {
		t.Fatal(err)
	}
	out, err := measure.Run(t.Context(), plan, measure.Options{Drive: session.Drive})
	if err != nil || out.Stopped == nil || !strings.Contains(out.Reason, "no client has asked to go on for 50ms") {
		t.Errorf("%v, %+v", err, out.Stopped)
	}
}
