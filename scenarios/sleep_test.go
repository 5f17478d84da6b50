package scenarios

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/scenarios/strict"
	"halocline/sim/rng"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// A frame of tdma-docking for four vehicles at 10 kbit/s, with 40 ms for propagation: four
// slots of 51.2 ms down, and four of 6.4 + 40 ms up, 390.4 ms. A vehicle that sleeps is awake
// from its slot's beginning until 40 ms after its frame, 91.2 of 390.4 ms, and the station in
// the slots up, 185.6 ms, a microsecond earlier both; of the rest a radio sleeps what it does
// not send. All packets arrive as they do without sleep, and it takes less energy.
func TestSleepBetweenSlots(t *testing.T) {
	const text = `name: s
duration: 390.4s
links:
  r:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 10kbps, draw: {transmit: 4W, receive: 1W, idle: 1W, sleep: 0.01W}}
    mac: {type: tdma-docking, station: dock, vehicles: 0, propagation: 40ms, multiple: 0s, sleep: %t}
nodes:
  - {name: dock}
  - {name: v, count: 4, place: {type: ring, radius: 45m}}
traffic:
  - {type: periodic, from: dock, to: v1, period: 2s}
  - {type: periodic, from: dock, to: v3, period: 3s}
  - {type: poisson, from: v, to: dock, rate: 0.5/s, size: 64bit}
`
	energy := map[bool]float64{}
	var delivered [2]int64
	for i, sleeps := range []bool{false, true} {
		p := run(t, parse(t, fmt.Sprintf(text, sleeps)), nil).summary.Total.Packets
		delivered[i] = p.Delivered
		if p.Lost.Sum() > 0 || p.Delivered < 900 {
			t.Errorf("sleep %t: %d delivered, lost %v", sleeps, p.Delivered, p.Lost)
		}
		simulation, err := parse(t, fmt.Sprintf(text, sleeps)).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := simulation.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, r := range simulation.Radios() {
			energy[sleeps] += r.Energy
			want := 390.4 - 1000*0.091201
			if r.Node == "dock" {
				want = 390.4 - 1000*0.185601
			}
			if got := r.Sleep + r.Transmit; sleeps && math.Abs(got-want) > 0.4 || !sleeps && r.Sleep > 0 { // 0.4 s: a frame
				t.Errorf("sleep %t: %s sleeps and sends for %.3f s, want %.3f", sleeps, r.Node, got, want)
			}
		}
	}
	if delivered[0] != delivered[1] || !(energy[true] < 0.5*energy[false]) {
		t.Errorf("delivered %d without sleep and %d with it, which takes %g and %g J", delivered[0], delivered[1], energy[false], energy[true])
	}
}

// Where all nodes may send to each other, a node sleeps in its own slot only.
func TestSleepInOwnSlot(t *testing.T) {
	asleep := strict.Set{Path: "links.acoustic.mac.sleep", Value: "true"}
	without, with := run(t, load(t, "tdma8"), nil).summary.Total.Packets, run(t, load(t, "tdma8", asleep), nil).summary.Total.Packets
	if with.Delivered != without.Delivered || with.Lost != without.Lost {
		t.Errorf("%+v asleep, %+v awake", with, without)
	}
}

// sleepers are a station and two vehicles on a line, 0.5 and 0.2 s away, 0.3 s from each other.
const sleepers = `
name: sleepers
warmup: 100s
duration: %gs
links:
  x:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps, capture: off, errors: {type: loss, probability: %g}, draw: {transmit: 4W, receive: 1W, idle: 0.5W, sleep: 0.01W}}
    mac: {sleep: %t, station: s, turnaround: 100ms, %s}
nodes:
  - {name: s}
  - {name: v, at: [750m, 0m, 0m]%s}
  - {name: w, at: [300m, 0m, 0m]}
traffic: [%s]
`

const (
	sleepingPolling = "type: polling, poll: 50bit, answer: 100bit, margin: 100ms"
	sleepingRoom    = "type: waiting-room, beacon: 30bit, entry: 10bit, registration: 100bit, header: 50bit, size: 1000bit, guard: 50ms, room: 1, every: 1000000"
)

