package study

import (
	"fmt"
	"math"
	"math/big"

	"halocline/bench/study/sensitivity"
	"halocline/scenarios/strict"
	"halocline/sim/fault"
)

// Sensitivity has the cells of a study sampled rather than multiplied: each dimension is a parameter, and
// the cells are the points of a design that tells how much each matters.
type Sensitivity struct {
	Method string   `yaml:"method" required:"true" oneof:"morris|sobol" doc:"how parameters are judged. morris: mean size of elementary effects, for many parameters and few runs; sobol: shares of the variance, alone (S1) and with others (ST)"`
	Rows   int      `yaml:"rows" range:"[4,1e5]" doc:"rows of the sample: trajectories of morris, each of one cell more than there are parameters, 20 if it is left out; points of sobol, each of two cells more, 256 if it is left out"`
	Of     []string `yaml:"of" required:"true" doc:"metrics, each of which has a table and a figure"`
}

// Validate checks that there is something to judge.
func (s *Sensitivity) Validate() error {
	if len(s.Of) == 0 {
		return fault.In("of", "no metric is named; write one such as [packets.delivery_ratio]")
	}
	return nil
}

// maxSampled bounds the cells of a sample, whose values are kept in memory.
const maxSampled = 200_000

// Design returns the design of a study of sensitivity. Its points are the cells.
func (s *Study) Design() sensitivity.Design {
	return sensitivity.Design{Method: sensitivity.Method(s.Sensitivity.Method), Rows: s.Sensitivity.Rows, Factors: len(s.Parameters), Seed: s.BaseSeed}
}

// sample makes one dimension of all: its axes have the values of the points of the design. So what is
// made of cells needs not know that they are no grid.
func (r *reader) sample() {
	s := r.study
	for _, key := range []string{"where", "until", "tables", "figures"} {
		if r.doc.Value(key) != nil {
			r.fault(r.doc.Key(key), "%s goes with a grid, and sensitivity makes a sample, with a table and a figure of each metric in of; leave one of them out", key)
		}
	}
	at := r.doc.Key("sensitivity")
	if len(s.loops) == 0 && r.faults == 0 {
		r.fault(at, "nothing is varied; write parameters in sweep or vars, as in sweep: {duration: {from: 100s, to: 200s}}")
	}
	if r.faults > 0 {
		return
	}
	if s.Sensitivity.Rows == 0 {
		s.Sensitivity.Rows = map[sensitivity.Method]int{sensitivity.Morris: 20, sensitivity.Sobol: 256}[s.Design().Method]
	}
	for _, l := range s.loops {
		var names []string
		for _, a := range l.axes {
			names = append(names, a.name)
		}
		s.Parameters = append(s.Parameters, names)
	}
	design := s.Design()
	if design.Size() > maxSampled {
		r.fault(at, "the sample has %d cells; at most %d are possible, so give fewer rows", design.Size(), maxSampled)
		return
	}
	points := design.Draw()
	var axes []*axis
	for j, l := range s.loops {
		for _, a := range l.axes {
			values := a.values
			a.values = nil
			for _, p := range points {
				if a.span == nil {
					a.values = append(a.values, values[min(int(p[j]*float64(l.size)), l.size-1)])
					continue
				}
				r.words(a, a.span.given, []string{a.span.text(s.units, p[j])})
			}
			axes = append(axes, a)
		}
	}
	s.loops = []loop{{axes, len(points)}}
}

// span is an interval from which values are drawn.
type span struct {
	from, to value
	log      bool
	given    *strict.Value
}

// text returns the value a part of the way from one end to the other: of the logarithm where it has that scale.
func (s *span) text(units dimensions, part float64) string {
	x := new(big.Rat).SetFloat64(part)
	if s.log {
		a, _ := s.from.x.Float64()
		b, _ := s.to.x.Float64()
		x.SetFloat64(a * math.Pow(b/a, part))
	} else {
		x.Mul(x, new(big.Rat).Sub(s.to.x, s.from.x)).Add(x, s.from.x)
	}
	return units.write(value{x: x, unit: s.from.unit, dim: s.from.dim}, 6)
}

// judged gives each metric a table and a figure.
func (r *reader) judged() {
	s := r.study
	for i, metric := range s.Sensitivity.Of {
		r.metric(fmt.Sprintf("sensitivity.of[%d]", i), metric)
		s.Tables = append(s.Tables, Table{Name: metric, Metric: metric, Statistic: "mean"})
		s.Figures = append(s.Figures, Figure{Name: metric, Kind: "sensitivity", Y: metric})
	}
}
