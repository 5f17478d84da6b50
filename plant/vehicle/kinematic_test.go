package vehicle

import (
	"math"
	"testing"
	"time"

	"halocline/sim/geom"
)

// swum returns where a kinematic vehicle from the origin, with its bow along x, is after a time in s, and how it moves.
func swum(t *testing.T, c *KinematicConfig, w *Water, span, dt float64) State {
	t.Helper()
	d, err := c.Build(Setup{Step: dt})
	if err != nil {
		t.Fatal(err)
	}
	s, in := AtRest(geom.Vec{}, 0), d.(Commanded).Command()
	for n := 0; n < int(math.Round(span/dt)); n++ {
		if err := d.Step(&s, &in, w, nil, dt); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// From rest with a lag T a speed v that is asked for is v (1 - exp(-t/T)), and the way v (t - T (1 - exp(-t/T))), whatever
// the step is. A current adds its own way, and what a current gains by a change a of it is a t^2/2.
func TestKinematicStraight(t *testing.T) {
	c := &KinematicConfig{Speed: 1.5, Climb: -0.2, SpeedLag: 4 * time.Second}
	w := &Water{Current: geom.Vec{X: 0.1, Y: -0.3, Z: 0.01}}
	for _, dt := range []float64{0.001, 0.5, 6} {
		s := swum(t, c, w, 6, dt)
		gained := 1 - math.Exp(-1.5)
		near(t, "x", s.Position.X, 1.5*(6-4*gained)+0.6, 1e-9)
		near(t, "y", s.Position.Y, -1.8, 1e-9)
		near(t, "z", s.Position.Z, -1.2+0.06, 1e-9)
		near(t, "surge", s.Velocity[Surge], 1.5*gained+0.1, 1e-12)
		near(t, "heave", s.Velocity[Heave], -0.2+0.01, 1e-12)
	}
	s := swum(t, &KinematicConfig{}, &Water{Change: geom.Vec{Y: 0.2}}, 3, 3)
	near(t, "way of a changing current", s.Position.Y, 0.9, 1e-12)
	near(t, "its speed", s.Velocity[Sway], 0.6, 1e-12)
}

// Without lags it swims along a circle of the radius v/r. By the heading half way the chord of each step is too long, by
// (r dt)^2/24 of itself: the vehicle is back after a round, on a circle as much too large.
func TestKinematicCircle(t *testing.T) {
	const v, r, dt = 2.0, 0.1, 0.01
	c := &KinematicConfig{Speed: v, Turn: r}
	half := swum(t, c, &Water{}, math.Pi/r, math.Pi/r/3000)
	near(t, "across", half.Position.Y, 2*v/r, 1e-5)
	near(t, "along", half.Position.X, 0, 1e-5)
	round := swum(t, c, &Water{}, 2*math.Pi/r, 2*math.Pi/r/6000)
	near(t, "back", round.Position.Norm(), 0, 1e-9)
	coarse, fine := swum(t, c, &Water{}, 12, 0.4), swum(t, c, &Water{}, 12, 0.2)
	at := geom.Vec{X: v / r * math.Sin(1.2), Y: v / r * (1 - math.Cos(1.2))}
	near(t, "order of convergence", coarse.Position.Dist(at)/fine.Position.Dist(at), 4, 0.01)
}

// With a lag of its turn the heading is r (t - T (1 - exp(-t/T))), Nomoto's law for a step of the rudder.
func TestKinematicTurn(t *testing.T) {
	s := swum(t, &KinematicConfig{Turn: 0.1, TurnLag: 2 * time.Second}, &Water{}, 5, 0.1)
	gained := 1 - math.Exp(-2.5)
	heading, pitch, roll := s.Attitude.Euler()
	near(t, "rate", s.Velocity[Yaw], 0.1*gained, 1e-12)
	near(t, "heading", heading, 0.1*(5-2*gained), 1e-12)
	near(t, "level", math.Hypot(pitch, roll), 0, 1e-12)
}
