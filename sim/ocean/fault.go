package ocean

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// fault is something wrong with one value of a configuration.
type fault struct {
	field string
	err   error
}

func (f *fault) Error() string { return f.field + ": " + f.err.Error() }
func (f *fault) Unwrap() error { return f.err }

// Field returns the key of the value, or its path below the struct.
func (f *fault) Field() string { return f.field }

// faults collects what is wrong with a configuration.
type faults []error

// add records a fault unless ok.
func (f *faults) add(ok bool, field, format string, args ...any) {
	if !ok {
		*f = append(*f, &fault{field, fmt.Errorf(format, args...)})
	}
}

// within records a fault unless v is finite and inside the limit.
func (f *faults) within(field string, v float64, allowed Limit) {
	f.add(v >= allowed.Min && v <= allowed.Max && !math.IsInf(v, 0), field,
		"%s is not allowed; the range is %s", withUnit(v, allowed.Unit), allowed)
}

// finite records a fault unless v is a number.
func (f *faults) finite(field string, v float64) {
	f.add(!math.IsNaN(v) && !math.IsInf(v, 0), field, "%g is not a number", v)
}

// inner records the faults of the struct below a key.
func (f *faults) inner(key string, err error) {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			f.inner(key, e)
		}
		return
	}
	var one *fault
	switch {
	case errors.As(err, &one):
		f.add(false, key+"."+one.field, "%w", one.err)
	case err != nil:
		f.add(false, key, "%w", err)
	}
}

// err returns the faults joined, or nil.
func (f faults) err() error { return errors.Join(f...) }

// element returns the path of one element of a list.
func element(field string, i int) string { return field + "[" + strconv.Itoa(i) + "]" }
