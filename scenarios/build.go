package scenarios

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"halocline/mac"
	"halocline/mac/route"
	"halocline/mac/traffic"
	"halocline/phy"
	"halocline/plant"
	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/rng"
	"halocline/sim/rtos"
	"halocline/sim/solid"
	"halocline/sim/trace"
)

// Simulation is a scenario ready to run.
type Simulation struct {
	Kernel    *sim.Kernel
	names     trace.Names
	duration  time.Duration
	warmup    time.Duration
	warm      []RadioUse // what the radios had done at the end of the warm-up
	tracer    trace.Tracer
	media     []*phy.Medium
	linkOf    []uint8 // the link of each medium
	mediaOf   []uint8 // of each link, the one whose media it uses: its own, or that of a link it shares them with
	radios    []radio
	nodes     []*node
	water     *ocean.Water
	macs      []protocol
	probe     *Probe
	programs  []Installed
	watch     time.Duration // between two looks at programs that are watched; 0 for none
	watched   []program.Watched
	looks     []periodic
	shown     []SceneLink
	onAir     []int // frames in the water of each link, at the last reading
	warnings  []string
	first     []func(sim.Time) // what is done before all else of the run
	started   bool
	net       *route.Net      // nil where there is none
	contacts  *plant.Contacts // of vehicles; nil where none can touch anything
	obstacles []obstacle      // that they may touch
	closed    bool
	err       error // of the last RunUntil
	early     error // a program has sent before the run

	measured    []Measured
	ports       map[string]Port // for values from outside; nil until somebody asks
	journal     []Input         // what came in
	came        map[int32]bool  // nodes for which something did
	noted       func(Input)     // is told of it, and it is not kept; may be nil
	changed     []Changed
	failed      []Failed
	instruments []*instrument
	record      func(Reading) // nil: nobody wants to know what they read
	digest      *digest       // nil where nothing moves and nothing is measured
}

// Warnings returns a sentence for each formula that is used outside its range,
// and for nodes that begin where no water is.
func (s *Simulation) Warnings() []string { return s.warnings }

// node is a node of the run.
type node struct {
	name      string
	group     *Node          // that it belongs to
	body      *plant.Body    // nil where the node is no vehicle
	hull      *solid.Capsule // in the body frame; nil where it has none
	touched   *touched       // nil where it has none
	at        phy.Locator
	clock     clock.Clock
	steeredBy string               // link that keeps the clock; empty for none
	estimator navigation.Estimator // by which its program steers; nil: the truth, or no program
	ports     []*mac.Port          // by link; nil where the node has no radio
	cpu       *rtos.CPU            // of its program; nil where it has none with tasks
	*switches                      // where it may be down
	probed    *observed            // where a probe reads it
	battery   *battery             // nil where it has none
}

// protocol is the access protocol of a node on a link.
type protocol struct {
	mac.MAC
	link uint8
}

// radio is a radio of the run.
type radio struct {
	*phy.Radio
	node mac.Addr
	band uint16
	link uint8

	unused bool // off for the whole run
}

// builder turns a scenario into a simulation. Faults go to the document, where
// they get their places.
type builder struct {
	*Simulation
	plan     *Plan
	streams  *rng.Source
	numbers  *mac.Numbers
	byName   map[string][]int          // a node's or a group's name: its nodes
	alike    map[string]int            // sources so far, by what they have in common
	used     []bool                    // by link: a program or a source sends on it
	linked   []*linkBuilder            // the links
	offers   []offer                   // what sources offer them
	touching *touching                 // counts contacts
	network  *network                  // nil where there is none
	senders  map[int][]traffic.Running // of the sources that change

	checkOnly bool // nobody will run it
}

// Check finds the faults that only show when the parts of the scenario meet, and
// says which formulas it would use outside their ranges. An error is a
// strict.Faults.
func (p *Plan) Check() (warnings []string, err error) {
	s, err := p.build(nil, nil, true)
	if err != nil {
		return nil, err
	}
	return s.warnings, nil
}

// Names returns the names of the scenario's nodes and links.
func (p *Plan) Names() trace.Names {
	var names trace.Names
	for _, group := range p.Nodes {
		for n := range group.size() {
			names.Nodes = append(names.Nodes, group.nodeName(n))
		}
	}
	for _, link := range p.Links {
		names.Links = append(names.Links, link.Name)
		names.Off = append(names.Off, p.off(func(n *Node) bool { return n.on(link.Name) }))
	}
	if p.Network != nil {
		names.Links = append(names.Links, NetworkLink)
		names.Off = append(names.Off, p.off(p.networked))
	}
	return names
}

