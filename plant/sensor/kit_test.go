package sensor

import (
	"math"
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

// tank is water with one conductivity and one temperature.
type tank struct{}

func (tank) Conductivity(geom.Vec) float64 { return 4 }
func (tank) Temperature(geom.Vec) float64  { return 12 }

// quantity is one number that an instrument reads, with an error set for it
// alone. Its errors are readings less truth.
type quantity struct {
	name   string
	sample func(e Error, timing Timing) func(t sim.Time) (reading, truth float64, available sim.Time)
}

// quantities holds every number that every instrument reads, through Build and
// Sample. The vehicle is at (3, 4, -20), turned by (0.5, 0.2, -0.1), at 1.5 m/s
// ahead, over a seabed at 60 m.
func quantities() []quantity {
	at := &vehicle.Motion{Position: geom.Vec{X: 3, Y: 4, Z: -20}, Attitude: geom.FromEuler(0.5, 0.2, -0.1), Velocity: vehicle.Six{1.5}}
	still := &vehicle.Motion{Position: at.Position, Attitude: geom.Quat{W: 1}}
	afloat := &vehicle.Motion{Position: geom.Vec{X: 3, Y: 4, Z: 0.5}, Attitude: geom.Quat{W: 1}, Velocity: vehicle.Six{1.5}}
	station := &vehicle.Motion{Attitude: geom.Quat{W: 1}}
	none := new(vehicle.Six)
	usbl := func(read func(*Fix) float64, truth float64, set func(*USBLConfig, Error)) func(Error, Timing) func(sim.Time) (float64, float64, sim.Time) {
		return func(e Error, timing Timing) func(sim.Time) (float64, float64, sim.Time) {
			c := &USBLConfig{Timing: timing, Mode: "instant"}
			set(c, e)
			u := c.Build(rng.New(seed), "usbl")
			return func(t sim.Time) (float64, float64, sim.Time) {
				f, _ := u.Sample(t, station, still, 1500)
				return read(&f), truth, f.Available
			}
		}
	}
	imu := func(read func(*Inertial) float64, truth float64, set func(*IMUConfig, Error)) func(Error, Timing) func(sim.Time) (float64, float64, sim.Time) {
		return func(e Error, timing Timing) func(sim.Time) (float64, float64, sim.Time) {
			c := &IMUConfig{Timing: timing}
			set(c, e)
			u := c.Build(rng.New(seed), "imu")
			return func(t sim.Time) (float64, float64, sim.Time) {
				r, _ := u.Sample(t, at, none)
				return read(&r), truth, r.Available
			}
		}
	}
	depth := func(e Error, timing Timing) func(sim.Time) (float64, float64, sim.Time) {
		g := (&DepthConfig{Timing: timing, Depth: LengthError(e)}).Build(rng.New(seed), "depth")
		return func(t sim.Time) (float64, float64, sim.Time) {
			d, _ := g.Sample(t, at)
			return d.Depth, 20, d.Available
		}
	}
	dvl := func(read func(*Doppler) float64, truth float64, set func(*DVLConfig, Error)) func(Error, Timing) func(sim.Time) (float64, float64, sim.Time) {
		return func(e Error, timing Timing) func(sim.Time) (float64, float64, sim.Time) {
			c := &DVLConfig{Timing: timing, Greatest: 81, Tilt: 1}
			set(c, e)
			d := c.Build(rng.New(seed), "dvl")
			return func(t sim.Time) (float64, float64, sim.Time) {
				r, _ := d.Sample(t, at, 60)
				return read(&r), truth, r.Available
			}
		}
	}
	gps := func(read func(*Surfaced) float64, truth float64, set func(*GPSConfig, Error)) func(Error, Timing) func(sim.Time) (float64, float64, sim.Time) {
		return func(e Error, timing Timing) func(sim.Time) (float64, float64, sim.Time) {
			c := &GPSConfig{Timing: timing}
			set(c, e)
			g := c.Build(rng.New(seed), "gps")
			return func(t sim.Time) (float64, float64, sim.Time) {
				r, _ := g.Sample(t, afloat)
				return read(&r), truth, r.Available
			}
		}
	}
	ctd := func(read func(*Cast) float64, truth float64, set func(*CTDConfig, Error)) func(Error, Timing) func(sim.Time) (float64, float64, sim.Time) {
		return func(e Error, timing Timing) func(sim.Time) (float64, float64, sim.Time) {
			c := &CTDConfig{Timing: timing}
			set(c, e)
			p := c.Build(rng.New(seed), "ctd")
			return func(t sim.Time) (float64, float64, sim.Time) {
				r, _ := p.Sample(t, at, tank{})
				return read(&r), truth, r.Available
			}
		}
	}
	return []quantity{
		// The station looks from the origin at (3, 4, -20): sqrt(425) m away, at
		// atan2(4, 3), atan2(-20, 5).
		{"USBL distance", usbl(func(f *Fix) float64 { return f.Distance }, 20.615528128088304, func(c *USBLConfig, e Error) { c.Distance = LengthError(e) })},
		{"USBL bearing", usbl(func(f *Fix) float64 { return f.Bearing }, 0.9272952180016122, func(c *USBLConfig, e Error) { c.Bearing = AngleError(e) })},
		{"USBL elevation", usbl(func(f *Fix) float64 { return f.Elevation }, -1.3258176636680326, func(c *USBLConfig, e Error) { c.Elevation = AngleError(e) })},
		{"IMU rate", imu(func(r *Inertial) float64 { return r.Rate.Y }, 0, func(c *IMUConfig, e Error) { c.Rate = AngularSpeedError(e) })},
		{"IMU force", imu(func(r *Inertial) float64 { return r.Force.X }, 0, func(c *IMUConfig, e Error) { c.Force = AccelerationError(e) })},
		{"IMU heading", imu(func(r *Inertial) float64 { return r.Heading }, 0.5, func(c *IMUConfig, e Error) { c.Heading = AngleError(e) })},
		{"IMU pitch", imu(func(r *Inertial) float64 { return r.Pitch }, 0.2, func(c *IMUConfig, e Error) { c.Tilt = AngleError(e) })},
		{"IMU roll", imu(func(r *Inertial) float64 { return r.Roll }, -0.1, func(c *IMUConfig, e Error) { c.Tilt = AngleError(e) })},
		{"depth", depth},
		{"DVL velocity", dvl(func(r *Doppler) float64 { return r.Velocity.X }, 1.5, func(c *DVLConfig, e Error) { c.Velocity = SpeedError(e) })},
		{"DVL altitude", dvl(func(r *Doppler) float64 { return r.Altitude }, 40, func(c *DVLConfig, e Error) { c.Altitude = LengthError(e) })},
		{"GPS position", gps(func(r *Surfaced) float64 { return r.Position.Y }, 4, func(c *GPSConfig, e Error) { c.Horizontal = LengthError(e) })},
		{"GPS height", gps(func(r *Surfaced) float64 { return r.Position.Z }, 0.5, func(c *GPSConfig, e Error) { c.Height = LengthError(e) })},
		{"GPS velocity", gps(func(r *Surfaced) float64 { return r.Velocity.X }, 1.5, func(c *GPSConfig, e Error) { c.Velocity = SpeedError(e) })},
		{"CTD conductivity", ctd(func(r *Cast) float64 { return r.Conductivity }, 4, func(c *CTDConfig, e Error) { c.Conductivity = ConductivityError(e) })},
		{"CTD temperature", ctd(func(r *Cast) float64 { return r.Temperature }, 12, func(c *CTDConfig, e Error) { c.Temperature = TemperatureError(e) })},
		{"CTD depth", ctd(func(r *Cast) float64 { return r.Depth }, 20, func(c *CTDConfig, e Error) { c.Depth = LengthError(e) })},
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
