// Package scenarios is the composition root: it reads a scenario, checks it, builds the run that it
// describes and carries it out. It is the one place that knows every model, and the only list of models
// is in models.go. The bundled scenarios lie beside it as YAML files.
//
// Begin with Standard, the Library of what scenarios can name. Its Load reads a file or a bundled
// scenario, and its Parse a text. Either makes a Plan: a Scenario, which is what files may say, and the
// places where they say it. Plan.Build makes a Simulation, whose facts go to a tracer, and
// Simulation.Run carries it out, once. Package bench/study/measure does both, and says what came of the
// run in numbers.
//
// Models of another module are put into the library by Put, and cli.Main of package cmd/cli makes the
// command of it.
//
// Left out: sweeps over scenarios, which are the business of bench, and everything about terminals and
// exit codes, which is that of cmd.
package scenarios

import (
	"fmt"
	"time"

	"halocline/mac"
	"halocline/mac/arq"
	"halocline/mac/ranging"
	"halocline/mac/route"
	"halocline/mac/sync"
	"halocline/mac/traffic"
	"halocline/phy"
	"halocline/plant/program"
	"halocline/plant/sensor"
	"halocline/sim/equation"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/ocean"
)

// Scenario is the language: what a scenario file may say.
type Scenario struct {
	Format      int              `yaml:"format" own:"true" range:"[1,1]" doc:"version of the file format, now 1; a program refuses a file whose format it does not know"`
	Name        string           `yaml:"name" required:"true" doc:"short name of the scenario"`
	Description string           `yaml:"description" own:"true" doc:"what the scenario shows, in one line; it is not taken over from base"`
	Duration    time.Duration    `yaml:"duration" required:"true" range:"(0,1e9]" doc:"simulated time of a run"`
	Warmup      time.Duration    `yaml:"warmup" range:"[0,1e9]" doc:"time at the start of the run that is not counted: neither packets offered in it nor what radios do in it"`
	Seed        uint64           `yaml:"seed" doc:"seed of all random streams of a run"`
	Water       ocean.Config     `yaml:"water" doc:"the water, for sound, radio and hulls alike"`
	Geo         *GeoConfig       `yaml:"geo" doc:"place of the world's origin on the Earth; x points east and y north. Files of the sea and of the bottom in degrees need it, and gps then reads latitude and longitude, which are exact. Files in degrees are projected onto a plane: at 43.5 N the error is 17 m at 10 km north and east of the origin, and 1.7 km at 100 km"`
	World       World            `yaml:"world" doc:"what is in the water beside nodes"`
	Links       []Link           `yaml:"links" key:"Name" doc:"the links by name; without one, no node hears another"`
	Network     route.Config     `yaml:"network" doc:"network over the links: packets go over several hops and several links. Traffic and programs use it as a link named network; none if left out"`
	Nodes       []Node           `yaml:"nodes" min:"1" named:"true" required:"true" doc:"the nodes, or groups of nodes; over a base, a list replaces all of its nodes, and a mapping by their names changes some: {auv: {at: [0m, 0m, -5m]}}"`
	Traffic     []traffic.Config `yaml:"traffic" doc:"sources of packets, and their receivers"`
	Outages     []Outage         `yaml:"outages" doc:"outages of nodes or of their radios, at given times or at random"`
	Events      []Event          `yaml:"events" doc:"changes during the run: values that hold from a time on"`
	Probe       *Probe           `yaml:"probe" doc:"readings taken during the run, which appear in the trace only; they cannot change the run"`
}

// GeoConfig says where the origin of the world lies.
type GeoConfig struct {
	Latitude  float64 `yaml:"latitude" unit:"rad" range:"[-1.5,1.5]" required:"true" doc:"latitude of the origin, north, on the ellipsoid of WGS 84"`
	Longitude float64 `yaml:"longitude" unit:"rad" range:"[-3.14159265358979324,3.14159265358979324]" required:"true" doc:"longitude of the origin, east"`
}

// geo returns it for the water; nil where nothing is said.
func (c *GeoConfig) geo() *geom.Geo {
	if c == nil {
		return nil
	}
	return &geom.Geo{Latitude: c.Latitude, Longitude: c.Longitude}
}

