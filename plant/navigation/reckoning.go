package navigation

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"halocline/plant/sensor"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// ReckoningConfig describes dead reckoning between fixes. What an error of the log or of a fix is taken to be need not be
// what it is.
type ReckoningConfig struct {
	From   []string      `yaml:"from" doc:"names of the instruments of the node that are read: dvl, imu, depth. Without a dvl, the velocity is estimated from fixes. Without an imu, the attitude is known exactly. Without a depth gauge, only fixes correct the depth"`
	Fixes  FixesConfig   `yaml:"fixes" doc:"link and station of the fixes; if left out, a docking-vehicle takes the updates of all of its links, and other programs have none"`
	Start  *float64      `yaml:"start" unit:"m" range:"[0,1e4]" doc:"standard deviation of the first estimate of the position along each axis, from which its error is drawn. If left out, a docking-vehicle begins with its first fix, and other programs begin without an error"`
	Fix    float64       `yaml:"fix" unit:"m" range:"[1e-6,1e4]" doc:"assumed standard deviation of a fix along each axis"`
	Level  float64       `yaml:"depth_fix" unit:"m" range:"[1e-6,1e4]" doc:"assumed standard deviation of a reading of the pressure gauge; give its bias or more, because its noise averages out over many readings and its bias does not"`
	Drift  float64       `yaml:"drift" unit:"m/s" range:"[0,100]" doc:"standard deviation, before the first fix, of the velocity along each axis that the log does not measure: its bias, and the current if it measures through the water; without a log the whole velocity"`
	Noise  float64       `yaml:"noise_density" range:"[0,100]" doc:"assumed white noise of the log's velocity, in m/s per root hertz of the two-sided spectrum: after a time t, the distance is wrong by this times the root of t"`
	Wander float64       `yaml:"wander_density" range:"[0,100]" doc:"assumed white noise of the drift's rate of change, in m/s2 per root hertz of the two-sided spectrum: in a time t, the drift changes by this times the root of t. Without a log, it stands for the manoeuvres of the vehicle; give more then, such as 0.1"`
	Memory time.Duration `yaml:"memory" range:"[1e-3,3600]" doc:"greatest age of a fix that corrects the estimate at its own time; an older one is outdated"`
}

// DefaultReckoning returns reckoning for fixes and depths of 0.1 m, currents of some 0.3 m/s, and a drift
// that changes by 0.01 m/s in a second. These are assumed.
func DefaultReckoning() *ReckoningConfig {
	return &ReckoningConfig{Fix: 0.1, Level: 0.1, Drift: 0.3, Noise: 0.01, Wander: 0.01, Memory: 10 * time.Second}
}

// About says what it is.
func (*ReckoningConfig) About() string {
	return "dead reckoning: the velocity of a Doppler log is added up, and a Kalman filter corrects that by each fix at the time of its measurement, late ones too, and finds the drift that the log does not see"
}

// Name implements Config.
func (*ReckoningConfig) Name() string { return "reckoning" }

// Fixing implements Config.
func (c *ReckoningConfig) Fixing() FixesConfig { return c.Fixes }

// Validate checks what no single field shows.
func (c *ReckoningConfig) Validate() error { return twice(c.From) }

// twice reports an instrument that is named twice.
func twice(from []string) error {
	for i, name := range from {
		if slices.Contains(from[:i], name) {
			return fault.In(fmt.Sprintf("from[%d]", i), "%s is named twice; leave one out", name)
		}
	}
	return nil
}

// reckoner is what a vehicle makes of its fixes and its log: the filter has the place minus the way by the log.
type reckoner struct {
	config   *ReckoningConfig
	names    []string
	sources  []sensor.Aid
	turning  orientation
	odometer *odometer  // nil without a log
	gauge    *gauge     // nil without one
	filter   *tracker   // nil before the first fix
	taken    []sim.Time // when the fixes were measured that are remembered
	motion   vehicle.Motion
}

// mostMoments bounds what is remembered beside the readings of the log: fixes, depths and turns of the log.
// mostRemembered bounds the readings of a log.
const (
	mostMoments    = 10_000
	mostRemembered = 100_000
)

// Build makes the estimator.
func (c *ReckoningConfig) Build(site *Site) (Estimator, error) {
	carried, err := choose(c.From, site)
	if err != nil {
		return nil, err
	}
	m := site.Motion(0)
	r := &reckoner{config: c, names: c.From, turning: orientation{exact: site.Motion, made: posture{attitude: m.Attitude}}}
	for i, s := range carried {
		if err := r.take(s.Config); err != nil {
			return nil, fault.In(fmt.Sprintf("from[%d]", i), "%w", err)
		}
	}
	if err := r.remembers(); err != nil {
		return nil, err
	}
	if !site.Fixes && r.odometer == nil {
		return nil, fault.In("from", "nothing tells the vehicle how it moves; name its dvl, or give fixes")
	}
	if c.Start != nil || site.Begins {
		place, sigma := site.start(m.Position, c.Start)
		v := square(max(sigma, leastPlace))
		r.begin(&fix{Position: place, Variance: geom.Vec{X: v, Y: v, Z: v}})
	}
	return r, nil
}

