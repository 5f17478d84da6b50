package ncs

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/rng"
	"halocline/sim/trace"
)

// nodeOf returns what a computer is given of its node.
func nodeOf(site program.Site) Node {
	return Node{
		Kernel: site.Kernel(), Clock: site.Clock(), Addr: site.Addr(), Rand: site.Stream("computer"), Tracer: teller{site},
		Stream: func(task string) *rng.Stream { return site.Stream("computer/" + task) },
	}
}

// teller is a site as a tracer.
type teller struct{ program.Site }

// linkAt returns a link of a node by the way of a site that is given; a fault is at a key.
func linkAt(key, name string, link func(string) (program.Link, error)) (program.Link, error) {
	l, err := link(name)
	if err != nil {
		return nil, fault.In(key, "%v", err)
	}
	return l, nil
}

// secondLink is linkAt of the RF link, which is not the acoustic one.
func secondLink(name, first string, link func(string) (program.Link, error)) (program.Link, error) {
	if name == first {
		return nil, fault.In("rf.link", "%q is the acoustic link already; the RF link is another one", name)
	}
	return linkAt("rf.link", name, link)
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
	far, err := linkAt("acoustic.link", c.Acoustic.Link, site.Link)
	if err != nil {
		return nil, err
	}
	var near program.Link
	if c.Method == "hybrid" {
		if near, err = secondLink(c.RF.Link, c.Acoustic.Link, site.Link); err != nil {
			return nil, err
		}
	}
	at, _ := site.Motion(0)
	s, err := NewStation(nodeOf(site), c, at, far, near)
	if err != nil {
		return nil, err
	}
	s.site, s.dock = site, NewDock(s)
	if near != nil {
		err = near.Handle("", s.ReceiveRF)
	}
	return s, errors.Join(far.Handle("", s.ReceiveAcoustic), err)
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
	r := NewResponder(nodeOf(site), c, link, station.Addr, at, station.at)
	if err := link.Handle("", r.Receive); err != nil {
		return nil, err
	}
	station.Guide(&Follower{Addr: site.Addr(), Acoustic: true, Berth: station.at, Measure: station.measure(site)})
	return r, nil
}

// Needs returns the station.
func (c *VehicleConfig) Needs() []string { return []string{c.Station} }

// Destination returns the station.
func (c *VehicleConfig) Destination() string { return c.Station }

// vehicleInstaller is a vehicle that docks while it is installed.
type vehicleInstaller struct {
	site      program.Site
	config    *VehicleConfig
	station   *Station
	body      program.Body
	model     *vehicle.Model
	far, near program.Link // the latter may be nil
	start     geom.Vec
	berth     geom.Vec
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
	if v.model = v.body.Model(); v.model == nil {
		return nil, fmt.Errorf("node %q moves by equations without thrusters that forces can be shared out to; a docking-vehicle needs a vehicle with a model, as in vehicle: rexrov", site.Name())
	}
	if err := v.connect(c); err != nil {
		return nil, err
	}
	return v.build(c)
}

// connect finds the links of the vehicle, and says what does not fit its station.
func (v *vehicleInstaller) connect(c *VehicleConfig) (err error) {
	station := v.station.config
	if v.far, err = linkAt("acoustic.link", c.Acoustic.Link, v.site.Replies); err == nil {
		err = agreed("acoustic.link", c.Acoustic.Link, station.Acoustic.Link)
	}
	if err == nil {
		err = v.connectRadio(c)
	}
	if err == nil && c.Choice.By == "quality" && station.Method == "hybrid" && !station.Both {
		err = fault.In("choice.by", "a vehicle that chooses by quality needs updates over both links; write both: true into the program of the station")
	}
	return err
}

// connectRadio finds the RF link of the vehicle; none where it has no radio for the one
// that vehicles have if nothing is said.
func (v *vehicleInstaller) connectRadio(c *VehicleConfig) (err error) {
	if _, missing := v.site.Replies(c.RF.Link); missing != nil && c.RF.Link == DefaultVehicle().RF.Link {
		return nil
	}
	if v.near, err = secondLink(c.RF.Link, c.Acoustic.Link, v.site.Replies); err == nil && v.station.config.Method == "hybrid" {
		err = agreed("rf.link", c.RF.Link, v.station.config.RF.Link)
	}
	return err
}

