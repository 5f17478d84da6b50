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

// Input is a value that has come into a run from outside: from another program, hardware, or a person.
type Input struct {
	At    sim.Time
	Port  string // node.port
	Value float64
}

// Input has a value come in through a port, now or later, after all else of its instant. It is the only way into a
// run: the values of a run, brought in again as Journal has them, make the same run again.
func (s *Simulation) Input(t sim.Time, port string, value float64) error {
	to, err := s.findPort(port)
	switch now := s.Kernel.Now(); {
	case err != nil:
		return err
	case math.IsNaN(value) || math.IsInf(value, 0):
		return fmt.Errorf("port %s: %g is no number to bring in", port, value)
	case s.Kernel.Stopped() || s.Kernel.Failed():
		return fmt.Errorf("port %s: a value for %v comes too late; the run has ended at %v, before its duration", port, t, now)
	case t < now || s.closed:
		return fmt.Errorf("port %s: a value for %v comes too late; the run is at %v", port, t, now)
	case t > sim.Time(s.duration):
		return fmt.Errorf("port %s: a value for %v comes after the end of the run, %v", port, t, sim.Time(s.duration))
	}
	s.Kernel.NewTimer(sim.Input, func(now sim.Time) { s.takeIn(now, to, port, value) }).Arm(t)
	return nil
}

// takeIn gives a value to a program.
func (s *Simulation) takeIn(now sim.Time, to Port, port string, value float64) {
	s.journal = append(s.journal, Input{now, port, value})
	if s.tracer != nil {
		s.tracer.Emit(trace.Record{At: now, Kind: trace.Fact, Node: to.addr, Peer: trace.None, Note: to.Name, Value: value})
	}
	to.In(now, value)
}

// Journal returns what came in so far, in the order in which it took effect.
func (s *Simulation) Journal() []Input { return slices.Clone(s.journal) }

// Replay has all that a journal holds come in. It must be called before Start.
func (s *Simulation) Replay(journal []Input) error {
	for i, in := range journal {
		if err := s.Input(in.At, in.Port, in.Value); err != nil {
			return fmt.Errorf("entry %d of the journal: %w", i+1, err)
		}
	}
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
	return all
}

// findPort returns the port of a name.
func (s *Simulation) findPort(name string) (Port, error) {
	if s.ports == nil {
		s.ports = map[string]Port{}
		for _, p := range s.Ports() {
			s.ports[p.Node+"."+p.Name] = p
		}
	}
	if p, known := s.ports[name]; known {
		return p, nil
	}
	return Port{}, errors.New(strict.Unknown("port", name, slices.Sorted(maps.Keys(s.ports))))
}
