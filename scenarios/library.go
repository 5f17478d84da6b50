package scenarios

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"halocline/plant/vehicle"
	"halocline/scenarios/strict"
)

// Library holds what scenarios can name: models, and the scenarios and vehicles that come with
// a program. Standard makes ours. A program of another module adds to it before it reads
// anything; after that the library does not change, so that many goroutines may use it.
type Library struct {
	shelves   []Shelf
	models    strict.Models
	scenarios bundle
	vehicles  bundle
	sources   map[string]fs.FS // of other modules, by their paths
}

// Shelf is a kind of model, and the models of that kind.
type Shelf struct {
	Title  string // what the models are
	Key    string // where a scenario names one
	Models strict.Catalog
	Part   bool // of a single model, with which they are listed
	of     reflect.Type
}

// Has reports whether a key takes the models of the shelf, or a list of them.
func (s Shelf) Has(p strict.Param) bool { return p.Model == s.of }

// newLibrary returns a library without models.
func newLibrary() *Library {
	return &Library{models: strict.Models{}, scenarios: bundle{}, vehicles: bundle{}, sources: map[string]fs.FS{}}
}

// Put adds a model to the shelf of T, under the name that scenarios give it. Fresh returns a
// pointer to a new struct that holds the model's defaults. A name that the shelf has is an error, and
// so are fields whose tags are no language; see package strict.
func Put[T any](l *Library, name string, fresh func() T) error {
	of := reflect.TypeFor[T]()
	i := slices.IndexFunc(l.shelves, func(s Shelf) bool { return s.of == of })
	if i < 0 {
		return fmt.Errorf("model %q: no key of a scenario takes a %v; write %s, or declare a key of your own with AddShelf", name, of, l.writeAs(of))
	}
	if err := checkName(name); err != nil {
		return fmt.Errorf("model %q: %w", name, err)
	}
	shelf, model := l.shelves[i], func() any { return fresh() }
	if other, taken := shelf.Models[name]; taken {
		return fmt.Errorf("model %q: %s have one of that name, a %T; give the %T another name", name, shelf.Title, other(), model())
	}
	if err := strict.CheckModel(of, name, model, l.models); err != nil {
		return err
	}
	if err := l.checkMetrics(shelf, model()); err != nil {
		return fmt.Errorf("model %q: %w", name, err)
	}
	shelf.Models[name] = model
	return nil
}

// writeAs says as what a value of a type may have been meant.
func (l *Library) writeAs(of reflect.Type) string {
	var may []string
	for _, s := range l.shelves {
		if s.of.Kind() == reflect.Interface && of.Implements(s.of) {
			may = append(may, fmt.Sprintf("func() %v", s.of))
		}
	}
	if may == nil {
		return "a function that returns what one of them takes"
	}
	return strings.Join(may, " or ")
}

// AddShelf declares that T, an interface of another module or a pointer to a struct of which it has presets, is a kind of model, so that its models
// can be put into the library, and are listed and explained. Key is where a scenario names one, such
// as links.*.mac.backoff.
func AddShelf[T any](l *Library, title, key string) error {
	of := reflect.TypeFor[T]()
	for _, s := range l.shelves {
		if s.of == of || s.Title == title {
			return fmt.Errorf("shelf %q of %v: there is a shelf %q of %v already", title, of, s.Title, s.of)
		}
	}
	presets := of.Kind() == reflect.Pointer && of.Elem().Kind() == reflect.Struct
	if of.Kind() != reflect.Interface && !presets || title == "" || key == "" {
		return fmt.Errorf("shelf %q of %v at key %q: a shelf has a title and a key, and is of an interface, or of a pointer to a struct if it has presets", title, of, key)
	}
	addShelf[T](l, title, key, nil)
	return nil
}

// addShelf adds a kind of model with its first models.
func addShelf[T any](l *Library, title, key string, catalog map[string]func() T) {
	strict.Add(l.models, catalog)
	of := reflect.TypeFor[T]()
	l.shelves = append(l.shelves, Shelf{Title: title, Key: key, Models: l.models[of], of: of})
}

// addPart adds models that a single model takes.
func addPart[T any](l *Library, title, key string, catalog map[string]func() T) {
	addShelf(l, title, key, catalog)
	l.shelves[len(l.shelves)-1].Part = true
}

// Models returns every model that a scenario can name.
func (l *Library) Models() strict.Models { return maps.Clone(l.models) }

