package measure

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/sim/metric"
)

// giver gives the values of metrics of subjects.
type giver []struct {
	def     int
	subject string
	v       float64
}

func (g giver) Values(put func(def int, subject string, v float64)) {
	for _, one := range g {
		put(one.def, one.subject, one.v)
	}
}

// Counts add up, of a mean there is none without values, and what is given for no metric that is declared, or of a thing that
// nobody asked for, is a fault of the model that names it.
func TestValuesOf(t *testing.T) {
	defs := []metric.Def{{Name: "n", Kind: metric.Count}, {Name: "m", Kind: metric.Mean}}
	if got := valuesOf("a", defs, giver{{0, "", 2}, {0, "a", 3}}); got[0] != 5 || !math.IsNaN(got[1]) {
		t.Error(got)
	}
	for _, row := range []struct {
		of   giver
		want string
	}{
		{giver{{2, "", 1}}, `measure: a gives 1 for metric 2 of subject "", and declares metrics 0 to 1, of itself alone`},
		{giver{{-1, "", 1}}, `measure: a gives 1 for metric -1 of subject ""`},
		{giver{{0, "late", 1}}, `measure: a gives 1 for metric 0 of subject "late"`},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.HasPrefix(got, row.want) {
					t.Errorf("%s, want %s", got, row.want)
				}
			}()
			valuesOf("a", defs, row.of)
		}()
	}
}

// Vehicles of two programs have one mean of what both measure, of 1 and 2 m for two and 6 m for a third one: 3 m.
func TestMeansOfTwoPrograms(t *testing.T) {
	way := []metric.Def{{Name: "way", Unit: "m", Kind: metric.Total, Group: metric.Vehicles}}
	o := Outcome{Programs: Programs{
		{Type: "a", Defs: way, Nodes: []ProgramAt{{Node: "x", Values: []float64{1}}, {Node: "y", Values: []float64{2}}}},
		{Type: "b", Defs: way, Nodes: []ProgramAt{{Node: "z", Values: []float64{6}}}},
	}}
	got := map[string][]float64{}
	for _, m := range o.Metrics() {
		got[m.Name] = append(got[m.Name], m.Value)
	}
	for name, want := range map[string]float64{"vehicles.way": 3, "x.way": 1, "y.way": 2, "z.way": 6} {
		if len(got[name]) != 1 || got[name][0] != want {
			t.Errorf("%s is %g, want %g", name, got[name], want)
		}
	}
}
