package plant

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// Contacts pushes bodies apart, and away from the bottom and from things. While nothing is near it looks around now and then;
// while something touches it is an event of its own, many times in each swing of the contact, that sees all bodies at one
// instant. So results do not depend on the order of bodies, and what one body gets the other one
// gives.
//
// A force is held from one event to the next, and is that of where the bodies will be half way, which keeps
// energy as a leapfrog does.
type Contacts struct {
	kernel  *sim.Kernel
	floor   Floor
	things  []Thing
	began   func(*Touch)
	ended   func(*Touch)
	members []*member

	near   []pair   // what may touch before the next look around
	around sim.Time // when that is
}

// member is a body with its hull, as it is at the event under way.
type member struct {
	Hull
	body    *Body
	index   int
	reach   float64 // of the hull from the origin, m
	state   vehicle.Motion
	speed   float64 // that no part of the hull exceeds, m/s
	push    vehicle.Six
	pushed  bool // a load acts
	touches []touch
	seen    sim.Time // when it was looked at
}

// pair is a body and what it may touch.
type pair struct {
	a     *member
	b     *member // nil where other is no body
	other int
}

// touch is a contact under way, of a point, or of the whole hull with another body.
type touch struct {
	Touch
	point int // of the body, or whole
	push  geom.Vec
	side  int // of the thing, by which it came in
}

// whole is the point of a touch of two bodies.
const whole = -1

// lookAround is how long the pairs hold that may touch, and mostPush is how fast bodies may speed up meanwhile.
const (
	lookAround = 200 * time.Millisecond
	mostPush   = 15.0 // m/s2, gravity in the air and a strong thruster
)

// shortest is the shortest step of a contact; one that needs shorter ones ends the run.
const shortest = 10 * time.Microsecond

// NewContacts makes it, for a water with a bottom or without (nil). It tells of each touch as it begins and as it
// ends. Add things and bodies, then Start it, after all of them were made.
func NewContacts(k *sim.Kernel, floor Floor, began, ended func(*Touch)) *Contacts {
	return &Contacts{kernel: k, floor: floor, began: began, ended: ended}
}

// AddThing takes a thing.
func (c *Contacts) AddThing(t Thing) { c.things = append(c.things, t) }

// Idle reports that nothing can touch anything.
func (c *Contacts) Idle() bool {
	return len(c.members) == 0 || len(c.members) == 1 && c.floor == nil && len(c.things) == 0
}

// Add takes a body.
func (c *Contacts) Add(b *Body, h Hull) {
	m := &member{Hull: h, body: b, index: len(c.members), seen: -1}
	for _, p := range h.Points {
		m.reach = max(m.reach, p.Norm())
	}
	m.reach = max(m.reach, h.Capsule.From.Norm()+h.Capsule.Radius, h.Capsule.To.Norm()+h.Capsule.Radius)
	c.members = append(c.members, m)
}

// Start begins to look, now.
func (c *Contacts) Start() {
	c.around = c.kernel.Now()
	c.kernel.At(c.around, sim.Plant, c)
}

// Overlap is a body that begins in something.
type Overlap struct {
	Body, Other int     // as in a Touch
	Depth       float64 // m
}

// Overlaps returns what bodies begin in now, so deep that it would push them out with more than ten times their weight on land.
func (c *Contacts) Overlaps() []Overlap {
	const land = 9.80665 // m/s2
	c.lookAround(c.kernel.Now())
	var all []Overlap
	for i := range c.near {
		p := &c.near[i]
		depth := c.depth(p)
		if law := p.a.Law; law.Normal(depth, 0) > 10*p.a.Mass*land {
			all = append(all, Overlap{Body: p.a.index, Other: p.other, Depth: depth})
		}
	}
	return all
}

// depth returns how deep a pair is in each other, also where a thing that is thinner than the body stands between two points
// of it.
func (c *Contacts) depth(p *pair) float64 {
	depth := 0.0
	c.spots(p, 0, func(_ int, s spot) { depth = max(depth, -s.distance) })
	if p.other >= Bottom {
		return depth
	}
	for _, from := range p.a.Points {
		start, _ := p.a.point(from)
		for _, to := range p.a.Points {
			end, _ := p.a.point(to)
			distance, _, _ := c.things[Bottom-1-p.other].comesTo(start, end)
			depth = max(depth, -distance)
		}
	}
	return depth
}

// Close ends what touches when the run does.
func (c *Contacts) Close(now sim.Time) {
	for _, m := range c.members {
		for i := range m.touches {
			m.touches[i].To = now
			c.ended(&m.touches[i].Touch)
		}
		m.touches = nil
	}
}

// Fire looks at what is near, and has forces act. The kernel calls it.
func (c *Contacts) Fire(now sim.Time) {
	if now >= c.around {
		c.lookAround(now)
	}
	step, wait := c.pace(now)
	for _, m := range c.members {
		m.push = vehicle.Six{}
	}
	if step > 0 {
		if step < shortest {
			c.kernel.Fail(fmt.Errorf("a contact needs steps of %v: make it softer, or the bodies slower", step))
			return
		}
		for i := range c.near {
			c.touch(&c.near[i], now, step)
		}
		wait = min(wait, step)
	}
	for _, m := range c.members {
		if zero := m.push == (vehicle.Six{}); !zero || m.pushed {
			m.body.Load(m.push)
			m.pushed = !zero
		}
	}
	c.kernel.At(min(now.Add(wait), c.around), sim.Plant, c)
}

