package mission

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"halocline/plant/condition"
	"halocline/plant/navigation"
	"halocline/sim"
	"halocline/sim/fault"
)

// event is something that interrupts.
type event struct {
	*EventConfig
	when  *condition.Condition
	held  bool // it held when it was last looked at
	hears bool // it waits for a message
	place int  // in the list
	acted int  // so many times
}

// outranks reports whether an event interrupts the task of another one; nil is none.
func (e *event) outranks(other *event) bool {
	if other == nil || e.Abort != other.Abort {
		return other == nil || e.Abort
	}
	return e.place < other.place
}

// expect parses the conditions of events, and checks what they do.
func (m *Mission) expect() error {
	var faults []error
	for i := range m.config.On {
		c := &m.config.On[i]
		key := fmt.Sprintf("on[%d]", i)
		when, err := condition.Parse(c.When, terms())
		if err != nil {
			faults = append(faults, fault.In(key+".when", "%w", err))
			continue
		}
		m.doubt(i, when)
		if err := m.knows(i, when); err != nil {
			faults = append(faults, fault.In(key+".when", "%w", err))
		}
		if _, err := m.named(c.Do); err != nil {
			faults = append(faults, fault.In(key+".do", "%w", err))
		}
		m.events = append(m.events, event{EventConfig: c, when: when, hears: slices.Contains(when.Names(), "message"), place: i})
	}
	return errors.Join(faults...)
}

// doubt warns of an event of which the condition never holds, as the vehicle never knows what it names.
func (m *Mission) doubt(i int, when *condition.Condition) {
	names := when.Names()
	if slices.Contains(names, "battery") && m.battery == nil {
		m.site.Warn("event %d waits for its battery, and it has none: the event never comes; give the node a battery", i+1)
	}
	if slices.Contains(names, "message") && m.config.Orders == "" {
		m.site.Warn("event %d waits for a message, and it hears none; name the link in orders", i+1)
	}
	if slices.Contains(names, "height") && m.senses.height == nil {
		m.site.Warn("event %d waits for a height over ground, and no instrument reads it; give it an altimeter or a dvl", i+1)
	}
	if _, estimates := m.where.(navigation.Estimating); slices.Contains(names, "uncertainty") && !estimates {
		m.site.Warn("event %d waits for an uncertainty of its place, and its navigation has none; choose another navigation, such as filter", i+1)
	}
}

// knows says which task a condition names that the mission does not have. One that hears an operator may be brought it, and is warned.
func (m *Mission) knows(i int, when *condition.Condition) error {
	all := orders()
	for i := range m.config.Tasks {
		all = append(all, m.config.name(i))
	}
	for _, word := range when.Words("task") {
		switch {
		case slices.Contains(all, word):
		case m.config.Orders == "":
			return fmt.Errorf("there is no task %q; there are %s", word, strings.Join(all, ", "))
		default:
			m.site.Warn("event %d waits for a task %q, which only an operator may bring; its own are %s", i+1, word, strings.Join(all, ", "))
		}
	}
	return nil
}

// react looks at the events: the first one that has come about interrupts what goes on, if it outranks that. The others wait: they come
// about when they still hold then.
func (m *Mission) react(h *helm) {
	var by, act *event
	if p := m.present(); p != nil {
		by = p.by
	}
	for i := range m.events {
		e := &m.events[i]
		holds := e.when.Holds(m.values)
		rises := holds && (!e.held || m.radio.fresh && e.hears)
		if e.held = holds; !rises || m.spent(e) {
			continue
		}
		switch {
		case !e.outranks(by):
			e.held = false
		case act == nil:
			act = e
		case e.outranks(act):
			act.held, act = false, e
		default:
			e.held = false
		}
	}
	m.radio.fresh = false
	if act == nil || m.over && !act.Abort && m.aborted {
		return
	}
	m.interrupt(act, h.now)
}

// spent reports whether an event has acted as often as it may, and tells that once.
func (m *Mission) spent(e *event) bool {
	if e.acted < e.Times {
		return false
	}
	if e.acted == e.Times {
		e.acted++
		m.tell(fmt.Sprintf("event %s: acted %d times, and acts no more", e.When, e.Times))
		m.sums.spent = append(m.sums.spent, e.When)
	}
	return true
}

// interrupt begins what an event does, or takes it up again where it has begun.
func (m *Mission) interrupt(e *event, now sim.Time) {
	switch p := m.present(); {
	case p == nil:
	case m.noWay:
		p.outcome, m.noWay = noWay, false
		m.leave(p, now)
	case p.name != e.Do:
		m.unplug(p)
		p.moving = false
		p.interrupted++
		m.say("interrupted by "+e.when.String(), p)
	}
	t := m.withdraw(e.Do)
	if t == nil {
		var err error
		if t, err = m.named(e.Do); err != nil {
			panic("mission: " + err.Error())
		}
	}
	m.sums.events++
	e.acted++
	if e.Abort {
		m.abandon(now)
		m.aborted = true
	}
	m.over = false
	t.by = e
	m.urgent = append(m.urgent, t)
}

// withdraw takes a task that has begun from where it stands; nil where none has that name.
func (m *Mission) withdraw(name string) *task {
	is := func(t *task) bool { return t.name == name && t.begun != sim.Never }
	if i := slices.IndexFunc(m.urgent, is); i >= 0 {
		t := m.urgent[i]
		m.urgent = slices.Delete(m.urgent, i, i+1)
		return t
	}
	if len(m.tasks) > 0 && is(m.tasks[0]) {
		t := m.tasks[0]
		m.tasks = m.tasks[1:]
		return t
	}
	return nil
}

// abandon drops all that is not done yet.
func (m *Mission) abandon(now sim.Time) {
	for _, t := range slices.Concat(m.urgent, m.tasks) {
		t.outcome, t.ended = aborted, now
	}
	m.urgent, m.tasks = m.urgent[:0], nil
}
