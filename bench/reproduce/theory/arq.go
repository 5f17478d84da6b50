package theory

import (
	"context"
	"fmt"

	"halocline/scenarios/strict"
)

// windowed is a sender that always has a packet and a receiver half a second away, which loses a fifth of all
// packets and no acknowledgement. A packet takes 1 s, an acknowledgement 0.1 s, and both modems hear while they
// send. The sender repeats what is not acknowledged 2.5 s after it has ended.
const windowed = `
name: windowed
duration: 8000s
links:
  water:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps, capture: off, full_duplex: true}
    mac: {type: aloha, header: 0bit, queue: 8}
    arq: {window: 32, header: 0bit, ack_size: 100bit, timeout: 2.5s, retries: 1000, queue: 32}
nodes:
  - {name: a}
  - {name: b, at: [750m, 0m, 0m], links: {water: {modem: {errors: {type: loss, probability: 0.2}}}}}
traffic:
  - {type: periodic, phase: same, from: a, to: b, period: 0.9s, size: 1000bit}
`

// lossShare is the share of packets that the receiver loses.
const lossShare = 0.2

// arqRows are the rows of repetition with windows.
func arqRows() []Row {
	return []Row{
		arqRow("selective repeat, window beyond the pipe", 1-lossShare, "1 - p (Bertsekas, Gallager 1992, section 2.4)", set("links.water.arq.ack_size", "68bit")),
		arqRow("go-back-N, window beyond the pipe", goBack(5), "(1 - p)/(1 + (N-1) p), N = 5 (Bertsekas, Gallager 1992, section 2.4)", set("links.water.arq.kind", "go-back-n")),
		arqRow("go-back-N, window of 1", stopAndWait(), "stop and wait, renewal with rewards", set("links.water.arq.kind", "go-back-n"), set("links.water.arq.window", 1)),
		arqRow("selective repeat, window of 1", stopAndWait(), "stop and wait, renewal with rewards", set("links.water.arq.ack_size", "99bit"), set("links.water.arq.window", 1)),
	}
}

// goBack is go-back-N where a lost packet costs so many packet times. The sender learns of it 3.5 s after the packet
// has begun. A packet is on the air then and another one waits for the radio, so that the lost one begins again
// after N = 5. What is sent meanwhile is thrown away. Each try of the oldest packet succeeds with 1 - p and takes 1,
// or fails and takes N: (1-p)/((1-p) + p N).
func goBack(n float64) float64 { return (1 - lossShare) / (1 + (n-1)*lossShare) }

// stopAndWait is packets per second with one under way. A packet that comes through takes 1 s + 0.5 s + 0.1 s + 0.5 s,
// and the k-th try that does not takes 1 s and a time-out w_k. That is 2.5 s for the first two; from the third on
// it is drawn between 2.5 s and twice that, four times, and eight times from the fifth on, so that on average it
// is 1.5, 2.5 and 4.5 times as long. All tries before the k-th fail with p^(k-1), and the k-th with p^k.
func stopAndWait() float64 {
	mean, power := 2.1, lossShare
	for _, w := range []float64{1, 1, 1.5, 2.5} {
		mean += power * (1 + 2.5*w)
		power *= lossShare
	}
	mean += power / (1 - lossShare) * (1 + 2.5*4.5)
	return 1 / mean
}

// arqRow is a row of the windowed sender.
func arqRow(setup string, theory float64, source string, sets ...strict.Set) Row {
	return Row{
		Protocol:     "arq",
		Setup:        fmt.Sprintf("%s, %.0f %% of packets lost", setup, 100*lossShare),
		Quantity:     "throughput (packets per second)",
		Theory:       theory,
		Source:       source,
		Replications: 20,
		Measure: func(ctx context.Context, seed uint64) (float64, error) {
			s, err := simulate(ctx, windowed, seed, sets...)
			return float64(s.Total.Packets.Delivered) / s.Duration, err
		},
	}
}
