package scenarios

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"halocline/sim/trace"
)

// bent is a station in the warm layer above a thermocline, a vehicle in the mixed water below that swims into its shadow, and
// one near the surface. Neither bottom nor surface reflect.
const bent = `name: bent
duration: 600s
water:
  sound_speed: profile
  profile: {depth: [0m, 12m, 35m, 100m], sound_speed: [1522.5m/s, 1522m/s, 1491m/s, 1488m/s]}
  seabed: 100m
links:
  acoustic:
    channel: {type: rays, noise: {type: flat, level: 40dB}, bottom: none, surface: none}
    modem: {type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 500bps, budget: {type: decibels, source_level: 190dB}}
    mac: {type: aloha, header: 0bit}
nodes:
NODES
traffic:
  - {type: periodic, from: deep, to: station, period: 10s, size: 112bit, phase: same}
  - {type: periodic, from: near, to: station, period: 13s, size: 112bit, phase: same, start: 3s}
`

// Where echoes outside of the window leave too little of a frame, a warning says so. A longer window has them inside, and a modem
// that is judged alone is not disturbed.
func TestWarningOfEchoes(t *testing.T) {
	const text = "name: n\nduration: 1s\nwater: {seabed: 100m}\nlinks: {sea: {channel: rays, modem: {type: plain, frequency: 25kHz, bandwidth: 6kHz, rate: 500bps, budget: {type: decibels, source_level: 180dB}, KEY}, mac: aloha}}\n" +
		"nodes: [{name: a, at: [0m, 0m, -50m]}, {name: b, at: [500m, 0m, -75m]}]\n" +
		"traffic: [{type: periodic, from: a, to: b, period: 10s, size: 112bit}]\n"
	for key, want := range map[string]bool{
		"capture: off":                 true,
		"window: {span: 300ms}":        false,
		"capture: off, overlap: alone": false,
	} {
		warnings, err := parse(t, strings.Replace(text, "KEY", key, 1)).Check()
		got := slices.ContainsFunc(warnings, func(w string) bool {
			return strings.HasPrefix(w, "links.sea.modem.window: 1 of 1 pairs of nodes that hear each other lose most frames at any power: between ")
		})
		if err != nil || got != want {
			t.Errorf("%s: %q, %v", key, warnings, err)
		}
	}
}

// The ray from 8 m depth that grazes the surface comes farthest at 60 m. Its cosine over the speed is p = 1/1522.5 s/m, and
// where the speed goes linearly from c1 to c2 over h it covers h p (c1 + c2)/(sqrt(1 - p^2 c1^2) + sqrt(1 - p^2 c2^2)): to the
// surface 764.58 m, down to 12 m 936.38 m, to 35 m 199.64 m, to 60 m 119.86 m, in all 2020.46 m. The vehicle is there after
// 245.46 s at 1 m/s from 1775 m on: what it has sent by then, every 10 s from 0 to 240 s, arrives or
// collides, and the other 36 of 61 are lost in the shadow.
func TestShadowIsACause(t *testing.T) {
	nodes := []string{
		"  - {name: station, at: [0m, 0m, -8m]}",
		"  - {name: deep, at: [1775m, 0m, -60m], velocity: [1m/s, 0m/s, 0m/s]}",
		"  - {name: near, at: [300m, 200m, -10m]}",
	}
	text := strings.Replace(bent, "NODES", strings.Join(nodes, "\n"), 1)
	got := run(t, parse(t, text), nil)
	if p := got.summary.PerNode[1].Packets; p.Delivered+p.Lost[trace.Collision] != 25 || p.Delivered == 0 || p.Lost[trace.Shadow] != 36 || p.Offered != 61 {
		t.Errorf("%+v", p)
	}
	// The order of the nodes changes nothing but their numbers.
	turned := strings.Replace(bent, "NODES", strings.Join([]string{nodes[2], nodes[1], nodes[0]}, "\n"), 1)
	there, back := count(t, text), count(t, turned)
	swapped := counts{}
	for key, n := range back {
		swapped[strings.NewReplacer("node a", "node c", "node c", "node a").Replace(key)] = n
	}
	if !maps.Equal(there, swapped) {
		t.Errorf("in one order %v, in the other %v", there, swapped)
	}
}
