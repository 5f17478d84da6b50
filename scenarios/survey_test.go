package scenarios

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
)

// swimming returns the simulation of one vehicle with a survey, which has a link and sends
// nothing.
func swimming(t *testing.T, model, water, at, run string, duration time.Duration) *Simulation {
	t.Helper()
	text := fmt.Sprintf(`name: s
duration: %gs
water: {temperature: 10degC, %s}
links: {a: {channel: ideal, modem: plain, mac: aloha}}
nodes:
  - {name: auv, at: %s, vehicle: {model: %s, step: 5ms}, run: {type: survey-vehicle, %s}}
`, duration.Seconds(), water, at, model, run)
	s, err := parse(t, text).Build(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Watch(10 * time.Millisecond)
	return s
}

// swim carries it out and returns the places at some times.
func swim(t *testing.T, s *Simulation, times ...time.Duration) []geom.Vec {
	t.Helper()
	var places []geom.Vec
	for _, at := range times {
		s.Kernel.NewTimer(sim.Probe, func(now sim.Time) { places = append(places, s.nodes[0].body.Position(now)) }).Arm(sim.Time(at))
	}
	if _, err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(places) != len(times) {
		t.Fatalf("%d of %d places", len(places), len(times))
	}
	return places
}

// A current of w across a leg and a speed v through the water. Who looks ahead by D along the
// leg is off it when he heads into the current by asin(w/v), so that atan(e/D) is as much:
// e = D w/sqrt(v^2 - w^2). Who pursues a point at the distance D heads for it by asin(e/D),
// so that e = D w/v. Who crabs is on it. The hulls of remus-100 and bluerov2-heavy are the
// same to both sides, so that nothing turns them; that of remus-100 is in balance in water of
// 1006.435 kg/m3.
func TestOffsetInACurrent(t *testing.T) {
	for _, c := range []struct {
		model, run string
		v, w       float64
		want       float64
	}{
		{"point", "guidance: line-of-sight, crab: false", 1, 0.3, 10 * 0.3 / math.Sqrt(1-0.09)},
		{"point", "guidance: pursuit, crab: false", 1, 0.3, 3},
		{"point", "guidance: line-of-sight, ahead: 4m, crab: false", 1, -0.3, -4 * 0.3 / math.Sqrt(1-0.09)},
		{"point", "guidance: line-of-sight", 1, 0.3, 0},
		{"point", "guidance: pursuit", 1, 0.3, 0},
		{"bluerov2-heavy", "crab: false", 0.7, 0.2, 10 * 0.2 / math.Sqrt(0.49-0.04)},
		{"remus-100", "guidance: line-of-sight, crab: false", 1.5, 0.5, 10 * 0.5 / math.Sqrt(2.25-0.25)},
		{"remus-100", "guidance: pursuit, crab: false", 1.5, 0.5, 10 * 0.5 / 1.5},
		{"remus-100", "guidance: line-of-sight, crab: true", 1.5, 0.5, 0},
	} {
		t.Run(c.model+" "+c.run, func(t *testing.T) {
			water := fmt.Sprintf("density: 1006.435kg/m3, current: {type: uniform, speed: %gm/s, toward: %gdeg}", math.Abs(c.w), math.Copysign(90, c.w))
			run := fmt.Sprintf("path: [[0m, 0m, -20m], [5000m, 0m, -20m]], speed: %gm/s, %s", c.v, c.run)
			s := swimming(t, c.model, water, "[0m, 0m, -20m]", run, 400*time.Second)
			within(t, "offset", swim(t, s, 400*time.Second)[0].Y, c.want, 2e-3)
		})
	}
}

// Near a leg a vehicle with the lag 1/b of its velocity comes onto it by e” + b e' + b (v/D) e
// = 0. With b = 0.5, v = 1 m/s and D = 10 m the slower root is (0.5 - sqrt(0.25 - 0.2))/2 =
// 0.138197/s; with b = 2 it is 1 - sqrt(0.8) = 0.105573/s, where an exact heading has v/D. The ball has
// linear drag, so that the lag is one of first order, and it moves aside at once.
func TestComingOntoALeg(t *testing.T) {
	for bandwidth, want := range map[string]float64{"0.5rad/s": 0.1381966, "2rad/s": 0.1055728} {
		run := "path: [[0m, 0m, -20m], [5000m, 0m, -20m]], speed: 1m/s, bandwidth: " + bandwidth
		s := swimming(t, "point", "density: 1025kg/m3", "[0m, 0.5m, -20m]", run, 80*time.Second)
		at := swim(t, s, 50*time.Second, 70*time.Second)
		within(t, "rate with "+bandwidth, math.Log(at[0].Y/at[1].Y)/20, want, 2e-4)
	}
}
