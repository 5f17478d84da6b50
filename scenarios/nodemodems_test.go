package scenarios

import (
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"

	"halocline/phy"
	"halocline/scenarios/strict"
	"halocline/sim/trace"
)

// whisper is a loud node and one with 20 dB less, that send to each other in turns.
const whisper = `name: whisper
duration: 95s
links:
  water:
    channel: {type: acoustic, spreading: 2, absorption: thorp, noise: {type: flat, level: 40dB}}
    modem: {type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 1kbps, budget: {type: decibels, source_level: 150dB, acquire: 10dB}, errors: {type: threshold, sinr: 10dB}}
    mac: {type: aloha, header: 0bit}
nodes:
  - {name: loud, at: [0m, 0m, -50m]}
  - {name: quiet, at: [%.4fm, 0m, -50m], links: {water: {modem: {budget: {source_level: 130dB}}}}}
traffic:
  - {type: periodic, phase: same, from: loud, to: quiet, period: 10s, size: 100bit}
  - {type: periodic, phase: same, from: quiet, to: loud, period: 10s, size: 100bit, start: 5s}
`

// heardUpTo is the distance in m at which a level is 10 dB above flat noise of 40 dB in 6 kHz: where
//
//	level - 20 log10 r - a r = 40 + 10 log10 6000 + 10
//
// with the absorption a of Thorp at 25 kHz (Berkhovskikh and Lysanov 1982, eq. 1.2.3),
// 0.11 f2/(1 + f2) + 44 f2/(4100 + f2) + 2.75e-4 f2 + 0.003 = 6.105 dB/km with f2 = 625 kHz2.
func heardUpTo(level float64) float64 {
	const f2 = 625.0
	a := (0.11*f2/(1+f2) + 44*f2/(4100+f2) + 2.75e-4*f2 + 0.003) / 1000 // dB/m
	near, far := 1.0, 1e6
	for range 100 {
		middle := (near + far) / 2
		if level-20*math.Log10(middle)-a*middle > 40+10*math.Log10(6000)+10 {
			near = middle
		} else {
			far = middle
		}
	}
	return near
}

// A node with 20 dB less is heard as far as the formula of the channel says, 119 m and not 758 m, and hears as far as
// the others: between the two it hears one that does not hear it. Of its 10 packets
// of 0, 10 ... 90 s, and of 9 of the other one from 5 to 85 s, all arrive or none.
func TestModemOfANode(t *testing.T) {
	quiet, loud := heardUpTo(130), heardUpTo(150)
	for _, row := range []struct {
		apart               float64
		fromLoud, fromQuiet int
	}{
		{0.999 * quiet, 10, 9},
		{1.001 * quiet, 10, 0},
		{0.999 * loud, 10, 0},
		{1.001 * loud, 0, 0},
	} {
		var all facts
		simulation, err := parse(t, fmt.Sprintf(whisper, row.apart)).Build(nil, &all)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := simulation.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		fromLoud, fromQuiet := all.within(1, 0, trace.Delivered, 0, 95), all.within(0, 1, trace.Delivered, 0, 95)
		if fromLoud != row.fromLoud || fromQuiet != row.fromQuiet {
			t.Errorf("%.4g m apart: %d and %d packets arrive, want %d and %d", row.apart, fromLoud, fromQuiet, row.fromLoud, row.fromQuiet)
		}
	}
}

// A list of names, a mapping of nothing and modems that repeat what the link has are the same run.
func TestLinksOfNodesBothForms(t *testing.T) {
	text := strings.Replace(fmt.Sprintf(whisper, 100.0), "links: {water: {modem: {budget: {source_level: 130dB}}}}", "links: %s", 1)
	want := run(t, parse(t, fmt.Sprintf(text, "[water]")), nil).fingerprint
	for _, links := range []string{
		"{water: {}}", "{water: {modem: {}}}", "{water: {modem: {rate: 1kbps}}}",
		"{water: {modem: {type: plain, budget: {source_level: 150dB}}}}",
		"{water: {modem: {type: plain, budget: {type: decibels, source_level: 150dB}, capture: first-lock}}}",
	} {
		if got := run(t, parse(t, fmt.Sprintf(text, links)), nil).fingerprint; got != want {
			t.Errorf("%s: %s, and %s with a list", links, got, want)
		}
	}
	all := strings.Replace(text, ", links: %s", "", 1)
	for _, set := range []string{"nodes.quiet.links=[water]", "nodes.quiet.links.water.modem.budget.source_level=150dB", "nodes.quiet.links.water.modem.capture=first-lock"} {
		path, value, _ := strings.Cut(set, "=")
		if got := run(t, parse(t, all, strict.Set{Path: path, Value: value}), nil).fingerprint; got != want {
			t.Errorf("--set %s: %s, and %s without", set, got, want)
		}
	}
}

