package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/report/explain"
	"halocline/bench/report/shelf"
	"halocline/bench/study/studies"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

func newList(lib *scenarios.Library, io command.Streams) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list [NAME]",
		Short: "List what a scenario can name, with parameters, units and defaults",
		Long: "List what a scenario can name. Without a name, one screen has the kinds of models and their names. With a word\n" +
			"of the first column, such as mac, each model has a line. With a model such as tdma, or a part of a name, the\n" +
			"models are listed with their parameters, defaults and ranges. A section of a scenario, such as water, lists its keys. Other words are:\n\n" +
			"  keys     the keys of the whole scenario\n" +
			"  units    the units that quantities may have\n" +
			"  metrics  what is measured in a run\n" +
			"  presets  what the modems' sources state, and what is assumed\n" +
			"  all      everything",
		Example: "  halocline list\n  halocline list mac\n  halocline list tdma\n  halocline list metrics\n  halocline list all --json",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 1 {
				return command.Input(fmt.Errorf("%d names are given, and list takes one; see %s --help", len(args), c.CommandPath()))
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return shelf.Words(lib), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !asJSON {
				return shelf.Overview(lib, io.Out)
			}
			name := strings.Join(args, " ")
			chosen, ok := shelf.Choose(lib, name)
			if !ok {
				return command.Input(explain.New(lib).NotListed(name))
			}
			if !asJSON {
				return command.UnlessInput(chosen.Print(io.Out))
			}
			list, err := chosen.List()
			if err != nil {
				return command.Failure(err)
			}
			return command.PrintJSON(io, list)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the list as JSON; without a name, all of it")
	return c
}

func newShow(lib *scenarios.Library, io command.Streams) *cobra.Command {
	return &cobra.Command{
		Use:     "show NAME",
		Short:   "Print a bundled scenario, study or vehicle as it is written",
		Long:    "Print a bundled scenario, study or vehicle as it is written, to read it or to begin one's own with it.",
		Example: "  halocline show two-nodes > mine.yaml\n  halocline show docking-current > study.yaml\n  halocline show rexrov > my-vehicle.yaml",
		Args:    oneBundled,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return showable(lib), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := lib.Text(args[0])
			switch {
			case slices.Contains(studies.Bundled(), args[0]):
				text, err = studies.Text(args[0])
			case slices.Contains(lib.Vehicles(), args[0]):
				text, err = lib.VehicleText(args[0])
			}
			if err != nil {
				return command.Input(notBundled(lib, args[0]))
			}
			_, err = io.Out.Write(text)
			return err
		},
	}
}

// showable returns the names of what show prints.
func showable(lib *scenarios.Library) []string {
	return slices.Concat(lib.Bundled(), studies.Bundled(), lib.Vehicles())
}

// oneBundled checks the number of arguments.
func oneBundled(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return command.Input(fmt.Errorf("write one name of a bundled scenario, study or vehicle; %d are given; halocline list has them", len(args)))
	}
	return nil
}

// notBundled says what could be shown in place of a name.
func notBundled(lib *scenarios.Library, name string) error {
	if _, err := os.Stat(name); err == nil {
		return fmt.Errorf("%s is a file of yours; show prints what comes with the program, which halocline list names", name)
	}
	return errors.New(strict.Unknown("bundled scenario, study or vehicle", name, showable(lib)))
}
