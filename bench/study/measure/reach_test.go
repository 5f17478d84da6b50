package measure

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"halocline/scenarios"
	"halocline/sim/metric"
	"halocline/sim/simtest"
)

// network is a station and five nodes within a kilometre that report to it and get commands of it, one
// of which, far, may be moved to where nobody hears it.
const network = `
name: network
duration: 2h
links:
  x:
    channel: acoustic
    modem: evologics-s2c-18-34
    mac: {%s}
nodes:
  - {name: station, at: [0m, 0m, -20m]}
  - {name: a, at: [300m, 0m, -20m]}
  - {name: b, at: [0m, 400m, -20m]}
  - {name: c, at: [-500m, 0m, -20m]}
  - {name: d, at: [0m, -450m, -20m]}
  - {name: far, at: [%s, 300m, -20m]}
traffic:
  - {type: poisson, from: a, to: station, rate: 1/min, size: 512bit}
  - {type: poisson, from: b, to: station, rate: 1/min, size: 512bit}
  - {type: poisson, from: c, to: station, rate: 1/min, size: 512bit}
  - {type: poisson, from: d, to: station, rate: 1/min, size: 512bit}
  - {type: poisson, from: far, to: station, rate: 1/min, size: 512bit}
  - {type: poisson, from: station, to: %s, rate: 1/min, size: 512bit}
`

// vehicles are three that dock, and one that does or is where nobody hears it.
const vehicles = `
name: vehicles
duration: 400s
links:
  x: {channel: acoustic, modem: evologics-s2c-18-34, mac: {%s}}
nodes:
  - {name: station, at: [0m, 0m, -50m], run: {type: docking-station, method: acoustic, acoustic: {link: x, period: 4s, power: {control: full}}}}
  - {name: a, at: [20m, 0m, -40m], vehicle: {model: point, step: 10ms}, run: {type: docking-vehicle, navigation: truth, station: station, acoustic: {link: x, period: 4s, request: {off: true}}}}
  - {name: b, at: [0m, 20m, -40m], vehicle: {model: point, step: 10ms}, run: {type: docking-vehicle, navigation: truth, station: station, acoustic: {link: x, period: 4s, request: {off: true}}}}
  - {name: far, at: [%s, -10m, -40m], vehicle: {model: point, step: 10ms}, run: {type: docking-vehicle, navigation: truth, station: station, acoustic: {link: x, period: 4s, request: {off: true}}}}
`

// missions are two vehicles that collect data and send them to a station, one of which does or is where nobody hears it.
const missions = `
name: missions
duration: 1h
links: {x: {channel: acoustic, modem: evologics-s2c-18-34, mac: {type: aloha}}}
nodes:
  - {name: station, at: [0m, 0m, -50m], run: {type: mission-station}}
  - {name: a, at: [100m, 0m, -40m], vehicle: {dynamics: {type: point}, step: 100ms}, run: {type: mission, navigation: truth, speed: 1m/s, tasks: [{name: look, then: {collect: 5kbit}}, {name: tell, then: {send: all, to: station, link: x, ttl: 10min}}]}}
  - {name: far, at: [%s, 100m, -40m], vehicle: {dynamics: {type: point}, step: 100ms}, run: {type: mission, navigation: truth, speed: 1m/s, tasks: [{name: look, then: {collect: 5kbit}}, {name: tell, then: {send: all, to: station, link: x, ttl: 10min}}]}}
`

// hunts are three vehicles that surround a target, and one that does or is where nobody hears it.
const hunts = `
name: hunts
duration: 300s
links: {x: {channel: acoustic, modem: evologics-s2c-18-34, mac: {type: tdma, size: 168bit}}}
nodes:
  - {name: a, at: [0m, 0m, -5m], vehicle: {dynamics: {type: point}, step: 100ms}, run: &hunt {type: formation, navigation: truth, target: [5m, 8m, -5m], members: [a, b, c, far], shape: {type: line, spacing: 3m}, around: {radius: 1.5m}, neighbours: {by: x, every: 4s}}}
  - {name: b, at: [3m, 0m, -5m], vehicle: {dynamics: {type: point}, step: 100ms}, run: *hunt}
  - {name: c, at: [6m, 0m, -5m], vehicle: {dynamics: {type: point}, step: 100ms}, run: *hunt}
  - {name: far, at: [%s, 0m, -5m], vehicle: {dynamics: {type: point}, step: 100ms}, run: *hunt}
`

