package theory

import (
	"slices"
	"testing"

	"halocline/scenarios"
	"halocline/sim/equation"
)

// Each law that the manual shows of an access protocol is the theory of a row, which runs are compared with.
func TestLawsAreMeasured(t *testing.T) {
	rows := Rows()
	for name, fresh := range scenarios.Protocols() {
		c, ok := fresh().(equation.Config)
		if !ok {
			continue
		}
		for _, e := range c.Equations() {
			if e.Measured && !slices.ContainsFunc(rows, func(r Row) bool { return r.Protocol == name && r.Law == e.Of }) {
				t.Errorf("%s: no row measures the %s", name, e.Of)
			}
		}
	}
}

// The throughput of slotted ALOHA between 10 senders at G = 1 is 0.9^9 = 0.387420489, and with a guard of 0.4 frames 1.4 times less.
func TestBy(t *testing.T) {
	for _, c := range []struct {
		row  Row
		want float64
	}{{equalWays(10, 1), 0.387420489}, {fullGuard(0.4, 1), 0.387420489 / 1.4}, {manyALOHA(400, 0.5), 0.18393972058572117}, {delayTDMA(0.5), 8.9}, {loadedPolling(0.25), 3.5333333333333333}} {
		if d := c.row.Theory/c.want - 1; d > 1e-9 || d < -1e-9 {
			t.Errorf("%s, %s: %.12g, want %.12g", c.row.Protocol, c.row.Setup, c.row.Theory, c.want)
		}
	}
}
