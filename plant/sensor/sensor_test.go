package sensor

import (
	"math"
	"slices"
	"testing"
	"time"

	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/ocean"
	"halocline/sim/rng"
)

var _ Water = (*ocean.Water)(nil)

func TestDefaults(t *testing.T) {
	type described interface {
		Validate() error
		About() string
		Schedule() Timing
	}
	for name, fresh := range map[string]func() described{
		"usbl":  func() described { return DefaultUSBL() },
		"imu":   func() described { return DefaultIMU() },
		"depth": func() described { return DefaultDepth() },
		"dvl":   func() described { return DefaultDVL() },
		"gps":   func() described { return DefaultGPS() },
		"ctd":   func() described { return DefaultCTD() },
	} {
		c := fresh()
		if err := c.Validate(); err != nil || c.About() == "" || c.Schedule().Interval() <= 0 {
			t.Errorf("%s: %q, %v, %v", name, c.About(), c.Schedule(), err)
		}
		if c == fresh() {
			t.Errorf("%s: two scenarios would share one description", name)
		}
	}
	dvl := DefaultDVL()
	dvl.Least = dvl.Greatest
	if f, ok := dvl.Validate().(interface{ Field() string }); !ok || f.Field() != "least_altitude" {
		t.Error("a log without any height is valid")
	}
}

// The three kinds: at once; split over four periods; and, in TestFixThroughWater,
// with a time of flight.
func TestTiming(t *testing.T) {
	ms := func(n int64) sim.Time { return sim.Time(n * 1e6) }
	periodic := Timing{Period: 30 * time.Millisecond, Start: 7 * time.Millisecond, Latency: 2 * time.Millisecond}
	split := periodic
	split.Split = 4
	for _, c := range []struct {
		name           string
		timing         Timing
		n              int64
		due, available sim.Time
	}{
		{"periodic", periodic, 0, ms(7), ms(9)},
		{"periodic", periodic, 3, ms(97), ms(99)},
		{"periodic", periodic, 1e9, ms(30e9 + 7), ms(30e9 + 9)}, // a year, no drift
		{"split", split, 0, ms(7), ms(7 + 120 + 2)},
		{"split", split, 2, ms(7 + 240), ms(7 + 240 + 120 + 2)},
	} {
		if due := c.timing.Due(c.n); due != c.due || c.timing.Available(due) != c.available {
			t.Errorf("%s, measurement %d: due at %v, there at %v; want %v and %v", c.name, c.n, due, c.timing.Available(due), c.due, c.available)
		}
	}
	// A period that is no whole number of nanoseconds is rounded once.
	third := Timing{Period: time.Second / 3}
	if got := third.Due(3e6); got != 3e6*333333333 {
		t.Errorf("measurement 3,000,000 is due at %v", got)
	}
}

