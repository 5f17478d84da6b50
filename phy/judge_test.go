package phy

import (
	"testing"

	"halocline/sim"
	"halocline/sim/geom"
)

// amidst is a threshold that is so many times the noise.
type amidst struct{ threshold }

func (m amidst) Amid(noise float64) ErrorModel { return m.threshold * threshold(noise) }

// From a time on a radio judges by another error model, and the one beside it, which shares its modem and hears the same frames, by the first. A
// model that goes by the noise gets that of the radio: self-noise of 1 and 1 of the water, so that a ratio of 100/2 misses a
// threshold of 30 x 2 and reaches one of 20 x 2. A loss of all frames loses what the model leaves.
func TestJudge(t *testing.T) {
	k := sim.New(nil)
	m := NewMedium(k, &tank{noise: 1, far: 1, Ideal: Ideal{Speed: 1500}}, nil, 0)
	modem := plainModem()
	modem.Power = 100
	sender, _ := join(m, Fixed{}, modem)
	judge, heard := join(m, Fixed(geom.Vec{X: 15}), modem)
	_, beside := join(m, Fixed(geom.Vec{X: 15, Y: 1}), modem)
	const second = sim.Time(1e9)
	for i, by := range []*Modem{{Errors: threshold(60)}, {}, {Errors: amidst{30}}, {Errors: amidst{20}}, {Loss: 1}, {Errors: threshold(4)}} {
		start := sim.Time(10*i) * second
		sendAt(t, sender, start+second, Frame{Bits: 1000, Pkt: uint64(i)})
		k.NewTimer(sim.Input, func(sim.Time) { judge.Judge(by) }).Arm(start + 3*second/2) // while the frame arrives
	}
	run(t, k)
	var got []uint64
	for _, r := range heard.received {
		got = append(got, r.frame.Pkt)
	}
	want := []uint64{1, 3, 5}
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("received %v, want %v", got, want)
	}
	if len(beside.received) != 6 {
		t.Errorf("the radio beside it has received %d frames, not 6", len(beside.received))
	}
	if modem.Errors != threshold(4) || modem.Loss != 0 {
		t.Error("the modem that others share has changed")
	}
}
