package ncs

import (
	"fmt"
	"math"
	"time"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// Voyage follows a vehicle to its berth and adds up what its way was like. It sees
// the true motion, at the period at which it is watched, and takes what
// lies between for linear.
type Voyage struct {
	*Docking
	body     program.Body
	pilot    *Pilot
	ahead    geom.Vec // unit vector from the start to the berth
	begun    bool
	last     snapshot
	sums     VoyageSummary // integrals so far
	errors   navigation.Errors
	strained strainBefore
	loops    []program.Loop // none of a controller outside
}

// snapshot is a vehicle at a moment.
type snapshot struct {
	At       sim.Time
	Position geom.Vec // m
	Distance float64  // to the berth, m
	Speed    float64  // over ground, m/s
	Force    float64  // that its position control wants, N
	Power    float64  // mechanical, that the thrusters give it, W
	Asked    float64  // motive, by the force that is wanted, W

	Thrusters float64 // electrical power of the thrusters, W; NaN where it is not known
	Link      uint8   // whose updates steer it

	Reckons       bool     // it has an estimate of its own
	EstimateError geom.Vec // from where it is to where it takes itself to be, m
}

// VoyageSummary is what a voyage was like. A Measure is NaN where there is none.
type VoyageSummary struct {
	Node         string        `json:"node"`
	Outcome      string        `json:"outcome"` // docked, time limit, drifted away, lost contact
	TimeToSwitch trace.Measure `json:"time_to_switch_s"`
	TimeToDock   trace.Measure `json:"time_to_dock_s"`
	Start        float64       `json:"start_s"`
	First        float64       `json:"first_distance_m"`
	Final        float64       `json:"final_distance_m"`
	Least        float64       `json:"least_distance_m"`
	IAE          float64       `json:"iae_m_s"`               // integral of the distance, m s: the cumulative position error
	ISE          float64       `json:"ise_m2_s"`              // of its square, m2 s
	ITAE         float64       `json:"itae_m_s2"`             // of time since the start times distance, m s2
	Overshoot    float64       `json:"overshoot_m"`           // how far it was beyond the berth, along the straight line from the start, m
	Motive       trace.Measure `json:"motive_energy_j"`       // mechanical, that the thrusters gave it, where that is known, J
	Asked        float64       `json:"asked_motive_energy_j"` // by the force that was wanted, as the thesis has it, J
	Thrusters    trace.Measure `json:"thruster_energy_j"`     // electrical, where the vehicle's file has the power of a thruster, J
	Way          float64       `json:"way_m"`                 // length of its path, m
	Strain

	Navigation string `json:"navigation"` // truth, reckoning, filter
	navigation.Summary
	Attempts trace.Measure `json:"attempts"` // to go into its cone; NaN without one
}

// The outcomes of a voyage.
const (
	OutcomeDocked  = "docked"
	OutcomeLimit   = "time limit"
	OutcomeDrifted = "drifted away" // further from the berth than at the start, and than where it would be docked
	OutcomeLost    = "lost contact" // no update in the last ten seconds, or five sampling periods
)

// motiveConstant is the ratio of control signal to thrust in the thesis's motive
// power P = (u / 1.17) v (Erdemir 2018, section 5.2.3).
const motiveConstant = 1.17

// silence is how long no update makes a contact lost, at least.
const silence = 10 * time.Second

func newVoyage(node string, body program.Body, m *Docking) *Voyage {
	v := &Voyage{Docking: m, body: body, pilot: m.Pilot}
	way := m.Berth.Sub(body.At(0).Position)
	v.sums.Node, v.sums.First = node, way.Norm()
	v.sums.Start = m.Start.Seconds()
	v.sums.Least = v.sums.First
	if v.sums.First > 0 {
		v.ahead = way.Scale(1 / v.sums.First)
	}
	return v
}

// CPU returns the processor of the vehicle's computer.
func (v *Voyage) CPU() *rtos.CPU { return v.pilot.CPU() }

// Report implements program.Reporting.
func (v *Voyage) Report(now sim.Time) (list string, report any) { return "voyages", v.Summary(now) }

// Acts implements program.Updated: from when the vehicle sets out until it docks.
func (v *Voyage) Acts(now sim.Time) (from, until sim.Time) {
	if v.Docking.Docked >= 0 {
		now = v.Docking.Docked
	}
	return v.Docking.Start, now
}

// Probe implements program.Probed.
func (v *Voyage) Probe(now sim.Time, put func(link uint8, quantity string, value float64)) {
	this := v.snapshot(now)
	put(this.Link, "distance_m", this.Distance)
	put(this.Link, "speed_mps", this.Speed)
	put(this.Link, "force_n", this.Force)
	if !math.IsNaN(this.Power) {
		put(this.Link, "motive_power_w", this.Power)
	}
	put(this.Link, "asked_motive_power_w", this.Asked)
	if this.Reckons {
		put(this.Link, "estimate_error_m", this.EstimateError.Norm())
	}
}

// snapshot returns the vehicle now. The motive power that is asked for is that of the thesis:
// with the length of the force that is wanted, which the thrusters may not give, and that of
// the velocity, not with their scalar product, and over ground. So holding a place against a
// current costs nothing.
func (v *Voyage) snapshot(now sim.Time) snapshot {
	state := v.body.At(now)
	at, velocity := state.Position, state.WorldVelocity()
	s := snapshot{
		At: now, Position: at, Distance: at.Dist(v.Docking.Berth), Speed: velocity.Norm(),
		Force: v.pilot.Force(), Link: v.pilot.linkNumber(),
	}
	s.Power = max(0, v.body.Work(now)) // what brakes comes back from nowhere
	s.Asked = s.Force / motiveConstant * s.Speed
	s.Thrusters = v.body.ThrusterPower(now)
	if place, ok := v.pilot.Place(now); ok {
		s.Reckons, s.EstimateError = true, place.Sub(at)
	}
	return s
}

// Watch adds the piece since the last look.
func (v *Voyage) Watch(now sim.Time) {
	m := v.Docking
	if now < m.Start || v.begun && m.Docked >= 0 && v.last.At >= m.Docked {
		return
	}
	this := v.snapshot(now)
	if v.begun {
		v.add(&v.last, &this)
	}
	v.sums.Strain.look(&v.strained, v.body, now)
	v.begun, v.last = true, this
	if by := v.pilot.estimate; by != nil && this.Reckons {
		v.errors.Look(now, this.Position, by)
	}
	beyond := this.Position.Sub(m.Berth).Dot(v.ahead)
	v.sums.Overshoot = max(v.sums.Overshoot, beyond)
	v.sums.Least = min(v.sums.Least, this.Distance)
}

// add integrates from one look to the next by the trapezoidal rule.
func (v *Voyage) add(a, b *snapshot) {
	h := b.At.Sub(a.At).Seconds()
	start := v.Docking.Start
	s := &v.sums
	s.IAE += h * (a.Distance + b.Distance) / 2
	s.ISE += h * (a.Distance*a.Distance + b.Distance*b.Distance) / 2
	s.ITAE += h * (a.At.Sub(start).Seconds()*a.Distance + b.At.Sub(start).Seconds()*b.Distance) / 2
	s.Motive += trace.Measure(h * (a.Power + b.Power) / 2)
	s.Asked += h * (a.Asked + b.Asked) / 2
	s.Thrusters += trace.Measure(h * (a.Thrusters + b.Thrusters) / 2)
	s.Way += a.Position.Dist(b.Position)
}

// Summary returns what the voyage was like until now.
func (v *Voyage) Summary(now sim.Time) VoyageSummary {
	s, m := v.sums, v.Docking
	s.Summary = v.errors.Summary(v.pilot.estimate)
	s.Final = m.Hull.At(now).Position.Dist(m.Berth)
	s.Attempts = trace.Measure(math.NaN())
	if m.cone != nil {
		s.Attempts = trace.Measure(m.cone.attempts)
	}
	s.TimeToSwitch, s.TimeToDock = trace.Measure(math.NaN()), trace.Measure(math.NaN())
	if at := v.pilot.switchedAt(); at >= 0 {
		s.TimeToSwitch = trace.Measure(at.Sub(m.Start).Seconds())
	}
	switch {
	case m.Docked >= 0:
		s.Outcome, s.TimeToDock = OutcomeDocked, trace.Measure(m.Docked.Sub(m.Start).Seconds())
	case s.Final > s.First && s.Final > m.Near:
		s.Outcome = OutcomeDrifted
	case now.Sub(max(v.pilot.lastUsed(), m.Start)) > v.silence():
		s.Outcome = OutcomeLost
	default:
		s.Outcome = OutcomeLimit
	}
	return s
}

// Remarks implements program.Remarking: of a vehicle that ran on by a force that no update has renewed for long.
func (v *Voyage) Remarks(now sim.Time) []string {
	missing, last := v.pilot.config.Missing, v.pilot.lastUsed()
	if v.Docking.Docked >= 0 || last < 0 || v.pilot.outside != nil || missing.Policy != "hold" || missing.Patience > 0 || now.Sub(last) <= v.silence() {
		return nil
	}
	return []string{fmt.Sprintf("has had no update since %.4g s, and holds the force of that one; its key missing says what becomes of such a force, as in missing: {policy: wane, due: 2s, patience: 5s}", last.Seconds())}
}

// Loops implements program.Looped.
func (v *Voyage) Loops() []program.Loop { return v.loops }

// silence returns for how long no update makes a contact lost.
func (v *Voyage) silence() time.Duration { return max(silence, 5*v.Docking.Period) }

// Navigation implements program.Navigating.
func (v *Voyage) Navigation() navigation.Estimator {
	if v.pilot.outside != nil {
		return informed{v.pilot.where, v.pilot}
	}
	return v.pilot.where
}
