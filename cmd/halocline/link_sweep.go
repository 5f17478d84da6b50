package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	figures "halocline/bench/figure"
	"halocline/scenarios/strict"
)

// sweep is a series of values of one input.
type sweep struct {
	input  *input
	unit   string
	values []float64
	log    bool
}

// maxPoints is the length of the longest sweep.
const maxPoints = 10000

// parseSweep reads flag=from:to:count with lin or log behind it; without either it
// is lin.
func parseSweep(text string, calc calculator) (*sweep, error) {
	fail := func(format string, args ...any) (*sweep, error) {
		return nil, inputError{fmt.Errorf("--sweep %s: %s", text, fmt.Sprintf(format, args...))}
	}
	const form = "flag=from:to:count is due, with log behind it for even ratios instead of even steps, such as range=1m:5km:60log"
	name, rest, ok := strings.Cut(text, "=")
	parts := strings.Split(rest, ":")
	if !ok || len(parts) != 3 {
		return fail(form)
	}
	in, err := calc.numeric(name)
	if err != nil {
		return fail("%v", err)
	}
	if in.given() {
		return fail("--%s %s is given too; leave one of the two out", in.flag, in.text)
	}
	s := &sweep{input: in}
	counted, isLog := strings.CutSuffix(parts[2], "log")
	if !isLog {
		counted = strings.TrimSuffix(counted, "lin")
	}
	count, err := strconv.Atoi(counted)
	if err != nil || count < 2 || count > maxPoints {
		return fail("%q is given; a count from 2 to %d is due, with lin or log behind it, such as 60log", parts[2], maxPoints)
	}
	s.log = isLog
	var ends [2]float64
	var kinds [2]int
	for i := range ends {
		if ends[i], kinds[i], err = strict.ParseQuantity(parts[i], in.kinds...); err != nil {
			return fail("%v", err)
		}
	}
	s.unit = in.kinds[kinds[0]].Unit
	switch {
	case kinds[0] != kinds[1]:
		return fail("%s and %s are not of one kind", parts[0], parts[1])
	case ends[0] == ends[1]:
		return fail("the sweep ends where it begins")
	case s.log && (ends[0] <= 0 || ends[1] <= 0):
		return fail("a logarithmic sweep has both ends above 0")
	}
	s.fill(ends[0], ends[1], count)
	return s, nil
}

// fill makes the values. The ends are what was given.
func (s *sweep) fill(from, to float64, count int) {
	for i := range count {
		x := float64(i) / float64(count-1)
		v := from + (to-from)*x
		if s.log {
			v = from * math.Pow(to/from, x)
		}
		if i == count-1 {
			v = to
		}
		if s.unit == "bit" {
			v = math.Round(v)
		}
		s.values = append(s.values, v)
	}
}

// runSweep computes a budget for each value and writes them.
func (o *linkOutput) runSweep(io stdio, calc calculator) error {
	s, err := parseSweep(o.sweep, calc)
	if err != nil {
		return err
	}
	rows := make([][]term, len(s.values))
	var warnings []string
	for i, v := range s.values {
		s.input.fill(v, s.unit, byUser)
		s.input.text = number(v) + s.unit
		terms, outside, err := calc.compute()
		if err != nil {
			return err
		}
		if i == 0 || i == len(s.values)-1 { // between the ends it is no worse
			warnings = append(warnings, outside...)
		}
		if column := s.input.column(); !named(terms, column) {
			terms = slices.Insert(terms, 0, term{column, s.input.flag, s.unit, v, "swept", nil})
		}
		rows[i] = terms
	}
	if o.plot != "" {
		if err := o.draw(s, calc, rows); err != nil {
			return err
		}
	}
	if err := o.printSweep(io, s, rows); err != nil {
		return err
	}
	slices.Sort(warnings)
	warn(io, slices.Compact(warnings))
	return nil
}

