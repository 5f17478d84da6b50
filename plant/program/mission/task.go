package mission

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"halocline/plant/autopilot"
	"halocline/plant/control"
	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// Outcome is what became of a task; it is empty while that is open.
type Outcome string

// The outcomes.
const (
	Done    Outcome = "done"
	late    Outcome = "late"     // given up after its limit, or after the ttl of its data
	noWay   Outcome = "no way"   // there is none to its goal
	aborted Outcome = "aborted"  // dropped by an event or an operator
	noPower Outcome = "no power" // begun, and the vehicle has none at present
)

// task is something to do, and how far it has come.
type task struct {
	config      *TaskConfig
	name        string
	goal        goal
	link        program.Link // over which it sends
	to          int32
	begun       sim.Time // sim.Never before
	ended       sim.Time
	arrived     sim.Time
	moving      bool // its goal has begun from where the vehicle is
	there       bool // its goal is reached
	waited      time.Duration
	took        float64  // of the data to collect, bit
	last        sim.Time // when it was last looked at there; sim.Never before, and after an interruption
	sending     sim.Time // since when it sends; sim.Never before
	unsent      bool     // its ttl is over, and the vehicle does not know that all data have come
	plugged     bool
	by          *event // whose task it is; nil for none
	interrupted int
	outcome     Outcome
	why         string  // there was no way last
	way         float64 // over ground, as it was, m
}

// goal is how a vehicle moves for a task.
type goal interface {
	// begin is told where the vehicle is when it sets out, and when it goes on after an interruption.
	begin(m *Mission, h *helm) error
	// steer commands the vehicle, and reports whether it has arrived, when it does not.
	steer(m *Mission, h *helm) bool
	// stay commands the vehicle that has arrived.
	stay(m *Mission, h *helm)
	// place returns where a vehicle is to be that has arrived; false where it does not know.
	place(h *helm) (geom.Vec, bool)
}

// orders returns what events may do without a task.
func orders() []string { return []string{"home", "surface", "land", "hold", "stop"} }

// named returns a new task for what an event does.
func (m *Mission) named(do string) (*task, error) {
	c := &TaskConfig{Name: do}
	switch do {
	case "home":
		c.Home = true
	case "surface":
		c.Surface = true
	case "land":
		c.Land = true
	case "hold", "stop":
		c.Then.Wait = math.MaxInt64
	default:
		i := slices.IndexFunc(m.config.Tasks, func(t TaskConfig) bool { return t.Name == do })
		if i < 0 {
			return nil, fmt.Errorf("%q is neither the name of a task nor one of %s; name a task by its key name", do, strings.Join(orders(), ", "))
		}
		c = &m.config.Tasks[i]
	}
	return m.make(c, do)
}

// prepare returns the tasks that are described. An error is at a key below the one given.
func (m *Mission) prepare(configs []TaskConfig, key string) ([]*task, error) {
	tasks := make([]*task, 0, len(configs))
	var faults []error
	for i := range configs {
		t, err := m.make(&configs[i], nameOf(&configs[i], i))
		if err != nil {
			faults = append(faults, fault.Under(fmt.Sprintf("%s[%d]", key, i), err))
			continue
		}
		tasks = append(tasks, t)
	}
	return tasks, errors.Join(faults...)
}

// make returns a task.
func (m *Mission) make(c *TaskConfig, name string) (*task, error) {
	t := &task{config: c, name: name, begun: sim.Never, last: sim.Never, sending: sim.Never, ended: sim.Never, arrived: sim.Never}
	var err error
	if t.goal, err = m.goalOf(c, name); err != nil {
		return nil, err
	}
	if c.Then.Charge > 0 && (m.battery == nil || !m.battery.Charges()) {
		return nil, fault.In("then.charge", "the vehicle has no battery that can be charged; give its node a battery with the key charging")
	}
	if c.Then.Send != "all" {
		return t, nil
	}
	if t.to, err = m.site.Node(c.Then.To); err != nil {
		return nil, fault.In("then.to", "%w", err)
	}
	if t.link, err = m.radio.link(c.Then.Link); err != nil {
		return nil, fault.In("then.link", "%w", err)
	}
	if peer, _ := m.site.Peer(c.Then.To); !isReceiver(peer) {
		m.site.Warn("its task %s sends to node %s, which runs no mission-station: without receipts the vehicle knows what has come only by a protocol that acknowledges; give that node run: mission-station", name, c.Then.To)
	}
	if math.IsInf(t.link.Spare(t.to, geom.Vec{}, geom.Vec{X: 1}), -1) {
		return nil, fault.In("then.to", "node %q has no radio for the link; name another link, or another node", c.Then.To)
	}
	return t, nil
}

