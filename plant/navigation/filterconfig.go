package navigation

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"halocline/plant/sensor"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/numeric"
)

// FilterConfig describes an error-state Kalman filter. What the errors of instruments are taken to be is what their
// configurations say.
type FilterConfig struct {
	From   []string      `yaml:"from" doc:"names of the instruments of the node that are read: imu, dvl, depth, gps, usbl, or dvl2 for the second of a kind. Without an imu, its attitude is known exactly"`
	Fixes  FixesConfig   `yaml:"fixes" doc:"link and station of the fixes; if left out, a docking-vehicle takes the updates of all of its links, and other programs have none"`
	Start  *float64      `yaml:"start" unit:"m" range:"[0,1e4]" doc:"standard deviation of the first estimate of the position along each axis, from which its error is drawn. If left out, a docking-vehicle begins with its first fix, and other programs begin without an error"`
	Fix    float64       `yaml:"fix" unit:"m" range:"[1e-6,1e4]" doc:"assumed standard deviation of a fix along each axis, beside the errors of its range and direction"`
	Drift  float64       `yaml:"drift" unit:"m/s" range:"[0,100]" doc:"standard deviation of the current along x and along y"`
	Turns  time.Duration `yaml:"drift_time" range:"[1,1e9]" doc:"correlation time of the current"`
	Wander float64       `yaml:"wander_density" range:"[0,100]" doc:"assumed white noise of the acceleration without an imu, in m/s2 per root hertz of the two-sided spectrum: how the vehicle manoeuvres"`
	Gate   float64       `yaml:"gate" range:"[0.5,1]" doc:"probability that a measurement without gross errors passes the chi^2 gate; others are left out, and 1 accepts all"`
	Memory time.Duration `yaml:"memory" range:"[1e-3,600]" doc:"greatest age of a measurement that corrects the estimate at its own time; an older one is left out"`
}

// DefaultFilter returns a filter without instruments. Its numbers are assumed: currents of some 0.3 m/s that change within ten minutes.
func DefaultFilter() *FilterConfig {
	return &FilterConfig{Fix: 0.1, Drift: 0.3, Turns: 10 * time.Minute, Wander: 0.1, Gate: 0.999, Memory: 10 * time.Second}
}

// About says what it is.
func (*FilterConfig) About() string {
	return "error-state Kalman filter over inertial unit, Doppler log, pressure gauge, GPS, USBL and fixes that come over a link, late ones too"
}

// Name implements Config.
func (*FilterConfig) Name() string { return "filter" }

// Fixing implements Config.
func (c *FilterConfig) Fixing() FixesConfig { return c.Fixes }

// Validate checks what no single field shows.
func (c *FilterConfig) Validate() error { return twice(c.From) }

// source is an instrument that the filter reads.
type source struct {
	sensor.Aid
	name   string
	beacon geom.Vec // that an instrument which finds another node finds
}

// Build makes the filter.
func (c *FilterConfig) Build(site *Site) (Estimator, error) {
	carried, err := choose(c.From, site)
	if err != nil {
		return nil, err
	}
	f := &filter{exact: site.Motion}
	for i, s := range carried {
		own, err := f.tuning.take(s, site)
		if err != nil {
			return nil, fault.In(fmt.Sprintf("from[%d]", i), "%w", err)
		}
		f.sources = append(f.sources, own)
	}
	if err := c.located(f, site); err != nil {
		return nil, err
	}
	c.tune(&f.tuning)
	m := site.Motion(0)
	f.inputs.made = m.Attitude
	if c.Start != nil || site.Begins {
		place, sigma := site.start(m.Position, c.Start)
		f.begin(0, place, max(sigma, leastPlace))
	}
	return f, nil
}

// located reports a filter that nothing tells where it is.
func (c *FilterConfig) located(f *filter, site *Site) error {
	finds := slices.ContainsFunc(f.sources, func(s source) bool { return s.Finder != nil || s.GPS != nil })
	placed := finds || site.Fixes
	switch {
	case !placed && f.tuning.dvl == nil:
		return fault.In("from", "nothing tells the filter a velocity or a place; name dvl, gps or usbl, or give fixes")
	case !placed && c.Start == nil && !site.Begins:
		return fault.In("start", "nothing tells the filter where it begins; give start, as in start: 1m")
	}
	return nil
}

// Least standard deviations, so that an instrument without errors leaves numbers that can be inverted.
const (
	leastPlace = 1e-3 // m
	leastSpeed = 1e-4 // m/s
	leastPush  = 1e-3 // m/s2 per root hertz: what readings that hold until the next one leave out
)

