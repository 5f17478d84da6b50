package main

import (
	"time"

	"halocline/plant/sensor"
	"halocline/sim"
	"halocline/sim/fault"
)

// Thermometer reads one number: the temperature of the water around it.
type Thermometer struct {
	sensor.Timing `yaml:",inline"`
	Temperature   sensor.Error `yaml:"temperature" unit:"degC" doc:"error of the temperature"`
}

// Ranger reads how far another node is, without errors.
type Ranger struct {
	sensor.Timing `yaml:",inline"`
	To            string `yaml:"to" required:"true" doc:"name of the other node"`
}

// DefaultThermometer returns a reading a second, 0.01 degC of noise.
func DefaultThermometer() sensor.Config {
	return &Thermometer{Timing: sensor.Timing{Period: time.Second}, Temperature: sensor.Error{Noise: 0.01}}
}

// DefaultRanger returns a reading a second.
func DefaultRanger() sensor.Config { return &Ranger{Timing: sensor.Timing{Period: time.Second}} }

// About says what the instrument is.
func (*Thermometer) About() string { return "thermometer" }

// About says what the instrument is.
func (*Ranger) About() string { return "distance to another node" }

// Validate finds nothing that the ranges do not.
func (*Thermometer) Validate() error { return nil }

// Validate finds nothing that the ranges do not.
func (*Ranger) Validate() error { return nil }

// Build makes the instrument of one node.
func (c *Thermometer) Build(s sensor.Site) (sensor.Sensor, error) {
	e := c.Temperature
	if s.Exact {
		e = sensor.Error{}
	}
	return &thermometer{c, e.Process(s.Streams, s.Name+"/temperature", c.Interval())}, nil
}

// Build makes the instrument of one node.
func (c *Ranger) Build(s sensor.Site) (sensor.Sensor, error) {
	to, err := s.Node(c.To)
	if err != nil {
		return nil, fault.In("to", "%w", err)
	}
	return &ranger{c, to}, nil
}

type thermometer struct {
	config      *Thermometer
	temperature sensor.Process
}

// Quantities names the number.
func (*thermometer) Quantities() []sensor.Quantity {
	return []sensor.Quantity{{Name: "temperature", Unit: "degC"}}
}

// Sample reads it, in the water only.
func (p *thermometer) Sample(now sim.Time, s *sensor.Scene, out []float64) (known sim.Time, ok bool) {
	out[0], ok = p.temperature.Sample(now, s.Water.Temperature(s.Position))
	return p.config.Available(now), ok && s.Position.Z <= 0
}

type ranger struct {
	config *Ranger
	to     int32
}

// Quantities names the number.
func (*ranger) Quantities() []sensor.Quantity { return []sensor.Quantity{{Name: "range", Unit: "m"}} }

// Sample reads where the other node is.
func (r *ranger) Sample(now sim.Time, s *sensor.Scene, out []float64) (known sim.Time, ok bool) {
	out[0] = s.World.Peer(r.to, now).Position.Dist(s.Position)
	return r.config.Available(now), true
}
