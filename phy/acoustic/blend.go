package acoustic

import "halocline/phy/ray"

// blend is the mean of signals, each with a weight.
type blend struct{ weight, delay, gain, shift, echo, late float64 }

// add adds a signal of a weight, with its gains times a factor. One without any energy has no delay.
func (b *blend) add(s *ray.Signal, weight, factor float64) {
	if s.Gain == 0 && s.Echo.Gain == 0 {
		return
	}
	gain, echo := weight*factor*s.Gain, weight*factor*s.Echo.Gain
	b.weight += weight
	b.delay += weight * s.Delay
	b.gain += gain
	b.shift += gain * (s.Doppler - 1)
	b.echo += echo
	b.late += echo * s.Echo.Delay
}

// signal returns the mean of what was added, which has some weight.
func (b *blend) signal() ray.Signal {
	s := ray.Signal{Delay: b.delay / b.weight, Gain: b.gain, Doppler: 1}
	if b.gain > 0 {
		s.Doppler += b.shift / b.gain
	}
	if b.echo > 0 {
		s.Echo = ray.Echo{Delay: b.late / b.echo, Gain: b.echo}
	}
	return s
}
