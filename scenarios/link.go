package scenarios

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/plant/program"
	"halocline/scenarios/strict"
	"halocline/sim/geom"
)

// linkBuilder makes the media of one link, and a radio per band and a protocol
// for each of its nodes.
type linkBuilder struct {
	*builder
	*Link
	key      string // path of the link in the document
	index    uint8
	stations []mac.Addr
	named    map[string]mac.Addr
	media    []*phy.Medium                    // one per band
	modems   []*phy.ModemConfig               // that of the link, by band
	own      map[*phy.ModemConfig]*nodeModems // of the nodes with others; nil where there are none
	modemSet nodeModems                       // of the rest
	channels []phy.Channel
	radios   [][]*phy.Radio       // of each station, by band
	toners   []*phy.ToneRadio     // of each station, where the protocol has tones
	longest  func() time.Duration // longest way between two stations
}

func (b *builder) buildLink(index uint8, link *Link) {
	l := &linkBuilder{builder: b, Link: link, key: "links." + link.Name, index: index, named: map[string]mac.Addr{}}
	for i, n := range b.nodes {
		n.ports = append(n.ports, nil)
		if n.has(link.Name) {
			l.stations = append(l.stations, mac.Addr(i))
			l.named[n.name] = mac.Addr(i)
		}
	}
	if !l.meetDemands() || !l.buildMedia() {
		return
	}
	radios, macs, tops := make([][]*phy.Radio, len(l.stations)), make([]mac.MAC, len(l.stations)), make([]mac.MAC, len(l.stations))
	order := l.order()
	for _, i := range order {
		if radios[i] = l.attach(l.stations[i]); radios[i] == nil {
			return
		}
	}
	l.attachTones(order, radios)
	for _, i := range order {
		if macs[i], tops[i] = l.bind(i, radios[i]); macs[i] == nil {
			l.plan.doc.FaultFrom(l.key+".mac", errors.New("this model's Build returns nil; have it return a protocol"))
			return
		}
	}
	l.radios = radios
	b.linked = append(b.linked, l)
	for i, m := range macs {
		if l.plan.doc.FaultFrom(l.key+".mac", checkSource(l.MAC, m)) {
			return
		}
		l.measure(OfLink, l.Name, l.MAC, m)
		l.macs = append(l.macs, protocol{tops[i], index})
	}
	if !l.keepClocks() || !l.measureRanges() {
		return
	}
	l.listRadios()
}

// listRadios adds the radios of the link to those of the simulation.
func (l *linkBuilder) listRadios() {
	b := l.builder
	b.radios = slices.Grow(b.radios, len(l.stations)*len(l.media))
	for i, bands := range l.radios {
		if l.toners != nil {
			bands = append(bands, l.toners[i].Radio)
		}
		for band, r := range bands {
			b.radios = append(b.radios, radio{Radio: r, node: l.stations[i], link: l.index, band: uint16(band)})
		}
	}
}

// warnSettings warns of what the protocol doubts of its settings on this link.
func (l *linkBuilder) warnSettings() {
	if len(l.radios) < 2 {
		return
	}
	at := l.conditions()
	warn := func(key string, doubts []string) {
		for _, doubt := range doubts {
			l.warnings = append(l.warnings, l.key+key+doubt)
		}
	}
	if protocol, ok := l.MAC.(mac.Doubtful); ok {
		warn(".mac.", protocol.Doubts(at))
	}
	if l.ARQ != nil {
		warn(".arq.", l.ARQ.Doubts(at, l.MAC))
	}
}

// conditions returns what the link is like at the start of the run.
func (l *linkBuilder) conditions() mac.Conditions {
	at := mac.Conditions{
		Stations: len(l.stations), Longest: l.longestFrom, Shortest: l.shortestFrom,
		Between: func(a, b string) time.Duration { return l.way(l.named[a], l.named[b]) },
		Airtime: l.radios[0][0].Airtime, Bits: l.largest(),
	}
	for i, addr := range l.stations {
		at.Turnaround = max(at.Turnaround, l.radios[i][0].Modem().Turnaround)
		at.Gain = max(at.Gain, l.nodes[addr].group.Clock.Drift/1e6)
	}
	at.Load, _ = l.load()
	return at
}

