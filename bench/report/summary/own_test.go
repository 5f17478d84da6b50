package summary

import (
	"math"
	"testing"

	"halocline/bench/study/measure"
	"halocline/scenarios"
)

// What run prints of models by themselves is what it has as JSON: a vehicle that falls on the bottom has contacts.
func TestOwnOf(t *testing.T) {
	const text = `name: falls
duration: 60s
water: {seabed: {depth: 20m}}
links: {sound: {channel: {type: ideal}, modem: plain, mac: aloha}}
nodes:
  - {name: buoy, at: [0m, 0m, -5m]}
  - {name: auv, at: [9m, 0m, -15m], vehicle: {model: bluerov2-heavy, step: 5ms, force: [0N, 0N, -20N]}}
`
	plan, err := scenarios.Standard().Parse("falls.yaml", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	out, err := measure.Run(t.Context(), plan, measure.Options{})
	if err != nil {
		t.Fatal(err)
	}
	own := OwnOf(out)
	for _, m := range out.Own(func(any) bool { return false }) {
		if v, ok := own[m.Name]; !ok || float64(v) != m.Value && !math.IsNaN(m.Value) {
			t.Errorf("%s: %v, want %v", m.Name, v, m.Value)
		}
	}
	if !(own["auv.contacts"] > 0 && own["auv.contact_speed_max"] > 0) {
		t.Error(own)
	}
}
