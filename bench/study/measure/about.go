package measure

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"halocline/plant/program"
	"halocline/scenarios"
	"halocline/sim/equation"
	"halocline/sim/metric"
)

// About says what a metric is.
type About struct {
	Name    string // <link>, <node> and <vehicle> stand for names: <vehicle> for a node with a program
	Unit    string // empty for counts and ratios
	Meaning string
	Kind    metric.Kind
	Better  metric.Better
	By      *equation.Equation // how it is computed; nil for none
}

// Glossary returns what there is to know about every metric that models of a library can give, in
// the order of Outcome.Metrics. Where Metrics has a NaN, there was nothing to measure.
func Glossary(l *scenarios.Library) []About {
	var all []About
	add := func(thing string, d metric.Def) {
		name := thing + "." + d.Name
		if !slices.ContainsFunc(all, func(a About) bool { return a.Name == name }) { // vehicles of several programs may have it
			all = append(all, About{name, d.Unit, d.Doc, d.Kind, d.Better, d.Equation})
		}
	}
	empty := &Outcome{Programs: declared(l), models: declaredByModels(l)}
	for _, s := range empty.sections() {
		for _, d := range s.defs {
			if s.derived && d.Group == metric.Vehicles {
				add(d.Group, d.Derive())
			}
		}
		for _, d := range s.defs {
			add(s.thing, d)
		}
	}
	return all
}

// declared returns what all programs declare, by their names.
func declared(l *scenarios.Library) Programs {
	catalog := l.Models()[reflect.TypeFor[program.Program]()]
	var all Programs
	for _, name := range slices.Sorted(maps.Keys(catalog)) {
		all = append(all, Program{Type: name, Defs: defsOf(catalog[name]())})
	}
	return all
}

// Covers reports whether a metric of a name may be one that a speaks of.
func (a About) Covers(name string) bool {
	thing, quantity, _ := strings.Cut(a.Name, ".")
	i := strings.LastIndex(name, ".")
	if i <= 0 || name[i+1:] != quantity {
		return false
	}
	return thing == name[:i] || thing[0] == '<' && !scenarios.Reserved(name[:i])
}
