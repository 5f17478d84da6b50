package scenarios

import (
	"slices"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
)

// Seen is a node as programs outside see it.
type Seen struct {
	True     vehicle.Motion
	Believed vehicle.Motion // by its program; the truth, where that does not steer by an estimate
	Knows    bool           // there is one
	Local    sim.Time       // its own clock
	Down     bool           // it has no power
	Moves    bool           // it is a vehicle
}

// See returns how a node is now. It changes nothing of a run.
func (s *Simulation) See(node int32, now sim.Time) Seen {
	n := s.nodes[node]
	seen := Seen{Local: n.clock.Local(now), Down: n.isDown(), Moves: n.body != nil}
	seen.True, _ = n.motion(now)
	believes := s.believes(node)
	if believes == nil {
		return seen
	}
	if m, ok := believes.Motion(now); ok {
		seen.Believed, seen.Knows = *m, true
	}
	return seen
}

// Gauge is an instrument of a node, as programs outside know it.
type Gauge struct {
	Node       int32
	Instrument string // such as dvl; the second of a kind on a node is dvl2
	Quantities []sensor.Quantity
}

// Gauges returns the instruments of all nodes, whose readings Record has told.
func (s *Simulation) Gauges() []Gauge {
	var all []Gauge
	for _, i := range s.instruments {
		all = append(all, Gauge{int32(i.node), i.name, i.sensor.Quantities()})
	}
	return all
}

// believes returns what says where a node takes itself to be; nil where nothing does.
func (s *Simulation) believes(node int32) navigation.Estimator {
	for i := range s.programs {
		if p := &s.programs[i]; p.Addr == node {
			if navigating, ok := p.Running.(program.Navigating); ok {
				return navigating.Navigation()
			}
		}
	}
	if n := s.nodes[node]; n.estimator != nil {
		return n.estimator
	}
	return trueEstimator{s.nodes[node], s.water}
}

// Forward has the messages told that come to nodes whose programs forward them. It must be called before Start.
func (s *Simulation) Forward(to func(node int32, m program.Mailed)) {
	for i := range s.programs {
		if f, ok := s.programs[i].Running.(program.Forwarding); ok {
			addr := s.programs[i].Addr
			f.Forward(func(m program.Mailed) { to(addr, m) })
		}
	}
}

// Instrument is an instrument that a node carries, and whose numbers are in each Reading.
type Instrument struct {
	Node    int32
	Name    string // as in Reading
	Columns []string
	Config  sensor.Config
}

// Instruments returns those of all nodes.
func (s *Simulation) Instruments() []Instrument {
	var all []Instrument
	for _, i := range s.instruments {
		all = append(all, Instrument{int32(i.node), i.name, slices.Clone(i.columns), i.config})
	}
	return all
}
