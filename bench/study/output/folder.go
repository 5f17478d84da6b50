package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Folder is a folder that files are written into. A link that leads out of it is not followed:
// a file takes the place of one, and below one nothing is written.
type Folder struct{ root *os.Root }

// OpenFolder opens a folder, which it makes if need be.
func OpenFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Folder{root}, nil
}

// Write writes a file of the folder, or of a folder below it, which is made if need be. Until it
// is complete it has another name, so that a file of the name is never half of one.
func (f *Folder) Write(name string, text []byte) error {
	draft := name + ".part"
	if err := f.root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	if err := f.root.Remove(draft); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err := f.root.WriteFile(draft, text, 0o666)
	if err == nil {
		err = f.root.Rename(draft, name)
	}
	if err != nil {
		f.root.Remove(draft) // it may not be there
	}
	return err
}

// Close closes the folder.
func (f *Folder) Close() error { return f.root.Close() }
