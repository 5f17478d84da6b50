package formation

import (
	"math"
	"time"

	"halocline/plant/autopilot"
	"halocline/plant/control"
	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/rtos"
)

// Member is the computer of a vehicle in a formation.
type Member struct {
	config    *Config
	site      program.Site
	body      program.Body
	where     program.Estimator
	cpu       *rtos.CPU
	pilot     autopilot.Pilot
	structure structure
	index     int // in the order of members
	leads     int // among others; -1 for nobody
	others    []other
	chosen    []geom.Vec // of all members, where they are known to be
	known     []bool
	assign    *assignment
	slots     []int // of all members, as this one takes them to be
	frame     frame // newest
	heading   float64
	link      program.Link // nil with the truth
	to        int32        // node to which its packets go
	fixes     *rng.Stream
	telling   *rng.Stream
	late      *sim.Timer
	waiting   bool // its last packet has not been sent
	waitsFrom sim.Time
	flock     *flock
	sums      sums

	motion vehicle.Motion // at the beginning of the job
	at     geom.Vec       // where the vehicle took itself to be then
	drift  geom.Vec       // of the water
	knows  bool           // where it was
}

// sums is what a vehicle counts of what it knows.
type sums struct {
	age           float64 // of all neighbours in all steps, s
	heard         float64 // neighbours in all steps
	lost          float64
	due, withheld int
}

// CPU implements program.Running.
func (m *Member) CPU() *rtos.CPU { return m.cpu }

// read returns where the vehicle takes itself to be.
func (m *Member) read(now sim.Time) (*vehicle.Motion, geom.Vec, bool) {
	motion, known := m.where.Motion(now)
	if !known {
		return nil, geom.Vec{}, false
	}
	at := motion.Position
	if f := m.config.Fix; f != nil {
		bell := func() float64 { mu := m.fixes.Normal(); return f.A * math.Exp(-mu*mu/(2*f.C*f.C)) }
		at.X += bell()
		at.Y += bell()
	}
	return motion, at, true
}

// see is what a job of the task that steers begins with: it takes note of what is known now.
func (m *Member) see(now sim.Time) {
	motion, at, known := m.read(now)
	if m.knows = known; !known {
		return
	}
	m.motion, m.at = *motion, at
	m.drift, _ = m.where.Current(now)
	m.look(now)
	m.setFrame(now)
}

// step is the rest of that job: it acts on what was known.
func (m *Member) step(sim.Time) {
	if !m.knows {
		m.body.Command(m.pilot.Stop())
		return
	}
	motion, at := &m.motion, m.at
	m.share(at)
	var point *geom.Vec
	most := m.config.Field.Speed
	if m.frame.known {
		p := m.frame.place(m.slots[m.index])
		point = &p
		most = m.config.Field.limit(p.Dist(at), m.furthest(p.Dist(at)))
	}
	v := saturated(m.config.Field.velocity(at, point, m.others), most)
	if math.Hypot(v.X, v.Y) > turnsFrom {
		m.heading = control.Heading(v, geom.Vec{}, m.heading)
	}
	m.body.Command(m.pilot.Steer(v.Sub(m.drift), m.heading, 0, motion, motion.WorldVelocity().Sub(m.drift)))
}

// turnsFrom is the speed from which on a vehicle heads where it goes, m/s, and above which a leader's packets say where it heads.
const turnsFrom = 0.05

// look finds where the others are now, by what is known of them.
func (m *Member) look(now sim.Time) {
	local := m.site.Clock().Local(now)
	counted := 1.0
	if now < m.site.Warmup() {
		counted = 0
	}
	for i := range m.others {
		o := &m.others[i]
		if m.link == nil {
			o.heard, o.packet = m.flock.truth(o.addr, now)
			o.packet.stamp = local
		}
		age := max(0, local.Sub(o.packet.stamp))
		o.at = o.packet.at
		if m.config.Neighbours.Predict == byVelocity {
			o.at = o.at.Add(o.packet.velocity.Scale(age.Seconds()))
		}
		o.counts = o.heard && age < m.config.Neighbours.Forget
		if o.counts {
			m.sums.age += counted * age.Seconds()
			m.sums.heard += counted
		} else {
			m.sums.lost += counted
		}
	}
}