// largest returns the bits of the largest packet of the link's traffic, or 0 where a file or a
// program has packets of its own.
func (l *linkBuilder) largest() (bits int) {
	if l.plan.Network != nil {
		return 0
	}
	for _, addr := range l.stations {
		if l.nodes[addr].group.Run != nil {
			return 0
		}
	}
	for _, config := range l.plan.Traffic {
		way := config.Way()
		switch {
		case way.Link != "" && way.Link != l.Name:
		case way.Bits == 0:
			return 0
		default:
			bits = max(bits, way.Bits)
		}
	}
	return bits
}

// longestFrom returns the longest way from the station of a name to one that a cutoff does not
// leave out, or of all ways, at the start.
func (l *linkBuilder) longestFrom(name string) time.Duration {
	if name == "" {
		return l.longest()
	}
	var longest time.Duration
	from := l.nodes[l.named[name]].at
	for i, addr := range l.stations {
		to := l.nodes[addr].at
		if to == from || !l.radios[i][0].Reaches(from.Position(0), to.Position(0)) {
			continue
		}
		longest = max(longest, l.path(from, to).Delay)
	}
	return longest
}

// order returns the stations, as indices, in the order in which their radios and protocols
// are made. With a cutoff a wave reaches neighbours only. Made one after the other, they
// lie in a few pages of memory; in the order of nodes at random places, each in its own.
func (l *linkBuilder) order() []int {
	if l.Cutoff > 0 {
		return nearby(l.places())
	}
	order := make([]int, len(l.stations))
	for i := range order {
		order[i] = i
	}
	return order
}

// meetDemands gives the protocol what it asks of the link, as far as there is.
func (l *linkBuilder) meetDemands() bool {
	if p, ok := l.MAC.(mac.Grouped); ok {
		resolved, err := p.Resolve(l.members)
		if l.plan.doc.FaultFrom(l.key+".mac", err) {
			return false
		}
		link := *l.Link // that of the plan stays, for other runs
		link.MAC = resolved
		l.Link = &link
	}
	if p, ok := l.MAC.(mac.Staffed); ok {
		if name := p.Station(); !l.isStation(name) {
			l.plan.doc.Fault(l.key+".mac.station", "%s", unknownStation(name, l))
			return false
		}
	}
	if p, ok := l.MAC.(mac.Fitted); ok && l.plan.doc.FaultFrom(l.key+".mac", p.Fit(l.nodeNames())) {
		return false
	}
	var ok bool
	if l.modems, ok = l.bands(l.Modem, l.key+".mac"); !ok || !l.buildOwnModems() {
		return false
	}
	if n, most := len(l.modems)*len(l.stations), l.plan.mostNodes(); n > most {
		l.plan.doc.Fault(l.key+".mac", "%d bands at %d nodes are %d radios; at most %d are possible", len(l.modems), len(l.stations), n, most)
		return false
	}
	return true
}

// buildMedia makes a medium for each band.
func (l *linkBuilder) buildMedia() bool {
	l.modemSet = nodeModems{modems: l.modems, built: make([]sharedModem, len(l.modems))}
	if owner := l.mediaOf[l.index]; owner != l.index {
		return l.useMedia(owner)
	}
	water := l.streams.Stream(l.Name + "/water").Uint64()
	env := phy.ChannelEnv{Water: l.water, Open: l.open, Duration: l.duration, Chance: l.streams.Stream(l.Name + "/channel").Float64()}
	for _, modem := range l.modems {
		env.Band, env.Unit = modem.Band(), modem.Unit()
		channel, err := l.Channel.Build(env)
		if err == nil && channel == nil {
			err = errNothing("Build")
		}
		if err == nil {
			err = errors.Join(checkNoise(channel), checkSource(l.Channel, channel))
		}
		if err == nil {
			err = l.checkPlaces(channel)
		}
		if l.plan.doc.FaultFrom(l.key+".channel", err) {
			return false
		}
		l.warnChannel(channel)
		l.warnModels(channel)
		l.channels = append(l.channels, channel)
		l.measure(OfLink, l.Name, l.Channel, channel)
		medium := phy.NewMedium(l.Kernel, channel, l.tracer, l.index)
		medium.Name(water)
		if l.Cutoff > 0 {
			medium.CutOff(l.Cutoff)
		}
		if len(l.media) > 0 {
			medium.NumberWith(l.media[0])
		}
		l.media = append(l.media, medium)
		l.linkOf = append(l.linkOf, l.index)
	}
	l.longest = (&longestWay{medium: l.media[0]}).of
	l.Simulation.media = append(l.Simulation.media, l.media...)
	return true
}

