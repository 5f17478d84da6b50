package results

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Shard opens the file of a part of a study for writing, makes it if need be,
// and goes on with one that was interrupted. It bears a temporary name,
// with -partial at its end, until it is complete; if there is a complete one, the error is
// ErrComplete, and there is nothing left to do. A draft cannot be read while it
// is written. When ctx is done before the draft is ready, one that was not there is not
// made, and the error wraps the cause.
func Shard(ctx context.Context, path string, study Study, cells []Cell, part Part) (*Writer, error) {
	if err := part.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return begin(ctx, path, &content{study: study, part: part, cells: cells}, func(name string) (string, bool, error) {
		if _, err := os.Lstat(name); err == nil {
			return "", false, completed(path, study, cells, part)
		}
		draft := draftOf(name)
		if _, err := os.Lstat(draft); err == nil {
			return draft, false, nil
		}
		return draft, true, build(ctx, draft, path, &content{study: study, part: part, cells: cells})
	})
}

// draftOf returns the name of a shard that is not complete.
func draftOf(path string) string { return path + "-partial" }

// completed says that a shard is complete, or what else stands in its place.
func completed(path string, study Study, cells []Cell, part Part) error {
	f, err := Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.content.differs(path, &content{study: study, part: part, cells: cells}); err != nil {
		return err
	}
	missing, err := f.Missing()
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		return fmt.Errorf("%s: %w: it lacks %d runs of %v, and does not bear the name of a draft; resume it or remove it",
			path, ErrExists, len(missing), part)
	}
	return fmt.Errorf("%s: %w: remove it to do it again", path, ErrComplete)
}

// ReadShard reads a part such as 2/8: counted from 0 the index is 1.
func ReadShard(text string) (i, n int, err error) {
	a, b, ok := strings.Cut(text, "/")
	i, errI := strconv.Atoi(a)
	n, errN := strconv.Atoi(b)
	if !ok || errI != nil || errN != nil || i < 1 || n < i {
		return 0, 0, fmt.Errorf("%s: write a part such as 2/8, from 1/8 to 8/8", text)
	}
	return i - 1, n, nil
}
