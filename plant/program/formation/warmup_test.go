package formation_test

import (
	"math"
	"testing"

	"halocline/scenarios"
)

// Two points know each other by truth and are to be 4 m apart about their target. One is at its point; the other begins 1 m too
// near and comes with exp(-t/4 s) by attract 0.25/s, as no other field acts: their distance is 4 m - exp(-t/4 s), and its error is
// exp(-t/4 s). From the end W = 4 s of the warm-up to T = 12 s
//
//	formation_error = sqrt(2 (exp(-W/2) - exp(-T/2))/(T - W)) = sqrt(2 (0.1353353 - 0.0024788)/8) = 0.182248 m
//	spread          = 4 - 4 (exp(-W/4) - exp(-T/4))/(T - W)   = 4 - 0.5 (0.3678794 - 0.0497871)   = 3.840954 m
//	separation_min  = 4 - exp(-W/4)                           = 3.632121 m
//
// without the warm-up, W = 0, they are 0.407742 m, 3.683262 m and 3 m. The distance is within 5 cm from 4 ln 20 s = 11.983 s on, whenever
// the warm-up ends.
func TestWhatCountsAfterTheWarmup(t *testing.T) {
	const text = `
name: warm
duration: 12s
nodes:
  - {name: auv, count: 2, at: [-2m, 0m, -20m], place: {type: line, step: [3m, 0m, 0m]}, vehicle: {dynamics: {type: point}, step: 10ms}, run: {type: formation, navigation: truth, target: [0m, 0m, -20m], around: {radius: 2m, first: 180deg}, period: 10ms, field: {range: 100m}, neighbours: {by: truth}}}
`
	for _, row := range []struct {
		warmup                    string
		error, spread, separation float64
	}{{"warmup: 4s", 0.182248, 3.840954, 3.632121}, {"warmup: 0s", 0.407742, 3.683262, 3}} {
		plan, err := scenarios.Standard().Parse("warm.yaml", text+row.warmup+"\n", nil)
		if err != nil {
			t.Fatal(err)
		}
		s := carryOut(t, plan, 1, nil, 0, nil)[0]
		for _, v := range []struct {
			name      string
			got, want float64
		}{
			{"error", float64(s.Error), row.error},
			{"spread", float64(s.Spread), row.spread},
			{"separation", float64(s.Separation), row.separation},
			{"converged", float64(s.Converged), 4 * math.Log(20)},
		} {
			t.Logf("%s: %s is %.6g, by the formula %.6g", row.warmup, v.name, v.got, v.want)
			if math.Abs(v.got-v.want) > 0.01*v.want {
				t.Errorf("%s: %s is %.6g, want %.6g", row.warmup, v.name, v.got, v.want)
			}
		}
	}
}
