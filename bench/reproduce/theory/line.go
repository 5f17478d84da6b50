package theory

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"halocline/mac"
	"halocline/mac/aloha"
	"halocline/mac/csma"
	"halocline/mac/tdma"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// chain is a line of nodes of which each hears its neighbours only, and a sink at its end. All have packets for the
// sink, which each hands on to the next.
type chain struct {
	kernel    *sim.Kernel
	streams   *rng.Source
	ports     []*mac.Port
	protocols []mac.MAC
	came      []int // packets at the sink, by origin
	from      sim.Time
}

// newChain makes n nodes and a sink, with a frame of frameBits between neighbours. The modem may have an error model, and the
// tracer may be nil.
func newChain(seed uint64, n int, way time.Duration, config mac.Config, modem phy.Modem, tracer trace.Tracer) *chain {
	const speed = 1500
	c := &chain{kernel: sim.New(nil), streams: rng.New(seed), came: make([]int, n)}
	apart := speed * way.Seconds()
	medium := phy.NewMedium(c.kernel, phy.Ranged{Ideal: phy.Ideal{Speed: speed}, Range: 1.5 * apart}, tracer, 0)
	modem.Rate, modem.Power, modem.Capture = frameRate, 1, phy.CaptureOff
	numbers, named := new(mac.Numbers), map[string]mac.Addr{}
	var all []mac.Addr
	for i := range n + 1 {
		all = append(all, mac.Addr(i))
		named[strconv.Itoa(i+1)] = mac.Addr(i)
	}
	for _, addr := range all {
		radio := medium.Attach(addr, phy.Fixed(geom.Vec{X: float64(addr) * apart}), &modem, c.streams.Stream(fmt.Sprint(addr, "/phy")))
		port := mac.NewPort(c.kernel, numbers, nil, addr, 0)
		protocol := config.Build(mac.Env{
			Kernel: c.kernel, Rand: c.streams.Stream(fmt.Sprint(addr, "/mac")), PHY: radio, Addr: addr, Up: port,
			Stations: all, Named: named, MaxDelay: func() time.Duration { return way },
		})
		radio.Listen(protocol)
		port.Bind(protocol)
		c.ports, c.protocols = append(c.ports, port), append(c.protocols, protocol)
		if err := port.Handle(0, c.relay); err != nil {
			panic("theory: " + err.Error()) // a new port has no handlers
		}
	}
	return c
}

// relay hands a packet on, or counts it at the sink. Its payload is its origin.
func (c *chain) relay(p *mac.Packet, _ mac.Arrival) {
	origin := p.Payload.(mac.Addr)
	if sink := len(c.ports) - 1; int(p.Dst) < sink {
		c.send(p.Dst, origin)
	} else if c.kernel.Now() >= c.from {
		c.came[origin]++
	}
}

// send sends a packet of an origin to the next node. What is refused is lost.
func (c *chain) send(from, origin mac.Addr) { _ = c.ports[from].Send(from+1, frameBits, origin) }

// utilisation runs the chain, with a packet of each node in a period, or on average, and returns the part of the time in which
// the sink hears packets, if it is given as many of each node as of the one that it has least of: n min(rate) T.
func (c *chain) utilisation(ctx context.Context, period time.Duration, random bool, periods int) (float64, error) {
	const settled = 20 // periods until all that a node sends depends on the schedule alone
	for _, p := range c.protocols {
		p.Start()
	}
	for i := range c.came {
		rand := c.streams.Stream(fmt.Sprint(i, "/traffic"))
		var timer *sim.Timer
		timer = c.kernel.NewTimer(sim.Comm, func(now sim.Time) {
			c.send(mac.Addr(i), mac.Addr(i))
			gap := period
			if random {
				gap = sim.Seconds(period.Seconds() * rand.Exp())
			}
			timer.Arm(now.Add(gap))
		})
		timer.Arm(sim.Time(period / 2))
	}
	c.from = sim.Time(settled * period)
	end := c.from.Add(time.Duration(periods) * period)
	err := c.kernel.Run(ctx, end-1)
	least := slices.Min(c.came)
	return float64(len(c.came)) * float64(least) * second.Seconds() / end.Sub(c.from).Seconds(), err
}

