package measure

import (
	"math"

	"halocline/bench/results"
	"halocline/scenarios"
	"halocline/sim/trace"
)

// Metrics returns the outcome as a flat list. Names are made of the thing that was
// measured and of the quantity; where a thing is a link or a vehicle, its name
// comes first. A NaN means that there was nothing to measure.
func (o *Outcome) Metrics() []results.Metric {
	var m list
	m.add("run.reached", "s", o.Reached)
	t := &o.Summary.Total
	m.packets("packets", &t.Packets)
	m.add("packets.jain", "", float64(o.Summary.Jain))
	m.add("packets.jitter", "s", float64(o.Summary.Jitter))
	m.ages(o.Summary.PerFlow)
	m.frames("frames", &t.Frames)
	m.add("energy.communication", "J", float64(o.Energy))
	m.add("energy.per_bit", "J/bit", float64(o.PerBit))
	for i := range o.Summary.PerLink {
		l := &o.Summary.PerLink[i]
		m.packets(l.Link, &l.Packets)
		m.frames(l.Link, &l.Frames)
		m.add(l.Link+".utilisation", "", float64(l.Utilisation))
		m.add(l.Link+".energy", "J", o.energyOf(func(r *scenarios.RadioUse) bool { return r.Link == l.Link }))
	}
	m.fleet(o)
	for i := range o.Voyages {
		m.voyage(o, &o.Voyages[i])
	}
	m.computers(o.Tasks)
	m.patrol(o)
	for i := range o.Surveys {
		m.survey(o, &o.Surveys[i])
	}
	return m
}

// list is the list under way.
type list []results.Metric

func (m *list) add(name, unit string, value float64) {
	*m = append(*m, results.Metric{Name: name, Unit: unit, Value: value})
}

func (m *list) packets(of string, p *trace.Packets) {
	m.add(of+".offered", "", float64(p.Offered))
	m.add(of+".delivered", "", float64(p.Delivered))
	m.add(of+".refused", "", float64(p.Refused.Sum()))
	m.add(of+".dropped", "", float64(p.Dropped.Sum()))
	m.add(of+".lost", "", float64(p.Lost.Sum()))
	m.add(of+".in_flight", "", float64(p.InFlight))
	m.add(of+".delivery_ratio", "", float64(p.DeliveryRatio))
	m.add(of+".goodput", "bit/s", float64(p.Goodput))
	m.add(of+".delay_mean", "s", float64(p.DelayMean))
	m.add(of+".delay_p95", "s", float64(p.DelayP95))
	m.add(of+".delay_max", "s", float64(p.DelayMax))
}

// ages adds how old is what receivers know.
func (m *list) ages(flows []trace.FlowSummary) {
	var age, peak mean
	for i := range flows {
		age.add(float64(flows[i].AgeMean))
		peak.add(float64(flows[i].AgePeak))
	}
	m.add("packets.age_mean", "s", age.value())
	m.add("packets.age_peak", "s", peak.value())
}

func (m *list) frames(of string, f *trace.Frames) {
	m.add(of+".sent", "", float64(f.Sent))
	m.add(of+".collisions", "", float64(f.Lost[trace.Collision]+f.Missed[trace.Collision]))
	m.add(of+".airtime", "s", f.Airtime)
}

// computers adds what became of the jobs of all computers, if there are any.
func (m *list) computers(tasks []TaskUse) {
	if len(tasks) == 0 {
		return
	}
	var missed, overruns int64
	for i := range tasks {
		missed += tasks[i].Missed
		overruns += tasks[i].Overruns
	}
	m.add("computers.missed", "", float64(missed))
	m.add("computers.overruns", "", float64(overruns))
}

// fleet adds what all docking vehicles have together: the fraction that docked,
// and means over the vehicles, each over those that have the quantity.
func (m *list) fleet(o *Outcome) {
	if len(o.Voyages) == 0 {
		return
	}
	docked := 0.0
	var times, switches, iae, ise, itae, overshoot, motive, through, thrusters, astray mean
	for i := range o.Voyages {
		v := &o.Voyages[i]
		if v.Outcome == scenarios.OutcomeDocked {
			docked++
		}
		times.add(float64(v.TimeToDock))
		switches.add(float64(v.TimeToSwitch))
		iae.add(v.IAE)
		ise.add(v.ISE)
		itae.add(v.ITAE)
		overshoot.add(v.Overshoot)
		motive.add(v.Motive)
		through.add(v.MotiveWater)
		thrusters.add(float64(v.Thrusters))
		astray.add(float64(v.EstimateRMS))
	}
	m.add("vehicles.docked", "", docked/float64(len(o.Voyages)))
	m.add("vehicles.time_to_dock", "s", times.value())
	m.add("vehicles.time_to_switch", "s", switches.value())
	m.add("vehicles.iae", "m.s", iae.value())
	m.add("vehicles.ise", "m2.s", ise.value())
	m.add("vehicles.itae", "m.s2", itae.value())
	m.add("vehicles.overshoot", "m", overshoot.value())
	m.add("vehicles.motive_energy", "J", motive.value())
	m.add("vehicles.motive_energy_water", "J", through.value())
	m.add("vehicles.thruster_energy", "J", thrusters.value())
	m.add("vehicles.estimate_error_rms", "m", astray.value())
	var age, peak, delay, late, period, jitter, missed mean
	for i := range o.Loops {
		l := &o.Loops[i]
		age.add(float64(l.AgeMean))
		peak.add(float64(l.AgePeak))
		delay.add(float64(l.DelayMean))
		late.add(float64(l.DelayP95))
		period.add(float64(l.PeriodAvg))
		jitter.add(float64(l.Jitter))
		missed.add(l.Missed())
	}
	m.add("vehicles.age_mean", "s", age.value())
	m.add("vehicles.age_peak", "s", peak.value())
	m.add("vehicles.delay_mean", "s", delay.value())
	m.add("vehicles.delay_p95", "s", late.value())
	m.add("vehicles.period_mean", "s", period.value())
	m.add("vehicles.period_std", "s", jitter.value())
	m.add("vehicles.missed", "", missed.value())
}

