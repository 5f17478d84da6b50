// Package planttest checks that an instrument keeps the contract of package sensor, and that the
// equations of a vehicle keep that of vehicle.Dynamics. One call from the test of a model is enough:
//
//	func TestContract(t *testing.T) { planttest.Sensor(t, func() sensor.Config { return altimeter.Default() }) }
//
// An instrument is put into random scenes, in the water, at the bottom and in the air; a vehicle takes random steps in
// a random current. Both follow from a seed, which is named where a check fails.
//
// Left out: whether a model is right. What it should read, or how it should move, is for its own tests.
package planttest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// T is what the kit needs of a *testing.T.
type T interface {
	Helper()
	Errorf(format string, args ...any)
}

const (
	seeds   = 20
	samples = 200 // of an instrument in the scenes of a seed
	bottom  = 60  // depth, m
)

// Sensor checks an instrument, whose configurations are made by a function, all alike and each new. Any name that it asks
// for is that of another node.
func Sensor(t T, config func() sensor.Config) {
	t.Helper()
	for seed := range uint64(seeds) {
		if err := checkSensor(config, seed); err != nil {
			t.Errorf("seed %d: %v", seed, err)
			return
		}
	}
}

func checkSensor(config func() sensor.Config, seed uint64) error {
	c := config()
	if err := c.Validate(); err != nil {
		return fmt.Errorf("the configuration is not valid: %w", err)
	}
	if c.Schedule().Interval() <= 0 {
		return fmt.Errorf("the time from one sample to the next is %v", c.Schedule().Interval())
	}
	streams := rng.New(seed)
	a, err := build(c, streams, "a", false)
	if err != nil {
		return err
	}
	if _, err = build(c, streams, "b", false); err != nil { // streams of its own, or a panic
		return err
	}
	again, err := build(config(), rng.New(seed), "a", false)
	if err != nil {
		return err
	}
	away, err := build(config(), rng.New(seed), "a", false)
	if err != nil {
		return err
	}
	if err := checkQuantities(a); err != nil {
		return err
	}
	at := testWater{seed, sea(rng.New(seed).Stream("sea"))}
	if err := at.checkSamples(c, a, again, away); err != nil {
		return err
	}
	return at.checkExact(config)
}

func build(c sensor.Config, streams *rng.Source, name string, exact bool) (sensor.Sensor, error) {
	s, err := c.Build(sensor.Site{Streams: streams, Name: name, Exact: exact, Node: func(string) (int32, error) { return 1, nil }})
	if err != nil {
		return nil, fmt.Errorf("it cannot be built: %w", err)
	}
	return s, nil
}

// checkQuantities checks that there are numbers with names of their own, always the same.
func checkQuantities(s sensor.Sensor) error {
	seen := map[string]bool{}
	for _, q := range s.Quantities() {
		if q.Name == "" || seen[q.Column()] {
			return fmt.Errorf("a quantity is named %q, which is no name or that of another", q.Column())
		}
		seen[q.Column()] = true
	}
	if len(seen) == 0 || !slices.Equal(s.Quantities(), s.Quantities()) {
		return fmt.Errorf("the quantities are %v and then %v", s.Quantities(), s.Quantities())
	}
	return nil
}

// checkSamples checks that equal instruments read the same in equal scenes, and that one whose first half of the scenes was
// another reads the same from then on, where both read: that it drew as many random numbers.
func (l *testWater) checkSamples(c sensor.Config, a, again, away sensor.Sensor) error {
	n := len(a.Quantities())
	first, second, third := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range int64(samples) {
		now := c.Schedule().Due(i)
		here := l.scene(0, i)
		there := here
		if i < samples/2 {
			there = l.scene(1, i)
		}
		known, ok := a.Sample(now, &here, first)
		_, same := again.Sample(now, &here, second)
		_, too := away.Sample(now, &there, third)
		if ok {
			if err := checkSample(now, known, first); err != nil {
				return fmt.Errorf("sample %d: %w", i, err)
			}
		}
		switch {
		case ok != same || ok && !equal(first, second):
			return fmt.Errorf("sample %d: two equal instruments read %v %v and %v %v", i, first, ok, second, same)
		case i >= samples/2 && ok && too && !equal(first, third):
			return fmt.Errorf("sample %d: it reads %v, and %v if it was elsewhere before: it has drawn other random numbers there", i, first, third)
		}
	}
	now, here := c.Schedule().Due(samples), l.scene(0, 0)
	if n := testing.AllocsPerRun(10, func() { a.Sample(now, &here, first) }); n != 0 {
		return fmt.Errorf("a sample allocates %g times", n)
	}
	return nil
}

