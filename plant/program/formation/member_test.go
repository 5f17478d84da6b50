package formation

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// fake is a node whose truth is somewhere else than where it takes itself to be. What is not here panics if it is asked for.
type fake struct {
	program.Site
	kernel   *sim.Kernel
	streams  *rng.Source
	moved    geom.Vec // of the truth
	commands []vehicle.Input
	told     []packet
	hear     func(program.Mail)
	outcome  func(uint64, program.Outcome)
	stuck    bool // nothing becomes of what is sent
	state    vehicle.State
	known    vehicle.Motion
}

func (f *fake) Name() string                                { return "auv1" }
func (f *fake) Place() (int, int)                           { return 0, 3 }
func (f *fake) Addr() int32                                 { return 0 }
func (f *fake) Kernel() *sim.Kernel                         { return f.kernel }
func (f *fake) Clock() clock.Clock                          { return clock.Clock{} }
func (f *fake) Stream(name string) *rng.Stream              { return f.streams.Stream(name) }
func (f *fake) Node(name string) (int32, error)             { return int32(name[3] - '1'), nil }
func (f *fake) Link(string) (program.Link, error)           { return f, nil }
func (f *fake) Body() program.Body                          { return hull{fake: f} }
func (f *fake) Navigation() program.Estimator               { return estimate{f} }
func (f *fake) Water() sensor.Water                         { return moving{fake: f} }
func (f *fake) Peer(string) (program.Running, error)        { return nil, errors.New("later") }
func (f *fake) Warmup() sim.Time                            { return 0 }
func (f *fake) Warn(string, ...any)                         {}
func (f *fake) Down() bool                                  { return false }
func (f *fake) Number() uint8                               { return 0 }
func (f *fake) Spare(int32, geom.Vec, geom.Vec) float64     { return 0 }
func (f *fake) Handle(_ string, h func(program.Mail)) error { f.hear = h; return nil }
func (f *fake) Overhear(string, func(program.Mail)) error   { return nil }

func (f *fake) Outcomes(_ string, h func(uint64, program.Outcome)) error {
	f.outcome = h
	return nil
}

func (f *fake) Send(_ int32, m program.Message) (uint64, error) {
	f.told = append(f.told, *m.Body.(*packet))
	if !f.stuck {
		f.outcome(1, program.Outcome{Sent: true})
	}
	return 1, nil
}

// hull is the body, whose place is not where the vehicle takes itself to be.
type hull struct {
	program.Body
	*fake
}

func (h hull) At(t sim.Time) *vehicle.State {
	h.state.Position = h.moved.Add(geom.Vec{X: h.moved.X * t.Seconds()})
	return &h.state
}
func (h hull) Current(sim.Time) geom.Vec { return h.moved }
func (h hull) Command(in *vehicle.Input) { h.commands = append(h.commands, *in) }
func (h hull) Work(sim.Time) float64     { return 0 }
func (h hull) Dynamics() vehicle.Dynamics {
	d, _ := vehicle.DefaultPoint().Build(vehicle.Setup{})
	return d
}

// estimate is where the vehicle takes itself to be: on its way along x with 0.1 m/s.
type estimate struct{ *fake }

func (e estimate) Motion(t sim.Time) (*vehicle.Motion, bool) {
	e.known = vehicle.Motion{Position: geom.Vec{X: 0.1 * t.Seconds()}, Attitude: geom.FromEuler(0, 0, 0), Velocity: vehicle.Six{0.1}}
	return &e.known, true
}
func (e estimate) Current(sim.Time) (geom.Vec, bool) { return geom.Vec{Y: 0.05}, true }

// moving is water that moves as the truth is moved.
type moving struct {
	sensor.Water
	*fake
}

func (m moving) Current(geom.Vec, sim.Time) geom.Vec { return m.moved }
func (moving) Seabed(geom.Vec) float64               { return math.Inf(1) }

// install makes the program of a node whose truth is moved.
func install(t *testing.T, moved geom.Vec, change func(*Config)) (*fake, *Member) {
	t.Helper()
	c := Default()
	c.Path, c.Target = []geom.Vec{{}, {X: 3}}, &geom.Vec{X: 5, Y: 3}
	c.Navigation, c.Neighbours.By = &navigation.TruthConfig{}, "acoustic"
	if change != nil {
		change(c)
	}
	f := &fake{kernel: sim.New(nil), streams: rng.New(1), moved: moved}
	running, err := c.Install(f)
	if err != nil {
		t.Fatal(err)
	}
	return f, running.(*Member)
}

// drive runs a member for a minute, while another one tells it where it is, and somebody measures.
func drive(t *testing.T, moved geom.Vec) *fake {
	t.Helper()
	f, m := install(t, moved, nil)
	f.kernel.Every(sim.Comm, 0, 3*time.Second, func(now sim.Time) {
		f.hear(program.Mail{From: 1, Body: &packet{at: geom.Vec{X: 1, Y: now.Seconds() / 30}, stamp: now.Add(-time.Second)}})
		m.Watch(now)
	})
	if err := f.kernel.Run(context.Background(), sim.Time(time.Minute)); err != nil {
		t.Fatal(err)
	}
	return f
}

