package ncs

import (
	"testing"

	"halocline/plant/navigation"
	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// vessel is a vehicle that docks by dead reckoning, with the instruments that it carries.
type vessel struct {
	*VehicleConfig
	Reckoning *reckons
}

// reckons is dead reckoning by instruments; nil what it does not have.
type reckons struct {
	navigation.ReckoningConfig
	DVL   *sensor.DVLConfig
	IMU   *sensor.IMUConfig
	Depth *sensor.DepthConfig
}

// defaults makes it the usual reckoning, without instruments.
func (c *reckons) defaults() { c.ReckoningConfig = *navigation.DefaultReckoning() }

// carried returns the instruments, and names them in the configuration.
func (c *reckons) carried() (all []navigation.Carried) {
	if c.DVL != nil {
		all = append(all, navigation.Carried{Name: "dvl", Config: c.DVL})
	}
	if c.IMU != nil {
		all = append(all, navigation.Carried{Name: "imu", Config: c.IMU})
	}
	if c.Depth != nil {
		all = append(all, navigation.Carried{Name: "depth", Config: c.Depth})
	}
	c.From = nil
	for _, i := range all {
		c.From = append(c.From, i.Name)
	}
	return all
}

// build makes the estimator of a hull.
func (c *reckons) build(hull hull) (navigation.Estimator, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return c.Build(&navigation.Site{
		Use: navigation.Use{Config: c, Fixes: true}, Node: "auv", Streams: rng.New(1), Instruments: c.carried(), Bottom: 60,
		Motion: func(now sim.Time) *vehicle.Motion { return &hull.At(now).Motion },
	})
}

// newReckoning makes a bridge whose vehicle reckons.
func newReckoning(t *testing.T, change func(c *vessel)) *bridge {
	t.Helper()
	var v *vessel
	b := newBridgeBy(t, cross(t), func(c *VehicleConfig) {
		v = &vessel{c, nil}
		change(v)
	}, func(hull *buoy) navigation.Estimator {
		made, err := v.Reckoning.build(hull)
		if err != nil {
			t.Fatal(err)
		}
		return made
	})
	b.reckons = v.Reckoning
	return b
}

// read has an instrument read at its times, by its name.
func (b *bridge) read(name string, timing sensor.Timing, take func(now sim.Time) (values []float64, known sim.Time, ok bool)) {
	source := -1
	for i, n := range b.pilot.estimate.Sources() {
		if n == name {
			source = i
		}
	}
	b.kernel.Every(sim.Comm, timing.Due(0), timing.Interval(), func(now sim.Time) {
		if values, known, ok := take(now); ok {
			b.pilot.estimate.Read(source, now, known, values)
		}
	})
}

// addLog adds a Doppler log.
func (b *bridge) addLog(log func(now sim.Time) (sensor.Doppler, bool)) {
	values := make([]float64, 7)
	b.read("dvl", b.reckons.DVL.Timing, func(now sim.Time) ([]float64, sim.Time, bool) {
		d, ok := log(now)
		logged(values, &d)
		return values, d.Available, ok
	})
}

// addGauge adds a pressure gauge.
func (b *bridge) addGauge(gauge func(now sim.Time) (sensor.Depth, bool)) {
	b.read("depth", b.reckons.Depth.Timing, func(now sim.Time) ([]float64, sim.Time, bool) {
		d, ok := gauge(now)
		return []float64{d.Depth}, d.Available, ok
	})
}

// addIMU adds an inertial unit.
func (b *bridge) addIMU(unit func(now sim.Time) (sensor.Inertial, bool)) {
	b.read("imu", b.reckons.IMU.Timing, func(now sim.Time) ([]float64, sim.Time, bool) {
		r, ok := unit(now)
		return turned(&r), r.Available, ok
	})
}

// logged writes what a log reads, as sensor.DVL has it.
func logged(values []float64, d *sensor.Doppler) {
	none := []float64{nan, nan, nan, nan, nan, nan, nan}
	copy(values, none)
	at := 4
	if d.Ground {
		at = 0
	}
	values[at], values[at+1], values[at+2] = d.Velocity.X, d.Velocity.Y, d.Velocity.Z
}

// turned returns what a unit reads, as sensor.IMU has it.
func turned(r *sensor.Inertial) []float64 {
	return []float64{r.Rate.X, r.Rate.Y, r.Rate.Z, 0, 0, 0, r.Heading, r.Pitch, r.Roll}
}

// exact is a hull as it is known exactly.
type exact struct{ hull hull }

func (e exact) Motion(now sim.Time) (*vehicle.Motion, bool) { return &e.hull.At(now).Motion, true }

func (exact) Current(sim.Time) (geom.Vec, bool) { return geom.Vec{}, false }
