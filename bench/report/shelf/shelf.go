// Package shelf lists what scenarios can name: models with their keys, defaults and ranges, keys,
// metrics, units, presets, and the scenarios, studies and vehicles that come with the program.
//
// Begin with Choose, which takes a word, and Overview, which fits on a screen.
package shelf

import (
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"halocline/bench/report/text"
	"halocline/bench/study/measure"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// Models returns the names of all models.
func Models(lib *scenarios.Library) []string {
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
	WriteParams(w, scenarioKeys(lib))
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

// summarise writes a line for each model of a shelf.
func summarise(w io.Writer, shelf scenarios.Shelf) {
	fmt.Fprintf(w, "\n%s (%s)\n\n", title(shelf), shelf.Key)
	names := plainFirst(shelf)
	for _, name := range names {
		text.Hang(w, fmt.Sprintf("  %-*s ", longestOf(names), name), strings.Fields(scenarios.About(shelf.Models[name]()))...)
	}
}

// title begins what is listed of a shelf.
func title(shelf scenarios.Shelf) string { return strings.ToUpper(shelf.Title[:1]) + shelf.Title[1:] }

// longestOf returns how wide the column of names is.
func longestOf(names []string) int {
	longest := 16
	for _, name := range names {
		longest = max(longest, len(name))
	}
	return longest
}

// plainFirst returns the names of the models of a shelf, in order, but for plain, which is the first.
func plainFirst(shelf scenarios.Shelf) []string {
	names := slices.Sorted(maps.Keys(shelf.Models))
	if i := slices.Index(names, "plain"); i >= 0 {
		names = slices.Insert(slices.Delete(names, i, i+1), 0, "plain")
	}
	return names
}

// WriteModels writes the chosen models of a shelf. Of models that have the same
// parameters, such as presets, only the first is written out; that is plain, if
// there is one.
func WriteModels(lib *scenarios.Library, w io.Writer, shelf scenarios.Shelf, chosen func(string) bool) {
	written := map[reflect.Type]string{}
	names := slices.DeleteFunc(plainFirst(shelf), func(n string) bool { return !chosen(n) })
	longest := longestOf(names)
	for _, name := range names {
		if len(written) == 0 {
			fmt.Fprintf(w, "\n%s (%s)\n", title(shelf), shelf.Key)
		}
		model := shelf.Models[name]()
		fmt.Fprintln(w)
		text.Hang(w, fmt.Sprintf("  %-*s ", longest, name), strings.Fields(scenarios.About(model))...)
		params := strict.Describe(model, lib.Models())
		if like, ok := written[reflect.TypeOf(model)]; ok {
			listChanges(w, like, params, strict.Describe(shelf.Models[like](), lib.Models()))
		} else {
			written[reflect.TypeOf(model)] = name
			WriteParams(w, params)
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
			text.Hang(w, fmt.Sprintf("    %-22s ", p.Key), strings.Fields(Default(p))...)
		}
	}
}

// WriteParams writes a paragraph per parameter: key, default, and what it means.
func WriteParams(w io.Writer, params []strict.Param) {
	keys, defaults := 0, 0
	for _, p := range params {
		keys = max(keys, min(len(p.Key), 28))
		defaults = max(defaults, min(len(Default(p)), 16))
	}
	for _, p := range params {
		head := fmt.Sprintf("    %-*s  %-*s  ", keys, p.Key, defaults, Default(p))
		if len(Default(p)) > 24 {
			text.Hang(w, head[:keys+6], strings.Fields(Default(p))...)
			head = strings.Repeat(" ", keys+defaults+8)
		}
		words, form := strings.Fields(p.Doc), Form(p)
		if _, choices := p.Choices(); choices != nil {
			form = nil // the doc has the words
		}
		if len(words) > 0 && len(form) > 0 {
			words = append(words[:len(words)-1], words[len(words)-1]+";")
		}
		text.Hang(w, head, append(words, form...)...)
	}
}

// Default returns what a parameter is where a file says nothing.
func Default(p strict.Param) string {
	switch {
	case p.Required:
		return "required"
	case p.Default == "":
		return "-"
	}
	return p.Default
}

// Form says in words how the value of a parameter is written. A range is one
// word.
func Form(p strict.Param) []string {
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
	if p.Least > 0 {
		words[len(words)-1] += ","
		words = append(words, "at", "least", strconv.Itoa(p.Least), "elements")
		if p.Least == 1 {
			words[len(words)-1] = "element"
		}
	}
	if bound := p.Bound(); bound != "" {
		words[len(words)-1] += ","
		words = append(words, strings.Fields(bound)...)
	}
	return words
}
