package ncs

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"halocline/plant/navigation"
	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
)

// nodeOf returns what a computer is given of its node.
func nodeOf(site program.Site) Node {
	return Node{
		Kernel: site.Kernel(), Clock: site.Clock(), Addr: site.Addr(), Rand: site.Stream("computer"), Tracer: siteTracer{site},
		Stream: program.Streams(site),
	}
}

// siteTracer is a site as a tracer.
type siteTracer struct{ program.Site }

// linkAt returns a link of a node by the way of a site that is given; a fault is at a key.
func linkAt(key, name string, link func(string) (program.Link, error)) (program.Link, error) {
	l, err := link(name)
	if err != nil {
		return nil, fault.In(key, "%v", err)
	}
	return l, nil
}

// ownLink is linkAt of a link that is none of those that are taken already.
func ownLink(key, name string, taken []string, link func(string) (program.Link, error)) (program.Link, error) {
	if slices.Contains(taken, name) {
		if key == "rf" {
			return nil, fault.In("rf.link", "%q is the acoustic link already; the RF link is another one", name)
		}
		return nil, fault.In(key+".link", "%q is taken already by another key of the program; name another link", name)
	}
	return linkAt(key+".link", name, link)
}

// agreed reports that a node listens elsewhere than its station sends.
func agreed(key, own, station string) error {
	if own != station {
		return fault.In(key, "link %q is given; the station sends on %q", own, station)
	}
	return nil
}

// Install makes the computer of a docking station, and its dock.
func (c *StationConfig) Install(site program.Site) (program.Running, error) {
	if !site.Still() {
		return nil, fmt.Errorf("node %q moves; a docking station stays where it is", site.Name())
	}
	var taken []string
	links := make([]program.Link, len(c.sends()))
	for i, of := range c.sends() {
		if i == radio && c.Method != "hybrid" {
			continue
		}
		l, err := ownLink(of.key, of.link, taken, site.Link)
		if err != nil {
			return nil, err
		}
		links[i], taken = l, append(taken, of.link)
	}
	at, _ := site.Motion(0)
	s, err := newStation(nodeOf(site), c, at, links...)
	if err != nil {
		return nil, err
	}
	s.site, s.dock = site, newDock(s)
	return s, handle(links, s.Receive)
}

// handle has the messages of links received.
func handle(links []program.Link, receive func(link int, m program.Mail)) error {
	var faults []error
	for i, l := range links {
		if l != nil {
			faults = append(faults, l.Handle("", func(m program.Mail) { receive(i, m) }))
		}
	}
	return errors.Join(faults...)
}

// stationOf returns the station that a program names.
func stationOf(site program.Site, name string) (*Station, error) {
	running, err := site.Peer(name)
	if err != nil {
		return nil, fault.In("station", "%w", err)
	}
	s, ok := running.(*Station)
	if !ok {
		return nil, fault.In("station", "node %q runs no docking-station", name)
	}
	return s, nil
}

// Needs returns the station.
func (c *ResponderConfig) Needs() []string { return []string{c.Station} }

// Install makes the computer of a node that only answers.
func (c *ResponderConfig) Install(site program.Site) (program.Running, error) {
	station, err := stationOf(site, c.Station)
	if err != nil {
		return nil, err
	}
	link, err := linkAt("link", c.Link, site.Replies)
	if err == nil {
		err = agreed("link", c.Link, station.config.Acoustic.Link)
	}
	if err != nil {
		return nil, err
	}
	at, _ := site.Motion(0)
	r := newResponder(nodeOf(site), c, link, station.Addr, at, station.at)
	if err := link.Handle("", r.Receive); err != nil {
		return nil, err
	}
	station.guide(&guidedVehicle{Addr: site.Addr(), Links: []bool{true}, Berth: station.at, Measure: station.measure(site)})
	return r, nil
}

// Needs returns the station.
func (c *VehicleConfig) Needs() []string { return []string{c.Station} }

// Destination returns the station.
func (c *VehicleConfig) Destination() string { return c.Station }

// vehicleInstaller is a vehicle that docks while it is installed.
type vehicleInstaller struct {
	site    program.Site
	config  *VehicleConfig
	station *Station
	body    program.Body
	craft   craft
	where   navigation.Estimator
	model   *vehicle.Model // nil where its equations are others
	links   []program.Link // by vehicle's steers; nil where it has none
	served  []bool         // by the paths of the station: it has the link
	start   geom.Vec
	berth   geom.Vec
}

