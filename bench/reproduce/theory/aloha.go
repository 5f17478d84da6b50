package theory

import (
	"context"
	"fmt"

	"halocline/scenarios/strict"
	"halocline/sim/equation"
)

// star is a sink in the middle of a ring of equal senders: every frame arrives
// there with the same power and the same delay, and overlapping frames are lost.
// A frame takes one second, so that rates are loads.
const star = `
name: star
duration: 20000s
links:
  star:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps, capture: off}
    mac: {type: aloha, header: 0bit, queue: 0}
nodes:
  - {name: sink}
  - {name: n, count: 20, place: {type: ring, radius: 150m}}
traffic:
  - {type: poisson, from: n, to: sink, rate: 1/s, size: 1000bit}
`

// alohaRows are the rows of pure ALOHA.
func alohaRows() []Row {
	var rows []Row
	for _, g := range []float64{0.1, 0.5, 1} {
		rows = append(rows, finiteALOHA(20, g))
	}
	return append(rows, scatteredALOHA(20, 0.5), manyALOHA(400, 0.5))
}

// finiteALOHA is pure ALOHA with n senders that offer g frames per frame time
// together and refuse packets while they send.
//
// A sender alternates between an idle time, exponential with mean n/g, and one
// frame time, so it is idle with probability 1/(1+x), x = g/n, and begins a frame
// at the rate x/(1+x). A frame is received if each of the others is idle when it
// begins and stays so for a frame time:
//
//	S = n x/(1+x) (e^-x / (1+x))^(n-1)
func finiteALOHA(n int, g float64) Row {
	row := Row{
		Protocol:     "aloha",
		Setup:        fmt.Sprintf("%d senders, offered load %g", n, g),
		Quantity:     "throughput (frames per frame time)",
		Source:       "alternating renewal process per sender",
		Replications: 20,
		Measure:      measureALOHA(n, g),
	}
	return row.by("throughput of n senders", equation.Values{"n": float64(n), "G": g})
}

// scatteredALOHA is finiteALOHA with ways of up to four frame times. A shift in
// time of one sender against the others changes nothing.
func scatteredALOHA(n int, g float64) Row {
	row := finiteALOHA(n, g)
	row.Setup += ", ways of 0 to 4 frames"
	row.Measure = measureALOHA(n, g, set("nodes.n.place", "{type: disc, radius: 6km}"))
	return row
}

// manyALOHA is pure ALOHA with so many senders that the offered traffic is
// nearly Poisson: S = G e^-2G.
func manyALOHA(n int, g float64) Row {
	row := finiteALOHA(n, g)
	row.Theory = 0 // that of n senders, which many come near
	row = row.by("throughput of many senders", equation.Values{"G": g})
	row.Source = "G e^-2G, Abramson 1970"
	row.Approximate = true
	row.Allowed = 0.02
	row.Replications = 5
	return row
}

func measureALOHA(n int, g float64, sets ...strict.Set) func(context.Context, uint64) (float64, error) {
	return func(ctx context.Context, seed uint64) (float64, error) {
		sets := append([]strict.Set{
			set("nodes.n.count", n),
			set("traffic[0].rate", fmt.Sprintf("%g/s", g/float64(n))),
		}, sets...)
		s, err := simulate(ctx, star, seed, sets...)
		return float64(s.Total.Packets.Delivered) / s.Duration, err
	}
}
