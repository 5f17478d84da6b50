package command

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"halocline/scenarios/strict"
)

// A paragraph is broken anew where a line of it is too long, and a list is not.
func TestFilled(t *testing.T) {
	word := strings.Repeat("a", 49)
	rows := []struct{ text, want string }{
		{"short\nlines", "short\nlines"},
		{word + " " + word + " b", word + " " + word + "\nb"}, // 49 + 1 + 49 characters fit, two more do not
		{word + "\nb " + word + " " + word, word + " b\n" + word + " " + word},
		{"a list:\n  " + word + word + word, "a list:\n  " + word + word + word},
		{word + " " + word + "b", word + " " + word + "b"},
	}
	for _, r := range rows {
		if got := filled(r.text); got != r.want {
			t.Errorf("%q: %q, want %q", r.text, got, r.want)
		}
	}
}

// A file that cannot be written is a fault of the input, with its flag and its name; a
// full disk is one of the run.
func TestUnwritten(t *testing.T) {
	at := func(err error) error { return &fs.PathError{Op: "open", Path: "a/b.csv", Err: err} }
	rows := []struct {
		err  error
		code int
		want string
	}{
		{at(syscall.ENOENT), BadInput, "-o a/b.csv: there is no folder a; make it first"},
		{at(syscall.EISDIR), BadInput, "-o a/b.csv: is a folder; name a file"},
		{at(syscall.ENOTDIR), BadInput, "-o a/b.csv: a file is in the way of a folder; name another"},
		{at(syscall.EACCES), BadInput, "-o a/b.csv: cannot be written: permission denied; choose a folder in which files can be made"},
		{at(syscall.EROFS), BadInput, "-o a/b.csv: cannot be written: read-only file system; name another file"},
		{at(syscall.ENOSPC), Failed, "-o a/b.csv: cannot be written: no space left on device; make room, or name another file"},
		{errors.New("odd"), BadInput, "-o a/b.csv: cannot be written: odd; name another file"},
	}
	for _, r := range rows {
		if err := Unwritten("-o", "a/b.csv", r.err); err.Error() != r.want || ExitCode(err) != r.code {
			t.Errorf("%v: exit code %d, %v; want %d, %s", r.err, ExitCode(err), err, r.code, r.want)
		}
	}
	if err := Unwritten("", "b", at(syscall.EISDIR)); err.Error() != "b: is a folder; name a file" {
		t.Error(err)
	}
}

// An error that is several is counted and written line by line.
func TestDescribe(t *testing.T) {
	two := strict.Faults{{Msg: "a"}, {Msg: "b"}}
	rows := []struct {
		err  error
		want string
	}{
		{errors.New("a"), "a"},
		{two[:1], ": a"},
		{two, "2 faults\n: a\n: b"},
		{Failure(two), "2 faults\n: a\n: b"},
		{errors.Join(two, errors.New("c")), "3 faults\n: a\n: b\nc"},
		{errors.Join(nil, errors.New("c")), "c"},
		{errors.Join(errors.Join(two, two), Input(errors.New("c"))), "5 faults\n: a\n: b\n: a\n: b\nc"},
	}
	for _, r := range rows {
		if got := Describe(r.err); got != r.want {
			t.Errorf("%#v:\n got %s\nwant %s", r.err, got, r.want)
		}
	}
}
