package formation

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"halocline/plant/autopilot"
	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// Steers implements program.Steering.
func (c *Config) Steers() navigation.Use {
	return navigation.Use{Config: c.Navigation, Begins: true}
}

// Cruise implements program.Cruising.
func (c *Config) Cruise() float64 { return c.Field.Speed }

// Install makes the computer of a vehicle.
func (c *Config) Install(site program.Site) (program.Running, error) {
	body := site.Body()
	if body == nil {
		return nil, fmt.Errorf("node %q is no vehicle; give it one, as in vehicle: modular-six", site.Name())
	}
	if f := c.Navigation.Fixing(); f != (navigation.FixesConfig{}) {
		return nil, fault.In("navigation.fixes", "a vehicle of a formation has no fixes that come over a link; leave them out")
	}
	m := &Member{config: c, site: site, body: body, where: site.Navigation(), leads: -1}
	names, err := m.findMembers()
	if err != nil {
		return nil, err
	}
	if err := m.build(len(names)); err != nil {
		return nil, err
	}
	if err := m.connect(names); err != nil {
		return nil, err
	}
	if c.Fix != nil {
		m.fixes = site.Stream("fix")
		site.Warn("its fix has the law of the paper, which is no noise about 0: along x and y each it is off by %.4g m in the mean; leave fix out if that is not meant", c.Fix.bias())
	}
	m.warn()
	m.warnDeaf()
	return m, m.schedule()
}

// findMembers finds the addresses of the members, and returns their names.
func (m *Member) findMembers() ([]string, error) {
	names, key := slices.Clone(m.config.Members), "members"
	if names == nil {
		i, of := m.site.Place()
		if of == 1 {
			return nil, fault.In(key, "node %q is alone in its group, and a formation has two vehicles or more; name all of its nodes, as in members: [auv1, auv2]", m.site.Name())
		}
		stem := strings.TrimSuffix(m.site.Name(), fmt.Sprint(i+1))
		for k := range of {
			names = append(names, fmt.Sprint(stem, k+1))
		}
	}
	m.index = slices.Index(names, m.site.Name())
	switch {
	case m.index < 0:
		return nil, fault.In(key, "node %q is none of the members; add it", m.site.Name())
	case len(names) < 2:
		return nil, fault.In(key, "a formation has two vehicles or more; this has one")
	}
	for i, name := range names {
		if i == m.index {
			continue
		}
		addr, err := m.site.Node(name)
		if err != nil {
			return nil, fault.In(key, "%w", err)
		}
		if name == m.config.Leader {
			m.leads = len(m.others)
		}
		side := 1.0 // it comes before
		if i > m.index {
			side = -1
		}
		m.others = append(m.others, other{addr: addr, name: name, side: side})
	}
	if m.config.Leader != "" && m.leads < 0 {
		return nil, fault.In("leader", "%q is none of the other members; name one of them", m.config.Leader)
	}
	return names, nil
}

// build makes the structure and the pilot.
func (m *Member) build(n int) (err error) {
	c := m.config
	s := structure{path: c.Path, speed: c.Speed}
	if s.slots, err = c.Shape.slots(n); err != nil {
		return err
	}
	if m.led() >= 0 {
		first := s.slots[0]
		s.slots = slices.Clone(s.slots)
		for i := range s.slots {
			s.slots[i] = s.slots[i].Sub(first)
		}
	}
	if c.Target != nil {
		s.target, s.around = *c.Target, ring(n, c.Around.Radius, c.Around.First)
	}
	m.structure, m.frame.slots = s, s.slots
	m.slots, m.chosen, m.known = make([]int, n), make([]geom.Vec, n), make([]bool, n)
	for i := range m.slots {
		m.slots[i] = i
	}
	if led := m.led(); led > 0 { // by order the leader has the first point too
		for i := range led {
			m.slots[i] = i + 1
		}
		m.slots[led] = 0
	}
	if c.Assign == byDistance {
		m.assign = newAssignment(n, max(n, len(s.slots)))
	}
	m.pilot, err = autopilot.For(m.body.Dynamics(), c.Field.Speed, 1/c.TimeConstant.Seconds(), c.Period)
	if err != nil {
		return err
	}
	if !m.pilot.Sways() || m.pilot.Pitches() {
		return errors.New("a vehicle of a formation holds a place, and this one does not go aside and up by itself; give it one that does, as in vehicle: modular-six or dynamics: point")
	}
	start, ok := m.where.Motion(0)
	if !ok {
		return errors.New("a formation begins where the vehicle takes itself to be, and it does not know that at the beginning of the run")
	}
	m.heading, _, _ = start.Attitude.Euler()
	return nil
}

