// Package fault is how a configuration says which of its keys is at fault. The
// models that are configured do not know how files are read; whoever reads
// files asks an error for its Field.
//
// Left out: where in a file the key stands, which package scenarios/strict knows.
package fault

import (
	"errors"
	"fmt"
)

// In returns an error about the value of a key, or of a path of keys below the
// configuration, such as "profile[2].depth".
func In(field, format string, args ...any) error {
	return &keyed{field, fmt.Errorf(format, args...)}
}

type keyed struct {
	field string
	error
}

// Unwrap returns what the error wraps.
func (k *keyed) Unwrap() error { return errors.Unwrap(k.error) }

// Field returns the key at fault.
func (k *keyed) Field() string { return k.field }

// Format tells what is wrong with the number of a file's format, where this program reads those from 1 to known.
func Format(have, known int64) error {
	switch {
	case have > known:
		return fmt.Errorf("its format is %d, and this program reads formats up to %d; take a newer halocline", have, known)
	case have < 1:
		return fmt.Errorf("its format is %d, and formats are numbered from 1; the file is damaged, so take a copy of it from elsewhere", have)
	}
	return nil
}

// Under returns an error about what stands below a key: that of its own field, if it has one, below the key.
func Under(field string, err error) error {
	if err == nil {
		return nil
	}
	var below interface{ Field() string }
	if errors.As(err, &below) {
		field += "." + below.Field()
	}
	return &keyed{field, err}
}
