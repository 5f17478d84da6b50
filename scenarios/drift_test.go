package scenarios

import (
	"math"
	"strings"
	"testing"

	"halocline/sim/geom"
	"halocline/sim/trace"
)

// afloat is a buoy that sends to a station on the bottom, in a current; the buoy has some more keys.
func afloat(current, buoy string) string {
	return `
name: afloat
duration: 100s
water:
  density: 1025kg/m3
  seabed: 50m
  current: ` + current + `
links:
  water: {channel: ideal, modem: plain, mac: aloha}
nodes:
  - {name: station, at: [10m, 0m, -50m]}
  - {name: buoy, at: [0m, 0m, -20m]` + buoy + `}
traffic:
  - {type: periodic, from: buoy, to: station, period: 10s, size: 100bit}
probe: {period: 10s}
`
}

// places are where a node was at each reading of the probe.
type places struct {
	node int32
	at   []geom.Vec
}

// Emit implements trace.Tracer.
func (p *places) Emit(r trace.Record) {
	switch {
	case r.Kind != trace.Sample || r.Node != p.node:
	case r.Note == "x_m":
		p.at = append(p.at, geom.Vec{X: r.Value})
	case r.Note == "y_m":
		p.at[len(p.at)-1].Y = r.Value
	case r.Note == "z_m":
		p.at[len(p.at)-1].Z = r.Value
	}
}