// off returns the nodes that are not on a link.
func (p *Plan) off(on func(*Node) bool) []int32 {
	var off []int32
	first := 0
	for _, group := range p.Nodes {
		for n := range group.size() {
			if !on(&group) {
				off = append(off, int32(first+n))
			}
		}
		first += group.size()
	}
	return off
}

// nodeName returns the name of node i of a group.
func (n *Node) nodeName(i int) string {
	if n.Count == 0 {
		return n.Name
	}
	return n.Name + strconv.Itoa(i+1)
}

// size returns the number of nodes of a group; a node without a count is alone.
func (n *Node) size() int { return max(n.Count, 1) }

// Build makes a simulation of the plan. Facts go to tracer, which may be nil;
// queue nil means the default. An error is a strict.Faults.
func (p *Plan) Build(queue sim.Queue, tracer trace.Tracer) (*Simulation, error) {
	return p.build(queue, tracer, false)
}

// build is Build, or what Check takes of it: nothing is kept then that only a run needs.
func (p *Plan) build(queue sim.Queue, tracer trace.Tracer, checkOnly bool) (*Simulation, error) {
	if p.tooMany() {
		return nil, p.doc.Err()
	}
	b := &builder{
		Simulation: &Simulation{
			came:     map[int32]bool{},
			Kernel:   sim.New(queue),
			names:    p.Names(),
			duration: p.Duration,
			warmup:   p.Warmup,
			tracer:   tracer,
			probe:    p.Probe,
		},
		plan:    p,
		streams: rng.New(p.Seed),
		numbers: new(mac.Numbers), // the ports keep it, and nothing else of the builder
		byName:  map[string][]int{},
		alike:   map[string]int{},
		senders: map[int][]traffic.Running{},
		used:    make([]bool, len(p.Links)+1), // the last one is the network

		checkOnly: checkOnly,
	}
	for _, stage := range []func(){b.buildNodes, b.buildBodies, b.buildLinks, b.buildNetwork, b.buildPrograms, b.buildAllTraffic, b.buildEvents, b.finish} {
		if stage(); p.doc.Err() != nil {
			return nil, p.doc.Err()
		}
	}
	return b.Simulation, nil
}

// buildNodes makes the nodes and the water.
func (b *builder) buildNodes() {
	b.placeNodes()
	b.checkLinks()
	b.fillWater()
}

// buildBodies has nodes move by the current, and by their equations of motion.
func (b *builder) buildBodies() {
	b.buildDrifters()
	b.warnPlaces()
	b.warnChart()
	if b.mediaOf = b.shareWater(); b.mediaOf != nil {
		b.warnBands()
	}
	b.buildVehicles()
	b.buildContacts()
}

// buildLinks makes the media, the radios and the protocols of all links.
func (b *builder) buildLinks() {
	b.showLinks()
	for i := range b.plan.Links {
		b.buildLink(uint8(i), &b.plan.Links[i])
	}
}

// buildPrograms makes the instruments and the programs of all nodes.
func (b *builder) buildPrograms() {
	b.buildInstruments()
	b.failInstruments()
	b.install()
	b.startContacts()
}

// buildAllTraffic starts all sources.
func (b *builder) buildAllTraffic() {
	b.digestMotion()
	for i, t := range b.plan.Traffic {
		b.buildTraffic(i, t)
	}
}

// finish warns of what only the whole shows, switches off what nobody uses, and gives and takes power.
func (b *builder) finish() {
	b.warnLinks()
	b.warnLoads()
	b.switchOffUnused()
	b.buildBatteries()
	b.planOutages()
}

// A link remembers the way from each of its radios to each other one, which 10,000
// nodes make 3 GB, or with a cutoff to its neighbours only.
const (
	maxNodes       = 10_000
	maxNodesCutOff = 100_000
)

// mostNodes bounds the nodes of a scenario, and the radios of a link.
func (p *Plan) mostNodes() int {
	for i := range p.Links {
		if p.Links[i].Cutoff == 0 {
			return maxNodes
		}
	}
	return maxNodesCutOff
}

// tooMany reports whether the scenario has too many nodes, and that as a fault.
func (p *Plan) tooMany() bool {
	total := 0
	for _, group := range p.Nodes {
		total += group.size()
	}
	most := p.mostNodes()
	if total > most {
		p.doc.Fault("nodes", "the scenario has %d nodes; at most %d are possible", total, most)
	}
	return total > most
}

