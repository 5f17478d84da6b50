package strict

import (
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"halocline/sim/fault"
)

// Param describes one key for a listing. Default reads back as the same
// value; it is empty where there is none, as are Unit and Range.
type Param struct {
	Key      string // dotted; name[].key in a list, name.*.key in a table
	Type     string
	Unit     string // in which code sees the value
	Default  string
	Range    string
	Least    int           // number of elements that a list has to have
	Bounds   []fault.Bound // what the value keeps to beside its range, with the default values
	Required bool
	Doc      string
	Model    reflect.Type // of a model, or of the models of a list: what they all are; otherwise nil
}

// Choice is one of the words that a key takes.
type Choice struct {
	Word, Meaning string
}

// Choices splits the doc of a key that takes one of some words: into the quantity, and what
// each word means. The doc is written "quantity. word: meaning; word: meaning", with all words
// in their order; of any other doc there are no choices.
func (p *Param) Choices() (quantity string, choices []Choice) {
	kind := p.Type
	if _, element, ok := strings.Cut(kind, ": "); ok {
		kind = element
	}
	if p.Model != nil || !strings.Contains(kind, "|") {
		return p.Doc, nil
	}
	words := strings.Split(kind, "|")
	quantity, rest, ok := strings.Cut(p.Doc, ". "+words[0]+": ")
	for i, word := range words {
		meaning := rest
		if i < len(words)-1 {
			var next bool
			meaning, rest, next = strings.Cut(rest, "; "+words[i+1]+": ")
			ok = ok && next
		}
		choices = append(choices, Choice{word, meaning})
	}
	if !ok {
		return p.Doc, nil
	}
	return quantity, choices
}

// Describe lists the keys of the struct that v points to, with the values that
// it holds as the defaults. Models are named, not described: describe what
// their catalog makes.
func Describe(v any, models Models) []Param {
	root := reflect.ValueOf(v)
	if root.Kind() != reflect.Pointer || root.Elem().Kind() != reflect.Struct {
		panic("strict: Describe takes a pointer to a struct")
	}
	d := describer{lang: newLanguage(models), open: map[reflect.Type]bool{}}
	d.record("", d.lang.record(root.Elem().Type()), root.Elem())
	return d.params
}

type describer struct {
	lang   *language
	open   map[reflect.Type]bool // structs on the way down, which may contain themselves
	params []Param
}

func (d *describer) record(prefix string, s *shape, v reflect.Value) {
	if d.open[s.typ] {
		return
	}
	d.open[s.typ] = true
	for _, f := range s.fields {
		value := v.FieldByIndex(f.index)
		d.params = append(d.params, Param{
			Key: prefix + f.key, Type: f.shape.word(), Unit: f.shape.symbol(),
			Default: d.lang.render(value, f.shape), Range: f.shape.limits(), Least: f.shape.min,
			Required: f.required, Doc: f.doc, Model: f.shape.modelType(),
		})
		d.below(prefix+f.key, f.shape, value)
	}
	d.bound(prefix, boundsOf(v))
	delete(d.open, s.typ)
}

// Bound says what the value keeps to beside its range: "at most period".
func (p *Param) Bound() string {
	var says []string
	for _, b := range p.Bounds {
		says = append(says, b.Says())
	}
	return strings.Join(says, " and ")
}

// boundsOf returns the bounds that a struct and those embedded in it declare.
func boundsOf(v reflect.Value) []fault.Bound {
	var all []fault.Bound
	if b, ok := v.Addr().Interface().(interface{ Bounds() []fault.Bound }); ok {
		all = b.Bounds()
	}
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.Anonymous && f.IsExported() && f.Type.Kind() == reflect.Struct {
			for _, b := range boundsOf(v.Field(i)) {
				if !slices.ContainsFunc(all, func(o fault.Bound) bool { return o.Key == b.Key && o.Says() == b.Says() }) {
					all = append(all, b)
				}
			}
		}
	}
	return all
}

