package scenarios

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"halocline/scenarios/strict"
	"halocline/sim/trace"
)

// imported is a station at 10 m, an anchored node at 30 m, 600 m away, and a vehicle that leaves from 300 m at 2 m/s. The file ends half
// a step of 600 m after 1200 m, so that the vehicle has left it after 600 s.
const imported = `
name: imported
duration: 1000s
links:
  water:
    channel: {type: arrivals, file: ../phy/ray/arr/testdata/duct.arr, noise: none}
    modem: {type: plain, frequency: 20kHz, window: {span: 50ms}}
    mac: aloha
nodes:
  - {name: station, at: [0m, 0m, -10m]}
  - {name: anchored, at: [600m, 0m, -30m]}
  - {name: vehicle, at: [300m, 0m, -50m], velocity: [2m/s, 0m/s, 0m/s]}
traffic:
  - {type: periodic, from: station, to: anchored, period: 10s, size: 100bit, phase: same}
  - {type: periodic, from: station, to: vehicle, period: 10s, size: 100bit, phase: same, start: 5s}
`

func TestArrivalsFileInAScenario(t *testing.T) {
	plan := parse(t, imported)
	got := run(t, plan, nil)
	all := got.summary.Total.Packets
	// At 5, 15, ..., 595 s the vehicle is at most at 1490 m, and it is at 1510 m at 605 s.
	if all.Delivered != 100+60 || all.Lost[trace.OutOfRange] != 40 {
		t.Errorf("%d are delivered and %d out of range: %+v", all.Delivered, all.Lost[trace.OutOfRange], all)
	}
}

func TestNodesOutsideOfAnArrivalsFile(t *testing.T) {
	for _, row := range []struct{ old, new, want string }{
		{"[600m, 0m, -30m]", "[600m, 0m, -90m]", "a.yaml:6:37: ../phy/ray/arr/testdata/duct.arr has no arrivals between the node at (600, 0, -90) m and any other: " +
			"its sources are at depths of 10 to 35 m, its receivers at 8 to 50 m, at distances of 300 to 1200 m; run Bellhop for the depths and distances of the nodes"},
		{"testdata/duct.arr", "testdata/duct.shd", "a.yaml:6:37: ../phy/ray/arr/testdata/duct.shd: byte 0: "},
	} {
		if got := faultOf("a.yaml", strings.Replace(imported, row.old, row.new, 1)); !strings.HasPrefix(got, row.want) {
			t.Errorf("%s, want %s", got, row.want)
		}
	}
	s, err := parse(t, strings.Replace(strings.Replace(imported, "20kHz", "30kHz", 1), "[300m, 0m, -50m]", "[1600m, 0m, -50m]", 1)).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"links.water.channel: ../phy/ray/arr/testdata/duct.arr is for 20 kHz, and the band is around 30 kHz; ", "links.water.channel: ../phy/ray/arr/testdata/duct.arr lacks 1 of 3 pairs of nodes"} {
		if !slices.ContainsFunc(s.Warnings(), func(w string) bool { return strings.HasPrefix(w, want) }) {
			t.Errorf("warnings %q, want %s", s.Warnings(), want)
		}
	}
}

// At 600 m, between 500 m, where nothing arrives, and 1000 m, where two arrivals are equal, 50 ms apart, the later one is the
// echo of the other. The warning has it, and there are no arrivals at the nearest place to take its delay from.
func TestEchoBesideAHoleOfAnArrivalsFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hole.arr")
	text := "'2D'\n25000\n1 50\n1 75\n2 500 1000\n2\n0\n2\n0.001 0 0.667 0 0 0 0 0\n0.001 0 0.717 0 5 5 0 1\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	warnings, err := parse(t, strings.Replace(`
name: hole
duration: 100s
links: {water: {channel: {type: arrivals, file: FILE}, modem: {type: plain, frequency: 25kHz, rate: 500bps, budget: {type: decibels, source_level: 180dB}}, mac: aloha}}
nodes: [{name: a, at: [0m, 0m, -50m]}, {name: b, at: [600m, 0m, -75m]}]
traffic: [{type: periodic, from: a, to: b, period: 10s, size: 112bit}]
`, "FILE", file, 1)).Check()
	if err != nil || !slices.ContainsFunc(warnings, func(w string) bool { return strings.Contains(w, "up to 50ms late") }) {
		t.Errorf("%q, %v", warnings, err)
	}
}

// For 5 s in 10 a measured channel is silent. Of packets each 1 s half are received, whenever the seed has the run begin; which half
// that is, is up to the seed.
func TestReplayInAScenario(t *testing.T) {
	text := `
name: replayed
duration: 1000s
links: {water: {channel: {type: replay, file: FILE, between: nearest, loss: 60dB, noise: none}, modem: plain, mac: {type: aloha, header: 0bit}}}
nodes: [{name: a, at: [0m, 0m, -10m]}, {name: b, at: [300m, 0m, -10m]}]
traffic: [{type: periodic, from: a, to: b, period: 1s, size: 100bit, phase: same}]
`
	file := filepath.Join(t.TempDir(), "taps.csv")
	if err := os.WriteFile(file, []byte("time,delay,re,im\n0,0.01,1,0\n5,0,0,0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	text = strings.Replace(text, "FILE", file, 1)
	prints := map[string]bool{}
	for _, seed := range []string{"1", "2", "3"} {
		got := run(t, parse(t, text, strict.Set{Path: "seed", Value: seed}), nil)
		if n := got.summary.Total.Packets.Delivered; n < 498 || n > 502 {
			t.Errorf("seed %s: %d of 1000 are delivered", seed, n)
		}
		prints[got.fingerprint] = true
	}
	if len(prints) != 3 {
		t.Errorf("%d fingerprints of three seeds", len(prints))
	}
	want := file + " lasts 5 s and the run from 0 s on 16m40s; write loop: true, begin sooner, or take a longer file"
	if got := faultOf("a.yaml", strings.Replace(text, "loss: 60dB", "loop: false, loss: 60dB", 1)); !strings.HasSuffix(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}
