package routetest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"halocline/mac"
	"halocline/mac/route"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
	"halocline/sim/trace"
)

// Claims are what a protocol promises beyond the contract.
type Claims struct {
	Arrives  bool          // whatever has a way arrives, once routes are settled
	Fewest   bool          // by the fewest hops
	Settles  time.Duration // after which routes are settled, and settled again after a change
	Heals    bool          // routes go around nodes that have failed
	Rises    bool          // datagrams go up only: the destination is the highest node
	Everyone bool          // it takes datagrams to everybody
	Floods   bool          // and every node that has one sends it on each of its links, once
}

// Graphs returns on how many graphs a protocol is tried: in a short test on fewer, in a long one on five times as many.
func Graphs() int {
	switch {
	case testing.Short():
		return 100
	case simtest.Long():
		return 5000
	}
	return 1000
}

// T is what Conform takes of a test.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Logf(format string, args ...any)
	Failed() bool
}

// Reach is how far nodes of a graph hear each other, m.
const Reach = 400

// Conform checks a protocol on so many random graphs.
func Conform(t T, graphs int, fresh func() route.Config, claims Claims) {
	t.Helper()
	var healing []float64
	for seed := range uint64(graphs) {
		g := draw(t, seed, fresh(), claims, 24*time.Hour)
		g.run()
		g.check()
		if seed%20 == 0 {
			g.compare(seed, fresh())
		}
		if h, any := g.healing(); any {
			healing = append(healing, h)
		}
		if t.Failed() {
			t.Fatalf("graph %d of %d nodes", seed, len(g.at))
		}
	}
	if n := len(healing); n > 0 {
		slices.Sort(healing)
		t.Logf("a node failed, and with it datagrams that had another way, in %d of %d graphs: until the last of them was offered it took %.1f s in the median, and at most %.1f s", n, graphs, healing[n/2], healing[n-1])
	}
}

// graph is a network at random.
type graph struct {
	t       T
	claims  Claims
	config  route.Config
	rand    *rng.Stream
	kernel  *sim.Kernel
	at      []geom.Vec
	wires   []*wire
	on      [][]bool // by wire and node
	nodes   []*route.Node
	ports   []*mac.Port
	net     *route.Net
	ledger  *trace.Ledger
	records []trace.Record
	offered map[uint64]offer
	sent    map[passage]int
	hops    map[passage]int // of those that have come
	victim  mac.Addr        // that fails; None for nobody
	from    sim.Time        // and when it does
	to      sim.Time        // and is back
	day     time.Duration   // clocks show a time up to this at the start
}

// offer is a datagram that was offered.
type offer struct {
	at       sim.Time
	from, to mac.Addr
}

// The link of the network follows those of the wires.
const wires = 2

// Emit keeps what arrives.
func (g *graph) Emit(r trace.Record) {
	g.ledger.Emit(r)
	if r.Link == wires && r.Kind == trace.Delivered {
		g.records = append(g.records, r)
	}
}

// draw makes a graph: nodes at random in a box, of which a third is on two wires or on the other one.
func draw(t T, seed uint64, config route.Config, claims Claims, day time.Duration) *graph {
	source := rng.New(seed)
	g := &graph{
		t: t, claims: claims, config: config, rand: source.Stream("graph"), kernel: sim.New(nil), offered: map[uint64]offer{}, victim: mac.Everybody,
		day: day, sent: map[passage]int{}, hops: map[passage]int{},
		on: make([][]bool, wires),
	}
	names := trace.Names{Links: []string{"one", "other", "network"}}
	n := 2 + int(g.rand.Float64()*29)
	for i := range n {
		side := 250 * float64(1+n/8)
		g.at = append(g.at, geom.Vec{X: side * g.rand.Float64(), Y: 300 * g.rand.Float64(), Z: -side * g.rand.Float64()})
		names.Nodes = append(names.Nodes, fmt.Sprint("n", i))
		both := g.rand.Float64()
		g.on[0] = append(g.on[0], both < 0.9)
		g.on[1] = append(g.on[1], both > 0.7)
	}
	g.ledger = trace.NewLedger(names)
	numbers := new(mac.Numbers)
	for w := range wires {
		g.wires = append(g.wires, &wire{
			kernel: g.kernel, near: func(a, b mac.Addr) bool { return g.at[a].Dist(g.at[b]) <= Reach }, ends: map[mac.Addr]*end{},
			sends: func(from mac.Addr, d *route.Datagram) { g.sends(w, from, d) }, gets: g.gets,
		})
	}
	g.net = route.NewNet(g.kernel, 0, func() time.Duration { return way }, g.reaches)
	for i := range n {
		g.join(source, mac.Addr(i), numbers, names)
	}
	g.plan()
	return g
}

// compare runs the same graph with clocks that all show 0 at the start: what a router does hangs on the time of its clock
// only by differences, so that the same arrives at the same times.
func (g *graph) compare(seed uint64, config route.Config) {
	other := draw(g.t, seed, config, g.claims, 0)
	other.run()
	const rounding = 10 * time.Microsecond // of clocks, to the nanosecond at each reading
	same := func(a, b trace.Record) bool {
		return a.Node == b.Node && a.Peer == b.Peer && a.At.Sub(b.At).Abs() < rounding
	}
	if !slices.EqualFunc(g.records, other.records, same) {
		g.t.Errorf("clocks that show another time of day change what arrives: %d datagrams, or %d", len(g.records), len(other.records))
	}
}

