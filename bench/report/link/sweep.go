package link

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"halocline/bench/report/input"
	"halocline/bench/report/text"
	"halocline/scenarios/strict"
)

// axis is a series of values of one input.
type axis struct {
	input  *input.Input
	unit   string
	values []float64
	log    bool
}

// maxPoints is the length of the longest sweep.
const maxPoints = 10000

// axis reads flag=from:to:count with lin or log behind it; without either it
// is lin.
func (l *Link) axis(text string) (*axis, error) {
	fail := func(format string, args ...any) (*axis, error) {
		return nil, fmt.Errorf("--sweep %s: %s", text, fmt.Sprintf(format, args...))
	}
	const form = "write flag=from:to:count, with log behind it for even ratios instead of even steps, such as range=1m:5km:60log"
	name, rest, ok := strings.Cut(text, "=")
	parts := strings.Split(rest, ":")
	if !ok || len(parts) != 3 {
		return fail(form)
	}
	in, err := l.Inputs().Numeric(name)
	if err != nil {
		return fail("%v", err)
	}
	if in.Given() {
		return fail("--%s %s is given too; leave one of the two out", in.Name, in.Text)
	}
	s := &axis{input: in}
	counted, isLog := strings.CutSuffix(parts[2], "log")
	if !isLog {
		counted = strings.TrimSuffix(counted, "lin")
	}
	count, err := strconv.Atoi(counted)
	if err != nil || count < 2 || count > maxPoints {
		return fail("%q is given; write a count from 2 to %d, with lin or log behind it, such as 60log", parts[2], maxPoints)
	}
	s.log = isLog
	var ends [2]float64
	var units [2]string
	for i := range ends {
		if ends[i], units[i], err = in.Parse(parts[i]); err != nil {
			return fail("%v", err)
		}
	}
	s.unit = units[0]
	if why := s.impossible(parts, units, ends); why != "" {
		return fail("%s", why)
	}
	s.fill(ends[0], ends[1], count)
	return s, nil
}

// impossible says why there is no way between two ends.
func (s *axis) impossible(texts []string, units [2]string, ends [2]float64) string {
	switch {
	case units[0] != units[1]:
		return fmt.Sprintf("%s and %s are not of one kind", texts[0], texts[1])
	case ends[0] == ends[1]:
		return "the sweep ends where it begins"
	case s.log && (ends[0] <= 0 || ends[1] <= 0):
		return "a logarithmic sweep has both ends above 0"
	}
	return ""
}

