package runner_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"halocline/bench/report/paper"
	"halocline/bench/report/table"
	"halocline/bench/study"
	"halocline/bench/study/results"
	"halocline/bench/study/runner"
	"halocline/scenarios"
)

// counts is a study: packets come at random, at two rates, for 100 s. So their
// numbers have Poisson's law: means of 100 and 200, and standard deviations of 10 and
// 14.1. With ten runs Student's interval is 2.262 / sqrt(10) = 0.715 times the
// deviation of these runs wide to either side, some 7 and 10.
const counts = `name: counts
base: two-nodes
set:
  duration: 100s
  traffic: [{type: poisson, from: auv, to: station, size: 1bit, rate: 1/s}]
sweep: {"traffic[0].rate": [1/s, 2/s]}
repeat: 10
tables: [{name: offered, rows: rate, metric: packets.offered}]
`

// A study from its text to its table: the runs go into a file, on all processors,
// and what is shown comes from the file alone.
func Example() {
	if err := offered(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// packets.offered by traffic[0].rate
	//
	// traffic[0].rate (1/s)  packets.offered
	// ────────────────────────────────────────
	// 1                           97.4 ± 4.4
	// 2                          201.1 ± 8.0
	//
	// mean, 95 % interval by Student's t
	// each value from 10 runs
	// source: an example, version example, seeds made from 1, common to all cells, 10 repetitions
}

// offered makes the study and prints its table.
func offered() error {
	s, err := study.Parse(scenarios.Standard(), "counts.yaml", counts)
	if err != nil {
		return err
	}
	if err := s.Check(); err != nil { // with the values of every cell
		return err
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "counts.db")
	writer, err := results.Create(context.Background(), path, s.Identity("example"), s.Cells())
	if err != nil {
		return err
	}
	if _, err := runner.Run(context.Background(), s, writer, runner.Options{}); err != nil {
		return err
	}
	if err := writer.Close(); err != nil {
		return err
	}
	file, err := results.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	p, err := paper.Open(file, "an example")
	if err != nil {
		return err
	}
	made, err := p.Table(p.Tables[0], paper.Options{})
	if err != nil {
		return err
	}
	return made.Write(os.Stdout, table.Text, table.Options{})
}
