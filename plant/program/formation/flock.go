package formation

import (
	"math"
	"slices"

	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/metric"
	"halocline/sim/trace"
)

// flock is the whole formation as it is: what is measured, and not what anybody decides by.
type flock struct {
	names      []string // of all members, in order
	members    []*Member
	begin      sim.Time // of what counts
	looked     bool
	last       sim.Time
	looks      int
	squares    float64 // sum over looks of the mean squared error of distances, m2
	errors     int     // looks with an error
	end        float64 // root mean square of the errors at the last look, m
	first      float64 // sum over looks of the squared error of the distance between the first two members, m2
	final      float64 // the same of the last two
	spread     float64 // sum over looks of the greatest distance of two, m
	separation float64 // least so far, m
	since      sim.Time
	close      bool // all distances are as wanted, since then
	bearings   []float64
}

// What counts as it should be, m; no distance at all; and how near two may come in a hunt, m.
const (
	huntsApart = 0.5
	closeBy    = 0.05
	farthest   = math.MaxFloat64
)

// truth returns how a member moves, for vehicles that know of each other without packets.
func (f *flock) truth(addr int32, now sim.Time) (bool, packet) {
	for _, m := range f.members {
		if m != nil && m.site.Addr() == addr {
			s := m.body.At(now)
			return true, packet{at: s.Position, velocity: s.WorldVelocity()}
		}
	}
	return false, packet{}
}

// Watch implements program.Watched: the first that is looked at measures all.
func (m *Member) Watch(now sim.Time) {
	if f := m.flock; !f.looked || f.last != now {
		f.looked, f.last = true, now
		f.look(now)
	}
}

// look measures the formation.
func (f *flock) look(now sim.Time) {
	worst, sum, pairs, spread, least := 0.0, 0.0, 0, 0.0, farthest
	for i, a := range f.members {
		for j := i + 1; a != nil && j < len(f.members); j++ {
			b := f.members[j]
			if b == nil {
				continue
			}
			d := a.body.At(now).Position.Dist(b.body.At(now).Position)
			least, spread = min(least, d), max(spread, d)
			for _, of := range [2]*Member{a, b} { // each by its own idea of who takes which point
				if e := d - of.wanted(i, j); !math.IsNaN(e) {
					worst, sum, pairs = max(worst, math.Abs(e)), sum+e*e, pairs+1
				}
			}
		}
	}
	f.end = math.Sqrt(sum / float64(pairs)) // NaN for none
	if now >= f.begin {
		f.compare(now)
		f.looks++
		f.spread += spread
		f.separation = min(f.separation, least)
		if pairs > 0 {
			f.errors++
			f.squares += sum / float64(pairs)
		}
	}
	switch in := pairs > 0 && worst <= closeBy; {
	case in && !f.close:
		f.close, f.since = true, now
	case !in:
		f.close = false
	}
}

// compare adds up the errors of the first two members and of the last two, where both are known.
func (f *flock) compare(now sim.Time) {
	first, last := f.off(0, now), f.off(len(f.members)-2, now)
	if !math.IsNaN(first) && !math.IsNaN(last) {
		f.first, f.final = f.first+first, f.final+last
	}
}

// off returns the squared error of the distance between a member and the next, as the next takes it to be wanted, m2. It is NaN where
// one of them is missing, or does not know yet.
func (f *flock) off(i int, now sim.Time) float64 {
	a, b := f.members[i], f.members[i+1]
	if a == nil || b == nil {
		return math.NaN()
	}
	e := a.body.At(now).Position.Dist(b.body.At(now).Position) - b.wanted(i, i+1)
	return e * e
}

// hunted returns 1 if the target is surrounded at a moment: each vehicle is as far from it as it is to be, give or take a fifth; seen
// from it no two neighbours are more than one and a half even angles apart; and none ever came nearer to another than 0.5 m. The
// figures are ours. Without a target it is NaN.
func (f *flock) hunted(c *Config, now sim.Time) float64 {
	const share, gap = 0.2, 1.5
	if c.Target == nil {
		return math.NaN()
	}
	f.bearings = f.bearings[:0]
	for _, m := range f.members {
		if m == nil { // a member that runs no formation
			return 0
		}
		to := m.body.At(now).Position.Sub(*c.Target)
		if math.Abs(to.Norm()-c.Around.Radius) > share*c.Around.Radius {
			return 0
		}
		f.bearings = append(f.bearings, math.Atan2(to.Y, to.X))
	}
	slices.Sort(f.bearings)
	widest, n := 0.0, len(f.bearings)
	for i := range f.bearings {
		next := f.bearings[(i+1)%n]
		if i == n-1 {
			next += 2 * math.Pi
		}
		widest = max(widest, next-f.bearings[i])
	}
	if widest > gap*2*math.Pi/float64(n) || f.separation < huntsApart {
		return 0
	}
	return 1
}

