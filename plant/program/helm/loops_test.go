package helm_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"halocline/plant/program/helm"
	"halocline/plant/vehicle"
	"halocline/scenarios"
	"halocline/sim/geom"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// depths keeps the depths that a probe reads, one a second.
type depths []float64

// Emit implements trace.Tracer.
func (d *depths) Emit(r trace.Record) {
	if r.Kind == trace.Sample && r.Note == "z_m" {
		*d = append(*d, -r.Value)
	}
}

// dive has a vehicle dive from 10 m to 11 m, and returns its depth at each second.
func dive(t *testing.T, vehicle, run string) depths {
	t.Helper()
	text := fmt.Sprintf(`
name: dive
duration: 200s
water: {density: 1025kg/m3}
probe: {period: 1s}
nodes:
  - {name: rov, at: [0m, 0m, -10m], vehicle: %s, run: {type: helm, navigation: truth, at: [{depth: 11m}], %s}}
`, vehicle, run)
	plan, err := scenarios.Standard().Parse("dive.yaml", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	var all depths
	s, err := plan.Build(nil, &all)
	if err == nil {
		_, err = s.Run(t.Context())
	}
	if err != nil || len(all) != 201 {
		t.Fatalf("%v, %d depths", err, len(all))
	}
	return all
}

// A BlueROV2 of 13.5 kg and 13.4 l is lifted by B = (1025 x 0.0134 - 13.5) kg x 9.82 m/s2 = 2.3077 N. At rest its thrusters
// hold it down by as much. With a P of kz for the depth and one of k for the velocity upwards it asks for w = kz e, and the autopilot for k w
// and for the drag of w by its square, 190 kg/m in the vehicle's file: k w + 190 w^2 = B. For k = 60 N s/m w = (-60 + sqrt(60^2 + 4 x 190 B))/380 =
// 0.034658 m/s, so that it stays e = w/kz too high: 0.13863 m for 0.25/s, 0.06932 m for twice that. An I in either of both takes up the load,
// and so do the loops that follow from the vehicle.
func TestSteadyErrorUnderALoad(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const b = (1025*0.0134 - 13.5) * 9.82
	w := (math.Sqrt(60*60+4*190*b) - 60) / 380
	for _, row := range []struct {
		loops string
		want  float64 // too high, m
	}{
		{"loops: {depth: {type: p, kp: 0.25}, rise: {type: p, kp: 60}}", w / 0.25},
		{"loops: {depth: {type: p, kp: 0.5}, rise: {type: p, kp: 60}}", w / 0.5},
		{"loops: {depth: p, rise: {type: p, kp: 60}}", w / 0.25}, // four time constants of 1 s
		{"loops: {depth: {type: pd, kp: 0.25, kd: 0.3}, rise: {type: p, kp: 60}}", w / 0.25},
		{"loops: {depth: {type: pi, kp: 0.25, ki: 0.02}, rise: {type: p, kp: 60}}", 0},
		{"loops: {depth: {type: pid, kp: 0.25, ki: 0.02, kd: 0.1}, rise: {type: p, kp: 60}}", 0},
		{"loops: {depth: {type: p, kp: 0.25}, rise: {type: pi, kp: 60, ki: 15}}", 0},
		{"loops: {depth: pi}", 0},
		{"rise: 0.2m/s", 0},
	} {
		all := dive(t, "{model: bluerov2-heavy, step: 5ms}", row.loops)
		got := 11 - all[200]
		t.Logf("%s: %.5f m too high, by the formula %.5f m", row.loops, got, row.want)
		if math.Abs(got-row.want) > 1e-3 {
			t.Errorf("%s: it is %.5f m too high, want %.5f m", row.loops, got, row.want)
		}
	}
}

// A point goes as it is asked to: e' = -(kp e + kd e'), so that a PD makes it slower, and e wanes with exp(-t kp/(1 + kd)):
// from 5 s to 15 s by exp(-10 x 0.25) = 0.08208 for a P, by exp(-10 x 0.25/1.5) = 0.18888 for kd = 0.5.
func TestDerivativeOfADepth(t *testing.T) {
	for loop, want := range map[string]float64{
		"rise: 9m/s":                    math.Exp(-2.5),
		"rise: 9m/s, loops: {depth: p}": math.Exp(-2.5),
		"rise: 9m/s, loops: {depth: {type: pd, kp: 0.25, kd: 0.5}}": math.Exp(-2.5 / 1.5),
	} {
		all := dive(t, "{dynamics: point, step: 10ms}", loop)
		if got := (11 - all[15]) / (11 - all[5]); math.Abs(got-want) > 0.01*want+1e-3 {
			t.Errorf("%s: the error wanes to %.5f, want %.5f", loop, got, want)
		}
	}
}

// The heading of a BlueROV2 has I = 0.37 + 0.222 = 0.592 kg m2 about yaw and no linear damping. A P of k for the heading and one of
// c for the turn rate make it I e” + c e' + c k e = 0, whose slower pole is -(c/I - sqrt((c/I)^2 - 4 k c/I))/2. For k = 0.05/s and c =
// 0.2 N m s it is -0.06102/s, so that the error wanes within 20 s by exp(-1.2204) = 0.2951; for c = 20 N m s it is nearly k, -0.05007/s and
// 0.3674. Late, when it turns so slowly that its quadratic damping does nothing. With an I of the heading the pole is another one.
func TestPoleOfTheHeading(t *testing.T) {
	const inertia, k = 0.592, 0.05
	for _, c := range []float64{0.2, 20} {
		a := c / inertia
		want := math.Exp(-20 * (a - math.Sqrt(a*a-4*k*a)) / 2)
		loops := fmt.Sprintf("heading: {type: p, kp: %g}, rate: {type: p, kp: %g}", k, c)
		all := headings(t, "bluerov2-heavy", "0m/s", loops)
		got := (math.Pi/3 - all[120]) / (math.Pi/3 - all[100])
		t.Logf("%s: %.5f, by the pole %.5f", loops, got, want)
		if math.Abs(got-want) > 0.01*want {
			t.Errorf("%s: the error wanes to %.5f, want %.5f", loops, got, want)
		}
	}
}

// headings has a vehicle turn from 0 to 60 deg, and returns its heading at each second.
func headings(t *testing.T, model, speed, loops string) (all []float64) {
	t.Helper()
	text := fmt.Sprintf(`
name: turn
duration: 120s
water: {density: 1025kg/m3}
nodes:
  - {name: auv, at: [0m, 0m, -10m], vehicle: {model: %s, step: 5ms}, run: {type: helm, navigation: truth, at: [{speed: %s, heading: 60deg}], loops: {%s}}}
probe: {period: 1s}
`, model, speed, loops)
	plan, err := scenarios.Standard().Parse("turn.yaml", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := plan.Build(nil, tracerFunc(func(r trace.Record) {
		if r.Kind == trace.Sample && r.Note == "heading_rad" {
			all = append(all, r.Value)
		}
	}))
	if err == nil {
		_, err = s.Run(t.Context())
	}
	if err != nil || len(all) != 121 {
		t.Fatalf("%v, %d headings", err, len(all))
	}
	return all
}

// Vehicles with fins come to their heading with other loops too.
func TestLoopsOfAttitude(t *testing.T) {
	for _, loops := range []string{"heading: p", "heading: {type: pd, kd: 0.2}, pitch: {type: pid, kd: 0.1}", "rate: {type: pi, kp: 200, ki: 20}"} {
		if got := headings(t, "remus-100", "1.5m/s", loops)[120]; math.Abs(got-math.Pi/3) > 0.01 {
			t.Errorf("%s: it heads to %.4f rad", loops, got)
		}
	}
}

type tracerFunc func(trace.Record)

// Emit implements trace.Tracer.
func (f tracerFunc) Emit(r trace.Record) { f(r) }

// The proportional loop of the speed of a BlueROV2 under its drag: k (u* - u) = 13.7 u + 141 u^2 in steady motion, von Benzon's
// coefficients as the file has them. For k = 80 N s/m and u* = 0.5 m/s: 141 u^2 + 93.7 u - 40 = 0, u = (-93.7 +
// sqrt(93.7^2 + 4 x 141 x 40))/282 = 0.295497 m/s; with an I it is 0.5 m/s.
func TestSteadySpeedUnderDrag(t *testing.T) {
	for loop, want := range map[string]float64{"{type: p, kp: 80}": 0.295497, "{type: pi, kp: 80, ki: 20}": 0.5} {
		text := fmt.Sprintf(`
name: drag
duration: 100s
nodes:
  - {name: rov, at: [0m, 0m, -10m], vehicle: {model: bluerov2-heavy, step: 5ms}, run: {type: helm, navigation: truth, at: [{speed: 0.5m/s, heading: 0deg, depth: 10m}], loops: {speed: %s}}}
probe: {period: 1s}
`, loop)
		plan, err := scenarios.Standard().Parse("drag.yaml", text, nil)
		if err != nil {
			t.Fatal(err)
		}
		surge := math.NaN()
		s, err := plan.Build(nil, tracerFunc(func(r trace.Record) {
			if r.Kind == trace.Sample && r.Note == "surge_mps" {
				surge = r.Value
			}
		}))
		if err == nil {
			_, err = s.Run(t.Context())
		}
		t.Logf("%s: %.6f m/s, by the formula %.6f m/s", loop, surge, want)
		if err != nil || math.Abs(surge-want) > 0.005*want {
			t.Errorf("%s: %v, it swims at %.6f m/s, want %.6f m/s", loop, err, surge, want)
		}
	}
}

// Loops that make no sense are refused, with what to do.
func TestAbsurdLoops(t *testing.T) {
	for _, row := range []struct{ vehicle, run, want string }{
		{"remus-100", "loops: {heading: {type: p, ki: 1}}", "a p has no integral; leave ki out, or write type: pi or pid"},
		{"remus-100", "loops: {heading: {type: pi, kd: 1}}", "a pi has no derivative; leave kd out"},
		{"remus-100", "loops: {heading: pd}", "give kd"},
		{"remus-100", "loops: {rate: pi}", "give ki"},
		{"remus-100", "loops: {rise: p}", "nothing of the vehicle acts along heave; leave the loop out"},
		{"{dynamics: point}", "loops: {speed: p}", "the equations of motion of the vehicle follow a velocity and a heading by themselves; leave the loop out"},
		{"taipan-300", "loops: {pitch: p}, gains: {kz: 1, kth: 1, kq: 1, kpsi: 1, kr: 1}", "leave out one of the two"},
	} {
		text := "name: a\nduration: 10s\nnodes:\n  - {name: auv, at: [0m, 0m, -10m], vehicle: " + row.vehicle + ", run: {type: helm, navigation: truth, at: [{speed: 1m/s}], " + row.run + "}}\n"
		plan, err := scenarios.Standard().Parse("a.yaml", text, nil)
		if err == nil {
			_, err = plan.Check()
		}
		if err == nil || !strings.Contains(err.Error(), row.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", row.run, err, row.want)
		}
	}
}

// Where no set-point names them, it keeps the heading and the depth that it takes itself to have when the first one comes: at
// -0.4 rad and 5 m nothing is to be done. From there 0.1 rad to the right and 1 m too high, the rudder is kpsi x 0.1 = 0.15 rad
// and the stern planes are kth (kz + kzi x 0.1 s/2) x 1 m = 2 x 0.1005 = 0.201 rad (the trapezium from 0 to 1 m).
func TestKeepsWhatItHas(t *testing.T) {
	f, _ := install(t, gained(helm.Point{Speed: ptr(2.0)}))
	f.estimate.Attitude = geom.FromEuler(-0.4, 0, 0)
	f.estimate.Velocity = vehicle.Six{vehicle.Surge: 2}
	f.until(t, 0)
	same(t, "as it is", f.last(), [3]float64{})
	f.estimate.Attitude = geom.FromEuler(-0.5, 0, 0)
	f.estimate.Position.Z++
	f.until(t, 100e6)
	same(t, "off it", f.last(), [3]float64{0.15, 0.201, -0.201})
}
