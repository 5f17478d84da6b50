package ncs

import (
	"fmt"
	"math"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// Survey follows a vehicle along its path and adds up what its way was like. It sees the
// true motion, at the period at which it is watched, also where the vehicle takes itself to be elsewhere.
type Survey struct {
	*Surveyor
	site     program.Site
	body     program.Body
	begun    bool
	last     fix
	across   float64 // integral of the squared distance from the path, m2 s
	deep     float64 // of the squared error of the depth
	on       float64 // time on the path, s
	sums     SurveySummary
	strained strainBefore
	estimate navigation.Estimating // nil with truth
	errors   navigation.Errors
}

// fix is a vehicle at a moment.
type fix struct {
	at           sim.Time
	place        geom.Vec
	across, deep float64 // from the path, m
	on           bool    // the path
	power        float64 // electrical, of the thrusters, W
}

// SurveySummary is what a survey was like. A Measure is NaN where there is none.
type SurveySummary struct {
	Node       string        `json:"node"`
	Finish     trace.Measure `json:"time_to_finish_s"`  // when the last point was passed for the first time
	Length     float64       `json:"length_m"`          // of the path, in the plane
	Covered    float64       `json:"covered_m"`         // of it, further rounds included
	Left       float64       `json:"way_left_m"`        // of the path, in its first round
	CrossTrack trace.Measure `json:"cross_track_m"`     // distance across the path in the plane, root mean square over time
	DepthError trace.Measure `json:"depth_error_m"`     // root mean square
	Way        float64       `json:"way_m"`             // length of the vehicle's own way over ground
	Thrusters  trace.Measure `json:"thruster_energy_j"` // electrical, where the vehicle's file has the power of a thruster
	Path       []geom.Vec    `json:"-"`                 // in the world, m
	Strain

	Navigation string `json:"navigation"` // truth, reckoning, filter
	navigation.Summary
}

// Navigation implements program.Navigating.
func (v *Survey) Navigation() navigation.Estimator { return v.where }

// Cruise implements program.Cruising.
func (c *SurveyConfig) Cruise() float64 { return c.Speed }

// Install makes the computer of a vehicle that swims along a path.
func (c *SurveyConfig) Install(site program.Site) (program.Running, error) {
	body := site.Body()
	if body == nil {
		return nil, fmt.Errorf("node %q is no vehicle; give it one, as in vehicle: remus-100", site.Name())
	}
	model := body.Model()
	if model == nil {
		return nil, fmt.Errorf("node %q moves by equations that have no gains for a survey; a survey-vehicle needs a vehicle with a model, as in vehicle: remus-100", site.Name())
	}
	where := site.Navigation()
	s, err := newSurveyor(nodeOf(site), c, body, where, model)
	if err != nil {
		return nil, err
	}
	v := &Survey{site: site, Surveyor: s, body: body}
	v.estimate, _ = where.(navigation.Estimating)
	if err := v.connect(c); err != nil {
		return nil, err
	}
	v.warnSurvey(c, model)
	v.warnPath(c, s.Path())
	v.sums.Node, v.sums.Path, v.sums.Navigation = site.Name(), s.Path(), c.Navigation.Name()
	for i := range v.sums.Path[1:] {
		a, b := v.sums.Path[i], v.sums.Path[i+1]
		v.sums.Length += math.Hypot(b.X-a.X, b.Y-a.Y)
	}
	return v, nil
}

// Report implements program.Reporting.
func (v *Survey) Report(sim.Time) (list string, report any) { return "surveys", v.Summary() }

// warnSurvey warns of what a vehicle cannot do that is to swim along a path.
func (v *Survey) warnSurvey(config *SurveyConfig, model *vehicle.Model) {
	s, density := v.Surveyor, v.site.Water().Density(v.body.At(0).Position)
	for _, doubt := range s.pilot.Doubts(model, config.Speed, density) {
		v.site.Warn("%s", doubt)
	}
	if lag := config.TimeConstant.Seconds(); config.Ahead < config.Speed*lag {
		v.site.Warn("it looks %.4g m ahead, which it swims in less than the %.4g s of its time_constant, so that it overshoots its legs; look further ahead", config.Ahead, lag)
	}
}

// warnPath warns of points of a path that are not in the water, and of a current at one
// that the vehicle does not swim against: of the first of each kind.
func (v *Survey) warnPath(config *SurveyConfig, path []geom.Vec) {
	water := v.site.Water()
	var air, ground, swift bool
	for i, at := range path {
		if at.Z > 0 && !air {
			air = true
			v.site.Warn("point %d of its path lies %.4g m above the surface; z is up, and negative under water", i+1, at.Z)
		}
		if bottom := water.Seabed(at); at.Depth() > bottom && !ground {
			ground = true
			v.site.Warn("point %d of its path lies at a depth of %.4g m, where the seabed is at %.4g m", i+1, at.Depth(), bottom)
		}
		current := water.Current(at, 0)
		if speed := math.Hypot(current.X, current.Y); speed >= config.Speed && !swift {
			swift = true
			v.site.Warn("at point %d of its path the current is %.4g m/s at the beginning, and the vehicle swims at %.4g m/s: it gets nowhere against that; let it swim faster", i+1, speed, config.Speed)
		}
	}
}

// fix returns the vehicle now.
func (v *Survey) fix(now sim.Time) fix {
	f := fix{at: now, place: v.body.At(now).Position, power: v.body.ThrusterPower(now)}
	f.across, f.deep, f.on = v.Surveyor.Off(f.place)
	return f
}

// Watch adds the piece since the last look, by the trapezoidal rule.
func (v *Survey) Watch(now sim.Time) {
	this, last := v.fix(now), &v.last
	if v.begun {
		h := now.Sub(last.at).Seconds()
		if last.on && this.on {
			v.on += h
			v.across += h * (last.across*last.across + this.across*this.across) / 2
			v.deep += h * (last.deep*last.deep + this.deep*this.deep) / 2
		}
		v.sums.Way += last.place.Dist(this.place)
		v.sums.Thrusters += trace.Measure(h * (last.power + this.power) / 2)
	}
	v.sums.Strain.look(&v.strained, v.body, now)
	if v.estimate != nil {
		v.errors.Look(now, this.place, v.estimate)
	}
	v.begun, v.last = true, this
	v.sums.Covered = max(v.sums.Covered, v.Surveyor.Covered(this.place))
}

// Summary returns what the survey was like so far.
func (v *Survey) Summary() SurveySummary {
	s := v.sums
	s.Summary = v.errors.Summary(v.estimate)
	s.Finish = trace.Measure(math.NaN())
	if at := v.Surveyor.Finished(); at >= 0 {
		s.Finish = trace.Measure(at.Seconds())
	}
	s.Left = max(0, s.Length-s.Covered)
	s.CrossTrack = trace.Measure(math.Sqrt(v.across / v.on))
	s.DepthError = trace.Measure(math.Sqrt(v.deep / v.on))
	return s
}
