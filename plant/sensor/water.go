package sensor

import (
	"fmt"
	"math"
	"slices"
	"time"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// DepthConfig describes a pressure gauge that is read as depth: it counts with
// the density of the water that it is in.
type DepthConfig struct {
	Timing   `yaml:",inline"`
	Position geom.Vec `yaml:"position" as:"vector" unit:"m" range:"[-1e3,1e3]" doc:"position of the instrument in the body frame"`
	Depth    Error    `yaml:"depth" unit:"m" doc:"error of the depth"`
}

// DefaultDepth returns a gauge for 350 m whose bias is 0.1 % of that at three
// standard deviations, and which is read in mm. Its numbers are assumed.
func DefaultDepth() *DepthConfig {
	return &DepthConfig{
		Timing: Timing{Period: 100 * time.Millisecond},
		Depth:  Error{Noise: 0.01, Bias: 0.12, BiasTime: time.Hour, Resolution: 0.001, Range: 350},
	}
}

// About says what the instrument is.
func (*DepthConfig) About() string { return "pressure gauge, read as depth" }

// Validate finds nothing beyond the ranges of the fields.
func (*DepthConfig) Validate() error { return nil }

// DepthGauge is a pressure gauge.
type DepthGauge struct {
	config DepthConfig
	depth  Process
}

// New makes the instrument, which owns the streams below its name.
func (c *DepthConfig) New(streams *rng.Source, name string) *DepthGauge {
	return &DepthGauge{config: *c, depth: c.Depth.Process(streams, name+"/depth", c.Interval())}
}

// Build makes the instrument.
func (c *DepthConfig) Build(s Site) (Sensor, error) {
	own := *c
	if s.Exact {
		own.Depth = Error{}
	}
	return own.New(s.Streams, s.Name), nil
}

// Doubt says why it reads nothing at a place.
func (c *DepthConfig) Doubt(at geom.Vec, _ Water) string {
	if most := c.Depth.Range; most > 0 && at.Depth() > most {
		return fmt.Sprintf("it measures down to %g m, and there it is at %.4g m; give it a longer range, as in depth: {depth: {range: %.0fm}}",
			most, at.Depth(), math.Ceil(at.Depth()/100)*100)
	}
	return ""
}

// Unread says why there may be no reading.
func (*DepthConfig) Unread() string { return "look at the range of the gauge" }

// Depth is what a pressure gauge reads.
type Depth struct {
	Depth            float64 // m
	Taken, Available sim.Time
}

// Read takes a reading of the gauge. In the air it is at depth 0.
func (g *DepthGauge) Read(t sim.Time, s *vehicle.Motion) (Depth, bool) {
	at, _ := mount(s, g.config.Position)
	depth, ok := g.depth.Sample(t, max(0, at.Depth()))
	if !ok {
		return Depth{}, false
	}
	return Depth{Depth: depth, Taken: t, Available: g.config.Available(t)}, true
}

// Quantities implements Sensor.
func (*DepthGauge) Quantities() []Quantity { return []Quantity{{Name: "depth", Unit: "m"}} }

// Sample implements Sensor.
func (g *DepthGauge) Sample(now sim.Time, s *Scene, out []float64) (known sim.Time, ok bool) {
	r, ok := g.Read(now, &s.Motion)
	out[0] = r.Depth
	return r.Available, ok
}

// DVLConfig describes a Doppler log that follows the bottom, or the water around it.
type DVLConfig struct {
	Timing   `yaml:",inline"`
	Track    string   `yaml:"track" oneof:"bottom|water|either" doc:"reference of the measured velocity. bottom: the bottom, and nothing is read without bottom lock; water: the water, which a current moves; either: the bottom, or the water where there is no bottom lock"`
	Position geom.Vec `yaml:"position" as:"vector" unit:"m" range:"[-1e3,1e3]" doc:"position of the instrument in the body frame"`
	Velocity Error    `yaml:"velocity" unit:"m/s" doc:"error of each component of the velocity in the body frame"`
	Scale    float64  `yaml:"scale" range:"[0,0.1]" doc:"standard deviation of the relative error of the velocity, the same along all axes and for the whole run"`
	Mounting float64  `yaml:"mounting" unit:"rad" range:"[0,0.2]" doc:"standard deviation of the mounting error, an angle about each axis that stays for the whole run"`
	Altitude Error    `yaml:"altitude" unit:"m" doc:"error of the height over the bottom"`
	Least    float64  `yaml:"least_altitude" unit:"m" range:"[0,1e4]" doc:"height below which there is no bottom lock"`
	Greatest float64  `yaml:"greatest_altitude" unit:"m" range:"(0,1e4]" doc:"height above which there is no bottom lock"`
	Tilt     float64  `yaml:"greatest_tilt" unit:"rad" range:"(0,3.2]" doc:"angle between the body's z axis and the vertical beyond which there is no bottom lock"`
}

// DefaultDVL returns the log of the UUV Simulator, 7 readings a second from 0.55
// to 81 m, with the errors of a log of its kind: 0.2 % and 1 mm/s that stay, and noise of 3 mm/s,
// as the data sheet of the Workhorse Navigator of 600 and 1200 kHz (Teledyne RD Instruments) has
// them where others quote it. Makers state 0.1 % to 1 %; both are of Water Linked's A50, in two
// versions (discuss.bluerobotics.com/t/14873). A mounting known to 0.2 degrees is assumed. A way is
// then wrong by some 0.4 % of its length.
// Its beams lean 30 degrees outwards; a tilt of so much has one of them vertical. Without
// bottom lock it measures against the water, as makers offer; with the same errors, which
// is assumed too.
func DefaultDVL() *DVLConfig {
	return &DVLConfig{
		Timing:   Timing{Period: time.Second / 7},
		Track:    "either",
		Velocity: Error{Noise: 0.003, Bias: 0.001, Resolution: 0.001, Range: 10},
		Scale:    0.002,
		Mounting: 0.2 * math.Pi / 180,
		Altitude: Error{Noise: 0.05, Resolution: 0.01},
		Least:    0.55,
		Greatest: 81,
		Tilt:     math.Pi / 6,
	}
}

// Height names the quantity that is the height over ground.
func (*DVLConfig) Height() string { return "altitude" }

// About says what the instrument is.
func (*DVLConfig) About() string {
	return "Doppler log: velocity over ground near the bottom, or through the water"
}

// Validate checks that there is a height with bottom lock.
func (c *DVLConfig) Validate() error {
	return fault.Keep(c.Bounds())
}

// Bounds returns what the altitudes keep to.
func (c *DVLConfig) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "least_altitude", Value: c.Least, Op: fault.LessThan, Than: "greatest_altitude", Limit: c.Greatest,
		Why: fmt.Sprintf("%g m is not below the greatest altitude of %g m", c.Least, c.Greatest),
	}}
}

