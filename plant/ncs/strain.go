package ncs

import (
	"math"

	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/metric"
	"halocline/sim/trace"
)

// Strain is how near a vehicle came to what it can do. A Measure is NaN where there is none.
type Strain struct {
	Saturation trace.Measure `json:"saturation"`   // share of the time in which a thruster was driven as far as it can be
	Tilt       float64       `json:"tilt_max_deg"` // greatest angle between its own vertical and the true one, degrees
}

// strainBefore is what the strain of a vehicle was before.
type strainBefore struct {
	from      sim.Time
	saturated float64 // s, at from
	begun     bool
}

// look brings the strain of a vehicle up to now, from the first look on.
func (s *Strain) look(l *strainBefore, body program.Body, now sim.Time) {
	saturated := body.Saturated(now).Seconds()
	if !l.begun {
		*l = strainBefore{from: now, saturated: saturated, begun: true}
		s.Saturation = trace.Measure(math.NaN())
	}
	if now > l.from {
		s.Saturation = trace.Measure((saturated - l.saturated) / now.Sub(l.from).Seconds())
	}
	s.Tilt = degrees(body.Tilt())
}

func degrees(rad float64) float64 { return rad * 180 / math.Pi }

// addStrain declares what is measured of the strain of vehicles of a program.
func addStrain[T any](all *metric.List[T], of func(*T) *Strain) {
	all.AddWithMean("saturation", "", metric.Mean, "share of the time on its way in which at least one of its thrusters was driven as far as it can be",
		func(s *T) float64 { return float64(of(s).Saturation) })
	all.AddWithMean("tilt_max", "deg", metric.Maximum, "greatest angle between its own vertical and the true one, in degrees",
		func(s *T) float64 { return of(s).Tilt })
}
