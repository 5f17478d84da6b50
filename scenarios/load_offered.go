package scenarios

import (
	"slices"
	"time"

	"halocline/mac"
	"halocline/mac/traffic"
	"halocline/phy"
	"halocline/plant/program"
	"halocline/sim/geom"
)

// offer is what a source offers a link from each of its senders.
type offer struct {
	link    int
	senders []int
	to      mac.Addr
	bits    int
	rate    float64 // packets in a second, over the run
}

// offer notes what a source offers, if it knows that before the run and it is more than a packet of each sender.
func (b *builder) offer(config traffic.Config, senders []int, to mac.Addr, link int) {
	if source, ok := config.(counted); ok && source.Packets(b.duration) > 1 {
		b.offers = append(b.offers, offer{link, senders, to, config.Way().Bits, source.Packets(b.duration) / b.duration.Seconds()})
	}
}

// offerOf notes what a program offers, if it knows that before the run and it is more than a packet.
func (b *builder) offerOf(addr int32, running program.Running) {
	o, ok := running.(program.Offering)
	if !ok {
		return
	}
	if link, bits, every := o.Offers(); bits > 0 && every < b.duration {
		b.offers = append(b.offers, offer{int(link), []int{int(addr)}, mac.Everybody, bits, 1 / every.Seconds()})
	}
}

// warnLoads warns of settings that do not suit the link and what it is offered, and of links that are offered
// more than they carry.
func (b *builder) warnLoads() {
	for _, l := range b.linked {
		l.warnSettings()
		if queue, ok := l.MAC.(interface{ Supersedes() bool }); ok && queue.Supersedes() {
			continue // more than is sent is offered on purpose
		}
		l.warnPace()
		l.warnPeak()
	}
}

// flow is from whom to whom packets go.
type flow struct {
	from int
	to   mac.Addr
}

// warnPace warns of the node that is offered most of what it can send, where that is more than all. Of very many
// flows it looks at the first.
func (l *linkBuilder) warnPace() {
	const work = 1_000_000
	left := 1 + work/len(l.stations)
	shares, worst, most := map[flow]float64{}, flow{}, 1.001 // what rounding and the last packet add is no load
	var bits int
	for _, o := range l.offers {
		if o.link != int(l.index) {
			continue
		}
		for _, from := range o.senders[:min(len(o.senders), left)] {
			left--
			way := flow{from, o.to}
			if shares[way] += o.rate * l.pace(way, o.bits).Seconds(); shares[way] > most {
				worst, most, bits = way, shares[way], o.bits
			}
		}
	}
	if bits == 0 {
		return
	}
	to := "everybody"
	if worst.to != mac.Everybody {
		to = l.nodes[worst.to].name
	}
	l.warn("%s: %s is to send %s %.3g times as many packets as %s lets it send, which is one of %d bit every %.4g s when nobody else has any: the rest waits and is refused; have the traffic slower or the protocol faster, or write order: newest if only the newest counts",
		l.key, l.nodes[worst.from].name, to, most, l.protocol(l.Link), bits, l.pace(worst, bits).Seconds())
}

// pace returns the least time from one packet of a flow to the next. A protocol that does not tell takes at least
// that of the packet on the air.
func (l *linkBuilder) pace(f flow, bits int) time.Duration {
	radios := l.radios[slices.Index(l.stations, mac.Addr(f.from))]
	bands := make([]phy.PHY, len(radios))
	for i, r := range radios {
		bands[i] = r
	}
	paced, ok := l.MAC.(mac.Paced)
	if !ok {
		return bands[0].Airtime(bits)
	}
	env := mac.Env{PHY: bands[0], Bands: bands, Addr: mac.Addr(f.from), Stations: l.stations, Named: l.named, MaxDelay: l.longest}
	return paced.Pace(env, l.way, f.to, bits)
}

// way returns how long a frame takes between two nodes at the start.
func (l *linkBuilder) way(a, b mac.Addr) time.Duration {
	return l.path(l.nodes[a].at, l.nodes[b].at).Delay
}

// path returns the way of a signal between two places at the start, without antennas.
func (l *linkBuilder) path(from, to phy.Locator) phy.Path {
	return l.channels[0].Path(phy.NewEnd(from, nil), phy.NewReceiver(to, nil, l.radios[0][0].Modem().Window), 0)
}

// warnPeak warns of many nodes that all hear each other and send so much at random that less would deliver more: at
// twice the peak, ALOHA delivers 74 % of what it does there.
func (l *linkBuilder) warnPeak() {
	contended, ok := l.MAC.(mac.Contended)
	if !ok {
		return
	}
	const many, times = 10, 2
	load, senders := l.load()
	peak, delivered := contended.Peak()
	if load < times*peak || senders < many || !l.allHearEachOther() {
		return
	}
	l.warn("%s: %d nodes or more, which all hear each other, are to send %.3g frames in the time of one, and %s delivers the most, %.3g, at %.3g: beyond that more traffic delivers less; have the traffic slower",
		l.key, senders, load, l.protocol(l.Link), delivered, peak)
}

// load returns the frames that all nodes are to send in the time of one, without headers, as far as that is known
// before the run, and the number of nodes that the source with the most of them has.
func (l *linkBuilder) load() (load float64, senders int) {
	for _, o := range l.offers {
		if o.link == int(l.index) {
			load += float64(len(o.senders)) * o.rate * l.radios[0][0].Airtime(o.bits).Seconds()
			senders = max(senders, len(o.senders))
		}
	}
	return load, senders
}

// allHearEachOther reports whether all nodes hear each other where they begin.
func (l *linkBuilder) allHearEachOther() bool {
	const most = 200
	if len(l.stations) > most {
		return false
	}
	return !l.pairs(func(i, k int, _, _ geom.Vec) bool {
		a, b := l.nodes[l.stations[i]].at.Position(0), l.nodes[l.stations[k]].at.Position(0)
		return l.radios[i][0].SpareTo(l.radios[k][0], a, b) < 0 || l.radios[k][0].SpareTo(l.radios[i][0], b, a) < 0
	})
}
