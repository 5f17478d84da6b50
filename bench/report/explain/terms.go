package explain

import (
	"fmt"
	"slices"
	"strings"

	"halocline/bench/report/summary"
	"halocline/bench/report/text"
	"halocline/bench/study/measure"
	"halocline/sim/trace"
)

// termsOf returns the terms of the field that have a name.
func termsOf(name string) []measure.Term {
	return slices.DeleteFunc(measure.Terms(), func(t measure.Term) bool { return !t.Is(name) })
}

// terms explains the terms of a name: what they mean, and the metrics, keys and commands that
// have it here.
func (e *explanation) terms() {
	for _, t := range termsOf(e.path) {
		e.heading("%s, a term of the field", t.Names[0])
		fmt.Fprintln(e.out)
		text.Hang(e.out, "    ", strings.Fields(t.Meaning)...)
		if len(t.Names) > 1 {
			e.line("also", strings.Fields(strings.Join(t.Names[1:], ", "))...)
		}
		for _, name := range t.Metrics {
			for _, a := range measure.Glossary(e.lib) {
				if a.Name == name {
					e.line("metric", strings.Fields(name+": "+a.Meaning)...)
				}
			}
		}
		for _, key := range t.Keys {
			if found := e.find(split(key)); len(found) > 0 {
				e.line("key", strings.Fields(key+": "+found[0].Doc)...)
			}
		}
		for _, command := range t.Commands {
			e.line("see", strings.Fields(command)...)
		}
	}
}

// keyFirst tells whether the path is a key and no term but a synonym of one, as drift is of navigation error.
func (e *explanation) keyFirst(keys []topic) bool {
	return len(keys) > 0 && !slices.ContainsFunc(termsOf(e.path), func(t measure.Term) bool { return strings.EqualFold(t.Names[0], e.path) })
}

// causes explains a cause of loss.
func (e *explanation) causes() {
	for _, c := range trace.Causes() {
		if c.String() == e.path {
			e.heading("%s, a cause in the tables of run and in traces", e.path)
			fmt.Fprintln(e.out)
			text.Hang(e.out, "    ", strings.Fields(c.Meaning())...)
			if q, ok := measure.Causes()[c]; ok {
				fmt.Fprintln(e.out)
				e.equation(q)
			}
		}
	}
}

// columns explains the columns of run that have a heading.
func (e *explanation) columns() {
	for _, t := range summary.Tables() {
		for _, c := range t.Columns {
			if !c.Is(e.path) {
				continue
			}
			e.heading("%s, a column in what run prints of %s", c.Head, t.Of)
			fmt.Fprintln(e.out)
			for _, name := range c.Metrics {
				for _, a := range measure.Glossary(e.lib) {
					if a.Name == name {
						e.line("metric", strings.Fields(name+": "+a.Meaning)...)
					}
				}
			}
		}
	}
}
