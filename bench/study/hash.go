package study

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"halocline/bench/study/results"
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
	if s.Sensitivity != nil {
		line(h, "sensitivity", s.Sensitivity.Method)
	}
	if u := s.Until; u != nil {
		line(h, "until", s.Wanted(), u.Relative, u.Absolute, u.Confidence, u.Min)
	}
	if b := s.Boundary; b != nil {
		line(h, "boundary", b.Metric, b.At, b.Along, b.Within, b.Confidence)
	}
	s.hashShared(h)
	return hex.EncodeToString(h.Sum(nil))
}

// hashShared adds what all cells have in common beside set: what is recorded, the scenario, and the files of data.
func (s *Study) hashShared(h hash.Hash) {
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
}

// Identity returns what a file of results says of the study, which a version of
// the program runs.
func (s *Study) Identity(version string) results.Study {
	return results.Study{
		Name: s.Name, Text: s.Text, Hash: s.Hash(), Version: version, Cells: s.Count(), Repeat: s.Repeat, Sources: s.folder(),
	}
}

// folder returns the files that the study was read from: its own, that of the base, those
// that the base extends, and those of data. Their names are such that in a folder that has
// them the study reads the same. What lies outside the study's folder is beside that, or
// beside a folder that it is in.
func (s *Study) folder() []results.Source {
	all := append([]results.Source{{Name: s.File, Text: s.Text}}, s.texts...)
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		read := func(f results.Source) bool { return f.Name == name }
		if !slices.ContainsFunc(s.texts, read) { // as a modem may be that the base and an axis name
			all = append(all, results.Source{Name: name, Text: string(s.files[name])})
		}
	}
	up := 0 // folders above that of the study that a name goes
	for i, f := range all {
		if name, err := filepath.Rel(path.Dir(s.File), f.Name); err == nil {
			all[i].Name = filepath.ToSlash(name)
		}
		up = max(up, strings.Count(all[i].Name, "../"))
	}
	for i := range all {
		all[i].Name = path.Join(".", strings.Repeat("study/", up), all[i].Name)
		taken := func(f results.Source) bool { return f.Name == all[i].Name }
		if slices.ContainsFunc(all[:i], taken) { // a bundled scenario, and a study of the same name
			all[i].Name = path.Join("other", all[i].Name)
		}
	}
	return all
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
