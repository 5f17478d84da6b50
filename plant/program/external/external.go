// Package external is a program of a node whose controller runs outside of the simulation: another process, hardware, a
// person. It knows nothing itself. What is asked of the actuators of its vehicle and what it sends comes in through its
// ports, and what it receives is told to who asks; package bench/cosim carries both to and fro.
//
// Two nodes of it measure how far they are apart, by the time that a request and its answer take: see the port range.
//
// A Drive is what ports ask of the actuators of a vehicle. Other programs have one too, in place of their own laws.
//
// What comes in takes effect after all else of an instant, and nothing else reaches the node from outside, so that what has
// come in makes the same run again.
//
// Begin with Config and DriveConfig.
//
// Left out: computation times, which those of the real program are; and set-points, which the program helm takes through its
// ports.
package external

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/rtos"
)

// Config describes a node whose controller runs outside.
type Config struct {
	Drive      *DriveConfig      `yaml:"drive" doc:"forces that programs outside give the vehicle; none if left out"`
	Navigation navigation.Config `yaml:"navigation" doc:"how the vehicle knows its motion, which programs outside receive; if left out, they receive the readings of its instruments only"`
	Ranging    RangingConfig     `yaml:"ranging" doc:"ranges from other nodes of this program, which the port range asks for"`
	Links      []string          `yaml:"links" doc:"links that programs outside send and receive on; if left out, the link of the node if it has one only"`
}

// About says what the program is.
func (*Config) About() string {
	return "node whose controller runs outside: a program, hardware, or a person, see halocline serve"
}

// Default returns a node that nothing drives.
func Default() *Config {
	c := &Config{}
	c.Ranging.Defaults()
	return c
}

// Validate finds nothing.
func (c *Config) Validate() error { return nil }

// Steers implements program.Steering.
func (c *Config) Steers() navigation.Use { return navigation.Use{Config: c.Navigation, Optional: true} }

// Payload is what a program outside sends: its bytes, which arrive unchanged or not at all.
type Payload struct {
	Data     string
	Protocol uint8 // a number of the sender's own, which the header of the access protocol carries
}

// Sending is what the port send takes, as JSON, and without data and protocol the port range.
type Sending struct {
	Link     string `json:"link,omitempty"` // may be left out where there is one only
	To       string `json:"to"`             // a node; empty for everybody
	Data     []byte `json:"data,omitempty"` // at most MostBytes, base64 in JSON
	Protocol uint8  `json:"protocol,omitempty"`
	ID       uint64 `json:"id,omitempty"` // other than 0: what becomes of it is told as a Fate
}

// MostBytes bounds what a message carries.
const MostBytes = 1 << 16

// node is the program at a node.
type node struct {
	site    program.Site
	ranging *RangingConfig
	drive   *Drive // nil without
	names   []string
	links   []program.Link
	told    []func(program.Mailed)
	ids     map[uint64]uint64    // of messages whose Fate is to be told, by the number of their packets
	knows   navigation.Estimator // nil without
}

// Install makes the program of a node.
func (c *Config) Install(site program.Site) (program.Running, error) {
	n := &node{site: site, ranging: &c.Ranging, ids: map[uint64]uint64{}}
	if c.Navigation != nil {
		if site.Body() == nil {
			return nil, fault.In("navigation", "node %q is no vehicle, and a place of its own is known; leave navigation out", site.Name())
		}
		n.knows = site.Navigation()
	}
	if c.Drive != nil {
		var err error
		if n.drive, err = NewDrive(c.Drive, site); err != nil {
			return nil, fault.Under("drive", err)
		}
	}
	return n, n.connect(c)
}

// connect finds the links.
func (n *node) connect(c *Config) error {
	named := c.Links
	if named == nil {
		l, err := n.site.Link("")
		if err != nil {
			n.site.Warn("it sends and receives nothing, since it has more than one link or none; name some by its key links: [acoustic]")
			return nil
		}
		return n.add("", l)
	}
	var faults []error
	for i, name := range named {
		l, err := n.site.Link(name)
		if err == nil {
			err = n.add(name, l)
		}
		if err != nil {
			faults = append(faults, fault.In(fmt.Sprintf("links[%d]", i), "%w", err))
		}
	}
	return errors.Join(faults...)
}

// add has the messages of a link told.
func (n *node) add(name string, l program.Link) error {
	n.names, n.links = append(n.names, name), append(n.links, l)
	return errors.Join(
		l.Handle("", func(m program.Mail) { n.tell(l, m) }),
		l.Handle(rangeService, func(m program.Mail) { n.hear(l, m) }),
		l.Outcomes("", func(packet uint64, how program.Outcome) { n.end(l, packet, how) }),
		l.Outcomes(rangeService, func(packet uint64, how program.Outcome) { n.end(l, packet, how) }),
	)
}

