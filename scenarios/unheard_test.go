package scenarios

import (
	"fmt"
	"testing"

	"halocline/sim/trace"
)

// Packets that a newer one replaces are the policy of the queue where the receiver is served, though more
// seldom than they are offered. Where nobody answers the polls, or asks, it is for that that they are lost.
func TestReplacedForNobodyAnswers(t *testing.T) {
	const text = `name: far
duration: 600s
links:
  x: {channel: acoustic, modem: evologics-s2c-18-34, mac: {type: %s, station: s, order: newest}}
nodes:
  - {name: s, at: [0m, 0m, -20m]}
  - {name: v, at: [%s, 0m, -20m]}
traffic:
  - {type: periodic, from: s, to: v, period: 100ms, size: 64bit}
  - {type: periodic, from: v, to: s, period: 100ms, size: 64bit}
`
	for _, mac := range []string{"polling", "waiting-room"} {
		for at, near := range map[string]bool{"300m": true, "20km": false} {
			r := run(t, parse(t, fmt.Sprintf(text, mac, at)), nil)
			for _, n := range r.summary.PerNode {
				d := &n.Packets.Dropped
				few := int64(500) // of 6000, until the first poll is answered or 27 s have gone by, the way there and back
				if near && (d[trace.Superseded] < 1000 || d[trace.NoAnswer] > few) || !near && (d[trace.NoAnswer] < 1000 || d[trace.Superseded] > few) {
					t.Errorf("%s, %s: of %d packets of %s %d are superseded, and %d dropped because nobody answers", mac, at, n.Packets.Offered, n.Node, d[trace.Superseded], d[trace.NoAnswer])
				}
			}
		}
	}
}
