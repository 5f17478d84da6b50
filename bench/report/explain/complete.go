package explain

import (
	"slices"
	"strings"

	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// Overrides returns what a path=value that was begun may become, in the language of a scenario or
// of a vehicle: the paths with the names of links and nodes that a file has, "" for none, and
// behind a path and = the words that the key takes.
func (a *Atlas) Overrides(language, file, begun string) []string {
	var root *strict.Value
	if file != "" {
		root = rootOf(a.lib, language, file)
	}
	path, _, valued := strings.Cut(begun, "=")
	var out []string
	for _, k := range a.keysIn(language, root) {
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
	return slices.Compact(out)
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
func (a *Atlas) keysIn(language string, root *strict.Value) []placed {
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
func (a *Atlas) places(v *strict.Value, t *topic, depth int) [][]string {
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
