package scenarios

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/scenarios/strict"
	"halocline/sim/trace"
)

// pairRanging is a node 1500 m from an anchor; the clocks gain 40 and -30 ppm.
const pairRanging = `
name: ranging
duration: 100s
links:
  acoustic:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps}
    mac: {type: aloha, header: 0bit}
    ranging: {period: 40s, size: %dbit, anchors: [{node: buoy, at: [0m, 0m, 0m]}]}
nodes:
  - {name: buoy, clock: {drift: -30ppm, offset: -2h}}
  - {name: auv, at: [1500m, 0m, 0m], clock: {drift: 40ppm, offset: 5h}}
`

// The anchor answers when the request has come in, so that it holds it for as long as that is on the air. The error is
// c H (da - db)/2 + d da: with H = 10 s, 1500 x 10 x 70e-6 / 2 = 0.525 m, and 1500 x 40e-6 = 0.06 m.
func TestTwoWayRangeWithDrift(t *testing.T) {
	for bits, hold := range map[int]float64{100: 0.1, 10_000: 10} {
		_, s := follow(t, parse(t, fmt.Sprintf(pairRanging, bits)), "range")
		if len(s.records) == 0 {
			t.Fatal("no range")
		}
		want := 1500*hold*70e-6/2 + 1500*40e-6
		for _, r := range s.records {
			if got := r.Value - 1500; math.Abs(got-want) > 1e-4 {
				t.Errorf("held for %g s: wrong by %.6f m, not %.6f m", hold, got, want)
			}
		}
	}
}

// A range one way is wrong by c times what the clocks are apart: 1 ms is 1.5 m. With clocks that sync keeps it is right,
// and where the arrival comes before the departure there is a range below zero, of which no place is made.
func TestOneWayRange(t *testing.T) {
	one := []strict.Set{{Path: "links.acoustic.ranging.kind", Value: "one-way"}, {Path: "nodes.buoy.clock.drift", Value: "0ppm"}, {Path: "nodes.auv.clock.drift", Value: "0ppm"}, {Path: "nodes.buoy.clock.offset", Value: "0s"}}
	for ahead, want := range map[string]float64{"1ms": 1501.5, "-1ms": 1498.5, "0s": 1500, "-3s": -3000} {
		_, s := follow(t, parse(t, fmt.Sprintf(pairRanging, 100), append(one, strict.Set{Path: "nodes.auv.clock.offset", Value: ahead})...), "range")
		if len(s.records) == 0 || math.Abs(s.records[0].Value-want) > 1e-4 {
			t.Errorf("%s ahead: %+v, not %g m", ahead, s.records, want)
		}
	}
	kept := strings.Replace(fmt.Sprintf(pairRanging, 100), "ranging:", "sync: {master: buoy, period: 10s}\n    ranging:", 1)
	_, s := follow(t, parse(t, kept, one[0]), "range")
	if len(s.records) == 0 {
		t.Fatal("no range")
	}
	last := s.records[len(s.records)-1] // 10 s of 70 ppm are 0.7 ms, 1.05 m, at most
	if math.Abs(last.Value-1500) > 1.1 {
		t.Errorf("with sync: %g m", last.Value)
	}
}

// The bundled vehicle finds its place to what its clock makes of 20 ppm. Where all nodes are elsewhere than the survey says,
// and clocks show hours more, it finds the same place at the same times: it knows neither.
func TestRangingReadsNoTruth(t *testing.T) {
	fixes := func(sets ...strict.Set) (all []trace.Record) {
		for _, axis := range []string{"x", "y", "HDOP"} {
			_, s := follow(t, load(t, "ranging", sets...), "fix "+axis)
			all = append(all, s.records...)
		}
		return all
	}
	here := fixes()
	if len(here) < 150 || math.Abs(here[0].Value-200) > 0.1 {
		t.Fatalf("%d fixes, the first %+v", len(here), here[0])
	}
	var moved []strict.Set
	for name, at := range map[string]string{"north": "[5km, 1km, -110m]", "east": "[6km, 0m, -110m]", "south": "[5km, -1km, -110m]", "west": "[4km, 0m, -110m]", "auv": "[5200m, 100m, -150m]"} {
		moved = append(moved, strict.Set{Path: "nodes." + name + ".at", Value: at})
		if name != "auv" {
			moved = append(moved, strict.Set{Path: "nodes." + name + ".clock.offset", Value: "11h"})
		}
	}
	there := fixes(moved...)
	if len(here) != len(there) {
		t.Fatalf("%d and %d fixes", len(here), len(there))
	}
	for i, a := range here {
		if b := there[i]; a.At.Sub(b.At).Abs() > 100 || math.Abs(a.Value-b.Value) > 1e-3 {
			t.Fatalf("%+v, and %+v elsewhere", a, b)
		}
	}
}

func TestRangingFaults(t *testing.T) {
	for want, set := range map[string]strict.Set{
		`unknown node on link acoustic "boat"`: {Path: "links.acoustic.ranging.anchors", Value: "[{node: boat}]"},
		"north is an anchor already":           {Path: "links.acoustic.ranging.anchors", Value: "[{node: north}, {node: north}]"},
	} {
		plan, err := Standard().Load("ranging", []strict.Set{set})
		if err == nil {
			_, err = plan.Build(nil, nil)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
}
