package scenarios

import (
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
