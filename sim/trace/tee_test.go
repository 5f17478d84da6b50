package trace

import (
	"slices"
	"testing"
)

type recorder struct{ records []Record }

func (r *recorder) Emit(rec Record) { r.records = append(r.records, rec) }

func TestTee(t *testing.T) {
	if got := Tee(); got != nil {
		t.Errorf("Tee() = %v, want nil", got)
	}
	if got := Tee(nil, nil); got != nil {
		t.Errorf("Tee(nil, nil) = %v, want nil", got)
	}
	a, b := &recorder{}, &recorder{}
	if got := Tee(nil, a, nil); got != Tracer(a) {
		t.Errorf("Tee(nil, a, nil) = %v, want a itself", got)
	}
	both := Tee(a, nil, b)
	want := awkwardRecords()[:8] // no NaN, which differs from itself
	for _, r := range want {
		both.Emit(r)
	}
	if !slices.Equal(a.records, want) || !slices.Equal(b.records, want) {
		t.Errorf("got %v and %v, want %v", a.records, b.records, want)
	}
}
