package navigation

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rng"
)

// fixed is a weaving vehicle with an inertial unit, a log and a gauge, that gets fixes as they are at each whole second, known some
// time later, but for what change makes of them.
func fixed(t *testing.T, late time.Duration, until time.Duration, change func(second int, p *PositionFix), settings func(*FilterConfig)) *track {
	t.Helper()
	path := integrated(weaving(1.5, 20), until)
	imu := sensor.DefaultIMU()
	imu.Period = 20 * time.Millisecond
	c := DefaultFilter()
	if settings != nil {
		settings(c)
	}
	k := newTrack(t, c, 7, path, Carried{"imu", imu}, Carried{"dvl", sensor.DefaultDVL()}, Carried{"depth", sensor.DefaultDepth()})
	noise := rng.New(11).Stream("fix")
	var waiting []PositionFix
	k.until(0, until, func(now sim.Time) {
		if second := int(now / sim.Time(time.Second)); now == sim.Time(second)*sim.Time(time.Second) {
			m, _ := path.motion(now)
			p := PositionFix{At: now, Position: m.Position.Add(geom.Vec{X: 0.1 * noise.Normal(), Y: 0.1 * noise.Normal(), Z: 0.1 * noise.Normal()})}
			if change != nil {
				change(second, &p)
			}
			waiting = append(waiting, p)
		}
		for len(waiting) > 0 && waiting[0].At.Add(late) <= now {
			k.filter.Fix(now, &waiting[0])
			waiting = waiting[1:]
		}
	})
	return k
}

// A fix that becomes known late gives the estimate that it would have given at once, to the bit: of 20 fixes those that are known after
// 20.9 s are the same whether they come at once or 0.8 s late.
func TestLateIsAsPunctual(t *testing.T) {
	const until = 20900 * time.Millisecond
	at := func(late time.Duration) geom.Vec {
		k := fixed(t, late, until, nil, nil)
		m, _ := k.filter.Motion(sim.Time(until))
		return m.Position
	}
	if punctual, late := at(0), at(800*time.Millisecond); punctual != late {
		t.Errorf("late fixes give %v, punctual ones %v", late, punctual)
	}
}

// A fix that is 50 m off, of ten thousand that are 0.1 m off, is left out: the place stays within 0.5 m of the truth, and one innovation
// is counted as gated. Without a gate it is taken, and puts the vehicle off by more than a metre.
func TestGate(t *testing.T) {
	const until = 25 * time.Second
	wild := func(second int, p *PositionFix) {
		if second == 24 {
			p.Position.X += 50
		}
	}
	off := func(k *track) float64 {
		m, _ := k.filter.Motion(sim.Time(until))
		truth, _ := k.moves.motion(sim.Time(until))
		return m.Position.Dist(truth.Position)
	}
	open := func(c *FilterConfig) { c.Gate = 1 }
	shut := fixed(t, 0, until, wild, nil)
	if d := off(shut); d > 0.5 {
		t.Errorf("with a gate it is %.2f m off", d)
	}
	if n := shut.filter.Innovations(); n.Gated < 1 || float64(n.Gated) > 0.005*float64(n.Taken) {
		t.Errorf("%d of %d are gated; want the wild one, and some of a thousand of the others", n.Gated, n.Taken)
	}
	if d := off(fixed(t, 0, until, wild, open)); !(d > 1) {
		t.Errorf("without a gate it is %.2f m off, and should be far off", d)
	}
}

// A filter that is wrong does not stay so behind its gate: all fixes from 10 s on are 30 m from where they were, and after 25 s, 15 fixes
// later, it is within a metre of them.
func TestGateOpensForWhatStays(t *testing.T) {
	const until = 25 * time.Second
	k := fixed(t, 0, until, func(second int, p *PositionFix) {
		if second >= 10 {
			p.Position.Y += 30
		}
	}, nil)
	m, _ := k.filter.Motion(sim.Time(until))
	truth, _ := k.moves.motion(sim.Time(until))
	if d := m.Position.Dist(truth.Position.Add(geom.Vec{Y: 30})); d > 1 {
		t.Errorf("it is %.2f m from what all fixes say", d)
	}
}

