package mac_test

import (
	"context"
	"fmt"
	"time"

	"halocline/mac"
	"halocline/mac/tdma"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// pair is two nodes, 1500 m apart in water in which sound makes 1500 m/s, with
// modems of 1000 bit/s and an access protocol each.
type pair struct {
	kernel    *sim.Kernel
	ports     [2]*mac.Port
	protocols [2]mac.MAC
	ledger    *trace.Ledger
}

// newPair wires a node from the bottom up: a radio in the medium, the protocol
// over the radio, and the port through which the node's applications send.
func newPair(config mac.Config) *pair {
	names := trace.Names{Nodes: []string{"dock", "auv"}, Links: []string{"acoustic"}}
	p := &pair{kernel: sim.New(nil), ledger: trace.NewLedger(names)}
	medium := phy.NewMedium(p.kernel, phy.Ideal{Speed: 1500}, p.ledger, 0)
	modem := &phy.Modem{Rate: 1000, Power: 1, Capture: phy.CaptureOff}
	streams, numbers := rng.New(1), new(mac.Numbers)
	for i, name := range names.Nodes {
		addr := mac.Addr(i)
		radio := medium.Attach(addr, phy.Fixed{X: 1500 * float64(i)}, modem, streams.Stream(name+"/phy"))
		p.ports[i] = mac.NewPort(p.kernel, numbers, p.ledger, addr, 0)
		protocol := config.Build(mac.Env{
			Kernel: p.kernel, Rand: streams.Stream(name + "/mac"), PHY: radio, Addr: addr, Up: p.ports[i],
			Stations: []mac.Addr{0, 1}, Named: map[string]mac.Addr{"dock": 0, "auv": 1},
			MaxDelay: func() time.Duration { return time.Second },
		})
		radio.Listen(protocol)
		p.ports[i].Bind(protocol)
		if err := p.ports[i].Handle(0, func(packet *mac.Packet, _ mac.Arrival) {
			fmt.Printf("%v %s gets packet %d: %v\n", p.kernel.Now(), name, packet.ID, packet.Payload)
		}); err != nil {
			fmt.Println(err)
		}
		p.protocols[i] = protocol
	}
	return p
}

// run has each node offer a packet to the other at 0.1 s, and prints what became
// of them within a minute.
func (p *pair) run() {
	for _, protocol := range p.protocols {
		protocol.Start()
	}
	p.kernel.NewTimer(sim.Comm, func(sim.Time) {
		for i, text := range []string{"come closer", "I am here"} {
			if err := p.ports[i].Send(mac.Addr(1-i), 1000, text); err != nil {
				fmt.Println(err)
			}
		}
	}).Arm(sim.Time(100 * time.Millisecond))
	if err := p.kernel.Run(context.Background(), sim.Time(time.Minute)); err != nil {
		fmt.Println(err)
	}
	packets := p.ledger.Close(p.kernel.Now()).Total.Packets
	fmt.Printf("%d offered, %d delivered, %d lost\n", packets.Offered, packets.Delivered, packets.Lost.Sum())
}

// In TDMA a node waits for its slot. One of 1000 bits lasts 1 s on the air and
// 1 s on the way, so a frame of two slots lasts 4 s. At 0.1 s the first slot has
// begun already: the vehicle sends from 2 to 3 s, which arrives until 4 s, and
// the dock from 4 to 5 s, which arrives until 6 s.
func Example() {
	config := tdma.Default().(*tdma.Config)
	config.Size, config.Header = 1000, 0
	newPair(config).run()
	// Output:
	// 4.000000000s dock gets packet 2: I am here
	// 6.000000000s auv gets packet 1: come closer
	// 2 offered, 2 delivered, 0 lost
}

// shout is the smallest access protocol there is: what it is given it sends at
// once, and what the radio does not take it refuses. It is its own configuration.
type shout struct{ env mac.Env }

// Validate finds no fault.
func (shout) Validate() error { return nil }

// Build makes the protocol of one node.
func (shout) Build(env mac.Env) mac.MAC { return shout{env} }

// Start has nothing to do.
func (shout) Start() {}

// Send passes a packet on to the radio.
func (s shout) Send(p *mac.Packet) error {
	f := phy.Frame{Src: p.Src, Dst: p.Dst, Bits: p.Bits, Pkt: p.ID, Payload: p}
	if s.env.PHY.Transmit(&f) != nil {
		return mac.ErrRadioBusy
	}
	return nil
}

// Receive hands up what is for this node. Others are overheard.
func (s shout) Receive(f *phy.Frame, info phy.RxInfo) {
	if f.Dst == s.env.Addr || f.Dst == mac.Everybody {
		s.env.Up.Deliver(f.Payload.(*mac.Packet), mac.NewArrival(s.env.Clock, f, info))
	}
}

// TxDone says that the packet is on its way. Nothing waits for the radio.
func (s shout) TxDone(f *phy.Frame) { s.env.Up.Sent(f.Payload.(*mac.Packet), false) }

// Collision goes unheard.
func (shout) Collision() {}

// A protocol of one's own needs no more than this. Here both packets are on the
// air from 0.1 to 1.1 s and pass the other side from 1.1 to 2.1 s, just when its
// own transmission is over: they cross on their way, and both arrive.
func ExampleMAC() {
	newPair(shout{}).run()
	// Output:
	// 2.100000000s auv gets packet 1: come closer
	// 2.100000000s dock gets packet 2: I am here
	// 2 offered, 2 delivered, 0 lost
}
