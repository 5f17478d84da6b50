// Package mission is a program that carries out tasks one after the other: it goes to places, waits, charges, collects data and
// sends them, and is interrupted by events. Its tasks are those of Zhang et al., Design and
// implementation of a modular UUV simulation platform (Sensors 22, 2022: a tour of charging, acquisition and transmission), and of
// Louis et al., HIL simulator for AUV with ContrACT (CAR 2015: observation of a point, tracking of a target).
//
// A mission knows what its instruments read, what packets bring, its battery, its bumper, and what program.Site.Navigation says;
// where that knows nothing it drifts, and counts the time. Charts are given to it before it sets out. What is measured of it, by
// Watch, sees the truth.
//
// Config is what a scenario writes, Mission what is made of it. task says what is to be done, a goal how the vehicle moves
// meanwhile. Receiver and Operator are programs of other nodes: the one takes data and says what has come, the other sends
// orders. Begin with Config and Mission.step.
//
// Left out: tasks of several vehicles that wait for each other, messages as bits, and what sensors make of the
// data that is collected.
package mission

import (
	"fmt"
	"math"

	"halocline/plant/autopilot"
	"halocline/plant/control"
	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// Mission is a mission at a vehicle.
type Mission struct {
	site    program.Site
	config  *Config
	body    program.Body
	where   navigation.Estimator
	pilot   autopilot.Pilot
	climb   autopilot.Climb
	cpu     *rtos.CPU
	battery program.Battery
	radio   radio
	senses  senses
	eyes    map[string]*eye
	chart   chart
	helm    helm
	values  *values
	guard   *guard   // nil: it avoids nothing
	mooring *mooring // nil: it never docks

	tasks   []*task // that are to be done, the present one first, but for those that events interrupt with
	urgent  []*task // of events, the innermost last; each goes before tasks
	all     []*task // that have begun, for the report
	events  []event
	home    geom.Vec
	known   bool           // where home is
	motion  vehicle.Motion // at the beginning of a job
	sees    bool           // it is known
	over    bool           // nothing is left to do
	aborted bool
	noWay   bool // the present task has none, as an event
	course  float64
	keep    geom.Vec // where it stays when nothing is left

	book book
	sums sums
}

// CPU implements program.Running.
func (m *Mission) CPU() *rtos.CPU { return m.cpu }

// Navigation implements program.Navigating.
func (m *Mission) Navigation() program.Estimator { return m.where }

// Install makes the mission of a vehicle.
func (c *Config) Install(site program.Site) (program.Running, error) {
	body := site.Body()
	if body == nil {
		return nil, fmt.Errorf("node %q is no vehicle; give it one, as in vehicle: remus-100", site.Name())
	}
	pilot, err := autopilot.For(body.Dynamics(), c.Speed, 1/c.TimeConstant.Seconds(), c.Period)
	if err != nil {
		return nil, err
	}
	m := &Mission{
		site: site, config: c, body: body, where: site.Navigation(), pilot: pilot, battery: site.Battery(),
		climb: autopilot.NewClimb(c.Speed, c.Ahead, pilot.Pitches(), c.Period),
	}
	m.values = &values{m, &m.helm}
	m.sums.begin, m.sums.clearance, m.eyes = sim.Never, math.Inf(1), map[string]*eye{}
	m.senses = newSenses(site)
	if err := m.connect(); err != nil {
		return nil, err
	}
	if m.chart, err = c.newChart(site); err != nil {
		return nil, err
	}
	if m.guard, err = m.newGuard(c.Avoid); err != nil {
		return nil, err
	}
	if m.tasks, err = m.prepare(c.Tasks, "tasks"); err != nil {
		return nil, err
	}
	if err := m.expect(); err != nil {
		return nil, err
	}
	if err := m.begins(); err != nil {
		return nil, fault.In("map", "%w", err)
	}
	m.warn()
	stream := program.Streams(site)
	if m.cpu, err = c.Computer.New(site.Kernel(), site.Clock(), stream); err != nil {
		return nil, err
	}
	_, err = m.cpu.Add(c.Task.Task(stream, "mission", c.Period, m.look, m.step))
	return m, err
}

// look is what a job of the task that steers begins with: it takes note of what is known now.
func (m *Mission) look(now sim.Time) {
	if m.sums.begin == sim.Never {
		m.sums.begin = now
	}
	motion, known := m.where.Motion(now)
	if m.sees = known; !known {
		return
	}
	m.motion = *motion
	drift, _ := m.where.Current(now)
	m.helm = helm{now: now, motion: &m.motion, drift: drift, through: motion.WorldVelocity().Sub(drift)}
	m.senses.look(now)
	m.guard.look(m, &m.helm)
}

// step is the rest of that job: it decides and steers by what was known.
func (m *Mission) step(now sim.Time) {
	if !m.sees {
		m.count(&m.sums.blind, now)
		m.body.Command(m.pilot.Stop())
		return
	}
	if m.helm.now = now; !m.known {
		m.known, m.home, m.keep = true, m.motion.Position, m.motion.Position
		m.course, _, _ = m.motion.Attitude.Euler()
	}
	m.radio.step(&m.helm)
	m.react(&m.helm)
	m.carryOn(&m.helm)
}

// helm is what a vehicle takes for its motion at a step.
type helm struct {
	now            sim.Time
	motion         *vehicle.Motion
	drift, through geom.Vec // of the water over ground, and of the vehicle through it, m/s
}

// present returns the task that is carried out; nil where there is none.
func (m *Mission) present() *task {
	switch {
	case len(m.urgent) > 0:
		return m.urgent[len(m.urgent)-1]
	case len(m.tasks) > 0:
		return m.tasks[0]
	}
	return nil
}

// carryOn goes on with the present task, and with the next one when that is over.
func (m *Mission) carryOn(h *helm) {
	for range len(m.tasks) + len(m.urgent) + 1 {
		t := m.present()
		if t == nil {
			break
		}
		if m.advance(t, h) {
			return
		}
		m.leave(t, h.now)
	}
	m.finish(h)
}

// advance has the vehicle go on with a task, and reports whether it is still at it.
func (m *Mission) advance(t *task, h *helm) bool {
	if !t.moving && !m.start(t, h) {
		return m.noWay // which events may act on, at the next step
	}
	if c := t.config; c.Limit > 0 && h.now.Sub(t.begun) >= c.Limit {
		t.outcome = late
		return false
	}
	if !t.there {
		there := t.goal.steer(m, h)
		if t.moving = t.moving && !m.noWay; m.noWay {
			m.say("no way", t)
		}
		if !there {
			return true
		}
		if t.there = true; t.arrived == sim.Never {
			t.arrived = h.now
			m.say("there", t)
		}
	}
	switch off, near := m.off(t, h), m.nearby(); {
	case off > 2*near:
		t.moving = false
		m.say("drifted off", t)
		fallthrough
	case off > near:
		m.unplug(t)
	case m.after(t, h.now):
		if t.outcome = Done; t.unsent {
			t.outcome = late
		}
		return false
	}
	t.goal.stay(m, h)
	return true
}

// off returns how far the vehicle is from where its task is done, as far as it knows, m.
func (m *Mission) off(t *task, h *helm) float64 {
	at, known := t.goal.place(h)
	if !known {
		return math.Inf(1)
	}
	return at.Dist(h.motion.Position)
}

// nearby returns how far that may be, m.
func (m *Mission) nearby() float64 {
	if m.pilot.Sways() {
		return m.config.Reach
	}
	return max(m.config.Reach, m.config.Loiter)
}

// start begins a task, or takes it up again, and reports whether there is a way.
func (m *Mission) start(t *task, h *helm) bool {
	if t.begun == sim.Never {
		t.begun = h.now
		m.all = append(m.all, t)
		m.say("begins", t)
	}
	if m.noWay { // nothing has acted on it
		m.noWay = false
		t.outcome = noWay
		return false
	}
	if t.goal != goal(m.mooring) {
		m.cast(h.now)
	}
	if m.missing(t.goal.begin(m, h)) {
		m.say("no way", t)
		return false
	}
	t.moving, t.there = true, false
	return true
}

// missing takes note of why there is no way to the goal of the present task, unless there is one.
func (m *Mission) missing(err error) bool {
	if err == nil {
		return false
	}
	m.noWay, m.present().why = true, err.Error()
	return true
}

// leave ends a task.
func (m *Mission) leave(t *task, now sim.Time) {
	t.ended = now
	m.unplug(t)
	m.say(string(t.outcome), t)
	if n := len(m.urgent); n > 0 {
		m.urgent = m.urgent[:n-1]
	} else {
		m.tasks = m.tasks[1:]
	}
	if next := m.present(); next != nil {
		next.moving = false // from where it is now
	}
}

// say tells what becomes of a task.
func (m *Mission) say(what string, t *task) { m.tell("task " + t.name + ": " + what) }

// tell tells what has happened.
func (m *Mission) tell(what string) {
	m.site.Emit(trace.Record{Kind: trace.Fact, Peer: trace.None, Note: what})
}

// finish is what a vehicle does when all tasks are through.
func (m *Mission) finish(h *helm) {
	if !m.over {
		m.over, m.sums.end = true, h.now
		if m.mooring != nil && !m.mooring.by.IsDocked() {
			m.cast(h.now)
		}
		m.keep = h.motion.Position
		if n := len(m.all); n > 0 {
			if at, ok := m.all[n-1].goal.place(h); ok {
				m.keep = at
			}
		}
	}
	if m.config.Then == "stop" {
		m.body.Command(m.pilot.Stop())
		return
	}
	m.hold(h, m.keep)
}

// order takes a command of an operator.
func (m *Mission) order(c *command, now sim.Time) {
	if c.message != "" {
		m.radio.message, m.radio.fresh = c.message, true
	}
	if c.tasks == nil {
		return
	}
	tasks, err := m.prepare(c.tasks, "tasks")
	if err != nil {
		return // the operator has been told before the run
	}
	if p := m.present(); p != nil {
		m.unplug(p)
	}
	m.abandon(now)
	m.tasks, m.over, m.noWay = tasks, false, false
	m.sums.orders++
}

// hold keeps the vehicle at a place: one that hovers with its bow into the current, another by making for the place again.
func (m *Mission) hold(h *helm, place geom.Vec) {
	at := h.motion.Position
	if !m.pilot.Sways() {
		m.swim(h, place, place.Z, 0)
		return
	}
	back := autopilot.Toward(at, place, m.config.Speed, m.config.TimeConstant.Seconds())
	m.body.Command(m.pilot.Steer(back.Sub(h.drift), m.course, 0, h.motion, h.through))
}

// swim has the vehicle swim towards a point, on a way that has a height and a slope beside it.
func (m *Mission) swim(h *helm, aim geom.Vec, z, slope float64) {
	at := h.motion.Position
	switch far := math.Hypot(aim.X-at.X, aim.Y-at.Y) > m.config.Reach/10; {
	case far && m.config.Guidance == "curvature":
		m.course += control.Curvature(at, m.course, aim) * m.config.Speed * m.config.Period.Seconds()
	case far: // straight above or below it keeps its heading
		m.course = control.Heading(at, aim, m.course)
	}
	m.body.Command(autopilot.Follow(m.pilot, autopilot.Course{
		Heading: m.course, Climb: m.climb.Angle(z, slope, at.Z), Speed: m.config.Speed, Crab: true,
	}, h.motion, h.drift, h.through))
}
