// Package program is the contract of what the computer of a node runs: a controller, a survey, a
// logger, a bridge to another program. Each program is a Program, which is what a scenario writes under
// nodes[].run, and what its Install makes of it at one node is a Running.
//
// A program knows its node by a Site: its clock, its links, its body, the water around it, its random
// streams. It schedules its work on Site.Kernel in phase sim.Control, or as tasks of a computer of
// sim/rtos, and says what happens as facts of sim/trace. A Running may have the methods of the small
// interfaces below: then it is watched, measured, reported, or switched off.
//
// Begin with Program and Site. File example_test.go has a program of the fewest lines, and one that
// reads an instrument of its node; halocline new program writes one with its test.
//
// Left out: operating systems beyond scheduling, for which see sim/rtos; memory that a computer without
// power loses; and several programs at one node. What shares a node, such as an application and its
// routing, is one program, which sends and handles by services of its own.
package program

import (
	"errors"
	"time"

	"halocline/plant/navigation"
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/geom"
	"halocline/sim/metric"
	"halocline/sim/rng"
	"halocline/sim/rtos"
	"halocline/sim/solid"
	"halocline/sim/trace"
)

// Program describes a program. A method About() string says in a line what it is. Its metrics, if it has
// any, are declared by a method Metrics, see metric.Config.
type Program interface {
	// Validate reports what no single key shows. The error may name a key, see package fault.
	Validate() error
	// Install makes the program of one node. The error may name a key below run, or join several
	// that do. It is called once for each node of a group.
	Install(Site) (Running, error)
}

// Running is a program at a node. It may have the methods of the interfaces below too, and of
// metric.Source.
type Running interface {
	// CPU returns the processor that the tasks of the program run on; nil where it has none.
	CPU() *rtos.CPU
}

// The following are what a Program may say of itself before it is installed.
type (
	// Needing is a Program that asks others of its Peers.
	Needing interface {
		// Needs returns the nodes whose programs are to be installed before. The rest follows in the
		// order of nodes. Of names that no node has, and of nodes that need each other, tells Site.Peer.
		Needs() []string
	}
	// Destined is a Program that brings its node to another.
	Destined interface {
		// Destination returns the name of that node.
		Destination() string
	}
	// Cruising is a Program that knows how fast its vehicle goes.
	Cruising interface {
		// Cruise returns the speed through the water, m/s.
		Cruise() float64
	}
	// Steering is a Program that steers its vehicle. It has a key navigation, for which it has no default: what that says
	// makes the Estimator of Site.Navigation.
	Steering interface{ Steers() navigation.Use }
	// Stamping is a Program that sends messages with a time in them: a Body with a method Stamp(at sim.Time) is told when the
	// frame begins to be sent that carries it, by the node's own clock, so that no access delay is in it. Over a network each hop tells.
	Stamping interface{ Stamps() bool }
	// Sampled is a Program with controllers whose I does not add up, so that ki times the period is a
	// gain: who varies the period varies that too.
	Sampled interface {
		// PerSample returns the periods of such controllers by their keys below run. Of returns the
		// program of a node, or nil.
		PerSample(of func(node string) Program) map[string]time.Duration
	}
)

// The following are what a Running may do.
type (
	// Watched is a Running that is looked at again and again, for integrals over its way. A
	// run that nobody measures does not look.
	Watched interface{ Watch(now sim.Time) }
	// Reporting is a Running that has more to say at the end of a run than numbers: a struct, which
	// run --json shows in a list of that name. A number of it that may be NaN or infinite is a trace.Measure, for
	// which JSON has a word.
	Reporting interface {
		Report(now sim.Time) (list string, report any)
	}
	// Remarking is a Running that sees at the end of a run what is hardly meant so: sentences that go on behind the name of its vehicle.
	Remarking interface{ Remarks(now sim.Time) []string }
	// Looped is a Running that steers its vehicle by linear controllers along axes: their loops, for an analysis.
	Looped interface{ Loops() []Loop }
	// Probed is a Running that has readings for probes, which are part of a trace and not of the
	// fingerprint.
	Probed interface {
		Probe(now sim.Time, put func(link uint8, quantity string, value float64))
	}
	// Updated is a Running that acts on updates, which it tells as trace.Used and trace.Outdated.
	Updated interface {
		// Acts returns the time in which it does, as far as it has come.
		Acts(now sim.Time) (from, until sim.Time)
	}
	// Offering is a Running that sends packets to everybody at a steady pace: it says on which link, of how many bits and how
	// often, so that check finds a link that does not carry them. 0 bits are none.
	Offering interface {
		Offers() (link uint8, bits int, every time.Duration)
	}
	// Planned is a Running whose vehicle is to go along a path that is known before, m.
	Planned interface{ Path() []geom.Vec }
	// Navigating is a Running that knows where its node takes itself to be.
	Navigating interface{ Navigation() Estimator }
	// Forwarding is a Running that has the messages that come to its node told, as they come. Who wants to know says so
	// before the run begins.
	Forwarding interface{ Forward(to func(Mailed)) }
	// Berth is a Running that takes in vehicles whose own programs have other tasks, too.
	Berth interface {
		// Dock makes what brings the vehicle of a site in, in its Install. It is told when it is docked.
		Dock(site Site, docked func(now sim.Time)) (Docking, error)
	}
	// Docking brings a vehicle in: it steers it from Begin on, until it is docked or Break, which also lets a docked one go.
	Docking interface {
		Begin(now sim.Time)
		Break(now sim.Time)
		IsDocked() bool
	}
	// Ported is a Running that takes values from outside the run: of other programs, of hardware, of people.
	Ported interface{ Ports() []Port }
	// Switched is a Running that has more to do when its node loses its power, or has it back, than
	// that its processor halts. Down is called once, for the first cause, when all is silent, and Up after
	// the last one, when all is there again.
	Switched interface {
		Down(why trace.Cause)
		Up()
	}
)

