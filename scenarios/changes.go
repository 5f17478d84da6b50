package scenarios

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"halocline/mac/traffic"
	"halocline/phy"
	"halocline/scenarios/strict"
	"halocline/sim"
)

// part is a part of a scenario that can change while a run goes on: each is declared here once, with its keys.
type part struct {
	keys []string // NAME stands for any name, [N] for any index; all below is part of it
	// change makes what an event has in place of it. The function that it returns puts that there.
	change func(*builder, *turn, []strict.Graft) (do func(now sim.Time), err error)
}

// parts returns all parts that can change.
func (p *Plan) parts() []part {
	return []part{
		{[]string{"water.current"}, (*builder).changeCurrent},
		{[]string{"links.NAME.modem.errors", "nodes.NAME.links.NAME.modem.errors"}, (*builder).changeErrors},
		{p.files.Library.trafficKeys(), (*builder).changeTraffic},
		{[]string{portKey}, (*builder).changePorts},
	}
}

// flows reports whether an event changes the current.
func (t turn) flows() bool {
	return slices.ContainsFunc(t.sets, func(g strict.Graft) bool { return covers("water.current", g.Path) })
}

// changeCurrent has another current flow. Vehicles and what drifts end a step then, so that it acts at once. A random current
// begins in its steady state, with a stream of its own.
func (b *builder) changeCurrent(t *turn, _ []strict.Graft) (func(now sim.Time), error) {
	if b.water.Calm().Steady() {
		for _, n := range b.nodes {
			if n.group.Drift || n.group.Mooring != nil {
				return nil, fmt.Errorf("the current cannot change during this run, because it moves node %s and is constant at the start, from which the whole way of the node is computed. Write water.current: {type: gauss-markov, speed: 0m/s}, with the speed of the start; the node then follows any change", n.name)
			}
		}
	}
	begin, err := b.water.NextCurrent(t.after.Water.Current, b.surroundings(), fmt.Sprintf("ocean/current/event%d", t.number))
	nodes := b.nodes
	return func(sim.Time) {
		for _, n := range nodes {
			if moving, ok := n.at.(interface{ Settle() }); ok {
				moving.Settle()
			}
		}
		begin()
	}, err
}

// judged is a radio that is to judge frames as another modem does.
type judged struct {
	*phy.Radio
	by *phy.Modem
}

// changeErrors has the radios of links judge frames by other error models. The chances of receptions are those that they
// would have been.
func (b *builder) changeErrors(t *turn, sets []strict.Graft) (func(now sim.Time), error) {
	var all []judged
	for _, l := range b.linked {
		names := func(g strict.Graft) bool {
			steps, _ := strict.Path(g.Path)
			return steps[0] == "links" && steps[1] == l.Name || steps[0] == "nodes" && steps[3] == l.Name
		}
		if !slices.ContainsFunc(sets, names) {
			continue
		}
		radios, err := l.judge(t.after)
		if err != nil {
			return nil, err
		}
		all = append(all, radios...)
	}
	return func(sim.Time) {
		for _, r := range all {
			r.Judge(r.by)
		}
	}, nil
}

// judge returns the radios of the link, with the modems that they have in a scenario.
func (l *linkBuilder) judge(after *Scenario) ([]judged, error) {
	var all []judged
	built := map[*phy.ModemConfig][]*phy.Modem{} // by band
	for i, addr := range l.stations {
		config := after.Links[l.index].Modem
		group := slices.IndexFunc(after.Nodes, func(n Node) bool { return n.Name == l.nodes[addr].group.Name })
		if own := after.Nodes[group].modem(l.Name); own != nil {
			config = own
		}
		if built[config] == nil {
			modems, ok := l.bands(config, l.key+".modem")
			if !ok {
				return nil, errors.New("the protocol refuses the modem")
			}
			for _, c := range modems {
				m, err := c.Build(phy.ModemEnv{Open: l.open, Speed: phy.SpeedOf(l.channels[0], l.nodes[addr].at.Position(0))})
				if err != nil {
					return nil, err
				}
				built[config] = append(built[config], m)
			}
		}
		for band, r := range l.radios[i] {
			all = append(all, judged{r, built[config][band]})
		}
	}
	return all, nil
}

