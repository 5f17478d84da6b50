package alohaan

import (
	"container/heap"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"halocline/mac"
	"halocline/phy"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// The numbers of both programs: a packet takes a second and a notification 0.1 s; sound goes at 1500 m/s. Times are in s.
const (
	dataTime, noticeTime = 1.0, 0.1
	mostWaiting          = 15 // packets behind the one in hand
	mostDeferrals        = 10
	warmUp, endOfRun     = 500.0, 30_500.0
)

// program is ALOHA-AN once more, written from the rules alone: on a list of events, with times as numbers.
type program struct {
	rand   *rand.Rand
	ways   [][]float64
	lag    float64
	events agenda
	nodes  []progNode
	now    float64
	gap    float64 // mean time between two packets of a node
	came   int
}

// progNode is a node of it.
type progNode struct {
	waiting   []int // receivers of the packets, the one in hand first
	deferrals int
	turn      int // counts up when what was planned is void
	announced float64
	planned   bool // announced is valid
	sending   bool
	passing   []*wave
	known     map[int]announcement // of each other node, the last
}

type announcement struct {
	to    int
	start float64
}

// wave is a frame as it passes a node.
type wave struct {
	from, to int
	notice   bool
	start    float64 // of the packet that is announced
	spoiled  bool
}

type event struct {
	at   float64
	rank int // at one time: ends of frames come first
	do   func()
}

type agenda []event

func (a agenda) Len() int { return len(a) }
func (a agenda) Less(i, k int) bool {
	return a[i].at < a[k].at || a[i].at == a[k].at && a[i].rank < a[k].rank
}
func (a agenda) Swap(i, k int) { a[i], a[k] = a[k], a[i] }
func (a *agenda) Push(x any)   { *a = append(*a, x.(event)) }
func (a *agenda) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}

func (p *program) plan(at float64, rank int, do func()) { heap.Push(&p.events, event{at, rank, do}) }

// throughput runs the program at nodes at places, with so many packets offered in a second, and returns how many arrive.
func throughput(seed uint64, places [][2]float64, load float64) float64 {
	n := len(places)
	p := &program{rand: rand.New(rand.NewPCG(seed, 7)), nodes: make([]progNode, n), gap: float64(n) / load}
	for i := range places {
		p.ways = append(p.ways, make([]float64, n))
		for k := range places {
			p.ways[i][k] = math.Hypot(places[i][0]-places[k][0], places[i][1]-places[k][1]) / 1500
			p.lag = max(p.lag, p.ways[i][k]+noticeTime)
		}
		p.nodes[i].known = map[int]announcement{}
	}
	for i := range p.nodes {
		p.plan(p.rand.ExpFloat64()*p.gap, 1, func() { p.offer(i) })
	}
	for p.now < endOfRun {
		next := heap.Pop(&p.events).(event)
		p.now = next.at
		next.do()
	}
	return float64(p.came) / (endOfRun - warmUp)
}

// offer makes a packet for any other node.
func (p *program) offer(i int) {
	p.plan(p.now+p.rand.ExpFloat64()*p.gap, 1, func() { p.offer(i) })
	n := &p.nodes[i]
	to := (i + 1 + p.rand.IntN(len(p.nodes)-1)) % len(p.nodes)
	if len(n.waiting) > mostWaiting {
		return
	}
	n.waiting = append(n.waiting, to)
	if len(n.waiting) == 1 {
		p.tryAfter(i, 0)
	}
}

// tryAfter has a node try after a time, if it has a packet. What was planned before is void.
func (p *program) tryAfter(i int, wait float64) {
	n := &p.nodes[i]
	n.turn++
	n.planned = false
	if turn := n.turn; len(n.waiting) > 0 {
		p.plan(p.now+wait, 1, func() {
			if n.turn == turn {
				p.try(i)
			}
		})
	}
}

// try notifies, or defers.
func (p *program) try(i int) {
	n := &p.nodes[i]
	to, start := n.waiting[0], p.now+p.lag
	busy := n.sending || len(n.passing) > 0
	for from, other := range n.known {
		busy = busy || p.meets(i, -1, p.now, noticeTime, from, other) || p.meets(i, to, start, dataTime, from, other)
	}
	if busy {
		p.deferPacket(i)
		return
	}
	n.planned, n.announced = true, start
	p.send(i, wave{from: i, to: to, notice: true, start: start}, noticeTime)
	turn := n.turn
	p.plan(start, 1, func() {
		if n.turn == turn {
			p.send(i, wave{from: i, to: to}, dataTime)
			n.planned = false
		}
	})
}

// meets says whether a frame of node i, that is for all if to is -1, would meet the packet of another node at one that either is for.
func (p *program) meets(i, to int, at, length float64, from int, other announcement) bool {
	for k := range p.nodes {
		mine, theirs := at+p.ways[i][k], other.start+p.ways[from][k]
		matters := k == other.to || k == to || to < 0 && k != i
		if matters && mine < theirs+dataTime && theirs < mine+length {
			return true
		}
	}
	return false
}

// deferPacket waits for 3 to 31 packets, or gives up.
func (p *program) deferPacket(i int) {
	n := &p.nodes[i]
	n.deferrals++
	if n.deferrals > mostDeferrals {
		n.waiting, n.deferrals = n.waiting[1:], 0
		p.tryAfter(i, 0)
		return
	}
	p.tryAfter(i, float64(3+p.rand.IntN(29))*dataTime)
}

