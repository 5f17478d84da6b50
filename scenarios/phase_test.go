package scenarios

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat"

	"halocline/scenarios/strict"
	"halocline/sim/simtest"
)

// reporters is 20 nodes around a sink, each of which reports every 20 s. Frames last 0.1 s and
// all ways are equally long; nobody captures.
const reporters = `name: crowd
duration: 3609.5s
links: {r: {channel: {type: ideal, speed: 1500m/s}, modem: {type: plain, rate: 1kbps, capture: off}, mac: {type: aloha, header: 0bit}}}
nodes: [{name: sink}, {name: n, count: 20, place: {type: ring, radius: 150m}}]
traffic: [{type: periodic, from: n, to: sink, period: 20s, size: 100bit, phase: %s}]
`

// In lock step the frames of a group meet in each period. Spread over it, a second apart, none
// do. At random a frame is alone if none of the 19 others begins within 0.1 s of it, before or
// after: (1 - 0.2/20)^19 = 0.826, and who is alone is so for the whole run.
func TestGroupsAreNotInLockStep(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	delivered := func(phase string, seed int) float64 {
		plan := parse(t, fmt.Sprintf(reporters, phase), strict.Set{Path: "seed", Value: fmt.Sprint(seed)})
		return float64(run(t, plan, nil).summary.Total.Packets.DeliveryRatio)
	}
	if ratio := delivered("same", 1); ratio != 0 {
		t.Errorf("same: %g delivered", ratio)
	}
	if ratio := delivered("spread", 1); ratio != 1 {
		t.Errorf("spread: %g delivered", ratio)
	}
	var ratios []float64
	for seed := range 40 {
		ratios = append(ratios, delivered("random", seed))
	}
	mean, deviation := stat.MeanStdDev(ratios, nil)
	want := math.Pow(1-0.2/20, 19)
	if math.Abs(mean-want) > 4*stat.StdErr(deviation, 40) {
		t.Errorf("random: %.3f delivered in the mean, not %.3f", mean, want)
	}
}
