package ncs

import (
	"math"
	"testing"
	"time"

	"halocline/sim/geom"
)

// Gains of a vehicle of 100 kg without added mass, at 0.74 s: c = 3 * 0.74 s = 2.22 s, so kp = 100/(4 c^2) =
// 5.072639 N/m, ki = kp/(4c) = 0.571243 N/(m s) and kd = 100/c = 45.045045 N s/m, and the waypoint is 0.3 m/s * 4c =
// 2.664 m ahead. At 40 ms c is a second: 25 N/m, 6.25 N/(m s), 100 N s/m and 1.2 m. What is given stays; with
// reckoning the period is that of its forces.
func TestGainsOfTheModel(t *testing.T) {
	all := func(x float64) geom.Vec { return geom.Vec{X: x, Y: x, Z: x} }
	c := DefaultVehicle()
	own := c.Fitted(cross(t))
	for _, row := range []struct {
		s                    SteerConfig
		kp, ki, kd, waypoint float64
	}{{own.Acoustic, 5.072639, 0.571243, 45.045045, 2.664}, {own.RF, 25, 6.25, 100, 1.2}} {
		if row.s.Kp.Dist(all(row.kp)) > 1e-5 || row.s.Ki.Dist(all(row.ki)) > 1e-5 || row.s.Kd.Dist(all(row.kd)) > 1e-5 || math.Abs(*row.s.Waypoint-row.waypoint) > 1e-9 {
			t.Errorf("%v, %v, %v, %g m", row.s.Kp, row.s.Ki, row.s.Kd, *row.s.Waypoint)
		}
	}
	if c.Acoustic.Kp != nil || c.RF.Waypoint != nil {
		t.Error("the configuration has changed")
	}
	c.Acoustic.Kp, c.Acoustic.Kd = &geom.Vec{X: 50, Y: 50, Z: 50}, &geom.Vec{X: 100, Y: 1, Z: 1}
	c.Force.Period = 740 * ms
	c.Acoustic.Period = 4440 * ms
	if s := c.Fitted(cross(t)).Acoustic; *s.Kp != all(50) || s.Ki.Dist(all(0.571243)) > 1e-5 || *s.Waypoint != 0.6 {
		t.Errorf("%v, %v, %g m", s.Kp, s.Ki, *s.Waypoint)
	}
}

// Two thrusters of 50 N push along x, where 3 m ask for 300 N and more. An I of 100 N/(m s) adds 100 * 3 * 0.74 = 222 N at
// the first update, which nobody knows yet to be too much, and nothing after that. From -1 m to -1 m it falls by 74 N
// at each, so that the force is -100 N + 148 N at the seventh. Without the thrusters' say I would be 1110 N at the
// fifth.
func TestIntegralOfSaturatedThrusters(t *testing.T) {
	for integral, want := range map[string][]string{
		"accumulated": {"80 100", "4520 48", "5260 -26", "6000 -100"},
		"per-sample":  {"80 100", "3780 -26", "4520 -100"}, // 100 (-1) + 74, and 100 (-1) - 74
	} {
		m := cross(t)
		m.Thrusters[0].Max, m.Thrusters[1].Max = 50, 50
		m.Thrusters[0].MaxAstern, m.Thrusters[1].MaxAstern = 50, 50
		b := newBridgeOf(t, m, func(c *VehicleConfig) {
			c.Acoustic.Integral, c.Acoustic.Ki = integral, &geom.Vec{X: 100}
		})
		for k, x := range []float64{3, 3, 3, 3, 3, -1, -1, -1, -1} {
			taken := time.Duration(k) * 740 * ms
			b.hears(acoustic, taken+76*ms, taken, x)
		}
		b.run(t, 6500*ms)
		same(t, integral, b.forces(), want)
	}
}

// An update that comes 20 s after the last one is 20 s of D, and two periods of I: 100 N/(m s) * 2 m * 1.48 s.
func TestIntegralAfterALongSilence(t *testing.T) {
	b := newBridge(t, func(c *VehicleConfig) {
		c.Acoustic.Integral, c.Acoustic.Sampling = "accumulated", "elapsed"
		c.Acoustic.Kp, c.Acoustic.Ki, c.Acoustic.Kd = new(geom.Vec), &geom.Vec{X: 100}, &geom.Vec{X: 200}
	})
	b.hears(acoustic, 80*ms, 0, 3)
	b.hears(acoustic, 20_080*ms, 20_000*ms, 1)
	b.run(t, 20_090*ms)
	same(t, "forces", b.forces(), []string{"80 222", "20080 " + number(222+296-20)})
}

// Without a P there is no speed at which it balances D, and no waypoint.
func TestWaypointWithoutP(t *testing.T) {
	c := DefaultVehicle()
	c.Acoustic.Kp = new(geom.Vec)
	if ahead := *c.Fitted(cross(t)).Acoustic.Waypoint; ahead != 0 {
		t.Errorf("%g m", ahead)
	}
}
