package metric

import (
	"math"
	"testing"
)

// A mean is over those that have the quantity, (1 + 3)/2, but times of which one is
// missing have none, because the missing one is longer than any.
func TestOver(t *testing.T) {
	nan := math.NaN()
	for _, row := range []struct {
		kind   Kind
		values []float64
		want   float64
	}{
		{Mean, []float64{1, nan, 3}, 2},
		{TimeToEvent, []float64{1, 2, 3}, 2},
		{TimeToEvent, []float64{1, nan, 3}, nan},
		{Total, []float64{nan}, nan},
		{Mean, nil, nan},
	} {
		if got := (Def{Kind: row.kind}).Over(row.values); got != row.want && !(math.IsNaN(got) && math.IsNaN(row.want)) {
			t.Errorf("%s of %v: %g, want %g", row.kind, row.values, got, row.want)
		}
	}
}

// What is declared of a part keeps its order and takes its values from the part.
func TestWithin(t *testing.T) {
	type part struct{ a, b float64 }
	type whole struct{ part part }
	var parts List[part]
	parts.Add("a", "s", Mean, "the first", func(p *part) float64 { return p.a })
	parts.AddWithMean("b", "", Count, "the second", func(p *part) float64 { return p.b })
	all := Within(func(w *whole) *part { return &w.part }, parts)
	it := &whole{part{3, 4}}
	if all[0].Value(it) != 3 || all[1].Value(it) != 4 || all[0].Def != parts[0].Def || all[1].Group != Vehicles || all[0].Group != "" {
		t.Errorf("%+v", all)
	}
	all[1].Of = "boats"
	if d := all[1].Derive(); d.Doc != "the second. Mean over the boats that have it" || d.Name != "b" {
		t.Errorf("%+v", d)
	}
}

// Every kind says what follows from it.
func TestKinds(t *testing.T) {
	for _, k := range Kinds() {
		if k.Meaning() == Kind("").Meaning() {
			t.Errorf("%s has no meaning", k)
		}
	}
}
