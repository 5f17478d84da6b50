package measure

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"halocline/bench/study/results"
	"halocline/scenarios"
	"halocline/sim/metric"
)

// modelled returns what protocols, channels and instruments measure by themselves. Those of several links or nodes that
// declare the same are one section.
func (o *Outcome) modelled() []section {
	var all []section
	var of [][]*scenarios.Measured
	for i := range o.models {
		m := &o.models[i]
		k := slices.IndexFunc(all, func(s section) bool { return s.thing == m.Thing && slices.Equal(s.defs, m.Defs) })
		if k < 0 {
			k = len(all)
			all, of = append(all, section{thing: m.Thing, defs: m.Defs}), append(of, nil)
		}
		if m.Subject != "" {
			all[k].subjects, of[k] = append(all[k].subjects, m.Subject), append(of[k], m)
		}
	}
	for k := range all {
		values := make([][]float64, len(of[k]))
		for i, m := range of[k] {
			values[i] = valuesOf(m.Subject, m.Defs, m.Sources...)
		}
		all[k].value = func(def, subject int) float64 { return values[subject][def] }
	}
	return all
}

// valuesOf returns the values of what is declared of a thing, of all sources together.
func valuesOf(thing string, defs []metric.Def, sources ...metric.Source) []float64 {
	each := make([][]float64, len(defs))
	for _, source := range sources {
		source.Values(func(def int, subject string, v float64) {
			if def < 0 || def >= len(defs) || subject != "" && subject != thing {
				panic(fmt.Sprintf("measure: %s gives %g for metric %d of subject %q, and declares metrics 0 to %d, of itself alone", thing, v, def, subject, len(defs)-1))
			}
			each[def] = append(each[def], v)
		})
	}
	values := make([]float64, len(defs))
	for def, d := range defs {
		values[def] = math.NaN()
		if each[def] != nil {
			values[def] = d.Combine(each[def])
		}
	}
	return values
}

// declaredByModels returns what vehicles and all models but programs declare.
func declaredByModels(l *scenarios.Library) []scenarios.Measured {
	all := []scenarios.Measured{scenarios.MeasuredOfVehicles(), scenarios.MeasuredOfBatteries()}
	for _, shelf := range l.Shelves() {
		thing := scenarios.OfLink
		if strings.HasPrefix(shelf.Key, "nodes") {
			thing = scenarios.OfNode
		}
		for _, name := range slices.Sorted(maps.Keys(shelf.Models)) {
			if c, ok := shelf.Models[name]().(metric.Config); ok && shelf.Key != "nodes[].run" {
				all = append(all, scenarios.Measured{Thing: thing, Defs: c.Metrics()})
			}
		}
	}
	return all
}

// Own returns the metrics that programs and other models measure by themselves, but for programs whose reports are shown otherwise.
func (o *Outcome) Own(shown func(report any) bool) []results.Metric {
	var all []results.Metric
	add := func(s section) {
		for i, subject := range s.subjects {
			for j, d := range s.defs {
				all = append(all, valued(subject, d, s.value(j, i)))
			}
		}
	}
	for i := range o.Programs {
		if p := &o.Programs[i]; len(p.Nodes) > 0 && !shown(p.Nodes[0].Report) {
			add(p.section(o))
		}
	}
	for _, s := range o.modelled() {
		add(s)
	}
	return all
}
