package sensor_test

import (
	"fmt"
	"time"

	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/rng"
)

// probeConfig describes a probe for the speed of sound. A scenario writes {type: sound-speed, period: 2s, noise: 0.1m/s}
// where this is on the shelf of instruments.
type probeConfig struct {
	sensor.Timing `yaml:",inline"`
	Noise         float64 `yaml:"noise" unit:"m/s" range:"[0,100]" doc:"standard deviation of a reading"`
}

func (*probeConfig) About() string   { return "probe for the speed of sound" }
func (*probeConfig) Validate() error { return nil }

func (c *probeConfig) Build(s sensor.Site) (sensor.Sensor, error) {
	e := sensor.Error{Noise: c.Noise}
	if s.Exact {
		e = sensor.Error{}
	}
	return &probe{c, e.Process(s.Streams, s.Name+"/speed", c.Interval())}, nil
}

type probe struct {
	config *probeConfig
	speed  sensor.Process
}

func (*probe) Quantities() []sensor.Quantity {
	return []sensor.Quantity{{Name: "sound_speed", Unit: "m/s"}}
}

func (p *probe) Sample(now sim.Time, s *sensor.Scene, out []float64) (known sim.Time, ok bool) {
	out[0], ok = p.speed.Sample(now, s.Water.SoundSpeed(s.Position))
	return p.config.Available(now), ok && s.Position.Z <= 0
}

// An instrument of one number: its configuration, and what it reads at a place in the water.
func ExampleSensor() {
	water, _ := ocean.Default().Build(ocean.Site{})
	c := &probeConfig{Timing: sensor.Timing{Period: 2 * time.Second, Latency: 100 * time.Millisecond}, Noise: 0.1}
	probe, _ := c.Build(sensor.Site{Streams: rng.New(1), Name: "auv/instruments/sound-speed", Exact: true})
	scene := sensor.Scene{Motion: vehicle.Motion{Position: geom.Vec{Z: -100}, Attitude: geom.FromEuler(0, 0, 0)}, Water: water}
	var out [1]float64
	known, ok := probe.Sample(sim.Time(time.Second), &scene, out[:])
	fmt.Printf("%s %.1f known at %v %v", probe.Quantities()[0].Column(), out[0], known, ok)
	// Output: sound_speed_mps 1500.0 known at 1.100000000s true
}