// A fix of 1 degree at 300 m is 5.2 m wrong across the line of sight, and 0.2 m along it: of a vehicle that knows nothing else of its
// place the covariance has these after it.
func TestVarianceOfAFixByRange(t *testing.T) {
	c := DefaultFilter()
	c.Fix, c.Start = 1e-6, new(1000.)
	k := newTrack(t, c, 1, straight(0, 0), Carried{"dvl", cleanDVL()})
	k.until(0, time.Second, nil)
	degree := math.Pi / 180
	k.filter.Fix(sim.Time(time.Second), &PositionFix{At: sim.Time(time.Second), Position: geom.Vec{}, From: geom.Vec{X: -300}, Range: 0.2, Bearing: degree, Elevation: degree})
	p, _ := k.filter.Covariance(sim.Time(time.Second))
	across := 300 * degree
	for i, want := range [3]float64{0.2, across, across} {
		if got := math.Sqrt(p[i][i]); math.Abs(got-want) > 0.01*want {
			t.Errorf("axis %d: %.3f m, want %.3f m", i, got, want)
		}
	}
}

// By the range and the bearing of a beacon that it finds itself, a vehicle that begins 100 m off knows where it is after a minute, to the
// 0.1 degrees that its instrument is wrong by, at 100 m, and the 0.1 m that half of a trip makes.
func TestBeacon(t *testing.T) {
	c := DefaultFilter()
	c.Start = new(100.)
	path := integrated(func(s float64) (at geom.Vec, heading, speed, rate, ahead float64) {
		_, _, speed, _, ahead = straight(1, 0)(s)
		return geom.Vec{X: -30, Y: 40, Z: -20}, 0, speed, 0, ahead
	}, 60*time.Second)
	k := newTrack(t, c, 1, path, Carried{"imu", cleanIMU()}, Carried{"dvl", cleanDVL()}, Carried{"usbl", sensor.DefaultFinder()})
	k.until(0, 60*time.Second, nil)
	m, _ := k.filter.Motion(sim.Time(60 * time.Second))
	truth, _ := path.motion(sim.Time(60 * time.Second))
	if d := m.Position.Dist(truth.Position); d > 0.3 {
		t.Errorf("it is %.2f m off", d)
	}
}

// GPS reads at the surface only. Half a minute there, with the 2 m by which all fixes are off together, puts a vehicle that begins 50 m
// off within 10 m; the covariance stays above the 2 m of the bias, which no number of fixes takes away.
func TestGPS(t *testing.T) {
	for _, depth := range []float64{0, 20} {
		c := DefaultFilter()
		c.Start = new(50.)
		k := newTrack(t, c, 2, straight(1, depth), Carried{"imu", sensor.DefaultIMU()}, Carried{"dvl", sensor.DefaultDVL()}, Carried{"gps", sensor.DefaultGPS()})
		k.until(0, 30*time.Second, nil)
		m, _ := k.filter.Motion(sim.Time(30 * time.Second))
		truth, _ := k.moves.motion(sim.Time(30 * time.Second))
		p, _ := k.filter.Covariance(sim.Time(30 * time.Second))
		off, sigma := math.Hypot(m.Position.X-truth.Position.X, m.Position.Y-truth.Position.Y), math.Sqrt(p[0][0])
		if surfaced := off < 10 && sigma > 1.8 && sigma < 3; surfaced != (depth == 0) {
			t.Errorf("at a depth of %g m it is %.1f m off, and says %.1f m", depth, off, sigma)
		}
	}
}

// Once it has room for what it remembers, neither reading instruments nor looking allocates.
func TestFilterDoesNotAllocate(t *testing.T) {
	c := DefaultFilter()
	c.Memory = time.Second
	k := newTrack(t, c, 1, straight(1, 0), Carried{"imu", sensor.DefaultIMU()}, Carried{"dvl", sensor.DefaultDVL()}, Carried{"depth", sensor.DefaultDepth()}, Carried{"gps", sensor.DefaultGPS()})
	now := sim.Time(0)
	second := func() {
		for range 50 {
			now = now.Add(20 * time.Millisecond)
			k.read(now)
			k.filter.Motion(now)
		}
		k.filter.Fix(now, &PositionFix{At: now.Add(-500 * time.Millisecond), Position: geom.Vec{X: now.Seconds()}})
	}
	for range 20 {
		second()
	}
	if n := testing.AllocsPerRun(20, second); n != 0 {
		t.Errorf("%g allocations in a second", n)
	}
}

