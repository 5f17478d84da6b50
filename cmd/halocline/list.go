package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"halocline/scenarios"
	"halocline/scenarios/strict"
)

func newList(io stdio) *cobra.Command {
	c := &cobra.Command{
		Use:   "list [NAME]",
		Short: "List the bundled scenarios and every model with its parameters",
		Long: "List the bundled scenarios, the keys of a scenario, and every model with its parameters, their\n" +
			"units, defaults and ranges. With a name, show only what has that name.",
		Example: "  halocline list\n  halocline list aloha",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return list(io, strings.Join(args, ""))
		},
		ValidArgsFunction: completeModel,
	}
	return c
}

// completeModel offers the names of the models.
func completeModel(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, shelf := range scenarios.Shelves() {
		names = append(names, slices.Sorted(maps.Keys(shelf.Models))...)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// list writes everything, or what has the name only.
func list(io stdio, only string) error {
	found := only == ""
	if only == "" {
		if err := listScenarios(io); err != nil {
			return err
		}
	}
	var known []string
	for _, shelf := range scenarios.Shelves() {
		names := slices.Sorted(maps.Keys(shelf.Models))
		known = append(known, names...)
		if only != "" && !slices.Contains(names, only) {
			continue
		}
		found = true
		fmt.Fprintf(io.out, "%s (%s)\n\n", strings.ToUpper(shelf.Title[:1])+shelf.Title[1:], shelf.Key)
		for _, name := range names {
			if only == "" || name == only {
				listModel(io, name, shelf.Models[name]())
			}
		}
	}
	if !found {
		return inputError{fmt.Errorf("%s", strict.Unknown("model", only, known))}
	}
	return nil
}

// listScenarios writes the bundled scenarios and the language.
func listScenarios(io stdio) error {
	fmt.Fprint(io.out, "Bundled scenarios\n\n")
	for _, name := range scenarios.Bundled() {
		plan, err := scenarios.Load(name, nil)
		if err != nil {
			return err
		}
		fmt.Fprintf(io.out, "  %-16s %s\n", name, plan.Description)
	}
	fmt.Fprint(io.out, "\nKeys of a scenario\n\n")
	listParams(io, strict.Describe(scenarios.Default(), scenarios.Models()))
	fmt.Fprintln(io.out)
	return nil
}

// listModel writes a model and its parameters.
func listModel(io stdio, name string, model any) {
	fmt.Fprintf(io.out, "  %-16s %s\n", name, scenarios.About(model))
	listParams(io, strict.Describe(model, scenarios.Models()))
	fmt.Fprintln(io.out)
}

// listParams writes a line per parameter.
func listParams(io stdio, params []strict.Param) {
	for _, p := range params {
		about := []string{p.Doc}
		switch {
		case p.Required:
			about = append(about, "required")
		case p.Default != "":
			about = append(about, "default "+p.Default)
		}
		if p.Range != "" {
			about = append(about, "range "+strings.TrimSpace(p.Range+" "+p.Unit))
		}
		fmt.Fprintf(io.out, "    %-28s %-10s %s\n", p.Key, p.Type, strings.Join(about, "; "))
	}
}

func version() string { return "dev" }
