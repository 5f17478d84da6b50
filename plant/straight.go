// Package plant integrates the motion of vehicles. A Body has equations of motion, which are a
// vehicle.Dynamics, and takes fixed steps, which are events of the kernel. A Straight has a constant
// velocity, or is at rest. Each of them tells its position at any time, so that a radio can move with it.
// Contacts find bodies that touch the bottom, obstacles or each other, and push them apart by the laws
// of package contact.
//
// Begin with NewBody. Body.Command sets the actuators until the next command, and Body.Load the forces
// from outside. The example has a vehicle of three equations. For
// contacts begin with NewContacts.
//
// Left out: the forces of the water between vehicles that pass each other, and vehicles that bend.
package plant

import (
	"halocline/sim"
	"halocline/sim/geom"
)

// Straight is a vehicle that moves at a constant velocity from where it is at
// the start of the run.
type Straight struct {
	From  geom.Vec // m
	Speed geom.Vec // m/s
	Turn  geom.Quat
}

// Position returns the position in the world frame, in m.
func (s Straight) Position(t sim.Time) geom.Vec { return s.From.Add(s.Speed.Scale(t.Seconds())) }

// Velocity returns the velocity over ground, in m/s.
func (s Straight) Velocity(sim.Time) geom.Vec { return s.Speed }

// Attitude returns how the vehicle is turned.
func (s Straight) Attitude(sim.Time) geom.Quat { return s.Turn }

// Course returns the velocity that the vehicle keeps for the whole run, in m/s.
func (s Straight) Course() geom.Vec { return s.Speed }

// Still reports whether the vehicle stands still.
func (s Straight) Still() bool { return s.Speed == geom.Vec{} }
