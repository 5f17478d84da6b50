package study

import (
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/bench/study/boundary"
	"halocline/bench/study/results"
	"halocline/sim/metric"
)

// searched is a study of the boundary of a share along the duration, which stands before another dimension in the file.
const searched = "name: s\nbase: pair.yaml\nsweep:\n  duration: {from: 10s, to: 50s, step: 1s}\n  nodes.auv.count: [1, 2]\n" +
	"boundary: {metric: share, at: 0.5, along: duration, within: 500ms, max: 1000}\n"

// The cells along the axis of a boundary follow each other, each with seeds of its own; a shard has all of a
// boundary, and no more runs are made than the boundaries may have.
func TestBoundaryCells(t *testing.T) {
	s := parsed(t, searched)
	if got := s.Swept(); !slices.Equal(got, []string{"nodes.auv.count", "duration"}) {
		t.Errorf("varied are %v", got)
	}
	if got := slices.Collect(s.Boundaries()); !slices.Equal(got, []int{0, 41}) {
		t.Errorf("boundaries begin at cells %v", got)
	}
	if s.Most() != 2000 || s.Seed(3, 5) == s.Seed(4, 5) || s.Seed(3, 5) == s.Seed(44, 5) {
		t.Errorf("%d runs at most, seeds %d, %d and %d", s.Most(), s.Seed(3, 5), s.Seed(4, 5), s.Seed(44, 5))
	}
	for cell := range s.Count() {
		if part := s.Part(1, 2); part.Has(results.Key{Cell: cell}, s.Repeat) != (cell >= 41) {
			t.Errorf("the second of two shards has cell %d: %v", cell, cell < 41)
		}
	}
	other := parsed(t, strings.Replace(searched, "500ms", "600ms", 1))
	if other.Hash() == s.Hash() {
		t.Error("a boundary that is looked for otherwise has the same hash")
	}
}

// dice has a share that is 1 from a duration of 30.25 s on.
type dice struct{ s *Study }

func (dice) Metrics() []results.Name { return []results.Name{{Name: "share", Kind: metric.Share}} }

func (d dice) Values(cell int, _ string) (out []results.Value, err error) {
	duration := 10 + float64(cell%41)
	for i := range d.s.Repeat {
		v := 0.0
		if duration > 30.25 {
			v = 1
		}
		out = append(out, results.Value{Repetition: i, Value: v})
	}
	return out, nil
}

// A boundary is in the unit of the axis, within what is asked for in another one: a share that is 0 up to 30 s and 1 from
// 31 s on is known to be between them, and a share cannot cross 2.
func TestSeek(t *testing.T) {
	s := parsed(t, searched)
	all := func(int) int { return s.Repeat }
	need, found, err := s.Seek(dice{s}, 41, all)
	if err != nil || found.State != boundary.Found || found.Low < 29.5 || found.High > 31.5 || found.High-found.Low > 1 || len(need) != 41 || s.AlongUnit() != "s" {
		t.Errorf("%+v, %v, in %s", found, err, s.AlongUnit())
	}
	need, found, err = s.Seek(dice{s}, 0, func(int) int { return 0 })
	if err != nil || found.State != boundary.Open || !math.IsNaN(found.Estimate) || found.Runs != 72 || need[0] != 8 || need[40] != 8 {
		t.Errorf("at first %+v, %v, %v", found, need, err)
	}
	s = parsed(t, strings.Replace(searched, "at: 0.5", "at: 2", 1))
	if _, _, err := s.Seek(dice{s}, 0, all); err == nil || !strings.Contains(err.Error(), "never crosses 2; write a threshold between 0 and 1") {
		t.Errorf("%v", err)
	}
}
