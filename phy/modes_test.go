package phy

import (
	"math"
	"strings"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// modal is a modem of 1 kbit/s with modes of 2 and 4 kbit/s, from ratios of 16 and 100 on. It leaves a factor of
// two, and remembers for a minute.
func modal() *Modem {
	m := plainModem()
	m.Modes = []Mode{{Rate: 2000, SINR: 16}, {Rate: 4000, SINR: 100}}
	m.Adapt = &Adaptation{Margin: 2, Memory: time.Minute}
	return m
}

// heardAt is a station at the origin and three nodes that it hears at ratios of 400, 40 and 8: gain over a noise of 1.
func heardAt(k *sim.Kernel, tracer trace.Tracer, modem *Modem) (station *Radio, others []*Radio, ears []*ear) {
	gains := []float64{400, 40, 8}
	c := &tank{Ideal: Ideal{Speed: 1500}, gain: map[[2]geom.Vec]float64{}}
	m := NewMedium(k, c, tracer, 0)
	station, e := join(m, Fixed{}, modem)
	ears = append(ears, e)
	for i, g := range gains {
		at := geom.Vec{X: 1500 * float64(i+1)}
		c.gain[[2]geom.Vec{at, {}}], c.gain[[2]geom.Vec{{}, at}] = g, g
		r, e := join(m, Fixed(at), modem)
		others, ears = append(others, r), append(ears, e)
	}
	return station, others, ears
}

// The station calls each node, and each answers with 1000 bit. Half of 400 is above 100, half of 40 above 16, and half of 8
// is not: the answers take 0.25 s, 0.5 s and 1 s. So the mean rate is 3000 bit / 1.75 s = 1714.3 bit/s.
func TestMeanRate(t *testing.T) {
	k, d := sim.New(nil), &diary{}
	station, others, ears := heardAt(k, d, modal())
	sendAt(t, station, 0, Frame{Src: 0, Dst: Everybody, Bits: 100})
	for i, r := range others {
		sendAt(t, r, sim.Time(i+1)*10e9, Frame{Src: r.Node(), Dst: 0, Bits: 1000, Pkt: uint64(i + 1)})
	}
	run(t, k)
	airtime := 0.0
	for _, r := range d.records {
		if r.Kind == trace.TxStart && r.Pkt > 0 {
			airtime += r.Value
		}
	}
	if rate := 3000 / airtime; math.Abs(rate-12000.0/7) > 1e-9 {
		t.Errorf("the mean rate is %g bit/s, not 1714.3", rate)
	}
	var modes []uint8
	for _, r := range ears[0].received {
		modes = append(modes, r.frame.Mode)
	}
	if len(modes) != 3 || modes[0] != 2 || modes[1] != 1 || modes[2] != 0 {
		t.Errorf("the station has received frames in the modes %v, not 2, 1, 0", modes)
	}
}

// What was heard a minute ago counts, and what was heard longer ago does not. What goes out with 10 dB less must have a
// ratio ten times as large: 400 / 2 / 10 = 20 is enough for 2 kbit/s only. Nobody's mode is that of a frame for everybody,
// and a protocol that names a mode gets it.
func TestChoiceOfMode(t *testing.T) {
	k := sim.New(nil)
	station, others, _ := heardAt(k, nil, modal())
	sendAt(t, station, 0, Frame{Src: 0, Dst: Everybody, Bits: 100}) // heard by the first at 1.1 s
	r := others[0]
	for _, c := range []struct {
		at   float64
		send Frame
		want uint8
	}{
		{5, Frame{Src: 1, Dst: 0, Bits: 100}, 2},
		{10, Frame{Src: 1, Dst: 0, Bits: 100, Cut: 10}, 1},
		{20, Frame{Src: 1, Dst: Everybody, Bits: 100}, 0},
		{30, Frame{Src: 1, Dst: 0, Bits: 100, Mode: 1}, 1},
		{40, Frame{Src: 1, Dst: 2, Bits: 100}, 0}, // of whom it has heard nothing
		{61, Frame{Src: 1, Dst: 0, Bits: 100}, 2},
		{61.2, Frame{Src: 1, Dst: 0, Bits: 100}, 0},
	} {
		k.NewTimer(sim.Comm, func(sim.Time) {
			if got := r.modeOf(&c.send); got != c.want {
				t.Errorf("at %g s: mode %d of %+v, not %d", c.at, got, c.send, c.want)
			}
		}).Arm(sim.Time(c.at * 1e9))
	}
	run(t, k)
}

// A frame at 2 kbit/s is intact from a ratio of 16 on, whatever the modem's errors say, and lost below; the cause of that is
// the power, or the interference.
func TestModeThreshold(t *testing.T) {
	for _, c := range []struct {
		gain float64
		want trace.Kind
	}{{16, trace.RxOK}, {15.99, trace.RxLost}} {
		k, d := sim.New(nil), &diary{}
		m := NewMedium(k, &tank{Ideal: Ideal{Speed: 1500}, far: c.gain}, d, 0)
		modem := modal()
		modem.Adapt = nil
		a, _ := join(m, Fixed{}, modem)
		join(m, Fixed(geom.Vec{X: 1500}), modem)
		sendAt(t, a, 0, Frame{Src: 0, Dst: 1, Bits: 100, Mode: 1})
		run(t, k)
		last := d.records[len(d.records)-1]
		if last.Kind != c.want || last.Kind == trace.RxLost && last.Cause != trace.BelowThreshold {
			t.Errorf("gain %g: %+v", c.gain, last)
		}
	}
}

func TestModeFaults(t *testing.T) {
	faster := ModeConfig{Rate: 2000, Threshold: 12}
	for want, change := range map[string]func(*ModemConfig){
		"":                                       func(c *ModemConfig) { c.Modes = []ModeConfig{faster, {Rate: 4000, Threshold: 20}} },
		"adapt: there is no mode to choose":      func(c *ModemConfig) { c.Adapt = &AdaptConfig{} },
		"modes[0].rate: 1000 bit/s are not more": func(c *ModemConfig) { c.Modes = []ModeConfig{{Rate: 1000, Threshold: 12}} },
		"modes[1].rate: 2000 bit/s are not more": func(c *ModemConfig) { c.Modes = []ModeConfig{faster, {Rate: 2000, Threshold: 20}} },
		"modes[1].threshold: 12 dB are not more than ": func(c *ModemConfig) { c.Modes = []ModeConfig{faster, {Rate: 4000, Threshold: 12}} },
	} {
		c := DefaultModem()
		change(c)
		err := c.Validate()
		got := ""
		if err != nil {
			got = err.(interface{ Field() string }).Field() + ": " + err.Error()
		}
		if want == "" && err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
