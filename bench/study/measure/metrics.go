package measure

import (
	"math"
	"slices"

	"halocline/bench/study/results"
	"halocline/scenarios"
	"halocline/sim/metric"
	"halocline/sim/trace"
)

// Metrics returns the outcome as a flat list. Names are made of the thing that was
// measured and of the quantity; where a thing is a link or a vehicle, its name
// comes first. A NaN means that there was nothing to measure.
func (o *Outcome) Metrics() []results.Metric {
	var all []results.Metric
	for _, s := range o.sections() {
		if s.subjects == nil {
			continue
		}
		if s.derived {
			all = append(all, s.means()...)
		}
		for i, subject := range s.subjects {
			for j, d := range s.defs {
				all = append(all, valued(subject, d, s.value(j, i)))
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

// means returns the metrics that are derived of the vehicles of a section.
func (s *section) means() []results.Metric {
	var all []results.Metric
	values := make([]float64, len(s.subjects))
	for j, d := range s.defs {
		if d.Group != metric.Vehicles {
			continue
		}
		for i := range values {
			values[i] = s.value(j, i)
		}
		all = append(all, valued(d.Group, d, d.Over(values)))
	}
	return all
}

// sectionOf makes a section of what is declared of a T, and of such Ts.
func sectionOf[T any](thing string, all metric.List[T], subjects []string, them []T) section {
	s := section{thing: thing, subjects: subjects}
	for _, d := range all {
		s.defs = append(s.defs, d.Def)
	}
	s.value = func(def, subject int) float64 { return all[def].Value(&them[subject]) }
	return s
}

// sections returns all that is declared, with what the run has of it. Those of an empty
// outcome are the glossary.
func (o *Outcome) sections() []section {
	var acting, others []section
	for i := range o.Programs {
		if p := &o.Programs[i]; p.updated() {
			acting = append(acting, p.section(o))
		} else if p.Defs != nil {
			others = append(others, p.section(o))
		}
	}
	whole := func(thing string, all metric.List[Outcome]) section {
		return sectionOf(thing, all, []string{thing}, []Outcome{*o})
	}
	packets := metric.Within(func(o *Outcome) *trace.Packets { return &o.Summary.Total.Packets }, trace.PacketMetrics())
	frames := metric.Within(func(o *Outcome) *trace.Frames { return &o.Summary.Total.Frames }, trace.FrameMetrics())
	computers := whole("computers", computerMetrics())
	if len(o.Tasks) == 0 {
		computers.subjects = nil
	}
	all := []section{
		whole("run", runMetrics()),
		whole("packets", append(packets, flowMetrics()...)),
		whole("frames", frames),
		whole("energy", energyMetrics()),
		o.links(),
	}
	return slices.Concat(all, acting, []section{computers}, others, o.modelled())
}

// linkUse is what a run knows of a link.
type linkUse struct {
	*trace.LinkSummary
	energy float64 // J
	power  float64 // W
}

func (o *Outcome) links() section {
	var names []string
	var links []linkUse
	for i := range o.Summary.PerLink {
		l := &o.Summary.PerLink[i]
		names = append(names, l.Link)
		energy := o.energyOf(func(r *scenarios.RadioUse) bool { return r.Link == l.Link })
		links = append(links, linkUse{l, energy, o.power(energy)})
	}
	all := metric.Within(func(l *linkUse) *trace.Packets { return &l.Packets }, trace.PacketMetrics())
	all = append(all, metric.Within(func(l *linkUse) *trace.Frames { return &l.Frames }, trace.FrameMetrics())...)
	return sectionOf("<link>", append(all, linkMetrics()...), names, links)
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