// send puts a frame on the air.
func (p *program) send(i int, f wave, length float64) {
	n := &p.nodes[i]
	n.sending = true
	for _, w := range n.passing {
		w.spoiled = true
	}
	for k := range p.nodes {
		if k != i {
			w := f
			p.plan(p.now+p.ways[i][k], 1, func() { p.begin(k, &w) })
			p.plan(p.now+p.ways[i][k]+length, 0, func() { p.end(k, &w) })
		}
	}
	p.plan(p.now+length, 0, func() {
		n.sending = false
		if !f.notice {
			n.waiting, n.deferrals = n.waiting[1:], 0
			p.tryAfter(i, 0)
		}
	})
}

// begin is when a wave comes to a node.
func (p *program) begin(k int, w *wave) {
	n := &p.nodes[k]
	w.spoiled = n.sending || len(n.passing) > 0
	for _, other := range n.passing {
		other.spoiled = true
	}
	n.passing = append(n.passing, w)
}

// end is when it has passed.
func (p *program) end(k int, w *wave) {
	n := &p.nodes[k]
	for i := range n.passing {
		if n.passing[i] == w {
			n.passing = append(n.passing[:i], n.passing[i+1:]...)
			break
		}
	}
	switch {
	case w.spoiled:
	case w.notice:
		p.hear(k, w)
	case w.to == k && p.now >= warmUp:
		p.came++
	}
}

// hear learns of a packet. One that would meet the own one, which is announced, has precedence if it was announced before.
func (p *program) hear(k int, w *wave) {
	n := &p.nodes[k]
	other := announcement{w.to, w.start}
	if n.planned && p.meets(k, n.waiting[0], n.announced, dataTime, w.from, other) {
		if n.announced < w.start {
			return
		}
		p.deferPacket(k)
	}
	n.known[w.from] = other
}

// ours is the throughput of the protocol of this package for the same.
func ours(t *testing.T, seed uint64, places [][2]float64, load float64) float64 {
	t.Helper()
	config := Default().(*config)
	config.Control, config.Header, config.Length = 100, 0, mostWaiting
	kernel, streams, numbers := sim.New(nil), rng.New(seed), new(mac.Numbers)
	medium := phy.NewMedium(kernel, phy.Ideal{Speed: 1500}, nil, 0)
	modem := &phy.Modem{Rate: 1000, Power: 1, Capture: phy.CaptureOff}
	var stations []mac.Addr
	var radios []*phy.Radio
	for i, at := range places {
		stations = append(stations, mac.Addr(i))
		radios = append(radios, medium.Attach(mac.Addr(i), phy.Fixed(geom.Vec{X: at[0], Y: at[1]}), modem, nil))
	}
	came := 0
	for i := range places {
		port := mac.NewPort(kernel, numbers, nil, mac.Addr(i), 0)
		protocol := config.Build(mac.Env{
			Kernel: kernel, Rand: streams.Stream(fmt.Sprint(i)), PHY: radios[i], Addr: mac.Addr(i), Up: port,
			Stations: stations, MaxDelay: medium.MaxDelay, Delay: radios[i].Delay,
		})
		radios[i].Listen(protocol)
		port.Bind(protocol)
		if err := port.Handle(0, func(*mac.Packet, mac.Arrival) {
			if kernel.Now().Seconds() >= warmUp {
				came++
			}
		}); err != nil {
			t.Fatal(err)
		}
		protocol.Start()
		source := streams.Stream(fmt.Sprint(i, "/source"))
		var timer *sim.Timer
		gap := func() time.Duration { return sim.Seconds(source.Exp() * float64(len(places)) / load) }
		timer = kernel.NewTimer(sim.Comm, func(now sim.Time) {
			_ = port.Send(mac.Addr((i+1+source.Intn(len(places)-1))%len(places)), 1000, nil) // a full queue refuses
			timer.Arm(now.Add(gap()))
		})
		timer.Arm(sim.Time(gap()))
	}
	if err := kernel.Run(context.Background(), sim.Time(sim.Seconds(endOfRun))); err != nil {
		t.Fatal(err)
	}
	return float64(came) / (endOfRun - warmUp)
}

// The throughput is that of the other program, within 0.015 packets per packet time, at three placements of nodes and two loads.
func TestIndependentProgram(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	for name, places := range map[string][][2]float64{
		"a square of 1 km and its middle":                       {{0, 0}, {1000, 0}, {0, 1000}, {1000, 1000}, {500, 500}},
		"a line of four, not evenly, 3 km long":                 {{0, 0}, {700, 0}, {1900, 0}, {3000, 0}},
		"six around nothing, the nearest 300 m from each other": {{0, 0}, {300, 0}, {2000, 400}, {2200, 1900}, {900, 2600}, {-400, 1500}},
	} {
		for _, load := range []float64{0.3, 1} {
			const runs = 3
			mean, other := 0.0, 0.0
			for seed := range uint64(runs) {
				mean += ours(t, seed+1, places, load) / runs
				other += throughput(seed+1, places, load) / runs
			}
			t.Logf("%s, load %g: %.4f, and %.4f by the other program", name, load, mean, other)
			if math.Abs(mean-other) > 0.015 {
				t.Errorf("%s, load %g: %.4f, and %.4f by the other program", name, load, mean, other)
			}
		}
	}
}
