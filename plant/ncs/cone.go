package ncs

import (
	"fmt"
	"math"
	"time"

	"halocline/plant/program"
	"halocline/plant/vehicle"
	"halocline/sim"
	"halocline/sim/fault"
	"halocline/sim/geom"
	"halocline/sim/solid"
	"halocline/sim/trace"
)

// ConeConfig describes a funnel that leads a vehicle to its berth: the middle of the stop, a plate that closes the
// narrow end.
type ConeConfig struct {
	Entrance float64       `yaml:"entrance" unit:"m" range:"(0,1e3]" required:"true" doc:"radius of its inside at the wide end"`
	Exit     float64       `yaml:"exit" unit:"m" range:"(0,1e3]" required:"true" doc:"radius of its inside at the stop; the vehicle must fit in"`
	Length   float64       `yaml:"length" unit:"m" range:"(0,1e3]" required:"true" doc:"length from the wide end to the stop"`
	Axis     geom.Vec      `yaml:"axis" as:"vector" range:"[-1e3,1e3]" doc:"direction from the wide end to the stop, of any length; along x if left out"`
	Wall     float64       `yaml:"wall" unit:"m" range:"(0,10]" doc:"thickness of the wall and of the stop"`
	Angle    float64       `yaml:"angle" unit:"rad" range:"(0,3.1416]" doc:"greatest angle between the x axis of the vehicle and the axis of the cone at which the stop holds it"`
	Approach *float64      `yaml:"approach" unit:"m" range:"(0,1e4]" doc:"distance from the wide end to the place from which vehicles go in; if left out, the diagonal of the vehicle's box plus entrance"`
	LineUp   *float64      `yaml:"line_up" unit:"m" range:"(0,1e3]" doc:"distance to that place within which a vehicle goes in; half of entrance if left out. After a failed attempt, half of entrance holds in any case"`
	Settle   time.Duration `yaml:"settle" range:"[0,1e6]" doc:"time that it must stay there before it goes in"`
	Patience time.Duration `yaml:"patience" range:"(0,1e6]" doc:"time after which a vehicle that went in and is not held goes back and tries again"`
	Undock   time.Duration `yaml:"undock" range:"[0,1e9]" doc:"time after which a docked vehicle is let go and led out again; 0 keeps it"`
}

// Defaults makes it a cone along x.
func (c *ConeConfig) Defaults() {
	*c = ConeConfig{Axis: geom.Vec{X: 1}, Wall: 0.05, Angle: math.Pi / 12, Settle: 10 * time.Second, Patience: 2 * time.Minute}
}

// Validate checks that it leads to somewhere.
func (c *ConeConfig) Validate() error {
	switch {
	case c.Axis == (geom.Vec{}):
		return fault.In("axis", "the axis has no direction; [1, 0, 0] is along x")
	case c.slope() > c.Angle:
		return fault.In("axis", "it rises or falls by %.3g degrees, and the stop takes hold of vehicles within %.3g degrees of it: they are level; turn the axis, or give more angle", degrees(c.slope()), degrees(c.Angle))
	}
	return fault.Keep(c.Bounds())
}

// Bounds returns what the narrow end keeps to.
func (c *ConeConfig) Bounds() []fault.Bound {
	return []fault.Bound{{
		Key: "exit", Value: c.Exit, Op: fault.LessThan, Than: "entrance", Limit: c.Entrance,
		Why: fmt.Sprintf("%g m is no less than the %g m of the wide end; a cone becomes narrower", c.Exit, c.Entrance),
	}}
}

// slope returns the angle between the axis and the horizontal, rad.
func (c *ConeConfig) slope() float64 {
	return math.Abs(math.Atan2(c.Axis.Z, math.Hypot(c.Axis.X, c.Axis.Y)))
}

// solids returns the funnel and the stop of a berth. The funnel goes on as far as the stop is thick: if both ended in one plane, a
// corner of a vehicle that is pressed into both would be caught behind the end of the funnel.
func (c *ConeConfig) solids(berth geom.Vec) (funnel, stop solid.Solid) {
	axis := c.Axis.Scale(1 / c.Axis.Norm())
	end := max(c.Exit/2, c.Exit-c.Wall*(c.Entrance-c.Exit)/c.Length)
	funnel = solid.NewFunnel(berth.Sub(axis.Scale(c.Length)), axis, c.Length+c.Wall, c.Entrance, end, c.Wall)
	stop = solid.NewCylinder(berth, berth.Add(axis.Scale(c.Wall)), c.Exit+c.Wall)
	return funnel, stop
}

