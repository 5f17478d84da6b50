package strict

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
)

// Schema returns a JSON Schema (draft 2020-12) of the language that Read
// accepts for the struct that v points to, with the values that it holds as
// the defaults. Editors use it: they complete keys and
// underline wrong ones. What it does not say, and Read does: the ranges of
// quantities, duplicate keys, what Validate checks, what the files hold that parts name,
// whether a base has what null takes out, and which keys a file must give when it
// extends another; so only elements of lists have required keys, and they and the top
// have them unless there is a base.
func Schema(v any, models Models) ([]byte, error) {
	root := reflect.ValueOf(v)
	if root.Kind() != reflect.Pointer || root.Elem().Kind() != reflect.Struct {
		panic("strict: Schema takes a pointer to a struct")
	}
	w := schemaWriter{lang: newLanguage(models), defs: object{}, ref: map[defined]string{}}
	shape := w.lang.record(root.Elem().Type())
	w.alone = shape.byKey[baseKey] != nil
	top := w.record(shape, root.Elem(), false)
	top["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	if required := shape.required(); len(required) > 0 {
		lists := object{}
		for _, f := range shape.fields {
			if f.shape.named {
				lists[f.key] = object{"type": "array"}
			}
		}
		top["if"] = object{"not": object{"required": []string{baseKey}}}
		top["then"] = object{"required": required, "properties": lists}
	}
	top["$defs"] = w.defs
	return json.MarshalIndent(top, "", "  ")
}

type object map[string]any

// defined is what a definition is for. Whole says that a base cannot complete
// the mapping, so that it has required keys.
type defined struct {
	typ   reflect.Type
	whole bool
}

type schemaWriter struct {
	lang *language
	defs object
	ref  map[defined]string // the names of the definitions

	alone bool // the file is read by ReadAlone, and no part of it extends another
}

// required returns the keys of a record that must be given.
func (s *shape) required() []string {
	var out []string
	for _, f := range s.fields {
		if f.required {
			out = append(out, f.key)
		}
	}
	return out
}

// record returns the schema of a struct in its long form. Whole says that the
// mapping cannot be completed by a base.
func (w *schemaWriter) record(s *shape, v reflect.Value, whole bool) object {
	props := object{}
	for _, f := range s.fields {
		value := v.FieldByIndex(f.index)
		p := w.value(f.shape, value, whole)
		switch _, isRef := p["$ref"]; {
		case !whole:
			p = orNull(p)
		case isRef:
			p = object{"allOf": []object{p}}
		}
		if d := f.describe(); d != "" {
			p["description"] = d
		}
		if def := w.lang.render(value, f.shape); def != "" && f.shape.kind != list && !strings.HasPrefix(def, "{") {
			p["default"] = literal(f.shape, def)
		}
		props[f.key] = p
	}
	out := object{"type": "object", "properties": props, "additionalProperties": false, "patternProperties": object{"^(x-|<<$)": true}}
	if !w.alone && s.byKey[baseKey] == nil {
		props[baseKey] = object{"type": "string", "description": "file that this one extends, relative to it"}
	}
	if required := s.required(); whole && len(required) > 0 {
		w.require(out, required)
	}
	return out
}

// require asks for keys of a mapping, unless a base may have them.
func (w *schemaWriter) require(out object, keys []string) {
	if w.alone {
		out["required"] = keys
		return
	}
	out["anyOf"] = []object{{"required": keys}, {"required": []string{baseKey}}}
}

// orNull returns the schema of a value that a base may have, which null takes out.
func orNull(value object) object {
	kind, one := value["type"].(string)
	forms, several := value["anyOf"].([]object)
	switch {
	case one:
		value["type"] = []string{kind, "null"}
	case several:
		value["anyOf"] = append(forms, object{"type": "null"})
	case len(value) > 0:
		return object{"anyOf": []object{value, {"type": "null"}}}
	}
	return value
}

// describe joins what there is to say about a field.
func (f *field) describe() string {
	parts := make([]string, 0, 3)
	if f.doc != "" {
		parts = append(parts, f.doc)
	}
	if u := f.shape.symbol(); u != "" && u != "1" {
		parts = append(parts, f.shape.word()+" with its unit, such as "+f.shape.scalar().unit.dim.example)
	}
	if r := f.shape.limits(); r != "" {
		parts = append(parts, "range "+r)
	}
	return strings.Join(parts, "; ")
}

// literal returns a default as JSON.
func literal(s *shape, def string) any {
	plain := s.kind == truth || s.kind == number && (s.unit == nil || s.unit.symbol == "1")
	if plain && json.Valid([]byte(def)) {
		return json.RawMessage(def)
	}
	if s.kind == text {
		var unquoted string
		if json.Unmarshal([]byte(def), &unquoted) == nil {
			return unquoted
		}
	}
	return def
}

