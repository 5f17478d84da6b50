package cli

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	figures "halocline/bench/report/figure"
	"halocline/bench/report/text"
	"halocline/cmd/command"
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
		return nil, command.Input(fmt.Errorf("--sweep %s: %s", text, fmt.Sprintf(format, args...)))
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

// point is a budget of a sweep: its numbers, or what is impossible about it.
type point struct {
	at    []float64 // of each sweep
	terms []term
	fault error
}

// runSweep computes a budget for each value, or for each value of one sweep with each of the
// others, and writes them. A point that is impossible is marked; if all are, its fault is told.
func (o *linkOutput) runSweep(io command.Streams, calc calculator) error {
	sweeps, err := parseSweeps(o.sweeps, calc)
	if err != nil {
		return err
	}
	var points []point
	var warnings []string
	for _, at := range grid(sweeps) {
		edge := true // between the ends nothing is farther outside of a formula's range
		for i, s := range sweeps {
			s.input.fill(at[i], s.unit, byUser)
			s.input.text = number(at[i]) + s.unit
			edge = edge && (at[i] == s.values[0] || at[i] == s.values[len(s.values)-1])
		}
		terms, outside, err := calc.compute()
		if edge {
			warnings = append(warnings, outside...)
		}
		points = append(points, point{at, withSwept(terms, sweeps, at), err})
	}
	possible := slices.IndexFunc(points, func(p point) bool { return p.fault == nil })
	if possible < 0 {
		return points[0].fault
	}
	if o.plot != "" {
		if err := o.draw(sweeps, calc, points, points[possible].terms); err != nil {
			return err
		}
	}
	if err := o.printSweep(io, sweeps, points, points[possible].terms); err != nil {
		return err
	}
	slices.Sort(warnings)
	warn(io, slices.Compact(warnings))
	return nil
}

// parseSweeps reads sweeps of different flags.
func parseSweeps(texts []string, calc calculator) ([]*sweep, error) {
	var sweeps []*sweep
	count := 1
	for _, text := range texts {
		s, err := parseSweep(text, calc)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(sweeps, func(other *sweep) bool { return other.input == s.input }) {
			return nil, command.Input(fmt.Errorf("--sweep %s: --%s is swept already; each sweep takes another flag", text, s.input.flag))
		}
		sweeps = append(sweeps, s)
		if count *= len(s.values); count > maxPoints {
			return nil, command.Input(fmt.Errorf("--sweep: every value of one sweep with every value of the others makes more than %d points; give fewer values", maxPoints))
		}
	}
	return sweeps, nil
}

// grid returns every value of each sweep with every value of the others, of which the last
// one changes first.
func grid(sweeps []*sweep) [][]float64 {
	points := [][]float64{nil}
	for _, s := range sweeps {
		var longer [][]float64
		for _, at := range points {
			for _, v := range s.values {
				longer = append(longer, append(slices.Clone(at), v))
			}
		}
		points = longer
	}
	return points
}

// withSwept puts what is swept before the numbers of a budget that do not have it.
func withSwept(terms []term, sweeps []*sweep, at []float64) []term {
	var swept []term
	for i, s := range sweeps {
		if column := s.input.column(); !named(terms, column) {
			swept = append(swept, term{column, s.input.flag, s.unit, at[i], "swept", nil})
		}
	}
	return append(swept, terms...)
}

// printSweep writes the points; the terms are those of a point that is possible.
func (o *linkOutput) printSweep(io command.Streams, sweeps []*sweep, points []point, terms []term) error {
	var names []string
	for _, s := range sweeps {
		names = append(names, s.input.column())
	}
	switch {
	case o.json:
		var list []string
		for _, p := range points {
			text := object(p.terms, " ")
			if p.fault != nil {
				text += `, "fault": ` + jsonText(p.fault.Error())
			}
			list = append(list, "  {"+text+"}")
		}
		fmt.Fprintf(io.Out, "[\n%s\n]\n", strings.Join(list, ",\n"))
		return nil
	case o.csv:
		return writeSweepCSV(io, names, points)
	}
	columns, err := o.columns(terms, "transmission_loss_db", "path_loss_db", "received_level_db", "p_receive_w",
		"snr_db", "margin_db", "per", "outage", "max_range_m")
	if err != nil {
		return err
	}
	names = append(names, slices.DeleteFunc(columns, func(n string) bool { return slices.Contains(names, n) })...)
	return sweepTable(io, names, points)
}

// sweepTable writes the points for people. Those that are impossible have an asterisk, and the
// reasons stand below.
func sweepTable(io command.Streams, names []string, points []point) error {
	t := text.NewTable(io.Out, names...)
	var faults []string
	for _, p := range points {
		var row []string
		for _, name := range names {
			cell := "-"
			if term, _ := find(p.terms, name); term.name != "" && !math.IsNaN(term.value) {
				cell = number(term.value)
			}
			row = append(row, cell)
		}
		if p.fault != nil {
			row[0] += " *"
			faults = append(faults, "* not possible: "+strings.ReplaceAll(p.fault.Error(), "\n", "; "))
		}
		t.Append(row)
	}
	if err := t.Render(); err != nil || len(faults) == 0 {
		return err
	}
	_, err := fmt.Fprintf(io.Out, "\n%s\n", strings.Join(fewer(slices.Compact(faults)), "\n"))
	return err
}

