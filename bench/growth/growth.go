// Package growth measures what a reception costs, and a node in memory, as a network
// grows at constant density: a square of water with one modem per two square kilometres, each
// of which sends a packet an hour to whoever hears it. With a cutoff a modem has the same
// neighbours in a network of a hundred as in one of a hundred thousand, so the cost should
// be the same. What is left to grow is the way to memory: the state of a hundred modems is
// in the cache of the processor, that of a hundred thousand is not.
//
// Left out: crowds in which everybody hears everybody, which package peers measures, and
// nodes that move.
package growth

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"time"

	"halocline/bench/calibrate/gauge"
	"halocline/bench/peers"
	"halocline/scenarios"
)

// Network is a network that is measured.
type Network struct {
	Nodes int
	Hours float64
	Seed  uint64
}

// text is its scenario. The modems reach some 2 km, and the cutoff leaves out what comes
// from beyond 3.6 km: some 20 neighbours, and fewer at the edges.
const text = `name: growth
duration: %gs
seed: %d
links:
  acoustic:
    channel: {type: acoustic, noise: {type: wenz, wind: 5m/s}}
    modem: {type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 1kbps, budget: {type: decibels, source_level: 141dB}}
    mac: {type: aloha}
    cutoff: 10dB
nodes:
  - {name: n, at: [0m, 0m, -100m], count: %d, place: {type: box, size: [%gm, %[4]gm, 100m]}}
traffic:
  - {type: poisson, from: n, to: everybody, rate: 1/h, size: 512bit}
`

// Plan returns the network's scenario.
func (n Network) Plan() (*scenarios.Plan, error) {
	const each = 2e6 // m^2 of water
	side := math.Sqrt(each * float64(n.Nodes))
	return scenarios.Parse("growth.yaml", fmt.Sprintf(text, n.Hours*3600, n.Seed, n.Nodes, side), nil)
}

// Cost is what a network took.
type Cost struct {
	Transmissions int64
	Receptions    int64         // of all waves that the cutoff lets pass, whatever becomes of them
	Loop          time.Duration // processor time of the event loop, with that of finding all paths
	Bytes         int64         // of memory at the end
}

// Run simulates the network.
func (n Network) Run(ctx context.Context) (Cost, error) {
	var cost Cost
	plan, err := n.Plan()
	if err != nil {
		return cost, err
	}
	before := gauge.HeapBytes()
	var counts peers.Counts
	simulation, err := plan.Build(nil, &counts)
	if err != nil {
		return cost, err
	}
	began := gauge.ProcessorTime()
	if _, err := simulation.Run(ctx); err != nil {
		return cost, fmt.Errorf("the run stopped: %w", err)
	}
	loop := gauge.ProcessorTime() - began
	cost = Cost{counts.Sent, counts.Receptions, loop, gauge.HeapBytes() - before}
	runtime.KeepAlive(simulation)
	return cost, nil
}
