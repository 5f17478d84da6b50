package scenarios

import (
	"fmt"
	"testing"

	"halocline/phy"
	"halocline/sim"
)

// The kernel foresees eight steps of the way of an event, the first of which is a source's.
// So from a port on there are seven at most: to the protocol, to the radio, and from there to
// those that receive. They hand a frame up to their own port.
func TestWayOfAPacket(t *testing.T) {
	const text = `name: crowd
duration: 100s
links:
  acoustic:
    channel: acoustic
    modem: {type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 1kbps, budget: {type: decibels, source_level: 141dB}}
    mac: %s
    cutoff: 20dB
nodes: [{name: n, at: [0m, 0m, -100m], count: 2100, place: {type: box, size: [60km, 60km, 100m]}}]
traffic: [{type: periodic, from: n, to: everybody, period: 100s, jitter: 90s, size: 8bit}]
`
	for _, mac := range []string{"aloha", "{type: aloha, ack: true}", "csma", "cw-mac"} {
		s, err := parse(t, fmt.Sprintf(text, mac)).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		node := s.nodes[0]
		if r, ok := s.macs[0].MAC.(phy.Relay); !ok || r.Above() != node.ports[0] {
			t.Errorf("%s: frames are not handed up to the port", mac)
		}
		steps, radios := 0, 0
		for here := any(node.ports[0]); here != nil; steps++ {
			if here == s.radios[0].Radio {
				radios++
			}
			f, ok := here.(sim.Foreseer)
			if !ok || steps == 100 {
				t.Fatalf("%s: the way ends at a %T after %d steps", mac, here, steps)
			}
			here = f.Foresee()
		}
		if radios != 1 || steps <= 3 || steps > 7 {
			t.Errorf("%s: a way of %d steps, of which %d are the radio; want 4 to 7 and 1", mac, steps, radios)
		}
	}
}
