package helm_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/program/helm"
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/geom"
	"halocline/sim/metric"
	"halocline/sim/trace"
)

// fake is a vehicle whose estimate and whose truth a test sets.
type fake struct {
	kernel   *sim.Kernel
	model    *vehicle.Model
	estimate vehicle.Motion
	known    bool
	truth    vehicle.State
	commands []vehicle.Input
	facts    []string
	quiet    bool // nothing is kept
}

type (
	site struct {
		program.Site
		*fake
	}
	hull struct {
		program.Body
		*fake
	}
	equations struct {
		vehicle.Dynamics
		*fake
	}
	sea       struct{ sensor.Water }
	estimator struct{ *fake }
)

func (site) Name() string                        { return "auv" }
func (s site) Kernel() *sim.Kernel               { return s.kernel }
func (site) Clock() clock.Clock                  { return clock.Clock{} }
func (site) Carried() []navigation.Carried       { return nil }
func (site) Instruments() []program.Instrument   { return nil }
func (site) Battery() program.Battery            { return nil }
func (site) Contacts() int                       { return 0 }
func (s site) Body() program.Body                { return hull{fake: s.fake} }
func (s site) Navigation() program.Estimator     { return estimator{s.fake} }
func (site) Water() sensor.Water                 { return sea{} }
func (site) Warn(string, ...any)                 {}
func (sea) Density(geom.Vec) float64             { return 1025 }
func (sea) Seabed(geom.Vec) float64              { return 100 }
func (h hull) At(sim.Time) *vehicle.State        { return &h.truth }
func (hull) Current(sim.Time) geom.Vec           { return geom.Vec{} }
func (h hull) Dynamics() vehicle.Dynamics        { return equations{fake: h.fake} }
func (h hull) Model() *vehicle.Model             { return h.model }
func (e equations) Coefficients() *vehicle.Model { return e.model }

func (s site) Emit(r trace.Record) {
	if !s.quiet {
		s.facts = append(s.facts, fmt.Sprintf("%v: %s %g", s.kernel.Now(), r.Note, r.Value))
	}
}

func (h hull) Command(in *vehicle.Input) {
	if !h.quiet {
		h.commands = append(h.commands, *in)
	}
}

func (e estimator) Motion(sim.Time) (*vehicle.Motion, bool) { return &e.estimate, e.known }
func (estimator) Current(sim.Time) (geom.Vec, bool)         { return geom.Vec{}, false }

func ptr[T any](x T) *T { return &x }

// gained is a helm with gains, at 100 ms.
func gained(points ...helm.Point) *helm.Config {
	c := helm.Default()
	c.Navigation, c.Period, c.At = &navigation.TruthConfig{}, 100*time.Millisecond, points
	c.Gains = &helm.Gains{Kz: 0.1, Kzi: 0.01, Limit: 0.3, Kth: 2, Kq: 1, Kpsi: 1.5, Kr: 0.5}
	return c
}

// install installs a helm at a Taipan 300.
func install(t *testing.T, c *helm.Config) (*fake, program.Running) {
	t.Helper()
	model, err := scenarios.Standard().LoadVehicle("taipan-300")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	f := &fake{kernel: sim.New(sim.NewHeap()), model: model, known: true}
	f.estimate = vehicle.AtRest(geom.Vec{Z: -5}, 0).Motion
	f.truth.Motion = f.estimate
	running, err := c.Install(site{fake: f})
	if err != nil {
		t.Fatal(err)
	}
	return f, running
}

// until runs a vehicle on.
func (f *fake) until(t *testing.T, at time.Duration) {
	t.Helper()
	if err := f.kernel.Run(context.Background(), sim.Time(at)); err != nil {
		t.Fatal(err)
	}
}

// last returns the rudder, the stern and the bow planes that were asked for last, which are the first three fins of the file.
func (f *fake) last() [3]float64 {
	in := f.commands[len(f.commands)-1]
	return [3]float64{in[1], in[2], in[3]}
}

