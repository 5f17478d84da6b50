package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"halocline/bench/report/progress"
	"halocline/bench/study"
	"halocline/bench/study/studies"
	"halocline/cmd/command"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// checkup is what check finds out about a file, or about something bundled.
type checkup struct {
	Name     string       `json:"name"`
	Kind     string       `json:"kind,omitempty"` // scenario, study, vehicle, part or results; "" of what is not there
	OK       bool         `json:"ok"`
	Faults   []faultPlace `json:"faults"`
	Warnings []string     `json:"warnings"`

	err   error
	lib   *scenarios.Library
	later []scenarios.Later // events that are given beside a scenario
	looks io.Writer         // where progress is shown
}

// faultPlace is a fault with its place. Line and Column count from 1, and are 0 where the
// fault is one of the whole file or of an override.
type faultPlace struct {
	File    string `json:"file"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
}

// stdinName is what standard input is called in faults.
const stdinName = "<stdin>"

// checkOne checks what a name stands for. The error is that of an interrupt, and not of
// the input.
func checkOne(ctx context.Context, lib *scenarios.Library, looks io.Writer, stdin io.Reader, name string, sets []strict.Set, later []scenarios.Later) (checkup, error) {
	of := checkup{later: later, lib: lib, looks: looks, Name: name, Faults: []faultPlace{}, Warnings: []string{}}
	if name == "-" {
		of.Name = stdinName
		of.stdin(ctx, stdin, sets)
	} else {
		of.file(ctx, name, sets)
	}
	if ctx.Err() != nil {
		return of, command.Failure(context.Cause(ctx))
	}
	if of.Kind != "scenario" && of.err == nil && len(later) > 0 {
		of.err = command.Input(fmt.Errorf("--at changes a scenario while it runs, and %s is a %s; a scenario has events for that", name, of.Kind))
	}
	of.OK = of.err == nil
	of.Faults = append(of.Faults, placesOf(of.Name, of.err)...)
	return of, nil
}

// file checks a file, or something bundled.
func (of *checkup) file(ctx context.Context, name string, sets []strict.Set) {
	switch {
	case holdsResults(name):
		of.Kind, of.err = "results", resultGiven(name)
	case isFile(name) && of.lib.IsPart(name):
		of.Kind, of.err = "part", of.lib.CheckPart(name, sets)
	case isStudy(name):
		s, err := command.Until(ctx, func() (*study.Study, error) { return studies.Load(ctx, of.lib, name) })
		of.study(ctx, s, err, sets)
	case isVehicle(of.lib, name):
		of.Kind = "vehicle"
		of.found(command.Until(ctx, func() ([]string, error) { return of.lib.CheckVehicle(name, sets) }))
	default:
		plan, err := command.Until(ctx, func() (*scenarios.Plan, error) { return of.lib.Load(name, sets, of.later...) })
		if of.scenario(ctx, plan, err); err != nil && !isFile(name) {
			of.Kind = ""
		}
	}
}

// stdin checks the text that standard input has.
func (of *checkup) stdin(ctx context.Context, stdin io.Reader, sets []strict.Set) {
	text, err := command.Until(ctx, func() ([]byte, error) { return strict.ReadText(stdin) })
	switch {
	case err != nil:
		of.err = command.Input(fmt.Errorf("%s: %w", of.Name, err))
	case keyIn(text, keysOfStudy):
		s, err := command.Until(ctx, func() (*study.Study, error) { return study.Parse(of.lib, of.Name, string(text)) })
		of.study(ctx, s, err, sets)
	case of.lib.IsVehicleText(of.Name, string(text)):
		of.Kind = "vehicle"
		warnings, err := of.lib.CheckVehicleText(of.Name, string(text), sets)
		of.found(warnings, err)
	default:
		plan, err := of.lib.Parse(of.Name, string(text), sets, of.later...)
		of.scenario(ctx, plan, err)
	}
}

// found notes warnings and faults.
func (of *checkup) found(warnings []string, err error) {
	of.Warnings, of.err = append(of.Warnings, warnings...), err
}

// scenario checks a scenario that was read, unless it could not be.
func (of *checkup) scenario(ctx context.Context, plan *scenarios.Plan, err error) {
	of.Kind = "scenario"
	if err != nil {
		of.err = err
		return
	}
	if why := tooLarge(plan.Size()); why != "" {
		of.Warnings = append(of.Warnings, why+"; run asks for --many")
	}
	of.found(command.Until(ctx, plan.Check))
}

// study checks a study that was read, unless it could not be.
func (of *checkup) study(ctx context.Context, s *study.Study, err error, sets []strict.Set) {
	of.Kind = "study"
	switch {
	case len(sets) > 0:
		of.err = command.Input(fmt.Errorf("--set overrides a scenario or a vehicle, and %s is a study, which has set for that", of.Name))
	case err != nil:
		of.err = err
	default:
		of.Warnings = append(of.Warnings, besideBase(of.lib, of.Name, s)...)
		of.found(checkCells(ctx, progress.NewLine(of.looks), s, 0, true))
	}
}

// print writes the warnings, and whether all is well. The faults come at the end.
func (of *checkup) print(std command.Streams) {
	warn(std, of.Warnings)
	if of.OK {
		fmt.Fprintf(std.Out, "%s: ok\n", of.Name)
	}
}

// faultsOf returns the faults of all.
func faultsOf(all []checkup) error {
	var faults []error
	for _, of := range all {
		faults = append(faults, of.err)
	}
	return errors.Join(faults...)
}

// printCheckups writes a list as JSON. Its error says no more than the list does.
func printCheckups(std command.Streams, all []checkup) error {
	if err := command.PrintJSON(std, all); err != nil {
		return err
	}
	if err := faultsOf(all); err != nil {
		return command.Reported(err)
	}
	return nil
}

// placesOf returns the faults that an error stands for; file is where one without a place is.
func placesOf(file string, err error) []faultPlace {
	var list strict.Faults
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		var all []faultPlace
		for _, e := range many.Unwrap() {
			all = append(all, placesOf(file, e)...)
		}
		return all
	}
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &list):
		return []faultPlace{{File: file, Message: err.Error()}}
	}
	var all []faultPlace
	for _, f := range list {
		all = append(all, faultPlace{f.File, f.Line, f.Column, f.Msg})
	}
	return all
}