// value returns the schema of a value of shape s, whose default is v if v is valid.
func (w *schemaWriter) value(s *shape, v reflect.Value, whole bool) object {
	switch s.kind {
	case text:
		if s.words != nil {
			return object{"enum": s.words}
		}
		return object{"type": "string"}
	case truth:
		return object{"type": "boolean"}
	case number, span:
		return w.number(s)
	case list:
		return w.list(s, whole)
	case table:
		return w.table(s, whole)
	case model:
		return w.model(s, whole)
	case raw:
		return object{}
	}
	if v.IsValid() && v.Kind() == reflect.Struct {
		return w.short(s, w.record(s, v, whole), whole)
	}
	return w.define(s.typ, whole, func() object {
		return w.short(s, w.record(s, filled(reflect.Value{}, s), whole), whole)
	})
}

// short adds the bare form of a record, if it has one.
func (w *schemaWriter) short(s *shape, long object, whole bool) object {
	if s.bare == nil {
		return long
	}
	return object{"anyOf": []object{w.value(s.bare.shape, reflect.Value{}, whole), long}}
}

// define returns a reference to the definition of something, and makes the
// definition first if there is none. It is entered before it is made, since
// it may contain itself.
func (w *schemaWriter) define(t reflect.Type, whole bool, body func() object) object {
	what := defined{t, whole}
	ref, ok := w.ref[what]
	if !ok {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		ref = t.Name()
		if !whole {
			ref += "-part"
		}
		for w.defs[ref] != nil {
			ref += "-2"
		}
		w.ref[what] = ref
		w.defs[ref] = true
		w.defs[ref] = body()
	}
	return object{"$ref": "#/$defs/" + ref}
}

// number returns the schema of a number or quantity.
func (w *schemaWriter) number(s *shape) object {
	plain := object{"type": "number"}
	if s.typ.Kind() != reflect.Float64 {
		plain["type"] = "integer"
	}
	if k := s.typ.Kind(); reflect.Uint <= k && k <= reflect.Uint64 {
		plain["minimum"] = 0
	}
	bound := func(key string, open bool) string {
		if open {
			return "exclusive" + strings.ToUpper(key[:1]) + key[1:]
		}
		return key
	}
	if s.within.lo != nil {
		plain[bound("minimum", s.within.loOpen)] = json.RawMessage(show(s.within.lo, nil))
	}
	if s.within.hi != nil {
		plain[bound("maximum", s.within.hiOpen)] = json.RawMessage(show(s.within.hi, nil))
	}
	if s.unit == nil {
		return plain
	}
	symbols := s.unit.dim.symbols()
	for i, symbol := range symbols {
		symbols[i] = regexp.QuoteMeta(symbol)
	}
	if s.unit.symbol == "1" {
		pattern := object{"type": "string", "pattern": quantityPattern(symbols[1:])}
		return object{"anyOf": []object{plain, pattern}}
	}
	return object{"type": "string", "pattern": quantityPattern(symbols)}
}

// quantityPattern matches a number and one of the units, in a spelling of the
// unit table.
func quantityPattern(symbols []string) string {
	return `^[+-]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)? *(` + strings.Join(symbols, "|") + `)$`
}

// list returns the schema of a list, or of what may stand for it over a base.
func (w *schemaWriter) list(s *shape, whole bool) object {
	out := object{"type": "array", "items": w.value(s.elem, reflect.Value{}, true)}
	if s.size > 0 {
		out["minItems"], out["maxItems"] = s.size, s.size
	} else if s.min > 0 {
		out["minItems"] = s.min
	}
	if s.named && !whole {
		changes := object{"type": "object", "additionalProperties": orNull(w.value(s.elem, reflect.Value{}, false)), "patternProperties": object{"^(x-|<<$)": true}}
		return object{"anyOf": []object{out, changes}}
	}
	return out
}

// table returns the schema of a mapping of names to elements, or of a list of the names alone.
func (w *schemaWriter) table(s *shape, whole bool) object {
	elem := w.value(s.elem, reflect.Value{}, whole && s.over == "")
	if !whole {
		elem = orNull(elem)
	}
	out := object{"type": "object", "additionalProperties": elem, "patternProperties": object{"^(x-|<<$)": true}}
	if s.min > 0 && whole {
		out["minProperties"] = s.min
	}
	if s.over != "" {
		return object{"anyOf": []object{{"type": "array", "items": object{"type": "string"}, "uniqueItems": true}, out}}
	}
	return out
}

// model returns a reference to the schema of a type that has models: the bare names
// of its models, or one of the models' mappings.
func (w *schemaWriter) model(s *shape, whole bool) object {
	return w.define(s.typ, whole, func() object {
		forms := []object{{"enum": s.models()}, {"type": "string", "pattern": `\.yaml$`}}
		for _, name := range s.models() {
			v := w.lang.variant(s, name)
			form := w.record(v, reflect.ValueOf(s.catalog[name]()).Elem(), whole)
			form["properties"].(object)[typeKey] = object{"const": name}
			if whole {
				w.require(form, append([]string{typeKey}, v.required()...))
			}
			forms = append(forms, form)
		}
		return object{"anyOf": forms}
	})
}
