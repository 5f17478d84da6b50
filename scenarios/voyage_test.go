package scenarios

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"halocline/plant"
	"halocline/plant/ncs"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// swell is water without anything that holds a hull back.
type swell struct{}

func (swell) Density(geom.Vec) float64            { return 1000 }
func (swell) Current(geom.Vec, sim.Time) geom.Vec { return geom.Vec{} }
func (swell) Seabed(geom.Vec) float64             { return math.Inf(1) }

// glider is a hull that obeys no command, so that it goes straight on.
type glider struct{ *plant.Body }

func (glider) Command(*vehicle.Input) {}

// mute is a link on which nothing is sent.
type mute struct{}

func (mute) SendWith(int32, int, float64, any) (uint64, error) { return 0, nil }
func (mute) Spare(geom.Vec, geom.Vec) float64                  { return 0 }

// glide follows a hull of 100 kg without any damping that begins 10 m before its
// berth with 2 m/s towards it, sets out at a start and has one update, 10 m from its
// reference, right then: with 1 N/m and no more its control wants 10 N for good.
func glide(t *testing.T, start, watch, end time.Duration, thrusters ...vehicle.Thruster) VoyageSummary {
	t.Helper()
	return glideBy(t, func(*ncs.VehicleConfig) {}, start, watch, end, thrusters...)
}