// Summary is what a formation was like, as one of its vehicles knows it and as it was. A Measure is NaN where there is none.
type Summary struct {
	Node       string        `json:"node"`
	Error      trace.Measure `json:"formation_error_m"`     // root mean square over pairs and time
	End        trace.Measure `json:"formation_error_end_m"` // root mean square over pairs, at the end
	Growth     trace.Measure `json:"spacing_growth"`
	Converged  trace.Measure `json:"converged_s"`
	Separation trace.Measure `json:"separation_min_m"`
	Spread     trace.Measure `json:"spread_m"`
	Age        trace.Measure `json:"neighbour_age_s"`
	Lost       trace.Measure `json:"neighbours_lost"`
	Withheld   trace.Measure `json:"packets_withheld"`
	Hunted     trace.Measure `json:"hunt_success"`
	Final      geom.Vec      `json:"-"` // where it is at the end, m
}

// Summary returns what the formation was like so far.
func (m *Member) Summary(now sim.Time) Summary {
	f, nan := m.flock, math.NaN()
	s := Summary{
		Node: m.site.Name(), End: trace.Measure(f.end), Converged: trace.Measure(nan),
		Error:  trace.Measure(math.Sqrt(f.squares / float64(f.errors))),
		Growth: trace.Measure(math.Sqrt(f.final / f.first)),
		Spread: trace.Measure(f.spread / float64(f.looks)), Separation: trace.Measure(f.separation),
		Age: trace.Measure(m.sums.age / m.sums.heard), Lost: trace.Measure(m.sums.lost / (m.sums.lost + m.sums.heard)),
		Withheld: trace.Measure(float64(m.sums.withheld) / float64(m.sums.due)),
		Hunted:   trace.Measure(f.hunted(m.config, now)), Final: m.body.At(now).Position,
	}
	if len(f.members) < 3 {
		s.Growth = trace.Measure(nan)
	}
	if f.close {
		s.Converged = trace.Measure(f.since.Seconds())
	}
	if f.looks == 0 || f.separation == farthest {
		s.End, s.Separation = trace.Measure(nan), trace.Measure(nan)
	}
	return s
}

// Report implements program.Reporting.
func (m *Member) Report(now sim.Time) (list string, report any) { return "formations", m.Summary(now) }

// Metrics implements metric.Config.
func (*Config) Metrics() []metric.Def { return append(metrics().Defs(), program.RadioEnergy()) }

// Values implements metric.Source.
func (m *Member) Values(put func(def int, subject string, v float64)) {
	s := m.Summary(m.site.Kernel().Now())
	metrics().Put(&s, "", put)
}

// metrics declares what is measured of a vehicle in a formation.
func metrics() metric.List[Summary] {
	var all metric.List[Summary]
	all.AddWithMean("formation_error", "m", metric.Mean, "error of the distance between two vehicles of the formation, by their own estimates: root mean square over pairs and time. It is of the whole formation, so each of its vehicles has the same",
		func(s *Summary) float64 { return float64(s.Error) })
	all.AddWithMean("formation_error_end", "m", metric.Mean, "the same over pairs at the end of the run",
		func(s *Summary) float64 { return float64(s.End) })
	all.AddWithMean("spacing_growth", "", metric.Mean, "error of the distance between the last two of the formation's members over that between the first two, each a root mean square over time. Where each follows the one before it, disturbances die out along the string below 1, and grow above; none of two members",
		func(s *Summary) float64 { return float64(s.Growth) })
	all.AddWithMean("converged", "s", metric.TimeToEvent, "time from which on all distances in the formation were within 5 cm of the wanted ones; none if they were not at the end",
		func(s *Summary) float64 { return float64(s.Converged) })
	all.AddWithMean("separation_min", "m", metric.Mean, "least distance between two vehicles of the formation on their ways, from centre to centre",
		func(s *Summary) float64 { return float64(s.Separation) })
	all.AddWithMean("spread", "m", metric.Mean, "greatest distance between two vehicles of the formation, mean over time",
		func(s *Summary) float64 { return float64(s.Spread) })
	all.AddWithMean("neighbour_age", "s", metric.Mean, "age of what the vehicle knows of the others, by its own clock, over the steps of its controller and the others that count",
		func(s *Summary) float64 { return float64(s.Age) })
	all.AddWithMean("neighbours_lost", "", metric.Mean, "share of the others, over the steps of its controller, that it has not heard of yet or has forgotten",
		func(s *Summary) float64 { return float64(s.Lost) })
	all.AddWithMean("packets_withheld", "", metric.Mean, "share of the packets about itself that it did not send, because the one before still waited in the access protocol, or the protocol refused it: neighbours.every is shorter than the link allows",
		func(s *Summary) float64 { return float64(s.Withheld) })
	all.AddWithMean("hunt_success", "", metric.Share, "1 if at the end the target is surrounded: each vehicle within a fifth of the radius that is wanted, no gap between neighbours wider than one and a half even angles, none ever nearer to another than 0.5 m; none without a target",
		func(s *Summary) float64 { return float64(s.Hunted) })
	all.Higher("hunt_success", "separation_min")
	all.Lower("formation_error", "formation_error_end", "spacing_growth", "converged", "neighbours_lost", "packets_withheld")
	for i := range all {
		all[i].Of = "vehicles in formations"
	}
	return all
}
