package plant

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"halocline/plant/contact"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/solid"
)

// Thing is something in the water that stays where it is.
type Thing struct {
	Name  string
	Solid solid.Solid
}

// Hull is what of a body touches others.
type Hull struct {
	Points  []geom.Vec    // that touch the bottom and things, in the body frame, m
	Capsule solid.Capsule // that touches other bodies, in the body frame
	Mass    float64       // kg
	Inertia geom.Vec      // about the axes of the body, kg m2
	Law     contact.Law

	Bottomless bool // the bottom does not stop it
}

// HullOf returns the hull of a vehicle: the corners of its box touch the bottom and things, and a capsule along the longest
// side of it, as wide as the next, touches other bodies.
func HullOf(m *vehicle.Model, law contact.Law) Hull {
	half, at := m.Size.Scale(0.5), m.Body.Buoyancy
	h := Hull{Mass: m.Mass, Inertia: geom.Vec{X: m.Inertia[0].X, Y: m.Inertia[1].Y, Z: m.Inertia[2].Z}, Law: law}
	for _, x := range [2]float64{half.X, -half.X} {
		for _, y := range [2]float64{half.Y, -half.Y} {
			for _, z := range [2]float64{half.Z, -half.Z} {
				h.Points = append(h.Points, at.Add(geom.Vec{X: x, Y: y, Z: z}))
			}
		}
	}
	long := geom.Vec{X: half.X}
	radius := max(half.Y, half.Z)
	switch {
	case half.Y > half.X && half.Y >= half.Z:
		long, radius = geom.Vec{Y: half.Y}, max(half.X, half.Z)
	case half.Z > half.X:
		long, radius = geom.Vec{Z: half.Z}, max(half.X, half.Y)
	}
	if n := long.Norm(); n > radius {
		long = long.Scale((n - radius) / n)
	} else {
		long = geom.Vec{}
	}
	h.Capsule = solid.Capsule{From: at.Sub(long), To: at.Add(long), Radius: radius}
	return h
}

// Touch is a contact from its beginning to its end.
type Touch struct {
	Body, Other int // places in the order of Add; Other is Bottom, or below that the things: Bottom-1 is the first
	From, To    sim.Time
	At          geom.Vec // where it began, m
	Speed       float64  // with which the two came together there, m/s
	Impulse     float64  // of the forces between them over its time, N s
}

// Bottom is the bottom in a Touch.
const Bottom = -1

// Floor is the bottom of the water: its height at a place, m, -Inf for none, and its normal.
type Floor interface {
	Floor(at geom.Vec) (height float64, normal geom.Vec)
}

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

// spot is a place at which two may touch.
type spot struct {
	law      contact.Law
	distance float64  // m, negative where they overlap
	at       geom.Vec // m
	away     geom.Vec // from the other one, of length 1
	velocity geom.Vec // of the first over the other, m/s
	mass     float64  // that a push along away meets, kg
	side     int
	touching *touch
}

// hurry shortens a step for a spot, or a wait.
func (c *Contacts) hurry(step, wait *time.Duration, s spot) {
	const slow = 0.002 // m/s
	out := s.velocity.Dot(s.away)
	depth := max(0, -s.distance)
	h := s.law.Step(s.mass, max(-out, 0), depth)
	if math.Abs(out) < slow {
		h *= 3 // it rests, and nothing bounces
	}
	if n := s.law.Normal(depth, -out) * s.law.Friction; n > 0 {
		slide := s.velocity.Sub(s.away.Scale(out)).Norm()
		h = min(h, time.Duration(0.5*max(slide, s.law.Creep)*s.mass/n*float64(time.Second)))
	}
	h = min(h, 20*time.Millisecond)
	speed := s.velocity.Norm()
	if s.touching == nil && s.distance > speed*h.Seconds() {
		*wait = min(*wait, max(h, comes(s.distance, speed)))
		return
	}
	if *step == 0 || h < *step {
		*step = h
	}
}

