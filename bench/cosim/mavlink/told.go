package mavlink

import (
	"math"

	"halocline/bench/cosim"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// ned turns a vector of the world, which has x to the east, y to the north and z up, into north, east and down.
func ned(v geom.Vec) geom.Vec { return geom.Vec{X: v.Y, Y: v.X, Z: -v.Z} }

// turned returns the attitude that turns ahead, right and down of a vehicle into north, east and down. The axes of the world are
// turned by half a turn about the line between x and y, and those of the vehicle by one about its x axis.
func turned(q geom.Quat) geom.Quat {
	world := geom.Quat{X: math.Sqrt2 / 2, Y: math.Sqrt2 / 2}
	body := geom.Quat{X: 1}
	q = world.Mul(q).Mul(body)
	if q.W < 0 { // the same attitude
		q = geom.Quat{W: -q.W, X: -q.X, Y: -q.Y, Z: -q.Z}
	}
	return q
}

// motion returns the messages about how a vehicle moves.
func motion(s *cosim.Session, boot uint32, m *vehicle.Motion) []any {
	q, at, over := turned(m.Attitude), ned(m.Position), ned(m.WorldVelocity())
	yaw, pitch, roll := q.Euler()
	p, rates := func(v float64) float32 { return float32(v) }, m.Velocity[3:]
	all := []any{
		&attitude{boot, p(roll), p(pitch), p(yaw), p(rates[0]), p(-rates[1]), p(-rates[2])},
		&attitudeQuaternion{boot, p(q.W), p(q.X), p(q.Y), p(q.Z), p(rates[0]), p(-rates[1]), p(-rates[2]), [4]float32{}},
		&localPosition{boot, p(at.X), p(at.Y), p(at.Z), p(over.X), p(over.Y), p(over.Z)},
	}
	if s.Geo == nil {
		return all
	}
	latitude, longitude := s.Degrees(m.Position)
	height := int32(within(1e3*m.Position.Z, math.MaxInt32))
	heading := math.Round(math.Mod(yaw*180/math.Pi+360, 360) * 100)
	cm := func(v float64) int16 { return int16(within(100*v, math.MaxInt16)) }
	return append(all, &globalPosition{
		boot, int32(within(1e7*latitude, math.MaxInt32)), int32(within(1e7*longitude, math.MaxInt32)), height, height,
		cm(over.X), cm(over.Y), cm(over.Z), uint16(math.Mod(heading, 36000)),
	})
}

// within rounds a value to a whole number, as far as there is room for it.
func within(v, most float64) float64 { return math.Round(math.Max(-most, math.Min(most, v))) }

// milliseconds returns the time since the beginning by the clock of a node.
func milliseconds(local sim.Time) uint32 { return uint32(max(0, int64(local)/1e6)) }

// clockOf returns the message with the time of a node's clock.
func clockOf(local sim.Time) *systemTime {
	return &systemTime{Unix: uint64(max(0, cosim.Epoch*1e6+int64(local)/1e3)), Boot: milliseconds(local)}
}

// The pressure of a gauge that was read as depth: that of the air and of sea water above it (ISO 2533:1975 has the first and the gravity).
const (
	atmosphere = 1013.25              // hPa
	perMetre   = 1025 * 9.80665 / 100 // hPa/m
)
