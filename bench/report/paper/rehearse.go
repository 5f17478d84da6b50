package paper

import (
	"fmt"
	"io"
	"iter"
	"slices"

	"halocline/bench/report/table"
	"halocline/bench/study"
	"halocline/bench/study/results"
	"halocline/scenarios/strict"
	kinds "halocline/sim/metric"
)

// Rehearse makes every table and figure of a study, of values that are made up, to find
// before the first run what would keep report from making them: a unit that a metric does not
// have, a baseline that is no value, a sign that LaTeX does not know. The metrics are those
// that the runs will have. The error is a strict.Faults, with places in the study.
func Rehearse(s *study.Study, metrics []results.Name) error {
	p := &Paper{Study: s, file: &rehearsal{s, s.Cells(), metrics}, units: strict.NewUnits(), command: "halocline report"}
	if err := p.count(); err != nil {
		return err
	}
	var faults strict.Faults
	fault := func(err error, keys ...string) {
		if err != nil {
			faults = append(faults, strict.Fault{Place: s.Place(keys...), Msg: err.Error()})
		}
	}
	for _, l := range s.Labels {
		if _, err := s.FullName(l.Name); err != nil { // it is of a metric
			_, err := p.metric(l.Name)
			fault(err, "labels", l.Name, "unit")
		}
	}
	if len(faults) > 0 { // they would be those of the tables too
		return faults
	}
	for i, t := range s.Tables {
		fault(p.tryTable(t), "tables", fmt.Sprintf("[%d]", i))
	}
	for i, f := range s.Figures {
		fault(p.tryFigure(f), "figures", fmt.Sprintf("[%d]", i))
	}
	if len(faults) > 0 {
		return faults
	}
	return nil
}

// tryTable makes a table in all formats.
func (p *Paper) tryTable(t study.Table) error {
	made, err := p.Table(t, Options{})
	for _, f := range table.Formats() {
		if err == nil {
			err = made.Write(io.Discard, f, table.Options{})
		}
	}
	return err
}

// tryFigure draws a figure.
func (p *Paper) tryFigure(f study.Figure) error {
	made, err := p.Figure(f, Options{})
	if err != nil {
		return err
	}
	if err := made.Write(io.Discard, "svg"); err != nil {
		return fmt.Errorf("figure %s: %w", f.Name, err)
	}
	return nil
}

// rehearsal is the content of a study, two runs of each cell, that nobody has made.
type rehearsal struct {
	study   *study.Study
	cells   []results.Cell
	metrics []results.Name
}

func (r *rehearsal) Study() results.Study {
	return results.Study{Name: r.study.Name, Text: r.study.Text, Version: "0", Cells: len(r.cells), Repeat: 2}
}
func (r *rehearsal) Part() results.Part                   { return results.Part{} }
func (r *rehearsal) Cells() []results.Cell                { return r.cells }
func (r *rehearsal) Planned(int) int                      { return 2 }
func (r *rehearsal) Metrics() []results.Name              { return r.metrics }
func (r *rehearsal) Missing() ([]results.Key, error)      { return nil, nil }
func (r *rehearsal) Count() (runs, failed int, err error) { return 2 * len(r.cells), 0, nil }
func (r *rehearsal) Runs() iter.Seq2[results.Run, error] {
	return func(func(results.Run, error) bool) {}
}

func (r *rehearsal) Values(cell int, metric string) ([]results.Value, error) {
	low, high := float64(cell%2), 1.0 // of shares
	if !slices.ContainsFunc(r.metrics, func(n results.Name) bool { return n.Name == metric && n.Kind == kinds.Share }) {
		low, high = 10+low, 12
	}
	return []results.Value{{Repetition: 0, Value: low}, {Repetition: 1, Value: high}}, nil
}
