package study

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"halocline/bench/study/boundary"
	"halocline/scenarios/strict"
)

// Boundary is where the mean of a metric crosses a threshold along an axis, for each combination of what else is
// varied. The values of the axis are those at which runs can be made; see package boundary for which are. Runs of different
// cells have seeds of their own then: on common ones they would not tell more than one cell does.
type Boundary struct {
	Metric     string     `yaml:"metric" required:"true" doc:"the metric whose mean crosses the threshold"`
	At         float64    `yaml:"at" required:"true" range:"[-1e30,1e30]" doc:"the threshold, in the unit of the metric; of a share of runs between 0 and 1"`
	Along      string     `yaml:"along" required:"true" doc:"path or variable along which the boundary is looked for; its values in sweep or vars are where runs can be made, at least nine that rise, and so a range has a step or a count"`
	Within     strict.Raw `yaml:"within" required:"true" doc:"half width of the interval of the boundary, as a value of along is written: 0.02m/s"`
	Confidence float64    `yaml:"confidence" range:"(0,1)" doc:"confidence of the interval"`
	Max        int        `yaml:"max" range:"[100,1e5]" doc:"largest number of runs for one boundary"`

	within float64 // in the unit of the axis
}

// Defaults asks for a confidence of 95 % with at most 5000 runs.
func (b *Boundary) Defaults() { b.Confidence, b.Max = 0.95, 5000 }

// boundary makes the axis along which a boundary is looked for the last dimension, so that its cells follow each
// other.
func (r *reader) boundary() {
	s := r.study
	for _, key := range []string{"where", "until", "sensitivity", "repeat"} {
		if r.doc.Value(key) != nil {
			r.fault(r.doc.Key(key), "%s goes with a grid, and boundary makes runs where they are needed; leave one of them out", key)
		}
	}
	at := r.doc.Place("boundary.along")
	k := slices.IndexFunc(s.loops, func(l loop) bool { return len(l.axes) == 1 && named(l.axes[0].name, s.Boundary.Along) })
	if along := s.Boundary.Along; k < 0 && (r.doc.Value("sweep", along) != nil || r.doc.Value("vars", along) != nil) {
		return // that has a fault of its own
	}
	if k < 0 {
		r.fault(at, "%s is not varied; give it a range in sweep or vars, such as {from: 0m/s, to: 1m/s, step: 0.002m/s}", s.Boundary.Along)
		return
	}
	along := s.loops[k]
	a := along.axes[0]
	if !r.rises(a, at) {
		return
	}
	const least = 9
	if len(a.values) < least {
		r.fault(at, "%s has %d values; write at least %d, of which the half-width within has several", a.name, len(a.values), least)
	}
	if len(s.loops) > 3 {
		r.fault(at, "%d things are varied besides %s, and a table has two sides; leave some out", len(s.loops)-1, a.name)
	}
	place := r.doc.Place("boundary.within")
	within := s.units.read(r.doc.Value("boundary", "within"))
	if within.kind != numeric || within.dim != a.values[0].value.dim || within.x.Sign() <= 0 {
		r.fault(place, "%s is given; write a half-width as a value of %s is written, such as %s", s.Boundary.Within, a.name, a.values[1].text)
		return
	}
	s.Boundary.within, _ = s.in(within, a.unit)
	s.loops = append(slices.Delete(s.loops, k, k+1), along)
	s.Repeat = s.Boundary.Max
}

// rises tells whether the values of an axis are numbers that rise, or says which is not.
func (r *reader) rises(a *axis, at strict.Place) bool {
	var before float64
	for i, l := range a.values {
		if l.value.kind != numeric {
			r.fault(at, "%s has the value %s, which is no number", a.name, l.text)
			return false
		}
		x, _ := r.study.in(l.value, a.unit)
		if i > 0 && x <= before {
			r.fault(at, "the values of %s do not rise: %s does not; write a range", a.name, l.text)
			return false
		}
		before = x
	}
	return true
}

// named tells whether a path has a name, or ends with it after a dot.
func named(path, name string) bool { return path == name || strings.HasSuffix(path, "."+name) }

// OfBoundaries is the statistic of a table of boundaries, the kind of such a figure, and the name of those that a study has anyway.
const OfBoundaries = "boundary"

