package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"halocline/cmd/command"
	"halocline/cmd/scaffold"
	"halocline/scenarios"
)

func newNew(lib *scenarios.Library, io command.Streams) *cobra.Command {
	c := &cobra.Command{
		Use:     "new",
		Short:   "Begin a scenario, a study, a vehicle, or a model in Go",
		Long:    "Begin something new: write a file or a package that works, with comments, to be changed into one's own.",
		Example: "  halocline new scenario mine\n  halocline new study my-study --base mine.yaml\n  halocline new vehicle my-vehicle\n  halocline new mac mymac\n  halocline new program logger",
		Args:    command.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			return command.Input(fmt.Errorf("a new what? %s; see %s --help", strings.Join(command.NamesBelow(c), ", "), c.CommandPath()))
		},
	}
	c.AddCommand(newNewScenario(lib, io), newNewStudy(lib, io), newNewVehicle(lib, io))
	for _, k := range scaffold.Kinds() {
		c.AddCommand(newNewModel(lib, io, k))
	}
	c.AddCommand(newNewModule(io))
	return c
}

// newNewModel returns the command that writes a new model of a kind.
func newNewModel(lib *scenarios.Library, io command.Streams, k scaffold.Kind) *cobra.Command {
	return &cobra.Command{
		Use:   k.Word + " NAME",
		Short: "Begin a new " + k.Title,
		Long: "Begin a new " + k.Title + " in the checkout of halocline around the working directory, or in a module of\n" +
			"your own that requires halocline. It is a package that " + k.Does + ", with its tests and a\n" +
			"scenario. What has to be added to the list of models is printed; nothing that exists is touched. NAME becomes\n" +
			"the name of the package.",
		Example: "  halocline new " + k.Word + " mine",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return command.Input(fmt.Errorf("write one name; %d are given; see %s --help", len(args), c.CommandPath()))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			directory, err := os.Getwd()
			if err != nil {
				return command.Failure(err)
			}
			return k.Write(lib, io.Out, directory, args[0])
		},
	}
}

func newNewModule(io command.Streams) *cobra.Command {
	var from string
	c := &cobra.Command{
		Use:   "module NAME",
		Short: "Begin a module with models of your own",
		Long: "Begin a module of your own, in a new folder NAME: a halocline that has all models of this one and those\n" +
			"of the module. Its first model, a program of a node, is there with its scenario and its tests. No file of\n" +
			"halocline is changed. Its sources are found in the checkout around the working directory, or at --halocline.",
		Example: "  halocline new module ours --halocline ~/halocline",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return command.Input(fmt.Errorf("write one name; %d are given; see %s --help", len(args), c.CommandPath()))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return scaffold.Module(io.Out, args[0], from) },
	}
	c.Flags().StringVar(&from, "halocline", ".", "`FOLDER` with the sources of halocline, or one below it")
	return c
}
