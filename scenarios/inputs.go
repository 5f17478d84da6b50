package scenarios

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"halocline/plant/program"
	"halocline/scenarios/strict"
	"halocline/sim"
	"halocline/sim/trace"
)

// Input is what has come into a run from outside: from another program, hardware, or a person. It is a value, or bytes
// for a port that takes these.
type Input struct {
	At    sim.Time
	Port  string // node.port
	Value float64
	Data  string // bytes, for a port that takes these
}

// Input has a value come in through a port, now or later, after all else of its instant. It and Bring are the only ways
// into a run: the values of a run, brought in again as Journal has them, make the same run again.
func (s *Simulation) Input(t sim.Time, port string, value float64) error {
	return s.Bring(Input{At: t, Port: port, Value: value})
}

// Bring is Input of a value or of bytes.
func (s *Simulation) Bring(in Input) error {
	to, err := s.admit(&in)
	if err == nil {
		s.Kernel.NewTimer(sim.Input, func(sim.Time) { s.takeIn(to, &in) }).Arm(in.At)
	}
	return err
}

// admit returns the port through which something can come in, or why it cannot.
func (s *Simulation) admit(in *Input) (to Port, err error) {
	if to, err = s.findPort(in.Port); err == nil {
		err = to.Takes(in)
	}
	switch now := s.Kernel.Now(); {
	case err != nil:
	case s.Kernel.Stopped() || s.Kernel.Failed():
		err = fmt.Errorf("port %s: a value for %v comes too late; the run has ended at %v, before its duration", in.Port, in.At, now)
	case in.At < now || s.closed:
		err = fmt.Errorf("port %s: a value for %v comes too late; the run is at %v", in.Port, in.At, now)
	case in.At > sim.Time(s.duration):
		err = fmt.Errorf("port %s: a value for %v comes after the end of the run, %v; make duration longer", in.Port, in.At, sim.Time(s.duration))
	}
	return to, err
}

// mostInput bounds the values that come in, either way, so that what follows from them are numbers.
const mostInput = 1e12

// Takes checks that the port takes what comes in.
func (p *Port) Takes(in *Input) error {
	switch {
	case p.Take != nil && in.Value != 0:
		return fmt.Errorf("port %s takes bytes, and %g is a number", in.Port, in.Value)
	case p.Take == nil && in.Data != "":
		return fmt.Errorf("port %s takes a number, and bytes come in", in.Port)
	case math.IsNaN(in.Value) || math.IsInf(in.Value, 0):
		return fmt.Errorf("port %s: %g is no number to bring in", in.Port, in.Value)
	case math.Abs(in.Value) > mostInput:
		return fmt.Errorf("port %s: %g is more than anything that is asked of a vehicle; at most %g comes in", in.Port, in.Value, mostInput)
	case p.Check != nil:
		if err := p.Check(in.Value, in.Data); err != nil {
			return fmt.Errorf("port %s: %w", in.Port, err)
		}
	}
	return nil
}

// takeIn gives what comes in to a program.
func (s *Simulation) takeIn(to Port, in *Input) {
	if s.noted != nil {
		s.noted(*in)
	} else {
		s.journal = append(s.journal, *in)
	}
	if s.tracer != nil {
		value := in.Value
		if to.Take != nil {
			value = float64(len(in.Data))
		}
		s.tracer.Emit(trace.Record{At: in.At, Kind: trace.Fact, Node: to.addr, Peer: trace.None, Note: to.Name, Value: value})
	}
	s.give(&to, in.At, in)
}

// give gives what comes in now to the program.
func (s *Simulation) give(to *Port, now sim.Time, in *Input) {
	s.came[to.addr] = true
	if to.Take != nil {
		to.Take(now, in.Data)
		return
	}
	to.In(now, in.Value)
}

// Undriven says which vehicles and instruments nothing has come in for that programs outside were to drive or to read, each in a sentence.
func (s *Simulation) Undriven() []string {
	var all []string
	said := map[string]bool{}
	for _, p := range s.Ports() {
		if (p.Kind == program.WrenchPort || p.Kind == program.ActuatorPort) && !s.came[p.addr] && !said[p.Node] {
			said[p.Node] = true
			all = append(all, fmt.Sprintf("node %s: nothing came in through its ports, so that nobody drove it; run it with halocline serve, or bring values in by --replay or events", p.Node))
		}
	}
	for _, i := range s.instruments {
		if i.outside && i.told == 0 {
			all = append(all, fmt.Sprintf("node %s: its instrument %s is outside, and nothing came in for it; run it with halocline serve, or leave it out of outside", s.names.Nodes[i.node], i.name))
		}
	}
	return all
}

// Journal returns what came in so far, in the order in which it took effect.
func (s *Simulation) Journal() []Input { return slices.Clone(s.journal) }

// Note has what comes in told as it takes effect, instead of being kept for Journal: in a session of days that is much. It must be
// called before Start.
func (s *Simulation) Note(to func(Input)) { s.noted = to }

// Replay has all that a journal holds come in. It must be called before Start.
func (s *Simulation) Replay(journal []Input) error {
	ports := make([]Port, len(journal))
	for i := range journal {
		var err error
		if ports[i], err = s.admit(&journal[i]); err != nil {
			return fmt.Errorf("entry %d of the journal: %w", i+1, err)
		}
		if i > 0 && journal[i].At < journal[i-1].At {
			return fmt.Errorf("entry %d of the journal is of %v, and the one before of %v; entries stand in the order of time", i+1, journal[i].At, journal[i-1].At)
		}
	}
	if len(journal) == 0 {
		return nil
	}
	next := 0
	var timer *sim.Timer // one at a time: a journal may be long
	timer = s.Kernel.NewTimer(sim.Input, func(sim.Time) {
		this := next
		if next++; next < len(journal) {
			timer.Arm(journal[next].At)
		}
		s.takeIn(ports[this], &journal[this])
	})
	timer.Arm(journal[0].At)
	return nil
}

// Port is where values for a node come in.
type Port struct {
	program.Port
	Node string
	addr int32
}

// Ports returns the ports of all nodes. A value is brought in by the name of the node, a point and that of the port.
func (s *Simulation) Ports() []Port {
	var all []Port
	for _, p := range s.programs {
		if ported, ok := p.Running.(program.Ported); ok {
			for _, port := range ported.Ports() {
				all = append(all, Port{port, p.Node, p.Addr})
			}
		}
	}
	for _, i := range s.instruments {
		if i.outside {
			all = append(all, Port{i.port(s), s.names.Nodes[i.node], int32(i.node)})
		}
	}
	return all
}

// findPort returns the port of a name.
func (s *Simulation) findPort(name string) (Port, error) {
	if s.ports == nil {
		s.ports = map[string]Port{}
		for _, p := range s.Ports() {
			s.ports[p.Full()] = p
		}
	}
	if p, known := s.ports[name]; known {
		return p, nil
	}
	if len(s.ports) == 0 {
		return Port{}, fmt.Errorf("port %s: no node has any; write run: {type: external} for the node, see halocline explain nodes.run", name)
	}
	return Port{}, errors.New(strict.Unknown("port", name, slices.Sorted(maps.Keys(s.ports))))
}

// Full returns the name by which values come in, that of the node, a point and its own.
func (p *Port) Full() string { return p.Node + "." + p.Name }
