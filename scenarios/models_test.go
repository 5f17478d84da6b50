package scenarios

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"halocline/scenarios/strict"
)

// Every model is on a shelf, says what it is, and explains its parameters.
func TestShelves(t *testing.T) {
	models := Standard().Models()
	shelves := Standard().Shelves()
	if len(shelves) != len(models) {
		t.Errorf("%d shelves for %d kinds of model", len(shelves), len(models))
	}
	seen := map[string]bool{}
	for _, shelf := range shelves {
		if len(shelf.Models) == 0 || shelf.Title == "" || seen[shelf.Key] {
			t.Errorf("shelf %q %q: %d models, key seen before: %t", shelf.Title, shelf.Key, len(shelf.Models), seen[shelf.Key])
		}
		seen[shelf.Key] = true
		for name, fresh := range shelf.Models {
			model := fresh()
			if about := About(model); about == "" || strings.Contains(about, "\n") {
				t.Errorf("%s %s is described by %q", shelf.Key, name, about)
			}
			if model == fresh() && reflect.TypeOf(model).Elem().Size() > 0 {
				t.Errorf("%s %s is the same value twice: a scenario would change the defaults of the next", shelf.Key, name)
			}
			checkParams(t, shelf.Key+" "+name, model)
		}
	}
	for kind, catalog := range models {
		if !slices.ContainsFunc(shelves, func(s Shelf) bool { return reflect.DeepEqual(names(s.Models), names(catalog)) }) {
			t.Errorf("the models of %v are on no shelf", kind)
		}
	}
	checkParams(t, "scenario", Default())
}

func names(c strict.Catalog) []string { return slices.Sorted(maps.Keys(c)) }

// checkParams wants every parameter explained, in a line that is no sentence.
func checkParams(t *testing.T, what string, v any) {
	t.Helper()
	for _, p := range strict.Describe(v, Standard().Models()) {
		if p.Doc == "" || strings.HasSuffix(p.Doc, ".") || strings.Contains(p.Doc, "\n") {
			t.Errorf("%s: %s is explained by %q", what, p.Key, p.Doc)
		}
		if !inside(t, p) {
			t.Errorf("%s: the default %s of %s is not in %s", what, p.Default, p.Key, p.Range)
		}
	}
}

// inside reports whether a default lies in its own range, as far as both are
// written out as numbers.
func inside(t *testing.T, p strict.Param) bool {
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
			t.Fatalf("%s: %v", p.Key, err)
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

// The check of the defaults itself: 0 lies outside (0, 1], and 1 inside.
func TestInside(t *testing.T) {
	for _, c := range []struct {
		def, limits string
		want        bool
	}{{"0", "(0, 1]", false}, {"1", "(0, 1]", true}, {"1", "[0, 1)", false}, {"-5", "[0, inf)", false}, {"-5", "(-inf, 0)", true}} {
		if got := inside(t, strict.Param{Key: "a", Default: c.def, Range: c.limits}); got != c.want {
			t.Errorf("%s in %s: %v", c.def, c.limits, got)
		}
	}
}

// The key of a shelf is where a scenario names its models: the language, or a
// model, has a key there whose values are the models of the shelf.
func TestShelfKeys(t *testing.T) {
	fields := allFields()
	for _, shelf := range Standard().Shelves() {
		want := strings.Join(names(shelf.Models), "|")
		if !slices.ContainsFunc(fields, func(f field) bool {
			key := f.Key
			if f.model != "" {
				key = f.shelf.Key + "." + f.Key
			}
			list := strings.HasPrefix(f.Type, "list: ") && key+"[]" == shelf.Key
			return (key == shelf.Key || list) && strings.TrimPrefix(f.Type, "list: ") == want
		}) {
			t.Errorf("no field %s takes %s", shelf.Key, want)
		}
	}
}

// The default of every parameter reads back as itself: a scenario that writes
// out what is left out runs as before.
func TestDefaultsReadBack(t *testing.T) {
	for _, f := range allFields() {
		if f.Default == "" {
			continue
		}
		text, line, column := f.document(f.Default)
		_, err := Standard().Parse("a.yaml", text, nil)
		faults, _ := err.(strict.Faults)
		for _, fault := range faults {
			if fault.Line == line && fault.Column >= column {
				t.Errorf("%s: the default %s is refused: %v", f.path(), f.Default, fault)
			}
		}
	}
}

// Every model can be chosen by its name alone: it is built with its defaults, or
// the fault has a place in the file.
func TestModelsBuild(t *testing.T) {
	built := 0
	for _, shelf := range Standard().Shelves() {
		for _, name := range names(shelf.Models) {
			f := field{shelf: shelf, model: name, Param: strict.Param{Key: "type"}}
			text, _, _ := f.document(name)
			plan, err := Standard().Parse("a.yaml", text, nil)
			if err == nil {
				_, err = plan.Check()
			}
			if err == nil {
				built++
				continue
			}
			faults, ok := err.(strict.Faults)
			if !ok || slices.ContainsFunc(faults, func(f strict.Fault) bool { return f.Line == 0 }) {
				t.Errorf("%s: %v, without a place\n%s", f.path(), err, text)
			}
		}
	}
	if built < 30 {
		t.Errorf("%d models were built", built)
	}
}
