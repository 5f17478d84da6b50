package recorder

import (
	"math"
	"time"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// ear takes down what is sent and heard in a band.
type ear struct {
	to    *Recorder
	band  uint8
	sent  places
	waves [][]wave // that pass radios, by their nodes
	noise [][]wave // the same of waves that nobody receives
}

// send is a frame that was sent.
type send struct {
	at         sim.Time
	airtime    time.Duration
	power      float64
	from       geom.Vec
	packet     uint64
	number     uint32
	node, dest int32
	bits       int32
	link, kind uint8
	band       uint8
}

// wave is a frame at a radio.
type wave struct {
	began                     sim.Time
	delay                     time.Duration
	power, mean, noise, shift float64
	distance                  float64 // m
	number                    uint32
	node, sender              int32
	link, radio, band         uint8
}

// arrival is a wave that has passed.
type arrival struct {
	wave
	ended     sim.Time
	sinr      float64
	fate      uint8
	cause     trace.Cause
	reception uint8
}

// places are where the latest frames of a band were sent, by their numbers.
type places struct {
	ring []geom.Vec
	of   []uint32
}

const mostPlaces = 1 << 12

func (p *places) put(number uint32, at geom.Vec) {
	if p.ring == nil {
		p.ring, p.of = make([]geom.Vec, mostPlaces), make([]uint32, mostPlaces)
	}
	p.ring[number%mostPlaces], p.of[number%mostPlaces] = at, number
}

// distance returns how far it is from where a frame was sent; NaN of one that is not known any more.
func (p *places) distance(number uint32, to geom.Vec) float64 {
	if i := number % mostPlaces; p.ring != nil && p.of[i] == number {
		return p.ring[i].Dist(to)
	}
	return math.NaN()
}

// Sent implements phy.Observer.
func (e *ear) Sent(x *phy.Sent) {
	r := e.to
	at := r.run.Place(int32(x.Frame.Src), x.At)
	e.sent.put(x.Number, at)
	b := r.room(x.At)
	b.sends = append(b.sends, send{
		at: x.At, airtime: x.Airtime, power: x.Power, from: at, packet: x.Frame.Pkt, number: x.Number,
		node: int32(x.Frame.Src), dest: int32(x.Frame.Dst), bits: int32(min(x.Frame.Bits, math.MaxInt32)), link: x.Link, kind: x.Frame.Kind, band: e.band,
	})
}

// Began implements phy.Observer.
func (e *ear) Began(x *phy.Heard) {
	e.waves[x.Node] = append(e.waves[x.Node], wave{
		began: x.Began, delay: x.Delay, power: x.Power, mean: x.Mean, noise: x.Noise, shift: x.Doppler - 1,
		distance: e.sent.distance(x.Number, e.to.run.Place(int32(x.Node), x.Began)),
		number:   x.Number, node: int32(x.Node), sender: int32(x.Frame.Src), link: x.Link, radio: x.Radio, band: e.band,
	})
}

// Ended implements phy.Observer.
func (e *ear) Ended(x *phy.Heard) {
	waves := e.waves[x.Node]
	for i := range waves {
		if w := &waves[i]; w.number == x.Number && w.link == x.Link && w.radio == x.Radio {
			w.noise = x.Noise // in which it was judged
			b := e.to.room(x.Ended)
			b.arrivals = append(b.arrivals, arrival{wave: *w, ended: x.Ended, sinr: x.SINR, fate: fate(x), cause: x.Cause, reception: reception(x)})
			waves[i] = waves[len(waves)-1]
			e.waves[x.Node] = waves[:len(waves)-1]
			return
		}
	}
}

// DisturbanceBegan implements phy.DisturbanceObserver.
func (e *ear) DisturbanceBegan(x *phy.Heard) {
	e.noise[x.Node] = append(e.noise[x.Node], wave{
		began: x.Began, power: x.Power, number: x.Number, node: int32(x.Node), sender: int32(x.Frame.Src), link: x.Link, radio: x.Radio, band: e.band,
	})
}

// DisturbanceEnded implements phy.DisturbanceObserver.
func (e *ear) DisturbanceEnded(x *phy.Heard) {
	waves := e.noise[x.Node]
	for i := range waves {
		if w := &waves[i]; w.number == x.Number && w.link == x.Link && w.radio == x.Radio && w.began == x.Began {
			b := e.to.room(x.Ended)
			b.noises = append(b.noises, arrival{wave: *w, ended: x.Ended})
			waves[i] = waves[len(waves)-1]
			e.noise[x.Node] = waves[:len(waves)-1]
			return
		}
	}
}

// close takes down what is still in the water.
func (e *ear) close(reached sim.Time) {
	for _, waves := range e.waves {
		for _, w := range waves {
			b := e.to.room(reached)
			b.arrivals = append(b.arrivals, arrival{wave: w, ended: reached, fate: InFlight})
		}
	}
	for _, waves := range e.noise {
		for _, w := range waves {
			b := e.to.room(reached)
			b.noises = append(b.noises, arrival{wave: w, ended: reached})
		}
	}
}

// fate returns what became of an arrival.
func fate(x *phy.Heard) uint8 {
	switch {
	case x.Received:
		return Received
	case x.Cause == trace.Collision:
		return Collided
	case x.Locked:
		return Lost
	}
	return Missed
}

// reception returns how far the radio received an arrival.
func reception(x *phy.Heard) uint8 {
	switch {
	case x.Judged:
		return ToItsEnd
	case x.Locked:
		return Begun
	}
	return NeverBegun
}
