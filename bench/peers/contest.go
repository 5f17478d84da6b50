package peers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"halocline/bench/calibrate/meter"
)

// Contest says which workloads are compared, and how often.
type Contest struct {
	Nodes      []int
	Seeds      int     // from 1 on
	Rounds     int     // of all sides in turns; round r is of seed r mod Seeds
	Receptions float64 // of each run, about
	Told       func(string)
}

// Trial is a run of each side: the same workload, one after the other.
type Trial struct {
	Workload
	Reports []Report // by side
}

// Hold carries the contest out. Each run is a process of its own. The sides take
// turns, so that what else the machine does meets all of them.
func (c Contest) Hold(ctx context.Context, sides []Side) ([]Trial, error) {
	root, err := os.MkdirTemp("", "halocline-peers")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(root)
	var trials []Trial
	for _, n := range c.Nodes {
		for round := range max(c.Rounds, c.Seeds) {
			w := Sized(n, c.Receptions, uint64(1+round%c.Seeds))
			folder := filepath.Join(root, strconv.Itoa(n)+"-"+strconv.FormatUint(w.Seed, 10))
			if round < c.Seeds {
				if err := os.Mkdir(folder, 0o777); err != nil {
					return nil, err
				}
				if err := w.WriteFiles(folder); err != nil {
					return nil, err
				}
			}
			trial := Trial{Workload: w}
			for _, s := range sides {
				c.Told(fmt.Sprintf("%d nodes, seed %d, round %d: %s", n, w.Seed, round+1, s.Name))
				report, err := s.Run(ctx, folder, w)
				if err != nil {
					return nil, err
				}
				trial.Reports = append(trial.Reports, report)
			}
			trials = append(trials, trial)
		}
	}
	return trials, nil
}

// Differences returns the runs of one workload that did not come to the same counts,
// one sentence each.
func Differences(sides []Side, trials []Trial) []string {
	var out []string
	for _, t := range trials {
		for i, r := range t.Reports {
			if r.Counts != t.Reports[0].Counts {
				out = append(out, fmt.Sprintf("%d nodes, seed %d: %s counts %+v, and %s %+v",
					t.Nodes, t.Seed, sides[0].Name, t.Reports[0].Counts, sides[i].Name, r.Counts))
			}
		}
	}
	return out
}

// Standing is what a side's runs with so many nodes cost.
type Standing struct {
	Nodes int          `json:"nodes"`
	Side  string       `json:"side"`
	Rate  meter.Spread `json:"receptions_per_s"`       // per second of processor time of the event loop
	Whole meter.Spread `json:"receptions_per_s_whole"` // the same of the whole process
	Ratio float64      `json:"ratio"`                  // of the median rate to that of the first side
	Apart meter.Spread `json:"ratio_by_round"`         // of the rates of one round
	Peak  float64      `json:"peak_bytes"`             // median
}

// Standings returns what each side cost, size by size. A side that tells no loop of
// its own is measured as a whole.
func Standings(sides []Side, trials []Trial) []Standing {
	var out []Standing
	for begin := 0; begin < len(trials); {
		end := begin
		for end < len(trials) && trials[end].Nodes == trials[begin].Nodes {
			end++
		}
		out = append(out, standings(sides, trials[begin:end])...)
		begin = end
	}
	return out
}

// standings returns the same of trials of one size.
func standings(sides []Side, trials []Trial) []Standing {
	var out []Standing
	for i, s := range sides {
		var rates, wholes, apart, peaks []float64
		for _, t := range trials {
			rates = append(rates, t.Reports[i].rate())
			wholes = append(wholes, float64(t.Reports[i].Receptions)/t.Reports[i].Total)
			apart = append(apart, t.Reports[i].rate()/t.Reports[0].rate())
			peaks = append(peaks, float64(t.Reports[i].Peak))
		}
		row := Standing{
			Nodes: trials[0].Nodes, Side: s.Name,
			Rate: meter.SpreadOf(rates), Whole: meter.SpreadOf(wholes), Apart: meter.SpreadOf(apart),
			Peak: meter.SpreadOf(peaks).Median,
		}
		row.Ratio = row.Rate.Median
		if i > 0 {
			row.Ratio /= out[0].Rate.Median
		} else {
			row.Ratio = 1
		}
		out = append(out, row)
	}
	return out
}

// rate returns the receptions per second of processor time, of the event loop where
// the report tells it.
func (r Report) rate() float64 {
	if r.Loop > 0 {
		return float64(r.Receptions) / r.Loop
	}
	return float64(r.Receptions) / r.Total
}