// reached are all protocols, with settings for these scenes.
func reached() map[string][]string {
	return map[string][]string{
		"aloha":         {"type: aloha", "type: aloha, ack: true"},
		"slotted-aloha": {"type: slotted-aloha, size: 512bit"},
		"csma":          {"type: csma", "type: csma, persistence: 1-persistent"},
		"cw-mac":        {"type: cw-mac"},
		"csma-ca":       {"type: csma-ca", "type: csma-ca, rts_threshold: 513bit"},
		"csma-cd":       {"type: csma-cd, assume_full_duplex: true"},
		"dacap":         {"type: dacap", "type: dacap, min_handshake: 500ms, ack: false"},
		"fdma":          {"type: fdma"},
		"tdma":          {"type: tdma, size: 512bit"},
		"tdma-docking":  {"type: tdma-docking, station: station, upstream: 512bit, downstream: 512bit"},
		"polling":       {"type: polling, station: station"},
		"waiting-room":  {"type: waiting-room, station: station"},
		"maca-u":        {"type: maca-u", "type: maca-u, ack: true"},
		"s-fama":        {"type: s-fama, size: 512bit"},
		"aloha-an":      {"type: aloha-an"},
		"t-lohi":        {"type: t-lohi", "type: t-lohi, kind: aggressive"},
	}
}

// Nothing is better with a node out of reach than with it within reach: no metric that has a
// direction, of the whole network, of its link, of the vehicles together, or of the vehicle that is out
// of reach. Those of other vehicles are left out: who no longer shares the water with somebody may do better.
func TestNothingIsBetterOutOfReach(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const near, away = "300m", "60km"
	settings := reached()
	compared := map[string]bool{}
	for name := range scenarios.Protocols() {
		if settings[name] == nil {
			t.Errorf("%s has no row", name)
		}
		for _, mac := range settings[name] {
			to := "everybody"
			if strings.HasPrefix(name, "tdma-docking") {
				to = "a" // its slots are for one receiver each
			}
			text := func(at string) string { return fmt.Sprintf(network, mac, at, to) }
			better(t, mac, text(near), text(away), compared)
			text = func(at string) string { return fmt.Sprintf(vehicles, mac, at) }
			better(t, mac+", vehicles", text("10m"), text(away), compared)
		}
	}
	better(t, "hunts", fmt.Sprintf(hunts, "9m"), fmt.Sprintf(hunts, away), compared)
	better(t, "missions", fmt.Sprintf(missions, near), fmt.Sprintf(missions, away), compared)
	for _, a := range Glossary(scenarios.Standard()) {
		_, quantity, _ := strings.Cut(a.Name, ".")
		if a.Better != "" && !compared[a.Name] && !slices.Contains(surveyed, quantity) {
			t.Errorf("%s has a direction and was compared in no scene", a.Name)
		}
	}
}

// surveyed is what is measured of vehicles that swim along paths or hold set-points, whatever they hear.
var surveyed = []string{"settling_depth", "overshoot_depth", "held_depth", "held_heading", "held_speed", "blind_time", "time_to_finish", "covered", "cross_track", "way_left", "depth_error"}

// better finds metrics that are better in the second of two scenes.
func better(t *testing.T, what, near, away string, compared map[string]bool) {
	t.Helper()
	value := func(text string) map[string]float64 {
		plan, err := scenarios.Standard().Parse("a.yaml", text, nil)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		out, err := Run(t.Context(), plan, Options{})
		if err != nil || out.Stopped != nil {
			t.Fatalf("%s: %v %v", what, err, out.Stopped)
		}
		values := map[string]float64{}
		for _, m := range out.Metrics() {
			values[m.Name] = m.Value
		}
		return values
	}
	before, after := value(near), value(away)
	for _, a := range Glossary(scenarios.Standard()) {
		name := strings.NewReplacer("<link>", "x", "<vehicle>", "far").Replace(a.Name)
		x, y := before[name], after[name]
		if _, ok := before[name]; !ok || a.Better == "" || math.IsNaN(x) && math.IsNaN(y) {
			continue
		}
		compared[a.Name] = true
		if a.Kind == metric.TimeToEvent && math.IsNaN(y) {
			continue // later than any
		}
		if worse := a.Better == metric.Higher && y <= x || a.Better == metric.Lower && y >= x; !worse {
			t.Errorf("%s: %s is %g within reach and %g out of reach, and %s is better", what, name, x, y, a.Better)
		}
	}
}
