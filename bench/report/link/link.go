// Package link computes the budget of one link, of sound or of radio, step by step: from
// inputs with units to numbers with the formula that each is from. Inputs may vary over many links.
// The results are tables, CSV, JSON and figures.
//
// The formulas are those of phy/acoustic and phy/rf, by which runs go too. Begin with Acoustic or
// RF, set the inputs, and take the Budget or a Sweep.
//
// Left out: networks. What a protocol makes of such a link is a scenario.
package link

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"halocline/bench/report/input"
	"halocline/bench/report/text"
)

// Link is a link whose budget is computed from its inputs.
type Link struct {
	calculator
	Help string // what the inputs mean
	Rays *Rays  // the same link over all rays; nil for radio
}

// calculator computes the budget of one kind of link.
type calculator interface {
	// Inputs returns the numbers and words that the budget depends on, to be set.
	Inputs() input.List
	// Models returns the models that it depends on, to be set.
	Models() []*Model
	// Prepare completes the inputs, once, after they are set.
	Prepare() error
	// Drawn names the numbers of which a figure shows the first that is known,
	// unless others are asked for.
	Drawn() []string

	// compute returns the budget at the present values of the inputs, and a
	// sentence for each formula that is used outside of its range.
	compute() ([]term, []string, error)
	// about says in which water the link lies.
	about() string
	// title says what is computed, part by part, without the quantities that are swept.
	title(swept []string) []string
}

// Format is a form in which numbers are written.
type Format uint8

// The formats.
const (
	Text Format = iota
	CSV
	JSON
)

// Budget is what comes of a link.
type Budget struct {
	Warnings []string // of formulas that are used outside of their range, and of what is left out
	about    string
	terms    []term
}

// Budget computes the budget at the present values of the inputs.
func (l *Link) Budget() (*Budget, error) {
	terms, warnings, err := l.compute()
	if err != nil {
		return nil, err
	}
	return &Budget{warnings, l.about(), terms}, nil
}

// Write writes the budget. What is not computed is part of the text only.
func (b *Budget) Write(w io.Writer, f Format) error {
	switch f {
	case JSON:
		_, err := fmt.Fprintf(w, "{\n  %s\n}\n", object(b.terms, "\n  "))
		return err
	case CSV:
		return writeCSV(w, header(b.terms), [][]term{b.terms})
	}
	fmt.Fprintf(w, "%s\n\n", b.about)
	t := text.NewTable(w, "quantity", "value", "unit", "source")
	for _, term := range b.terms {
		if len(term.needs) > 0 {
			continue
		}
		factor, prefix := input.Prefixed(term.value, term.unit)
		value, unit := text.Number(term.value/factor), prefix+term.unit
		if math.IsInf(term.value, 1) {
			value, unit = "unlimited", ""
		}
		t.Append([]string{term.label, value, unit, term.source})
	}
	if err := t.Render(); err != nil {
		return err
	}
	if lacking := b.NotComputed(); len(lacking) > 0 {
		fmt.Fprintf(w, "\nnot computed:\n  %s\n", strings.Join(lacking, "\n  "))
	}
	return nil
}

// NotComputed says which inputs are missing, and for what.
func (b *Budget) NotComputed() []string {
	var wants, lines []string
	for _, t := range b.terms {
		if len(t.needs) == 0 {
			continue
		}
		want := "for want of " + strings.Join(t.needs, " and ") + ": "
		if i := slices.Index(wants, want); i >= 0 {
			lines[i] += ", " + t.name
			continue
		}
		wants, lines = append(wants, want), append(lines, want+t.name)
	}
	return lines
}

// term is one number of a budget.
type term struct {
	name   string // in JSON and CSV; empty for one that only the table shows
	label  string
	unit   string
	value  float64  // NaN: not known
	source string   // formula, or where the value is from, in a word
	needs  []string // the flags without which it is not known
}

// known reports whether the number can be written.
func (t term) known() bool { return !math.IsNaN(t.value) && !math.IsInf(t.value, 0) }

// lacks says what the number needs.
func (t term) lacks() string { return t.name + " needs " + strings.Join(t.needs, " and ") }

// termList collects the terms of a budget.
type termList struct {
	known map[string]float64 // values of flags; NaN where they are missing
	terms []term
}

// add adds a term that needs some flags. If they are known and the value is not,
// the term has no meaning for this link.
func (t *termList) add(name, label, unit string, value float64, source string, needs ...string) {
	var missing []string
	for _, flag := range needs {
		if math.IsNaN(t.known[flag]) {
			missing = append(missing, "--"+flag)
		}
	}
	if len(missing) > 0 || !math.IsNaN(value) {
		t.terms = append(t.terms, term{name, label, unit, value, source, missing})
	}
}

// given adds a flag that is part of the budget.
func (t *termList) given(name, label string, in *input.Input, value float64) {
	if in.Known() {
		t.terms = append(t.terms, term{name, label, in.Unit(), value, in.Source(), nil})
	}
}

// aside adds what only the table shows, if it is known.
func (t *termList) aside(label, unit string, value float64, source string) {
	if !math.IsNaN(value) {
		t.terms = append(t.terms, term{"", label, unit, value, source, nil})
	}
}

// find returns the term of a name.
func find(terms []term, name string) (term, bool) {
	i := slices.IndexFunc(terms, func(t term) bool { return t.name == name })
	if i < 0 || name == "" {
		return term{}, false
	}
	return terms[i], true
}

// titled lists what a budget is about: a name, some inputs, all others that are given
// and the models, and last those inputs that have their defaults. Those that are swept
// are left out.
func titled(name string, swept []string, all []*input.Input, models []string, ins ...*input.Input) []string {
	parts := []string{name}
	var defaults []string
	for _, in := range ins {
		text := in.Spoken()
		if in.Word == "" && in.Unit() != "" {
			text = input.Human(in.Value, in.Unit())
		}
		switch {
		case !in.Known() || slices.Contains(swept, in.Name):
		case in.Origin == input.ByDefault:
			defaults = append(defaults, text)
		default:
			parts = append(parts, text)
		}
	}
	for _, in := range all {
		if in.Given() && !slices.Contains(swept, in.Name) && !slices.Contains(ins, in) {
			parts = append(parts, in.Spoken())
		}
	}
	return slices.Concat(parts, models, defaults)
}

// header returns the names of the terms that can be written.
func header(terms []term) []string {
	var names []string
	for _, t := range terms {
		if t.name != "" && t.known() {
			names = append(names, t.name)
		}
	}
	return names
}

// writeCSV writes the named numbers of each budget. A number that is not known
// or not limited is an empty cell.
func writeCSV(w io.Writer, names []string, rows [][]term) error {
	out := csv.NewWriter(w)
	if err := out.Write(names); err != nil {
		return err
	}
	for _, terms := range rows {
		if err := out.Write(csvRow(names, terms)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// csvRow returns the named numbers of a budget.
func csvRow(names []string, terms []term) []string {
	row := make([]string, len(names))
	for i, name := range names {
		if t, ok := find(terms, name); ok && t.known() {
			row[i] = input.Exact(t.value)
		}
	}
	return row
}

// jsonText returns a text as JSON has it.
func jsonText(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic("link: " + err.Error())
	}
	return string(quoted)
}

// object writes the numbers that are known as a JSON object, with this between
// them.
func object(terms []term, between string) string {
	var fields []string
	for _, t := range terms {
		if t.name != "" && t.known() {
			fields = append(fields, strconv.Quote(t.name)+": "+input.Exact(t.value))
		}
	}
	return strings.Join(fields, ","+between)
}
