package strict

import (
	"fmt"
	"reflect"
	"strings"
)

// decoder stores the values of a tree in Go values.
type decoder struct {
	lang    *language
	log     *faultLog
	root    *node
	shape   *shape // of the root; nil of a value alone
	partial bool   // keys may be missing because a base is
	unset   int    // values that are as they were, because a fault of theirs is reported already
}

// value stores n in v, whose shape is s.
func (d *decoder) value(n *node, s *shape, v reflect.Value) {
	if n.kind == broken {
		d.unset++
		return
	}
	if n.null() && s.kind != raw { // whoever reads what is raw says what it needs
		d.log.add(n.at, "a value is missing; write %s, or leave the key out", s.expected())
		return
	}
	if v.Kind() == reflect.Pointer && s.kind != model {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
			prepare(v.Elem())
		}
		v = v.Elem()
	}
	switch s.kind {
	case text, truth, number, span:
		d.scalar(n, s, v)
	case list:
		d.list(n, s, v)
	case table:
		d.table(n, s, v)
	case record:
		d.record(n, s, v, "")
	case model:
		d.model(n, s, v)
	case raw:
		v.SetString(n.String())
	}
}

// prepare gives a fresh value the defaults of its type, inner structs first.
func prepare(v reflect.Value) {
	if v.Kind() != reflect.Struct {
		return
	}
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			prepare(v.Field(i))
		}
	}
	if p, ok := v.Addr().Interface().(interface{ Defaults() }); ok {
		p.Defaults()
	}
}

// mismatch reports a value of another form than the one that the key takes.
func (d *decoder) mismatch(n *node, s *shape) {
	if d.partial && s.named && n.kind == mapping {
		return // the list that it changes is in the base
	}
	given := "a mapping"
	switch n.kind {
	case scalar:
		given = fmt.Sprintf("%q", clip(n.text))
	case sequence:
		given = "a list"
	}
	hint := ""
	if s.named && n.kind == mapping {
		hint = "; a mapping of names changes the list of a base, in a file that extends one"
	}
	d.log.add(n.at, "%s is given; write %s%s", given, s.expected(), hint)
}

func (d *decoder) scalar(n *node, s *shape, v reflect.Value) {
	if n.kind != scalar {
		d.mismatch(n, s)
		return
	}
	switch s.kind {
	case text:
		d.text(n, s, v)
	case truth:
		if n.tag == "" || n.text != "true" && n.text != "false" {
			d.log.add(n.at, "%q is given; write %s", clip(n.text), s.expected())
			return
		}
		v.SetBool(n.text == "true")
	default:
		d.quantity(n, s, v)
	}
}

func (d *decoder) text(n *node, s *shape, v reflect.Value) {
	if s.words == nil {
		switch n.tag {
		case "!!int", "!!float", "!!bool":
			d.log.add(n.at, "write it in quotes: \"%s\"", clip(n.text))
			return
		}
		v.SetString(n.text)
		return
	}
	for _, w := range s.words {
		if w == n.text {
			v.SetString(w)
			return
		}
	}
	msg := ""
	if !d.log.full() {
		msg = Unknown("word", n.text, s.words)
	}
	d.log.add(n.at, "%s", msg)
}

func (d *decoder) list(n *node, s *shape, v reflect.Value) {
	if n.kind != sequence {
		d.mismatch(n, s)
		return
	}
	if s.size > 0 && len(n.items) != s.size {
		d.log.add(n.at, "%s given; write %s", count(len(n.items), "element"), s.expected())
		return
	}
	if len(n.items) < s.min {
		d.log.add(n.at, "%s given; write at least %d", count(len(n.items), "element"), s.min)
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(n.items), len(n.items)))
	}
	for i, item := range n.items {
		if v.Kind() == reflect.Struct {
			d.value(item, s.elem, v.Field(i))
			continue
		}
		v.Index(i).SetZero()
		prepare(v.Index(i))
		d.value(item, s.elem, v.Index(i))
	}
}

// count writes that so many elements are, or one is.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun + " is"
	}
	plural := noun + "s"
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		plural = stem + "ies"
	}
	return fmt.Sprintf("%d %s are", n, plural)
}