// swam runs a scenario and returns where its second node was, every ten seconds.
func swam(t *testing.T, text string) []geom.Vec {
	t.Helper()
	p := &places{node: 1}
	s, err := parse(t, text).Build(nil, p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(p.at) < 10 {
		t.Fatal(len(p.at))
	}
	return p.at
}

// A node that drifts goes where the current goes, at its depth: with 0.5 m/s at 30 degrees by 0.433013 m and
// 0.25 m in a second; half way down between 1 m/s and 0 m/s with 0.5 m/s; and in a tide by the integral of the
// cosine.
func TestDrift(t *testing.T) {
	tide := func(s float64) float64 { return 0.5 * 600 / (2 * math.Pi) * math.Sin(2*math.Pi*s/600) }
	for current, want := range map[string]func(s float64) geom.Vec{
		"{type: uniform, speed: 0.5m/s, toward: 30deg}":                                      func(s float64) geom.Vec { return geom.Vec{X: 0.4330127 * s, Y: 0.25 * s} },
		"{type: uniform, speed: 0.5m/s, up: 0.1m/s}":                                         func(s float64) geom.Vec { return geom.Vec{X: 0.5 * s} },
		"{type: layered, depth: [0m, 40m], speed: [1m/s, 0m/s], toward: [90deg, 90deg]}":     func(s float64) geom.Vec { return geom.Vec{Y: 0.5 * s} },
		"{type: tidal, amplitude: 0.5m/s, period: 600s}":                                     func(s float64) geom.Vec { return geom.Vec{X: tide(s)} },
		"{type: sum, of: [{type: uniform, speed: 1m/s}, {type: tidal, amplitude: 0m/s}]}":    func(s float64) geom.Vec { return geom.Vec{X: s} },
		"{type: gauss-markov, speed: 0.2m/s, speed_deviation: 0m/s, toward_deviation: 0deg}": func(s float64) geom.Vec { return geom.Vec{X: 0.2 * s} },
	} {
		for i, got := range swam(t, afloat(current, ", drift: true")) {
			w := want(float64(10 * i)).Add(geom.Vec{Z: -20})
			if got.Dist(w) > 1e-5 {
				t.Errorf("%s: after %d s at %v, want %v", current, 10*i, got, w)
			}
		}
	}
}

// The sphere that has 300 N of buoyancy and no weight has a diameter of (6 * 300/(pi 1025 9.80665))^(1/3) =
// 0.3847 m and, with a drag coefficient of 0.47, a drag area of 0.05463 m2; the line has 1.2 * 0.008 * 30 = 0.288 m2.
// In 0.5 m/s the forces are 1025/2 * 0.25 * 0.05463 = 7.000 N and 36.9 N, of which 18.45 N are the float's
// to bear: tan a = 25.450/300, excursion 30 sin a = 2.5359 m, dip 30 (1 - cos a) = 0.1074 m.
func TestMooring(t *testing.T) {
	const current = "{type: uniform, speed: 0.5m/s, toward: 90deg}"
	for _, got := range swam(t, afloat(current, ", mooring: {line: 30m, buoyancy: 300N}")) {
		if want := (geom.Vec{Y: 2.5359, Z: -20.1074}); got.Dist(want) > 1e-3 {
			t.Errorf("at %v, want %v", got, want)
		}
	}
	swing := swam(t, afloat("{type: tidal, amplitude: 0.5m/s, period: 100s, toward: 90deg}", ", mooring: {line: 30m, buoyancy: 300N}"))
	if first, half := swing[0].Y, swing[5].Y; math.Abs(first-2.5359) > 1e-3 || math.Abs(half+2.5359) > 1e-3 || math.Abs(swing[10].Y-first) > 1e-9 {
		t.Errorf("swings %v", swing)
	}
}

// A current moves what drifts, what is moored and what is a vehicle, and so changes the fingerprint; where
// there is no such node, that is said.
func TestCurrentOnNothing(t *testing.T) {
	const current, none = "{type: tidal, amplitude: 0.5m/s, phase: 90deg}", "{type: uniform, speed: 0m/s}"
	for buoy, moves := range map[string]bool{
		"":                                     false,
		", velocity: [1m/s, 0m/s, 0m/s]":       false,
		", drift: true":                        true,
		", mooring: {line: 30m, buoyancy: 9N}": true,
	} {
		still, flowing := parse(t, afloat(none, buoy)), parse(t, afloat(strings.Replace(current, "90deg", "0deg", 1), buoy))
		if a, b := run(t, still, nil).fingerprint, run(t, flowing, nil).fingerprint; (a != b) != moves {
			t.Errorf("%q: fingerprints %s and %s", buoy, a, b)
		}
		warned := func(text string) bool {
			warnings, err := parse(t, text).Check()
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range warnings {
				if strings.Contains(w, "water.current acts on nothing") {
					return true
				}
			}
			return false
		}
		if warned(afloat(current, buoy)) == moves || warned(afloat(none, buoy)) {
			t.Errorf("%q: warned %v, in still water %v", buoy, warned(afloat(current, buoy)), warned(afloat(none, buoy)))
		}
	}
}

// What only one thing can move is said at its key, and a mooring that is not as the law has it is warned of.
func TestDriftFaults(t *testing.T) {
	for buoy, want := range map[string]string{
		", drift: true, velocity: [1m/s, 0m/s, 0m/s]":                          "a.yaml:12:45: a velocity is over ground already, whatever the current; leave out drift or velocity",
		", drift: true, vehicle: rexrov":                                       "a.yaml:12:45: a vehicle is in the current already, by its equations of motion; leave out drift or vehicle",
		", drift: true, mooring: {line: 30m, buoyancy: 300N}":                  "a.yaml:12:45: a mooring holds the node; leave out drift or mooring",
		", mooring: {line: 30m, buoyancy: 300N}, velocity: [1m/s, 0m/s, 0m/s]": "a.yaml:12:47: a velocity is over ground already, whatever the current; leave out mooring or velocity",
		", mooring: {line: 30m}":                                               "buoyancy",
	} {
		_, err := Standard().Parse("a.yaml", afloat("{type: uniform, speed: 1m/s}", buoy), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", buoy, err, want)
		}
	}
	for _, c := range []struct{ speed, buoy, want string }{
		{"0.5m/s", ", mooring: {line: 20m, buoyancy: 300N}", "node buoy: the anchor of its mooring is at 40 m, 10 m above the seabed; make its line 30 m long"},
		{"0.5m/s", ", mooring: {line: 40m, buoyancy: 300N}", "node buoy: the anchor of its mooring is at 60 m, 10 m below the seabed; make its line 30 m long"},
		{"2m/s", ", mooring: {line: 30m, buoyancy: 300N}", "node buoy: a current of 2 m/s lays its mooring over by 54 degrees"},
		{"0.5m/s", ", mooring: {line: 30m, buoyancy: 300N}", ""},
	} {
		warnings, err := parse(t, afloat("{type: uniform, speed: "+c.speed+"}", c.buoy)).Check()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(warnings, "\n"); !strings.Contains(got, c.want) || c.want == "" && strings.Contains(got, "mooring") {
			t.Errorf("%s%s: %q, want %q", c.speed, c.buoy, got, c.want)
		}
	}
}
