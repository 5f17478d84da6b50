package study

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"halocline/scenarios/strict"
)

// assignment is an override of every cell: a value that is given, or one that
// is calculated.
type assignment struct {
	path  string
	at    strict.Place // of the path
	value *strict.Value
	expr  *expression // nil where the value is given
}

// derivation is a variable that is calculated.
type derivation struct {
	slot int
	text *strict.Value
	expr *expression
}

// condition is one that a cell must meet.
type condition struct {
	text *strict.Value
	expr *expression
}

// product multiplies the dimensions, reads the expressions, and takes away the
// cells that do not meet the conditions.
func (r *reader) product(ctx context.Context) {
	s := r.study
	if !r.size() {
		return
	}
	r.names()
	for i, text := range s.Where {
		v := r.doc.Value("where", fmt.Sprintf("[%d]", i))
		if e := r.parse(v, text); e != nil {
			s.filters = append(s.filters, condition{v, e})
		}
	}
	for _, e := range r.let {
		text, _, ok := e.Value.Word()
		if !ok {
			r.fault(e.Value.Place(), "%s is given; write an expression such as \"2 * speed\"", e.Value)
			continue
		}
		if expr := r.parse(e.Value, text); expr != nil {
			s.let = append(s.let, assignment{e.Key, e.At, e.Value, expr})
		}
	}
	r.unused()
	if r.faults == 0 {
		r.filter(ctx)
	}
}

// size computes the number of cells before conditions, and refuses too many
// before any memory is taken.
func (r *reader) size() bool {
	s := r.study
	total, factors := 1.0, []string{}
	for _, l := range s.loops {
		total *= float64(l.size)
		factors = append(factors, fmt.Sprint(l.size))
	}
	if total > maxCells {
		at := s.loops[len(s.loops)-1].axes[0].at
		r.fault(at, "the study has %s = %.15g cells; at most %d are possible, so give fewer values", strings.Join(factors, " x "), total, maxCells)
		return false
	}
	s.total = int(total)
	if runs := total * float64(s.Repeat); runs > math.MaxInt32 {
		r.fault(r.doc.Place("repeat"), "the study has %.15g runs; at most %d are possible, so give fewer repetitions", runs, math.MaxInt32)
		return false
	}
	return true
}

// names gives every value that expressions can use a slot and a name, and reads
// the calculated variables in their order.
func (r *reader) names() {
	s := r.study
	s.scope = &scope{units: s.units, slots: map[string]int{}, wrong: map[string]string{}}
	ends := map[string][]string{} // the end of a path: the paths that have it
	add := func(name string, path bool, v value) int {
		slot := len(s.slots)
		s.slots = append(s.slots, v)
		s.scope.slots[name] = slot
		for i := range name {
			if path && name[i] == '.' {
				ends[name[i+1:]] = append(ends[name[i+1:]], name)
			}
		}
		return slot
	}
	for _, a := range s.fixed {
		add(a.path, true, s.units.read(a.value))
	}
	for _, l := range s.loops {
		for _, a := range l.axes {
			a.slot = add(a.name, a.path, value{})
		}
	}
	derived := make([]int, len(r.vars))
	for i, e := range r.vars {
		derived[i] = add(e.Key, false, value{})
	}
	for end, paths := range ends {
		_, taken := s.scope.slots[end]
		switch {
		case taken || reserved(end):
		case len(paths) == 1:
			s.scope.slots[end] = s.scope.slots[paths[0]]
		default:
			s.scope.wrong[end] = fmt.Sprintf("%s may be %s; write more of the path", end, strings.Join(paths, " or "))
		}
	}
	for _, e := range r.vars {
		s.scope.wrong[e.Key] = e.Key + " is calculated further down, or from itself; put it before what uses it"
		delete(s.scope.slots, e.Key)
	}
	for i, e := range r.vars {
		text, _, _ := e.Value.Word()
		if expr := r.parse(e.Value, text); expr != nil {
			s.derived = append(s.derived, derivation{derived[i], e.Value, expr})
		}
		delete(s.scope.wrong, e.Key)
		s.scope.slots[e.Key] = derived[i]
	}
}

// parse reads an expression of the study.
func (r *reader) parse(v *strict.Value, text string) *expression {
	e, err := parse(text, r.study.scope)
	if err != nil {
		r.mistaken(v, err, "")
		return nil
	}
	return e
}

// mistaken reports a mistake of an expression, in a cell if one is named.
func (r *reader) mistaken(v *strict.Value, err error, cell string) {
	at := 0
	if m, ok := err.(mistake); ok {
		at = m.at
	}
	r.fault(place(v, at), "%s%v", cell, err)
}

