package growth

import (
	"context"
	"fmt"

	"halocline/bench/calibrate/gauge"
)

// Contest says which networks are measured, and how often.
type Contest struct {
	Nodes  []int
	Hours  float64
	Rounds int // of all sizes in turns, so that what else the machine does meets all of them
	Told   func(string)
}

// Standing is what networks of one size took, over the rounds.
type Standing struct {
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

// Hold carries the contest out.
func (c Contest) Hold(ctx context.Context) ([]Standing, error) {
	out := make([]Standing, len(c.Nodes))
	times, bytes := make([][]float64, len(c.Nodes)), make([][]float64, len(c.Nodes))
	for round := range c.Rounds {
		for i, nodes := range c.Nodes {
			c.Told(fmt.Sprintf("%d nodes, round %d", nodes, round+1))
			runs := max(1, leastNodes/nodes)
			sum, err := c.round(ctx, nodes, runs)
			if err != nil {
				return nil, err
			}
			times[i] = append(times[i], float64(sum.Loop)/float64(sum.Receptions))
			bytes[i] = append(bytes[i], float64(sum.Bytes)/float64(runs*nodes))
			out[i].Nodes, out[i].Runs = nodes, runs
			out[i].Heard = float64(sum.Receptions) / float64(sum.Transmissions)
		}
	}
	for i := range out {
		s := &out[i]
		s.Reception, s.Bytes = gauge.SpreadOf(times[i]), gauge.SpreadOf(bytes[i]).Median
		s.Ratio = s.Reception.Median / out[0].Reception.Median
		const packets = 24 // of a node in a day
		s.Day = s.Reception.Median * 1e-9 * s.Heard * packets * float64(s.Nodes)
	}
	return out, nil
}

// round simulates networks of one size, with the seeds from 1 on.
func (c Contest) round(ctx context.Context, nodes, runs int) (sum Cost, err error) {
	for seed := range runs {
		cost, err := Network{nodes, c.Hours, uint64(1 + seed)}.Run(ctx)
		if err != nil {
			return sum, err
		}
		sum.Transmissions += cost.Transmissions
		sum.Receptions += cost.Receptions
		sum.Loop += cost.Loop
		sum.Bytes += cost.Bytes
	}
	return sum, nil
}