// useMedia takes the media of the link whose water this one shares.
func (l *linkBuilder) useMedia(owner uint8) bool {
	at := slices.IndexFunc(l.linked, func(o *linkBuilder) bool { return o.index == owner })
	if at < 0 {
		return false // its own faults are told
	}
	o := l.linked[at]
	if len(l.modems) != 1 || len(o.media) != 1 {
		l.plan.doc.Fault(l.key+".shares", "a protocol that divides the band shares it with no other link; leave out shares, or choose another protocol")
		return false
	}
	l.media, l.channels = o.media, o.channels
	l.longest = (&longestWay{medium: l.media[0]}).of
	if l.plan.doc.FaultFrom(l.key+".channel", l.checkPlaces(l.channels[0])) {
		return false
	}
	l.warnModels(l.channels[0])
	return true
}

// attach makes the radios of a node, or nil if the modem cannot be built.
func (l *linkBuilder) attach(addr mac.Addr) []*phy.Radio {
	n := l.nodes[addr]
	var radios []*phy.Radio
	modems := l.modemsOf(n)
	for i, config := range modems.modems {
		_, multipath := l.channels[i].(phy.Multipath)
		env := phy.ModemEnv{Open: l.open, Speed: phy.SpeedOf(l.channels[i], n.at.Position(0)), Multipath: multipath}
		modem := modems.built[i].at(env.Speed)
		if modem == nil {
			var err error
			modem, err = config.Build(env)
			if l.plan.doc.FaultFrom(cmp.Or(modems.key, l.key+".modem"), err) {
				return nil
			}
			modems.built[i] = sharedModem{modem, env.Speed}
		}
		if modem.ThrustNoise > 0 && n.body != nil && !n.body.HasThrusters() {
			l.warn("node %s: the modem of link %s hears thrusters, and this vehicle has none whose thrust is known; their noise is left out", n.name, l.Name)
		}
		name := n.name + "/" + l.Name + "/phy"
		if i > 0 {
			name += strconv.Itoa(i)
		}
		radios = append(radios, l.media[i].AttachFor(l.index, addr, n.at, modem, l.streams.Stream(name)))
	}
	if p, ok := l.MAC.(mac.Banded); ok && p.SharedTransducer() {
		phy.ShareTransducer(radios)
	}
	return radios
}

// attachTones makes the radios for tones, where the protocol asks for them, in the order of the others.
func (l *linkBuilder) attachTones(order []int, radios [][]*phy.Radio) {
	p, ok := l.MAC.(mac.Toned)
	if !ok {
		return
	}
	tones := phy.NewTones(l.Kernel, l.channels[0], p.Tone())
	if l.Cutoff > 0 {
		tones.CutOff(l.Cutoff)
	}
	l.toners = make([]*phy.ToneRadio, len(l.stations))
	for _, i := range order {
		addr := l.stations[i]
		l.toners[i] = tones.Attach(addr, l.nodes[addr].at, radios[i][0].Modem())
	}
}

// env returns what the protocol of a node may touch, below a port.
func (l *linkBuilder) env(addr mac.Addr, radios []*phy.Radio, port *mac.Port) mac.Env {
	n := l.nodes[addr]
	bands := make([]phy.PHY, len(radios))
	for i, r := range radios {
		bands[i] = r
		if program, ok := n.group.Run.(program.Stamping); l.Sync != nil || l.Ranging != nil || ok && program.Stamps() {
			bands[i] = mac.Stamping(r, l.Kernel, n.clock)
		}
	}
	return mac.Env{
		Kernel:   l.Kernel,
		Clock:    n.clock,
		Rand:     l.streams.Stream(n.name + "/" + l.Name + "/mac"),
		PHY:      bands[0],
		Bands:    bands,
		Addr:     addr,
		Up:       port,
		Stations: l.stations,
		Named:    l.named,
		MaxDelay: l.longest,
		Delay:    radios[0].Delay,
		Tracer:   l.tracer,
		Link:     l.index,
	}
}

// bind makes the protocol of a node, and what the port sees of it: the protocol, or the repetition over it.
func (l *linkBuilder) bind(i int, radios []*phy.Radio) (protocol, top mac.MAC) {
	addr := l.stations[i]
	port := mac.NewPort(l.Kernel, l.numbers, l.tracer, addr, l.index)
	env := l.env(addr, radios, port)
	if l.toners != nil {
		env.Tones = l.toners[i]
	}
	if l.ARQ != nil {
		layer := l.ARQ.Build(env, l.MAC)
		protocol, top = layer.Below(), layer
	} else {
		protocol = l.MAC.Build(env)
		top = protocol
	}
	for _, r := range radios {
		r.Listen(protocol)
	}
	if listener, ok := protocol.(phy.ToneListener); ok && l.toners != nil {
		l.toners[i].Listen(listener)
	}
	port.Bind(top)
	l.nodes[addr].ports[l.index] = port
	return protocol, top
}

