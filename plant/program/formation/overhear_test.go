package formation_test

import (
	"fmt"
	"math"
	"testing"

	"halocline/scenarios"
)

// polled has three points that hold a line, and a station that asks each for its packets, which are for the station alone.
const polled = `
name: polled
duration: 400s
warmup: 12s
links: {sound: {channel: {type: ideal, speed: 1500m/s}, modem: {type: plain, rate: 1kbps, preamble: 0s}, mac: {type: %s}, %s}}
nodes:
  - {name: station, at: [0m, 15m, -20m]}
  - {name: auv, count: 3, at: [0m, 0m, -20m], place: {type: line, step: [3m, 0m, 0m]}, vehicle: {dynamics: {type: point}, step: 50ms}, run: {type: formation, navigation: truth, target: [3m, 0m, -20m], field: {attract: 0/s, repel: 0}, neighbours: {by: sound, to: station, every: 6s, jitter: 0s, overhear: %t}}}
`

// What goes to a station alone is known to others who overhear it, and to nobody else. All are within 20 m, or 13 ms of sound,
// of each other, so that a vehicle hears a packet when the station does, give or take 13 ms: the age of what each knows is the mean of
// the ages by when the packets of the two others were offered and came to the station, as meanAge has it from the trace. Under repetition a packet lies
// within one of another layer.
func TestOverhearing(t *testing.T) {
	const from, to = 12.0, 400.0
	for _, row := range []struct{ mac, layer string }{
		{"polling, station: station", ""},
		{"tdma, size: 400bit", ""},
		{"tdma, size: 400bit, order: fifo", "arq: {kind: selective-repeat}"},
	} {
		for _, overhears := range []bool{false, true} {
			plan, err := scenarios.Standard().Parse("polled.yaml", fmt.Sprintf(polled, row.mac, row.layer, overhears), nil)
			if err != nil {
				t.Fatal(err)
			}
			var delivered records
			all := carryOut(t, plan, 5, &delivered, 0, nil)
			if !overhears {
				for _, s := range all {
					if s.Lost != 1 || !math.IsNaN(float64(s.Age)) {
						t.Errorf("%s: %+v, and nobody tells it anything", row.mac, s)
					}
				}
				continue
			}
			ages := [3]float64{}
			for i := range ages {
				ages[i] = meanAge(of(delivered, int32(i+1)), from, to)
			}
			for i, s := range all {
				want := (ages[(i+1)%3] + ages[(i+2)%3]) / 2
				t.Logf("%s %s: age %.3f s, by the station %.3f s; lost %.3f", row.mac, row.layer, float64(s.Age), want, float64(s.Lost))
				if math.Abs(float64(s.Age)-want) > 0.02*want || s.Lost > 0 {
					t.Errorf("%s: %s has an age of %.3f s, want %.3f s; lost %.3f", row.mac, s.Node, float64(s.Age), want, float64(s.Lost))
				}
			}
		}
	}
}

// of returns what came to the station from a node, as if it had come to node 1: see meanAge.
func of(all records, from int32) (some records) {
	for _, d := range all {
		if d.Peer == from && d.Node == 0 {
			d.Node = 1
			some = append(some, d)
		}
	}
	return some
}
