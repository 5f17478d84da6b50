package study

import (
	"fmt"
	"slices"
	"strings"

	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// Override is what stands in place of what a study file says of its repetitions.
type Override struct {
	Precision float64 // until.relative; 0 for what the file says
	Repeat    int     // runs of a cell, at most where the precision decides; 0 for what the file says
}

// Of returns files in which the study of a name has the override. It is in the text of the study, so that
// a result file says what its runs were made by.
func (o Override) Of(files scenarios.Files, name string) scenarios.Files {
	read := files.Text
	files.Text = func(file string) ([]byte, error) {
		text, err := read(file)
		if err != nil || file != name || o == (Override{}) {
			return text, err
		}
		return o.written(name, text)
	}
	return files
}

// Flags returns the flags of halocline sweep that make the override.
func (o Override) Flags() []string {
	var out []string
	if o.Precision > 0 {
		out = append(out, "--precision", fmt.Sprint(o.Precision))
	}
	if o.Repeat > 0 {
		out = append(out, "--repeat", fmt.Sprint(o.Repeat))
	}
	return out
}

// written returns the text of a study with the override: what it replaces becomes a comment, so that
// each other line stays where it is, and the keys follow at the end.
func (o Override) written(name string, text []byte) ([]byte, error) {
	doc, err := strict.ReadAlone(func(string) ([]byte, error) { return text, nil }, name, Default(), strict.Models{})
	entries, ok := doc.Value().Entries()
	if err != nil || !ok {
		return text, nil // whoever reads the text finds the faults
	}
	fault := func(msg string) error { return strict.Faults{{Place: strict.Place{File: name}, Msg: msg}} }
	if msg := o.misfit(doc); msg != "" {
		return nil, fault(msg)
	}
	until, repeat := doc.Value("until"), o.Repeat > 0
	sets := o.until(until)
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for i, e := range entries {
		if e.At.Column != 1 {
			return nil, fault("its keys do not begin a line each, so that nothing can be put in their place; write until and repeat into the file")
		}
		if !(e.Key == "until" && sets != nil || e.Key == "repeat" && repeat) {
			continue
		}
		end := len(lines)
		if i+1 < len(entries) {
			end = entries[i+1].At.Line - 1
		}
		for n := e.At.Line - 1; n < end; n++ {
			lines[n] = "# " + lines[n]
		}
	}
	if sets != nil {
		lines = append(lines, "until: {"+strings.Join(sets, ", ")+"}")
	}
	if repeat {
		lines = append(lines, fmt.Sprintf("repeat: %d", o.Repeat))
	}
	return []byte(strings.Join(lines, "\n") + "\n"), nil
}

// misfit tells of a study whose cells are no grid, and which has another key in place of the override.
func (o Override) misfit(doc *strict.Document) string {
	switch {
	case doc.Value("boundary") != nil && o.Precision > 0:
		return "key within of boundary says how well the boundary is to be known; change it there, and leave --precision out"
	case doc.Value("boundary") != nil && o.Repeat > 0:
		return "key max of boundary is the largest number of runs; change it there, and leave --repeat out"
	case doc.Value("sensitivity") != nil && o.Precision > 0:
		return "cells of a sample of sensitivity have as many runs each; give more rows, or --repeat, and leave --precision out"
	}
	return ""
}

// until returns the keys of until with the override, or nil where it says nothing of them.
func (o Override) until(v *strict.Value) []string {
	if o.Precision == 0 && (v == nil || v.Get("max") == nil || o.Repeat == 0) {
		return nil
	}
	var replaced, sets []string
	if o.Precision > 0 {
		replaced, sets = []string{"relative"}, []string{fmt.Sprint("relative: ", o.Precision)}
	}
	if o.Repeat > 0 {
		replaced = append(replaced, "max")
	}
	if v != nil {
		entries, _ := v.Entries()
		for _, e := range entries {
			if !slices.Contains(replaced, e.Key) {
				sets = append(sets, e.Key+": "+e.Value.String())
			}
		}
	}
	return sets
}
