package mission

import (
	"math"
	"slices"

	"halocline/plant/condition"
	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/sensor"
	"halocline/sim"
)

// terms returns what the condition of an event may name.
func terms() []condition.Term {
	return []condition.Term{
		{Name: "battery", Unit: "%", Doc: "share of the battery's capacity that is left"},
		{Name: "depth", Unit: "m", Doc: "depth at which the vehicle takes itself to be"},
		{Name: "height", Unit: "m", Doc: "height over ground, by altimeter or log"},
		{Name: "speed", Unit: "m/s", Doc: "speed over ground"},
		{Name: "heading", Unit: "rad", Doc: "angle of the bow from the x axis to the y axis, from -180 to 180 degrees"},
		{Name: "uncertainty", Unit: "m", Doc: "standard deviation of the place, all axes together, by an estimator that goes by measurements"},
		{Name: "time", Unit: "s", Doc: "time since the mission began"},
		{Name: "task_time", Unit: "s", Doc: "time since the present task began"},
		{Name: "contacts", Unit: "1", Doc: "touches so far"},
		{Name: "data", Unit: "bit", Doc: "data on board of which it is not known that they have come"},
		{Name: "message", Unit: condition.Word, Doc: "last word of an operator"},
		{Name: "task", Unit: condition.Word, Doc: "name of the present task"},
		{Name: "no way", Unit: condition.Event, Doc: "there is no way to the goal of the present task"},
	}
}

// values are what a mission knows at a step.
type values struct {
	*Mission
	helm *helm
}

// Number implements condition.Values.
func (v *values) Number(name string) (float64, bool) {
	switch name {
	case "battery":
		if v.battery == nil {
			return 0, false
		}
		return v.battery.Left(v.helm.now), true
	case "depth":
		return v.helm.motion.Position.Depth(), true
	case "height":
		return v.senses.heightNow()
	case "speed":
		return v.helm.motion.WorldVelocity().Norm(), true
	case "heading":
		yaw, _, _ := v.helm.motion.Attitude.Euler()
		return yaw, true
	case "uncertainty":
		return v.uncertainty()
	case "time":
		return v.helm.now.Sub(v.sums.begin).Seconds(), true
	case "task_time":
		if t := v.present(); t != nil && t.begun != sim.Never {
			return v.helm.now.Sub(t.begun).Seconds(), true
		}
	case "contacts":
		return float64(v.site.Contacts()), true
	case "data":
		return v.book.aboard(), true
	}
	return 0, false
}

// uncertainty returns what the estimator takes the error of the place to be, m.
func (v *values) uncertainty() (float64, bool) {
	e, ok := v.where.(navigation.Estimating)
	if !ok {
		return 0, false
	}
	p, ok := e.Covariance(v.helm.now)
	return math.Sqrt(p[0][0] + p[1][1] + p[2][2]), ok
}

// Word implements condition.Values.
func (v *values) Word(name string) (string, bool) {
	if name == "message" {
		return v.radio.message, v.radio.message != ""
	}
	if t := v.present(); t != nil {
		return t.name, true
	}
	return "", false
}

// Happens implements condition.Values.
func (v *values) Happens(string) bool { return v.noWay }

// senses are the readings that a mission looks at.
type senses struct {
	all    []program.Instrument
	height program.Instrument // nil where no instrument reads it
	column int                // of its quantities
	over   float64            // m; NaN while it is not known
}

// newSenses finds the instruments that a mission looks at.
func newSenses(site program.Site) senses {
	s := senses{all: site.Instruments(), over: math.NaN()}
	carried := site.Carried()
	for i, in := range s.all {
		over, ok := carried[i].Config.(interface{ Height() string })
		if !ok || s.height != nil {
			continue
		}
		name := over.Height()
		if k := slices.IndexFunc(in.Quantities(), func(q sensor.Quantity) bool { return q.Name == name }); k >= 0 {
			s.height, s.column = in, k
		}
	}
	return s
}

// stale is the age of a height beyond which it is none, s.
const stale = 10.0

// look takes the newest reading.
func (s *senses) look(now sim.Time) {
	s.over = math.NaN()
	if s.height == nil {
		return
	}
	if values, taken, ok := s.height.Reading(now); ok && now.Sub(taken).Seconds() < stale {
		s.over = values[s.column]
	}
}

// heightNow returns the height over ground; false while it is not known.
func (s *senses) heightNow() (float64, bool) { return s.over, !math.IsNaN(s.over) }
