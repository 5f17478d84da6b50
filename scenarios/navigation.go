package scenarios

import (
	"errors"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// navigate makes the estimator by which the program of a node steers, if it steers a vehicle, and has its instruments tell it what they
// read. An error is at a key below run.
func (s *site) navigate() error {
	steering, ok := s.node.group.Run.(program.Steering)
	if !ok || s.node.body == nil { // of a node that is no vehicle the program tells itself
		return nil
	}
	use := steering.Steers()
	if use.Config == nil && use.Optional {
		return nil
	}
	if use.Config == nil { // the scenario was made in Go
		return fault.In("navigation", "the program does not say how the vehicle finds out where it is; write navigation: truth, reckoning or filter")
	}
	made, err := use.Build(s.navigationSite(use))
	if err == nil && made == nil {
		err = errNothing("Build")
	}
	if err != nil {
		return keyed("navigation", err)
	}
	s.node.estimator = made
	if e, ok := made.(navigation.Estimating); ok {
		s.tell(e)
	}
	return nil
}

// keyed puts the key of a fault below another one.
func keyed(key string, err error) error {
	var of interface{ Field() string }
	if errors.As(err, &of) && of.Field() != "" {
		key += "." + of.Field()
	}
	return fault.In(key, "%w", err)
}

// navigationSite returns what the estimator is built from.
func (s *site) navigationSite(use navigation.Use) *navigation.Site {
	start, _ := s.node.moves(0)
	return &navigation.Site{
		Use: use, Node: s.node.name, Streams: s.streams, Instruments: s.Carried(),
		Motion:  func(now sim.Time) *vehicle.Motion { return &s.node.body.At(now).Motion },
		Current: s.node.body.Current,
		Beacon: func(name string) (geom.Vec, bool) {
			at, err := s.oneNode(name, "node")
			if err != nil {
				return geom.Vec{}, false // the instrument has reported it
			}
			place, _ := s.nodes[at].moves(0)
			return place, s.nodes[at].still()
		},
		Bottom: s.water.Seabed(start),
	}
}

// tell has an estimator told what its instruments read. They are read before the programs of an instant.
func (s *site) tell(e navigation.Estimating) {
	for k, name := range e.Sources() {
		for _, i := range s.instruments {
			if i.node == int(s.addr) && i.name == name {
				i.early = true
				i.tell = append(i.tell, func(taken, known sim.Time, values []float64) { e.Read(k, taken, known, values) })
			}
		}
	}
}

// Carried returns the instruments of the node as they are configured.
func (s *site) Carried() []navigation.Carried {
	var all []navigation.Carried
	for _, i := range s.instruments {
		if i.node == int(s.addr) {
			all = append(all, navigation.Carried{Name: i.name, Config: i.config})
		}
	}
	return all
}

// Navigation returns what the key navigation of the program has, and the truth where it has none.
func (s *site) Navigation() program.Estimator {
	if s.node.estimator != nil {
		return s.node.estimator
	}
	return trueEstimator{s.node, s.water}
}
