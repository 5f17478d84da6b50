package explain

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// found is a value that stands in a file.
type found struct {
	steps []string // from the top of the file, with the names of elements
	value *strict.Value
}

// seek returns the values at a path below v, the steps of which lead from step depth on
// to the end of it. Models on the way must be those of the choices.
func seek(v *strict.Value, steps []string, depth int, choices []choice) []found {
	for _, c := range choices {
		if c.depth == depth && chosen(v) != c.model {
			return nil
		}
	}
	if depth == len(steps) {
		return []found{{value: v}}
	}
	var out []found
	enter := func(name string, below *strict.Value) {
		for _, w := range seek(below, steps, depth+1, choices) {
			out = append(out, found{append([]string{name}, w.steps...), w.value})
		}
	}
	if items, ok := v.Items(); ok {
		for i, item := range items {
			index, name := "["+strconv.Itoa(i)+"]", nameOf(item)
			if step := steps[depth]; step == "[]" || step == index || step == name {
				enter(elementName(item, i), item)
			}
		}
	}
	entries, _ := v.Entries()
	for _, e := range entries {
		if steps[depth] == "*" || steps[depth] == e.Key {
			enter(e.Key, e.Value)
		}
	}
	return out
}

// chosen returns the name of the model that a value is, or "".
func chosen(v *strict.Value) string {
	if named := v.Get("type"); named != nil {
		v = named
	}
	word, _, _ := v.Word()
	return word
}

// nameOf returns the name of an element of a list, or "".
func nameOf(item *strict.Value) string {
	if name := item.Get("name"); name != nil {
		word, _, _ := name.Word()
		return word
	}
	return ""
}

// elementName returns the name of an element of a list in a path, or else its index.
func elementName(item *strict.Value, i int) string {
	return cmp.Or(nameOf(item), "["+strconv.Itoa(i)+"]")
}

// holding is the value that a scenario has at a path after it was read, whether a file
// says it or not.
type holding struct {
	steps []string
	text  string         // "" where it is left out, or is a mapping
	below []strict.Param // where it is a mapping: what is in it
	in    reflect.Value  // the struct that it is in
}

// held returns the values at a path of the scenario. A model is called what the files call
// it: several names, as presets have, may stand for one type.
func (p *Place) held(steps []string) []holding {
	list := hold(p.lib, reflect.ValueOf(&p.plan.Scenario), steps, nil)
	for i := range list {
		h := &list[i]
		f, _ := fieldOf(h.in, h.steps[len(h.steps)-1])
		written := seek(p.root, h.steps, 0, nil)
		if len(written) == 0 {
			continue
		}
		models, name := p.lib.Models(), chosen(written[0].value)
		if fresh, ok := models[f.Type()][name]; ok {
			models[f.Type()] = strict.Catalog{name: fresh}
			h.describe(models)
		}
	}
	return list
}

// hold returns the values at the steps below v, which done leads to.
func hold(lib *scenarios.Library, v reflect.Value, steps, done []string) []holding {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	switch {
	case len(steps) == 0:
		return nil
	case v.Kind() == reflect.Slice:
		return holdElements(lib, v, steps, done)
	case v.Kind() == reflect.Struct:
		f, ok := fieldOf(v, steps[0])
		switch rest := steps[1:]; {
		case !ok:
			return nil
		case len(rest) == 0, len(rest) == 1 && inside(f, rest[0]):
			return holdLast(lib, v, steps[0], done)
		}
		return hold(lib, f, steps[1:], append(slices.Clone(done), steps[0]))
	}
	return nil
}

// inside reports whether a step leads to something that is shown with the value around
// it: a number of a vector, or the name of a model.
func inside(v reflect.Value, step string) bool {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		return step == "type"
	case reflect.Slice, reflect.Array:
		return v.Type().Elem().Kind() != reflect.Struct && v.Type().Elem().Kind() != reflect.Interface
	}
	return step[0] == '['
}

