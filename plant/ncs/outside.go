package ncs

import (
	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/program/external"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// outside is the law of a vehicle that another program has, outside of the simulation: the updates are forwarded to it, and
// the forces come in through ports.
type outside struct {
	drive *external.Drive
	told  []func(program.Mailed)
	place geom.Vec // of the newest update
}

// informed is where a vehicle takes itself to be whose program is outside: it knows how it is turned and moves, and the newest update
// alone says where it is.
type informed struct {
	navigation.Estimator
	pilot *Pilot
}

// Motion implements navigation.Estimator. There is none before the first update.
func (i informed) Motion(now sim.Time) (*vehicle.Motion, bool) {
	m, ok := i.Estimator.Motion(now)
	if !ok || !i.pilot.steered {
		return nil, false
	}
	known := *m
	known.Position = i.pilot.outside.place
	return &known, true
}

// driveOutside has the law of the pilot be that of a program outside, if it is.
func (p *Pilot) driveOutside(c *external.DriveConfig, site program.Site) error {
	if c == nil {
		return nil
	}
	if p.estimate != nil {
		return fault.In("external", "updates go to the program outside as they are, and correct no estimate of the vehicle; write navigation: truth, or take the program external")
	}
	drive, err := external.NewDrive(c, site)
	if err != nil {
		return fault.Under("external", err)
	}
	p.outside = &outside{drive: drive}
	drive.Asked(func(now sim.Time) {
		p.force = drive.Force()
		if p.pending.there {
			p.reportUpdate(trace.Used, &p.pending, now)
		}
	})
	return nil
}

// forward forwards an update, which is used as soon as something is asked for.
func (p *Pilot) forward(link int, m program.Mail, u *Update, this pending, now sim.Time) {
	if u.Taken <= p.newest {
		p.reportUpdate(trace.Outdated, &this, now)
		return
	}
	if p.pending.there {
		p.reportUpdate(trace.Outdated, &p.pending, now)
	}
	p.enter(link, now)
	p.newest, p.renewed, p.steered, p.outside.place = u.Taken, now, true, u.Position
	p.pending = this
	for _, to := range p.outside.told {
		to(program.Mailed{At: now, Link: p.steer[link].number, Mail: m})
	}
}

// List implements program.Listed.
func (u *Update) List(put func(name string, values ...float64)) {
	vec := func(name string, v geom.Vec) { put(name, v.X, v.Y, v.Z) }
	vec("position", u.Position)
	vec("reference", u.Reference)
	if u.Ahead != (geom.Vec{}) {
		vec("ahead", u.Ahead)
	}
	put("taken", u.Taken.Seconds())
}

// Ports implements program.Ported.
func (v *Voyage) Ports() []program.Port {
	if v.pilot.outside == nil {
		return nil
	}
	return v.pilot.outside.drive.Ports()
}

// Forward implements program.Forwarding.
func (v *Voyage) Forward(to func(program.Mailed)) {
	if o := v.pilot.outside; o != nil {
		o.told = append(o.told, to)
	}
}