func same(t *testing.T, what string, got, want [3]float64) {
	t.Helper()
	for i := range got {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Errorf("%s: rudder, stern and bow planes are %.9g, want %.9g", what, got, want)
			return
		}
	}
}

// Worked by hand: 1 m is missing downwards, e = -1 m, and I = 0.01 x -1 x 0.1 = -0.001 after the first period: theta_ref =
// 0.101, bow down. From a pitch of 0.02 rad that grows by 0.03 rad/s, stern = 2 (0.101 - 0.02) - 1 x 0.03 = 0.132 and bow =
// -0.132; from a heading of -0.1 rad that grows by 0.04 rad/s, rudder = 1.5 x 0.1 - 0.5 x 0.04 = 0.13. In the file a positive
// angle turns to positive yaw and pitch, and that of the bow planes to negative pitch.
//
// From 100 m too high, theta_ref is 0.3 and nothing is added to I: when 1 m is missing again, I is -0.001 for that first period,
// -0.01 x 0.1 x 50.5 = -0.0505 would be the trapezium from 1 m to 100 m, of which nothing is taken as the limit is passed already
// without it; back from 100 m likewise nothing up to the limit, which 0.1 + 0.001 + 0.0505 does not reach: 0.1515.
func TestLawByHand(t *testing.T) {
	f, _ := install(t, gained(helm.Point{Heading: ptr(0.0), Speed: ptr(2.0), Depth: ptr(6.0)}))
	f.estimate.Attitude = geom.FromEuler(-0.1, 0.02, 0)
	f.estimate.Velocity = vehicle.Six{vehicle.Surge: 2, vehicle.Pitch: 0.03, vehicle.Yaw: 0.04}
	f.until(t, 0)
	same(t, "1 m", f.last(), [3]float64{0.13, 0.132, -0.132})
	f.estimate.Position.Z, f.estimate.Velocity[vehicle.Pitch] = 94, 0.3
	for i := range 50 {
		f.until(t, time.Duration(i+1)*100*time.Millisecond)
		same(t, "100 m", f.last(), [3]float64{0.13, 2*0.28 - 0.3, -(2*0.28 - 0.3)})
	}
	f.estimate.Position.Z, f.estimate.Velocity[vehicle.Pitch] = -5, 0.1
	f.until(t, 51*100*time.Millisecond)
	same(t, "1 m again", f.last(), [3]float64{0.13, 2*(0.1515-0.02) - 0.1, -(2*(0.1515-0.02) - 0.1)})
	f.estimate.Attitude = geom.FromEuler(1.5, 0.02, 0) // the rudder turns by 20 deg at most
	f.until(t, 52*100*time.Millisecond)
	if got := f.last()[0]; math.Abs(got+20*math.Pi/180) > 1e-12 {
		t.Errorf("rudder %g", got)
	}
}

// A pitch of -10 deg is a dive, theta_ref = 10 deg in the angles of the fins. It ends when the depth is there, or else at the time of
// the next one.
func TestSetPointsComeInTurn(t *testing.T) {
	f, _ := install(t, gained(
		helm.Point{Heading: ptr(0.0), Speed: ptr(2.0), Pitch: ptr(-math.Pi / 18), Until: "depth >= 5.4m"},
		helm.Point{Depth: ptr(5.4), Until: "held > 1h or pitch > 2deg"},
		helm.Point{T: ptr(2 * time.Second), Pitch: ptr(0.1)},
	))
	f.until(t, 0)
	stern := 2 * math.Pi / 18
	same(t, "a dive", f.last(), [3]float64{0, stern, -stern})
	f.estimate.Position.Z = -5.5
	f.until(t, 500*time.Millisecond)
	climb := 0.1*0.1 + 0.01*0.1*0.1*5 // five periods since 0.1 s
	same(t, "too deep", f.last(), [3]float64{0, -2 * climb, 2 * climb})
	f.until(t, 2*time.Second)
	same(t, "by time", f.last(), [3]float64{0, -0.2, 0.2})
	if want := []string{"0.000000000s: set_point 1", "0.100000000s: set_point 2", "2.000000000s: set_point 3"}; !slices.Equal(f.facts, want) {
		t.Errorf("%q", f.facts)
	}
	g, _ := install(t, gained(
		helm.Point{Depth: ptr(5.0), Speed: ptr(2.0), Until: "pitch > 2deg and heading < 0deg"},
		helm.Point{Depth: ptr(6.0)},
	))
	g.estimate.Attitude = geom.FromEuler(-0.1, -0.05, 0) // bow up
	g.until(t, 0)
	if !slices.Equal(g.facts, []string{"0.000000000s: set_point 1", "0.000000000s: set_point 2"}) {
		t.Errorf("%q", g.facts)
	}
}

