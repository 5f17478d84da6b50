package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/report/explain"
	"halocline/cmd/command"
	"halocline/scenarios"
)

func newExplain(lib *scenarios.Library, io command.Streams) *cobra.Command {
	var in string
	c := &cobra.Command{
		Use:   "explain PATH|TERM",
		Short: "Explain a key, a model, a metric or a term",
		Long: "Explain a key of a scenario, of a study or of a vehicle file, a model, a metric, a column of a run or a cause\n" +
			"of loss. Of a key this is its meaning, form, default and range, its models, and an example. Terms of the field,\n" +
			"such as throughput, PDR, packet loss or AoI, lead to metrics and keys.\n\n" +
			"A path is written as in --set, with the names of links and nodes or with [] for any node: links.acoustic.mac.guard,\n" +
			"nodes[].run.acoustic.kp, until.relative. Its end is enough (guard, berth.tolerance), and so are a model and its key\n" +
			"(tdma.guard). Where files of several kinds have a key, all are explained; study.name is that of a study only.\n" +
			"With --in, the value that a scenario has there is shown, and the line that says it.",
		Example: "  halocline explain links.acoustic.mac.guard\n  halocline explain nodes.auv.run.acoustic.kp --in docking\n" +
			"  halocline explain tdma-docking\n  halocline explain vehicles.age_mean\n  halocline explain packet loss",
		Args: func(c *cobra.Command, args []string) error {
			switch {
			case len(args) == 1 && args[0] == "":
				return command.Input(fmt.Errorf("the path is empty; see %s --help", c.CommandPath()))
			case len(args) == 0:
				return command.Input(fmt.Errorf("write one path; 0 are given; see %s --help", c.CommandPath()))
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return explain.New(lib).Names(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			a := explain.New(lib)
			var open func() (*explain.Place, error)
			if in != "" {
				open = func() (*explain.Place, error) {
					at, err := command.Until(c.Context(), func() (*explain.Place, error) { return a.Open(in) })
					return at, unlessOther(lib, "--in", in, err)
				}
			}
			return command.UnlessDone(c.Context(), a.Explain(c.Context(), io.Out, strings.Join(args, " "), open))
		},
	}
	c.Flags().StringVar(&in, "in", "", "a `scenario` in which the value is looked up")
	return c
}
