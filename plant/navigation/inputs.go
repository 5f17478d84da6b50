package navigation

import (
	"sort"

	"halocline/sim"
	"halocline/sim/geom"
)

// input is a reading of the inertial unit. It holds until the next one.
type input struct {
	at    sim.Time
	turn  geom.Quat // attitude
	rate  geom.Vec  // of turning, in the body frame, rad/s
	force geom.Vec  // specific force in the body frame, m/s2
}

// turned returns the attitude at a time after the reading, by its rates.
func (in *input) turned(t sim.Time) geom.Quat {
	dt := t.Sub(in.at).Seconds()
	if dt <= 0 {
		return in.turn
	}
	return in.turn.Mul(exp(in.rate.Scale(dt)))
}

// inputs are the readings of the inertial unit of some time, with one before.
type inputs struct {
	past []input
	room []input
	made geom.Quat // attitude before the first of them
}

// add takes a reading, which may be older than the last one.
func (u *inputs) add(in *input) {
	var at int
	u.past, u.room, at = openAt(u.past, u.room, in.at, func(in *input) sim.Time { return in.at })
	u.past[at] = *in
}

// forget drops what is not needed from a time on.
func (u *inputs) forget(until sim.Time) {
	if i := u.before(until); i > 0 {
		u.past = u.past[i:]
	}
}

// before returns the place of the last reading until a time; -1 where there is none.
func (u *inputs) before(t sim.Time) int {
	n := len(u.past)
	if n > 0 && u.past[n-1].at <= t {
		return n - 1
	}
	return sort.Search(n, func(i int) bool { return u.past[i].at > t }) - 1
}

// at returns the reading that holds at a time.
func (u *inputs) at(t sim.Time) input {
	if i := u.before(t); i >= 0 {
		return u.past[i]
	}
	return input{at: t, turn: u.made}
}

// push is what the inertial unit has told of a span of time, along the axes of its horizontal, at each moment by a reading that holds until the next.
type push struct {
	velocity geom.Vec      // integral of the acceleration, m/s
	place    geom.Vec      // second integral of it, m
	byTilt   [3][2]float64 // derivative of the velocity by the tilt
	byBias   [3][3]float64 // and by the bias of the accelerometers
	seconds  float64
}

// integrate adds up what the unit has told from the time of a state until another.
func (u *inputs) integrate(t *tuning, s *state, until sim.Time, derivatives bool) (out push) {
	out.seconds = until.Sub(s.at).Seconds()
	if t.imu == nil || until <= s.at {
		return out
	}
	off, bias := exp(s.tilt()), s.vec(atForce)
	from := s.at
	for i := u.before(from); from < until; i++ {
		end := until
		if i+1 < len(u.past) && u.past[i+1].at < until {
			end = u.past[i+1].at
		}
		if i < 0 { // no reading yet: it goes straight on
			from = end
			continue
		}
		in := &u.past[i]
		dt := end.Sub(from).Seconds()
		middle := from.Add(end.Sub(from) / 2)
		turn := in.turned(middle).Mul(off)
		force := in.force.Sub(bias).Sub(in.rate.Cross(in.rate.Cross(t.imu.Position)))
		a := turn.Rotate(force)
		a.Z -= t.gravity
		out.place = out.place.Add(out.velocity.Add(a.Scale(dt / 2)).Scale(dt))
		out.velocity = out.velocity.Add(a.Scale(dt))
		if derivatives {
			out.derive(turn, force, dt)
		}
		from = end
	}
	return out
}

// derive adds the derivatives of a piece: R (dphi x f) = -R [f x] dphi, and -R db.
func (p *push) derive(turn geom.Quat, force geom.Vec, dt float64) {
	x, y, z := turn.Rotate(geom.Vec{X: 1}), turn.Rotate(geom.Vec{Y: 1}), turn.Rotate(geom.Vec{Z: 1})
	columns := [3]geom.Vec{x, y, z}
	for k, e := range [3]geom.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
		if d := turn.Rotate(e.Cross(force)).Scale(dt); k < 2 {
			p.byTilt[0][k] += d.X
			p.byTilt[1][k] += d.Y
			p.byTilt[2][k] += d.Z
		}
		p.byBias[0][k] -= columns[k].X * dt
		p.byBias[1][k] -= columns[k].Y * dt
		p.byBias[2][k] -= columns[k].Z * dt
	}
}

// propagate returns the place and the velocity at a time after a state.
func (u *inputs) propagate(t *tuning, s *state, until sim.Time) (place, velocity geom.Vec) {
	p := u.integrate(t, s, until, false)
	v := s.vec(atVelocity)
	heading := s.heading()
	return s.vec(atPlace).Add(heading.Rotate(v.Scale(p.seconds).Add(p.place))), heading.Rotate(v.Add(p.velocity))
}
