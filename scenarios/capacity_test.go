package scenarios_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/scenarios"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// alone is a station between two vehicles, each 0.5 s away, so that the longest way takes 1 s.
// One node has a packet of 1000 bits whenever it can send one, and nobody else ever has any. A
// packet takes T = 1 s where the modem has its whole band and no header is added.
const alone = `
name: alone
duration: 20000s
links:
  x:
    channel: {type: ideal, speed: 1500m/s}
    modem: {type: plain, rate: 1kbps, capture: off}
    mac: {%s}
nodes:
  - {name: s}
  - {name: v, at: [750m, 0m, 0m]}
  - {name: w, at: [-750m, 0m, 0m]}
traffic: [{type: periodic, phase: same, from: %s, to: %s, period: 50ms, size: 1000bit}]
`

// loneSender is a protocol with some of its settings, and how long a lone sender takes from one
// packet to the next, on average and by standard deviation, in s.
type loneSender struct {
	protocol, settings string
	from, to           string
	mean, deviation    float64
}

// loneSenders are all protocols. The closed form of the time is worked beside each row: T = 1 s is
// what a packet takes on the air, d = 0.5 s the way to the station, D = 1 s the longest way.
var loneSenders = []loneSender{
	// Nobody is waited for: T.
	{"aloha", "header: 0bit", "v", "s", 1, 0},
	{"aloha", "header: 24bit", "v", "s", 1.024, 0},
	// Stop and wait: T, the way there, the pause, the acknowledgement and the way back: 1 + 0.5 + 0.2 + 0.1 + 0.5.
	{"aloha", "header: 0bit, ack: true, ack_size: 100bit, ack_pause: 200ms", "v", "s", 2.3, 0},
	// A notification of 0.1 s and D, or the lag that is given, and T.
	{"aloha-an", "control: 100bit, header: 0bit", "v", "s", 2.1, 0},
	{"aloha-an", "control: 100bit, header: 0bit, lag: 600ms", "v", "s", 1.6, 0},
	{"aloha-an", "control: 100bit, header: 0bit", "s", "everybody", 2.1, 0},
	// One packet in each slot, which lasts (1 + guard) T + tolerance D.
	{"slotted-aloha", "header: 0bit, size: 1000bit", "v", "s", 1, 0},
	{"slotted-aloha", "header: 0bit, size: 1000bit, guard: 0.25, tolerance: 0.5", "v", "s", 1.75, 0},
	// A slot for 1500 bits lasts 1.5 s, whatever is sent in it.
	{"slotted-aloha", "header: 0bit, size: 1500bit", "v", "s", 1.5, 0},
	// The number of slots to a frame is geometric: mean 1/p, variance (1-p)/p^2.
	{"slotted-aloha", "header: 0bit, size: 1000bit, persistence: 0.25", "v", "s", 4, 3.4641},
	// Sent in slot 0 it arrives at 1.5 s; acknowledged in slot 2, at 2 s, that is back at 2.6 s: slot 3.
	{"slotted-aloha", "header: 0bit, size: 1000bit, ack: true, ack_size: 100bit", "v", "s", 3, 0},
	// The channel is idle when the own frame ends: T.
	{"csma", "header: 0bit", "v", "s", 1, 0},
	{"csma", "header: 0bit, backoff: 100s", "v", "s", 1, 0},
	{"csma", "header: 0bit, persistence: 1-persistent", "v", "s", 1, 0},
	// A number of slots, geometric from 0, goes by idle: mean (1-p)/p = 3, variance (1-p)/p^2 = 12;
	// a slot is D if it is not given.
	{"csma", "header: 0bit, persistence: p-persistent, p: 0.25, slot: 200ms", "v", "s", 1.6, 0.69282},
	{"csma", "header: 0bit, persistence: p-persistent, p: 0.25", "v", "s", 4, 3.4641},
	{"csma", "header: 0bit, persistence: p-persistent, p: 1", "v", "s", 1, 0},
	// Deferring to itself it waits U(0, B) after each frame: mean B/2, variance B^2/12; B is 10 T if it is not given.
	{"csma", "header: 0bit, defer: true, backoff: 6s", "v", "s", 4, 1.73205},
	{"csma", "header: 0bit, defer: true", "v", "s", 6, 2.88675},
	// As in ns-3 a packet that waited for the own frame waits 0 to cw-1 slots: mean 4.5, variance (cw^2-1)/12 = 8.25.
	{"cw-mac", "header: 0bit, cw: 10, slot: 100ms", "v", "s", 1.45, 0.287228},
	{"cw-mac", "header: 0bit, cw: 1, slot: 100ms", "v", "s", 1, 0},
	// RTS, CTS and ACK of 0.1 s, T and four ways: 3.3 s. Then a slot of D, and 0 to 3 more: mean 1.5, variance (4^2-1)/12 = 1.25.
	{"csma-ca", "header: 0bit, control: 100bit, ack_size: 100bit, guard: 0s", "v", "s", 5.8, 1.11803},
	{"csma-ca", "header: 0bit, control: 100bit, ack_size: 100bit, guard: 100ms, window: 1, max_delay: 500ms", "v", "s", 3.9, 0}, // a slot of 0.6 s
	{"csma-ca", "header: 0bit, control: 100bit, ack: false, guard: 0s, window: 1", "v", "s", 3.2, 0},                            // RTS, CTS, T and two ways
	{"csma-ca", "header: 0bit, ack_size: 100bit, guard: 0s, window: 1, rts_threshold: 1001bit", "v", "s", 3.1, 0},               // T, ACK and two ways
	{"csma-ca", "header: 0bit, guard: 0s", "s", "everybody", 3.5, 1.11803},                                                      // T
	// The gap between two frames: T + 96 bits.
	{"csma-cd", "header: 0bit, assume_full_duplex: true", "v", "s", 1.096, 0},
	{"csma-cd", "header: 0bit, assume_full_duplex: true, gap: 0bit", "v", "s", 1, 0},
	// Slots begin when the frame has passed the farthest station, D after its end, and the gap. Those
	// that go by are geometric from 0 with p = 1/4, each 2 D + the jam of 0.1 s: 1 + 1 + 0.2 + 3 2.1 s.
	{"csma-cd", "header: 0bit, assume_full_duplex: true, backoff: ideal, contenders: 4, gap: 200bit, jam: 100bit", "v", "s", 8.5, 7.27461},
	// 0 to 3 slots of an RTS of 0.1 s and D: mean 1.5 1.1 s, deviation 1.1 sqrt(15/12) s. RTS, CTS, T, ACK and four ways: 3.3 s, and
	// before T the wait of 2 D - 2 d = 1 s.
	{"dacap", "header: 0bit, control: 100bit, ack_size: 100bit, guard: 0s", "v", "s", 5.95, 1.22984},
	// The wait is the greater one of 1 s - 2 d = 0 and 2 (d + 0.25 s) - 1 s = 0.5 s; without ACK RTS, CTS, T and two ways.
	{"dacap", "header: 0bit, control: 100bit, ack: false, guard: 0s, window: 1, min_handshake: 1s, margin: 250ms", "v", "s", 2.7, 0},
	{"dacap", "header: 0bit, control: 100bit, guard: 0s", "s", "everybody", 2.65, 1.22984},
	// A third of the band: 3 T; an eighth of it; the half of what gaps of a tenth leave, 0.8/2 of it.
	{"fdma", "header: 0bit", "v", "s", 3, 0},
	{"fdma", "header: 0bit, shares: [6, 1, 1]", "v", "s", 8, 0},
	{"fdma", "header: 0bit, shares: [1, 2, 1], guard: 0.1", "v", "s", 2.5, 0},
	// 0 to 3 slots of an RTS of 0.1 s and D: mean 1.5 1.1 s, deviation 1.1 sqrt(15/12) s. Then RTS, CTS, T and two ways: 2.2 s.
	{"maca-u", "header: 0bit, control: 100bit, guard: 0s", "v", "s", 3.85, 1.22984},
	{"maca-u", "header: 0bit, control: 100bit, guard: 0s, window: 1, ack: true, ack_size: 100bit", "v", "s", 3.3, 0}, // ACK and two ways more
	{"maca-u", "header: 0bit, control: 100bit, guard: 100ms, window: 3, max_delay: 500ms", "s", "v", 2.9, 0.571548},  // slots of 0.7 s: mean 1, variance 8/12
	{"maca-u", "header: 0bit, control: 100bit, guard: 0s", "s", "everybody", 2.65, 1.22984},
	// A cycle asks both: twice poll, way, answer, way and two turnarounds, 2 (0.05 + 0.5 + 0.1 + 0.5 + 0.2), and T.
	{"polling", "station: s, poll: 50bit, answer: 100bit, turnaround: 100ms", "v", "s", 3.7, 0},
	{"polling", "station: s, poll: 50bit, answer: 100bit, turnaround: 100ms", "s", "v", 3.7, 0},
	{"polling", "station: s, poll: 50bit, answer: 100bit, turnaround: 100ms", "v", "w", 3.7, 0},
	// To everybody: a notice of 0.05 s + T and a turnaround more than a cycle of 2.7 s.
	{"polling", "station: s, poll: 50bit, answer: 100bit, turnaround: 100ms", "s", "everybody", 3.85, 0},
	// Slots of a control frame of 0.1 s, D and the guard of 0.1 s: RTS, CTS, ACK, and 2 of them for T + D + 0.1 s: 5 1.2 s.
	{"s-fama", "control: 100bit, header: 0bit, size: 1000bit, guard: 100ms", "v", "s", 6, 0},
	{"s-fama", "control: 100bit, header: 0bit, size: 1000bit, guard: 100ms, max_delay: 500ms", "v", "s", 4.2, 0}, // 3 + 3 slots of 0.7 s
	{"s-fama", "control: 100bit, header: 0bit, size: 1000bit, guard: 100ms", "s", "everybody", 2.4, 0},
	// A round of D, a tone of 0.1 s and a guard of 0.1 s, T, and D until it has passed: 3.2 s; where rounds are synchronized, whole
	// ones, of 1.2 s. Where they are not, U(0, B) more: mean B/2, variance B^2/12. A conservative round has 2 D.
	{"t-lohi", "tone: 100ms, guard: 100ms, header: 0bit", "v", "s", 3.6, 0},
	{"t-lohi", "tone: 100ms, guard: 0s, max_delay: 500ms, header: 0bit", "v", "s", 2.4, 0}, // 4 of 0.6 s for 0.6 + 1 + 0.5 s
	{"t-lohi", "kind: aggressive, tone: 100ms, guard: 100ms, recontend: 0s, header: 0bit", "v", "s", 3.2, 0},
	{"t-lohi", "kind: aggressive, tone: 100ms, guard: 100ms, recontend: 600ms, header: 0bit", "s", "everybody", 3.5, 0.173205},
	{"t-lohi", "kind: conservative, tone: 100ms, guard: 100ms, recontend: 0s, header: 0bit", "v", "s", 4.2, 0},
	// Three slots of T + D; of 1.2 s with propagation and guard of its own, in a frame of whole seconds.
	{"tdma", "header: 0bit, size: 1000bit", "v", "s", 6, 0},
	{"tdma", "header: 0bit, size: 1000bit, propagation: 50ms, guard: 150ms, multiple: 1s", "v", "s", 4, 0},
	// Its one slot has room for four: 4 T + D for 4.
	{"tdma", "header: 0bit, size: 1000bit, slots: [{node: v, packets: 4}]", "v", "s", 1.25, 0},
	{"tdma", "header: 0bit, size: 1000bit, slots: [v], propagation: 0s", "v", "s", 1, 0},
	// Two slots down of T, and two up of T + D.
	{"tdma-docking", "station: s, vehicles: 0, downstream: 1000bit, upstream: 1000bit, multiple: 0s", "v", "s", 6, 0},
	{"tdma-docking", "station: s, vehicles: 0, downstream: 1000bit, upstream: 1000bit, multiple: 0s", "s", "v", 6, 0},
	// Two slots more down that carry what is for everybody, and two up that are empty: 4 T + 4 (T + D), for 2.
	{"tdma-docking", "station: s, vehicles: 4, downstream: 1000bit, upstream: 1000bit, multiple: 0s", "s", "everybody", 3, 0},
	// The beacon names both vehicles, 30 + 2 10 bits; the door has a registration of 0.1 s, twice the
	// longest way and the turnaround of 0.1 s, and the guard of 0.05 s; each slot two packets of 50
	// bits and 1000 and the same: 0.05 + 0.1 + 2.25 + 2 (2.1 + 2.25).
	{"waiting-room", "station: s, beacon: 30bit, entry: 10bit, registration: 100bit, header: 50bit, size: 1000bit, turnaround: 100ms, guard: 50ms", "v", "s", 11.1, 0},
	{"waiting-room", "station: s, beacon: 30bit, entry: 10bit, registration: 100bit, header: 50bit, size: 1000bit, turnaround: 100ms, guard: 50ms", "s", "v", 11.1, 0},
	{"waiting-room", "station: s, beacon: 30bit, entry: 10bit, registration: 100bit, header: 50bit, size: 1000bit, turnaround: 100ms, guard: 50ms", "v", "w", 11.1, 0},
	// A beacon takes along what is for everybody: T more.
	{"waiting-room", "station: s, beacon: 30bit, entry: 10bit, registration: 100bit, header: 50bit, size: 1000bit, turnaround: 100ms, guard: 50ms", "s", "everybody", 12.1, 0},
}

