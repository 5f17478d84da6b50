package scenarios

import (
	"math"
	"strings"
	"testing"
)

// Orders count by their times and not by their places in the list: the word to go home is said at 100 s, and the one to go on at 50 s.
func TestOrdersInAnyOrder(t *testing.T) {
	_, m, _ := sent(t, errand(t, "tasks: [{name: out, go: [200m, 0m, -5m]}], on: [{when: message == 'go', do: hold}, {when: message == 'recall', do: home, abort: true}]",
		"nodes.shore.run.say=[{at: 100s, to: auv, message: recall, times: 5}, {at: 50s, to: auv, message: go, times: 2}]"))
	if got := outcomes(m); got != "out aborted, hold aborted, home done" {
		t.Error(got)
	}
}

// The hull of RexROV reaches from 0.3 - 0.8 to 0.3 + 0.8 m about its origin, so that its top is at the surface at a depth of 1.1 m. Its weight in
// air is more than its thrusters hold.
func TestSurfaceOfAHeavyVehicle(t *testing.T) {
	text := strings.Replace(errandText("tasks: [{surface: true}], then: stop"), "{dynamics: point, step: 20ms}", "{model: rexrov, step: 10ms}", 1)
	_, m, _ := sent(t, parse(t, text, sets(t, "nodes.auv.run.speed=0.5m/s")...))
	if outcomes(m) != "task1 done" || math.Abs(float64(m.Time)-3.9/0.5) > 5 || math.Abs(m.Way-3.9) > 0.2 {
		t.Errorf("%+v", m)
	}
}
