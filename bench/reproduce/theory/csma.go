package theory

import (
	"context"
	"fmt"
	"math"
	"time"

	"halocline/mac"
	"halocline/mac/csma"
	"halocline/mac/traffic"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/equation"
	"halocline/sim/rng"
)

// csmaRows are the rows of the protocols that listen before they send. The
// number a is the way between two stations over the airtime of a frame, as
// everywhere in the literature. On a cable it is far below one; a frame of half a
// second that goes 3 km through water has a = 4.
func csmaRows() []Row {
	var rows []Row
	for _, a := range []float64{0.01, 0.1, 0.5, 4} {
		rows = append(rows, slottedContention(10, a))
	}
	for _, a := range []float64{0.01, 0.1, 0.5} {
		rows = append(rows, metcalfeBoggs(10, a, csma.IdealBackoff), metcalfeBoggs(10, a, csma.BinaryBackoff))
	}
	for _, a := range []float64{0.01, 0.1, 0.5, 1, 2, 4, 10} {
		rows = append(rows, collapse(a))
	}
	for _, c := range []struct{ a, load float64 }{{0.01, 1}, {0.1, 1}, {0.1, 3}, {1, 1}} {
		rows = append(rows, nonPersistent(c.a, c.load))
	}
	for _, c := range []struct{ a, load float64 }{{0.01, 1}, {0.1, 0.5}, {0.1, 1}} {
		rows = append(rows, onePersistent(c.a, c.load))
	}
	return rows
}

// acquisition returns the probability A that exactly one of q stations sends in
// a slot, each with probability 1/q (Metcalfe and Boggs, CACM 19(7), 1976).
func acquisition(q int) float64 { return math.Pow(1-1/float64(q), float64(q-1)) }

// ethernet returns the efficiency of q stations that always have a packet,
// after Metcalfe and Boggs: of the time, the packets take P/C and the contention
// W T, with W = (1-A)/A slots of twice the way for each packet,
//
//	E = P/C / (P/C + W T) = 1 / (1 + 2 a W)
func ethernet(q int, a float64) float64 {
	return 1 / (1 + 2*a*(1/acquisition(q)-1))
}

// metcalfeBoggs is CSMA/CD against the model that Ethernet was planned with.
//
// With the ideal backoff the deviation is that of the model from a cable on
// which all ways are equally long: it leaves out that the last bit of a frame is
// still under way when its sender is done, which takes another a of each
// 1 + 2aW.
//
// The binary backoff does better than its model, and is unfair: a station that
// always has a packet begins again at one slot whenever it gets through, while
// the others back off further, so that it holds the channel for long.
func metcalfeBoggs(q int, a float64, backoff csma.Backoff) Row {
	row := Row{
		Protocol:     "csma-cd",
		Setup:        fmt.Sprintf("%d stations, %s backoff, a = %g", q, backoff, a),
		Quantity:     "efficiency",
		Theory:       ethernet(q, a),
		Source:       "1/(1 + 2aW), Metcalfe and Boggs 1976",
		Approximate:  true,
		Replications: 5,
		Measure:      measureCable(q, a, backoff),
	}
	if backoff == csma.IdealBackoff {
		row.Allowed = a + 0.01 // what the model leaves out, and noise
	}
	return row
}

// collapse is CSMA/CD with the binary backoff between many stations that seldom
// have a packet, but together twice as many as fit, so that none can hold the
// channel. The rule of thumb 1/(1 + 5a) is that of Kurose and Ross (Computer
// Networking, section on the efficiency of CSMA/CD); others have factors up to
// 6.44. It reckons with senders that hear of their collisions. With a > 0.5 a
// frame may be over before that, and the packet is lost: the throughput is near
// that of the rule at first, and in the end the little that is left to stations
// that cannot hear each other in time.
func collapse(a float64) Row {
	row := Row{
		Protocol:     "csma-cd",
		Setup:        fmt.Sprintf("%d stations, binary backoff, 2 packets per frame, a = %g", crowd, a),
		Quantity:     "throughput (frames per frame time)",
		Theory:       1 / (1 + 5*a),
		Source:       "rule of thumb 1/(1 + 5a)",
		Approximate:  true,
		Replications: 3,
		Measure:      measureCrowd(a, 2, collisionDetection(csma.BinaryBackoff, 0)),
	}
	if a <= 0.5 {
		row.Allowed = 0.15 // the factors in use, from 5 to 6.44, differ by so much
	}
	return row
}