// printSweep writes the budgets.
func (o *linkOutput) printSweep(io stdio, s *sweep, rows [][]term) error {
	if o.json {
		var list []string
		for _, terms := range rows {
			list = append(list, "  {"+object(terms, " ")+"}")
		}
		fmt.Fprintf(io.out, "[\n%s\n]\n", strings.Join(list, ",\n"))
		return nil
	}
	if o.csv {
		names := []string{s.input.column()}
		for _, terms := range rows {
			for _, name := range header(terms) {
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
		if err := writeCSV(io.out, names, rows); err != nil {
			return failure{err}
		}
		return nil
	}
	names, err := o.columns(rows[0], "transmission_loss_db", "path_loss_db", "received_level_db", "p_receive_w",
		"snr_db", "margin_db", "per", "outage", "max_range_m")
	if err != nil {
		return err
	}
	names = append([]string{s.input.column()}, slices.DeleteFunc(names, func(n string) bool { return n == s.input.column() })...)
	t := newTable(io.out, names...)
	for _, terms := range rows {
		var row []string
		for _, name := range names {
			cell := "-"
			if term, _ := find(terms, name); term.name != "" && !math.IsNaN(term.value) {
				cell = number(term.value)
			}
			row = append(row, cell)
		}
		t.Append(row)
	}
	return t.Render()
}

// columns returns the names of --show, or else those of the others that are
// known.
func (o *linkOutput) columns(terms []term, others ...string) ([]string, error) {
	if len(o.show) == 0 {
		return slices.DeleteFunc(others, func(name string) bool {
			t, ok := find(terms, name)
			return !ok || len(t.needs) > 0
		}), nil
	}
	for _, name := range o.show {
		t, ok := find(terms, name)
		switch {
		case !ok:
			var names []string
			for _, t := range terms {
				if t.name != "" {
					names = append(names, t.name)
				}
			}
			return nil, inputError{fmt.Errorf("--show: %s", strict.Unknown("number", name, names))}
		case len(t.needs) > 0:
			return nil, inputError{fmt.Errorf("--show: %s", t.lacks())}
		}
	}
	return slices.Clone(o.show), nil
}

// draw writes the figure of a sweep.
func (o *linkOutput) draw(s *sweep, calc calculator, rows [][]term) error {
	names, err := o.columns(rows[0], calc.drawn()...)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return inputError{undrawn(rows[0], calc.drawn())}
	}
	if len(o.show) == 0 {
		names = names[:1]
	}
	first, _ := find(rows[0], names[0])
	middle := s.values[len(s.values)-1]
	if s.log {
		middle = math.Sqrt(math.Abs(s.values[0] * middle))
	}
	factor, prefix := prefixed(middle, s.unit)
	f := figures.Figure{
		X:     figures.Axis{Quantity: capital(strings.ReplaceAll(s.input.flag, "-", " ")), Unit: prefix + s.unit, Log: s.log},
		Y:     figures.Axis{Unit: first.unit},
		Width: figures.Page, Height: 10,
	}
	var curves []figures.Curve
	what, labels := first.label, []string(nil)
	for _, name := range names {
		t, _ := find(rows[0], name)
		if t.unit != first.unit {
			return inputError{apart(first, t)}
		}
		c := figures.Curve{Name: t.label}
		for i, terms := range rows {
			t, ok := find(terms, name)
			if !ok {
				t.value = math.NaN()
			}
			c.X, c.Y = append(c.X, s.values[i]/factor), append(c.Y, t.value)
		}
		curves, f.Layers = append(curves, c), append(f.Layers, c)
		what, labels = commonEnd(what, t.label), append(labels, t.label)
	}
	f.Title = titleOf(labels, calc.title(s.input.flag))
	if what == "" && strings.HasPrefix(first.unit, "dB") {
		what = "level"
	} else if what == "" {
		what = "value"
	}
	f.Y.Quantity = capital(what)
	f.Y.Log = (first.unit == "W" || first.unit == "") && wide(curves)
	if f.Y.Decades = 20; first.unit == "" { // probabilities
		f.Y.Decades = 9
	}
	return writeFigure(o.plot, f)
}

// undrawn says which flags the numbers that a figure would show are in want of: those
// of the number that needs the fewest.
func undrawn(terms []term, drawn []string) error {
	var least term
	for _, name := range drawn {
		if t, ok := find(terms, name); ok && (least.name == "" || len(t.needs) < len(least.needs)) {
			least = t
		}
	}
	if least.name == "" {
		return errors.New("--plot: there is nothing to draw; choose a number with --show")
	}
	other := ""
	for _, name := range []string{"transmission_loss_db", "path_loss_db", "attenuation_db_per_m"} {
		if t, ok := find(terms, name); ok && len(t.needs) == 0 {
			other = ", such as " + name
			break
		}
	}
	return fmt.Errorf("--plot: %s; or choose a number with --show%s", least.lacks(), other)
}

// apart says that two numbers have no axis in common, and for a level beside a ratio
// what shows both.
func apart(a, b term) error {
	instead := ""
	if levels := []string{"dB", "dB re 1 uPa"}; slices.Contains(levels, a.unit) && slices.Contains(levels, b.unit) {
		instead = "; or draw --show received_level_db,noise_band_db, between which the SNR lies"
	}
	return fmt.Errorf("--show: %s %s and %s %s; a figure has one axis, so draw them apart%s",
		a.name, measured(a.unit), b.name, measured(b.unit), instead)
}

// titleOf returns the title of a figure: what is drawn, and of which link. Where that
// is too long for a line, only the legend says what is drawn; and where it still is, the
// last parts are counted.
func titleOf(labels, parts []string) string {
	const room = 100 // letters
	what := joined(labels) + ": "
	if len(labels) > 1 && len(what+strings.Join(parts, ", ")) > room {
		what = ""
	}
	title := what + strings.Join(parts, ", ")
	for n := len(parts) - 1; n > 0 && len(title) > room; n-- {
		title = fmt.Sprintf("%s%s, and %d more", what, strings.Join(parts[:n], ", "), len(parts)-n)
	}
	return capital(title)
}

// measured says in which unit a number is.
func measured(unit string) string {
	if unit == "" {
		return "has no unit"
	}
	return "is in " + unit
}

// joined lists labels as a sentence does.
func joined(labels []string) string {
	last := len(labels) - 1
	if last == 0 {
		return labels[0]
	}
	return strings.Join(labels[:last], ", ") + " and " + labels[last]
}

// commonEnd returns the words with which both labels end, "loss" for a spreading
// loss and an absorption loss; there may be none.
func commonEnd(a, b string) string {
	for rest := a; ; {
		if rest == b || rest != "" && strings.HasSuffix(b, " "+rest) {
			return rest
		}
		_, after, more := strings.Cut(rest, " ")
		if !more {
			return ""
		}
		rest = after
	}
}

// wide reports whether the curves span more than two decades.
func wide(curves []figures.Curve) bool {
	low, high := math.Inf(1), 0.0
	for _, c := range curves {
		for _, y := range c.Y {
			if y > 0 {
				low, high = min(low, y), max(high, y)
			}
		}
	}
	return high > 100*low
}

// writeCSV writes the named numbers of each budget. A number that is not known
// or not limited is an empty cell.
func writeCSV(w io.Writer, names []string, rows [][]term) error {
	out := csv.NewWriter(w)
	if err := out.Write(names); err != nil {
		return err
	}
	for _, terms := range rows {
		row := make([]string, len(names))
		for i, name := range names {
			if t, ok := find(terms, name); ok && t.known() {
				row[i] = exact(t.value)
			}
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// object writes the numbers that are known as a JSON object, with this between
// them.
func object(terms []term, between string) string {
	var fields []string
	for _, t := range terms {
		if t.name != "" && t.known() {
			fields = append(fields, strconv.Quote(t.name)+": "+exact(t.value))
		}
	}
	return strings.Join(fields, ","+between)
}

func named(terms []term, name string) bool {
	_, ok := find(terms, name)
	return ok
}

// capital returns a text that begins with a capital letter.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
