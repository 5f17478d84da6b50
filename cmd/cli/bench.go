package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"halocline/bench/speed/calibrate"
	"halocline/bench/speed/calibrate/gauge"
)

// benchFlags are the flags of the command bench.
type benchFlags struct {
	rounds int
	json   bool
}

func newBench(io stdio) *cobra.Command {
	var flags benchFlags
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure how fast this machine simulates",
		Long: "Measure how fast this machine does what studies are made of: events of the kernel (hold model), receptions\n" +
			"of frames, steps of a vehicle, a docking, and the runs of a study. Each figure is the median of the rounds,\n" +
			"with the least and the greatest, per second of processor time; that of a study on all processors is by the\n" +
			"clock on the wall. A fixed loop of integer and floating-point arithmetic is timed before every round; the\n" +
			"last column is the work that is done in the time of a million of its steps, which compares figures from\n" +
			"different machines.\n\n" +
			"Commands below this one compare with other simulators, if they are installed.",
		Example: "  halocline bench\n  halocline bench --rounds 11 --json\n  halocline bench peers",
		Args:    noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			return bench(c.Context(), io, &flags)
		},
	}
	c.Flags().IntVar(&flags.rounds, "rounds", 5, "`number` of measurements of each figure")
	c.Flags().BoolVar(&flags.json, "json", false, "print the results as JSON")
	c.AddCommand(newBenchPeers(io), newBenchQueues(io), newBenchGrowth(io), newBenchSide(io))
	return c
}

func bench(ctx context.Context, io stdio, flags *benchFlags) error {
	if err := atLeastOne("--rounds", flags.rounds); err != nil {
		return err
	}
	line := newDisplay(io.err)
	sheet, err := calibrate.Measure(ctx, calibrate.Items(), flags.rounds, line.show)
	line.erase()
	if err != nil {
		return failure{err}
	}
	if flags.json {
		return printJSON(io, struct {
			Version string `json:"version"`
			*calibrate.Sheet
		}{version(), sheet})
	}
	return benchTable(io, sheet)
}

// benchTable writes the figures for people.
func benchTable(io stdio, s *calibrate.Sheet) error {
	m := s.Machine
	if m.Processor != "" {
		fmt.Fprintf(io.out, "%s, ", m.Processor)
	}
	fmt.Fprintf(io.out, "%d processors, %s, %s; median of %d rounds\n\n", m.Processors, m.System, m.Go, s.Rounds)
	t := newMixedTable(io.out, func(column int) bool { return column < 2 }, "what", "unit", "per second", "min", "max", "per Mloop", "min", "max")
	row := func(name, unit string, rate, ratio gauge.Spread) {
		t.Append([]string{
			name, unit, scaled(rate.Median), scaled(rate.Low), scaled(rate.High), scaled(ratio.Median), scaled(ratio.Low), scaled(ratio.High),
		})
	}
	row("loop", "steps", s.Loop, gauge.Spread{Median: 1e6, Low: 1e6, High: 1e6})
	for _, f := range s.Figures {
		unit := f.Unit
		if f.Clock == "wall" {
			unit += ", by the wall"
		}
		row(f.Name, unit, f.Rate, f.Ratio)
	}
	return t.Render()
}

// scaled writes a number with three digits and the prefix of its magnitude.
func scaled(x float64) string {
	for _, step := range []struct {
		size   float64
		prefix string
	}{{1e9, " G"}, {1e6, " M"}, {1e3, " k"}} {
		if x >= step.size*0.9995 {
			return significant(x/step.size) + step.prefix
		}
	}
	return significant(x)
}

// significant writes a number below a thousand with three digits.
func significant(x float64) string {
	decimals := 2
	for limit := 9.995; decimals > 0 && x >= limit; limit *= 10 {
		decimals--
	}
	return strconv.FormatFloat(x, 'f', decimals, 64)
}

// atLeastOne checks a flag that counts.
func atLeastOne(flag string, n int) error {
	if n < 1 {
		return inputError{fmt.Errorf("%s is %d; at least 1 is due", flag, n)}
	}
	return nil
}

// printJSON writes a result for programs.
func printJSON(io stdio, v any) error {
	e := json.NewEncoder(io.out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return failure{err}
	}
	return nil
}
