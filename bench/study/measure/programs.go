package measure

import (
	"slices"
	"strings"

	"halocline/plant/program"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/metric"
	"halocline/sim/trace"
)

// Program is what came of the nodes that run a program.
type Program struct {
	Type  string       // its name in a scenario
	Defs  []metric.Def // what it declares
	Nodes []ProgramAt
}

// Programs are what came of the programs of a run.
type Programs []Program

// ProgramAt is what came of a program at a node.
type ProgramAt struct {
	Node   string
	Values []float64 // of the definitions; NaN for nothing to measure
	List   string    // in which the report stands; or nothing
	Report any
}

// ProgramsOf returns what came of the programs of a run, by their names.
func ProgramsOf(s *scenarios.Simulation, reached sim.Time) Programs {
	var all Programs
	for _, p := range s.Programs() {
		i := slices.IndexFunc(all, func(of Program) bool { return of.Type == p.Type })
		if i < 0 {
			i = len(all)
			all = append(all, Program{Type: p.Type, Defs: defsOf(p.Program)})
		}
		all[i].Nodes = append(all[i].Nodes, programAt(p, all[i].Defs, reached))
	}
	slices.SortStableFunc(all, func(a, b Program) int { return strings.Compare(a.Type, b.Type) })
	return all
}

// defsOf returns what a configuration declares.
func defsOf(config any) []metric.Def {
	if c, ok := config.(metric.Config); ok {
		return c.Metrics()
	}
	return nil
}

func programAt(p scenarios.Installed, defs []metric.Def, reached sim.Time) ProgramAt {
	var sources []metric.Source
	if source, ok := p.Running.(metric.Source); ok && defs != nil {
		sources = append(sources, source)
	}
	at := ProgramAt{Node: p.Node, Values: valuesOf(p.Node, defs, sources...)}
	if r, ok := p.Running.(program.Reporting); ok {
		at.List, at.Report = r.Report(reached)
	}
	return at
}

// controllers returns the nodes that act on updates, and when they do.
func controllers(s *scenarios.Simulation, reached sim.Time) []trace.Controller {
	var all []trace.Controller
	for _, p := range s.Programs() {
		if u, ok := p.Running.(program.Updated); ok {
			from, until := u.Acts(reached)
			all = append(all, trace.Controller{Node: p.Addr, From: from, Until: until})
		}
	}
	return all
}

// Reports returns what the programs of a run report, of one type.
func Reports[T any](o *Outcome) []T {
	var all []T
	for i := range o.Programs {
		for _, at := range o.Programs[i].Nodes {
			if r, ok := at.Report.(T); ok {
				all = append(all, r)
			}
		}
	}
	return all
}

// section returns what is declared of a program with what a run has of it. What others count it takes from them.
func (p *Program) section(o *Outcome) section {
	s := section{thing: "<vehicle>", defs: p.Defs, derived: true}
	loops, energy := o.defined().loops, program.RadioEnergy().Name
	for _, at := range p.Nodes {
		s.subjects = append(s.subjects, at.Node)
	}
	s.value = func(def, subject int) float64 {
		at, name := &p.Nodes[subject], p.Defs[def].Name
		if name == energy {
			return o.energyAt(at.Node)
		}
		for _, d := range loops {
			if d.Name == name {
				loop := o.loopOf(at.Node)
				return d.Value(&loop)
			}
		}
		return at.Values[def]
	}
	return s
}

// updated reports whether a program acts on updates: it then has what is measured of loops.
func (p *Program) updated(loops metric.List[trace.LoopSummary]) bool {
	return slices.ContainsFunc(p.Defs, func(d metric.Def) bool { return d.Name == loops[0].Name })
}

// loopOf returns the books of the controller of a node.
func (o *Outcome) loopOf(node string) trace.LoopSummary {
	for _, l := range o.Loops {
		if l.Node == node {
			return l
		}
	}
	return trace.NoLoop()
}

// lists returns the reports of all programs by the names of their lists.
func (all Programs) lists() map[string][]any {
	lists := map[string][]any{}
	for i := range all {
		for k := range all[i].Nodes {
			if list, report := all[i].listed(&all[i].Nodes[k]); report != nil {
				lists[list] = append(lists[list], report)
			}
		}
	}
	return lists
}

// listed returns in which list a program stands, and as what: as its report, or as its numbers; nil if it has neither.
func (p *Program) listed(at *ProgramAt) (list string, report any) {
	if at.Report != nil {
		return at.List, at.Report
	}
	if len(p.Defs) == 0 {
		return "", nil
	}
	numbers := map[string]trace.Measure{}
	for i, d := range p.Defs {
		numbers[d.Name] = trace.Measure(at.Values[i])
	}
	return p.Type, struct {
		Node    string                   `json:"node"`
		Metrics map[string]trace.Measure `json:"metrics"`
	}{at.Node, numbers}
}
