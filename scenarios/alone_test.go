package scenarios_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/trace"
)

// hidden are two senders and a receiver between them. Over 1 km the SNR is 180 - 60 - 6 - 100 =
// 14 dB, by spherical spreading and some 6 dB/km, and over 2 km it is 2 dB, of which 10 dB are needed:
// the senders do not hear each other. The channel's speed of sound is the water's, 1500 m/s.
const hidden = `
name: hidden
duration: 3000s
links:
  a:
    channel: {type: acoustic, spreading: 2, noise: none}
    modem: {type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 500bps, capture: off, budget: {type: decibels, source_level: 180dB, self_noise: {level: 100dB}}}
    mac: {%s}
nodes:
  - {name: middle, at: [0m, 0m, -50m]}
  - {name: left, at: [-1km, 0m, -50m]}
  - {name: right, at: [%s, 0m, -50m]}
traffic: [{type: poisson, from: left, to: middle, rate: %s, size: 500bit}%s]
`

// toMiddle is the traffic of the sender on the right.
const toMiddle = ", {type: poisson, from: right, to: middle, rate: 0.4/s, size: 500bit}"

// account is who sent when, and what came of it.
type account struct {
	sent      map[string][]sim.Time // by sender
	delivered map[string]int        // by sender
}

func (a *account) Emit(r trace.Record) {
	switch name := []string{"middle", "left", "right"}; r.Kind {
	case trace.TxStart:
		a.sent[name[r.Node]] = append(a.sent[name[r.Node]], r.At)
	case trace.Delivered:
		a.delivered[name[r.Peer]]++
	}
}

// play runs the scenario.
func play(t *testing.T, text string) *account {
	t.Helper()
	a := &account{sent: map[string][]sim.Time{}, delivered: map[string]int{}}
	plan, err := scenarios.Standard().Parse("hidden.yaml", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := plan.Build(nil, a)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return a
}

// Nobody hears a lone sender, and neither of two hidden ones hears the other, so that a
// station that listens before it sends finds the channel idle: it sends whenever ALOHA does,
// queues included, and no less. That holds for all that neither waits at random nor keeps a gap.
func TestNobodyToHearIsALOHA(t *testing.T) {
	for _, rate := range []string{"0.1/s", "0.5/s", "0.9/s"} { // of a frame time of 1.05 s each
		for _, other := range []string{"", toMiddle} {
			sent := func(mac string) map[string][]sim.Time {
				return play(t, fmt.Sprintf(hidden, "queue: 16, header: 24bit, "+mac, "1km", rate, other)).sent
			}
			want := sent("type: aloha")
			for _, mac := range []string{
				"type: csma", "type: csma, persistence: 1-persistent", "type: csma, persistence: p-persistent, p: 1",
				"type: cw-mac, cw: 1", "type: csma-cd, gap: 0bit, assume_full_duplex: true",
			} {
				if got := sent(mac); !maps.EqualFunc(got, want, slices.Equal) {
					t.Errorf("%s, %s%s: %d frames of left, and ALOHA sends %d", mac, rate, other, len(got["left"]), len(want["left"]))
				}
			}
			if got := sent("type: csma, defer: true"); maps.EqualFunc(got, want, slices.Equal) {
				t.Errorf("a station that defers to itself sends when ALOHA does, %s%s", rate, other)
			}
		}
	}
}

// hiddenPairs are the protocols whose stations contend, with settings that make them wait in each
// of the ways that they know. What they wait for is theirs alone, as nobody is heard.
var hiddenPairs = map[string][]string{
	"aloha":         {""},
	"slotted-aloha": {"size: 500bit", "size: 500bit, guard: 0.3, persistence: 0.5"},
	"csma":          {"", "persistence: 1-persistent", "persistence: p-persistent, p: 0.3, slot: 0.5s", "defer: true, backoff: 2s"},
	"cw-mac":        {"", "cw: 20, slot: 0.1s"},
	"csma-cd":       {"assume_full_duplex: true", "assume_full_duplex: true, backoff: ideal"},
	"t-lohi":        {"kind: conservative, recontend: 3s", "kind: aggressive, recontend: 1s"}, // nobody hears their tones; without a random time they meet again and again
}

// scheduled are those whose stations share a clock, a band or a station that invites them, so that
// two of them do not collide; at the door of the waiting room vehicles contend, and what they send
// there is no packet.
// So do not those that ask for the channel first: the answer of the station between them is heard by both.
// With aloha-an a packet also collides with the notifications of the other sender, which are no packets.
var scheduled = []string{"aloha-an", "csma-ca", "dacap", "fdma", "maca-u", "polling", "s-fama", "tdma", "tdma-docking", "waiting-room"}

// Two hidden senders behave as those of ALOHA do: each sends as it does when it is alone, and of
// what they send arrives in the middle, counted here, what does not overlap there. The ways are
// equally long, or differ by 0.2 s. A protocol that is on neither list is taken for one that contends.
func TestHiddenPair(t *testing.T) {
	const way = 200 * time.Millisecond // by which the left sender is farther away than the right one
	for name := range scenarios.Protocols() {
		all := hiddenPairs[name]
		if len(all) == 0 && !slices.Contains(scheduled, name) {
			all = []string{""}
		}
		for _, settings := range all {
			mac := "queue: 16, header: 24bit, type: " + name
			if settings != "" {
				mac += ", " + settings
			}
			for right, later := range map[string]time.Duration{"1km": 0, "700m": way} {
				pair := play(t, fmt.Sprintf(hidden, mac, right, "0.5/s", toMiddle))
				if alone := play(t, fmt.Sprintf(hidden, mac, right, "0.5/s", "")); !slices.Equal(pair.sent["left"], alone.sent["left"]) {
					t.Errorf("%s: left sends %d frames where right sends too, and %d alone", mac, len(pair.sent["left"]), len(alone.sent["left"]))
				}
				left, right := arrivals(pair.sent["left"], later), arrivals(pair.sent["right"], 0)
				for sender, want := range map[string]int{"left": apart(left, right), "right": apart(right, left)} {
					if got := pair.delivered[sender]; got < want-1 || got > want || want < 100 { // one may be under way at the end
						t.Errorf("%s: %d of %s arrive, and %d of %d frames overlap none of the other's", mac, got, sender, want, len(pair.sent[sender]))
					}
				}
			}
		}
	}
}

// arrivals returns when frames begin to arrive that are so much later than others.
func arrivals(sent []sim.Time, later time.Duration) []sim.Time {
	all := slices.Clone(sent)
	for i := range all {
		all[i] = all[i].Add(later)
	}
	return all
}

// apart returns how many frames overlap none of the others. All take 524 bits at 500 bit/s.
func apart(frames, others []sim.Time) (n int) {
	const airtime = 1048 * time.Millisecond
	for _, begin := range frames {
		if !slices.ContainsFunc(others, func(o sim.Time) bool { return o < begin.Add(airtime) && begin < o.Add(airtime) }) {
			n++
		}
	}
	return n
}
