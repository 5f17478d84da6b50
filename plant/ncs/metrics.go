package ncs

import (
	"math"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/sim/metric"
	"halocline/sim/trace"
)

// VoyageMetrics declares what is measured of a docking vehicle.
func VoyageMetrics() metric.List[VoyageSummary] {
	var all metric.List[VoyageSummary]
	all.AddWithMean("docked", "", metric.Share, "1 if the vehicle docked, 0 if it did not; the mean over runs is the share of runs",
		(*VoyageSummary).docked)
	all.AddWithMean("time_to_dock", "s", metric.TimeToEvent, "time from setting out to the berth; none if it did not dock",
		func(v *VoyageSummary) float64 { return float64(v.TimeToDock) })
	all.AddWithMean("time_to_switch", "s", metric.TimeToEvent, "time from setting out to the first change to the RF link; none if it did not change",
		func(v *VoyageSummary) float64 { return float64(v.TimeToSwitch) })
	all.Add("final_distance", "m", metric.Mean, "distance to the berth at the end",
		func(v *VoyageSummary) float64 { return v.Final })
	all.Add("least_distance", "m", metric.Mean, "least distance to the berth on its way",
		func(v *VoyageSummary) float64 { return v.Least })
	all.AddWithMean("iae", "m.s", metric.Total, "integral of the distance to the berth over time, the cumulative position error",
		func(v *VoyageSummary) float64 { return v.IAE })
	all.AddWithMean("ise", "m2.s", metric.Total, "integral of the squared distance to the berth over time",
		func(v *VoyageSummary) float64 { return v.ISE })
	all.AddWithMean("itae", "m.s2", metric.Total, "integral of the distance to the berth times the time since setting out",
		func(v *VoyageSummary) float64 { return v.ITAE })
	all.AddWithMean("overshoot", "m", metric.Maximum, "greatest distance beyond the berth, along the straight line from its start",
		func(v *VoyageSummary) float64 { return v.Overshoot })
	all.AddWithMean("motive_energy", "J", metric.Total, "mechanical energy that its thrusters gave it: the forces and moments that they made, after limits and lag, times its velocity through the water and its turn rate, while that is positive. It needs no data sheet. Thrusters that push against each other, or against a wall, cost nothing by it; thruster_energy counts them",
		func(v *VoyageSummary) float64 { return float64(v.Motive) })
	all.AddWithMean("asked_motive_energy", "J", metric.Total, "motive energy of Erdemir's thesis (2018), section 5.2.3, P = (u/1.17) v, where 1.17 is the thesis's ratio of control signal to thrust. The length of the force that the controller wants, which the thrusters may not give, is u, and that of the velocity over ground is v. Holding a place costs nothing by it",
		func(v *VoyageSummary) float64 { return v.Asked })
	all.AddWithMean("thruster_energy", "J", metric.Total, thrusterEnergy,
		func(v *VoyageSummary) float64 { return float64(v.Thrusters) })
	all.Add("way", "m", metric.Total, ownWay,
		func(v *VoyageSummary) float64 { return v.Way })
	all = append(all, metric.Within(func(v *VoyageSummary) *navigation.Summary { return &v.Summary }, navigation.Metrics())...)
	all.AddWithMean("attempts", "", metric.Count, "times that it began to go into the cone of its berth; none without a cone",
		func(v *VoyageSummary) float64 { return float64(v.Attempts) })
	all.AddWithMean("docked_first", "", metric.Share, "1 if the vehicle docked at its first attempt to go into the cone of its berth, 0 if it did not; none without a cone",
		(*VoyageSummary).dockedFirst)
	addStrain(&all, func(v *VoyageSummary) *Strain { return &v.Strain })
	all.Computed(voyageEquations())
	all.Higher("docked")
	all.Lower("time_to_dock", "final_distance", "least_distance", "iae", "ise", "itae")
	return all
}

