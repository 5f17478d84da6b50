package navigation

import (
	"math"
	"testing"
	"time"

	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

func close2(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// sea is water of 60 m with a current.
type sea struct {
	sensor.Water
	current geom.Vec
	bottom  float64
}

func (s sea) Seabed(geom.Vec) float64             { return s.bottom }
func (s sea) Current(geom.Vec, sim.Time) geom.Vec { return s.current }
func (s sea) SoundSpeed(geom.Vec) float64         { return 1500 }
func (s sea) Cast(geom.Vec, geom.Vec, float64, sim.Time) (sensor.Hit, bool) {
	return sensor.Hit{}, false
}
func (s sea) Peer(int32, sim.Time) vehicle.Motion { return vehicle.Motion{Attitude: geom.Quat{W: 1}} }

// moves is how a vehicle moves at a time in s: place, heading in rad, speed ahead in m/s, turn rate in rad/s, and
// acceleration ahead in m/s2. It swims level.
type moves func(t float64) (at geom.Vec, heading, speed, rate, ahead float64)

// motion returns the motion and its rate of change.
func (m moves) motion(now sim.Time) (vehicle.Motion, vehicle.Six) {
	at, heading, speed, rate, ahead := m(now.Seconds())
	return vehicle.Motion{Position: at, Attitude: geom.FromEuler(heading, 0, 0), Velocity: vehicle.Six{speed, 0, 0, 0, 0, rate}},
		vehicle.Six{ahead}
}

// straight speeds up by 0.1 m/s2 to a speed, along x.
func straight(speed, depth float64) moves {
	return func(t float64) (at geom.Vec, heading, v, rate, ahead float64) {
		const push = 0.1
		if until := speed / push; t >= until {
			return geom.Vec{X: speed*until/2 + speed*(t-until), Z: -depth}, 0, speed, 0, 0
		}
		return geom.Vec{X: push * t * t / 2, Z: -depth}, 0, push * t, 0, push
	}
}

// weaving swims along an arc to the left and one to the right, in turns of half a minute, from rest.
func weaving(speed, depth float64) moves {
	const bend, half, step = 0.1, 30.0, 0.001
	return func(t float64) (at geom.Vec, heading, v, rate, ahead float64) {
		at = geom.Vec{Z: -depth}
		v = speed * -math.Expm1(-t/5)
		ahead = speed / 5 * math.Exp(-t/5)
		rate = bend * math.Sin(math.Pi*t/half)
		heading = bend * half / math.Pi * (1 - math.Cos(math.Pi*t/half))
		return at, heading, v, rate, ahead
	}
}

// track is a vehicle that carries instruments, and its filter.
type track struct {
	*testing.T
	filter  *filter
	moves   moves
	sensors []sensor.Sensor
	timings []sensor.Timing
	many    []int                              // numbers of a reading
	told    []int                              // measurements so far
	changed func(source int, values []float64) // of what is read; nil for none
	scene   sensor.Scene
	values  [16]float64
}

// newTrack builds the filter of a vehicle from its configuration and instruments, whose random numbers come from a seed.
func newTrack(t *testing.T, c *FilterConfig, seed uint64, m moves, carried ...Carried) *track {
	t.Helper()
	k := &track{T: t, moves: m}
	k.scene.Water, k.scene.World = sea{bottom: 60}, sea{}
	streams := rng.New(seed)
	site := &Site{
		Node: "auv", Streams: streams, Instruments: carried, Use: Use{Begins: true},
		Motion: func(now sim.Time) *vehicle.Motion { s, _ := m.motion(now); return &s },
		Beacon: func(string) (geom.Vec, bool) { return geom.Vec{}, true },
	}
	for _, i := range carried {
		c.From = append(c.From, i.Name)
		s, err := i.Config.Build(sensor.Site{Streams: streams, Name: "auv/" + i.Name, Node: func(string) (int32, error) { return 1, nil }})
		if err != nil {
			t.Fatal(err)
		}
		k.sensors, k.timings, k.told, k.many = append(k.sensors, s), append(k.timings, i.Config.Schedule()), append(k.told, 0), append(k.many, len(s.Quantities()))
	}
	made, err := c.Build(site)
	if err != nil {
		t.Fatal(err)
	}
	k.filter = made.(*filter)
	return k
}

// read has all instruments measure that are due until a time, each at its own times, one after the other in steps of 1 ms.
func (k *track) read(now sim.Time) {
	for i, s := range k.sensors {
		for due := k.timings[i].Due(int64(k.told[i])); due <= now; due = k.timings[i].Due(int64(k.told[i])) {
			k.told[i]++
			k.scene.Motion, k.scene.Acceleration = k.moves.motion(due)
			values := k.values[:k.many[i]]
			if known, ok := s.Sample(due, &k.scene, values); ok {
				if k.changed != nil {
					k.changed(i, values)
				}
				k.filter.Read(i, due, known, values)
			}
		}
	}
}

// until carries on to a time, with what is done at each 10 ms.
func (k *track) until(from, to time.Duration, do func(now sim.Time)) {
	for now := sim.Time(from); now <= sim.Time(to); now = now.Add(10 * time.Millisecond) {
		k.read(now)
		if do != nil {
			do(now)
		}
	}
}

// Instruments without errors.
func cleanIMU() *sensor.IMUConfig {
	c := sensor.DefaultIMU()
	c.Rate, c.Force, c.Tilt, c.Heading = sensor.Error{}, sensor.Error{}, sensor.Error{}, sensor.Error{}
	return c
}

func cleanDVL() *sensor.DVLConfig {
	c := sensor.DefaultDVL()
	c.Velocity, c.Altitude, c.Scale, c.Mounting = sensor.Error{}, sensor.Error{}, 0, 0
	return c
}
