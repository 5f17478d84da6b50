package scenarios

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// isChange reports whether a record tells of an event.
func isChange(r trace.Record) bool { return r.Kind == trace.Fact && strings.HasPrefix(r.Note, "set ") }

// recordsOf runs a scenario with events, and returns its records.
func recordsOf(t *testing.T, name string, sets []strict.Set, later ...Later) records {
	t.Helper()
	plan, err := Standard().Load(name, sets, later...)
	if err != nil {
		t.Fatal(err)
	}
	return recordsOfPlan(t, plan)
}

func recordsOfPlan(t *testing.T, plan *Plan) (all records) {
	t.Helper()
	s, err := plan.Build(nil, &all)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return all
}

// parts splits records at a time, of which those of the instant itself belong to the first part.
func (r records) parts(at sim.Time) (before, after records) {
	i := slices.IndexFunc(r, func(rec trace.Record) bool { return rec.At > at || isChange(rec) })
	if i < 0 {
		return r, nil
	}
	return r[:i], slices.DeleteFunc(slices.Clone(r[i:]), isChange)
}

// A run with an event has the records of the run without it until then, to the bit, the digests of all motion among them, and then
// others. That is so of vehicles that dock, survey and fly, of losses, of traffic at random, and of water that wanders at random.
func TestEventsLeaveWhatWasBefore(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	wander := strict.Set{Path: "water.current", Value: "{type: gauss-markov, speed: 0.1m/s, speed_deviation: 0.05m/s}"}
	for _, c := range []struct {
		name, at, path, value string
		sets                  []strict.Set
	}{
		{"docking", "60s", "water.current.speed", "0.3m/s", nil},
		{"docking", "61.2345678s", "water.current", "{type: tidal, amplitude: 0.3m/s}", nil}, // in the middle of a step
		{"docking", "60s", "water.current.speed", "0.2m/s", []strict.Set{wander}},
		{"docking", "60s", "links.acoustic.modem.errors", "{type: loss, probability: 0.5}", nil},
		{"survey", "200s", "water.current", "{type: uniform, speed: 0.5m/s}", []strict.Set{{Path: "duration", Value: "300s"}}},
		{"tour", "100s", "water.current", "{type: uniform, speed: 0.2m/s}", []strict.Set{{Path: "duration", Value: "200s"}}},
		{"arq", "500s", "links.acoustic.modem.errors.probability", "0.3", nil},
		{"arq", "500s", "traffic[0].period", "0.7s", nil},
		{"aloha20", "300s", "links.acoustic.modem.errors.sinr", "20dB", []strict.Set{{Path: "duration", Value: "600s"}}},
		{"aloha20", "300s", "traffic[0].rate", "0.2/s", []strict.Set{{Path: "duration", Value: "600s"}}},
		{"aloha20", "300s", "traffic[0].size", "100bit", []strict.Set{{Path: "duration", Value: "600s"}}},
		{"s-fama", "100s", "links.acoustic.modem.errors", "{type: loss, probability: 0.5}", []strict.Set{{Path: "duration", Value: "200s"}}},
	} {
		plain := recordsOf(t, c.name, c.sets)
		forked := recordsOf(t, c.name, c.sets, Later{c.at, []strict.Set{{Path: c.path, Value: c.value}}})
		took, err := time.ParseDuration(c.at)
		if err != nil {
			t.Fatal(err)
		}
		before, after := plain.parts(sim.Time(took))
		same, other := forked.parts(sim.Time(took))
		switch {
		case len(before) < 50 || !slices.Equal(before, same):
			t.Errorf("%s, %s at %s: %d records before it, and %d without it; they differ", c.name, c.path, c.at, len(same), len(before))
		case slices.Equal(after, other):
			t.Errorf("%s, %s at %s: nothing has changed in %d records", c.name, c.path, c.at, len(after))
		}
	}
}

