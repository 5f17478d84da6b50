package ncs

import (
	"time"

	"halocline/plant/navigation"
	"halocline/sim"
	"halocline/sim/geom"
	"halocline/sim/rtos"
	"halocline/sim/trace"
)

// period returns the time from one force to the next.
func (c *ForceConfig) period(s *SteerConfig) time.Duration {
	if c.Period > 0 {
		return c.Period
	}
	return s.Period
}

// estimateOn adds the task of each link that computes the force from the estimate.
func (p *Pilot) estimateOn(cpu *rtos.CPU) error {
	c := &p.config.Force
	for link, s := range p.steer {
		if s == nil {
			continue
		}
		job := func(now sim.Time) {
			if p.mode == link {
				p.position(now)
			}
		}
		if _, err := cpu.Add(p.task(c.Task, s.name+" position", c.period(s.config), nil, job)); err != nil {
			return err
		}
	}
	return nil
}

// correct is read with an estimate: an update corrects it, also one that is late. The newest says which link steers, and one that
// begins to does so at once.
func (p *Pilot) correct(link int, u *Update, this *pending, now sim.Time) {
	p.fix = p.fixing.of(u)
	if !p.fixing.takes(link) || !p.estimate.Fix(now, &p.fix) {
		p.reportUpdate(trace.Outdated, this, now)
		p.leave(link)
		return
	}
	p.reportUpdate(trace.Used, this, now)
	begins := !p.steered
	p.renewed, p.steered = now, true
	newer := u.Taken > p.newest
	if newer {
		p.newest, p.aim = u.Taken, u.Reference
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

// position computes the force from the estimate: a job of the task of the link that steers.
func (p *Pilot) position(now sim.Time) {
	if !p.steered || p.docked {
		return
	}
	s := p.steer[p.mode]
	period := p.config.Force.period(s.config)
	at, _ := p.Place(now)
	p.compute(s, at, p.aim, period)
	if p.mode != acoustic {
		p.turn(period)
		p.apply(now)
	}
}

// Place returns where the vehicle takes itself to be; false with truth, where an update says that, or before there is an estimate.
func (p *Pilot) Place(now sim.Time) (geom.Vec, bool) {
	if p.estimate == nil || !p.steered {
		return geom.Vec{}, false
	}
	m, ok := p.estimate.Motion(now)
	if !ok {
		return geom.Vec{}, false
	}
	return m.Position, true
}

// turned returns how the vehicle takes itself to be turned, and how fast it turns, in rad/s in the body frame.
func (p *Pilot) turned(now sim.Time) (geom.Quat, geom.Vec) {
	m, ok := p.where.Motion(now)
	if !ok { // the first estimate is still to come: as it was made
		return p.made, geom.Vec{}
	}
	return m.Attitude, geom.Vec{X: m.Velocity[3], Y: m.Velocity[4], Z: m.Velocity[5]}
}

// fixing is how updates are fixes: which links' are, and what the instrument of the station is wrong by.
type fixing struct {
	link    int      // the only one; -1 for all
	station geom.Vec // place, m

	distance, bearing, elevation float64 // standard deviations, m and rad
}

// takes reports whether the updates of a link are fixes.
func (f *fixing) takes(link int) bool { return f.link < 0 || f.link == link }

// of returns an update as a fix.
func (f *fixing) of(u *Update) navigation.PositionFix {
	return navigation.PositionFix{
		At: u.Taken, Position: u.Position, From: f.station, Range: f.distance, Bearing: f.bearing, Elevation: f.elevation,
	}
}

// newFixing returns how the updates of a station are fixes, of one link, or of all with -1.
func newFixing(s *Station, link int) fixing {
	f := fixing{link: link, station: s.at}
	if c := s.config.USBL; c != nil {
		every := c.Interval()
		f.distance, f.bearing, f.elevation = navigation.ErrorOf(c.Distance, every), navigation.ErrorOf(c.Bearing, every), navigation.ErrorOf(c.Elevation, every)
	}
	return f
}