// Install makes the computer of a vehicle that docks. The station guides it, and its dock expects it.
func (c *VehicleConfig) Install(site program.Site) (program.Running, error) {
	station, err := stationOf(site, c.Station)
	if err != nil {
		return nil, err
	}
	v := &vehicleInstaller{site: site, station: station, body: site.Body()}
	if v.body == nil {
		return nil, fmt.Errorf("node %q is no vehicle; give it one, as in vehicle: rexrov", site.Name())
	}
	craft, ok := v.body.Dynamics().(craft)
	if !ok {
		return nil, fmt.Errorf("node %q moves by equations without thrusters that forces can be shared out to; a docking-vehicle needs a vehicle with a model, as in vehicle: rexrov", site.Name())
	}
	v.craft, v.model, v.where = craft, v.body.Model(), site.Navigation()
	if err := v.checkNavigation(c); err != nil {
		return nil, err
	}
	if err := v.connect(c); err != nil {
		return nil, err
	}
	return v.build(c)
}

// connect finds the links of the vehicle, and says what does not fit its station.
func (v *vehicleInstaller) connect(c *VehicleConfig) error {
	station := v.station.config
	v.served = make([]bool, len(v.station.paths))
	var taken []string
	for i, of := range c.steers() {
		l, err := v.connectTo(i, of, taken)
		if err != nil {
			return err
		}
		v.links = append(v.links, l)
		if l != nil {
			taken = append(taken, of.link)
		}
	}
	if c.Choice.By == "quality" && station.Method == "hybrid" && !station.Both {
		return fault.In("choice.by", "a vehicle that chooses by quality needs updates over both links; write both: true into the program of the station")
	}
	return nil
}

// connectTo finds one link of the vehicle; none where it has no radio for the RF link that vehicles have if nothing is said.
func (v *vehicleInstaller) connectTo(i int, of named[SteerConfig], taken []string) (program.Link, error) {
	if _, missing := v.site.Replies(of.link); i == radio && missing != nil && of.link == DefaultVehicle().RF.Link {
		return nil, nil
	}
	l, err := ownLink(of.key, of.link, taken, v.site.Replies)
	if err != nil {
		return nil, err
	}
	sends := v.station.config.sends()
	switch {
	case i == radio && v.station.paths[radio].Link == nil:
		return l, nil // the station is silent there
	case i <= radio:
		v.served[i] = true
		return l, agreed(of.key+".link", of.link, sends[i].link)
	}
	at := slices.IndexFunc(sends, func(s named[SendConfig]) bool { return s.link == of.link })
	if at <= radio {
		return nil, fault.In(of.key, "the station sends no updates on link %q; give its program an entry links.%s too", of.link, of.task)
	}
	v.served[at] = true
	return l, nil
}

// build makes the computer.
func (v *vehicleInstaller) build(c *VehicleConfig) (program.Running, error) {
	place, of := v.site.Place()
	own := c.Fitted(v.craft)
	own.Start += time.Duration(place) * c.Stagger
	v.config = own
	inside := c.External == nil // of laws outside nothing is known
	if inside {
		v.compare()
	}
	if inside && !v.warnUnsteered() && place == 0 && v.model != nil {
		v.warnMotion()
	}
	v.start = v.body.At(0).Position
	v.berth = v.station.at.Add(c.Berth)
	sin, cos := math.Sincos(2 * math.Pi * float64(place) / float64(of))
	v.berth = v.berth.Add(geom.Vec{X: c.BerthRing * cos, Y: c.BerthRing * sin})
	p, err := newPilot(nodeOf(v.site), own, v.body, v.craft, v.where, v.station.Addr, v.station.at, v.links...)
	if err != nil {
		return nil, err
	}
	if p.fixing, err = v.fixing(c); err != nil {
		return nil, err
	}
	if err := p.driveOutside(c.External, v.site); err != nil {
		return nil, err
	}
	v.warnOutOfReach(v.start, "where it begins")
	v.warnOutOfReach(v.berth, "at its berth")
	faults := []error{handle(v.links, p.Receive)}
	m := &Docking{Pilot: p, Hull: v.body, Start: sim.Time(own.Start), Period: c.Acoustic.Period, Berth: v.berth}
	faults = append(faults, v.expect(m))
	if !v.warnCarried() {
		v.warnAdrift()
	}
	if inside {
		v.warnSwings()
		v.warnUnstable()
	}
	v.warnUnheard()
	v.warnWarmup(m)
	voyage := newVoyage(v.site.Name(), v.body, m)
	voyage.sums.Navigation = c.Navigation.Name()
	if inside {
		voyage.loops = v.loops()
	}
	return voyage, errors.Join(faults...)
}

// expect has the station guide the vehicle and its dock expect it.
func (v *vehicleInstaller) expect(m *Docking) error {
	var err error
	if v.station.config.Berth.Cone != nil {
		err = v.addCone(m)
	}
	v.station.guide(&guidedVehicle{Addr: v.site.Addr(), Links: v.served, Berth: m.Berth, cone: m.cone, Measure: v.station.measure(v.site)})
	v.station.dock.expect(m)
	switch first := v.start.Dist(m.Berth); {
	case m.Near == 0:
		return fault.In("berth", "node %q begins at its berth, and a fraction of no distance is no distance; give within in metres at the berth of the station", v.site.Name())
	case first <= m.Near && m.cone == nil:
		v.site.Warn("it begins %.3g m from its berth, and within %.3g m it is docked: it is so from the beginning; look at within of the station's berth", first, m.Near)
	}
	return err
}