// Validate checks that something of the run counts, and that what is read of it fits a file.
func (s *Scenario) Validate() error {
	if err := fault.Keep(s.Bounds()); err != nil {
		return err
	}
	if s.Probe != nil {
		if err := s.checkPeriod("probe.period", s.Probe.Period); err != nil {
			return err
		}
	}
	for i, o := range s.Outages {
		if o.MTTF > 0 && o.MTTR > 0 {
			if err := s.checkPeriod(fmt.Sprintf("outages[%d].mttf", i), o.MTTF+o.MTTR); err != nil {
				return err
			}
		}
	}
	for i := range s.Nodes {
		for k, c := range s.Nodes[i].Instruments {
			key := fmt.Sprintf("nodes[%d].instruments[%d]", i, k)
			if err := checkTiming(c.Schedule()); err != nil {
				return fault.In(key, "%w", err)
			}
			if err := s.checkPeriod(key+".period", c.Schedule().Interval()); err != nil {
				return err
			}
		}
	}
	return nil
}

// Bounds returns what the warm-up keeps to.
func (s *Scenario) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "warmup", Value: s.Warmup.Seconds(), Op: fault.LessThan, Than: "duration", Limit: s.Duration.Seconds(),
		Why: fmt.Sprintf("the warm-up lasts %v and the whole run %v, so that nothing would be counted; make warmup shorter than duration", s.Warmup, s.Duration),
	}}
}

// checkPeriod bounds how often something is read in a run: a day at 1 kHz may be.
func (s *Scenario) checkPeriod(key string, period time.Duration) error {
	const most = 100_000_000
	if n := s.Duration / period; n > most {
		return fault.In(key, "every %v in a run of %v is %d times, and at most %d are possible; make it %v or longer, or the run shorter",
			period, s.Duration, n, most, (s.Duration+most-1)/most)
	}
	return nil
}

// Link is a band that nodes share: the water between them, their modem, and
// their access protocol.
type Link struct {
	Name    string            `yaml:"-"`
	Channel phy.ChannelConfig `yaml:"channel" required:"true" doc:"channel model: delay, loss and noise of signals"`
	Modem   *phy.ModemConfig  `yaml:"modem" required:"true" doc:"modem of each node: a preset, or your own description"`
	MAC     mac.Config        `yaml:"mac" required:"true" doc:"access protocol"`
	Sync    *sync.Config      `yaml:"sync" doc:"clock synchronisation of the link's nodes, by packets over the access protocol; none if left out"`
	Ranging *ranging.Config   `yaml:"ranging" doc:"service by which the link's nodes measure their distances to anchors and find their positions; none if left out"`
	ARQ     *arq.Config       `yaml:"arq" doc:"repetition of lost packets over the access protocol, with a window of them under way; none if left out"`
	Shares  []string          `yaml:"shares" doc:"other links in the same water and band, whose frames and those of this link interfere. The channel, the frequency and the bandwidth are those of the other links"`
	Cutoff  float64           `yaml:"cutoff" unit:"dB" range:"[0,300]" doc:"level below the noise of a receiver under which arrivals are left out, as they neither reach it nor disturb it. It counts from the sensitivity of a receiver without noise. It makes large networks fast; 0 leaves out nothing"`
}

// Validate checks the name.
func (l Link) Validate() error {
	if Reserved(l.Name) {
		return fault.In("name", "metrics of the whole run begin with %q; choose another name", l.Name)
	}
	if l.Name == NetworkLink {
		return fault.In("name", "%q is the network over the links; choose another name", l.Name)
	}
	return checkName(l.Name)
}