// comes returns half the time in which something could come over a distance: distance = speed t + mostPush t^2/2.
func comes(distance, speed float64) time.Duration {
	t := (math.Sqrt(speed*speed+2*mostPush*distance) - speed) / mostPush / 2
	return time.Duration(t * float64(time.Second))
}

// touch has the forces of a pair act for a step.
func (c *Contacts) touch(p *pair, now sim.Time, step time.Duration) {
	half := step.Seconds() / 2
	if p.b != nil {
		c.act(p, whole, c.spotOfBodies(p, half), now, step)
		return
	}
	for k := range p.a.Points {
		c.act(p, k, c.spot(p, k, half), now, step)
	}
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

// spot returns where a point of a body is to the bottom or a thing, some seconds ahead.
func (c *Contacts) spot(p *pair, point int, ahead float64) spot {
	now, v := p.a.point(p.a.Points[point])
	at := now.Add(v.Scale(ahead))
	s := spot{law: p.a.Law, at: at, velocity: v, touching: p.a.under(point, p.other)}
	switch {
	case p.other == Bottom:
		height, normal := c.floor.Floor(at)
		s.distance, s.away = (at.Z-height)*normal.Z, normal
	case s.touching != nil:
		s.side = s.touching.side
		s.distance, s.away = c.things[Bottom-1-p.other].stillBehind(s.side, at)
	default:
		s.distance, s.away, s.side = c.things[Bottom-1-p.other].comesTo(now, at)
	}
	s.mass = p.a.felt(at, s.away)
	return s
}

// comesTo returns how far a point is from a thing that came from another place, and by which side: also where the way
// has led through it and beyond.
func (t *Thing) comesTo(from, at geom.Vec) (distance float64, away geom.Vec, side int) {
	distance, away, side = t.Solid.Near(at)
	if long := at.Dist(from); long > 0 {
		if start, _, _ := t.Solid.Near(from); start >= 0 {
			if h, ok := t.Solid.Cast(from, at.Sub(from).Scale(1/long), long); ok {
				distance, away = t.Solid.Beyond(h.Side, at)
				return distance, away, h.Side
			}
		}
	}
	return distance, away, side
}

// stillBehind returns how far a point is from the side of a thing by which it came in; one that has slid off beside that is
// out of it.
func (t *Thing) stillBehind(side int, at geom.Vec) (distance float64, away geom.Vec) {
	distance, away = t.Solid.Beyond(side, at)
	if near, out, _ := t.Solid.Near(at); distance < 0 && near > 0 {
		if h, ok := t.Solid.Cast(at.Add(away.Scale(1e-9-distance)), away.Scale(-1), 1e-6); !ok || h.Side != side {
			return near, out
		}
	}
	return distance, away
}

// spotOfBodies returns where two bodies are to each other, some seconds ahead.
func (c *Contacts) spotOfBodies(p *pair, ahead float64) spot {
	hull := func(m *member) solid.Capsule {
		from, v := m.point(m.Capsule.From)
		to, w := m.point(m.Capsule.To)
		return solid.Capsule{From: from.Add(v.Scale(ahead)), To: to.Add(w.Scale(ahead)), Radius: m.Capsule.Radius}
	}
	s := spot{law: both(p.a.Law, p.b.Law), touching: p.a.under(whole, p.other)}
	s.distance, s.at, s.away = solid.Between(hull(p.a), hull(p.b))
	s.velocity = p.a.moves(s.at).Sub(p.b.moves(s.at))
	s.mass = 1 / (1/p.a.felt(s.at, s.away) + 1/p.b.felt(s.at, s.away))
	return s
}

// moves returns the velocity of the place of a body that is at a place of the world.
func (m *member) moves(at geom.Vec) geom.Vec {
	_, v := m.point(m.state.Attitude.RotateInverse(at.Sub(m.state.Position)))
	return v
}

// both returns the law between two hulls: as soft as the softer one, and else half way between them.
func both(a, b contact.Law) contact.Law {
	return contact.Law{
		Stiffness: min(a.Stiffness, b.Stiffness), Damping: (a.Damping + b.Damping) / 2,
		Friction: (a.Friction + b.Friction) / 2, Creep: min(a.Creep, b.Creep),
	}
}
