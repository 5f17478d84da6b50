package ncs

import (
	"math"
	"time"

	"halocline/plant/control"
	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// hull is the body that a vehicle's computer steers.
type hull interface {
	At(t sim.Time) *vehicle.State // which holds until it is looked at again
	Command(in *vehicle.Input)
	Hold()
	Release()
}

// craft is what the computer of a vehicle that docks knows of that vehicle.
type craft interface {
	vehicle.Allocating
	vehicle.Linear
}

// Pilot is the computer of a vehicle that docks. It begins in acoustic mode and
// goes over to the mode of the link that its updates come on.
//
// The vehicle knows its attitude by itself, and its position from the updates. In the scenario
// docking, as in the thesis, updates of the acoustic link steer with low gains towards a waypoint
// ahead, and those of the radio link with high gains straight to the berth. Where a scenario gives
// no gains, both links have those of VehicleConfig.Fitted.
//
// Its tasks are those of the thesis (section 5.1.3): an acoustic and an RF task, released by
// messages, and a periodic orientation task, which applies the forces and moments in acoustic mode.
// They run on a computer of sim/rtos.
//
// In the thesis the station makes the waypoint and sends it as the reference. Here the vehicle makes
// it from the place of its berth. Both know the same positions, so the force is the same.
type Pilot struct {
	Node
	cpu        *rtos.CPU
	config     *VehicleConfig
	hull       hull
	craft      craft
	allocation vehicle.Allocator
	attitude   control.Triple
	gyroGain   geom.Vec // of D, where it takes the rates of gyroscopes; N m s/rad
	missing    control.Missing
	steer      []*steering // acoustic, RF and further links; nil where there is no link
	mode       int
	docked     bool
	switched   sim.Time // when it first went over to the other link; -1 until then

	turning control.TripleState // of the attitude
	heading float64             // wanted, rad
	ahead   geom.Vec            // where the station wants it to head; zero for towards the reference
	force   geom.Vec            // wanted: in the world, or in the body with frame: computed
	moment  geom.Vec            // wanted, in the body frame
	renewed sim.Time            // when the force was computed
	tau     vehicle.Six         // of the two, in the body frame: what the thrusters are asked for
	input   vehicle.Input
	newest  sim.Time // time of the newest measurement that was used
	steered bool     // there was one
	pending pending  // update of the force that was not applied yet

	where     navigation.Estimator  // which says how it is turned
	estimate  navigation.Estimating // the same, where it says where the vehicle is; nil: the last update is all that is known
	fixing    fixing
	fix       navigation.PositionFix // the last one
	aim       geom.Vec               // the berth, by the newest update that corrected the estimate
	made      geom.Quat              // attitude at the beginning
	outside   *outside               // nil: the laws are those of this program
	predictor *predictor             // nil: the vehicle is taken to be where it was measured
}

// pending is an update that waits until the force that it gave is applied.
type pending struct {
	number uint64
	taken  sim.Time
	from   int32
	link   int
	there  bool
}

// steering is position control by the updates of one link.
type steering struct {
	config     *SteerConfig
	name       string
	number     uint8 // of the link in the trace
	zones      control.Zones
	zone       int // whose gains are used, the number of zones beyond the last one; -1 before the first sample
	controller control.Banks
	state      control.BanksState
	requester  *requester
	mail       []program.Mail
	task       *rtos.Task
	quality    quality
}

// newPilot returns the computer of a vehicle and schedules its tasks, one for each link: acoustic, RF and further ones.
// Without an RF link, nil, it has no RF task.
func newPilot(node Node, c *VehicleConfig, hull hull, craft craft, where navigation.Estimator, station int32, home geom.Vec, links ...program.Link) (*Pilot, error) {
	c = c.Fitted(craft)
	p := &Pilot{
		Node: node, config: c, hull: hull, craft: craft, missing: c.Missing.missing(),
		attitude: triple(control.PID{}, *c.Attitude.Kp, c.Attitude.Ki, *c.Attitude.Kd),
		where:    where,
		made:     hull.At(0).Attitude,
		fixing:   fixing{link: -1},
		newest:   -1,
		switched: -1,
	}
	p.estimate, _ = where.(navigation.Estimating)
	if p.estimate != nil {
		p.gyroGain = *c.Attitude.Kd
		p.attitude = triple(control.PID{}, *c.Attitude.Kp, c.Attitude.Ki, geom.Vec{})
	}
	p.heading, _, _ = p.made.Euler()
	axes := []vehicle.Axis{}
	if c.Allocated == "translation" {
		axes = []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Heave, vehicle.Yaw}
	}
	var err error
	if p.allocation, err = craft.Allocate(axes...); err != nil {
		return nil, err
	}
	cpu, err := c.Computer.New(node.Kernel, node.Clock, node.Stream)
	if err != nil {
		return nil, err
	}
	p.cpu = cpu
	p.steer = make([]*steering, len(links))
	for i, s := range c.steers()[:len(links)] {
		if links[i] == nil {
			continue
		}
		if err := p.addLink(cpu, i, &s, links[i], station, home); err != nil {
			return nil, err
		}
	}
	if len(links) > radio && links[radio] != nil {
		p.steer[radio].quality = newQuality(c.Choice, c.RF.Period)
	}
	if c.External != nil {
		return p, nil // with no tasks but those that read
	}
	if p.estimate != nil {
		if err := p.estimateOn(cpu); err != nil {
			return nil, err
		}
	}
	if c.Smith != nil {
		if p.predictor, err = newPredictor(c.Smith, craft); err != nil {
			return nil, err
		}
	}
	_, err = cpu.Add(p.task(c.Attitude.Task, "orientation", c.Attitude.Period, nil, p.orient))
	return p, err
}

