package sensor

import (
	"fmt"
	"math"
	"time"

	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// SonarConfig describes what all sonars have in common: a transducer that sends pings along beams and measures the time to
// their first echoes from the bottom, the surface, obstacles and other vehicles.
type SonarConfig struct {
	Timing     `yaml:",inline"`
	Pings      string        `yaml:"pings" oneof:"periodic|flight" doc:"time of the next ping. periodic: a period after the last one; flight: the time dead after the echo, or after an echo from reach would have come"`
	Dead       time.Duration `yaml:"dead" range:"[0,3600]" doc:"time from an echo to the next ping, with flight"`
	Position   geom.Vec      `yaml:"position" as:"vector" unit:"m" range:"[-1e3,1e3]" doc:"place of the transducer in the body frame"`
	Axis       geom.Vec      `yaml:"axis" as:"vector" range:"[-1e3,1e3]" doc:"direction of the beam, or of the middle of all beams, in the body frame, of any length"`
	HalfAngle  float64       `yaml:"half_angle" unit:"rad" range:"[0,0.8]" doc:"angle from the middle of a beam to its edge; 0 for a beam of one ray. A wider one has seven: the middle, and six at 0.7 of that angle"`
	Reach      float64       `yaml:"reach" unit:"m" range:"(0,1e5]" doc:"greatest distance of an echo"`
	Least      float64       `yaml:"least" unit:"m" range:"[0,1e3]" doc:"least distance of an echo; nearer ones come while the ping is sent"`
	SoundSpeed float64       `yaml:"sound_speed" unit:"m/s" range:"[0,2000]" doc:"speed of sound by which times become distances; 0 for that of the water at the sonar"`
	Distance   Error         `yaml:"distance" unit:"m" doc:"error of a distance"`
	Dropout    float64       `yaml:"dropout" range:"[0,1]" doc:"probability that an echo is not detected"`
	FalseEcho  float64       `yaml:"false_echo" range:"[0,1]" doc:"probability that a ping reads an echo of nothing, anywhere from least to reach"`
	Disturbs   *Disturbance  `yaml:"interferes" doc:"sound of the pings in the band of a link, whose modems receive it as interference; none if left out"`
	Echo       *EchoConfig   `yaml:"echo" doc:"levels that decide by the sonar equation whether an echo is detected; if left out, every echo within reach is detected"`
}

// defaultSonar returns a narrow and short-sighted one with errors as small altimeters have them: 1 cm and 1 cm steps. They are assumed.
func defaultSonar() SonarConfig {
	return SonarConfig{
		Timing: Timing{Period: 100 * time.Millisecond}, Pings: "periodic", Reach: 50, Least: 0.3,
		Distance: Error{Noise: 0.01, Resolution: 0.01},
	}
}

// Validate checks what no single field shows.
func (c *SonarConfig) Validate() error {
	switch {
	case c.Axis == (geom.Vec{}):
		return fault.In("axis", "the axis has no direction; [0, 0, -1] is down")
	case c.Disturbs != nil && c.Pings == "periodic" && c.Disturbs.Pulse > c.Interval():
		return fault.In("interferes.pulse", "a ping of %v does not end before the next one, after %v", c.Disturbs.Pulse, c.Interval())
	case c.Pings == "periodic" && c.Dead > 0:
		return fault.In("dead", "pings that are periodic follow no echo; write pings: flight, or leave dead out")
	}
	return fault.Keep(c.Bounds())
}

// Bounds returns what the least distance keeps to.
func (c *SonarConfig) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "least", Value: c.Least, Op: fault.LessThan, Than: "reach", Limit: c.Reach,
		Why: fmt.Sprintf("echoes from %g m on are heard, and none from beyond %g m; give less than reach", c.Least, c.Reach),
	}}
}

// Beam returns the least and the greatest distance of an echo, m, and the half angle of a beam, rad.
func (c *SonarConfig) Beam() (least, reach, halfAngle float64) {
	return c.Least, c.Reach, c.HalfAngle
}

// Interferes returns what its pings are to the modems of a link, nil for nothing.
func (c *SonarConfig) Interferes() *Disturbance { return c.Disturbs }

// Unread says why there may be no reading.
func (*SonarConfig) Unread() string {
	return "look at its axis, its reach and at what there is: water.seabed, world.obstacles, vehicles"
}

// Disturbance describes what modems hear of an instrument that makes sound. The part of it that falls into their band adds to
// the interference of each frame that it overlaps.
type Disturbance struct {
	Link      string        `yaml:"link" required:"true" doc:"link whose modems hear it"`
	Level     float64       `yaml:"level" unit:"dB" range:"[0,300]" required:"true" doc:"source level in all its band and all directions, re 1 uPa at 1 m"`
	Pulse     time.Duration `yaml:"pulse" range:"[1e-6,60]" required:"true" doc:"length of a ping"`
	Frequency float64       `yaml:"frequency" unit:"Hz" range:"(0,1e9]" required:"true" doc:"centre of its band"`
	Bandwidth float64       `yaml:"bandwidth" unit:"Hz" range:"(0,1e9]" required:"true" doc:"width of its band, over which its power is spread evenly"`
}