// DVL is a Doppler log.
type DVL struct {
	config   DVLConfig
	upright  float64 // cosine of the greatest tilt
	scale    float64 // of what it reads to what is so
	mounting geom.Quat
	velocity triad
	altitude Process
}

// New makes the instrument, which owns the streams below its name.
func (c *DVLConfig) New(streams *rng.Source, name string) *DVL {
	mounting := streams.Stream(name + "/mounting")
	turned := func() float64 { return c.Mounting * mounting.Normal() }
	return &DVL{
		config:   *c,
		upright:  math.Cos(c.Tilt),
		scale:    1 + c.Scale*streams.Stream(name+"/scale").Normal(),
		mounting: geom.FromEuler(turned(), turned(), turned()),
		velocity: c.Velocity.triad(streams, name+"/velocity", c.Interval()),
		altitude: c.Altitude.Process(streams, name+"/altitude", c.Interval()),
	}
}

// Build makes the instrument.
func (c *DVLConfig) Build(s Site) (Sensor, error) {
	own := *c
	if s.Exact {
		own.Velocity, own.Altitude, own.Scale, own.Mounting = Error{}, Error{}, 0, 0
	}
	return own.New(s.Streams, s.Name), nil
}

// Doubt says why it reads nothing at a place. A log that may follow the water reads everywhere, and
// one over no bottom at all is a fault.
func (c *DVLConfig) Doubt(at geom.Vec, w Water) string {
	height := w.Seabed(at) - at.Depth()
	if c.Track != "bottom" || height >= c.Least && height <= c.Greatest || math.IsInf(height, 1) {
		return ""
	}
	return fmt.Sprintf("it follows a bottom that is %g m to %g m below it, and there it is %.4g m; write track: either, or look at least_altitude and greatest_altitude of the log and at water.seabed",
		c.Least, c.Greatest, height)
}

// Unread says why there may be no reading.
func (*DVLConfig) Unread() string {
	return "look at the reach of the log, what it tracks and water.seabed"
}

// ReadsCurrent reports that the velocity through the water hangs on the current.
func (*DVLConfig) ReadsCurrent() bool { return true }

// Doppler is what a Doppler log reads.
type Doppler struct {
	Velocity         geom.Vec // of the log, in the body frame, m/s
	Ground           bool     // over ground; otherwise through the water
	Altitude         float64  // vertical height over the bottom, m; 0 without bottom lock
	Taken, Available sim.Time
}

// Read takes a reading of the log over a bottom at a depth in m, which is infinite where
// there is none, in a current in m/s in the world frame.
func (d *DVL) Read(t sim.Time, s *vehicle.Motion, seabed float64, current geom.Vec) (Doppler, bool) {
	at, velocity := mount(s, d.config.Position)
	height := seabed - at.Depth()
	track := d.config.Track
	ground := track != "water" && height >= d.config.Least && height <= d.config.Greatest &&
		s.Attitude.Rotate(geom.Vec{Z: 1}).Z >= d.upright
	if !ground {
		velocity = velocity.Sub(s.Attitude.RotateInverse(current))
	}
	out := Doppler{Ground: ground, Taken: t, Available: d.config.Available(t)}
	var okV, okA bool
	out.Velocity, okV = d.velocity.sample(t, d.mounting.RotateInverse(velocity).Scale(d.scale))
	out.Altitude, okA = d.altitude.Sample(t, height)
	if !ground {
		out.Altitude, okA = 0, track == "water" || track == "either"
	}
	if at.Depth() < 0 || !okV || !okA {
		return Doppler{}, false
	}
	return out, true
}

