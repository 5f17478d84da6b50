package explain

import (
	"maps"
	"slices"
	"strings"

	"halocline/bench/study"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// topic is a key of a file, as one model has it.
type topic struct {
	language string   // what the file is: scenario, study or vehicle
	steps    []string // from the top of the file; [] and * stand for an element of a list or of a mapping by name
	choices  []choice // the models that must be chosen on the way
	shelf    string   // title of the models of which the value is one; "" where it is none
	of       any      // the file or the model that has the key, with its defaults
	from     int      // the step at which it begins
	strict.Param
}

// choice is a model that stands so many steps below the top of a file.
type choice struct {
	depth int
	model string
}

// model returns the model that has the key, or "".
func (t *topic) model() string {
	if len(t.choices) == 0 {
		return ""
	}
	return t.choices[len(t.choices)-1].model
}

// Atlas holds every key of every file.
type Atlas struct {
	lib     *scenarios.Library
	shelves []scenarios.Shelf
	models  strict.Models
	topics  []topic
	read    map[string][]strict.Param // the keys of a model, by shelf and name
	books   map[string][]book         // that were opened, by language
}

// New reads the keys off the structs that the files are read into.
func New(lib *scenarios.Library) *Atlas {
	a := &Atlas{lib: lib, shelves: lib.Shelves(), models: lib.Models(), read: map[string][]strict.Param{}, books: map[string][]book{}}
	a.add(topic{language: "scenario", of: scenarios.Default()}, strict.Describe(scenarios.Default(), a.models), nil)
	a.add(topic{language: "study"}, strict.Describe(study.Default(), strict.Models{}), nil)
	a.add(topic{language: "vehicle", of: vehicle.Default()}, strict.Describe(vehicle.Default(), strict.Models{}), nil)
	return a
}

// add adds the keys below a topic, and those of the models that they may hold. Models
// may hold models of their own kind; these are not entered again.
func (a *Atlas) add(above topic, params []strict.Param, open []string) {
	for _, p := range params {
		t := topic{language: above.language, steps: slices.Concat(above.steps, split(p.Key)), choices: above.choices, of: above.of, from: above.from, Param: p}
		shelf, ok := a.shelfOf(p)
		if ok {
			t.shelf = shelf.Title
		}
		a.topics = append(a.topics, t)
		if !ok || slices.Contains(open, shelf.Title) {
			continue
		}
		below := t
		if strings.HasPrefix(p.Type, "list") {
			below.steps = append(slices.Clone(t.steps), "[]")
		}
		for _, name := range slices.Sorted(maps.Keys(shelf.Models)) {
			below.choices = append(slices.Clone(t.choices), choice{len(below.steps), name})
			below.of, below.from = shelf.Models[name](), len(below.steps)
			a.add(below, a.describe(shelf, name), append(slices.Clone(open), shelf.Title))
		}
	}
}

// describe returns the keys of a model.
func (a *Atlas) describe(shelf scenarios.Shelf, name string) []strict.Param {
	id := shelf.Title + "/" + name
	if a.read[id] == nil {
		a.read[id] = strict.Describe(shelf.Models[name](), a.models)
	}
	return a.read[id]
}

// shelfOf returns the models of which a value is one.
func (a *Atlas) shelfOf(p strict.Param) (scenarios.Shelf, bool) {
	for _, shelf := range a.shelves {
		if shelf.Has(p) {
			return shelf, true
		}
	}
	return scenarios.Shelf{}, false
}

// split takes a path apart: nodes[0].at gives nodes, [0], at.
func split(path string) []string {
	var steps []string
	for part := range strings.SplitSeq(path, ".") {
		key, index, indexed := strings.Cut(part, "[")
		steps = append(steps, key)
		if indexed {
			for i := range strings.SplitSeq(index, "[") {
				steps = append(steps, "["+i)
			}
		}
	}
	return steps
}

// join is the inverse of split.
func join(steps []string) string { return strings.ReplaceAll(strings.Join(steps, "."), ".[", "[") }

// stands reports whether a step of a path stands for a step of a topic.
func stands(step, of string) bool {
	switch of {
	case "[]":
		return true
	case "*":
		return step[0] != '['
	}
	return step == of
}

// begins reports whether a path leads to a topic, or to something above it.
func begins(path, steps []string) bool {
	return len(path) <= len(steps) && slices.EqualFunc(path, steps[:len(path)], stands)
}

// is reports whether a path is that of the topic, of an element of the list that it is,
// or of the word that names its model.
func (t *topic) is(path []string) bool {
	if len(path) < len(t.steps) || !begins(path[:len(t.steps)], t.steps) {
		return false
	}
	list := strings.HasPrefix(t.Type, "list") || t.Type == "mapping by name"
	switch rest := path[len(t.steps):]; len(rest) {
	case 0:
		return true
	case 1:
		return list || t.shelf != "" && rest[0] == "type"
	case 2:
		return list && t.shelf != "" && rest[1] == "type"
	}
	return false
}

// ends reports whether a path, which need not begin at the top, ends at the topic. Its
// first step is a key, not the name of an element.
func (t *topic) ends(path []string) bool {
	from := len(t.steps) - len(path)
	return from >= 0 && t.steps[from] == path[0] && begins(path, t.steps[from:])
}

// isWithoutBrackets reports whether a path is that of the topic without what stands for the
// elements of lists, as in nodes.run.
func (t *topic) isWithoutBrackets(path []string) bool {
	steps := withoutBrackets(t.steps)
	return len(steps) < len(t.steps) && len(path) == len(steps) && begins(path, steps)
}

func withoutBrackets(steps []string) []string {
	return slices.DeleteFunc(slices.Clone(steps), func(s string) bool { return s == "[]" })
}

// has reports whether a path is the name of the topic's model and a key of it.
func (t *topic) has(path []string) bool {
	if len(t.choices) == 0 || path[0] != t.model() {
		return false
	}
	from := t.choices[len(t.choices)-1].depth
	return len(path)-1 == len(t.steps)-from && begins(path[1:], t.steps[from:])
}

// find returns the topics of a path: those whose path it is without their brackets; or, if
// there are none, those whose path it is from the top; or, if there are none, those of a
// model and its key; or, if there are none, those that it ends at.
func (a *Atlas) find(path []string) []topic {
	language := ""
	if len(path) > 1 && slices.Contains([]string{"scenario", "study", "vehicle"}, path[0]) {
		language = path[0]
	}
	for _, fits := range []func(*topic) bool{
		func(t *topic) bool { return t.isWithoutBrackets(path) },
		func(t *topic) bool { return t.is(path) },
		func(t *topic) bool { return t.language == language && t.is(path[1:]) },
		func(t *topic) bool { return t.has(path) },
		func(t *topic) bool { return t.ends(path) },
	} {
		if found := a.all(fits); len(found) > 0 {
			return found
		}
	}
	return nil
}

// all returns the topics for which a condition holds.
func (a *Atlas) all(fits func(*topic) bool) []topic {
	var out []topic
	for i := range a.topics {
		if fits(&a.topics[i]) {
			out = append(out, a.topics[i])
		}
	}
	return out
}

// shelvesWith returns the shelves on which there is a model of a name.
func (a *Atlas) shelvesWith(model string) []scenarios.Shelf {
	return slices.DeleteFunc(slices.Clone(a.shelves), func(s scenarios.Shelf) bool { return s.Models[model] == nil })
}

// below returns the keys that may follow the longest beginning of a path that leads
// somewhere in a language, rather without brackets, and the length of that beginning.
func (a *Atlas) below(path []string) (depth int, keys []string) {
	for depth = len(path) - 1; depth > 0; depth-- {
		for _, as := range []func(steps []string) []string{withoutBrackets, slices.Clone[[]string]} {
			for i := range a.topics {
				if steps := as(a.topics[i].steps); len(steps) > depth && begins(path[:depth], steps) {
					keys = append(keys, steps[depth])
				}
			}
			if slices.Sort(keys); len(keys) > 0 {
				return depth, slices.Compact(keys)
			}
		}
	}
	return 0, nil
}
