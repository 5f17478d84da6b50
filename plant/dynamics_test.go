package plant_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"halocline/plant"
	"halocline/plant/planttest"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// craft is a vehicle of three equations: its speed ahead u, its rate of turning r and its rate of climbing w follow
// what is asked of them with one lag, and nothing pitches or rolls it,
//
//	u' = (u_c - u)/T + X/m,  r' = (r_c - r)/T + N/I,  w' = (w_c - w)/T + Z/m
//
// with X, Z and N of the load, through water at rest.
type craft struct{ lag, mass, inertia float64 }

func (*craft) Actuators() []vehicle.Actuator {
	return []vehicle.Actuator{
		{Name: "speed", Unit: "m/s", Least: -1, Most: 2, Powered: true},
		{Name: "turn", Unit: "rad/s", Least: -0.5, Most: 0.5},
		{Name: "climb", Unit: "m/s", Least: -1, Most: 1},
	}
}

// Step solves the three exactly, and takes the way by the mean of the speeds, turned by half of the turn.
func (c *craft) Step(s *vehicle.State, in *vehicle.Input, _ *vehicle.Water, load *vehicle.Six, dt float64) error {
	if dt > c.lag {
		return errors.New("a step is longer than the lag")
	}
	before, left := s.Velocity, math.Exp(-dt/c.lag)
	follow := func(axis vehicle.Axis, wanted, inertia float64) (mean float64) {
		if load != nil {
			wanted += load[axis] / inertia * c.lag
		}
		s.Velocity[axis] = wanted + (s.Velocity[axis]-wanted)*left
		return (before[axis] + s.Velocity[axis]) / 2
	}
	u := follow(vehicle.Surge, in[0], c.mass)
	turn := follow(vehicle.Yaw, in[1], c.inertia) * dt
	w := follow(vehicle.Heave, in[2], c.mass)
	heading, _, _ := s.Attitude.Euler()
	s.Position = s.Position.Add(geom.FromEuler(heading+turn/2, 0, 0).Rotate(geom.Vec{X: u, Z: w}).Scale(dt))
	s.Attitude = geom.FromEuler(heading+turn, 0, 0)
	s.Inner[0] = left // something that a probe might show
	return nil
}

// Outputs and Observe show it.
func (*craft) Outputs() []vehicle.Quantity { return []vehicle.Quantity{{Name: "left"}} }

func (*craft) Observe(s *vehicle.State, out []float64) { out[0] = s.Inner[0] }

// A vehicle of three equations is asked for 1 m/s and a turn of 0.1 rad/s, of which it has 1 - 1/e after its lag.
func Example_dynamics() {
	k := sim.New(nil)
	body := plant.NewBody(k, "craft", &craft{lag: 2, mass: 50, inertia: 20}, pool{}, vehicle.AtRest(geom.Vec{Z: -10}, 0), 10*time.Millisecond, plant.Ignore)
	body.Command(&vehicle.Input{1, 0.1})
	k.NewTimer(sim.Control, func(now sim.Time) {
		v := body.At(now).Velocity
		fmt.Printf("%.3f m/s, %.4f rad/s\n", v[vehicle.Surge], v[vehicle.Yaw])
	}).Arm(sim.Time(2 * time.Second))
	if err := k.Run(context.Background(), sim.Time(3*time.Second)); err != nil {
		fmt.Println(err)
	}
	// Output: 0.632 m/s, 0.0632 rad/s
}