// Port is where values come in, or bytes.
type Port struct {
	Name, Unit, Doc string
	Kind            PortKind
	Least, Most     float64 // that has an effect; both 0 where nobody says
	// In takes a value, after all else of an instant; what it changes takes effect from then on.
	In func(now sim.Time, value float64)
	// Take is In of a port of bytes. A port has one of the two.
	Take func(now sim.Time, data string)
	// Check says why something cannot come in, before it does; nil for a port that takes all.
	Check func(value float64, data string) error
}

// Share returns what a share of -1 to 1 of all that has an effect is, as a stick asks for it. Where nobody says how much that is,
// 100 is all.
func (p *Port) Share(of float64) float64 {
	of = max(-1, min(1, of))
	switch {
	case p.Least == 0 && p.Most == 0:
		return of * 100
	case of < 0:
		return of * -p.Least
	}
	return of * p.Most
}

// PortKind says what comes in through a port, for protocols that have messages of their own for it.
type PortKind string

// Kinds of ports: a force or a moment about an axis, by whose name the port goes; what an actuator is to do, in the order of
// those of the vehicle; and something that the vehicle keeps.
const (
	WrenchPort   PortKind = "wrench"
	ActuatorPort PortKind = "actuator"
	SetPointPort PortKind = "set-point"
)

// Mailed is a message that has come to a node, for who looks on from outside.
type Mailed struct {
	At   sim.Time // when it had come
	Link uint8
	Mail
}

// Listed is a Body of a Mail that has numbers which a program outside may know.
type Listed interface {
	List(put func(name string, values ...float64))
}

// Site is a node as its program knows it.
type Site interface {
	Name() string        // of the node
	Group() string       // the name of its group; of a node that is alone its own
	Place() (i, of int)  // in the group
	Addr() int32         // on all links, and in records of the trace
	Kernel() *sim.Kernel // events of programs are of phase sim.Control
	Clock() clock.Clock  // the node's own
	Warmup() sim.Time    // end of what is not counted
	End() sim.Time       // of the run, as the scenario has it

	// Stream returns the random stream of a name, which is the node's own. Who asks for one of a name a
	// second time panics: a stream has one owner.
	Stream(name string) *rng.Stream
	// Streams returns all streams, for what owns several. Their names begin with that of the node.
	Streams() *rng.Source
	// Emit tells a fact, of kind trace.Fact or of a kind that is the program's business: those of packets and frames are told
	// by who carries them. Time and node are filled in.
	Emit(trace.Record)
	// Digest takes in what the program's instruments read, so that the fingerprint hangs on it. It is asked for in
	// Install.
	Digest() *trace.Digester

	// Node returns the address of another node of the run.
	Node(name string) (addr int32, err error)
	// Link returns a link of the node, in Install; no name is the only one that there is. It stays
	// switched on for the whole run: one on which nobody sends of his own accord is off.
	Link(name string) (Link, error)
	// Replies is Link for a program that sends only where others do.
	Replies(name string) (Link, error)

	// Obstacle puts something solid that stays where it is into the water, in Install. Vehicles are pushed back by it, and touched
	// is told of each contact, as it begins and as it ends, unless it is nil. Traces have the name.
	Obstacle(name string, shape solid.Solid, touched func(Touch))

	Battery() Battery                            // nil where the node has none
	Contacts() int                               // of the vehicle with anything so far, as a bumper counts them
	Body() Body                                  // nil where the node is no vehicle
	Instruments() []Instrument                   // that the node carries, asked for in Install; they are read at their own times, each before the programs of that instant
	Carried() []navigation.Carried               // the same, as they are configured
	Water() sensor.Water                         // around all nodes
	Clearance(at geom.Vec) float64               // of a place from what stays where it is, obstacles and the ground below, m; negative inside. For charts and measurements: no vehicle knows it
	Open(file string) ([]byte, error)            // a file that the scenario names; a relative name is beside the scenario
	Navigation() Estimator                       // where the node takes itself to be; the truth, where its program is not Steering
	Motion(now sim.Time) (at, velocity geom.Vec) // as it is, in the world frame, m and m/s
	Located(now sim.Time) geom.Vec               // where others find it without errors, m
	Still() bool                                 // it never moves
	Down() bool                                  // it has no power now; who takes it is Simulation.Down

	// Peer returns the program of another node, which must be installed before: see Needing. The error
	// of one that is not is ErrLater, of one that has faults ErrFaulty, and of a node without a program ErrNone.
	Peer(node string) (Running, error)
	// Warn says what is hardly meant so, once for all nodes of the group. The sentence has the
	// name of the group before it.
	Warn(format string, args ...any)
}