// placeNodes makes the nodes of all groups.
func (b *builder) placeNodes() {
	for i := range b.plan.Nodes {
		group := &b.plan.Nodes[i]
		key := "nodes[" + strconv.Itoa(i) + "]"
		c, err := clock.New(group.Clock.Offset, int64(math.Round(group.Clock.Drift*1000)))
		if err != nil {
			b.plan.doc.Fault(key+".clock.drift", "%v", err)
		}
		if !b.addName(key, group.Name) {
			continue
		}
		rand := b.streams.Stream(group.Name + "/place")
		for n := range group.size() {
			name := group.nodeName(n)
			if group.Count > 0 && !b.addName(key, name) {
				continue
			}
			at := group.At.Add(group.Place.Position(n, group.size(), rand))
			index := len(b.nodes)
			b.nodes = append(b.nodes, &node{name: name, group: group, at: motion(at, group), clock: b.plan.clockOf(group, c)})
			b.byName[group.Name] = append(b.byName[group.Name], index)
			if group.Count > 0 {
				b.byName[name] = []int{index}
			}
		}
	}
}

// addName reserves a name. It reports whether the name was free.
func (b *builder) addName(key, name string) bool {
	if _, taken := b.byName[name]; taken {
		b.plan.doc.Fault(key+".name", "a node %q is there already; give this one another name", name)
		return false
	}
	b.byName[name] = nil
	return true
}

// motion returns the locator of a node: fixed, or moving straight on.
func motion(at geom.Vec, group *Node) phy.Locator {
	if group.Velocity == (geom.Vec{}) && group.Heading == 0 {
		return phy.Fixed(at)
	}
	return plant.Straight{From: at, Speed: group.Velocity, Turn: geom.FromEuler(group.Heading, 0, 0)}
}

// checkLinks checks the names of the links, and the links that nodes name.
func (b *builder) checkLinks() {
	if len(b.names.Links) > maxLinks {
		b.plan.doc.Fault("links", "%d links are given; at most %d are possible", len(b.names.Links), maxLinks)
	}
	for i := range b.plan.Nodes {
		for _, link := range b.plan.Nodes[i].Links {
			if names := b.names.Links[:len(b.plan.Links)]; !slices.Contains(names, link.Name) {
				key := "nodes[" + strconv.Itoa(i) + "].links." + link.Name
				b.plan.doc.Fault(key, "%s", strict.Unknown("link", link.Name, names))
			}
		}
	}
	b.plan.checkNetwork()
}

// maxLinks is what the link's number in a record can count.
const maxLinks = 256

// fillWater builds the water of the scenario.
func (b *builder) fillWater() {
	water, err := b.plan.Water.Build(b.surroundings())
	b.plan.doc.FaultFrom("water", err)
	b.water = water
	if err != nil {
		return
	}
	deepest := 0.0
	for _, n := range b.nodes {
		deepest = max(deepest, n.at.Position(0).Depth())
	}
	b.warnings = water.Warnings(deepest)
}

// surroundings returns what the water needs from the scenario around it.
func (b *builder) surroundings() ocean.Site {
	return ocean.Site{Open: b.open, Geo: b.plan.Geo.geo(), Stream: b.streams.Stream, Course: b.course, Kept: b.plan.kept}
}

// course finds where one node starts and where another, its target, is. Without names they
// are the only vehicle and the station that it docks at.
func (b *builder) course(vehicle, target string) (from, to geom.Vec, err error) {
	if vehicle == "" {
		if vehicle, err = b.onlyVehicle(); err != nil {
			return from, to, err
		}
	}
	v, err := b.oneNode(vehicle, "vehicle")
	if err != nil {
		return from, to, err
	}
	if bound, ok := b.nodes[v].group.Run.(program.Destined); ok && target == "" {
		target = bound.Destination()
	}
	if target == "" {
		return from, to, fmt.Errorf("it comes from a side of %s on its way to a target; name that with from.target, or write toward in place of from", vehicle)
	}
	t, err := b.oneNode(target, "target")
	if err != nil {
		return from, to, err
	}
	return b.nodes[v].at.Position(0), b.nodes[t].at.Position(0), nil
}

// onlyVehicle returns the name of the only vehicle.
func (b *builder) onlyVehicle() (string, error) {
	var vehicles []string
	for _, n := range b.nodes {
		if n.group.Vehicle != nil {
			vehicles = append(vehicles, n.name)
		}
	}
	if len(vehicles) != 1 {
		return "", fmt.Errorf("it comes from a side of a vehicle, and the scenario has %d; name a node with from.vehicle, or write toward in place of from", len(vehicles))
	}
	return vehicles[0], nil
}

// open opens a file that the scenario names, beside the scenario.
func (b *builder) open(name string) ([]byte, error) {
	return b.plan.files.Data(strict.Beside(b.plan.File, name))
}

// warn warns once.
func (b *builder) warn(format string, args ...any) {
	if w := fmt.Sprintf(format, args...); !slices.Contains(b.warnings, w) {
		b.warnings = append(b.warnings, w)
	}
}
