package study

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"path"
	"slices"

	"halocline/bench/results"
	"halocline/scenarios/strict"
)

// Hash identifies everything that decides the results of the runs: what is
// varied and how, the seeds, when to stop, what is recorded, the scenario with
// all files that it extends, and each file of data that it may name. These are
// taken as they were read: a study that is loaded again has another hash if one
// of them has changed meanwhile.
//
// What does not count is the name and description of the study, the number of
// repetitions, labels, tables and figures, and how the files of the language are
// laid out: comments, and what stands on which line. A value that is written
// otherwise, 0.10m/s for 0.1m/s, counts as a change.
func (s *Study) Hash() string {
	h := sha256.New()
	line(h, "study 1")
	for _, a := range s.fixed {
		line(h, "set", a.path, a.value.String())
	}
	for _, l := range s.loops {
		line(h, "loop", len(l.axes))
		for _, a := range l.axes {
			line(h, "axis", a.name, a.path)
			for _, v := range a.values {
				line(h, v.node.String())
			}
		}
	}
	for _, d := range s.derived {
		line(h, "variable", d.slot, formula(d.text))
	}
	for _, c := range s.filters {
		line(h, "where", formula(c.text))
	}
	for _, a := range s.let {
		line(h, "let", a.path, formula(a.value))
	}
	line(h, "seed", s.BaseSeed, s.Seeds)
	if u := s.Until; u != nil {
		line(h, "until", u.Metric, u.Relative, u.Absolute, u.Confidence, u.Min)
	}
	line(h, "metrics", len(s.Record.Metrics))
	for _, m := range s.Record.Metrics {
		line(h, m)
	}
	for _, series := range s.Record.Series {
		line(h, "series", series.Name, series.Period)
	}
	line(h, "scenario", s.base.Root())
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		line(h, "data", path.Base(name), len(s.files[name]))
		h.Write(s.files[name])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Identity returns what a file of results says of the study, which a version of
// the program runs.
func (s *Study) Identity(version string) results.Study {
	return results.Study{Name: s.Name, Text: s.Text, Hash: s.Hash(), Version: version, Cells: s.Count(), Repeat: s.Repeat}
}

// formula returns the text of an expression, which may be in quotes.
func formula(v *strict.Value) string {
	text, _, _ := v.Word()
	return text
}

// line adds values to a hash so that no others give the same bytes.
func line(h hash.Hash, values ...any) {
	for _, v := range values {
		fmt.Fprintf(h, "%q ", fmt.Sprint(v))
	}
	h.Write([]byte("\n"))
}
