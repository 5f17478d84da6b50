// Package tidy reads the source of a module and reports where it departs from
// the house rules: which package may import which, what a model must not
// touch, and the form of comments, panics, functions and files. It is a test
// kit: its own test holds this module to the rules.
//
// Left out: whatever needs types or judgement. A clock reached through a
// value, a map walked in its random order and a comment that says nothing are
// for the reader to find; formatting and the form of comments are for gofmt
// and staticcheck.
package tidy

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Fault is one departure from a rule.
type Fault struct {
	File string // path from the root of the module, with slashes
	Line int    // counted from 1
	Rule string // name of the rule
	Text string // what is wrong and what is allowed
}

// String writes the fault so that an editor finds the place.
func (f Fault) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", f.File, f.Line, f.Rule, f.Text)
}

// source is one parsed file.
type source struct {
	name   string // path from the root of the module, with slashes
	pkg    string // its package: the folder, from the root of the module
	module string // import path of the module
	test   bool
	fset   *token.FileSet
	file   *ast.File
}

// lines returns the number of lines of the file.
func (s *source) lines() int { return s.fset.File(s.file.Pos()).LineCount() }

// line returns the line of a position in the file.
func (s *source) line(p token.Pos) int { return s.fset.Position(p).Line }

// report takes one fault of the rule that is being checked.
type report func(p token.Pos, format string, args ...any)

// check looks for the faults of one rule in one file.
type check func(s *source, r report)

// Check reads every Go file of the module at root and returns the faults in
// order of file and line. Folders that the go command ignores are ignored. An
// error means that the module could not be read.
func Check(root string) ([]Fault, error) {
	sources, faults, err := load(root)
	if err != nil {
		return nil, err
	}
	faults = append(faults, apply(rules(), sources)...)
	faults = append(faults, packageComments(sources)...)
	faults = append(faults, closedModels(sources)...)
	slices.SortStableFunc(faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return faults, nil
}

// apply checks each file against the rules that hold for it.
func apply(table []rule, sources []*source) []Fault {
	var faults []Fault
	for _, s := range sources {
		for _, r := range table {
			if s.test && !r.tests || matchesAny(r.free, s.pkg) {
				continue
			}
			r.check(s, func(p token.Pos, format string, args ...any) {
				faults = append(faults, Fault{s.name, s.line(p), r.name, fmt.Sprintf(format, args...)})
			})
		}
	}
	return faults
}

// load parses the files of the module in order of path. A file that does not
// parse becomes a fault, so that one broken file does not hide the others.
func load(root string) ([]*source, []Fault, error) {
	module, err := modulePath(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, nil, err
	}
	fset := token.NewFileSet()
	var sources []*source
	var faults []Fault
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != root && ignored(name) {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			faults = append(faults, syntaxFault(rel, err))
			return nil
		}
		sources = append(sources, &source{
			name:   rel,
			pkg:    path.Dir(rel),
			module: module,
			test:   strings.HasSuffix(rel, "_test.go"),
			fset:   fset,
			file:   file,
		})
		return nil
	})
	return sources, faults, err
}

// modulePath returns the path that a go.mod file gives to its module.
func modulePath(gomod string) (string, error) {
	text, err := os.ReadFile(gomod)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) >= 2 && f[0] == "module" {
			return f[1], nil
		}
	}
	return "", fmt.Errorf("%s: no module line", gomod)
}

// ignored tells whether a folder is outside the module for the go command.
func ignored(dir string) bool {
	base := filepath.Base(dir)
	if base == "testdata" || base == "vendor" || base[0] == '.' || base[0] == '_' {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// syntaxFault is the fault of a file that the parser refused.
func syntaxFault(name string, err error) Fault {
	f := Fault{File: name, Line: 1, Rule: "syntax", Text: err.Error()}
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		f.Line, f.Text = list[0].Pos.Line, list[0].Msg
	}
	return f
}
