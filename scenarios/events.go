package scenarios

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/trace"
)

// Event is a change of the scenario while it runs.
type Event struct {
	At  time.Duration `yaml:"at" required:"true" range:"[0,1e9]" doc:"time of the run from which the values hold, after all else of that instant; the run until then is that without the event, to the bit"`
	Set strict.Raw    `yaml:"set" required:"true" doc:"values that hold from then on: a mapping from paths, as --set takes them, to values, such as {water.current.speed: 0.3m/s}. They may be of water.current, of the errors of a modem, the rate, period or size of traffic, or ports of programs, as nodes.NAME.PORT"`
}

// Later is an event that no file has: overrides that hold from a time of the run on, such as 60s.
type Later struct {
	At   string
	Sets []strict.Set
}

// Changed is a value that an event has changed.
type Changed struct {
	At    float64 `json:"at_s"`
	Key   string  `json:"key"`
	Value string  `json:"value"` // as it was written
}

// Changes returns what events have changed so far.
func (s *Simulation) Changes() []Changed { return slices.Clone(s.changed) }

// ChangesAt returns the times of all events, those that no file has last.
func (p *Plan) ChangesAt() []sim.Time {
	times := make([]sim.Time, len(p.turns))
	for i, t := range p.turns {
		times[i] = t.at
	}
	return times
}

// turn is an event of a plan.
type turn struct {
	number int // from 1, in the order of time
	at     sim.Time
	sets   []strict.Graft // what is given as a whole before what lies inside it
	place  strict.Place
	after  *Scenario // from then on
}