// connect takes the link, and finds what others of the formation share for measurements.
func (m *Member) connect(names []string) error {
	for i := range m.others {
		peer, err := m.site.Peer(m.others[i].name)
		if errors.Is(err, program.ErrNone) {
			m.site.Warn("%s is a member of its formation and runs no program, so that it keeps no point and tells nobody where it is; give it the same run, or leave it out of members", m.others[i].name)
		}
		if err != nil { // it comes later, and compares then
			continue
		}
		p, ok := peer.(*Member)
		if !ok || !slices.Equal(p.flock.names, names) {
			return fault.In("members", "node %q is a member of this formation and not of the same one: give all the same run, or the same list of members in the same order", m.others[i].name)
		}
		m.flock = p.flock
	}
	if m.flock == nil {
		m.flock = &flock{names: names, members: make([]*Member, len(names)), separation: farthest, begin: m.site.Warmup()}
	}
	m.flock.members[m.index] = m
	if m.config.Neighbours.By == byTruth {
		return nil
	}
	return m.join(&m.config.Neighbours)
}

// join takes the link.
func (m *Member) join(c *NeighboursConfig) (err error) {
	if m.to = trace.None; c.To != "" && c.To != m.site.Name() {
		if m.to, err = m.site.Node(c.To); err != nil {
			return fault.In("neighbours.to", "%w", err)
		}
	}
	link, err := m.site.Link(c.By)
	if err != nil {
		return fault.In("neighbours.by", "%v", err)
	}
	if m.to != trace.None && math.IsInf(link.Spare(m.to, geom.Vec{}, geom.Vec{X: 1}), -1) {
		return fault.In("neighbours.to", "node %q has no radio for the link %s; name another node, or another link", c.To, c.By)
	}
	m.link, m.telling = link, m.site.Stream("tell")
	if err := link.Handle("", m.hear); err != nil {
		return fault.In("neighbours.by", "%v", err)
	}
	if c.Overhear {
		if err := link.Overhear("", m.hear); err != nil {
			return fault.In("neighbours.overhear", "%v", err)
		}
	}
	return link.Outcomes("", func(uint64, program.Outcome) { m.waiting = false })
}

// schedule makes the tasks.
func (m *Member) schedule() (err error) {
	c, stream := m.config, program.Streams(m.site)
	m.cpu, err = c.Computer.New(m.site.Kernel(), m.site.Clock(), stream)
	if err != nil {
		return err
	}
	if _, err = m.cpu.Add(c.Task.Task(stream, "steer", c.Period, m.see, m.step)); err != nil || m.link == nil {
		return err
	}
	m.late = m.site.Kernel().NewTimer(sim.Control, m.send)
	task := c.Neighbours.Task.Task(stream, "tell", c.Neighbours.Every, nil, m.tell)
	task.Offset = time.Duration(m.telling.Float64() * float64(c.Neighbours.Every))
	_, err = m.cpu.Add(task)
	return err
}

