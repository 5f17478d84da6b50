package strict

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// sameName is a key of a name, somewhere in a file.
type sameName struct {
	steps  []string
	models []string // of which it is a key, where the file has another one there; nil where it has such a one
	met    int      // how many steps of the path that was written are on the way
}

// String writes the path, and which model has the key.
func (k *sameName) String() string {
	path := strings.ReplaceAll(strings.Join(k.steps, "."), ".[", "[")
	if k.models == nil {
		return path
	}
	if len(k.models) > mostSameNames {
		return path + ", with another type"
	}
	return path + ", with type: " + strings.Join(k.models, " or ")
}

// mostSameNames is how many keys of a name are told.
const mostSameNames = 3

// searcher looks for keys of a name.
type searcher struct {
	lang   *language
	wanted []string // the steps of the path that was written; the last is the name
	found  []sameName
	open   []*shape // records on the way down, which may contain themselves
}

// unknownKey says that a record has no such key, and where the file has keys of the name: before the keys that the record has, and behind
// one of them that is near.
func (d *decoder) unknownKey(e entry, s *shape, hint string) string {
	msg := Unknown("key", e.key, s.keys())
	if strings.Contains(hint, ";") || len(d.log.faults) > maxShown { // it says what to do, or nobody reads it
		return msg + hint
	}
	if key, value, colon := strings.Cut(e.key, ":"); colon && s.byKey[key] != nil || key == typeKey {
		return fmt.Sprintf("unknown key %q; put a blank behind the colon: %s: %s", clip(e.key), clip(key), clip(value))
	}
	path := pathTo(d.root, e.value)
	for n := e.value; n.kind == mapping && len(n.entries) == 1; n = n.entries[0].value { // what was to be there
		path = append(path, n.entries[0].key)
	}
	head, known, listed := strings.Cut(msg, "; known: ")
	same := d.sameNames(path, !listed || len(path) > 0 && path[len(path)-1] == e.key)
	switch {
	case same == "":
		return msg + hint
	case !listed:
		return msg + hint + " Or " + same
	}
	return head + "; did you mean " + same + "? Known here" + hint + ": " + known
}

// sameNames tells where a file has keys of the name in which a wrong path ends: those on whose way most of the path lies, and those of
// models that the file has before all others. It is "" where there are none that may be meant: of a path that is clear, as it leads
// somewhere up to its wrong key or that is near another, more than the name has to agree.
func (d *decoder) sameNames(wanted []string, isClear bool) string {
	if d.shape == nil || len(wanted) == 0 {
		return ""
	}
	s := &searcher{lang: d.lang, wanted: wanted}
	s.below(nil, d.shape, d.root, filled(reflect.Value{}, d.shape))
	slices.SortStableFunc(s.found, func(a, b sameName) int {
		return cmp.Or(b.met-a.met, len(a.models)-len(b.models), len(a.steps)-len(b.steps))
	})
	var told []string
	for i := range s.found {
		k, best := &s.found[i], &s.found[0]
		if k.met == best.met && (k.models == nil) == (best.models == nil) && !slices.Contains(told, k.String()) {
			told = append(told, k.String())
		}
	}
	more := len(told) - mostSameNames
	switch {
	case len(told) == 0, len(wanted) > 1 && s.found[0].met == 1 && (isClear || more > 0):
		return ""
	case more > 1:
		return strings.Join(told[:mostSameNames], "; ") + fmt.Sprintf("; or one of %d more", more)
	}
	return strings.Join(told, "; or ")
}

// below looks through the value n at some steps, which may be nil, and whose default is v.
func (s *searcher) below(steps []string, of *shape, n *node, v reflect.Value) {
	if n != nil {
		n = widen(of, n)
	}
	switch of.kind {
	case record:
		s.record(steps, of, n, filled(v, of))
	case model:
		s.model(steps, of, n, v)
	case table:
		for i := range entriesOf(n) {
			s.below(further(steps, n.entries[i].key), of.elem, n.entries[i].value, reflect.Value{})
		}
	case list:
		if n == nil || n.kind != sequence {
			return
		}
		for i, item := range n.items {
			s.below(further(steps, stepTo(item, i)), of.elem, item, reflect.Value{})
		}
	}
}

// record looks through the keys of a record.
func (s *searcher) record(steps []string, of *shape, n *node, v reflect.Value) {
	if slices.Contains(s.open, of) {
		return
	}
	s.open = append(s.open, of)
	for _, f := range of.fields {
		s.take(steps, f.key, nil)
		var value *node
		if n != nil {
			value = n.get(f.key)
		}
		s.below(further(steps, f.key), f.shape, value, v.FieldByIndex(f.index))
	}
	s.open = s.open[:len(s.open)-1]
}

// model looks through the keys of the model that the file has, or else of the default, and notes which other models have the name.
func (s *searcher) model(steps []string, of *shape, n *node, v reflect.Value) {
	var has *shape
	if n != nil && n.get(typeKey) != nil {
		if has = s.lang.variant(of, n.get(typeKey).text); has != nil {
			v = reflect.ValueOf(of.catalog[n.get(typeKey).text]()).Elem()
		}
	} else if v.IsValid() && !v.IsNil() {
		if v = held(v); v.Kind() == reflect.Pointer {
			v = v.Elem()
			has = s.lang.record(v.Type())
		}
	}
	if has != nil {
		s.record(steps, has, n, v)
	}
	last := s.wanted[len(s.wanted)-1]
	var others []string
	for _, name := range of.models() {
		if one := s.lang.variant(of, name); one.byKey[last] != nil && (has == nil || has.byKey[last] == nil) {
			others = append(others, name)
		}
	}
	if others != nil {
		s.take(steps, last, others)
	}
}

// take notes a key, if it has the name.
func (s *searcher) take(steps []string, key string, models []string) {
	if key != s.wanted[len(s.wanted)-1] {
		return
	}
	k := sameName{steps: further(steps, key), models: models}
	for _, step := range s.wanted {
		if slices.Contains(k.steps, step) {
			k.met++
		}
	}
	s.found = append(s.found, k)
}

// further returns a path with a step more.
func further(steps []string, step string) []string { return append(slices.Clip(steps), step) }

// entriesOf returns the entries of a mapping, or none.
func entriesOf(n *node) []entry {
	if n == nil || n.kind != mapping {
		return nil
	}
	return n.entries
}

// pathTo returns the steps from a node to one below it, or nil.
func pathTo(n, wanted *node) []string {
	if n == wanted {
		return []string{}
	}
	for _, e := range entriesOf(n) {
		if rest := pathTo(e.value, wanted); rest != nil {
			return append([]string{e.key}, rest...)
		}
	}
	for i, item := range n.items {
		if rest := pathTo(item, wanted); rest != nil {
			return append([]string{stepTo(item, i)}, rest...)
		}
	}
	return nil
}

// stepTo returns the step to an element of a list: its name, or its index.
func stepTo(item *node, i int) string {
	if name := item.get(nameKey); name != nil && name.kind == scalar {
		return name.text
	}
	return fmt.Sprintf("[%d]", i)
}
