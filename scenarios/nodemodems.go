package scenarios

import (
	"slices"
	"strconv"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim/fault"
)

// nodeModems is the modem of some nodes of a link, in the bands that the protocol asks for.
type nodeModems struct {
	key    string // path of the nodes' own modem in the document; empty for that of the link
	modems []*phy.ModemConfig
	built  []sharedModem // by band: the one that was built last
}

// sharedModem is a modem, built where the wave has a speed, whose constants other
// radios may share.
type sharedModem struct {
	*phy.Modem
	speed float64
}

// at returns the modem, if a radio where the wave has that speed may share it. Fading
// has a memory of its own in each radio.
func (s sharedModem) at(speed float64) *phy.Modem {
	if s.Modem == nil || s.speed != speed || s.Fading != nil {
		return nil
	}
	return s.Modem
}

// has reports whether the node has a radio for a link.
func (n *node) has(link string) bool { return n.group.on(link) }

// on reports whether the nodes of a group have radios for a link.
func (n *Node) on(link string) bool {
	return n.Links == nil || slices.ContainsFunc(n.Links, func(l NodeLink) bool { return l.Name == link })
}

// modem returns the modem of their own that the nodes of a group have for a link; nil if it is that of the link.
func (n *Node) modem(link string) *phy.ModemConfig {
	for i := range n.Links {
		if n.Links[i].Name == link {
			return n.Links[i].Modem
		}
	}
	return nil
}

// bands returns a modem in the bands that the protocol asks for. What it lacks for the protocol is a fault at a key.
func (l *linkBuilder) bands(modem *phy.ModemConfig, key string) (modems []*phy.ModemConfig, ok bool) {
	if p, ok := l.MAC.(mac.Duplexed); ok && !modem.FullDuplex {
		if !p.FullDuplex() {
			l.plan.doc.Fault(key, "the protocol detects collisions while it transmits, and the modem is half-duplex; "+
				"write full_duplex: true into the modem if it is not, or assume_full_duplex: true into the protocol to compare with the literature")
			return nil, false
		}
		duplex := *modem
		duplex.FullDuplex = true
		modem = &duplex
	}
	p, ok := l.MAC.(mac.Banded)
	if !ok {
		return []*phy.ModemConfig{modem}, true
	}
	for _, part := range p.Bands(len(l.stations)) {
		modems = append(modems, modem.Part(part.From, part.Width))
	}
	return modems, true
}

// buildOwnModems fits the modems of nodes that have their own.
func (l *linkBuilder) buildOwnModems() bool {
	fits := true
	for i := range l.plan.Nodes {
		modem := l.plan.Nodes[i].modem(l.Name)
		if modem == nil {
			continue
		}
		key := "nodes[" + strconv.Itoa(i) + "].links." + l.Name + ".modem"
		if l.plan.doc.FaultFrom(key, l.differs(modem)) {
			fits = false
			continue
		}
		modems, ok := l.bands(modem, key)
		if !ok {
			fits = false
			continue
		}
		if l.own == nil {
			l.own = map[*phy.ModemConfig]*nodeModems{}
		}
		l.own[modem] = &nodeModems{key: key, modems: modems, built: make([]sharedModem, len(modems))}
	}
	return fits
}

// differs says in what a node's modem differs from that of the link and must not. The channel has the noise and the
// absorption of one band, and powers in one unit. Frames are understood at one rate, behind one preamble, and protocols
// reckon with one airtime.
func (l *linkBuilder) differs(modem *phy.ModemConfig) error {
	const other = "; make them the same, or give the node a link of its own"
	link := l.Modem
	switch {
	case modem.Frequency != link.Frequency:
		return fault.In("frequency", "the modem is at %g Hz, and that of link %s at %g Hz: nodes on a link share its band"+other, modem.Frequency, l.Name, link.Frequency)
	case modem.Bandwidth != link.Bandwidth:
		return fault.In("bandwidth", "the modem has a band of %g Hz, and that of link %s one of %g Hz: nodes on a link share its band"+other, modem.Bandwidth, l.Name, link.Bandwidth)
	case modem.Rate != link.Rate:
		return fault.In("rate", "the modem sends %g bit/s, and that of link %s %g bit/s: neither would understand the other"+other, modem.Rate, l.Name, link.Rate)
	case modem.Preamble != link.Preamble:
		return fault.In("preamble", "the preamble lasts %v, and that of link %s %v: neither would understand the other"+other, modem.Preamble, l.Name, link.Preamble)
	case modem.Unit() != link.Unit():
		return fault.In("budget", "the budget is in %s, and that of link %s in %s, and powers on a link have one unit"+other, modem.Unit(), l.Name, link.Unit())
	}
	return nil
}

// modemsOf returns the modems of a node.
func (l *linkBuilder) modemsOf(n *node) *nodeModems {
	if l.own != nil {
		if own := l.own[n.group.modem(l.Name)]; own != nil {
			return own
		}
	}
	return &l.modemSet
}

// warnOwnModems collects what the modems of nodes that have their own say of themselves.
func (l *linkBuilder) warnOwnModems() {
	for i := range l.plan.Nodes {
		group := &l.plan.Nodes[i]
		if modem := group.modem(l.Name); modem != nil {
			for _, d := range modem.Doubts() {
				l.warn("nodes.%s.links.%s.modem: %s", group.Name, l.Name, d)
			}
		}
	}
}