// goalOf returns the goal of a task.
func (m *Mission) goalOf(c *TaskConfig, name string) (goal, error) {
	switch {
	case c.Go != nil:
		return &path{points: control.Path{*c.Go}}, m.inWater("go", *c.Go)
	case c.Follow != nil:
		var faults []error
		for i, p := range c.Follow {
			faults = append(faults, m.inWater(fmt.Sprintf("follow[%d]", i), p))
		}
		return &path{points: c.Follow}, errors.Join(faults...)
	case c.Survey != nil:
		return &path{points: c.Survey.lanes()}, fault.Under("survey", errors.Join(m.inWater("from", c.Survey.From), m.inWater("to", c.Survey.To)))
	case c.Observe != nil:
		m.straight(name)
		return m.newObservation(c.Observe)
	case c.Track != nil:
		m.straight(name)
		return m.newPursuit(c.Track)
	case c.Dock != nil:
		return m.newMooring(c.Dock)
	case c.Home:
		return &path{home: true}, nil
	case c.Surface:
		return &vertical{up: true}, nil
	case c.Land:
		return &vertical{}, nil
	}
	return &here{idle: name == "stop"}, nil
}

// straight warns of a task that plans no way and avoids nothing.
func (m *Mission) straight(name string) {
	if m.chart.free != nil || m.guard != nil {
		m.site.Warn("its task %s goes straight, through what is on its map and what its sonar sees: ways are planned, and what is in them is avoided, by go, follow, survey and home; go near by one of them first", name)
	}
}

// inWater checks that a place to go to is in the water, as far as a chart tells.
func (m *Mission) inWater(key string, at geom.Vec) error {
	err := m.wet(at)
	if err == nil {
		err = m.chart.allows(at)
	}
	if err != nil {
		return fault.In(key, "%w", err)
	}
	return nil
}

// wet says why a place is not in the water.
func (m *Mission) wet(at geom.Vec) error {
	switch bottom := m.site.Water().Seabed(at); {
	case at.Z > 0:
		return fmt.Errorf("the place lies %.4g m above the surface; z is up, and negative under water", at.Z)
	case at.Depth() > bottom:
		return fmt.Errorf("the place lies at a depth of %.4g m, where the seabed is at %.4g m; choose one above it", at.Depth(), bottom)
	}
	return nil
}

// after goes on with what is done at the goal, and reports whether all is done.
func (m *Mission) after(t *task, now sim.Time) bool {
	c, dt := &t.config.Then, time.Duration(0)
	if t.last != sim.Never {
		dt = now.Sub(t.last)
	}
	t.last = now
	t.waited += dt
	share := 1.0
	if c.Wait > 0 {
		share = min(1, float64(t.waited)/float64(c.Wait))
	}
	if bits := share * c.Collect; bits > t.took {
		m.book.collect(bits - t.took)
		t.took = bits
	}
	return m.charged(t, now) && m.sent(t, now) && t.waited >= c.Wait
}

// charged goes on with charging, and reports whether that is done.
func (m *Mission) charged(t *task, now sim.Time) bool {
	const rounding = 1e-6
	if t.config.Then.Charge == 0 {
		return true
	}
	if m.battery.Left(now) >= t.config.Then.Charge-rounding {
		m.unplug(t)
		return true
	}
	if !t.plugged {
		t.plugged = true
		m.battery.Plug(true)
	}
	return false
}

// unplug ends what a task does at its place, until it is taken up again.
func (m *Mission) unplug(t *task) {
	if t.plugged {
		t.plugged = false
		m.battery.Plug(false)
	}
	t.last = sim.Never
}

// sent goes on with sending, and reports whether that is done: when all has come, as far as the vehicle knows, or after its ttl.
func (m *Mission) sent(t *task, now sim.Time) bool {
	if t.link == nil {
		return true
	}
	if t.sending == sim.Never {
		t.sending = now
	}
	ttl := t.config.Then.TTL
	if ttl > 0 && now.Sub(t.sending) >= ttl {
		t.unsent = m.book.delivered < m.book.collected
		return true
	}
	return m.book.pump(now, &m.config.Data, t.link, t.to)
}

// path is a way by points to the last of them.
type path struct {
	points control.Path // of the task
	home   bool         // it is the way home
	passed int          // of the points
	line   control.Path // that is swum now: from where the vehicle has set out
	marks  []int        // where on it those points lie that are not passed
	leg    int
}

// begin plans a way to each of the points that are left.
func (p *path) begin(m *Mission, h *helm) error {
	if p.home {
		p.points = control.Path{m.home}
	}
	p.leg, p.marks = 0, p.marks[:0]
	m.guard.forget()
	p.line = append(p.line[:0], h.motion.Position)
	for _, to := range p.points[p.passed:] {
		way, err := m.chart.way(p.line[len(p.line)-1], to)
		if err != nil {
			return err
		}
		p.line = append(p.line, way[1:]...)
		p.marks = append(p.marks, len(p.line)-1)
	}
	return nil
}

