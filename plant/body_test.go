package plant

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// newBody makes a body of a model.
func newBody(k *sim.Kernel, name string, m *vehicle.Model, ocean Ocean, start vehicle.State, step time.Duration, ground Ground) *Body {
	return NewBody(k, name, m.Stepper(step.Seconds(), vehicle.RK4), ocean, start, step, ground)
}

// A body that stands still in water that flows at (0.3, -0.2, 0) m/s moves through it
// the other way; one that is carried along does not move through it at all.
func TestThroughWater(t *testing.T) {
	flow := geom.Vec{X: 0.3, Y: -0.2}
	k := sim.New(nil)
	b := newBody(k, "b", block(t, 1), river{tank{density: 1000}, flow}, vehicle.AtRest(geom.Vec{Z: -50}, 0), 10*time.Millisecond, Ignore)
	through := func() geom.Vec { return b.At(k.Now()).WorldVelocity().Sub(b.Current(k.Now())) }
	if got := through(); got != flow.Scale(-1) {
		t.Errorf("at rest %v, want %v", got, flow.Scale(-1))
	}
	if err := run(t, k, 2000); err != nil {
		t.Fatal(err)
	}
	got := through()
	if got.Z = 0; got.Norm() > 0.01 {
		t.Errorf("carried along: %v", got)
	}
}

// river is a tank that flows.
type river struct {
	tank
	flow geom.Vec
}

func (r river) Current(geom.Vec, sim.Time) geom.Vec { return r.flow }

