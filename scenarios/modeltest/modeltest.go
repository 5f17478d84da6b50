// Package modeltest checks what a library lets scenarios name: models, and their keys. Begin
// with Conform, which a test of any module calls with its library:
//
//	func TestModels(t *testing.T) {
//		l := scenarios.Standard()
//		if err := scenarios.Put(l, "mine", mine.Default); err != nil {
//			t.Fatal(err)
//		}
//		modeltest.Conform(t, l, "mine")
//	}
//
// Sources checks that a program hands over all of its own files.
//
// Left out: what a model does. For access protocols that is the business of mac/mactest.
package modeltest

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/equation"
)

// Conform checks the models of some names, or without names all models and all keys of the
// language. A model says in a line what it is; its function makes a new one each time; chosen by
// its name it is built, with the values of its metrics, or the fault has a place. Its equations are what its code computes. A key is
// explained; a number has a range; its default lies in that and reads back as itself; it refuses values
// of the wrong kind, in the wrong unit and out of range, at the line and column where they stand.
func Conform(t *testing.T, l *scenarios.Library, names ...string) {
	t.Helper()
	for _, fault := range faults(l, names) {
		t.Error(fault)
	}
}

// checker collects what is wrong with the models of a library.
type checker struct {
	*scenarios.Library
	models strict.Models
	names  []string // of the models that are checked; nil for all, and the language
	wrong  []string
	all    []field // of the library, once they are known
	probed int     // bounds by another key
}

func faults(l *scenarios.Library, names []string) []string {
	c := &checker{Library: l, models: l.Models(), names: names}
	c.shelves()
	if names == nil {
		c.equations("scenario", scenarios.Default())
		c.equations("vehicle file", vehicle.Default())
	}
	for _, f := range c.fields() {
		c.explained(f)
		c.readsBack(f)
		c.refuses(f)
		c.limits(f)
	}
	return c.wrong
}

func (c *checker) fault(format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Sprintf(format, args...))
}

// shelves checks each shelf and its models.
func (c *checker) shelves() {
	all, found := c.allFields(), map[string]bool{}
	for _, shelf := range c.Shelves() {
		if !slices.ContainsFunc(all, func(f field) bool { return f.at() == shelf.Key && shelf.Has(f.Param) }) {
			c.fault("shelf %q: no key %s takes its models", shelf.Title, shelf.Key)
		}
		for _, name := range sortedNames(shelf.Models) {
			if c.chosen(name) {
				found[name] = true
				c.model(shelf, name)
			}
		}
	}
	for _, name := range c.names {
		if !found[name] {
			c.fault("the library has no model %s", name)
		}
	}
}

// chosen reports whether a model is checked.
func (c *checker) chosen(name string) bool { return c.names == nil || slices.Contains(c.names, name) }

func sortedNames(models strict.Catalog) []string { return slices.Sorted(maps.Keys(models)) }

// model checks a model as a whole.
func (c *checker) model(shelf scenarios.Shelf, name string) {
	model, again := shelf.Models[name](), shelf.Models[name]()
	if about := scenarios.About(model); about == "" || strings.Contains(about, "\n") {
		c.fault("%s %s: its method About says %q, and not in a line what it is", shelf.Key, name, about)
	}
	if model == again && reflect.TypeOf(model).Elem().Size() > 0 {
		c.fault("%s %s: its function returns the same pointer twice, so that a scenario would change the defaults of the next", shelf.Key, name)
	}
	if !reflect.DeepEqual(model, again) {
		c.fault("%s %s: its function returns other defaults the second time", shelf.Key, name)
	}
	c.equations(shelf.Key+" "+name, model)
	c.builds(field{shelf: shelf, model: name, Param: strict.Param{Key: "type"}})
	f := field{shelf: shelf, model: name, Param: strict.Param{Key: "no-such-key"}}
	text, line, column := c.document(f, "1", nil)
	c.refused(f.path(), text, line, column-len("no-such-key: "), "unknown key")
}

// equations compares the equations of a model with its code, and what they say of its keys with these.
func (c *checker) equations(where string, model any) {
	m, ok := model.(equation.Config)
	if !ok {
		return
	}
	params := strict.Describe(model, c.models)
	for _, e := range m.Equations() {
		name := where + ": equation of " + e.Of + " " + e.When
		for _, fault := range equation.Check(e) {
			c.fault("%s: %s", name, fault)
		}
		key, word, _ := strings.Cut(e.When, ": ")
		takes := func(p strict.Param) bool {
			return p.Key == key && slices.Contains(strings.Split(p.Type, "|"), word)
		}
		if e.When != "" && !slices.ContainsFunc(params, takes) {
			c.fault("%s: no key %s takes the word %s", name, key, word)
		}
		for _, s := range e.Symbols {
			i := slices.IndexFunc(params, func(p strict.Param) bool { return p.Key == s.Key })
			if s.Key != "" && (i < 0 || !within(s, params[i])) {
				c.fault("%s: there is no key %s, or its range is not that of %s", name, s.Key, s.Name)
			}
		}
	}
}

