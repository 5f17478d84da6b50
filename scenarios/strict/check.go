package strict

import "errors"

// FaultFrom adds the faults of err, if it is not nil, at the value of path, or
// below it where they name a Field. It reports whether there was one.
func (d *Document) FaultFrom(path string, err error) bool {
	if err == nil {
		return false
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			d.FaultFrom(path, e)
		}
		return true
	}
	var named interface{ Field() string }
	if errors.As(err, &named) {
		path += "." + named.Field()
	}
	d.Fault(path, "%v", err)
	return true
}
