package navigation

import (
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/metric"
	"halocline/sim/trace"
)

// Summary is how far a vehicle was from where it took itself to be, and what its estimator made of its measurements. A Measure is NaN where
// there is none.
type Summary struct {
	EstimateRMS        trace.Measure `json:"estimate_error_rms_m"`            // root of the mean square over time
	EstimateHorizontal trace.Measure `json:"estimate_error_horizontal_rms_m"` // of its horizontal part
	EstimateMax        trace.Measure `json:"estimate_error_max_m"`
	NEES               trace.Measure `json:"nees"`
	NIS                trace.Measure `json:"nis"`
	Innovations        trace.Measure `json:"innovations"`
	Gated              trace.Measure `json:"innovations_gated"`
}

// Metrics declares what is measured of the navigation of a vehicle.
func Metrics() metric.List[Summary] {
	var all metric.List[Summary]
	all.AddWithMean("estimate_error_rms", "m", metric.Mean, "distance between its true position and the estimated one, root mean square over the time from its first estimate to the berth, or to the end; none if its navigation is truth, or it has no estimate",
		func(s *Summary) float64 { return float64(s.EstimateRMS) })
	all.Add("estimate_error_horizontal_rms", "m", metric.Mean, "horizontal distance between its true position and the estimated one, root mean square over the same time as estimate_error_rms",
		func(s *Summary) float64 { return float64(s.EstimateHorizontal) })
	all.Add("estimate_error_max", "m", metric.Maximum, "greatest distance between its true position and the estimated one, over the same time as estimate_error_rms",
		func(s *Summary) float64 { return float64(s.EstimateMax) })
	all.Add("nees", "", metric.Mean, "normalised estimation error squared of the position, e' P^-1 e / 3 with the covariance P, mean over looks once a second. It is about 1 if the errors are those that the estimator expects, and more if they are greater; none if its navigation is truth",
		func(s *Summary) float64 { return float64(s.NEES) })
	all.Add("nis", "", metric.Mean, "normalised innovation squared, y' S^-1 y per number of y, mean over the measurements that the filter takes. It is about 1 if these differ from the estimate by as much as the filter expects; none if its navigation is no filter",
		func(s *Summary) float64 { return float64(s.NIS) })
	all.Add("innovations", "", metric.Count, "measurements that its filter has compared with its estimate; none if its navigation is no filter",
		func(s *Summary) float64 { return float64(s.Innovations) })
	all.Add("innovations_gated", "", metric.Mean, "share of these measurements that its filter leaves out, because they are beyond its gate; none if its navigation is no filter",
		func(s *Summary) float64 { return float64(s.Gated) })
	all.Computed(errorEquations())
	return all
}

// Errors adds up how wrong a vehicle is about its place, from look to look.
type Errors struct {
	time         float64 // s
	square, flat float64 // integrals of the squared error, and of its horizontal part, m2 s
	most         float64 // m
	known        bool    // there was an estimate at the last look
	at           sim.Time
	error        geom.Vec
	nees         float64 // sum
	looks        int     // in it
	next         sim.Time
}

// neesEvery is the time between two looks at the covariance, which costs more than one at the place.
const neesEvery = time.Second

// Look adds the piece since the last look by the trapezoidal rule, to where the vehicle is now in truth.
func (e *Errors) Look(now sim.Time, truth geom.Vec, by Estimating) {
	m, ok := by.Motion(now)
	if !ok {
		return
	}
	off := m.Position.Sub(truth)
	if e.known {
		h, a := now.Sub(e.at).Seconds(), e.error
		e.time += h
		e.square += h * (a.Dot(a) + off.Dot(off)) / 2
		e.flat += h * (a.X*a.X + a.Y*a.Y + off.X*off.X + off.Y*off.Y) / 2
	}
	e.known, e.at, e.error = true, now, off
	e.most = max(e.most, off.Norm())
	if now < e.next {
		return
	}
	e.next = now.Add(neesEvery)
	if c, ok := by.Covariance(now); ok {
		if inverse, ok := invert(&c); ok {
			n := innovation{dims: 3, y: [3]float64{off.X, off.Y, off.Z}}
			e.nees += n.quadratic(&inverse) / 3
			e.looks++
		}
	}
}

// Summary returns what it came to.
func (e *Errors) Summary(by Estimating) Summary {
	s := Summary{
		EstimateRMS: trace.Measure(math.Sqrt(e.square / e.time)), EstimateHorizontal: trace.Measure(math.Sqrt(e.flat / e.time)), EstimateMax: trace.Measure(e.most),
		NEES: trace.Measure(e.nees / float64(e.looks)),
	}
	none := trace.Measure(math.NaN())
	s.NIS, s.Innovations, s.Gated = none, none, none
	if e.time == 0 {
		s.EstimateMax = none
	}
	if by == nil {
		return s
	}
	if n := by.Innovations(); n.Taken+n.Gated > 0 {
		s.NIS, s.Innovations = trace.Measure(n.Squared/float64(n.Dims)), trace.Measure(n.Taken+n.Gated)
		s.Gated = trace.Measure(float64(n.Gated) / float64(n.Taken+n.Gated))
	}
	return s
}
