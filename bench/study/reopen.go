package study

import (
	"context"
	"fmt"
	"io/fs"
	"path"

	"halocline/bench/study/results"
	"halocline/scenarios"
)

// Reopen reads a study from what a file of results has of it: its own file, its scenario, and the data that they name. What else it
// names is in the library. A study that reads otherwise than it did is an error, since its runs would be others.
func Reopen(ctx context.Context, l *scenarios.Library, of results.Study) (*Study, error) {
	if len(of.Sources) == 0 {
		return nil, fmt.Errorf("the results of version %s do not hold the files of their study; run it again to see its runs", of.Version)
	}
	texts := map[string]string{}
	for _, f := range of.Sources {
		texts[path.Clean(f.Name)] = f.Text
	}
	read := func(name string) ([]byte, error) {
		if text, ok := texts[path.Clean(name)]; ok {
			return []byte(text), nil
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	s, err := Open(ctx, of.Sources[0].Name, scenarios.Files{Library: l, Text: read, Data: read})
	if err != nil {
		return nil, fmt.Errorf("the study in the results of version %s cannot be read: %w", of.Version, err)
	}
	if s.Hash() != of.Hash {
		return nil, fmt.Errorf("the study in the results reads otherwise now than in version %s, which made them, so that its runs would be others; take that version, or run the study again", of.Version)
	}
	return s, nil
}
