package scenarios

import (
	"math"
	"strings"
	"testing"

	"halocline/sim"
	"halocline/sim/trace"
)

// feeding is a vehicle that its thrusters push ahead with a battery, and a station to which it sends 0.1 s every second.
const feeding = `
name: feeding
duration: 600s
water: {density: 1000kg/m3}
links:
  water: {channel: {type: ideal, speed: 0m/s}, modem: {type: plain, rate: 1kbps, draw: {transmit: 41W, receive: 2W, idle: 1W}}, mac: {type: aloha, header: 0bit}}
nodes:
  - {name: station, at: [0m, 0m, -40m]}
  - name: auv
    at: [10m, 0m, -40m]
    vehicle: {model: bluerov2-heavy, force: [20N, 0N, 0N], step: 5ms}
    battery: {capacity: 10kJ, hotel: 12W, loads: {dvl: 4W, sonar: 8W, lamp: {power: 60W, from: 10s, to: 20s}}}
traffic:
  - {type: periodic, phase: same, from: auv, to: station, period: 1s, size: 100bit}
`

// measuredOf returns what a node's models measure, by name.
func measuredOf(s *Simulation, node string) map[string]float64 {
	all := map[string]float64{}
	for _, m := range s.Measured() {
		if m.Subject != node {
			continue
		}
		for _, source := range m.Sources {
			source.Values(func(def int, _ string, v float64) { all[m.Defs[def].Name] = v })
		}
	}
	return all
}

// The 20 N ahead are those of four thrusters at 45 degrees: 20/(4 cos 45) = 7.071068 N each, at 1.056 W a 1 N, 1.056 x 7.071068^1.5 =
// 19.8562 W, 79.4249 W together, from 5 lags of 50 ms on. Of the loss while the rotors come up, with n = n0 (1 - exp(-t/tau)) and
// a power as n^3, 1 - (1 - x)^3 with x = exp(-t/tau) is integrated to tau (3 - 3/2 + 1/3) = 0.091667 s: 7.28 J.
// The hotel takes 12 W, the two instruments 12 W, the lamp 600 J in all, the modem 1 W and 40 W more a tenth of the time.
// So it is empty about (10,000 + 7.28 - 600)/(79.4249 + 24 + 1 + 4) = 86.76 s after the start. There 86 frames are over, and one has begun
// at 86 s: after these 86.1 s it draws 104.4249 W, and has taken 104.4249 x 86.1 + 87 x 4 + 600 - 7.28 = 9931.70 J. What is left, 68.30 J, lasts
// 0.6540 s.
func TestBatteryRunsEmpty(t *testing.T) {
	const (
		thrusters = 4 * 1.056 * 18.8030 // 7.071068^1.5
		constant  = thrusters + 12 + 12 + 1
		lost      = thrusters * 0.05 * (3 - 1.5 + 1./3)
		want      = 86.1 + (10_000-600-87*4+lost-constant*86.1)/constant
	)
	var all facts
	s, err := parse(t, feeding).Build(nil, &all)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := measuredOf(s, "auv")
	if math.Abs(got["time_to_empty"]-want) > 0.005 {
		t.Errorf("it is empty after %.4f s, want %.4f s", got["time_to_empty"], want)
	}
	sum := got["energy_propulsion"] + got["energy_modems"] + got["energy_hotel"] + got["energy_loads"]
	if math.Abs(sum-10_000) > 1e-9*10_000 || got["energy_used"] != sum || math.Abs(got["charge_left"]) > 1e-9 {
		t.Errorf("the budget adds up to %.9g J of 10 kJ: %v", sum, got)
	}
	for name, want := range map[string]float64{"energy_hotel": 12 * want, "energy_loads": 12*want + 600, "energy_modems": want + 87*4, "energy_propulsion": thrusters*want - lost} {
		if math.Abs(got[name]-want) > 0.5 {
			t.Errorf("%s: %.3f J, want %.3f J", name, got[name], want)
		}
	}
	downs := 0
	for _, r := range all {
		if r.Kind == trace.Down {
			downs++
			if r.Cause != trace.BatteryEmpty || r.Node != 1 || r.At.Seconds() != got["time_to_empty"] {
				t.Errorf("down: %+v", r)
			}
		}
		if r.Kind == trace.TxStart && r.At.Seconds() > got["time_to_empty"] {
			t.Errorf("it sends at %v", r.At)
		}
	}
	if downs != 1 {
		t.Errorf("it is down %d times", downs)
	}
}

// With nothing that varies, the battery is empty to the nanosecond: 100 J of 4 + 12 + 1 W, half of them, after 50/17 s.
func TestBatteryOfAStation(t *testing.T) {
	text := strings.Replace(feeding, "{name: station, at: [0m, 0m, -40m]}", "{name: station, at: [0m, 0m, -40m], battery: {capacity: 100J, charge: 0.5, hotel: 12W, loads: {ctd: 4W}}}", 1)
	text = strings.Replace(text, "period: 1s", "period: 1000s, start: 500s", 1)
	var all facts
	s, err := parse(t, text).Build(nil, &all)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := measuredOf(s, "station")["time_to_empty"], 50./17; math.Abs(got-want) > 1.5e-9 {
		t.Errorf("empty after %.12g s, want %.12g s", got, want)
	}
}