// What a radio takes in each state, of a station and vehicles without traffic, over a thousand
// rounds. A radio that sleeps for d wakes d/500 + 1 us earlier, for its clock.
//
// Polling: a turn is poll and answer, 0.05 and 0.1 s, both ways and two turnarounds of 0.1 s: 1.35 s
// for v and 0.75 s for w, 2.1 s a round. Ways there and back are taken as 0.9 and 0.3 s, 0.1 s
// less than they take, so that from the end of a poll to the next one there are 2.1 - 0.05 - 0.2 =
// 1.85 s at least, for either. It sleeps for 1.846299 s, of which it answers for 0.1 s. The station
// sleeps in its pauses, 0.1 s each, and after its polls for 0.1 + 0.9 and 0.1 + 0.3 s, 0.997999 and
// 0.399199 s, and hears two answers.
//
// Waiting room: w, which is nearer, has the room, and v waits without a slot. The longest way is
// 0.5 s, so that the door lasts 0.1 + 2 (0.5 + 0.1) + 0.05 = 1.35 s, the slot 2 1.05 + 1.25 = 3.35 s,
// and with a beacon of 0.05 s for two names the frame 4.75 s. A vehicle wakes 0.05 s before the next
// beacon, 4.65 s after the end of the last one: it sleeps for 4.640699 s. In between w is awake from
// 0.05 s before its slot, 1.297399 s, until it reports, at 1.35 + 1.05 + 0.1 = 2.5 s, for 0.05 s. The
// station sleeps until somebody can knock, 0.099799 s; from the beginning of the slot until w can
// report, 2.494999 - 1.35 s; and from the end of the report, 2.5 + 0.05 + 0.4 s, to the next beacon,
// 1.75 s.
func TestEnergyOfSleepers(t *testing.T) {
	for _, c := range []struct {
		mac    string
		round  float64
		states map[string][4]float64 // s in a round: transmit, receive, idle, sleep
	}{
		{sleepingPolling, 2.1, map[string][4]float64{
			"s": {0.1, 0.2, 2.1 - 0.1 - 0.2 - 1.597198, 0.2 + 0.997999 + 0.399199},
			"v": {0.1, 0.05, 2.1 - 0.05 - 1.846299, 1.746299},
			"w": {0.1, 0.05, 2.1 - 0.05 - 1.846299, 1.746299},
		}},
		{sleepingRoom, 4.75, map[string][4]float64{
			"s": {0.05, 0.05, 4.75 - 0.1 - 2.994798, 0.099799 + 1.144999 + 1.75},
			"v": {0, 0.05, 4.75 - 0.05 - 4.640699, 4.640699},
			"w": {0.05, 0.05, 4.75 - 0.1 - 3.388098, 1.297399 + 4.640699 - 2.55},
		}},
	} {
		simulation, err := parse(t, fmt.Sprintf(sleepers, 100+1000*c.round, 0.0, true, c.mac, "", "")).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := simulation.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, r := range simulation.Radios() {
			got, want := [4]float64{r.TransmitEnergy, r.ReceiveEnergy, r.IdleEnergy, r.SleepEnergy}, c.states[r.Node]
			for i, draw := range []float64{4, 1, 0.5, 0.01} {
				if want[i] *= 1000 * draw; math.Abs(got[i]-want[i]) > 1e-3*draw {
					t.Errorf("%.12s, %s: %v J, want %v (transmit, receive, idle, sleep)", c.mac, r.Node, got, want)
					break
				}
			}
		}
	}
}

// exchanged returns the frames that are sent in a scenario, and what becomes of packets.
func exchanged(t *testing.T, text string, sets ...strict.Set) facts {
	t.Helper()
	var all facts
	simulation, err := parse(t, text, sets...).Build(nil, &all)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := simulation.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(r trace.Record) bool {
		return r.Kind != trace.TxStart && r.Kind != trace.Delivered && r.Kind != trace.Dropped
	})
}

// Sleep changes neither a frame nor a packet between station and vehicles: in places at random, with
// traffic both ways, frames that are lost at random, and a vehicle that comes in at 1 m/s and whose
// clock is off. What the station has for everybody reaches both vehicles, and nothing is dropped.
func TestSleepLosesNothing(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const moves, traffic = ", velocity: [-1m/s, 0m/s, 0m/s], clock: {drift: 500ppm}", "{type: poisson, from: s, to: v, rate: 0.05/s, size: 500bit}, {type: poisson, from: s, to: w, rate: 0.05/s, size: 300bit}, " +
		"{type: poisson, from: v, to: s, rate: 0.1/s, size: 800bit}, {type: poisson, from: w, to: s, rate: 0.1/s, size: 200bit}"
	for _, mac := range []string{
		sleepingPolling, sleepingPolling + ", backoff_limit: 1, timeout: 4s",
		sleepingRoom, strings.Replace(sleepingRoom, "every: 1000000", "every: 2, leave: 2", 1), strings.Replace(sleepingRoom, "room: 1", "room: 2, patience: 1", 1),
	} {
		for seed := range 10 {
			loss, places := float64(seed%2)*0.2, rng.New(uint64(seed)).Stream("places")
			sets := []strict.Set{
				{Path: "seed", Value: fmt.Sprint(1 + seed)},
				{Path: "nodes.v.at", Value: fmt.Sprintf("[%dm, 0m, 0m]", 800+places.Intn(1200))},
				{Path: "nodes.w.at", Value: fmt.Sprintf("[%dm, 0m, 0m]", places.Intn(1500)-800)},
			}
			awake := exchanged(t, fmt.Sprintf(sleepers, 700.0, loss, false, mac, moves, traffic), sets...)
			if asleep := exchanged(t, fmt.Sprintf(sleepers, 700.0, loss, true, mac, moves, traffic), sets...); !slices.Equal(awake, asleep) || len(awake) < 200 {
				t.Errorf("%s, seed %d: %d frames and packets awake, and %d, or others, asleep", mac, seed, len(awake), len(asleep))
			}
		}
		all := exchanged(t, fmt.Sprintf(sleepers, 700.0, 0.0, true, mac, moves, "{type: periodic, from: s, to: everybody, period: 20s, size: 100bit}"))
		told := map[trace.Kind]int{}
		for _, r := range all {
			told[r.Kind]++
		}
		if n := told[trace.Delivered]; n < 66 || n > 70 || told[trace.Dropped] > 0 { // 34 or 35 packets at two vehicles
			t.Errorf("%s: what the station has for everybody: %v", mac, told)
		}
	}
}