// compare warns where a station sends at other times than a vehicle reckons with, or
// more often than it measures.
func (v *vehicleInstaller) compare() {
	config, station := v.config, v.station.config
	check := func(link string, steer *SteerConfig, send *SendConfig) {
		if v.estimates() {
			return // its controllers have periods of their own
		}
		switch {
		case steer.Period == send.Period:
		case steer.Sampling == "nominal":
			v.site.Warn("its %s controller reckons with a period of %v, and its station sends every %v; write the same %s.period at both", link, steer.Period, send.Period, link)
		case max(steer.Period, send.Period) >= 10*min(steer.Period, send.Period): // a slip; less may be meant, as the period tunes the loop
			v.site.Warn("its %s controller is made for positions every %v, by which go gains that are left out and how long its I counts, and its station sends every %v; write the same %s.period at both", link, steer.Period, send.Period, link)
		}
		if u := station.USBL; u != nil && steer.Sampling == "nominal" && u.Interval() > send.Period {
			v.site.Warn("its %s controller reckons with a period of %v, and the instrument of its station measures every %v only; write sampling: elapsed, or measure more often", link, steer.Period, u.Interval())
		}
	}
	for _, of := range config.steers() {
		if send, ok := v.sendOn(of.link); ok {
			check(of.task, of.config, send)
		}
	}
}

// sendOn returns the task of the station that sends on a link.
func (v *vehicleInstaller) sendOn(link string) (*SendConfig, bool) {
	for i, of := range v.station.config.sends() {
		if of.link == link && v.station.paths[i].Link != nil {
			return of.config, true
		}
	}
	return nil, false
}

// warnMotion warns of what a vehicle does when its program has it move.
func (v *vehicleInstaller) warnMotion() {
	limit := math.Inf(1)
	if v.config.Acoustic.Limit > 0 {
		limit = v.config.Acoustic.Limit
	}
	for _, w := range vehicle.UnlikelyMotion(v.model, v.site.Water().Density(v.body.At(0).Position), limit, false, v.allocated()...) {
		v.site.Warn("it %s", w)
	}
}

// allocated returns the axes that the program has the thrusters act on; none for those of the vehicle.
func (v *vehicleInstaller) allocated() []vehicle.Axis {
	if v.config.Allocated == "translation" {
		return []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Heave, vehicle.Yaw}
	}
	return nil
}

// warnUnsteered warns of a vehicle whose thrusters do not give all forces that its program
// wants, and reports whether it is one.
func (v *vehicleInstaller) warnUnsteered() bool {
	var missing []string
	for _, axis := range []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Heave} {
		if !v.controls(axis) {
			missing = append(missing, axis.String())
		}
	}
	if missing != nil {
		v.site.Warn("its program wants forces in surge, sway and heave and moves no fins, and its thrusters act on no %s", strings.Join(missing, " and no "))
	}
	return missing != nil
}

// controls reports whether the thrusters of the vehicle are there for an axis.
func (v *vehicleInstaller) controls(axis vehicle.Axis) bool {
	axes := v.craft.Controlled()
	return len(axes) == 0 || slices.Contains(axes, axis)
}

// warnWarmup says what a warm-up leaves out of a voyage that begins within it.
func (v *vehicleInstaller) warnWarmup(m *Docking) {
	if m.Start < v.site.Warmup() {
		v.site.Warn("it sets out at %v, within the warm-up of %v: its way counts from there, its updates and the energy of its radios only from the end of the warm-up",
			time.Duration(m.Start), time.Duration(v.site.Warmup()))
	}
}

// measure returns how a station finds a node: exactly, or by the newest reading
// that its instrument has come out with. A node that is down is not found.
func (s *Station) measure(target program.Site) func(now sim.Time) (geom.Vec, sim.Time, bool) {
	find := func(now sim.Time) (geom.Vec, sim.Time, bool) { return target.Located(now), now, true }
	if s.config.USBL != nil {
		find = s.track(target)
	}
	return func(now sim.Time) (geom.Vec, sim.Time, bool) {
		at, taken, ok := find(now)
		return at, taken, ok && !target.Down()
	}
}

// PerSample implements program.Sampled.
func (c *VehicleConfig) PerSample(of func(node string) program.Program) map[string]time.Duration {
	station, _ := of(c.Station).(*StationConfig)
	periods := map[string]time.Duration{}
	for _, of := range c.steers() {
		steer := of.config
		if steer.Integral != "per-sample" || steer.Ki != nil && *steer.Ki == (geom.Vec{}) {
			continue
		}
		period := steer.Period
		if steer.Sampling == "elapsed" && station != nil {
			for _, send := range station.sends() {
				if send.link == of.link {
					period = send.config.Period
				}
			}
		}
		periods[of.key] = period
	}
	return periods
}
