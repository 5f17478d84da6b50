// Package strict reads YAML into Go structs and accepts nothing that the structs do not describe. It
// knows no scenario and no model: the Go types and their tags are the language, and the caller
// registers the models.
//
//	Frequency float64       `yaml:"frequency" unit:"Hz" range:"(0,1e9]" doc:"centre of the band"`
//	Timeout   time.Duration `yaml:"timeout" range:"(0,inf)" doc:"longest wait"`
//	At        geom.Vec      `yaml:"at" as:"vector" unit:"m" required:"true" doc:"position"`
//	Links     []Link        `yaml:"links" key:"Name" doc:"the links, by name"`
//	MAC       mac.Config    `yaml:"mac" doc:"access protocol"`
//
// A field of an interface type is a model: {type: aloha, queue: 3}, or just aloha. Its value is the
// pointer that the catalog's function made.
//
// Begin with Read, which reads a file into a struct and explains the tags. Add says which models a
// field of an interface type may hold. The error is a Faults.
//
// Left out of YAML on purpose: tags such as !!str, several documents, keys that are not plain words,
// empty values, and every way to write a number that is not decimal. Keys that begin with x- are
// ignored; put YAML anchors there. The word null takes out what a base has, or what is there before a
// Set.
package strict

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"strings"
)

// Open returns the contents of the named file. A base is opened by the name of
// the file that extends it, with the last element replaced.
type Open func(name string) ([]byte, error)

// Disk opens files of the operating system.
func Disk(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return slurp(f)
}

// FS opens the files of fsys, such as an embedded file system.
func FS(fsys fs.FS) Open {
	return func(name string) ([]byte, error) {
		f, err := fsys.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return slurp(f)
	}
}

// slurp reads f, but never more than one byte beyond the size limit, so that
// an endless file is refused like a large one.
func slurp(f fs.File) ([]byte, error) {
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, errors.New("is a directory; write the name of a YAML file")
	}
	return ReadText(f)
}

// ReadText reads a text of the language, but never more than one byte beyond the size
// limit: what reads it refuses that.
func ReadText(r io.Reader) ([]byte, error) { return io.ReadAll(io.LimitReader(r, maxBytes+1)) }

// Set overrides one value of a file, as --set path=value does. Path names keys
// with dots and elements by index or by their name: nodes[0].at, nodes.auv.at.
// Value is YAML.
type Set struct{ Path, Value string }

// Catalog maps the name of a model to a function that returns a pointer to a
// fresh struct that holds the model's defaults.
type Catalog map[string]func() any

// Models maps a type to the models that a field of that type may hold: an interface, or a
// pointer to a struct whose models are all of that one type, as presets are.
type Models map[reflect.Type]Catalog

// Add registers the models of the type T, an interface or a pointer to a struct. A type that
// is registered twice panics.
func Add[T any](m Models, catalog map[string]func() T) {
	t := reflect.TypeFor[T]()
	if _, ok := m[t]; ok || t.Kind() != reflect.Interface && (t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct) {
		panic("strict: " + t.String() + " is registered twice, or is neither an interface nor a pointer to a struct")
	}
	m[t] = Catalog{}
	for name, fresh := range catalog {
		m[t][name] = func() any { return fresh() }
	}
}

// CheckModel returns what is wrong with a model of a type that is registered: what it is, or the tags of its
// fields. Read panics of it.
func CheckModel(of reflect.Type, name string, fresh func() any, models Models) (err error) {
	defer func() {
		if wrong := recover(); wrong != nil {
			err = errors.New(strings.TrimPrefix(fmt.Sprint(wrong), "strict: "))
		}
	}()
	if v := reflect.ValueOf(fresh()); v.Kind() == reflect.Pointer && v.IsNil() {
		return fmt.Errorf("model %s is a nil pointer", name)
	}
	newLanguage(models).variant(&shape{typ: of, catalog: Catalog{name: fresh}}, name)
	return nil
}

// Raw is a value of any kind, kept as YAML text on one line. It serves where
// the meaning of a value is known only later, as that of a Set.
type Raw string

// Read reads the named file and the files that it extends, applies the
// overrides and decodes the result into the struct that into points to. The
// error is a Faults, which holds every fault that was found; into is then
// decoded in part.
//
// The tags of the struct:
//
//	yaml      the key; "-" for an exported field that is not part of the language
//	unit      the unit in which code sees the value; a file may use any unit of the same dimension;
//	          of a struct, what $unit stands for in the tags of its fields
//	range     an interval, "(0,1]" or "[0,inf)", in that unit (seconds for a time.Duration)
//	oneof     the words that a string may be, "a|b|c"
//	min       the least number of elements of a list or table
//	required  "true": the key must be given
//	own       "true": a key at the top that a file does not take from the file that it extends
//	as        "vector": a struct of float64 fields, written as a list; "difference": a number
//	          that tells two of its unit apart, so that 1K is 1degC
//	key       a slice written as a mapping, whose keys go to the named field, in file order
//	over      a slice with key: names the table at the top that its elements are laid over, as a file
//	          over its base; a list of names is short for elements that change nothing, and where the
//	          key is left out, a Set begins with all names
//	named     "true": over a base, a list may be a mapping of the elements that change, by their names
//	bare      "true": the struct may be written as the value of this one field
//	doc       what the value means, for the schema and for listings; it begins with the quantity, and
//	          with oneof it has the form of Param.Choices
//
// Structs are decoded over the defaults that they hold. Structs that the
// reader itself makes (elements of lists and tables, optional sections) get
// theirs from the method Defaults, where there is one; inner structs come
// before outer ones. A list that a file gives replaces the default list; a
// table is merged with it.
//
// After a struct was read without a fault, its method Validate is called; a
// section that the file leaves out is neither read nor validated. A fault that
// has a method Field() string, the key or a path below the struct, is reported
// at that key.
func Read(open Open, name string, sets []Set, into any, models Models) (*Document, error) {
	root := pointed(into)
	lang := newLanguage(models)
	shape := lang.record(root.Type())
	log := &faultLog{rank: map[string]int{}}

	d := &Document{log: log, of: &Source{open: open, name: name, typ: root.Type(), lang: lang}}
	loader := loader{open: open, lang: lang, log: log}
	d.root = loader.file(name, shape)
	replaced(sets, log)
	for _, s := range sets {
		d.root = (&override{loader: &loader, file: name, root: d.root}).apply(d.root, shape, s)
	}
	if d.root.kind != broken {
		(&decoder{lang: lang, log: log, root: d.root, shape: shape, partial: loader.partial}).value(d.root, shape, root)
	}
	return d, d.Err()
}

// Document remembers where each value of a file stands, so that checks which
// need the whole scenario can give their faults a place.
type Document struct {
	root *node
	log  *faultLog
	of   *Source // that it was read from, or as it would be read again; nil of a part
}

// Place returns the place of the value at a path such as nodes[2].links[0] or
// links.acoustic.mac. Where the file leaves the value out, it is the place of
// the nearest mapping or list around it.
func (d *Document) Place(path string) Place { return locate(d.root, path) }

// Fault adds a fault at the value of path to those that Err returns.
func (d *Document) Fault(path, format string, args ...any) {
	d.log.add(d.Place(path), format, args...)
}

// Err returns the faults as a Faults, sorted by place, or nil if there are none.
func (d *Document) Err() error {
	if faults := d.log.sorted(); len(faults) > 0 {
		return faults
	}
	return nil
}
