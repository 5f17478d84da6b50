// Package nmea tells where a node is as a receiver of positions would: sentences of NMEA 0183 over TCP, each second of
// simulated time RMC (time, place, speed, course, date), GGA (place, height) and HDT (heading). So chart plotters
// and gpsd show a node of a run.
//
// It tells the motion that the node believes in, and of one that believes in none that there is no fix. Latitude and longitude
// are those of the ellipsoid of WGS 84, of a world whose x points east and y north at the scenario's geo. Minutes have seven digits behind the point, 0.2
// mm. The height is that above the surface of the water, z. The run begins at cosim.Epoch. Sentences call their source a simulator,
// by quality 8 and mode S, and
// claim four satellites, since gpsd believes in no place and height of fewer.
//
// Source of the sentences: E. S. Raymond, NMEA Revealed, gpsd.gitlab.io/gpsd/NMEA.html, since the standard of NMEA is not free.
//
// Left out: sentences of depth under the keel and of satellites; what clients send, which is counted as not readable.
//
// Begin with Stream.
package nmea

import (
	"fmt"
	"math"
	"time"

	"halocline/bench/cosim"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
)

// knot is 1852 m in an hour, in m/s.
const knot = 1852.0 / 3600

// fix is what is told of a node at a time. Place and motion hold where it is known.
type fix struct {
	at                  sim.Time
	known               bool
	latitude, longitude float64 // deg
	motion              *vehicle.Motion
}

// sentences returns what is told.
func (f *fix) sentences() string {
	at := time.Unix(cosim.Epoch, int64(f.at)).UTC()
	clock, date := at.Format("150405.000"), at.Format("020106")
	if !f.known {
		return sentence("GPRMC,%s,V,,,,,,,%s,,,N", clock, date) + sentence("GPGGA,%s,,,,,0,00,,,M,,M,,", clock)
	}
	place := angle(f.latitude, 2, "NS") + "," + angle(f.longitude, 3, "EW")
	over := f.motion.WorldVelocity()
	speed := math.Hypot(over.X, over.Y) / knot
	bow := f.motion.Attitude.Rotate(geom.Vec{X: 1})
	return sentence("GPHDT,%s,T", bearing(bow)) +
		sentence("GPRMC,%s,A,%s,%.3f,%s,%s,,,S", clock, place, speed, bearing(over), date) +
		sentence("GPGGA,%s,%s,8,04,,%.3f,M,,M,,", clock, place, f.motion.Position.Z)
}

// minute is how many parts of a minute of arc are told.
const minute = 10_000_000

// angle writes an angle in deg as degrees and minutes, with a letter for its sign. It is rounded as a whole number of parts
// of a minute, so that there is no minute 60.
func angle(deg float64, digits int, letters string) string {
	parts := int64(math.Round(math.Abs(deg) * 60 * minute))
	letter := letters[0]
	if deg < 0 {
		letter = letters[1]
	}
	return fmt.Sprintf("%0*d%02d.%07d,%c", digits, parts/(60*minute), parts/minute%60, parts%minute, letter)
}

// bearing writes the direction of a vector of the world, in deg from north to the east.
func bearing(v geom.Vec) string {
	hundredths := int64(math.Round(math.Atan2(v.X, v.Y) * 180 / math.Pi * 100))
	hundredths = (hundredths + 36000) % 36000
	return fmt.Sprintf("%03d.%02d", hundredths/100, hundredths%100)
}

// sentence makes a sentence, with its sum: all characters between $ and *, by exclusive or.
func sentence(format string, args ...any) string {
	body := fmt.Sprintf(format, args...)
	sum := byte(0)
	for i := range len(body) {
		sum ^= body[i]
	}
	return fmt.Sprintf("$%s*%02X\r\n", body, sum)
}
