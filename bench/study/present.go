package study

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"halocline/bench/study/results"
	"halocline/scenarios/strict"
)

// Records reports whether a metric of a name is to be kept.
func (s *Study) Records(metric string) bool {
	return len(s.Record.Metrics) == 0 || slices.ContainsFunc(s.Record.Metrics, func(pattern string) bool { return Matches(pattern, metric) })
}

// Matches reports whether a pattern of record covers a name: * stands for any
// characters, ? for one.
func Matches(text, of string) bool {
	pattern, name := []rune(text), []rune(of)
	p, n, star, back := 0, 0, -1, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, back = p, n
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == name[n]):
			p, n = p+1, n+1
		case star >= 0: // the last * takes one more character
			back++
			p, n = star+1, back
		default:
			return false
		}
	}
	return strings.Trim(string(pattern[p:]), "*") == ""
}

// Place returns where the study has the value under keys, one below the other; an element of a
// list goes by its index, as [0]. What it leaves out is where what would hold it begins.
func (s *Study) Place(keys ...string) strict.Place {
	for n := len(keys); n > 0; n-- {
		if v := s.doc.Value(keys[:n]...); v != nil {
			return v.Place()
		}
	}
	return s.doc.Place("")
}

// presentation checks labels, tables and figures, and writes the full names of
// the paths in them.
func (r *reader) presentation(ctx context.Context) {
	s := r.study
	r.wanted()
	for i := range s.Labels { // conditions may name values by them
		r.label(&s.Labels[i])
	}
	for i := range s.Tables {
		t, at := &s.Tables[i], fmt.Sprintf("tables[%d]", i)
		r.unique(at, t.Name, func(k int) string { return s.Tables[k].Name }, i)
		r.metric(at+".metric", t.Metric)
		r.swept(at+".rows", &t.Rows)
		r.swept(at+".columns", &t.Columns)
		r.baseline(at, t)
		if t.Columns != "" || t.Baseline != "" {
			r.single(at+".metric", t.Metric, "leave columns and baseline out, so that each has a column")
		}
		if t.Baseline != "" && t.Statistic != "mean" {
			r.fault(r.doc.Place(at+".baseline"), "with a baseline means are compared, and the statistic is %s; leave one of them out", t.Statistic)
		}
		r.apart(ctx, at, t.Where, r.crossed(at+".statistic", t.Statistic, t.Metric, t.Where, t.Rows, t.Columns)...)
	}
	for i := range s.Figures {
		f, at := &s.Figures[i], fmt.Sprintf("figures[%d]", i)
		r.unique(at, f.Name, func(k int) string { return s.Figures[k].Name }, i)
		r.metric(at+".y", f.Y)
		if f.Kind != OfStacks {
			r.single(at+".y", f.Y, "write kind: stacked")
		}
		r.swept(at+".by", &f.By)
		r.swept(at+".facet", &f.Facet)
		if f.Kind == "scatter" {
			r.measured(at+".x", f.X)
			r.apart(ctx, at, f.Where, s.Swept()...) // each cell has a mark
			continue
		}
		r.swept(at+".x", &f.X)
		r.apart(ctx, at, f.Where, r.crossed(at+".kind", f.Kind, f.Y, f.Where, f.X, f.By, f.Facet)...)
	}
	if s.Sensitivity != nil {
		r.judged()
	}
	if s.Boundary != nil {
		r.bounded()
	}
}

// unique checks that the name of a table or figure can be that of a file, and is
// not that of one before it.
func (r *reader) unique(at, name string, other func(int) string, i int) {
	strange := func(c rune) bool { return c != '-' && c != '_' && c != '.' && !isVariable("a"+string(c)) }
	if strings.ContainsFunc(name, strange) || name == "" || name[0] == '.' {
		r.fault(r.doc.Place(at+".name"), "%q is no name of a file; it is made of letters, digits, -, _ and .", name)
	}
	for k := range i {
		if other(k) == name {
			r.fault(r.doc.Place(at+".name"), "the name %q is given already; choose another", name)
			return
		}
	}
}

// axisNamed returns the axis of a full name, or nil.
func (s *Study) axisNamed(name string) *axis {
	for _, l := range s.loops {
		for _, a := range l.axes {
			if a.name == name {
				return a
			}
		}
	}
	return nil
}