// What a vehicle does and tells is the same wherever it and the water really are.
func TestNothingHangsOnTheTruth(t *testing.T) {
	a, b := drive(t, geom.Vec{}), drive(t, geom.Vec{X: 100, Y: -7, Z: 3})
	if len(a.commands) < 500 || len(a.told) < 10 || !slices.Equal(a.commands, b.commands) || !slices.Equal(a.told, b.told) {
		t.Errorf("%d and %d commands, %d and %d packets", len(a.commands), len(b.commands), len(a.told), len(b.told))
	}
	if a.commands[10] == a.commands[400] {
		t.Error("the commands do not change")
	}
}

// At 10 s one at (1, 0) takes itself to be there, its frame is at (2, 0), heads along x, and it is alone, so that it takes the
// nearest point: the one in the middle at (2, 0). The law asks for 0.25/s x 1 m over ground, and 0.05 m/s less of it through the water
// along y.
func TestStepByHand(t *testing.T) {
	f, m := install(t, geom.Vec{X: 50}, nil)
	m.see(sim.Time(10 * time.Second))
	m.step(sim.Time(10 * time.Second))
	got := f.commands[0]
	near(t, "east", got[0], 0.25, 1e-12)
	near(t, "north", got[1], -0.05, 1e-12)
}

// A packet that is older than the newest is not taken, and what is told of the future is not predicted backwards. One that said
// 4 s ago that it is at x = 1 m and goes at 0.5 m/s is at 3 m now; without prediction at 1 m. After forget it does not count.
func TestWhatIsKnownOfOthers(t *testing.T) {
	for predict, want := range map[string]float64{byVelocity: 3, "none": 1} {
		f, m := install(t, geom.Vec{}, func(c *Config) { c.Neighbours.Predict = predict })
		at := func(s float64) sim.Time { return sim.Time(sim.Seconds(s)) }
		f.hear(program.Mail{From: 1, Body: &packet{at: geom.Vec{X: 1}, velocity: geom.Vec{X: 0.5}, stamp: at(6)}})
		f.hear(program.Mail{From: 1, Body: &packet{at: geom.Vec{X: 77}, stamp: at(5)}})
		m.look(at(10))
		near(t, predict, m.others[0].at.X, want, 1e-12)
		if !m.others[0].counts || m.others[1].counts {
			t.Errorf("counts: %v and %v", m.others[0].counts, m.others[1].counts)
		}
		m.look(at(2))
		near(t, predict, m.others[0].at.X, 1, 1e-12)
		if m.look(at(36)); m.others[0].counts {
			t.Error("it counts after 30 s")
		}
	}
}

// While a packet waits, none follows; after forget it is taken to be lost.
func TestPacketsThatWait(t *testing.T) {
	f, m := install(t, geom.Vec{}, func(c *Config) { c.Neighbours.Every, c.Neighbours.Jitter = time.Second, 0 })
	f.stuck = true
	if err := f.kernel.Run(context.Background(), sim.Time(20*time.Second)); err != nil {
		t.Fatal(err)
	}
	if s := m.Summary(f.kernel.Now()); len(f.told) != 1 || float64(s.Withheld) != 19.0/20 {
		t.Errorf("%d packets, %g withheld", len(f.told), s.Withheld)
	}
}

// A task that sends packets and takes 30 ms for each sends them 30 ms later.
func TestPacketsThatTakeTime(t *testing.T) {
	var stamps [2][]packet
	for i := range stamps {
		f, _ := install(t, geom.Vec{}, func(c *Config) {
			c.Neighbours.Jitter, c.Neighbours.Task.Demand = 0, time.Duration(i)*30*time.Millisecond
		})
		if err := f.kernel.Run(context.Background(), sim.Time(30*time.Second)); err != nil {
			t.Fatal(err)
		}
		stamps[i] = f.told
	}
	for k, at := range stamps[0] {
		if late := stamps[1][k].stamp.Sub(at.stamp); late != 30*time.Millisecond || len(stamps[0]) < 7 {
			t.Errorf("packet %d of %d is %v late", k, len(stamps[0]), late)
		}
	}
}

// Steering does not allocate.
func TestStepDoesNotAllocate(t *testing.T) {
	f, m := install(t, geom.Vec{}, func(c *Config) { c.Fix = &FixConfig{A: 0.1, C: 1} })
	f.hear(program.Mail{From: 1, Body: &packet{at: geom.Vec{X: 1}}})
	now := sim.Time(0)
	f.commands = make([]vehicle.Input, 0, 4000)
	hundred := func() {
		for range 100 {
			now = now.Add(100 * time.Millisecond)
			m.see(now)
			m.step(now)
		}
	}
	if n := testing.AllocsPerRun(10, hundred); n != 0 {
		t.Errorf("%g allocations in a hundred steps", n)
	}
}
