package ncs

import (
	"slices"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/sensor"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/trace"
)

// Steers implements program.Steering.
func (c *VehicleConfig) Steers() navigation.Use {
	return navigation.Use{Config: c.Navigation, Fixes: true}
}

// estimates reports whether the vehicle knows more of where it is than the last update.
func (v *vehicleInstaller) estimates() bool {
	_, ok := v.where.(navigation.Estimating)
	return ok
}

// checkNavigation reports what does not go with the navigation of the vehicle.
func (v *vehicleInstaller) checkNavigation(c *VehicleConfig) error {
	switch fixes := c.Navigation.Fixing(); {
	case v.estimates() && c.Smith != nil:
		return fault.In("smith", "navigation: %s says already where the vehicle is; leave out smith, or write navigation: truth", c.Navigation.Name())
	case !v.estimates() && c.Force.Period > 0:
		return fault.In("force.period", "with navigation: %s each update gives a force; leave force out, or write navigation: reckoning", c.Navigation.Name())
	case fixes.Station != "" && fixes.Station != c.Station:
		return fault.In("navigation.fixes.station", "the vehicle docks at station %q, which tells it where it is; leave station out here", c.Station)
	}
	return nil
}

// fixing returns how the updates of the station are fixes.
func (v *vehicleInstaller) fixing(c *VehicleConfig) (fixing, error) {
	link := c.Navigation.Fixing().Link
	if link == "" {
		return newFixing(v.station, -1), nil
	}
	at := slices.IndexFunc(c.steers(), func(s named[SteerConfig]) bool { return s.link == link })
	if at < 0 || v.links[at] == nil {
		return fixing{}, fault.In("navigation.fixes.link", "link %q gives the vehicle no fixes: it gets no updates there; name one that it is steered by, such as %q, or leave it out for all of them", link, c.Acoustic.Link)
	}
	return newFixing(v.station, at), nil
}

// warnOutOfReach warns of instruments that read nothing at a place.
func (v *vehicleInstaller) warnOutOfReach(at geom.Vec, where string) {
	estimate, ok := v.where.(navigation.Estimating)
	if !ok {
		return
	}
	for _, i := range v.site.Carried() {
		doubtful, ok := i.Config.(interface {
			Doubt(at geom.Vec, w sensor.Water) string
		})
		if !ok || !slices.Contains(estimate.Sources(), i.Name) {
			continue
		}
		if why := doubtful.Doubt(at, v.site.Water()); why != "" {
			v.site.Warn("its %s reads nothing %s: %s", i.Name, where, why)
		}
	}
}

// Steers implements program.Steering. A survey begins where the vehicle takes itself to be.
func (c *SurveyConfig) Steers() navigation.Use {
	return navigation.Use{Config: c.Navigation, Fixes: c.Navigation.Fixing() != navigation.FixesConfig{}, Begins: true}
}

// Needs returns the station that tells where the vehicle is.
func (c *SurveyConfig) Needs() []string {
	if s := c.Navigation.Fixing().Station; s != "" {
		return []string{s}
	}
	return nil
}

// connect has the station of the fixes guide the vehicle, and takes them.
func (v *Survey) connect(c *SurveyConfig) error {
	fixes := c.Navigation.Fixing()
	if v.estimate == nil || fixes == (navigation.FixesConfig{}) {
		return nil
	}
	if fixes.Station == "" || fixes.Link == "" {
		return fault.In("navigation.fixes", "a survey-vehicle has fixes of a docking-station over a link; name both, as in fixes: {link: acoustic, station: buoy}")
	}
	running, err := v.site.Peer(fixes.Station)
	if err != nil {
		return fault.In("navigation.fixes.station", "%w", err)
	}
	station, ok := running.(*Station)
	if !ok {
		return fault.In("navigation.fixes.station", "node %q runs no docking-station, which would measure where the vehicle is; give it run: docking-station, or name another node", fixes.Station)
	}
	link, err := linkAt("navigation.fixes.link", fixes.Link, v.site.Replies)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(station.paths, func(p path) bool { return p.Link != nil && p.Number() == link.Number() })
	if at < 0 {
		return fault.In("navigation.fixes.link", "link %q gives no fixes: the station %s sends none on it; name another one", fixes.Link, fixes.Station)
	}
	served := make([]bool, len(station.paths))
	served[at] = true
	station.guide(&guidedVehicle{Addr: v.site.Addr(), Links: served, Berth: station.at, Measure: station.measure(v.site)})
	by := newFixing(station, -1)
	return link.Handle("", func(m program.Mail) {
		u, ok := m.Body.(*Update)
		if !ok {
			return
		}
		now := v.site.Kernel().Now()
		kind, fix := trace.Outdated, by.of(u)
		if v.estimate.Fix(now, &fix) {
			kind = trace.Used
		}
		v.site.Emit(trace.Record{Kind: kind, Link: link.Number(), Peer: m.From, Pkt: m.Number, Value: now.Sub(u.Taken).Seconds()})
	})
}