// take finds what an instrument is to dead reckoning.
func (r *reckoner) take(c sensor.Config) error {
	aiding, ok := c.(sensor.Aiding)
	if !ok {
		return errUnread()
	}
	s := aiding.Aid()
	switch {
	case s.Log != nil && r.odometer != nil, s.Gauge != nil && r.gauge != nil, s.Inertial != nil && r.turning.unit:
		return errors.New("dead reckoning reads one of a kind; leave the other one out")
	case s.Log != nil:
		r.odometer = newOdometer(&r.turning, s.Log, r.config.Memory)
	case s.Gauge != nil:
		r.gauge = &gauge{turning: &r.turning, config: s.Gauge}
	case s.Inertial != nil:
		r.turning.unit = true
	default:
		return errUnread()
	}
	r.sources = append(r.sources, s)
	return nil
}

func errUnread() error {
	return errors.New("dead reckoning makes nothing of this instrument; it reads dvl, imu and depth; write type: filter for others")
}

// remembers reports instruments that read too often or come out too late for what is remembered.
func (r *reckoner) remembers() error {
	memory := r.config.Memory
	if g := r.gauge; g != nil {
		if n := memory / g.config.Interval(); n > mostMoments/2 {
			return fault.In("memory", "%v are %d readings of the pressure gauge, and at most %d are remembered; shorten memory, or lengthen the period of the gauge", memory, n, mostMoments/2)
		}
		if late := time.Duration(g.config.Available(0)); late > memory {
			return fault.In("memory", "%v are remembered, and what the pressure gauge measures is known after %v; lengthen memory, or shorten the latency of the gauge", memory, late)
		}
	}
	if w := r.odometer; w != nil {
		if late := time.Duration(w.config.Available(0)) + w.config.Interval(); late > memory {
			return fault.In("memory", "%v are remembered, and what the log measures is known after up to %v; lengthen memory, or shorten the latency of the log", memory, late)
		}
		if n := memory / w.config.Interval(); n > mostRemembered {
			return fault.In("memory", "%v are %d readings of the log, and at most %d are remembered; shorten memory, or lengthen the period of the log", memory, n, mostRemembered)
		}
	}
	return nil
}

// Sources implements Estimating.
func (r *reckoner) Sources() []string { return r.names }

// Read implements Estimating. What was known before this moment is worked through first: so the order in which instruments that
// measure at one moment tell of it does not matter.
func (r *reckoner) Read(source int, taken, known sim.Time, values []float64) {
	r.look(taken - 1)
	three := func(at int) geom.Vec { return geom.Vec{X: values[at], Y: values[at+1], Z: values[at+2]} }
	var exact posture
	if !r.turning.unit {
		exact = r.turning.at(taken)
	}
	switch s := &r.sources[source]; {
	case s.Inertial != nil:
		turned := posture{geom.FromEuler(values[6], values[7], values[8]), three(0)}
		r.turning.past = append(r.turning.past, attitude{known, turned})
	case s.Log != nil:
		d := doppler{at: taken, out: known, velocity: three(0), ground: true, posture: exact}
		if math.IsNaN(d.velocity.X) {
			d.velocity, d.ground = three(4), false
		}
		r.odometer.coming = append(r.odometer.coming, d)
	case s.Gauge != nil:
		r.gauge.coming = append(r.gauge.coming, sounding{at: taken, out: known, depth: values[0], posture: exact})
	}
}

// Fix implements Estimating: one that is too old, and a measurement that it has already, tell it nothing.
func (r *reckoner) Fix(now sim.Time, p *PositionFix) bool {
	r.look(now)
	behind, ok := r.odometer.at(p.At)
	if !ok || slices.Contains(r.taken, p.At) {
		return false
	}
	v := r.config.Fix * r.config.Fix
	f := fix{At: p.At, Position: p.Position.Sub(behind), Variance: geom.Vec{X: v, Y: v, Z: v}}
	if r.filter == nil {
		r.begin(&f)
	} else if r.filter.Correct(f) != nil {
		return false
	}
	r.taken = append(r.taken, p.At)
	r.taken = slices.DeleteFunc(r.taken, func(at sim.Time) bool { return at < r.filter.Since() })
	return true
}

