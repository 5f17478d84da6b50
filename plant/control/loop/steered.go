package loop

// Steered is the loop by which a computer steers a vehicle along an axis: a mass with linear drag, thrusters that lag
// behind what they are asked for, and a PID on measurements that come late.
type Steered struct {
	Mass, Drag float64 // kg, with added mass, and kg/s
	Kp, Nd, Ni float64 // as of PID
	Lag        float64 // s
	Delay      float64 // from the measurement to the force, s
	Period     float64 // of the measurements, s
	Integral   string  // accumulated, per-sample or series
	Measured   bool    // D is of the measurement, and not of the error
}

// Sampled returns the loop as it is analysed.
func (s *Steered) Sampled() Sampled {
	l := Sampled{
		Plant: Plant(s.Mass, s.Drag).Times(Lag(s.Lag)), Delay: s.Delay, Period: s.Period,
		Controller: PIDOf(s.Integral, s.Kp, s.Nd, s.Ni, s.Period),
	}
	if s.Measured {
		l.Reference = PIDOf(s.Integral, s.Kp, 0, s.Ni, s.Period)
	}
	return l
}

// Lag returns a first-order lag with a time constant in s, which may be 0.
func Lag(constant float64) Transfer { return Transfer{Num: Poly{1}, Den: Poly{1, constant}} }

// PIDOf returns the PID in z whose I is accumulated, per-sample or series: that of PIDSampled or of PIDSeries.
func PIDOf(integral string, kp, nd, ni, period float64) Transfer {
	if integral == "series" {
		return PIDSeries(kp, nd, ni, period)
	}
	return PIDSampled(kp, nd, ni, period, integral == "accumulated")
}
