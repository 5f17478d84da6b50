package sensor

import (
	"math"
	"time"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// GPSConfig describes satellite positioning. Sea water lets its waves of 20 cm
// pass for millimetres, so it works with the antenna out of the water.
type GPSConfig struct {
	Timing     `yaml:",inline"`
	Antenna    geom.Vec      `yaml:"antenna" as:"vector" unit:"m" range:"[-1e3,1e3]" doc:"position of the antenna in the body frame"`
	Acquire    time.Duration `yaml:"acquire" range:"[0,86400]" doc:"time from the first sample out of the water to the first fix"`
	Horizontal Error         `yaml:"horizontal" unit:"m" doc:"error of x and of y"`
	Height     Error         `yaml:"height" unit:"m" doc:"error of the height"`
	Velocity   Error         `yaml:"velocity" unit:"m/s" doc:"error of each component of the velocity"`
}

// DefaultGPS returns a receiver of 2.5 m circular error, half of the fixes lying
// within it (a standard deviation of 2.5 m / sqrt(2 ln 2) = 2.12 m on each
// axis), 0.05 m/s, and 1 s to the first fix (u-blox M8). That most of the error
// wanders, over minutes, and the height are assumed.
func DefaultGPS() *GPSConfig {
	return &GPSConfig{
		Timing:     Timing{Period: time.Second},
		Antenna:    geom.Vec{Z: 0.3},
		Acquire:    time.Second,
		Horizontal: Error{Noise: 0.7, Bias: 2, BiasTime: 5 * time.Minute},
		Height:     Error{Noise: 1.4, Bias: 4, BiasTime: 5 * time.Minute},
		Velocity:   Error{Noise: 0.05},
	}
}

// About says what the instrument is.
func (*GPSConfig) About() string { return "satellite positioning, at the surface only" }

// Validate finds nothing beyond the ranges of the fields.
func (*GPSConfig) Validate() error { return nil }

// GPS is a receiver of satellite positioning.
type GPS struct {
	config       GPSConfig
	x, y, height Process
	velocity     triad
	geo          *geom.Geo
	dry          bool     // the antenna was out of the water at the last sample
	since        sim.Time // and has been from this one on
}

// New makes the instrument, which owns the streams below its name.
func (c *GPSConfig) New(streams *rng.Source, name string) *GPS {
	every := c.Interval()
	return &GPS{
		config:   *c,
		x:        c.Horizontal.Process(streams, name+"/x", every),
		y:        c.Horizontal.Process(streams, name+"/y", every),
		height:   c.Height.Process(streams, name+"/height", every),
		velocity: c.Velocity.triad(streams, name+"/velocity", every),
	}
}

// Build makes the instrument.
func (c *GPSConfig) Build(s Site) (Sensor, error) {
	own := *c
	if s.Exact {
		own.Horizontal, own.Height, own.Velocity = Error{}, Error{}, Error{}
	}
	g := own.New(s.Streams, s.Name)
	g.geo = s.Geo
	return g, nil
}

// Unread says why there may be no fix.
func (*GPSConfig) Unread() string {
	return "satellites are heard with the antenna out of the water only"
}

// Surfaced is a fix of a receiver at the surface.
type Surfaced struct {
	Position         geom.Vec // of the antenna in the world frame, m
	Velocity         geom.Vec // over ground in the world frame, m/s
	Taken, Available sim.Time
}

// Read takes a reading of the receiver.
func (g *GPS) Read(t sim.Time, s *vehicle.Motion) (Surfaced, bool) {
	at, velocity := mount(s, g.config.Antenna)
	dry := at.Z > 0
	if dry && !g.dry {
		g.since = t
	}
	g.dry = dry
	out := Surfaced{Taken: t, Available: g.config.Available(t)}
	var ok [4]bool
	out.Position.X, ok[0] = g.x.Sample(t, at.X)
	out.Position.Y, ok[1] = g.y.Sample(t, at.Y)
	out.Position.Z, ok[2] = g.height.Sample(t, at.Z)
	out.Velocity, ok[3] = g.velocity.sample(t, s.Attitude.Rotate(velocity))
	if !dry || t.Sub(g.since) < g.config.Acquire || ok != [4]bool{true, true, true, true} {
		return Surfaced{}, false
	}
	return out, true
}

// Quantities implements Sensor. Where it is known where on the Earth the world lies, they end with latitude and longitude on WGS 84, and the
// height above its ellipsoid.
func (g *GPS) Quantities() []Quantity {
	all := append([]Quantity{{Name: "x", Unit: "m"}, {Name: "y", Unit: "m"}, {Name: "z", Unit: "m"}}, vector("velocity", "m/s")...)
	if g.geo != nil {
		all = append(all, Quantity{Name: "latitude", Unit: "deg"}, Quantity{Name: "longitude", Unit: "deg"}, Quantity{Name: "height", Unit: "m"})
	}
	return all
}

// Sample implements Sensor.
func (g *GPS) Sample(now sim.Time, s *Scene, out []float64) (known sim.Time, ok bool) {
	r, ok := g.Read(now, &s.Motion)
	put(out, r.Position)
	put(out[3:], r.Velocity)
	if g.geo != nil {
		latitude, longitude, height := g.geo.Place(r.Position)
		out[6], out[7], out[8] = latitude*180/math.Pi, longitude*180/math.Pi, height
	}
	return r.Available, ok
}
