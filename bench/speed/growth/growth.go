// Package growth measures what a reception costs, and a node in memory, as a network
// grows at constant density: a square of water with one modem per two square kilometres, each
// of which sends packets to whoever hears it. With a cutoff a modem has the same neighbours
// in a network of a hundred as in one of a hundred thousand, so the cost should be the
// same. Two things grow all the same. The state of a hundred modems is in the cache of the
// processor, that of a hundred thousand is not. And where each modem sends as often as
// before, a thousand times as much happens at once: the next of all steps has to be found
// among more of them. Under a load of the network as a whole, as package peers has it, only
// the first is left.
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

	"halocline/bench/speed/calibrate/gauge"
	"halocline/bench/speed/peers"
	"halocline/scenarios"
)

// Network is a network that is measured.
type Network struct {
	Nodes   int
	Load    Load
	Packets float64 // of each node in the run, on average
	Seed    uint64
}

// Load is how often packets are made.
type Load struct {
	Rate     float64 // packets per second
	Together bool    // of all nodes, or else of each
}

// Loads returns the loads under which networks are measured: so many packets of each node
// in an hour, and that of package peers, whatever the number of nodes.
func Loads(hourly float64) []Load { return []Load{{Rate: hourly / 3600}, {Rate: 0.5, Together: true}} }

// each returns the packets per second of one of some nodes.
func (l Load) each(nodes int) float64 {
	if l.Together {
		return l.Rate / float64(nodes)
	}
	return l.Rate
}

// String returns the load for people.
func (l Load) String() string {
	if l.Together {
		return fmt.Sprintf("%.3g/s in all", l.Rate)
	}
	return fmt.Sprintf("%.3g/h each", l.Rate*3600)
}

// scenario is its text. The modems reach some 2 km, and the cutoff leaves out what comes
// from beyond 4.8 km: some 36 neighbours, and fewer at the edges.
const scenario = `name: growth
duration: %.3fs
seed: %d
links:
  acoustic:
    channel: {type: acoustic, noise: {type: wenz, wind: 5m/s}}
    modem: {type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 1kbps, budget: {type: decibels, source_level: 141dB}}
    mac: {type: aloha}
    cutoff: 20dB
nodes:
  - {name: n, at: [0m, 0m, -100m], count: %d, place: {type: box, size: [%gm, %[4]gm, 100m]}}
traffic:
  - {type: poisson, from: n, to: everybody, rate: %[5]g/s, size: 512bit}
`

// Plan returns the network's scenario.
func (n Network) Plan() (*scenarios.Plan, error) {
	const area = 2e6 // m^2 of water for each node
	side, rate := math.Sqrt(area*float64(n.Nodes)), n.Load.each(n.Nodes)
	return scenarios.Standard().Parse("growth.yaml", fmt.Sprintf(scenario, n.Packets/rate, n.Seed, n.Nodes, side, rate), nil)
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
