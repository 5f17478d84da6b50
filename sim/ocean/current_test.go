package ocean

import (
	"fmt"
	"math"
	"testing"
	"time"

	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// nearVec fails the test unless the vectors agree within tolerance.
func nearVec(t *testing.T, what string, got, want geom.Vec, tolerance float64) {
	t.Helper()
	if !(got.Dist(want) <= tolerance) {
		t.Errorf("%s: got %v, want %v within %g", what, got, want, tolerance)
	}
}

// current builds a current that needs no site.
func current(t *testing.T, c CurrentConfig, site Site) Current {
	t.Helper()
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	made, err := c.Build(site, "test")
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// A quarter turn to the left of x is y; cos 30 degrees is sqrt(3)/2.
func TestUniform(t *testing.T) {
	c := current(t, &UniformConfig{Speed: 0.5, Up: 0.1, Direction: Direction{Toward: math.Pi / 2}}, Site{})
	nearVec(t, "toward y", c.Velocity(at(5), 1e9), geom.Vec{Y: 0.5, Z: 0.1}, 1e-15)
	c = current(t, &UniformConfig{Speed: 2, Direction: Direction{Toward: -30 * deg}}, Site{})
	nearVec(t, "to the right", c.Velocity(at(500), 0), geom.Vec{X: math.Sqrt(3), Y: -1}, 1e-15)
}

// Halfway between 1 m/s toward x and 3 m/s toward y the components are half of
// each: (0.5, 1.5).
func TestLayered(t *testing.T) {
	inline := &LayeredConfig{Depth: []float64{10, 20}, Speed: []float64{1, 3}, Toward: []float64{0, math.Pi / 2}}
	file := &LayeredConfig{File: "adcp.csv"}
	site := Site{Open: func(string) ([]byte, error) { return []byte("depth,toward,speed\n10,0,1\n20,90,3\n"), nil }}
	for _, c := range []Current{current(t, inline, Site{}), current(t, file, site)} {
		nearVec(t, "halfway", c.Velocity(at(15), 0), geom.Vec{X: 0.5, Y: 1.5}, 1e-15)
		nearVec(t, "above", c.Velocity(at(0), 0), geom.Vec{X: 1}, 1e-15)
		nearVec(t, "below", c.Velocity(at(99), 0), geom.Vec{Y: 3}, 1e-15)
	}

	site.Open = func(string) ([]byte, error) { return []byte("depth,toward,speed\n10,0,1\n20,90,33\n"), nil }
	const want = "adcp.csv:3: speed: 33 m/s is not allowed; the range is 0 to 10 m/s"
	if _, err := file.Build(site, "test"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// amplitude cos(2 pi t/period + phase): cos 0 = 1, cos 60 deg = 1/2, cos 90 deg
// = 0, cos 180 deg = -1.
func TestTidal(t *testing.T) {
	c := &TidalConfig{Amplitude: 2, Period: 12 * time.Hour}
	tests := []struct {
		after time.Duration
		phase float64
		want  float64
	}{
		{0, 0, 2},
		{2 * time.Hour, 0, 1},
		{3 * time.Hour, 0, 0},
		{6 * time.Hour, 0, -2},
		{0, math.Pi / 2, 0},
		{time.Hour, math.Pi / 6, 1},
		{100000*12*time.Hour + 2*time.Hour, 0, 1}, // 137 years later
	}
	for _, tt := range tests {
		c.Phase = tt.phase
		v := current(t, c, Site{}).Velocity(at(3), sim.Time(tt.after))
		nearVec(t, tt.after.String(), v, geom.Vec{X: tt.want}, 1e-14)
	}

	// The principal lunar constituent turns by 28.9841042 degrees an hour (Doodson).
	c.Defaults()
	near(t, "M2", 360/c.Period.Hours(), 28.9841042, 2e-7)
}

func TestSumAddsItsParts(t *testing.T) {
	c := current(t, &SumConfig{Of: []CurrentConfig{
		&UniformConfig{Speed: 1},
		&UniformConfig{Speed: 2, Direction: Direction{Toward: math.Pi / 2}},
		&TidalConfig{Amplitude: 3, Period: time.Hour},
	}}, Site{})
	nearVec(t, "sum", c.Velocity(at(1), 0), geom.Vec{X: 4, Y: 2}, 1e-15)
	nearVec(t, "half an hour later", c.Velocity(at(1), sim.Time(30*time.Minute)), geom.Vec{X: -2, Y: 2}, 1e-14)
}

// wandering is a current that wanders in speed and direction.
func wandering() *GaussMarkovConfig {
	return &GaussMarkovConfig{
		Speed: 0.5, SpeedDeviation: 0.2, TowardDeviation: 0.3,
		SpeedTime: 20 * time.Second, TowardTime: 5 * time.Second, Step: 2 * time.Second,
	}
}

// polar returns the speed and direction of a velocity, given that the speed is
// positive.
func polar(v geom.Vec) (speed, toward float64) { return math.Hypot(v.X, v.Y), math.Atan2(v.Y, v.X) }

// The recursion in the comment of gaussMarkov, written out on a second stream of
// the same name: a = exp(-2/20) for the speed, exp(-2/5) for the direction.
func TestGaussMarkovFollowsItsRecursion(t *testing.T) {
	c := current(t, wandering(), Site{Stream: rng.New(7).Stream})
	draw := rng.New(7).Stream("test")
	var x, y float64
	for k := range 5000 {
		n, m := 0.2*draw.Normal(), 0.3*draw.Normal()
		if k == 0 {
			x, y = n, m
		} else {
			x = math.Exp(-0.1)*x + math.Sqrt(1-math.Exp(-0.2))*n
			y = math.Exp(-0.4)*y + math.Sqrt(1-math.Exp(-0.8))*m
		}
		want := geom.Vec{X: (0.5 + x) * math.Cos(y), Y: (0.5 + x) * math.Sin(y)}
		nearVec(t, "grid point", c.Velocity(at(9), sim.Time(k)*2e9), want, 1e-12)
	}
}

// Half a second after a grid point, three quarters of it and a quarter of the
// next count.
func TestGaussMarkovIsLinearInBetween(t *testing.T) {
	c := current(t, wandering(), Site{Stream: rng.New(7).Stream})
	for k := range sim.Time(50) {
		s0, d0 := polar(c.Velocity(at(1), k*2e9))
		s1, d1 := polar(c.Velocity(at(1), k*2e9+2e9))
		s, d := polar(c.Velocity(at(1), k*2e9+5e8))
		near(t, "speed", s, 0.75*s0+0.25*s1, 1e-12)
		near(t, "direction", d, 0.75*d0+0.25*d1, 1e-12)
	}
}

// Over many streams the values at one time are independent, so with M of them
// the variance has the standard error s^2 sqrt(2/M) and the mean product of two
// values of correlation r has s^2 sqrt((1 + r^2)/M). Midway between two grid
// points the variance is s^2 (1 + a)/2, from the mean of two values of
// correlation a.
func TestGaussMarkovStatistics(t *testing.T) {
	const m = 20000
	const s = 0.01 // small against the mean, so that the speed stays positive
	c := GaussMarkovConfig{
		Speed: 0.5, SpeedDeviation: s, TowardDeviation: s,
		SpeedTime: 20 * time.Second, TowardTime: 5 * time.Second, Step: 2 * time.Second,
	}
	times := []sim.Time{0, 2e9, 10e9, 11e9, 40e9}
	var products [2][5][5]float64
	var means [2][5]float64
	for seed := range uint64(m) {
		g := newGaussMarkov(c, 0, rng.New(seed).Stream("test"))
		var value [2][5]float64
		for i, at := range times {
			value[0][i], value[1][i] = polar(g.Velocity(geom.Vec{}, at))
			value[0][i] -= 0.5
		}
		for q := range value {
			for i, v := range value[q] {
				means[q][i] += v / m
				for k, w := range value[q] {
					products[q][i][k] += v * w / m
				}
			}
		}
	}

	for q, tau := range []float64{20, 5} {
		a := math.Exp(-2 / tau)
		for i, at := range times {
			variance := s * s
			if at == 11e9 {
				variance *= (1 + a) / 2
			}
			near(t, "mean", means[q][i], 0, 4*math.Sqrt(variance/m))
			near(t, "variance", products[q][i][i], variance, 4*variance*math.Sqrt(2./m))
			for k, later := range times[i+1:] {
				if at == 11e9 || later == 11e9 {
					continue
				}
				r := math.Exp(-later.Sub(at).Seconds() / tau)
				near(t, "covariance", products[q][i][i+1+k], s*s*r, 4*s*s*math.Sqrt((1+r*r)/m))
			}
		}
	}
}

// Who asks, when and in which order changes nothing: a body that asks at every
// millisecond, one that asks rarely and one that lags behind see one current.
func TestGaussMarkovDoesNotDependOnWhoAsks(t *testing.T) {
	reference := current(t, wandering(), Site{Stream: rng.New(11).Stream})
	busy := current(t, wandering(), Site{Stream: rng.New(11).Stream})
	var want [400]geom.Vec
	for i := range want {
		want[i] = reference.Velocity(at(1), sim.Time(i)*17e8)
	}
	for i := range want {
		now := sim.Time(i) * 17e8
		for j := range sim.Time(40) {
			busy.Velocity(at(float64(j)), now+j*1e8)
		}
		if got := busy.Velocity(at(77), now); got != want[i] {
			t.Fatalf("at %v: %v, and %v for who asks seldom", now, got, want[i])
		}
		if lag := i / 2; busy.Velocity(at(2), sim.Time(lag)*17e8) != want[lag] {
			t.Fatalf("at %v, seen from %v, the current has changed", sim.Time(lag)*17e8, now)
		}
	}
}

// The last 1024 grid points are there; what lies before them is gone, and
// nobody gets a wrong answer.
func TestGaussMarkovRemembersItsWindow(t *testing.T) {
	c := current(t, wandering(), Site{Stream: rng.New(1).Stream})
	first := c.Velocity(at(0), 0)
	c.Velocity(at(0), 1022*2e9) // needs the points 1022 and 1023
	if c.Velocity(at(0), 0) != first {
		t.Error("the first point has changed")
	}
	c.Velocity(at(0), 1023*2e9)
	for _, bad := range []sim.Time{0, -1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("the current at %v is answered", bad)
				}
			}()
			c.Velocity(at(0), bad)
		}()
	}
}

// A vehicle whose steps take a second, the longest that a scenario allows, asks for
// their beginning when another has asked for times up to their end. However fine the
// grid is, what lies two seconds back is still known: the same as before.
func TestGaussMarkovRemembersTwoSeconds(t *testing.T) {
	for _, step := range []time.Duration{7 * time.Microsecond, 3 * time.Millisecond} {
		fine := wandering()
		fine.Step = step
		c := current(t, fine, Site{Stream: rng.New(5).Stream})
		const now = sim.Time(300_005 * time.Microsecond) // near the end of a step of 7 us
		first := c.Velocity(at(0), now)
		c.Velocity(at(0), now.Add(2*time.Second))
		if got := c.Velocity(at(0), now); got != first {
			t.Errorf("in steps of %v the current at %v is %v and, two seconds later, %v", step, now, first, got)
		}
	}
}

// The parts of a sum own different streams: their speeds are independent, and a
// source of streams would refuse one name twice.
func TestPartsOfASumHaveTheirOwnStreams(t *testing.T) {
	var names []string
	source := rng.New(1)
	site := Site{Stream: func(name string) *rng.Stream {
		names = append(names, name)
		return source.Stream(name)
	}}
	inner := &SumConfig{Of: []CurrentConfig{wandering(), wandering()}}
	current(t, &SumConfig{Of: []CurrentConfig{wandering(), inner}}, site)
	if got := fmt.Sprint(names); got != "[test/0 test/1/0 test/1/1]" {
		t.Errorf("streams %s", got)
	}
}

// A vehicle that heads along +x has y on its left (the frames of geom), so what
// comes from port goes toward -y.
func TestRelative(t *testing.T) {
	tests := []struct {
		kind string
		want geom.Vec
	}{
		{"head", geom.Vec{X: -2}},
		{"tail", geom.Vec{X: 2}},
		{"port", geom.Vec{Y: -2}},
		{"cross", geom.Vec{Y: -2}},
		{"starboard", geom.Vec{Y: 2}},
	}
	from, to := geom.Vec{X: -5, Y: 3, Z: -75}, geom.Vec{X: 20, Y: 3, Z: -99}
	for _, tt := range tests {
		v, err := Relative(tt.kind, from, to, 2)
		if err != nil {
			t.Fatal(err)
		}
		nearVec(t, tt.kind, v, tt.want, 1e-15)

		// The same scene, turned and shifted, has the current turned.
		turn, shift := geom.FromAxisAngle(geom.Vec{Z: 1}, 0.7), geom.Vec{X: 100, Y: -30, Z: 5}
		v, err = Relative(tt.kind, turn.Rotate(from).Add(shift), turn.Rotate(to).Add(shift), 2)
		if err != nil {
			t.Fatal(err)
		}
		nearVec(t, tt.kind+" turned", v, turn.Rotate(tt.want), 1e-14)
	}

	for _, target := range []geom.Vec{to, {X: -5, Y: 3}} { // one of them straight below
		if v, err := Relative("head", from, target, 0); v != (geom.Vec{}) || err != nil {
			t.Errorf("still water from ahead: %v, %v", v, err)
		}
	}
	for _, bad := range []struct {
		kind  string
		to    geom.Vec
		speed float64
	}{
		{"left", to, 1},
		{"", to, 1},
		{"left", to, 0},
		{"head", geom.Vec{X: -5, Y: 3}, 1},
		{"head", geom.Vec{X: math.NaN()}, 1},
		{"head", to, -1},
		{"head", to, math.NaN()},
		{"head", to, math.Inf(1)},
	} {
		if v, err := Relative(bad.kind, from, bad.to, bad.speed); err == nil {
			t.Errorf("%+v gives %v", bad, v)
		}
	}
}

// From a side of a vehicle, a current needs a course. Here it heads along +y, so
// that a head current goes toward -y and a mean direction is -90 degrees.
func TestCurrentFromASide(t *testing.T) {
	site := Site{
		Stream: rng.New(1).Stream,
		Course: func(vehicle, target string) (geom.Vec, geom.Vec, error) {
			if vehicle != "auv" || target != "dock" {
				return geom.Vec{}, geom.Vec{}, fmt.Errorf("there is no %s", vehicle)
			}
			return geom.Vec{X: 1, Y: 1}, geom.Vec{X: 1, Y: 9}, nil
		},
	}
	head := Direction{From: &Bearing{Side: "head", Vehicle: "auv", Target: "dock"}}
	still := wandering()
	still.Speed, still.SpeedDeviation, still.TowardDeviation, still.Direction = 0.4, 0, 0, head
	for _, c := range []CurrentConfig{
		&UniformConfig{Speed: 0.4, Direction: head},
		&TidalConfig{Amplitude: 0.4, Period: time.Hour, Direction: head},
		still,
	} {
		nearVec(t, fmt.Sprintf("%T", c), current(t, c, site).Velocity(at(2), 0), geom.Vec{Y: -0.4}, 1e-15)
		if _, err := c.Build(Site{Stream: rng.New(1).Stream}, "test"); err == nil {
			t.Errorf("%T is built without a course", c)
		}
	}
	unknown := &UniformConfig{Direction: Direction{From: &Bearing{Side: "tail", Vehicle: "rov"}}}
	if _, err := unknown.Build(site, "test"); err == nil || err.Error() != "there is no rov" {
		t.Errorf("got %v", err)
	}
	if _, err := wandering().Build(Site{}, "test"); err == nil {
		t.Error("a random current is built without a stream")
	}
}
