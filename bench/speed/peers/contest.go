package peers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"halocline/bench/speed/calibrate/gauge"
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
				if err := w.writeFolder(folder); err != nil {
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
	Nodes int     `json:"nodes"`
	Side  string  `json:"side"`
	Loop  *Cost   `json:"loop,omitempty"` // the event loop alone; nil where the side does not tell it
	Whole Cost    `json:"process"`        // the process from its beginning to its end
	Peak  float64 `json:"peak_bytes"`     // most memory that the process held, median
}

// Cost is a speed, and how it compares with that of the first side.
type Cost struct {
	Rate  gauge.Spread `json:"receptions_per_s"` // per second of processor time
	Ratio float64      `json:"ratio"`            // of the medians
	Apart gauge.Spread `json:"ratio_by_round"`   // of each round by itself
}

// Standings returns what each side cost, size by size.
func Standings(sides []Side, trials []Trial) []Standing {
	var out []Standing
	for begin := 0; begin < len(trials); {
		end := begin
		for end < len(trials) && trials[end].Nodes == trials[begin].Nodes {
			end++
		}
		for i, s := range sides {
			same := trials[begin:end] // of one size
			var peaks []float64
			for _, t := range same {
				peaks = append(peaks, float64(t.Reports[i].Peak))
			}
			row := Standing{Nodes: same[0].Nodes, Side: s.Name, Whole: cost(same, i, total), Peak: gauge.SpreadOf(peaks).Median}
			if same[0].Reports[i].Loop > 0 {
				loop := cost(same, i, loop)
				row.Loop = &loop
			}
			out = append(out, row)
		}
		begin = end
	}
	return out
}

// cost compares side i with the first by one of the times that they tell.
func cost(trials []Trial, i int, took func(Report) float64) Cost {
	var rates, firsts, apart []float64
	for _, t := range trials {
		mine, first := t.Reports[i], t.Reports[0]
		rates = append(rates, float64(mine.Receptions)/took(mine))
		firsts = append(firsts, float64(first.Receptions)/took(first))
		apart = append(apart, took(first)/took(mine))
	}
	c := Cost{Rate: gauge.SpreadOf(rates), Apart: gauge.SpreadOf(apart)}
	c.Ratio = c.Rate.Median / gauge.SpreadOf(firsts).Median
	return c
}

func loop(r Report) float64  { return r.Loop }
func total(r Report) float64 { return r.Total }