// choose finds instruments by their names.
func choose(from []string, site *Site) ([]Carried, error) {
	var all []Carried
	for i, name := range from {
		k := slices.IndexFunc(site.Instruments, func(c Carried) bool { return c.Name == name })
		if k < 0 {
			return nil, fault.In(fmt.Sprintf("from[%d]", i), "the node has no instrument %q; %s", name, site.carries(name))
		}
		c := site.Instruments[k]
		if a, ok := c.Config.(sensor.Aiding); ok && math.IsInf(site.Bottom, 1) && a.Aid().Log != nil && a.Aid().Log.Track == "bottom" {
			return nil, fault.In(fmt.Sprintf("from[%d]", i), "%s follows the bottom, and reads nothing in water without one; give the water a seabed, or the log track: either", name)
		}
		all = append(all, c)
	}
	return all, nil
}

// carries says what there is, where an instrument is not.
func (s *Site) carries(name string) string {
	if len(s.Instruments) == 0 {
		return fmt.Sprintf("it has none; give it some beside run, as in instruments: [%s]", name)
	}
	var names []string
	for _, c := range s.Instruments {
		names = append(names, c.Name)
	}
	return fmt.Sprintf("it has %s; add %s to its instruments, or leave it out here", strings.Join(names, ", "), name)
}

// take finds what an instrument is to the filter.
func (t *tuning) take(c Carried, site *Site) (s source, err error) {
	s.name = c.Name
	aiding, ok := c.Config.(sensor.Aiding)
	if !ok {
		return s, errors.New("the filter makes nothing of this instrument; it reads imu, dvl, depth, gps and usbl")
	}
	s.Aid = aiding.Aid()
	again := ""
	switch {
	case s.Inertial != nil && t.imu != nil:
		again = "inertial unit"
	case s.Log != nil && t.dvl != nil:
		again = "Doppler log"
	case s.Gauge != nil && t.depth != nil:
		again = "pressure gauge"
	case s.GPS != nil && t.gps != nil:
		again = "GPS"
	}
	if again != "" {
		return s, fmt.Errorf("a filter reads one %s; leave the other one out", again)
	}
	if s.Finder != nil {
		var still bool
		if s.beacon, still = site.Beacon(s.Finder.Target); !still {
			return s, fmt.Errorf("%s finds node %q, which moves: the filter does not know where that is; let it find one that stays", c.Name, s.Finder.Target)
		}
	}
	t.imu, t.dvl, t.depth, t.gps = cmp.Or(t.imu, s.Inertial), cmp.Or(t.dvl, s.Log), cmp.Or(t.depth, s.Gauge), cmp.Or(t.gps, s.GPS)
	return s, nil
}

// sigmas are the standard deviations of single readings.
type sigmas struct {
	log, depth, gps, gpsVelocity float64
	turn                         float64 // of the attitude that is read, rad
}

// tune fills in what follows from the configurations of instruments.
func (c *FilterConfig) tune(t *tuning) {
	t.fix, t.drift, t.turns, t.memory = c.Fix, c.Drift, c.Turns, c.Memory
	t.unknown = square(max(c.Wander, leastPush))
	t.errors = t.processes()
	if u := t.imu; u != nil {
		t.gravity = u.Gravity
		t.sigmas.turn = white(max(u.Heading.White(u.Interval()), u.Tilt.White(u.Interval())), max(u.Heading.Resolution, u.Tilt.Resolution), 0)
		force := white(u.Force.White(u.Interval()), u.Force.Resolution, u.Gravity*white(u.Tilt.White(u.Interval()), u.Tilt.Resolution, 0))
		t.unknown = square(force)*u.Interval().Seconds() + square(leastPush)
	}
	if d := t.dvl; d != nil {
		t.sigmas.log = white(d.Velocity.White(d.Interval()), d.Velocity.Resolution, leastSpeed)
	}
	if d := t.depth; d != nil {
		t.sigmas.depth = white(d.Depth.White(d.Interval()), d.Depth.Resolution, leastPlace)
	}
	if g := t.gps; g != nil {
		t.sigmas.gps = white(g.Horizontal.White(g.Interval()), g.Horizontal.Resolution, leastPlace)
		t.sigmas.gpsVelocity = root(white(g.Velocity.White(g.Interval()), g.Velocity.Resolution, leastSpeed), g.Velocity.Bias)
	}
	for dims := 1; dims <= 3; dims++ {
		t.gates[dims] = chiSquared(dims, c.Gate)
	}
}

