package cosim

import (
	"errors"
	"math"
	"slices"
	"strings"

	"halocline/scenarios"
	"halocline/scenarios/strict"
	"halocline/sim/geom"
)

// Epoch is the time of the beginning of a run for protocols that tell the date, 2026-01-01 00:00:00 UTC, in s of Unix time.
const Epoch = 1767225600

// Node returns the address of a node by its name, and without one that of the first vehicle.
func (s *Session) Node(name string) (int32, error) {
	switch i := slices.Index(s.Names.Nodes, name); {
	case i >= 0:
		return int32(i), nil
	case name != "":
		return 0, errors.New(strict.Unknown("node", name, s.Names.Nodes))
	case s.vehicle < 0:
		return 0, errors.New("no node of the scenario is a vehicle; name another one behind the address, as in 10110,buoy")
	}
	return s.vehicle, nil
}

// AddressAndNode takes apart what flags of adapters take that tell of one node: ADDRESS or ADDRESS,NODE.
func AddressAndNode(text string) (address, node string) {
	address, node, _ = strings.Cut(text, ",")
	return address, node
}

// firstVehicle returns the address of the first node that moves by equations; -1 for none.
func firstVehicle(plan *scenarios.Plan) int32 {
	at := int32(0)
	for i := range plan.Nodes {
		if plan.Nodes[i].Vehicle != nil {
			return at
		}
		at += int32(max(1, plan.Nodes[i].Count))
	}
	return -1
}

// Degrees returns latitude and longitude on WGS 84 in deg of a place in a world that Geo has on the Earth.
func (s *Session) Degrees(at geom.Vec) (latitude, longitude float64) {
	latitude, longitude, _ = s.Geo.Place(at)
	return latitude * 180 / math.Pi, longitude * 180 / math.Pi
}