// slottedContention is CSMA/CD with the ideal backoff as it is: a slot that is
// acquired lasts until the frame has passed everybody, 1 + a; an idle one 2a; one
// with a collision until the rests of the frames have passed, each stopped when
// it is a old, if it was not over by then, min(1, a) + a. With the
// probabilities A, B and 1-A-B of the three, B = (1-1/q)^q,
//
//	E = A / (A (1 + a) + B 2a + (1-A-B) (min(1, a) + a))
func slottedContention(q int, a float64) Row {
	row := Row{
		Protocol:     "csma-cd",
		Setup:        fmt.Sprintf("%d stations, ideal backoff, a = %g", q, a),
		Quantity:     "efficiency, last bits counted",
		Source:       "renewal over contention slots",
		Replications: 20,
		Measure:      measureCable(q, a, csma.IdealBackoff),
	}
	return row.by("efficiency of q stations with the ideal backoff", equation.Values{"q": float64(q), "a": a})
}

// measureCable simulates CSMA/CD between q stations that always have a packet.
func measureCable(q int, a float64, backoff csma.Backoff) func(context.Context, uint64) (float64, error) {
	return func(ctx context.Context, seed uint64) (float64, error) {
		c := newCable(seed, q, sim.Seconds(a), collisionDetection(backoff, q))
		c.kernel.Every(sim.Comm, 0, second, c.fill)
		return c.throughput(ctx, 2000)
	}
}

// collisionDetection returns CSMA/CD without anything that the theory leaves
// out.
func collisionDetection(backoff csma.Backoff, contenders int) mac.Config {
	return &csma.CDConfig{Backoff: backoff, Contenders: contenders, Limit: 10, Attempts: 16, QueueConfig: one()}
}

// nonPersistent is CSMA without collision detection, with many stations that
// look at the channel at random, g times per frame time in all, and forget the
// packet if it is busy:
//
//	S = g e^-ag / (g (1 + 2a) + e^-ag)
//
// (Kleinrock and Tobagi, IEEE Trans. Commun. 23(12), 1975, for infinitely many
// stations that look again later, so that g counts all looks.)
func nonPersistent(a, g float64) Row {
	row := Row{
		Protocol:     "csma",
		Setup:        fmt.Sprintf("non-persistent, %d stations, %g looks per frame, a = %g", crowd, g, a),
		Quantity:     "throughput (frames per frame time)",
		Source:       "Kleinrock and Tobagi 1975",
		Approximate:  true,
		Allowed:      0.02 + a*g/crowd, // noise, and that a station does not disturb itself
		Replications: 5,
		Measure:      measureCrowd(a, g, carrierSense(csma.NonPersistent)),
	}
	return row.by("throughput of many stations that do not wait", equation.Values{"a": a, "G": g})
}

// onePersistent is the same with stations that wait for the end of the carrier.
func onePersistent(a, g float64) Row {
	return Row{
		Protocol:     "csma",
		Setup:        fmt.Sprintf("1-persistent, %d stations, %g packets per frame, a = %g", crowd, g, a),
		Quantity:     "throughput (frames per frame time)",
		Theory:       persistentThroughput(a, g),
		Source:       "Kleinrock and Tobagi 1975",
		Approximate:  true,
		Allowed:      0.03, // noise, and that a station has one packet at most
		Replications: 5,
		Measure:      measureCrowd(a, g, carrierSense(csma.OnePersistent)),
	}
}

// persistentThroughput is that of 1-persistent CSMA in the same paper:
//
//	S = g (1 + g + ag (1 + g + ag/2)) e^-g(1+2a) /
//	    (g (1 + 2a) - (1 - e^-ag) + (1 + ag) e^-g(1+a))
func persistentThroughput(a, g float64) float64 {
	sent := g * (1 + g + a*g*(1+g+a*g/2)) * math.Exp(-g*(1+2*a))
	return sent / (g*(1+2*a) - (1 - math.Exp(-a*g)) + (1+a*g)*math.Exp(-g*(1+a)))
}

