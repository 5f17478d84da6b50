package scenarios

import (
	"context"
	"maps"
	"strings"
	"testing"

	"halocline/sim"
	"halocline/sim/trace"
)

// crowds are two crowds that send among themselves, on two links that share their water.
const crowds = `name: crowds
duration: 600s
links:
  sea:
    channel: {type: acoustic, spreading: 1.5, noise: {type: flat, level: 50dB}}
    modem: {type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 500bps, budget: {type: decibels, source_level: 160dB}, capture: CAPTURE}
    mac: {type: aloha, header: 0bit}
  bay:
    channel: {type: acoustic, spreading: 1.5, noise: {type: flat, level: 50dB}}
    modem: {type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 500bps, budget: {type: decibels, source_level: 160dB}, capture: CAPTURE}
    mac: {type: aloha, header: 0bit}
    shares: [sea]
nodes:
  - {name: a, at: [0m, 0m, -50m], links: [sea]}
  - {name: b, at: [700m, 0m, -50m], links: [sea]}
  - {name: c, at: [0m, 900m, -20m], links: [sea]}
  - {name: d, at: [300m, 200m, -50m], links: [bay]}
  - {name: e, at: [800m, 900m, -30m], links: [bay]}
  - {name: f, at: [-400m, 300m, -10m], links: [bay]}
traffic:
  - {type: periodic, link: sea, from: a, to: b, period: 7.1s, size: 400bit, phase: same}
  - {type: periodic, link: sea, from: b, to: c, period: 8.3s, size: 300bit, phase: same, start: 1s}
  - {type: periodic, link: sea, from: c, to: a, period: 9.7s, size: 500bit, phase: same, start: 2s}
  - {type: periodic, link: bay, from: d, to: e, period: 7.9s, size: 400bit, phase: same, start: 0.5s}
  - {type: periodic, link: bay, from: e, to: f, period: 6.1s, size: 300bit, phase: same, start: 1.5s}
  - {type: periodic, link: bay, from: f, to: d, period: 10.3s, size: 600bit, phase: same, start: 2.5s}
`

// counts says what happens at each node, by kind and cause.
type counts map[string]int

func (c counts) Emit(r trace.Record) {
	if r.Kind != trace.Digest {
		c[strings.Join([]string{"node", string(rune('a' + r.Node)), r.Kind.String(), r.Cause.String()}, " ")]++
	}
}

func count(t *testing.T, text string) counts {
	t.Helper()
	seen := counts{}
	s, err := parse(t, text).Build(sim.NewHeap(), seen)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return seen
}

// Two links that share water and band are one link with both crowds, to each node and each count: sent, received,
// lost by collisions, missed. Apart they lose less.
func TestSharedWaterIsOneLink(t *testing.T) {
	for _, capture := range []string{"first-lock", "off", "message-in-message"} {
		text := strings.ReplaceAll(crowds, "CAPTURE", capture)
		head, rest, _ := strings.Cut(text, "  bay:\n")
		_, nodes, _ := strings.Cut(rest, "shares: [sea]\n")
		one := count(t, head+strings.NewReplacer("links: [bay]", "links: [sea]", "link: bay", "link: sea").Replace(nodes))
		shared := count(t, text)
		apart := count(t, strings.Replace(text, "    shares: [sea]\n", "", 1))
		if !maps.Equal(one, shared) {
			t.Errorf("%s: one link counts %v, two that share %v", capture, one, shared)
		}
		if maps.Equal(apart, shared) || shared["node b rx-lost collision"] == 0 {
			t.Errorf("%s: links apart count as those that share, or nothing collides: %v", capture, shared)
		}
	}
}

// Frames at another bit rate are no frames to a modem: it receives none of them, and they disturb it.
func TestSharedWaterOfUnlikeModems(t *testing.T) {
	text := strings.ReplaceAll(crowds, "CAPTURE", "first-lock")
	_, bay, _ := strings.Cut(text, "  bay:\n")
	unlike := strings.Replace(text, bay, strings.Replace(bay, "rate: 500bps", "rate: 501bps", 1), 1)
	like, seen := count(t, text), count(t, unlike)
	if got, most := seen["node b rx-ok "], 600/7+1; got == 0 || got > most || got >= like["node b rx-ok "] {
		t.Errorf("node b receives %d frames, at most %d are for it; with modems alike it receives %d", got, most, like["node b rx-ok "])
	}
	if seen["node b rx-lost collision"] == 0 {
		t.Errorf("the other crowd disturbs nobody: %v", seen)
	}
}

// Of three links two share the water of the third, and so share that of each other: nothing warns that they are apart.
func TestSharedWaterOfThreeLinks(t *testing.T) {
	text := strings.ReplaceAll(crowds, "CAPTURE", "off")
	_, bay, _ := strings.Cut(text, "  bay:\n")
	bay, _, _ = strings.Cut(bay, "nodes:\n")
	text = strings.Replace(text, "nodes:\n", "  cove:\n"+bay+"nodes:\n", 1)
	text = strings.Replace(text, "links: [bay]", "links: [cove]", 1)
	text = strings.Replace(text, "traffic:\n  - {type: periodic, link: sea, from: a, to: b, period: 7.1s, size: 400bit, phase: same}", "traffic:", 1)
	text, _, _ = strings.Cut(text, "  - {type: periodic, link: bay, from: d")
	warnings, err := parse(t, text).Check()
	for _, w := range warnings {
		if strings.Contains(w, "never disturb another") {
			t.Error(w)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

func TestFaultsOfSharedWater(t *testing.T) {
	text := strings.ReplaceAll(crowds, "CAPTURE", "off")
	for cause, change := range map[string][2]string{
		"a.yaml:12:14: unknown link \"see\"; did you mean \"sea\"?":                        {"shares: [sea]", "shares: [see]"},
		"a link shares its water with itself anyway":                                       {"shares: [sea]", "shares: [bay]"},
		"the channel differs from that of link sea, whose water it shares; write the same": {"level: 50dB}}\n    modem: {type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 500bps, budget: {type: decibels, source_level: 160dB}, capture: off}\n    mac: {type: aloha, header: 0bit}\n    shares", "level: 51dB}}\n    modem: {type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 500bps, budget: {type: decibels, source_level: 160dB}, capture: off}\n    mac: {type: aloha, header: 0bit}\n    shares"},
		"link sea is there twice; leave one out":                                           {"shares: [sea]", "shares: [sea, sea]"},
		"leave nothing out; leave out cutoff, or shares":                                   {"shares: [sea]", "shares: [sea]\n    cutoff: 20dB"},
		"shares it with no other link":                                                     {"mac: {type: aloha, header: 0bit}\n    shares", "mac: {type: fdma}\n    shares"},
	} {
		broken := strings.Replace(text, change[0], change[1], 1)
		plan, err := Standard().Parse("a.yaml", broken, nil)
		if err == nil {
			_, err = plan.Build(sim.NewHeap(), nil)
		}
		if err == nil || !strings.Contains(err.Error(), cause) {
			t.Errorf("%q: %v", cause, err)
		}
	}
}
