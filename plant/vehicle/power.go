package vehicle

import "math"

// Power returns the electrical power of all thrusters in a state, in W. It is NaN where
// the power of none is known.
func (m *Model) Power(s *State) float64 {
	sum, known := 0.0, false
	for i := range m.Thrusters {
		if t := &m.Thrusters[i]; t.powered() {
			sum += t.powerAt(m.Thrust(s, i))
			known = true
		}
	}
	if !known {
		return math.NaN()
	}
	return sum
}

// powered reports whether the electrical power of the thruster is known.
func (t *Thruster) powered() bool { return t.Power > 0 || t.Driver != nil && t.Driver.Power != nil }

// powerAt returns the electrical power at a thrust in N, W.
func (t *Thruster) powerAt(thrust float64) float64 {
	if t.Driver != nil && t.Driver.Power != nil {
		return t.Driver.powerAt(thrust)
	}
	x := math.Abs(thrust)
	return t.Power * (x * math.Sqrt(x)) // x^1.5, rounded twice: exact to an ulp, and a tenth of the time of math.Pow
}

// MostPower returns the electrical power of all thrusters at their limits, W.
func (m *Model) MostPower() float64 {
	sum := 0.0
	for i := range m.Thrusters {
		t := &m.Thrusters[i]
		sum += max(t.powerAt(t.Max), t.powerAt(t.MaxAstern))
	}
	return sum
}

// Consumed returns the electrical energy of all thrusters over a step from one state to another, J: by the mean power
// of its ends. A rotor without lag has had the speed of the end from the beginning on.
func (m *Model) Consumed(from, to *State, seconds float64) float64 {
	sum := 0.0
	for i := range m.Thrusters {
		t := &m.Thrusters[i]
		if !t.powered() {
			continue
		}
		end := t.powerAt(m.Thrust(to, i))
		if t.Lag > 0 {
			end = (t.powerAt(m.Thrust(from, i)) + end) / 2
		}
		sum += end
	}
	return sum * seconds
}