// trafficKeys returns the keys of sources that can change, of all models.
func (l *Library) trafficKeys() []string {
	keys := map[string]bool{}
	for _, fresh := range l.models[reflect.TypeFor[traffic.Config]()] {
		if c, ok := fresh().(traffic.Changing); ok {
			for _, key := range c.Keys() {
				keys["traffic[N]."+key] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(keys))
}

// source returns which of the sources a path lies in, or -1.
func source(g strict.Graft) int {
	var i int
	if n, _ := fmt.Sscanf(g.Path, "traffic[%d]", &i); n == 1 {
		return i
	}
	return -1
}

// startSender starts a sender of a source, and keeps it where it changes.
func (b *builder) startSender(i int, config traffic.Config, env traffic.Env) {
	changes := func(t turn) bool {
		return slices.ContainsFunc(t.sets, func(g strict.Graft) bool { return source(g) == i })
	}
	if c, ok := config.(traffic.Changing); ok && slices.ContainsFunc(b.plan.turns, changes) {
		b.senders[i] = append(b.senders[i], c.Run(env))
		return
	}
	config.Start(env)
}

// changeTraffic has senders go on with other values.
func (b *builder) changeTraffic(t *turn, sets []strict.Graft) (func(now sim.Time), error) {
	to := map[int]traffic.Config{}
	for _, g := range sets {
		to[source(g)] = t.after.Traffic[source(g)]
	}
	senders := b.senders
	for i := range to {
		if senders[i] == nil {
			return nil, errors.New("the senders of this source go on as they began")
		}
	}
	return func(now sim.Time) {
		for _, i := range slices.Sorted(maps.Keys(to)) {
			for _, s := range senders[i] {
				s.Change(now, to[i])
			}
		}
	}, nil
}

// portKey is the key of a port.
const portKey = "nodes.NAME.PORT"

// ofPort reports whether a path is that of a port of a program, which is no key of the scenario.
func ofPort(g strict.Graft) bool { return covers(portKey, g.Path) }

// changePorts has values come in through ports, as Input does, but for the journal: a replay has the event itself.
func (b *builder) changePorts(t *turn, sets []strict.Graft) (func(now sim.Time), error) {
	var all []func(now sim.Time)
	for _, g := range sets {
		port, err := b.findPort(strings.TrimPrefix(g.Path, "nodes."))
		if err != nil {
			if len(b.ports) > 0 {
				b.plan.doc.FaultAt(g.At, "%s; %v", b.plan.fixed(g.Path), err)
			} else {
				b.plan.doc.FaultAt(g.At, "%s, and no program here has one", b.plan.fixed(g.Path))
			}
			continue
		}
		in := &Input{At: t.at, Port: strings.TrimPrefix(g.Path, "nodes.")}
		if port.Take != nil {
			in.Data, _, _ = g.Value.Word()
		} else {
			in.Value, err = portValue(g.Value, port.Unit)
		}
		if err == nil {
			err = port.Takes(in)
		}
		if err != nil {
			b.plan.doc.FaultAt(g.Value.Place(), "%v", err)
			continue
		}
		all = append(all, func(now sim.Time) { b.give(&port, now, in) })
	}
	return func(now sim.Time) {
		for _, in := range all {
			in(now)
		}
	}, nil
}

// portValue reads a number in the unit of a port.
func portValue(v *strict.Value, unit string) (float64, error) {
	units := strict.NewUnits()
	text, _, _ := v.Word()
	x, symbol, ok := units.Amount(text)
	if !ok {
		return 0, fmt.Errorf("%s is given; write a number, such as 2%s", v, unit)
	}
	factor, ok := units.Factor(symbol, unit)
	if !ok {
		return 0, fmt.Errorf("%s is given; write a number in %s, such as 2%s", v, cmp.Or(unit, "no unit"), unit)
	}
	value, _ := factor.Mul(factor, units.In(x, symbol)).Float64()
	return value, nil
}
