package cli

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"halocline/bench/study/measure"
	"halocline/bench/study/studies"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// listed is a kind of thing that is no model, and how a listing writes it.
type listed struct {
	name  string
	write func(*scenarios.Library, io.Writer) error
	fill  func(*listing) error // the same as JSON
}

// listedKinds returns these kinds, in the order of a listing.
func listedKinds(lib *scenarios.Library) []listed {
	return []listed{
		{"scenarios", listScenarios, func(l *listing) (err error) { l.Scenarios, err = describedScenarios(lib); return err }},
		{"studies", listStudies, func(l *listing) (err error) { l.Studies, err = describedStudies(lib); return err }},
		{"vehicles", listVehicles, func(l *listing) (err error) { l.Vehicles, err = describedVehicles(lib); return err }},
		{"presets", listPresets, func(l *listing) error { l.Presets = describedPresets(lib); return nil }},
		{"keys", listKeys, func(l *listing) error { l.Keys = listedParams(scenarioKeys(lib)); return nil }},
		{"metrics", listMetrics, func(l *listing) error { l.Metrics = listedMetrics(lib); return nil }},
		{"units", listUnits, func(l *listing) error { l.Units = listedUnits(); return nil }},
	}
}

// choice is what a name stands for in a listing.
type listChoice struct {
	lib     *scenarios.Library
	kinds   []listed
	section string // a key of a scenario, and those below it
	keys    []strict.Param
	shelves []scenarios.Shelf
	model   func(name string) bool // which of their models
}

// choose returns what a name stands for: a kind, or the models with that name, or else a
// section of a scenario and the models that it may hold, or else the models whose names
// contain it. The empty name and all stand for everything.
func choose(lib *scenarios.Library, name string) (*listChoice, error) {
	any := func(string) bool { return true }
	if name == "" || name == "all" {
		return &listChoice{lib: lib, kinds: listedKinds(lib), shelves: lib.Shelves(), model: any}, nil
	}
	for _, kind := range listedKinds(lib) {
		if kind.name == name {
			return &listChoice{lib: lib, kinds: []listed{kind}}, nil
		}
	}
	if slices.Contains(modelNames(lib), name) {
		return &listChoice{lib: lib, shelves: lib.Shelves(), model: func(n string) bool { return n == name }}, nil
	}
	if c := chooseSection(lib, name); len(c.keys)+len(c.shelves) > 0 {
		return c, nil
	}
	part := func(n string) bool { return strings.Contains(n, name) }
	if !slices.ContainsFunc(modelNames(lib), part) {
		return nil, command.Input(noModel(lib, name))
	}
	return &listChoice{lib: lib, shelves: lib.Shelves(), model: part}, nil
}

