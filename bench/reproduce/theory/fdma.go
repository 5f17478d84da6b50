package theory

import (
	"context"
	"fmt"
	"math"

	"halocline/scenarios/strict"
	"halocline/sim/equation"
	"halocline/sim/trace"
)

// comb is a sink in the middle of a ring of four senders, 0.1 s away, with five
// bands of 1000 bit/s: a packet takes a second where all bands are equal.
const comb = `
name: comb
duration: 10000s
links:
  comb:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 5kbps, capture: off}
    mac: {type: fdma, header: 0bit, queue: 1000000}
nodes:
  - {name: sink}
  - {name: n, count: 4, place: {type: ring, radius: 150m}}
traffic:
  - {type: poisson, from: n, to: sink, rate: 0.5/s, size: 1000bit}
`

const (
	combSenders = 4
	combDelay   = 0.1 // s, to the sink
)

// fdmaRows are the rows of frequency division.
func fdmaRows() []Row {
	rows := []Row{
		queueFDMA("equal bands, load 0.3", 0.3, []float64{1, 1, 1, 1, 1}, 0).by("mean delay of a station", equation.Values{"r": 0.3, "b": 1, "d": combDelay}),
		queueFDMA("equal bands, load 0.8", 0.8, []float64{1, 1, 1, 1, 1}, 0).by("mean delay of a station", equation.Values{"r": 0.8, "b": 1, "d": combDelay}),
		queueFDMA("bands of 1 to 4 parts, gaps of 2.5 %", 0.25, []float64{2, 1, 2, 3, 4}, 0.025),
		queueFDMA("equal bands, gaps of 2.5 %", 0.5, []float64{1, 1, 1, 1, 1}, 0.025),
		saturatedFDMA(0),
		saturatedFDMA(0.025),
		againstTDMA(0.3),
		againstTDMA(0.8),
	}
	for _, x := range []float64{0.1, 0.5} {
		rows = append(rows, sharedTransducer(x))
	}
	return rows
}

// queueFDMA is the delay of packets that come at random, so many in a second at
// each sender. Nobody disturbs anybody, so each band is a server of its own for
// packets of one length, M/D/1: with D = N/R in a band of R bit/s and the load r D,
//
//	W = r D D/(2 (1 - r D)) + D + the way
//
// The mean over all packets is that over the senders, which have equal rates. A
// band has its share of what the gaps leave of the modem's rate.
func queueFDMA(setup string, rate float64, shares []float64, guard float64) Row {
	sum := 0.0
	for _, s := range shares {
		sum += s
	}
	const bits, modem = 1000, 5000
	theory := 0.0
	for _, s := range shares[1:] {
		d := bits / (modem * (1 - combSenders*guard) * s / sum)
		theory += (rate*d*d/(2*(1-rate*d)) + d + combDelay) / combSenders
	}
	row := combRow(setup, "mean delay (s)", theory, func(s trace.Summary) float64 { return float64(s.Total.Packets.DelayMean) },
		set("links.comb.mac.shares", list(shares)),
		set("links.comb.mac.guard", guard),
		set("traffic[0].rate", fmt.Sprintf("%g/s", rate)))
	row.Source = "M/D/1 in each band, Pollaczek-Khinchine"
	return row
}

// saturatedFDMA is the part of the modem's rate that carries packets while all
// stations always have some: what gaps and headers leave. The beginning and the
// end of the run are left out of the theory: at most two packets for each band, of
// 9000 or more.
func saturatedFDMA(guard float64) Row {
	const size, header, modem = 976, 24, 5000
	row := combRow(fmt.Sprintf("saturated, gaps of %g", guard), "packets' part of the modem's rate",
		(1-combSenders*guard)*size/(size+header),
		func(s trace.Summary) float64 { return float64(s.Total.Packets.Throughput) / modem },
		set("links.comb.mac.guard", guard),
		set("links.comb.mac.header", fmt.Sprintf("%dbit", header)),
		set("links.comb.mac.queue", 2),
		set("links.comb.mac.shared_transducer", false),
		set("traffic", fmt.Sprintf("[{type: periodic, phase: same, from: n, to: sink, period: 400ms, size: %dbit}, {type: periodic, phase: same, from: sink, to: n1, period: 400ms, size: %[1]dbit}]", size)))
	row.Source = "what headers and gaps leave"
	row.Approximate, row.Allowed = true, 0.0005
	row.Replications = 2
	return row
}

