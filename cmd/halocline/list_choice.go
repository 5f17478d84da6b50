package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"halocline/bench/measure"
	"halocline/bench/studies"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// listed is a kind of thing that is no model, and how a listing writes it.
type listed struct {
	name  string
	write func(io.Writer) error
	fill  func(*listing) error // the same as JSON
}

// listedKinds returns these kinds, in the order of a listing.
func listedKinds() []listed {
	return []listed{
		{"scenarios", listScenarios, func(l *listing) (err error) { l.Scenarios, err = describedScenarios(); return err }},
		{"studies", listStudies, func(l *listing) (err error) { l.Studies, err = describedStudies(); return err }},
		{"vehicles", listVehicles, func(l *listing) (err error) { l.Vehicles, err = describedVehicles(); return err }},
		{"presets", listPresets, func(l *listing) error { l.Presets = describedPresets(); return nil }},
		{"keys", listKeys, func(l *listing) error { l.Keys = listedParams(scenarioKeys()); return nil }},
		{"metrics", listMetrics, func(l *listing) error { l.Metrics = listedMetrics(); return nil }},
		{"units", listUnits, func(l *listing) error { l.Units = listedUnits(); return nil }},
	}
}

// choice is what a name stands for in a listing.
type listChoice struct {
	kinds   []listed
	section string // a key of a scenario, and those below it
	keys    []strict.Param
	shelves []scenarios.Shelf
	model   func(name string) bool // which of their models
}

// choose returns what a name stands for: a kind, or the models with that name, or else a
// section of a scenario and the models that it may hold, or else the models whose names
// contain it. The empty name and all stand for everything.
func choose(name string) (*listChoice, error) {
	any := func(string) bool { return true }
	if name == "" || name == "all" {
		return &listChoice{kinds: listedKinds(), shelves: scenarios.Standard().Shelves(), model: any}, nil
	}
	for _, kind := range listedKinds() {
		if kind.name == name {
			return &listChoice{kinds: []listed{kind}}, nil
		}
	}
	if slices.Contains(modelNames(), name) {
		return &listChoice{shelves: scenarios.Standard().Shelves(), model: func(n string) bool { return n == name }}, nil
	}
	if c := chooseSection(name); len(c.keys)+len(c.shelves) > 0 {
		return c, nil
	}
	part := func(n string) bool { return strings.Contains(n, name) }
	if !slices.ContainsFunc(modelNames(), part) {
		return nil, inputError{noModel(name)}
	}
	return &listChoice{shelves: scenarios.Standard().Shelves(), model: part}, nil
}

// chooseSection returns the keys below a key of a scenario, and the models that it holds.
func chooseSection(name string) *listChoice {
	c := &listChoice{section: name, model: func(string) bool { return true }}
	for _, p := range scenarioKeys() {
		if rest, ok := strings.CutPrefix(p.Key, name); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			c.keys = append(c.keys, p)
		}
	}
	for _, shelf := range scenarios.Standard().Shelves() {
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
func scenarioKeys() []strict.Param {
	return strict.Describe(scenarios.Default(), scenarios.Standard().Models())
}

// listable returns the words that list takes.
func listable() []string {
	words := append(modelNames(), "all")
	for _, kind := range listedKinds() {
		words = append(words, kind.name)
	}
	for _, shelf := range scenarios.Standard().Shelves() {
		words = append(words, shelfWord(shelf))
	}
	for _, p := range scenarioKeys() {
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
		if err := kind.write(w); err != nil {
			return err
		}
	}
	if len(c.keys) > 0 {
		fmt.Fprintf(w, "Keys of %s\n\n", c.section)
		listParams(w, c.keys)
	}
	for _, shelf := range c.shelves {
		listShelf(w, shelf, c.model)
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
func (c *listChoice) printJSON(io stdio) error {
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
				append([]listedParam{}, listedParams(strict.Describe(model, scenarios.Standard().Models()))...),
			})
		}
	}
	return printJSON(io, l)
}

func listedParams(params []strict.Param) []listedParam {
	var out []listedParam
	for _, p := range params {
		out = append(out, listedParam{p.Key, p.Type, p.Unit, p.Default, p.Range, p.Required, p.Doc})
	}
	return out
}

func listedMetrics() []listedMetric {
	var out []listedMetric
	for _, a := range measure.Glossary(scenarios.Standard()) {
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

func describedScenarios() ([]described, error) {
	var out []described
	for _, name := range scenarios.Standard().Bundled() {
		plan, err := scenarios.Standard().Load(name, nil)
		if err != nil {
			return out, failure{err}
		}
		out = append(out, described{Name: name, About: plan.Description})
	}
	return out, nil
}

func describedStudies() ([]described, error) {
	var out []described
	for _, name := range studies.Bundled() {
		s, err := studies.Load(context.Background(), scenarios.Standard(), name)
		if err != nil {
			return out, failure{err}
		}
		out = append(out, described{name, s.Description, s.Runs()})
	}
	return out, nil
}

func describedVehicles() ([]described, error) {
	var out []described
	for _, name := range vehicle.Names() {
		config := vehicle.Default()
		if _, err := strict.Read(strict.FS(vehicle.Library()), name+".yaml", nil, config, strict.Models{}); err != nil {
			return out, failure{err}
		}
		out = append(out, described{Name: name, About: config.About})
	}
	return out, nil
}

// listOverview writes one screen: a line for each kind with as many names as it has room
// for, and the way to more.
func listOverview(w io.Writer) error {
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
	for _, shelf := range scenarios.Standard().Shelves() {
		line(shelfWord(shelf), shelf.Title, slices.Sorted(maps.Keys(shelf.Models)))
	}
	line("vehicles", "vehicles", vehicle.Names())
	line("scenarios", "to run or extend", scenarios.Standard().Bundled())
	line("studies", "to sweep", studies.Bundled())
	fmt.Fprint(w, "\n"+
		"halocline list tdma      one of them: its parameters, units, defaults, ranges\n"+
		"halocline list keys      keys; also list metrics, units, presets, all\n"+
		"halocline explain WORD   what a key, a metric or a term of the field means\n")
	return nil
}
