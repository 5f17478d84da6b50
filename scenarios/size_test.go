package scenarios_test

import (
	"testing"

	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// What a run takes, worked by hand.
func TestSize(t *testing.T) {
	for _, row := range []struct {
		name            string
		sets            []strict.Set
		events, packets float64
	}{
		// A packet every 5 s for 600 s, to one other radio: 120 packets of 2 + 2 events.
		{"two-nodes", []strict.Set{
			{Path: "duration", Value: "600s"}, {Path: "probe", Value: "null"}, {Path: "traffic", Value: "[{type: periodic, from: auv, to: station, period: 5s}]"},
		}, 480, 120},
		// The same from 100 s to 200 s: 20 packets. A probe every second: 600 readings.
		{"two-nodes", []strict.Set{
			{Path: "duration", Value: "600s"},
			{Path: "probe", Value: "{period: 1s}"},
			{Path: "traffic", Value: "[{type: periodic, from: auv, to: station, period: 5s, start: 100s, stop: 200s}]"},
		}, 20*4 + 600, 20},
		// A vehicle with steps of 1 ms for 400 s; what its programs send is not in it.
		{"docking", nil, 400_000, 0},
	} {
		plan, err := scenarios.Standard().Load(row.name, row.sets)
		if err != nil {
			t.Fatal(err)
		}
		if got := plan.Size(); got != (scenarios.Size{Events: row.events, Packets: row.packets}) {
			t.Errorf("%s %v: %+v, want %g events, %g packets", row.name, row.sets, got, row.events, row.packets)
		}
	}
}

// What a network with Poisson traffic takes is near what its run does.
func TestSizeOfARun(t *testing.T) {
	plan, err := scenarios.Standard().Load("aloha20", nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := plan.Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := plan.Size().Events, float64(s.Kernel.Fired()); got < want/2 || got > 2*want {
		t.Errorf("%g events estimated, %g fired", got, want)
	}
}