// An event at the start is the value itself, but for the record that tells of it: of a current without chance, of the errors, and of
// traffic, whose first waits are those of the new rate. A program that reads the current at that instant, as those of missions do, has
// read the one before.
func TestEventAtTheStart(t *testing.T) {
	short := strict.Set{Path: "duration", Value: "100s"}
	for _, c := range []struct{ name, path, value string }{
		{"docking", "water.current.speed", "0.3m/s"},
		{"arq", "links.acoustic.modem.errors.probability", "0.3"},
		{"aloha20", "links.acoustic.modem.errors", "{type: loss, probability: 0.3}"},
		{"aloha20", "traffic[0].rate", "0.2/s"},
	} {
		set := strict.Set{Path: c.path, Value: c.value}
		forked := slices.DeleteFunc(recordsOf(t, c.name, []strict.Set{short}, Later{"0s", []strict.Set{set}}), isChange)
		if written := recordsOf(t, c.name, []strict.Set{short, set}); len(written) < 50 || !slices.Equal(forked, written) {
			t.Errorf("%s, %s: %d records, and %d where the value is written", c.name, c.path, len(forked), len(written))
		}
	}
}

// The water carries a vehicle without masses along at once: after 40 s in 0.1 m/s to the east, with 25 s of them also in what an event
// says, 0.3 m/s, it has gone 15 x 0.1 + 25 x 0.3 = 9 m. The event is in the middle of a step. A free RexROV has then taken up the
// speed of the water but for what its drag takes long to change: in the end all of it, within 0.1 %. A float goes as the vehicle without
// masses does.
func TestDriftAfterAnEvent(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const text = `
name: drift
duration: %s
water: {current: {type: uniform, speed: 0.1m/s}}
nodes: [{name: auv, at: [0m, 0m, -50m], vehicle: %s}]
events: [{at: 15.0123s, set: {water.current.speed: 0.3m/s}}]
`
	s, err := parse(t, fmt.Sprintf(text, "40.0123s", "{dynamics: {type: kinematic}, step: 0.5s}")).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	end, err := s.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	within(t, "way of the kinematic vehicle", s.nodes[0].body.At(end).Position.X, 15.0123*0.1+25*0.3, 1e-9)
	if got := fmt.Sprint(s.Changes()); got != "[{15.0123 water.current.speed 0.3m/s}]" {
		t.Error(got)
	}
	floating := strings.NewReplacer("uniform, speed: 0.1m/s", "gauss-markov, speed: 0.1m/s", "vehicle: %s", "drift: true", "%s", "40.0123s").Replace(text)
	if s, err = parse(t, floating).Build(nil, nil); err != nil {
		t.Fatal(err)
	}
	if end, err = s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	within(t, "way of a float", s.nodes[0].at.Position(end).X, 15.0123*0.1+25*0.3, 1e-9)
	s, err = parse(t, fmt.Sprintf(text, "20000s", "{model: rexrov, step: 50ms}")).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if end, err = s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	within(t, "speed of RexROV", s.nodes[0].body.At(end).WorldVelocity().X, 0.3, 0.3e-3)
}

// lossy sends 20,000 packets, one a second. Its second half has an event.
const lossy = `
name: lossy
duration: 20000s
links: {air: {channel: {type: ideal}, modem: {type: plain, rate: 100kbps, errors: {type: loss, probability: 0.1}}, mac: aloha}}
nodes: [{name: a}, {name: b, at: [10m, 0m, 0m]}]
traffic: [{type: periodic, phase: same, from: a, to: b, period: 1s, size: 100bit}]
`

// count returns how many records of a kind there are in a span.
func (r records) count(kind trace.Kind, from, until sim.Time) (n float64) {
	for _, rec := range r {
		if rec.Kind == kind && rec.At > from && rec.At <= until {
			n++
		}
	}
	return n
}

// Of 10,000 packets each, the share that is lost is that of the error model that holds: 0.1 +- 4 x 0.003, and then 0.4 +- 4 x 0.0049. It
// is so for the modem of the link, and for that of the receiver alone.
func TestLossAfterAnEvent(t *testing.T) {
	for _, path := range []string{"links.air.modem.errors.probability", "nodes.b.links.air.modem.errors.probability"} {
		plan, err := Standard().Parse("a.yaml", lossy, []strict.Set{{Path: "nodes.b.links", Value: "{air: {}}"}},
			Later{"10000.5s", []strict.Set{{Path: path, Value: "0.4"}}})
		if err != nil {
			t.Fatal(err)
		}
		all := recordsOfPlan(t, plan)
		const half, end = sim.Time(10000.5e9), sim.Time(20000e9)
		within(t, path+": share lost before", all.count(trace.RxLost, -1, half)/10001, 0.1, 0.012)
		within(t, path+": share lost after", all.count(trace.RxLost, half, end)/10000, 0.4, 0.0196)
	}
}

