package control

import (
	"fmt"
	"math"
	"time"
)

// Smith predicts the output of the plant 1/(a s^2 + b s) without the delay of its
// measurement, from a model of the plant and the inputs that are on their way
// (Smith, Closer control of loops with dead time, Chemical Engineering Progress
// 53, 1957). With an exact model the delay drops out of the characteristic
// equation, 1 + C P = 0 instead of 1 + C P exp(-s Td) = 0, and the output is that
// of the loop without delay.
//
// The input is held over a sample and the model is exact for that. As the plant
// integrates, a constant force that the model does not know, such as buoyancy,
// leaves a constant error even with an accumulated I (Astrom, Hang and Lim, IEEE
// Transactions on Automatic Control 39, 1994).
type Smith struct {
	delay int
	// Over a period T: x += move v + push u, v = keep v + gain u.
	move, keep, push, gain float64
}

// MaxSmithDelay is the longest delay of a Smith predictor, in samples.
const MaxSmithDelay = 32

// SmithState is the state of the model, and where it was.
type SmithState struct {
	X, V float64 // m, m/s
	past [MaxSmithDelay]float64
	next int
}

// NewSmith returns the predictor for a plant of mass a in kg with its added mass
// and linear drag b in kg/s, which is sampled at a period and whose measurement
// comes some samples late.
func NewSmith(a, b float64, period time.Duration, delay int) (*Smith, error) {
	switch {
	case !(a > 0) || math.IsInf(a, 0):
		return nil, fmt.Errorf("a: %g kg is given; more than 0 is due", a)
	case !(b >= 0) || math.IsInf(b, 0):
		return nil, fmt.Errorf("b: %g kg/s is given; at least 0 is due", b)
	case period <= 0:
		return nil, fmt.Errorf("period: %v is given; more than 0s is due", period)
	case delay < 0 || delay > MaxSmithDelay:
		return nil, fmt.Errorf("delay: %d samples are given; 0 to %d are due", delay, MaxSmithDelay)
	}
	t := period.Seconds()
	x := b * t / a
	// (1 - exp(-x)) / x and (x - 1 + exp(-x)) / x^2, near 0 by their series.
	first, second := 1-x/2, 0.5-x*(1./6-x*(1./24-x*(1./120-x/720)))
	if x > 0.01 {
		second = (x + math.Expm1(-x)) / (x * x)
	}
	if x > 1e-9 {
		first = -math.Expm1(-x) / x
	}
	return &Smith{delay: delay, move: t * first, keep: math.Exp(-x), push: t * t / a * second, gain: t / a * first}, nil
}

// Start returns the state of a model that has stood still at a place.
func (p *Smith) Start(x float64) SmithState {
	s := SmithState{X: x}
	for i := range s.past {
		s.past[i] = x
	}
	return s
}

// Predict returns what the measurement would be without delay: that of the model,
// corrected by how far the model was off when the measurement was made.
func (p *Smith) Predict(s *SmithState, measured float64) float64 {
	then := s.X
	if p.delay > 0 {
		then = s.past[(s.next+MaxSmithDelay-p.delay)%MaxSmithDelay]
	}
	return s.X + measured - then
}

// Step returns the state one period later, during which the plant has the input u
// in N.
func (p *Smith) Step(s SmithState, u float64) SmithState {
	s.past[s.next] = s.X
	s.next = (s.next + 1) % MaxSmithDelay
	s.X += p.move*s.V + p.push*u
	s.V = p.keep*s.V + p.gain*u
	return s
}
