package cli

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/report/text"
	"halocline/bench/study/measure"
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
			"of the first column, such as mac, a model such as tdma or a part of its name, the models are listed with their\n" +
			"parameters, defaults and ranges. A section of a scenario, such as water, lists its keys; so does keys, of the\n" +
			"whole scenario. \"list units\" shows the units that quantities may have, \"list metrics\" what is measured in a\n" +
			"run, \"list presets\" what the modems' sources state and what is assumed, and \"list all\" everything.",
		Example: "  halocline list\n  halocline list mac\n  halocline list tdma\n  halocline list metrics\n  halocline list all --json",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 1 {
				return command.Input(fmt.Errorf("%d names are given, and list takes one; see %s --help", len(args), c.CommandPath()))
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return listable(lib), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !asJSON {
				return listOverview(lib, io.Out)
			}
			chosen, err := choose(lib, strings.Join(args, " "))
			if err != nil {
				return err
			}
			if asJSON {
				return chosen.printJSON(io)
			}
			return chosen.print(io.Out)
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
		return command.Input(fmt.Errorf("one name of a bundled scenario, study or vehicle is due, and %d are given; halocline list has them", len(args)))
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

// modelNames returns the names of all models.
func modelNames(lib *scenarios.Library) []string {
	var names []string
	for _, shelf := range lib.Shelves() {
		names = append(names, slices.Sorted(maps.Keys(shelf.Models))...)
	}
	return names
}

// listScenarios writes what the bundled scenarios are.
func listScenarios(lib *scenarios.Library, w io.Writer) error {
	fmt.Fprint(w, "Bundled scenarios\n\n")
	list, err := describedScenarios(lib)
	for _, d := range list {
		text.Hang(w, fmt.Sprintf("  %-16s ", d.Name), strings.Fields(d.About)...)
	}
	return err
}

// listStudies writes what the bundled studies are.
func listStudies(lib *scenarios.Library, w io.Writer) error {
	fmt.Fprint(w, "Bundled studies\n\n")
	list, err := describedStudies(lib)
	for _, d := range list {
		text.Hang(w, fmt.Sprintf("  %-22s ", d.Name), strings.Fields(fmt.Sprintf("%s (%d runs)", d.About, d.Runs))...)
	}
	return err
}

// listVehicles writes what the vehicles of the library are.
func listVehicles(lib *scenarios.Library, w io.Writer) error {
	fmt.Fprint(w, "Vehicles (nodes[].vehicle)\n\n")
	list, err := describedVehicles(lib)
	for _, d := range list {
		text.Hang(w, fmt.Sprintf("  %-16s ", d.Name), strings.Fields(d.About)...)
	}
	return err
}

// listMetrics writes what is measured in a run.
func listMetrics(lib *scenarios.Library, w io.Writer) error {
	fmt.Fprint(w, "Metrics of a run; <link>, <node> and <vehicle> stand for names: <vehicle> for a node with a program\n\n")
	names := 0
	for _, a := range measure.Glossary(lib) {
		names = max(names, len(a.Name))
	}
	for _, a := range measure.Glossary(lib) {
		text.Hang(w, fmt.Sprintf("  %-*s %-6s ", names, a.Name, a.Unit), strings.Fields(a.Meaning)...)
	}
	return nil
}

// listKeys writes the keys of a scenario.
func listKeys(lib *scenarios.Library, w io.Writer) error {
	fmt.Fprint(w, "Keys of a scenario\n\n")
	listParams(w, scenarioKeys(lib))
	return nil
}

// listUnits writes the units that quantities may have.
func listUnits(_ *scenarios.Library, w io.Writer) error {
	fmt.Fprint(w, "Units\n\n")
	for _, d := range strict.Dimensions() {
		text.Hang(w, fmt.Sprintf("  %-26s ", d.Name), d.Units...)
	}
	return nil
}

// noModel says what a name that is listed nowhere may have meant.
func noModel(lib *scenarios.Library, name string) error {
	if slices.Contains(append(lib.Bundled(), studies.Bundled()...), name) {
		return fmt.Errorf("%s is no model; halocline show %s prints it", name, name)
	}
	if slices.Contains(lib.Vehicles(), name) {
		return fmt.Errorf("%s is a vehicle; halocline explain %s tells what it is, and halocline show %s prints it", name, name, name)
	}
	if slices.ContainsFunc(measure.Glossary(lib), func(a measure.About) bool { return a.Name == name }) {
		return fmt.Errorf("%s is a metric; halocline explain %s tells what it is, and halocline list metrics names all", name, name)
	}
	if len(newAtlas(lib).find(split(name))) > 0 {
		return fmt.Errorf("%s is a key; halocline explain %s tells what it is", name, name)
	}
	if near := strict.Nearest(name, listable(lib)); near != "" {
		return fmt.Errorf("there is no model and no list %q; did you mean %q?", name, near)
	}
	return fmt.Errorf("there is no model and no list %q; halocline list shows what there is", name)
}

// listShelf writes the chosen models of a shelf. Of models that have the same
// parameters, such as presets, only the first is written out; that is plain, if
// there is one.
func listShelf(lib *scenarios.Library, w io.Writer, shelf scenarios.Shelf, chosen func(string) bool) {
	written := map[reflect.Type]string{}
	names := slices.Sorted(maps.Keys(shelf.Models))
	if i := slices.Index(names, "plain"); i >= 0 {
		names = slices.Insert(slices.Delete(names, i, i+1), 0, "plain")
	}
	names = slices.DeleteFunc(names, func(n string) bool { return !chosen(n) })
	longest := 16
	for _, name := range names {
		longest = max(longest, len(name))
	}
	for _, name := range names {
		if len(written) == 0 {
			fmt.Fprintf(w, "\n%s (%s)\n", strings.ToUpper(shelf.Title[:1])+shelf.Title[1:], shelf.Key)
		}
		model := shelf.Models[name]()
		fmt.Fprintln(w)
		text.Hang(w, fmt.Sprintf("  %-*s ", longest, name), strings.Fields(scenarios.About(model))...)
		params := strict.Describe(model, lib.Models())
		if like, ok := written[reflect.TypeOf(model)]; ok {
			listChanges(w, like, params, strict.Describe(shelf.Models[like](), lib.Models()))
		} else {
			written[reflect.TypeOf(model)] = name
			listParams(w, params)
		}
		listOrigins(lib, w, name, model)
	}
}

// listChanges writes the defaults of a model that are not those of another.
func listChanges(w io.Writer, like string, params, others []strict.Param) {
	if len(params) == 0 {
		return
	}
	fmt.Fprintf(w, "    the parameters of %s, with\n", like)
	for i, p := range params {
		if len(others) != len(params) || p.Default != others[i].Default {
			text.Hang(w, fmt.Sprintf("    %-22s ", p.Key), strings.Fields(standard(p))...)
		}
	}
}

// listParams writes a paragraph per parameter: key, default, and what it means.
func listParams(w io.Writer, params []strict.Param) {
	keys, defaults := 0, 0
	for _, p := range params {
		keys = max(keys, min(len(p.Key), 28))
		defaults = max(defaults, min(len(standard(p)), 16))
	}
	for _, p := range params {
		head := fmt.Sprintf("    %-*s  %-*s  ", keys, p.Key, defaults, standard(p))
		if len(standard(p)) > 24 {
			text.Hang(w, head[:keys+6], strings.Fields(standard(p))...)
			head = strings.Repeat(" ", keys+defaults+8)
		}
		words := strings.Fields(p.Doc)
		if f := form(p); len(words) > 0 && len(f) > 0 {
			words = append(words[:len(words)-1], words[len(words)-1]+";")
		}
		text.Hang(w, head, append(words, form(p)...)...)
	}
}

// standard returns what a parameter is where a file says nothing.
func standard(p strict.Param) string {
	switch {
	case p.Required:
		return "required"
	case p.Default == "":
		return "-"
	}
	return p.Default
}

// form says in words how the value of a parameter is written. A range is one
// word.
func form(p strict.Param) []string {
	list, kind := "", p.Type
	if i := strings.Index(kind, ": "); i >= 0 {
		list, kind = kind[:i+1], kind[i+2:]
	}
	switch {
	case kind == "mapping":
		return nil
	case kind == "true|false":
		kind = "true or false"
	case strings.Contains(kind, "|"):
		kind = "one of " + strings.ReplaceAll(kind, "|", ", ")
	}
	words := append(strings.Fields(list), strings.Fields(kind)...)
	if p.Range != "" {
		words = append(words, "in", p.Range)
	}
	return words
}
