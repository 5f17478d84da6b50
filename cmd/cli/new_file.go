package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"halocline/bench/study/studies"
	"halocline/cmd/command"
	"halocline/cmd/scaffold"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

func newNewScenario(lib *scenarios.Library, io command.Streams) *cobra.Command {
	var kind string
	c := &cobra.Command{
		Use:   "scenario NAME",
		Short: "Begin a scenario",
		Long: "Begin a scenario: write NAME.yaml into the working folder, with comments that say what can be changed. It is\n" +
			"a docking on position updates by sound and radio, or a network of nodes that send reports.",
		Example: "  halocline new scenario mine\n  halocline new scenario reports --kind network",
		Args:    scaffold.OneName(lib),
		RunE: func(_ *cobra.Command, args []string) error {
			kinds := []string{"docking", "network"}
			if !slices.Contains(kinds, kind) {
				return command.Input(fmt.Errorf("--kind: %s", strict.Unknown("kind", kind, kinds)))
			}
			text, err := scaffold.Scenario(kind, args[0])
			if err != nil {
				return err
			}
			return scaffold.Write(io, args[0], text,
				"halocline check %s.yaml", "halocline run %s.yaml", "halocline new study %s-study --base %[1]s.yaml", "halocline explain links.acoustic.mac --in %s.yaml")
		},
	}
	c.Flags().StringVar(&kind, "kind", "docking", "`what` it is: docking or network")
	return c
}

func newNewStudy(lib *scenarios.Library, io command.Streams) *cobra.Command {
	var base string
	c := &cobra.Command{
		Use:   "study NAME",
		Short: "Begin a study of a scenario",
		Long: "Begin a study: write NAME.yaml into the working folder, with comments that say what can be changed. It\n" +
			"compares two access protocols in a scenario, with a table and figures.",
		Example: "  halocline new study mine\n  halocline new study mine --base my-scenario.yaml",
		Args:    scaffold.OneName(lib),
		RunE: func(c *cobra.Command, args []string) error {
			if slices.Contains(studies.Bundled(), base) {
				return command.Input(studies.NoBase(base))
			}
			b, err := command.Until(c.Context(), func() (scaffold.Blank, error) { return scaffold.Suited(lib, args[0], base) })
			if err != nil {
				return unlessOther(lib, "--base", base, err)
			}
			text, err := b.Text(lib)
			if err != nil {
				return err
			}
			return scaffold.Write(io, args[0], text, "halocline sweep %s.yaml --plan", "halocline sweep %s.yaml -o %[1]s.db", "halocline table %s.db", "halocline report %s.db -o %[1]s-report")
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
	}
	c.Flags().StringVar(&base, "base", "docking", "the `scenario` that is varied: a file, or a bundled one")
	return c
}

func newNewVehicle(lib *scenarios.Library, io command.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "vehicle NAME",
		Short: "Begin a vehicle",
		Long: "Begin a vehicle: write NAME.yaml into the working folder, with all parameters that a vehicle can have and\n" +
			"what they mean. It is a box of a tonne with eight thrusters, which can dock.",
		Example: "  halocline new vehicle mine",
		Args:    scaffold.OneName(lib),
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := scaffold.Vehicle(args[0])
			if err != nil {
				return err
			}
			const set = " --set nodes.auv.vehicle.model=%[1]s.yaml"
			return scaffold.Write(io, args[0], text, "halocline check %s.yaml", "halocline new scenario try-%s", "halocline check try-%[1]s.yaml"+set, "halocline run try-%[1]s.yaml"+set)
		},
	}
}
