package modeltest

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// field is a key of the language, or a parameter of a model.
type field struct {
	strict.Param
	shelf scenarios.Shelf // of the model
	model string          // its name; "" for the language itself
}

// fields lists the keys that are checked.
func (c *checker) fields() []field {
	return slices.DeleteFunc(slices.Clone(c.allFields()), func(f field) bool { return !c.chosen(f.model) })
}

// allFields lists everything that a scenario can say. Presets have the same
// fields as their kind, which is here once.
func (c *checker) allFields() []field {
	if c.all == nil {
		c.all = c.describe()
	}
	return c.all
}

// describe finds all fields.
func (c *checker) describe() []field {
	var all []field
	for _, p := range strict.Describe(scenarios.Default(), c.models) {
		all = append(all, field{Param: p})
	}
	for _, shelf := range c.Shelves() {
		kinds := map[reflect.Type]bool{}
		for _, name := range sortedNames(shelf.Models) {
			model := shelf.Models[name]()
			if kinds[reflect.TypeOf(model)] && !slices.Contains(c.names, name) {
				continue
			}
			kinds[reflect.TypeOf(model)] = true
			for _, p := range strict.Describe(model, c.models) {
				all = append(all, field{Param: p, shelf: shelf, model: name})
			}
		}
	}
	return all
}

// path returns where the field is in a scenario.
func (f field) path() string {
	if f.model == "" {
		return f.Key
	}
	return f.shelf.Key + "(" + f.model + ")." + f.Key
}

// at returns the key of a scenario that the field is, with [] behind a list of models.
func (f field) at() string {
	key := f.Key
	if f.model != "" {
		key = f.shelf.Key + "." + f.Key
	}
	if f.Model != nil && strings.HasPrefix(f.Type, "list") {
		key += "[]"
	}
	return key
}

// bounded reports whether the field is a number of a model that has to have a range. Angles go round, and the elements of a vector
// may have any sign and size.
func (f field) bounded() bool {
	kind, vector := f.Type, strings.HasPrefix(f.Type, "list of ")
	if _, element, ok := strings.Cut(kind, ": "); ok {
		kind = element
	}
	number := kind == "number" || kind == "whole number" || f.Unit != ""
	return number && f.model != "" && f.Model == nil && !vector && kind != "angle"
}

// document writes a scenario in which the field has a value, and tells where
// that value stands. Places are counted while writing. Values of other keys, and of those
// that must be there, may stand beside it.
func (c *checker) document(f field, value string, beside map[string]string) (text string, line, column int) {
	root := &branch{}
	root.set("name", "fault")
	root.set("duration", "10s")
	root.set("links.*.channel", "ideal")
	root.set("links.*.modem", "plain")
	root.set("links.*.mac", "aloha")
	root.set("nodes[].name", "n")
	root.set("nodes[].at", "[0m, 0m, 0m]")
	path, above := f.Key, ""
	if f.model != "" {
		for _, outer := range c.Shelves() {
			if rest, inside := strings.CutPrefix(f.shelf.Key, outer.Key+"."); inside {
				root.set(outer.Key+".type", c.owner(outer, rest))
			}
		}
		root.set(f.shelf.Key+".type", f.model)
		above = f.shelf.Key + "."
		path = above + f.Key
	}
	for key, value := range beside {
		root.set(above+key, value)
	}
	root.set(path, value).marked = true
	w := &writer{}
	w.branch(root, 0)
	return w.text.String(), w.line, w.column
}

// owner returns the first model of a shelf that has a parameter.
func (c *checker) owner(shelf scenarios.Shelf, key string) string {
	for _, name := range sortedNames(shelf.Models) {
		for _, p := range strict.Describe(shelf.Models[name](), c.models) {
			if p.Key == key {
				return name
			}
		}
	}
	panic("modeltest: no model of " + shelf.Key + " has the parameter " + key)
}

// branch is a mapping or, without branches of its own, a value. The one element
// of a list has the key [], the one entry of a table *.
type branch struct {
	key      string
	value    string
	branches []*branch
	marked   bool
}

// set puts a value at a path and returns its branch. What was there is gone.
func (b *branch) set(path, value string) *branch {
	path = strings.ReplaceAll(path, "[]", ".[]")
	for key := range strings.SplitSeq(path, ".") {
		i := slices.IndexFunc(b.branches, func(c *branch) bool { return c.key == key })
		if i < 0 {
			b.branches = append(b.branches, &branch{key: key})
			i = len(b.branches) - 1
		}
		b = b.branches[i]
	}
	b.branches, b.value = nil, value
	return b
}

// writer writes branches as YAML, a key a line.
type writer struct {
	text         strings.Builder
	lines        int
	line, column int // of the marked value
}

func (w *writer) branch(b *branch, depth int) {
	for _, c := range b.branches {
		head := strings.Repeat("  ", depth)
		switch c.key {
		case "[]":
			head += "-"
		case "*":
			head += "l:"
		default:
			head += c.key + ":"
		}
		w.lines++
		if len(c.branches) == 0 {
			if c.marked {
				w.line, w.column = w.lines, len(head)+2
			}
			w.text.WriteString(head + " " + c.value + "\n")
			continue
		}
		w.text.WriteString(head + "\n")
		w.branch(c, depth+1)
	}
}