// begin makes the filter from the first fix.
func (r *reckoner) begin(f *fix) {
	c := r.config
	start := estimate{At: f.At}
	for i, x := range [3]float64{f.Position.X, f.Position.Y, f.Position.Z} {
		start.Axes[i] = axis{X: x, XX: f.Variance.X, VV: c.Drift * c.Drift}
	}
	var err error
	r.filter, err = newTracker(start, noise{Velocity: c.Noise * c.Noise, Accel: c.Wander * c.Wander}, c.Memory, mostMoments)
	if err != nil {
		panic("navigation: the reckoning has not been validated: " + err.Error())
	}
	if r.odometer != nil && r.odometer.turned > f.At {
		r.forget(r.odometer.turned)
	}
}

// forget takes what is known of the drift for void from a moment on, at which the log
// began to read, ceased to, or turned from the bottom to the water or back.
func (r *reckoner) forget(from sim.Time) {
	if r.filter != nil {
		_ = r.filter.Forget(from, r.config.Drift*r.config.Drift) // one that is older than all that is remembered changes nothing
	}
}

// look takes the readings of the instruments that have come out, in the order in which
// they did, so that it does not matter how often anybody looks.
func (r *reckoner) look(now sim.Time) {
	if r.gauge != nil {
		for at, out, z, ok := r.gauge.take(now); ok; at, out, z, ok = r.gauge.take(now) {
			r.lookAtLog(out)
			r.sound(at, z)
		}
	}
	r.lookAtLog(now)
	from := now
	if w := r.odometer; w != nil && len(w.coming) > 0 {
		from = min(from, w.coming[0].at)
	}
	if g := r.gauge; g != nil && len(g.coming) > 0 {
		from = min(from, g.coming[0].at)
	}
	r.turning.forget(from)
}

// sound takes a depth as a fix of the vertical where its measurement belongs. One that is
// older than all that is remembered changes nothing, and one from before the first fix
// is of no use.
func (r *reckoner) sound(at sim.Time, z float64) {
	behind, ok := r.odometer.at(at)
	if !ok || r.filter == nil {
		return
	}
	none := math.Inf(1)
	_ = r.filter.Correct(fix{
		At: at, Position: geom.Vec{Z: z - behind.Z},
		Variance: geom.Vec{X: none, Y: none, Z: r.config.Level * r.config.Level},
	})
}

// lookAtLog takes the readings of the log that have come out. What was measured after the
// last one before goes where the way has led then as is known now.
func (r *reckoner) lookAtLog(now sim.Time) {
	for r.odometer != nil {
		last := r.odometer.last()
		turned, ok := r.odometer.take(now)
		if !ok {
			return
		}
		if r.filter != nil {
			r.filter.Shift(last.at, func(t sim.Time) geom.Vec {
				behind, _ := r.odometer.at(t)
				return last.after(t).Sub(behind)
			})
		}
		if turned {
			r.turn()
		}
	}
}

// turn forgets the drift where the log has turned.
func (r *reckoner) turn() {
	if r.odometer.ended < r.odometer.turned { // through the gap the drift was the whole change of the velocity
		r.forget(r.odometer.ended)
	}
	r.forget(r.odometer.turned)
}

// Motion implements Estimator.
func (r *reckoner) Motion(now sim.Time) (*vehicle.Motion, bool) {
	r.look(now)
	if r.filter == nil {
		return nil, false
	}
	behind, _ := r.odometer.at(now)
	e := r.filter.At(now)
	turned := r.turning.at(now)
	v := turned.attitude.RotateInverse(r.velocity(&e))
	r.motion = vehicle.Motion{
		Position: behind.Add(e.Position()), Attitude: turned.attitude,
		Velocity: vehicle.Six{v.X, v.Y, v.Z, turned.rate.X, turned.rate.Y, turned.rate.Z},
	}
	return &r.motion, true
}

// velocity returns how fast the vehicle takes itself to move over ground, m/s in the world frame: what the log reads, and
// the drift that it does not see.
func (r *reckoner) velocity(e *estimate) geom.Vec {
	v := e.Velocity()
	if r.odometer != nil {
		v = v.Add(r.odometer.last().velocity)
	}
	return v
}

// Current implements Estimator: the drift of a log that measures through the water is the current.
func (r *reckoner) Current(now sim.Time) (geom.Vec, bool) {
	r.look(now)
	if r.filter == nil || r.odometer == nil || len(r.odometer.past) == 0 || r.odometer.last().ground {
		return geom.Vec{}, false
	}
	e := r.filter.At(now)
	return e.Velocity(), true
}

// Covariance implements Estimating: the axes are independent.
func (r *reckoner) Covariance(now sim.Time) (c [3][3]float64, ok bool) {
	r.look(now)
	if r.filter == nil {
		return c, false
	}
	e := r.filter.At(now)
	for i := range c {
		c[i][i] = e.Axes[i].XX
	}
	return c, true
}

// Innovations implements Estimating: it leaves nothing out, and counts nothing.
func (*reckoner) Innovations() Innovations { return Innovations{} }