// arrivedAt counts packets by the node that they are delivered to.
type arrivedAt [3]int

func (a *arrivedAt) Emit(r trace.Record) {
	if r.Kind == trace.Delivered {
		a[r.Node]++
	}
}

// A lone sender that always has a packet sends as many as its protocol's settings let through, and
// all of them arrive. The packets of a long time are as many as the time holds, but for a few at
// its ends, and by the central limit theorem of renewal within 4 s sqrt(t/m^3). All protocols have
// rows; one that has none must send whenever it can, as a new one does that is still to be written.
func TestLoneSenderReachesCapacity(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const duration = 20000
	rows := slices.Clone(loneSenders)
	for name := range scenarios.Protocols() {
		if !slices.ContainsFunc(loneSenders, func(row loneSender) bool { return row.protocol == name }) {
			rows = append(rows, loneSender{name, "header: 0bit", "v", "s", 1, 0})
		}
	}
	for _, row := range rows {
		plan, err := scenarios.Standard().Parse("alone.yaml", fmt.Sprintf(alone, "type: "+row.protocol+", "+row.settings, row.from, row.to), nil)
		if err != nil {
			t.Fatalf("%s, of which loneSenders must have rows: %v", row.protocol, err)
		}
		var arrived arrivedAt
		s, err := plan.Build(nil, &arrived)
		if err != nil {
			t.Fatalf("%s, of which loneSenders must have rows: %v", row.protocol, err)
		}
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		receiver := map[string]int{"s": 0, "v": 1, "w": 2, "everybody": 1}[row.to]
		got, want := float64(arrived[receiver]), duration/row.mean
		off := 4*row.deviation*math.Sqrt(duration/math.Pow(row.mean, 3)) + 3
		if math.Abs(got-want) > off {
			t.Errorf("%s with %s, from %s to %s: %.4g s from one packet to the next, %v packets; want %g s, %.0f within %.0f",
				row.protocol, row.settings, row.from, row.to, duration/got, got, row.mean, want, off)
		}
	}
}

