// Package unet holds slotted FAMA against the numbers that come with UnetStack's implementation of it (P. Nahar, unet-contrib,
// S-FAMA, 2016), on its network: six nodes on two lines, 1 km apart, of which each hears those within 1.5 km.
//
// Begin with Report.
//
// Left out: the throughput at the ten other loads of its table, which lie between those here.
package unet

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"halocline/bench/reproduce/claim"
	"halocline/bench/study/pool"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// network is UnetStack's test case. A packet has 375 bytes and a control frame 12; each node has room for 16 packets, of which
// one is in hand. Slots have room for the way of 2.236 km between any two nodes.
const network = `
name: unet
duration: 6000s
warmup: 600s
links:
  water:
    channel: {type: ideal, speed: 1500m/s, range: 1.5km}
    modem: {type: plain, rate: 1kbps, capture: "off"}
    mac: {type: s-fama, control: 96bit, size: 3000bit, header: 0bit, max_delay: 1491ms, guard: 1ms, retries: 1000000, queue: 15}
nodes:
  - {name: a, at: [1km, 0m, -15m]}
  - {name: b, at: [2km, 0m, -15m]}
  - {name: c, at: [3km, 0m, -15m]}
  - {name: d, at: [1km, 1km, -15m]}
  - {name: e, at: [2km, 1km, -15m]}
  - {name: f, at: [3km, 1km, -15m]}
traffic:
`

// neighbours are the nodes that each sends to, all alike.
func neighbours() map[string]string {
	return map[string]string{"a": "bde", "b": "acdef", "c": "bef", "d": "abe", "e": "abcdf", "f": "bce"}
}

// point is the throughput at an offered load, both in packets per packet time.
type point struct{ load, published, independent float64 }

// points are those of UnetStack's table, of a run each, and what another program gives that was written from the rules alone.
func points() []point {
	return []point{{0.1, 0.095, 0.0988}, {0.3, 0.248, 0.2417}, {0.6, 0.271, 0.2655}, {1, 0.276, 0.2711}, {1.5, 0.278, 0.2740}}
}

// setup is what is run: a load, and what differs from the network.
type setup struct {
	load float64
	sets []strict.Set
}

// Runs is how often each load is run, with seeds of their own.
const Runs = 20

// Report runs the network at each load, and twice with another rule.
func Report(ctx context.Context, seed uint64, workers, runs int) (*claim.Report, error) {
	r := &claim.Report{
		Name: "unet-s-fama", Title: "Slotted FAMA on the network of UnetStack's implementation",
		Assumptions: []string{
			"traffic is Poisson, and each packet goes to any of the neighbours, as often to each",
			"an RTS is repeated until it is answered; a broken packet is not reported by a NACK, but missed like one that is lost",
			"the judged numbers are those of another program that was written from the same rules; UnetStack's own are of one run each",
		},
	}
	setups := make([]setup, 0, len(points())+2)
	for _, p := range points() {
		setups = append(setups, setup{load: p.load})
	}
	const most = 1.5
	setups = append(setups,
		setup{most, []strict.Set{{Path: "links.water.mac.max_delay", Value: "1s"}}},
		setup{most, []strict.Set{{Path: "links.water.mac.backoff.interrupted", Value: "continued"}}})
	throughput, jain, err := measure(ctx, setups, seed, workers, runs)
	if err != nil {
		return nil, err
	}
	r.Claims = claims(throughput, jain)
	return r, nil
}

// claims holds the throughput and Jain's index of the setups, run by run, against what is known.
func claims(throughput, jain [][]float64) []claim.Claim {
	const readme, other = "unet-contrib, S-FAMA/README.txt", "another program of the same rules"
	var all, shown []claim.Claim
	off := 0.0
	for i, p := range points() {
		what := fmt.Sprintf("throughput at a load of %g", p.load)
		mean := claim.Mean(what, "", other, p.independent, throughput[i])
		all = append(all, mean.Off(0.015, ""))
		off += math.Abs(float64(mean.Ours) - p.independent)
		shown = append(shown, claim.Mean(what, "", readme, p.published, throughput[i]).Shown("the source has one run"))
	}
	n := len(points())
	all = append(all, claim.Number("mean of the five differences", "", other, 0, off/float64(n)).Off(0.006, ""))
	all = append(all, shown...)
	return append(all,
		claim.Mean("throughput at 1.5, slots with room for the ways within reach alone", "", other, 0.355, throughput[n]).Shown("another rule"),
		claim.Mean("throughput at 1.5, waits that go on after others", "", other, 0.167, throughput[n+1]).Shown("another rule"),
		claim.Mean("Jain's index of the nodes at 1.5", "", other, 0.69, jain[n-1]).Shown("shown"),
		claim.Mean("Jain's index of the nodes at 1.5, waits that go on after others", "", other, 0.98, jain[n+1]).Shown("another rule"))
}

// measure runs the setups, side by side, and returns throughput and Jain's index of each run.
func measure(ctx context.Context, setups []setup, seed uint64, workers, runs int) (throughput, jain [][]float64, err error) {
	throughput, jain = make([][]float64, len(setups)), make([][]float64, len(setups))
	for i := range setups {
		throughput[i], jain[i] = make([]float64, runs), make([]float64, runs)
	}
	err = pool.Each(ctx, workers, len(setups)*runs, func(ctx context.Context, k int) error {
		i, run := k/runs, k%runs
		own := rng.New(seed).Stream(fmt.Sprintf("%d/%d", i, run)).Uint64() >> 11
		var err error
		throughput[i][run], jain[i][run], err = setups[i].run(ctx, own)
		return err
	})
	return throughput, jain, err
}

// run simulates a setup.
func (s setup) run(ctx context.Context, seed uint64) (throughput, jain float64, err error) {
	sets := append(slices.Clone(s.sets), strict.Set{Path: "seed", Value: fmt.Sprint(seed)})
	plan, err := scenarios.Standard().Parse("unet.yaml", s.text(), sets)
	if err != nil {
		return 0, 0, err
	}
	ledger := trace.NewLedger(plan.Names())
	simulation, err := plan.Build(sim.NewHeap(), ledger)
	if err != nil {
		return 0, 0, err
	}
	end, err := simulation.Run(ctx)
	if err != nil {
		return 0, 0, err
	}
	const rate = 1000 // bit/s
	summary := ledger.Close(end)
	sum, squares := 0.0, 0.0 // of the packets of each node that were delivered
	for _, n := range summary.PerNode {
		x := float64(n.Packets.Delivered)
		sum, squares = sum+x, squares+x*x
	}
	return float64(summary.Total.Packets.Goodput) / rate, sum * sum / (float64(len(summary.PerNode)) * squares), nil
}

// text returns the scenario of a setup: each of six nodes offers a sixth of the load, in packets of 3 s.
func (s setup) text() string {
	var b strings.Builder
	b.WriteString(network)
	for from := range "abcdef" {
		name := string("abcdef"[from])
		all := neighbours()[name]
		for _, to := range all {
			fmt.Fprintf(&b, "  - {type: poisson, from: %s, to: %c, rate: %.9f/s, size: 3000bit}\n", name, to, s.load/6/3/float64(len(all)))
		}
	}
	return b.String()
}
