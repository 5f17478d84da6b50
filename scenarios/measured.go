package scenarios

import (
	"reflect"
	"slices"

	"halocline/sim/metric"
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
