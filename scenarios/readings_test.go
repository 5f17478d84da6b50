package scenarios

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/sim"
	"halocline/sim/trace"
)

// still is a sea in which a float and a sub go along x with 1.5 m/s, their bows along y, and
// the water with 0.2 m/s.
const still = `name: still
duration: 10s
water: {temperature: 12degC, seabed: 60m, current: {type: uniform, speed: 0.2m/s, toward: 0deg}}
links:
  a: {channel: ideal, modem: plain, mac: aloha}
nodes:
  - {name: float, at: [3m, 4m, 0.5m], velocity: [1.5m/s, 0m/s, 0m/s], heading: 90deg, instruments: [gps, ctd, dvl]}
  - name: sub
    at: [0m, 0m, -20m]
    velocity: [1.5m/s, 0m/s, 0m/s]
    heading: 90deg
    instruments:
      - {type: imu, period: 100ms}
      - {type: depth, latency: 30ms, depth: {noise: 0.05m, bias: 0m, resolution: 0m}}
      - dvl
      - {type: dvl, track: water, split: 2, period: 0.5s}
      - {type: ctd, period: 1s}
`

// heard runs a scenario and returns what its instruments read, by node, instrument and quantity.
func heard(t *testing.T, text string) map[string][]Reading {
	t.Helper()
	s, err := parse(t, text).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]Reading{}
	s.Record(func(r Reading) {
		name := s.names.Nodes[r.Node] + "." + r.Instrument + "." + r.Name
		all[name] = append(all[name], r)
	})
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return all
}

// What is true of two nodes that go straight on: the receiver above the water has its first fix
// after 1 s, and nothing else reads there; the bow of the sub is to the left of its way, so that it
// moves to the right, over a bottom 40 m below, and 1.3 m/s through the water; at rest a
// mass weighs 9.80665 m/s2 upwards. A measurement that is split over two periods of 0.5 s holds for the
// first and comes out after both.
func TestReadings(t *testing.T) {
	all := heard(t, still)
	for name, want := range map[string]struct {
		n           int
		first, late float64 // s
		truth       func(at float64) float64
	}{
		"float.gps.x_m":            {10, 1, 0, func(at float64) float64 { return 3 + 1.5*at }},
		"float.gps.z_m":            {10, 1, 0, func(float64) float64 { return 0.8 }}, // with its antenna
		"float.gps.velocity_x_mps": {10, 1, 0, func(float64) float64 { return 1.5 }},
		"sub.imu.heading_rad":      {101, 0, 0, func(float64) float64 { return math.Pi / 2 }},
		"sub.imu.force_z_mps2":     {101, 0, 0, func(float64) float64 { return 9.80665 }},
		"sub.imu.rate_z_radps":     {101, 0, 0, func(float64) float64 { return 0 }},
		"sub.depth.depth_m":        {101, 0, 0.03, func(float64) float64 { return 20 }},
		"sub.dvl.ground_y_mps":     {71, 0, 0, func(float64) float64 { return -1.5 }},
		"sub.dvl.altitude_m":       {71, 0, 0, func(float64) float64 { return 40 }},
		"sub.dvl2.water_y_mps":     {11, 0, 1, func(float64) float64 { return -1.3 }},
		"sub.ctd.temperature_degc": {11, 0, 0, func(float64) float64 { return 12 }},
		"sub.ctd.depth_m":          {11, 0, 0, func(float64) float64 { return 20 }},
		"float.ctd.depth_m":        {},
		"float.dvl.water_y_mps":    {},
		"sub.dvl2.altitude_m":      {},
	} {
		got := all[name]
		if len(got) != want.n {
			t.Errorf("%s: %d readings, want %d", name, len(got), want.n)
			continue
		}
		for _, r := range got {
			at := r.Taken.Seconds()
			if math.Abs(r.Truth-want.truth(at)) > 1e-9 || math.Abs(r.Available.Sub(r.Taken).Seconds()-want.late) > 1e-9 || math.Abs(got[0].Taken.Seconds()-want.first) > 1e-9 {
				t.Errorf("%s: %+v, want %g, and from %g s on", name, r, want.truth(at), want.first)
				break
			}
		}
	}
	// A mean square of n normal numbers has the relative standard error sqrt(2/n).
	sum, n := 0.0, float64(len(all["sub.depth.depth_m"]))
	for _, r := range all["sub.depth.depth_m"] {
		sum += (r.Value - r.Truth) * (r.Value - r.Truth)
	}
	if want := 0.05 * 0.05; math.Abs(sum/n-want) > 3*want*math.Sqrt(2/n) {
		t.Errorf("the depth is wrong by %g m2, want %g m2", sum/n, want)
	}
}