// build makes the computer.
func (v *vehicleInstaller) build(c *VehicleConfig) (program.Running, error) {
	place, of := v.site.Place()
	own := c.Fitted(v.model)
	own.Start += time.Duration(place) * c.Stagger
	v.config = own
	v.compare()
	if !v.warnUnsteered() && place == 0 {
		v.warnMotion()
	}
	v.start = v.body.At(0).Position
	v.berth = v.station.at.Add(c.Berth)
	sin, cos := math.Sincos(2 * math.Pi * float64(place) / float64(of))
	v.berth = v.berth.Add(geom.Vec{X: c.BerthRing * cos, Y: c.BerthRing * sin})
	p, err := NewPilot(nodeOf(v.site), own, v.body, v.model, v.station.Addr, v.station.at, v.far, v.near)
	if err != nil {
		return nil, err
	}
	faults := []error{v.fit(p), v.far.Handle("", p.ReceiveAcoustic)}
	if v.near != nil {
		faults = append(faults, v.near.Handle("", p.ReceiveRF))
	}
	m := &Mooring{Pilot: p, Hull: v.body, Start: sim.Time(own.Start), Period: c.Acoustic.Period, Berth: v.berth}
	faults = append(faults, v.expect(m))
	v.warnAdrift()
	v.warnSwings()
	v.warnUnstable()
	v.warnUnheard()
	v.warnWarmup(m)
	return newVoyage(v.site.Name(), v.body, m), errors.Join(faults...)
}

// expect has the station guide the vehicle and its dock expect it.
func (v *vehicleInstaller) expect(m *Mooring) error {
	v.station.Guide(&Follower{Addr: v.site.Addr(), Acoustic: true, RF: v.near != nil, Berth: m.Berth, Measure: v.station.measure(v.site)})
	v.station.dock.Expect(m)
	switch first := v.start.Dist(m.Berth); {
	case m.Near == 0:
		return fault.In("berth", "node %q begins at its berth, and a fraction of no distance is no distance; give within in metres at the berth of the station", v.site.Name())
	case first <= m.Near:
		v.site.Warn("it begins %.3g m from its berth, and within %.3g m it is docked: it is so from the beginning; look at within of the station's berth", first, m.Near)
	}
	return nil
}

// compare warns where a station sends at other times than a vehicle reckons with, or
// oftener than it measures.
func (v *vehicleInstaller) compare() {
	config, station := v.config, v.station.config
	check := func(link string, steer *SteerConfig, send *SendConfig) {
		if config.Reckoning != nil {
			return // its controllers have periods of their own
		}
		if steer.Sampling == "nominal" && steer.Period != send.Period {
			v.site.Warn("its %s controller reckons with a period of %v, and its station sends every %v", link, steer.Period, send.Period)
		}
		if u := station.USBL; u != nil && steer.Sampling == "nominal" && u.Interval() > send.Period {
			v.site.Warn("its %s controller reckons with a period of %v, and the instrument of its station measures every %v only; write sampling: elapsed, or measure oftener", link, steer.Period, u.Interval())
		}
	}
	check("acoustic", &config.Acoustic, &station.Acoustic)
	if station.Method == "hybrid" {
		check("rf", &config.RF, &station.RF)
	}
}

// warnMotion warns of what a vehicle does when its program has it move.
func (v *vehicleInstaller) warnMotion() {
	limit := math.Inf(1)
	if v.config.Acoustic.Limit > 0 {
		limit = v.config.Acoustic.Limit
	}
	var axes []vehicle.Axis
	if v.config.Allocated == "translation" {
		axes = []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Heave, vehicle.Yaw}
	}
	for _, w := range vehicle.UnlikelyMotion(v.model, v.site.Water().Density(v.body.At(0).Position), limit, false, axes...) {
		v.site.Warn("it %s", w)
	}
}

// warnUnsteered warns of a vehicle whose thrusters do not give all forces that its program
// wants, and reports whether it is one.
func (v *vehicleInstaller) warnUnsteered() bool {
	var missing []string
	for _, axis := range []vehicle.Axis{vehicle.Surge, vehicle.Sway, vehicle.Heave} {
		if len(v.model.Controls) > 0 && !slices.Contains(v.model.Controls, axis) {
			missing = append(missing, axis.String())
		}
	}
	if missing != nil {
		v.site.Warn("its program wants forces in surge, sway and heave and moves no fins, and its thrusters act on no %s", strings.Join(missing, " and no "))
	}
	return missing != nil
}

// warnWarmup says what a warm-up leaves out of a voyage that begins within it.
func (v *vehicleInstaller) warnWarmup(m *Mooring) {
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
		find = s.finder(target)
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
	add := func(link string, steer *SteerConfig, send func(*StationConfig) time.Duration) {
		if steer.Integral != "per-sample" || steer.Ki != nil && *steer.Ki == (geom.Vec{}) {
			return
		}
		period := steer.Period
		if steer.Sampling == "elapsed" && station != nil {
			period = send(station)
		}
		periods[link] = period
	}
	add("acoustic", &c.Acoustic, func(s *StationConfig) time.Duration { return s.Acoustic.Period })
	add("rf", &c.RF, func(s *StationConfig) time.Duration { return s.RF.Period })
	return periods
}

// digestReading takes in what an instrument has read, in the order of its quantities.
func digestReading(d *trace.Digester, now sim.Time, ok bool, values ...float64) {
	d.Add(now.Seconds())
	if ok {
		d.Add(values...)
	}
}