// holdElements returns the values below the elements of a list.
func holdElements(lib *scenarios.Library, v reflect.Value, steps, done []string) []holding {
	var out []holding
	for i := range v.Len() {
		index := "[" + strconv.Itoa(i) + "]"
		name := index
		if e := v.Index(i); e.Kind() == reflect.Struct {
			if f := e.FieldByName("Name"); f.IsValid() && f.Kind() == reflect.String {
				name = f.String()
			}
		}
		if s := steps[0]; s == "[]" || s == "*" || s == index || s == name {
			out = append(out, hold(lib, v.Index(i), steps[1:], append(slices.Clone(done), name))...)
		}
	}
	return out
}

// holdLast returns the value of a key of a struct.
func holdLast(lib *scenarios.Library, v reflect.Value, last string, done []string) []holding {
	h := holding{steps: append(slices.Clone(done), last), in: v}
	if !h.describe(lib.Models()) {
		return nil
	}
	if f, ok := fieldOf(v, last); ok && f.Kind() == reflect.Pointer && f.IsNil() {
		h.below = nil
	}
	return []holding{h}
}

// describe writes what the value is, where models have the names of a catalog. It reports
// whether there is such a key.
func (h *holding) describe(models strict.Models) bool {
	last, there := h.steps[len(h.steps)-1], false
	h.below = nil
	for _, p := range strict.Describe(h.in.Addr().Interface(), models) {
		if p.Key == last {
			h.text, there = p.Default, true
		} else if strings.HasPrefix(p.Key, last+".") {
			p.Key = strings.TrimPrefix(p.Key, last+".")
			h.below = append(h.below, p)
		}
	}
	return there
}

// fieldOf returns the field of a struct that a key names.
func fieldOf(v reflect.Value, key string) (reflect.Value, bool) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		tag, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if f.Type.Kind() == reflect.Struct && (f.Anonymous && tag == "" || options == "inline") {
			if inner, ok := fieldOf(v.Field(i), key); ok {
				return inner, true
			}
		} else if tag == key && f.IsExported() {
			return v.Field(i), true
		}
	}
	return reflect.Value{}, false
}

// Place is a scenario in which values are looked up.
type Place struct {
	lib  *scenarios.Library
	name string
	plan *scenarios.Plan
	root *strict.Value // what its files say
}

// Open reads a scenario.
func (a *Atlas) Open(name string) (*Place, error) {
	lib := a.lib
	plan, err := lib.Load(name, nil)
	if err != nil {
		return nil, err
	}
	root, err := readScenario(lib, name)
	if err != nil {
		return nil, err
	}
	return &Place{lib, name, plan, root}, nil
}

// origin says where a value of the scenario is from: a place of a file, the model that
// it belongs to, or the program.
func (p *Place) origin(steps []string) string {
	if w := seek(p.root, steps, 0, nil); len(w) > 0 {
		return "written at " + w[0].value.Place().String()
	}
	for n := len(steps) - 1; n > 0; n-- {
		above := seek(p.root, steps[:n], 0, nil)
		if len(above) == 0 {
			continue
		}
		if word := chosen(above[0].value); word != "" {
			return fmt.Sprintf("not written there; %s at %s has it", word, above[0].value.Place())
		}
		break
	}
	return "not written there; the default"
}

// absence says why there is nothing at a path, which is that of a topic.
func (p *Place) absence(path, topic []string) string {
	for n := len(path) - 1; n >= 0; n-- {
		above := seek(p.root, path[:n], 0, nil)
		if len(above) == 0 {
			continue
		}
		var names []string
		entries, _ := above[0].value.Entries()
		for _, e := range entries {
			names = append(names, e.Key)
		}
		items, _ := above[0].value.Items()
		for _, item := range items {
			names = append(names, nameOf(item))
		}
		word := chosen(above[0].value)
		switch {
		case word != "":
			return join(path[:n]) + " is " + word
		case n < len(topic) && (topic[n] == "*" || topic[n] == "[]"):
			return join(path[:n]) + " has " + strings.Join(names, ", ")
		}
		return "the scenario leaves " + join(path[:n+1]) + " out"
	}
	return ""
}
