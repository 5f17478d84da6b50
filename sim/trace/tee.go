package trace

// Tee returns a tracer that hands every record to all of the given ones, in
// their order. Nil ones are dropped; with none left Tee returns nil, and with
// one left that one. A nil pointer inside a Tracer is not nil.
func Tee(tracers ...Tracer) Tracer {
	var t tee
	for _, tracer := range tracers {
		if tracer != nil {
			t = append(t, tracer)
		}
	}
	switch len(t) {
	case 0:
		return nil
	case 1:
		return t[0]
	}
	return t
}

type tee []Tracer

func (t tee) Emit(r Record) {
	for _, tracer := range t {
		tracer.Emit(r)
	}
}
