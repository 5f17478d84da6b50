package theory

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/combin"

	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/trace"
)

// contenders are stations on a ring, 1 s across, that all have a packet at the start, when a round begins. The nearest of 16 are
// 0.2 s apart, much more than a tone.
const contenders = `
name: contenders
duration: 1000s
links:
  water:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps, capture: off}
    mac: {type: t-lohi, kind: %s, max_delay: 1s, tone: 5ms, guard: 0s}
nodes:
  - {name: node, count: %d, place: {type: ring, radius: 750m}}
traffic:
  - {type: periodic, phase: same, from: node, to: everybody, period: 10000s, size: 1000bit}
`

// tlohiRows are the rows of T-Lohi: rounds until one of n contenders is alone.
func tlohiRows() (rows []Row) {
	const most = 16
	expected := contentionRounds(most)
	for _, n := range []int{2, 4, 8, most} {
		rows = append(rows, Row{
			Protocol: "t-lohi", Setup: fmt.Sprintf("%d contenders at once, synchronized", n),
			Quantity: "rounds until one is alone", Theory: expected[n], Source: "recursion over the contenders",
			Replications: 400, Measure: measureContention("synchronized", n, 1.005),
		})
	}
	return append(rows, Row{
		Protocol: "t-lohi", Setup: fmt.Sprintf("%d contenders at once, conservative", most),
		Quantity: "rounds until one is alone", Theory: expected[most], Source: "recursion over the contenders",
		Replications: 400, Measure: measureContention("conservative", most, 2.005),
	})
}

// contentionRounds returns, by n, how many rounds n contenders need that begin together, until one is alone. E(1) = 1. After a round
// of n each draws one of n rounds. In the first that anybody has drawn, j, there are k with the probability p, and the others leave out:
//
//	E(n) = 1 + sum over j, k of p (j - 1 + E(k)),  p = C(n,k) (1/n)^k ((n-j)/n)^(n-k)
func contentionRounds(most int) []float64 {
	all := []float64{0, 1}
	for n := 2; n <= most; n++ {
		sum, again := 1.0, 0.0 // again: the factor of E(n) itself
		for j := 1; j <= n; j++ {
			for k := 1; k <= n; k++ {
				p := float64(combin.Binomial(n, k)) * math.Pow(float64(n-j), float64(n-k)) / math.Pow(float64(n), float64(n))
				sum += p * float64(j-1)
				if k == n {
					again += p
				} else {
					sum += p * all[k]
				}
			}
		}
		all = append(all, sum/(1-again))
	}
	return all
}

// firstSent notes when a frame is sent for the first time.
type firstSent struct{ at sim.Time }

// Emit implements trace.Tracer.
func (f *firstSent) Emit(r trace.Record) {
	if r.Kind == trace.TxStart && f.at == 0 {
		f.at = r.At
	}
}

// measureContention returns a measurement of the rounds, of so many seconds, until one of n stations sends.
func measureContention(kind string, n int, round float64) func(context.Context, uint64) (float64, error) {
	return func(ctx context.Context, seed uint64) (float64, error) {
		plan, err := scenarios.Standard().Parse("contenders.yaml", fmt.Sprintf(contenders, kind, n), []strict.Set{set("seed", seed)})
		if err != nil {
			return 0, err
		}
		first := new(firstSent)
		run, err := plan.Build(nil, first)
		if err != nil {
			return 0, err
		}
		run.Start()
		for ended := false; first.at == 0 && !ended && err == nil; {
			ended, err = run.RunUntil(ctx, run.Kernel.Now().Add(sim.Seconds(10*round)))
		}
		return first.at.Seconds() / round, err
	}
}
