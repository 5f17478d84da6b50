package scenarios

import (
	"fmt"
	"math"
	"testing"

	"halocline/scenarios/strict"
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
