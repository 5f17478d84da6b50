package measure

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/plant/ncs"

	"halocline/bench/study/results"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/metric"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// docking loads the docking scenario with steps of 5 ms and overrides of path=value.
func docking(t testing.TB, texts ...string) *scenarios.Plan {
	t.Helper()
	return load(t, append(texts, "nodes.auv.vehicle.step=5ms")...)
}

// load loads the docking scenario with overrides.
func load(t testing.TB, texts ...string) *scenarios.Plan {
	t.Helper()
	var sets []strict.Set
	for _, text := range texts {
		path, value, _ := strings.Cut(text, "=")
		sets = append(sets, strict.Set{Path: path, Value: value})
	}
	plan, err := scenarios.Standard().Load("docking", sets)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func mustRun(t testing.TB, plan *scenarios.Plan, o Options) *Outcome {
	t.Helper()
	out, err := Run(context.Background(), plan, o)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// metrics returns the metrics by name, each of which must be there once.
func metrics(t *testing.T, o *Outcome) map[string]float64 {
	t.Helper()
	all := map[string]float64{}
	for _, m := range o.Metrics() {
		if _, twice := all[m.Name]; twice {
			t.Errorf("%s is there twice", m.Name)
		}
		all[m.Name] = m.Value
	}
	return all
}

// records is a tracer that counts.
// onRecord is called at each record.
type onRecord func()

func (f onRecord) Emit(trace.Record) { f() }

type records int

func (n *records) Emit(trace.Record) { *n++ }

// None of the options changes what a run comes to: not the queue, not a tracer, not how
// often vehicles are looked at, not the collecting of series. Looking more often
// changes integrals by what the rule of the trapezia makes of it only.
func TestOptionsChangeNothing(t *testing.T) {
	plan := docking(t, "duration=30s")
	plain := mustRun(t, plan, Options{})
	count := new(records)
	for name, o := range map[string]Options{
		"queue":  {Queue: sim.NewTree()},
		"tracer": {Tracer: count},
		"watch":  {Watch: time.Millisecond},
		"series": {Series: NewSeries(plan, 50*time.Millisecond, nil)},
	} {
		other := mustRun(t, plan, o)
		if other.Fingerprint != plain.Fingerprint || other.Energy != plain.Energy || other.Reached != 30 || !other.Complete {
			t.Errorf("%s: fingerprint %s after %g s, not %s", name, other.Fingerprint, other.Reached, plain.Fingerprint)
		}
		if a, b := Reports[ncs.VoyageSummary](other)[0], Reports[ncs.VoyageSummary](plain)[0]; a.Final != b.Final || a.Outcome != b.Outcome || math.Abs(a.IAE-b.IAE) > 1e-4*b.IAE {
			t.Errorf("%s: %+v, not %+v", name, a, b)
		}
	}
	if *count == 0 || plan.Probe != nil {
		t.Error("the tracer got nothing, or the plan has got a probe")
	}
	if other := mustRun(t, docking(t, "duration=30s", "seed=2"), Options{}); other.Fingerprint == plain.Fingerprint {
		t.Error("another seed is the same run")
	}
}

// A run that is cancelled is an outcome that is not complete, and says why.
func TestCancelledRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if out, err := Run(ctx, docking(t), Options{}); !errors.Is(err, context.Canceled) || out != nil {
		t.Errorf("before it is built: %+v, %v", out, err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	out, err := Run(ctx, docking(t), Options{Tracer: onRecord(cancel)})
	if err != nil || out.Complete || out.Stopped == nil || out.Reason == "" || out.Reached >= 110 {
		t.Errorf("under way: reached %g s, %q, %v", out.Reached, out.Reason, err)
	}
	if _, err := Run(t.Context(), docking(t, "nodes.auv.run.station=auv"), Options{}); err == nil {
		t.Error("what cannot be built is no outcome")
	}
}

// The metrics are those of the outcome, under their names. What was counted adds up
// over the links; the vehicle is the only one, so that the means over the vehicles are
// its own.
func TestMetrics(t *testing.T) {
	out := mustRun(t, docking(t), Options{})
	m := metrics(t, out)
	v, l := Reports[ncs.VoyageSummary](out)[0], out.Loops[0]
	for name, want := range map[string]float64{
		"auv.time_to_dock": float64(v.TimeToDock), "auv.time_to_switch": float64(v.TimeToSwitch), "auv.iae": v.IAE, "auv.ise": v.ISE,
		"auv.itae": v.ITAE, "auv.overshoot": v.Overshoot, "auv.motive_energy": float64(v.Motive), "auv.way": v.Way, "auv.docked": 1,
		"auv.final_distance": v.Final, "auv.least_distance": v.Least,
		"auv.updates": float64(l.Offered), "auv.updates_used": float64(l.Used), "auv.updates_outdated": float64(l.Outdated),
		"auv.missed": float64(l.Offered-l.Used) / float64(l.Offered), "auv.age_mean": float64(l.AgeMean), "auv.age_peak": float64(l.AgePeak),
		"auv.delay_mean": float64(l.DelayMean), "auv.delay_p95": float64(l.DelayP95), "auv.delay_max": float64(l.DelayMax),
		"auv.period_mean": float64(l.PeriodAvg), "auv.period_max": float64(l.PeriodMax), "auv.period_std": float64(l.Jitter),
		"run.reached": float64(v.TimeToDock), "energy.communication": float64(out.Energy),
		"packets.offered": m["acoustic.offered"] + m["rf.offered"], "packets.delivered": m["acoustic.delivered"] + m["rf.delivered"],
		"frames.sent": m["acoustic.sent"] + m["rf.sent"],
	} {
		if got, there := m[name]; !there || got != want {
			t.Errorf("%s: %g, want %g", name, got, want)
		}
	}
	for _, name := range []string{"docked", "time_to_dock", "time_to_switch", "iae", "ise", "itae", "overshoot", "motive_energy", "age_mean", "age_peak", "delay_mean", "delay_p95", "period_mean", "period_std", "missed"} {
		if m["vehicles."+name] != m["auv."+name] || math.IsNaN(m["vehicles."+name]) {
			t.Errorf("vehicles.%s: %g, that of the only one %g", name, m["vehicles."+name], m["auv."+name])
		}
	}
	if sum := m["acoustic.energy"] + m["rf.energy"]; math.Abs(sum-m["energy.communication"]) > 1e-9*sum {
		t.Errorf("energy: %g J by links, %g J in all", sum, m["energy.communication"])
	}
}

// A vehicle that nothing reaches has the same metrics as any other: it has missed all
// that was sent to it, from the very beginning on, and what it never had is NaN. It counts among the
// vehicles.
func TestMetricsOfAVehicleWithoutContact(t *testing.T) {
	var names [2][]string
	for i, threshold := range []string{"0.0019W", "1W"} {
		out := mustRun(t, docking(t, "duration=20s", "links.acoustic.modem.budget.threshold="+threshold), Options{})
		for _, m := range out.Metrics() {
			if m.Kind != metric.Part { // of which a run has those that are not 0
				names[i] = append(names[i], m.Name)
			}
		}
		if i == 0 {
			continue
		}
		m := metrics(t, out)
		if m["auv.missed"] != 1 || m["vehicles.missed"] != 1 || m["auv.updates"] != 28 || m["auv.updates_used"] != 0 || m["auv.docked"] != 0 || m["vehicles.docked"] != 0 {
			t.Errorf("missed %g of %g, used %g", m["auv.missed"], m["auv.updates"], m["auv.updates_used"])
		}
		if m["auv.age_mean"] != 10 || m["auv.age_peak"] != 20 || m["vehicles.age_mean"] != 10 {
			t.Errorf("age %g s, at most %g s", m["auv.age_mean"], m["auv.age_peak"])
		}
		for _, name := range []string{"auv.delay_max", "auv.time_to_dock", "auv.period_std", "vehicles.time_to_dock"} {
			if !math.IsNaN(m[name]) {
				t.Errorf("%s: %g", name, m[name])
			}
		}
	}
	if !slices.Equal(names[0], names[1]) {
		t.Errorf("the metrics are %q or %q", names[0], names[1])
	}
}

// Means are over those that have the quantity. A time to an event that has not happened to
// some has no mean: that of 100 s and 120 s would be the mean of those that were fast enough.
func TestMeansOverVehicles(t *testing.T) {
	nan := trace.Measure(math.NaN())
	voyages := []ncs.VoyageSummary{
		{Node: "a", Outcome: ncs.OutcomeDocked, TimeToDock: 100, TimeToSwitch: 90, IAE: 10},
		{Node: "b", Outcome: ncs.OutcomeLimit, TimeToDock: nan, TimeToSwitch: nan, IAE: 50},
		{Node: "c", Outcome: ncs.OutcomeDocked, TimeToDock: 120, TimeToSwitch: nan, IAE: 30},
		{Node: "d", Outcome: ncs.OutcomeDrifted, TimeToDock: nan, TimeToSwitch: nan, IAE: 10},
	}
	o := &Outcome{Programs: docks(voyages...), Loops: []trace.LoopSummary{{Node: "a", Offered: 10, Used: 10, AgeMean: 1}, {Node: "b", Offered: 10, Used: 5, AgeMean: nan}}}
	m := metrics(t, o)
	for name, want := range map[string]float64{
		"vehicles.docked": 0.5, "vehicles.time_to_dock": math.NaN(), "vehicles.time_to_switch": math.NaN(), "vehicles.iae": 25, "vehicles.missed": 0.25, "vehicles.age_mean": 1,
	} {
		if got, there := m[name]; !there || got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s: %g, want %g", name, got, want)
		}
	}
	o.Programs, o.Loops = docks(voyages[0], voyages[2]), nil
	if m := metrics(t, o); m["vehicles.time_to_dock"] != 110 {
		t.Errorf("%g s when all docked, want 110 s", m["vehicles.time_to_dock"])
	}
	none := &Outcome{}
	if slices.ContainsFunc(none.Metrics(), func(m results.Metric) bool { return strings.HasPrefix(m.Name, "vehicles.") }) {
		t.Error("there are no vehicles, and metrics of them")
	}
}

// The age at the controller is a sawtooth: 80 ms when the first update is used at 0.08 s,
// 0.82 s just before the next one is, at 0.82 s, and 80 ms again. Distances are read at
// the period; only what is wanted is kept.
func TestSeries(t *testing.T) {
	plan := docking(t, "duration=2s", "links.acoustic.modem.fading=none", "nodes.dock.run.acoustic.power.initial=20dB")
	s := NewSeries(plan, 500*time.Millisecond, func(name string) bool { return !strings.HasPrefix(name, "dummy") })
	mustRun(t, plan, Options{Series: s})
	lines := map[string]Line{}
	for _, l := range s.Lines() {
		lines[l.Name] = l
	}
	d := lines["auv.distance"]
	if d.Unit != "m" || !slices.Equal(d.Times, []float64{0, 0.5, 1, 1.5, 2}) || math.Abs(d.Values[0]-math.Sqrt(800+24.825*24.825)) > 1e-9 {
		t.Errorf("%+v", d)
	}
	// 20 dB below full power nothing arrives, 10 log(4.5/0.0019) - 15 log 37.6 is 10.1 dB, and
	// it is asked for full power at 1.11 s, which is given at 1.48 s.
	if p := lines["auv.power_below_full.acoustic"]; p.Unit != "dB" || !slices.Equal(p.Times, []float64{1.48}) || !slices.Equal(p.Values, []float64{0}) {
		t.Errorf("%+v", p)
	}
	for name := range lines {
		if strings.HasPrefix(name, "dummy") {
			t.Errorf("%s is not wanted", name)
		}
	}
	plan = docking(t, "duration=1.7s", "links.acoustic.modem.fading=none")
	s = NewSeries(plan, time.Second, nil)
	mustRun(t, plan, Options{Series: s})
	for _, l := range s.Lines() {
		if l.Name != "auv.age" {
			continue
		}
		for i, want := range [][2]float64{{0.08, 0.08}, {0.82, 0.82}, {0.82, 0.08}, {1.56, 0.82}, {1.56, 0.08}} {
			if len(l.Times) != 5 || math.Abs(l.Times[i]-want[0]) > 1e-9 || math.Abs(l.Values[i]-want[1]) > 1e-9 {
				t.Fatalf("%+v", l)
			}
		}
		return
	}
	t.Error("no age")
}

// The error of the estimate of a vehicle that reckons is recounted from what a probe has written of
// it at the same moments: the integral of its square by trapezia over the time since the first
// update, and the greatest. The mean over the vehicles is that of the only one; and who does not
// reckon has none.
func TestEstimateErrorIsThatOfItsSeries(t *testing.T) {
	plan, err := scenarios.Standard().Load("reckoning", []strict.Set{{Path: "duration", Value: "40s"}})
	if err != nil {
		t.Fatal(err)
	}
	s := NewSeries(plan, 10*time.Millisecond, func(name string) bool { return name == "auv.estimate_error" })
	m := metrics(t, mustRun(t, plan, Options{Series: s}))
	l := s.Lines()[0]
	square, most := 0.0, 0.0
	for i, e := range l.Values {
		if most = max(most, e); i > 0 {
			square += (l.Times[i] - l.Times[i-1]) * (e*e + l.Values[i-1]*l.Values[i-1]) / 2
		}
	}
	n := len(l.Times)
	rms := math.Sqrt(square / (l.Times[n-1] - l.Times[0]))
	if got := m["auv.estimate_error_rms"]; !(math.Abs(got-rms) < 1e-9*rms) || l.Unit != "m" || !(l.Times[0] > 0) || n < 3000 {
		t.Errorf("%g m, and %g m by %d readings from %g s on", got, rms, n, l.Times[0])
	}
	if got := m["auv.estimate_error_max"]; got != most || m["vehicles.estimate_error_rms"] != m["auv.estimate_error_rms"] {
		t.Errorf("%g m at most, and %g m by the readings; of all vehicles %g m", got, most, m["vehicles.estimate_error_rms"])
	}
	if flat := m["auv.estimate_error_horizontal_rms"]; !(flat < 0.99*rms) || !(flat > 0) {
		t.Errorf("%g m of %g m are horizontal", flat, rms)
	}
	for _, name := range []string{"auv.estimate_error_rms", "auv.estimate_error_max", "vehicles.estimate_error_rms"} {
		if got, there := metrics(t, mustRun(t, docking(t, "duration=5s"), Options{}))[name]; !there || !math.IsNaN(got) {
			t.Errorf("%s: %g (%v) without reckoning", name, got, there)
		}
	}
}

// BenchmarkDocking is a run of the docking scenario as it is, with steps of 1 ms: about
// 110 s.
func BenchmarkDocking(b *testing.B) {
	plan := load(b)
	b.ReportAllocs()
	for b.Loop() {
		mustRun(b, plan, Options{})
	}
}

// BenchmarkDockingUntraced is the same without anybody who looks.
func BenchmarkDockingUntraced(b *testing.B) {
	plan := load(b)
	b.ReportAllocs()
	for b.Loop() {
		s, err := plan.Build(nil, nil)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := s.Run(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// Who looks at the computers of nodes learns of their tasks, and changes nothing. The
// acoustic task of the station is released each 0.74 s, and the RF task of the vehicle
// takes 7 ms of its processor.
func TestComputersAreObserved(t *testing.T) {
	plan := docking(t, "duration=120s", "nodes.auv.run.rf.task.demand=7ms")
	seen, logs := map[string][]string{}, map[string]*rtos.Log{}
	observed := mustRun(t, plan, Options{Computer: func(node string, tasks []string) rtos.Observer {
		seen[node], logs[node] = tasks, new(rtos.Log)
		return logs[node]
	}})
	alone := mustRun(t, plan, Options{})
	if observed.Fingerprint != alone.Fingerprint || observed.Events != alone.Events {
		t.Errorf("fingerprint %s of %d events, and %s of %d where nobody looks", observed.Fingerprint, observed.Events, alone.Fingerprint, alone.Events)
	}
	if len(seen) != 2 || !slices.Equal(seen["dock"], []string{"acoustic", "rf"}) || !slices.Equal(seen["auv"], []string{"acoustic", "rf", "orientation"}) {
		t.Fatalf("computers %v: responders have none", seen)
	}
	releases, ends := 0, 0
	for _, f := range *logs["dock"] {
		if f.Task == 0 && f.Kind == rtos.Released {
			if want := sim.Time(releases * 740e6); f.At != want {
				t.Errorf("release %d at %v, want %v", releases, f.At, want)
			}
			releases++
		}
	}
	for _, f := range *logs["auv"] {
		if f.Task == 1 && f.Kind == rtos.Finished {
			ends++
			if f.At.Sub(f.Release) != 7*time.Millisecond {
				t.Errorf("a job took %v", f.At.Sub(f.Release))
			}
		}
	}
	if want := 1 + int(observed.Reached/0.74); releases != want || ends < 100 {
		t.Errorf("%d releases in %g s, want %d; %d jobs", releases, observed.Reached, want, ends)
	}
}

// The orientation task of a vehicle, each 20 ms, takes 50 ms. In 10 s it is released 501 times,
// and each time but the first the job before is unfinished. Job k ends at 50 (k + 1) ms, after its
// deadline at 20 (k + 1) ms: 500 of these come in the run. The last to end, number 199, was
// released at 3.98 s and ends at 10 s. All other tasks take no time.
func TestComputersThatAreLate(t *testing.T) {
	out := mustRun(t, docking(t, "duration=10s", "nodes.auv.run.attitude.task.demand=50ms"), Options{})
	for _, use := range out.Tasks {
		busy := use.Node == "auv" && use.Task == "orientation"
		if want := (TaskUse{"auv", "orientation", 501, 500, 500, 6.02}); busy && use != want {
			t.Errorf("%+v, want %+v", use, want)
		}
		if !busy && use.Overruns+use.Missed > 0 {
			t.Errorf("%+v", use)
		}
	}
	if all := metrics(t, out); len(out.Tasks) != 5 || all["computers.missed"] != 500 || all["computers.overruns"] != 500 {
		t.Errorf("%d tasks, %g missed, %g overruns", len(out.Tasks), all["computers.missed"], all["computers.overruns"])
	}
}

// Who looks on is told how far a run is, though no record is made, and changes nothing of it.
func TestTold(t *testing.T) {
	plan, err := scenarios.Standard().Load("aloha20", []strict.Set{{Path: "duration", Value: "3h"}})
	if err != nil {
		t.Fatal(err)
	}
	var at sim.Time
	var events uint64
	told := 0
	tell := func(now sim.Time, fired uint64) {
		if told++; now < at || fired < events {
			t.Errorf("told %v and %d after %v and %d", now, fired, at, events)
		}
		at, events = now, fired
	}
	alone := mustRun(t, plan, Options{})
	if watched := mustRun(t, plan, Options{Told: tell, spell: time.Millisecond}); told == 0 || watched.Fingerprint != alone.Fingerprint || watched.Events != alone.Events {
		t.Errorf("told %d times; %s and %d events, alone %s and %d", told, watched.Fingerprint, watched.Events, alone.Fingerprint, alone.Events)
	}
	ctx, cancel := context.WithCancel(t.Context())
	out, err := Run(ctx, plan, Options{Told: func(sim.Time, uint64) { cancel() }, spell: time.Millisecond})
	if err != nil || out.Complete || !errors.Is(out.Stopped, context.Canceled) {
		t.Errorf("%v, %+v", err, out)
	}
}