// join makes a node, whose clock shows any time of a day and is up to 50 ppm off.
func (g *graph) join(source *rng.Source, addr mac.Addr, numbers *mac.Numbers, names trace.Names) {
	own, err := clock.New(time.Duration(g.rand.Float64()*float64(g.day)), int64(1e5*g.rand.Float64()-5e4))
	if err != nil {
		g.t.Fatalf("%v", err)
	}
	port := mac.NewPort(g.kernel, numbers, g, addr, wires)
	env := route.Env{
		Net: g.net, Kernel: g.kernel, Clock: own, Rand: source.Stream(names.Nodes[addr]), Addr: addr, Up: port, Named: map[string]mac.Addr{},
		Place: func() geom.Vec { return g.at[addr] }, Site: func(a mac.Addr) geom.Vec { return g.at[a] }, Tracer: g, Link: wires,
	}
	for i, name := range names.Nodes {
		env.Stations, env.Named[name] = append(env.Stations, mac.Addr(i)), mac.Addr(i)
	}
	for w := range g.wires {
		if g.on[w][addr] {
			below := mac.NewPort(g.kernel, numbers, g, addr, uint8(w))
			g.wires[w].join(addr, own, below)
			env.Ways = append(env.Ways, route.Way{Port: below, Has: func(a mac.Addr) bool { return g.on[w][a] }})
		}
	}
	node, err := route.NewNode(g.config, env)
	if err != nil {
		g.t.Fatalf("%v", err)
	}
	port.Bind(node)
	g.nodes, g.ports = append(g.nodes, node), append(g.ports, port)
}

// reaches reports whether one node hears another on a link of the first.
func (g *graph) reaches(from, to mac.Addr, link int) bool {
	for w := range g.wires {
		if g.on[w][from] {
			if link == 0 {
				return g.wires[w].reaches(from, to)
			}
			link--
		}
	}
	return false
}

// near reports whether one node hears another on any wire, with or without the node that fails.
func (g *graph) near(from, to mac.Addr, without mac.Addr) bool {
	if from == without || to == without || from == to || g.at[from].Dist(g.at[to]) > Reach {
		return false
	}
	return g.on[0][from] && g.on[0][to] || g.on[1][from] && g.on[1][to]
}

// distance returns the fewest hops from one node to another, or 0 where no way leads.
func (g *graph) distance(from, to, without mac.Addr) int {
	dist, queue := map[mac.Addr]int{from: 0}, []mac.Addr{from}
	for len(queue) > 0 {
		a := queue[0]
		queue = queue[1:]
		for b := range mac.Addr(len(g.at)) {
			if _, known := dist[b]; !known && g.near(a, b, without) {
				dist[b] = dist[a] + 1
				queue = append(queue, b)
			}
		}
	}
	return dist[to]
}

// plan has datagrams be offered, and a node fail and come back.
func (g *graph) plan() {
	begin := sim.Time(g.claims.Settles)
	length := 4*g.claims.Settles + 200*time.Second
	if g.rand.Float64() < 0.7 {
		g.victim = mac.Addr(g.rand.Float64() * float64(len(g.at)))
		g.from = begin.Add(time.Duration(g.rand.Float64() * float64(length/4)))
		g.to = g.from.Add(length / 2)
		g.kernel.NewTimer(sim.Ending, func(sim.Time) { g.turn(true) }).Arm(g.from)
		g.kernel.NewTimer(sim.Ending, func(sim.Time) { g.turn(false) }).Arm(g.to)
	}
	var flows [3][2]mac.Addr
	for i := range flows {
		flows[i][0], flows[i][1] = g.pair()
	}
	for i := range 100 {
		from, to := flows[i%len(flows)][0], flows[i%len(flows)][1]
		at := begin.Add(time.Duration(g.rand.Float64() * float64(length)))
		if from != to && from != g.victim && to != g.victim {
			g.kernel.NewTimer(sim.Comm, func(sim.Time) { g.offer(from, to) }).Arm(at)
		}
	}
}

// pair returns a sender and a receiver.
func (g *graph) pair() (from, to mac.Addr) {
	from, to = mac.Addr(g.rand.Float64()*float64(len(g.at))), mac.Addr(g.rand.Float64()*float64(len(g.at)))
	switch {
	case g.claims.Everyone && g.rand.Float64() < 0.2:
		to = mac.Everybody
	case g.claims.Rises:
		for a := range g.at {
			if g.at[a].Z > g.at[to].Z {
				to = mac.Addr(a)
			}
		}
	}
	return from, to
}

// turn switches the node that fails off or on, on all wires.
func (g *graph) turn(off bool) {
	for _, w := range g.wires {
		if e := w.ends[g.victim]; e != nil {
			e.down = off
		}
	}
}

// offer offers a datagram.
func (g *graph) offer(from, to mac.Addr) {
	if id, err := g.ports[from].SendFor(3, to, 100, 0, nil); err == nil {
		g.offered[id] = offer{g.kernel.Now(), from, to}
	}
}

// run carries the graph out, until long after the last datagram.
func (g *graph) run() {
	for _, n := range g.nodes {
		n.Start()
	}
	if err := g.kernel.Run(context.Background(), sim.Time(5*g.claims.Settles+500*time.Second)); err != nil {
		g.t.Fatalf("%v", err)
	}
	g.net.Close()
}

// healing returns how long after a node has failed the last datagram was offered that did not arrive although a way led around that node, s. It reports whether
// there was one.
func (g *graph) healing() (longest float64, any bool) {
	for id, o := range g.offered {
		_, came := g.hops[passage{id, o.to, wires}]
		if o.to != mac.Everybody && !came && g.down(o.at) && g.distance(o.from, o.to, g.victim) > 0 {
			longest, any = max(longest, o.at.Sub(g.from).Seconds()), true
		}
	}
	return longest, any
}
