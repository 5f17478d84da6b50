package navigation

import (
	"math"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"halocline/plant/sensor"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/simtest"
)

// On a straight way D a heading that is wrong by b, and a log by the part s, put a vehicle D b to the side and D s ahead: D sqrt(s^2 +
// b^2) in all. No instrument shows either, so that the filter has as much. The mean of 50 runs is within
// 10 % of that; the white noise of the log alone makes 3 mm/s sqrt(680 s / 7) = 3 cm.
func TestErrorOfDeadReckoning(t *testing.T) {
	simtest.SkipShort(t, "it makes fifty runs of eleven minutes")
	const b, s, until = 0.02, 0.005, 680 * time.Second
	sum, way := 0.0, 0.0
	for seed := range uint64(50) {
		imu, dvl := sensor.DefaultIMU(), sensor.DefaultDVL()
		imu.Period = 100 * time.Millisecond
		imu.Heading.Bias, imu.Tilt.Bias, imu.Force.Bias, imu.Rate.Bias, dvl.Scale, dvl.Mounting, dvl.Velocity.Bias = 0, 0, 0, 0, 0, 0, 0
		k := newTrack(t, DefaultFilter(), seed, straight(1.5, 20), Carried{"imu", imu}, Carried{"dvl", dvl})
		k.changed = func(source int, values []float64) {
			if source == 0 {
				values[6] += b
				return
			}
			for i := range 3 {
				values[i] *= 1 + s
			}
		}
		k.until(0, until, nil)
		got, _ := k.filter.Motion(sim.Time(until))
		want, _ := k.moves.motion(sim.Time(until))
		off := got.Position.Sub(want.Position)
		sum, way = sum+math.Hypot(off.X, off.Y), want.Position.X
	}
	mean, want := sum/50, way*math.Hypot(b, s)
	t.Logf("mean end error %.3f m on %.1f m, D sqrt(s^2 + b^2) = %.3f m", mean, way, want)
	if math.Abs(mean-want) > 0.1*want {
		t.Errorf("the mean end error is %.3f m on %.1f m, want %.3f m", mean, way, want)
	}
}

// Between fixes of variance R, T apart, the noise of the log, sigma per reading and dt apart, makes a random walk of the place with the
// variance q = sigma^2 dt T. The variance after a fix solves the scalar Riccati equation p = (p + q) R / (p + q + R),
//
//	p = (sqrt(q^2 + 4 q R) - q) / 2
//
// (Bar-Shalom, Li and Kirubarajan, Estimation with Applications to Tracking and Navigation, 2001, section 5.2.5). With
// sigma = 0.2 m/s, dt = 1 s, T = 100 s and R = 1 m2: q = 4 m2, p = 2 sqrt(2) - 2 = 0.8284 m2. The errors after fixes are
// an autoregression with a = R/(p + q + R) = 0.17, so that the mean of 3000 squares has a standard error of 2.7 %.
func TestSteadyStateOfFixes(t *testing.T) {
	simtest.SkipShort(t, "takes seconds with others beside it")
	const fixes, every = 3000, 100 * time.Second
	want := 2*math.Sqrt2 - 2
	c, dvl, noise := DefaultFilter(), cleanDVL(), rng.New(3).Stream("fix")
	c.Fix, c.Drift, dvl.Period, dvl.Velocity.Noise = 1, 0, time.Second, 0.2
	still := func(float64) (at geom.Vec, heading, speed, rate, ahead float64) { return geom.Vec{Z: -20}, 0, 0, 0, 0 }
	k := newTrack(t, c, 1, still, Carried{"dvl", dvl})
	sum := 0.0
	for i := range fixes {
		now := sim.Time(i+1).Add(0) * sim.Time(every)
		k.read(now)
		fix := &PositionFix{At: now, Position: geom.Vec{X: noise.Normal(), Y: noise.Normal(), Z: -20 + noise.Normal()}}
		if !k.filter.Fix(now, fix) {
			t.Fatal("a fix is refused")
		}
		m, _ := k.filter.Motion(now)
		sum += m.Position.X * m.Position.X / fixes
	}
	p, _ := k.filter.Covariance(sim.Time(fixes) * sim.Time(every))
	t.Logf("after a fix: mean square %.4f m2, by the filter %.4f m2, by the Riccati equation %.4f m2", sum, p[0][0], want)
	if math.Abs(sum-want) > 0.1*want || math.Abs(p[0][0]-want) > 0.1*want {
		t.Errorf("after a fix: mean square %.4f m2, by the filter %.4f m2, want %.4f m2", sum, p[0][0], want)
	}
}