// bound notes the bounds of keys below a prefix. One by a number is the lower end of a range of numbers that may equal it.
func (d *describer) bound(prefix string, all []fault.Bound) {
	for _, b := range all {
		i := slices.IndexFunc(d.params, func(p Param) bool { return p.Key == prefix+b.Key })
		if i < 0 {
			panic("strict: there is no key " + prefix + b.Key + ", which has a bound")
		}
		p := &d.params[i]
		_, high, ranged := strings.Cut(p.Range, ", ")
		_, _, number := split(b.Than)
		if number && ranged && b.When == "" && b.Op == fault.AtLeast {
			p.Range = "[" + b.Than + ", " + high
			continue
		}
		p.Bounds = append(p.Bounds, b)
	}
}

// below lists the keys inside a value.
func (d *describer) below(key string, s *shape, v reflect.Value) {
	switch s.kind {
	case record:
		d.record(key+".", s, filled(v, s))
	case list, table:
		if s.elem.kind == record {
			suffix := map[kind]string{list: "[].", table: ".*."}[s.kind]
			d.record(key+suffix, s.elem, filled(reflect.Value{}, s.elem))
		}
	}
}

// filled returns the struct that v is or points to; if there is none, a fresh
// one with the defaults of its type.
func filled(v reflect.Value, s *shape) reflect.Value {
	if v.IsValid() && v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if !v.IsValid() {
		v = reflect.New(s.typ).Elem()
		prepare(v)
	}
	return v
}

// word names the type of a value.
func (s *shape) word() string {
	switch s.kind {
	case text:
		if s.words != nil {
			return strings.Join(s.words, "|")
		}
		return "text"
	case truth:
		return "true|false"
	case number, span:
		switch {
		case s.unit != nil:
			_, noun, _ := strings.Cut(s.unit.dim.name, " ")
			return noun
		case s.typ.Kind() == reflect.Float64:
			return "number"
		}
		return "whole number"
	case list:
		if s.size > 0 {
			return "list of " + strconv.Itoa(s.size) + ": " + s.elem.word()
		}
		return "list: " + s.elem.word()
	case table:
		if s.over != "" {
			return "list of names, or mapping by them"
		}
		return "mapping by name"
	case model:
		return strings.Join(s.models(), "|")
	case raw:
		return "any"
	}
	return "mapping"
}

// takes tells whether a quantity is within the range of the key.
func (s *shape) takes(quantity string) bool {
	num, symbol, _ := split(quantity)
	x, ok := decimal(num)
	i := slices.IndexFunc(s.unit.dim.units, func(u *unit) bool { return u.symbol == symbol })
	return !ok || i < 0 || s.within.holds(convert(x, s.unit.dim.units[i], s.unit))
}

// expected describes the value that the key takes, with an example.
func (s *shape) expected() string {
	switch s.kind {
	case text:
		if s.words != nil {
			return "one of " + strings.Join(s.words, ", ")
		}
		return "a text"
	case truth:
		return "true or false"
	case number, span:
		return s.figure()
	case list:
		if s.size > 0 {
			return fmt.Sprintf("a list of %d elements", s.size)
		}
		return "a list"
	case table:
		if s.over != "" {
			return "a list of names, or a mapping by them"
		}
	case model:
		return "one of " + strings.Join(s.models(), ", ")
	}
	return "a mapping" + s.outline()
}

// figure describes a number that the key takes, with an example in its range.
func (s *shape) figure() string {
	if s.unit != nil && s.unit.symbol != "1" {
		if !s.takes(s.unit.dim.example) {
			return s.unit.dim.name + " of " + s.within.words(s.unit)
		}
		return s.unit.dim.name + " such as " + s.unit.dim.example
	}
	if s.typ.Kind() != reflect.Float64 {
		return "a whole number such as 3"
	}
	for _, example := range []string{"2.5", "0.5", "0.05", "25"} {
		if s.within.holds(constant(example)) {
			return "a number such as " + example
		}
	}
	return "a number, " + s.within.words(s.unit)
}

// outline shows how a mapping with known keys is written.
func (s *shape) outline() string {
	switch keys := s.keys(); {
	case len(keys) == 0:
		return ""
	case slices.Contains(keys, "name"):
		return ", as in {name: ...}"
	default:
		return ", as in {" + keys[0] + ": ...}"
	}
}

// scalar returns the shape of the innermost elements of a list, or s itself.
func (s *shape) scalar() *shape {
	for s.kind == list {
		s = s.elem
	}
	return s
}

// modelType returns the type that is registered for a model, or for those of a list.
func (s *shape) modelType() reflect.Type {
	if inner := s.scalar(); inner.kind == model {
		return inner.typ
	}
	return nil
}

