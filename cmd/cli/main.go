// Package cli is the command line of halocline: flags, files and exit codes. What a
// scenario means is the business of package scenarios, and what is done with many runs
// that of bench.
//
// Begin with Main. Another module makes its own halocline, whose scenarios can name its
// models, with a main function that puts them into the library:
//
//	//go:embed *.go
//	var sources embed.FS
//
//	func main() {
//		l := scenarios.Standard()
//		if err := errors.Join(scenarios.Put(l, "mine", mine.Default), l.AddSources("mine", sources)); err != nil {
//			log.Fatal(err)
//		}
//		cli.Main(l)
//	}
package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"halocline/cmd/command"
	"halocline/scenarios"
)

// Main carries out the command line of the process, with what scenarios can name in the
// library, and ends the process.
func Main(lib *scenarios.Library) { command.Main("halocline", building(lib)) }

// Run carries out a command line in this process and returns its exit code.
func Run(ctx context.Context, lib *scenarios.Library, args []string, std command.Streams) int {
	return command.Run(ctx, "halocline", building(lib), args, std)
}

// building returns what makes the command line of a library.
func building(lib *scenarios.Library) func(command.Streams) *cobra.Command {
	return func(std command.Streams) *cobra.Command { return newRoot(lib, std) }
}

// newRoot returns the command line.
func newRoot(lib *scenarios.Library, io command.Streams) *cobra.Command {
	root := &cobra.Command{
		Use:     "halocline",
		Short:   "Simulate control loops that are closed through water",
		Example: "  halocline list\n  halocline run aloha20\n  halocline check my.yaml",
		Long: "Halocline is a discrete-event simulator of nodes and vehicles that talk through water.\n" +
			"Results go to standard output, everything else to standard error.\n\n" +
			"Exit codes: 0 ok; 1 a run failed or was interrupted, or a check did not hold;\n" +
			"2 the input is wrong; 75 try again.",
		Annotations: map[string]string{"bench": "bench is a program of its own: go run ./cmd/speed in a checkout of halocline"},
	}
	root.AddCommand(newRun(lib, io), newServe(lib, io), newView(lib, io), newFMU(lib, io), newSteady(lib, io), newCheck(lib, io), newSchema(lib, io), newList(lib, io), newShow(lib, io), newReproduce(io), newSweep(lib, io), newSensitivity(lib, io), newMerge(io), newExport(io), newTableCommand(io), newPlotCommand(lib, io), newReportCommand(lib, io), newExplain(lib, io), newDocs(lib, io), newLink(lib, io), newLoop(lib, io), newNew(lib, io), newVersion(lib, io))
	completeFlags(lib, root)
	command.Prepare(root, io, "run")
	return root
}

// someScenarios and oneScenario check the number of arguments.
func someScenarios(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return command.Input(fmt.Errorf("which scenario? A file, or the name of a bundled one; see %s --help", c.CommandPath()))
	}
	return nil
}

func oneScenario(c *cobra.Command, args []string) error {
	if len(args) > 1 {
		return command.Input(fmt.Errorf("%d scenarios are given, and %s takes one; see %s --help", len(args), c.Name(), c.CommandPath()))
	}
	return someScenarios(c, args)
}
