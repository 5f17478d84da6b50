package explain

import (
	"fmt"
	"slices"
	"strings"

	"halocline/bench/report/formula"
	"halocline/bench/report/text"
	"halocline/bench/study/measure"
	"halocline/sim/equation"
)

// equations writes the equations of a model or a file that fit.
func (e *explanation) equations(of any, fits func(*equation.Equation) bool) {
	m, ok := of.(equation.Config)
	if !ok {
		return
	}
	for _, q := range m.Equations() {
		if fits(&q) {
			fmt.Fprintln(e.out)
			e.equation(q)
		}
	}
}

// equation writes an equation with its source.
func (e *explanation) equation(q equation.Equation) {
	title := text.Capital(formula.Title(q))
	if q.Text == "" {
		title += ": " + q.Note
		q.Note = ""
	}
	text.Hang(e.out, "    ", strings.Fields(title)...)
	if err := formula.Write(e.out, q, "      "); err != nil {
		panic("explain: " + err.Error()) // modeltest reads all
	}
	e.line("  source", strings.Fields(formula.Source(q))...)
}

// computed writes how a metric is computed, between empty lines.
func (e *explanation) computed(a measure.About) {
	if a.By != nil {
		fmt.Fprintln(e.out)
		e.equation(*a.By)
		fmt.Fprintln(e.out)
	}
}

// isIn reports whether a key comes in an equation, by its value or because it chooses it.
func (t *topic) isIn(q *equation.Equation) bool {
	key := join(t.steps[t.from:])
	return strings.HasPrefix(q.When, key+": ") || slices.ContainsFunc(q.Symbols, func(s equation.Symbol) bool { return s.Key == key })
}

// word explains a word that is a value of a key, with its equations.
func (e *explanation) word() {
	var told []string
	for i := range e.topics {
		t := &e.topics[i]
		_, choices := t.Choices()
		for _, c := range choices {
			path := join(t.steps)
			if c.Word != e.path || slices.Contains(told, path) {
				continue
			}
			told = append(told, path)
			e.heading("%s, a value of %s", c.Word, path)
			fmt.Fprintln(e.out)
			text.Hang(e.out, "    ", strings.Fields(c.Meaning)...)
			when := join(t.steps[t.from:]) + ": " + c.Word
			e.equations(t.of, func(q *equation.Equation) bool { return q.When == when })
		}
	}
}
