package results

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// lock keeps other writers away from a file. It is held by having a companion of
// the file open in a way that the system grants to one process at a time, so
// the system gives it up when the process dies, however it dies.
// SQLite's own locks protect one transaction at a time; to hold one of them
// for hours would keep readers out as well.
type lock struct {
	file *os.File
	name string
}

// acquire takes the lock of a file, or says at once who has it. The path is
// what the user calls the file.
func acquire(file, path string) (*lock, error) {
	name := file + "-lock"
	for {
		f, err := seize(name)
		if err != nil {
			return nil, refused(path, name, err)
		}
		if current(f, name) {
			host, _ := os.Hostname() // for the message of others; the lock holds without it
			f.Truncate(0)
			fmt.Fprintf(f, "process %d on %s", os.Getpid(), host)
			return &lock{f, name}, nil
		}
		f.Close() // the one who held it has just removed it: the lock is on a file without a name
	}
}

// release gives the lock up. The file goes first: whoever opened it before
// finds that it has no name any more.
func (l *lock) release() {
	os.Remove(l.name)
	l.file.Close()
}

// current tells whether an open file still bears its name.
func current(f *os.File, name string) bool {
	opened, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(name)
	return err == nil && os.SameFile(opened, named)
}

// noLocks is the error of a file system that cannot lock files.
type noLocks struct{ error }

// refused says why a lock was not to be had.
func refused(path, name string, err error) error {
	var none noLocks
	switch {
	case errors.As(err, &none):
		return fmt.Errorf("%s: the file system cannot lock files (%w): choose a folder on a local disk", path, none.error)
	case !errors.Is(err, ErrInUse):
		return fmt.Errorf("%s: cannot be written (%w): choose a folder in which files can be made", path, reason(err))
	}
	who, _ := os.ReadFile(name) // gone, if the other ends just now
	text := strings.TrimSpace(string(who))
	if text == "" {
		text = "another process"
	}
	return fmt.Errorf("%s: %w: %s writes to it; wait for it to end, or write to another file", path, ErrInUse, text)
}

// resolve returns the one name of a file that all of its names lead to, so
// that two writers meet at the same lock. The file need not exist.
func resolve(path string) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		return real, nil
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(full))
	if err != nil {
		return "", fmt.Errorf("%s: there is no folder %s (%w): make it first", path, filepath.Dir(path), reason(err))
	}
	return filepath.Join(dir, filepath.Base(full)), nil
}

// reason strips the name of the file, which the message has already.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
