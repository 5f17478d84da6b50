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
		{"{type: waiting-room, size: 100bit, station: b, max_delay: 374ms}", "max_delay: 374ms is too short, because the longest way takes 400ms at the start: "},
		{"{type: waiting-room, size: 100bit, station: b, max_delay: 375ms}", ""},
		{"{type: waiting-room, size: 100bit, station: b}", ""},
		{"{type: waiting-room, size: 100bit, station: a, max_delay: 574ms}", "max_delay: 574ms is too short, because the longest way takes 600ms "},
		// An answer begins to arrive after the turnaround of 50 ms and the way there and back.
		{"{type: polling, station: b, timeout: 849ms}", "timeout: 849ms is too short, because the longest way takes 400ms "},
		{"{type: polling, station: b, timeout: 850ms}", ""},
		{"{type: polling, station: b, timeout: 849ms}\n    cutoff: 20dB", "timeout: 849ms is too short, because the longest way takes 400ms "}, // of which nothing is lost
		{"{type: polling, station: b}", ""},
		// Slots of nodes that send to anybody, and those of vehicles that send to their station.
		{"{type: tdma, size: 100bit, guard: 100ms, propagation: 499ms}", "propagation: 499ms is too short, because the longest way takes 600ms "},
		{"{type: tdma, size: 100bit, guard: 100ms, propagation: 500ms}", ""},
		{"{type: tdma, size: 100bit}", ""},
		// Frames of neighbouring slots overlap nowhere if their owners are near enough: a and b, b and c, but not c and a.
		{"{type: tdma, size: 100bit, slots: [a, b, c, b], guard: 100ms, propagation: 300ms}", ""},
		{"{type: tdma, size: 100bit, slots: [a, b, c, b], guard: 100ms, propagation: 299ms}", "propagation: 299ms is too short, because the longest way takes 600ms "},
		{"{type: tdma, size: 100bit, slots: [a, b, c], guard: 100ms, propagation: 300ms}", "propagation: 300ms is too short, because the longest way takes 600ms "},
		{"{type: tdma-docking, station: b, propagation: 399ms}", "propagation: 399ms is too short, because the longest way takes 400ms "},
		{"{type: tdma-docking, station: b, propagation: 400ms}", ""},
		{"{type: aloha}", ""},
		// A frame takes 124 ms, with its header, and two stations may send, so that an even share leaves a
		// station silent for as long. What a lone one waits for on average is no more, or more: four slots of p = 0.2, the longest way if they are not given; up to 15 slots; a
		// gap; the longest way and a slot; both of these ways and the acknowledgement of 24 ms.
		{"{type: csma, persistence: p-persistent, p: 0.2, slot: 31ms}", ""},
		{"{type: csma, persistence: p-persistent, p: 0.2, slot: 32ms}", "p: a station, also a lone one, is silent for 128ms on average between two frames of 124ms, however idle the channel is, so that it sends for 49 % of the time at most, less than an even share; "},
		{"{type: csma, persistence: p-persistent, p: 0.2}", "p: a station, also a lone one, is silent for 2.4s on average "},
		{"{type: csma}", ""},
		{"{type: csma, defer: true, backoff: 248ms}", ""},
		{"{type: csma, defer: true, backoff: 10s}", "defer: a station, also a lone one, is silent for 5s on average "},
		{"{type: cw-mac, cw: 13, slot: 20ms}", ""},
		{"{type: cw-mac, cw: 15, slot: 20ms}", "cw: a station, also a lone one, is silent for 140ms on average "},
		{"{type: csma-cd, assume_full_duplex: true}", ""},
		{"{type: csma-cd, assume_full_duplex: true, gap: 125bit}", "gap: a station, also a lone one, is silent for 125ms on average "},
		{"{type: csma-cd, assume_full_duplex: true, backoff: ideal, contenders: 2, gap: 0bit, slot: 100ms}", "backoff: a station, also a lone one, is silent for 700ms on average "},
		{"{type: aloha, ack: true}", "ack: a station, also a lone one, is silent for 1.224s on average "},
		// A slot of 124 ms may be followed by as much, and be left empty by half. The clock of a gains 20 ppm.
		{"{type: slotted-aloha, size: 100bit, guard: 2e-5}", ""},
		{"{type: slotted-aloha, size: 100bit, guard: 1}", ""},
		{"{type: slotted-aloha, size: 100bit, guard: 1.5}", "guard: a station, also a lone one, is silent for 186ms on average "},
		{"{type: slotted-aloha, size: 100bit, guard: 1e-4, persistence: 0.4}", "persistence: a station, also a lone one, is silent for 186ms on average "},
		{"{type: slotted-aloha, size: 100bit, guard: 1e-5}", "guard: the fastest clock gains 20 ppm, so that a frame that fills a slot ends after the next one has begun, and its station, also a lone one, sends in every other slot at most; make it 4e-05 or more"},
		{"{type: slotted-aloha, size: 101bit}", ""},
		{"{type: slotted-aloha, size: 99bit}", ""}, // it refuses them
		// Sent in slot 0 it has come after 0.724 s, the acknowledgement goes in slot 6, at 0.744 s, and is back at 1.368 s: slot 12.
		{"{type: slotted-aloha, size: 100bit, ack: true}", "ack: a station, also a lone one, is silent for 1.364s on average "},
		// Room for 224 bits is 248 ms.
		{"{type: slotted-aloha, size: 224bit}", ""},
		{"{type: slotted-aloha, size: 225bit}", "size: a slot has room for 225bit, and the largest packet that traffic sends has 100bit, so that more than half of each stays empty; make it 100bit"},
		{"{type: tdma, size: 224bit}", ""},
		{"{type: tdma, size: 225bit}", "size: a slot has room for 225bit, "},
		{"{type: waiting-room, station: a, size: 225bit}", "size: a slot has room for 225bit, "},
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
  - {name: a, clock: {drift: 20ppm}}
  - {name: b, at: [600m, 0m, 0m]}
  - {name: c, at: [900m, 0m, 0m]}