func (p *path) steer(m *Mission, h *helm) bool {
	at := h.motion.Position
	aim, leg := p.line.Pursue(p.leg, at, m.config.Ahead)
	for p.leg < leg {
		p.pass()
	}
	from, to := p.line[p.leg], p.line[p.leg+1]
	left := at.Dist(to)
	if way := to.Sub(from); way.Norm() > 0 {
		left = to.Sub(at).Dot(way) / way.Norm()
	}
	switch last := p.leg == len(p.line)-2; {
	case last && at.Dist(to) <= m.config.Reach, last && left <= m.config.Reach && !m.pilot.Sways():
		return true
	case !last && left <= 0:
		p.pass()
	}
	z, slope := aim.Z, 0.0
	if leg := (control.Leg{From: from, To: to}); leg.Length() > m.config.Reach {
		z, slope = leg.Height(at)
	}
	if to, ok := m.guard.around(m, h, aim, to); ok {
		m.swim(h, to, z, slope)
	} else {
		m.face(h, geom.Vec{}, aim, 0) // it waits for a way
	}
	if m.guard.stuck(h.now, p.left(at)) {
		m.missing(p.begin(m, h))
	}
	return false
}

// left returns how far it is along the way to its end, m.
func (p *path) left(at geom.Vec) float64 {
	sum := at.Dist(p.line[p.leg+1])
	for i := p.leg + 1; i < len(p.line)-1; i++ {
		sum += p.line[i].Dist(p.line[i+1])
	}
	return sum
}

// pass goes on to the next leg.
func (p *path) pass() {
	p.leg++
	if p.leg == p.marks[0] {
		p.passed, p.marks = p.passed+1, p.marks[1:]
	}
}

func (p *path) stay(m *Mission, h *helm) { m.hold(h, p.points[len(p.points)-1]) }

func (p *path) place(*helm) (geom.Vec, bool) { return p.points[len(p.points)-1], true }

// here is where the vehicle is when a task begins.
type here struct {
	idle bool // it does not even stay
	at   geom.Vec
	set  bool
}

func (g *here) begin(_ *Mission, h *helm) error {
	if !g.set {
		g.at, g.set = h.motion.Position, true
	}
	return nil
}

func (g *here) steer(m *Mission, h *helm) bool {
	g.stay(m, h)
	at, _ := g.place(h)
	return at.Dist(h.motion.Position) <= m.nearby()
}

func (g *here) stay(m *Mission, h *helm) {
	if g.idle {
		m.body.Command(m.pilot.Stop())
		return
	}
	m.hold(h, g.at)
}

func (g *here) place(h *helm) (geom.Vec, bool) {
	if g.idle {
		return h.motion.Position, true
	}
	return g.at, true
}

// vertical is the way up to the surface, or down to the ground.
type vertical struct {
	up       bool
	at       geom.Vec // where it has begun; then where it has come to
	contacts int      // at the beginning
}

// A vehicle is on the ground with an instrument from grounded on, m. At the surface it is from surfaced on, or where the top of its hull comes
// out of the water: a heavy one gets no further.
const (
	surfaced = 0.5
	grounded = 0.5
)

// surfaced returns the depth of the vehicle at the surface, m.
func (m *Mission) surfaced() float64 {
	if b := m.body.Model(); b != nil {
		return max(surfaced, b.Buoyancy.Z+b.Draught/2)
	}
	return surfaced
}

func (v *vertical) begin(m *Mission, h *helm) error {
	v.at, v.contacts = h.motion.Position, m.site.Contacts()
	return nil
}

func (v *vertical) steer(m *Mission, h *helm) bool {
	at := h.motion.Position
	height, known := m.senses.heightNow()
	if v.up && at.Depth() <= m.surfaced() || !v.up && (known && height <= grounded || m.site.Contacts() > v.contacts) {
		v.at = at
		return true
	}
	speed := m.config.Speed
	if !v.up {
		speed = -speed / 2
	}
	if m.pilot.Sways() && !m.pilot.Pitches() {
		level := v.at
		level.Z = at.Z
		want := autopilot.Toward(at, level, m.config.Speed, m.config.TimeConstant.Seconds())
		want.Z += speed
		m.body.Command(m.pilot.Steer(want.Sub(h.drift), m.course, 0, h.motion, h.through))
		return false
	}
	m.swim(h, at, at.Z+math.Copysign(1e3, speed), 0) // as steep as it can
	return false
}

func (v *vertical) stay(m *Mission, h *helm) {
	if !v.up {
		m.body.Command(m.pilot.Stop())
		return
	}
	m.hold(h, v.at)
}

func (v *vertical) place(h *helm) (geom.Vec, bool) {
	if !v.up { // it lies where it lies
		return h.motion.Position, true
	}
	return v.at, true
}

// isReceiver reports whether a program takes data and says what has come.
func isReceiver(p program.Running) bool {
	_, ok := p.(*Receiver)
	return ok
}
