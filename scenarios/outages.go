package scenarios

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// Outage says when a node or one of its radios is down: once, or at random again and again.
type Outage struct {
	Node string        `yaml:"node" required:"true" doc:"node that is down, or group each of whose nodes is"`
	Link string        `yaml:"link" doc:"link whose radio alone is down; if left out, the whole node is: radios, computer, sensors and thrusters"`
	From time.Duration `yaml:"from" range:"[0,1e9]" doc:"time at which it goes down"`
	To   time.Duration `yaml:"to" range:"[0,1e9]" doc:"time at which it works again; 0 for never"`
	MTTF time.Duration `yaml:"mttf" range:"[0,1e9]" doc:"mean time to failure, for outages at random: the time that each node works, from the start or since a repair, is exponentially distributed with this mean"`
	MTTR time.Duration `yaml:"mttr" range:"[0,1e9]" doc:"mean time to repair, with mttf, exponentially distributed too; 0 if there is no repair"`
}

// Validate checks that the outage is either at given times or at random.
func (o Outage) Validate() error {
	switch {
	case o.MTTF > 0 && (o.From > 0 || o.To > 0):
		return fault.In("mttf", "from and to are given beside mttf; an outage is at given times or at random, and both are two outages")
	case o.MTTF > 0:
		return nil
	case o.MTTR > 0:
		return fault.In("mttr", "a mean time to repair is given without a mean time to failure, mttf")
	case o.From == 0 && o.To == 0:
		return fault.In("from", "nothing says when %s is down; give from, to or both, or mttf", o.Node)
	}
	return fault.Keep(o.Bounds())
}

// Bounds returns what the end of an outage keeps to.
func (o Outage) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "to", Value: o.To.Seconds(), Op: fault.MoreThan, Than: "from", Limit: o.From.Seconds(), When: "or 0", Off: o.To == 0,
		Why: fmt.Sprintf("the outage ends at %v and begins at %v; to must be later than from", o.To, o.From),
	}}
}

// outage is an outage of one node.
type outage struct {
	*Outage
	kernel *sim.Kernel
	node   *node
	link   int // or whole
	rand   *rng.Stream
	down   bool
	timer  *sim.Timer
}

// whole is in place of a link where it is the whole node that is down.
const whole = -1

// planOutages schedules the outages. They come before all else of an instant but what ends there.
func (b *builder) planOutages() {
	for i := range b.plan.Outages {
		o := &b.plan.Outages[i]
		key := "outages[" + strconv.Itoa(i) + "]"
		nodes, err := b.group(o.Node)
		if err != nil {
			b.plan.doc.Fault(key+".node", "%v", err)
			continue
		}
		link := whole
		if o.Link != "" {
			if link, err = b.findLink(o.Link); err == nil && (link == len(b.plan.Links) || b.nodes[nodes[0]].ports[link] == nil) {
				err = b.noRadio(nodes[0], link)
			}
			if err != nil {
				b.plan.doc.Fault(key+".link", "%v", err)
				continue
			}
		}
		if o.From >= b.duration {
			b.warnings = append(b.warnings, fmt.Sprintf("%s: %s goes down at %v, and the run ends at %v", key, o.Node, o.From, b.duration))
		}
		for _, n := range nodes {
			b.planOutage(o, n, link)
		}
	}
}

// planOutage schedules an outage of one node.
func (b *builder) planOutage(o *Outage, n, link int) {
	name := b.nodes[n].name + "/outage/" + o.Link
	if b.alike[name]++; b.alike[name] > 1 {
		name += "/" + strconv.Itoa(b.alike[name])
	}
	this := &outage{Outage: o, kernel: b.Kernel, node: b.nodes[n], link: link, rand: b.streams.Stream(name)}
	this.node.wire(b.Simulation, int32(n))
	this.timer = b.Kernel.NewTimer(sim.Ending, this.toggle)
	switch {
	case o.MTTF > 0:
		this.after(o.MTTF)
	case o.From == 0: // before anything is sent at the start
		b.first = append(b.first, this.toggle)
	default:
		this.timer.Arm(sim.Time(o.From))
	}
}

// toggle is the beginning of the outage, or its end.
func (o *outage) toggle(now sim.Time) {
	o.down = !o.down
	next := o.MTTF
	if o.down {
		o.node.Down(o.link, trace.Outage)
		next = o.MTTR
	} else {
		o.node.Up(o.link, trace.Outage)
	}
	switch {
	case o.MTTF > 0:
		o.after(next)
	case o.down && o.To > 0:
		o.timer.Arm(sim.Time(o.To))
	}
}

// after arms the timer for a random time with a mean; none without one.
func (o *outage) after(mean time.Duration) {
	wait := max(o.rand.Exp()*float64(mean), 1) // ns
	if now := o.kernel.Now(); mean > 0 && wait < float64(sim.Never.Sub(now)) {
		o.timer.Arm(now.Add(time.Duration(wait)))
	}
}

// switchOffUnused switches the radios of links off that nobody uses: a method of docking does without
// them, and nothing else is sent there. A link without a program on it is a scenario's own
// business.
func (b *builder) switchOffUnused() {
	for i, used := range b.used[:len(b.plan.Links)] {
		programs := slices.ContainsFunc(b.nodes, func(n *node) bool { return n.ports[i] != nil && n.group.Run != nil })
		if used || !programs {
			continue
		}
		for k := range b.radios {
			if r := &b.radios[k]; int(r.link) == i {
				r.Off(trace.Asleep)
				r.unused = true
			}
		}
		b.macs = slices.DeleteFunc(b.macs, func(p protocol) bool { return int(p.link) == i })
	}
}