// Touch is the beginning or the end of a contact of a vehicle with an obstacle.
type Touch struct {
	Node   int32 // the vehicle
	Begins bool
	Speed  float64 // with which it came, m/s
}

// ErrFaulty says that a peer has faults. It is none of who asked.
var ErrFaulty = errors.New("the program has faults of its own")

// ErrLater says that a peer is not installed yet.
var ErrLater = errors.New("it is not installed yet")

// ErrNone says that a node, which is there, runs no program.
var ErrNone = errors.New("runs no program")

// Body is the vehicle that a program steers. What At returns holds until the body is looked at again.
type Body interface {
	At(t sim.Time) *vehicle.State // between the last step and the next one
	Current(t sim.Time) geom.Vec  // of the water around it, m/s in the world frame
	Command(in *vehicle.Input)    // what is asked of the actuators from now on
	Hold()                        // something outside the water takes hold of it
	Release()                     // and lets it go

	Dynamics() vehicle.Dynamics         // its equations of motion; what else they know, they say by interfaces of package vehicle
	Model() *vehicle.Model              // their coefficients; nil where they are others
	Work(t sim.Time) float64            // mechanical power that the thrusters give it, W
	ThrusterPower(t sim.Time) float64   // electrical power that they take, W; NaN where that is not known
	Saturated(t sim.Time) time.Duration // time so far in which a thruster was driven as far as it can be
	Tilt() float64                      // greatest angle so far between its own vertical and the true one, rad
}

// Battery is the battery of a node.
type Battery interface {
	Left(now sim.Time) float64 // share of the capacity that is left
	Charges() bool             // it can be charged
	Plug(in bool)              // plugs it into what charges it, or out, in an event
}

// Instrument is an instrument of the node, which reads at its own times.
type Instrument interface {
	Name() string // such as dvl; the second of a kind is dvl2
	Quantities() []sensor.Quantity
	// Reading returns the newest reading that is known now, NaN for what was not measured, and when it was taken;
	// false before there is one. It holds until it is asked again.
	Reading(now sim.Time) (values []float64, taken sim.Time, ok bool)
}

// Estimator says where a node takes itself to be: exactly, by dead reckoning, by a filter. Programs,
// routers and guidance ask it, and not the body.
type Estimator = navigation.Estimator

// Link is a link of a node.
type Link interface {
	Number() uint8 // in records of the trace
	// Send offers a message to the access protocol: to another node that has a radio for the link, or to everybody, which
	// is trace.None. The number names its packet in the trace. An error says why it is refused. To send to an address that is
	// none, no bits, or with more than full power is a fault of the program, and panics. Install does not send: the run has not begun.
	Send(to int32, m Message) (packet uint64, err error)
	// Handle names the function that gets the messages for a service; the empty name is what traffic
	// and programs use if nothing is said. Each service of a link has one.
	Handle(service string, fn func(Mail)) error
	// Overhear names a function that gets the messages for a service that go to other nodes, in Install, as often as the radio
	// hears them: repeated ones again. The error says that the link is a network, which has no radio.
	Overhear(service string, fn func(Mail)) error
	// Outcomes names the function that is told what became of each message for a service that this node has
	// sent and the protocol has accepted.
	Outcomes(service string, fn func(packet uint64, how Outcome)) error
	// Spare returns by how many dB full power exceeds what another node needs, from one place to where it is: to
	// arrive there, without fading, with the least power that its radio can receive; 0 on a network, whose hops have full power.
	Spare(to int32, from, at geom.Vec) float64
}

// Timed is a Link that knows how long a message is on the air, at the rate of the modem. What the access protocol adds and
// waits, and the propagation, come on top.
type Timed interface{ Airtime(bits int) time.Duration }

// Message is what a program sends.
type Message struct {
	Bits    int
	Cut     float64 // dB below full power
	Service string
	Body    any // nobody changes it afterwards
}

// Mail is a message that has arrived.
type Mail struct {
	Number  uint64 // of its packet
	From    int32
	Body    any
	Began   sim.Time // when its frame began to arrive, by the node's own clock
	SINR    float64  // of that frame, as a ratio
	Doppler float64  // received over sent frequency
}

// Outcome is what became of a message that the access protocol had accepted.
type Outcome struct {
	Sent         bool
	Acknowledged bool        // the next node has it; without, it may or may not
	Why          trace.Cause // why it was given up, where it was not sent
}

// RadioEnergy declares the energy of the radios of a node, which who counts it gives: a program that has it among its
// metrics does not. The same holds for trace.LoopMetrics, of what is Updated.
func RadioEnergy() metric.Def {
	return metric.Def{Name: "communication_energy", Unit: "J", Kind: metric.Total, Doc: "electrical energy of the vehicle's radios"}
}
