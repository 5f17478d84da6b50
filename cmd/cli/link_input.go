package cli

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"halocline/cmd/command"
	"halocline/phy"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/ocean"
)

// input is a flag of the command link: a number with its unit, of one of
// several kinds, or one of some words. What is not known is NaN.
type input struct {
	flag  string
	kinds []strict.Quantity
	words []string

	value  float64 // in the unit of its kind
	kind   int
	word   string
	text   string
	origin origin
}

// origin says where the value of an input is from, in the word that the table
// shows.
type origin string

const (
	byDefault origin = "default"
	byPreset  origin = "preset"
	byUser    origin = "given"
)

var _ pflag.Value = (*input)(nil)

// String returns the value as it was given.
func (in *input) String() string { return in.text }

// Set reads a value.
func (in *input) Set(text string) error {
	if slices.Contains(in.words, text) {
		*in = input{flag: in.flag, kinds: in.kinds, words: in.words, value: math.NaN(), word: text, text: text, origin: byUser}
		return nil
	}
	numeric := text != "" && strings.ContainsAny(text[:1], "+-.0123456789")
	if len(in.words) > 0 && (len(in.kinds) == 0 || !numeric) {
		return in.unknownWord(text)
	}
	value, kind, err := strict.ParseQuantity(text, in.kinds...)
	if err != nil {
		return err
	}
	if in.unit() == "bit" && value != math.Trunc(value) {
		return errors.New("a whole number of bits is due")
	}
	in.fill(value, in.kinds[kind].Unit, byUser)
	in.text = text
	return nil
}

// unknownWord says which words are known, and whether a number would do too.
func (in *input) unknownWord(text string) error {
	msg := strict.Unknown("name", text, in.words)
	if len(in.kinds) > 0 {
		msg += "; or a number with its unit, in " + strings.Join(in.units(), " or ")
	}
	return errors.New(msg)
}

// Type returns the word that the help shows for the value.
func (in *input) Type() string {
	if len(in.words) > 0 {
		return "NAME"
	}
	return strings.Join(in.units(), "|")
}

// units returns the units of the kinds, "number" for one without.
func (in *input) units() []string {
	var units []string
	for _, k := range in.kinds {
		if k.Unit == "" {
			k.Unit = "number"
		}
		units = append(units, k.Unit)
	}
	return units
}

// fill sets the value in one of the units of the input. What the user gave
// stays.
func (in *input) fill(value float64, unit string, from origin) {
	if in.origin == byUser && from != byUser {
		return
	}
	for i, k := range in.kinds {
		if k.Unit == unit {
			in.value, in.kind, in.word, in.origin = value, i, "", from
			return
		}
	}
	panic("main: --" + in.flag + " has no unit " + unit)
}

// unit returns the unit of the value.
func (in *input) unit() string {
	if len(in.kinds) == 0 {
		return ""
	}
	return in.kinds[in.kind].Unit
}

// in returns the value if it is known and in that unit, and otherwise NaN.
func (in *input) in(unit string) float64 {
	if in.unit() != unit {
		return math.NaN()
	}
	return in.value
}

func (in *input) known() bool { return in.word != "" || !math.IsNaN(in.value) }
func (in *input) given() bool { return in.origin == byUser }

// spoken names an input with its value.
func (in *input) spoken() string {
	name := strings.ReplaceAll(in.flag, "-", " ")
	switch {
	case in.word != "":
		return in.word + " " + name
	case in.unit() == "":
		return name + " " + number(in.value)
	}
	return name + " " + human(in.value, in.unit())
}

// column returns the name of the input in a table of data.
func (in *input) column() string {
	name := strings.ReplaceAll(in.flag, "-", "_")
	switch unit := in.unit(); unit {
	case "", "bit":
		return name
	case "m/s":
		return name + "_mps"
	case "bit/s":
		return name + "_bps"
	case "S/m":
		return name + "_s_per_m"
	default:
		return name + "_" + strings.ToLower(unit)
	}
}

