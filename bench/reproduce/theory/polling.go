package theory

import (
	"context"
	"fmt"

	"halocline/sim/equation"
)

// reaches is a station and three vehicles at different distances, 0.1, 0.2 and
// 0.5 s away. Polls take 0.05 s, answers 0.1 s and a second for their packets,
// and everybody waits 0.1 s before he speaks.
const reaches = `
name: reaches
duration: 20000s
links:
  water:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps, capture: off}
    mac: {type: polling, station: dock, poll: 50bit, answer: 100bit, turnaround: 100ms, queue: 100000}
nodes:
  - {name: dock}
  - {name: a, at: [150m, 0m, 0m]}
  - {name: b, at: [0m, 300m, 0m]}
  - {name: c, at: [0m, 0m, -750m]}
`

// walk is how long a cycle takes in which nobody has a packet, in s: for each
// vehicle the poll, the answer, twice the way and twice the turnaround.
const walk = 3*(0.05+0.1+2*0.1) + 2*(0.1+0.2+0.5)

// pollingRows are the rows of polling.
func pollingRows() []Row {
	rows := []Row{saturatedPolling()}
	for _, load := range []float64{0.1, 0.25, 0.4} {
		rows = append(rows, loadedPolling(load))
	}
	return rows
}

// saturatedPolling is a cycle in which every vehicle has a packet. Nothing is
// random in it. It is counted from the packets that arrive in whole cycles.
func saturatedPolling() Row {
	const cycle, cycles = walk + 3*1, 1000
	return Row{
		Protocol:     "polling",
		Setup:        "3 vehicles that always have a packet",
		Quantity:     "cycle time (s)",
		Theory:       cycle,
		Source:       "sum of airtimes, ways and turnarounds",
		Replications: 2,
		Measure: func(ctx context.Context, seed uint64) (float64, error) {
			// The first packets come before the first poll has arrived, and more of
			// them than are asked for.
			text := reaches + toDock("type: periodic, phase: same, period: 500ms")
			s, err := simulate(ctx, text, seed, set("duration", fmt.Sprintf("%.3fs", cycle*cycles)), set("links.water.mac.queue", 2))
			return 3 * s.Duration / float64(s.Total.Packets.Delivered), err
		},
	}
}

// loadedPolling is polling with Poisson traffic whose packets take the part load
// of the time. A cycle of mean length C serves what comes in it, load C, and
// walks:
//
//	C = walk + load C
//
// however far the vehicles are and however the load is spread, as long as all
// queues are stable. Cycles are counted by the polls.
func loadedPolling(load float64) Row {
	row := Row{
		Protocol:     "polling",
		Setup:        fmt.Sprintf("3 vehicles, offered load %g", load),
		Quantity:     "mean cycle time (s)",
		Source:       "R/(1 - rho), Takagi 1988",
		Replications: 10,
		Measure: func(ctx context.Context, seed uint64) (float64, error) {
			text := reaches + toDock(fmt.Sprintf("type: poisson, rate: %g/s", load/3))
			s, err := simulate(ctx, text, seed)
			return 3 * s.Duration / float64(s.PerNode[0].Frames.Sent), err
		},
	}
	return row.by("mean time of a round", equation.Values{"R": walk, "rho": load})
}

// toDock is traffic of one kind from each vehicle, in packets of a second.
func toDock(kind string) string {
	text := "traffic:\n"
	for _, from := range []string{"a", "b", "c"} {
		text += fmt.Sprintf("  - {%s, from: %s, to: dock, size: 1000bit}\n", kind, from)
	}
	return text
}
