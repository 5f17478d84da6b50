package strict

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// kind is how a value is written.
type kind uint8

const (
	text   kind = iota // a string
	truth              // true or false
	number             // a plain number or a quantity
	span               // a duration, exact to the nanosecond
	list               // a slice, an array, or a struct written as a vector
	table              // a slice written as a mapping
	record             // a struct written as a mapping
	model              // one of the models of an interface type
	raw                // anything, kept as text
)

// shape is what a Go type and the tags of its field say about how a value is
// written. Pointers are looked through: typ is never one.
type shape struct {
	kind kind
	typ  reflect.Type

	words  []string // text: what it may be; nil for anything
	unit   *unit    // number, span: unit in code; nil for a plain number
	within interval // number, span: allowed values in that unit

	elem  *shape
	min   int    // list, table: least number of elements
	size  int    // list: the only number of elements, if positive
	name  []int  // table: the element's field that takes the key
	over  string // table: the one at the top whose elements those of this one are laid over
	named bool   // list: over a base, a mapping changes elements by their names

	fields []*field // record
	byKey  map[string]*field
	bare   *field // record: the field that may stand for the whole

	catalog Catalog // model
}

// field is one key of a record.
type field struct {
	key, doc string
	index    []int
	required bool
	own      bool // not taken from a base
	shape    *shape
}

// keys returns the keys of a record in the order of its Go fields.
func (s *shape) keys() []string {
	out := make([]string, len(s.fields))
	for i, f := range s.fields {
		out[i] = f.key
	}
	return out
}

// models returns the names of a model's catalog in order.
func (s *shape) models() []string { return slices.Sorted(maps.Keys(s.catalog)) }

// language derives shapes from types. Mistakes in types and tags are
// programming errors and panic.
type language struct {
	models  Models
	units   units
	records map[measured]*shape
}

// measured is a struct type, and the unit of its field, where that has one.
type measured struct {
	reflect.Type
	unit string
}

func newLanguage(models Models) *language {
	return &language{models: models, units: newUnits(), records: map[measured]*shape{}}
}

// shape returns the shape of a value of type t whose field has the given tag.
func (l *language) shape(t reflect.Type, tag reflect.StructTag) *shape {
	if catalog, ok := l.models[t]; ok {
		return &shape{kind: model, typ: t, catalog: catalog}
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == reflect.TypeFor[Raw]():
		return &shape{kind: raw, typ: t}
	case t == reflect.TypeFor[time.Duration]():
		return l.quantity(&shape{kind: span, typ: t}, tag, "s")
	}
	switch t.Kind() {
	case reflect.String:
		s := &shape{kind: text, typ: t}
		if words, ok := tag.Lookup("oneof"); ok {
			s.words = strings.Split(words, "|")
		}
		return s
	case reflect.Bool:
		return &shape{kind: truth, typ: t}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float64:
		return l.quantity(&shape{kind: number, typ: t}, tag, tag.Get("unit"))
	case reflect.Slice, reflect.Array:
		return l.series(t, tag)
	case reflect.Struct:
		if tag.Get("as") == "vector" {
			return l.vector(t, tag)
		}
		return l.recordOf(measured{t, tag.Get("unit")})
	case reflect.Interface:
		panic("strict: no models are registered for " + t.String())
	}
	panic("strict: a field cannot be of type " + t.String())
}

// quantity completes the shape of a number.
func (l *language) quantity(s *shape, tag reflect.StructTag, symbol string) *shape {
	if symbol != "" {
		if s.unit = l.units.find(symbol); s.unit == nil {
			panic("strict: unknown unit " + symbol + "; " + unitAdvice(symbol))
		}
	}
	if tag.Get("as") == "difference" {
		s.unit = s.unit.difference()
	}
	if r, ok := tag.Lookup("range"); ok {
		s.within = newInterval(r)
	}
	return s
}