// coneDocking is a vehicle on its way into a cone. The station guides it by what it measures, first to a place on the axis
// before the wide end, round the cone where that is in the way, then in. A vehicle that
// misses the entrance, or is not taken hold of in time, tries again.
type coneDocking struct {
	config   *ConeConfig
	berth    geom.Vec
	axis     geom.Vec // of length 1
	approach float64  // m
	lineUp   float64  // m
	tell     func(what string)

	phase    conePhase
	since    sim.Time // when it began to go in, or came to where it goes in from; -1 while it is not there
	attempts int
	out      bool // it has been docked and has left

	touching int      // contacts of the vehicle with the stop
	slowFrom sim.Time // since when it has not come faster than the stop can take it
}

// conePhase is what a vehicle does on its way.
type conePhase uint8

const (
	approaches conePhase = iota
	goesIn
	isHeld
	leaves
)

// newConeDocking returns a vehicle that is expected at a berth with a cone.
func newConeDocking(c *ConeConfig, berth geom.Vec, size geom.Vec) *coneDocking {
	d := &coneDocking{config: c, berth: berth, axis: c.Axis.Scale(1 / c.Axis.Norm()), approach: size.Norm() + c.Entrance, lineUp: c.Entrance / 2, since: -1}
	if c.Approach != nil {
		d.approach = *c.Approach
	}
	if c.LineUp != nil {
		d.lineUp = *c.LineUp
	}
	return d
}

// seen says where a place is: so far along the axis, 0 at the stop and less before it, and so far off it in a direction.
func (d *coneDocking) seen(at geom.Vec) (along, off float64, out geom.Vec) {
	r := at.Sub(d.berth)
	along = r.Dot(d.axis)
	across := r.Sub(d.axis.Scale(along))
	if off = across.Norm(); off > 0 {
		return along, off, across.Scale(1 / off)
	}
	side := geom.Vec{Z: 1}.Cross(d.axis)
	if n := side.Norm(); n > 0 {
		return along, 0, side.Scale(1 / n)
	}
	return along, 0, geom.Vec{X: 1}
}

// place returns where something is that is so far along the axis and off it.
func (d *coneDocking) place(along, off float64, out geom.Vec) geom.Vec {
	return d.berth.Add(d.axis.Scale(along)).Add(out.Scale(off))
}

// before is how far along the axis the place is from which vehicles go in.
func (d *coneDocking) before() float64 { return -d.config.Length - d.approach }

// reference returns where a vehicle that is found at a place is to go, and where to head: along the axis where it is in line,
// else, which is zero, to where it goes.
func (d *coneDocking) reference(at geom.Vec, now sim.Time) (to, ahead geom.Vec) {
	along, off, out := d.seen(at)
	c, ready := d.config, d.place(d.before(), 0, out)
	switch {
	case d.phase == goesIn && (d.missed(along, off) || now.Sub(d.since) > c.Patience):
		d.phase, d.since, d.lineUp = approaches, -1, min(d.lineUp, c.Entrance/2)
		d.tell("break_off")
	case d.phase == approaches:
		d.lineUpAt(at.Dist(ready), now)
	}
	clear := c.Entrance + c.Wall + d.approach // off the axis, it passes the cone
	switch {
	case d.phase == goesIn || d.phase == isHeld:
		return d.berth, d.axis
	case d.inside(along, off), at.Dist(ready) <= d.approach:
		return ready, d.axis
	case along <= -c.Length-d.approach/2:
		return ready, geom.Vec{}
	case along < -c.Length/2 && off < clear/2: // it may hang on the rim
		return d.place(d.before(), off, out), d.axis
	case off < 0.9*clear:
		return d.place(along, clear, out), geom.Vec{}
	}
	return d.place(d.before(), clear, out), geom.Vec{}
}

// lineUpAt has a vehicle go in that has been near enough to where it goes in from for long enough.
func (d *coneDocking) lineUpAt(distance float64, now sim.Time) {
	switch {
	case distance > d.lineUp:
		d.since = -1
		return
	case d.since < 0:
		d.since = now
	}
	if now.Sub(d.since) >= d.config.Settle {
		d.phase, d.since = goesIn, now
		d.attempts++
		d.tell("go_in")
	}
}

