// Package studies holds the studies that come with the program. They lie beside it as
// YAML files; what such a file means is the business of package study.
//
// Left out: their results, which anybody can make: halocline sweep NAME.
package studies

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"halocline/bench/study"
	"halocline/scenarios"
	"halocline/scenarios/strict"
)

//go:embed *.yaml
var bundled embed.FS

// Bundled returns the names of the studies.
func Bundled() []string {
	files, _ := fs.Glob(bundled, "*.yaml")
	for i, f := range files {
		files[i] = strings.TrimSuffix(f, ".yaml")
	}
	return files
}

// Text returns a bundled study as it is written.
func Text(name string) ([]byte, error) {
	if !slices.Contains(Bundled(), name) {
		return nil, errors.New(strict.Unknown("bundled study", name, Bundled()))
	}
	return bundled.ReadFile(name + ".yaml")
}

// Load reads a study of scenarios that are made of a library: a file, or the name of a bundled one. When ctx is done before it is
// read, the error is the cause.
func Load(ctx context.Context, l *scenarios.Library, name string) (*study.Study, error) {
	return LoadWith(ctx, l, name, study.Override{})
}

// LoadWith reads a study as Load does, with an override.
func LoadWith(ctx context.Context, l *scenarios.Library, name string, o study.Override) (*study.Study, error) {
	if slices.Contains(Bundled(), name) {
		file := name + ".yaml"
		return study.Open(ctx, file, o.Of(scenarios.Files{Library: l, Text: strict.FS(bundled), Data: bundled.ReadFile}, file))
	}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, "./\\") {
		if _, err := os.Stat(name + ".yaml"); err == nil {
			return nil, fmt.Errorf("there is no file %s; did you mean %s.yaml?", name, name)
		}
		return nil, fmt.Errorf("no file and no bundled study is named %q; bundled are %s", name, strings.Join(Bundled(), ", "))
	}
	files := l.Disk()
	files.Text = noStudies(files.Text)
	return study.Open(ctx, name, o.Of(files, name))
}

// NoBase returns the fault of a study that is given as what a study is about.
func NoBase(name string) error {
	return fmt.Errorf("%s is a study, and a study extends a scenario only; halocline show %s > mine.yaml makes a file of it to begin with", name, name)
}

// noStudies says of a file that is not there and has the name of a bundled study that it
// is one: somebody wants to extend it.
func noStudies(open strict.Open) strict.Open {
	return func(file string) ([]byte, error) {
		text, err := open(file)
		if bare := strings.TrimSuffix(path.Base(file), ".yaml"); errors.Is(err, fs.ErrNotExist) && slices.Contains(Bundled(), bare) {
			return nil, NoBase(bare)
		}
		return text, err
	}
}