// TestConsistency has a filter be as wrong as it says: over 100 runs the mean of e' P^-1 e, with the errors e of place, velocity and
// attitude, n = 9 numbers, is that of chi^2 with 100 n degrees of freedom over 100. At each of 10 instants it should lie in the band of 95 %; at 8 of
// 10 or more it does. All instruments have the errors of their data sheets, drawn anew in each run: inertial
// unit, log, gauge, and fixes of 0.5 degrees that come every 5 s, 0.8 s late.
func TestConsistency(t *testing.T) {
	simtest.SkipShort(t, "it makes a hundred runs")
	const runs, instants, n = 100, 10, 9
	var mean [instants]float64
	for seed := range uint64(runs) {
		c := DefaultFilter()
		c.Start, c.Fix = new(1.0), 1e-3
		imu := sensor.DefaultIMU()
		imu.Period = 20 * time.Millisecond
		path := integrated(weaving(1.5, 20), 100*time.Second)
		k := newTrack(t, c, seed, path, Carried{"imu", imu}, Carried{"dvl", sensor.DefaultDVL()}, Carried{"depth", sensor.DefaultDepth()})
		usbl := &sensor.USBLConfig{Mode: "instant", Distance: sensor.Error{Noise: 0.1}, Bearing: sensor.Error{Noise: 0.5 * math.Pi / 180}, Elevation: sensor.Error{Noise: 0.5 * math.Pi / 180}}
		usbl.Period = 5 * time.Second
		finder := usbl.New(rng.New(seed), "usbl")
		station, _ := path.motion(0)
		station.Position, station.Attitude = geom.Vec{X: 30, Y: -40, Z: -5}, geom.Quat{W: 1}
		var late *PositionFix
		k.until(0, 100*time.Second, func(now sim.Time) {
			if now%sim.Time(5*time.Second) == 0 {
				target, _ := path.motion(now)
				f, _ := finder.Read(now, &station, &target, 1500)
				late = &PositionFix{At: now, Position: station.Position.Add(f.Offset()), From: station.Position, Range: 0.1, Bearing: 0.5 * math.Pi / 180, Elevation: 0.5 * math.Pi / 180}
			}
			if late != nil && now == late.At.Add(800*time.Millisecond) && late.At > 0 {
				k.filter.Fix(now, late)
			}
			if now > 0 && now%sim.Time(10*time.Second) == 0 {
				mean[now/sim.Time(10*time.Second)-1] += k.nees(now) / runs
			}
		})
	}
	chi := distuv.ChiSquared{K: runs * n}
	low, high := chi.Quantile(0.025)/runs, chi.Quantile(0.975)/runs
	within := 0
	for _, m := range mean {
		if m >= low && m <= high {
			within++
		}
	}
	t.Logf("NEES of %d numbers, mean of %d runs: %.2f; the band of 95 %% is %.2f to %.2f; %d of 10 within", n, runs, mean, low, high, within)
	if within < 8 {
		t.Errorf("NEES at 10 instants: %.2f; only %d lie in %.2f to %.2f", mean, within, low, high)
	}
}

// nees returns e' P^-1 e of place, velocity and attitude.
func (k *track) nees(now sim.Time) float64 {
	truth, _ := k.moves.motion(now)
	got, _ := k.filter.Motion(now)
	s := *k.filter.last()
	k.filter.predict(&s, now)
	place, velocity := truth.Position.Sub(got.Position), truth.WorldVelocity().Sub(got.WorldVelocity())
	turn := got.Attitude.Conj().Mul(truth.Attitude) // of a small rotation: twice its vector part
	if turn.W < 0 {
		turn = geom.Quat{W: -turn.W, X: -turn.X, Y: -turn.Y, Z: -turn.Z}
	}
	e := mat.NewVecDense(9, []float64{place.X, place.Y, place.Z, velocity.X, velocity.Y, velocity.Z, 2 * turn.X, 2 * turn.Y, 2 * turn.Z})
	// The state has the velocity v along the axes that the unit takes for those of the world, which are turned by psi, and the tilt
	// in the body frame: an error dpsi changes the velocity by z x v, and the attitude in the body frame by R' z.
	j, all := mat.NewDense(9, 9, nil), mat.NewDense(9, 9, nil)
	for i := range 9 {
		for c := range 9 {
			all.Set(i, c, s.p[i][c])
		}
	}
	heading, v, up := s.heading(), got.WorldVelocity(), got.Attitude.RotateInverse(geom.Vec{Z: 1})
	for i := range 3 {
		j.Set(i, i, 1)
	}
	for c, axis := range []geom.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
		a := heading.Rotate(axis)
		j.Set(3, 3+c, a.X)
		j.Set(4, 3+c, a.Y)
		j.Set(5, 3+c, a.Z)
	}
	j.Set(3, 8, -v.Y)
	j.Set(4, 8, v.X)
	j.Set(6, 6, 1)
	j.Set(7, 7, 1)
	j.Set(6, 8, up.X)
	j.Set(7, 8, up.Y)
	j.Set(8, 8, up.Z)
	var half, whole mat.Dense
	half.Mul(j, all)
	whole.Mul(&half, j.T())
	p := mat.NewSymDense(9, nil)
	for i := range 9 {
		for c := i; c < 9; c++ {
			p.SetSym(i, c, whole.At(i, c))
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(p) {
		k.Fatal("the covariance is not positive")
	}
	var x mat.VecDense
	if err := chol.SolveVecTo(&x, e); err != nil {
		k.Fatal(err)
	}
	return mat.Dot(e, &x)
}

// integrated returns a motion whose place is the integral of its velocity, by the midpoint rule in steps of 1 ms.
func integrated(m moves, until time.Duration) moves {
	const step = 0.001
	places := make([]geom.Vec, int(until.Seconds()/step)+1)
	for i := range places[1:] {
		_, heading, speed, _, _ := m((float64(i) + 0.5) * step)
		sin, cos := math.Sincos(heading)
		places[i+1] = places[i].Add(geom.Vec{X: speed * cos * step, Y: speed * sin * step})
	}
	return func(t float64) (at geom.Vec, heading, speed, rate, ahead float64) {
		at, heading, speed, rate, ahead = m(t)
		i := min(int(t/step), len(places)-1)
		sin, cos := math.Sincos(heading)
		rest := speed * (t - float64(i)*step)
		return at.Add(places[i]).Add(geom.Vec{X: rest * cos, Y: rest * sin}), heading, speed, rate, ahead
	}
}