// tell tells a message that has come.
func (n *node) tell(l program.Link, m program.Mail) {
	mailed := program.Mailed{At: n.site.Kernel().Now(), Link: l.Number(), Mail: m}
	for _, to := range n.told {
		to(mailed)
	}
}

// CPU implements program.Running: it has no tasks.
func (*node) CPU() *rtos.CPU { return nil }

// Navigation implements program.Navigating.
func (n *node) Navigation() program.Estimator { return n.knows }

// Forward implements program.Forwarding.
func (n *node) Forward(to func(program.Mailed)) { n.told = append(n.told, to) }

// Ports implements program.Ported.
func (n *node) Ports() []program.Port {
	var ports []program.Port
	if n.drive != nil {
		ports = n.drive.Ports()
	}
	if len(n.links) > 0 {
		check := func(least int) func(float64, string) error {
			return func(_ float64, data string) error {
				_, _, _, err := n.read(data, least)
				return err
			}
		}
		ports = append(ports, program.Port{
			Name: "send", Unit: "JSON", Doc: `message to send: {"link": "acoustic", "to": "base", "data": "aGVsbG8="}, with its bytes in base64`,
			Take: n.send, Check: check(1),
		}, program.Port{
			Name: "range", Unit: "JSON", Doc: `node with this program to measure the distance from: {"link": "acoustic", "to": "base"}`,
			Take: n.ask, Check: check(0),
		})
	}
	return ports
}

// read reads what is to be sent, with at least so many bytes, on which link and to whom.
func (n *node) read(data string, least int) (s Sending, link, to int, err error) {
	if err := json.Unmarshal([]byte(data), &s); err != nil {
		return s, 0, 0, fmt.Errorf(`%.40q is no message to send (%w); write {"link": "acoustic", "to": "base", "data": "aGVsbG8="}`, data, err)
	}
	if link = slices.Index(n.names, s.Link); link < 0 && (s.Link == "" || n.names[0] == "") && len(n.links) == 1 {
		link = 0 // the only one, with a name or without
	}
	to = -1
	if s.To != "" {
		addr, err := n.site.Node(s.To)
		if err != nil {
			return s, 0, 0, err
		}
		to = int(addr)
	}
	switch {
	case link < 0:
		return s, 0, 0, fmt.Errorf("it has no link %q to send on; it has %s", s.Link, strings.Join(n.names, ", "))
	case least == 0 && (to < 0 || n.names[link] == network):
		return s, 0, 0, errors.New(`a range is that of one node over one link, without hops; write {"link": "acoustic", "to": "base"}`)
	case len(s.Data) < least || len(s.Data) > MostBytes:
		return s, 0, 0, fmt.Errorf("a message of %d bytes cannot be sent; it has 1 to %d", len(s.Data), MostBytes)
	}
	return s, link, to, nil
}

// send sends a message. A refusal is in the trace.
func (n *node) send(_ sim.Time, data string) {
	s, link, to, err := n.read(data, 1)
	if err == nil {
		n.offer(n.links[link], to, s.ID, program.Message{Bits: 8 * len(s.Data), Body: Payload{string(s.Data), s.Protocol}})
	}
}

// offer offers a message to a link, and has its fate told if it has a number.
func (n *node) offer(l program.Link, to int, id uint64, m program.Message) {
	if n.site.Down() {
		return
	}
	packet, err := l.Send(int32(to), m)
	switch {
	case id == 0:
	case err != nil:
		n.tell(l, program.Mail{Number: packet, From: n.site.Addr(), Body: &Fate{ID: id, Refused: err}})
	default:
		n.ids[packet] = id
	}
}

// end tells what has become of a message.
func (n *node) end(l program.Link, packet uint64, how program.Outcome) {
	id, wanted := n.ids[packet]
	if !wanted {
		return
	}
	delete(n.ids, packet)
	n.tell(l, program.Mail{Number: packet, From: n.site.Addr(), Body: &Fate{ID: id, Outcome: how}})
}

// Fate is what has become of a message that a program outside has sent. It is told as a message from the node itself.
type Fate struct {
	ID uint64 // that of the message
	program.Outcome
	Refused error // it was not accepted
}

// List implements program.Listed.
func (f *Fate) List(put func(name string, values ...float64)) {
	truth := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	put("id", float64(f.ID))
	put("sent", truth(f.Sent))
	put("acknowledged", truth(f.Acknowledged))
}