// CPU returns the processor that the tasks run on.
func (p *Pilot) CPU() *rtos.CPU { return p.cpu }

// addLink adds the task of a link.
func (p *Pilot) addLink(cpu *rtos.CPU, link int, of *named[SteerConfig], w program.Link, station int32, home geom.Vec) error {
	c := of.config
	s := &steering{config: c, name: of.task, number: w.Number(), zones: c.zones(), zone: -1, controller: c.controllers()}
	s.requester = newRequester(p.Node, w, c.Request, c.Period, station, home)
	task, err := cpu.Add(p.task(c.Task, of.task, 0, nil, func(now sim.Time) { p.read(link, now) }))
	s.task = task
	p.steer[link] = s
	if link == acoustic {
		s.requester.wait(max(p.Kernel.Now(), sim.Time(p.config.Start)))
	}
	return err
}

// Receive takes a message from a link, and releases its task.
func (p *Pilot) Receive(link int, m program.Mail) {
	s := p.steer[link]
	s.mail = append(s.mail, m)
	s.task.Release(p.Kernel.Now())
}

// read is a job of the task of a link: it looks at one message.
func (p *Pilot) read(link int, now sim.Time) {
	s := p.steer[link]
	m := s.mail[0]
	s.mail = append(s.mail[:0], s.mail[1:]...)
	u, ok := m.Body.(*Update)
	if !ok {
		return
	}
	if p.docked || now < sim.Time(p.config.Start) {
		p.reportUpdate(trace.Outdated, &pending{number: m.Number, taken: u.Taken, from: m.From, link: link}, now)
		return
	}
	s.requester.received(u, now)
	s.quality.hear(now)
	p.ahead = u.Ahead
	this := pending{number: m.Number, taken: u.Taken, from: m.From, link: link, there: true}
	if p.outside != nil {
		p.forward(link, m, u, this, now)
		return
	}
	if p.estimate != nil {
		p.correct(link, u, &this, now)
		return
	}
	if u.Taken <= p.newest || !p.listens(link, now) {
		p.reportUpdate(trace.Outdated, &this, now)
		p.leave(link)
		return
	}
	if p.pending.there {
		p.reportUpdate(trace.Outdated, &p.pending, now)
	}
	p.enter(link, now)
	dt := p.gap(s, u, now)
	p.compute(s, p.predictor.place(u, now), u.Reference, dt)
	p.newest, p.renewed, p.steered = u.Taken, now, true
	p.pending = this
	if link != acoustic {
		p.turn(dt)
		p.apply(now)
	}
}

// leave takes note of an update that does not steer. After a late one of the link that
// was left no more are due there.
func (p *Pilot) leave(link int) {
	if link != p.mode && p.config.Choice.By == "arrival" {
		p.steer[link].requester.stop()
	}
}