// table stores a mapping in a slice: values of names that it has over those
// elements, others behind them in file order.
func (d *decoder) table(n *node, s *shape, v reflect.Value) {
	if s.over != "" && n.kind == sequence && !d.names(n) {
		return
	}
	if n = widen(s, n); n.kind != mapping {
		d.mismatch(n, s)
		return
	}
	if s.over != "" && v.IsNil() {
		v.Set(reflect.MakeSlice(v.Type(), 0, len(n.entries))) // which is not the same as a key that is left out
	}
	at := map[string]int{}
	for i := range v.Len() {
		at[d.named(v.Index(i), s).String()] = i
	}
	for _, e := range n.entries {
		i, ok := at[e.key]
		if !ok {
			fresh := reflect.New(v.Type().Elem()).Elem()
			prepare(fresh)
			i = v.Len()
			v.Set(reflect.Append(v, fresh))
			d.named(v.Index(i), s).SetString(e.key)
		}
		d.value(d.laid(e, s), s.elem, v.Index(i))
	}
	if v.Len() < s.min {
		d.log.add(n.at, "%s given; write at least %d", count(v.Len(), "entry"), s.min)
	}
}

// names reports whether the elements of a list are names that are all different, and says which are not.
func (d *decoder) names(list *node) bool {
	before, seen := d.log.count+d.unset, map[string]bool{}
	for _, item := range list.items {
		var name string
		d.value(item, &shape{kind: text}, reflect.ValueOf(&name).Elem())
		if seen[name] && item.kind == scalar {
			d.log.add(item.at, "%q is given twice; leave one out", clip(name))
		}
		seen[name] = true
	}
	return d.log.count+d.unset == before
}

// laid returns the value of an entry of a table over that of the same name in the table that it belongs to. Of that it
// takes no keys that are not given here. Names that are not there are left to whoever knows what they stand for.
func (d *decoder) laid(e entry, s *shape) *node {
	if s.over == "" || e.value.kind != mapping {
		return e.value
	}
	var below *node
	if all := d.root.get(s.over); all != nil {
		below = all.get(e.key)
	}
	out := &node{kind: mapping, at: e.value.at}
	for _, own := range e.value.entries {
		under := d.lang.step(s.elem, e.value, own.key)
		switch {
		case under == nil:
		case below == nil:
			continue
		case below.get(own.key) != nil && !own.value.null():
			own.value = (&loader{lang: d.lang, log: d.log}).merge(below.get(own.key), own.value, under)
		}
		out.entries = append(out.entries, own)
	}
	return out
}

// named returns the field of a table's element that holds its name.
func (d *decoder) named(elem reflect.Value, s *shape) reflect.Value {
	if elem.Kind() == reflect.Pointer {
		if elem.IsNil() {
			elem.Set(reflect.New(elem.Type().Elem()))
			prepare(elem.Elem())
		}
		elem = elem.Elem()
	}
	return elem.FieldByIndex(s.name)
}

// record stores a mapping in a struct and validates the struct. Hint is added
// to a fault about an unknown key.
func (d *decoder) record(n *node, s *shape, v reflect.Value, hint string) {
	n = widen(s, n)
	if n.kind != mapping {
		d.mismatch(n, s)
		return
	}
	before := d.log.count + d.unset
	given := make(map[string]bool, len(n.entries))
	for _, e := range n.entries {
		f := s.byKey[e.key]
		if f == nil {
			msg := ""
			if !d.log.full() {
				msg = former(e.key, v)
			}
			if msg == "" && !d.log.full() {
				msg = d.unknownKey(e, s, hint)
			}
			d.log.add(e.at, "%s", msg)
			continue
		}
		given[e.key] = true
		d.value(e.value, f.shape, v.FieldByIndex(f.index))
	}
	for _, f := range s.fields {
		if f.required && !given[f.key] && !d.partial {
			d.log.add(n.at, "key %q is missing; write %s", f.key, f.shape.expected())
		}
	}
	if d.log.count+d.unset == before && !d.partial {
		d.validate(n, v)
	}
}

