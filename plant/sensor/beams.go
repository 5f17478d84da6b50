package sensor

import (
	"math"
	"strconv"
	"time"

	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// BeamsConfig describes a sonar whose beams lie side by side in a plane, at equal angles.
type BeamsConfig struct {
	SonarConfig `yaml:",inline"`
	Beams       int      `yaml:"beams" range:"[1,1024]" doc:"number of directions"`
	Sector      float64  `yaml:"sector" unit:"rad" range:"[0,6.2832]" doc:"angle from the first direction to the last one"`
	Turn        geom.Vec `yaml:"turn" as:"vector" range:"[-1e3,1e3]" doc:"direction in the body frame about which they turn, of any length: [0, 0, 1] from the right to the left, [1, 0, 0] across the way of the vehicle"`
}

// Validate checks what no single field shows.
func (c *BeamsConfig) Validate() error {
	if err := c.SonarConfig.Validate(); err != nil {
		return err
	}
	switch {
	case c.Turn == (geom.Vec{}) || c.Turn.Cross(c.Axis).Norm() < 1e-6*c.Turn.Norm()*c.Axis.Norm():
		return fault.In("turn", "beams do not turn about nothing, nor about their own axis; [0, 0, 1] turns one that looks ahead to the left")
	case c.Beams > 1 && c.Sector == 0:
		return fault.In("sector", "%d beams look into one direction; give an angle, or one beam", c.Beams)
	}
	return nil
}

// directions returns the beams in the body frame, and their angles from the middle, rad.
func (c *BeamsConfig) directions() (beams []geom.Vec, angles []float64) {
	axis, turn := c.Axis.Scale(1/c.Axis.Norm()), c.Turn.Scale(1/c.Turn.Norm())
	for k := range c.Beams {
		angle := 0.0
		if c.Beams > 1 {
			angle = c.Sector * (float64(k)/float64(c.Beams-1) - 0.5)
		}
		sin, cos := math.Sincos(angle) // Rodrigues' formula
		beam := axis.Scale(cos).Add(turn.Cross(axis).Scale(sin)).Add(turn.Scale(turn.Dot(axis) * (1 - cos)))
		beams, angles = append(beams, beam), append(angles, angle)
	}
	return beams, angles
}

// Fan returns where the beams of the sonar begin and where they go to, in the body frame, with their angles from the middle in rad.
func (c *BeamsConfig) Fan() (from geom.Vec, beams []geom.Vec, angles []float64) {
	beams, angles = c.directions()
	return c.Position, beams, angles
}

// MultibeamConfig describes a sonar that hears the echoes of one ping along all beams.
type MultibeamConfig struct {
	BeamsConfig `yaml:",inline"`
}

// DefaultMultibeam returns one that looks down, across the way of the vehicle. Its numbers are assumed.
func DefaultMultibeam() *MultibeamConfig {
	c := &MultibeamConfig{BeamsConfig{defaultSonar(), 31, 2 * math.Pi / 3, geom.Vec{X: 1}}}
	c.Axis, c.HalfAngle = geom.Vec{Z: -1}, math.Pi/180
	return c
}

// DefaultFan returns one that looks ahead for obstacles, from the right to the left. Its numbers are assumed.
func DefaultFan() *MultibeamConfig {
	c := &MultibeamConfig{BeamsConfig{defaultSonar(), 9, math.Pi / 2, geom.Vec{Z: 1}}}
	c.Axis, c.HalfAngle = geom.Vec{X: 1}, 5*math.Pi/180
	return c
}

// About says what the instrument is.
func (*MultibeamConfig) About() string {
	return "sonar of many beams: the distances to their first echoes, all of one ping"
}

// Build makes the instrument.
func (c *MultibeamConfig) Build(s Site) (Sensor, error) {
	beams, _ := c.directions()
	return &multibeam{c.newSonar(s), beams}, nil
}

// multibeam is a sonar of many beams.
type multibeam struct {
	*sonar
	beams []geom.Vec
}

// Quantities implements Sensor.
func (m *multibeam) Quantities() []Quantity { return ranges(len(m.beams)) }

// ranges names the distances of beams.
func ranges(n int) (all []Quantity) {
	for k := range n {
		all = append(all, Quantity{Name: "range_" + strconv.Itoa(k+1), Unit: "m"})
	}
	return all
}

// Sample implements Sensor.
func (m *multibeam) Sample(now sim.Time, s *Scene, out []float64) (known sim.Time, ok bool) {
	longest := time.Duration(0)
	for k, beam := range m.beams {
		distance, flight := m.ping(now, s, beam)
		out[k], longest = distance, max(longest, flight)
		ok = ok || !math.IsNaN(distance)
	}
	return m.flown(now, longest), ok
}

// ScannerConfig describes a sonar that sends a ping along one beam after the other, and begins again after the last.
type ScannerConfig struct {
	BeamsConfig `yaml:",inline"`
	Whole       bool `yaml:"-"` // it reads a profile when all beams are through, else each ping
}

// DefaultScanner returns one that looks all around. Its numbers are assumed.
func DefaultScanner() *ScannerConfig {
	c := &ScannerConfig{BeamsConfig{defaultSonar(), 72, 355 * math.Pi / 180, geom.Vec{Z: 1}}, false}
	c.Axis, c.HalfAngle, c.Pings = geom.Vec{X: 1}, 1.5*math.Pi/180, "flight"
	return c
}

// DefaultProfiler returns one that looks at the bottom across the way of the vehicle, part by part. Its numbers are assumed.
func DefaultProfiler() *ScannerConfig {
	c := &ScannerConfig{BeamsConfig{defaultSonar(), 31, math.Pi / 2, geom.Vec{X: 1}}, true}
	c.Axis, c.HalfAngle, c.Pings = geom.Vec{Z: -1}, 1.5*math.Pi/180, "flight"
	return c
}

// About says what the instrument is.
func (c *ScannerConfig) About() string {
	if c.Whole {
		return "sonar of one beam that turns: a profile of distances, available after its last part"
	}
	return "sonar of one beam that turns: distance and angle of each ping"
}

// Build makes the instrument.
func (c *ScannerConfig) Build(s Site) (Sensor, error) {
	beams, angles := c.directions()
	return &scanner{c.newSonar(s), beams, angles, make([]float64, len(beams)), c.Whole, 0}, nil
}

// scanner is a sonar of one beam that turns.
type scanner struct {
	*sonar
	beams   []geom.Vec
	angles  []float64
	profile []float64 // of the beams so far
	whole   bool
	beam    int // of the next ping
}

// Quantities implements Sensor.
func (a *scanner) Quantities() []Quantity {
	if a.whole {
		return ranges(len(a.beams))
	}
	return []Quantity{{Name: "range", Unit: "m"}, {Name: "angle", Unit: "rad"}}
}

// Sample implements Sensor.
func (a *scanner) Sample(now sim.Time, s *Scene, out []float64) (known sim.Time, ok bool) {
	k := a.beam
	distance, flight := a.ping(now, s, a.beams[k])
	a.beam = (k + 1) % len(a.beams)
	known = a.flown(now, flight)
	if !a.whole {
		out[0], out[1] = distance, a.angles[k]
		return known, true
	}
	a.profile[k] = distance
	copy(out, a.profile)
	return known, k == len(a.beams)-1
}
