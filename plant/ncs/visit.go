package ncs

import (
	"fmt"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/sim"
)

// visit is the docking of a vehicle that has other tasks, too: the computer of a docking vehicle, which works from Begin until Break only.
// Its gains follow from the vehicle, and its links and periods are those of the station.
type visit struct {
	*Docking
	dock *dock
}

// Dock implements program.Berth.
func (s *Station) Dock(site program.Site, docked func(now sim.Time)) (program.Docking, error) {
	if s.config.Berth.Cone != nil {
		return nil, fmt.Errorf("the berth of %q has a cone, out of which only a docking-vehicle is led; leave the cone out", s.site.Name())
	}
	c := DefaultVehicle()
	c.Station, c.Navigation = s.site.Name(), &navigation.TruthConfig{}
	c.Acoustic.Link, c.Acoustic.Period = s.config.Acoustic.Link, s.config.Acoustic.Period
	c.RF.Link, c.RF.Period = s.config.RF.Link, s.config.RF.Period
	running, err := c.Install(visitor{site})
	if err != nil {
		return nil, err
	}
	v := &visit{running.(*Voyage).Docking, s.dock}
	v.Start, v.told = sim.Never, docked
	v.Pilot.stop(0)
	return v, nil
}

// visitor is a site whose node does not estimate where it is: the station tells it.
type visitor struct{ program.Site }

// Navigation implements program.Site.
func (v visitor) Navigation() program.Estimator { return level{v.Site.Navigation()} }

// level is an estimator of which only the attitude matters.
type level struct{ navigation.Estimator }

// Begin implements program.Docking.
func (v *visit) Begin(now sim.Time) {
	v.Near = v.dock.config.near(v.Hull.At(now).Position.Dist(v.Berth))
	v.Start, v.inside = now, -1
	v.Pilot.resume(now)
}

// Break implements program.Docking. A dock that lets a vehicle go expects it again.
func (v *visit) Break(now sim.Time) {
	v.Start = sim.Never
	v.Pilot.stop(now)
	if !v.IsDocked() {
		return
	}
	v.Docked = -1
	v.dock.free++
	v.Hull.Release()
	for _, g := range v.dock.station.vehicles {
		g.gone = g.gone && g.Addr != v.Pilot.Addr
	}
}

// IsDocked implements program.Docking.
func (v *visit) IsDocked() bool { return v.Docked >= 0 }
