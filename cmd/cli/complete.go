package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"halocline/bench/study/measure"
	"halocline/bench/study/results"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// completeFlags has the shell complete the values of flags that several commands share:
// paths of --set, and metrics.
func completeFlags(lib *scenarios.Library, root *cobra.Command) {
	for _, c := range root.Commands() {
		if c.Flags().Lookup("set") != nil {
			c.RegisterFlagCompletionFunc("set", completeSet(lib)) // fails for a flag that is not there
		}
		for _, flag := range []string{"metric", "y"} {
			if c.Flags().Lookup(flag) != nil {
				c.RegisterFlagCompletionFunc(flag, completeMetric(lib))
			}
		}
	}
}

// completeSet offers the paths of the scenario or of the vehicle that is given, with the names
// of its links and nodes; before one is given, the paths without names. Behind a path and =
// it offers the words that the key takes.
func completeSet(lib *scenarios.Library) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		language, root := "scenario", (*strict.Value)(nil)
		if len(args) > 0 && isVehicle(lib, args[0]) {
			language = "vehicle"
		}
		if len(args) > 0 {
			root = rootOf(lib, language, args[0])
		}
		path, _, valued := strings.Cut(begun, "=")
		var out []string
		for _, k := range newAtlas(lib).keysIn(language, root) {
			switch {
			case !valued:
				out = append(out, k.path+"=")
			case k.path == path:
				for _, word := range wordsOf(k.topic) {
					out = append(out, path+"="+word)
				}
			}
		}
		slices.Sort(out)
		if valued {
			return slices.Compact(out), cobra.ShellCompDirectiveNoFileComp
		}
		return slices.Compact(out), cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
	}
}

// rootOf returns what the file of a scenario or of a vehicle says; nil where it cannot be read.
func rootOf(lib *scenarios.Library, language, name string) *strict.Value {
	read := readScenario
	if language == "vehicle" && slices.Contains(lib.Vehicles(), name) {
		read = readVehicle
	} else if language == "vehicle" {
		read = func(_ *scenarios.Library, name string) (*strict.Value, error) {
			source, err := strict.NewSource(strict.Disk, name, vehicle.Default(), strict.Models{})
			return source.Root(), err
		}
	}
	root, err := read(lib, name)
	if err != nil {
		return nil
	}
	return root
}

// placed is a key at a place of a file.
type placed struct {
	path  string
	topic *topic
}

// keysIn returns the keys of a language, with the names of the links, nodes and other elements
// that a file has. Of models it has the keys of those that the file chooses, or that are the
// defaults. Without a file the keys that need no names are left.
func (a *atlas) keysIn(language string, root *strict.Value) []placed {
	var out []placed
	for i := range a.topics {
		t := &a.topics[i]
		if t.language != language {
			continue
		}
		for _, steps := range a.places(root, t, 0) {
			out = append(out, placed{join(steps), t})
		}
	}
	return out
}

// places returns the steps of a topic from one depth on, with names in place of what stands for
// them, below a value of a file, which is nil where the file does not have it.
func (a *atlas) places(v *strict.Value, t *topic, depth int) [][]string {
	for _, c := range t.choices {
		if c.depth == depth && (v == nil || chosen(v) != c.model) {
			return nil
		}
	}
	if depth == len(t.steps) {
		return [][]string{nil}
	}
	var out [][]string
	enter := func(name string, below *strict.Value) {
		for _, rest := range a.places(below, t, depth+1) {
			out = append(out, append([]string{name}, rest...))
		}
	}
	step := t.steps[depth]
	switch {
	case v == nil && step != "*" && step != "[]":
		enter(step, nil)
	case v == nil:
	case step == "*":
		entries, _ := v.Entries()
		for _, e := range entries {
			enter(e.Key, e.Value)
		}
	case step == "[]":
		items, _ := v.Items()
		for i, item := range items {
			enter(elementName(item, i), item)
		}
	default:
		enter(step, v.Get(step))
	}
	return out
}

// wordsOf returns the words that a key takes: names of models, or those of which it is one.
func wordsOf(t *topic) []string {
	kind := t.Type[strings.Index(t.Type, ": ")+1:]
	if !strings.Contains(kind, "|") {
		return nil
	}
	return strings.Split(strings.TrimSpace(kind), "|")
}

// completeMetric offers the metrics of the result file that is given, or else those whose names
// hold for every scenario.
func completeMetric(lib *scenarios.Library) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		var names []string
		if len(args) > 0 && holdsResults(args[0]) {
			if file, err := results.Open(args[0]); err == nil {
				defer file.Close()
				for _, m := range file.Metrics() {
					names = append(names, m.Name)
				}
				return names, cobra.ShellCompDirectiveNoFileComp
			}
		}
		for _, a := range measure.Glossary(lib) {
			if !strings.HasPrefix(a.Name, "<") {
				names = append(names, a.Name)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeScenario offers the bundled scenarios, and files.
func completeScenario(lib *scenarios.Library) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return lib.Bundled(), cobra.ShellCompDirectiveDefault
	}
}