// symbol returns the unit in which code sees the value, or "".
func (s *shape) symbol() string {
	if u := s.scalar().unit; u != nil {
		return u.symbol
	}
	return ""
}

// limits writes the allowed interval with units, or "".
func (s *shape) limits() string {
	inner := s.scalar()
	r := inner.within
	if r.lo == nil && r.hi == nil {
		return ""
	}
	lo, hi := "(-inf", "inf)"
	if r.lo != nil {
		lo = map[bool]string{true: "(", false: "["}[r.loOpen] + roughly(r.lo, inner.unit)
	}
	if r.hi != nil {
		hi = roughly(r.hi, inner.unit) + map[bool]string{true: ")", false: "]"}[r.hiOpen]
	}
	return lo + ", " + hi
}

// render writes a value as YAML on one line, or "" if it is none, is empty, or
// is a mapping. A number that no file could give stands for one left out.
func (l *language) render(v reflect.Value, s *shape) string {
	if v.Kind() == reflect.Pointer && s.kind != model {
		if v.IsNil() {
			return ""
		}
		v = v.Elem()
	}
	switch s.kind {
	case text:
		if v.String() == "" {
			return ""
		}
		return flow(&node{text: v.String(), tag: textTag(v.String())})
	case truth:
		return strconv.FormatBool(v.Bool())
	case number:
		x, ok := rat(v)
		if !ok || !s.within.holds(x) {
			return ""
		}
		return show(x, s.unit)
	case span:
		x := convert(big.NewRat(v.Int(), int64(time.Second)), l.units["s"], s.unit)
		if !s.within.holds(x) {
			return ""
		}
		return show(x, s.unit)
	case list:
		return l.renderList(v, s)
	case model:
		return l.renderModel(v, s)
	case raw:
		return v.String()
	}
	return ""
}

// textTag returns the tag that makes flow leave a text as it is, or "" if the
// text would read as something else.
func textTag(s string) string {
	if _, _, isNumber := split(s); isNumber || s == "true" || s == "false" || s == "null" {
		return ""
	}
	return "!!str"
}

func (l *language) renderList(v reflect.Value, s *shape) string {
	var n int
	switch v.Kind() {
	case reflect.Struct:
		n = v.NumField()
	default:
		n = v.Len()
	}
	if s.size == 0 && n == 0 || s.elem.kind == record || s.elem.kind == table {
		return ""
	}
	parts := make([]string, n)
	for i := range parts {
		if v.Kind() == reflect.Struct {
			parts[i] = l.render(v.Field(i), s.elem)
		} else {
			parts[i] = l.render(v.Index(i), s.elem)
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// renderModel writes the model that v holds: its name, with the values that are
// not those of the catalog. Of several names for one type, as presets have, it
// takes the one that leaves the least to write.
func (l *language) renderModel(v reflect.Value, s *shape) string {
	if v.IsNil() {
		return ""
	}
	v = held(v)
	best, least := "", []string(nil)
	for _, name := range s.models() {
		fresh := s.catalog[name]()
		if reflect.TypeOf(fresh) != v.Type() {
			continue
		}
		if reflect.DeepEqual(fresh, v.Interface()) {
			return name
		}
		changed := l.changes(v.Elem(), reflect.ValueOf(fresh).Elem(), l.record(v.Type().Elem()))
		if best == "" || len(changed) < len(least) {
			best, least = name, changed
		}
	}
	if best == "" || len(least) == 0 {
		return best
	}
	return "{type: " + best + ", " + strings.Join(least, ", ") + "}"
}

// changes writes the entries of a mapping that turn the struct from into v.
func (l *language) changes(v, from reflect.Value, s *shape) []string {
	var out []string
	for _, f := range s.fields {
		a, b := v.FieldByIndex(f.index), from.FieldByIndex(f.index)
		text := l.render(a, f.shape)
		if f.shape.kind == record && !(a.Kind() == reflect.Pointer && a.IsNil()) {
			if inner := l.changes(filled(a, f.shape), filled(b, f.shape), f.shape); len(inner) > 0 {
				text = "{" + strings.Join(inner, ", ") + "}"
			}
		}
		if text != "" && text != l.render(b, f.shape) {
			out = append(out, f.key+": "+text)
		}
	}
	return out
}