// Validate checks the band.
func (d *Disturbance) Validate() error {
	return fault.Keep(d.Bounds())
}

// Bounds returns what the band keeps to.
func (d *Disturbance) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "bandwidth", Value: d.Bandwidth, Op: fault.AtMost, Than: "2 frequency", Limit: 2 * d.Frequency,
		Why: fmt.Sprintf("a band of %g Hz around %g Hz reaches below 0 Hz", d.Bandwidth, d.Frequency),
	}}
}

// LevelIn returns the source level in a band, in dB re 1 uPa at 1 m; -Inf where it has none there.
func (d *Disturbance) LevelIn(centre, width float64) float64 {
	low := max(d.Frequency-d.Bandwidth/2, centre-width/2)
	high := min(d.Frequency+d.Bandwidth/2, centre+width/2)
	return d.Level + 10*math.Log10(max(0, high-low)/d.Bandwidth)
}

// EchoConfig describes the sonar equation: an echo is detected if SL - 2 TL + TS - NL + DI is at least DT (Urick, Principles of
// Underwater Sound, 1983, chapter 2).
type EchoConfig struct {
	Source      float64 `yaml:"source_level" unit:"dB" range:"[0,300]" required:"true" doc:"source level SL, re 1 uPa at 1 m"`
	Noise       float64 `yaml:"noise_level" unit:"dB" range:"[-100,200]" required:"true" doc:"noise level NL in the band of the receiver, re 1 uPa"`
	Directivity float64 `yaml:"directivity" unit:"dB" range:"[0,60]" doc:"directivity index DI of the receiver"`
	Threshold   float64 `yaml:"threshold" unit:"dB" range:"[-60,60]" doc:"detection threshold DT"`
	Absorption  float64 `yaml:"absorption" range:"[0,1000]" doc:"absorption of the water at the frequency of the sonar, dB/km; halocline link prints that of a channel"`
	Strength    float64 `yaml:"strength" unit:"dB" range:"[-100,0]" doc:"Lambert's parameter of what is hit, per m2: the scattering strength at normal incidence; -27 dB is Mackenzie's (1961) for the deep sea"`
}

// Defaults sets a bottom and a detector.
func (c *EchoConfig) Defaults() { *c = EchoConfig{Threshold: 10, Strength: -27, Absorption: 60} }

// Validate finds nothing beyond the ranges of the fields.
func (*EchoConfig) Validate() error { return nil }

// excess returns by how many dB an echo is above what is detected. The part of a surface that a beam of a half angle h lights
// at a distance d under a grazing angle g has the area pi (d tan h)^2/sin g, and by Lambert's law the strength
// mu sin^2 g per area. TL is 20 lg d and the absorption, one way.
func (c *EchoConfig) excess(distance, grazing, halfAngle float64) float64 {
	radius := distance * math.Tan(max(halfAngle, narrowest))
	loss := 20*math.Log10(max(distance, 1)) + c.Absorption*distance/1000
	target := c.Strength + 10*math.Log10(math.Pi*radius*radius*math.Sin(grazing))
	return c.Source - 2*loss + target - c.Noise + c.Directivity - c.Threshold
}

// narrowest is the half angle of a beam of one ray, rad: half a degree.
const narrowest = 0.5 * math.Pi / 180

// sonar sends pings.
type sonar struct {
	config   SonarConfig
	distance Process
	chance   *rng.Stream
	next     sim.Time
}

// newSonar returns a sonar, which owns the streams below its name.
func (c *SonarConfig) newSonar(s Site) *sonar {
	own := *c
	if s.Exact {
		own.Distance, own.Dropout, own.FalseEcho, own.SoundSpeed = Error{}, 0, 0, 0
	}
	return &sonar{config: own, distance: own.Distance.Process(s.Streams, s.Name+"/distance", own.Interval()), chance: s.Streams.Stream(s.Name + "/chance")}
}

// Next implements Paced.
func (p *sonar) Next(now sim.Time) sim.Time {
	if p.config.Pings == "flight" {
		return p.next
	}
	return now.Add(p.config.Interval())
}

// flown takes note of the longest flight of a ping, and returns when its reading is known.
func (p *sonar) flown(now sim.Time, flight time.Duration) (known sim.Time) {
	p.next = now.Add(flight + p.config.Dead)
	return p.config.Available(now).Add(flight)
}