// crossed returns what tells the cells of a table or figure apart: what it names, and of one of boundaries the axis too. It
// checks the latter.
func (r *reader) crossed(at, kind, metric, where string, names ...string) []string {
	s, before := r.study, r.faults
	if kind == "heat" && s.Boundary != nil && metric == s.Boundary.Metric && !slices.Contains(names, s.AlongName()) {
		kind = OfBoundaries // as colours
	}
	switch {
	case kind != OfBoundaries:
		return names
	case s.Boundary == nil:
		r.fault(r.doc.Place(at), "the study looks for no boundary; add one, as in boundary: {metric: %s, at: 0.5, along: speed, within: 0.01m/s}", metric)
	case metric != s.Boundary.Metric:
		r.fault(r.doc.Place(at), "the boundary is one of %s; write that metric in place of %s", s.Boundary.Metric, metric)
	case slices.Contains(names, s.AlongName()):
		r.fault(r.doc.Place(at), "boundaries lie along %s; name what else is varied", s.AlongName())
	case where != "" && !s.wholly(where):
		r.fault(r.doc.Place(at), "the condition takes a part of a boundary away; leave %s out of it", s.AlongName())
	}
	if r.faults > before { // no second one
		return s.Swept()
	}
	if names[0] == "" && names[1] == "" { // all is shown
		names = append(names, s.Beside()...)
	}
	return append(names, s.AlongName())
}

// wholly tells whether a condition treats all cells along the axis of the boundary alike.
func (s *Study) wholly(where string) bool {
	for first := range s.Boundaries() {
		want, _ := s.Meets(where, first)
		for cell := first + 1; cell < first+s.places(); cell++ {
			if got, err := s.Meets(where, cell); err != nil || got != want {
				return err != nil // which is told elsewhere
			}
		}
	}
	return true
}

// bounded adds the table and the figure that a study of a boundary has, unless it names some of boundaries itself.
func (r *reader) bounded() {
	s := r.study
	r.metric("boundary.metric", s.Boundary.Metric)
	const name = OfBoundaries
	if !slices.ContainsFunc(s.Tables, func(t Table) bool { return t.Statistic == name || t.Name == name }) {
		s.Tables = append(s.Tables, Table{Name: name, Metric: s.Boundary.Metric, Statistic: name})
	}
	if !slices.ContainsFunc(s.Figures, func(f Figure) bool { return f.Kind == name || f.Name == name }) {
		s.Figures = append(s.Figures, Figure{Name: name, Kind: name, Y: s.Boundary.Metric, XScale: "linear", YScale: "linear"})
	}
}

// AlongName returns the full name of the axis along which a boundary is looked for.
func (s *Study) AlongName() string { return s.loops[len(s.loops)-1].axes[0].name }

// Beside returns what is varied besides the axis of the boundary, at most two names: of a group of zip the first.
func (s *Study) Beside() (out []string) {
	for _, l := range s.loops[:len(s.loops)-1] {
		out = append(out, l.axes[0].name)
	}
	return out
}

// Whole tells whether cells are all those of one boundary.
func (s *Study) Whole(cells []int) bool { return cells[0]%s.places() == 0 && len(cells) == s.places() }

// places returns how many cells are along the axis of the boundary.
func (s *Study) places() int { return s.loops[len(s.loops)-1].size }

// Boundaries returns the first cell of each boundary.
func (s *Study) Boundaries() iter.Seq[int] {
	return func(yield func(int) bool) {
		for first := 0; first < s.Count(); first += s.places() {
			if !yield(first) {
				return
			}
		}
	}
}

// Seek tells where a boundary is by what is known so far, and how many runs each of its cells needs. Made returns how
// many of the first repetitions of a cell there are.
func (s *Study) Seek(of Known, first int, made func(cell int) int) (need []int, found boundary.Result, err error) {
	a := s.loops[len(s.loops)-1].axes[0]
	search := boundary.Search{At: s.Boundary.At, Within: s.Boundary.within, Confidence: s.Boundary.Confidence, Max: s.Boundary.Max}
	if search.Share = isShare(of.Metrics(), s.Boundary.Metric); search.Share && !(search.At > 0 && search.At < 1) {
		return nil, found, fmt.Errorf("%s: boundary.at: %s is 0 or 1 in a run, and its mean never crosses %g; write a threshold between 0 and 1", s.File, s.Boundary.Metric, search.At)
	}
	for _, l := range a.values {
		x, _ := s.in(l.value, a.unit)
		search.Places = append(search.Places, x)
	}
	need, found = search.Next(func(place, n int) []float64 {
		samples, failed := s.Samples(of, first+place, min(n, made(first+place)))
		if failed != nil {
			err = failed
			return nil
		}
		return samples[0].Values
	})
	return need, found, err
}

// AlongUnit returns the unit of the axis along which a boundary is looked for.
func (s *Study) AlongUnit() string {
	_, unit := s.in(s.loops[len(s.loops)-1].axes[0].values[0].value, s.loops[len(s.loops)-1].axes[0].unit)
	return unit
}

// AlongMost returns the last place on the axis along which a boundary is looked for, in its unit.
func (s *Study) AlongMost() float64 {
	a := s.loops[len(s.loops)-1].axes[0]
	most, _ := s.in(a.values[len(a.values)-1].value, a.unit)
	return most
}
