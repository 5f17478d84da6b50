package scenarios

import (
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// silentSea is a vehicle, a drifting buoy, a glider that goes straight on and a beacon, of which
// nobody sends.
const silentSea = `name: silent
duration: 3500ms
water: {seabed: {depth: 60m}, current: {type: tidal, amplitude: 0.2m/s, toward: 90deg, period: 12h}}
links: {a: {channel: ideal, modem: plain, mac: aloha}}
nodes:
  - {name: auv, at: [0m, 0m, -20m], vehicle: {model: taipan-300, step: 10ms, force: [5N, 0N, 0N]}, instruments: [dvl]}
  - {name: buoy, at: [5m, 0m, -2m], drift: true}
  - {name: glider, at: [9m, 0m, -9m], velocity: [0.5m/s, 0m/s, 0m/s]}
  - {name: beacon, at: [9m, 9m, -60m]}
`

// fingerprintOf runs a plan, which change may prepare.
func fingerprintOf(t *testing.T, plan *Plan, change func(*Simulation)) string {
	t.Helper()
	print := trace.NewFingerprint()
	s, err := plan.Build(nil, print)
	if err != nil {
		t.Fatal(err)
	}
	change(s)
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return print.Sum()
}

// What moves otherwise has another fingerprint, although nobody sends: another vehicle, force,
// heading, place, step, integrator and current, another velocity of a node that no equations
// move, and another reading. A node that stands still elsewhere has not: nobody has told of it.
func TestFingerprintSeesMotion(t *testing.T) {
	nothing := func(*Simulation) {}
	seen := map[string]string{}
	for _, set := range []string{
		"name=silent", "nodes.auv.vehicle.model=remus-100", "nodes.auv.vehicle.force=[5.000001N, 0N, 0N]",
		"nodes.auv.heading=1e-9rad", "nodes.auv.at=[0m, 1e-9m, -20m]", "nodes.auv.vehicle.step=20ms",
		"nodes.auv.vehicle.integrator=semi-implicit-euler", "water.current.amplitude=0.2000001m/s",
		"nodes.buoy.at=[5.000001m, 0m, -2m]", "nodes.glider.velocity=[0.5m/s, 0m/s, 1e-9m/s]",
		"nodes.auv.instruments=[{type: dvl, velocity: {noise: 0.0031m/s}}]", "nodes.auv.instruments=[dvl, depth]", "seed=2",
		"duration=3501ms",
	} {
		print := fingerprintOf(t, parse(t, silentSea, sets(t, set)...), nothing)
		if other, there := seen[print]; there {
			t.Errorf("%s and %s have the fingerprint %s", set, other, print)
		}
		seen[print] = set
	}
	if print := fingerprintOf(t, parse(t, silentSea, sets(t, "nodes.beacon.at=[99m, 9m, -60m]")...), nothing); seen[print] != "name=silent" {
		t.Error("a beacon that stands still elsewhere has another fingerprint")
	}
}

// Each number of the state of a vehicle changes the fingerprint: place, attitude, velocity, and
// what its rotors and fins do.
func TestFingerprintSeesEachState(t *testing.T) {
	const vehicle = "nodes.auv.vehicle.model=remus-100" // its propeller lags, and it has fins
	seen := map[string]bool{}
	for state := range 3 + 4 + 6 + 2 {
		print := fingerprintOf(t, parse(t, silentSea, sets(t, vehicle)...), func(s *Simulation) {
			s.Kernel.NewTimer(sim.Control, func(now sim.Time) {
				b := s.nodes[0].body.At(now)
				p, q, v := &b.Position, &b.Attitude, &b.Velocity
				*[]*float64{
					&p.X, &p.Y, &p.Z, &q.W, &q.X, &q.Y, &q.Z, &v[0], &v[1], &v[2], &v[3], &v[4], &v[5], &b.Inner[0], &b.Inner[12],
				}[state] += 1e-12
			}).Arm(3e9) // the digest of that moment comes afterwards
		})
		if seen[print] {
			t.Errorf("state %d changes nothing", state)
		}
		seen[print] = true
	}
	if seen[fingerprintOf(t, parse(t, silentSea, sets(t, vehicle)...), func(*Simulation) {})] {
		t.Error("a state that was not changed")
	}
}

// Who only looks changes nothing of the fingerprint: probes, readers of instruments, who
// adds up the way, and who observes computers.
func TestLooksChangeNoFingerprint(t *testing.T) {
	nothing := func(*Simulation) {}
	for _, scenario := range []*Plan{parse(t, silentSea), load(t, "reckoning", sets(t, "duration=20s", "nodes.auv.vehicle.step=30ms")...)} {
		want := fingerprintOf(t, scenario, nothing)
		probed := *scenario
		probed.Probe = &Probe{Period: 3 * time.Millisecond}
		for name, got := range map[string]string{
			"probe":    fingerprintOf(t, &probed, nothing),
			"reader":   fingerprintOf(t, scenario, func(s *Simulation) { s.Record(func(Reading) {}) }),
			"watch":    fingerprintOf(t, scenario, func(s *Simulation) { s.Watch(7 * time.Millisecond) }),
			"observer": fingerprintOf(t, scenario, func(s *Simulation) { s.Observe(func(string, []string) rtos.Observer { return idler{} }) }),
		} {
			if got != want {
				t.Errorf("%s, %s: fingerprint %s, want %s", scenario.Name, name, got, want)
			}
		}
	}
}

// idler observes nothing.
type idler struct{}

func (idler) Observe(rtos.Fact) {}
