package mactest

import (
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
)

// jammer fills all bands with noise.
type jammer struct {
	radios []*phy.Radio
	addr   mac.Addr
	jams   []jam
	timer  *sim.Timer
}

var _ phy.Listener = (*jammer)(nil)

// next waits for the next burst.
func (j *jammer) next() {
	if len(j.jams) > 0 {
		j.timer.Arm(j.jams[0].at)
	}
}

// burst begins to send, unless the burst before has still to end.
func (j *jammer) burst(sim.Time) {
	length := j.jams[0].length
	j.jams = j.jams[1:]
	j.fill(length)
	j.next()
}

// fill begins to send in all bands.
func (j *jammer) fill(length time.Duration) {
	for _, r := range j.radios {
		bits := int(length.Seconds() * r.Modem().Rate)
		r.Transmit(&phy.Frame{Src: j.addr, Dst: mac.Everybody, Bits: max(bits, 1)})
	}
}

// TxDone implements phy.Listener.
func (*jammer) TxDone(*phy.Frame) {}

// Receive implements phy.Listener.
func (*jammer) Receive(*phy.Frame, phy.RxInfo) {}

// Collision implements phy.Listener.
func (*jammer) Collision() {}
