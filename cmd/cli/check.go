package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/report/text"
	"halocline/bench/study"
	"halocline/bench/study/results"
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
			"that scenarios name in its place, as in modem: my-modem.yaml; so is one with the numbers of a thruster or a fin,\n" +
			"which vehicles extend: thrusters: [{base: my-thruster.yaml, position: ...}].\n\n" +
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
			var all []checkup
			for _, name := range args {
				of, err := checkOne(c.Context(), lib, std.Err, c.InOrStdin(), name, sets, later)
				if err != nil {
					return err
				}
				if all = append(all, of); !asJSON {
					of.print(std)
				}
			}
			if asJSON {
				return printCheckups(std, all)
			}
			return faultsOf(all)
		},
	}
	timedFlags(c, &given)
	c.Flags().BoolVar(&asJSON, "json", false, "print faults and warnings as JSON")
	return c
}

// besideBase warns of a base that comes with the program, where a file that lies beside the
// study has its name and another text: one of another version, if the study was unpacked.
func besideBase(lib *scenarios.Library, name string, s *study.Study) []string {
	if slices.Contains(studies.Bundled(), name) {
		return nil
	}
	ours, err := lib.Text(s.Base)
	if err != nil {
		return nil // it is a file
	}
	file := s.Base + ".yaml"
	text, err := strict.Disk(filepath.Join(filepath.Dir(name), file))
	if err != nil || bytes.Equal(text, ours) {
		return nil
	}
	return []string{fmt.Sprintf("%s: base %s is the scenario that comes with the program, and %s beside the study is another; write base: %s to use that one", name, s.Base, file, file)}
}

// unlessStudy replaces the fault of a scenario that is a study, the results of one, or
// a vehicle.
func unlessStudy(lib *scenarios.Library, name string, err error) error {
	switch {
	case err == nil:
		return nil
	case holdsResults(name):
		return resultGiven(name)
	case isStudy(name):
		return command.Input(fmt.Errorf("%s is a study: halocline sweep %s makes its runs, and halocline table and plot show them", name, name))
	case isVehicle(lib, name):
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
	case holdsResults(name):
		given, advice = "a result file", "halocline export "+name+" --format study gives back the one that it was made with"
	case isStudy(name):
		given, advice = "a study", "name its base"
	case isVehicle(lib, name):
		given, advice = "a vehicle", "name one such as docking, where nodes.auv.vehicle.model: "+name+" has it dock"
	default:
		return err
	}
	return command.Input(fmt.Errorf("%s: %s is %s, and needs to be a scenario; %s", flag, name, given, advice))
}

// resultGiven is the fault of a result file in place of a scenario or a study.
func resultGiven(name string) error {
	return command.Input(fmt.Errorf("%s is a result file: halocline table %s shows what it holds; halocline sweep STUDY --resume -o %s adds runs, and halocline merge puts shards together", name, name, name))
}

// isFile reports whether a name is that of a plain file. Any other, such as a pipe, is
// left alone until it is known what it is for: it can be read only once.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// holdsResults reports whether a name is that of a result file.
func holdsResults(name string) bool { return isFile(name) && results.IsFile(name) }

// isScenario reports whether a name is that of a bundled scenario, or of a file that
// only a scenario can be.
func isScenario(lib *scenarios.Library, name string) bool {
	return slices.Contains(lib.Bundled(), name) || !isStudy(name) && hasKey(name, "links|nodes|traffic|probe")
}

// keysOfStudy are keys that only a study has at its top.
const keysOfStudy = "sweep|vars|zip|let|where|repeat|until|record|seeds"

// isStudy reports whether a name is that of a bundled study, or of a file that only a
// study can be.
func isStudy(name string) bool {
	return slices.Contains(studies.Bundled(), name) || hasKey(name, keysOfStudy)
}

// isVehicle reports whether a name is that of a bundled vehicle, or of a file that only a
// vehicle can be.
func isVehicle(lib *scenarios.Library, name string) bool {
	return slices.Contains(lib.Vehicles(), name) || isFile(name) && lib.IsVehicle(name)
}

// hasKey reports whether a file has one of some keys at its top.
func hasKey(name, keys string) bool {
	if !isFile(name) {
		return false
	}
	text, err := strict.Disk(name) // not more than the language takes
	return err == nil && keyIn(text, keys)
}

// keyIn reports whether a text has one of some keys at its top.
func keyIn(text []byte, keys string) bool {
	return regexp.MustCompile(`(?m)^(` + keys + `)\s*:`).Match(text)
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