// voyage adds what one docking vehicle has.
func (m *list) voyage(o *Outcome, v *scenarios.VoyageSummary) {
	docked := 0.0
	if v.Outcome == scenarios.OutcomeDocked {
		docked = 1
	}
	m.add(v.Node+".docked", "", docked)
	m.add(v.Node+".time_to_dock", "s", float64(v.TimeToDock))
	m.add(v.Node+".time_to_switch", "s", float64(v.TimeToSwitch))
	m.add(v.Node+".final_distance", "m", v.Final)
	m.add(v.Node+".least_distance", "m", v.Least)
	m.add(v.Node+".iae", "m.s", v.IAE)
	m.add(v.Node+".ise", "m2.s", v.ISE)
	m.add(v.Node+".itae", "m.s2", v.ITAE)
	m.add(v.Node+".overshoot", "m", v.Overshoot)
	m.add(v.Node+".motive_energy", "J", v.Motive)
	m.add(v.Node+".motive_energy_water", "J", v.MotiveWater)
	m.add(v.Node+".thruster_energy", "J", float64(v.Thrusters))
	m.add(v.Node+".way", "m", v.Way)
	m.add(v.Node+".estimate_error_rms", "m", float64(v.EstimateRMS))
	m.add(v.Node+".estimate_error_horizontal_rms", "m", float64(v.EstimateHorizontal))
	m.add(v.Node+".estimate_error_max", "m", float64(v.EstimateMax))
	m.add(v.Node+".communication_energy", "J", o.energyOf(func(r *scenarios.RadioUse) bool { return r.Node == v.Node }))
	for i := range o.Loops {
		if l := &o.Loops[i]; l.Node == v.Node {
			m.loop(l)
		}
	}
}

func (m *list) loop(l *trace.LoopSummary) {
	m.add(l.Node+".updates", "", float64(l.Offered))
	m.add(l.Node+".updates_used", "", float64(l.Used))
	m.add(l.Node+".updates_outdated", "", float64(l.Outdated))
	m.add(l.Node+".missed", "", l.Missed())
	m.add(l.Node+".age_mean", "s", float64(l.AgeMean))
	m.add(l.Node+".age_peak", "s", float64(l.AgePeak))
	m.add(l.Node+".delay_mean", "s", float64(l.DelayMean))
	m.add(l.Node+".delay_p95", "s", float64(l.DelayP95))
	m.add(l.Node+".delay_max", "s", float64(l.DelayMax))
	m.add(l.Node+".period_mean", "s", float64(l.PeriodAvg))
	m.add(l.Node+".period_max", "s", float64(l.PeriodMax))
	m.add(l.Node+".period_std", "s", float64(l.Jitter))
}

// patrol adds the means over the survey vehicles, each over those that have the quantity.
func (m *list) patrol(o *Outcome) {
	if len(o.Surveys) == 0 {
		return
	}
	var times, covered, across, deep mean
	for i := range o.Surveys {
		s := &o.Surveys[i]
		times.add(float64(s.Finish))
		covered.add(s.Covered)
		across.add(float64(s.CrossTrack))
		deep.add(float64(s.DepthError))
	}
	m.add("vehicles.time_to_finish", "s", times.value())
	m.add("vehicles.covered", "m", covered.value())
	m.add("vehicles.cross_track", "m", across.value())
	m.add("vehicles.depth_error", "m", deep.value())
}

// survey adds what one survey vehicle has.
func (m *list) survey(o *Outcome, s *scenarios.SurveySummary) {
	m.add(s.Node+".time_to_finish", "s", float64(s.Finish))
	m.add(s.Node+".covered", "m", s.Covered)
	m.add(s.Node+".cross_track", "m", float64(s.CrossTrack))
	m.add(s.Node+".depth_error", "m", float64(s.DepthError))
	m.add(s.Node+".way", "m", s.Way)
	m.add(s.Node+".thruster_energy", "J", float64(s.Thrusters))
	m.add(s.Node+".communication_energy", "J", o.energyOf(func(r *scenarios.RadioUse) bool { return r.Node == s.Node }))
}

// energyOf adds up what some radios took, in J; NaN if they took nothing.
func (o *Outcome) energyOf(these func(*scenarios.RadioUse) bool) float64 {
	sum := 0.0
	for i := range o.Radios {
		if these(&o.Radios[i]) {
			sum += o.Radios[i].Energy
		}
	}
	if sum == 0 {
		return math.NaN()
	}
	return sum
}

// mean is the mean of what is a number.
type mean struct{ sum, n float64 }

func (m *mean) add(x float64) {
	if !math.IsNaN(x) {
		m.sum += x
		m.n++
	}
}

func (m *mean) value() float64 { return m.sum / m.n } // NaN of nothing
