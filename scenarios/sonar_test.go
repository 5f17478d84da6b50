package scenarios

import (
	"math"
	"strings"
	"testing"

	"halocline/sim/geom"
	"halocline/sim/trace"
)

// basin is two vehicles 5 m apart at 40 m, over a bottom at 60 m, with a pile behind the second; the first has a scanner, the second goes
// ahead at some speed.
const basin = `
name: basin
duration: 10s
water: {density: 1025kg/m3, seabed: 60m}
world: {obstacles: [{type: cylinder, name: pile, at: [20m, 0m, -60m], length: 60m, radius: 1m}]}
links: {water: {channel: ideal, modem: plain, mac: aloha}}
nodes:
  - {name: station, at: [-10m, 0m, -40m]}
  - {name: one, at: [0m, 0m, -40m], vehicle: {model: bluerov2-heavy, step: 5ms}, instruments: [{type: scanner, beams: 3, sector: 180deg, half_angle: 0deg, distance: {noise: 0m, resolution: 0m}}]}
  - {name: two, at: [5m, 0m, -40m], vehicle: {model: bluerov2-heavy, step: 5ms}}
`

// The first vehicle sees the hull of the second: a capsule along its longest side, 0.575 m athwart, of the radius of half its length,
// 0.2285 m, about its centre of buoyancy 1 cm higher. A ray along x comes to it at 5 - sqrt(0.2285^2 - 0.01^2) m. Without it there
// is the pile at 19 m; up there is the surface at 40 m, down the bottom at 20 m, and beside nothing.
func TestSonarsSee(t *testing.T) {
	s, err := parse(t, basin).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	w, from := s.instruments[0].scene.World, geom.Vec{Z: -40}
	hull := 5 - math.Sqrt(0.2285*0.2285-1e-4)
	for _, r := range []struct {
		what string
		from geom.Vec
		dir  geom.Vec
		want float64 // 0: nothing
		node int32
	}{
		{"the other vehicle", from, geom.Vec{X: 1}, hull, 2},
		{"the pile behind it", geom.Vec{Y: 0, Z: -41}, geom.Vec{X: 1}, 19, trace.None},
		{"the surface", from, geom.Vec{Z: 1}, 40, trace.None},
		{"the bottom", from, geom.Vec{Z: -1}, 20, trace.None},
		{"nothing", from, geom.Vec{Y: 1}, 0, trace.None},
	} {
		h, ok := w.Cast(r.from, r.dir, 100, 0)
		if ok != (r.want > 0) || ok && (math.Abs(h.Distance-r.want) > 1e-9 || h.Node != r.node) {
			t.Errorf("%s: %v, %+v, want %.9g m", r.what, ok, h, r.want)
		}
	}
}

// A scanner whose pings follow their echoes has three beams: to both sides nothing is within 50 m, and ahead is the other vehicle at
// 4.7717 m. A round takes 2 (50 + 4.7717 + 50)/c. The two vehicles rise together by their buoyancy and stay side by side.
func TestScannerFollowsItsEchoes(t *testing.T) {
	s, err := parse(t, basin).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var ahead []Reading
	s.Record(func(r Reading) {
		if r.Name == "range_m" {
			ahead = append(ahead, r)
		}
	})
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	hull := 5 - math.Sqrt(0.2285*0.2285-1e-4)
	round := 2 * (50 + hull + 50) / s.instruments[0].scene.Water.SoundSpeed(geom.Vec{Z: -40})
	if n := len(ahead); n < int(10/round)-1 || n > int(10/round)+1 {
		t.Errorf("%d rounds in 10 s of %.4g s each", n, round)
	}
	for k, r := range ahead {
		if k > 0 && math.Abs(r.Taken.Seconds()-ahead[k-1].Taken.Seconds()-round) > 1e-4*round || math.Abs(r.Value-hull) > 1e-3 {
			t.Fatalf("round %d at %v: %g m, want %g m each %g s", k, r.Taken, r.Value, hull, round)
		}
	}
}

// Faults of sonars have their place.
func TestFaultsOfSonars(t *testing.T) {
	for to, want := range map[string]string{
		"type: scanner, axis: [0, 0, 0]":               "the axis has no direction",
		"type: scanner, turn: [1, 0, 0]":               "beams do not turn about nothing",
		"type: altimeter, reach: 10m, least: 10m":      "echoes from 10 m on are heard",
		"type: altimeter, dead: 1s":                    "pings that are periodic follow no echo",
		"type: multibeam, sector: 0deg":                "31 beams look into one direction",
		"type: altimeter, echo: {source_level: 200dB}": "noise_level",
		"type: altimetre":                              `did you mean "altimeter"?`,
		"type: altimeter, pings: on":                   "periodic",
	} {
		text := basin[:strings.Index(basin, "{type: scanner")] + "{" + to + "}" + basin[strings.Index(basin, "resolution: 0m}}")+len("resolution: 0m}}"):]
		_, err := Standard().Parse("a.yaml", text, nil)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "a.yaml:9:") {
			t.Errorf("%s: %v, want %s", to, err, want)
		}
	}
	// One that does not reach the bottom says so.
	s, err := parse(t, strings.Replace(basin, "type: scanner, beams: 3, sector: 180deg", "type: altimeter, reach: 10m", 1)).Build(nil, nil)
	if err != nil || !strings.Contains(strings.Join(s.Warnings(), "\n"), "it looks 10 m far, and there the bottom is 20 m below it") {
		t.Errorf("%v, %v", err, s.Warnings())
	}
}
