package shelf

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"halocline/bench/study/measure"
	"halocline/bench/study/studies"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// listed is a kind of thing that is no model, and how a listing writes it.
type listed struct {
	name  string
	write func(*scenarios.Library, io.Writer) error
	fill  func(*Listing) error // the same as JSON
}

// listedKinds returns these kinds, in the order of a listing.
func listedKinds(lib *scenarios.Library) []listed {
	return []listed{
		{"scenarios", listScenarios, func(l *Listing) (err error) { l.Scenarios, err = describedScenarios(lib); return err }},
		{"studies", listStudies, func(l *Listing) (err error) { l.Studies, err = describedStudies(lib); return err }},
		{"vehicles", listVehicles, func(l *Listing) (err error) { l.Vehicles, err = describedVehicles(lib); return err }},
		{"presets", listPresets, func(l *Listing) error { l.Presets = describedPresets(lib); return nil }},
		{"keys", listKeys, func(l *Listing) error { l.Keys = listedParams(scenarioKeys(lib)); return nil }},
		{"metrics", listMetrics, func(l *Listing) error { l.Metrics = listedMetrics(lib); return nil }},
		{"units", listUnits, func(l *Listing) error { l.Units = listedUnits(); return nil }},
	}
}

// Choice is what a name stands for in a listing.
type Choice struct {
	lib     *scenarios.Library
	kinds   []listed
	section string // a key of a scenario, and those below it
	keys    []strict.Param
	shelves []scenarios.Shelf
	model   func(name string) bool // which of their models
}

// Choose returns what a name stands for: a kind, or the models with that name, or else a
// section of a scenario and the models that it may hold, or else the models whose names
// contain it. The empty name and all stand for everything. It reports whether there is any.
func Choose(lib *scenarios.Library, name string) (*Choice, bool) {
	any := func(string) bool { return true }
	if name == "" || name == "all" {
		return &Choice{lib: lib, kinds: listedKinds(lib), shelves: lib.Shelves(), model: any}, true
	}
	for _, kind := range listedKinds(lib) {
		if kind.name == name {
			return &Choice{lib: lib, kinds: []listed{kind}}, true
		}
	}
	if slices.Contains(Models(lib), name) {
		return &Choice{lib: lib, shelves: lib.Shelves(), model: func(n string) bool { return n == name }}, true
	}
	if c := chooseSection(lib, name); len(c.keys)+len(c.shelves) > 0 {
		return c, true
	}
	part := func(n string) bool { return strings.Contains(n, name) }
	if !slices.ContainsFunc(Models(lib), part) {
		return nil, false
	}
	return &Choice{lib: lib, shelves: lib.Shelves(), model: part}, true
}

// chooseSection returns the keys below a key of a scenario, and the models that it holds.
func chooseSection(lib *scenarios.Library, name string) *Choice {
	c := &Choice{lib: lib, section: name, model: func(string) bool { return true }}
	for _, p := range scenarioKeys(lib) {
		if rest, ok := strings.CutPrefix(p.Key, name); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			c.keys = append(c.keys, p)
		}
	}
	for _, shelf := range lib.Shelves() {
		if shelfWord(shelf) == name || shelf.Title == name {
			c.shelves = append(c.shelves, shelf)
		}
	}
	return c
}

// shelfWord returns the last key of those at which a scenario names a model of a kind.
func shelfWord(shelf scenarios.Shelf) string {
	return strings.TrimSuffix(shelf.Key[strings.LastIndex(shelf.Key, ".")+1:], "[]")
}

// scenarioKeys returns the keys of a scenario.
func scenarioKeys(lib *scenarios.Library) []strict.Param {
	return strict.Describe(scenarios.Default(), lib.Models())
}

