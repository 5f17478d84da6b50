package study

import (
	"crypto/sha256"
	"errors"
	"slices"

	"halocline/bench/study/results"
)

// Reuse returns which run of an earlier study each run of this one is, if there is one: that of the same scenario and the same seed in which
// the same keys have the same values, as they are written. So a study that has got a value, a protocol or repetitions more needs only the
// runs of these. Where the scenario, a file of data or what is recorded differs, no run is the same: then it is an error.
func (s *Study) Reuse(earlier *Study) (func(results.Key) (results.Key, bool), error) {
	if s.shared() != earlier.shared() || len(s.Record.Metrics) > 0 && !slices.Equal(s.Wanted(), earlier.Wanted()) {
		return nil, errors.New("its scenario, a file that it reads, or what it records differs, so that none of its runs is one of this study; leave it out")
	}
	cells := make(map[[16]byte]int, earlier.Count())
	for cell := range earlier.Count() {
		cells[earlier.settings(cell)] = cell
	}
	return func(k results.Key) (results.Key, bool) {
		cell, ok := cells[s.settings(k.Cell)]
		same := ok && k.Repetition < earlier.Repeat && earlier.Seed(cell, k.Repetition) == s.Seed(k.Cell, k.Repetition)
		return results.Key{Cell: cell, Repetition: k.Repetition}, same
	}, nil
}

// shared identifies what all cells have in common beside set.
func (s *Study) shared() string {
	h := sha256.New()
	s.hashShared(h)
	return string(h.Sum(nil))
}

// settings identifies the keys that a cell gives to the scenario, in their order, and their values.
func (s *Study) settings(cell int) (sum [16]byte) {
	h := sha256.New()
	for _, set := range s.Cell(cell).Sets {
		line(h, set.Path, set.Value)
	}
	return [16]byte(h.Sum(nil))
}