// At rest the accelerometer shows gravity, upwards: with the bow raised by 30
// degrees (a negative pitch), g sin 30 on the x axis. In free fall it shows
// nothing. On a turn of 0.2 rad/s to the left at 2 m/s it shows 0.4 m/s2 to the
// left; 3 m ahead of the origin also 0.04 x 3 backwards, and 0.1 rad/s2 x 3 to the
// left as the turn tightens.
func TestSpecificForce(t *testing.T) {
	const g = 9.80665
	for _, c := range []struct {
		name         string
		position     geom.Vec
		attitude     geom.Quat
		velocity     vehicle.Six
		acceleration vehicle.Six
		want         geom.Vec
	}{
		{"at rest", geom.Vec{}, geom.FromEuler(2, 0, 0), vehicle.Six{}, vehicle.Six{}, geom.Vec{Z: g}},
		{"bow up", geom.Vec{}, geom.FromEuler(2, -math.Pi/6, 0), vehicle.Six{}, vehicle.Six{}, geom.Vec{X: g / 2, Z: g * math.Sqrt(3) / 2}},
		{"on the right side", geom.Vec{}, geom.FromEuler(2, 0, math.Pi/2), vehicle.Six{}, vehicle.Six{}, geom.Vec{Y: g}},
		{"free fall", geom.Vec{}, geom.FromEuler(2, 0, 0), vehicle.Six{}, vehicle.Six{0, 0, -g}, geom.Vec{}},
		{"turning", geom.Vec{}, geom.Quat{W: 1}, vehicle.Six{2, 0, 0, 0, 0, 0.2}, vehicle.Six{}, geom.Vec{Y: 0.4, Z: g}},
		{"turning, ahead", geom.Vec{X: 3}, geom.Quat{W: 1}, vehicle.Six{2, 0, 0, 0, 0, 0.2}, vehicle.Six{0, 0, 0, 0, 0, 0.1}, geom.Vec{X: -0.12, Y: 0.7, Z: g}},
	} {
		u := (&IMUConfig{Timing: Timing{Period: time.Second}, Gravity: g, Position: c.position}).New(rng.New(1), "imu")
		s := &vehicle.Motion{Attitude: c.attitude, Velocity: c.velocity}
		r, ok := u.Read(0, s, &c.acceleration)
		if !ok {
			t.Fatalf("%s: no reading", c.name)
		}
		nearVec(t, c.name+": specific force", r.Force, c.want, 1e-14*g)
		nearVec(t, c.name+": rate", r.Rate, geom.Vec{Z: c.velocity[5]}, 0)
	}
}

// Independent small errors of heading, pitch and roll turn by an angle whose
// square has the mean s_h^2 + 2 s^2, at any attitude, and the variance 2 s_h^4 +
// 4 s^4 where the axes are at right angles. The next order is s^4.
func TestAttitudeErrorIsASmallAngle(t *testing.T) {
	const n, tilt, heading = 40_000, 1e-3, 2e-3
	for _, attitude := range []geom.Quat{geom.FromEuler(2, 0, 0), geom.FromEuler(-3.1, 0.1, 2)} {
		c := &IMUConfig{Timing: Timing{Period: time.Second}, Tilt: Error{Noise: tilt}, Heading: Error{Noise: heading}}
		u := c.New(rng.New(seed), "imu")
		sum := 0.0
		for i := range sim.Time(n) {
			r, _ := u.Read(i*1e9, &vehicle.Motion{Attitude: attitude}, new(vehicle.Six))
			q := attitude.Conj().Mul(r.Attitude())
			angle := 2 * math.Asin(geom.Vec{X: q.X, Y: q.Y, Z: q.Z}.Norm())
			sum += angle * angle
		}
		within(t, "mean square of the angle", sum/n, heading*heading+2*tilt*tilt, math.Sqrt((2*math.Pow(heading, 4)+4*math.Pow(tilt, 4))/n))
	}
}

func TestHeadingStaysInRange(t *testing.T) {
	c := &IMUConfig{Timing: Timing{Period: time.Second}, Tilt: Error{Noise: 0.1}, Heading: Error{Noise: 0.1}}
	u := c.New(rng.New(seed), "imu")
	for range 100 {
		r, ok := u.Read(0, &vehicle.Motion{Attitude: geom.FromEuler(3.14, 0, -3.14)}, new(vehicle.Six))
		if !ok || math.Abs(r.Heading) > math.Pi || math.Abs(r.Roll) > math.Pi {
			t.Fatalf("%v, %+v", ok, r)
		}
	}
}

// A gyroscope beyond its range spoils the reading.
func TestIMUBeyondItsRange(t *testing.T) {
	c := &IMUConfig{Timing: Timing{Period: time.Second}, Rate: Error{Range: 1}}
	u := c.New(rng.New(1), "imu")
	for i, rate := range []float64{0.9, -1.1, 0.9} {
		s := &vehicle.Motion{Attitude: geom.Quat{W: 1}, Velocity: vehicle.Six{3: rate}}
		if r, ok := u.Read(sim.Time(i), s, new(vehicle.Six)); ok != (rate == 0.9) || !ok && r != (Inertial{}) {
			t.Errorf("at %v rad/s: %v, %+v", rate, ok, r)
		}
	}
}

