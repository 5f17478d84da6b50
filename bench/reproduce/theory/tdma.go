package theory

import (
	"context"
	"fmt"
	"math"

	"halocline/scenarios/strict"
	"halocline/sim/equation"
)

// tdmaStar is a sink and eight senders around it, 0.1 s away, so that the longest
// way is 0.2 s. A packet takes 0.8 s, a slot 1 s, and a frame 8 s. A sender makes
// two packets in each frame, which fill its slot from the first one on.
const tdmaStar = `
name: tdma
duration: 8000s
links:
  star:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps, capture: off}
    mac: {type: tdma, size: 800bit, header: 0bit, slots: [n1, n2, n3, n4, n5, n6, n7, n8]}
nodes:
  - {name: sink}
  - {name: n, count: 8, place: {type: ring, radius: 150m}}
traffic:
  - {type: periodic, phase: same, from: n, to: sink, period: 4s, size: 800bit}
`

// tdmaDocking is the docking frame of O. Erdemir's thesis (2018) with all slots in
// use.
const tdmaDocking = `
name: tdma-docking
duration: 740s
links:
  acoustic:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 10kbps, capture: off}
    mac: {type: tdma-docking, station: dock, propagation: 33.333333ms}
nodes:
  - {name: dock}
  - {name: auv, count: 8, place: {type: ring, radius: 50m}}
traffic:
  - {type: periodic, phase: same, from: dock, to: everybody, period: 50ms, size: 512bit}
  - {type: periodic, phase: same, from: auv, to: dock, period: 0.5s, size: 64bit}
`

// tdmaRows are the rows of time division.
func tdmaRows() []Row {
	return []Row{
		saturatedTDMA("tdma", "8 slots, each full, no guard", tdmaStar, 0).by("utilisation", equation.Values{"t": 0.8, "d": 0.2, "g": 0}),
		saturatedTDMA("tdma", "8 slots, each full, guard of 0.6 s", tdmaStar, 0, set("links.star.mac.guard", "0.6s"), set("duration", "12800s")).
			by("utilisation", equation.Values{"t": 0.8, "d": 0.2, "g": 0.6}),
		saturatedTDMA("tdma-docking", "8 + 8 slots, each full", tdmaDocking, (8*51.2+8*6.4)/740),
		delayTDMA(0.1),
		delayTDMA(0.5),
		delayTDMA(0.7),
		ageTDMA(0.1),
		ageTDMA(0.9),
	}
}

// saturatedTDMA is the part of the time in which somebody sends when no slot is
// empty: airtimes over the length of the frame. The run is a whole number of frames.
func saturatedTDMA(protocol, setup, text string, theory float64, sets ...strict.Set) Row {
	return Row{
		Protocol:     protocol,
		Setup:        setup,
		Quantity:     "utilisation",
		Theory:       theory,
		Source:       "airtimes over length of the frame",
		Replications: 2,
		Measure: func(ctx context.Context, seed uint64) (float64, error) {
			s, err := simulate(ctx, text, seed, sets...)
			if err != nil {
				return 0, err
			}
			return float64(s.PerLink[0].Utilisation), nil
		},
	}
}

// delayTDMA is the delay of packets that come at random, rho in a frame F, to a
// node with one slot in a frame.
//
// The slot serves one packet in each F, and an empty one is a vacation of F. So
// the wait until the packet is sent is that of M/D/1 with service time F, rho F /
// (2 (1-rho)), and half a vacation:
//
//	W = rho F / (2 (1-rho)) + F/2 = F / (2 (1-rho))
//
// (Bertsekas and Gallager, Data Networks, 2nd ed., section 3.5.1, M/G/1 queues with
// vacations; S. Lam, Delay analysis of a time division multiple access (TDMA)
// channel, IEEE Trans. Commun. 25(12), 1977, pp. 1489-1494). Airtime and way follow.
func delayTDMA(rho float64) Row {
	const frame, airtime, way = 8, 0.8, 0.1 // s
	row := Row{
		Protocol:     "tdma",
		Setup:        fmt.Sprintf("8 slots, Poisson arrivals, %g of the slots in use", rho),
		Quantity:     "mean delay (s)",
		Source:       "M/D/1 with vacations, Lam 1977",
		Replications: 20,
		Measure: func(ctx context.Context, seed uint64) (float64, error) {
			s, err := simulate(ctx, tdmaStar, seed,
				set("duration", "20000s"), set("links.star.mac.queue", 100_000),
				set("traffic", fmt.Sprintf("[{type: poisson, from: n, to: sink, rate: %g/s, size: 800bit}]", rho/frame)))
			if err != nil {
				return 0, err
			}
			return float64(s.Total.Packets.DelayMean), nil
		},
	}
	return row.by("mean delay", equation.Values{"F": frame, "rho": rho, "t": airtime, "d": way})
}

// ageTDMA is the age of information at the sink about the senders, each of which
// makes one packet in each frame F, when the first slot begins. It waits for its
// slot, is on the air, and arrives after d with probability p, which Rayleigh
// fading gives: power is exponential, and with a threshold relative to its mean
//
//	p = exp(-threshold)
//
// Between arrivals lie G frames, where G is geometric, so the mean age is d + F
// E[G^2] / (2 E[G]) = d + F (1/p - 1/2). The wait of sender k is k slots of 1 s, 3.5
// s on average.
func ageTDMA(threshold float64) Row {
	const frame, wait, airtime, way = 8, 3.5, 0.8, 0.1 // s
	p := math.Exp(-threshold)
	modem := fmt.Sprintf("{type: plain, rate: 1kbps, capture: off, budget: {type: watts, power: 1W, threshold: %gW}, fading: rayleigh}", threshold)
	row := Row{
		Protocol:     "tdma",
		Setup:        fmt.Sprintf("8 slots, an update in each frame, delivered with probability %.3f", p),
		Quantity:     "mean age of information (s)",
		Source:       "d + F (1/p - 1/2), geometric gaps",
		Replications: 20,
		Measure: func(ctx context.Context, seed uint64) (float64, error) {
			s, err := simulate(ctx, tdmaStar, seed, set("duration", "20000s"), set("links.star.modem", modem), set("traffic[0].period", "8s"))
			if err != nil {
				return 0, err
			}
			sum := 0.0
			for _, f := range s.PerFlow {
				sum += float64(f.AgeMean)
			}
			return sum / float64(len(s.PerFlow)), nil
		},
	}
	return row.by("mean age of information", equation.Values{"w": wait, "t": airtime, "d": way, "F": frame, "p": p})
}
