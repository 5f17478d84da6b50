package acoustic

import (
	"cmp"
	"math"
	"slices"
	"time"

	"halocline/phy"
	"halocline/phy/ray"
	"halocline/sim"
	"halocline/sim/geom"
)

// multipath is the arrivals of one signal, and how a receiver sums them up.
type multipath struct {
	arrivals []ray.Arrival // by delay
	gatherer *ray.Gatherer
}

func newMultipath(sum ray.Sum, band phy.Band) multipath {
	return multipath{gatherer: ray.NewGatherer(sum, band)}
}

// gather returns what the window of the receiver gathers.
func (m *multipath) gather(rx phy.End) phy.Path {
	return m.gatherer.Gather(m.arrivals, rx.Window()).Path()
}

// list appends the arrivals as paths of their own.
func (m *multipath) list(buf []phy.Path) []phy.Path {
	for i := range m.arrivals {
		a := &m.arrivals[i]
		pressure := a.Pressure()
		buf = append(buf, phy.Path{Delay: phy.Ray{Time: a.Delay}.Delay(), Gain: pressure * pressure, Doppler: a.Doppler})
	}
	return buf
}

// way is the direction from one end to another, and the speed of sound at both.
type way struct {
	ahead    geom.Vec // horizontal, of length 1; zero straight up or down
	from, to float64  // m/s
}

func (s *sea) way(from, to geom.Vec) way {
	w := way{from: s.water.SoundSpeed(from), to: s.water.SoundSpeed(to)}
	ahead := geom.Vec{X: to.X - from.X, Y: to.Y - from.Y}
	if length := ahead.Norm(); length > 0 {
		w.ahead = ahead.Scale(1 / length)
	}
	return w
}

// at returns the direction of travel at an angle to the horizontal of this sine.
func (w way) at(sine float64) geom.Vec {
	d := w.ahead.Scale(math.Sqrt(max(0, (1-sine)*(1+sine))))
	d.Z = sine
	return d
}

// meet sets what the ends do to arrivals of a signal that leaves tx at t: antennas, motion. The arrivals are those to where the
// receiver is after the assumed delay.
func (m *multipath) meet(w way, tx, rx phy.End, t sim.Time, assumed float64) {
	m.aim(w, tx, rx, t)
	if !(tx.Still() && rx.Still()) {
		m.move(w, tx.Velocity(t), rx.Velocity(t), assumed)
	}
}

// aim sets the gains of the antennas for arrivals that leave tx at t.
func (m *multipath) aim(w way, tx, rx phy.End, t sim.Time) {
	for i := range m.arrivals {
		a := &m.arrivals[i]
		a.Gain = tx.Toward(w.at(a.Leave), t) + rx.Toward(w.at(a.Arrive).Scale(-1), t.Add(time.Duration(a.Delay*1e9)))
		a.Doppler = 1
	}
}

// move sets the Doppler factors of arrivals, and corrects their delays for a receiver that is where it is after the assumed
// delay. With the slowness s of an arrival at the receiver, of the velocity v, it takes
//
//	T = T0 + s.v (T - assumed)
//
// where it takes T0 to where the receiver is taken to be.
func (m *multipath) move(w way, vTx, vRx geom.Vec, assumed float64) {
	for i := range m.arrivals {
		a := &m.arrivals[i]
		after := w.at(a.Arrive).Dot(vRx) / w.to
		a.Doppler = (1 - after) / (1 - w.at(a.Leave).Dot(vTx)/w.from)
		a.Delay = (a.Delay - after*assumed) / (1 - after)
	}
	slices.SortStableFunc(m.arrivals, func(a, b ray.Arrival) int { return cmp.Compare(a.Delay, b.Delay) })
}

// leaveOut drops the arrivals whose pressure is less than a share of that of the strongest.
func (m *multipath) leaveOut(share float64) {
	most := 0.0
	for i := range m.arrivals {
		most = max(most, m.arrivals[i].Pressure())
	}
	m.arrivals = slices.DeleteFunc(m.arrivals, func(a ray.Arrival) bool { return a.Pressure() < share*most })
}
