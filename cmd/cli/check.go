package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/report/check"
	"halocline/bench/report/text"
	"halocline/bench/study"
	"halocline/bench/study/studies"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

func newCheck(lib *scenarios.Library, std command.Streams) *cobra.Command {
	var given timed
	var asJSON bool
	c := &cobra.Command{
		Use:   "check NAME...",
		Short: "Check scenarios, studies and vehicles without running them",
		Long: "Check scenarios, studies and vehicles without running them: every fault of every file, with its place, and\n" +
			"warnings. A warning says where a formula is used outside its valid range, a node is not in the water, a vehicle\n" +
			"cannot hold itself, or a link is asked for what its modem, water or protocol cannot do. A file with sweep, vars, zip or\n" +
			"repeat is a study, and one with mass, volume or thrusters, its own or those of its base, is a vehicle; it is\n" +
			"checked in the water that a scenario has by default. A file with type at its top is a part, such as a modem,\n" +
			"that scenarios name: modem: my-modem.yaml. So is one with the numbers of a thruster or a fin.\n\n" +
			"The name - reads standard input; files that this names are looked for in the working folder. With --json a\n" +
			"list is printed, with an element for each name: its kind, whether it is ok, its faults with file, line and\n" +
			"column, and its warnings.",
		Example: "  halocline check my.yaml aloha20\n  halocline check my.yaml --set links.acoustic.mac=tdma\n  halocline check docking-current\n" +
			"  halocline check rexrov --set mass=1900kg\n  halocline check - --json < my.yaml",
		Args: someScenarios,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return slices.Concat(lib.Bundled(), studies.Bundled(), lib.Vehicles()), cobra.ShellCompDirectiveDefault
		},
		RunE: func(c *cobra.Command, args []string) error {
			sets, later, err := given.read()
			if err != nil {
				return err
			}
			given := check.Given{Stdin: c.InOrStdin(), Looks: std.Err, Sets: sets, Later: later}
			var all []check.Report
			for _, name := range args {
				of, err := check.One(c.Context(), lib, name, given)
				if err != nil {
					return command.Failure(err)
				}
				if all = append(all, of); !asJSON {
					printReport(std, of)
				}
			}
			if asJSON {
				return printReports(std, all)
			}
			return faultsOf(all)
		},
	}
	timedFlags(c, &given)
	c.Flags().BoolVar(&asJSON, "json", false, "print faults and warnings as JSON")
	return c
}

// printReport writes the warnings, and whether all is well. The faults come at the end.
func printReport(std command.Streams, of check.Report) {
	warn(std, of.Warnings)
	if of.OK {
		fmt.Fprintf(std.Out, "%s: ok\n", of.Name)
	}
}

// faultsOf returns the faults of all.
func faultsOf(all []check.Report) error {
	var faults []error
	for _, of := range all {
		faults = append(faults, of.Err)
	}
	return errors.Join(faults...)
}

// printReports writes a list as JSON. Its error says no more than the list does.
func printReports(std command.Streams, all []check.Report) error {
	if err := command.PrintJSON(std, all); err != nil {
		return err
	}
	if err := faultsOf(all); err != nil {
		return command.Reported(err)
	}
	return nil
}

// unlessStudy replaces the fault of a scenario that is a study, the results of one, or
// a vehicle.
func unlessStudy(lib *scenarios.Library, name string, err error) error {
	switch {
	case err == nil:
		return nil
	case check.HoldsResults(name):
		return command.Input(check.ResultGiven(name))
	case check.IsRecording(name):
		return command.Input(check.RecordingGiven(name))
	case check.IsStudy(name):
		return command.Input(fmt.Errorf("%s is a study: halocline sweep %s makes its runs, and halocline table and plot show them", name, name))
	case check.IsVehicle(lib, name):
		return command.Input(fmt.Errorf("%s is a vehicle: halocline check finds its faults, and %s has it dock", name,
			text.Shell("halocline", "run", "docking", "--set", "nodes.auv.vehicle.model="+name)))
	}
	return err
}

// unlessOther replaces the fault of what a flag names as a scenario and is something else.
func unlessOther(lib *scenarios.Library, flag, name string, err error) error {
	given, advice := "", ""
	switch {
	case err == nil:
		return nil
	case check.HoldsResults(name):
		given, advice = "a result file", "halocline export "+name+" --format study gives back the one that it was made with"
	case check.IsRecording(name):
		return command.Input(fmt.Errorf("%s: %w", flag, check.RecordingGiven(name)))
	case check.IsStudy(name):
		given, advice = "a study", "name its base"
	case check.IsVehicle(lib, name):
		given, advice = "a vehicle", "name one such as docking, where nodes.auv.vehicle.model: "+name+" has it dock"
	default:
		return err
	}
	return command.Input(fmt.Errorf("%s: %s is %s, and needs to be a scenario; %s", flag, name, given, advice))
}

func newSchema(lib *scenarios.Library, std command.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "schema [study]",
		Short: "Print the JSON Schema of scenario or study files, for editors",
		Long: "Print the JSON Schema of scenario files. An editor with YAML support uses it to complete keys and to\n" +
			"underline wrong ones; with the YAML language server, begin a file with\n" +
			"  # yaml-language-server: $schema=halocline.schema.json",
		Example: "  halocline schema > halocline.schema.json\n  halocline schema study > study.schema.json",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 1 || len(args) == 1 && args[0] != "study" {
				return command.Input(fmt.Errorf("schema %s: write nothing, for scenarios, or the word study; see %s --help", strings.Join(args, " "), c.CommandPath()))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			schema, err := strict.Schema(scenarios.Default(), lib.Models())
			if len(args) == 1 {
				schema, err = study.Schema()
			}
			if err != nil {
				return command.Failure(err)
			}
			_, err = std.Out.Write(append([]byte(strings.TrimRight(string(schema), "\n")), '\n'))
			return err
		},
	}
}
