package scenarios

import (
	"fmt"
	"math"
	"slices"

	"halocline/phy"
	"halocline/plant/sensor"
	"halocline/scenarios/strict"
	"halocline/sim/fault"
)

// interfere has the pings of an instrument be heard by the modems of a link, if it says so.
func (b *builder) interfere(i *instrument) error {
	c, ok := i.config.(interface{ Interferes() *sensor.Disturbance })
	if !ok || c.Interferes() == nil {
		return nil
	}
	d := c.Interferes()
	at := slices.IndexFunc(b.linked, func(l *linkBuilder) bool { return l.Name == d.Link })
	if at < 0 {
		return fault.In("interferes.link", "%s", strict.Unknown("link", d.Link, b.names.Links))
	}
	l, n := b.linked[at], b.nodes[i.node]
	if l.Modem.Unit() != phy.Micropascal {
		return fault.In("interferes.link", "the link budget of %s is in W, and a ping has a level in dB re 1 uPa; give its modem a budget in decibels", d.Link)
	}
	for k, modem := range l.modems {
		band := modem.Band()
		level := d.LevelIn(band.Centre, band.Width)
		if math.IsInf(level, -1) {
			continue
		}
		stream := b.streams.Stream(fmt.Sprintf("%s/instruments/%s/interferes%d", n.name, i.name, k))
		i.sounds = append(i.sounds, l.media[k].AddSource(int32(i.node), n.at, math.Pow(10, level/10), stream))
	}
	if len(i.sounds) == 0 {
		band := l.Modem.Band()
		return fault.In("interferes.frequency", "its band of %g Hz around %g Hz does not meet that of link %s, %g Hz around %g Hz: its modems hear nothing of it; leave interferes out",
			d.Bandwidth, d.Frequency, d.Link, band.Width, band.Centre)
	}
	i.pulse, i.early = d.Pulse, true
	return nil
}
