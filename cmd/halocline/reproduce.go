package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"halocline/bench/theory"
	"halocline/scenarios/strict"
)

// reproduction is a set of results of others that this program can produce
// again.
type reproduction struct {
	name, about string
	run         func(ctx context.Context, io stdio, seed uint64, asJSON bool) error
}

// reproductions is the list of them.
func reproductions() []reproduction {
	return []reproduction{
		{"mac-theory", "access protocols against the theory of their throughput, delay and age", reproduceTheory},
	}
}

func newReproduce(io stdio) *cobra.Command {
	var seed uint64
	var asJSON bool
	long := "Simulate published results again and compare. The exit code is 1 where something differs.\n"
	var names []string
	for _, r := range reproductions() {
		long += fmt.Sprintf("\n  %-12s %s", r.name, r.about)
		names = append(names, r.name)
	}
	c := &cobra.Command{
		Use:       "reproduce NAME",
		Short:     "Simulate published results again and compare",
		Long:      long,
		Example:   "  halocline reproduce mac-theory",
		Args:      cobra.ExactArgs(1),
		ValidArgs: names,
		RunE: func(c *cobra.Command, args []string) error {
			for _, r := range reproductions() {
				if r.name == args[0] {
					return r.run(c.Context(), io, seed, asJSON)
				}
			}
			return inputError{errors.New(strict.Unknown("result", args[0], names))}
		},
	}
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of the first replication")
	c.Flags().BoolVar(&asJSON, "json", false, "print the results as JSON")
	return c
}

// reproduceTheory runs every row of bench/theory.
func reproduceTheory(ctx context.Context, io stdio, seed uint64, asJSON bool) error {
	var results []theory.Result
	differs := 0
	for _, row := range theory.Rows() {
		r, err := row.Run(ctx, seed)
		if err != nil {
			return failure{err}
		}
		if r.Verdict == theory.Differs {
			differs++
		}
		results = append(results, r)
	}
	var err error
	if asJSON {
		e := json.NewEncoder(io.out)
		e.SetIndent("", "  ")
		err = e.Encode(results)
	} else {
		err = theoryTable(io, results)
	}
	if err == nil && differs > 0 {
		err = failure{fmt.Errorf("%d of %d rows differ from theory by more than they may", differs, len(results))}
	}
	return err
}

// theoryTable prints the results for people.
func theoryTable(io stdio, results []theory.Result) error {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', 5, 64) }
	words := func(column int) bool { return column < 3 || column > 6 }
	t := newMixedTable(io.out, words, "protocol", "set-up", "quantity", "theory", "simulated", "std err", "deviation", "verdict", "source")
	for _, r := range results {
		row := []string{
			r.Protocol, r.Setup, r.Quantity, number(r.Theory), number(r.Mean),
			strconv.FormatFloat(r.StdErr, 'g', 2, 64), fmt.Sprintf("%+.2f %%", 100*r.Deviation), string(r.Verdict), r.Source,
		}
		if err := t.Append(row); err != nil {
			return err
		}
	}
	return t.Render()
}
