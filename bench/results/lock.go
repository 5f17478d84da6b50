package results

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// lock keeps other writers away from a file. It is an flock on a companion of
// the file, so the kernel gives it up when the process dies, however it dies.
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
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, fmt.Errorf("%s: cannot be written (%w): choose a folder in which files can be made", path, reason(err))
		}
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err != nil {
			defer f.Close()
			return nil, refused(path, f, err)
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

// refused says why a lock was not to be had.
func refused(path string, f *os.File, err error) error {
	if !errors.Is(err, syscall.EWOULDBLOCK) {
		return fmt.Errorf("%s: the file system cannot lock files (%w): choose a folder on a local disk", path, err)
	}
	who, _ := io.ReadAll(io.LimitReader(f, 200))
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
