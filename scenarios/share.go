package scenarios

import (
	"fmt"
	"reflect"
	"slices"

	"halocline/scenarios/strict"
	"halocline/sim/fault"
)

// shareWater returns for each link the first one of those that share its water, which is itself where nobody does, or nil
// where links cannot share.
func (b *builder) shareWater() []uint8 {
	links := b.plan.Links
	water := make([]uint8, len(links))
	for i := range links {
		water[i] = uint8(i)
	}
	for i := range links {
		for k, name := range links[i].Shares {
			other := slices.IndexFunc(links, func(l Link) bool { return l.Name == name })
			if b.plan.doc.FaultFrom("links."+links[i].Name, b.cannotShare(i, k, other)) {
				return nil
			}
			joined, first := max(water[i], water[other]), min(water[i], water[other])
			for n, w := range water {
				if w == joined {
					water[n] = first
				}
			}
		}
	}
	return water
}

// cannotShare says why a link cannot share the water of another one, the one that its list names at k.
func (b *builder) cannotShare(link, k, other int) error {
	key := fmt.Sprintf("shares[%d]", k)
	if other < 0 {
		return fault.In(key, "%s", strict.Unknown("link", b.plan.Links[link].Shares[k], b.names.Links))
	}
	l, o := &b.plan.Links[link], &b.plan.Links[other]
	switch {
	case slices.Contains(l.Shares[:k], o.Name):
		return fault.In(key, "link %s is there twice; leave one out", o.Name)
	case link == other:
		return fault.In(key, "a link shares its water with itself anyway; leave it out")
	case !reflect.DeepEqual(l.Channel, o.Channel):
		return fault.In("channel", "the channel differs from that of link %s, whose water it shares; write the same, or leave out shares", o.Name)
	case l.Modem.Band() != o.Modem.Band():
		return fault.In("modem", "the band of %g Hz around %g Hz differs from that of link %s, %g Hz around %g Hz, which it shares; make them the same, or leave out shares",
			l.Modem.Bandwidth, l.Modem.Frequency, o.Name, o.Modem.Bandwidth, o.Modem.Frequency)
	case l.Modem.Unit() != o.Modem.Unit():
		return fault.In("modem.budget", "the budget is in %s, and that of link %s, whose water it shares, in %s; make them the same", l.Modem.Unit(), o.Name, o.Modem.Unit())
	case l.Cutoff > 0 || o.Cutoff > 0:
		return fault.In("cutoff", "links that share their water leave nothing out; leave out cutoff, or shares")
	}
	return nil
}
