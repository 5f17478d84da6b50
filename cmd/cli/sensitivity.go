package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/report/check"
	"halocline/bench/report/input"
	"halocline/bench/report/paper"
	"halocline/bench/report/screening"
	tables "halocline/bench/report/table"
	"halocline/cmd/command"
	"halocline/scenarios"
)

func newSensitivity(lib *scenarios.Library, io command.Streams) *cobra.Command {
	var ask screening.Screening
	flags := sweepFlags{engine: "local", array: arrayFlags{shards: 1}}
	var sets []string
	c := &cobra.Command{
		Use:   "sensitivity SCENARIO --of METRIC",
		Short: "Find out which numbers of a scenario matter for a metric",
		Long: "Vary numbers of a scenario and tell how much each matters for metrics. Elementary effects (Morris, 1991) of up\n" +
			"to twenty numbers come first. Those whose effect is at least a tenth of the largest go on to Sobol indices: the\n" +
			"share of the variance that each makes alone (S1) and together with others (ST), with 95 % intervals. What chance\n" +
			"makes is a row of its own.\n\n" +
			"Without --vary, the numbers are those that the scenario gives, in its order, a fifth up and down. What is left out\n" +
			"is said. Values are equally likely between the ends of their range, and independent of each other.\n\n" +
			"Results are in SCENARIO-morris.db and SCENARIO-sobol.db; table, plot and report show them too. Each is that of a\n" +
			"study with the key sensitivity, and such a study can be given in place of the scenario.",
		Example: "  halocline sensitivity slotted-aloha --of packets.delivery_ratio --set duration=60s --rows 32\n" +
			"  halocline sensitivity fdma8 --of packets.age_mean,packets.jain --method morris --set duration=60s\n" +
			"  halocline sensitivity two-nodes --of packets.delay_mean --vary traffic[0].period=1s..9s \\\n" +
			"    --vary links.acoustic.mac=aloha,csma --method sobol --rows 16",
		Args: oneScenario,
		RunE: func(c *cobra.Command, args []string) (err error) {
			if ask.Sets, err = overrides("--set", sets); err != nil {
				return err
			}
			ask.Scenario = args[0]
			return judge(c, lib, io, &ask, &flags)
		},
		ValidArgsFunction: completeScenario(lib),
	}
	f := c.Flags()
	f.StringSliceVar(&ask.Of, "of", nil, "`metrics`, with commas; halocline list metrics has all")
	f.StringArrayVar(&ask.Vary, "vary", nil, "`key` that is varied, with its range as key=lo..hi, or its values as key=a,b; may be repeated")
	f.StringArrayVar(&sets, "set", nil, overrideUsage)
	ask.Within = 0.2
	f.Var((*input.Share)(&ask.Within), "within", "how far numbers without a range are varied, as a `share` of them such as 20%")
	f.StringVar(&ask.Method, "method", "", "`method`: morris or sobol; both, where it is left out")
	f.IntVar(&ask.Rows, "rows", 0, "`number` of rows of the sample; 0 for 20 trajectories of morris and 256 points of sobol")
	f.IntVar(&ask.Repeat, "repeat", 2, "`number` of runs of each cell, by which chance is told apart")
	f.IntVar(&ask.Keep, "keep", 8, "greatest `number` of parameters that go on to Sobol indices")
	f.IntVar(&flags.workers, "workers", 0, "`number` of runs side by side; 0 for one per processor")
	f.BoolVar(&flags.resume, "resume", false, "go on with result files that are there")
	f.BoolVar(&flags.many, "many", false, "allow more than a million runs, and runs of more than 1e10 events")
	return c
}

// judge carries out the studies of a screening, and prints the tables of each.
func judge(c *cobra.Command, lib *scenarios.Library, io command.Streams, ask *screening.Screening, flags *sweepFlags) error {
	for {
		s, err := ask.Next(lib)
		switch {
		case err != nil && !check.IsStudy(ask.Scenario):
			return unlessStudy(lib, ask.Scenario, err)
		case err != nil || s == nil:
			return err
		}
		fmt.Fprint(io.Err, strings.Join(append(ask.Told, ""), "\n"))
		flags.output = s.Definition.Name + ".db"
		if err := flags.carryOut(c.Context(), lib, io, s.File, s); err != nil {
			return err
		}
		file, err := openResults(c.Context(), io.Err, flags.output)
		if err != nil {
			return err
		}
		defer file.Close()
		p, err := paper.Open(file, "halocline table "+flags.output)
		if err != nil {
			return err
		}
		show := tableFlags{format: "text", layout: tables.Options{Aligned: true}}
		if err := show.print(c.Context(), io, p, p.Tables); err != nil {
			return err
		}
		if err := ask.Look(p); err != nil {
			return err
		}
	}
}
