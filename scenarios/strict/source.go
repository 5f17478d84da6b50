package strict

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// ReadAlone reads the named file, which cannot extend another, and decodes it
// into the struct that into points to. The key base is one like others then.
func ReadAlone(open Open, name string, into any, models Models) (*Document, error) {
	root := pointed(into)
	lang := newLanguage(models)
	d := &Document{log: &faultLog{rank: map[string]int{name: 0}}}
	data, err := open(name)
	if err != nil {
		d.root = &node{kind: broken, at: Place{File: name}}
		d.FaultAt(d.root.at, "%s", reason(err))
		return d, d.Err()
	}
	shape := lang.shape(root.Type(), "")
	if d.root = parse(name, data, false, d.log); d.root.kind != broken && !refuseNewer(d.root, shape, d.log) {
		(&decoder{lang: lang, log: d.log, root: d.root, shape: shape}).value(d.root, shape, root)
	}
	return d, d.Err()
}

// ReadPart reads the named file, which holds a part of another: a model, or a mapping that others
// extend. It checks the part alone, under overrides, so that keys may be missing where it is no
// model. Of is what a field of it would have.
func ReadPart(open Open, name string, sets []Set, of reflect.Type, models Models) (*Document, error) {
	lang, v := newLanguage(models), reflect.New(of).Elem()
	shape := lang.shape(of, "")
	d := &Document{log: &faultLog{rank: map[string]int{}}}
	loader := loader{open: open, lang: lang, log: d.log}
	d.root = loader.file(name, shape)
	replaced(sets, d.log)
	for _, s := range sets {
		d.root = (&override{loader: &loader, file: name, root: d.root}).apply(d.root, shape, s)
	}
	prepare(v)
	(&decoder{lang: lang, log: d.log, root: d.root, partial: loader.partial || shape.kind == record}).value(d.root, shape, v)
	return d, d.Err()
}

// pointed returns the struct that v points to.
func pointed(v any) reflect.Value {
	root := reflect.ValueOf(v)
	if root.Kind() != reflect.Pointer || root.Elem().Kind() != reflect.Struct {
		panic(fmt.Sprintf("strict: %T is no pointer to a struct", v))
	}
	return root.Elem()
}

// Source is a file that was read together with the files that it extends. It
// can be decoded any number of times, each time under other overrides, for less
// than half of what reading it anew costs. A Source serves one goroutine; Copy
// makes one for another.
type Source struct {
	root  *node // never changed, so that copies may share it
	open  Open
	name  string
	files map[string]int
	typ   reflect.Type
	lang  *language
}

// NewSource reads the named file and the files that it extends, for structs of
// the type that like points to. The error is a Faults, of those faults that do
// not depend on overrides.
func NewSource(open Open, name string, like any, models Models) (*Source, error) {
	s := &Source{open: open, name: name, typ: pointed(like).Type(), lang: newLanguage(models)}
	log := &faultLog{rank: map[string]int{}}
	s.root = (&loader{open: open, lang: s.lang, log: log}).file(name, s.lang.record(s.typ))
	s.files = log.rank
	return s, (&Document{log: log}).Err()
}

// Copy returns a Source of the same file for another goroutine, which must not
// use the first one meanwhile.
func (s *Source) Copy() *Source {
	lang := newLanguage(s.lang.models)
	return &Source{root: s.root, open: s.open, name: s.name, files: s.files, typ: s.typ, lang: lang}
}

// Root returns the whole file, with those that it extends.
func (s *Source) Root() *Value { return &Value{s.root} }

// Graft overrides one value, as a Set does, by a value that stands in another
// file: faults of the value have the places that they have there, and those of
// the path are at the place At.
type Graft struct {
	Path  string
	At    Place
	Value *Value
}

// Decode applies overrides to what was read, and decodes the result into the
// struct that into points to. The error is a Faults.
func (s *Source) Decode(grafts []Graft, into any) (*Document, error) {
	d := &Document{root: s.root.copy(), log: &faultLog{rank: maps.Clone(s.files)}, of: s}
	d.decode(grafts, into)
	return d, d.Err()
}

// Changed returns the document under further overrides, and decodes it into the struct that into points to, which is
// of the type that d was read for. The faults of both are those of d.
func (d *Document) Changed(grafts []Graft, into any) *Document {
	changed := &Document{root: d.root.copy(), log: d.log, of: d.of}
	changed.decode(grafts, into)
	return changed
}

// decode applies overrides to a document whose root is its own, and decodes it.
func (d *Document) decode(grafts []Graft, into any) {
	s, root := d.of, pointed(into)
	if root.Type() != s.typ {
		panic(fmt.Sprintf("strict: %T is not what the source is for", into))
	}
	shape := s.lang.record(s.typ)
	loader := loader{open: s.open, lang: s.lang, log: d.log}
	for _, g := range grafts {
		d.root = (&override{loader: &loader, file: s.name, root: d.root}).graft(d.root, shape, g)
	}
	if d.root.kind != broken {
		(&decoder{lang: s.lang, log: d.log, root: d.root, shape: shape, partial: loader.partial}).value(d.root, shape, root)
	}
}

// Given returns the value that a text is, as that of a Set, for a Graft. What is wrong with the text is a fault at
// a place of this name, which those of the value have too.
func (d *Document) Given(name, text string) *Value {
	n := parse(name, []byte(text), true, d.log)
	n.name(name)
	return &Value{n}
}

// graft returns root with the value of g in place.
func (o *override) graft(root *node, shape *shape, g Graft) *node {
	o.path, o.at = g.Path, g.At
	steps := o.steps()
	if steps == nil {
		return root
	}
	return o.change(root, shape, steps, g.Value.n.copy())
}

// copy returns n with everything below it that an override can change.
func (n *node) copy() *node {
	out := *n
	out.items = slices.Clone(n.items)
	for i, item := range out.items {
		out.items[i] = item.copy()
	}
	out.entries = slices.Clone(n.entries)
	for i := range out.entries {
		out.entries[i].value = out.entries[i].value.copy()
	}
	return &out
}

// Depth returns the number of steps of a path: 3 for nodes[0].at. The error says
// why the text is no path.
func Depth(path string) (int, error) {
	steps, err := Path(path)
	return len(steps), err
}

// Path returns the steps of a path: nodes, [0] and at for nodes[0].at.
func Path(path string) (steps []string, err error) { return parsePath(path) }
