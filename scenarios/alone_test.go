package scenarios_test

import (
	"fmt"
	"slices"
	"testing"

	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/trace"
)

// sendTimes keeps when each node begins to send.
type sendTimes []string

func (s *sendTimes) Emit(r trace.Record) {
	if r.Kind == trace.TxStart {
		*s = append(*s, fmt.Sprint(r.Node, " ", sim.Time(r.At)))
	}
}

// Nobody hears a lone sender, and neither of two hidden ones hears the other, so that a
// station that listens before it sends finds the channel idle: it sends whenever ALOHA does,
// queues included, and no less. Over 1 km the SNR is 180 - 60 - 6 - 100 = 14 dB, by spherical
// spreading and some 6 dB/km, and over 2 km it is 2 dB, of which 10 dB are needed.
func TestNobodyToHearIsALOHA(t *testing.T) {
	const text = `
name: hidden
duration: 3000s
links:
  a:
    channel: {type: acoustic, spreading: 2, noise: none}
    modem: {type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 500bps, budget: {type: decibels, source_level: 180dB, self_noise: {level: 100dB}}}
    mac: {%s}
nodes:
  - {name: middle, at: [0m, 0m, -50m]}
  - {name: left, at: [-1km, 0m, -50m]}
  - {name: right, at: [1km, 0m, -50m]}
traffic: [{type: poisson, from: left, to: middle, rate: %s, size: 500bit}%s]
`
	sent := func(mac, rate, other string) []string {
		var times sendTimes
		plan, err := scenarios.Parse("hidden.yaml", fmt.Sprintf(text, mac, rate, other), nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := plan.Build(nil, &times)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return times
	}
	for _, rate := range []string{"0.1/s", "0.5/s", "0.9/s"} { // of a frame time of 1.05 s each
		for _, other := range []string{"", ", {type: poisson, from: right, to: middle, rate: 0.4/s, size: 500bit}"} {
			want := sent("type: aloha, queue: 16, header: 24bit", rate, other)
			for _, mac := range []string{"type: csma", "type: csma, persistence: 1-persistent", "type: csma, persistence: p-persistent, p: 1"} {
				if got := sent(mac+", queue: 16, header: 24bit", rate, other); !slices.Equal(got, want) {
					t.Errorf("%s, %s%s: %d frames, and ALOHA sends %d", mac, rate, other, len(got), len(want))
				}
			}
			if got := sent("type: csma, defer: true, queue: 16, header: 24bit", rate, other); slices.Equal(got, want) {
				t.Errorf("a station that defers to itself sends when ALOHA does, %s%s", rate, other)
			}
		}
	}
}