// listens reports whether the updates of a link are used now.
func (p *Pilot) listens(link int, now sim.Time) bool {
	if p.config.Choice.By == "arrival" || link > radio || len(p.steer) <= radio || p.steer[radio] == nil {
		return true
	}
	good := p.steer[radio].quality.good(now, p.mode == radio)
	return good == (link == radio)
}

// enter goes over to the mode of a link.
func (p *Pilot) enter(link int, now sim.Time) {
	if link == p.mode {
		return
	}
	from, to := p.steer[p.mode], p.steer[link]
	to.state, to.zone = control.BanksState{}, -1
	if p.config.Handover == "carried" {
		to.state = from.state
	}
	from.requester.stop()
	p.mode = link
	if p.switched < 0 {
		p.switched = now
	}
	p.emit(trace.Record{Kind: trace.Switched, Link: to.number, Peer: trace.None})
}

// gap returns the time between two samples that the controllers reckon with. With
// a predictor a sample is of the moment at which it comes.
func (p *Pilot) gap(s *steering, u *Update, now sim.Time) time.Duration {
	switch {
	case s.config.Sampling != "elapsed" || !p.steered:
		return s.config.Period
	case p.predictor != nil:
		return now.Sub(p.renewed)
	}
	return u.Taken.Sub(p.newest)
}

// compute finds the force for a vehicle that is at a place: equations 4.1 to 4.4 on the
// error to the waypoint.
func (p *Pilot) compute(s *steering, at, berth geom.Vec, dt time.Duration) {
	aim := berth
	switch ahead := *s.config.Waypoint; {
	case ahead > 0 && s.config.Beyond:
		if r := at.Dist(aim); r > 0 {
			aim = at.Add(aim.Sub(at).Scale(ahead / r))
		}
	case ahead > 0:
		aim = control.Waypoint(at, aim, ahead)
	}
	if s.zone < 0 {
		s.zone = s.zones.Set(len(s.zones.Limits), at.Dist(berth))
		s.state = s.state.Begin(s.zone)
	}
	s.zone = s.zones.Set(s.zone, at.Dist(berth))
	s.state, p.force = s.controller.Step(s.state, s.zone, aim.Sub(at), at, dt)
	if p.config.Frame == "computed" {
		p.force = p.toBody(p.force)
	}
	switch a := &p.config.Attitude; {
	case a.Heading != "berth":
	case p.ahead != (geom.Vec{}):
		p.heading = control.Heading(geom.Vec{}, p.ahead, p.heading)
	case math.Hypot(berth.X-at.X, berth.Y-at.Y) > a.Within:
		p.heading = control.Heading(at, berth, p.heading)
	}
}

// orient is a job of the orientation task, which works in acoustic mode. In RF mode
// it only takes back a force that is not renewed in time.
func (p *Pilot) orient(now sim.Time) {
	if !p.steered || p.docked || p.mode != acoustic && p.missing.Weight(now.Sub(p.renewed)) == 1 {
		return
	}
	p.turn(p.config.Attitude.Period)
	p.apply(now)
}

// turn finds the moment from the Euler angles. Of a vehicle that reckons D takes the rates of its
// gyroscopes: near the level these are those of the angles, whose differences are far noisier.
func (p *Pilot) turn(dt time.Duration) {
	attitude, rate := p.turned(p.Kernel.Now())
	yaw, pitch, roll := attitude.Euler()
	yaw = control.Unwrap(p.heading, yaw)
	have := geom.Vec{X: roll, Y: pitch, Z: yaw}
	p.turning, p.moment = p.attitude.Step(p.turning, geom.Vec{Z: p.heading}.Sub(have), have, dt)
	if g := p.gyroGain; g != (geom.Vec{}) {
		p.moment = p.moment.Sub(geom.Vec{X: g.X * rate.X, Y: g.Y * rate.Y, Z: g.Z * rate.Z})
	}
}

// apply gives the wanted force and moment to the thrusters.
func (p *Pilot) apply(now sim.Time) {
	f := p.force
	if p.config.Frame == "applied" {
		f = p.toBody(f)
	}
	f = f.Scale(p.missing.Weight(now.Sub(p.renewed)))
	p.tau = vehicle.Six{f.X, f.Y, f.Z, p.moment.X, p.moment.Y, p.moment.Z}
	p.allocation.Thrusts(&p.tau, &p.input)
	p.hull.Command(&p.input)
	p.reportShortfall(f)
	p.predictor.record(now, p.hull.At(now).Attitude, &p.input)
	if p.pending.there {
		p.reportUpdate(trace.Used, &p.pending, now)
	}
}

