package ncs

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

const ms = time.Millisecond

var nan = math.NaN()

// The numbers of the links in the traces of these tests.
const farLink, nearLink = 4, 7

// tape is a link that notes what is sent and lets nothing arrive.
type tape struct {
	number uint8 // in the trace
	kernel *sim.Kernel
	sent   []note
	spare  func(from, to geom.Vec) float64 // nil: 0 dB
}

// note is a message on a tape.
type note struct {
	at      sim.Time
	to      int32
	bits    int
	cut     float64
	message any
}

func (l *tape) Send(to int32, m program.Message) (uint64, error) {
	l.sent = append(l.sent, note{l.kernel.Now(), to, m.Bits, m.Cut, m.Body})
	return uint64(len(l.sent)), nil
}

func (l *tape) Number() uint8 { return l.number }

func (l *tape) Handle(string, func(program.Mail)) error { return nil }

func (*tape) Overhear(string, func(program.Mail)) error { return nil }

func (*tape) Outcomes(string, func(uint64, program.Outcome)) error { return nil }

func (l *tape) Spare(_ int32, from, to geom.Vec) float64 {
	if l.spare == nil {
		return 0
	}
	return l.spare(from, to)
}

// times returns when messages were sent, in ms.
func (l *tape) times() (all []float64) {
	for _, n := range l.sent {
		all = append(all, n.at.Seconds()*1000)
	}
	return all
}

// cuts returns how far below full power the messages were sent.
func (l *tape) cuts() (all []float64) {
	for _, n := range l.sent {
		all = append(all, n.cut)
	}
	return all
}

// asked returns the power that the messages ask for.
func (l *tape) asked() (all []float64) {
	for _, n := range l.sent {
		all = append(all, n.message.(*powerRequest).Cut)
	}
	return all
}

// told is a tracer that tells what happened in words.
type told struct{ lines []string }

func (s *told) Emit(r trace.Record) {
	link := map[uint8]string{farLink: "sound", nearLink: "radio"}[r.Link]
	at := r.At.Seconds() * 1000
	switch r.Kind {
	case trace.Used, trace.Outdated:
		s.lines = append(s.lines, fmt.Sprintf("%g %v %d %s %g", at, r.Kind, r.Pkt, link, math.Round(r.Value*1e6)/1000))
	case trace.Powered:
		s.lines = append(s.lines, fmt.Sprintf("%g %v %s %g", at, r.Kind, link, r.Value))
	case trace.Docked:
		s.lines = append(s.lines, fmt.Sprintf("%g %v %d %g", at, r.Kind, r.Node, r.Value))
	default:
		s.lines = append(s.lines, fmt.Sprintf("%g %v %s", at, r.Kind, link))
	}
}

// expect compares what was told with what should be.
func (s *told) expect(t *testing.T, want ...string) {
	t.Helper()
	if got := strings.Join(s.lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("told:\n%s\nnot:\n%s", got, strings.Join(want, "\n"))
	}
}

// buoy is a hull that stays where it is put and notes its commands.
type buoy struct {
	kernel  *sim.Kernel
	state   vehicle.State
	path    func(t sim.Time) geom.Vec       // nil: it stays
	motion  func(t sim.Time) vehicle.Motion // nil: that of state
	held    bool
	deeds   []string
	command []push
}

// push is a command: force along x, y, z of the body, and the moment about z.
type push struct {
	at    sim.Time
	force geom.Vec
	yaw   float64
}

func (b *buoy) At(t sim.Time) *vehicle.State {
	if b.motion != nil {
		b.state.Motion = b.motion(t)
	}
	if b.path != nil {
		b.state.Position = b.path(t)
	}
	return &b.state
}

// Command notes what the thrusters of cross make.
func (b *buoy) Command(in *vehicle.Input) {
	u := in
	b.command = append(b.command, push{b.kernel.Now(), geom.Vec{X: u[0] + u[1], Y: u[2], Z: u[3]}, u[1] - u[0]})
}

func (b *buoy) Hold() {
	b.held = true
	b.deeds = append(b.deeds, fmt.Sprintf("hold %g", b.kernel.Now().Seconds()*1000))
}

func (b *buoy) Release() {
	b.held = false
	b.deeds = append(b.deeds, fmt.Sprintf("release %g", b.kernel.Now().Seconds()*1000))
}

