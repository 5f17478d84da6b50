package recorder

import (
	"math"

	"halocline/phy"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// ear takes down what is sent and heard in a band.
type ear struct {
	to   *Recorder
	band uint8
}

// wave is a frame that passes a radio.
type wave struct {
	began, delay              int64 // ns
	power, mean, noise, shift float64
	distance                  float64 // m
	number                    uint32
	link                      uint8
	sender                    int32
}

// ended is what became of it.
type ended struct {
	fate, cause, reception int64
	sinr                   float64
}

// places are where the latest frames of a link were sent, by their numbers.
type places struct {
	ring []geom.Vec
	of   []uint32
}

const mostPlaces = 1 << 14

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
	r.sent[x.Link].put(x.Number, at)
	r.sends = r.roomy(r.sends, int64(x.At))
	b := r.sends.Row()
	b.Int(SendAt, int64(x.At))
	b.Int(SendLink, int64(x.Link))
	b.Int(SendNumber, int64(x.Number))
	b.Int(SendNode, int64(x.Frame.Src))
	b.Int(SendDest, int64(x.Frame.Dst))
	b.Int(SendAirtime, int64(x.Airtime))
	b.Short(SendPower, bounded(x.Power))
	b.Int(SendBits, int64(x.Frame.Bits))
	b.Int(SendKind, int64(x.Frame.Kind))
	b.Int(SendPacket, int64(x.Frame.Pkt))
	b.Short(SendX, at.X)
	b.Short(SendY, at.Y)
	b.Short(SendZ, at.Z)
	b.Int(SendBand, int64(e.band))
}

// Began implements phy.Observer.
func (e *ear) Began(x *phy.Heard) {
	r, where := e.to, key{int32(x.Node), x.Radio, e.band}
	r.inAir[where] = append(r.inAir[where], wave{
		began: int64(x.Began), delay: int64(x.Delay), power: x.Power, mean: x.Mean, noise: x.Noise, shift: x.Doppler - 1,
		distance: r.sent[x.Link].distance(x.Number, r.run.Place(int32(x.Node), x.Began)),
		number:   x.Number, link: x.Link, sender: int32(x.Frame.Src),
	})
}

// Ended implements phy.Observer.
func (e *ear) Ended(x *phy.Heard) {
	r, where := e.to, key{int32(x.Node), x.Radio, e.band}
	waves := r.inAir[where]
	for i := range waves {
		if w := waves[i]; w.number == x.Number && w.link == x.Link {
			waves[i] = waves[len(waves)-1]
			r.inAir[where] = waves[:len(waves)-1]
			w.noise = x.Noise // in which it was judged
			r.arrive(&w, where, int64(x.Ended), ended{fate(x), int64(x.Cause), reception(x), x.SINR})
			return
		}
	}
}

// fate returns what became of an arrival.
func fate(x *phy.Heard) int64 {
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
func reception(x *phy.Heard) int64 {
	switch {
	case x.Judged:
		return ToItsEnd
	case x.Locked:
		return Begun
	}
	return NeverBegun
}

// arrive takes down an arrival.
func (r *Recorder) arrive(w *wave, where key, now int64, end ended) {
	r.arrivals = r.roomy(r.arrivals, now)
	b := r.arrivals.Row()
	b.Int(ArrivalEnded, now)
	b.Int(ArrivalBegan, w.began)
	b.Int(ArrivalLink, int64(w.link))
	b.Int(ArrivalNumber, int64(w.number))
	b.Int(ArrivalNode, int64(where.node))
	b.Int(ArrivalSender, int64(w.sender))
	b.Int(ArrivalDelay, w.delay)
	b.Float(ArrivalDistance, w.distance)
	b.Short(ArrivalPower, bounded(w.power))
	b.Short(ArrivalMean, bounded(w.mean))
	b.Short(ArrivalNoise, bounded(w.noise))
	b.Short(ArrivalDoppler, w.shift)
	b.Short(ArrivalSINR, end.sinr)
	b.Int(ArrivalFate, end.fate)
	b.Int(ArrivalCause, end.cause)
	b.Int(ArrivalBand, int64(where.band))
	b.Int(ArrivalRadio, int64(where.link))
	b.Int(ArrivalReception, end.reception)
}

// bounded returns a number that a Short can hold.
func bounded(x float64) float64 {
	return max(-math.MaxFloat32, min(x, math.MaxFloat32))
}
