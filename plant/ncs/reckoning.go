package ncs

import (
	"math"
	"slices"
	"time"

	"halocline/plant/navigation"
	"halocline/plant/sensor"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// logReader reads the Doppler log of a vehicle, if it has a reading now. It is called
// once for each measurement, with the time.
type logReader func(now sim.Time) (sensor.Doppler, bool)

// reckoning is what a vehicle makes of its updates and its log: the filter has the
// place minus the way by the log.
type reckoning struct {
	config   *ReckoningConfig
	odometer *odometer            // nil without a log
	gauge    *gauge               // nil without one
	filter   *navigation.Reckoner // nil before the first update
	taken    []sim.Time           // when the updates were measured that are remembered
	berth    geom.Vec             // of the newest
}

// mostMoments bounds what is remembered beside the readings of the log: updates, depths
// and turns of the log.
const mostMoments = 10_000

// correct takes an update as a fix where its measurement belongs, and reports whether
// it did: one that is too old, and a measurement that it has already, tell it nothing.
func (r *reckoning) correct(u *Update) bool {
	behind, ok := r.odometer.at(u.Taken)
	if !ok || slices.Contains(r.taken, u.Taken) {
		return false
	}
	v := r.config.Fix * r.config.Fix
	fix := navigation.Fix{At: u.Taken, Position: u.Position.Sub(behind), Variance: geom.Vec{X: v, Y: v, Z: v}}
	if r.filter == nil {
		r.begin(&fix)
	} else if r.filter.Correct(fix) != nil {
		return false
	}
	r.taken = append(r.taken, u.Taken)
	r.taken = slices.DeleteFunc(r.taken, func(at sim.Time) bool { return at < r.filter.Since() })
	return true
}

// begin makes the filter from the first fix.
func (r *reckoning) begin(f *navigation.Fix) {
	c := r.config
	start := navigation.Estimate{At: f.At}
	for i, x := range [3]float64{f.Position.X, f.Position.Y, f.Position.Z} {
		start.Axes[i] = navigation.Track{X: x, XX: f.Variance.X, VV: c.Drift * c.Drift}
	}
	var err error
	r.filter, err = navigation.NewReckoner(start, navigation.Noise{Velocity: c.Noise * c.Noise, Accel: c.Wander * c.Wander}, c.Memory, mostMoments)
	if err != nil {
		panic("ncs: the reckoning has not been validated: " + err.Error())
	}
	if r.odometer != nil && r.odometer.turned > f.At {
		r.forget(r.odometer.turned)
	}
}

// forget takes what is known of the drift for void from a moment on, at which the log
// began to read, ceased to, or turned from the bottom to the water or back.
func (r *reckoning) forget(from sim.Time) {
	if r.filter != nil {
		_ = r.filter.Forget(from, r.config.Drift*r.config.Drift) // one that is older than all that is remembered changes nothing
	}
}

// look takes the readings of the instruments that have come out, in the order in which
// they did, so that it does not matter how often anybody looks.
func (r *reckoning) look(now sim.Time) {
	if r.gauge != nil {
		for d, ok := r.gauge.take(now); ok; d, ok = r.gauge.take(now) {
			r.lookAtLog(d.out)
			r.sound(&d)
		}
	}
	r.lookAtLog(now)
}

// sound takes a depth as a fix of the vertical where its measurement belongs. One that is
// older than all that is remembered changes nothing, and one from before the first update
// is of no use.
func (r *reckoning) sound(d *depth) {
	behind, ok := r.odometer.at(d.at)
	if !ok || r.filter == nil {
		return
	}
	none := math.Inf(1)
	_ = r.filter.Correct(navigation.Fix{
		At: d.at, Position: geom.Vec{Z: d.z - behind.Z},
		Variance: geom.Vec{X: none, Y: none, Z: r.config.Level * r.config.Level},
	})
}

// lookAtLog takes the readings of the log that have come out. What was measured after the
// last one before goes where the way has led then as is known now.
func (r *reckoning) lookAtLog(now sim.Time) {
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
func (r *reckoning) turn() {
	if r.odometer.ended < r.odometer.turned { // through the gap the drift was the whole change of the velocity
		r.forget(r.odometer.ended)
	}
	r.forget(r.odometer.turned)
}

// place returns where the vehicle takes itself to be.
func (r *reckoning) place(now sim.Time) geom.Vec {
	r.look(now)
	behind, _ := r.odometer.at(now)
	e := r.filter.At(now)
	return behind.Add(e.Position())
}

// velocity returns how fast the vehicle takes itself to move over ground, m/s in the world frame: what the log reads, and
// the drift that it does not see.
func (r *reckoning) velocity(now sim.Time) geom.Vec {
	e := r.filter.At(now)
	v := e.Velocity()
	if r.odometer != nil {
		v = v.Add(r.odometer.last().velocity)
	}
	return v
}

// reckonOn adds dead reckoning, and the task of each link that computes the force.
func (p *Pilot) reckonOn(cpu *rtos.CPU) error {
	c := p.config.Reckoning
	p.reckoning = &reckoning{config: c}
	if c.DVL != nil {
		p.reckoning.odometer = newOdometer(p.orientation, &c.DVL.DVLConfig, c.Memory)
	}
	if c.Depth != nil {
		p.reckoning.gauge = &gauge{turning: p.orientation, config: &c.Depth.DepthConfig}
	}
	for link, s := range p.steer {
		if s == nil {
			continue
		}
		job := func(now sim.Time) {
			if p.mode == link {
				p.position(now)
			}
		}
		if _, err := cpu.Add(p.task(c.Task, s.name+" position", c.period(s.config), 0, nil, job)); err != nil {
			return err
		}
	}
	return nil
}

// addLog gives the vehicle the Doppler log that its configuration describes. It is read
// from now on, in phase Comm.
func (p *Pilot) addLog(log logReader) {
	c := p.config.Reckoning.DVL
	p.Kernel.Every(sim.Comm, c.Due(0), c.Interval(), func(now sim.Time) {
		if reading, ok := log(now); ok {
			p.reckoning.odometer.note(&reading)
		}
		p.reckoning.look(now)
	})
}

// period returns the time from one force to the next.
func (c *ReckoningConfig) period(s *SteerConfig) time.Duration {
	if c.Period > 0 {
		return c.Period
	}
	return s.Period
}

// correct is read with dead reckoning: an update corrects the estimate, also one that is
// late. The newest says which link steers, and one that begins to does so at once.
func (p *Pilot) correct(link int, u *Update, this *pending, now sim.Time) {
	p.reckoning.look(now)
	if !p.reckoning.correct(u) {
		p.reportUpdate(trace.Outdated, this, now)
		p.leave(link)
		return
	}
	p.reportUpdate(trace.Used, this, now)
	begins := !p.steered
	p.renewed, p.steered = now, true
	newer := u.Taken > p.newest
	if newer {
		p.newest, p.reckoning.berth = u.Taken, u.Reference
	}
	if newer && p.listens(link, now) {
		begins = begins || link != p.mode
		p.enter(link, now)
	} else {
		p.leave(link)
	}
	if begins {
		p.position(now)
	}
}

// position computes the force by dead reckoning: a job of the task of the link that
// steers.
func (p *Pilot) position(now sim.Time) {
	if !p.steered || p.docked {
		return
	}
	s := p.steer[p.mode]
	period := p.config.Reckoning.period(s.config)
	p.compute(s, p.reckoning.place(now), p.reckoning.berth, period)
	if p.mode != acoustic {
		p.turn(period)
		p.apply(now)
	}
}

// Place returns where the vehicle takes itself to be, by dead reckoning; false where it
// does not reckon, or has had no update yet.
func (p *Pilot) Place(now sim.Time) (geom.Vec, bool) {
	if p.reckoning == nil || !p.steered {
		return geom.Vec{}, false
	}
	return p.reckoning.place(now), true
}
