package mission

import (
	"math"
	"slices"
	"time"

	"halocline/plant/autopilot"
	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/metric"
	"halocline/sim/trace"
)

// sums is what a mission was like so far. It sees the true motion where Watch adds to it.
type sums struct {
	begin, end     sim.Time
	blind, lost    time.Duration
	avoided        time.Duration
	replans        int
	events, orders int
	spent          []string // conditions of events that act no more
	seen           bool
	last           sim.Time
	place          geom.Vec
	power          float64 // W
	way            float64 // m
	energy         float64 // J
	clearance      float64 // least so far, m
}

// Summary is what a mission was like.
type Summary struct {
	Node      string        `json:"node"`
	Ended     bool          `json:"ended"` // nothing is left to do
	Time      trace.Measure `json:"mission_time_s"`
	Way       float64       `json:"way_m"`
	Energy    trace.Measure `json:"mission_energy_j"`
	Collected float64       `json:"data_collected_bit"`
	Delivered float64       `json:"data_delivered_bit"`
	Offers    int           `json:"packets_offered"`
	Clearance trace.Measure `json:"clearance_min_m"`
	Plans     int           `json:"plans"`
	Planned   float64       `json:"plan_length_m"`
	Cells     int           `json:"plan_cells"`
	Avoided   float64       `json:"avoid_s"`
	Replans   int           `json:"replans"`
	Blind     float64       `json:"blind_s"`
	Lost      float64       `json:"lost_s"`
	Events    int           `json:"events"`
	Orders    int           `json:"orders"`
	Spent     []string      `json:"events_spent,omitempty"` // conditions of events that have acted as often as they may
	Tasks     []TaskSummary `json:"tasks"`
}

// TaskSummary is what became of a task.
type TaskSummary struct {
	Name        string        `json:"name"`
	Outcome     Outcome       `json:"outcome"`
	Begin       trace.Measure `json:"begin_s"`
	Arrived     trace.Measure `json:"arrived_s"` // at its goal
	End         trace.Measure `json:"end_s"`
	Way         float64       `json:"way_m"` // over ground
	Interrupted int           `json:"interrupted"`
	Why         string        `json:"why,omitempty"` // there was no way, or no power
}

// Watch implements program.Watched: it adds the piece since the last look, by the trapezoidal rule, but for what of it lies in the warm-up.
func (m *Mission) Watch(now sim.Time) {
	s, warm := &m.sums, m.site.Warmup()
	at, power := m.body.At(now).Position, m.body.ThrusterPower(now)
	if s.seen && !m.over && now > s.last {
		way, lasts := s.place.Dist(at), now.Sub(s.last).Seconds()
		counts := max(0, now.Sub(max(s.last, warm)).Seconds())
		s.way += way * counts / lasts
		s.energy += counts * (s.power + power) / 2
		if t := m.present(); t != nil {
			t.way += way
		}
	}
	if now >= warm {
		s.clearance = min(s.clearance, m.site.Clearance(at))
	}
	s.seen, s.last, s.place, s.power = true, now, at, power
}

// count adds a period to a time, after the warm-up.
func (m *Mission) count(sum *time.Duration, now sim.Time) {
	if now >= m.site.Warmup() {
		*sum += m.config.Period
	}
}

// Report implements program.Reporting.
func (m *Mission) Report(now sim.Time) (list string, report any) { return "missions", m.Summary(now) }

// Summary returns what the mission was like so far.
func (m *Mission) Summary(now sim.Time) Summary {
	s := &m.sums
	out := Summary{
		Node: m.site.Name(), Ended: m.over, Time: trace.Measure(math.NaN()), Way: s.way, Energy: trace.Measure(s.energy),
		Collected: m.book.collected, Delivered: m.book.delivered, Offers: m.book.offers, Clearance: trace.Measure(math.NaN()),
		Plans: m.chart.plans, Planned: m.chart.length, Cells: m.chart.cells, Avoided: s.avoided.Seconds(), Replans: s.replans, Blind: s.blind.Seconds(), Lost: s.lost.Seconds(), Events: s.events, Orders: s.orders, Spent: s.spent,
	}
	if m.over {
		out.Time = trace.Measure(s.end.Sub(s.begin).Seconds())
	}
	if !math.IsInf(s.clearance, 1) {
		out.Clearance = trace.Measure(s.clearance)
	}
	for _, t := range m.all {
		outcome, why := t.outcome, t.why
		if outcome == "" && m.site.Down() {
			outcome, why = noPower, "the vehicle has lost its power, and does nothing more unless it comes back"
		}
		out.Tasks = append(out.Tasks, TaskSummary{t.name, outcome, seconds(t.begun), seconds(t.arrived), seconds(t.ended), t.way, t.interrupted, why})
	}
	return out
}

// seconds returns a time; NaN for never.
func seconds(t sim.Time) trace.Measure {
	if t == sim.Never {
		return trace.Measure(math.NaN())
	}
	return trace.Measure(t.Seconds())
}

// Metrics declares what is measured of a mission.
func (*Config) Metrics() []metric.Def { return measured().Defs() }

