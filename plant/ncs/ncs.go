// Package ncs is networked control: what the computers of a docking station and
// of the vehicles run that it guides, and of vehicles on a survey; the former after Erdemir, Design of a co-simulation environment for the docking
// maneuver of an autonomous underwater vehicle (M.Sc. thesis, 2018).
//
// The station measures where each vehicle is and sends it that over one of two
// links: over the acoustic one while the vehicle is far away, over the radio one
// when it is near. The vehicle knows its attitude by itself and its position from
// these updates. What comes over the acoustic link steers with low gains
// towards a waypoint ahead; what comes over the radio link steers with high gains
// straight to the berth. A vehicle that misses an update asks for more power.
//
// That is what the scenario docking writes out. What is not written comes from the vehicle's model, the same way for
// both links: gains whose loop stands updates two periods late, an I that adds up, and a waypoint that makes
// the vehicle come at 0.3 m/s (see VehicleConfig.Fitted).
//
// The tasks are those of the thesis (sections 5.1.2 and 5.1.3): at the station an
// acoustic and an RF task, both periodic; at the vehicle an acoustic and an RF
// task, released by messages, and a periodic orientation task, which applies the
// forces and moments in acoustic mode. They run on the computers of sim/rtos.
//
// With the key reckoning, which the thesis does not have, a vehicle does not wait for
// updates. Its Doppler log is added up to a way, over ground or through the water, and a
// control.Reckoner corrects it by each update, at the time of its measurement; what the
// log does not see, such as the current, comes out as a drift. The acoustic and the RF
// task then only correct, and two periodic tasks more compute the force from the
// estimate: the one of the link of the newest update, with that link's gains, at its
// sampling period or at one of their own, whether updates come or not; the key sampling
// has no say then. Only when a link
// begins to steer, the update that makes it do so gives a force at once. In acoustic mode
// the orientation task applies it, in RF mode the task that computes it. An update is Used
// when it corrects the estimate, also one that is overtaken; and the age of a force, for
// what becomes of it when updates fail to come, is the time since the last one.
//
// How it is turned the vehicle knows exactly, or by the key imu of reckoning from the last
// reading of an inertial unit that has come out: that turns the log's velocity into the
// world when it is measured, and the force into the vehicle whenever it is applied, and is
// what the orientation task sees. With the key depth a pressure gauge corrects the estimate
// along the vertical, as an update does, at the time of its measurement.
//
// With the key smith, which the thesis does not have either, a Smith predictor says where
// the vehicle is when an update comes, from where it was measured, the time stamp, and the
// forces that it has asked of its thrusters since then, within their limits. There is one
// for both links, so that it goes on through a hand-over, and through updates that are lost.
// A force is still computed for each update and held until the next one: what goes is the
// delay from the measurement to the update, all but the time until the orientation task
// applies the force, and not the period. So it is for positions that come old, against their
// period and the loop; the 60 ms and 80 ms of the thesis's frame of 0.74 s are little. What the
// model does not know, such as buoyancy, current, quadratic drag, and thrusters that lag or
// have failed, leaves the vehicle off its berth: see control.Smith.
//
// Gains may change with the distance from the berth too, by the key zones of a link: with
// control.Banks, so that the force goes over from one to the other without a jump.
//
// Links are seen as program.Link; which protocol, modem and water lie
// below is none of this package's business. What happens is told as facts of
// sim/trace: an update that was delivered is either Used or Outdated, or waits
// until the run ends.
//
// Otherwise than in the thesis, the vehicle makes the waypoint from the place of its
// berth; there the station makes it and sends it as the reference. Both know the same
// positions, so the force is the same.
//
// A Surveyor has no station and no link: it swims along a path by itself, and what it
// sends is the business of the scenario's sources. Guidance is by line of sight or pure
// pursuit (package control, and Fossen, Handbook of Marine Craft Hydrodynamics and Motion
// Control, 2011, chapter 10), control by a cascade whose gains come from the model of the
// vehicle (chapter 12), and what is wanted goes to thrusters, or to propeller and fins. A
// cross current holds one that follows a line of sight off by ahead times w/sqrt(v^2 -
// w^2), unless it crabs.
//
// Begin with DefaultStation, DefaultVehicle and DefaultSurvey, which are what a scenario's
// key run describes; Install makes of them a Station, a Pilot and a Surveyor, the computers,
// and a Voyage and a Survey, which add up what the way of a vehicle was like.
//
// Left out: errors of what a survey knows of its own motion, which is the truth, and
// curves in its path, so that a vehicle cuts corners or overshoots them; messages as bits
// (numbers are not rounded to their fields, and time stamps are true time whatever the
// station's clock shows), vehicles that avoid each other (several may be at one berth),
// errors of the attitude of a vehicle that does not reckon, reckoning by accelerometers
// or by a model of the vehicle that its updates correct, and the mechanics of the dock,
// which takes hold of what is near enough.
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
	Reference geom.Vec // where its berth is
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
