package vehicle

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
)

// Propeller is a propeller by what was measured of it in open water. With n its speed in rev/s, D its diameter, u the speed ahead
// through the water and J = u/(n D) it gives the thrust and takes the torque
//
//	T = rho D^4 K_T(J) n|n|,  Q = rho D^5 K_Q(J) n|n|
//
// (Carlton, Marine Propellers and Propulsion, 2007, chapter 6). The hull gets T along the axis and, about it, Q against the sense in
// which the propeller turns. The coefficients are linear between the rows of the table and held beyond: what a propeller does that the
// water turns is left out, and so are the wake of the hull and the suction of the propeller on it.
type Propeller struct {
	Diameter float64   // m
	Left     bool      // it turns anticlockwise ahead, seen from astern
	Astern   float64   // share of the thrust that it gives when it turns the other way
	Advance  []float64 // J, increasing
	Thrust   []float64 // K_T
	Torque   []float64 // K_Q
}

// nominalDensity is that of the sea water for which the speed of a propeller is chosen, kg/m3.
const nominalDensity = 1025

// curve returns the thrust in water at rest, for which speeds are chosen.
func (p *Propeller) curve() Curve {
	ahead := nominalDensity * math.Pow(p.Diameter, 4) * interpolate(p.Advance, p.Thrust, 0) / (4 * math.Pi * math.Pi)
	return Curve{Ahead: ahead, Astern: ahead * p.Astern}
}

// push returns the thrust in N at n rad/s and u m/s ahead, and the torque on the hull about the axis in N m.
func (p *Propeller) push(n, u, density float64) (thrust, torque float64) {
	if n == 0 {
		return 0, 0
	}
	turns := n / (2 * math.Pi)
	advance := u / (turns * p.Diameter)
	square := density * p.Diameter * p.Diameter * p.Diameter * p.Diameter * turns * math.Abs(turns)
	thrust = square * interpolate(p.Advance, p.Thrust, advance)
	torque = -square * p.Diameter * interpolate(p.Advance, p.Torque, advance)
	if n < 0 {
		thrust *= p.Astern
	}
	if p.Left {
		torque = -torque
	}
	return thrust, torque
}

// interpolate returns y at x, linear between the rows and held beyond.
func interpolate(xs, ys []float64, x float64) float64 {
	i := sort.SearchFloat64s(xs, x)
	switch i {
	case 0:
		return ys[0]
	case len(xs):
		return ys[i-1]
	}
	share := (x - xs[i-1]) / (xs[i] - xs[i-1])
	return ys[i-1] + share*(ys[i]-ys[i-1])
}

// check finds constants that no propeller has.
func (p *Propeller) check() error {
	switch {
	case !(p.Diameter > 0) || !(p.Astern > 0):
		return errors.New("the diameter and the share of the thrust astern must be positive")
	case len(p.Advance) == 0 || len(p.Thrust) != len(p.Advance) || len(p.Torque) != len(p.Advance):
		return fmt.Errorf("the table has %d advance numbers, %d of K_T and %d of K_Q; write as many of each, one at least", len(p.Advance), len(p.Thrust), len(p.Torque))
	case !increasing(p.Advance):
		return errors.New("the advance numbers of the table must increase")
	case !(interpolate(p.Advance, p.Thrust, 0) > 0):
		return errors.New("K_T in water at rest, at J = 0, must be positive")
	}
	return nil
}

// increasing reports whether each number is more than the one before.
func increasing(xs []float64) bool {
	for i := 1; i < len(xs); i++ {
		if !(xs[i] > xs[i-1]) {
			return false
		}
	}
	return true
}

// Driver is a motor controller that is told a pulse width: it gives the thrust of the table at the pulse of whole steps that is nearest to
// what is wanted.
type Driver struct {
	Pulse  []float64 // us, increasing
	Thrust []float64 // in water at rest, N, nowhere falling
	Power  []float64 // electrical, W; nil where it is not known
	Step   float64   // of the pulse width, us
}

// gives returns the thrust in N for a wanted one.
func (d *Driver) gives(wanted float64) float64 {
	if wanted == 0 {
		return 0
	}
	pulse := math.Round(d.pulseFor(wanted)/d.Step) * d.Step
	return interpolate(d.Pulse, d.Thrust, pulse)
}

// pulseFor returns the pulse width of a thrust, us: of several that give it the one next to those that give more.
func (d *Driver) pulseFor(thrust float64) float64 {
	last := len(d.Thrust) - 1
	if thrust > 0 {
		i := sort.Search(last+1, func(i int) bool { return d.Thrust[i] >= thrust })
		if i == 0 || i > last {
			return d.Pulse[min(i, last)]
		}
		return between(d.Thrust[i-1], d.Thrust[i], d.Pulse[i-1], d.Pulse[i], thrust)
	}
	i := sort.Search(last+1, func(i int) bool { return d.Thrust[i] > thrust })
	if i == 0 || i > last {
		return d.Pulse[min(i, last)]
	}
	return between(d.Thrust[i-1], d.Thrust[i], d.Pulse[i-1], d.Pulse[i], thrust)
}

// between returns what lies between a and b as x lies between x0 and x1.
func between(x0, x1, a, b, x float64) float64 { return a + (b-a)*(x-x0)/(x1-x0) }

// powerAt returns the electrical power at a thrust, W.
func (d *Driver) powerAt(thrust float64) float64 {
	if thrust == 0 {
		return 0
	}
	return interpolate(d.Pulse, d.Power, d.pulseFor(thrust))
}

// check finds tables that no motor controller has.
func (d *Driver) check() error {
	switch {
	case len(d.Pulse) < 2 || len(d.Thrust) != len(d.Pulse) || len(d.Power) != 0 && len(d.Power) != len(d.Pulse):
		return fmt.Errorf("the table has %d pulses, %d thrusts and %d powers; write as many of each, two at least, or no powers", len(d.Pulse), len(d.Thrust), len(d.Power))
	case !increasing(d.Pulse) || !(d.Step > 0):
		return errors.New("the pulses of the table must increase, and their step be positive")
	case !slices.IsSorted(d.Thrust):
		return errors.New("the thrusts of the table must not fall from one pulse to the next")
	}
	return nil
}
