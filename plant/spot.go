package plant

import (
	"math"
	"time"

	"halocline/plant/contact"
	"halocline/sim/geom"
	"halocline/sim/solid"
)

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

// spots goes through all places at which a pair may touch, some seconds ahead.
func (c *Contacts) spots(p *pair, ahead float64, each func(point int, s spot)) {
	if p.b != nil {
		each(whole, c.spotOfBodies(p, ahead))
		return
	}
	for k := range p.a.Points {
		each(k, c.spot(p, k, ahead))
	}
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
