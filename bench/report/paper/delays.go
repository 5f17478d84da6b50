package paper

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"halocline/bench/study/results"
	"halocline/bench/study/stats"
)

// survivors says of a delay, which only delivered packets have, what part of those offered they are, where that is not nearly all in
// every place of a grid: a protocol that delivers little may have the shortest delay.
func (p *Paper) survivors(m metric, g *grid) ([]string, error) {
	const nearly = 0.9
	thing, _, is := strings.Cut(m.Name.Name, ".delay_")
	ratio := thing + ".delivery_ratio"
	if !is || !slices.ContainsFunc(p.file.Metrics(), func(n results.Name) bool { return n.Name == ratio }) {
		return nil, nil
	}
	samples, err := p.samples(g, metric{Name: results.Name{Name: ratio}, factor: 1})
	if err != nil {
		return nil, err
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, row := range samples {
		for _, s := range row {
			if used := s.used(); len(used) > 0 {
				mean := stats.Summarise(used).Mean
				low, high = math.Min(low, mean), math.Max(high, mean)
			}
		}
	}
	if low >= nearly {
		return nil, nil
	}
	part := fmt.Sprintf("%.0f to %.0f %%", 100*low, 100*high)
	if high-low < 0.005 {
		part = fmt.Sprintf("%.0f %%", 100*low)
	}
	return []string{fmt.Sprintf("only delivered packets have a delay, here %s of those offered; where fewer are delivered it may be shorter: look at %s and packets.age_mean too",
		part, ratio)}, nil
}
