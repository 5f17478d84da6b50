package aloha

import (
	"context"
	"math"
	"strconv"
	"testing"
	"time"

	"gonum.org/v1/gonum/stat"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// Throughput of pure ALOHA with N nodes and no queue.
//
// Each node gets packets at random, g per packet time T on average, and is
// either idle or sending. While it sends it refuses what comes, so idle times
// are exponential with mean T/g, sending takes T, and in the long run the node
// is idle for the part
//
//	1/g / (1/g + 1) = 1/(1+g)
//
// of the time and begins g/(1+g) frames per T. A frame survives if none of the
// other N-1 nodes is sending when it begins, each with probability 1/(1+g), nor
// begins to send until it ends, each with probability e^-g. The nodes are
// independent of each other, so frames get through at the rate, per T,
//
//	S = N g/(1+g) (e^-g / (1+g))^(N-1)
//
// A delay shifts a node's frames at the sink and nothing else: S does not depend
// on delays. With N g = G held and N to infinity, N g/(1+g) goes to G, and both
// (1+g)^-(N-1) and e^-g(N-1) go to e^-G: S goes to G e^-2G, as Abramson has it
// ("The ALOHA system: another alternative for computer communications", AFIPS
// FJCC 1970, p. 283).
func throughput(nodes int, load float64) float64 {
	g := load / float64(nodes)
	return float64(nodes) * g / (1 + g) * math.Pow(math.Exp(-g)/(1+g), float64(nodes-1))
}

// The formula itself, against numbers computed apart from it by python's math
// module, and its limit.
func TestThroughputFormula(t *testing.T) {
	for _, c := range []struct {
		nodes      int
		load, want float64
	}{
		{20, 0.1, 0.0823040},
		{20, 0.5, 0.1897592},
		{20, 1.0, 0.1457586},
		{200, 0.5, 0.1845152},
	} {
		if got := throughput(c.nodes, c.load); math.Abs(got-c.want) > 5e-8 {
			t.Errorf("%d nodes, load %g: %.7f, not %.7f", c.nodes, c.load, got, c.want)
		}
	}
	for _, load := range []float64{0.1, 0.5, 1} {
		if got, want := throughput(1e6, load), load*math.Exp(-2*load); math.Abs(got/want-1) > 1e-5 {
			t.Errorf("a million nodes, load %g: %g, not %g", load, got, want)
		}
	}
}

// What is measured is within 3 standard errors of S, whatever the delays, and
// with many nodes of Abramson's limit. The standard error comes from 20
// independent runs. In standard errors, S is as far away from what a wrong
// formula would say:
//
//	load   G e^-2G   slotted, G e^-G   N in place of N-1
//	 0.1      2.5          -48                 5
//	 0.5     10           -200                16
//	 1       13           -270                17
//
// so a light load tells slots from none, and the others tell all.
func TestThroughput(t *testing.T) {
	const runs = 20
	same := func(int) float64 { return soundSpeed / 2 } // half a packet time away
	spread := func(i int) float64 { return soundSpeed * (0.02 + 0.2*float64(i)) }
	for _, c := range []struct {
		name     string
		nodes    int
		load     float64
		distance func(int) float64 // m
		frames   float64
		want     float64
	}{
		{"ring of 20, load 0.1", 20, 0.1, same, 2e5, throughput(20, 0.1)},
		{"ring of 20, load 0.5", 20, 0.5, same, 2e5, throughput(20, 0.5)},
		{"ring of 20, load 1", 20, 1, same, 2e5, throughput(20, 1)},
		{"20 at 0.02 to 3.82 packet times, load 0.5", 20, 0.5, spread, 2e5, throughput(20, 0.5)},
		{"ring of 200, load 0.5", 200, 0.5, same, 5e4, 0.5 * math.Exp(-1)},
	} {
		var measured [runs]float64
		for i := range measured {
			measured[i] = measure(uint64(i), c.nodes, c.load, c.distance, c.frames/runs)
		}
		mean, deviation := stat.MeanStdDev(measured[:], nil)
		se := deviation / math.Sqrt(runs)
		if off := (mean - c.want) / se; !(math.Abs(off) <= 3) {
			t.Errorf("%s: throughput %.5f, not %.5f: off by %+.1f standard errors", c.name, mean, c.want, off)
		}
	}
}

// soundSpeed is in m/s, and a packet lasts a second.
const (
	soundSpeed = 1500
	packetBits = 1000
)

// measure returns the frames per packet time that get through to a sink in the
// middle of the nodes, over the time in which about so many are sent. The first
// hundred packet times do not count: all nodes begin idle, and the frames of the
// farthest are on their way for four.
func measure(seed uint64, nodes int, load float64, distance func(int) float64, frames float64) float64 {
	const warmUp = 100 * sim.Time(time.Second)
	g := load / float64(nodes)
	duration := sim.Time(frames * (1 + g) / load * 1e9)
	kernel, streams, numbers := sim.New(nil), rng.New(seed), new(mac.Numbers)
	medium := phy.NewMedium(kernel, phy.Ideal{Speed: soundSpeed}, nil, 0)
	modem := &phy.Modem{Rate: packetBits, Power: 1, Capture: phy.CaptureOff}
	attach := func(addr mac.Addr, at geom.Vec) *mac.Port {
		port := mac.NewPort(kernel, numbers, nil, addr, 0)
		radio := medium.Attach(addr, phy.Fixed(at), modem, nil)
		protocol := (&Config{}).Build(mac.Env{Kernel: kernel, PHY: radio, Addr: addr, Up: port})
		radio.Listen(protocol)
		port.Bind(protocol)
		return port
	}

	sink, received := mac.Addr(nodes), 0
	attach(sink, geom.Vec{}).OnDeliver(func(*mac.Packet) {
		if kernel.Now() >= warmUp {
			received++
		}
	})
	for i := range nodes {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(nodes))
		port := attach(mac.Addr(i), geom.Vec{X: cos, Y: sin}.Scale(distance(i)))
		rand := streams.Stream(strconv.Itoa(i))
		var timer *sim.Timer
		next := func() { timer.Arm(kernel.Now().Add(sim.Seconds(rand.Exp() / g))) }
		timer = kernel.NewTimer(sim.Comm, func(sim.Time) {
			port.Send(sink, packetBits, nil)
			next()
		})
		next()
	}
	if err := kernel.Run(context.Background(), warmUp+duration); err != nil {
		panic("aloha: " + err.Error())
	}
	return float64(received) / duration.Seconds()
}