// chooseSection returns the keys below a key of a scenario, and the models that it holds.
func chooseSection(lib *scenarios.Library, name string) *listChoice {
	c := &listChoice{lib: lib, section: name, model: func(string) bool { return true }}
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

// listable returns the words that list takes.
func listable(lib *scenarios.Library) []string {
	words := append(modelNames(lib), "all")
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

// print writes what was chosen for people.
func (c *listChoice) print(w io.Writer) error {
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
		listParams(w, c.keys)
	}
	for _, shelf := range c.shelves {
		listShelf(c.lib, w, shelf, c.model)
	}
	return nil
}

// listing is what was chosen as JSON.
type listing struct {
	Scenarios []described    `json:"scenarios,omitempty"`
	Studies   []described    `json:"studies,omitempty"`
	Vehicles  []described    `json:"vehicles,omitempty"`
	Keys      []listedParam  `json:"keys,omitempty"`
	Models    []listedModel  `json:"models,omitempty"`
	Presets   []listedOrigin `json:"presets,omitempty"`
	Metrics   []listedMetric `json:"metrics,omitempty"`
	Units     []listedUnit   `json:"units,omitempty"`
}

type described struct {
	Name  string `json:"name"`
	About string `json:"about"`
	Runs  int    `json:"runs,omitempty"` // of a study
}

type listedModel struct {
	Name       string        `json:"name"`
	Kind       string        `json:"kind"` // access protocols, modems, ...
	Key        string        `json:"key"`  // where a scenario names it
	About      string        `json:"about"`
	Parameters []listedParam `json:"parameters"`
}

type listedParam struct {
	Key      string `json:"key"`
	Type     string `json:"type"`
	Unit     string `json:"unit,omitempty"` // in which it is calculated
	Default  string `json:"default,omitempty"`
	Range    string `json:"range,omitempty"`
	Required bool   `json:"required,omitempty"`
	Doc      string `json:"doc,omitempty"`
}

type listedMetric struct {
	Name   string `json:"name"`
	Unit   string `json:"unit,omitempty"`
	Kind   string `json:"kind"`             // mean, share, count, ...
	Better string `json:"better,omitempty"` // higher or lower
	About  string `json:"about"`
}

type listedUnit struct {
	Quantity string   `json:"quantity"`
	Units    []string `json:"units"`
}

// printJSON writes what was chosen for programs.
func (c *listChoice) printJSON(io command.Streams) error {
	l := listing{Keys: listedParams(c.keys)}
	for _, kind := range c.kinds {
		if err := kind.fill(&l); err != nil {
			return err
		}
	}
	for _, shelf := range c.shelves {
		for _, name := range slices.Sorted(maps.Keys(shelf.Models)) {
			if !c.model(name) {
				continue
			}
			model := shelf.Models[name]()
			l.Models = append(l.Models, listedModel{
				name, shelf.Title, shelf.Key, scenarios.About(model),
				append([]listedParam{}, listedParams(strict.Describe(model, c.lib.Models()))...),
			})
		}
	}
	return command.PrintJSON(io, l)
}

func listedParams(params []strict.Param) []listedParam {
	var out []listedParam
	for _, p := range params {
		out = append(out, listedParam{p.Key, p.Type, p.Unit, p.Default, p.Range, p.Required, p.Doc})
	}
	return out
}

func listedMetrics(lib *scenarios.Library) []listedMetric {
	var out []listedMetric
	for _, a := range measure.Glossary(lib) {
		out = append(out, listedMetric{a.Name, a.Unit, string(a.Kind), string(a.Better), a.Meaning})
	}
	return out
}

func listedUnits() []listedUnit {
	var out []listedUnit
	for _, d := range strict.Dimensions() {
		out = append(out, listedUnit{strings.TrimPrefix(strings.TrimPrefix(d.Name, "a "), "an "), d.Units})
	}
	return out
}

func describedScenarios(lib *scenarios.Library) ([]described, error) {
	var out []described
	for _, name := range lib.Bundled() {
		plan, err := lib.Load(name, nil)
		if err != nil {
			return out, command.Failure(err)
		}
		out = append(out, described{Name: name, About: plan.Description})
	}
	return out, nil
}

func describedStudies(lib *scenarios.Library) ([]described, error) {
	var out []described
	for _, name := range studies.Bundled() {
		s, err := studies.Load(context.Background(), lib, name)
		if err != nil {
			return out, command.Failure(err)
		}
		out = append(out, described{name, s.Description, s.Runs()})
	}
	return out, nil
}

func describedVehicles(lib *scenarios.Library) ([]described, error) {
	var out []described
	for _, name := range lib.Vehicles() {
		config, err := lib.VehicleConfig(name)
		if err != nil {
			return out, command.Failure(err)
		}
		out = append(out, described{Name: name, About: config.About})
	}
	return out, nil
}

// listOverview writes one screen: a line for each kind with as many names as it has room
// for, and the way to more.
func listOverview(lib *scenarios.Library, w io.Writer) error {
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
	fmt.Fprint(w, "What a scenario can name; halocline list WORD shows more of a line\n\n")
	for _, shelf := range lib.Shelves() {
		line(shelfWord(shelf), shelf.Title, slices.Sorted(maps.Keys(shelf.Models)))
	}
	line("vehicles", "vehicles", lib.Vehicles())
	line("scenarios", "to run or extend", lib.Bundled())
	line("studies", "to sweep", studies.Bundled())
	fmt.Fprint(w, "\n"+
		"halocline list tdma      one of them: its parameters, units, defaults, ranges\n"+
		"halocline list keys      keys; also list metrics, units, presets, all\n"+
		"halocline explain WORD   what a key, a metric or a term of the field means\n")
	return nil
}