// inside reports whether a place is in the cone.
func (d *coneDocking) inside(along, off float64) bool {
	c := d.config
	return along <= 0 && along >= -c.Length && off <= c.Exit-(c.Entrance-c.Exit)*along/c.Length
}

// missed reports whether who goes in has come to where no way leads to the stop.
func (d *coneDocking) missed(along, off float64) bool {
	return along > -d.config.Length && !d.inside(along, off)
}

// settles is how long a vehicle presses the stop that came to it too fast, until it is taken hold of anyway.
const settles = time.Second

// touch counts the contacts with the stop.
func (d *coneDocking) touch(t program.Touch, most float64, now sim.Time) {
	if !t.Begins {
		d.touching--
		return
	}
	d.touching++
	switch {
	case most > 0 && t.Speed > most:
		d.slowFrom = now.Add(settles)
	case d.touching == 1:
		d.slowFrom = now
	}
}

// holds reports whether the stop can take hold of a vehicle.
func (d *coneDocking) holds(s *vehicle.State, now sim.Time) bool {
	ahead := s.Attitude.Rotate(geom.Vec{X: 1})
	return d.touching > 0 && now >= d.slowFrom && math.Acos(min(1, ahead.Dot(d.axis))) <= d.config.Angle
}

// leave leads a vehicle out that was docked.
func (d *coneDocking) leave() { d.phase = leaves }

// hasLeft reports, once, that a vehicle that was docked is before the cone.
func (d *coneDocking) hasLeft(at geom.Vec) bool {
	along, _, _ := d.seen(at)
	if d.phase != leaves || d.out || along > -d.config.Length-d.approach/2 {
		return false
	}
	d.out = true
	d.tell("undocked")
	return true
}

// addCone puts the cone of a berth into the water, if no vehicle before had the same, and has its stop tell of a vehicle.
func (v *vehicleInstaller) addCone(m *Docking) error {
	c := v.station.config.Berth.Cone
	if v.model == nil {
		return fault.In("station", "the berth of %q has a cone, and node %q moves by equations without the masses that a contact needs; give it a vehicle with a model, as in vehicle: rexrov", v.config.Station, v.site.Name())
	}
	if wide := widest(v.model); wide > c.Exit {
		v.site.Warn("its corners are %.3g m off its x axis, and at the stop its cone has a radius of %.3g m: it will not get there; widen exit", wide, c.Exit)
	}
	m.cone = newConeDocking(c, m.Berth, v.model.Size)
	m.cone.tell = func(what string) { v.site.Emit(trace.Record{Kind: trace.Fact, Peer: v.station.Addr, Note: what}) }
	v.station.dock.addCone(m.Berth)
	return nil
}

// widest returns how far the hull reaches off the x axis of the vehicle, m.
func widest(m *vehicle.Model) float64 {
	return math.Hypot(math.Abs(m.Body.Buoyancy.Y)+m.Size.Y/2, math.Abs(m.Body.Buoyancy.Z)+m.Size.Z/2)
}

// addCone adds the cone of a berth unless it is there.
func (d *dock) addCone(berth geom.Vec) {
	for _, other := range d.cones {
		if other == berth {
			return
		}
	}
	d.cones = append(d.cones, berth)
	d.warnCone(berth)
	funnel, stop := d.config.Cone.solids(berth)
	d.station.site.Obstacle("cone", funnel, nil)
	d.station.site.Obstacle("stop", stop, func(t program.Touch) {
		for _, m := range d.dockings {
			if m.Pilot.Addr == t.Node && m.Berth == berth {
				m.cone.touch(t, d.config.Speed, d.Kernel.Now())
			}
		}
	})
}

// warnCone warns of a cone that is not all in the water.
func (d *dock) warnCone(berth geom.Vec) {
	site, c := d.station.site, d.config.Cone
	mouth := berth.Sub(c.Axis.Scale(c.Length / c.Axis.Norm()))
	if top := mouth.Z + c.Entrance; top > 0 {
		site.Warn("its cone reaches %.2g m out of the water; put it deeper, or give it less entrance", top)
	}
	if under := mouth.Depth() + c.Entrance - site.Water().Seabed(mouth); under > 0 {
		site.Warn("its cone reaches %.2g m into the ground, which a vehicle in it touches; put it higher, or give it less entrance", under)
	}
}