// Words returns the words that list takes.
func Words(lib *scenarios.Library) []string {
	words := append(Models(lib), "all")
	for _, kind := range listedKinds(lib) {
		words = append(words, kind.name)
	}
	for _, shelf := range lib.Shelves() {
		words = append(words, shelfWord(shelf))
	}
	for _, p := range scenarioKeys(lib) {
		if key, _, below := strings.Cut(p.Key, "."); below && !strings.ContainsAny(key, "[*") {
			words = append(words, key)
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// Print writes what was chosen for people.
func (c *Choice) Print(w io.Writer) error {
	for i, kind := range c.kinds {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := kind.write(c.lib, w); err != nil {
			return err
		}
	}
	if len(c.keys) > 0 {
		fmt.Fprintf(w, "Keys of %s\n\n", c.section)
		WriteParams(w, c.keys)
	}
	for _, shelf := range c.shelves {
		if c.section != "" {
			summarise(w, shelf)
		} else {
			WriteModels(c.lib, w, shelf, c.model)
		}
	}
	if c.section != "" && len(c.shelves) > 0 {
		fmt.Fprint(w, "\nhalocline list NAME has the keys of one of them.\n")
	}
	return nil
}

// Listing is what was chosen as JSON.
type Listing struct {
	Scenarios []Described `json:"scenarios,omitempty"`
	Studies   []Described `json:"studies,omitempty"`
	Vehicles  []Described `json:"vehicles,omitempty"`
	Keys      []Param     `json:"keys,omitempty"`
	Models    []Model     `json:"models,omitempty"`
	Presets   []Origin    `json:"presets,omitempty"`
	Metrics   []Metric    `json:"metrics,omitempty"`
	Units     []Unit      `json:"units,omitempty"`
}

// Described is a scenario, a study or a vehicle.
type Described struct {
	Name  string `json:"name"`
	About string `json:"about"`
	Runs  int    `json:"runs,omitempty"` // of a study
}

// Model is what a scenario can name, with its keys.
type Model struct {
	Name       string  `json:"name"`
	Kind       string  `json:"kind"` // access protocols, modems, ...
	Key        string  `json:"key"`  // where a scenario names it
	About      string  `json:"about"`
	Parameters []Param `json:"parameters"`
}

// Param is a key.
type Param struct {
	Key      string `json:"key"`
	Type     string `json:"type"`
	Unit     string `json:"unit,omitempty"` // in which it is calculated
	Default  string `json:"default,omitempty"`
	Range    string `json:"range,omitempty"`
	Required bool   `json:"required,omitempty"`
	Doc      string `json:"doc,omitempty"`
}

// Metric is what is measured in a run.
type Metric struct {
	Name   string `json:"name"`
	Unit   string `json:"unit,omitempty"`
	Kind   string `json:"kind"`             // mean, share, count, ...
	Better string `json:"better,omitempty"` // higher or lower
	About  string `json:"about"`
}

// Unit is a quantity with the units that it may have.
type Unit struct {
	Quantity string   `json:"quantity"`
	Units    []string `json:"units"`
}

// List returns what was chosen for programs.
func (c *Choice) List() (*Listing, error) {
	l := Listing{Keys: listedParams(c.keys)}
	for _, kind := range c.kinds {
		if err := kind.fill(&l); err != nil {
			return nil, err
		}
	}
	for _, shelf := range c.shelves {
		for _, name := range slices.Sorted(maps.Keys(shelf.Models)) {
			if !c.model(name) {
				continue
			}
			model := shelf.Models[name]()
			l.Models = append(l.Models, Model{
				name, shelf.Title, shelf.Key, scenarios.About(model),
				append([]Param{}, listedParams(strict.Describe(model, c.lib.Models()))...),
			})
		}
	}
	return &l, nil
}

func listedParams(params []strict.Param) []Param {
	var out []Param
	for _, p := range params {
		out = append(out, Param{p.Key, p.Type, p.Unit, p.Default, p.Range, p.Required, p.Doc})
	}
	return out
}

func listedMetrics(lib *scenarios.Library) []Metric {
	var out []Metric
	for _, a := range measure.Glossary(lib) {
		out = append(out, Metric{a.Name, a.Unit, string(a.Kind), string(a.Better), a.Meaning})
	}
	return out
}

func listedUnits() []Unit {
	var out []Unit
	for _, d := range strict.Dimensions() {
		out = append(out, Unit{strings.TrimPrefix(strings.TrimPrefix(d.Name, "a "), "an "), d.Units})
	}
	return out
}

func describedScenarios(lib *scenarios.Library) ([]Described, error) {
	var out []Described
	for _, name := range lib.Bundled() {
		plan, err := lib.Load(name, nil)
		if err != nil {
			return out, err
		}
		out = append(out, Described{Name: name, About: plan.Description})
	}
	return out, nil
}

func describedStudies(lib *scenarios.Library) ([]Described, error) {
	var out []Described
	for _, name := range studies.Bundled() {
		s, err := studies.Load(context.Background(), lib, name)
		if err != nil {
			return out, err
		}
		out = append(out, Described{name, s.Description, s.Runs()})
	}
	return out, nil
}

func describedVehicles(lib *scenarios.Library) ([]Described, error) {
	var out []Described
	for _, name := range lib.Vehicles() {
		config, err := lib.VehicleConfig(name)
		if err != nil {
			return out, err
		}
		out = append(out, Described{Name: name, About: config.About})
	}
	return out, nil
}

// Overview writes one screen: a line for each kind with as many names as it has room
// for, and the way to more. A part of one model is left to that model.
func Overview(lib *scenarios.Library, w io.Writer) error {
	const screen = 79 // characters
	line := func(word, title string, names []string) {
		text := fmt.Sprintf("  %-11s  %-16s ", word, title)
		for i, name := range names {
			rest := fmt.Sprintf(" and %d more", len(names)-i)
			if left := len(names) - i - 1; left == 0 {
				rest = ""
			}
			if len(text)+1+len(name)+len(rest) > screen {
				text += fmt.Sprintf(" and %d more", len(names)-i)
				break
			}
			text += " " + name
		}
		fmt.Fprintln(w, text)
	}
	fmt.Fprint(w, "What a scenario can name: list WORD has more, explain WORD the meaning\n")
	for _, shelf := range lib.Shelves() {
		if shelf.Part {
			continue // the screen is full
		}
		line(shelfWord(shelf), shelf.Title, slices.Sorted(maps.Keys(shelf.Models)))
	}
	line("vehicles", "vehicles", lib.Vehicles())
	line("scenarios", "to run or extend", lib.Bundled())
	line("studies", "to sweep", studies.Bundled())
	fmt.Fprint(w, "halocline list tdma has one of them; also list keys, metrics, units, presets\n")
	return nil
}