// setFrame finds where the frame is. That of a leader of whom nothing is known, or nothing any more, is unknown.
func (m *Member) setFrame(now sim.Time) {
	if m.leads < 0 {
		m.frame = m.structure.at(m.site.Clock().Local(now).Seconds())
		return
	}
	o := &m.others[m.leads]
	m.frame.known, m.frame.origin = o.counts, o.at
	if v := o.packet.velocity; math.Hypot(v.X, v.Y) > turnsFrom {
		m.frame.heading = math.Atan2(v.Y, v.X)
	}
}

// share finds who takes which point: the least sum of distances of all that were ever heard, and a tie goes to the order of
// members. Who was never heard takes what is left.
func (m *Member) share(at geom.Vec) {
	if m.assign == nil || !m.frame.known {
		return
	}
	for i := range m.chosen {
		o := i
		switch {
		case i == m.index:
			m.chosen[i], m.known[i] = at, true
			continue
		case i > m.index:
			o--
		}
		m.chosen[i], m.known[i] = m.others[o].at, m.others[o].heard
	}
	led := m.led()
	tie := m.assign.tie()
	for i := range m.chosen {
		for j := range m.assign.columns {
			cost := -tie * float64(i*j)
			switch {
			case j >= len(m.frame.slots), led >= 0 && (i == led) != (j == 0):
				cost = never
			case m.known[i]:
				cost += m.chosen[i].Dist(m.frame.place(j))
			}
			m.assign.set(i, j, cost)
		}
	}
	copy(m.slots, m.assign.solve())
}

// never is what it costs that the leader takes another point than the first.
const never = 1e9

// led returns the place of the leader in the order of members; -1 for none.
func (m *Member) led() int {
	switch {
	case m.config.Role == leader:
		return m.index
	case m.leads < 0:
		return -1
	case m.leads >= m.index:
		return m.leads + 1
	}
	return m.leads
}

// furthest returns how far the furthest of all that are known is from its point, m.
func (m *Member) furthest(own float64) float64 {
	for i := range m.others {
		if o := &m.others[i]; o.counts {
			at := i
			if at >= m.index {
				at++
			}
			own = max(own, o.at.Dist(m.frame.place(m.slots[at])))
		}
	}
	return own
}

// tell is a job of the task that sends: a little later, and not while the packet before still waits.
func (m *Member) tell(now sim.Time) {
	m.late.Arm(now.Add(time.Duration(m.telling.Float64() * float64(m.config.Neighbours.Jitter))))
}

// send sends a packet to everybody.
func (m *Member) send(now sim.Time) {
	motion, at, known := m.read(now)
	if !known || m.site.Down() {
		return
	}
	count := func(of *int) {
		if now >= m.site.Warmup() {
			*of++
		}
	}
	count(&m.sums.due)
	if m.waiting && now.Sub(m.waitsFrom) < m.config.Neighbours.Forget {
		count(&m.sums.withheld)
		return
	}
	told := packet{at: at, velocity: motion.WorldVelocity(), stamp: m.site.Clock().Local(now)}.rounded()
	m.waiting, m.waitsFrom = true, now
	if _, err := m.link.Send(m.to, program.Message{Bits: m.config.Neighbours.Size, Body: &told}); err != nil {
		m.waiting = false
		count(&m.sums.withheld)
	}
}

// hear takes a packet of another.
func (m *Member) hear(mail program.Mail) {
	p, ok := mail.Body.(*packet)
	if !ok {
		return
	}
	for i := range m.others {
		if o := &m.others[i]; o.addr == mail.From && (!o.heard || p.stamp > o.packet.stamp) {
			o.heard, o.packet = true, *p
		}
	}
}

// wanted returns the distance that this vehicle takes to be wanted between two members.
func (m *Member) wanted(i, j int) float64 {
	if !m.frame.known {
		return math.NaN()
	}
	return m.frame.slots[m.slots[i]].Dist(m.frame.slots[m.slots[j]])
}
