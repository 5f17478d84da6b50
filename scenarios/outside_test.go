package scenarios_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// plummetConfig is an instrument of another module: a ray straight down in the body frame, and how far it goes.
type plummetConfig struct {
	sensor.Timing `yaml:",inline"`
	Reach         float64      `yaml:"reach" unit:"m" range:"(0,1e4]" doc:"greatest distance"`
	Error         sensor.Error `yaml:"error" unit:"m" doc:"error of the distance"`
}

func (*plummetConfig) About() string   { return "distance to the bottom, along a ray" }
func (*plummetConfig) Validate() error { return nil }
func (*plummetConfig) Unread() string  { return "look at its reach" }

func (c *plummetConfig) Build(s sensor.Site) (sensor.Sensor, error) {
	e := c.Error
	if s.Exact {
		e = sensor.Error{}
	}
	return &plummet{c, e.Process(s.Streams, s.Name, c.Interval())}, nil
}

type plummet struct {
	config   *plummetConfig
	distance sensor.Process
}

func (*plummet) Quantities() []sensor.Quantity {
	return []sensor.Quantity{{Name: "range", Unit: "m"}}
}

func (a *plummet) Sample(now sim.Time, s *sensor.Scene, out []float64) (known sim.Time, ok bool) {
	hit, met := s.World.Cast(s.Position, s.Attitude.Rotate(geom.Vec{Z: -1}), a.config.Reach, now)
	out[0], ok = a.distance.Sample(now, hit.Distance)
	return a.config.Available(now), ok && met
}

// raftConfig is a vehicle of another module: a mass of 100 kg in water that holds it back by 50 N s/m, with a force along x.
type raftConfig struct {
	Most float64 `yaml:"most" unit:"N" range:"(0,1e6]" doc:"greatest force"`
}

func (*raftConfig) About() string   { return "a mass that is pulled along x" }
func (*raftConfig) Validate() error { return nil }

func (c *raftConfig) Build(vehicle.Setup) (vehicle.Dynamics, error) { return raft{c.Most}, nil }

type raft struct{ most float64 }

func (r raft) Actuators() []vehicle.Actuator {
	return []vehicle.Actuator{{Name: "winch", Unit: "N", Most: r.most, Powered: true}}
}

func (r raft) Step(s *vehicle.State, in *vehicle.Input, _ *vehicle.Water, _ *vehicle.Six, dt float64) error {
	u := s.Velocity[vehicle.Surge]
	s.Position.X += u * dt
	s.Velocity[vehicle.Surge] += (in[0] - 50*u) / 100 * dt
	s.Inner[0] = in[0]
	return nil
}

func (raft) Outputs() []vehicle.Quantity { return []vehicle.Quantity{{Name: "pull", Unit: "N"}} }

func (raft) Observe(s *vehicle.State, out []float64) { out[0] = s.Inner[0] }

func (r raft) Controlled() []vehicle.Axis { return []vehicle.Axis{vehicle.Surge} }

func (r raft) Allocate(...vehicle.Axis) (vehicle.Allocator, error) { return r, nil }

func (raft) Force(in *vehicle.Input) geom.Vec { return geom.Vec{X: in[0]} }

func (r raft) Thrusts(tau *vehicle.Six, in *vehicle.Input) bool {
	in[0] = min(tau[vehicle.Surge], r.most)
	return in[0] == tau[vehicle.Surge]
}

func (r raft) Most(vehicle.Axis) (ahead, astern float64) { return r.most, 0 }

// outside returns our library with a sensor and a vehicle of another module; the sensor is there under two names.
func outside(t *testing.T) *scenarios.Library {
	t.Helper()
	l := scenarios.Standard()
	plummet := func(reach float64) func() sensor.Config {
		return func() sensor.Config {
			return &plummetConfig{Timing: sensor.Timing{Period: time.Second}, Reach: reach, Error: sensor.Error{Noise: 0.1}}
		}
	}
	for _, err := range []error{
		scenarios.Put(l, "plummet", plummet(100)),
		scenarios.Put(l, "short-plummet", plummet(10)),
		scenarios.Put(l, "raft", func() vehicle.DynamicsConfig { return &raftConfig{Most: 80} }),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// samples has what a probe read, by time in s and quantity.
type samples map[string]float64

func (s samples) Emit(r trace.Record) {
	if r.Kind == trace.Sample {
		s[fmt.Sprint(r.At.Seconds(), " ", r.Note)] = r.Value
	}
}

const lake = `name: lake
duration: 60s
probe: {period: 20s}
water: {seabed: 60m}
links: {a: {channel: ideal, modem: plain, mac: aloha}}
nodes:
  - name: auv
    at: [0m, 0m, -20m]
    vehicle: {dynamics: raft, step: 10ms, force: [60N, 0N, 0N], failures: [{thruster: winch, at: 50s}]}
    instruments: [plummet, short-plummet, {type: plummet, error: {noise: 1m}}]
`

// A sensor and a vehicle of another module are named in a scenario as ours are: the raft comes to 60/50 m/s, and from 50 s on
// has exp(-t/2) of that, with t the time without its pull; the plummets read 40 m, the short one nothing, each under
// the name that the scenario chose.
func TestModelsOfAnotherModule(t *testing.T) {
	l := outside(t)
	plan, err := l.Parse("lake.yaml", lake, nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := samples{}
	s, err := plan.Build(nil, seen)
	if err != nil {
		t.Fatal(err)
	}
	n, square := map[string]int{}, map[string]float64{}
	s.Record(func(r scenarios.Reading) {
		if r.Name != "range_m" || math.Abs(r.Truth-40) > 1e-9 {
			t.Fatalf("%+v", r)
		}
		n[r.Instrument]++
		square[r.Instrument] += (r.Value - r.Truth) * (r.Value - r.Truth)
	})
	if _, err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]float64{"40 surge_mps": 1.2, "40 pull_n": 60, "60 surge_mps": 1.2 * math.Exp(-5), "60 pull_n": 0} {
		if got, ok := seen[what]; !ok || math.Abs(got-want) > 2e-4 {
			t.Errorf("at %s: %g, want %g", what, got, want)
		}
	}
	for name, noise := range map[string]float64{"plummet": 0.1, "plummet2": 1} {
		// A mean square of 61 normal numbers has the relative standard error sqrt(2/61).
		if got := square[name] / 61 / (noise * noise); n[name] != 61 || math.Abs(got-1) > 3*math.Sqrt(2./61) {
			t.Errorf("%s: %d readings, wrong by %g of the mean square", name, n[name], got)
		}
	}
	unread := "node auv: its instrument short-plummet was asked 61 times and read nothing; look at its reach"
	if got := s.Unread(); len(n) != 2 || len(got) != 1 || got[0] != unread {
		t.Errorf("%v; unread: %q", n, got)
	}
	for set, want := range map[string]string{
		"nodes.auv.instruments=[plumet]":                         `unknown model "plumet"; did you mean "plummet"?`,
		"nodes.auv.instruments=[{type: plummet, reach: 10s}]":    "10s is a duration; write a length such as 20m",
		"nodes.auv.vehicle.dynamics.most=1e7N":                   "1e7N is out of range",
		"nodes.auv.vehicle.failures=[{thruster: wynch, at: 1s}]": `unknown thruster "wynch"; did you mean "winch"?`,
	} {
		path, value, _ := strings.Cut(set, "=")
		plan, err := l.Parse("lake.yaml", lake, []strict.Set{{Path: path, Value: value}})
		if err == nil {
			_, err = plan.Check()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", set, err, want)
		}
	}
}
