package acoustic

import (
	"halocline/phy"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// Antennas returns the kinds of transducer by name.
func Antennas() map[string]func() phy.AntennaConfig {
	return map[string]func() phy.AntennaConfig{
		"omni": func() phy.AntennaConfig { return &phy.Omni{} },
		"line": func() phy.AntennaConfig { return &LineArray{Mounting: phy.Mounting{Axis: geom.Vec{Z: 1}}, Length: 0.2} },
		"piston": func() phy.AntennaConfig {
			return &CircularPiston{Mounting: phy.Mounting{Axis: geom.Vec{X: 1}}, Diameter: 0.1}
		},
		"grid":  func() phy.AntennaConfig { return &GridPattern{} },
		"table": func() phy.AntennaConfig { return &MeasuredPattern{Mounting: phy.Mounting{Axis: geom.Vec{X: 1}}} },
	}
}

// LineArray describes a Line.
type LineArray struct {
	phy.Mounting
	Length float64 `yaml:"length" unit:"m" range:"(0,1000]" doc:"length of the array along its axis; the main beam is the plane across it"`
}

// About says what the model is.
func (*LineArray) About() string { return "uniform line array" }

// Antenna returns the transducer.
func (c *LineArray) Antenna(b phy.Band, speed float64) (phy.Antenna, error) {
	if err := known(speed); err != nil {
		return nil, err
	}
	return Transducer{Pattern: Line{Length: c.Length, Wavelength: speed / b.Centre}, Axis: c.Axis}, nil
}

// CircularPiston describes a Piston.
type CircularPiston struct {
	phy.Mounting
	Diameter float64 `yaml:"diameter" unit:"m" range:"(0,1000]" doc:"diameter of the transducer; its axis is the main beam"`
}

// About says what the model is.
func (*CircularPiston) About() string { return "flat circular transducer in a baffle" }

// Antenna returns the transducer.
func (c *CircularPiston) Antenna(b phy.Band, speed float64) (phy.Antenna, error) {
	if err := known(speed); err != nil {
		return nil, err
	}
	return Transducer{Pattern: Piston{Diameter: c.Diameter, Wavelength: speed / b.Centre}, Axis: c.Axis}, nil
}

// known checks that the channel has a speed to take the wavelength from.
func known(speed float64) error {
	if speed <= 0 {
		return fault.In("antenna", "an antenna of a given size needs a channel with a wavelength, and an ideal channel has none; use a table of gains")
	}
	return nil
}

// MeasuredPattern describes a Table.
type MeasuredPattern struct {
	phy.Mounting
	Angle []float64 `yaml:"angle" unit:"rad" range:"[0,3.2]" min:"2" required:"true" doc:"angles from the axis, from 0deg to 180deg"`
	Gain  []float64 `yaml:"gain" unit:"dB" range:"[-200,60]" min:"2" required:"true" doc:"gain at each angle"`
}

// About says what the model is.
func (*MeasuredPattern) About() string { return "measured pattern, by angle from the axis" }

// Validate checks the table.
func (c *MeasuredPattern) Validate() error {
	_, err := c.table()
	return err
}

// Antenna returns the transducer.
func (c *MeasuredPattern) Antenna(phy.Band, float64) (phy.Antenna, error) {
	t, err := c.table()
	return Transducer{Pattern: t, Axis: c.Axis}, err
}

// table makes the pattern.
func (c *MeasuredPattern) table() (Table, error) {
	if len(c.Angle) != len(c.Gain) {
		return Table{}, fault.In("gain", "%d gains are given for %d angles", len(c.Gain), len(c.Angle))
	}
	samples := make([]Sample, len(c.Angle))
	for i := range samples {
		samples[i] = Sample{Angle: c.Angle[i], Gain: c.Gain[i]}
	}
	t, err := NewTable(samples)
	if err != nil {
		return Table{}, fault.In("angle", "%v", err)
	}
	return t, nil
}
