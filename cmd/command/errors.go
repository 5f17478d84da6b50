package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"halocline/scenarios/strict"
)

// The exit codes of every command.
const (
	OK       = 0
	Failed   = 1  // a run failed or was interrupted, or a check did not hold
	BadInput = 2  // the input is wrong; trying again is no use
	TryAgain = 75 // try again (EX_TEMPFAIL of sysexits.h)
)

// failure is an error of a run rather than of the input.
type failure struct{ error }

// Failure makes an error of a run rather than of the input.
func Failure(err error) error { return failure{err} }

func (f failure) Unwrap() error { return f.error }

// retry is an error that may not come again.
type retry struct{ error }

// Retry makes an error that may not come again.
func Retry(err error) error { return retry{err} }

func (r retry) Unwrap() error { return r.error }

// inputError is an error of the input that has no place in a file.
type inputError struct{ error }

// Input makes an error of the input that has no place in a file.
func Input(err error) error { return inputError{err} }

func (e inputError) Unwrap() error { return e.error }

// reported is an error that standard output tells of already.
type reported struct{ error }

// Reported makes an error that standard output tells of already.
func Reported(err error) error { return reported{err} }

func (r reported) Unwrap() error { return r.error }

// ExitCode tells what an error means for whoever called. What is not known to
// be the fault of a run is taken for a fault of the input, as cobra's own
// complaints about arguments are.
func ExitCode(err error) int {
	var f failure
	var again retry
	switch {
	case errors.As(err, &again):
		return TryAgain
	case errors.As(err, &f):
		return Failed
	}
	return BadInput
}

// Describe writes one fault on one line, and several below their number.
func Describe(err error) string {
	if n := faults(err); n > 1 {
		return fmt.Sprintf("%d faults\n%v", n, err)
	}
	return err.Error()
}

// faults returns the number of faults that an error stands for.
func faults(err error) int {
	var list strict.Faults
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		n := 0
		for _, e := range many.Unwrap() {
			n += faults(e)
		}
		return n
	}
	if errors.As(err, &list) {
		return len(list)
	}
	return 1
}

// Unwritten says why a file, or a folder, cannot be made that a flag names; "" is none.
// It is an error of the input, but for a disk that is full.
func Unwritten(flag, path string, err error) error {
	why, where := Cause(err), strings.TrimSpace(flag+" "+path)
	switch wrong := (inputError{}); {
	case errors.As(err, &wrong): // of the name itself
	case errors.Is(why, syscall.ENOSPC):
		return failure{fmt.Errorf("%s: cannot be written: %w; make room, or name another file", where, why)}
	case errors.Is(why, fs.ErrNotExist):
		why = fmt.Errorf("there is no folder %s; make it first", filepath.Dir(path))
	case errors.Is(why, syscall.ENOTDIR):
		why = errors.New("a file is in the way of a folder; name another")
	case errors.Is(why, syscall.EISDIR):
		why = errors.New("is a folder; name a file")
	case errors.Is(why, fs.ErrPermission):
		why = fmt.Errorf("cannot be written: %w; choose a folder in which files can be made", why)
	default:
		why = fmt.Errorf("cannot be written: %w; name another file", why)
	}
	return inputError{fmt.Errorf("%s: %w", where, why)}
}

// WriteFile writes a file that a flag names. Where it cannot, nothing is left of one that is new.
func WriteFile(flag, path string, data []byte) error {
	_, none := os.Stat(path)
	err := os.WriteFile(path, data, 0o666)
	if err == nil {
		return nil
	}
	if none != nil {
		_ = os.Remove(path) // there may be none
	}
	return Unwritten(flag, path, err)
}

// UnlessInput makes the error of a run of one that is not known to be of the input.
func UnlessInput(err error) error {
	if err == nil {
		return nil
	}
	var input inputError
	if errors.As(err, &input) {
		return err
	}
	return failure{err}
}

// Cause strips an error of the file's name, which the message has already.
func Cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