// within reports whether the range of a symbol lies in that of a key. An end of it may be just inside one that is excluded.
func within(s equation.Symbol, p strict.Param) bool {
	lo, hi, ok := strings.Cut(p.Range, ", ")
	if !ok {
		return true
	}
	const rounding = 1e-9
	low, high := quantity(lo[1:], s.Unit), quantity(hi[:len(hi)-1], s.Unit)
	return s.Min >= low-rounding*math.Abs(low) && s.Max <= high+rounding*math.Abs(high)
}

// quantity returns an end of a range in a unit.
func quantity(text, unit string) float64 {
	if text == "-inf" || text == "inf" {
		x, _ := strconv.ParseFloat(text, 64)
		return x
	}
	x, _, err := strict.ParseQuantity(text, strict.Quantity{Unit: unit})
	if err != nil {
		return math.NaN()
	}
	return x
}

// builds chooses a model by its name alone.
func (c *checker) builds(f field) {
	text, _, _ := c.document(f, f.model, nil)
	plan, err := c.Parse("a.yaml", text, nil)
	if err == nil {
		_, err = plan.Check()
	}
	list, ok := err.(strict.Faults)
	if err != nil && (!ok || slices.ContainsFunc(list, func(f strict.Fault) bool { return f.Line == 0 })) {
		c.fault("%s %s: %v, without a place", f.shelf.Key, f.model, err)
	}
	for _, fault := range list {
		if strings.HasPrefix(fault.Msg, "this model's ") { // of its methods; all else may be keys that it needs
			c.fault("%s %s: %s", f.shelf.Key, f.model, fault.Msg)
		}
	}
}

// explained wants a key explained, in a line that is no sentence, and its default in its range.
func (c *checker) explained(f field) {
	if f.Doc == "" || strings.HasSuffix(f.Doc, ".") || strings.Contains(f.Doc, "\n") {
		c.fault("%s: its tag doc is %q; write in a few words, without a full stop, what it means", f.path(), f.Doc)
	}
	if f.Range == "" && f.bounded() {
		c.fault("%s: it takes every number; give it a tag range, such as range:\"[0,1e6]\"", f.path())
	}
	if !inside(f.Param) {
		c.fault("%s: the default %s is not in %s", f.path(), f.Default, f.Range)
	}
}

// inside reports whether a default lies in its own range, as far as both are written out as
// numbers.
func inside(p strict.Param) bool {
	lo, hi, ok := strings.Cut(p.Range, ", ")
	if !ok || p.Default == "" || !strings.ContainsAny(p.Default[:1], "+-0123456789") {
		return true
	}
	value := func(text string) float64 {
		unit := p.Unit
		if unit == "" && strings.HasPrefix(p.Type, "duration") {
			unit = "s"
		}
		x, _, err := strict.ParseQuantity(text, strict.Quantity{Unit: unit})
		if err != nil {
			panic("modeltest: " + p.Key + ": " + err.Error())
		}
		return x
	}
	x := value(p.Default)
	if open, low := lo[0] == '(', lo[1:]; low != "-inf" && (x < value(low) || open && x == value(low)) {
		return false
	}
	end := len(hi) - 1
	open, high := hi[end] == ')', hi[:end]
	return high == "inf" || x < value(high) || !open && x == value(high)
}

// readsBack wants a scenario that writes a default out to be that which leaves it out.
func (c *checker) readsBack(f field) {
	if f.Default == "" {
		return
	}
	text, line, column := c.document(f, f.Default, nil)
	_, err := c.Parse("a.yaml", text, nil)
	list, _ := err.(strict.Faults)
	for _, fault := range list {
		if fault.Line == line && fault.Column >= column {
			c.fault("%s: the default %s is refused where it is written out: %v", f.path(), f.Default, fault)
		}
	}
}

// refuses gives a key wrong values.
func (c *checker) refuses(f field) {
	if f.Type == "any" { // what it may be, its owner checks
		return
	}
	wrongs := wrongValues(f)
	if len(wrongs) == 0 {
		c.fault("%s: no wrong value is known for the type %q", f.path(), f.Type)
	}
	for _, w := range wrongs {
		text, line, column := c.document(f, w.value, nil)
		c.refused(f.path()+": "+w.value, text, line, column+w.offset, w.fault)
	}
}

// refused wants a fault at a place, and no other one but missing keys: the documents hold only
// what leads to the value.
func (c *checker) refused(what, text string, line, column int, want string) {
	_, err := c.Parse("a.yaml", text, nil)
	list, ok := err.(strict.Faults)
	if !ok {
		c.fault("%s: %v, want %q\n%s", what, err, want, text)
		return
	}
	found := false
	for _, f := range list {
		switch {
		case f.File == "a.yaml" && f.Line == line && f.Column == column && strings.Contains(f.Msg, want):
			found = true
		case f.Line == line && strings.Contains(f.Msg, want): // the other elements of a list
		case !strings.Contains(f.Msg, "is missing"):
			c.fault("%s: another fault: %v\n%s", what, f, text)
		}
	}
	if !found {
		c.fault("%s: no fault with %q at %d:%d\n%v\n%s", what, want, line, column, err, text)
	}
}
