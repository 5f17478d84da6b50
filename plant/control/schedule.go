package control

import (
	"math"
	"slices"
	"time"

	"halocline/sim/geom"
)

// Zones chooses a set of gains by distance: set 0 within the first limit, set 1
// within the second, and so on; the last set beyond the last limit. Where gains
// go by link, the number of the link is the set and no zones are needed.
type Zones struct {
	Limits []float64 // m, rising
	// Hysteresis is how far in m beyond a limit the distance must come before the
	// set of the zone outside is taken again, so that noise does not switch to and
	// fro.
	Hysteresis float64
}

// Set returns the set for a distance in m, given the last set. A distance at a
// limit is within it; one that is not a number changes nothing.
func (z Zones) Set(last int, distance float64) int {
	if math.IsNaN(distance) {
		return last
	}
	set, _ := slices.BinarySearch(z.Limits, distance)
	if set <= last {
		return set
	}
	held, _ := slices.BinarySearch(z.Limits, distance-z.Hysteresis)
	return max(held, min(last, len(z.Limits)))
}

// Bank is a controller with several sets of gains.
type Bank struct {
	Sets []PID
	// Fade is the time constant in which the jump that a switch would make in the
	// output dies out. An I that adds up, with a Ki, takes the jump over and nothing needs
	// to fade, except what its clamp refuses. 0 switches hard.
	Fade time.Duration
}

// BankState is what a bank remembers.
type BankState struct {
	PID    PIDState
	Set    int
	Offset float64 // what is left of the jumps, in units of the output
}

// Step returns the output of a set at a sample, and the state after it. At the
// sample of a switch it is the output that the set before would have given, if
// the limits of the new set allow it.
func (b *Bank) Step(s BankState, set int, err, measured float64, dt time.Duration) (BankState, float64) {
	if b.Fade > 0 {
		s.Offset *= math.Exp(-dt.Seconds() / b.Fade.Seconds())
	}
	c := &b.Sets[set]
	next, u := c.Step(s.PID, err, measured, dt)
	if set != s.Set && s.PID.Begun && b.Fade > 0 {
		_, old := b.Sets[s.Set].Step(s.PID, err, measured, dt)
		jump := old - u
		if c.Integral != PerSample && c.Ki != 0 { // without Ki it would never give it back
			free := c.Kp*err + next.I + next.D
			i := c.clamp(next.I + old - free)
			next.I, u = i, free+i-next.I
			jump = old - u
		}
		s.Offset += jump
	}
	s.PID, s.Set = next, set
	return s, c.limit(u + s.Offset)
}

// Banks is a bank for each of three axes, which change their sets together.
type Banks [3]Bank

// BanksState is what they remember.
type BanksState [3]BankState

// Step returns the output of a set along each axis, and the state after it.
func (b *Banks) Step(s BanksState, set int, err, measured geom.Vec, dt time.Duration) (BanksState, geom.Vec) {
	var u geom.Vec
	s[0], u.X = b[0].Step(s[0], set, err.X, measured.X, dt)
	s[1], u.Y = b[1].Step(s[1], set, err.Y, measured.Y, dt)
	s[2], u.Z = b[2].Step(s[2], set, err.Z, measured.Z, dt)
	return s, u
}

// Begin returns the state of one that goes on with what a PID remembers, or nothing, and a
// set; that is no switch.
func (s BanksState) Begin(set int) BanksState {
	for i := range s {
		s[i] = BankState{PID: s[i].PID, Set: set}
	}
	return s
}

// Missing says what becomes of a command when no sample comes to renew it.
type Missing struct {
	Policy   Policy
	Due      time.Duration // the age up to which a command is in force
	Patience time.Duration // how long it is held or fades after that
}

// Policy is what is done after a command is due for renewal.
type Policy uint8

// The policies.
const (
	// Hold keeps the command, for the whole patience; without patience for good.
	Hold Policy = iota
	// Zero drops it at once.
	Zero
	// Wane lets it fall to zero in a straight line during the patience.
	Wane
)

// Weight returns the factor from 0 to 1 for a command of an age.
func (m Missing) Weight(age time.Duration) float64 {
	over := age - m.Due
	switch {
	case over <= 0:
		return 1
	case m.Policy == Hold && (m.Patience == 0 || over <= m.Patience):
		return 1
	case m.Policy == Wane && over < m.Patience:
		return 1 - float64(over)/float64(m.Patience)
	}
	return 0
}
