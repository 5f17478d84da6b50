package plant

import (
	"fmt"
	"math"
	"time"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// Ocean is the water that a body swims in, by position in the world frame and
// time. It is what a body needs of sim/ocean.
type Ocean interface {
	Density(at geom.Vec) float64              // kg/m3
	Current(at geom.Vec, t sim.Time) geom.Vec // m/s in the world frame
	Seabed(at geom.Vec) float64               // depth of the bottom, m; +Inf for none
}

// Body is a vehicle that is carried through time in fixed steps, as events of
// phase sim.Plant: the event at time t takes the step that ends at t. The input
// is held over a step. A command that comes between two steps acts from the next
// one on; one that comes at the instant of a step acts at once. So traffic cannot
// change the round-off of a trajectory.
//
// Between two steps the position is extrapolated with the velocity of the last
// one. Over a step h the error is at most a h^2/2 for an acceleration a: 0.5 um
// for 1 m/s^2 and 1 ms.
type Body struct {
	kernel *sim.Kernel
	name   string
	period time.Duration // of the steps
	model  *vehicle.Model
	step   *vehicle.Stepper
	ocean  Ocean
	state  vehicle.State
	input  vehicle.Input // held over the step under way
	wanted vehicle.Input // for the next one
	broken []int         // thrusters that have failed
	dead   bool          // no thruster has power
	world  geom.Vec      // velocity over ground at the last step, m/s
	before vehicle.Six   // velocity before that step
	at     sim.Time      // of the last step
	ground Ground
	held   bool
}

// Ground says what happens where a vehicle meets the seabed.
type Ground uint8

// The kinds of ground.
const (
	// Ignore lets vehicles through.
	Ignore Ground = iota
	// Rest holds a vehicle at the bottom until it rises; what drives it down and
	// along is lost.
	Rest
	// Crash ends the run.
	Crash
)

// NewBody schedules the steps of a vehicle from time 0 on.
func NewBody(k *sim.Kernel, name string, m *vehicle.Model, ocean Ocean, start vehicle.State, step time.Duration, how vehicle.Integrator, ground Ground) *Body {
	if step <= 0 {
		panic(fmt.Sprintf("plant: body %s takes steps of %v", name, step))
	}
	b := &Body{
		kernel: k,
		name:   name,
		period: step,
		model:  m,
		step:   m.Stepper(step.Seconds(), how),
		ocean:  ocean,
		state:  start,
		world:  start.WorldVelocity(),
		ground: ground,
	}
	k.At(sim.Time(step), sim.Plant, b)
	return b
}

// Command sets the input from the next step on.
func (b *Body) Command(in *vehicle.Input) {
	b.wanted = *in
	if b.kernel.Now() == b.at {
		b.input = *in
		b.silence()
	}
}

// Break makes a thruster fail: from now on it is driven no more, and its rotor
// runs down with its lag.
func (b *Body) Break(thruster int) {
	b.broken = append(b.broken, thruster)
	b.silence()
}

// Power takes the power from all thrusters, or gives it back: their rotors run down with
// their lag, and then follow the last command. Fins stay where they are.
func (b *Body) Power(on bool) {
	b.dead = !on
	b.silence()
}

// Hold has something outside the water, such as a dock, take hold of the vehicle:
// it stands still until it is let go.
func (b *Body) Hold() {
	b.held = true
	b.state.Position = b.Position(b.kernel.Now())
	b.state.Velocity, b.world, b.at = vehicle.Six{}, geom.Vec{}, b.kernel.Now()
	b.before = b.state.Velocity
}

// Release lets a vehicle go that was held.
func (b *Body) Release() { b.held = false }

// silence takes the drive from the thrusters that have failed or have no power.
func (b *Body) silence() {
	if b.dead {
		clear(b.input.Thrust[:])
	}
	for _, i := range b.broken {
		b.input.Thrust[i] = 0
	}
}

// State returns the state at the last step.
func (b *Body) State() *vehicle.State { return &b.state }

// Position returns the position in the world frame, in m, at a time from the last
// step on. It makes a body the end of a radio's path.
func (b *Body) Position(t sim.Time) geom.Vec {
	return b.state.Position.Add(b.world.Scale(t.Sub(b.at).Seconds()))
}

// Velocity returns the velocity over ground at the last step, in m/s in the world
// frame.
func (b *Body) Velocity(sim.Time) geom.Vec { return b.world }

// Acceleration returns the rate of change of the velocity in the body frame, in m/s^2 and
// rad/s^2, as the mean over the last step.
func (b *Body) Acceleration() (a vehicle.Six) {
	for i, v := range b.state.Velocity {
		a[i] = (v - b.before[i]) / b.period.Seconds()
	}
	return a
}

// ThroughWater returns the velocity through the water in the world, m/s.
func (b *Body) ThroughWater(t sim.Time) geom.Vec {
	return b.world.Sub(b.ocean.Current(b.Position(t), t))
}

// ThrusterPower returns the electrical power that its thrusters took at the last step, in
// W, and NaN where its file does not say.
func (b *Body) ThrusterPower() float64 { return b.model.Power(&b.state) }

// Attitude returns how the vehicle was turned at the last step.
func (b *Body) Attitude(sim.Time) geom.Quat { return b.state.Attitude }

// Fire takes steps: the one that is due, and those after it for as long as nothing else
// happens in between. The kernel calls it.
func (b *Body) Fire(now sim.Time) {
	for {
		b.advance(now)
		if sim.Never.Sub(now) < b.period {
			return
		}
		now = now.Add(b.period)
		if !b.kernel.Step(now, sim.Plant) {
			b.kernel.At(now, sim.Plant, b)
			return
		}
	}
}

// advance takes the step that ends now.
func (b *Body) advance(now sim.Time) {
	if b.held {
		b.at, b.input = now, b.wanted
		b.silence()
		return
	}
	b.before = b.state.Velocity
	at := b.state.Position
	water := vehicle.Water{Density: b.ocean.Density(at), Current: b.ocean.Current(at, b.at)}
	above := geom.Vec{X: at.X, Y: at.Y, Z: at.Z + shearSpan}
	water.Shear = b.ocean.Current(above, b.at).Sub(water.Current).Scale(1 / shearSpan)
	water.Change = b.ocean.Current(at, now).Sub(water.Current).Scale(1 / b.period.Seconds())
	b.step.Step(&b.state, &b.input, &water)
	b.input = b.wanted
	b.silence()
	if part := b.state.Fault(); part != "" {
		b.kernel.Fail(fmt.Errorf("body %s: its %s is not a finite number; the step is too long, or an input is", b.name, part))
		return
	}
	if v := &b.state.Velocity; v[0]*v[0]+v[1]*v[1]+v[2]*v[2] > mostSpeed*mostSpeed {
		b.kernel.Fail(fmt.Errorf("body %s: it moves at more than %d m/s; the integration has diverged: take a smaller step than %v", b.name, mostSpeed, b.period))
		return
	}
	b.touch()
	b.world = b.state.WorldVelocity()
	b.at = now
}

// mostSpeed is the speed in m/s beyond which a state is taken for an error of the
// integration. It is below that of sound, so that the run ends here and not where a
// signal does not reach a body.
const mostSpeed = 1000

// shearSpan is the height in m over which the change of the current is taken.
const shearSpan = 0.1

// touch keeps the vehicle above the bottom.
func (b *Body) touch() {
	if b.ground == Ignore {
		return
	}
	bottom := -b.ocean.Seabed(b.state.Position)
	if b.state.Position.Z >= bottom || math.IsInf(bottom, -1) {
		return
	}
	if b.ground == Crash {
		b.kernel.Fail(fmt.Errorf("body %s: it has hit the seabed at %.1f m", b.name, -bottom))
		return
	}
	b.state.Position.Z = bottom
	if b.state.WorldVelocity().Z < 0 {
		b.state.Velocity = vehicle.Six{}
	}
}
