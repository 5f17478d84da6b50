package main

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"halocline/scenarios"
	"halocline/scenarios/strict"
)

func newCheck(io stdio) *cobra.Command {
	var texts []string
	c := &cobra.Command{
		Use:   "check SCENARIO...",
		Short: "Check scenarios without running them",
		Long: "Check scenarios without running them: every fault of every file, with its place, and warnings\n" +
			"where a formula is used outside the range in which it is valid, or a node is not in the water.",
		Example:           "  halocline check my.yaml aloha20\n  halocline check my.yaml --set links.acoustic.mac=tdma",
		Args:              someScenarios,
		ValidArgsFunction: completeScenario,
		RunE: func(_ *cobra.Command, args []string) error {
			sets, err := overrides(texts)
			if err != nil {
				return err
			}
			var faults []error
			for _, name := range args {
				if err := check(io, name, sets); err != nil {
					faults = append(faults, err)
					continue
				}
				fmt.Fprintf(io.out, "%s: ok\n", name)
			}
			return errors.Join(faults...)
		},
	}
	c.Flags().StringArrayVar(&texts, "set", nil, "override one value, as `path=value`; may be repeated")
	return c
}

// check writes the warnings of a scenario and returns its faults.
func check(io stdio, name string, sets []strict.Set) error {
	plan, err := scenarios.Load(name, sets)
	if err != nil {
		return err
	}
	warnings, err := plan.Check()
	warn(io, warnings)
	return err
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
		Long:    "Print the version of the program, the revision that it was built from, and the compiler.",
		Example: "  halocline version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprint(io.out, provenance())
			return err
		},
	}
}

// version returns the version of the module, as Go has noted it: a tag, or one
// made from the revision.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown)"
	}
	return info.Main.Version
}

// provenance returns a line for the version and one for each thing that the
// bits of a result may depend on.
func provenance() string {
	note := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			note[s.Key] = s.Value
		}
	}
	text := "halocline " + version() + "\n"
	if revision := note["vcs.revision"]; revision != "" {
		text += "revision " + revision + " of " + note["vcs.time"]
		if note["vcs.modified"] == "true" {
			text += ", changed since"
		}
		text += "\n"
	}
	text += runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
	if level := note["GOAMD64"]; level != "" {
		text += " " + level
	}
	return text + "\n"
}