// wrong is a value that a field must refuse, with what the fault says, and how
// far behind the beginning of the value it stands.
type wrong struct {
	value, fault string
	offset       int
}

// wrongValues returns values that are wrong for the kind of a field.
func wrongValues(f field) []wrong {
	kind, words, isList := f.Type, "", false
	if i := strings.Index(kind, ": "); i >= 0 {
		kind, words, isList = kind[:i], kind[i+2:], true
	}
	switch {
	case isList:
		return wrongLists(f, kind, words)
	case f.Model != nil:
		return []wrong{{"no-such-model", "unknown model", 0}, {"[1]", "a list is given", 0}, {"{type: no-such-model}", "unknown model", len("{type: ")}}
	case kind == "list of names, or mapping by them":
		return []wrong{{"no-list", "\"no-list\" is given; write a list of names, or a mapping by them", 0}, {"[1]", "write it in quotes: \"1\"", 1}, {"[a, a]", "\"a\" is given twice", 4}}
	case strings.HasPrefix(kind, "list"):
		return nil
	case kind == "mapping", kind == "mapping by name":
		return []wrong{{"[1]", "a list is given", 0}}
	case kind == "text":
		return []wrong{{"[1]", "a list is given; write a text", 0}, {"42", "write it in quotes: \"42\"", 0}}
	case kind == "true|false":
		return []wrong{{"maybe", "write true or false", 0}, {"{a: 1}", "a mapping is given", 0}}
	case strings.Contains(kind, "|"):
		return wrongWords()
	}
	return wrongNumbers(f, kind)
}

// wrongWords are none of some words.
func wrongWords() []wrong {
	return []wrong{{"no-such-word", "unknown word", 0}, {"[1]", "a list is given; write", 0}}
}

// wrongLists wants lists to be lists, as long as they must be, of elements that
// refuse what such a field alone would refuse.
func wrongLists(f field, kind, words string) []wrong {
	n := 2 // enough for all lists of any length
	wrongs := []wrong{{"no-list", "\"no-list\" is given; write a list", 0}, {"{a: 1}", "a mapping is given; write a list", 0}}
	if size, ok := strings.CutPrefix(kind, "list of "); ok {
		n, _ = strconv.Atoi(size)
		wrongs = append(wrongs, wrong{"[]", "0 elements are given; write a list of " + size + " elements", 0})
	}
	element := f
	element.Type = words
	if f.Model != nil {
		return append(wrongs, wrong{"[no-such-model, no-such-model]", "unknown model", 1})
	}
	for _, w := range wrongValues(element) {
		list := strings.TrimSuffix(strings.Repeat(w.value+", ", n), ", ")
		wrongs = append(wrongs, wrong{"[" + list + "]", w.fault, w.offset + 1})
	}
	return wrongs
}

// wrongNumbers gives numbers the wrong form, unit and size.
func wrongNumbers(f field, kind string) []wrong {
	wrongs := []wrong{{"x17", "is not a number as it is written here", 0}, {"[[17]]", "a list is given", 0}, {".nan", "is not a number", 0}}
	switch {
	case f.Unit != "" && f.Unit != "1":
		foreign, noun := "kg", "a mass"
		if kind == "mass" {
			foreign, noun = "m", "a length"
		}
		wrongs = append(wrongs, wrong{"17", "17 has no unit", 0}, wrong{"17furlong", "unknown unit", 0}, wrong{"17" + foreign, "17" + foreign + " is " + noun, 0})
	case kind == "number", kind == "ratio", kind == "whole number":
		wrongs = append(wrongs, wrong{"'17'", "write the number without quotes", 0})
		if kind == "whole number" {
			between := "1.5" // within the range, or that would be the fault
			if lo, _, ok := strings.Cut(f.Range, ", "); ok && !strings.Contains(lo, "inf") {
				between = lo[1:] + ".5"
			}
			wrongs = append(wrongs, wrong{between, between + " is not a whole number", 0})
		}
		if kind != "ratio" {
			wrongs = append(wrongs, wrong{"17m", "17m has a unit", 0})
		}
	default: // a word, where there is one only
		return wrongWords()
	}
	return append(wrongs, outside(f)...)
}

// outside returns values beyond both ends of the range of a field: numbers that
// no range reaches, in the unit of its ends.
func outside(f field) []wrong {
	lo, hi, ok := strings.Cut(f.Range, ", ")
	if !ok {
		return nil
	}
	var wrongs []wrong
	if !strings.Contains(lo, "inf") {
		wrongs = append(wrongs, wrong{"-1e30" + unitOf(lo[1:]), "is out of range", 0})
	}
	if !strings.Contains(hi, "inf") {
		wrongs = append(wrongs, wrong{"1e30" + unitOf(hi[:len(hi)-1]), "is out of range", 0})
	}
	return wrongs
}

// unitOf returns the unit of a quantity: all that comes after its last digit,
// but for the powers in units such as m2.
func unitOf(quantity string) string {
	for i := range quantity {
		if !strings.ContainsRune("+-.0123456789", rune(quantity[i])) {
			if quantity[i] == 'e' && i+1 < len(quantity) && strings.ContainsRune("-0123456789", rune(quantity[i+1])) {
				continue
			}
			return quantity[i:]
		}
	}
	return ""
}