// carrierSense returns CSMA that forgets a packet, if non-persistent, when it
// finds the channel busy: by a frame of its own, too, as that is one of the crowd's.
func carrierSense(persistence csma.Persistence) mac.Config {
	return &csma.Config{Persistence: persistence, Attempts: 1, Defer: true, P: 0.1, QueueConfig: one()}
}

// one is a queue for one packet.
func one() mac.QueueConfig {
	queue := mac.DefaultQueue()
	queue.Length = 1
	return queue
}

// crowd is the number of stations that stands for infinitely many.
const crowd = 50

// measureCrowd simulates many stations with g packets per frame time in all, at
// random times.
func measureCrowd(a, g float64, config mac.Config) func(context.Context, uint64) (float64, error) {
	return func(ctx context.Context, seed uint64) (float64, error) {
		c := newCable(seed, crowd, sim.Seconds(a), config)
		source := traffic.Poisson{Source: traffic.Source{Bits: frameBits}, Rate: g / crowd}
		for i, port := range c.ports {
			rand := c.streams.Stream(fmt.Sprint(i, "/traffic"))
			source.Start(traffic.Env{Kernel: c.kernel, Rand: rand, To: c.sink, Out: port})
		}
		return c.throughput(ctx, 10000)
	}
}

// A frame takes a second, so that ways and rates are what the literature calls a
// and G.
const (
	second    = time.Second
	frameBits = 1000
	frameRate = 1000 // bit/s
)

// cable joins stations and a sink, all equally far from each other: the
// literature's channel, which no places in space could have.
type cable struct {
	kernel    *sim.Kernel
	streams   *rng.Source
	ports     []*mac.Port // of the stations
	protocols []mac.MAC
	sink      mac.Addr
	delivered int
}

// alike is a channel without loss in which every way takes the same time.
type alike struct{ way time.Duration }

// Path implements phy.Channel.
func (c alike) Path(_, _ phy.End, _ sim.Time) phy.Path {
	return phy.Path{Delay: c.way, Gain: 1, Doppler: 1}
}

// Noise implements phy.Channel.
func (alike) Noise() float64 { return 0 }

func newCable(seed uint64, stations int, way time.Duration, config mac.Config) *cable {
	c := &cable{kernel: sim.New(nil), streams: rng.New(seed), sink: mac.Addr(stations)}
	medium := phy.NewMedium(c.kernel, alike{way}, nil, 0)
	modem := &phy.Modem{Rate: frameRate, Power: 1, Capture: phy.CaptureOff, FullDuplex: true}
	numbers := new(mac.Numbers)
	for i := range stations + 1 {
		addr := mac.Addr(i)
		radio := medium.Attach(addr, phy.Fixed{}, modem, c.streams.Stream(fmt.Sprint(i, "/phy")))
		port := mac.NewPort(c.kernel, numbers, nil, addr, 0)
		protocol := config.Build(mac.Env{
			Kernel: c.kernel, Rand: c.streams.Stream(fmt.Sprint(i, "/mac")), PHY: radio, Addr: addr, Up: port,
			MaxDelay: func() time.Duration { return way },
		})
		radio.Listen(protocol)
		port.Bind(protocol)
		c.protocols = append(c.protocols, protocol)
		if addr == c.sink {
			if err := port.Handle(0, c.count); err != nil {
				panic("theory: " + err.Error()) // a new port has no handlers
			}
		} else {
			c.ports = append(c.ports, port)
		}
	}
	return c
}

// fill gives every station a packet if it has room for one.
func (c *cable) fill(sim.Time) {
	for _, port := range c.ports {
		port.Send(c.sink, frameBits, nil)
	}
}

func (c *cable) count(*mac.Packet, mac.Arrival) { c.delivered++ }

// throughput runs the cable for so many frame times and returns how many frames
// the sink got per frame time.
func (c *cable) throughput(ctx context.Context, frames int) (float64, error) {
	for _, p := range c.protocols {
		p.Start()
	}
	err := c.kernel.Run(ctx, sim.Time(frames)*sim.Time(second))
	return float64(c.delivered) / float64(frames), err
}