// warn warns of what is hardly meant so.
func (m *Member) warn() {
	c := m.config
	at := m.body.At(0).Position
	for i, p := range m.flock.members {
		if p != nil && p != m && p.body.At(0).Position == at {
			m.site.Warn("it begins where another vehicle of its formation does (number %d of its members), and they push each other away along x; have them begin apart", i+1)
		}
	}
	if c.Target != nil {
		m.warnTarget(*c.Target)
	}
	if m.link != nil && (c.Target != nil && beyond(*c.Target) || beyond(at) || slices.ContainsFunc(c.Path, beyond)) {
		m.site.Warn("it begins at, or goes to, a place that is further than %.1f km from the origin of the world along an axis, which its packets cannot say; put the origin nearer", furthestAt/1e3)
	}
	dry := func(p geom.Vec) bool { return p.Z > 0 || p.Depth() > m.site.Water().Seabed(p) }
	if i := slices.IndexFunc(c.Path, dry); i >= 0 {
		m.site.Warn("point %d of its path lies above the surface or in the ground; z is up, and negative under water", i+1)
	}
	m.warnSpeed()
	program.WarnOfCurrent(m.site, at, "field.speed", c.Field.Speed)
	m.warnPoints()
	if n := c.Neighbours; m.link != nil && n.Forget <= n.Every {
		m.site.Warn("it forgets others after %v, and they tell it where they are every %v, so that it mostly knows of none; make neighbours.forget longer", n.Forget, n.Every)
	}
}

// warnTarget warns of a target that is not in the water.
func (m *Member) warnTarget(t geom.Vec) {
	if t.Z > 0 {
		m.site.Warn("its target lies %.4g m above the surface; z is up, and negative under water", t.Z)
	}
	if bottom := m.site.Water().Seabed(t); t.Depth() > bottom {
		m.site.Warn("its target lies at a depth of %.4g m, where the seabed is at %.4g m; put it higher", t.Depth(), bottom)
	}
}

// warnSpeed warns of a frame that the vehicle cannot follow, and of a speed that it does not reach.
func (m *Member) warnSpeed() {
	c, top := m.config, m.pilot.Fastest()
	switch {
	case len(c.Path) > 0 && c.Speed >= c.Field.Speed:
		m.site.Warn("the frame moves at %.4g m/s, and field.speed lets a vehicle go at %.4g m/s at most, so that it falls behind; move the frame slower", c.Speed, c.Field.Speed)
	case c.Field.Speed > top:
		m.site.Warn("it is to go at up to %.4g m/s, and by the drag along surge its thrusters give it %.4g m/s at most; make field.speed less", c.Field.Speed, top)
	}
}

// warnDeaf warns of members whom packets of others do not reach, once all are there who run a program.
func (m *Member) warnDeaf() {
	for i, p := range m.flock.members {
		if p != nil {
			continue
		}
		if _, err := m.site.Peer(m.flock.names[i]); !errors.Is(err, program.ErrNone) {
			return
		}
	}
	for _, p := range m.flock.members {
		if p == nil || p.link == nil || p.config.Neighbours.Overhear {
			continue
		}
		deaf := 0
		for _, q := range m.flock.members {
			if q != nil && q != p && q.link != nil && q.to != trace.None && q.to != p.site.Addr() {
				deaf++
			}
		}
		if deaf > 0 {
			p.site.Warn("the packets of %d of the other vehicles of its formation go to another node alone, and it does not overhear them, so that it does not know where those are; write overhear: true, or leave out to", deaf)
		}
	}
}

// warnPoints warns of points from which vehicles push each other away, and of those at which no hunt succeeds.
func (m *Member) warnPoints() {
	within := 0.0
	if m.config.Field.Repel > 0 {
		within = m.config.Field.Within
	}
	warn := func(key string, points []geom.Vec, least float64, do string) {
		apart := math.Inf(1)
		for i, p := range points {
			for _, q := range points[:i] {
				apart = min(apart, p.Dist(q))
			}
		}
		if apart < least*(1-1e-9) {
			m.site.Warn("%s: two of the points are %.3g m apart, and vehicles stay no nearer to each other than %.3g m (field.within, and %.3g m for hunt_success); "+do, key, apart, least, huntsApart, least/apart)
		}
	}
	warn("shape", m.structure.slots, within, "set the points %.3g times as far apart, or make field.within less")
	warn("around.radius", m.structure.around, max(within, huntsApart), "make the radius %.3g times as large, or within less")
}

// Offers implements program.Offering.
func (m *Member) Offers() (link uint8, bits int, every time.Duration) {
	if m.link == nil {
		return 0, 0, 0
	}
	return m.link.Number(), m.config.Neighbours.Size, m.config.Neighbours.Every
}