// Neither log nor accelerometers show by how much the heading is off, whatever the vehicle does: after a minute of turns the filter
// takes it to be as uncertain as at the beginning, 1 degree, while it has found half of the tilt. A fix elsewhere than it expects does show it.
func TestHeadingIsNotSeenWithoutFixes(t *testing.T) {
	path := integrated(weaving(1.5, 20), time.Minute)
	k := newTrack(t, DefaultFilter(), 3, path, Carried{"imu", sensor.DefaultIMU()}, Carried{"dvl", sensor.DefaultDVL()}, Carried{"depth", sensor.DefaultDepth()})
	now := sim.Time(time.Minute)
	k.until(0, time.Minute, nil)
	k.filter.look(now)
	sigma := func(at int) float64 { return math.Sqrt(k.filter.last().p[at][at]) * 180 / math.Pi }
	if heading, tilt := sigma(atHeading), sigma(atTilt+1); math.Abs(heading-1) > 1e-6 || !(tilt < 0.25) {
		t.Errorf("heading known to %g degrees, want 1; tilt to %g degrees", heading, tilt)
	}
	truth, _ := path.motion(now)
	k.filter.Fix(now, &PositionFix{At: now, Position: truth.Position})
	k.filter.look(now)
	if heading := sigma(atHeading); !(heading < 0.5) {
		t.Errorf("after a fix the heading is known to %g degrees", heading)
	}
}

// Each fault of a filter names its key and the cure.
func TestFilterFaults(t *testing.T) {
	moving := sensor.DefaultFinder()
	moving.Target = "boat"
	all := []Carried{{"imu", sensor.DefaultIMU()}, {"imu2", sensor.DefaultIMU()}, {"dvl", sensor.DefaultDVL()}, {"depth", sensor.DefaultDepth()}, {"ctd", sensor.DefaultCTD()}, {"usbl", moving}}
	for _, row := range []struct {
		from    []string
		carried []Carried
		begins  bool
		want    string
	}{
		{[]string{"imu", "gps"}, all, true, `from[1]: the node has no instrument "gps"; it has imu, imu2, dvl, depth, ctd, usbl; add gps to its instruments, or leave it out here`},
		{[]string{"dvl"}, nil, true, `from[0]: the node has no instrument "dvl"; it has none; give it some beside run, as in instruments: [dvl]`},
		{[]string{"dvl", "ctd"}, all, true, "from[1]: the filter makes nothing of this instrument; it reads imu, dvl, depth, gps and usbl"},
		{[]string{"imu", "dvl", "imu2"}, all, true, "from[2]: a filter reads one inertial unit; leave the other one out"},
		{[]string{"imu", "depth"}, all, true, "from: nothing tells the filter a velocity or a place; name dvl, gps or usbl, or give fixes"},
		{nil, all, true, "from: nothing tells the filter a velocity or a place; name dvl, gps or usbl, or give fixes"},
		{[]string{"dvl"}, all, false, "start: nothing tells the filter where it begins; give start, as in start: 1m"},
		{[]string{"usbl"}, all, true, `from[0]: usbl finds node "boat", which moves: the filter does not know where that is; let it find one that stays`},
	} {
		c := DefaultFilter()
		c.From = row.from
		m, _ := straight(1, 0).motion(0)
		site := &Site{Node: "auv", Streams: rng.New(1), Instruments: row.carried, Use: Use{Begins: row.begins}, Beacon: func(string) (geom.Vec, bool) { return geom.Vec{}, false }}
		site.Motion = func(sim.Time) *vehicle.Motion { return &m }
		_, err := c.Build(site)
		var of interface{ Field() string }
		if err == nil || !errors.As(err, &of) || of.Field()+": "+err.Error() != row.want {
			t.Errorf("%v: %v, want %s", row.from, err, row.want)
		}
	}
	twice := DefaultFilter()
	twice.From = []string{"dvl", "dvl"}
	if err := twice.Validate(); err == nil || !strings.Contains(err.Error(), "dvl is named twice; leave one out") {
		t.Error(err)
	}
}
