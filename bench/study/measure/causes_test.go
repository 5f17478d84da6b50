package measure

import (
	"slices"
	"testing"

	"halocline/sim/equation"
	"halocline/sim/trace"
)

// Every cause has a condition, which is what the code computes, or is a state or an event without a number: then what it means
// is the whole condition. A new cause is one or the other.
func TestCauses(t *testing.T) {
	states := []trace.Cause{
		trace.RadioBusy, trace.Superseded, trace.Asleep, trace.Aborted, trace.TooLong, trace.InFlight, trace.NoAnswer, trace.ChannelBusy, trace.Outage, trace.Shadow,
		trace.NoRoute, trace.DiedOut,
	}
	all := Causes()
	for _, c := range trace.Causes() {
		e, ok := all[c]
		if ok == slices.Contains(states, c) {
			t.Errorf("%v: it has a condition: %v; give it one by Causes, or let it stand among those without one, and not both", c, ok)
		}
		if !ok {
			continue
		}
		for _, fault := range equation.Check(e) {
			t.Errorf("%v: %s", c, fault)
		}
	}
}
