// Package fault is how a configuration says which of its keys is at fault. The
// models that are configured do not know how files are read; whoever reads
// files asks an error for its Field.
//
// Left out: where in a file the key stands, which package scenarios/strict knows.
package fault

import "fmt"

// In returns an error about the value of a key, or of a path of keys below the
// configuration, such as "profile[2].depth".
func In(field, format string, args ...any) error {
	return &keyed{field: field, text: fmt.Sprintf(format, args...)}
}

type keyed struct{ field, text string }

// Error says what is wrong.
func (k *keyed) Error() string { return k.text }

// Field returns the key at fault.
func (k *keyed) Field() string { return k.field }