// longestWay is the longest delay between two stations, looked for when it is first
// asked for. Protocols keep it for the whole run, so it knows the medium and nothing
// of what the run was built from.
type longestWay struct {
	medium *phy.Medium
	delay  time.Duration
	known  bool
}

func (w *longestWay) of() time.Duration {
	if !w.known {
		w.delay, w.known = w.medium.MaxDelay(), true
	}
	return w.delay
}

func (l *linkBuilder) isStation(name string) bool {
	_, ok := l.named[name]
	return ok
}

func unknownStation(name string, l *linkBuilder) string {
	return strict.Unknown("node on link "+l.Name, name, l.nodeNames())
}

// members returns the names of the nodes of a node's or a group's name.
func (l *linkBuilder) members(name string) ([]string, error) {
	nodes, known := l.byName[name]
	if !known {
		return nil, errors.New(strict.Unknown("node on link "+l.Name, name, slices.Sorted(maps.Keys(l.byName))))
	}
	var names []string
	for _, i := range nodes {
		if l.nodes[i].has(l.Name) {
			names = append(names, l.nodes[i].name)
		}
	}
	if names == nil {
		return nil, fmt.Errorf("%q has no radio for link %q", name, l.Name)
	}
	return names, nil
}

// nodeNames returns the names of the stations, in their order.
func (l *linkBuilder) nodeNames() []string {
	names := make([]string, len(l.stations))
	for i, addr := range l.stations {
		names[i] = l.nodes[addr].name
	}
	return names
}

// warnModels collects what a channel says of keys that were left to their defaults, and what the
// modem says of itself.
func (l *linkBuilder) warnModels(channel phy.Channel) {
	add := func(key string, doubts []string) {
		for _, d := range doubts {
			l.warn("%s%s: %s", l.key, key, d)
		}
	}
	add(".modem", l.Modem.Doubts())
	l.warnOwnModems()
	c, ok := channel.(phy.Doubtful)
	if !ok {
		return
	}
	given := func(key string) bool { return l.plan.doc.Value("links", l.Name, "channel", key) != nil }
	add(".channel", c.Doubts(given, l.places()))
}

// warnChannel collects what a channel says of formulas outside their ranges, where the
// nodes are at the start of the run. Each sentence counts once.
func (b *builder) warnChannel(channel phy.Channel) {
	positions := make([]geom.Vec, len(b.nodes))
	for i, n := range b.nodes {
		positions[i] = n.at.Position(0)
	}
	if c, ok := channel.(phy.Warner); ok {
		for _, w := range c.Warnings(positions) {
			b.warn("%s", w)
		}
	}
}

// warnBands warns of links in the same water whose bands overlap, of the first two for
// each link. A wire of its own disturbs nobody.
func (b *builder) warnBands() {
	const kHz = 1e3
	for i := range b.plan.Links {
		l := &b.plan.Links[i]
		for k := range b.plan.Links[:i] {
			other := &b.plan.Links[k]
			if c, ok := l.Channel.(phy.Wired); ok && c.Wired() || reflect.TypeOf(l.Channel) != reflect.TypeOf(other.Channel) || b.mediaOf[i] == b.mediaOf[k] {
				continue
			}
			here, there := l.Modem.Band(), other.Modem.Band()
			if 2*math.Abs(here.Centre-there.Centre) >= here.Width+there.Width {
				continue
			}
			share := ""
			if here == there {
				share = fmt.Sprintf("write shares: [%s] into %s, ", other.Name, l.Name)
			}
			b.warnings = append(b.warnings, fmt.Sprintf("links %s and %s: their bands overlap, %.6g to %.6g kHz and %.6g to %.6g kHz, and frames of one link never disturb another; "+
				"%smake one link of them, or give them frequencies that lie apart", other.Name, l.Name,
				(there.Centre-there.Width/2)/kHz, (there.Centre+there.Width/2)/kHz, (here.Centre-here.Width/2)/kHz, (here.Centre+here.Width/2)/kHz, share))
			break
		}
	}
}
