package phy

import (
	"slices"
	"testing"

	"halocline/sim"
)

// Frames that begin at the same instant are judged together: the stronger is
// received if it exceeds the other by what it takes to acquire it, here 10 dB,
// and otherwise neither is, although 8 dB would do to keep a frame. Which is
// looked at first does not matter.
func TestFramesThatBeginTogether(t *testing.T) {
	for _, row := range []struct {
		powers []float64
		want   int // index of the frame that is received, or -1
	}{
		{[]float64{1, 100}, 1},
		{[]float64{1, 1}, -1},
		{[]float64{1, 8}, -1},
		{[]float64{1, 11}, 1},
		{[]float64{1, 100, 100}, -1},
		{[]float64{3, 4, 100}, 2},
	} {
		n := len(row.powers)
		for first := range n { // every rotation of the order
			k := sim.New(nil)
			m := NewMedium(k, Ideal{Speed: 1500}, nil, 0)
			ear := &listener{}
			m.Attach(0, Fixed{}, &Modem{Rate: 1000, Power: 1, Acquire: 10, SelfNoise: 0.01, Errors: threshold(8)}, nil).Listen(ear)
			var send []func() error
			for i := range n {
				j := (first + i) % n
				modem := &Modem{Rate: 1000, Power: row.powers[j], Acquire: 10, SelfNoise: 0.01}
				r := m.Attach(Addr(j+1), Fixed{X: 150}, modem, nil)
				r.Listen(&listener{})
				send = append(send, func() error { return r.Transmit(&Frame{Src: Addr(j + 1), Bits: 1000}) })
			}
			for _, fn := range send {
				if err := fn(); err != nil {
					t.Fatal(err)
				}
			}
			if err := k.Run(t.Context(), 5e9); err != nil {
				t.Fatal(err)
			}
			got := -1
			if len(ear.from) == 1 {
				got = int(ear.from[0]) - 1
			}
			if got != row.want || len(ear.from) > 1 {
				t.Errorf("powers %v, %d first: received %v, want %d", row.powers, first, ear.from, row.want)
			}
		}
	}
}

// Where any overlap spoils a frame, one that could not be heard by itself spoils none,
// whichever of them is looked at first: here 5 times the noise where 10 times is needed.
func TestCaptureOffTogether(t *testing.T) {
	for _, row := range []struct {
		powers []float64
		want   []Addr
	}{
		{[]float64{10.5, 5}, []Addr{1}},
		{[]float64{10.5, 10.5}, nil},
	} {
		for first := range 2 {
			m := NewMedium(sim.New(nil), Ideal{Speed: 1500}, nil, 0)
			ear := &listener{}
			m.Attach(0, Fixed{}, &Modem{Rate: 1000, Acquire: 10, SelfNoise: 1, Capture: CaptureOff}, nil).Listen(ear)
			for i := range 2 {
				j := (first + i) % 2
				r := m.Attach(Addr(j+1), Fixed{X: 150}, &Modem{Rate: 1000, Power: row.powers[j], SelfNoise: 1}, nil)
				r.Listen(&listener{})
				sendAt(t, r, 0, Frame{Src: Addr(j + 1), Bits: 1000})
			}
			run(t, m.kernel)
			if !slices.Equal(ear.from, row.want) {
				t.Errorf("powers %v, %d first: received %v, want %v", row.powers, first, ear.from, row.want)
			}
		}
	}
}

// A radio gives a frame of power 1 up for a later one that exceeds the noise and all
// others by 10. If another of power 1 begins together with that, 12 is too little, since
// 12/2.01 < 10, and 30 is enough, since 30/2.01 > 10. Which is looked at first does not
// matter, and the first frame is lost to both.
func TestRecaptureTogether(t *testing.T) {
	for _, row := range []struct {
		power float64
		want  []Addr
	}{{12, nil}, {30, []Addr{1}}} {
		for first := range 2 {
			m := NewMedium(sim.New(nil), Ideal{Speed: 1500}, nil, 0)
			ear := &listener{}
			modem := &Modem{Rate: 1000, Acquire: 2, Recapture: 10, SelfNoise: 0.01, Capture: MessageInMessage, Errors: threshold(2)}
			m.Attach(0, Fixed{}, modem, nil).Listen(ear)
			send := func(node Addr, at sim.Time, power float64) {
				r := m.Attach(node, Fixed{X: 150}, &Modem{Rate: 1000, Power: power, SelfNoise: 0.01}, nil)
				r.Listen(&listener{})
				sendAt(t, r, at, Frame{Src: node, Bits: 1000})
			}
			send(9, 0, 1)
			for i := range 2 {
				j := (first + i) % 2
				send(Addr(j+1), 5e8, []float64{row.power, 1}[j])
			}
			run(t, m.kernel)
			if !slices.Equal(ear.from, row.want) {
				t.Errorf("power %v, %d first: received %v, want %v", row.power, first, ear.from, row.want)
			}
		}
	}
}

// listener notes who it receives from.
type listener struct{ from []Addr }

func (*listener) TxDone(*Frame)                {}
func (l *listener) Receive(f *Frame, _ RxInfo) { l.from = append(l.from, f.Src) }
func (*listener) Collision()                   {}

// A third sender changes the fading of nobody else's frames: the chances of a
// reception belong to its two ends and the number of the transmission.
func TestFadingIsOfThePair(t *testing.T) {
	received := func(third bool) []Addr {
		k := sim.New(nil)
		m := NewMedium(k, Ideal{Speed: 1500}, nil, 0)
		ear := &listener{}
		modem := func() *Modem {
			return &Modem{Rate: 1000, Power: 1, Sensitivity: 0.7, Fading: RayleighFading{}}
		}
		rx := m.Attach(0, Fixed{}, modem(), nil)
		tx := m.Attach(1, Fixed{X: 150}, modem(), nil)
		other := m.Attach(2, Fixed{X: 3000}, modem(), nil)
		rx.Listen(ear)
		tx.Listen(&listener{})
		other.Listen(&listener{})
		k.Every(sim.Comm, 0, sim.Seconds(10), func(sim.Time) { tx.Transmit(&Frame{Src: 1, Bits: 1000}) })
		if third {
			k.Every(sim.Comm, 5e9, sim.Seconds(10), func(sim.Time) { other.Transmit(&Frame{Src: 2, Bits: 1000}) })
		}
		if err := k.Run(t.Context(), 2000e9); err != nil {
			t.Fatal(err)
		}
		return slices.DeleteFunc(ear.from, func(a Addr) bool { return a != 1 })
	}
	alone, crowded := received(false), received(true)
	if len(alone) != len(crowded) {
		t.Errorf("%d frames received alone, %d with a third sender", len(alone), len(crowded))
	}
	if n := float64(len(alone)) / 200; n < 0.35 || n > 0.65 { // exp(-0.7) = 0.497, +- 4 standard errors
		t.Errorf("a share of %g was received, want 0.497", n)
	}
}