// cross is a vehicle with two thrusters along x, 1 m to the left and to the right,
// and one along y and one along z at its origin.
func cross(t *testing.T) *vehicle.Model {
	t.Helper()
	push := func(at, axis geom.Vec) vehicle.Thruster {
		return vehicle.Thruster{Position: at, Axis: axis, Curve: vehicle.Curve{Ahead: 1, Astern: 1}, Max: 1e6, MaxAstern: 1e6}
	}
	m, err := vehicle.NewModel(vehicle.Body{
		Mass: 100, Volume: 0.1, Gravity: 10,
		Inertia: [3]geom.Vec{{X: 10}, {Y: 10}, {Z: 10}},
	}, []vehicle.Thruster{
		push(geom.Vec{Y: 1}, geom.Vec{X: 1}), push(geom.Vec{Y: -1}, geom.Vec{X: 1}),
		push(geom.Vec{}, geom.Vec{Y: 1}), push(geom.Vec{}, geom.Vec{Z: 1}),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// bridge is the computer of vehicle 3, whose station is node 0 at the origin. By
// sound it steers with 100 N/m, by radio with 1000 N/m, straight to the reference and
// without a D and an I, sampled as in the thesis; it does not turn.
type bridge struct {
	told
	kernel    *sim.Kernel
	config    *VehicleConfig
	hull      *buoy
	far, near *tape
	pilot     *Pilot
	reckons   *reckons // nil where it does not
	numbers   uint64
}

// newBridge makes a computer whose configuration was changed.
func newBridge(t *testing.T, change func(c *VehicleConfig)) *bridge {
	t.Helper()
	return newBridgeOf(t, cross(t), change)
}

// newBridgeOf makes the computer of a vehicle.
func newBridgeOf(t *testing.T, m *vehicle.Model, change func(c *VehicleConfig)) *bridge {
	t.Helper()
	return newBridgeBy(t, m, change, func(hull *buoy) navigation.Estimator { return exact{hull} })
}

// newBridgeBy makes the computer of a vehicle that knows where it is by an estimator.
func newBridgeBy(t *testing.T, m *vehicle.Model, change func(c *VehicleConfig), by func(*buoy) navigation.Estimator) *bridge {
	t.Helper()
	k := sim.New(nil)
	b := &bridge{kernel: k, config: DefaultVehicle(), hull: &buoy{kernel: k}, far: &tape{kernel: k, number: farLink}, near: &tape{kernel: k, number: nearLink}}
	c := b.config
	for _, s := range []*SteerConfig{&c.Acoustic, &c.RF} {
		s.Ki, s.Kd, s.Waypoint = new(geom.Vec), new(geom.Vec), new(0.0)
		s.Integral, s.Derivative, s.Sampling = "per-sample", "error", "nominal"
		s.Request.Off = true
	}
	c.Acoustic.Kp, c.RF.Kp = &geom.Vec{X: 100, Y: 100, Z: 100}, &geom.Vec{X: 1000, Y: 1000, Z: 1000}
	c.Handover = "fresh"
	c.Attitude.Kp, c.Attitude.Kd, c.Attitude.Heading = new(geom.Vec), new(geom.Vec), "kept"
	c.Allocated = "translation"
	b.hull.state = vehicle.AtRest(geom.Vec{}, 0)
	if change != nil {
		change(c)
	}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	var err error
	b.pilot, err = newPilot(Node{Kernel: k, Addr: 3, Tracer: &b.told}, c, b.hull, m, by(b.hull), 0, geom.Vec{},
		b.far, b.near)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// hears has an update arrive by a link at a time, with a measurement of another
// time: the vehicle is x away from its reference along the x axis of the world.
// Updates are numbered from 1.
func (b *bridge) hears(link int, at, taken time.Duration, x float64) {
	b.hearsVec(link, at, taken, geom.Vec{X: x})
}

func (b *bridge) hearsVec(link int, at, taken time.Duration, to geom.Vec) {
	b.numbers++
	m := program.Mail{Number: b.numbers, Body: &Update{Reference: to, Taken: sim.Time(taken)}}
	b.kernel.NewTimer(sim.Comm, func(sim.Time) { b.pilot.Receive(link, m) }).Arm(sim.Time(at))
}

// run runs until a time.
func (b *bridge) run(t *testing.T, until time.Duration) { run(t, b.kernel, until) }

func run(t *testing.T, k *sim.Kernel, until time.Duration) {
	t.Helper()
	if err := k.Run(t.Context(), sim.Time(until)); err != nil {
		t.Fatal(err)
	}
}

// forces tells the commands along x that differ from the one before.
func (b *bridge) forces() (all []string) {
	last := math.NaN()
	for _, c := range b.hull.command {
		if c.force.X != last {
			all = append(all, fmt.Sprintf("%g %g", c.at.Seconds()*1000, math.Round(c.force.X*1e6)/1e6))
		}
		last = c.force.X
	}
	return all
}

// same compares two things as they are printed.
func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}