// Node is a node, or a group of Count equal nodes that are named Name1, Name2
// and so on.
type Node struct {
	Name     string          `yaml:"name" required:"true" doc:"name of the node; the nodes of a group are numbered, as in auv1, auv2"`
	Count    int             `yaml:"count" range:"[1,1e5]" doc:"number of nodes; with it the node is a group, numbered from 1"`
	At       geom.Vec        `yaml:"at" as:"vector" unit:"m" range:"[-1e7,1e7]" doc:"position; of a group, its reference point; z is up, the surface is 0"`
	Place    Placement       `yaml:"place" doc:"arrangement of the nodes of a group around its reference point"`
	Velocity geom.Vec        `yaml:"velocity" as:"vector" unit:"m/s" range:"[-1000,1000]" doc:"velocity over ground, for a node that moves straight on"`
	Drift    bool            `yaml:"drift" doc:"whether the current moves the node along, at its depth"`
	Mooring  *MooringConfig  `yaml:"mooring" doc:"taut line from the node, a float under water, to an anchor straight below; it leans over in a current, and the key at is the place in still water"`
	Heading  float64         `yaml:"heading" unit:"rad" range:"[-1e6,1e6]" doc:"direction of the node's bow: angle from the x axis towards the y axis"`
	Vehicle  *VehicleConfig  `yaml:"vehicle" doc:"equations of motion, which make the node a vehicle"`
	Run      program.Program `yaml:"run" doc:"program that the node's computer runs"`
	Links    []NodeLink      `yaml:"links" key:"Name" over:"links" doc:"links that the node has a radio for, as a list of names or as a mapping: {acoustic: {modem: {budget: {source_level: 160dB}}}, rf: {}}; all, if left out"`
	Clock    ClockConfig     `yaml:"clock" doc:"the node's own clock against true time"`
	Battery  *BatteryConfig  `yaml:"battery" doc:"battery of the node and its loads; when it is empty, the node is down. Without a battery, energy is unlimited"`

	Instruments []sensor.Config `yaml:"instruments" doc:"instruments of the node: navigation and programs read them, and run --readings records them"`
	Outside     []string        `yaml:"outside" doc:"names of instruments that are real: their readings come in through ports, such as auv.instruments.dvl. Everything else is as with simulated ones"`
}

// NodeLink is a link that a node has a radio for.
type NodeLink struct {
	Name  string           `yaml:"-"`
	Modem *phy.ModemConfig `yaml:"modem" doc:"differences of this node's modem from that of the link; a preset replaces it. Band, rate, preamble and the unit of the link budget are those of the link"`
}

// Defaults makes an element of the list a single node at the origin.
func (n *Node) Defaults() {
	n.Place = &Ring{Radius: 0}
}

// Validate checks the name, and that one thing alone moves the node.
func (n *Node) Validate() error {
	moves := map[string]bool{"velocity": n.Velocity != geom.Vec{}, "vehicle": n.Vehicle != nil, "mooring": n.Mooring != nil}
	why := map[string]string{
		"velocity": "a velocity is over ground already, whatever the current",
		"vehicle":  "a vehicle is in the current already, by its equations of motion",
		"mooring":  "a mooring holds the node",
	}
	for _, key := range []string{"velocity", "vehicle", "mooring"} {
		if !moves[key] {
			continue
		}
		if n.Drift {
			return fault.In("drift", "%s; leave out drift or %s", why[key], key)
		}
		if n.Mooring != nil && key != "mooring" {
			return fault.In("mooring", "%s; leave out mooring or %s", why[key], key)
		}
	}
	return checkName(n.Name)
}

// ClockConfig describes a node's clock.
type ClockConfig struct {
	Offset time.Duration `yaml:"offset" range:"[-1e6,1e6]" doc:"time that the clock shows at the start of the run"`
	Drift  float64       `yaml:"drift" unit:"ppm" range:"[-1000,1000]" doc:"rate by which the clock runs too fast"`
}

// Probe takes readings at a fixed period. Its records have the kind sample and
// are not part of the fingerprint.
type Probe struct {
	Period time.Duration `yaml:"period" required:"true" range:"(0,1e9]" doc:"time from one reading to the next"`
}

// Default returns a scenario that holds the defaults.
func Default() *Scenario {
	return &Scenario{Format: 1, Seed: 1, Water: ocean.Default()}
}

// Equations returns those of the water.
func (s *Scenario) Equations() []equation.Equation {
	return equation.Under("water", s.Water.Equations())
}
