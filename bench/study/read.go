package study

import (
	"context"
	"errors"
	"slices"
	"strings"

	"halocline/bench/study/results"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// Load reads and checks a study file, with the scenario that it is about. The
// error is a strict.Faults, with the places of all faults; those that depend on
// the values of a cell are found by Check. When ctx is done before the study is read,
// the error is the cause.
func Load(ctx context.Context, l *scenarios.Library, file string) (*Study, error) {
	return Open(ctx, file, l.Disk())
}

// Parse reads and checks a study that is given as text, as Load does a file. Files
// that it names are looked for beside a file of the name.
func Parse(l *scenarios.Library, name, text string) (*Study, error) {
	files := l.Disk()
	disk := files.Text
	files.Text = func(file string) ([]byte, error) {
		if file == name {
			return []byte(text), nil
		}
		return disk(file)
	}
	return Open(context.Background(), name, files)
}

// Open reads a study, and everything that it is made of, from files, as Load does.
func Open(ctx context.Context, file string, files scenarios.Files) (*Study, error) {
	s := &Study{Definition: *Default(), File: file, units: newDimensions(), files: map[string][]byte{}, shown: map[string]*expression{}}
	r := &reader{study: s, files: files, given: map[string]strict.Place{}}
	keep := func(name string) ([]byte, error) {
		text, err := files.Text(name)
		if name == file {
			s.Text = string(text)
		}
		return text, err
	}
	doc, err := strict.ReadAlone(keep, file, &s.Definition, strict.Models{})
	if r.doc = doc; doc.Value().Broken() {
		return nil, err
	}
	r.sections()
	r.scenario()
	if r.faults == 0 && err == nil {
		r.product(ctx)
	}
	if r.faults == 0 && err == nil {
		r.unknown()
	}
	if r.faults == 0 && err == nil {
		r.presentation(ctx)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err := doc.Err(); err != nil {
		return nil, err
	}
	s.doc = doc
	s.arrange()
	s.makers = newPool(s.base)
	return s, nil
}

// reader turns a study file into a study. Its faults go to the document.
type reader struct {
	study  *Study
	files  scenarios.Files
	doc    *strict.Document
	faults int
	given  map[string]strict.Place // paths and variables so far
	vars   []strict.Entry          // the calculated ones
	let    []strict.Entry
	bare   []strict.Entry // of sweep, zip and let: names without dots
}

// fault reports a fault at a place.
func (r *reader) fault(at strict.Place, format string, args ...any) {
	r.faults++
	r.doc.FaultAt(at, format, args...)
}

// sections reads what the study varies: set, vars, sweep, zip and let.
func (r *reader) sections() {
	s := r.study
	s.seedAt, s.baseAt, s.seriesAt = r.doc.Place("seed"), r.doc.Place("base"), r.doc.Place("record.series")
	for _, e := range r.mapping("set") {
		if r.path(e) {
			s.fixed = append(s.fixed, assignment{path: e.Key, at: e.At, value: e.Value})
		}
	}
	for _, e := range r.mapping("vars") {
		r.variable(e)
	}
	for _, e := range r.mapping("sweep") {
		if r.varied(e) {
			r.loop(r.axis(e, true, false))
		}
	}
	r.zip()
	for _, e := range r.mapping("let") {
		if r.varied(e) {
			r.let = append(r.let, e)
		}
	}
	if r.stops(); s.Sensitivity != nil {
		r.sample()
	}
	if s.Boundary != nil {
		r.boundary()
	}
}

// mapping returns the entries of a section.
func (r *reader) mapping(key string) []strict.Entry {
	v := r.doc.Value(key)
	if v == nil || v.Broken() {
		return nil
	}
	entries, ok := v.Entries()
	if !ok {
		r.fault(v.Place(), "%s is given; write a mapping", v)
	}
	return entries
}

// varied checks the path of a key that does not have the same value in every cell.
func (r *reader) varied(e strict.Entry) bool {
	if isVariable(e.Key) {
		r.bare = append(r.bare, e)
	}
	return r.path(e)
}

// path checks that a key is a path that nothing else gives.
func (r *reader) path(e strict.Entry) bool {
	if _, err := strict.Depth(e.Key); err != nil {
		r.fault(e.At, "%v", err)
		return false
	}
	switch e.Key {
	case "seed":
		r.fault(e.At, "seeds are not swept; write repeat: 10 at the top of the study, for ten runs of each cell with seeds of their own, which follow from the key seed there")
		return false
	case "base":
		r.fault(e.At, "the base of a scenario cannot be set")
		return false
	}
	return r.once(e)
}

// unknown finds names that are swept, or given values by let, and are no key of a scenario. Such a
// name may be meant as a variable, which has a section of its own.
func (r *reader) unknown() {
	keys := r.files.Library.Keys()
	for _, e := range r.bare {
		if slices.Contains(keys, e.Key) {
			continue
		}
		near := strict.Nearest(e.Key, keys)
		if near != "" {
			near = "; " + near + " is one"
		}
		r.fault(e.At, "unknown key %q%s; variables of your own go under vars, as in vars: {%s: ...}, and let gives them to keys of the scenario",
			e.Key, near, e.Key)
	}
}

// once checks that a name is not given already.
func (r *reader) once(e strict.Entry) bool {
	if first, twice := r.given[e.Key]; twice {
		r.fault(e.At, "%s is given already in line %d; leave one of them out", e.Key, first.Line)
		return false
	}
	r.given[e.Key] = e.At
	return !e.Value.Broken()
}

// variable reads a variable, which is swept or calculated.
func (r *reader) variable(e strict.Entry) {
	switch {
	case !isVariable(e.Key):
		r.fault(e.At, "%q is no name of a variable; it is made of letters, digits and _, and begins with a letter", e.Key)
	case reserved(e.Key):
		r.fault(e.At, "%s has a meaning in expressions; choose another name", e.Key)
	case !r.once(e):
	default:
		if _, _, ok := e.Value.Word(); ok {
			r.vars = append(r.vars, e)
			return
		}
		r.loop(r.axis(e, false, false))
	}
}

// isVariable reports whether a name can be that of a variable.
func isVariable(name string) bool {
	for i := range len(name) {
		c := name[i]
		if !(c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' && i > 0) {
			return false
		}
	}
	return name != "" && name[0] != '_'
}

// reserved reports whether a name is a word of expressions.
func reserved(name string) bool {
	_, function := functions()[name]
	return function || name == "and" || name == "or" || name == "not" || name == "true" || name == "false"
}

// loop adds a dimension of axes that change together.
func (r *reader) loop(axes ...*axis) {
	for _, a := range axes {
		if a == nil {
			return
		}
	}
	r.study.loops = append(r.study.loops, loop{axes, max(1, len(axes[0].values))})
}

// zip reads the groups of paths that change together. The values of the first path of a group tell its rows apart.
func (r *reader) zip() {
	v := r.doc.Value("zip")
	if v == nil || v.Broken() {
		return
	}
	groups, ok := v.Items()
	if !ok {
		r.fault(v.Place(), "%s is given; write a list of mappings", v)
		return
	}
	for _, group := range groups {
		entries, ok := group.Entries()
		if !ok || len(entries) == 0 {
			r.fault(group.Place(), "%s is given; write a mapping from paths to lists of values", group)
			continue
		}
		var axes []*axis
		for _, e := range entries {
			if !r.varied(e) {
				axes = append(axes, nil)
				continue
			}
			a := r.axis(e, true, len(axes) > 0)
			if len(axes) > 0 && a != nil && axes[0] != nil && len(a.values) != len(axes[0].values) {
				r.fault(e.Value.Place(), "%s has %d values and %s %d; values that change together are as many", e.Key, len(a.values), axes[0].name, len(axes[0].values))
			}
			axes = append(axes, a)
		}
		r.loop(axes...)
	}
}

// scenario reads the base, and the data files that it or the study may name.
func (r *reader) scenario() {
	s, at := r.study, r.study.baseAt
	if s.Base == "" {
		if given := r.doc.Value("base"); given != nil && r.study.Name != "" { // nothing is read of a file of a newer format
			r.fault(at, "the name of the base is empty; write that of a file beside the study, or of a bundled scenario")
		}
		return
	}
	file, files, err := r.files.Find(s.Base, s.File)
	beside := files.Data
	if err == nil {
		s.base, err = scenarios.NewSource(file, r.kept(files))
	}
	if faults := (strict.Faults)(nil); errors.As(err, &faults) {
		r.fault(at, "the base %s cannot be used", file)
		for _, f := range faults {
			r.fault(f.Place, "%s", f.Msg)
		}
	} else if err != nil {
		r.fault(at, "%v", err)
	}
	if r.faults == 0 {
		r.freeze(s.base.Root().Words(), beside)
		r.freeze(s.words(), r.files.Data) // the library has no data, and a study of one of its scenarios may
	}
}

// kept opens files as files does, keeps the texts of those of the language, and takes
// from memory what was read before.
func (r *reader) kept(files scenarios.Files) scenarios.Files {
	s := r.study
	return scenarios.Files{
		Library: files.Library,
		Text: func(name string) ([]byte, error) {
			if text, ok := s.files[name]; ok {
				return text, nil
			}
			text, err := files.Text(name)
			again := func(f results.Source) bool { return f.Name == name }
			if err == nil && !slices.ContainsFunc(s.texts, again) {
				s.texts = append(s.texts, results.Source{Name: name, Text: string(text)})
			}
			return text, err
		},
		Data: func(name string) ([]byte, error) {
			if text, ok := s.files[name]; ok {
				return text, nil
			}
			return files.Data(name)
		},
	}
}

// words returns the words of all values that the study gives.
func (s *Study) words() []string {
	var words []string
	for _, a := range s.fixed {
		words = append(words, a.value.Words()...)
	}
	for _, l := range s.loops {
		for _, a := range l.axes {
			for _, v := range a.values {
				words = append(words, v.node.Words()...)
			}
		}
	}
	return words
}

// freeze reads every file beside the scenario that a word names, so that all runs see
// what the files hold now. It takes a file too many rather than one too few: a word
// that is by chance the name of a file costs its room in the result file.
func (r *reader) freeze(words []string, open strict.Open) {
	s := r.study
	for _, w := range words {
		if _, _, isNumber := s.units.table.Amount(w); isNumber || w == "" || len(w) > 255 || strings.ContainsAny(w, "\n\x00") {
			continue
		}
		r.data(s.base.DataFile(w), open)
	}
}

// data reads a file of data, if there is one, and what it extends and names: a vehicle or a
// modem is a file of the language.
func (r *reader) data(name string, open strict.Open) {
	s := r.study
	if _, known := s.files[name]; known {
		return
	}
	data, err := open(name)
	if err != nil {
		return
	}
	s.files[name] = data
	var named struct {
		Base string `yaml:"base"`
	}
	doc, _ := strict.ReadAlone(func(string) ([]byte, error) { return data, nil }, name, &named, strict.Models{}) // other keys are no matter
	if named.Base != "" {
		r.data(strict.Beside(name, named.Base), open)
	}
	for _, word := range doc.Value().Words() {
		if strings.HasSuffix(word, ".yaml") {
			r.data(strict.Beside(name, word), open)
		}
	}
}

// place returns the place of a byte of an expression.
func place(v *strict.Value, at int) strict.Place {
	p := v.Place()
	text, quoted, _ := v.Word()
	if strings.Contains(text, "\n") || at > len(text) || p.Line == 0 {
		return p
	}
	if p.Column += len([]rune(text[:at])); quoted {
		p.Column++
	}
	return p
}
