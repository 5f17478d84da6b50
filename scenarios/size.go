package scenarios

import (
	"slices"
	"time"

	"halocline/mac/traffic"
)

// Size is about what a run takes, from the rates that its scenario names: the packets of
// sources, with a beginning and an end of each frame at each radio, the steps of vehicles, and
// readings of a probe. What protocols and programs add is not in it.
type Size struct {
	Events  float64 // of the kernel
	Packets float64 // of sources; what became of each is remembered
}

// counted is a source that knows how many packets one sender makes in a run.
type counted interface {
	Packets(run time.Duration) float64
}

// neighbours is the number of radios that are taken to hear a frame where a cutoff bounds them.
const neighbours = 50

// Size estimates what a run takes, without building it.
func (p *Plan) Size() Size {
	var size Size
	run := p.Duration.Seconds()
	for _, source := range p.Traffic {
		c, ok := source.(counted)
		if !ok {
			continue
		}
		packets := c.Packets(p.Duration) * p.senders(source.Way())
		size.Packets += packets
		size.Events += packets * (2 + 2*p.listeners(source.Way().Link))
	}
	for i := range p.Nodes {
		if v := p.Nodes[i].Vehicle; v != nil {
			size.Events += float64(p.Nodes[i].size()) * run / v.Step.Seconds()
		}
	}
	if p.Probe != nil {
		size.Events += run / p.Probe.Period.Seconds()
	}
	return size
}

// senders returns the number of nodes that a source has.
func (p *Plan) senders(way traffic.Way) float64 {
	for i := range p.Nodes {
		if p.Nodes[i].Name == way.From {
			return float64(p.Nodes[i].size())
		}
	}
	return 1 // of a group
}

// listeners returns the number of radios that a frame on a link may reach.
func (p *Plan) listeners(name string) float64 {
	if len(p.Links) == 0 { // which is a fault of whoever sends
		return 0
	}
	i := max(0, slices.IndexFunc(p.Links, func(l Link) bool { return l.Name == name }))
	radios := 0
	for k := range p.Nodes {
		if p.Nodes[k].on(p.Links[i].Name) {
			radios += p.Nodes[k].size()
		}
	}
	if p.Links[i].Cutoff > 0 {
		return float64(min(radios-1, neighbours))
	}
	return float64(max(0, radios-1))
}