// inputs are the flags of one kind of link.
type inputs struct {
	all []*input
}

// add makes an input a flag. Preset is its value where the user gives none; it
// may be empty.
func (s *inputs) add(flags *pflag.FlagSet, in *input, name, preset, doc string, kinds ...strict.Quantity) {
	in.flag, in.kinds, in.value = name, kinds, math.NaN()
	if preset != "" {
		if err := in.Set(preset); err != nil {
			panic("main: default of --" + name + ": " + err.Error())
		}
		in.origin = byDefault
	}
	flags.Var(in, name, doc)
	s.all = append(s.all, in)
}

// numeric returns the input of that name, which must take numbers.
func (s *inputs) numeric(name string) (*input, error) {
	var known []string
	for _, in := range s.all {
		if len(in.kinds) == 0 {
			continue
		}
		if in.flag == name {
			return in, nil
		}
		known = append(known, in.flag)
	}
	return nil, errors.New(strict.Unknown("quantity", name, known))
}

// missing returns those of the inputs that are not known, as flags.
func missing(needed ...*input) []string {
	var flags []string
	for _, in := range needed {
		if !in.known() {
			flags = append(flags, "--"+in.flag)
		}
	}
	return flags
}

// required returns an error if the value of an input is not known.
func required(in *input, example string) error {
	if in.known() {
		return nil
	}
	return command.Input(fmt.Errorf("--%s is missing; %s is due", in.flag, example))
}

// source returns the word that says where the value is from: the name of a
// formula, or its origin.
func (in *input) source() string {
	if in.word != "" {
		return in.word
	}
	return string(in.origin)
}

// models are the flags that name a model as a scenario does.
type models struct {
	Preset     *phy.ModemConfig     `yaml:"preset"`
	Modulation phy.ErrorModelConfig `yaml:"modulation"`
	Fading     phy.FadingConfig     `yaml:"fading"`

	texts []*modelText
	lib   *scenarios.Library
	doc   *strict.Document // what was read
}

// modelText is the value of one of these flags, which are read together.
type modelText struct{ flag, kind, text string }

// String returns the value as it was given.
func (m *modelText) String() string { return m.text }

// Set keeps the value.
func (m *modelText) Set(text string) error {
	m.text = text
	return nil
}

// Type returns the word that the help shows for the value.
func (m *modelText) Type() string { return m.kind }

// offer makes a model a flag.
func (m *models) offer(flags *pflag.FlagSet, name, kind, doc string) {
	text := &modelText{flag: name, kind: kind}
	flags.Var(text, name, doc)
	m.texts = append(m.texts, text)
}

// read reads the models that are given. It returns the preset, as what it
// describes and as a radio has it; both are nil where none is given.
func (m *models) read() (*phy.ModemConfig, *phy.Modem, error) {
	var sets []strict.Set
	for _, t := range m.texts {
		if t.text != "" {
			sets = append(sets, strict.Set{Path: t.flag, Value: t.text})
		}
	}
	empty := func(string) ([]byte, error) { return []byte("{}"), nil }
	var err error
	if m.doc, err = strict.Read(empty, "flags", sets, m, m.lib.Models()); err != nil {
		return nil, nil, command.Input(flagged(err))
	}
	if m.Preset == nil {
		return nil, nil, nil
	}
	modem, err := m.Preset.Build(phy.ModemEnv{Open: strict.Disk, Speed: ocean.Default().Speed})
	if err != nil {
		return nil, nil, command.Input(fmt.Errorf("--preset: %w", err))
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
		if t.text != "" && t.flag != "preset" {
			parts = append(parts, t.text+" "+t.flag)
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

// namesOf lists the names of the models of a kind.
func namesOf[C any](lib *scenarios.Library) string {
	return strings.Join(slices.Sorted(maps.Keys(lib.Models()[reflect.TypeFor[C]()])), ", ")
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

// quantity is a number that a flag takes.
func quantity(unit, within string) strict.Quantity { return strict.Quantity{Unit: unit, Range: within} }