// A ball without drag that climbs 1 m through water whose current grows by 0.1 m/s
// with each metre is taken along through its added mass a alone, (m + a) v' = a du/dt:
// it gains 0.1 a/(m + a) = 1/30 m/s.
func TestShearedWater(t *testing.T) {
	ball, err := vehicle.NewModel(vehicle.Body{
		Mass: 100, Inertia: [3]geom.Vec{{X: 3}, {Y: 3}, {Z: 3}},
		AddedMass: vehicle.Diagonal(vehicle.Six{50, 50, 50}),
	}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	start := vehicle.AtRest(geom.Vec{Z: -10}, 0)
	start.Velocity[vehicle.Heave] = 1
	k := sim.New(nil)
	b := newBody(k, "ball", ball, slope{tank{density: 1000}}, start, 100*time.Millisecond, Ignore)
	if err := run(t, k, 1); err != nil {
		t.Fatal(err)
	}
	if got := b.Velocity(k.Now()).X; math.Abs(got-1./30) > 1e-9 {
		t.Errorf("gained %.9f m/s, want %.9f", got, 1./30)
	}
}

// Over a step the water is that of its beginning, and how it changes is that to its end.
// In a current of 0.1 m/s2 times the time the block, which weighs what its water does and
// whose damping over its mass is 0.5/s, tends to 0.1/0.5 m/s more than the current that it
// sees: in the first step of 0.1 s to 0.2 m/s, and in the second to 0.21 m/s.
func TestCurrentOfAStep(t *testing.T) {
	k := sim.New(nil)
	b := newBody(k, "b", block(t, 0.1), flood{tank{density: 1000}}, vehicle.AtRest(geom.Vec{}, 0), 100*time.Millisecond, Ignore)
	first := 0.2 * (1 - math.Exp(-0.05))
	for i, want := range []float64{first, 0.21 - (0.21-first)*math.Exp(-0.05)} {
		if err := run(t, k, 0.1*float64(i+1)); err != nil {
			t.Fatal(err)
		}
		if got := b.Velocity(k.Now()).X; math.Abs(got-want) > 1e-8 {
			t.Errorf("after %d steps %.9f m/s, want %.9f", i+1, got, want)
		}
	}
}

// flood is a tank whose current grows with time.
type flood struct{ tank }

func (flood) Current(_ geom.Vec, t sim.Time) geom.Vec { return geom.Vec{X: 0.1 * t.Seconds()} }

// slope is a tank whose current grows with height, from none at a depth of 10 m.
type slope struct{ tank }

func (slope) Current(at geom.Vec, _ sim.Time) geom.Vec { return geom.Vec{X: 0.1 * (at.Z + 10)} }

// tank is water of one density at rest over a flat bottom.
type tank struct{ density, depth float64 }

func (w tank) Density(geom.Vec) float64            { return w.density }
func (w tank) Current(geom.Vec, sim.Time) geom.Vec { return geom.Vec{} }
func (w tank) Seabed(geom.Vec) float64             { return w.depth }
func (tank) Surface(geom.Vec, sim.Time) float64    { return math.Inf(1) }

// block is a vehicle of 100 kg that weighs nothing in water of 1000 kg/m3, with
// linear damping of 50 N s/m along x and a thruster that pushes it there.
func block(t *testing.T, volume float64) *vehicle.Model {
	t.Helper()
	m, err := vehicle.NewModel(vehicle.Body{
		Mass: 100, Volume: volume, Gravity: 10,
		Inertia: [3]geom.Vec{{X: 10}, {Y: 10}, {Z: 10}},
		Linear:  vehicle.Diagonal(vehicle.Six{50, 50, 50, 10, 10, 10}),
	}, []vehicle.Thruster{{Axis: geom.Vec{X: 1}, Curve: vehicle.Curve{Ahead: 1, Astern: 1}, Max: 1000, MaxAstern: 1000}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// run runs the kernel until s seconds.
func run(t *testing.T, k *sim.Kernel, s float64) error {
	t.Helper()
	return k.Run(t.Context(), sim.Time(s*1e9))
}

// A command at 0.25 s, between the steps of 0.1 s, acts from then on: with a
// force F, a mass m and a damping d the speed is F/d (1 - e^-(d/m)(t-0.25)). The steps
// go on where they were, so that the next ends at 0.3 s.
func TestCommandActsAtItsTime(t *testing.T) {
	k := sim.New(nil)
	b := newBody(k, "block", block(t, 0.1), tank{1000, math.Inf(1)}, vehicle.AtRest(geom.Vec{Z: -10}, 0), 100*time.Millisecond, Ignore)
	k.NewTimer(sim.Control, func(sim.Time) {
		b.Command(&vehicle.Input{100})
	}).Arm(250_000_000)
	for _, s := range []float64{0.25, 0.27, 0.3, 2.3} {
		if err := run(t, k, s); err != nil {
			t.Fatal(err)
		}
		want := 2 * (1 - math.Exp(-0.5*(s-0.25)))
		if v := b.At(k.Now()).Velocity[vehicle.Surge]; math.Abs(v-want) > 1e-6 {
			t.Errorf("speed %.9f m/s at %g s, want %.9f", v, s, want)
		}
	}
	if v, w := b.Velocity(k.Now()).X, b.At(k.Now()).WorldVelocity().X; v != w {
		t.Errorf("the last step has %g m/s and the state %g m/s", v, w)
	}
}

// Between two steps everything is as exact as at their ends: a vehicle that turns and is
// pushed over its lagging thrusters, in steps of 50 ms with commands between them, is where
// one is that takes steps of 1 ms, in place, attitude, velocity, rotors and fins.
func TestStateBetweenSteps(t *testing.T) {
	model := turner(t)
	push := func(n int) *vehicle.Input {
		in := &vehicle.Input{30 - 2*float64(n), 20 + float64(n)}
		in[2] = 1 - 2*float64(n/5%2)
		return in
	}
	swim := func(step time.Duration) (at []vehicle.State) {
		k := sim.New(nil)
		b := newBody(k, "turner", model, river{tank{1000, math.Inf(1)}, geom.Vec{X: 0.2, Y: 0.1}}, vehicle.AtRest(geom.Vec{Z: -10}, 0.3), step, Ignore)
		n := 0
		k.Every(sim.Control, 0, 370*time.Millisecond, func(sim.Time) { b.Command(push(n)); n++ })
		k.Every(sim.Comm, 0, 37*time.Millisecond, func(now sim.Time) { at = append(at, *b.At(now)) })
		if err := run(t, k, 4); err != nil {
			t.Fatal(err)
		}
		return at
	}
	fine, coarse := swim(time.Millisecond), swim(50*time.Millisecond)
	for i := range fine {
		f, c := &fine[i], &coarse[i]
		off := max(f.Position.Dist(c.Position), f.WorldVelocity().Dist(c.WorldVelocity()))
		q := f.Attitude.Conj().Mul(c.Attitude)
		off = max(off, 2*math.Hypot(q.X, math.Hypot(q.Y, q.Z)), math.Abs(f.Inner[0]-c.Inner[0]), math.Abs(f.Inner[1]-c.Inner[1]), math.Abs(f.Inner[vehicle.MaxThrusters]-c.Inner[vehicle.MaxThrusters]))
		for j := range f.Velocity {
			off = max(off, math.Abs(f.Velocity[j]-c.Velocity[j]))
		}
		if !(off < 1e-5) {
			t.Fatalf("at %d ms it is %g off: %+v, want %+v", 37*i, off, *c, *f)
		}
	}
	if end := &fine[len(fine)-1]; math.Abs(end.Velocity[vehicle.Yaw]) < 0.05 || end.Inner[vehicle.MaxThrusters] == 0 {
		t.Errorf("a vehicle that does not turn: %+v", *end)
	}
}

// turner is a block with two thrusters beside each other that lag by 0.2 s, and a fin.
func turner(t *testing.T) *vehicle.Model {
	t.Helper()
	thruster := vehicle.Thruster{Axis: geom.Vec{X: 1}, Position: geom.Vec{Y: 0.5}, Curve: vehicle.Curve{Ahead: 1, Astern: 1}, Max: 1000, MaxAstern: 1000, Lag: 0.2}
	other := thruster
	other.Position.Y = -0.5
	fin := vehicle.Fin{Position: geom.Vec{X: -1}, Hinge: geom.Vec{Y: 1}, Chord: geom.Vec{X: 1}, Area: 0.01, Slope: 3, MaxAngle: 1, MaxRate: 0.05}
	m, err := vehicle.NewModel(block(t, 0.1).Body, []vehicle.Thruster{other, thruster}, []vehicle.Fin{fin})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// To look between two steps, and to act there, allocates nothing.
func TestStateBetweenStepsDoesNotAllocate(t *testing.T) {
	k := sim.New(nil)
	b := newBody(k, "turner", turner(t), tank{1000, math.Inf(1)}, vehicle.AtRest(geom.Vec{Z: -10}, 0), 50*time.Millisecond, Ignore)
	in := &vehicle.Input{80, 20}
	end, allocations := sim.Time(0), 0.0
	k.Every(sim.Control, 0, 7*time.Millisecond, func(now sim.Time) {
		b.At(now)
		b.Acceleration(now)
		b.Command(in)
	})
	allocations = testing.AllocsPerRun(100, func() {
		end += 100e6
		if err := k.Run(t.Context(), end); err != nil {
			t.Fatal(err)
		}
	})
	if allocations != 0 {
		t.Errorf("%g allocations in 100 ms", allocations)
	}
}

// A body that has gone on does not know any more how it was.
func TestStateBeforeTheLastStep(t *testing.T) {
	k := sim.New(nil)
	b := newBody(k, "block", block(t, 0.1), tank{1000, math.Inf(1)}, vehicle.AtRest(geom.Vec{}, 0), 100*time.Millisecond, Ignore)
	if err := run(t, k, 1); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if p := fmt.Sprint(recover()); !strings.Contains(p, "plant: body block is asked for its state at") {
			t.Error(p)
		}
	}()
	b.At(k.Now() - 1)
}

// The speed is v = 2 (1 - e^(-t/2)) m/s and the acceleration e^(-t/2) m/s2, between two steps
// of 0.1 s too; at the beginning, where the rotor does not turn yet, and once it is held, it
// is none.
func TestAcceleration(t *testing.T) {
	k := sim.New(nil)
	b := newBody(k, "block", block(t, 0.1), tank{1000, math.Inf(1)}, vehicle.AtRest(geom.Vec{Z: -10}, 0), 100*time.Millisecond, Ignore)
	b.Command(&vehicle.Input{100})
	if a := b.Acceleration(0); a != (vehicle.Six{}) {
		t.Errorf("%v before the first step", a)
	}
	if err := run(t, k, 1.05); err != nil {
		t.Fatal(err)
	}
	want := math.Exp(-0.525)
	if a := b.Acceleration(k.Now()); math.Abs(a[0]-want) > 1e-5 || math.Abs(a[1]) > 1e-9 || math.Abs(a[5]) > 1e-9 {
		t.Errorf("%v, want %g m/s2 ahead", a, want)
	}
	b.Hold()
	if err := run(t, k, 2); err != nil {
		t.Fatal(err)
	}
	if a := b.Acceleration(k.Now()); a != (vehicle.Six{}) {
		t.Errorf("%v when it is held", a)
	}
}

// Between two steps the position of a signal's end is extrapolated: at most a h^2/2 = 1 * 0.1^2/2 =
// 5 mm off under an acceleration of 1 m/s2.
func TestPositionOfASignalBetweenSteps(t *testing.T) {
	k := sim.New(nil)
	b := newBody(k, "block", block(t, 0.1), tank{1000, math.Inf(1)}, vehicle.AtRest(geom.Vec{}, 0), 100*time.Millisecond, Ignore)
	b.Command(&vehicle.Input{100})
	if err := run(t, k, 1); err != nil {
		t.Fatal(err)
	}
	// x = (F/d) (t - (m/d) (1 - e^-(d/m) t))
	exact := func(s float64) float64 { return 2 * (s - 2*(1-math.Exp(-0.5*s))) }
	for _, late := range []float64{0, 0.03, 0.0999} {
		got := b.Position(sim.Time((1 + late) * 1e9)).X
		if math.Abs(got-exact(1+late)) > 0.005*late*late/0.01+1e-6 {
			t.Errorf("%.4f s after the step: %.6f m, want %.6f", late, got, exact(1+late))
		}
	}
}

// Events of other phases, however many, do not change a bit of the trajectory, nor do looks at
// a body between its steps.
func TestTrafficDoesNotChangeATrajectory(t *testing.T) {
	end := func(busy bool) vehicle.State {
		k := sim.New(nil)
		b := newBody(k, "block", block(t, 0.0999), tank{1000, math.Inf(1)}, vehicle.AtRest(geom.Vec{Z: -10}, 1), time.Millisecond, Ignore)
		b.Command(&vehicle.Input{70})
		if busy {
			k.Every(sim.Comm, 0, 777*time.Microsecond, func(now sim.Time) { b.Position(now); b.At(now); b.Acceleration(now) })
		}
		if err := run(t, k, 3); err != nil {
			t.Fatal(err)
		}
		return *b.At(k.Now())
	}
	if end(true) != end(false) {
		t.Error("looking at a body has moved it")
	}
}

// Bodies take their steps where events of their own would be, each scheduled at the one
// before it: at 300 ms b, whose step was scheduled at 150 ms, goes before a, whose step
// was scheduled at 200 ms, and at 600 ms likewise. A run that is interrupted goes
// on from there.
func TestStepsKeepTheOrderOfEvents(t *testing.T) {
	k := sim.New(nil)
	var log []string
	note := func(what string) { log = append(log, fmt.Sprint(int64(k.Now())/1e6, what)) }
	swim := func(name string, step time.Duration) {
		water := witness{tank{1000, math.Inf(1)}, func() { note(name) }}
		newBody(k, name, block(t, 0.1), water, vehicle.AtRest(geom.Vec{}, 0), step, Ignore)
	}
	swim("a", 100*time.Millisecond)
	swim("b", 150*time.Millisecond)
	for _, at := range []sim.Time{200e6, 250e6} {
		k.NewTimer(sim.Control, func(sim.Time) { note("c") }).Arm(at)
	}
	ctx, cancel := context.WithCancel(t.Context())
	k.NewTimer(sim.Control, func(sim.Time) { cancel() }).Arm(420e6)
	for _, want := range []string{"100a 150b 200a 200c 250c 300b 300a 400a", "450b 500a 600b 600a"} {
		log = nil
		if err := k.Run(ctx, 600e6); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		ctx = t.Context()
		if got := strings.Join(log, " "); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	if k.Fired() != 13 || k.Pending() != 2 {
		t.Errorf("%d events were fired and %d are pending, want 13 and 2", k.Fired(), k.Pending())
	}
}

// witness is a tank that tells when a body looks at it, which is once in a step.
type witness struct {
	tank
	told func()
}

func (w witness) Density(at geom.Vec) float64 {
	w.told()
	return w.tank.Density(at)
}

// A thruster that fails at 1 s pushes no more, whatever it is told: from then on
// the speed falls off as e^-(d/m)(t-1).
func TestBrokenThruster(t *testing.T) {
	k := sim.New(nil)
	b := newBody(k, "block", block(t, 0.1), tank{1000, math.Inf(1)}, vehicle.AtRest(geom.Vec{}, 0), 100*time.Millisecond, Ignore)
	full := &vehicle.Input{100}
	b.Command(full)
	k.NewTimer(sim.Control, func(sim.Time) { b.Fail(0, Failure{}) }).Arm(1e9)
	k.Every(sim.Control, 0, 70*time.Millisecond, func(sim.Time) { b.Command(full) })
	if err := run(t, k, 3); err != nil {
		t.Fatal(err)
	}
	want := 2 * (1 - math.Exp(-0.5)) * math.Exp(-0.5*2)
	if v := b.Velocity(k.Now()).X; math.Abs(v-want) > 1e-6 {
		t.Errorf("speed %.9f m/s, want %.9f", v, want)
	}
}

// Of two thrusters that fail one after the other neither pushes any more: 100 N of each
// against 50 N s/m for a second, 100 N of the other for the next, and none in the third. With
// q = e^-1/2 the speed is 4 (1 - q), then q times that and 2 (1 - q), then q times that.
func TestTwoBrokenThrusters(t *testing.T) {
	one := block(t, 0.1)
	twin, err := vehicle.NewModel(one.Body, []vehicle.Thruster{one.Thrusters[0], one.Thrusters[0]}, nil)
	if err != nil {
		t.Fatal(err)
	}
	k := sim.New(nil)
	b := newBody(k, "twin", twin, tank{1000, math.Inf(1)}, vehicle.AtRest(geom.Vec{}, 0), 100*time.Millisecond, Ignore)
	full := &vehicle.Input{100, 100}
	b.Command(full)
	for i, at := range []sim.Time{1e9, 2e9} {
		k.NewTimer(sim.Control, func(sim.Time) { b.Fail(i, Failure{}) }).Arm(at)
	}
	k.Every(sim.Control, 0, 70*time.Millisecond, func(sim.Time) { b.Command(full) })
	if err := run(t, k, 3); err != nil {
		t.Fatal(err)
	}
	q := math.Exp(-0.5)
	want := q * (q*4*(1-q) + 2*(1-q))
	if v := b.Velocity(k.Now()).X; math.Abs(v-want) > 1e-6 {
		t.Errorf("speed %.9f m/s, want %.9f", v, want)
	}
}

func TestStateThatIsNotFiniteEndsTheRun(t *testing.T) {
	k := sim.New(nil)
	b := newBody(k, "block", block(t, 0.1), tank{math.NaN(), math.Inf(1)}, vehicle.AtRest(geom.Vec{}, 0), time.Second, Ignore)
	err := run(t, k, 5)
	var failure *sim.Failure
	if !errors.As(err, &failure) || failure.At != 1e9 || !strings.Contains(err.Error(), "body block: its ") {
		t.Errorf("error %v", err)
	}
	_ = b
}

// Where a step is too long for the damping, the speed grows from step to step, and the
// run ends before it is beyond that of sound: rk4 of v' = -0.5 v in steps of 10 s
// multiplies v by 1 - 5 + 12.5 - 125/6 + 625/24 = 13.7, so that 1 m/s is 188 m/s
// after two steps and 2577 m/s after three.
func TestDivergenceEndsTheRun(t *testing.T) {
	k := sim.New(nil)
	start := vehicle.AtRest(geom.Vec{}, 0)
	start.Velocity[vehicle.Surge] = 1
	b := newBody(k, "block", block(t, 0.1), tank{1000, math.Inf(1)}, start, 10*time.Second, Ignore)
	err := run(t, k, 100)
	var failure *sim.Failure
	want := "body block: it moves at more than 1000 m/s; the integration has diverged: take a smaller step than 10s"
	if !errors.As(err, &failure) || failure.At != 30e9 || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v", err)
	}
	if v := b.Velocity(k.Now()).X; math.Abs(v-13.7083*13.7083) > 0.1 {
		t.Errorf("%g m/s before the last step", v)
	}
}

// A block that is 10 kg too heavy sinks to the bottom at 20 m: it rests there,
// goes through it, or ends the run, as is asked.
func TestGround(t *testing.T) {
	sink := func(g Ground) (*Body, error) {
		k := sim.New(nil)
		b := newBody(k, "stone", block(t, 0.09), tank{1000, 20}, vehicle.AtRest(geom.Vec{Z: -15}, 0), 10*time.Millisecond, g)
		return b, run(t, k, 30)
	}
	if b, err := sink(Rest); err != nil || b.At(30e9).Position.Z != -20 || b.Velocity(0) != (geom.Vec{}) {
		t.Errorf("rest: at %v with %v, error %v", b.At(30e9).Position, b.Velocity(0), err)
	}
	if b, err := sink(Ignore); err != nil || b.At(30e9).Position.Z > -30 {
		t.Errorf("ignore: at %v, error %v", b.At(30e9).Position, err)
	}
	if _, err := sink(Crash); err == nil || !strings.Contains(err.Error(), "body stone: it has hit the seabed at 20.0 m") {
		t.Errorf("crash: error %v", err)
	}
}

func TestStraight(t *testing.T) {
	s := Straight{From: geom.Vec{X: 1}, Speed: geom.Vec{Y: 2}, Turn: geom.Quat{W: 1}}
	if p := s.Position(1_500_000_000); p != (geom.Vec{X: 1, Y: 3}) {
		t.Errorf("position %v", p)
	}
	if s.Still() || !(Straight{}).Still() || s.Velocity(0) != s.Speed || s.Attitude(0) != s.Turn {
		t.Error("motion or attitude")
	}
}

// A body that is driven with 100 N against a damping of 50 N s/m is taken hold of at
// 1.05 s, between two steps, and let go at 2.25 s. It stands where it was, however it is
// pushed, and moves from then on as from rest: x = 2 (t - 2 (1 - e^-t/2)).
func TestHoldAndRelease(t *testing.T) {
	k := sim.New(nil)
	b := newBody(k, "block", block(t, 0.1), tank{1000, math.Inf(1)}, vehicle.AtRest(geom.Vec{}, 0), 100*time.Millisecond, Ignore)
	b.Command(&vehicle.Input{100})
	way := func(s float64) float64 { return 2 * (s - 2*(1-math.Exp(-s/2))) }
	k.NewTimer(sim.Control, func(sim.Time) { b.Hold() }).Arm(1_050_000_000)
	k.NewTimer(sim.Control, func(sim.Time) { b.Release() }).Arm(2_250_000_000)
	stop := way(1.05)
	for _, s := range []float64{1.05, 1.1, 1.7349, 2.2, 2.25} {
		if err := run(t, k, s); err != nil {
			t.Fatal(err)
		}
		if x := b.Position(k.Now()).X; math.Abs(x-stop) > 1e-6 || b.Velocity(k.Now()) != (geom.Vec{}) || b.At(k.Now()).Velocity != (vehicle.Six{}) {
			t.Errorf("held at %g s: at %.7f m, want %.7f m, with %v", s, x, stop, b.Velocity(k.Now()))
		}
	}
	if err := run(t, k, 4.25); err != nil {
		t.Fatal(err)
	}
	if x, want := b.At(k.Now()).Position.X, stop+way(2); math.Abs(x-want) > 1e-6 {
		t.Errorf("2 s after its release at %.7f m, want %.7f m", x, want)
	}
}

// A command to a body that is held acts from its release on, and a thruster that
// failed meanwhile stays silent.
func TestCommandWhileHeld(t *testing.T) {
	for _, broken := range []bool{false, true} {
		k := sim.New(nil)
		b := newBody(k, "block", block(t, 0.1), tank{1000, math.Inf(1)}, vehicle.AtRest(geom.Vec{}, 0), 100*time.Millisecond, Ignore)
		b.Hold()
		k.NewTimer(sim.Control, func(sim.Time) {
			b.Command(&vehicle.Input{50})
			if broken {
				b.Fail(0, Failure{})
			}
		}).Arm(550_000_000)
		k.NewTimer(sim.Control, func(sim.Time) { b.Release() }).Arm(1e9)
		if err := run(t, k, 3); err != nil {
			t.Fatal(err)
		}
		want := 1 - math.Exp(-1) // F/d (1 - e^-(d/m) 2 s)
		if broken {
			want = 0
		}
		if v := b.Velocity(k.Now()).X; math.Abs(v-want) > 1e-6 {
			t.Errorf("broken %v: %.7f m/s, want %.7f m/s", broken, v, want)
		}
	}
}