// A gauge 2 m behind the origin lies 1 m deeper with the bow raised by 30 degrees.
// In the air it reads 0, and beyond its range nothing.
func TestDepthGauge(t *testing.T) {
	c := &DepthConfig{Timing: Timing{Period: time.Second}, Position: geom.Vec{X: -2}, Depth: Error{Range: 50}}
	g := c.New(rng.New(1), "depth")
	for i, k := range []struct {
		z, pitch, want float64
		ok             bool
	}{
		{-20, 0, 20, true}, {-20, -math.Pi / 6, 21, true}, {3, 0, 0, true}, {-50.5, 0, 0, false}, {-49.5, -math.Pi / 6, 0, false}, {-49.5, 0, 49.5, true},
	} {
		s := &vehicle.Motion{Position: geom.Vec{Z: k.z}, Attitude: geom.FromEuler(1, k.pitch, 0)}
		d, ok := g.Read(sim.Time(i), s)
		near(t, "depth", d.Depth, k.want, 1e-14)
		if ok != k.ok || !ok && d != (Depth{}) {
			t.Errorf("case %d: %v, %+v", i, ok, d)
		}
	}
}

// The log moves with the hull: 3 m ahead of the origin and turning at 0.2 rad/s it
// also moves at 0.6 m/s to the left.
func TestDVL(t *testing.T) {
	c := &DVLConfig{Timing: Timing{Period: time.Second}, Position: geom.Vec{X: 3}, Velocity: Error{Range: 5}, Least: 1, Greatest: 80, Tilt: 0.5}
	level := geom.FromEuler(2, 0, 0)
	cruise := vehicle.Six{1.5, 0.1, -0.2, 0, 0, 0.2}
	for i, k := range []struct {
		name     string
		z        float64
		attitude geom.Quat
		velocity vehicle.Six
		seabed   float64
		ok       bool
	}{
		{"in reach", -20, level, cruise, 60, true},
		{"highest", -20, level, cruise, 100, true},
		{"too high", -20, level, cruise, 100.1, false},
		{"no bottom", -20, level, cruise, math.Inf(1), false},
		{"lowest", -20, level, cruise, 21, true},
		{"too low", -20, level, cruise, 20.9, false},
		{"below the bottom", -20, level, cruise, 10, false},
		{"heeled", -20, geom.FromEuler(2, 0, 0.49), cruise, 60, true},
		{"heeled too far", -20, geom.FromEuler(2, 0, 0.51), cruise, 60, false},
		{"in the air", 1, level, cruise, 60, false},
		{"too fast", -20, level, vehicle.Six{6}, 60, false},
	} {
		d := c.New(rng.New(1), "dvl")
		r, ok := d.Read(sim.Time(i), &vehicle.Motion{Position: geom.Vec{Z: k.z}, Attitude: k.attitude, Velocity: k.velocity}, k.seabed, geom.Vec{X: 9})
		if ok != k.ok || !ok && r != (Doppler{}) {
			t.Errorf("%s: %v, %+v", k.name, ok, r)
		}
		if ok {
			nearVec(t, k.name+": velocity", r.Velocity, geom.Vec{X: 1.5, Y: 0.7, Z: -0.2}, 1e-15)
			near(t, k.name+": altitude", r.Altitude, k.seabed-20, 1e-12)
		}
	}
}

