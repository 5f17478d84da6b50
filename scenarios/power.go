package scenarios

import (
	"fmt"
	"slices"

	"halocline/phy"
	"halocline/plant/program"
	"halocline/sim/trace"
)

// switches are what a node's power goes through: the one door for outages and for whatever else takes it away, such as
// an empty battery. Reasons may overlap: the node is down while one of them lasts.
type switches struct {
	tell     func(link int, kind trace.Kind, why trace.Cause)
	radios   [][]*phy.Radio   // by link
	muted    []reasons        // by link: of its radios, those of the node included
	out      reasons          // of the node
	switched program.Switched // nil where its program is none
	loads    []*steadyLoad    // that its battery feeds
}

// reasons are the causes of what is down, the oldest first. A cause may be there several times.
type reasons []trace.Cause

// add adds a cause, and reports whether it is the first.
func (r *reasons) add(why trace.Cause) bool {
	*r = append(*r, why)
	return len(*r) == 1
}

// remove takes a cause out, and reports whether it was the last.
func (r *reasons) remove(why trace.Cause) bool {
	i := slices.Index(*r, why)
	if i < 0 {
		panic("scenarios: a node gets its power back from a cause that had not taken it")
	}
	*r = slices.Delete(*r, i, i+1)
	return len(*r) == 0
}

// Down takes the power from a node, for a cause. Its radios neither hear nor send, its applications' packets are refused,
// its computer loses its jobs, its instruments and those that measure it read nothing, and its thrusters run down. What
// programs and protocols keep in memory stays, and clocks go on. Causes add up: the node has its power back when Up
// was called as often for each, and what is lost meanwhile has the oldest of them. It may be called from within the run, also by
// what happens at the node itself.
func (s *Simulation) Down(node string, why trace.Cause) error {
	n, err := s.wired(node)
	if err == nil && !why.OfLoss() {
		err = fmt.Errorf("node %s: it goes down without a cause of losses; name one, such as %v", node, trace.Outage)
	}
	if err == nil {
		n.Down(whole, why)
	}
	return err
}

// Up takes one Down of a cause back. One without a Down before is an error.
func (s *Simulation) Up(node string, why trace.Cause) error {
	n, err := s.wired(node)
	if err == nil && !slices.Contains(n.out, why) {
		err = fmt.Errorf("node %s: it has its power back from %q, which had not taken it; call Down of the same cause before", node, why)
	}
	if err == nil {
		n.Up(whole, why)
	}
	return err
}

// wired returns the node of a name, with its switches.
func (s *Simulation) wired(name string) (*node, error) {
	i := slices.IndexFunc(s.nodes, func(n *node) bool { return n.name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no node %q", name)
	}
	s.nodes[i].wire(s, int32(i))
	return s.nodes[i], nil
}

// wire makes the switches of a node, if there are none yet.
func (n *node) wire(s *Simulation, addr int32) {
	if n.switches != nil {
		return
	}
	n.switches = &switches{radios: make([][]*phy.Radio, len(n.ports)), muted: make([]reasons, len(n.ports))}
	for _, r := range s.radios {
		if r.node == addr && !r.unused {
			n.radios[r.link] = append(n.radios[r.link], r.Radio)
		}
	}
	if i := slices.IndexFunc(s.programs, func(p Installed) bool { return p.Addr == addr }); i >= 0 {
		n.switched, _ = s.programs[i].Running.(program.Switched)
	}
	n.tell = func(link int, kind trace.Kind, why trace.Cause) {
		if s.tracer != nil {
			s.tracer.Emit(trace.Record{At: s.Kernel.Now(), Kind: kind, Node: addr, Peer: trace.None, Link: uint8(link), Cause: why})
		}
	}
}

// Down takes the power from a node, or from its radios for a link only. The program hears of it last, when all is silent.
func (n *node) Down(link int, why trace.Cause) {
	if link != whole {
		n.mute(link, why)
		return
	}
	first := n.out.add(why)
	if first {
		n.refuse(why)
		if n.cpu != nil {
			n.cpu.Halt()
		}
		if n.body != nil {
			n.body.Power(false)
		}
		n.feed(false)
	}
	for link := range n.radios {
		n.mute(link, why)
	}
	if first && n.switched != nil {
		n.switched.Down(why)
	}
}

// Up gives the power back, as far as a cause had taken it. The program hears of it last, when all is there again.
func (n *node) Up(link int, why trace.Cause) {
	if link != whole {
		n.unmute(link, why)
		return
	}
	last := n.out.remove(why)
	if last {
		n.accept()
		if n.cpu != nil {
			n.cpu.Resume()
		}
		if n.body != nil {
			n.body.Power(true)
		}
		n.feed(true)
	} else {
		n.refuse(n.out[0])
	}
	for link := range n.radios {
		n.unmute(link, why)
	}
	if last && n.switched != nil {
		n.switched.Up()
	}
}

// feed gives power to the loads of its battery, or takes it from them.
func (n *node) feed(on bool) {
	for _, l := range n.loads {
		l.turn(on, l.inTime)
	}
}

// refuse has all ports refuse packets, for a cause.
func (n *node) refuse(why trace.Cause) {
	for _, p := range n.ports {
		if p != nil {
			p.Down(why)
		}
	}
}

// accept has all ports take packets again.
func (n *node) accept() {
	for _, p := range n.ports {
		if p != nil {
			p.Up()
		}
	}
}

// mute switches the radios for a link off.
func (n *node) mute(link int, why trace.Cause) {
	if !n.muted[link].add(why) || n.ports[link] == nil {
		return
	}
	for _, r := range n.radios[link] {
		r.Off(why)
	}
	n.tell(link, trace.Down, why)
}

// unmute takes a cause back, and switches them on again after the last of them.
func (n *node) unmute(link int, why trace.Cause) {
	last := n.muted[link].remove(why)
	if n.ports[link] == nil {
		return
	}
	for _, r := range n.radios[link] {
		if last {
			r.On()
		} else {
			r.Off(n.muted[link][0])
		}
	}
	if last {
		n.tell(link, trace.Up, trace.NoCause)
	}
}

// isDown reports whether the whole node is down.
func (n *node) isDown() bool { return n.switches != nil && len(n.out) > 0 }
