// Package check looks at files without running them: scenarios, studies, vehicles and parts
// of them. It tells what a file is, its faults with their places, its warnings, and whether a
// run takes more than somebody may have meant.
//
// What is a fault is the business of package scenarios and of package study. Begin with One.
package check

import (
	"context"
	"errors"
	"fmt"
	"io"

	"halocline/bench/report/progress"
	"halocline/bench/study"
	"halocline/bench/study/pool"
	"halocline/bench/study/studies"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// Report is what is found out about a file, or about something bundled.
type Report struct {
	Name     string   `json:"name"`
	Kind     string   `json:"kind,omitempty"` // scenario, study, vehicle, part, results or recording; "" of what is not there
	OK       bool     `json:"ok"`
	Faults   []Fault  `json:"faults"`
	Warnings []string `json:"warnings"`
	Err      error    `json:"-"` // that the faults are of

	lib   *scenarios.Library
	given Given
}

// Given is what is given beside a name.
type Given struct {
	Stdin io.Reader         // what the name - stands for
	Looks io.Writer         // where progress is shown
	Sets  []strict.Set      // values that are overridden
	Later []scenarios.Later // events of a scenario
}

// Fault is a fault with its place. Line and Column count from 1, and are 0 where the
// fault is one of the whole file or of an override.
type Fault struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
}

// stdinName is what standard input is called in faults.
const stdinName = "<stdin>"

// One checks what a name stands for. The error is that of an interrupt, and not of
// the input.
func One(ctx context.Context, lib *scenarios.Library, name string, g Given) (Report, error) {
	of := Report{lib: lib, given: g, Name: name, Faults: []Fault{}, Warnings: []string{}}
	if name == "-" {
		of.Name = stdinName
		of.stdin(ctx)
	} else {
		of.file(ctx, name)
	}
	if ctx.Err() != nil {
		return of, context.Cause(ctx)
	}
	if of.Kind != "scenario" && of.Err == nil && len(g.Later) > 0 {
		of.Err = fmt.Errorf("--at changes a scenario while it runs, and %s is a %s; a scenario has events for that", name, of.Kind)
	}
	of.OK = of.Err == nil
	of.Faults = append(of.Faults, placesOf(of.Name, of.Err)...)
	return of, nil
}

// file checks a file, or something bundled.
func (of *Report) file(ctx context.Context, name string) {
	switch {
	case HoldsResults(name):
		of.Kind, of.Err = "results", ResultGiven(name)
	case IsRecording(name):
		of.Kind, of.Err = "recording", RecordingGiven(name)
	case isFile(name) && of.lib.IsPart(name):
		of.Kind, of.Err = "part", of.lib.CheckPart(name, of.given.Sets)
	case IsStudy(name):
		s, err := pool.Until(ctx, func() (*study.Study, error) { return studies.Load(ctx, of.lib, name) })
		of.study(ctx, s, err)
	case IsVehicle(of.lib, name):
		of.Kind = "vehicle"
		of.found(pool.Until(ctx, func() ([]string, error) { return of.lib.CheckVehicle(name, of.given.Sets) }))
	case isFile(name) && !hasKey(name, "base") && of.lib.IsForeign(name):
		of.Err = fmt.Errorf("%s: none of its keys is one of a scenario, a study or a vehicle; if it is a part of one, such as a modem, name its model, as in type: plain", name)
	default:
		plan, err := pool.Until(ctx, func() (*scenarios.Plan, error) { return of.lib.Load(name, of.given.Sets, of.given.Later...) })
		if of.scenario(ctx, plan, err); err != nil && !isFile(name) {
			of.Kind = ""
		}
	}
}

// stdin checks the text that standard input has.
func (of *Report) stdin(ctx context.Context) {
	text, err := pool.Until(ctx, func() ([]byte, error) { return strict.ReadText(of.given.Stdin) })
	switch {
	case err != nil:
		of.Err = fmt.Errorf("%s: %w", of.Name, err)
	case keyIn(text, keysOfStudy):
		s, err := pool.Until(ctx, func() (*study.Study, error) { return study.Parse(of.lib, of.Name, string(text)) })
		of.study(ctx, s, err)
	case of.lib.IsVehicleText(of.Name, string(text)):
		of.Kind = "vehicle"
		warnings, err := of.lib.CheckVehicleText(of.Name, string(text), of.given.Sets)
		of.found(warnings, err)
	default:
		plan, err := of.lib.Parse(of.Name, string(text), of.given.Sets, of.given.Later...)
		of.scenario(ctx, plan, err)
	}
}

// found notes warnings and faults.
func (of *Report) found(warnings []string, err error) {
	of.Warnings, of.Err = append(of.Warnings, warnings...), err
}

// scenario checks a scenario that was read, unless it could not be.
func (of *Report) scenario(ctx context.Context, plan *scenarios.Plan, err error) {
	of.Kind = "scenario"
	if err != nil {
		of.Err = err
		return
	}
	if why := tooLarge(plan.Size()); why != "" {
		of.Warnings = append(of.Warnings, why+"; run asks for --many")
	}
	of.found(pool.Until(ctx, plan.Check))
}

// study checks a study that was read, unless it could not be.
func (of *Report) study(ctx context.Context, s *study.Study, err error) {
	of.Kind = "study"
	switch {
	case len(of.given.Sets) > 0:
		of.Err = fmt.Errorf("--set overrides a scenario or a vehicle, and %s is a study, which has set for that", of.Name)
	case err != nil:
		of.Err = err
	default:
		of.Warnings = append(of.Warnings, BesideBase(of.lib, of.Name, s)...)
		of.found(Cells(ctx, progress.NewLine(of.given.Looks), s, 0, true))
	}
}

// placesOf returns the faults that an error stands for; file is where one without a place is.
func placesOf(file string, err error) []Fault {
	var list strict.Faults
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		var all []Fault
		for _, e := range many.Unwrap() {
			all = append(all, placesOf(file, e)...)
		}
		return all
	}
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &list):
		return []Fault{{File: file, Message: err.Error()}}
	}
	var all []Fault
	for _, f := range list {
		all = append(all, Fault{f.File, f.Line, f.Column, f.Msg})
	}
	return all
}