// fill makes the values. The ends are what was given.
func (s *axis) fill(from, to float64, count int) {
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

// Sweep is the budgets of a link of which some inputs vary.
type Sweep struct {
	Warnings []string // of formulas that are used outside of their range

	link   *Link
	axes   []*axis
	points []point
	terms  []term // of a point that is possible
}

// point is a budget of a sweep: its numbers, or what is impossible about it.
type point struct {
	at    []float64 // of each axis
	terms []term
	fault error
}

// Sweep computes a budget for each value of an input, or for each value of one with each of the
// others. What varies is told as flag=from:to:count, with log behind it for even ratios. A point that is impossible is
// marked; if all are, that is an error.
func (l *Link) Sweep(ways ...string) (*Sweep, error) {
	axes, err := l.axes(ways)
	if err != nil {
		return nil, err
	}
	s := &Sweep{link: l, axes: axes}
	for _, at := range grid(axes) {
		edge := true // between the ends nothing is farther outside of a formula's range
		for i, a := range axes {
			a.input.Fill(at[i], a.unit, input.ByUser)
			a.input.Text = text.Number(at[i]) + a.unit
			edge = edge && (at[i] == a.values[0] || at[i] == a.values[len(a.values)-1])
		}
		terms, outside, err := l.compute()
		if edge {
			s.Warnings = append(s.Warnings, outside...)
		}
		s.points = append(s.points, point{at, withSwept(terms, axes, at), err})
	}
	possible := slices.IndexFunc(s.points, func(p point) bool { return p.fault == nil })
	if possible < 0 {
		return nil, s.points[0].fault
	}
	s.terms = s.points[possible].terms
	slices.Sort(s.Warnings)
	s.Warnings = slices.Compact(s.Warnings)
	return s, nil
}

// axes reads what varies, each another input.
func (l *Link) axes(texts []string) ([]*axis, error) {
	var sweeps []*axis
	count := 1
	for _, text := range texts {
		s, err := l.axis(text)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(sweeps, func(other *axis) bool { return other.input == s.input }) {
			return nil, fmt.Errorf("--sweep %s: --%s is swept already; each sweep takes another flag", text, s.input.Name)
		}
		sweeps = append(sweeps, s)
		if count *= len(s.values); count > maxPoints {
			return nil, fmt.Errorf("--sweep: every value of one sweep with every value of the others makes more than %d points; give fewer values", maxPoints)
		}
	}
	return sweeps, nil
}

// grid returns every value of each sweep with every value of the others, of which the last
// one changes first.
func grid(sweeps []*axis) [][]float64 {
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
func withSwept(terms []term, sweeps []*axis, at []float64) []term {
	var swept []term
	for i, s := range sweeps {
		if column := s.input.Column(); !named(terms, column) {
			swept = append(swept, term{column, s.input.Name, s.unit, at[i], "swept", nil})
		}
	}
	return append(swept, terms...)
}

// Write writes the points; show names what the text tabulates, or is empty.
func (s *Sweep) Write(w io.Writer, f Format, show []string) error {
	var names []string
	for _, a := range s.axes {
		names = append(names, a.input.Column())
	}
	switch f {
	case JSON:
		var list []string
		for _, p := range s.points {
			text := object(p.terms, " ")
			if p.fault != nil {
				text += `, "fault": ` + jsonText(p.fault.Error())
			}
			list = append(list, "  {"+text+"}")
		}
		_, err := fmt.Fprintf(w, "[\n%s\n]\n", strings.Join(list, ",\n"))
		return err
	case CSV:
		return s.writeCSV(w, names)
	}
	columns, err := s.columns(show, "transmission_loss_db", "path_loss_db", "received_level_db", "p_receive_w",
		"snr_db", "margin_db", "per", "outage", "max_range_m")
	if err != nil {
		return err
	}
	return s.writeTable(w, append(names, slices.DeleteFunc(columns, func(n string) bool { return slices.Contains(names, n) })...))
}

// writeTable writes the points for people. Those that are impossible have an asterisk, and the
// reasons stand below.
func (s *Sweep) writeTable(w io.Writer, names []string) error {
	t := text.NewTable(w, names...)
	var faults []string
	for _, p := range s.points {
		var row []string
		for _, name := range names {
			cell := "-"
			if term, _ := find(p.terms, name); term.name != "" && !math.IsNaN(term.value) {
				cell = text.Number(term.value)
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
	_, err := fmt.Fprintf(w, "\n%s\n", strings.Join(text.Fewer(slices.Compact(faults)), "\n"))
	return err
}

// writeCSV writes the points as comma-separated values. Where one is impossible, the last
// column says why.
func (s *Sweep) writeCSV(w io.Writer, names []string) error {
	var rows [][]term
	faulty := false
	for _, p := range s.points {
		for _, name := range header(p.terms) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		rows, faulty = append(rows, p.terms), faulty || p.fault != nil
	}
	if !faulty {
		return writeCSV(w, names, rows)
	}
	out := csv.NewWriter(w)
	out.Write(append(slices.Clone(names), "fault")) // out.Error tells
	for _, p := range s.points {
		fault := ""
		if p.fault != nil {
			fault = p.fault.Error()
		}
		out.Write(append(csvRow(names, p.terms), fault))
	}
	out.Flush()
	return out.Error()
}

// columns returns the names that are to be shown, or else those of the others that are
// known.
func (s *Sweep) columns(show []string, others ...string) ([]string, error) {
	if len(show) == 0 {
		return slices.DeleteFunc(others, func(name string) bool {
			t, ok := find(s.terms, name)
			return !ok || len(t.needs) > 0
		}), nil
	}
	for _, name := range show {
		t, ok := find(s.terms, name)
		switch {
		case !ok:
			var names []string
			for _, t := range s.terms {
				if t.name != "" {
					names = append(names, t.name)
				}
			}
			return nil, fmt.Errorf("--show: %s", strict.Unknown("number", name, names))
		case len(t.needs) > 0:
			return nil, fmt.Errorf("--show: %s", t.lacks())
		}
	}
	return slices.Clone(show), nil
}

func named(terms []term, name string) bool {
	_, ok := find(terms, name)
	return ok
}