// Who wants to know what the instruments read sees the same run as who does not. A node that
// carries some moves as one without; but the fingerprint, which takes in what they read, is
// another one.
func TestReadingsChangeNothing(t *testing.T) {
	finger := func(record func(Reading), texts ...string) (string, uint64) {
		print := trace.NewFingerprint()
		s, err := load(t, "navigation", sets(t, append(texts, "duration=30s")...)...).Build(nil, print)
		if err != nil {
			t.Fatal(err)
		}
		s.Record(record)
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return print.Sum(), s.Kernel.Fired()
	}
	const carries = "nodes.auv.instruments=[imu, dvl, dvl, depth, gps, ctd]"
	n := 0
	without, events := finger(nil)
	unread, same := finger(nil, carries)
	read, more := finger(func(Reading) { n++ }, carries)
	if without == unread || read != unread || events >= same || more != same || n < 10_000 {
		t.Errorf("%s, %s and %s in %d, %d and %d events, with %d readings", without, unread, read, events, same, more, n)
	}
}

// A vehicle that swims accelerates, and its accelerometers tell: from rest the sum of the
// specific force less gravity over time is its speed, here along a bow that hardly turns.
func TestForceOfAVehicle(t *testing.T) {
	sum, last := 0.0, sim.Time(0)
	s, err := parse(t, `name: run
duration: 2s
links: {a: {channel: ideal, modem: plain, mac: aloha}}
nodes: [{name: auv, at: [0m, 0m, -20m], vehicle: {model: rexrov, step: 10ms, force: [500N, 0N, 0N]}, instruments: [imu]}]
`).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Record(func(r Reading) {
		if r.Name == "force_x_mps2" {
			sum += r.Truth * r.Taken.Sub(last).Seconds()
			last = r.Taken
		}
	})
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	speed := s.nodes[0].body.At(s.Kernel.Now()).Velocity[0]
	if !(speed > 0.1) || math.Abs(sum-speed) > 0.02*speed {
		t.Errorf("%g m/s by the accelerometer, %g m/s in truth", sum, speed)
	}
}

// Where the first reading comes out after the end that is warned of, once for the nodes of a
// group: after 10 s in a run of 10 s it does not; two periods of 3 s and a latency of 4.5 s
// are 10.5 s, and so much later than the start; and a start has no bounds.
func TestReadingsAfterTheEnd(t *testing.T) {
	warned := func(node, name, start, takes, key string) string {
		return node + ": nothing that its instrument " + name + " reads is known within the run, which lasts 10s: the first measurement is at " + start +
			", and its reading comes " + takes + " later; look at latency, split and start of nodes." + node + "." + key
	}
	for instrument, want := range map[string]string{
		"{type: imu, latency: 10s}":                             "",
		"{type: imu, latency: 11s}":                             warned("n", "imu", "0s", "11s", "instruments"),
		"dvl, {type: dvl, split: 2, period: 3s, latency: 4.5s}": warned("n", "dvl2", "0s", "10.5s", "instruments"),
		"{type: gps, start: 10.5s, latency: 0s}":                warned("n", "gps", "10.5s", "0s", "instruments"),
		"{type: depth, start: 2500000h, latency: 3600s}":        warned("n", "depth", "2500000h0m0s", "1h0m0s", "instruments"),
	} {
		text := "name: a\nduration: 10s\nlinks:\n  a: {channel: ideal, modem: plain, mac: aloha}\nnodes:\n" +
			"  - {name: n, count: 3, at: [0m, 0m, -5m], instruments: [" + instrument + "]}\n"
		if got, err := parse(t, text).Check(); err != nil || strings.Join(got, "\n") != want {
			t.Errorf("%s: %q (%v), want %q", instrument, got, err, want)
		}
	}
	for latency, want := range map[string]string{
		"9.9s": "", "10.1s": warned("auv", "imu", "0s", "10.1s", "instruments"),
	} {
		all := sets(t, "duration=10s", "nodes.auv.instruments=[dvl, depth, {type: imu, latency: "+latency+"}]")
		if got, err := load(t, "navigation", all...).Check(); err != nil || strings.Join(got, "\n") != want {
			t.Errorf("%s: %q (%v), want %q", latency, got, err, want)
		}
	}
}