// unitAdvice tells the author of a model what to write instead of a unit that there is not.
func unitAdvice(symbol string) string {
	if strings.Contains(symbol, outer) {
		return "the field that holds this struct needs a tag unit, such as unit:\"m\", or unit:\"1\" for a number of a scale of its own"
	}
	return "halocline list units has those that there are; for a number of a scale of its own write unit:\"1\", and the scale into the tag doc"
}

// series is the shape of a slice or an array: a list or, with the tag key, a
// table. The other tags are those of its elements.
func (l *language) series(t reflect.Type, tag reflect.StructTag) *shape {
	s := &shape{kind: list, typ: t, elem: l.shape(t.Elem(), tag)}
	if t.Kind() == reflect.Array {
		s.size = t.Len()
	}
	if least, ok := tag.Lookup("min"); ok {
		n, err := strconv.Atoi(least)
		if err != nil {
			panic("strict: bad min " + least)
		}
		s.min = n
	}
	if tag.Get("named") == "true" {
		if s.elem.kind != record || s.elem.byKey[nameKey] == nil {
			panic("strict: the elements of " + t.String() + " have no key " + nameKey)
		}
		s.named = true
	}
	if key, ok := tag.Lookup("key"); ok {
		f, found := s.elem.typ.FieldByName(key)
		if !found || f.Type.Kind() != reflect.String || t.Kind() != reflect.Slice || s.elem.kind != record {
			panic("strict: " + t.String() + " cannot be a table with the key " + key)
		}
		s.kind, s.name, s.over = table, f.Index, tag.Get("over")
	}
	return s
}

// vector is the shape of a struct of float64 fields that is written as a list.
func (l *language) vector(t reflect.Type, tag reflect.StructTag) *shape {
	for i := range t.NumField() {
		if t.Field(i).Type.Kind() != reflect.Float64 || !t.Field(i).IsExported() {
			panic("strict: " + t.String() + " is no vector")
		}
	}
	return &shape{kind: list, typ: t, size: t.NumField(), elem: l.shape(reflect.TypeFor[float64](), tag)}
}

// record is the shape of a struct that is written as a mapping.
func (l *language) record(t reflect.Type) *shape { return l.recordOf(measured{Type: t}) }

// recordOf is record of a struct whose field has a unit.
func (l *language) recordOf(t measured) *shape {
	if s, ok := l.records[t]; ok {
		return s
	}
	s := &shape{kind: record, typ: t.Type, byKey: map[string]*field{}}
	l.records[t] = s // before its fields, which may lead back to it
	l.addFields(s, t, nil)
	return s
}

func (l *language) addFields(s *shape, t measured, index []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		if t.unit != "" {
			f.Tag = reflect.StructTag(strings.ReplaceAll(string(f.Tag), outer, t.unit))
		}
		at := append(slices.Clone(index), i)
		key, ok := f.Tag.Lookup("yaml")
		key, options, _ := strings.Cut(key, ",")
		switch {
		case f.Type.Kind() == reflect.Struct && (f.Anonymous && !ok || options == "inline"):
			l.addFields(s, measured{f.Type, t.unit}, at)
		case !ok && f.IsExported():
			panic("strict: " + t.String() + "." + f.Name + " has no tag yaml; write yaml:\"-\" if it is not part of the language")
		case ok && key != "-":
			l.addField(s, t.Type, f, key, at)
		}
	}
}

// addField adds a field of a struct under its key.
func (l *language) addField(s *shape, owner reflect.Type, f reflect.StructField, key string, at []int) {
	if other := s.byKey[key]; other != nil {
		panic(fmt.Sprintf("strict: the fields %s and %s of %v both have the key %s; give one of them another", dotted(s.typ, other.index), dotted(s.typ, at), s.typ, key))
	}
	if key == "" || !f.IsExported() || ignored(key) {
		panic(fmt.Sprintf("strict: the field %s of %v cannot have the key %q: a key is no empty text, does not begin with x-, and its field is exported", dotted(s.typ, at), s.typ, key))
	}
	added := &field{
		key: key, doc: f.Tag.Get("doc"), index: at,
		required: f.Tag.Get("required") == "true",
		own:      f.Tag.Get("own") == "true",
		shape:    l.ofField(owner, f),
	}
	s.fields = append(s.fields, added)
	s.byKey[key] = added
	if f.Tag.Get("bare") == "true" {
		if s.bare != nil {
			panic("strict: " + s.typ.String() + " has two bare fields")
		}
		s.bare = added
	}
}