// A survey with thrust that varies is empty in the instant at which the energy book of the same run, with a battery that never is, has
// taken the capacity.
func TestBatteryAndEnergyBook(t *testing.T) {
	const capacity = 3000.0
	build := func(battery string) *Simulation {
		plan := load(t, "docking", sets(t, "duration=60s", "nodes.auv.vehicle.step=5ms", "nodes.auv.vehicle.model=bluerov2-heavy", "nodes.auv.battery="+battery)...)
		s, err := plan.Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := build("{capacity: 3kJ, hotel: 20W, loads: {usbl: 5W}}")
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	empty := measuredOf(s, "auv")["time_to_empty"]
	if math.IsNaN(empty) {
		t.Fatalf("it is never empty: %v", measuredOf(s, "auv"))
	}
	book := build("{capacity: 1e9J, hotel: 20W, loads: {usbl: 5W}}")
	var used float64
	book.Kernel.NewTimer(sim.Probe, func(sim.Time) { used = measuredOf(book, "auv")["energy_used"] }).Arm(sim.Time(sim.Seconds(empty)))
	if _, err := book.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if math.Abs(used-capacity) > 0.1 { // a millisecond of at most 100 W
		t.Errorf("empty at %.6f s, when %.6f J of %g J are used", empty, used, capacity)
	}
}

// While a node is down it takes nothing, and what is down by an outage is counted on where it is back.
func TestBatteryInAnOutage(t *testing.T) {
	text := strings.Replace(feeding, "force: [20N, 0N, 0N], ", "", 1) + "outages: [{node: auv, from: 100s, to: 300s}]\n"
	text = strings.NewReplacer("period: 1s", "period: 1000s, start: 590s", "10kJ", "20kJ").Replace(text)
	s, err := parse(t, text).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := measuredOf(s, "auv")
	if want := 12. * 400; math.Abs(got["energy_hotel"]-want) > 1e-9*want {
		t.Errorf("hotel %g J, want %g J", got["energy_hotel"], want)
	}
	if want := 12.*400 + 600; math.Abs(got["energy_loads"]-want) > 1e-9*want {
		t.Errorf("loads %g J, want %g J", got["energy_loads"], want)
	}
}

// A dock that holds the vehicle charges it: empty after 10,000/24 s, with a modem that takes nothing, and charged with 100 W from
// 500 s on, it works again with 500 J, at 505 s or a second later at most; then a message of 4.1 J is all beside the 24 W.
func TestBatteryIsCharged(t *testing.T) {
	text := strings.NewReplacer("force: [20N, 0N, 0N], ", "", "idle: 1W", "idle: 0W", "hotel: 12W", "hotel: 12W, charging: 100W", ", lamp: {power: 60W, from: 10s, to: 20s}", "", "period: 1s", "period: 1000s, start: 599s").Replace(feeding)
	var all facts
	s, err := parse(t, text).Build(nil, &all)
	if err != nil {
		t.Fatal(err)
	}
	s.Kernel.NewTimer(sim.Control, func(sim.Time) { s.nodes[1].body.Hold() }).Arm(sim.Time(sim.Seconds(500)))
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	up := sim.Time(0)
	for _, r := range all {
		if r.Kind == trace.Up {
			up = r.At
		}
	}
	got := measuredOf(s, "auv")
	if math.Abs(got["time_to_empty"]-10_000./24) > 1e-6 || up < 505e9 || up > 506e9 {
		t.Errorf("empty at %g s and up at %v", got["time_to_empty"], up)
	}
	if want := (100*100 - 24*(600-up.Seconds()) - 4.1) / 10_000; math.Abs(got["charge_left"]-want) > 1e-3 {
		t.Errorf("%g is left, want %g", got["charge_left"], want)
	}
}

// Faults of batteries stand at their keys, and what takes nothing is said.
func TestFaultsOfBatteries(t *testing.T) {
	for battery, want := range map[string]string{
		"{hotel: 12W}":                        `a.yaml:12:14: key "capacity" is missing; write an energy such as 500kJ`,
		"{capacity: 0J}":                      "a.yaml:12:25: 0J is out of range; write more than 0J and at most 1e12J",
		"{capacity: 100W}":                    "a.yaml:12:25: 100W is a power; write an energy such as 500kJ",
		"{capacity: 1Wh, loads: {hotel: 1W}}": "a.yaml:12:37: hotel is the load of the key hotel; choose another name",
		"{capacity: 1Wh, loads: {l: {power: 1W, from: 9s, to: 8s}}}": "a.yaml:12:67: the load is switched off at 8s and on at 9s; to must be later than from",
	} {
		text := strings.Replace(feeding, "{capacity: 10kJ, hotel: 12W, loads: {dvl: 4W, sonar: 8W, lamp: {power: 60W, from: 10s, to: 20s}}}", battery, 1)
		if got := faultOf("a.yaml", text); got != want {
			t.Errorf("%s: %q, want %q", battery, got, want)
		}
	}
	for warning, change := range map[string][2]string{
		"the power of its thrusters is not known":      {"{model: bluerov2-heavy, force: [20N, 0N, 0N], step: 5ms}", "{dynamics: kinematic}"},
		"its modem of link water takes nothing":        {", draw: {transmit: 41W, receive: 2W, idle: 1W}", ""},
		"while a dock holds the vehicle, and it is no": {"vehicle: {model: bluerov2-heavy, force: [20N, 0N, 0N], step: 5ms}\n    battery: {", "battery: {charging: 1W, "},
	} {
		warnings, err := parse(t, strings.Replace(feeding, change[0], change[1], 1)).Check()
		if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], warning) {
			t.Errorf("%v %v, want %q", warnings, err, warning)
		}
	}
}