// In a run of 10 s a hundred million readings are those every 100 ns; in one of 1000 s every 10 us,
// or split in ten every 1 us.
func TestReadingsTooOften(t *testing.T) {
	const probe, instrument = "name: a\nduration: 10s\nprobe: {period: %s}\n", "name: a\nduration: 1000s\nnodes:\n  - {name: n, at: [0m, 0m, -5m], instruments: [ctd, {type: imu, %s}]}\n"
	said := func(place, every, run, times, least string) string {
		return "a.yaml:" + place + ": every " + every + " in a run of " + run + " is " + times + " times, and at most 100000000 are possible; make it " + least + " or longer, or the run shorter"
	}
	for text, want := range map[string]string{
		fmt.Sprintf(probe, "100ns"):                       "<nil>",
		fmt.Sprintf(probe, "99ns"):                        said("3:17", "99ns", "10s", "101010101", "100ns"),
		fmt.Sprintf(probe, "1ns"):                         said("3:17", "1ns", "10s", "10000000000", "100ns"),
		fmt.Sprintf(instrument, "period: 10us"):           "<nil>",
		fmt.Sprintf(instrument, "period: 9us"):            said("4:73", "9µs", "16m40s", "111111111", "10µs"),
		fmt.Sprintf(instrument, "period: 1us, split: 10"): "<nil>",
	} {
		text += "links:\n  a: {channel: ideal, modem: plain, mac: aloha}\n"
		if !strings.Contains(text, "nodes:") {
			text += "nodes: [{name: n}]\n"
		}
		if got := faultOf("a.yaml", text); got != want {
			t.Errorf("%s\n%s, want %s", text, got, want)
		}
	}
}

// An instrument that is asked and never reads is told of, with what it needs; one that read once is not, nor one of a
// run of which nobody takes the readings.
func TestUnread(t *testing.T) {
	const text = `
name: deep
duration: 10s
links: {a: {channel: ideal, modem: plain, mac: aloha}}
nodes:
  - {name: top, at: [0m, 0m, -0.1m], instruments: [gps]}
  - {name: low, at: [0m, 0m, -6000m], instruments: [gps, depth, gps]}
`
	for _, recorded := range []bool{true, false} {
		s, err := parse(t, text).Build(nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if recorded {
			s.Record(func(Reading) {})
		}
		if _, err := s.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := "[]"
		if recorded { // each second from 0 s to 10 s
			want = "[node low: its instrument gps was asked 11 times and read nothing; satellites are heard with the antenna out of the water only" +
				" node low: its instrument depth was asked 101 times and read nothing; look at the range of the gauge" +
				" node low: its instrument gps2 was asked 11 times and read nothing; satellites are heard with the antenna out of the water only]"
		}
		if got := fmt.Sprint(s.Unread()); got != want {
			t.Errorf("recorded %v: %s, want %s", recorded, got, want)
		}
	}
}

// A station in a corner, with its bow along y, finds a vehicle that begins 30 m ahead of it and 40 m further down and
// goes on along x at 1.5 m/s: sqrt(30^2 + 40^2) = 50 m away at first, straight ahead, at -atan(40/30). It measures at
// once. A fix is wrong by 2 m and 0.02 rad, as is said.
func TestFindingAnotherNode(t *testing.T) {
	const text = `name: find
duration: 100s
water: {temperature: 10degC}
links: {a: {channel: ideal, modem: plain, mac: aloha}}
nodes:
  - {name: station, at: [5m, 0m, -10m], heading: 90deg, instruments: [{type: usbl, mode: instant, target: TARGET, distance: {noise: 2m, resolution: 0m}, bearing: {noise: 0.02rad, resolution: 0rad}, elevation: {resolution: 0rad}}]}
  - {name: auv, at: [5m, 30m, -50m], velocity: [1.5m/s, 0m/s, 0m/s]}
`
	all := heard(t, strings.ReplaceAll(text, "TARGET", "auv"))
	for name, want := range map[string]struct {
		truth func(at float64) float64
		error float64
	}{
		"station.usbl.distance_m":    {func(at float64) float64 { return math.Sqrt(2500 + 2.25*at*at) }, 2},
		"station.usbl.bearing_rad":   {func(at float64) float64 { return -math.Atan2(1.5*at, 30) }, 0.02},
		"station.usbl.elevation_rad": {func(at float64) float64 { return -math.Atan2(40, math.Hypot(30, 1.5*at)) }, 0.1 * math.Pi / 180},
	} {
		sum, n := 0.0, float64(len(all[name]))
		for _, r := range all[name] {
			sum += (r.Value - r.Truth) * (r.Value - r.Truth)
			if math.Abs(r.Truth-want.truth(r.Taken.Seconds())) > 1e-9 {
				t.Errorf("%s: %+v, want %g", name, r, want.truth(r.Taken.Seconds()))
				break
			}
		}
		// A mean square of n normal numbers has the relative standard error sqrt(2/n).
		if square := want.error * want.error; n != 101 || math.Abs(sum/n-square) > 3*square*math.Sqrt(2/n) {
			t.Errorf("%s: %g readings are wrong by %g in the mean square, want %g", name, n, sum/n, square)
		}
	}
	for target, want := range map[string]string{
		"auf":     `unknown node "auf"; did you mean "auv"?`,
		"station": `node "station" has the instrument; name another one`,
	} {
		plan, err := Standard().Parse("a.yaml", strings.ReplaceAll(text, "TARGET", target), nil)
		if err == nil {
			_, err = plan.Check()
		}
		if err == nil || !strings.HasPrefix(err.Error(), "a.yaml:6:") || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", target, err, want)
		}
	}
}
