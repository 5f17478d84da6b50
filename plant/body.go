package plant

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
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
	Surface(at geom.Vec, t sim.Time) float64  // height of the surface above that of still water, m; +Inf for none
}

// Body is a vehicle that is carried through time in fixed steps, as events of
// phase sim.Plant: the event at time t takes the step that ends at t. The input
// is held until the next command. A command between two steps ends a shorter step of
// its own and acts at once; to look at a body does not. So traffic cannot change the
// round-off of a trajectory, and a step that divides the periods of all controllers is
// never cut.
//
// At tells the state between two steps as well, for sensors and controllers: by a
// trial step from the last one, as exact as the integrator. Position, Velocity and
// Attitude are for the paths of signals, of which there are many: they extrapolate
// with the velocity of the last step. Over a step h the position is then at most
// a h^2/2 off for an acceleration a: 0.5 um for 1 m/s^2 and 1 ms.
type Body struct {
	kernel    *sim.Kernel
	name      string
	period    time.Duration // of the steps
	dynamics  vehicle.Dynamics
	actuators []vehicle.Actuator
	ocean     Ocean
	wavy      bool // it changes sideways
	state     vehicle.State
	wanted    vehicle.Input // by the last command
	input     vehicle.Input // of it, what works
	failures  []*failing    // of actuators, the oldest first
	dead      bool          // those that need power have none
	load      vehicle.Six   // from what is around it, in the body frame, N and N m
	loaded    *vehicle.Six  // that, or nil for none
	water     vehicle.Water // of the step under way
	world     geom.Vec      // velocity over ground at the last step, m/s
	at        sim.Time      // of the last step
	ground    Ground
	rests     bool // on the ground
	held      bool

	upright   float64         // least cosine of its tilt so far
	atLimit   uint64          // of the thrusters that are driven as far as they can be, a bit each
	saturated time.Duration   // in which one was
	limited   []time.Duration // in which each actuator was
	meter     meter           // of its thrusters
	onHold    func(held bool)

	trial   vehicle.State // at a moment after the last step
	trialAt sim.Time      // -1 where there is none
	ahead   vehicle.State // a short step from either
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

// NewBody schedules the steps of a vehicle from time 0 on. Nothing else has its dynamics.
func NewBody(k *sim.Kernel, name string, d vehicle.Dynamics, ocean Ocean, start vehicle.State, step time.Duration, ground Ground) *Body {
	if step <= 0 {
		panic(fmt.Sprintf("plant: body %s takes steps of %v", name, step))
	}
	b := &Body{
		kernel:    k,
		name:      name,
		period:    step,
		dynamics:  d,
		actuators: d.Actuators(),
		ocean:     ocean,
		state:     start,
		world:     start.WorldVelocity(),
		ground:    ground,

		limited: make([]time.Duration, len(d.Actuators())),
		upright: uprightness(start.Attitude),
		trialAt: -1,
	}
	if w, ok := ocean.(interface{ Wavy() bool }); ok {
		b.wavy = w.Wavy()
	}
	if p, ok := d.(vehicle.Prepared); ok {
		p.Prepare(&b.state)
	}
	k.At(sim.Time(step), sim.Plant, b)
	return b
}

// Command sets the input from now on.
func (b *Body) Command(in *vehicle.Input) {
	b.catchUp()
	b.wanted = *in
	b.drive()
}

// Load has something push the vehicle from now on, until the next call: a force in N and a moment in
// N m about its origin, in the body frame. Zero is nothing.
//
// Who finds the loads of vehicles that meet is one event of phase sim.Plant for all of them, at each
// of their steps, that was scheduled after they were made and schedules itself again when it fires. So it
// sees all of them where the last step has left them, and none that has begun the next.
func (b *Body) Load(push vehicle.Six) {
	b.catchUp()
	b.load, b.loaded = push, nil
	if push != (vehicle.Six{}) {
		b.loaded = &b.load
	}
}

// Power takes the power from all thrusters, or gives it back: their rotors run down with
// their lag, and then follow the last command. Fins stay where they are.
func (b *Body) Power(on bool) {
	b.catchUp()
	b.dead = !on
	b.drive()
}

// Hold has something outside the water, such as a dock, take hold of the vehicle:
// it stands still until it is let go.
func (b *Body) Hold() {
	b.catchUp()
	b.held = true
	b.state.Velocity, b.world = vehicle.Six{}, geom.Vec{}
	if b.onHold != nil {
		b.onHold(true)
	}
}

// Release lets a vehicle go that was held.
func (b *Body) Release() {
	b.catchUp()
	b.held = false
	if b.onHold != nil {
		b.onHold(false)
	}
}

// OnHold names the function that is told when something takes hold of the vehicle, and lets it go.
func (b *Body) OnHold(fn func(held bool)) { b.onHold = fn }

// Settle ends a step now, before the water around the body changes at once.
func (b *Body) Settle() { b.catchUp() }

// catchUp ends a step now, before something acts on the body. What a trial step has found
// does not hold for what comes after that.
func (b *Body) catchUp() {
	if now := b.kernel.Now(); now > b.at {
		b.advance(now)
	}
	b.trialAt = -1
}

// drive gives what is wanted to the actuators, but for thrusters that have failed or have no
// power.
func (b *Body) drive() {
	b.input = b.wanted
	for i := range b.actuators {
		if b.dead && b.actuators[i].Powered {
			b.input[i] = 0
		}
	}
	for _, f := range b.failures {
		b.input[f.actuator] = f.gives(b.input[f.actuator], &b.actuators[f.actuator])
	}
	b.atLimit = b.limits()
}

// limits returns which actuators that need power are asked for all that they can give, or more, a bit each.
func (b *Body) limits() uint64 {
	const rounding = 1e-9 // of the limit
	var which uint64
	for i := range b.actuators {
		a := &b.actuators[i]
		if f := b.input[i]; a.Powered && (f > 0 && f >= a.Most*(1-rounding) || f < 0 && f <= a.Least*(1-rounding)) {
			which |= 1 << i
		}
	}
	return which
}

// Tilt returns the greatest angle so far between the vehicle's own vertical and the true one,
// in rad.
func (b *Body) Tilt() float64 { return math.Acos(max(-1, min(1, b.upright))) }

// Saturated returns the time until now in which a thruster was driven as far as it can be.
func (b *Body) Saturated(now sim.Time) time.Duration {
	if b.atLimit != 0 && !b.held {
		return b.saturated + now.Sub(b.at)
	}
	return b.saturated
}

// Strained returns the thruster that was driven as far as it can be for the longest time until the last step, by its name or
// its number from 1, and that time.
func (b *Body) Strained() (name string, longest time.Duration) {
	for i, time := range b.limited {
		if time > longest {
			longest, name = time, b.actuators[i].Name
			if name == "" {
				name = strconv.Itoa(i + 1)
			}
		}
	}
	return name, longest
}

// uprightness returns the cosine of the angle between the own vertical and the true one.
func uprightness(q geom.Quat) float64 { return 1 - 2*(q.X*q.X+q.Y*q.Y) }

// At returns the state at a time from the last step on until the next one, which is now
// or soon. It holds until the body is looked at again.
func (b *Body) At(t sim.Time) *vehicle.State {
	switch {
	case t < b.at:
		panic(fmt.Sprintf("plant: body %s is asked for its state at %v and has gone on to %v", b.name, t, b.at))
	case t == b.at || b.held:
		return &b.state
	case t != b.trialAt:
		b.trial, b.trialAt = b.state, t
		if err := b.integrate(&b.trial, t); err != nil {
			b.fail(err)
		}
		b.touch(&b.trial)
	}
	return &b.trial
}

// Position returns the position in the world frame, in m, at a time from the last
// step on, extrapolated. It makes a body the end of a signal's path.
func (b *Body) Position(t sim.Time) geom.Vec {
	return b.state.Position.Add(b.world.Scale(t.Sub(b.at).Seconds()))
}

// Velocity returns the velocity over ground at the last step, in m/s in the world
// frame.
func (b *Body) Velocity(sim.Time) geom.Vec { return b.world }

// Attitude returns how the vehicle was turned at the last step.
func (b *Body) Attitude(sim.Time) geom.Quat { return b.state.Attitude }

// Acceleration returns the rate of change of the velocity in the body frame, in m/s^2 and
// rad/s^2, at a time as for At.
func (b *Body) Acceleration(t sim.Time) vehicle.Six {
	s := b.At(t)
	if b.held || b.rests {
		return vehicle.Six{}
	}
	if d, ok := b.dynamics.(vehicle.Accelerating); ok {
		b.look(s.Position, t, b.period)
		return d.Acceleration(s, &b.input, &b.water, b.loaded)
	}
	const short = time.Millisecond
	b.ahead = *s
	b.look(s.Position, t, short)
	if err := b.dynamics.Step(&b.ahead, &b.input, &b.water, b.loaded, short.Seconds()); err != nil {
		b.fail(err)
	}
	var out vehicle.Six
	for i := range out {
		out[i] = (b.ahead.Velocity[i] - s.Velocity[i]) / short.Seconds()
	}
	return out
}

// Current returns the velocity of the water around it in the world, m/s, at a time as for At.
func (b *Body) Current(t sim.Time) geom.Vec { return b.ocean.Current(b.At(t).Position, t) }

// ThrusterPower returns the electrical power that its thrusters take, in W, at a time as for
// At, and NaN where that is not known.
func (b *Body) ThrusterPower(t sim.Time) float64 {
	if d, ok := b.dynamics.(vehicle.Powered); ok {
		return d.Power(b.At(t))
	}
	return math.NaN()
}

// Work returns the mechanical power that its thrusters give it, in W, at a time as for At, and NaN where
// that is not known.
func (b *Body) Work(t sim.Time) float64 {
	if d, ok := b.dynamics.(vehicle.Powered); ok {
		s := b.At(t)
		return d.Work(s, b.ocean.Current(s.Position, t))
	}
	return math.NaN()
}

// Dynamics returns the equations of motion, to be asked what they are too: vehicle.Allocating and so on.
func (b *Body) Dynamics() vehicle.Dynamics { return b.dynamics }

// Model returns the coefficients of the equations of motion; nil where these are others.
func (b *Body) Model() *vehicle.Model {
	if d, ok := b.dynamics.(vehicle.Modelled); ok {
		return d.Coefficients()
	}
	return nil
}

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
	if now == b.at { // a load has ended the step already
		return
	}
	if b.held {
		b.at = now
		return
	}
	if b.meter.on {
		b.trial = b.state
	}
	if err := b.integrate(&b.state, now); err != nil {
		b.fail(err)
		return
	}
	if b.meter.on {
		b.meter.energy += b.took(&b.trial, &b.state, now)
		b.trialAt = -1
	}
	if b.atLimit != 0 {
		b.saturated += now.Sub(b.at)
		for which := b.atLimit; which != 0; which &= which - 1 {
			b.limited[bits.TrailingZeros64(which)] += now.Sub(b.at)
		}
	}
	b.upright = min(b.upright, uprightness(b.state.Attitude))
	if part := b.state.Fault(); part != "" {
		b.kernel.Fail(fmt.Errorf("body %s: its %s is not a finite number; the step is too long, or an input is", b.name, part))
		return
	}
	if v := &b.state.Velocity; v[0]*v[0]+v[1]*v[1]+v[2]*v[2] > mostSpeed*mostSpeed {
		b.kernel.Fail(fmt.Errorf("body %s: it moves at more than %d m/s; the integration has diverged: take a smaller step than %v", b.name, mostSpeed, b.period))
		return
	}
	var crashed bool
	if b.rests, crashed = b.touch(&b.state); crashed {
		b.kernel.Fail(fmt.Errorf("body %s: it has hit the seabed at %.1f m", b.name, b.ocean.Seabed(b.state.Position)))
		return
	}
	b.world = b.state.WorldVelocity()
	b.at = now
}

