package navigation

import (
	"sort"
	"time"

	"halocline/plant/sensor"
	"halocline/sim"
	"halocline/sim/geom"
)

// odometer is the odometer that a vehicle has made by its log, which it remembers for a while.
// From one reading to the next the velocity goes in a straight line, in the world; after
// the last it is that of the last.
type odometer struct {
	turning *orientation
	config  *sensor.DVLConfig
	coming  []doppler    // that have not come out yet
	past    []trackPoint // by time
	room    []trackPoint // in which past moves along
	most    int
	lost    bool     // there were older ones
	turned  sim.Time // the first reading, the last change between bottom and water, or the last one after a gap; -1 before
	ended   sim.Time // the last reading before that gap; otherwise the same as turned
}

// doppler is a reading, and how the vehicle was turned then as far as that is known exactly.
type doppler struct {
	at, out  sim.Time // when it holds, and when it is known
	velocity geom.Vec // of the log, in the body frame, m/s
	ground   bool     // over ground; otherwise through the water
	posture
}

// trackPoint is a reading, and the way until then.
type trackPoint struct {
	at       sim.Time // when it holds
	place    geom.Vec // m, from that of the first reading
	velocity geom.Vec // in the world, m/s
	slope    geom.Vec // of the velocity until the next one, m/s2; 0 after the last one
	ground   bool     // over ground; otherwise through the water
}

func newOdometer(turning *orientation, c *sensor.DVLConfig, memory time.Duration) *odometer {
	const ends = 2 // one before what is remembered, and one at its end
	most := int(memory/c.Interval()) + ends
	room := make([]trackPoint, 2*(most+1))
	return &odometer{turning: turning, config: c, past: room[:0], room: room, most: most, turned: -1}
}

// take adds the first of the readings that have come out, each once, and reports whether
// the log began to read with it, did so again after a gap, or has turned from the bottom to
// the water or back.
func (w *odometer) take(now sim.Time) (turned, ok bool) {
	if len(w.coming) == 0 || w.coming[0].out > now {
		return false, false
	}
	turned = w.add(w.turn(&w.coming[0]))
	w.coming = append(w.coming[:0], w.coming[1:]...)
	return turned, true
}

// turn makes a point of a reading. The attitude that was known when it was measured turns it into the world, and the
// turn rate takes the log's motion about the origin of the vehicle off: v = u - omega x r.
func (w *odometer) turn(d *doppler) trackPoint {
	p := w.turning.then(d.at, &d.posture)
	v := d.velocity.Sub(p.rate.Cross(w.config.Position))
	return trackPoint{at: d.at, velocity: p.attitude.Rotate(v), ground: d.ground}
}

// last returns the last reading that has come out; before the first, a mark of no way.
func (w *odometer) last() trackPoint {
	if n := len(w.past); n > 0 {
		return w.past[n-1]
	}
	return trackPoint{}
}

// add goes on to a reading. What the two ends of a change between bottom and water
// measure are different things, so the first holds until then. It also does through a gap
// of readings that did not come: it was reckoned with there, and the fixes of that time
// are no others afterwards.
func (w *odometer) add(m trackPoint) (turned bool) {
	turned = true
	ended := m.at
	if n := len(w.past); n > 0 {
		last := &w.past[n-1]
		gap := m.at.Sub(last.at) > w.config.Interval()
		turned = m.ground != last.ground || gap
		if gap {
			ended = last.at
		}
		if !turned {
			last.slope = m.velocity.Sub(last.velocity).Scale(1 / m.at.Sub(last.at).Seconds())
		}
		m.place = last.after(m.at)
	}
	if turned {
		w.turned, w.ended = m.at, ended
	}
	if len(w.past) == cap(w.past) {
		w.past = w.room[:copy(w.room, w.past)]
	}
	w.past = append(w.past, m)
	if len(w.past) > w.most {
		w.past, w.lost = w.past[1:], true
	}
	return turned
}

// after returns the way at a time after the reading.
func (m *trackPoint) after(t sim.Time) geom.Vec {
	dt := t.Sub(m.at).Seconds()
	return m.place.Add(m.velocity.Add(m.slope.Scale(dt / 2)).Scale(dt))
}

// at returns the way at a time; false where that is forgotten. Without a log, and before
// its first reading, it is none.
func (w *odometer) at(t sim.Time) (geom.Vec, bool) {
	if w == nil {
		return geom.Vec{}, true
	}
	i := sort.Search(len(w.past), func(i int) bool { return w.past[i].at > t })
	if i == 0 {
		return geom.Vec{}, !w.lost
	}
	return w.past[i-1].after(t), true
}
