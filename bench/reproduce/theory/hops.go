package theory

import (
	"context"
	"fmt"
	"math"
	"time"

	"halocline/mac"
	"halocline/mac/aloha"
	"halocline/phy"
	"halocline/sim/trace"
)

// dataLoss is a modem that loses a part of all data frames, and no acknowledgement.
type dataLoss float64

// Success implements phy.ErrorModel.
func (p dataLoss) Success(_, bits float64) float64 {
	if bits < frameBits {
		return 1
	}
	return 1 - float64(p)
}

// dataFrames counts the frames that carry a packet.
type dataFrames int

// Emit implements trace.Tracer.
func (n *dataFrames) Emit(r trace.Record) {
	if r.Kind == trace.TxStart && r.Pkt > 0 {
		*n++
	}
}

// byHop is how often a packet is sent over n hops that each repeat it until it has come: 1/(1-p) times on average on each.
func byHop(n int, p float64) float64 { return float64(n) / (1 - p) }

// endToEnd is the same where the first node repeats it until it has come over all of them. Hop k is tried if the k-1 before it
// have not lost it, so that a try takes 1 + q + ... + q^(n-1) = (1 - q^n)/p transmissions, q = 1-p, and 1/q^n tries are made on average
// (Wald). The product is the sum of q^-k for k from 1 to n.
func endToEnd(n int, p float64) float64 {
	all := math.Pow(1-p, float64(n))
	return (1 - all) / (p * all)
}

// transmissions runs the chain for so many packets of its first node, one after the other, and returns how often each is sent. Where
// the hops do not repeat, an application at the first node does, when the packet should have come. It is told, without a frame, if it has.
func (c *chain) transmissions(ctx context.Context, count *dataFrames, repeat bool, packets int) (float64, error) {
	const patience = 30 * time.Second // longer than all hops take
	for _, p := range c.protocols {
		p.Start()
	}
	for sent := 0; c.came[0] < packets; {
		if c.came[0] == sent {
			sent++
			c.send(0, 0)
		} else if repeat {
			c.send(0, 0)
		}
		if err := c.kernel.Run(ctx, c.kernel.Now().Add(patience)); err != nil {
			return 0, err
		}
	}
	return float64(*count) / float64(packets), nil
}

// hopRows are the rows of repetition over several hops.
func hopRows() []Row {
	var rows []Row
	for _, n := range []int{2, 5} {
		rows = append(rows, hopRow(n, "hop by hop", "n/(1-p), geometric on each hop", byHop, true),
			hopRow(n, "end to end", "(1-(1-p)^n)/(p (1-p)^n), Wald", endToEnd, false))
	}
	return rows
}

// hopRow is one of n hops that lose a fifth of all data.
func hopRow(n int, how, source string, theory func(n int, p float64) float64, hops bool) Row {
	const packets = 500
	return Row{
		Protocol:     "aloha",
		Setup:        fmt.Sprintf("a line of %d hops, repeated %s, %.0f %% of data lost", n, how, 100*lossShare),
		Quantity:     "transmissions per packet",
		Theory:       theory(n, lossShare),
		Source:       source,
		Replications: 20,
		Measure: func(ctx context.Context, seed uint64) (float64, error) {
			config, count := &aloha.Config{QueueConfig: mac.DefaultQueue(), AckConfig: mac.DefaultAck()}, new(dataFrames)
			config.Acknowledge, config.Retries, config.Window, config.MaxWindow = hops, 1000, 1, 1
			modem := phy.Modem{Errors: dataLoss(lossShare)}
			c := newChain(seed, n, 250*time.Millisecond, config, modem, count)
			return c.transmissions(ctx, count, !hops, packets)
		},
	}
}
