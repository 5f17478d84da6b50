package formation_test

import (
	"math"
	"testing"

	"halocline/scenarios"
)

// Three in a row that know of each other at once: the first goes at 0.1 m/s, and who follows at a gain a is behind by 0.1/a, so that the second, with 0.2/s,
// is 0.5 m too far behind and the third, with 0.4/s, 0.25 m. The error of the last distance is half of that of the first. The third
// takes the second for its leader.
func TestSpacingGrowth(t *testing.T) {
	const text = `name: row
duration: 150s
warmup: 90s
water: {temperature: 10degC, density: 1025kg/m3}
nodes:
  - name: a
    at: [0m, 0m, -20m]
    vehicle: &v {step: 100ms, dynamics: {type: point, lag: 1s}}
    run: {type: formation, navigation: truth, role: leader, assign: order, speed: 0.1m/s, members: &all [a, b, c], path: [[0m, 0m, -20m], [100m, 0m, -20m]], shape: {type: points, points: [[0m, 0m, 0m], [-3m, 0m, 0m], [-6m, 0m, 0m]]}, field: &f {attract: 0.2/s, repel: 0, cohere: 0/s}, neighbours: &n {by: truth}}
  - name: b
    at: [-3m, 0m, -20m]
    vehicle: *v
    run: {type: formation, navigation: truth, leader: a, assign: order, members: *all, shape: {type: points, points: [[0m, 0m, 0m], [-3m, 0m, 0m], [-6m, 0m, 0m]]}, field: *f, neighbours: *n}
  - name: c
    at: [-6m, 0m, -20m]
    vehicle: *v
    run: {type: formation, navigation: truth, leader: b, assign: order, members: *all, shape: {type: points, points: [[0m, 0m, 0m], [3m, 0m, 0m], [-3m, 0m, 0m]]}, field: {attract: 0.4/s, repel: 0, cohere: 0/s}, neighbours: *n}
`
	plan, err := scenarios.Standard().Parse("row.yaml", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range carryOut(t, plan, 1, nil, 0, nil) {
		if got := float64(s.Growth); math.Abs(got-0.5) > 0.01 {
			t.Errorf("%s: %g, want 0.5", s.Node, got)
		}
	}
}
