package link

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"halocline/phy"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/ocean"
)

// models are the inputs that name a model as a scenario does.
type models struct {
	Preset     *phy.ModemConfig     `yaml:"preset"`
	Modulation phy.ErrorModelConfig `yaml:"modulation"`
	Fading     phy.FadingConfig     `yaml:"fading"`

	texts []*Model
	lib   *scenarios.Library
	doc   *strict.Document // what was read
}

// Model is an input that names a model. They are read together.
type Model struct {
	Name, Kind, Doc string
	text            string
}

// String returns the value as it was given.
func (m *Model) String() string { return m.text }

// Set keeps the value.
func (m *Model) Set(text string) error {
	m.text = text
	return nil
}

// Type returns the word that help shows for the value.
func (m *Model) Type() string { return m.Kind }

// Models returns the inputs.
func (m *models) Models() []*Model { return m.texts }

// offer makes a model an input.
func (m *models) offer(name, kind, doc string) {
	m.texts = append(m.texts, &Model{Name: name, Kind: kind, Doc: doc})
}

// read reads the models that are given. It returns the preset, as what it
// describes and as a radio has it; both are nil where none is given.
func (m *models) read() (*phy.ModemConfig, *phy.Modem, error) {
	var sets []strict.Set
	for _, t := range m.texts {
		if t.text != "" {
			sets = append(sets, strict.Set{Path: t.Name, Value: t.text})
		}
	}
	empty := func(string) ([]byte, error) { return []byte("{}"), nil }
	var err error
	if m.doc, err = strict.Read(empty, "flags", sets, m, m.lib.Models()); err != nil {
		return nil, nil, flagged(err)
	}
	if m.Preset == nil {
		return nil, nil, nil
	}
	modem, err := m.Preset.Build(phy.ModemEnv{Open: strict.Disk, Speed: ocean.Default().Speed, Multipath: true})
	if err != nil {
		return nil, nil, fmt.Errorf("--preset: %w", err)
	}
	return m.Preset, modem, nil
}

// named adds the preset, if there is one, to the name of a link.
func (m *models) named(link string) string {
	if m.Preset == nil {
		return link
	}
	return link + " of " + m.doc.Model("preset")
}

// spoken names the models that are given, but for the preset, which names the link.
func (m *models) spoken() []string {
	var parts []string
	for _, t := range m.texts {
		if t.text != "" && t.Name != "preset" {
			parts = append(parts, t.text+" "+t.Name)
		}
	}
	return parts
}

// flagged names the flags in the faults of a reading or of a budget.
func flagged(err error) error {
	var faults strict.Faults
	if !errors.As(err, &faults) {
		var at interface{ Field() string }
		if errors.As(err, &at) {
			return fmt.Errorf("--%s: %w", at.Field(), err)
		}
		return err
	}
	var lines []string
	for _, f := range faults {
		lines = append(lines, "--"+strings.TrimPrefix(f.File, "--set ")+": "+f.Msg)
	}
	return errors.New(strings.Join(lines, "\n"))
}

// nameOfModel returns the name of a model that a preset may have chosen.
func nameOfModel[C any](lib *scenarios.Library, config C) string {
	catalog := lib.Models()[reflect.TypeFor[C]()]
	for _, name := range slices.Sorted(maps.Keys(catalog)) {
		fresh := catalog[name]()
		if reflect.TypeOf(fresh) == reflect.TypeOf(config) && scenarios.About(fresh) == scenarios.About(config) {
			return name
		}
	}
	return "none"
}