// withEvents reads the events of the scenario and those that come with it, and checks them.
func (p *Plan) withEvents(later []Later) (*Plan, error) {
	for i, e := range p.Events {
		index := "[" + strconv.Itoa(i) + "]"
		set := p.doc.Value("events", index, "set")
		t := turn{at: sim.Time(e.At), place: p.doc.Value("events", index, "at").Place()}
		entries, ok := set.Entries()
		if !ok || len(entries) == 0 {
			p.doc.FaultAt(set.Place(), "%s is given; write a mapping from paths to values, such as {water.current.speed: 0.3m/s}", set)
		}
		for _, entry := range entries {
			t.sets = append(t.sets, strict.Graft{Path: entry.Key, At: entry.At, Value: entry.Value})
		}
		p.turns = append(p.turns, t)
	}
	for _, l := range later {
		p.turns = append(p.turns, p.readLater(l))
	}
	slices.SortStableFunc(p.turns, func(a, b turn) int { return int(min(1, max(-1, a.at-b.at))) })
	for i := range p.turns {
		p.turns[i].number = i + 1
		p.checkTurn(i)
	}
	for doc, i := p.doc, 0; i < len(p.turns) && p.doc.Err() == nil; i++ {
		t := &p.turns[i]
		t.after = Default()
		if doc = doc.Changed(slices.DeleteFunc(slices.Clone(t.sets), ofPort), t.after); p.doc.Err() == nil {
			p.checkKeys(t)
		}
	}
	if err := p.doc.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// readLater reads an event that no file has.
func (p *Plan) readLater(l Later) turn {
	name := "--at " + l.At
	t := turn{place: strict.Place{File: name}}
	at, _, err := strict.ParseQuantity(l.At, strict.Quantity{Unit: "s", Range: "[0,1e9]"})
	if err != nil {
		p.doc.FaultAt(t.place, "%v", err)
	}
	t.at = sim.Time(sim.Seconds(at))
	if len(l.Sets) == 0 {
		p.doc.FaultAt(t.place, "nothing changes then; write --set behind it, as in %s --set water.current.speed=0.3m/s", name)
	}
	for _, s := range l.Sets {
		at := name + " --set " + s.Path
		t.sets = append(t.sets, strict.Graft{Path: s.Path, At: strict.Place{File: at}, Value: p.doc.Given(at, s.Value)})
	}
	return t
}

// checkTurn checks the time of an event, and that nothing changes twice at one time.
func (p *Plan) checkTurn(i int) {
	t := &p.turns[i]
	if t.at >= sim.Time(p.Duration) {
		p.doc.FaultAt(t.place, "the change at %v comes when the run ends, at %v, or later; make it earlier, or the duration longer", time.Duration(t.at), p.Duration)
	}
	depth := func(g strict.Graft) int { n, _ := strict.Depth(g.Path); return n }
	slices.SortStableFunc(t.sets, func(a, b strict.Graft) int { return depth(a) - depth(b) })
	var before []string
	for _, other := range p.turns[:i] {
		for _, g := range other.sets {
			if other.at == t.at {
				before = append(before, g.Path)
			}
		}
	}
	for _, g := range t.sets {
		if slices.Contains(before, g.Path) {
			p.doc.FaultAt(g.At, "%s is given twice for %v; leave one of them out", g.Path, time.Duration(t.at))
		}
		before = append(before, g.Path)
	}
}

// checkKeys finds keys that cannot change during a run.
func (p *Plan) checkKeys(t *turn) {
	for _, g := range t.sets {
		if !slices.ContainsFunc(p.parts(), func(part part) bool { return part.has(g) }) {
			p.doc.FaultAt(g.At, "%s", p.fixed(g.Path))
		}
	}
}

// fixed says that a key cannot change during a run, and which can.
func (p *Plan) fixed(path string) string {
	var keys []string
	for _, part := range p.parts() {
		keys = append(keys, part.keys...)
	}
	if strings.Contains(path, ".failures") || strings.HasPrefix(path, "outages") {
		path += " has times of its own, in at and to or in from and to, so that it needs no event, and it"
	}
	return fmt.Sprintf("%s cannot change during a run; these can, and what is below them: %s, where PORT is a port of the node's program", path, strings.Join(keys, ", "))
}

// has reports whether a path lies in the part.
func (p part) has(g strict.Graft) bool {
	return slices.ContainsFunc(p.keys, func(key string) bool { return covers(key, g.Path) })
}

// covers reports whether a path is that of a key or lies below it. NAME stands for any name, PORT for one at the end,
// and [N] for any index.
func covers(key, path string) bool {
	want, _ := strict.Path(strings.ReplaceAll(key, "[N]", "[0]"))
	steps, err := strict.Path(path)
	if err != nil || len(steps) < len(want) || want[len(want)-1] == "PORT" && len(steps) > len(want) {
		return false
	}
	for i, w := range want {
		index := strings.HasPrefix(steps[i], "[")
		if w != steps[i] && w != "NAME" && !(w == "PORT" && !index) && !(w == "[0]" && index) {
			return false
		}
	}
	return true
}

// buildEvents schedules the events.
func (b *builder) buildEvents() {
	for i := range b.plan.turns {
		t := &b.plan.turns[i]
		var all []func(now sim.Time)
		for _, part := range b.plan.parts() {
			own := slices.DeleteFunc(slices.Clone(t.sets), func(g strict.Graft) bool { return !part.has(g) })
			if len(own) == 0 {
				continue
			}
			do, err := part.change(b, t, own)
			if err != nil {
				b.plan.doc.FaultAt(own[0].At, "%v", err)
			}
			all = append(all, do)
		}
		b.Kernel.NewTimer(sim.Input, b.takingEffect(t.sets, all)).Arm(t.at)
	}
}

// takingEffect returns what has the values of an event hold.
func (s *Simulation) takingEffect(sets []strict.Graft, all []func(now sim.Time)) func(now sim.Time) {
	units := strict.NewUnits()
	return func(now sim.Time) {
		for _, g := range sets {
			text, _, _ := g.Value.Word()
			fact := trace.Record{At: now, Kind: trace.Fact, Node: trace.None, Peer: trace.None, Note: "set " + g.Path + "=" + g.Value.String()}
			if x, _, ok := units.Amount(text); ok {
				fact.Value, _ = x.Float64()
			}
			if s.tracer != nil {
				s.tracer.Emit(fact)
			}
			s.changed = append(s.changed, Changed{now.Seconds(), g.Path, g.Value.String()})
		}
		for _, do := range all {
			do(now)
		}
	}
}
