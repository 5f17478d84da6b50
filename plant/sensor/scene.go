package sensor

import (
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// Scene is what is so when a sensor measures: the truth, of which it reads a part.
type Scene struct {
	vehicle.Motion             // of the body that carries the sensor
	Acceleration   vehicle.Six // rate of change of its velocity in the body frame, m/s2 and rad/s2
	Water          Water
	World          World
}

// Water is the water around a body, by position in the world frame. It is what sensors need of sim/ocean.
type Water interface {
	Density(at geom.Vec) float64              // kg/m3
	Current(at geom.Vec, t sim.Time) geom.Vec // m/s in the world frame
	Seabed(at geom.Vec) float64               // depth of the bottom, m; +Inf for none
	Conductivity(at geom.Vec) float64         // S/m
	Temperature(at geom.Vec) float64          // degC
	SoundSpeed(at geom.Vec) float64           // m/s
}

// World is what is around a body: the bottom and other nodes. The body itself is not part of it. A
// moment is that of the sample: bodies do not tell the future.
type World interface {
	// Cast follows a ray, whose direction has the length 1, to the first thing that it meets within so
	// many m. In a scenario that is the bottom: its nodes are points, which no ray meets; where they are, Peer says.
	Cast(from, dir geom.Vec, most float64, t sim.Time) (Hit, bool)
	// Peer returns how another node moves, by the number that Site.Node has for it.
	Peer(id int32, t sim.Time) vehicle.Motion
}

// Hit is what a ray meets.
type Hit struct {
	Distance float64  // along the ray, m
	Normal   geom.Vec // of its surface, against the ray, of length 1
	Velocity geom.Vec // of it in the world frame, m/s
	Node     int32    // whose hull it is; trace.None where it belongs to none
}
