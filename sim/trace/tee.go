package trace

// Tee returns a tracer that hands every record to all of the given ones, in
// their order. Nil ones are dropped; with none left Tee returns nil, and with
// one left that one. A nil pointer inside a Tracer is not nil.
func Tee(tracers ...Tracer) Tracer {
	var t tee
	for _, tracer := range tracers {
		if tracer != nil {
			t.tracers, t.takers = append(t.tracers, tracer), append(t.takers, TakerOf(tracer))
		}
	}
	switch len(t.tracers) {
	case 0:
		return nil
	case 1:
		return t.tracers[0]
	}
	return &t
}

// tee has each tracer twice: a record that is given as a copy would have to be put on the heap for a Taker.
type tee struct {
	tracers []Tracer
	takers  []Taker
}

func (t *tee) Emit(r Record) {
	for _, tracer := range t.tracers {
		tracer.Emit(r)
	}
}

func (t *tee) Take(r *Record) {
	for _, taker := range t.takers {
		taker.Take(r)
	}
}