// fail ends the run.
func (b *Body) fail(err error) { b.kernel.Fail(fmt.Errorf("body %s: %w", b.name, err)) }

// integrate carries a state that was that of the last step to a time.
func (b *Body) integrate(s *vehicle.State, to sim.Time) error {
	length := to.Sub(b.at)
	b.look(s.Position, b.at, length)
	return b.dynamics.Step(s, &b.input, &b.water, b.loaded, length.Seconds())
}

// look finds the water at a place, and how it changes from a time on.
func (b *Body) look(at geom.Vec, from sim.Time, over time.Duration) {
	w := &b.water
	w.Free, w.Surface = true, b.ocean.Surface(at, from)
	w.Density, w.Current = b.ocean.Density(at), b.ocean.Current(at, from)
	above := geom.Vec{X: at.X, Y: at.Y, Z: at.Z + shearSpan}
	w.Shear = b.ocean.Current(above, from).Sub(w.Current).Scale(1 / shearSpan)
	next := b.ocean.Current(at, from.Add(over))
	w.Change = next.Sub(w.Current).Scale(1 / over.Seconds())
	if !b.wavy {
		return
	}
	beside := at.Add(geom.Vec{X: b.world.X, Y: b.world.Y}.Scale(over.Seconds()))
	w.Sideways = b.ocean.Current(beside, from.Add(over)).Sub(next).Scale(1 / over.Seconds())
	w.Rise = (b.ocean.Surface(beside, from.Add(over)) - w.Surface) / over.Seconds()
	carried := at.Add(w.Current.Scale(over.Seconds()))
	w.Convective = b.ocean.Current(carried, from.Add(over)).Sub(next).Scale(1 / over.Seconds())
}

// mostSpeed is the speed in m/s beyond which a state is taken for an error of the
// integration. It is below that of sound, so that the run ends here and not where a
// signal does not reach a body.
const mostSpeed = 1000

// shearSpan is the height in m over which the change of the current is taken.
const shearSpan = 0.1

// touch keeps a state above the bottom. It reports whether the vehicle rests there, and
// whether it has come there and must not.
func (b *Body) touch(s *vehicle.State) (rests, crashed bool) {
	if b.ground == Ignore {
		return false, false
	}
	bottom := -b.ocean.Seabed(s.Position)
	if s.Position.Z >= bottom || math.IsInf(bottom, -1) {
		return false, false
	}
	if b.ground == Crash {
		return false, true
	}
	s.Position.Z = bottom
	if s.WorldVelocity().Z >= 0 {
		return false, false
	}
	s.Velocity = vehicle.Six{}
	return true, false
}
