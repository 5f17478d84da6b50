package scenarios

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"halocline/plant/program"
	"halocline/sim/metric"
)

// Installed is the program of a node.
type Installed struct {
	Node    string
	Addr    int32
	Type    string // its name in the list of programs
	Program program.Program
	program.Running
}

// Programs returns the programs of all nodes, in the order of nodes.
func (s *Simulation) Programs() []Installed { return s.programs }

// installer installs the programs of a run.
type installer struct {
	*builder
	sites    []*site // by node; nil where there is no program
	running  map[int32]program.Running
	state    []progress      // by node
	faulty   map[string]bool // keys with a fault: the nodes of a group have theirs in common
	services services
}

// progress says how far a node's program is.
type progress uint8

const (
	waiting progress = iota
	begun
	done
	failed
)

// install gives every node with a program its computer: first those that others need, then the rest, both in the
// order of nodes.
func (b *builder) install() {
	in := &installer{
		builder: b, sites: make([]*site, len(b.nodes)), running: map[int32]program.Running{},
		state: make([]progress, len(b.nodes)), faulty: map[string]bool{}, services: services{"": 0},
	}
	in.findSites()
	needed := make([]bool, len(b.nodes))
	for _, s := range in.sites {
		for _, name := range s.needs() {
			if at, err := b.oneNode(name, "node"); err == nil {
				needed[at] = true
			}
		}
	}
	for i, s := range in.sites {
		if s != nil && needed[i] {
			in.start(s)
		}
	}
	for _, s := range in.sites {
		if s != nil {
			in.start(s)
		}
	}
	for _, s := range in.sites {
		if s != nil && in.state[s.addr] == done {
			b.programs = append(b.programs, Installed{s.node.name, s.addr, b.typeOf(s.node.group), s.node.group.Run, in.running[s.addr]})
			b.offerOf(s.addr, in.running[s.addr])
		}
	}
}

// findSites makes a site of each node with a program.
func (in *installer) findSites() {
	first := 0
	for i := range in.plan.Nodes {
		group := &in.plan.Nodes[i]
		for k := range group.size() {
			if group.Run != nil {
				in.sites[first+k] = &site{installer: in, node: in.nodes[first+k], addr: int32(first + k), key: "nodes[" + strconv.Itoa(i) + "].run", place: k}
			}
		}
		first += group.size()
	}
}

// start installs a program, after those that it needs.
func (in *installer) start(s *site) {
	if in.state[s.addr] != waiting {
		return
	}
	in.state[s.addr] = begun
	for _, name := range s.needs() {
		if at, err := in.oneNode(name, "node"); err == nil && in.sites[at] != nil { // otherwise the program will ask for it
			in.start(in.sites[at])
		}
	}
	running, err := s.run()
	err, in.early = errors.Join(err, in.early), nil
	if err == nil {
		err = errors.Join(in.nameable(s), checkPorts(running), checkSource(s.node.group.Run, running))
	}
	if err != nil {
		in.state[s.addr] = failed
		in.fault(s, err)
		return
	}
	in.state[s.addr], in.running[s.addr] = done, running
	s.node.cpu = running.CPU()
}

// run makes the estimator of a program, and the program.
func (s *site) run() (program.Running, error) {
	if err := s.navigate(); err != nil {
		return nil, err
	}
	running, err := s.node.group.Run.Install(s)
	if err == nil && running == nil {
		err = errNothing("Install")
	}
	return running, err
}

// fault adds the faults of a program, each once for all nodes of a group.
func (in *installer) fault(s *site, err error) {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			in.fault(s, e)
		}
		return
	}
	var of interface{ Field() string }
	path := s.key
	if errors.As(err, &of) {
		path += "." + of.Field()
	}
	if !errors.Is(err, program.ErrFaulty) && !in.faulty[path] {
		in.faulty[path] = true
		in.plan.doc.FaultFrom(s.key, err)
	}
}

// needs returns the nodes whose programs are to be installed before; none of no site.
func (s *site) needs() []string {
	if s == nil {
		return nil
	}
	if n, ok := s.node.group.Run.(program.Needing); ok {
		return n.Needs()
	}
	return nil
}

// nameable reports that metrics cannot begin with the name of a node, and what runs there has some.
func (in *installer) nameable(s *site) error {
	if _, measured := s.node.group.Run.(metric.Config); measured && (Reserved(s.node.name) || slices.Contains(in.names.Links, s.node.name)) {
		in.plan.doc.Fault(s.key[:len(s.key)-len(".run")]+".name", "a node whose program is measured is not named %q: its metrics would have the names of others", s.node.name)
		return program.ErrFaulty
	}
	return nil
}

// PerSamplePeriods returns the periods at which controllers have an I that does not add up, by their keys: see
// program.Sampled.
func (p *Plan) PerSamplePeriods() map[string]time.Duration {
	of := func(node string) program.Program {
		for i := range p.Nodes {
			if p.Nodes[i].Name == node {
				return p.Nodes[i].Run
			}
		}
		return nil
	}
	periods := map[string]time.Duration{}
	for i := range p.Nodes {
		if c, ok := p.Nodes[i].Run.(program.Sampled); ok {
			for key, period := range c.PerSample(of) {
				periods["nodes."+p.Nodes[i].Name+".run."+key] = period
			}
		}
	}
	return periods
}

// typeOf returns the name under which the scenario chose the program of a group.
func (b *builder) typeOf(group *Node) string {
	if name := b.plan.doc.Model("nodes", group.Name, "run"); name != "" {
		return name
	}
	return fmt.Sprintf("%T", group.Run) // it was put there by a program
}
