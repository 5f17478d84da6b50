package scenarios

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"halocline/plant/program"
	"halocline/plant/program/mission"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/simtest"
)

// sent carries a plan out, watched every 10 ms, and returns its first mission and the place of the first node at some times.
func sent(t *testing.T, plan *Plan, times ...time.Duration) (*Simulation, mission.Summary, []geom.Vec) {
	t.Helper()
	s, err := plan.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Watch(10 * time.Millisecond)
	var places []geom.Vec
	for _, at := range times {
		s.Kernel.NewTimer(sim.Probe, func(now sim.Time) { places = append(places, s.nodes[0].body.Position(now)) }).Arm(sim.Time(at))
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s, reports[mission.Summary](s)[0], places
}

// errandText is a mission of a point that goes at 1 m/s without a lag, with a station that hears it over an ideal link.
func errandText(run string) string {
	return `
name: errand
duration: 300s
links: {sound: {channel: {type: ideal, speed: 1500m/s}, modem: {type: plain, rate: 1kbit/s, preamble: 0s}, mac: {type: aloha, header: 0bit}}}
nodes:
  - {name: auv, at: [0m, 0m, -5m], vehicle: {dynamics: point, step: 20ms}, battery: {capacity: 1e6J, hotel: 10W, charging: 100W}, run: {type: mission, navigation: truth, speed: 1m/s, orders: sound, ` + run + `}}
  - {name: station, at: [0m, 20m, -5m], run: {type: mission-station, receipt: 32bit}}
  - {name: shore, at: [10m, 20m, -5m], run: {type: operator, say: [{at: 250s, to: auv, message: idle}]}}
`
}

func errand(t *testing.T, run string, set ...string) *Plan {
	t.Helper()
	return parse(t, errandText(run), sets(t, set...)...)
}

// outcomes returns the names and outcomes of the tasks that have begun.
func outcomes(m mission.Summary) string {
	var all []string
	for _, k := range m.Tasks {
		all = append(all, k.Name+" "+string(k.Outcome))
	}
	return strings.Join(all, ", ")
}

// The tour of the modular platform (section 3 of its paper). The straight ways are 7.07, 48.66, 50.33 and 48.38 m, at 0.4 m/s 386 s. The
// battery of 72 kJ has 70 % at first and gets 400 W less what the vehicle takes, of which hotel and modem are 4.3 W; 200 packets of
// 1000 bit and their receipts of 32 bit take 206.4 ms each at 5 kbit/s, and the ways through the water next to nothing: 41.3 s at least.
func TestTour(t *testing.T) {
	plan, err := Standard().Load("tour", nil)
	if err != nil {
		t.Fatal(err)
	}
	s, m, _ := sent(t, plan)
	t.Logf("%+v", m)
	if got := outcomes(m); got != "charge done, acquire done, transmit done, back done" {
		t.Fatal(got)
	}
	ways := 0.0
	from := geom.Vec{Z: -5}
	for i, to := range []geom.Vec{{X: 5, Y: 5, Z: -5}, {X: 53, Y: 13, Z: -5}, {X: 15, Y: 46, Z: -5}, {Z: -5}} {
		ways += from.Dist(to)
		if m.Tasks[i].Way < from.Dist(to)-2 {
			t.Errorf("%+v", m.Tasks[i])
		}
		from = to
	}
	waits := 0.0
	for _, k := range m.Tasks {
		waits += float64(k.End - k.Arrived)
	}
	if want := ways/0.4 + waits; math.Abs(float64(m.Time)/want-1) > 0.15 {
		t.Errorf("%g s, want %g s", m.Time, want)
	}
	if charging := float64(m.Tasks[0].End - m.Tasks[0].Arrived); charging < 0.3*72e3/400 || charging > 0.3*72e3/400*1.2 {
		t.Errorf("it has charged for %g s", charging)
	}
	if acquiring := float64(m.Tasks[1].End - m.Tasks[1].Arrived); math.Abs(acquiring-30) > 0.03 {
		t.Errorf("it has collected for %g s", acquiring)
	}
	if sending := float64(m.Tasks[2].End - m.Tasks[2].Arrived); sending < 41.3 || sending > 48+5.5*float64(m.Offers-200) { // each that is lost waits for 5 s
		t.Errorf("it has sent for %g s", sending)
	}
	if got := running[*mission.Receiver](s)[0].Received(); got != 200e3 || m.Delivered != 200e3 {
		t.Errorf("%g bit have come, it knows of %g", got, m.Delivered)
	}
}

// It goes 50 m in 50 s less the last metre, waits 10 s from 49 s on, which is 59 s, and is back 1 m from home at 59 + 48 = 107 s. The step
// of 20 ms makes each of these some steps later.
func TestErrand(t *testing.T) {
	_, m, places := sent(t, errand(t, "tasks: [{name: out, go: [50m, 0m, -5m], then: {wait: 10s}}, {home: true}]"), 20*time.Second, 58*time.Second, 200*time.Second)
	if got := outcomes(m); got != "out done, task2 done" {
		t.Fatal(got)
	}
	for _, at := range []struct{ got, want float64 }{
		{float64(m.Tasks[0].Arrived), 49}, {float64(m.Tasks[0].End), 59}, {float64(m.Tasks[1].End), 107}, {float64(m.Time), 107}, {m.Way, 49 + 48 + 1},
	} {
		if math.Abs(at.got-at.want) > 0.9 {
			t.Errorf("%g, want %g", at.got, at.want)
		}
	}
	for i, want := range []geom.Vec{{X: 20, Z: -5}, {X: 50, Z: -5}, {Z: -5}} {
		if places[i].Dist(want) > 0.5 {
			t.Errorf("at %v, want %v", places[i], want)
		}
	}
}

// A tide of 2 m/s carries a vehicle off that hardly makes 1 m/s, and back. What it does at its place, which is 30 s long and brings 1 kbit a
// second, goes on only while it is within its reach of 1 m; the time there is added up here by its true place.
func TestCarriedOff(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	plan, err := Standard().Load("tour", sets(t, "nodes.auv.run.tasks=[{name: acquire, go: [2m, 0m, -5m], then: {wait: 30s, collect: 30kbit}}]",
		"nodes.auv.run.on=[]", "nodes.auv.battery.capacity=1000Wh", "duration=790s", "nodes.auv.run.speed=0.6m/s", "water.current={type: tidal, amplitude: 2m/s, period: 300s, toward: 90deg, phase: -90deg}"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := plan.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	auv := slices.IndexFunc(s.nodes, func(n *node) bool { return n.name == "auv" })
	there, far := 0.0, 0.0
	var first, last mission.Summary
	s.Kernel.Every(sim.Probe, 0, 20*time.Millisecond, func(now sim.Time) {
		m := reports[mission.Summary](s)[0]
		off := s.nodes[auv].body.Position(now).Dist(geom.Vec{X: 2, Z: -5})
		if m.Ended || len(m.Tasks) == 0 || math.IsNaN(float64(m.Tasks[0].Arrived)) {
			return
		}
		if far = max(far, off); off <= 1 {
			there += 0.02
		}
		if last = m; now == sim.Time(150*time.Second) {
			first = m
		}
		if math.Abs(m.Collected-1000*there) > 500 {
			t.Fatalf("at %v it has been there for %g s, and has %g bit", now, there, m.Collected)
		}
	})
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	m := reports[mission.Summary](s)[0]
	t.Logf("it was %.0f m off; after 150 s it had %.0f bit; it ended after %g s, %.1f s of them there", far, first.Collected, m.Time, there)
	if outcomes(m) != "acquire done" || math.Abs(there-30) > 1 || far < 30 || first.Collected > 28e3 || math.Abs(last.Collected-30e3) > 1000 {
		t.Errorf("%+v", m)
	}
}

// A vehicle that cannot hover circles about its place, and is there within 20 m: what it does there takes as long as it is to. Within 1 m
// it never is after its first pass.
func TestLoiter(t *testing.T) {
	text := strings.Replace(errandText("tasks: [{go: [60m, 20m, -10m], then: {wait: 60s}}]"), "vehicle: {dynamics: point, step: 20ms}", "vehicle: {model: remus-100, step: 10ms}", 1)
	text = strings.Replace(text, "speed: 1m/s", "speed: 1.5m/s", 1)
	_, m, _ := sent(t, parse(t, text))
	if outcomes(m) != "task1 done" || math.Abs(float64(m.Tasks[0].End-m.Tasks[0].Arrived)-60) > 0.1 {
		t.Errorf("%+v", m)
	}
	if _, m, _ = sent(t, parse(t, text, sets(t, "nodes.auv.run.loiter=1m")...)); m.Ended {
		t.Errorf("%+v", m)
	}
}

// A word of an operator sends it home from where it is: said at 30 s, and at home, 1 m before it, after as long a way as it has come. A
// radio that does not hear the word makes it go on, and an event that waits for another word too.
func TestRecall(t *testing.T) {
	run := "tasks: [{name: out, go: [200m, 0m, -5m]}], on: [{when: message == 'recall', do: home, abort: true}]"
	say := func(word string) string {
		return "nodes.shore.run.say=[{at: 30s, to: auv, message: " + word + "}]"
	}
	_, m, places := sent(t, errand(t, run, say("recall")), 200*time.Second)
	if got := outcomes(m); got != "out aborted, home done" || math.Abs(float64(m.Time)-59) > 1 || places[0].Dist(geom.Vec{Z: -5}) > 0.5 || m.Events != 1 {
		t.Errorf("%s at %g s, %v", got, m.Time, places)
	}
	for _, set := range [][]string{{say("return")}, {say("recall"), "links.sound.modem.errors={type: loss, probability: 1}"}} {
		if _, m, _ = sent(t, errand(t, run, set...)); outcomes(m) != "out done" || m.Events != 0 {
			t.Errorf("%v: %s", set, outcomes(m))
		}
	}
	_, m, _ = sent(t, errand(t, run, "nodes.shore.run.say=[{at: 30s, to: auv, tasks: [{name: aside, go: [30m, 40m, -5m]}], times: 3}]"))
	if got := outcomes(m); got != "out aborted, aside done" || math.Abs(float64(m.Time)-69) > 1 || m.Orders != 1 { // 30 s and 40 m less 1 m
		t.Errorf("%s at %g s, %d orders", got, m.Time, m.Orders)
	}
	// The same word, said again, is an event again, though it was the last word before, too.
	_, m, _ = sent(t, errand(t, "tasks: [{name: out, go: [200m, 0m, -5m]}], on: [{when: message == 'recall', do: home}]",
		"nodes.shore.run.say=[{at: 30s, to: auv, message: recall}, {at: 100s, to: auv, message: recall}]"))
	if m.Events != 2 || m.Tasks[0].Interrupted != 2 {
		t.Errorf("%d events, %+v", m.Events, m.Tasks)
	}
}

// It goes at 1 m/s for 49 s, of which 30 s are within the warm-up: 19 m, and what its thrusters take in 19 s. Of the modular vehicle the energy is that
// of the whole run less that of the first 30 s, which another run has that ends there.
func TestWarmUpOfMissions(t *testing.T) {
	const run = "tasks: [{go: [50m, 0m, -5m]}], then: stop"
	_, m, _ := sent(t, errand(t, run, "warmup=30.005s"))
	if math.Abs(m.Way-(float64(m.Tasks[0].End)-30.005)) > 0.05 || math.Abs(float64(m.Tasks[0].Way)-49) > 0.1 || m.Ended != true || math.Abs(float64(m.Time)-49) > 0.1 {
		t.Errorf("%+v", m)
	}
	energy := func(set ...string) float64 {
		plan, err := Standard().Load("tour", sets(t, append(set, "nodes.auv.run.tasks=[{name: away, go: [20m, 0m, -5m]}]", "nodes.auv.run.on=[]")...))
		if err != nil {
			t.Fatal(err)
		}
		_, m, _ := sent(t, plan)
		return float64(m.Energy)
	}
	whole, first, rest := energy("duration=100s"), energy("duration=30s"), energy("duration=100s", "warmup=30s")
	if math.Abs(rest-(whole-first)) > 1e-6*whole || first < 0.1*whole {
		t.Errorf("%g J, %g J of them first, and %g J then", whole, first, rest)
	}
}

// With 10 W a battery of 2000 J is below half after 100 s and empty after 200 s. The event sends the vehicle 101 m back to the start, for
// which there are 1000 J; charged to 90 % with 100 W less 10 W it goes on from where it was interrupted.
func TestBatteryEvents(t *testing.T) {
	const run = "tasks: [{name: out, go: [150m, 0m, -5m]}], "
	_, m, places := sent(t, errand(t, run, "nodes.auv.battery.capacity=800J"), 79*time.Second, 200*time.Second)
	if outcomes(m) != "out no power" || places[0].Dist(geom.Vec{X: 79, Z: -5}) > 0.1 || places[1].Dist(geom.Vec{X: 80, Z: -5}) > 0.1 {
		t.Errorf("%s, %v", outcomes(m), places)
	}
	plan := errand(t, "tasks: [{name: out, go: [120m, 0m, -5m]}, {name: charge, go: [100m, 10m, -5m], then: {charge: 90%}}], on: [{when: battery < 50%, do: charge}]", "nodes.auv.battery.capacity=2000J", "duration=200s", "nodes.shore.run.say=[{at: 100s, to: auv, message: idle}]")
	_, m, _ = sent(t, plan)
	if got := outcomes(m); got != "out done, charge done, charge done" || m.Tasks[0].Interrupted != 1 {
		t.Errorf("%s: %+v", got, m.Tasks)
	}
	// 10 m less 1 m to the charger; then 45.5 % of 2000 J are missing, or 910 J at 90 W.
	if c := m.Tasks[1]; math.Abs(float64(c.Begin)-100) > 0.1 || math.Abs(float64(c.Arrived)-109) > 0.5 || math.Abs(float64(c.End-c.Arrived)-(2000*0.9-(2000-1090))/90) > 0.2 {
		t.Errorf("%+v", c)
	}
}

// Data go in packets of 1000 bit, each answered by a receipt of 32 bit over 20 m: 1.032 s and 27 ms of way. Ten of them take 10.6 s. A receiver
// without receipts, over a protocol that does not acknowledge either, leaves the vehicle without knowledge, and so it leaves after its ttl; so
// it does where nothing comes. What has come is counted once, however often it is sent.
func TestDataThatGo(t *testing.T) {
	const run = "tasks: [{name: send, then: {collect: 10kbit, send: all, to: station, ttl: 60s}}]"
	s, m, _ := sent(t, errand(t, run))
	if got := running[*mission.Receiver](s)[0].Received(); got != 10e3 || m.Delivered != 10e3 || math.Abs(float64(m.Time)-10.6) > 0.5 {
		t.Errorf("%g bit received, %g known, after %g s", got, m.Delivered, m.Time)
	}
	s, m, _ = sent(t, errand(t, run, "nodes.station.run.receipt=0bit", "nodes.auv.run.data.window=20"))
	if got := running[*mission.Receiver](s)[0].Received(); got != 10e3 || m.Delivered != 0 || math.Abs(float64(m.Time)-60) > 0.1 || m.Offers < 20 {
		t.Errorf("%g bit received, %g known, after %g s", got, m.Delivered, m.Time)
	}
	s, m, _ = sent(t, errand(t, run, "links.sound.modem.errors={type: loss, probability: 1}"))
	if got := running[*mission.Receiver](s)[0].Received(); got != 0 || m.Delivered != 0 || math.Abs(float64(m.Time)-60) > 0.1 || outcomes(m) != "send late" {
		t.Errorf("%g bit received, %g known, after %g s", got, m.Delivered, m.Time)
	}
	s, m, _ = sent(t, errand(t, run, "links.sound.modem.errors={type: loss, probability: 0.3}", "nodes.auv.run.tasks=[{name: send, then: {collect: 10kbit, send: all, to: station}}]"))
	if got := running[*mission.Receiver](s)[0].Received(); got != 10e3 || m.Delivered != 10e3 || m.Offers <= 10 {
		t.Errorf("%g bit received, %g known, %d offered", got, m.Delivered, m.Offers)
	}
}

// Up from 5 m at 1 m/s it is at half a metre after 4.5 s. Down to a bottom at 15 m, at half that, it is half a metre above it by its altimeter
// after 19 s; without one it touches it after 20 s.
func TestUpAndDown(t *testing.T) {
	_, m, places := sent(t, errand(t, "tasks: [{surface: true}]"), 100*time.Second)
	if got := float64(m.Time); outcomes(m) != "task1 done" || math.Abs(got-4.5) > 0.1 || math.Abs(places[0].Z+0.5) > 0.1 {
		t.Errorf("%s after %g s, %v", outcomes(m), got, places)
	}
	_, m, _ = sent(t, errand(t, "tasks: [{land: true}]", "water.seabed.depth=15m", "nodes.auv.instruments=[{type: altimeter}]"))
	if got := float64(m.Time); outcomes(m) != "task1 done" || math.Abs(got-19) > 0.3 {
		t.Errorf("%s after %g s", outcomes(m), got)
	}
}

// What a mission cannot do is one sentence at its key.
func TestMissionsThatCannotBe(t *testing.T) {
	for run, want := range map[string]string{
		"tasks: [{name: a}]":                                        "the task has nothing to do",
		"tasks: [{go: [0m, 0m, 1m]}]":                               "6:212: the place lies 1 m above the surface",
		"tasks: [{go: [0m, 0m, -99m]}]":                             "6:212: the place lies at a depth of 99 m, where the seabed is at 50 m",
		"tasks: [{go: [0m, 0m, -9m], home: true}]":                  "the task has 2 goals",
		"tasks: [{then: {send: all}}]":                              "data are sent to nobody",
		"tasks: [{then: {send: all, to: ship}}]":                    "ship",
		"tasks: [{then: {send: all, to: station, link: x}}]":        "x",
		"tasks: [{then: {wait: 1s, ttl: 1s}}]":                      "nothing is sent",
		"tasks: [{name: home, home: true}]":                         "choose another name",
		"tasks: [{name: a, home: true}, {name: a, home: true}]":     "is the name of another task",
		"tasks: [{home: true}], on: [{when: fuel < 2, do: home}]":   "\"fuel\" is nothing that is known here",
		"tasks: [{home: true}], on: [{when: depth > 2m, do: away}]": "neither the name of a task",
		"tasks: [{home: true}], period: 1s":                         "too long to steer",
	} {
		err := build(t, run)
		if err == nil || strings.Count(err.Error(), "\n") > 0 || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", run, err)
		}
	}
	if err := build(t, "tasks: [{then: {charge: 50%}}]", "nodes.auv.battery.charging=0W"); err == nil || !strings.Contains(err.Error(), "no battery that can be charged") {
		t.Error(err)
	}
	if err := build(t, "tasks: [{home: true}]", "nodes.shore.run.say=[{at: 1s, to: station, message: a}]"); err == nil || !strings.Contains(err.Error(), "runs no mission") {
		t.Error(err)
	}
	if err := build(t, "tasks: [{home: true}]", "nodes.shore.run.say=[{at: 1s, to: auv, tasks: [{go: [0m, 0m, -99m]}]}]"); err == nil || !strings.Contains(err.Error(), "where the seabed is at") {
		t.Error(err)
	}
}

// build returns what is wrong with an errand over a bottom at 50 m.
func build(t *testing.T, run string, set ...string) error {
	t.Helper()
	plan, err := Standard().Parse("errand.yaml", errandText(run), sets(t, append(slices.Clone(set), "water.seabed.depth=50m")...))
	if err == nil {
		_, err = plan.Build(nil, nil)
	}
	return err
}

// veiled runs a mission at a site that lies about the truth: about its own motion, where others find it, and its body.
type veiled struct {
	mission.Config `yaml:",inline"`
}

// veil is that site.
type veil struct{ program.Site }

func (veil) Motion(sim.Time) (at, velocity geom.Vec) { panic("the truth is asked for") }
func (veil) Located(sim.Time) geom.Vec               { panic("the truth is asked for") }
func (v veil) Body() program.Body                    { return hidden{v.Site.Body()} }

// hidden is a body that cannot be looked at.
type hidden struct{ program.Body }

func (hidden) At(sim.Time) *vehicle.State { panic("the truth is asked for") }

func (v *veiled) Install(site program.Site) (program.Running, error) {
	return v.Config.Install(veil{site})
}

// Nothing changes where the truth cannot be looked at: the whole tour has the same fingerprint.
func TestMissionWithoutTheTruth(t *testing.T) {
	text := errandText("tasks: [{name: out, go: [50m, 0m, -5m], then: {wait: 5s, collect: 5kbit, send: all, to: station}}, {surface: true}, {home: true}], on: [{when: message == 'idle' or height < 3m, do: out}]")
	var all []string
	for _, kind := range []string{"mission", "veiled"} {
		library := Standard()
		if err := Put(library, "veiled", func() program.Program { return &veiled{*mission.Default()} }); err != nil {
			t.Fatal(err)
		}
		plan, err := library.Parse("errand.yaml", strings.Replace(text, "type: mission,", "type: "+kind+",", 1), nil)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, run(t, plan, nil).fingerprint)
	}
	if all[0] != all[1] {
		t.Errorf("%v", all)
	}
}

// A vehicle of six thrusters takes hotel and modem power beside that of its thrusters. Its battery of 3 kJ is empty when these have taken as
// much, added up here from its draw each tenth of a second; then it lies still, and what it was at is lost.
func TestEmptyBattery(t *testing.T) {
	plan, err := Standard().Load("tour", sets(t, "nodes.auv.battery.capacity=3kJ", "nodes.auv.battery.charge=1", "nodes.auv.battery.charging=0W",
		"nodes.auv.run.tasks=[{name: away, go: [40m, 0m, -5m]}]", "nodes.auv.run.on=[{when: battery < 1%, do: home}]", "duration=200s"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := plan.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	account, err := s.Account("auv")
	if err != nil {
		t.Fatal(err)
	}
	taken := 0.0
	s.Kernel.Every(sim.Probe, 0, time.Millisecond, func(now sim.Time) { taken += account.Draw(now) * 0.001 })
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	m := reports[mission.Summary](s)[0]
	b := s.nodes[0].battery
	for _, n := range s.nodes {
		if n.name == "auv" {
			b = n.battery
		}
	}
	taken += 4 * b.empty.Seconds() // of its hotel
	t.Logf("empty at %g s, after %g J: %+v", b.empty.Seconds(), taken, m)
	if b.empty > 200e9 || math.Abs(taken-3000) > 3 || m.Ended || len(m.Tasks) == 0 || m.Tasks[0].Outcome != "no power" || !strings.Contains(m.Tasks[0].Why, "lost its power") {
		t.Errorf("empty at %g s, after %g J: %+v", b.empty.Seconds(), taken, m)
	}
}

// Without the truth the vehicle goes where it takes itself to be: it is done at its goal, and is some metres from there. When
// the log dies after 20 s, nothing tells how its estimate goes wrong but the estimator itself: the event waits for that, and brings it up.
func TestMissionByReckoning(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const text = `
name: lame
duration: 300s
water: {seabed: {depth: 30m}}
links: {sound: {channel: {type: ideal, speed: 1500m/s}, modem: plain, mac: aloha}}
nodes:
  - name: auv
    at: [0m, 0m, -10m]
    vehicle: {model: bluerov2-heavy, step: 10ms%s}
    instruments: [{type: imu}, {type: dvl, scale: %s}, {type: depth}]
    run: {type: mission, navigation: {type: filter, from: [imu, dvl, depth]}, speed: 0.5m/s, tasks: [{name: out, go: [50m, 0m, -10m]}], on: [{when: uncertainty > 3m, do: surface, abort: true}]}
`
	_, m, places := sent(t, parse(t, fmt.Sprintf(text, "", "0")), 250*time.Second)
	t.Logf("%+v %v", m, places)
	if got := outcomes(m); got != "out done" || places[0].Dist(geom.Vec{X: 50, Z: -10}) < 0.1 || places[0].Dist(geom.Vec{X: 50, Z: -10}) > 5 {
		t.Errorf("%s at %v", got, places)
	}
	_, m, places = sent(t, parse(t, fmt.Sprintf(text, ", failures: [{instrument: dvl, at: 20s}]", "0")), 250*time.Second)
	t.Logf("%+v %v", m, places)
	if got := outcomes(m); got != "out aborted, surface done" || m.Tasks[1].Begin < 20 {
		t.Errorf("%s at %v", got, places)
	}
}