// A current of 0.4 m/s towards y, seen from a vehicle whose bow is to y: its 1.5 m/s ahead
// are 1.1 m/s through the water, and its 0.2 m/s to the left stay. It is measured where the
// log says so: never, always, or without bottom lock; and in the water, at any tilt, and
// within the range of 1.2 m/s through it. With bottom lock the current does not count.
func TestDVLThroughWater(t *testing.T) {
	ahead, far := geom.FromEuler(math.Pi/2, 0, 0), math.Inf(1)
	keeled := geom.FromEuler(math.Pi/2, 0, math.Pi)
	for _, k := range []struct {
		track    string
		attitude geom.Quat
		z        float64
		seabed   float64
		u, v     float64 // of the reading; 0 if there is none
		ground   bool
	}{
		{"bottom", ahead, -20, far, 0, 0, false},
		{"bottom", ahead, -20, 60, 1.5, 0.2, true},
		{"water", ahead, -20, far, 1.1, 0.2, false},
		{"water", ahead, -20, 60, 1.1, 0.2, false},
		{"either", ahead, -20, 60, 1.5, 0.2, true},
		{"either", ahead, -20, far, 1.1, 0.2, false},
		{"either", keeled, -20, 60, 1.1, 0.2, false},
		{"either", ahead, 1, 60, 0, 0, false},
	} {
		c := &DVLConfig{Timing: Timing{Period: time.Second}, Track: k.track, Least: 1, Greatest: 80, Tilt: 0.5}
		if !k.ground {
			c.Velocity.Range = 1.2
		}
		s := &vehicle.Motion{Position: geom.Vec{Z: k.z}, Attitude: k.attitude, Velocity: vehicle.Six{1.5, 0.2}}
		r, ok := c.New(rng.New(1), "dvl").Read(0, s, k.seabed, geom.Vec{Y: 0.4})
		if ok != (k.u != 0) || r.Ground != k.ground || r.Altitude != 0 != k.ground {
			t.Errorf("%+v: %v, %+v", k, ok, r)
		}
		nearVec(t, k.track+": velocity", r.Velocity, geom.Vec{X: k.u, Y: k.v}, 1e-12)
	}
}

// Bow to the left of the x axis by 90 degrees, 1.5 m/s ahead is 1.5 m/s along y.
// The antenna is 0.3 m above the origin. Diving loses the fix, and surfacing takes
// 2 s to give it back.
func TestGPS(t *testing.T) {
	c := &GPSConfig{Timing: Timing{Period: time.Second}, Antenna: geom.Vec{X: 1, Z: 0.3}, Acquire: 2 * time.Second}
	g := c.New(rng.New(1), "gps")
	for i, k := range []struct {
		z  float64
		ok bool
	}{
		{-0.2, false}, {-0.2, false}, {-0.2, true}, {-0.3, false}, {-20, false}, {-0.2, false}, {-0.2, false}, {-0.2, true}, {1, true},
	} {
		s := &vehicle.Motion{Position: geom.Vec{X: 7, Z: k.z}, Attitude: geom.FromEuler(math.Pi/2, 0, 0), Velocity: vehicle.Six{1.5}}
		r, ok := g.Read(sim.Time(i)*1e9, s)
		if ok != k.ok || !ok && r != (Surfaced{}) {
			t.Errorf("after %d s, at z = %v: %v, %+v", i, k.z, ok, r)
		}
		if ok {
			nearVec(t, "position", r.Position, geom.Vec{X: 7, Y: 1, Z: k.z + 0.3}, 1e-14)
			nearVec(t, "velocity", r.Velocity, geom.Vec{Y: 1.5}, 1e-15)
		}
	}
}

// A diving receiver draws as one at the surface does: when it is back, both have
// the same errors.
func TestLossOfFixKeepsTheNoise(t *testing.T) {
	c := DefaultGPS()
	diver, boat := c.New(rng.New(seed), "gps"), c.New(rng.New(seed), "gps")
	for i := range sim.Time(20) {
		s, below := moving(geom.Vec{}, geom.Vec{}), moving(geom.Vec{}, geom.Vec{})
		if i < 10 {
			below.Position.Z = -5
		}
		a, okA := diver.Read(i*1e9, below)
		b, okB := boat.Read(i*1e9, s)
		if okA && (!okB || a != b) || okA != (i >= 11) {
			t.Errorf("after %d s: %v %+v, at the surface %v %+v", i, okA, a, okB, b)
		}
	}
}