// Quantities implements Sensor. A sample has the velocity over ground and the altitude, or that through
// the water.
func (*DVL) Quantities() []Quantity {
	return slices.Concat(vector("ground", "m/s"), []Quantity{{Name: "altitude", Unit: "m"}}, vector("water", "m/s"))
}

// Sample implements Sensor.
func (d *DVL) Sample(now sim.Time, s *Scene, out []float64) (known sim.Time, ok bool) {
	r, ok := d.Read(now, &s.Motion, s.Water.Seabed(s.Position), s.Water.Current(s.Position, now))
	none := geom.Vec{X: math.NaN(), Y: math.NaN(), Z: math.NaN()}
	if r.Ground {
		put(out, r.Velocity)
		put(out[4:], none)
		out[3] = r.Altitude
	} else {
		put(out, none)
		put(out[4:], r.Velocity)
		out[3] = math.NaN()
	}
	return r.Available, ok
}

// CTDConfig describes a probe for conductivity, temperature and depth.
type CTDConfig struct {
	Timing       `yaml:",inline"`
	Position     geom.Vec `yaml:"position" as:"vector" unit:"m" range:"[-1e3,1e3]" doc:"position of the instrument in the body frame"`
	Conductivity Error    `yaml:"conductivity" unit:"S/m" doc:"error of the conductivity"`
	Temperature  Error    `yaml:"temperature" unit:"degC" doc:"error of the temperature"`
	Depth        Error    `yaml:"depth" unit:"m" doc:"error of the depth"`
}

// DefaultCTD returns a probe with the accuracy, the resolution of its output and
// the 16 readings a second of a Sea-Bird SBE 49, for 350 m. Its accuracy stands as
// a constant bias; the noise is assumed.
func DefaultCTD() *CTDConfig {
	return &CTDConfig{
		Timing:       Timing{Period: time.Second / 16},
		Conductivity: Error{Noise: 5e-5, Bias: 3e-4, Resolution: 1e-5, Range: 9},
		Temperature:  Error{Noise: 1e-4, Bias: 0.002, Resolution: 1e-4, Range: 35},
		Depth:        Error{Noise: 0.007, Bias: 0.12, Resolution: 0.001, Range: 350},
	}
}

// About says what the instrument is.
func (*CTDConfig) About() string { return "probe for conductivity, temperature and depth" }

// Validate finds nothing beyond the ranges of the fields.
func (*CTDConfig) Validate() error { return nil }

// CTD is a probe for conductivity, temperature and depth.
type CTD struct {
	config                           CTDConfig
	conductivity, temperature, depth Process
}

// New makes the instrument, which owns the streams below its name.
func (c *CTDConfig) New(streams *rng.Source, name string) *CTD {
	every := c.Interval()
	return &CTD{
		config:       *c,
		conductivity: c.Conductivity.Process(streams, name+"/conductivity", every),
		temperature:  c.Temperature.Process(streams, name+"/temperature", every),
		depth:        c.Depth.Process(streams, name+"/depth", every),
	}
}

// Build makes the instrument.
func (c *CTDConfig) Build(s Site) (Sensor, error) {
	own := *c
	if s.Exact {
		own.Conductivity, own.Temperature, own.Depth = Error{}, Error{}, Error{}
	}
	return own.New(s.Streams, s.Name), nil
}

// Cast is what a CTD probe reads.
type Cast struct {
	Conductivity     float64 // S/m
	Temperature      float64 // degC
	Depth            float64 // m
	Taken, Available sim.Time
}

// Read takes a reading of the probe. Out of the water it has nothing to read.
func (c *CTD) Read(t sim.Time, s *vehicle.Motion, w Water) (Cast, bool) {
	at, _ := mount(s, c.config.Position)
	out := Cast{Taken: t, Available: c.config.Available(t)}
	var ok [3]bool
	out.Conductivity, ok[0] = c.conductivity.Sample(t, w.Conductivity(at))
	out.Temperature, ok[1] = c.temperature.Sample(t, w.Temperature(at))
	out.Depth, ok[2] = c.depth.Sample(t, at.Depth())
	if at.Depth() < 0 || ok != [3]bool{true, true, true} {
		return Cast{}, false
	}
	return out, true
}

// Quantities implements Sensor.
func (*CTD) Quantities() []Quantity {
	return []Quantity{{Name: "conductivity", Unit: "S/m"}, {Name: "temperature", Unit: "degC"}, {Name: "depth", Unit: "m"}}
}

// Sample implements Sensor.
func (c *CTD) Sample(now sim.Time, s *Scene, out []float64) (known sim.Time, ok bool) {
	r, ok := c.Read(now, &s.Motion, s.Water)
	out[0], out[1], out[2] = r.Conductivity, r.Temperature, r.Depth
	return r.Available, ok
}
