package navigation

import (
	"math"

	"halocline/sim/geom"
)

// expect finds the innovation of a measurement from the state before it; false where it tells nothing.
func (m *moment) expect(n *innovation, t *tuning, u *inputs) bool {
	s := &m.after
	turn, rate := m.turn, m.rate
	if t.imu != nil {
		in := u.at(m.at)
		turn, rate = in.turned(m.at).Mul(exp(s.tilt())), in.rate
	}
	heading := s.heading()
	level := turn // by the horizontal axes of the unit
	turn = heading.Mul(turn)
	switch m.kind {
	case overGround, inWater:
		m.expectLog(n, t, level, rate)
	case depthKind:
		n.dims = 1
		n.y[0] = m.value.X - (-s.x[atPlace+2] - turn.Rotate(t.depth.Position).Z + s.x[atDepth])
		n.h[0][atPlace+2], n.h[0][atDepth] = -1, 1
		n.r[0][0] = square(t.sigmas.depth)
	case gpsPlace:
		n.dims = 2
		antenna := turn.Rotate(t.gps.Antenna)
		n.y[0] = m.value.X - (s.x[atPlace] + antenna.X + s.x[atGPS])
		n.y[1] = m.value.Y - (s.x[atPlace+1] + antenna.Y + s.x[atGPS+1])
		for i := range 2 {
			n.h[i][atPlace+i], n.h[i][atGPS+i] = 1, 1
			n.r[i][i] = square(t.sigmas.gps)
		}
	case gpsVelocity:
		n.dims = 2
		v := heading.Rotate(s.vec(atVelocity))
		moved := v.Add(turn.Rotate(rate.Cross(t.gps.Antenna)))
		n.y[0], n.y[1] = m.value.X-moved.X, m.value.Y-moved.Y
		n.set(atVelocity, [3]geom.Vec{heading.Rotate(geom.Vec{X: 1}), heading.Rotate(geom.Vec{Y: 1}), {Z: 1}})
		n.h[0][atHeading], n.h[1][atHeading] = -v.Y, v.X
		for i := range 2 {
			n.r[i][i] = square(t.sigmas.gpsVelocity)
		}
	case fixKind:
		m.expectPlace(n, m.value, m.value.Sub(m.from))
	case beaconKind:
		m.expectBeacon(n, turn)
	}
	return n.dims > 0
}

// expectLog is of the velocity that the log reads. With w the velocity of the log over ground or through the water in the body frame, its
// mounting m, its scale 1 + s and its bias d, it reads (1 + s)(w - m x w) + d. A tilt dphi changes w by w x dphi, and m
// changes it alike. The heading only counts where there is a current.
func (m *moment) expectLog(n *innovation, t *tuning, turn geom.Quat, rate geom.Vec) {
	s := &m.after
	v, heading := s.vec(atVelocity), s.heading()
	var current geom.Vec // along the axes of the velocity
	if m.kind == inWater {
		current = heading.RotateInverse(geom.Vec{X: s.x[atCurrent], Y: s.x[atCurrent+1]})
		v = v.Sub(current)
	}
	w := turn.RotateInverse(v).Add(rate.Cross(t.dvl.Position))
	scale, mounting := 1+s.x[atScale], geom.Vec{Y: s.x[atMounting], Z: s.x[atMounting+1]}
	turned := w.Sub(mounting.Cross(w))
	read := turned.Scale(scale).Add(s.vec(atBias))
	off := m.value.Sub(read)
	n.dims, n.y = 3, [3]float64{off.X, off.Y, off.Z}
	var byVelocity, byTurn [3]geom.Vec
	for k, e := range [3]geom.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
		byVelocity[k] = turn.RotateInverse(e).Scale(scale)
		byTurn[k] = w.Cross(e).Scale(scale)
		n.r[k][k] = square(t.sigmas.log) + square(t.sigmas.turn*w.Norm())
	}
	n.set(atVelocity, byVelocity)
	n.set(atBias, [3]geom.Vec{{X: 1}, {Y: 1}, {Z: 1}})
	along, across := heading.RotateInverse(geom.Vec{X: 1}), heading.RotateInverse(geom.Vec{Y: 1})
	byCurrent := [3]geom.Vec{turn.RotateInverse(along).Scale(scale), turn.RotateInverse(across).Scale(scale), turn.RotateInverse(geom.Vec{X: -current.Y, Y: current.X}).Scale(scale)}
	for i, c := range [3]func(geom.Vec) float64{x, y, z} {
		n.h[i][atScale] = c(turned)
		n.h[i][atMounting], n.h[i][atMounting+1] = c(byTurn[1]), c(byTurn[2])
		if t.imu != nil {
			n.h[i][atTilt], n.h[i][atTilt+1] = c(byTurn[0]), c(byTurn[1])
		}
		if m.kind == inWater {
			n.h[i][atCurrent], n.h[i][atCurrent+1], n.h[i][atHeading] = -c(byCurrent[0]), -c(byCurrent[1]), c(byCurrent[2])
		}
	}
}

// expectPlace is of a place that was measured along a line of sight.
func (m *moment) expectPlace(n *innovation, measured, sight geom.Vec) {
	off := measured.Sub(m.after.vec(atPlace))
	n.dims, n.y = 3, [3]float64{off.X, off.Y, off.Z}
	for i := range 3 {
		n.h[i][atPlace+i] = 1
	}
	along, across, above := axesOf(sight)
	for _, e := range [3]struct {
		axis  geom.Vec
		sigma float64
	}{{along, m.sigma.X}, {across, m.sigma.Y}, {above, m.sigma.Z}} {
		a := [3]float64{e.axis.X, e.axis.Y, e.axis.Z}
		for i := range 3 {
			for k := range 3 {
				n.r[i][k] += square(e.sigma) * a[i] * a[k]
			}
		}
	}
}

// expectBeacon is of the offset o of a beacon in the body frame: the vehicle is at the beacon less R o, and an
// error dphi of the attitude shifts that by R (dphi x o).
func (m *moment) expectBeacon(n *innovation, turn geom.Quat) {
	seen := turn.Rotate(m.value)
	m.expectPlace(n, m.from.Sub(seen), seen)
	byX, byY := turn.Rotate(geom.Vec{X: 1}.Cross(m.value)), turn.Rotate(geom.Vec{Y: 1}.Cross(m.value))
	n.set(atTilt, [3]geom.Vec{byX, byY, {X: -seen.Y, Y: seen.X}})
}

// axesOf returns unit vectors along a line of sight, across it in the horizontal plane, and across both.
func axesOf(sight geom.Vec) (along, across, above geom.Vec) {
	r := sight.Norm()
	if r == 0 {
		return geom.Vec{X: 1}, geom.Vec{Y: 1}, geom.Vec{Z: 1}
	}
	along = sight.Scale(1 / r)
	across = geom.Vec{X: -along.Y, Y: along.X}
	if flat := across.Norm(); flat > 1e-6 {
		across = across.Scale(1 / flat)
	} else {
		across = geom.Vec{Y: 1}
	}
	return along, across, along.Cross(across)
}

func x(v geom.Vec) float64 { return v.X }
func y(v geom.Vec) float64 { return v.Y }
func z(v geom.Vec) float64 { return v.Z }

func square(v float64) float64 { return v * v }

// white returns the standard deviation of a reading with white noise, steps and a least part.
func white(noise, resolution, least float64) float64 {
	return math.Sqrt(noise*noise + resolution*resolution/12 + least*least)
}
