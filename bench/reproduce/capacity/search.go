package capacity

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"halocline/bench/study"
	"halocline/bench/study/boundary"
	"halocline/bench/study/results"
	"halocline/bench/study/runner"
	"halocline/bench/study/studies"
	"halocline/scenarios"
)

// How finely a boundary is looked for.
const (
	halfWidth = 0.1 // of the interval that is wished, s
	mostRuns  = 200 // for one boundary
)

// grid is the line of a study with the time constants of its grid.
var grid = regexp.MustCompile(`(?m)^  tau: \[.*$`)

// searched is a bundled study of a grid as one that looks for the time constant from which half of the runs keep their place. A study that is no
// grid is taken as it is.
func searched(name string, seed uint64) (*study.Study, error) {
	text, err := studies.Text(name)
	if err != nil {
		return nil, err
	}
	cells, rest, _ := strings.Cut(string(text), "\nrepeat:")
	if !grid.MatchString(cells) {
		return study.Parse(scenarios.Standard(), name+".yaml", fmt.Sprintf("%s\nseed: %d\n", text, seed))
	}
	_, rest, _ = strings.Cut(rest, "\nlabels:")
	labels, _, _ := strings.Cut(rest, "\ntables:")
	cells = grid.ReplaceAllString(cells, fmt.Sprintf("  tau: {from: %gs, to: %gs, step: 0.05s}", tightestTried, slackestTried))
	cells += fmt.Sprintf("\nseed: %d\nboundary: {metric: auv.docked, at: 0.5, along: tau, within: %gs, max: %d}\nrecord: {metrics: [auv.docked, auv.age_mean]}\nlabels:%s\n", seed, halfWidth, mostRuns, labels)
	return study.Parse(scenarios.Standard(), name+".yaml", cells) // whose values the grid has checked
}

// crossing is the tightest loop that keeps its place with a protocol in a case, as a time constant in s.
type crossing struct {
	study, situation, protocol string
	boundary.Result
	always bool // where there is no boundary: the place is kept in the whole range, and not nowhere
}

// none tells whether there is no boundary in the range.
func (c *crossing) none() bool { return c.State == boundary.None }

// low is the lower end of the interval, or below the range, or beyond it.
func (c *crossing) low() float64 {
	switch {
	case c.none() && c.always:
		return math.Inf(-1)
	case c.none():
		return math.Inf(1)
	}
	return c.Low
}

// high is the upper end.
func (c *crossing) high() float64 {
	switch {
	case c.none() && c.always:
		return tightestTried
	case c.none():
		return math.Inf(1)
	}
	return c.High
}

func (c *crossing) String() string {
	switch {
	case c.none() && c.always:
		return "1 or less"
	case c.none():
		return "none up to 5"
	case math.IsInf(c.High, 1):
		return fmt.Sprintf("more than %.2f", c.Low)
	}
	return fmt.Sprintf("%.2f [%.2f, %.2f]", c.Estimate, c.Low, c.High)
}

// The ends of the range, s.
const (
	tightestTried = 1.0
	slackestTried = 5.0
)

// find looks for all boundaries of a study, and hands over its results.
func find(ctx context.Context, name string, seed uint64, workers int, read func(*results.File) error) (all []crossing, err error) {
	cells, err := searched(name, seed)
	if err != nil {
		return nil, err
	}
	err = carryOut(ctx, cells, workers, func(file *results.File) error {
		for first := range cells.Boundaries() {
			_, found, err := cells.Seek(file, first, file.Planned)
			if err != nil {
				return err
			}
			c := of(cells, first)
			c.Result = found
			if c.always, err = kept(file, first, "auv.docked"); err != nil {
				return err
			}
			all = append(all, c)
		}
		return read(file)
	})
	return all, err
}

// carryOut makes the runs of a study, and hands over their results.
func carryOut(ctx context.Context, s *study.Study, workers int, read func(*results.File) error) error {
	dir, err := os.MkdirTemp("", "halocline")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "found.db")
	out, err := results.Create(ctx, path, s.Identity("docking-capacity"), s.Cells())
	if err != nil {
		return err
	}
	_, err = runner.Run(ctx, s, out, runner.Options{Workers: workers})
	if err = cmp.Or(err, out.Close()); err != nil {
		return err
	}
	file, err := results.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return read(file)
}

// of says which study, case and protocol a cell is of.
func of(s *study.Study, cell int) crossing {
	c := crossing{study: s.Name}
	for _, p := range s.Cell(cell).Params {
		switch {
		case p.Path == "description":
			c.situation = p.Text
		case p.Path == "name" || c.protocol == "" && strings.HasSuffix(p.Path, ".mac"):
			c.protocol, _, _ = s.Shown(p)
		}
	}
	return c
}

// kept tells whether most runs of a cell keep their place, or have another metric of 0 or 1.
func kept(file *results.File, cell int, metric string) (bool, error) {
	values, err := file.Values(cell, metric)
	sum := 0.0
	for _, v := range values {
		sum += v.Value
	}
	return 2*sum > float64(len(values)), err
}
