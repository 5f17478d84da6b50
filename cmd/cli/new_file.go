package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
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
		Args:    oneName(lib),
		RunE: func(_ *cobra.Command, args []string) error {
			kinds := []string{"docking", "network"}
			if !slices.Contains(kinds, kind) {
				return command.Input(fmt.Errorf("--kind: %s", strict.Unknown("kind", kind, kinds)))
			}
			text, err := scaffold.Scenario(kind, args[0])
			if err != nil {
				return err
			}
			return writeNew(io, args[0], text,
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
		Args:    oneName(lib),
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
			return writeNew(io, args[0], text, "halocline sweep %s.yaml --plan", "halocline sweep %s.yaml -o %[1]s.db", "halocline table %s.db", "halocline report %s.db -o %[1]s-report")
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
		Args:    oneName(lib),
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := scaffold.Vehicle(args[0])
			if err != nil {
				return err
			}
			const set = " --set nodes.auv.vehicle.model=%[1]s.yaml"
			return writeNew(io, args[0], text, "halocline check %s.yaml", "halocline new scenario try-%s", "halocline check try-%[1]s.yaml"+set, "halocline run try-%[1]s.yaml"+set)
		},
	}
}

// oneName checks the name of what is new, which is that of its file too.
func oneName(lib *scenarios.Library) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error { return checkName(c, lib, args) }
}

func checkName(c *cobra.Command, lib *scenarios.Library, args []string) error {
	switch {
	case len(args) != 1:
		return command.Input(fmt.Errorf("write one name; %d are given; see %s --help", len(args), c.CommandPath()))
	case !regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`).MatchString(args[0]):
		return command.Input(fmt.Errorf("%q is no name; it is made of letters, digits, - and _, begins with a letter, and has no ending, such as mine", args[0]))
	case slices.Contains(slices.Concat(lib.Bundled(), studies.Bundled(), lib.Vehicles()), args[0]):
		return command.Input(fmt.Errorf("%s comes with the program; choose another name", args[0]))
	}
	return nil
}

// writeNew writes a file into the working folder, and says what can be done with it. It
// does not overwrite. The commands have the name in them.
func writeNew(io command.Streams, name, text string, commands ...string) error {
	path := name + ".yaml"
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return command.Input(fmt.Errorf("%s exists already; choose another name", path))
	}
	if err != nil {
		return command.Unwritten("", path, err)
	}
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Close()); err != nil {
		return command.Unwritten("", path, err)
	}
	fmt.Fprintf(io.Out, "Written: %s. Next:\n\n", path)
	for _, command := range commands {
		fmt.Fprintf(io.Out, "  "+command+"\n", name)
	}
	return nil
}