// Values implements metric.Source.
func (m *Mission) Values(put func(def int, subject string, value float64)) {
	s := m.Summary(m.site.Kernel().Now())
	measured().Put(&s, s.Node, put)
}

// measured declares what is measured of missions.
func measured() metric.List[Summary] {
	var all metric.List[Summary]
	all.AddWithMean("mission_time", "s", metric.TimeToEvent, "time from the beginning of a mission until nothing was left to do; none if something was", func(s *Summary) float64 { return float64(s.Time) })
	all.AddWithMean("tasks_done", "", metric.Count, "tasks of a mission that were done, those of events included, one that was interrupted once", func(s *Summary) float64 { return s.count(Done) })
	all.AddWithMean("tasks_failed", "", metric.Count, "tasks of a mission that were begun and given up: after their limits, without a way, dropped, or left without power", func(s *Summary) float64 {
		return s.count(late) + s.count(noWay) + s.count(aborted) + s.count(noPower)
	})
	all.Add("mission_way", "m", metric.Total, "length of the way of a mission over ground, after the warm-up", func(s *Summary) float64 { return s.Way })
	all.Add("mission_energy", "J", metric.Total, "electrical energy of the thrusters during a mission, after the warm-up, by the key power of each in the vehicle's file; none where no thruster has it", func(s *Summary) float64 { return float64(s.Energy) })
	all.Add("data_collected", "bit", metric.Total, "data that a mission took on board", func(s *Summary) float64 { return s.Collected })
	all.Add("data_delivered", "bit", metric.Total, "data of a mission that the vehicle knows to have arrived", func(s *Summary) float64 { return s.Delivered })
	all.Add("plan_length", "m", metric.Total, "length of the ways that a mission has planned on its map, in the plane", func(s *Summary) float64 { return s.Planned })
	all.Add("plan_cells", "", metric.Count, "cells of its map that a mission has looked at to plan them", func(s *Summary) float64 { return float64(s.Cells) })
	all.Add("avoid_time", "s", metric.Total, "time in which a mission left its way to avoid what its sonar saw, after the warm-up", func(s *Summary) float64 { return s.Avoided })
	all.Add("replans", "", metric.Count, "times that a mission planned a new way because it could not follow the old one", func(s *Summary) float64 { return float64(s.Replans) })
	all.Add("clearance_min", "m", metric.Mean, "least distance of the vehicle's middle from obstacles and the ground, after the warm-up", func(s *Summary) float64 { return float64(s.Clearance) })
	all.AddWithMean("blind_time", "s", metric.Total, "time in which a mission did not know where its vehicle was, after the warm-up", func(s *Summary) float64 { return s.Blind })
	all.AddWithMean("lost_time", "s", metric.Total, "time in which a mission had lost, or not yet found, the vehicle that it was to follow, after the warm-up", func(s *Summary) float64 { return s.Lost })
	all.Higher("tasks_done", "data_delivered")
	all.Lower("mission_time", "tasks_failed", "blind_time", "lost_time")
	for i := range all {
		all[i].Of = "missions"
	}
	return all
}

// count returns how many tasks had an outcome.
func (s *Summary) count(o Outcome) float64 {
	n := 0.0
	for i := range s.Tasks {
		if s.Tasks[i].Outcome == o {
			n++
		}
	}
	return n
}

// warn warns of what the vehicle cannot do.
func (m *Mission) warn() {
	c := m.config
	start, known := m.where.Motion(0)
	if p, ok := m.pilot.(*autopilot.Autopilot); ok && known {
		for _, doubt := range p.Doubts(m.body.Model(), c.Speed, m.site.Water().Density(start.Position)) {
			m.site.Warn("%s", doubt)
		}
		stays := slices.ContainsFunc(c.Tasks, func(t TaskConfig) bool { return t.Then.acts() })
		if turn := p.Turning(m.body.Model(), c.Speed, m.site.Water().Density(start.Position)); stays && m.nearby() < turn {
			m.site.Warn("its turning circle has a radius of %.3g m, and what it is to do at a place goes on only within loiter, which is %.4g m: it hardly ever is there; make loiter greater", turn, c.Loiter)
		}
	}
	if known {
		program.WarnOfCurrent(m.site, start.Position, "speed", c.Speed)
	}
	lands := slices.ContainsFunc(c.Tasks, func(t TaskConfig) bool { return t.Land }) || slices.ContainsFunc(c.On, func(e EventConfig) bool { return e.Do == "land" })
	if lands && m.senses.height == nil {
		m.site.Warn("it lands, and no instrument reads its height over ground: it goes down until it touches something; give it an altimeter or a dvl")
	}
	if warm := m.site.Warmup(); warm > 0 {
		m.site.Warn("it sets out within the warm-up of %v: its tasks, their times, its data and its plans count from the beginning of the run, all else only from the end of the warm-up", time.Duration(warm))
	}
	if lag := c.TimeConstant.Seconds(); c.Ahead < c.Speed*lag {
		m.site.Warn("it looks %.4g m ahead, which it swims in less than the %.4g s of its time_constant, so that it overshoots; look further ahead", c.Ahead, lag)
	}
}