traffic:
  - {type: periodic, from: a, to: b, period: 5s, size: 100bit}
`, row.mac)
		plan, err := Standard().Parse("line.yaml", text, nil)
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

// A group in slots stands for its nodes, and a name that is none is told where it stands.
func TestSlotsOfGroups(t *testing.T) {
	const text = `name: groups
duration: 1s
links:
  x:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, frequency: 12kHz, bandwidth: 4kHz, rate: 1kbps}
    mac:
      type: tdma
      size: 100bit
      slots:
        - {node: dock, per: %s}
        - {node: %s}
  y: {channel: ideal, modem: {type: plain, frequency: 12kHz, bandwidth: 4kHz, rate: 1kbps}, mac: aloha}
nodes:
  - {name: dock, at: [0m, 0m, 0m]}
  - {name: auv, count: 3, at: [0m, 0m, 0m]}
  - {name: mute, links: [y], at: [0m, 0m, 0m]}
traffic:
  - {type: periodic, from: auv, to: dock, link: x, period: 0.6s, phase: same, size: 90bit}
`
	for _, row := range []struct{ per, node, want string }{
		{"auv", "auv", ""},
		{"dock", "auv2", ""},
		{"boat", "auv", `groups.yaml:11:29: unknown node on link x "boat"`},
		{"auv", "mute", `groups.yaml:12:18: "mute" has no radio for link "x"`},
	} {
		plan, err := Standard().Parse("groups.yaml", fmt.Sprintf(text, row.per, row.node), nil)
		if err == nil {
			_, err = plan.Check()
		}
		if got := fmt.Sprint(err); row.want == "" && err != nil || !strings.Contains(got, row.want) {
			t.Errorf("%+v: %v", row, err)
		}
	}
}