// checkSample checks a sample by itself.
func checkSample(now, known sim.Time, values []float64) error {
	switch {
	case known < now:
		return fmt.Errorf("it is known at %v, before it is taken, at %v", known, now)
	case !slices.ContainsFunc(values, func(v float64) bool { return !math.IsNaN(v) }):
		return errors.New("there is one, and it measures nothing")
	case slices.ContainsFunc(values, func(v float64) bool { return math.IsInf(v, 0) }):
		return fmt.Errorf("a number is infinite: %v", values)
	}
	return nil
}

// checkExact checks that an instrument without errors reads the same whatever its random numbers are.
func (l *testWater) checkExact(config func() sensor.Config) error {
	a, err := build(config(), rng.New(l.seed), "a", true)
	if err != nil {
		return err
	}
	b, err := build(config(), rng.New(l.seed+1), "a", true)
	if err != nil {
		return err
	}
	n := len(a.Quantities())
	one, other := make([]float64, n), make([]float64, n)
	for i := range int64(samples) {
		now, here := sim.Time(i)*sim.Time(time.Hour), l.scene(0, i)
		_, ok := a.Sample(now, &here, one)
		if _, too := b.Sample(now, &here, other); ok != too || ok && !equal(one, other) {
			return fmt.Errorf("sample %d: without errors it reads %v with one seed and %v with another", i, one, other)
		}
	}
	return nil
}

// equal tells whether samples are the same; NaN is.
func equal(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) })
}

// testWater is where the scenes of a seed are.
type testWater struct {
	seed  uint64
	water sensor.Water
}

// scene returns a scene of a row.
func (l *testWater) scene(row int, i int64) sensor.Scene {
	r := rng.New(l.seed).Stream(fmt.Sprint("scene ", row, i))
	s := sensor.Scene{Motion: motion(r), Water: l.water, World: world{motion(r)}}
	for k := range s.Acceleration {
		s.Acceleration[k] = r.Uniform(-1, 1)
	}
	return s
}

// motion returns a motion between 2 m over the surface and 2 m below the bottom.
func motion(r *rng.Stream) vehicle.Motion {
	m := vehicle.Motion{
		Position: geom.Vec{X: r.Uniform(-100, 100), Y: r.Uniform(-100, 100), Z: r.Uniform(-bottom-2, 2)},
		Attitude: geom.FromEuler(r.Uniform(-3, 3), r.Uniform(-1, 1), r.Uniform(-1, 1)),
	}
	for k := range m.Velocity {
		m.Velocity[k] = r.Uniform(-2, 2)
	}
	return m
}

// sea returns water in which a current flows.
func sea(r *rng.Stream) *ocean.Water {
	c := ocean.Default()
	c.Seabed = &ocean.SeabedConfig{Depth: bottom, Values: "depth"}
	c.Current = ocean.UniformConfig{Direction: ocean.Direction{Toward: r.Uniform(-math.Pi, math.Pi)}, Speed: r.Uniform(0, 1)}
	w, err := c.Build(ocean.Site{})
	if err != nil {
		panic("planttest: " + err.Error())
	}
	return w
}

// world has a flat bottom and one other node.
type world struct{ peer vehicle.Motion }

// Peer implements sensor.World.
func (w world) Peer(int32, sim.Time) vehicle.Motion { return w.peer }

// Cast implements sensor.World.
func (world) Cast(from, dir geom.Vec, most float64, _ sim.Time) (sensor.Hit, bool) {
	d := (-bottom - from.Z) / dir.Z
	if !(d >= 0 && d <= most) {
		return sensor.Hit{}, false
	}
	return sensor.Hit{Distance: d, Normal: geom.Vec{Z: 1}, Node: trace.None}, true
}
