package sensor

import (
	"halocline/sim"
	"halocline/sim/fault"
)

// FinderConfig describes acoustic positioning of one node by another, which carries it as an instrument. The
// transponder of the target has a power of its own.
type FinderConfig struct {
	USBLConfig `yaml:",inline"`
	Target     string `yaml:"target" required:"true" doc:"name of the node that it finds"`
}

// DefaultFinder returns the instrument of DefaultUSBL.
func DefaultFinder() *FinderConfig { return &FinderConfig{USBLConfig: *DefaultUSBL()} }

// About says what the instrument is.
func (*FinderConfig) About() string {
	return "acoustic positioning of another node: range, bearing, elevation"
}

// Unread says why there may be no fix.
func (*FinderConfig) Unread() string { return "look at the range of its distance" }

// Build makes the instrument.
func (c *FinderConfig) Build(s Site) (Sensor, error) {
	target, err := s.Node(c.Target)
	if err != nil {
		return nil, fault.In("target", "%w", err)
	}
	own := c.USBLConfig
	if s.Exact {
		own.Distance, own.Bearing, own.Elevation = Error{}, Error{}, Error{}
		own.Outliers, own.SoundSpeed = 0, 0
	}
	return &finder{own.New(s.Streams, s.Name), target}, nil
}

// finder is a USBL that asks one target.
type finder struct {
	usbl   *USBL
	target int32
}

// Quantities implements Sensor.
func (*finder) Quantities() []Quantity {
	return []Quantity{{Name: "distance", Unit: "m"}, {Name: "bearing", Unit: "rad"}, {Name: "elevation", Unit: "rad"}}
}

// Sample implements Sensor.
func (f *finder) Sample(now sim.Time, s *Scene, out []float64) (known sim.Time, ok bool) {
	target := s.World.Peer(f.target, now)
	fix, ok := f.usbl.Read(now, &s.Motion, &target, s.Water.SoundSpeed(s.Position))
	out[0], out[1], out[2] = fix.Distance, fix.Bearing, fix.Elevation
	return fix.Available, ok
}
