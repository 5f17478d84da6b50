package sensor

import (
	"math"
	"slices"
	"testing"
	"time"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// seed is that of all statistical tests; they pass always or never.
const seed = 20261

// within checks an estimate against its setting within three standard errors.
func within(t *testing.T, what string, got, want, standardError float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 3*standardError) {
		t.Errorf("seed %d: %s is %.6g, want %.6g within 3 x %.2g", seed, what, got, want, standardError)
	}
}

// near checks a number to a tolerance.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}

func nearVec(t *testing.T, what string, got, want geom.Vec, tolerance float64) {
	t.Helper()
	if !(got.Dist(want) <= tolerance) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// tank is water with one conductivity and one temperature, over a bottom at 60 m, and a current of 9 m/s.
type tank struct{ Water }

func (tank) Conductivity(geom.Vec) float64       { return 4 }
func (tank) Temperature(geom.Vec) float64        { return 12 }
func (tank) Seabed(geom.Vec) float64             { return 60 }
func (tank) Current(geom.Vec, sim.Time) geom.Vec { return geom.Vec{X: 9} }

// quantity is one number that an instrument reads, with an error set for it
// alone.
type quantity struct {
	name   string
	sample sampler
}

// sampler builds an instrument and returns how to sample one number of it.
type sampler func(e Error, timing Timing) func(t sim.Time) (reading, truth float64, available sim.Time)

// quantities holds every number that every instrument reads, through Build and
// Sample.
func quantities() []quantity {
	return slices.Concat(usblQuantities(), imuQuantities(), waterQuantities(), gpsQuantities(), ctdQuantities())
}

// cruising is at (3, 4, -20), turned by (0.5, 0.2, -0.1), at 1.5 m/s ahead.
func cruising() *vehicle.Motion {
	return &vehicle.Motion{Position: geom.Vec{X: 3, Y: 4, Z: -20}, Attitude: geom.FromEuler(0.5, 0.2, -0.1), Velocity: vehicle.Six{1.5}}
}

// The station looks from the origin at (3, 4, -20): sqrt(425) m away, at atan2(4,
// 3), atan2(-20, 5).
func usblQuantities() []quantity {
	of := func(truth float64, read func(*Fix) float64, set func(*USBLConfig, Error)) sampler {
		return func(e Error, timing Timing) func(sim.Time) (float64, float64, sim.Time) {
			c := &USBLConfig{Timing: timing, Mode: "instant"}
			set(c, e)
			u, station, target := c.New(rng.New(seed), "usbl"), moving(geom.Vec{}, geom.Vec{}), cruising()
			return func(t sim.Time) (float64, float64, sim.Time) {
				f, _ := u.Read(t, station, target, 1500)
				return read(&f), truth, f.Available
			}
		}
	}
	return []quantity{
		{"USBL distance", of(20.615528128088304, func(f *Fix) float64 { return f.Distance }, func(c *USBLConfig, e Error) { c.Distance = e })},
		{"USBL bearing", of(0.9272952180016122, func(f *Fix) float64 { return f.Bearing }, func(c *USBLConfig, e Error) { c.Bearing = e })},
		{"USBL elevation", of(-1.3258176636680326, func(f *Fix) float64 { return f.Elevation }, func(c *USBLConfig, e Error) { c.Elevation = e })},
	}
}

// There is no gravity here.
func imuQuantities() []quantity {
	of := func(truth float64, read func(*Inertial) float64, set func(*IMUConfig, Error)) sampler {
		return func(e Error, timing Timing) func(sim.Time) (float64, float64, sim.Time) {
			c := &IMUConfig{Timing: timing}
			set(c, e)
			u, at, none := c.New(rng.New(seed), "imu"), cruising(), new(vehicle.Six)
			return func(t sim.Time) (float64, float64, sim.Time) {
				r, _ := u.Read(t, at, none)
				return read(&r), truth, r.Available
			}
		}
	}
	tilt := func(c *IMUConfig, e Error) { c.Tilt = e }
	return []quantity{
		{"IMU rate", of(0, func(r *Inertial) float64 { return r.Rate.Y }, func(c *IMUConfig, e Error) { c.Rate = e })},
		{"IMU force", of(0, func(r *Inertial) float64 { return r.Force.X }, func(c *IMUConfig, e Error) { c.Force = e })},
		{"IMU heading", of(0.5, func(r *Inertial) float64 { return r.Heading }, func(c *IMUConfig, e Error) { c.Heading = e })},
		{"IMU pitch", of(0.2, func(r *Inertial) float64 { return r.Pitch }, tilt)},
		{"IMU roll", of(-0.1, func(r *Inertial) float64 { return r.Roll }, tilt)},
	}
}

// The seabed is at 60 m.
func waterQuantities() []quantity {
	depth := func(e Error, timing Timing) func(sim.Time) (float64, float64, sim.Time) {
		g, at := (&DepthConfig{Timing: timing, Depth: e}).New(rng.New(seed), "depth"), cruising()
		return func(t sim.Time) (float64, float64, sim.Time) {
			d, _ := g.Read(t, at)
			return d.Depth, 20, d.Available
		}
	}
	of := func(truth float64, read func(*Doppler) float64, set func(*DVLConfig, Error)) sampler {
		return func(e Error, timing Timing) func(sim.Time) (float64, float64, sim.Time) {
			c := &DVLConfig{Timing: timing, Greatest: 81, Tilt: 1}
			set(c, e)
			d, at := c.New(rng.New(seed), "dvl"), cruising()
			return func(t sim.Time) (float64, float64, sim.Time) {
				r, _ := d.Read(t, at, 60, geom.Vec{X: 9})
				return read(&r), truth, r.Available
			}
		}
	}
	return []quantity{
		{"depth", depth},
		{"DVL velocity", of(1.5, func(r *Doppler) float64 { return r.Velocity.X }, func(c *DVLConfig, e Error) { c.Velocity = e })},
		{"DVL altitude", of(40, func(r *Doppler) float64 { return r.Altitude }, func(c *DVLConfig, e Error) { c.Altitude = e })},
	}
}

// The receiver is half a metre above the water, with its bow along x.
func gpsQuantities() []quantity {
	of := func(truth float64, read func(*Surfaced) float64, set func(*GPSConfig, Error)) sampler {
		return func(e Error, timing Timing) func(sim.Time) (float64, float64, sim.Time) {
			c := &GPSConfig{Timing: timing}
			set(c, e)
			g, afloat := c.New(rng.New(seed), "gps"), moving(geom.Vec{X: 3, Y: 4, Z: 0.5}, geom.Vec{X: 1.5})
			return func(t sim.Time) (float64, float64, sim.Time) {
				r, _ := g.Read(t, afloat)
				return read(&r), truth, r.Available
			}
		}
	}
	return []quantity{
		{"GPS position", of(4, func(r *Surfaced) float64 { return r.Position.Y }, func(c *GPSConfig, e Error) { c.Horizontal = e })},
		{"GPS height", of(0.5, func(r *Surfaced) float64 { return r.Position.Z }, func(c *GPSConfig, e Error) { c.Height = e })},
		{"GPS velocity", of(1.5, func(r *Surfaced) float64 { return r.Velocity.X }, func(c *GPSConfig, e Error) { c.Velocity = e })},
	}
}

func ctdQuantities() []quantity {
	of := func(truth float64, read func(*Cast) float64, set func(*CTDConfig, Error)) sampler {
		return func(e Error, timing Timing) func(sim.Time) (float64, float64, sim.Time) {
			c := &CTDConfig{Timing: timing}
			set(c, e)
			p, at := c.New(rng.New(seed), "ctd"), cruising()
			return func(t sim.Time) (float64, float64, sim.Time) {
				r, _ := p.Read(t, at, tank{})
				return read(&r), truth, r.Available
			}
		}
	}
	return []quantity{
		{"CTD conductivity", of(4, func(r *Cast) float64 { return r.Conductivity }, func(c *CTDConfig, e Error) { c.Conductivity = e })},
		{"CTD temperature", of(12, func(r *Cast) float64 { return r.Temperature }, func(c *CTDConfig, e Error) { c.Temperature = e })},
		{"CTD depth", of(20, func(r *Cast) float64 { return r.Depth }, func(c *CTDConfig, e Error) { c.Depth = e })},
	}
}

// errors takes n samples of a quantity when they are due, and checks when they
// come out.
func (q *quantity) errors(t *testing.T, e Error, timing Timing, n int) []float64 {
	t.Helper()
	next := q.sample(e, timing)
	out := make([]float64, n)
	for i := range out {
		// Due(i) and the latency, from their definition.
		due := sim.Time(int64(timing.Start) + int64(i)*int64(max(1, timing.Split))*int64(timing.Period))
		reading, truth, available := next(due)
		if want := due + sim.Time(int64(timing.Split)*int64(timing.Period)+int64(timing.Latency)); available != want {
			t.Fatalf("%s: sample %d comes out at %v, want %v", q.name, i, available, want)
		}
		out[i] = reading - truth
	}
	return out
}

// product returns the mean of x_i x_(i+lag).
func product(x []float64, lag int) float64 {
	sum := 0.0
	for i := range len(x) - lag {
		sum += x[i] * x[i+lag]
	}
	return sum / float64(len(x)-lag)
}

func every(period time.Duration) Timing {
	return Timing{Period: period, Latency: 3 * time.Millisecond}
}