// dotted returns the name of a field of a struct, and of those that hold it.
func dotted(t reflect.Type, index []int) string {
	var names []string
	for i := range index {
		names = append(names, t.FieldByIndex(index[:i+1]).Name)
	}
	return strings.Join(names, ".")
}

// outer stands in the tags of a struct for the unit of the field that holds it.
const outer = "$unit"

// ofField returns the shape of a field. What is wrong with its tags is a panic that
// names it.
func (l *language) ofField(owner reflect.Type, f reflect.StructField) *shape {
	defer func() {
		if wrong := recover(); wrong != nil {
			where := f.Name
			if owner.Name() != "" {
				where = owner.String() + "." + where
			}
			panic("strict: field " + where + ": " + strings.TrimPrefix(fmt.Sprint(wrong), "strict: "))
		}
	}()
	return l.shape(f.Type, f.Tag)
}

// variant returns the shape of the named model, or nil if there is none.
func (l *language) variant(s *shape, name string) *shape {
	fresh, ok := s.catalog[name]
	if !ok {
		return nil
	}
	t := reflect.TypeOf(fresh())
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct || !t.AssignableTo(s.typ) {
		panic("strict: model " + name + " is no pointer to a struct that implements " + s.typ.String())
	}
	v := l.record(t.Elem())
	if v.byKey[typeKey] != nil {
		panic("strict: model " + name + " has a key " + typeKey + " of its own")
	}
	return v
}

// typeKey names the model in a mapping.
const typeKey = "type"

// nameKey names an element of a list.
const nameKey = "name"

// baseKey at the top of a file names the file that it extends.
const baseKey = "base"

// ignored reports whether a key is one that the reader skips.
func ignored(key string) bool { return strings.HasPrefix(key, "x-") }

// widen returns n in its long form: the name of a model as a mapping, the bare
// value of a record as a mapping, anything else as it is.
func widen(s *shape, n *node) *node {
	if s == nil || n.kind == mapping || n.kind == broken || n.null() {
		return n
	}
	key := ""
	switch {
	case s.kind == table && s.over != "" && n.kind == sequence:
		return named(n)
	case s.kind == model && n.kind == scalar:
		key = typeKey
	case s.kind == record && s.bare != nil:
		key = s.bare.key
	default:
		return n
	}
	return &node{kind: mapping, at: n.at, entries: []entry{{key: key, at: n.at, value: n}}}
}

// named returns a list of names as a mapping of them to nothing in particular. What is no name stays in its place as
// a fault of the list, which is returned as it is.
func named(list *node) *node {
	out := &node{kind: mapping, at: list.at}
	for _, item := range list.items {
		if item.kind != scalar || item.null() || out.index(item.text) >= 0 {
			return list
		}
		out.entries = append(out.entries, entry{item.text, item.at, &node{kind: mapping, at: item.at}})
	}
	return out
}

// step returns the shape of the value under a key of n, whose shape is s, or
// nil if the language has no such key.
func (l *language) step(s *shape, n *node, key string) *shape {
	if s == nil {
		return nil
	}
	switch s.kind {
	case table:
		return s.elem
	case record:
		if f := s.byKey[key]; f != nil {
			return f.shape
		}
	case model:
		if named := n.get(typeKey); named != nil {
			if v := l.variant(s, named.text); v != nil && v.byKey[key] != nil {
				return v.byKey[key].shape
			}
		}
	}
	return nil
}