// Metrics declares what is measured of a vehicle that docks: its way, its radios, its control loop.
func (*VehicleConfig) Metrics() []metric.Def {
	all := append(VoyageMetrics().Defs(), program.RadioEnergy())
	return of("docking vehicles", append(all, trace.LoopMetrics().Defs()...))
}

// of says of which vehicles definitions are.
func of(vehicles string, defs []metric.Def) []metric.Def {
	for i := range defs {
		defs[i].Of = vehicles
	}
	return defs
}

// Values implements metric.Source.
func (v *Voyage) Values(put func(def int, subject string, value float64)) {
	s := v.Summary(v.pilot.Kernel.Now())
	VoyageMetrics().Put(&s, s.Node, put)
}

// Metrics declares what is measured of a vehicle on a survey: its way and its radios.
func (*SurveyConfig) Metrics() []metric.Def {
	return of("survey vehicles", append(SurveyMetrics().Defs(), program.RadioEnergy()))
}

// Values implements metric.Source.
func (v *Survey) Values(put func(def int, subject string, value float64)) {
	s := v.Summary()
	SurveyMetrics().Put(&s, s.Node, put)
}

// What vehicles of all programs have.
const (
	thrusterEnergy = "electrical energy of the thrusters, by the key power of each in the vehicle's file; none where no thruster has it"
	ownWay         = "length of its way over ground, of a docking vehicle or of one on a survey"
)

// docked is 1 if the vehicle docked.
func (v *VoyageSummary) docked() float64 {
	if v.Outcome == OutcomeDocked {
		return 1
	}
	return 0
}

// dockedFirst is 1 if the vehicle docked in a cone at its first attempt, and NaN without a cone.
func (v *VoyageSummary) dockedFirst() float64 {
	switch a := float64(v.Attempts); {
	case math.IsNaN(a):
		return a
	case a == 1:
		return v.docked()
	}
	return 0
}

// SurveyMetrics declares what is measured of a vehicle on a survey.
func SurveyMetrics() metric.List[SurveySummary] {
	var all metric.List[SurveySummary]
	all.AddWithMean("time_to_finish", "s", metric.TimeToEvent, "time until the last point of its path was passed for the first time; none if it was not",
		func(s *SurveySummary) float64 { return float64(s.Finish) })
	all.Add("path", "m", metric.Total, "length of its path, in the plane",
		func(s *SurveySummary) float64 { return s.Length })
	all.AddWithMean("covered", "m", metric.Total, "length of its path that it has covered, in the plane, further rounds and the ways back to their beginning included",
		func(s *SurveySummary) float64 { return s.Covered })
	all.AddWithMean("cross_track", "m", metric.Mean, "distance across its path in the plane, root mean square over the time from the first point to the last one. It is perpendicular to the line of the leg that it follows, or to the leg before where it is beside that and nearer to it",
		func(s *SurveySummary) float64 { return float64(s.CrossTrack) })
	all.AddWithMean("way_left", "m", metric.Mean, "length of its path that it has not covered at the end, in the plane, of the first round",
		func(s *SurveySummary) float64 { return s.Left })
	all.AddWithMean("depth_error", "m", metric.Mean, "distance from its path in depth, root mean square over the same time as cross_track",
		func(s *SurveySummary) float64 { return float64(s.DepthError) })
	all.Add("way", "m", metric.Total, ownWay,
		func(s *SurveySummary) float64 { return s.Way })
	all = append(all, metric.Within(func(s *SurveySummary) *navigation.Summary { return &s.Summary }, navigation.Metrics())...)
	all.Add("thruster_energy", "J", metric.Total, thrusterEnergy,
		func(s *SurveySummary) float64 { return float64(s.Thrusters) })
	addStrain(&all, func(s *SurveySummary) *Strain { return &s.Strain })
	all.Higher("covered")
	all.Lower("time_to_finish", "cross_track", "depth_error", "way_left")
	return all
}
