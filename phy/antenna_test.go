package phy

import (
	"testing"

	"halocline/sim"
	"halocline/sim/geom"
)

// lamp sends with 3 dB and receives with 5 dB, ahead, and is 2 dB weaker elsewhere.
type lamp struct{}

func (lamp) Index() float64 { return 0 }

func (lamp) Gain(_ geom.Quat, direction geom.Vec) float64 { return 1 + ahead(direction) }

func (lamp) Receive(_ geom.Quat, direction geom.Vec) float64 { return 3 + ahead(direction) }

func (lamp) Axes() (send, receive float64) { return 3, 5 }

func ahead(direction geom.Vec) float64 {
	if direction.X > 0 {
		return 2
	}
	return 0
}

// oneSided is a lamp that receives as it sends.
type oneSided struct{ Antenna }

func TestAntennasOfTwoSides(t *testing.T) {
	forward, back := geom.Vec{X: 1}, geom.Vec{X: -1}
	for _, c := range []struct {
		end                              End
		toward, from, behind, fromBehind float64
	}{
		{NewEnd(Fixed{}, lamp{}), 3, 5, 1, 3},
		{NewEnd(Fixed{}, oneSided{lamp{}}), 3, 3, 1, 1},
		{Fixed{}, 0, 0, 0, 0},
	} {
		got := [4]float64{c.end.Toward(forward, 0), From(c.end, forward, 0), c.end.Toward(back, 0), From(c.end, back, 0)}
		if want := [4]float64{c.toward, c.from, c.behind, c.fromBehind}; got != want {
			t.Errorf("%T: %v dB, want %v", c.end, got, want)
		}
	}
}

// Spare counts antennas as pointing at each other: that of the sender sends, and that of the receiver receives. Power 1 and a least power
// of 1 have 0 dB to spare on a channel without loss.
func TestSpareCountsBothSides(t *testing.T) {
	m := NewMedium(sim.New(nil), Ideal{}, nil, 0)
	with := m.Attach(0, Fixed{}, &Modem{Power: 1, Sensitivity: 1, Antenna: lamp{}}, nil)
	without := m.Attach(1, Fixed{}, &Modem{Power: 1, Sensitivity: 1, Antenna: oneSided{lamp{}}}, nil)
	for _, c := range []struct {
		from, to *Radio
		want     float64
	}{{with, with, 8}, {with, without, 3}, {without, with, 5}, {without, without, 0}} {
		if got := c.from.SpareTo(c.to, geom.Vec{}, geom.Vec{X: 1}); got < c.want-1e-9 || got > c.want+1e-9 {
			t.Errorf("%g dB to spare, want %g", got, c.want)
		}
	}
}
