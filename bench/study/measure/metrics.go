package measure

import (
	"math"
	"slices"

	"halocline/bench/study/results"
	"halocline/scenarios"
	"halocline/sim/metric"
)

// Metrics returns the outcome as a flat list. Names are made of the thing that was
// measured and of the quantity; where a thing is a link or a vehicle, its name
// comes first. A NaN means that there was nothing to measure. A part of a whole that is 0 is left out.
func (o *Outcome) Metrics() []results.Metric {
	if o.metrics != nil {
		return o.metrics
	}
	sections := slices.DeleteFunc(o.sections(), func(s section) bool { return s.subjects == nil })
	n := 0
	for _, s := range sections {
		n += len(s.subjects) * len(s.defs)
	}
	all := make([]results.Metric, 0, n)
	for k, s := range sections {
		if s.derived {
			all = append(all, means(sections[:k], sections[k:])...)
		}
		for i, subject := range s.subjects {
			for j, d := range s.defs {
				if v := s.value(j, i); d.Kind != metric.Part || v != 0 && !math.IsNaN(v) {
					all = append(all, valued(subject, d, v))
				}
			}
		}
	}
	return all
}

// valued returns a metric with its value.
func valued(thing string, d metric.Def, v float64) results.Metric {
	return results.Metric{Name: thing + "." + d.Name, Unit: d.Unit, Kind: d.Kind, Value: v}
}

// section is what is declared of one kind of thing, and the things of that kind that a run
// has.
type section struct {
	thing    string // of which it is: "packets"; "<link>" and "<vehicle>" stand for a name
	derived  bool   // means over the subjects are metrics too
	subjects []string
	defs     []metric.Def
	value    func(def, subject int) float64
}

// means returns the metrics that are derived of the vehicles of the first of some sections and of those of the others that
// have them too, without those that sections before had: vehicles of two programs have one mean.
func means(before, these []section) []results.Metric {
	var all []results.Metric
	for _, d := range these[0].defs {
		if d.Group != metric.Vehicles || slices.ContainsFunc(before, func(s section) bool { return s.derives(d.Name) >= 0 }) {
			continue
		}
		var values []float64
		for _, s := range these {
			if j := s.derives(d.Name); j >= 0 {
				for i := range s.subjects {
					values = append(values, s.value(j, i))
				}
			}
		}
		all = append(all, valued(d.Group, d, d.Over(values)))
	}
	return all
}

// derives returns which definition of a name has a mean over the vehicles, or -1.
func (s *section) derives(name string) int {
	return slices.IndexFunc(s.defs, func(d metric.Def) bool { return s.derived && d.Group == metric.Vehicles && d.Name == name })
}

// sections returns all that is declared, with what the run has of it. Those of an empty
// outcome are the glossary.
func (o *Outcome) sections() []section {
	var acting, others []section
	d := o.defined()
	for i := range o.Programs {
		if p := &o.Programs[i]; p.updated(d.loops) {
			acting = append(acting, p.section(o))
		} else if p.Defs != nil {
			others = append(others, p.section(o))
		}
	}
	whole := func(of *defined[Outcome]) section {
		return of.section([]string{of.thing}, func(int) *Outcome { return o })
	}
	computers := whole(&d.computers)
	if len(o.Tasks) == 0 {
		computers.subjects = nil
	}
	var all []section
	for i := range d.whole {
		all = append(all, whole(&d.whole[i]))
	}
	return slices.Concat(all, []section{o.links()}, acting, []section{computers}, others, o.modelled())
}

func (o *Outcome) links() section {
	var names []string
	var links []scenarios.LinkUse
	for i := range o.Summary.PerLink {
		l := &o.Summary.PerLink[i]
		names = append(names, l.Link)
		energy := o.energyOf(func(r *scenarios.RadioUse) bool { return r.Link == l.Link })
		links = append(links, scenarios.LinkUse{LinkSummary: l, Energy: energy, Power: o.power(energy)})
	}
	return o.defined().links.section(names, func(subject int) *scenarios.LinkUse { return &links[subject] })
}

// power returns the mean power of an energy over the time that counts, W.
func (o *Outcome) power(energy float64) float64 { return energy / (o.Reached - o.Warmup) }

// energyIn adds up what all radios took in a state, in J; NaN where no modem draws any power.
func (o *Outcome) energyIn(of func(*scenarios.RadioUse) float64) float64 {
	if math.IsNaN(float64(o.Energy)) {
		return math.NaN()
	}
	sum := 0.0
	for i := range o.Radios {
		sum += of(&o.Radios[i])
	}
	return sum
}

// energyAt adds up what the radios of a node took, in J.
func (o *Outcome) energyAt(node string) float64 {
	return o.energyOf(func(r *scenarios.RadioUse) bool { return r.Node == node })
}

// energyOf adds up what some radios took, in J; NaN if they took nothing.
func (o *Outcome) energyOf(these func(*scenarios.RadioUse) bool) float64 {
	sum := 0.0
	for i := range o.Radios {
		if these(&o.Radios[i]) {
			sum += o.Radios[i].Energy
		}
	}
	if sum == 0 {
		return math.NaN()
	}
	return sum
}
