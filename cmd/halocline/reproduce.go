package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/contract"
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
		{"contract-period", "what irregular periods do to Euler's method (ContrACT, Tables 2 and 3)", reproduceContract},
	}
}

func newReproduce(io stdio) *cobra.Command {
	var seed uint64
	var asJSON bool
	long := "Simulate published results again and compare. The exit code is 1 where something differs.\n"
	var names []string
	for _, r := range reproductions() {
		long += fmt.Sprintf("\n  %-16s %s", r.name, r.about)
		names = append(names, r.name)
	}
	c := &cobra.Command{
		Use:       "reproduce NAME",
		Short:     "Simulate published results again and compare",
		Long:      long,
		Example:   "  halocline reproduce mac-theory",
		ValidArgs: names,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return inputError{fmt.Errorf("which result? %s; see %s --help", strings.Join(names, " or "), c.CommandPath())}
			}
			return nil
		},
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
	rows := theory.Rows()
	for i, row := range rows {
		if isTerminal(io.err) {
			fmt.Fprintf(io.err, "\r%d of %d rows\x1b[K", i, len(rows))
		}
		r, err := row.Run(ctx, seed)
		if err != nil {
			return failure{err}
		}
		if r.Verdict == theory.Differs {
			differs++
		}
		results = append(results, r)
	}
	if isTerminal(io.err) {
		fmt.Fprint(io.err, "\r\x1b[K")
	}
	var err error
	if asJSON {
		e := json.NewEncoder(io.out)
		e.SetIndent("", "  ")
		err = e.Encode(results)
	} else {
		err = theoryTable(io, results)
	}
	return verdict(err, differs, len(results))
}

// verdict makes the failure of a reproduction of which a part differs.
func verdict(err error, differs, rows int) error {
	if err == nil && differs > 0 {
		err = failure{fmt.Errorf("%d of %d rows differ by more than they may", differs, rows)}
	}
	return err
}

// contractRow is a row of Tables 2 and 3 with our results.
type contractRow struct {
	contract.Row
	Position  float64 `json:"position_m"` // with the error cut to whole per cent
	Deviation float64 `json:"deviation"`  // of that position
	Uncut     float64 `json:"uncut_m"`    // with the error as it is given
	Holds     bool    `json:"holds"`
}

// reproduceContract integrates the rows of ContrACT's tables. There is no chance
// in it, so the seed does not matter.
func reproduceContract(_ context.Context, io stdio, _ uint64, asJSON bool) error {
	var rows []contractRow
	differs := 0
	for _, r := range contract.Rows() {
		x := r.Position(r.Truncated())
		rows = append(rows, contractRow{r, x, contract.Deviation(x), r.Position(r.Error), r.Holds()})
		if !r.Holds() {
			differs++
		}
	}
	if asJSON {
		e := json.NewEncoder(io.out)
		e.SetIndent("", "  ")
		return verdict(e.Encode(rows), differs, len(rows))
	}
	fmt.Fprintf(io.out, "Position after %d s at the acceleration cos t + 0.2 m/s2; exact: %.3f m.\n"+
		"20 s / P steps of length dt = P (1 - E); step i takes the acceleration of i P; x += v dt, then v += a dt;\n"+
		"E cut to whole per cent. The last column has E as it is given.\n\n", contract.Duration, contract.Exact())
	t := newTable(io.out, "P (ms)", "E", "published (m)", "ours (m)", "published off by", "ours off by", "verdict", "E uncut (m)")
	for _, r := range rows {
		word := theory.Holds
		if !r.Holds {
			word = theory.Differs
		}
		row := []string{
			strconv.FormatFloat(1000*r.Period, 'g', -1, 64), fmt.Sprintf("%.4g %%", 100*r.Error),
			fmt.Sprintf("%.2f", r.Published), fmt.Sprintf("%.3f", r.Position),
			fmt.Sprintf("%.4g %%", 100*r.Row.Deviation), fmt.Sprintf("%.3f %%", 100*r.Deviation),
			string(word), fmt.Sprintf("%.3f", r.Uncut),
		}
		if err := t.Append(row); err != nil {
			return err
		}
	}
	return verdict(t.Render(), differs, len(rows))
}

// theoryTable prints the results for people: the rule, the table, where the theory
// is from, and how many rows hold.
func theoryTable(io stdio, results []theory.Result) error {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', 5, 64) }
	words := func(column int) bool { return column < 3 || column == 8 }
	fmt.Fprint(io.out, "An exact theory has to agree within three standard errors (3 SE), an approximation within the deviation that\n"+
		"is allowed it. An approximation that does not say how good it is is shown and not judged.\n\n")
	t := newMixedTable(io.out, words, "protocol", "set-up", "quantity", "theory", "simulated", "std err", "deviation", "allowed", "verdict", "source")
	var sources []string
	verdicts := map[theory.Verdict]int{}
	for _, r := range results {
		i := slices.Index(sources, r.Source)
		if i < 0 {
			i, sources = len(sources), append(sources, r.Source)
		}
		verdicts[r.Verdict]++
		row := []string{
			r.Protocol, r.Setup, r.Quantity, number(r.Theory), number(r.Mean),
			strconv.FormatFloat(r.StdErr, 'g', 2, 64), fmt.Sprintf("%+.2f %%", 100*r.Deviation), allowed(r.Row), string(r.Verdict), fmt.Sprintf("[%d]", i+1),
		}
		if err := t.Append(row); err != nil {
			return err
		}
	}
	if err := t.Render(); err != nil {
		return err
	}
	fmt.Fprintln(io.out)
	for i, source := range sources {
		fmt.Fprintf(io.out, "[%d] %s\n", i+1, source)
	}
	_, err := fmt.Fprintf(io.out, "\n%d rows: %d hold, %d differ, %d shown only\n",
		len(results), verdicts[theory.Holds], verdicts[theory.Differs], verdicts[theory.Shown])
	return err
}

// allowed says how far a row may be off.
func allowed(r theory.Row) string {
	switch {
	case !r.Approximate:
		return "3 SE"
	case r.Allowed == 0:
		return "-"
	}
	return strconv.FormatFloat(100*r.Allowed, 'g', 3, 64) + " %"
}