// What the vehicle does hangs on its estimate alone: with the truth elsewhere, every command is the same.
func TestTruthDoesNotMatter(t *testing.T) {
	var runs [2][]vehicle.Input
	for i := range runs {
		c := gained(helm.Point{Heading: ptr(1.0), Speed: ptr(2.0), Until: "depth > 5.2m"}, helm.Point{Depth: ptr(7.0), Heading: ptr(0.5)})
		f, running := install(t, c)
		for k := range 30 {
			f.estimate.Position.Z -= 0.01 * float64(k)
			if i == 1 {
				f.truth.Motion = vehicle.AtRest(geom.Vec{X: 1e3, Y: -500, Z: -90 + float64(k)}, 2).Motion
				f.truth.Velocity[vehicle.Yaw] = 1
			}
			f.until(t, time.Duration(k)*100*time.Millisecond)
			running.(program.Watched).Watch(f.kernel.Now())
		}
		runs[i] = f.commands
	}
	if len(runs[0]) < 29 || !slices.Equal(runs[0], runs[1]) {
		t.Errorf("%d and %d commands, which differ", len(runs[0]), len(runs[1]))
	}
}

// Without an estimate the last command stays, from 0.2 s to 0.7 s, and it says so; set-points come nevertheless.
func TestBlind(t *testing.T) {
	f, running := install(t, gained(helm.Point{Depth: ptr(6.0), Speed: ptr(2.0)}, helm.Point{T: ptr(400 * time.Millisecond), Depth: ptr(7.0)}))
	f.until(t, 100*time.Millisecond)
	f.known = false
	f.until(t, 600*time.Millisecond)
	if len(f.commands) != 2 {
		t.Errorf("%d commands", len(f.commands))
	}
	f.known = true
	f.until(t, 700*time.Millisecond)
	want := []string{"0.000000000s: set_point 1", "0.200000000s: helm_blind 1", "0.400000000s: set_point 2", "0.700000000s: helm_blind 0"}
	if len(f.commands) != 3 || !slices.Equal(f.facts, want) {
		t.Errorf("%d commands, %q", len(f.commands), f.facts)
	}
	defs := helm.Default().Metrics()
	running.(metric.Source).Values(func(def int, _ string, v float64) {
		if defs[def].Name == "blind_time" && math.Abs(v-0.5) > 1e-12 {
			t.Errorf("blind for %g s", v)
		}
	})
}

// A step of the task allocates nothing.
func TestNoAllocation(t *testing.T) {
	for _, gains := range []bool{true, false} {
		c := gained(helm.Point{Heading: ptr(1.0), Speed: ptr(1.5), Depth: ptr(6.0), Until: "depth > 90m or held > 1h and not contacts > 0"}, helm.Point{Depth: ptr(7.0)})
		if !gains {
			c.Gains, c.Period = nil, 20*time.Millisecond
		}
		f, running := install(t, c)
		f.quiet = true
		f.until(t, time.Second)
		at := time.Second
		if n := testing.AllocsPerRun(100, func() {
			at += c.Period
			f.until(t, at)
			running.(program.Watched).Watch(f.kernel.Now())
		}); n != 0 {
			t.Errorf("%g allocations with gains: %t", n, gains)
		}
	}
}