// reportShortfall tells an I that adds up what the thrusters do not give of a force in the body frame.
func (p *Pilot) reportShortfall(asked geom.Vec) {
	s := p.steer[p.mode]
	if s.config.Integral == "per-sample" {
		return
	}
	const rounding = 1e-6 // of the force
	attitude, _ := p.turned(p.Kernel.Now())
	short := attitude.Rotate(asked.Sub(p.craft.Force(&p.input)))
	for i, x := range [3]float64{short.X, short.Y, short.Z} {
		if math.Abs(x) <= rounding*asked.Norm() {
			x = 0
		}
		s.state[i].PID.Short = x
	}
}

// toBody turns a vector of the world into the vehicle's frame, as it takes itself to be
// turned.
func (p *Pilot) toBody(v geom.Vec) geom.Vec {
	attitude, _ := p.turned(p.Kernel.Now())
	return attitude.RotateInverse(v)
}

// reportUpdate says what became of an update.
func (p *Pilot) reportUpdate(kind trace.Kind, u *pending, now sim.Time) {
	p.emit(trace.Record{Kind: kind, Link: p.steer[u.link].number, Peer: u.from, Pkt: u.number, Value: now.Sub(u.taken).Seconds()})
	u.there = false
}

// stop ends the work of the computer: the vehicle is docked, and an update whose
// force was not applied yet comes too late.
func (p *Pilot) stop(now sim.Time) {
	p.docked = true
	if p.pending.there {
		p.reportUpdate(trace.Outdated, &p.pending, now)
	}
	for _, s := range p.steer {
		if s != nil {
			s.requester.stop()
		}
	}
	p.force, p.moment, p.input = geom.Vec{}, geom.Vec{}, vehicle.Input{}
	p.hull.Command(&p.input)
	if p.outside != nil {
		p.outside.drive.Block(true)
	}
}

// resume goes on where stop ended the work, with the next update.
func (p *Pilot) resume(now sim.Time) {
	p.docked, p.steered = false, false
	if p.outside != nil {
		p.outside.drive.Block(false)
	}
	for _, s := range p.steer {
		if s != nil {
			s.state, s.zone = control.BanksState{}, -1
		}
	}
	if s := p.steer[acoustic]; s != nil {
		s.requester.wait(now)
	}
}

// Force returns the force in N that the position control wants, its length.
func (p *Pilot) Force() float64 { return p.force.Norm() }

// switchedAt returns when the vehicle first went over to the RF link; -1 if it has not.
func (p *Pilot) switchedAt() sim.Time { return p.switched }

// lastUsed returns when the last update was used; -1 if none was.
func (p *Pilot) lastUsed() sim.Time {
	if !p.steered {
		return -1
	}
	return p.renewed
}

// linkNumber returns the number in the trace of the link whose updates steer.
func (p *Pilot) linkNumber() uint8 { return p.steer[p.mode].number }

// quality is how good a link is: the fraction of the last periods with an update.
type quality struct {
	config ChoiceConfig
	period time.Duration
	times  []sim.Time // of the last updates, a ring
	next   int
}

func newQuality(c ChoiceConfig, period time.Duration) quality {
	q := quality{config: c, period: period, times: make([]sim.Time, c.Window)}
	for i := range q.times {
		q.times[i] = math.MinInt64
	}
	return q
}

// hear takes note of an update.
func (q *quality) hear(now sim.Time) {
	if len(q.times) > 0 {
		q.times[q.next] = now
		q.next = (q.next + 1) % len(q.times)
	}
}

// good reports whether the link is good enough to be used, or to be kept.
func (q *quality) good(now sim.Time, used bool) bool {
	heard := 0
	since := now.Add(-time.Duration(len(q.times)) * q.period)
	for _, t := range q.times {
		if t > since {
			heard++
		}
	}
	need := q.config.Enter
	if used {
		need = q.config.Leave
	}
	return float64(heard) >= need*float64(len(q.times))
}