// A node that is to send more than a lone sender can is warned of, and one that is to send less is not.
func TestOfferedLoadOfALoneSender(t *testing.T) {
	for _, row := range loneSenders {
		for share, warns := range map[float64]bool{1.02: true, 0.98: false} {
			text := fmt.Sprintf(alone, "type: "+row.protocol+", "+row.settings, row.from, row.to)
			text = strings.Replace(text, "period: 50ms", fmt.Sprintf("period: %.6fs", row.mean/share), 1)
			plan, err := scenarios.Standard().Parse("alone.yaml", text, nil)
			if err != nil {
				t.Fatal(err)
			}
			warnings, err := plan.Check()
			if err != nil {
				t.Fatal(err)
			}
			begin := fmt.Sprintf("links.x: %s is to send %s %.3g times as many packets as %s lets it send", row.from, row.to, share, row.protocol)
			if said := slices.ContainsFunc(warnings, func(w string) bool { return strings.HasPrefix(w, begin) }); said != warns {
				t.Errorf("%s with %s, from %s to %s, at %g of its capacity: %q", row.protocol, row.settings, row.from, row.to, share, warnings)
			}
		}
	}
}

// Twelve nodes around a sink, of which all hear all. Where each makes a packet of 1 s every T s, they send 12/T frames
// in the time of one; ALOHA's peak is 0.5 and that of slotted ALOHA 1, and twice that is warned of. A node that newer
// packets supersede, and nodes out of each other's reach, are not.
func TestOfferedLoadOfMany(t *testing.T) {
	for _, row := range []struct {
		mac     string
		seconds float64
		radius  string
		want    string
	}{
		{"type: aloha", 12.1, "50m", ""},
		{"type: aloha", 11.9, "50m", "links.x: 12 nodes or more, which all hear each other, are to send 1.01 frames in the time of one, and aloha delivers the most, 0.184, at 0.5: "},
		{"type: aloha, order: newest", 11.9, "50m", ""},
		{"type: aloha", 11.9, "5km", ""},
		{"type: slotted-aloha, size: 1000bit", 6.1, "50m", ""},
		{"type: slotted-aloha, size: 1000bit", 5.9, "50m", "links.x: 12 nodes or more, which all hear each other, are to send 2.03 frames in the time of one, and slotted-aloha delivers the most, 0.368, at 1: "},
		{"type: csma", 6.2, "50m", "links.x.mac.defer: all nodes are to send 1.94 frames in the time of one, "},
		{"type: csma, defer: true", 6.2, "50m", ""},
		{"type: csma, order: newest", 1.5, "50m", ""},
	} {
		plan, err := scenarios.Standard().Parse("many.yaml", fmt.Sprintf(`
name: many
duration: 36000s
links:
  x:
    channel: {type: acoustic, spreading: 2, noise: {type: flat, level: 50dB}}
    modem: {type: plain, frequency: 25kHz, bandwidth: 1kHz, rate: 1kbps, budget: {type: decibels, source_level: 160dB}}
    mac: {%s}
nodes:
  - {name: sink, at: [0m, 0m, -10m]}
  - {name: n, count: 12, at: [0m, 0m, -10m], place: {type: ring, radius: %s}}
traffic: [{type: poisson, from: n, to: sink, rate: %g/s, size: 1000bit}]
`, row.mac, row.radius, 1/row.seconds), nil)
		if err != nil {
			t.Fatal(err)
		}
		warnings, err := plan.Check()
		if err != nil {
			t.Fatal(err)
		}
		warnings = slices.DeleteFunc(warnings, func(w string) bool { return strings.Contains(w, "nobody hears") })
		if row.want == "" && len(warnings) > 0 || row.want != "" && (len(warnings) != 1 || !strings.HasPrefix(warnings[0], row.want)) {
			t.Errorf("%s every %g s within %s: %q, want %q", row.mac, row.seconds, row.radius, warnings, row.want)
		}
	}
}
