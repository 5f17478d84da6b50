package strict

import (
	"errors"
	"strings"
)

// FaultFrom adds the faults of err, if it is not nil, at the value of path, or
// below it where they name a Field. It reports whether there was one.
func (d *Document) FaultFrom(path string, err error) bool {
	d.log.addError(err, path, d.Place)
	return err != nil
}

// addError adds the faults of an error of the checks that a model makes itself:
// several where it joins several, none where it is nil. Each stands at path, or
// below it if the error, or one that it wraps, has a method Field() string with
// the key at fault. Place finds the place of a path.
func (l *faultLog) addError(err error, path string, place func(path string) Place) {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			l.addError(e, path, place)
		}
		return
	}
	if err == nil {
		return
	}
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		if named, ok := inner.(interface{ Field() string }); ok {
			path = below(path, named.Field())
		}
	}
	l.add(place(path), "%s", err)
}

// below returns the path of a field of the value at path; either may be empty.
func below(path, field string) string {
	if path == "" || field == "" || strings.HasPrefix(field, "[") {
		return path + field
	}
	return path + "." + field
}
