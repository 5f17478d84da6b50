package slurm

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Fetch copies the result to a file, which has its name only when it is whole.
// Where that is the result itself, nothing is done.
func (a Array) Fetch(to string) (err error) {
	from, err := os.Open(a.Result())
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("slurm: there is no result yet: %w", err)
	}
	if err != nil {
		return err
	}
	defer from.Close()
	here, err := from.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(to); err == nil && os.SameFile(here, there) {
		return nil
	}
	part, err := os.CreateTemp(filepath.Dir(to), filepath.Base(to)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(part.Name()) // in vain once it has its name
	_, err = io.Copy(part, from)
	if err == nil {
		err = part.Chmod(here.Mode().Perm())
	}
	if err = errors.Join(err, part.Close()); err != nil {
		return err
	}
	return os.Rename(part.Name(), to)
}
