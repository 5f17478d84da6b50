package paper

import (
	"cmp"
	"slices"

	"halocline/bench/study/results"
)

// Notable are the runs of a study that deserve a look.
type Notable struct {
	Failed  []results.Run
	Slowest []results.Run // by time of the clock, the slowest first
}

// Notable returns all runs that failed, and so many of those that took longest.
func (p *Paper) Notable(slowest int) (Notable, error) {
	var out Notable
	for run, err := range p.file.Runs() {
		if err != nil {
			return Notable{}, err
		}
		if run.Status != results.OK {
			out.Failed = append(out.Failed, run)
			continue
		}
		at, _ := slices.BinarySearchFunc(out.Slowest, run, func(a, b results.Run) int { return cmp.Compare(b.Wall, a.Wall) })
		out.Slowest = slices.Insert(out.Slowest, at, run)
		out.Slowest = out.Slowest[:min(len(out.Slowest), slowest)]
	}
	return out, nil
}

// Sources returns the files that the study was read from, its own first, then the base.
// A file that an earlier version wrote has none.
func (p *Paper) Sources() []results.Source { return p.file.Study().Sources }
