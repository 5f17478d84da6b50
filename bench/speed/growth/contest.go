package growth

import (
	"context"
	"fmt"

	"halocline/bench/speed/calibrate/gauge"
)

// Contest says which networks are measured, and how often.
type Contest struct {
	Nodes   []int
	Loads   []Load
	Packets float64 // of each node in each run, on average
	Rounds  int     // of all networks in turns, so that what else the machine does meets all of them
	Told    func(string)
}

// Standing is what networks of one size took under a load, over the rounds.
type Standing struct {
	Load      string       `json:"load"`
	Nodes     int          `json:"nodes"`
	Runs      int          `json:"runs"`                          // in each round, with different seeds
	Heard     float64      `json:"receptions_per_transmission"`   // mean
	Reception gauge.Spread `json:"ns_per_reception"`              // of processor time
	Ratio     float64      `json:"ratio"`                         // of the medians, to the first size
	Day       float64      `json:"processor_s_per_simulated_day"` // median
	Bytes     float64      `json:"bytes_per_node"`                // median
}

// leastNodes is how many nodes are simulated in a round at least: a small network takes
// milliseconds, and is simulated again and again with other seeds.
const leastNodes = 20_000

// Hold carries the contest out. The standings of a load follow each other.
func (c Contest) Hold(ctx context.Context) ([]Standing, error) {
	var fields []*field
	for _, load := range c.Loads {
		for _, nodes := range c.Nodes {
			fields = append(fields, &field{Network: Network{Nodes: nodes, Load: load, Packets: c.Packets}, runs: max(1, leastNodes/nodes)})
		}
	}
	for round := range c.Rounds {
		for _, f := range fields {
			c.Told(fmt.Sprintf("%d nodes, %v, round %d", f.Nodes, f.Load, round+1))
			if err := f.round(ctx); err != nil {
				return nil, err
			}
		}
	}
	out := make([]Standing, len(fields))
	for i, f := range fields {
		out[i] = f.standing()
		out[i].Ratio = out[i].Reception.Median / out[i/len(c.Nodes)*len(c.Nodes)].Reception.Median
	}
	return out, nil
}

// field is the networks of one size under one load, and what they took.
type field struct {
	Network
	runs  int // in a round
	heard float64
	times []float64 // ns per reception, by round
	bytes []float64 // per node, by round
}

// round simulates the networks, with the seeds from 1 on.
func (f *field) round(ctx context.Context) error {
	var sum Cost
	for seed := range f.runs {
		n := f.Network
		n.Seed = uint64(1 + seed)
		cost, err := n.Run(ctx)
		if err != nil {
			return err
		}
		sum.Transmissions += cost.Transmissions
		sum.Receptions += cost.Receptions
		sum.Loop += cost.Loop
		sum.Bytes += cost.Bytes
	}
	f.times = append(f.times, float64(sum.Loop)/float64(sum.Receptions))
	f.bytes = append(f.bytes, float64(sum.Bytes)/float64(f.runs*f.Nodes))
	f.heard = float64(sum.Receptions) / float64(sum.Transmissions)
	return nil
}

// standing returns what the networks took, but for the ratio.
func (f *field) standing() Standing {
	s := Standing{Load: f.Load.String(), Nodes: f.Nodes, Runs: f.runs, Heard: f.heard}
	s.Reception, s.Bytes = gauge.SpreadOf(f.times), gauge.SpreadOf(f.bytes).Median
	const day = 24 * 3600
	s.Day = s.Reception.Median * 1e-9 * s.Heard * f.Load.each(f.Nodes) * day * float64(s.Nodes)
	return s
}
