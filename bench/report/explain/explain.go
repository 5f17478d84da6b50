// Package explain tells what a key, a model, a metric, a cause of loss or a term of the field means. Of a key of a
// scenario, a study or a vehicle file it says how it is written, its default and range, an example,
// and the value that a scenario has there. The keys are read off the structs that the files are read into, so
// nothing is said twice.
//
// Begin with New and Explain. Lists of all that there is are written by package shelf.
package explain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"halocline/bench/report/shelf"
	"halocline/bench/report/text"
	"halocline/bench/study/measure"
	"halocline/bench/study/studies"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/equation"
	"halocline/sim/trace"
)

// Names returns all that can be explained: the paths of all keys, and the names of models, of
// metrics, of terms and of causes.
func (a *Atlas) Names() []string {
	lib := a.lib
	var all []string
	for _, t := range a.topics {
		all = append(all, join(t.steps))
	}
	all = append(all, shelf.Models(lib)...)
	for _, m := range measure.Glossary(lib) {
		all = append(all, m.Name)
	}
	for _, t := range measure.Terms() {
		all = append(all, t.Names...)
	}
	for _, c := range trace.Causes() {
		all = append(all, c.String())
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// explanation is what is found out about a path.
type explanation struct {
	*Atlas
	path  string
	steps []string
	out   io.Writer
	at    *Place // where values are looked up; may be nil
	parts int    // written so far
}

// Explain writes all that there is to know about a path. Where open is given, it opens the
// scenario in which the value is looked up.
func (a *Atlas) Explain(ctx context.Context, w io.Writer, path string, open func() (*Place, error)) error {
	e := &explanation{Atlas: a, path: path, steps: split(path), out: w}
	keys := e.find(e.steps)
	keyFirst := e.keyFirst(keys)
	if !keyFirst {
		e.terms()
	}
	e.causes()
	e.columns()
	if _, err := strict.Depth(strings.NewReplacer("[]", "[0]", "*", "x").Replace(path)); err != nil && e.parts > 0 {
		return nil // it is a term and no path
	} else if err != nil {
		return err
	}
	if open != nil {
		at, err := open()
		if err != nil {
			return err
		}
		e.at = at
	}
	e.keys(keys)
	if keyFirst {
		e.terms()
	}
	e.assigned()
	for _, kind := range e.shelvesWith(path) {
		e.heading("%s, one of the %s", path, kind.Title)
		shelf.WriteModels(e.lib, w, kind, func(name string) bool { return name == path })
		e.equations(kind.Models[path](), func(*equation.Equation) bool { return true })
		if why := shelf.NoEquation(kind.Key, path); why != "" {
			fmt.Fprintln(e.out)
			e.line("equation", strings.Fields("none: "+why)...)
		}
		e.model(kind)
	}
	e.vehicle()
	if err := e.metrics(ctx); err != nil {
		return err
	}
	if e.parts == 0 {
		e.word()
	}
	if e.parts == 0 {
		return e.unknown()
	}
	return nil
}

// keys explains topics, those of one path together.
func (e *explanation) keys(list []topic) {
	for len(list) > 0 {
		first := list[0]
		n := slices.IndexFunc(list, func(t topic) bool { return t.language != first.language || !slices.Equal(t.steps, first.steps) })
		if n < 0 {
			n = len(list)
		}
		e.key(list[:n])
		list = list[n:]
	}
}

// heading begins a part.
func (e *explanation) heading(format string, args ...any) {
	if e.parts++; e.parts > 1 {
		fmt.Fprintln(e.out)
	}
	fmt.Fprintf(e.out, format+"\n", args...)
}

// line writes a line with a name before it.
func (e *explanation) line(name string, words ...string) {
	text.Hang(e.out, fmt.Sprintf("    %-9s ", name), words...)
}

// key explains a key, which several models may have in their own ways.
func (e *explanation) key(same []topic) {
	e.heading("%s, a key of a %s%s", join(same[0].steps), same[0].language, map[string]string{"vehicle": " file"}[same[0].language])
	var ways [][]topic
	for _, t := range same {
		i := slices.IndexFunc(ways, func(w []topic) bool {
			o := w[0].Param
			return o.Doc == t.Doc && o.Type == t.Type && o.Range == t.Range && o.Bound() == t.Bound() && o.Required == t.Required
		})
		if i < 0 {
			ways = append(ways, nil)
			i = len(ways) - 1
		}
		ways[i] = append(ways[i], t)
	}
	for _, way := range ways {
		fmt.Fprintln(e.out)
		e.way(way)
	}
	e.values(same[0])
}

// way explains a key of models that have it in the same way.
func (e *explanation) way(same []topic) {
	t := same[0]
	if names := modelsOf(same, func(*topic) bool { return true }); len(names) > 0 {
		text.Hang(e.out, "  of ", strings.Fields(strings.Join(names, ", "))...)
	}
	quantity, choices := t.Choices()
	text.Hang(e.out, "    ", strings.Fields(quantity)...)
	if f := shelf.Form(t.Param); len(f) > 0 && t.shelf == "" && choices == nil {
		e.line("value", f...)
	}
	e.choices(choices)
	if units := unitsOf(t.Param); len(units) > 0 {
		e.line("unit", strings.Fields(strings.Join(units, ", "))...)
	}
	if t.Type != "mapping" || t.Required {
		e.line("default", defaultsOf(same)...)
	}
	e.example(same)
	e.equations(t.of, t.isIn)
	if t.shelf != "" {
		fmt.Fprintf(e.out, "\n  The %s\n\n", t.shelf)
		for _, shelf := range e.shelves {
			if shelf.Title == t.shelf {
				listNames(e.out, shelf)
			}
		}
	}
	e.inner(t)
}

// choices writes each word that a key takes on a line of its own.
func (e *explanation) choices(all []strict.Choice) {
	head, longest := "value", 0
	for _, c := range all {
		longest = max(longest, len(c.Word))
	}
	for _, c := range all {
		text.Hang(e.out, fmt.Sprintf("    %-9s %-*s  ", head, longest, c.Word), strings.Fields(c.Meaning)...)
		head = ""
	}
}

// modelsOf returns the names of the models of topics for which a condition holds.
func modelsOf(of []topic, fits func(*topic) bool) []string {
	var names []string
	for i := range of {
		if name := of[i].model(); name != "" && fits(&of[i]) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// defaultsOf returns the default, or the defaults and the models that have them.
func defaultsOf(same []topic) []string {
	var texts, words []string
	for _, t := range same {
		if d := shelf.Default(t.Param); !slices.Contains(texts, d) {
			texts = append(texts, d)
		}
	}
	for i, text := range texts {
		names := modelsOf(same, func(t *topic) bool { return shelf.Default(t.Param) == text })
		switch text {
		case "-":
			text = "none"
		case "required":
			text = "none, it must be given"
		}
		if len(texts) > 1 {
			text += " (" + strings.Join(names, ", ") + ")"
		}
		if i < len(texts)-1 {
			text += ";"
		}
		words = append(words, strings.Fields(text)...)
	}
	return words
}

// unitsOf returns the units that a value may have, first the one that it is calculated
// in.
func unitsOf(p strict.Param) []string {
	kind := p.Type[strings.Index(p.Type, ": ")+1:]
	if p.Unit == "" || p.Unit == "1" {
		return nil
	}
	for _, d := range strict.Dimensions() {
		if _, noun, _ := strings.Cut(d.Name, " "); noun == strings.TrimSuffix(strings.TrimSpace(kind), " difference") && slices.Contains(d.Units, p.Unit) {
			return append([]string{p.Unit}, slices.DeleteFunc(slices.Clone(d.Units), func(u string) bool { return u == p.Unit })...)
		}
	}
	return []string{p.Unit}
}

// listNames writes a line for each model of a shelf.
func listNames(w io.Writer, shelf scenarios.Shelf) {
	names, longest := slices.Sorted(maps.Keys(shelf.Models)), 0
	for _, name := range names {
		longest = max(longest, len(name))
	}
	for _, name := range names {
		text.Hang(w, fmt.Sprintf("    %-*s  ", longest, name), strings.Fields(scenarios.About(shelf.Models[name]()))...)
	}
}

// inner lists the keys inside a key that is a mapping or a list of mappings.
func (e *explanation) inner(t topic) {
	var params []strict.Param
	for i := range e.topics {
		o := &e.topics[i]
		rest := len(o.steps) > len(t.steps) && slices.Equal(o.steps[:len(t.steps)], t.steps)
		if rest && o.language == t.language && slices.Equal(o.choices, t.choices) {
			p := o.Param
			p.Key = strings.TrimPrefix(join(o.steps[len(t.steps):]), ".")
			params = append(params, p)
		}
	}
	if len(params) > 0 {
		fmt.Fprint(e.out, "\n  Keys in it\n\n")
		shelf.WriteParams(e.out, params)
	}
}

// assigned explains a path of a scenario to which a key of a study gives values.
func (e *explanation) assigned() {
	if len(e.steps) < 2 || !slices.Contains([]string{"set", "sweep", "let"}, e.steps[0]) {
		return
	}
	rest := slices.DeleteFunc(e.find(e.steps[1:]), func(t topic) bool { return t.language != "scenario" })
	if len(rest) > 0 {
		e.heading("The key %s of a study gives this key its values; see halocline explain %s", e.steps[0], e.steps[0])
		e.keys(rest)
	}
}

// model shows where a model is used.
func (e *explanation) model(shelf scenarios.Shelf) {
	fmt.Fprintln(e.out)
	for _, t := range e.topics {
		if t.shelf != shelf.Title {
			continue
		}
		t.choices = append(slices.Clone(t.choices), choice{len(t.steps), e.path})
		if strings.HasPrefix(t.Type, "list") {
			t.steps = append(slices.Clone(t.steps), "[]")
			t.choices[len(t.choices)-1].depth++
		}
		for _, b := range e.library("scenario") {
			if w := seek(b.root, t.steps, 0, t.choices); len(w) > 0 {
				e.line("example", exampleLine(w[0]), "  ("+b.name+")")
				return
			}
		}
	}
}

// vehicle explains a vehicle of the library.
func (e *explanation) vehicle() {
	if !slices.Contains(e.lib.Vehicles(), e.path) {
		return
	}
	config, err := e.lib.VehicleConfig(e.path)
	if err != nil {
		return
	}
	e.heading("%s, a vehicle that comes with the program, for nodes[].vehicle.model", e.path)
	fmt.Fprintln(e.out)
	text.Hang(e.out, "    ", strings.Fields(config.About)...)
	e.line("source", strings.Fields(config.Source)...)
	e.line("example", "{name: auv, vehicle: "+e.path+"}")
}

// unknown says what may have been meant.
func (e *explanation) unknown() error {
	near := func(name string, known []string) []string {
		var out []string
		for range 3 {
			n := strict.Nearest(name, known)
			if n == "" {
				break
			}
			out = append(out, n)
			known = slices.DeleteFunc(slices.Clone(known), func(k string) bool { return k == n })
		}
		return out
	}
	if depth, keys := e.below(e.steps); depth > 0 {
		above, step := join(e.steps[:depth]), e.steps[depth]
		if list := near(step, keys); len(list) > 0 {
			return fmt.Errorf("there is no key %s in %s; did you mean %s?", step, above, alternatives(list))
		}
		if len(keys) <= 12 {
			return fmt.Errorf("there is no key %s in %s; it has %s", step, above, strings.Join(keys, ", "))
		}
		return fmt.Errorf("there is no key %s in %s; halocline explain %s lists those that there are", step, above, above)
	}
	var known []string
	for _, t := range e.topics {
		known = append(known, t.steps[len(t.steps)-1])
	}
	for _, a := range measure.Glossary(e.lib) {
		known = append(known, a.Name, a.Name[strings.Index(a.Name, ".")+1:])
	}
	for _, t := range measure.Terms() {
		known = append(known, t.Names...)
	}
	for _, c := range trace.Causes() {
		known = append(known, c.String())
	}
	known = slices.Concat(known, shelf.Models(e.lib), e.lib.Vehicles(), studies.Bundled())
	slices.Sort(known)
	if slices.Contains([]string{"keys", "presets", "units"}, e.path) {
		return fmt.Errorf("halocline list %s shows them", e.path)
	}
	if list := near(e.path, slices.Compact(known)); len(list) > 0 {
		return fmt.Errorf("no key, model, metric or term is named %q; did you mean %s?", e.path, alternatives(list))
	}
	return errors.New("no key, model, metric or term is named " + fmt.Sprintf("%q", e.path) + "; halocline list shows keys and models, and halocline list metrics the metrics")
}

// alternatives joins words with commas and an or.
func alternatives(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " or " + words[n-1]
	}
	return words[0]
}

// NotListed says what a name that package shelf does not list may have meant.
func (a *Atlas) NotListed(name string) error {
	lib := a.lib
	if slices.Contains(append(lib.Bundled(), studies.Bundled()...), name) {
		return fmt.Errorf("%s is no model; halocline show %s prints it", name, name)
	}
	if slices.Contains(lib.Vehicles(), name) {
		return fmt.Errorf("%s is a vehicle; halocline explain %s tells what it is, and halocline show %s prints it", name, name, name)
	}
	if slices.ContainsFunc(measure.Glossary(lib), func(a measure.About) bool { return a.Name == name }) {
		return fmt.Errorf("%s is a metric; halocline explain %s tells what it is, and halocline list metrics names all", name, name)
	}
	if len(a.find(split(name))) > 0 {
		return fmt.Errorf("%s is a key; halocline explain %s tells what it is", name, name)
	}
	if near := strict.Nearest(name, shelf.Words(lib)); near != "" {
		return fmt.Errorf("there is no model and no list %q; did you mean %q?", name, near)
	}
	return fmt.Errorf("there is no model and no list %q; halocline list shows what there is", name)
}
