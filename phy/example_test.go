package phy_test

import (
	"context"
	"fmt"
	"time"

	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// hydrophone is a listener that prints what it receives. A protocol has the same
// four methods.
type hydrophone struct {
	name   string
	kernel *sim.Kernel
}

func (h hydrophone) TxDone(*phy.Frame) { fmt.Println(h.kernel.Now(), h.name, "has sent") }

func (h hydrophone) Receive(f *phy.Frame, info phy.RxInfo) {
	fmt.Printf("%v %s hears %d bits from node %d, since %v\n", h.kernel.Now(), h.name, f.Bits, f.Src, info.Began)
}

func (h hydrophone) Collision() {}

// A frame of 500 bits at 1000 bit/s is on the air for 0.5 s. At 1500 m/s it takes
// 1 s to a radio that is 1500 m away, and 2 s to one at 3000 m.
func Example() {
	k := sim.New(nil)
	medium := phy.NewMedium(k, phy.Ideal{Speed: 1500}, nil, 0)
	modem := &phy.Modem{Rate: 1000, Power: 1}
	dock := medium.Attach(0, phy.Fixed{}, modem, nil)
	near := medium.Attach(1, phy.Fixed{X: 1500}, modem, nil)
	far := medium.Attach(2, phy.Fixed{X: 3000}, modem, nil)
	dock.Listen(hydrophone{"dock", k})
	near.Listen(hydrophone{"near", k})
	far.Listen(hydrophone{"far", k})

	k.NewTimer(sim.Comm, func(sim.Time) {
		if err := dock.Transmit(&phy.Frame{Src: dock.Node(), Dst: phy.Everybody, Bits: 500}); err != nil {
			fmt.Println(err)
		}
	}).Arm(0)
	if err := k.Run(context.Background(), sim.Time(time.Minute)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0.500000000s dock has sent
	// 1.500000000s near hears 500 bits from node 0, since 1.000000000s
	// 2.500000000s far hears 500 bits from node 0, since 2.000000000s
}

// losses is a tracer that prints what is not received.
type losses struct{ names []string }

// Emit prints a loss.
func (l losses) Emit(r trace.Record) {
	if r.Kind == trace.RxLost || r.Kind == trace.RxMissed {
		fmt.Println(r.At, l.names[r.Node], "loses the frame from", l.names[r.Peer], "to", r.Cause)
	}
}

// Whether two frames meet depends on where they are heard. West sends from 0 to
// 0.5 s, and east, 1500 m away, from 1 to 1.5 s: just when the first frame comes
// by. So beyond east, at 3000 m, the two run on top of each other. A radio halfway,
// at 750 m, has one from 0.5 to 1 s and the other from 1.5 to 2 s.
func ExampleMedium() {
	k := sim.New(nil)
	names := []string{"west", "east", "halfway", "beyond"}
	medium := phy.NewMedium(k, phy.Ideal{Speed: 1500}, losses{names}, 0)
	modem := &phy.Modem{Rate: 1000, Power: 1, Capture: phy.CaptureOff}
	var radios []*phy.Radio
	for i, x := range []float64{0, 1500, 750, 3000} {
		r := medium.Attach(phy.Addr(i), phy.Fixed{X: x}, modem, nil)
		r.Listen(hydrophone{names[i], k})
		radios = append(radios, r)
	}
	for i, at := range []sim.Time{0, sim.Time(time.Second)} {
		k.NewTimer(sim.Comm, func(sim.Time) {
			if err := radios[i].Transmit(&phy.Frame{Src: phy.Addr(i), Dst: phy.Everybody, Bits: 500}); err != nil {
				fmt.Println(err)
			}
		}).Arm(at)
	}
	if err := k.Run(context.Background(), sim.Time(time.Minute)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0.500000000s west has sent
	// 1.000000000s halfway hears 500 bits from node 0, since 0.500000000s
	// 1.500000000s east loses the frame from west to half-duplex
	// 1.500000000s east has sent
	// 2.000000000s halfway hears 500 bits from node 1, since 1.500000000s
	// 2.500000000s beyond loses the frame from west to collision
	// 2.500000000s west hears 500 bits from node 1, since 2.000000000s
	// 2.500000000s beyond loses the frame from east to collision
}

// quay is a channel of one's own: straight sound, and a wall along y at x = 1000 m that
// nothing passes.
type quay struct{ phy.Ideal }

// Path returns a straight path, or that the wall is in the way.
func (c quay) Path(tx, rx phy.End, t sim.Time) phy.Path {
	if (tx.Position(t).X < 1000) != (rx.Position(t).X < 1000) {
		return phy.Path{Lost: trace.OutOfRange}
	}
	return c.Ideal.Path(tx, rx, t)
}

// A channel says what one path does to a signal, or why nothing arrives. Then there is no
// carrier and no interference either, and whom the frame is for has lost it at once.
func ExampleChannel() {
	k := sim.New(nil)
	names := []string{"ship", "diver", "harbour"}
	medium := phy.NewMedium(k, quay{phy.Ideal{Speed: 1500}}, losses{names}, 0)
	var radios []*phy.Radio
	for i, x := range []float64{0, 750, 1500} {
		r := medium.Attach(phy.Addr(i), phy.Fixed{X: x}, &phy.Modem{Rate: 1000, Power: 1}, nil)
		r.Listen(hydrophone{names[i], k})
		radios = append(radios, r)
	}
	k.NewTimer(sim.Comm, func(sim.Time) {
		if err := radios[0].Transmit(&phy.Frame{Src: 0, Dst: 2, Bits: 500}); err != nil {
			fmt.Println(err)
		}
	}).Arm(0)
	if err := k.Run(context.Background(), sim.Time(time.Minute)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0.000000000s harbour loses the frame from ship to out-of-range
	// 0.500000000s ship has sent
	// 1.000000000s diver hears 500 bits from node 0, since 0.500000000s
}

// logbook is an observer that prints what it is told.
type logbook struct{}

func (logbook) Sent(s *phy.Sent) {
	fmt.Printf("%v frame %d of node %d, kind %d: %g W\n", s.At, s.Number, s.Frame.Src, s.Frame.Kind, s.Power)
}

func (logbook) Began(h *phy.Heard) {
	fmt.Printf("%v frame %d begins at node %d: %g W\n", h.Began, h.Number, h.Node, h.Power)
}

func (logbook) Ended(h *phy.Heard) {
	fmt.Printf("%v frame %d ends at node %d, received %v, cause %q\n", h.Ended, h.Number, h.Node, h.Received, h.Cause)
}

// An observer sees each frame and each of its waves, and changes nothing. A node that sleeps
// misses what arrives.
func ExampleMedium_Observe() {
	k := sim.New(nil)
	medium := phy.NewMedium(k, phy.Ideal{Speed: 1500}, nil, 0)
	medium.Observe(logbook{})
	var radios []*phy.Radio
	for i, x := range []float64{0, 1500, 3000} {
		r := medium.Attach(phy.Addr(i), phy.Fixed{X: x}, &phy.Modem{Rate: 1000, Power: 4}, nil)
		r.Listen(deaf{})
		radios = append(radios, r)
	}
	radios[2].Sleep(true)
	k.NewTimer(sim.Comm, func(sim.Time) {
		if err := radios[0].Transmit(&phy.Frame{Src: 0, Dst: phy.Everybody, Kind: 3, Bits: 500}); err != nil {
			fmt.Println(err)
		}
	}).Arm(0)
	if err := k.Run(context.Background(), sim.Time(time.Minute)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0.000000000s frame 1 of node 0, kind 3: 4 W
	// 1.000000000s frame 1 begins at node 1: 4 W
	// 1.500000000s frame 1 ends at node 1, received true, cause ""
	// 2.000000000s frame 1 begins at node 2: 4 W
	// 2.500000000s frame 1 ends at node 2, received false, cause "asleep"
}

// cruise is a locator for a vehicle on a straight line.
type cruise struct{ start, velocity geom.Vec }

// Position returns where the vehicle is.
func (c cruise) Position(t sim.Time) geom.Vec { return c.start.Add(c.velocity.Scale(t.Seconds())) }

// Velocity returns its velocity.
func (c cruise) Velocity(sim.Time) geom.Vec { return c.velocity }

// A vehicle 1498 m away comes closer at 2 m/s. Sound at 1500 m/s meets it where
// 1500 d = 1498 - 2 d, after 1498/1502 s = 0.99734 s, and its frequency is higher
// by 2/1500.
func ExampleStraight() {
	vehicle := cruise{start: geom.Vec{X: 1498}, velocity: geom.Vec{X: -2}}
	ray := phy.Straight(phy.Fixed{}, vehicle, 0, 1500)
	fmt.Printf("%.5f s, to %.3f m, Doppler %.6f\n", ray.Time, ray.To.X, ray.Doppler)
	// Output: 0.99734 s, to 1496.005 m, Doppler 1.001333
}

// With noncoherent FSK a bit is wrong with the probability exp(-g/2)/2, g being
// the energy of the bit over the noise density: at g = 20, or 13 dB, with
// 2.27e-5. Of frames of 1000 bits, 2.24 % have an error. Where the bit rate is the
// bandwidth, g is the SINR.
func ExampleFrameError() {
	fsk, err := (&phy.BitErrors{Modulation: phy.FSK}).Build(phy.ErrorEnv{Bandwidth: 1000, BitRate: 1000})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3g %.3g\n", phy.FrameError(fsk, 20, 1), phy.FrameError(fsk, 20, 1000))
	// Output: 2.27e-05 0.0224
}