// What is left of the wait goes with the period: packets at 0, 1, 2, 3 s and, because 0.75 s of a wait of 1 s are left at 3.25 s
// and the period is 4 times as long from then on, at 6.25, 10.25 and 14.25 s. At 11.25 s, 3 s are left of 4 s, which with a period of 0.4 s
// are 0.3 s: packets at 11.55, 11.95 s and so on, until the source ends at 13 s.
func TestPeriodAfterEvents(t *testing.T) {
	var got []sim.Time
	plan, err := Standard().Parse("a.yaml", strings.Replace(lossy, "period: 1s", "period: 1s, stop: 13s", 1), []strict.Set{{Path: "duration", Value: "15s"}},
		Later{"3.25s", []strict.Set{{Path: "traffic[0].period", Value: "4s"}}}, Later{"11.25s", []strict.Set{{Path: "traffic[0].period", Value: "0.4s"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range recordsOfPlan(t, plan) {
		if r.Kind == trace.Offered {
			got = append(got, r.At/1e7)
		}
	}
	if want := []sim.Time{0, 100, 200, 300, 625, 1025, 1155, 1195, 1235, 1275}; !slices.Equal(got, want) {
		t.Errorf("packets at %v, want %v, in 10 ms", got, want)
	}
}

// A source at random goes on at random: 1 packet a second, and then 0.2 and then 3, each for 10,000 s, with the standard deviations of
// Poisson's law, 100, 45 and 173. The waits across the first event are no longer or shorter than any others: over 400 seeds the mean wait
// from the event on is 5 s, with a standard deviation of 0.25 s.
func TestRateAfterEvents(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	text := strings.Replace(lossy, "{type: periodic, phase: same, from: a, to: b, period: 1s,", "{type: poisson, from: a, to: b, rate: 1/s,", 1)
	later := []Later{{"10000s", []strict.Set{{Path: "traffic[0].rate", Value: "0.2/s"}}}, {"20000s", []strict.Set{{Path: "traffic[0].rate", Value: "3/s"}}}}
	offered := func(duration string, seed int, later ...Later) records {
		plan, err := Standard().Parse("a.yaml", text, []strict.Set{{Path: "duration", Value: duration}, {Path: "seed", Value: fmt.Sprint(seed)}}, later...)
		if err != nil {
			t.Fatal(err)
		}
		return slices.DeleteFunc(recordsOfPlan(t, plan), func(r trace.Record) bool { return r.Kind != trace.Offered })
	}
	all := offered("30000s", 1, later...)
	for i, want := range []float64{10000, 2000, 30000} {
		within(t, fmt.Sprint("packets of part ", i), all.count(trace.Offered, sim.Time(i)*10000e9, sim.Time(i+1)*10000e9), want, 4*math.Sqrt(want))
	}
	sum := 0.0
	for seed := range 400 {
		for _, r := range offered("200s", seed, Later{"20s", later[0].Sets}) {
			if r.At > 20e9 {
				sum += r.At.Seconds() - 20
				break
			}
		}
	}
	within(t, "mean wait across an event, s", sum/400, 5, 1)
}

// A random current that an event begins has numbers of its own, and no other stream draws others: what nobody in the current sends is the same
// without it. The same current twice is another one each time.
func TestEventsHaveStreamsOfTheirOwn(t *testing.T) {
	wander := strict.Set{Path: "water.current", Value: "{type: gauss-markov, speed: 0.1m/s, speed_deviation: 0.1m/s}"}
	short := strict.Set{Path: "duration", Value: "200s"}
	plain := recordsOf(t, "aloha20", []strict.Set{short})
	forked := recordsOf(t, "aloha20", []strict.Set{short}, Later{"50s", []strict.Set{wander}})
	if !slices.Equal(plain, slices.DeleteFunc(forked, isChange)) {
		t.Error("a current that moves nothing changes the packets")
	}
	const text = `
name: wander
duration: 300s
water: {current: {type: gauss-markov, speed: 0m/s, speed_deviation: 0.1m/s}}
nodes: [{name: auv, at: [0m, 0m, -50m], vehicle: {dynamics: {type: kinematic}}}]
probe: {period: 1s}
`
	currents := map[float64]bool{}
	for _, later := range [][]Later{nil, {{"10s", []strict.Set{wander}}}, {{"10s", []strict.Set{wander}}, {"20s", []strict.Set{wander}}}} {
		plan, err := Standard().Parse("a.yaml", text, nil, later...)
		if err != nil {
			t.Fatal(err)
		}
		s, err := plan.Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		end, err := s.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		currents[s.nodes[0].body.Current(end).X] = true
	}
	if len(currents) != 3 {
		t.Errorf("currents at the end: %v", currents)
	}
}

// A value of a port comes in as one from outside does, in the unit of the port; the journal leaves it to the event.
func TestEventsBringValuesIn(t *testing.T) {
	run := func(later []Later, drive func(*Simulation)) records {
		plan, err := Standard().Parse("a.yaml", steered, nil, later...)
		if err != nil {
			t.Fatal(err)
		}
		plan.Nodes[1].Run = &beacon{}
		var all records
		s, err := plan.Build(nil, &all)
		if err != nil {
			t.Fatal(err)
		}
		drive(s)
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return slices.DeleteFunc(all, func(r trace.Record) bool { return isChange(r) || r.Kind == trace.Fact && r.Note == "size" })
	}
	var journal []Input
	fromOutside := run(nil, func(s *Simulation) {
		if err := s.Input(20e9, "buoy.size", 64); err != nil {
			t.Error(err)
		}
	})
	byEvent := run([]Later{{"20s", []strict.Set{{Path: "nodes.buoy.size", Value: "8B"}}}}, func(s *Simulation) { journal = s.Journal() })
	for value, want := range map[string]string{"8m": "8m is given; write a number in bit, such as 2bit", "much": "much is given; write a number, such as 2bit"} {
		plan, err := Standard().Parse("a.yaml", steered, nil, Later{"20s", []strict.Set{{Path: "nodes.buoy.size", Value: value}}})
		if err != nil {
			t.Fatal(err)
		}
		plan.Nodes[1].Run = &beacon{}
		if _, err = plan.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Error(err)
		}
	}
	if plain := run(nil, func(*Simulation) {}); !slices.Equal(byEvent, fromOutside) || slices.Equal(plain, byEvent) || len(journal) > 0 {
		t.Errorf("%d records, %d by an input, %d without; journal %v", len(byEvent), len(fromOutside), len(plain), journal)
	}
}

// Each fault of an event is one sentence with its place.
func TestFaultsOfEvents(t *testing.T) {
	const text = "name: e\nduration: 10s\nwater: {current: {type: uniform, speed: 0m/s}}\nlinks: {air: {channel: ideal, modem: plain, mac: aloha}}\n" +
		"nodes: [{name: a}, {name: b, at: [1m, 0m, 0m]}]\ntraffic: [{type: periodic, from: a, to: b, period: 1s}]\n"
	const can = " cannot change during a run; these can, and what is below them: water.current, links.NAME.modem.errors, nodes.NAME.links.NAME.modem.errors, " +
		"traffic[N].period, traffic[N].rate, traffic[N].size, nodes.NAME.PORT, where PORT is a port of the node's program"
	for events, want := range map[string]string{
		"{at: 5s}":         `7:10: key "set" is missing`,
		"{at: 5s, set: 3}": "7:24: 3 is given; write a mapping from paths to values, such as {water.current.speed: 0.3m/s}",
		"{at: 5s, set: {water.curent.speed: 1m/s}}":                                                             `7:25: unknown key "curent"; did you mean "current"?`,
		"{at: 5s, set: {water.current.speed: 11m/s}}":                                                           "7:46: 11m/s is out of range; write at least 0m/s and at most 10m/s",
		"{at: 5s, set: {water.current.speed: 1m}}":                                                              "7:46: 1m is a length",
		"{at: 5s, set: {water.salinity: 3psu}}":                                                                 "7:25: water.salinity" + can,
		"{at: 5s, set: {outages: []}}":                                                                          "7:25: outages has times of its own, in at and to or in from and to, so that it needs no event, and it" + can,
		"{at: 5s, set: {duration: 30s}}":                                                                        "7:25: duration" + can,
		"{at: 5s, set: {nodes.a.at: [0m, 0m, 0m]}}":                                                             "7:25: nodes.a.at" + can + ", and no program here has one",
		"{at: 5s, set: {'nodes[0].at': [0m, 0m, 0m]}}":                                                          "7:25: nodes[0].at" + can,
		"{at: 5s, set: {'traffic[0]': {type: poisson, from: a, to: b, rate: 1/s}}}":                             "7:25: traffic[0]" + can,
		"{at: 5s, set: {'traffic[1].period': 2s}}":                                                              "7:25: there is no element [1]; the list has 1",
		"{at: 5s, set: {'traffic[0].rate': 2/s}}":                                                               `unknown key "rate"`,
		"{at: 10s, set: {water.current.speed: 1m/s}}":                                                           "7:15: the change at 10s comes when the run ends, at 10s, or later; make it earlier, or the duration longer",
		"{at: -1s, set: {water.current.speed: 1m/s}}":                                                           "7:15: -1s is out of range",
		"{at: 5s, set: {water.current.speed: 1m/s}}, {at: 5000ms, set: {water.current.speed: 2m/s}}":            "water.current.speed is given twice for 5s; leave one of them out",
		"{at: 5s, set: {water.current.from: head}}":                                                             "a side of a vehicle, and the scenario has 0",
		"{at: 5s, set: {water.current: {type: layered, file: nowhere.csv}}}":                                    "nowhere.csv",
		"{at: 5s, set: {links.air.modem.errors: {type: table, file: nowhere.csv}}}":                             "nowhere.csv",
		"{at: 5s, set: {links.air.modem.errors: {type: loss, probability: 0.1}}}, {at: 4s, set: {links: null}}": "links" + can,
	} {
		plan, err := Standard().Parse("e.yaml", text+"events: ["+events+"]\n", nil)
		if err == nil {
			_, err = plan.Check()
		}
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v\nwant %s", events, err, want)
		}
	}
	drifting := strings.Replace(text, "name: a}", "name: a, drift: true}", 1) + "events: [{at: 5s, set: {water.current.speed: 1m/s}}]\n"
	if _, err := parse(t, drifting).Check(); err == nil || !strings.Contains(err.Error(), "it moves node a and is constant at the start") {
		t.Error(err)
	}
	for later, want := range map[*Later]string{
		{At: "5"}:  "--at 5: 5 has no unit",
		{At: "5s"}: "--at 5s: nothing changes then; write --set behind it, as in --at 5s --set water.current.speed=0.3m/s",
		{"5s", []strict.Set{{Path: "water.current.speed", Value: ""}}}:                        "--at 5s --set water.current.speed: is empty; write a value behind the =",
		{"5s", []strict.Set{{Path: "water.current.speed", Value: "x"}}}:                       "--at 5s --set water.current.speed: \"x\" is not a number",
		{"5s", []strict.Set{{Path: "water.current", Value: "{type: uniform, speed: -1m/s}"}}}: "--at 5s --set water.current.speed: -1m/s is out of range",
	} {
		if _, err := Standard().Parse("e.yaml", text, nil, *later); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v\nwant %s", later, err, want)
		}
	}
}

// An event warns of a current that acts on nothing, as the water itself does.
func TestEventOfAnIdleCurrent(t *testing.T) {
	plan, err := Standard().Load("aloha20", nil, Later{"5s", []strict.Set{{Path: "water.current", Value: "{type: uniform, speed: 1m/s}"}}})
	if err != nil {
		t.Fatal(err)
	}
	if said, err := plan.Check(); err != nil || !strings.Contains(fmt.Sprint(said), "water.current acts on nothing") {
		t.Error(said, err)
	}
}
