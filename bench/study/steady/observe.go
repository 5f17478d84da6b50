package steady

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/trace"
)

// Collector is a tracer that makes observations of a run.
type Collector interface {
	trace.Tracer
	Series(end sim.Time) []Observation
}

// Observe returns what collects delays or ages, as what says, on a link, -1 for all, and of a flow from:to of two
// nodes, empty for all. An error begins with the input that it is about: what or flow.
func Observe(what string, link int, flow string, names trace.Names) (Collector, error) {
	of := way{Link: link, From: trace.None, To: trace.None}
	if flow != "" {
		from, to, ok := strings.Cut(flow, ":")
		if !ok {
			return nil, fmt.Errorf("flow %s: write the names of two nodes, as in --flow auv:station", flow)
		}
		for _, end := range []struct {
			name string
			node *int32
		}{{from, &of.From}, {to, &of.To}} {
			i := slices.Index(names.Nodes, end.name)
			if i < 0 {
				return nil, fmt.Errorf("flow: %s", strict.Unknown("node", end.name, names.Nodes))
			}
			*end.node = int32(i)
		}
	}
	switch what {
	case "delay":
		return &delays{way: of}, nil
	case "age":
		if flow == "" {
			return nil, errors.New("what age: an age is that of one flow; name it with --flow from:to")
		}
		return &ages{way: of}, nil
	}
	return nil, fmt.Errorf("what: %s", strict.Unknown("quantity", what, []string{"delay", "age"}))
}
