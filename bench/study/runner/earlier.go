package runner

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"halocline/bench/study"
	"halocline/bench/study/results"
	"halocline/scenarios"
)

// Earlier is the result file of a study that has runs of another one, which need not be made again.
type Earlier struct {
	mu   sync.Mutex // held by who reads the file
	file *results.File
	of   func(results.Key) (results.Key, bool)
}

// OpenEarlier opens the result file of an earlier study, of which a study takes what it can. Its study is read again from a library. A file
// of another version of the program is refused, and so is one that can have no run of the study.
func OpenEarlier(ctx context.Context, l *scenarios.Library, path string, s *study.Study, version string) (*Earlier, error) {
	f, err := results.Open(path)
	if err != nil {
		return nil, err
	}
	e := &Earlier{file: f}
	if e.of, err = known(ctx, l, f.Study(), s, version); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return e, nil
}

// known returns which run of the file's study each run of a study is.
func known(ctx context.Context, l *scenarios.Library, of results.Study, s *study.Study, version string) (func(results.Key) (results.Key, bool), error) {
	if of.Version != version {
		return nil, fmt.Errorf("it was written by version %s of the program, and this is version %s: their results do not mix; leave it out", of.Version, version)
	}
	earlier, err := study.Reopen(ctx, l, of)
	if err != nil {
		return nil, err
	}
	return s.Reuse(earlier)
}

// run returns a run of the study, if the earlier file has it. One that failed is made again.
func (e *Earlier) run(k results.Key) (results.Run, bool, error) {
	if e == nil {
		return results.Run{}, false, nil
	}
	at, ok := e.of(k)
	if !ok {
		return results.Run{}, false, nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	run, ok, err := e.file.Run(at)
	run.Cell, run.Repetition = k.Cell, k.Repetition
	return run, ok && run.Status == results.OK, err
}

// Close closes the file.
func (e *Earlier) Close() error {
	if e == nil {
		return nil
	}
	return e.file.Close()
}