// chiSquared returns the quantile of chi^2 with one to three degrees of freedom: its distribution is erf(sqrt(x/2)),
// 1 - exp(-x/2), and erf(sqrt(x/2)) - sqrt(2 x/pi) exp(-x/2).
func chiSquared(dims int, probability float64) float64 {
	if probability >= 1 {
		return math.Inf(1)
	}
	_, high := numeric.Bisect(0, 100, 60, func(x float64) bool {
		e := math.Exp(-x / 2)
		switch dims {
		case 1:
			return math.Erf(math.Sqrt(x/2)) < probability
		case 2:
			return 1-e < probability
		}
		return math.Erf(math.Sqrt(x/2))-math.Sqrt(2*x/math.Pi)*e < probability
	})
	return high
}

// Sources returns the names of the instruments that it reads.
func (f *filter) Sources() []string {
	var names []string
	for _, s := range f.sources {
		names = append(names, s.name)
	}
	return names
}

// Read takes a reading of an instrument. What is not a number was not measured.
//
// What was known before this moment is worked through first, and what becomes known at it when somebody looks: so the order in which
// instruments that measure at one moment tell of it does not matter.
func (f *filter) Read(source int, taken, known sim.Time, values []float64) {
	f.look(taken - 1)
	three := func(at int) geom.Vec { return geom.Vec{X: values[at], Y: values[at+1], Z: values[at+2]} }
	r := reading{at: taken}
	if f.tuning.imu == nil {
		m := f.exact(taken)
		r.turn, r.rate = m.Attitude, geom.Vec{X: m.Velocity[3], Y: m.Velocity[4], Z: m.Velocity[5]}
	}
	add := func(k kind, value geom.Vec) {
		r.kind, r.value = k, value
		f.coming = append(f.coming, coming{known: known, reading: r})
	}
	switch s := &f.sources[source]; {
	case s.Inertial != nil:
		in := input{at: taken, rate: three(0), force: three(3), turn: geom.FromEuler(values[6], values[7], values[8])}
		f.coming = append(f.coming, coming{known: known, unit: true, input: in})
	case s.Log != nil:
		if v := three(0); !math.IsNaN(v.X) {
			add(overGround, v)
		} else if v := three(4); !math.IsNaN(v.X) {
			add(inWater, v)
		}
	case s.Gauge != nil:
		add(depthKind, geom.Vec{X: values[0]})
	case s.GPS != nil:
		add(gpsPlace, three(0))
		add(gpsVelocity, three(3))
	case s.Finder != nil:
		f.readFinder(&r, s, known, values)
	}
}

// readFinder takes a fix of a beacon. That of a round trip holds for when the reply is back, and its range is the mean of that
// then and that at the question. The difference, the speed of the vehicle times half of the trip, is left to the key fix.
func (f *filter) readFinder(r *reading, s *source, known sim.Time, values []float64) {
	c := s.Finder
	fix := sensor.Fix{Distance: values[0], Bearing: values[1], Elevation: values[2]}
	if c.Mode == "round-trip" {
		r.at = max(r.at, known.Add(-time.Duration(c.Available(0))))
	}
	p := PositionFix{Range: ErrorOf(c.Distance, c.Interval()), Bearing: ErrorOf(c.Bearing, c.Interval()), Elevation: ErrorOf(c.Elevation, c.Interval())}
	r.kind, r.value, r.from = beaconKind, fix.Offset(), s.beacon
	r.sigma = f.tuning.sigmaAt(fix.Distance, &p)
	f.coming = append(f.coming, coming{known: known, reading: *r})
}

// ErrorOf returns the standard deviation of one reading with all of its errors.
func ErrorOf(e sensor.Error, interval time.Duration) float64 {
	return root(white(e.White(interval), e.Resolution, 0), e.Bias)
}

// fixSigma returns the standard deviations of a fix, along the line of sight and across.
func (t *tuning) fixSigma(p *PositionFix) geom.Vec { return t.sigmaAt(p.Position.Dist(p.From), p) }

// sigmaAt returns them at a distance.
func (t *tuning) sigmaAt(distance float64, p *PositionFix) geom.Vec {
	return geom.Vec{X: root(p.Range, t.fix), Y: root(distance*p.Bearing, t.fix), Z: root(distance*p.Elevation, t.fix)}
}

// placeOf returns where the vehicle is by a first reading, and the standard deviation of that.
func (f *filter) placeOf(r *reading) (geom.Vec, float64) {
	turn, _ := f.attitude(r.at)
	if r.kind == beaconKind {
		sigma := max(r.sigma.X, r.sigma.Y, r.sigma.Z)
		if u := f.tuning.imu; u != nil {
			sigma = root(sigma, r.value.Norm()*max(u.Heading.Bias, u.Tilt.Bias))
		}
		return r.from.Sub(turn.Rotate(r.value)), sigma
	}
	g := f.tuning.gps
	return r.value.Sub(turn.Rotate(g.Antenna)), root(f.tuning.sigmas.gps, g.Horizontal.Bias, g.Height.Bias)
}
