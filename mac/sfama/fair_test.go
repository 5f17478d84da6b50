package sfama

import (
	"context"
	"fmt"
	"testing"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// shares returns how many packets of each of three stations come to a fourth in ten hours, on a line of nodes 900 m apart.
func shares(t *testing.T, seed uint64, how interruption) (came [3]int) {
	t.Helper()
	const nodes = 4
	c := Default().(*config)
	c.Backoff.Interrupted = how
	kernel, streams, numbers := sim.New(nil), rng.New(seed), new(mac.Numbers)
	medium := phy.NewMedium(kernel, phy.Ideal{Speed: 1500}, nil, 0)
	modem := &phy.Modem{Rate: 1000, Power: 1, Capture: phy.CaptureOff}
	var ports []*mac.Port
	var protocols []mac.MAC
	for i := range nodes {
		addr, name := mac.Addr(i), fmt.Sprint(i)
		radio := medium.Attach(addr, phy.Fixed(geom.Vec{X: 900 * float64(i)}), modem, streams.Stream(name+"/phy"))
		port := mac.NewPort(kernel, numbers, nil, addr, 0)
		protocol := c.Build(mac.Env{Kernel: kernel, Rand: streams.Stream(name), PHY: radio, Addr: addr, Up: port, MaxDelay: medium.MaxDelay, Delay: radio.Delay})
		radio.Listen(protocol)
		port.Bind(protocol)
		if err := port.Handle(0, func(p *mac.Packet, _ mac.Arrival) { came[p.Src]++ }); err != nil {
			t.Fatal(err)
		}
		ports, protocols = append(ports, port), append(protocols, protocol)
	}
	for _, p := range protocols {
		p.Start()
	}
	var timer *sim.Timer
	timer = kernel.NewTimer(sim.Comm, func(now sim.Time) {
		for _, port := range ports[:nodes-1] {
			_ = port.Send(nodes-1, 1000, nil) // a full queue refuses
		}
		timer.Arm(now.Add(time.Second))
	})
	timer.Arm(0)
	if err := kernel.Run(context.Background(), sim.Time(10*time.Hour)); err != nil {
		t.Fatal(err)
	}
	return came
}

// Three stations on a line always have a packet for a fourth at its end, and all hear all.
//
// Redrawn: who has had an ACK asks at the next edge. The two others have heard the exchange and draw their waits anew when it is over, three
// slots at least, so that they hear that RTS in time and draw anew again, for ever: from the first packet that comes through while both
// wait, one flow has all. Jain's index of (x, 0, 0) is x^2 / (3 x^2) = 1/3; the few packets before that hardly change it.
//
// Continued: a wait ends when it would have, 14 slots at most after it was drawn, and who has waited asks at the same edge as the one that
// has had an ACK. Their RTS come to the fourth station one after the other, 0.6 s apart for 0.1 s each, and it draws whom it answers. No
// station is better off than another: nearly 1.
func TestFairness(t *testing.T) {
	for how, bounds := range map[interruption][2]float64{redrawn: {1.0 / 3, 0.34}, continued: {0.97, 1}} {
		for seed := range uint64(3) {
			came := shares(t, seed, how)
			if jain := index(came); jain < bounds[0]-1e-9 || jain > bounds[1] {
				t.Errorf("%s, seed %d: %v packets, Jain index %.3f, not within %.3f", how, seed, came, jain, bounds)
			}
		}
	}
}

// index is Jain's index, (sum x)^2 / (n sum x^2).
func index(came [3]int) float64 {
	sum, squares := 0.0, 0.0
	for _, x := range came {
		sum += float64(x)
		squares += float64(x) * float64(x)
	}
	return sum * sum / (float64(len(came)) * squares)
}
