package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"halocline/scenarios"
	"halocline/scenarios/strict"
)

func newCheck(io stdio) *cobra.Command {
	return &cobra.Command{
		Use:               "check SCENARIO...",
		Short:             "Check scenarios without running them",
		Long:              "Check scenarios without running them: every fault of every file, with its place.",
		Example:           "  halocline check my.yaml aloha20",
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeScenario,
		RunE: func(_ *cobra.Command, args []string) error {
			var faults []error
			for _, name := range args {
				plan, err := scenarios.Load(name, nil)
				var warnings []string
				if err == nil {
					warnings, err = plan.Check()
				}
				warn(io, warnings)
				if err != nil {
					faults = append(faults, err)
					continue
				}
				fmt.Fprintf(io.out, "%s: ok\n", name)
			}
			return errors.Join(faults...)
		},
	}
}

func newSchema(io stdio) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of scenario files, for editors",
		Long: "Print the JSON Schema of scenario files. An editor with YAML support uses it to complete keys and to\n" +
			"underline wrong ones; with the YAML language server, begin a file with\n" +
			"  # yaml-language-server: $schema=halocline.schema.json",
		Example: "  halocline schema > halocline.schema.json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			schema, err := strict.Schema(scenarios.Default(), scenarios.Models())
			if err != nil {
				return failure{err}
			}
			_, err = io.out.Write(append([]byte(strings.TrimRight(string(schema), "\n")), '\n'))
			return err
		},
	}
}

func newVersion(io stdio) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  halocline version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintln(io.out, "halocline", version(), "("+os.Args[0]+")")
			return nil
		},
	}
}
