package scenarios

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"halocline/scenarios/strict"
	"halocline/sim/trace"
)

// Relations between runs that hold whatever the right numbers are.

// bay is a busy acoustic link. All coordinates are whole metres, so that
// differences of positions are exact.
const bay = `name: bay
duration: 1200s
links:
  sound:
    channel: acoustic
    modem: {type: plain, errors: bpsk}
    mac: aloha
nodes:
  - {name: sink, at: [0m, 0m, -60m]}
  - {name: a, at: [300m, 40m, -20m]}
  - {name: b, at: [-500m, 120m, -80m]}
  - {name: c, at: [70m, -900m, -40m]}
traffic:
  - {type: poisson, from: a, to: sink, rate: 0.2/s}
  - {type: poisson, from: b, to: sink, rate: 0.2/s}
  - {type: poisson, from: c, to: a, rate: 0.2/s}
`

// insert puts lines into a text, before the first line that begins with a word,
// or at its end.
func insert(text, before, lines string) string {
	i := strings.Index(text, "\n"+before) + 1
	if before == "" || i == 0 {
		i = len(text)
	}
	return text[:i] + lines + text[i:]
}

// fates writes what became of the packets of a run's nodes, and what they
// received, one line each, for the nodes named.
func fates(t *testing.T, s trace.Summary, nodes ...string) string {
	t.Helper()
	var text strings.Builder
	for _, name := range nodes {
		for _, n := range s.PerNode {
			if n.Node != name {
				continue
			}
			line, err := json.Marshal(n.Packets)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&text, "%s received %d, packets %s\n", name, n.Received, line)
		}
	}
	return text.String()
}

// A busy link loses and delivers, or the relations below would compare nothing.
func TestBayIsBusy(t *testing.T) {
	p := run(t, parse(t, bay), nil).summary.Total.Packets
	if p.Delivered < 50 || p.Lost[trace.Collision] < 50 || p.Lost[trace.HalfDuplex] == 0 {
		t.Errorf("%d packets delivered, lost %v", p.Delivered, p.Lost)
	}
}

// A node out of reach, or on a link of its own, changes nobody else's packets,
// whether it is silent or sends, and wherever it stands in the file. Fading and bit
// errors are those of a reception, whoever else is heard.
func TestStrangersChangeNothing(t *testing.T) {
	plain := fates(t, run(t, parse(t, bay), nil).summary, "sink", "a", "b", "c")
	for _, fading := range []string{"none", "rayleigh", "block-rician"} {
		t.Run(fading, func(t *testing.T) {
			faded := strings.Replace(bay, "errors: bpsk}", "errors: bpsk, fading: "+fading+"}", 1)
			want := strangersChangeNothing(t, faded)
			if same := want == plain; same != (fading == "none") {
				t.Errorf("fading does nothing here:\n%s", want)
			}
		})
	}
}

// strangersChangeNothing returns the fates of the nodes of a bay, which stay.
func strangersChangeNothing(t *testing.T, bay string) string {
	t.Helper()
	old := []string{"sink", "a", "b", "c"}
	want := fates(t, run(t, parse(t, bay), nil).summary, old...)
	far := "  - {name: far, at: [700km, 700km, -60m]}\n"
	second := "  air: {channel: ideal, modem: plain, mac: aloha}\n"
	rows := map[string]string{
		"far and silent":      insert(bay, "traffic:", far),
		"far and sending":     insert(insert(bay, "traffic:", far), "", "  - {type: poisson, from: far, to: sink, rate: 0.5/s}\n"),
		"far and first":       insert(bay, "  - {name: sink", far),
		"in the midst, mute":  insert(bay, "traffic:", "  - {name: d, at: [10m, 10m, -50m]}\n"),
		"without a radio":     insert(bay, "traffic:", "  - {name: d, links: []}\n"),
		"on its own link":     insert(insert(insert(bay, "nodes:", second), "traffic:", "  - {name: d, links: [air]}\n  - {name: e, links: [air]}\n"), "", "  - {type: poisson, link: air, from: d, to: e, rate: 5/s}\n"),
		"a probe that looks":  insert(bay, "", "probe: {period: 100ms}\n"),
		"water that is moved": insert(bay, "", "water: {current: {type: gauss-markov, speed: 1m/s}}\n"),
	}
	for what, text := range rows {
		if strings.Contains(text, "air:") {
			text = strings.ReplaceAll(text, "poisson, from", "poisson, link: sound, from")
		}
		if got := fates(t, run(t, parse(t, text), nil).summary, old...); got != want {
			t.Errorf("%s:\n%s\nwithout:\n%s", what, got, want)
		}
	}
	near := insert(insert(bay, "traffic:", "  - {name: d, at: [10m, 10m, -50m]}\n"), "", "  - {type: poisson, from: d, to: sink, rate: 0.5/s}\n")
	if got := fates(t, run(t, parse(t, near), nil).summary, old...); got == want {
		t.Error("a node in the midst that sends changes nothing either")
	}
	return want
}