func TestCTD(t *testing.T) {
	c := &CTDConfig{Timing: Timing{Period: time.Second}, Temperature: Error{Range: 11}}
	s := moving(geom.Vec{Z: -20}, geom.Vec{})
	if r, ok := c.New(rng.New(1), "ctd").Read(0, s, tank{}); ok || r != (Cast{}) {
		t.Error("water of 12 degC is read with a range of 11 degC")
	}
	c.Temperature.Range = 12
	p := c.New(rng.New(1), "ctd")
	if r, ok := p.Read(0, s, tank{}); !ok || r.Conductivity != 4 || r.Temperature != 12 || r.Depth != 20 {
		t.Errorf("%v, %+v", ok, r)
	}
	if r, ok := p.Read(0, moving(geom.Vec{Z: 0.1}, geom.Vec{}), tank{}); ok || r != (Cast{}) {
		t.Error("the air has a salinity")
	}
}

// all reads every instrument as it comes once, and returns what was read.
func all(streams *rng.Source) func(t sim.Time) [6]any {
	station, six := moving(geom.Vec{Z: -99}, geom.Vec{}), new(vehicle.Six)
	s := moving(geom.Vec{X: 20, Z: -0.2}, geom.Vec{X: 1})
	u, i, p := DefaultUSBL().New(streams, "a"), DefaultIMU().New(streams, "b"), DefaultDepth().New(streams, "c")
	d, g, c := DefaultDVL().New(streams, "d"), DefaultGPS().New(streams, "e"), DefaultCTD().New(streams, "f")
	fix, inertial, depth, doppler, surfaced, cast := new(Fix), new(Inertial), new(Depth), new(Doppler), new(Surfaced), new(Cast)
	out := [6]any{fix, inertial, depth, doppler, surfaced, cast}
	return func(t sim.Time) [6]any {
		*fix, _ = u.Read(t, station, s, 1500)
		*inertial, _ = i.Read(t, s, six)
		*depth, _ = p.Read(t, s)
		*doppler, _ = d.Read(t, s, 60, geom.Vec{})
		*surfaced, _ = g.Read(t, s)
		*cast, _ = c.Read(t, s, tank{})
		return out
	}
}

func TestSameSeedSameReadings(t *testing.T) {
	read := func(seed uint64) []any {
		var out []any
		next := all(rng.New(seed))
		for i := range sim.Time(50) {
			r := next(i * 1e9)
			out = append(out, *r[0].(*Fix), *r[1].(*Inertial), *r[2].(*Depth), *r[3].(*Doppler), *r[4].(*Surfaced), *r[5].(*Cast))
		}
		return out
	}
	first, again, other := read(seed), read(seed), read(seed+1)
	var alike [6]int
	for i := range first {
		if first[i] != again[i] {
			t.Errorf("reading %d is %+v and then %+v", i, first[i], again[i])
		}
		if first[i] == other[i] {
			alike[i%6]++
		}
	}
	// Rounded readings meet by chance, and the GPS has no first fix at once.
	for i, n := range alike {
		if n > 5 {
			t.Errorf("instrument %d: %d of 50 readings do not depend on the seed", i, n)
		}
	}
}

func TestSamplesDoNotAllocate(t *testing.T) {
	next := all(rng.New(seed))
	var now sim.Time
	if n := testing.AllocsPerRun(100, func() { next(now); now += 1e9 }); n != 0 {
		t.Errorf("%v allocations in one sample of every instrument", n)
	}
}

// shelf is every instrument that a node can carry, with its defaults.
func shelf() map[string]Config {
	gps := DefaultGPS()
	gps.Acquire = 0
	return map[string]Config{"imu": DefaultIMU(), "depth": DefaultDepth(), "dvl": DefaultDVL(), "gps": gps, "ctd": DefaultCTD()}
}