// A node's modem has the band, the rate, the preamble and the unit of its link, and the places of its faults are its own.
// Bands of a protocol are parts of each modem, and what a protocol demands each has to have.
func TestFaultsOfModemsOfNodes(t *testing.T) {
	text := strings.Replace(fmt.Sprintf(whisper, 100.0), "links: {water: {modem: {budget: {source_level: 130dB}}}}", "links: %s", 1)
	for links, want := range map[string]string{
		"{water: {modem: {frequency: 26kHz}}}":      "a.yaml:10:81: the modem is at 26000 Hz, and that of link water at 25000 Hz: nodes on a link share its band",
		"{water: {modem: {bandwidth: 5kHz}}}":       "a.yaml:10:81: the modem has a band of 5000 Hz, and that of link water one of 6000 Hz",
		"{water: {modem: {rate: 2kbps}}}":           "a.yaml:10:76: the modem sends 2000 bit/s, and that of link water 1000 bit/s: neither would understand the other",
		"{water: {modem: {preamble: 1s}}}":          "a.yaml:10:80: the preamble lasts 1s, and that of link water 0s",
		"{water: {modem: {budget: {type: watts}}}}": "a.yaml:10:78: the budget is in W, and that of link water in dB re 1 uPa",
		"{water: {modem: tapac-33khz}}":             "the modem is at 33000 Hz",
		"{wader: {modem: {rate: 2kbps}}}":           `a.yaml:10:61: unknown link "wader"; did you mean "water"?`,
		"[wader]":                                   `a.yaml:10:54: unknown link "wader"; did you mean "water"?`,
		"{water: {modem: {bugdet: {}}}}":            `a.yaml:10:70: unknown key "bugdet"; did you mean "budget"?`,
		"{water: {modem: {draw: {signal: 2W}}}}":    "a.yaml:10:85: the signal takes 2 W of the 0 W that transmitting takes",
		"{water: {modem: {budget: {acquire: 10}}}}": "a.yaml:10:88: 10 has no unit",
		"{water: }":             "a value is missing; write a mapping",
		"{water: {mac: aloha}}": `unknown key "mac"`,
		"[]":                    `node "quiet" has no radio for link "water"`,
		"{}":                    `node "quiet" has no radio for link "water"`,
		"{water: {modem: {errors: {type: table, file: none.csv}}}}": "a.yaml:10:",
	} {
		if got := faultOf("a.yaml", fmt.Sprintf(text, links)); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", links, got, want)
		}
	}
	half := fmt.Sprintf(text, "{water: {modem: {full_duplex: false}}}")
	sets := []strict.Set{{Path: "links.water.mac", Value: "csma-cd"}, {Path: "links.water.modem.full_duplex", Value: "true"}}
	if got, want := faultOf("a.yaml", half, sets...), "a.yaml:10:69: the protocol detects collisions while it transmits, and the modem is half-duplex"; !strings.Contains(got, want) {
		t.Errorf("csma-cd with a half-duplex node: %s, want %s", got, want)
	}
	sets[0].Value = "fdma"
	if got := run(t, parse(t, fmt.Sprintf(whisper, 200.0), sets[0]), nil).summary.Total.Packets; got.Delivered != 10 {
		t.Errorf("fdma: %d of 20 packets arrive, want those of the loud node", got.Delivered)
	}
}

// Nodes of a group share the constants of the modem that they have in common, even where nodes with another lie among
// them, so that a modem per node costs a large network nothing.
func TestModemsOfAGroupAreShared(t *testing.T) {
	const text = `name: crowd
duration: 1s
links: {r: {channel: {type: acoustic, noise: {type: flat, level: 60dB}}, modem: {type: plain}, mac: aloha, cutoff: 10dB}}
nodes:
  - {name: a, count: 1000, place: {type: box, size: [100km, 100km, 100m]}, at: [0m, 0m, -100m]}
  - {name: b, count: 1000, place: {type: box, size: [100km, 100km, 100m]}, at: [0m, 0m, -100m], links: {r: {modem: {budget: {source_level: 160dB}}}}}
`
	simulation, err := parse(t, text).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	modems := map[*phy.Modem]int{}
	for _, r := range simulation.radios {
		modems[r.Modem()]++
	}
	if len(modems) != 2 {
		t.Errorf("%d modems for 2000 radios of two kinds", len(modems))
	}
}

// A modem of a node changes its own pairs only: a silent listener with another threshold, window and source level hears less,
// and what the others count stays as it is.
func TestModemOfANodeChangesItsPairsOnly(t *testing.T) {
	text := strings.ReplaceAll(crowds, "CAPTURE", "first-lock")
	head, rest, _ := strings.Cut(text, "  bay:\n")
	_, nodes, _ := strings.Cut(rest, "shares: [sea]\n")
	var kept []string
	for _, line := range strings.Split(head+nodes, "\n") {
		if !strings.Contains(line, "bay") {
			kept = append(kept, line)
		}
	}
	listening := func(links string) counts {
		return count(t, strings.Replace(strings.Join(kept, "\n"), "traffic:\n", "  - {name: d, at: [300m, 200m, -50m], links: "+links+"}\ntraffic:\n", 1))
	}
	same := listening("[sea]")
	deaf := listening("{sea: {modem: {budget: {source_level: 120dB, acquire: 40dB, sense: 40dB}, window: {span: 5ms}, draw: {idle: 1W}}}}")
	if same["node d rx-ok "] == 0 || deaf["node d rx-ok "] >= same["node d rx-ok "] {
		t.Errorf("the listener receives %d frames, and with a modem of its own %d", same["node d rx-ok "], deaf["node d rx-ok "])
	}
	for _, c := range []counts{same, deaf} {
		maps.DeleteFunc(c, func(key string, _ int) bool { return strings.HasPrefix(key, "node d ") })
	}
	if !maps.Equal(same, deaf) || len(same) == 0 {
		t.Errorf("the others count %v, and %v where the listener has a modem of its own", same, deaf)
	}
}