// glideBy is glide with a program that was changed.
func glideBy(t *testing.T, change func(*ncs.VehicleConfig), start, watch, end time.Duration, thrusters ...vehicle.Thruster) VoyageSummary {
	t.Helper()
	k := sim.New(nil)
	model, err := vehicle.NewModel(vehicle.Body{
		Mass: 100, Volume: 0.1, Gravity: 10, Inertia: [3]geom.Vec{{X: 10}, {Y: 10}, {Z: 10}},
	}, thrusters, nil)
	if err != nil {
		t.Fatal(err)
	}
	rexrov, err := LoadVehicle("rexrov") // shares its forces out, to no avail
	if err != nil {
		t.Fatal(err)
	}
	state := vehicle.AtRest(geom.Vec{X: -10 - 2*start.Seconds(), Z: -5}, 0)
	state.Velocity[0] = 2
	body := plant.NewBody(k, "glider", model, swell{}, state, time.Millisecond, vehicle.RK4, plant.Ignore)
	body.Command(&vehicle.Input{Thrust: [vehicle.MaxThrusters]float64{9, 9}})
	c := ncs.DefaultVehicle()
	c.Start = start
	s := &c.Acoustic
	s.Kp, s.Ki, s.Kd, s.Waypoint, s.Request.Off = &geom.Vec{X: 1}, new(geom.Vec), new(geom.Vec), new(0.0), true
	change(c)
	pilot, err := ncs.NewPilot(ncs.Node{Kernel: k}, c, glider{body}, rexrov, 0, geom.Vec{}, ncs.Wiring{Link: mute{}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	k.NewTimer(sim.Comm, func(sim.Time) {
		pilot.ReceiveAcoustic(ncs.Mail{Message: &ncs.Update{Reference: geom.Vec{X: 10}}})
	}).Arm(sim.Time(start))
	m := &ncs.Mooring{Pilot: pilot, Hull: glider{body}, Start: sim.Time(start), Berth: geom.Vec{Z: -5}, Docked: -1}
	v := newVoyage(programmed{node: &node{name: "glider", body: body}}, m)
	k.Every(sim.Probe, 0, watch, v.look)
	if err := k.Run(t.Context(), sim.Time(end)); err != nil {
		t.Fatal(err)
	}
	return v.Summary(k.Now())
}

// The distance is |10 - 2 t| for 8 s, through the berth at 5 s and 6 m beyond. In
// closed form:
//
//	IAE   25 + 9                                           = 34 m s
//	ISE   (10^3 + 6^3)/(3 2)                               = 202.667 m2 s
//	ITAE  [5 t^2 - 2/3 t^3] from 0 to 5, less that to 8    = 41.667 + 63 = 104.667 m s2
//	way   16 m, overshoot 6 m
//	asked 10 N / 1.17 * 2 m/s * 8 s                        = 136.752 J
//
// The trapezoidal rule at 10 ms is off by h^2/12 times the change of the slope: ISE by
// 1e-4/12 * 8 * 8 s, and ITAE by less. A voyage that begins at 3 s has the same ones.
func TestVoyageIntegrals(t *testing.T) {
	for _, start := range []time.Duration{0, 3 * time.Second} {
		v := glide(t, start, 10*time.Millisecond, start+8*time.Second)
		first := 10 + 2*start.Seconds() // it is not held here: it comes from further away
		for _, row := range []struct {
			what      string
			got, want float64
		}{
			{"IAE", v.IAE, 34},
			{"ISE", v.ISE, 1216.0 / 6},
			{"ITAE", v.ITAE, 125.0/3 + 63},
			{"way", v.Way, 16},
			{"overshoot", v.Overshoot, 6},
			{"asked", v.Asked, 160 / 1.17},
			{"work of no thrusters", v.Motive, 0},
			{"first", v.First, first},
			{"final", v.Final, 6},
			{"least", v.Least, 0},
			{"start", v.Start, start.Seconds()},
		} {
			if math.Abs(row.got-row.want) > 6e-4 {
				t.Errorf("start %v, %s: %.6f, want %.6f", start, row.what, row.got, row.want)
			}
		}
		if v.Outcome != OutcomeLimit || !math.IsNaN(float64(v.TimeToDock)) || !math.IsNaN(float64(v.TimeToSwitch)) {
			t.Errorf("%+v", v)
		}
	}
	// Short of the berth there is no overshoot; the error of the rule falls with h^2.
	if v := glide(t, 0, 10*time.Millisecond, 4*time.Second); v.Overshoot != 0 || math.Abs(v.Least-2) > 1e-9 {
		t.Errorf("overshoot %g m, least %g m", v.Overshoot, v.Least)
	}
	coarse, fine := glide(t, 0, 500*time.Millisecond, 4*time.Second).ISE, glide(t, 0, 250*time.Millisecond, 4*time.Second).ISE
	const exact = (1000.0 - 8) / 6
	if ratio := (coarse - exact) / (fine - exact); math.Abs(ratio-4) > 1e-6 {
		t.Errorf("halving the period takes the error down by %g", ratio)
	}
}

// Two thrusters push against each other with 9 N for 4 s. One takes 2 W at 1 N, and so
// 2 * 9^1.5 W = 54 W and 216 J, but for half of the first 10 ms, in which it starts; the power of
// the other is not known. That of none is not zero.
func TestThrusterEnergy(t *testing.T) {
	left := vehicle.Thruster{Axis: geom.Vec{X: 1}, Curve: vehicle.Curve{Ahead: 1}, Max: 10, Power: 2}
	right := vehicle.Thruster{Axis: geom.Vec{X: -1}, Curve: vehicle.Curve{Ahead: 1}, Max: 10}
	v := glide(t, 0, 10*time.Millisecond, 4*time.Second, left, right)
	if got := float64(v.Thrusters); math.Abs(got-(216-0.27)) > 1e-6 || math.Abs(v.Way-8) > 1e-6 {
		t.Errorf("%g J on a way of %g m", got, v.Way)
	}
	if math.Abs(v.Motive) > 1e-9 {
		t.Errorf("two that push against each other do a work of %g J", v.Motive)
	}
	left.Power = 0
	if got := float64(glide(t, 0, 10*time.Millisecond, 4*time.Second, left, right).Thrusters); !math.IsNaN(got) {
		t.Errorf("%g J that nobody can know", got)
	}
}

// A thruster of 9 N speeds the hull of 100 kg up from 2 m/s to 2.36 m/s in 4 s: the work is the
// kinetic energy that it gains, 50 kg (2.36^2 - 2^2) m2/s2 = 78.48 J, but for half of the first
// 10 ms, in which the rotor starts, at 18 W. The one that can give no more is driven as far as it can be
// all the time. One that brakes it does no work.
func TestMotiveEnergy(t *testing.T) {
	ahead := vehicle.Thruster{Axis: geom.Vec{X: 1}, Curve: vehicle.Curve{Ahead: 1}, Max: 10}
	back := vehicle.Thruster{Axis: geom.Vec{X: -1}, Curve: vehicle.Curve{Ahead: 1}, Max: 9}
	for _, row := range []struct {
		by         vehicle.Thruster
		work, full float64
	}{{ahead, 78.48 - 0.09, 0}, {back, 0, 1}} {
		v := glide(t, 0, 10*time.Millisecond, 4*time.Second, row.by)
		if math.Abs(v.Motive-row.work) > 1e-6 || float64(v.Saturation) != row.full || v.Tilt != 0 {
			t.Errorf("%g J, saturated %g, tilted by %g; want %g J, %g, 0", v.Motive, float64(v.Saturation), v.Tilt, row.work, row.full)
		}
	}
}

// An update says that the hull is at the origin, and without a log and without a drift that is
// where it takes itself to be from then on, in truth (10 m - 2 t) along x and 5 m in depth away. In 8 s
// the mean square is (10^3 + 6^3)/(6 8) = 25.333 m2 in the horizontal plane and 25 m2 more in all; the
// most is sqrt(125) m, at the start. The trapezoidal rule adds 8 h^2/12 to a mean square. What comes before the update, and a vehicle that does not
// reckon, have no such error.
func TestEstimateError(t *testing.T) {
	reckons := func(c *ncs.VehicleConfig) {
		c.Reckoning = new(ncs.ReckoningConfig)
		c.Reckoning.Defaults()
		c.Reckoning.Drift = 0
	}
	for _, start := range []time.Duration{0, 3 * time.Second} {
		v := glideBy(t, reckons, start, 10*time.Millisecond, start+8*time.Second)
		for _, row := range []struct {
			what string
			got  trace.Measure
			want float64
		}{
			{"horizontal", v.EstimateHorizontal, math.Sqrt(1216. / 48)},
			{"in all", v.EstimateRMS, math.Sqrt(1216./48 + 25)},
			{"most", v.EstimateMax, math.Sqrt(125)},
		} {
			if !(math.Abs(float64(row.got)-row.want) < 2e-5) {
				t.Errorf("start %v, %s: %.6f m, want %.6f m", start, row.what, row.got, row.want)
			}
		}
	}
	late := func(c *ncs.VehicleConfig) {
		reckons(c)
		c.Acoustic.Task.Demand = 4 * time.Second // from there 2 m before the berth to 6 m beyond
	}
	if v := glideBy(t, late, 0, 10*time.Millisecond, 8*time.Second); !(math.Abs(float64(v.EstimateHorizontal)-math.Sqrt(224./24)) < 2e-5) {
		t.Errorf("from 4 s on: %.6f m, want %.6f m", v.EstimateHorizontal, math.Sqrt(224./24))
	}
	v := glide(t, 0, 10*time.Millisecond, 8*time.Second)
	for _, m := range []trace.Measure{v.EstimateRMS, v.EstimateHorizontal, v.EstimateMax} {
		if !math.IsNaN(float64(m)) {
			t.Errorf("%+v without reckoning", v)
		}
	}
}

// cove is a station and a vehicle 11 m away from it and 1 m below, in water in which
// it weighs next to nothing: 1862.87 kg and 1.838 m3.
const cove = `
name: cove
duration: 100s
water: {density: 1013.5kg/m3}
links:
  sound: {channel: {type: acoustic, absorption: francois-garrison, noise: none}, modem: {type: evologics-s2c-48-78, fading: none}, mac: {type: aloha, header: 0bit}}
  radio: {channel: {type: rf, conductivity: 0.01S/m}, modem: {type: wfs-seatooth-s300, fading: none}, mac: csma-cd}
nodes:
  - {name: dock, at: [0m, 0m, -50m], run: {type: docking-station, acoustic: {link: sound}, rf: {link: radio}}}
  - {name: auv, at: [11m, 0m, -51m], vehicle: {model: rexrov, step: 10ms}, run: {type: docking-vehicle, station: dock, acoustic: {link: sound}, rf: {link: radio}}}
`

// Each of the outcomes. In 2 m/s RexROV, whose linear and quadratic damping there are more than 140 N and
// 2900 N, is swept away before its I has grown to that. With a bit rate that cannot bring an update in time it
// has no contact.
func TestOutcomes(t *testing.T) {
	for want, set := range map[string][]string{
		OutcomeDocked:  nil,
		OutcomeLimit:   {"duration=12s"},
		OutcomeDrifted: {"water.current={type: uniform, speed: 2m/s, toward: 0deg}", "duration=40s"},
		OutcomeLost:    {"links.sound.modem.budget.threshold=1W", "duration=20s"},
	} {
		p := pass(t, parse(t, cove, sets(t, set...)...))
		v := p.voyages[0]
		if v.Outcome != want {
			t.Errorf("%s: %+v", want, v)
		}
		if docked := !math.IsNaN(float64(v.TimeToDock)); docked != (want == OutcomeDocked) || docked != (p.end < 100e9 && len(set) == 0) {
			t.Errorf("%s: time to dock %g s, end %v", want, v.TimeToDock, p.end)
		}
	}
	// Updates that are due every 4 s are missed for 20 s before the contact is lost.
	for duration, want := range map[string]string{"duration=19s": OutcomeLimit, "duration=21s": OutcomeLost} {
		set := sets(t, "links.sound.modem.budget.threshold=1W", "nodes.auv.run.acoustic.period=4s", duration)
		if v := pass(t, parse(t, cove, set...)).voyages[0]; v.Outcome != want {
			t.Errorf("%s: %+v", want, v)
		}
	}
	// Nobody watches: no integrals, the same outcome.
	s, err := parse(t, cove).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if v := s.Voyages()[0]; v.Outcome != OutcomeDocked || v.IAE != 0 {
		t.Errorf("%+v", v)
	}
}

// The berth lies 1 m above the station, and the vehicle comes to it and not to the
// station: what is docked within 0.3 m of the one is 0.7 m from the other at least.
func TestBerthBesideTheStation(t *testing.T) {
	p := pass(t, parse(t, cove, sets(t, "nodes.auv.run.berth=[0m, 0m, 1m]", "nodes.dock.run.berth.within=0.3m", "probe.period=10ms")...))
	if v := p.voyages[0]; v.Outcome != OutcomeDocked || v.Final > 0.3 || math.Abs(v.First-math.Hypot(11, 2)) > 1e-9 {
		t.Errorf("%+v", v)
	}
	z := math.NaN()
	for _, r := range p.log {
		if r.Node == 1 && r.Note == "z_m" {
			z = r.Value
		}
	}
	if z < -49.3 || z > -48.7 {
		t.Errorf("docked at z = %g m", z)
	}
}

// Four vehicles that set out 7 s after one another: until then each stays where it is.
func TestStaggeredGroup(t *testing.T) {
	text := strings.Replace(cove, "{name: auv, at: [11m, 0m, -51m]", "{name: auv, count: 3, at: [0m, 0m, -51m], place: {type: ring, radius: 11m}", 1)
	p := pass(t, parse(t, text, sets(t, "nodes.auv.run.start=5s", "nodes.auv.run.stagger=7s", "probe.period=500ms")...))
	for i, v := range p.voyages {
		start := 5 + 7*float64(i)
		if v.Start != start || v.Node != fmt.Sprintf("auv%d", i+1) || v.Outcome != OutcomeDocked {
			t.Errorf("%+v", v)
		}
		var before, after int
		for _, r := range p.log {
			if r.Kind == trace.Sample && r.Note == "speed_mps" && int(r.Node) == i+1 {
				switch {
				case r.At.Seconds() <= start && r.Value != 0:
					before++
				case r.At.Seconds() > start && r.Value != 0:
					after++
				}
			}
		}
		if before > 0 || after == 0 {
			t.Errorf("auv%d moves at %d looks before its start, and at %d after it", i+1, before, after)
		}
	}
}

// A USBL that takes 0.5 s to come out and measures every 2 s from 1 s on: what the
// vehicle hears by sound every 0.74 s was measured at 1, 3, 5 .. s, the newest that was
// out when it was sent; a fix that it has used already is outdated.
func TestUSBL(t *testing.T) {
	p := pass(t, parse(t, cove, sets(t, "duration=8s", "nodes.dock.run.method=acoustic",
		"nodes.dock.run.usbl={mode: instant, period: 2s, start: 1s, latency: 0.5s, distance: {noise: 0m, resolution: 0m}, bearing: {noise: 0deg, resolution: 0deg}, elevation: {noise: 0deg, resolution: 0deg}}")...))
	var used, sent []string
	for _, r := range p.log {
		switch {
		case r.Kind == trace.Offered && r.Node == 0:
			sent = append(sent, fmt.Sprint(r.At.Seconds()))
		case r.Kind == trace.Used:
			used = append(used, fmt.Sprintf("%v at %v", taken(r).Seconds(), r.At.Seconds()))
		}
	}
	// Sent at 2.22 s, the first after 1.5 s; 3 s is out at 3.5 s and sent at 3.7 s, 5 s at
	// 5.92 s, 7 s at 7.4 s... and used at the tick after 51.2 ms and some 7.3 ms.
	if got, want := strings.Join(used, ", "), "1 at 2.28, 3 at 3.76, 5 at 5.98"; !strings.HasPrefix(got, want) {
		t.Errorf("used: %s, want %s", got, want)
	}
	if len(sent) == 0 || sent[0] != "2.22" {
		t.Errorf("sent at %v", sent)
	}
}

// What is left out of a USBL is usual: it measures every second, and the position is
// that of the reply, 10 ms after the question has come: 17.363 ms after the start over
// 11.045 m. It is sent at 0.74 s and used at the next tick after 58.6 ms.
func TestUsualUSBL(t *testing.T) {
	p := pass(t, parse(t, cove, sets(t, "duration=1s", "nodes.dock.run.usbl={}")...))
	used := p.kind(trace.Used, 1, 0)
	want := math.Sqrt(122)/soundSpeed + 0.010
	if len(used) != 1 || used[0].At != 800e6 || math.Abs(taken(used[0]).Seconds()-want) > 1e-5 {
		t.Errorf("%+v, want one measured at %.6f s", used, want)
	}
}

// What does not fit together is a fault, once for a group, at its key.
func TestFaultsOfPrograms(t *testing.T) {
	group := func(s string) string {
		return strings.Replace(s, "{name: auv, ", "{name: auv, count: 3, place: {type: ring, radius: 11m}, ", 1)
	}
	for _, row := range []struct{ from, to, want string }{
		{"at: [0m, 0m, -50m], run", "at: [0m, 0m, -50m], velocity: [1m/s, 0m/s, 0m/s], run", "a docking station stays where it is"},
		{"at: [0m, 0m, -50m], run", "at: [0m, 0m, -50m], vehicle: rexrov, run", "a docking station stays where it is"},
		{"rf: {link: radio}}}\n  - {name: auv", "rf: {link: sound}}}\n  - {name: auv", `"sound" is the acoustic link already`},
		{"station: dock, acoustic: {link: sound}, rf: {link: radio}", "station: dock, acoustic: {link: sound}, rf: {link: sound}", `"sound" is the acoustic link already`},
		{"station: dock, acoustic: {link: sound}", "station: dock, acoustic: {link: radio}", `link "radio" is given; the station sends on "sound"`},
		{"station: dock, acoustic: {link: sound}", "station: dock, acoustic: {link: soud}", `did you mean "sound"`},
		{"station: dock, acoustic", "station: auv1, acoustic", `node "auv1" runs no docking-station`},
		{"station: dock, acoustic", "station: duck, acoustic", `did you mean "dock"`},
		{"at: [11m, 0m, -51m], vehicle", "at: [11m, 0m, -51m], links: [radio], vehicle", `has no radio for link "sound"`},
		{"at: [11m, 0m, -51m], vehicle: {model: rexrov, step: 10ms}", "at: [11m, 0m, -51m]", "is no vehicle"},
		{"acoustic: {link: sound}, rf: {link: radio}}}\n", "acoustic: {link: sound}, rf: {link: rad}}}\n", `unknown link "rad"; known: sound, radio`},
	} {
		text := strings.Replace(group(cove), row.from, row.to, 1)
		if text == group(cove) {
			t.Fatalf("%q is not in the text", row.from)
		}
		plan, err := Parse("a.yaml", text, nil)
		if err == nil {
			_, err = plan.Check()
		}
		if err == nil || strings.Count(err.Error(), row.want) != 1 || strings.Count(err.Error(), "\n") > 0 {
			t.Errorf("%q: %v", row.to, err)
		}
	}
	// A vehicle that begins at its berth never comes to a fraction of no distance.
	for tolerance, fault := range map[string]bool{"0.02": true, "0": false} {
		_, err := parse(t, cove, sets(t, "nodes.auv.at=[0m, 0m, -50m]", "nodes.dock.run.berth.tolerance="+tolerance)...).Check()
		if (err != nil) != fault || fault && !strings.Contains(err.Error(), "begins at its berth") {
			t.Errorf("tolerance %s: %v", tolerance, err)
		}
	}
}

// A vehicle without an RF radio docks by sound, whatever the station can.
func TestVehicleWithoutRF(t *testing.T) {
	text := strings.Replace(cove, "at: [11m, 0m, -51m], vehicle", "at: [11m, 0m, -51m], links: [sound], vehicle", 1)
	text = strings.Replace(text, "station: dock, acoustic: {link: sound}, rf: {link: radio}", "station: dock, acoustic: {link: sound}", 1)
	p := pass(t, parse(t, text))
	if v := p.voyages[0]; v.Outcome != OutcomeDocked || !math.IsNaN(float64(v.TimeToSwitch)) || len(p.kind(trace.Offered, 0, 1)) > 0 {
		t.Errorf("%+v", v)
	}
}

// crowd is eight vehicles around a station, which all dock. Full power has 18 dB to spare
// at 11 m; 12 dB less lose a fifth of the updates to fading, and vehicles ask for more.
const crowd = `
name: crowd
duration: 25s
water: {density: 1013.5kg/m3}
links:
  sound: {channel: {type: acoustic, spreading: 1.5, absorption: francois-garrison, noise: none}, modem: evologics-s2c-48-78, mac: aloha}
  radio: {channel: {type: rf, conductivity: 0.01S/m}, modem: wfs-seatooth-s300, mac: {type: csma-cd, order: newest}}
nodes:
  - name: dock
    at: [0m, 0m, -50m]
    run: {type: docking-station, berth: {within: 2m, go_on: true}, acoustic: {link: sound, period: 1s, power: {control: request, initial: 12dB}}, rf: {link: radio}}
  - name: auv
    count: 8
    at: [0m, 0m, -48m]
    place: {type: ring, radius: 11m}
    vehicle: {model: rexrov, step: 20ms}
    run: {type: docking-vehicle, station: dock, acoustic: {link: sound, period: 1s}, rf: {link: radio}}
`

// tally is what a packet or an update can come to, counted a second time from the raw
// records, with nothing of the books.
type tally struct {
	offered, delivered, used, outdated int64
	causes                             map[string]int64 // of those that were not delivered
}

// recount counts the packets that pass a test.
func recount(log records, of func(from, to int32) bool) tally {
	type fate struct {
		from, to      int32
		delivered     bool
		kind          trace.Kind // last word about it
		cause         trace.Cause
		used, outdate int64
	}
	fates := map[uint64]*fate{}
	for _, r := range log {
		f := fates[r.Pkt]
		switch {
		case r.Pkt == 0:
		case r.Kind == trace.Offered:
			fates[r.Pkt] = &fate{from: r.Node, to: r.Peer, kind: r.Kind}
		case r.Kind == trace.Used:
			f.used++
		case r.Kind == trace.Outdated:
			f.outdate++
		case r.Kind == trace.Delivered:
			f.delivered = true
		case r.Kind == trace.Refused || r.Kind == trace.Dropped || (r.Kind == trace.RxLost || r.Kind == trace.RxMissed) && r.Node == f.to:
			f.kind, f.cause = r.Kind, r.Cause
		case r.Kind == trace.TxStart || r.Kind == trace.Requeued: // another attempt is under way
			f.kind, f.cause = r.Kind, trace.NoCause
		}
	}
	t := tally{causes: map[string]int64{}}
	for _, f := range fates {
		if !of(f.from, f.to) {
			continue
		}
		t.offered++
		t.used += f.used
		t.outdated += f.outdate
		switch {
		case f.delivered:
			t.delivered++
		case f.kind == trace.Refused || f.kind == trace.Dropped:
			t.causes[f.kind.String()+" "+f.cause.String()]++
		case f.cause != trace.NoCause:
			t.causes["lost "+f.cause.String()]++
		default:
			t.causes["in flight"]++
		}
		if f.used+f.outdate > 1 || f.used+f.outdate == 1 && !f.delivered {
			panic(fmt.Sprintf("an update was used %d times and outdated %d times, delivered %v", f.used, f.outdate, f.delivered))
		}
	}
	return t
}

// causes lists a ledger's tallies as recount does.
func causes(p *trace.Packets) map[string]int64 {
	all := map[string]int64{}
	for i := range p.Dropped {
		c := trace.Cause(i)
		for kind, n := range map[string]int64{"refused": p.Refused[c], "dropped": p.Dropped[c], "lost": p.Lost[c]} {
			if n > 0 {
				all[kind+" "+c.String()] = n
			}
		}
	}
	if p.InFlight > 0 {
		all["in flight"] = p.InFlight
	}
	return all
}

// Under any protocol, with fading and eight vehicles that ask for power at once, every
// packet ends in one place, and every update to a vehicle is used, outdated, not
// delivered for a cause, or waiting at the end; counted twice.
func TestBooksUnderContention(t *testing.T) {
	seen := map[string]bool{}
	for _, protocol := range []string{
		"{type: aloha}", "{type: aloha, order: newest}", "{type: csma, order: newest}", "{type: slotted-aloha, size: 512bit, order: newest}",
		"{type: fdma, order: newest}", "{type: polling, station: dock, order: newest}", "{type: waiting-room, station: dock, room: 3, size: 512bit}",
		"{type: cw-mac, order: newest}", "{type: csma-cd, assume_full_duplex: true}", "{type: tdma, size: 512bit}",
		"{type: tdma-docking, station: dock, downstream: 512bit, upstream: 64bit, order: newest}",
	} {
		for _, seed := range []string{"1", "2"} {
			p := pass(t, parse(t, crowd, sets(t, "links.sound.mac="+protocol, "seed="+seed)...))
			name := protocol + ", seed " + seed
			all := recount(p.log, func(int32, int32) bool { return true })
			sum := &p.summary.Total.Packets
			if all.offered != sum.Offered || all.delivered != sum.Delivered || fmt.Sprint(all.causes) != fmt.Sprint(causes(sum)) {
				t.Errorf("%s: %+v, in the books %d of %d delivered and %v", name, all, sum.Delivered, sum.Offered, causes(sum))
			}
			if sum.Offered != sum.Delivered+sum.Refused.Sum()+sum.Dropped.Sum()+sum.Lost.Sum()+sum.InFlight {
				t.Errorf("%s: packets are missing: %+v", name, sum)
			}
			if len(p.loops) != 8 {
				t.Errorf("%s: %d controllers", name, len(p.loops))
			}
			for _, l := range p.loops {
				to := int32(l.Node[len("auv")] - '0')
				mine := recount(p.log, func(from, node int32) bool { return from == 0 && node == to })
				undelivered := mine.offered - mine.delivered
				if l.Offered != mine.offered || l.Used != mine.used || l.Outdated != mine.outdated || l.NotDelivered != undelivered ||
					l.Waiting != mine.delivered-mine.used-mine.outdated || l.Offered != l.Used+l.Outdated+l.NotDelivered+l.Waiting {
					t.Errorf("%s, %s: %+v, counted again %+v", name, l.Node, l, mine)
				}
				if l.Waiting < 0 || l.Waiting > 1 { // at most the one that the next tick would apply
					t.Errorf("%s, %s: %d updates wait", name, l.Node, l.Waiting)
				}
			}
			for cause := range all.causes {
				seen[strings.Fields(cause)[0]] = true
			}
		}
	}
	for _, kind := range []string{"dropped", "lost", "in"} {
		if !seen[kind] {
			t.Errorf("no packet was ever %s: the crowd is no test", kind)
		}
	}
}