// ping measures the distance along a beam, a direction of length 1 in the body frame; NaN where there is no echo. The flight is
// the time that it waits for it.
func (p *sonar) ping(now sim.Time, s *Scene, beam geom.Vec) (distance float64, flight time.Duration) {
	c := &p.config
	at, velocity := mount(&s.Motion, c.Position)
	velocity = s.Attitude.Rotate(velocity)
	speed := s.Water.SoundSpeed(at)
	seconds := math.Inf(1)
	if at.Depth() >= 0 {
		seconds = p.first(now, s, at, velocity, speed, beam)
	}
	lost, fake, where := p.chance.Float64(), p.chance.Float64(), p.chance.Float64()
	if lost < c.Dropout {
		seconds = math.Inf(1)
	}
	if wrong := 2 * (c.Least + where*(c.Reach-c.Least)) / speed; fake < c.FalseEcho && at.Depth() >= 0 {
		seconds = min(seconds, wrong)
	}
	assumed := c.SoundSpeed
	if assumed == 0 {
		assumed = speed
	}
	heard := !math.IsInf(seconds, 1)
	if !heard {
		seconds = 2 * c.Reach / speed
	}
	distance, ok := p.distance.Sample(now, assumed*seconds/2)
	if !heard || !ok {
		distance = math.NaN()
	}
	return distance, time.Duration(seconds * float64(time.Second))
}

// first returns the time to the first echo of a beam, s, or infinity.
func (p *sonar) first(now sim.Time, s *Scene, at, velocity geom.Vec, speed float64, beam geom.Vec) float64 {
	c := &p.config
	seconds := math.Inf(1)
	rays := 1
	if c.HalfAngle > 0 {
		rays = 7
	}
	for k := range rays {
		dir := s.Attitude.Rotate(rayOf(beam, c.HalfAngle, k))
		hit, ok := s.World.Cast(at, dir, c.Reach, now)
		if !ok || hit.Distance < c.Least || !c.detects(hit, dir) {
			continue
		}
		seconds = min(seconds, echoTime(dir.Scale(hit.Distance), velocity, speed))
	}
	return seconds
}

// detects reports whether an echo is loud enough.
func (c *SonarConfig) detects(hit Hit, dir geom.Vec) bool {
	if c.Echo == nil {
		return true
	}
	grazing := math.Asin(min(1, max(0, -dir.Dot(hit.Normal))))
	return c.Echo.excess(hit.Distance, grazing, c.HalfAngle) >= 0
}

// echoTime returns the time in s until a sonar hears the echo of something that is at r from it when it sends, if it goes on at
// v: c t = |r| + |r - v t|, squared, gives t (c^2 - v^2) = 2 (c |r| - r.v). What is hit is taken to stand still meanwhile.
func echoTime(r, v geom.Vec, c float64) float64 {
	return 2 * (c*r.Norm() - r.Dot(v)) / (c*c - v.Dot(v))
}

// rayOf returns ray k of a beam: the middle, or one of six around it.
func rayOf(beam geom.Vec, halfAngle float64, k int) geom.Vec {
	if k == 0 {
		return beam
	}
	side := geom.Vec{Z: 1}
	if math.Abs(beam.Z) > 0.7 {
		side = geom.Vec{X: 1}
	}
	u := beam.Cross(side)
	u = u.Scale(1 / u.Norm())
	v := beam.Cross(u)
	sin, cos := math.Sincos(0.7 * halfAngle)
	across, along := math.Sincos(float64(k-1) * math.Pi / 3)
	return beam.Scale(cos).Add(u.Scale(sin * along)).Add(v.Scale(sin * across))
}

// AltimeterConfig describes a sonar of one beam.
type AltimeterConfig struct {
	SonarConfig `yaml:",inline"`
}

// DefaultAltimeter returns one that looks down.
func DefaultAltimeter() *AltimeterConfig {
	c := &AltimeterConfig{defaultSonar()}
	c.Axis, c.HalfAngle = geom.Vec{Z: -1}, 3*math.Pi/180
	return c
}

// Height names the quantity that is the height over ground; empty where it looks elsewhere.
func (c *AltimeterConfig) Height() string {
	const steep = 0.9 // of the length of its axis
	if -c.Axis.Z < steep*c.Axis.Norm() {
		return ""
	}
	return "range"
}

// About says what the instrument is.
func (*AltimeterConfig) About() string {
	return "sonar of one beam, downwards by default: the distance to the first echo"
}

// Doubt says why one that looks down reads nothing at a place.
func (c *AltimeterConfig) Doubt(at geom.Vec, w Water) string {
	height := w.Seabed(at) - at.Depth()
	if axis := c.Axis.Scale(1 / c.Axis.Norm()); axis.Z > -0.9 || height <= c.Reach || math.IsInf(height, 1) {
		return ""
	}
	return fmt.Sprintf("it looks %g m far, and there the bottom is %.4g m below it; give it more reach", c.Reach, height)
}

// Build makes the instrument.
func (c *AltimeterConfig) Build(s Site) (Sensor, error) {
	return &altimeter{c.newSonar(s), c.Axis.Scale(1 / c.Axis.Norm())}, nil
}

// altimeter is a sonar of one beam.
type altimeter struct {
	*sonar
	beam geom.Vec
}

// Quantities implements Sensor.
func (*altimeter) Quantities() []Quantity { return []Quantity{{Name: "range", Unit: "m"}} }

// Sample implements Sensor.
func (a *altimeter) Sample(now sim.Time, s *Scene, out []float64) (known sim.Time, ok bool) {
	distance, flight := a.ping(now, s, a.beam)
	out[0] = distance
	return a.flown(now, flight), !math.IsNaN(distance)
}
