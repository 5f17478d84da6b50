package ncs

import (
	"math"
	"testing"
	"time"

	"halocline/plant"
	"halocline/plant/navigation"
	"halocline/plant/program"
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
func (swell) Surface(geom.Vec, sim.Time) float64  { return math.Inf(1) }

// glider is a hull that obeys no command, so that it goes straight on.
type glider struct{ *plant.Body }

func (glider) Command(*vehicle.Input) {}

// glide follows a hull of 100 kg without any damping that begins 10 m before its
// berth with 2 m/s towards it, sets out at a start and has one update, 10 m from its
// reference, right then: with 1 N/m and no more its control wants 10 N for good.
func glide(t *testing.T, start, watch, end time.Duration, thrusters ...vehicle.Thruster) VoyageSummary {
	t.Helper()
	exactly := func(h hull) navigation.Estimator { return exact{h} }
	return glideBy(t, func(*VehicleConfig) {}, exactly, start, watch, end, thrusters...)
}

// glideBy is glide with a program that was changed, and an estimator.
func glideBy(t *testing.T, change func(*VehicleConfig), by func(hull) navigation.Estimator, start, watch, end time.Duration, thrusters ...vehicle.Thruster) VoyageSummary {
	t.Helper()
	k := sim.New(nil)
	model, err := vehicle.NewModel(vehicle.Body{
		Mass: 100, Volume: 0.1, Gravity: 10, Inertia: [3]geom.Vec{{X: 10}, {Y: 10}, {Z: 10}},
	}, thrusters, nil)
	if err != nil {
		t.Fatal(err)
	}
	state := vehicle.AtRest(geom.Vec{X: -10 - 2*start.Seconds(), Z: -5}, 0)
	state.Velocity[0] = 2
	body := plant.NewBody(k, "glider", model.Stepper(0.001, vehicle.RK4), swell{}, state, time.Millisecond, plant.Ignore)
	body.Command(&vehicle.Input{9, 9})
	c := DefaultVehicle()
	c.Start = start
	s := &c.Acoustic
	s.Kp, s.Ki, s.Kd, s.Waypoint, s.Request.Off = &geom.Vec{X: 1}, new(geom.Vec), new(geom.Vec), new(0.0), true
	change(c)
	shares := cross(t) // the forces out, to no avail
	shares.Controls = []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Heave, vehicle.Yaw}
	pilot, err := newPilot(Node{Kernel: k}, c, glider{body}, shares, by(glider{body}), 0, geom.Vec{}, &tape{kernel: k}, nil)
	if err != nil {
		t.Fatal(err)
	}
	k.NewTimer(sim.Comm, func(sim.Time) {
		pilot.Receive(acoustic, program.Mail{Body: &Update{Reference: geom.Vec{X: 10}}})
	}).Arm(sim.Time(start))
	m := &Docking{Pilot: pilot, Hull: glider{body}, Start: sim.Time(start), Berth: geom.Vec{Z: -5}, Docked: -1}
	v := newVoyage("glider", body, m)
	k.Every(sim.Probe, 0, watch, v.Watch)
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
			{"work of no thrusters", float64(v.Motive), 0},
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
	if math.Abs(float64(v.Motive)) > 1e-9 {
		t.Errorf("two that push against each other do a work of %g J", float64(v.Motive))
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
		if math.Abs(float64(v.Motive)-row.work) > 1e-6 || float64(v.Saturation) != row.full || v.Tilt != 0 {
			t.Errorf("%g J, saturated %g, tilted by %g; want %g J, %g, 0", float64(v.Motive), float64(v.Saturation), v.Tilt, row.work, row.full)
		}
	}
}

// An update says that the hull is at the origin, and without a log and without a drift that is
// where it takes itself to be from then on, in truth (10 m - 2 t) along x and 5 m in depth away. In 8 s
// the mean square is (10^3 + 6^3)/(6 8) = 25.333 m2 in the horizontal plane and 25 m2 more in all; the
// most is sqrt(125) m, at the start. The trapezoidal rule adds 8 h^2/12 to a mean square. What comes before the update, and a vehicle that does not
// reckon, have no such error.
func TestEstimateError(t *testing.T) {
	by := func(h hull) navigation.Estimator {
		c := &reckons{ReckoningConfig: *navigation.DefaultReckoning()}
		c.Drift = 0
		made, err := c.build(h)
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	for _, start := range []time.Duration{0, 3 * time.Second} {
		v := glideBy(t, func(*VehicleConfig) {}, by, start, 10*time.Millisecond, start+8*time.Second)
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
	late := func(c *VehicleConfig) {
		c.Acoustic.Task.Demand = 4 * time.Second // from there 2 m before the berth to 6 m beyond
	}
	if v := glideBy(t, late, by, 0, 10*time.Millisecond, 8*time.Second); !(math.Abs(float64(v.EstimateHorizontal)-math.Sqrt(224./24)) < 2e-5) {
		t.Errorf("from 4 s on: %.6f m, want %.6f m", v.EstimateHorizontal, math.Sqrt(224./24))
	}
	v := glide(t, 0, 10*time.Millisecond, 8*time.Second)
	for _, m := range []trace.Measure{v.EstimateRMS, v.EstimateHorizontal, v.EstimateMax} {
		if !math.IsNaN(float64(m)) {
			t.Errorf("%+v without reckoning", v)
		}
	}
}