// sharedTransducer is the part of the packets that a sink receives which itself
// sends in its own band, x packets per airtime, without a queue: its transmitter
// alternates between an idle time, exponential with mean D/x, and an airtime D. It
// has to be idle when a packet begins to arrive, and stay so for as long as that
// lasts:
//
//	e^-x / (1 + x)
func sharedTransducer(x float64) Row {
	row := combRow(fmt.Sprintf("sink sends %g packets per airtime", x), "part of the packets that it receives",
		math.Exp(-x)/(1+x),
		func(s trace.Summary) float64 {
			sent, received := 0.0, 0.0
			for _, n := range s.PerNode[1:] {
				sent += float64(n.Packets.Accepted)
				received += float64(n.Packets.Delivered)
			}
			return received / sent
		},
		set("links.comb.mac.queue", 0),
		set("traffic", fmt.Sprintf("[{type: poisson, from: n, to: sink, rate: 0.5/s, size: 1000bit}, {type: poisson, from: sink, to: n1, rate: %g/s, size: 1000bit}]", x)))
	row.Source = "alternating renewal process of the sink"
	return row.by("chance that a node which sends receives", equation.Values{"x": x})
}

// againstTDMA is the same traffic at m stations by frequency and by time division
// of one rate. With slots of an m-th of a second the delays are, in slots and
// without the way, for load r,
//
//	FDMA  m + r m/(2 (1-r))
//	TDMA  1 + m/(2 (1-r))
//
// and time division is m/2 - 1 slots faster, whatever the load (Bertsekas and
// Gallager, Data Networks, 2nd ed. 1992, section 3.5.1). The two are simulated with
// the same arrivals.
func againstTDMA(load float64) Row {
	const stations, slot = combSenders + 1, 0.2 // s
	delay := func(s trace.Summary) float64 { return float64(s.Total.Packets.DelayMean) }
	rate := set("traffic[0].rate", fmt.Sprintf("%g/s", load))
	row := combRow(fmt.Sprintf("load %g", load), "mean delay beyond that of TDMA (s)", (stations/2.0-1)*slot, delay, rate)
	byFrequency := row.Measure
	row.Measure = func(ctx context.Context, seed uint64) (float64, error) {
		f, err := byFrequency(ctx, seed)
		if err != nil {
			return 0, err
		}
		s, err := simulate(ctx, comb, seed, rate,
			set("links.comb.mac", "{type: tdma, header: 0bit, size: 1000bit, propagation: 0s, queue: 1000000}"))
		return f - delay(s), err
	}
	row.Source = "M/D/1 with and without vacations, Bertsekas and Gallager 3.5.1"
	return row
}

// combRow is a row about the comb with some values overridden.
func combRow(setup, quantity string, theory float64, value func(trace.Summary) float64, sets ...strict.Set) Row {
	return Row{
		Protocol:     "fdma",
		Setup:        setup,
		Quantity:     quantity,
		Theory:       theory,
		Replications: 20,
		Measure: func(ctx context.Context, seed uint64) (float64, error) {
			s, err := simulate(ctx, comb, seed, sets...)
			if err != nil {
				return 0, err
			}
			return value(s), nil
		},
	}
}

// list writes numbers as a list of YAML.
func list(x []float64) string {
	text := "["
	for i, v := range x {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprint(v)
	}
	return text + "]"
}
