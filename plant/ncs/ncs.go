// Package ncs is networked control: the programs of a docking station, of the vehicles that it
// guides, and of vehicles that survey a path.
//
// Docking follows Erdemir, Design of a co-simulation environment for the docking maneuver of an
// autonomous underwater vehicle (M.Sc. thesis, 2018). The station measures where each vehicle is and
// sends it that: over an acoustic link while the vehicle is far away, over a radio link when it is
// near. The vehicle steers by these updates, and asks for more power when it misses one. A survey needs
// no station; one may send it fixes. What the thesis does not have are the keys navigation, smith, zones
// and links, the gains that follow from a vehicle's model (VehicleConfig.Fitted), and surveys.
//
// Programs see links as program.Link: the protocol, the modem and the water below are the business of
// other packages. What happens is told as facts of sim/trace: an update that was delivered is Used or
// Outdated, or it waits until the run ends.
//
// Begin with DefaultStation, DefaultVehicle and DefaultSurvey, which the key run of a scenario
// describes. Install makes of them the computers, a Station, a Pilot and a Surveyor, and what
// measures the way of a vehicle, a Voyage and a Survey.
//
// Left out: messages as bits (numbers are not rounded to their fields, and time stamps are true time);
// vehicles that avoid each other; errors of the attitude of a vehicle whose navigation is truth;
// estimates by a model of the vehicle; the mechanics of a dock without a cone, which takes hold of what
// is near enough; curves in the path of a survey, so that a vehicle cuts corners or overshoots them.
package ncs

import (
	"time"

	"halocline/sim"
	"halocline/sim/clock"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// Update is what the station sends to a vehicle: 512 bits, of which the receiver
// takes 16, the position and the reference 112 each, and the time stamp 64
// (section 4.4.3).
type Update struct {
	Position  geom.Vec // of the vehicle, as measured
	Reference geom.Vec // where it is to go: its berth, or a place on its way into a cone
	Ahead     geom.Vec // where it is to head; zero for towards the reference
	Taken     sim.Time // time of the measurement
	Cut       float64  // dB below full power at which this was sent
}

// powerRequest is what a vehicle sends to the station when an update has not come: the
// power that it wants. 64 bits.
type powerRequest struct {
	Cut float64 // dB below full power
}

// Occasional implements mac.Occasional.
func (*powerRequest) Occasional() {}

// Node is what all computers have: their place in the run, and somebody who is
// told the facts.
type Node struct {
	Kernel *sim.Kernel
	Clock  clock.Clock // the node's own, by which its computer counts periods
	Addr   int32
	Rand   *rng.Stream  // the computer's own; needed where requests are spread
	Tracer trace.Tracer // nil: nobody wants to know

	Stream func(task string) *rng.Stream // a task's own; needed where its demand is random
}

// after returns the kernel time at which the node's clock will have gone on by d
// since a moment.
func (n *Node) after(now sim.Time, d time.Duration) sim.Time {
	return max(now, n.Clock.Kernel(n.Clock.Local(now).Add(d)))
}

func (n *Node) emit(r trace.Record) {
	if n.Tracer != nil {
		r.At, r.Node = n.Kernel.Now(), n.Addr
		n.Tracer.Emit(r)
	}
}