// Shelves returns every model, in the order in which a scenario names them, and then those of
// other modules.
func (l *Library) Shelves() []Shelf { return slices.Clone(l.shelves) }

// AddScenarios adds scenarios that come with the program: the files *.yaml at the top of files,
// each known by its name without .yaml. They may extend ours.
func (l *Library) AddScenarios(files fs.FS) error { return l.scenarios.add("scenario", files) }

// AddVehicles adds vehicles likewise.
func (l *Library) AddVehicles(files fs.FS) error { return l.vehicles.add("vehicle", files) }

// AddSources hands over the sources of another module that has models in the library: an embed.FS
// of all its Go files and of all else that it embeds. Results are then known by them, on every
// machine; modeltest.Sources checks that no file is missing. Without them results are known by the
// program file.
func (l *Library) AddSources(module string, sources fs.FS) error {
	if l.sources[module] != nil {
		return fmt.Errorf("the sources of module %s are given twice", module)
	}
	if files, err := fs.Glob(sources, "*.go"); module == "" || err != nil || len(files) == 0 {
		return fmt.Errorf("the sources of module %q have no Go file at their top; embed them in the folder of its go.mod, with //go:embed *.go */*.go", module)
	}
	l.sources[module] = sources
	return nil
}

// Sources returns the sources of other modules that were handed over, by the paths of the modules.
func (l *Library) Sources() map[string]fs.FS { return maps.Clone(l.sources) }

// Bundled returns the names of the scenarios that come with the program.
func (l *Library) Bundled() []string { return l.scenarios.names() }

// Text returns a bundled scenario as it is written.
func (l *Library) Text(name string) ([]byte, error) { return l.scenarios.text("scenario", name) }

// Vehicles returns the names of the vehicles that come with the program.
func (l *Library) Vehicles() []string { return l.vehicles.names() }

// VehicleText returns a vehicle that comes with the program as it is written.
func (l *Library) VehicleText(name string) ([]byte, error) { return l.vehicles.text("vehicle", name) }

// VehicleConfig reads a vehicle that comes with the program.
func (l *Library) VehicleConfig(name string) (*vehicle.Config, error) {
	config := vehicle.Default()
	_, err := strict.Read(l.vehicles.base, name+".yaml", nil, config, strict.Models{})
	return config, err
}

// Keys returns the keys that a scenario may have at its top.
func (l *Library) Keys() []string {
	return slices.Sorted(maps.Keys(keysOf(Default(), l.models)))
}

// bundle holds files by their names, such as docking.yaml: each lies at the top of its fs.FS.
type bundle map[string]fs.FS

// add adds the YAML files at the top of files.
func (b bundle) add(what string, files fs.FS) error {
	names, err := fs.Glob(files, "*.yaml")
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("no %s is added: no file *.yaml lies at the top of the files; see fs.Sub", what)
	}
	for _, file := range names {
		if err := checkName(strings.TrimSuffix(file, ".yaml")); err != nil {
			return fmt.Errorf("%s %s: %w", what, file, err)
		}
		if b[file] != nil {
			return fmt.Errorf("%s %s: one of that name comes with the program already; give this one another name", what, file)
		}
	}
	for _, file := range names {
		b[file] = files
	}
	return err
}

// open is a strict.Open.
func (b bundle) open(file string) ([]byte, error) {
	files, known := b[file]
	if !known {
		return nil, &fs.PathError{Op: "open", Path: file, Err: fs.ErrNotExist}
	}
	return strict.FS(files)(file)
}

// base opens the file that has the name of another file, or that with .yaml.
func (b bundle) base(file string) ([]byte, error) {
	name := path.Base(file)
	if text, err := b.open(name); err == nil {
		return text, nil
	}
	return b.open(name + ".yaml")
}

// names returns the names in the order of the files, without .yaml.
func (b bundle) names() []string {
	files := slices.Sorted(maps.Keys(b))
	for i, f := range files {
		files[i] = strings.TrimSuffix(f, ".yaml")
	}
	return files
}

// has reports whether there is a file of a name without .yaml.
func (b bundle) has(name string) bool { return b[name+".yaml"] != nil }

func (b bundle) text(what, name string) ([]byte, error) {
	if !b.has(name) {
		return nil, errors.New(strict.Unknown("bundled "+what, name, b.names()))
	}
	return b.open(name + ".yaml")
}