// fairLine is the greatest utilisation of a line of n nodes and a sink that all hear their neighbours only, with the same
// share for each node, where a way takes a part alpha of a frame: n/(3(n-1) - 2(n-2) alpha) for alpha up to 1/2, and n/(2n-1) above
// (Y. Xiao, M. Peng, J. Gibson, G. Xie, D.-Z. Du, A. Vasilakos, Tight performance bounds of multihop fair access for MAC
// protocols in wireless sensor networks and underwater sensor networks, IEEE Trans. Mobile Computing 11(10), 2012).
func fairLine(n int, alpha float64) float64 {
	switch nodes := float64(n); {
	case n == 1:
		return 1
	case alpha <= 0.5:
		return nodes / (3*(nodes-1) - 2*(nodes-2)*alpha)
	default:
		return nodes / (2*nodes - 1)
	}
}

// lineSchedule is TDMA for three nodes that reaches the bound, for a way of up to half a frame. With T for a frame, t for a way and a period
// of 6 T - 2 t:
//
//	node 2 sends its own at 0, and hands on that of node 1 at 4 T - 2 t
//	node 1 sends at T - t, so that it arrives as node 2 ends, and passes before node 3 is heard at 2 T
//	node 3 sends two at 2 T - t, and hands on that of node 1 at 5 T - t, as soon as it has come
//
// Node 2 begins to hand on a way before node 3 ends, which then ends a way before that arrives.
func lineSchedule(way time.Duration) *tdma.Config {
	const T = second
	slot := func(node string, packets int, start time.Duration) tdma.Slot {
		return tdma.Slot{Node: node, Packets: packets, Start: &start}
	}
	return &tdma.Config{
		Size: frameBits, Frame: 6*T - 2*way,
		Slots:  []tdma.Slot{slot("2", 1, 0), slot("1", 1, T-way), slot("3", 2, 2*T-way), slot("2", 1, 4*T-2*way), slot("3", 1, 5*T-way)},
		Timing: tdma.Timing{QueueConfig: mac.DefaultQueue()},
	}
}

// lineRows are the rows of the line: the schedule, which reaches the bound, and other protocols beside it.
func lineRows() []Row {
	var rows []Row
	for _, alpha := range []float64{0.1, 0.25, 0.5} {
		way := sim.Seconds(alpha)
		rows = append(rows, lineRow("tdma", "a schedule for the line", 3, alpha, false, func() mac.Config { return lineSchedule(way) }, 1, 100))
	}
	for _, p := range linePeers() {
		rows = append(rows, lineRow(p.name, "as it is", 3, 0.25, true, p.config, p.load, 2000))
	}
	return rows
}

// linePeer is a protocol on the line, and the part of what the bound allows that is offered to it.
type linePeer struct {
	name   string
	load   float64
	config func() mac.Config
}

// linePeers are protocols that know nothing of the line, near the loads at which they deliver most.
func linePeers() []linePeer {
	return []linePeer{
		{"aloha", 0.35, func() mac.Config { return &aloha.Config{QueueConfig: mac.DefaultQueue()} }},
		{"csma", 0.4, csma.Default},
		{"tdma", 0.7, func() mac.Config {
			return &tdma.Config{Size: frameBits, Timing: tdma.Timing{QueueConfig: mac.DefaultQueue()}, Slots: []tdma.Slot{
				{Node: "1", Packets: 1}, {Node: "2", Packets: 2}, {Node: "3", Packets: 3},
			}}
		}},
	}
}

// lineRow is a row of the line. Each node offers a part of its share of the bound.
func lineRow(protocol, how string, n int, alpha float64, shown bool, config func() mac.Config, load float64, periods int) Row {
	bound := fairLine(n, alpha)
	period := sim.Seconds(math.Round(1e9*float64(n)/(bound*load)) / 1e9)
	return Row{
		Protocol:     protocol,
		Setup:        fmt.Sprintf("%d nodes in a line with a sink at its end, a way takes %g of a frame; %s", n, alpha, how),
		Quantity:     "fair utilisation of the sink",
		Theory:       bound,
		Source:       "n/(3(n-1) - 2(n-2) alpha), at most (Xiao et al. 2012)",
		Approximate:  shown,
		Replications: 2,
		Measure: func(ctx context.Context, seed uint64) (float64, error) {
			return newChain(seed, n, sim.Seconds(alpha), config(), phy.Modem{}, nil).utilisation(ctx, period, shown, periods)
		},
	}
}