// former says of a key that a struct had once what is written in its place now, by its method Former, or of one that
// belongs elsewhere where, by its method Elsewhere; "" of others.
func former(key string, v reflect.Value) string {
	if e, ok := v.Addr().Interface().(interface{ Elsewhere() map[string]string }); ok && e.Elsewhere()[key] != "" {
		return fmt.Sprintf("unknown key %q; %s", key, e.Elsewhere()[key])
	}
	f, ok := v.Addr().Interface().(interface{ Former() map[string]string })
	if !ok || f.Former()[key] == "" {
		return ""
	}
	return fmt.Sprintf("there is no key %q any more; %s", key, f.Former()[key])
}

// model stores a mapping or a name in an interface, or in a pointer to the one type of its models.
func (d *decoder) model(n *node, s *shape, v reflect.Value) {
	n = widen(s, n)
	if n.kind != mapping {
		d.mismatch(n, s)
		return
	}
	named := n.get(typeKey)
	switch {
	case named == nil && v.IsNil():
		given := ""
		if len(n.entries) > 0 {
			given = fmt.Sprintf(" beside %q", n.entries[0].key)
		}
		d.log.add(n.at, "key %q is missing%s; it is %s", typeKey, given, s.expected())
		return
	case named == nil: // over the default model
		held := held(v)
		if held.Kind() != reflect.Pointer {
			panic("strict: the default of " + s.typ.String() + " is no pointer")
		}
		shape := d.lang.record(held.Type().Elem())
		d.record(n, shape, held.Elem(), d.otherModels(n, s, shape))
		return
	case named.kind == broken:
		d.unset++
		return
	case named.kind != scalar || named.null():
		d.log.add(named.at, "write the name of a model: %s", s.expected())
		return
	}
	shape := d.lang.variant(s, named.text)
	if shape == nil {
		d.log.add(named.at, "%s", unknownModel(named.text, s.models()))
		return
	}
	rest := &node{kind: mapping, at: n.at}
	for _, e := range n.entries {
		if e.key != typeKey {
			rest.entries = append(rest.entries, e)
		}
	}
	fresh := reflect.ValueOf(s.catalog[named.text]())
	v.Set(fresh)
	d.record(rest, shape, fresh.Elem(), staleKeys(named))
}

// otherModels tells which models know a key that the default model, whose shape is given, does not.
func (d *decoder) otherModels(n *node, s, standard *shape) string {
	for _, e := range n.entries {
		if standard.byKey[e.key] != nil {
			continue
		}
		var names []string
		for _, name := range s.models() {
			if d.lang.variant(s, name).byKey[e.key] != nil {
				names = append(names, name)
			}
		}
		if names != nil {
			return "; it is a key of " + enumerate(names) + ": write type: " + names[0] + " beside it"
		}
	}
	return ""
}

// held returns the model that a field holds, which is an interface or the model itself.
func held(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Interface {
		return v.Elem()
	}
	return v
}

// staleKeys tells what to do about keys that a model does not know because an
// override changed the model under them.
func staleKeys(named *node) string {
	path, ok := strings.CutPrefix(named.at.File, "--set ")
	path, ok2 := strings.CutSuffix(path, "."+typeKey)
	if !ok || !ok2 {
		return " (in " + named.text + ")"
	}
	return fmt.Sprintf(" (in %s; to drop the keys of the model before, set the whole: --set %s=%s)", named.text, path, named.text)
}

// unknownModel names the nearest model and all of them, or else how a file is named.
func unknownModel(name string, known []string) string {
	msg := fmt.Sprintf("unknown model %q", clip(name))
	all := " (known: " + enumerate(known) + ")"
	if near := Nearest(name, known); near != "" {
		return msg + fmt.Sprintf("; did you mean %q?", near) + all
	}
	return msg + all + fmt.Sprintf("; for a model in a file of your own write %s.yaml", clip(name))
}

// validate calls Validate on the struct v and on the structs embedded in it,
// and reports what it returns at the mapping n, or at the key that the fault
// names. An embedded Validate that is also promoted reports twice; equal
// faults count once.
func (d *decoder) validate(n *node, v reflect.Value) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous && f.IsExported() && f.Type.Kind() == reflect.Struct {
			d.validate(n, v.Field(i))
		}
	}
	if p, ok := v.Addr().Interface().(interface{ Validate() error }); ok {
		if err := p.Validate(); err != nil {
			d.log.addError(err, "", func(path string) Place { return locate(n, path) })
		}
	}
}