// writeSweepCSV writes the points as comma-separated values. Where one is impossible, the last
// column says why.
func writeSweepCSV(io command.Streams, names []string, points []point) error {
	var rows [][]term
	faulty := false
	for _, p := range points {
		for _, name := range header(p.terms) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		rows, faulty = append(rows, p.terms), faulty || p.fault != nil
	}
	if !faulty {
		return writeCSV(io.Out, names, rows)
	}
	out := csv.NewWriter(io.Out)
	out.Write(append(slices.Clone(names), "fault")) // out.Error tells
	for _, p := range points {
		fault := ""
		if p.fault != nil {
			fault = p.fault.Error()
		}
		out.Write(append(csvRow(names, p.terms), fault))
	}
	out.Flush()
	return out.Error()
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
			return nil, command.Input(fmt.Errorf("--show: %s", strict.Unknown("number", name, names)))
		case len(t.needs) > 0:
			return nil, command.Input(fmt.Errorf("--show: %s", t.lacks()))
		}
	}
	return slices.Clone(o.show), nil
}

// draw writes the figure of a sweep: its curves are numbers, or those of two sweeps the values
// of the second. The terms are those of a point that is possible.
func (o *linkOutput) draw(sweeps []*sweep, calc calculator, points []point, terms []term) error {
	names, err := o.columns(terms, calc.drawn()...)
	switch {
	case err != nil:
		return err
	case len(names) == 0:
		return command.Input(undrawn(terms, calc.drawn()))
	case len(o.show) == 0 || len(sweeps) > 1:
		names = names[:1]
	}
	if err := o.drawable(sweeps); err != nil {
		return command.Input(err)
	}
	first, _ := find(terms, names[0])
	s := sweeps[0]
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
	what, labels := first.label, []string(nil)
	for _, name := range names {
		t, _ := find(terms, name)
		if t.unit != first.unit {
			return command.Input(apart(first, t))
		}
		what, labels = commonEnd(what, t.label), append(labels, t.label)
	}
	curves := sweepCurves(sweeps, points, names, labels, factor)
	var swept []string
	for _, s := range sweeps {
		swept = append(swept, s.input.flag)
	}
	for _, c := range curves {
		f.Layers = append(f.Layers, c)
	}
	f.Title = titleOf(labels, calc.title(swept))
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

// drawable finds sweeps that no figure can show.
func (o *linkOutput) drawable(sweeps []*sweep) error {
	const most = 8 // curves
	switch {
	case len(sweeps) > 2:
		return fmt.Errorf("--plot: %d sweeps are given, and a figure shows two: an axis and a curve for each value; leave the others out", len(sweeps))
	case len(sweeps) == 2 && len(o.show) > 1:
		return errors.New("--show: with two sweeps a figure shows one number; name one")
	case len(sweeps) == 2 && len(sweeps[1].values) > most:
		return fmt.Errorf("--plot: the second sweep makes a curve of each of its %d values; at most %d are due, so exchange the two or give fewer", len(sweeps[1].values), most)
	}
	return nil
}

// sweepCurves returns a curve for each number, or for each value of a second sweep.
func sweepCurves(sweeps []*sweep, points []point, names, labels []string, factor float64) []figures.Curve {
	var curves []figures.Curve
	add := func(label, name string, first, every int) {
		c := figures.Curve{Name: label}
		for i := first; i < len(points); i += every {
			t, ok := find(points[i].terms, name)
			if !ok {
				t.value = math.NaN()
			}
			c.X, c.Y = append(c.X, points[i].at[0]/factor), append(c.Y, t.value)
		}
		curves = append(curves, c)
	}
	if len(sweeps) == 1 {
		for i, name := range names {
			add(labels[i], name, 0, 1)
		}
		return curves
	}
	second := sweeps[1]
	for j, v := range second.values {
		add(strings.ReplaceAll(second.input.flag, "-", " ")+" "+human(v, second.unit), names[0], j, len(second.values))
	}
	return curves
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
		return command.Failure(err)
	}
	for _, terms := range rows {
		if err := out.Write(csvRow(names, terms)); err != nil {
			return command.Failure(err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return command.Failure(err)
	}
	return nil
}

// csvRow returns the named numbers of a budget.
func csvRow(names []string, terms []term) []string {
	row := make([]string, len(names))
	for i, name := range names {
		if t, ok := find(terms, name); ok && t.known() {
			row[i] = exact(t.value)
		}
	}
	return row
}

// jsonText returns a text as JSON has it.
func jsonText(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic("main: " + err.Error())
	}
	return string(quoted)
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
