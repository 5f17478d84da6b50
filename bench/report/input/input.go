// Package input holds the numbers and words that a calculation is asked with: each has a name, a unit of
// one of several kinds, and an origin, and can be a flag of a command.
//
// Begin with List.Add. Human writes numbers with their units for people, Exact for machines.
//
// Left out: where inputs come from, which is the business of who asks.
package input

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"halocline/bench/report/text"
	"halocline/scenarios/strict"
)

// Input is a number with its unit, of one of several kinds, or one of some words. What is
// not known is NaN.
type Input struct {
	Name, Doc string
	Words     []string // that it takes

	Value  float64 // in the unit of its kind
	Word   string
	Text   string // as it was given
	Origin Origin

	kinds []strict.Quantity
	kind  int
}

// Origin says where the value of an input is from, in the word that a table
// shows.
type Origin string

// The origins.
const (
	ByDefault Origin = "default"
	ByPreset  Origin = "preset"
	ByUser    Origin = "given"
)

// String returns the value as it was given.
func (in *Input) String() string { return in.Text }

// Set reads a value.
func (in *Input) Set(text string) error {
	if slices.Contains(in.Words, text) {
		in.Value, in.kind, in.Word, in.Text, in.Origin = math.NaN(), 0, text, text, ByUser
		return nil
	}
	numeric := text != "" && strings.ContainsAny(text[:1], "+-.0123456789")
	if len(in.Words) > 0 && (len(in.kinds) == 0 || !numeric) {
		return in.unknownWord(text)
	}
	value, kind, err := strict.ParseQuantity(text, in.kinds...)
	if err != nil {
		return err
	}
	if in.Unit() == "bit" && value != math.Trunc(value) {
		return errors.New("write a whole number of bits")
	}
	in.Fill(value, in.kinds[kind].Unit, ByUser)
	in.Text = text
	return nil
}

// unknownWord says which words are known, and whether a number would do too.
func (in *Input) unknownWord(text string) error {
	msg := strict.Unknown("name", text, in.Words)
	if len(in.kinds) > 0 {
		msg += "; or a number with its unit, in " + strings.Join(in.units(), " or ")
	}
	return errors.New(msg)
}

// Type returns the word that the help shows for the value.
func (in *Input) Type() string {
	if len(in.Words) > 0 {
		return "NAME"
	}
	return strings.Join(in.units(), "|")
}

// units returns the units of the kinds, "number" for one without.
func (in *Input) units() []string {
	var units []string
	for _, k := range in.kinds {
		if k.Unit == "" {
			k.Unit = "number"
		}
		units = append(units, k.Unit)
	}
	return units
}

// Fill sets the value in one of the units of the input. What the user gave
// stays.
func (in *Input) Fill(value float64, unit string, from Origin) {
	if in.Origin == ByUser && from != ByUser {
		return
	}
	for i, k := range in.kinds {
		if k.Unit == unit {
			in.Value, in.kind, in.Word, in.Origin = value, i, "", from
			return
		}
	}
	panic("input: --" + in.Name + " has no unit " + unit)
}

// Unit returns the unit of the value.
func (in *Input) Unit() string {
	if len(in.kinds) == 0 {
		return ""
	}
	return in.kinds[in.kind].Unit
}

// In returns the value if it is known and in that unit, and otherwise NaN.
func (in *Input) In(unit string) float64 {
	if in.Unit() != unit {
		return math.NaN()
	}
	return in.Value
}

// Known reports whether it has a value.
func (in *Input) Known() bool { return in.Word != "" || !math.IsNaN(in.Value) }

// Given reports whether the value was asked for.
func (in *Input) Given() bool { return in.Origin == ByUser }

// Spoken names an input with its value.
func (in *Input) Spoken() string {
	name := strings.ReplaceAll(in.Name, "-", " ")
	switch {
	case in.Word != "":
		return in.Word + " " + name
	case in.Unit() == "":
		return name + " " + text.Number(in.Value)
	}
	return name + " " + Human(in.Value, in.Unit())
}

// Column returns the name of the input in a table of data.
func (in *Input) Column() string {
	name := strings.ReplaceAll(in.Name, "-", "_")
	switch unit := in.Unit(); unit {
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

// List is the inputs of a calculation, in the order in which they are told.
type List []*Input

// Add adds an input. Preset is its value where nobody gives one; it may be empty.
func (l *List) Add(in *Input, name, preset, doc string, kinds ...strict.Quantity) {
	in.Name, in.Doc, in.kinds, in.Value = name, doc, kinds, math.NaN()
	if preset != "" {
		if err := in.Set(preset); err != nil {
			panic("input: default of --" + name + ": " + err.Error())
		}
		in.Origin = ByDefault
	}
	*l = append(*l, in)
}

// Numeric returns the input of a name, which must take numbers.
func (l List) Numeric(name string) (*Input, error) {
	var known []string
	for _, in := range l {
		if len(in.kinds) == 0 {
			continue
		}
		if in.Name == name {
			return in, nil
		}
		known = append(known, in.Name)
	}
	return nil, errors.New(strict.Unknown("quantity", name, known))
}

// Parse reads a number of one of the kinds of the input, and returns its unit.
func (in *Input) Parse(text string) (value float64, unit string, err error) {
	value, kind, err := strict.ParseQuantity(text, in.kinds...)
	if err != nil {
		return 0, "", err
	}
	return value, in.kinds[kind].Unit, nil
}

// Missing returns those of the inputs that are not known, as flags.
func Missing(needed ...*Input) []string {
	var flags []string
	for _, in := range needed {
		if !in.Known() {
			flags = append(flags, "--"+in.Name)
		}
	}
	return flags
}

// Required returns an error if the value of an input is not known.
func Required(in *Input, example string) error {
	if in.Known() {
		return nil
	}
	return fmt.Errorf("--%s is missing; write %s", in.Name, example)
}

// Source returns the word that says where the value is from: the name of a
// formula, or its origin.
func (in *Input) Source() string {
	if in.Word != "" {
		return in.Word
	}
	return string(in.Origin)
}

// Human writes a number with its unit, with a prefix where that is usual.
func Human(v float64, unit string) string {
	if math.IsInf(v, 1) {
		return "unlimited"
	}
	factor, prefix := Prefixed(v, unit)
	return strings.TrimSpace(text.Number(v/factor) + " " + prefix + unit)
}

// Prefixed returns the decimal prefix in which a value of that unit is between 1
// and 1000, and what it stands for.
func Prefixed(v float64, unit string) (factor float64, prefix string) {
	if !slices.Contains([]string{"Hz", "m", "s", "W", "bit/s"}, unit) || v == 0 {
		return 1, ""
	}
	for _, p := range []struct {
		factor float64
		prefix string
	}{{1e-12, "p"}, {1e-9, "n"}, {1e-6, "u"}, {1e-3, "m"}, {1, ""}, {1e3, "k"}, {1e6, "M"}} {
		if math.Abs(v) < 1000*p.factor*(1-1e-9) {
			return p.factor, p.prefix
		}
	}
	return 1e9, "G"
}

// Exact writes a number for machines.
func Exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Quantity is a number that a flag takes.
func Quantity(unit, within string) strict.Quantity { return strict.Quantity{Unit: unit, Range: within} }