// unused finds swept variables that change nothing.
func (r *reader) unused() {
	s := r.study
	used := map[int]bool{}
	for _, d := range s.derived {
		d.expr.uses(used)
	}
	for _, c := range s.filters {
		c.expr.uses(used)
	}
	for _, a := range s.let {
		a.expr.uses(used)
	}
	for _, l := range s.loops {
		for _, a := range l.axes {
			if !a.path && !used[a.slot] && r.faults == 0 {
				r.fault(a.at, "the variable %s is used nowhere; use it in let, or leave it out", a.name)
			}
		}
	}
}

// filter evaluates the expressions of all cells, so that each mistake is found
// now, and keeps the cells that meet the conditions.
func (r *reader) filter(ctx context.Context) {
	s := r.study
	if len(s.filters)+len(s.let)+len(s.derived) == 0 {
		return
	}
	wrong := map[*expression]bool{} // expressions whose mistake is reported
	report := func(i int, v *strict.Value, e *expression, err error) {
		if !wrong[e] {
			wrong[e] = true
			r.mistaken(v, err, s.title(i))
		}
	}
	for i := range s.total {
		if stopped(ctx, i) {
			return
		}
		levels := s.levels(i)
		ev, broken, err := s.evaluate(levels)
		if err != nil {
			report(i, broken.text, broken.expr, err)
			continue
		}
		if ev.meets(i, s, report) && len(s.filters) > 0 {
			s.kept = append(s.kept, int32(i))
		}
	}
	if len(s.filters) > 0 && len(s.kept) == 0 && r.faults == 0 {
		r.fault(r.doc.Place("where"), "no cell of the %d meets the conditions; ask for less", s.total)
	}
}

// meets reports whether a cell meets the conditions, and if so computes what is set. It reports each mistake.
func (v *evaluator) meets(cell int, s *Study, report func(int, *strict.Value, *expression, error)) bool {
	keep := true
	for _, c := range s.filters {
		yes, err := v.condition(c.expr)
		if err != nil {
			report(cell, c.text, c.expr, err)
		}
		keep = keep && yes
	}
	if !keep {
		return false
	}
	for _, a := range s.let {
		if _, err := v.result(a.expr); err != nil {
			report(cell, a.value, a.expr, err)
		}
	}
	return true
}

// stopped reports whether ctx is done. It looks at every 1024th cell: a look takes a
// lock.
func stopped(ctx context.Context, cell int) bool { return cell%1024 == 0 && ctx.Err() != nil }

// title names a cell of the product in front of a message.
func (s *Study) title(i int) string {
	if len(s.loops) == 0 {
		return ""
	}
	return "where " + s.write(s.levels(i)) + ": "
}

// choice is the value that an axis has in a cell.
type choice struct {
	*axis
	level level
}

// levels returns the values of a cell of the product, which is counted before
// conditions.
func (s *Study) levels(i int) []choice {
	out := make([]choice, 0, 2*len(s.loops))
	for k := len(s.loops) - 1; k >= 0; k-- {
		l := s.loops[k]
		at := i % l.size
		i /= l.size
		for j := len(l.axes) - 1; j >= 0; j-- {
			out = append(out, choice{l.axes[j], l.axes[j].values[at]})
		}
	}
	slices.Reverse(out)
	return out
}

// write writes the values of a cell on one line.
func (s *Study) write(levels []choice) string {
	parts := make([]string, len(levels))
	for i, c := range levels {
		parts[i] = c.name + "=" + c.level.text
	}
	return strings.Join(parts, ", ")
}

// evaluate returns an evaluator with the values of a cell. With an error it
// returns the variable whose calculation failed.
func (s *Study) evaluate(levels []choice) (*evaluator, derivation, error) {
	ev := &evaluator{units: s.units, slots: slices.Clone(s.slots)}
	for _, c := range levels {
		ev.slots[c.slot] = c.level.value
	}
	for _, d := range s.derived {
		x, err := ev.eval(d.expr)
		if err != nil {
			return nil, d, err
		}
		ev.slots[d.slot] = x
	}
	return ev, derivation{}, nil
}

// result evaluates an expression whose value a file is to have.
func (v *evaluator) result(e *expression) (value, error) {
	x, err := v.eval(e)
	if err == nil && x.kind == numeric && x.unit == "" {
		err = mistake{e.at, fmt.Sprintf("the result is %s, for which there is no unit; divide by a quantity, as in / 1m", v.units.what(x))}
	}
	return x, err
}

// calculate returns the value that an assignment has in a cell, which filter
// found to have one.
func (s *Study) calculate(ev *evaluator, a assignment) *strict.Value {
	x, err := ev.result(a.expr)
	at := a.value.Place()
	switch {
	case err != nil:
		panic("study: " + err.Error())
	case x.kind == word && x.node != nil:
		return x.node
	case x.kind == word:
		return strict.NewWord(at, x.text)
	case x.kind == truth:
		return strict.NewWord(at, fmt.Sprint(x.yes))
	}
	return strict.NewWord(at, s.units.write(x, 12))
}