// Where the origin lies, and where the axes point, is nobody's business: the
// fingerprint stays when all nodes are shifted, or turned by a right angle.
func TestPlaceOfOriginDoesNotMatter(t *testing.T) {
	want := run(t, parse(t, bay), nil).fingerprint
	places := map[string][3]int{"sink": {0, 0, -60}, "a": {300, 40, -20}, "b": {-500, 120, -80}, "c": {70, -900, -40}}
	moves := map[string]func(x, y, z int) (int, int, int){
		"the same":  func(x, y, z int) (int, int, int) { return x, y, z },
		"shifted":   func(x, y, z int) (int, int, int) { return x + 12345, y - 777, z },
		"deeper":    func(x, y, z int) (int, int, int) { return x, y, z - 300 },
		"turned":    func(x, y, z int) (int, int, int) { return -y, x, z },
		"mirrored":  func(x, y, z int) (int, int, int) { return x, -y, z },
		"stretched": func(x, y, z int) (int, int, int) { return 2 * x, 2 * y, z },
	}
	for what, move := range moves {
		var sets []strict.Set
		for name, p := range places {
			x, y, z := move(p[0], p[1], p[2])
			sets = append(sets, strict.Set{Path: "nodes." + name + ".at", Value: fmt.Sprintf("[%dm, %dm, %dm]", x, y, z)})
		}
		got := run(t, parse(t, bay, sets...), nil).fingerprint
		if same := got == want; same != (what != "stretched") {
			t.Errorf("%s: fingerprint %s, was %s", what, got, want)
		}
	}
}

// Overrides of different values may come in any order.
func TestOrderOfOverrides(t *testing.T) {
	sets := []strict.Set{
		{Path: "links.sound.mac.queue", Value: "2"},
		{Path: "nodes.a.at", Value: "[1m, 2m, -3m]"},
		{Path: "links.sound.modem.rate", Value: "500bps"},
		{Path: "seed", Value: "9"},
	}
	want := run(t, parse(t, bay, sets...), nil).fingerprint
	if want == run(t, parse(t, bay), nil).fingerprint {
		t.Error("the overrides change nothing")
	}
	for i := range sets {
		turned := append(append([]strict.Set(nil), sets[i:]...), sets[:i]...)
		if got := run(t, parse(t, bay, turned...), nil).fingerprint; got != want {
			t.Errorf("turned by %d: fingerprint %s, want %s", i, got, want)
		}
	}
}

// A value that is written out, an override of it or of the model around it, and
// an anchor are ways to say the same.
func TestWaysToSayIt(t *testing.T) {
	want := run(t, parse(t, strings.Replace(bay, "mac: aloha", "mac: {type: aloha, queue: 3}", 1)), nil)
	set := run(t, parse(t, bay, strict.Set{Path: "links.sound.mac.queue", Value: "3"}), nil)
	whole := run(t, parse(t, bay, strict.Set{Path: "links.sound.mac", Value: "{type: aloha, queue: 3}"}), nil)
	anchor := run(t, parse(t, strings.Replace(bay, "mac: aloha", "x-m: &m {type: aloha, queue: 3}\n    mac: {<<: *m}", 1)), nil)
	for what, r := range map[string]*result{"--set of a key": set, "--set of the model": whole, "an anchor": anchor} {
		if r.fingerprint != want.fingerprint {
			t.Errorf("%s: fingerprint %s, want %s", what, r.fingerprint, want.fingerprint)
		}
	}
}