// FullName returns the full name of what is swept, of which the end after a dot may
// be given. The error names the nearest one.
func (s *Study) FullName(name string) (string, error) {
	if s.axisNamed(name) != nil {
		return name, nil
	}
	var found []string
	for _, known := range s.Swept() {
		if strings.HasSuffix(known, "."+name) {
			found = append(found, known)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return "", fmt.Errorf("%s", strict.Unknown("path or variable of the sweep", name, s.Swept()))
	}
	return "", fmt.Errorf("%s may be %s; write more of the path", name, strings.Join(found, " or "))
}

// swept replaces the name of a path or variable by the full one.
func (r *reader) swept(at string, name *string) {
	if *name == "" {
		return
	}
	full, err := r.study.FullName(*name)
	if err != nil {
		r.fault(r.doc.Place(at), "%v", err)
		return
	}
	*name = full
}

// baseline checks that the baseline of a table is a value of its rows or
// columns, and replaces it by that value as the sweep has it.
func (r *reader) baseline(at string, t *Table) {
	v := r.doc.Value("tables", at[len("tables"):], "baseline")
	if v == nil || r.study.axisNamed(t.Rows) == nil {
		return
	}
	var known []string
	for _, name := range []string{t.Rows, t.Columns} {
		a := r.study.axisNamed(name)
		if a == nil {
			continue
		}
		text, _, ok := v.Word()
		if !ok {
			text = v.String()
		}
		if l := r.study.levelNamed(a, text); l != nil {
			t.Baseline = strict.Raw(l.text)
			return
		}
		known = append(known, a.texts()...)
	}
	r.fault(v.Place(), "%s", strict.Unknown("value of the rows or columns", v.String(), known))
}

// apart checks that the cells that a table or figure shows differ in what it
// names, so that it mixes none.
func (r *reader) apart(ctx context.Context, at, where string, names ...string) {
	s := r.study
	if !r.shown(ctx, at, where) {
		return
	}
	seen := map[string]int{}
	for cell := range s.Count() {
		if stopped(ctx, cell) {
			return
		}
		if yes, _ := s.Meets(where, cell); !yes {
			continue
		}
		levels := s.levels(s.whole(cell))
		key := ""
		for _, c := range levels {
			if slices.Contains(names, c.name) {
				key += c.level.text + "\x00"
			}
		}
		first, twice := seen[key]
		if seen[key] = cell; !twice {
			continue
		}
		var left []string
		for i, c := range s.levels(s.whole(first)) {
			if c.level.text != levels[i].level.text {
				left = append(left, c.name)
			}
		}
		i := slices.IndexFunc(levels, func(c choice) bool { return c.name == left[0] })
		r.fault(r.doc.Place(at), "cells that differ in %s would be mixed; choose one value of it with where, as in where: %q",
			strings.Join(left, " and "), s.Condition(s.params(s.levels(s.whole(first)))[i]))
		return
	}
	if len(seen) == 0 {
		r.fault(r.doc.Place(at), "no cell meets the condition; ask for less")
	}
}

// shown reads the condition of a table or figure, and reports what is wrong with
// it in any cell.
func (r *reader) shown(ctx context.Context, at, where string) bool {
	if where == "" {
		return true
	}
	s, before := r.study, r.faults
	list, index, _ := strings.Cut(at, "[")
	v := r.doc.Value(list, "["+index, "where")
	e := r.parse(v, where)
	if e == nil {
		return false
	}
	s.shown[where] = e
	for cell := 0; cell < s.Count() && r.faults == before && !stopped(ctx, cell); cell++ {
		if _, err := s.Meets(where, cell); err != nil {
			r.mistaken(v, err, s.title(s.whole(cell)))
		}
	}
	return r.faults == before
}

// Meets reports whether a cell meets a condition, such as that of a table; every
// cell meets an empty one.
func (s *Study) Meets(where string, cell int) (bool, error) {
	if where == "" {
		return true, nil
	}
	e := s.shown[where]
	if e == nil {
		var err error
		if e, err = parse(where, s.scope); err != nil {
			return false, err
		}
	}
	ev, _, err := s.evaluate(s.levels(s.whole(cell)))
	if err != nil {
		return false, err
	}
	return ev.condition(e)
}

// label checks that a label is of something, and that its unit and values are
// possible.
func (r *reader) label(l *Label) {
	s, name := r.study, l.Name
	full, err := s.FullName(name)
	if err != nil {
		known := append(s.Swept(), s.metrics()...)
		switch {
		case !slices.ContainsFunc(known, func(k string) bool { return Matches(k, name) }) && (len(s.Record.Metrics) == 0 || !s.Records(name)):
			r.fault(r.doc.Key("labels", name), "%s", strict.Unknown("path, variable or metric", name, known))
		case len(l.Values) > 0:
			r.fault(r.doc.Key("labels", name, "values"), "the values of a metric have no names; leave values out")
		}
		return
	}
	l.Name = full
	a := s.axisNamed(full)
	if v := r.doc.Value("labels", name, "unit"); v != nil {
		found := s.units.table.Find(l.Unit)
		switch {
		case a.unit == "" || a.unit == "1":
			r.fault(v.Place(), "the values of %s have no unit; leave unit out", full)
		case found == "" || s.units.table.First(found) != s.units.table.First(a.unit):
			r.fault(v.Place(), "%q is no unit of %s, which %s is", l.Unit, s.units.table.Name(a.unit), full)
		default:
			l.Unit = found
		}
	}
	for i := range l.Values {
		v := &l.Values[i]
		if level := s.levelNamed(a, v.Text); level != nil {
			v.Text = level.text
			level.value.shown = append(level.value.shown, v.Title)
			continue
		}
		r.fault(r.doc.Key("labels", name, "values", v.Text), "%s; remove this label, or add the value to the sweep", strict.Unknown("value of "+full, v.Text, a.texts()))
	}
}

// metrics returns the metrics that the study names.
func (s *Study) metrics() []string {
	var out []string
	out = append(out, s.Wanted()...)
	for _, t := range s.Tables {
		out = append(out, t.Metric)
	}
	for _, f := range s.Figures {
		if out = append(out, f.Y); f.Kind == "scatter" {
			out = append(out, f.X)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// texts returns the values of an axis as the study has them.
func (a *axis) texts() []string {
	out := make([]string, len(a.values))
	for i, l := range a.values {
		out[i] = l.text
	}
	return out
}

// levelNamed returns the value of an axis that a text names: as the study has
// it, in another unit, or by the name of its model if no other has that model.
// It is nil if there is none.
func (s *Study) levelNamed(a *axis, text string) *level {
	want := s.units.read(strict.NewWord(strict.Place{}, text))
	var found []*level
	for i := range a.values {
		l := &a.values[i]
		if l.text == text {
			return l
		}
		if same(l.value, want) {
			found = append(found, l)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return nil
}

// Title returns how a path, a variable or a metric is written in tables and
// figures.
func (s *Study) Title(name string) string {
	if l := s.labelOf(name); l != nil && l.Title != "" {
		return l.Title
	}
	return name
}

func (s *Study) labelOf(name string) *Label {
	for i := range s.Labels {
		if s.Labels[i].Name == name {
			return &s.Labels[i]
		}
	}
	return nil
}

// Shown returns how a value is written in tables and figures, and, if it is a
// number, the number in the unit in which it is shown. A model is written by its
// name, with what tells it from others of that name in the sweep.
func (s *Study) Shown(p results.Param) (title string, number float64, unit string) {
	title, number, unit = p.Text, p.Value, p.Unit
	a := s.axisNamed(p.Path)
	if a == nil {
		return title, number, unit
	}
	level := s.levelNamed(a, p.Text)
	if level != nil {
		title = a.brief(level)
	}
	l := s.labelOf(p.Path)
	if l == nil {
		return title, number, unit
	}
	if level != nil && l.Unit != "" && level.value.kind == numeric {
		number, unit = s.in(level.value, l.Unit)
		title = strconv.FormatFloat(number, 'g', 6, 64) + unit
	}
	for _, v := range l.Values {
		if v.Text == p.Text {
			title = v.Title
		}
	}
	return title, number, unit
}

// Operand writes a value as a condition has it: a number, or a text in quotes.
func (s *Study) Operand(p results.Param) string {
	text := p.Text
	switch a := s.axisNamed(p.Path); {
	case !math.IsNaN(p.Value):
		return text
	case a != nil && s.levelNamed(a, text) != nil:
		text = a.brief(s.levelNamed(a, text))
	}
	if strings.Contains(text, "'") {
		return `"` + text + `"`
	}
	return "'" + text + "'"
}

// Condition returns a condition that no other value of what is swept meets: a model is more than its name, if the sweep has
// it with other keys too.
func (s *Study) Condition(p results.Param) string {
	name := s.ShortName(p.Path)
	out := name + " == " + s.Operand(p)
	for _, o := range s.axisNamed(p.Path).values {
		if text := o.text; o.value.model == p.Text && text != p.Text {
			out += " and " + name + " != " + s.Operand(results.Param{Path: p.Path, Text: text, Value: math.NaN()})
		}
	}
	return out
}

// ShortName returns the last part of the name of what is swept, if that is enough.
func (s *Study) ShortName(name string) string {
	short := name[strings.LastIndex(name, ".")+1:]
	if _, err := s.FullName(short); err != nil {
		return name
	}
	return short
}

// longest is how many characters the name of a value has at most that is made of its
// text.
const longest = 40

// brief writes a value of an axis as short as it can be told from the others: of a
// mapping the name of its model, with the entries that not all of that model have.
func (a *axis) brief(l *level) string {
	own, ok := l.node.Entries()
	if !ok {
		return l.text
	}
	model := l.value.model
	var kin []*level // of that model
	for i := range a.values {
		if o := &a.values[i]; o.value.model == model || model != "" && o.text == model {
			kin = append(kin, o)
		}
	}
	var apart []string
	for _, e := range own {
		entry := e.Key + ": " + e.Value.String()
		if slices.ContainsFunc(kin, func(o *level) bool { return !o.has(entry) }) && (e.Key != "type" || model == "") {
			apart = append(apart, entry)
		}
	}
	title := strings.Join(apart, ", ")
	switch {
	case title == "" && model == "":
		title = l.text
	case title == "":
		title = model
	case model != "":
		title = model + " (" + title + ")"
	}
	runes := []rune(title)
	if len(runes) <= longest {
		return title
	}
	number := fmt.Sprintf("... #%d", 1+slices.IndexFunc(a.values, func(o level) bool { return o.text == l.text }))
	return string(runes[:longest-len(number)]) + number
}

// has reports whether a value is a mapping with an entry.
func (l *level) has(entry string) bool {
	entries, _ := l.node.Entries()
	return slices.ContainsFunc(entries, func(e strict.Entry) bool { return e.Key+": "+e.Value.String() == entry })
}
