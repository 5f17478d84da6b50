package scenarios

import (
	"math"
	"time"

	"halocline/phy"
	"halocline/plant"
	"halocline/plant/program"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// warnLinks warns of what no modem and no water does, on links that somebody sends on.
func (b *builder) warnLinks() {
	for _, l := range b.linked {
		if b.used[l.index] && len(l.stations) > 1 {
			if !l.warnSilent() {
				l.warnRate()
			}
			l.warnDoppler()
			l.warnPaths()
		}
	}
}

// greatestSpeed is more than a vehicle swims and a current carries, m/s.
const greatestSpeed = 20

// reach returns how far a node may get in the run, m.
func (b *builder) reach(n *node) float64 {
	speed := float64(greatestSpeed)
	if velocity, ok := n.course(); ok {
		speed = velocity.Norm()
	}
	return speed * b.duration.Seconds()
}

// course returns the velocity over ground that a node keeps for the whole run, m/s, where that is known.
func (n *node) course() (geom.Vec, bool) {
	if at, ok := n.at.(phy.Stationary); ok && at.Still() {
		return geom.Vec{}, true
	}
	at, ok := n.at.(interface{ Course() geom.Vec })
	if !ok {
		return geom.Vec{}, false
	}
	return at.Course(), true
}

// leastDistance is the distance below which no channel tells another loss, m.
const leastDistance = 1

// pairs calls see for two stations after the other, as indices, until it returns true: with where they begin,
// and with how near they come at the best. Of many stations each meets those only that begin nearby.
func (l *linkBuilder) pairs(see func(i, k int, from, to geom.Vec) bool) bool {
	const many, nearest = 200, 20
	places, reach := make([]geom.Vec, len(l.stations)), make([]float64, len(l.stations))
	for i, addr := range l.stations {
		n := l.nodes[addr]
		places[i], reach[i] = n.at.Position(0), l.reach(n)
	}
	order, within := nearby(places), len(places)
	if len(places) > many {
		within = nearest
	}
	for first, i := range order {
		for _, k := range order[first+1 : min(len(order), first+1+within)] {
			if see(i, k, places[i], towards(places[i], places[k], reach[i]+reach[k])) {
				return true
			}
		}
	}
	return false
}

// towards returns the place that lies so much nearer to another on the way to it, and not nearer than least.
func towards(place, from geom.Vec, nearer float64) geom.Vec {
	way := from.Sub(place)
	far := way.Norm()
	if far <= leastDistance {
		return place.Add(geom.Vec{X: leastDistance})
	}
	return place.Add(way.Scale(max(leastDistance, far-nearer) / far))
}

// fadingGain is what fading hardly ever adds to a frame, dB: by Rayleigh's law once in e^100 times.
const fadingGain = 20

// warnSilent warns of a link on which nobody can hear anybody, wherever they get, and reports whether it is one.
func (l *linkBuilder) warnSilent() bool {
	met, most, allowed := false, 0.0, 0.0
	if l.radios[0][0].Modem().Fading != nil {
		allowed = fadingGain
	}
	var away float64
	var a, b int
	var lost trace.Cause
	heard := l.pairs(func(i, k int, from, to geom.Vec) bool {
		spare := max(l.radios[i][0].SpareTo(l.radios[k][0], from, to), l.radios[k][0].SpareTo(l.radios[i][0], to, from))
		if !met || spare > most {
			met, most, a, b, away = true, spare, i, k, from.Dist(to)
			lost = l.path(phy.Fixed(from), phy.Fixed(to)).Lost
		}
		return spare >= -allowed
	})
	switch {
	case heard:
	case lost != trace.NoCause:
		l.warn("%s: nobody hears anybody: nothing arrives anywhere, between %s and %s, at %.5g m, because of %v; have them nearer, or look at the channel",
			l.key, l.nodes[l.stations[a]].name, l.nodes[l.stations[b]].name, away, lost)
	default:
		l.warn("%s: nobody hears anybody: at best, between %s and %s at %.5g m, a frame arrives %.3g dB too weak to be received, without fading; have them nearer, or look at budget, noise and frequency of the modem",
			l.key, l.nodes[l.stations[a]].name, l.nodes[l.stations[b]].name, away, min(-most, 999))
	}
	return !heard
}

// warnRate warns of a modem that sends more bits than its band and the best of the links carry. By Shannon's theorem
// that are no more than
//
//	C = W log2(1 + S/N)
//
// in a band of the width W, whatever the modulation and the code (Communication in the presence of noise, Proc. IRE
// 37(1), 1949, eq. 19).
func (l *linkBuilder) warnRate() {
	best, away := 0.0, math.Inf(1)
	l.pairs(func(i, _ int, from, to geom.Vec) bool {
		if d := from.Dist(to); d < away && l.path(phy.Fixed(from), phy.Fixed(to)).Lost == trace.NoCause {
			best, away = l.radios[i][0].SNR(from, to), d
		}
		return false
	})
	rate, width := l.radios[0][0].Modem().Rate, l.modems[0].Band().Width
	if bound := width * math.Log2(1+best); rate > bound {
		l.warn("%s.modem.rate: no modem sends %.6g bit/s in a band of %.6g Hz: at %.5g m, as near as two nodes come, the signal is %.3g dB above the noise, and Shannon's bound W log2(1 + S/N) is %.6g bit/s; lower the rate, or look at bandwidth, budget and noise",
			l.key, rate, width, away, 10*math.Log10(best), bound)
	}
}

// warnDoppler warns of nodes whose speed shifts frequencies by more than the modem takes or, where it takes any shift, by
// more than 1 %: that is 15 m/s or 29 kn in water, which nothing with an acoustic modem swims.
func (l *linkBuilder) warnDoppler() {
	const most = 0.01
	speed, one, other := l.fastest()
	if speed == 0 {
		return
	}
	at := l.nodes[l.stations[0]].at.Position(0)
	path := l.path(phy.Fixed(at), plant.Straight{From: at.Add(geom.Vec{X: 10}), Speed: geom.Vec{X: 1}})
	if path.Lost != trace.NoCause {
		return
	}
	shift := speed * math.Abs(path.Doppler-1)
	switch limit := l.radios[0][0].Modem().Doppler; {
	case limit > 0 && shift > limit:
		l.warn("%s.modem.doppler_tolerance: %s and %s may pass each other at %.3g m/s, which shifts frequencies by %.2g, and the modem receives nothing that is shifted by more than %.2g; have them slower, or look at the tolerance",
			l.key, one, other, speed, shift, limit)
	case limit == 0 && shift > most:
		l.warn("%s.modem: %s and %s may pass each other at %.3g m/s, which shifts frequencies by %.2g, and this modem takes any shift; write the doppler_tolerance of its data sheet, or have them slower",
			l.key, one, other, speed, shift)
	}
}

// fastest returns the greatest speed between two nodes of which that is known without a run, m/s, and their names:
// those that move straight on, and those that survey.
func (l *linkBuilder) fastest() (speed float64, one, other string) {
	type mover struct {
		name     string
		velocity geom.Vec
		any      float64 // m/s, in any direction
	}
	var movers []mover
	for _, addr := range l.stations {
		n := l.nodes[addr]
		m := mover{name: n.name}
		m.velocity, _ = n.course()
		if cruising, ok := n.group.Run.(program.Cruising); ok {
			m.any = cruising.Cruise()
		}
		alike := 0
		for _, o := range movers {
			if o.velocity == m.velocity && o.any == m.any {
				alike++
			}
		}
		if alike < 2 { // two of each are all that make a difference
			movers = append(movers, m)
		}
	}
	for i, m := range movers {
		for _, o := range movers[:i] {
			if v := m.velocity.Sub(o.velocity).Norm() + m.any + o.any; v > speed {
				speed, one, other = v, o.name, m.name
			}
		}
	}
	return speed, one, other
}

// shortestFrom returns the shortest way between the station of a name and another node, or of all ways; 0 where
// some of them move.
func (l *linkBuilder) shortestFrom(name string) time.Duration {
	shortest := time.Duration(math.MaxInt64)
	l.pairs(func(i, k int, _, to geom.Vec) bool {
		a, b := l.nodes[l.stations[i]], l.nodes[l.stations[k]]
		switch {
		case name != "" && a.name != name && b.name != name:
		case l.reach(a)+l.reach(b) > 0:
			shortest = 0
		default:
			if path := l.path(a.at, b.at); path.Lost == trace.NoCause {
				shortest = min(shortest, path.Delay)
			}
		}
		return shortest == 0
	})
	return shortest
}

// warnFrame warns of packets whose frame alone lasts longer than the run.
func (b *builder) warnFrame(key string, bits, link int) {
	for _, l := range b.linked {
		if int(l.index) != link {
			continue
		}
		if airtime := l.radios[0][0].Airtime(bits); airtime > b.duration {
			b.warn("%s: %d bit are %.4g s on the air, and the run lasts %.4g s, so that none of them ever arrives; send less, faster or longer", key, bits, airtime.Seconds(), b.duration.Seconds())
		}
	}
}
