package phy

import "halocline/sim"

// In a large network nearly every frame meets a sender and radios that are not in the
// cache of the processor. Asked for one by one, when each is reached, they are waited for
// one by one; asked for together, they come together. So before a radio sends, if the
// kernel knows that it is going to, and in any case when it does, the medium looks at
// what the frame will meet. The sums are of no use, but somebody must use what is asked
// for.

// cachedRadios is how many radios the second cache of a processor holds, with what else
// there is for each, about.
const cachedRadios = 2000

// manyArms are so many that those of a few frames would push each other out of the cache.
// They lie in a row in memory, which a processor foresees by itself.
const manyArms = 256

// Foresee implements sim.Foreseer: a frame goes from the radio to its arms, from these to
// the sentries and the radios that may receive it, and from those to their protocols.
func (r *Radio) Foresee() any {
	if n := len(r.arms); n == 0 || n > manyArms || len(r.medium.radios) <= cachedRadios || r.sending != nil {
		return nil
	}
	r.medium.seen += uint32(r.meter.state) + uint32(len(r.arrivals))
	return (*outlook)(r)
}

// outlook is a radio that is going to send, and is here itself, but not its arms.
type outlook Radio

// Foresee looks at the arms. Two of them are less than a line of the cache.
func (o *outlook) Foresee() any {
	r := (*Radio)(o)
	sum := r.sentry().wave
	for i := 0; i < len(r.arms); i += 2 {
		sum += uint32(r.arms[i].to)
	}
	r.medium.seen += sum
	return (*audience)(r)
}

// audience is a radio that is going to send, and its arms are here, but not those whom
// they lead to.
type audience Radio

// Foresee looks at those.
func (a *audience) Foresee() any {
	r := (*Radio)(a)
	sum, sentries := uint32(0), r.medium.sentries
	for i := range r.arms {
		sum += sentries[r.arms[i].to].wave
	}
	r.medium.seen += sum
	r.medium.fetch(r.loud(r.arms, r.modem.Power))
	return (*hearers)(r)
}

// hearers is a radio that is going to send, and those that may receive it are here, but
// not their protocols.
type hearers Radio

// Foresee looks at those.
func (h *hearers) Foresee() any {
	(*Radio)(h).relays(func(l Relay) { l.Above() })
	return (*readers)(h)
}

// readers is a radio that is going to send, and the protocols of those that may receive
// it are here, but not those to whom they hand the frame.
type readers Radio

// Foresee looks at those.
func (d *readers) Foresee() any {
	(*Radio)(d).relays(func(l Relay) {
		if f, ok := l.Above().(sim.Foreseer); ok {
			f.Foresee()
		}
	})
	return nil
}

// relays calls a function with the protocols of those that may receive a frame.
func (r *Radio) relays(call func(Relay)) {
	for _, a := range r.loud(r.arms, r.modem.Power) {
		if l, ok := r.medium.radios[a.to].listener.(Relay); ok {
			call(l)
		}
	}
}

// loud returns the arms to the radios that a frame will be loud enough for, by the measure
// of the sender's carrier sense. Arms are by delay, so that the louder come first.
func (r *Radio) loud(arms []arm, power float64) []arm {
	least := r.senseLevel / power
	for i := range arms {
		if arms[i].gain < least {
			return arms[:i]
		}
	}
	return arms
}

// fetch looks at the radios that arms lead to.
func (m *Medium) fetch(arms []arm) {
	sum := int32(0)
	for i := range arms {
		sum += m.radios[arms[i].to].index
	}
	m.seen += uint32(sum)
}
