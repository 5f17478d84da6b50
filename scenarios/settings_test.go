package scenarios

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Three nodes on a line: a and b are 600 m or 0.4 s apart, and c is 0.6 s from a and 0.2 s
// from b. So a station at b has ways of 0.4 s at most, and any two nodes of 0.6 s. What a time
// has to be is worked out beside it; one that is as long, or is left to the protocol, is not
// doubted, nor is one of a link with one node.
func TestDoubtsOfProtocols(t *testing.T) {
	for _, row := range []struct {
		mac  string
		want string // how the warning goes on behind links.x.mac.; nothing for none
	}{
		// The guard of 50 ms serves ways of 25 ms, there and back.
		{"{type: waiting-room, station: b, max_delay: 374ms}", "max_delay: 374ms is too short, because the longest way takes 400ms at the start: "},
		{"{type: waiting-room, station: b, max_delay: 375ms}", ""},
		{"{type: waiting-room, station: b}", ""},
		{"{type: waiting-room, station: a, max_delay: 574ms}", "max_delay: 574ms is too short, because the longest way takes 600ms "},
		// An answer begins to arrive after the turnaround of 50 ms and the way there and back.
		{"{type: polling, station: b, timeout: 849ms}", "timeout: 849ms is too short, because the longest way takes 400ms "},
		{"{type: polling, station: b, timeout: 850ms}", ""},
		{"{type: polling, station: b}", ""},
		// Slots of nodes that send to anybody, and those of vehicles that send to their station.
		{"{type: tdma, size: 100bit, guard: 100ms, propagation: 499ms}", "propagation: 499ms is too short, because the longest way takes 600ms "},
		{"{type: tdma, size: 100bit, guard: 100ms, propagation: 500ms}", ""},
		{"{type: tdma, size: 100bit}", ""},
		{"{type: tdma-docking, station: b, propagation: 399ms}", "propagation: 399ms is too short, because the longest way takes 400ms "},
		{"{type: tdma-docking, station: b, propagation: 400ms}", ""},
		{"{type: aloha}", ""},
	} {
		text := fmt.Sprintf(`
name: line
duration: 10s
links:
  x:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps}
    mac: %s
nodes:
  - {name: a}
  - {name: b, at: [600m, 0m, 0m]}
  - {name: c, at: [900m, 0m, 0m]}
traffic:
  - {type: periodic, from: a, to: b, period: 5s, size: 10bit}
`, row.mac)
		plan, err := Parse("line.yaml", text, nil)
		if err != nil {
			t.Fatal(err)
		}
		warnings, err := plan.Check()
		if err != nil {
			t.Fatal(err)
		}
		warnings = slices.DeleteFunc(warnings, func(w string) bool { return !strings.HasPrefix(w, "links.x.mac.") })
		if len(warnings) > 1 || len(warnings) == 1 != (row.want != "") || len(warnings) == 1 && !strings.HasPrefix(warnings[0], "links.x.mac."+row.want) {
			t.Errorf("%s: %q, want %q", row.mac, warnings, row.want)
		}
	}
}
