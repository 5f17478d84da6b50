package scenarios

import (
	"reflect"
	"slices"

	"halocline/sim/equation"
	"halocline/sim/metric"
	"halocline/sim/trace"
)

// Measured is what models declare of a thing, and what was built of them: the protocol at each node of a link, its
// channel in each band, an instrument of a node. Programs are told of by Programs.
type Measured struct {
	Thing   string // of which it is: <link> or <node>, for which the subject stands
	Subject string // the name of the link or of the node
	Defs    []metric.Def
	Sources []metric.Source

	config reflect.Type
}

// Measured returns what the models of the run measure by themselves.
func (s *Simulation) Measured() []Measured { return s.measured }

// measure takes note of what was built of a configuration, if it has metrics.
func (b *builder) measure(thing, subject string, config, built any) {
	declares, ok := config.(metric.Config)
	source, gives := built.(metric.Source)
	if !ok || !gives {
		return
	}
	of := reflect.TypeOf(config)
	i := slices.IndexFunc(b.measured, func(m Measured) bool { return m.Thing == thing && m.Subject == subject && m.config == of })
	if i < 0 {
		i = len(b.measured)
		b.measured = append(b.measured, Measured{Thing: thing, Subject: subject, Defs: declares.Metrics(), config: of})
	}
	b.measured[i].Sources = append(b.measured[i].Sources, source)
}

// The things of which models other than programs are.
const (
	OfLink = "<link>"
	OfNode = "<node>"
)

// LinkUse is what a run knows of a link.
type LinkUse struct {
	*trace.LinkSummary
	Energy float64 // J
	Power  float64 // W
}

// LinkMetrics declares what is measured of every link, whatever its models are.
func LinkMetrics() metric.List[LinkUse] {
	all := metric.Within(func(l *LinkUse) *trace.Packets { return &l.Packets }, trace.PacketMetrics())
	all = append(all, metric.Within(func(l *LinkUse) *trace.Frames { return &l.Frames }, trace.FrameMetrics())...)
	all.Add("utilisation", "", metric.Mean, "part of the time of the run, without its warm-up, in which at least one node of the link was on the air",
		func(l *LinkUse) float64 { return float64(l.Utilisation) })
	all.Add("energy", "J", metric.Total, "electrical energy of the link's radios",
		func(l *LinkUse) float64 { return l.Energy })
	all.Add("power", "W", metric.Rate, "mean electrical power of the link's radios, in the time of the run without its warm-up",
		func(l *LinkUse) float64 { return l.Power })
	all.Computed(map[string]equation.Equation{
		"energy": {
			Of: "electrical energy", Source: "definition",
			Note: "the sum, over radios and over the states transmit, receive, idle and sleep, of the power that the modem draws in a state times the time in it",
		},
	})
	return all
}
