package pool

import (
	"errors"
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
)

// Panic is a panic of work: what it said, and where in the program it was.
type Panic struct {
	Text  string
	At    string // the file below its package and the line, as lab/fickle/fickle.go:118; empty if nothing is known
	Own   bool   // the file is of another module, whose program has this one's packages
	Stack []byte
}

// Error has the stack in it, as whoever tells of the panic of another goroutine needs.
func (p *Panic) Error() string { return p.Text + "\n\n" + string(p.Stack) }

// Recovered returns what is known of a value that recover has returned. It is called by the function that calls recover.
func Recovered(v any) *Panic {
	if err, ok := v.(error); ok {
		if before := (*Panic)(nil); errors.As(err, &before) { // of another goroutine
			return before
		}
	}
	p := &Panic{Text: fmt.Sprint(v), Stack: debug.Stack()}
	module := "halocline"
	if info, ok := debug.ReadBuildInfo(); ok {
		module = info.Main.Path
	}
	calls := make([]uintptr, 100)
	p.At, p.Own = place(runtime.CallersFrames(calls[:runtime.Callers(0, calls)]), module)
	return p
}

// place returns where a panic began, by the stack of who recovers it: the innermost place in the module of the program, whichever
// package it called, because that is what its author has written.
func place(frames *runtime.Frames, module string) (at string, own bool) {
	panicking, first := false, ""
	for {
		f, more := frames.Next()
		folder := packageOf(f.Function)
		if folder == "main" {
			folder = module
		}
		where := fmt.Sprintf("%s:%d", path.Join(folder, path.Base(f.File)), f.Line)
		switch {
		case f.Function == "runtime.gopanic":
			panicking, first = true, ""
		case !panicking || folder == "runtime":
		case f.Function != "main.main" && (folder == module || strings.HasPrefix(folder, module+"/")):
			return where, module != "halocline"
		case first == "":
			first = where
		}
		if !more {
			return first, false
		}
	}
}

// packageOf returns the path of the package of a function: lab/fickle of lab/fickle.(*node).send.
func packageOf(function string) string {
	slash := strings.LastIndex(function, "/") + 1
	name, _, _ := strings.Cut(function[slash:], ".")
	return function[:slash] + name
}
