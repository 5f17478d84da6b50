package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/report/check"
	"halocline/bench/report/explain"
	"halocline/bench/study/measure"
	"halocline/bench/study/results"
	"halocline/scenarios"
)

// completeFlags has the shell complete the values of flags that several commands share:
// paths of --set, and metrics.
func completeFlags(lib *scenarios.Library, root *cobra.Command) {
	for _, c := range root.Commands() {
		if c.Flags().Lookup("set") != nil {
			c.RegisterFlagCompletionFunc("set", completeSet(lib)) // fails for a flag that is not there
		}
		for _, flag := range []string{"metric", "y"} {
			if c.Flags().Lookup(flag) != nil {
				c.RegisterFlagCompletionFunc(flag, completeMetric(lib))
			}
		}
	}
}

// completeSet offers the paths of the scenario or of the vehicle that is given, with the names
// of its links and nodes; before one is given, the paths without names. Behind a path and =
// it offers the words that the key takes.
func completeSet(lib *scenarios.Library) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		language, file, directive := "scenario", "", cobra.ShellCompDirectiveNoFileComp
		if len(args) > 0 {
			file = args[0]
		}
		if file != "" && check.IsVehicle(lib, file) {
			language = "vehicle"
		}
		if !strings.Contains(begun, "=") {
			directive |= cobra.ShellCompDirectiveNoSpace
		}
		return explain.New(lib).Overrides(language, file, begun), directive
	}
}

// completeMetric offers the metrics of the result file that is given, or else those whose names
// hold for every scenario.
func completeMetric(lib *scenarios.Library) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		var names []string
		if len(args) > 0 && check.HoldsResults(args[0]) {
			if file, err := results.Open(args[0]); err == nil {
				defer file.Close()
				for _, m := range file.Metrics() {
					names = append(names, m.Name)
				}
				return names, cobra.ShellCompDirectiveNoFileComp
			}
		}
		for _, a := range measure.Glossary(lib) {
			if !strings.HasPrefix(a.Name, "<") {
				names = append(names, a.Name)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeScenario offers the bundled scenarios, and files.
func completeScenario(lib *scenarios.Library) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return lib.Bundled(), cobra.ShellCompDirectiveDefault
	}
}