// launched returns a craft at rest whose steps have a length, with what does something at moments in s.
func launched(t *testing.T, step time.Duration, does map[float64]func(b *plant.Body, now sim.Time)) {
	t.Helper()
	k := sim.New(nil)
	b := plant.NewBody(k, "craft", &craft{2, 50, 20}, pool{}, vehicle.AtRest(geom.Vec{Z: -10}, 0), step, plant.Ignore)
	done := 0
	for at, do := range does {
		k.NewTimer(sim.Control, func(now sim.Time) { done++; do(b, now) }).Arm(sim.Time(at * 1e9))
	}
	if err := k.Run(t.Context(), sim.Time(9e9)); err != nil || done != len(does) {
		t.Fatal(err, done)
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}

func TestContract(t *testing.T) {
	planttest.Dynamics(t, func(vehicle.Setup) (vehicle.Dynamics, error) { return &craft{2, 50, 20}, nil })
}

// With T = 2 s a speed of 1 m/s that is asked for gives u = 1 - exp(-t/2), the way t - 2 u, and the acceleration
// exp(-t/2)/2; the mean of two speeds over a step h is h^2 u”/12 off, 1e-5 m/s at most for 20 ms. Between two steps
// it is so too, and it does not matter how the body steps there.
func TestBodyOfThreeEquations(t *testing.T) {
	check := func(b *plant.Body, now sim.Time) {
		u, s := 1-math.Exp(-now.Seconds()/2), b.At(now)
		near(t, "speed", s.Velocity[vehicle.Surge], u, 1e-12)
		near(t, "way", s.Position.X, now.Seconds()-2*u, 1e-4)
		near(t, "height", s.Position.Z, -10-0.1*(now.Seconds()-2*u), 1e-5)
		near(t, "acceleration", b.Acceleration(now)[vehicle.Surge], (1-u)/2, 2e-4)
	}
	for _, step := range []time.Duration{10 * time.Millisecond, 20 * time.Millisecond} {
		launched(t, step, map[float64]func(*plant.Body, sim.Time){
			0: func(b *plant.Body, _ sim.Time) {
				b.Command(&vehicle.Input{1, 0, -0.1})
				if b.Model() != nil || !math.IsNaN(b.Work(0)) || !math.IsNaN(b.ThrusterPower(0)) {
					t.Error("it has coefficients and powers")
				}
			},
			1: check, 1.2345: check, 3: check,
		})
	}
}

// A force of 25 N on 50 kg is as much as 1 m/s more that is asked for, as it is 0.5 m/s2 times 2 s; 4 N m on 20 kg m2
// are as much as 0.4 rad/s. It acts at once, between two steps, and ends at once.
func TestLoad(t *testing.T) {
	launched(t, 100*time.Millisecond, map[float64]func(*plant.Body, sim.Time){
		1.05: func(b *plant.Body, _ sim.Time) { b.Load(vehicle.Six{vehicle.Surge: 25, vehicle.Yaw: 4}) },
		3.05: func(b *plant.Body, now sim.Time) {
			gained := 1 - math.Exp(-1)
			near(t, "speed", b.At(now).Velocity[vehicle.Surge], gained, 1e-12)
			near(t, "turn", b.At(now).Velocity[vehicle.Yaw], 0.4*gained, 1e-12)
			b.Load(vehicle.Six{})
		},
		5.05: func(b *plant.Body, now sim.Time) {
			near(t, "speed", b.At(now).Velocity[vehicle.Surge], (1-math.Exp(-1))*math.Exp(-1), 1e-12)
		},
	})
}

// The same load on the model of a vehicle file: 50 N ahead on a ball of 100 kg, without damping, for 2 s, and 1 N m on
// 4 kg m2, about the same axis. An accelerometer feels it.
func TestLoadOfAModel(t *testing.T) {
	m, err := vehicle.NewModel(vehicle.Body{Mass: 100, Volume: 0.1, Gravity: 10, Inertia: [3]geom.Vec{{X: 4}, {Y: 4}, {Z: 4}}}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	k := sim.New(nil)
	b := plant.NewBody(k, "ball", m.Stepper(0.1, vehicle.RK4), pool{}, vehicle.AtRest(geom.Vec{Z: -10}, 0), 100*time.Millisecond, plant.Ignore)
	b.Load(vehicle.Six{vehicle.Surge: 50, vehicle.Roll: 1})
	if err := k.Run(t.Context(), sim.Time(2e9)); err != nil {
		t.Fatal(err)
	}
	near(t, "acceleration", b.Acceleration(k.Now())[vehicle.Roll], 0.25, 1e-12)
	near(t, "roll rate", b.At(k.Now()).Velocity[vehicle.Roll], 0.5, 1e-12)
	near(t, "speed", b.At(k.Now()).Velocity[vehicle.Surge], 1, 1e-12)
}

// Two balls of 100 kg, 1 m apart at rest, that are held together by a spring of 100 N/m from 0.5 m on: it is found once an
// instant, for both, before they step, so that they never differ by the order in which they were made: at
// each moment they are where the other is in a mirror, to the bit.
func TestLoadsOfTwoBodies(t *testing.T) {
	m, err := vehicle.NewModel(vehicle.Body{Mass: 100, Volume: 0.1, Gravity: 10, Inertia: [3]geom.Vec{{X: 4}, {Y: 4}, {Z: 4}}}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	const step = 10 * time.Millisecond
	k := sim.New(nil)
	var balls [2]*plant.Body
	for i, x := range []float64{-0.5, 0.5} {
		balls[i] = plant.NewBody(k, "ball", m.Stepper(step.Seconds(), vehicle.RK4), pool{}, vehicle.AtRest(geom.Vec{X: x, Z: -10}, 0), step, plant.Ignore)
	}
	least := 1.0
	pull := func(now sim.Time) {
		a, b := balls[0].At(now).Position.X, balls[1].At(now).Position.X
		if a != -b {
			t.Fatalf("at %v: %g and %g", now, a, b)
		}
		least = min(least, b-a)
		force := 100 * (b - a - 0.5)
		balls[0].Load(vehicle.Six{force})
		balls[1].Load(vehicle.Six{-force})
	}
	k.Every(sim.Plant, 0, step, pull)
	// Half of the period of sqrt(2 k/m) = sqrt(2)/s is 2.22 s, when they are 0.5 m nearer than in balance.
	if err := k.Run(t.Context(), sim.Time(3e9)); err != nil {
		t.Fatal(err)
	}
	near(t, "least distance", least, 0, 0.02) // a load that is held over steps of 10 ms drives the oscillation a little
}

// What has failed or has no power is asked for nothing, and what needs none stays.
func TestActuatorsWithoutPower(t *testing.T) {
	launched(t, 10*time.Millisecond, map[float64]func(*plant.Body, sim.Time){
		0: func(b *plant.Body, _ sim.Time) { b.Command(&vehicle.Input{1, 0.2, -0.1}) },
		2: func(b *plant.Body, _ sim.Time) { b.Power(false) },
		4: func(b *plant.Body, now sim.Time) {
			v := b.At(now).Velocity
			near(t, "speed", v[vehicle.Surge], (1-math.Exp(-1))*math.Exp(-1), 1e-12)
			near(t, "turn", v[vehicle.Yaw], 0.2*(1-math.Exp(-2)), 1e-12)
			b.Power(true)
			b.Fail(1, plant.Failure{})
		},
		6: func(b *plant.Body, now sim.Time) {
			near(t, "turn", b.At(now).Velocity[vehicle.Yaw], 0.2*(1-math.Exp(-2))*math.Exp(-1), 1e-12)
		},
	})
}

// The time in which what needs power is driven as far as it can be: 2 m/s and -1 m/s are the limits.
func TestSaturationOfActuators(t *testing.T) {
	launched(t, 100*time.Millisecond, map[float64]func(*plant.Body, sim.Time){
		0: func(b *plant.Body, _ sim.Time) { b.Command(&vehicle.Input{2, 0.5}) },
		1: func(b *plant.Body, _ sim.Time) { b.Command(&vehicle.Input{1.99, 0.5}) },
		3: func(b *plant.Body, _ sim.Time) { b.Command(&vehicle.Input{-1}) },
		4: func(b *plant.Body, now sim.Time) {
			if got := b.Saturated(now); got != 2*time.Second {
				t.Errorf("saturated for %v", got)
			}
		},
	})
}

// An error of a step ends the run, with the name of the body.
func TestDynamicsThatFail(t *testing.T) {
	k := sim.New(nil)
	plant.NewBody(k, "craft", &craft{lag: 1}, pool{}, vehicle.AtRest(geom.Vec{}, 0), 2*time.Second, plant.Ignore)
	if err := k.Run(t.Context(), sim.Time(9e9)); err == nil || !strings.Contains(err.Error(), "body craft: a step is longer than the lag") {
		t.Error(err)
	}
}