// lookAround finds what may touch before the next look: along x the reaches of bodies are sorted, and those that overlap
// compared.
func (c *Contacts) lookAround(now sim.Time) {
	c.around = now.Add(lookAround)
	const s = float64(lookAround) / float64(time.Second)
	all := slices.Clone(c.members)
	for _, m := range all {
		m.look(now)
	}
	far := func(m *member) float64 { return m.reach + m.speed*s + mostPush*s*s/2 }
	c.near = c.near[:0]
	slices.SortStableFunc(all, func(a, b *member) int {
		return cmp.Compare(a.state.Position.X-far(a), b.state.Position.X-far(b))
	})
	for i, a := range all {
		for _, b := range all[i+1:] {
			if b.state.Position.X-far(b) > a.state.Position.X+far(a) {
				break
			}
			if a.state.Position.Dist(b.state.Position) < far(a)+far(b) {
				first, second := a, b
				if first.index > second.index {
					first, second = second, first
				}
				c.near = append(c.near, pair{first, second, second.index})
			}
		}
		c.nearThings(a, far(a))
	}
	slices.SortFunc(c.near, func(p, q pair) int {
		return cmp.Or(cmp.Compare(p.a.index, q.a.index), cmp.Compare(p.other, q.other))
	})
}

// nearThings adds the bottom and the things that a body may come to.
func (c *Contacts) nearThings(m *member, far float64) {
	at := m.state.Position
	if c.floor != nil && !m.Bottomless {
		if height, normal := c.floor.Floor(at); (at.Z-height)*normal.Z < far {
			c.near = append(c.near, pair{a: m, other: Bottom})
		}
	}
	for i, t := range c.things {
		if d, _, _ := t.Solid.Near(at); d < far {
			c.near = append(c.near, pair{a: m, other: Bottom - 1 - i})
		}
	}
}

// look finds how a body moves now.
func (m *member) look(now sim.Time) {
	m.seen = now
	m.state = m.body.At(now).Motion
	v := &m.state.Velocity
	linear, turn := geom.Vec{X: v[0], Y: v[1], Z: v[2]}, geom.Vec{X: v[3], Y: v[4], Z: v[5]}
	m.speed = linear.Norm() + turn.Norm()*m.reach
}

// point returns where a point of the body frame is, and how fast it moves, in the world.
func (m *member) point(at geom.Vec) (place, velocity geom.Vec) {
	v := &m.state.Velocity
	linear, turn := geom.Vec{X: v[0], Y: v[1], Z: v[2]}, geom.Vec{X: v[3], Y: v[4], Z: v[5]}
	return m.state.Position.Add(m.state.Attitude.Rotate(at)), m.state.Attitude.Rotate(linear.Add(turn.Cross(at)))
}

// apply adds a force in the world that acts at a place.
func (m *member) apply(force, at geom.Vec) {
	f := m.state.Attitude.RotateInverse(force)
	r := m.state.Attitude.RotateInverse(at.Sub(m.state.Position))
	t := r.Cross(f)
	for i, v := range [6]float64{f.X, f.Y, f.Z, t.X, t.Y, t.Z} {
		m.push[i] += v
	}
}

// felt returns the mass that a push at a place along a direction meets, kg.
func (m *member) felt(at, along geom.Vec) float64 {
	n := m.state.Attitude.RotateInverse(along)
	j := m.state.Attitude.RotateInverse(at.Sub(m.state.Position)).Cross(n)
	return 1 / (1/m.Mass + j.X*j.X/m.Inertia.X + j.Y*j.Y/m.Inertia.Y + j.Z*j.Z/m.Inertia.Z)
}

// pace returns how long a step of what touches may be, 0 where nothing does, and how long nothing else will.
func (c *Contacts) pace(now sim.Time) (step, wait time.Duration) {
	wait = lookAround
	for i := range c.near {
		p := &c.near[i]
		p.a.lookOnce(now)
		if p.b != nil {
			p.b.lookOnce(now)
			if gap := p.a.state.Position.Dist(p.b.state.Position) - p.a.reach - p.b.reach; gap > 0.1 {
				wait = min(wait, comes(gap, p.a.speed+p.b.speed))
				continue
			}
			c.hurry(&step, &wait, c.spotOfBodies(p, 0))
			continue
		}
		for k := range p.a.Points {
			c.hurry(&step, &wait, c.spot(p, k, 0))
		}
	}
	return step, wait
}

func (m *member) lookOnce(now sim.Time) {
	if m.seen != now {
		m.look(now)
	}
}

// touch has the forces of a pair act for a step.
func (c *Contacts) touch(p *pair, now sim.Time, step time.Duration) {
	c.spots(p, step.Seconds()/2, func(point int, s spot) { c.act(p, point, s, now, step) })
}

// act has a force act at a spot, and begins or ends its touch.
func (c *Contacts) act(p *pair, point int, s spot, now sim.Time, step time.Duration) {
	t := s.touching
	if s.distance >= 0 {
		if t != nil {
			t.To = now
			c.ended(&t.Touch)
			p.a.touches = slices.DeleteFunc(p.a.touches, func(o touch) bool { return o.point == point && o.Other == p.other })
		}
		return
	}
	if t == nil {
		p.a.touches = append(p.a.touches, touch{
			Touch: Touch{Body: p.a.index, Other: p.other, From: now, At: s.at, Speed: s.velocity.Norm()},
			point: point, side: s.side,
		})
		t = &p.a.touches[len(p.a.touches)-1]
		c.began(&t.Touch)
	}
	f := s.law.Force(-s.distance, s.away, s.velocity)
	t.push = t.push.Add(f.Scale(step.Seconds()))
	t.Impulse = t.push.Norm()
	p.a.apply(f, s.at)
	if p.b != nil {
		p.b.apply(f.Scale(-1), s.at)
	}
}

// under returns the touch under way of a point with something.
func (m *member) under(point, other int) *touch {
	for i := range m.touches {
		if t := &m.touches[i]; t.point == point && t.Other == other {
			return t
		}
	}
	return nil
}