// A sample has the numbers of the typed reading, whose truth is worked here: the bodies are at (3, 4, -20),
// turned by (0.5, 0.2, -0.1), at 1.5 m/s ahead over a bottom at 60 m, and for the receiver half a metre above the
// water. A mass that is held there feels what it feels at rest, g turned into the body, and the turn
// and the acceleration of the body: the latter alone here, as it does not turn. An instrument without
// errors reads so whatever its random numbers are.
func TestSampleExactly(t *testing.T) {
	nan := math.NaN()
	up := geom.FromEuler(0.5, 0.2, -0.1).RotateInverse(geom.Vec{Z: 9.80665})
	cruise := Scene{Motion: *cruising(), Acceleration: vehicle.Six{0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, Water: tank{}}
	afloat := Scene{Motion: *moving(geom.Vec{X: 3, Y: 4, Z: 0.5}, geom.Vec{X: 1.5}), Water: tank{}}
	for name, k := range map[string]struct {
		scene   *Scene
		columns []string
		want    []float64
	}{
		"imu": {
			&cruise,
			[]string{"rate_x_radps", "rate_y_radps", "rate_z_radps", "force_x_mps2", "force_y_mps2", "force_z_mps2", "heading_rad", "pitch_rad", "roll_rad"},
			[]float64{0, 0, 0, 0.1 + up.X, 0.2 + up.Y, 0.3 + up.Z, 0.5, 0.2, -0.1},
		},
		"depth": {&cruise, []string{"depth_m"}, []float64{20}},
		"dvl": {
			&cruise,
			[]string{"ground_x_mps", "ground_y_mps", "ground_z_mps", "altitude_m", "water_x_mps", "water_y_mps", "water_z_mps"},
			[]float64{1.5, 0, 0, 40, nan, nan, nan},
		},
		"gps": {
			&afloat,
			[]string{"x_m", "y_m", "z_m", "velocity_x_mps", "velocity_y_mps", "velocity_z_mps"},
			[]float64{3, 4, 0.8, 1.5, 0, 0},
		},
		"ctd": {&cruise, []string{"conductivity_spm", "temperature_degc", "depth_m"}, []float64{4, 12, 20}},
	} {
		for seed := range uint64(2) {
			c := shelf()[name]
			s, err := c.Build(Site{Streams: rng.New(seed), Name: name, Exact: true})
			if err != nil {
				t.Fatal(err)
			}
			var columns []string
			for _, q := range s.Quantities() {
				columns = append(columns, q.Column())
			}
			out := make([]float64, len(columns))
			known, ok := s.Sample(7, k.scene, out)
			if !slices.Equal(columns, k.columns) || !ok || known != c.Schedule().Available(7) {
				t.Errorf("%s: %v, %v at %v", name, columns, ok, known)
				continue
			}
			for i, got := range out {
				if math.IsNaN(got) != math.IsNaN(k.want[i]) || math.Abs(got-k.want[i]) > 1e-12 {
					t.Errorf("%s: %s is %g, want %g", name, columns[i], got, k.want[i])
				}
			}
		}
	}
}

// With errors a sample is the typed reading of an instrument of the same streams, to the bit, and says
// when that is known.
func TestSampleIsTheReading(t *testing.T) {
	log := DefaultDVL()
	log.Track, log.Latency = "water", 30*time.Millisecond
	s, _ := log.Build(Site{Streams: rng.New(seed), Name: "dvl"})
	typed := log.New(rng.New(seed), "dvl")
	out := make([]float64, 7)
	for i := range sim.Time(10) {
		known, ok := s.Sample(i*1e9, &Scene{Motion: *cruising(), Water: tank{}}, out)
		r, want := typed.Read(i*1e9, cruising(), 60, geom.Vec{X: 9})
		if ok != want || known != r.Available || known != i*1e9+30e6 || !math.IsNaN(out[0]) || !math.IsNaN(out[3]) || r.Velocity != (geom.Vec{X: out[4], Y: out[5], Z: out[6]}) {
			t.Errorf("sample %d: %v at %v, and %+v", i, out, known, r)
		}
	}
}
