package phy

import (
	"time"

	"halocline/sim/rng"
)

// Source is something that sounds in the band of a medium and is no radio: a sonar that pings, a pile driver. No radio
// receives what it sends; each takes it as interference, and its carrier sense hears it.
type Source struct{ radio Radio }

// AddSource adds a source of a power at a node, in the unit of the link budget. All sources are added after the last radio and
// before the first transmission. The first number of the stream names the source, as that of a radio does.
func (m *Medium) AddSource(node Addr, at Locator, power float64, rand *rng.Stream) *Source {
	if m.laidOut {
		panic("phy: source added after the first transmission, or with a cutoff after MaxDelay")
	}
	end := NewReceiver(at, nil, Window{})
	s := &Source{Radio{
		medium: m, modem: &Modem{Power: power}, node: node, at: end, fixed: end.Still() && !m.varies, key: rand.Uint64(),
		index: int32(len(m.radios) + len(m.sources)), // for the memory of fading
	}}
	m.sources = append(m.sources, s)
	return s
}

// Sound begins to sound for a length.
func (s *Source) Sound(length time.Duration) {
	m := s.radio.medium
	tx := m.fresh()
	tx.noise, tx.power, tx.frame.Src = true, s.radio.modem.Power, s.radio.node
	m.launch(tx, &s.radio, length)
}
